//! Subsets of a few things that each cost something, the cheapest first.

use std::{cmp::Reverse, collections::BinaryHeap};

/// What an element costs, in whole steps.
pub(super) type Cost = u128;

/// The subsets that are not empty, with the sum of what their elements cost. Among those that cost the same, small ones
/// come first, and then those of the elements that are named first.
pub(super) struct Subsets {
    /// The elements, by their number, the cheapest first.
    elements: Vec<(Cost, usize)>,
    /// What comes next: each subset of `elements` begets two, with its last element replaced by the next, and with that
    /// as well.
    next: BinaryHeap<Reverse<CostedSubset>>,
}

/// A subset as places in the list of elements, in order.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct CostedSubset {
    cost: Cost,
    count: usize,
    places: Vec<usize>,
}

impl Subsets {
    /// Of things that cost `costs`, which are called by their place there.
    pub(super) fn new(costs: &[Cost]) -> Self {
        let mut elements: Vec<_> = costs.iter().copied().zip(0..).collect();
        elements.sort();
        let mut subsets = Self { elements, next: BinaryHeap::new() };
        subsets.push(vec![0]);
        subsets
    }

    fn push(&mut self, places: Vec<usize>) {
        if places.last().is_some_and(|last| *last < self.elements.len()) {
            let cost = places.iter().fold(0, |cost: Cost, place| cost.saturating_add(self.elements[*place].0));
            self.next.push(Reverse(CostedSubset { cost, count: places.len(), places }));
        }
    }
}

impl Iterator for Subsets {
    type Item = (Cost, Vec<usize>);

    fn next(&mut self) -> Option<Self::Item> {
        let Reverse(CostedSubset { cost, places, .. }) = self.next.pop()?;
        let (last, others) = places.split_last().expect("subsets are not empty");
        self.push(others.iter().copied().chain([last + 1]).collect());
        self.push(places.iter().copied().chain([last + 1]).collect());
        let mut subset: Vec<_> = places.into_iter().map(|place| self.elements[place].1).collect();
        subset.sort_unstable();
        Some((cost, subset))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(costs: &[Cost]) -> Vec<(Cost, Vec<usize>)> {
        Subsets::new(costs).collect()
    }

    #[test]
    fn the_cheapest_comes_first() {
        let expected = [(1, vec![1]), (2, vec![2]), (3, vec![1, 2]), (5, vec![0]), (6, vec![0, 1]), (7, vec![0, 2])];
        assert_eq!(all(&[5, 1, 2])[..6], expected);
        assert_eq!(all(&[5, 1, 2]).len(), 7);
    }

    #[test]
    fn of_the_same_cost_few_come_first_and_those_named_first() {
        let expected = [vec![0], vec![1], vec![2], vec![0, 1], vec![0, 2], vec![1, 2], vec![0, 1, 2]];
        assert_eq!(all(&[4, 4, 4]).into_iter().map(|(_, subset)| subset).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn nothing_has_no_subsets_but_the_empty_one() {
        assert!(all(&[]).is_empty());
    }
}
