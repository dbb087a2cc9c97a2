//! Prints the plan of a nest as cursor form. Nothing is decided here, and nothing can fail.

mod emitter;
mod first_values;
mod in_lanes;
mod kept;
mod limits;
mod loops;
mod parents;
mod presence;
mod reductions;
mod results;
mod rows;
mod scopes;
mod shared;
mod strips;
mod workspaces;
mod writes;

use super::{fill, lanes::is_vector};
use crate::{
    bridge::{Binding, combine::combine, constants::emit_constant, types::type_of},
    fp::FpMode,
    index::{Access, Expr, ExprId, Limit, Operation, Size, TensorId, VarId, subscript::Subscript},
    levels::Parents,
    plan::{Accumulator, Between, Inside, Plan, PlannedStatement, PlannedStep},
    values::dimension_size,
};
pub use emitter::Emitter;
use emitter::{BlendedValue, Environment, OpenScope};
use lacuna_dialects::{
    builder::{Builder, is_float},
    ir::{Value, results},
    sloop::lookups::{Locate, ValueAt},
};
use melior::ir::{ValueLike, operation::OperationLike};

/// Emits the statements of a plan before the operation of its nest.
///
/// Gives the new value of each stored result.
pub fn emit<'c>(plan: &Plan, binding: &Binding<'c>, builder: &Builder<'c>) -> Vec<(TensorId, Value<'c>)> {
    let mut finished = Vec::new();
    let nest = &plan.nest;
    for statement in &plan.statements {
        let computed = match statement {
            PlannedStatement::Fill(fill) => {
                let buffer = nest.tensor(fill.buffer);
                let value = binding.outside_in_place(builder, fill.value, buffer.element);
                fill::emit(builder, binding.value(buffer.operand), value);
                continue;
            }
            PlannedStatement::Computed(computed) => computed,
        };
        let mut emitter =
            Emitter { nest, binding, computed, here: Environment::new(nest, computed), scopes: Vec::new() };
        let values = emitter.statement(builder);
        finished.extend(computed.results.iter().map(|result| result.tensor).zip(values));
    }
    finished
}

impl<'a, 'c> Emitter<'a, 'c> {
    fn steps(&mut self, builder: &Builder<'c>, steps: &'a [PlannedStep]) {
        steps.iter().for_each(|step| self.step(builder, step));
    }

    fn step(&mut self, builder: &Builder<'c>, step: &'a PlannedStep) {
        match step {
            PlannedStep::Write(point) => {
                self.write(&builder.located(self.binding.location(point.write.location)), point)
            }
            PlannedStep::Where(between) => self.between(builder, between),
            PlannedStep::Loop(inner) => match &inner.accumulator {
                // Its value is taken further down, at one place at least in each walk that needs it.
                Some(accumulator) => {
                    self.here.reductions.insert(accumulator.fold, inner);
                }
                None => {
                    let first = self.first_row(builder, inner.var);
                    let left = self.walk(builder, inner, &first);
                    self.fill_last_rows(builder, &left);
                }
            },
        }
    }

    /// A producer and a consumer.
    fn between(&mut self, builder: &Builder<'c>, between: &'a Between) {
        let depth = self.here.known.len();
        self.fill_array(builder, between.workspace);
        self.steps(builder, &between.produce);
        self.here.known.truncate(depth);
        if self.computed.workspace(between.workspace).is_none() {
            self.steps(builder, &between.consume);
        } else {
            let collected = self.collect(builder, between.workspace);
            let scope = OpenScope::Tensor(between.workspace, collected);
            self.in_scope(scope, |emitter| emitter.steps(builder, &between.consume));
        }
        self.here.known.truncate(depth);
    }

    /// What a loop runs for one value of its variable; gives the next carried values.
    fn inside(
        &mut self,
        builder: &Builder<'c>,
        accumulator: Option<&Accumulator>,
        inside: &'a Inside,
        carried: &[Value<'c>],
    ) -> Vec<Value<'c>> {
        if let Some(BlendedValue { parts, value, stored }) = self.here.blended.take() {
            self.blend(builder, parts, &stored);
            if let Some(value) = value {
                let chosen = self.expression(builder, value);
                self.here.known.push((value, chosen));
            }
        }
        self.steps(builder, &inside.steps);
        match (accumulator, inside.taken) {
            (Some(accumulator), Some(value)) => {
                self.take(builder, accumulator.combiner, (value, &inside.found), carried)
            }
            _ => Vec::new(),
        }
    }

    /// The number of values of a variable.
    pub(super) fn extent(&self, var: VarId) -> Value<'c> {
        self.binding.extent(self.nest.source, &self.nest.var(var).extent)
    }

    /// The bound of a limit.
    fn limit_extent(&self, builder: &Builder<'c>, limit: &Limit) -> Value<'c> {
        match &limit.extent {
            Size::Number(number) => builder.index((*number).cast_signed()),
            Size::Dimension(tensor, dimension) => dimension_size(builder, self.binding.value(*tensor), *dimension),
            size => self.binding.extent(self.nest.source, size),
        }
    }

    fn expression(&mut self, builder: &Builder<'c>, id: ExprId) -> Value<'c> {
        if let Some((_, value)) = self.here.known.iter().rev().find(|(known, _)| *known == id) {
            return *value;
        }
        let node = self.nest.node(id).clone();
        let builder = &builder.located(self.binding.location(node.location));
        let r#type = type_of(node.r#type, builder.context());
        let value = match &node.expr {
            Expr::Outside(outside) => self.binding.outside_in_place(builder, *outside, node.r#type),
            Expr::Index(var) => return self.here.vars[var.0].expect("an index variable's loop encloses its uses"),
            Expr::Constant(known) => emit_constant(builder, known.value, r#type),
            Expr::Read(access) => self.read(builder, access),
            // Where something is asked of an operand, it has been walked to an entry.
            Expr::Stored(_) => builder.number(-1.0, builder.bool_type()),
            Expr::Scalar { operation, operands } => {
                let mut operands: Vec<_> = operands.iter().map(|operand| self.expression(builder, *operand)).collect();
                let lanes = self.here.lanes.filter(|_| operands.iter().any(|operand| is_vector(*operand)));
                if let Some(lanes) = lanes {
                    operands = operands.into_iter().map(|operand| lanes.spread(builder, operand)).collect();
                }
                let fast = builder.parse_attribute(self.computed.fp.flags());
                let takes_flags = self.computed.fp == FpMode::Fast && takes_fastmath(self.binding, *operation);
                let extra: &[_] = if takes_flags { &[("fastmath", fast)] } else { &[] };
                let width = lanes.map(|lanes| lanes.width);
                let value = self.binding.emit_operation(builder, *operation, (&operands, node.r#type), width, extra);
                self.guard_product(builder, id, value)
            }
            Expr::Combine { combiner, left, right } => {
                let (left, right) = (self.expression(builder, *left), self.expression(builder, *right));
                let (left, right) = self.spread_to_match(builder, left, right);
                combine(builder, *combiner, left, right, self.computed.fp.flags())
            }
            Expr::Fold { .. } => self.reduce(builder, id),
        };
        self.here.known.push((id, value));
        value
    }

    fn read(&mut self, builder: &Builder<'c>, access: &Access) -> Value<'c> {
        let operand = self.operand(access.tensor);
        if self.nest.tensor(access.tensor).is_stored() {
            let place =
                self.computed.cursors.iter().position(|cursor| cursor.access == *access).expect("every access has one");
            let cursor = &self.computed.cursors[place];
            let position = if cursor.random {
                cursor.subscripts.iter().enumerate().fold(builder.index(0), |parent, (level, subscript)| {
                    let coordinate = self.index(builder, subscript);
                    Locate::build(builder, (operand, level), parent, coordinate)
                })
            } else {
                match self.here.at[place] {
                    None => builder.index(0),
                    Some(Parents::One(position)) => position,
                    Some(Parents::Range(first, last)) => {
                        return ValueAt::build_sum(builder, operand, [first, last]);
                    }
                }
            };
            return match self.here.lanes.filter(|lanes| access.mentions(lanes.var)) {
                Some(lanes) => ValueAt::build_lanes(builder, (operand, position), lanes.width, lanes.mask),
                None => ValueAt::build(builder, operand, position),
            };
        }
        let indices = self.indices(builder, access);
        match self.here.lanes.filter(|lanes| access.mentions(lanes.var)) {
            Some(lanes) => lanes.load(builder, operand, &indices),
            None => builder.load(operand, &indices),
        }
    }

    /// The subscripts of an access as values; those of lane 0 where they vary with the lanes.
    fn indices(&self, builder: &Builder<'c>, access: &Access) -> Vec<Value<'c>> {
        access.subscripts.iter().map(|subscript| self.index(builder, subscript)).collect()
    }

    pub(super) fn index(&self, builder: &Builder<'c>, subscript: &Subscript) -> Value<'c> {
        let mut sum = None;
        let of_var = |var: VarId| self.here.vars[var.0].expect("a subscript's loop encloses it");
        let vars = subscript.vars().map(|(var, coefficient)| (of_var(var), coefficient));
        let values = subscript.values().map(|(value, by)| (self.binding.value(value), by));
        for (mut term, coefficient) in vars.chain(values) {
            if coefficient != 1 {
                term = builder.binary("arith.muli", term, builder.index(coefficient));
            }
            sum = Some(sum.map_or(term, |sum| builder.binary("arith.addi", sum, term)));
        }
        match (sum, subscript.constant()) {
            (Some(sum), 0) => sum,
            (Some(sum), constant) => builder.binary("arith.addi", sum, builder.index(constant)),
            (None, constant) => builder.index(constant),
        }
    }
}

/// Whether an operation computes with floating point, and so takes `fastmath` flags.
fn takes_fastmath(binding: &Binding<'_>, operation: Operation) -> bool {
    operation.source.map(|source| binding.op(source)).is_some_and(|source| {
        source.has_attribute("fastmath") && results(source).iter().all(|result| is_float(result.r#type()))
    })
}
