//! One loop over a derived variable in the place of loops over its parts: the reverse of splitting.
//!
//! With `v = 2 * b + i`, loops over `b` and `i` run over the values of `v` in order, each once. A level of a stored tensor that is
//! subscripted by `v` would be walked in windows, one for each `b`, and a stored result cannot be appended to. So where there is such a
//! level, the two loops become one over `v`. Not done here: parts that something else uses, loops that are not directly inside one another, and
//! sizes that are not known; parts that a schedule asked for.

use crate::{
    analysis::iteration_graph::{Refusal, is_random_access, level_subscripts},
    index::{
        Access, Directives, Expr, ExprId, Loop, Nest, Relation, Size, Stmt, VarId, Write, build::dimension_extent,
        statement::change_writes, subscript::Subscript, writes,
    },
};

/// Joins the parts of derived variables for which stored tensors ask; says whether there are such.
pub(super) fn join_parts(nest: &mut Nest) -> bool {
    let mut changed = false;
    for relation in nest.relations.clone().iter().rev() {
        if let Some(joined) = joined(nest, relation) {
            *nest = joined;
            changed = true;
        }
    }
    changed
}

/// The nest with one loop over the variable of a relation, if a stored tensor asks for it and nothing is in the way.
fn joined(nest: &Nest, relation: &Relation) -> Option<Nest> {
    let (parts, size) = parts_in_order(nest, relation).filter(|_| !relation.is_asked)?;
    if !is_asked_for(nest, relation, size)? || !is_free(nest, relation, &parts) {
        return None;
    }
    let mut new = nest.clone();
    new.relations.retain(|other| other.var != relation.var);
    new.vars[relation.var.0].extent = Size::Number(size);
    let mut body = std::mem::take(&mut new.body);
    body.iter_mut().try_for_each(|statement| join_loops(statement, relation.var, &parts))?;
    let mut fits = true;
    let rejoin = |access: &Access, fits: &mut bool| {
        let subscripts = access.subscripts.iter().map(|subscript| {
            let factor = parts.last().map_or(0, |last| subscript.coefficient(*last));
            let whole = subscript.plus(&relation.value, -factor).plus(&Subscript::var(relation.var), factor);
            *fits &= !parts.iter().any(|part| whole.mentions(*part));
            whole
        });
        Access { tensor: access.tensor, subscripts: subscripts.collect() }
    };
    change_writes(&mut body, &mut |write: &mut Write| {
        write.target = rejoin(&write.target, &mut fits);
        write.value = new.rewrite_expr(write.value, &mut |_, expr| match expr {
            Expr::Read(access) => Some(Expr::Read(rejoin(access, &mut fits))),
            Expr::Stored(access) => Some(Expr::Stored(rejoin(access, &mut fits))),
            _ => None,
        });
    });
    new.body = body;
    fits.then_some(new)
}

/// The parts of a variable, outermost first, and how many values they count, if each step of one is all values of those below it.
fn parts_in_order(nest: &Nest, relation: &Relation) -> Option<(Vec<VarId>, u64)> {
    let value = &relation.value;
    let mut terms: Vec<_> = value.vars().collect();
    terms.sort_unstable_by_key(|(_, factor)| *factor);
    let mut count = 1u64;
    for (var, factor) in &terms {
        if u64::try_from(*factor) != Ok(count) {
            return None;
        }
        count = count.checked_mul(nest.var(*var).size()?)?;
    }
    if value.constant() != 0 || value.has_values() || terms.len() < 2 {
        return None;
    }
    let below = if relation.is_bounded { nest.var(relation.var).size()? } else { count };
    Some((terms.into_iter().rev().map(|(var, _)| var).collect(), below.min(count)))
}

/// Whether a level of a stored tensor is better walked by one loop; none if a result would not be written at all coordinates.
fn is_asked_for(nest: &Nest, relation: &Relation, size: u64) -> Option<bool> {
    let mut asked = false;
    for (_, write) in writes(&nest.body) {
        let target = &write.target;
        if nest.tensor(target.tensor).is_stored() {
            for (dimension, _) in at(target, relation) {
                let whole = dimension_extent(nest.tensor(target.tensor), dimension).number();
                (whole == Some(size)).then_some(())?;
                asked = true;
            }
        }
        let wants = |access: &Access| {
            let walks = || match level_subscripts(nest, access) {
                Ok(levels) => levels.iter().any(|level| level.subscript == relation.value),
                Err(refusal) => matches!(refusal, Refusal::VariableInParts { var, .. } if var == relation.var),
            };
            !is_random_access(nest, access.tensor) && at(access, relation).next().is_some() && walks()
        };
        asked |= nest.reads(write.value).iter().any(wants);
    }
    Some(asked)
}

/// The subscripts of an access that are the variable of a relation.
fn at<'a>(access: &'a Access, relation: &'a Relation) -> impl Iterator<Item = (usize, &'a Subscript)> {
    access.subscripts.iter().enumerate().filter(|(_, subscript)| **subscript == relation.value)
}

/// Whether nothing but subscripts and loops uses the parts.
fn is_free(nest: &Nest, relation: &Relation, parts: &[VarId]) -> bool {
    let mut others = nest.relations.iter().filter(|other| other.var != relation.var);
    let uses = |root: ExprId| {
        let folded = nest.folded_vars(root);
        parts.iter().any(|part| folded.contains(part) || nest.uses_as_number(root, *part))
    };
    others.all(|other| !parts.iter().any(|part| other.value.mentions(*part)))
        && !writes(&nest.body).iter().any(|(_, write)| uses(write.value))
}

/// Puts one loop in the place of those over the parts; none where something else stands between them.
fn join_loops(statement: &mut Stmt, var: VarId, parts: &[VarId]) -> Option<()> {
    match statement {
        Stmt::Write(_) => Some(()),
        Stmt::Where(inner) => {
            inner.produce.iter_mut().chain(&mut inner.consume).try_for_each(|inner| join_loops(inner, var, parts))
        }
        Stmt::Loop(Loop { var: first, body, .. }) if !parts.contains(first) => {
            body.iter_mut().try_for_each(|inner| join_loops(inner, var, parts))
        }
        Stmt::Loop(_) => {
            let body = parts.iter().try_fold(vec![statement.clone()], |body, part| match body.as_slice() {
                [Stmt::Loop(inner)] if inner.var == *part && inner.how == Directives::default() => {
                    Some(inner.body.clone())
                }
                _ => None,
            })?;
            *statement = Stmt::Loop(Loop { var, how: Directives::default(), body });
            Some(())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::{Var, testing::nest};
    use lacuna_layout::{Description, Format};

    /// `y(i) += A(i,j) * x(j)` where `i = 2 * b + c`, below the size of `i`.
    fn in_parts(rows: u64) -> Nest {
        let mut nest = nest("y(i) += A(i,j) * x(j)", &[("i", rows), ("j", 3)]);
        let csr = Description::of(Format::named("csr", 2).expect("a format"));
        let a = nest.tensors.iter().position(|tensor| tensor.name.as_deref() == Some("A")).unwrap_or(0);
        nest.tensors[a].set_format(Some(csr));
        let i = writes(&nest.body)[0].0[0].var;
        let mut part = |size| nest.add_var(Var::new(Size::Number(size), None));
        let (b, c) = (part(rows.div_ceil(2)), part(2));
        let value = Subscript::var(b).plus(&Subscript::var(b), 1).plus(&Subscript::var(c), 1);
        let whole = |access: &Access| Access {
            tensor: access.tensor,
            subscripts: access
                .subscripts
                .iter()
                .map(|s| s.substitute(|var| (var == i).then(|| value.clone())))
                .collect(),
        };
        let mut body = std::mem::take(&mut nest.body);
        change_writes(&mut body, &mut |write: &mut Write| {
            write.target = whole(&write.target);
            write.value = nest.rewrite_expr(write.value, &mut |_, expr| match expr {
                Expr::Read(access) => Some(Expr::Read(whole(access))),
                _ => None,
            });
        });
        let Stmt::Loop(outer) = body.remove(0) else { unreachable!("a loop over i") };
        nest.body = crate::index::build::loops(&[(b, outer.how), (c, outer.how)], outer.body);
        nest.relations.push(Relation::new(i, value, true));
        nest
    }

    #[test]
    fn parts_become_one_loop() {
        let mut nest = in_parts(5);
        assert!(join_parts(&mut nest));
        let all = writes(&nest.body);
        let sizes: Vec<_> = all[0].0.iter().map(|inner| nest.var(inner.var).size()).collect();
        assert_eq!(sizes, [Some(5), Some(3)]);
        assert!(all[0].1.target.plain_vars().is_some());
        assert!(nest.relations.is_empty());
        assert!(!join_parts(&mut nest));
    }

    #[test]
    fn parts_that_nobody_minds_stay() {
        let mut nest = in_parts(5);
        nest.tensors.iter_mut().for_each(|tensor| tensor.set_format(None));
        assert!(!join_parts(&mut nest));
    }

    #[test]
    fn loops_with_something_between_them_stay() {
        let mut nest = in_parts(5);
        let again = nest.body.clone();
        let Stmt::Loop(Loop { body, .. }) = &mut nest.body[0] else { unreachable!("a loop over blocks") };
        let Stmt::Loop(Loop { body: inner, .. }) = &again[0] else { unreachable!("a loop over blocks") };
        body.extend(inner.clone());
        assert!(!join_parts(&mut nest));
    }
}
