//! The `stensor` dialect: operations on stored tensors, as views and builders.

pub mod conversion;
pub mod storage;

use crate::{
    builder::Builder,
    ir::{Op, Value, op_name, operands},
    view::view,
};
use melior::ir::{
    attribute::{FlatSymbolRefAttribute, StringAttribute},
    operation::OperationLike,
};

/// Whether an operation is of this dialect.
pub fn owns(op: Op<'_>) -> bool {
    op_name(op).starts_with("stensor.")
}

view! {
    /// Stops the program where a condition does not hold; each `{}` of the message stands for one of the numbers.
    Assert, "stensor.assert"
}

view! {
    /// Has a second thread run a function.
    Start, "stensor.start"
}

view! {
    /// Waits until a second thread is done.
    Wait, "stensor.wait"
}

impl<'c> Start<'c> {
    /// Builds one, of a function of this name.
    pub fn build(builder: &Builder<'c>, callee: &str, arguments: &[Value<'c>], context: Value<'c>) {
        let callee = ("callee", builder.parse_attribute(&format!("@{callee}")));
        let all: Vec<_> = arguments.iter().copied().chain([context]).collect();
        builder.create(Self::NAME, &all, &[], &[callee], Vec::new());
    }

    /// The name of the function.
    pub fn callee(self) -> String {
        let name = self.0.attribute("callee").ok().and_then(|name| FlatSymbolRefAttribute::try_from(name).ok());
        name.expect("the verifier asks for a function").value().to_owned()
    }

    /// What the function takes.
    pub fn arguments(self) -> Vec<Value<'c>> {
        let mut all = operands(self.0);
        all.pop();
        all
    }

    /// The array that is the thread's.
    pub fn context(self) -> Value<'c> {
        *operands(self.0).last().expect("the verifier asks for a context")
    }
}

impl<'c> Wait<'c> {
    /// Builds one.
    pub fn build(builder: &Builder<'c>, context: Value<'c>) {
        builder.create(Self::NAME, &[context], &[], &[], Vec::new());
    }

    /// The array that is the thread's.
    pub fn context(self) -> Value<'c> {
        operands(self.0)[0]
    }
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
