//! A statement whose operands and result may be converted: what can be, what that costs, and whether it helps.

use super::{
    asks_stored::asks_about_slots,
    conversion::{OtherResult, Through},
    cost,
    formats::First,
    subsets,
    trial::{Target, convert_reads, group, store_as},
};
use crate::{
    analysis::{iteration_graph::level_subscripts, refusal::report},
    index::{Access, Nest, Tensor, TensorId, problem::Problem, writes},
    plan::{cost::Cost, estimates::entries},
    transforms::search::{PlanSearch, Walked},
};
use lacuna_layout::Description;
use std::ops::Add;

/// A statement whose operands and result may be converted.
pub struct ConvertedStatement<'s> {
    /// What plans the alternatives.
    pub search: &'s PlanSearch,
    pub number: usize,
    /// The nest with this statement alone.
    pub nest: Nest,
    /// What it reads of stored operands.
    pub reads: Vec<Access>,
    /// Its stored result.
    pub target: Option<TensorId>,
}

/// A way to convert operands that gives a plan.
pub struct ConvertedWalk {
    /// The statement with all that is converted. What it reads otherwise keeps its number.
    pub nest: Nest,
    /// What the operands are converted to.
    pub types: Vec<Target>,
    /// How it is walked.
    pub walked: Walked,
}

/// What can be converted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Convertible {
    /// What the statement reads, by its place in [`ConvertedStatement::reads`].
    Read(usize),
    Result,
}

impl Convertible {
    pub fn read(self) -> Option<usize> {
        match self {
            Self::Read(read) => Some(read),
            Self::Result => None,
        }
    }
}

/// Why the first level of converted operands may be dense, where another tensor has room for every coordinate, too.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Room {
    /// It is faster. The choice has to help without it: else another operand is what is in the way.
    Spare,
    /// The choice need not help without it.
    Needed,
}

impl<'s> ConvertedStatement<'s> {
    pub fn new(search: &'s PlanSearch, number: usize, nest: Nest) -> Self {
        let mut reads: Vec<Access> = Vec::new();
        let mut target = None;
        let all = writes(&nest.body);
        // What the nest writes cannot be converted before it.
        let is_written = |tensor: TensorId| nest.tensor(tensor).is_output;
        for (_, write) in &all {
            for access in nest.reads(write.value) {
                let is_stored = nest.tensor(access.tensor).format().is_some();
                if is_stored && !is_written(access.tensor) && !reads.contains(&access) {
                    reads.push(access);
                }
            }
            if nest.tensor(write.target.tensor).format().is_some() {
                target = Some(write.target.tensor);
            }
        }
        Self { search, number, nest, reads, target }
    }

    /// What can be converted.
    pub fn candidates(&self) -> impl Iterator<Item = Convertible> {
        let operands = (0..self.reads.len()).filter(|read| !asks_about_slots(&self.nest, &self.reads[*read]));
        operands.map(Convertible::Read).chain(self.target.map(|_| Convertible::Result))
    }

    /// What a conversion costs at least, whatever to. What several accesses read may be converted once for all of them. How
    /// many points a result gets depends on the walk: maybe none.
    pub fn least_cost(&self, candidate: Convertible) -> subsets::Cost {
        let cost = match candidate {
            Convertible::Read(read) => {
                let tensor = self.nest.tensor(self.reads[read].tensor);
                let operand = |access: &Access| self.nest.tensor(access.tensor).operand;
                let shared = self.reads.iter().filter(|other| operand(other) == tensor.operand).count();
                cost::least_conversion(entries(tensor)) / shared as f64
            }
            Convertible::Result => cost::least_conversion(0.0),
        };
        cost as subsets::Cost
    }

    /// What it costs to convert what is read, and a result from a list. What a result costs that takes its points in groups, the
    /// walk has.
    pub fn cost_of_conversions(&self, reads: &[usize], result: Option<OtherResult>, outcome: &ConvertedWalk) -> Cost {
        let mut converted: Vec<(&Tensor, &'static Description)> = Vec::new();
        for (read, Target { to, .. }) in reads.iter().zip(&outcome.types) {
            let tensor = self.nest.tensor(self.reads[*read].tensor);
            if tensor.format() == Some(*to) {
                continue;
            }
            let is_known =
                |(known, format): &(&Tensor, &'static Description)| known.operand == tensor.operand && format == to;
            if !converted.iter().any(is_known) {
                converted.push((tensor, *to));
            }
        }
        let operands = converted
            .iter()
            .filter_map(|(tensor, to)| Some(cost::conversion(tensor, entries(tensor), tensor.format()?, to)));
        let results = result.filter(|result| result.through == Through::List);
        let results = results.iter().filter_map(|OtherResult { tensor, list, .. }| {
            let points = outcome.walked.estimate.points.get(tensor).copied().unwrap_or(0.0);
            let target = self.nest.tensor(*tensor);
            Some(cost::conversion(target, points, list, target.format()?))
        });
        operands.chain(results).fold(Cost::default(), Add::add)
    }

    /// What the chosen operands may be converted to, if the result is computed in another order where one is given; or why
    /// this does not help. `None` where no loop order exists for them.
    pub fn attempt(
        &self,
        chosen: &[&Access],
        result: Option<OtherResult>,
        room: Room,
    ) -> Option<Result<Vec<ConvertedWalk>, Problem>> {
        let convert = |first| {
            let mut trial = self.nest.clone();
            match result {
                Some(OtherResult { tensor, list, through: Through::List }) => store_as(&mut trial, tensor, list),
                Some(OtherResult { tensor, list, through: Through::Groups }) => group(&mut trial, tensor, list),
                None => {}
            }
            let types = convert_reads(&mut trial, chosen, first)?;
            Some((trial, types))
        };
        let outcome = |(nest, types): (Nest, Vec<_>)| {
            let walked = self.search.attempt(&nest)?;
            Ok(ConvertedWalk { nest, types, walked })
        };
        let sparse = convert(First::Compressed)?;
        let mut others: Vec<(Nest, Vec<Target>)> = Vec::new();
        for first in [First::Dense, First::Hashed] {
            let is_new = |types: &Vec<Target>| *types != sparse.1 && others.iter().all(|other| other.1 != *types);
            let other = convert(first).filter(|(_, types)| is_new(types));
            others.extend(other);
        }
        let sparse = outcome(sparse);
        if sparse.is_err() && room == Room::Spare {
            return Some(sparse.map(|sparse| vec![sparse]));
        }
        if sparse.is_ok() && !others.is_empty() && self.search.ends() {
            others.clear();
        }
        let mut walks: Vec<_> = others.into_iter().filter_map(|other| outcome(other).ok()).collect();
        match sparse {
            Err(problem) if walks.is_empty() => Some(Err(problem)),
            sparse => {
                walks.extend(sparse.ok());
                Some(Ok(walks))
            }
        }
    }

    /// What is wrong with an operand that has a compound subscript, which it has in every format.
    pub fn compound_subscript(&self) -> Option<Problem> {
        let compound = self.reads.iter().find(|access| access.plain_vars().is_none())?;
        let refusal = level_subscripts(&self.nest, compound).err()?;
        let written = writes(&self.nest.body);
        let location = written.first().map_or(self.nest.place, |(_, write)| write.location);
        Some(report(&self.nest, &refusal, location))
    }
}
