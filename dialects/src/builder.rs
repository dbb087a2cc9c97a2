//! A small builder for IR: where the next operation goes, and shorthands for those that compilers emit most.
//!
//! Operations are built by name through MLIR's generic creation, which takes attributes and operand groups as they
//! are; the verifier of each operation checks the outcome.

use crate::format::Format;
use crate::ir::{Block, Op, Value, arguments, context, op, results};
use melior::{
    Context,
    ir::{
        Attribute, AttributeLike, BlockLike, Identifier, Location, Region, RegionLike, Type, ValueLike,
        attribute::{DenseI32ArrayAttribute, FloatAttribute, IntegerAttribute, StringAttribute},
        operation::{OperationBuilder, OperationLike},
        r#type::IntegerType,
    },
};
use std::ops::RangeInclusive;

/// Where operations go, and the location they carry.
#[derive(Clone, Copy)]
pub struct Builder<'c> {
    context: &'c Context,
    location: Location<'c>,
    block: Block<'c>,
    before: Option<Op<'c>>,
}

impl<'c> Builder<'c> {
    /// Inserts before `anchor`, with its location.
    pub fn before(anchor: Op<'c>) -> Self {
        let block = anchor.block().expect("an operation to insert before stands in a block");
        // SAFETY: the block lives as long as the operation it holds.
        let block = unsafe { Block::from_raw(block.to_raw()) };
        Self { context: context(anchor), location: anchor.location(), block, before: Some(anchor) }
    }

    /// Inserts at the end of `block`.
    pub fn at_end(context: &'c Context, block: Block<'c>, location: Location<'c>) -> Self {
        Self { context, location, block, before: None }
    }

    /// Inserts at the start of `block`.
    pub fn at_start(context: &'c Context, block: Block<'c>, location: Location<'c>) -> Self {
        let before = block.first_operation().map(|first| op(&first));
        Self { context, location, block, before }
    }

    /// The same place, with another location.
    pub fn located(self, location: Location<'c>) -> Self {
        Self { location, ..self }
    }

    /// The context.
    pub fn context(&self) -> &'c Context {
        self.context
    }

    /// The location that new operations carry.
    pub fn location(&self) -> Location<'c> {
        self.location
    }

    /// Creates an operation from its parts and inserts it.
    pub fn create(
        &self,
        name: &str,
        operands: &[Value<'c>],
        results: &[Type<'c>],
        attributes: &[(&str, Attribute<'c>)],
        regions: Vec<Region<'c>>,
    ) -> Op<'c> {
        let attributes: Vec<_> =
            attributes.iter().map(|(name, attribute)| (Identifier::new(self.context, name), *attribute)).collect();
        let operation = OperationBuilder::new(name, self.location)
            .add_operands(operands)
            .add_results(results)
            .add_attributes(&attributes)
            .add_regions_vec(regions)
            .build()
            .unwrap_or_else(|error| panic!("cannot build {name}: {error}"));
        match self.before {
            Some(anchor) => op(&self.block.insert_operation_before(anchor, operation)),
            None => op(&self.block.append_operation(operation)),
        }
    }

    /// Branches to a block.
    pub fn branch(&self, to: Block<'c>, operands: &[Value<'c>]) -> Op<'c> {
        let branch = OperationBuilder::new("cf.br", self.location).add_operands(operands).add_successors(&[&to]);
        let branch = branch.build().unwrap_or_else(|error| panic!("cannot build cf.br: {error}"));
        match self.before {
            Some(anchor) => op(&self.block.insert_operation_before(anchor, branch)),
            None => op(&self.block.append_operation(branch)),
        }
    }

    /// Moves an operation from where it stands to here.
    pub fn adopt(&self, operation: Op<'c>) {
        // SAFETY: both are alive; once taken from its block, the operation is owned by nobody until it is inserted.
        unsafe {
            mlir_sys::mlirOperationRemoveFromParent(operation.to_raw());
            match self.before {
                Some(anchor) => {
                    mlir_sys::mlirBlockInsertOwnedOperationBefore(
                        self.block.to_raw(),
                        anchor.to_raw(),
                        operation.to_raw(),
                    );
                }
                None => mlir_sys::mlirBlockAppendOwnedOperation(self.block.to_raw(), operation.to_raw()),
            }
        }
    }

    /// Creates an operation with one result.
    pub fn value(
        &self,
        name: &str,
        operands: &[Value<'c>],
        result: Type<'c>,
        attributes: &[(&str, Attribute<'c>)],
    ) -> Value<'c> {
        results(self.create(name, operands, &[result], attributes, Vec::new()))[0]
    }

    /// A region of one block, filled by `fill`, which gets the block's arguments.
    pub fn region(&self, types: &[Type<'c>], fill: impl FnOnce(&Self, &[Value<'c>])) -> Region<'c> {
        let region = Region::new();
        let parameters: Vec<_> = types.iter().map(|r#type| (*r#type, self.location)).collect();
        let block = region.append_block(melior::ir::Block::new(&parameters));
        // SAFETY: the block lives as long as the region, which is about to become part of an operation.
        let block = unsafe { Block::from_raw(block.to_raw()) };
        fill(&Self::at_end(self.context, block, self.location), &arguments(block));
        region
    }

    /// The type `index`.
    pub fn index_type(&self) -> Type<'c> {
        Type::index(self.context)
    }

    /// The type `i1`.
    pub fn bool_type(&self) -> Type<'c> {
        IntegerType::new(self.context, 1).into()
    }

    /// An `i64` attribute.
    pub fn i64_attribute(&self, value: i64) -> Attribute<'c> {
        IntegerAttribute::new(IntegerType::new(self.context, 64).into(), value).into()
    }

    /// A string attribute.
    pub fn string_attribute(&self, text: &str) -> Attribute<'c> {
        StringAttribute::new(self.context, text).into()
    }

    /// The attribute that tells operand groups apart.
    pub fn segments(&self, sizes: &[usize]) -> (&'static str, Attribute<'c>) {
        let sizes: Vec<i32> = sizes.iter().map(|size| *size as i32).collect();
        ("operandSegmentSizes", DenseI32ArrayAttribute::new(self.context, &sizes).into())
    }

    /// A dictionary of attributes.
    pub fn dictionary(&self, entries: &[(&str, Attribute<'c>)]) -> Attribute<'c> {
        let named = |(name, attribute): &(&str, Attribute<'c>)| {
            // SAFETY: context, name and attribute are alive.
            unsafe {
                let name = mlir_sys::mlirIdentifierGet(self.context.to_raw(), melior::StringRef::new(name).to_raw());
                mlir_sys::mlirNamedAttributeGet(name, attribute.to_raw())
            }
        };
        let entries: Vec<_> = entries.iter().map(named).collect();
        // SAFETY: the context is alive, and the entries are copied.
        unsafe {
            Attribute::from_raw(mlir_sys::mlirDictionaryAttrGet(
                self.context.to_raw(),
                entries.len() as isize,
                entries.as_ptr(),
            ))
        }
    }

    /// An attribute that this text spells, which must be one.
    pub fn parse_attribute(&self, text: &str) -> Attribute<'c> {
        Attribute::parse(self.context, text).unwrap_or_else(|| panic!("not an attribute: {text}"))
    }

    /// A type that this text spells, which must be one.
    pub fn parse_type(&self, text: &str) -> Type<'c> {
        Type::parse(self.context, text).unwrap_or_else(|| panic!("not a type: {text}"))
    }

    /// The attribute of a format, which the dialect must verify.
    pub fn format(&self, value: &lacuna_layout::Format) -> Format<'c> {
        Format::new(self.context, value).unwrap_or_else(|| panic!("not a format: {value}"))
    }

    /// The type of a tensor with the sizes and elements of `like`, stored in this format, if any.
    pub fn tensor_type(&self, like: Type<'c>, format: Option<&lacuna_layout::Format>) -> Type<'c> {
        let attribute = format.map(|format| self.format(format).attribute());
        crate::ir::tensor_type(crate::ir::shape(like).unwrap_or_default(), self.scalar_type(like), attribute)
    }

    /// A constant of type `index`.
    pub fn index(&self, value: i64) -> Value<'c> {
        let attribute = IntegerAttribute::new(self.index_type(), value);
        self.constant(attribute.into(), self.index_type())
    }

    /// A constant of any type.
    pub fn constant(&self, attribute: Attribute<'c>, r#type: Type<'c>) -> Value<'c> {
        self.value("arith.constant", &[], r#type, &[("value", attribute)])
    }

    /// A number as a constant of an integer, index or float type, or of a vector of one of them.
    pub fn number(&self, number: f64, r#type: Type<'c>) -> Value<'c> {
        let scalar = self.scalar_type(r#type);
        if !is_float(scalar) {
            return self.integer(number as i64, r#type);
        }
        self.splat(FloatAttribute::new(self.context, scalar, number).into(), r#type)
    }

    /// An integer as a constant of an integer type or `index`, or of vectors of them.
    pub fn integer(&self, number: i64, r#type: Type<'c>) -> Value<'c> {
        self.splat(IntegerAttribute::new(self.scalar_type(r#type), number).into(), r#type)
    }

    /// A scalar as a constant of its type, or of vectors of it.
    fn splat(&self, attribute: Attribute<'c>, r#type: Type<'c>) -> Value<'c> {
        if self.scalar_type(r#type) == r#type {
            return self.constant(attribute, r#type);
        }
        // SAFETY: a splat of an attribute of the vector's element type.
        let splat = unsafe {
            use melior::ir::TypeLike;
            Attribute::from_raw(mlir_sys::mlirDenseElementsAttrSplatGet(r#type.to_raw(), attribute.to_raw()))
        };
        self.constant(splat, r#type)
    }

    /// The element type of a vector, or the type itself.
    pub fn scalar_type(&self, r#type: Type<'c>) -> Type<'c> {
        crate::ir::element_type(r#type).unwrap_or(r#type)
    }

    /// The vector type of `width` elements.
    pub fn vector_type(&self, width: i64, element: Type<'c>) -> Type<'c> {
        use melior::ir::TypeLike;
        // SAFETY: a vector of one static dimension over a scalar type.
        unsafe { Type::from_raw(mlir_sys::mlirVectorTypeGet(1, [width].as_ptr(), element.to_raw())) }
    }

    /// The memref type of one dynamic dimension.
    pub fn buffer_type(&self, element: Type<'c>) -> Type<'c> {
        melior::ir::r#type::MemRefType::new(element, &[i64::MIN], None, None).into()
    }

    /// A binary operation on two values of one type.
    pub fn binary(&self, name: &str, left: Value<'c>, right: Value<'c>) -> Value<'c> {
        self.value(name, &[left, right], left.r#type(), &[])
    }

    /// Compares two integers or indices; `predicate` is that of `arith.cmpi`.
    pub fn compare(&self, predicate: ComparePredicate, left: Value<'c>, right: Value<'c>) -> Value<'c> {
        self.value(
            "arith.cmpi",
            &[left, right],
            self.bool_type(),
            &[("predicate", self.i64_attribute(predicate as i64))],
        )
    }

    /// Stops the program with a message where a condition does not hold.
    pub fn assert_that(&self, condition: Value<'c>, message: &str) {
        let message = ("msg", self.string_attribute(message));
        self.create("cf.assert", &[condition], &[], &[message], Vec::new());
    }

    /// Loads an element of a buffer.
    pub fn load(&self, buffer: Value<'c>, indices: &[Value<'c>]) -> Value<'c> {
        let element = self.scalar_type(buffer.r#type());
        let operands: Vec<_> = std::iter::once(buffer).chain(indices.iter().copied()).collect();
        self.value("memref.load", &operands, element, &[])
    }

    /// Fetches an element of a buffer into the caches. It need not exist.
    pub fn prefetch(&self, buffer: Value<'c>, indices: &[Value<'c>]) {
        let operands: Vec<_> = std::iter::once(buffer).chain(indices.iter().copied()).collect();
        let locality = IntegerAttribute::new(IntegerType::new(self.context, 32).into(), 3);
        let attributes = [
            ("isWrite", self.parse_attribute("false")),
            ("isDataCache", self.parse_attribute("true")),
            ("localityHint", locality.into()),
        ];
        self.create("memref.prefetch", &operands, &[], &attributes, Vec::new());
    }

    /// Stores an element of a buffer.
    pub fn store(&self, element: Value<'c>, buffer: Value<'c>, indices: &[Value<'c>]) {
        let operands: Vec<_> = [element, buffer].into_iter().chain(indices.iter().copied()).collect();
        self.create("memref.store", &operands, &[], &[], Vec::new());
    }

    /// Loads one element a lane from neighbouring elements of a buffer; zero in lanes that a mask leaves out.
    pub fn load_lanes(
        &self,
        vector: Type<'c>,
        mask: Option<Value<'c>>,
        buffer: Value<'c>,
        indices: &[Value<'c>],
    ) -> Value<'c> {
        let mut operands: Vec<_> = std::iter::once(buffer).chain(indices.iter().copied()).collect();
        let Some(mask) = mask else { return self.value("vector.load", &operands, vector, &[]) };
        operands.extend([mask, self.number(0.0, vector)]);
        self.value("vector.maskedload", &operands, vector, &[])
    }

    /// Stores one element a lane into neighbouring elements of a buffer; those that the mask says, where there is one.
    pub fn store_lanes(&self, vector: Value<'c>, mask: Option<Value<'c>>, buffer: Value<'c>, indices: &[Value<'c>]) {
        let place: Vec<_> = std::iter::once(buffer).chain(indices.iter().copied()).collect();
        let (name, operands): (_, Vec<_>) = match mask {
            None => ("vector.store", std::iter::once(vector).chain(place).collect()),
            Some(mask) => ("vector.maskedstore", place.into_iter().chain([mask, vector]).collect()),
        };
        self.create(name, &operands, &[], &[], Vec::new());
    }

    /// A counted loop with carried values; `body` gets the counter and the carried values and gives the next ones.
    pub fn for_loop(
        &self,
        (low, high, step): (Value<'c>, Value<'c>, Value<'c>),
        carried: &[Value<'c>],
        body: impl FnOnce(&Self, Value<'c>, &[Value<'c>]) -> Vec<Value<'c>>,
    ) -> Vec<Value<'c>> {
        results(self.for_op((low, high, step), carried, body))
    }

    /// The same; gives the operation, also where nothing is carried.
    pub fn for_op(
        &self,
        (low, high, step): (Value<'c>, Value<'c>, Value<'c>),
        carried: &[Value<'c>],
        body: impl FnOnce(&Self, Value<'c>, &[Value<'c>]) -> Vec<Value<'c>>,
    ) -> Op<'c> {
        let types: Vec<_> = carried.iter().map(|value| value.r#type()).collect();
        let parameters: Vec<_> = std::iter::once(self.index_type()).chain(types.iter().copied()).collect();
        let region = self.region(&parameters, |inner, arguments| {
            let next = body(inner, arguments[0], &arguments[1..]);
            inner.create("scf.yield", &next, &[], &[], Vec::new());
        });
        let operands: Vec<_> = [low, high, step].into_iter().chain(carried.iter().copied()).collect();
        self.create("scf.for", &operands, &types, &[], vec![region])
    }

    /// A loop that runs as long as `condition` holds of its state; gives the last state.
    pub fn while_loop(
        &self,
        start: &[Value<'c>],
        condition: impl FnOnce(&Self, &[Value<'c>]) -> Value<'c>,
        step: impl FnOnce(&Self, &[Value<'c>]) -> Vec<Value<'c>>,
    ) -> Vec<Value<'c>> {
        let types: Vec<_> = start.iter().map(|value| value.r#type()).collect();
        let before = self.region(&types, |inner, state| {
            let go_on = condition(inner, state);
            let operands: Vec<_> = std::iter::once(go_on).chain(state.iter().copied()).collect();
            inner.create("scf.condition", &operands, &[], &[], Vec::new());
        });
        let after = self.region(&types, |inner, state| {
            let next = step(inner, state);
            inner.create("scf.yield", &next, &[], &[], Vec::new());
        });
        results(self.create("scf.while", start, &types, &[], vec![before, after]))
    }

    /// A conditional; both branches give values of `types`.
    pub fn if_else(
        &self,
        condition: Value<'c>,
        types: &[Type<'c>],
        then: impl FnOnce(&Self) -> Vec<Value<'c>>,
        otherwise: impl FnOnce(&Self) -> Vec<Value<'c>>,
    ) -> Vec<Value<'c>> {
        let branch = |fill: &mut dyn FnMut(&Self) -> Vec<Value<'c>>| {
            self.region(&[], |inner, _| {
                let values = fill(inner);
                inner.create("scf.yield", &values, &[], &[], Vec::new());
            })
        };
        let (mut then, mut otherwise) = (Some(then), Some(otherwise));
        let regions = vec![
            branch(&mut |inner| then.take().map(|fill| fill(inner)).unwrap_or_default()),
            branch(&mut |inner| otherwise.take().map(|fill| fill(inner)).unwrap_or_default()),
        ];
        results(self.create("scf.if", &[condition], types, &[], regions))
    }

    /// The results of the case that a number chooses, or of none of them.
    pub fn switch(
        &self,
        number: Value<'c>,
        cases: RangeInclusive<usize>,
        types: &[Type<'c>],
        mut fill: impl FnMut(&Self, Option<usize>) -> Vec<Value<'c>>,
    ) -> Vec<Value<'c>> {
        let numbers: Vec<_> = cases.clone().map(|case| case.to_string()).collect();
        let regions = std::iter::once(None).chain(cases.map(Some)).map(|case| {
            self.region(&[], |inner, _| {
                let values = fill(inner, case);
                inner.create("scf.yield", &values, &[], &[], Vec::new());
            })
        });
        let cases = self.parse_attribute(&format!("array<i64: {}>", numbers.join(", ")));
        let regions = regions.collect();
        results(self.create("scf.index_switch", &[number], types, &[("cases", cases)], regions))
    }

    /// A copy of a scalar operation on other operands, with another result type.
    pub fn clone_scalar(
        &self,
        template: Op<'c>,
        operands: &[Value<'c>],
        result: Type<'c>,
        extra: &[(&str, Attribute<'c>)],
    ) -> Value<'c> {
        self.clone_op(template, operands, &[result], extra)[0]
    }

    /// A copy of an operation without regions on other operands, with other result types.
    pub fn clone_op(
        &self,
        template: Op<'c>,
        operands: &[Value<'c>],
        types: &[Type<'c>],
        extra: &[(&str, Attribute<'c>)],
    ) -> Vec<Value<'c>> {
        let own: Vec<_> = template
            .attributes()
            .filter_map(|(name, attribute)| Some((name.as_string_ref().as_str().ok()?.to_owned(), attribute)))
            .filter(|(name, _)| extra.iter().all(|(other, _)| other != name))
            .collect();
        let mut attributes: Vec<(&str, Attribute)> =
            own.iter().map(|(name, attribute)| (name.as_str(), *attribute)).collect();
        attributes.extend_from_slice(extra);
        let name = crate::ir::op_name(template);
        results(self.located(template.location()).create(&name, operands, types, &attributes, Vec::new()))
    }
}

/// Predicates of `arith.cmpi`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
#[repr(i64)]
pub enum ComparePredicate {
    Equal = 0,
    NotEqual = 1,
    SignedLess = 2,
    SignedLessEqual = 3,
    UnsignedLess = 6,
    UnsignedLessEqual = 7,
}

/// Whether a scalar type is a floating-point type.
pub fn is_float(r#type: Type<'_>) -> bool {
    use melior::ir::TypeLike;
    // SAFETY: the type is alive.
    unsafe { mlir_sys::mlirTypeIsAFloat(r#type.to_raw()) }
}

/// The width of an integer or floating-point type, in bits.
pub fn bit_width(r#type: Type<'_>) -> Option<u64> {
    use melior::ir::TypeLike;
    if let Ok(integer) = IntegerType::try_from(r#type) {
        return Some(u64::from(integer.width()));
    }
    // SAFETY: the width is asked only of a floating-point type.
    is_float(r#type).then(|| unsafe { u64::from(mlir_sys::mlirFloatTypeGetWidth(r#type.to_raw())) })
}
