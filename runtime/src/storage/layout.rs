//! What a format means for tensors of one shape: sizes of levels, and what there is to check.

use crate::format::{DimExpr, Extent, Format, LevelKind, LevelSizeError, Recovered, Recovery};

/// A format for tensors of one shape.
#[derive(Clone)]
pub(crate) struct Layout<'a> {
    pub(crate) format: &'a Format,
    pub(crate) shape: &'a [u64],
    /// One a level; that of a level of slots is empty, its size is in no format.
    pub(crate) extents: Vec<Extent>,
    /// Whether each level stores coordinates in two's complement.
    pub(crate) signed: Vec<bool>,
    /// How each dimension is computed.
    pub(crate) dimensions: Vec<Recovered>,
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
    /// The format, which is valid, for a shape of its order.
    pub(crate) fn new(format: &'a Format, shape: &'a [u64]) -> Result<Layout<'a>, LevelSizeError> {
        let extent = |(level, spec): (usize, &crate::format::Level)| {
            spec.expr.extent(shape).ok_or_else(|| LevelSizeError {
                level,
                expr: spec.expr.to_string(),
                shape: shape.to_vec(),
            })
        };
        let extents: Vec<Extent> = format.levels.iter().enumerate().map(extent).collect::<Result<_, _>>()?;
        let signed = format.levels.iter().map(|level| level.expr.can_be_negative()).collect();
        let Recovery { dimensions, is_exact, .. } = format.recovery();
        let dimensions: Vec<Recovered> = dimensions.into_iter().flatten().collect();
        let mut checks = vec![Checks::default(); format.levels.len()];
        for (dimension, recovered) in dimensions.iter().enumerate() {
            if !recovered.stays_below(shape[dimension], &extents) {
                checks[recovered.level].dimensions.push(dimension);
            }
        }
        if !is_exact {
            for (number, level) in format.levels.iter().enumerate() {
                let is_said_by_others = level.kind == LevelKind::Offset || level.expr == DimExpr::Slot;
                if !is_said_by_others {
                    let known = dimensions_of(&level.expr).iter().map(|&dimension| dimensions[dimension].level).max();
                    checks[known.map_or(number, |known| known.max(number))].expressions.push(number);
                }
            }
        }
        for check in &mut checks {
            check.needed = vec![false; format.levels.len()];
            let of_expressions = check.expressions.iter().flat_map(|&level| dimensions_of(&format.levels[level].expr));
            for dimension in check.dimensions.iter().copied().chain(of_expressions) {
                dimensions[dimension].factors.iter().for_each(|&(level, _)| check.needed[level] = true);
            }
            check.expressions.iter().for_each(|&level| check.needed[level] = true);
        }
        let batch_levels = format.batch_levels();
        Ok(Layout { format, shape, extents, signed, dimensions, checks, batch_levels, slots: None })
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

/// The dimensions that an expression uses.
fn dimensions_of(expr: &DimExpr) -> Vec<usize> {
    let mut dimensions = Vec::new();
    expr.visit(&mut |inner| dimensions.extend(inner.as_dimension()));
    dimensions
}
