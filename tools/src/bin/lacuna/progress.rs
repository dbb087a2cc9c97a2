//! Progress bars on a terminal; silence elsewhere.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use lacuna_runtime::progress::Progress;
use std::{sync::Mutex, time::Duration};

/// One bar, for the phase that is under way.
pub struct Bars {
    bar: Mutex<Option<ProgressBar>>,
}

impl Bars {
    /// Draws to standard error, if that is a terminal.
    pub fn new() -> Self {
        Self { bar: Mutex::new(None) }
    }

    fn with(&self, act: impl FnOnce(&mut Option<ProgressBar>)) {
        act(&mut self.bar.lock().unwrap_or_else(|poisoned| poisoned.into_inner()));
    }
}

impl Progress for Bars {
    fn start(&self, phase: &str, total: u64) {
        let target = ProgressDrawTarget::stderr();
        // A bar has a thread, also where nobody sees it.
        if target.is_hidden() {
            return;
        }
        self.with(|slot| {
            let bar = ProgressBar::with_draw_target(Some(total), target);
            let style = ProgressStyle::with_template("{msg:10} [{bar:40}] {percent:>3}% {eta}")
                .unwrap_or_else(|_| ProgressStyle::default_bar());
            bar.set_style(style.progress_chars("=> "));
            bar.set_message(phase.to_owned());
            bar.enable_steady_tick(Duration::from_millis(200));
            *slot = Some(bar);
        });
    }

    fn advance(&self, delta: u64) {
        self.with(|slot| {
            if let Some(bar) = slot {
                bar.inc(delta);
            }
        });
    }

    fn finish(&self) {
        self.with(|slot| {
            if let Some(bar) = slot.take() {
                bar.finish_and_clear();
            }
        });
    }
}
