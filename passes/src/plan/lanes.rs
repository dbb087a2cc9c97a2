//! Vector loops: whether the values of a variable can be taken in lockstep, and in which blocks of lanes.

use super::work::Work;
use crate::index::{Access, ExprId, Nest, Place, TensorKind, VarId, problem::Problem};

/// Blocks of lanes that together take every value of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strips {
    /// The lanes of a whole block.
    pub width: i64,
    /// How many blocks there are.
    pub blocks: Blocks,
}

/// The blocks of a vector loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blocks {
    /// The number of values is known: a narrower block takes what whole ones leave.
    Known {
        /// The number of whole blocks.
        whole: i64,
        /// The lanes of the narrower one; 0 where there is none.
        rest: i64,
    },
    /// Whole blocks, and where values are left, one more, in which a mask says which lanes count.
    Masked,
}

impl Strips {
    /// The blocks for the values of a variable.
    pub(super) fn of(nest: &Nest, var: VarId, width: i64) -> Self {
        let known = |size: u64| Blocks::Known { whole: size as i64 / width, rest: size as i64 % width };
        Self { width, blocks: nest.var(var).size().map_or(Blocks::Masked, known) }
    }
}

/// The values of a vector loop's variable must be neighbours in every dense operand, and drive no stored one.
pub(super) fn check(
    nest: &Nest,
    var: VarId,
    value: ExprId,
    target: Option<&Access>,
    location: Place,
) -> Result<(), Problem> {
    for access in nest.reads(value).iter().chain(target).filter(|access| access.mentions(var)) {
        if nest.tensor(access.tensor).local().is_some() {
            continue;
        }
        if nest.tensor(access.tensor).is_stored() {
            return Err(Problem::new(
                location,
                format!("a vector loop cannot walk {}, which is stored in levels", nest.name(access.tensor)),
            ));
        }
        if !access.is_unit_stride(var) {
            return Err(Problem::new(
                location,
                format!(
                    "a vector loop must walk consecutive elements of {}: its variable must be the last subscript, alone \
                     and with factor one",
                    nest.name(access.tensor)
                ),
            ));
        }
    }
    if !nest.var(var).has_range() {
        return Err(Problem::new(location, "a vector loop needs an extent"));
    }
    if let Some(limit) = nest.limits().into_iter().find(|limit| limit.subscript.mentions(var)) {
        return Err(Problem::new(
            location,
            format!("a vector loop takes all values of its variable, but {} is bounded", nest.text(&limit.subscript)),
        ));
    }
    if nest.knows_absence(value) {
        return Err(Problem::new(location, "a vector loop cannot tell what is stored from what is not"));
    }
    if nest.uses_as_number(value, var) {
        return Err(Problem::new(
            location,
            "the variable of a vector loop is used as a number, which is not compiled yet",
        ));
    }
    Ok(())
}

/// Why the values of `var` cannot be loaded and stored side by side: what lives inside is collected as a list, and bufferization
/// may have made an operand a view with strides.
pub(super) fn run_side_by_side(nest: &Nest, var: VarId, work: &Work) -> Result<(), String> {
    if work.has_workspace() {
        return Err("there is a sloop.where inside of it".to_owned());
    }
    for access in work.accesses(nest).iter().filter(|access| access.mentions(var)) {
        match nest.tensor(access.tensor).kind {
            TensorKind::Buffer { has_unit_stride: true, .. } => {}
            TensorKind::Local(_) => return Err(format!("{} is collected as a list", nest.name(access.tensor))),
            _ => return Err(format!("neighbors in {} are apart in memory", nest.name(access.tensor))),
        }
    }
    Ok(())
}
