//! Sorting entries lexicographically, and adding up equal ones.
//!
//! The coordinates of an entry are put side by side in the bits of one integer, with the number of
//! the entry below them: then sorting entries is sorting integers, equal coordinates stay in their
//! first order, and the sorted integers say both the new coordinates and where each value comes
//! from. Entries too wide for 128 bits are sorted by comparing arrays.

use std::cmp::Ordering;

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

/// How a list of entries lies.
#[derive(Clone, Copy, PartialEq, Eq)]
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
            // Keys, the new order, and the sorted coordinates and values.
            let bytes_each = 16 + (1 + arrays.len()) * size_of::<u64>() + values.dtype().size_in_bytes();
            memory::require(&format!("sorting {len} entries"), len as u128, bytes_each)?;
            let (coordinates, permutation) = sort(&arrays, len);
            Some(sum_repeats(coordinates, gather_values(values, &permutation)))
        }
    };
    phase.advance(len as u64);
    Ok(sorted)
}

fn lie(arrays: &[&[u64]], len: usize) -> Lie {
    let pairs = || (1..len).into_par_iter().map(|entry| compare(arrays, entry - 1, entry));
    if pairs().all(Ordering::is_lt) {
        Lie::StrictlyIncreasing
    } else if pairs().all(Ordering::is_le) {
        Lie::WithRepeats
    } else {
        Lie::Unsorted
    }
}

fn compare(arrays: &[&[u64]], left: usize, right: usize) -> Ordering {
    arrays.iter().map(|array| array[left].cmp(&array[right])).find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
}

/// The sorted coordinates, and for each sorted entry where it stood.
fn sort(arrays: &[&[u64]], len: usize) -> (Vec<Vec<u64>>, Vec<usize>) {
    let largest = |array: &&[u64]| array.par_iter().copied().max().unwrap_or(0);
    let mut fields: Vec<u32> = arrays.iter().map(|array| bits_of(largest(array))).collect();
    fields.push(bits_of(len as u64));
    match fields.iter().sum::<u32>() {
        0..=64 => sort_keys::<u64>(arrays, &fields, len),
        65..=128 => sort_keys::<u128>(arrays, &fields, len),
        _ => sort_by_comparison(arrays, len),
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

fn sort_keys<K: Key>(arrays: &[&[u64]], fields: &[u32], len: usize) -> (Vec<Vec<u64>>, Vec<usize>) {
    let entry_bits = fields[arrays.len()];
    let key_of = |entry: usize| {
        let fields_of_entry = arrays.iter().zip(fields).map(|(array, &bits)| (array[entry], bits));
        let coordinates = fields_of_entry.fold(K::default(), |key, (value, bits)| key.append(value, bits));
        coordinates.append(entry as u64, entry_bits)
    };
    let mut keys: Vec<K> = (0..len).into_par_iter().map(key_of).collect();
    keys.par_sort_unstable();

    let decode = |shift: u32, bits: u32| keys.par_iter().map(move |key| key.field(shift, bits));
    let coordinates = (0..arrays.len()).map(|array| {
        let shift = fields[array + 1..].iter().sum();
        decode(shift, fields[array]).collect()
    });
    (coordinates.collect(), decode(0, entry_bits).map(|entry| entry as usize).collect())
}

fn sort_by_comparison(arrays: &[&[u64]], len: usize) -> (Vec<Vec<u64>>, Vec<usize>) {
    let mut permutation: Vec<usize> = (0..len).collect();
    permutation.par_sort_unstable_by(|&left, &right| compare(arrays, left, right).then(left.cmp(&right)));
    (arrays.iter().map(|array| gather(array, &permutation)).collect(), permutation)
}

/// Adds up neighbours with equal coordinates.
fn sum_repeats(coordinates: Vec<Vec<u64>>, values: Values) -> SortedEntries {
    let len = values.len();
    let arrays: Vec<&[u64]> = coordinates.iter().map(Vec::as_slice).collect();
    let begins_group = |&entry: &usize| entry == 0 || compare(&arrays, entry - 1, entry).is_ne();
    if (0..len).into_par_iter().all(|entry| begins_group(&entry)) {
        return SortedEntries { coordinates, values };
    }
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
    fn the_largest_coordinate_keeps_its_bits() {
        let (coordinates, _) = sorted(&[&[u64::MAX, 0]], &[1, 2]).unwrap();
        assert_eq!(coordinates, [vec![0, u64::MAX]]);
    }
}
