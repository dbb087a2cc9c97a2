//! What a `linalg.generic` says beside its body: how its operands are subscripted, by what its variables are sized.

use super::{
    quotients::PartLoops,
    refusal::{Unconvertible, refuse},
};
use crate::{
    bridge::affine::subscript,
    fp::FpMode,
    index::{Access, TensorId, VarId, subscript::Subscript},
    values::affine_map,
};
use lacuna_dialects::ir::{Op, Value, operands, segments, shape, string_value};
use lacuna_dialects::sloop::index::VARIABLES;
use melior::ir::{AffineMap, Attribute, ValueLike, attribute::ArrayAttribute, operation::OperationLike};

/// What a generic says, beside its operands.
pub(super) struct Generic<'c> {
    pub op: Op<'c>,
    /// The subscripts of each operand.
    pub maps: Vec<AffineMap<'c>>,
    pub has_reduction: bool,
    /// How many operands are inputs; the others start results.
    pub inputs: usize,
    pub fp: FpMode,
}

impl<'c> Generic<'c> {
    pub fn read(op: Op<'c>, fp: FpMode) -> Result<Self, Unconvertible<'c>> {
        let inputs = segments(op).first().copied().unwrap_or(0);
        let maps = array(op, "indexing_maps")?.into_iter().map(affine_map).collect();
        let has_reduction = array(op, "iterator_types")?.iter().any(|kind| kind.to_string().contains("reduction"));
        Ok(Self { op, maps, has_reduction, inputs, fp })
    }

    /// For each dimension of the iteration space, an operand that it subscripts alone, and in which dimension: its size.
    pub fn sized_by(&self) -> Result<Vec<(Value<'c>, usize)>, Unconvertible<'c>> {
        let all = operands(self.op);
        let count = self.maps.first().map_or(0, |map| map.dim_count());
        (0..count)
            .map(|dimension| {
                let mut best: Option<(Value<'c>, usize)> = None;
                for (operand, map) in all.iter().zip(&self.maps) {
                    for result in 0..map.result_count() {
                        let expression = map.result(result).expect("the result exists");
                        if !expression.is_dim() || expression.dim_position() != dimension {
                            continue;
                        }
                        let is_static = shape(operand.r#type()).is_some_and(|shape| shape[result].is_some());
                        if best.is_none() || is_static {
                            best = Some((*operand, result));
                        }
                    }
                }
                best.ok_or_else(|| {
                    refuse(
                        self.op.location(),
                        format!("no operand is subscripted by dimension {dimension} alone, so its size is unknown"),
                    )
                })
            })
            .collect()
    }

    /// How the operand of this number, which is a tensor of the nest, is accessed.
    pub fn access(
        &self,
        operand: usize,
        tensor: TensorId,
        (vars, parts): (&[VarId], &PartLoops),
    ) -> Result<Access, Unconvertible<'c>> {
        let map = self.maps[operand];
        let vars: Vec<_> = vars.iter().copied().map(Subscript::var).collect();
        let subscripts = (0..map.result_count())
            .map(|index| {
                let result = map.result(index).expect("the result exists");
                subscript(result, &vars, &|dimension, division| parts.value(dimension, division)).ok_or_else(|| {
                    let message = format!(
                        "subscript {result} is no sum of multiples of the loops, and of their quotients and remainders by positive \
                         constants"
                    );
                    refuse(self.op.location(), message)
                })
            })
            .collect::<Result<_, _>>()?;
        Ok(Access { tensor, subscripts })
    }
}

pub(super) fn array<'c>(op: Op<'c>, name: &str) -> Result<Vec<Attribute<'c>>, Unconvertible<'c>> {
    let attribute = op.attribute(name).map_err(|_| refuse(op.location(), format!("no attribute {name}")))?;
    let array = ArrayAttribute::try_from(attribute)
        .map_err(|_| refuse(op.location(), format!("attribute {name} is not an array")))?;
    Ok((0..array.len()).filter_map(|index| array.element(index).ok()).collect())
}

/// The names that an operation gives its index variables; none if there is not one for each.
pub fn variable_names(op: Op<'_>) -> Vec<String> {
    let (Ok(names), Ok(kinds)) = (array(op, VARIABLES), array(op, "iterator_types")) else { return Vec::new() };
    let text = |name: &Attribute<'_>| string_value(*name);
    let given: Option<Vec<String>> = names.iter().map(text).collect();
    let is_name = |given: &Vec<String>| given.len() == kinds.len() && given.iter().all(|name| !name.is_empty());
    given.filter(is_name).unwrap_or_default()
}
