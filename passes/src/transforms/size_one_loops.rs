//! Removes the loops and folds over variables of size 1 that are terms of subscripts, that no target and no relation mentions, and of which
//! no directive asks anything. If an order of the loops was asked for, they stay: a loop of size 1 has its place in it.
//!
//! Such a variable is zero. Without it, a subscript has fewer terms, which ask for fewer loops in an order. A subscript that is left without
//! variables gets a loop of `sloop-loop-once`, which may stand anywhere.

use crate::index::{
    Access, Directives, Expr, ExprId, Nest, Stmt, VarId, Where, statement::change_writes, subscript::Subscript, writes,
};

/// Removes them; says whether there were some.
pub(super) fn drop_loops_of_size_one(nest: &mut Nest, body: &mut Vec<Stmt>) -> bool {
    if nest.keep_order {
        return false;
    }
    let mut single: Vec<VarId> = Vec::new();
    for (around, write) in writes(body) {
        let plain = around.iter().filter(|inner| inner.how == Directives::default()).map(|inner| inner.var);
        let vars = plain.chain(plain_folds(nest, write.value));
        single.extend(vars.filter(|var| nest.runs_once(*var) && !nest.is_in_relation(*var)));
    }
    let all = writes(body);
    single.retain(|var| !all.iter().any(|(_, write)| write.target.mentions(*var)));
    // One that stands alone wherever it occurs is no term of anything: its loop may stand anywhere, and has a name.
    single.retain(|var| all.iter().any(|(_, write)| is_term(nest, write.value, *var)));
    if single.is_empty() {
        return false;
    }
    *body = without_loops(std::mem::take(body), &single);
    change_writes(body, &mut |write| {
        let location = write.location;
        write.value = nest.rewrite_expr(write.value, &mut |nest, expr| match expr {
            Expr::Read(access) => without(access, &single).map(Expr::Read),
            Expr::Stored(access) => without(access, &single).map(Expr::Stored),
            Expr::Index(var) if single.contains(var) => Some(nest.number(location, &Subscript::constant_of(0))),
            Expr::Fold { var, body, .. } if single.contains(var) => Some(nest.expr(*body).clone()),
            _ => None,
        });
    });
    true
}

/// Whether a value reads a subscript that has the variable beside others.
fn is_term(nest: &Nest, value: ExprId, var: VarId) -> bool {
    let reads = nest.reads(value);
    let mut subscripts = reads.iter().flat_map(|read| &read.subscripts);
    subscripts.any(|subscript| subscript.mentions(var) && subscript.vars().count() > 1)
}

/// The variables of the folds of a value that nothing is asked of, and whose bodies have a value in each round.
fn plain_folds(nest: &Nest, value: ExprId) -> Vec<VarId> {
    let mut vars = Vec::new();
    nest.visit_expr(value, &mut |id| match nest.expr(id) {
        Expr::Fold { var, how, body, .. } if *how == Directives::default() && !nest.may_be_absent(*body) => {
            vars.push(*var);
        }
        _ => {}
    });
    vars
}

fn without_loops(body: Vec<Stmt>, single: &[VarId]) -> Vec<Stmt> {
    let of_statement = |statement| match statement {
        Stmt::Write(_) => vec![statement],
        Stmt::Loop(mut inner) => {
            inner.body = without_loops(inner.body, single);
            if single.contains(&inner.var) { inner.body } else { vec![Stmt::Loop(inner)] }
        }
        Stmt::Where(Where { tensor, produce, consume, location }) => {
            let (produce, consume) = (without_loops(produce, single), without_loops(consume, single));
            vec![Stmt::Where(Where { tensor, produce, consume, location })]
        }
    };
    body.into_iter().flat_map(of_statement).collect()
}

/// The access where these variables are zero, if it mentions one.
fn without(access: &Access, single: &[VarId]) -> Option<Access> {
    let subscripts = access.subscripts.iter().map(|subscript| subscript.without(single)).collect();
    single.iter().any(|var| access.mentions(*var)).then_some(Access { tensor: access.tensor, subscripts })
}
