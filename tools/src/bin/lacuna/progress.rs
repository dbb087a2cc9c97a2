//! Progress on a terminal; silence elsewhere.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use lacuna_runtime::progress::Progress;
use std::{
    sync::{
        Arc, Mutex,
        mpsc::{self, RecvTimeoutError, Sender},
    },
    thread,
    time::{Duration, Instant},
};

/// What is over sooner is not shown.
const SHORT: Duration = Duration::from_millis(300);

/// How often a bar is drawn.
const TICK: Duration = Duration::from_millis(200);

/// The phase that is under way, drawn once it takes long.
pub struct Bars {
    running: Arc<Mutex<Option<Running>>>,
}

/// A phase.
struct Running {
    name: String,
    begin: Instant,
    /// The amount of work, 0 when it is not known.
    total: u64,
    done: u64,
    bar: Option<ProgressBar>,
    /// Who waits for the phase to be long; dropped when it ends before.
    _waiting: Sender<()>,
}

impl Bars {
    /// Draws to standard error, if that is a terminal.
    pub fn new() -> Self {
        Self { running: Arc::default() }
    }
}

fn with(running: &Mutex<Option<Running>>, act: impl FnOnce(&mut Option<Running>)) {
    act(&mut running.lock().unwrap_or_else(|poisoned| poisoned.into_inner()));
}

impl Running {
    fn draw(&mut self) {
        let bar = ProgressBar::with_draw_target(Some(self.total), ProgressDrawTarget::stderr());
        // How far a phase is whose amount of work is not known, only the clock tells.
        let template = if self.total == 0 { "{msg:10} {elapsed}" } else { "{msg:10} [{bar:40}] {percent:>3}% {eta}" };
        let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
        bar.set_style(style.progress_chars("=> "));
        bar.set_message(self.name.clone());
        let bar = bar.with_elapsed(self.begin.elapsed());
        bar.set_position(self.done);
        bar.enable_steady_tick(TICK);
        self.bar = Some(bar);
    }
}

impl Progress for Bars {
    fn start(&self, phase: &str, total: u64) {
        // A bar has a thread, also where nobody sees it.
        if ProgressDrawTarget::stderr().is_hidden() {
            return;
        }
        let (waiting, ends) = mpsc::channel();
        let begin = Instant::now();
        let new = Running { name: phase.to_owned(), begin, total, done: 0, bar: None, _waiting: waiting };
        with(&self.running, |running| *running = Some(new));
        let running = Arc::clone(&self.running);
        // Where no thread starts, nothing is drawn.
        let _ = thread::Builder::new().spawn(move || {
            if ends.recv_timeout(SHORT) == Err(RecvTimeoutError::Timeout) {
                // Another phase may have begun meanwhile.
                with(&running, |running| {
                    running.iter_mut().filter(|phase| phase.begin == begin).for_each(Running::draw)
                });
            }
        });
    }

    fn advance(&self, delta: u64) {
        with(&self.running, |running| {
            if let Some(running) = running {
                running.done += delta;
                running.bar.iter().for_each(|bar| bar.inc(delta));
            }
        });
    }

    fn finish(&self) {
        with(&self.running, |running| {
            if let Some(bar) = running.take().and_then(|running| running.bar) {
                bar.finish_and_clear();
            }
        });
    }
}
