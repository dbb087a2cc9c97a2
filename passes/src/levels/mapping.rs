//! From dimensions to levels and back: what the affine map of a format says.
//!
//! The expression of a level is a linear form over atoms: dimensions, quotients and remainders. Read as equations whose
//! left sides, the coordinates of the levels, are known, the forms give the dimensions back: a form with one unknown
//! atom gives it; a quotient and a remainder of the same form by the same number give that form. A level whose form is
//! known from the levels above says nothing new: an offset level stores nothing (LEVELS), any other has nodes of its own
//! all the same.

use super::{Assembly, level_format};
use lacuna_dialects::{
    builder::Builder,
    format::{Format, Level},
    ir::Value,
};
use melior::ir::AffineExpr;
use std::collections::{BTreeMap, BTreeSet};

/// What a form is a sum of.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Atom {
    /// A dimension.
    Dimension(usize),
    /// A form, divided and rounded down.
    Quotient(Form, i64),
    /// What remains.
    Remainder(Form, i64),
}

/// A sum of atoms with factors, and a constant.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Form {
    /// The atoms; no factor is zero.
    pub terms: BTreeMap<Atom, i64>,
    /// The constant.
    pub constant: i64,
}

impl Form {
    /// The form of an affine expression; `None` for what is not one of dimensions.
    pub fn new(expression: AffineExpr<'_>) -> Option<Self> {
        if expression.is_dim() {
            return Some(Self::atom(Atom::Dimension(expression.dim_position())));
        }
        if expression.is_constant() {
            return Some(Self { terms: BTreeMap::new(), constant: expression.constant_value() });
        }
        if expression.is_symbol() {
            return None;
        }
        let (left, right) = (Self::new(expression.lhs())?, Self::new(expression.rhs())?);
        if expression.is_add() {
            return left.plus(&right, 1);
        }
        let number = right.terms.is_empty().then_some(right.constant)?;
        if expression.is_mul() {
            Self::default().plus(&left, number)
        } else if expression.is_floor_div() {
            if number == 1 { Some(left) } else { Some(Self::atom(Atom::Quotient(left, number))) }
        } else if expression.is_mod() {
            Some(Self::atom(Atom::Remainder(left, number)))
        } else {
            None
        }
    }

    fn atom(atom: Atom) -> Self {
        Self { terms: BTreeMap::from([(atom, 1)]), constant: 0 }
    }

    fn plus(&self, other: &Self, factor: i64) -> Option<Self> {
        let mut sum = self.clone();
        sum.constant = sum.constant.checked_add(other.constant.checked_mul(factor)?)?;
        for (atom, coefficient) in &other.terms {
            let entry = sum.terms.entry(atom.clone()).or_insert(0);
            *entry = entry.checked_add(coefficient.checked_mul(factor)?)?;
        }
        sum.terms.retain(|_, coefficient| *coefficient != 0);
        Some(sum)
    }

    /// The dimension, if the form is nothing else.
    pub fn as_dimension(&self) -> Option<usize> {
        match self.terms.iter().next() {
            Some((Atom::Dimension(dimension), 1)) if self.terms.len() == 1 && self.constant == 0 => Some(*dimension),
            _ => None,
        }
    }

    /// `(i, j)`, if the form is dimension `i` less dimension `j`.
    pub fn as_difference(&self) -> Option<(usize, usize)> {
        let find = |factor| {
            self.terms.iter().find_map(|(atom, coefficient)| match atom {
                Atom::Dimension(dimension) if *coefficient == factor => Some(*dimension),
                _ => None,
            })
        };
        (self.terms.len() == 2 && self.constant == 0).then(|| Some((find(1)?, find(-1)?))).flatten()
    }

    /// Whether it can be negative, in a tensor of some shape.
    pub fn is_signed(&self) -> bool {
        self.bounds().0.is_none_or(|least| least < 0)
    }

    /// The least and the greatest value in tensors of any shape, as far as there are such.
    fn bounds(&self) -> (Option<i64>, Option<i64>) {
        let constant = Some(self.constant);
        self.terms.iter().fold((constant, constant), |(least, greatest), (atom, factor)| {
            let (low, high) = match atom {
                Atom::Dimension(_) => (Some(0), None),
                Atom::Quotient(form, divisor) => {
                    let (low, high) = form.bounds();
                    let divide = |bound: i64| bound.div_euclid(*divisor);
                    (low.map(divide), high.map(divide))
                }
                Atom::Remainder(_, divisor) => (Some(0), Some(divisor - 1)),
            };
            let (low, high) = if *factor < 0 { (high, low) } else { (low, high) };
            let plus = |sum: Option<i64>, bound: Option<i64>| sum?.checked_add(bound?.checked_mul(*factor)?);
            (plus(least, low), plus(greatest, high))
        })
    }

    /// Emits its value at a point, of which all coordinates are given.
    pub fn emit<'c>(&self, builder: &Builder<'c>, point: &[Value<'c>]) -> Value<'c> {
        let terms: Vec<_> = self
            .terms
            .iter()
            .map(|(atom, factor)| {
                let value = match atom {
                    Atom::Dimension(dimension) => point[*dimension],
                    Atom::Quotient(form, divisor) => {
                        let inner = form.emit(builder, point);
                        let name = if form.is_signed() { "arith.floordivsi" } else { "arith.divui" };
                        builder.binary(name, inner, builder.index(*divisor))
                    }
                    Atom::Remainder(form, divisor) => {
                        let inner = form.emit(builder, point);
                        let divisor = builder.index(*divisor);
                        if form.is_signed() {
                            let whole = builder.binary("arith.floordivsi", inner, divisor);
                            builder.binary("arith.subi", inner, builder.binary("arith.muli", whole, divisor))
                        } else {
                            builder.binary("arith.remui", inner, divisor)
                        }
                    }
                };
                (value, *factor)
            })
            .collect();
        linear(builder, terms.into_iter(), self.constant)
    }
}

/// Where the coordinates of a level come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// They are its own.
    Own,
    /// They count entries, and are no function of the dimensions.
    Slot,
    /// They follow from those of the levels above, whose nodes have the same positions.
    Above,
    /// They follow from those of other levels, but the nodes have positions of their own.
    Again,
}

/// A linear function of the coordinates of levels: factors by level, and a constant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OfLevels {
    /// Each with its factor.
    pub levels: BTreeMap<usize, i64>,
    /// The constant.
    pub constant: i64,
}

impl OfLevels {
    fn level(level: usize) -> Self {
        Self { levels: BTreeMap::from([(level, 1)]), constant: 0 }
    }

    fn plus(&self, other: &Self, factor: i64) -> Self {
        let mut sum = self.clone();
        sum.constant += other.constant * factor;
        for (level, coefficient) in &other.levels {
            *sum.levels.entry(*level).or_insert(0) += coefficient * factor;
        }
        sum.levels.retain(|_, coefficient| *coefficient != 0);
        sum
    }

    /// Emits its value for the coordinates of levels.
    pub fn emit<'c>(&self, builder: &Builder<'c>, coordinate: impl Fn(&Builder<'c>, usize) -> Value<'c>) -> Value<'c> {
        let terms = self.levels.iter().map(|(level, factor)| (coordinate(builder, *level), *factor));
        linear(builder, terms, self.constant)
    }
}

/// A sum of values with factors, and a constant.
fn linear<'c>(builder: &Builder<'c>, terms: impl Iterator<Item = (Value<'c>, i64)>, constant: i64) -> Value<'c> {
    let mut sum = None;
    for (mut term, factor) in terms {
        if factor != 1 {
            term = builder.binary("arith.muli", term, builder.index(factor));
        }
        sum = Some(sum.map_or(term, |sum| builder.binary("arith.addi", sum, term)));
    }
    match (sum, constant) {
        (Some(sum), 0) => sum,
        (Some(sum), constant) => builder.binary("arith.addi", sum, builder.index(constant)),
        (None, constant) => builder.index(constant),
    }
}

/// The coordinates of a level that follow from those of others: divided and rounded down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Followed {
    /// What is divided.
    pub sum: OfLevels,
    /// By what; one where nothing is.
    pub divisor: i64,
}

impl Followed {
    /// Emits its value for the coordinates of levels.
    pub fn emit<'c>(&self, builder: &Builder<'c>, coordinate: impl Fn(&Builder<'c>, usize) -> Value<'c>) -> Value<'c> {
        let sum = self.sum.emit(builder, coordinate);
        match self.divisor {
            1 => sum,
            divisor => builder.binary("arith.floordivsi", sum, builder.index(divisor)),
        }
    }
}

/// The map of a format, in both directions.
#[derive(Clone, Debug)]
pub struct Mapping {
    /// The form of each level; slots have none.
    pub forms: Vec<Option<Form>>,
    /// Where the coordinates of each level come from.
    pub sources: Vec<Source>,
    /// The coordinates of levels that follow from those of others.
    pub followed: Vec<Option<Followed>>,
    /// Each dimension as a function of the coordinates of the levels.
    pub dimensions: Vec<OfLevels>,
}

impl Mapping {
    /// The map of a format; `None` where its levels do not determine its dimensions.
    pub fn new(format: Format<'_>) -> Option<Self> {
        let map = format.map();
        let mut forms = Vec::new();
        for level in 0..map.result_count() {
            let expression = map.result(level).ok()?;
            forms.push(if expression.is_symbol() { None } else { Some(Form::new(expression)?) });
        }
        let mut equations = Equations::default();
        let mut sources = Vec::new();
        let mut followed = Vec::new();
        for (level, form) in forms.iter().enumerate() {
            let follows = form.as_ref().and_then(|form| equations.value(form));
            sources.push(match form {
                None => Source::Slot,
                Some(form) if follows.is_some() => source_of_known(format.level(level), form),
                Some(form) => {
                    equations.learn(form, OfLevels::level(level));
                    Source::Own
                }
            });
            followed.push(follows.map(|sum| Followed { sum, divisor: 1 }));
        }
        let dimensions = (0..map.dim_count())
            .map(|dimension| equations.known.get(&Atom::Dimension(dimension)).cloned())
            .collect::<Option<Vec<OfLevels>>>()?;
        for (level, form) in forms.iter().enumerate() {
            // What tells no dimension follows from the others, some of them below.
            let is_needed = dimensions.iter().any(|dimension| dimension.levels.contains_key(&level));
            if sources[level] == Source::Own
                && !is_needed
                && let Some(follows) = form.as_ref().and_then(|form| of_dimensions(form, &dimensions))
            {
                let is_above = follows.sum.levels.keys().all(|other| *other < level);
                sources[level] =
                    if is_above { source_of_known(format.level(level), form.as_ref()?) } else { Source::Again };
                followed[level] = Some(follows);
            }
        }
        Some(Self { forms, sources, followed, dimensions })
    }

    /// The coordinates of a level of this form, in this or another format, as far as those of the levels say them.
    pub fn value(&self, form: &Form) -> Option<Followed> {
        of_dimensions(form, &self.dimensions)
    }

    /// Whether an entry is found under one of several nodes that the dimensions do not tell apart.
    pub fn has_slots(&self) -> bool {
        self.sources.iter().any(|source| matches!(source, Source::Slot | Source::Again))
    }

    /// A level that says nothing which the others do not say, in a way that cannot be followed from them.
    pub fn needless_level(&self) -> Option<usize> {
        let is_needed = |level: &usize| self.dimensions.iter().any(|dimension| dimension.levels.contains_key(level));
        (0..self.sources.len()).find(|level| self.sources[*level] == Source::Own && !is_needed(level))
    }

    /// The dimension that each level stores, where each level stores one and each dimension has one.
    pub fn permutation(&self) -> Option<Vec<usize>> {
        let dimensions: Vec<_> = self.forms.iter().map(|form| form.as_ref()?.as_dimension()).collect::<Option<_>>()?;
        (dimensions.len() == self.dimensions.len()).then_some(dimensions)
    }
}

/// The value of a form of dimensions alone, or of quotients of one.
fn of_dimensions(form: &Form, dimensions: &[OfLevels]) -> Option<Followed> {
    if let (Some((Atom::Quotient(inner, divisor), 1)), 1, 0) =
        (form.terms.first_key_value(), form.terms.len(), form.constant)
    {
        let inner = of_dimensions(inner, dimensions)?;
        return Some(Followed { divisor: inner.divisor.checked_mul(*divisor)?, ..inner });
    }
    let start = OfLevels { levels: BTreeMap::new(), constant: form.constant };
    let sum = form.terms.iter().try_fold(start, |sum, (atom, factor)| match atom {
        Atom::Dimension(dimension) => Some(sum.plus(&dimensions[*dimension], *factor)),
        Atom::Quotient(..) | Atom::Remainder(..) => None,
    })?;
    Some(Followed { sum, divisor: 1 })
}

/// Where the coordinates of a level come from that follow from those above.
fn source_of_known(level: Level, form: &Form) -> Source {
    let code = level_format(level);
    let is_implied = code.assembly() == Some(Assembly::Implied);
    // The only coordinate is there at a place that can be computed: that of the parent.
    let is_single = *form == Form::default() && code.properties().full && code.capabilities().locate;
    if is_implied || is_single { Source::Above } else { Source::Again }
}

/// What is known, and what is not solved yet.
#[derive(Default)]
struct Equations {
    known: BTreeMap<Atom, OfLevels>,
    open: Vec<(Form, OfLevels)>,
}

impl Equations {
    /// The value of a form whose atoms are known.
    fn value(&self, form: &Form) -> Option<OfLevels> {
        let mut sum = OfLevels { levels: BTreeMap::new(), constant: form.constant };
        for (atom, factor) in &form.terms {
            sum = sum.plus(self.known.get(atom)?, *factor);
        }
        Some(sum)
    }

    fn learn(&mut self, form: &Form, value: OfLevels) {
        self.open.push((form.clone(), value));
        loop {
            let before = (self.known.len(), self.open.len());
            for (form, value) in std::mem::take(&mut self.open) {
                self.solve(form, value);
            }
            self.rejoin();
            if (self.known.len(), self.open.len()) == before {
                return;
            }
        }
    }

    /// Takes an equation apart, if one atom is unknown and has the factor one or minus one.
    fn solve(&mut self, form: Form, value: OfLevels) {
        let unknown: Vec<_> = form.terms.iter().filter(|(atom, _)| !self.known.contains_key(atom)).collect();
        match unknown.as_slice() {
            [] => {}
            [(atom, factor)] if **factor == 1 || **factor == -1 => {
                let (atom, factor) = ((*atom).clone(), **factor);
                let rest = Form {
                    terms: form
                        .terms
                        .iter()
                        .filter(|(other, _)| **other != atom)
                        .map(|(a, f)| (a.clone(), *f))
                        .collect(),
                    constant: form.constant,
                };
                let Some(rest) = self.value(&rest) else { return };
                let solved = OfLevels::default().plus(&value.plus(&rest, -1), factor);
                self.known.insert(atom, solved);
            }
            _ => self.open.push((form, value)),
        }
    }

    /// Joins quotients with their remainders.
    fn rejoin(&mut self) {
        let mut done: BTreeSet<Form> = self.open.iter().map(|(form, _)| form.clone()).collect();
        let mut joined = Vec::new();
        for (atom, quotient) in &self.known {
            let Atom::Quotient(form, divisor) = atom else { continue };
            let Some(remainder) = self.known.get(&Atom::Remainder(form.clone(), *divisor)) else { continue };
            if self.value(form).is_none() && done.insert(form.clone()) {
                joined.push((form.clone(), remainder.plus(quotient, *divisor)));
            }
        }
        self.open.extend(joined);
    }
}
