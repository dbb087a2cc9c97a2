//! IR handles with one lifetime, and the two questions about IR that every pass asks.
//!
//! melior ties a handle to the borrow through which it was reached. A pass holds handles to many operations at once
//! and changes IR through them, so here a handle lives as long as the context (`'c`). The rule that makes this sound
//! is the pass's own: a handle is not used after its operation was erased.

use melior::{
    Context,
    ir::{
        Attribute, AttributeLike, BlockLike, BlockRef, Identifier, Location, OperationRef, RegionLike, Type, TypeLike,
        ValueLike, operation::OperationLike,
    },
};
use std::{collections::BTreeMap, sync::Mutex};

const _: () = assert!(size_of::<Context>() == size_of::<usize>(), "a context is one pointer");

/// A value, as long as its context lives.
pub type Value<'c> = melior::ir::Value<'c, 'c>;
/// An operation, as long as its context lives.
pub type Op<'c> = OperationRef<'c, 'c>;
/// A block, as long as its context lives.
pub type Block<'c> = BlockRef<'c, 'c>;

/// Frees a value handle from the borrow it was reached through.
pub fn value<'c>(value: impl ValueLike<'c>) -> Value<'c> {
    // SAFETY: the raw value belongs to a context that lives for 'c.
    unsafe { Value::from_raw(value.to_raw()) }
}

/// Frees an operation handle from the borrow it was reached through.
pub fn op<'c, 'a>(operation: &impl OperationLike<'c, 'a>) -> Op<'c>
where
    'c: 'a,
{
    // SAFETY: the raw operation belongs to a context that lives for 'c.
    unsafe { Op::from_raw(operation.to_raw()) }
}

/// The context of an operation.
///
/// melior's `&Context` points to a cell that holds MLIR's own pointer. An operation knows only the pointer, so the cell
/// is made here, once for each address, and stays: a few bytes for each context that a process ever has.
pub fn context<'c>(operation: Op<'c>) -> &'c Context {
    static CELLS: Mutex<BTreeMap<usize, &'static usize>> = Mutex::new(BTreeMap::new());
    // SAFETY: the operation is alive.
    let address = unsafe { mlir_sys::mlirOperationGetContext(operation.to_raw()) }.ptr as usize;
    let cell: &'static usize = CELLS
        .lock()
        .unwrap_or_else(|poisoned| poisoned.into_inner())
        .entry(address)
        .or_insert_with(|| Box::leak(Box::new(address)));
    // SAFETY: a `Context` is a pointer to MLIR's context and nothing else, which the operation keeps alive for 'c; the
    // reference never drops it.
    unsafe { &*std::ptr::from_ref(cell).cast::<Context>() }
}

/// Every operation under (and including) `root` that satisfies `wanted`, outer before inner.
pub fn collect_ops<'c>(root: Op<'c>, wanted: impl Fn(Op<'c>) -> bool) -> Vec<Op<'c>> {
    fn visit<'c>(root: Op<'c>, wanted: &impl Fn(Op<'c>) -> bool, found: &mut Vec<Op<'c>>) {
        if wanted(root) {
            found.push(root);
        }
        for region in root.regions() {
            let mut block = region.first_block();
            while let Some(current) = block {
                for operation in ops_in(current) {
                    visit(operation, wanted, found);
                }
                block = current.next_in_region();
            }
        }
    }
    let mut found = Vec::new();
    visit(root, &wanted, &mut found);
    found
}

/// Whether the operation has this name, as `dialect.mnemonic`.
pub fn is_op(operation: Op<'_>, name: &str) -> bool {
    operation.name().as_string_ref().as_str() == Ok(name)
}

/// The operation's name, as `dialect.mnemonic`.
pub fn op_name(operation: Op<'_>) -> String {
    operation.name().as_string_ref().as_str().unwrap_or_default().to_owned()
}

/// The operations of a block, in order.
pub fn ops_in(block: Block<'_>) -> Vec<Op<'_>> {
    let mut operations = Vec::new();
    let mut next = block.first_operation();
    while let Some(current) = next {
        operations.push(op(&current));
        next = current.next_in_block();
    }
    operations
}

/// The operands of an operation.
pub fn operands(operation: Op<'_>) -> Vec<Value<'_>> {
    operation.operands().map(value).collect()
}

/// Gives an operation another operand.
pub fn set_operand(operation: Op<'_>, index: usize, value: Value<'_>) {
    // SAFETY: the operation is alive and has the operand.
    unsafe { mlir_sys::mlirOperationSetOperand(operation.to_raw(), index as isize, value.to_raw()) }
}

/// Gives an operation one more operand; its groups of operands are the caller's to keep.
pub fn insert_operand<'c>(operation: Op<'c>, index: usize, value: Value<'c>) {
    let mut all = operands(operation);
    all.insert(index, value);
    set_operands(operation, &all);
}

/// Gives an operation other operands; their groups are the caller's to keep.
pub fn set_operands<'c>(operation: Op<'c>, all: &[Value<'c>]) {
    let all: Vec<_> = all.iter().map(|operand| operand.to_raw()).collect();
    // SAFETY: operation and values are alive; the operands are copied.
    unsafe { mlir_sys::mlirOperationSetOperands(operation.to_raw(), all.len() as isize, all.as_ptr()) }
}

/// Gives a block one more argument.
pub fn insert_argument<'c>(block: Block<'c>, index: usize, r#type: Type<'c>, location: Location<'c>) -> Value<'c> {
    // SAFETY: block, type and location are alive, and the argument lives as long as its block.
    unsafe {
        Value::from_raw(mlir_sys::mlirBlockInsertArgument(
            block.to_raw(),
            index as isize,
            r#type.to_raw(),
            location.to_raw(),
        ))
    }
}

/// The results of an operation.
pub fn results(operation: Op<'_>) -> Vec<Value<'_>> {
    operation.results().map(value).collect()
}

/// Lets the location of a block argument name it, as printers that ask locations show it.
pub fn name_argument(argument: Value<'_>, name: &str) {
    // SAFETY: the argument is alive, and so is its context.
    unsafe {
        if mlir_sys::mlirValueIsABlockArgument(argument.to_raw()) {
            let context = mlir_sys::mlirValueGetContext(argument.to_raw());
            let place = mlir_sys::mlirValueGetLocation(argument.to_raw());
            let named = mlir_sys::mlirLocationNameGet(context, melior::StringRef::new(name).to_raw(), place);
            mlir_sys::mlirBlockArgumentSetLocation(argument.to_raw(), named);
        }
    }
}

/// The one block of an operation's region `index`.
pub fn body(operation: Op<'_>, index: usize) -> Option<Block<'_>> {
    // Asked first, as in `argument_owner`.
    if index >= operation.region_count() {
        return None;
    }
    let block = operation.region(index).ok()?.first_block()?;
    // SAFETY: the block belongs to an operation that lives for 'c.
    Some(unsafe { Block::from_raw(block.to_raw()) })
}

/// The arguments of a block.
pub fn arguments(block: Block<'_>) -> Vec<Value<'_>> {
    (0..block.argument_count()).filter_map(|index| block.argument(index).ok()).map(value).collect()
}

/// The block that a value is an argument of; none for the result of an operation.
pub fn argument_block(value: Value<'_>) -> Option<Block<'_>> {
    if !value.is_block_argument() {
        return None;
    }
    let argument = melior::ir::block::BlockArgument::try_from(value).ok()?;
    // SAFETY: the block lives as long as its arguments.
    Some(unsafe { Block::from_raw(argument.owner().to_raw()) })
}

/// The operation in whose region a value is a block argument; none for the result of an operation.
pub fn argument_owner(value: Value<'_>) -> Option<Op<'_>> {
    // Asked first: a conversion that fails prints the value, and with it the whole module around.
    if !value.is_block_argument() {
        return None;
    }
    let argument = melior::ir::block::BlockArgument::try_from(value).ok()?;
    argument.owner().parent_operation().map(|owner| op(&owner))
}

/// The operation that defines a value, unless it is a block argument.
pub fn defining_op(value: Value<'_>) -> Option<Op<'_>> {
    // Asked first, as in `argument_owner`.
    if !value.is_operation_result() {
        return None;
    }
    let result = melior::ir::operation::OperationResult::try_from(value).ok()?;
    Some(op(&result.owner()))
}

/// The integer of an integer attribute of the operation.
pub fn integer_attribute(operation: Op<'_>, name: &str) -> Option<i64> {
    let attribute = operation.attribute(name).ok()?;
    melior::ir::attribute::IntegerAttribute::try_from(attribute).ok().map(|integer| integer.value())
}

/// The attribute of an argument whose memory is reached through no other one.
pub const NO_ALIAS: &str = "llvm.noalias";

/// The entries of a dictionary of attributes, by name; none of anything else.
pub fn entries(dictionary: Attribute<'_>) -> Vec<(String, Attribute<'_>)> {
    let raw = dictionary.to_raw();
    // SAFETY: the attribute is alive, and asked for entries if it has them; these live as long as the context.
    unsafe {
        if !mlir_sys::mlirAttributeIsADictionary(raw) {
            return Vec::new();
        }
        let entry = |index| {
            let entry = mlir_sys::mlirDictionaryAttrGetElement(raw, index);
            let name = Identifier::from_raw(entry.name).as_string_ref().as_str().unwrap_or_default().to_owned();
            (name, Attribute::from_raw(entry.attribute))
        };
        (0..mlir_sys::mlirDictionaryAttrGetNumElements(raw)).map(entry).collect()
    }
}

/// The sizes of the operand groups of an operation with `operandSegmentSizes`.
pub fn segments(operation: Op<'_>) -> Vec<usize> {
    counts(operation, "operandSegmentSizes")
}

/// The numbers of an attribute that lists counts; none where there is no such attribute.
pub fn counts(operation: Op<'_>, name: &str) -> Vec<usize> {
    let Ok(attribute) = operation.attribute(name) else { return Vec::new() };
    let Ok(sizes) = melior::ir::attribute::DenseI32ArrayAttribute::try_from(attribute) else { return Vec::new() };
    (0..sizes.len()).filter_map(|index| sizes.element(index).ok()).map(|size| size as usize).collect()
}

/// The size of each dimension of a ranked tensor or memref; `None` where it is dynamic.
pub fn shape(r#type: Type<'_>) -> Option<Vec<Option<u64>>> {
    // SAFETY: the type is alive, and the shape is asked only of a ranked shaped type.
    unsafe {
        let raw = r#type.to_raw();
        if !mlir_sys::mlirTypeIsAShaped(raw) || !mlir_sys::mlirShapedTypeHasRank(raw) {
            return None;
        }
        let dimensions = 0..mlir_sys::mlirShapedTypeGetRank(raw) as isize;
        Some(
            dimensions
                .map(|dimension| {
                    (!mlir_sys::mlirShapedTypeIsDynamicDim(raw, dimension))
                        .then(|| mlir_sys::mlirShapedTypeGetDimSize(raw, dimension) as u64)
                })
                .collect(),
        )
    }
}

/// The element type of a shaped type.
pub fn element_type(r#type: Type<'_>) -> Option<Type<'_>> {
    // SAFETY: the type is alive, and the element is asked only of a shaped type.
    unsafe {
        let raw = r#type.to_raw();
        mlir_sys::mlirTypeIsAShaped(raw).then(|| Type::from_raw(mlir_sys::mlirShapedTypeGetElementType(raw)))
    }
}

/// Whether the type is a ranked tensor (as against a buffer or a scalar).
pub fn is_ranked_tensor(r#type: Type<'_>) -> bool {
    // SAFETY: the type is alive.
    unsafe { mlir_sys::mlirTypeIsARankedTensor(r#type.to_raw()) }
}

/// The same tensor type with another encoding.
pub fn with_encoding<'c>(tensor: Type<'c>, encoding: Attribute<'c>) -> Type<'c> {
    tensor_type(shape(tensor).unwrap_or_default(), element_type(tensor).unwrap_or(tensor), Some(encoding))
}

/// The type of a tensor with these sizes and elements, and this encoding, if any.
pub fn tensor_type<'c>(sizes: Vec<Option<u64>>, element: Type<'c>, encoding: Option<Attribute<'c>>) -> Type<'c> {
    let sizes: Vec<i64> = sizes.into_iter().map(|size| size.map_or(i64::MIN, |size| size as i64)).collect();
    let none = mlir_sys::MlirAttribute { ptr: std::ptr::null() };
    // SAFETY: the type and the attribute are alive, and there is one size a dimension.
    unsafe {
        Type::from_raw(mlir_sys::mlirRankedTensorTypeGet(
            sizes.len() as isize,
            sizes.as_ptr(),
            element.to_raw(),
            encoding.map_or(none, |encoding| encoding.to_raw()),
        ))
    }
}

/// The encoding of a ranked tensor type, if it has one.
pub fn encoding(tensor: Type<'_>) -> Option<Attribute<'_>> {
    // SAFETY: only a ranked tensor is asked for its encoding.
    unsafe {
        is_ranked_tensor(tensor)
            .then(|| Attribute::from_option_raw(mlir_sys::mlirRankedTensorTypeGetEncoding(tensor.to_raw())))
            .flatten()
    }
}

/// Gives a value another type. Its definition and its uses must agree to it.
pub fn set_type<'c>(value: Value<'c>, r#type: Type<'c>) {
    // SAFETY: both are alive.
    unsafe { mlir_sys::mlirValueSetType(value.to_raw(), r#type.to_raw()) }
}

/// The blocks of an operation's regions, in order.
pub fn blocks(operation: Op<'_>) -> Vec<Block<'_>> {
    let mut blocks = Vec::new();
    for region in operation.regions() {
        let mut next = region.first_block();
        while let Some(block) = next {
            next = block.next_in_region();
            // SAFETY: the block belongs to an operation that lives for 'c.
            blocks.push(unsafe { Block::from_raw(block.to_raw()) });
        }
    }
    blocks
}

/// The groups of accesses that the rounds of a loop may make side by side, as its annotation says; none where it says nothing.
pub fn parallel_accesses(annotation: Attribute<'_>) -> Option<Attribute<'_>> {
    // SAFETY: the attribute lives as long as its context; null comes back where there are none.
    unsafe { Attribute::from_option_raw(crate::ffi::lacunaLoopGetParallelAccesses(annotation.to_raw())) }
}

/// What LLVM may make of a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Vectorization {
    /// Nothing: the loop stays scalar.
    None,
    /// Vectors, and a scalar tail: no lanes are switched off.
    WithScalarTail,
}

/// Tells LLVM by the annotation of a loop what it may make of it; what else the annotation says stays.
pub fn restrict_vectorization<'c>(branch: Op<'c>, name: &str, to: Vectorization) {
    let old = branch.attribute(name).map_or(mlir_sys::MlirAttribute { ptr: std::ptr::null() }, |old| old.to_raw());
    // SAFETY: context and attribute are alive; the glue takes no attribute, too, and makes one.
    let new = unsafe {
        let disable = to == Vectorization::None;
        Attribute::from_raw(crate::ffi::lacunaLoopRestrictVectorization(context(branch).to_raw(), old, disable))
    };
    set_attribute(branch, name, new);
}

/// Whether the type is a memref.
pub fn is_memref(r#type: Type<'_>) -> bool {
    // SAFETY: the type is alive.
    unsafe { mlir_sys::mlirTypeIsAMemRef(r#type.to_raw()) }
}

/// Whether the elements of a buffer stand in row-major order without gaps.
pub fn has_identity_layout(r#type: Type<'_>) -> bool {
    // SAFETY: the layout is asked of a buffer.
    unsafe {
        is_memref(r#type) && mlir_sys::mlirAffineMapIsIdentity(mlir_sys::mlirMemRefTypeGetAffineMap(r#type.to_raw()))
    }
}

/// Whether the elements of a buffer stand in row-major order without gaps, from any offset on, as far as its type tells.
pub fn is_one_piece(r#type: Type<'_>) -> bool {
    let sizes: Option<Vec<u64>> = shape(r#type).and_then(|sizes| sizes.into_iter().collect());
    let is_dense = |strides: Vec<i64>, sizes: Vec<u64>| {
        let mut expected = 1;
        strides.into_iter().zip(sizes).rev().all(|(stride, size)| {
            let is_next = stride == expected;
            expected *= size.cast_signed();
            is_next
        })
    };
    has_identity_layout(r#type) || strides(r#type).zip(sizes).is_some_and(|(strides, sizes)| is_dense(strides, sizes))
}

/// Whether neighbours in the last dimension of a buffer are neighbours in memory.
pub fn has_unit_last_stride(r#type: Type<'_>) -> bool {
    strides(r#type).is_some_and(|strides| strides.last().is_none_or(|stride| *stride == 1))
}

/// The strides of a buffer, one a dimension, if its layout has strides. Those that the type does not tell are numbers that no stride is.
fn strides(r#type: Type<'_>) -> Option<Vec<i64>> {
    let rank = shape(r#type).filter(|_| is_memref(r#type))?.len();
    let (mut strides, mut offset) = (vec![0i64; rank], 0i64);
    // SAFETY: strides are asked of a buffer, and there is room for one a dimension.
    let known = unsafe {
        mlir_sys::mlirMemRefTypeGetStridesAndOffset(r#type.to_raw(), strides.as_mut_ptr(), &mut offset).value != 0
    };
    known.then_some(strides)
}

/// Replaces every use of `old` by `new`.
pub fn replace_uses<'c>(old: Value<'c>, new: Value<'c>) {
    // SAFETY: both values are alive.
    unsafe { mlir_sys::mlirValueReplaceAllUsesOfWith(old.to_raw(), new.to_raw()) }
}

/// Whether anything uses the value.
pub fn has_uses(value: Value<'_>) -> bool {
    // SAFETY: the value is alive, and a null use is never looked into.
    unsafe { !mlir_sys::mlirOpOperandIsNull(mlir_sys::mlirValueGetFirstUse(value.to_raw())) }
}

/// The operations that use the value, one entry a use.
pub fn users(value: Value<'_>) -> Vec<Op<'_>> {
    let mut users = Vec::new();
    // SAFETY: the value is alive; the walk ends at the null use.
    unsafe {
        let mut r#use = mlir_sys::mlirValueGetFirstUse(value.to_raw());
        while !mlir_sys::mlirOpOperandIsNull(r#use) {
            users.push(Op::from_raw(mlir_sys::mlirOpOperandGetOwner(r#use)));
            r#use = mlir_sys::mlirOpOperandGetNextUse(r#use);
        }
    }
    users
}

/// Whether a value is made in a region of an operation.
pub fn is_made_in(value: Value<'_>, around: Op<'_>) -> bool {
    let maker = argument_owner(value).or_else(|| defining_op(value));
    maker.is_some_and(|maker| place_in(&[around], maker).is_some())
}

/// The place, among the operations of a block, of one that stands there, or around another.
pub fn place_in(ops: &[Op<'_>], inner: Op<'_>) -> Option<usize> {
    let mut around = Some(inner);
    while let Some(current) = around {
        if let Some(place) = ops.iter().position(|other| *other == current) {
            return Some(place);
        }
        around = current.parent_operation().map(|outer| op(&outer));
    }
    None
}

/// Erases an operation that nothing uses any more. Its handle, and those of what it holds, are dead from here.
pub fn erase(operation: Op<'_>) {
    // SAFETY: the operation is alive and the caller gives up its handle.
    unsafe { mlir_sys::mlirOperationDestroy(operation.to_raw()) }
}

/// The text of a string attribute, which may be empty.
pub fn string_value(attribute: Attribute<'_>) -> Option<String> {
    let attribute = melior::ir::attribute::StringAttribute::try_from(attribute).ok()?;
    // SAFETY: the attribute is alive. An empty one has no address of its text.
    unsafe {
        let raw = mlir_sys::mlirStringAttrGetValue(attribute.to_raw());
        if raw.length == 0 {
            return Some(String::new());
        }
        let bytes = std::slice::from_raw_parts(raw.data.cast::<u8>(), raw.length);
        Some(String::from_utf8_lossy(bytes).into_owned())
    }
}

/// Gives an operation an attribute.
pub fn set_attribute<'c>(operation: Op<'c>, name: &str, attribute: Attribute<'c>) {
    // SAFETY: operation and attribute are alive.
    unsafe {
        mlir_sys::mlirOperationSetAttributeByName(
            operation.to_raw(),
            melior::StringRef::new(name).to_raw(),
            attribute.to_raw(),
        );
    }
}

/// Takes an attribute away from an operation.
pub fn remove_attribute(operation: Op<'_>, name: &str) {
    // SAFETY: the operation is alive.
    unsafe {
        mlir_sys::mlirOperationRemoveAttributeByName(operation.to_raw(), melior::StringRef::new(name).to_raw());
    }
}
