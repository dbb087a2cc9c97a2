//! What callers see of the functions of a module, buffer by buffer, computed when somebody asks.

use super::{
    end_of_use::is_only_accessed,
    flow::{Fault, Flow},
};
use crate::{
    buffer_effects::buffer_count,
    symbols::{self, symbol},
};
use lacuna_dialects::{
    ir::{Op, Value, arguments, blocks, collect_ops, is_op, operands, results},
    stensor::conversion::CONVERSION,
};
use melior::ir::{ValueLike, operation::OperationLike};
use std::{collections::BTreeMap, ops::Range};

/// What a function does to its arguments and results, buffer by buffer.
#[derive(Clone, Debug)]
pub struct Summary {
    pub(super) arguments: Vec<Argument>,
    /// Where each comes from, if that is known.
    pub(super) results: Vec<Option<Origin>>,
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
pub enum Origin {
    /// The function made it: it is its caller's now.
    Made,
    /// It is an argument.
    Argument(usize),
}

impl Origin {
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
            !buffers.is_empty() && self.results[buffers.clone()].iter().all(|origin| *origin == Some(Origin::Made))
        };
        with_buffers(results(call))
            .into_iter()
            .filter(|(_, buffers)| is_made(buffers))
            .map(|(value, _)| value)
            .collect()
    }

    /// The results of a call that are buffers of an operand; `None` if the call frees the operand, or if something else may have
    /// it afterwards.
    pub fn views_of<'c>(&self, call: Op<'c>, operand: Value<'c>) -> Option<Vec<Value<'c>>> {
        let given = with_buffers(operands(call)).into_iter().filter(|(value, _)| *value == operand);
        let given: Vec<_> = given.flat_map(|(_, buffers)| buffers).collect();
        if given.iter().any(|buffer| self.arguments[*buffer] != Argument::Kept) {
            return None;
        }
        let is_given = |origin: &Option<Origin>| {
            origin.and_then(Origin::argument).is_some_and(|argument| given.contains(&argument))
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

/// The functions of a module.
pub struct Summaries<'c> {
    /// Whether what `memref.alloc` makes is to be freed already.
    pub(super) owns_allocated: bool,
    functions: BTreeMap<String, Op<'c>>,
    /// By function. `None` while it is under way, and where nothing is known.
    known: BTreeMap<usize, Option<Summary>>,
    /// What is wrong in those that were asked for.
    pub(super) faults: Vec<Fault<'c>>,
}

impl<'c> Summaries<'c> {
    /// Those of the module `root`.
    pub fn new(root: Op<'c>, owns_allocated: bool) -> Self {
        let functions = collect_ops(root, |op| is_op(op, "func.func"));
        let functions = functions.into_iter().map(|function| (symbol(function), function)).collect();
        Self { owns_allocated, functions, known: BTreeMap::new(), faults: Vec::new() }
    }

    /// What is wrong in the functions of a module, in the order of the program.
    pub fn faults(root: Op<'c>, owns_allocated: bool) -> Vec<Fault<'c>> {
        let mut all = Self::new(root, owns_allocated);
        for function in collect_ops(root, |op| is_op(op, "func.func")) {
            all.of(function);
        }
        all.faults
    }

    /// That of a function, if it is known.
    fn of(&mut self, function: Op<'c>) -> Option<Summary> {
        let key = function.to_raw().ptr as usize;
        if let Some(known) = self.known.get(&key) {
            return known.clone();
        }
        // What it calls may call it.
        self.known.insert(key, None);
        let summary = match blocks(function)[..] {
            [] => None,
            [body] => Some(Flow::check(self, body)),
            [entry, ..] => Some(self.accesses(arguments(entry))),
        };
        self.known.insert(key, summary.clone());
        summary
    }

    /// What is known of a function of several blocks: which of its arguments it only accesses.
    fn accesses(&mut self, given: Vec<Value<'c>>) -> Summary {
        let mut kept = Vec::new();
        for argument in given {
            let known = if is_only_accessed(argument, self) { Argument::Kept } else { Argument::Unknown };
            kept.extend(vec![known; buffer_count(argument.r#type())]);
        }
        Summary { arguments: kept, results: Vec::new() }
    }

    /// What a call does, if that is known.
    pub fn callee(&mut self, call: Op<'c>) -> Option<Summary> {
        let count = |values: Vec<Value<'c>>| values.into_iter().map(|value| buffer_count(value.r#type())).sum();
        let (given, made): (usize, usize) = (count(operands(call)), count(results(call)));
        if call.has_attribute(CONVERSION) {
            // A conversion keeps nothing of its source, and gives arrays of its own.
            let (arguments, results) = (vec![Argument::Kept; given], vec![Some(Origin::Made); made]);
            return Some(Summary { arguments, results });
        }
        let function = *self.functions.get(&symbols::callee(call))?;
        let mut summary = self.of(function)?;
        // Nothing is known of the results of a function of several blocks, or of one that does not return.
        summary.results.resize(made, None);
        (summary.arguments.len() == given).then_some(summary)
    }
}
