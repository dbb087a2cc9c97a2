//! What floating-point arithmetic may be turned into.

use std::{
    fmt::{self, Display, Formatter},
    str::FromStr,
};

/// The liberties taken with floating-point arithmetic. NaN and infinity keep their meaning in both modes; which of the two
/// a result is, and whether an infinite factor makes NaN of a sum of nothing, only the strict mode settles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FpMode {
    /// Sums may be reassociated, products distributed over them, common factors and divisors taken out of them,
    /// multiply-adds contracted; a product of reciprocals may stand for repeated division. A factor that was taken out meets
    /// the sum instead of its terms: `inf * a + inf * b` is infinite where `a + b` is positive, and NaN where there are no
    /// terms. Zeros have no sign: a result that is zero may have either.
    Fast,
    /// Every operation rounds where and in the order the program says.
    Strict,
}

impl FpMode {
    /// The `fastmath` flags of `arith` and `math` operations in this mode.
    pub fn flags(self) -> &'static str {
        match self {
            Self::Fast => "#arith.fastmath<reassoc,nsz,contract>",
            Self::Strict => "#arith.fastmath<none>",
        }
    }
}

impl Display for FpMode {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Fast => "fast",
            Self::Strict => "strict",
        })
    }
}

impl FromStr for FpMode {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "fast" => Ok(Self::Fast),
            "strict" => Ok(Self::Strict),
            _ => Err("expected fast or strict"),
        }
    }
}
