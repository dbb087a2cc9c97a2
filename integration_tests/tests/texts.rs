//! The seeded fuzzer of texts: expressions, formats, arguments and files, mutated. No crash, no hang, one error.

use lacuna_integration_tests::{campaign, texts::Texts};
use std::path::Path;

/// How many seeds; most take a few milliseconds.
const CASES: u64 = 2000;
/// At least so many cases are valid: what every text fails on first hides what lies behind.
const FEWEST_RIGHT: f64 = 0.1;
/// What refuses some texts: each part of the command that reads any.
const REFUSALS: [&str; 8] = ["command line", "Notation", "Format", "Source", "Read", "Schedule", "Output", "program"];

#[test]
fn mutated_texts_are_refused_by_one_error_or_serve() {
    let program = Path::new(env!("CARGO_BIN_EXE_lacuna-fuzz"));
    let tally = campaign::expect_no_failures(program, &Texts, CASES);
    assert!(tally.right as f64 >= FEWEST_RIGHT * CASES as f64, "too little is valid: {}", tally.summary());
    for reason in REFUSALS {
        assert!(tally.refused.contains_key(reason), "nothing is refused for {reason}: {}", tally.summary());
    }
}
