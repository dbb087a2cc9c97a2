//! What is told before a request is done: remarks, and on a terminal how far it is.

use super::{done, folder, lacuna};
use std::{
    fs::{File, OpenOptions},
    io::{Read, Write},
    os::fd::FromRawFd,
    process::{Command, Stdio},
    sync::mpsc::{self, Receiver},
    thread,
    time::{Duration, Instant},
};

const SUM: [&str; 10] =
    ["eval", "S(i,j) = A(i,j) + B(j,i)", "-f", "A=csr", "-f", "B=csr", "-f", "S=csr", "-i", "A=poisson2d:4x4"];
const REMARK: &str = "remark: operand B is converted from csr to csc: ";

#[test]
fn remarks_are_told_beside_the_report() {
    let folder = folder();
    let (out, error) = done(&folder, &[&SUM[..], &["-i", "B=poisson2d:4x4"]].concat(), "");
    assert!(error.starts_with(REMARK) && error.lines().count() == 1, "{error}");
    assert!(out.contains("  result ") && !out.contains("is converted"), "{out}");
    // A program reads all of it together.
    let (out, error) = done(&folder, &[&SUM[..], &["-i", "B=poisson2d:4x4", "--json"]].concat(), "");
    assert!(out.contains("operand B is converted from csr to csc") && error.is_empty(), "{out}\n{error}");
    // So do those of a program that does not run.
    let emitted = ["eval", "S(i,j) = A(i,j) + B(j,i)", "-f", "A=csr", "-f", "B=csr", "-f", "S=csr", "--emit", "sloop"];
    let (out, error) = done(&folder, &emitted, "");
    assert!(error.starts_with(REMARK) && !out.contains("remark"), "{out}\n{error}");
}

/// What the kernel finds is told after the remarks, which may be the reason.
#[test]
fn remarks_are_told_before_the_kernel_runs() {
    let folder = folder();
    let narrow = "S=(i, j) -> (i : dense, j : compressed), positions = 8";
    let mut arguments = [&SUM[..], &["-i", "B=poisson2d:9x9"]].concat();
    (arguments[7], arguments[9]) = (narrow, "A=poisson2d:9x9");
    let output = lacuna(folder.path(), &arguments, b"");
    let error = String::from_utf8(output.stderr).expect("text");
    assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(2), &[][..]), "{error}");
    let lines: Vec<&str> = error.lines().collect();
    assert!(lines[0].starts_with(REMARK) && lines[1].starts_with("error: ") && lines.len() == 2, "{error}");
}

/// The two ends of a terminal: what is written into the second is read from the first.
fn terminal() -> (File, File) {
    let (mut ours, mut theirs) = (0, 0);
    let size = libc::winsize { ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0 };
    // SAFETY: both numbers have a place, nothing is asked of the name or the settings, and the size outlives the call.
    let opened = unsafe { libc::openpty(&mut ours, &mut theirs, std::ptr::null_mut(), std::ptr::null(), &size) };
    assert_eq!(opened, 0, "{}", std::io::Error::last_os_error());
    // SAFETY: both were opened just now, and nobody else has them.
    unsafe { (File::from_raw_fd(ours), File::from_raw_fd(theirs)) }
}

/// What is read from the end of a terminal, as it comes.
fn read_all(mut end: File) -> Receiver<String> {
    let (tell, told) = mpsc::channel();
    thread::spawn(move || {
        let mut bytes = [0; 4096];
        // Reading fails when the other end is closed.
        while let Ok(count @ 1..) = end.read(&mut bytes) {
            if tell.send(String::from_utf8_lossy(&bytes[..count]).into_owned()).is_err() {
                break;
            }
        }
    });
    told
}

/// What stands on the terminal when `lacuna` reads from a pipe into which nothing is written yet, and at the end.
fn seen_while_reading(options: &[&str], until: Duration, word: &str) -> (String, String) {
    let folder = folder();
    let pipe = folder.path().join("x.tns");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo runs").success());
    let (ours, theirs) = terminal();
    let mut command = Command::new(env!("CARGO_BIN_EXE_lacuna"));
    command.current_dir(folder.path()).env("TERM", "xterm").args(["eval", "y(i) = 2 * x(i)", "-i", "x=x.tns"]);
    let child = command.args(options).stdout(Stdio::null()).stderr(Stdio::from(theirs)).spawn();
    let mut child = child.expect("lacuna runs");
    drop(command);
    let told = read_all(ours);
    let mut writer = OpenOptions::new().write(true).open(&pipe).expect("lacuna reads");
    let (begin, mut before) = (Instant::now(), String::new());
    while !before.contains(word) && begin.elapsed() < until {
        before.extend(told.recv_timeout(until.saturating_sub(begin.elapsed())));
    }
    writer.write_all(b"1 1.0\n3 2.0\n").expect("lacuna reads");
    drop(writer);
    assert!(child.wait().expect("lacuna ends").success());
    (before, told.into_iter().collect())
}

#[test]
fn long_phases_are_shown_on_a_terminal() {
    let (before, after) = seen_while_reading(&[], Duration::from_secs(30), "reading");
    assert!(before.contains("reading"), "{before:?}");
    // The line of the phase is cleared: nothing follows that stays.
    assert!(after.contains("\u{1b}[2K") || before.contains("\u{1b}[2K"), "{before:?}\n{after:?}");
}

#[test]
fn programs_that_read_json_are_shown_nothing() {
    let (before, after) = seen_while_reading(&["--json"], Duration::from_millis(700), "reading");
    assert_eq!((before.as_str(), after.as_str()), ("", ""));
}
