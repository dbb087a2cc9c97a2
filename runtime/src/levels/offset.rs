//! Offset levels: one coordinate under every parent, which the levels above determine.

use super::{Built, LevelError, LevelFormat, Positions, Segments, StoredLevel, UnbuiltLevel};
use crate::arrays::{LevelStorage, StorageError};

pub(super) struct Offset;

impl LevelFormat for Offset {
    fn build(&self, _level: &UnbuiltLevel<'_>, parents: &Segments) -> Result<Built, LevelError> {
        Ok(Built::in_order(LevelStorage::default(), parents.clone()))
    }

    fn validate(&self, _level: &StoredLevel<'_>, parents: &Positions) -> Result<Positions, StorageError> {
        Ok(Positions { count: parents.count, repeats: parents.repeats.clone(), padding: parents.padding.clone() })
    }

    fn coordinates(&self, _level: &StoredLevel<'_>, _positions: &[usize]) -> Option<Vec<u64>> {
        None
    }

    fn ascend(&self, _level: &StoredLevel<'_>, _parent_count: usize, _positions: &mut [usize]) {}

    fn first_child(&self, _level: &StoredLevel<'_>, _parent_count: usize, parent: usize) -> usize {
        parent
    }
}
