//! Folds: reductions that live in registers, one value or one block of lanes at a time.

use super::{
    Emitter,
    kept::choose,
    strips::{Left, whole_strips},
};
use crate::{
    bridge::{
        combine::{combine, neutral},
        types::type_of,
    },
    index::{ExprId, VarId},
    plan::{Blocks, Case, Entered, FoldEvidence, Folds, Inside, LoopKind, PlannedLoop, Strips, sums_in},
    sparsify::lanes::{Lanes, insert, places, reduce},
};
use lacuna_dialects::{
    builder::{Builder, ComparePredicate},
    ir::Value,
    sloop::Combiner,
};
use melior::ir::{Type, ValueLike};

impl<'a, 'c> Emitter<'a, 'c> {
    /// A fold that takes one value at a time; a vector of folds where its body runs in lanes.
    pub(super) fn fold(
        &mut self,
        builder: &Builder<'c>,
        inner: &'a PlannedLoop,
        combiner: Combiner,
        id: ExprId,
    ) -> Value<'c> {
        let scalar = type_of(self.nest.node(id).r#type, builder.context());
        let lanes = self.lanes.filter(|lanes| self.nest.depends_on(id, lanes.var));
        let r#type = lanes.map_or(scalar, |lanes| builder.vector_type(lanes.width, scalar));
        let start = neutral(builder, combiner, r#type);
        let outer = self.hits.take();
        let is_asked = outer.is_some() || inner.is_asked;
        let known = if is_asked { self.found(builder, inner) } else { None };
        let asks_rounds = is_asked && known.is_none();
        self.hits = asks_rounds.then(Vec::new);
        let mut carried = vec![start];
        carried.extend(asks_rounds.then(|| builder.number(0.0, builder.bool_type())));
        let finals = self.walk(builder, inner, &carried);
        let found = known.or(finals.get(1).copied());
        self.found_by.extend(found.map(|found| (id, found)));
        self.hits = outer.map(|mut hits| {
            hits.extend(found);
            hits
        });
        finals[0]
    }

    /// Whether a fold takes something, if that is known without its rounds.
    fn found(&self, builder: &Builder<'c>, inner: &PlannedLoop) -> Option<Value<'c>> {
        match (inner.found, &inner.kind) {
            (FoldEvidence::Certain, _) => Some(builder.number(-1.0, builder.bool_type())),
            (FoldEvidence::BySegment, LoopKind::Walks(driver, _)) => {
                let count = self.count_nodes(builder, driver.entered());
                Some(builder.compare(ComparePredicate::NotEqual, count, builder.index(0)))
            }
            _ => None,
        }
    }

    /// The value of a product: zero where a sum that is a factor of it had nothing to take.
    pub(super) fn guard_product(
        &self,
        builder: &Builder<'c>,
        id: ExprId,
        folds: &Folds,
        value: Value<'c>,
    ) -> Value<'c> {
        let asked = sums_in(self.nest, id).into_iter();
        let asked = asked.filter(|sum| folds.get(sum).is_some_and(|planned| planned.is_asked));
        let found = asked.filter_map(|sum| self.found_by.get(&sum).copied());
        match found.reduce(|left, right| builder.binary("arith.andi", left, right)) {
            Some(found) => choose(builder, found, value, neutral(builder, Combiner::Add, value.r#type())),
            None => value,
        }
    }

    /// A fold whose values are taken in blocks of lanes and combined across the lanes at the end.
    pub(super) fn fold_lanes(
        &mut self,
        builder: &Builder<'c>,
        inner: &'a PlannedLoop,
        (strips, case): (Strips, &'a Case),
        combiner: Combiner,
    ) -> Value<'c> {
        let (body, folds) = folded(case);
        let outer = self.hits.take();
        // Dense operands have every point, so any round takes something; but a fold inside may find nothing.
        let asks = outer.is_some() && !folds.is_empty();
        let fold =
            FoldInLanes { var: inner.var, located: &inner.located, width: strips.width, combiner, body, folds, asks };
        let Folded { value, found } = self.all_blocks(builder, &fold, strips);
        self.hits = outer.map(|mut hits| {
            let has_rounds = || builder.compare(ComparePredicate::NotEqual, self.extent(inner.var), builder.index(0));
            hits.push(found.or_else(|| self.found(builder, inner)).unwrap_or_else(has_rounds));
            hits
        });
        value
    }

    /// All blocks, combined into one scalar.
    fn all_blocks(&mut self, builder: &Builder<'c>, fold: &FoldInLanes<'a>, strips: Strips) -> Folded<'c> {
        let (zero, flags) = (builder.index(0), self.computed.fp.flags());
        let &FoldInLanes { var, width, combiner, .. } = fold;
        let across = |vector: Folded<'c>| Folded { value: reduce(builder, combiner, vector.value, flags), ..vector };
        match strips.blocks {
            Blocks::Known { whole, rest } => {
                let mut total = None;
                if whole == 1 {
                    total = Some(self.block_value(builder, Lanes::exactly(builder, var, width, zero), fold));
                } else if whole > 1 {
                    total = Some(self.whole_blocks(builder, builder.index(whole * width), fold));
                }
                let mut sum = total.map(across);
                if rest > 0 {
                    let base = builder.index(whole * width);
                    let rest = self.block_value(builder, Lanes::exactly(builder, var, rest, base), fold);
                    let rest = across(rest);
                    sum = Some(sum.map_or(rest, |sum| sum.and(builder, combiner, rest, flags)));
                }
                sum.unwrap_or_else(|| {
                    let scalar = type_of(self.nest.node(fold.body).r#type, builder.context());
                    Folded::nothing(builder, fold, scalar)
                })
            }
            Blocks::Masked => {
                let (whole, rest) = whole_strips(builder, self.extent(var), width);
                let total = self.whole_blocks(builder, whole, fold);
                let left = Left { var, base: whole, count: rest };
                let values = self.tail(builder, left, strips, &total.values(), &mut |emitter, builder, lanes| {
                    let rest =
                        emitter.block_value(builder, lanes, fold).widened(builder, combiner, total.value.r#type());
                    total.and(builder, combiner, rest, flags).values()
                });
                across(Folded::of(&values))
            }
        }
    }

    /// A vector that combines, lane by lane, all whole blocks up to `end`.
    fn whole_blocks(&mut self, builder: &Builder<'c>, end: Value<'c>, fold: &FoldInLanes<'a>) -> Folded<'c> {
        let &FoldInLanes { var, width, combiner, body, .. } = fold;
        let r#type = builder.vector_type(places(width), type_of(self.nest.node(body).r#type, builder.context()));
        let start = Folded::nothing(builder, fold, r#type).values();
        let range = (builder.index(0), end, builder.index(width));
        let flags = self.computed.fp.flags();
        Folded::of(&builder.for_loop(range, &start, |builder, base, carried| {
            let block = self.block_value(builder, Lanes::exactly(builder, var, width, base), fold);
            Folded::of(carried).and(builder, combiner, block, flags).values()
        }))
    }

    /// The body's value in each lane of one block; neutral in lanes that do not count.
    fn block_value(&mut self, builder: &Builder<'c>, lanes: Lanes<'c>, fold: &FoldInLanes<'a>) -> Folded<'c> {
        let mut folded = None;
        self.hits = fold.asks.then(Vec::new);
        self.block(builder, lanes, &mut |emitter, builder| {
            let before = emitter.at.clone();
            emitter.locate_all(builder, fold.located);
            let scalar_or_vector = emitter.expression(builder, fold.body, fold.folds);
            let vector = lanes.spread(builder, scalar_or_vector);
            let value = lanes.neutralize(builder, fold.combiner, vector);
            let hits = emitter.hits.take().into_iter().flatten();
            let found = hits.reduce(|left, right| builder.binary("arith.ori", left, right));
            folded = Some(Folded { value, found });
            emitter.at = before;
        });
        folded.expect("a block is emitted once")
    }
}

/// A fold that runs in lanes.
struct FoldInLanes<'a> {
    var: VarId,
    /// The levels of operands that are located in each block.
    located: &'a [Entered],
    width: i64,
    combiner: Combiner,
    body: ExprId,
    folds: &'a Folds,
    /// Whether it is asked if the folds inside find something.
    asks: bool,
}

/// What blocks of a fold amount to.
#[derive(Clone, Copy)]
struct Folded<'c> {
    /// A value for each lane, or that of all lanes.
    value: Value<'c>,
    /// Whether something was found, where it is asked.
    found: Option<Value<'c>>,
}

impl<'c> Folded<'c> {
    fn nothing(builder: &Builder<'c>, fold: &FoldInLanes<'_>, r#type: Type<'c>) -> Self {
        let found = fold.asks.then(|| builder.number(0.0, builder.bool_type()));
        Self { value: neutral(builder, fold.combiner, r#type), found }
    }

    /// The same in the first lanes of a wider vector.
    fn widened(self, builder: &Builder<'c>, combiner: Combiner, r#type: Type<'c>) -> Self {
        if self.value.r#type() == r#type {
            return self;
        }
        Self { value: insert(builder, self.value, neutral(builder, combiner, r#type), 0), ..self }
    }

    /// Both.
    fn and(self, builder: &Builder<'c>, combiner: Combiner, other: Self, flags: &str) -> Self {
        let value = combine(builder, combiner, self.value, other.value, flags);
        let both = self.found.zip(other.found);
        Self { value, found: both.map(|(left, right)| builder.binary("arith.ori", left, right)) }
    }

    /// As what loops carry.
    fn values(self) -> Vec<Value<'c>> {
        std::iter::once(self.value).chain(self.found).collect()
    }

    fn of(values: &[Value<'c>]) -> Self {
        Self { value: values[0], found: values.get(1).copied() }
    }
}

/// What a vector loop folds.
fn folded(case: &Case) -> (ExprId, &Folds) {
    match case.body.general() {
        Inside::Fold { value, folds, .. } => (*value, folds),
        Inside::Steps(_) => unreachable!("the loop of a fold folds one value"),
    }
}
