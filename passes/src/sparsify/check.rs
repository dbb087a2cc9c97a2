//! What sparsification can walk: every refusal, with its reason, before any IR changes.

use super::cursor::{Cursor, cursors_of};
use crate::{
    diagnostic::{Reported, error},
    nest::{Expr, ExprId, Nest, Stmt, TensorId, VarId, Write, expression::zero_is_neutral, writes},
};
use lacuna_dialects::{ir::is_ranked_tensor, sloop::Combiner};
use melior::ir::{Location, operation::OperationLike};

/// Whether the nest can be emitted in cursor form.
pub fn check(nest: &Nest<'_>) -> Result<(), Reported> {
    for (index, tensor) in nest.tensors.iter().enumerate() {
        if tensor.format.is_some() && tensor.is_output {
            return Err(error(
                nest.op.location(),
                format!("result {} is stored sparsely, which is not compiled yet: make it dense", tensor.r#type),
            ));
        }
        if tensor.format.is_none() && is_ranked_tensor(tensor.r#type) {
            return Err(error(
                nest.op.location(),
                format!(
                    "operand {index} is still a tensor, {}: run one-shot-bufferize before sloop-sparsify",
                    tensor.r#type
                ),
            ));
        }
    }
    nest.body.iter().try_for_each(|statement| Checker::new(nest, statement).statement(statement))
}

struct Checker<'a, 'c> {
    nest: &'a Nest<'c>,
    cursors: Vec<Cursor<'c>>,
}

impl<'a, 'c> Checker<'a, 'c> {
    fn new(nest: &'a Nest<'c>, statement: &Stmt<'c>) -> Self {
        Self { nest, cursors: cursors_of(nest, statement) }
    }

    fn statement(&mut self, statement: &Stmt<'c>) -> Result<(), Reported> {
        match statement {
            Stmt::Write(write) => self.write(write),
            Stmt::Loop(inner) => {
                let inside: Vec<_> = writes(&inner.body).into_iter().map(|(_, write)| write.clone()).collect();
                let location = inside.first().map_or(self.nest.op.location(), |write| write.location);
                let entered = self.enter(inner.var, location)?;
                if let Some(tensor) = entered.driver {
                    for write in &inside {
                        self.driven_write(write, tensor)?;
                    }
                }
                for inner in &inner.body {
                    self.statement(inner)?;
                }
                self.leave(&entered.cursors);
                Ok(())
            }
        }
    }

    fn write(&mut self, write: &Write<'c>) -> Result<(), Reported> {
        self.expression(write.value, write.location)
    }

    fn expression(&mut self, id: ExprId, location: Location<'c>) -> Result<(), Reported> {
        match self.nest.expr(id).clone() {
            Expr::Fold { var, combiner, body, .. } => {
                let entered = self.enter(var, location)?;
                if let Some(tensor) = entered.driver {
                    self.driven_value(body, Some(combiner), tensor, location)?;
                }
                self.expression(body, location)?;
                self.leave(&entered.cursors);
                Ok(())
            }
            Expr::Scalar { operands, .. } => {
                operands.into_iter().try_for_each(|operand| self.expression(operand, location))
            }
            Expr::Combine { left, right, .. } => {
                self.expression(left, location)?;
                self.expression(right, location)
            }
            Expr::Read(access) => self.read(&access, location),
            Expr::Index(_) | Expr::Outside(_) => Ok(()),
        }
    }

    fn read(&self, access: &crate::nest::Access, location: Location<'c>) -> Result<(), Reported> {
        let Some(cursor) = self.cursors.iter().find(|cursor| cursor.access == *access) else { return Ok(()) };
        if cursor.random || cursor.depth == cursor.vars.len() {
            return Ok(());
        }
        Err(error(
            location,
            format!(
                "operand {} ({}) is read before the loops have entered its level {}: run sloop-schedule first",
                access.tensor.0,
                self.nest.tensor(access.tensor).r#type,
                cursor.depth
            ),
        ))
    }

    /// Enters the levels that the loop over `var` enters; names the tensor that drives it, if one does.
    fn enter(&mut self, var: VarId, location: Location<'c>) -> Result<Entered, Reported> {
        let mut entered = Entered { cursors: Vec::new(), driver: None };
        for (index, cursor) in self.cursors.iter_mut().enumerate() {
            if !cursor.enters_at(var) {
                continue;
            }
            let level = cursor.level_format(cursor.depth);
            if !level.capabilities().locate {
                if let Some(other) = entered.driver {
                    return Err(error(
                        location,
                        format!(
                            "operands {} and {} would have to be enumerated together over one loop: walking several \
                             stored levels at once is not compiled yet; make one of the operands dense",
                            other.0, cursor.access.tensor.0
                        ),
                    ));
                }
                entered.driver = Some(cursor.access.tensor);
            }
            cursor.depth += 1;
            entered.cursors.push(index);
        }
        Ok(entered)
    }

    fn leave(&mut self, entered: &[usize]) {
        for index in entered {
            self.cursors[*index].depth -= 1;
        }
    }

    fn driven_write(&self, write: &Write<'c>, tensor: TensorId) -> Result<(), Reported> {
        self.driven_value(write.value, write.combiner, tensor, write.location)
    }

    /// A value under a loop over the stored entries of `tensor` must contribute nothing where there is none.
    fn driven_value(
        &self,
        value: ExprId,
        combiner: Option<Combiner>,
        tensor: TensorId,
        location: Location<'c>,
    ) -> Result<(), Reported> {
        let describe = format!("operand {} ({})", tensor.0, self.nest.tensor(tensor).r#type);
        if !combiner.is_some_and(zero_is_neutral) {
            return Err(error(
                location,
                format!(
                    "the points that {describe} does not store would be left out of a result that combines by {}: \
                     make the operand dense",
                    combiner.map_or("replacing", Combiner::word)
                ),
            ));
        }
        if !self.nest.vanishes_without(value, tensor) {
            return Err(error(
                location,
                format!(
                    "the value is not zero where {describe} stores nothing, so its stored entries alone do not give \
                     the result: make the operand dense"
                ),
            ));
        }
        if self.may_repeat(tensor) && !self.nest.is_linear_in(value, tensor) {
            return Err(error(
                location,
                format!(
                    "{describe} may store an entry in several parts, and the value is not linear in it: use a format \
                     whose innermost level is unique"
                ),
            ));
        }
        Ok(())
    }

    /// Whether the tensor may store the same point more than once.
    fn may_repeat(&self, tensor: TensorId) -> bool {
        self.nest.tensor(tensor).format.is_some_and(|format| {
            let levels = format.levels();
            levels.last().is_some_and(|level| !level.unique)
        })
    }
}

struct Entered {
    cursors: Vec<usize>,
    driver: Option<TensorId>,
}
