//! `sloop.subsections` under several parents: the values for which at least one parent has a node in the subsection (CONV, figure
//! 10, c).
//!
//! Rows `i + p` of a matrix, for all `p`, are walked at once, because no loop has chosen one yet. They are in a list. A buffer has a node
//! of each row, at the number that the list has for it: the first node in the subsection of a value that is still to come. The next value
//! is the smallest of these, and a loop that resolves the subscript in one row begins at the node of that row.

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
    /// The walk under all parents.
    pub source: Value<'c>,
    /// What subsections there are.
    pub shape: SubsectionShape<'c>,
    /// How many values there are.
    pub count: Value<'c>,
    /// A node of each parent, at its number.
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
    /// Runs over the parents. `step` gets the walk under each, its number, and what it carries; gives what it carries then.
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
        builder.for_loop((parents[0], parents[1], builder.index(1)), inits, |builder, row, carried| {
            let column = |column: i64| builder.load(list, &[row, builder.index(column)]);
            let parent: Vec<_> = (0..positions).map(column).collect();
            let walk = walk_under(builder, self.source, &parent);
            step(builder, &*walk, column(positions), carried)
        })
    }

    /// The smallest value from one on whose subsection has a node. The buffer goes on to the first node of each parent in the subsection of
    /// such a value, from where it is; in the first round, from the first node on.
    fn next(&self, builder: &Builder<'c>, from: Value<'c>, is_first: bool) -> Value<'c> {
        let past_all = builder.index(PAST_ALL);
        self.for_each_parent(builder, &[past_all], |builder, walk, number, least| {
            let begin = if is_first { walk.bounds().low } else { builder.load(self.buffer, &[number]) };
            let [node, value] = self.shape.seek(builder, walk, begin, (from, past_all));
            builder.store(node, self.buffer, &[number]);
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

    /// It stands at a value; where each parent does is in the buffer.
    fn start(&self, builder: &Builder<'c>) -> Vec<Value<'c>> {
        vec![self.next(builder, builder.index(0), true)]
    }

    fn is_inside(&self, builder: &Builder<'c>, state: &[Value<'c>]) -> Value<'c> {
        builder.compare(ComparePredicate::SignedLess, state[0], self.count)
    }

    fn coordinate_at(&self, _builder: &Builder<'c>, state: &[Value<'c>]) -> Value<'c> {
        state[0]
    }

    /// There is one for each parent.
    fn position_at(&self, builder: &Builder<'c>, _state: &[Value<'c>]) -> Value<'c> {
        builder.index(0)
    }

    fn advance(&self, builder: &Builder<'c>, here: Value<'c>, state: &[Value<'c>]) -> Vec<Value<'c>> {
        let next = |builder: &Builder<'c>| {
            let from = builder.binary("arith.addi", state[0], builder.index(1));
            vec![self.next(builder, from, false)]
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
                std::iter::once(self.next(builder, from, false)).chain(carried).collect()
            },
        );
        Some(finals[1..].to_vec())
    }
}
