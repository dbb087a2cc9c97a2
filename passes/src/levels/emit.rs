//! Values of forms and of sums of coordinates, as code.

use lacuna_dialects::{builder::Builder, ir::Value};
use lacuna_layout::algebra::{Atom, DimensionForm, Followed, Form, OfLevels};

/// Emits the value of a form at a point, of which all coordinates are given.
pub fn form_value<'c>(builder: &Builder<'c>, form: &Form, point: &[Value<'c>]) -> Value<'c> {
    let divided = |inner: &Form, divisor: i64, unsigned: &str| {
        let value = form_value(builder, inner, point);
        let name = if inner.is_signed() { "arith.floordivsi" } else { unsigned };
        (value, builder.binary(name, value, builder.index(divisor)))
    };
    let atom = |atom: &Atom| match atom {
        Atom::Name(dimension) => point[*dimension],
        Atom::Quotient(inner, divisor) => divided(inner, *divisor, "arith.divui").1,
        Atom::Remainder(inner, divisor) => match divided(inner, *divisor, "arith.remui") {
            (value, whole) if inner.is_signed() => {
                builder.binary("arith.subi", value, builder.binary("arith.muli", whole, builder.index(*divisor)))
            }
            (_, rest) => rest,
        },
    };
    let terms: Vec<_> = form.terms().iter().map(|(term, factor)| (atom(term), *factor)).collect();
    linear(builder, terms.into_iter(), form.constant())
}

/// Emits the value of a sum for the coordinates of levels.
pub fn sum_value<'c>(
    builder: &Builder<'c>,
    sum: &OfLevels,
    coordinate: impl Fn(&Builder<'c>, usize) -> Value<'c>,
) -> Value<'c> {
    let terms = sum.terms().iter().map(|(level, factor)| (coordinate(builder, *level), *factor));
    linear(builder, terms, sum.constant())
}

/// Emits the coordinate of a level that follows from those of others.
pub fn followed_value<'c>(
    builder: &Builder<'c>,
    followed: &Followed,
    coordinate: impl Fn(&Builder<'c>, usize) -> Value<'c>,
) -> Value<'c> {
    let sum = sum_value(builder, &followed.sum, coordinate);
    match followed.divisor {
        1 => sum,
        divisor => builder.binary("arith.floordivsi", sum, builder.index(divisor)),
    }
}

/// A sum of values with factors, and a constant.
fn linear<'c>(builder: &Builder<'c>, terms: impl Iterator<Item = (Value<'c>, i64)>, constant: i64) -> Value<'c> {
    let mut sum = None;
    for (mut term, factor) in terms {
        if factor != 1 {
            term = builder.binary("arith.muli", term, builder.index(factor));
        }
        sum = Some(sum.map_or(term, |sum| builder.binary("arith.addi", sum, term)));
    }
    match (sum, constant) {
        (Some(sum), 0) => sum,
        (Some(sum), constant) => builder.binary("arith.addi", sum, builder.index(constant)),
        (None, constant) => builder.index(constant),
    }
}
