//! What has to hold of the operands of a `sloop.nest`.
//!
//! The verifier judges sizes that are known. Where some are not, the compiler takes the extent of a variable that alone
//! subscripts a dimension of a result, or of a stored operand that is no window, for the size of the dimension. Everything else
//! only has to be inside. This is asked of the operations as they are written: a bound holds for the name of a derived variable,
//! and a nest that has been read knows only sums of variables that have loops.

use super::{
    check::{Check, Values},
    traced_size::TracedSize,
};
use crate::{
    bridge::{Binding, affine::linear_subscript},
    index::{
        VarId,
        subscript::{Name, Subscript},
    },
    values::{constant_integer, operand_name},
};
use lacuna_dialects::{
    format::Format,
    ir::{Block, Op, Value, arguments, blocks, collect_ops, operands, ops_in, results, shape},
    sloop::{
        index::{Derive, Fold, Forall, Nest, Where},
        points::{Point, Read, Write},
    },
};
use melior::ir::{AffineMap, ValueLike};

/// The checks of a nest, of what is not known.
pub fn checks_of_nest<'c>(nest: Nest<'c>) -> Vec<Check<'c>> {
    if !has_sizes_from_outside(nest) {
        return Vec::new();
    }
    let inputs = nest.inputs().len();
    let windows = nest.rules().map(|rules| rules.windows).unwrap_or_default();
    let bound = operands(nest.op()).into_iter().zip(arguments(nest.body())).enumerate();
    let tensors = bound.map(|(number, (operand, argument))| {
        let is_stored = Format::of(operand.r#type()).is_some();
        let takes_all = number >= inputs || is_stored && !windows.contains(&number);
        let sizes = (0..rank(argument)).map(|dimension| TracedSize::of(operand, dimension)).collect();
        SizedTensor { argument, name: operand_name(operand, number), sizes, takes_all }
    });
    let mut scope = Around { tensors: tensors.collect(), ..Around::default() };
    scope.block(nest.body());
    scope.checks
}

/// Whether all sizes of a nest come from outside of it: checks stand in front of it. Passes that read nests refuse others.
fn has_sizes_from_outside(nest: Nest<'_>) -> bool {
    let inside = collect_ops(nest.op(), |op| op != nest.op());
    let own_blocks = blocks(nest.op()).into_iter().chain(inside.iter().flat_map(|op| blocks(*op)));
    let own: Vec<_> = own_blocks.flat_map(arguments).chain(inside.iter().flat_map(|op| results(*op))).collect();
    inside
        .iter()
        .flat_map(|op| sizes_asked_by(*op))
        .all(|size| constant_integer(size).is_some() || !own.contains(&size))
}

/// The sizes that an operation of a nest asks for.
fn sizes_asked_by(op: Op<'_>) -> Vec<Value<'_>> {
    let loops = [Forall::of(op).and_then(Forall::extent), Fold::of(op).and_then(Fold::extent)];
    let derived = Derive::of(op).and_then(Derive::extent);
    let local = Where::of(op).map(Where::sizes).unwrap_or_default();
    loops.into_iter().flatten().chain(derived).chain(local).collect()
}

fn rank(tensor: Value<'_>) -> usize {
    shape(tensor.r#type()).map_or(0, |shape| shape.len())
}

/// A tensor that a nest binds, or that lives inside.
struct SizedTensor<'c> {
    argument: Value<'c>,
    name: String,
    sizes: Vec<TracedSize<'c>>,
    /// Whether loops over a dimension take all of it.
    takes_all: bool,
}

/// A variable that has a loop or a bound of its own.
struct Variable<'c> {
    name: String,
    /// None where operands say which values it takes.
    extent: Option<TracedSize<'c>>,
}

/// What is known where an operation stands, and the checks so far.
#[derive(Default)]
struct Around<'c> {
    tensors: Vec<SizedTensor<'c>>,
    variables: Vec<Variable<'c>>,
    /// What each index is, in terms of variables.
    indices: Vec<(Value<'c>, Subscript)>,
    /// The extents of the loops around.
    around: Vec<TracedSize<'c>>,
    /// The numbers of values from outside.
    binding: Binding<'c>,
    checks: Vec<Check<'c>>,
}

impl<'c> Around<'c> {
    fn block(&mut self, block: Block<'c>) {
        ops_in(block).into_iter().for_each(|op| self.operation(op));
    }

    fn operation(&mut self, op: Op<'c>) {
        if let Some(forall) = Forall::of(op) {
            self.enter(forall.index(), forall.extent(), forall.variable(), forall.body());
        } else if let Some(fold) = Fold::of(op) {
            self.enter(fold.index(), fold.extent(), fold.variable(), fold.body());
        } else if let Some(derive) = Derive::of(op) {
            self.derive(derive);
        } else if let Some(read) = Read::of(op) {
            self.access(&read.point());
        } else if let Some(write) = Write::of(op) {
            self.access(&write.point());
        } else {
            if let Some(local) = Where::of(op) {
                self.add_local(local);
            }
            blocks(op).into_iter().for_each(|block| self.block(block));
        }
    }

    fn enter(&mut self, index: Value<'c>, extent: Option<Value<'c>>, name: Option<String>, body: Block<'c>) {
        let extent = extent.map(TracedSize::of_number);
        self.add_variable(index, extent, name);
        self.around.extend(extent);
        self.block(body);
        self.around.truncate(self.around.len() - usize::from(extent.is_some()));
    }

    fn add_variable(&mut self, index: Value<'c>, extent: Option<TracedSize<'c>>, name: Option<String>) {
        let var = VarId(self.variables.len());
        self.variables.push(Variable { name: name.unwrap_or_else(|| format!("v{}", var.0)), extent });
        self.indices.push((index, Subscript::var(var)));
    }

    /// Adds a derived variable: one with a bound is known by its name, another is the sum that it is.
    fn derive(&mut self, derive: Derive<'c>) {
        self.add_variable(derive.index(), derive.extent().map(TracedSize::of_number), derive.variable());
        if derive.extent().is_none()
            && let Some(Some(value)) = self.subscripts(derive.map(), &derive.indices()).pop()
            && let Some((_, known)) = self.indices.last_mut()
        {
            *known = value;
        }
    }

    fn add_local(&mut self, local: Where<'c>) {
        let mut dynamic = local.sizes().into_iter();
        let sides = local.sides().map(|side| arguments(side)[0]);
        let known = shape(sides[0].r#type()).unwrap_or_default().into_iter();
        let sizes: Option<Vec<_>> = known
            .map(|size| size.map(TracedSize::Static).or_else(|| dynamic.next().map(TracedSize::of_number)))
            .collect();
        let name = format!("local tensor {}", sides[0].r#type());
        let tensor = |argument| SizedTensor {
            argument,
            name: name.clone(),
            sizes: sizes.clone().unwrap_or_default(),
            takes_all: false,
        };
        self.tensors.extend(sides.map(tensor));
    }

    /// What the results of a map are at these indices; none where one is not linear.
    fn subscripts(&mut self, map: AffineMap<'c>, indices: &[Value<'c>]) -> Vec<Option<Subscript>> {
        let known: Vec<_> = indices
            .iter()
            .map(|index| match self.indices.iter().find(|(known, _)| known == index) {
                Some((_, subscript)) => subscript.clone(),
                None => match constant_integer(*index) {
                    Some(number) => Subscript::constant_of(number),
                    None => Subscript::outside(self.binding.value_id(*index)),
                },
            })
            .collect();
        let result = |result| map.result(result).ok().and_then(|result| linear_subscript(result, &known));
        (0..map.result_count()).map(result).collect()
    }

    fn access(&mut self, point: &Point<'c>) {
        let subscripts = self.subscripts(point.map, &point.indices);
        let Some(tensor) = self.tensors.iter().find(|tensor| tensor.argument == point.tensor) else { return };
        let mut checks = Vec::new();
        for (dimension, (size, subscript)) in tensor.sizes.iter().zip(subscripts).enumerate() {
            let Some(subscript) = subscript else { continue };
            let what = format!("{}, dimension {dimension}", tensor.name);
            let extent = subscript.as_var().filter(|_| tensor.takes_all).and_then(|var| self.variables[var.0].extent);
            checks.extend(match extent {
                Some(extent) if extent == *size => None,
                Some(extent) if extent.known().is_none() || size.known().is_none() => {
                    let message = format!("{what} is not as large as the loop over {}", self.text(&subscript));
                    Some(Check::Same { sizes: [extent, *size], message })
                }
                _ => self.holds(*size, &subscript, what),
            });
        }
        self.checks.extend(checks);
    }

    /// The check that a dimension holds all values of a subscript; none where that is known, or a variable has no range.
    fn holds(&self, size: TracedSize<'c>, subscript: &Subscript, what: String) -> Option<Check<'c>> {
        let terms = subscript.vars().map(|(var, factor)| Some((self.variables[var.0].extent?, factor)));
        let added = subscript.values();
        let added = added.map(|(value, factor)| (TracedSize::of_number(self.binding.value(value)), factor));
        let values = Values {
            terms: terms.collect::<Option<_>>()?,
            divided: Vec::new(),
            added: added.collect(),
            constant: subscript.constant(),
        };
        let is_all = values.terms == [(size, 1)] && values.added.is_empty() && values.constant == 0;
        if is_all || size.known().is_some_and(|size| values.are_below(size)) {
            return None;
        }
        let mut rounds: Vec<TracedSize<'c>> = Vec::new();
        for extent in self.around.iter().copied().chain(values.terms.iter().map(|(extent, _)| *extent)) {
            if !rounds.contains(&extent) {
                rounds.push(extent);
            }
        }
        let message = format!("{what} does not hold all of subscript {}", self.text(subscript));
        Some(Check::Holds { size, values, rounds, message })
    }

    fn text(&self, subscript: &Subscript) -> String {
        subscript.text(|of| match of {
            Name::Var(var) => self.variables[var.0].name.clone(),
            Name::Outside(value) => format!("s{}", value.0),
        })
    }
}
