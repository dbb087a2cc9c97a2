//! `sloop-fold-slices`: read windows of stored tensors where they are.
//!
//! A `tensor.extract_slice` of a stored tensor would have to find and copy the entries of a window. A nest that reads the
//! slice reads the tensor instead, with subscripts that begin where the window does: `%s[%i, %j]` becomes
//! `%A[%i + 2, %j * 2 + %offset]`. Sizes of the slice are the ones that the operation names. Where offsets, sizes and the
//! tensor do not say so themselves, the program checks that the window lies in the tensor.
//!
//! Example: `test/passes/fold_slices.mlir`. Not done here: slices that something else than a nest takes.

use super::replace_in_order;
use crate::{
    bridge::{Binding, read::read_nests, write::emit_nest},
    diagnostic::Reported,
    index::{Access, Expr, Nest, Tensor, TensorId, subscript::Subscript},
    options,
    pass::Pass,
    values::{constant_integer, dimension_size, given_name},
};
use lacuna_dialects::{
    builder::{Builder, ComparePredicate},
    format::Format,
    ir::{Op, Value, collect_ops, erase, has_uses, is_op, operands, replace_uses, results, segments, shape, users},
};
use melior::ir::{ValueLike, attribute::DenseI64ArrayAttribute, operation::OperationLike};

options! {
    /// Options of `sloop-fold-slices`.
    pub struct FoldSlices {}
}

impl Pass for FoldSlices {
    const ARGUMENT: &'static str = "sloop-fold-slices";
    const SUMMARY: &'static str = "Read windows of stored tensors where they are";

    fn run(&self, root: Op<'_>) -> Result<(), Reported> {
        let slices = collect_ops(root, |op| is_op(op, "tensor.extract_slice") && is_stored(results(op)[0]));
        // Slices of slices come after what they are of.
        for op in slices.into_iter().rev() {
            let Some(slice) = Slice::of(op) else { continue };
            let (nests, mut binding) = read_nests(root)?;
            let is_slice = |tensor: &Tensor| tensor.is_input() && binding.value(tensor.operand) == results(op)[0];
            let reads_it = |nest: &Nest| nest.bound().any(is_slice);
            let read: Vec<_> = nests.into_iter().filter(reads_it).map(|nest| (nest, ())).collect();
            let is_asked = users(results(op)[0]).iter().any(|user| is_op(*user, "tensor.dim"));
            if !read.is_empty() || is_asked {
                slice.check(&Builder::before(op));
            }
            replace_in_order(read, &mut binding, |nest, (), binding| slice.fold_into(nest, binding));
            slice.fold_sizes();
            if !has_uses(results(op)[0]) {
                erase(op);
            }
        }
        Ok(())
    }
}

fn is_stored(value: Value<'_>) -> bool {
    Format::of(value.r#type()).is_some()
}

/// A number that is known, or a value.
#[derive(Clone, Copy)]
enum SliceSize<'c> {
    Static(i64),
    Value(Value<'c>),
}

impl<'c> SliceSize<'c> {
    fn emit(self, builder: &Builder<'c>) -> Value<'c> {
        match self {
            Self::Static(number) => builder.index(number),
            Self::Value(value) => value,
        }
    }

    fn subscript(self, binding: &mut Binding<'c>) -> Subscript {
        match self {
            Self::Static(number) => Subscript::constant_of(number),
            Self::Value(value) => Subscript::outside(binding.value_id(value)),
        }
    }
}

/// A window of a stored tensor.
struct Slice<'c> {
    op: Op<'c>,
    tensor: Value<'c>,
    offsets: Vec<SliceSize<'c>>,
    sizes: Vec<SliceSize<'c>>,
    strides: Vec<i64>,
    /// The dimension of the slice for each dimension of the tensor; none where the slice has only one coordinate.
    kept: Vec<Option<usize>>,
}

impl<'c> Slice<'c> {
    /// Reads the operation; none where its strides are not known, or it stands for several windows of one shape.
    fn of(op: Op<'c>) -> Option<Self> {
        let (all, groups) = (operands(op), segments(op));
        let mut dynamic = all[1..].iter().copied();
        let mut list = |name: &str, count: usize| -> Option<Vec<SliceSize<'c>>> {
            let attribute = op.attribute(name).ok().and_then(|array| DenseI64ArrayAttribute::try_from(array).ok())?;
            let mut values = dynamic.by_ref().take(count);
            let size = |number: i64| match number {
                i64::MIN => {
                    let value = values.next()?;
                    Some(constant_integer(value).map_or(SliceSize::Value(value), SliceSize::Static))
                }
                number => Some(SliceSize::Static(number)),
            };
            (0..attribute.len()).filter_map(|at| attribute.element(at).ok()).map(size).collect()
        };
        let offsets = list("static_offsets", groups[1])?;
        let sizes = list("static_sizes", groups[2])?;
        let strides = list("static_strides", groups[3])?;
        let known = |size: &SliceSize<'c>| match size {
            SliceSize::Static(number) => Some(*number),
            SliceSize::Value(_) => None,
        };
        let strides = strides.iter().map(known).collect::<Option<_>>()?;
        let kept = kept(&sizes.iter().map(known).collect::<Vec<_>>(), &shape(results(op)[0].r#type())?)?;
        Some(Self { op, tensor: all[0], offsets, sizes, strides, kept })
    }

    /// Stops the program where the window does not lie in the tensor.
    fn check(&self, builder: &Builder<'c>) {
        // A tensor has a number only as an operand of a nest, of which there may be several.
        let name =
            given_name(self.tensor).map_or_else(|| "a stored tensor".to_owned(), |name| format!("operand {name}"));
        let sizes = shape(self.tensor.r#type()).unwrap_or_default();
        for (dimension, whole) in sizes.into_iter().enumerate() {
            let (offset, size, stride) = (self.offsets[dimension], self.sizes[dimension], self.strides[dimension]);
            if let (SliceSize::Static(offset), SliceSize::Static(size), Some(whole)) = (offset, size, whole)
                && offset >= 0
                && size >= 0
                && (size == 0 || offset + (size - 1) * stride < whole as i64)
            {
                continue;
            }
            let whole = dimension_size(builder, self.tensor, dimension);
            let (offset, size) = (offset.emit(builder), size.emit(builder));
            let last = builder.binary("arith.subi", size, builder.index(1));
            let last = builder.binary("arith.muli", last, builder.index(stride));
            let last = builder.binary("arith.addi", last, offset);
            let zero = builder.index(0);
            let tests = [
                (ComparePredicate::SignedLessEqual, zero, offset),
                (ComparePredicate::SignedLess, last, whole),
                (ComparePredicate::SignedLessEqual, offset, whole),
                (ComparePredicate::SignedLessEqual, zero, size),
            ];
            let inside = tests.map(|(test, left, right)| builder.compare(test, left, right));
            let inside = inside.into_iter().reduce(|left, right| builder.binary("arith.andi", left, right));
            let what = format!("a slice of {name} does not lie in its dimension {dimension}");
            builder.assert_that(inside.expect("there are tests"), &what);
        }
    }

    /// The nest that reads the tensor in the place of one that reads the slice; gives the results, old and new.
    fn fold_into(&self, mut nest: Nest, binding: &mut Binding<'c>) -> Vec<(Value<'c>, Value<'c>)> {
        let old = binding.op(nest.source);
        let slice = binding.value_id(results(self.op)[0]);
        let tensor = binding.tensor(self.tensor);
        let reads: Vec<_> = (0..nest.tensors.len())
            .map(TensorId)
            .filter(|id| nest.tensor(*id).operand == slice && nest.tensor(*id).is_input())
            .collect();
        for node in &mut nest.nodes {
            if let Expr::Read(access) | Expr::Stored(access) = &mut node.expr
                && reads.contains(&access.tensor)
            {
                access.subscripts = self.subscripts(access, binding);
            }
        }
        for id in reads {
            nest.tensors[id.0] = tensor.clone().as_input().as_window();
        }
        let new = emit_nest(&nest, &Builder::before(old), binding);
        let replaced: Vec<_> = results(old).into_iter().zip(results(new)).collect();
        replaced.iter().for_each(|(old, new)| replace_uses(*old, *new));
        erase(old);
        replaced
    }

    fn subscripts(&self, access: &Access, binding: &mut Binding<'c>) -> Vec<Subscript> {
        let parts = self.kept.iter().zip(&self.offsets).zip(&self.strides);
        parts
            .map(|((kept, offset), stride)| {
                let offset = offset.subscript(binding);
                kept.map_or(offset.clone(), |dimension| offset.plus(&access.subscripts[dimension], *stride))
            })
            .collect()
    }

    /// Lets the sizes that the operation names stand for those that are asked of the slice.
    fn fold_sizes(&self) {
        for user in users(results(self.op)[0]).into_iter().filter(|user| is_op(*user, "tensor.dim")) {
            let Some(dimension) = constant_integer(operands(user)[1]) else { continue };
            let Some(place) = self.kept.iter().position(|kept| *kept == Some(dimension as usize)) else { continue };
            replace_uses(results(user)[0], self.sizes[place].emit(&Builder::before(user)));
            erase(user);
        }
    }
}

/// Which dimension of a slice each dimension of the tensor becomes: those of one coordinate may be left out.
fn kept(sizes: &[Option<i64>], slice: &[Option<u64>]) -> Option<Vec<Option<usize>>> {
    let mut next = 0;
    let mut kept = Vec::with_capacity(sizes.len());
    for size in sizes {
        let is_next = slice.get(next).is_some_and(|own| own.map(|own| own as i64) == *size || own.is_none());
        if is_next && (*size != Some(1) || slice[next] == Some(1)) {
            kept.push(Some(next));
            next += 1;
        } else if *size == Some(1) {
            kept.push(None);
        } else {
            return None;
        }
    }
    (next == slice.len()).then_some(kept)
}
