//! Values of merges, found in parts: one expression for all cases, in which parts that depend on absent operands are replaced.
//!
//! Which of several cursors comes next is as good as random, so a branch for each case is mispredicted every other time. If
//! every combination of cursors is a case and the expression is cheap, one expression serves all cases: each part that depends
//! on one operand is selected by whether this operand stores the coordinate.
//!
//! Where there are too many cases for a branch of each (see [`super::shared`]), a part may depend on several operands, such as a
//! product among the terms of a sum: it is chosen by what these store, whatever the others do. Such a part contains smaller
//! parts, and is replaced by a constant where nothing is left of it. If that would change the value, the part has code for each
//! combination of its operands.

use super::{constants::MOST_COPIES, cursor::OperandCursor, driver::Driver, work::Work};
use crate::{
    fp::FpMode,
    index::{
        Access, Combiner, Expr, ExprId, Nest, Scalar,
        algebra::{
            adds_floats, can_trap, drops_product, gives_zero_of_zero, is_cheap, is_ruled, needs_finite,
            reads_sign_of_zero,
        },
        combiners::{from_operation, operation},
        constant::Constant,
        scalar::Sign,
        specialize::Specializer,
    },
};

/// A part of the value of a merge that depends on some of its drivers, and is chosen by what these store.
#[derive(Clone, Debug)]
pub struct BlendedPart {
    /// The expression.
    pub expression: ExprId,
    /// The numbers of these drivers in the merge.
    pub drivers: Vec<usize>,
    /// What is left of it, for each combination of these drivers: bit `k` of the index for `drivers[k]`.
    pub left: Vec<Remains>,
    /// How one of these is taken.
    pub selection: Selection,
}

/// What is left of an expression where some operands store nothing.
#[derive(Clone, Copy, Debug)]
pub enum Remains {
    /// An expression.
    Expression(ExprId),
    /// A constant.
    Constant(Constant),
}

/// How one of several values is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Selection {
    /// Without a branch: the value that one driver stores is read, or a number is loaded. The address is selected.
    Address,
    /// Without a branch: the expression is always computed; it or a constant is selected.
    Value,
    /// By one branch: the expression is computed only where something is left of it, and is a constant elsewhere.
    Guard,
    /// By a branch for each combination of drivers, which computes only what is left there.
    Branches,
}

/// The read through which a driver of a merge contributes to a value.
#[derive(Clone, Debug)]
pub(super) struct MergedRead {
    /// The tensor and subscripts that are read.
    access: Access,
    /// Whether the entries of a run are summed.
    sums_runs: bool,
}

/// Whether the code of a merge may branch to choose parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Branching {
    /// Each part depends on one driver, and is computed anyway.
    Forbidden,
    /// A part may depend on several drivers.
    Allowed,
}

/// The parts of the value of a merge, of which every combination of drivers is a case, if these can be blended without a branch;
/// this is what is done where all drivers store something.
pub(super) fn blend(
    nest: &mut Nest,
    cursors: &[OperandCursor],
    drivers: &[Driver],
    work: &Work,
    fp: FpMode,
) -> Option<Vec<BlendedPart>> {
    if !drivers.iter().all(|driver| driver.gives_single_entries(cursors)) {
        return None;
    }
    let value = work.only_value()?;
    if nest.knows_absence(value) || nest.may_be_absent(value) {
        return None;
    }
    let reads: Vec<_> = drivers.iter().map(|driver| MergedRead::of_driver(cursors, driver)).collect();
    find_parts(nest, &reads, (value, Absence::Never), Branching::Forbidden, fp)
}

/// The smallest parts of a value that can be chosen independently, inner parts first; `None` if choosing them independently would
/// change the value. Given is what stands for the whole value where nothing is left of it.
pub(super) fn find_parts(
    nest: &mut Nest,
    reads: &[MergedRead],
    (value, absence): (ExprId, Absence),
    branching: Branching,
    fp: FpMode,
) -> Option<Vec<BlendedPart>> {
    let mut search =
        Search { nest, reads, branching, is_exact: fp == FpMode::Strict, parts: Vec::new(), needs_finite: false };
    search.collect(value, absence)?;
    let Search { parts, needs_finite, .. } = search;
    let are_finite = || parts.iter().all(|(part, _)| part.left.iter().all(|left| left.is_expression_or_finite()));
    (!needs_finite || are_finite()).then(|| parts.into_iter().map(|(part, _)| part).collect())
}

/// The whole of a value as one part.
pub(super) fn whole(nest: &mut Nest, reads: &[MergedRead], value: ExprId) -> Option<BlendedPart> {
    BlendedPart::in_branches(nest, reads, value, (0..reads.len()).collect(), Absence::Never)
}

impl MergedRead {
    /// The read of a driver of a merge.
    pub fn of_driver(cursors: &[OperandCursor], driver: &Driver) -> Self {
        Self { access: cursors[driver.cursor].access.clone(), sums_runs: driver.gives_runs() }
    }

    /// The read of a single entry.
    pub fn of_entry(cursor: &OperandCursor) -> Self {
        Self { access: cursor.access.clone(), sums_runs: false }
    }

    /// The tensor and subscripts that are read.
    pub fn access(&self) -> &Access {
        &self.access
    }
}

/// What is read, of reads each with whether something is stored, where nothing is.
pub(super) fn absent_accesses<'a>(reads: impl Iterator<Item = (&'a MergedRead, bool)>) -> Vec<Access> {
    reads.filter(|(_, is_stored)| !is_stored).map(|(read, _)| read.access.clone()).collect()
}

impl BlendedPart {
    fn new(
        nest: &mut Nest,
        reads: &[MergedRead],
        expression: ExprId,
        drivers: Vec<usize>,
        selection: Selection,
        absence: Absence,
    ) -> Option<Self> {
        let r#type = nest.node(expression).r#type;
        let left: Option<Vec<_>> = (0..1usize << drivers.len())
            .map(|present| {
                let stored = |bit: usize| present >> bit & 1 == 1;
                let of_drivers = drivers.iter().enumerate().map(|(bit, driver)| (&reads[*driver], stored(bit)));
                let absent = absent_accesses(of_drivers);
                // Only branches get a simplified expression. The others keep theirs, and its inner parts are replaced.
                let (remains, known) = match selection {
                    Selection::Branches => Specializer::new(nest, &absent).expression(expression),
                    _ => (expression, Specializer::known(nest, &absent, expression)),
                };
                match known {
                    Some(known) if known.value == Constant::Absent => None,
                    Some(known) if known.absent && known.value.is_zero() => {
                        Some(Remains::Constant(absence.constant(r#type)))
                    }
                    Some(known) => Some(Remains::Constant(known.value)),
                    None => Some(Remains::Expression(remains)),
                }
            })
            .collect();
        Some(Self { expression, drivers, left: left?, selection })
    }

    /// A part with code for each combination of its drivers, unless these are too many.
    fn in_branches(
        nest: &mut Nest,
        reads: &[MergedRead],
        expression: ExprId,
        drivers: Vec<usize>,
        absence: Absence,
    ) -> Option<Self> {
        let is_short = 1 << drivers.len() <= MOST_COPIES;
        is_short.then(|| Self::new(nest, reads, expression, drivers, Selection::Branches, absence)).flatten()
    }

    /// For how many combinations of its drivers the part is computed.
    pub fn count_computed(&self) -> usize {
        self.left.iter().filter(|left| left.is_expression()).count()
    }

    /// How many copies of the expression are in the code.
    pub fn count_copies(&self) -> usize {
        if self.selection == Selection::Branches { self.count_computed() } else { 1 }
    }

    /// For each combination of its drivers, whether the part has to be computed.
    pub fn left_table(&self) -> Vec<bool> {
        self.left.iter().map(Remains::is_expression).collect()
    }

    /// Whether something is left of it where of all drivers of the merge these store something: bit `k` for number `k`.
    pub fn is_left_in(&self, present: u32) -> bool {
        let bits = self.drivers.iter().enumerate().map(|(bit, driver)| (present as usize >> driver & 1) << bit);
        self.left[bits.sum::<usize>()].is_expression()
    }

    /// The constant that replaces the part, if it is the same for all combinations of which nothing is left.
    fn only_constant(&self) -> Option<Constant> {
        let mut constants = self.left.iter().filter_map(|left| match left {
            Remains::Constant(value) => Some(*value),
            Remains::Expression(_) => None,
        });
        let first = constants.next()?;
        constants.all(|other| other.is_identical(first)).then_some(first)
    }

    /// The constant that replaces the part where nothing is left of it. Not for `Selection::Branches`, which may have several.
    pub fn otherwise(&self) -> Constant {
        self.only_constant().expect("a part that is selected or guarded has one constant")
    }
}

impl Remains {
    /// Whether both are the same, to the last bit.
    pub fn is_identical(self, other: Self) -> bool {
        match (self, other) {
            (Self::Expression(one), Self::Expression(other)) => one == other,
            (Self::Constant(one), Self::Constant(other)) => one.is_identical(other),
            _ => false,
        }
    }

    fn is_expression(&self) -> bool {
        matches!(self, Self::Expression(_))
    }

    fn is_expression_or_finite(self) -> bool {
        match self {
            Self::Expression(_) => true,
            Self::Constant(value) => value.is_finite(),
        }
    }
}

/// What stands for an expression of which nothing is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Absence {
    /// Any constant: in each case it is something else than a zero that is known.
    Never,
    /// Zero.
    Zero,
    /// The zero that changes nothing where it is added: zero plus minus zero is zero.
    MinusZero,
}

impl Absence {
    fn constant(self, r#type: Scalar) -> Constant {
        match self {
            Self::MinusZero if r#type.is_float() => Constant::Float(-0.0),
            Self::MinusZero if r#type.is_complex() => Constant::Complex(-0.0, -0.0),
            _ => Constant::number(0, r#type).unwrap_or(Constant::Zero),
        }
    }
}

struct Search<'a> {
    nest: &'a mut Nest,
    reads: &'a [MergedRead],
    branching: Branching,
    /// Whether the signs of zeros matter.
    is_exact: bool,
    /// What was found, each with what stands for it where nothing is left of it.
    parts: Vec<(BlendedPart, Absence)>,
    /// Whether one of the operations needs finite constants ([`needs_finite`]).
    needs_finite: bool,
}

impl Search<'_> {
    /// The drivers on which an expression depends.
    fn drivers_of(&self, id: ExprId) -> Vec<usize> {
        let reads = self.nest.reads(id);
        (0..self.reads.len()).filter(|driver| reads.contains(&self.reads[*driver].access)).collect()
    }

    fn collect(&mut self, id: ExprId, absence: Absence) -> Option<()> {
        if let Some(at) = self.parts.iter().position(|(part, _)| part.expression == id) {
            let found = self.parts[at].1;
            return if self.is_allowed(found, absence) { Some(()) } else { self.replace_zeros(at, absence) };
        }
        let depends_on = self.drivers_of(id);
        if let [driver] = depends_on[..]
            && let Some(part) = self.single_driver_part(id, driver, absence)
        {
            self.parts.push((part, absence));
            let is_taken = self.branching == Branching::Allowed || can_be_wasted(self.nest, id);
            return is_taken.then_some(());
        }
        if depends_on.is_empty() {
            return Some(());
        }
        let is_computed_anywhere = self.can_be_computed_anywhere(id);
        let operands = self.operand_absences(id, absence).filter(|_| is_computed_anywhere);
        if operands.is_some_and(|operands| self.collect_operands(id, operands).is_some()) {
            return Some(());
        }
        if self.branching == Branching::Forbidden {
            return None;
        }
        if is_computed_anywhere && self.collect_composite(id, &depends_on, absence).is_some() {
            return Some(());
        }
        let part = BlendedPart::in_branches(self.nest, self.reads, id, depends_on, absence)?;
        self.parts.push((part, absence));
        Some(())
    }

    /// Whether a part that was found with what stands for it where nothing is left may be taken where something else is allowed.
    fn is_allowed(&self, found: Absence, absence: Absence) -> bool {
        // Where any constant will do, zero stands for it.
        let is_zero = |absence| absence != Absence::MinusZero;
        !self.is_exact || absence == Absence::Never || found == absence || is_zero(found) && is_zero(absence)
    }

    /// Lets another zero stand for a part where nothing is left of it, if any constant will do where it was found.
    fn replace_zeros(&mut self, at: usize, absence: Absence) -> Option<()> {
        let (found, Absence::Never) = &self.parts[at] else { return None };
        let (expression, drivers, selection) = (found.expression, found.drivers.clone(), found.selection);
        let part = BlendedPart::new(self.nest, self.reads, expression, drivers, selection, absence)?;
        let is_right = selection == Selection::Branches || part.only_constant().is_some();
        self.parts[at] = (part, absence);
        is_right.then_some(())
    }

    /// Whether all of an expression can be computed wherever some of it is wanted. An operation that can stop the program is
    /// computed only where its own value is: a term is wanted where the sum is, but a factor only where others are not zero.
    fn can_be_computed_anywhere(&self, id: ExprId) -> bool {
        let mut traps = false;
        self.nest.visit_expr(id, &mut |id| traps |= divisor_may_trap(self.nest, id));
        !traps || name(self.nest, id).is_some_and(|name| matches!(name, "arith.addi" | "arith.subi"))
    }

    /// The part for an expression that depends on one driver; `None` unless it is a constant where this driver stores nothing.
    fn single_driver_part(&mut self, id: ExprId, driver: usize, absence: Absence) -> Option<BlendedPart> {
        let r#type = self.nest.node(id).r#type;
        let is_number = r#type.is_float() || matches!(r#type, Scalar::Integer(_, Sign::Signless));
        let is_read = matches!(self.nest.expr(id), Expr::Read(_)) && !self.reads[driver].sums_runs;
        let selection = match self.branching {
            _ if is_read && is_number => Selection::Address,
            Branching::Forbidden => Selection::Value,
            Branching::Allowed => Selection::Branches,
        };
        let part = BlendedPart::new(self.nest, self.reads, id, vec![driver], selection, absence)?;
        matches!(part.left[0], Remains::Constant(_)).then_some(part)
    }

    /// Collects the parts of all operands, given the zero that may replace each. If this fails for one operand, none are added.
    fn collect_operands(&mut self, id: ExprId, absences: Vec<Absence>) -> Option<()> {
        let (found, needed_finite) = (self.parts.len(), self.needs_finite);
        self.needs_finite |= name(self.nest, id).is_some_and(needs_finite);
        let operands = self.nest.operands(id);
        let collected =
            operands.into_iter().zip(absences).try_for_each(|(operand, absence)| self.collect(operand, absence));
        if collected.is_none() {
            self.parts.truncate(found);
            self.needs_finite = needed_finite;
        }
        collected
    }

    /// Collects the parts of the operands, then the expression itself as a part that contains them. It has to be the same
    /// constant wherever nothing is left of it.
    fn collect_composite(&mut self, id: ExprId, depends_on: &[usize], absence: Absence) -> Option<()> {
        let operands = self.operand_absences_where_left(id)?;
        let is_cheap = name(self.nest, id).is_some_and(is_cheap);
        let selection = if is_cheap { Selection::Value } else { Selection::Guard };
        let part = BlendedPart::new(self.nest, self.reads, id, depends_on.to_vec(), selection, absence)?;
        let is_always_left = part.count_computed() == part.left.len();
        if !is_always_left && part.only_constant().is_none() {
            return None;
        }
        self.collect_operands(id, operands)?;
        if !is_always_left {
            self.parts.push((part, absence));
        }
        Some(())
    }

    /// The zero that replaces each absent operand, if the operation, computed with these zeros, gives a value that `absence`
    /// allows.
    fn operand_absences(&self, id: ExprId, absence: Absence) -> Option<Vec<Absence>> {
        let (name, count) = (name(self.nest, id)?, self.nest.operands(id).len());
        // What keeps zero is zero where its operand is, and a product where a factor is.
        let is_one = count == 1 && gives_zero_of_zero(name);
        if absence == Absence::Never && (is_one || from_operation(name) == Some(Combiner::Mul)) {
            return Some(vec![Absence::Never; count]);
        }
        let is_taken = is_cheap(name) || self.branching == Branching::Allowed && adds_floats(name);
        if is_taken && !is_ruled(name) { self.absences_for_arithmetic(name, count, absence) } else { None }
    }

    /// The same if the result is used only where something is left of the expression.
    fn operand_absences_where_left(&self, id: ExprId) -> Option<Vec<Absence>> {
        let (name, operands) = (name(self.nest, id)?, self.nest.operands(id));
        let is_product = from_operation(name) == Some(Combiner::Mul) || name == "complex.mul";
        if is_product || operands.len() == 1 && gives_zero_of_zero(name) {
            return Some(vec![Absence::Never; operands.len()]);
        }
        let has_signs =
            |(number, operand): (usize, &ExprId)| reads_sign_of_zero(name, number, self.nest.node(*operand).r#type);
        let is_taken = !drops_product(name) && !operands.iter().enumerate().any(has_signs);
        if is_taken { self.absences_for_arithmetic(name, operands.len(), Absence::Never) } else { None }
    }

    /// The zeros that may replace the operands of an operation that no rule of [`simplify`] decides.
    ///
    /// [`simplify`]: crate::index::algebra::simplify
    fn absences_for_arithmetic(&self, name: &str, count: usize, absence: Absence) -> Option<Vec<Absence>> {
        let all = |absence| Some(vec![absence; count]);
        match (name, absence) {
            _ if !self.is_exact => all(Absence::Zero),
            // Where nothing is left of either operand, minus zero is.
            ("arith.addf" | "complex.add", Absence::Never | Absence::MinusZero) => all(Absence::MinusZero),
            ("arith.subf" | "complex.sub", Absence::Never | Absence::MinusZero) => {
                Some(vec![Absence::MinusZero, Absence::Zero])
            }
            ("arith.negf" | "complex.neg", Absence::Zero) => all(Absence::MinusZero),
            ("arith.negf" | "complex.neg", Absence::MinusZero) => all(Absence::Zero),
            (_, Absence::Never | Absence::Zero) if !adds_floats(name) => all(Absence::Zero),
            _ => None,
        }
    }
}

/// The name of the operation that an expression is.
fn name(nest: &Nest, id: ExprId) -> Option<&'static str> {
    match nest.expr(id) {
        Expr::Scalar { operation, .. } => Some(operation.name()),
        Expr::Combine { combiner, .. } => operation(*combiner, nest.node(id).r#type),
        _ => None,
    }
}

/// Whether an operation may stop the program: a division whose divisor is not known, 0 or -1.
fn divisor_may_trap(nest: &Nest, id: ExprId) -> bool {
    if !name(nest, id).is_some_and(can_trap) {
        return false;
    }
    let divisor = nest.operands(id).get(1).and_then(|divisor| match nest.expr(*divisor) {
        Expr::Constant(known) => Some(known.value),
        Expr::Outside(outside) => outside.constant,
        _ => None,
    });
    // The smallest integer, divided by minus one, is too large for its type.
    !matches!(divisor, Some(Constant::Integer(number)) if !matches!(number, 0 | -1))
}

/// Whether computing an expression where its value is not wanted is cheaper than a branch that is hard to predict.
pub fn can_be_wasted(nest: &Nest, id: ExprId) -> bool {
    let mut cheap = true;
    nest.visit_expr(id, &mut |id| {
        cheap &= match nest.expr(id) {
            Expr::Fold { .. } | Expr::Stored(_) => false,
            Expr::Scalar { .. } | Expr::Combine { .. } => name(nest, id).is_some_and(is_cheap),
            _ => true,
        };
    });
    cheap
}
