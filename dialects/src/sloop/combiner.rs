//! Combiners as attributes. A combiner crosses to C++ as its word.

use crate::ffi;
use lacuna_index::Combiner;
use melior::{
    Context, StringRef,
    ir::{Attribute, AttributeLike},
};

/// The attribute that stands for a combiner.
///
/// # Panics
/// If the dialect has no such word.
pub(super) fn attribute<'c>(combiner: Combiner, context: &'c Context) -> Attribute<'c> {
    // SAFETY: the context is alive.
    let raw = unsafe { ffi::lacunaCombinerGet(context.to_raw(), StringRef::new(combiner.word()).to_raw()) };
    assert!(!raw.ptr.is_null(), "the dialect knows the combiner {}", combiner.word());
    // SAFETY: the attribute is there.
    unsafe { Attribute::from_raw(raw) }
}

/// Reads the `combiner` attribute of a `sloop` operation.
///
/// # Panics
/// If the dialect has a word that is not known here.
pub(super) fn of(attribute: Attribute<'_>) -> Combiner {
    // SAFETY: the verifier of the operation holds the attribute to its type; the word lives as long as the process.
    let word = unsafe { StringRef::from_raw(ffi::lacunaCombinerGetWord(attribute.to_raw())) };
    let word = word.as_str().expect("words are text");
    Combiner::named(word).unwrap_or_else(|| panic!("the dialect knows a combiner {word}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::register::all_dialects;

    #[test]
    fn the_dialect_knows_every_word() {
        let context = Context::new();
        context.append_dialect_registry(&all_dialects());
        context.load_all_available_dialects();
        for combiner in Combiner::ALL {
            assert_eq!(of(attribute(*combiner, &context)), *combiner);
        }
    }
}
