//! Diagnostics: the only way for a pass to fail is to have said why.

use crate::remedy::Remedy;
use lacuna_dialects::register::{Severity, emit};
use melior::ir::Location;

/// Proof that an error was emitted. Only [`error`] and [`error_with_notes`] make one.
#[derive(Debug)]
pub struct Reported(());

/// Emits an error.
pub fn error(location: Location<'_>, message: impl AsRef<str>) -> Reported {
    error_with_notes(location, message, &[])
}

/// Emits an error with notes that point elsewhere.
pub fn error_with_notes(
    location: Location<'_>,
    message: impl AsRef<str>,
    notes: &[(Location<'_>, String)],
) -> Reported {
    emit(Severity::Error, location, message.as_ref(), notes);
    Reported(())
}

/// Emits a remark: what the compiler decided on its own.
pub fn remark(location: Location<'_>, message: impl AsRef<str>) {
    emit(Severity::Remark, location, message.as_ref(), &[]);
}

/// Emits a remark with what the user can do about it.
pub fn remark_with_remedy(location: Location<'_>, message: impl AsRef<str>, remedy: &Remedy) {
    remark(location, format!("{}; {remedy}", message.as_ref()));
}

/// Why something cannot be done, not said yet: an attempt that fails may be followed by another.
#[derive(Clone, Debug)]
pub struct Problem<'c> {
    location: Location<'c>,
    message: String,
    remedy: Option<Remedy>,
    notes: Vec<(Location<'c>, String)>,
    wants_workspace: bool,
}

impl<'c> Problem<'c> {
    /// A problem at a place.
    pub fn new(location: Location<'c>, message: impl Into<String>) -> Self {
        Self { location, message: message.into(), remedy: None, notes: Vec::new(), wants_workspace: false }
    }

    /// The same with notes that point elsewhere.
    pub fn with_notes(self, notes: Vec<(Location<'c>, String)>) -> Self {
        Self { notes, ..self }
    }

    /// The same with what the user can do about it.
    pub fn with_remedy(self, remedy: Remedy) -> Self {
        Self { remedy: Some(remedy), ..self }
    }

    /// The same, of something that a workspace would make possible.
    pub fn for_a_workspace(self) -> Self {
        Self { wants_workspace: true, ..self }
    }

    /// Whether a workspace would make it possible.
    pub fn wants_workspace(&self) -> bool {
        self.wants_workspace
    }

    /// Why, in words, without what to do about it.
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl From<Problem<'_>> for Reported {
    /// Emits the error.
    fn from(problem: Problem<'_>) -> Self {
        let message = match problem.remedy {
            None => problem.message,
            Some(remedy) => format!("{}; {remedy}", problem.message),
        };
        error_with_notes(problem.location, message, &problem.notes)
    }
}
