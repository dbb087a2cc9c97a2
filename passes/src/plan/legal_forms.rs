//! What the entries of a loop allow: whether a form suits it, or why not.

use super::{CursorLevel, Driver, Inner};

/// What the entries of a loop allow.
pub(super) struct LegalForms<'a> {
    pub driver: &'a Driver,
    /// Whether the body may stand at several places.
    pub is_plain: bool,
    /// The level whose segments tell which form is fastest, if some do.
    pub sampled: Option<CursorLevel>,
    /// Whether every position of a segment is an entry that is taken.
    pub takes_each: bool,
    /// Whether nothing in the body is a vector.
    pub is_scalar: bool,
    /// Whether the loop carries a vector, as it stands in a loop that runs in lanes.
    pub is_in_lanes: bool,
    /// What its accumulator allows.
    pub sum: Option<LegalSum>,
    /// Whether each round adds to points of its own.
    pub scatters: bool,
}

/// What an accumulator allows.
pub(super) struct LegalSum {
    /// Whether it may be taken in any order.
    pub may_regroup: bool,
    /// Whether it sums numbers that lanes can hold.
    pub fills_lanes: bool,
    /// Whether rows are fetched ahead in each round.
    pub fetches_rows: bool,
    /// How many segments lie interleaved, if they can be summed abreast.
    pub abreast: Option<i64>,
}

impl LegalForms<'_> {
    /// Whether a loop that carries a vector may carry several.
    pub fn has_chains_of_vectors(&self) -> bool {
        let may_repeat = self.is_plain && !self.driver.ends_by_test();
        may_repeat && self.sum.as_ref().is_some_and(|sum| sum.may_regroup && !sum.fetches_rows)
    }

    /// Why a form does not suit the loop, if it does not.
    pub fn misfit(&self, form: Inner) -> Option<&'static str> {
        let unless = |holds: bool, why| (!holds).then_some(why);
        let may_regroup = self.sum.as_ref().is_some_and(|sum| sum.may_regroup);
        let regroups = || unless(may_regroup, "carries no sum that may be taken in any order");
        let tests_end = || unless(!self.driver.ends_by_test(), "tests at each entry whether it goes on");
        let carries_vector = || unless(!self.is_in_lanes, "carries a vector");
        match form {
            Inner::Plain | Inner::Chains(1) => None,
            Inner::Chains(_) if self.is_in_lanes => {
                regroups().or(unless(self.has_chains_of_vectors(), "does more than that in each round"))
            }
            Inner::Chains(_) | Inner::Gathers(_) => regroups().or_else(carries_vector).or_else(tests_end),
            Inner::Packed { .. } => {
                let fills_lanes = self.sum.as_ref().is_some_and(|sum| sum.fills_lanes);
                let takes_each = unless(self.takes_each, "does not take each entry as it is stored");
                let numbers = unless(fills_lanes, "sums no numbers that lanes hold");
                let scalars = unless(self.is_scalar, "computes with vectors in each round");
                regroups().or_else(carries_vector).or(numbers).or(takes_each).or(scalars)
            }
            Inner::Scatters(_) => unless(self.scatters, "does more than add to a point of its own in each round"),
            Inner::Blocks(_) => {
                let is_run = self.sum.is_some() && self.is_plain && self.driver.is_in_run();
                unless(is_run, "sums no entries of an open run")
            }
            Inner::Abreast(count) => {
                let abreast = self.sum.as_ref().and_then(|sum| sum.abreast);
                unless(abreast == Some(count), "sums no segments that lie interleaved by that many")
            }
        }
    }
}
