//! Workspaces: how the tensor between a producer and a consumer is kept.
//!
//! The producer scatters points, which a policy keeps ([`lacuna_layout::policy`]); the consumer walks a list of the points that
//! came, in order where it asks for that. What cannot be walked, because it is read at a point that other loops choose, is
//! collected in full.
//!
//! The policy is the one that was asked for, or follows from the sizes: a workspace with a place for every point is the fastest
//! as long as these places are in a cache; where they are not, few points are listed instead; where they take too much memory, none
//! has one. Where the sizes are not known, the program finds out when it runs.
//!
//! One whose points are all stored from the start is an array: on the stack, where LLVM keeps it in registers if it can, or, where
//! it is large, in memory of the statement.

use super::constants::{FINDING_POLICY, LISTING_POLICY, MOST_STACK_BYTES, SORTING_POLICY};
use crate::{
    choices::Workspaces,
    fp::FpMode,
    index::{
        Nest, Scalar, Stmt, Tensor, TensorId, constant::Constant, problem::Problem, scalar::Float, statement::locals,
        writes,
    },
};
use lacuna_dialects::sloop::Combiner;
use lacuna_layout::{
    Description, DimExpr, Fill, FillType, Format, Level, LevelKind, Width,
    list::list_levels,
    policy::{CACHED_PLACES, Keeping, Keeps, Policy, Properties, Terms},
};

/// The tensors between the producers and consumers of a statement that are collected.
pub(super) fn workspaces_of(nest: &Nest, statement: &Stmt) -> Vec<TensorId> {
    let all = locals(std::slice::from_ref(statement)).into_iter();
    all.filter(|local| nest.tensor(*local).is_collected()).collect()
}

/// A tensor between a producer and a consumer whose points come in any order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CollectedWorkspace {
    /// Which.
    pub tensor: TensorId,
    /// What the consumer gets.
    pub collected: Collected,
    /// How points are kept.
    pub keeping: Keeping,
    /// How they are kept instead where the tensor is found to be large.
    pub beyond: Option<Beyond>,
    /// How all values are combined with those of their points; `None` where each write says so.
    pub combiner: Option<Combiner>,
}

/// What is done where a tensor has many points, which the program finds when it runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Beyond {
    /// More than so many, which 32 bits hold.
    pub places: u64,
    /// How they are kept then.
    pub keeping: Keeping,
}

/// Decides how the points of a workspace are kept.
pub(super) fn keep(
    nest: &Nest,
    statement: &Stmt,
    (tensor, collected): (TensorId, Collected),
) -> Result<CollectedWorkspace, Problem> {
    let all = writes(std::slice::from_ref(statement));
    let mut writes = all.iter().map(|(_, write)| *write).filter(|write| write.target.tensor == tensor);
    let first = writes.next();
    let combiner = first.and_then(|write| write.combiner);
    let alike = writes.all(|write| write.combiner == combiner);
    let unfit = |policy| misfit(nest, tensor, (alike, combiner), policy);
    let bound = nest.tensor(tensor);
    let (keeping, beyond) = match bound.local().and_then(|local| local.asked) {
        Some(asked) => match unfit(asked.policy) {
            Some(why) => return Err(Problem::new(first.map_or(nest.place, |write| write.location), why)),
            None => (asked, None),
        },
        None => match nest.choices.workspaces {
            Workspaces::By(keeping) if unfit(keeping.policy).is_none() => (keeping, None),
            Workspaces::By(_) | Workspaces::BySize => {
                let fits = |policy: &Policy| unfit(*policy).is_none();
                let sparse = match collected {
                    Collected::InFull => None,
                    Collected::List => [FINDING_POLICY, SORTING_POLICY].into_iter().find(fits),
                    Collected::SortedList => Some(SORTING_POLICY).filter(fits),
                };
                by_size(nest, bound, sparse)
            }
        },
    };
    Ok(CollectedWorkspace { tensor, collected, keeping, beyond, combiner: combiner.filter(|_| alike) })
}

/// A place for every point where these are in a cache, or are collected all of them; a list of few points beside them where they
/// take little memory, for what combines alike; else a policy that takes memory for the points that come.
fn by_size(nest: &Nest, tensor: &Tensor, sparse: Option<Policy>) -> (Keeping, Option<Beyond>) {
    let dense = Keeping::by(Policy::DENSE);
    let Some(sparse) = sparse else { return (dense, None) };
    // Not more than products of two numbers can be compared with.
    let most = (nest.choices.dense_bytes / tensor.bytes().max(1)).min(u64::from(u32::MAX) - 1);
    match tensor.points() {
        Some(points) if points > most => (Keeping::by(sparse), None),
        Some(points) if points <= CACHED_PLACES => (dense, None),
        Some(_) => (Keeping::by(LISTING_POLICY), None),
        None => (Keeping::by(LISTING_POLICY), Some(Beyond { places: most, keeping: Keeping::by(sparse) })),
    }
}

/// Why a policy does not suit a workspace, if it does not.
fn misfit(nest: &Nest, tensor: TensorId, combined: (bool, Option<Combiner>), policy: Policy) -> Option<String> {
    let (is_alike, combiner) = combined;
    let Properties { word, keeps, .. } = policy.properties();
    if *keeps == Keeps::Places {
        return None;
    }
    // Those that the compiler inserts have no name.
    let name = nest.tensor(tensor).name.as_ref().map_or("the workspace".to_owned(), |name| format!("workspace {name}"));
    if !is_alike {
        return Some(format!("{name} is to be kept by {word}, so all that is written to it combines alike"));
    }
    let adds = matches!(combiner, Some(Combiner::Add | Combiner::Mul));
    let rounds = nest.tensor(tensor).element.rounds() && adds;
    let is_in_parts = matches!(keeps, Keeps::Components { terms: Terms::InParts, .. });
    (is_in_parts && rounds && nest.choices.fp == FpMode::Strict)
        .then(|| format!("{name} is to be kept by {word}, which adds in another order, and floating point is strict"))
}

/// Those that are arrays.
pub(super) fn full_workspaces_of(nest: &Nest, statement: &Stmt) -> Vec<FullWorkspace> {
    let all = locals(std::slice::from_ref(statement)).into_iter();
    let full = all.filter(|local| !nest.tensor(*local).is_collected());
    full.map(|tensor| FullWorkspace { tensor, is_on_stack: fits_on_stack(nest.tensor(tensor)) }).collect()
}

/// A tensor between a producer and a consumer that stores every point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FullWorkspace {
    /// Which.
    pub tensor: TensorId,
    /// Whether it is small, and of a size that is known.
    pub is_on_stack: bool,
}

/// Whether a tensor is so small that it can stand on the stack.
fn fits_on_stack(tensor: &Tensor) -> bool {
    tensor.points().is_some_and(|points| points.saturating_mul(tensor.bytes()) <= MOST_STACK_BYTES)
}

/// What a consumer gets of a workspace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Collected {
    /// A list of the points that came, in any order.
    List,
    /// The list, in the order of its coordinates.
    SortedList,
    /// Every point, found by its coordinates. This takes time for all of them each time.
    InFull,
}

/// Has a workspace of a nest collected so.
pub(super) fn collect_as(nest: &mut Nest, workspace: TensorId, collected: Collected) {
    let tensor = &mut nest.tensors[workspace.0];
    tensor.set_format(Some(format(tensor, collected)));
}

/// The format in which a workspace is collected.
fn format(tensor: &Tensor, collected: Collected) -> &'static Description {
    let last = tensor.order().saturating_sub(1);
    let dimensions = (0..tensor.order()).map(DimExpr::Dim);
    let initially = tensor.local().map_or(Constant::Zero, |local| local.initially);
    Description::of(Format {
        order: tensor.order(),
        levels: match collected {
            Collected::InFull => dimensions.map(|dimension| Level::new(dimension, LevelKind::Dense)).collect(),
            list => list_levels(dimensions, |level| (level == last, list == Collected::SortedList)),
        },
        position_width: Width::W64,
        coordinate_width: Width::W64,
        fill: fill(initially, tensor),
    })
}

/// The fill value of a list; none where it is zero, or where no format has it ([`has_fill`]).
fn fill(initially: Constant, tensor: &Tensor) -> Option<Fill> {
    match (initially, tensor.element) {
        _ if initially.is_zero() => None,
        (Constant::Float(number), Scalar::Float(Float::F64)) => Some(Fill::new(number.to_bits(), FillType::F64)),
        (Constant::Float(number), Scalar::Float(Float::F32)) => {
            Some(Fill::new((number as f32).to_bits().into(), FillType::F32))
        }
        (Constant::Integer(number), Scalar::Integer(bits, _)) => {
            Some(Fill::new(number.cast_unsigned(), FillType::Int(bits)))
        }
        (Constant::Integer(number), Scalar::Index) => Some(Fill::new(number.cast_unsigned(), FillType::Index)),
        _ => None,
    }
}

/// Whether a list can hold what a workspace holds where its producer writes nothing.
pub(super) fn has_fill(tensor: &Tensor) -> bool {
    tensor.local().is_some_and(|local| local.initially.is_zero() || fill(local.initially, tensor).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::{Local, Size, TensorKind, testing::product_by_rows};

    /// A product of matrices, with a workspace for rows of so many columns.
    fn product(columns: u64) -> (Nest, TensorId, Collected) {
        let nest = product_by_rows(&[("i", 10), ("j", columns), ("k", 10)], 0.0);
        let tensor = nest.tensors.iter().position(|tensor| tensor.local().is_some()).map(TensorId);
        let tensor = tensor.expect("there is a workspace");
        collected_as((nest, tensor, Collected::SortedList), Collected::SortedList)
    }

    fn collected_as(
        (mut nest, tensor, _): (Nest, TensorId, Collected),
        collected: Collected,
    ) -> (Nest, TensorId, Collected) {
        collect_as(&mut nest, tensor, collected);
        (nest, tensor, collected)
    }

    fn kept((nest, tensor, collected): &(Nest, TensorId, Collected)) -> Result<CollectedWorkspace, String> {
        keep(nest, &nest.body[0], (*tensor, *collected)).map_err(|problem| problem.message().to_owned())
    }

    fn local(product: &mut (Nest, TensorId, Collected)) -> &mut Local {
        match &mut product.0.tensors[product.1.0].kind {
            TensorKind::Local(local) => local,
            _ => unreachable!("a workspace lives inside"),
        }
    }

    /// The policies, for sizes that are known, and beyond which others.
    fn policies(product: &(Nest, TensorId, Collected)) -> (String, Option<(u64, String)>) {
        let kept = kept(product).expect("no policy was asked for");
        let beyond = kept.beyond.map(|beyond| (beyond.places, beyond.keeping.to_string()));
        (kept.keeping.to_string(), beyond)
    }

    #[test]
    fn sizes_choose() {
        let only = |word: &str| (word.to_owned(), None);
        assert_eq!(policies(&product(CACHED_PLACES)), only("dense"));
        assert_eq!(policies(&product(CACHED_PLACES + 1)), only("mixed"));
        assert_eq!(policies(&product(1 << 23)), only("mixed"), "64 MiB");
        assert_eq!(policies(&product((1 << 23) + 1)), only("radix"));
        let unordered = collected_as(product(1 << 40), Collected::List);
        assert_eq!(policies(&unordered), only("hash"));
        let in_full = collected_as(product(1 << 40), Collected::InFull);
        assert_eq!(policies(&in_full), only("dense"), "every point is taken");
        let mut unknown = product(10);
        unknown.0.tensors[unknown.1.0].shape = vec![None];
        local(&mut unknown).sizes = vec![Size::Dimension(crate::index::ValueId(0), 0)];
        assert_eq!(policies(&unknown), ("mixed".to_owned(), Some((1 << 23, "radix".to_owned()))));
    }

    #[test]
    fn what_is_asked_is_kept_or_refused() {
        let buckets: Keeping = "buckets:16".parse().expect("a policy");
        let mut asked = product(10);
        local(&mut asked).asked = Some(buckets);
        assert_eq!(kept(&asked).map(|kept| (kept.keeping, kept.beyond)), Ok((buckets, None)));
        asked.0.choices.fp = FpMode::Strict;
        assert!(kept(&asked).is_err_and(|why| why.contains("adds in another order")));
        // What is asked of all workspaces holds for those that it suits.
        let mut all = product(10);
        all.0.choices.workspaces = Workspaces::By(buckets);
        assert_eq!(policies(&all).0, "buckets:16");
        all.0.choices.fp = FpMode::Strict;
        assert_eq!(policies(&all).0, "dense");
    }
}
