//! `sloop-sink-initializations`: let the loops that compute a result also give it its first value.
//!
//! `y[i] = 0` for all `i`, followed by loops that add into `y[i]`, writes every point twice. Where the second loops
//! visit each point of the output once and together, the first value moves inside, and meets the sum in a register:
//! `y[i] = Σj A[i,j]·x[j]`. Where a stored level skips or repeats points, the initialization stays where it is.
//!
//! Example: `test/passes/sink_initializations.mlir`.

use super::rewrite_nests;
use crate::{
    analysis::{iteration_graph::is_random_access, visits::visits_all_once},
    diagnostic::Reported,
    fp::FpMode,
    index::{
        Expr, Nest, Stmt, VarId, Write,
        build::{loops, perfect_loops},
    },
    options,
    pass::Pass,
};
use lacuna_dialects::{
    ir::Op,
    sloop::{Combiner, Directives},
};

options! {
    /// Options of `sloop-sink-initializations`.
    pub struct SinkInitializations {
        /// allowed changes to floating-point arithmetic: fast (reassociate, contract, ignore signs of zeros) or strict (none)
        pub fp: FpMode = "fast",
    }
}

impl Pass for SinkInitializations {
    const ARGUMENT: &'static str = "sloop-sink-initializations";
    const SUMMARY: &'static str = "Move the initialization of a result into the loops that compute it";

    fn run(&self, root: Op<'_>) -> Result<(), Reported> {
        rewrite_nests(root, |nest| {
            let mut waiting = std::mem::take(&mut nest.body).into_iter();
            let mut done: Vec<Stmt> = Vec::new();
            let mut changed = false;
            let mut held = waiting.next();
            for next in waiting {
                let first = held.take().expect("a statement is held until the next one is seen");
                match plan(nest, &first, &next) {
                    Some(plan) => {
                        held = Some(apply(nest, plan, self.fp));
                        changed = true;
                    }
                    None => {
                        done.push(first);
                        held = Some(next);
                    }
                }
            }
            done.extend(held);
            nest.body = done;
            Ok(changed)
        })
    }
}

/// What is sunk where.
struct Plan {
    initialization: Write,
    /// The variable of the initialization for each dimension of the output.
    from: Vec<VarId>,
    /// The variable of the computation for each dimension of the output.
    to: Vec<VarId>,
    /// Loops that enumerate the points of the output, outermost first.
    outer: Vec<(VarId, Directives)>,
    /// Loops inside them.
    inner: Vec<(VarId, Directives)>,
    computation: Write,
}

fn plan(nest: &Nest, first: &Stmt, second: &Stmt) -> Option<Plan> {
    let (around_first, [Stmt::Write(initialization)]) = perfect_loops(first) else { return None };
    let (around_second, [Stmt::Write(computation)]) = perfect_loops(second) else { return None };
    let from = initialization.target.plain_vars()?;
    let to = computation.target.plain_vars()?;
    let tensor = initialization.target.tensor;
    let reads_output = |write: &Write| nest.reads(write.value).iter().any(|access| access.tensor == tensor);
    if initialization.combiner.is_some()
        || computation.combiner.is_none()
        || computation.target.tensor != tensor
        || from.len() != around_first.len()
        || has_repeats(&from)
        || has_repeats(&to)
        || from.iter().zip(&to).any(|(from, to)| nest.var(*from).size() != nest.var(*to).size())
        || nest.reads(initialization.value).iter().any(|access| !is_random_access(nest, access.tensor))
        || reads_output(initialization)
        || reads_output(computation)
    {
        return None;
    }
    let all: Vec<_> = around_second.iter().map(|inner| (inner.var, inner.how)).collect();
    let (outer, inner) = all.split_at_checked(to.len())?;
    // A first value that is read somewhere must run in the lanes that the computation chose, if it did. So must one that is
    // made of the loop's variable, which has no lanes.
    let in_same_lanes = |(var, how): &(VarId, Directives)| {
        let own_var = to.iter().position(|point| point == var).map(|dimension| from[dimension]);
        let own = own_var.and_then(|own_var| around_first.iter().find(|inner| inner.var == own_var));
        let is_number = own_var.is_some_and(|own_var| nest.uses_as_number(initialization.value, own_var));
        let is_bound = is_number || !nest.reads(initialization.value).is_empty();
        how.lanes.is_none() || !is_bound || own.is_some_and(|own| own.how == *how)
    };
    if !all.iter().all(in_same_lanes) {
        return None;
    }
    if outer.is_empty() && !inner.is_empty() {
        return None;
    }
    if !outer.iter().all(|(var, _)| to.contains(var) && visits_all_once(nest, computation, *var)) {
        return None;
    }
    Some(Plan {
        initialization: initialization.clone(),
        from,
        to,
        outer: outer.to_vec(),
        inner: inner.to_vec(),
        computation: computation.clone(),
    })
}

fn has_repeats(vars: &[VarId]) -> bool {
    vars.iter().enumerate().any(|(index, var)| vars[..index].contains(var))
}

fn apply(nest: &mut Nest, plan: Plan, fp: FpMode) -> Stmt {
    let renamed = |var: VarId| plan.from.iter().position(|other| *other == var).map_or(var, |index| plan.to[index]);
    let first_value = nest.rename_expr(plan.initialization.value, &renamed);
    let first = Write { target: plan.computation.target.clone(), value: first_value, ..plan.initialization };
    let body = if plan.inner.is_empty() {
        vec![Stmt::Write(merge(nest, first, plan.computation, fp))]
    } else {
        let mut body = vec![Stmt::Write(first)];
        body.extend(loops(&plan.inner, vec![Stmt::Write(plan.computation)]));
        body
    };
    loops(&plan.outer, body).pop().expect("wrapping statements in loops gives a statement")
}

/// One write for a point's first value and what is combined into it.
fn merge(nest: &mut Nest, first: Write, second: Write, fp: FpMode) -> Write {
    let combiner = second.combiner.expect("the plan asks for a combining write");
    let is_zero = matches!(nest.expr(first.value), Expr::Outside(value) if value.number() == Some(0.0));
    // To the letter, 0 + -0 is 0.
    let zero_adds_nothing = fp == FpMode::Fast || !nest.node(second.value).r#type.is_float();
    let is_everywhere = !nest.knows_absence(second.value);
    let value = if is_zero && zero_adds_nothing && is_everywhere && combiner == Combiner::Add {
        second.value
    } else {
        let node = nest.node(second.value);
        let (r#type, location) = (node.r#type, node.location);
        nest.add(Expr::Combine { combiner, left: first.value, right: second.value }, r#type, location)
    };
    Write { value, combiner: None, ..second }
}
