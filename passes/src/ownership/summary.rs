//! What callers see of a function, buffer by buffer.

use crate::buffer_effects::buffer_count;
use lacuna_dialects::ir::{Op, Value, operands, results};
use melior::ir::ValueLike;
use std::ops::Range;

/// What is wrong, said once.
pub struct Fault<'c> {
    /// The operation that does it.
    pub op: Op<'c>,
    pub message: String,
    /// The operation that made the buffer, where it is another.
    pub maker: Option<Op<'c>>,
}

/// The functions that others call.
pub trait Callees<'c> {
    /// Whether what `memref.alloc` makes is to be freed already.
    fn owns_allocated(&self) -> bool;

    /// What a call does, if that is known.
    fn callee(&mut self, call: Op<'c>) -> Option<Summary>;
}

/// What a function does to its arguments and results, buffer by buffer.
#[derive(Clone, Debug)]
pub struct Summary {
    pub(super) arguments: Vec<Argument>,
    /// Where each comes from, if that is known.
    pub(super) results: Vec<Option<ResultOrigin>>,
}

/// What becomes of an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Argument {
    /// It is as it was, and only results that come from it may be it.
    Kept,
    Freed,
    Unknown,
}

/// Where a result comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultOrigin {
    /// The function made it: it is its caller's now.
    Made,
    /// It is an argument.
    Argument(usize),
}

impl ResultOrigin {
    /// The argument that it is.
    pub fn argument(self) -> Option<usize> {
        match self {
            Self::Made => None,
            Self::Argument(argument) => Some(argument),
        }
    }
}

impl Summary {
    /// The results of a call that the function made, whole: they are the caller's.
    pub fn made<'c>(&self, call: Op<'c>) -> Vec<Value<'c>> {
        let is_made = |buffers: &Range<usize>| {
            !buffers.is_empty()
                && self.results[buffers.clone()].iter().all(|origin| *origin == Some(ResultOrigin::Made))
        };
        with_buffers(results(call))
            .into_iter()
            .filter(|(_, buffers)| is_made(buffers))
            .map(|(value, _)| value)
            .collect()
    }

    /// The operand of a call that a result is, whole.
    pub fn argument_of<'c>(&self, call: Op<'c>, result: Value<'c>) -> Option<Value<'c>> {
        let (_, buffers) = with_buffers(results(call)).into_iter().find(|(value, _)| *value == result)?;
        let origin = |buffer: usize| self.results[buffer].and_then(ResultOrigin::argument);
        let given: Option<Vec<_>> = buffers.map(origin).collect();
        let given = given.filter(|given| !given.is_empty())?;
        let is_it = |range: &Range<usize>| range.clone().eq(given.iter().copied());
        with_buffers(operands(call)).into_iter().find(|(_, range)| is_it(range)).map(|(value, _)| value)
    }

    /// The results of a call that are buffers of an operand; `None` if the call frees the operand, or if something else may have
    /// it afterwards.
    pub fn views_of<'c>(&self, call: Op<'c>, operand: Value<'c>) -> Option<Vec<Value<'c>>> {
        let given = with_buffers(operands(call)).into_iter().filter(|(value, _)| *value == operand);
        let given: Vec<_> = given.flat_map(|(_, buffers)| buffers).collect();
        if given.iter().any(|buffer| self.arguments[*buffer] != Argument::Kept) {
            return None;
        }
        let is_given = |origin: &Option<ResultOrigin>| {
            origin.and_then(ResultOrigin::argument).is_some_and(|argument| given.contains(&argument))
        };
        let views = with_buffers(results(call)).into_iter();
        Some(
            views
                .filter(|(_, buffers)| self.results[buffers.clone()].iter().any(is_given))
                .map(|(value, _)| value)
                .collect(),
        )
    }
}

/// Values, and the places of their buffers among those of all.
fn with_buffers(values: Vec<Value<'_>>) -> Vec<(Value<'_>, Range<usize>)> {
    let mut next = 0;
    let mut range = |value: Value<'_>| {
        let first = next;
        next += buffer_count(value.r#type());
        first..next
    };
    values.into_iter().map(|value| (value, range(value))).collect()
}
