//! From the shapes of tensors to the sizes of index variables, and back.
//!
//! A plain subscript says that a variable and a dimension have one size. A compound one (`2*i + k`) says that every value it
//! reaches lies within the dimension. A variable that occurs in both may reach less of the dimension, as in `a(i+1) - a(i)`. Where
//! nothing says the size of a variable, it is the largest that fits all subscripts ([`ranges`]). A target that some statement fills
//! in part has the size that holds all of them ([`partial`]).

mod partial;
mod program;
mod ranges;
mod reach;
mod shapes;

use std::collections::BTreeMap;

use crate::ast::{Access, Assignment, Columns, Scaled};
use crate::error::{NotationError, Problem, SizeSource};

pub use partial::Partial;
pub use program::{ProgramSizes, infer_program, infer_statements};
pub use ranges::Ranged;
pub use shapes::infer_shapes;

/// The place of what stands nowhere.
const NOWHERE: Columns = Columns { start: 1, end: 1 };

/// The size of every index variable.
///
/// `shapes` may lack tensors (those whose shape is to follow from the sizes); `given` are the sizes that the user
/// states.
pub fn infer_sizes(
    assignment: &Assignment,
    shapes: &BTreeMap<String, Vec<u64>>,
    given: &BTreeMap<String, u64>,
) -> Result<BTreeMap<String, u64>, NotationError> {
    infer_beside(assignment, shapes, given, &Partial::default())
}

/// The same of a statement of a program.
fn infer_beside(
    assignment: &Assignment,
    shapes: &BTreeMap<String, Vec<u64>>,
    given: &BTreeMap<String, u64>,
    partial: &Partial<'_>,
) -> Result<BTreeMap<String, u64>, NotationError> {
    check_orders(assignment, shapes)?;
    let known = collect_sizes(assignment, shapes, given, partial)?;
    let sizes = known.iter().map(|(variable, (size, _))| (variable.clone(), *size)).collect();
    for (access, shape) in shaped(assignment, shapes) {
        check_reach(access, shape, &sizes, &known)?;
    }
    Ok(sizes)
}

/// The accesses whose tensor has a known shape.
fn shaped<'a>(
    assignment: &'a Assignment,
    shapes: &'a BTreeMap<String, Vec<u64>>,
) -> impl Iterator<Item = (&'a Access, &'a [u64])> {
    assignment.accesses().into_iter().filter_map(|access| Some((access, shapes.get(&access.tensor)?.as_slice())))
}

fn check_orders(assignment: &Assignment, shapes: &BTreeMap<String, Vec<u64>>) -> Result<(), NotationError> {
    for (access, shape) in shaped(assignment, shapes) {
        let (subscripts, dimensions) = (access.subscripts.len(), shape.len());
        if subscripts != dimensions {
            let problem = Problem::ShapeOrder { tensor: access.tensor.clone(), subscripts, dimensions };
            return Err(NotationError::new(problem, access.columns));
        }
    }
    Ok(())
}

/// The size of every index variable, and who says so.
type KnownSizes = BTreeMap<String, (u64, SizeSource)>;

fn collect_sizes(
    assignment: &Assignment,
    shapes: &BTreeMap<String, Vec<u64>>,
    given: &BTreeMap<String, u64>,
    partial: &Partial<'_>,
) -> Result<KnownSizes, NotationError> {
    let variables = assignment.variables();
    if let Some(stranger) = given.keys().find(|name| !variables.contains(&name.as_str())) {
        return Err(NotationError::new(Problem::NotAVariable(stranger.clone()), assignment.columns));
    }
    let mut known: BTreeMap<&str, (u64, SizeSource)> =
        given.iter().map(|(variable, &size)| (variable.as_str(), (size, SizeSource::Given))).collect();
    let ranged = Ranged::of(assignment);
    // What has to have the size of a dimension comes first, and what may have less is held against it.
    for is_exact in [true, false] {
        if !is_exact {
            ranges::infer(shaped(assignment, shapes), &mut known);
        }
        for (access, shape) in shaped(assignment, shapes) {
            for (dimension, (subscript, &size)) in access.subscripts.iter().zip(shape).enumerate() {
                let Some(variable) = subscript.as_variable() else { continue };
                let may_reach_less = match *access == assignment.target {
                    true => partial.has_subscript(assignment, access, dimension),
                    false => ranged.contains(&access.tensor, dimension, variable),
                };
                if may_reach_less == is_exact {
                    continue;
                }
                let source = SizeSource::Dimension { tensor: access.tensor.clone(), dimension };
                let (first_size, first) = known.entry(variable).or_insert_with(|| (size, source.clone()));
                if *first_size > size || (is_exact && *first_size != size) {
                    let problem = Problem::SizesDisagree {
                        variable: variable.to_string(),
                        first: first.clone(),
                        first_size: *first_size,
                        second: source,
                        second_size: size,
                    };
                    return Err(NotationError::new(problem, subscript.columns));
                }
            }
        }
    }
    let unknown = variables.iter().find(|variable| !known.contains_key(*variable)).copied();
    let known: KnownSizes = known.into_iter().map(|(variable, known)| (variable.to_string(), known)).collect();
    match unknown {
        Some(unknown) => {
            no_room(assignment, shapes, &known, unknown)?;
            Err(unknown_size(assignment, unknown))
        }
        None => Ok(known),
    }
}

/// Refuses a subscript that reaches beyond its dimension whatever the size of a variable is, if that is not 0.
fn no_room(
    assignment: &Assignment,
    shapes: &BTreeMap<String, Vec<u64>>,
    known: &KnownSizes,
    unknown: &str,
) -> Result<(), NotationError> {
    let mut sizes: BTreeMap<String, u64> = known.iter().map(|(name, (size, _))| (name.clone(), *size)).collect();
    sizes.insert(unknown.to_owned(), 1);
    for (access, shape) in shaped(assignment, shapes) {
        for (dimension, (subscript, size)) in access.subscripts.iter().zip(shape).enumerate() {
            let is_clear = subscript.parts.iter().all(|part| sizes.contains_key(&part.variable));
            if is_clear && subscript.parts.iter().any(|part| part.variable == unknown) {
                check_subscript((access, dimension), *size, &sizes, known)?;
            }
        }
    }
    Ok(())
}

/// Points at the first subscript that has the variable.
fn unknown_size(assignment: &Assignment, variable: &str) -> NotationError {
    let place = assignment
        .accesses()
        .into_iter()
        .flat_map(|access| &access.subscripts)
        .find(|subscript| subscript.parts.iter().any(|part| part.variable == variable))
        .map_or(assignment.columns, |subscript| subscript.columns);
    NotationError::new(Problem::UnknownSize(variable.to_string()), place)
}

fn check_reach(
    access: &Access,
    shape: &[u64],
    sizes: &BTreeMap<String, u64>,
    known: &KnownSizes,
) -> Result<(), NotationError> {
    shape.iter().enumerate().try_for_each(|(dimension, size)| check_subscript((access, dimension), *size, sizes, known))
}

/// Refuses a subscript that reaches beyond a dimension of this size.
fn check_subscript(
    (access, dimension): (&Access, usize),
    size: u64,
    sizes: &BTreeMap<String, u64>,
    known: &KnownSizes,
) -> Result<(), NotationError> {
    let subscript = &access.subscripts[dimension];
    let Some((smallest, largest)) = reach::reach(access, subscript, sizes)? else { return Ok(()) };
    if smallest >= 0 && largest < i128::from(size) {
        return Ok(());
    }
    let source = |part: &Scaled| {
        let (variable, (size, source)) = known.get_key_value(&part.variable)?;
        Some((variable.clone(), *size, source.clone()))
    };
    let problem = Problem::OutOfReach {
        tensor: access.tensor.clone(),
        dimension,
        subscript: subscript.to_string(),
        smallest,
        largest,
        size,
        variables: subscript.parts.iter().filter_map(source).collect(),
    };
    Err(NotationError::new(problem, subscript.columns))
}
