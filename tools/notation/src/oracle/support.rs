//! Where a term is present: the sets of sparse accesses whose joint presence makes it so.
//!
//! `A(i,j) * (B(i,j) + C(i,j))` is present where A and B are, and where A and C are. Full operands are present
//! everywhere and numbers are, too, so neither is ever listed; the divisor of a quotient does not matter.

use std::collections::BTreeSet;

use super::arithmetic::Arithmetic;
use super::error::OracleError;
use super::tree::{Node, Tree};

/// Leaves, by number, that have to be present together.
pub(super) type Support = BTreeSet<usize>;

/// Products of sums multiply the number of supports; nothing sensible has this many.
const MAX_SUPPORTS: usize = 256;

/// The supports of a term, none of which contains another. The term is present only where one of them is, and, but for
/// functions of some values, wherever one is.
pub(super) fn supports<E: Arithmetic>(tree: &Tree<'_, E>) -> Result<Vec<Support>, OracleError> {
    supports_of(tree, &tree.root)
        .ok_or_else(|| OracleError::TooManySupports { term: tree.source.to_string(), limit: MAX_SUPPORTS })
}

fn supports_of<E: Arithmetic>(tree: &Tree<'_, E>, node: &Node<E>) -> Option<Vec<Support>> {
    match node {
        Node::Number(_) | Node::Index(..) | Node::CompareIndices(..) => Some(vec![Support::new()]),
        Node::Leaf(number) if tree.leaves[*number].operand.is_full => Some(vec![Support::new()]),
        Node::Leaf(number) => Some(vec![Support::from([*number])]),
        Node::Negate(operand) => supports_of(tree, operand),
        Node::Divide(dividend, _) => supports_of(tree, dividend),
        Node::Add(left, right) => {
            let mut either = supports_of(tree, left)?;
            either.extend(supports_of(tree, right)?);
            minimal(either)
        }
        Node::Multiply(left, right) => {
            let (left, right) = (supports_of(tree, left)?, supports_of(tree, right)?);
            minimal(left.iter().flat_map(|one| right.iter().map(move |other| one | other)).collect())
        }
        Node::Extremum(_, arguments) => {
            // Where nothing is stored, `max(A(i) - 1, 0)` is absent, although `A(i) - 1` is not: some entry has to be there.
            let needs_entry = is_absent_without_entries(tree, node);
            let supports = arguments.iter().map(|argument| {
                if needs_entry && !is_absent_without_entries(tree, argument) {
                    Some(single_leaves(tree, argument))
                } else {
                    supports_of(tree, argument)
                }
            });
            minimal(supports.collect::<Option<Vec<_>>>()?.concat())
        }
        Node::Call(..) | Node::Where(_) | Node::Compare(..) if is_absent_without_entries(tree, node) => {
            minimal(single_leaves(tree, node))
        }
        Node::Call(..) | Node::Where(_) | Node::Compare(..) => Some(vec![Support::new()]),
    }
}

/// Whether a node is absent where no sparse access is present, whatever the full ones are.
fn is_absent_without_entries<E: Arithmetic>(tree: &Tree<'_, E>, node: &Node<E>) -> bool {
    // What a variable makes of it depends on the point.
    if node.has_index() {
        return false;
    }
    let full = |leaf: usize| tree.leaves[leaf].operand.is_full.then_some(E::ZERO);
    node.value(&full, &|_| 0).is_ok_and(|found| found.is_absent())
}

/// A support of each sparse access alone.
fn single_leaves<E: Arithmetic>(tree: &Tree<'_, E>, node: &Node<E>) -> Vec<Support> {
    let mut leaves = Vec::new();
    node.collect_leaves(&mut leaves);
    leaves.retain(|leaf| !tree.leaves[*leaf].operand.is_full);
    leaves.into_iter().map(|leaf| Support::from([leaf])).collect()
}

/// Drops the supports that contain another one; none if too many are left.
fn minimal(mut supports: Vec<Support>) -> Option<Vec<Support>> {
    supports.sort_by_key(Support::len);
    let mut kept: Vec<Support> = Vec::new();
    for support in supports {
        if !kept.iter().any(|smaller| smaller.is_subset(&support)) {
            kept.push(support);
        }
    }
    (kept.len() <= MAX_SUPPORTS).then_some(kept)
}
