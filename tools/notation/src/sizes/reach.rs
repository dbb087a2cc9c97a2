//! The smallest and the largest value of a subscript.

use std::collections::BTreeMap;

use crate::ast::{Access, Subscript};
use crate::error::{NotationError, Problem};

/// The ends of what `subscript` reaches, both included, or nothing if one of its variables has size zero.
pub(super) fn reach(
    access: &Access,
    subscript: &Subscript,
    sizes: &BTreeMap<String, u64>,
) -> Result<Option<(i128, i128)>, NotationError> {
    let mut ends = (i128::from(subscript.constant), i128::from(subscript.constant));
    for part in &subscript.parts {
        let Some(&size) = sizes.get(&part.variable) else {
            return Err(NotationError::new(Problem::UnknownSize(part.variable.clone()), subscript.columns));
        };
        let Some(last) = size.checked_sub(1) else { return Ok(None) };
        // A product of 64-bit numbers fits 128 bits; only adding many of them can overflow.
        let extent = i128::from(part.coefficient) * i128::from(part.largest(last));
        let end = if extent < 0 { &mut ends.0 } else { &mut ends.1 };
        *end = end.checked_add(extent).ok_or_else(|| too_large(access, subscript))?;
    }
    Ok(Some(ends))
}

pub(super) fn too_large(access: &Access, subscript: &Subscript) -> NotationError {
    let problem = Problem::ReachTooLarge { tensor: access.tensor.clone(), subscript: subscript.to_string() };
    NotationError::new(problem, subscript.columns)
}
