//! Which operands and results of a statement are converted: the cheapest of those that help.

use super::{
    conversion::{Conversion, OtherResult},
    formats::list,
    layouts::choose_layouts,
    lookups::{Lookups, choose_lookups},
    orders::list_orders,
    statement::{ConvertedStatement, ConvertedWalk, Convertible, Room},
    subsets::Subsets,
    trial::Target,
};
use crate::{
    index::{Access, Nest, problem::Problem},
    plan::{cost::Cost, estimates::FILLED_UP},
    transforms::search::PlanSearch,
};
use std::cmp::Reverse;

/// What is converted though it need not be has to bring the cost down to this share: estimates are rough, and what is converted
/// takes memory.
const WORTH_CONVERTING: f64 = 0.5;

/// The number of choices that are tried one after the other; fewer where the statement can be walked without.
const MOST_ATTEMPTS: usize = 512;
const MOST_CHEAPER_ATTEMPTS: usize = 32;

/// What is converted for a statement.
pub(in crate::transforms) struct Chosen {
    /// Nothing where it can be walked as it is.
    pub conversions: Vec<Conversion>,
    /// What all of it costs: the conversions, and the walk that follows.
    pub cost: Cost,
}

/// What is converted for one statement of a nest: what has to be, or what makes the walk so much cheaper that it pays.
pub(in crate::transforms) fn for_statement(nest: &Nest, index: usize, search: &PlanSearch) -> Result<Chosen, Problem> {
    let mut alone = nest.clone();
    alone.body = vec![nest.body[index].clone()];
    let as_it_is = match search.attempt(&alone) {
        Ok(walked) => {
            let walk = walked.estimate.cost;
            let lookups = choose_lookups(search, &alone, index, &walked.merged_again, walk);
            let (lookups, cost) =
                lookups.map_or_else(|| (Vec::new(), walk), |lookups| (lookups.conversions, lookups.cost));
            Ok(Chosen { conversions: [lookups, choose_layouts(&alone, index, &walked)].concat(), cost })
        }
        Err(problem) => Err(problem),
    };
    let statement = ConvertedStatement::new(search, index, alone);
    if nest.keep_order {
        // The order of the loops is that of the points, so a result may be computed as a list of them.
        return as_it_is.or_else(|problem| statement.choose_result(&problem).ok_or(problem));
    }
    match as_it_is {
        Ok(chosen) => Ok(statement.choose_cheaper(chosen.cost.times(WORTH_CONVERTING)).unwrap_or(chosen)),
        Err(problem) => statement.choose(&problem).ok_or_else(|| statement.compound_subscript().unwrap_or(problem)),
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

impl ConvertedStatement<'_> {
    /// The cheapest choice that helps against a problem.
    fn choose(&self, problem: &Problem) -> Option<Chosen> {
        let candidates: Vec<_> = self.candidates().collect();
        let best = self.cheapest(&candidates, None).or_else(|| self.choose_among_many(&candidates));
        Some(self.chosen(best?, problem.message()))
    }

    /// The conversion of the result alone, if that helps against a problem.
    fn choose_result(&self, problem: &Problem) -> Option<Chosen> {
        let result = self.target.map(|_| Convertible::Result)?;
        Some(self.chosen(self.cheapest(&[result], None)?, problem.message()))
    }

    /// The cheapest choice that costs less than this, for a statement that can be walked as it is.
    fn choose_cheaper(&self, most: Cost) -> Option<Chosen> {
        let candidates: Vec<_> = self.candidates().collect();
        Some(self.chosen(self.cheapest(&candidates, Some(most))?, "what follows costs less than half as much then"))
    }

    fn chosen(&self, choice: ConversionChoice, why: &str) -> Chosen {
        Chosen { cost: choice.cost, conversions: self.conversions(choice, why) }
    }

    /// The cheapest choice, if it costs less than `most`: what is converted and the walk that follows cost least together. Where
    /// it costs the same, few are converted, operands rather than results, and those that are named first.
    fn cheapest(&self, candidates: &[Convertible], most: Option<Cost>) -> Option<ConversionChoice> {
        let least: Vec<_> = candidates.iter().map(|candidate| self.least_cost(*candidate)).collect();
        let mut best: Option<ConversionChoice> = None;
        let mut of_all = None;
        for (attempts, (least, subset)) in Subsets::new(&least).enumerate() {
            let least = least as f64;
            let (bound, walk) = match (&best, most) {
                (Some(best), _) => (best.cost.total(), best.walk.total()),
                (None, Some(most)) => (most.total(), f64::INFINITY),
                (None, None) => (f64::INFINITY, f64::INFINITY),
            };
            // Further conversions can only save walking. The cheapest walk is taken to be that with all operands converted, with the
            // result or without.
            let pays = bound > least
                && (bound.is_infinite() || {
                    let of_all: f64 = *of_all.get_or_insert_with(|| self.cheapest_walk(candidates));
                    bound > least + of_all.min(walk)
                });
            let most_attempts = if most.is_some() { MOST_CHEAPER_ATTEMPTS } else { MOST_ATTEMPTS };
            // What can be walked as it is needs no further plan; what cannot has another way (`choose_among_many`).
            if !pays || attempts == most_attempts || self.search.ends() {
                break;
            }
            let chosen: Vec<_> = subset.into_iter().map(|place| candidates[place]).collect();
            let choice = self.try_out(&chosen, Room::Spare);
            let pays = |choice: &ConversionChoice| most.is_none_or(|most| self.most_cost(choice).is_less_than(&most));
            keep_cheaper(&mut best, choice.filter(pays));
        }
        best
    }

    /// What a choice costs if every value that a format stores to fill up is an entry: the entries of such an operand are as many
    /// then as its walk was taken to pass.
    fn most_cost(&self, choice: &ConversionChoice) -> Cost {
        let fills_up = |read: &usize| {
            let format = self.nest.tensor(self.reads[*read].tensor).format();
            format.is_some_and(|format| format.value.fills_up())
        };
        choice.cost.times(if choice.reads.iter().any(fills_up) { FILLED_UP } else { 1.0 })
    }

    /// What the walk costs if all operands are converted, with the result or without: the cheapest that there is.
    fn cheapest_walk(&self, candidates: &[Convertible]) -> f64 {
        let is_operand = |candidate: &Convertible| *candidate != Convertible::Result;
        let operands: Vec<_> = candidates.iter().copied().filter(is_operand).collect();
        let walk = |chosen: &[Convertible]| {
            self.try_out(chosen, Room::Spare).map_or(f64::INFINITY, |choice| choice.walk.total())
        };
        match operands.len() == candidates.len() {
            true => walk(&operands),
            false => walk(&operands).min(walk(candidates)),
        }
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
            if self.search.ends() {
                break;
            }
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
                let tensor = self.nest.tensor(target);
                let stored = tensor.format()?;
                let lists = list_orders(&self.nest, target, &accesses).into_iter().map(|order| list(tensor, &order));
                lists.flat_map(|list| OtherResult::ways(target, list, stored)).map(Some).collect()
            }
            None => vec![None],
        };
        let mut best = None;
        for result in results {
            if best.is_some() && self.search.ends() {
                break;
            }
            let Some(Ok(outcomes)) = self.attempt(&accesses, result, room) else { continue };
            for outcome in outcomes {
                keep_cheaper(&mut best, self.choice(&reads, result, outcome, room));
            }
        }
        best
    }

    /// The choice that has this outcome; `None` where nothing is converted to anything else, or read otherwise.
    fn choice(
        &self,
        reads: &[usize],
        result: Option<OtherResult>,
        mut outcome: ConvertedWalk,
        room: Room,
    ) -> Option<ConversionChoice> {
        let is_changed = |read: usize, Target { to, known, .. }: &Target| {
            !known.is_empty() || self.nest.tensor(self.reads[read].tensor).format() != Some(to)
        };
        let places: Vec<_> =
            (0..reads.len()).filter(|place| is_changed(reads[*place], &outcome.types[*place])).collect();
        if places.is_empty() && result.is_none() {
            return None;
        }
        outcome.types = places.iter().map(|place| outcome.types[*place].clone()).collect();
        let reads: Vec<_> = places.iter().map(|place| reads[*place]).collect();
        let is_converted = |access: &Access| reads.iter().any(|read| self.reads[*read] == *access);
        let mut others = outcome.walked.merged_again.clone();
        others.retain(|access| self.reads.contains(access) && !is_converted(access));
        let walk = outcome.walked.estimate.cost;
        let (lookups, walk) = match choose_lookups(self.search, &outcome.nest, self.number, &others, walk) {
            Some(Lookups { conversions, cost }) => (conversions, cost),
            None => (Vec::new(), walk),
        };
        let cost = walk + self.cost_of_conversions(&reads, result, &outcome);
        Some(ConversionChoice { reads, result, outcome, lookups, walk, cost, room })
    }

    /// The conversions of a choice that helps. Each is there because of what is in the way without it, or why all are.
    fn conversions(&self, choice: ConversionChoice, why: &str) -> Vec<Conversion> {
        let ConversionChoice { reads, result, outcome, lookups, room, .. } = choice;
        let chosen: Vec<_> = reads.iter().map(|read| &self.reads[*read]).collect();
        let why_without = |others: &[&Access], result: Option<OtherResult>| {
            if self.search.is_spent() {
                return why.to_owned();
            }
            let without = self.attempt(others, result, room).and_then(Result::err);
            without.as_ref().map_or(why, Problem::message).to_owned()
        };
        let mut conversions = Vec::new();
        for (access, Target { to, is_hashed, known }) in chosen.iter().zip(outcome.types) {
            let others: Vec<_> = chosen.iter().copied().filter(|other| other != access).collect();
            let why = why_without(&others, result);
            conversions.push(Conversion::Operand {
                statement: self.number,
                access: (*access).clone(),
                to,
                for_lookups: is_hashed,
                known,
                why,
            });
        }
        if let Some(result) = result {
            conversions.push(Conversion::Result { result, why: why_without(&chosen, None) });
        }
        conversions.extend(lookups);
        conversions
    }
}
