//! `sloop-interpret`: say what each function gives on operands that hold 1, 2, 3, ...
//!
//! The pass is for tests: it changes nothing, and a remark at the function shows its results, so that a test can compare what a
//! program means before and after a pass. A stored operand stores two of every three points. Index arguments, and sizes that
//! types leave open, are the option `size`; other scalars count on from 1. A function that is not interpreted is a remark, too.
//!
//! Example: `test/passes/interpret.mlir`. Not done here: functions of more than one block; loops of other dialects.

use super::{Given, interpret_function};
use crate::{
    bridge::types::scalar_of,
    diagnostic::{Reported, remark},
    index::{
        Scalar,
        constant::Constant,
        interpret::{DenseTensor, Number, Stopped},
    },
    options,
    pass::Pass,
};
use lacuna_dialects::{
    format::Format,
    ir::{Op, arguments, body, collect_ops, element_type, is_op, shape},
};
use melior::ir::{Type, TypeLike, ValueLike, operation::OperationLike};

options! {
    /// Options of `sloop-interpret`.
    pub struct Interpret {
        /// the value of index arguments, and of sizes that types leave open
        pub size: u64 = "4",
    }
}

impl Pass for Interpret {
    const ARGUMENT: &'static str = "sloop-interpret";
    const SUMMARY: &'static str = "Say what each function gives on operands that hold 1, 2, 3, ... (for tests)";

    fn run(&self, root: Op<'_>) -> Result<(), Reported> {
        for function in collect_ops(root, |op| is_op(op, "func.func")) {
            let Some(entry) = body(function, 0) else { continue };
            let given: Result<_, _> =
                arguments(entry).into_iter().map(|argument| self.given(argument.r#type())).collect();
            match given.and_then(|given| interpret_function(function, given)) {
                Ok(results) => results.iter().for_each(|result| remark(function.location(), text(result))),
                Err(why) => remark(function.location(), why.to_string()),
            }
        }
        Ok(())
    }
}

impl Interpret {
    fn given(&self, r#type: Type<'_>) -> Result<Given, Stopped> {
        if r#type.is_index() {
            return Ok(Given::Scalar(Number::Integer(self.size as i64)));
        }
        let Some(sizes) = shape(r#type) else { return Ok(Given::Scalar(number(1, scalar_of(r#type)))) };
        let element = scalar_of(element_type(r#type).unwrap_or(r#type));
        let shape: Vec<usize> = sizes.into_iter().map(|size| size.unwrap_or(self.size) as usize).collect();
        let format = Format::of(r#type);
        let fill = Number::of(Constant::fill(format.map(Format::description), element), element);
        let mut tensor = DenseTensor::limited(shape, fill, format.is_some())?;
        for (place, value) in tensor.values.iter_mut().enumerate() {
            if format.is_none() || place % 3 != 1 {
                *value = number(place as i64 + 1, element);
                if let Some(stored) = &mut tensor.stored {
                    stored[place] = true;
                }
            }
        }
        Ok(Given::Tensor(tensor))
    }
}

fn number(number: i64, r#type: Scalar) -> Number {
    match r#type {
        _ if r#type.is_complex() => Number::Complex(number as f64, 0.0),
        _ if r#type.is_float() => Number::Float(number as f64),
        _ => Constant::integer(number, r#type).into(),
    }
}

/// A tensor in words: what its points hold, and which of them are stored.
fn text(tensor: &DenseTensor) -> String {
    let value = |value: &Number| match value {
        Number::Integer(number) => number.to_string(),
        Number::Float(number) => number.to_string(),
        Number::Complex(re, im) => format!("{re}+{im}i"),
        Number::Absent => "none".to_owned(),
    };
    let values: Vec<_> = tensor.values.iter().map(value).collect();
    let stored = tensor.stored.as_ref().map(|stored| stored.iter().filter(|is| **is).count());
    let stored = stored.map_or_else(String::new, |count| format!(", {count} stored"));
    format!("gives [{}]{stored}", values.join(", "))
}
