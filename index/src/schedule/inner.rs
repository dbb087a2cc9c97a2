//! `inner(j,pairs)`: the form in which the innermost loop over `j` takes entries.

use super::{
    loops::ScheduledLoops,
    names::LoopNames,
    rewrite::{Rewrite, ScheduledTerm},
};
use crate::{
    Directives,
    inner_forms::{form_name, named_form},
};
use std::fmt::{self, Display, Formatter};

/// The form of an innermost loop.
#[derive(Clone, Debug, PartialEq)]
pub struct InnerRequest {
    /// The variable of the loop.
    pub of: String,
    /// What the form asks of it.
    pub form: Directives,
}

impl Rewrite for InnerRequest {
    const NAME: &'static str = "inner";
    const EXAMPLE: &'static str = "inner(j,pairs)";

    fn read(arguments: &[&str]) -> Result<Self, String> {
        match arguments {
            [of, form] if !form.is_empty() => Ok(Self { of: Self::variable(of)?, form: named_form(form)? }),
            _ => Err(format!("{} names a variable and a form, as in {}", Self::NAME, Self::EXAMPLE)),
        }
    }

    fn rename(&self, loops: &mut LoopNames) -> Result<(), String> {
        loops.place(&self.of).map(|_| ())
    }

    fn of_term(&self, term: &mut ScheduledTerm<'_>) -> Option<Self> {
        term.has(&self.of).then(|| self.clone())
    }

    fn apply(&self, loops: &mut ScheduledLoops<'_>) -> Result<(), String> {
        loops.ask(&self.of, |asked| self.form.with_others_of(asked))
    }

    fn asks_of(&self) -> Option<&str> {
        Some(&self.of)
    }
}

impl Display for InnerRequest {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}({},{})", Self::NAME, self.of, form_name(self.form).unwrap_or_default())
    }
}
