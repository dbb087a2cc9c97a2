//! The sizes of variables that no dimension has: those that reach less of one than it has, and those of compound subscripts.

use std::collections::{BTreeMap, BTreeSet};

use crate::ast::{Access, Assignment, Division, Scaled, Subscript};
use crate::error::SizeSource;

/// The variables that may reach less of a dimension than it has. In `I(i+k) * F(k)`, all of `F` is meant.
#[derive(Clone, Debug, Default)]
pub struct Ranged {
    /// Of any dimension: those that some compound subscript has alone, as in `a(i+1) - a(i)`.
    alone: BTreeSet<String>,
    /// Of a dimension of a tensor: those that occur in a compound subscript of this dimension, as in `I(i+k) - I(i)`.
    beside_others: BTreeSet<(String, usize, String)>,
}

impl Ranged {
    /// Those of a statement.
    pub fn of(assignment: &Assignment) -> Self {
        let mut ranged = Self::default();
        for access in assignment.value.accesses() {
            for (dimension, subscript) in access.subscripts.iter().enumerate() {
                if subscript.as_variable().is_some() {
                    continue;
                }
                if let [part] = subscript.parts.as_slice() {
                    ranged.alone.insert(part.variable.clone());
                }
                let beside = subscript.parts.iter().filter(|part| part.coefficient != 0);
                let beside = beside.map(|part| (access.tensor.clone(), dimension, part.variable.clone()));
                ranged.beside_others.extend(beside);
            }
        }
        ranged
    }

    /// Whether a variable may reach less of a dimension of a tensor than it has.
    pub fn contains(&self, tensor: &str, dimension: usize, variable: &str) -> bool {
        let is_named =
            |(own, at, name): &(String, usize, String)| own == tensor && *at == dimension && name == variable;
        self.alone.contains(variable) || self.beside_others.iter().any(is_named)
    }
}

/// Gives variables whose size nothing else says the largest one that fits all subscripts of tensors whose shape is known. A subscript
/// tells the size of one variable where those of the others are known.
pub(super) fn infer<'a>(
    shaped: impl Iterator<Item = (&'a Access, &'a [u64])>,
    known: &mut BTreeMap<&'a str, (u64, SizeSource)>,
) {
    let subscripts: Vec<_> = shaped
        .flat_map(|(access, shape)| {
            let all = access.subscripts.iter().zip(shape).enumerate();
            all.map(|(dimension, (subscript, size))| {
                (subscript, *size, SizeSource::Dimension { tensor: access.tensor.clone(), dimension })
            })
        })
        .collect();
    loop {
        let mut found: BTreeMap<&'a str, (u64, SizeSource)> = BTreeMap::new();
        let mut unclear: BTreeSet<&'a str> = BTreeSet::new();
        for (subscript, size, source) in &subscripts {
            let mut unknown = subscript.parts.iter().filter(|part| !known.contains_key(part.variable.as_str()));
            let (Some(part), None) = (unknown.next(), unknown.next()) else {
                // Of several unknown variables, each could reach more if another one reached less.
                let parts = subscript.parts.iter().map(|part| part.variable.as_str());
                unclear.extend(parts.filter(|variable| !known.contains_key(variable)));
                continue;
            };
            let variable = part.variable.as_str();
            let Some(most) = most_values(subscript, part, *size, known) else { continue };
            let least = found.entry(variable).or_insert_with(|| (most, source.clone()));
            if most < least.0 {
                *least = (most, source.clone());
            }
        }
        found.retain(|variable, _| !unclear.contains(variable));
        if found.is_empty() {
            return;
        }
        known.extend(found);
    }
}

/// How many values a part of a subscript may take in a dimension of this size, beside the others, whose sizes are known; `None`
/// where these alone reach beyond, or take no values.
fn most_values(
    subscript: &Subscript,
    part: &Scaled,
    size: u64,
    known: &BTreeMap<&str, (u64, SizeSource)>,
) -> Option<u64> {
    if part.coefficient == 0 {
        return None;
    }
    let values = match part.division {
        None => 1,
        Some(Division::Quotient(divisor)) => i128::from(divisor),
        // Any number of values has these remainders.
        Some(Division::Remainder(_)) => return None,
    };
    let constant = i128::from(subscript.constant);
    let (mut smallest, mut largest) = (constant, constant);
    for other in subscript.parts.iter().filter(|other| other.variable != part.variable) {
        let last = i128::from(other.largest(known.get(other.variable.as_str())?.0.checked_sub(1)?));
        let end = i128::from(other.coefficient) * last;
        *(if end < 0 { &mut smallest } else { &mut largest }) += end;
    }
    let room = if part.coefficient > 0 { i128::from(size) - 1 - largest } else { smallest };
    let steps = room.div_euclid(i128::from(part.coefficient).abs());
    let fits = smallest >= 0 && largest < i128::from(size);
    u64::try_from((steps + 1).checked_mul(values)?).ok().filter(|_| fits)
}
