//! What has to hold of the operands of a `linalg.generic`, and of a tensor whose type is cast.

use super::{
    check::{Check, Values},
    traced_size::TracedSize,
};
use crate::{
    bridge::affine::{LoopDivision, subscript},
    index::{
        VarId,
        subscript::{Name, Subscript},
    },
    linalg::linalg_to_sloop::variable_names,
    values::{affine_map, operand_name},
};
use lacuna_dialects::{
    format::Format,
    ir::{Op, Value, op_name, operands, results, shape},
    stensor::conversion::Convert,
};
use melior::ir::{ValueLike, attribute::ArrayAttribute, operation::OperationLike};
use std::cell::RefCell;

/// Whether an operation gives a stored tensor, or makes one dense, in a type that may say more about its sizes.
pub fn is_cast(op: Op<'_>) -> bool {
    let is_stored = |value: &Value<'_>| Format::of(value.r#type()).is_some();
    matches!(op_name(op).as_str(), "tensor.cast" | Convert::NAME)
        && operands(op).iter().chain(&results(op)).any(is_stored)
}

/// The checks of a cast: sizes that its type promises, and that of its operand does not.
pub fn checks_of_cast(op: Op<'_>) -> Vec<Check<'_>> {
    let (source, result) = (operands(op)[0], results(op)[0]);
    let promised = shape(result.r#type()).unwrap_or_default().into_iter().enumerate();
    promised
        .filter_map(|(dimension, size)| {
            let (size, found) = (size?, TracedSize::of(source, dimension));
            let is_known = shape(source.r#type())?[dimension].is_some() || found == TracedSize::Static(size);
            let named = match found {
                TracedSize::Dimension(origin, _) => origin,
                _ => source,
            };
            let message =
                format!("{}, dimension {dimension} is cast to {size}, which is not its size", operand_name(named, 0));
            (!is_known).then_some(Check::Same { sizes: [TracedSize::Static(size), found], message })
        })
        .collect()
}

/// The checks of a `linalg.generic`, of what is not known.
pub fn checks_of_generic<'c>(op: Op<'c>) -> Vec<Check<'c>> {
    let Some(generic) = Subscripts::of(op) else { return Vec::new() };
    let mut checks = Vec::new();
    let extents: Vec<_> = (0..generic.count).map(|var| generic.extent(VarId(var), &mut checks)).collect();
    checks.extend(generic.sums(&extents));
    checks
}

/// A dimension of an operand and what subscripts it.
struct Subscripted {
    operand: usize,
    dimension: usize,
    subscript: Subscript,
}

/// The subscripts of a `linalg.generic`.
struct Subscripts<'c> {
    operands: Vec<Value<'c>>,
    all: Vec<Subscripted>,
    /// The number of variables.
    count: usize,
    /// The quotients and remainders of variables, which are numbered after these.
    divided: Vec<(usize, LoopDivision)>,
    names: Vec<String>,
}

impl<'c> Subscripts<'c> {
    fn of(op: Op<'c>) -> Option<Self> {
        let maps = op.attribute("indexing_maps").and_then(ArrayAttribute::try_from).ok()?;
        let maps: Vec<_> = (0..maps.len()).filter_map(|index| maps.element(index).ok()).map(affine_map).collect();
        let count = maps.first().map_or(0, |map| map.dim_count());
        let vars: Vec<_> = (0..count).map(|var| Subscript::var(VarId(var))).collect();
        let (mut all, divided) = (Vec::new(), RefCell::new(Vec::new()));
        let division = |dimension, division| {
            let mut divided = divided.borrow_mut();
            let known = divided.iter().position(|other| *other == (dimension, division));
            let number = known.unwrap_or_else(|| {
                divided.push((dimension, division));
                divided.len() - 1
            });
            Some(Subscript::var(VarId(count + number)))
        };
        for (operand, map) in maps.iter().enumerate() {
            for dimension in 0..map.result_count() {
                let subscript = map.result(dimension).ok().and_then(|result| subscript(result, &vars, &division));
                all.extend(subscript.map(|subscript| Subscripted { operand, dimension, subscript }));
            }
        }
        let divided = divided.into_inner();
        Some(Self { operands: operands(op), all, count, divided, names: variable_names(op) })
    }

    /// What a variable is called.
    fn name(&self, var: usize) -> String {
        let Some((of, division)) = var.checked_sub(self.count).map(|number| self.divided[number]) else {
            return self.names.get(var).cloned().unwrap_or_else(|| format!("d{var}"));
        };
        match division {
            LoopDivision::Quotient(divisor) => format!("({} floordiv {divisor})", self.name(of)),
            LoopDivision::Remainder(divisor) => format!("({} mod {divisor})", self.name(of)),
        }
    }

    fn size(&self, of: &Subscripted) -> TracedSize<'c> {
        TracedSize::of(self.operands[of.operand], of.dimension)
    }

    fn describe(&self, of: &Subscripted) -> String {
        // What was filled or computed into has the name of what it started from.
        let named = match self.size(of) {
            TracedSize::Dimension(origin, _) => origin,
            _ => self.operands[of.operand],
        };
        format!("{}, dimension {}", operand_name(named, of.operand), of.dimension)
    }

    /// The size of the dimensions that a variable subscripts alone, and the checks that they have one.
    fn extent(&self, var: VarId, checks: &mut Vec<Check<'c>>) -> Option<TracedSize<'c>> {
        let mut own: Vec<_> = self.all.iter().filter(|of| of.subscript.as_var() == Some(var)).collect();
        // What is known first, so that others are compared with it.
        own.sort_by_key(|of| self.size(of).known().is_none());
        let (first, others) = own.split_first()?;
        let extent = self.size(first);
        let mut seen = vec![extent];
        for other in others {
            let size = self.size(other);
            if seen.contains(&size) || (size.known().is_some() && extent.known().is_some()) {
                continue;
            }
            seen.push(size);
            let on = self.names.get(var.0).map_or_else(String::new, |name| format!(" on the size of {name}"));
            let message = format!("{} and {} disagree{on}", self.describe(first), self.describe(other));
            checks.push(Check::Same { sizes: [extent, size], message });
        }
        Some(extent)
    }

    /// The checks of the dimensions that more than one variable alone subscripts.
    fn sums(&self, extents: &[Option<TracedSize<'c>>]) -> Vec<Check<'c>> {
        let name = |of: Name| match of {
            Name::Var(var) => self.name(var.0),
            Name::Outside(value) => format!("s{}", value.0),
        };
        let check = |of: &Subscripted| {
            let (mut terms, mut divided) = (Vec::new(), Vec::new());
            for (var, factor) in of.subscript.vars() {
                match var.0.checked_sub(self.count).map(|number| self.divided[number]) {
                    None => terms.push((extents[var.0]?, factor)),
                    Some((whole, division)) => divided.push((extents[whole]?, division, factor)),
                }
            }
            let values = Values { terms, divided, added: Vec::new(), constant: of.subscript.constant() };
            // linalg's verifier looks at the ends of loops, where a remainder need not be largest.
            if self.size(of).known().is_some_and(|size| values.are_below(size)) {
                return None;
            }
            let divided = values.divided.iter().map(|(extent, ..)| *extent);
            let rounds = values.terms.iter().map(|(extent, _)| *extent).chain(divided).collect();
            let message = format!("{} does not hold all of subscript {}", self.describe(of), of.subscript.text(name));
            Some(Check::Holds { size: self.size(of), values, rounds, message })
        };
        let sums = self.all.iter().filter(|of| of.subscript.as_var().is_none_or(|var| var.0 >= self.count));
        sums.filter_map(check).filter(|check| !check.is_static() || check.is_divided()).collect()
    }
}
