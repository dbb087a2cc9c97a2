//! `unroll(j,4)`: LLVM makes 4 copies of the body of the loop over `j`; with 1, it makes none.

use super::{
    loops::ScheduledLoops,
    names::LoopNames,
    reading::{exactly, number},
    rewrite::{Rewrite, ScheduledTerm},
};
use crate::{Directives, directives::MOST_COPIES};
use std::fmt::{self, Display, Formatter};

/// A loop with several copies of its body.
#[derive(Clone, Debug, PartialEq)]
pub struct UnrollRequest {
    /// The variable of the loop.
    pub of: String,
    /// How many copies.
    pub copies: i64,
}

impl Rewrite for UnrollRequest {
    const NAME: &'static str = "unroll";
    const EXAMPLE: &'static str = "unroll(j,4)";

    fn read(arguments: &[&str]) -> Result<Self, String> {
        let [of, copies] = exactly(&Self::SHAPE, arguments)?;
        Ok(Self { of: Self::variable(of)?, copies: number("a number of copies", copies, 1..=MOST_COPIES)? })
    }

    fn rename(&self, loops: &mut LoopNames) -> Result<(), String> {
        loops.place(&self.of).map(|_| ())
    }

    fn of_term(&self, term: &mut ScheduledTerm<'_>) -> Option<Self> {
        term.has(&self.of).then(|| self.clone())
    }

    fn apply(&self, loops: &mut ScheduledLoops<'_>) -> Result<(), String> {
        loops.ask(&self.of, |asked| Directives { unroll: Some(self.copies), ..asked })
    }

    fn asks_of(&self) -> Option<&str> {
        Some(&self.of)
    }
}

impl Display for UnrollRequest {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}({},{})", Self::NAME, self.of, self.copies)
    }
}
