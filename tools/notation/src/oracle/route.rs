//! How the points of one support are found: join its accesses entry by entry, loop over what they leave open.
//!
//! Greedy: of the accesses that can be joined now, take the one that leaves the smallest part of its variables' space,
//! those that share a bound variable first. An access can be joined when each subscript has at most one unknown, which
//! the coordinate of an entry then decides. Where none can be, loop over one variable and look again.

use super::affine::{Affine, Part, Space};
use super::arithmetic::Arithmetic;
use super::index::Index;
use super::support::Support;
use super::tree::{Leaf, Tree};

/// The steps that find every point of a support, outermost first.
pub(super) struct Route {
    pub(super) steps: Vec<Step>,
    /// How many points there are, about.
    pub(super) points: f64,
}

/// Binds variables.
pub(super) enum Step {
    /// Each value of a variable.
    Loop { variable: usize },
    /// Each entry of an access that fits the variables bound so far.
    Join(Join),
}

/// How the entries of an access are found and what each of them binds.
pub(super) struct Join {
    /// Number of the access.
    pub(super) leaf: usize,
    /// The entries by the dimensions whose subscripts are known.
    pub(super) index: Index,
    /// The subscripts of those dimensions.
    pub(super) key: Vec<Affine>,
    /// What the other dimensions say, in this order.
    pub(super) equations: Vec<Equation>,
    /// The dimension that has the target's first variable for its subscript, if this is the first step: the entries of
    /// a group are sorted by it.
    pub(super) sorted_by: Option<usize>,
}

/// `subscript = coordinate in the dimension`.
pub(super) struct Equation {
    pub(super) dimension: usize,
    pub(super) subscript: Affine,
    /// The variable to solve for and its coefficient; without one, the equation is a condition.
    pub(super) unknown: Option<(usize, i64)>,
}

impl Route {
    pub(super) fn new<E: Arithmetic>(support: &Support, tree: &Tree<'_, E>, space: &Space) -> Self {
        let mut route = Route { steps: Vec::new(), points: 1.0 };
        let mut open = support.clone();
        let mut bound = vec![false; space.sizes.len()];
        while let Some(&any) = open.first() {
            let candidates = open.iter().filter_map(|&leaf| Candidate::new(leaf, tree, space, &bound));
            match candidates.min_by(Candidate::compare) {
                Some(best) => {
                    open.remove(&best.leaf);
                    route.points *= best.entries;
                    let sorted_by = if route.steps.is_empty() { best.cut_dimension(space) } else { None };
                    let step = best.into_join(tree, sorted_by, &mut bound);
                    route.steps.push(step);
                }
                None => {
                    let unbound = |part: &&Part| !bound[part.variable];
                    let parts = tree.leaves[any].subscripts.iter().flat_map(|subscript| &subscript.parts);
                    let smallest =
                        parts.filter(unbound).map(|part| part.variable).min_by_key(|&number| space.sizes[number]);
                    // An access that cannot be joined has an unbound variable.
                    let Some(variable) = smallest else { break };
                    route.push_loop(variable, space, &mut bound);
                }
            }
        }
        for variable in 0..bound.len() {
            if !bound[variable] {
                route.push_loop(variable, space, &mut bound);
            }
        }
        route
    }

    fn push_loop(&mut self, variable: usize, space: &Space, bound: &mut [bool]) {
        self.steps.push(Step::Loop { variable });
        self.points *= space.sizes[variable] as f64;
        bound[variable] = true;
    }

    /// Whether the route comes to every element of the result, as it loops over all of its variables.
    pub(super) fn takes_every_element(&self, space: &Space) -> bool {
        let is_looped = |number: usize| {
            self.steps.iter().any(|step| matches!(step, Step::Loop { variable } if *variable == number))
        };
        (0..space.target_order).all(is_looped)
    }

    /// Whether the route gets the value of this leaf from a join.
    pub(super) fn joins(&self, leaf: usize) -> bool {
        self.steps.iter().any(|step| matches!(step, Step::Join(join) if join.leaf == leaf))
    }
}

/// An access that can be joined now.
struct Candidate {
    leaf: usize,
    /// Dimensions whose subscripts are known.
    key: Vec<usize>,
    equations: Vec<Equation>,
    /// Whether it shares a variable with the steps before.
    is_connected: bool,
    /// Entries that fit, on average.
    entries: f64,
    /// The part of its unknown variables' space that these entries leave.
    density: f64,
}

impl Candidate {
    fn new<E>(leaf: usize, tree: &Tree<'_, E>, space: &Space, bound: &[bool]) -> Option<Self> {
        let Leaf { operand, subscripts, .. } = &tree.leaves[leaf];
        let is_known = |&dimension: &usize| subscripts[dimension].parts.iter().all(|part| bound[part.variable]);
        let (key, rest): (Vec<usize>, Vec<usize>) = (0..subscripts.len()).partition(is_known);
        let equations = order_equations(subscripts, rest, bound)?;
        let groups: f64 = key.iter().map(|&dimension| operand.shape[dimension] as f64).product();
        let entries = operand.values.len() as f64 / groups.max(1.0);
        let unknowns = equations.iter().filter_map(|equation| equation.unknown);
        let unknown_space: f64 = unknowns.map(|(variable, _)| space.sizes[variable] as f64).product();
        let is_connected = subscripts.iter().flat_map(|subscript| &subscript.parts).any(|part| bound[part.variable]);
        Some(Candidate { leaf, key, equations, is_connected, entries, density: entries / unknown_space.max(1.0) })
    }

    fn compare(&self, other: &Self) -> std::cmp::Ordering {
        other
            .is_connected
            .cmp(&self.is_connected)
            .then(self.density.total_cmp(&other.density))
            .then(self.leaf.cmp(&other.leaf))
    }

    /// The dimension along which the work can be cut if this comes first.
    fn cut_dimension(&self, space: &Space) -> Option<usize> {
        let can_cut = |equation: &&Equation| equation.subscript.as_variable().is_some_and(|first| space.can_cut(first));
        self.equations.iter().find(can_cut).map(|equation| equation.dimension)
    }

    fn into_join<E: Arithmetic>(self, tree: &Tree<'_, E>, sorted_by: Option<usize>, bound: &mut [bool]) -> Step {
        for (variable, _) in self.equations.iter().filter_map(|equation| equation.unknown) {
            bound[variable] = true;
        }
        let Leaf { operand, subscripts, .. } = &tree.leaves[self.leaf];
        Step::Join(Join {
            leaf: self.leaf,
            index: Index::new(operand, &self.key, sorted_by),
            key: self.key.iter().map(|&dimension| subscripts[dimension].clone()).collect(),
            equations: self.equations,
            sorted_by,
        })
    }
}

/// Puts the dimensions in an order in which each subscript has at most one unknown when its turn comes, if there is
/// one.
fn order_equations(subscripts: &[Affine], mut dimensions: Vec<usize>, bound: &[bool]) -> Option<Vec<Equation>> {
    let mut bound = bound.to_vec();
    let mut ordered = Vec::new();
    while !dimensions.is_empty() {
        let unknowns = |dimension: usize| subscripts[dimension].parts.iter().filter(|part| !bound[part.variable]);
        // Several values have one quotient.
        let is_solved = |dimension: usize| match unknowns(dimension).collect::<Vec<_>>()[..] {
            [] => true,
            [only] => only.division.is_none(),
            _ => false,
        };
        let next = dimensions.iter().position(|&dimension| is_solved(dimension))?;
        let dimension = dimensions.remove(next);
        let unknown = unknowns(dimension).next().map(|part| (part.variable, part.coefficient));
        if let Some((variable, _)) = unknown {
            bound[variable] = true;
        }
        ordered.push(Equation { dimension, subscript: subscripts[dimension].clone(), unknown });
    }
    Some(ordered)
}
