//! What a stored result may be: computed by one write, whose loops come in an order in which it can grow.

use super::strategy::{chosen, stored_targets};
use crate::{
    analysis::refusal::report_obstacle,
    index::{Nest, TensorId, TensorKind, problem::Problem},
};
use lacuna_layout::{Description, algebra::DimensionForm, order::comes_in_groups};

/// Whether a nest is ready to be emitted, whatever its loops are: its dense operands are buffers, its stored results are
/// computed.
pub(super) fn check_ready(nest: &Nest) -> Result<(), Problem> {
    for (index, tensor) in nest.tensors.iter().enumerate() {
        if !tensor.is_stored() && tensor.kind == TensorKind::Tensor {
            return Err(Problem::new(
                nest.place,
                format!(
                    "operand {index} is still a tensor, {}: run one-shot-bufferize before sloop-sparsify",
                    tensor.type_text()
                ),
            ));
        }
    }
    for tensor in (0..nest.tensors.len()).map(TensorId) {
        let is_written = nest
            .body
            .iter()
            .any(|statement| stored_targets(nest, statement).iter().any(|target| target.tensor == tensor));
        if nest.tensor(tensor).is_output && nest.tensor(tensor).format().is_some() && !is_written {
            return Err(not_formed(nest, tensor));
        }
    }
    Ok(())
}

/// The problem of a stored result that is not computed by one statement.
fn not_formed(nest: &Nest, tensor: TensorId) -> Problem {
    Problem::new(
        nest.place,
        format!(
            "result {} is stored: one write must compute it, under a loop for each of its levels in their order; run \
             sloop-form-results and sloop-schedule first",
            nest.describe(tensor)
        ),
    )
}

/// A stored result has one statement, whose loops come in an order in which it can be put together.
pub(super) fn check(nest: &Nest, tensor: TensorId) -> Result<(), Problem> {
    let bound = nest.tensor(tensor);
    let Some(format) = bound.format().filter(|_| bound.is_output) else { return Ok(()) };
    let location = nest.place;
    let writing: Vec<_> = nest
        .body
        .iter()
        .filter(|statement| stored_targets(nest, statement).iter().any(|t| t.tensor == tensor))
        .collect();
    if writing.is_empty() {
        return Ok(());
    }
    format.growth().map_err(|obstacle| report_obstacle(nest, tensor, obstacle, location))?;
    check_width(nest, tensor, format)?;
    check_grouped(nest, tensor)?;
    if let [statement] = writing.as_slice()
        && chosen(nest, statement, tensor).is_some()
    {
        return Ok(());
    }
    Err(not_formed(nest, tensor))
}

/// Points that come as a list come in the groups of the format into which they go.
fn check_grouped(nest: &Nest, tensor: TensorId) -> Result<(), Problem> {
    let Some(format) = nest.tensor(tensor).grouped_into() else { return Ok(()) };
    let list = nest.tensor(tensor).format().expect("the verifier asks for a list");
    if !comes_in_groups(list, format) {
        return Err(Problem::new(
            nest.place,
            format!(
                "the points of {list} do not come in the order of the parents of the one level of {format} that stores coordinates"
            ),
        ));
    }
    check_width(nest, tensor, format)
}

/// Coordinates that are known not to fit their width.
fn check_width(nest: &Nest, tensor: TensorId, format: &Description) -> Result<(), Problem> {
    let sizes = &nest.tensor(tensor).shape;
    let width = format.value.coordinate_width;
    let most = width.max_index() + 1;
    let forms = &format.mapping().forms;
    for (level, form) in forms.iter().enumerate() {
        let dimension = form.as_ref().and_then(DimensionForm::as_dimension);
        let size = dimension.and_then(|dimension| sizes[dimension]);
        let is_stored = format.level(level).capabilities().stores_coordinates;
        if let Some(size) = size.filter(|size| is_stored && *size > most) {
            return Err(Problem::new(
                nest.place,
                format!(
                    "result {} has {size} coordinates in level {level}, more than {width} bits can tell apart: use wider ones",
                    nest.describe(tensor)
                ),
            ));
        }
    }
    Ok(())
}
