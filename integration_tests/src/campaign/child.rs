//! Child processes. A child reads seeds, one a line, and answers each with its verdict in one line.

use super::{End, Fuzzer, Limits, Verdict, lock};
use rustix::{
    process::{Resource, Rlimit, getrlimit, setrlimit},
    stdio::{dup2_stdin, dup2_stdout},
};
use std::{
    collections::VecDeque,
    fs::File,
    io::{BufRead, BufReader, Write},
    panic,
    path::Path,
    process::{Child, Command, Stdio},
    sync::{Arc, Mutex, mpsc},
    thread::JoinHandle,
    time::Duration,
};
use tempfile::TempDir;

/// The argument that makes the fuzzer's program a child; the name of the fuzzer follows.
pub const CHILD: &str = "--child";
/// What freed and fresh memory is filled with, so that reading it shows in results.
const PERTURB: &str = "165";
/// How many of a child's last lines of standard error are kept.
const LAST_WORDS: usize = 4;

/// A child and what it says.
pub struct Worker {
    child: Child,
    answers: mpsc::Receiver<String>,
    last_words: Arc<Mutex<VecDeque<String>>>,
    listener: Option<JoinHandle<()>>,
    _folder: TempDir,
}

impl Worker {
    pub fn start(program: &Path, fuzzer: &dyn Fuzzer) -> std::io::Result<Self> {
        let folder = TempDir::new()?;
        let mut child = Command::new(program)
            .args([CHILD, fuzzer.name()])
            .current_dir(folder.path())
            .env("MALLOC_PERTURB_", PERTURB)
            .env("RAYON_NUM_THREADS", "1")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        let (Some(output), Some(errors)) = (child.stdout.take(), child.stderr.take()) else {
            return Err(std::io::Error::other("the child has no output"));
        };
        let (sender, answers) = mpsc::channel();
        std::thread::spawn(move || {
            BufReader::new(output).lines().map_while(Result::ok).try_for_each(|line| sender.send(line))
        });
        let last_words = Arc::new(Mutex::new(VecDeque::new()));
        let listener = std::thread::spawn({
            let last_words = Arc::clone(&last_words);
            move || {
                for line in BufReader::new(errors).split(b'\n').map_while(Result::ok) {
                    let mut words = lock(&last_words);
                    words.push_back(String::from_utf8_lossy(&line).into_owned());
                    if words.len() > LAST_WORDS {
                        words.pop_front();
                    }
                }
            }
        });
        Ok(Self { child, answers, last_words, listener: Some(listener), _folder: folder })
    }

    /// The verdict on a seed; or how the child ended, of itself or because it was late.
    pub fn ask(&mut self, seed: u64, patience: Duration) -> Result<Verdict, End> {
        lock(&self.last_words).clear();
        // A child that is gone has no answer either.
        if let Some(input) = self.child.stdin.as_mut() {
            let _ = writeln!(input, "{seed}");
        }
        match self.answers.recv_timeout(patience) {
            Ok(answer) => Verdict::parse(&answer).ok_or_else(|| self.end(Some(format!("it answered {answer}")))),
            Err(mpsc::RecvTimeoutError::Timeout) => {
                Err(self.end(Some(format!("no answer within {} s", patience.as_secs()))))
            }
            Err(mpsc::RecvTimeoutError::Disconnected) => Err(self.end(None)),
        }
    }

    /// Ends the child, where it is to be ended for some reason; says how it came to that.
    fn end(&mut self, reason: Option<String>) -> End {
        if reason.is_some() {
            let _ = self.child.kill();
        }
        drop(self.child.stdin.take());
        let status = self.child.wait();
        if let Some(listener) = self.listener.take() {
            let _ = listener.join();
        }
        let last_words = lock(&self.last_words).iter().filter(|line| !line.trim().is_empty()).cloned().collect();
        match (reason, status) {
            (Some(how), _) => End { how, code: None, last_words },
            (None, Ok(status)) => End { how: format!("crash: {status}"), code: status.code(), last_words },
            (None, Err(error)) => End { how: error.to_string(), code: None, last_words },
        }
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
pub fn serve(fuzzer: &dyn Fuzzer) -> std::io::Result<()> {
    let Limits { memory, .. } = fuzzer.limits();
    if let Some(bytes) = memory {
        let maximum = getrlimit(Resource::As).maximum;
        setrlimit(Resource::As, Rlimit { current: Some(bytes), maximum })?;
    }
    // Cases may read standard input and write standard output, too.
    let seeds = BufReader::new(File::from(rustix::io::dup(std::io::stdin())?));
    let mut answers = File::from(rustix::io::dup(std::io::stdout())?);
    dup2_stdin(File::open("/dev/null")?)?;
    dup2_stdout(File::options().write(true).open("/dev/null")?)?;
    let panicked = Arc::new(Mutex::new(String::new()));
    panic::set_hook(Box::new({
        let panicked = Arc::clone(&panicked);
        move |panic| *lock(&panicked) = panic.to_string()
    }));
    for line in seeds.lines() {
        let line = line?;
        let seed: u64 = line.parse().map_err(|_| std::io::Error::other(format!("not a seed: {line}")))?;
        let verdict = panic::catch_unwind(panic::AssertUnwindSafe(|| fuzzer.verdict(seed)))
            .unwrap_or_else(|_| Verdict::failed(&fuzzer.command(seed), &lock(&panicked)));
        writeln!(answers, "{}", verdict.print())?;
    }
    Ok(())
}
