//! Statements in the loops that an access asks for.

use super::level_vars::{LevelVars, cannot_be_walked, dimension_vars, is_blocked_exactly, of_levels};
use crate::{
    analysis::iteration_graph::level_subscripts,
    index::{
        Access, Directives, Expr, ExprId, Nest, Place, Relation, Size, Stmt, Var, VarId, Where, Write, build::loops,
        distribute::check_order_of_rounds, problem::Problem, subscript::Subscript,
    },
    transforms::sharing::Apart,
};
use lacuna_dialects::sloop::Combiner;
use lacuna_layout::algebra::Source;
use std::collections::BTreeMap;

/// What an access makes of the variables of its statement.
pub struct Splitter {
    access: Access,
    location: Place,
    /// What each variable that goes becomes.
    replaced: BTreeMap<VarId, Subscript>,
    /// The loops that take the place of each of them.
    new_loops: BTreeMap<VarId, Vec<VarId>>,
    /// The variables that count slots, or the nodes of levels whose coordinates follow from those above.
    slots: Vec<VarId>,
}

impl Splitter {
    /// Adds the variables and relations that the access asks for.
    pub fn new(nest: &mut Nest, access: &Access, location: Place) -> Result<Self, Problem> {
        let format = nest.tensor(access.tensor).format().expect("a stored tensor");
        let mapping = format.mapping();
        let dimension_vars = dimension_vars(nest, access, location)?;
        let LevelVars { vars: level_vars, slots } = LevelVars::add(nest, access, &dimension_vars);
        for (level, follows) in mapping.followed.iter().enumerate() {
            let (Some(follows), Source::Again, Some(var)) = (follows, mapping.sources[level], level_vars[level]) else {
                continue;
            };
            // What is divided lies in the range of its quotient.
            let value = of_levels(&follows.sum, &level_vars).plus(&Subscript::var(var), -follows.divisor);
            let extent = Size::Number(follows.divisor.unsigned_abs());
            let var = nest.add_var(Var::new(extent, None));
            nest.relations.push(Relation::new(var, value, true));
        }
        let mut splitter =
            Self { access: access.clone(), location, replaced: BTreeMap::new(), new_loops: BTreeMap::new(), slots };
        for (dimension, levels) in mapping.dimensions.iter().enumerate() {
            let var = dimension_vars[dimension];
            let subscript = of_levels(levels, &level_vars);
            if subscript.as_var() == Some(var) {
                continue;
            }
            let taken: Vec<VarId> = splitter.new_loops.values().flatten().copied().collect();
            let loops = subscript
                .vars()
                .map(|(other, _)| other)
                .filter(|other| !taken.contains(other) && !dimension_vars.contains(other));
            splitter.new_loops.insert(var, loops.collect());
            // Blocks that end where the tensor does never stand over its edge. Elsewhere what enumerates coordinates may
            // keep inside by itself, which is known where it is walked.
            let is_bounded = !is_blocked_exactly(nest, var, levels, mapping);
            nest.relations.push(Relation::new(var, subscript.clone(), is_bounded));
            splitter.replaced.insert(var, subscript);
        }
        nest.copy_relations(|value| value.substitute(|var| splitter.replaced.get(&var).cloned()));
        if splitter.replaced.is_empty() && splitter.slots.is_empty() {
            return Err(cannot_be_walked(&nest.describe(access.tensor), location));
        }
        Ok(splitter)
    }

    /// Why a write in these loops cannot have the loops that the access asks for, if it cannot.
    pub fn reason_against(&self, nest: &Nest, write: &Write, around: &[VarId]) -> Option<Apart> {
        if !self.has_loops(nest, write, around) {
            return Some(Apart::LacksLoops);
        }
        let all = nest.reads(write.value).into_iter().chain([write.target.clone()]);
        let mut changed = all.filter(|access| self.rewrite(access) != *access);
        let in_parts = changed.find(|access| level_subscripts(nest, &self.rewrite(access)).is_err())?;
        Some(Apart::InParts(in_parts.tensor))
    }

    /// Whether a write makes the access.
    pub fn is_in(&self, nest: &Nest, write: &Write) -> bool {
        write.target == self.access || nest.reads(write.value).contains(&self.access)
    }

    /// Whether a write in these loops, or in folds, will have the loops over all parts of each of its variables.
    pub fn has_loops(&self, nest: &Nest, write: &Write, around: &[VarId]) -> bool {
        let folded = nest.folded_vars(write.value);
        let inside: Vec<VarId> = around.iter().copied().chain(folded.iter().copied()).collect();
        let has_loop = |part: &VarId, open: &[VarId]| {
            let is_kept = open.contains(part) && !self.replaced.contains_key(part);
            is_kept || open.iter().any(|var| self.new_loops.get(var).is_some_and(|new| new.contains(part)))
        };
        let has_loops = |vars: &[VarId], open: &[VarId]| {
            let mut replaced = vars.iter().filter_map(|var| self.replaced.get(var));
            replaced.all(|subscript| subscript.vars().all(|(part, _)| has_loop(&part, open)))
        };
        // What stands outside of folds sees the loops around alone.
        has_loops(around, around) && has_loops(&folded, &inside)
    }

    /// The statement with other loops in the place of those over variables that go; `around` are the variables of the loops
    /// around, as they were.
    fn statement(&self, nest: &mut Nest, statement: &Stmt, around: &mut Vec<VarId>) -> Result<Vec<Stmt>, Problem> {
        match statement {
            Stmt::Write(write) => Ok(vec![Stmt::Write(self.write(nest, write, around)?)]),
            Stmt::Where(inner) => {
                let produce = self.statements(nest, &inner.produce, around)?;
                let consume = self.statements(nest, &inner.consume, around)?;
                Ok(vec![Stmt::Where(Where { produce, consume, ..inner.clone() })])
            }
            Stmt::Loop(inner) => {
                around.push(inner.var);
                let body = self.statements(nest, &inner.body, around)?;
                around.pop();
                let vars = match self.new_loops.get(&inner.var) {
                    None => vec![(inner.var, inner.how)],
                    Some(new) => new.iter().map(|var| (*var, Directives::default())).collect(),
                };
                Ok(loops(&vars, body))
            }
        }
    }

    /// Those of one list. The loops over slots go around the writes that want them, neighbours together.
    pub fn statements(&self, nest: &mut Nest, body: &[Stmt], around: &mut Vec<VarId>) -> Result<Vec<Stmt>, Problem> {
        let slots: Vec<_> = self.slots.iter().map(|slot| (*slot, Directives::default())).collect();
        let mut done = Vec::new();
        let mut together = Vec::new();
        for statement in body {
            let changed = self.statement(nest, statement, around)?;
            let takes_slots = !slots.is_empty() && self.is_accessed(nest, statement);
            let is_next = together.is_empty() || {
                let all: Vec<_> = together.iter().chain(&changed).cloned().collect();
                check_order_of_rounds(nest, &all, &self.slots).is_ok()
            };
            let goes_on = together.is_empty() || takes_slots && is_next;
            if !goes_on {
                done.extend(loops(&slots, std::mem::take(&mut together)));
            }
            if takes_slots { together.extend(changed) } else { done.extend(changed) }
        }
        if !together.is_empty() {
            done.extend(loops(&slots, together));
        }
        Ok(done)
    }

    /// Whether a statement is a write that makes the access.
    fn is_accessed(&self, nest: &Nest, statement: &Stmt) -> bool {
        match statement {
            Stmt::Write(write) => self.is_in(nest, write),
            Stmt::Loop(_) | Stmt::Where(_) => false,
        }
    }

    fn write(&self, nest: &mut Nest, write: &Write, around: &[VarId]) -> Result<Write, Problem> {
        if !self.slots.is_empty() && self.is_in(nest, write) {
            self.check_slots(nest, write, around)?;
        }
        let value = self.expression(nest, write.value);
        Ok(Write { target: self.rewrite(&write.target), value, ..write.clone() })
    }

    /// A point has the sum of its slots, so the value must be a sum of what they contribute.
    fn check_slots(&self, nest: &Nest, write: &Write, around: &[VarId]) -> Result<(), Problem> {
        let adds = write.combiner == Some(Combiner::Add) && nest.is_linear_in(write.value, &self.access);
        let is_zero_without = |nest: &Nest| {
            nest.clone()
                .value_without(write.value, std::slice::from_ref(&self.access))
                .is_some_and(|value| value.is_zero())
        };
        let stands_in_loops =
            self.access.subscripts.iter().all(|subscript| subscript.vars().all(|(var, _)| around.contains(&var)));
        let target_format = nest.tensor(write.target.tensor).format();
        let target_levels = target_format.map(|format| format.levels());
        let keeps_parts = target_levels
            .as_ref()
            .is_some_and(|levels| levels.last().is_some_and(|level| !level.unique && !level.ordered));
        if keeps_parts && stands_in_loops && nest.is_linear_in(write.value, &self.access) {
            return Ok(());
        }
        // What is collected stores what came, also where it is zero.
        let is_dense = target_levels.is_none() && !nest.tensor(write.target.tensor).is_collected();
        if adds && stands_in_loops && is_dense && is_zero_without(nest) {
            return Ok(());
        }
        Err(Problem::new(
            write.location,
            format!(
                "{} keeps its entries in slots, which only sums can take one by one",
                nest.describe(self.access.tensor)
            ),
        ))
    }

    fn rewrite(&self, access: &Access) -> Access {
        let mut subscripts: Vec<_> = access
            .subscripts
            .iter()
            .map(|subscript| subscript.substitute(|var| self.replaced.get(&var).cloned()))
            .collect();
        if *access == self.access {
            subscripts.extend(self.slots.iter().map(|slot| Subscript::var(*slot)));
        }
        Access { tensor: access.tensor, subscripts }
    }

    fn expression(&self, nest: &mut Nest, root: ExprId) -> ExprId {
        nest.rewrite_expr(root, &mut |nest, expr| match expr {
            Expr::Read(access) => Some(Expr::Read(self.rewrite(access))),
            Expr::Stored(access) => Some(Expr::Stored(self.rewrite(access))),
            Expr::Index(var) => self.replaced.get(var).map(|subscript| nest.number(self.location, subscript)),
            Expr::Fold { var, how, combiner, body } => {
                let new = self.new_loops.get(var)?;
                let r#type = nest.node(*body).r#type;
                let mut body = *body;
                let (first, others) = new.split_first()?;
                for other in others.iter().rev() {
                    let fold = Expr::Fold { var: *other, how: Directives::default(), combiner: *combiner, body };
                    body = nest.add(fold, r#type, self.location);
                }
                Some(Expr::Fold { var: *first, how: *how, combiner: *combiner, body })
            }
            _ => None,
        })
    }
}
