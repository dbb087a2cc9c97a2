//! `restrict-vectorization`: keep LLVM 22 from two mistakes of its loop vectorizer, whoever runs it.
//!
//! 1. *Loops that may be left in the middle of a round.* Elements that lie apart are loaded with what is between them and behind
//!    the last one, on the promise that a scalar round follows which reads further. If the last round is left before it reads,
//!    nothing follows, and the load ends behind the array. So loops stay scalar unless each round is complete: the loop is left
//!    at its latch alone, or at a header that does nothing but compare a counter, which LLVM turns into the former.
//! 2. *Stores of narrowed integers in loops of few rounds* (AVX-512). LLVM switches off the lanes for which no round is left. The
//!    store of one such lane that narrows its value from 64 bits stores all 64. LLVM also finds out on its own that rounds are few
//!    (`n & 7`), and then asks for switched off lanes even where it was told not to, unless vectors are asked for. So such loops
//!    are told to become vectors with a scalar tail, if they certainly can; else they stay scalar. To ask for vectors gives leave
//!    to reassociate, so loops with floating-point arithmetic that may not be reassociated stay scalar, too.
//!
//! The last pass of the pipeline, as others change loops. Example: `test/conversions/restrict_vectorization.mlir`. Not done here:
//! code in lanes that the compiler itself has made, which has vectors and masks of its own.

use super::loops::{ANNOTATION, NaturalLoop};
use crate::{diagnostic::Reported, options, pass::Pass};
use lacuna_dialects::{
    builder::{bit_width, is_float},
    ir::{
        Block, Op, Value, Vectorization, arguments, collect_ops, defining_op, is_op, op_name, operands, ops_in,
        restrict_vectorization, results,
    },
};
use melior::ir::{Type, TypeLike, ValueLike, operation::OperationLike};

options! {
    /// Options of `restrict-vectorization`.
    pub struct RestrictVectorization {}
}

impl Pass for RestrictVectorization {
    const ARGUMENT: &'static str = "restrict-vectorization";
    const SUMMARY: &'static str = "Keep loops from vectors that LLVM 22 gets wrong";
    const TRUSTS_FORMATS: bool = false;

    fn run(&self, root: Op<'_>) -> Result<(), Reported> {
        for function in collect_ops(root, |op| is_op(op, "llvm.func")) {
            for natural in NaturalLoop::all_of(function) {
                let Some(restriction) = restriction(&natural) else { continue };
                for branch in natural.branches_back.iter().filter(|branch| takes_annotation(**branch)) {
                    restrict_vectorization(*branch, ANNOTATION, restriction);
                }
            }
        }
        Ok(())
    }
}

fn takes_annotation(branch: Op<'_>) -> bool {
    is_op(branch, "llvm.br") || is_op(branch, "llvm.cond_br")
}

/// What LLVM may at most make of a loop, if that is not for it to say.
fn restriction(natural: &NaturalLoop<'_>) -> Option<Vectorization> {
    if !completes_rounds(natural) {
        return Some(Vectorization::None);
    }
    stores_narrowed(natural).then(|| match is_plain(natural) && may_reassociate(natural) {
        true => Vectorization::WithScalarTail,
        false => Vectorization::None,
    })
}

/// Whether the loop is left only between two rounds.
fn completes_rounds(natural: &NaturalLoop<'_>) -> bool {
    let [exit] = natural.exiting.as_slice() else { return false };
    let is_latch = natural.branches_back.iter().all(|branch| ops_in(*exit).last() == Some(branch));
    is_latch || *exit == natural.header && only_compares(*exit)
}

fn only_compares(header: Block<'_>) -> bool {
    ops_in(header)
        .into_iter()
        .all(|op| is_op(op, "llvm.icmp") || is_op(op, "llvm.cond_br") || is_op(op, "llvm.mlir.constant"))
}

/// Whether the loop stores an integer that may have had 64 bits.
fn stores_narrowed(natural: &NaturalLoop<'_>) -> bool {
    natural.body().filter(|op| is_op(*op, "llvm.store")).any(|store| {
        let stored = operands(store)[0];
        bit_width(stored.r#type()).is_some_and(|bits| bits < 64 && !is_float(stored.r#type()))
            && may_be_narrowed(stored, natural)
    })
}

/// Whether an integer is made of one with more bits in the loop, or of a counter, which LLVM may widen.
fn may_be_narrowed<'c>(value: Value<'c>, natural: &NaturalLoop<'c>) -> bool {
    let (mut waiting, mut seen) = (vec![value], Vec::new());
    while let Some(value) = waiting.pop() {
        if seen.contains(&value) {
            continue;
        }
        seen.push(value);
        match defining_op(value) {
            _ if !natural.makes(value) => {}
            Some(op) => match op_name(op).as_str() {
                "llvm.trunc" => return true,
                "llvm.load" | "llvm.icmp" | "llvm.fcmp" | "llvm.fptosi" | "llvm.fptoui" | "llvm.bitcast" => {}
                _ => waiting.extend(operands(op)),
            },
            // An argument of a block of the loop: a counter, or what branches hand on.
            None => return true,
        }
    }
    false
}

/// What LLVM makes vectors of without further ado.
const PLAIN: [&str; 27] = [
    "llvm.br",
    "llvm.cond_br",
    "llvm.icmp",
    "llvm.getelementptr",
    "llvm.mlir.constant",
    "llvm.add",
    "llvm.sub",
    "llvm.mul",
    "llvm.and",
    "llvm.or",
    "llvm.xor",
    "llvm.shl",
    "llvm.lshr",
    "llvm.ashr",
    "llvm.trunc",
    "llvm.zext",
    "llvm.sext",
    "llvm.select",
    "llvm.fadd",
    "llvm.fsub",
    "llvm.fmul",
    "llvm.fdiv",
    "llvm.fneg",
    "llvm.sitofp",
    "llvm.uitofp",
    "llvm.fpext",
    "llvm.fptrunc",
];

/// Whether LLVM makes vectors of the loop for certain, where it is told to: straight-line code with one counter, which loads and
/// stores at the counter. (It warns of what it was told to and could not do.)
fn is_plain<'c>(natural: &NaturalLoop<'c>) -> bool {
    let counters = arguments(natural.header);
    let [counter] = counters.as_slice() else { return false };
    let at_counter = |pointer: Value<'c>| {
        defining_op(pointer).filter(|op| is_op(*op, "llvm.getelementptr")).is_some_and(|op| match *operands(op) {
            [base, index] => index == *counter && !natural.makes(base),
            _ => false,
        })
    };
    let is_plain = |op: &Op<'c>| match op_name(*op).as_str() {
        "llvm.load" => at_counter(operands(*op)[0]),
        "llvm.store" => at_counter(operands(*op)[1]),
        name => PLAIN.contains(&name) && results(*op).iter().all(|result| !is_vector(result.r#type())),
    };
    natural.blocks.len() <= 2 && natural.body().all(|op| is_plain(&op))
}

fn is_vector(r#type: Type<'_>) -> bool {
    r#type.is_vector()
}

/// Whether all floating-point arithmetic of the loop may be reassociated, so that asking for vectors allows nothing new.
fn may_reassociate(natural: &NaturalLoop<'_>) -> bool {
    natural.body().filter(|op| ARITHMETIC.contains(&op_name(*op).as_str())).all(|op| {
        let flags = op.attribute("fastmathFlags").map(|flags| flags.to_string()).unwrap_or_default();
        flags.contains("reassoc") || flags.contains("fast>")
    })
}

/// What rounds, of operations that take two numbers.
const ARITHMETIC: [&str; 4] = ["llvm.fadd", "llvm.fsub", "llvm.fmul", "llvm.fdiv"];
