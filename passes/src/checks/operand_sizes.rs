//! `check-operand-sizes`: operands that disagree on the size of an index variable are found when a kernel starts.
//!
//! All dimensions that a variable of a `linalg.generic` subscripts alone have one size. Where types do not say so, they
//! are compared, and a `cf.assert` names two that differ. A dimension that is subscripted by a sum (`i + k`) has to hold
//! the smallest and the largest value of it. Sizes of what comes from outside are compared at the start of the function,
//! each pair once for all operations; others before the operation. Sizes that are known to be the same need no check.
//!
//! Where a `tensor.cast` or a conversion of a stored tensor promises sizes, these are compared, too.
//!
//! Example: `test/passes/check_operand_sizes.mlir`. Not done here: static sizes, which `linalg` verifies; operations on
//! dense tensors alone, unless `all` is set.

use crate::{
    diagnostic::Reported,
    index::{
        VarId,
        subscript::{Name, Subscript},
    },
    linalg::linalg_to_sloop::{has_stored_operand, variable_names},
    options,
    pass::Pass,
    values::{affine_map, constant_integer, dynamic_size, operand_name},
};
use lacuna_dialects::{
    builder::{Builder, ComparePredicate},
    format::Format,
    ir::{
        Block, Op, Value, arguments, body, collect_ops, defining_op, is_op, op_name, operands, ops_in, results,
        segments, shape,
    },
    stensor::conversion::Convert,
    stensor::storage::{Empty, Pack},
};
use melior::ir::{ValueLike, attribute::ArrayAttribute, operation::OperationLike};

options! {
    /// Options of `check-operand-sizes`.
    pub struct CheckOperandSizes {
        /// also check operations on dense tensors only
        pub all: bool = "false",
    }
}

impl Pass for CheckOperandSizes {
    const ARGUMENT: &'static str = "check-operand-sizes";
    const SUMMARY: &'static str = "Assert at entry that operands agree on the size of each index variable";

    fn run(&self, root: Op<'_>) -> Result<(), Reported> {
        for function in collect_ops(root, |op| is_op(op, "func.func")) {
            let Some(entry) = body(function, 0) else { continue };
            let generics = collect_ops(function, |op| is_op(op, "linalg.generic"));
            let casts = collect_ops(function, is_cast);
            let checks: Vec<_> = generics
                .into_iter()
                .filter(|op| self.all || has_stored_operand(*op))
                .flat_map(|op| checks_of(op).into_iter().map(move |check| (op, check)))
                .chain(casts.into_iter().flat_map(|op| checks_of_cast(op).into_iter().map(move |check| (op, check))))
                .collect();
            emit(entry, &checks);
        }
        Ok(())
    }
}

/// The size of a dimension, traced to where it comes from: equal sizes are known to be the same.
#[derive(Clone, Copy, Debug, PartialEq)]
enum TracedSize<'c> {
    Static(u64),
    /// A number of type `index`.
    Number(Value<'c>),
    /// Of a tensor or buffer.
    Dimension(Value<'c>, usize),
}

impl<'c> TracedSize<'c> {
    /// The size of dimension `dimension` of a tensor.
    fn of(tensor: Value<'c>, dimension: usize) -> Self {
        let sizes = shape(tensor.r#type()).unwrap_or_default();
        if let Some(Some(size)) = sizes.get(dimension) {
            return Self::Static(*size);
        }
        let Some(op) = defining_op(tensor) else { return Self::Dimension(tensor, dimension) };
        let all = operands(op);
        let dynamic_before = sizes[..dimension].iter().filter(|size| size.is_none()).count();
        let index = results(op).iter().position(|result| *result == tensor).unwrap_or_default();
        match op_name(op).as_str() {
            "tensor.empty" | Empty::NAME | "tensor.generate" => Self::of_number(all[dynamic_before]),
            Pack::NAME => Self::of_number(all[segments(op)[0] + dynamic_before]),
            "tensor.cast" | Convert::NAME => Self::of(all[0], dimension),
            "linalg.generic" | "linalg.fill" => Self::of(all[segments(op)[0] + index], dimension),
            _ => Self::Dimension(tensor, dimension),
        }
    }

    /// A number that may be the size of a tensor.
    fn of_number(number: Value<'c>) -> Self {
        if let Some(constant) = constant_integer(number).and_then(|constant| u64::try_from(constant).ok()) {
            return Self::Static(constant);
        }
        if let Some(op) = defining_op(number).filter(|op| is_op(*op, "tensor.dim"))
            && let [tensor, dimension] = operands(op)[..]
            && let Some(dimension) = constant_integer(dimension).and_then(|dimension| usize::try_from(dimension).ok())
            && shape(tensor.r#type()).is_some_and(|shape| dimension < shape.len())
        {
            return Self::of(tensor, dimension);
        }
        Self::Number(number)
    }

    /// Whether it is known where these values are, which a function gets from outside.
    fn is_among(self, outside: &[Value<'c>]) -> bool {
        match self {
            Self::Static(_) => true,
            Self::Number(value) | Self::Dimension(value, _) => outside.contains(&value),
        }
    }

    fn emit(self, builder: &Builder<'c>) -> Value<'c> {
        match self {
            Self::Static(size) => builder.index(size as i64),
            Self::Number(number) => number,
            Self::Dimension(tensor, dimension) => dynamic_size(builder, tensor, dimension),
        }
    }
}

/// What has to hold of the operands of an operation.
enum Check<'c> {
    /// Two sizes are the same.
    Same { sizes: [TracedSize<'c>; 2], message: String },
    /// A dimension holds all values of a subscript, unless one of the variables takes none.
    Holds {
        size: TracedSize<'c>,
        /// Each variable's extent and factor.
        terms: Vec<(TracedSize<'c>, i64)>,
        constant: i64,
        message: String,
    },
}

impl<'c> Check<'c> {
    fn sizes(&self) -> Vec<TracedSize<'c>> {
        match self {
            Self::Same { sizes, .. } => sizes.to_vec(),
            Self::Holds { size, terms, .. } => {
                std::iter::once(*size).chain(terms.iter().map(|(extent, _)| *extent)).collect()
            }
        }
    }
}

/// Whether an operation gives a stored tensor, or makes one dense, in a type that may say more about its sizes.
fn is_cast(op: Op<'_>) -> bool {
    let is_stored = |value: &Value<'_>| Format::of(value.r#type()).is_some();
    matches!(op_name(op).as_str(), "tensor.cast" | Convert::NAME)
        && operands(op).iter().chain(&results(op)).any(is_stored)
}

/// The checks of a cast: sizes that its type promises, and that of its operand does not.
fn checks_of_cast(op: Op<'_>) -> Vec<Check<'_>> {
    let (source, result) = (operands(op)[0], results(op)[0]);
    let promised = shape(result.r#type()).unwrap_or_default().into_iter().enumerate();
    promised
        .filter_map(|(dimension, size)| {
            let (size, found) = (size?, TracedSize::of(source, dimension));
            let is_known = shape(source.r#type())?[dimension].is_some() || found == TracedSize::Static(size);
            let named = match found {
                TracedSize::Dimension(origin, _) => origin,
                _ => source,
            };
            let message =
                format!("{}, dimension {dimension} is cast to {size}, which is not its size", operand_name(named, 0));
            (!is_known).then_some(Check::Same { sizes: [TracedSize::Static(size), found], message })
        })
        .collect()
}

/// The checks of one operation, of what is not known.
fn checks_of<'c>(op: Op<'c>) -> Vec<Check<'c>> {
    let Ok(maps) = op.attribute("indexing_maps").and_then(ArrayAttribute::try_from) else { return Vec::new() };
    let maps: Vec<_> = (0..maps.len()).filter_map(|index| maps.element(index).ok()).map(affine_map).collect();
    let all = operands(op);
    let count = maps.first().map_or(0, |map| map.dim_count());
    let vars: Vec<_> = (0..count).map(VarId).collect();
    let describe = |operand: usize, dimension: usize| {
        // What was filled or computed into has the name of what it started from.
        let named = match TracedSize::of(all[operand], dimension) {
            TracedSize::Dimension(origin, _) => origin,
            _ => all[operand],
        };
        format!("{}, dimension {dimension}", operand_name(named, operand))
    };
    let names = variable_names(op);
    let dimensions: Vec<_> = vars.iter().copied().map(Subscript::var).collect();
    let mut subscripts = Vec::new();
    for (operand, map) in maps.iter().enumerate() {
        for dimension in 0..map.result_count() {
            let subscript = map.result(dimension).ok().and_then(|result| Subscript::from_affine(result, &dimensions));
            subscripts.extend(subscript.map(|subscript| (operand, dimension, subscript)));
        }
    }
    let mut checks = Vec::new();
    let mut extents = vec![None; count];
    for var in &vars {
        let mut dimensions: Vec<_> = subscripts
            .iter()
            .filter(|(.., subscript)| subscript.as_var() == Some(*var))
            .map(|(operand, dimension, _)| (*operand, *dimension, TracedSize::of(all[*operand], *dimension)))
            .collect();
        // What is known first, so that others are compared with it.
        dimensions.sort_by_key(|(.., size)| !matches!(size, TracedSize::Static(_)));
        let Some((first, others)) = dimensions.split_first() else { continue };
        extents[var.0] = Some(first.2);
        let mut seen = vec![first.2];
        for (operand, dimension, size) in others {
            let is_static = |size: &TracedSize<'_>| matches!(size, TracedSize::Static(_));
            if seen.contains(size) || (is_static(size) && is_static(&first.2)) {
                continue;
            }
            seen.push(*size);
            let on = names.get(var.0).map_or_else(String::new, |name| format!(" on the size of {name}"));
            let message = format!("{} and {} disagree{on}", describe(first.0, first.1), describe(*operand, *dimension));
            checks.push(Check::Same { sizes: [first.2, *size], message });
        }
    }
    for (operand, dimension, subscript) in subscripts.iter().filter(|(.., subscript)| subscript.as_var().is_none()) {
        let terms: Option<Vec<_>> =
            subscript.terms().iter().map(|(var, factor)| Some((extents[var.0]?, *factor))).collect();
        let Some(terms) = terms else { continue };
        let check = Check::Holds {
            size: TracedSize::of(all[*operand], *dimension),
            terms,
            constant: subscript.constant(),
            message: format!(
                "{} does not hold all of subscript {}",
                describe(*operand, *dimension),
                subscript.text(|of| match of {
                    Name::Var(var) => names.get(var.0).cloned().unwrap_or_else(|| format!("d{}", var.0)),
                    Name::Outside(value) => format!("s{}", value.0),
                })
            ),
        };
        let is_static = check.sizes().iter().all(|size| matches!(size, TracedSize::Static(_)));
        if !is_static {
            checks.push(check);
        }
    }
    checks
}

/// Emits the checks of a function, in order.
fn emit<'c>(entry: Block<'c>, checks: &[(Op<'c>, Check<'c>)]) {
    let Some(start) = ops_in(entry).first().copied() else { return };
    let outside = arguments(entry);
    let at_entry = |op: Op<'c>, check: &Check<'c>| {
        ops_in(entry).contains(&op) && check.sizes().iter().all(|size| size.is_among(&outside))
    };
    let mut known = Equalities::default();
    let mut emitted = Emitted::default();
    for (op, check) in checks.iter().filter(|(op, check)| at_entry(*op, check)) {
        emit_check(&Builder::before(start).located(op.location()), check, &mut known, &mut emitted);
    }
    for (op, check) in checks.iter().filter(|(op, check)| !at_entry(*op, check)) {
        emit_check(&Builder::before(*op), check, &mut known.clone(), &mut Emitted::default());
    }
}

/// Sizes that have a value in one place.
type Emitted<'c> = Vec<(TracedSize<'c>, Value<'c>)>;

fn emit_check<'c>(builder: &Builder<'c>, check: &Check<'c>, known: &mut Equalities<'c>, emitted: &mut Emitted<'c>) {
    let mut emit = |size: TracedSize<'c>| match emitted.iter().find(|(other, _)| *other == size) {
        Some((_, value)) => *value,
        None => {
            let value = size.emit(builder);
            emitted.push((size, value));
            value
        }
    };
    match check {
        Check::Same { sizes: [left, right], message } => {
            if !known.join(*left, *right) {
                return;
            }
            let same = builder.compare(ComparePredicate::Equal, emit(*left), emit(*right));
            builder.assert_that(same, message);
        }
        Check::Holds { size, terms, constant, message } => {
            let (mut low, mut high) = (builder.index(*constant), builder.index(*constant));
            for (extent, factor) in terms {
                let last = builder.binary("arith.subi", emit(*extent), emit(TracedSize::Static(1)));
                let far = builder.binary("arith.muli", last, builder.index(*factor));
                let end = if *factor < 0 { &mut low } else { &mut high };
                *end = builder.binary("arith.addi", *end, far);
            }
            let mut holds = builder.compare(ComparePredicate::SignedLess, high, emit(*size));
            if *constant < 0 || terms.iter().any(|(_, factor)| *factor < 0) {
                let is_positive = builder.compare(ComparePredicate::SignedLessEqual, emit(TracedSize::Static(0)), low);
                holds = builder.binary("arith.andi", is_positive, holds);
            }
            for (extent, _) in terms.iter().filter(|(extent, _)| !matches!(extent, TracedSize::Static(1..))) {
                let is_idle = builder.compare(ComparePredicate::Equal, emit(*extent), emit(TracedSize::Static(0)));
                holds = builder.binary("arith.ori", is_idle, holds);
            }
            builder.assert_that(holds, message);
        }
    }
}

/// Sizes that are the same after the checks so far.
#[derive(Clone, Default)]
struct Equalities<'c> {
    classes: Vec<Vec<TracedSize<'c>>>,
}

impl<'c> Equalities<'c> {
    /// Makes two sizes the same; says whether they were not known to be.
    fn join(&mut self, left: TracedSize<'c>, right: TracedSize<'c>) -> bool {
        let mut joined = self.take(left);
        let is_new = !joined.contains(&right);
        if is_new {
            joined.extend(self.take(right));
        }
        self.classes.push(joined);
        is_new
    }

    fn take(&mut self, size: TracedSize<'c>) -> Vec<TracedSize<'c>> {
        let place = self.classes.iter().position(|class| class.contains(&size));
        place.map_or_else(|| vec![size], |place| self.classes.swap_remove(place))
    }
}
