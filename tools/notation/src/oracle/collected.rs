//! The elements of a result while a term is walked: each has what was found for it so far.

use std::collections::{HashMap, hash_map::Entry};
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::arithmetic::Arithmetic;
use super::element::Element;
use super::error::OracleError;
use super::grid::{Grid, Held, Listed};
use super::operand::row_major;

/// The most elements that are listed.
pub(super) const MOST_LISTED: usize = 1 << 26;

/// Elements for which something may have been found.
pub(super) struct Collected<E> {
    shape: Vec<u64>,
    strides: Vec<u128>,
    found: Found<E>,
}

enum Found<E> {
    /// Every element, in row-major order.
    Every(Vec<Element<E>>),
    /// Those for which something was found, by their place.
    Listed(HashMap<u128, Element<E>>),
}

/// What one walk finds. No other walk of the route comes to its elements.
pub(super) struct Part<'a, E> {
    strides: &'a [u128],
    found: FoundInPart<'a, E>,
}

enum FoundInPart<'a, E> {
    /// The elements from the first place on.
    Every { elements: &'a mut [Element<E>], first: u128 },
    /// Elements with what was found on routes before, and on this one.
    Listed { before: &'a HashMap<u128, Element<E>>, own: HashMap<u128, Element<E>>, count: &'a AtomicUsize },
}

impl<E: Arithmetic> Collected<E> {
    /// Nothing yet, with every element of a result of so many places.
    pub(super) fn every(shape: &[u64], strides: Vec<u128>, places: usize) -> Self {
        Self { shape: shape.to_vec(), strides, found: Found::Every(vec![Element::EMPTY; places]) }
    }

    /// Nothing yet, to list what is found.
    pub(super) fn listed(shape: &[u64], strides: Vec<u128>) -> Self {
        Self { shape: shape.to_vec(), strides, found: Found::Listed(HashMap::new()) }
    }

    /// Has a walk in each slab, a range of the first variable, and keeps what they find.
    pub(super) fn collect(
        &mut self,
        slabs: Vec<Range<i64>>,
        walk_all: impl FnOnce(&mut [(Range<i64>, Part<'_, E>)]) -> Result<(), OracleError>,
    ) -> Result<(), OracleError> {
        let Self { strides, found, .. } = self;
        match found {
            Found::Every(elements) => {
                // Without a first variable there is one slab, with the one element.
                let row = strides.first().map_or(1, |stride| *stride as usize);
                let (mut rest, mut parts, mut first) = (&mut elements[..], Vec::new(), 0);
                for slab in slabs {
                    let (own, others) = rest.split_at_mut((slab.end - slab.start) as usize * row);
                    rest = others;
                    let next = first + own.len() as u128;
                    parts.push((slab, Part { strides, found: FoundInPart::Every { elements: own, first } }));
                    first = next;
                }
                walk_all(&mut parts)
            }
            Found::Listed(all) => {
                let count = AtomicUsize::new(all.len());
                let part = |slab| {
                    let own = FoundInPart::Listed { before: all, own: HashMap::new(), count: &count };
                    (slab, Part { strides, found: own })
                };
                let mut parts: Vec<_> = slabs.into_iter().map(part).collect();
                let outcome = walk_all(&mut parts);
                let own = parts.into_iter().filter_map(|(_, part)| match part.found {
                    FoundInPart::Listed { own, .. } => Some(own),
                    FoundInPart::Every { .. } => None,
                });
                let own: Vec<_> = own.collect();
                all.extend(own.into_iter().flatten());
                outcome
            }
        }
    }

    /// The elements.
    pub(super) fn into_grid(self) -> Grid<Element<E>> {
        let held = match self.found {
            Found::Every(elements) => Held::Every(elements),
            Found::Listed(found) => {
                let mut found: Vec<_> = found.into_iter().collect();
                found.sort_unstable_by_key(|(place, _)| *place);
                let (places, elements) = found.into_iter().unzip();
                Held::Listed(Listed { places, elements, elsewhere: Element::EMPTY })
            }
        };
        Grid { shape: self.shape, held }
    }
}

impl<E: Arithmetic> Part<'_, E> {
    /// The element at a point, whose first coordinates are those of the result. None if too many are listed.
    pub(super) fn element(&mut self, point: &[i64]) -> Option<&mut Element<E>> {
        // The strides are as many as the result has dimensions.
        let place = row_major(self.strides, point.iter().map(|coordinate| coordinate.unsigned_abs()));
        match &mut self.found {
            FoundInPart::Every { elements, first } => elements.get_mut((place - *first) as usize),
            FoundInPart::Listed { before, own, count } => match own.entry(place) {
                Entry::Occupied(known) => Some(known.into_mut()),
                Entry::Vacant(new) => {
                    let start = before.get(&place);
                    let is_too_many = start.is_none() && count.fetch_add(1, Ordering::Relaxed) >= MOST_LISTED;
                    (!is_too_many).then(|| new.insert(start.copied().unwrap_or(Element::EMPTY)))
                }
            },
        }
    }
}
