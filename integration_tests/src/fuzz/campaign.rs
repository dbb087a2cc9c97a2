//! Many seeds on all cores. Each case runs in a child process, so that a crash or an endless loop of generated code is a
//! failure with its reproduction like any other.
//!
//! A child reads seeds, one a line, and answers each with one line: `right`, `refused REASON` or `failed WHAT`, where
//! line breaks are escaped.

use super::{random_case, verdict::Verdict};
use std::{
    collections::BTreeMap,
    io::{BufRead, BufReader, Write},
    path::Path,
    process::{Child, Command, Stdio},
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
        mpsc,
    },
    time::Duration,
};

/// The argument that makes the fuzzer's program a child.
pub const CHILD: &str = "--child";
/// The longest that a case may take.
const PATIENCE: Duration = Duration::from_secs(60);
/// What freed and fresh memory is filled with, so that reading it shows in results.
const PERTURB: &str = "165";

/// What came of the seeds so far.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// Right results.
    pub right: u64,
    /// Refusals, by reason.
    pub refused: BTreeMap<String, u64>,
    /// Failures, with their seeds.
    pub failures: Vec<(u64, String)>,
}

impl Tally {
    /// How many were refused.
    pub fn all_refused(&self) -> u64 {
        self.refused.values().sum()
    }

    /// How many seeds were tried.
    pub fn cases(&self) -> u64 {
        self.right + self.all_refused() + self.failures.len() as u64
    }

    /// In one line.
    pub fn summary(&self) -> String {
        let share = |count: u64| 100.0 * count as f64 / self.cases().max(1) as f64;
        let reasons: Vec<_> =
            self.refused.iter().map(|(reason, count)| format!("{reason} {count} ({:.1} %)", share(*count))).collect();
        format!(
            "{} cases: {} right, {} refused ({:.1} %: {}), {} failures",
            self.cases(),
            self.right,
            self.all_refused(),
            share(self.all_refused()),
            reasons.join(", "),
            self.failures.len()
        )
    }

    fn add(&mut self, seed: u64, verdict: Verdict) {
        match verdict {
            Verdict::Right => self.right += 1,
            Verdict::Refused(reason) => *self.refused.entry(reason).or_default() += 1,
            Verdict::Failed(what) => self.failures.push((seed, what)),
        }
    }
}

/// Runs the seeds from `first` on until `goes_on` says no. `program` is the fuzzer's own; `watch` sees each verdict,
/// and the tally after it.
pub fn run(
    program: &Path,
    first: u64,
    goes_on: impl Fn(u64) -> bool + Sync,
    watch: impl Fn(u64, &Verdict, &Tally) + Sync,
) -> std::io::Result<Tally> {
    let next = AtomicU64::new(first);
    let tally = Mutex::new(Tally::default());
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        let work = || -> std::io::Result<()> {
            let mut worker = Worker::start(program)?;
            loop {
                let seed = next.fetch_add(1, Ordering::Relaxed);
                if !goes_on(seed) {
                    return Ok(());
                }
                let verdict = match worker.ask(seed) {
                    Some(verdict) => verdict,
                    None => {
                        let how = worker.end();
                        worker = Worker::start(program)?;
                        Verdict::failed(&random_case(seed), &how)
                    }
                };
                let mut tally = lock(&tally);
                tally.add(seed, verdict.clone());
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

fn lock(tally: &Mutex<Tally>) -> MutexGuard<'_, Tally> {
    tally.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A child and what it says.
struct Worker {
    child: Child,
    answers: mpsc::Receiver<String>,
    is_late: AtomicBool,
}

impl Worker {
    fn start(program: &Path) -> std::io::Result<Self> {
        let mut child = Command::new(program)
            .arg(CHILD)
            .env("MALLOC_PERTURB_", PERTURB)
            .env("RAYON_NUM_THREADS", "1")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let output = child.stdout.take().ok_or_else(|| std::io::Error::other("the child has no output"))?;
        let (sender, answers) = mpsc::channel();
        std::thread::spawn(move || {
            BufReader::new(output).lines().map_while(Result::ok).try_for_each(|line| sender.send(line))
        });
        Ok(Self { child, answers, is_late: AtomicBool::new(false) })
    }

    /// The verdict on a seed; `None` if the child died or is late.
    fn ask(&mut self, seed: u64) -> Option<Verdict> {
        writeln!(self.child.stdin.as_mut()?, "{seed}").ok()?;
        match self.answers.recv_timeout(PATIENCE) {
            Ok(answer) => parse(&answer),
            Err(mpsc::RecvTimeoutError::Timeout) => {
                self.is_late.store(true, Ordering::Relaxed);
                None
            }
            Err(mpsc::RecvTimeoutError::Disconnected) => None,
        }
    }

    /// Ends the child; says how it came to that.
    fn end(&mut self) -> String {
        if self.is_late.load(Ordering::Relaxed) {
            let _ = self.child.kill();
            let _ = self.child.wait();
            return format!("no answer within {} s", PATIENCE.as_secs());
        }
        drop(self.child.stdin.take());
        self.child.wait().map_or_else(|error| error.to_string(), |status| format!("crash: {status}"))
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        drop(self.child.stdin.take());
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Answers seeds until there are no more.
pub fn serve() -> std::io::Result<()> {
    for line in std::io::stdin().lines() {
        let line = line?;
        let seed: u64 = line.parse().map_err(|_| std::io::Error::other(format!("not a seed: {line}")))?;
        let verdict = std::panic::catch_unwind(|| Verdict::of(&random_case(seed)))
            .unwrap_or_else(|_| Verdict::failed(&random_case(seed), "panic"));
        println!("{}", print(&verdict));
    }
    Ok(())
}

fn print(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Right => "right".to_owned(),
        Verdict::Refused(reason) => format!("refused {reason}"),
        Verdict::Failed(what) => format!("failed {}", what.replace('\n', "\\n")),
    }
}

fn parse(answer: &str) -> Option<Verdict> {
    match answer.split_once(' ') {
        None if answer == "right" => Some(Verdict::Right),
        Some(("refused", reason)) => Some(Verdict::Refused(reason.to_owned())),
        Some(("failed", what)) => Some(Verdict::Failed(what.replace("\\n", "\n"))),
        _ => None,
    }
}
