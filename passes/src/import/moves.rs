//! Operations that move points: a result has the entries of some tensors, at other coordinates.
//!
//! Each operation is a list of pieces, and a piece a tensor with a map from its coordinates to those of the result. All
//! entries are written to one list, which is converted.

use super::{
    encoding::implicit_value,
    entries::{Entries, Filling, NewList},
    lists::ListKind,
};
use crate::values::{Distance, constant_number, dimension_size, distances, number_of};
use lacuna_dialects::{
    builder::{Builder, ComparePredicate},
    ir::{
        Op, Value, body, encoding, integer_attribute, is_op, op_name, operands, ops_in, results, segments, shape, users,
    },
};
use melior::ir::{
    Attribute, Type, ValueLike,
    attribute::{ArrayAttribute, DenseI64ArrayAttribute, IntegerAttribute},
    operation::OperationLike,
};

/// How the coordinates of a piece become those of the result.
enum Map<'c> {
    /// Each is so much further.
    Shifted(Vec<Distance<'c>>),
    /// Each is counted from an offset, by a stride; what is outside is left out.
    Sliced { offsets: Vec<Distance<'c>>, sizes: Vec<Distance<'c>>, strides: Vec<Distance<'c>> },
    /// Groups of dimensions are numbered through, and become other groups.
    Regrouped { from: Vec<Value<'c>>, to: Vec<Value<'c>>, groups: Vec<(Vec<usize>, Vec<usize>)> },
}

impl<'c> Map<'c> {
    /// The point, and whether it is one of the result, where it need not be.
    fn apply(&self, builder: &Builder<'c>, point: &[Value<'c>]) -> (Vec<Value<'c>>, Option<Value<'c>>) {
        let moved = match self {
            Self::Sliced { offsets, sizes, strides } => return sliced(builder, point, [offsets, sizes, strides]),
            Self::Shifted(by) => {
                let shifted = |(coordinate, by): (&Value<'c>, &Distance<'c>)| match by {
                    Distance::Known(0) => *coordinate,
                    by => builder.binary("arith.addi", *coordinate, by.value(builder)),
                };
                point.iter().zip(by).map(shifted).collect()
            }
            Self::Regrouped { from, to, groups } => {
                let mut moved = vec![None; to.len()];
                for (sources, targets) in groups {
                    let mut number = builder.index(0);
                    for dimension in sources {
                        let above = builder.binary("arith.muli", number, from[*dimension]);
                        number = builder.binary("arith.addi", above, point[*dimension]);
                    }
                    for (position, dimension) in targets.iter().enumerate().rev() {
                        let is_outermost = position == 0;
                        let coordinate =
                            if is_outermost { number } else { builder.binary("arith.remui", number, to[*dimension]) };
                        moved[*dimension] = Some(coordinate);
                        if !is_outermost {
                            number = builder.binary("arith.divui", number, to[*dimension]);
                        }
                    }
                }
                moved.into_iter().map(|coordinate| coordinate.unwrap_or_else(|| builder.index(0))).collect()
            }
        };
        (moved, None)
    }
}

fn sliced<'c>(
    builder: &Builder<'c>,
    point: &[Value<'c>],
    [offsets, sizes, strides]: [&[Distance<'c>]; 3],
) -> (Vec<Value<'c>>, Option<Value<'c>>) {
    let mut inside = None;
    let mut check = |condition| {
        inside = Some(match inside {
            Some(before) => builder.binary("arith.andi", before, condition),
            None => condition,
        });
    };
    let mut moved = Vec::new();
    for (dimension, coordinate) in point.iter().enumerate() {
        // What is before the offset is very large.
        let mut coordinate = builder.binary("arith.subi", *coordinate, offsets[dimension].value(builder));
        if !matches!(strides[dimension], Distance::Known(1)) {
            let stride = strides[dimension].value(builder);
            let rest = builder.binary("arith.remui", coordinate, stride);
            check(builder.compare(ComparePredicate::Equal, rest, builder.index(0)));
            coordinate = builder.binary("arith.divui", coordinate, stride);
        }
        check(builder.compare(ComparePredicate::UnsignedLess, coordinate, sizes[dimension].value(builder)));
        moved.push(coordinate);
    }
    (moved, inside)
}

/// What an operation moves.
struct Moves<'c> {
    pieces: Vec<(Value<'c>, Map<'c>)>,
    /// The size of each dimension of the result.
    sizes: Vec<Value<'c>>,
}

/// Whether an operation moves points of stored tensors.
pub fn is_move(op: Op<'_>) -> bool {
    matches!(
        op_name(op).as_str(),
        "sparse_tensor.concatenate"
            | "tensor.concat"
            | "tensor.expand_shape"
            | "tensor.collapse_shape"
            | "tensor.reshape"
            | "tensor.pad"
    ) || is_op(op, "tensor.extract_slice") && is_taken_as_tensor(op)
}

/// Whether a slice is no part of a computation, which reads it where it is.
fn is_taken_as_tensor(op: Op<'_>) -> bool {
    let computes = |user: &Op<'_>| op_name(*user).starts_with("linalg.") || is_op(*user, "tensor.dim");
    let known = DenseI64ArrayAttribute::try_from(op.attribute("static_strides").expect("a slice has strides"));
    let has_known_strides = known
        .is_ok_and(|strides| (0..strides.len()).all(|at| strides.element(at).is_ok_and(|known| known != i64::MIN)));
    !has_known_strides || users(results(op)[0]).iter().any(|user| !computes(user))
}

/// Why the points cannot be moved.
pub fn refusal(op: Op<'_>) -> Option<String> {
    match op_name(op).as_str() {
        "tensor.pad" if padding(op).is_none() => Some(
            "the points around a stored tensor have its fill value, and this pads with another one: convert it to a \
             dense tensor before"
                .to_owned(),
        ),
        "tensor.extract_slice" => {
            let [from, to] =
                [operands(op)[0], results(op)[0]].map(|value| shape(value.r#type()).map(|sizes| sizes.len()));
            (from != to).then(|| {
                "a slice that leaves out dimensions is supported as an operand of linalg operations, with known strides: \
                 keep all dimensions, and use tensor.collapse_shape"
                    .to_owned()
            })
        }
        "tensor.reshape" if shape(results(op)[0].r#type()).is_none() => {
            Some("the order of the result must be known while compiling".to_owned())
        }
        _ => None,
    }
}

/// The result of an operation that moves points.
pub fn moved<'c>(builder: &Builder<'c>, op: Op<'c>) -> Value<'c> {
    let r#type = results(op)[0].r#type();
    let moves = match op_name(op).as_str() {
        "sparse_tensor.concatenate" => concatenate(builder, op, "dimension"),
        "tensor.concat" => concatenate(builder, op, "dim"),
        "tensor.pad" => pad(builder, op),
        "tensor.extract_slice" => slice(builder, op),
        "tensor.expand_shape" => expand(builder, op),
        "tensor.collapse_shape" => collapse(builder, op),
        _ => reshape(builder, op),
    };
    build(builder, &moves, r#type)
}

fn build<'c>(builder: &Builder<'c>, moves: &Moves<'c>, r#type: Type<'c>) -> Value<'c> {
    // Zeros of dense operands are no entries; a dense result has them anyway.
    let pieces: Vec<_> =
        moves.pieces.iter().map(|(tensor, _)| Entries::of(builder, *tensor, Filling::LeftOut, None)).collect();
    let room = pieces.iter().fold(builder.index(0), |room, piece| builder.binary("arith.addi", room, piece.count));
    let mut list = NewList::new(builder, r#type, room);
    let mut count = builder.index(0);
    for (piece, (_, map)) in pieces.iter().zip(&moves.pieces) {
        count = piece.each(builder, count, |builder, (point, value), at| {
            let (point, is_inside) = map.apply(builder, &point);
            let add = |builder: &Builder<'c>| {
                list.set(builder, at, &point, value);
                vec![builder.binary("arith.addi", at, builder.index(1))]
            };
            match is_inside {
                None => add(builder)[0],
                Some(is_inside) => builder.if_else(is_inside, &[at.r#type()], add, |_| vec![at])[0],
            }
        });
    }
    list.count = count;
    let kind = ListKind { order: None, may_repeat: pieces.iter().any(|piece| piece.may_repeat) };
    pieces.into_iter().for_each(|piece| piece.release(builder));
    let known = shape(r#type).unwrap_or_default();
    let dynamic: Vec<_> =
        moves.sizes.iter().zip(&known).filter(|(_, known)| known.is_none()).map(|(size, _)| *size).collect();
    list.into_tensor(builder, &kind, &dynamic, r#type)
}

fn sizes_of<'c>(builder: &Builder<'c>, tensor: Value<'c>) -> Vec<Value<'c>> {
    let order = shape(tensor.r#type()).map_or(0, |sizes| sizes.len());
    (0..order).map(|dimension| dimension_size(builder, tensor, dimension)).collect()
}

fn concatenate<'c>(builder: &Builder<'c>, op: Op<'c>, attribute: &str) -> Moves<'c> {
    let along = integer_attribute(op, attribute).unwrap_or(0) as usize;
    let tensors = operands(op);
    let mut sizes = sizes_of(builder, tensors[0]);
    let mut first = builder.index(0);
    let mut pieces = Vec::new();
    for tensor in tensors {
        let by = |dimension| if dimension == along { Distance::Value(first) } else { Distance::Known(0) };
        pieces.push((tensor, Map::Shifted((0..sizes.len()).map(by).collect())));
        first = builder.binary("arith.addi", first, dimension_size(builder, tensor, along));
    }
    sizes[along] = first;
    Moves { pieces, sizes }
}

fn slice<'c>(builder: &Builder<'c>, op: Op<'c>) -> Moves<'c> {
    let all = operands(op);
    let groups = segments(op);
    let mut rest = &all[1..];
    let [offsets, sizes, strides] =
        [("static_offsets", 1), ("static_sizes", 2), ("static_strides", 3)].map(|(name, group)| {
            let (own, others) = rest.split_at(groups.get(group).copied().unwrap_or(0));
            rest = others;
            distances(op, name, own)
        });
    let given = sizes.iter().map(|size| size.value(builder)).collect();
    Moves { pieces: vec![(all[0], Map::Sliced { offsets, sizes, strides })], sizes: given }
}

fn pad<'c>(builder: &Builder<'c>, op: Op<'c>) -> Moves<'c> {
    let all = operands(op);
    let (tensor, groups) = (all[0], segments(op));
    let (low, high) = all[1..].split_at(groups.get(1).copied().unwrap_or(0));
    let by = distances(op, "static_low", low);
    let sizes = sizes_of(builder, tensor)
        .into_iter()
        .zip(by.iter().zip(distances(op, "static_high", high)))
        .map(|(size, (low, high))| {
            let below = builder.binary("arith.addi", size, low.value(builder));
            builder.binary("arith.addi", below, high.value(builder))
        })
        .collect();
    Moves { pieces: vec![(tensor, Map::Shifted(by))], sizes }
}

/// The value that a tensor is padded with, if that is its fill value.
fn padding(op: Op<'_>) -> Option<()> {
    let block = body(op, 0)?;
    let padded = operands(*ops_in(block).last()?)[0];
    let fill = encoding(operands(op)[0].r#type()).and_then(implicit_value);
    let fill = fill.map_or(Some(0.0), number_of);
    (fill.is_some() && constant_number(padded) == fill).then_some(())
}

fn expand<'c>(builder: &Builder<'c>, op: Op<'c>) -> Moves<'c> {
    let all = operands(op);
    let to: Vec<_> =
        distances(op, "static_output_shape", &all[1..]).into_iter().map(|size| size.value(builder)).collect();
    let groups = reassociation(op).into_iter().enumerate().map(|(source, group)| (vec![source], group)).collect();
    let from = sizes_of(builder, all[0]);
    Moves { pieces: vec![(all[0], Map::Regrouped { from, to: to.clone(), groups })], sizes: to }
}

fn collapse<'c>(builder: &Builder<'c>, op: Op<'c>) -> Moves<'c> {
    let tensor = operands(op)[0];
    let from = sizes_of(builder, tensor);
    let groups: Vec<_> =
        reassociation(op).into_iter().enumerate().map(|(target, group)| (group, vec![target])).collect();
    let product = |group: &Vec<usize>| {
        let sizes = group.iter().map(|dimension| from[*dimension]);
        sizes.reduce(|all, size| builder.binary("arith.muli", all, size)).unwrap_or_else(|| builder.index(1))
    };
    let to: Vec<_> = groups.iter().map(|(group, _)| product(group)).collect();
    Moves { pieces: vec![(tensor, Map::Regrouped { from: from.clone(), to: to.clone(), groups })], sizes: to }
}

fn reshape<'c>(builder: &Builder<'c>, op: Op<'c>) -> Moves<'c> {
    let (tensor, wanted) = (operands(op)[0], operands(op)[1]);
    let known = shape(results(op)[0].r#type()).unwrap_or_default();
    let size = |(dimension, known): (usize, &Option<u64>)| match known {
        Some(size) => builder.index(*size as i64),
        None => {
            let element = builder.scalar_type(wanted.r#type());
            let size = builder.value("tensor.extract", &[wanted, builder.index(dimension as i64)], element, &[]);
            let is_index = element == builder.index_type();
            if is_index { size } else { builder.value("arith.index_cast", &[size], builder.index_type(), &[]) }
        }
    };
    let to: Vec<_> = known.iter().enumerate().map(size).collect();
    let from = sizes_of(builder, tensor);
    let groups = vec![((0..from.len()).collect(), (0..to.len()).collect())];
    Moves { pieces: vec![(tensor, Map::Regrouped { from, to: to.clone(), groups })], sizes: to }
}

/// Which dimensions are one.
fn reassociation(op: Op<'_>) -> Vec<Vec<usize>> {
    let number = |attribute: Attribute<'_>| IntegerAttribute::try_from(attribute).map_or(0, |n| n.value() as usize);
    let groups = op.attribute("reassociation").map_or_else(|_| Vec::new(), elements);
    groups.into_iter().map(|group| elements(group).into_iter().map(number).collect()).collect()
}

fn elements(array: Attribute<'_>) -> Vec<Attribute<'_>> {
    let array = ArrayAttribute::try_from(array).ok();
    array.into_iter().flat_map(|array| (0..array.len()).filter_map(move |at| array.element(at).ok())).collect()
}
