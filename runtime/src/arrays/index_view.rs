//! Some of the indices of an array: the block of one batch, or one level's share of an array of
//! structures.

use super::IndexArray;
use lacuna_layout::Width;

/// Every `stride`-th index of an array.
#[derive(Clone, Copy, Debug)]
pub(crate) struct IndexView<'a> {
    array: &'a IndexArray,
    first: usize,
    stride: usize,
    len: usize,
}

static NO_INDICES: IndexArray = IndexArray::U8(Vec::new());

impl<'a> IndexView<'a> {
    /// No indices.
    pub(crate) fn empty() -> IndexView<'static> {
        IndexView::whole(&NO_INDICES)
    }

    /// All indices.
    pub(crate) fn whole(array: &'a IndexArray) -> Self {
        IndexView { array, first: 0, stride: 1, len: array.len() }
    }

    /// All indices of an array that need not be there.
    pub(crate) fn of(array: &'a Option<IndexArray>) -> Self {
        match array {
            Some(array) => IndexView::whole(array),
            None => IndexView::empty(),
        }
    }

    /// The block `number` of `count` equal ones.
    pub(crate) fn block(self, number: usize, count: usize) -> Self {
        let len = self.len.checked_div(count).unwrap_or(0);
        IndexView { first: self.first + number * len * self.stride, len, ..self }
    }

    /// What one of `count` members has in an array of structures.
    pub(crate) fn member(self, number: usize, count: usize) -> Self {
        IndexView {
            first: self.first + number * self.stride,
            stride: self.stride * count,
            len: self.len / count,
            ..self
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }

    pub(crate) fn width(&self) -> Width {
        self.array.width()
    }

    /// The index at `place`, which is below [`IndexView::len`].
    pub(crate) fn at(&self, place: usize) -> u64 {
        debug_assert!(place < self.len, "place {place} of {}", self.len);
        self.array.at(self.first + place * self.stride)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_and_members_are_cut_out() {
        let array = IndexArray::U16((0..12).collect());
        let indices = |view: IndexView<'_>| (0..view.len()).map(|place| view.at(place)).collect::<Vec<_>>();
        let whole = IndexView::whole(&array);
        assert_eq!(indices(whole.block(1, 3)), [4, 5, 6, 7]);
        assert_eq!(indices(whole.member(1, 3)), [1, 4, 7, 10]);
        assert_eq!(indices(whole.block(1, 2).member(0, 2)), [6, 8, 10]);
        assert_eq!(indices(IndexView::empty().block(0, 0)), [0; 0]);
    }
}
