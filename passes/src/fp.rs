//! What floating-point arithmetic may be turned into.

use std::str::FromStr;

/// The liberties taken with floating-point arithmetic. NaN and infinity keep their meaning in both modes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FpMode {
    /// Sums may be reassociated, products distributed over them, multiply-adds contracted; a product of reciprocals may
    /// stand for repeated division.
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
