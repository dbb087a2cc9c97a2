//! How values are combined. A combiner crosses to C++ as its word.

use crate::ffi;
use melior::{
    Context, StringRef,
    ir::{Attribute, AttributeLike},
};

macro_rules! combiners {
    ($($(#[$documentation:meta])* $name:ident = $word:literal,)*) => {
        /// How values are combined: by a write into what the point holds, by a fold over a loop.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[allow(missing_docs)]
        pub enum Combiner {
            $($(#[$documentation])* $name,)*
        }

        impl Combiner {
            /// All of them.
            #[cfg(test)]
            const ALL: &[Self] = &[$(Self::$name),*];

            /// The word as it is written in the IR.
            pub fn word(self) -> &'static str {
                match self {
                    $(Self::$name => $word,)*
                }
            }

            fn named(word: &str) -> Option<Self> {
                match word {
                    $($word => Some(Self::$name),)*
                    _ => None,
                }
            }
        }
    };
}

combiners! {
    Add = "add",
    Mul = "mul",
    /// Of signed integers; of floating-point numbers NaN if one is.
    Min = "min",
    /// Of signed integers; of floating-point numbers NaN if one is.
    Max = "max",
    And = "and",
    Or = "or",
    Xor = "xor",
    MinUnsigned = "min_unsigned",
    MaxUnsigned = "max_unsigned",
    /// The other one, where one is NaN.
    MinNumber = "min_number",
    /// The other one, where one is NaN.
    MaxNumber = "max_number",
}

impl Combiner {
    /// The attribute that stands for it.
    ///
    /// # Panics
    /// If the dialect has no such word.
    pub fn attribute<'c>(self, context: &'c Context) -> Attribute<'c> {
        // SAFETY: the context is alive.
        let raw = unsafe { ffi::lacunaCombinerGet(context.to_raw(), StringRef::new(self.word()).to_raw()) };
        assert!(!raw.ptr.is_null(), "the dialect knows the combiner {}", self.word());
        // SAFETY: the attribute is there.
        unsafe { Attribute::from_raw(raw) }
    }

    /// Reads the `combiner` attribute of a `sloop` operation.
    ///
    /// # Panics
    /// If the dialect has a word that is not known here.
    pub fn from_attribute(attribute: Attribute<'_>) -> Self {
        // SAFETY: the verifier of the operation holds the attribute to its type; the word lives as long as the process.
        let word = unsafe { StringRef::from_raw(ffi::lacunaCombinerGetWord(attribute.to_raw())) };
        let word = word.as_str().expect("words are text");
        Self::named(word).unwrap_or_else(|| panic!("the dialect knows a combiner {word}"))
    }
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
            assert_eq!(Combiner::from_attribute(combiner.attribute(&context)), *combiner);
        }
    }
}
