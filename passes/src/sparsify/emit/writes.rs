//! Points of results: stored, combined into, or put into levels.

use super::{
    Emitter,
    kept::{Kept, is_true},
};
use crate::{
    bridge::combine::{combine, reduce},
    index::{TensorId, Write},
    plan::Point,
};
use lacuna_dialects::{builder::Builder, ir::Value};

impl<'a, 'c> Emitter<'a, 'c> {
    /// A write, where there is a value for its point.
    pub(super) fn write(&mut self, builder: &Builder<'c>, point: &'a Point) {
        let write = &point.write;
        if self.is_counting() && !self.is_counted(write.target.tensor) {
            return;
        }
        let depth = self.here.known.len();
        let outer = std::mem::replace(&mut self.here.asks_found, point.found.is_some());
        let kept = self.kept(builder, write.value);
        self.here.known.truncate(depth);
        self.here.asks_found = outer;
        let found = point.found.as_ref().and_then(|found| self.holds(builder, found));
        let (value, has_value) = match kept {
            Kept::Never => return,
            Kept::Always(value) => (value, None),
            Kept::Where(condition, value) => (value, Some(condition)),
        };
        let tensor = self.nest.tensor(write.target.tensor);
        let (is_stored, is_result) = (tensor.is_stored(), tensor.is_output);
        let drops_fill = is_stored && is_result && self.computed.drops_fill;
        let differs = drops_fill.then(|| self.differs_from_fill(builder, write.target.tensor, value));
        let store = |emitter: &mut Self, builder: &Builder<'c>| match (is_stored, is_result) {
            (false, _) => emitter.write_dense(builder, write, value),
            (true, true) => emitter.put(builder, point, value),
            (true, false) => {
                let value = emitter.of_all_lanes(builder, write, value);
                emitter.scatter(builder, write, value);
            }
        };
        let conditions = found.into_iter().chain(has_value).filter(|found| !is_true(*found)).chain(differs);
        match conditions.reduce(|left, right| builder.binary("arith.andi", left, right)) {
            None => store(self, builder),
            Some(condition) => {
                builder.if_else(
                    condition,
                    &[],
                    |builder| {
                        store(self, builder);
                        Vec::new()
                    },
                    |_| Vec::new(),
                );
            }
        }
    }

    /// Whether the points of a tensor have a part in the first of two walks: of a result that is counted, or of a workspace.
    fn is_counted(&self, tensor: TensorId) -> bool {
        let mut results = self.computed.results.iter();
        let result = results.find(|result| result.tensor == tensor);
        result.map_or(self.computed.workspace(tensor).is_some(), |result| result.strategy.walks_twice())
    }

    fn write_dense(&mut self, builder: &Builder<'c>, write: &Write, mut value: Value<'c>) {
        let buffer = self.operand(write.target.tensor);
        let indices = self.indices(builder, &write.target);
        let flags = self.computed.fp.flags();
        let combiner = write.combiner.filter(|_| !self.computed.is_fresh());
        let along = self.here.lanes.filter(|lanes| write.target.mentions(lanes.var));
        match (along, combiner) {
            (Some(lanes), combiner) => {
                value = lanes.spread(builder, value);
                if let Some(combiner) = combiner {
                    let old = lanes.load(builder, buffer, &indices);
                    value = combine(builder, combiner, old, value, flags);
                }
                lanes.store(builder, value, buffer, &indices);
            }
            (None, combiner) => {
                value = self.of_all_lanes(builder, write, value);
                if let Some(combiner) = combiner {
                    let old = builder.load(buffer, &indices);
                    value = combine(builder, combiner, old, value, flags);
                }
                builder.store(value, buffer, &indices);
            }
        }
    }

    /// The value for a point that is the same for all lanes, each of which combines into it.
    fn of_all_lanes(&self, builder: &Builder<'c>, write: &Write, value: Value<'c>) -> Value<'c> {
        let (Some(lanes), Some(combiner)) = (self.here.lanes, write.combiner) else { return value };
        let vector = lanes.spread(builder, value);
        reduce(builder, combiner, lanes.neutralize(builder, combiner, vector), self.computed.fp.flags())
    }
}
