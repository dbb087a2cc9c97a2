//! Remarks on the loops of a plan: which visit every point although operands are stored, which run far more rounds than operands have
//! nodes, and which run without the lanes that were asked for; each with the reason.

use crate::{
    bridge::Binding,
    diagnostic::{remark, remark_with_remedy},
    index::{Nest, VarId, constant::Constant},
    plan::{
        DenseLoop, Plan, Reason,
        cost::{UnwalkedLoop, walk_of_all},
    },
    remedy::{Remedy, Stored},
};
use lacuna_dialects::sloop::Combiner;
use std::{cmp::Ordering, collections::BTreeMap};

/// Says of a nest which of its loops were to run in lanes and do not, and why.
pub fn loops_without_lanes(nest: &Nest, binding: &Binding<'_>, found: &[(VarId, String)]) {
    for (var, why) in found {
        remark(
            binding.location(nest.place),
            format!("the loop over {} runs without lanes: {why}", nest.var_name(*var)),
        );
    }
}

/// A loop is reported if it runs more rounds than this for each step of one walk of all tensors.
const MANY_ROUNDS: f64 = 32.0;

/// Reports the loops over all values of a term of a compound subscript that take far longer than one walk of all tensors.
pub fn unwalked_loops(plan: &Plan, binding: &Binding<'_>) {
    let nest = &plan.nest;
    let mut unwalked = plan.estimate().unwalked;
    let Some(walk) = walk_of_all(nest).filter(|_| !unwalked.is_empty()) else { return };
    unwalked.retain(|found| found.rounds > MANY_ROUNDS * walk);
    // One remark for each operand, about the loop with the most rounds.
    unwalked.sort_by(|one, other| {
        (one.operand, other.rounds).partial_cmp(&(other.operand, one.rounds)).unwrap_or(Ordering::Equal)
    });
    unwalked.dedup_by_key(|found| found.operand);
    for UnwalkedLoop { var, operand, rounds } in unwalked {
        let (name, var) = (nest.name(operand), nest.var_name(var));
        let place = binding.location(nest.place);
        let fact = format!(
            "the loop over {var} runs {rounds:.0e} rounds although {name} is stored: no level of it can be walked in this loop"
        );
        let tensor = nest.tensor(operand);
        match nest.keep_order {
            true => remark(place, format!("{fact}; the schedule asks for this order")),
            false if tensor.order() < 2 => remark(place, fact),
            false => remark_with_remedy(
                place,
                fact,
                &Remedy::reorder_one(vec![Stored { name, r#type: tensor.type_as(tensor.format()) }]),
            ),
        }
    }
}

/// Says of a nest which of its loops visit every point, and why: once for each reason.
pub fn dense_loops(nest: &Nest, binding: &Binding<'_>, found: &[DenseLoop]) {
    // A loop is found once for each case of the loops around it: the one with the most operands says it all.
    let mut loops: BTreeMap<VarId, &DenseLoop> = BTreeMap::new();
    for found_loop in found {
        let known = loops.entry(found_loop.var).or_insert(found_loop);
        if known.operands.len() < found_loop.operands.len() {
            *known = found_loop;
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
        // One operand may be several tensors of the nest.
        let mut names: Vec<_> = operands.iter().map(|tensor| nest.name(*tensor)).collect();
        names.dedup();
        let (loops, visit) = if vars.len() == 1 { ("loop", "visits") } else { ("loops", "visit") };
        let (are, store, do_) = if names.len() == 1 { ("is", "stores", "does") } else { ("are", "store", "do") };
        // What lives inside of the nest, nobody else can change.
        let bound = operands.iter().filter(|tensor| nest.tensor(**tensor).local().is_none());
        let mut bound: Vec<_> = bound.map(|tensor| nest.name(*tensor)).collect();
        bound.dedup();
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
                (format!("{name} {gives} where {joined} {store} nothing{instead}"), remedy(bound.clone()))
            }
            Reason::Fill(tensor, value) => {
                let (name, value) = (nest.name(*tensor), text(*value));
                (format!("the fill value of {name} is {value}, and that of the result is another"), Remedy::SameFill)
            }
        };
        let place = binding.location(nest.place);
        match bound.as_slice() {
            [] => remark(place, say(why)),
            _ => remark_with_remedy(place, say(why), &remedy),
        }
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
