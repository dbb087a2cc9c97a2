//! What LLVM is told of loops.

use lacuna_dialects::{
    hints::annotate_loop,
    ir::{Value, defining_op},
};

/// A loop that LLVM does not unroll.
pub const ROLLED: &str = "unroll = <disable = true>";

/// A loop whose rounds run side by side, so many of them: all that it loads and stores is in one group.
pub fn side_by_side(lanes: i64) -> String {
    format!(
        "vectorize = <disable = false, predicateEnable = true, width = {lanes} : i32>, interleave = <count = 1 : i32>, \
         parallelAccesses = #llvm.access_group<id = distinct[0]<>>"
    )
}

/// A loop that stays as it is.
pub const SCALAR: &str = "vectorize = <disable = true>, unroll = <disable = true>";

/// Tells LLVM how to treat the loop that gave these values, if there is something to tell.
pub fn annotate(finals: &[Value<'_>], annotation: Option<String>) {
    if let (Some(r#loop), Some(annotation)) = (finals.first().and_then(|first| defining_op(*first)), annotation) {
        annotate_loop(r#loop, &annotation);
    }
}
