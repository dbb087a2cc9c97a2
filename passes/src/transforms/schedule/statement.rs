//! Statements in order: loops that stand directly inside one another, then those further inside.

use super::{
    chain::LoopChain,
    folds::{folds_differ, order_folds},
};
use crate::{
    index::{
        Nest, Stmt, TensorId, VarId, Where,
        build::loops,
        distribute::{check_order_of_rounds, distribute},
        problem::Problem,
        writes,
    },
    transforms::sharing::{Apart, share_loops},
};

/// Appends the scheduled statement to `after`; says whether it differs. `produced` is the tensor between a producer and a
/// consumer of which the statement is one of the producer.
pub fn schedule_statement(
    nest: &mut Nest,
    statement: Stmt,
    produced: Option<TensorId>,
    after: &mut Vec<Stmt>,
) -> Result<bool, Problem> {
    let chain = LoopChain::new(nest, &statement);
    let refusal = match chain.order(nest) {
        Ok(order) => return schedule_chain(&chain, nest, &order, produced, after),
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
        share_loops(&inner, &mut |group| LoopChain::new(nest, group).order(nest).map(|_| ()).map_err(Apart::Orders));
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

/// Appends the loops in this order to `after`, with what is inside; says whether something differs.
fn schedule_chain(
    chain: &LoopChain<'_>,
    nest: &mut Nest,
    all: &[VarId],
    produced: Option<TensorId>,
    after: &mut Vec<Stmt>,
) -> Result<bool, Problem> {
    let vars = chain.vars();
    let order: Vec<_> = all.iter().copied().filter(|var| vars.contains(var)).collect();
    let mut changed = order != vars;
    let repeating = |vars: &[VarId]| vars.iter().copied().filter(|var| !nest.runs_once(*var)).collect::<Vec<_>>();
    let has_other_folds = || writes(chain.inside).into_iter().any(|(_, write)| folds_differ(nest, write.value, all));
    if nest.keep_order && (repeating(&order) != repeating(&vars) || has_other_folds()) {
        return Err(chain.other_order(nest, all));
    }
    if changed {
        check_order_of_rounds(nest, chain.inside, &vars)?;
    }
    let how = |var: &VarId| chain.around.iter().find(|(other, _)| other == var).map(|(_, how)| *how);
    let ordered: Vec<_> = order.iter().map(|var| (*var, how(var).unwrap_or_default())).collect();
    let mut scheduled = Vec::with_capacity(chain.inside.len());
    for (place, statement) in chain.inside.iter().enumerate() {
        match statement {
            Stmt::Write(write) => {
                let mut write = write.clone();
                changed |= folds_differ(nest, write.value, all);
                write.value = order_folds(nest, write.value, all);
                changed |= chain.skip_points(nest, &mut write, place, produced, after)?;
                scheduled.push(Stmt::Write(write));
            }
            Stmt::Loop(_) => changed |= schedule_statement(nest, statement.clone(), None, &mut scheduled)?,
            Stmt::Where(inner) => {
                let (mut produce, mut consume) = (Vec::new(), Vec::new());
                for statement in inner.produce.iter().cloned() {
                    let is_only = tensors_written(&inner.produce).filter(|tensor| *tensor == inner.tensor).count() == 1;
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

/// The tensors that statements write.
fn tensors_written(body: &[Stmt]) -> impl Iterator<Item = TensorId> {
    writes(body).into_iter().map(|(_, write)| write.target.tensor)
}
