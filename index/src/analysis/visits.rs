//! Which points a statement visits.

use super::iteration_graph::level_subscripts;
use crate::{Nest, VarId, Write};

/// Whether the loop over `var` takes every value of the dimension exactly once: no stored level that drives it skips
/// or repeats any. Of a tensor that lives inside, only the points are visited that the producer wrote.
pub fn visits_all_once(nest: &Nest, write: &Write, var: VarId) -> bool {
    nest.reads(write.value).iter().all(|access| {
        if nest.tensor(access.tensor).is_collected() {
            return !access.mentions(var);
        }
        let (Some(format), Ok(levels)) = (nest.tensor(access.tensor).format(), level_subscripts(nest, access)) else {
            return true;
        };
        // A loop that reduces the subscript of a level may leave out values, too.
        levels.iter().enumerate().filter(|(_, level)| level.vars.contains(&var)).all(|(index, _)| {
            let level = format.level(index);
            level.full && level.unique
        })
    })
}
