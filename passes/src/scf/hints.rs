//! What LLVM is told of loops.

use lacuna_dialects::{
    hints::{annotate_loop, copies},
    ir::{Value, defining_op},
};

/// A loop that LLVM does not unroll.
pub fn rolled() -> String {
    copies(1)
}

/// A loop that LLVM does not vectorize.
pub const ONE_BY_ONE: &str = "vectorize = <disable = true>";

/// A loop that stays as it is.
pub fn scalar() -> String {
    format!("{ONE_BY_ONE}, {}", rolled())
}

/// A loop of which LLVM takes so many rounds at a time, each with sums of its own.
pub fn interleaved(chains: i64) -> String {
    format!("vectorize = <disable = false, width = 1 : i32>, interleave = <count = {chains} : i32>")
}

/// A loop whose rounds run side by side, so many of them; the last ones are masked.
pub fn masked_lanes(lanes: i64) -> String {
    format!(
        "vectorize = <disable = false, predicateEnable = true, width = {lanes} : i32>, interleave = <count = 1 : i32>"
    )
}

/// A loop whose rounds run side by side, so many of them: all that it loads and stores is in one group.
pub fn side_by_side(lanes: i64) -> String {
    format!("{}, parallelAccesses = #llvm.access_group<id = distinct[0]<>>", masked_lanes(lanes))
}

/// Tells LLVM how to treat the loop that gave these values, if there is something to tell.
pub fn annotate(finals: &[Value<'_>], annotation: Option<String>) {
    if let (Some(r#loop), Some(annotation)) = (finals.first().and_then(|first| defining_op(*first)), annotation) {
        annotate_loop(r#loop, &annotation);
    }
}
