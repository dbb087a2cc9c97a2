//! Visits every point of a term and combines what is there in the result.

use std::ops::Range;

use rayon::prelude::*;

use super::affine::Space;
use super::arithmetic::Arithmetic;
use super::collected::{Collected, MOST_LISTED, Part};
use super::element::Combination;
use super::error::OracleError;
use super::index::Index;
use super::route::{Equation, Route, Step};
use super::slabs::{slabs, within};
use super::support::Support;
use super::tree::{Leaf, Tree};

/// One term with all that is needed to evaluate it.
pub(super) struct Evaluator<'a, E> {
    tree: &'a Tree<'a, E>,
    space: &'a Space<'a>,
    supports: &'a [Support],
    routes: &'a [Route],
    /// For each leaf that some route has to look up, its entries by all coordinates.
    lookups: Vec<Option<Index>>,
    /// How values are combined.
    combination: Combination,
    /// The leaves that a sum takes once more where their operands store a point again.
    repeated: Vec<usize>,
}

impl<'a, E: Arithmetic> Evaluator<'a, E> {
    /// `routes` has one route for each of `supports`.
    pub(super) fn new(
        tree: &'a Tree<'a, E>,
        space: &'a Space<'a>,
        (supports, routes): (&'a [Support], &'a [Route]),
        combination: Combination,
    ) -> Self {
        let lookup = |(number, leaf): (usize, &Leaf<'_, E>)| {
            let is_needed = !leaf.operand.is_full && !routes.iter().all(|route| route.joins(number));
            let dimensions: Vec<usize> = (0..leaf.subscripts.len()).collect();
            is_needed.then(|| Index::new(leaf.operand, &dimensions, None))
        };
        let lookups = tree.leaves.iter().enumerate().map(lookup).collect();
        let is_sum = combination == Combination::Sum;
        let repeated = if is_sum { tree.repeated_factors() } else { Vec::new() };
        Evaluator { tree, space, supports, routes, lookups, combination, repeated }
    }

    /// Combines the values of the term in the elements of the result.
    pub(super) fn combine_in(&self, results: &mut Collected<E>) -> Result<(), OracleError> {
        for (route, number) in self.routes.iter().zip(0..) {
            let walk = |(slab, results): &mut (Range<i64>, Part<'_, E>)| {
                let mut walk = Walk {
                    evaluator: self,
                    route,
                    earlier: &self.supports[..number],
                    slab: slab.clone(),
                    point: vec![0; self.space.sizes.len()],
                    joined: vec![None; self.tree.leaves.len()],
                    results,
                };
                walk.step(0)
            };
            results.collect(slabs(route, self.tree, self.space), |parts| {
                let outcomes: Vec<Result<(), OracleError>> = parts.par_iter_mut().map(walk).collect();
                outcomes.into_iter().collect()
            })?;
        }
        Ok(())
    }
}

/// The walk through one slab of one route.
struct Walk<'a, 'p, E> {
    evaluator: &'a Evaluator<'a, E>,
    route: &'a Route,
    /// The supports whose points have been visited before.
    earlier: &'a [Support],
    /// The values of the first variable that the first step may bind.
    slab: Range<i64>,
    /// The values of the variables; meaningless for those not bound yet.
    point: Vec<i64>,
    /// The entries of the leaves that the route joins.
    joined: Vec<Option<usize>>,
    /// The elements of the slab.
    results: &'a mut Part<'p, E>,
}

impl<E: Arithmetic> Walk<'_, '_, E> {
    /// Takes the step at `depth` in every way that is possible here, and all later steps after each.
    fn step(&mut self, depth: usize) -> Result<(), OracleError> {
        let route = self.route;
        match route.steps.get(depth) {
            None => self.visit(),
            Some(&Step::Loop { variable }) => {
                let space = self.evaluator.space;
                let is_cut = depth == 0 && space.can_cut(variable);
                let range = if is_cut { self.slab.clone() } else { 0..space.sizes[variable] };
                for value in range {
                    self.point[variable] = value;
                    self.step(depth + 1)?;
                }
                Ok(())
            }
            Some(Step::Join(join)) => {
                let operand = self.evaluator.tree.leaves[join.leaf].operand;
                let mut group = join.index.group(join.key.iter().map(|subscript| subscript.coordinate_at(&self.point)));
                if let Some(dimension) = join.sorted_by {
                    group = within(group, operand, dimension, &self.slab);
                }
                for &entry in group {
                    let fits =
                        |equation: &Equation| self.solve(equation, operand.coordinates[equation.dimension][entry]);
                    if join.equations.iter().all(fits) {
                        self.joined[join.leaf] = Some(entry);
                        self.step(depth + 1)?;
                    }
                }
                Ok(())
            }
        }
    }

    /// Binds the unknown of the equation, if it has one; false if the equation has no solution.
    fn solve(&mut self, equation: &Equation, coordinate: u64) -> bool {
        let Ok(coordinate) = i64::try_from(coordinate) else { return false };
        let Some((variable, coefficient)) = equation.unknown else {
            return equation.subscript.at(&self.point) == coordinate;
        };
        self.point[variable] = 0;
        let Some(product) = coordinate.checked_sub(equation.subscript.at(&self.point)) else { return false };
        let value = product / coefficient;
        self.point[variable] = value;
        product % coefficient == 0 && (0..self.evaluator.space.sizes[variable]).contains(&value)
    }

    /// Combines the value at the point in its element, unless an earlier support has.
    fn visit(&mut self) -> Result<(), OracleError> {
        let is_present = |&leaf: &usize| self.leaf(leaf).is_some();
        if self.earlier.iter().any(|support| support.iter().all(is_present)) {
            return Ok(());
        }
        self.combine(None)?;
        let evaluator = self.evaluator;
        for &leaf in &evaluator.repeated {
            let is_again = |entry| evaluator.tree.leaves[leaf].operand.repeated.binary_search(&entry).is_ok();
            if self.entry(leaf).is_some_and(is_again) {
                self.combine(Some(leaf))?;
            }
        }
        Ok(())
    }

    /// Combines the value at the point in its element; with zero for a leaf that is stored there again.
    fn combine(&mut self, again: Option<usize>) -> Result<(), OracleError> {
        let Evaluator { tree, space, .. } = self.evaluator;
        let index = |variable: usize| self.point[variable];
        let leaf = |leaf: usize| if again == Some(leaf) { Some(E::ZERO.as_entry()) } else { self.leaf(leaf) };
        let value = tree.root.value(&leaf, &index).map_err(|_| OracleError::DivisionByZero {
            term: tree.source.to_string(),
            variables: space.variables.iter().map(|variable| variable.to_string()).collect(),
            coordinates: self.point.clone(),
        })?;
        if let Some(value) = value.present() {
            let too_many = || OracleError::TooManyElements {
                term: tree.source.to_string(),
                limit: MOST_LISTED,
                places: space.places(),
            };
            let element = self.results.element(&self.point).ok_or_else(too_many)?;
            element.combine(if space.sums() { value.as_summand() } else { value }, self.evaluator.combination);
        }
        Ok(())
    }

    /// The value of a leaf at the point, if it is present there.
    fn leaf(&self, number: usize) -> Option<E> {
        self.entry(number).map(|entry| self.evaluator.tree.leaves[number].operand.values[entry])
    }

    /// The entry of a leaf at the point, if it is present there.
    fn entry(&self, number: usize) -> Option<usize> {
        if let Some(entry) = self.joined[number] {
            return Some(entry);
        }
        let Leaf { subscripts, position, .. } = &self.evaluator.tree.leaves[number];
        match position {
            Some(position) => Some(position.at(&self.point) as usize),
            None => {
                let coordinates = subscripts.iter().map(|subscript| subscript.coordinate_at(&self.point));
                self.evaluator.lookups[number].as_ref()?.group(coordinates).first().copied()
            }
        }
    }
}
