//! Strips: blocks of lanes that together take every value of a variable.

use super::{Emitter, loops::hint_copies};
use crate::{
    bridge::{
        combine::{combine, neutral, reduce},
        types::type_of,
    },
    index::{Limit, VarId},
    plan::{Accumulator, Blocks, Case, PlannedLoop, Strips, Tail},
    sparsify::lanes::{Lanes, insert, places},
};
use lacuna_dialects::{
    builder::{Builder, ComparePredicate},
    ir::{Value, results},
};
use melior::ir::{Type, ValueLike};

/// A loop in lanes.
struct InLanes<'a> {
    planned: &'a PlannedLoop,
    strips: Strips,
    case: &'a Case,
    /// Whether it is asked if the reductions inside find something.
    asks: bool,
}

impl<'a> InLanes<'a> {
    fn accumulator(&self) -> Option<&'a Accumulator> {
        self.planned.accumulator.as_ref()
    }
}

/// What whole blocks leave of the values of a variable.
#[derive(Clone, Copy)]
struct Left<'c> {
    var: VarId,
    /// The first of them.
    base: Value<'c>,
    /// How many there are.
    count: Value<'c>,
}

impl<'c> Left<'c> {
    fn lanes(self, builder: &Builder<'c>, tail: Tail) -> Lanes<'c> {
        Lanes::at_most(builder, self.var, tail, self.base, self.count)
    }
}

impl<'a, 'c> Emitter<'a, 'c> {
    /// Blocks of lanes that together take every value of a variable. Gives what the accumulator of the loop has taken, combined
    /// across the lanes, and whether reductions inside found something, where that is asked.
    pub(super) fn lanes(
        &mut self,
        builder: &Builder<'c>,
        planned: &'a PlannedLoop,
        (strips, case): (Strips, &'a Case),
        asks: bool,
    ) -> Vec<Value<'c>> {
        let (var, width) = (planned.var, strips.width);
        let inner = InLanes { planned, strips, case, asks };
        match strips.blocks {
            Blocks::Known { whole, rest } => {
                let mut total = match whole {
                    0 => None,
                    1 => Some(self.block(builder, Lanes::exactly(builder, var, width, builder.index(0)), &inner)),
                    _ => Some(self.whole_blocks(builder, builder.index(whole * width), &inner)),
                };
                total = total.map(|vector| self.across(builder, vector, &inner));
                if rest > 0 {
                    let lanes = Lanes::exactly(builder, var, rest, builder.index(whole * width));
                    let rest = self.block(builder, lanes, &inner);
                    let rest = self.across(builder, rest, &inner);
                    total = Some(total.map_or(rest, |total| self.both(builder, total, rest, &inner)));
                }
                total.unwrap_or_else(|| self.nothing(builder, None, &inner)).values()
            }
            Blocks::Masked => {
                let (whole, rest) = whole_strips(builder, self.cut_short(builder, var, &case.limits), width);
                let total = self.whole_blocks(builder, whole, &inner);
                let left = Left { var, base: whole, count: rest };
                let taken = self.tail(builder, left, strips, &total.values(), &mut |emitter, builder, lanes| {
                    let rest = emitter.block(builder, lanes, &inner);
                    let rest = emitter.widened(builder, rest, total, &inner);
                    emitter.both(builder, total, rest, &inner).values()
                });
                self.across(builder, BlocksValue::of(&taken), &inner).values()
            }
        }
    }

    /// How many values of a variable these bounds leave: the first ones.
    fn cut_short(&self, builder: &Builder<'c>, var: VarId, limits: &[Limit]) -> Value<'c> {
        limits.iter().fold(self.extent(var), |count, limit| {
            let before = self.index(builder, &limit.subscript.without(&[var]));
            let left = builder.binary("arith.subi", self.limit_extent(builder, limit), before);
            let some = builder.binary("arith.maxsi", left, builder.index(0));
            builder.binary("arith.minsi", count, some)
        })
    }

    /// All whole blocks up to `end`, combined lane by lane.
    fn whole_blocks(&mut self, builder: &Builder<'c>, end: Value<'c>, inner: &InLanes<'a>) -> BlocksValue<'c> {
        let width = inner.strips.width;
        let start = self.nothing(builder, Some(places(width)), inner).values();
        let range = (builder.index(0), end, builder.index(width));
        let blocks = builder.for_op(range, &start, |builder, base, carried| {
            let block = self.block(builder, Lanes::exactly(builder, inner.planned.var, width, base), inner);
            self.both(builder, BlocksValue::of(carried), block, inner).values()
        });
        hint_copies(blocks, inner.planned.copies);
        BlocksValue::of(&results(blocks))
    }

    /// What whole blocks leave, if anything, in the narrowest of the masked blocks that holds it; `otherwise` where nothing is left.
    fn tail(
        &mut self,
        builder: &Builder<'c>,
        left: Left<'c>,
        strips: Strips,
        otherwise: &[Value<'c>],
        block: &mut dyn FnMut(&mut Self, &Builder<'c>, Lanes<'c>) -> Vec<Value<'c>>,
    ) -> Vec<Value<'c>> {
        let tails = strips.tails();
        let types: Vec<_> = otherwise.iter().map(ValueLike::r#type).collect();
        if let [only] = tails[..] {
            let some = builder.compare(ComparePredicate::NotEqual, left.count, builder.index(0));
            let then = |builder: &Builder<'c>| block(self, builder, left.lanes(builder, only));
            return builder.if_else(some, &types, then, |_| otherwise.to_vec());
        }
        let full = strips.full_tails();
        let number = number_of_tail(builder, left.count, &tails);
        let number = full.iter().zip(1..).fold(number, |number, (lanes, place)| {
            let is_full = builder.compare(ComparePredicate::Equal, left.count, builder.index(*lanes));
            let own = builder.index((tails.len() + place) as i64);
            builder.value("arith.select", &[is_full, own, number], builder.index_type(), &[])
        });
        builder.switch(number, 1..=tails.len() + full.len(), &types, |builder, number| match number {
            None => otherwise.to_vec(),
            Some(number) if number <= tails.len() => block(self, builder, left.lanes(builder, tails[number - 1])),
            Some(number) => {
                let lanes = full[number - tails.len() - 1];
                block(self, builder, Lanes::exactly(builder, left.var, lanes, left.base))
            }
        })
    }

    /// One block of lanes; gives what the accumulator takes in each of them: its neutral value in those that do not count.
    fn block(&mut self, builder: &Builder<'c>, lanes: Lanes<'c>, inner: &InLanes<'a>) -> BlocksValue<'c> {
        self.in_region(|emitter| emitter.in_block(builder, lanes, inner))
    }

    fn in_block(&mut self, builder: &Builder<'c>, lanes: Lanes<'c>, inner: &InLanes<'a>) -> BlocksValue<'c> {
        let outer = self.here.lanes.replace(lanes);
        debug_assert!(outer.is_none(), "lanes do not nest");
        self.here.vars[lanes.var.0] = Some(lanes.base);
        self.locate_all(builder, &inner.planned.located);
        let (inside, mut taken) = (inner.case.body.general(), BlocksValue::default());
        let mut fill = |emitter: &mut Self, builder: &Builder<'c>| {
            emitter.steps(builder, &inside.steps);
            if let (Some(accumulator), Some(value)) = (inner.accumulator(), inside.taken) {
                let outer = std::mem::replace(&mut emitter.here.asks_found, inner.asks);
                let value = lanes.spread(builder, emitter.expression(builder, value));
                emitter.here.asks_found = outer;
                let found = inside.found.as_ref().filter(|_| inner.asks);
                taken.value = Some(lanes.neutralize(builder, accumulator.combiner, value));
                taken.found = found.and_then(|found| emitter.holds(builder, found));
            }
            Vec::new()
        };
        self.assemble_nodes(builder, &inner.planned.grown, &mut fill);
        taken
    }

    /// What an accumulator holds at first, in so many lanes, or as a scalar.
    fn nothing(&self, builder: &Builder<'c>, places: Option<i64>, inner: &InLanes<'a>) -> BlocksValue<'c> {
        let Some(accumulator) = inner.accumulator() else { return BlocksValue::default() };
        let scalar = type_of(self.nest.node(accumulator.fold).r#type, builder.context());
        let r#type: Type<'c> = places.map_or(scalar, |places| builder.vector_type(places, scalar));
        let found = inner.asks.then(|| builder.number(0.0, builder.bool_type()));
        BlocksValue { value: Some(neutral(builder, accumulator.combiner, r#type)), found }
    }

    /// The values of all lanes as one.
    fn across(&self, builder: &Builder<'c>, vector: BlocksValue<'c>, inner: &InLanes<'a>) -> BlocksValue<'c> {
        let flags = self.computed.fp.flags();
        let value = vector.value.zip(inner.accumulator());
        BlocksValue { value: value.map(|(value, own)| reduce(builder, own.combiner, value, flags)), ..vector }
    }

    /// The same in the first lanes of as many as `other` has.
    fn widened(
        &self,
        builder: &Builder<'c>,
        narrow: BlocksValue<'c>,
        other: BlocksValue<'c>,
        inner: &InLanes<'a>,
    ) -> BlocksValue<'c> {
        let (Some(value), Some(other), Some(accumulator)) = (narrow.value, other.value, inner.accumulator()) else {
            return narrow;
        };
        if value.r#type() == other.r#type() {
            return narrow;
        }
        let nothing = neutral(builder, accumulator.combiner, other.r#type());
        BlocksValue { value: Some(insert(builder, value, nothing, 0)), ..narrow }
    }

    /// Both, combined.
    fn both(
        &self,
        builder: &Builder<'c>,
        left: BlocksValue<'c>,
        right: BlocksValue<'c>,
        inner: &InLanes<'a>,
    ) -> BlocksValue<'c> {
        let flags = self.computed.fp.flags();
        let values = left.value.zip(right.value).zip(inner.accumulator());
        let value = values.map(|((left, right), own)| combine(builder, own.combiner, left, right, flags));
        let found = left.found.zip(right.found);
        BlocksValue { value, found: found.map(|(left, right)| builder.binary("arith.ori", left, right)) }
    }
}

/// What an accumulator has taken in blocks of lanes; nothing in a loop without one.
#[derive(Clone, Copy, Default)]
struct BlocksValue<'c> {
    /// A value for each lane, or that of all lanes.
    value: Option<Value<'c>>,
    /// Whether something was found, where it is asked.
    found: Option<Value<'c>>,
}

impl<'c> BlocksValue<'c> {
    /// As what loops carry.
    fn values(self) -> Vec<Value<'c>> {
        self.value.into_iter().chain(self.found).collect()
    }

    fn of(values: &[Value<'c>]) -> Self {
        Self { value: values.first().copied(), found: values.get(1).copied() }
    }
}

/// The part of an extent that whole strips cover, and what is left.
fn whole_strips<'c>(builder: &Builder<'c>, extent: Value<'c>, width: i64) -> (Value<'c>, Value<'c>) {
    let rest = builder.binary("arith.remui", extent, builder.index(width));
    (builder.binary("arith.subi", extent, rest), rest)
}

/// The number of the narrowest of these blocks, counted from 1, that holds so many values; 0 where there are none.
fn number_of_tail<'c>(builder: &Builder<'c>, count: Value<'c>, tails: &[Tail]) -> Value<'c> {
    // It is one more than the number of blocks that are too narrow, unless there is nothing to hold.
    let index = |is_more| builder.value("arith.index_castui", &[is_more], builder.index_type(), &[]);
    let exceeded = std::iter::once(0).chain(tails.iter().map(|tail| tail.most())).take(tails.len());
    let exceeds = |most: i64| index(builder.compare(ComparePredicate::UnsignedLess, builder.index(most), count));
    exceeded.map(exceeds).reduce(|sum, one| builder.binary("arith.addi", sum, one)).expect("there is a block")
}
