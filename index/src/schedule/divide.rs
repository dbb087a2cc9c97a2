//! `divide(i,io,ii,8)`: two loops in the place of the one over `i`: `io` takes 8 values, and `ii` an eighth of those of `i`.

use super::{
    loops::ScheduledLoops,
    names::LoopNames,
    reading::{exactly, number},
    rewrite::{Rewrite, ScheduledTerm},
    split::MOST_VALUES,
};
use crate::Size;
use std::fmt::{self, Display, Formatter};

/// A loop as so many parts of equal size.
#[derive(Clone, Debug, PartialEq)]
pub struct Divide {
    /// The variable whose loop goes.
    pub of: String,
    /// That of the loop over the parts.
    pub outer: String,
    /// That of the loop inside of a part.
    pub inner: String,
    /// How many parts there are.
    pub parts: i64,
}

impl Rewrite for Divide {
    const NAME: &'static str = "divide";
    const EXAMPLE: &'static str = "divide(i,io,ii,8)";

    fn read(arguments: &[&str]) -> Result<Self, String> {
        let [of, outer, inner, parts] = exactly(&Self::SHAPE, arguments)?;
        let parts = number("a number of parts", parts, 1..=MOST_VALUES)?;
        Ok(Self { of: Self::variable(of)?, outer: Self::variable(outer)?, inner: Self::variable(inner)?, parts })
    }

    fn rename(&self, loops: &mut LoopNames) -> Result<(), String> {
        loops.replace(&self.of, &[&self.outer, &self.inner])
    }

    fn of_term(&self, term: &mut ScheduledTerm<'_>) -> Option<Self> {
        let concerns = term.has(&self.of);
        term.replace(&self.of, &[&self.outer, &self.inner]);
        concerns.then(|| self.clone())
    }

    fn apply(&self, loops: &mut ScheduledLoops<'_>) -> Result<(), String> {
        let Some(extent) = loops.extent(&self.of).number() else {
            let Self { of, outer, inner, .. } = self;
            return Err(format!(
                "{} needs the size of {of} while compiling, and it is not known: split({of},{outer},{inner},SIZE) says how large a part is",
                Self::NAME
            ));
        };
        let size = extent.div_ceil(self.parts.unsigned_abs()).max(1);
        let factor = i64::try_from(size).map_err(|_| format!("a part of {} has more than 2^63 values", self.of))?;
        // Parts that would start beyond the end have no round.
        let parts = extent.div_ceil(size);
        loops.split(&self.of, (&self.outer, Size::Number(parts)), (&self.inner, Size::Number(size)), factor)
    }

    fn asks_of(&self) -> Option<&str> {
        None
    }
}

impl Display for Divide {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self { of, outer, inner, parts } = self;
        write!(f, "{}({of},{outer},{inner},{parts})", Self::NAME)
    }
}
