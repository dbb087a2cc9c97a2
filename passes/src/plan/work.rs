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
#[derive(Clone, Debug)]
pub enum Work {
    /// Statements.
    Statements(Vec<Stmt>),
    /// An expression, combined over the loop.
    Fold {
        /// How.
        combiner: Combiner,
        /// What.
        body: ExprId,
    },
}

/// Whether combining a value that is known changes nothing.
fn changes_nothing(nest: &Nest, combiner: Combiner, value: ExprId, known: Known) -> bool {
    known.value == Constant::Absent || algebra::is_neutral(combiner, known, nest.node(value).r#type)
}

impl Work {
    /// What remains where `absent` stores nothing; `None` if there is nothing left to do.
    pub fn without(&self, nest: &mut Nest, absent: &[Access]) -> Option<Self> {
        let mut specializer = Specializer::new(nest, absent);
        match self {
            Self::Statements(body) => {
                let body = specializer.statements(body);
                (!body.is_empty()).then_some(Self::Statements(body))
            }
            Self::Fold { combiner, body } => {
                let (body, known) = specializer.expression(*body);
                let changes_nothing_there = known.is_some_and(|known| changes_nothing(nest, *combiner, body, known));
                (!changes_nothing_there).then_some(Self::Fold { combiner: *combiner, body })
            }
        }
    }

    /// Whether anything remains where `absent` stores nothing.
    pub fn remains_without(&self, nest: &mut Nest, absent: &[Access]) -> bool {
        let mut specializer = Specializer::new(nest, absent).without_building();
        match self {
            Self::Statements(body) => !specializer.statements(body).is_empty(),
            Self::Fold { combiner, body } => {
                let (_, known) = specializer.expression(*body);
                !known.is_some_and(|known| changes_nothing(nest, *combiner, *body, known))
            }
        }
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
            folds.into_iter().map(|(combiner, body)| Self::Fold { combiner, body }).collect()
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
        match self {
            Self::Statements(body) => writes(body)
                .into_iter()
                .map(|(_, write)| match write.combiner {
                    Some(combiner) => combined(combiner, write.value),
                    None => (write.value, vec![write.elsewhere.unwrap_or(Constant::Zero)], None),
                })
                .collect(),
            Self::Fold { combiner, body } => vec![combined(*combiner, *body)],
        }
    }

    /// The value, where one is computed, without loops of statements around it.
    pub fn only_value(&self) -> Option<ExprId> {
        match self {
            Self::Statements(body) => match body.as_slice() {
                [Stmt::Write(write)] => Some(write.value),
                _ => None,
            },
            Self::Fold { body, .. } => Some(*body),
        }
    }

    /// The value of the one point that is written, with the variables of the loops of statements around it.
    pub fn value_in_loops(&self) -> Option<(ExprId, Vec<VarId>)> {
        let Self::Statements(body) = self else { return self.only_value().map(|value| (value, Vec::new())) };
        let (mut body, mut vars) = (body, Vec::new());
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
        match self {
            Self::Statements(body) => {
                writes(body).into_iter().map(|(_, write)| (write.value, write.combiner)).collect()
            }
            Self::Fold { combiner, body } => vec![(*body, Some(*combiner))],
        }
    }

    /// The variables that have loops inside.
    pub fn loop_vars(&self, nest: &Nest) -> Vec<VarId> {
        let mut vars: Vec<_> = self.values().into_iter().flat_map(|(value, _)| nest.folded_vars(value)).collect();
        if let Self::Statements(body) = self {
            vars.extend(writes(body).into_iter().flat_map(|(around, _)| around.into_iter().map(|inner| inner.var)));
        }
        vars
    }

    /// Whether there is a producer and a consumer inside.
    pub fn has_workspace(&self) -> bool {
        matches!(self, Self::Statements(body) if first_where(body).is_some())
    }

    /// Whether a point is replaced inside that another variable tells apart: the loop over this one runs once. A result that
    /// takes points in parts takes all of them.
    pub fn replaces_once(&self, nest: &Nest, var: VarId) -> bool {
        let Self::Statements(body) = self else { return false };
        let replaces = |write: &Write| {
            write.combiner.is_none() && !write.target.mentions(var) && !takes_parts(nest, write.target.tensor)
        };
        nest.runs_once(var) && writes(body).iter().any(|(_, write)| replaces(write))
    }

    /// Whether a tensor is written inside.
    pub fn writes_to(&self, tensor: TensorId) -> bool {
        matches!(self, Self::Statements(body) if writes(body).iter().any(|(_, write)| write.target.tensor == tensor))
    }

    /// Whether a stored result is written inside.
    pub fn stores(&self, nest: &Nest) -> bool {
        let Self::Statements(body) = self else { return false };
        writes(body).into_iter().any(|(_, write)| nest.tensor(write.target.tensor).format().is_some())
    }

    /// What is accessed inside.
    pub fn accesses(&self, nest: &Nest) -> Vec<Access> {
        let mut found: Vec<_> = self.values().into_iter().flat_map(|(value, _)| nest.reads(value)).collect();
        if let Self::Statements(body) = self {
            found.extend(writes(body).into_iter().map(|(_, write)| write.target.clone()));
        }
        found
    }
}
