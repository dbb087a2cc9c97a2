//! The seeded fuzzer: random expressions over random formats, native code against the oracle.

use lacuna_integration_tests::{fuzz::random_request, request::command};
use lacuna_tools::{
    compiler::CompileError,
    eval::{EvalError, evaluate},
};

/// How many seeds; each takes some tens of milliseconds.
const CASES: u64 = 400;

/// Why a random expression may be refused, so far.
const JUSTIFIED: [&str; 2] = [
    // Products of several stored operands.
    "would have to be enumerated together",
    // Powers of one whose entries are stored in parts.
    "is not linear in it",
];

#[test]
fn random_expressions_are_right_or_refused() {
    let (mut right, mut refused, mut failures) = (0, 0, Vec::new());
    for seed in 0..CASES {
        let request = random_request(seed);
        match evaluate(&request, None) {
            Ok(report) if report.check.as_ref().is_some_and(|check| check.ok) => right += 1,
            Ok(report) => failures.push(format!("wrong {:?}: {}", report.check, command(&request))),
            Err(EvalError::Compile(CompileError::Refused(errors))) => {
                let is_justified = |error: &String| JUSTIFIED.iter().any(|reason| error.contains(reason));
                if errors.len() != 1 || !errors.iter().all(is_justified) {
                    failures.push(format!("refused with {errors:?}: {}", command(&request)));
                }
                refused += 1;
            }
            Err(error) => failures.push(format!("{error}: {}", command(&request))),
        }
    }
    assert!(failures.is_empty(), "{} of {CASES}:\n{}", failures.len(), failures.join("\n"));
    assert!(right > CASES / 2, "{right} right, {refused} refused: the fuzzer draws too much that is refused");
}
