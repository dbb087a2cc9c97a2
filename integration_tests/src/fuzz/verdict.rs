//! What came of a request: right, refused for a reason that is known to be justified, or a failure.

use crate::request::command;
use lacuna_tools::{
    compiler::CompileError,
    eval::{EvalError, Request, evaluate},
};

/// Why a request may be refused, so far: what is counted, and what the message says.
pub const JUSTIFIED: &[(&str, &str)] = &[
    ("workspace", "needs a workspace"),
    ("result's format", "cannot be assembled"),
    ("result's format", "cannot be put together"),
    // The runtime refuses the plain ones of these; those of differences are found by solving for the dimensions.
    ("remainder that is known anyway", "and not as a sum or a quotient: leave it out"),
    ("diagonal of a stored operand", "diagonals of stored tensors are not supported yet"),
    // A conversion would help, were there not a diagonal or a compound subscript of another operand.
    ("slots beside what no format helps", "keeps its entries in slots, which only sums can take one by one"),
    ("compound subscript of a stored operand", "only a variable alone can subscript a stored level yet"),
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
    /// Evaluates a request.
    pub fn of(request: &Request) -> Self {
        match evaluate(request, None) {
            Ok(report) => match report.check {
                Some(check) if check.ok => Self::Right,
                Some(check) => Self::failed(request, &format!("wrong: {}", check.worst.unwrap_or_default())),
                None => Self::failed(request, "not checked"),
            },
            Err(EvalError::Compile(CompileError::Refused(errors))) => match errors.as_slice() {
                [error] => match justification(error) {
                    Some(reason) => Self::Refused(reason.to_owned()),
                    None => Self::failed(request, &format!("refused: {error}")),
                },
                errors => Self::failed(request, &format!("refused by {} errors: {}", errors.len(), errors.join("; "))),
            },
            Err(error) => Self::failed(request, &format!("error: {error}")),
        }
    }

    /// A failure, with the command that repeats it.
    pub fn failed(request: &Request, what: &str) -> Self {
        let line: Vec<_> = what.lines().map(str::trim).collect();
        Self::Failed(format!("{}\n  {}", line.join(" | "), command(request)))
    }
}

fn justification(error: &str) -> Option<&'static str> {
    let message = error.lines().next().unwrap_or_default();
    JUSTIFIED.iter().find(|(_, fragment)| message.contains(fragment)).map(|(reason, _)| *reason)
}
