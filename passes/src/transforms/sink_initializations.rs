//! `sloop-sink-initializations`: let the loops that compute a result also give it its first value.
//!
//! `y[i] = 0` for all `i`, followed by loops that add into `y[i]`, writes every point twice. Where the second loops
//! visit each point of the output once and together, the first value moves inside, and meets the sum in a register:
//! `y[i] = Σj A[i,j]·x[j]`. Where a stored level skips or repeats points, the initialization stays where it is. The loops may
//! hold other statements, too, and may themselves stand in loops: what matters is that a point has all its values in one round.
//!
//! Example: `test/passes/sink_initializations.mlir`.

use super::rewrite_nests;
use crate::{
    analysis::{iteration_graph::is_random_access, visits::visits_all_once},
    diagnostic::Reported,
    fp::FpMode,
    index::{
        Access, Expr, Loop, Nest, Stmt, TensorId, VarId, Write,
        build::{loops, perfect_loops},
        statement::change_each_list,
        subscript::Subscript,
        writes,
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
            let mut body = std::mem::take(&mut nest.body);
            let changed = change_each_list(&mut body, &mut Vec::new(), &mut |open, list| self.sink(nest, list, open));
            nest.body = body;
            Ok(changed)
        })
    }
}

impl SinkInitializations {
    /// Sinks initializations among statements that follow one another in loops over `open`; says whether there are some.
    fn sink(&self, nest: &mut Nest, body: &mut Vec<Stmt>, open: &[VarId]) -> bool {
        let mut waiting = std::mem::take(body).into_iter();
        let mut changed = false;
        let mut held = waiting.next();
        for next in waiting {
            let Some(first) = held.take() else { break };
            match sinking(nest, (&first, &next), open) {
                Some(sinking) => {
                    held = Some(self.apply(nest, sinking, open));
                    changed = true;
                }
                None => {
                    body.push(first);
                    held = Some(next);
                }
            }
        }
        body.extend(held);
        changed
    }

    fn apply(&self, nest: &mut Nest, sinking: Sinking, open: &[VarId]) -> Stmt {
        let renamed =
            |var: VarId| sinking.from.iter().position(|other| *other == var).map_or(var, |index| sinking.to[index]);
        let first_value = nest.rename_expr(sinking.initialization.value, &renamed);
        let subscripts = sinking.to.iter().map(|var| Subscript::var(*var)).collect();
        let target = Access { tensor: sinking.initialization.target.tensor, subscripts };
        let first = Write { target, value: first_value, ..sinking.initialization };
        let body = match sinking.computation {
            Computation::Point(write) => vec![Stmt::Write(merge(nest, first, write, self.fp))],
            Computation::Inside(inside) => {
                let mut body: Vec<_> = std::iter::once(Stmt::Write(first)).chain(inside).collect();
                let open: Vec<_> = open.iter().copied().chain(sinking.outer.iter().map(|(var, _)| *var)).collect();
                self.sink(nest, &mut body, &open);
                body
            }
        };
        loops(&sinking.outer, body).pop().expect("wrapping statements in loops gives a statement")
    }
}

/// What is sunk where.
struct Sinking {
    initialization: Write,
    /// The variable of the initialization for each dimension of the output.
    from: Vec<VarId>,
    /// The variable of the computation for each dimension of the output.
    to: Vec<VarId>,
    /// Loops that enumerate the points of the output, outermost first.
    outer: Vec<(VarId, Directives)>,
    computation: Computation,
}

/// What comes after an initialization, for one point of the output.
enum Computation {
    /// One write that combines with it.
    Point(Write),
    /// Statements.
    Inside(Vec<Stmt>),
}

fn sinking(nest: &Nest, (first, second): (&Stmt, &Stmt), open: &[VarId]) -> Option<Sinking> {
    let (around_first, [Stmt::Write(initialization)]) = perfect_loops(first) else { return None };
    let (around_second, inside) = perfect_loops(second);
    let all = writes(inside);
    let tensor = initialization.target.tensor;
    let to = all.iter().flat_map(|(_, write)| accesses(nest, write, tensor)).next()?.plain_vars()?;
    let from = initialization.target.plain_vars()?;
    let is_own = |var: &&VarId| !open.contains(var);
    if initialization.combiner.is_some()
        || all.iter().all(|(_, write)| write.target.tensor != tensor)
        || from.iter().filter(is_own).count() != around_first.len()
        || has_repeats(&from)
        || has_repeats(&to)
        || from.iter().zip(&to).any(|(from, to)| !agree(nest, *from, *to, open))
        || nest.reads(initialization.value).iter().any(|access| !can_be_read_later(nest, access, &all))
    {
        return None;
    }
    // Each point is given its values in one round of the loops.
    let is_at_point = |access: &Access| access.plain_vars().is_some_and(|vars| vars == to);
    if !all.iter().all(|(_, write)| accesses(nest, write, tensor).iter().all(is_at_point)) {
        return None;
    }
    let around: Vec<_> = around_second.iter().map(|inner| (inner.var, inner.how)).collect();
    let (outer, inner) = around.split_at_checked(to.iter().filter(is_own).count())?;
    let computation = match inside {
        [Stmt::Write(write)] => {
            let reads_output = nest.reads(write.value).iter().any(|access| access.tensor == tensor);
            if write.combiner.is_none() || reads_output || write.target.tensor != tensor {
                return None;
            }
            match inner {
                // A point of a tensor that lives inside is stored if it is written.
                [] if nest.tensor(tensor).local().is_some() => return None,
                [] => Computation::Point(write.clone()),
                _ => Computation::Inside(loops(inner, inside.to_vec())),
            }
        }
        _ if inner.is_empty() => Computation::Inside(inside.to_vec()),
        _ => Computation::Inside(loops(inner, inside.to_vec())),
    };
    // A first value that is read somewhere must run in the lanes that the computation chose, if it did. So must one that is
    // made of the loop's variable, which has no lanes.
    let in_same_lanes = |(var, how): &(VarId, Directives)| {
        let own_var = to.iter().position(|point| point == var).map(|dimension| from[dimension]);
        let own = own_var.and_then(|own_var| around_first.iter().find(|inner| inner.var == own_var));
        let is_number = own_var.is_some_and(|own_var| nest.uses_as_number(initialization.value, own_var));
        let is_bound = is_number || !nest.reads(initialization.value).is_empty();
        how.lanes.is_none() || !is_bound || own.is_some_and(|own| own.how == *how)
    };
    if !around.iter().all(in_same_lanes) {
        return None;
    }
    if outer.is_empty() && matches!(computation, Computation::Inside(_)) {
        return None;
    }
    let visits_all_once = |var: VarId| all.iter().all(|(_, write)| visits_all_once(nest, write, var));
    if !outer.iter().all(|(var, _)| to.contains(var) && visits_all_once(*var)) {
        return None;
    }
    let initialization = initialization.clone();
    Some(Sinking { initialization, from, to, outer: outer.to_vec(), computation })
}

/// Whether two variables stand for the same values: one is the other, or each has a loop over as many.
fn agree(nest: &Nest, from: VarId, to: VarId, open: &[VarId]) -> bool {
    let is_open = [from, to].iter().any(|var| open.contains(var));
    from == to || !is_open && nest.var(from).size() == nest.var(to).size()
}

/// Whether what an initialization reads can be read when the computation has begun: every point has its place, and none
/// changes.
fn can_be_read_later(nest: &Nest, access: &Access, computation: &[(Vec<&Loop>, &Write)]) -> bool {
    is_random_access(nest, access.tensor) && computation.iter().all(|(_, write)| write.target.tensor != access.tensor)
}

/// The accesses of a write to a tensor.
fn accesses(nest: &Nest, write: &Write, tensor: TensorId) -> Vec<Access> {
    let reads = nest.reads(write.value).into_iter();
    reads.chain([write.target.clone()]).filter(|access| access.tensor == tensor).collect()
}

fn has_repeats(vars: &[VarId]) -> bool {
    vars.iter().enumerate().any(|(index, var)| vars[..index].contains(var))
}

/// One write for a point's first value and what is combined into it.
fn merge(nest: &mut Nest, first: Write, second: Write, fp: FpMode) -> Write {
    let combiner = second.combiner.expect("the sinking asks for a combining write");
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
