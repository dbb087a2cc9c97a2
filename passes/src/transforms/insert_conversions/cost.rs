//! What conversions cost, in the steps in which plans are compared ([`crate::plan::cost`]).

use crate::{
    index::Tensor,
    plan::{
        cost::{Cost, walk},
        estimates::nodes,
        weights::{ARRAYS, BUILT, SORTED_BY_A_LEVEL},
    },
    stensor::ways::{Action, Way},
};
use lacuna_layout::{Description, strategy::Strategy};

/// A conversion of a tensor that has so many entries, from one format to another.
pub(super) fn conversion(tensor: &Tensor, entries: f64, from: &Description, to: &Description) -> Cost {
    let growth = |weight: f64, count: f64| Cost { growth: weight * count, ..Cost::default() };
    let levels = nodes(tensor, entries, to).into_iter().zip(to.levels());
    let stored: f64 = levels.filter(|(_, level)| level.stores_coordinates()).map(|(level, _)| level.nodes).sum();
    let way = Way::new(&tensor.shape, Some(from), Some(to));
    let mut cost = growth(ARRAYS, 1.0);
    for (number, step) in way.steps.iter().enumerate() {
        // What follows the first step reads a list.
        let read = if number == 0 { walk(tensor, entries, from) } else { Cost { rounds: entries, ..Cost::default() } };
        let is_last = number + 1 == way.steps.len();
        // A list has a node for each entry.
        let nodes = if is_last { stored } else { entries };
        let grown = |strategy: Strategy| {
            let costs = strategy.properties();
            let once = read + growth(costs.point_cost, entries) + growth(costs.node_cost, nodes);
            once.times(if strategy.walks_twice() { 2.0 } else { 1.0 })
        };
        cost += match &step.action {
            Action::Copy(strategy) => grown(*strategy),
            Action::Group { .. } => grown(Strategy::Group),
            Action::Sort { levels, .. } => {
                Cost { sorts: SORTED_BY_A_LEVEL * *levels as f64 * entries, ..Cost::default() }
            }
            Action::Build => read + growth(BUILT, entries),
        };
    }
    cost
}

/// What a conversion of a tensor with so many entries costs at least: each is read, and stored.
pub(super) fn least_conversion(entries: f64) -> f64 {
    ARRAYS + (1.0 + Strategy::Append.properties().node_cost) * entries
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        index::{
            Directives, Scalar, Stmt, ValueId, VarId, Write, build::loops, constant::Constant, testing::nest, writes,
        },
        plan::{Plan, PlannedStatement, estimates::entries},
        transforms::schedule::schedule_nest,
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

    /// How the result of a nest grows that copies a matrix, as conversions do, once its loops are in order.
    fn grows(from: &'static Description, to: &'static Description) -> Strategy {
        let mut nest = nest("C(i,j) = A(i,j)", &[("i", 8), ("j", 9)]);
        for (tensor, format) in nest.tensors.iter_mut().zip([from, to]) {
            tensor.set_format(Some(format));
        }
        let write = Write { elsewhere: Some(Constant::Float(0.0)), ..writes(&nest.body)[0].1.clone() };
        let order = to.mapping().permutation().expect("the levels are the dimensions");
        let around: Vec<_> = order.into_iter().map(|dimension| (VarId(dimension), Directives::default())).collect();
        nest.body = loops(&around, vec![Stmt::Write(write)]);
        schedule_nest(&mut nest).unwrap_or_else(|problem| panic!("{}", problem.message()));
        let plan = Plan::new(&nest).unwrap_or_else(|problem| panic!("{}", problem.message()));
        match plan.statements.as_slice() {
            [PlannedStatement::Computed(computed)] => computed.results[0].strategy,
            _ => unreachable!("the nest is one statement"),
        }
    }

    #[test]
    fn copies_grow_as_their_ways_say() {
        let formats = ["csr", "csc", "coo", "dcsr", "dcsc", "dense,dense", "dense,dense@1,0", "coo@1,0"];
        let formats = formats.map(|text| Description::of(Format::named(text, 2).expect("a format")));
        let mut copied = 0;
        for from in formats {
            for to in formats {
                let way = Way::new(&[Some(8), Some(9)], Some(from), Some(to));
                if let [Action::Copy(strategy)] =
                    way.steps.iter().map(|step| step.action.clone()).collect::<Vec<_>>()[..]
                    && from.value != to.value
                {
                    assert_eq!(grows(from, to), strategy, "{from} to {to}");
                    copied += 1;
                }
            }
        }
        assert!(copied > 20, "{copied} pairs are copied");
    }
}
