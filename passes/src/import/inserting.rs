//! `tensor.insert` into stored tensors: a chain of insertions becomes a list of points that grows ([`super::growing`]).
//!
//! A chain begins with a tensor, its root, and leads through insertions, loops, branches and `sparse_tensor.foreach`. All its
//! values stand for one list, so each may go on to one place only. They become numbers that mean nothing, and later passes
//! drop them. Where something else reads a value of the chain, the list as it is there becomes a tensor.

use super::{
    entries::{Entries, Filling},
    growing::GrowingList,
};
use crate::{
    diagnostic::{Reported, error},
    values::dynamic_sizes,
};
use lacuna_dialects::{
    builder::Builder,
    format::Format,
    ir::{
        Block, Op, Value, arguments, blocks, body, collect_ops, context, defining_op, erase, has_uses, is_op, op,
        op_name, operands, ops_in, results, set_operand, set_type, users,
    },
};
use melior::ir::{BlockLike, ValueLike, operation::OperationLike};
use std::collections::BTreeMap;

/// A use of a value.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Use<'c> {
    op: Op<'c>,
    operand: usize,
}

impl<'c> Use<'c> {
    fn value(self) -> Value<'c> {
        operands(self.op)[self.operand]
    }
}

/// Values that an operation passes on: what is used becomes what is defined.
struct Passage<'c> {
    used: Vec<Use<'c>>,
    defined: Vec<Value<'c>>,
}

/// Insertions into one tensor.
pub struct Chain<'c> {
    root: Value<'c>,
    /// The values that stand for the list, after the root.
    members: Vec<Value<'c>>,
    /// The uses that pass it on.
    passing: Vec<Use<'c>>,
    insertions: Vec<Op<'c>>,
}

impl<'c> Chain<'c> {
    /// The insertions, which are gone once the chain is rewritten.
    pub fn insertions(&self) -> &[Op<'c>] {
        &self.insertions
    }

    /// The operation that makes the root, if nothing but the chain uses it.
    pub fn unused_root(&self) -> Option<Op<'c>> {
        defining_op(self.root).filter(|op| is_empty_tensor(*op) && !has_uses(self.root))
    }
}

/// Has what was loaded be the tensor that was inserted into: the list is one, and is read where it is.
pub fn forget_loads(root: Op<'_>) {
    for load in collect_ops(root, |op| is_op(op, "sparse_tensor.load")) {
        lacuna_dialects::ir::replace_uses(results(load)[0], operands(load)[0]);
        erase(load);
    }
}

/// Gives each insertion that begins with the same empty tensor one of its own: upstream may have merged them.
pub fn separate_roots(root: Op<'_>) {
    let is_empty = |op: Op<'_>| is_empty_tensor(op) && is_foreign(results(op)[0]);
    for empty in collect_ops(root, is_empty) {
        let uses = uses(results(empty)[0]);
        for (number, r#use) in uses.iter().enumerate() {
            let passes = passage_of(r#use.op).iter().any(|passage| passage.used.contains(r#use));
            if passes && uses[..number].iter().any(|other| !are_alternatives(other.op, r#use.op)) {
                let builder = Builder::before(empty);
                let copy = builder.clone_op(empty, &operands(empty), &[results(empty)[0].r#type()], &[]);
                set_operand(r#use.op, r#use.operand, copy[0]);
            }
        }
    }
}

/// The chains of a module whose types are still upstream's.
pub fn plan(root: Op<'_>) -> Result<Vec<Chain<'_>>, Reported> {
    let is_insertion = |op: Op<'_>| is_op(op, "tensor.insert") && is_foreign(results(op)[0]);
    if collect_ops(root, is_insertion).is_empty() {
        return Ok(Vec::new());
    }
    let mut sets = Sets::default();
    let passages: Vec<_> = collect_ops(root, |_| true).into_iter().flat_map(passage_of).collect();
    for passage in &passages {
        let used = passage.used.iter().map(|r#use| r#use.value());
        let all: Vec<_> = used.chain(passage.defined.iter().copied()).collect();
        all.windows(2).for_each(|pair| sets.unite(pair[0], pair[1]));
    }
    let mut chains: BTreeMap<usize, Chain> = BTreeMap::new();
    let insertions = collect_ops(root, is_insertion);
    for insertion in &insertions {
        let set = sets.find(results(*insertion)[0]);
        if let Some(chain) = chains.get_mut(&set) {
            chain.insertions.push(*insertion);
            continue;
        }
        let own: Vec<_> =
            passages.iter().filter(|passage| passage.defined.iter().any(|value| sets.find(*value) == set)).collect();
        let members: Vec<_> = own.iter().flat_map(|passage| passage.defined.iter().copied()).collect();
        let passing: Vec<_> = own.iter().flat_map(|passage| passage.used.iter().copied()).collect();
        let mut roots: Vec<_> = Vec::new();
        for value in passing.iter().map(|r#use| r#use.value()) {
            if !members.contains(&value) && !roots.contains(&value) {
                roots.push(value);
            }
        }
        let refuse = |why: &str| Err(error(insertion.location(), format!("tensor.insert is not imported: {why}")));
        let [chain_root] = roots[..] else {
            return refuse(
                "its destination may be one of several tensors: make one tensor.empty before the branches, and insert into that",
            );
        };
        let is_shared = passing.iter().enumerate().any(|(number, one)| {
            passing[..number].iter().any(|other| other.value() == one.value() && !are_alternatives(other.op, one.op))
        });
        if is_shared {
            return refuse("its destination has another use: each insertion takes the result of the one before");
        }
        let is_member = |r#use: &&Use<'_>| members.contains(&r#use.value());
        if let Some(around) = passing.iter().filter(is_member).find_map(|r#use| loop_between(r#use.value(), r#use.op)) {
            return refuse(&format!(
                "each round of {} inserts into the same tensor from outside: carry the tensor through the loop",
                op_name(around)
            ));
        }
        if let Some(around) = parallel_loop(*insertion) {
            return refuse(&format!("it stands in {}, whose rounds have no order: write an scf.for", op_name(around)));
        }
        chains.insert(set, Chain { root: chain_root, members, passing, insertions: vec![*insertion] });
    }
    Ok(chains.into_values().collect())
}

/// Has a list that grows in the place of the values of a chain. The list begins where the root is passed on: that may be in a loop
/// inside, each round of which begins anew.
pub fn rewrite(chain: &Chain<'_>) {
    let Chain { root, members, passing, insertions } = chain;
    let begin: Vec<_> = passing.iter().filter(|r#use| r#use.value() == *root).map(|r#use| r#use.op).collect();
    let builder = Builder::before(first_of(&begin)).located(insertions[0].location());
    let list = GrowingList::new(insertions[0], root.r#type());
    list.clear(&builder);
    let empty = defining_op(*root).filter(|op| is_empty_tensor(*op));
    let sizes = match empty {
        Some(empty) => operands(empty),
        None => {
            let entries = Entries::of(&builder, *root, Filling::Kept, None);
            let none = builder.index(0);
            entries.each(&builder, none, |builder, (point, value), carried| {
                list.push(builder, &point, value);
                carried
            });
            entries.release(&builder);
            dynamic_sizes(&builder, *root)
        }
    };
    let token = builder.index(0);
    for member in members {
        let read: Vec<_> = uses(*member).into_iter().filter(|r#use| !passing.contains(r#use)).collect();
        // A root that is a tensor has the sizes of all that follow.
        let asks_root = |r#use: &Use<'_>| empty.is_none() && is_op(r#use.op, "tensor.dim");
        let (sized, read): (Vec<_>, Vec<_>) = read.into_iter().partition(asks_root);
        sized.into_iter().for_each(|r#use| set_operand(r#use.op, r#use.operand, *root));
        if !read.is_empty() {
            let tensor = list.tensor(&after(*member), &sizes);
            read.into_iter().for_each(|r#use| set_operand(r#use.op, r#use.operand, tensor));
        }
    }
    for r#use in passing {
        if r#use.value() == *root {
            set_operand(r#use.op, r#use.operand, token);
        }
    }
    for insertion in insertions {
        let all = operands(*insertion);
        list.push(&Builder::before(*insertion), &all[2..], all[0]);
    }
    members.iter().for_each(|member| set_type(*member, builder.index_type()));
    for insertion in insertions {
        lacuna_dialects::ir::replace_uses(results(*insertion)[0], operands(*insertion)[1]);
        erase(*insertion);
    }
}

/// The place behind the definition of a value.
fn after(value: Value<'_>) -> Builder<'_> {
    let Some(definition) = defining_op(value) else {
        // SAFETY: the value is the argument of a block, which lives as long as it.
        let block = unsafe { Block::from_raw(mlir_sys::mlirBlockArgumentGetOwner(value.to_raw())) };
        let first = ops_in(block)[0];
        return Builder::at_start(context(first), block, first.location());
    };
    let next = definition.next_in_block().expect("what defines a value is no terminator");
    Builder::before(op(&next)).located(definition.location())
}

fn is_empty_tensor(op: Op<'_>) -> bool {
    let copies = || lacuna_dialects::ir::segments(op).get(1) == Some(&1);
    is_op(op, "tensor.empty") || is_op(op, "bufferization.alloc_tensor") && !copies()
}

fn is_foreign(value: Value<'_>) -> bool {
    Format::is_foreign(value.r#type())
}

fn parameters(block: Option<Block<'_>>) -> Vec<Value<'_>> {
    block.map(arguments).unwrap_or_default()
}

fn last(block: Option<Block<'_>>) -> Option<Op<'_>> {
    block.and_then(|block| ops_in(block).last().copied())
}

/// The stored tensors that an operation passes on.
fn passage_of(op: Op<'_>) -> Vec<Passage<'_>> {
    // The k-th result of a loop of one region, of which `first` operands and `own` arguments are no carried values.
    let carried = |first: usize, own: usize| {
        let (block, given) = (body(op, 0), results(op));
        (0..given.len())
            .map(|k| Passage {
                used: used(&[(Some(op), first + k), (last(block), k)]),
                defined: [parameters(block)[own + k], given[k]].to_vec(),
            })
            .collect()
    };
    let all: Vec<Passage> = match op_name(op).as_str() {
        "tensor.insert" => vec![Passage { used: used(&[(Some(op), 1)]), defined: results(op) }],
        "scf.for" => carried(3, 1),
        "sparse_tensor.foreach" => {
            let own = parameters(body(op, 0)).len().saturating_sub(results(op).len());
            carried(1, own)
        }
        "scf.if" => {
            let ends: Vec<_> = blocks(op).into_iter().map(|block| last(Some(block))).collect();
            let ends = |k| ends.iter().map(|end| (*end, k)).collect::<Vec<_>>();
            let passage = |(k, value)| Passage { used: used(&ends(k)), defined: vec![value] };
            results(op).into_iter().enumerate().map(passage).collect()
        }
        "scf.while" => {
            let (before, then) = (body(op, 0), body(op, 1));
            let start = parameters(before).into_iter().enumerate();
            let start =
                start.map(|(k, value)| Passage { used: used(&[(Some(op), k), (last(then), k)]), defined: vec![value] });
            let round = results(op).into_iter().zip(parameters(then)).enumerate();
            let round = round.map(|(k, (result, value))| Passage {
                used: used(&[(last(before), 1 + k)]),
                defined: vec![value, result],
            });
            start.chain(round).collect()
        }
        _ => Vec::new(),
    };
    all.into_iter().filter(|passage| passage.defined.iter().all(|value| is_foreign(*value))).collect()
}

fn used<'c>(places: &[(Option<Op<'c>>, usize)]) -> Vec<Use<'c>> {
    places.iter().filter_map(|(op, operand)| op.map(|op| Use { op, operand: *operand })).collect()
}

/// Each use of a value once.
fn uses(value: Value<'_>) -> Vec<Use<'_>> {
    let mut found: Vec<Use> = Vec::new();
    for user in users(value) {
        for (operand, used) in operands(user).into_iter().enumerate() {
            let r#use = Use { op: user, operand };
            if used == value && !found.contains(&r#use) {
                found.push(r#use);
            }
        }
    }
    found
}

/// Whether one of two operations runs at most: they stand in different branches.
fn are_alternatives(one: Op<'_>, other: Op<'_>) -> bool {
    let others = path(other);
    path(one).into_iter().any(|(around, block)| {
        is_op(around, "scf.if") && others.iter().any(|(other, other_block)| *other == around && *other_block != block)
    })
}

/// The operation before which something stands before all of these, in the same round of the same loops.
fn first_of<'c>(all: &[Op<'c>]) -> Op<'c> {
    let places: Vec<_> = all.iter().map(|one| own_path(*one)).collect();
    let in_block =
        |place: &[(Op<'c>, usize)], block: usize| place.iter().find(|(_, other)| *other == block).map(|(op, _)| *op);
    let common = places[0]
        .iter()
        .find_map(|(_, block)| places.iter().map(|place| in_block(place, *block)).collect::<Option<Vec<_>>>());
    let mut common = common.expect("all stand in one function").into_iter();
    let first = common.next().expect("there is one");
    common.fold(first, |first, other| if is_before(first, other) { first } else { other })
}

/// Whether an operation stands before another of its block, or is it.
fn is_before(one: Op<'_>, other: Op<'_>) -> bool {
    std::iter::successors(Some(one), |current| current.next_in_block().map(|next| op(&next)))
        .any(|current| current == other)
}

/// The loop inside of which an operation stands, and outside of which the value is defined.
fn loop_between<'c>(value: Value<'c>, inner: Op<'c>) -> Option<Op<'c>> {
    let home = match defining_op(value) {
        Some(definition) => definition.block()?.to_raw().ptr as usize,
        // SAFETY: the value is the argument of a block.
        None => unsafe { mlir_sys::mlirBlockArgumentGetOwner(value.to_raw()).ptr as usize },
    };
    let inside = own_path(inner).into_iter().take_while(|(_, block)| *block != home);
    let around: Vec<_> = inside.map(|(op, _)| op).collect();
    // Each stands in a block of the next.
    let runs_once = |op: Op<'_>| matches!(op_name(op).as_str(), "scf.if" | "scf.execute_region" | "scf.index_switch");
    path(inner).into_iter().take(around.len()).map(|(around, _)| around).find(|around| !runs_once(*around))
}

/// An operation and those around it, each with the block in which it stands.
fn own_path(inner: Op<'_>) -> Vec<(Op<'_>, usize)> {
    let around = path(inner);
    let ops = std::iter::once(inner).chain(around.iter().map(|(op, _)| *op));
    ops.zip(around.iter().map(|(_, block)| *block)).collect()
}

/// The operations around one, each with the block of it in which that stands.
fn path(inner: Op<'_>) -> Vec<(Op<'_>, usize)> {
    let mut found = Vec::new();
    let mut current = inner;
    while let (Some(block), Some(parent)) = (current.block(), current.parent_operation()) {
        current = op(&parent);
        found.push((current, block.to_raw().ptr as usize));
    }
    found
}

/// The loop around an operation whose rounds run at once.
fn parallel_loop(inner: Op<'_>) -> Option<Op<'_>> {
    let is_parallel = |op: Op<'_>| matches!(op_name(op).as_str(), "scf.forall" | "scf.parallel");
    path(inner).into_iter().map(|(around, _)| around).find(|around| is_parallel(*around))
}

/// Values that stand for one list.
#[derive(Default)]
struct Sets {
    leaders: BTreeMap<usize, usize>,
}

impl Sets {
    fn find(&self, value: Value<'_>) -> usize {
        let mut set = value.to_raw().ptr as usize;
        while let Some(leader) = self.leaders.get(&set) {
            set = *leader;
        }
        set
    }

    fn unite(&mut self, one: Value<'_>, other: Value<'_>) {
        let (one, other) = (self.find(one), self.find(other));
        if one != other {
            self.leaders.insert(one, other);
        }
    }
}
