//! What an operation without control flow does to the buffers of its operands and results.
//!
//! A stored tensor is its buffers, in the order of `stensor.pack`; a buffer is itself; a cursor stands for all buffers that
//! the loop over it reads.
//!
//! Both those who put frees into a program and those who check them ask here. Not done here: control flow and calls
//! ([`crate::ownership`]).

use lacuna_dialects::{
    format::Format,
    ir::{Op, Value, collect_ops, defining_op, is_memref, is_op, op_name, operands, results, users},
    sloop::{
        self,
        assembly_ops::AssemblyOp,
        cursors::is_cursor,
        grow::Grow,
        index::{Nest, Yield},
    },
    stensor::{
        self, Start,
        conversion::{Build, Convert, Sort},
        storage::{Coordinates, Empty, LevelSize, Pack, Positions, Release, Unpack, Values},
    },
};
use lacuna_layout::levels::Array;
use melior::ir::{Type, ValueLike};

/// What an operation does.
#[derive(Debug, Default)]
pub struct Effects<'c> {
    /// It reads or writes them.
    pub accesses: Vec<Value<'c>>,
    /// It frees them, after what it accesses.
    pub frees: Vec<Value<'c>>,
    /// It makes them: buffers of their own.
    pub makes: Vec<Value<'c>>,
    /// Results that are buffers of operands.
    pub views: Vec<View<'c>>,
    /// Something else may have them afterwards.
    pub passes: Vec<Value<'c>>,
}

/// A result that is buffers of operands: of all of `sources` one after the other, those from `first` on.
#[derive(Debug)]
#[allow(missing_docs)]
pub struct View<'c> {
    pub result: Value<'c>,
    pub sources: Vec<Value<'c>>,
    pub first: usize,
}

/// How many buffers a value of a type is.
pub fn buffer_count(r#type: Type<'_>) -> usize {
    match Format::of(r#type) {
        Some(format) => format.arrays().len() + 1,
        None => usize::from(is_memref(r#type)),
    }
}

/// Operations whose result is a view of their first operand.
const VIEWS: [&str; 8] = [
    "memref.cast",
    "memref.subview",
    "memref.reinterpret_cast",
    "memref.collapse_shape",
    "memref.expand_shape",
    "memref.transpose",
    "memref.view",
    "builtin.unrealized_conversion_cast",
];

/// Operations that access buffers and keep nothing of them, besides those of `linalg` and `vector`.
const ACCESSES: [&str; 6] =
    ["memref.load", "memref.store", "memref.copy", "memref.prefetch", "memref.atomic_rmw", "memref.generic_atomic_rmw"];

/// Operations that ask for sizes, which outlive the storage.
const SIZES: [&str; 4] = ["memref.dim", "memref.rank", "tensor.dim", LevelSize::NAME];

impl<'c> Effects<'c> {
    /// Whether a value is used and nothing more: afterwards, its buffers are where they were. Views of it go on being used.
    pub fn keeps(&self, value: Value<'c>) -> bool {
        !self.frees.contains(&value) && !self.passes.contains(&value)
    }

    /// The results that are buffers of a value.
    pub fn views_of(&self, value: Value<'c>) -> impl Iterator<Item = Value<'c>> {
        self.views.iter().filter(move |view| view.sources.contains(&value)).map(|view| view.result)
    }

    /// Those of an operation. `owns_allocated` says whether what `memref.alloc` makes is to be freed already.
    pub fn of(op: Op<'c>, owns_allocated: bool) -> Self {
        let (given, name) = (operands(op), op_name(op));
        let view = |result, sources, first| vec![View { result, sources, first }];
        if let Some(release) = Release::of(op) {
            return Self { frees: vec![release.tensor()], ..Self::default() };
        }
        if let Some(sort) = Sort::of(op) {
            let source = vec![sort.source()];
            let frees = if sort.how().consumed { source.clone() } else { Vec::new() };
            return Self { accesses: source, frees, makes: vec![sort.result()], ..Self::default() };
        }
        if let Some(convert) = Convert::of(op) {
            let (source, result) = (convert.source(), convert.result());
            if source.r#type() == result.r#type() {
                return Self { views: view(result, vec![source], 0), ..Self::default() };
            }
            return Self { accesses: vec![source], makes: stored(op), ..Self::default() };
        }
        if let Some(pack) = Pack::of(op) {
            if !owns_allocated && is_copy(pack) {
                return Self { makes: vec![pack.tensor()], ..Self::default() };
            }
            return Self { views: view(pack.tensor(), pack.buffers(), 0), ..Self::default() };
        }
        if Unpack::is(op) {
            let part = |(first, result)| View { result, sources: given.clone(), first };
            return Self { views: results(op).into_iter().enumerate().map(part).collect(), ..Self::default() };
        }
        if is_op(op, "tensor.cast") && Format::of(results(op)[0].r#type()).is_some() {
            return Self { views: view(results(op)[0], given, 0), ..Self::default() };
        }
        if let Some(first) = part(op) {
            return Self { views: view(results(op)[0], given, first), ..Self::default() };
        }
        if is_cursor(op) {
            return Self { views: view(results(op)[0], given, 0), ..Self::default() };
        }
        if Nest::is(op)
            || Build::is(op)
            || Grow::of(op).is_some()
            || matches!(AssemblyOp::of(op), Some((AssemblyOp::Collect(_), _)))
        {
            let makes = if Grow::of(op).is_some() { results(op)[..1].to_vec() } else { stored(op) };
            return Self { accesses: used(op), makes, ..Self::default() };
        }
        match name.as_str() {
            // The thread has them until it is waited for.
            Start::NAME => Self { passes: given, ..Self::default() },
            Yield::NAME => Self { passes: given, ..Self::default() },
            "memref.alloc" if owns_allocated => Self { makes: results(op), ..Self::default() },
            "memref.realloc" => Self { frees: given[..1].to_vec(), makes: results(op), ..Self::default() },
            "memref.dealloc" | "bufferization.dealloc_tensor" => Self { frees: given, ..Self::default() },
            "memref.alloc" | "memref.alloca" | "memref.get_global" | Empty::NAME => Self::default(),
            name if SIZES.contains(&name) => Self::default(),
            name if VIEWS.contains(&name) && results(op)[..].iter().all(|result| is_memref(result.r#type())) => {
                Self { views: view(results(op)[0], given[..1].to_vec(), 0), ..Self::default() }
            }
            // A buffer that is stored is kept.
            "memref.store" if is_memref(given[0].r#type()) => Self { passes: given, ..Self::default() },
            name if ACCESSES.contains(&name)
                || name.starts_with("linalg.")
                || name.starts_with("vector.")
                || sloop::owns(op)
                || stensor::owns(op) =>
            {
                Self { accesses: used(op), ..Self::default() }
            }
            _ => Self { passes: used(op), ..Self::default() },
        }
    }
}

/// Whether a tensor is a copy of another: its buffers are made for it alone.
fn is_copy(pack: Pack<'_>) -> bool {
    let is_own = |buffer: Value<'_>| {
        defining_op(buffer).is_some_and(|maker| is_op(maker, "memref.alloc"))
            && users(buffer).into_iter().all(|user| user == pack.op() || is_op(user, "memref.copy"))
    };
    pack.buffers().into_iter().all(is_own)
}

/// The place of the buffer that an operation gives among those of its tensor.
fn part(op: Op<'_>) -> Option<usize> {
    let at = |tensor: Value<'_>, level: usize, array: Array| {
        Format::of(tensor.r#type())?.arrays().iter().position(|entry| *entry == (level, array))
    };
    if let Some(of) = Positions::of(op) {
        return at(of.tensor(), of.level(), Array::Positions);
    }
    if let Some(of) = Coordinates::of(op) {
        return at(of.tensor(), of.level(), Array::Coordinates);
    }
    Some(Format::of(Values::of(op)?.tensor().r#type())?.arrays().len())
}

/// The stored tensors among the results of an operation that are made.
fn stored(op: Op<'_>) -> Vec<Value<'_>> {
    results(op).into_iter().filter(|result| Format::of(result.r#type()).is_some()).collect()
}

/// What an operation and those inside of it use.
fn used(op: Op<'_>) -> Vec<Value<'_>> {
    let inside = collect_ops(op, |inner| !is_op(inner, "builtin.module"));
    inside.into_iter().flat_map(operands).collect()
}
