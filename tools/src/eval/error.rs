//! Everything that can be wrong with a request. One error says one thing.

use super::Request;
use crate::{compiler::CompileError, kernel::CallError};
use lacuna_notation::{
    NotationError,
    elsewhere::written_here,
    oracle::{CompareError, OracleError},
};
use lacuna_runtime::{
    io::{ReadError, WriteError},
    pack::PackError,
    source::SourceError,
};
use std::path::PathBuf;

/// Why an evaluation did not come about.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum EvalError {
    #[error("{0}")]
    Notation(String),
    #[error("{option}: the expression has no tensor {name}")]
    UnknownTensor { name: String, option: String },
    #[error("operand {name} has no data: give it with -i {name}=FILE, or a generator such as -i {name}=ones{hint}")]
    NoData { name: String, hint: String },
    #[error("-f {name}={text}: {message}")]
    Format { name: String, text: String, message: String },
    #[error("--half {name}: {message}")]
    Half { name: String, message: String },
    #[error("--schedule '{text}': {message}")]
    Schedule { text: String, message: String },
    #[error("-i {name}={text}: {error}")]
    Source { name: String, text: String, error: Box<SourceError> },
    #[error("operand {name} has order {wanted} in the expression, but {text} makes order {found}")]
    Order { name: String, text: String, wanted: usize, found: usize },
    #[error(transparent)]
    Read(#[from] Box<ReadError>),
    #[error("operand {name}: {error}")]
    Pack { name: String, error: Box<PackError> },
    #[error("result {name}: {error}")]
    PackResult { name: String, error: Box<PackError> },
    #[error("{what} {name}: {message}")]
    TooLarge { what: &'static str, name: String, message: String },
    #[error("{0}")]
    Unsupported(String),
    #[error(transparent)]
    Compile(#[from] CompileError),
    #[error(transparent)]
    Call(#[from] CallError),
    #[error("{error}{}", notes(.remarks))]
    NoMemory { error: Box<CallError>, remarks: Vec<String> },
    #[error("--check: {0}")]
    Oracle(#[from] Box<OracleError>),
    #[error("--check: {0}")]
    Compare(#[from] CompareError),
    #[error(transparent)]
    Write(#[from] Box<WriteError>),
    #[error("--costs {}: {message}", path.display())]
    Costs { path: PathBuf, message: String },
    #[error("{}: cannot be written: {message}", path.display())]
    Output { path: PathBuf, message: String },
    #[error("--emit {stage}: {message}")]
    Emit { stage: &'static str, message: String },
    #[error("internal error: {0}")]
    Internal(String),
}

/// What an operand may be meant to be that has the name of a function elsewhere.
fn function(name: &str) -> String {
    let hint = |(call, written)| format!("; no function is called {name}: {call} is written {written}");
    written_here(name).map_or_else(String::new, hint)
}

/// What the compiler decided, below an error that it may explain.
fn notes(remarks: &[String]) -> String {
    remarks.iter().map(|remark| format!("\n  note: {remark}")).collect()
}

impl EvalError {
    /// The error for an operand without data. If `-d` gives it a size, it says that this is no index variable.
    pub(super) fn no_data(request: &Request, name: &str) -> Self {
        let hint = match request.sizes.contains_key(name) {
            true => format!("; -d {name} sizes an index variable, but {name} is in no subscript"),
            false => function(name),
        };
        Self::NoData { name: name.to_owned(), hint }
    }

    /// Whether the fault is ours, and not one of the request.
    pub fn is_ours(&self) -> bool {
        match self {
            Self::Internal(_) => true,
            Self::Compile(error) => error.is_ours(),
            Self::Call(error) => error.is_ours(),
            Self::Read(error) => error.is_ours(),
            Self::Source { error, .. } => error.is_ours(),
            _ => false,
        }
    }

    /// The error alone, for those who were told the remarks of the compiler before.
    pub fn without_remarks(&self) -> String {
        match self {
            Self::NoMemory { error, .. } => error.to_string(),
            other => other.to_string(),
        }
    }

    /// An error in the expression, shown under it.
    pub fn notation(request: &Request, error: NotationError) -> Self {
        let text = error.render(&request.expression);
        Self::Notation(request.file.as_ref().map_or(text.clone(), |file| format!("{}: {text}", file.display())))
    }
}
