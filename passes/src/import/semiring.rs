//! `binary`, `unary`, `select` and `reduce` in the bodies of `linalg.generic`, as scalar operations that ask what is
//! stored.
//!
//! `sloop.stored` asks of an input whether it stores an entry, and `arith.select` chooses between what the regions
//! compute. Which combinations of operands that leaves to visit is found later, by the merge lattice. What may be no
//! value goes through the operations that follow as a value and where it is one, and becomes a choice between it and
//! `sloop.absent` where it is yielded or combined with the result. A reduction combines what is stored, from its
//! identity: its result starts from that, or, where it is stored, from no entries.
//!
//! As upstream has it, where there is an entry and where there is a value are two: an entry that is taken out, by an
//! empty region of what is present or by `select`, is no missing one for the `unary` and `binary` that follow.

use super::{
    checks::accumulates,
    condition::Condition,
    in_place,
    reduction::{Reduced, reduction_of},
    scalar_ops::{StoredOrigin, guard, is_difference, origin, takes_one_alone},
    stored_bodies::check_origin,
};
use crate::{
    bridge::{constants::emit_constant, types::scalar_of},
    index::constant::Constant,
    values::can_trap,
};
use lacuna_dialects::{
    builder::Builder,
    format::Format,
    ir::{
        Block, Op, Value, arguments, body, defining_op, erase, has_uses, is_op, op_name, operands, ops_in,
        replace_uses, results, segments, set_attribute, set_operand, users,
    },
    sloop::index::FROM_NOTHING,
    sloop::points::{Absent, Stored},
};
use melior::ir::{Attribute, RegionLike, Type, ValueLike, operation::OperationLike};

/// Puts scalar operations in the place of those in a body.
pub fn rewrite(generic: Op<'_>) {
    let Some(block) = body(generic, 0) else { return };
    let read_and_combined = in_place::read_from_operands(generic, block);
    let inputs = segments(generic).first().copied().unwrap_or(0);
    let mut rewriter = Rewriter { generic, block, inputs, read_and_combined, known: Vec::new(), chosen: Vec::new() };
    for op in ops_in(block) {
        rewriter.rewrite(op);
    }
    for op in ops_in(block).into_iter().rev() {
        if rewriter.chosen.iter().any(|value| results(op).contains(value)) && !has_uses(results(op)[0]) {
            erase(op);
        }
    }
    start_from_zero(generic, block, inputs);
}

/// Dense results whose points may get no value, and that do not combine with what was there, start from zero.
fn start_from_zero(generic: Op<'_>, block: Block<'_>, inputs: usize) {
    let targets = operands(generic);
    for (index, own) in arguments(block).into_iter().enumerate().skip(inputs) {
        if users(own).is_empty() && Format::of(targets[index].r#type()).is_none() {
            let builder = Builder::before(generic);
            fill(generic, index, zero(&builder, own.r#type()));
        }
    }
}

fn zero<'c>(builder: &Builder<'c>, r#type: Type<'c>) -> Value<'c> {
    emit_constant(builder, Constant::number(0, scalar_of(r#type)).unwrap_or(Constant::Zero), r#type)
}

/// Lets a result start from a value.
fn fill<'c>(generic: Op<'c>, index: usize, value: Value<'c>) {
    let builder = Builder::before(generic);
    let target = operands(generic)[index];
    let region = builder.region(&[value.r#type(), value.r#type()], |inner, arguments| {
        inner.create("linalg.yield", &[arguments[0]], &[], &[], Vec::new());
    });
    let segments = builder.segments(&[1, 1]);
    let filled = builder.create("linalg.fill", &[value, target], &[target.r#type()], &[segments], vec![region]);
    set_operand(generic, index, results(filled)[0]);
}

/// A scalar that may be no value.
#[derive(Clone, Copy)]
struct OptionalScalar<'c> {
    value: Value<'c>,
    /// Where there is an entry.
    present: Condition<'c>,
    /// Where, among these, it is a value.
    kept: Condition<'c>,
}

impl<'c> OptionalScalar<'c> {
    fn everywhere(value: Value<'c>) -> Self {
        Self { value, present: Condition::Always, kept: Condition::Always }
    }

    /// Where there is a value.
    fn wanted(self, builder: &Builder<'c>) -> Condition<'c> {
        self.present.and(builder, self.kept)
    }

    /// With no value as a value.
    fn or_absent(self, builder: &Builder<'c>) -> Value<'c> {
        match self.wanted(builder) {
            Condition::Always => self.value,
            wanted => wanted.choose(builder, self.value, absent(builder, self.value.r#type())),
        }
    }
}

struct Rewriter<'c> {
    generic: Op<'c>,
    block: Block<'c>,
    inputs: usize,
    /// What results were that are read and combined with.
    read_and_combined: Vec<Value<'c>>,
    /// What stands for values of the body.
    known: Vec<(Value<'c>, OptionalScalar<'c>)>,
    /// Values of the body that may be none.
    chosen: Vec<Value<'c>>,
}

impl<'c> Rewriter<'c> {
    fn rewrite(&mut self, op: Op<'c>) {
        let builder = Builder::before(op);
        let takes_chosen = operands(op).iter().any(|operand| self.chosen.contains(operand));
        let scalar = match op_name(op).as_str() {
            "sparse_tensor.binary" => self.binary(&builder, op),
            "sparse_tensor.unary" => self.unary(&builder, op),
            "sparse_tensor.select" => self.select(&builder, op),
            "sparse_tensor.reduce" => return self.reduce(&builder, op),
            _ if !takes_chosen => return,
            _ if self.is_last(op) => {
                for (index, operand) in operands(op).into_iter().enumerate() {
                    if self.chosen.contains(&operand) {
                        let value = self.scalar(&builder, operand).or_absent(&builder);
                        set_operand(op, index, value);
                    }
                }
                return;
            }
            _ => self.scalar_op(&builder, op),
        };
        self.known.push((results(op)[0], scalar));
        self.chosen.push(results(op)[0]);
    }

    /// Whether what an operation makes of no value is no new value.
    fn is_last(&self, op: Op<'c>) -> bool {
        let own = &arguments(self.block)[self.inputs..];
        is_op(op, "linalg.yield") || own.iter().any(|own| users(*own).contains(&op) && accumulates(op, *own))
    }

    /// What stands for a value of the body, and where it comes from what is stored.
    fn scalar(&mut self, builder: &Builder<'c>, value: Value<'c>) -> OptionalScalar<'c> {
        if let Some((_, scalar)) = self.known.iter().find(|(known, _)| *known == value) {
            return *scalar;
        }
        let scalar = match arguments(self.block).iter().position(|argument| *argument == value) {
            Some(index) if index < self.inputs => {
                let stored = Condition::Where(Stored::build(builder, value));
                OptionalScalar { present: stored, ..OptionalScalar::everywhere(value) }
            }
            Some(_) => OptionalScalar::everywhere(value),
            None => match defining_op(value).filter(|op| ops_in(self.block).contains(op)) {
                Some(op) => {
                    let (present, kept) = self.origin(builder, op);
                    OptionalScalar { value, present, kept }
                }
                None => OptionalScalar::everywhere(value),
            },
        };
        self.known.push((value, scalar));
        scalar
    }

    /// Where the result of a scalar operation comes from an entry, and where, among these, it is a value.
    fn origin(&mut self, builder: &Builder<'c>, op: Op<'c>) -> (Condition<'c>, Condition<'c>) {
        let all = operands(op);
        let mut of = |index: usize| self.scalar(builder, all[index]);
        match origin(op) {
            None | Some(StoredOrigin::Nowhere) => (Condition::Always, Condition::Always),
            Some(StoredOrigin::First) => (of(0).present, of(0).kept),
            Some(StoredOrigin::Both) => {
                let (left, right) = (of(0), of(1));
                (left.present.and(builder, right.present), left.kept.and(builder, right.kept))
            }
            Some(StoredOrigin::Either(left, right)) => {
                let (left, right) = (of(left), of(right));
                (left.present.or(builder, right.present), kept_of_either(builder, left, right))
            }
        }
    }

    /// A scalar operation on values of which some may be none.
    fn scalar_op(&mut self, builder: &Builder<'c>, op: Op<'c>) -> OptionalScalar<'c> {
        let all = operands(op);
        let (present, kept) = self.origin(builder, op);
        let scalars: Vec<_> = all.iter().map(|operand| self.scalar(builder, *operand)).collect();
        let name = op_name(op);
        let r#type = results(op)[0].r#type();
        let on = |operands: &[Value<'c>]| builder.clone_scalar(op, operands, r#type, &[]);
        let values: Vec<_> = scalars.iter().map(|scalar| scalar.value).collect();
        let mut value = on(&values);
        if let Some(computed) = defining_op(value).filter(|op| can_trap(*op)) {
            guard(computed, present.and(&Builder::before(computed), kept));
        }
        if let Some(StoredOrigin::Either(left, right)) = origin(op) {
            let without = |index: usize| {
                let mut values = values.clone();
                values[index] = zero(builder, values[index].r#type());
                on(&values)
            };
            // What is read where nothing is stored is zero already.
            if self.chosen.contains(&all[right]) {
                let takes_left = takes_one_alone(&name) || is_difference(&name);
                let alone = if takes_left { values[left] } else { without(right) };
                value = scalars[right].present.choose(builder, value, alone);
            }
            if self.chosen.contains(&all[left]) {
                let alone = if takes_one_alone(&name) { values[right] } else { without(left) };
                value = scalars[left].present.choose(builder, value, alone);
            }
        }
        OptionalScalar { value, present, kept }
    }

    fn unary(&mut self, builder: &Builder<'c>, op: Op<'c>) -> OptionalScalar<'c> {
        let operand = self.scalar(builder, operands(op)[0]);
        let present = inlined(builder, op, 0, &[operand]);
        let missing = inlined(builder, op, 1, &[]);
        let kept = if present.is_some() { operand.kept } else { Condition::Never };
        OptionalScalar {
            value: pick(builder, operand.present, present, missing)
                .unwrap_or_else(|| zero(builder, results(op)[0].r#type())),
            present: operand.present.or(builder, there(missing)),
            kept: if missing.is_some() { operand.present.split(builder, kept, Condition::Always) } else { kept },
        }
    }

    fn binary(&mut self, builder: &Builder<'c>, op: Op<'c>) -> OptionalScalar<'c> {
        let (left, right) = (self.scalar(builder, operands(op)[0]), self.scalar(builder, operands(op)[1]));
        let overlap = inlined(builder, op, 0, &[left, right]);
        let only_left = side(builder, op, 1, "left_identity", left);
        let only_right = side(builder, op, 2, "right_identity", right);
        let value = pick(builder, right.present, overlap, only_left);
        let value = pick(builder, left.present, value, only_right);
        let with_left = right.present.split(builder, Condition::Always, there(only_left));
        let without_left = there(only_right).and(builder, right.present);
        let both = there(overlap).and(builder, left.kept.and(builder, right.kept));
        let mut kept = both;
        if only_left.is_some() {
            kept = right.present.split(builder, kept, left.kept);
        }
        if only_right.is_some() {
            kept = left.present.split(builder, kept, right.kept);
        }
        OptionalScalar {
            value: value.unwrap_or_else(|| zero(builder, results(op)[0].r#type())),
            present: left.present.split(builder, with_left, without_left),
            kept,
        }
    }

    fn select(&mut self, builder: &Builder<'c>, op: Op<'c>) -> OptionalScalar<'c> {
        let operand = match check_origin(operands(op)[0], self.block) {
            Ok(()) => self.scalar(builder, operands(op)[0]),
            Err(_) => OptionalScalar::everywhere(operands(op)[0]),
        };
        let keeps = inlined(builder, op, 0, &[operand]).map_or(Condition::Never, Condition::Where);
        OptionalScalar { kept: operand.kept.and(builder, keeps), ..operand }
    }

    /// The stored values, combined with the old value of the result.
    fn reduce(&mut self, builder: &Builder<'c>, op: Op<'c>) {
        let Reduced { result, value, reduction, is_neutral } = reduction_of(self.generic, op).expect("checked before");
        let all = operands(op);
        let own = arguments(self.block)[self.inputs + result];
        let index = self.inputs + result;
        let is_stored = Format::of(operands(self.generic)[index].r#type()).is_some();
        let outside = Builder::before(self.generic);
        let identity = match defining_op(all[2]).filter(|op| ops_in(self.block).contains(op)) {
            Some(constant) => outside.clone_scalar(constant, &[], all[2].r#type(), &[]),
            None => all[2],
        };
        let mut scalar = self.scalar(builder, value);
        let running = usize::from(all[0] != own);
        let inside = body(op, 0).expect("it has a region");
        replace_uses(arguments(inside)[1 - running], scalar.value);
        let combined = if reduction.value == arguments(inside)[1 - running] { scalar.value } else { reduction.value };
        adopt(builder, &reduction.before, &[scalar]);
        scalar.value = reduction.operand(builder, combined);
        if self.read_and_combined.contains(&own) {
            // It starts from what it was.
        } else if is_stored {
            set_attribute(self.generic, FROM_NOTHING, Attribute::unit(builder.context()));
            if !is_neutral {
                // However often it is combined with this one, the outcome is the same.
                scalar.value = reduction.combine(builder, identity, scalar.value);
            }
        } else {
            fill(self.generic, index, identity);
        }
        let value = scalar.or_absent(builder);
        replace_uses(results(op)[0], reduction.combine(builder, own, value));
        erase(op);
    }
}

/// Where what is made of one or both of two values, wherever there is one, is a value.
fn kept_of_either<'c>(builder: &Builder<'c>, left: OptionalScalar<'c>, right: OptionalScalar<'c>) -> Condition<'c> {
    let both = left.kept.and(builder, right.kept);
    let with_left = right.present.split(builder, both, left.kept);
    left.present.split(builder, with_left, right.kept)
}

/// Everywhere, if there is something at all.
fn there<'c>(value: Option<Value<'c>>) -> Condition<'c> {
    if value.is_some() { Condition::Always } else { Condition::Never }
}

/// One of two values; the other, where there is just one.
fn pick<'c>(
    builder: &Builder<'c>,
    condition: Condition<'c>,
    inside: Option<Value<'c>>,
    outside: Option<Value<'c>>,
) -> Option<Value<'c>> {
    match (inside, outside) {
        (Some(inside), Some(outside)) => Some(condition.choose(builder, inside, outside)),
        (one, other) => one.or(other),
    }
}

fn absent<'c>(builder: &Builder<'c>, r#type: Type<'c>) -> Value<'c> {
    Absent::build(builder, r#type)
}

/// The value of a side of `binary`: its region, or the operand itself.
fn side<'c>(
    builder: &Builder<'c>,
    op: Op<'c>,
    region: usize,
    identity: &str,
    operand: OptionalScalar<'c>,
) -> Option<Value<'c>> {
    if op.has_attribute(identity) {
        return Some(operand.value);
    }
    inlined(builder, op, region, &[operand])
}

/// Moves the operations of a region, on these values, to where the builder stands; gives what it yields, nothing for an
/// empty region.
fn inlined<'c>(builder: &Builder<'c>, op: Op<'c>, region: usize, scalars: &[OptionalScalar<'c>]) -> Option<Value<'c>> {
    let is_empty = op.region(region).is_ok_and(|region| region.first_block().is_none());
    let block = body(op, region).filter(|_| !is_empty)?;
    for (argument, scalar) in arguments(block).into_iter().zip(scalars) {
        replace_uses(argument, scalar.value);
    }
    let inside = ops_in(block);
    let (end, before) = inside.split_last()?;
    adopt(builder, before, scalars);
    operands(*end).first().copied()
}

/// Moves operations to where the builder stands; what they give is wanted where all scalars are values.
fn adopt<'c>(builder: &Builder<'c>, moved: &[Op<'c>], scalars: &[OptionalScalar<'c>]) {
    for op in moved {
        builder.adopt(*op);
        if can_trap(*op) {
            let here = Builder::before(*op);
            let wanted = scalars.iter().map(|scalar| scalar.wanted(&here));
            guard(*op, wanted.fold(Condition::Always, |all, one| all.and(&here, one)));
        }
    }
}
