//! Lanes: values of one index variable that run side by side.

use crate::index::{VarId, combine, combiners};
use lacuna_dialects::{
    builder::{Builder, is_float},
    ir::{Value, element_type},
    sloop::Combiner,
};
use melior::ir::{Type, ValueLike};

/// The lanes that code is being emitted for.
#[derive(Clone, Copy)]
pub struct Lanes<'c> {
    /// The variable.
    pub var: VarId,
    /// How many lanes.
    pub width: i64,
    /// The value of the variable in lane 0.
    pub base: Value<'c>,
    /// Which lanes count; all of them where absent.
    pub mask: Option<Value<'c>>,
}

/// Whether a value is a vector.
pub fn is_vector(value: Value<'_>) -> bool {
    element_type(value.r#type()).is_some()
}

impl<'c> Lanes<'c> {
    /// The same scalar in every lane; a vector stays as it is.
    pub fn spread(&self, builder: &Builder<'c>, value: Value<'c>) -> Value<'c> {
        if is_vector(value) {
            return value;
        }
        let r#type = builder.vector_type(self.width, value.r#type());
        builder.value("vector.broadcast", &[value], r#type, &[])
    }

    /// Loads one element a lane from where lane 0 finds its own. Lanes that do not count get zero.
    pub fn load(&self, builder: &Builder<'c>, buffer: Value<'c>, indices: &[Value<'c>]) -> Value<'c> {
        let element = builder.scalar_type(buffer.r#type());
        let r#type = builder.vector_type(self.width, element);
        builder.load_lanes(r#type, self.mask, buffer, indices)
    }

    /// Stores one element a lane.
    pub fn store(&self, builder: &Builder<'c>, vector: Value<'c>, buffer: Value<'c>, indices: &[Value<'c>]) {
        builder.store_lanes(vector, self.mask, buffer, indices);
    }

    /// The vector with the neutral value in the lanes that do not count.
    pub fn neutralize(&self, builder: &Builder<'c>, combiner: Combiner, vector: Value<'c>) -> Value<'c> {
        match self.mask {
            None => vector,
            Some(mask) => {
                let neutral = combine::neutral(builder, combiner, vector.r#type());
                builder.value("arith.select", &[mask, vector, neutral], vector.r#type(), &[])
            }
        }
    }
}

/// All lanes of a vector combined into one scalar.
pub fn reduce<'c>(builder: &Builder<'c>, combiner: Combiner, vector: Value<'c>, flags: &str) -> Value<'c> {
    let scalar: Type = builder.scalar_type(vector.r#type());
    let kind = combiners::vector_kind(combiner, is_float(scalar));
    let mut attributes = vec![("kind", builder.parse_attribute(&format!("#vector.kind<{kind}>")))];
    if is_float(scalar) {
        attributes.push(("fastmath", builder.parse_attribute(flags)));
    }
    builder.value("vector.reduction", &[vector], scalar, &attributes)
}
