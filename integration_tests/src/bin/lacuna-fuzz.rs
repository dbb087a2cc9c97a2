//! `lacuna-fuzz`: random requests, random nests, mutated texts, or mutated IR, until the time is over; every failure as the command that
//! repeats it.

use clap::Parser;
use lacuna_integration_tests::{
    campaign::{self, Fuzzer, Verdict},
    fuzz::{AffineSubscripts, Expressions, Interpretations, ManyOperands, Schedules},
    mutants::Mutants,
    nests::Nests,
    texts::Texts,
};
use lacuna_tools::{
    out_of_memory::{self, EndingAllocator},
    scratch,
};
use std::{
    process::ExitCode,
    sync::Mutex,
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

/// A child whose memory is limited says that it came to its end.
#[global_allocator]
static ALLOCATOR: EndingAllocator = EndingAllocator;

/// What can be tried; the first without being asked for.
const FUZZERS: [&dyn Fuzzer; 8] =
    [&Expressions, &Mutants, &Texts, &Interpretations, &Nests, &ManyOperands, &AffineSubscripts, &Schedules];
/// How often progress is shown.
const INTERVAL: Duration = Duration::from_secs(10);

#[derive(Parser)]
#[command(
    name = "lacuna-fuzz",
    about = "Run random requests, mutated texts or mutated IR; show each failure as the command that repeats it",
    after_help = "Exit status: 0 no failure, 1 failures, 2 the arguments were refused.",
    max_term_width = 100
)]
struct Options {
    /// Mutate the IR of the lit tests (tokens dropped, doubled, swapped, replaced) and run the passes of each test on it: none
    /// may crash, hang, call itself at fault, fail without a reason, or make invalid IR
    #[arg(long)]
    ir: bool,
    /// Mutate texts (expressions, formats, sizes, generators, schedules, arguments, bytes of files): none may crash, hang,
    /// take more than 2 GiB, or be refused by anything but one error
    #[arg(long, conflicts_with = "ir")]
    texts: bool,
    /// Interpret the index form of random requests after each pass, and compare with the oracle: a wrong result names its
    /// pass. What is not interpreted counts as refused
    #[arg(long, conflicts_with_all = ["ir", "texts"])]
    passes: bool,
    /// Draw random nests of the index form, lower them to native code, and compare with an evaluation of their own
    #[arg(long, conflicts_with_all = ["ir", "texts", "passes"])]
    nests: bool,
    /// Draw statements of seven to twelve stored operands, whose formats contradict one another
    #[arg(long, conflicts_with_all = ["ir", "texts", "passes", "nests"])]
    many_operands: bool,
    /// Draw requests whose subscripts are sums of multiples of variables, on every format, some in an order of the loops that is
    /// asked for
    #[arg(long, conflicts_with_all = ["ir", "texts", "passes", "nests", "many_operands"])]
    affine: bool,
    /// Draw schedules of one statement: splits, tiles, orders, workspaces, lanes, copies of bodies and innermost forms
    #[arg(long, conflicts_with_all = ["ir", "texts", "passes", "nests", "many_operands", "affine"])]
    schedules: bool,
    /// Run for N minutes, unless --cases is given
    #[arg(long, value_name = "N", default_value = "1", value_parser = minutes)]
    minutes: f64,
    /// Run N cases
    #[arg(long, value_name = "N")]
    cases: Option<u64>,
    /// Show every case, not only failures
    #[arg(long)]
    show: bool,
    /// Seed of the first case; each later case takes the next seed. Without it, every run tries other cases
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
}

fn minutes(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(minutes) if minutes > 0.0 && minutes < 1e6 => Ok(minutes),
        Ok(_) => Err("must be more than 0 and less than a million".to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

fn main() -> ExitCode {
    out_of_memory::before_the_end(scratch::remove_at_the_end);
    let served = FUZZERS.into_iter().find(|fuzzer| std::env::args().skip(1).eq([campaign::CHILD, fuzzer.name()]));
    let outcome = match served {
        Some(fuzzer) => campaign::serve(fuzzer).map(|()| true),
        None => fuzz(&Options::parse()),
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
    let asked: [(bool, &dyn Fuzzer); 7] = [
        (options.ir, &Mutants),
        (options.texts, &Texts),
        (options.passes, &Interpretations),
        (options.nests, &Nests),
        (options.many_operands, &ManyOperands),
        (options.affine, &AffineSubscripts),
        (options.schedules, &Schedules),
    ];
    let fuzzer =
        asked.into_iter().find(|(is_asked, _)| *is_asked).map_or(&Expressions as &dyn Fuzzer, |(_, fuzzer)| fuzzer);
    let begin = Instant::now();
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    let first = options.seed.unwrap_or(now * 1000);
    let time = Duration::from_secs_f64(options.minutes * 60.0);
    println!("seeds from {first} on");
    let last_shown = Mutex::new(begin);
    let goes_on = |seed: u64| match options.cases {
        Some(cases) => seed < first.saturating_add(cases),
        None => begin.elapsed() < time,
    };
    let tally = campaign::run(&std::env::current_exe()?, fuzzer, first, goes_on, |seed, verdict, tally| {
        match verdict {
            Verdict::Failed(what) => println!("seed {seed}: {what}"),
            Verdict::Right if options.show => println!("seed {seed}: right\n  {}", fuzzer.command(seed)),
            Verdict::Refused(reason) if options.show => {
                println!("seed {seed}: refused: {reason}\n  {}", fuzzer.command(seed));
            }
            _ => {}
        }
        if let Ok(mut last) = last_shown.lock()
            && last.elapsed() >= INTERVAL
        {
            *last = Instant::now();
            println!("{:.0} s: {}", begin.elapsed().as_secs_f64(), tally.counts());
        }
    })?;
    println!("{}", tally.summary());
    Ok(tally.failures.is_empty())
}
