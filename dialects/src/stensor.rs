//! The `stensor` dialect: operations on stored tensors, as views and builders.

pub mod conversion;
pub mod storage;

use crate::{
    builder::Builder,
    ir::{Op, Value, op_name, operands},
    view::view,
};
use melior::ir::{attribute::StringAttribute, operation::OperationLike};

/// Whether an operation is of this dialect.
pub fn owns(op: Op<'_>) -> bool {
    op_name(op).starts_with("stensor.")
}

view! {
    /// Stops the program where a condition does not hold; each `{}` of the message stands for one of the numbers.
    Assert, "stensor.assert"
}

impl<'c> Assert<'c> {
    /// Builds one. The condition is an `i1`, and numbers are of type `index`.
    pub fn build(builder: &Builder<'c>, condition: Value<'c>, message: &str, numbers: &[Value<'c>]) {
        let message = ("message", builder.string_attribute(message));
        let all: Vec<_> = std::iter::once(condition).chain(numbers.iter().copied()).collect();
        builder.create(Self::NAME, &all, &[], &[message], Vec::new());
    }

    /// What has to hold.
    pub fn condition(self) -> Value<'c> {
        operands(self.0)[0]
    }

    /// What the program says where it does not.
    pub fn message(self) -> String {
        let text = self.0.attribute("message").ok().and_then(|text| StringAttribute::try_from(text).ok());
        text.expect("the verifier asks for a message").value().to_owned()
    }

    /// The numbers that the message says.
    pub fn numbers(self) -> Vec<Value<'c>> {
        operands(self.0)[1..].to_vec()
    }
}
