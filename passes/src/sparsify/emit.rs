//! Emits a nest that [`super::check`] has passed, in cursor form.

mod first_values;
mod folds;
mod limits;
mod loops;
mod presence;
mod rows;
mod strips;
mod writes;

use super::{
    blend::Part,
    cursor::{Cursor, cursors_of},
    fill,
    lanes::{Lanes, is_vector},
    passed_rows::{self, PassedRows},
    scheme::{Scheme, ordered_vars, scheme_of},
    stored_results::{Assembly, is_true, stored_targets},
    walk::Inside,
};
use crate::{
    analysis::iteration_graph::level_subscripts,
    combine::{combine, neutral},
    fp::FpMode,
    index::{
        Access, Binding, Expr, ExprId, Kind, Limit, Nest, Operation, Stmt, TensorId, VarId, subscript::Subscript,
        writes,
    },
    levels::Parents,
};
use first_values::OpenRows;
use lacuna_dialects::{
    builder::{Builder, is_float},
    ir::{Value, results},
};
use lacuna_layout::assembly::Plan;
use melior::ir::{ValueLike, operation::OperationLike};
use presence::{Kept, choose, only_where};

/// What the options of the pass chose.
#[derive(Clone, Copy)]
pub struct Choices {
    /// What floating point may be turned into.
    pub fp: FpMode,
    /// Positions by which the arrays of innermost levels are fetched ahead; 0 for not at all.
    pub ahead: u64,
    /// Entries by which rows of dense operands are fetched ahead in vector loops; 0 for not at all.
    pub rows_ahead: u64,
    /// Whether stored results leave out values that are computed as the fill value.
    pub drop_zeros: bool,
    /// Whether stored results are walked twice wherever possible.
    pub two_phase: bool,
}

/// Emits the statements of a nest before its operation.
///
/// Gives the new value of each stored result.
pub fn emit<'c>(
    nest: &Nest,
    binding: &Binding<'c>,
    builder: &Builder<'c>,
    choices: Choices,
) -> Vec<(TensorId, Value<'c>)> {
    let mut finished = Vec::new();
    for (index, statement) in nest.body.iter().enumerate() {
        if let Some(fill) = fill::plan(nest, statement) {
            let next = nest.body.get(index + 1);
            if next.and_then(|next| passed_rows_between(nest, statement, next, choices)).is_none() {
                let buffer = binding.value(nest.tensor(fill.buffer).operand);
                fill::emit(builder, buffer, binding.outside_in_place(fill.value));
            }
            continue;
        }
        let before = index.checked_sub(1).map(|before| &nest.body[before]);
        let is_fresh = before.is_some_and(|before| is_fresh(nest, before, statement, choices.fp));
        let passed_rows = before.and_then(|before| passed_rows_between(nest, before, statement, choices));
        let assemblies = start_results(builder, (nest, binding), statement, choices);
        let is_counted = assemblies.iter().any(Assembly::is_counted);
        let mut choices = choices;
        choices.drop_zeros = nest.drop_fill || choices.drop_zeros && !nest.keep_fill;
        if is_counted && choices.drop_zeros {
            // What is zero must be so in both walks, whatever LLVM makes of each.
            choices.fp = FpMode::Strict;
        }
        let mut emitter = Emitter {
            nest: nest.clone(),
            limits: nest.limits(),
            binding,
            choices,
            is_fresh,
            passed_rows,
            open_rows: None,
            at: vec![None; cursors_of(nest, statement).len()],
            cursors: cursors_of(nest, statement),
            ordered: ordered_vars(nest, statement),
            vars: vec![None; nest.vars.len()],
            lanes: None,
            known: Vec::new(),
            assemblies,
            blended: None,
            counts_where: None,
            hits: None,
        };
        emitter.statement(builder, statement);
        if is_counted {
            emitter.assemblies.iter_mut().for_each(|assembly| assembly.arrange(builder));
            // The nodes of the first walk are not known in the second.
            emitter.known.clear();
            emitter.vars.fill(None);
            emitter.nest = nest.clone();
            emitter.cursors = cursors_of(nest, statement);
            emitter.at.fill(None);
            emitter.statement(builder, statement);
        }
        for assembly in std::mem::take(&mut emitter.assemblies) {
            finished.push((assembly.tensor, assembly.finish(builder, nest, binding)));
        }
    }
    finished
}

/// Whether `before` leaves zeros for `statement` to store to instead of adding.
fn is_fresh(nest: &Nest, before: &Stmt, statement: &Stmt, fp: FpMode) -> bool {
    // To the letter, 0 + -0 is 0.
    (fp == FpMode::Fast || !adds_floats(nest, statement))
        && fill::leaves_zeros_for(nest, before, statement, &cursors_of(nest, statement))
}

/// How the loops of `statement` give its result the value that `before` gives all of its points, if they can.
fn passed_rows_between(nest: &Nest, before: &Stmt, statement: &Stmt, choices: Choices) -> Option<PassedRows> {
    let is_fresh = is_fresh(nest, before, statement, choices.fp);
    passed_rows::plan(nest, before, statement, &cursors_of(nest, statement), &ordered_vars(nest, statement), is_fresh)
}

/// Starts the stored results of a statement.
fn start_results<'c>(
    builder: &Builder<'c>,
    (nest, binding): (&Nest, &Binding<'c>),
    statement: &Stmt,
    choices: Choices,
) -> Vec<Assembly<'c>> {
    let operand = |cursor: &Cursor| binding.value(nest.tensor(cursor.access.tensor).operand);
    let sources: Vec<_> = cursors_of(nest, statement).iter().map(operand).collect();
    stored_targets(nest, statement)
        .into_iter()
        .map(|target| {
            let levels = level_subscripts(nest, &target).expect("checked before");
            let format = nest.tensor(target.tensor).format().expect("a stored result");
            if let Some(list_for) = nest.tensor(target.tensor).list_for {
                let like = binding.type_of(nest.tensor(target.tensor));
                let r#type = builder.tensor_type(like, Some(&list_for.format.value));
                return Assembly::start_grouped(builder, (nest, binding), target.tensor, levels, &sources, r#type);
            }
            let may_count = choices.two_phase && Plan::new(format).is_ok_and(|plan| plan.counted_levels().is_some());
            match scheme_of(nest, statement, target.tensor) {
                Some(Scheme::InOrder) if !may_count => {
                    Assembly::start(builder, (nest, binding), target.tensor, levels, &sources)
                }
                Some(Scheme::InPlace) => {
                    Assembly::start(builder, (nest, binding), target.tensor, levels, &sources).in_place()
                }
                _ => Assembly::start_counted(builder, (nest, binding), target.tensor, levels),
            }
        })
        .collect()
}

/// What emission knows at the place where it stands.
pub struct Emitter<'a, 'c> {
    pub(super) nest: Nest,
    pub(super) binding: &'a Binding<'c>,
    /// The bounds that are still to be tested.
    limits: Vec<Limit>,
    choices: Choices,
    /// Whether the result holds zeros and each of its points is written once, so that adding is storing.
    is_fresh: bool,
    /// The rows of the result that have no value before the outermost loop.
    passed_rows: Option<PassedRows>,
    /// The same inside that loop.
    open_rows: Option<OpenRows<'c>>,
    cursors: Vec<Cursor>,
    /// The position, or positions, in the level that each cursor entered last; the root before any.
    at: Vec<Option<Parents<'c>>>,
    /// The variables whose values stored results want to increase.
    ordered: Vec<VarId>,
    /// The value of each variable whose loop is open; that of lane 0 for the one that runs in lanes.
    pub(super) vars: Vec<Option<Value<'c>>>,
    lanes: Option<Lanes<'c>>,
    /// Expressions that have a value here, innermost scope last.
    known: Vec<(ExprId, Value<'c>)>,
    /// The stored results of the statement.
    pub(super) assemblies: Vec<Assembly<'c>>,
    /// In a blended case, before its body: the parts of its value that depend on one operand, and whether each operand
    /// stores the coordinate.
    blended: Option<(Vec<Part>, Vec<Value<'c>>)>,
    /// In a loop that computes values also where an operand stores nothing: where they count.
    counts_where: Option<Value<'c>>,
    /// Where it is asked: whether the folds of a value found something to combine, one after the other.
    hits: Option<Vec<Value<'c>>>,
}

impl<'c> Emitter<'_, 'c> {
    fn statement(&mut self, builder: &Builder<'c>, statement: &Stmt) {
        match statement {
            Stmt::Write(write) => self.write(&builder.located(self.binding.location(write.location)), write),
            Stmt::Loop(inner) => {
                let inside = Inside::Statements(inner.body.clone());
                let accesses = inside.accesses(&self.nest);
                match inner.how.lanes.filter(|_| self.are_neighbours(inner.var, &accesses)) {
                    None => self.statement_loop(builder, inner.var, &inside),
                    Some(width) => self.strips(builder, inner.var, width, &mut |emitter, builder| {
                        emitter.inside(builder, &inside, &[]);
                    }),
                }
            }
        }
    }

    /// What a loop runs for one value of its variable; gives the next carried values.
    fn inside(&mut self, builder: &Builder<'c>, inside: &Inside, carried: &[Value<'c>]) -> Vec<Value<'c>> {
        if let Some((parts, flags)) = self.blended.take() {
            for part in parts {
                let value = self.expression(builder, part.expression);
                let otherwise = part.otherwise.emit(builder, value.r#type());
                self.known.push((part.expression, choose(builder, flags[part.driver], value, otherwise)));
            }
        }
        match inside {
            Inside::Statements(body) => {
                body.iter().for_each(|statement| self.statement(builder, statement));
                Vec::new()
            }
            Inside::Fold { combiner, body } => {
                let body = self.with_present(*body);
                let kept = self.kept(builder, body);
                let (mut value, kept) = match only_where(builder, self.counts_where, kept) {
                    Kept::Never => return carried.to_vec(),
                    Kept::Always(value) => (value, None),
                    Kept::Where(condition, value) => {
                        let nothing = neutral(builder, *combiner, value.r#type());
                        (choose(builder, condition, value, nothing), Some(condition))
                    }
                };
                if let Some(lanes) = self.lanes.filter(|_| is_vector(carried[0])) {
                    value = lanes.spread(builder, value);
                }
                let mut next = vec![combine(builder, *combiner, carried[0], value, self.choices.fp.flags())];
                if let [_, found] = carried {
                    // A fold inside found something, or, without any, there is this value.
                    let inner = self.hits.as_mut().map(std::mem::take).unwrap_or_default();
                    let here = inner.into_iter().reduce(|left, right| builder.binary("arith.ori", left, right));
                    let here = here.or(kept).unwrap_or_else(|| builder.number(-1.0, builder.bool_type()));
                    next.push(if is_true(here) { here } else { builder.binary("arith.ori", *found, here) });
                }
                next
            }
        }
    }

    /// The number of values of a variable.
    pub(super) fn extent(&self, var: VarId) -> Value<'c> {
        self.binding.extent(self.nest.source, &self.nest.var(var).extent)
    }

    /// The bound of a limit.
    fn limit_extent(&self, limit: &Limit) -> Value<'c> {
        self.binding.extent(self.nest.source, &limit.extent)
    }

    /// Whether neighbouring values of `var` are neighbours in memory: bufferization may have made an operand a view
    /// with strides, which lanes cannot load.
    fn are_neighbours(&self, var: VarId, accesses: &[Access]) -> bool {
        accesses
            .iter()
            .filter(|access| access.mentions(var))
            .all(|access| matches!(self.nest.tensor(access.tensor).kind, Kind::Buffer { has_unit_stride: true, .. }))
    }

    fn expression(&mut self, builder: &Builder<'c>, id: ExprId) -> Value<'c> {
        if let Some((_, value)) = self.known.iter().rev().find(|(known, _)| *known == id) {
            return *value;
        }
        let node = self.nest.node(id).clone();
        let builder = &builder.located(self.binding.location(node.location));
        let r#type = node.r#type.r#type(builder.context());
        let value = match &node.expr {
            Expr::Outside(outside) => return self.binding.outside_in_place(*outside),
            Expr::Index(var) => return self.vars[var.0].expect("an index variable's loop encloses its uses"),
            Expr::Constant(known) => known.value.emit(builder, r#type),
            Expr::Read(access) => self.read(builder, access),
            // Where something is asked of an operand, it has been walked to an entry.
            Expr::Stored(_) => builder.number(-1.0, builder.bool_type()),
            Expr::Scalar { operation, operands } => {
                let mut operands: Vec<_> = operands.iter().map(|operand| self.expression(builder, *operand)).collect();
                let lanes = self.lanes.filter(|_| operands.iter().any(|operand| is_vector(*operand)));
                if let Some(lanes) = lanes {
                    operands = operands.into_iter().map(|operand| lanes.spread(builder, operand)).collect();
                }
                let fast = builder.parse_attribute(self.choices.fp.flags());
                let takes_flags = self.choices.fp == FpMode::Fast && takes_fastmath(self.binding, *operation);
                let extra: &[_] = if takes_flags { &[("fastmath", fast)] } else { &[] };
                let width = lanes.map(|lanes| lanes.width);
                operation.emit(self.binding, builder, (&operands, node.r#type), width, extra)
            }
            Expr::Combine { combiner, left, right } => {
                let (mut left, mut right) = (self.expression(builder, *left), self.expression(builder, *right));
                if let Some(lanes) = self.lanes.filter(|_| is_vector(left) || is_vector(right)) {
                    (left, right) = (lanes.spread(builder, left), lanes.spread(builder, right));
                }
                combine(builder, *combiner, left, right, self.choices.fp.flags())
            }
            Expr::Fold { var, how, combiner, body } => {
                match how.lanes.filter(|_| self.are_neighbours(*var, &self.nest.reads(*body))) {
                    Some(width) => self.fold_lanes(builder, *var, width, *combiner, *body),
                    None => self.fold(builder, *var, *combiner, *body, id),
                }
            }
        };
        self.known.push((id, value));
        value
    }

    fn read(&mut self, builder: &Builder<'c>, access: &Access) -> Value<'c> {
        let operand = self.binding.value(self.nest.tensor(access.tensor).operand);
        if self.nest.tensor(access.tensor).is_stored() {
            let place = self.cursors.iter().position(|cursor| cursor.access == *access).expect("every access has one");
            let cursor = &self.cursors[place];
            let position = if cursor.random {
                cursor.subscripts.iter().enumerate().fold(builder.index(0), |parent, (level, subscript)| {
                    let coordinate = self.index(builder, subscript);
                    locate(builder, operand, level, parent, coordinate)
                })
            } else {
                match self.at[place] {
                    None => builder.index(0),
                    Some(Parents::One(position)) => position,
                    Some(Parents::Range(first, last)) => {
                        let element = builder.scalar_type(operand.r#type());
                        return builder.value("sloop.value", &[operand, first, last], element, &[]);
                    }
                }
            };
            let element = builder.scalar_type(operand.r#type());
            return builder.value("sloop.value", &[operand, position], element, &[]);
        }
        let indices = self.indices(builder, access);
        match self.lanes.filter(|lanes| access.mentions(lanes.var)) {
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
        for (var, coefficient) in subscript.terms() {
            let mut term = self.vars[var.0].expect("a subscript's loop encloses it");
            if *coefficient != 1 {
                term = builder.binary("arith.muli", term, builder.index(*coefficient));
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

fn locate<'c>(
    builder: &Builder<'c>,
    tensor: Value<'c>,
    level: usize,
    parent: Value<'c>,
    coordinate: Value<'c>,
) -> Value<'c> {
    let level = ("level", builder.i64_attribute(level as i64));
    builder.value("sloop.locate", &[coordinate, tensor, parent], builder.index_type(), &[level])
}

/// Whether what a statement writes is floating point.
fn adds_floats(nest: &Nest, statement: &Stmt) -> bool {
    writes(std::slice::from_ref(statement)).iter().any(|(_, write)| nest.node(write.value).r#type.is_float())
}

/// Whether an operation computes with floating point, and so takes `fastmath` flags.
fn takes_fastmath(binding: &Binding<'_>, operation: Operation) -> bool {
    operation.source.map(|source| binding.op(source)).is_some_and(|source| {
        source.has_attribute("fastmath") && results(source).iter().all(|result| is_float(result.r#type()))
    })
}
