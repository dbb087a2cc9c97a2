//! What packing stores, what it refuses, and what validation finds.

use lacuna_layout::Format;
use lacuna_runtime::coo::Coo;
use lacuna_runtime::data::{Data, Dense};
use lacuna_runtime::pack::{pack, pack_data, require_memory};
use lacuna_runtime::storage::{IndexArray, SparseTensor};
use lacuna_runtime::value::{Dtype, Scalar, Values};

/// ```text
/// 0 1 0
/// 0 0 0
/// 2 0 3
/// ```
fn matrix() -> Coo {
    Coo::from_entries(vec![3, 3], &[(&[2, 2], 3.0), (&[0, 1], 1.0), (&[2, 0], 2.0)]).unwrap()
}

fn packed(coo: &Coo, format: &str) -> SparseTensor {
    pack(coo, &Format::named(format, coo.order()).unwrap()).unwrap()
}

fn refusal(coo: &Coo, format: &str) -> String {
    pack(coo, &Format::named(format, coo.order()).unwrap()).unwrap_err().to_string()
}

fn indices(array: &Option<IndexArray>) -> Vec<u64> {
    array.as_ref().map(|array| array.iter().collect()).unwrap_or_default()
}

#[test]
fn csr_keeps_row_pointers() {
    let stored = packed(&matrix(), "csr");
    assert_eq!(stored.levels[0], Default::default());
    assert_eq!(stored.levels[1].positions, Some(IndexArray::U32(vec![0, 1, 1, 3])));
    assert_eq!(stored.levels[1].coordinates, Some(IndexArray::U32(vec![1, 0, 2])));
    assert_eq!(stored.values, Values::F64(vec![1.0, 2.0, 3.0]));
    assert_eq!(stored.size_in_bytes(), 7 * 4 + 3 * 8);
}

#[test]
fn csc_sorts_by_column() {
    let stored = packed(&matrix(), "csc");
    assert_eq!(indices(&stored.levels[1].positions), [0, 1, 2, 3]);
    assert_eq!(indices(&stored.levels[1].coordinates), [2, 0, 2]);
    assert_eq!(stored.values, Values::F64(vec![2.0, 1.0, 3.0]));
}

#[test]
fn coo_keeps_one_position_an_entry_and_dcsr_one_a_row() {
    let coo = packed(&matrix(), "coo");
    assert_eq!(indices(&coo.levels[0].positions), [0, 3]);
    assert_eq!(indices(&coo.levels[0].coordinates), [0, 2, 2]);
    assert_eq!(indices(&coo.levels[1].coordinates), [1, 0, 2]);
    let dcsr = packed(&matrix(), "dcsr");
    assert_eq!(indices(&dcsr.levels[0].coordinates), [0, 2]);
    assert_eq!(indices(&dcsr.levels[1].positions), [0, 1, 3]);
}

#[test]
fn a_chain_ends_where_a_level_is_unique() {
    let entries: [(&[u64], f64); 4] = [(&[0, 0, 0], 1.0), (&[0, 0, 1], 2.0), (&[0, 1, 0], 3.0), (&[2, 0, 0], 4.0)];
    let tensor = Coo::from_entries(vec![3, 3, 3], &entries).unwrap();
    let stored = packed(&tensor, "compressed(nonunique),singleton,compressed");
    assert_eq!(indices(&stored.levels[0].coordinates), [0, 0, 2]);
    assert_eq!(indices(&stored.levels[1].coordinates), [0, 1, 0]);
    assert_eq!(indices(&stored.levels[2].positions), [0, 2, 3, 4]);
    assert!(
        refusal(&tensor, "compressed(nonunique),singleton,singleton").starts_with("level 2 (singleton) stores one")
    );
}

#[test]
fn dense_blocks_under_a_list_are_filled_with_zeros() {
    let stored = packed(&matrix(), "compressed,dense");
    assert_eq!(stored.values, Values::F64(vec![0.0, 1.0, 0.0, 2.0, 0.0, 3.0]));
    assert_eq!(packed(&matrix(), "dense@1,0").values.get(2), Some(Scalar::F64(2.0)));
}

#[test]
fn scalars_and_empty_tensors_are_stored() {
    let scalar = packed(&Coo::scalar(2.5), "dense");
    assert_eq!((scalar.levels.len(), scalar.values.clone()), (0, Values::F64(vec![2.5])));
    assert_eq!(packed(&Coo::empty(vec![], Dtype::I32), "dense").values, Values::I32(vec![0]));
    for shape in [vec![0, 0], vec![0, 4], vec![4, 0], vec![1, 1]] {
        for format in ["csr", "csc", "coo", "dcsr", "csf", "dense"] {
            let stored = packed(&Coo::empty(shape.clone(), Dtype::F32), format);
            stored.validate().unwrap();
            let values = if format == "dense" { shape.iter().product::<u64>() } else { 0 };
            assert_eq!(stored.values.len() as u64, values, "{format} of {shape:?}");
        }
    }
}

#[test]
fn indices_must_fit_their_widths() {
    let wide = Coo::from_entries(vec![300, 300], &[(&[0, 1], 1.0)]).unwrap();
    let csr = "(i, j) -> (i : dense, j : compressed)";
    let narrow = format!("{csr}, coordinates = 8");
    assert_eq!(
        refusal(&wide, &narrow),
        "dimension 1 has size 300, its coordinates do not fit 8 bits: widen them, as in `coordinates = 64`"
    );
    let largest = Coo::from_entries(vec![2, 256], &[(&[0, 255], 1.0)]).unwrap();
    packed(&largest, &narrow).validate().unwrap();

    let huge = |size| Coo::from_entries(vec![size], &[(&[size - 1], 1.0)]).unwrap();
    assert_eq!(
        refusal(&huge((1 << 31) + 1), "csf"),
        "dimension 0 has size 2147483649, its coordinates do not fit 32 bits: widen them, as in `coordinates = 64`"
    );
    packed(&huge(1 << 31), "csf").validate().unwrap();
    packed(&huge(u64::MAX >> 1), "(i) -> (i : compressed), coordinates = 64").validate().unwrap();

    let ones: Vec<u64> = (0..300).collect();
    let many = Coo::new(vec![300], vec![ones], Values::zeros(Dtype::I32, 300)).unwrap();
    assert_eq!(
        refusal(&many, "(i) -> (i : compressed), positions = 8"),
        "level 0 has 300 positions, which do not fit 8 bits: widen them, as in `positions = 64`"
    );
}

#[test]
fn storage_beyond_the_memory_is_refused_before_it_is_made() {
    let shape = vec![1 << 40, 1 << 40];
    let tensor = Coo::from_entries(shape, &[(&[1, 1], 1.0)]).unwrap();
    assert!(refusal(&tensor, "dense").ends_with("would need more than 2^63 bytes of memory"));
    let blocks = "(i, j) -> (i : compressed, j : dense), coordinates = 64";
    // The values of a row, and one row between two positions; the positions of all rows and the last end, and one entry.
    let least = |bytes: u64| format!("a tensor of this shape needs {bytes} bytes of memory, ");
    assert!(refusal(&tensor, blocks).starts_with(&least((1 << 40) * 8 + 2 * 4 + 8)));
    assert!(refusal(&tensor, "csr").starts_with(&least(((1 << 40) + 1) * 4 + 4 + 8)));
    let empty = Coo::empty(vec![u64::MAX, u64::MAX, u64::MAX, 0], Dtype::F64);
    assert!(packed(&empty, "dense").values.is_empty());
}

#[test]
fn full_levels_are_filled_up() {
    let row = Coo::from_entries(vec![2, 3], &[(&[1, 2], 5)]).unwrap();
    let stored = packed(&row, "dense,compressed(full)");
    stored.validate().unwrap();
    assert_eq!(stored.values, Values::I32(vec![0, 0, 0, 0, 0, 5]));
    assert_eq!(indices(&stored.levels[1].positions), [0, 3, 6]);
    assert_eq!(indices(&stored.levels[1].coordinates), [0, 1, 2, 0, 1, 2]);
}

#[test]
fn full_singletons_are_of_size_one() {
    let column = Coo::from_entries(vec![3, 1], &[(&[2, 0], 1)]).unwrap();
    packed(&column, "compressed(nonunique),singleton(full)").validate().unwrap();
    let error = refusal(&matrix(), "compressed(nonunique),singleton(full)");
    assert_eq!(error, "level 1 is full: parent 0 needs 3 children, found 1");
}

#[test]
fn tensors_that_do_not_fit_the_format_or_themselves_are_refused() {
    let csr = Format::named("csr", 2).unwrap();
    let vector = Coo::empty(vec![3], Dtype::F64);
    let error = pack(&vector, &csr).unwrap_err();
    assert_eq!(error.to_string(), "the format is for tensors of order 2, the tensor has order 1");
    let broken = Coo { coordinates: vec![vec![7], vec![0]], ..matrix() };
    assert!(pack(&broken, &csr).is_err());
    let mut broken = matrix();
    broken.coordinates.pop();
    assert!(pack(&broken, &csr).is_err() && broken.sum_duplicates().is_err() && broken.drop_zeros().is_err());
}

/// The message of validation after a change.
fn found(format: &str, change: impl Fn(&mut SparseTensor)) -> String {
    let mut stored = packed(&matrix(), format);
    change(&mut stored);
    let error = stored.validate().unwrap_err();
    assert_eq!(stored.to_coo(), Err(error.clone()));
    error.to_string()
}

#[test]
fn validation_names_level_and_position() {
    let positions = |array: Vec<u32>| {
        move |tensor: &mut SparseTensor| tensor.levels[1].positions = Some(IndexArray::U32(array.clone()))
    };
    let coordinates = |array: Vec<u32>| {
        move |tensor: &mut SparseTensor| tensor.levels[1].coordinates = Some(IndexArray::U32(array.clone()))
    };
    assert_eq!(found("csr", positions(vec![0, 1, 3])), "level 1 needs 4 positions, found 3");
    assert_eq!(found("csr", positions(vec![])), "level 1 needs 4 positions, found 0");
    assert_eq!(found("csr", positions(vec![1, 1, 1, 3])), "level 1: positions begin at 1, they must begin at 0");
    assert_eq!(
        found("csr", positions(vec![0, 2, 1, 3])),
        "level 1: the segment of parent 1 begins at position 2 and ends before it, at 1"
    );
    assert_eq!(found("csr", positions(vec![0, 1, 1, 9])), "level 1 needs 9 coordinates, found 3");
    assert_eq!(found("csr", coordinates(vec![1, 0, 3])), "level 1: coordinate 3 at position 2 is not below the size 3");
    assert_eq!(found("csr", coordinates(vec![1, 2, 0])), "level 1 is ordered: coordinate 0 at position 2 follows 2");
    assert_eq!(
        found("csr", coordinates(vec![1, 2, 2])),
        "level 1 is unique: coordinate 2 at position 2 occurs twice under one parent"
    );
    assert_eq!(
        found("dense,compressed(unordered)", coordinates(vec![1, 2, 2])),
        "level 1 is unique: coordinate 2 at position 2 occurs twice under one parent"
    );
    assert_eq!(found("coo", coordinates(vec![1, 2, 0])), "level 1 is ordered: coordinate 0 at position 2 follows 2");
    assert_eq!(found("coo", coordinates(vec![1, 0])), "level 1 needs 3 coordinates, found 2");
    assert_eq!(found("csr", |tensor| tensor.levels[1].coordinates = None), "level 1 (compressed) has no coordinates");
    assert_eq!(
        found("csr", |tensor| tensor.levels[0].coordinates = Some(IndexArray::U8(vec![1]))),
        "level 0 (dense) keeps no coordinates, found 1 of them"
    );
    assert_eq!(found("csr", |tensor| tensor.levels.truncate(1)), "the format has 2 levels, found storage for 1");
    assert_eq!(
        found("csr", |tensor| tensor.values = Values::F64(vec![])),
        "the last level has 3 positions, found 0 values"
    );
    assert_eq!(found("csr", |tensor| tensor.shape.truncate(1)), "the format is for order 2, the shape has order 1");
    assert_eq!(found("dense", |tensor| tensor.shape[0] = u64::MAX), "level 0 has more than 2^63 positions");
}

/// One row of many entries among many rows: what all rows take together is counted first, and the row is named.
#[test]
fn the_longest_row_is_named_where_it_takes_too_much() {
    let (rows, long) = (1u64 << 20, 1u64 << 20);
    let mut coordinates = vec![(0..rows).collect::<Vec<_>>(), vec![0; rows as usize]];
    coordinates[0].extend(vec![77; long as usize - 1]);
    coordinates[1].extend(1..long);
    // Rows after it have several entries, too.
    for row in 400..700 {
        coordinates[0].extend([row; 3]);
        coordinates[1].extend([1, 2, 3]);
    }
    let values = Values::F64(vec![1.0; coordinates[0].len()]);
    let matrix = Coo::new(vec![rows, long], coordinates, values).unwrap();
    let error = |format: &str, copies| {
        require_memory(&matrix, &Format::named(format, 2).unwrap(), copies).unwrap_err().to_string()
    };
    let ell = error("ell", 1);
    let begin = "storing 1048576 entries in every row, as many as the longest one (i = 77, counted from 0) has, needs \
                 21990232555520 bytes of memory, ";
    assert!(ell.starts_with(begin), "{ell}");
    assert!(ell.ends_with("compressed levels, as in csr, give each row the room that it needs"), "{ell}");
    assert_eq!(pack(&matrix, &Format::named("ell", 2).unwrap()).unwrap_err().to_string()[..100], ell[..100]);
    let hash = error("dense,hashed", 1);
    let begin = "storing 1048576 tables of 2097152 slots, as the longest row (i = 77, counted from 0) with 1048576 \
                 entries takes, needs ";
    assert!(hash.starts_with(begin), "{hash}");
    assert!(error("hash", 1).contains("storing 2097152 tables of 2097152 slots, as the longest row (i = 77"));
    for format in ["csr", "coo", "csb:64x64", "hashed,compressed"] {
        require_memory(&matrix, &Format::named(format, 2).unwrap(), 1).unwrap();
    }
}

#[test]
fn what_is_counted_is_what_is_stored() {
    let entries: Vec<(Vec<u64>, f64)> = (0..40u64).map(|n| (vec![n * n % 7, n * 5 % 11], 1.0)).collect();
    let entries: Vec<(&[u64], f64)> = entries.iter().map(|(point, value)| (point.as_slice(), *value)).collect();
    let matrix = Coo::from_entries(vec![7, 11], &entries).unwrap();
    for format in ["ell", "hash", "dense,hashed", "hashed,compressed", "compressed,hashed"] {
        let format = Format::named(format, 2).unwrap();
        require_memory(&matrix, &format, 1).unwrap();
        let size = pack(&matrix, &format).unwrap().size_in_bytes() as u64;
        // More copies than the address space holds are refused with what they need; packing itself takes little more.
        let copies = (1 << 62) / size;
        let error = require_memory(&matrix, &format, copies).unwrap_err().to_string();
        let needed = error.split_once("needs ").and_then(|(_, rest)| rest.split(' ').next()?.parse::<u64>().ok());
        let needed = needed.unwrap_or_else(|| panic!("{error}"));
        assert!(needed >= copies * size && needed < copies * size + (1 << 20), "{error}");
    }
}

#[test]
fn dense_data_is_stored_as_it_is() {
    let dense = || Data::Dense(Dense { shape: vec![2, 3], values: Values::I32((0..6).collect()) });
    let format = |text: &str| Format::named(text, 2).unwrap();
    for text in ["dense", "dense@1,0", "csr", "bcsr:2x2"] {
        let packed = pack_data(dense(), &format(text), None).unwrap();
        assert_eq!(packed, pack(&dense().into_coo().unwrap(), &format(text)).unwrap(), "{text}");
        packed.validate().unwrap();
    }
    assert!(format("dense").is_row_major() && !format("dense@1,0").is_row_major() && !format("csr").is_row_major());
}
