//! The sizes of all variables and the shapes of all tensors of a program.

use std::collections::BTreeMap;

use super::{infer_shapes, infer_sizes};
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
/// access of the first statement that tells it.
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
    let mut shapes = shapes.clone();
    let mut sizes: Vec<Option<BTreeMap<String, u64>>> = vec![None; program.statements.len()];
    // A statement may have to wait for the shape of a tensor that another one tells.
    loop {
        let (mut first_error, mut is_stuck) = (None, true);
        for (statement, sizes) in program.statements.iter().zip(&mut sizes).filter(|(_, sizes)| sizes.is_none()) {
            let variables = statement.variables();
            let given = given.iter().filter(|(name, _)| variables.contains(&name.as_str()));
            let given = given.map(|(name, size)| (name.clone(), *size)).collect();
            match infer_sizes(statement, &shapes, &given) {
                Ok(found) => {
                    for (tensor, shape) in infer_shapes(statement, &found, &shapes)? {
                        shapes.entry(tensor).or_insert(shape);
                    }
                    *sizes = Some(found);
                    is_stuck = false;
                }
                Err(error) if matches!(*error.problem, Problem::UnknownSize(_)) => {
                    first_error.get_or_insert(error);
                }
                Err(error) => return Err(error),
            }
        }
        match first_error {
            None => break,
            Some(error) if is_stuck => return Err(error),
            Some(_) => {}
        }
    }
    // A statement that came first may use less of a tensor than a later one: reach is checked against the last word.
    for (statement, sizes) in program.statements.iter().zip(sizes.iter().flatten()) {
        infer_sizes(statement, &shapes, sizes)?;
    }
    Ok(ProgramSizes { variables: sizes.into_iter().flatten().collect(), shapes })
}
