//! What came of a case: right, refused for a reason that is known to be justified, or a failure.

use super::Case;
use crate::campaign::Verdict;
use lacuna_tools::{
    compiler::CompileError,
    convert::{ConvertError, convert},
    eval::{EvalError, evaluate},
};

/// Why a request may be refused, so far: what is counted, and what the message says.
pub const JUSTIFIED: &[(&str, &str)] = &[
    ("innermost form", "cannot take its entries in the form"),
    ("vector lanes", "cannot run in vector lanes: "),
    ("copies of a body", "cannot be unrolled to "),
    ("workspace", "a workspace over "),
    ("workspace", "precompute does not go with a split of "),
    ("loop that quotients split", "nothing can be asked of the loop over "),
    ("order of loops", "the loop order that was asked for, "),
    ("loop that quotients split", ", so its loop is split already"),
    ("entries in slots", "keeps its entries in slots, which only sums can take one by one"),
    ("split of a stored result", "is stored and written at compound subscripts, and its values do not all combine"),
    ("sum that has to be written", "can stand inside or around"),
    ("result's format", "cannot be assembled"),
    ("result's format", "cannot be put together"),
    // The runtime refuses the plain ones of these; those of differences are found by solving for the dimensions.
    ("remainder that is known anyway", "and is neither a sum nor a quotient of them: leave it out"),
];

impl Verdict {
    /// Tries a case: right are the values, and the storage keeps the promises of its format.
    pub(super) fn of(case: &Case) -> Self {
        let failed = |what: &str| Self::failed(&case.command(), what);
        let outcome = match case {
            Case::Evaluate(request) => evaluate(request, None).map_err(Stop::from).map(|report| {
                report.check.map(|check| if check.ok { Ok(()) } else { Err(check.problem().unwrap_or("").to_owned()) })
            }),
            Case::Convert(request) => convert(request, None).map_err(Stop::from).map(|report| report.check),
        };
        match outcome {
            Ok(Some(Ok(()))) => Self::Right,
            Ok(Some(Err(worst))) => failed(&format!("wrong: {worst}")),
            Ok(None) => failed("not checked"),
            Err(Stop::Refused(errors)) => match errors.as_slice() {
                [error] => match justification(error) {
                    Some(reason) => Self::Refused(reason.to_owned()),
                    // Nothing is converted for an order that is asked for.
                    None if case.has_order() => Self::Refused("order of loops".to_owned()),
                    None => failed(&format!("refused: {error}")),
                },
                errors => failed(&format!("refused by {} errors: {}", errors.len(), errors.join("; "))),
            },
            Err(Stop::Error(error)) => failed(&format!("error: {error}")),
        }
    }
}

/// Why a case came to no result.
enum Stop {
    /// The compiler refused it, with these diagnostics.
    Refused(Vec<String>),
    Error(String),
}

impl From<EvalError> for Stop {
    fn from(error: EvalError) -> Self {
        match error {
            EvalError::Compile(CompileError::Refused(errors)) => Self::Refused(errors),
            EvalError::Notation(error) => Self::Refused(vec![error]),
            error => Self::Error(error.to_string()),
        }
    }
}

impl From<ConvertError> for Stop {
    fn from(error: ConvertError) -> Self {
        match error {
            ConvertError::Compile(CompileError::Refused(errors)) => Self::Refused(errors),
            error => Self::Error(error.to_string()),
        }
    }
}

pub(super) fn justification(error: &str) -> Option<&'static str> {
    let message = error.lines().next().unwrap_or_default();
    JUSTIFIED.iter().find(|(_, fragment)| message.contains(fragment)).map(|(reason, _)| *reason)
}
