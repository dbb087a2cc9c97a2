//! What LLVM is told of loops: the attribute that upstream's conversions hand on to its loop metadata.

use crate::{
    builder::Builder,
    ir::{Op, set_attribute},
};

/// Where it stands on an `scf.for`.
pub const LOOP_ANNOTATION: &str = "loop_annotation";

/// Tells LLVM how to treat a loop, in the words of `#llvm.loop_annotation<...>`.
pub fn annotate_loop(r#loop: Op<'_>, annotation: &str) {
    let annotation = Builder::before(r#loop).parse_attribute(&format!("#llvm.loop_annotation<{annotation}>"));
    set_attribute(r#loop, LOOP_ANNOTATION, annotation);
}

/// That LLVM makes so many copies of the body; one is the body alone.
pub fn copies(count: i64) -> String {
    match count {
        1 => "unroll = <disable = true>".to_owned(),
        count => format!("unroll = <disable = false, count = {count} : i32>"),
    }
}
