//! Several assignments, one after the other.

use std::collections::{BTreeMap, BTreeSet};

use super::{Access, Assignment, Update};

/// Assignments that are carried out in order. A tensor that one assigns can be read by those after it. Index variables
/// belong to their assignment: two assignments can use one name for variables of different sizes.
#[derive(Clone, Debug, PartialEq)]
pub struct Program {
    /// The assignments; there is at least one.
    pub statements: Vec<Assignment>,
}

impl Program {
    /// The accesses whose values have to come from outside, in order: each tensor once, where it is needed first.
    pub fn operands(&self) -> Vec<&Access> {
        let mut known: BTreeSet<&str> = BTreeSet::new();
        let mut found = Vec::new();
        for statement in &self.statements {
            let old = (statement.update != Update::Replace).then_some(&statement.target);
            for access in statement.value.accesses().into_iter().chain(old) {
                if known.insert(&access.tensor) {
                    found.push(access);
                }
            }
            known.insert(&statement.target.tensor);
        }
        found
    }

    /// The targets in order, each tensor once.
    pub fn targets(&self) -> Vec<&Access> {
        let mut seen = BTreeSet::new();
        let targets = self.statements.iter().map(|statement| &statement.target);
        targets.filter(|target| seen.insert(&target.tensor)).collect()
    }

    /// The targets that no later statement reads: the results, unless more are asked for.
    pub fn results(&self) -> Vec<&Access> {
        let is_read_after = |target: &str| {
            let last = self.statements.iter().rposition(|statement| statement.target.tensor == target);
            let later = self.statements.iter().skip(last.map_or(0, |last| last + 1));
            later.flat_map(|statement| statement.value.accesses()).any(|access| access.tensor == target)
        };
        self.targets().into_iter().filter(|target| !is_read_after(&target.tensor)).collect()
    }

    /// The order of every tensor.
    pub fn tensor_orders(&self) -> BTreeMap<&str, usize> {
        self.statements.iter().flat_map(Assignment::tensor_orders).collect()
    }

    /// The names of all index variables.
    pub fn variables(&self) -> BTreeSet<&str> {
        self.statements.iter().flat_map(Assignment::variables).collect()
    }
}
