//! Values of merges, found in parts: one expression for all cases, in which parts that depend on absent operands are replaced.
//!
//! Which of several cursors comes next is as good as random, so a branch for each case is mispredicted every other time. If
//! every combination of cursors is a case and the expression is cheap, one expression serves all cases: each part that depends
//! on one operand is selected by whether this operand stores the coordinate.
//!
//! Where there are too many cases for a branch of each (see [`super::shared`]), a part may depend on several operands, such as a
//! product among the terms of a sum: it is chosen by what these store, whatever the others do.

use super::{cursor::OperandCursor, driver::Driver, work::Work};
use crate::{
    fp::FpMode,
    index::{
        Access, Combiner, Expr, ExprId, Nest, Scalar,
        algebra::{adds_floats, gives_zero_of_zero, is_cheap, is_ruled},
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
    /// A number.
    Constant(Constant),
}

/// How one of several values is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Selection {
    /// Without a branch: the value that one driver stores is read, or a number is loaded. The address is selected.
    Address,
    /// Without a branch: what one driver gives is computed anyway, and it or a number is selected.
    Value,
    /// By branches: no more is computed than what is left.
    Branch,
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
    if !drivers.iter().all(|driver| driver.takes_entries(cursors)) {
        return None;
    }
    let value = work.only_value()?;
    if nest.knows_absence(value) || nest.may_be_absent(value) {
        return None;
    }
    let drivers: Vec<_> = drivers.iter().map(|driver| cursors[driver.cursor].access.clone()).collect();
    find_parts(nest, &drivers, value, Branching::Forbidden, fp)
}

/// The smallest parts of a value that can be chosen apart; `None` if choosing them apart would change the value.
pub(super) fn find_parts(
    nest: &mut Nest,
    drivers: &[Access],
    value: ExprId,
    branching: Branching,
    fp: FpMode,
) -> Option<Vec<BlendedPart>> {
    let mut search =
        Search { nest, drivers, branching, is_exact: fp == FpMode::Strict, parts: Vec::new(), adds: false };
    search.collect(value, Absence::Never)?;
    let Search { parts, adds, .. } = search;
    // Infinity plus minus infinity is no number, but what is added to an absent distance stays one.
    let are_zeros = || parts.iter().all(|(part, _)| part.left.iter().all(Remains::is_expression_or_zero));
    (!adds || are_zeros()).then(|| parts.into_iter().map(|(part, _)| part).collect())
}

/// The whole of a value as one part.
pub(super) fn whole(nest: &mut Nest, drivers: &[Access], value: ExprId) -> Option<BlendedPart> {
    BlendedPart::new(nest, drivers, value, (0..drivers.len()).collect(), Branching::Allowed, Absence::Never)
}

impl BlendedPart {
    fn new(
        nest: &mut Nest,
        accesses: &[Access],
        expression: ExprId,
        drivers: Vec<usize>,
        branching: Branching,
        absence: Absence,
    ) -> Option<Self> {
        let r#type = nest.node(expression).r#type;
        let left: Option<Vec<_>> = (0..1usize << drivers.len())
            .map(|present| {
                let is_absent = |bit: &usize| present >> bit & 1 == 0;
                let absent: Vec<_> =
                    (0..drivers.len()).filter(is_absent).map(|bit| accesses[drivers[bit]].clone()).collect();
                let (remains, known) = Specializer::new(nest, &absent).expression(expression);
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
        let is_number = r#type.is_float() || matches!(r#type, Scalar::Integer(_, Sign::Signless));
        let is_read = matches!(nest.expr(expression), Expr::Read(_));
        let selection = match branching {
            _ if is_read && is_number => Selection::Address,
            Branching::Forbidden => Selection::Value,
            Branching::Allowed => Selection::Branch,
        };
        Some(Self { expression, drivers, left: left?, selection })
    }

    /// In how many cases something is computed.
    pub fn cases(&self) -> usize {
        self.left.iter().filter(|left| matches!(left, Remains::Expression(_))).count()
    }

    /// Whether something is left of it where of all drivers of the merge these store something: bit `k` for number `k`.
    pub fn is_left_in(&self, present: u32) -> bool {
        let bits = self.drivers.iter().enumerate().map(|(bit, driver)| (present as usize >> driver & 1) << bit);
        matches!(self.left[bits.sum::<usize>()], Remains::Expression(_))
    }

    /// The value of a part that depends on one driver where this stores nothing.
    pub fn otherwise(&self) -> Constant {
        match self.left[..] {
            [Remains::Constant(otherwise), _] => otherwise,
            _ => unreachable!("one driver is asked for, without which a number is left"),
        }
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

    fn is_expression_or_zero(&self) -> bool {
        match self {
            Self::Expression(_) => true,
            Self::Constant(value) => value.is_zero(),
        }
    }
}

/// What stands for an expression of which nothing is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Absence {
    /// In each case it is something else than a zero that is known.
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
            _ => Constant::number(0, r#type).unwrap_or(Constant::Zero),
        }
    }
}

struct Search<'a> {
    nest: &'a mut Nest,
    drivers: &'a [Access],
    branching: Branching,
    /// Whether the signs of zeros matter.
    is_exact: bool,
    /// What was found, each with what stands for it where nothing is left of it.
    parts: Vec<(BlendedPart, Absence)>,
    /// Whether floating-point numbers of several operands are added.
    adds: bool,
}

impl Search<'_> {
    /// The drivers on which an expression depends.
    fn drivers_of(&self, id: ExprId) -> Vec<usize> {
        let reads = self.nest.reads(id);
        (0..self.drivers.len()).filter(|driver| reads.contains(&self.drivers[*driver])).collect()
    }

    fn collect(&mut self, id: ExprId, absence: Absence) -> Option<()> {
        if let Some((_, found)) = self.parts.iter().find(|(part, _)| part.expression == id) {
            return (*found == absence).then_some(());
        }
        let depends_on = self.drivers_of(id);
        if let [driver] = depends_on[..]
            && let Some(part) = BlendedPart::new(self.nest, self.drivers, id, vec![driver], self.branching, absence)
            && matches!(part.left[0], Remains::Constant(_))
        {
            self.parts.push((part, absence));
            let is_taken = self.branching == Branching::Allowed || can_be_wasted(self.nest, id);
            return is_taken.then_some(());
        }
        if depends_on.is_empty() {
            return Some(());
        }
        let (found, adds) = (self.parts.len(), self.adds);
        if self.collect_operands(id, absence).is_some() {
            return Some(());
        }
        if self.branching == Branching::Forbidden {
            return None;
        }
        self.parts.truncate(found);
        self.adds = adds;
        let part = BlendedPart::new(self.nest, self.drivers, id, depends_on, self.branching, absence)?;
        self.parts.push((part, absence));
        Some(())
    }

    /// The parts of the operands of an expression, if computing it with what is left of them gives what is left of it.
    fn collect_operands(&mut self, id: ExprId, absence: Absence) -> Option<()> {
        let name = name(self.nest, id)?;
        let operands = self.nest.operands(id);
        self.adds |= adds_floats(name);
        let absences = self.absences(name, &operands, absence)?;
        operands.into_iter().zip(absences).try_for_each(|(operand, absence)| self.collect(operand, absence))
    }

    /// What may stand for each operand of an operation where nothing is left of it, if something can.
    fn absences(&self, name: &str, operands: &[ExprId], absence: Absence) -> Option<Vec<Absence>> {
        let all = |absence| Some(vec![absence; operands.len()]);
        // What keeps zero is zero where its operand is, and a product where a factor is.
        let is_one = operands.len() == 1 && gives_zero_of_zero(name);
        if absence == Absence::Never && (is_one || from_operation(name) == Some(Combiner::Mul)) {
            return all(Absence::Never);
        }
        let is_taken = is_cheap(name) || self.branching == Branching::Allowed && adds_floats(name);
        if !is_taken || is_ruled(name) {
            return None;
        }
        match (name, absence) {
            _ if !self.is_exact => all(Absence::Zero),
            // Where nothing is left of either operand, minus zero is.
            ("arith.addf", Absence::Never | Absence::MinusZero) => all(Absence::MinusZero),
            ("arith.subf", Absence::Never | Absence::MinusZero) => Some(vec![Absence::MinusZero, Absence::Zero]),
            ("arith.negf", Absence::Zero) => all(Absence::MinusZero),
            ("arith.negf", Absence::MinusZero) => all(Absence::Zero),
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
