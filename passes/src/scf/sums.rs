//! Sums: loops whose carried values are combined with a term each time, in any order.

use crate::{
    fp::allows_any_order,
    index::{combine, combiners},
};
use lacuna_dialects::{
    builder::Builder,
    ir::{Op, Value, body, defining_op, op_name, operands, ops_in, results, users},
    sloop::{Combiner, cursors::Iterate, index::Yield},
};
use melior::ir::{ValueLike, operation::OperationLike};

/// A carried value of a sum.
#[derive(Clone, Copy)]
pub struct Summand<'c> {
    /// What combines the carried value with the term.
    pub combine: Op<'c>,
    combiner: Combiner,
}

impl<'c> Summand<'c> {
    /// What changes nothing where it is combined with.
    pub fn neutral(&self, builder: &Builder<'c>) -> Value<'c> {
        combine::neutral(builder, self.combiner, results(self.combine)[0].r#type())
    }
}

/// What a loop adds to each of its carried values; nothing if one of them is not a sum that may be taken in any order.
pub fn summands<'c>(r#loop: Iterate<'c>) -> Option<Vec<Summand<'c>>> {
    let block = body(r#loop.op(), 0)?;
    let last = ops_in(block).into_iter().find(|op| Yield::is(*op))?;
    let carried = r#loop.arguments()[2..].to_vec();
    let summand = |(before, after): (Value<'c>, Value<'c>)| {
        let combine = defining_op(after)?;
        let combiner = combiners::from_operation(&op_name(combine))?;
        let stands_here = combine.block().is_some_and(|own| own == block.into());
        // No other operation, and no loop inside, sees what has been summed so far.
        let is_seen_once = users(before) == [combine] && users(results(combine)[0]) == [last];
        let [left, right] = operands(combine)[..] else { return None };
        let is_fed_once = left != right;
        (stands_here && is_seen_once && is_fed_once && allows_any_order(combine)).then_some(Summand { combine, combiner })
    };
    carried.into_iter().zip(operands(last)).map(summand).collect()
}

/// Whether a loop is a sum.
pub fn is_sum(r#loop: Iterate<'_>) -> bool {
    summands(r#loop).is_some_and(|summands| !summands.is_empty())
}
