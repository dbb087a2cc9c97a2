//! Directives of a loop: how its iterations run. Each has one row here: its word, its values, and what is said of others. The
//! attribute `#sloop.how<...>` is read, built and verified from the rows.

macro_rules! directives {
    ($($(#[$documentation:meta])* $word:ident in $values:expr, $says:literal;)*) => {
        /// How the iterations of a loop run: `#sloop.how<...>`.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct Directives {
            $($(#[$documentation])* pub $word: Option<i64>,)*
        }

        impl Directives {
            /// Those that are given, with their values.
            pub fn given(self) -> Vec<(&'static str, i64)> {
                let all = [$((stringify!($word), self.$word)),*];
                all.into_iter().filter_map(|(word, value)| Some((word, value?))).collect()
            }

            /// Each with the value that its word has.
            pub fn read(value: impl Fn(&str) -> Option<i64>) -> Self {
                Self { $($word: value(stringify!($word)),)* }
            }
        }

        /// What is wrong with a directive.
        pub fn fault(word: &str, value: i64) -> Option<String> {
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
}
