//! What floating-point arithmetic may be turned into.

use lacuna_dialects::{builder::Builder, ir::Op};
use melior::ir::{Attribute, operation::OperationLike};
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

/// Whether operations like this one may be computed in any order: integers always, floating point as its flags say.
pub fn allows_any_order(op: Op<'_>) -> bool {
    let Ok(flags) = op.attribute("fastmath") else { return true };
    let text = flags.to_string();
    let mut flags = text.trim_start_matches("#arith.fastmath<").trim_end_matches('>').split(',');
    flags.any(|flag| flag == "reassoc" || flag == "fast")
}

/// The `fastmath` flags of an operation without the liberty to compute in another order; none if it has no flags.
pub fn flags_in_order<'c>(builder: &Builder<'c>, op: Op<'c>) -> Option<Attribute<'c>> {
    let text = op.attribute("fastmath").ok()?.to_string();
    let flags = text.strip_prefix("#arith.fastmath<")?.strip_suffix('>')?;
    let flags = if flags == "fast" { "reassoc,nnan,ninf,nsz,arcp,contract,afn" } else { flags };
    let kept: Vec<_> = flags.split(',').filter(|flag| *flag != "reassoc").collect();
    let kept = if kept.is_empty() { "none".to_owned() } else { kept.join(",") };
    Some(builder.parse_attribute(&format!("#arith.fastmath<{kept}>")))
}
