//! How much a kernel has to do, whatever code does it: arithmetic, for a rate beside the time.
//!
//! A product counts at each point at which all of its stored factors store an entry, and for all values of the variables
//! that none of them has: each multiplication or division of it once, and one addition where the term is summed over
//! variables. A sum of terms counts one addition at each point of the result at which one of the two sides has something.
//! Values that fill up a format are no entries. So a sparse matrix times a vector counts twice its entries, and `A + B` the
//! points at which either stores something. An addition of complex numbers counts as two of real ones, a multiplication as
//! six.
//!
//! Nothing is counted, instead of something wrong, for what else there is: functions, sums inside products, more than two
//! stored factors in one term, stored tensors with compound subscripts or with fill values other than zero, and sums of
//! terms that are summed over variables where the result is stored.

use lacuna_notation::{
    ast::{Access, Assignment, Expr, ExprKind, Operator, Reduction, Update},
    terms::{Term, additive_terms},
};
use lacuna_runtime::{coo::Coo, value::Kind};
use std::collections::{BTreeMap, BTreeSet};

/// The tensors of an expression.
pub struct Tensors<'a> {
    /// The entries of each stored operand.
    pub entries: &'a BTreeMap<&'a str, &'a Coo>,
    /// The sizes of index variables.
    pub sizes: &'a BTreeMap<String, u64>,
    /// The names of those that are stored with zeros left out.
    pub stored: &'a BTreeSet<String>,
    /// What their elements are.
    pub kind: Kind,
}

/// The arithmetic of an assignment, in operations on real numbers or integers; `None` where it is not known.
pub fn count(assignment: &Assignment, tensors: &Tensors<'_>) -> Option<f64> {
    let is_added_to = match assignment.update {
        Update::Replace => false,
        Update::Add | Update::Subtract => true,
        Update::Multiply | Update::Max | Update::Min => return None,
    };
    let terms = additive_terms(&assignment.value);
    let mut work = Work::default();
    let mut summed = Summed::new(assignment, tensors)?;
    if is_added_to {
        summed.points = Points::None;
    }
    for (number, term) in terms.iter().enumerate() {
        if term.reduction != Reduction::Sum {
            return None;
        }
        let factors = factors(term.expr)?;
        let points = points(&factors, tensors)?;
        work.multiplications += points * (factors.operations as f64);
        let is_summed = !term.variables.is_empty();
        if is_summed {
            work.additions += points;
        }
        let is_first = number == 0 && !is_added_to;
        if is_added_to {
            // A sum over variables begins with the old value.
            work.additions += if is_summed { 0.0 } else { points };
        } else {
            work.additions += summed.add(term, &factors, is_first, terms.len() == 1)?;
        }
    }
    let is_complex = tensors.kind == Kind::Complex;
    Some(if is_complex {
        2.0 * work.additions + 6.0 * work.multiplications
    } else {
        work.additions + work.multiplications
    })
}

#[derive(Default)]
struct Work {
    additions: f64,
    multiplications: f64,
}

/// What a term multiplies.
#[derive(Default)]
struct Factors<'a> {
    accesses: Vec<&'a Access>,
    /// Multiplications and divisions.
    operations: usize,
}

fn factors(expr: &Expr) -> Option<Factors<'_>> {
    let mut found = Factors::default();
    collect(expr, &mut found).then_some(found)
}

/// Whether an expression is a product.
fn collect<'a>(expr: &'a Expr, found: &mut Factors<'a>) -> bool {
    match &expr.kind {
        ExprKind::Number(_) => true,
        ExprKind::Access(access) => {
            found.accesses.push(access);
            true
        }
        ExprKind::Negate(operand) => collect(operand, found),
        ExprKind::Binary { operator: Operator::Multiply | Operator::Divide, left, right } => {
            found.operations += 1;
            collect(left, found) && collect(right, found)
        }
        _ => false,
    }
}

/// How many points a product has.
fn points(factors: &Factors<'_>, tensors: &Tensors<'_>) -> Option<f64> {
    let stored: Vec<_> = factors.accesses.iter().filter(|access| tensors.stored.contains(&access.tensor)).collect();
    let (found, bound) = match stored.as_slice() {
        [] => (1.0, BTreeSet::new()),
        [only] => (tensors.entries.get(only.tensor.as_str())?.len() as f64, plain(only)?.into_iter().collect()),
        [left, right] => {
            let bound: BTreeSet<_> = plain(left)?.into_iter().chain(plain(right)?).collect();
            (matches(left, right, tensors)?, bound)
        }
        _ => return None,
    };
    let all: BTreeSet<_> = factors.accesses.iter().flat_map(|access| access.variables()).collect();
    let free = all.difference(&bound).map(|variable| tensors.sizes.get(*variable).map(|size| *size as f64));
    free.sum_product(found)
}

/// The product of numbers that are all known.
trait SumProduct {
    fn sum_product(self, start: f64) -> Option<f64>;
}

impl<I: Iterator<Item = Option<f64>>> SumProduct for I {
    fn sum_product(mut self, start: f64) -> Option<f64> {
        self.try_fold(start, |product, factor| Some(product * factor?))
    }
}

/// The subscripts of an access, if they are variables, each once.
fn plain(access: &Access) -> Option<Vec<&str>> {
    let variables: Option<Vec<_>> = access.subscripts.iter().map(|subscript| subscript.as_variable()).collect();
    variables.filter(|variables| (1..variables.len()).all(|place| !variables[..place].contains(&variables[place])))
}

/// Numbers for the coordinates of entries in some of their dimensions, in order: `None` where they are too large.
fn keys(coo: &Coo, dimensions: &[usize]) -> Option<Vec<u64>> {
    let mut keys = vec![0u64; coo.len()];
    let mut points = 1u64;
    for dimension in dimensions {
        let size = coo.shape[*dimension];
        points = points.checked_mul(size.max(1))?;
        for (key, coordinate) in keys.iter_mut().zip(&coo.coordinates[*dimension]) {
            *key = *key * size + coordinate;
        }
    }
    keys.sort_unstable();
    Some(keys)
}

/// How many pairs of entries agree in the variables that two accesses share.
fn matches(left: &Access, right: &Access, tensors: &Tensors<'_>) -> Option<f64> {
    let (of_left, of_right) = (plain(left)?, plain(right)?);
    let shared: Vec<_> = of_left.iter().filter(|variable| of_right.contains(variable)).collect();
    let place = |variables: &[&str]| -> Vec<usize> {
        shared.iter().filter_map(|shared| variables.iter().position(|variable| variable == *shared)).collect()
    };
    let left = keys(tensors.entries.get(left.tensor.as_str())?, &place(&of_left))?;
    let right = keys(tensors.entries.get(right.tensor.as_str())?, &place(&of_right))?;
    let run = |keys: &[u64]| keys.iter().take_while(|key| **key == keys[0]).count();
    let (mut left, mut right, mut pairs) = (left.as_slice(), right.as_slice(), 0.0);
    while let ([first, ..], [other, ..]) = (left, right) {
        let (of_left, of_right) = (run(left), run(right));
        match first.cmp(other) {
            std::cmp::Ordering::Less => left = &left[of_left..],
            std::cmp::Ordering::Greater => right = &right[of_right..],
            std::cmp::Ordering::Equal => {
                pairs += of_left as f64 * of_right as f64;
                (left, right) = (&left[of_left..], &right[of_right..]);
            }
        }
    }
    Some(pairs)
}

/// The points of the result at which the terms so far have something.
enum Points {
    None,
    Some(Vec<u64>),
    All,
}

struct Summed<'a> {
    target: Vec<&'a str>,
    is_stored: bool,
    all: f64,
    points: Points,
    tensors: &'a Tensors<'a>,
}

impl<'a> Summed<'a> {
    fn new(assignment: &'a Assignment, tensors: &'a Tensors<'a>) -> Option<Self> {
        let target = plain(&assignment.target)?;
        let all =
            target.iter().map(|variable| tensors.sizes.get(*variable).map(|size| *size as f64)).sum_product(1.0)?;
        let is_stored = tensors.stored.contains(&assignment.target.tensor);
        Some(Self { target, is_stored, all, points: Points::None, tensors })
    }

    /// Adds a term to those before it; gives how many additions that takes.
    fn add(&mut self, term: &Term<'_>, factors: &Factors<'_>, is_first: bool, is_only: bool) -> Option<f64> {
        if is_only {
            return Some(0.0);
        }
        let own = self.points_of(term, factors)?;
        self.points = match (std::mem::replace(&mut self.points, Points::All), own) {
            (Points::All, _) | (_, Points::All) => Points::All,
            (Points::None, points) | (points, Points::None) => points,
            (Points::Some(mut points), Points::Some(own)) => {
                points.extend(own);
                points.sort_unstable();
                points.dedup();
                Points::Some(points)
            }
        };
        let count = match &self.points {
            Points::None => 0.0,
            Points::Some(points) => points.len() as f64,
            Points::All => self.all,
        };
        Some(if is_first { 0.0 } else { count })
    }

    /// Where a term has something.
    fn points_of(&self, term: &Term<'_>, factors: &Factors<'_>) -> Option<Points> {
        let mut stored = factors.accesses.iter().filter(|access| self.tensors.stored.contains(&access.tensor));
        let (first, second) = (stored.next(), stored.next());
        let Some(first) = first else { return Some(Points::All) };
        let variables = plain(first)?;
        let dimensions: Option<Vec<_>> =
            self.target.iter().map(|target| variables.iter().position(|variable| variable == target)).collect();
        match dimensions {
            Some(dimensions) if second.is_none() && term.variables.is_empty() => {
                Some(Points::Some(keys(self.tensors.entries.get(first.tensor.as_str())?, &dimensions)?))
            }
            // A dense result has every point.
            _ => (!self.is_stored).then_some(Points::All),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lacuna_notation::parse;

    /// The work of an expression with matrices A and B of 4 x 4, whose names are given where they are stored.
    fn work(expression: &str, stored: &[&str]) -> Option<f64> {
        let matrix = |entries: &[[u64; 2]]| {
            let entries: Vec<(&[u64], f64)> = entries.iter().map(|at| (at.as_slice(), 1.0)).collect();
            Coo::from_entries(vec![4, 4], &entries).expect("entries")
        };
        let a = matrix(&[[0, 0], [0, 1], [1, 1], [2, 3], [3, 0]]);
        let b = matrix(&[[0, 1], [1, 1], [1, 2], [3, 3]]);
        let entries = [("A", &a), ("B", &b)].into();
        let sizes = [("i", 4), ("j", 4), ("l", 4), ("k", 10)].map(|(name, size)| (name.to_owned(), size)).into();
        let stored = stored.iter().map(|name| (*name).to_owned()).collect();
        count(
            &parse(expression).expect("an expression"),
            &Tensors { entries: &entries, sizes: &sizes, stored: &stored, kind: Kind::Float },
        )
    }

    #[test]
    fn products_with_dense_operands() {
        assert_eq!(work("y(i) = A(i,j) * x(j)", &["A"]), Some(10.0));
        assert_eq!(work("C(i,k) = A(i,j) * D(j,k)", &["A"]), Some(100.0));
        // Each entry: a product of k pairs, summed, times the entry.
        assert_eq!(work("C(i,j) = A(i,j) * P(i,k) * Q(j,k)", &["A", "C"]), Some(5.0 * 10.0 * 3.0));
        assert_eq!(work("C(i,j) = P(i,k) * Q(j,k)", &[]), Some(2.0 * 160.0));
        assert_eq!(work("C(i,j) = 2 * A(i,j)", &["A", "C"]), Some(5.0));
        assert_eq!(work("s = x(i)", &[]), Some(4.0));
    }

    #[test]
    fn products_of_two_stored_operands() {
        assert_eq!(work("C(i,j) = A(i,j) * B(i,j)", &["A", "B"]), Some(2.0));
        assert_eq!(work("s = A(i,j) * B(i,j)", &["A", "B"]), Some(4.0));
        // Entries of A in column k times those of B in row k: 2 * 1 + 2 * 2 + 0 * 0 + 1 * 1.
        assert_eq!(work("C(i,l) = A(i,j) * B(j,l)", &["A", "B"]), Some(2.0 * 7.0));
    }

    #[test]
    fn sums() {
        // A and B store 7 points together.
        assert_eq!(work("C(i,j) = A(i,j) + B(i,j)", &["A", "B", "C"]), Some(7.0));
        assert_eq!(work("C(i,j) = A(i,j) + B(j,i)", &["A", "B"]), Some(8.0));
        assert_eq!(work("C(i,j) = A(i,j) + B(i,j)", &[]), Some(16.0));
        assert_eq!(work("C(i,j) = A(i,j) + B(i,j) - D(i,j)", &["A", "B"]), Some(7.0 + 16.0));
        assert_eq!(work("y(i) = A(i,j) * x(j) + b(i)", &["A"]), Some(10.0 + 4.0));
        assert_eq!(work("y(i) += A(i,j) * x(j)", &["A"]), Some(10.0));
        assert_eq!(work("C(i,j) += A(i,j)", &["A"]), Some(5.0));
    }

    #[test]
    fn what_is_not_known_is_not_counted() {
        assert_eq!(work("C(i,j) = max(A(i,j), B(i,j))", &["A", "B"]), None);
        assert_eq!(work("y(i) = A(i,i)", &["A"]), None);
        assert_eq!(work("C(i,j) = A(i,j) * (B(i,j) + 1)", &["A", "B"]), None);
        assert_eq!(work("C(i,l) = A(i,j) * B(j,l) + A(i,l)", &["A", "B", "C"]), None);
        assert_eq!(work("C(i,j) = A(i,j) * B(i,j) * A(i,j)", &["A", "B"]), None);
    }
}
