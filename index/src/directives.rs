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

/// The most chains of sums: registers hold their accumulators.
pub const MOST_CHAINS: i64 = 16;

/// The most entries that a vector of an innermost loop takes.
pub const MOST_GATHERED: i64 = 64;

/// The most copies of the body of a loop: more take longer to compile than they save.
pub const MOST_COPIES: i64 = 64;

directives! {
    /// Values that run in lockstep, in vector lanes.
    lanes in 1..=MOST_LANES, "a loop runs in {} lanes";
    /// Sums of so many entries side by side, each with an accumulator of its own.
    chains in 1..=MOST_CHAINS, "a loop has {} chains of sums";
    /// Entries that are taken at a time, in vectors that gather what coordinates choose. The last vector is masked.
    gathers in 1..=MOST_GATHERED, "a loop gathers {} entries at a time";
    /// Entries that are added to points of their own at a time, in vectors that scatter them. The last vector is masked.
    scatters in 1..=MOST_GATHERED, "a loop scatters {} entries at a time";
    /// Entries that are taken at a time, in vectors whose lanes are loaded one by one; with `chains`, in so many of them.
    packed in 2..=MOST_GATHERED, "a loop packs {} entries into a vector";
    /// Entries of an open run that are taken at a time, after one test.
    blocks in 1..=MOST_GATHERED, "a loop takes blocks of {} entries";
    /// Segments that lie interleaved and are summed at a time, in lanes.
    abreast in 1..=MOST_LANES, "a loop sums {} segments abreast";
    /// Lanes that a schedule asks for, until `sloop-vectorize` has given the loop `lanes`; 1 asks for as many as a block has.
    vectorize in 1..=MOST_LANES, "a loop is asked to run in {} lanes";
    /// Copies of the body that LLVM makes.
    unroll in 1..=MOST_COPIES, "a loop is unrolled to {} copies";
}

impl Directives {
    /// So many vector lanes.
    pub fn lanes(lanes: i64) -> Self {
        Self { lanes: Some(lanes), ..Self::default() }
    }

    /// The directive on lockstep, and the others, which say how an innermost loop takes entries.
    pub fn split(self) -> (Self, Self) {
        (Self { lanes: self.lanes, ..Self::default() }, Self { lanes: None, ..self })
    }

    /// What is said of the form alone in which an innermost loop takes entries.
    #[must_use]
    pub fn form(self) -> Self {
        Self { lanes: None, vectorize: None, unroll: None, ..self }
    }

    /// This form, with what the others ask beside a form.
    #[must_use]
    pub fn with_others_of(self, others: Self) -> Self {
        Self { lanes: others.lanes, vectorize: others.vectorize, unroll: others.unroll, ..self }
    }

    /// Both kinds together.
    pub fn with_inner(self, inner: Self) -> Self {
        Self { lanes: self.lanes, ..inner }
    }
}
