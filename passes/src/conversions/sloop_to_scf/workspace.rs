//! Which node a parent has for each coordinate of a level: the workspace of Gustavson's algorithm.
//!
//! An array over the coordinates of the level or, where these are many more than nodes can be, a hash table. An element is
//! one more than the position of a node; what is not behind the first node of the parent at hand is left from parents
//! before it and counts for nothing, so that nothing is cleared between parents.

use super::arrays::{allocate, fill, length};
use crate::levels::hashing::{hash, power_of_two};
use lacuna_dialects::{
    builder::{Builder, ComparePredicate},
    ir::Value,
};
use melior::ir::{Type, ValueLike};

/// Levels with up to this many coordinates always have an array: it fits the caches.
const FEW: i64 = 1 << 16;

/// So does one with up to so many coordinates for each node that there may be.
const SPARSE: i64 = 4;

/// The workspace.
#[derive(Clone, Copy)]
pub struct Workspace<'c> {
    array: Value<'c>,
    /// Whether two coordinates may have the same place.
    collides: Value<'c>,
}

/// Where a coordinate is, or where there is room for it.
#[derive(Clone, Copy)]
pub struct Place<'c> {
    at: Value<'c>,
    /// One more than the position of its node.
    pub node: Value<'c>,
    /// Whether the parent has a node for it.
    pub is_there: Value<'c>,
}

impl<'c> Workspace<'c> {
    /// One for a level with `size` coordinates, of parents that have at most `most` nodes. `element` counts nodes.
    pub fn new(builder: &Builder<'c>, element: Type<'c>, size: Value<'c>, most: Value<'c>) -> Self {
        let enough = builder.binary("arith.muli", most, builder.index(SPARSE));
        let enough = builder.binary("arith.maxui", enough, builder.index(FEW));
        let collides = builder.compare(ComparePredicate::UnsignedLess, enough, size);
        let twice = builder.binary("arith.addi", most, most);
        let table = power_of_two(builder, twice);
        let length = builder.value("arith.select", &[collides, table, size], builder.index_type(), &[]);
        let array = allocate(builder, builder.buffer_type(element), length);
        let workspace = Self { array, collides };
        workspace.clear(builder);
        workspace
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
        let nothing = builder.number(0.0, builder.scalar_type(self.array.r#type()));
        fill(builder, self.array, (builder.index(0), length(builder, self.array)), nothing);
    }

    /// Looks for a coordinate, counted from zero, among the nodes from `first` on. `has` tells whether the node at a
    /// position has it.
    pub fn find(
        &self,
        builder: &Builder<'c>,
        coordinate: Value<'c>,
        first: Value<'c>,
        has: impl FnOnce(&Builder<'c>, Value<'c>) -> Value<'c>,
    ) -> Place<'c> {
        let (index, bool_type) = (builder.index_type(), builder.bool_type());
        let is_taken = |builder: &Builder<'c>, node| builder.compare(ComparePredicate::UnsignedLess, first, node);
        let width = length(builder, self.array);
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
        Place { at, node, is_there: is_taken(builder, node) }
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
    pub fn put(&self, builder: &Builder<'c>, place: Place<'c>, position: Value<'c>) {
        let node = builder.binary("arith.addi", position, builder.index(1));
        let element = builder.scalar_type(self.array.r#type());
        builder.store(builder.value("arith.index_cast", &[node], element, &[]), self.array, &[place.at]);
    }

    /// Frees it.
    pub fn free(&self, builder: &Builder<'c>) {
        builder.create("memref.dealloc", &[self.array], &[], &[], Vec::new());
    }

    fn load(&self, builder: &Builder<'c>, at: Value<'c>) -> Value<'c> {
        builder.value("arith.index_castui", &[builder.load(self.array, &[at])], builder.index_type(), &[])
    }
}
