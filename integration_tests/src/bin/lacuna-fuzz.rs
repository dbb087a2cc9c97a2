//! `lacuna-fuzz`: random requests until the time is over; every failure as the command that repeats it.

use lacuna_integration_tests::fuzz::{campaign, verdict::Verdict};
use std::{
    process::ExitCode,
    sync::Mutex,
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

const USAGE: &str = "usage: lacuna-fuzz [--minutes N] [--cases N] [--seed S]";
/// How often progress is shown.
const INTERVAL: Duration = Duration::from_secs(10);

struct Options {
    minutes: f64,
    cases: Option<u64>,
    seed: u64,
}

fn options(arguments: &[String]) -> Result<Options, String> {
    // Without a seed every run tries other cases.
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    let mut options = Options { minutes: 1.0, cases: None, seed: now * 1000 };
    let mut arguments = arguments.iter();
    while let Some(option) = arguments.next() {
        let value = arguments.next().ok_or_else(|| format!("{option} needs a value\n{USAGE}"))?;
        let refused = |error: &dyn std::fmt::Display| format!("{option} {value}: {error}\n{USAGE}");
        match option.as_str() {
            "--minutes" => options.minutes = value.parse().map_err(|error| refused(&error))?,
            "--cases" => options.cases = Some(value.parse().map_err(|error| refused(&error))?),
            "--seed" => options.seed = value.parse().map_err(|error| refused(&error))?,
            _ => return Err(format!("unknown option {option}\n{USAGE}")),
        }
    }
    if !(options.minutes > 0.0 && options.minutes < 1e6) {
        return Err(format!("--minutes {}: must be more than 0 and less than a million\n{USAGE}", options.minutes));
    }
    Ok(options)
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let outcome = if arguments == [campaign::CHILD] {
        campaign::serve().map(|()| true).map_err(|error| error.to_string())
    } else {
        options(&arguments).and_then(|options| fuzz(&options).map_err(|error| error.to_string()))
    };
    match outcome {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

/// Runs until the time is over or the cases are done; says whether there was no failure.
fn fuzz(options: &Options) -> std::io::Result<bool> {
    let begin = Instant::now();
    let time = Duration::from_secs_f64(options.minutes * 60.0);
    println!("seeds from {} on", options.seed);
    let last_shown = Mutex::new(begin);
    let goes_on = |seed: u64| match options.cases {
        Some(cases) => seed < options.seed.saturating_add(cases),
        None => begin.elapsed() < time,
    };
    let tally = campaign::run(&std::env::current_exe()?, options.seed, goes_on, |seed, verdict, tally| {
        if let Verdict::Failed(what) = verdict {
            println!("seed {seed}: {what}");
        }
        if let Ok(mut last) = last_shown.lock()
            && last.elapsed() >= INTERVAL
        {
            *last = Instant::now();
            println!("{:.0} s: {}", begin.elapsed().as_secs_f64(), tally.summary());
        }
    })?;
    println!("{}", tally.summary());
    Ok(tally.failures.is_empty())
}
