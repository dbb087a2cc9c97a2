//! `stensor-expand-conversions`: take conversions between formats apart into copies and sorts.
//!
//! By which steps a conversion goes is decided, as data, in [`super::ways`]; here the steps become operations. Where the
//! entries come in the order of the result's levels, one nest copies every point. Else the entries are copied to a list in the
//! order in which they come, the list is sorted (`stensor.sort`) by the levels of the result, and the sorted list is copied
//! into the result, which is put together in order. No list is made where entries come parent after parent of the one level
//! of the result that stores coordinates: the nest that copies them says as which list they come.
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

use self::copying::Copying;
use super::ways::{Action, Step, Way};
use crate::{
    diagnostic::{Reported, error},
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
use lacuna_layout::{Description, algebra::Source, assembly::Obstacle, list::sorting_expressions};
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
    match Format::of(result).map(|format| (format, format.description().growth())) {
        Some((format, Err(obstacle))) if source != result && !can_be_built(&format) => {
            Err(error(convert.op().location(), refusal(result, format, obstacle)))
        }
        _ => Ok(()),
    }
}

/// Whether a tensor in another format can be converted to this one.
pub fn can_hold_result(format: &Description) -> bool {
    format.growth().is_ok() || can_be_built(format)
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

/// The steps of a conversion, one after the other. What a step made is freed once the next one has used it.
fn convert<'c>(builder: &Builder<'c>, of: Convert<'c>, source: Value<'c>, r#type: Type<'c>) -> Value<'c> {
    if source.r#type() == r#type {
        return source;
    }
    let description = |r#type| Format::of(r#type).map(Format::description);
    let way = Way::new(&shape(r#type).unwrap_or_default(), description(source.r#type()), description(r#type));
    let copy = Copying { builder, of };
    let mut made = source;
    for (number, Step { to, action }) in way.steps.iter().enumerate() {
        let (before, is_own) = (made, number > 0);
        let to = builder.tensor_type(r#type, to.as_ref());
        made = match action {
            Action::Copy(_) => copy.emit(before, to, None),
            Action::Group { list } => copy.emit(before, to, Some(list)),
            Action::Sort { within, .. } => {
                Sort::build(builder, before, to, Sorting { consumed: is_own, within: *within })
            }
            Action::Build => copy.build(before, to),
        };
        if is_own && !matches!(action, Action::Sort { .. }) {
            free(builder, before);
        }
    }
    made
}

/// Frees a tensor that a step has made.
fn free<'c>(builder: &Builder<'c>, tensor: Value<'c>) {
    match Format::of(tensor.r#type()) {
        Some(_) => Release::build(builder, tensor),
        None => {
            builder.create("bufferization.dealloc_tensor", &[tensor], &[], &[], Vec::new());
        }
    }
}
