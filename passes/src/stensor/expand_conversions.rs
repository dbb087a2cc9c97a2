//! `stensor-expand-conversions`: take conversions between formats apart into copies and sorts.
//!
//! Where the entries come in the order of the result's levels, a conversion is a nest that copies every point. Else the
//! entries are copied to a list in the order in which they come, the list is sorted (`stensor.sort`) by the levels of the
//! result, and the sorted list is copied into the result, which is put together in order. No list is made where entries
//! come parent after parent of the one level of the result that stores coordinates (`stensor.build` of what is `grouped`).
//!
//! Zeros of formats that hold values only to fill up their blocks, diagonals or slots are left out, unless all that is
//! stored is asked for.
//!
//! Where the two formats have different fill values, it is by their values that points are stored or not, so the conversion
//! goes by way of a dense tensor.
//!
//! A `tensor.cast` to another format is a conversion: upstream's canonicalization makes it of a `linalg.generic` that copies
//! every point. Any other `tensor.cast` of a stored tensor packs its buffers again. Whether the sizes are those that the
//! type promises is asserted by `check-operand-sizes`.
//!
//! Example: `test/conversions/expand_conversions.mlir`.

mod copying;
mod lists;

use self::{
    copying::Copying,
    lists::{counted_list_type, list_in_order, list_type, point_list_type, takes_as_they_come},
};
use super::ways::{Way, counted_levels, grouped_levels, is_list};
use crate::{
    diagnostic::{Reported, error},
    index::{Scalar, constant::Constant},
    options,
    pass::Pass,
    values::{dimension_size, naming_location},
};
use lacuna_dialects::{
    builder::Builder,
    format::Format,
    ir::{Op, Value, collect_ops, erase, is_op, operands, replace_uses, results, shape},
    stensor::{
        conversion::{Conversion, Convert, Sort, Sorting},
        storage::{Pack, Release, Unpack},
    },
};
use lacuna_layout::{
    Description,
    algebra::Source,
    assembly::{Growth, Obstacle},
    list::{own_expressions, sorting_expressions},
    order::{comes_in_groups, may_repeat},
};
use melior::ir::{Type, ValueLike, operation::OperationLike};

options! {
    /// Options of `stensor-expand-conversions`.
    pub struct ExpandConversions {}
}

impl Pass for ExpandConversions {
    const ARGUMENT: &'static str = "stensor-expand-conversions";
    const SUMMARY: &'static str = "Expand conversions between formats into copies and sorts";

    fn run(&self, root: Op<'_>) -> Result<(), Reported> {
        for op in collect_ops(root, changes_format) {
            become_conversion(op);
        }
        let conversions = collect_ops(root, Convert::is);
        let conversions: Vec<_> = conversions.into_iter().filter_map(Convert::of).collect();
        for convert in &conversions {
            check(*convert)?;
        }
        for convert in conversions {
            expand(convert);
        }
        for op in collect_ops(root, is_cast) {
            expand_cast(op);
        }
        Ok(())
    }
}

fn check(convert: Convert<'_>) -> Result<(), Reported> {
    let (source, result) = (convert.source().r#type(), convert.result().r#type());
    match Format::of(result).map(|format| (format, Growth::new(&format))) {
        Some((format, Err(obstacle))) if source != result && !can_be_built(&format) => {
            Err(error(convert.op().location(), refusal(result, format, &obstacle)))
        }
        _ => Ok(()),
    }
}

/// Whether a tensor in another format can be converted to this one.
pub fn can_hold_result(format: &Description) -> bool {
    Growth::new(format).is_ok() || can_be_built(format)
}

/// Whether its levels can be built from a sorted list; where entries do not fit, that is found at run time.
fn can_be_built(format: &Description) -> bool {
    let mapping = format.mapping();
    let slots = mapping.sources.iter().filter(|source| **source == Source::Slot).count();
    slots <= 1 && sorting_expressions(format).is_some()
}

fn refusal(result: Type<'_>, format: Format<'_>, obstacle: &Obstacle) -> String {
    // Entries cannot be sorted by what follows from levels further below.
    let sources = &format.mapping().sources;
    if let Obstacle::Level(level) = obstacle
        && sources[*level] == Source::Again
    {
        return format!(
            "{result} cannot be put together in the order of its levels: level {level} follows from levels \
             further below, and entries cannot be sorted by it: leave it out"
        );
    }
    let (Obstacle::Level(level) | Obstacle::Slot(level) | Obstacle::LoneSingleton(level)) = obstacle;
    format!("{result} cannot be put together in the order of its levels: nothing can be appended to level {level} yet")
}

fn expand(conversion: Convert<'_>) {
    let builder = Builder::before(conversion.op());
    let result = conversion.result();
    let converted = convert(&builder, conversion, conversion.source(), result.r#type());
    replace_uses(result, converted);
    erase(conversion.op());
}

/// Whether an operation casts a tensor to one in another format: upstream replaces a copy by such a cast.
fn changes_format(op: Op<'_>) -> bool {
    is_op(op, "tensor.cast") && Format::of(results(op)[0].r#type()) != Format::of(operands(op)[0].r#type())
}

fn become_conversion(op: Op<'_>) {
    let (source, result) = (operands(op)[0], results(op)[0]);
    let builder = Builder::before(op);
    replace_uses(result, Convert::build(&builder, source, result.r#type(), Conversion::default()));
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
    let buffers = Unpack::build(&builder, source);
    let sizes = shape(result.r#type()).unwrap_or_default().into_iter().enumerate();
    let dynamic = sizes.filter(|(_, size)| size.is_none());
    let sizes: Vec<_> = dynamic.map(|(dimension, _)| dimension_size(&builder, source, dimension)).collect();
    // It is still called by the name of the source, if that has one.
    let place = naming_location(source).map_or(builder, |location| builder.located(location));
    replace_uses(result, Pack::build(&place, &buffers, &sizes, result.r#type()));
    erase(op);
}

fn convert<'c>(builder: &Builder<'c>, of: Convert<'c>, source: Value<'c>, r#type: Type<'c>) -> Value<'c> {
    let copy = Copying { builder, of };
    match (Format::of(source.r#type()), Format::of(r#type)) {
        _ if source.r#type() == r#type => source,
        (_, None) => to_dense(&copy, source, r#type),
        (None, Some(to)) => from_dense(&copy, source, r#type, to),
        (Some(from), Some(to)) if from.fill() != to.fill() => by_way_of_all_points(builder, of, source, r#type),
        (Some(from), Some(to)) => match Way::new(&from, &to) {
            Way::Copy | Way::CountAndPlace => copy.emit(source, r#type),
            Way::Group => copy.group(source, from, r#type),
            Way::Sort { .. } => by_sorting(&copy, (source, from), (r#type, to)),
        },
    }
}

/// A list of the entries, unless the source is one, is sorted and copied.
fn by_sorting<'c>(
    copy: &Copying<'_, 'c>,
    (source, from): (Value<'c>, Format<'c>),
    (r#type, to): (Type<'c>, Format<'c>),
) -> Value<'c> {
    let builder = copy.builder;
    let growth = Growth::new(&to).ok();
    let is_own = !is_list(&from);
    let list = if is_own { copy.emit(source, list_type(builder, source.r#type(), from, Some(from))) } else { source };
    let counted = counted_levels(&from, &to);
    // Parents in order are enough where a workspace finds the nodes of each.
    let groups = grouped_levels(&from, &to);
    let sorted_type = if takes_as_they_come(r#type, &to) && !may_repeat(&from) {
        r#type
    } else if let Some(counted) = counted {
        counted_list_type(builder, r#type, &to, counted)
    } else if let Some(groups) = groups {
        list_in_order(builder, r#type, (&to, own_expressions(&to)), false, groups)
    } else {
        list_type(builder, r#type, to, Some(from))
    };
    let how = Sorting { consumed: is_own, within: counted.is_some() && sorted_type != r#type };
    let mut sorted = Sort::build(builder, list, sorted_type, how);
    if sorted_type == r#type {
        return sorted;
    }
    if growth.is_none() && groups.is_none() && may_repeat(&from) {
        let unique = copy.emit(sorted, list_type(builder, r#type, to, None));
        Release::build(builder, std::mem::replace(&mut sorted, unique));
    }
    let converted = match growth {
        _ if groups.is_some() => copy.group(sorted, Format::of(sorted_type).expect("a list"), r#type),
        Some(_) => copy.emit(sorted, r#type),
        None => copy.build(sorted, r#type),
    };
    Release::build(builder, sorted);
    converted
}

/// The points of a dense tensor, which is walked in any order.
fn from_dense<'c>(copy: &Copying<'_, 'c>, source: Value<'c>, r#type: Type<'c>, to: Format<'c>) -> Value<'c> {
    let builder = copy.builder;
    let is_ranged = to.mapping().own_forms().iter().all(|form| !form.is_signed());
    if Growth::new(&to).is_ok() && is_ranged {
        return copy.emit(source, r#type);
    }
    // Diagonals have no range to go through: by way of the points themselves.
    let list = if is_ranged { list_type(builder, r#type, to, None) } else { point_list_type(builder, r#type, &to) };
    let points = Format::of(list).expect("a list");
    if comes_in_groups(&points, &to) {
        return copy.group(source, points, r#type);
    }
    let list = copy.emit(source, list);
    let converted = if is_ranged { copy.build(list, r#type) } else { convert(builder, copy.of, list, r#type) };
    Release::build(builder, list);
    converted
}

/// The points of a stored tensor in a dense one. Parts of a point are added up, which a copy can do from zero on.
fn to_dense<'c>(copy: &Copying<'_, 'c>, source: Value<'c>, r#type: Type<'c>) -> Value<'c> {
    let builder = copy.builder;
    let from = Format::of(source.r#type()).filter(|from| may_repeat(from));
    let Some(from) = from
        .filter(|from| !Constant::fill(Some(from.description()), Scalar::of(builder.scalar_type(r#type))).is_zero())
    else {
        return copy.emit(source, r#type);
    };
    let list = convert(builder, copy.of, source, point_list_type(builder, r#type, &from));
    let converted = copy.emit(list, r#type);
    Release::build(builder, list);
    converted
}

/// A tensor whose points that are not stored have another value: which points it stores depends on their values.
fn by_way_of_all_points<'c>(builder: &Builder<'c>, of: Convert<'c>, source: Value<'c>, r#type: Type<'c>) -> Value<'c> {
    let dense = convert(builder, of, source, builder.tensor_type(r#type, None));
    let converted = convert(builder, of, dense, r#type);
    builder.create("bufferization.dealloc_tensor", &[dense], &[], &[], Vec::new());
    converted
}
