//! Stored results: what each loop over a level of the result appends, opens and closes.

use super::{
    emit::Emitter,
    walk::{Inside, Walk},
};
use crate::{
    analysis::iteration_graph::LevelSubscript,
    index::{
        Access, Binding, Nest, Scalar, Stmt, TensorId, VarId, constant::Constant, specialize::Specializer, writes,
    },
    levels::emit::{form_value, sum_value},
    values::{self, constant_number, dimension_size},
};
use lacuna_dialects::{
    builder::{Builder, ComparePredicate, is_float},
    format::Format,
    ir::{Value, defining_op, is_op, operands, results, set_attribute},
    sloop::assembly_type,
};
use lacuna_layout::{
    Description,
    algebra::{Form, OfLevels},
    assembly::{Plan, Role},
};
use melior::ir::{Attribute, Type, ValueLike, attribute::DenseI64ArrayAttribute};

/// Room for this many nodes, where no stored operand says how many there may be.
const LEAST_CAPACITY: i64 = 1024;

/// A stored result that is being put together.
pub struct Assembly<'c> {
    /// Which tensor of the nest.
    pub tensor: TensorId,
    /// The `!sloop.assembly`.
    handle: Value<'c>,
    plan: Plan,
    /// How the result subscripts each level.
    levels: Vec<LevelSubscript>,
    /// How many levels have been entered.
    depth: usize,
    /// The position in the level last entered that has one already.
    at: Option<Value<'c>>,
    /// Levels some of whose parents are not visited.
    gaps: Vec<i64>,
    /// Where nodes are counted and then placed: what the walk does.
    step: Option<Step>,
    /// Where the points go into a tensor in another format: that.
    grouped: Option<Grouped<'c>>,
    /// Whether there is room for what the loop around appends.
    pub is_reserved: bool,
}

/// What a list is for that is never made: its points go into a tensor in another format (`sloop.assemble_grouped`).
#[derive(Clone)]
struct Grouped<'c> {
    r#type: Type<'c>,
    /// The dimensions, from the coordinates of the list.
    dimensions: Vec<OfLevels>,
    /// The levels of the tensor, from the dimensions.
    forms: Vec<Form>,
}

/// The walks over a result whose nodes are counted before they are placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Count,
    Place,
}

/// The stored tensors that a statement writes.
pub fn stored_targets(nest: &Nest, statement: &Stmt) -> Vec<Access> {
    writes(std::slice::from_ref(statement))
        .into_iter()
        .map(|(_, write)| write.target.clone())
        .filter(|target| nest.tensor(target.tensor).format().is_some())
        .collect()
}

/// The sizes of the dynamic dimensions of a tensor.
fn dynamic_sizes<'c>(builder: &Builder<'c>, tensor: Value<'c>) -> Vec<Value<'c>> {
    let empty = defining_op(tensor).filter(|op| is_op(*op, "stensor.empty"));
    empty.map_or_else(|| values::dynamic_sizes(builder, tensor), operands)
}

/// A stored result: its format, and the operand that it replaces.
fn stored<'c>(nest: &Nest, binding: &Binding<'c>, tensor: TensorId) -> (&'static Description, Value<'c>) {
    let tensor = nest.tensor(tensor);
    (tensor.format().expect("a stored result"), binding.value(tensor.operand))
}

/// Starts the assembly of a tensor like `like`.
fn assemble<'c>(builder: &Builder<'c>, like: Value<'c>, capacity: Value<'c>) -> Value<'c> {
    let handle = assembly_type(like.r#type());
    let operands: Vec<_> = dynamic_sizes(builder, like).into_iter().chain([capacity]).collect();
    builder.value("sloop.assemble", &operands, handle, &[])
}

/// As many nodes as the operands have values come seldom too short, and memory that is not touched is free.
fn capacity<'c>(builder: &Builder<'c>, sources: &[Value<'c>]) -> Value<'c> {
    sources.iter().fold(builder.index(LEAST_CAPACITY), |sum, source| {
        let array = builder.buffer_type(builder.scalar_type(source.r#type()));
        let values = builder.value("stensor.values", &[*source], array, &[]);
        let length = dimension_size(builder, values, 0);
        builder.binary("arith.addi", sum, length)
    })
}

fn finish<'c>(builder: &Builder<'c>, handle: Value<'c>, r#type: Type<'c>, gaps: &[i64]) -> Value<'c> {
    if let Some(assemble) = defining_op(handle) {
        set_attribute(assemble, "gaps", DenseI64ArrayAttribute::new(builder.context(), gaps).into());
    }
    builder.value("sloop.finish", &[handle], r#type, &[])
}

/// A tensor that stores nothing, as storage.
pub fn empty<'c>(builder: &Builder<'c>, like: Value<'c>, plan: &Plan) -> Value<'c> {
    let handle = assemble(builder, like, builder.index(1));
    let gaps: Vec<_> = plan.groups.iter().map(|group| group.start as i64).collect();
    finish(builder, handle, like.r#type(), &gaps)
}

impl<'c> Assembly<'c> {
    fn of(tensor: TensorId, handle: Value<'c>, plan: Plan, levels: Vec<LevelSubscript>) -> Self {
        let (depth, at, gaps, step, grouped) = (0, None, Vec::new(), None, None);
        Self { tensor, handle, plan, levels, depth, at, gaps, step, grouped, is_reserved: false }
    }

    /// Starts a result whose levels are subscripted like this.
    pub fn start(
        builder: &Builder<'c>,
        (nest, binding): (&Nest, &Binding<'c>),
        tensor: TensorId,
        levels: Vec<LevelSubscript>,
        sources: &[Value<'c>],
    ) -> Self {
        let (format, like) = stored(nest, binding, tensor);
        let plan = Plan::new(format).expect("checked before");
        let handle = assemble(builder, like, capacity(builder, sources));
        let mut assembly = Self::of(tensor, handle, plan, levels);
        assembly.skip_implied();
        assembly
    }

    /// The same where no loop opens a level: all of a point's coordinates are given at once.
    pub fn in_place(mut self) -> Self {
        self.depth = self.levels.len();
        self
    }

    /// Starts a result that is walked twice: the nodes are counted first.
    pub fn start_counted(
        builder: &Builder<'c>,
        (nest, binding): (&Nest, &Binding<'c>),
        tensor: TensorId,
        levels: Vec<LevelSubscript>,
    ) -> Self {
        let (format, like) = stored(nest, binding, tensor);
        let plan = Plan::new(format).expect("checked before");
        let handle = assembly_type(like.r#type());
        let handle = builder.value("sloop.assemble_counted", &dynamic_sizes(builder, like), handle, &[]);
        Self { step: Some(Step::Count), ..Self::of(tensor, handle, plan, levels) }.in_place()
    }

    /// Starts a result that is walked twice, whose points go into a tensor of another type.
    pub fn start_grouped(
        builder: &Builder<'c>,
        (nest, binding): (&Nest, &Binding<'c>),
        tensor: TensorId,
        levels: Vec<LevelSubscript>,
        sources: &[Value<'c>],
        r#type: Type<'c>,
    ) -> Self {
        let (list, like) = stored(nest, binding, tensor);
        let format = Format::of(r#type).expect("a stored tensor");
        let plan = Plan::new(&format).expect("checked before");
        let handle = assembly_type(r#type);
        let operands: Vec<_> = dynamic_sizes(builder, like).into_iter().chain([capacity(builder, sources)]).collect();
        let handle = builder.value("sloop.assemble_grouped", &operands, handle, &[]);
        let forms =
            format.mapping().forms.iter().map(|form| form.clone().expect("what is assembled has no slots")).collect();
        let grouped = Some(Grouped { r#type, dimensions: list.mapping().dimensions.clone(), forms });
        Self { step: Some(Step::Count), grouped, ..Self::of(tensor, handle, plan, levels) }.in_place()
    }

    /// Whether the result is walked twice.
    pub fn is_counted(&self) -> bool {
        self.step.is_some()
    }

    /// Between the walks.
    pub fn arrange(&mut self, builder: &Builder<'c>) {
        builder.create("sloop.arrange", &[self.handle], &[], &[], Vec::new());
        self.step = Some(Step::Place);
    }

    /// The finished tensor.
    pub fn finish(self, builder: &Builder<'c>, nest: &Nest, binding: &Binding<'c>) -> Value<'c> {
        let own = binding.type_of(nest.tensor(self.tensor));
        if self.is_counted() {
            let r#type = self.grouped.map_or(own, |grouped| grouped.r#type);
            return builder.value("sloop.finish", &[self.handle], r#type, &[]);
        }
        finish(builder, self.handle, own, &self.gaps)
    }

    fn level_op(
        &self,
        builder: &Builder<'c>,
        name: &str,
        operands: &[Value<'c>],
        level: usize,
        result: Option<Type<'c>>,
    ) -> Option<Value<'c>> {
        let level = ("level", builder.i64_attribute(level as i64));
        let op = builder.create(name, operands, result.as_slice(), &[level], Vec::new());
        results(op).first().copied()
    }

    fn index_op(&self, builder: &Builder<'c>, name: &str, operands: &[Value<'c>], level: usize) -> Value<'c> {
        self.level_op(builder, name, operands, level, Some(builder.index_type())).expect("it has a result")
    }

    /// Enters levels whose nodes are there with their parents.
    fn skip_implied(&mut self) {
        while self.levels.get(self.depth).is_some_and(|level| level.var.is_none()) {
            self.depth += 1;
        }
    }

    fn parent(&self, builder: &Builder<'c>) -> Value<'c> {
        self.at.unwrap_or_else(|| builder.index(0))
    }
}

impl<'c> Emitter<'_, 'c> {
    /// The result whose next level the loop over `var` assembles.
    pub(super) fn assembly_at(&self, var: VarId) -> Option<usize> {
        let is_next =
            |assembly: &Assembly| assembly.levels.get(assembly.depth).is_some_and(|level| level.var == Some(var));
        self.assemblies.iter().position(is_next)
    }

    /// The body of a loop that assembles a level: what `fill` emits, in the right position, and the node around it.
    pub(super) fn assemble_node(
        &mut self,
        builder: &Builder<'c>,
        index: usize,
        fill: impl FnOnce(&mut Self, &Builder<'c>) -> Vec<Value<'c>>,
    ) -> Vec<Value<'c>> {
        let assembly = &mut self.assemblies[index];
        let (level, at, handle) = (assembly.depth, assembly.at, assembly.handle);
        assembly.depth += 1;
        assembly.skip_implied();
        let has_children = assembly.depth < assembly.levels.len();
        let role = assembly.plan.roles[level];
        let next = match role {
            Role::Insert => {
                let parent = assembly.parent(builder);
                let subscript = assembly.levels[level].subscript.clone();
                let coordinate = self.index(builder, &subscript);
                let assembly = &mut self.assemblies[index];
                assembly.at = Some(assembly.index_op(builder, "sloop.insert", &[coordinate, handle, parent], level));
                fill(self, builder)
            }
            Role::Append { group } if has_children && assembly.plan.ends_group(level) => {
                let first = assembly.plan.groups[group].start;
                let before = assembly.index_op(builder, "sloop.progress", &[handle], level);
                let position = assembly.index_op(builder, "sloop.assembly_end", &[handle], first);
                if assembly.plan.group_below(level).is_none() && assembly.plan.has_tail() {
                    assembly.level_op(builder, "sloop.clear", &[handle, position], level, None);
                }
                assembly.at = Some(position);
                let next = fill(self, builder);
                let after = self.assemblies[index].index_op(builder, "sloop.progress", &[handle], level);
                let has_some = builder.compare(ComparePredicate::NotEqual, after, before);
                builder.if_else(
                    has_some,
                    &[],
                    |builder| {
                        self.append(builder, index, group);
                        Vec::new()
                    },
                    |_| Vec::new(),
                );
                next
            }
            Role::Append { .. } | Role::Implied => fill(self, builder),
        };
        let assembly = &mut self.assemblies[index];
        (assembly.depth, assembly.at) = (level, at);
        next
    }

    /// Makes room for what a loop over the innermost level of a result appends, so that the loop need not look after it;
    /// gives whether it did.
    pub(super) fn reserve(&mut self, builder: &Builder<'c>, index: usize, var: VarId, walk: &Walk) -> bool {
        let assembly = &self.assemblies[index];
        let is_innermost = assembly.levels[assembly.depth + 1..].iter().all(|below| below.var.is_none());
        let Role::Append { group } = assembly.plan.roles[assembly.depth] else { return false };
        // Levels without order take loops besides their own: then a round appends as often as those run.
        let appends_once = |inside: &Inside| match inside {
            Inside::Statements(body) => matches!(body.as_slice(), [Stmt::Write(_)]),
            Inside::Fold { .. } => false,
        };
        let has_rounds = !walk.cases.is_empty() && walk.cases.iter().all(|case| appends_once(&case.inside));
        if !is_innermost || !has_rounds || assembly.plan.has_tail() || assembly.is_reserved {
            return false;
        }
        let count = self.most_rounds(builder, var, walk);
        let assembly = &mut self.assemblies[index];
        assembly.is_reserved = true;
        let level = ("level", builder.i64_attribute(assembly.plan.groups[group].start as i64));
        builder.create("sloop.reserve", &[count, assembly.handle], &[], &[level], Vec::new());
        true
    }

    /// Closes the segment that a loop over the next level of a result has appended to. `skips` says that the loop does
    /// not take every coordinate.
    pub(super) fn close_segment(&mut self, builder: &Builder<'c>, index: usize, skips: bool) {
        let assembly = &mut self.assemblies[index];
        let level = assembly.depth;
        if assembly.plan.group_at(level).is_some() {
            let parent = assembly.parent(builder);
            assembly.level_op(builder, "sloop.close", &[assembly.handle, parent], level, None);
        }
        if skips && assembly.plan.roles[level] == Role::Insert {
            let below = assembly.plan.group_below(level).map(|group| assembly.plan.groups[group].start as i64);
            if let Some(below) = below.filter(|below| !assembly.gaps.contains(below)) {
                assembly.gaps.push(below);
            }
        }
    }

    /// Appends a node with the values of the open loops to a group of levels; gives its position.
    fn append(&self, builder: &Builder<'c>, index: usize, group: usize) -> Value<'c> {
        let assembly = &self.assemblies[index];
        let levels = assembly.plan.groups[group].clone();
        let first = levels.start;
        let mut operands: Vec<_> = levels.map(|level| self.index(builder, &assembly.levels[level].subscript)).collect();
        operands.push(assembly.handle);
        let mut attributes = vec![("level", builder.i64_attribute(first as i64))];
        if assembly.is_reserved {
            attributes.push(("reserved", Attribute::unit(builder.context())));
        }
        builder.value("sloop.append", &operands, builder.index_type(), &attributes)
    }

    /// Puts a value at the point whose loops are open.
    pub(super) fn put(&mut self, builder: &Builder<'c>, tensor: TensorId, value: Value<'c>) {
        let index = self.assemblies.iter().position(|assembly| assembly.tensor == tensor).expect("it was started");
        if let Some(step) = self.assemblies[index].step {
            return self.put_counted(builder, index, step, value);
        }
        let last = self.assemblies[index].plan.roles.iter().rev().find(|role| **role != Role::Implied).copied();
        let position = match last {
            Some(Role::Append { group }) => self.append(builder, index, group),
            // No loop has inserted it on the way here.
            Some(Role::Insert) if self.assemblies[index].at.is_none() => self.insert_point(builder, index),
            _ => self.assemblies[index].parent(builder),
        };
        builder.create("sloop.put", &[value, self.assemblies[index].handle, position], &[], &[], Vec::new());
    }

    /// Inserts the point whose loops are open into all levels; gives its position.
    fn insert_point(&self, builder: &Builder<'c>, index: usize) -> Value<'c> {
        let assembly = &self.assemblies[index];
        assembly.plan.roles.iter().enumerate().filter(|(_, role)| **role == Role::Insert).fold(
            builder.index(0),
            |parent, (level, _)| {
                let coordinate = self.index(builder, &assembly.levels[level].subscript);
                assembly.index_op(builder, "sloop.insert", &[coordinate, assembly.handle, parent], level)
            },
        )
    }

    /// Counts the node of a point, or puts it where it belongs.
    fn put_counted(&self, builder: &Builder<'c>, index: usize, step: Step, value: Value<'c>) {
        let assembly = &self.assemblies[index];
        let mut operands: Vec<_> = assembly.levels.iter().map(|level| self.index(builder, &level.subscript)).collect();
        if let Some(Grouped { dimensions, forms, .. }) = &assembly.grouped {
            let point: Vec<_> =
                dimensions.iter().map(|dimension| sum_value(builder, dimension, |_, level| operands[level])).collect();
            operands = forms.iter().map(|form| form_value(builder, form, &point)).collect();
        }
        operands.push(assembly.handle);
        match step {
            Step::Count => drop(builder.create("sloop.count", &operands, &[], &[], Vec::new())),
            Step::Place => {
                let position = builder.value("sloop.place", &operands, builder.index_type(), &[]);
                builder.create("sloop.put", &[value, assembly.handle, position], &[], &[], Vec::new());
            }
        }
    }

    /// Whether a stored result stores a point only where a fold found something: `value` is the fill value otherwise.
    pub(super) fn depends_on_hits(&mut self, write: &crate::index::Write) -> bool {
        let Some(elsewhere) = write.elsewhere else { return false };
        let known = Specializer::with_empty_folds(&mut self.nest).expression(write.value).1;
        known.is_some_and(|known| {
            known.value == Constant::Absent
                || known.value == elsewhere
                || (known.value.is_zero() && elsewhere.is_zero())
        })
    }

    /// Whether a value differs from the fill value of a result.
    pub(super) fn differs_from_fill(&self, builder: &Builder<'c>, tensor: TensorId, value: Value<'c>) -> Value<'c> {
        let fill = self.nest.fill(tensor).emit(builder, value.r#type());
        let r#type = value.r#type();
        if is_float(r#type) {
            // Unordered or unequal: what is no number is kept.
            let unequal: (&str, Attribute) = ("predicate", builder.i64_attribute(13));
            return builder.value("arith.cmpf", &[value, fill], builder.bool_type(), &[unequal]);
        }
        if Scalar::of(r#type).is_integer() {
            return builder.compare(ComparePredicate::NotEqual, value, fill);
        }
        builder.value("complex.neq", &[value, fill], builder.bool_type(), &[])
    }
}

/// Whether a value is the constant true.
pub fn is_true(value: Value<'_>) -> bool {
    constant_number(value).is_some_and(|number| number != 0.0)
}
