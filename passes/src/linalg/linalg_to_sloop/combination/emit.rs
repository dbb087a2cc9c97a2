//! Terms as values at the end of a body.

use super::{dependence::BodyFacts, terms::CombinedTerm};
use crate::{
    bridge::{
        combine::{self, combine, neutral},
        types::is_complex,
    },
    fp::FpMode,
};
use lacuna_dialects::{
    builder::{Builder, is_float},
    ir::{Value, operands},
    sloop::{Combiner, points::Absent},
};
use melior::ir::{ValueLike, operation::OperationLike};

/// Emits at the end of a body.
pub struct TermEmitter<'a, 'c> {
    pub around: &'a BodyFacts<'c>,
    pub combiner: Combiner,
    pub builder: Builder<'c>,
}

impl<'c> TermEmitter<'_, 'c> {
    /// Terms, combined with one another.
    pub fn group(&self, terms: &[CombinedTerm<'c>]) -> Value<'c> {
        let values = terms.iter().map(|term| self.term(term));
        let sum = |left, right| combine(&self.builder, self.combiner, left, right, FpMode::Strict.flags());
        values.reduce(sum).unwrap_or_else(|| self.nothing())
    }

    fn term(&self, term: &CombinedTerm<'c>) -> Value<'c> {
        match term {
            CombinedTerm::Value(value) => *value,
            CombinedTerm::Negated(value, op) => self.negated(*value, &self.builder.located(op.location())),
            CombinedTerm::Reciprocal(value, op) => {
                let builder = self.builder.located(op.location());
                let one = neutral(&builder, Combiner::Mul, value.r#type());
                builder.clone_scalar(*op, &[one, *value], value.r#type(), &[])
            }
            CombinedTerm::Product(left, right, op) => {
                let builder = self.builder.located(op.location());
                combine(&builder, Combiner::Mul, *left, *right, FpMode::Strict.flags())
            }
            CombinedTerm::Chosen(left, right, op) => {
                let (left, right) = (self.group(left), self.group(right));
                self.builder.clone_scalar(*op, &[operands(*op)[0], left, right], left.r#type(), &[])
            }
        }
    }

    fn negated(&self, value: Value<'c>, builder: &Builder<'c>) -> Value<'c> {
        let r#type = value.r#type();
        if is_complex(r#type) {
            return builder.value("complex.neg", &[value], r#type, &[]);
        }
        if is_float(r#type) {
            return builder.value("arith.negf", &[value], r#type, &[]);
        }
        // Zero stands outside, where it is known to be a constant.
        let zero = Builder::before(self.around.op).number(0.0, r#type);
        builder.binary("arith.subi", zero, value)
    }

    /// What changes nothing where it is combined: no entry in a stored result. Minus zero changes no zero.
    fn nothing(&self) -> Value<'c> {
        let r#type = self.around.own.r#type();
        if self.around.is_stored || is_complex(r#type) {
            return Absent::build(&self.builder, r#type);
        }
        if is_float(r#type) && self.combiner == Combiner::Add {
            return self.builder.number(-0.0, r#type);
        }
        combine::neutral(&self.builder, self.combiner, r#type)
    }
}
