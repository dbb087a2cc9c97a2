//! The exit status of the command.

/// The result was wrong; nothing was written.
pub const WRONG: u8 = 1;
/// The request was at fault; what is at fault was printed, nothing was written.
pub const REFUSED: u8 = 2;
/// We are at fault.
pub const INTERNAL: u8 = 3;
