//! Campaigns of the fuzzers whose memory is limited: a child that comes to its end says so, which refuses the case, and the
//! next seed has a child again. What is not said, or not limited, stays a failure.
//!
//! The program of the test is the child of the campaign, too, so it has a `main` of its own.

use lacuna_integration_tests::campaign::{self, Fuzzer, Limits, OUT_OF_MEMORY, Tally, Verdict};
use lacuna_tools::{exit_status::REFUSED, out_of_memory::EndingAllocator};
use std::{collections::BTreeMap, hint::black_box, process::ExitCode, time::Duration};

#[global_allocator]
static ALLOCATOR: EndingAllocator = EndingAllocator;

const FUZZERS: [&dyn Fuzzer; 3] = [&Greedy { is_limited: true }, &Greedy { is_limited: false }, &Silent];
/// The addresses of a child: room for the program and its libraries.
const MEMORY: u64 = 2 << 30;
const CASES: u64 = 12;

fn limits(memory: Option<u64>) -> Limits {
    Limits { patience: Duration::from_secs(60), memory, cases_of_a_child: u64::MAX }
}

/// Every third case asks for more memory than there is.
struct Greedy {
    is_limited: bool,
}

impl Fuzzer for Greedy {
    fn name(&self) -> &'static str {
        if self.is_limited { "greedy" } else { "greedy without a limit" }
    }

    fn limits(&self) -> Limits {
        limits(self.is_limited.then_some(MEMORY))
    }

    fn verdict(&self, seed: u64) -> Verdict {
        if seed % 3 == 1 {
            let bytes = if self.is_limited { MEMORY as usize } else { isize::MAX as usize };
            drop(black_box(Vec::<u8>::with_capacity(bytes)));
        }
        Verdict::Right
    }

    fn command(&self, seed: u64) -> String {
        format!("greedy {seed}")
    }
}

/// Every third case ends its process with the exit status of a refusal, for another reason.
struct Silent;

impl Fuzzer for Silent {
    fn name(&self) -> &'static str {
        "silent"
    }

    fn limits(&self) -> Limits {
        limits(Some(MEMORY))
    }

    fn verdict(&self, seed: u64) -> Verdict {
        if seed % 3 == 1 {
            eprintln!("error: no room for a reason");
            std::process::exit(REFUSED.into());
        }
        Verdict::Right
    }

    fn command(&self, seed: u64) -> String {
        format!("silent {seed}")
    }
}

fn tally_of(fuzzer: &dyn Fuzzer) -> Tally {
    let program = std::env::current_exe().expect("the test has a program");
    campaign::run(&program, fuzzer, 0, |seed| seed < CASES, |_, _, _| {}).expect("children can be started")
}

fn main() -> ExitCode {
    if let Some(fuzzer) =
        FUZZERS.into_iter().find(|fuzzer| std::env::args().skip(1).eq([campaign::CHILD, fuzzer.name()]))
    {
        campaign::serve(fuzzer).expect("the child can be served");
        return ExitCode::SUCCESS;
    }

    let limited = tally_of(FUZZERS[0]);
    assert_eq!(limited.refused, BTreeMap::from([(OUT_OF_MEMORY.to_owned(), CASES / 3)]), "{}", limited.summary());
    assert!(limited.failures.is_empty(), "{:?}", limited.failures);
    assert_eq!(limited.right, CASES - CASES / 3, "after the end of a child another takes its place");

    for (fuzzer, what) in [(FUZZERS[1], "not enough memory"), (FUZZERS[2], "no room for a reason")] {
        let tally = tally_of(fuzzer);
        let failed: Vec<_> = tally.failures.iter().map(|(seed, _)| *seed).collect();
        assert_eq!(failed, [1, 4, 7, 10], "{}: {}", fuzzer.name(), tally.summary());
        assert!(tally.failures.iter().all(|(_, failure)| failure.contains(what)), "{:?}", tally.failures);
    }
    println!("campaigns with limited memory: ok");
    ExitCode::SUCCESS
}
