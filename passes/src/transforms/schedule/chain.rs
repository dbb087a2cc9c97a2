//! Loops that stand directly inside one another, and the order in which all that is inside of them can be walked.

use crate::{
    analysis::{
        iteration_graph::{Edge, Refusal, is_random_access, level_subscripts, loop_order, result_subscripts},
        refusal::{report, report_scatter},
    },
    index::{
        Access, Nest, Place, Stmt, VarId, Write, build::perfect_loops, problem::Problem, statement::first_where, writes,
    },
    plan::least_asked,
    remedy::{Remedy, Stored},
};
use lacuna_dialects::sloop::Directives;

/// Loops that stand directly inside one another, and what is in the innermost: writes, or further loops beside others.
pub struct LoopChain<'a> {
    /// The loops, outermost first.
    pub around: Vec<(VarId, Directives)>,
    pub inside: &'a [Stmt],
    /// The writes inside, at any depth, with the variables of the loops that are not of the chain.
    writes: Vec<(Vec<VarId>, &'a Write)>,
    /// What they access.
    accesses: Vec<Access>,
}

impl<'a> LoopChain<'a> {
    pub fn new(nest: &Nest, statement: &'a Stmt) -> Self {
        let (around, inside) = perfect_loops(statement);
        let all = writes(inside).into_iter();
        let writes: Vec<_> =
            all.map(|(inner, write)| (inner.into_iter().map(|inner| inner.var).collect(), write)).collect();
        let mut accesses: Vec<Access> = Vec::new();
        for (_, write) in &writes {
            accesses.push(write.target.clone());
            accesses.extend(nest.reads(write.value));
        }
        Self { around: around.iter().map(|inner| (inner.var, inner.how)).collect(), inside, writes, accesses }
    }

    pub fn vars(&self) -> Vec<VarId> {
        self.around.iter().map(|(var, _)| *var).collect()
    }

    /// The variables of the chain, of loops inside, and of folds.
    fn all_vars(&self, nest: &Nest) -> Vec<VarId> {
        let mut all = self.vars();
        for (inner, _) in &self.writes {
            let new: Vec<_> = inner.iter().copied().filter(|var| !all.contains(var)).collect();
            all.extend(new);
        }
        all.extend(self.writes.iter().flat_map(|(_, write)| nest.folded_vars(write.value)));
        all
    }

    /// What runs inside of what, besides what the levels of operands ask for.
    fn inner(&self, nest: &Nest) -> Vec<Edge> {
        let vars = self.vars();
        let mut inner = Vec::new();
        for (loops, write) in &self.writes {
            if is_stored(nest, &write.target) {
                // A point of a stored result is finished before the next one: its folds run inside all of its loops.
                for fold in nest.folded_vars(write.value) {
                    inner.extend(vars.iter().chain(loops).map(|var| (*var, fold)));
                }
            }
            inner.extend(loops.iter().flat_map(|below| vars.iter().map(|var| (*var, *below))));
        }
        inner
    }

    fn stored_target(&self, nest: &Nest) -> Option<&'a Access> {
        self.writes.iter().map(|(_, write)| &write.target).find(|target| is_stored(nest, target))
    }

    /// An order of all variables in which all that is inside can be walked.
    pub fn order(&self, nest: &Nest) -> Result<Vec<VarId>, Refusal> {
        let (vars, inner) = (self.all_vars(nest), self.inner(nest));
        for (_, write) in &self.writes {
            result_subscripts(nest, &write.target)?;
        }
        let placed = || order_of_placed(nest, &vars, &self.accesses, self.stored_target(nest)?, &inner);
        // An order that was asked for is kept also where it takes two walks.
        if let Some(order) = placed().filter(|order| nest.keep_order && *order == vars) {
            return Ok(order);
        }
        loop_order(nest, &vars, &self.accesses, &inner).or_else(|refusal| placed().ok_or(refusal))
    }

    /// The order of the first `count` loops if everything can be walked inside of them, in whatever order.
    pub fn order_of_outer(&self, nest: &Nest, count: usize) -> Option<Vec<VarId>> {
        let (vars, all) = (self.vars(), self.all_vars(nest));
        let outer = &vars[..count];
        let comes_first = |access: &Access| {
            let levels = level_subscripts(nest, access).unwrap_or_default();
            let inner = |vars: &[VarId]| vars.iter().any(|var| all.contains(var) && !outer.contains(var));
            let path = levels.iter().filter(|level| level.vars.iter().any(|var| all.contains(var)));
            is_random_access(nest, access.tensor) || path.map(|level| inner(&level.vars)).is_sorted()
        };
        let order = loop_order(nest, outer, &self.accesses, &[]).ok()?;
        self.accesses.iter().all(comes_first).then_some(order)
    }

    fn location(&self, nest: &Nest) -> Place {
        self.writes.first().map_or(nest.place, |(_, write)| write.location)
    }

    /// What is in the way if there is no order.
    pub fn problem(&self, nest: &Nest, refusal: &Refusal) -> Problem {
        let (vars, target, location) = (self.all_vars(nest), self.stored_target(nest), self.location(nest));
        if let (Some(inner), Refusal::Cycle(cycle)) = (first_where(self.inside), refusal) {
            if nest.keep_order {
                return self.broken_order(nest, cycle);
            }
            return inner.refuse(&format!(
                "the levels of stored operands ask for another order of the loops around and inside of it, {}",
                nest.var_names(cycle, " -> ")
            ));
        }
        let inner = self.inner(nest);
        let is_read = |access: &&Access| !is_stored(nest, access) || Some(*access) != target;
        let reads: Vec<_> = self.accesses.iter().filter(is_read).cloned().collect();
        let is_scatter = !inner.is_empty()
            && loop_order(nest, &vars, &reads, &[]).is_ok()
            && loop_order(nest, &vars, &reads, &inner).is_err();
        match (refusal, target) {
            (Refusal::Cycle(cycle), Some(target)) if is_scatter => {
                report_scatter(nest, target, &reads, cycle, location)
            }
            _ => report(nest, refusal, location),
        }
    }

    /// Why the order that was asked for cannot be kept around and inside of a `sloop.where`: operands ask for this one of some variables.
    fn broken_order(&self, nest: &Nest, cycle: &[VarId]) -> Problem {
        let asks = |access: &Access| {
            nest.tensor(access.tensor).is_input() && cycle.iter().filter(|var| access.mentions(**var)).count() > 1
        };
        self.not_followed(nest, &nest.var_names(cycle, " -> "), asks)
    }

    /// Why the order that was asked for cannot be kept.
    pub fn other_order(&self, nest: &Nest, order: &[VarId]) -> Problem {
        self.not_followed(nest, &nest.loop_names(order), |_| true)
    }

    /// The problem of an order that was asked for, where stored operands want another one: those that ask for it can be stored otherwise.
    fn not_followed(&self, nest: &Nest, wanted: &str, asks: impl Fn(&Access) -> bool) -> Problem {
        let mut operands: Vec<Stored> = Vec::new();
        for access in self.accesses.iter().filter(|access| is_stored(nest, access) && asks(access)) {
            let operand = nest.stored(access.tensor);
            if !operands.contains(&operand) {
                operands.push(operand);
            }
        }
        let asked = nest.loop_names(&self.all_vars(nest));
        let message = format!(
            "the loop order that was asked for, {asked}, does not follow the levels of the stored operands, which want \
             {wanted}"
        );
        let problem = Problem::new(self.location(nest), message);
        if operands.is_empty() { problem } else { problem.with_remedy(Remedy::Reorder(operands)) }
    }
}

/// The order in which the loops can run if the nodes of a stored result are counted by parent first: only the levels
/// below ask for their order, none where nodes are inserted.
fn order_of_placed(
    nest: &Nest,
    vars: &[VarId],
    accesses: &[Access],
    target: &Access,
    inner: &[Edge],
) -> Option<Vec<VarId>> {
    let below = least_asked(nest, target)?;
    let edges: Vec<_> = below.windows(2).map(|pair| (pair[0], pair[1])).chain(inner.iter().copied()).collect();
    let others: Vec<_> = accesses.iter().filter(|access| *access != target).cloned().collect();
    loop_order(nest, vars, &others, &edges).ok()
}

pub fn is_stored(nest: &Nest, access: &Access) -> bool {
    nest.tensor(access.tensor).format().is_some()
}
