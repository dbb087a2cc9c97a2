//! What a schedule asks of the workspace of a result, as an attribute of a `linalg.generic` or a nest.

use crate::{builder::Builder, ir::Op};
pub use lacuna_index::precompute::Precompute;
use lacuna_index::precompute::{KEPT, OVER};
use melior::ir::{
    Attribute,
    attribute::{ArrayAttribute, DictionaryAttribute, StringAttribute},
    operation::OperationLike,
};

/// The attribute: `sloop.precompute = {over = ["j"], kept = "hash:4096"}`. What stands behind `over` is optional.
pub const PRECOMPUTE: &str = "sloop.precompute";

/// What an operation asks, if it does.
///
/// # Errors
/// What is wrong with the attribute.
pub fn asked_of(op: Op<'_>) -> Result<Option<Precompute>, String> {
    let Ok(given) = op.attribute(PRECOMPUTE) else { return Ok(None) };
    read(given).map(Some).map_err(|why| format!("{PRECOMPUTE} {why}: {given}"))
}

fn read(given: Attribute<'_>) -> Result<Precompute, String> {
    let unfit = || "names the variables of a workspace, as in {over = [\"j\"], kept = \"hash\"}".to_owned();
    let entries = DictionaryAttribute::try_from(given).map_err(|_| unfit())?;
    let named = |name: &str| entries.element_by_name(name);
    let over = named(OVER).and_then(|list| ArrayAttribute::try_from(list).ok()).ok_or_else(unfit)?;
    let name = |at| over.element(at).ok().and_then(|word| StringAttribute::try_from(word).ok());
    let over = (0..over.len()).map(|at| name(at).map(|word| word.value().to_owned()));
    let over = over.collect::<Option<Vec<_>>>().filter(|over| !over.is_empty()).ok_or_else(unfit)?;
    if let Some(twice) = (1..over.len()).find(|at| over[..*at].contains(&over[*at])) {
        return Err(format!("names {} twice", over[twice]));
    }
    let kept = named(KEPT);
    if entries.len() > 1 + usize::from(kept.is_some()) {
        return Err(unfit());
    }
    let keeping = match kept {
        None => None,
        Some(text) => {
            let text = StringAttribute::try_from(text).map_err(|_| unfit())?.value();
            Some(text.parse().map_err(|fault| format!("is refused, {fault}"))?)
        }
    };
    Ok(Precompute { over, keeping })
}

/// The attribute that asks for it.
pub(super) fn attribute<'c>(asked: &Precompute, builder: &Builder<'c>) -> Attribute<'c> {
    builder.parse_attribute(&asked.text())
}
