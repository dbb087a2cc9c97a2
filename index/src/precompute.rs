//! What a schedule asks of the workspace of a result.

use lacuna_layout::policy::Keeping;

/// What a schedule asks of the workspace in which the terms of a result are collected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Precompute {
    /// The names of its variables.
    pub over: Vec<String>,
    /// How it keeps points, if that is asked.
    pub keeping: Option<Keeping>,
}
