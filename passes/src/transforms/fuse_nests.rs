//! `sloop-fuse-nests`: make one nest of nests that add to one result, one after the other.
//!
//! `y(i) = A(i,j)·x(j) + b(i)` arrives as two operations, each of which takes the result of the one before as its
//! starting value. Where nothing else uses that result, the statements of the later nest can follow those of the
//! earlier one in a single nest, and `sloop-sink-initializations` can let both meet in one loop.
//!
//! Example: `test/passes/fuse_nests.mlir`. Not done here: nests with several results, or that read what they
//! continue, or between which something frees a tensor or touches a buffer.

use super::join_nests::{Joined, join, result_for};
use crate::{
    bridge::{Binding, read::read_nests, write::replace_all},
    diagnostic::Reported,
    index::Nest,
    options,
    pass::Pass,
};
use lacuna_dialects::ir::{Op, Value, erase, users};

options! {
    /// Options of `sloop-fuse-nests`.
    pub struct FuseNests {}
}

impl Pass for FuseNests {
    const ARGUMENT: &'static str = "sloop-fuse-nests";
    const SUMMARY: &'static str = "Fuse consecutive nests that add to the same result";

    fn run(&self, root: Op<'_>) -> Result<(), Reported> {
        let (mut nests, mut binding) = read_nests(root)?;
        let mut fused: Vec<Nest> = Vec::new();
        let mut swallowed: Vec<Op> = Vec::new();
        // Nests come in the order of the program, so that a chain is swallowed from its start.
        for index in 0..nests.len() {
            let consumer = nests[index].clone();
            let producer = nests[..index].iter().find_map(|producer| {
                let result = continued(&consumer, producer, &mut binding)?;
                Some((producer, result))
            });
            if let Some((producer, result)) = producer {
                let whole = fuse(producer, &consumer, result, &mut binding);
                let source = producer.source;
                swallowed.push(binding.op(source));
                fused.retain(|nest| nest.source != source);
                fused.push(whole.clone());
                nests[index] = whole;
            }
        }
        replace_all(fused, &mut binding);
        // From the last to the first: each was used by the next one only.
        for op in swallowed.into_iter().rev() {
            erase(op);
        }
        Ok(())
    }
}

/// The one result of `producer`, if `consumer` starts from it and nothing else uses it.
fn continued<'c>(consumer: &Nest, producer: &Nest, binding: &mut Binding<'c>) -> Option<Value<'c>> {
    let result = result_for(producer, consumer, binding)?;
    let outputs: Vec<_> = consumer.tensors.iter().filter(|tensor| tensor.is_output).collect();
    (outputs.len() == 1
        && users(result).len() == 1
        && outputs[0].operand == binding.value_id(result)
        && ![producer, consumer].iter().any(|nest| has_groups(nest)))
    .then_some(result)
}

/// Whether the points of a result come in groups: further statements would not give them so.
fn has_groups(nest: &Nest) -> bool {
    nest.tensors.iter().any(|tensor| tensor.grouped_into().is_some())
}

/// The statements of `first` and then those of `second`, in the place of `second`.
fn fuse<'c>(first: &Nest, second: &Nest, result: Value<'c>, binding: &mut Binding<'c>) -> Nest {
    let Joined { mut nest, first, second, .. } = join(first, second, result, binding);
    nest.body = [first, second].concat();
    nest
}
