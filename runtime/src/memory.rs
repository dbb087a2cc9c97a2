//! Asking whether an allocation fits before making it.
//!
//! The system promises memory that it does not have and kills the process on use; a dense tensor of
//! the wrong size is an everyday mistake, so large allocations are compared with what the system
//! says is available.

use std::fs;
use std::sync::{Mutex, PoisonError};

/// An allocation that cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MemoryError {
    /// The number of bytes is beyond the address space.
    #[error("{what} would need more than 2^63 bytes of memory")]
    Overflow {
        /// What was to be stored.
        what: String,
    },
    /// The system has less.
    #[error("{what} needs {needed} bytes of memory, {available} are available")]
    Unavailable {
        /// What was to be stored.
        what: String,
        /// Bytes needed.
        needed: u64,
        /// Bytes that the system says are available.
        available: u64,
    },
}

/// What the process is busy with, for the message of an allocation that fails where no error can be returned.
static ACTIVITY: Mutex<String> = Mutex::new(String::new());

/// Says what the process is busy with, until it is dropped.
#[derive(Debug)]
pub struct Activity {
    before: String,
}

impl Activity {
    /// Begins: `what` is what a message of too little memory begins with, such as `operand A`.
    pub fn start(what: impl Into<String>) -> Activity {
        let mut activity = ACTIVITY.lock().unwrap_or_else(PoisonError::into_inner);
        Activity { before: std::mem::replace(&mut activity, what.into()) }
    }
}

impl Drop for Activity {
    fn drop(&mut self) {
        *ACTIVITY.lock().unwrap_or_else(PoisonError::into_inner) = std::mem::take(&mut self.before);
    }
}

/// Shows what the process is busy with, without waiting or allocating; an empty text when that is not known.
pub fn with_activity<T>(show: impl FnOnce(&str) -> T) -> T {
    match ACTIVITY.try_lock() {
        Ok(activity) => show(&activity),
        Err(_) => show(""),
    }
}

/// Starts the threads that this crate works with, which it else does where it first needs them, and panics where it
/// cannot. For `main` to call, once.
///
/// # Errors
/// What the system says, which is that memory or processes are limited.
pub fn start_threads() -> Result<(), String> {
    let started = rayon::ThreadPoolBuilder::new().build_global();
    started.map_err(|error| format!("threads cannot be started, for which there is not enough memory: {error}"))
}

/// Below this many bytes nobody asks: reading the system's figures would cost more than it
/// protects.
const ALWAYS_GRANTED: u64 = 1 << 20;

/// Checks that `count` items of `bytes_each` can be allocated.
///
/// # Errors
/// When the product exceeds the address space, or what the system has available; `what` begins the
/// message.
pub fn require(what: &str, count: u128, bytes_each: usize) -> Result<usize, MemoryError> {
    let overflow = || MemoryError::Overflow { what: what.to_owned() };
    let needed = count.checked_mul(bytes_each as u128).ok_or_else(overflow)?;
    let needed = u64::try_from(needed).ok().filter(|&bytes| bytes < 1 << 63).ok_or_else(overflow)?;
    if needed > ALWAYS_GRANTED
        && let Some(available) = available_bytes()
        && needed > available
    {
        return Err(MemoryError::Unavailable { what: what.to_owned(), needed, available });
    }
    usize::try_from(count).map_err(|_| overflow())
}

/// Bytes that can be allocated without swapping, where the system tells: the least of what is free (`MemAvailable` of
/// Linux), what is left of this process's address space, and what is left to its control group.
pub fn available_bytes() -> Option<u64> {
    let read = |path: &str| fs::read_to_string(path).ok();
    let free = read("/proc/meminfo").and_then(|text| parse_meminfo(&text));
    let address_space = read("/proc/self/limits").and_then(|text| parse_address_space(&text));
    let in_use = read("/proc/self/status").and_then(|text| parse_virtual_size(&text));
    let in_group = |name: &str| read(&format!("/sys/fs/cgroup/memory.{name}"))?.trim().parse::<u64>().ok();
    [
        free,
        address_space.map(|limit| limit.saturating_sub(in_use.unwrap_or(0))),
        in_group("max").map(|limit| limit.saturating_sub(in_group("current").unwrap_or(0))),
    ]
    .into_iter()
    .flatten()
    .min()
}

/// The soft limit of `Max address space`, unless it is unlimited.
fn parse_address_space(text: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix("Max address space"))?;
    line.split_whitespace().next()?.parse().ok()
}

/// `VmSize` of a process, in bytes.
fn parse_virtual_size(text: &str) -> Option<u64> {
    parse_kibibytes(text, "VmSize:")
}

fn parse_meminfo(text: &str) -> Option<u64> {
    parse_kibibytes(text, "MemAvailable:")
}

fn parse_kibibytes(text: &str, name: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kibibytes.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn meminfo_is_in_kibibytes() {
        assert_eq!(parse_meminfo("MemTotal: 9 kB\nMemAvailable:    12 kB\n"), Some(12 * 1024));
        assert_eq!(parse_meminfo("MemTotal: 9 kB\n"), None);
    }

    #[test]
    fn limits_of_the_process_count() {
        let limits = "Limit  Soft Limit  Hard Limit  Units\nMax address space  3072  unlimited  bytes\n";
        assert_eq!(parse_address_space(limits), Some(3072));
        assert_eq!(parse_address_space("Max address space  unlimited  unlimited  bytes\n"), None);
        assert_eq!(parse_virtual_size("Name: x\nVmSize:\t  8 kB\n"), Some(8192));
    }

    #[test]
    fn impossible_sizes_are_refused_with_their_bytes() {
        assert_eq!(require("a block", 10, 8), Ok(10));
        let error = require("a block", 1 << 80, 8).unwrap_err();
        assert_eq!(error.to_string(), "a block would need more than 2^63 bytes of memory");
        if available_bytes().is_some() {
            let error = require("a block", 1 << 55, 8).unwrap_err();
            assert!(error.to_string().starts_with("a block needs 288230376151711744 bytes of memory, "));
        }
    }
}
