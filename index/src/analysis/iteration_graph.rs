//! The iteration graph: in which order the loops of a nest can run (LEVELS, section 4.1).
//!
//! A stored tensor can be walked only from its outermost level inwards, because a position in a level is found from
//! one in the level above. Each access is thus a path through the index variables, in level order; a loop order is
//! possible when it follows every path. Tensors all of whose levels can be located at random, dense ones among them,
//! ask for nothing.
//!
//! A level that is subscripted by several variables, `A(i+k)`, has a term of the subscript for each (CONV, section 4). All
//! their loops *reduce* the subscript but the innermost one, which *resolves* it: there the coordinate is known, and the loop
//! walks the level. So a path is one of resolving variables, and which these are follows from the order of the loops.

use crate::{Access, Nest, Relation, TensorId, VarId, names::operand_of_sum, subscript::Subscript};
use lacuna_layout::{
    algebra::{Atom, DimensionForm, Form, Source},
    order,
};
use std::collections::BTreeSet;

/// Why no loop order exists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The paths contradict one another: the variables of a cycle, in order.
    Cycle(Vec<VarId>),
    /// No loop can resolve the subscript of a level of a stored tensor.
    CompoundSubscript {
        /// The tensor.
        tensor: TensorId,
        /// The level.
        level: usize,
        /// The subscript, as text.
        subscript: String,
    },
    /// A dimension is subscripted by a variable plus a constant, and the level stores a part of it, or slots.
    ShiftedSubscript {
        /// The tensor.
        tensor: TensorId,
        /// The level.
        level: usize,
        /// The subscript, as text.
        subscript: String,
    },
    /// A level stores a function of variables, and no loop runs over its coordinates.
    NoLoop {
        /// The tensor.
        tensor: TensorId,
        /// The level.
        level: usize,
        /// What it stores, as text.
        stored: String,
    },
    /// A level stores a variable in whose place there are loops over its parts.
    VariableInParts {
        /// The tensor.
        tensor: TensorId,
        /// The level.
        level: usize,
        /// The variable.
        var: VarId,
        /// The loops.
        parts: Vec<VarId>,
        /// The operand whose levels they are over; none where the nest derives the variable.
        operand: Option<String>,
    },
    /// Two levels of a stored tensor are subscripted by the same variable.
    RepeatedVariable {
        /// The tensor.
        tensor: TensorId,
        /// The deeper level.
        level: usize,
    },
    /// A loop does not run over all of the dimension that a level of a result stores.
    PartialExtent {
        /// The tensor.
        tensor: TensorId,
        /// The level.
        level: usize,
        /// How far the loop runs.
        extent: u64,
        /// The size of the dimension.
        size: u64,
    },
    /// A level counts slots, or has nodes although its coordinates follow, and the access does not say which.
    NoSlot {
        /// The tensor.
        tensor: TensorId,
        /// The level.
        level: usize,
    },
}

/// One edge of a path: the variable that must be bound first, and the one that follows.
pub type Edge = (VarId, VarId);

/// How an access subscripts a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LevelSubscript {
    /// The coordinate.
    pub subscript: Subscript,
    /// The variables of its terms, of which one resolves it; none where the coordinate follows from those of the levels above,
    /// or is located whatever it is.
    pub vars: Vec<VarId>,
    /// Whether the loop over the resolving variable may take a part of the level's coordinates only.
    pub is_part: bool,
}

impl LevelSubscript {
    /// A level whose coordinates no loop has to find.
    fn without_loop(subscript: Subscript) -> Self {
        Self { subscript, vars: Vec::new(), is_part: false }
    }

    /// The variable that resolves the subscript if the loops run in this order, outermost first.
    pub fn resolved_in(&self, order: &[VarId]) -> Option<VarId> {
        order.iter().rev().copied().find(|var| self.vars.contains(var)).or_else(|| self.vars.last().copied())
    }

    /// The variable that resolves the subscript in any order, because there is no other.
    pub fn only_var(&self) -> Option<VarId> {
        if let [only] = self.vars[..] { Some(only) } else { None }
    }
}

/// The subscripts of a stored result, in level order: loops over levels that store every coordinate take all of them.
pub fn result_subscripts(nest: &Nest, access: &Access) -> Result<Vec<LevelSubscript>, Refusal> {
    let (levels, tensor) = (level_subscripts(nest, access)?, access.tensor);
    let Some(format) = nest.tensor(tensor).format() else { return Ok(levels) };
    // A point of a result has one loop for each of its levels, which gives the coordinate.
    let is_compound = |level: &LevelSubscript| !level.vars.is_empty() && level.subscript.as_shifted_var().is_none();
    if let Some(level) = levels.iter().position(is_compound) {
        let subscript = &levels[level].subscript;
        return Err(in_parts(nest, (tensor, level), subscript).unwrap_or_else(|| Refusal::CompoundSubscript {
            tensor,
            level,
            subscript: nest.text(subscript),
        }));
    }
    let lacks_some =
        |(number, level): &(usize, &LevelSubscript)| level.is_part && format.level(*number).properties().full;
    let Some((level, part)) = levels.iter().enumerate().find(lacks_some) else { return Ok(levels) };
    let size = format.mapping().forms[level].as_ref().and_then(|form| static_size(nest, tensor, form));
    let sizes = part.only_var().and_then(|var| nest.var(var).size()).zip(size);
    Err(match sizes.filter(|_| access.plain_vars().is_some()) {
        Some((extent, size)) => Refusal::PartialExtent { tensor, level, extent, size },
        None => Refusal::CompoundSubscript { tensor, level, subscript: nest.text(&part.subscript) },
    })
}

/// The subscripts of a stored tensor, in level order.
pub fn level_subscripts(nest: &Nest, access: &Access) -> Result<Vec<LevelSubscript>, Refusal> {
    let tensor = access.tensor;
    let Some(format) = nest.tensor(tensor).format() else { return Ok(Vec::new()) };
    let mapping = format.mapping();
    let dimensions = mapping.dimensions.len();
    let mut slots = access.subscripts[dimensions..].iter();
    let is_plain = access.subscripts[..dimensions].iter().all(|subscript| subscript.as_var().is_some());
    let is_in_parts = |subscript: &Subscript| {
        let whole = nest.in_loops(subscript);
        nest.relations.iter().any(|relation| nest.in_loops(&relation.value) == whole)
    };
    let is_a_variable = |subscript: &Subscript| subscript.as_var().is_some() || is_in_parts(subscript);
    // Slots have no dimensions of their own.
    let is_whole = |form: Option<&Form>| match form {
        Some(form) => form.dimensions().iter().all(|dimension| is_a_variable(&access.subscripts[*dimension])),
        None => access.subscripts[..dimensions].iter().all(is_a_variable),
    };
    // What is only read is located at any coordinates, if it can be; nodes of results are stored in order.
    let is_located = !nest.tensor(tensor).is_output && order::is_random_access(format);
    let mut levels: Vec<LevelSubscript> = Vec::with_capacity(mapping.forms.len());
    for (level, form) in mapping.forms.iter().enumerate() {
        let compound = |subscript: &Subscript| match in_parts(nest, (tensor, level), subscript) {
            Some(refusal) => refusal,
            None if subscript.as_shifted_var().is_some() => {
                Refusal::ShiftedSubscript { tensor, level, subscript: nest.text(subscript) }
            }
            None => Refusal::CompoundSubscript { tensor, level, subscript: nest.text(subscript) },
        };
        let name = |dimension: &usize| operand_of_sum(nest.text(&access.subscripts[*dimension]));
        let no_loop = |form: &Form| Refusal::NoLoop { tensor, level, stored: form.text(&name) };
        let no_slot = || match access.subscripts.iter().find(|subscript| subscript.as_var().is_none()) {
            Some(subscript) if !is_plain => compound(subscript),
            _ => Refusal::NoSlot { tensor, level },
        };
        let subscript = match form {
            None => slots.next().cloned().ok_or_else(no_slot)?,
            Some(_) if mapping.sources[level] == Source::Again => slots.next().cloned().ok_or_else(no_slot)?,
            // Nobody asks for the coordinates of a level that follows as a quotient from those above.
            Some(form) if mapping.sources[level] == Source::Above => {
                evaluate(nest, access, form).unwrap_or_else(|| Subscript::constant_of(0))
            }
            Some(form) => evaluate(nest, access, form).ok_or_else(|| {
                let dimension = form.dimensions().into_iter().next().unwrap_or(0);
                if is_plain { no_loop(form) } else { compound(&access.subscripts[dimension]) }
            })?,
        };
        if mapping.sources[level] == Source::Above {
            levels.push(LevelSubscript::without_loop(subscript));
            continue;
        }
        let is_repeated = |var: VarId| levels.iter().any(|above| above.vars.contains(&var));
        if is_located && subscript.as_shifted_var().is_none_or(is_repeated) {
            levels.push(LevelSubscript::without_loop(subscript));
            continue;
        }
        let of_dimension = form.as_ref().and_then(DimensionForm::as_dimension);
        let is_own = mapping.sources[level] == Source::Own;
        let vars: Vec<_> = subscript.vars().map(|(var, _)| var).collect();
        let mut found = LevelSubscript { subscript, vars, is_part: true };
        // Where the levels of a result take a variable apart, its points come in an order in which each part of an operand would be
        // looked for.
        let is_walked = found.subscript.as_shifted_var().is_some()
            || (is_own && of_dimension.is_some() && !nest.is_taken_apart_by_result(&found.subscript));
        if !is_walked || found.vars.is_empty() {
            return Err(match form {
                Some(form) if is_plain => no_loop(form),
                _ => compound(&found.subscript),
            });
        }
        // The loop that resolves a level runs inside of those that resolve the levels above, and is none of them.
        if found.vars.iter().all(|var| is_repeated(*var)) {
            return Err(match compound(&found.subscript) {
                parts @ Refusal::VariableInParts { .. } if !is_plain => parts,
                // Where a level above is subscripted by parts, one of them may be all of this one.
                _ => levels
                    .iter()
                    .enumerate()
                    .find_map(|(above, of)| in_parts(nest, (tensor, above), &of.subscript))
                    .unwrap_or(Refusal::RepeatedVariable { tensor, level }),
            });
        }
        if let Some(var) = found.only_var() {
            let level_size = form.as_ref().filter(|_| is_own).and_then(|form| static_size(nest, tensor, form));
            let is_var = found.subscript.as_var().is_some();
            found.is_part = is_own
                && nest.var(var).has_range()
                && match (of_dimension, nest.var(var).size(), level_size) {
                    (Some(dimension), ..) => !is_var || nest.may_differ(tensor, dimension, &nest.var(var).extent),
                    (None, Some(extent), Some(size)) => !is_var || extent != size,
                    // The sums that stand in the place of a variable run over all of its dimension, as the variable does.
                    _ => nest.tensor(tensor).is_window || !is_whole(form.as_ref()),
                };
        }
        levels.push(found);
    }
    Ok(levels)
}

/// The number of values of a form, where it is known.
fn static_size(nest: &Nest, tensor: TensorId, form: &Form) -> Option<u64> {
    let mut span = 0u64;
    for (atom, factor) in form.terms() {
        let size = match atom {
            Atom::Name(dimension) => nest.tensor(tensor).shape[*dimension]?,
            Atom::Quotient(form, divisor) => static_size(nest, tensor, form)?.div_ceil(divisor.unsigned_abs()),
            Atom::Remainder(_, divisor) => divisor.unsigned_abs(),
        };
        if size == 0 {
            return Some(0);
        }
        span = span.checked_add(size.checked_sub(1)?.checked_mul(factor.unsigned_abs())?)?;
    }
    span.checked_add(1)
}

/// The value of a form at the subscripts of an access, where that is linear in the variables.
fn evaluate(nest: &Nest, access: &Access, form: &Form) -> Option<Subscript> {
    let start = Subscript::constant_of(form.constant());
    form.terms().iter().try_fold(start, |sum, (atom, factor)| {
        let value = match atom {
            Atom::Name(dimension) => access.subscripts[*dimension].clone(),
            Atom::Quotient(form, divisor) => {
                evaluate(nest, access, form)?.divide(*divisor, |var| nest.var(var).size())?.0
            }
            Atom::Remainder(form, divisor) => {
                evaluate(nest, access, form)?.divide(*divisor, |var| nest.var(var).size())?.1
            }
        };
        Some(sum.plus(&value, *factor))
    })
}

/// Whether every level of a tensor can be located at random.
pub fn is_random_access(nest: &Nest, tensor: TensorId) -> bool {
    nest.tensor(tensor).format().is_none_or(order::is_random_access)
}

/// The loop order of `vars` that follows the level order of every access and otherwise stays as near as it can to the
/// given order. `further` edges hold besides.
pub fn loop_order(nest: &Nest, vars: &[VarId], accesses: &[Access], further: &[Edge]) -> Result<Vec<VarId>, Refusal> {
    let mut paths = Vec::new();
    for access in accesses {
        let levels = level_subscripts(nest, access)?;
        if !is_random_access(nest, access.tensor) {
            paths.push(Path::of(&levels, vars));
        }
    }
    let is_inside = |(from, to): &Edge| vars.contains(from) && vars.contains(to);
    // An order that was asked for may have the parts of a variable as it likes.
    let splits = nest.relations.iter().filter(|_| !nest.keep_order).filter_map(Relation::asked_order);
    let splits = splits.flat_map(|parts| parts.windows(2).map(|pair| (pair[0], pair[1])).collect::<Vec<_>>());
    let further: Vec<_> = further.iter().copied().chain(splits).filter(is_inside).collect();
    let compound = paths.iter().flat_map(|path| &path.levels).filter(|level| level.len() > 1);
    let terms = compound.flatten().copied().collect();
    let mut search = OrderSearch { vars, paths: &paths, further: &further, terms, failed: BTreeSet::new() };
    let mut order = Vec::with_capacity(vars.len());
    if search.extend(&mut order) {
        return Ok(order);
    }
    let mut edges = further.clone();
    edges.extend(paths.iter().flat_map(Path::edges));
    let mut waiting = vars.to_vec();
    while let Some(free) =
        waiting.iter().position(|var| edges.iter().all(|(from, to)| to != var || !waiting.contains(from)))
    {
        waiting.remove(free);
    }
    // Where levels of another operand take a variable apart, that is what the orders disagree about.
    if let Some(refusal) = accesses.iter().find_map(|access| taken_apart(nest, access)) {
        return Err(refusal);
    }
    let waiting = if waiting.is_empty() { vars } else { &waiting };
    Err(Refusal::Cycle(find_cycle(waiting, &edges)))
}

/// That a level stores a variable in whose place there are loops over its parts, if it is so.
fn in_parts(nest: &Nest, (tensor, level): (TensorId, usize), subscript: &Subscript) -> Option<Refusal> {
    let (relation, operand) = nest.variable_in_parts(subscript)?;
    let parts = relation.value.vars().map(|(part, _)| part).collect();
    Some(Refusal::VariableInParts { tensor, level, var: relation.var, parts, operand })
}

/// The same of the first level of an access, where levels of another operand took the variable apart.
fn taken_apart(nest: &Nest, access: &Access) -> Option<Refusal> {
    let levels = level_subscripts(nest, access).ok()?;
    let mut refusals =
        levels.iter().enumerate().filter_map(|(level, of)| in_parts(nest, (access.tensor, level), &of.subscript));
    let own = nest.name(access.tensor);
    refusals
        .find(|refusal| matches!(refusal, Refusal::VariableInParts { operand: Some(operand), .. } if *operand != own))
}

/// The levels of an access that loops resolve, from the outermost level inwards.
struct Path {
    /// The variables of each subscript, among those that are put in order.
    levels: Vec<Vec<VarId>>,
}

impl Path {
    fn of(levels: &[LevelSubscript], ordered: &[VarId]) -> Self {
        let level =
            |level: &LevelSubscript| level.vars.iter().copied().filter(|var| ordered.contains(var)).collect::<Vec<_>>();
        Self { levels: levels.iter().map(level).filter(|vars| !vars.is_empty()).collect() }
    }

    /// Whether the loop over a variable may stand inside of the loops over `before`, directly.
    fn allows(&self, var: VarId, before: &[VarId]) -> bool {
        let is_before = |other: &VarId| before.contains(other);
        self.levels.iter().enumerate().all(|(number, level)| {
            let resolves = level.contains(&var) && level.iter().all(|other| *other == var || is_before(other));
            !resolves || self.levels[..number].iter().flatten().all(is_before)
        })
    }

    /// Roughly, what has to come before what.
    fn edges(&self) -> Vec<Edge> {
        let pairs = self.levels.windows(2).flat_map(|pair| {
            let [above, below] = pair else { unreachable!("windows of two") };
            above.iter().flat_map(|from| below.iter().map(|to| (*from, *to)))
        });
        pairs.filter(|(from, to)| from != to).collect()
    }
}

/// How many sets of outermost loops a search for an order may find to be wrong.
const MOST_FAILED: usize = 1 << 12;

/// A search for an order of loops.
struct OrderSearch<'a> {
    vars: &'a [VarId],
    paths: &'a [Path],
    further: &'a [Edge],
    /// The variables of compound subscripts. A loop over any other one that is free is in the way of none.
    terms: BTreeSet<VarId>,
    /// Sets of variables, sorted, that cannot be the outermost ones.
    failed: BTreeSet<Vec<VarId>>,
}

impl OrderSearch<'_> {
    /// Completes an order, the first one that can be; says whether there is one.
    fn extend(&mut self, order: &mut Vec<VarId>) -> bool {
        if order.len() == self.vars.len() {
            return true;
        }
        let mut outermost = order.clone();
        outermost.sort_unstable();
        if self.failed.contains(&outermost) || self.failed.len() > MOST_FAILED {
            return false;
        }
        for var in self.vars.iter().copied() {
            let is_waiting = |other: &VarId| !order.contains(other);
            let is_free = is_waiting(&var)
                && self.further.iter().all(|(from, to)| *to != var || !is_waiting(from))
                && self.paths.iter().all(|path| path.allows(var, order));
            if is_free {
                order.push(var);
                if self.extend(order) {
                    return true;
                }
                order.pop();
                if !self.terms.contains(&var) {
                    break;
                }
            }
        }
        self.failed.insert(outermost);
        false
    }
}

/// A cycle among variables each of which waits for another.
fn find_cycle(waiting: &[VarId], edges: &[Edge]) -> Vec<VarId> {
    let mut path = vec![waiting[0]];
    loop {
        let last = path[path.len() - 1];
        let Some((before, _)) = edges.iter().find(|(from, to)| *to == last && waiting.contains(from)) else {
            return path;
        };
        if let Some(start) = path.iter().position(|var| var == before) {
            let mut cycle = path.split_off(start);
            cycle.reverse();
            return cycle;
        }
        path.push(*before);
    }
}
