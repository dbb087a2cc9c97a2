//! What has to hold of sizes, and the code that asks for it.

use super::traced_size::TracedSize;
use crate::bridge::affine::LoopDivision;
use lacuna_dialects::{
    builder::{Builder, ComparePredicate},
    ir::{Block, Op, Value, arguments, ops_in},
};
use melior::ir::operation::OperationLike;

/// What has to hold of the operands of an operation.
pub enum Check<'c> {
    /// Two sizes are the same.
    Same { sizes: [TracedSize<'c>; 2], message: String },
    /// A dimension holds all values of a subscript, unless nothing is run.
    Holds {
        size: TracedSize<'c>,
        values: Values<'c>,
        /// Nothing is run where one of these is zero.
        rounds: Vec<TracedSize<'c>>,
        message: String,
    },
}

/// The values that a subscript takes.
pub struct Values<'c> {
    /// Each variable's extent and factor.
    pub terms: Vec<(TracedSize<'c>, i64)>,
    /// The same of variables that are divided.
    pub divided: Vec<(TracedSize<'c>, LoopDivision, i64)>,
    /// Numbers that are added, each with its factor.
    pub added: Vec<(TracedSize<'c>, i64)>,
    pub constant: i64,
}

impl<'c> Check<'c> {
    fn sizes(&self) -> Vec<TracedSize<'c>> {
        match self {
            Self::Same { sizes, .. } => sizes.to_vec(),
            Self::Holds { size, values, rounds, .. } => {
                let divided = values.divided.iter().map(|(size, ..)| *size);
                let summed = values.terms.iter().chain(&values.added).map(|(size, _)| *size).chain(divided);
                std::iter::once(*size).chain(summed).chain(rounds.iter().copied()).collect()
            }
        }
    }

    /// Whether it is about quotients or remainders.
    pub fn is_divided(&self) -> bool {
        matches!(self, Self::Holds { values, .. } if !values.divided.is_empty())
    }

    /// Whether all sizes are known while compiling.
    pub fn is_static(&self) -> bool {
        self.sizes().iter().all(|size| size.known().is_some())
    }
}

impl<'c> Values<'c> {
    /// Whether all of them are known to be at least 0, and below a size.
    pub fn are_below(&self, size: u64) -> bool {
        let start = (self.constant, self.constant);
        let whole = self.terms.iter().map(|(extent, factor)| (extent, None, factor));
        let divided = self.divided.iter().map(|(extent, division, factor)| (extent, Some(division), factor));
        let ends = whole.chain(divided).try_fold(start, |(low, high), (extent, division, factor)| {
            let last = i64::try_from(extent.known()?).ok()?.checked_sub(1)?;
            let last = match division {
                None => last,
                Some(LoopDivision::Quotient(divisor)) => last.div_euclid(*divisor),
                Some(LoopDivision::Remainder(divisor)) => last.min(divisor - 1),
            };
            let far = factor.checked_mul(last)?;
            if *factor < 0 { Some((low.checked_add(far)?, high)) } else { Some((low, high.checked_add(far)?)) }
        });
        self.added.is_empty() && ends.is_some_and(|(low, high)| low >= 0 && (high < 0 || high.cast_unsigned() < size))
    }

    fn may_be_negative(&self) -> bool {
        let mut factors = self.terms.iter().map(|(_, factor)| factor).chain(self.divided.iter().map(|(.., by)| by));
        self.constant < 0 || !self.added.is_empty() || factors.any(|factor| *factor < 0)
    }
}

/// Emits the checks of a function, in order.
pub fn emit<'c>(entry: Block<'c>, checks: &[(Op<'c>, Check<'c>)]) {
    let Some(start) = ops_in(entry).first().copied() else { return };
    let outside = arguments(entry);
    let at_entry = |op: Op<'c>, check: &Check<'c>| {
        ops_in(entry).contains(&op) && check.sizes().iter().all(|size| size.is_among(&outside))
    };
    let mut known = Equalities::default();
    let mut emitted = Emitted::default();
    for (op, check) in checks.iter().filter(|(op, check)| at_entry(*op, check)) {
        emit_check(&Builder::before(start).located(op.location()), check, &mut known, &mut emitted);
    }
    for (op, check) in checks.iter().filter(|(op, check)| !at_entry(*op, check)) {
        emit_check(&Builder::before(*op), check, &mut known.clone(), &mut Emitted::default());
    }
}

/// Sizes that have a value in one place.
type Emitted<'c> = Vec<(TracedSize<'c>, Value<'c>)>;

fn value_of<'c>(size: TracedSize<'c>, builder: &Builder<'c>, emitted: &mut Emitted<'c>) -> Value<'c> {
    if let Some((_, value)) = emitted.iter().find(|(other, _)| *other == size) {
        return *value;
    }
    let value = size.emit(builder);
    emitted.push((size, value));
    value
}

fn emit_check<'c>(builder: &Builder<'c>, check: &Check<'c>, known: &mut Equalities<'c>, emitted: &mut Emitted<'c>) {
    match check {
        Check::Same { sizes: [left, right], message } => {
            if !known.join(*left, *right) {
                return;
            }
            let [left, right] = [left, right].map(|size| value_of(*size, builder, emitted));
            builder.assert_that(builder.compare(ComparePredicate::Equal, left, right), message);
        }
        Check::Holds { size, values, rounds, message } => {
            let mut holds = is_inside(builder, *size, values, emitted);
            for extent in rounds.iter().filter(|extent| !matches!(extent, TracedSize::Static(1..))) {
                let (extent, zero) = (value_of(*extent, builder, emitted), builder.index(0));
                let is_idle = builder.compare(ComparePredicate::Equal, extent, zero);
                holds = builder.binary("arith.ori", is_idle, holds);
            }
            builder.assert_that(holds, message);
        }
    }
}

/// Whether a dimension holds the least and the largest value of a subscript.
fn is_inside<'c>(
    builder: &Builder<'c>,
    size: TracedSize<'c>,
    values: &Values<'c>,
    emitted: &mut Emitted<'c>,
) -> Value<'c> {
    let (mut low, mut high) = (builder.index(values.constant), builder.index(values.constant));
    let whole = values.terms.iter().map(|(extent, factor)| (extent, None, factor));
    let divided = values.divided.iter().map(|(extent, division, factor)| (extent, Some(division), factor));
    for (extent, division, factor) in whole.chain(divided) {
        let extent = value_of(*extent, builder, emitted);
        let last = builder.binary("arith.subi", extent, value_of(TracedSize::Static(1), builder, emitted));
        let last = match division {
            None => last,
            Some(LoopDivision::Quotient(divisor)) => builder.binary("arith.divui", last, builder.index(*divisor)),
            Some(LoopDivision::Remainder(divisor)) => builder.binary("arith.minui", last, builder.index(divisor - 1)),
        };
        let far = builder.binary("arith.muli", last, builder.index(*factor));
        let end = if *factor < 0 { &mut low } else { &mut high };
        *end = builder.binary("arith.addi", *end, far);
    }
    for (added, factor) in &values.added {
        let added = builder.binary("arith.muli", value_of(*added, builder, emitted), builder.index(*factor));
        [&mut low, &mut high].into_iter().for_each(|end| *end = builder.binary("arith.addi", *end, added));
    }
    let holds = builder.compare(ComparePredicate::SignedLess, high, value_of(size, builder, emitted));
    if !values.may_be_negative() {
        return holds;
    }
    let zero = value_of(TracedSize::Static(0), builder, emitted);
    let is_positive = builder.compare(ComparePredicate::SignedLessEqual, zero, low);
    builder.binary("arith.andi", is_positive, holds)
}

/// Sizes that are the same after the checks so far.
#[derive(Clone, Default)]
struct Equalities<'c> {
    classes: Vec<Vec<TracedSize<'c>>>,
}

impl<'c> Equalities<'c> {
    /// Makes two sizes the same; says whether they were not known to be.
    fn join(&mut self, left: TracedSize<'c>, right: TracedSize<'c>) -> bool {
        let mut joined = self.take(left);
        let is_new = !joined.contains(&right);
        if is_new {
            joined.extend(self.take(right));
        }
        self.classes.push(joined);
        is_new
    }

    fn take(&mut self, size: TracedSize<'c>) -> Vec<TracedSize<'c>> {
        let place = self.classes.iter().position(|class| class.contains(&size));
        place.map_or_else(|| vec![size], |place| self.classes.swap_remove(place))
    }
}
