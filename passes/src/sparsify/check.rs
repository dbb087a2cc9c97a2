//! What sparsification can walk: every refusal, with its reason, before any IR changes.

use super::cursor::{Cursor, cursors_of};
use crate::{
    analysis::{
        iteration_graph::level_vars,
        refusal::{refuse_stored_results, report},
    },
    diagnostic::{Reported, error},
    nest::{Access, Expr, ExprId, Nest, Stmt, VarId, Write, expression::zero_is_neutral, writes},
};
use lacuna_dialects::{ir::is_ranked_tensor, sloop::Combiner};
use melior::ir::{Location, operation::OperationLike};
use std::collections::BTreeSet;

/// Whether the nest can be emitted in cursor form.
pub fn check(nest: &Nest<'_>) -> Result<(), Reported> {
    refuse_stored_results(nest)?;
    for (index, tensor) in nest.tensors.iter().enumerate() {
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
    nest.body.iter().try_for_each(|statement| {
        for (_, write) in writes(std::slice::from_ref(statement)) {
            for access in nest.reads(write.value) {
                level_vars(nest, &access).map_err(|refusal| report(nest, &refusal, write.location))?;
            }
        }
        Checker { nest, cursors: cursors_of(nest, statement) }.statement(statement)
    })
}

struct Checker<'a, 'c> {
    nest: &'a Nest<'c>,
    cursors: Vec<Cursor<'c>>,
}

impl<'c> Checker<'_, 'c> {
    fn statement(&mut self, statement: &Stmt<'c>) -> Result<(), Reported> {
        match statement {
            Stmt::Write(write) => self.write(write),
            Stmt::Loop(inner) => {
                let inside: Vec<_> = writes(&inner.body).into_iter().map(|(_, write)| write.clone()).collect();
                let location = inside.first().map_or(self.nest.op.location(), |write| write.location);
                if inner.vector.is_some() {
                    for write in &inside {
                        lanes_are_possible(self.nest, inner.var, write.value, Some(&write.target), write.location)?;
                    }
                }
                let entered = self.enter(inner.var, location)?;
                if let Some(driver) = entered.driver {
                    for write in &inside {
                        self.driven_value(write.value, write.combiner, driver, write.location)?;
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

    /// Checks an expression where it stands. Folds enter levels, so their bodies are checked on their own.
    fn expression(&mut self, root: ExprId, location: Location<'c>) -> Result<(), Reported> {
        let mut waiting = vec![root];
        let mut seen = BTreeSet::new();
        while let Some(id) = waiting.pop() {
            if !seen.insert(id) {
                continue;
            }
            match self.nest.expr(id) {
                Expr::Fold { var, combiner, body, vector } => {
                    self.fold(*var, *combiner, *body, vector.is_some(), location)?;
                }
                Expr::Read(access) => self.read(access, location)?,
                _ => waiting.extend(self.nest.operands(id)),
            }
        }
        Ok(())
    }

    fn fold(
        &mut self,
        var: VarId,
        combiner: Combiner,
        body: ExprId,
        vector: bool,
        location: Location<'c>,
    ) -> Result<(), Reported> {
        if vector {
            lanes_are_possible(self.nest, var, body, None, location)?;
        }
        let entered = self.enter(var, location)?;
        if let Some(driver) = entered.driver {
            self.driven_value(body, Some(combiner), driver, location)?;
        }
        self.expression(body, location)?;
        self.leave(&entered.cursors);
        Ok(())
    }

    fn read(&self, access: &Access, location: Location<'c>) -> Result<(), Reported> {
        let Some(cursor) = self.cursors.iter().find(|cursor| cursor.access == *access) else { return Ok(()) };
        if cursor.random || cursor.depth == cursor.vars.len() {
            return Ok(());
        }
        Err(error(
            location,
            format!(
                "{} is read before the loops have entered its level {}: run sloop-schedule first",
                self.nest.describe(access.tensor),
                cursor.depth
            ),
        ))
    }

    /// Enters the levels that the loop over `var` enters; gives the cursor that drives it, if one does.
    fn enter(&mut self, var: VarId, location: Location<'c>) -> Result<Entered, Reported> {
        let mut entered = Entered { cursors: Vec::new(), driver: None };
        for (index, cursor) in self.cursors.iter().enumerate() {
            if !cursor.enters_at(var) {
                continue;
            }
            if !cursor.level_format(cursor.depth).capabilities().locate {
                if let Some(other) = entered.driver {
                    return Err(error(
                        location,
                        format!(
                            "{} and {} would have to be enumerated together over one loop: walking several \
                             stored levels at once is not compiled yet; make one of the operands dense",
                            self.nest.name(self.cursors[other].access.tensor),
                            self.nest.name(cursor.access.tensor)
                        ),
                    ));
                }
                entered.driver = Some(index);
            }
            entered.cursors.push(index);
        }
        for index in &entered.cursors {
            self.cursors[*index].depth += 1;
        }
        Ok(entered)
    }

    fn leave(&mut self, entered: &[usize]) {
        for index in entered {
            self.cursors[*index].depth -= 1;
        }
    }

    /// A value under a loop over the stored coordinates of a level must contribute nothing where there is none, and
    /// where a coordinate comes in several parts, the sum of what they contribute.
    fn driven_value(
        &self,
        value: ExprId,
        combiner: Option<Combiner>,
        driver: usize,
        location: Location<'c>,
    ) -> Result<(), Reported> {
        let cursor = &self.cursors[driver];
        let access = &cursor.access;
        let describe = self.nest.describe(access.tensor);
        // A full level leaves no point out.
        let is_full = cursor.level_format(cursor.depth - 1).properties().full;
        if !is_full && !combiner.is_some_and(zero_is_neutral) {
            return Err(error(
                location,
                format!(
                    "the points that {describe} does not store would be left out of a result that combines by {}: \
                     make the operand dense",
                    combiner.map_or("replacing", Combiner::word)
                ),
            ));
        }
        if !is_full && !self.nest.vanishes_without(value, access) {
            return Err(error(
                location,
                format!(
                    "the value is not zero where {describe} stores nothing, so its stored entries alone do not give \
                     the result: make the operand dense"
                ),
            ));
        }
        let adds_up = combiner == Some(Combiner::Add) && self.nest.is_linear_in(value, access);
        if !adds_up && (cursor.may_repeat_points() || self.folds_parts(value, cursor)) {
            return Err(error(
                location,
                format!(
                    "{describe} may store an entry in several parts, and the value is not linear in it: use a format \
                     whose levels are unique"
                ),
            ));
        }
        Ok(())
    }

    /// Whether the level just entered visits a coordinate several times, each time with a part of what is below, and
    /// the value folds that part.
    fn folds_parts(&self, value: ExprId, cursor: &Cursor<'c>) -> bool {
        let level = cursor.depth - 1;
        let folded = self.nest.folded_vars(value);
        !cursor.level_format(level).properties().unique
            && !cursor.takes_segments_at(level)
            && cursor.vars[level + 1..].iter().any(|var| folded.contains(var))
    }
}

/// What a loop over some levels entered.
struct Entered {
    cursors: Vec<usize>,
    /// The cursor whose level has to be enumerated.
    driver: Option<usize>,
}

/// The values of a vector loop's variable must be neighbours in every dense operand, and drive no stored one.
fn lanes_are_possible(
    nest: &Nest<'_>,
    var: VarId,
    value: ExprId,
    target: Option<&Access>,
    location: Location<'_>,
) -> Result<(), Reported> {
    for access in nest.reads(value).iter().chain(target).filter(|access| access.mentions(var)) {
        if nest.tensor(access.tensor).format.is_some() {
            return Err(error(
                location,
                format!("a vector loop cannot walk {}, which is stored in levels", nest.name(access.tensor)),
            ));
        }
        if !access.is_unit_stride(var) {
            return Err(error(
                location,
                format!(
                    "a vector loop wants neighbours in the last dimension of {}: its variable must stand in the \
                     last subscript alone, with factor one",
                    nest.name(access.tensor)
                ),
            ));
        }
    }
    if nest.uses_as_number(value, var) {
        return Err(error(location, "the variable of a vector loop is used as a number, which is not compiled yet"));
    }
    Ok(())
}
