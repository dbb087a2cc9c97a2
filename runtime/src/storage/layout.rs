//! What a format means for tensors of one shape: sizes of levels, and what there is to check.

use lacuna_layout::algebra::{DimensionForm, Extent, Form, Mapping, OfLevels, OverLevels};
use lacuna_layout::{DimExpr, Format, LevelSizeError};

/// A format for tensors of one shape.
#[derive(Clone)]
pub(crate) struct Layout<'a> {
    pub(crate) format: &'a Format,
    pub(crate) shape: &'a [u64],
    /// One a level; that of a level of slots is empty, its size is in no format.
    pub(crate) extents: Vec<Extent>,
    /// Whether each level stores coordinates in two's complement.
    pub(crate) signed: Vec<bool>,
    /// What each level stores, in as few steps as it can be computed, none of which overflows.
    pub(crate) exprs: Vec<DimExpr>,
    /// How each dimension is computed.
    pub(crate) dimensions: Vec<OfLevels>,
    /// One a level.
    pub(super) checks: Vec<Checks>,
    /// The number of batch levels.
    pub(crate) batch_levels: usize,
    /// The size of a level of slots, when it is known.
    pub(crate) slots: Option<u64>,
}

/// What the coordinates of a level and those above it may contradict.
#[derive(Clone, Debug, Default)]
pub(super) struct Checks {
    /// Dimensions known from this level on that can leave the shape.
    pub(super) dimensions: Vec<usize>,
    /// Levels whose expression can be computed from this level on, and may differ from what they
    /// store.
    pub(super) expressions: Vec<usize>,
    /// Levels whose coordinates it takes.
    pub(super) needed: Vec<bool>,
}

impl Checks {
    pub(super) fn is_empty(&self) -> bool {
        self.dimensions.is_empty() && self.expressions.is_empty()
    }
}

impl<'a> Layout<'a> {
    /// The format, which is valid, for a shape of its order, and its map.
    pub(crate) fn new(format: &'a Format, mapping: Mapping, shape: &'a [u64]) -> Result<Layout<'a>, LevelSizeError> {
        let extent = |(level, form): (usize, &Option<Form>)| match form {
            None => Ok(Extent::EMPTY),
            Some(form) => form.extent(shape).ok_or_else(|| LevelSizeError {
                level,
                expr: format.levels[level].expr.to_string(),
                shape: shape.to_vec(),
            }),
        };
        let Mapping { forms, dimensions, known_from, is_exact, .. } = mapping;
        let extents: Vec<Extent> = forms.iter().enumerate().map(extent).collect::<Result<_, _>>()?;
        let signed = forms.iter().map(|form| form.as_ref().is_some_and(DimensionForm::is_signed)).collect();
        let exprs: Vec<DimExpr> = format.levels.iter().map(|level| level.expr.canonical()).collect();
        let mut checks = vec![Checks::default(); format.levels.len()];
        for (dimension, of_levels) in dimensions.iter().enumerate() {
            if !of_levels.stays_below(shape[dimension], &extents) {
                checks[known_from[dimension]].dimensions.push(dimension);
            }
        }
        if !is_exact {
            for (number, (level, form)) in format.levels.iter().zip(&forms).enumerate() {
                if let Some(form) = form.as_ref().filter(|_| !level.is_implied()) {
                    let known = form.dimensions().iter().map(|&dimension| known_from[dimension]).max();
                    checks[known.map_or(number, |known| known.max(number))].expressions.push(number);
                }
            }
        }
        for check in &mut checks {
            check.needed = vec![false; format.levels.len()];
            let of_expressions =
                check.expressions.iter().filter_map(|&level| forms[level].as_ref()).flat_map(Form::dimensions);
            for dimension in check.dimensions.iter().copied().chain(of_expressions) {
                dimensions[dimension].levels().for_each(|level| check.needed[level] = true);
            }
            check.expressions.iter().for_each(|&level| check.needed[level] = true);
        }
        let batch_levels = format.batch_levels();
        Ok(Layout { format, shape, extents, signed, exprs, dimensions, checks, batch_levels, slots: None })
    }

    /// The same with batch levels taken as dense ones.
    pub(crate) fn without_batches(&self) -> Layout<'a> {
        Layout { batch_levels: 0, ..self.clone() }
    }

    /// The number of batches; `None` past 64 bits.
    pub(super) fn batches(&self) -> Option<u64> {
        let sizes = || self.extents[..self.batch_levels].iter().map(|extent| extent.size);
        if sizes().any(|size| size == 0) {
            return Some(0);
        }
        sizes().try_fold(1, |product: u64, size| product.checked_mul(size))
    }
}
