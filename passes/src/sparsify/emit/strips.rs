//! Strips: blocks of lanes that together take every value of a variable.

use super::Emitter;
use crate::{
    index::VarId,
    plan::{Blocks, Strips},
    sparsify::lanes::Lanes,
};
use lacuna_dialects::{
    builder::{Builder, ComparePredicate},
    ir::Value,
};

impl<'a, 'c> Emitter<'a, 'c> {
    /// Blocks of lanes that together take every value of `var`.
    pub(super) fn strips(
        &mut self,
        builder: &Builder<'c>,
        var: VarId,
        Strips { width, blocks }: Strips,
        body: &mut dyn FnMut(&mut Self, &Builder<'c>),
    ) {
        let zero = builder.index(0);
        match blocks {
            Blocks::Known { whole, rest } => {
                if whole == 1 {
                    self.block(builder, Lanes { var, width, base: zero, mask: None }, body);
                } else if whole > 1 {
                    let range = (zero, builder.index(whole * width), builder.index(width));
                    builder.for_loop(range, &[], |builder, base, _| {
                        self.block(builder, Lanes { var, width, base, mask: None }, body);
                        Vec::new()
                    });
                }
                if rest > 0 {
                    let base = builder.index(whole * width);
                    self.block(builder, Lanes { var, width: rest, base, mask: None }, body);
                }
            }
            Blocks::Masked => {
                let (whole, rest) = whole_strips(builder, self.extent(var), width);
                let range = (zero, whole, builder.index(width));
                builder.for_loop(range, &[], |builder, base, _| {
                    self.block(builder, Lanes { var, width, base, mask: None }, body);
                    Vec::new()
                });
                let some = builder.compare(ComparePredicate::NotEqual, rest, zero);
                builder.if_else(
                    some,
                    &[],
                    |builder| {
                        let mask = create_mask(builder, rest, width);
                        self.block(builder, Lanes { var, width, base: whole, mask: Some(mask) }, body);
                        Vec::new()
                    },
                    |_| Vec::new(),
                );
            }
        }
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

pub(super) fn create_mask<'c>(builder: &Builder<'c>, count: Value<'c>, width: i64) -> Value<'c> {
    let r#type = builder.vector_type(width, builder.bool_type());
    builder.value("vector.create_mask", &[count], r#type, &[])
}
