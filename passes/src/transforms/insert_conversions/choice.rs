//! Which operands and results of a statement are converted: the cheapest of those that help.

use super::{
    conversion::Conversion,
    formats::{Entries, list},
    layouts::choose_layouts,
    lookups::{Lookups, choose_lookups},
    orders::list_orders,
    statement::{ConvertedStatement, ConvertedWalk, Convertible, OtherResult, Room},
    subsets::Subsets,
};
use crate::{
    index::{
        Access, Nest,
        problem::{Problem, ProblemKind},
        writes,
    },
    plan::cost::Cost,
    transforms::{attempt::attempt, parts::multiplies_rows},
};
use lacuna_layout::Description;
use std::cmp::Reverse;

/// The number of choices that are tried one after the other.
const MOST_ATTEMPTS: usize = 512;

/// What is converted for one statement of a nest; nothing where it can be walked as it is.
pub(super) fn for_statement(nest: &Nest, index: usize) -> Result<Vec<Conversion>, Problem> {
    let mut alone = nest.clone();
    alone.body = vec![nest.body[index].clone()];
    let problem = match attempt(&alone) {
        Ok(walked) => {
            let lookups = choose_lookups(&alone, index, &walked.merged_again, walked.estimate.cost);
            let lookups = lookups.map_or_else(Vec::new, |lookups| lookups.conversions);
            return Ok([lookups, choose_layouts(&alone, index, &walked)].concat());
        }
        Err(problem) => problem,
    };
    let statement = ConvertedStatement::new(index, alone);
    if nest.keep_order {
        return Err(problem);
    }
    if let ProblemKind::PointsInParts { result } = problem.kind() {
        if let Some(parts) = statement.in_parts(result, &problem) {
            return Ok(vec![parts]);
        }
        let written = writes(&statement.nest.body);
        let mut written = written.iter().filter(|(_, write)| write.target.tensor == result);
        if written.any(|(around, write)| multiplies_rows(&statement.nest, around, write)) {
            return Err(problem);
        }
    }
    match statement.choose(&problem) {
        Some(conversions) => Ok(conversions),
        None => Err(statement.compound_subscript().unwrap_or(problem)),
    }
}

/// A choice that helps.
struct ConversionChoice {
    /// What is converted of the reads, by their places in [`ConvertedStatement::reads`].
    reads: Vec<usize>,
    result: Option<OtherResult>,
    outcome: ConvertedWalk,
    /// The operands that are looked up then.
    lookups: Vec<Conversion>,
    /// What the walk costs, with what is made for lookups.
    walk: Cost,
    /// What all of it costs.
    cost: Cost,
    room: Room,
}

/// Keeps the first of those that cost least.
fn keep_cheaper(best: &mut Option<ConversionChoice>, other: Option<ConversionChoice>) {
    if let Some(other) = other
        && best.as_ref().is_none_or(|best| other.cost.is_less_than(&best.cost))
    {
        *best = Some(other);
    }
}

impl ConvertedStatement {
    /// The cheapest choice that helps: what is converted and the walk that follows cost least together. Where it costs the
    /// same, few are converted, operands rather than results, and those that are named first.
    fn choose(&self, problem: &Problem) -> Option<Vec<Conversion>> {
        let candidates: Vec<_> = self.candidates().collect();
        let least: Vec<_> = candidates.iter().map(|candidate| self.least_cost(*candidate)).collect();
        let mut best: Option<ConversionChoice> = None;
        let mut of_all = None;
        for (attempts, (least, subset)) in Subsets::new(&least).enumerate() {
            if let Some(best) = &best {
                // More conversions only help by a cheaper walk, and that of all operands has the best there is.
                let of_all: f64 = *of_all.get_or_insert_with(|| self.walk_of_all(&candidates));
                if best.cost.total() <= least as f64 + of_all.min(best.walk.total()) {
                    break;
                }
            }
            if attempts == MOST_ATTEMPTS {
                break;
            }
            let chosen: Vec<_> = subset.into_iter().map(|place| candidates[place]).collect();
            keep_cheaper(&mut best, self.try_out(&chosen, Room::Spare));
        }
        let best = best.or_else(|| self.choose_among_many(&candidates));
        best.map(|choice| self.conversions(choice, problem))
    }

    /// What the walk costs if all operands are converted.
    fn walk_of_all(&self, candidates: &[Convertible]) -> f64 {
        let is_operand = |candidate: &Convertible| *candidate != Convertible::Result;
        let operands: Vec<_> = candidates.iter().copied().filter(is_operand).collect();
        self.try_out(&operands, Room::Spare).map_or(f64::INFINITY, |choice| choice.walk.total())
    }

    /// A choice of which nothing can be left out; what costs most was tried to be left out first.
    ///
    /// It starts with all operands, which agree then, and with the result, if that is in the way. With room for every
    /// coordinate in the first level, fewer levels are merged: this always helps where a loop is left whose cases are few
    /// enough.
    fn choose_among_many(&self, candidates: &[Convertible]) -> Option<ConversionChoice> {
        let is_operand = |candidate: &Convertible| *candidate != Convertible::Result;
        let operands: Vec<_> = candidates.iter().copied().filter(is_operand).collect();
        let starts =
            [Room::Spare, Room::Needed].into_iter().flat_map(|room| [(room, &operands[..]), (room, candidates)]);
        let (room, chosen, mut best) =
            starts.into_iter().find_map(|(room, chosen)| Some((room, chosen, self.try_out(chosen, room)?)))?;
        let mut chosen = chosen.to_vec();
        let mut costly = chosen.clone();
        costly.sort_by_key(|candidate| Reverse(self.least_cost(*candidate)));
        for candidate in costly {
            let others: Vec<_> = chosen.iter().copied().filter(|other| *other != candidate).collect();
            if let Some(choice) = self.try_out(&others, room) {
                (best, chosen) = (choice, others);
            }
        }
        Some(best)
    }

    /// The cheapest way to convert just what is chosen, if that helps. What would be converted to what it is already is not.
    fn try_out(&self, chosen: &[Convertible], room: Room) -> Option<ConversionChoice> {
        let reads: Vec<_> = chosen.iter().filter_map(|candidate| candidate.read()).collect();
        let accesses: Vec<_> = reads.iter().map(|read| &self.reads[*read]).collect();
        let results = match self.target.filter(|_| chosen.contains(&Convertible::Result)) {
            Some(target) => {
                let orders = list_orders(&self.nest, target, &accesses).into_iter();
                orders.map(|order| Some((target, list(self.nest.tensor(target), &order, Entries::Points)))).collect()
            }
            None => vec![None],
        };
        let mut best = None;
        for result in results {
            let Some(Ok(outcomes)) = self.attempt(&accesses, result, room) else { continue };
            for outcome in outcomes {
                keep_cheaper(&mut best, self.choice(&reads, result, outcome, room));
            }
        }
        best
    }

    /// The choice that has this outcome; `None` where nothing is converted to anything else.
    fn choice(
        &self,
        reads: &[usize],
        result: Option<OtherResult>,
        mut outcome: ConvertedWalk,
        room: Room,
    ) -> Option<ConversionChoice> {
        let is_changed =
            |read: usize, to: &'static Description| self.nest.tensor(self.reads[read].tensor).format() != Some(to);
        let places: Vec<_> =
            (0..reads.len()).filter(|place| is_changed(reads[*place], outcome.types[*place])).collect();
        if places.is_empty() && result.is_none() {
            return None;
        }
        outcome.types = places.iter().map(|place| outcome.types[*place]).collect();
        let reads: Vec<_> = places.iter().map(|place| reads[*place]).collect();
        let is_converted = |access: &Access| reads.iter().any(|read| self.reads[*read] == *access);
        let mut others = outcome.walked.merged_again.clone();
        others.retain(|access| self.reads.contains(access) && !is_converted(access));
        let walk = outcome.walked.estimate.cost;
        let (lookups, walk) = match choose_lookups(&outcome.nest, self.number, &others, walk) {
            Some(Lookups { conversions, cost }) => (conversions, cost),
            None => (Vec::new(), walk),
        };
        let cost = walk + self.cost_of_conversions(&reads, result, &outcome);
        Some(ConversionChoice { reads, result, outcome, lookups, walk, cost, room })
    }

    /// The conversions of a choice that helps. Each is there because of what is in the way without it.
    fn conversions(&self, choice: ConversionChoice, problem: &Problem) -> Vec<Conversion> {
        let ConversionChoice { reads, result, outcome, lookups, room, .. } = choice;
        let chosen: Vec<_> = reads.iter().map(|read| &self.reads[*read]).collect();
        let why_without = |others: &[&Access], result: Option<OtherResult>| {
            let without = self.attempt(others, result, room).and_then(Result::err);
            without.as_ref().unwrap_or(problem).message().to_owned()
        };
        let mut conversions = Vec::new();
        for (access, to) in chosen.iter().zip(outcome.types) {
            let others: Vec<_> = chosen.iter().copied().filter(|other| other != access).collect();
            let why = why_without(&others, result);
            conversions.push(Conversion::Operand {
                statement: self.number,
                access: (*access).clone(),
                to,
                for_lookups: false,
                why,
            });
        }
        if let Some((tensor, from)) = result {
            conversions.push(Conversion::Result { tensor, from, why: why_without(&chosen, None) });
        }
        conversions.extend(lookups);
        conversions
    }
}
