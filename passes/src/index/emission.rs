//! Constants and operations of the index form as IR.

use super::{Binding, Detail, Operation, Scalar, constant::Constant};
use lacuna_dialects::{
    builder::{Builder, is_float},
    ir::{Op, Value, integer_attribute, op_name, results},
};
use melior::ir::{
    Attribute, AttributeLike, Type, TypeLike, ValueLike,
    attribute::{ArrayAttribute, FloatAttribute, IntegerAttribute},
    operation::OperationLike,
    r#type::IntegerType,
};

impl Constant {
    /// Reads a typed attribute, if it is a number that fits.
    pub fn from_attribute(attribute: Attribute<'_>) -> Option<Self> {
        // Asked first: a conversion that fails prints the attribute.
        if attribute.is_float()
            && let Ok(float) = FloatAttribute::try_from(attribute)
        {
            return Some(Self::Float(float.value()));
        }
        // SAFETY: the attribute is alive; its parts are asked of a complex number only.
        unsafe {
            let raw = attribute.to_raw();
            if mlir_sys::mlirAttributeIsAComplex(raw) {
                let (re, im) =
                    (mlir_sys::mlirComplexAttrGetRealDouble(raw), mlir_sys::mlirComplexAttrGetImagDouble(raw));
                return Some(Self::complex(re, im));
            }
        }
        let integer = IntegerAttribute::try_from(attribute).ok()?;
        let r#type = integer.r#type();
        let fits = r#type.is_index() || IntegerType::try_from(r#type).is_ok_and(|r#type| r#type.width() <= 64);
        fits.then(|| Self::Integer(integer.value()))
    }

    /// The constant as a typed attribute, where the type has one.
    pub fn attribute<'c>(self, builder: &Builder<'c>, r#type: Type<'c>) -> Option<Attribute<'c>> {
        match self {
            Self::Integer(number) => Some(IntegerAttribute::new(r#type, number).into()),
            Self::Float(number) => Some(FloatAttribute::new(builder.context(), r#type, number).into()),
            Self::Zero if is_complex(r#type) => complex_attribute(builder, r#type, 0.0, 0.0),
            Self::Complex(re, im) => complex_attribute(builder, r#type, re, im),
            Self::Zero | Self::Absent => None,
        }
    }

    /// The constant as a value. No value has none: where it is written is decided before.
    pub fn emit<'c>(self, builder: &Builder<'c>, r#type: Type<'c>) -> Value<'c> {
        if is_complex(r#type) {
            let (re, im) = if let Self::Complex(re, im) = self { (re, im) } else { (0.0, 0.0) };
            return complex_number(builder, r#type, re, im);
        }
        match self.attribute(builder, r#type) {
            Some(attribute) => builder.constant(attribute, r#type),
            None => builder.number(0.0, r#type),
        }
    }
}

impl Operation {
    /// A result of an operation of the IR.
    pub fn of<'c>(op: Op<'c>, result: usize, binding: &mut Binding<'c>) -> Self {
        Self::new(&op_name(op), result, detail_of(op), Some(binding.op_id(op)))
    }

    /// The operation on these operands, with a result of this type; in as many lanes as they have, if any are given.
    pub fn emit<'c>(
        self,
        binding: &Binding<'c>,
        builder: &Builder<'c>,
        (operands, r#type): (&[Value<'c>], Scalar),
        lanes: Option<i64>,
        extra: &[(&str, Attribute<'c>)],
    ) -> Value<'c> {
        let in_lanes = |scalar| lanes.map_or(scalar, |width| builder.vector_type(width, scalar));
        match self.source.map(|source| binding.op(source)) {
            Some(source) => {
                let types: Vec<_> = results(source).into_iter().map(|result| in_lanes(result.r#type())).collect();
                builder.clone_op(source, operands, &types, extra)[self.result]
            }
            None => builder.value(self.op_name(), operands, in_lanes(r#type.r#type(builder.context())), extra),
        }
    }
}

/// What decides the value of an operation besides its operands.
fn detail_of(op: Op<'_>) -> Detail {
    let value = || op.attribute("value").ok();
    match op_name(op).as_str() {
        "arith.cmpi" | "arith.cmpf" => integer_attribute(op, "predicate").map_or(Detail::None, Detail::Predicate),
        "arith.constant" => value().and_then(Constant::from_attribute).map_or(Detail::None, Detail::Number),
        "complex.constant" => value().and_then(complex_parts).map_or(Detail::None, |(re, im)| Detail::Complex(re, im)),
        _ => Detail::None,
    }
}

/// The parts of a complex constant, `[1.0 : f64, 2.0 : f64]`.
fn complex_parts(attribute: Attribute<'_>) -> Option<(f64, f64)> {
    let parts = ArrayAttribute::try_from(attribute).ok()?;
    let part = |index| match Constant::from_attribute(parts.element(index).ok()?)? {
        Constant::Float(number) => Some(number),
        Constant::Integer(number) => Some(number as f64),
        Constant::Complex(..) | Constant::Zero | Constant::Absent => None,
    };
    Some((part(0)?, part(1)?))
}

/// Whether a type is one of complex numbers.
pub fn is_complex(r#type: Type<'_>) -> bool {
    // SAFETY: the type is alive.
    unsafe { mlir_sys::mlirTypeIsAComplex(r#type.to_raw()) }
}

/// The type of the parts of a complex type.
fn part_of(r#type: Type<'_>) -> Type<'_> {
    // SAFETY: the type is complex.
    unsafe { Type::from_raw(mlir_sys::mlirComplexTypeGetElementType(r#type.to_raw())) }
}

/// A number as an attribute of a complex type. MLIR has none where the parts are integers.
fn complex_attribute<'c>(builder: &Builder<'c>, r#type: Type<'c>, re: f64, im: f64) -> Option<Attribute<'c>> {
    // SAFETY: the type is complex, and its parts are floating-point numbers.
    let attribute = |of: Type<'c>| unsafe {
        let raw = mlir_sys::mlirComplexAttrDoubleGet(builder.context().to_raw(), of.to_raw(), re, im);
        Attribute::from_raw(raw)
    };
    is_float(part_of(r#type)).then(|| attribute(r#type))
}

/// A number as a constant of a complex type.
pub fn complex_number<'c>(builder: &Builder<'c>, r#type: Type<'c>, re: f64, im: f64) -> Value<'c> {
    let part = part_of(r#type);
    let number = |number: f64| match Scalar::of(part) {
        of if of.is_float() => Constant::Float(number).attribute(builder, part),
        _ => Constant::Integer(number as i64).attribute(builder, part),
    };
    let parts: Vec<_> = [re, im].into_iter().filter_map(number).collect();
    let value = ArrayAttribute::new(builder.context(), &parts).into();
    builder.value("complex.constant", &[], r#type, &[("value", value)])
}
