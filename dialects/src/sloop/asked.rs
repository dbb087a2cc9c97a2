//! What a schedule asks of the innermost loops of a `linalg.generic`: the attribute `sloop.how`.

use super::directives;
use crate::{ffi, ir::Op};
use lacuna_index::Directives;
use melior::ir::{Attribute, AttributeLike, attribute::ArrayAttribute, operation::OperationLike};

/// The attribute: an array with a `#sloop.how` for each dimension of the iteration space. Those of which nothing is asked are empty.
pub const HOW: &str = "sloop.how";

/// The attribute that says in which order the factors of a product are multiplied, as a text of their numbers: `"0*(1*2)"`.
pub const FACTOR: &str = "sloop.factor";

/// What an operation of so many loops asks of each, if it asks for something.
///
/// # Errors
/// What is wrong with the attribute.
pub fn asked_of(op: Op<'_>, loops: usize) -> Result<Vec<Directives>, String> {
    let Ok(given) = op.attribute(HOW) else { return Ok(vec![Directives::default(); loops]) };
    let unfit = || format!("{HOW} has a #sloop.how<...> for each of the {loops} loops, found {given}");
    let list = ArrayAttribute::try_from(given).map_err(|_| unfit())?;
    let each = (0..list.len()).filter_map(|place| list.element(place).ok()).filter(|how| is_how(*how));
    let each: Vec<_> = each.map(directives::of).collect();
    if each.len() != loops || list.len() != loops {
        return Err(unfit());
    }
    match each.iter().find(|how| how.lanes.is_some()) {
        Some(_) => Err(format!("{HOW} says how innermost loops take entries: lanes are chosen by sloop-vectorize")),
        None => Ok(each),
    }
}

fn is_how(attribute: Attribute<'_>) -> bool {
    // SAFETY: the attribute is alive.
    unsafe { ffi::lacunaAttributeIsHow(attribute.to_raw()) }
}
