//! Which formats fill up: they hold values of points that nobody stored.

use super::{
    Capabilities, level_format,
    mapping::{Mapping, Source},
};
use lacuna_dialects::format::Format;

/// Whether a format holds values of points that nobody stored, and does not tell them from entries.
pub fn fills_up(format: Format<'_>) -> bool {
    let codes: Vec<_> = format.levels().into_iter().map(level_format).collect();
    // Levels with one child a parent have those that their parents have.
    let decisive = codes.iter().rposition(|code| !code.properties().branchless);
    // Where every parent is there, a singleton below needs an entry for each.
    let first_list = codes.iter().position(|code| code.capabilities().stores_coordinates && !code.properties().full);
    let fills = |level: usize| {
        let Capabilities { stores_coordinates, keeps_inside, .. } = codes[level].capabilities();
        (!stores_coordinates || !keeps_inside) && first_list.is_none_or(|list| list <= level)
    };
    let has_free_slots = Mapping::of(format).sources.contains(&Source::Slot);
    has_free_slots || decisive.is_some_and(fills)
}
