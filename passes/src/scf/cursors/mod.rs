//! The cursors of loops: how they walk, as code.
//!
//! A loop opens its cursor where it stands, counts from one bound to the other, asks for the coordinate and the position of
//! each number, and closes the cursor behind itself. What an operation that wraps a cursor does to that is one file
//! here; what a wrapper does not say, its source says.

mod clip;
mod filter;
pub mod fused_runs;
mod level;
mod prefetch;
mod reorder;
mod runs;
mod shift;

pub use level::Level;

use crate::scf::SloopToScf;
use lacuna_dialects::{
    builder::{Builder, ComparePredicate},
    ir::Value,
    sloop::{cursors::Walk, wrappers::Wrapper},
};

/// From a number that is counted up to, but not including, another.
#[derive(Clone, Copy)]
pub struct Bounds<'c> {
    pub low: Value<'c>,
    pub high: Value<'c>,
}

const WALKS_ITSELF: &str = "a cursor that wraps none has bounds and coordinates of its own";

/// A cursor that a loop has opened. Where a wrapper says nothing else, it is as its source.
pub trait Cursor<'c> {
    /// The cursor that it wraps.
    fn source(&self) -> Option<&dyn Cursor<'c>>;

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

    /// Whether a node counts at all; `None` where all do.
    fn is_there(&self, builder: &Builder<'c>, counter: Value<'c>) -> Option<Value<'c>> {
        self.source()?.is_there(builder, counter)
    }

    /// One past the last number of the run that begins with this one; `None` where every node is a run.
    fn end_of_run(&self, builder: &Builder<'c>, first: Value<'c>, coordinate: Value<'c>) -> Option<Value<'c>> {
        self.source()?.end_of_run(builder, first, coordinate)
    }

    /// Whether it gives runs.
    fn gives_runs(&self) -> bool {
        self.source().is_some_and(Cursor::gives_runs)
    }

    /// Whether coordinates can be negative.
    fn is_signed(&self) -> bool {
        self.source().is_some_and(Cursor::is_signed)
    }

    /// Whether there is one node exactly.
    fn is_one(&self) -> bool {
        self.source().is_some_and(Cursor::is_one)
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

    /// Fetches the arrays so far behind a number, if segments have fewer positions than `short` on average.
    fn fetch(&self, builder: &Builder<'c>, counter: Value<'c>, (ahead, short): (i64, i64)) {
        if let Some(source) = self.source() {
            source.fetch(builder, counter, (ahead, short));
        }
    }

    /// Frees what it made for itself.
    fn close(&self, builder: &Builder<'c>) {
        if let Some(source) = self.source() {
            source.close(builder);
        }
    }
}

/// Opens a cursor.
pub fn open<'c>(builder: &Builder<'c>, cursor: Value<'c>, options: &SloopToScf) -> Box<dyn Cursor<'c> + 'c> {
    let (source, wrapper) = match Walk::of(cursor) {
        Walk::Level(level) => return Box::new(Level::open(builder, &level)),
        Walk::Wrapped(source, wrapper) => (open(builder, source, options), wrapper),
    };
    match wrapper {
        Wrapper::Runs => Box::new(runs::Runs { source }),
        Wrapper::Reorder => Box::new(reorder::Reordered::open(builder, source, options.inserted_children.get())),
        Wrapper::Shift { by } => Box::new(shift::Shifted { source, by }),
        Wrapper::Clip { low, high } => Box::new(clip::Clipped::open(builder, source, [low, high])),
        Wrapper::Filter { keep } => Box::new(filter::Filtered { source, keep }),
        Wrapper::Prefetch { ahead } => {
            Box::new(prefetch::Prefetched::open(builder, source, (ahead, options.short_segment.get())))
        }
    }
}

/// The first number of a range for which something no longer holds.
fn search<'c>(
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
