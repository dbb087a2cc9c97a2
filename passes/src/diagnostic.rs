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
