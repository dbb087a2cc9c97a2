//! `sparse_tensor.reinterpret_map`: the same arrays with other dimensions.
//!
//! The levels stay, so the size of a dimension follows from the sizes of the levels that store it.

use super::{encoding::import_type, retype::repack};
use lacuna_dialects::{
    builder::Builder,
    format::Format,
    ir::{Op, Value, context, operands, results, shape},
    stensor::storage::LevelSize,
};
use lacuna_layout::{DimExpr, Level};
use melior::ir::{Type, ValueLike};

/// Levels that together store a dimension.
enum StoringLevels {
    /// A level alone.
    Whole(usize),
    /// A level of quotients by this divisor.
    Quotients(usize, i64),
}

/// Why the sizes of the result are not known.
pub fn refusal(op: Op<'_>) -> Option<String> {
    let r#type = import_type(context(op), results(op)[0].r#type()).ok()?;
    let unknown = open_dimensions(r#type).into_iter().find(|dimension| stored_by(r#type, *dimension).is_none())?;
    Some(format!("no level tells the size of dimension {unknown} of {}: give it in the type", results(op)[0].r#type()))
}

/// The tensor with other dimensions.
pub fn reinterpreted<'c>(builder: &Builder<'c>, op: Op<'c>) -> Value<'c> {
    let (source, r#type) = (operands(op)[0], results(op)[0].r#type());
    let size = |dimension| match stored_by(r#type, dimension).expect("checked before") {
        StoringLevels::Whole(level) => LevelSize::build(builder, source, level),
        StoringLevels::Quotients(level, divisor) => {
            let quotients = LevelSize::build(builder, source, level);
            builder.binary("arith.muli", quotients, builder.index(divisor))
        }
    };
    let sizes: Vec<_> = open_dimensions(r#type).into_iter().map(size).collect();
    repack(builder, source, &sizes, r#type)
}

fn open_dimensions(r#type: Type<'_>) -> Vec<usize> {
    let sizes = shape(r#type).unwrap_or_default();
    (0..sizes.len()).filter(|dimension| sizes[*dimension].is_none()).collect()
}

fn stored_by(r#type: Type<'_>, dimension: usize) -> Option<StoringLevels> {
    let levels = Format::of(r#type).map_or(&[][..], |format| format.description().levels());
    let of_level = |(number, level): (usize, &Level)| match &level.expr {
        DimExpr::Dim(own) if *own == dimension => Some(StoringLevels::Whole(number)),
        DimExpr::FloorDiv(of, divisor) if of.as_dimension() == Some(dimension) => {
            Some(StoringLevels::Quotients(number, *divisor))
        }
        _ => None,
    };
    levels.iter().enumerate().find_map(of_level)
}
