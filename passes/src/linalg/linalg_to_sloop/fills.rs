//! Results that start as a fill: the nest fills them itself.

use super::operation::array;
use crate::{
    index::{
        Access, Expr, Nest, Outside, Stmt, TensorId, Var, Write,
        build::{dimension_var, loops},
        subscript::Subscript,
    },
    values::affine_map,
};
use lacuna_dialects::ir::{Op, Value, arguments, body, defining_op, is_op, operands, ops_in, segments, shape, users};
use lacuna_dialects::sloop::Directives;
use melior::ir::{AffineMap, ValueLike};

/// The value and destination of the fill that makes a tensor, if one does and nothing else uses the filled tensor.
pub(super) fn fill_of<'c>(tensor: Value<'c>) -> Option<(Value<'c>, Value<'c>)> {
    let all = operands(absorbed_fill(tensor)?);
    Some((all[0], all[1]))
}

/// The fill behind a tensor that is its only user's initial result.
pub(super) fn absorbed_fill(tensor: Value<'_>) -> Option<Op<'_>> {
    let fill = defining_op(tensor).filter(|op| is_fill(*op))?;
    let [user] = users(tensor)[..] else { return None };
    let inputs = segments(user).first().copied().unwrap_or(0);
    let starts_result = is_op(user, "linalg.generic") && operands(user)[inputs..].contains(&tensor);
    starts_result.then_some(fill)
}

/// Whether the operation gives every element of its one result the value of its scalar operand: `linalg.fill`, also
/// after generalization.
fn is_fill(op: Op<'_>) -> bool {
    if is_op(op, "linalg.fill") {
        return true;
    }
    let (all, Some(block)) = (operands(op), if is_op(op, "linalg.generic") { body(op, 0) } else { None }) else {
        return false;
    };
    let inside = ops_in(block);
    let is_scalar = |value: Value<'_>| shape(value.r#type()).is_none();
    let visits_all =
        array(op, "indexing_maps").is_ok_and(|maps| maps.len() == 2 && affine_map(maps[1]).is_permutation());
    visits_all
        && segments(op) == [1, 1]
        && is_scalar(all[0])
        && inside.len() == 1
        && operands(inside[0]) == [arguments(block)[0]]
}

/// Loops that write `value` to every point of a tensor.
pub(super) fn fill_loops(
    nest: &mut Nest,
    tensor: TensorId,
    value: Outside,
    map: AffineMap<'_>,
    names: &[String],
) -> Vec<Stmt> {
    let location = nest.place;
    let bound = nest.tensor(tensor).clone();
    let name_of = |dimension: usize| {
        let subscript = map.result(dimension).ok().filter(|subscript| subscript.is_dim())?;
        names.get(subscript.dim_position()).map(|name| name.as_str().into())
    };
    let vars: Vec<_> = (0..bound.order())
        .map(|dimension| {
            (nest.add_var(Var { name: name_of(dimension), ..dimension_var(&bound, dimension) }), Directives::default())
        })
        .collect();
    let subscripts = vars.iter().map(|(var, _)| Subscript::var(*var)).collect();
    let value = nest.add(Expr::Outside(value), bound.element, location);
    loops(
        &vars,
        vec![Stmt::Write(Write {
            target: Access { tensor, subscripts },
            value,
            combiner: None,
            elsewhere: None,
            location,
        })],
    )
}
