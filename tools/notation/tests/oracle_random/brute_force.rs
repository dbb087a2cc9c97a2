//! The plainest possible evaluation, to hold the oracle against.

use std::collections::{BTreeMap, BTreeSet};

use lacuna_notation::ast::{
    Access, Assignment, Division, Expr, ExprKind, Function, Number, Operator, Reduction, Relation, Subscript, Update,
};
use lacuna_notation::sizes::infer_shapes;
use lacuna_runtime::coo::Coo;
use lacuna_runtime::value::Values;

pub type Operands = BTreeMap<String, Coo>;
pub type Sizes = BTreeMap<String, u64>;

/// The value of the target by looping over all points of all terms, in the integers.
pub fn brute_force(assignment: &Assignment, operands: &Operands, sizes: &Sizes) -> Vec<i64> {
    at_each_point(assignment, operands, sizes).into_iter().map(|(_, found)| found.value).collect()
}

/// The coordinates at which the target stores something, by looking at all points of all terms.
pub fn stored_points(assignment: &Assignment, operands: &Operands, sizes: &Sizes) -> Vec<Vec<u64>> {
    let found = at_each_point(assignment, operands, sizes).into_iter();
    found.filter(|(_, found)| found.value != 0 || found.made_of >= Parts::Index).map(|(point, _)| point).collect()
}

fn at_each_point(assignment: &Assignment, operands: &Operands, sizes: &Sizes) -> Vec<(Vec<u64>, Found)> {
    let operands: BTreeMap<&str, BTreeMap<Vec<i64>, i64>> =
        operands.iter().map(|(tensor, coo)| (tensor.as_str(), entries(coo))).collect();
    let target = &assignment.target;
    let kept: BTreeSet<&str> = target.variables().collect();
    let kept: Vec<&str> = kept.into_iter().collect();
    let scene = Scene { operands: &operands, sizes };
    let mut arrived: BTreeMap<Vec<i64>, Vec<Found>> = BTreeMap::new();
    for_each_point(&kept, sizes, &mut BTreeMap::new(), &mut |point| {
        let place = target.subscripts.iter().map(|subscript| coordinate(subscript, point)).collect();
        arrived.entry(place).or_default().push(scene.find(&assignment.value, point));
    });
    let shape = &infer_shapes(assignment, sizes, &BTreeMap::new()).unwrap()[&target.tensor];
    let mut results = Vec::new();
    for_each_place(shape, &mut Vec::new(), &mut |place| {
        let coordinates: Vec<i64> = place.iter().map(|coordinate| *coordinate as i64).collect();
        let new = arrived.get(&coordinates).map_or(&[][..], Vec::as_slice);
        let old = || scene.at(target, &coordinates);
        let with = |combine: fn(i64, i64) -> i64| new.iter().fold(old(), |old, new| old.with(*new, combine));
        // How often a number is added depends on sizes.
        let is_added =
            |new: &Found| if new.made_of == Parts::Numbers && new.value != 0 { Parts::Index } else { new.made_of };
        let added = |start: Found| {
            let sum = |sum: Found, new: &Found| sum.with(*new, i64::wrapping_add);
            match new {
                [only] => start.with(*only, i64::wrapping_add),
                several => {
                    let made_of = several.iter().map(is_added).fold(start.made_of, Parts::max);
                    Found { made_of, ..several.iter().fold(start, sum) }
                }
            }
        };
        let found = match assignment.update {
            Update::Replace if new.len() == 1 => new[0],
            Update::Replace => added(Found::ABSENT),
            Update::Add => with(i64::wrapping_add),
            Update::Subtract => with(i64::wrapping_sub),
            Update::Multiply => new.iter().fold(old(), |old, new| old.times(*new)),
            Update::Max => with(i64::max),
            Update::Min => with(i64::min),
        };
        results.push((place.to_vec(), found));
    });
    results
}

/// Visits every place of a shape, in row-major order.
fn for_each_place(shape: &[u64], place: &mut Vec<u64>, visit: &mut dyn FnMut(&[u64])) {
    match shape {
        [] => visit(place),
        [first, rest @ ..] => {
            for coordinate in 0..*first {
                place.push(coordinate);
                for_each_place(rest, place, visit);
                place.pop();
            }
        }
    }
}

fn coordinate(subscript: &Subscript, point: &Point) -> i64 {
    let parts = subscript.parts.iter();
    parts.fold(subscript.constant, |sum, part| {
        let value = point[part.variable.as_str()];
        let taken = match part.division {
            None => value,
            Some(Division::Quotient(divisor)) => value / divisor,
            Some(Division::Remainder(divisor)) => value % divisor,
        };
        sum + part.coefficient * taken
    })
}

/// What an expression is at a point.
#[derive(Clone, Copy)]
struct Found {
    value: i64,
    made_of: Parts,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Parts {
    /// Numbers alone.
    Numbers,
    /// Entries that are not stored, and numbers perhaps: nothing, where it is zero.
    Unstored,
    /// Values of index variables, too, which are there at every point.
    Index,
    /// Entries, too.
    Entries,
}

impl Found {
    const ABSENT: Self = Found { value: 0, made_of: Parts::Unstored };

    fn is_absent(self) -> bool {
        self.value == 0 && self.made_of == Parts::Unstored
    }

    fn with(self, other: Self, combine: impl Fn(i64, i64) -> i64) -> Self {
        Found { value: combine(self.value, other.value), made_of: self.made_of.max(other.made_of) }
    }

    fn times(self, other: Self) -> Self {
        if self.is_absent() || other.is_absent() { Self::ABSENT } else { self.with(other, i64::wrapping_mul) }
    }
}

struct Scene<'s, 'd> {
    operands: &'s Dense<'d>,
    sizes: &'s Sizes,
}

impl Scene<'_, '_> {
    fn find<'a>(&self, expr: &'a Expr, point: &mut Point<'a>) -> Found {
        match &expr.kind {
            ExprKind::Number(Number::Integer(number)) => Found { value: *number, made_of: Parts::Numbers },
            ExprKind::Number(_) => panic!("the tests use integers"),
            ExprKind::Index(variable) => Found { value: point[variable.as_str()], made_of: Parts::Index },
            ExprKind::Access(access) => self.read(access, point),
            ExprKind::Negate(operand) => {
                let found = self.find(operand, point);
                Found { value: found.value.wrapping_neg(), ..found }
            }
            ExprKind::Binary { operator, left, right } => {
                let (left, right) = (self.find(left, point), self.find(right, point));
                match operator {
                    Operator::Add => left.with(right, i64::wrapping_add),
                    Operator::Subtract => left.with(right, i64::wrapping_sub),
                    Operator::Multiply => left.times(right),
                    Operator::Divide if left.is_absent() => left,
                    // Where only points count, divisors may be zero.
                    Operator::Divide => left.with(right, |left, right| left.checked_div(right).unwrap_or(0)),
                }
            }
            ExprKind::Compare { relation, left, right } => {
                let (left, right) = (self.find(left, point), self.find(right, point));
                left.with(right, |left, right| {
                    i64::from(match relation {
                        Relation::Less => left < right,
                        Relation::LessOrEqual => left <= right,
                        Relation::Greater => left > right,
                        Relation::GreaterOrEqual => left >= right,
                        Relation::Equal => left == right,
                        Relation::NotEqual => left != right,
                    })
                })
            }
            ExprKind::Call { function, arguments } => {
                let found: Vec<_> = arguments.iter().map(|argument| self.find(argument, point)).collect();
                match (function, found.as_slice()) {
                    (Function::Max, _) => found.into_iter().reduce(|one, two| one.with(two, i64::max)).expect("two"),
                    (Function::Min, _) => found.into_iter().reduce(|one, two| one.with(two, i64::min)).expect("two"),
                    (Function::Abs, [one]) => Found { value: one.value.wrapping_abs(), ..*one },
                    (Function::Conj, [one]) => *one,
                    (Function::Sign, [one]) => Found { value: one.value.signum(), ..*one },
                    // Which points are stored must not depend on values: a condition made of entries may choose either.
                    (Function::Where, [_, then, otherwise])
                        if then.value == otherwise.value
                            && [then, otherwise].iter().all(|one| one.made_of <= Parts::Unstored) =>
                    {
                        Found { made_of: then.made_of.max(otherwise.made_of), ..*then }
                    }
                    (Function::Where, [condition, then, otherwise]) => {
                        let chosen = if condition.value != 0 { then } else { otherwise };
                        condition.with(*chosen, |_, chosen| chosen)
                    }
                    _ => panic!("the tests use functions of integers"),
                }
            }
            ExprKind::Reduce { reduction, variables, body, .. } => {
                let names: Vec<&str> = variables.iter().map(String::as_str).collect();
                let mut all = Vec::new();
                for_each_point(&names, self.sizes, point, &mut |point| all.push(self.find(body, point)));
                combined(*reduction, &all)
            }
        }
    }

    fn read(&self, access: &Access, point: &Point) -> Found {
        let place: Vec<_> = access.subscripts.iter().map(|subscript| coordinate(subscript, point)).collect();
        self.at(access, &place)
    }

    fn at(&self, access: &Access, place: &[i64]) -> Found {
        match self.operands[access.tensor.as_str()].get(place) {
            Some(&value) => Found { value, made_of: Parts::Entries },
            None => Found::ABSENT,
        }
    }
}

fn combined(reduction: Reduction, all: &[Found]) -> Found {
    let values = || all.iter().map(|found| found.value);
    let is_there = all.iter().any(|found| found.value != 0 || found.made_of >= Parts::Index);
    // How often a number counts depends on sizes.
    let made_of = if is_there { Parts::Entries } else { Parts::Unstored };
    let of_none = |value| Found { value, made_of: Parts::Numbers };
    match reduction {
        Reduction::Sum => Found { value: values().fold(0, i64::wrapping_add), made_of },
        Reduction::Product if all.is_empty() => of_none(1),
        Reduction::Product => Found { value: values().fold(1, i64::wrapping_mul), made_of },
        Reduction::Max if all.is_empty() => of_none(i64::MIN),
        Reduction::Min if all.is_empty() => of_none(i64::MAX),
        Reduction::Max => Found { value: values().max().unwrap_or(0), made_of },
        Reduction::Min => Found { value: values().min().unwrap_or(0), made_of },
        Reduction::Any => Found { value: i64::from(values().any(|value| value != 0)), made_of },
        Reduction::All if all.is_empty() => of_none(1),
        Reduction::All => Found { value: i64::from(values().all(|value| value != 0)), made_of },
    }
}

type Point<'a> = BTreeMap<&'a str, i64>;
type Dense<'a> = BTreeMap<&'a str, BTreeMap<Vec<i64>, i64>>;

fn entries(coo: &Coo) -> BTreeMap<Vec<i64>, i64> {
    let Values::I64(values) = &coo.values else { panic!("the tests use 64-bit integers") };
    let mut entries = BTreeMap::new();
    for (entry, value) in values.iter().enumerate() {
        let place = coo.coordinates.iter().map(|coordinates| coordinates[entry] as i64).collect();
        *entries.entry(place).or_insert(0) += value;
    }
    entries
}

fn for_each_point<'a>(
    variables: &[&'a str],
    sizes: &Sizes,
    point: &mut Point<'a>,
    visit: &mut dyn FnMut(&mut Point<'a>),
) {
    match variables {
        [] => visit(point),
        [first, rest @ ..] => {
            for value in 0..sizes[*first] as i64 {
                point.insert(first, value);
                for_each_point(rest, sizes, point, visit);
            }
        }
    }
}
