//! What conversions cost, in the steps in which plans are compared ([`crate::plan::cost`]).

use crate::{
    index::Tensor,
    plan::{
        cost::{APPENDED, COUNTED, Cost, TABLED, walk},
        estimates::nodes,
    },
    stensor::ways::{Action, Way},
};
use lacuna_layout::Description;

/// Whatever is converted: arrays are allocated and freed. So small tensors are converted only where they have to be.
const ARRAYS: f64 = 500.0;

/// An entry that is sorted by one level: it is counted, and moved to a place that is not in a cache.
const SORTED_BY_A_LEVEL: f64 = 24.0;

/// An entry that is built into levels that cannot be appended to, such as tables.
const BUILT: f64 = 24.0;

/// A conversion of a tensor that has so many entries, from one format to another.
pub(super) fn conversion(tensor: &Tensor, entries: f64, from: &Description, to: &Description) -> Cost {
    let growth = |weight: f64| Cost { growth: weight * entries, ..Cost::default() };
    let levels = nodes(tensor, entries, to).into_iter().zip(to.levels());
    let stored: f64 = levels.filter(|(_, level)| level.stores_coordinates()).map(|(level, _)| level.nodes).sum();
    let appended = Cost { growth: APPENDED * stored, ..Cost::default() };
    let way = Way::new(&tensor.shape, Some(from), Some(to));
    let mut cost = Cost { growth: ARRAYS, ..Cost::default() };
    for (number, step) in way.steps.iter().enumerate() {
        // What follows the first step reads a list.
        let read = if number == 0 { walk(tensor, entries, from) } else { Cost { rounds: entries, ..Cost::default() } };
        let is_last = number + 1 == way.steps.len();
        cost += match &step.action {
            Action::Copy(strategy) if strategy.walks_twice() => (read + growth(COUNTED)).times(2.0),
            Action::Copy(_) if is_last => read + appended,
            Action::Copy(_) => read + growth(APPENDED),
            Action::Group { .. } => (read + growth(TABLED)).times(2.0),
            Action::Sort { levels, .. } => {
                Cost { sorts: SORTED_BY_A_LEVEL * *levels as f64 * entries, ..Cost::default() }
            }
            Action::Build => read + growth(BUILT),
        };
    }
    cost
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
