//! What every cursor can do once a loop has opened it.

use lacuna_dialects::{
    builder::{Builder, ComparePredicate},
    ir::Value,
};

/// From a number that is counted up to, but not including, another.
#[derive(Clone, Copy)]
pub struct Bounds<'c> {
    pub low: Value<'c>,
    pub high: Value<'c>,
}

/// What is fetched ahead.
#[derive(Clone, Copy, Debug)]
pub struct Fetch {
    /// By how many positions.
    pub ahead: i64,
    /// Whether the arrays of values alone are.
    pub values_only: bool,
    /// Only if segments have fewer positions than this on average.
    pub short: i64,
}

/// What a loop does with a value, the node at which its subsection begins, and what it carries; gives what it carries then.
pub type SubsectionBody<'b, 'c> = dyn FnMut(&Builder<'c>, [Value<'c>; 2], &[Value<'c>]) -> Vec<Value<'c>> + 'b;

const WALKS_ITSELF: &str = "a cursor that wraps none has bounds and coordinates of its own";

/// A cursor that a loop has opened. Where a wrapper says nothing else, it is as its source.
pub trait OpenCursor<'c> {
    /// The cursor that it wraps.
    fn source(&self) -> Option<&dyn OpenCursor<'c>>;

    /// What counts its nodes.
    fn bounds(&self) -> Bounds<'c> {
        self.source().expect(WALKS_ITSELF).bounds()
    }

    /// The coordinate of a node.
    fn coordinate(&self, builder: &Builder<'c>, counter: Value<'c>) -> Value<'c> {
        self.source().expect(WALKS_ITSELF).coordinate(builder, counter)
    }

    /// The position of a node; of a run, the first.
    fn position(&self, builder: &Builder<'c>, counter: Value<'c>) -> Value<'c> {
        self.source().map_or(counter, |source| source.position(builder, counter))
    }

    /// The position of a node, if `here`; else any: a cursor that has ended has no node.
    fn position_if(&self, builder: &Builder<'c>, here: Value<'c>, counter: Value<'c>) -> Value<'c> {
        self.source().map_or(counter, |source| source.position_if(builder, here, counter))
    }

    /// Whether the walk gives the node at `counter`; `None` if it gives every node.
    fn is_there(&self, builder: &Builder<'c>, counter: Value<'c>) -> Option<Value<'c>> {
        self.source()?.is_there(builder, counter)
    }

    /// The first counter from `counter` on whose node the walk gives, or the end.
    fn settle(&self, builder: &Builder<'c>, counter: Value<'c>) -> Value<'c> {
        self.source().map_or(counter, |source| source.settle(builder, counter))
    }

    /// Whether the walk may skip nodes: a merge then settles on the next node that the walk gives.
    fn skips(&self) -> bool {
        self.source().is_some_and(OpenCursor::skips)
    }

    /// One past the last number of the run that begins with this one; `None` where every node is a run.
    fn end_of_run(&self, builder: &Builder<'c>, first: Value<'c>, coordinate: Value<'c>) -> Option<Value<'c>> {
        self.source()?.end_of_run(builder, first, coordinate)
    }

    /// The first position of a run and one past the last, for the number that it begins with and one past its last one.
    fn run_positions(&self, builder: &Builder<'c>, first: Value<'c>, end: Value<'c>) -> [Value<'c>; 2] {
        self.source().map_or([first, end], |source| source.run_positions(builder, first, end))
    }

    /// Whether it gives runs.
    fn gives_runs(&self) -> bool {
        self.source().is_some_and(OpenCursor::gives_runs)
    }

    /// Whether only a test of each state says where it ends: its bounds reach further.
    fn ends_by_test(&self) -> bool {
        self.source().is_some_and(OpenCursor::ends_by_test)
    }

    /// Whether coordinates can be negative.
    fn is_signed(&self) -> bool {
        self.source().is_some_and(OpenCursor::is_signed)
    }

    /// Whether there is one node exactly.
    fn is_one(&self) -> bool {
        self.source().is_some_and(OpenCursor::is_one)
    }

    /// The first number from `low` on, up to `high`, whose coordinate is not below another. Coordinates are in order.
    fn seek(&self, builder: &Builder<'c>, bounds: Bounds<'c>, coordinate: Value<'c>) -> Value<'c> {
        if let Some(source) = self.source() {
            return source.seek(builder, bounds, coordinate);
        }
        search(builder, bounds, |builder, counter| {
            let other = self.coordinate(builder, counter);
            builder.compare(ComparePredicate::SignedLess, other, coordinate)
        })
    }

    /// Fetches the arrays behind a number.
    fn fetch(&self, builder: &Builder<'c>, counter: Value<'c>, fetch: Fetch) {
        if let Some(source) = self.source() {
            source.fetch(builder, counter, fetch);
        }
    }

    /// Whether it counts nodes: its state is one number.
    fn counts_nodes(&self) -> bool {
        true
    }

    /// Its first state: one value for a cursor that counts nodes.
    fn start(&self, builder: &Builder<'c>) -> Vec<Value<'c>> {
        let low = self.bounds().low;
        vec![if self.skips() { self.settle(builder, low) } else { low }]
    }

    /// Whether a state is not past the end.
    fn is_inside(&self, builder: &Builder<'c>, state: &[Value<'c>]) -> Value<'c> {
        if let Some(source) = self.source().filter(|source| source.ends_by_test()) {
            return source.is_inside(builder, state);
        }
        builder.compare(ComparePredicate::UnsignedLess, state[0], self.bounds().high)
    }

    /// The coordinate in a state.
    fn coordinate_at(&self, builder: &Builder<'c>, state: &[Value<'c>]) -> Value<'c> {
        self.coordinate(builder, state[0])
    }

    /// The position of the node in a state.
    fn position_at(&self, builder: &Builder<'c>, state: &[Value<'c>]) -> Value<'c> {
        self.position(builder, state[0])
    }

    /// The state after the coordinate of this one, if `here`; else this one.
    fn advance(&self, builder: &Builder<'c>, here: Value<'c>, state: &[Value<'c>]) -> Vec<Value<'c>> {
        let step = builder.value("arith.index_castui", &[here], builder.index_type(), &[]);
        let next = builder.binary("arith.addi", state[0], step);
        vec![if self.skips() { self.settle(builder, next) } else { next }]
    }

    /// Of a cursor over subsections: the loop that runs `body` for each value and begin, and gives what it carries. None of others.
    fn walk_subsections(
        &self,
        _builder: &Builder<'c>,
        _inits: &[Value<'c>],
        _body: &mut SubsectionBody<'_, 'c>,
    ) -> Option<Vec<Value<'c>>> {
        None
    }

    /// Frees what it made for itself.
    fn close(&self, builder: &Builder<'c>) {
        if let Some(source) = self.source() {
            source.close(builder);
        }
    }
}

/// The first number of a range for which something no longer holds.
pub fn search<'c>(
    builder: &Builder<'c>,
    Bounds { low, high }: Bounds<'c>,
    holds: impl FnOnce(&Builder<'c>, Value<'c>) -> Value<'c>,
) -> Value<'c> {
    builder.while_loop(
        &[low, high],
        |builder, state| builder.compare(ComparePredicate::SignedLess, state[0], state[1]),
        |builder, state| {
            let sum = builder.binary("arith.addi", state[0], state[1]);
            let middle = builder.binary("arith.shrsi", sum, builder.index(1));
            let holds = holds(builder, middle);
            let after = builder.binary("arith.addi", middle, builder.index(1));
            let select = |yes, no| builder.value("arith.select", &[holds, yes, no], builder.index_type(), &[]);
            vec![select(after, state[0]), select(state[1], middle)]
        },
    )[0]
}
