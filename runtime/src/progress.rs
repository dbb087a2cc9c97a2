//! How long work tells a tool how far it is.
//!
//! The tool draws; nothing here prints. Phases come one after the other, never nested.

/// A listener for the progress of long work, such as reading, sorting and packing.
pub trait Progress: Sync {
    /// A phase such as `reading` begins; `total` is its amount of work in bytes, entries or runs, 0
    /// when not known.
    fn start(&self, phase: &str, total: u64);
    /// `delta` more of the work is done. Called from several threads.
    fn advance(&self, delta: u64);
    /// The phase ended, well or not.
    fn finish(&self);
}

/// A running phase: finished when dropped, so that errors end it too.
pub struct Phase<'a> {
    listener: Option<&'a dyn Progress>,
}

impl<'a> Phase<'a> {
    /// Tells a listener that a phase begins.
    pub fn start(listener: Option<&'a dyn Progress>, name: &str, total: u64) -> Self {
        if let Some(listener) = listener {
            listener.start(name, total);
        }
        Phase { listener }
    }

    /// Tells it that so much more is done.
    pub fn advance(&self, delta: u64) {
        if let Some(listener) = self.listener {
            listener.advance(delta);
        }
    }
}

impl Drop for Phase<'_> {
    fn drop(&mut self) {
        if let Some(listener) = self.listener {
            listener.finish();
        }
    }
}
