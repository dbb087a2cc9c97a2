//! What sparsification can walk: every refusal, with its reason, before any IR changes.

use super::{
    cursor::{Cursor, cursors_of},
    densify::{Densified, densified},
    scheme::{ordered_vars, scheme_of},
    stored_results::stored_targets,
    walk::{Inside, MOST_COPIES, Surroundings, plan},
};
use crate::{
    analysis::{
        iteration_graph::level_vars,
        lattice::Lattice,
        refusal::{report, report_obstacle},
    },
    diagnostic::Problem,
    index::{Access, Expr, ExprId, Kind, Nest, Place, Stmt, TensorId, VarId, writes},
};
use lacuna_layout::Description;
use lacuna_layout::{algebra::Form, assembly::Plan, order::comes_in_groups};
use std::collections::BTreeSet;

/// Whether the nest can be emitted in cursor form; gives the loops that visit every point.
pub fn check(nest: &Nest) -> Result<Vec<Densified>, Problem> {
    for (index, tensor) in nest.tensors.iter().enumerate() {
        if !tensor.is_stored() && tensor.kind == Kind::Tensor {
            return Err(Problem::new(
                nest.place,
                format!(
                    "operand {index} is still a tensor, {}: run one-shot-bufferize before sloop-sparsify",
                    tensor.type_text()
                ),
            ));
        }
    }
    for tensor in (0..nest.tensors.len()).map(TensorId) {
        let is_written = nest
            .body
            .iter()
            .any(|statement| stored_targets(nest, statement).iter().any(|target| target.tensor == tensor));
        if nest.tensor(tensor).is_output && nest.tensor(tensor).format().is_some() && !is_written {
            return Err(not_formed(nest, tensor));
        }
    }
    Ok(walks(nest)?.densified)
}

/// The problem of a stored result that is not computed by one statement.
fn not_formed(nest: &Nest, tensor: TensorId) -> Problem {
    Problem::new(
        nest.place,
        format!(
            "result {} is stored: one write must compute it, under a loop for each of its levels in their order; run \
             sloop-form-results and sloop-schedule first",
            nest.describe(tensor)
        ),
    )
}

/// The same of how the levels are walked, also where dense operands are tensors still; gives the operands whose first
/// level is merged again in each round of a loop that does not concern them, while another operand could be walked and
/// this one asked.
pub fn check_walks(nest: &Nest) -> Result<Vec<Access>, Problem> {
    Ok(walks(nest)?.merged_again)
}

/// What is worth knowing of walks that are possible.
#[derive(Default)]
struct Findings {
    /// The loops that visit every point although operands are stored.
    densified: Vec<Densified>,
    /// The operands whose first level is merged in every round of other loops.
    merged_again: Vec<Access>,
}

fn walks(nest: &Nest) -> Result<Findings, Problem> {
    let mut found = Findings::default();
    for tensor in (0..nest.tensors.len()).map(TensorId) {
        check_result(nest, tensor)?;
    }
    nest.body.iter().try_for_each(|statement| -> Result<(), Problem> {
        for (_, write) in writes(std::slice::from_ref(statement)) {
            for access in nest.reads(write.value) {
                level_vars(nest, &access).map_err(|refusal| report(nest, &refusal, write.location))?;
            }
        }
        let (cursors, ordered) = (cursors_of(nest, statement), ordered_vars(nest, statement));
        let mut checker =
            Checker { copies: 0, nest: nest.clone(), cursors, ordered, open: Vec::new(), found: Findings::default() };
        checker.statement(statement)?;
        found.densified.append(&mut checker.found.densified);
        found.merged_again.append(&mut checker.found.merged_again);
        Ok(())
    })?;
    Ok(found)
}

/// A stored result has one statement, whose loops come in an order in which it can be put together.
fn check_result(nest: &Nest, tensor: TensorId) -> Result<(), Problem> {
    let bound = nest.tensor(tensor);
    let Some(format) = bound.format().filter(|_| bound.is_output) else { return Ok(()) };
    let location = nest.place;
    let writing: Vec<_> = nest
        .body
        .iter()
        .filter(|statement| stored_targets(nest, statement).iter().any(|t| t.tensor == tensor))
        .collect();
    if writing.is_empty() {
        return Ok(());
    }
    Plan::new(format).map_err(|obstacle| report_obstacle(nest, tensor, &obstacle, location))?;
    check_width(nest, tensor, format)?;
    check_grouped(nest, tensor)?;
    if let [statement] = writing.as_slice()
        && scheme_of(nest, statement, tensor).is_some()
    {
        return Ok(());
    }
    Err(not_formed(nest, tensor))
}

/// Points that go straight into a tensor in another format come in its groups, and nothing else uses the list of them.
fn check_grouped(nest: &Nest, tensor: TensorId) -> Result<(), Problem> {
    let Some(list_for) = nest.tensor(tensor).list_for else { return Ok(()) };
    let format = list_for.format;
    let list = nest.tensor(tensor).format().expect("the verifier asks for a list");
    if !comes_in_groups(list, format) {
        return Err(Problem::new(
            list_for.place,
            format!(
                "the points of {list} do not come in the order of the parents of the one level of {format} that stores coordinates"
            ),
        ));
    }
    if !list_for.is_only_use {
        return Err(Problem::new(
            list_for.place,
            "the list of a grouped stensor.build is never made: it can have no other use",
        ));
    }
    check_width(nest, tensor, format)
}

/// Coordinates that are known not to fit their width.
fn check_width(nest: &Nest, tensor: TensorId, format: &'static Description) -> Result<(), Problem> {
    let sizes = &nest.tensor(tensor).shape;
    let width = format.coordinate_width();
    let most = if width < 32 { 1u64 << width } else { 1 << (width - 1) };
    let forms = &format.mapping().forms;
    for (level, form) in forms.iter().enumerate() {
        let dimension = form.as_ref().and_then(Form::as_dimension);
        let size = dimension.and_then(|dimension| sizes[dimension]);
        let is_stored = format.level(level).capabilities().stores_coordinates;
        if let Some(size) = size.filter(|size| is_stored && *size > most) {
            return Err(Problem::new(
                nest.place,
                format!(
                    "result {} has {size} coordinates in level {level}, more than {width} bits can tell apart: use wider ones",
                    nest.describe(tensor)
                ),
            ));
        }
    }
    Ok(())
}

struct Checker {
    /// How often code was repeated so far.
    copies: usize,
    nest: Nest,
    cursors: Vec<Cursor>,
    /// The variables whose values stored results want to increase.
    ordered: Vec<VarId>,
    /// The variables of the loops around.
    open: Vec<VarId>,
    found: Findings,
}

impl Checker {
    fn statement(&mut self, statement: &Stmt) -> Result<(), Problem> {
        match statement {
            Stmt::Write(write) => self.expression(write.value, write.location),
            Stmt::Loop(inner) => {
                let inside: Vec<_> = writes(&inner.body).into_iter().map(|(_, write)| write.clone()).collect();
                let location = inside.first().map_or(self.nest.place, |write| write.location);
                if inner.how.lanes.is_some() {
                    for write in &inside {
                        lanes_are_possible(&self.nest, inner.var, write.value, Some(&write.target), write.location)?;
                    }
                }
                self.walk(inner.var, &Inside::Statements(inner.body.clone()), location)
            }
        }
    }

    /// Checks an expression where it stands. Folds enter levels, so their bodies are checked on their own.
    fn expression(&mut self, root: ExprId, location: Place) -> Result<(), Problem> {
        let mut waiting = vec![root];
        let mut seen = BTreeSet::new();
        while let Some(id) = waiting.pop() {
            if !seen.insert(id) {
                continue;
            }
            match self.nest.expr(id).clone() {
                Expr::Fold { var, combiner, body, how } => {
                    if how.lanes.is_some() {
                        lanes_are_possible(&self.nest, var, body, None, location)?;
                    }
                    self.walk(var, &Inside::Fold { combiner, body }, location)?;
                }
                Expr::Read(access) | Expr::Stored(access) => self.read(&access, location)?,
                _ => waiting.extend(self.nest.operands(id)),
            }
        }
        Ok(())
    }

    fn read(&self, access: &Access, location: Place) -> Result<(), Problem> {
        let Some(cursor) = self.cursors.iter().find(|cursor| cursor.access == *access) else { return Ok(()) };
        if cursor.random || cursor.depth == cursor.vars.len() {
            return Ok(());
        }
        Err(Problem::new(
            location,
            format!(
                "{} is read before the loops have entered its level {}: run sloop-schedule first",
                self.nest.describe(access.tensor),
                cursor.depth
            ),
        ))
    }

    /// Checks a loop, in each case that it distinguishes.
    fn walk(&mut self, var: VarId, inside: &Inside, location: Place) -> Result<(), Problem> {
        let around = Surroundings { open: &self.open, ordered: &self.ordered };
        let walk = plan(&mut self.nest, &self.cursors, around, var, inside, location)?;
        if !walk.drivers.is_empty() && walk.lattice.takes_all() {
            let drivers = walk.drivers.iter();
            let absent: Vec<_> = drivers.map(|driver| self.cursors[driver.cursor].access.clone()).collect();
            self.found.densified.extend(densified(&self.nest, var, inside, &absent));
        }
        let again: Vec<_> = Lattice::members(walk.lattice.common())
            .map(|bit| walk.drivers[bit].cursor)
            .filter(|index| self.cursors[*index].is_at_first_level() && !self.open.is_empty())
            .collect();
        // One of those that every case needs is walked.
        if !again.is_empty() && walk.lattice.common().count_ones() > 1 {
            let all = again.len() == walk.lattice.common().count_ones() as usize;
            let asked = again.into_iter().skip(usize::from(all));
            self.found.merged_again.extend(asked.map(|index| self.cursors[index].access.clone()));
        }
        self.copies += walk.emitted_cases().count();
        if self.copies > MOST_COPIES {
            return Err(Problem::new(
                location,
                format!(
                    "merging these stored operands loop by loop distinguishes more than {MOST_COPIES} cases: make some of \
                     the operands dense"
                ),
            ));
        }
        self.open.push(var);
        for case in walk.emitted_cases() {
            let present = Lattice::members(case.present).map(|bit| walk.drivers[bit].cursor);
            let entered: Vec<_> = walk.located.iter().chain(&walk.probed).copied().chain(present).collect();
            let depths: Vec<_> = entered.iter().map(|index| self.cursors[*index].depth).collect();
            entered.iter().for_each(|index| self.cursors[*index].enter());
            match &case.inside {
                Inside::Statements(body) => body.iter().try_for_each(|statement| self.statement(statement))?,
                Inside::Fold { body, .. } => self.expression(*body, location)?,
            }
            entered.iter().zip(depths).for_each(|(index, depth)| self.cursors[*index].depth = depth);
        }
        self.open.pop();
        Ok(())
    }
}

/// The values of a vector loop's variable must be neighbours in every dense operand, and drive no stored one.
fn lanes_are_possible(
    nest: &Nest,
    var: VarId,
    value: ExprId,
    target: Option<&Access>,
    location: Place,
) -> Result<(), Problem> {
    for access in nest.reads(value).iter().chain(target).filter(|access| access.mentions(var)) {
        if nest.tensor(access.tensor).format().is_some() {
            return Err(Problem::new(
                location,
                format!("a vector loop cannot walk {}, which is stored in levels", nest.name(access.tensor)),
            ));
        }
        if !access.is_unit_stride(var) {
            return Err(Problem::new(
                location,
                format!(
                    "a vector loop must walk consecutive elements of {}: its variable must be the last subscript, alone \
                     and with factor one",
                    nest.name(access.tensor)
                ),
            ));
        }
    }
    if !nest.var(var).has_range() {
        return Err(Problem::new(location, "a vector loop needs an extent"));
    }
    if nest.knows_absence(value) {
        return Err(Problem::new(location, "a vector loop cannot tell what is stored from what is not"));
    }
    if nest.uses_as_number(value, var) {
        return Err(Problem::new(
            location,
            "the variable of a vector loop is used as a number, which is not compiled yet",
        ));
    }
    Ok(())
}
