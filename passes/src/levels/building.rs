//! Building levels from the top down, from a sorted list of entries.
//!
//! Every entry has a node in the level above. A level replaces this node by its child with the coordinate of the entry. Entries
//! of one node stand side by side. Below an unordered level, the nodes of successive entries need not increase.

use lacuna_dialects::{
    builder::{Builder, ComparePredicate},
    ir::Value,
};
use lacuna_layout::{Width, levels::Ends};
use melior::ir::{Type, r#type::IntegerType};

/// A level about to be built.
pub struct Unbuilt<'c> {
    /// Its number, from the top.
    pub number: usize,
    /// The number of coordinates it can have; none for a slot.
    pub size: Option<Value<'c>>,
    /// The least coordinate, where coordinates can be negative.
    pub least: Option<Value<'c>>,
    /// The number of entries.
    pub entries: Value<'c>,
    /// The node of each entry in the level above, to be replaced by that in this level.
    pub nodes: Value<'c>,
    /// The number of nodes of the level above.
    pub parents: Value<'c>,
    /// What these are there for.
    pub above: NodesAbove,
    /// The coordinate of each entry, of type `index`; a slot has none.
    pub coordinates: Option<Value<'c>>,
    /// The coordinates of the entries in the levels below in which nodes have one child each, if the level is not
    /// unique: entries that differ there have nodes of their own.
    pub chain: Vec<Value<'c>>,
    /// Its nodes are to stand in windows of so many by how many entries they have, most first.
    pub window: Option<u64>,
    /// Width of stored positions, in bits.
    pub position_width: u32,
    /// Width of stored coordinates.
    pub coordinate_width: Width,
    /// Whether coordinates will be looked up in it again and again.
    pub for_lookups: bool,
}

/// What the nodes of the level above are there for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodesAbove {
    /// Each was made for one child.
    OneChild,
    /// Those that hold something were made for the entries that they have, the others fill up.
    Entries,
    /// Some are coordinates of the tensor, whether or not they have entries, the others fill up.
    Mixed,
    /// Each is a coordinate of the tensor, whether or not it has entries.
    Coordinates,
}

/// A level that was built.
pub struct Built<'c> {
    /// The arrays that it stores, positions before coordinates.
    pub arrays: Vec<Value<'c>>,
    /// The number of its nodes.
    pub count: Value<'c>,
    /// The segments of its nodes; none where all nodes of the level above have the same number of children.
    pub segments: Option<Segments<'c>>,
    /// The coordinate of places that no node has; zero if there is none.
    pub padding: Option<Value<'c>>,
    /// How many nodes of the level above are to be coordinates of the tensor, where that can only be counted when the tensor
    /// is built, and what stops a program where there are more.
    pub expected_above: Option<(Value<'c>, String)>,
}

/// The segments into which the nodes of the level above divide a level.
pub struct Segments<'c> {
    /// Where each begins, of type `index`, and where the last one ends. It is freed when the tensor is built.
    pub begins: Value<'c>,
    /// How they are stored.
    pub ends: Ends,
}

impl<'c> Built<'c> {
    /// A level in which all nodes of the level above have the same number of children.
    pub fn new(arrays: Vec<Value<'c>>, count: Value<'c>) -> Self {
        Self { arrays, count, segments: None, padding: None, expected_above: None }
    }
}

impl<'c> Unbuilt<'c> {
    /// The type of stored positions.
    pub fn position_type(&self, builder: &Builder<'c>) -> Type<'c> {
        IntegerType::new(builder.context(), self.position_width).into()
    }

    /// The type of stored coordinates.
    pub fn coordinate_type(&self, builder: &Builder<'c>) -> Type<'c> {
        IntegerType::new(builder.context(), self.coordinate_width.bits()).into()
    }

    /// The coordinate of an entry.
    pub fn coordinate(&self, builder: &Builder<'c>, entry: Value<'c>) -> Value<'c> {
        builder.load(self.coordinates.expect("only slots have none"), &[entry])
    }

    /// Runs over the entries. `step` gets each with its node in the level above, whether it begins a new node there,
    /// whether it begins a new child, and carried values.
    pub fn each_entry(
        &self,
        builder: &Builder<'c>,
        carried: &[Value<'c>],
        step: impl FnOnce(&Builder<'c>, EntryNode<'c>, &[Value<'c>]) -> Vec<Value<'c>>,
    ) -> Vec<Value<'c>> {
        let none = builder.index(-1);
        let start: Vec<_> = [none, none].into_iter().chain(carried.iter().copied()).collect();
        let range = (builder.index(0), self.entries, builder.index(1));
        let finals = builder.for_loop(range, &start, |builder, at, state| {
            let node = builder.load(self.nodes, &[at]);
            let coordinate = self.coordinates.map_or(none, |coordinates| builder.load(coordinates, &[at]));
            let begins_node = builder.compare(ComparePredicate::NotEqual, node, state[0]);
            let differs = builder.compare(ComparePredicate::NotEqual, coordinate, state[1]);
            let begins_child = if self.coordinates.is_none() {
                builder.number(-1.0, builder.bool_type())
            } else {
                let one = builder.index(1);
                // The first entry, which has none before it, begins a node.
                let before = builder.binary("arith.subi", builder.binary("arith.maxui", at, one), one);
                let differs = self.chain.iter().fold(differs, |differs, below| {
                    let (this, other) = (builder.load(*below, &[at]), builder.load(*below, &[before]));
                    let further = builder.compare(ComparePredicate::NotEqual, this, other);
                    builder.binary("arith.ori", differs, further)
                });
                builder.binary("arith.ori", begins_node, differs)
            };
            let entry = EntryNode { at, node, coordinate, begins_node, begins_child };
            let mut next = vec![node, coordinate];
            next.extend(step(builder, entry, &state[2..]));
            next
        });
        finals[2..].to_vec()
    }

    /// Gives every entry another node.
    pub fn set_node(&self, builder: &Builder<'c>, entry: EntryNode<'c>, node: Value<'c>) {
        builder.store(node, self.nodes, &[entry.at]);
    }

    /// The largest number of children of a node.
    pub fn most_children(&self, builder: &Builder<'c>) -> Value<'c> {
        let zero = builder.index(0);
        self.each_entry(builder, &[zero, zero], |builder, entry, state| {
            let children = self.next_child(builder, entry, state[0]);
            vec![children, builder.binary("arith.maxui", state[1], children)]
        })[1]
    }

    /// The number of children of the entry's node up to this entry, from that up to the entry before.
    pub fn next_child(&self, builder: &Builder<'c>, entry: EntryNode<'c>, before: Value<'c>) -> Value<'c> {
        let (zero, one) = (builder.index(0), builder.index(1));
        let before = select(builder, entry.begins_node, zero, before);
        select(builder, entry.begins_child, builder.binary("arith.addi", before, one), before)
    }
}

/// An entry, as [`Unbuilt::each_entry`] sees it.
#[derive(Clone, Copy)]
pub struct EntryNode<'c> {
    /// Its number.
    pub at: Value<'c>,
    /// Its node in the level above.
    pub node: Value<'c>,
    /// Its coordinate.
    pub coordinate: Value<'c>,
    /// Whether the entry before it has another node.
    pub begins_node: Value<'c>,
    /// Whether the entry before it has another child.
    pub begins_child: Value<'c>,
}

/// One of two values.
pub fn select<'c>(builder: &Builder<'c>, condition: Value<'c>, yes: Value<'c>, no: Value<'c>) -> Value<'c> {
    use melior::ir::ValueLike;
    builder.value("arith.select", &[condition, yes, no], yes.r#type(), &[])
}

/// A new array, every element of which has a value.
pub fn filled<'c>(builder: &Builder<'c>, length: Value<'c>, value: Value<'c>) -> Value<'c> {
    use melior::ir::ValueLike;
    let array = allocate(builder, value.r#type(), length);
    builder.for_loop((builder.index(0), length, builder.index(1)), &[], |builder, at, _| {
        builder.store(value, array, &[at]);
        Vec::new()
    });
    array
}

/// A new array.
pub fn allocate<'c>(builder: &Builder<'c>, element: Type<'c>, length: Value<'c>) -> Value<'c> {
    builder.value("memref.alloc", &[length], builder.buffer_type(element), &[builder.segments(&[1, 0])])
}

/// An index as a stored integer.
pub fn narrow<'c>(builder: &Builder<'c>, index: Value<'c>, r#type: Type<'c>) -> Value<'c> {
    builder.value("arith.index_cast", &[index], r#type, &[])
}
