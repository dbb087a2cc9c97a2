//! Why an operation is not converted to index form.

use melior::ir::Location;

/// Why an operation cannot be converted.
pub struct Unconvertible<'c> {
    pub location: Location<'c>,
    pub message: String,
}

pub fn refuse<'c>(location: Location<'c>, message: impl Into<String>) -> Unconvertible<'c> {
    Unconvertible { location, message: message.into() }
}
