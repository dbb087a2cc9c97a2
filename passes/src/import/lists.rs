//! The types of lists of points.

use lacuna_dialects::{builder::Builder, format::Format, ir::shape};
use lacuna_layout::{DimExpr, Format as Layout, Width, list::list_levels};
use melior::ir::{Type, r#type::IntegerType};

/// In which order the entries of a list come, and whether a point may come twice.
#[derive(Clone, Debug)]
pub struct ListKind {
    /// The dimensions by which it is sorted; in any order without.
    pub order: Option<Vec<usize>>,
    pub may_repeat: bool,
}

/// The type of the list of entries of a tensor.
pub fn list_type<'c>(builder: &Builder<'c>, tensor: Type<'c>, kind: &ListKind) -> Type<'c> {
    let rank = shape(tensor).map_or(0, |sizes| sizes.len());
    let dimensions = kind.order.clone().unwrap_or_else(|| (0..rank).collect());
    let levels = list_levels(dimensions.into_iter().map(DimExpr::Dim), |level| {
        (level + 1 == rank && !kind.may_repeat, kind.order.is_some())
    });
    let fill = Format::of(tensor).and_then(|format| format.description().value.fill);
    let wide =
        Layout { position_width: Width::W64, coordinate_width: Width::W64, ..Layout::with_defaults(rank, levels) };
    builder.tensor_type(tensor, Some(&Layout { fill, ..wide }))
}

/// The type of coordinates in lists.
pub fn wide<'c>(builder: &Builder<'c>) -> Type<'c> {
    IntegerType::new(builder.context(), 64).into()
}
