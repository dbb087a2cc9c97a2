//! `sloop.subsections` under a list of parents: the values for which at least one parent has a node in the subsection (CONV, figure
//! 10, c).
//!
//! Rows `i + p` of a matrix, for all `p`, are walked at once, because no loop has chosen one yet. A list holds these rows. For each row,
//! the buffer holds the first node that the current value or a later one reaches, at the buffer index of the row. The next value is the
//! smallest one that reaches any of these nodes. A loop that resolves the subscript in one row begins at the node of that row.

use super::{
    Level, OpenCursor, cursor::SubsectionBody, reverse::Reversed, shift::Shifted, subsection_shape::SubsectionShape,
};
use lacuna_dialects::{
    builder::{Builder, ComparePredicate},
    ir::{Value, shape},
    sloop::{
        cursors::{LevelWalk, Walk},
        wrappers::Wrapper,
    },
};
use melior::ir::ValueLike;

/// A cursor that gives the values for which at least one parent has a node in the subsection.
pub struct SubsectionsUnderParents<'c> {
    /// The walk under the list of parents.
    pub source: Value<'c>,
    /// How wide the subsections are, and how far apart.
    pub shape: SubsectionShape<'c>,
    /// The values are below this one.
    pub count: Value<'c>,
    /// The current node under each parent, at the buffer index of the parent.
    pub buffer: Value<'c>,
}

/// Past every value.
const PAST_ALL: i64 = i64::MAX;

/// The walk of a cursor under one of its parents.
fn walk_under<'c>(builder: &Builder<'c>, cursor: Value<'c>, parent: &[Value<'c>]) -> Box<dyn OpenCursor<'c> + 'c> {
    match Walk::of(cursor) {
        Walk::Level(walk) => {
            Box::new(Level::open(builder, &LevelWalk { parents: parent.to_vec(), list: None, ..walk }))
        }
        Walk::Wrapped(source, Wrapper::Shift { by }) => {
            Box::new(Shifted { source: walk_under(builder, source, parent), by })
        }
        Walk::Wrapped(source, Wrapper::Reverse) => Box::new(Reversed { source: walk_under(builder, source, parent) }),
        Walk::Wrapped(..) => unreachable!("the verifier asks for a walk that is shifted or reversed"),
    }
}

impl<'c> SubsectionsUnderParents<'c> {
    /// Emits a loop over the parents. `step` takes the walk under one of them, its buffer index, and what the loop carries; it gives what
    /// the loop carries then.
    fn for_each_parent(
        &self,
        builder: &Builder<'c>,
        inits: &[Value<'c>],
        step: impl FnOnce(&Builder<'c>, &dyn OpenCursor<'c>, Value<'c>, &[Value<'c>]) -> Vec<Value<'c>>,
    ) -> Vec<Value<'c>> {
        let LevelWalk { parents, list: Some(list), .. } = Walk::of(self.source).level() else {
            unreachable!("the verifier asks for a list of parents")
        };
        let columns =
            shape(list.r#type()).and_then(|sizes| sizes[1]).expect("the verifier asks for two or three columns");
        let positions = columns.cast_signed() - 1;
        builder.for_loop((parents[0], parents[1], builder.index(1)), inits, |builder, record, carried| {
            let column = |column: i64| builder.load(list, &[record, builder.index(column)]);
            let parent: Vec<_> = (0..positions).map(column).collect();
            let walk = walk_under(builder, self.source, &parent);
            step(builder, &*walk, column(positions), carried)
        })
    }

    /// The smallest value whose subsection is not empty.
    fn first(&self, builder: &Builder<'c>) -> Value<'c> {
        self.seek(builder, builder.index(0), |_, walk, _| walk.bounds().low)
    }

    /// The smallest value that is at least `from` and whose subsection is not empty.
    fn next(&self, builder: &Builder<'c>, from: Value<'c>) -> Value<'c> {
        self.seek(builder, from, |builder, _, index| builder.load(self.buffer, &[index]))
    }

    /// The smallest value that is at least `from` and whose subsection is not empty. The search in each parent starts at the node that
    /// `start` gives; the buffer gets the first node that this value or a later one reaches.
    fn seek(
        &self,
        builder: &Builder<'c>,
        from: Value<'c>,
        start: impl FnOnce(&Builder<'c>, &dyn OpenCursor<'c>, Value<'c>) -> Value<'c>,
    ) -> Value<'c> {
        let past_all = builder.index(PAST_ALL);
        self.for_each_parent(builder, &[past_all], |builder, walk, index, least| {
            let begin = start(builder, walk, index);
            let [node, value] = self.shape.seek(builder, walk, begin, (from, past_all));
            builder.store(node, self.buffer, &[index]);
            vec![builder.binary("arith.minsi", value, least[0])]
        })[0]
    }
}

impl<'c> OpenCursor<'c> for SubsectionsUnderParents<'c> {
    fn source(&self) -> Option<&dyn OpenCursor<'c>> {
        None
    }

    fn counts_nodes(&self) -> bool {
        false
    }

    /// The state is the current value; the buffer holds the node under each parent.
    fn start(&self, builder: &Builder<'c>) -> Vec<Value<'c>> {
        vec![self.first(builder)]
    }

    fn is_inside(&self, builder: &Builder<'c>, state: &[Value<'c>]) -> Value<'c> {
        builder.compare(ComparePredicate::SignedLess, state[0], self.count)
    }

    fn coordinate_at(&self, _builder: &Builder<'c>, state: &[Value<'c>]) -> Value<'c> {
        state[0]
    }

    /// There is no single position: the buffer holds one for each parent.
    fn position_at(&self, builder: &Builder<'c>, _state: &[Value<'c>]) -> Value<'c> {
        builder.index(0)
    }

    fn advance(&self, builder: &Builder<'c>, here: Value<'c>, state: &[Value<'c>]) -> Vec<Value<'c>> {
        let next = |builder: &Builder<'c>| {
            let from = builder.binary("arith.addi", state[0], builder.index(1));
            vec![self.next(builder, from)]
        };
        builder.if_else(here, &[builder.index_type()], next, |_| state.to_vec())
    }

    fn walk_subsections(
        &self,
        builder: &Builder<'c>,
        inits: &[Value<'c>],
        body: &mut SubsectionBody<'_, 'c>,
    ) -> Option<Vec<Value<'c>>> {
        let zero = builder.index(0);
        let start: Vec<_> = self.start(builder).into_iter().chain(inits.iter().copied()).collect();
        let finals = builder.while_loop(
            &start,
            |builder, state| builder.compare(ComparePredicate::SignedLess, state[0], self.count),
            |builder, state| {
                let carried = body(builder, [state[0], zero], &state[1..]);
                let from = builder.binary("arith.addi", state[0], builder.index(1));
                std::iter::once(self.next(builder, from)).chain(carried).collect()
            },
        );
        Some(finals[1..].to_vec())
    }
}
