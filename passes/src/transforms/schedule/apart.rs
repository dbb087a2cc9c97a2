//! Loops of their own for statements that share loops and cannot be walked there, or would have too many cases.

use super::statement::schedule_statement;
use crate::{
    index::{
        Nest, Stmt, Where,
        distribute::{distribute, units},
        problem::Problem,
        statement::first_where,
    },
    plan::{Plan, constants::MOST_SHARED_COPIES},
    transforms::sharing::{Apart, share_loops},
};

/// Splits a statement whose shared loops have no plan, or a plan with too many cases; `None` if no split has a plan with fewer
/// cases. The sides of a `sloop.where` stay together, but not the statements of a side.
pub fn walk_apart(nest: &mut Nest, statement: &Stmt) -> Option<Vec<Stmt>> {
    let Stmt::Where(whole) = statement else { return take_apart(nest, statement, &|parts| parts) };
    let (before, mut after) = (nest.clone(), whole.clone());
    for side in [Side::Produce, Side::Consume] {
        let mut parts = Vec::new();
        for part in side.of(whole) {
            let alone = |parts| vec![Stmt::Where(side.with(whole.clone(), parts))];
            let apart = take_apart(nest, part, &alone);
            parts.extend(apart.unwrap_or_else(|| vec![part.clone()]));
        }
        after = side.with(after, parts);
    }
    let after = Stmt::Where(after);
    if after == *statement {
        return None;
    }
    if count_copies(nest, std::slice::from_ref(&after)).is_err() {
        *nest = before;
        return None;
    }
    Some(vec![after])
}

/// A side of a `sloop.where`.
#[derive(Clone, Copy)]
enum Side {
    Produce,
    Consume,
}

impl Side {
    fn of(self, whole: &Where) -> &[Stmt] {
        match self {
            Self::Produce => &whole.produce,
            Self::Consume => &whole.consume,
        }
    }

    fn with(self, whole: Where, statements: Vec<Stmt>) -> Where {
        match self {
            Self::Produce => Where { produce: statements, ..whole },
            Self::Consume => Where { consume: statements, ..whole },
        }
    }
}

/// The parts of loops, given what stands in the nest where these do.
fn take_apart(nest: &mut Nest, statement: &Stmt, whole: &dyn Fn(Vec<Stmt>) -> Vec<Stmt>) -> Option<Vec<Stmt>> {
    if units(statement).len() == 1 || first_where(std::slice::from_ref(statement)).is_some() {
        return None;
    }
    let together = count_copies(nest, &whole(vec![statement.clone()]));
    if together.as_ref().is_ok_and(|copies| *copies <= MOST_SHARED_COPIES || nest.keep_order) {
        return None;
    }
    let mut trial = nest.clone();
    let sharing = share_loops(statement, &mut |group| {
        let (mut own, mut alone) = (trial.clone(), Vec::new());
        let found = schedule_statement(&mut own, group.clone(), None, &mut alone);
        let copies = found.and_then(|_| count_copies(&own, &whole(alone)));
        match copies.map_err(|problem| Apart::Walks(problem.message().to_owned()))? {
            few if few <= MOST_SHARED_COPIES => Ok(()),
            many => Err(Apart::Copies(many)),
        }
    });
    if !sharing.is_apart() {
        return None;
    }
    let mut parts = Vec::new();
    for part in distribute(&mut trial, statement, &sharing.groups).ok()? {
        schedule_statement(&mut trial, part, None, &mut parts).ok()?;
    }
    let apart = count_copies(&trial, &whole(parts.clone())).ok()?;
    if together.is_ok_and(|together| together <= apart) {
        return None;
    }
    *nest = trial;
    Some(parts)
}

/// At how many places the code of loops would stand, if there is a plan for these statements.
fn count_copies(nest: &Nest, body: &[Stmt]) -> Result<usize, Problem> {
    Plan::new(&Nest { body: body.to_vec(), ..nest.clone() }).map(|plan| plan.copies())
}
