//! The index form, interpreted after each pass on it: each pass keeps what it computes.

use lacuna_integration_tests::{campaign, fuzz::Interpretations};
use std::path::Path;

/// How many seeds; each takes some tens of milliseconds.
const CASES: u64 = 250;
/// The largest share of cases of which some pass leaves what is not interpreted, conversions of files among them.
const MOST_SKIPPED: f64 = 0.35;

#[test]
fn passes_keep_what_is_computed() {
    let program = Path::new(env!("CARGO_BIN_EXE_lacuna-fuzz"));
    let tally = campaign::expect_no_failures(program, &Interpretations, CASES);
    assert!(tally.share_refused() <= MOST_SKIPPED, "too much is not interpreted: {}", tally.summary());
}
