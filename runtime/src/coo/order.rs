//! Sorting entries lexicographically, and adding up equal ones.
//!
//! The coordinates of an entry are put side by side in the bits of one integer, with the number of
//! the entry below them: then sorting entries is sorting integers by the digits of their coordinates, equal coordinates stay in
//! their first order, and the sorted integers say both the new coordinates and where each value comes
//! from. Entries too wide for 128 bits are sorted by comparing arrays.

use std::cmp::Ordering;
use std::ops::Range;

use rayon::prelude::*;

use crate::memory::{self, MemoryError};
use crate::progress::{Phase, Progress};
use crate::value::{Element, Values, with_values};

/// Entries in strictly increasing lexicographic order of `coordinates`, the first array being the
/// most significant.
pub(crate) struct SortedEntries {
    pub(crate) coordinates: Vec<Vec<u64>>,
    pub(crate) values: Values,
}

/// How a list of entries lies. Of two parts of a list, the later case is that of both.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Lie {
    StrictlyIncreasing,
    WithRepeats,
    Unsorted,
}

/// Sorts entries and adds up equal ones; `None` when they already are in strictly increasing order.
///
/// Every array must be as long as `values`.
///
/// # Errors
/// When what sorting takes does not fit the memory.
pub(crate) fn sort_and_sum(
    arrays: Vec<&[u64]>,
    values: &Values,
    progress: Option<&dyn Progress>,
) -> Result<Option<SortedEntries>, MemoryError> {
    let len = values.len();
    let phase = Phase::start(progress, "sorting", len as u64);
    let sorted = match lie(&arrays, len) {
        Lie::StrictlyIncreasing => None,
        Lie::WithRepeats => Some(sum_repeats(arrays.iter().map(|array| array.to_vec()).collect(), values.clone())),
        Lie::Unsorted => {
            // Keys, twice, and the sorted coordinates and values.
            let bytes_each = 32 + arrays.len() * size_of::<u64>() + values.dtype().size_in_bytes();
            memory::require(&format!("sorting {len} entries"), len as u128, bytes_each)?;
            let SortedEntries { coordinates, values } = sort(&arrays, values);
            Some(sum_repeats(coordinates, values))
        }
    };
    phase.advance(len as u64);
    Ok(sorted)
}

fn lie(arrays: &[&[u64]], len: usize) -> Lie {
    // So many flags stay in the nearest cache.
    const ENTRIES_A_PIECE: usize = 4096;
    let pieces = len.saturating_sub(1).div_ceil(ENTRIES_A_PIECE);
    let piece = |number: usize| {
        let begin = 1 + number * ENTRIES_A_PIECE;
        begin..len.min(begin + ENTRIES_A_PIECE)
    };
    let lies = (0..pieces).into_par_iter().map(|number| lie_of(arrays, piece(number)));
    lies.max().unwrap_or(Lie::StrictlyIncreasing)
}

/// How these entries lie, each beside the one before it. Array by array, which takes vectors of entries at a time.
fn lie_of(arrays: &[&[u64]], entries: Range<usize>) -> Lie {
    let mut is_equal_so_far = vec![true; entries.len()];
    for array in arrays {
        let (before, here) = (&array[entries.start - 1..entries.end - 1], &array[entries.clone()]);
        let mut decreases = false;
        for ((is_equal, before), here) in is_equal_so_far.iter_mut().zip(before).zip(here) {
            decreases |= *is_equal & (here < before);
            *is_equal &= here == before;
        }
        if decreases {
            return Lie::Unsorted;
        }
    }
    if is_equal_so_far.contains(&true) { Lie::WithRepeats } else { Lie::StrictlyIncreasing }
}

fn compare(arrays: &[&[u64]], left: usize, right: usize) -> Ordering {
    arrays.iter().map(|array| array[left].cmp(&array[right])).find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
}

/// The entries in order, those of equal coordinates as they stood.
fn sort(arrays: &[&[u64]], values: &Values) -> SortedEntries {
    let len = values.len();
    let largest = |array: &&[u64]| array.par_iter().copied().max().unwrap_or(0);
    let mut fields: Vec<u32> = arrays.iter().map(|array| bits_of(largest(array))).collect();
    fields.push(bits_of(len as u64));
    // Entries that are in order but for the first arrays, as those of a file that goes by columns, are moved by these alone.
    let in_order = (1..arrays.len()).find(|first| lie(&arrays[*first..], len) != Lie::Unsorted).unwrap_or(arrays.len());
    // A place for each coordinate, two an entry at most: no more memory than keys take.
    if in_order == 1 && len > 0 && largest(&arrays[0]) / 2 < len as u64 {
        return sort_by_first(arrays, largest(&arrays[0]) as usize + 1, values);
    }
    match fields.iter().sum::<u32>() {
        0..=64 => sort_keys::<u64>(arrays, &fields, in_order, values),
        65..=128 => sort_keys::<u128>(arrays, &fields, in_order, values),
        _ => sort_by_comparison(arrays, values),
    }
}

fn bits_of(value: u64) -> u32 {
    u64::BITS - value.leading_zeros()
}

/// An integer wide enough for the fields of one entry.
trait Key: Copy + Default + Ord + Send + Sync {
    /// Shifts a field of `bits` in from below.
    fn append(self, value: u64, bits: u32) -> Self;
    /// The field of `bits` that stands `shift` bits from below.
    fn field(self, shift: u32, bits: u32) -> u64;
}

macro_rules! key {
    ($integer:ident) => {
        impl Key for $integer {
            fn append(self, value: u64, bits: u32) -> Self {
                self.checked_shl(bits).unwrap_or(0) | $integer::from(value)
            }

            fn field(self, shift: u32, bits: u32) -> u64 {
                let mask = u64::MAX.checked_shr(u64::BITS - bits).unwrap_or(0);
                self.checked_shr(shift).unwrap_or(0) as u64 & mask
            }
        }
    };
}

key!(u64);
key!(u128);

/// Sorts entries that are in order but for the first array, whose coordinates are less than `size`: by counting.
fn sort_by_first(arrays: &[&[u64]], size: usize, values: &Values) -> SortedEntries {
    let first = arrays[0];
    let mut places = vec![0; size];
    first.iter().for_each(|coordinate| places[*coordinate as usize] += 1);
    let mut next = 0;
    for place in &mut places {
        next += std::mem::replace(place, next);
    }
    let mut permutation = vec![0; first.len()];
    for (entry, coordinate) in first.iter().enumerate() {
        let place = &mut places[*coordinate as usize];
        permutation[*place] = entry;
        *place += 1;
    }
    // Now the place of a coordinate is where its entries end.
    let mut sorted = vec![0; first.len()];
    let mut begin = 0;
    for (coordinate, end) in places.into_iter().enumerate() {
        sorted[begin..end].fill(coordinate as u64);
        begin = end;
    }
    let others = arrays[1..].iter().map(|array| gather(array, &permutation));
    let coordinates = std::iter::once(sorted).chain(others).collect();
    SortedEntries { coordinates, values: gather_values(values, &permutation) }
}

/// Sorts by the arrays before `in_order`; the entries are in the order of those from there on.
fn sort_keys<K: Key>(arrays: &[&[u64]], fields: &[u32], in_order: usize, values: &Values) -> SortedEntries {
    let entry_bits = fields[arrays.len()];
    let key_of = |entry: usize| {
        let fields_of_entry = arrays.iter().zip(fields).map(|(array, &bits)| (array[entry], bits));
        let coordinates = fields_of_entry.fold(K::default(), |key, (value, bits)| key.append(value, bits));
        coordinates.append(entry as u64, entry_bits)
    };
    let keys: Vec<K> = (0..values.len()).into_par_iter().map(key_of).collect();
    let keys = sort_by_digits(keys, fields[in_order..].iter().sum(), fields.iter().sum());

    let decode = |shift: u32, bits: u32| keys.par_iter().map(move |key| key.field(shift, bits));
    let coordinates = (0..arrays.len()).map(|array| {
        let shift = fields[array + 1..].iter().sum();
        decode(shift, fields[array]).collect()
    });
    let coordinates = coordinates.collect();
    let values = with_values!(values, values => {
        Element::wrap(decode(0, entry_bits).map(|entry| values[entry as usize]).collect())
    });
    SortedEntries { coordinates, values }
}

/// Keys sorted by their bits `low..high`, those of equal bits in the order in which they stand: by digits, the lowest first.
fn sort_by_digits<K: Key>(mut keys: Vec<K>, low: u32, high: u32) -> Vec<K> {
    // The places of so many digits stay in the nearest caches.
    const BITS: u32 = 11;
    let mut sorted = vec![K::default(); if low < high { keys.len() } else { 0 }];
    // All digits have about as many bits.
    let digits = (high - low).div_ceil(BITS);
    for number in 0..digits {
        let begin = low + (high - low) * number / digits;
        let bits = low + (high - low) * (number + 1) / digits - begin;
        let digit = |key: &K| key.field(begin, bits) as usize;
        let mut places = vec![0; 1 << bits];
        keys.iter().for_each(|key| places[digit(key)] += 1);
        let mut next = 0;
        for place in &mut places {
            next += std::mem::replace(place, next);
        }
        for key in &keys {
            let place = &mut places[digit(key)];
            sorted[*place] = *key;
            *place += 1;
        }
        std::mem::swap(&mut keys, &mut sorted);
    }
    keys
}

fn sort_by_comparison(arrays: &[&[u64]], values: &Values) -> SortedEntries {
    let mut permutation: Vec<usize> = (0..values.len()).collect();
    permutation.par_sort_unstable_by(|&left, &right| compare(arrays, left, right).then(left.cmp(&right)));
    let coordinates = arrays.iter().map(|array| gather(array, &permutation)).collect();
    SortedEntries { coordinates, values: gather_values(values, &permutation) }
}

/// Adds up neighbours with equal coordinates.
fn sum_repeats(coordinates: Vec<Vec<u64>>, values: Values) -> SortedEntries {
    let len = values.len();
    let arrays: Vec<&[u64]> = coordinates.iter().map(Vec::as_slice).collect();
    if lie(&arrays, len) == Lie::StrictlyIncreasing {
        return SortedEntries { coordinates, values };
    }
    let begins_group = |&entry: &usize| entry == 0 || compare(&arrays, entry - 1, entry).is_ne();
    let begins: Vec<usize> = (0..len).into_par_iter().filter(begins_group).collect();
    let values = with_values!(&values, values => sum_groups(values, &begins));
    SortedEntries { coordinates: coordinates.iter().map(|array| gather(array, &begins)).collect(), values }
}

fn sum_groups<T: Element>(values: &[T], begins: &[usize]) -> Values {
    let sum_of = |group: usize| {
        let end = begins.get(group + 1).copied().unwrap_or(values.len());
        let (first, others) = (values[begins[group]], &values[begins[group] + 1..end]);
        others.iter().fold(first, |sum, &value| sum.add(value))
    };
    T::wrap((0..begins.len()).into_par_iter().map(sum_of).collect())
}

/// The elements of `array` at `indices`, which must be in range.
pub(crate) fn gather(array: &[u64], indices: &[usize]) -> Vec<u64> {
    indices.par_iter().map(|&index| array[index]).collect()
}

/// The values at `indices`, which must be in range.
pub(crate) fn gather_values(values: &Values, indices: &[usize]) -> Values {
    with_values!(values, values => Element::wrap(indices.par_iter().map(|&index| values[index]).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sorted(arrays: &[&[u64]], values: &[i64]) -> Option<(Vec<Vec<u64>>, Values)> {
        let sorted = sort_and_sum(arrays.to_vec(), &Values::I64(values.to_vec()), None).unwrap()?;
        Some((sorted.coordinates, sorted.values))
    }

    #[test]
    fn entries_in_order_are_left_alone() {
        assert_eq!(sorted(&[&[0, 0, 1], &[1, 2, 0]], &[1, 2, 3]), None);
        assert_eq!(sorted(&[&[]], &[]), None);
        assert_eq!(sorted(&[&[7]], &[1]), None);
    }

    #[test]
    fn how_entries_lie_does_not_depend_on_where_pieces_end() {
        for len in [4095, 4096, 4097, 4098, 9000] {
            let rows: Vec<u64> = (0..len).map(|entry| entry / 3).collect();
            let columns: Vec<u64> = (0..len).map(|entry| entry % 3).collect();
            let len = len as usize;
            let lie_with = |entry: usize, row: u64, column: u64| {
                let (mut rows, mut columns) = (rows.clone(), columns.clone());
                (rows[entry], columns[entry]) = (row, column);
                lie(&[&rows, &columns], len)
            };
            assert!(lie(&[&rows, &columns], len) == Lie::StrictlyIncreasing);
            for entry in [1, 4094, len - 1] {
                assert!(lie_with(entry, rows[entry - 1], columns[entry - 1]) == Lie::WithRepeats);
                assert!(lie_with(entry, 0, 0) == if entry == 1 { Lie::WithRepeats } else { Lie::Unsorted });
            }
        }
    }

    #[test]
    fn two_entries_are_looked_at_too() {
        assert_eq!(sorted(&[&[1, 0]], &[1, 2]), Some((vec![vec![0, 1]], Values::I64(vec![2, 1]))));
        assert_eq!(sorted(&[&[1, 1]], &[1, 2]), Some((vec![vec![1]], Values::I64(vec![3]))));
    }

    #[test]
    fn every_width_of_key_gives_the_same_order() {
        for scale in [1, 1 << 30, 1 << 61] {
            let column: Vec<u64> = [3, 1, 3, 0, 1].iter().map(|x| x * scale).collect();
            let (coordinates, values) = sorted(&[&column, &column, &column], &[1, 2, 4, 8, 16]).unwrap();
            assert_eq!(coordinates[0], [0, scale, 3 * scale]);
            assert_eq!(coordinates[0], coordinates[2]);
            assert_eq!(values, Values::I64(vec![8, 18, 5]));
        }
    }

    #[test]
    fn entries_that_go_by_columns_are_sorted_by_rows() {
        let (rows, columns) = ([3, 0, 1, 1, 3, 0], [0, 1, 1, 1, 1, 2]);
        let (coordinates, values) = sorted(&[&rows, &columns], &[1, 2, 4, 8, 16, 32]).unwrap();
        assert_eq!(coordinates, [vec![0, 0, 1, 3, 3], vec![1, 2, 1, 0, 1]]);
        assert_eq!(values, Values::I64(vec![2, 32, 12, 1, 16]));
        // Few entries in a large dimension are sorted by digits.
        let (coordinates, values) = sorted(&[&[1 << 40, 5], &[0, 1]], &[1, 2]).unwrap();
        assert_eq!((coordinates, values), (vec![vec![5, 1 << 40], vec![1, 0]], Values::I64(vec![2, 1])));
    }

    #[test]
    fn the_largest_coordinate_keeps_its_bits() {
        let (coordinates, _) = sorted(&[&[u64::MAX, 0]], &[1, 2]).unwrap();
        assert_eq!(coordinates, [vec![0, u64::MAX]]);
    }
}
