//! The `lacuna` command: index notation and files in, checked and timed results out.

mod progress;
mod teller;

use clap::Parser;
use lacuna_tools::{
    arguments::{CalibrateArguments, Command, ConvertArguments, EvalArguments, Lacuna},
    calibrate, convert,
    eval::{self, Outputs},
    exit_status::{INTERNAL, REFUSED, WRONG},
    listener::Listener,
    out_of_memory::{self, EndingAllocator},
    pipes, scratch,
    shown::on_a_screen,
};
use std::{io::Write, panic, process::ExitCode};
use teller::Teller;

#[global_allocator]
static ALLOCATOR: EndingAllocator = EndingAllocator;

fn main() -> ExitCode {
    let Lacuna { command } = match Lacuna::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return ExitCode::from(explain_usage(&error)),
    };
    if let Err(error) = scratch::remove_on_signals() {
        complain(format_args!("signals cannot be waited for: {error}"));
        return ExitCode::from(INTERNAL);
    }
    out_of_memory::before_the_end(scratch::remove_at_the_end);
    let is_json = match &command {
        Command::Eval(arguments) => arguments.json,
        Command::Convert(arguments) => arguments.json,
        Command::Calibrate(_) => false,
    };
    if is_json {
        out_of_memory::report_as_json();
    }
    if let Err(message) = lacuna_runtime::memory::start_threads() {
        return ExitCode::from(finish(is_json, Err(Failure { message, status: REFUSED })));
    }
    let outcome = panic::catch_unwind(|| match command {
        Command::Eval(arguments) => run_eval(&arguments),
        Command::Convert(arguments) => run_convert(&arguments),
        Command::Calibrate(arguments) => run_calibrate(&arguments),
    });
    ExitCode::from(outcome.unwrap_or_else(|_| {
        complain(format_args!("internal error; please report it with the command that led here"));
        INTERNAL
    }))
}

fn run_eval(arguments: &EvalArguments) -> u8 {
    let teller = (!arguments.json).then(Teller::new);
    let listener = teller.as_ref().map(|teller| teller as &dyn Listener);
    let request = arguments.request().map_err(|message| Failure { message, status: REFUSED });
    let outcome = request.and_then(|request| {
        eval::prepare(&request, listener).map_err(|error| {
            let is_ours = error.is_ours();
            Failure::new(if arguments.json { error.to_string() } else { error.without_remarks() }, is_ours)
        })
    });
    let found = outcome.map(|eval::Evaluation { report, outputs }| {
        let (is_wrong, mut printed) = (report.is_wrong(), None);
        let text = if arguments.json {
            format!("{:#}\n", report.to_json())
        } else {
            let (stages, text) = (report.stages(), report.to_string());
            match stages {
                Some(stages) if report.printed.is_some() => stages + &text,
                stages => {
                    printed = stages.map(String::into_bytes);
                    text
                }
            }
        };
        Found { is_wrong, text, printed: report.printed.or(printed), outputs }
    });
    finish(arguments.json, found)
}

fn run_convert(arguments: &ConvertArguments) -> u8 {
    let teller = (!arguments.json).then(Teller::new);
    let listener = teller.as_ref().map(|teller| teller as &dyn Listener);
    let outcome = convert::prepare(&arguments.request(), listener)
        .map_err(|error| Failure::new(error.to_string(), error.is_ours()));
    let found = outcome.map(|convert::Conversion { report, outputs }| Found {
        is_wrong: report.is_wrong(),
        text: if arguments.json { format!("{:#}\n", report.to_json()) } else { report.to_string() },
        printed: report.printed,
        outputs,
    });
    finish(arguments.json, found)
}

fn run_calibrate(arguments: &CalibrateArguments) -> u8 {
    let teller = Teller::new();
    let outcome = calibrate::measure_into(arguments.output.as_deref(), Some(&teller));
    let found = outcome
        .map(|calibrate::Calibration { text, outputs }| Found { is_wrong: false, text, printed: None, outputs })
        .map_err(|error| Failure::new(error.to_string(), error.is_ours()));
    finish(false, found)
}

/// Prints what was asked for (help, the version), or what is wrong with the command line; gives the exit status.
fn explain_usage(error: &clap::Error) -> u8 {
    // What the arguments mean is not known then.
    if error.use_stderr() && std::env::args_os().any(|argument| argument == "--json") {
        let text = error.render().to_string();
        let message = text.split("\n\n").next().unwrap_or_default();
        print_json_error(message.strip_prefix("error: ").unwrap_or(message));
    }
    let text = error.render().to_string();
    if error.use_stderr() && on_a_screen(&text) != text {
        let _ = writeln!(std::io::stderr(), "{}", on_a_screen(&text));
        return REFUSED;
    }
    let printed = error.print().and_then(|()| std::io::stdout().flush());
    match printed {
        _ if error.use_stderr() => REFUSED,
        Ok(()) => 0,
        Err(error) => {
            complain_of_output(&error);
            REFUSED
        }
    }
}

fn print_json_error(error: &str) {
    let _ = writeln!(std::io::stdout(), "{:#}", serde_json::json!({ "error": on_a_screen(error) }));
}

/// Says that nothing could be printed. That nobody reads any more needs no word: the process ends as others do then.
fn complain_of_output(error: &std::io::Error) {
    if error.kind() == std::io::ErrorKind::BrokenPipe {
        scratch::remove_at_the_end();
        pipes::end_as_without_reader();
    }
    complain(format_args!("standard output: {error}"));
}

/// Says what is wrong. Where that cannot be said, the exit status says it alone.
fn complain(what: std::fmt::Arguments<'_>) {
    let _ = writeln!(std::io::stderr(), "{}", on_a_screen(&format!("error: {what}")));
}

/// What came of a request.
struct Found {
    is_wrong: bool,
    /// What is printed.
    text: String,
    /// A tensor or the stages of the program, which stand alone on standard output: the text goes to standard error then.
    printed: Option<Vec<u8>>,
    /// What is put into its place once it was.
    outputs: Outputs,
}

/// Why nothing came of a request.
struct Failure {
    message: String,
    status: u8,
}

impl Failure {
    fn new(message: String, is_ours: bool) -> Self {
        Self { message, status: if is_ours { INTERNAL } else { REFUSED } }
    }
}

/// Prints what was found and keeps the files, or prints what was wrong with the request; gives the exit status.
fn finish(json: bool, outcome: Result<Found, Failure>) -> u8 {
    match outcome {
        Ok(Found { is_wrong, text, printed, outputs }) => {
            let mut text = text.into_bytes();
            if let Some(tensor) = printed {
                let _ = std::io::stderr().write_all(&text);
                text = tensor;
            }
            let mut out = std::io::stdout();
            if let Err(error) = out.write_all(&text).and_then(|()| out.flush()) {
                drop(outputs);
                complain_of_output(&error);
                return REFUSED;
            }
            if let Err(error) = outputs.keep() {
                complain(format_args!("{error}"));
                return REFUSED;
            }
            if is_wrong { WRONG } else { 0 }
        }
        Err(Failure { message, status }) => {
            if json {
                print_json_error(&message);
            }
            complain(format_args!("{message}"));
            status
        }
    }
}
