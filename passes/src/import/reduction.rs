//! The region of `reduce`, as a combiner of the running value with something made of the other.
//!
//! It is one if the running value is used by nothing but the last operation, which combines: `x + f(y)`. A difference is
//! the sum with what is taken away, negated. A comparison that a selection follows is a minimum or maximum; where it
//! passes over what is no number, such values become the neutral element.

use super::{scalar_ops::is_difference, stored_bodies::check_origin};
use crate::{
    bridge::{
        combine::neutral,
        constants::{constant_of, emit_constant},
        types::scalar_of,
    },
    index::{
        algebra,
        combiners::{from_operation, operation},
        constant::Constant,
    },
};
use lacuna_dialects::{
    builder::{Builder, is_float},
    ir::{
        Op, Value, arguments, body, defining_op, integer_attribute, is_op, op_name, operands, ops_in, results,
        segments, users,
    },
    sloop::Combiner,
};
use melior::ir::{ValueLike, operation::OperationLike};

/// What is reduced into which result, and how.
pub struct Reduced<'c> {
    /// Among the results.
    pub result: usize,
    /// What is combined with it.
    pub value: Value<'c>,
    /// How.
    pub reduction: Reduction<'c>,
    /// Whether the identity is the neutral element of what the region amounts to.
    pub is_neutral: bool,
}

/// What a `reduce` amounts to; why it cannot be imported.
pub fn reduction_of<'c>(generic: Op<'c>, op: Op<'c>) -> Result<Reduced<'c>, String> {
    let block = body(generic, 0).expect("a generic has a body");
    let inputs = segments(generic).first().copied().unwrap_or(0);
    let all = operands(op);
    let own = &arguments(block)[inputs..];
    let Some(result) = own.iter().position(|argument| all[..2].contains(argument)) else {
        return Err("one of its operands must be the old value of a result".to_owned());
    };
    let running = usize::from(all[0] != own[result]);
    let value = all[1 - running];
    check_origin(value, block)?;
    let Some(reduction) = find(op, running) else {
        return Err(
            "its region must combine the running value, by add, subtract, multiply, minimum, maximum, and, or, xor, \
             with what does not depend on it"
                .to_owned(),
        );
    };
    let identity = all[2];
    if defining_op(identity).is_some_and(|op| ops_in(block).contains(&op) && !is_op(op, "arith.constant")) {
        return Err("its identity must be computed before the operation around it".to_owned());
    }
    let known = defining_op(identity)
        .filter(|op| is_op(*op, "arith.constant"))
        .and_then(|op| op.attribute("value").ok())
        .and_then(constant_of);
    let is_neutral = known.is_some() && known == algebra::neutral(reduction.combiner, scalar_of(identity.r#type()));
    Ok(Reduced { result, value, reduction, is_neutral })
}

/// What a region does.
pub struct Reduction<'c> {
    /// How values combine.
    pub combiner: Combiner,
    /// The operations that make what is combined of the other argument.
    pub before: Vec<Op<'c>>,
    /// What is combined, inside the region.
    pub value: Value<'c>,
    how: How<'c>,
}

enum How<'c> {
    /// By the operation.
    Operation(Op<'c>),
    /// By adding what it takes away.
    Difference(Op<'c>),
    /// By the operation of this name.
    Choice { name: &'static str, skips_nan: bool },
}

/// What the region of `op` does, if it combines with its argument number `running`.
fn find<'c>(op: Op<'c>, running: usize) -> Option<Reduction<'c>> {
    let block = body(op, 0)?;
    let (running, inside) = (arguments(block)[running], ops_in(block));
    let (end, before) = inside.split_last()?;
    let (last, before) = before.split_last()?;
    if operands(*end) != [results(*last)[0]] {
        return None;
    }
    if let [.., compare] = before
        && let Some((name, skips_nan, value)) = choice(*compare, *last, running)
    {
        let before = before[..before.len() - 1].to_vec();
        return Some(Reduction {
            combiner: from_operation(name)?,
            before,
            value,
            how: How::Choice { name, skips_nan },
        });
    }
    let all = operands(*last);
    if users(running) != [*last] || all.len() != 2 {
        return None;
    }
    let value = if all[0] == running { all[1] } else { all[0] };
    let before = before.to_vec();
    let name = op_name(*last);
    if is_difference(&name) && all[0] == running {
        return Some(Reduction { combiner: Combiner::Add, before, value, how: How::Difference(*last) });
    }
    if let Some(combiner) = from_operation(&name) {
        return Some(Reduction { combiner, before, value, how: How::Operation(*last) });
    }
    let name = match name.as_str() {
        "arith.minnumf" => "arith.minimumf",
        "arith.maxnumf" => "arith.maximumf",
        _ => return None,
    };
    Some(Reduction { combiner: from_operation(name)?, before, value, how: How::Choice { name, skips_nan: true } })
}

/// The minimum or maximum of the running value and another that comparing and selecting amounts to, whether it skips
/// what is no number, and the other value.
fn choice<'c>(compare: Op<'c>, select: Op<'c>, running: Value<'c>) -> Option<(&'static str, bool, Value<'c>)> {
    let (compared, chosen) = (operands(compare), operands(select));
    if op_name(select) != "arith.select" || chosen[0] != results(compare)[0] {
        return None;
    }
    let value = *chosen[1..].iter().find(|value| **value != running)?;
    let is_swapped = compared == [chosen[2], chosen[1]];
    let takes_both = chosen[1..].contains(&running) && (is_swapped || compared == chosen[1..]);
    if !takes_both || users(running).iter().any(|user| ![compare, select].contains(user)) {
        return None;
    }
    let predicate = integer_attribute(compare, "predicate")?;
    let (is_less, is_signed, holds_for_nan) = match (op_name(compare).as_str(), predicate) {
        ("arith.cmpf", 4 | 5) => (true, true, false),
        ("arith.cmpf", 2 | 3) => (false, true, false),
        ("arith.cmpf", 11 | 12) => (true, true, true),
        ("arith.cmpf", 9 | 10) => (false, true, true),
        ("arith.cmpi", 2 | 3) => (true, true, false),
        ("arith.cmpi", 4 | 5) => (false, true, false),
        ("arith.cmpi", 6 | 7) => (true, false, false),
        ("arith.cmpi", 8 | 9) => (false, false, false),
        _ => return None,
    };
    let name = match (is_less != is_swapped, is_float(value.r#type()), is_signed) {
        (true, true, _) => "arith.minimumf",
        (false, true, _) => "arith.maximumf",
        (true, false, true) => "arith.minsi",
        (false, false, true) => "arith.maxsi",
        (true, false, false) => "arith.minui",
        (false, false, false) => "arith.maxui",
    };
    let taken_for_nan = if holds_for_nan { chosen[1] } else { chosen[2] };
    Some((name, taken_for_nan == running, value))
}

impl<'c> Reduction<'c> {
    /// What is combined, made of the value that the region combines, so that one of the named combiners does it.
    pub fn operand(&self, builder: &Builder<'c>, value: Value<'c>) -> Value<'c> {
        let r#type = value.r#type();
        match self.how {
            How::Difference(difference) => {
                let zero =
                    emit_constant(builder, Constant::number(0, scalar_of(r#type)).unwrap_or(Constant::Zero), r#type);
                builder.clone_scalar(difference, &[zero, value], r#type, &[])
            }
            How::Choice { skips_nan: true, .. } if is_float(r#type) => {
                let unordered = builder.parse_attribute("14 : i64");
                let is_nan =
                    builder.value("arith.cmpf", &[value, value], builder.bool_type(), &[("predicate", unordered)]);
                let nothing = neutral(builder, self.combiner, r#type);
                builder.value("arith.select", &[is_nan, nothing, value], r#type, &[])
            }
            _ => value,
        }
    }

    /// Combines two values.
    pub fn combine(&self, builder: &Builder<'c>, left: Value<'c>, right: Value<'c>) -> Value<'c> {
        let r#type = left.r#type();
        match self.how {
            How::Operation(last) => builder.clone_scalar(last, &[left, right], r#type, &[]),
            How::Difference(_) => {
                let name = operation(Combiner::Add, scalar_of(r#type)).expect("numbers can be added");
                builder.value(name, &[left, right], r#type, &[])
            }
            How::Choice { name, .. } => builder.value(name, &[left, right], r#type, &[]),
        }
    }
}
