//! Copies of the body of a loop, as a schedule asks for them (`unroll(j,4)`): whether LLVM can make them, or why not.

use super::{Body, Case, Inner, InnerForm, LoopKind, PlannedLoop};

/// So many lanes are in the body of a loop with copies: more take minutes to compile.
const MOST_LANES_A_ROUND: i64 = 4096;

/// Why LLVM cannot make so many copies of the body of a loop, if it cannot.
pub(super) fn misfit(planned: &PlannedLoop, copies: i64) -> Option<&'static str> {
    const SEVERAL: &str = "takes several entries in each round";
    if let LoopKind::Lanes(strips, _) = &planned.kind {
        if strips.is_one_block() {
            return Some("is one block of lanes");
        }
        if strips.width.saturating_mul(copies) > MOST_LANES_A_ROUND {
            return Some("would have more than 4096 lanes in each round");
        }
    }
    let case = match &planned.kind {
        LoopKind::Nothing => return None,
        LoopKind::Counts(case) | LoopKind::Lanes(_, case) => case,
        LoopKind::Walks(driver, _) if driver.gives_runs() => return Some(SEVERAL),
        LoopKind::Walks(driver, _) if driver.ends_by_test() => return Some("tests at each entry whether it goes on"),
        LoopKind::Walks(_, case) => case,
        LoopKind::Subsections(..) => return Some("runs over subsections"),
        LoopKind::Merges(_) => return Some("merges several operands"),
    };
    let takes_one = match &planned.inner {
        InnerForm::One(form) => matches!(form, Inner::Plain | Inner::Chains(_)),
        InnerForm::Sampled(..) => false,
    };
    let why = if has_loops(case) { Some("contains loops, and LLVM unrolls innermost ones") } else { None };
    why.or((!takes_one).then_some(SEVERAL))
}

fn has_loops(case: &Case) -> bool {
    match &case.body {
        Body::Once(inside) => !inside.loops().is_empty(),
        Body::ByWholes { whole, edge, .. } => !(whole.loops().is_empty() && edge.loops().is_empty()),
    }
}
