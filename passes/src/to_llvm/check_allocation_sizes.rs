//! `check-allocation-sizes`: the program stops where a buffer would have more elements than any memory.
//!
//! The sizes of a buffer are multiplied without a look at what wraps around: a buffer of 2^32 x 2^32 elements would get no
//! memory, and be written to. Sizes that no memory has stop the program here; what the memory at hand does not have is for
//! `expand-allocations` to find. Sizes that types tell are checked when the compiler runs.
//!
//! Runs when all buffers are there, before `expand-asserts`. Example: `test/conversions/check_allocation_sizes.mlir`. Not
//! done here: `memref.alloca`, which no loop of ours has on sizes that are not known.

use super::NO_MEMORY;
use crate::{diagnostic::Reported, options, pass::Pass, values::MOST_ELEMENTS};
use lacuna_dialects::{
    builder::{Builder, ComparePredicate},
    ir::{Op, Value, collect_ops, is_op, operands, results, segments, shape},
    stensor::Assert,
};
use melior::ir::ValueLike;

options! {
    /// Options of `check-allocation-sizes`.
    pub struct CheckAllocationSizes {}
}

impl Pass for CheckAllocationSizes {
    const ARGUMENT: &'static str = "check-allocation-sizes";
    const SUMMARY: &'static str = "Assert that buffers have no more elements than memory can have";
    const TRUSTS_FORMATS: bool = false;

    fn run(&self, root: Op<'_>) -> Result<(), Reported> {
        collect_ops(root, |op| is_op(op, "memref.alloc")).into_iter().for_each(check);
        Ok(())
    }
}

/// Asserts that there is no more than the most elements, before the buffer is made.
fn check(alloc: Op<'_>) {
    let sizes = shape(results(alloc)[0].r#type()).unwrap_or_default();
    let known = sizes.iter().flatten().fold(1u64, |product, size| product.saturating_mul(*size));
    let dynamic = &operands(alloc)[..segments(alloc).first().copied().unwrap_or_default()];
    if known == 0 || dynamic.is_empty() && known < MOST_ELEMENTS {
        return;
    }
    let builder = Builder::before(alloc);
    let most = builder.index((MOST_ELEMENTS / known) as i64);
    let Some((first, others)) = dynamic.split_first() else {
        let never = builder.compare(ComparePredicate::NotEqual, most, most);
        return stop_unless(&builder, never, &sizes, dynamic);
    };
    let mut fits = builder.compare(ComparePredicate::UnsignedLessEqual, *first, most);
    let (zero, one) = (builder.index(0), builder.index(1));
    let mut product = *first;
    for size in others {
        // No size is divided by that is zero; a product that wrapped around was found before.
        let room = builder.binary("arith.divui", most, builder.binary("arith.maxui", product, one));
        let still = builder.compare(ComparePredicate::UnsignedLessEqual, *size, room);
        fits = builder.binary("arith.andi", fits, still);
        product = builder.binary("arith.muli", product, *size);
    }
    if !others.is_empty() {
        // A buffer without elements needs no memory, however long its rows are.
        for size in dynamic {
            let is_empty = builder.compare(ComparePredicate::Equal, *size, zero);
            fits = builder.binary("arith.ori", fits, is_empty);
        }
    }
    stop_unless(&builder, fits, &sizes, dynamic);
}

/// Stops the program with a message that tells all sizes.
fn stop_unless<'c>(builder: &Builder<'c>, fits: Value<'c>, sizes: &[Option<u64>], dynamic: &[Value<'c>]) {
    let mut dynamic = dynamic.iter();
    let numbers: Vec<_> = sizes
        .iter()
        .map(|size| {
            size.map_or_else(|| *dynamic.next().expect("each open size is given"), |size| builder.index(size as i64))
        })
        .collect();
    let places = vec!["{}"; numbers.len()].join(" x ");
    Assert::build(builder, fits, &format!("{NO_MEMORY} for an array of {places} elements of this kernel"), &numbers);
}
