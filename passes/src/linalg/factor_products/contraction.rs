//! The order in which a product of several factors is summed: what is multiplied first, as an intermediate, by estimated entries.
//!
//! A product of n factors, summed over variables, may be computed at once, or in steps, each of which multiplies some factors and sums over the
//! variables that no other factor has. The cheapest order is found for all subsets of the factors (dynamic programming, as in the search
//! for orders of joins; Selinger et al. 1979). What a step costs is what it multiplies: as many points as the factors have together, as if entries stood
//! anywhere.

use lacuna_index::factor_order::FactorOrder;

/// Variables, a bit for each.
pub type Vars = u64;

/// A factor of a product.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Factor {
    /// The variables that subscript it.
    pub vars: Vars,
    /// How many entries it has; of a dense one, how many points.
    pub entries: f64,
    /// Whether points that it does not store are zero.
    pub is_stored: bool,
}

/// A product that is summed.
#[derive(Clone, Debug)]
pub struct Contraction {
    /// The size of each variable.
    pub sizes: Vec<f64>,
    /// The variables whose sizes are known; those of others are guessed.
    pub known: Vars,
    /// What is multiplied.
    pub factors: Vec<Factor>,
    /// The variables of the result.
    pub result: Vars,
    /// Whether the result is stored: then intermediates of stored factors are, too, so that it has the same points.
    pub stores_result: bool,
}

/// The order of the factors, by their places.
pub type Tree = FactorOrder<usize>;

/// The most factors whose order is searched: all subsets are tried.
pub const MOST_FACTORS: usize = 12;

/// What it costs to collect a term of a stored intermediate, in multiplications.
const COLLECTED: f64 = 8.0;

/// A product in steps has to cost this share of one at once: estimates are rough, and intermediates take memory.
const WORTH_CUTTING: f64 = 0.5;

/// The share of its points that a stored intermediate has at most where it need not be stored.
const DENSE_SHARE: f64 = 0.2;

/// No dense intermediate has more points than this: 1 GiB of numbers of 64 bits.
const MOST_POINTS: f64 = (1u64 << 27) as f64;

/// What is known of a subset of the factors once they are multiplied.
#[derive(Clone, Debug)]
struct Partial {
    /// As a factor of what follows.
    factor: Factor,
    /// What all steps to it cost.
    cost: f64,
    tree: Tree,
}

impl Contraction {
    /// The order that costs least, and by how much less than at once; none where that is cheap enough.
    pub fn best_order(&self) -> Option<(Tree, f64)> {
        let count = self.factors.len();
        if !(3..=MOST_FACTORS).contains(&count) {
            return None;
        }
        let all = (1usize << count) - 1;
        let mut partials: Vec<Option<Partial>> = vec![None; all + 1];
        for subset in 1..=all {
            partials[subset] = Some(self.partial(subset, all, &partials));
        }
        let best = partials[all].take().expect("all subsets were tried");
        let at_once = self.at_once(all);
        let tree = self.flatten(best.tree);
        let has_steps =
            matches!(&tree, Tree::Product(parts) if parts.iter().any(|part| matches!(part, Tree::Product(_))));
        (has_steps && best.cost < WORTH_CUTTING * at_once).then(|| (tree, at_once / best.cost))
    }

    /// The intermediate of a tree, as a factor of what follows; the tree is not the root.
    pub fn intermediate(&self, tree: &Tree) -> Factor {
        match tree {
            Tree::Factor(place) => self.factors[*place],
            Tree::Product(parts) => {
                let own: Vec<_> = parts.iter().map(|part| self.intermediate(part)).collect();
                self.product(&own, self.kept(self.subset(tree)))
            }
        }
    }

    /// The variables that an intermediate of a tree has.
    pub fn kept_by(&self, tree: &Tree) -> Vars {
        self.kept(self.subset(tree))
    }

    /// The best way to multiply a subset of the factors.
    fn partial(&self, subset: usize, all: usize, partials: &[Option<Partial>]) -> Partial {
        if subset.is_power_of_two() {
            let place = subset.trailing_zeros() as usize;
            return Partial { factor: self.factors[place], cost: 0.0, tree: Tree::Factor(place) };
        }
        let kept = self.kept(subset);
        let is_root = subset == all;
        let places = (0..self.factors.len()).filter(|place| subset >> place & 1 == 1);
        let own: Vec<_> = places.clone().map(|place| self.factors[place]).collect();
        let mut best = self.step(&own, kept, is_root, 0.0, || Tree::Product(places.map(Tree::Factor).collect()));
        // The lowest factor is on the left, so that no split is tried twice.
        let lowest = subset & subset.wrapping_neg();
        let mut left = (subset - 1) & subset;
        while left > 0 {
            if left & lowest > 0 {
                let (one, other) = (partials[left].as_ref(), partials[subset ^ left].as_ref());
                let (one, other) = (one.expect("subsets come first"), other.expect("subsets come first"));
                let steps = one.cost + other.cost;
                if steps < best.cost {
                    let tree = || Tree::Product(vec![one.tree.clone(), other.tree.clone()]);
                    let split = self.step(&[one.factor, other.factor], kept, is_root, steps, tree);
                    if split.cost < best.cost {
                        best = split;
                    }
                }
            }
            left = (left - 1) & subset;
        }
        best
    }

    /// A step that multiplies these, after others that cost `before`.
    fn step(&self, factors: &[Factor], kept: Vars, is_root: bool, before: f64, tree: impl FnOnce() -> Tree) -> Partial {
        let factor = self.product(factors, kept);
        let terms = self.terms(factors);
        let is_known = kept & !self.known == 0;
        let made = match (is_root, factor.is_stored) {
            (true, _) => 0.0,
            (false, true) => COLLECTED * terms,
            (false, false) if is_known && factor.entries > MOST_POINTS => f64::INFINITY,
            (false, false) => factor.entries,
        };
        Partial { factor, cost: before + terms + self.read(factors) + made, tree: tree() }
    }

    fn at_once(&self, all: usize) -> f64 {
        debug_assert!(all.count_ones() as usize == self.factors.len());
        self.terms(&self.factors) + self.read(&self.factors)
    }

    /// The product of these, summed over all variables but those that are kept.
    fn product(&self, factors: &[Factor], kept: Vars) -> Factor {
        let points = self.points(kept);
        let has_stored = factors.iter().any(|factor| factor.is_stored);
        let entries = points * -(-self.terms(factors) / points).exp_m1();
        let is_sparse = kept.count_ones() > 1 && entries < DENSE_SHARE * points;
        let is_stored = has_stored && (self.stores_result || is_sparse);
        Factor { vars: kept, entries: if is_stored { entries } else { points }, is_stored }
    }

    /// How many points these have together, as if entries stood anywhere.
    fn terms(&self, factors: &[Factor]) -> f64 {
        let vars = factors.iter().fold(0, |vars, factor| vars | factor.vars);
        factors
            .iter()
            .map(|factor| factor.entries / self.points(factor.vars))
            .fold(self.points(vars), |all, own| all * own)
    }

    /// What it takes to read these once.
    fn read(&self, factors: &[Factor]) -> f64 {
        factors.iter().map(|factor| factor.entries).sum()
    }

    fn points(&self, vars: Vars) -> f64 {
        let sizes = self.sizes.iter().enumerate().filter(|(var, _)| vars >> var & 1 == 1);
        sizes.map(|(_, size)| size.max(1.0)).product()
    }

    /// The variables that a product of a subset still needs: those of the result and of other factors.
    fn kept(&self, subset: usize) -> Vars {
        let vars = |inside: bool| {
            let own = self.factors.iter().enumerate().filter(|(place, _)| (subset >> place & 1 == 1) == inside);
            own.fold(0, |vars, (_, factor)| vars | factor.vars)
        };
        vars(true) & (self.result | vars(false))
    }

    fn subset(&self, tree: &Tree) -> usize {
        match tree {
            Tree::Factor(place) => 1 << place,
            Tree::Product(parts) => parts.iter().fold(0, |subset, part| subset | self.subset(part)),
        }
    }

    /// Multiplies at once what costs no more at once: an intermediate that saves nothing is none.
    fn flatten(&self, tree: Tree) -> Tree {
        let Tree::Product(parts) = tree else { return tree };
        let mut parts: Vec<_> = parts.into_iter().map(|part| self.flatten(part)).collect();
        let mut place = 0;
        while place < parts.len() {
            if let Tree::Product(own) = &parts[place] {
                let others = parts.iter().enumerate().filter(|(other, _)| *other != place).map(|(_, part)| part);
                let others: Vec<_> = others.map(|part| self.intermediate(part)).collect();
                let inside: Vec<_> = own.iter().map(|part| self.intermediate(part)).collect();
                let intermediate = self.intermediate(&parts[place]);
                let apart = self.terms(&inside) + self.terms(&[&others[..], &[intermediate]].concat());
                if self.terms(&[others, inside].concat()) <= apart {
                    let own = own.clone();
                    parts.splice(place..=place, own);
                    continue;
                }
            }
            place += 1;
        }
        Tree::Product(parts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vars(names: &str) -> Vars {
        names.bytes().fold(0, |vars, name| vars | 1 << (name - b'i'))
    }

    /// Matrices of 1000 by 1000 with ten entries a row are stored, the others dense.
    fn contraction(factors: &[&str], result: &str) -> Contraction {
        let (sizes, known) = (vec![1000.0; 8], 0);
        let factor = |text: &&str| {
            let names = text.trim_start_matches('*');
            let points = 1000f64.powi(names.len() as i32);
            let is_stored = text.starts_with('*');
            Factor { vars: vars(names), entries: if is_stored { points / 100.0 } else { points }, is_stored }
        };
        let stores_result = result.starts_with('*');
        Contraction {
            sizes,
            known,
            factors: factors.iter().map(factor).collect(),
            result: vars(result.trim_start_matches('*')),
            stores_result,
        }
    }

    fn order(factors: &[&str], result: &str) -> Option<String> {
        contraction(factors, result).best_order().map(|(tree, _)| tree.to_string())
    }

    #[test]
    fn matrices_times_a_vector_are_multiplied_from_the_vector() {
        assert_eq!(order(&["*ij", "*jk", "*kl", "*lm", "m"], "i").as_deref(), Some("0*(1*(2*(3*4)))"));
        assert_eq!(order(&["*ij", "*jk", "k"], "i").as_deref(), Some("0*(1*2)"));
    }

    #[test]
    fn kernels_with_shared_loops_stay_whole() {
        // Sampled products, MTTKRP, and products with a diagonal.
        assert_eq!(order(&["*ij", "ik", "jk"], "ij"), None);
        assert_eq!(order(&["*ijk", "jl", "kl"], "il"), None);
        assert_eq!(order(&["*ij", "j", "i"], "i"), None);
        assert_eq!(order(&["*ij", "*jk"], "ik"), None);
    }

    #[test]
    fn no_dense_intermediate_is_known_to_exceed_memory() {
        let mut chain = contraction(&["mi", "nj", "ok", "pl", "ijkl"], "mnop");
        chain.known = Vars::MAX;
        assert_eq!(chain.best_order(), None);
    }

    #[test]
    fn a_transformation_of_four_indices_has_four_steps() {
        let order = order(&["mi", "nj", "ok", "pl", "ijkl"], "mnop").expect("an order");
        assert_eq!(order.matches('(').count(), 3, "{order}");
    }

    #[test]
    fn stored_results_have_stored_intermediates() {
        for (result, is_stored) in [("*i", true), ("i", false)] {
            let chain = contraction(&["*ij", "*jk", "*kl", "l"], result);
            let (tree, _) = chain.best_order().expect("an order");
            assert_eq!(tree.to_string(), "0*(1*(2*3))");
            let Tree::Product(parts) = &tree else { unreachable!("it has steps") };
            assert_eq!(chain.intermediate(&parts[1]).is_stored, is_stored, "{result}");
        }
    }
}
