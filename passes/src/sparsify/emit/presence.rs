//! Values that may be missing: under which condition there is one, and what it is then.

use super::Emitter;
use crate::{
    index::{
        Expr, ExprId,
        combine::{combine, neutral},
        constant::Constant,
    },
    plan::Folds,
    values::constant_number,
};
use lacuna_dialects::{builder::Builder, ir::Value};
use melior::ir::ValueLike;

/// A value, where there is one.
#[derive(Clone, Copy)]
pub(super) enum Kept<'c> {
    /// There is none.
    Never,
    /// Everywhere.
    Always(Value<'c>),
    /// Where the first is true.
    Where(Value<'c>, Value<'c>),
}

impl<'a, 'c> Emitter<'a, 'c> {
    /// An expression as a value, where it is one.
    pub(super) fn kept(&mut self, builder: &Builder<'c>, id: ExprId, folds: &'a Folds) -> Kept<'c> {
        if !self.nest.may_be_absent(id) {
            return Kept::Always(self.expression(builder, id, folds));
        }
        let node = self.nest.node(id).clone();
        match node.expr {
            Expr::Constant(known) if known.value == Constant::Absent => Kept::Never,
            Expr::Scalar { operation, operands } if operation.name() == "arith.select" => {
                let condition = self.expression(builder, operands[0], folds);
                let (left, right) = (self.kept(builder, operands[1], folds), self.kept(builder, operands[2], folds));
                select(builder, condition, left, right)
            }
            Expr::Combine { combiner, left, right } => {
                let (left, right) = (self.kept(builder, left, folds), self.kept(builder, right, folds));
                let or_neutral = |kept| match kept {
                    Kept::Where(condition, value) => {
                        choose(builder, condition, value, neutral(builder, combiner, value.r#type()))
                    }
                    Kept::Always(value) => value,
                    Kept::Never => neutral(builder, combiner, node.r#type.r#type(builder.context())),
                };
                match (left, right) {
                    (Kept::Never, other) | (other, Kept::Never) => other,
                    _ => {
                        let flags = self.computed.fp.flags();
                        let value = combine(builder, combiner, or_neutral(left), or_neutral(right), flags);
                        match (left, right) {
                            (Kept::Where(left, _), Kept::Where(right, _)) => {
                                Kept::Where(builder.binary("arith.ori", left, right), value)
                            }
                            _ => Kept::Always(value),
                        }
                    }
                }
            }
            _ => Kept::Always(self.expression(builder, id, folds)),
        }
    }
}

fn select<'c>(builder: &Builder<'c>, condition: Value<'c>, left: Kept<'c>, right: Kept<'c>) -> Kept<'c> {
    let truth = |number: f64| builder.number(number, builder.bool_type());
    let parts = |kept| match kept {
        Kept::Never => None,
        Kept::Always(value) => Some((truth(-1.0), value)),
        Kept::Where(condition, value) => Some((condition, value)),
    };
    match (left, right) {
        (Kept::Never, Kept::Never) => Kept::Never,
        (Kept::Always(left), Kept::Always(right)) => Kept::Always(choose(builder, condition, left, right)),
        (Kept::Always(left), Kept::Never) => Kept::Where(condition, left),
        _ => {
            let (left, right) = (parts(left), parts(right));
            let condition_of = |part: Option<(Value<'c>, Value<'c>)>| part.map_or_else(|| truth(0.0), |part| part.0);
            let kept = choose(builder, condition, condition_of(left), condition_of(right));
            let value = match (left, right) {
                (Some((_, left)), Some((_, right))) => choose(builder, condition, left, right),
                (Some((_, value)), None) | (None, Some((_, value))) => value,
                (None, None) => unreachable!("one of them is a value"),
            };
            Kept::Where(kept, value)
        }
    }
}

/// A value, where there is one and another condition holds.
pub(super) fn only_where<'c>(builder: &Builder<'c>, condition: Option<Value<'c>>, kept: Kept<'c>) -> Kept<'c> {
    match (condition, kept) {
        (None, kept) | (_, kept @ Kept::Never) => kept,
        (Some(condition), Kept::Always(value)) => Kept::Where(condition, value),
        (Some(condition), Kept::Where(also, value)) => {
            Kept::Where(builder.binary("arith.andi", condition, also), value)
        }
    }
}

/// One of two values.
pub(super) fn choose<'c>(builder: &Builder<'c>, condition: Value<'c>, left: Value<'c>, right: Value<'c>) -> Value<'c> {
    builder.value("arith.select", &[condition, left, right], left.r#type(), &[])
}

/// Whether a value is the constant true.
pub(super) fn is_true(value: Value<'_>) -> bool {
    constant_number(value).is_some_and(|number| number != 0.0)
}
