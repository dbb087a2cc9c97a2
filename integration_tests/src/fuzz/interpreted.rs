//! The fuzzer of passes: the index form of random requests, interpreted after each pass, against the oracle.

use super::{Case, random_case, verdict::justification};
use crate::campaign::{Fuzzer, Verdict};
use lacuna_tools::{
    compiler::CompileError,
    eval::{EvalError, interpret},
};

/// A wrong result names the pass that made it.
pub struct Interpretations;

impl Fuzzer for Interpretations {
    fn name(&self) -> &'static str {
        "interpretations"
    }

    fn verdict(&self, seed: u64) -> Verdict {
        let case = random_case(seed);
        let Case::Evaluate(request) = &case else { return Verdict::Refused("a conversion".to_owned()) };
        match interpret(request) {
            Ok(outcome) => match outcome.wrong {
                Some((pass, what)) => Verdict::failed(&case.command(), &format!("wrong after {pass}: {what}")),
                None if outcome.skipped.is_empty() => Verdict::Right,
                None => {
                    let what: Vec<_> = outcome.skipped.into_keys().collect();
                    Verdict::Refused(format!("not interpreted: {}", what.join(", ")))
                }
            },
            Err(EvalError::Notation(error)) if justification(&error).is_some() => {
                Verdict::Refused("by the notation".to_owned())
            }
            Err(EvalError::Compile(CompileError::Refused(_))) => Verdict::Refused("by the compiler".to_owned()),
            Err(error) => Verdict::failed(&case.command(), &format!("error: {error}")),
        }
    }

    fn command(&self, seed: u64) -> String {
        random_case(seed).command()
    }
}
