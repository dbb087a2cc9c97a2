//! What is written reads back: the same shape and the same entries, for every kind of file, element type and order; also
//! where nothing is stored, where sizes are zero, and where the last coordinates of a dimension have no entry.

use lacuna_runtime::coo::Coo;
use lacuna_runtime::io::{Content, ReadOptions, read, write_content};
use lacuna_runtime::value::{Complex, Dtype, Element, Values};
use std::path::Path;

/// Numbers that repeat from run to run.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }
}

/// Values whose text is short or long, zeros among them; they repeat.
fn values(dtype: Dtype, count: usize) -> Values {
    fn repeated<T: Element>(values: &[T], count: usize) -> Values {
        T::wrap(values.iter().copied().cycle().take(count).collect())
    }
    match dtype {
        Dtype::F64 => repeated(&[0.1, -0.0, f64::INFINITY, 5e-324, f64::MAX, -1.0 / 3.0, 2.0], count),
        Dtype::F32 => repeated(&[0.1, -0.0, f32::NEG_INFINITY, 1e-45, f32::MAX, 3.0], count),
        Dtype::I64 => repeated(&[i64::MIN, 0, i64::MAX, -1, 9], count),
        Dtype::I32 => repeated(&[i32::MIN, 0, i32::MAX, -1], count),
        Dtype::I16 => repeated(&[i16::MIN, 0, i16::MAX, 5], count),
        Dtype::I8 => repeated(&[i8::MIN, 0, i8::MAX, 1], count),
        Dtype::Complex128 => {
            repeated(&[Complex::new(0.1, -2.0), Complex::new(0.0, 0.0), Complex::new(-1e300, 7.0)], count)
        }
        Dtype::Complex64 => repeated(&[Complex::new(0.5, -2.0), Complex::new(0.0, 0.0)], count),
    }
}

/// Shapes of an order, with sizes of zero and one among them.
fn shapes(order: usize, random: &mut Random) -> Vec<Vec<u64>> {
    let mut shapes = vec![vec![1; order], vec![3; order], vec![0; order]];
    shapes.extend((0..6).map(|_| (0..order).map(|_| [0, 1, 2, 3, 5, 70_000][random.below(6) as usize]).collect()));
    shapes
}

/// Some entries, none in the last coordinate of a dimension where there is another one.
fn some_entries(shape: &[u64], dtype: Dtype, random: &mut Random) -> Coo {
    let count = if shape.contains(&0) { 0 } else { random.below(5) as usize };
    let mut column = |size: &u64| (0..count).map(|_| random.below((size - 1).max(1))).collect();
    let coordinates = shape.iter().map(|size| if count == 0 { Vec::new() } else { column(size) }).collect();
    // Entries of one point would be added up, perhaps to more than the type holds.
    let mut distinct = Coo::new(shape.to_vec(), coordinates, Values::I64(vec![1; count])).expect("entries");
    distinct.sum_duplicates().expect("entries");
    let count = distinct.len();
    Coo { values: values(dtype, count), ..distinct }
}

fn expect_back(path: &Path, content: Content<'_>, expected: &Coo) {
    write_content(path, content).unwrap_or_else(|error| panic!("{error}"));
    let order = expected.order();
    // Only a matrix may stand for a tensor of lower order.
    let expect_order = path.to_string_lossy().contains(".mtx").then_some(order);
    let options = ReadOptions { expect_order, ..ReadOptions::new(expected.dtype()) };
    let found = read(path, &options).unwrap_or_else(|error| panic!("{error}: {expected:?}"));
    assert_eq!((&found.shape, &found.coordinates), (&expected.shape, &expected.coordinates), "{}", path.display());
    assert!(found.values.is_same(&expected.values), "{}: {found:?}, {expected:?}", path.display());
}

#[test]
fn entries() {
    let (folder, mut random) = (tempfile::tempdir().expect("a folder"), Random(1));
    for dtype in Dtype::ALL {
        for order in 0..=4 {
            for shape in shapes(order, &mut random) {
                for entries in [Coo::empty(shape.clone(), dtype), some_entries(&shape, dtype, &mut random)] {
                    // A tensor of order 0 has a value, whether or not it is an entry.
                    let expected = match order {
                        0 if entries.is_empty() => Coo { values: Values::zeros(dtype, 1), ..entries.clone() },
                        _ => entries.clone(),
                    };
                    let names = if order <= 2 { &["t.tns", "t.tns.gz", "t.mtx"][..] } else { &["t.tns"] };
                    for name in names {
                        expect_back(&folder.path().join(name), Content::Entries(&entries), &expected);
                    }
                }
            }
        }
    }
}

#[test]
fn dense_tensors() {
    let (folder, mut random) = (tempfile::tempdir().expect("a folder"), Random(2));
    for dtype in Dtype::ALL {
        for order in 0..=4 {
            for shape in shapes(order, &mut random).into_iter().filter(|shape| !shape.contains(&70_000)) {
                let count = shape.iter().product::<u64>();
                let all = values(dtype, count as usize);
                let zero = Values::zeros(dtype, 1).get(0).expect("one value");
                let every = Coo::empty(shape.clone(), dtype).with_all_points(zero).expect("few points");
                let every = Coo { values: all.clone(), ..every };
                // A .tns lists points; of a matrix and more, those that are not zero.
                let mut listed = every.clone();
                if order > 1 {
                    listed.drop_zeros().expect("entries");
                }
                let content = Content::Dense { shape: &shape, values: &all };
                expect_back(&folder.path().join("d.tns"), content, &listed);
                if order <= 2 {
                    expect_back(&folder.path().join("d.mtx"), content, &every);
                }
            }
        }
    }
}
