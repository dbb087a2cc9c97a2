//! How fast the processor gathers: what decides how innermost sums take their entries.

use lacuna_dialects::processor::gathers_are_fast;
use std::{
    fmt::{self, Display, Formatter},
    str::FromStr,
};

/// What is said of the processor that will run the code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gathers {
    /// It is the one that the compiler runs on.
    Native,
    /// A gather takes less time than as many loads, and vectors can be masked.
    Fast,
    /// It does not.
    Slow,
}

impl Gathers {
    /// Whether they are fast.
    pub fn are_fast(self) -> bool {
        match self {
            Self::Native => gathers_are_fast(),
            Self::Fast => true,
            Self::Slow => false,
        }
    }
}

impl Display for Gathers {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Native => "native",
            Self::Fast => "fast",
            Self::Slow => "slow",
        })
    }
}

impl FromStr for Gathers {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "native" => Ok(Self::Native),
            "fast" => Ok(Self::Fast),
            "slow" => Ok(Self::Slow),
            _ => Err("expected native, fast or slow"),
        }
    }
}
