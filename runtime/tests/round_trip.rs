//! Seeded round trips: random entries -> every mixture of supported levels in every order -> the
//! same entries.

use lacuna_layout::{DimExpr, Format, Level, LevelKind, Width};
use lacuna_runtime::coo::Coo;
use lacuna_runtime::pack::{LevelError, PackError, pack};
use lacuna_runtime::value::{Complex, Dtype, Values};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// The levels that can be packed, with the properties that change how.
fn level_choices() -> Vec<fn(DimExpr) -> Level> {
    vec![
        |expr| Level::new(expr, LevelKind::Dense),
        |expr| Level::new(expr, LevelKind::Compressed),
        |expr| Level::new(expr, LevelKind::Compressed).nonunique(),
        |expr| Level::new(expr, LevelKind::Compressed).unordered(),
        |expr| Level::new(expr, LevelKind::Singleton),
        |expr| Level::new(expr, LevelKind::Singleton).nonunique(),
    ]
}

fn permutations(order: usize) -> Vec<Vec<usize>> {
    if order == 0 {
        return vec![Vec::new()];
    }
    let shorter = permutations(order - 1);
    let insert = |at: usize| {
        shorter.iter().map(move |rest| {
            let mut longer = rest.clone();
            longer.insert(at, order - 1);
            longer
        })
    };
    (0..order).flat_map(insert).collect()
}

/// Every mixture of levels of an order, as numbers of choices.
fn mixtures(order: usize, choices: usize) -> Vec<Vec<usize>> {
    let longer = |mixtures: Vec<Vec<usize>>, _| {
        let extend = |mixture: Vec<usize>| (0..choices).map(move |choice| [mixture.clone(), vec![choice]].concat());
        mixtures.into_iter().flat_map(extend).collect()
    };
    (0..order).fold(vec![Vec::new()], longer)
}

/// Whether a mixture can hold any tensor: each singleton continues a chain that may repeat
/// coordinates.
fn holds_any_tensor(levels: &[Level]) -> bool {
    (0..levels.len()).all(|level| {
        levels[level].kind != LevelKind::Singleton
            || (level > 0 && !levels[level - 1].unique && levels[level - 1].kind != LevelKind::Dense)
    })
}

/// Random entries with values from 1 to 9, some points several times, some rows empty.
fn random_coo(generator: &mut ChaCha8Rng, order: usize, largest: u64, dtype: Dtype) -> Coo {
    let shape: Vec<u64> = (0..order).map(|_| generator.random_range(0..=largest)).collect();
    let len = if shape.contains(&0) { 0 } else { generator.random_range(0..24) };
    let coordinates = shape.iter().map(|&size| (0..len).map(|_| generator.random_range(0..size)).collect()).collect();
    let numbers: Vec<i32> = (0..len).map(|_| generator.random_range(1..=9)).collect();
    let values = match dtype {
        Dtype::F64 => Values::F64(numbers.into_iter().map(f64::from).collect()),
        Dtype::F32 => Values::F32(numbers.into_iter().map(|number| number as f32).collect()),
        Dtype::I64 => Values::I64(numbers.into_iter().map(i64::from).collect()),
        Dtype::I32 => Values::I32(numbers),
        Dtype::I16 => Values::I16(numbers.into_iter().map(|number| number as i16).collect()),
        Dtype::I8 => Values::I8(numbers.into_iter().map(|number| number as i8).collect()),
        Dtype::Complex128 => {
            Values::Complex128(numbers.into_iter().map(|number| Complex::new(0.0, number.into())).collect())
        }
        Dtype::Complex64 => {
            Values::Complex64(numbers.into_iter().map(|number| Complex::new(number as f32, 1.0)).collect())
        }
    };
    Coo::new(shape, coordinates, values).unwrap()
}

fn check(coo: &Coo, format: &Format) {
    let context = || format!("{format} of {coo:?}");
    let stored = pack(coo, format).unwrap_or_else(|error| panic!("{error}: {}", context()));
    stored.validate().unwrap_or_else(|error| panic!("{error}: {}", context()));
    let mut entries = stored.to_coo().unwrap();
    entries.sum_duplicates().unwrap();
    let mut expected = coo.clone();
    expected.sum_duplicates().unwrap();
    if coo.order() == 0 && coo.is_empty() {
        // A scalar without entries is stored as zero.
        expected.values = Values::zeros(coo.dtype(), 1);
    } else if format.levels.iter().any(|level| level.kind == LevelKind::Dense) {
        entries.drop_zeros().unwrap();
    }
    assert_eq!(entries, expected, "{}", context());
}

#[test]
fn every_mixture_in_every_order() {
    let mut generator = ChaCha8Rng::seed_from_u64(1);
    let choices = level_choices();
    let mut checked = 0;
    for order in 0..=5 {
        let permutations = permutations(order);
        for mixture in mixtures(order, choices.len()) {
            // Every order of dimensions for small tensors, one at random for large ones.
            let drawn = generator.random_range(0..permutations.len());
            let tried = if order <= 3 { permutations.as_slice() } else { &permutations[drawn..=drawn] };
            for dimensions in tried {
                let levels = mixture.iter().zip(dimensions).map(|(&choice, &dim)| choices[choice](DimExpr::Dim(dim)));
                let levels: Vec<Level> = levels.collect();
                if !holds_any_tensor(&levels) {
                    continue;
                }
                let mut format = Format::new(order, levels).unwrap();
                format.position_width = Width::ALL[generator.random_range(1..4)];
                format.coordinate_width = Width::ALL[generator.random_range(0..4)];
                let dtype = Dtype::ALL[generator.random_range(0..Dtype::ALL.len())];
                let coo = random_coo(&mut generator, order, 5, dtype);
                check(&coo, &format);
                checked += 1;
            }
        }
    }
    assert!(checked > 2500, "only {checked} formats were checked");
}

#[test]
fn singletons_under_unique_levels_hold_what_has_one_child_a_parent() {
    let formats = ["compressed,singleton", "dense,singleton", "compressed,singleton(nonunique)"];
    let diagonal = Coo::from_entries(vec![3, 3], &[(&[0, 2], 1.0), (&[1, 0], 2.0), (&[2, 0], 3.0)]).unwrap();
    for text in formats {
        check(&diagonal, &Format::named(text, 2).unwrap());
    }
    let branching = Coo::from_entries(vec![3, 3], &[(&[1, 0], 1.0), (&[1, 2], 2.0)]).unwrap();
    let error = |text: &str| pack(&branching, &Format::named(text, 2).unwrap()).unwrap_err();
    assert_eq!(
        error("compressed,singleton").to_string(),
        "level 1 (singleton) stores one coordinate a parent, parent 0 has coordinates 0 and 2: \
         make the level above nonunique, or this one compressed"
    );
    assert_eq!(error("dense,singleton"), PackError::Level(LevelError::SingletonMissing { level: 1, parent: 0 }));
}

#[test]
fn large_tensors_are_cut_into_pieces() {
    let mut generator = ChaCha8Rng::seed_from_u64(2);
    let len = 300_000;
    let column = |generator: &mut ChaCha8Rng, size: u64| (0..len).map(|_| generator.random_range(0..size)).collect();
    for shape in [vec![5, 70_000], vec![70_000, 5], vec![400, 300, 20]] {
        let coordinates = shape.iter().map(|&size| column(&mut generator, size)).collect();
        let values = Values::I64((0..len).map(|_| generator.random_range(1..100)).collect());
        let coo = Coo::new(shape, coordinates, values).unwrap();
        for name in ["coo", "csf", "dense"] {
            check(&coo, &Format::named(name, coo.order()).unwrap());
        }
        let list = ["dense", "compressed", "compressed"][..coo.order()].join(",");
        check(&coo, &Format::named(&list, coo.order()).unwrap());
    }
}
