//! Loops of their own for some of the statements that share loops, at any depth.
//!
//! `forall i { y[i] = 0; forall j { y[i] += A[i,j] } }` becomes `forall i { y[i] = 0 }`, `forall i { forall j { y[i] += A[i,j] } }`.
//! Which statements are taken apart is not decided here, but by the passes that have a reason (`transforms/sharing.rs`).
//! What is known here is when nothing changes: two writes touch a tensor only at the point of the loops that they share, or
//! combine into it alike. Then the shared loops may also run in any order. A `sloop.where` is never taken apart.

use super::{
    Access, Loop, Nest, Relation, Stmt, TensorId, VarId, Where, Write, problem::Problem, statement::locals,
    subscript::Subscript, writes,
};

/// A part of a statement that is not taken apart, a write or a `sloop.where`, with the loops around it, outermost first.
#[derive(Clone, Debug)]
pub struct Unit<'a> {
    /// The loops around.
    pub around: Vec<&'a Loop>,
    /// The write or the `sloop.where`.
    pub inside: &'a Stmt,
}

/// The units of a statement, in order.
pub fn units(statement: &Stmt) -> Vec<Unit<'_>> {
    fn visit<'a>(statement: &'a Stmt, around: &mut Vec<&'a Loop>, found: &mut Vec<Unit<'a>>) {
        match statement {
            Stmt::Write(_) | Stmt::Where(_) => found.push(Unit { around: around.clone(), inside: statement }),
            Stmt::Loop(inner) => {
                around.push(inner);
                inner.body.iter().for_each(|statement| visit(statement, around, found));
                around.pop();
            }
        }
    }
    let mut found = Vec::new();
    visit(statement, &mut Vec::new(), &mut found);
    found
}

/// A statement for each group of units, by their numbers, in this order; why that would change something, if it would.
///
/// Each statement has loops and variables of its own; the first keeps those that there are.
pub fn distribute(nest: &mut Nest, statement: &Stmt, groups: &[Vec<usize>]) -> Result<Vec<Stmt>, Problem> {
    check_groups(nest, statement, groups)?;
    let kept: Vec<_> = groups.iter().filter_map(|group| only(statement, group)).collect();
    let copies = kept.into_iter().enumerate().map(|(number, statement)| match number {
        0 => statement,
        _ => with_own_vars(nest, &statement),
    });
    Ok(copies.collect())
}

fn check_groups(nest: &Nest, statement: &Stmt, groups: &[Vec<usize>]) -> Result<(), Problem> {
    let units = units(statement);
    let group_of = |unit: usize| groups.iter().position(|group| group.contains(&unit));
    for (number, later) in units.iter().enumerate() {
        for (earlier_number, earlier) in units[..number].iter().enumerate() {
            let (before, after) = (group_of(earlier_number), group_of(number));
            if before > after {
                let conflict = conflict(nest, earlier.inside, later.inside, |_| false);
                conflict.map_or(Ok(()), |(tensor, later)| Err(depend_on_each_other(nest, tensor, later)))?;
            } else if before < after {
                let both = earlier.around.iter().zip(&later.around).map(|(one, other)| (one.var, other.var));
                let shared: Vec<VarId> = both.take_while(|(one, other)| one == other).map(|(var, _)| var).collect();
                check_rounds(nest, earlier.inside, later.inside, &shared)?;
            }
        }
    }
    Ok(())
}

/// Why the loops over `vars` around these statements may not run in another order, if they may not.
pub fn check_order_of_rounds(nest: &Nest, body: &[Stmt], vars: &[VarId]) -> Result<(), Problem> {
    // What lives inside is new in each round.
    let inside = locals(body);
    let all = writes(body);
    for (number, (_, later)) in all.iter().enumerate() {
        for (_, earlier) in &all[..number] {
            let is_point = |access: &Access| is_point_of(nest, access, vars);
            let found = conflicts(nest, earlier, later, is_point).find(|tensor| !inside.contains(tensor));
            found.map_or(Ok(()), |tensor| Err(depend_on_each_other(nest, tensor, later)))?;
        }
        if !inside.contains(&later.target.tensor) && depends_on_order(nest, later, vars) {
            let tensor = nest.name(later.target.tensor);
            let message = format!("what this writes to {tensor} depends on the order of the loops around it");
            return Err(Problem::new(later.location, message));
        }
    }
    Ok(())
}

/// Whether the rounds of loops do something else in another order because of a single write: it reads what another round
/// wrote, or it replaces what another round wrote and another round would be the last. The last round of loops is the same in
/// any order unless a bounded variable leaves some rounds out. One slot at most holds a point.
fn depends_on_order(nest: &Nest, write: &Write, vars: &[VarId]) -> bool {
    let reads = nest.reads(write.value);
    let is_slot = |var: &VarId| {
        let further = reads.iter().flat_map(|read| &read.subscripts[nest.tensor(read.tensor).order()..]);
        further.into_iter().any(|subscript| subscript.mentions(*var))
    };
    let vars: Vec<_> = vars.iter().copied().filter(|var| !is_slot(var)).collect();
    let is_point = |access: &Access| *access == write.target && is_point_of(nest, access, &vars);
    let reads_other = reads.iter().any(|read| read.tensor == write.target.tensor && !is_point(read));
    let leaves_out = |relation: &Relation| {
        relation.is_bounded && vars.iter().filter(|var| relation.value.mentions(**var)).count() > 1
    };
    let replaces = write.combiner.is_none() && !is_point(&write.target);
    reads_other || replaces && nest.relations.iter().any(leaves_out)
}

/// Whether the rounds of a loop can run in lockstep, each write for many values of the variable before the next write: what a
/// round does to a tensor matters to no other round.
pub fn can_run_in_lockstep(nest: &Nest, var: VarId, body: &[Stmt]) -> bool {
    let all = writes(body);
    let inside: Vec<VarId> = all.iter().flat_map(|(around, _)| around.iter().map(|inner| inner.var)).collect();
    // With all else given, the variable alone decides which point it is.
    let tells =
        |subscript: &Subscript| subscript.mentions(var) && !subscript.vars().any(|(other, _)| inside.contains(&other));
    let is_own_point = |access: &Access| access.subscripts.iter().any(tells);
    all.iter().enumerate().all(|(number, (_, later))| {
        all[..=number].iter().all(|(_, earlier)| conflicts(nest, earlier, later, is_own_point).next().is_none())
    })
}

/// Whether two statements, which follow one another, can change places.
pub fn are_independent(nest: &Nest, one: &Stmt, other: &Stmt) -> bool {
    conflict(nest, one, other, |_| false).is_none()
}

/// Whether one statement may run for all values of the shared loops before the other one runs for any.
fn check_rounds(nest: &Nest, earlier: &Stmt, later: &Stmt, shared: &[VarId]) -> Result<(), Problem> {
    let conflict = conflict(nest, earlier, later, |access| is_point_of(nest, access, shared));
    conflict.map_or(Ok(()), |(tensor, later)| Err(depend_on_each_other(nest, tensor, later)))
}

fn depend_on_each_other(nest: &Nest, tensor: TensorId, later: &Write) -> Problem {
    Problem::new(
        later.location,
        format!(
            "the statements of these loops depend on each other: what one does to {} matters to another in another \
             round; give each write a nest of loops of its own",
            nest.name(tensor)
        ),
    )
}

/// A tensor that two statements access so that it matters which comes first, and a write of the later one; accesses of one
/// point in both do not count where `is_harmless` says so.
fn conflict<'a>(
    nest: &Nest,
    earlier: &Stmt,
    later: &'a Stmt,
    is_harmless: impl Fn(&Access) -> bool,
) -> Option<(TensorId, &'a Write)> {
    let earlier = writes(std::slice::from_ref(earlier));
    writes(std::slice::from_ref(later)).into_iter().find_map(|(_, later)| {
        let of_write = |earlier: &Write| conflicts(nest, earlier, later, &is_harmless).next();
        earlier.iter().find_map(|(_, earlier)| of_write(earlier)).map(|tensor| (tensor, later))
    })
}

/// The same of two writes: all such tensors.
fn conflicts(
    nest: &Nest,
    earlier: &Write,
    later: &Write,
    is_harmless: impl Fn(&Access) -> bool,
) -> impl Iterator<Item = TensorId> {
    let reads = |write: &Write| nest.reads(write.value);
    let is_alike = earlier.target.tensor == later.target.tensor
        && earlier.combiner.is_some()
        && earlier.combiner == later.combiner
        && ![earlier, later].iter().any(|write| reads(write).iter().any(|read| read.tensor == write.target.tensor));
    let mut pairs = vec![];
    pairs.extend((!is_alike).then(|| (earlier.target.clone(), later.target.clone())));
    pairs.extend(reads(later).into_iter().map(|read| (earlier.target.clone(), read)));
    pairs.extend(reads(earlier).into_iter().map(|read| (read, later.target.clone())));
    pairs
        .retain(|(one, other)| one.tensor == other.tensor && !(one.subscripts == other.subscripts && is_harmless(one)));
    pairs.into_iter().map(|(access, _)| access.tensor)
}

/// Whether an access is at another point in each round of the loops over `vars`: its subscripts tell all of these.
fn is_point_of(nest: &Nest, access: &Access, vars: &[VarId]) -> bool {
    let mut told: Vec<VarId> = Vec::new();
    loop {
        let tells = |subscript: &&Subscript| {
            let untold = subscript.without(&told);
            !untold.is_fixed() && untold.is_one_to_one(|var| nest.var(var).size())
        };
        let Some(next) = access.subscripts.iter().find(tells) else { break };
        told.extend(next.vars().map(|(var, _)| var));
    }
    vars.iter().all(|var| told.contains(var) || nest.runs_once(*var))
}

/// A unit of a statement, by its number.
pub fn unit_mut(statement: &mut Stmt, number: usize) -> Option<&mut Stmt> {
    fn visit<'a>(statement: &'a mut Stmt, number: &mut usize) -> Option<&'a mut Stmt> {
        match statement {
            Stmt::Loop(inner) => inner.body.iter_mut().find_map(|statement| visit(statement, number)),
            Stmt::Write(_) | Stmt::Where(_) if *number == 0 => Some(statement),
            Stmt::Write(_) | Stmt::Where(_) => {
                *number -= 1;
                None
            }
        }
    }
    visit(statement, &mut { number })
}

/// What is left of a statement without one of its units, by its number.
pub fn without(statement: &Stmt, number: usize) -> Option<Stmt> {
    let others: Vec<_> = (0..units(statement).len()).filter(|other| *other != number).collect();
    only(statement, &others)
}

/// What is left of a statement with some of its units, by their numbers.
pub fn only(statement: &Stmt, group: &[usize]) -> Option<Stmt> {
    keep(statement, &mut 0, group)
}

/// The same; `number` counts the units.
fn keep(statement: &Stmt, number: &mut usize, group: &[usize]) -> Option<Stmt> {
    match statement {
        Stmt::Write(_) | Stmt::Where(_) => {
            *number += 1;
            group.contains(&(*number - 1)).then(|| statement.clone())
        }
        Stmt::Loop(inner) => {
            let body: Vec<_> = inner.body.iter().filter_map(|statement| keep(statement, number, group)).collect();
            (!body.is_empty()).then(|| Stmt::Loop(Loop { body, ..inner.clone() }))
        }
    }
}

/// A copy of a statement whose loops have new variables, with what these define.
fn with_own_vars(nest: &mut Nest, statement: &Stmt) -> Stmt {
    let mut old = Vec::new();
    loop_vars(statement, &mut old);
    let fresh: Vec<_> = old.into_iter().map(|var| (var, nest.add_var(nest.var(var).clone()))).collect();
    let renamed = |var: VarId| fresh.iter().find(|(old, _)| *old == var).map_or(var, |(_, new)| *new);
    nest.copy_relations(|value| value.rename(renamed));
    rename(nest, statement, &renamed)
}

/// The variables of a statement's loops, outer before inner.
pub fn loop_vars(statement: &Stmt, found: &mut Vec<VarId>) {
    match statement {
        Stmt::Write(_) => {}
        Stmt::Loop(inner) => {
            found.push(inner.var);
            inner.body.iter().for_each(|statement| loop_vars(statement, found));
        }
        Stmt::Where(inner) => {
            inner.produce.iter().chain(&inner.consume).for_each(|statement| loop_vars(statement, found));
        }
    }
}

fn rename(nest: &mut Nest, statement: &Stmt, renamed: &impl Fn(VarId) -> VarId) -> Stmt {
    let mut all = |body: &[Stmt]| body.iter().map(|statement| rename(nest, statement, renamed)).collect();
    match statement {
        Stmt::Loop(inner) => Stmt::Loop(Loop { var: renamed(inner.var), how: inner.how, body: all(&inner.body) }),
        Stmt::Where(inner) => {
            Stmt::Where(Where { produce: all(&inner.produce), consume: all(&inner.consume), ..inner.clone() })
        }
        Stmt::Write(write) => {
            let value = nest.rename_expr(write.value, renamed);
            let subscripts = write.target.subscripts.iter().map(|subscript| subscript.rename(renamed)).collect();
            let target = Access { tensor: write.target.tensor, subscripts };
            Stmt::Write(Write { target, value, ..write.clone() })
        }
    }
}
