//! What conversions cost, in the steps in which plans are compared ([`crate::plan::cost`]).

use crate::{
    index::Tensor,
    plan::{
        cost::{APPENDED, COUNTED, Cost, TABLED, walk},
        estimates::nodes,
    },
    stensor::ways::{Way, counted_levels, grouped_levels},
};
use lacuna_layout::{Description, assembly::Growth};

/// Whatever is converted: arrays are allocated and freed. So small tensors are converted only where they have to be.
const ARRAYS: f64 = 500.0;

/// An entry that is sorted by one level: it is counted, and moved to a place that is not in a cache.
const SORTED_BY_A_LEVEL: f64 = 24.0;

/// An entry that is built into levels that cannot be appended to, such as tables.
const BUILT: f64 = 24.0;

/// A conversion of a tensor that has so many entries, from one format to another.
pub(super) fn conversion(tensor: &Tensor, entries: f64, from: &Description, to: &Description) -> Cost {
    let read = walk(tensor, entries, from);
    let growth = |weight: f64| Cost { growth: weight * entries, ..Cost::default() };
    let levels = nodes(tensor, entries, to).into_iter().zip(to.levels());
    let stored: f64 = levels.filter(|(_, level)| level.stores_coordinates()).map(|(level, _)| level.nodes).sum();
    let appended = Cost { growth: APPENDED * stored, ..Cost::default() };
    let made = Cost { growth: ARRAYS, ..Cost::default() };
    made + match Way::new(from, to) {
        Way::Copy => read + appended,
        Way::CountAndPlace => (read + growth(COUNTED)).times(2.0),
        Way::Group => (read + growth(TABLED)).times(2.0),
        Way::Sort { is_list, levels } => {
            let listed = if is_list { Cost::default() } else { read + growth(APPENDED) };
            let sorted = Cost { sorts: SORTED_BY_A_LEVEL * levels as f64 * entries, ..Cost::default() };
            let copied = Cost { rounds: entries, ..Cost::default() };
            let grown = match Growth::new(to) {
                _ if grouped_levels(from, to).is_some() => growth(TABLED).times(2.0),
                _ if counted_levels(from, to).is_some_and(|counted| counted > 0) => growth(COUNTED).times(2.0),
                Ok(_) => appended,
                Err(_) => growth(BUILT),
            };
            listed + sorted + copied + grown
        }
    }
}

/// What a conversion of a tensor with so many entries costs at least: each is read, and stored.
pub(super) fn least_conversion(entries: f64) -> f64 {
    ARRAYS + (1.0 + APPENDED) * entries
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        index::{Scalar, ValueId},
        plan::estimates::entries,
    };
    use lacuna_layout::Format;

    fn cost(shape: &[u64], from: &str, to: &str) -> f64 {
        let of =
            |text| Description::of(Format::named(text, shape.len()).unwrap_or_else(|error| panic!("{text}: {error}")));
        let shape = shape.iter().copied().map(Some).collect();
        let tensor = Tensor::new(ValueId(0), shape, Scalar::F64, Some(of(from)));
        let cost = conversion(&tensor, entries(&tensor), of(from), of(to)).total();
        assert!(cost >= least_conversion(entries(&tensor)), "{from} to {to}");
        cost
    }

    #[test]
    fn copies_cost_less_than_counts_and_those_less_than_sorts() {
        let matrix = |from, to| cost(&[1000, 1000], from, to);
        assert!(matrix("coo", "csr") < matrix("csr", "csc"));
        assert!(matrix("csr", "csc") < matrix("csr", "dcsc"));
        assert!(matrix("coo", "dcsc") < matrix("csr", "dcsc"));
        assert!(matrix("csr", "dcsc") < matrix("hash", "dcsr"));
    }

    #[test]
    fn small_tensors_cost_less_than_large_ones() {
        assert!(cost(&[100, 100], "csr", "csc") < cost(&[1000, 100], "csr", "csc"));
        assert!(cost(&[100, 100], "csr", "dcsc") < cost(&[100, 100, 100], "csf", "csf@2,1,0"));
    }
}
