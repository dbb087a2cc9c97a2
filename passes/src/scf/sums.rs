//! Sums: loops whose carried values are combined with a term each time, in any order.

use crate::{
    bridge::combine,
    fp::{FpMode, allows_any_order},
    index::combiners,
};
use lacuna_dialects::{
    builder::Builder,
    ir::{Op, Value, body, collect_ops, defining_op, op_name, operands, ops_in, results},
    sloop::{Combiner, cursors::Iterate, index::Yield},
};
use melior::ir::{Type, ValueLike, operation::OperationLike};
use std::collections::VecDeque;

/// What holds a sum from one round of a loop to the next.
#[derive(Clone, Copy)]
pub struct CarriedSum<'c> {
    combine: Op<'c>,
    combiner: Combiner,
}

impl<'c> CarriedSum<'c> {
    /// What changes nothing where it is combined with.
    pub fn neutral(&self, builder: &Builder<'c>) -> Value<'c> {
        self.neutral_of(builder, results(self.combine)[0].r#type())
    }

    /// The same of a vector.
    pub fn neutral_in_lanes(&self, builder: &Builder<'c>, lanes: i64) -> Value<'c> {
        self.neutral_of(builder, builder.vector_type(lanes, results(self.combine)[0].r#type()))
    }

    fn neutral_of(&self, builder: &Builder<'c>, r#type: Type<'c>) -> Value<'c> {
        combine::neutral(builder, self.combiner, r#type)
    }

    /// All lanes of a vector as one value.
    pub fn across(&self, builder: &Builder<'c>, vector: Value<'c>) -> Value<'c> {
        combine::reduce(builder, self.combiner, vector, FpMode::Fast.flags())
    }

    /// The place of what is combined with the sum so far, if this is the operation that does it.
    pub fn term_of(&self, op: Op<'c>, before: Value<'c>) -> Option<usize> {
        let is_it = op == self.combine;
        is_it.then(|| usize::from(operands(op)[0] == before))
    }
}

/// What a loop carries; none if one of the values is not a sum that may be taken in any order.
pub fn carried_sums<'c>(r#loop: Iterate<'c>) -> Option<Vec<CarriedSum<'c>>> {
    let block = body(r#loop.op(), 0)?;
    let last = ops_in(block).into_iter().find(|op| Yield::is(*op))?;
    let carried = r#loop.arguments()[2..].to_vec();
    let accumulator = |(before, after): (Value<'c>, Value<'c>)| {
        let combine = defining_op(after)?;
        let combiner = combiners::from_operation(&op_name(combine))?;
        let stands_here = combine.block().is_some_and(|own| own == block);
        // No other operation, and no loop inside, sees what has been summed so far.
        let is_seen_once = |value| collect_ops(r#loop.op(), |op| operands(op).contains(&value)).len() == 1;
        let [left, right] = operands(combine)[..] else { return None };
        let takes_it = (left == before) != (right == before);
        (stands_here
            && is_seen_once(before)
            && is_seen_once(results(combine)[0])
            && takes_it
            && allows_any_order(combine))
        .then_some(CarriedSum { combine, combiner })
    };
    carried.into_iter().zip(operands(last)).map(accumulator).collect()
}

/// Whether a loop is a sum.
pub fn is_sum(r#loop: Iterate<'_>) -> bool {
    carried_sums(r#loop).is_some_and(|carried_sums| !carried_sums.is_empty())
}

/// Combines two values of each sum; `emit` puts the operation that combines on other operands.
pub fn combine<'c>(
    carried_sums: &[CarriedSum<'c>],
    left: Vec<Value<'c>>,
    right: Vec<Value<'c>>,
    emit: impl Fn(Op<'c>, [Value<'c>; 2]) -> Vec<Value<'c>>,
) -> Vec<Value<'c>> {
    let pairs = left.into_iter().zip(right);
    carried_sums.iter().zip(pairs).flat_map(|(own, (left, right))| emit(own.combine, [left, right])).collect()
}

/// Combines all of a list as a tree.
pub fn tree<T>(mut parts: VecDeque<T>, combine: impl Fn(T, T) -> T) -> T {
    loop {
        let first = parts.pop_front().expect("there is one at least");
        let Some(second) = parts.pop_front() else { return first };
        parts.push_back(combine(first, second));
    }
}
