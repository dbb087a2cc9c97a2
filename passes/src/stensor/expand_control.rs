//! Stored tensors that control flow hands on, as their buffers and open sizes.
//!
//! Operands, arguments of blocks and results of loops, branches and blocks are expanded like those of functions
//! ([`super::expand_boundaries`]); a `stensor.pack` makes the tensor again where it arrives. Formats are part of types, so
//! MLIR's verifier has seen that they agree.

use super::parts::{expand_arguments, expand_operands, expand_results, expanded_types, is_stored, pack, parts, unpack};
use lacuna_dialects::{
    builder::Builder,
    ir::{
        Block, Op, Value, blocks, collect_ops, counts, erase, is_op, op_name, operands, replace_uses, results,
        set_attribute,
    },
};
use melior::ir::{
    Attribute, Region, RegionLike, ValueLike, attribute::DenseI32ArrayAttribute, operation::OperationLike,
};

/// Operations that hand operands on to blocks, or give them to the operation around.
const HANDS_ON: [&str; 5] = ["scf.yield", "scf.condition", "cf.br", "cf.cond_br", "cf.switch"];

/// Operations that give as results what their regions give them.
const GIVES: [&str; 5] = ["scf.for", "scf.while", "scf.if", "scf.index_switch", "scf.execute_region"];

/// Whether stored tensors can flow through an operation.
pub fn is_expanded(op: Op<'_>) -> bool {
    let name = op_name(op);
    HANDS_ON.contains(&&*name) || GIVES.contains(&&*name) || is_choice(op) || is_op(op, "tensor.cast")
}

/// Expands what control flow hands on below `root`, but for arguments and results of functions.
pub fn expand_control(root: Op<'_>) {
    for op in collect_ops(root, |op| is_op(op, "tensor.cast") && is_stored(results(op)[0])) {
        expand_cast(op);
    }
    for op in collect_ops(root, |op| is_choice(op) && is_stored(results(op)[0])) {
        expand_choice(op);
    }
    // Arguments first: what uses them finds the tensors.
    for op in collect_ops(root, |op| GIVES.contains(&&*op_name(op)) || is_op(op, "func.func")) {
        let is_entry = |block: Block<'_>| is_op(op, "func.func") && blocks(op).first() == Some(&block);
        for block in blocks(op).into_iter().filter(|block| !is_entry(*block)) {
            let builder = Builder::at_start(lacuna_dialects::ir::context(op), block, op.location());
            expand_arguments(&builder, block);
        }
    }
    for op in collect_ops(root, |op| HANDS_ON.contains(&&*op_name(op))) {
        expand_segments(op);
        expand_operands(op);
    }
    // Inner ones first: what holds them is built anew.
    for op in collect_ops(root, |op| GIVES.contains(&&*op_name(op))).into_iter().rev() {
        expand_operands(op);
        if results(op).into_iter().any(is_stored) {
            expand_given(op);
        }
    }
}

fn is_choice(op: Op<'_>) -> bool {
    is_op(op, "arith.select")
}

/// The same buffers, with other sizes known.
fn expand_cast(op: Op<'_>) {
    let builder = Builder::before(op);
    let (source, r#type) = (operands(op)[0], results(op)[0].r#type());
    let (buffers, _) = parts(&builder, r#type);
    let mut values = unpack(&builder, source);
    values.truncate(buffers.len());
    values.extend(super::parts::open_sizes(&builder, source, r#type));
    let cast = pack(&builder.located(op.location()), r#type, &values, buffers.len());
    replace_uses(results(op)[0], cast);
    erase(op);
}

/// The buffers and sizes of one of two tensors.
fn expand_choice<'c>(op: Op<'c>) {
    let builder = Builder::before(op);
    let [condition, left, right] = operands(op)[..] else {
        unreachable!("the verifier of arith.select counts operands")
    };
    let pairs = unpack(&builder, left).into_iter().zip(unpack(&builder, right));
    let choose = |(left, right): (Value<'c>, Value<'c>)| {
        builder.value("arith.select", &[condition, left, right], left.r#type(), &[])
    };
    let values: Vec<_> = pairs.map(choose).collect();
    let r#type = results(op)[0].r#type();
    let (buffers, _) = parts(&builder, r#type);
    replace_uses(results(op)[0], pack(&builder, r#type, &values, buffers.len()));
    erase(op);
}

/// The numbers of operands that each successor gets count parts from now on.
fn expand_segments(op: Op<'_>) {
    let builder = Builder::before(op);
    let mut all = operands(op).into_iter();
    let mut in_parts = |sizes: Vec<usize>| {
        let parts_of = |value: Value<'_>| expanded_types(&builder, &[value.r#type()]).len() as i32;
        sizes.into_iter().map(|size| all.by_ref().take(size).map(parts_of).sum()).collect::<Vec<i32>>()
    };
    let array = |sizes: &[i32]| -> Attribute<'_> { DenseI32ArrayAttribute::new(builder.context(), sizes).into() };
    match op_name(op).as_str() {
        "cf.cond_br" => {
            let sizes = in_parts(counts(op, "operandSegmentSizes"));
            set_attribute(op, "operandSegmentSizes", array(&sizes));
        }
        "cf.switch" => {
            let mut sizes = in_parts(counts(op, "operandSegmentSizes")[..2].to_vec());
            let cases = in_parts(counts(op, "case_operand_segments"));
            sizes.push(cases.iter().sum());
            set_attribute(op, "operandSegmentSizes", array(&sizes));
            set_attribute(op, "case_operand_segments", array(&cases));
        }
        _ => {}
    }
}

/// Builds an operation anew that gives stored tensors.
fn expand_given(op: Op<'_>) {
    let builder = Builder::before(op);
    let types: Vec<_> = results(op).iter().map(|result| result.r#type()).collect();
    let attributes: Vec<_> = op
        .attributes()
        .filter_map(|(name, attribute)| Some((name.as_string_ref().as_str().ok()?.to_owned(), attribute)))
        .collect();
    let attributes: Vec<_> = attributes.iter().map(|(name, attribute)| (name.as_str(), *attribute)).collect();
    let regions = op.regions().map(|region| {
        let own = Region::new();
        // SAFETY: both regions are alive; the old one is erased with its operation.
        unsafe { mlir_sys::mlirRegionTakeBody(own.to_raw(), region.to_raw()) }
        own
    });
    let regions = regions.collect();
    let new = builder.create(&op_name(op), &operands(op), &expanded_types(&builder, &types), &attributes, regions);
    expand_results(&builder, op, &results(new));
    erase(op);
}
