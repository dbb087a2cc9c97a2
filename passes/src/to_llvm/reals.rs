//! Code of real numbers: of scalars, and of vectors of one dimension.

use lacuna_dialects::{
    builder::{Builder, bit_width},
    ir::{Value, element_type, shape},
};
use melior::ir::{Type, TypeLike, ValueLike};

/// What makes code of real numbers of a type.
pub(super) struct Reals<'c> {
    pub builder: Builder<'c>,
    /// The type of the numbers.
    pub r#type: Type<'c>,
    /// The length, if the numbers are vectors.
    length: Option<i64>,
}

/// Relations of which none holds for NaN, with their numbers in `arith.cmpf`.
#[derive(Clone, Copy, Debug)]
pub(super) enum Holds {
    Equal = 1,
    Greater = 2,
    Less = 4,
}

impl<'c> Reals<'c> {
    /// For numbers of a type; `None` for vectors of several dimensions, or of an unknown length.
    pub fn new(builder: Builder<'c>, r#type: Type<'c>) -> Option<Self> {
        let length = match element_type(r#type) {
            None => None,
            // SAFETY: the type is alive, and only that of a vector is asked.
            Some(_) => match shape(r#type)?[..] {
                [Some(length)]
                    if r#type.is_vector() && !unsafe { mlir_sys::mlirVectorTypeIsScalable(r#type.to_raw()) } =>
                {
                    Some(length as i64)
                }
                _ => return None,
            },
        };
        Some(Self { builder, r#type, length })
    }

    /// The value of a function or operation.
    pub fn call(&self, name: &str, operands: &[Value<'c>]) -> Value<'c> {
        self.builder.value(name, operands, self.r#type, &[])
    }

    pub fn number(&self, number: f64) -> Value<'c> {
        self.builder.number(number, self.r#type)
    }

    pub fn holds(&self, holds: Holds, left: Value<'c>, right: Value<'c>) -> Value<'c> {
        let predicate = ("predicate", self.builder.i64_attribute(holds as i64));
        self.builder.value("arith.cmpf", &[left, right], self.in_shape(self.builder.bool_type()), &[predicate])
    }

    /// The integer type as wide as a number, or the vector type of it.
    pub fn integer_type(&self) -> Type<'c> {
        let width = bit_width(self.builder.scalar_type(self.r#type)).expect("a number has a width");
        self.in_shape(self.builder.parse_type(&format!("i{width}")))
    }

    /// A scalar type, or the type of vectors of it if the numbers are vectors.
    fn in_shape(&self, scalar: Type<'c>) -> Type<'c> {
        self.length.map_or(scalar, |length| self.builder.vector_type(length, scalar))
    }

    /// One of two values, of any type.
    pub fn choose(&self, condition: Value<'c>, left: Value<'c>, right: Value<'c>) -> Value<'c> {
        self.builder.value("arith.select", &[condition, left, right], left.r#type(), &[])
    }
}
