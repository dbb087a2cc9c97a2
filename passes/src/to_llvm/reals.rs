//! Code of real numbers: of scalars, and of vectors of one dimension.

use lacuna_dialects::{
    builder::Builder,
    ir::{Value, element_type, shape},
};
use melior::ir::{Type, TypeLike, ValueLike};

/// What makes code of real numbers of a type.
pub(super) struct Reals<'c> {
    pub builder: Builder<'c>,
    /// The type of the numbers.
    pub r#type: Type<'c>,
    /// The type of a comparison of them: `i1`, or a vector of it.
    truth: Type<'c>,
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
        let truth = match element_type(r#type) {
            None => builder.bool_type(),
            // SAFETY: the type is alive, and only that of a vector is asked.
            Some(_) => match shape(r#type)?[..] {
                [Some(length)]
                    if r#type.is_vector() && !unsafe { mlir_sys::mlirVectorTypeIsScalable(r#type.to_raw()) } =>
                {
                    builder.vector_type(length as i64, builder.bool_type())
                }
                _ => return None,
            },
        };
        Some(Self { builder, r#type, truth })
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
        self.builder.value("arith.cmpf", &[left, right], self.truth, &[predicate])
    }

    /// One of two values, of any type.
    pub fn choose(&self, condition: Value<'c>, left: Value<'c>, right: Value<'c>) -> Value<'c> {
        self.builder.value("arith.select", &[condition, left, right], left.r#type(), &[])
    }
}
