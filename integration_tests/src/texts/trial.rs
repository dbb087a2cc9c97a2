//! Trying a case: as the call that `lacuna` makes, or as the program. Either way it ends with exit status 0, 1 or 2,
//! says what is wrong in one error, and leaves nothing behind where it refuses.

use super::case::Case;
use clap::Parser;
use lacuna_tools::{
    arguments::{Command as Subcommand, Lacuna},
    convert::{ConvertError, convert},
    eval::evaluate,
    shown::fits,
};
use std::{
    collections::BTreeMap,
    ffi::OsString,
    fs::{self, File},
    io::{Error, Read, Seek},
    os::unix::ffi::OsStringExt,
    process::{Command, ExitStatus, Stdio},
    time::{Duration, Instant},
};

/// How a case ended as it should.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// With exit status 0.
    Done,
    /// The check found the result wrong: exit status 1.
    Wrong,
    /// Refused, for a reason of this kind: exit status 2.
    Refused(String),
}

/// How long the program may run.
pub const PATIENCE: Duration = Duration::from_secs(30);

/// Tries a case in the current folder, which is empty before and after; the error says what is not as it should be.
pub fn try_case(case: &Case) -> Result<Outcome, String> {
    clear_folder().map_err(|error| error.to_string())?;
    for (name, bytes) in &case.files {
        fs::write(name, bytes).map_err(|error| format!("{name}: {error}"))?;
    }
    let outcome = if case.is_program { run_program(case) } else { call(case) }?;
    check_folder(case, &outcome)?;
    Ok(outcome)
}

fn arguments(case: &Case) -> Vec<OsString> {
    case.arguments.iter().cloned().map(OsString::from_vec).collect()
}

/// What the program does, without the program.
fn call(case: &Case) -> Result<Outcome, String> {
    let words = [OsString::from("lacuna")].into_iter().chain(arguments(case));
    let parsed = match Lacuna::try_parse_from(words) {
        Ok(parsed) => parsed,
        Err(error) if error.use_stderr() => return refused("command line", &error.render().to_string()),
        Err(_) => return Ok(Outcome::Done),
    };
    match parsed.command {
        Subcommand::Eval(arguments) => {
            let request = match arguments.request() {
                Ok(request) => request,
                Err(error) => return refused("command line", &error),
            };
            match evaluate(&request, None) {
                Ok(report) => Ok(finished(report.is_wrong(), report.to_string(), report.to_json().to_string())),
                Err(error) if error.is_ours() => Err(error.to_string()),
                Err(error) => refused(&kind(&error), &error.to_string()),
            }
        }
        Subcommand::Convert(arguments) => match convert(&arguments.request(), None) {
            Ok(report) => Ok(finished(report.is_wrong(), report.to_string(), report.to_json().to_string())),
            Err(error) if error.is_ours() => Err(error.to_string()),
            Err(ConvertError::Output(error)) => refused(&kind(&error), &error.to_string()),
            Err(error) => refused(&kind(&error), &error.to_string()),
        },
        // No case asks for it: it takes seconds, and no text but the name of a file.
        Subcommand::Calibrate(_) => Ok(Outcome::Done),
    }
}

/// Reports are printed, too: that is where a large count or a value that is no number would show.
fn finished(is_wrong: bool, text: String, json: String) -> Outcome {
    drop((text, json));
    if is_wrong { Outcome::Wrong } else { Outcome::Done }
}

/// The name of an error's variant.
fn kind(error: &impl std::fmt::Debug) -> String {
    format!("{error:?}").chars().take_while(char::is_ascii_alphanumeric).collect()
}

fn refused(kind: &str, message: &str) -> Result<Outcome, String> {
    if message.trim().is_empty() {
        return Err(format!("the error says nothing ({kind})"));
    }
    Ok(Outcome::Refused(kind.to_owned()))
}

fn run_program(case: &Case) -> Result<Outcome, String> {
    let broken = |error: Error| error.to_string();
    let program = std::env::current_exe().map_err(broken)?.with_file_name("lacuna");
    let (mut out, mut errors) = (tempfile::tempfile().map_err(broken)?, tempfile::tempfile().map_err(broken)?);
    let input = case.input().map_or("/dev/null", |(name, _)| name);
    let mut command = Command::new(&program);
    command
        .args(arguments(case))
        .stdin(File::open(input).map_err(broken)?)
        .stdout(out.try_clone().map(Stdio::from).map_err(broken)?)
        .stderr(errors.try_clone().map(Stdio::from).map_err(broken)?);
    let status = wait(&mut command).map_err(|error| format!("{}: {error}", program.display()))?;
    let (out, errors) = (text_of(&mut out).map_err(broken)?, text_of(&mut errors).map_err(broken)?);
    let said: Vec<_> = errors.lines().filter(|line| line.starts_with("error:")).collect();
    let is_json = case.arguments.iter().any(|argument| argument == b"--json");
    let error = errors.find("error:").map_or("", |begin| &errors[begin..]);
    let wrong = match (status.code(), said.as_slice()) {
        (Some(2), [_]) if !fits(error) => "no screen holds the error",
        (Some(0), []) => return Ok(Outcome::Done),
        (Some(1), []) => return Ok(Outcome::Wrong),
        (Some(2), [error]) if error.trim_end() == "error:" => "the error says nothing",
        (Some(2), [_]) if out.is_empty() || is_json => return Ok(Outcome::Refused("program".to_owned())),
        (Some(2), [_]) => "something is printed beside the error",
        (Some(0..=2), errors) => &format!("{} errors with {status}", errors.len()),
        _ => &status.to_string(),
    };
    Err(format!("{wrong}: {}", errors.trim()))
}

fn wait(command: &mut Command) -> std::io::Result<ExitStatus> {
    let begin = Instant::now();
    let mut child = command.spawn()?;
    while begin.elapsed() < PATIENCE {
        if let Some(status) = child.try_wait()? {
            return Ok(status);
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    child.kill()?;
    child.wait()?;
    Err(Error::other(format!("no end within {} s", PATIENCE.as_secs())))
}

fn text_of(file: &mut File) -> std::io::Result<String> {
    let mut bytes = Vec::new();
    file.rewind()?;
    file.read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// The files of the case are as they were, and beside them there is nothing but what was asked for, and that only where
/// nothing was wrong.
fn check_folder(case: &Case, outcome: &Outcome) -> Result<(), String> {
    let broken = |error: Error| error.to_string();
    let mut given: BTreeMap<_, _> = case.files.iter().map(|(name, bytes)| (OsString::from(name), bytes)).collect();
    for entry in fs::read_dir(".").map_err(broken)? {
        let entry = entry.map_err(broken)?;
        let (name, shown) = (entry.file_name(), entry.file_name().to_string_lossy().into_owned());
        let is_file = entry.file_type().map_err(broken)?.is_file();
        match given.remove(&name) {
            Some(bytes) if !is_file || fs::read(&name).map_err(broken)? != *bytes => {
                if *outcome != Outcome::Done {
                    return Err(format!("{shown} was changed ({outcome:?})"));
                }
            }
            Some(_) => {}
            None if *outcome == Outcome::Done && is_file => {}
            None => return Err(format!("{shown} was left behind ({outcome:?})")),
        }
    }
    if given.is_empty() { Ok(()) } else { Err(format!("gone: {given:?}")) }
}

fn clear_folder() -> std::io::Result<()> {
    for entry in fs::read_dir(".")? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            fs::remove_dir_all(entry.path())?;
        } else {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}
