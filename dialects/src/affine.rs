//! Affine maps whose results are linear forms, as values.

use lacuna_relation::Linear;
use melior::{Context, ir::AffineMap};
use mlir_sys::{
    mlirAffineAddExprGet, mlirAffineConstantExprGet, mlirAffineDimExprGet, mlirAffineMapGet, mlirAffineMulExprGet,
};

/// The map of so many dimensions with these results.
pub fn linear_map<'c>(context: &'c Context, dimensions: usize, results: &[Linear<usize>]) -> AffineMap<'c> {
    // SAFETY: the context is alive, all expressions are of it, and MLIR copies the list of them.
    unsafe {
        let raw = context.to_raw();
        let mut results: Vec<_> = results
            .iter()
            .map(|result| {
                let term = |(dimension, factor): &(usize, i64)| {
                    let dimension = mlirAffineDimExprGet(raw, *dimension as isize);
                    mlirAffineMulExprGet(dimension, mlirAffineConstantExprGet(raw, *factor))
                };
                let sum = result.terms().iter().map(term).reduce(|sum, term| mlirAffineAddExprGet(sum, term));
                let constant = mlirAffineConstantExprGet(raw, result.constant());
                sum.map_or(constant, |sum| mlirAffineAddExprGet(sum, constant))
            })
            .collect();
        AffineMap::from_raw(mlirAffineMapGet(raw, dimensions as isize, 0, results.len() as isize, results.as_mut_ptr()))
    }
}
