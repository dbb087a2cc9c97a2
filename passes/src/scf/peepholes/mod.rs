//! Peepholes: shorter code for what several operations amount to together.
//!
//! What an operation means follows from the operation. A peephole looks at who uses its results, changes nothing of what is
//! computed, and may pass over anything: what it does not know is lowered operation by operation. A run whose end only the walk
//! below it takes needs no search for that end ([`fused_runs`]). A value that is selected or left needs no branch
//! ([`value_or_constant`]).

pub mod fused_runs;
pub mod value_or_constant;
