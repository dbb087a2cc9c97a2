//! What people are told before a request is done: how far it is, and what the compiler decided. A program that reads JSON is told
//! all at the end.

use super::progress::Bars;
use lacuna_runtime::progress::Progress;
use lacuna_tools::{listener::Listener, shown::on_a_screen};
use std::io::Write;

/// Tells on standard error; how far a request is, only on a terminal.
pub struct Teller {
    bars: Bars,
}

impl Teller {
    pub fn new() -> Self {
        Self { bars: Bars::new() }
    }
}

impl Listener for Teller {
    fn remarks(&self, remarks: &[String]) {
        for remark in remarks {
            // What cannot be told is not needed for the result.
            let _ = writeln!(std::io::stderr(), "{}", on_a_screen(&format!("remark: {remark}")));
        }
    }
}

impl Progress for Teller {
    fn start(&self, phase: &str, total: u64) {
        self.bars.start(phase, total);
    }

    fn advance(&self, delta: u64) {
        self.bars.advance(delta);
    }

    fn finish(&self) {
        self.bars.finish();
    }
}
