//! The format in which a tensor can be stored: where it cannot be in the one that was asked for, and where none was.

use super::operands;
use crate::wording::flag;
use lacuna_layout::Format;
use lacuna_runtime::{
    coo::Coo,
    pack::{LevelError, PackError, require_memory},
};

/// Why entries cannot be stored in a format, with the flag that helps; the error alone, if none does. `option` is the flag up
/// to the format, such as `-f A=`.
pub fn with_remedy(error: PackError, format: &Format, coo: Option<&Coo>, option: &str) -> Result<String, PackError> {
    let Some(coo) = coo else { return Err(error) };
    match error {
        PackError::Level(LevelError::CoordinateWidth { .. }) => {
            let wide = Some(widened(format.clone(), &coo.shape)).filter(|wide| has_room(coo, wide));
            wide.map(|wide| format!("{error} ({})", flag(option, &wide))).ok_or(error)
        }
        PackError::Memory(_) => sparser(format, coo)
            .map(|sparser| format!("{error}; with {} there is room for what is stored only", flag(option, &sparser)))
            .ok_or(error),
        _ => Err(error),
    }
}

/// A format that takes less room, because it stores entries only.
fn sparser(format: &Format, coo: &Coo) -> Option<Format> {
    let order = format.order;
    let names = operands::format_of_entries(order).into_iter().chain((order == 2).then_some("dcsr"));
    names
        .filter_map(|name| Format::named(name, order).ok())
        .map(|sparser| widened(Format { fill: format.fill, ..sparser }, &coo.shape))
        .find(|sparser| sparser != format && has_room(coo, sparser))
}

/// A format whose coordinates are as wide as a tensor of this shape needs them.
pub fn widened(format: Format, shape: &[u64]) -> Format {
    let stored = format.levels.iter().filter(|level| level.stores_coordinates());
    let sizes = stored.filter_map(|level| Some(shape[level.expr.as_dimension()?]));
    let largest = sizes.max().map_or(0, |size| size.saturating_sub(1));
    Format { coordinate_width: format.coordinate_width.holding(largest), ..format }
}

fn has_room(coo: &Coo, format: &Format) -> bool {
    require_memory(coo, format, 1).is_ok()
}
