//! The arrays of stored levels, and what can be wrong with them.

mod error;
mod index_array;
mod index_view;

use rayon::prelude::*;

pub use error::StorageError;
pub use index_array::IndexArray;
pub(crate) use index_view::IndexView;

/// The arrays of one level; which there are depends on its level format (P is the number of positions
/// of the level above, 1 at the top):
///
/// - dense, range, batch, offset: none. The child of `p` at coordinate `c` is at `p * size + c`, where
///   a range has the size of its dimension; an offset has the positions of its parents. What leaves
///   the tensor is padding. The size of a level `_` is that of `coordinates` below it divided by the
///   positions that there would be for size 1.
/// - compressed: P + 1 positions, coordinates. The children of `p` are those from `positions[p]` to
///   `positions[p + 1]`.
/// - `loose_compressed`: 2P positions, coordinates. The children of `p` are those from
///   `positions[2p]` to `positions[2p + 1]`; segments are in order and may have gaps between them.
/// - singleton: P coordinates. Interleaved ones have no array; the array of the level above has the
///   coordinates of each position side by side.
/// - hashed: a table of coordinates a parent, all of one size `W`, which is a power of two of at least
///   2; all ones mark an empty slot, of which there is one at least. Coordinate `c` is looked for from
///   slot `(h >> 32) & (W - 1)`, where `h` is `(m ^ (m >> 32)) * 0xBF58476D1CE4E5B9` and `m` is
///   `c * 0x9E3779B97F4A7C15`, both modulo 2^64; or from slot `c` where `W` is at least the number of
///   coordinates that there can be; one slot after the other and from the last to the first.
/// - structured: `n` increasing coordinates a parent. Those that are no entry are the least that are
///   free.
///
/// Below a level `_`, a slot that its row does not need repeats the coordinates of the slot before it
/// in its row, or has coordinates 0 in an empty row. Coordinates that can be negative
/// ([`lacuna_layout::DimExpr::can_be_negative`]) are stored in two's complement.
///
/// Under batch levels every array, and the values, is made of one block of equal length a batch.
/// Positions and coordinates in it are as in a tensor of its own; shorter blocks are padded at the
/// end, positions with their last one, empty slots and fill values as such, and other coordinates with
/// 0. How much of a block counts follows from the positions in it: a segment never reaches padding,
/// and padding has no children.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LevelStorage {
    /// Where the children of each parent begin, and one past the last; one longer than there are
    /// parents.
    pub positions: Option<IndexArray>,
    /// The coordinate at each position.
    pub coordinates: Option<IndexArray>,
}

/// The first index at which `holds` is false, looking in parallel.
pub(crate) fn first_violation(len: usize, holds: impl Fn(usize) -> bool + Sync) -> Option<usize> {
    (0..len).into_par_iter().find_first(|&index| !holds(index))
}
