//! Affine maps whose results are linear forms, as values.

use melior::{Context, ir::AffineMap};
use mlir_sys::{
    mlirAffineAddExprGet, mlirAffineConstantExprGet, mlirAffineDimExprGet, mlirAffineMapGet, mlirAffineMulExprGet,
};

/// A sum of dimensions of a map, each times a factor, and a constant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Linear {
    /// Dimensions and factors, in the order in which they are added.
    pub terms: Vec<(usize, i64)>,
    /// What is added at last.
    pub constant: i64,
}

/// The map of so many dimensions with these results.
pub fn linear_map<'c>(context: &'c Context, dimensions: usize, results: &[Linear]) -> AffineMap<'c> {
    // SAFETY: the context is alive, all expressions are of it, and MLIR copies the list of them.
    unsafe {
        let raw = context.to_raw();
        let mut results: Vec<_> = results
            .iter()
            .map(|Linear { terms, constant }| {
                let term = |(dimension, factor): &(usize, i64)| {
                    let dimension = mlirAffineDimExprGet(raw, *dimension as isize);
                    mlirAffineMulExprGet(dimension, mlirAffineConstantExprGet(raw, *factor))
                };
                let sum = terms.iter().map(term).reduce(|sum, term| mlirAffineAddExprGet(sum, term));
                let constant = mlirAffineConstantExprGet(raw, *constant);
                sum.map_or(constant, |sum| mlirAffineAddExprGet(sum, constant))
            })
            .collect();
        AffineMap::from_raw(mlirAffineMapGet(raw, dimensions as isize, 0, results.len() as isize, results.as_mut_ptr()))
    }
}
