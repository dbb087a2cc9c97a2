//! Loops that a schedule asks to run in lanes.

use crate::{
    fp::FpMode,
    index::{Expr, Nest, Stmt, VarId, problem::Problem, statement::first_where, writes},
    plan::{Work, lanes_problem},
};

/// The lanes that are asked for, if the loop over a variable is to run in some: so many, or as many as suit.
pub(super) fn lanes_of(nest: &Nest, var: VarId) -> Option<Option<i64>> {
    nest.var(var).inner.vectorize.map(|lanes| (lanes > 1).then_some(lanes))
}

/// Refuses a nest with a loop that is to run in lanes, and does not.
pub(super) fn check(fp: FpMode, nest: &Nest) -> Result<(), Problem> {
    nest.body.iter().try_for_each(|statement| check_statement(fp, nest, statement))
}

fn check_statement(fp: FpMode, nest: &Nest, statement: &Stmt) -> Result<(), Problem> {
    match statement {
        Stmt::Loop(inner) => {
            if lanes_of(nest, inner.var).is_some() && inner.how.lanes.is_none() {
                return Err(problem(fp, nest, inner.var, &Work::of_statements(inner.body.clone())));
            }
            inner.body.iter().try_for_each(|inside| check_statement(fp, nest, inside))
        }
        Stmt::Where(inner) => {
            inner.produce.iter().chain(&inner.consume).try_for_each(|inside| check_statement(fp, nest, inside))
        }
        Stmt::Write(write) => {
            let mut folds = Vec::new();
            nest.visit_expr(write.value, &mut |id| {
                if let Expr::Fold { var, how, combiner, body } = nest.expr(id)
                    && lanes_of(nest, *var).is_some()
                    && how.lanes.is_none()
                {
                    folds.push((*var, Work::of_fold(*combiner, *body)));
                }
            });
            folds.first().map_or(Ok(()), |(var, work)| Err(problem(fp, nest, *var, work)))
        }
    }
}

/// Why a loop does not run in lanes.
fn problem(fp: FpMode, nest: &Nest, var: VarId, work: &Work) -> Problem {
    let name = nest.var_name(var);
    let found = lanes_problem(nest, var, work);
    let all = writes(&work.statements);
    let rounds = |value| nest.node(value).r#type.is_float();
    let sums = all.iter().filter(|(_, write)| !write.target.mentions(var)).map(|(_, write)| write.value);
    let mut sums = sums.chain(work.taken.map(|taken| taken.value));
    let why = match found {
        Some(why) => why.message().to_owned(),
        None if fp == FpMode::Strict && sums.any(rounds) => {
            "values of floating point are combined in their order under fp=strict".to_owned()
        }
        None if first_where(&work.statements).is_some() => {
            "it contains a workspace, with loops that fill and loops that read it".to_owned()
        }
        None => "another loop of the statement runs in lanes, or its body holds several loops".to_owned(),
    };
    Problem::new(nest.place, format!("the loop over {name} cannot run in vector lanes: {why}"))
}
