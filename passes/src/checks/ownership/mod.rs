//! `verify-ownership`: who makes a buffer frees it once, on each path, or gives it away; nobody uses it afterwards.
//!
//! Stored tensors are the buffers that they are stored in. An operation that makes some (`sloop.grow`, `stensor.build`, a call
//! of a conversion, ...) has the function free them, by `stensor.release` or as the source of a sort, or give them to its
//! caller. What a workspace collects is the workspace's, until it collects again. With `allocated`, the same holds of what
//! `memref.alloc` makes, as it does when everything is loops over arrays; before, dense buffers are freed by nobody yet.
//!
//! The check goes through functions in the order of the program, follows calls, and knows of branches, loops, and cells of the
//! stack that hold a buffer. Every path counts: conditions are not compared. Where it cannot know, it is silent: of functions
//! with several blocks or without a body, of recursion, of buffers that an unknown operation takes, that are chosen between,
//! or that are stored in memory other than cells.
//!
//! Example: `test/passes/verify_ownership.mlir`. Not done here: leaks of what functions of the program pass to one another.
//! Whoever writes the call frees it, as whoever calls the program frees what this gives.

mod flow;
mod loops;
mod makers;
mod regions;
mod state;

use self::flow::Flow;
use crate::{
    buffer_effects::buffer_count,
    diagnostic::{Reported, error_with_notes},
    function::is_own,
    options,
    pass::Pass,
    symbols::{self, symbol},
};
use lacuna_dialects::{
    ir::{Op, Value, blocks, collect_ops, is_op, op_name, operands, results},
    stensor::conversion::CONVERSION,
};
use melior::ir::{ValueLike, operation::OperationLike};
use std::collections::BTreeMap;

options! {
    /// Options of `verify-ownership`.
    pub struct VerifyOwnership {
        /// what memref.alloc makes is to be freed, too
        pub allocated: bool = "false",
    }
}

impl Pass for VerifyOwnership {
    const ARGUMENT: &'static str = "verify-ownership";
    const ANCHOR: Option<&'static str> = Some("builtin.module");
    const SUMMARY: &'static str = "Check that who makes a buffer frees it once, and that nobody uses it afterwards";

    fn run(&self, root: Op<'_>) -> Result<(), Reported> {
        let functions = collect_ops(root, |op| is_op(op, "func.func"));
        let named = functions.iter().map(|function| (symbol(*function), *function));
        let mut checker = Checker {
            owns_allocated: self.allocated,
            functions: named.collect(),
            summaries: BTreeMap::new(),
            reported: None,
        };
        for function in functions {
            checker.summary(function);
        }
        checker.reported.map_or(Ok(()), Err)
    }
}

/// What a function does to its arguments and results, buffer by buffer.
#[derive(Clone, Debug)]
struct Summary {
    arguments: Vec<Argument>,
    /// Where each comes from, if that is known.
    results: Vec<Option<Origin>>,
}

/// What becomes of an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Argument {
    /// It is as it was.
    Kept,
    Freed,
    Unknown,
}

/// Where a result comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Origin {
    /// The function made it: it is its caller's now.
    Made,
    /// It is an argument.
    Argument(usize),
}

/// What a call calls.
struct Callee {
    summary: Summary,
    /// Whether it is a function of the compiler's own, not of the program.
    is_own: bool,
}

impl Origin {
    /// The argument that it is.
    fn argument(self) -> Option<usize> {
        match self {
            Self::Made => None,
            Self::Argument(argument) => Some(argument),
        }
    }
}

/// The functions of a module.
struct Checker<'c> {
    owns_allocated: bool,
    functions: BTreeMap<String, Op<'c>>,
    /// By function. `None` while it is under way, and where nothing is known.
    summaries: BTreeMap<usize, Option<Summary>>,
    reported: Option<Reported>,
}

impl<'c> Checker<'c> {
    /// Checks a function, once; gives what its callers see, if that is known.
    fn summary(&mut self, function: Op<'c>) -> Option<Summary> {
        let key = function.to_raw().ptr as usize;
        if let Some(known) = self.summaries.get(&key) {
            return known.clone();
        }
        self.summaries.insert(key, None);
        let [body] = blocks(function)[..] else { return None };
        let summary = Some(Flow::check(self, body));
        self.summaries.insert(key, summary.clone());
        summary
    }

    /// What a call does, if that is known.
    fn callee(&mut self, call: Op<'c>) -> Option<Callee> {
        let function = self.functions.get(&symbols::callee(call)).copied()?;
        let is_conversion = call.has_attribute(CONVERSION);
        let is_own = is_conversion || is_own(function);
        if let Some(summary) = self.summary(function) {
            return Some(Callee { summary, is_own });
        }
        // A conversion keeps nothing of its source, and gives arrays of its own.
        let count = |values: Vec<Value<'c>>| values.into_iter().map(|value| buffer_count(value.r#type())).sum();
        let summary = Summary {
            arguments: vec![Argument::Kept; count(operands(call))],
            results: vec![Some(Origin::Made); count(results(call))],
        };
        is_conversion.then_some(Callee { summary, is_own })
    }

    fn report(&mut self, op: Op<'c>, message: &str, maker: Option<Op<'c>>) {
        let notes: Vec<_> =
            maker.map(|maker| (maker.location(), format!("{} makes it", op_name(maker)))).into_iter().collect();
        self.reported = Some(error_with_notes(op.location(), message, &notes));
    }
}
