//! Workspaces: how the tensor between a producer and a consumer is stored.
//!
//! The producer scatters into a place for every point; the consumer walks a list of the points that came, in order where it
//! asks for that. What cannot be walked, because it is read at a point that other loops choose, is collected in full.
//!
//! One whose points are all stored from the start is an array: on the stack, where LLVM keeps it in registers if it can, or, where
//! it is large, in memory of the statement.

use super::constants::MOST_STACK_BYTES;
use crate::index::{Nest, Scalar, Stmt, Tensor, TensorId, constant::Constant, scalar::Float, statement::locals};
use lacuna_layout::{Description, DimExpr, Fill, FillType, Format, Level, LevelKind, Width, list::list_levels};

/// The tensors between the producers and consumers of a statement that are collected.
pub(super) fn workspaces_of(nest: &Nest, statement: &Stmt) -> Vec<TensorId> {
    let all = locals(std::slice::from_ref(statement)).into_iter();
    all.filter(|local| nest.tensor(*local).is_collected()).collect()
}

/// Those that are arrays.
pub(super) fn full_workspaces_of(nest: &Nest, statement: &Stmt) -> Vec<FullWorkspace> {
    let all = locals(std::slice::from_ref(statement)).into_iter();
    let full = all.filter(|local| !nest.tensor(*local).is_collected());
    full.map(|tensor| FullWorkspace { tensor, is_on_stack: fits_on_stack(nest.tensor(tensor)) }).collect()
}

/// A tensor between a producer and a consumer that stores every point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FullWorkspace {
    /// Which.
    pub tensor: TensorId,
    /// Whether it is small, and of a size that is known.
    pub is_on_stack: bool,
}

/// Whether a tensor is so small that it can stand on the stack.
fn fits_on_stack(tensor: &Tensor) -> bool {
    let points = tensor.shape.iter().try_fold(1u64, |points, size| points.checked_mul((*size)?));
    let bytes = tensor.element.bits().unwrap_or(128) / 8;
    points.is_some_and(|points| points.saturating_mul(bytes.max(1)) <= MOST_STACK_BYTES)
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
