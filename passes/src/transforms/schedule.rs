//! `sloop-schedule`: put the loops of each nest into an order in which stored tensors can be walked.
//!
//! The order follows the levels of every stored tensor (see [`crate::analysis::iteration_graph`]) and otherwise stays
//! as it is. Where the operands contradict a stored result, it may be enough that the loops follow its lower levels: its
//! nodes are counted by parent before they are placed. A write that *replaces* a point, under loops that a stored tensor will drive, would miss the points that
//! the tensor does not store: it becomes a loop that writes everywhere what the value is where nothing is stored, and a
//! write that adds to that (zero) or replaces it. Where that is no constant, every point will be visited.
//!
//! A nest (or `linalg.generic`) with the attribute `sloop.keep_order` keeps the order it has, or is refused.
//!
//! Loops that stand directly inside one another are put into order together, with all that is inside of them; then those further
//! inside. Statements that share loops go on sharing them, as many as there is an order for all ([`super::sharing`]). Around a
//! `sloop.where` there has to be one.
//!
//! Example: `test/passes/schedule.mlir`. Not done here: choosing lanes (`sloop-vectorize`); conversions where the
//! orders contradict one another.

use super::{
    rewrite_nests,
    sharing::{Apart, share_loops},
};
use crate::{
    analysis::{
        iteration_graph::{Edge, Refusal, is_random_access, level_subscripts, level_vars, loop_order},
        refusal::{report, report_scatter},
    },
    diagnostic::{Problem, Reported},
    index::{
        Access, Expr, ExprId, Nest, Outside, Place, Stmt, TensorId, VarId, Where, Write,
        algebra::Known,
        build::{loops, perfect_loops},
        constant::Constant,
        distribute::{check_order_of_rounds, distribute, units},
        specialize::Specializer,
        statement::first_where,
        writes,
    },
    options,
    pass::Pass,
    plan::{Choices, Plan},
    remedy::{Remedy, Stored},
};
use lacuna_dialects::{
    ir::Op,
    sloop::{Combiner, Directives},
};
use lacuna_layout::{assembly::Growth, order::may_repeat};
use std::collections::BTreeMap;

options! {
    /// Options of `sloop-schedule`.
    pub struct Schedule {}
}

impl Pass for Schedule {
    const ARGUMENT: &'static str = "sloop-schedule";
    const SUMMARY: &'static str = "Order the loops of each nest so that stored tensors can be walked level by level";

    fn run(&self, root: Op<'_>) -> Result<(), Reported> {
        rewrite_nests(root, schedule_nest)
    }
}

/// Puts the loops of every statement into order; says whether something changed.
pub fn schedule_nest(nest: &mut Nest) -> Result<bool, Problem> {
    let mut changed = false;
    let mut after = Vec::new();
    for statement in nest.body.clone() {
        let mut ordered = Vec::new();
        changed |= schedule_statement(nest, statement, None, &mut ordered)?;
        for statement in ordered {
            let apart = walk_apart(nest, &statement);
            changed |= apart.is_some();
            after.extend(apart.unwrap_or_else(|| vec![statement]));
        }
    }
    nest.body = after;
    Ok(changed)
}

/// The parts of a statement whose operands cannot be walked in the loops that they share, if they can be walked apart.
fn walk_apart(nest: &mut Nest, statement: &Stmt) -> Option<Vec<Stmt>> {
    let is_one_loop = units(statement).len() == 1 || first_where(std::slice::from_ref(statement)).is_some();
    if is_one_loop || can_be_walked(nest, std::slice::from_ref(statement)).is_ok() {
        return None;
    }
    let mut trial = nest.clone();
    let sharing = share_loops(statement, &mut |group| {
        let mut alone = Vec::new();
        let found = schedule_statement(&mut trial.clone(), group.clone(), None, &mut alone);
        let walked = found.and_then(|_| can_be_walked(&trial, &alone));
        walked.map_err(|problem| Apart::Walks(problem.message().to_owned()))
    });
    if !sharing.is_apart() {
        return None;
    }
    let mut parts = Vec::new();
    for part in distribute(&mut trial, statement, &sharing.groups).ok()? {
        schedule_statement(&mut trial, part, None, &mut parts).ok()?;
    }
    can_be_walked(&trial, &parts).ok()?;
    *nest = trial;
    Some(parts)
}

/// Whether there is a plan for statements.
fn can_be_walked(nest: &Nest, body: &[Stmt]) -> Result<(), Problem> {
    Plan::new(&Nest { body: body.to_vec(), ..nest.clone() }, Choices::default()).map(|_| ())
}

/// Appends the scheduled statement to `after`; says whether it differs. `produced` is the tensor between a producer and a
/// consumer of which the statement is one of the producer.
fn schedule_statement(
    nest: &mut Nest,
    statement: Stmt,
    produced: Option<TensorId>,
    after: &mut Vec<Stmt>,
) -> Result<bool, Problem> {
    let chain = Chain::new(nest, &statement);
    let refusal = match chain.order(nest) {
        Ok(order) => return chain.schedule(nest, &order, produced, after),
        Err(refusal) => refusal,
    };
    // As many of the outer loops as all can share stay around.
    let (vars, hows): (Vec<_>, Vec<_>) = chain.around.iter().copied().unzip();
    let shared = (0..vars.len()).rev().find_map(|count| Some((count, chain.order_of_outer(nest, count)?)));
    let Some((count, order)) = shared else { return Err(chain.problem(nest, &refusal)) };
    let Some(inner) = loops(&chain.around[count..], chain.inside.to_vec()).pop() else {
        return Err(chain.problem(nest, &refusal));
    };
    let sharing =
        share_loops(&inner, &mut |group| Chain::new(nest, group).order(nest).map(|_| ()).map_err(Apart::Orders));
    if !sharing.is_apart() {
        return Err(chain.problem(nest, &refusal));
    }
    let parts = distribute(nest, &inner, &sharing.groups)?;
    let around: Vec<_> = order.iter().filter_map(|var| vars[..count].iter().position(|other| other == var)).collect();
    if !around.is_sorted() {
        check_order_of_rounds(nest, &parts, &vars[..count])?;
    }
    let around: Vec<_> = around.into_iter().map(|place| (vars[place], hows[place])).collect();
    let mut body = Vec::new();
    for part in parts {
        schedule_statement(nest, part, produced.filter(|_| count == 0), &mut body)?;
    }
    after.extend(if around.is_empty() { body } else { loops(&around, body) });
    Ok(true)
}

/// Loops that stand directly inside one another, and what is in the innermost: writes, or further loops beside others.
struct Chain<'a> {
    /// The loops, outermost first.
    around: Vec<(VarId, Directives)>,
    inside: &'a [Stmt],
    /// The writes inside, at any depth, with the variables of the loops that are not of the chain.
    writes: Vec<(Vec<VarId>, &'a Write)>,
    /// What they access.
    accesses: Vec<Access>,
}

impl<'a> Chain<'a> {
    fn new(nest: &Nest, statement: &'a Stmt) -> Self {
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

    fn vars(&self) -> Vec<VarId> {
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
    fn order(&self, nest: &Nest) -> Result<Vec<VarId>, Refusal> {
        let (vars, inner) = (self.all_vars(nest), self.inner(nest));
        let placed = || order_of_placed(nest, &vars, &self.accesses, self.stored_target(nest)?, &inner);
        loop_order(nest, &vars, &self.accesses, &inner).or_else(|refusal| placed().ok_or(refusal))
    }

    /// The order of the first `count` loops if everything can be walked inside of them, in whatever order.
    fn order_of_outer(&self, nest: &Nest, count: usize) -> Option<Vec<VarId>> {
        let (vars, all) = (self.vars(), self.all_vars(nest));
        let outer = &vars[..count];
        let comes_first = |access: &Access| {
            let path = level_vars(nest, access).unwrap_or_default();
            let path = path.into_iter().filter(|var| all.contains(var)).map(|var| !outer.contains(&var));
            is_random_access(nest, access.tensor) || path.is_sorted()
        };
        let order = loop_order(nest, outer, &self.accesses, &[]).ok()?;
        self.accesses.iter().all(comes_first).then_some(order)
    }

    fn location(&self, nest: &Nest) -> Place {
        self.writes.first().map_or(nest.place, |(_, write)| write.location)
    }

    /// What is in the way if there is no order.
    fn problem(&self, nest: &Nest, refusal: &Refusal) -> Problem {
        let (vars, target, location) = (self.all_vars(nest), self.stored_target(nest), self.location(nest));
        if let (Some(inner), Refusal::Cycle(cycle)) = (first_where(self.inside), refusal) {
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

    /// Why the order that was asked for cannot be kept.
    fn other_order(&self, nest: &Nest, order: &[VarId]) -> Problem {
        let mut operands: Vec<Stored> = Vec::new();
        for access in self.accesses.iter().filter(|access| is_stored(nest, access)) {
            let operand = nest.stored(access.tensor);
            if !operands.contains(&operand) {
                operands.push(operand);
            }
        }
        let message = format!(
            "the loop order that was asked for, {}, does not follow the levels of the stored operands, which want {}",
            nest.var_names(&self.vars(), ", "),
            nest.var_names(order, ", ")
        );
        Problem::new(self.location(nest), message).with_remedy(Remedy::Reorder(operands))
    }

    /// Appends the loops in this order to `after`, with what is inside; says whether something differs.
    fn schedule(
        &self,
        nest: &mut Nest,
        all: &[VarId],
        produced: Option<TensorId>,
        after: &mut Vec<Stmt>,
    ) -> Result<bool, Problem> {
        let vars = self.vars();
        let order: Vec<_> = all.iter().copied().filter(|var| vars.contains(var)).collect();
        let mut changed = order != vars;
        if changed && nest.keep_order {
            return Err(self.other_order(nest, &order));
        }
        if changed {
            check_order_of_rounds(nest, self.inside, &vars)?;
        }
        let how = |var: &VarId| self.around.iter().find(|(other, _)| other == var).map(|(_, how)| *how);
        let ordered: Vec<_> = order.iter().map(|var| (*var, how(var).unwrap_or_default())).collect();
        let mut scheduled = Vec::with_capacity(self.inside.len());
        for (place, statement) in self.inside.iter().enumerate() {
            match statement {
                Stmt::Write(write) => {
                    let mut write = write.clone();
                    changed |= folds_differ(nest, write.value, all);
                    write.value = order_folds(nest, write.value, all);
                    changed |= self.skip_points(nest, &mut write, place, produced, after)?;
                    scheduled.push(Stmt::Write(write));
                }
                Stmt::Loop(_) => changed |= schedule_statement(nest, statement.clone(), None, &mut scheduled)?,
                Stmt::Where(inner) => {
                    let (mut produce, mut consume) = (Vec::new(), Vec::new());
                    for statement in inner.produce.iter().cloned() {
                        let is_only =
                            tensors_written(&inner.produce).filter(|tensor| *tensor == inner.tensor).count() == 1;
                        let produced = is_only.then_some(inner.tensor);
                        changed |= schedule_statement(nest, statement, produced, &mut produce)?;
                    }
                    for statement in inner.consume.iter().cloned() {
                        changed |= schedule_statement(nest, statement, None, &mut consume)?;
                    }
                    scheduled.push(Stmt::Where(Where { produce, consume, ..inner.clone() }));
                }
            }
        }
        after.extend(if ordered.is_empty() { scheduled } else { loops(&ordered, scheduled) });
        Ok(changed)
    }

    /// Lets a write of the innermost loop that replaces points leave out those that no stored operand stores, where they can
    /// have their value before; says whether something changed.
    fn skip_points(
        &self,
        nest: &mut Nest,
        write: &mut Write,
        place: usize,
        produced: Option<TensorId>,
        after: &mut Vec<Stmt>,
    ) -> Result<bool, Problem> {
        if write.combiner.is_some() || is_stored(nest, &write.target) {
            return Ok(false);
        }
        let Some(driver) = driver_of(nest, write) else { return Ok(false) };
        if !self.around.iter().all(|(var, _)| write.target.mentions(*var)) {
            return Err(Problem::new(
                write.location,
                format!(
                    "the write replaces a point more than once while {} is walked, and which value stays \
                     is not defined: let it add instead",
                    nest.name(driver.tensor)
                ),
            ));
        }
        let Some(Known { value: constant, absent }) = background(nest, write) else { return Ok(false) };
        let has_repeated_points = has_repeated_points(nest, write);
        // Points without a value are left as they are. What was there is read before it is replaced, so nothing can be
        // written everywhere first: every point is visited.
        if nest.may_be_absent(write.value) || reads_target(nest, write) && !has_repeated_points {
            return Ok(false);
        }
        // All others hold what they would get, and each is written once.
        if write.elsewhere == Some(constant) && !has_repeated_points {
            return Ok(false);
        }
        if let Some(local) = nest.tensor(write.target.tensor).local() {
            // A point that is written is stored, unless what is written is what is there where nothing is stored.
            let holds_it = produced == Some(write.target.tensor) && local.initially == constant && absent;
            if holds_it && !has_repeated_points {
                write.elsewhere = Some(constant);
            }
            return Ok(holds_it && !has_repeated_points);
        }
        if !constant.is_zero() && write.elsewhere.is_some() || !self.is_first_to_touch(nest, write, place) {
            // Every point is visited.
            return Ok(false);
        }
        after.extend(fill_everywhere(nest, write, &self.vars(), &driver, constant)?);
        if constant.is_zero() {
            write.combiner = Some(Combiner::Add);
        } else {
            write.elsewhere = Some(constant);
        }
        Ok(true)
    }

    /// Whether the points of a write, at a place in the innermost loop, are not touched before it, and after it only in the
    /// same round.
    fn is_first_to_touch(&self, nest: &Nest, write: &Write, place: usize) -> bool {
        let (before, after) = (&self.inside[..place], &self.inside[place + 1..]);
        let touches = |other: &Write| {
            let reads = nest.reads(other.value).into_iter().map(|access| access.tensor);
            reads.chain([other.target.tensor]).any(|tensor| tensor == write.target.tensor)
        };
        let same_round = std::iter::once(Stmt::Write(write.clone())).chain(after.iter().cloned()).collect::<Vec<_>>();
        !writes(before).iter().any(|(_, other)| touches(other))
            && (after.is_empty() || check_order_of_rounds(nest, &same_round, &self.vars()).is_ok())
    }
}

/// The tensors that statements write.
fn tensors_written(body: &[Stmt]) -> impl Iterator<Item = TensorId> {
    writes(body).into_iter().map(|(_, write)| write.target.tensor)
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
    let growth = Growth::new(nest.tensor(target.tensor).format()?).ok()?;
    let parents = if growth.takes_any_order() { growth.roles.len() } else { growth.counted_levels()? };
    let levels = level_subscripts(nest, target).ok()?;
    let below: Vec<VarId> = levels[parents..].iter().filter_map(|level| level.var).collect();
    let edges: Vec<_> = below.windows(2).map(|pair| (pair[0], pair[1])).chain(inner.iter().copied()).collect();
    let others: Vec<_> = accesses.iter().filter(|access| *access != target).cloned().collect();
    loop_order(nest, vars, &others, &edges).ok()
}

fn is_stored(nest: &Nest, access: &Access) -> bool {
    nest.tensor(access.tensor).format().is_some()
}

/// The variables of folds that stand directly inside one another, outermost first, how they combine, and what is in the
/// innermost.
fn fold_chain(nest: &Nest, root: ExprId) -> (Vec<VarId>, Option<Combiner>, ExprId) {
    let (mut vars, mut how, mut inside) = (Vec::new(), None, root);
    while let Expr::Fold { var, how: Directives { lanes: None }, combiner, body } = nest.expr(inside) {
        if how.is_some_and(|how| how != *combiner) {
            break;
        }
        how = Some(*combiner);
        vars.push(*var);
        inside = *body;
    }
    (vars, how, inside)
}

/// Whether some chain of folds runs in another order than this one.
fn folds_differ(nest: &Nest, root: ExprId, order: &[VarId]) -> bool {
    let place = |var: &VarId| order.iter().position(|other| other == var);
    let mut differ = false;
    nest.visit_expr(root, &mut |id| differ |= !fold_chain(nest, id).0.is_sorted_by_key(place));
    differ
}

/// Puts each chain of folds into an order.
fn order_folds(nest: &mut Nest, root: ExprId, order: &[VarId]) -> ExprId {
    if !folds_differ(nest, root, order) {
        return root;
    }
    let (mut vars, how, inside) = fold_chain(nest, root);
    let Some(combiner) = how else {
        let parts: BTreeMap<_, _> =
            nest.operands(root).into_iter().map(|operand| (operand, order_folds(nest, operand, order))).collect();
        return nest.with_operands(root, &parts);
    };
    vars.sort_by_key(|var| order.iter().position(|other| other == var));
    let node = nest.node(root);
    let (r#type, location) = (node.r#type, node.location);
    let mut value = order_folds(nest, inside, order);
    for var in vars.into_iter().rev() {
        value = nest.add(Expr::Fold { var, how: Directives::default(), combiner, body: value }, r#type, location);
    }
    value
}

/// An access to a tensor that does not hold every point, in the value of a write.
fn driver_of(nest: &Nest, write: &Write) -> Option<Access> {
    nest.reads(write.value).into_iter().find(|access| !is_random_access(nest, access.tensor))
}

/// The value where no stored operand stores anything, if it is a constant.
fn background(nest: &mut Nest, write: &Write) -> Option<Known> {
    let stored: Vec<_> =
        nest.reads(write.value).into_iter().filter(|access| !is_random_access(nest, access.tensor)).collect();
    Specializer::new(nest, &stored).expression(write.value).1
}

/// Whether the value reads the result that it replaces.
fn reads_target(nest: &Nest, write: &Write) -> bool {
    nest.reads(write.value).iter().any(|access| access.tensor == write.target.tensor)
}

/// Whether an operand of the value may store a point in several parts.
fn has_repeated_points(nest: &Nest, write: &Write) -> bool {
    nest.reads(write.value).iter().any(|access| nest.tensor(access.tensor).format().is_some_and(may_repeat))
}

/// Loops that write a constant to every point that `write` may replace in loops over `vars`.
fn fill_everywhere(
    nest: &mut Nest,
    write: &Write,
    vars: &[VarId],
    driver: &Access,
    constant: Constant,
) -> Result<Vec<Stmt>, Problem> {
    if reads_target(nest, write) {
        return Err(Problem::new(
            write.location,
            format!(
                "the value reads the result that it replaces, and {} may store a point in several parts: store each \
                 coordinate once",
                nest.name(driver.tensor)
            ),
        ));
    }
    let Some(target_vars) = write.target.plain_vars() else {
        return Err(Problem::new(
            write.location,
            "a write that replaces points has a compound subscript: let it add instead",
        ));
    };
    let r#type = nest.node(write.value).r#type;
    let value = nest.add(Expr::Outside(Outside::constant(constant)), r#type, write.location);
    let own = target_vars.into_iter().filter(|var| vars.contains(var));
    let fresh: Vec<_> = own.map(|var| (var, nest.add_var(nest.var(var).clone()))).collect();
    let renamed = |var: VarId| fresh.iter().find(|(old, _)| *old == var).map_or(var, |(_, new)| *new);
    let subscripts = write.target.subscripts.iter().map(|subscript| subscript.rename(renamed)).collect();
    let target = Access { tensor: write.target.tensor, subscripts };
    let around: Vec<_> = fresh.iter().map(|(_, new)| (*new, Directives::default())).collect();
    Ok(loops(
        &around,
        vec![Stmt::Write(Write { target, value, combiner: None, elsewhere: None, location: write.location })],
    ))
}
