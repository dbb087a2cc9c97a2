//! What callers see of the functions of a module, computed when somebody asks.

use super::{
    flow::Flow,
    handles::id,
    summary::{Argument, Callees, Fault, ResultOrigin, Summary},
};
use crate::{
    buffer_effects::buffer_count,
    symbols::{self, symbol},
};
use lacuna_dialects::{
    ir::{Op, Value, blocks, collect_ops, is_op, operands, results},
    stensor::conversion::CONVERSION,
};
use melior::ir::{ValueLike, operation::OperationLike};
use std::collections::BTreeMap;

/// The functions of a module.
pub struct Summaries<'c> {
    /// Whether what `memref.alloc` makes is to be freed already.
    owns_allocated: bool,
    functions: BTreeMap<String, Op<'c>>,
    /// By function. `None` while it is under way, and where nothing is known.
    known: BTreeMap<usize, Option<Summary>>,
    /// What is wrong in those that were asked for.
    faults: Vec<Fault<'c>>,
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
        let key = id(function);
        if let Some(known) = self.known.get(&key) {
            return known.clone();
        }
        // What it calls may call it.
        self.known.insert(key, None);
        let summary = (!blocks(function).is_empty()).then(|| {
            let (summary, faults) = Flow::check(self, function);
            self.faults.extend(faults);
            summary
        });
        self.known.insert(key, summary.clone());
        summary
    }
}

impl<'c> Callees<'c> for Summaries<'c> {
    fn owns_allocated(&self) -> bool {
        self.owns_allocated
    }

    fn callee(&mut self, call: Op<'c>) -> Option<Summary> {
        let count = |values: Vec<Value<'c>>| values.into_iter().map(|value| buffer_count(value.r#type())).sum();
        let (given, made): (usize, usize) = (count(operands(call)), count(results(call)));
        if call.has_attribute(CONVERSION) {
            // A conversion keeps nothing of its source, and gives arrays of its own.
            let (arguments, results) = (vec![Argument::Kept; given], vec![Some(ResultOrigin::Made); made]);
            return Some(Summary { arguments, results });
        }
        let function = *self.functions.get(&symbols::callee(call))?;
        let mut summary = self.of(function)?;
        // Nothing is known of the results of a function that does not return.
        summary.results.resize(made, None);
        (summary.arguments.len() == given).then_some(summary)
    }
}
