//! The seeded fuzzer: random expressions over random formats, native code against the oracle.

use lacuna_integration_tests::{fuzz::random_request, request::command};
use lacuna_tools::eval::{EvalError, evaluate};

/// How many seeds; each takes some tens of milliseconds.
const CASES: u64 = 400;

#[test]
fn random_expressions_are_right_or_refused() {
    let (mut right, mut refused, mut failures) = (0, 0, Vec::new());
    for seed in 0..CASES {
        let request = random_request(seed);
        match evaluate(&request, None) {
            Ok(report) if report.check.as_ref().is_some_and(|check| check.ok) => right += 1,
            Ok(report) => failures.push(format!("wrong {:?}: {}", report.check, command(&request))),
            Err(EvalError::Compile(lacuna_tools::compiler::CompileError::Refused(errors))) => {
                if errors.len() != 1 {
                    failures.push(format!(
                        "{} diagnostics, required one: {errors:?}: {}",
                        errors.len(),
                        command(&request)
                    ));
                }
                refused += 1;
            }
            Err(error) => failures.push(format!("{error}: {}", command(&request))),
        }
    }
    assert!(failures.is_empty(), "{} of {CASES}:\n{}", failures.len(), failures.join("\n"));
    assert!(right > CASES / 2, "{right} right, {refused} refused: the fuzzer draws too much that is refused");
}
