//! Output that nobody reads any more, as in `lacuna --help | head -1`. Rust's runtime ignores SIGPIPE and makes an error of
//! it; tools end by that signal, without a word.

/// Ends the process as soon as it writes into a pipe without a reader.
pub fn end_with_reader() {
    // SAFETY: the default action of a signal is set, before there are other threads.
    unsafe { libc::signal(libc::SIGPIPE, libc::SIG_DFL) };
}

/// Ends the process now, as by the signal that a pipe without a reader sends.
pub fn end_as_without_reader() -> ! {
    end_with_reader();
    // SAFETY: raising a signal touches no memory of the process.
    unsafe { libc::raise(libc::SIGPIPE) };
    // The signal may be blocked: shells show its end as this status.
    std::process::exit(128 + libc::SIGPIPE)
}
