//! From dimensions to levels and back: what the affine map of a format says.
//!
//! The expression of a level is a linear form over atoms: dimensions, quotients and remainders. Each form is an equation whose
//! value, the coordinate of the level, is known. Solving the equations gives the dimensions: a form with one unknown atom gives
//! this atom; a quotient and a remainder of one form by the same number give the form. If the form of a level is known from the
//! levels above, the level says nothing new: an `offset` level stores nothing (LEVELS), any other still has its own nodes.

mod equations;
mod form;

pub use form::{Atom, Form};

use super::{Assembly, level_format};
use equations::Equations;
use lacuna_dialects::{
    builder::Builder,
    format::{Format, Level},
    ir::Value,
};
use std::collections::BTreeMap;

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

    /// Their sum; `None` where its numbers exceed 64 bits.
    fn plus(&self, other: &Self, factor: i64) -> Option<Self> {
        let mut sum = self.clone();
        sum.constant = sum.constant.checked_add(other.constant.checked_mul(factor)?)?;
        for (level, coefficient) in &other.levels {
            let entry = sum.levels.entry(*level).or_insert(0);
            *entry = entry.checked_add(coefficient.checked_mul(factor)?)?;
        }
        sum.levels.retain(|_, coefficient| *coefficient != 0);
        Some(sum)
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

/// Why a format has no map in both directions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unmappable {
    /// The expression of this level is no form.
    Level(usize),
    /// This level has a remainder as a part of what it stores, and nothing else determines the dimension.
    Impure(usize),
    /// The levels do not determine this dimension.
    Dimension(usize),
}

impl Mapping {
    /// The map of a format that has no [flaw](super::flaw), as no format has that a pass comes across.
    pub fn of(format: Format<'_>) -> Self {
        Self::new(format).expect("formats are checked before a pass runs")
    }

    /// The map of a format, if it has one.
    pub fn new(format: Format<'_>) -> Result<Self, Unmappable> {
        let map = format.map();
        let mut forms = Vec::new();
        for level in 0..map.result_count() {
            let expression = map.result(level).map_err(|_| Unmappable::Level(level))?;
            let form = || Form::new(expression).ok_or(Unmappable::Level(level));
            forms.push(if expression.is_symbol() { None } else { Some(form()?) });
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
                    equations.learn(form, level);
                    Source::Own
                }
            });
            followed.push(follows.map(|sum| Followed { sum, divisor: 1 }));
        }
        let dimensions = (0..map.dim_count())
            .map(|dimension| {
                let known = equations.known.get(&Atom::Dimension(dimension)).cloned();
                known.ok_or(equations.impure.map_or(Unmappable::Dimension(dimension), Unmappable::Impure))
            })
            .collect::<Result<Vec<OfLevels>, _>>()?;
        for (level, form) in forms.iter().enumerate() {
            // What tells no dimension follows from the others, some of them below.
            let is_needed = dimensions.iter().any(|dimension| dimension.levels.contains_key(&level));
            if sources[level] == Source::Own
                && !is_needed
                && let Some(form) = form
                && let Some(follows) = of_dimensions(form, &dimensions)
            {
                let is_above = follows.sum.levels.keys().all(|other| *other < level);
                sources[level] = if is_above { source_of_known(format.level(level), form) } else { Source::Again };
                followed[level] = Some(follows);
            }
        }
        Ok(Self { forms, sources, followed, dimensions })
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
        Atom::Dimension(dimension) => sum.plus(&dimensions[*dimension], *factor),
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
