//! Sorting entries lexicographically, and adding up equal ones.
//!
//! The coordinates of an entry are put side by side in the bits of one integer, with the number of
//! the entry below them: then sorting entries is sorting integers by the digits of their coordinates, equal coordinates stay in
//! their first order, and the sorted integers say both the new coordinates and where each value comes
//! from. Entries too wide for 128 bits are sorted by comparing arrays.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::ops::Range;

use rayon::prelude::*;

use crate::memory::{self, MemoryError};
use crate::progress::{Phase, Progress};
use crate::value::{Element, Values, with_values};

/// How a list of entries lies. Of two parts of a list, the later case is that of both.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Lie {
    StrictlyIncreasing,
    WithRepeats,
    Unsorted,
}

/// A sum of integers that their type does not hold, so it has wrapped around.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Wrapped {
    /// The entry that has it, by its number after sorting.
    pub(crate) entry: usize,
    /// What it would be.
    pub(crate) sum: i128,
}

/// Puts entries into strictly increasing lexicographic order of their coordinates, the first array being the most significant, and
/// adds up equal ones. Entries that are so already stay as they are; arrays that are owned are sorted where they are. Gives the
/// first sum that has wrapped around.
///
/// Every array must be as long as `values`.
///
/// # Errors
/// When what sorting takes does not fit the memory; the entries are as they were then.
pub(crate) fn sort_and_sum(
    arrays: &mut [Cow<'_, [u64]>],
    values: &mut Cow<'_, Values>,
    progress: Option<&dyn Progress>,
) -> Result<Option<Wrapped>, MemoryError> {
    let len = values.len();
    let phase = Phase::start(progress, "sorting", len as u64);
    let mut lie_now = lie(&slices(arrays), len);
    if lie_now == Lie::Unsorted {
        // Keys, twice, and the sorted coordinates and values.
        let new = arrays.iter().filter(|array| matches!(array, Cow::Borrowed(_))).count();
        let bytes_each = 32 + new * size_of::<u64>() + values.dtype().size_in_bytes();
        memory::require(&format!("sorting {len} entries"), len as u128, bytes_each)?;
        sort(arrays, values);
        lie_now = lie(&slices(arrays), len);
    }
    let wrapped = if lie_now == Lie::WithRepeats { sum_repeats(arrays, values) } else { None };
    phase.advance(len as u64);
    Ok(wrapped)
}

fn slices<'a>(arrays: &'a [Cow<'_, [u64]>]) -> Vec<&'a [u64]> {
    arrays.iter().map(|array| &**array).collect()
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

/// Puts entries in order, those of equal coordinates as they stand.
fn sort(sorted: &mut [Cow<'_, [u64]>], values: &mut Cow<'_, Values>) {
    let arrays = slices(sorted);
    let len = values.len();
    let largest = |array: &&[u64]| array.par_iter().copied().max().unwrap_or(0);
    let mut fields: Vec<u32> = arrays.iter().map(|array| bits_of(largest(array))).collect();
    fields.push(bits_of(len as u64));
    // Entries that are in order but for the first arrays, as those of a file that goes by columns, are moved by these alone.
    let in_order = (1..arrays.len()).find(|first| lie(&arrays[*first..], len) != Lie::Unsorted).unwrap_or(arrays.len());
    match fields.iter().sum::<u32>() {
        0..=64 => sort_keys::<u64>(sorted, &fields, in_order, values),
        65..=128 => sort_keys::<u128>(sorted, &fields, in_order, values),
        _ => {
            let permutation = permutation_by_comparison(&arrays);
            permute(sorted, values, &permutation);
        }
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

/// Puts entries into the order of a permutation.
fn permute(arrays: &mut [Cow<'_, [u64]>], values: &mut Cow<'_, Values>, permutation: &[usize]) {
    arrays.iter_mut().for_each(|array| *array = Cow::Owned(gather(array, permutation)));
    *values = Cow::Owned(gather_values(values, permutation));
}

/// Sorts by the arrays before `in_order`; the entries are in the order of those from there on.
fn sort_keys<K: Key>(arrays: &mut [Cow<'_, [u64]>], fields: &[u32], in_order: usize, values: &mut Cow<'_, Values>) {
    let entry_bits = fields[arrays.len()];
    let columns = slices(arrays);
    let key_of = |entry: usize| {
        let fields_of_entry = columns.iter().zip(fields).map(|(array, &bits)| (array[entry], bits));
        let coordinates = fields_of_entry.fold(K::default(), |key, (value, bits)| key.append(value, bits));
        coordinates.append(entry as u64, entry_bits)
    };
    let keys: Vec<K> = (0..values.len()).into_par_iter().map(key_of).collect();
    let keys = sort_by_digits(keys, fields[in_order..].iter().sum(), fields.iter().sum());

    let decode = |shift: u32, bits: u32| keys.par_iter().map(move |key| key.field(shift, bits));
    for (number, array) in arrays.iter_mut().enumerate() {
        let decoded = decode(fields[number + 1..].iter().sum(), fields[number]);
        match array {
            // Memory that is there need not be cleared by the system.
            Cow::Owned(array) => decoded.zip(array).for_each(|(coordinate, place)| *place = coordinate),
            Cow::Borrowed(_) => *array = Cow::Owned(decoded.collect()),
        }
    }
    // To gather values takes longest: they come from all over the memory. Those of a pattern are alike wherever they stand.
    let moved = with_values!(&**values, values => (!are_alike(values)).then(|| {
        Element::wrap(decode(0, entry_bits).map(|entry| values[entry as usize]).collect())
    }));
    if let Some(moved) = moved {
        *values = Cow::Owned(moved);
    }
}

/// Whether all values are the same, to the bit.
fn are_alike<T: Element>(values: &[T]) -> bool {
    let bits = |value: &T| value.to_scalar().to_bits();
    values.split_first().is_none_or(|(first, others)| others.par_iter().all(|value| bits(value) == bits(first)))
}

/// The bits of a digit: the places of so many digits stay in the nearest caches.
const DIGIT_BITS: u32 = 11;

/// So many keys stay in the second cache, with as many places for them.
const KEYS_A_PART: usize = 1 << 14;

/// Keys sorted by their bits `low..high`, those of equal bits in the order in which they stand. Their highest digit divides them
/// into parts that a cache holds; each is sorted by the other digits, in parallel.
fn sort_by_digits<K: Key>(mut keys: Vec<K>, low: u32, high: u32) -> Vec<K> {
    if low >= high {
        return keys;
    }
    let mut sorted = vec![K::default(); keys.len()];
    let bits = bits_of((keys.len() / KEYS_A_PART) as u64).min(DIGIT_BITS).min(high - low);
    let split = high - bits;
    if bits == 0 {
        sort_part(&mut keys, &mut sorted, low..high);
        return keys;
    }
    let ends = scatter(&keys, &mut sorted, split, bits);
    let mut parts = Vec::new();
    let (mut rest, mut spare, mut begin) = (sorted.as_mut_slice(), keys.as_mut_slice(), 0);
    for end in ends {
        let (part, parts_after) = rest.split_at_mut(end - begin);
        let (places, places_after) = spare.split_at_mut(end - begin);
        parts.push((part, places));
        (rest, spare, begin) = (parts_after, places_after, end);
    }
    parts.into_par_iter().for_each(|(part, places)| sort_part(part, places, low..split));
    sorted
}

/// Sorts keys by these bits, the lowest digit first; `spare` has as many places.
fn sort_part<K: Key>(keys: &mut [K], spare: &mut [K], bits: Range<u32>) {
    // All digits have about as many bits.
    let digits = (bits.end - bits.start).div_ceil(DIGIT_BITS);
    let begin_of = |number: u32| bits.start + (bits.end - bits.start) * number / digits.max(1);
    for number in 0..digits {
        let (begin, end) = (begin_of(number), begin_of(number + 1));
        let (from, into) = if number % 2 == 0 { (&*keys, &mut *spare) } else { (&*spare, &mut *keys) };
        scatter(from, into, begin, end - begin);
    }
    if digits % 2 == 1 {
        keys.copy_from_slice(spare);
    }
}

/// Puts keys in the order of a digit of so many `bits` that stands `begin` bits from below; gives where the keys of each value of
/// the digit end.
fn scatter<K: Key>(keys: &[K], into: &mut [K], begin: u32, bits: u32) -> Vec<usize> {
    let digit = |key: &K| key.field(begin, bits) as usize;
    let mut places = vec![0; 1 << bits];
    keys.iter().for_each(|key| places[digit(key)] += 1);
    let mut next = 0;
    for place in &mut places {
        next += std::mem::replace(place, next);
    }
    for key in keys {
        let place = &mut places[digit(key)];
        into[*place] = *key;
        *place += 1;
    }
    // Now the place of a digit is where its keys end.
    places
}

fn permutation_by_comparison(arrays: &[&[u64]]) -> Vec<usize> {
    let mut permutation: Vec<usize> = (0..arrays.first().map_or(0, |array| array.len())).collect();
    permutation.par_sort_unstable_by(|&left, &right| compare(arrays, left, right).then(left.cmp(&right)));
    permutation
}

/// Adds up neighbours with equal coordinates, in the order in which they stand.
fn sum_repeats(arrays: &mut [Cow<'_, [u64]>], values: &mut Cow<'_, Values>) -> Option<Wrapped> {
    let mut columns: Vec<&mut Vec<u64>> = arrays.iter_mut().map(Cow::to_mut).collect();
    with_values!(values.to_mut(), values => {
        let (kept, wrapped) = sum_neighbours(&mut columns, values);
        columns.iter_mut().for_each(|column| column.truncate(kept));
        values.truncate(kept);
        wrapped
    })
}

/// Moves what is kept to the front; gives how many are kept, and the first sum that has wrapped around.
fn sum_neighbours<T: Element>(columns: &mut [&mut Vec<u64>], values: &mut [T]) -> (usize, Option<Wrapped>) {
    let Some(mut exact) = values.first().map(|value| value.as_integer()) else { return (0, None) };
    let (mut last, mut wrapped) = (0, None);
    let check = |entry: usize, value: T, exact: Option<i128>| {
        exact.filter(|_| exact != value.as_integer()).map(|sum| Wrapped { entry, sum })
    };
    for entry in 1..values.len() {
        if columns.iter().all(|column| column[entry] == column[last]) {
            values[last] = values[last].add(values[entry]);
            exact = exact.zip(values[entry].as_integer()).map(|(sum, other)| sum + other);
            continue;
        }
        wrapped = wrapped.or_else(|| check(last, values[last], exact));
        exact = values[entry].as_integer();
        last += 1;
        columns.iter_mut().for_each(|column| column[last] = column[entry]);
        values[last] = values[entry];
    }
    (last + 1, wrapped.or_else(|| check(last, values[last], exact)))
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

    /// What becomes of entries; nothing, if they stay as they are. Arrays that are borrowed and those that are owned become the same.
    fn sorted(arrays: &[&[u64]], values: &[i64]) -> Option<(Vec<Vec<u64>>, Values)> {
        let given = Values::I64(values.to_vec());
        let mut borrowed: Vec<Cow<'_, [u64]>> = arrays.iter().map(|array| Cow::Borrowed(*array)).collect();
        let mut owned: Vec<Cow<'_, [u64]>> = arrays.iter().map(|array| Cow::Owned(array.to_vec())).collect();
        let (mut of_borrowed, mut of_owned) = (Cow::Borrowed(&given), Cow::Owned(given.clone()));
        sort_and_sum(&mut borrowed, &mut of_borrowed, None).unwrap();
        sort_and_sum(&mut owned, &mut of_owned, None).unwrap();
        assert_eq!((&borrowed, &of_borrowed), (&owned, &of_owned));
        let is_changed = matches!(of_borrowed, Cow::Owned(_));
        is_changed.then(|| (owned.into_iter().map(Cow::into_owned).collect(), of_owned.into_owned()))
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

    /// Values that are alike stay where they are; those that differ in the sign of a zero alone are not alike.
    #[test]
    fn values_of_a_pattern_need_not_be_moved() {
        let sorted = |values: Vec<f64>| {
            let given = Values::F64(values);
            let (mut arrays, mut values) = ([Cow::Owned(vec![2, 0, 1, 0])], Cow::Borrowed(&given));
            sort_and_sum(&mut arrays, &mut values, None).unwrap();
            (arrays[0].to_vec(), values.into_owned())
        };
        assert_eq!(sorted(vec![1.0; 4]), (vec![0, 1, 2], Values::F64(vec![2.0, 1.0, 1.0])));
        let (order, zeros) = sorted(vec![-0.0, 0.0, 0.0, 0.0]);
        assert_eq!(order, [0, 1, 2]);
        let signs: Vec<bool> = zeros.iter().map(|zero| zero.to_bits() != 0).collect();
        assert_eq!(signs, [false, false, true]);
    }

    #[test]
    fn many_keys_are_sorted_in_parts() {
        for (low, high) in [(0, 40), (17, 40), (38, 40), (40, 40)] {
            let keys: Vec<u64> =
                (0..5 * KEYS_A_PART as u64).map(|number| number.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 24).collect();
            let mut expected = keys.clone();
            expected.sort_by_key(|key| key.field(low, high - low));
            assert!(sort_by_digits(keys, low, high) == expected || low == high, "{low}..{high}");
        }
        // All keys may be in one part.
        let alike: Vec<u128> = (0..3 * KEYS_A_PART as u128).rev().collect();
        assert!(sort_by_digits(alike, 0, 100).is_sorted());
    }

    #[test]
    fn the_largest_coordinate_keeps_its_bits() {
        let (coordinates, _) = sorted(&[&[u64::MAX, 0]], &[1, 2]).unwrap();
        assert_eq!(coordinates, [vec![0, u64::MAX]]);
    }
}
