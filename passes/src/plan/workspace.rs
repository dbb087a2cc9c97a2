//! Workspaces: how the tensor between a producer and a consumer is stored.
//!
//! The producer scatters into a place for every point; the consumer walks a list of the points that came, in order where it
//! asks for that. What cannot be walked, because it is read at a point that other loops choose, is collected in full.

use crate::index::{Nest, Scalar, Stmt, Tensor, TensorId, constant::Constant, scalar::Float};
use lacuna_layout::{Description, DimExpr, Fill, FillType, Format, Level, LevelKind, Width, list::list_levels};

/// The tensors between the producers and consumers of a statement.
pub(super) fn workspaces_of(statement: &Stmt) -> Vec<TensorId> {
    match statement {
        Stmt::Write(_) => Vec::new(),
        Stmt::Loop(inner) => inner.body.iter().flat_map(workspaces_of).collect(),
        Stmt::Where(inner) => {
            let sides = inner.produce.iter().chain(&inner.consume);
            std::iter::once(inner.tensor).chain(sides.flat_map(workspaces_of)).collect()
        }
    }
}

/// What a consumer gets of a workspace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Collected {
    /// A list of the points that came, in any order.
    List,
    /// The list, in the order of its coordinates.
    SortedList,
    /// Every point, found by its coordinates. This takes time for all of them each time.
    InFull,
}

/// Has a workspace of a nest collected so.
pub(super) fn collect_as(nest: &mut Nest, workspace: TensorId, collected: Collected) {
    let tensor = &mut nest.tensors[workspace.0];
    tensor.set_format(Some(format(tensor, collected)));
}

/// The format in which a workspace is collected.
fn format(tensor: &Tensor, collected: Collected) -> &'static Description {
    let last = tensor.order().saturating_sub(1);
    let dimensions = (0..tensor.order()).map(DimExpr::Dim);
    let initially = tensor.local().map_or(Constant::Zero, |local| local.initially);
    Description::of(Format {
        order: tensor.order(),
        levels: match collected {
            Collected::InFull => dimensions.map(|dimension| Level::new(dimension, LevelKind::Dense)).collect(),
            list => list_levels(dimensions, |level| (level == last, list == Collected::SortedList)),
        },
        position_width: Width::W64,
        coordinate_width: Width::W64,
        fill: fill(initially, tensor),
    })
}

/// The fill value of a list; none where it is zero, or where no format has it ([`has_fill`]).
fn fill(initially: Constant, tensor: &Tensor) -> Option<Fill> {
    match (initially, tensor.element) {
        _ if initially.is_zero() => None,
        (Constant::Float(number), Scalar::Float(Float::F64)) => Some(Fill::new(number.to_bits(), FillType::F64)),
        (Constant::Float(number), Scalar::Float(Float::F32)) => {
            Some(Fill::new((number as f32).to_bits().into(), FillType::F32))
        }
        (Constant::Integer(number), Scalar::Integer(bits, _)) => {
            Some(Fill::new(number.cast_unsigned(), FillType::Int(bits)))
        }
        (Constant::Integer(number), Scalar::Index) => Some(Fill::new(number.cast_unsigned(), FillType::Index)),
        _ => None,
    }
}

/// Whether a list can hold what a workspace holds where its producer writes nothing.
pub(super) fn has_fill(tensor: &Tensor) -> bool {
    tensor.local().is_some_and(|local| local.initially.is_zero() || fill(local.initially, tensor).is_some())
}
