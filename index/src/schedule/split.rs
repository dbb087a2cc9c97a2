//! `split(i,io,ii,64)`: two loops in the place of the one over `i`: `ii` takes 64 values, and `i = 64 * io + ii`.

use super::{
    loops::ScheduledLoops,
    names::LoopNames,
    reading::{exactly, number},
    rewrite::{Rewrite, ScheduledTerm},
    two_loops::{MOST_VALUES, TwoLoops},
};
use crate::Size;
use lacuna_relation::Form;
use std::fmt::{self, Display, Formatter};

/// A loop as an outer one and an inner one of so many values.
#[derive(Clone, Debug, PartialEq)]
pub struct Split {
    /// The loop that goes, and the two.
    pub loops: TwoLoops,
    /// How many values the inner one has.
    pub size: i64,
}

impl Rewrite for Split {
    const NAME: &'static str = "split";
    const EXAMPLE: &'static str = "split(i,io,ii,64)";

    fn read(arguments: &[&str]) -> Result<Self, String> {
        let [of, outer, inner, size] = exactly(&Self::SHAPE, arguments)?;
        let size = number("a number of values of the inner loop", size, 1..=MOST_VALUES)?;
        Ok(Self { loops: TwoLoops::read::<Self>(of, outer, inner)?, size })
    }

    fn rename(&self, loops: &mut LoopNames) -> Result<(), String> {
        self.loops.rename(loops)
    }

    fn of_term(&self, term: &mut ScheduledTerm<'_>) -> Option<Self> {
        self.loops.rename_in(term).then(|| self.clone())
    }

    fn apply(&self, loops: &mut ScheduledLoops<'_>) -> Result<(), String> {
        let extent = loops.extent(&self.loops.of);
        let outer = match extent.number() {
            Some(size) => Size::Number(size.div_ceil(self.size.unsigned_abs())),
            None => {
                // The number of values of a form of a variable with such an extent.
                let quotient = Form::name(0).quotient(self.size).expect("the number of values fits 64 bits");
                Size::Form(quotient, vec![extent.clone()])
            }
        };
        let size = self.size.unsigned_abs();
        let inner = Size::Number(extent.number().map_or(size, |extent| size.min(extent.max(1))));
        self.loops.split(loops, (outer, inner), self.size)
    }

    fn asks_of(&self) -> Option<&str> {
        None
    }
}

impl Display for Split {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self { loops: TwoLoops { of, outer, inner }, size } = self;
        write!(f, "{}({of},{outer},{inner},{size})", Self::NAME)
    }
}
