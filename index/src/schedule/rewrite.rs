//! What every rewrite of a schedule says.

use super::{
    loops::ScheduledLoops,
    names::LoopNames,
    reading::{self, Shape},
    sum::Sum,
};
use std::fmt::Display;

/// A rewrite of the loops of a statement.
pub(super) trait Rewrite: Sized + Display {
    /// What it is called.
    const NAME: &'static str;
    /// What it looks like.
    const EXAMPLE: &'static str;
    /// Both.
    const SHAPE: Shape = Shape { name: Self::NAME, example: Self::EXAMPLE };

    /// Reads what stands between the parentheses, at the commas.
    fn read(arguments: &[&str]) -> Result<Self, String>;

    /// Checks that there are the loops that it names, and takes and makes loops.
    fn rename(&self, loops: &mut LoopNames) -> Result<(), String>;

    /// What it asks of a term that has some of the loops only; none where that is nothing.
    fn of_term(&self, term: &mut ScheduledTerm<'_>) -> Option<Self>;

    /// Rewrites the loops, which [`Rewrite::rename`] has checked.
    ///
    /// # Errors
    /// Why that cannot be.
    fn apply(&self, loops: &mut ScheduledLoops<'_>) -> Result<(), String>;

    /// What it asks something of. A schedule asks a thing once only.
    fn asks_of(&self) -> Option<&str> {
        Some("")
    }

    /// An argument that is a variable.
    fn variable(argument: &str) -> Result<String, String> {
        reading::variable(&Self::SHAPE, argument)
    }
}

/// A term of a statement, as a schedule of the statement is told what of it concerns the term.
pub struct ScheduledTerm<'t> {
    /// The variables of its loops.
    pub loops: Vec<String>,
    /// Whether it reads an operand at a subscript.
    pub reads_at: &'t dyn Fn(&Sum) -> bool,
    /// Whether its result may have a workspace that is asked for.
    pub has_workspace: bool,
    /// The names of its factors, if it is a product of operands.
    pub factors: Option<Vec<&'t str>>,
}

impl ScheduledTerm<'_> {
    /// Whether it has a loop.
    pub(super) fn has(&self, name: &str) -> bool {
        self.loops.iter().any(|own| own == name)
    }

    /// Puts loops in the place of one, if it has that.
    pub(super) fn replace(&mut self, name: &str, with: &[&str]) {
        if let Some(place) = self.loops.iter().position(|own| own == name) {
            self.loops.splice(place..=place, with.iter().map(|&new| new.to_owned()));
        }
    }
}
