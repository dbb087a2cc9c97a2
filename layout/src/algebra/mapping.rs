//! From dimensions to levels and back: what the affine map of a format says.
//!
//! The form of each level is an equation whose value, the coordinate of the level, is known. Solving the equations gives the
//! dimensions: a form with one unknown atom gives this atom; a quotient and a remainder of one form by the same number give
//! the form. If the form of a level is known from the levels above, the level says nothing new: an `offset` level stores
//! nothing (LEVELS), any other still has its own nodes. An `offset` level gives no equation, because nothing of it is stored.

use super::{Atom, DimensionForm, Extent, Form, equations::Equations};
use crate::{Format, Level};
use lacuna_relation::Linear;

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

/// A linear function of the coordinates of levels.
pub type OfLevels = Linear<usize>;

/// What a function of levels says of them.
pub trait OverLevels {
    /// The levels, in order.
    fn levels(&self) -> impl DoubleEndedIterator<Item = usize>;

    /// Whether it is below `size` and not negative for all coordinates within the extents.
    fn stays_below(&self, size: u64, extents: &[Extent]) -> bool;
}

impl OverLevels for OfLevels {
    fn levels(&self) -> impl DoubleEndedIterator<Item = usize> {
        self.terms().iter().map(|(level, _)| *level)
    }

    fn stays_below(&self, size: u64, extents: &[Extent]) -> bool {
        let end = |want_high: bool| {
            let mut ends = self.terms().iter().map(|&(level, factor)| {
                let extent = extents[level];
                let coordinate = if (factor > 0) == want_high { extent.high() } else { i128::from(extent.low) };
                coordinate.checked_mul(i128::from(factor))
            });
            ends.try_fold(i128::from(self.constant()), |sum, term| sum.checked_add(term?))
        };
        let is_empty = self.levels().any(|level| extents[level].size == 0);
        is_empty || (end(false).is_some_and(|low| low >= 0) && end(true).is_some_and(|high| high < i128::from(size)))
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
    /// Its value for the coordinates of levels.
    pub fn value(&self, coordinate_of: impl Fn(usize) -> i64) -> i128 {
        self.sum.wide_value(|level| coordinate_of(*level)).div_euclid(self.divisor.into())
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
    /// The first level from which on each dimension is known.
    pub known_from: Vec<usize>,
    /// Whether coordinates within the extents of all levels always agree with each other: each level says something that no
    /// other one says.
    pub is_exact: bool,
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
    /// The map of a format, if it has one.
    ///
    /// # Errors
    /// Why there is none.
    pub fn new(format: &Format) -> Result<Self, Unmappable> {
        let form = |(number, level): (usize, &Level)| match level.is_slot() {
            true => Ok(None),
            false => level.expr.form().map(Some).ok_or(Unmappable::Level(number)),
        };
        let forms: Vec<Option<Form>> = format.levels.iter().enumerate().map(form).collect::<Result<_, _>>()?;
        let mut equations = Equations::default();
        let (mut sources, mut followed) = (Vec::new(), Vec::new());
        let mut known_from = vec![None; format.order];
        // Slots, offsets and the constant 0 say nothing, and have nothing to disagree with.
        let mut informative = 0;
        for (number, (level, form)) in format.levels.iter().zip(&forms).enumerate() {
            let follows = form.as_ref().and_then(|form| equations.value(form));
            sources.push(match form {
                None => Source::Slot,
                Some(form) => {
                    informative += usize::from(!level.is_implied() && *form != Form::default());
                    if follows.is_some() {
                        source_of_known(level, form)
                    } else {
                        if !level.is_implied() {
                            equations.learn(form, number);
                        }
                        Source::Own
                    }
                }
            });
            followed.push(follows.map(|sum| Followed { sum, divisor: 1 }));
            for (dimension, from) in known_from.iter_mut().enumerate() {
                if from.is_none() && equations.known.contains_key(&Atom::Name(dimension)) {
                    *from = Some(number);
                }
            }
        }
        let dimension = |dimension| {
            let known = equations.known.get(&Atom::Name(dimension)).cloned();
            known.ok_or(equations.impure.map_or(Unmappable::Dimension(dimension), Unmappable::Impure))
        };
        let dimensions = (0..format.order).map(dimension).collect::<Result<Vec<OfLevels>, _>>()?;
        let joins = equations.joined.len();
        let is_exact = informative == format.order + joins && equations.known.len() == format.order + 2 * joins;
        let known_from = known_from.into_iter().flatten().collect();
        let mut mapping = Self { forms, sources, followed, dimensions, known_from, is_exact };
        mapping.follow(format);
        Ok(mapping)
    }

    /// Finds the levels that tell no dimension and follow from the others, some of them below.
    fn follow(&mut self, format: &Format) {
        for (number, level) in format.levels.iter().enumerate() {
            if self.sources[number] == Source::Own
                && !self.is_needed(number)
                && let Some(form) = &self.forms[number]
                && let Some(follows) = of_dimensions(form, &self.dimensions)
            {
                let is_above = follows.sum.levels().all(|other| other < number);
                self.sources[number] = if is_above { source_of_known(level, form) } else { Source::Again };
                self.followed[number] = Some(follows);
            }
        }
    }

    /// Whether a dimension is computed from a level.
    fn is_needed(&self, level: usize) -> bool {
        self.dimensions.iter().any(|dimension| dimension.factor(&level) != 0)
    }

    /// The coordinates of a level of this form, in this or another format, as far as those of the levels say them.
    pub fn value(&self, form: &Form) -> Option<Followed> {
        of_dimensions(form, &self.dimensions)
    }

    /// Whether an entry is found under one of several nodes that the dimensions do not tell apart.
    pub fn has_slots(&self) -> bool {
        self.sources.iter().any(|source| matches!(source, Source::Slot | Source::Again))
    }

    /// A level that says nothing which the others do not say, in a way that cannot be followed from them: code that walks it
    /// could not tell its coordinates from the others.
    pub fn needless_level(&self) -> Option<usize> {
        (0..self.sources.len()).find(|level| self.sources[*level] == Source::Own && !self.is_needed(*level))
    }

    /// The dimension that each level stores, where each level stores one and each dimension has one.
    pub fn permutation(&self) -> Option<Vec<usize>> {
        let dimensions: Vec<_> = self.forms.iter().map(|form| form.as_ref()?.as_dimension()).collect::<Option<_>>()?;
        (dimensions.len() == self.dimensions.len()).then_some(dimensions)
    }

    /// The forms of the levels that have coordinates of their own, from the top.
    pub fn own_forms(&self) -> Vec<Form> {
        let own = self.forms.iter().zip(&self.sources).filter(|(_, source)| **source == Source::Own);
        own.filter_map(|(form, _)| form.clone()).collect()
    }
}

/// The value of a form of dimensions alone, or of quotients of one.
fn of_dimensions(form: &Form, dimensions: &[OfLevels]) -> Option<Followed> {
    if let Some(Atom::Quotient(inner, divisor)) = form.as_term() {
        let inner = of_dimensions(inner, dimensions)?;
        return Some(Followed { divisor: inner.divisor.checked_mul(*divisor)?, ..inner });
    }
    let start = OfLevels::number(form.constant());
    let sum = form.terms().iter().try_fold(start, |sum, (atom, factor)| match atom {
        Atom::Name(dimension) => sum.plus(&dimensions[*dimension], *factor),
        Atom::Quotient(..) | Atom::Remainder(..) => None,
    })?;
    Some(Followed { sum, divisor: 1 })
}

/// Where the coordinates of a level come from that follow from those above.
fn source_of_known(level: &Level, form: &Form) -> Source {
    // The only coordinate is there at a place that can be computed: that of the parent.
    let is_single = *form == Form::default() && level.properties().full && level.capabilities().locate;
    if level.is_implied() || is_single { Source::Above } else { Source::Again }
}
