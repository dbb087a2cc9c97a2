//! Values that a function makes and frees, also where control flow hands them on.
//!
//! One rule: a slot of control flow that is handed something which is made inside of its scope *owns* what it holds
//! ([`owners`]). What is handed to it is given away, if the function owns it and nobody uses it afterwards on this path
//! ([`lifetimes`]), and copied otherwise. So who owns a value is known at each place of the program without asking it while
//! it runs; a loop that carries new values copies at most what it starts from, once. What a function owns and does not give
//! away is freed after its last use, on each path ([`ends`]).
//!
//! A copy of something that the function owns and that nobody uses afterwards is the thing itself: bufferization makes such copies
//! where loops exchange what they carry, and in each round of a `scf.while`.
//!
//! Modules: [`owning`] (what is made and freed) <- [`owners`], [`places`] <- [`choices`], [`lifetimes`] <- [`ends`] <- this one, which
//! changes the program.

mod choices;
mod ends;
mod lifetimes;
mod owners;
mod owning;
mod places;

pub use self::owning::Owning;
use self::{
    choices::owners_after_choices,
    ends::{End, ends},
    lifetimes::{Uses, can_take, dies_after},
    owners::{Owners, block_of},
    owning::ops_around,
    places::{ProgramPlaces, region_of},
};
use super::{
    handles::id,
    slots::{successor_count, target},
    summaries::Summaries,
};
use crate::symbols::{self, symbol};
use lacuna_dialects::{
    builder::Builder,
    ir::{
        Block, Op, arguments, collect_ops, context, defining_op, erase, is_op, ops_in, replace_uses, set_operand, users,
    },
};
use melior::ir::{BlockLike, RegionLike, ValueLike, operation::OperationLike};
use std::collections::BTreeSet;

/// Frees what the functions of a module own, each once on each path. Functions that others call come first: it is known of them what
/// they make.
pub fn settle<'c>(root: Op<'c>, kind: &dyn Owning<'c>, functions: &mut Summaries<'c>) {
    let (mut done, all) = (BTreeSet::new(), collect_ops(root, |op| is_op(op, "func.func")));
    for function in &all {
        settle_after_callees(*function, &all, &mut done, &mut |function| settle_function(function, kind, functions));
    }
}

fn settle_after_callees<'c>(
    function: Op<'c>,
    all: &[Op<'c>],
    done: &mut BTreeSet<usize>,
    settle: &mut dyn FnMut(Op<'c>),
) {
    if !done.insert(id(function)) {
        return;
    }
    // What buffers pass through there is freed by those who wrote the code.
    if symbols::frees_by_construction(function) {
        return;
    }
    for call in collect_ops(function, |op| is_op(op, "func.call")) {
        let name = symbols::callee(call);
        if let Some(callee) = all.iter().find(|function| symbol(**function) == name) {
            settle_after_callees(*callee, all, done, settle);
        }
    }
    settle(function);
}

fn settle_function<'c>(function: Op<'c>, kind: &dyn Owning<'c>, functions: &mut Summaries<'c>) {
    let mut owners = owners_after_choices(function, kind, functions);
    while drop_a_copy(function, kind, &mut owners, functions) {}
    copy_what_cannot_be_given(function, kind, &mut owners, functions);
    let places = ProgramPlaces::of(function);
    for (value, end) in ends(&owners, &places, functions) {
        let next = match end {
            End::Before(next) => next,
            End::On(branch, successor) => start_of_way(branch, successor),
        };
        kind.free(&Builder::before(next), value);
    }
}

/// Puts what the function owns in the place of a copy after which nobody uses it; says whether there was one.
fn drop_a_copy<'c>(
    function: Op<'c>,
    kind: &dyn Owning<'c>,
    owners: &mut Owners<'c>,
    functions: &mut Summaries<'c>,
) -> bool {
    let copies: Vec<_> = ops_around(function).into_iter().filter_map(|op| Some((op, kind.copied(op)?))).collect();
    if copies.is_empty() {
        return false;
    }
    let places = ProgramPlaces::of(function);
    for (copy, [source, target]) in copies {
        // Of a part of it, there is more.
        let Some(root) = owners.owned_root(source, functions).filter(|root| *root == source) else { continue };
        let (block, place) = places.place(copy);
        let Some(maker) = defining_op(target).filter(|maker| places.place(*maker).0 == block) else { continue };
        let is_first = users(target)
            .into_iter()
            .all(|user| user == copy || places.within(&[block], user).is_some_and(|standing| standing.place > place));
        let is_new = owners.made.contains(&target) && target.r#type() == root.r#type();
        let uses = Uses::of(root, owners, functions);
        let is_free = !uses.is_kept && !uses.is_freed && dies_after(root, &uses.ops, (copy, None), &places);
        if is_first && is_new && is_free && block_of(root).is_some_and(|home| region_of(home).contains(&block)) {
            owners.forget(target);
            erase(copy);
            replace_uses(target, root);
            erase(maker);
            return true;
        }
    }
    false
}

fn copy_what_cannot_be_given<'c>(
    function: Op<'c>,
    kind: &dyn Owning<'c>,
    owners: &mut Owners<'c>,
    functions: &mut Summaries<'c>,
) {
    let places = ProgramPlaces::of(function);
    let edges = owners.owning_edges();
    let kept: Vec<_> = edges.into_iter().filter(|edge| !can_take(*edge, owners, &places, functions)).collect();
    for edge in kept {
        let (made, copy) = kind.copy(&Builder::before(edge.op), edge.value());
        set_operand(edge.op, edge.operand, copy);
        owners.learn_of(made);
    }
}

/// The first operation on the way from a block to a successor of its last operation, and on no other.
fn start_of_way<'c>(branch: Op<'c>, successor: usize) -> Op<'c> {
    let next = target(branch, successor);
    let first = ops_in(next)[0];
    // SAFETY: the block is alive.
    let is_only = unsafe { mlir_sys::mlirBlockGetNumPredecessors(next.to_raw()) } == 1
        && (0..successor_count(branch)).filter(|other| target(branch, *other) == next).count() == 1;
    if is_only {
        return first;
    }
    let types: Vec<_> = arguments(next).into_iter().map(|value| (value.r#type(), branch.location())).collect();
    let way = melior::ir::Block::new(&types);
    let region = next.parent_region().expect("a block that is branched to stands in a region");
    let way = region.insert_block_before(next, way);
    // SAFETY: the new block belongs to the region, which lives for 'c; the branch has a successor of this number.
    let way = unsafe {
        mlir_sys::mlirOperationSetSuccessor(branch.to_raw(), successor as isize, way.to_raw());
        Block::from_raw(way.to_raw())
    };
    Builder::at_end(context(branch), way, branch.location()).branch(next, &arguments(way))
}
