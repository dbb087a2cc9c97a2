//! `stensor-expand-conversions`: take conversions between formats apart into copies and sorts.
//!
//! Where the entries come in the order of the result's levels, a conversion is a nest that copies every point. Else the
//! entries are copied to a list in the order in which they come, the list is sorted (`stensor.sort`) by the levels of the
//! result, and the sorted list is copied into the result, which is put together in order. No list is made where entries
//! come parent after parent of the one level of the result that stores coordinates (`stensor.build` of what is `grouped`).
//!
//! Zeros of formats that hold values only to fill up their blocks, diagonals or slots are left out.
//!
//! A `tensor.cast` of a stored tensor packs its buffers again; whether the sizes are those that the type promises is
//! asserted by `check-operand-sizes`.
//!
//! Example: `test/conversions/expand_conversions.mlir`.

use super::expand_boundaries::unpack;
use crate::{
    diagnostic::{Reported, error},
    levels::{
        Assembly, Capabilities,
        assembly::{Obstacle, Plan},
        level_format,
        list::{level_texts, own_expressions, sorting_expressions},
        mapping::{Mapping, Source},
        order::{
            comes_in_groups, is_ordered, levels_above_groups, levels_in_order, levels_out_of_order, may_repeat,
            own_forms,
        },
    },
    nest::{
        Access, Expr, Nest, Stmt, Tensor, TensorId, Write,
        algebra::Known,
        build::{dimension_var, loops},
        constant::Constant,
        has_name,
        subscript::Subscript,
    },
    options,
    pass::Pass,
};
use lacuna_dialects::{
    builder::Builder,
    format::Format,
    ir::{Op, Value, collect_ops, element_type, erase, is_op, operands, replace_uses, results, shape},
    sloop::Combiner,
};
use melior::ir::{Attribute, Type, ValueLike, operation::OperationLike};

/// Says of a conversion that coordinates will be looked up in its result again and again.
pub const FOR_LOOKUPS: &str = "for_lookups";

/// Says of a conversion that the points of its result are computed by it: their parts are added up. Then it is they that
/// results may be asked to leave out where they are the fill value.
pub const COMPUTED: &str = "sloop.computed";

options! {
    /// Options of `stensor-expand-conversions`.
    pub struct ExpandConversions {}
}

impl Pass for ExpandConversions {
    const ARGUMENT: &'static str = "stensor-expand-conversions";
    const SUMMARY: &'static str = "Take conversions between formats apart into copies and sorts";

    fn run(&self, root: Op<'_>) -> Result<(), Reported> {
        let conversions = collect_ops(root, |op| is_op(op, "stensor.convert"));
        for op in &conversions {
            check(*op)?;
        }
        let casts = collect_ops(root, |op| {
            is_op(op, "tensor.cast") && Format::of(results(op)[0].r#type()) != Format::of(operands(op)[0].r#type())
        });
        if let Some(cast) = casts.first() {
            return Err(error(cast.location(), "tensor.cast changes the format of a tensor: use stensor.convert"));
        }
        for op in conversions {
            expand(op);
        }
        for op in collect_ops(root, is_cast) {
            expand_cast(op);
        }
        Ok(())
    }
}

fn check(op: Op<'_>) -> Result<(), Reported> {
    let (source, result) = (operands(op)[0].r#type(), results(op)[0].r#type());
    match Format::of(result).map(|format| (format, Plan::new(format))) {
        Some((format, Err(obstacle))) if source != result && !can_be_built(format) => {
            Err(error(op.location(), refusal(result, format, &obstacle)))
        }
        _ => Ok(()),
    }
}

/// Whether a tensor in another format can be converted to this one.
pub fn can_hold_result(format: Format<'_>) -> bool {
    Plan::new(format).is_ok() || can_be_built(format)
}

/// Whether every level can be built from a sorted list; where entries do not fit, that is found at run time.
fn can_be_built(format: Format<'_>) -> bool {
    let mapping = Mapping::of(format);
    let slots = mapping.sources.iter().filter(|source| **source == Source::Slot).count();
    let codes: Vec<_> = format.levels().into_iter().map(level_format).collect();
    slots <= 1 && codes.iter().all(|code| code.can_be_built()) && sorting_expressions(format).is_some()
}

fn refusal(result: Type<'_>, format: Format<'_>, obstacle: &Obstacle) -> String {
    // Entries cannot be sorted by what follows from levels further below.
    let sources = Mapping::of(format).sources;
    if let Obstacle::Level(level) = obstacle
        && sources[*level] == Source::Again
    {
        return format!(
            "{result} cannot be put together in the order of its levels: level {level} follows from others, which are not \
             those above it or the next one below: leave it out"
        );
    }
    let (Obstacle::Level(level) | Obstacle::Slot(level) | Obstacle::LoneSingleton(level)) = obstacle;
    format!("{result} cannot be put together in the order of its levels: nothing can be appended to level {level} yet")
}

fn expand(op: Op<'_>) {
    let builder = Builder::before(op);
    let (source, result) = (operands(op)[0], results(op)[0]);
    let converted = convert(&builder, op, source, result.r#type());
    replace_uses(result, converted);
    erase(op);
}

/// Whether an operation casts a stored tensor to one in the same format.
fn is_cast(op: Op<'_>) -> bool {
    is_op(op, "tensor.cast")
        && Format::of(operands(op)[0].r#type()).is_some_and(|from| Format::of(results(op)[0].r#type()) == Some(from))
}

fn expand_cast(op: Op<'_>) {
    let builder = Builder::before(op);
    let (source, result) = (operands(op)[0], results(op)[0]);
    let format = Format::of(source.r#type()).expect("selected for its format");
    let mut values = unpack(&builder, source, format, false);
    let buffers = values.len();
    let sizes = shape(result.r#type()).unwrap_or_default().into_iter().enumerate();
    values.extend(sizes.filter(|(_, size)| size.is_none()).map(|(d, _)| dimension_var(&builder, source, d).extent));
    let segments = builder.segments(&[buffers, values.len() - buffers]);
    // It is still called by the name of the source, if that has one.
    let place = if has_name(source) { builder.located(source.location()) } else { builder };
    replace_uses(result, place.value("stensor.pack", &values, result.r#type(), &[segments]));
    erase(op);
}

fn convert<'c>(builder: &Builder<'c>, op: Op<'c>, source: Value<'c>, r#type: Type<'c>) -> Value<'c> {
    if source.r#type() == r#type {
        return source;
    }
    let copy = Copying { builder, op };
    let Some(to) = Format::of(r#type) else { return to_dense(&copy, source, r#type) };
    let plan = Plan::new(to).ok();
    let is_assembled = plan.is_some();
    let Some(from) = Format::of(source.r#type()) else {
        // Dense tensors are walked in any order.
        let is_ranged = own_forms(to).iter().all(|form| !form.is_signed());
        if is_assembled && is_ranged {
            return copy.emit(source, r#type);
        }
        // Diagonals have no range to go through: by way of the points themselves.
        let list = if is_ranged { list_type(builder, r#type, to, None) } else { point_list_type(builder, r#type, to) };
        let points = Format::of(list).expect("a list");
        if comes_in_groups(points, to) {
            return copy.group(source, points, r#type);
        }
        let list = copy.emit(source, list);
        let converted = if is_ranged { copy.build(list, r#type) } else { convert(builder, op, list, r#type) };
        release(builder, list);
        return converted;
    };
    let shares_levels = own_forms(from) == own_forms(to) || is_plain(from) && is_plain(to);
    // Levels with room for every coordinate need no sort: nodes are counted by parent.
    let counted = plan.as_ref().and_then(Plan::counted_levels).unwrap_or(0);
    let in_any_order = if plan.as_ref().is_some_and(Plan::takes_any_order) { to.level_count() } else { counted };
    if is_assembled
        && shares_levels
        && is_ordered(from)
        && levels_out_of_order(from, to) <= in_any_order
        && !has_slots(from)
    {
        return copy.emit(source, r#type);
    }
    if comes_in_groups(from, to) {
        return copy.group(source, from, r#type);
    }
    let is_own = !is_list(from);
    let list = if is_own { copy.emit(source, list_type(builder, source.r#type(), from, Some(from))) } else { source };
    // Each point must be there once to be counted.
    let sorts_partly = is_assembled && counted > 0 && is_plain(to) && !may_repeat(from);
    // Parents in order are enough where a workspace finds the nodes of each.
    let groups = levels_above_groups(to).filter(|_| !may_repeat(from) && !sorts_partly);
    let sorted_type = if takes_as_they_come(r#type, to) && !may_repeat(from) {
        r#type
    } else if sorts_partly {
        counted_list_type(builder, r#type, to, counted)
    } else if let Some(groups) = groups {
        list_in_order(builder, r#type, (to, own_expressions(to)), false, groups)
    } else {
        list_type(builder, r#type, to, Some(from))
    };
    let unit = Attribute::unit(builder.context());
    let how = [("consumed", is_own), ("within", sorts_partly && sorted_type != r#type)];
    let how: Vec<_> = how.into_iter().filter(|(_, is_so)| *is_so).map(|(name, _)| (name, unit)).collect();
    let mut sorted = builder.value("stensor.sort", &[list], sorted_type, &how);
    if sorted_type == r#type {
        return sorted;
    }
    if groups.is_some() {
        let converted = copy.group(sorted, Format::of(sorted_type).expect("a list"), r#type);
        release(builder, sorted);
        return converted;
    }
    if !is_assembled && may_repeat(from) {
        let unique = copy.emit(sorted, list_type(builder, r#type, to, None));
        release(builder, std::mem::replace(&mut sorted, unique));
    }
    let converted = if is_assembled { copy.emit(sorted, r#type) } else { copy.build(sorted, r#type) };
    release(builder, sorted);
    converted
}

/// The points of a stored tensor in a dense one. Parts of a point are added up, which a copy can do from zero on.
fn to_dense<'c>(copy: &Copying<'_, 'c>, source: Value<'c>, r#type: Type<'c>) -> Value<'c> {
    let builder = copy.builder;
    let from = Format::of(source.r#type()).filter(|from| may_repeat(*from));
    let Some(from) = from.filter(|from| !Constant::fill(Some(*from), builder.scalar_type(r#type)).is_zero()) else {
        return copy.emit(source, r#type);
    };
    let list = convert(builder, copy.op, source, point_list_type(builder, r#type, from));
    let converted = copy.emit(list, r#type);
    release(builder, list);
    converted
}

/// Frees what was made on the way.
fn release<'c>(builder: &Builder<'c>, tensor: Value<'c>) {
    builder.create("stensor.release", &[tensor], &[], &[], Vec::new());
}

/// Whether the levels are the dimensions in some order.
fn is_plain(format: Format<'_>) -> bool {
    Mapping::of(format).permutation().is_some()
}

fn has_slots(format: Format<'_>) -> bool {
    Mapping::of(format).has_slots()
}

/// Whether the format is what `stensor.sort` takes.
fn is_list(format: Format<'_>) -> bool {
    let levels = format.levels();
    !has_slots(format)
        && levels.iter().enumerate().all(|(index, level)| {
            let assembly = if index == 0 { Assembly::Append } else { Assembly::Extend };
            level_format(*level).assembly() == Some(assembly)
                && !level.interleaved
                && (index + 1 == levels.len() || !level.unique)
        })
}

/// Whether the format is a list whose entries come in any order, as wide as what is sorted.
fn takes_as_they_come(r#type: Type<'_>, format: Format<'_>) -> bool {
    is_list(format)
        && format.levels().iter().all(|level| !level.ordered)
        && format.position_width() == 64
        && format.coordinate_width() >= list_width(r#type, format)
}

/// The type of a list of coordinates with the levels of `levels_of`, whose entries come from a tensor stored as
/// `entries_of`, or are in order and unique.
fn list_type<'c>(
    builder: &Builder<'c>,
    r#type: Type<'c>,
    levels_of: Format<'c>,
    entries_of: Option<Format<'c>>,
) -> Type<'c> {
    let is_unordered = entries_of.is_some_and(|entries| entries == levels_of && !is_ordered(entries));
    let ordered = if is_unordered { 0 } else { levels_of.level_count() };
    let sorting = sorting_expressions(levels_of).filter(|_| entries_of != Some(levels_of));
    let expressions = sorting.unwrap_or_else(|| own_expressions(levels_of));
    list_in_order(builder, r#type, (levels_of, expressions), entries_of.is_some_and(may_repeat), ordered)
}

/// The type of a list for a format, whose levels have these expressions, and whose entries, which may repeat, are in order
/// by the first `ordered` levels.
fn list_in_order<'c>(
    builder: &Builder<'c>,
    r#type: Type<'c>,
    (levels_of, expressions): (Format<'c>, Vec<String>),
    repeats: bool,
    ordered: usize,
) -> Type<'c> {
    let text = levels_of.to_string();
    let (head, _) = text.split_once("-> (").expect("a format has a map");
    let count = expressions.len();
    let words: Vec<_> = expressions
        .into_iter()
        .enumerate()
        .map(|(index, expression)| {
            let word = if index == 0 { "compressed" } else { "singleton" };
            let properties = match (index + 1 < count || repeats, index < ordered) {
                (true, true) => "(nonunique)",
                (true, false) => "(nonunique, unordered)",
                (false, true) => "",
                (false, false) => "(unordered)",
            };
            format!("{expression} : {word}{properties}")
        })
        .collect();
    let width = list_width(r#type, levels_of);
    let fill = levels_of.fill().map_or_else(String::new, |fill| format!(", fill = {fill}"));
    let format = format!("{head}-> ({}), positions = 64, coordinates = {width}{fill}>", words.join(", "));
    with_encoding(builder, r#type, &format)
}

/// The type of a list whose entries are in order by the levels of `to` below the first `parents` ones, which it has last.
fn counted_list_type<'c>(builder: &Builder<'c>, r#type: Type<'c>, to: Format<'c>, parents: usize) -> Type<'c> {
    let text = to.to_string();
    let (head, levels) = text.split_once("-> (").expect("a format has a map");
    let mut levels = level_texts(levels);
    let below = levels.len() - parents;
    levels.rotate_left(parents);
    let count = levels.len();
    let words: Vec<_> = levels
        .into_iter()
        .enumerate()
        .map(|(index, expression)| {
            let word = if index == 0 { "compressed" } else { "singleton" };
            let properties = match (index + 1 < count, index < below) {
                (true, true) => "(nonunique)",
                (true, false) => "(nonunique, unordered)",
                (false, _) => "(unordered)",
            };
            format!("{expression} : {word}{properties}")
        })
        .collect();
    let width = list_width(r#type, to);
    let fill = to.fill().map_or_else(String::new, |fill| format!(", fill = {fill}"));
    with_encoding(
        builder,
        r#type,
        &format!("{head}-> ({}), positions = 64, coordinates = {width}{fill}>", words.join(", ")),
    )
}

/// The width of coordinates of a list, which has those of levels that the format does not store, too.
fn list_width(r#type: Type<'_>, format: Format<'_>) -> u32 {
    let is_large = |size: &Option<u64>| size.is_some_and(|size| size > i32::MAX as u64);
    if shape(r#type).unwrap_or_default().iter().any(is_large) { 64 } else { format.coordinate_width().max(32) }
}

/// The type of a list of points, in the order of the dimensions.
fn point_list_type<'c>(builder: &Builder<'c>, r#type: Type<'c>, format: Format<'c>) -> Type<'c> {
    let order = shape(r#type).map_or(0, |shape| shape.len());
    let names: Vec<_> = (0..order).map(|dimension| format!("d{dimension}")).collect();
    let levels: Vec<_> = (0..order)
        .map(|level| {
            let word = if level == 0 { "compressed" } else { "singleton" };
            format!("d{level} : {word}{}", if level + 1 < order { "(nonunique)" } else { "" })
        })
        .collect();
    let fill = format.fill().map_or_else(String::new, |fill| format!(", fill = {fill}"));
    let width = list_width(r#type, format);
    let text = format!(
        "#stensor.format<({}) -> ({}), positions = 64, coordinates = {width}{fill}>",
        names.join(", "),
        levels.join(", ")
    );
    with_encoding(builder, r#type, &text)
}

/// A tensor type with another encoding.
fn with_encoding<'c>(builder: &Builder<'c>, r#type: Type<'c>, encoding: &str) -> Type<'c> {
    let sizes = shape(r#type).unwrap_or_default();
    let sizes: String =
        sizes.into_iter().map(|size| size.map_or_else(|| "?x".to_owned(), |size| format!("{size}x"))).collect();
    let element = element_type(r#type).expect("a tensor");
    builder.parse_type(&format!("tensor<{sizes}{element}, {encoding}>"))
}

/// A copy of every point, as a nest.
struct Copying<'a, 'c> {
    builder: &'a Builder<'c>,
    op: Op<'c>,
}

impl<'c> Copying<'_, 'c> {
    fn build(&self, list: Value<'c>, r#type: Type<'c>) -> Value<'c> {
        let hint = self.op.attribute(FOR_LOOKUPS).ok().map(|hint| (FOR_LOOKUPS, hint));
        self.builder.value("stensor.build", &[list], r#type, hint.as_slice())
    }

    /// The points of a tensor, whose entries come in groups of those of the result, straight into that: `entries_of` says
    /// how they come in the list that is not made.
    fn group(&self, source: Value<'c>, entries_of: Format<'c>, r#type: Type<'c>) -> Value<'c> {
        let list = list_in_order(
            self.builder,
            r#type,
            (entries_of, own_expressions(entries_of)),
            false,
            levels_in_order(entries_of),
        );
        let grouped = ("grouped", Attribute::unit(self.builder.context()));
        self.builder.value("stensor.build", &[self.emit(source, list)], r#type, &[grouped])
    }

    fn emit(&self, source: Value<'c>, r#type: Type<'c>) -> Value<'c> {
        let builder = self.builder;
        let location = self.op.location();
        let order = shape(r#type).map_or(0, |shape| shape.len());
        let holds_more = Format::of(source.r#type()).is_none_or(fills_up);
        let mut nest = Nest {
            op: self.op,
            tensors: Vec::new(),
            vars: Vec::new(),
            nodes: Vec::new(),
            body: Vec::new(),
            limits: Vec::new(),
            splits: Vec::new(),
            keep_order: false,
            drop_fill: holds_more,
            keep_fill: !holds_more && Format::of(r#type).is_some() && !self.op.has_attribute(COMPUTED),
        };
        let format = Format::of(r#type);
        let vars: Vec<_> =
            (0..order).map(|dimension| nest.add_var(dimension_var(builder, source, dimension))).collect();
        let dynamic: Vec<_> = shape(r#type)
            .unwrap_or_default()
            .iter()
            .zip(&vars)
            .filter(|(size, _)| size.is_none())
            .map(|(_, var)| nest.var(*var).extent)
            .collect();
        let name = if format.is_some() { "stensor.empty" } else { "tensor.empty" };
        let empty = builder.value(name, &dynamic, r#type, &[]);
        for (operand, is_output) in [(source, false), (empty, true)] {
            let r#type = operand.r#type();
            nest.tensors.push(Tensor { operand, r#type, format: Format::of(r#type), is_output });
        }
        let access = |tensor| Access {
            tensor: TensorId(tensor),
            subscripts: vars.iter().map(|var| Subscript::var(*var)).collect(),
        };
        let element = nest.element_of(TensorId(1));
        let fill = nest.fill(TensorId(0));
        let value = nest.add(Expr::Read(access(0)), element, location);
        let levels = format.and_then(|format| Mapping::of(format).permutation());
        let around: Vec<_> = levels
            .unwrap_or_else(|| (0..order).collect())
            .into_iter()
            .map(|dimension| (vars[dimension], None))
            .collect();
        let write =
            |value, combiner, elsewhere| Stmt::Write(Write { target: access(1), value, combiner, elsewhere, location });
        nest.body = match format {
            Some(_) => loops(&around, vec![write(value, None, Some(nest.fill(TensorId(1))))]),
            None => {
                let start = nest.add(Expr::Constant(Known { value: fill, absent: false }), element, location);
                let mut body = loops(&around, vec![write(start, None, None)]);
                // Zero and a value add up to the value, but for its sign where it is zero.
                let adds = Format::of(source.r#type()).is_some_and(may_repeat) && fill.is_zero();
                let (combiner, elsewhere) = if adds { (Some(Combiner::Add), None) } else { (None, Some(fill)) };
                body.extend(loops(&around, vec![write(value, combiner, elsewhere)]));
                body
            }
        };
        results(nest.emit(builder))[0]
    }
}

/// Whether a format holds values of points that nobody stored, and does not tell them from entries.
pub fn fills_up(format: Format<'_>) -> bool {
    let codes: Vec<_> = format.levels().into_iter().map(level_format).collect();
    // Levels with one child a parent have those that their parents have.
    let decisive = codes.iter().rposition(|code| !code.properties().branchless);
    // Where every parent is there, a singleton below needs an entry for each.
    let first_list = codes.iter().position(|code| code.capabilities().stores_coordinates && !code.properties().full);
    let fills = |level: usize| {
        let Capabilities { stores_coordinates, keeps_inside, .. } = codes[level].capabilities();
        (!stores_coordinates || !keeps_inside) && first_list.is_none_or(|list| list <= level)
    };
    let has_free_slots = Mapping::of(format).sources.contains(&Source::Slot);
    has_free_slots || decisive.is_some_and(fills)
}
