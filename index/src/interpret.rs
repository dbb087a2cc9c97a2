//! The meaning of the index form: a nest, run on dense arrays, point by point.
//!
//! The interpreter is small and slow. It says what a nest computes, so that a pass which changes that can be named. Lanes are
//! ignored: they change nothing but rounding. Storage is ignored but for which points an operand stores: the fill value of a
//! point that is not stored takes part as the rules of [`super::algebra`] say, so that a zero that is not stored makes no NaN of
//! infinity. A slot of a level holds all that the level has; its other slots do not exist. A tensor between a producer and a
//! consumer stores the points that the producer has written since the statement was reached.

mod number;
mod outside_values;
mod range;
mod stopped;
mod value;

pub use number::{Number, apply};
pub use outside_values::OutsideValues;
pub use stopped::Stopped;

use super::{
    Access, Combiner, Expr, ExprId, Loop, Nest, Relation, Scalar, Stmt, VarId, Where, Write, algebra::Known,
    subscript::Subscript,
};
use std::collections::BTreeMap;
use stopped::unsupported;
use value::{Value, combine, neutral, scalar};

/// The most rounds of all loops together, and the most points of a tensor.
const MOST_STEPS: usize = 1 << 24;

/// All points of a tensor, in row-major order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DenseTensor {
    /// The size of each dimension.
    pub shape: Vec<usize>,
    /// The values.
    pub values: Vec<Number>,
    /// Which points are stored; all of a dense tensor.
    pub stored: Option<Vec<bool>>,
}

impl DenseTensor {
    /// A tensor of one value.
    pub fn filled(shape: Vec<usize>, value: Number, is_stored: bool) -> Self {
        let count = shape.iter().product();
        Self { shape, values: vec![value; count], stored: is_stored.then(|| vec![false; count]) }
    }

    /// The same, if it is no larger than what is interpreted.
    pub fn limited(shape: Vec<usize>, value: Number, is_stored: bool) -> Result<Self, Stopped> {
        let count = shape.iter().try_fold(1usize, |count, size| count.checked_mul(*size));
        if count.is_none_or(|count| count > MOST_STEPS) {
            return Err(unsupported("a large tensor"));
        }
        Ok(Self::filled(shape, value, is_stored))
    }

    /// The place of a point; none outside of the tensor.
    fn place(&self, point: &[i64]) -> Option<usize> {
        let inside = point.iter().zip(&self.shape).all(|(at, size)| (0..*size as i64).contains(at));
        let place = || point.iter().zip(&self.shape).fold(0, |place, (at, size)| place * size + *at as usize);
        inside.then(place)
    }
}

/// Runs a nest on the tensors that it binds, in the order of the operands, which are changed in place.
pub fn run(nest: &Nest, tensors: &mut [DenseTensor], outside: &dyn OutsideValues) -> Result<(), Stopped> {
    let extents = nest.vars.iter().map(|var| range::size(&var.extent, outside)).collect::<Result<Vec<_>, _>>()?;
    let bound = nest.bound_ids();
    let mut all = vec![DenseTensor::default(); nest.tensors.len()];
    for (id, tensor) in bound.iter().zip(tensors.iter_mut()) {
        all[id.0] = std::mem::take(tensor);
    }
    let vars = vec![None; nest.vars.len()];
    let mut interpreter = Interpreter { nest, tensors: all, outside, extents, vars, steps: 0 };
    let outcome = interpreter.statements(&nest.body);
    for (id, tensor) in bound.iter().zip(tensors) {
        *tensor = std::mem::take(&mut interpreter.tensors[id.0]);
    }
    outcome
}

struct Interpreter<'a> {
    nest: &'a Nest,
    /// What the nest binds, and what lives inside where it does.
    tensors: Vec<DenseTensor>,
    outside: &'a dyn OutsideValues,
    /// The number of values of each variable that has a range.
    extents: Vec<Option<i64>>,
    /// The value of each variable whose loop is open.
    vars: Vec<Option<i64>>,
    /// The rounds of loops so far.
    steps: usize,
}

/// The values of expressions where they stand.
type Memory = BTreeMap<ExprId, Value>;

impl Interpreter<'_> {
    fn statements(&mut self, body: &[Stmt]) -> Result<(), Stopped> {
        body.iter().try_for_each(|statement| match statement {
            Stmt::Write(write) => self.write(write),
            Stmt::Where(inner) => self.produce_and_consume(inner),
            Stmt::Loop(Loop { var, body, .. }) => self.for_all(*var, &mut |interpreter| interpreter.statements(body)),
        })
    }

    /// Runs a producer on a new tensor, and then its consumer.
    fn produce_and_consume(&mut self, inner: &Where) -> Result<(), Stopped> {
        let tensor = self.nest.tensor(inner.tensor);
        let local = tensor.local().ok_or_else(|| unsupported("a producer of an operand"))?;
        let size = |size| match range::size(size, self.outside)? {
            Some(size) => usize::try_from(size).map_err(|_| unsupported("a negative size")),
            None => Err(unsupported("a dimension without a size")),
        };
        let shape = local.sizes.iter().map(size).collect::<Result<Vec<_>, _>>()?;
        let new = DenseTensor::limited(shape, Number::of(local.initially, tensor.element), !local.is_full)?;
        self.count_steps(new.values.len())?;
        self.tensors[inner.tensor.0] = new;
        self.statements(&inner.produce)?;
        self.statements(&inner.consume)
    }

    fn count_steps(&mut self, steps: usize) -> Result<(), Stopped> {
        self.steps += steps;
        if self.steps > MOST_STEPS { Err(unsupported("many rounds of loops")) } else { Ok(()) }
    }

    /// Runs `body` for each value of a variable at which no bound is left.
    fn for_all(&mut self, var: VarId, body: &mut dyn FnMut(&mut Self) -> Result<(), Stopped>) -> Result<(), Stopped> {
        for value in range::values(self.nest, &self.extents, &self.vars, var)? {
            self.count_steps(1)?;
            self.vars[var.0] = Some(value);
            if self.is_inside(var) {
                body(self)?;
            }
        }
        self.vars[var.0] = None;
        Ok(())
    }

    /// Whether the variables that `var` defines, with others that are open, are below their extents.
    fn is_inside(&self, var: VarId) -> bool {
        let bounded = self.nest.relations.iter().filter(|relation| relation.is_bounded && relation.value.mentions(var));
        let is_below = |relation: &Relation| {
            let extent = self.extents[relation.var.0];
            self.index(&relation.value).is_none_or(|value| extent.is_none_or(|extent| (0..extent).contains(&value)))
        };
        bounded.into_iter().all(is_below)
    }

    /// The value of a subscript, once all of its variables are open.
    fn index(&self, subscript: &Subscript) -> Option<i64> {
        let vars = subscript.vars();
        vars.map(|(var, factor)| Some(self.vars[var.0]? * factor))
            .chain(subscript.values().map(|(value, factor)| match self.outside.scalar(value)? {
                Number::Integer(number) => Some(number * factor),
                _ => None,
            }))
            .try_fold(subscript.constant(), |sum, term| Some(sum + term?))
    }

    /// The place of an access, and whether it is a point of the tensor. Slots hold all that there is.
    fn place(&self, access: &Access) -> Result<usize, Stopped> {
        let tensor = &self.tensors[access.tensor.0];
        let subscripts = &access.subscripts[..tensor.shape.len()];
        let point: Option<Vec<i64>> = subscripts.iter().map(|subscript| self.index(subscript)).collect();
        let point = point.ok_or_else(|| unsupported("a subscript without its loop"))?;
        tensor.place(&point).ok_or_else(|| {
            let tensor = self.nest.name(access.tensor);
            Stopped::Outside { tensor, point }
        })
    }

    fn write(&mut self, write: &Write) -> Result<(), Stopped> {
        let value = self.value(write.value, &mut Memory::new())?;
        let target = write.target.tensor;
        let r#type = self.nest.element_of(target);
        if value.number == Number::Absent || write.combiner.is_some_and(|by| value.adds_nothing(by, r#type)) {
            return Ok(());
        }
        let place = self.place(&write.target)?;
        let old = Value::data(self.tensors[target.0].values[place]);
        let new = match write.combiner {
            Some(combiner) => combine(combiner, old, value, r#type)?,
            None => value,
        };
        let tensor = &mut self.tensors[target.0];
        tensor.values[place] = new.number;
        // A value that stands for no entry leaves none.
        if let Some(stored) = &mut tensor.stored {
            stored[place] |= value.absent != Some(true);
        }
        Ok(())
    }

    fn value(&mut self, id: ExprId, memory: &mut Memory) -> Result<Value, Stopped> {
        if let Some(known) = memory.get(&id) {
            return Ok(*known);
        }
        let nest = self.nest;
        let node = nest.node(id);
        let value = match &node.expr {
            Expr::Read(access) => {
                let place = self.place(access)?;
                let tensor = &self.tensors[access.tensor.0];
                let is_stored = tensor.stored.as_ref().is_none_or(|stored| stored[place]);
                Value { number: tensor.values[place], absent: (!is_stored).then_some(true) }
            }
            Expr::Stored(access) => {
                let place = self.place(access)?;
                let is_stored = self.tensors[access.tensor.0].stored.as_ref().is_none_or(|stored| stored[place]);
                Value { number: Number::truth(is_stored), absent: Some(!is_stored) }
            }
            Expr::Index(var) => {
                let value = self.vars[var.0].ok_or_else(|| unsupported("an index variable without its loop"))?;
                Value::data(Number::Integer(value))
            }
            Expr::Outside(outside) => match (outside.constant, outside.value) {
                (Some(value), _) => Value::of(Known { value, absent: false }, node.r#type),
                (None, Some(value)) => {
                    let scalar = self.outside.scalar(value);
                    Value::data(scalar.ok_or_else(|| unsupported("a value from outside"))?)
                }
                (None, None) => return Err(unsupported("a value that is not known")),
            },
            Expr::Constant(known) => Value::of(*known, node.r#type),
            Expr::Scalar { operation, operands } => {
                let values =
                    operands.iter().map(|operand| self.value(*operand, memory)).collect::<Result<Vec<_>, _>>()?;
                let types: Vec<_> = operands.iter().map(|operand| nest.node(*operand).r#type).collect();
                scalar(*operation, &values, &types, node.r#type)?
            }
            Expr::Combine { combiner, left, right } => {
                let (left, right) = (self.value(*left, memory)?, self.value(*right, memory)?);
                combine(*combiner, left, right, node.r#type)?
            }
            Expr::Fold { var, combiner, body, .. } => self.fold(*var, *combiner, *body, node.r#type)?,
        };
        memory.insert(id, value);
        Ok(value)
    }

    /// Nothing where nothing is stored, no value where there is none, the neutral value where there are no values at all.
    fn fold(&mut self, var: VarId, combiner: Combiner, body: ExprId, r#type: Scalar) -> Result<Value, Stopped> {
        let may_have_none = self.nest.may_have_no_value(body);
        let (mut found, mut nothing) = (None, None);
        self.for_all(var, &mut |interpreter| {
            let value = interpreter.value(body, &mut Memory::new())?;
            if value.adds_nothing(combiner, r#type) {
                nothing = Some(value);
                return Ok(());
            }
            found = Some(match found {
                None => value,
                Some(sum) => combine(combiner, sum, value, r#type)?,
            });
            Ok(())
        })?;
        match found.or(nothing) {
            Some(value) => Ok(value),
            None if may_have_none => Ok(Value { number: Number::Absent, absent: Some(true) }),
            None => neutral(combiner, r#type),
        }
    }
}
