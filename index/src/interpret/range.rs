//! Which values variables take.

use super::{OutsideValues, Stopped, stopped::unsupported};
use crate::{Nest, Relation, Size, VarId, interpret::Number};
use lacuna_layout::algebra::{Atom, DimensionForm, Form};

/// A size; none of what has no range.
pub(super) fn size(size: &Size, outside: &dyn OutsideValues) -> Result<Option<i64>, Stopped> {
    Ok(Some(match size {
        Size::Unranged => return Ok(None),
        Size::Number(number) => *number as i64,
        Size::Outside(value) => match outside.scalar(*value) {
            Some(Number::Integer(number)) => number,
            _ => return Err(unsupported("a size from outside")),
        },
        Size::Dimension(tensor, dimension) => {
            outside.dimension(*tensor, *dimension).ok_or_else(|| unsupported("the size of a tensor"))?
        }
        // One slot holds all that there is.
        Size::Slots(..) => 1,
        Size::Form(form, dimensions) => {
            let sizes = dimensions
                .iter()
                .map(|dimension| self::size(dimension, outside).map(|size| size.unwrap_or(0)))
                .collect::<Result<Vec<_>, _>>()?;
            count(form, &sizes).ok_or_else(|| unsupported("the number of values of a difference"))?
        }
    }))
}

/// The number of values of a form that cannot be negative, from zero to the largest.
fn count(form: &Form, sizes: &[i64]) -> Option<i64> {
    let of_atom = |atom: &Atom| match atom {
        Atom::Name(dimension) => Some(sizes[*dimension]),
        Atom::Quotient(form, divisor) => Some((count(form, sizes)? + divisor - 1).div_euclid(*divisor)),
        Atom::Remainder(_, divisor) => Some(*divisor),
    };
    if form.is_signed() {
        return None;
    }
    if let Some(atom) = form.as_term() {
        return of_atom(atom);
    }
    let mut largest = form.constant();
    for (atom, factor) in form.terms() {
        match of_atom(atom)? {
            0 => return Some(0),
            size => largest += (size - 1) * (*factor).max(0),
        }
    }
    Some(largest + 1)
}

/// The values of a variable: from zero on, or those that keep what it defines inside of its bounds.
pub(super) fn values(
    nest: &Nest,
    extents: &[Option<i64>],
    open: &[Option<i64>],
    var: VarId,
) -> Result<std::ops::Range<i64>, Stopped> {
    if let Some(extent) = extents[var.0] {
        return Ok(0..extent);
    }
    let bounds = nest.relations.iter().filter_map(|relation| bound(relation, extents, open, var));
    bounds
        .reduce(|left, right| left.start.max(right.start)..left.end.min(right.end))
        .ok_or_else(|| unsupported("a variable without a range and without a bound"))
}

/// The values of a variable at which a relation that it is in can hold, if the others have ranges.
fn bound(
    relation: &Relation,
    extents: &[Option<i64>],
    open: &[Option<i64>],
    var: VarId,
) -> Option<std::ops::Range<i64>> {
    let factor = relation.value.coefficient(var);
    let extent = extents[relation.var.0].filter(|_| relation.is_bounded && factor != 0)?;
    let (mut least, mut most) = (relation.value.constant(), relation.value.constant());
    for (other, by) in relation.value.vars().filter(|(other, _)| *other != var) {
        let (first, last) = match (open[other.0], extents[other.0]) {
            (Some(value), _) => (value, value),
            (None, Some(extent)) => (0, extent - 1),
            (None, None) => return None,
        };
        least += (first * by).min(last * by);
        most += (first * by).max(last * by);
    }
    // From where `factor * var + rest` may be 0 to where it may be the last.
    let (low, high) = (-most, extent - 1 - least);
    let (first, last) = if factor > 0 {
        ((low + factor - 1).div_euclid(factor), high.div_euclid(factor))
    } else {
        let by = -factor;
        ((-high + by - 1).div_euclid(by), (-low).div_euclid(by))
    };
    Some(first..last + 1)
}
