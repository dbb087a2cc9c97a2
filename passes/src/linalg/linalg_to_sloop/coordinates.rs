//! Loops over coordinates of an operand in the place of those over variables of its subscript, which follow: `sloop.loops` asks for
//! them.

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

/// The loops around, with those that are asked for in their place. The first variables of the nest are the loops of the operation.
pub(super) fn over_coordinates<'c>(
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
        return Err(refused(format!("expected a map of the {count} loops to as many results, found {map}")));
    }
    let vars: Vec<_> = (0..count).map(|dimension| Subscript::var(VarId(dimension))).collect();
    for dimension in 0..count {
        let result = map.result(dimension).expect("the result exists");
        let subscript = linear_subscript(result, &vars)
            .ok_or_else(|| refused(format!("{result} is no sum of multiples of the loops")))?;
        let var = VarId(dimension);
        if subscript.as_var() == Some(var) {
            continue;
        }
        let name = nest.var_name(var);
        let text = nest.text(&subscript);
        let instead = format!("the loop over {text} in the place of that over {name}");
        let Some(place) = around.iter().position(|(other, _)| *other == var) else {
            return Err(refused(format!("{instead}: no loop around the whole statement is one over {name}")));
        };
        if parts.divides(dimension) {
            return Err(refused(format!("{instead}: {name} is divided, so it has loops over its parts")));
        }
        let Some(operand) = subscripted(nest, &subscript) else {
            return Err(refused(format!("{instead}: no operand has the subscript {text}")));
        };
        let Some(coordinate) = nest.loop_over_coordinate(var, &subscript, operand) else {
            return Err(refused(format!(
                "{instead}: {name} does not follow from {text}, as it has another factor than 1 and -1, or follows from the others"
            )));
        };
        around[place].0 = coordinate;
    }
    Ok(around)
}

/// An operand that is read at this subscript, and the dimension.
fn subscripted(nest: &Nest, subscript: &Subscript) -> Option<(TensorId, usize)> {
    nest.nodes.iter().find_map(|node| match &node.expr {
        Expr::Read(access) | Expr::Stored(access) => {
            let dimension = access.subscripts.iter().position(|other| other == subscript)?;
            Some((access.tensor, dimension))
        }
        _ => None,
    })
}
