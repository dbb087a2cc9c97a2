//! What a plan costs, in steps: plans of the same nest, whose tensors are stored in other formats, are compared by it.
//!
//! A step is a round of a plain loop; how many other things take is said in [`super::weights`]. Loops are counted by a walk
//! through the plan ([`super::costed_walk`]), with as many nodes as is assumed ([`super::estimates`]). Not seen here: in which
//! order dense arrays are read.

use super::{
    estimates::{self, Nodes},
    weights::{CERTAIN, FILLED, SORTED, START},
};
use crate::index::{Access, Nest, Tensor, TensorId, VarId};
use lacuna_layout::Description;
use std::{
    collections::BTreeMap,
    fmt,
    ops::{Add, AddAssign},
};

/// What something costs, in steps, by what they are for.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Cost {
    /// Rounds of loops, with what they compute.
    pub rounds: f64,
    /// Nodes that merges take.
    pub merges: f64,
    /// Coordinates that are looked up.
    pub lookups: f64,
    /// Nodes and points that are sorted.
    pub sorts: f64,
    /// Nodes and points that results get, beyond the rounds in which they do.
    pub growth: f64,
}

impl Cost {
    /// All of it.
    pub fn total(&self) -> f64 {
        self.rounds + self.merges + self.lookups + self.sorts + self.growth
    }

    /// Whether it is less than another by more than estimates may be wrong about what the two have in common.
    pub fn is_less_than(&self, other: &Cost) -> bool {
        self.total() < other.total() * CERTAIN
    }

    /// So many times that.
    pub fn times(self, count: f64) -> Cost {
        Cost {
            rounds: self.rounds * count,
            merges: self.merges * count,
            lookups: self.lookups * count,
            sorts: self.sorts * count,
            growth: self.growth * count,
        }
    }
}

impl Add for Cost {
    type Output = Cost;

    fn add(self, other: Cost) -> Cost {
        Cost {
            rounds: self.rounds + other.rounds,
            merges: self.merges + other.merges,
            lookups: self.lookups + other.lookups,
            sorts: self.sorts + other.sorts,
            growth: self.growth + other.growth,
        }
    }
}

impl AddAssign for Cost {
    fn add_assign(&mut self, other: Cost) {
        *self = *self + other;
    }
}

impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cost {:.0}", self.total())?;
        let parts = [
            (self.rounds, "rounds"),
            (self.merges, "merges"),
            (self.lookups, "lookups"),
            (self.sorts, "sorts"),
            (self.growth, "growth"),
        ];
        let parts: Vec<_> = parts.iter().filter(|(steps, _)| *steps >= 0.5).collect();
        for (place, (steps, what)) in parts.iter().enumerate() {
            write!(f, "{} {what} {steps:.0}", if place == 0 { ":" } else { "," })?;
        }
        Ok(())
    }
}

/// A walk of all that a tensor stores, which has so many entries, in a format.
pub fn walk(tensor: &Tensor, entries: f64, format: &Description) -> Cost {
    let mut above = Nodes::ROOT;
    let mut rounds = 0.0;
    for (nodes, level) in estimates::nodes(tensor, entries, format).into_iter().zip(format.levels()) {
        rounds += nodes.positions + if level.is_branchless() { 0.0 } else { START * above.nodes };
        above = nodes;
    }
    Cost { rounds, ..Cost::default() }
}

/// To sort so many nodes, which come in any order, by comparing them.
pub(super) fn sorting(count: f64) -> f64 {
    SORTED * count * count.max(2.0).log2()
}

/// What is estimated of a plan.
#[derive(Clone, Debug, Default)]
pub struct Estimate {
    /// What it costs.
    pub cost: Cost,
    /// The points that stored results get.
    pub points: BTreeMap<TensorId, f64>,
    /// How often operands are read, for each way in which they are accessed.
    pub reads: Vec<(Access, f64)>,
    /// The loops over all values of a term of a compound subscript.
    pub unwalked: Vec<UnwalkedLoop>,
}

/// A loop over all values of a term of a compound subscript, because no level of the operand can be walked in it.
#[derive(Clone, Debug)]
pub struct UnwalkedLoop {
    /// Its variable.
    pub var: VarId,
    /// The operand.
    pub operand: TensorId,
    /// Its rounds in total, over all rounds of the loops around it.
    pub rounds: f64,
}

/// The cost of one walk of every tensor that a nest binds; `None` if a size is unknown.
pub fn walk_of_all(nest: &Nest) -> Option<f64> {
    let walk_of = |tensor: &Tensor| match tensor.format() {
        Some(format) => walk(tensor, estimates::entries(tensor), format).total(),
        None => estimates::points(tensor),
    };
    nest.bound().map(|tensor| tensor.shape.iter().all(Option::is_some).then(|| walk_of(tensor))).sum()
}

/// To give every point of a buffer one value.
pub(super) fn filling(nest: &Nest, buffer: TensorId) -> Cost {
    Cost { rounds: estimates::points(nest.tensor(buffer)) * FILLED, ..Cost::default() }
}
