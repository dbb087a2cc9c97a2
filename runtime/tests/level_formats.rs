//! The arrays of every level format, what it refuses to hold, and what validation finds in it.

use lacuna_layout::Format;
use lacuna_runtime::coo::Coo;
use lacuna_runtime::pack::pack;
use lacuna_runtime::storage::{IndexArray, SparseTensor};
use lacuna_runtime::value::{Dtype, Scalar, Values};

/// ```text
/// 0 1 0
/// 0 0 0
/// 2 0 3
/// ```
fn matrix() -> Coo {
    Coo::from_entries(vec![3, 3], &[(&[0, 1], 1.0), (&[2, 0], 2.0), (&[2, 2], 3.0)]).unwrap()
}

fn packed(coo: &Coo, format: &str) -> SparseTensor {
    let stored = pack(coo, &Format::named(format, coo.order()).unwrap()).unwrap();
    stored.validate().unwrap();
    stored
}

fn refusal(coo: &Coo, format: &str) -> String {
    pack(coo, &Format::named(format, coo.order()).unwrap()).unwrap_err().to_string()
}

/// The indices of an array of 32 bits, read as signed.
fn signed(array: &Option<IndexArray>) -> Vec<i32> {
    array.as_ref().map(|array| array.iter().map(|index| index as u32 as i32).collect()).unwrap_or_default()
}

fn positions(stored: &SparseTensor, level: usize) -> Vec<i32> {
    signed(&stored.levels[level].positions)
}

fn coordinates(stored: &SparseTensor, level: usize) -> Vec<i32> {
    signed(&stored.levels[level].coordinates)
}

fn values(stored: &SparseTensor) -> Vec<f64> {
    stored.values.iter().map(Scalar::to_f64).collect()
}

#[test]
fn loose_levels_store_both_ends() {
    let stored = packed(&matrix(), "dense,loose_compressed");
    assert_eq!(positions(&stored, 1), [0, 1, 1, 1, 1, 3]);
    assert_eq!(coordinates(&stored, 1), [1, 0, 2]);
}

#[test]
fn gaps_of_loose_levels_hold_nothing() {
    let mut stored = packed(&matrix(), "dense,loose_compressed");
    stored.levels[1].positions = Some(IndexArray::U32(vec![1, 2, 2, 2, 4, 6]));
    stored.levels[1].coordinates = Some(IndexArray::U32(vec![77, 1, 77, 77, 0, 2, 77]));
    stored.values = Values::F64(vec![-1.0, 1.0, -1.0, -1.0, 2.0, 3.0, -1.0]);
    assert_eq!(stored.to_coo().unwrap(), matrix());
}

#[test]
fn slices_interleave_the_segments_of_neighbours() {
    let stored = packed(&matrix(), "sell:2");
    // Slice 0 has one place for each of two rows, slice 1 two for row 2 and two for a row that is not there.
    assert_eq!(positions(&stored, 1), [0, 1, 0, 2, 2, 0]);
    assert_eq!(coordinates(&stored, 1), [1, 0, 0, 0, 2, 0]);
    assert_eq!(values(&stored), [1.0, 0.0, 2.0, 0.0, 3.0, 0.0]);
    assert_eq!(stored.to_coo().unwrap(), matrix());
}

/// What pads short rows beside a long one takes no longer than its entries.
#[test]
fn one_long_row_pads_its_slice() {
    let long = 100_000;
    let mut coordinates = vec![vec![0; long as usize], (0..long).collect::<Vec<u64>>()];
    coordinates[0].push(1);
    coordinates[1].push(7);
    let values = Values::F64(vec![1.0; long as usize + 1]);
    let coo = Coo { shape: vec![8, long], coordinates, values };
    let stored = packed(&coo, "sell:8");
    let columns = coordinates_of_lane(&stored, 1);
    assert_eq!((columns.len(), columns.iter().all(|column| *column == 7)), (long as usize, true));
    assert_eq!(stored.to_coo().unwrap().len(), coo.len());
}

/// The columns in a lane of a matrix of one slice of eight rows.
fn coordinates_of_lane(stored: &SparseTensor, lane: usize) -> Vec<i32> {
    coordinates(stored, 1).into_iter().skip(lane).step_by(8).collect()
}

#[test]
fn rows_are_sorted_in_windows() {
    let stored = packed(&matrix(), "sell:2:4");
    assert_eq!((positions(&stored, 0), coordinates(&stored, 0)), (vec![0, 3], vec![2, 0, 1]));
    assert_eq!(positions(&stored, 1), [0, 2, 1, 4, 0, 0]);
    assert_eq!(coordinates(&stored, 1), [0, 1, 2, 1]);
    assert_eq!(values(&stored), [2.0, 1.0, 3.0, 0.0]);
    let walked = stored.to_coo().unwrap();
    assert_eq!(walked.coordinates, [vec![2, 0, 2], vec![0, 1, 2]]);
}

#[test]
fn slices_that_are_not_as_long_as_their_rows_are_found() {
    let broken = |positions: &[u32], coordinates: &[u32]| {
        let mut stored = packed(&matrix(), "sell:2");
        stored.levels[1].positions = Some(IndexArray::U32(positions.to_vec()));
        stored.levels[1].coordinates = Some(IndexArray::U32(coordinates.to_vec()));
        stored.validate().unwrap_err().to_string()
    };
    let coordinates = [1, 0, 0, 0, 2, 0];
    assert_eq!(broken(&[0, 1, 0, 2, 2], &coordinates), "level 1 needs 6 positions, found 5");
    assert_eq!(broken(&[1, 1, 0, 2, 2, 0], &coordinates), "level 1: positions begin at 1, they must begin at 0");
    assert_eq!(broken(&[0, 1, 0, 1, 2, 0], &coordinates), "level 1: slice 0 needs 2 positions, found 1");
    assert_eq!(
        broken(&[0, 1, 0, 2, u32::MAX, 0], &coordinates),
        "level 1: slice 1 needs 8589934590 positions, found 4"
    );
    assert_eq!(
        broken(&[0, 1, 0, 2, 2, 1], &coordinates),
        "level 1: parent 3 is padding and must have no children, found 1"
    );
    // What pads is checked, too.
    let outside = broken(&[0, 1, 0, 2, 2, 0], &[1, 3, 0, 0, 2, 0]);
    assert_eq!(outside, "level 1: coordinate 3 at position 1 is not below the size 3");
    let shuffled = broken(&[0, 1, 0, 2, 2, 0], &[1, 0, 2, 0, 0, 0]);
    assert_eq!(shuffled, "level 1 is ordered: coordinate 0 at position 4 follows 2");
}

#[test]
fn interleaved_levels_share_an_array() {
    let stored = packed(&matrix(), "compressed(nonunique),singleton(interleaved)");
    assert_eq!(positions(&stored, 0), [0, 3]);
    assert_eq!(coordinates(&stored, 0), [0, 1, 2, 0, 2, 2]);
    assert_eq!(stored.levels[1], Default::default());
    assert_eq!(stored.size_in_bytes(), (2 + 6) * 4 + 3 * 8);
}

#[test]
fn diagonals_are_signed_and_dense() {
    let stored = packed(&matrix(), "dia");
    assert_eq!(coordinates(&stored, 0), [-2, 0, 1]);
    assert_eq!(values(&stored), [0.0, 0.0, 2.0, 0.0, 0.0, 3.0, 1.0, 0.0, 0.0]);
    let walked = stored.to_coo().unwrap();
    assert_eq!(walked.coordinates, [vec![2, 0, 1, 2, 0, 1], vec![0, 0, 1, 2, 1, 2]]);
}

#[test]
fn hashed_levels_probe_from_the_hash() {
    // The hashes of 4, 7, 9 and 14 end in 5, 7, 5 and 7: the last one goes round to the first slot.
    let entries: [(&[u64], f64); 4] = [(&[4], 4.0), (&[7], 7.0), (&[9], 9.0), (&[14], 14.0)];
    let stored = packed(&Coo::from_entries(vec![17], &entries).unwrap(), "hash");
    assert_eq!(coordinates(&stored, 0), [14, -1, -1, -1, -1, 4, 9, 7]);
    assert_eq!(values(&stored), [14.0, 0.0, 0.0, 0.0, 0.0, 4.0, 9.0, 7.0]);
    let two = Coo::from_entries(vec![8], &[(&[4], 1.0), (&[5], 2.0)]).unwrap();
    let stored = packed(&two, "hash");
    assert_eq!(coordinates(&stored, 0), [-1, 4, 5, -1]);
    assert_eq!(values(&stored), [0.0, 1.0, 2.0, 0.0]);
    assert_eq!(coordinates(&packed(&Coo::empty(vec![8], Dtype::F64), "hash"), 0), [-1, -1]);
    // With a slot for each coordinate, all have their own.
    let few = Coo::from_entries(vec![4], &[(&[1], 1.0), (&[3], 3.0)]).unwrap();
    assert_eq!(coordinates(&packed(&few, "hash"), 0), [-1, 1, -1, 3]);
}

#[test]
fn groups_are_padded_with_the_least_free_coordinates() {
    let format = "(i, j) -> (i : dense, j floordiv 4 : dense, j mod 4 : structured[2, 4])";
    let row = Coo::from_entries(vec![1, 10], &[(&[0, 1], 1.0), (&[0, 4], 4.0), (&[0, 7], 7.0)]).unwrap();
    let stored = packed(&row, format);
    assert_eq!(coordinates(&stored, 2), [0, 1, 0, 3, 0, 1]);
    assert_eq!(values(&stored), [0.0, 1.0, 4.0, 7.0, 0.0, 0.0]);
    let full = Coo::from_entries(vec![1, 4], &[(&[0, 1], 1.0), (&[0, 2], 2.0), (&[0, 3], 3.0)]).unwrap();
    assert_eq!(refusal(&full, format), "level 2 (structured) stores 2 coordinates a parent, parent 0 has 3");
}

#[test]
fn batches_are_blocks_of_one_length() {
    let entries: [(&[u64], f64); 4] = [(&[0, 0, 1], 1.0), (&[1, 0, 0], 2.0), (&[1, 1, 0], 4.0), (&[1, 1, 2], 3.0)];
    let cube = Coo::from_entries(vec![2, 2, 3], &entries).unwrap();
    let stored = packed(&cube, "batch,dense,compressed");
    assert_eq!(positions(&stored, 2), [0, 1, 1, 0, 1, 3]);
    assert_eq!(coordinates(&stored, 2), [1, 0, 0, 0, 0, 2]);
    assert_eq!(values(&stored), [1.0, 0.0, 0.0, 2.0, 4.0, 3.0]);
    assert_eq!(stored.to_coo().unwrap(), cube);
    let stored = packed(&cube, "batch,compressed,compressed");
    assert_eq!(positions(&stored, 1), [0, 1, 0, 2]);
    assert_eq!(coordinates(&stored, 1), [0, 0, 0, 1]);
    assert_eq!(positions(&stored, 2), [0, 1, 1, 0, 1, 3]);
    let stored = packed(&cube, "batch,dense,loose_compressed");
    assert_eq!(positions(&stored, 2), [0, 1, 1, 1, 0, 1, 1, 3]);
    let stored = packed(&cube, "batch,hashed,dense");
    assert_eq!(coordinates(&stored, 1).len(), 2 * 4);
}

#[test]
fn rows_of_slots_repeat_their_last_coordinate() {
    let stored = packed(&matrix(), "ell");
    assert_eq!(coordinates(&stored, 2), [1, 0, 0, 1, 0, 2]);
    assert_eq!(values(&stored), [1.0, 0.0, 2.0, 0.0, 0.0, 3.0]);
    assert_eq!(stored.to_coo().unwrap().len(), 3);
    let empty = packed(&Coo::empty(vec![3, 0], Dtype::F64), "ell");
    assert_eq!(coordinates(&empty, 2), [0; 0]);
}

#[test]
fn blocks_stick_out_with_fill_values() {
    let format = "(i, j) -> (i floordiv 2 : dense, j floordiv 2 : compressed, i mod 2 : dense, j mod 2 : dense), \
                  fill = 9.0 : f64";
    let stored = packed(&matrix(), format);
    assert_eq!(positions(&stored, 1), [0, 1, 3]);
    assert_eq!(coordinates(&stored, 1), [0, 0, 1]);
    assert_eq!(values(&stored), [9.0, 1.0, 9.0, 9.0, 2.0, 9.0, 9.0, 9.0, 3.0, 9.0, 9.0, 9.0]);
    let walked = stored.to_coo().unwrap();
    assert_eq!(walked.coordinates, [vec![0, 0, 1, 1, 2, 2, 2], vec![0, 1, 0, 1, 0, 1, 2]]);
}

#[test]
fn coordinates_must_fit_their_width_with_their_sign() {
    let corners =
        |size: u64| Coo::from_entries(vec![size, size], &[(&[0, size - 1], 1.0), (&[size - 1, 0], 2.0)]).unwrap();
    let narrow = "(i, j) -> (j - i : compressed, i : compressed), coordinates = 8";
    assert_eq!(refusal(&corners(129), narrow), "level 0 stores `j - i` from -128 to 128, which does not fit 8 bits");
    let stored = packed(&corners(128), narrow);
    assert_eq!(stored.levels[0].coordinates, Some(IndexArray::U8(vec![-127i8 as u8, 127])));

    let last = |size: u64| Coo::from_entries(vec![size], &[(&[size - 1], 1.0)]).unwrap();
    let hashed = "(i) -> (i : hashed), coordinates = 8";
    assert_eq!(
        refusal(&last(256), hashed),
        "level 0 (hashed) stores `i` up to 255, which in 8 bits marks an empty slot"
    );
    packed(&last(255), hashed);
    assert_eq!(
        refusal(&last(257), hashed),
        "dimension 0 has size 257, its coordinates do not fit 8 bits: widen them, as in `coordinates = 64`"
    );

    let vast = Coo::empty(vec![1 << 63, 1 << 62], Dtype::F64);
    let sums = "(i, j) -> (i + j : compressed, j : compressed)";
    assert_eq!(
        refusal(&vast, sums),
        "level 0: `i + j` has coordinates beyond 63 bits for shape [9223372036854775808, 4611686018427387904]"
    );
}

/// The message of validation after a change.
fn found(format: &str, change: impl Fn(&mut SparseTensor)) -> String {
    found_in(&matrix(), format, change)
}

fn found_in(coo: &Coo, format: &str, change: impl Fn(&mut SparseTensor)) -> String {
    let mut stored = packed(coo, format);
    change(&mut stored);
    let error = stored.validate().unwrap_err();
    assert_eq!(stored.to_coo(), Err(error.clone()));
    error.to_string()
}

fn with_positions(level: usize, array: &[u32]) -> impl Fn(&mut SparseTensor) {
    move |tensor| tensor.levels[level].positions = Some(IndexArray::U32(array.to_vec()))
}

fn with_coordinates(level: usize, array: &[i32]) -> impl Fn(&mut SparseTensor) {
    move |tensor| tensor.levels[level].coordinates = Some(IndexArray::U32(array.iter().map(|&c| c as u32).collect()))
}

#[test]
fn segments_that_overlap_are_found() {
    let loose = "dense,loose_compressed";
    assert_eq!(
        found(loose, with_positions(1, &[0, 1, 0, 1, 1, 3])),
        "level 1: the segment of parent 1 begins at position 0, the one before it ends at 1"
    );
    assert_eq!(
        found(loose, with_positions(1, &[0, 1, 1, 1, 2, 1])),
        "level 1: the segment of parent 2 begins at position 2 and ends before it, at 1"
    );
    assert_eq!(found(loose, with_positions(1, &[0, 1, 1, 1, 1, 4])), "level 1 needs 4 coordinates, found 3");
    assert_eq!(found(loose, with_positions(1, &[0, 1, 1, 1])), "level 1 needs 6 positions, found 4");
}

#[test]
fn arrays_must_have_their_width_and_length() {
    let other_width = |tensor: &mut SparseTensor| tensor.levels[1].coordinates = Some(IndexArray::U8(vec![1, 0, 2]));
    assert_eq!(found("csr", other_width), "level 1 needs coordinates of 32 bits, found 8 bits");
    let pairs = "compressed(nonunique),singleton(interleaved)";
    assert_eq!(
        found(pairs, with_coordinates(0, &[0, 1, 2, 0, 2])),
        "level 0 shares its 5 coordinates with levels interleaved, 2 levels in all: that is no multiple"
    );
    assert_eq!(found(pairs, with_coordinates(0, &[0, 1, 2, 0])), "level 0 needs 3 coordinates, found 2");
    assert_eq!(found(pairs, with_coordinates(1, &[1])), "level 1 (singleton) keeps no coordinates, found 1 of them");
}

#[test]
fn batches_are_checked_one_by_one() {
    let cube = Coo::from_entries(vec![2, 2, 3], &[(&[0, 0, 1], 1.0), (&[1, 1, 0], 2.0), (&[1, 1, 2], 3.0)]).unwrap();
    let found = |change: &dyn Fn(&mut SparseTensor)| found_in(&cube, "batch,dense,compressed", change);
    assert_eq!(
        found(&with_coordinates(2, &[1, 0, 0])),
        "3 coordinates of level 2 cannot be divided equally among 2 batches"
    );
    assert_eq!(
        found(&with_coordinates(2, &[1, 0, 2, 0])),
        "batch 1: level 2 is ordered: coordinate 0 at position 1 follows 2"
    );
    assert_eq!(
        found(&with_positions(2, &[0, 1, 1, 1, 1, 2])),
        "batch 1: level 2: positions begin at 1, they must begin at 0"
    );
    let longer = |tensor: &mut SparseTensor| tensor.values = Values::F64(vec![0.0; 5]);
    assert_eq!(found(&longer), "5 values cannot be divided equally among 2 batches");
    let shorter = |tensor: &mut SparseTensor| tensor.values = Values::F64(vec![0.0; 2]);
    assert_eq!(found(&shorter), "batch 0: the last level has 2 positions, found 1 values");
}

#[test]
fn hash_tables_are_probed() {
    // Looking for 4 and 5 begins at slots 1 and 2.
    let vector = Coo::from_entries(vec![8], &[(&[4], 1.0), (&[5], 2.0)]).unwrap();
    let found = |array: &[i32]| found_in(&vector, "hash", with_coordinates(0, array));
    assert_eq!(found(&[5, 4, -1, -1]), "level 0: looking for coordinate 5 ends before position 0, where it is");
    assert_eq!(found(&[-1, 4, 4, -1]), "level 0 is unique: coordinate 4 at position 2 occurs twice under one parent");
    assert_eq!(found(&[0, 1, 2, 3]), "level 0: the hash table of parent 0 has no empty slot among 4");
    assert_eq!(found(&[-1, 9, -1, -1]), "level 0: coordinate 9 at position 1 is not below the size 8");
    assert_eq!(
        found(&[-1, 4, 5]),
        "level 0 needs hash tables of one size for 1 parents, a power of two of at least 2, found 3 slots"
    );
    let below_empty =
        |tensor: &mut SparseTensor| tensor.levels[1].positions = Some(IndexArray::U32(vec![0, 1, 1, 2, 3]));
    let rows = Coo::from_entries(vec![8, 2], &[(&[4, 0], 1.0), (&[4, 1], 2.0), (&[5, 0], 3.0)]).unwrap();
    assert_eq!(
        found_in(&rows, "hashed,compressed", below_empty),
        "level 1: parent 0 is padding and must have no children, found 1"
    );
}

#[test]
fn coordinates_outside_the_tensor_are_found() {
    let hybrid = "(i, j) -> (i floordiv 2 : dense, j : compressed, i mod 2 : compressed)";
    assert_eq!(
        found(hybrid, with_coordinates(2, &[0, 1, 0])),
        "level 2: position 1 is at coordinate 3 of dimension 0, whose size is 3"
    );
    assert_eq!(
        found("dia", with_coordinates(0, &[-3, 0, 1])),
        "level 0: coordinate -3 at position 0 is not among the 5 coordinates from -2 on"
    );
    assert_eq!(
        found("(i, j) -> (j - i : compressed, i : compressed)", with_coordinates(1, &[1, 2, 0])),
        "level 1: position 0 is at coordinate -1 of dimension 1, whose size is 3"
    );
    let outside = "(i, j) -> (i floordiv 2 : dense, i mod 2 : dense, j : compressed)";
    assert_eq!(
        found(outside, with_positions(2, &[0, 1, 1, 2, 3])),
        "level 2: parent 3 is padding and must have no children, found 1"
    );
    assert_eq!(
        found("(i, j) -> (i floordiv 2 : dense, i : compressed, j : compressed)", with_coordinates(1, &[2, 2])),
        "level 1: position 0 needs coordinate 1 in level 0, found 0"
    );
}

#[test]
fn groups_are_ordered_and_padded_first() {
    let format = "(i, j) -> (i : dense, j floordiv 4 : dense, j mod 4 : structured[2, 4])";
    let row = Coo::from_entries(vec![1, 5], &[(&[0, 1], 1.0), (&[0, 4], 4.0)]).unwrap();
    let found = |array: &[i32]| found_in(&row, format, with_coordinates(2, array));
    assert_eq!(found(&[1, 0, 0, 1]), "level 2 is ordered: coordinate 0 at position 1 follows 1");
    assert_eq!(found(&[1, 1, 0, 1]), "level 2 is unique: coordinate 1 at position 1 occurs twice under one parent");
    assert_eq!(found(&[0, 4, 0, 1]), "level 2: coordinate 4 at position 1 is not below the size 4");
    assert_eq!(found(&[0, 1, 0, 2]), "level 2: position 3 is at coordinate 6 of dimension 1, whose size is 5");
    assert_eq!(found(&[0, 1, 0]), "level 2 needs 4 coordinates, found 3");
}

#[test]
fn rows_hold_each_coordinate_once() {
    assert_eq!(
        found("ell", with_coordinates(2, &[1, 0, 2, 1, 0, 0])),
        "level 2 is ordered: coordinate 0 at position 5 follows 2"
    );
    assert_eq!(
        found("ell", with_coordinates(2, &[1, 0, 2, 1, 0, 2])),
        "level 2 is unique: coordinate 2 at position 5 occurs twice under one parent"
    );
    let unordered = "(i, j) -> (_ : dense, i : dense, j : singleton(unordered))";
    assert_eq!(
        found(unordered, with_coordinates(2, &[1, 0, 2, 1, 0, 2])),
        "level 2 is unique: coordinate 2 at position 5 occurs twice under one parent"
    );
    let mut shuffled = packed(&matrix(), unordered);
    with_coordinates(2, &[1, 0, 2, 1, 0, 0])(&mut shuffled);
    assert_eq!(shuffled.to_coo().unwrap().coordinates, [vec![0, 2, 2], vec![1, 2, 0]]);
    assert_eq!(found("ell", with_coordinates(2, &[1, 0, 0, 1, 0])), "level 2 needs 3 coordinates, found 5");
}

#[test]
fn unordered_chains_are_unique() {
    let csb = "csb:4x4";
    let chain = "compressed(nonunique, unordered),singleton(unordered)";
    assert_eq!(
        found(chain, |tensor| {
            with_coordinates(0, &[2, 0, 2])(tensor);
            with_coordinates(1, &[1, 2, 1])(tensor);
        }),
        "level 1 is unique: coordinate 1 at position 2 occurs twice under one parent"
    );
    assert_eq!(
        found(csb, |tensor| {
            with_coordinates(2, &[2, 0, 2])(tensor);
            with_coordinates(3, &[1, 2, 1])(tensor);
        }),
        "level 3 is unique: coordinate 1 at position 2 occurs twice under one parent"
    );
}
