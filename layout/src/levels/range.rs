//! `range`: the coordinates of a diagonal, from the one where it enters the tensor to the one where it leaves it.
//!
//! It has a place for every coordinate of its dimension, as `dense` has; those outside the tensor are padding.

use super::{Assembly, Capabilities, Children, LevelFormat, Meaning, Place, Properties};
use crate::{Level, algebra::DimensionForm};

pub(super) struct Range;

impl LevelFormat for Range {
    fn word(&self) -> &'static str {
        "range"
    }

    fn properties(&self, _: &Level) -> Properties {
        Properties { full: false, ordered: true, unique: true, branchless: false }
    }

    fn capabilities(&self, _: &Level) -> Capabilities {
        Capabilities {
            iterate_positions: true,
            locate: false,
            stores_coordinates: false,
            keeps_inside: true,
            never_empty: false,
            walks_ranges: false,
        }
    }

    fn assembly(&self, _: &Level) -> Option<Assembly> {
        Some(Assembly::Insert)
    }

    fn children(&self, _: &Level, size: u64) -> Children {
        Children::Each(size)
    }

    fn computes_with_coordinates(&self) -> bool {
        // The offset of the diagonal is one of them.
        true
    }

    fn misplaced(&self, place: &Place<'_>) -> Option<String> {
        place.lacks_parents()
    }

    fn objection(&self, place: &Place<'_>, meaning: &Meaning<'_>) -> Option<String> {
        let expr = &place.level().expr;
        let Some(dimension) = meaning.form.and_then(|form| form.as_dimension()) else {
            return Some(format!("must be a dimension alone, found `{expr}`"));
        };
        let mut above = meaning.mapping.forms[..place.number].iter().flatten();
        let is_below = above.any(|form| {
            form.as_difference().is_some_and(|(first, second)| *first == dimension || *second == dimension)
        });
        let problem = || format!("needs a level above it that is the difference of {expr} and another dimension");
        (!is_below).then(problem)
    }
}
