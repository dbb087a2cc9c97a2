//! A remark for each loop that visits every point although its operands are sparse, and why.
//!
//! A sum with a dense operand has as many values as this operand, and a dense result is initialized everywhere. The user asked
//! for that, so there is no remark. But `A + 1`, or an operation about which nothing is known, may be an oversight that makes a
//! sparse computation dense.

use super::work::Work;
use crate::{
    diagnostic::{remark, remark_with_remedy},
    index::{
        Access, Binding, Expr, ExprId, Nest, TensorId, VarId, algebra::Known, constant::Constant,
        specialize::Specializer,
    },
    remedy::Remedy,
};
use lacuna_dialects::sloop::Combiner;
use std::collections::BTreeMap;

/// A loop that visits every point.
#[derive(Clone, Debug)]
pub struct DenseLoop {
    var: VarId,
    /// What stores something in the loop, but not everywhere.
    operands: Vec<TensorId>,
    why: Reason,
}

/// What gives a value where nothing is stored.
#[derive(Clone, Debug, PartialEq)]
enum Reason {
    /// An operation, its value where that is known, and what the result holds where it stores nothing.
    Operation(String, Option<Constant>, Constant),
    /// What an operand does not store has a value that the result does not take for granted.
    Fill(TensorId, Constant),
    /// A combiner takes in zeros that are not stored.
    Combiner(Combiner),
}

/// Why there is something to do inside a loop over `var` where none of `absent` stores anything; `None` where nothing
/// is to be said of it.
pub fn densified(nest: &Nest, var: VarId, work: &Work, absent: &[Access]) -> Option<DenseLoop> {
    let mut finder = Simplifier { nest: nest.clone(), absent };
    let why = work.expected(nest).into_iter().find_map(|(value, expected, combiner)| {
        let takes_zeros = combiner.filter(|_| finder.is_absent_zero(value));
        takes_zeros.map(Reason::Combiner).or_else(|| finder.reason(value, &expected))
    })?;
    let mut operands: Vec<_> = absent.iter().map(|access| access.tensor).collect();
    operands.sort();
    operands.dedup();
    Some(DenseLoop { var, operands, why })
}

/// Says of a nest which of its loops visit every point, and why: once for each reason.
pub fn report(nest: &Nest, binding: &Binding<'_>, found: &[DenseLoop]) {
    // A loop is found once for each case of the loops around it: the one with the most operands says it all.
    let mut loops: BTreeMap<VarId, &DenseLoop> = BTreeMap::new();
    for densified in found {
        let known = loops.entry(densified.var).or_insert(densified);
        if known.operands.len() < densified.operands.len() {
            *known = densified;
        }
    }
    let mut said: Vec<&Reason> = Vec::new();
    for DenseLoop { why, operands, .. } in loops.values() {
        if said.contains(&why) {
            continue;
        }
        said.push(why);
        let vars: Vec<_> = loops.values().filter(|other| other.why == *why).map(|other| other.var).collect();
        let vars = nest.whole_names(&vars);
        let names: Vec<_> = operands.iter().map(|tensor| nest.name(*tensor)).collect();
        let (loops, visit) = if vars.len() == 1 { ("loop", "visits") } else { ("loops", "visit") };
        let (are, store, do_) = if names.len() == 1 { ("is", "stores", "does") } else { ("are", "store", "do") };
        let (joined, vars) = (names.join(" and "), vars.join(" and "));
        let say =
            |why: String| format!("the {loops} over {vars} {visit} every point although {joined} {are} stored: {why}");
        let (why, remedy) = match why {
            Reason::Combiner(combiner) => {
                let reduction = reduction(*combiner);
                remark(
                    binding.location(nest.place),
                    say(format!("{reduction} takes in the zeros that {joined} {do_} not store")),
                );
                continue;
            }
            Reason::Operation(name, value, unstored) => {
                let gives = match value {
                    Some(value) => format!("gives {}", text(*value)),
                    None => format!("may give a value other than {}", text(*unstored)),
                };
                let instead = match value {
                    Some(_) if !unstored.is_zero() => format!(", and not {}", text(*unstored)),
                    _ => String::new(),
                };
                let remedy = if unstored.is_zero() { Remedy::ChooseStored } else { Remedy::ChooseValue };
                (format!("{name} {gives} where {joined} {store} nothing{instead}"), remedy(names.clone()))
            }
            Reason::Fill(tensor, value) => {
                let (name, value) = (nest.name(*tensor), text(*value));
                (format!("the fill value of {name} is {value}, and that of the result is another"), Remedy::SameFill)
            }
        };
        remark_with_remedy(binding.location(nest.place), say(why), &remedy);
    }
}

/// A reduction by a combiner as remarks call it.
fn reduction(combiner: Combiner) -> String {
    match combiner {
        Combiner::Mul => "the product (prod)".to_owned(),
        Combiner::Max => "the maximum (max)".to_owned(),
        Combiner::Min => "the minimum (min, all)".to_owned(),
        other => format!("the reduction by {}", other.word()),
    }
}

/// A value as remarks show it.
fn text(value: Constant) -> String {
    match value {
        Constant::Float(number) => number.to_string(),
        Constant::Integer(number) => number.to_string(),
        Constant::Complex(re, im) => format!("{re} + {im}i"),
        Constant::Zero => "zero".to_owned(),
        Constant::Absent => "no value".to_owned(),
    }
}

struct Simplifier<'a> {
    nest: Nest,
    absent: &'a [Access],
}

impl Simplifier<'_> {
    /// What an expression is where nothing is stored, if that is known.
    fn known(&mut self, id: ExprId) -> Option<Known> {
        Specializer::new(&mut self.nest, self.absent).expression(id).1
    }

    /// Whether an expression is zero because nothing is stored.
    fn is_absent_zero(&mut self, id: ExprId) -> bool {
        self.depends_on_absent(id) && self.known(id).is_some_and(|known| known.absent && known.value.is_zero())
    }

    fn depends_on_absent(&self, id: ExprId) -> bool {
        self.nest.reads(id).iter().any(|access| self.absent.contains(access))
    }

    /// What makes an expression that reads what is absent something else than one of the values in `expected`.
    fn reason(&mut self, id: ExprId, expected: &[Constant]) -> Option<Reason> {
        let known = self.known(id).map(|known| known.value);
        if !self.depends_on_absent(id) || known.is_some_and(|value| is_one_of(value, expected)) {
            return None;
        }
        let operands = self.nest.operands(id);
        let name = match self.nest.expr(id) {
            Expr::Read(access) => return known.map(|value| Reason::Fill(access.tensor, value)),
            Expr::Fold { body, .. } => return self.reason(*body, expected),
            Expr::Scalar { operation, .. } => operation.op_name().to_owned(),
            Expr::Combine { combiner, .. } => format!("{combiner:?}").to_lowercase(),
            _ => return None,
        };
        // What is alive below is the reason, unless it is what an operand holds where it stores nothing.
        if known.is_none() {
            let below = operands.iter().find_map(|operand| self.reason(*operand, &[Constant::Zero]));
            if let Some(operation @ Reason::Operation(..)) = below {
                return Some(operation);
            }
        }
        // What another operand holds is there to be visited.
        if self.nest.reads(id).iter().any(|access| !self.absent.contains(access)) {
            return None;
        }
        Some(Reason::Operation(name, known, expected[0]))
    }
}

/// Whether a value is among others, or none.
fn is_one_of(value: Constant, expected: &[Constant]) -> bool {
    let is_same = |other: &Constant| value == *other || value.is_zero() && other.is_zero();
    value == Constant::Absent || expected.iter().any(is_same)
}
