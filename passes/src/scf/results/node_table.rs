//! Which node a parent has for each coordinate of a level: the table of Gustavson's algorithm.
//!
//! It is an array over the coordinates of the level, or a hash table if there are many more coordinates than nodes. An element
//! is the position of a node, plus one. Stale elements, of earlier parents, are not greater than the first position of the
//! current parent, so the node table is never cleared between parents.

use crate::{
    levels::hashing::{hash, power_of_two},
    scf::{
        SloopToScf,
        arrays::{allocate, fill, narrow},
        cell::Cell,
    },
};
use lacuna_dialects::{
    builder::{Builder, ComparePredicate},
    ir::Value,
};
use melior::ir::{Type, ValueLike};

/// The least width of a table.
const LEAST_WIDTH: i64 = 16;

/// The node table.
#[derive(Clone, Copy)]
pub struct NodeTable<'c> {
    /// The array, which a table may outgrow.
    array: Cell<'c>,
    /// Its length: that of a buffer is read by way of the stack, in each round of a loop, unless LLVM sees through it.
    width: Cell<'c>,
    /// Whether two coordinates may have the same place.
    collides: Value<'c>,
}

/// Where a coordinate is, or where there is room for it.
#[derive(Clone, Copy)]
pub struct TablePlace<'c> {
    at: Value<'c>,
    /// One more than the position of its node.
    pub node: Value<'c>,
    /// Whether the parent has a node for it.
    pub is_there: Value<'c>,
}

impl<'c> NodeTable<'c> {
    /// One for a level with `size` coordinates and about `nodes` nodes. `element` counts nodes.
    pub fn new(
        builder: &Builder<'c>,
        element: Type<'c>,
        (size, nodes): (Value<'c>, Value<'c>),
        options: &SloopToScf,
    ) -> Self {
        let enough = builder.binary("arith.muli", nodes, builder.index(options.coordinates_per_node.get()));
        let enough = builder.binary("arith.maxui", enough, builder.index(options.few_coordinates.get()));
        let collides = builder.compare(ComparePredicate::UnsignedLess, enough, size);
        let twice = builder.binary("arith.addi", nodes, nodes);
        let table = power_of_two(builder, builder.binary("arith.maxui", twice, builder.index(LEAST_WIDTH)));
        let length = builder.value("arith.select", &[collides, table, size], builder.index_type(), &[]);
        let r#type = builder.buffer_type(element);
        let table =
            Self { array: Cell::new(builder, r#type), width: Cell::new(builder, builder.index_type()), collides };
        table.allocate(builder, r#type, length);
        table
    }

    /// Makes room in a table for one more than `held` nodes of one parent: it is never more than half full. `put_again`
    /// puts these into a larger one.
    pub fn make_room(&self, builder: &Builder<'c>, held: Value<'c>, put_again: impl FnOnce(&Builder<'c>)) {
        let grow = |builder: &Builder<'c>| {
            let array = self.array.get(builder);
            let twice = builder.binary("arith.shli", self.width.get(builder), builder.index(1));
            self.allocate(builder, array.r#type(), twice);
            builder.create("memref.dealloc", &[array], &[], &[], Vec::new());
            put_again(builder);
            Vec::new()
        };
        let look = |builder: &Builder<'c>| {
            let half = builder.binary("arith.shrui", self.width.get(builder), builder.index(1));
            let is_full = builder.compare(
                ComparePredicate::UnsignedLess,
                half,
                builder.binary("arith.addi", held, builder.index(1)),
            );
            builder.if_else(is_full, &[], grow, |_| Vec::new());
            Vec::new()
        };
        builder.if_else(self.collides, &[], look, |_| Vec::new());
    }

    /// Makes an array without nodes.
    fn allocate(&self, builder: &Builder<'c>, r#type: Type<'c>, width: Value<'c>) {
        self.array.set(builder, allocate(builder, r#type, width));
        self.width.set(builder, width);
        self.clear(builder);
    }

    /// Forgets where nodes are. Those that have places of their own are put there again before they are looked for.
    pub fn forget(&self, builder: &Builder<'c>) {
        let clear = |builder: &Builder<'c>| {
            self.clear(builder);
            Vec::new()
        };
        builder.if_else(self.collides, &[], clear, |_| Vec::new());
    }

    fn clear(&self, builder: &Builder<'c>) {
        let array = self.array.get(builder);
        let nothing = builder.number(0.0, builder.scalar_type(array.r#type()));
        fill(builder, array, (builder.index(0), self.width.get(builder)), nothing);
    }

    /// Looks for a coordinate, counted from zero, among the nodes from `first` on. `has` tells whether the node at a
    /// position has it.
    pub fn find(
        &self,
        builder: &Builder<'c>,
        coordinate: Value<'c>,
        first: Value<'c>,
        has: impl FnOnce(&Builder<'c>, Value<'c>) -> Value<'c>,
    ) -> TablePlace<'c> {
        let (index, bool_type) = (builder.index_type(), builder.bool_type());
        let is_taken = |builder: &Builder<'c>, node| builder.compare(ComparePredicate::UnsignedLess, first, node);
        let width = self.width.get(builder);
        let hashed = |builder: &Builder<'c>| vec![hash(builder, coordinate, width)];
        let start = builder.if_else(self.collides, &[index], hashed, |_| vec![coordinate])[0];
        let no = |builder: &Builder<'c>| vec![builder.number(0.0, bool_type)];
        let at = builder.while_loop(
            &[start],
            |builder, state| {
                // Without collisions the first look decides.
                let is_another = |builder: &Builder<'c>| {
                    let node = self.load(builder, state[0]);
                    let is_another = |builder: &Builder<'c>| {
                        let has = has(builder, builder.binary("arith.subi", node, builder.index(1)));
                        vec![builder.binary("arith.xori", has, builder.number(-1.0, bool_type))]
                    };
                    builder.if_else(is_taken(builder, node), &[bool_type], is_another, no)
                };
                builder.if_else(self.collides, &[bool_type], is_another, no)[0]
            },
            |builder, state| {
                let one = builder.index(1);
                let next = builder.binary("arith.addi", state[0], one);
                vec![builder.binary("arith.andi", next, builder.binary("arith.subi", width, one))]
            },
        )[0];
        let node = self.load(builder, at);
        TablePlace { at, node, is_there: is_taken(builder, node) }
    }

    /// Whether each coordinate has a place of its own.
    pub fn is_exact(&self, builder: &Builder<'c>) -> Value<'c> {
        builder.binary("arith.xori", self.collides, builder.number(-1.0, builder.bool_type()))
    }

    /// Whether a coordinate that has a place of its own has a node, of whatever parent.
    pub fn has(&self, builder: &Builder<'c>, coordinate: Value<'c>) -> Value<'c> {
        builder.compare(ComparePredicate::NotEqual, self.load(builder, coordinate), builder.index(0))
    }

    /// Puts a node where there is room for it.
    pub fn put(&self, builder: &Builder<'c>, place: TablePlace<'c>, position: Value<'c>) {
        let node = builder.binary("arith.addi", position, builder.index(1));
        let array = self.array.get(builder);
        builder.store(narrow(builder, node, builder.scalar_type(array.r#type())), array, &[place.at]);
    }

    /// Frees it.
    pub fn free(&self, builder: &Builder<'c>) {
        builder.create("memref.dealloc", &[self.array.get(builder)], &[], &[], Vec::new());
    }

    fn load(&self, builder: &Builder<'c>, at: Value<'c>) -> Value<'c> {
        builder.value("arith.index_castui", &[builder.load(self.array.get(builder), &[at])], builder.index_type(), &[])
    }
}
