//! Directives of a loop: how its iterations run, as `#sloop.how<...>` says. Each has one row here: its word, its values, and
//! what is said of others. The attribute is read, built and verified from the rows.

use crate::ffi;
use melior::{
    Context, StringRef,
    ir::{Attribute, AttributeLike},
};

macro_rules! directives {
    ($($(#[$documentation:meta])* $word:ident in $values:expr, $says:literal;)*) => {
        /// How the iterations of a loop run: `#sloop.how<...>`.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct Directives {
            $($(#[$documentation])* pub $word: Option<i64>,)*
        }

        impl Directives {
            /// Those that are given, with their values.
            fn given(self) -> Vec<(&'static str, i64)> {
                let all = [$((stringify!($word), self.$word)),*];
                all.into_iter().filter_map(|(word, value)| Some((word, value?))).collect()
            }

            /// Reads each.
            fn read(value: impl Fn(&str) -> Option<i64>) -> Self {
                Self { $($word: value(stringify!($word)),)* }
            }
        }

        /// What is wrong with a directive.
        pub(crate) fn fault(word: &str, value: i64) -> Option<String> {
            match word {
                $(stringify!($word) => {
                    let values = $values;
                    let text = $says.replace("{}", &format!("{} to {}", values.start(), values.end()));
                    (!values.contains(&value)).then(|| format!("{text}, found {value}"))
                })*
                _ => Some(format!("no loop has a directive {word}: there is {}", [$(stringify!($word)),*].join(", "))),
            }
        }
    };
}

/// The most values that run in lockstep: what a vector of LLVM takes with ease.
pub const MOST_LANES: i64 = 1024;

directives! {
    /// Values that run in lockstep, in vector lanes.
    lanes in 1..=MOST_LANES, "a loop runs in {} lanes";
}

impl Directives {
    /// So many vector lanes.
    pub fn lanes(lanes: i64) -> Self {
        Self { lanes: Some(lanes) }
    }

    /// The attribute that holds them, if there are any.
    pub fn attribute<'c>(self, context: &'c Context) -> Option<Attribute<'c>> {
        let (words, values): (Vec<_>, Vec<_>) = self.given().into_iter().unzip();
        let words: Vec<_> = words.into_iter().map(|word| StringRef::new(word).to_raw()).collect();
        // SAFETY: the context is alive, and each word has a value; the verifier of the attribute refuses what makes no sense.
        let attribute = || unsafe {
            let raw = ffi::lacunaHowGet(context.to_raw(), words.len(), words.as_ptr(), values.as_ptr());
            Attribute::from_raw(raw)
        };
        (!words.is_empty()).then(attribute)
    }

    /// Reads the `how` attribute of a loop.
    pub fn from_attribute(attribute: Attribute<'_>) -> Self {
        Self::read(|word| {
            let mut value = 0;
            // SAFETY: the verifier of the operation holds the attribute to its type.
            let is_there = unsafe {
                ffi::lacunaHowGetDirective(attribute.to_raw(), StringRef::new(word).to_raw(), &raw mut value)
            };
            is_there.then_some(value)
        })
    }
}
