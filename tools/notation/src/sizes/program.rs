//! The sizes of all variables and the shapes of all tensors of a program.

use std::collections::BTreeMap;

use super::{Partial, infer_beside, shapes::shapes_beside};
use crate::ast::Program;
use crate::error::{NotationError, Problem};

/// What is known of a program's sizes: all of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgramSizes {
    /// The size of every variable of each statement.
    pub variables: Vec<BTreeMap<String, u64>>,
    /// The shape of every tensor.
    pub shapes: BTreeMap<String, Vec<u64>>,
}

/// The sizes of a program, from the shapes that tensors have of their own and the sizes that the user states, which hold
/// in every statement.
///
/// A tensor that has a shape keeps it: subscripts may reach less of it. Others get the smallest shape that holds every
/// access of the first statement that tells it; those that statements fill in parts, of all statements whose variables have sizes
/// without it.
///
/// # Errors
/// Where sizes disagree or are not known, and where subscripts reach too far.
pub fn infer_program(
    program: &Program,
    shapes: &BTreeMap<String, Vec<u64>>,
    given: &BTreeMap<String, u64>,
) -> Result<ProgramSizes, NotationError> {
    let variables = program.variables();
    if let Some(stranger) = given.keys().find(|name| !variables.contains(name.as_str())) {
        let columns = program.statements.first().map_or(super::NOWHERE, |statement| statement.columns);
        return Err(NotationError::new(Problem::NotAVariable(stranger.clone()), columns));
    }
    let of_statement = |variables: Vec<&str>| {
        let own = given.iter().filter(|(name, _)| variables.contains(&name.as_str()));
        own.map(|(name, size)| (name.clone(), *size)).collect()
    };
    let given: Vec<_> = program.statements.iter().map(|statement| of_statement(statement.variables())).collect();
    infer_statements(program, shapes, &given)
}

/// The same with the sizes that are stated for each statement; for those after the last, none.
///
/// # Errors
/// As [`infer_program`].
pub fn infer_statements(
    program: &Program,
    shapes: &BTreeMap<String, Vec<u64>>,
    given: &[BTreeMap<String, u64>],
) -> Result<ProgramSizes, NotationError> {
    let partial = Partial::of(program);
    let none = BTreeMap::new();
    let mut shapes = shapes.clone();
    // What the statements that are sized need of tensors that are filled in parts.
    let mut needed: BTreeMap<String, Vec<u64>> = BTreeMap::new();
    let mut sizes: Vec<Option<BTreeMap<String, u64>>> = vec![None; program.statements.len()];
    // A statement may have to wait for the shape of a tensor that another one tells.
    loop {
        let (mut first_error, mut is_stuck) = (None, true);
        for (number, statement) in program.statements.iter().enumerate() {
            if sizes[number].is_some() {
                continue;
            }
            match infer_beside(statement, &shapes, given.get(number).unwrap_or(&none), &partial) {
                Ok(found) => {
                    sizes[number] = Some(found.clone());
                    is_stuck = false;
                    for (tensor, shape) in shapes_beside(statement, &found, &shapes, &partial)? {
                        if shapes.contains_key(&tensor) || !partial.has(&tensor) {
                            shapes.entry(tensor).or_insert(shape);
                            continue;
                        }
                        let all = needed.entry(tensor.clone()).or_insert_with(|| shape.clone());
                        all.iter_mut().zip(shape).for_each(|(all, own)| *all = own.max(*all));
                    }
                }
                Err(error) if matches!(*error.problem, Problem::UnknownSize(_)) => {
                    first_error.get_or_insert(error);
                }
                Err(error) => return Err(error),
            }
        }
        // What waits for a tensor that is filled in parts waits for all that is known of it.
        let is_told = needed.keys().any(|tensor| !shapes.contains_key(tensor));
        if is_stuck || first_error.is_none() {
            needed.iter().for_each(|(tensor, shape)| {
                shapes.entry(tensor.clone()).or_insert_with(|| shape.clone());
            });
        }
        match first_error {
            None => break,
            Some(error) if is_stuck && !is_told => return Err(error),
            Some(_) => {}
        }
    }
    // A statement that came first may use less of a tensor than a later one: reach is checked against the last word.
    for (statement, sizes) in program.statements.iter().zip(sizes.iter().flatten()) {
        infer_beside(statement, &shapes, sizes, &partial)?;
    }
    Ok(ProgramSizes { variables: sizes.into_iter().flatten().collect(), shapes })
}
