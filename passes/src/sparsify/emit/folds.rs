//! Folds: reductions that live in registers, one value or one block of lanes at a time.

use super::{
    Emitter,
    strips::{create_mask, whole_strips},
};
use crate::{
    index::{
        ExprId, VarId,
        combine::{combine, neutral},
    },
    plan::{Blocks, Folds, Inside, PlannedLoop, Strips},
    sparsify::lanes::{Lanes, reduce},
};
use lacuna_dialects::{
    builder::{Builder, ComparePredicate},
    ir::Value,
    sloop::Combiner,
};
use melior::ir::ValueLike;

impl<'a, 'c> Emitter<'a, 'c> {
    /// A fold that takes one value at a time; a vector of folds where its body runs in lanes.
    pub(super) fn fold(
        &mut self,
        builder: &Builder<'c>,
        inner: &'a PlannedLoop,
        combiner: Combiner,
        id: ExprId,
    ) -> Value<'c> {
        let scalar = self.nest.node(id).r#type.r#type(builder.context());
        let lanes = self.lanes.filter(|lanes| self.nest.depends_on(id, lanes.var));
        let r#type = lanes.map_or(scalar, |lanes| builder.vector_type(lanes.width, scalar));
        let start = neutral(builder, combiner, r#type);
        let outer = self.hits.as_mut().map(std::mem::take);
        let mut carried = vec![start];
        carried.extend(outer.is_some().then(|| builder.number(0.0, builder.bool_type())));
        let finals = self.walk(builder, inner, &carried);
        self.hits = outer.map(|mut hits| {
            hits.push(finals[1]);
            hits
        });
        finals[0]
    }

    /// A fold whose values are taken in blocks of lanes and combined across the lanes at the end.
    pub(super) fn fold_lanes(
        &mut self,
        builder: &Builder<'c>,
        inner: &'a PlannedLoop,
        Strips { width, blocks }: Strips,
        combiner: Combiner,
    ) -> Value<'c> {
        let (var, (body, folds)) = (inner.var, folded(inner));
        // Dense operands have every point.
        if let Some(hits) = &mut self.hits {
            hits.push(builder.number(-1.0, builder.bool_type()));
        }
        let (zero, flags) = (builder.index(0), self.computed.fp.flags());
        let scalar = self.nest.node(body).r#type.r#type(builder.context());
        match blocks {
            Blocks::Known { whole, rest } => {
                let mut total = None;
                if whole == 1 {
                    total = Some(self.block_value(
                        builder,
                        Lanes { var, width, base: zero, mask: None },
                        combiner,
                        (body, folds),
                    ));
                } else if whole > 1 {
                    total = Some(self.whole_blocks(
                        builder,
                        var,
                        width,
                        builder.index(whole * width),
                        combiner,
                        (body, folds),
                    ));
                }
                let mut sum = total.map(|vector| reduce(builder, combiner, vector, flags));
                if rest > 0 {
                    let base = builder.index(whole * width);
                    let lanes = Lanes { var, width: rest, base, mask: None };
                    let rest = self.block_value(builder, lanes, combiner, (body, folds));
                    let rest = reduce(builder, combiner, rest, flags);
                    sum = Some(sum.map_or(rest, |sum| combine(builder, combiner, sum, rest, flags)));
                }
                sum.unwrap_or_else(|| neutral(builder, combiner, scalar))
            }
            Blocks::Masked => {
                let (whole, rest) = whole_strips(builder, self.extent(var), width);
                let total = self.whole_blocks(builder, var, width, whole, combiner, (body, folds));
                let some = builder.compare(ComparePredicate::NotEqual, rest, zero);
                let total = builder.if_else(
                    some,
                    &[total.r#type()],
                    |builder| {
                        let mask = create_mask(builder, rest, width);
                        let lanes = Lanes { var, width, base: whole, mask: Some(mask) };
                        let rest = self.block_value(builder, lanes, combiner, (body, folds));
                        vec![combine(builder, combiner, total, rest, flags)]
                    },
                    |_| vec![total],
                )[0];
                reduce(builder, combiner, total, flags)
            }
        }
    }

    /// A vector that combines, lane by lane, all whole blocks up to `end`.
    fn whole_blocks(
        &mut self,
        builder: &Builder<'c>,
        var: VarId,
        width: i64,
        end: Value<'c>,
        combiner: Combiner,
        (body, folds): (ExprId, &'a Folds),
    ) -> Value<'c> {
        let r#type = builder.vector_type(width, self.nest.node(body).r#type.r#type(builder.context()));
        let start = neutral(builder, combiner, r#type);
        let range = (builder.index(0), end, builder.index(width));
        let flags = self.computed.fp.flags();
        builder.for_loop(range, &[start], |builder, base, carried| {
            let value = self.block_value(builder, Lanes { var, width, base, mask: None }, combiner, (body, folds));
            vec![combine(builder, combiner, carried[0], value, flags)]
        })[0]
    }

    /// The body's value in each lane of one block; neutral in lanes that do not count.
    fn block_value(
        &mut self,
        builder: &Builder<'c>,
        lanes: Lanes<'c>,
        combiner: Combiner,
        (body, folds): (ExprId, &'a Folds),
    ) -> Value<'c> {
        let mut value = None;
        self.block(builder, lanes, &mut |emitter, builder| {
            let scalar_or_vector = emitter.expression(builder, body, folds);
            let vector = lanes.spread(builder, scalar_or_vector);
            value = Some(lanes.neutralize(builder, combiner, vector));
        });
        value.expect("a block is emitted once")
    }
}

/// What a vector loop folds.
fn folded(inner: &PlannedLoop) -> (ExprId, &Folds) {
    match inner.cases.first().map(|case| case.body.general()) {
        Some(Inside::Fold { value, folds, .. }) => (*value, folds),
        _ => unreachable!("the loop of a fold folds one value"),
    }
}
