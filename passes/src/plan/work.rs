//! What a loop runs, before it is decided how, and what remains of it where operands store nothing.

use super::strategy::takes_parts;
use crate::index::{
    Access, Expr, ExprId, Nest, Stmt, TensorId, VarId, Write,
    algebra::{self, Known},
    constant::Constant,
    specialize::Specializer,
    statement::first_where,
    writes,
};
use lacuna_dialects::sloop::Combiner;

/// What a loop runs for each value of its variable, before it is decided how.
#[derive(Clone, Debug, Default)]
pub struct Work {
    /// Statements.
    pub statements: Vec<Stmt>,
    /// What an accumulator of the loop takes.
    pub taken: Option<Taken>,
}

/// What an accumulator takes in each round.
#[derive(Clone, Copy, Debug)]
pub struct Taken {
    /// How.
    pub combiner: Combiner,
    /// What.
    pub value: ExprId,
}

/// Whether combining a value that is known changes nothing.
pub(super) fn changes_nothing(nest: &Nest, combiner: Combiner, value: ExprId, known: Known) -> bool {
    known.value == Constant::Absent || algebra::is_neutral(combiner, known, nest.node(value).r#type)
}

impl Work {
    /// These statements.
    pub fn of_statements(statements: Vec<Stmt>) -> Self {
        Self { statements, taken: None }
    }

    /// The rounds of a fold.
    pub fn of_fold(combiner: Combiner, value: ExprId) -> Self {
        Self { statements: Vec::new(), taken: Some(Taken { combiner, value }) }
    }

    /// What remains where `absent` stores nothing; `None` if there is nothing left to do.
    pub fn without(&self, nest: &mut Nest, absent: &[Access]) -> Option<Self> {
        let mut specializer = Specializer::new(nest, absent);
        let statements = specializer.statements(&self.statements);
        let taken = self.taken.map(|taken| (taken.combiner, specializer.expression(taken.value)));
        let changes_something = |(combiner, (value, known)): (Combiner, (ExprId, Option<Known>))| {
            let changes_nothing = known.is_some_and(|known| changes_nothing(nest, combiner, value, known));
            (!changes_nothing).then_some(Taken { combiner, value })
        };
        let left = Self { statements, taken: taken.and_then(changes_something) };
        (!left.is_empty()).then_some(left)
    }

    /// Whether nothing is done.
    fn is_empty(&self) -> bool {
        self.statements.is_empty() && self.taken.is_none()
    }

    /// Whether anything remains where `absent` stores nothing.
    pub fn remains_without(&self, nest: &mut Nest, absent: &[Access]) -> bool {
        let mut specializer = Specializer::new(nest, absent).without_building();
        if !specializer.statements(&self.statements).is_empty() {
            return true;
        }
        let Some(Taken { combiner, value }) = self.taken else { return false };
        let (_, known) = specializer.expression(value);
        !known.is_some_and(|known| changes_nothing(nest, combiner, value, known))
    }

    /// Whether some loop over `var` in this work reads `access` and other stored operands, and has nothing to do where `access`
    /// stores nothing.
    pub fn has_loop_that_needs(&self, nest: &mut Nest, access: &Access, var: VarId) -> bool {
        let mut folds = Vec::new();
        for (value, _) in self.values() {
            nest.visit_expr(value, &mut |id| match nest.expr(id) {
                Expr::Fold { combiner, var: folded, body, .. } if *folded == var => folds.push((*combiner, *body)),
                _ => {}
            });
        }
        folds.retain(|(_, body)| nest.reads(*body).contains(access));
        let loops = if folds.is_empty() {
            vec![self.clone()]
        } else {
            folds.into_iter().map(|(combiner, body)| Self::of_fold(combiner, body)).collect()
        };
        let is_other = |read: &Access| read != access && nest.tensor(read.tensor).is_stored();
        let merging: Vec<_> = loops.into_iter().filter(|work| work.accesses(nest).iter().any(is_other)).collect();
        merging.into_iter().any(|work| !work.remains_without(nest, std::slice::from_ref(access)))
    }

    /// The values computed inside, with what each may be where nothing was to be computed: zero, unless the result holds
    /// something else there, or the neutral value of what combines it. To a combiner that zeros change, zero is news; it is
    /// named.
    pub fn expected(&self, nest: &Nest) -> Vec<(ExprId, Vec<Constant>, Option<Combiner>)> {
        let combined = |combiner, value: ExprId| {
            let r#type = nest.node(value).r#type;
            let neutral = algebra::neutral(combiner, r#type);
            let takes_zeros = !neutral.is_some_and(Constant::is_zero);
            (value, std::iter::once(Constant::Zero).chain(neutral).collect(), takes_zeros.then_some(combiner))
        };
        let of_write = |write: &Write| match write.combiner {
            Some(combiner) => combined(combiner, write.value),
            None => (write.value, vec![write.elsewhere.unwrap_or(Constant::Zero)], None),
        };
        let written = self.writes().map(of_write);
        written.chain(self.taken.map(|taken| combined(taken.combiner, taken.value))).collect()
    }

    /// The writes inside.
    fn writes(&self) -> impl Iterator<Item = &Write> {
        writes(&self.statements).into_iter().map(|(_, write)| write)
    }

    /// The value, where one is computed, without loops of statements around it.
    pub fn only_value(&self) -> Option<ExprId> {
        match (self.statements.as_slice(), self.taken) {
            ([Stmt::Write(write)], None) => Some(write.value),
            ([], taken) => taken.map(|taken| taken.value),
            _ => None,
        }
    }

    /// The value of the one point that is written, with the variables of the loops of statements around it.
    pub fn value_in_loops(&self) -> Option<(ExprId, Vec<VarId>)> {
        if self.taken.is_some() {
            return self.only_value().map(|value| (value, Vec::new()));
        }
        let (mut body, mut vars) = (&self.statements, Vec::new());
        loop {
            match body.as_slice() {
                [Stmt::Write(write)] => return Some((write.value, vars)),
                [Stmt::Loop(inner)] => {
                    vars.push(inner.var);
                    body = &inner.body;
                }
                _ => return None,
            }
        }
    }

    /// The values computed inside, with how each combines.
    pub fn values(&self) -> Vec<(ExprId, Option<Combiner>)> {
        let written = self.writes().map(|write| (write.value, write.combiner));
        written.chain(self.taken.map(|taken| (taken.value, Some(taken.combiner)))).collect()
    }

    /// The variables that have loops inside.
    pub fn loop_vars(&self, nest: &Nest) -> Vec<VarId> {
        let mut vars: Vec<_> = self.values().into_iter().flat_map(|(value, _)| nest.folded_vars(value)).collect();
        let around = writes(&self.statements).into_iter().flat_map(|(around, _)| around);
        vars.extend(around.map(|inner| inner.var));
        vars
    }

    /// Whether there is a producer and a consumer inside.
    pub fn has_workspace(&self) -> bool {
        first_where(&self.statements).is_some()
    }

    /// Whether a point is replaced inside that another variable tells apart: the loop over this one runs once. A result that
    /// takes points in parts takes all of them.
    pub fn replaces_once(&self, nest: &Nest, var: VarId) -> bool {
        let replaces = |write: &Write| {
            write.combiner.is_none() && !write.target.mentions(var) && !takes_parts(nest, write.target.tensor)
        };
        nest.runs_once(var) && self.writes().any(replaces)
    }

    /// Whether a tensor is written inside.
    pub fn writes_to(&self, tensor: TensorId) -> bool {
        self.writes().any(|write| write.target.tensor == tensor)
    }

    /// Whether a stored result is written inside.
    pub fn stores(&self, nest: &Nest) -> bool {
        self.writes().any(|write| nest.tensor(write.target.tensor).format().is_some())
    }

    /// What is accessed inside.
    pub fn accesses(&self, nest: &Nest) -> Vec<Access> {
        let mut found: Vec<_> = self.values().into_iter().flat_map(|(value, _)| nest.reads(value)).collect();
        found.extend(self.writes().map(|write| write.target.clone()));
        found
    }
}
