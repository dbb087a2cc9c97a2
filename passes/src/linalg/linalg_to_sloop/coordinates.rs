//! Replaces loops over variables by loops over coordinates of an operand, as `sloop.loops` asks. The variables are then derived.

use super::{
    operation::Generic,
    quotients::PartLoops,
    refusal::{Unconvertible, refuse},
};
use crate::{
    bridge::affine::linear_subscript,
    index::{Directives, Expr, Nest, TensorId, VarId, subscript::Subscript},
    values::affine_map,
};
use lacuna_dialects::sloop::index::LOOPS;
use melior::ir::{attribute::AttributeLike, operation::OperationLike};

/// Replaces the loops that `sloop.loops` names. Variable `n` of the nest is loop `n` of the operation.
pub(super) fn replace_loops<'c>(
    nest: &mut Nest,
    generic: &Generic<'c>,
    parts: &PartLoops,
    mut around: Vec<(VarId, Directives)>,
) -> Result<Vec<(VarId, Directives)>, Unconvertible<'c>> {
    let refused = |message: String| refuse(generic.op.location(), format!("{LOOPS}: {message}"));
    let Ok(attribute) = generic.op.attribute(LOOPS) else { return Ok(around) };
    let count = generic.maps.first().map_or(0, |map| map.dim_count());
    if !attribute.is_affine_map() {
        return Err(refused(format!("expected an affine map, found {attribute}")));
    }
    let map = affine_map(attribute);
    if map.dim_count() != count || map.result_count() != count {
        return Err(refused(format!(
            "expected {count} dimensions and {count} results, one for each loop, found {map}"
        )));
    }
    let vars: Vec<_> = (0..count).map(|dimension| Subscript::var(VarId(dimension))).collect();
    let mut replaced = Vec::new();
    for dimension in 0..count {
        let result = map.result(dimension).expect("the result exists");
        let subscript = linear_subscript(result, &vars)
            .ok_or_else(|| refused(format!("result {result} is not linear in the loops")))?;
        let var = VarId(dimension);
        if subscript.as_var() != Some(var) {
            // A variable that is derived has another name.
            replaced.push((var, nest.var_name(var), nest.text(&subscript), subscript));
        }
    }
    for (var, name, text, subscript) in replaced {
        let instead = format!("cannot replace the loop over {name} by one over {text}");
        let Some(place) = around.iter().position(|(other, _)| *other == var) else {
            return Err(refused(format!("{instead}: {name} is the variable of a fold")));
        };
        if parts.splits(var.0) {
            return Err(refused(format!("{instead}: {name} has quotients or remainders, so its loop is split")));
        }
        let Some(operand) = find_operand_at(nest, &subscript) else {
            return Err(refused(format!("{instead}: no operand has the subscript {text}")));
        };
        if subscript.coefficient(var).abs() != 1 {
            return Err(refused(format!("{instead}: {name} needs factor 1 or -1")));
        }
        let Some(coordinate) = nest.loop_over_coordinate(var, &subscript, operand) else {
            return Err(refused(format!("{instead}: another variable of {text} is derived from {name}")));
        };
        around[place].0 = coordinate;
    }
    Ok(around)
}

/// An operand that is read at this subscript, and the dimension.
fn find_operand_at(nest: &Nest, subscript: &Subscript) -> Option<(TensorId, usize)> {
    nest.nodes.iter().find_map(|node| match &node.expr {
        Expr::Read(access) | Expr::Stored(access) => {
            let dimension = access.subscripts.iter().position(|other| other == subscript)?;
            Some((access.tensor, dimension))
        }
        _ => None,
    })
}
