//! Many seeds on all cores. Each case runs in a child process, so that a crash, an endless loop or too much memory is a
//! failure with its reproduction like any other. Where memory is limited on purpose, a child that says that it came to its
//! end refuses the case.
//!
//! What is tried is a [`Fuzzer`]; this folder knows nothing of it but its verdicts.

mod child;
mod tally;
mod verdict;

pub use child::{CHILD, serve};
pub use tally::Tally;
pub use verdict::Verdict;

use child::Worker;
use lacuna_tools::out_of_memory;
use std::{
    path::Path,
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

/// Why a case is refused whose child came to the end of its memory.
pub const OUT_OF_MEMORY: &str = "NoMemory";

/// Cases that are drawn from seeds and tried.
pub trait Fuzzer: Sync {
    /// The argument by which a child knows which fuzzer it serves.
    fn name(&self) -> &'static str;

    /// What a case may take.
    fn limits(&self) -> Limits {
        Limits { patience: Duration::from_secs(180), memory: None, cases_of_a_child: u64::MAX }
    }

    /// Tries the case of a seed; runs in a child, whose folder is its own and empty.
    fn verdict(&self, seed: u64) -> Verdict;

    /// The command that repeats the case of a seed.
    fn command(&self, seed: u64) -> String;

    /// What it means that a child ended while it tried a case: a failure, unless the fuzzer knows better. Nobody asks where
    /// memory is limited and the child said that it came to its end: that is a refusal.
    fn verdict_on_end(&self, seed: u64, end: &End) -> Verdict {
        Verdict::failed(&self.command(seed), &end.to_string())
    }
}

/// What a case may take.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The longest that it may run.
    pub patience: Duration,
    /// The most bytes of addresses that a child may have.
    pub memory: Option<u64>,
    /// How many cases a child tries before another takes its place.
    pub cases_of_a_child: u64,
}

/// How a child ended in the middle of a case.
#[derive(Clone, Debug)]
pub struct End {
    /// What is known of it: its status, or that it was late.
    pub how: String,
    /// The exit status, if it ended by itself.
    pub code: Option<i32>,
    /// The last lines of its standard error.
    pub last_words: Vec<String>,
}

impl End {
    fn is_out_of_memory(&self) -> bool {
        self.last_words.last().is_some_and(|line| out_of_memory::was_the_end(self.code, line))
    }
}

impl std::fmt::Display for End {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.how)?;
        self.last_words.iter().try_for_each(|line| write!(f, " | {}", line.trim()))
    }
}

/// Runs that many seeds in a test, which fails where one fails.
pub fn expect_no_failures(program: &Path, fuzzer: &dyn Fuzzer, cases: u64) -> Tally {
    let tally = run(program, fuzzer, 0, |seed| seed < cases, |_, _, _| {}).expect("children can be started");
    println!("{}", tally.summary());
    let failures: Vec<_> = tally.failures.iter().map(|(seed, what)| format!("seed {seed}: {what}")).collect();
    assert!(failures.is_empty(), "{}\n{}", tally.summary(), failures.join("\n"));
    assert_eq!(tally.cases(), cases);
    tally
}

/// Runs the seeds from `first` on until `goes_on` says no. `program` is the fuzzer's own; `watch` sees each verdict,
/// and the tally after it.
pub fn run(
    program: &Path,
    fuzzer: &dyn Fuzzer,
    first: u64,
    goes_on: impl Fn(u64) -> bool + Sync,
    watch: impl Fn(u64, &Verdict, &Tally) + Sync,
) -> std::io::Result<Tally> {
    let next = AtomicU64::new(first);
    let tally = Mutex::new(Tally::default());
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    let limits = fuzzer.limits();
    std::thread::scope(|scope| {
        let work = || -> std::io::Result<()> {
            let mut worker = Worker::start(program, fuzzer)?;
            let mut tried = 0;
            loop {
                let seed = next.fetch_add(1, Ordering::Relaxed);
                if !goes_on(seed) {
                    return Ok(());
                }
                if tried == limits.cases_of_a_child {
                    worker = Worker::start(program, fuzzer)?;
                    tried = 0;
                }
                tried += 1;
                let begin = Instant::now();
                let verdict = match worker.ask(seed, limits.patience) {
                    Ok(verdict) => verdict,
                    Err(end) => {
                        worker = Worker::start(program, fuzzer)?;
                        tried = 0;
                        if limits.memory.is_some() && end.is_out_of_memory() {
                            Verdict::Refused(OUT_OF_MEMORY.to_owned())
                        } else {
                            fuzzer.verdict_on_end(seed, &end)
                        }
                    }
                };
                let mut tally = lock(&tally);
                tally.add(seed, verdict.clone(), begin.elapsed());
                watch(seed, &verdict, &tally);
            }
        };
        let threads: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        threads.into_iter().try_for_each(|thread| thread.join().expect("workers do not panic"))
    })?;
    let mut tally = tally.into_inner().unwrap_or_else(PoisonError::into_inner);
    tally.failures.sort();
    Ok(tally)
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
