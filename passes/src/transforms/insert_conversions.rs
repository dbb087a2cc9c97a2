//! `sloop-insert-conversions`: convert what stands in the way of a loop order.
//!
//! Some statements cannot be walked as their operands are stored: the levels of CSR and CSC ask for contradicting loop
//! orders, an unordered level would have to be merged, blocks meet rows, or a result would have to be put together in
//! another order than the operands give. Then as few operands as possible are converted (`stensor.convert`): to a
//! hierarchy of compressed levels in the order in which the others are walked; or the result is computed as a list of
//! coordinates in that order and converted. Each conversion is a remark.
//!
//! A sparse vector that would be merged with every row of a matrix is converted, too: to a hash table, in which the
//! coordinates of the rows are looked up.
//!
//! Whether a choice is enough is found by trying: the statement is split, ordered and checked on a copy of the nest.
//! A result whose points come in parts is computed as a list of the parts, where its format takes nodes in any order:
//! sorted, they add up. Else operands are converted so that each point is complete before the next one, unless that would merge
//! each row of one operand with each of another, as in a product of matrices: this wants a workspace, and is refused.
//!
//! Example: `test/passes/insert_conversions.mlir`.

use super::{
    parts::{multiplies_rows, take_apart, takes_points_in_any_order},
    replace_in_order,
    schedule::schedule_nest,
    split_variables::split,
};
use crate::{
    analysis::{
        iteration_graph::{level_subscripts, level_vars},
        refusal::report,
    },
    conversions::expand_conversions::{COMPUTED, FOR_LOOKUPS, fills_up},
    diagnostic::{Problem, Reported, remark},
    levels::{level_format, mapping::Mapping},
    nest::{Access, Expr, Nest, Stmt, Tensor, TensorId, VarId, has_name, operand_name, read::read_nests},
    options,
    pass::Pass,
    sparsify::{check::check_walks, scheme::is_counted},
};
use lacuna_dialects::{
    builder::Builder,
    format::Format,
    ir::{Op, Value, element_type, erase, op, replace_uses, results, shape},
};
use melior::ir::{Attribute, Type, ValueLike, operation::OperationLike};

options! {
    /// Options of `sloop-insert-conversions`.
    pub struct InsertConversions {}
}

impl Pass for InsertConversions {
    const ARGUMENT: &'static str = "sloop-insert-conversions";
    const SUMMARY: &'static str = "Convert operands and results that stand in the way of a loop order";

    fn run(&self, root: Op<'_>) -> Result<(), Reported> {
        let mut plans = Vec::new();
        for nest in read_nests(root)? {
            let plan = plan(&nest)?;
            if !plan.is_empty() {
                plans.push((nest, plan));
            }
        }
        replace_in_order(plans, |nest, plan| apply(nest, &plan));
        Ok(())
    }
}

/// What is converted.
#[derive(Clone, Debug)]
enum Conversion<'c> {
    /// An operand, for one access of one statement.
    Operand {
        /// Which statement of the nest.
        statement: usize,
        access: Access,
        to: Type<'c>,
        /// Whether coordinates will be looked up in it again and again.
        for_lookups: bool,
        why: String,
    },
    /// The result.
    Result { tensor: TensorId, from: Type<'c>, why: String },
    /// The result, which one statement of the nest computes as a list of parts of its points.
    Parts { statement: usize, tensor: TensorId, from: Type<'c>, why: String },
}

fn plan<'c>(nest: &Nest<'c>) -> Result<Vec<Conversion<'c>>, Problem<'c>> {
    let mut conversions = Vec::new();
    for index in 0..nest.body.len() {
        conversions.extend(plan_statement(nest, index)?);
    }
    Ok(conversions)
}

fn plan_statement<'c>(nest: &Nest<'c>, index: usize) -> Result<Vec<Conversion<'c>>, Problem<'c>> {
    let mut alone = nest.clone();
    alone.body = vec![nest.body[index].clone()];
    let problem = match attempt(&alone) {
        Ok(merged_again) => return Ok(plan_lookups(&alone, index, &merged_again)),
        Err(problem) => problem,
    };
    let mut reads: Vec<Access> = Vec::new();
    let mut target = None;
    for (_, write) in crate::nest::writes(&alone.body) {
        for access in nest.reads(write.value) {
            if nest.tensor(access.tensor).format.is_some() && !reads.contains(&access) {
                reads.push(access);
            }
        }
        if nest.tensor(write.target.tensor).format.is_some() {
            target = Some(write.target.tensor);
        }
    }
    if nest.keep_order {
        return Err(problem);
    }
    if problem.wants_workspace() {
        if let Some(parts) = target.and_then(|target| plan_parts(&alone, index, target, &problem)) {
            return Ok(vec![parts]);
        }
        if multiplies_rows(&alone, &alone.body[0]) {
            return Err(problem);
        }
    }
    if reads.len() > 8 {
        return Err(problem);
    }
    let mut choices: Vec<u32> = (0..1 << (reads.len() + usize::from(target.is_some()))).collect();
    // Few conversions first; results last, because they are computed anew each time.
    choices.sort_by_key(|choice| (choice.count_ones(), *choice));
    let statement = Statement { number: index, nest: alone, reads };
    let mut found: Option<(u32, Vec<Conversion<'c>>)> = None;
    for choice in choices {
        let takes_result = choice >> statement.reads.len() != 0;
        if let Some((other, conversions)) = &found
            && (takes_result || other.count_ones() < choice.count_ones())
        {
            return Ok(conversions.clone());
        }
        let chosen: Vec<_> =
            (0..statement.reads.len()).filter(|bit| choice >> bit & 1 == 1).map(|bit| &statement.reads[bit]).collect();
        if chosen.iter().any(|access| asks_what_fills_up(nest, access)) {
            continue;
        }
        let results: Vec<_> = match target.filter(|_| choice >> statement.reads.len() & 1 == 1) {
            Some(target) => {
                list_types(nest, target, Entries::Points).into_iter().map(|r#type| Some((target, r#type))).collect()
            }
            None => vec![None],
        };
        for result in results {
            let Some(Ok(outcome)) = statement.attempt(&chosen, result) else { continue };
            let in_order = outcome.in_order || result.is_some();
            let conversions = || statement.conversions(&chosen, outcome, result, &problem);
            if in_order {
                return Ok(conversions());
            }
            // Another operand's conversion may let the result come in order.
            found.get_or_insert_with(|| (choice, conversions()));
        }
    }
    if let Some((_, conversions)) = found {
        return Ok(conversions);
    }
    let Statement { nest: alone, reads, .. } = statement;
    // A compound subscript is one in every format.
    let compound = reads.iter().find(|access| access.plain_vars().is_none());
    let refusal = compound.and_then(|access| level_vars(nest, access).err());
    let location = crate::nest::writes(&alone.body).first().map_or(nest.op.location(), |(_, write)| write.location);
    Err(refusal.map_or(problem, |refusal| report(nest, &refusal, location)))
}

/// The result of a statement as a list of parts of its points, which are sorted and added up then, where that helps.
fn plan_parts<'c>(
    alone: &Nest<'c>,
    statement: usize,
    tensor: TensorId,
    problem: &Problem<'c>,
) -> Option<Conversion<'c>> {
    let apart = take_apart(alone, &alone.body[0]).filter(|_| takes_points_in_any_order(alone, tensor))?;
    list_types(alone, tensor, Entries::Parts).into_iter().find_map(|from| {
        let mut trial = alone.clone();
        trial.body = vec![apart.clone()];
        retype(&mut trial, tensor, from);
        attempt(&trial).ok()?;
        Some(Conversion::Parts { statement, tensor, from, why: problem.message().to_owned() })
    })
}

/// What an attempt gives.
struct Outcome<'c> {
    /// The statement with all that is converted. What it reads otherwise keeps its number.
    nest: Nest<'c>,
    /// What the operands are converted to.
    types: Vec<Type<'c>>,
    /// The operands that are merged in each round of a loop that does not concern them.
    merged_again: Vec<Access>,
    /// Whether the result comes in the order of its levels.
    in_order: bool,
}

/// A statement whose operands and result may be converted.
struct Statement<'c> {
    number: usize,
    /// The nest with this statement alone.
    nest: Nest<'c>,
    /// What it reads of stored operands.
    reads: Vec<Access>,
}

impl<'c> Statement<'c> {
    /// What the chosen operands have to be converted to, if the result is computed in another type where one is given;
    /// or why this does not help. `None` where no loop order exists for them.
    fn attempt(
        &self,
        chosen: &[&Access],
        result: Option<(TensorId, Type<'c>)>,
    ) -> Option<Result<Outcome<'c>, Problem<'c>>> {
        let convert = |may_be_dense| {
            let mut trial = self.nest.clone();
            if let Some((target, r#type)) = result {
                retype(&mut trial, target, r#type);
            }
            let types = convert_reads(&mut trial, chosen, may_be_dense)?;
            let outcome = attempt_order(&trial);
            Some(outcome.map(|(merged_again, in_order)| Outcome { nest: trial, types, merged_again, in_order }))
        };
        let sparse = convert(false)?;
        // A choice has to help without room for every coordinate, too: else another operand is what is in the way.
        if sparse.is_err() { Some(sparse) } else { convert(true).filter(Result::is_ok).or(Some(sparse)) }
    }

    /// The conversions of a choice that helps. Each is there because of what is in the way without it.
    fn conversions(
        &self,
        chosen: &[&Access],
        outcome: Outcome<'c>,
        result: Option<(TensorId, Type<'c>)>,
        problem: &Problem<'c>,
    ) -> Vec<Conversion<'c>> {
        let why_without = |others: &[&Access], result: Option<(TensorId, Type<'c>)>| {
            let without = self.attempt(others, result).and_then(Result::err);
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
            conversions.push(Conversion::Result { tensor, from, why: why_without(chosen, None) });
        }
        let mut others = outcome.merged_again;
        others.retain(|access| self.reads.contains(access) && !chosen.contains(&access));
        conversions.extend(plan_lookups(&outcome.nest, self.number, &others));
        conversions
    }
}

/// Whether it matters which points of an operand are stored, and its format stores some only to fill up: a conversion
/// leaves these out.
fn asks_what_fills_up(nest: &Nest<'_>, access: &Access) -> bool {
    nest.nodes.iter().any(|node| matches!(&node.expr, Expr::Stored(stored) if stored == access))
        && nest.tensor(access.tensor).format.is_some_and(fills_up)
}

/// Conversions of operands that would be merged in each round of a loop that does not concern them: a row with a sparse
/// vector, say. With a first level that is hashed, coordinates of the others are looked up in it.
fn plan_lookups<'c>(alone: &Nest<'c>, statement: usize, merged_again: &[Access]) -> Vec<Conversion<'c>> {
    let mut conversions: Vec<Conversion<'c>> = Vec::new();
    if alone.keep_order {
        return conversions;
    }
    let mut trial = alone.clone();
    for access in merged_again {
        let is_done = |conversion: &Conversion<'c>| matches!(conversion, Conversion::Operand { access: done, .. } if done == access);
        let bound = *alone.tensor(access.tensor);
        let is_read = alone.nodes.iter().any(|node| matches!(&node.expr, Expr::Read(read) if read == access));
        let order = shape(bound.r#type).map_or(0, |shape| shape.len());
        if !is_read || order != 1 || asks_what_fills_up(alone, access) || conversions.iter().any(is_done) {
            continue;
        }
        let to = with_levels(alone, bound.r#type, &[0], |_, _| "hashed".to_owned(), 32);
        retype(&mut trial, access.tensor, to);
        let why = "it would be merged again in each round of another loop, and is looked up instead".to_owned();
        conversions.push(Conversion::Operand { statement, access: access.clone(), to, for_lookups: true, why });
    }
    if attempt(&trial).is_ok() { conversions } else { Vec::new() }
}

/// Whether the statements of a nest can be walked; which operands are merged again and again.
pub(super) fn attempt<'c>(nest: &Nest<'c>) -> Result<Vec<Access>, Problem<'c>> {
    attempt_order(nest).map(|(merged_again, _)| merged_again)
}

/// The same, and whether stored results come in the order of their levels.
fn attempt_order<'c>(nest: &Nest<'c>) -> Result<(Vec<Access>, bool), Problem<'c>> {
    let mut trial = nest.clone();
    scratch(nest.op, || {
        split(&mut trial)?;
        schedule_nest(&mut trial)?;
        let merged_again = check_walks(&trial)?;
        Ok((merged_again, !trial.body.iter().any(|statement| is_counted(&trial, statement))))
    })
}

/// Erases what `try_out` emits before `anchor`: it is only an attempt.
pub(super) fn scratch<'c, T>(anchor: Op<'c>, try_out: impl FnOnce() -> T) -> T {
    let mark = Builder::before(anchor).index(0);
    let mark = lacuna_dialects::ir::defining_op(mark).expect("a constant");
    let outcome = try_out();
    let mut emitted = Vec::new();
    let mut next = mark.next_in_block();
    while let Some(current) = next {
        let current = op(&current);
        if current == anchor {
            break;
        }
        emitted.push(current);
        next = current.next_in_block();
    }
    for op in emitted.into_iter().rev().chain([mark]) {
        erase(op);
    }
    outcome
}

/// Gives a tensor of a nest another type. Its operand stays, so the nest is good for attempts only.
fn retype<'c>(nest: &mut Nest<'c>, tensor: TensorId, r#type: Type<'c>) {
    let tensor = &mut nest.tensors[tensor.0];
    tensor.r#type = r#type;
    tensor.format = Format::of(r#type);
}

/// Gives each of the accesses a tensor of its own, with compressed levels in the order in which the loops run without
/// them; `None` where even that order does not exist. The first level `may_be_dense`, which is faster to make and to walk,
/// where another tensor has room for every coordinate of the dimension, too.
fn convert_reads<'c>(trial: &mut Nest<'c>, chosen: &[&Access], may_be_dense: bool) -> Option<Vec<Type<'c>>> {
    let mut tensors = Vec::new();
    let roomy = if may_be_dense { vars_with_room(trial, chosen) } else { Vec::new() };
    for access in chosen {
        let bound = *trial.tensor(access.tensor);
        let tensor = trial.insert_input(bound.operand);
        trial.tensors[tensor.0] = Tensor { is_output: false, ..bound };
        let old = shifted(access, tensor);
        let new = Access { tensor, ..old.clone() };
        replace_access(trial, &old, &new);
        tensors.push((tensor, new));
    }
    // Dense operands ask for nothing.
    let stored: Vec<_> = tensors.iter().map(|(tensor, _)| trial.tensor(*tensor).r#type).collect();
    for (tensor, _) in &tensors {
        trial.tensors[tensor.0].format = None;
    }
    let order: Vec<VarId> = scratch(trial.op, || {
        let mut ordered = trial.clone();
        split(&mut ordered).ok()?;
        schedule_nest(&mut ordered).ok()?;
        let (around, write) = crate::nest::writes(&ordered.body).pop()?;
        let mut order: Vec<_> = around.iter().map(|inner| inner.var).collect();
        order.extend(ordered.folded_vars(write.value));
        Some(order)
    })?;
    let mut types = Vec::new();
    for ((tensor, access), stored) in tensors.into_iter().zip(stored) {
        let vars = access.plain_vars()?;
        let place = |var: &VarId| order.iter().position(|other| other == var).unwrap_or(usize::MAX);
        let mut dimensions: Vec<usize> = (0..vars.len()).collect();
        dimensions.sort_by_key(|dimension| place(&vars[*dimension]));
        let first = dimensions.first().map(|dimension| vars[*dimension]);
        let to = hierarchy_type(trial, stored, &dimensions, first.is_some_and(|var| roomy.contains(&var)));
        retype(trial, tensor, to);
        types.push(to);
    }
    Some(types)
}

/// The access after a tensor was inserted before it.
fn shifted(access: &Access, inserted: TensorId) -> Access {
    let tensor = TensorId(access.tensor.0 + usize::from(access.tensor.0 >= inserted.0));
    Access { tensor, subscripts: access.subscripts.clone() }
}

/// Reads `new` instead of `old`, or asks what it stores, in every statement.
pub(super) fn replace_access(nest: &mut Nest<'_>, old: &Access, new: &Access) {
    for node in &mut nest.nodes {
        if let Expr::Read(access) | Expr::Stored(access) = &mut node.expr
            && access == old
        {
            *access = new.clone();
        }
    }
}

/// The variables for each of whose values some tensor has room, other than those that are read by the chosen accesses.
fn vars_with_room(nest: &Nest<'_>, chosen: &[&Access]) -> Vec<VarId> {
    let mut roomy = Vec::new();
    for (_, write) in crate::nest::writes(&nest.body) {
        let accesses = nest.reads(write.value).into_iter().chain([write.target.clone()]);
        for access in accesses.filter(|access| !chosen.contains(&access)) {
            let Some(vars) = access.plain_vars() else { continue };
            match nest.tensor(access.tensor).format {
                None => roomy.extend(vars),
                Some(format) => {
                    let code = level_format(format.level(0));
                    let has_room = code.properties().full && !code.capabilities().stores_coordinates;
                    let levels = level_subscripts(nest, &access).unwrap_or_default();
                    roomy.extend(levels.first().and_then(|level| level.var).filter(|_| has_room));
                }
            }
        }
    }
    roomy
}

/// Compressed levels over the dimensions in this order, of which the first may be dense.
fn hierarchy_type<'c>(nest: &Nest<'c>, r#type: Type<'c>, dimensions: &[usize], is_dense: bool) -> Type<'c> {
    let word = |level, count| if is_dense && level == 0 && count > 1 { "dense" } else { "compressed" };
    with_levels(nest, r#type, dimensions, |level, count| word(level, count).to_owned(), 32)
}

/// What a list of coordinates holds.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Entries {
    /// Each point once, in order.
    Points,
    /// Parts of points, in any order.
    Parts,
}

/// The lists of coordinates in which a result can be computed, by the order of its dimensions; the order of its levels
/// first.
fn list_types<'c>(nest: &Nest<'c>, result: TensorId, entries: Entries) -> Vec<Type<'c>> {
    let r#type = nest.tensor(result).r#type;
    let order = shape(r#type).map_or(0, |shape| shape.len());
    let own = nest.tensor(result).format.and_then(Mapping::new).and_then(|mapping| mapping.permutation());
    let mut orders = permutations(own.unwrap_or_else(|| (0..order).collect()));
    orders.retain(|order| !order.is_empty());
    orders
        .into_iter()
        .map(|dimensions| {
            let word = |index: usize, count: usize| {
                let word = if index == 0 { "compressed" } else { "singleton" };
                let properties = match entries {
                    Entries::Parts => "(nonunique, unordered)",
                    Entries::Points if index + 1 < count => "(nonunique)",
                    Entries::Points => "",
                };
                format!("{word}{properties}")
            };
            with_levels(nest, r#type, &dimensions, word, 64)
        })
        .collect()
}

/// All orders of some numbers, the given one first.
fn permutations(numbers: Vec<usize>) -> Vec<Vec<usize>> {
    let Some((first, rest)) = numbers.split_first() else { return vec![Vec::new()] };
    let mut all = Vec::new();
    for place in 0..numbers.len() {
        for mut order in permutations(rest.to_vec()) {
            order.insert(place, *first);
            all.push(order);
        }
    }
    all
}

fn with_levels<'c>(
    nest: &Nest<'c>,
    r#type: Type<'c>,
    dimensions: &[usize],
    word: impl Fn(usize, usize) -> String,
    positions: u32,
) -> Type<'c> {
    let builder = Builder::before(nest.op);
    let sizes = shape(r#type).unwrap_or_default();
    let largest = sizes.iter().map(|size| size.unwrap_or(0)).max().unwrap_or(0);
    let own = Format::of(r#type).map_or(32, Format::coordinate_width).max(32);
    let width = if largest > i32::MAX as u64 { 64 } else { own };
    let names: Vec<_> = (0..dimensions.len()).map(|dimension| format!("d{dimension}")).collect();
    let levels: Vec<_> = dimensions
        .iter()
        .enumerate()
        .map(|(index, dimension)| format!("d{dimension} : {}", word(index, dimensions.len())))
        .collect();
    let sizes: String =
        sizes.into_iter().map(|size| size.map_or_else(|| "?x".to_owned(), |size| format!("{size}x"))).collect();
    let element = element_type(r#type).expect("a tensor");
    let fill =
        Format::of(r#type).and_then(|format| format.fill()).map_or_else(String::new, |fill| format!(", fill = {fill}"));
    builder.parse_type(&format!(
        "tensor<{sizes}{element}, #stensor.format<({}) -> ({}), positions = {positions}, coordinates = {width}{fill}>>",
        names.join(", "),
        levels.join(", ")
    ))
}

/// Puts a nest that is fed with what was converted in the place of one; gives its results, old and new.
fn apply<'c>(mut nest: Nest<'c>, conversions: &[Conversion<'c>]) -> Vec<(Value<'c>, Value<'c>)> {
    let mut replaced = Vec::new();
    let builder = Builder::before(nest.op);
    let location = nest.op.location();
    let mut inserted = Vec::new();
    let mut converted: Vec<(Value<'c>, Type<'c>, Value<'c>)> = Vec::new();
    for conversion in conversions {
        let Conversion::Operand { statement, access, to, for_lookups, why } = conversion else { continue };
        let named = operand_name(nest.tensor(access.tensor).operand, access.tensor.0);
        let access = inserted.iter().fold(access.clone(), |access, inserted| shifted(&access, *inserted));
        let operand = nest.tensor(access.tensor).operand;
        let known =
            converted.iter().find(|(from, known, _)| *from == operand && known == to).map(|(_, _, value)| *value);
        if known.is_none() {
            remark(
                location,
                format!(
                    "{named} is converted from {} to {to}: {why}; store {named} in the latter format to save \
                     the conversion",
                    nest.tensor(access.tensor).r#type
                ),
            );
        }
        let value = known.unwrap_or_else(|| {
            // It is still called by the name of the operand, if that has one.
            let place = if has_name(operand) { builder.located(operand.location()) } else { builder };
            let hint = for_lookups.then(|| (FOR_LOOKUPS, Attribute::unit(builder.context())));
            let value = place.value("stensor.convert", &[operand], *to, hint.as_slice());
            converted.push((operand, *to, value));
            value
        });
        let tensor = nest.insert_input(value);
        inserted.push(tensor);
        let old = shifted(&access, tensor);
        let new = Access { tensor, ..old.clone() };
        let mut body = std::mem::take(&mut nest.body);
        replace_in_statement(&mut nest, &mut body[*statement], &old, &new);
        nest.body = body;
    }
    let mut results_to_convert = Vec::new();
    for conversion in conversions {
        let (tensor, from, why, parts_of) = match conversion {
            Conversion::Result { tensor, from, why } => (tensor, from, why, None),
            Conversion::Parts { statement, tensor, from, why } => (tensor, from, why, Some(*statement)),
            Conversion::Operand { .. } => continue,
        };
        if let Some(statement) = parts_of {
            nest.body[statement] = take_apart(&nest, &nest.body[statement]).expect("it was planned so");
        }
        let number = tensor.0;
        let tensor =
            inserted.iter().fold(*tensor, |tensor, inserted| TensorId(tensor.0 + usize::from(tensor.0 >= inserted.0)));
        let to = nest.tensor(tensor).r#type;
        remark(
            location,
            format!(
                "result {} is computed as {from}{} and converted to {to}: {why}; {} to save the conversion",
                operand_name(nest.tensor(tensor).operand, number),
                if parts_of.is_some() { ", a list of the parts of its points," } else { "" },
                match parts_of {
                    Some(_) => "store an operand with its dimensions in another order",
                    None => "give the result the former format",
                }
            ),
        );
        let sizes = lacuna_dialects::ir::shape(to).unwrap_or_default();
        let operand = nest.tensor(tensor).operand;
        let dynamic: Vec<_> = (0..sizes.len())
            .filter(|dimension| sizes[*dimension].is_none())
            .map(|dimension| crate::nest::build::dimension_var(&builder, operand, dimension).extent)
            .collect();
        let empty = builder.value("stensor.empty", &dynamic, *from, &[]);
        nest.tensors[tensor.0] = Tensor { operand: empty, r#type: *from, format: Format::of(*from), is_output: true };
        results_to_convert.push((tensor, to, parts_of.map(|_| (COMPUTED, Attribute::unit(builder.context())))));
    }
    let old = nest.op;
    let new = nest.emit(&builder);
    let outputs: Vec<_> = (0..nest.tensors.len()).map(TensorId).filter(|id| nest.tensor(*id).is_output).collect();
    for (_, _, value) in converted {
        builder.create("stensor.release", &[value], &[], &[], Vec::new());
    }
    for ((old, new), tensor) in results(old).into_iter().zip(results(new)).zip(outputs) {
        let conversion = results_to_convert.iter().find(|(other, ..)| *other == tensor);
        let value = conversion.map_or(new, |(_, to, hint)| {
            let value = builder.value("stensor.convert", &[new], *to, hint.as_slice());
            builder.create("stensor.release", &[new], &[], &[], Vec::new());
            value
        });
        debug_assert!(value.r#type() == old.r#type());
        replace_uses(old, value);
        replaced.push((old, value));
    }
    erase(old);
    replaced
}

/// Reads `new` instead of `old` in one statement.
fn replace_in_statement<'c>(nest: &mut Nest<'c>, statement: &mut Stmt<'c>, old: &Access, new: &Access) {
    match statement {
        Stmt::Loop(inner) => inner.body.iter_mut().for_each(|inner| replace_in_statement(nest, inner, old, new)),
        Stmt::Write(write) => {
            let node = nest.node(write.value);
            let (r#type, place) = (nest.element_of(old.tensor), node.location);
            let read = nest.add(Expr::Read(new.clone()), r#type, place);
            write.value = nest.replace_reads(write.value, old, read);
        }
    }
}
