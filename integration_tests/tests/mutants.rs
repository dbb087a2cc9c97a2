//! The seeded fuzzer of mutated IR: the parser and the passes refuse it, or compile it, and do nothing else.

use lacuna_integration_tests::{campaign, mutants::Mutants};
use std::path::Path;

/// How many seeds; each takes a few milliseconds.
const CASES: u64 = 1500;
/// The least share of mutants that get past the parser: others test nothing but that.
const LEAST_PARSED: f64 = 0.1;

#[test]
fn mutated_ir_is_refused_or_compiled() {
    let program = Path::new(env!("CARGO_BIN_EXE_lacuna-fuzz"));
    let tally = campaign::expect_no_failures(program, &Mutants, CASES);
    let unparsed = tally.refused.get("the parser").copied().unwrap_or(0);
    let share = 1.0 - unparsed as f64 / CASES as f64;
    assert!(share >= LEAST_PARSED, "most mutants end at the parser: {}", tally.summary());
}
