//! A level about to be built from sorted entries.

use super::{LevelError, Rows, Segments};
use crate::arrays::{IndexArray, LevelStorage};
use crate::memory;
use lacuna_layout::{Level, Width, algebra::Extent};

/// A level about to be built.
pub(crate) struct UnbuiltLevel<'a> {
    /// Its number, from the top.
    pub(crate) number: usize,
    pub(crate) spec: &'a Level,
    pub(crate) extent: Extent,
    /// Whether coordinates are stored in two's complement.
    pub(crate) is_signed: bool,
    /// The coordinate of each sorted entry in this level; none for an offset.
    pub(crate) coordinates: &'a [u64],
    /// What tells the positions of this level apart under one parent: its coordinate and, while a
    /// level is not unique, that of the level below it that has one child a parent and so no
    /// positions of its own to give.
    pub(crate) keys: Vec<&'a [u64]>,
    /// Whether nothing below tells entries apart, so that each is a position of its own.
    pub(crate) has_one_entry_each: bool,
    /// Its nodes are to stand in windows of so many by how many entries they have, most first.
    pub(crate) window: Option<u64>,
    pub(crate) position_width: Width,
    pub(crate) coordinate_width: Width,
    /// The rows of slots that the positions of the level above are in, if they are.
    pub(crate) rows: Option<Rows>,
    /// Finds the positions of the level above that no entry can have: those outside the tensor, and
    /// empty slots of hash tables.
    pub(crate) padding: &'a (dyn Fn() -> Vec<bool> + Sync),
}

/// A level just built.
pub(crate) struct Built {
    pub(crate) storage: LevelStorage,
    /// The entries of each of its positions.
    pub(crate) children: Segments,
    /// Where each entry stood before, when they had to be reordered.
    pub(crate) permutation: Option<Vec<usize>>,
}

impl Built {
    /// A level that leaves the entries in their order.
    pub(crate) fn in_order(storage: LevelStorage, children: Segments) -> Built {
        Built { storage, children, permutation: None }
    }
}

impl UnbuiltLevel<'_> {
    /// An array of `count` coordinates, each given by its position and counted from the least one,
    /// in the width of the format. `None` is the bits of an empty slot.
    pub(super) fn store_coordinates(
        &self,
        count: usize,
        coordinate: impl Fn(usize) -> Option<u64> + Sync,
    ) -> Result<IndexArray, LevelError> {
        let width = self.coordinate_width;
        self.check_width(width)?;
        let what = format!("the coordinates of level {} ({})", self.number, self.spec.kind);
        memory::require(&what, count as u128, width.size_in_bytes())?;
        let low = self.extent.low as u64;
        let bits = |position| coordinate(position).map_or(super::EMPTY_SLOT, |coordinate| coordinate.wrapping_add(low));
        Ok(IndexArray::from_bits(width, count, bits))
    }

    /// The coordinates of the entries at which positions begin.
    pub(super) fn store_first_coordinates(&self, firsts: &Segments) -> Result<IndexArray, LevelError> {
        match firsts {
            Segments::One { count } => self.store_coordinates(*count, |entry| Some(self.coordinates[entry])),
            Segments::Bounds(bounds) => {
                self.store_coordinates(firsts.count(), |position| Some(self.coordinates[bounds[position]]))
            }
        }
    }

    fn check_width(&self, width: Width) -> Result<(), LevelError> {
        let Extent { low, size } = self.extent;
        let (high, bits) = (self.extent.high(), width.bits());
        let fits = if self.is_signed {
            let (least, most) = width.signed_indices().into_inner();
            least <= low && high <= i128::from(most)
        } else {
            high <= i128::from(width.max_index())
        };
        if size == 0 || fits {
            return Ok(());
        }
        Err(match self.spec.expr.as_dimension() {
            Some(dimension) => LevelError::CoordinateWidth { dimension, size, bits },
            None => {
                let (level, expr) = (self.number, self.spec.expr.to_string());
                LevelError::ExpressionWidth { level, expr, low, high, bits }
            }
        })
    }
}
