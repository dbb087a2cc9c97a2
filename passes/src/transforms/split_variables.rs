//! `sloop-split-variables`: give each level of blocked and diagonal operands a loop of its own.
//!
//! The levels of BCSR are block row, block column, row and column in the block: where such an operand is read at
//! `[i, j]`, the loop over `i` becomes one over blocks and one inside them, and `i` becomes `4 * ib + ii` wherever it
//! occurs. Diagonals replace `j` by `i + d`. A level that counts slots gets a loop that sums over them, and so does one
//! that has nodes although its coordinates follow from the levels above. Where a block may stand over the edge of the
//! tensor, a limit keeps the loops inside.
//!
//! Loops are replaced where they stand, also around other statements. Those get loops of their own if a variable becomes a
//! sum of others of which they have no loops, or if their operands cannot be walked by its parts.
//!
//! Example: `test/passes/split_variables.mlir`. Not done here: operands that would split one variable in two ways, which are
//! converted before (`sloop-insert-conversions`).

use super::{
    rewrite_nests,
    sharing::{Apart, take_out},
};
use crate::{
    analysis::iteration_graph::{Refusal, level_subscripts},
    diagnostic::Reported,
    index::{
        Access, Directives, Expr, ExprId, Nest, Place, Relation, Size, Stmt, Var, VarId, Where, Write,
        build::loops,
        distribute::{check_order_of_rounds, distribute, units},
        problem::Problem,
        statement::first_where,
        subscript::Subscript,
        writes,
    },
    options,
    pass::Pass,
};
use lacuna_dialects::{ir::Op, sloop::Combiner};
use lacuna_layout::algebra::{Atom, Form, Mapping, OfLevels, Source};
use std::collections::{BTreeMap, VecDeque};

options! {
    /// Options of `sloop-split-variables`.
    pub struct SplitVariables {}
}

impl Pass for SplitVariables {
    const ARGUMENT: &'static str = "sloop-split-variables";
    const SUMMARY: &'static str = "Give each level of blocked and diagonal operands a loop of its own";

    fn run(&self, root: Op<'_>) -> Result<(), Reported> {
        rewrite_nests(root, split)
    }
}

/// Splits the variables of every statement of a nest that asks for it; says whether one does.
pub fn split(nest: &mut Nest) -> Result<bool, Problem> {
    let mut changed = false;
    let mut waiting: VecDeque<Stmt> = nest.body.clone().into();
    let mut body = Vec::new();
    while let Some(statement) = waiting.pop_front() {
        let Some((access, location)) = next_to_split(nest, &statement) else {
            body.push(statement);
            continue;
        };
        changed = true;
        if let Some(apart) = take_apart(nest, &statement, &access, location)? {
            apart.into_iter().rev().for_each(|statement| waiting.push_front(statement));
            continue;
        }
        let splitter = Splitter::new(nest, &access, location)?;
        let split = splitter.statements(nest, std::slice::from_ref(&statement), &mut Vec::new())?;
        split.into_iter().rev().for_each(|statement| waiting.push_front(statement));
    }
    nest.body = body;
    Ok(changed)
}

/// The parts of a statement some of which cannot have the loops that an access asks for, if there are such.
fn take_apart(
    nest: &mut Nest,
    statement: &Stmt,
    access: &Access,
    location: Place,
) -> Result<Option<Vec<Stmt>>, Problem> {
    if let [unit] = units(statement).as_slice()
        && matches!(unit.inside, Stmt::Write(_))
    {
        return Ok(None);
    }
    let mut trial = nest.clone();
    let splitter = Splitter::new(&mut trial, access, location)?;
    let sharing = take_out(nest, statement, |unit| {
        let own: Vec<_> = unit.around.iter().map(|inner| inner.var).collect();
        let all = writes(std::slice::from_ref(unit.inside));
        if all.iter().any(|(_, write)| splitter.is_in(nest, write)) {
            return None;
        }
        all.iter().find_map(|(inner, write)| {
            let around: Vec<_> = own.iter().copied().chain(inner.iter().map(|inner| inner.var)).collect();
            splitter.reason_against(&trial, write, &around)
        })
    });
    if sharing.is_apart() {
        return distribute(nest, statement, &sharing.groups).map(Some);
    }
    let all = writes(std::slice::from_ref(statement));
    let lacks_some = all.iter().any(|(around, write)| {
        let around: Vec<_> = around.iter().map(|inner| inner.var).collect();
        !splitter.has_loops(nest, write, &around)
    });
    match first_where(std::slice::from_ref(statement)).filter(|_| lacks_some) {
        Some(inner) => Err(inner.refuse(&format!(
            "the levels of {} ask for other loops around it, and it cannot be taken apart",
            nest.describe(access.tensor)
        ))),
        None => Ok(None),
    }
}

/// An access to a stored tensor with a level that is no variable yet.
fn next_to_split(nest: &Nest, statement: &Stmt) -> Option<(Access, Place)> {
    writes(std::slice::from_ref(statement)).into_iter().find_map(|(_, write)| {
        let accesses = nest.reads(write.value).into_iter().chain([write.target.clone()]);
        let wants_split = |access: &Access| {
            let plain = access.subscripts.iter().all(|subscript| subscript.as_var().is_some());
            plain && matches!(level_subscripts(nest, access), Err(Refusal::NoSlot { .. } | Refusal::NoLoop { .. }))
        };
        accesses.into_iter().find(wants_split).map(|access| (access, write.location))
    })
}

/// What an access makes of the variables of its statement.
struct Splitter {
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
    fn new(nest: &mut Nest, access: &Access, location: Place) -> Result<Self, Problem> {
        let format = nest.tensor(access.tensor).format().expect("a stored tensor");
        let mapping = format.mapping();
        let order = mapping.dimensions.len();
        let dimension_vars: Vec<VarId> =
            access.subscripts[..order].iter().map(|subscript| subscript.as_var().expect("plain")).collect();
        let describe = nest.describe(access.tensor);
        if access.subscripts.len() > order {
            return Err(cannot_be_walked(&describe, location));
        }
        if dimension_vars.iter().enumerate().any(|(index, var)| dimension_vars[..index].contains(var)) {
            return Err(Problem::new(
                location,
                format!(
                    "{describe} is subscripted twice by one variable: diagonals of stored tensors are not supported yet"
                ),
            ));
        }
        let tensor = nest.tensor(access.tensor).operand;
        let mut level_vars: Vec<Option<VarId>> = Vec::new();
        let mut slots = Vec::new();
        for (level, form) in mapping.forms.iter().enumerate() {
            level_vars.push(match (form, mapping.sources[level]) {
                (_, Source::Above) => None,
                (Some(form), Source::Again) => {
                    let var = level_var(nest, form, &dimension_vars);
                    let var = nest.add_var(var);
                    slots.push(var);
                    Some(var)
                }
                (Some(form), _) => Some(match form.as_dimension() {
                    Some(dimension) => dimension_vars[dimension],
                    None => {
                        let var = level_var(nest, form, &dimension_vars);
                        nest.add_var(var)
                    }
                }),
                (None, _) => {
                    let is_named = dimension_vars.iter().any(|var| nest.var(*var).name.is_some());
                    let name = is_named.then(|| "slot".into());
                    let var = nest.add_var(Var { extent: Size::Slots(tensor, level), name });
                    slots.push(var);
                    Some(var)
                }
            });
        }
        for (level, follows) in mapping.followed.iter().enumerate() {
            let (Some(follows), Source::Again, Some(var)) = (follows, mapping.sources[level], level_vars[level]) else {
                continue;
            };
            // What is divided lies in the range of its quotient.
            let value = of_levels(&follows.sum, &level_vars).plus(&Subscript::var(var), -follows.divisor);
            let extent = Size::Number(follows.divisor.unsigned_abs());
            let var = nest.add_var(Var { extent, name: None });
            nest.relations.push(Relation { var, value, is_bounded: true });
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
                .terms()
                .iter()
                .map(|(other, _)| *other)
                .filter(|other| !taken.contains(other) && !dimension_vars.contains(other));
            splitter.new_loops.insert(var, loops.collect());
            // Blocks that end where the tensor does never stand over its edge. Elsewhere what enumerates coordinates may
            // keep inside by itself, which is known where it is walked.
            let is_bounded = !is_blocked_exactly(nest, var, levels, mapping);
            nest.relations.push(Relation { var, value: subscript.clone(), is_bounded });
            splitter.replaced.insert(var, subscript);
        }
        if splitter.replaced.is_empty() && splitter.slots.is_empty() {
            return Err(cannot_be_walked(&describe, location));
        }
        Ok(splitter)
    }

    /// Why a write in these loops cannot have the loops that the access asks for, if it cannot.
    fn reason_against(&self, nest: &Nest, write: &Write, around: &[VarId]) -> Option<Apart> {
        if !self.has_loops(nest, write, around) {
            return Some(Apart::LacksLoops);
        }
        let all = nest.reads(write.value).into_iter().chain([write.target.clone()]);
        let mut changed = all.filter(|access| self.rewrite(access) != *access);
        let in_parts = changed.find(|access| level_subscripts(nest, &self.rewrite(access)).is_err())?;
        Some(Apart::InParts(in_parts.tensor))
    }

    /// Whether a write makes the access.
    fn is_in(&self, nest: &Nest, write: &Write) -> bool {
        write.target == self.access || nest.reads(write.value).contains(&self.access)
    }

    /// Whether a write in these loops, or in folds, will have the loops over all parts of each of its variables.
    fn has_loops(&self, nest: &Nest, write: &Write, around: &[VarId]) -> bool {
        let old: Vec<VarId> = around.iter().copied().chain(nest.folded_vars(write.value)).collect();
        let has_loop = |part: &VarId| {
            let is_kept = old.contains(part) && !self.replaced.contains_key(part);
            is_kept || old.iter().any(|var| self.new_loops.get(var).is_some_and(|new| new.contains(part)))
        };
        let mut replaced = old.iter().filter_map(|var| self.replaced.get(var));
        replaced.all(|subscript| subscript.terms().iter().all(|(part, _)| has_loop(part)))
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
    fn statements(&self, nest: &mut Nest, body: &[Stmt], around: &mut Vec<VarId>) -> Result<Vec<Stmt>, Problem> {
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
        let stands_in_loops = self
            .access
            .subscripts
            .iter()
            .all(|subscript| subscript.terms().iter().all(|(var, _)| around.contains(var)));
        let target_format = nest.tensor(write.target.tensor).format();
        let target_levels = target_format.map(|format| format.levels());
        let keeps_parts = target_levels
            .as_ref()
            .is_some_and(|levels| levels.last().is_some_and(|level| !level.unique && !level.ordered));
        if keeps_parts && stands_in_loops && nest.is_linear_in(write.value, &self.access) {
            return Ok(());
        }
        let is_dense = target_levels.is_none();
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

fn cannot_be_walked(operand: &str, location: Place) -> Problem {
    Problem::new(location, format!("the levels of {operand} cannot be walked one by one"))
}

/// A dimension as a subscript by the variables of the levels.
fn of_levels(dimension: &OfLevels, level_vars: &[Option<VarId>]) -> Subscript {
    let start = Subscript::constant_of(dimension.constant);
    dimension.levels.iter().fold(start, |sum, (level, factor)| {
        let var = level_vars[*level].expect("dimensions are functions of levels with coordinates of their own");
        sum.plus(&Subscript::var(var), *factor)
    })
}

/// The variable of a level, from those of the dimensions.
fn level_var(nest: &Nest, form: &Form, dimensions: &[VarId]) -> Var {
    let extent = match static_size(nest, form, dimensions) {
        _ if form.is_signed() => Size::Unranged,
        Some(size) => Size::Number(size),
        None => Size::Form(form.clone(), dimensions.iter().map(|var| nest.var(*var).extent.clone()).collect()),
    };
    Var { extent, name: None }
}

/// The number of values of a form, where it is known.
fn static_size(nest: &Nest, form: &Form, dimensions: &[VarId]) -> Option<u64> {
    let [(atom, 1)] = form.terms.iter().map(|(atom, factor)| (atom, *factor)).collect::<Vec<_>>()[..] else {
        return None;
    };
    if form.constant != 0 {
        return None;
    }
    match atom {
        Atom::Dimension(dimension) => nest.var(dimensions[*dimension]).size(),
        Atom::Quotient(form, divisor) => Some(static_size(nest, form, dimensions)?.div_ceil(*divisor as u64)),
        Atom::Remainder(_, divisor) => Some(*divisor as u64),
    }
}

/// Whether a dimension is made of blocks that divide it.
fn is_blocked_exactly(nest: &Nest, var: VarId, levels: &OfLevels, mapping: &Mapping) -> bool {
    let is_block = |level: &usize| {
        let form = mapping.forms[*level].as_ref();
        form.is_some_and(|form| !form.terms.keys().any(|atom| matches!(atom, Atom::Dimension(_))))
    };
    // Blocks of blocks are as large as the factor of the number of the largest.
    let largest = levels.levels.values().map(|factor| factor.unsigned_abs()).max().unwrap_or(1);
    let size = nest.var(var).size();
    levels.constant == 0 && levels.levels.keys().all(is_block) && size.is_some_and(|size| size % largest.max(1) == 0)
}
