//! The oracle against plain loops over all points, on random tensors of every density and of sizes from zero on.

mod brute_force;
#[path = "../common/mod.rs"]
mod common;

use std::collections::BTreeMap;

use brute_force::{Operands, Sizes, brute_force, stored_points};
use common::{Random, full};
use lacuna_notation::ast::{Access, Assignment, ExprKind, Reduction, Subscript, Update};
use lacuna_notation::oracle::{Results, Support, evaluate, points};
use lacuna_notation::parse;
use lacuna_notation::sizes::infer_shapes;
use lacuna_notation::terms::additive_terms;
use lacuna_runtime::value::{Dtype, Values};

const EXPRESSIONS: &[&str] = &[
    // Products.
    "y(i) = A(i,j) * x(j)",
    "y(j) = A(i,j) * x(i)",
    "C(i,j) = A(i,k) * B(k,j)",
    "C(j,i) = A(i,k) * B(k,j)",
    "E(i,l) = A(i,j) * B(j,k) * C(k,l)",
    "M(i,r) = T(i,k,l) * D(l,r) * C(k,r)",
    "C(i,j) = S(i,j) * A(i,k) * B(k,j)",
    "s = A(i,j) * B(i,j)",
    "s = x(i) * A(i,j) * x(j)",
    "C(i,j) = x(i) * z(j)",
    "s = x(i) * y(i) * z(i)",
    "y(i) = A(i,j) * s * r",
    "s = t",
    "T(i,j,k) = A(i,j) * B(j,k) * C(i,k)",
    "U(a,b,c,d) = P(a,b,e) * Q(e,c,d)",
    // Sums, and terms that sum over different variables.
    "y(i) = A(i,j) * x(j) + b(i)",
    "y(i) = b(i) - A(i,j) * x(j) - B(i,k) * C(k,l)",
    "C(i,j) = A(i,j) + B(j,i) - D(i,j)",
    "y(i) = -(A(i,j) - (b(i) + 3))",
    "s = x(i) + y(j) + 2",
    "y(i) = 3",
    // Sums within products.
    "y(i) = 2 * (A(i,j) + b(i))",
    "y(i) = (A(i,j) + B(i,j)) * x(j)",
    "y(i) = (A(i,j) + B(i,j)) * (x(j) - b(i)) * c(j)",
    "y(i) = (A(i,j) + A(i,j)) * (x(j) + 1)",
    "s = (x(i) + y(j)) * (z(k) - x(k))",
    "C(i,j) = (A(i,k) - B(i,k)) * -(D(k,j) + E(j,k))",
    "s = (x(i) + y(i)) * x(i)",
    // Minima and maxima.
    "C(i,j) = max(A(i,j), B(i,j))",
    "C(i,j) = min(A(i,j), B(j,i), -D(i,j))",
    "y(i) = sum(j, max(A(i,j), x(i)))",
    "y(i) = sum(j, k, max(A(i,j), B(i,k))) - min(x(i), 1)",
    "s = sum(i, max(A(i,j) - 1, 0)) * x(j)",
    "s = sum(i, min(A(i,j), 3) * B(j,k))",
    "s = min(sum(i, A(i,j)), 3) * B(j,k)",
    "s = max(x(i), y(j)) * min(x(j) * y(i), z(i) + 2, -1)",
    "y(i) = sum(j, max(A(i,j), 1)) - 2 * min(0, -x(i))",
    "y(i) = max(3, min(x(i), 2)) * b(i)",
    "C(i,j) = (max(A(i,j) + B(i,j), x(i) * z(j)) - 1) * D(i,j)",
    "y(i) += sum(k, max(A(i+k,k), x(2*k), 0))",
    "s = max(-2, 1)",
    // Repeated tensors and variables.
    "s = A(i,i)",
    "y(i) = A(i,i) * x(i)",
    "C(i,j) = A(i,k) * A(j,k)",
    "y(i) = T(i,j,i) * A(j,j)",
    // Compound subscripts.
    "A(i) = I(i+k) * F(k)",
    "A(i,j) = I(i+k,j+l) * F(k,l)",
    "A(i) = I(2*i + 3*k + 1) * F(k)",
    "y(i) = x(i) * z(9 - i)",
    "y(i) = x(i) * z(30 - 2*i - 3*k) * F(k)",
    "s = I(i+k)",
    "y(i) = A(i+k,k)",
    "y(i) = A(k+l,l) * B(l,i+1)",
    "y(i) = A(i,j) * x(2*j) * x(2*j+1)",
    "y(i) = A(0,i) + A(2,i) * x(3)",
    "y(i) = T(1,j,i) * x(j)",
    "s = I(2*i) * I(3*k)",
    // Sums further inside than the term.
    "y(i) = 2 * (b(i) - A(i,j) * x(j))",
    "y(i) = -(b(i) - A(i,j) * x(j))",
    "y(i) = (b(i) - A(i,j) * x(j)) * (c(i) + A(j,i) * x(j))",
    "s = x(i) * (A(i,j) * z(j) + c(i))",
    "C(i,j) = B(i,j) * (D(i,j) - A(i,k) * F(k,j))",
    "y(i) = 3 * (2 * (b(i) - A(i,j)) - x(i)) - b(i)",
    // Reductions that say what they combine over.
    "y(i) = sum(j, A(i,j) * x(j))",
    "s = sum(i, j, A(i,j))",
    "y(i) = max(j, A(i,j))",
    "y(i) = min(j, A(i,j)) + b(i)",
    "y(i) = max(j, sum(k, A(i,k) * B(k,j)))",
    "y(i) = prod(j, A(i,j) + 1)",
    "y(i) = prod(j, A(i,j))",
    "y(i) = any(j, A(i,j) > 1) - all(j, A(i,j))",
    "y(i) = max(sum(j, A(i,j) * x(j)) + b(i), 0)",
    "y(i) = A(i,j) * max(k, B(j,k))",
    "C(i,j) = A(i,j) - max(k, A(i,k))",
    "s = max(i, max(j, A(i,j)) - x(i))",
    // Functions, comparisons, choices, values of variables.
    "y(i) = abs(x(i) - 1) + sign(x(i)) * b(i)",
    "s = sum(i, abs(A(i,j))) * sign(x(j))",
    "C(i,j) = where(A(i,j) > B(i,j), A(i,j), B(i,j))",
    "C(i,j) = where(A(i,j), x(i), 0) * (B(i,j) != 0)",
    "y(i) = (x(i) < 1) + (x(i) >= b(i)) * 2",
    "y(i) = sum(j, where(i == 1, x(i), A(i,j)))",
    "C(i,j) = A(i,j) * (i <= j) + i - j",
    "y(i) = max(x(i), i) * j * A(i,j)",
    "s = sum(i, i * i) + x(k)",
    // Updates.
    "y(i) -= A(i,j) * x(j)",
    "y(i) *= A(i,j) * x(j)",
    "y(i) max= x(i)",
    "C(i,j) min= sum(k, A(i,k)) + 1",
    "s *= 2",
    "y(i) += A(i,j) * x(j)",
    "s += x(i)",
    // Quotients and remainders.
    "y(i) = x(i/2)",
    "C(i,j) = A(i/2,j mod 3) * B(i,j)",
    "y(i/3) = x(i) * b(i mod 2)",
    "y(i) = A(2*(i/2)+1,i mod 2) + x(i)",
    "s = A(i mod 4,j/2+k) * x(k)",
    "C(i/2,j mod 2) += A(i,j)",
    // Targets with compound subscripts.
    "y(i+k) = x(i) * b(k)",
    "y(7-i) = x(i)",
    "C(i,i) = x(i)",
    "C(2*i+p,j+2*q) = A(i,j) * B(p,q)",
    "y(0) = A(i,j)",
    "y(i+j) = max(k, A(i,k)) * x(j) + 2",
    "y(i+k) = i - 1",
    "y(i+k) += x(i)",
    "y(i+j) -= A(i,k) + 1",
    "y(3*i+1) *= x(i)",
    "y(i+k) max= x(i)",
    "C(j,i+2*j) min= A(i,j)",
];

/// Random operands of the smallest shapes for these sizes.
fn random_operands(text: &str, sizes: &Sizes, random: &mut Random) -> Operands {
    let assignment = parse(text).unwrap();
    let mut shapes = infer_shapes(&assignment, sizes, &BTreeMap::new()).unwrap();
    if assignment.update == Update::Replace {
        shapes.remove(&assignment.target.tensor);
    }
    let mut tensor = |shape: &[u64]| {
        let percent = [0, 5, 30, 80, 100][random.below(5) as usize];
        random.tensor(shape, percent)
    };
    shapes.into_iter().map(|(name, shape)| (name, tensor(&shape))).collect()
}

/// Random sizes, such that those of a tensor that is read twice agree.
fn random_sizes(text: &str, random: &mut Random) -> Sizes {
    let assignment = parse(text).unwrap();
    loop {
        let mut size = || if random.below(6) == 0 { random.below(2) } else { 1 + random.below(6) };
        let sizes = assignment.variables().into_iter().map(|variable| (variable.to_string(), size())).collect();
        if infer_shapes(&assignment, &sizes, &BTreeMap::new()).is_ok() {
            return sizes;
        }
    }
}

/// Whether a term is no sum, or has a reduction inside, which may be a dense tensor.
fn has_inner_reduction(assignment: &Assignment) -> bool {
    additive_terms(&assignment.value).iter().any(|term| {
        let mut is_found = term.reduction != Reduction::Sum;
        term.expr.visit(&mut |expr| is_found |= matches!(expr.kind, ExprKind::Reduce { .. }));
        is_found
    })
}

#[test]
fn agrees_with_loops_over_all_points() {
    let mut random = Random(1);
    for round in 0..200 {
        for text in EXPRESSIONS {
            let assignment = parse(text).unwrap();
            let sizes = random_sizes(text, &mut random);
            let operands = random_operands(text, &sizes, &mut random);
            let expected = brute_force(&assignment, &operands, &sizes);
            let context = || format!("round {round}: {text} with {sizes:?} of {operands:?}");

            let integers = evaluate(&assignment, &operands, &sizes, Dtype::I64).unwrap();
            assert_eq!(integers.results, Results::Integers(expected.clone()), "{}", context());

            // Of no values, the smallest one is another number for each type, and so is what products make of it.
            if sizes.values().any(|size| *size == 0) || expected.iter().any(|value| value.unsigned_abs() > 1 << 60) {
                continue;
            }
            let Results::Floats { values, magnitudes } =
                evaluate(&assignment, &operands, &sizes, Dtype::F64).unwrap().results
            else {
                panic!("floats are evaluated to floats")
            };
            assert_eq!(values, expected.iter().map(|&value| value as f64).collect::<Vec<_>>(), "{}", context());
            assert!(values.iter().zip(&magnitudes).all(|(value, magnitude)| value.abs() <= *magnitude));
        }
    }
}

/// Where every operand stores what it was given, both bounds of the points are what the loops find.
#[test]
fn points_agree_with_loops_over_all_points() {
    let mut random = Random(4);
    let quotients = ["y(i) = x(i) / d(i)", "y(i) = x(i) * 0 / d(i) * b(i)", "s = 0 * x(i) * y(j) / (d(j) - x(i))"];
    for round in 0..60 {
        for text in EXPRESSIONS.iter().copied().chain(quotients) {
            let assignment = parse(text).unwrap();
            let sizes = random_sizes(text, &mut random);
            let operands = random_operands(text, &sizes, &mut random);
            let expected = stored_points(&assignment, &operands, &sizes);
            let Support { least, most } = points(&assignment, &operands, &BTreeMap::new(), &sizes, Dtype::I64).unwrap();
            let context = || format!("round {round}: {text} with {sizes:?} of {operands:?}");
            assert_eq!(least.iter().collect::<Vec<_>>(), expected, "{}", context());
            let walks = |access: &Access| {
                let mut variables: Vec<_> = access.subscripts.iter().map(Subscript::as_variable).collect();
                variables.sort_unstable();
                variables.dedup();
                variables.len() == access.subscripts.len() && !variables.contains(&None)
            };
            if assignment.value.accesses().into_iter().all(walks)
                && !has_inner_reduction(&assignment)
                && !text.contains("where")
                && ![" *= ", " max= ", " min= "].iter().any(|update| text.contains(update))
            {
                assert_eq!(most, least, "{}", context());
            } else {
                assert!(least.iter().all(|point| most.iter().any(|other| other == point)), "{}", context());
            }
        }
    }
}

#[test]
fn quotients_agree_with_loops_over_all_points() {
    let mut random = Random(2);
    for text in [
        "y(i) = A(i,j) * x(j) / d(i)",
        "y(i) = A(i,j) / d(i) * x(j)",
        "y(i) = (A(i,j) + b(i)) / d(j)",
        "y(i) = A(i,j) / 2 + b(i) / (d(i) * 3)",
        "s = x(i) / (d(i) / 2 + 9)",
        "s = (x(i) + y(i)) * (z(i) / d(i) + x(i))",
        "C(i,j) = A(i,k) * B(k,j) / d(k)",
        "s = sum(i, 7 / d(i))",
    ] {
        let assignment = parse(text).unwrap();
        for _ in 0..200 {
            let sizes = random_sizes(text, &mut random);
            let mut operands = random_operands(text, &sizes, &mut random);
            let divisor = operands.get_mut("d").unwrap();
            let values = (0..divisor.shape[0]).map(|_| [1, -2, 3, 4][random.below(4) as usize]).collect();
            *divisor = full(&divisor.shape, Values::I64(values));
            let integers = evaluate(&assignment, &operands, &sizes, Dtype::I64).unwrap();
            let expected = brute_force(&assignment, &operands, &sizes);
            assert_eq!(integers.results, Results::Integers(expected), "{text} of {operands:?}");
        }
    }
}

#[test]
fn does_not_depend_on_the_number_of_threads() {
    let mut random = Random(3);
    let assignment = parse("C(i,j) = A(i,k) * B(k,j) / 3 + D(j,i)").unwrap();
    let operands = BTreeMap::from([
        ("A".to_string(), random.tensor(&[300, 200], 10)),
        ("B".to_string(), random.tensor(&[200, 50], 100)),
        ("D".to_string(), random.tensor(&[50, 300], 20)),
    ]);
    let on = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| evaluate(&assignment, &operands, &BTreeMap::new(), Dtype::F64).unwrap())
    };
    assert_eq!(on(1), on(5));
}
