//! `binary`, `unary`, `select` and `reduce` in the bodies of `linalg.generic`, as scalar operations that ask what is
//! stored.
//!
//! `sloop.stored` asks of an input whether it stores an entry, `sloop.absent` stands for no value, and `arith.select`
//! chooses between what the regions compute. Which combinations of operands that leaves to visit is found later, by the
//! merge lattice. A reduction combines what is stored, from its identity: its result starts from that, or, where it is
//! stored, from no entries.

use crate::{
    combine::from_operation,
    diagnostic::{Reported, error},
    nest::{FROM_NOTHING, algebra::neutral, constant::Constant},
};
use lacuna_dialects::{
    builder::Builder,
    format::Format,
    ir::{
        Block, Op, Value, arguments, body, collect_ops, defining_op, erase, is_op, op_name, operands, ops_in,
        replace_uses, results, segments, set_attribute, set_operand, users,
    },
    sloop::Combiner,
};
use melior::ir::{Attribute, RegionLike, Type, ValueLike, operation::OperationLike};

const NAMES: [&str; 4] =
    ["sparse_tensor.binary", "sparse_tensor.unary", "sparse_tensor.select", "sparse_tensor.reduce"];

fn is_semiring(op: Op<'_>) -> bool {
    NAMES.iter().any(|name| is_op(op, name))
}

/// Whether an operation goes with the body of a generic.
pub fn is_in_body(op: Op<'_>) -> bool {
    is_semiring(op) || is_op(op, "sparse_tensor.yield")
}

/// The operations whose bodies hold some.
pub fn generics<'c>(root: Op<'c>) -> Vec<Op<'c>> {
    collect_ops(root, |op| {
        is_op(op, "linalg.generic") && body(op, 0).is_some_and(|body| ops_in(body).into_iter().any(is_semiring))
    })
}

/// Whether everything in a body can be imported.
pub fn check(generic: Op<'_>) -> Result<(), Reported> {
    let Some(block) = body(generic, 0) else { return Ok(()) };
    let inputs = segments(generic).first().copied().unwrap_or(0);
    let own = &arguments(block)[inputs..];
    for op in ops_in(block).into_iter().filter(|op| is_semiring(*op)) {
        let refuse = |why: String| Err(error(op.location(), format!("{} is not imported: {why}", op_name(op))));
        if !is_op(op, "sparse_tensor.reduce") {
            let feeds = |user: &Op| {
                is_op(*user, "linalg.yield")
                    || is_op(*user, "sparse_tensor.reduce")
                    || (from_operation(&op_name(*user)).is_some()
                        && operands(*user).iter().any(|operand| own.contains(operand)))
            };
            if let Some(user) = users(results(op)[0]).iter().find(|user| !feeds(user)) {
                return refuse(format!(
                    "its result may be no value, and can only be yielded, reduced, or combined with the result; it is \
                     used by {}",
                    op_name(*user)
                ));
            }
        }
        match op_name(op).as_str() {
            "sparse_tensor.binary" | "sparse_tensor.unary" => {
                for operand in operands(op) {
                    if let Err(why) = plan_presence(operand, block, inputs) {
                        return refuse(why);
                    }
                }
            }
            "sparse_tensor.reduce" => {
                if let Err(why) = plan_reduction(generic, op, &[]) {
                    return refuse(why);
                }
            }
            _ => {}
        }
    }
    Ok(())
}

/// Puts scalar operations in the place of those in a body.
pub fn rewrite(generic: Op<'_>) {
    let Some(block) = body(generic, 0) else { return };
    let inputs = segments(generic).first().copied().unwrap_or(0);
    let mut rewriter = Rewriter { generic, block, inputs, may_be_absent: Vec::new() };
    for op in ops_in(block).into_iter().filter(|op| is_semiring(*op)) {
        rewriter.rewrite(op);
    }
    start_from_zero(generic, block, inputs);
}

/// Dense results whose points may get no value, and that do not combine with what was there, start from zero.
fn start_from_zero(generic: Op<'_>, block: Block<'_>, inputs: usize) {
    let targets = operands(generic);
    for (index, own) in arguments(block).into_iter().enumerate().skip(inputs) {
        if users(own).is_empty() && Format::of(targets[index].r#type()).is_none() {
            let builder = Builder::before(generic);
            let element = own.r#type();
            let zero = Constant::number(0, element).unwrap_or(Constant::Zero).emit(&builder, element);
            fill(generic, index, zero);
        }
    }
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

/// What the operands of a scalar operation say of where its result comes from what is stored.
enum Presence {
    /// It is there everywhere.
    Always,
    /// An input: where it stores an entry.
    Input,
    /// Where the first operand is.
    First,
    /// Where both are.
    Both,
    /// Where one of them is.
    Either,
}

/// Where a scalar of a body comes from what is stored, going by its operands; why that is not known.
fn plan_presence(value: Value<'_>, block: Block<'_>, inputs: usize) -> Result<Presence, String> {
    if let Some(index) = arguments(block).iter().position(|argument| *argument == value) {
        if index >= inputs {
            return Err("where the result that it takes has entries is not known".to_owned());
        }
        return Ok(Presence::Input);
    }
    let Some(op) = defining_op(value).filter(|op| ops_in(block).contains(op)) else { return Ok(Presence::Always) };
    if is_semiring(op) {
        return Err(format!("it takes the result of {}, which may be no value", op_name(op)));
    }
    let presence = match (op_name(op).as_str(), operands(op).len()) {
        (_, 0) => return Ok(Presence::Always),
        (_, 1) | ("arith.divf" | "arith.divsi" | "arith.divui" | "complex.div", 2) => Presence::First,
        ("arith.mulf" | "arith.muli" | "arith.andi" | "complex.mul", 2) => Presence::Both,
        (
            "arith.addf" | "arith.addi" | "arith.subf" | "arith.subi" | "arith.ori" | "arith.xori" | "complex.add"
            | "complex.sub",
            2,
        ) => Presence::Either,
        (name, _) => return Err(format!("where the result of {name} is stored is not known")),
    };
    for operand in operands(op) {
        plan_presence(operand, block, inputs)?;
    }
    Ok(presence)
}

/// Whether the identity of a reduction is the neutral element of what it amounts to; why it cannot be imported.
///
/// Values in `rewritten` come from operations of this kind.
fn plan_reduction<'c>(generic: Op<'c>, op: Op<'c>, rewritten: &[Value<'c>]) -> Result<bool, String> {
    let block = body(generic, 0).expect("a generic has a body");
    let inputs = segments(generic).first().copied().unwrap_or(0);
    let all = operands(op);
    let own = &arguments(block)[inputs..];
    let Some(result) = own.iter().position(|argument| all[..2].contains(argument)) else {
        return Err("one of its operands must be the old value of a result".to_owned());
    };
    let value = if all[0] == own[result] { all[1] } else { all[0] };
    if !rewritten.contains(&value) && !defining_op(value).is_some_and(is_semiring) {
        plan_presence(value, block, inputs)?;
    }
    let Some(combiner) = combiner_of(op) else {
        return Err(
            "its region must be one of add, multiply, minimum, maximum, and, or, xor of its two arguments".to_owned()
        );
    };
    let identity = all[2];
    if defining_op(identity).is_some_and(|op| ops_in(block).contains(&op) && !is_op(op, "arith.constant")) {
        return Err("its identity must be computed before the operation around it".to_owned());
    }
    let known = defining_op(identity)
        .filter(|op| is_op(*op, "arith.constant"))
        .and_then(|op| op.attribute("value").ok())
        .and_then(Constant::from_attribute);
    let is_neutral = known.is_some() && known == neutral(combiner, identity.r#type());
    let is_stored = Format::is_foreign(operands(generic)[inputs + result].r#type())
        || Format::of(operands(generic)[inputs + result].r#type()).is_some();
    let is_idempotent = !matches!(combiner, Combiner::Add | Combiner::Mul | Combiner::Xor);
    if is_stored && !is_neutral && !is_idempotent {
        return Err("the result is stored, and the identity changes what it is combined with".to_owned());
    }
    Ok(is_neutral)
}

/// The combiner that a region amounts to.
fn combiner_of(op: Op<'_>) -> Option<Combiner> {
    let block = body(op, 0)?;
    let parameters = arguments(block);
    let [last, end] = ops_in(block)[..] else { return None };
    let mut used = operands(last);
    if used.first() == parameters.get(1) {
        used.reverse();
    }
    (used == parameters && operands(end) == [results(last)[0]]).then(|| from_operation(&op_name(last)))?
}

struct Rewriter<'c> {
    generic: Op<'c>,
    block: Block<'c>,
    inputs: usize,
    may_be_absent: Vec<Value<'c>>,
}

impl<'c> Rewriter<'c> {
    fn rewrite(&mut self, op: Op<'c>) {
        let builder = Builder::before(op);
        let r#type = results(op)[0].r#type();
        let all = operands(op);
        let new = match op_name(op).as_str() {
            "sparse_tensor.binary" => {
                let (left, right) = (all[0], all[1]);
                let overlap = inlined(&builder, op, 0, &[left, right], r#type);
                let only_left = side(&builder, op, 1, "left_identity", left, r#type);
                let only_right = side(&builder, op, 2, "right_identity", right, r#type);
                let nothing = absent(&builder, r#type);
                let (in_left, in_right) = (self.presence(&builder, left), self.presence(&builder, right));
                let where_left = choose(&builder, in_right, overlap, only_left);
                let elsewhere = choose(&builder, in_right, only_right, nothing);
                choose(&builder, in_left, where_left, elsewhere)
            }
            "sparse_tensor.unary" => {
                let present = inlined(&builder, op, 0, &all, r#type);
                let missing = inlined(&builder, op, 1, &[], r#type);
                let stored = self.presence(&builder, all[0]);
                choose(&builder, stored, present, missing)
            }
            "sparse_tensor.select" => {
                let keeps = inlined(&builder, op, 0, &all, builder.bool_type());
                let nothing = absent(&builder, r#type);
                let kept = choose(&builder, Some(keeps), all[0], nothing);
                match plan_presence(all[0], self.block, self.inputs) {
                    Ok(_) => {
                        let stored = self.presence(&builder, all[0]);
                        choose(&builder, stored, kept, nothing)
                    }
                    Err(_) => kept,
                }
            }
            _ => self.reduce(&builder, op),
        };
        replace_uses(results(op)[0], new);
        if !is_op(op, "sparse_tensor.reduce") {
            self.may_be_absent.push(new);
        }
        erase(op);
    }

    /// The stored values, combined with the old value of the result.
    fn reduce(&mut self, builder: &Builder<'c>, op: Op<'c>) -> Value<'c> {
        let is_neutral = plan_reduction(self.generic, op, &self.may_be_absent).expect("checked before");
        let all = operands(op);
        let own = arguments(self.block)[self.inputs..].to_vec();
        let result = own.iter().position(|argument| all[..2].contains(argument)).expect("checked before");
        let value = if all[0] == own[result] { all[1] } else { all[0] };
        let last = body(op, 0).map(ops_in).unwrap_or_default()[0];
        let combine = |left, right| builder.clone_scalar(last, &[left, right], results(op)[0].r#type(), &[]);
        let index = self.inputs + result;
        let is_stored = Format::of(operands(self.generic)[index].r#type()).is_some();
        let mut value = value;
        let outside = Builder::before(self.generic);
        let identity = match defining_op(all[2]).filter(|op| ops_in(self.block).contains(op)) {
            Some(constant) => outside.clone_scalar(constant, &[], all[2].r#type(), &[]),
            None => all[2],
        };
        if !self.may_be_absent.contains(&value) {
            let nothing = absent(builder, value.r#type());
            let stored = self.presence(builder, value);
            value = choose(builder, stored, value, nothing);
        }
        if is_stored {
            set_attribute(self.generic, FROM_NOTHING, Attribute::unit(builder.context()));
            if !is_neutral {
                // However often it is combined with this one, the outcome is the same.
                value = with_identity(builder, value, &|value| combine(identity, value));
            }
        } else {
            fill(self.generic, index, identity);
        }
        combine(own[result], value)
    }

    /// Whether a value comes from what is stored; nothing where it always is.
    fn presence(&self, builder: &Builder<'c>, value: Value<'c>) -> Option<Value<'c>> {
        let presence = plan_presence(value, self.block, self.inputs).ok()?;
        let of = |index: usize| defining_op(value).and_then(|op| self.presence(builder, operands(op)[index]));
        match presence {
            Presence::Always => None,
            Presence::Input => Some(builder.value("sloop.stored", &[value], builder.bool_type(), &[])),
            Presence::First => of(0),
            Presence::Both => match (of(0), of(1)) {
                (Some(left), Some(right)) => Some(builder.binary("arith.andi", left, right)),
                (one, other) => one.or(other),
            },
            Presence::Either => Some(builder.binary("arith.ori", of(0)?, of(1)?)),
        }
    }
}

/// Combines a chosen value with the identity where it is one.
fn with_identity<'c>(builder: &Builder<'c>, value: Value<'c>, combine: &dyn Fn(Value<'c>) -> Value<'c>) -> Value<'c> {
    match defining_op(value) {
        _ if is_absent(value) => value,
        Some(op) if is_op(op, "arith.select") => {
            let all = operands(op);
            let (left, right) = (with_identity(builder, all[1], combine), with_identity(builder, all[2], combine));
            choose(builder, Some(all[0]), left, right)
        }
        _ => combine(value),
    }
}

fn is_absent(value: Value<'_>) -> bool {
    defining_op(value).is_some_and(|op| is_op(op, "sloop.absent"))
}

fn absent<'c>(builder: &Builder<'c>, r#type: Type<'c>) -> Value<'c> {
    builder.value("sloop.absent", &[], r#type, &[])
}

/// One of two values; the first, where there is no condition.
fn choose<'c>(builder: &Builder<'c>, condition: Option<Value<'c>>, left: Value<'c>, right: Value<'c>) -> Value<'c> {
    match condition {
        None => left,
        Some(_) if left == right || is_absent(left) && is_absent(right) => left,
        Some(condition) => builder.value("arith.select", &[condition, left, right], left.r#type(), &[]),
    }
}

/// The value of a side of `binary`: its region, or the operand itself.
fn side<'c>(
    builder: &Builder<'c>,
    op: Op<'c>,
    region: usize,
    identity: &str,
    operand: Value<'c>,
    r#type: Type<'c>,
) -> Value<'c> {
    if op.has_attribute(identity) { operand } else { inlined(builder, op, region, &[operand], r#type) }
}

/// Moves the operations of a region to where the builder stands; gives what it yields, no value for an empty region.
fn inlined<'c>(builder: &Builder<'c>, op: Op<'c>, region: usize, values: &[Value<'c>], r#type: Type<'c>) -> Value<'c> {
    let is_empty = op.region(region).is_ok_and(|region| region.first_block().is_none());
    let Some(block) = body(op, region).filter(|_| !is_empty) else { return absent(builder, r#type) };
    for (argument, value) in arguments(block).into_iter().zip(values) {
        replace_uses(argument, *value);
    }
    let inside = ops_in(block);
    let Some((end, before)) = inside.split_last() else { return absent(builder, r#type) };
    for op in before {
        builder.adopt(*op);
    }
    operands(*end).first().copied().unwrap_or_else(|| absent(builder, r#type))
}
