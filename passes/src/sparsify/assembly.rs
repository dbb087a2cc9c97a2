//! A stored result that is being put together: the operations that start and end it, and where it stands between them.

use crate::{
    index::{Binding, Nest, TensorId},
    plan::{growth::Growing, strategy::Strategy},
    values::{self, dimension_size},
};
use lacuna_dialects::{
    builder::Builder,
    ir::{Value, defining_op, is_op, operands, results, set_attribute},
    sloop::assembly_type,
};
use lacuna_layout::assembly::Growth;
use melior::ir::{Type, ValueLike, attribute::DenseI64ArrayAttribute};

/// Room for this many nodes, where no stored operand says how many there may be.
const LEAST_CAPACITY: i64 = 1024;

/// A stored result that is being put together.
pub struct Assembly<'a, 'c> {
    /// How it grows.
    pub(super) grows: &'a Growing,
    /// The `!sloop.assembly`.
    pub(super) handle: Value<'c>,
    /// The type of the finished tensor.
    r#type: Type<'c>,
    /// The position in the level last entered that has one already.
    pub(super) at: Option<Value<'c>>,
    /// Whether nodes are counted or placed, where the loops run twice.
    pub(super) walk: Walk,
    /// Whether there is room for what the loop around appends.
    pub(super) is_reserved: bool,
}

/// The walks over a result whose nodes are counted before they are placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Walk {
    Count,
    Place,
}

/// The sizes of the dynamic dimensions of a tensor.
fn dynamic_sizes<'c>(builder: &Builder<'c>, tensor: Value<'c>) -> Vec<Value<'c>> {
    let empty = defining_op(tensor).filter(|op| is_op(*op, "stensor.empty"));
    empty.map_or_else(|| values::dynamic_sizes(builder, tensor), operands)
}

/// Starts the assembly of a tensor like `like`.
fn assemble<'c>(builder: &Builder<'c>, like: Value<'c>, capacity: Value<'c>) -> Value<'c> {
    let handle = assembly_type(like.r#type());
    let operands: Vec<_> = dynamic_sizes(builder, like).into_iter().chain([capacity]).collect();
    builder.value("sloop.assemble", &operands, handle, &[])
}

/// As many nodes as the operands have values come seldom too short, and memory that is not touched is free.
fn capacity<'c>(builder: &Builder<'c>, sources: &[Value<'c>]) -> Value<'c> {
    sources.iter().fold(builder.index(LEAST_CAPACITY), |sum, source| {
        let array = builder.buffer_type(builder.scalar_type(source.r#type()));
        let values = builder.value("stensor.values", &[*source], array, &[]);
        let length = dimension_size(builder, values, 0);
        builder.binary("arith.addi", sum, length)
    })
}

fn finish<'c>(builder: &Builder<'c>, handle: Value<'c>, r#type: Type<'c>, gaps: &[i64]) -> Value<'c> {
    if let Some(assemble) = defining_op(handle) {
        set_attribute(assemble, "gaps", DenseI64ArrayAttribute::new(builder.context(), gaps).into());
    }
    builder.value("sloop.finish", &[handle], r#type, &[])
}

/// A tensor that stores nothing, as storage.
pub fn empty<'c>(builder: &Builder<'c>, like: Value<'c>, growth: &Growth) -> Value<'c> {
    let handle = assemble(builder, like, builder.index(1));
    let gaps: Vec<_> = growth.groups.iter().map(|group| group.start as i64).collect();
    finish(builder, handle, like.r#type(), &gaps)
}

impl<'a, 'c> Assembly<'a, 'c> {
    /// Starts a result of a statement that reads these stored operands.
    pub fn start(
        builder: &Builder<'c>,
        (nest, binding): (&Nest, &Binding<'c>),
        grows: &'a Growing,
        sources: &[Value<'c>],
    ) -> Self {
        let like = binding.value(nest.tensor(grows.tensor).operand);
        let (r#type, handle) = match &grows.strategy {
            Strategy::Append | Strategy::Insert => (like.r#type(), assemble(builder, like, capacity(builder, sources))),
            Strategy::CountAndPlace => {
                let handle = assembly_type(like.r#type());
                let handle = builder.value("sloop.assemble_counted", &dynamic_sizes(builder, like), handle, &[]);
                (like.r#type(), handle)
            }
            Strategy::Group(group) => {
                let r#type = builder.tensor_type(like.r#type(), Some(&group.format.value));
                let sizes = dynamic_sizes(builder, like);
                let operands: Vec<_> = sizes.into_iter().chain([capacity(builder, sources)]).collect();
                (r#type, builder.value("sloop.assemble_grouped", &operands, assembly_type(r#type), &[]))
            }
        };
        Self { grows, handle, r#type, at: None, walk: Walk::Count, is_reserved: false }
    }

    /// Between the walks.
    pub fn arrange(&mut self, builder: &Builder<'c>) {
        builder.create("sloop.arrange", &[self.handle], &[], &[], Vec::new());
        self.walk = Walk::Place;
    }

    /// The tensor, finished.
    pub fn finish(self, builder: &Builder<'c>) -> (TensorId, Value<'c>) {
        let value = if self.grows.strategy.is_walked_twice() {
            builder.value("sloop.finish", &[self.handle], self.r#type, &[])
        } else {
            finish(builder, self.handle, self.r#type, &self.grows.gaps)
        };
        (self.grows.tensor, value)
    }

    pub(super) fn level_op(
        &self,
        builder: &Builder<'c>,
        name: &str,
        operands: &[Value<'c>],
        level: usize,
        result: Option<Type<'c>>,
    ) -> Option<Value<'c>> {
        let level = ("level", builder.i64_attribute(level as i64));
        let op = builder.create(name, operands, result.as_slice(), &[level], Vec::new());
        results(op).first().copied()
    }

    pub(super) fn index_op(
        &self,
        builder: &Builder<'c>,
        name: &str,
        operands: &[Value<'c>],
        level: usize,
    ) -> Value<'c> {
        self.level_op(builder, name, operands, level, Some(builder.index_type())).expect("it has a result")
    }

    pub(super) fn parent(&self, builder: &Builder<'c>) -> Value<'c> {
        self.at.unwrap_or_else(|| builder.index(0))
    }
}
