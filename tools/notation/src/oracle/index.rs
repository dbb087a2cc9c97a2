//! Finds the entries of an operand by their coordinates in some of its dimensions.

use std::collections::HashMap;
use std::ops::Range;

use rayon::prelude::*;

use super::operand::{Operand, row_major, strides};

/// The entries of an operand, grouped by their coordinates in the key dimensions.
pub(super) struct Index {
    /// Positions of entries; the groups stand one after the other.
    order: Vec<usize>,
    groups: HashMap<u128, Range<usize>>,
    key_strides: Vec<u128>,
}

impl Index {
    /// Groups by the dimensions of `key`; within a group, sorts by the coordinates in `sorted_by`, if any.
    pub(super) fn new<E: Sync>(operand: &Operand<E>, key: &[usize], sorted_by: Option<usize>) -> Self {
        let key_shape: Vec<u64> = key.iter().map(|&dimension| operand.shape[dimension]).collect();
        let key_strides = strides(&key_shape).map_or_else(Vec::new, |(strides, _)| strides);
        let sort_key = |entry: usize| {
            let coordinates = key.iter().map(|&dimension| operand.coordinates[dimension][entry]);
            let second = sorted_by.map_or(0, |dimension| operand.coordinates[dimension][entry]);
            (row_major(&key_strides, coordinates), second, entry)
        };
        let mut sorted: Vec<_> = (0..operand.values.len()).into_par_iter().map(sort_key).collect();
        sorted.par_sort_unstable();
        let mut groups = HashMap::new();
        let mut start = 0;
        for group in sorted.chunk_by(|left, right| left.0 == right.0) {
            groups.insert(group[0].0, start..start + group.len());
            start += group.len();
        }
        Index { order: sorted.into_iter().map(|(_, _, entry)| entry).collect(), groups, key_strides }
    }

    /// The positions of the entries with these coordinates in the key dimensions.
    pub(super) fn group(&self, key: impl Iterator<Item = u64>) -> &[usize] {
        match self.groups.get(&row_major(&self.key_strides, key)) {
            Some(range) => &self.order[range.clone()],
            None => &[],
        }
    }
}
