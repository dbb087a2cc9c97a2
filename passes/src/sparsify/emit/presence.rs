//! Values that may be missing: under which condition there is one, and what it is then.

use super::{
    Emitter,
    kept::{Kept, choose, select},
};
use crate::{
    bridge::{
        combine::{combine, neutral},
        types::type_of,
    },
    index::{Expr, ExprId, constant::Constant},
};
use lacuna_dialects::builder::Builder;
use melior::ir::ValueLike;

impl<'c> Emitter<'_, 'c> {
    /// An expression as a value, where it is one.
    pub(super) fn kept(&mut self, builder: &Builder<'c>, id: ExprId) -> Kept<'c> {
        if !self.nest.may_be_absent(id) {
            return Kept::Always(self.expression(builder, id));
        }
        let node = self.nest.node(id).clone();
        match node.expr {
            Expr::Constant(known) if known.value == Constant::Absent => Kept::Never,
            Expr::Scalar { operation, operands } if operation.name() == "arith.select" => {
                let condition = self.expression(builder, operands[0]);
                let (left, right) = (self.kept(builder, operands[1]), self.kept(builder, operands[2]));
                let (left, right) = self.spread_kept_to_match(builder, left, right);
                select(builder, condition, left, right)
            }
            Expr::Combine { combiner, left, right } => {
                let (left, right) = (self.kept(builder, left), self.kept(builder, right));
                let (left, right) = self.spread_kept_to_match(builder, left, right);
                let or_neutral = |kept| match kept {
                    Kept::Where(condition, value) => {
                        choose(builder, condition, value, neutral(builder, combiner, value.r#type()))
                    }
                    Kept::Always(value) => value,
                    Kept::Never => neutral(builder, combiner, type_of(node.r#type, builder.context())),
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
            _ => Kept::Always(self.expression(builder, id)),
        }
    }

    /// Two values that may be missing; a scalar is spread over the lanes if the other is a vector.
    fn spread_kept_to_match(&self, builder: &Builder<'c>, left: Kept<'c>, right: Kept<'c>) -> (Kept<'c>, Kept<'c>) {
        match (left.value(), right.value()) {
            (Some(one), Some(other)) => {
                let (one, other) = self.spread_to_match(builder, one, other);
                (left.with_value(one), right.with_value(other))
            }
            _ => (left, right),
        }
    }
}
