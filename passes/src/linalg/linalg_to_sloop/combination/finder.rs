//! How a value of a body comes from the old value of its result.

use super::{
    super::refusal::Unconvertible,
    dependence::Dependence,
    extremum,
    terms::{CombinedTerm, Derivation},
};
use crate::{fp::FpMode, index::combiners::from_operation};
use lacuna_dialects::{
    ir::{Op, Value, defining_op, op_name, operands},
    sloop::Combiner,
};

/// Larger bodies are not looked through.
const MOST_OPERATIONS: usize = 256;

/// A walk from what a body yields back to the old value.
pub struct OldValueFinder<'a, 'c> {
    body: &'a Dependence<'a, 'c>,
    /// How many more operations are looked at.
    left: usize,
}

impl<'a, 'c> OldValueFinder<'a, 'c> {
    pub fn new(body: &'a Dependence<'a, 'c>) -> Self {
        Self { body, left: MOST_OPERATIONS }
    }

    /// The old value and what it was combined with.
    pub fn chain(&mut self, value: Value<'c>) -> Result<Derivation<'c>, Unconvertible<'c>> {
        if value == self.body.around.own {
            return Ok(Derivation { combiner: None, terms: Vec::new() });
        }
        let op = defining_op(value).expect("what depends on the old value is computed from it");
        let Some(left) = self.left.checked_sub(1) else {
            return Err(self.body.refused(op, "stands in a body that is too large to analyze", "divide the operation"));
        };
        self.left = left;
        let name = op_name(op);
        let all = operands(op);
        if name == "arith.select" {
            return self.choice(op, &all);
        }
        let dependent: Vec<_> = all.iter().map(|operand| self.body.on(*operand)).collect();
        if dependent.iter().filter(|depends| **depends).count() > 1 {
            return Err(self.body.refused(
                op,
                "uses the old value more than once",
                "use the old value in one operation only",
            ));
        }
        if let Some(combiner) = from_operation(&name) {
            let (old, other) = if dependent[0] { (all[0], all[1]) } else { (all[1], all[0]) };
            return self.extended(op, old, combiner, CombinedTerm::Value(other));
        }
        let is_fast = self.body.around.fp == FpMode::Fast;
        match (name.as_str(), dependent.as_slice()) {
            ("arith.subf" | "arith.subi" | "complex.sub", [true, false]) => {
                self.extended(op, all[0], Combiner::Add, CombinedTerm::Negated(all[1], op))
            }
            ("arith.subf" | "arith.subi" | "complex.sub", _) => Err(self.body.refused(
                op,
                "subtracts the old value, whose sign changes with every value",
                "subtract from the old value instead",
            )),
            ("arith.divf" | "complex.div", [true, false]) if self.body.around.is_reduction && is_fast => {
                self.extended(op, all[0], Combiner::Mul, CombinedTerm::Reciprocal(all[1], op))
            }
            ("arith.divf" | "complex.div", [true, false]) => Err(self.body.refused(
                op,
                "does not round like a product with the reciprocal",
                "set fp=fast, or multiply by the reciprocal",
            )),
            ("math.fma", [false, false, true]) if is_fast => {
                self.extended(op, all[2], Combiner::Add, CombinedTerm::Product(all[0], all[1], op))
            }
            ("math.fma", [false, false, true]) => Err(self.body.refused(
                op,
                "rounds once, and a product that is added rounds twice",
                "set fp=fast, or write arith.mulf and arith.addf",
            )),
            _ => Err(self.body.refused(
                op,
                "is not one of these",
                "move what follows the combination into an operation of its own",
            )),
        }
    }

    /// What combines one more value with the old one.
    fn extended(
        &mut self,
        op: Op<'c>,
        old: Value<'c>,
        combiner: Combiner,
        term: CombinedTerm<'c>,
    ) -> Result<Derivation<'c>, Unconvertible<'c>> {
        let mut chain = self.chain(old)?;
        self.same(op, &mut chain.combiner, combiner)?;
        chain.terms.push(term);
        Ok(chain)
    }

    /// Holds a chain to one combiner.
    fn same(&self, op: Op<'c>, known: &mut Option<Combiner>, combiner: Combiner) -> Result<(), Unconvertible<'c>> {
        match known.replace(combiner) {
            Some(other) if other != combiner => Err(self.body.refused(
                op,
                &format!("combines by {}, what is inside by {}", combiner.word(), other.word()),
                "a reduction has one combiner: divide the operation",
            )),
            _ => Ok(()),
        }
    }

    fn choice(&mut self, op: Op<'c>, all: &[Value<'c>]) -> Result<Derivation<'c>, Unconvertible<'c>> {
        if self.body.on(all[0]) {
            return extremum::find(self.body, op).map(|(combiner, other)| Derivation {
                combiner: Some(combiner),
                terms: vec![CombinedTerm::Value(other)],
            });
        }
        if all[1..].iter().any(|value| !self.body.on(*value)) {
            return Err(self.body.refused(
                op,
                "does not keep the old value where it chooses another",
                "combine the old value with something in both cases, or leave it as it is in one",
            ));
        }
        let (left, right) = (self.chain(all[1])?, self.chain(all[2])?);
        let mut combiner = left.combiner;
        if let Some(other) = right.combiner {
            self.same(op, &mut combiner, other)?;
        }
        let terms = match combiner {
            None => Vec::new(),
            Some(_) => vec![CombinedTerm::Chosen(left.terms, right.terms, op)],
        };
        Ok(Derivation { combiner, terms })
    }
}
