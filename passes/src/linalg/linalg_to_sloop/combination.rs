//! What the body of an operation combines with the old value of its result.
//!
//! A reduction is written `old ⊕ value` in many ways: the old value stands deep inside a chain of one combiner, something
//! is subtracted from it, added by `math.fma`, or combined only where a condition holds. All are brought to the one form
//! that a `sloop.write` has. What is not equal bit by bit is done only where `fp` allows it; of minimum and maximum any
//! order is equal.
//!
//! Example: `test/conversions/linalg_to_sloop_combinations.mlir`.

mod extremum;

use super::{Refusal, refuse};
use crate::{
    fp::FpMode,
    index::{
        combine::{self, combine, neutral},
        combiners::from_operation,
        emission::is_complex,
    },
};
use lacuna_dialects::{
    builder::{Builder, is_float},
    ir::{Block, Op, Value, defining_op, op_name, operands, ops_in, results},
    sloop::Combiner,
    sloop::points::Absent,
};
use melior::ir::{ValueLike, operation::OperationLike};

/// Larger bodies are not looked through.
const MOST_OPERATIONS: usize = 256;

/// How to bring a body to the form `old ⊕ value`.
pub struct Combination<'c> {
    /// How values are combined.
    pub combiner: Combiner,
    /// The operation that combines last.
    pub last: Op<'c>,
    terms: Vec<Term<'c>>,
    /// Whether the old value meets one value after the other.
    keeps_order: bool,
}

/// What is combined with the old value.
#[derive(Clone)]
enum Term<'c> {
    Value(Value<'c>),
    /// The value is subtracted by the operation.
    Negated(Value<'c>, Op<'c>),
    /// The operation divides by the value.
    Reciprocal(Value<'c>, Op<'c>),
    /// The product that an operation adds.
    Product(Value<'c>, Value<'c>, Op<'c>),
    /// One of two lists of terms, of which one may be empty; the operation chooses.
    Chosen(Vec<Term<'c>>, Vec<Term<'c>>, Op<'c>),
}

/// What is known around a body.
pub struct Surroundings<'c> {
    /// The operation whose body it is.
    pub op: Op<'c>,
    /// The body.
    pub block: Block<'c>,
    /// The old value of the result.
    pub own: Value<'c>,
    /// What floating point may be turned into.
    pub fp: FpMode,
    /// Whether a point is combined with many values, so that the result cannot be computed from the old value at once.
    pub is_reduction: bool,
    /// Whether the result is stored in levels.
    pub is_stored: bool,
    /// Whether the result starts from numbers, none of which is NaN.
    pub starts_from_numbers: bool,
}

/// What a value of a body is, going by how it comes from the old value.
#[derive(Clone)]
struct Chain<'c> {
    /// `None`, where it is the old value itself.
    combiner: Option<Combiner>,
    terms: Vec<Term<'c>>,
}

/// How a body yields `value`; why that is no combination, in words and with the operation that is in the way.
pub fn find<'c>(around: &Surroundings<'c>, value: Value<'c>) -> Result<Combination<'c>, Refusal<'c>> {
    let mut finder = Finder { around, dependent: vec![around.own], left: MOST_OPERATIONS };
    for op in ops_in(around.block) {
        if operands(op).iter().any(|operand| finder.dependent.contains(operand)) {
            finder.dependent.extend(results(op));
        }
    }
    let last = defining_op(value).filter(|_| finder.depends(value));
    let Some(last) = last else {
        let location = defining_op(value).map_or(around.own.location(), |op| op.location());
        return Err(refuse(
            location,
            "the body of a reduction does not use the old value of its result, so that only the last value would stay: \
             combine the two by an operation that adds, multiplies, or takes the minimum, maximum, and, or, xor",
        ));
    };
    let Chain { combiner, terms } = finder.chain(value)?;
    let combiner = combiner.expect("a value other than the old one is combined from something");
    let keeps_order = (is_float(value.r#type()) || is_complex(value.r#type()))
        && matches!(combiner, Combiner::Add | Combiner::Mul)
        && around.fp == FpMode::Strict;
    // Several writes, one after the other, keep the order. Those of a stored result become one.
    let can_keep_order =
        !terms.iter().any(is_regrouped) && (terms.len() == 1 || around.is_reduction && !around.is_stored);
    if keeps_order && !can_keep_order {
        return Err(finder.refused(
            last,
            "is one of several that combine with the old value, and floating point rounds in another order when they are \
             taken together",
            "set fp=fast, or combine one value with the old one",
        ));
    }
    Ok(Combination { combiner, last, terms, keeps_order })
}

/// Whether several values are combined before they meet the old one.
fn is_regrouped(term: &Term<'_>) -> bool {
    matches!(term, Term::Chosen(left, right, _)
        if left.len() > 1 || right.len() > 1 || left.iter().chain(right).any(is_regrouped))
}

struct Finder<'a, 'c> {
    around: &'a Surroundings<'c>,
    /// The values that depend on the old one.
    dependent: Vec<Value<'c>>,
    /// How many more operations are looked at.
    left: usize,
}

impl<'c> Finder<'_, 'c> {
    fn depends(&self, value: Value<'c>) -> bool {
        self.dependent.contains(&value)
    }

    /// The old value and what it was combined with.
    fn chain(&mut self, value: Value<'c>) -> Result<Chain<'c>, Refusal<'c>> {
        if value == self.around.own {
            return Ok(Chain { combiner: None, terms: Vec::new() });
        }
        let op = defining_op(value).expect("what depends on the old value is computed from it");
        let Some(left) = self.left.checked_sub(1) else {
            return Err(self.refused(op, "stands in a body that is too large to analyze", "divide the operation"));
        };
        self.left = left;
        let name = op_name(op);
        let all = operands(op);
        if name == "arith.select" {
            return self.choice(op, &all);
        }
        let dependent: Vec<_> = all.iter().map(|operand| self.depends(*operand)).collect();
        if dependent.iter().filter(|depends| **depends).count() > 1 {
            return Err(self.refused(
                op,
                "uses the old value more than once",
                "use the old value in one operation only",
            ));
        }
        if let Some(combiner) = from_operation(&name) {
            let (old, other) = if dependent[0] { (all[0], all[1]) } else { (all[1], all[0]) };
            return self.extended(op, old, combiner, Term::Value(other));
        }
        let is_fast = self.around.fp == FpMode::Fast;
        match (name.as_str(), dependent.as_slice()) {
            ("arith.subf" | "arith.subi" | "complex.sub", [true, false]) => {
                self.extended(op, all[0], Combiner::Add, Term::Negated(all[1], op))
            }
            ("arith.subf" | "arith.subi" | "complex.sub", _) => Err(self.refused(
                op,
                "subtracts the old value, whose sign changes with every value",
                "subtract from the old value instead",
            )),
            ("arith.divf" | "complex.div", [true, false]) if self.around.is_reduction && is_fast => {
                self.extended(op, all[0], Combiner::Mul, Term::Reciprocal(all[1], op))
            }
            ("arith.divf" | "complex.div", [true, false]) => Err(self.refused(
                op,
                "does not round like a product with the reciprocal",
                "set fp=fast, or multiply by the reciprocal",
            )),
            ("math.fma", [false, false, true]) if is_fast => {
                self.extended(op, all[2], Combiner::Add, Term::Product(all[0], all[1], op))
            }
            ("math.fma", [false, false, true]) => Err(self.refused(
                op,
                "rounds once, and a product that is added rounds twice",
                "set fp=fast, or write arith.mulf and arith.addf",
            )),
            _ => Err(self.refused(
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
        term: Term<'c>,
    ) -> Result<Chain<'c>, Refusal<'c>> {
        let mut chain = self.chain(old)?;
        self.same(op, &mut chain.combiner, combiner)?;
        chain.terms.push(term);
        Ok(chain)
    }

    /// Holds a chain to one combiner.
    fn same(&self, op: Op<'c>, known: &mut Option<Combiner>, combiner: Combiner) -> Result<(), Refusal<'c>> {
        match known.replace(combiner) {
            Some(other) if other != combiner => Err(self.refused(
                op,
                &format!("combines by {}, what is inside by {}", combiner.word(), other.word()),
                "a reduction has one combiner: divide the operation",
            )),
            _ => Ok(()),
        }
    }

    fn choice(&mut self, op: Op<'c>, all: &[Value<'c>]) -> Result<Chain<'c>, Refusal<'c>> {
        if self.depends(all[0]) {
            return extremum::find(self, op)
                .map(|(combiner, other)| Chain { combiner: Some(combiner), terms: vec![Term::Value(other)] });
        }
        if all[1..].iter().any(|value| !self.depends(*value)) {
            return Err(self.refused(
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
            Some(_) => vec![Term::Chosen(left.terms, right.terms, op)],
        };
        Ok(Chain { combiner, terms })
    }

    /// Why an operation is in the way, and what the user can do.
    fn refused(&self, op: Op<'c>, why: &str, remedy: &str) -> Refusal<'c> {
        refuse(
            op.location(),
            format!(
                "the body of a reduction must combine the old value of its result with others, by an operation that adds, \
                 multiplies, or takes the minimum, maximum, and, or, xor: {} {why}; {remedy}",
                op_name(op)
            ),
        )
    }
}

impl<'c> Combination<'c> {
    /// Emits what is combined with the old value at the end of the body: one value, or, where the order of combining
    /// matters, several.
    pub fn emit(&self, around: &Surroundings<'c>) -> Vec<Value<'c>> {
        let end = ops_in(around.block).pop().expect("a body ends with what it yields");
        let emitter = Emitter { around, combiner: self.combiner, builder: Builder::before(end) };
        let together = if self.keeps_order { 1 } else { self.terms.len().max(1) };
        self.terms.chunks(together).map(|terms| emitter.group(terms)).collect()
    }
}

struct Emitter<'a, 'c> {
    around: &'a Surroundings<'c>,
    combiner: Combiner,
    builder: Builder<'c>,
}

impl<'c> Emitter<'_, 'c> {
    fn group(&self, terms: &[Term<'c>]) -> Value<'c> {
        let values = terms.iter().map(|term| self.term(term));
        let sum = |left, right| combine(&self.builder, self.combiner, left, right, FpMode::Strict.flags());
        values.reduce(sum).unwrap_or_else(|| self.nothing())
    }

    fn term(&self, term: &Term<'c>) -> Value<'c> {
        match term {
            Term::Value(value) => *value,
            Term::Negated(value, op) => self.negated(*value, &self.builder.located(op.location())),
            Term::Reciprocal(value, op) => {
                let builder = self.builder.located(op.location());
                let one = neutral(&builder, Combiner::Mul, value.r#type());
                builder.clone_scalar(*op, &[one, *value], value.r#type(), &[])
            }
            Term::Product(left, right, op) => {
                let builder = self.builder.located(op.location());
                combine(&builder, Combiner::Mul, *left, *right, FpMode::Strict.flags())
            }
            Term::Chosen(left, right, op) => {
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
