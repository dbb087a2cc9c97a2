//! Subscripts with quotients and remainders of loops, such as `A(i floordiv 2, j mod 3)`.
//!
//! Subscripts of a nest are linear. So a loop that is divided becomes loops over its parts: `i = 6*a + 2*b + c`, with `b` below 3 and
//! `c` below 2, has the quotient `3*a + b` by 2, the remainder `c`, and the remainder `2*b + c` by 6. Rounds in which `i` is beyond its
//! range are left out.

use super::refusal::{Unconvertible, refuse};
use crate::{
    bridge::affine::{LoopDivision, divisions},
    index::{Directives, Nest, Relation, Size, Var, VarId, subscript::Subscript},
};
use lacuna_layout::algebra::Form;
use melior::ir::{AffineMap, Location};
use std::collections::BTreeMap;

/// The loops that take the place of those that are divided.
#[derive(Default)]
pub(super) struct PartLoops {
    /// For each loop that is divided: its divisors, the largest first, and after that the part of each, and the rest.
    parts: BTreeMap<usize, Vec<(i64, VarId)>>,
}

impl PartLoops {
    /// Those that the maps of an operation ask for. The first part is numbered `next`.
    pub fn of<'c>(
        maps: &[AffineMap<'c>],
        (names, location): (&[String], Location<'c>),
        next: usize,
    ) -> Result<Self, Unconvertible<'c>> {
        let mut divisors: BTreeMap<usize, Vec<i64>> = BTreeMap::new();
        for map in maps {
            for result in (0..map.result_count()).filter_map(|result| map.result(result).ok()) {
                for (dimension, divisor) in divisions(result) {
                    let all = divisors.entry(dimension).or_default();
                    if !all.contains(&divisor) {
                        all.push(divisor);
                    }
                }
            }
        }
        let mut number = next;
        let mut parts = BTreeMap::new();
        for (dimension, mut all) in divisors {
            all.sort_unstable_by_key(|divisor| std::cmp::Reverse(*divisor));
            if let Some(pair) = all.windows(2).find(|pair| pair[0] % pair[1] != 0) {
                let name = names.get(dimension).cloned().unwrap_or_else(|| format!("loop {dimension}"));
                let message = format!(
                    "{name} is divided by {} and by {}, and neither of the two divides the other: compute what one of them \
                     subscripts first, as a tensor with {name} for a subscript",
                    pair[1], pair[0]
                );
                return Err(refuse(location, message));
            }
            all.push(1);
            let var = |divisor| {
                number += 1;
                (divisor, VarId(number - 1))
            };
            parts.insert(dimension, all.into_iter().map(var).collect());
        }
        Ok(Self { parts })
    }

    /// The quotient or remainder of a loop, as a sum of parts.
    pub fn value(&self, dimension: usize, division: LoopDivision) -> Option<Subscript> {
        let parts = self.parts.get(&dimension)?;
        let sum = |parts: &[(i64, VarId)], by: i64| {
            let add = |sum: Subscript, (factor, var): &(i64, VarId)| sum.plus(&Subscript::var(*var), factor / by);
            parts.iter().fold(Subscript::constant_of(0), add)
        };
        let at = |wanted: i64| parts.iter().position(|(divisor, _)| *divisor == wanted);
        match division {
            LoopDivision::Quotient(divisor) => Some(sum(&parts[..=at(divisor)?], divisor)),
            LoopDivision::Remainder(divisor) => Some(sum(&parts[at(divisor)? + 1..], 1)),
        }
    }

    /// Adds the variables of the parts and what the loops are of them, after the variables of the loops.
    pub fn add(&self, nest: &mut Nest) {
        for (dimension, parts) in &self.parts {
            let (var, name) = (VarId(*dimension), nest.var(VarId(*dimension)).name.clone());
            let extent = nest.var(var).extent.clone();
            let mut value = Subscript::constant_of(0);
            let mut above: Option<i64> = None;
            for (divisor, part) in parts {
                let size = match (above, extent.number()) {
                    // A loop of few rounds has none with larger remainders.
                    (Some(above), Some(size)) => {
                        Size::Number((above / divisor).unsigned_abs().min(size.div_ceil(divisor.unsigned_abs())))
                    }
                    (Some(above), None) => Size::Number((above / divisor).unsigned_abs()),
                    (None, Some(size)) => Size::Number(size.div_ceil(divisor.unsigned_abs())),
                    (None, None) => Size::Form(quotient_by(*divisor), vec![extent.clone()]),
                };
                let text = |name: &std::rc::Rc<str>| match (above, divisor) {
                    (None, divisor) => format!("{name}/{divisor}"),
                    (Some(above), 1) => format!("{name} mod {above}"),
                    (Some(above), divisor) => format!("{name} mod {above}/{divisor}"),
                };
                let name = name.as_ref().map(|name| text(name).into());
                assert_eq!(nest.add_var(Var::new(size, name)), *part, "parts are numbered in order");
                value = value.plus(&Subscript::var(*part), *divisor);
                above = Some(*divisor);
            }
            // All parts together may reach beyond the range of the variable.
            let greatest = nest.bounds(&value).greatest;
            let is_bounded = extent.number().zip(greatest).is_none_or(|(size, greatest)| greatest >= size.into());
            nest.relations.push(Relation::new(var, value, is_bounded));
        }
    }

    /// The loops around, with the parts of those that are divided in their place.
    pub fn in_place(&self, around: Vec<(VarId, Directives)>) -> Vec<(VarId, Directives)> {
        let parts = |(var, how): (VarId, Directives)| match self.parts.get(&var.0) {
            None => vec![(var, how)],
            Some(parts) => parts.iter().map(|(_, part)| (*part, how)).collect(),
        };
        around.into_iter().flat_map(parts).collect()
    }

    /// Whether the loop over this dimension is split into parts.
    pub fn splits(&self, dimension: usize) -> bool {
        self.parts.contains_key(&dimension)
    }
}

/// A quotient of a size.
fn quotient_by(divisor: i64) -> Form {
    Form::name(0).quotient(divisor).expect("the divisor fits 64 bits")
}
