//! Results that are held as lists of what is found, compared with those whose elements are held one by one.

use std::collections::{BTreeMap, BTreeSet};

use lacuna_runtime::coo::Coo;
use lacuna_runtime::value::{Dtype, Values};

use super::arithmetic::{Arithmetic, Measured};
use super::presence::Presence;
use super::reading::Reading;
use super::setting::Holding;
use super::statements::{Inputs, Kept, Run};
use crate::parse_program;

const LISTS: Holding = Holding { few: 0, share_of_many: f64::INFINITY };

/// What a term can do with its elements: each way to combine them, several supports, updates, what is absent everywhere, and
/// reductions within terms.
const PROGRAMS: [&str; 17] = [
    "R(i,j) = A(i,j)",
    "R(j,i) = A(i,j) + 2 * B(i,j)",
    "R(i,k) = A(i,j) * C(j,k)",
    "R(i,k) = (A(i,j) + B(i,j)) * C(j,k)",
    "R(i,k) = A(i,j) * C(j,k) - x(i) * C(i,k)",
    "r(i) = min(j, A(i,j))",
    "r(j) = max(i, A(i,j) + B(i,j)) + x(j)",
    "r(i) = prod(j, A(i,j))",
    "r(i) = any(j, A(i,j) - B(i,j))",
    "r(i) = all(j, A(i,j))",
    "R(i,j) = max(A(i,j), B(i,j)) * where(A(i,j) > 1, 2, x(j))",
    "R(i,j) = A(i,j) * (i <= j) + 1",
    "A(i,j) += B(i,j)",
    "A(i,j) min= B(i,j)",
    "A(i,j) *= x(j)",
    "r(i) = x(i) * sum(j, A(i,j) * C(j,i))",
    "T(i,k) = A(i,j) * C(j,k); r(k) = T(i,k) * x(i)",
];

/// A tensor with some entries, zeros among them.
fn tensor(shape: &[u64], seed: u64) -> Coo {
    let (mut coordinates, mut values, mut state) = (vec![Vec::new(); shape.len()], Vec::new(), seed);
    for place in 0..shape.iter().product() {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        if state >> 62 != 0 {
            continue;
        }
        let mut rest: u64 = place;
        for (array, size) in coordinates.iter_mut().zip(shape).rev() {
            array.push(rest % size);
            rest /= size;
        }
        values.push((state >> 40) as i64 % 5 - 1);
    }
    Coo { shape: shape.to_vec(), coordinates, values: Values::I64(values) }
}

/// What a program computes, in lists or not, as text.
fn computed<E: Arithmetic>(run: &Run<'_>, show: fn(E) -> String) -> BTreeMap<String, Vec<Option<String>>> {
    let results = run.elements::<E>().unwrap_or_else(|error| panic!("{}: {error}", run.program));
    let all = |(tensor, grid): (String, super::grid::Grid<Option<E>>)| {
        let (_, elements) = grid.chosen(&tensor, Some).expect("few places");
        (tensor, elements.into_iter().map(|element| element.map(show)).collect())
    };
    results.into_iter().map(all).collect()
}

#[test]
fn lists_hold_what_elements_one_by_one_do() {
    let none = BTreeSet::new();
    for (text, seed) in PROGRAMS.into_iter().flat_map(|text| (1..6).map(move |seed| (text, seed))) {
        let Ok(program) = parse_program(text) else { panic!("{text} cannot be read") };
        let operands: BTreeMap<String, Coo> = [("A", 10), ("B", 11), ("C", 12)]
            .into_iter()
            .map(|(name, number)| (name.to_owned(), tensor(&[5, 5], seed * 100 + number)))
            .chain([("x".to_owned(), tensor(&[5], seed * 100 + 13))])
            .collect();
        for kept in [Kept::Densely, Kept::Stored, Kept::Filled] {
            let kept = [("T".to_owned(), kept)].into();
            let inputs = Inputs { operands: &operands, sizes: &[], dtype: Dtype::I64, kept: &kept, fills: None };
            for reading in [Reading::default(), Reading::DENSE_INNER] {
                let run = |holding| Run {
                    program: &program,
                    inputs,
                    reading: &reading,
                    everywhere: &none,
                    forgets_filled: false,
                    holding,
                };
                let (lists, one_by_one) = (run(LISTS), run(Holding::SMALL));
                let integers = |run| computed::<i64>(run, |element| element.to_string());
                assert_eq!(integers(&lists), integers(&one_by_one), "{text}, seed {seed}");
                let presence = |run| computed::<Presence<i64>>(run, |element| format!("{element:?}"));
                assert_eq!(presence(&lists), presence(&one_by_one), "{text}, seed {seed}");
                let floats = |run: &Run<'_>| {
                    let run = Run { inputs: Inputs { dtype: Dtype::F64, ..run.inputs }, ..*run };
                    computed::<Measured<f64>>(&run, |element| format!("{} of {}", element.value, element.magnitude))
                };
                assert_eq!(floats(&lists), floats(&one_by_one), "{text}, seed {seed}");
            }
        }
    }
}
