//! What came of a case: right, refused for a reason that is known to be justified, or a failure.

use super::Case;
use lacuna_tools::{
    compiler::CompileError,
    convert::{ConvertError, convert},
    eval::{EvalError, evaluate},
};

/// Why a request may be refused, so far: what is counted, and what the message says.
pub const JUSTIFIED: &[(&str, &str)] = &[
    ("workspace", "needs a workspace"),
    ("result's format", "cannot be assembled"),
    ("result's format", "cannot be put together"),
    // The runtime refuses the plain ones of these; those of differences are found by solving for the dimensions.
    ("remainder that is known anyway", "and is neither a sum nor a quotient of them: leave it out"),
];

/// What came of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The result is right and its storage keeps the promises of its format.
    Right,
    /// Refused by one diagnostic, for a justified reason.
    Refused(String),
    /// Anything else, in one line.
    Failed(String),
}

impl Verdict {
    /// Tries a case.
    pub fn of(case: &Case) -> Self {
        let outcome = match case {
            Case::Evaluate(request) => evaluate(request, None).map_err(Stop::from).map(|report| {
                report.check.map(|check| if check.ok { Ok(()) } else { Err(check.problem().unwrap_or("").to_owned()) })
            }),
            Case::Convert(request) => convert(request, None).map_err(Stop::from).map(|report| report.check),
        };
        match outcome {
            Ok(Some(Ok(()))) => Self::Right,
            Ok(Some(Err(worst))) => Self::failed(case, &format!("wrong: {worst}")),
            Ok(None) => Self::failed(case, "not checked"),
            Err(Stop::Refused(errors)) => match errors.as_slice() {
                [error] => match justification(error) {
                    Some(reason) => Self::Refused(reason.to_owned()),
                    None => Self::failed(case, &format!("refused: {error}")),
                },
                errors => Self::failed(case, &format!("refused by {} errors: {}", errors.len(), errors.join("; "))),
            },
            Err(Stop::Error(error)) => Self::failed(case, &format!("error: {error}")),
        }
    }

    /// A failure, with the command that repeats it.
    pub fn failed(case: &Case, what: &str) -> Self {
        let line: Vec<_> = what.lines().map(str::trim).collect();
        Self::Failed(format!("{}\n  {}", line.join(" | "), case.command()))
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

fn justification(error: &str) -> Option<&'static str> {
    let message = error.lines().next().unwrap_or_default();
    JUSTIFIED.iter().find(|(_, fragment)| message.contains(fragment)).map(|(reason, _)| *reason)
}
