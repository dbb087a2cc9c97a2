//! Strips: blocks of lanes that together take every value of a variable.

use super::Emitter;
use crate::{
    index::VarId,
    plan::{Blocks, Strips, Tail},
    sparsify::lanes::Lanes,
};
use lacuna_dialects::{
    builder::{Builder, ComparePredicate},
    ir::Value,
};
use melior::ir::ValueLike;

/// What whole blocks leave of the values of a variable.
#[derive(Clone, Copy)]
pub(super) struct Left<'c> {
    pub(super) var: VarId,
    /// The first of them.
    pub(super) base: Value<'c>,
    /// How many there are.
    pub(super) count: Value<'c>,
}

impl<'c> Left<'c> {
    fn lanes(self, builder: &Builder<'c>, tail: Tail) -> Lanes<'c> {
        Lanes::at_most(builder, self.var, tail, self.base, self.count)
    }
}

impl<'a, 'c> Emitter<'a, 'c> {
    /// Blocks of lanes that together take every value of `var`.
    pub(super) fn strips(
        &mut self,
        builder: &Builder<'c>,
        var: VarId,
        strips: Strips,
        body: &mut dyn FnMut(&mut Self, &Builder<'c>),
    ) {
        let (zero, width) = (builder.index(0), strips.width);
        match strips.blocks {
            Blocks::Known { whole, rest } => {
                if whole == 1 {
                    self.block(builder, Lanes::exactly(builder, var, width, zero), body);
                } else if whole > 1 {
                    let range = (zero, builder.index(whole * width), builder.index(width));
                    builder.for_loop(range, &[], |builder, base, _| {
                        self.block(builder, Lanes::exactly(builder, var, width, base), body);
                        Vec::new()
                    });
                }
                if rest > 0 {
                    let base = builder.index(whole * width);
                    self.block(builder, Lanes::exactly(builder, var, rest, base), body);
                }
            }
            Blocks::Masked => {
                let (whole, rest) = whole_strips(builder, self.extent(var), width);
                let range = (zero, whole, builder.index(width));
                builder.for_loop(range, &[], |builder, base, _| {
                    self.block(builder, Lanes::exactly(builder, var, width, base), body);
                    Vec::new()
                });
                let left = Left { var, base: whole, count: rest };
                self.tail(builder, left, strips, &[], &mut |emitter, builder, lanes| {
                    emitter.block(builder, lanes, body);
                    Vec::new()
                });
            }
        }
    }

    /// What whole blocks leave, if anything, in the narrowest of the masked blocks that holds it; `otherwise` where nothing is left.
    pub(super) fn tail(
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
        let number = number_of_tail(builder, left.count, &tails);
        builder.switch(number, 1..=tails.len(), &types, |builder, number| match number {
            None => otherwise.to_vec(),
            Some(number) => block(self, builder, left.lanes(builder, tails[number - 1])),
        })
    }

    /// Code for one block of lanes.
    pub(super) fn block(
        &mut self,
        builder: &Builder<'c>,
        lanes: Lanes<'c>,
        body: &mut dyn FnMut(&mut Self, &Builder<'c>),
    ) {
        let depth = self.known.len();
        let outer = self.lanes.replace(lanes);
        debug_assert!(outer.is_none(), "lanes do not nest");
        self.vars[lanes.var.0] = Some(lanes.base);
        body(self, builder);
        self.vars[lanes.var.0] = None;
        self.lanes = outer;
        self.known.truncate(depth);
    }
}

/// The part of an extent that whole strips cover, and what is left.
pub(super) fn whole_strips<'c>(builder: &Builder<'c>, extent: Value<'c>, width: i64) -> (Value<'c>, Value<'c>) {
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
