//! Directives of a loop as the attribute `#sloop.how<...>`.

use crate::ffi;
use lacuna_index::Directives;
use melior::{
    Context, StringRef,
    ir::{Attribute, AttributeLike},
};

/// The attribute that holds directives, if there are any.
pub(super) fn attribute<'c>(how: Directives, context: &'c Context) -> Option<Attribute<'c>> {
    (!how.given().is_empty()).then(|| attribute_of(how, context))
}

/// The attribute that holds directives, if only none.
pub(super) fn attribute_of<'c>(how: Directives, context: &'c Context) -> Attribute<'c> {
    let (words, values): (Vec<_>, Vec<_>) = how.given().into_iter().unzip();
    let words: Vec<_> = words.into_iter().map(|word| StringRef::new(word).to_raw()).collect();
    // SAFETY: the context is alive, and each word has a value; the verifier of the attribute refuses what makes no sense.
    unsafe {
        let raw = ffi::lacunaHowGet(context.to_raw(), words.len(), words.as_ptr(), values.as_ptr());
        Attribute::from_raw(raw)
    }
}

/// Reads the `how` attribute of a loop.
pub(super) fn of(attribute: Attribute<'_>) -> Directives {
    Directives::read(|word| {
        let mut value = 0;
        // SAFETY: the verifier of the operation holds the attribute to its type.
        let is_there =
            unsafe { ffi::lacunaHowGetDirective(attribute.to_raw(), StringRef::new(word).to_raw(), &raw mut value) };
        is_there.then_some(value)
    })
}
