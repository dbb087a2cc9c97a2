//! Who is told what is known of a request before it is done.

use lacuna_runtime::progress::Progress;

/// A listener for the progress of a request, and for what the compiler decided on its own: it is told before the kernel runs,
/// as it may be the reason why that takes long, or why it fails.
pub trait Listener: Progress {
    /// The program is compiled, and these are the remarks of the compiler.
    fn remarks(&self, remarks: &[String]);
}
