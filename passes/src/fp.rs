//! The `fastmath` flags of operations: what floating-point arithmetic may be turned into.

use lacuna_dialects::{builder::Builder, ir::Op};
pub use lacuna_index::fp::FpMode;
use melior::ir::{Attribute, operation::OperationLike};

/// Whether operations like this one may be computed in any order: integers always, floating point as its flags say.
pub fn allows_any_order(op: Op<'_>) -> bool {
    op.attribute("fastmath").is_err() || has_flag(op, "reassoc")
}

/// Whether an operation of floating point has a flag, or all of them.
pub fn has_flag(op: Op<'_>, flag: &str) -> bool {
    let Ok(flags) = op.attribute("fastmath") else { return false };
    let text = flags.to_string();
    let mut flags = text.trim_start_matches("#arith.fastmath<").trim_end_matches('>').split(',');
    flags.any(|other| other == flag || other == "fast")
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
