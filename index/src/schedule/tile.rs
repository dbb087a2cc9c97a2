//! `tile(i,j,io,jo,ii,ji,32,64)`: two loops in tiles of 32 times 64. It is `split(i,io,ii,32); split(j,jo,ji,64)`, with `io,jo` where the
//! outer of the two loops stands and `ii,ji` where the inner one does.

use super::{
    loops::ScheduledLoops,
    names::LoopNames,
    reading::{exactly, number},
    rewrite::{Rewrite, ScheduledTerm},
    split::Split,
    two_loops::{MOST_VALUES, TwoLoops},
};
use std::fmt::{self, Display, Formatter};

/// Two loops in tiles.
#[derive(Clone, Debug, PartialEq)]
pub struct Tile {
    /// How each is split. A term may have one of the two only.
    pub splits: Vec<Split>,
}

impl Tile {
    /// Where the four loops stand, of which those of each split are neighbours.
    fn order(&self, loops: &[String]) -> Vec<String> {
        let [one, other] = self.splits.as_slice() else { return loops.to_vec() };
        let at = |split: &Split| loops.iter().position(|name| *name == split.loops.outer).unwrap_or(0);
        let (first, second) = if at(one) < at(other) { (at(one), at(other)) } else { (at(other), at(one)) };
        let mut order = loops.to_vec();
        let (one, other) = (&one.loops, &other.loops);
        for (place, name) in
            [(first, &one.outer), (first + 1, &other.outer), (second, &one.inner), (second + 1, &other.inner)]
        {
            order[place].clone_from(name);
        }
        order
    }
}

impl Rewrite for Tile {
    const NAME: &'static str = "tile";
    const EXAMPLE: &'static str = "tile(i,j,io,jo,ii,ji,32,64)";

    fn read(arguments: &[&str]) -> Result<Self, String> {
        let [i, j, io, jo, ii, ji, rows, columns] = exactly(&Self::SHAPE, arguments)?;
        let split = |of, outer, inner, size| {
            let size = number("a number of values of a tile", size, 1..=MOST_VALUES)?;
            Ok::<_, String>(Split { loops: TwoLoops::read::<Self>(of, outer, inner)?, size })
        };
        Ok(Self { splits: vec![split(i, io, ii, rows)?, split(j, jo, ji, columns)?] })
    }

    fn rename(&self, loops: &mut LoopNames) -> Result<(), String> {
        self.splits.iter().try_for_each(|split| split.rename(loops))?;
        let order = self.order(loops.loops());
        loops.reorder(order.into_iter().map(|name| (name.clone(), name)).collect());
        Ok(())
    }

    fn of_term(&self, term: &mut ScheduledTerm<'_>) -> Option<Self> {
        let splits: Vec<_> = self.splits.iter().filter_map(|split| split.of_term(term)).collect();
        (!splits.is_empty()).then_some(Self { splits })
    }

    fn apply(&self, loops: &mut ScheduledLoops<'_>) -> Result<(), String> {
        self.splits.iter().try_for_each(|split| split.apply(loops))?;
        let names: Vec<_> = loops.names().into_iter().map(str::to_owned).collect();
        loops.put_in_order(&self.order(&names));
        Ok(())
    }

    fn asks_of(&self) -> Option<&str> {
        None
    }
}

impl Display for Tile {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let [one, other] = self.splits.as_slice() else { return self.splits[0].fmt(f) };
        let ([i, io, ii], [j, jo, ji]) = (one.loops.names(), other.loops.names());
        write!(f, "{}({i},{j},{io},{jo},{ii},{ji},{},{})", Self::NAME, one.size, other.size)
    }
}
