//! Dense operands that loops read with strides again and again: they are stored with another dimension innermost.
//!
//! In `C(i,j) = A(i,j) * B(i,k) * D(k,j)`, each entry of A reads a column of D, and each element of it lies in a line of its own.
//! If D is stored by columns, neighbours are loaded at once, and the loop over k runs in lanes.

use super::conversion::Conversion;
use crate::{
    index::{Access, Nest, TensorKind, VarId, writes},
    plan::{
        estimates::points,
        neighbours_along,
        weights::{ARRAYS, STRIDED, TRANSPOSED},
    },
    transforms::search::Walked,
};
use lacuna_layout::{Description, DimExpr, Format, Level, LevelKind};

/// The dense operands of a statement that are stored in another order of their dimensions, where that costs less than to read
/// them with strides.
pub(super) fn choose_layouts(alone: &Nest, statement: usize, walked: &Walked) -> Vec<Conversion> {
    let all = writes(&alone.body);
    let mut accesses: Vec<Access> = Vec::new();
    let mut vars: Vec<VarId> = Vec::new();
    for (around, write) in &all {
        accesses.extend(alone.reads(write.value).into_iter().chain([write.target.clone()]));
        vars.extend(around.iter().map(|inner| inner.var).chain(alone.folded_vars(write.value)));
    }
    let candidates: Vec<_> = vars.into_iter().filter_map(|var| Some((var, strided(alone, &accesses, var)?))).collect();
    // Where a loop can run in lanes as operands are stored, that is the one.
    if candidates.iter().any(|(_, strided)| strided.is_empty()) {
        return Vec::new();
    }
    let gain =
        |(_, strided): &(VarId, Vec<Access>)| strided.iter().map(|access| gain(alone, access, walked)).sum::<f64>();
    let best = candidates.iter().max_by(|left, right| gain(left).total_cmp(&gain(right)));
    let Some((var, strided)) = best.filter(|best| gain(best) > 0.0) else { return Vec::new() };
    let conversion = |access: &Access| {
        let to = with_innermost(alone, access, *var)?;
        let why = format!(
            "each element is read about {:.0} times, with strides in the loop over {}, and neighbours are read at once \
             then",
            reads(access, walked) / points(alone.tensor(access.tensor)),
            alone.var_name(*var)
        );
        Some(Conversion::Operand { statement, access: access.clone(), to, for_lookups: false, known: Vec::new(), why })
    };
    strided.iter().filter_map(conversion).collect()
}

/// The accesses that read with strides along a variable whose loop counts, if all others that mention it have neighbours
/// along it; `None` if its loop has another reason not to run in lanes.
fn strided(nest: &Nest, accesses: &[Access], var: VarId) -> Option<Vec<Access>> {
    let mut strided: Vec<Access> = Vec::new();
    for access in accesses.iter().filter(|access| access.mentions(var)) {
        if neighbours_along(nest, access, var) {
            continue;
        }
        if !can_be_stored_otherwise(nest, access, var) {
            return None;
        }
        if !strided.contains(access) {
            strided.push(access.clone());
        }
    }
    accesses.iter().any(|access| access.mentions(var)).then_some(strided)
}

/// Whether an access reads a dense tensor that another one can take the place of, which has neighbours along a variable.
fn can_be_stored_otherwise(nest: &Nest, access: &Access, var: VarId) -> bool {
    let tensor = nest.tensor(access.tensor);
    let is_dense = !tensor.is_stored() && tensor.kind == TensorKind::Tensor && tensor.is_input();
    let has_lanes = tensor.element.is_float() || tensor.element.integer_bits().is_some_and(|bits| bits >= 8);
    is_dense
        && has_lanes
        && access.plain_vars().is_some_and(|vars| vars.iter().filter(|other| **other == var).count() == 1)
}

/// How often an access is read.
fn reads(access: &Access, walked: &Walked) -> f64 {
    walked.estimate.reads.iter().find(|(read, _)| read == access).map_or(0.0, |(_, times)| *times)
}

/// What it gains to store what an access reads in another order, with what that costs.
fn gain(nest: &Nest, access: &Access, walked: &Walked) -> f64 {
    reads(access, walked) * STRIDED - points(nest.tensor(access.tensor)) * TRANSPOSED - ARRAYS
}

/// Dense levels over the dimensions of an operand, that of a variable innermost.
fn with_innermost(nest: &Nest, access: &Access, var: VarId) -> Option<&'static Description> {
    let vars = access.plain_vars()?;
    let inner = vars.iter().position(|other| *other == var)?;
    let dimensions = (0..vars.len()).filter(|dimension| *dimension != inner).chain([inner]);
    let levels = dimensions.map(|dimension| Level::new(DimExpr::Dim(dimension), LevelKind::Dense)).collect();
    let format = Format::new(nest.tensor(access.tensor).order(), levels).ok()?;
    Some(Description::of(format))
}
