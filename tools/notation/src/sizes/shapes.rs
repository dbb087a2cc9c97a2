//! The smallest shapes that hold every access.

use std::collections::BTreeMap;

use super::partial::Partial;
use super::ranges::Ranged;
use super::reach::{reach, too_large};
use crate::ast::{Access, Assignment, Subscript};
use crate::error::{NotationError, Problem, SizeSource};

/// The shape of every tensor, the target included, from the sizes of all variables. A tensor that has a shape of its own,
/// in `known`, keeps it: what subscripts reach may be less. Others get the size of the variable for a plain subscript, the
/// smallest size that holds every access for a compound one.
///
/// # Errors
/// Where subscripts reach below zero or too far, and where two accesses ask for different sizes.
pub fn infer_shapes(
    assignment: &Assignment,
    sizes: &BTreeMap<String, u64>,
    known: &BTreeMap<String, Vec<u64>>,
) -> Result<BTreeMap<String, Vec<u64>>, NotationError> {
    shapes_beside(assignment, sizes, known, &Partial::default())
}

/// The same of a statement of a program.
pub(super) fn shapes_beside(
    assignment: &Assignment,
    sizes: &BTreeMap<String, u64>,
    known: &BTreeMap<String, Vec<u64>>,
    partial: &Partial<'_>,
) -> Result<BTreeMap<String, Vec<u64>>, NotationError> {
    let mut shapes: BTreeMap<String, Vec<u64>> = BTreeMap::new();
    for access in assignment.accesses() {
        if let Some(shape) = known.get(&access.tensor) {
            shapes.insert(access.tensor.clone(), shape.clone());
            continue;
        }
        let shape = shapes.entry(access.tensor.clone()).or_insert_with(|| vec![0; access.subscripts.len()]);
        for (size, subscript) in shape.iter_mut().zip(&access.subscripts) {
            *size = (*size).max(needed_size(access, subscript, sizes)?);
        }
    }
    let ranged = Ranged::of(assignment);
    for access in assignment.accesses() {
        let may_reach_less = |dimension, variable: &str| match *access == assignment.target {
            true => partial.has_subscript(assignment, access, dimension),
            false => ranged.contains(&access.tensor, dimension, variable),
        };
        check_plain_subscripts(access, &shapes[&access.tensor], sizes, &may_reach_less)?;
    }
    Ok(shapes)
}

fn needed_size(access: &Access, subscript: &Subscript, sizes: &BTreeMap<String, u64>) -> Result<u64, NotationError> {
    let Some((smallest, largest)) = reach(access, subscript, sizes)? else { return Ok(0) };
    if smallest < 0 {
        let problem =
            Problem::NegativeReach { tensor: access.tensor.clone(), subscript: subscript.to_string(), smallest };
        return Err(NotationError::new(problem, subscript.columns));
    }
    match i64::try_from(largest) {
        Ok(largest) => Ok(largest.unsigned_abs() + 1),
        Err(_) => Err(too_large(access, subscript)),
    }
}

/// A dimension that one access needs larger than another one's plain subscript says.
fn check_plain_subscripts(
    access: &Access,
    shape: &[u64],
    sizes: &BTreeMap<String, u64>,
    may_reach_less: &dyn Fn(usize, &str) -> bool,
) -> Result<(), NotationError> {
    for (dimension, (subscript, &second_size)) in access.subscripts.iter().zip(shape).enumerate() {
        let Some(variable) = subscript.as_variable() else { continue };
        let first_size = sizes[variable];
        if first_size > second_size || (first_size != second_size && !may_reach_less(dimension, variable)) {
            let problem = Problem::SizesDisagree {
                variable: variable.to_string(),
                first: SizeSource::Given,
                first_size,
                second: SizeSource::Dimension { tensor: access.tensor.clone(), dimension },
                second_size,
            };
            return Err(NotationError::new(problem, subscript.columns));
        }
    }
    Ok(())
}
