//! Temporary folders that go away however the process ends: when they are dropped, and, in programs that ask for it, on
//! the signals that end a process.

use std::{
    collections::BTreeSet,
    io,
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
};
use tempfile::{Builder, TempDir};

/// The folders that are there now.
static FOLDERS: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// A folder that nobody else knows of.
#[derive(Debug)]
pub struct Scratch {
    folder: TempDir,
}

impl Scratch {
    /// A folder where the system keeps temporary files.
    pub fn new() -> io::Result<Self> {
        Self::new_in(&std::env::temp_dir())
    }

    /// A folder in another.
    pub fn new_in(parent: &Path) -> io::Result<Self> {
        // What ends the process waits until the folder is known.
        let mut folders = folders();
        let folder = Builder::new().prefix(".lacuna-").tempdir_in(parent)?;
        folders.insert(folder.path().to_owned());
        Ok(Self { folder })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let mut folders = folders();
        let _ = std::fs::remove_dir_all(self.folder.path());
        folders.remove(self.folder.path());
    }
}

fn folders() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    FOLDERS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes the folders, where the process ends without dropping anything and cannot wait for others.
pub fn remove_at_the_end() {
    if let Ok(folders) = FOLDERS.try_lock() {
        for folder in &*folders {
            let _ = std::fs::remove_dir_all(folder);
        }
    }
}

/// Removes a folder in which other threads may still make files: one that is made while the others are removed keeps the folder.
#[cfg(unix)]
fn remove_under_writers(folder: &Path) {
    const TRIES: usize = 100;
    let is_gone = || match std::fs::remove_dir_all(folder) {
        Ok(()) => true,
        Err(error) => error.kind() == io::ErrorKind::NotFound,
    };
    for _ in 0..TRIES {
        if is_gone() {
            return;
        }
        std::thread::yield_now();
    }
}

/// Runs `act` as a whole: no signal ends the process in the middle of it. No scratch folder is made or dropped in it.
pub fn uninterrupted<T>(act: impl FnOnce() -> T) -> T {
    let _folders = folders();
    act()
}

/// Lets SIGHUP, SIGINT and SIGTERM remove the folders before they end the process, with 128 and the number of the signal as
/// its exit status. For `main` to call: a library leaves signals alone.
///
/// # Errors
/// What the system says, where signals cannot be waited for.
#[cfg(unix)]
pub fn remove_on_signals() -> io::Result<()> {
    use signal_hook::{
        consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ},
        iterator::Signals,
        low_level,
    };
    // A file that grows beyond what the process may write is an error of that file, like a full disk.
    // SAFETY: nothing is done when the signal comes.
    unsafe { low_level::register(SIGXFSZ, || ()) }?;
    // A process that is started to go on after its terminal is gone, by nohup, goes on.
    let wanted = [SIGHUP, SIGINT, SIGTERM].into_iter().filter(|signal| !is_ignored(*signal));
    let mut signals = Signals::new(wanted)?;
    std::thread::spawn(move || {
        if let Some(signal) = signals.forever().next() {
            // Held to the end: nothing is put into its place from here on.
            let folders = folders();
            folders.iter().for_each(|folder| remove_under_writers(folder));
            // Other threads run on, so nothing is torn down under them.
            low_level::exit(128 + signal);
        }
    });
    Ok(())
}

/// Whether who started the process wants a signal to be ignored.
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
    mask >> (signal - 1) & 1 == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dropped_folder_is_gone_and_forgotten() {
        let scratch = Scratch::new().expect("a temporary folder");
        let path = scratch.path().to_owned();
        std::fs::write(path.join("file"), "text").expect("the folder is writable");
        assert!(folders().contains(&path));
        drop(scratch);
        assert!(!path.exists() && !folders().contains(&path));
    }
}
