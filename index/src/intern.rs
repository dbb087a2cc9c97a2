//! Texts that are kept once, so that data with names in it can be copied: those of operations and types.

use std::{collections::BTreeSet, sync::Mutex};

/// The one copy of a text. It stays: a process knows few operations and types.
pub fn intern(text: &str) -> &'static str {
    static TEXTS: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
    let mut texts = TEXTS.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    if let Some(known) = texts.get(text) {
        return known;
    }
    let kept: &'static str = Box::leak(text.to_owned().into_boxed_str());
    texts.insert(kept);
    kept
}
