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
//! The loops around and inside of a `sloop.where` stay as they are, or are refused.
//!
//! Example: `test/passes/schedule.mlir`. Not done here: choosing lanes (`sloop-vectorize`); conversions where the
//! orders contradict one another.

use super::rewrite_nests;
use crate::{
    analysis::{
        iteration_graph::{Edge, Refusal, is_random_access, level_subscripts, loop_order},
        refusal::{report, report_scatter},
    },
    diagnostic::{Problem, Reported},
    index::{
        Access, Expr, ExprId, Nest, Outside, Stmt, VarId, Where, Write,
        build::{loops, perfect_loops},
        constant::Constant,
        distribute::{distribute, is_imperfect},
        statement::first_where,
        writes,
    },
    options,
    pass::Pass,
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
    let before = nest.body.clone();
    let mut changed = false;
    let mut after = Vec::with_capacity(before.len());
    for statement in before {
        if let Some(inner) = first_where(std::slice::from_ref(&statement)) {
            check_order(nest, &statement, inner)?;
            after.push(statement);
            continue;
        }
        // Each write has its own order.
        let is_imperfect = is_imperfect(&statement);
        let statements = if is_imperfect { distribute(nest, &statement)? } else { vec![statement] };
        changed |= is_imperfect;
        for statement in statements {
            changed |= schedule_statement(nest, statement, &mut after)?;
        }
    }
    nest.body = after;
    Ok(changed)
}

/// Refuses loops around and inside of a `sloop.where` that would have to change.
fn check_order(nest: &Nest, statement: &Stmt, inner: &Where) -> Result<(), Problem> {
    for (around, write) in writes(std::slice::from_ref(statement)) {
        let around: Vec<_> = around.into_iter().map(|inner| (inner.var, inner.how)).collect();
        let Some(alone) = loops(&around, vec![Stmt::Write(write.clone())]).pop() else { continue };
        if schedule_statement(&mut nest.clone(), alone, &mut Vec::new())? {
            let name = nest.name(write.target.tensor);
            return Err(inner.refuse(&format!(
                "the loops that write {name} do not follow the levels of stored operands, or skip points that the write \
                 replaces; they are not changed around or inside of a sloop.where yet"
            )));
        }
    }
    Ok(())
}

/// Appends the scheduled statement to `after`; says whether it differs.
fn schedule_statement(nest: &mut Nest, statement: Stmt, after: &mut Vec<Stmt>) -> Result<bool, Problem> {
    let (around, inside) = perfect_loops(&statement);
    let writes: Vec<Write> = inside
        .iter()
        .map(|inner| match inner {
            Stmt::Write(write) => write.clone(),
            Stmt::Loop(_) | Stmt::Where(_) => unreachable!("writes beside loops were distributed"),
        })
        .collect();
    let given: Vec<_> = around.iter().map(|inner| (inner.var, inner.how)).collect();
    let vars: Vec<_> = given.iter().map(|(var, _)| *var).collect();
    let mut accesses: Vec<Access> = Vec::new();
    for write in &writes {
        accesses.push(write.target.clone());
        accesses.extend(nest.reads(write.value));
    }
    let all_vars: Vec<VarId> =
        vars.iter().copied().chain(writes.iter().flat_map(|write| nest.folded_vars(write.value))).collect();
    let location = writes.first().map_or(nest.place, |write| write.location);
    let stored_target = writes.iter().map(|write| &write.target).find(|target| is_stored(nest, target));
    let inner: Vec<_> = if stored_target.is_some() {
        // A point of a stored result is finished before the next one: its folds run inside all of its loops.
        let folded = all_vars.iter().filter(|var| !vars.contains(var));
        folded.flat_map(|fold| vars.iter().map(|var| (*var, *fold))).collect()
    } else {
        Vec::new()
    };
    let placed = || order_of_placed(nest, &all_vars, &accesses, stored_target?, &inner);
    let order = loop_order(nest, &all_vars, &accesses, &inner).or_else(|refusal| placed().ok_or(refusal));
    let order = order.map_err(|refusal| {
        let reads: Vec<_> = accesses
            .iter()
            .filter(|access| !is_stored(nest, access) || Some(*access) != stored_target)
            .cloned()
            .collect();
        let is_scatter = !inner.is_empty()
            && loop_order(nest, &all_vars, &reads, &[]).is_ok()
            && loop_order(nest, &all_vars, &reads, &inner).is_err();
        match (&refusal, stored_target) {
            (Refusal::Cycle(cycle), Some(target)) if is_scatter => {
                report_scatter(nest, target, &reads, cycle, location)
            }
            _ => report(nest, &refusal, location),
        }
    })?;
    let folds_move = writes.iter().any(|write| folds_differ(nest, write.value, &order));
    let fold_order = order.clone();
    let order: Vec<_> = order.into_iter().filter(|var| vars.contains(var)).collect();
    let mut changed = order != vars || folds_move;
    if order != vars && nest.keep_order {
        let mut operands: Vec<Stored> = Vec::new();
        for access in accesses.iter().filter(|access| is_stored(nest, access)) {
            let operand = nest.stored(access.tensor);
            if !operands.contains(&operand) {
                operands.push(operand);
            }
        }
        return Err(Problem::new(
            writes.first().map_or(nest.place, |write| write.location),
            format!(
                "the loop order that was asked for, {}, does not follow the levels of the stored operands, which want {}",
                nest.var_names(&vars, ", "),
                nest.var_names(&order, ", ")
            ),
        )
        .with_remedy(Remedy::Reorder(operands)));
    }
    let ordered: Vec<_> = order
        .iter()
        .map(|var| (*var, given.iter().find(|(other, _)| other == var).map(|(_, how)| *how).unwrap_or_default()))
        .collect();
    let mut scheduled = Vec::with_capacity(writes.len());
    for mut write in writes {
        write.value = order_folds(nest, write.value, &fold_order);
        if write.combiner.is_none()
            && !is_stored(nest, &write.target)
            && let Some(driver) = driver_of(nest, &write)
        {
            if !vars.iter().all(|var| write.target.mentions(*var)) {
                return Err(Problem::new(
                    write.location,
                    format!(
                        "the write replaces a point more than once while {} is walked, and which value stays \
                         is not defined: let it add instead",
                        nest.name(driver.tensor)
                    ),
                ));
            }
            match background(nest, &write) {
                // Points without a value are left as they are.
                _ if nest.may_be_absent(write.value) => {}
                // What was there is read before it is replaced, so nothing can be written everywhere first: every point is
                // visited.
                Some(_) if reads_target(nest, &write) && !has_repeated_points(nest, &write) => {}
                // All others hold what they would get, and each is written once.
                Some(constant) if write.elsewhere == Some(constant) && !has_repeated_points(nest, &write) => {}
                Some(constant) if constant.is_zero() => {
                    after.extend(fill_everywhere(nest, &write, &driver, constant)?);
                    write.combiner = Some(Combiner::Add);
                    changed = true;
                }
                Some(constant) if write.elsewhere.is_none() => {
                    after.extend(fill_everywhere(nest, &write, &driver, constant)?);
                    write.elsewhere = Some(constant);
                    changed = true;
                }
                // Every point is visited.
                _ => {}
            }
        }
        scheduled.push(Stmt::Write(write));
    }
    after.extend(loops(&ordered, scheduled));
    Ok(changed)
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
fn background(nest: &mut Nest, write: &Write) -> Option<Constant> {
    let stored: Vec<_> =
        nest.reads(write.value).into_iter().filter(|access| !is_random_access(nest, access.tensor)).collect();
    nest.value_without(write.value, &stored)
}

/// Whether the value reads the result that it replaces.
fn reads_target(nest: &Nest, write: &Write) -> bool {
    nest.reads(write.value).iter().any(|access| access.tensor == write.target.tensor)
}

/// Whether an operand of the value may store a point in several parts.
fn has_repeated_points(nest: &Nest, write: &Write) -> bool {
    nest.reads(write.value).iter().any(|access| nest.tensor(access.tensor).format().is_some_and(may_repeat))
}

/// Loops that write a constant to every point that `write` may replace.
fn fill_everywhere(nest: &mut Nest, write: &Write, driver: &Access, constant: Constant) -> Result<Vec<Stmt>, Problem> {
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
    let fresh: Vec<_> =
        target_vars.iter().map(|var| (nest.add_var(nest.var(*var).clone()), Directives::default())).collect();
    let target = Access {
        tensor: write.target.tensor,
        subscripts: fresh.iter().map(|(var, _)| crate::index::subscript::Subscript::var(*var)).collect(),
    };
    Ok(loops(
        &fresh,
        vec![Stmt::Write(Write { target, value, combiner: None, elsewhere: None, location: write.location })],
    ))
}
