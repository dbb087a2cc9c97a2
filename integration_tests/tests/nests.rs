//! Random nests of the index form: native code computes what they mean, or one diagnostic refuses them.

use lacuna_integration_tests::{campaign, nests::Nests};
use std::path::Path;

/// How many seeds; each takes a tenth of a second.
const CASES: u64 = 130;
/// The largest share of cases that may be refused: what is refused tests nothing but the refusal.
const MOST_REFUSED: f64 = 0.45;

#[test]
fn random_nests_are_right_or_refused() {
    let program = Path::new(env!("CARGO_BIN_EXE_lacuna-fuzz"));
    let tally = campaign::expect_no_failures(program, &Nests, CASES);
    assert!(tally.share_refused() <= MOST_REFUSED, "too much is drawn that is refused: {}", tally.summary());
}
