//! What a schedule asks of the workspace of a result.

use lacuna_layout::policy::Keeping;

/// What the list of variables is called where it is written.
pub const OVER: &str = "over";

/// What the text of [`Precompute::keeping`] is called there.
pub const KEPT: &str = "kept";

/// What a schedule asks of the workspace in which the terms of a result are collected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Precompute {
    /// The names of its variables.
    pub over: Vec<String>,
    /// How it keeps points, if that is asked.
    pub keeping: Option<Keeping>,
}

impl Precompute {
    /// As it is written: `{over = ["j"], kept = "hash:4096"}`. What stands behind `over` is optional.
    pub fn text(&self) -> String {
        let names: Vec<_> = self.over.iter().map(|name| format!("\"{name}\"")).collect();
        let kept = self.keeping.map(|keeping| format!(", {KEPT} = \"{keeping}\"")).unwrap_or_default();
        format!("{{{OVER} = [{}]{kept}}}", names.join(", "))
    }
}
