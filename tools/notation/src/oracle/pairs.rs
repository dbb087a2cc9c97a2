//! Two lists of places, side by side: the places that either has, and one of those that neither has.

/// A place, with the numbers that it has in two lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pair {
    pub(super) place: u128,
    /// None, if it is not listed there.
    pub(super) expected: Option<usize>,
    pub(super) found: Option<usize>,
}

/// Goes through two lists. Where a list is none, every place has its own number.
pub(super) struct Pairs<'a> {
    expected: Side<'a>,
    found: Side<'a>,
    /// The first place that neither list had so far.
    gap: u128,
    /// How many places there are.
    count: u128,
    is_done: bool,
}

struct Side<'a> {
    places: Option<&'a [u128]>,
    /// How many places were taken.
    taken: usize,
}

impl Side<'_> {
    fn next(&self, count: u128) -> Option<u128> {
        match self.places {
            Some(places) => places.get(self.taken).copied(),
            None => Some(self.taken as u128).filter(|place| *place < count),
        }
    }

    /// The number of a place, if it is the next.
    fn take(&mut self, place: u128, count: u128) -> Option<usize> {
        let number = self.taken;
        (self.next(count) == Some(place)).then(|| self.taken += 1).map(|()| number)
    }
}

impl<'a> Pairs<'a> {
    pub(super) fn new(expected: Option<&'a [u128]>, found: Option<&'a [u128]>, count: u128) -> Self {
        let side = |places| Side { places, taken: 0 };
        Self { expected: side(expected), found: side(found), gap: 0, count, is_done: false }
    }
}

impl Iterator for Pairs<'_> {
    type Item = Pair;

    fn next(&mut self) -> Option<Pair> {
        let Self { expected, found, gap, count, is_done } = self;
        let next = expected.next(*count).into_iter().chain(found.next(*count)).min();
        if let Some(place) = next {
            *gap += u128::from(*gap == place);
            return Some(Pair { place, expected: expected.take(place, *count), found: found.take(place, *count) });
        }
        // All that neither has are alike.
        let is_left = !*is_done && *gap < *count;
        *is_done = true;
        is_left.then_some(Pair { place: *gap, expected: None, found: None })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(
        expected: Option<&[u128]>,
        found: Option<&[u128]>,
        count: u128,
    ) -> Vec<(u128, Option<usize>, Option<usize>)> {
        Pairs::new(expected, found, count).map(|Pair { place, expected, found }| (place, expected, found)).collect()
    }

    #[test]
    fn places_of_both_and_of_either_and_one_of_neither() {
        assert_eq!(
            pairs(Some(&[0, 3, 5]), Some(&[1, 3]), 9),
            [(0, Some(0), None), (1, None, Some(0)), (3, Some(1), Some(1)), (5, Some(2), None), (2, None, None)]
        );
        assert_eq!(pairs(None, Some(&[1]), 2), [(0, Some(0), None), (1, Some(1), Some(0))]);
        assert_eq!(pairs(Some(&[1]), None, 2), [(0, None, Some(0)), (1, Some(0), Some(1))]);
        assert_eq!(pairs(Some(&[]), Some(&[]), 1 << 100), [(0, None, None)]);
        assert_eq!(pairs(Some(&[]), Some(&[]), 0), []);
    }
}
