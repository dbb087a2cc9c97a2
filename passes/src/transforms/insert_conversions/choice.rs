//! Which operands and results of a statement are converted: as few as possible of those that help.

use super::{
    Conversion,
    formats::list_types,
    lookups::plan_lookups,
    trial::{convert_reads, retype},
};
use crate::{
    analysis::{iteration_graph::level_vars, refusal::report},
    conversions::expand_conversions::fills_up,
    diagnostic::Problem,
    nest::{Access, Expr, Nest, TensorId, writes},
    transforms::attempt::attempt,
};
use melior::ir::{Type, operation::OperationLike};

/// With more operands than these, there are too many choices to try.
const MOST_OPERANDS: usize = 8;

/// What is converted for one statement of a nest; nothing where it can be walked as it is.
pub(super) fn plan_statement<'c>(nest: &Nest<'c>, index: usize) -> Result<Vec<Conversion<'c>>, Problem<'c>> {
    let mut alone = nest.clone();
    alone.body = vec![nest.body[index].clone()];
    let problem = match attempt(&alone) {
        Ok(walked) => return Ok(plan_lookups(&alone, index, &walked.merged_again)),
        Err(problem) => problem,
    };
    if problem.wants_workspace() {
        return Err(problem);
    }
    let statement = Statement::new(index, alone);
    if nest.keep_order || statement.reads.len() > MOST_OPERANDS {
        return Err(problem);
    }
    match statement.choose(&problem) {
        Some(conversions) => Ok(conversions),
        None => Err(statement.compound_subscript().unwrap_or(problem)),
    }
}

/// A result that is computed in another type.
type OtherResult<'c> = (TensorId, Type<'c>);

/// A statement whose operands and result may be converted.
struct Statement<'c> {
    number: usize,
    /// The nest with this statement alone.
    nest: Nest<'c>,
    /// What it reads of stored operands.
    reads: Vec<Access>,
    /// Its stored result.
    target: Option<TensorId>,
}

/// What an attempt with converted operands gives.
struct Outcome<'c> {
    /// What the operands are converted to.
    types: Vec<Type<'c>>,
    /// Whether the result comes in the order of its levels.
    in_order: bool,
}

impl<'c> Statement<'c> {
    fn new(number: usize, nest: Nest<'c>) -> Self {
        let mut reads: Vec<Access> = Vec::new();
        let mut target = None;
        for (_, write) in writes(&nest.body) {
            for access in nest.reads(write.value) {
                if nest.tensor(access.tensor).format.is_some() && !reads.contains(&access) {
                    reads.push(access);
                }
            }
            if nest.tensor(write.target.tensor).format.is_some() {
                target = Some(write.target.tensor);
            }
        }
        Self { number, nest, reads, target }
    }

    /// The first choice that helps: with few conversions, of results last, because they are computed anew each time, and
    /// with a result that comes in the order of its levels.
    fn choose(&self, problem: &Problem<'c>) -> Option<Vec<Conversion<'c>>> {
        let operands = self.reads.len();
        let mut choices: Vec<u32> = (0..1 << (operands + usize::from(self.target.is_some()))).collect();
        choices.sort_by_key(|choice| (choice.count_ones(), *choice));
        let mut found: Option<(u32, Vec<Conversion<'c>>)> = None;
        for choice in choices {
            let takes_result = choice >> operands != 0;
            if let Some((other, _)) = &found
                && (takes_result || other.count_ones() < choice.count_ones())
            {
                break;
            }
            let chosen: Vec<_> =
                (0..operands).filter(|bit| choice >> bit & 1 == 1).map(|bit| &self.reads[bit]).collect();
            if chosen.iter().any(|access| asks_what_fills_up(&self.nest, access)) {
                continue;
            }
            let results: Vec<_> = match self.target.filter(|_| takes_result) {
                Some(target) => {
                    list_types(&self.nest, target).into_iter().map(|r#type| Some((target, r#type))).collect()
                }
                None => vec![None],
            };
            for result in results {
                let Some(Ok(outcome)) = self.attempt(&chosen, result) else { continue };
                let conversions = || self.conversions(&chosen, outcome.types.clone(), result, problem);
                if outcome.in_order || result.is_some() {
                    return Some(conversions());
                }
                // Another operand's conversion may let the result come in order.
                found.get_or_insert_with(|| (choice, conversions()));
            }
        }
        found.map(|(_, conversions)| conversions)
    }

    /// What the chosen operands have to be converted to, if the result is computed in another type where one is given;
    /// or why this does not help. `None` where no loop order exists for them.
    fn attempt(&self, chosen: &[&Access], result: Option<OtherResult<'c>>) -> Option<Result<Outcome<'c>, Problem<'c>>> {
        let convert = |may_be_dense| {
            let mut trial = self.nest.clone();
            if let Some((target, r#type)) = result {
                retype(&mut trial, target, r#type);
            }
            let types = convert_reads(&mut trial, chosen, may_be_dense)?;
            Some(attempt(&trial).map(|walked| Outcome { types, in_order: walked.in_order }))
        };
        let sparse = convert(false)?;
        // A choice has to help without room for every coordinate, too: else another operand is what is in the way.
        if sparse.is_err() { Some(sparse) } else { convert(true).filter(Result::is_ok).or(Some(sparse)) }
    }

    /// The conversions of a choice that helps. Each is there because of what is in the way without it.
    fn conversions(
        &self,
        chosen: &[&Access],
        converted: Vec<Type<'c>>,
        result: Option<OtherResult<'c>>,
        problem: &Problem<'c>,
    ) -> Vec<Conversion<'c>> {
        let why_without = |others: &[&Access], result: Option<OtherResult<'c>>| {
            let without = self.attempt(others, result).and_then(Result::err);
            without.as_ref().unwrap_or(problem).message().to_owned()
        };
        let mut conversions = Vec::new();
        for (access, to) in chosen.iter().zip(converted) {
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
            conversions.push(Conversion::Result { tensor, from, why: why_without(chosen, None) });
        }
        conversions
    }

    /// What is wrong with an operand that has a compound subscript, which it has in every format.
    fn compound_subscript(&self) -> Option<Problem<'c>> {
        let compound = self.reads.iter().find(|access| access.plain_vars().is_none())?;
        let refusal = level_vars(&self.nest, compound).err()?;
        let written = writes(&self.nest.body);
        let location = written.first().map_or(self.nest.op.location(), |(_, write)| write.location);
        Some(report(&self.nest, &refusal, location))
    }
}

/// Whether it matters which points of an operand are stored, and its format stores some only to fill up: a conversion
/// leaves these out.
pub(super) fn asks_what_fills_up(nest: &Nest<'_>, access: &Access) -> bool {
    nest.nodes.iter().any(|node| matches!(&node.expr, Expr::Stored(stored) if stored == access))
        && nest.tensor(access.tensor).format.is_some_and(fills_up)
}
