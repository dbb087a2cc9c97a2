//! Every kind of format with random tensors: entries -> stored -> the same entries, with the arrays
//! that kernels expect, and broken arrays found.

mod corpus;
mod locate;
mod mutation;
mod random_format;

use corpus::{CORPUS, Holds, random_coo};
use lacuna_layout::{Fill, Format, Width};
use lacuna_runtime::coo::Coo;
use lacuna_runtime::generate::Generator;
use lacuna_runtime::pack::{LevelError, PackError, pack};
use lacuna_runtime::storage::SparseTensor;
use lacuna_runtime::value::{Dtype, Scalar, Values};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::collections::HashSet;

/// The value of what a format does not store.
fn fill_of(format: &Format, dtype: Dtype) -> Scalar {
    format.fill.and_then(Scalar::of_fill).unwrap_or_else(|| Values::zeros(dtype, 1).get(0).unwrap())
}

fn is_fill(value: Scalar, fill: Scalar) -> bool {
    value == fill || (value.to_f64().is_nan() && fill.to_f64().is_nan())
}

/// The entries whose value is not the fill value, sorted.
fn without_fill(coo: &Coo, fill: Scalar) -> Vec<(Vec<u64>, Scalar)> {
    coo.entries().filter(|(_, value)| !is_fill(*value, fill)).collect()
}

/// Packs and checks everything; `None` when the format does not hold the tensor.
fn check(coo: &Coo, format: &Format, holds: Holds) -> Option<SparseTensor> {
    let context = || format!("{format} of {coo:?}");
    let stored = match pack(coo, format) {
        Ok(stored) => stored,
        Err(PackError::Level(
            LevelError::SingletonBranches { .. }
            | LevelError::SingletonMissing { .. }
            | LevelError::TooManyInGroup { .. }
            | LevelError::NotFull { .. },
        )) if holds == Holds::Some => return None,
        Err(error) => panic!("{error}: {}", context()),
    };
    stored.validate().unwrap_or_else(|error| panic!("{error}: {}: {stored:?}", context()));
    let fill = fill_of(format, coo.dtype());
    let mut expected = coo.clone();
    expected.sum_duplicates().unwrap();
    let walked = stored.to_coo().unwrap();
    walked.validate().unwrap_or_else(|error| panic!("{error}: {}: {stored:?}", context()));
    let mut sorted = walked.clone();
    sorted.sum_duplicates().unwrap();
    assert_eq!(walked.len(), sorted.len(), "duplicates: {}: {stored:?}", context());
    assert_eq!(without_fill(&sorted, fill), without_fill(&expected, fill), "{}: {stored:?}", context());
    // What fills slots up is read besides, and nothing behind the last segment.
    let with_slots = stored.to_coo_with_slots().unwrap();
    with_slots.validate().unwrap_or_else(|error| panic!("{error}: with slots: {}: {stored:?}", context()));
    let read: HashSet<_> = with_slots.entries().map(|(coordinates, _)| coordinates).collect();
    let missing = walked.entries().find(|(coordinates, _)| !read.contains(coordinates));
    assert_eq!(missing, None, "with slots: {}: {stored:?}", context());
    locate::check(&stored, &expected, fill, &context);
    Some(stored)
}

fn fills(dtype: Dtype) -> [Option<Fill>; 3] {
    let (small, special) = match dtype {
        Dtype::F64 => (Scalar::F64(2.0), Scalar::F64(f64::INFINITY)),
        Dtype::F32 => (Scalar::F32(2.0), Scalar::F32(f32::NAN)),
        Dtype::I64 => (Scalar::I64(2), Scalar::I64(i64::MIN)),
        Dtype::I32 => (Scalar::I32(2), Scalar::I32(i32::MAX)),
        Dtype::I16 => (Scalar::I16(2), Scalar::I16(-1)),
        Dtype::I8 => (Scalar::I8(2), Scalar::I8(i8::MIN)),
        // Formats have real fill values only.
        Dtype::Complex128 | Dtype::Complex64 => return [None; 3],
    };
    [None, small.to_fill(), special.to_fill()]
}

#[test]
fn random_tensors_round_trip() {
    let mut generator = ChaCha8Rng::seed_from_u64(11);
    for &(text, order, holds) in CORPUS {
        let named = Format::named(text, order).unwrap_or_else(|error| panic!("{text}: {error}"));
        let mut held = 0;
        for round in 0..80 {
            let dtype = Dtype::ALL[generator.random_range(0..Dtype::ALL.len())];
            let coo = random_coo(&mut generator, order, dtype, round);
            let mut format = named.clone();
            format.position_width = Width::ALL[generator.random_range(1..4)];
            format.coordinate_width = Width::ALL[generator.random_range(0..4)];
            format.fill = fills(dtype)[generator.random_range(0..3)];
            assert_eq!(Format::parse(&format.to_string()).unwrap(), format);
            held += usize::from(check(&coo, &format, holds).is_some());
        }
        assert!(held >= 15, "{text} held {held} tensors only");
    }
}

#[test]
fn random_formats_round_trip() {
    let mut generator = ChaCha8Rng::seed_from_u64(13);
    let (mut held, mut refused) = (0, 0);
    while held < 2500 {
        let order = generator.random_range(1..4);
        let Some(mut format) = random_format::format(&mut generator, order) else { continue };
        for round in 0..3 {
            let dtype = Dtype::ALL[generator.random_range(0..Dtype::ALL.len())];
            format.fill = fills(dtype)[generator.random_range(0..3)];
            assert_eq!(Format::parse(&format.to_string()).unwrap(), format);
            let coo = random_coo(&mut generator, order, dtype, round * 4 + 2);
            match check(&coo, &format, Holds::Some) {
                Some(_) => held += 1,
                None => refused += 1,
            }
        }
    }
    assert!(refused < held, "{refused} tensors were refused, {held} held");
}

#[test]
fn large_tensors_round_trip() {
    let random = "random:nnz=200000,seed=3";
    for (text, shape, formats) in [
        (random, vec![3001, 5000], vec!["ell", "csb:7x9", "dense,hashed", "dense,loose_compressed@1,0"]),
        (random, vec![30, 4001, 50], vec!["hash", "batch,dense,compressed", "batch,compressed,hashed"]),
        ("blocks:3001x2003,block=4x4,density=0.03", vec![3001, 2003], vec!["bcsr:4x4", "bcsr:3x5", "dcsr"]),
        ("banded:n=40000,width=5", vec![40_000, 40_000], vec!["dia", "ell"]),
    ] {
        let generator = Generator::parse(text).unwrap();
        let coo = generator.generate(&shape, Dtype::I64).unwrap();
        for name in formats {
            let format = Format::named(name, shape.len()).unwrap();
            let mut walked = pack(&coo, &format).unwrap().to_coo().unwrap();
            walked.sum_duplicates().unwrap();
            walked.drop_zeros().unwrap();
            assert_eq!(walked, coo, "{text} as {name}");
        }
    }
}

#[test]
fn broken_arrays_are_found() {
    let mut generator = ChaCha8Rng::seed_from_u64(12);
    for &(text, order, holds) in CORPUS {
        let format = Format::named(text, order).unwrap();
        for round in 0..4 {
            let coo = random_coo(&mut generator, order, Dtype::I32, 40 + round);
            if let Some(stored) = check(&coo, &format, holds) {
                mutation::check(&stored, &mut generator);
            }
        }
    }
}

#[test]
fn values_of_another_type_than_the_fill_value_are_refused() {
    let format = Format::parse("(i) -> (i : compressed), fill = 1.5 : f64").unwrap();
    let error = pack(&Coo::empty(vec![3], Dtype::I32), &format).unwrap_err();
    assert_eq!(error.to_string(), "the fill value of the format is of type f64, the tensor is of type i32");
    let mut stored = pack(&Coo::empty(vec![3], Dtype::F64), &format).unwrap();
    stored.values = Values::empty(Dtype::I32);
    assert_eq!(stored.validate().unwrap_err().to_string(), "the fill value is of type f64, the values are of type i32");
}
