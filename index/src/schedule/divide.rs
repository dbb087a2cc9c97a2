//! `divide(i,io,ii,8)`: two loops in the place of the one over `i`: `io` takes 8 values at most, and `ii` an eighth of those of `i`.

use super::{
    loops::ScheduledLoops,
    names::LoopNames,
    reading::{exactly, number},
    rewrite::{Rewrite, ScheduledTerm},
    two_loops::{MOST_VALUES, TwoLoops},
};
use crate::Size;
use std::fmt::{self, Display, Formatter};

/// A loop as so many parts of equal size.
#[derive(Clone, Debug, PartialEq)]
pub struct Divide {
    /// The loop that goes, the one over the parts, and the one inside of a part.
    pub loops: TwoLoops,
    /// How many parts there are.
    pub parts: i64,
}

impl Rewrite for Divide {
    const NAME: &'static str = "divide";
    const EXAMPLE: &'static str = "divide(i,io,ii,8)";

    fn read(arguments: &[&str]) -> Result<Self, String> {
        let [of, outer, inner, parts] = exactly(&Self::SHAPE, arguments)?;
        let parts = number("a number of parts", parts, 1..=MOST_VALUES)?;
        Ok(Self { loops: TwoLoops::read::<Self>(of, outer, inner)?, parts })
    }

    fn rename(&self, loops: &mut LoopNames) -> Result<(), String> {
        self.loops.rename(loops)
    }

    fn of_term(&self, term: &mut ScheduledTerm<'_>) -> Option<Self> {
        self.loops.rename_in(term).then(|| self.clone())
    }

    fn apply(&self, loops: &mut ScheduledLoops<'_>) -> Result<(), String> {
        let TwoLoops { of, outer, inner } = &self.loops;
        let Some(extent) = loops.extent(of).number() else {
            return Err(format!(
                "{} needs the size of {of} while compiling, and it is not known: split({of},{outer},{inner},SIZE) says how large a part is",
                Self::NAME
            ));
        };
        let size = extent.div_ceil(self.parts.unsigned_abs()).max(1);
        let factor = i64::try_from(size).map_err(|_| format!("a part of {of} has more than 2^63 values"))?;
        // Parts that would start beyond the end have no round.
        let parts = extent.div_ceil(size);
        self.loops.split(loops, (Size::Number(parts), Size::Number(size)), factor)
    }

    fn asks_of(&self) -> Option<&str> {
        None
    }
}

impl Display for Divide {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self { loops: TwoLoops { of, outer, inner }, parts } = self;
        write!(f, "{}({of},{outer},{inner},{parts})", Self::NAME)
    }
}
