//! The seeded fuzzers: random expressions over random formats, native code against the oracle, and conversions; and random schedules.

use lacuna_integration_tests::{
    campaign,
    fuzz::{Expressions, Schedules},
};
use std::path::Path;

/// How many seeds; each takes some tens of milliseconds.
const CASES: u64 = 500;
/// The largest share of cases that may be refused: what is refused tests nothing but the refusal.
const MOST_REFUSED: f64 = 0.12;

#[test]
fn random_expressions_are_right_or_refused() {
    let program = Path::new(env!("CARGO_BIN_EXE_lacuna-fuzz"));
    let tally = campaign::expect_no_failures(program, &Expressions, CASES);
    assert!(tally.share_refused() <= MOST_REFUSED, "too much is drawn that is refused: {}", tally.summary());
}

/// How many schedules, more than half of which ask for what their loops do not allow.
const SCHEDULES: u64 = 200;
const MOST_SCHEDULES_REFUSED: f64 = 0.7;

#[test]
fn random_schedules_are_right_or_refused() {
    let program = Path::new(env!("CARGO_BIN_EXE_lacuna-fuzz"));
    let tally = campaign::expect_no_failures(program, &Schedules, SCHEDULES);
    assert!(tally.share_refused() <= MOST_SCHEDULES_REFUSED, "too much is drawn that is refused: {}", tally.summary());
}
