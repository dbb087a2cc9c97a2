//! Arrays of positions or coordinates in the width that the format asks for.
//!
//! Coordinates that can be negative, and the mark of empty hash slots, are kept as the bits of their
//! two's complement.

use std::ffi::c_void;

use rayon::prelude::*;

use lacuna_layout::Width;

/// Indices, stored in 8 to 64 bits each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum IndexArray {
    /// 8 bits each.
    U8(Vec<u8>),
    /// 16 bits each.
    U16(Vec<u16>),
    /// 32 bits each.
    U32(Vec<u32>),
    /// 64 bits each.
    U64(Vec<u64>),
}

/// Runs an expression with the vector inside an [`IndexArray`] bound to a name, whatever its width.
macro_rules! with_indices {
    ($array:expr, $vector:ident => $body:expr) => {
        match $array {
            $crate::arrays::IndexArray::U8($vector) => $body,
            $crate::arrays::IndexArray::U16($vector) => $body,
            $crate::arrays::IndexArray::U32($vector) => $body,
            $crate::arrays::IndexArray::U64($vector) => $body,
        }
    };
}

impl IndexArray {
    /// `len` indices computed in parallel from their place; `None` when one exceeds
    /// [`Width::max_index`].
    pub fn from_fn(width: Width, len: usize, index: impl Fn(usize) -> u64 + Sync) -> Option<IndexArray> {
        let places = || (0..len).into_par_iter();
        if places().any(|place| index(place) > width.max_index()) {
            return None;
        }
        Some(IndexArray::from_bits(width, len, index))
    }

    /// `len` indices computed in parallel from their place, of which the lowest bits are kept.
    pub(crate) fn from_bits(width: Width, len: usize, index: impl Fn(usize) -> u64 + Sync) -> IndexArray {
        let places = || (0..len).into_par_iter();
        match width {
            Width::W8 => Self::U8(places().map(|place| index(place) as u8).collect()),
            Width::W16 => Self::U16(places().map(|place| index(place) as u16).collect()),
            Width::W32 => Self::U32(places().map(|place| index(place) as u32).collect()),
            Width::W64 => Self::U64(places().map(&index).collect()),
        }
    }

    /// Width of each index.
    pub fn width(&self) -> Width {
        match self {
            IndexArray::U8(_) => Width::W8,
            IndexArray::U16(_) => Width::W16,
            IndexArray::U32(_) => Width::W32,
            IndexArray::U64(_) => Width::W64,
        }
    }

    /// Number of indices.
    pub fn len(&self) -> usize {
        with_indices!(self, indices => indices.len())
    }

    /// Whether there is no index.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The index at `place`, or `None` past the end.
    #[expect(clippy::useless_conversion, reason = "one of the widths is that of `u64`")]
    pub fn get(&self, place: usize) -> Option<u64> {
        with_indices!(self, indices => indices.get(place).map(|&index| u64::from(index)))
    }

    /// Every index in order.
    pub fn iter(&self) -> impl Iterator<Item = u64> + '_ {
        (0..self.len()).filter_map(|place| self.get(place))
    }

    /// The index at `place`, which is below [`IndexArray::len`].
    #[expect(clippy::useless_conversion, reason = "one of the widths is that of `u64`")]
    pub(crate) fn at(&self, place: usize) -> u64 {
        with_indices!(self, indices => u64::from(indices[place]))
    }

    /// Bytes of all indices together.
    pub fn size_in_bytes(&self) -> usize {
        self.len() * (self.width().bits() / u8::BITS) as usize
    }

    /// Address of the first index, for a compiled kernel to read. Dangling but aligned when there
    /// is none.
    pub fn as_ptr(&self) -> *const c_void {
        with_indices!(self, indices => indices.as_ptr().cast())
    }

    /// Address of the first index, for a compiled kernel to write. Dangling but aligned when there
    /// is none.
    pub fn as_mut_ptr(&mut self) -> *mut c_void {
        with_indices!(self, indices => indices.as_mut_ptr().cast())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indices_that_do_not_fit_are_refused() {
        for width in Width::ALL {
            let limit = width.max_index();
            let array = IndexArray::from_fn(width, 2, |place| limit - place as u64).unwrap();
            assert_eq!(array.iter().collect::<Vec<_>>(), [limit, limit - 1]);
            assert_eq!(array.width(), width);
            assert_eq!(IndexArray::from_fn(width, 1, |_| limit + 1), None);
        }
    }

    #[test]
    fn sizes_are_in_bytes() {
        let array = IndexArray::U16(vec![1, 2, 3]);
        assert_eq!((array.len(), array.size_in_bytes(), array.get(3)), (3, 6, None));
    }
}
