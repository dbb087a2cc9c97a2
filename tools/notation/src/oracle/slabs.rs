//! Cuts a route's work along the target's first dimension, so that threads write disjoint parts of the result.
//!
//! Every element of the result is computed within one slab, in the order of the route: the result does not depend on the
//! number of threads, nor on where the cuts are.

use std::ops::Range;

use super::affine::Space;
use super::operand::Operand;
use super::route::{Join, Route, Step};
use super::tree::Tree;

/// More than there are threads, so that uneven slabs even out.
const SLABS: usize = 64;

/// Ranges of the target's first variable that follow each other and cover it all. One range if the first step of the
/// route does not bind that variable; without a first variable, the one range means nothing.
pub(super) fn slabs<E>(route: &Route, tree: &Tree<'_, E>, space: &Space) -> Vec<Range<i64>> {
    let size = if space.target_order == 0 { 1 } else { space.sizes[0] };
    let mut cuts: Vec<i64> = match route.steps.first() {
        Some(&Step::Loop { variable }) if space.can_cut(variable) => {
            (1..SLABS).map(|part| (i128::from(size) * part as i128 / SLABS as i128) as i64).collect()
        }
        Some(Step::Join(Join { leaf, index, key, sorted_by: Some(dimension), .. })) => {
            let entries = index.group(key.iter().map(|subscript| subscript.coordinate_at(&[])));
            let rows = &tree.leaves[*leaf].operand.coordinates[*dimension];
            let row = |part: usize| rows[entries[entries.len() * part / SLABS]] as i64;
            (1..SLABS).filter(|_| !entries.is_empty()).map(row).collect()
        }
        _ => Vec::new(),
    };
    cuts.retain(|&cut| 0 < cut && cut < size);
    cuts.dedup();
    let starts = std::iter::once(0).chain(cuts.iter().copied());
    let ends = cuts.iter().copied().chain(std::iter::once(size));
    starts.zip(ends).map(|(start, end)| start..end).collect()
}

/// The part of a group, sorted by `dimension`, whose coordinates lie in the slab.
pub(super) fn within<'i, E>(
    group: &'i [usize],
    operand: &Operand<E>,
    dimension: usize,
    slab: &Range<i64>,
) -> &'i [usize] {
    let rows = &operand.coordinates[dimension];
    let first_from = |row: i64| group.partition_point(|&entry| (rows[entry] as i128) < i128::from(row));
    &group[first_from(slab.start)..first_from(slab.end)]
}
