//! `sloop.assemble` to `sloop.finish`: stored results as growing arrays.
//!
//! What changes while a result is put together stands in cells: buffers of one element at the entry of the function,
//! which LLVM turns into registers. Arrays grow by doubling when a node does not fit. A level with segments stores the
//! end of each parent's segment as it is closed; where parents may be left out, the ends of those are filled in at last.

use super::{counted::Counted, grow::grow};
use crate::{
    diagnostic::{Reported, error},
    levels::{
        LevelFormat, Sizes,
        assembly::{Plan, Role},
        level_format,
        mapping::Mapping,
    },
    nest::{constant::Constant, expression::constant_number},
};
use lacuna_dialects::{
    builder::{Builder, ComparePredicate},
    format::{Array, Format},
    ir::{
        Op, Value, body, collect_ops, context, erase, integer_attribute, is_op, op, op_name, operands, replace_uses,
        results, shape,
    },
};
use melior::ir::{
    Type, ValueLike,
    attribute::DenseI64ArrayAttribute,
    operation::OperationLike,
    r#type::{IntegerType, MemRefType},
};

/// The least number of nodes that there is room for after growing.
const LEAST_ROOM: i64 = 16;

/// The results that are being put together, with their handles.
#[derive(Default)]
pub struct Assemblies<'c> {
    appended: Vec<(Value<'c>, Assembly<'c>)>,
    counted: Vec<(Value<'c>, Counted<'c>)>,
}

/// A value that changes, in memory.
#[derive(Clone, Copy)]
struct Cell<'c>(Value<'c>);

impl<'c> Cell<'c> {
    /// A cell at the entry of the function around `place`.
    fn new(place: Op<'c>, element: Type<'c>) -> Self {
        let mut entry = Builder::before(place);
        let mut around = place.parent_operation();
        while let Some(parent) = around {
            let parent = lacuna_dialects::ir::op(&parent);
            if is_op(parent, "func.func") {
                if let Some(block) = body(parent, 0) {
                    entry = Builder::at_start(context(place), block, place.location());
                }
                break;
            }
            around = parent.parent_operation();
        }
        let r#type = MemRefType::new(element, &[1], None, None);
        let segments = entry.segments(&[0, 0]);
        Self(entry.value("memref.alloca", &[], r#type.into(), &[segments]))
    }

    fn get(self, builder: &Builder<'c>) -> Value<'c> {
        builder.load(self.0, &[builder.index(0)])
    }

    fn set(self, builder: &Builder<'c>, value: Value<'c>) {
        builder.store(value, self.0, &[builder.index(0)]);
    }
}

/// Whether an operation does to a result what its format has room for.
pub fn check(op: Op<'_>) -> Result<(), Reported> {
    let refuse = |why: String| Err(error(op.location(), why));
    let handles = operands(op).into_iter().chain(results(op));
    let Some(handle) = handles.into_iter().find(|value| value.r#type().to_string().starts_with(HANDLE)) else {
        return Ok(());
    };
    let start = lacuna_dialects::ir::defining_op(handle)
        .filter(|start| is_op(*start, "sloop.assemble") || is_op(*start, "sloop.assemble_counted"));
    let Some(start) = start else {
        return refuse("the assembly must come from a sloop.assemble in the same function".to_owned());
    };
    let is_counted = is_op(start, "sloop.assemble_counted");
    let builder = Builder::before(op);
    let format = Format::of(assembled(&builder, handle)).expect("the verifier asks for a format");
    let Ok(plan) = Plan::new(format) else {
        return refuse(format!("{format} cannot be put together in the order of its levels"));
    };
    let level = integer_attribute(op, "level").unwrap_or(0) as usize;
    if is_counted && plan.counted_levels().is_none() {
        return refuse(format!("{format} has no one level whose nodes could be counted by parent"));
    }
    if is_op(op, "sloop.assemble_counted") {
        check_walks(op, handle)?;
    }
    let is_able = match op_name(op).as_str() {
        "sloop.put" | "sloop.finish" | "sloop.assemble" | "sloop.assemble_counted" => true,
        "sloop.count" | "sloop.arrange" | "sloop.place" => is_counted,
        _ if is_counted => false,
        "sloop.append" => plan.group_at(level).is_some_and(|group| plan.groups[group].len() == operands(op).len() - 1),
        "sloop.close" | "sloop.assembly_end" | "sloop.reserve" => plan.group_at(level).is_some(),
        "sloop.insert" => plan.roles[level] == Role::Insert,
        "sloop.clear" => plan.groups.last().is_some_and(|group| group.contains(&level)),
        _ => true,
    };
    if is_able {
        Ok(())
    } else {
        let kind = if is_counted { "counted and placed".to_owned() } else { format.level(level).kind.to_string() };
        refuse(format!("level {level} is {kind}: there is no {} for it", op_name(op)))
    }
}

/// Nodes are counted, arranged once, beside what started the assembly, and then placed.
fn check_walks<'c>(start: Op<'c>, handle: Value<'c>) -> Result<(), Reported> {
    let Some(around) = start.parent_operation() else { return Ok(()) };
    let mut is_arranged = false;
    for user in collect_ops(op(&around), |user| operands(user).contains(&handle)) {
        let name = op_name(user);
        let why = match name.as_str() {
            "sloop.count" if is_arranged => "nodes are counted before sloop.arrange",
            "sloop.arrange" if is_arranged => "nodes are arranged once",
            "sloop.arrange" if user.block() != start.block() => {
                "sloop.arrange must stand beside sloop.assemble_counted"
            }
            "sloop.place" | "sloop.put" | "sloop.finish" if !is_arranged => "nodes are placed after sloop.arrange",
            _ => {
                is_arranged |= name == "sloop.arrange";
                continue;
            }
        };
        return Err(error(user.location(), format!("{name} comes in the wrong place: {why}")));
    }
    Ok(())
}

/// How the type of an assembly begins.
const HANDLE: &str = "!sloop.assembly<";

/// The type of the tensor that is assembled.
fn assembled<'c>(builder: &Builder<'c>, handle: Value<'c>) -> Type<'c> {
    let text = handle.r#type().to_string();
    let text = text.strip_prefix(HANDLE).and_then(|text| text.strip_suffix('>')).map(ToOwned::to_owned);
    builder.parse_type(&text.expect("an assembly type"))
}

struct Assembly<'c> {
    /// Where it is started.
    op: Op<'c>,
    format: Format<'c>,
    plan: Plan,
    r#type: Type<'c>,
    element: Type<'c>,
    codes: Vec<Box<dyn LevelFormat>>,
    /// The size of each level.
    sizes: Vec<Value<'c>>,
    /// The sizes of the dynamic dimensions.
    dynamic: Vec<Value<'c>>,
    /// The number of nodes of each group.
    ends: Vec<Cell<'c>>,
    /// For each group, whether some parents may never be closed.
    gaps: Vec<bool>,
    positions: Vec<Cell<'c>>,
    coordinates: Vec<Option<Cell<'c>>>,
    values: Cell<'c>,
    /// The number of values put below the last group, where that has levels below.
    puts: Option<Cell<'c>>,
}

impl<'c> Assemblies<'c> {
    /// Whether the operation is one of those that are lowered here.
    pub fn holds(name: &str) -> bool {
        matches!(
            name,
            "sloop.assemble"
                | "sloop.assemble_counted"
                | "sloop.count"
                | "sloop.arrange"
                | "sloop.place"
                | "sloop.assembly_end"
                | "sloop.append"
                | "sloop.reserve"
                | "sloop.insert"
                | "sloop.close"
                | "sloop.progress"
                | "sloop.clear"
                | "sloop.put"
                | "sloop.finish"
        )
    }

    /// Lowers one operation; those of one result come in the order of the program.
    pub fn lower(&mut self, op: Op<'c>) {
        let builder = Builder::before(op);
        let all = operands(op);
        if is_op(op, "sloop.assemble") {
            self.appended.push((results(op)[0], Assembly::start(op, &builder)));
            return;
        }
        if is_op(op, "sloop.assemble_counted") {
            let r#type = assembled(&builder, results(op)[0]);
            self.counted.push((results(op)[0], Counted::start(op, &builder, r#type)));
            return;
        }
        if let Some((_, counted)) = self.counted.iter_mut().find(|(handle, _)| all.contains(handle)) {
            let result = counted.lower(op, &builder);
            if let Some(result) = result {
                replace_uses(results(op)[0], result);
            }
            erase(op);
            return;
        }
        let find = |value: &Value<'c>| self.appended.iter().find(|(handle, _)| handle == value);
        let (which, (_, assembly)) = all
            .iter()
            .enumerate()
            .find_map(|(index, value)| find(value).map(|found| (index, found)))
            .expect("an assembly is started before it is used");
        let level = integer_attribute(op, "level").unwrap_or(0) as usize;
        let group =
            || assembly.plan.groups.iter().position(|group| group.contains(&level)).expect("a level with nodes");
        let result = match op_name(op).as_str() {
            "sloop.assembly_end" => Some(assembly.ends[group()].get(&builder)),
            "sloop.append" => {
                let position = assembly.ends[group()].get(&builder);
                if !op.has_attribute("reserved") {
                    assembly.make_room(&builder, group(), position, builder.index(1));
                }
                Some(assembly.append(&builder, group(), position, &all[..which]))
            }
            "sloop.reserve" => {
                let end = assembly.ends[group()].get(&builder);
                assembly.make_room(&builder, group(), end, all[0]);
                None
            }
            "sloop.insert" => {
                let (coordinate, parent) = (all[0], all[2]);
                Some(assembly.codes[level].child_position(&builder, assembly.sizes[level], parent, coordinate))
            }
            "sloop.progress" => Some(assembly.progress(&builder, level)),
            "sloop.close" => {
                assembly.close(&builder, group(), all[1]);
                None
            }
            "sloop.clear" => {
                assembly.clear(&builder, all[1]);
                None
            }
            "sloop.put" => {
                assembly.put(&builder, all[0], all[2]);
                None
            }
            _ => Some(assembly.finish(&builder)),
        };
        if let Some(result) = result {
            replace_uses(results(op)[0], result);
        }
        erase(op);
    }

    /// Erases what started the assemblies, which nothing uses any more.
    pub fn erase(self) {
        let counted = self.counted.into_iter().map(|(handle, _)| handle);
        for handle in self.appended.into_iter().map(|(handle, _)| handle).chain(counted) {
            if let Some(op) = lacuna_dialects::ir::defining_op(handle) {
                erase(op);
            }
        }
    }
}

impl<'c> Assembly<'c> {
    fn start(op: Op<'c>, builder: &Builder<'c>) -> Self {
        let r#type = assembled(builder, results(op)[0]);
        let format = Format::of(r#type).expect("the verifier asks for a format");
        let plan = Plan::new(format).expect("checked before");
        let all = operands(op);
        let (capacity, dynamic) = all.split_last().expect("an assembly has a capacity");
        let sizes = level_sizes(builder, r#type, format, dynamic);
        let gaps = op.attribute("gaps").ok().and_then(|gaps| DenseI64ArrayAttribute::try_from(gaps).ok());
        let gaps: Vec<i64> =
            gaps.map_or_else(Vec::new, |gaps| (0..gaps.len()).filter_map(|at| gaps.element(at).ok()).collect());
        let element = builder.scalar_type(r#type);
        let buffer = |width| builder.buffer_type(IntegerType::new(builder.context(), width).into());
        let (position, coordinate) = (buffer(format.position_width()), buffer(format.coordinate_width()));
        let levels = format.levels();
        let assembly = Self {
            op,
            format,
            r#type,
            element,
            codes: levels.iter().map(|level| level_format(*level)).collect(),
            sizes,
            dynamic: dynamic.to_vec(),
            ends: plan.groups.iter().map(|_| Cell::new(op, builder.index_type())).collect(),
            gaps: plan.groups.iter().map(|group| gaps.contains(&(group.start as i64))).collect(),
            positions: plan.groups.iter().map(|_| Cell::new(op, position)).collect(),
            coordinates: levels
                .iter()
                .map(|level| level.arrays().contains(&Array::Coordinates).then(|| Cell::new(op, coordinate)))
                .collect(),
            values: Cell::new(op, builder.buffer_type(element)),
            puts: (!plan.groups.is_empty() && plan.has_tail()).then(|| Cell::new(op, builder.index_type())),
            plan,
        };
        assembly.initialize(builder, *capacity);
        assembly
    }

    fn initialize(&self, builder: &Builder<'c>, capacity: Value<'c>) {
        refuse_wide_levels(builder, self.format, &self.sizes);
        let zero = builder.index(0);
        let one = builder.index(1);
        let capacity = builder.binary("arith.maxui", capacity, one);
        // Nodes with many values each: room for about as many values as nodes otherwise.
        let nodes_for = |levels: std::ops::Range<usize>| {
            let size = builder.binary("arith.maxui", self.block(builder, levels, one), one);
            builder.binary("arith.addi", builder.binary("arith.divui", capacity, size), one)
        };
        let last = if self.plan.has_tail() { nodes_for(self.plan.tail()) } else { capacity };
        for (group, levels) in self.plan.groups.iter().enumerate() {
            self.ends[group].set(builder, zero);
            for level in levels.clone() {
                if let Some(cell) = self.coordinates[level] {
                    let nodes = if group + 1 == self.plan.groups.len() { last } else { capacity };
                    let room = self.times_stride(builder, level, nodes);
                    cell.set(
                        builder,
                        allocate(builder, self.array_type(self.format.coordinate_width(), builder), room),
                    );
                }
            }
            // Parents of the first group are counted by their levels; those of others by the nodes appended so far.
            let parents = if group == 0 { one } else { nodes_for(self.plan.levels_above(group)) };
            self.refuse_huge_blocks(builder, self.plan.levels_above(group));
            let parents = self.block(builder, self.plan.levels_above(group), parents);
            let length = builder.binary("arith.addi", parents, one);
            let r#type = self.array_type(self.format.position_width(), builder);
            let array = allocate(builder, r#type, length);
            let nothing = builder.number(0.0, builder.scalar_type(r#type));
            if self.gaps[group] {
                fill(builder, array, (zero, length), nothing);
            } else {
                builder.store(nothing, array, &[zero]);
            }
            self.positions[group].set(builder, array);
        }
        let nodes = if self.plan.groups.is_empty() { one } else { last };
        self.refuse_huge_blocks(builder, self.plan.tail());
        let room = self.block(builder, self.plan.tail(), nodes);
        let values = allocate(builder, builder.buffer_type(self.element), room);
        if self.plan.groups.is_empty() {
            fill(builder, values, (zero, room), self.fill_value(builder));
        }
        self.values.set(builder, values);
        if let Some(puts) = self.puts {
            puts.set(builder, zero);
        }
    }

    fn array_type(&self, width: u32, builder: &Builder<'c>) -> Type<'c> {
        builder.buffer_type(IntegerType::new(builder.context(), width).into())
    }

    fn fill_value(&self, builder: &Builder<'c>) -> Value<'c> {
        Constant::fill(Some(self.format), self.element).emit(builder, self.element)
    }

    fn refuse_huge_blocks(&self, builder: &Builder<'c>, levels: std::ops::Range<usize>) {
        let inserted = levels.filter(|level| self.plan.roles[*level] == Role::Insert);
        let sizes: Vec<_> = inserted.map(|level| self.sizes[level]).collect();
        refuse_huge(builder, &sizes);
    }

    /// `count` times the sizes of some levels.
    fn block(&self, builder: &Builder<'c>, levels: std::ops::Range<usize>, count: Value<'c>) -> Value<'c> {
        let inserted = levels.filter(|level| self.plan.roles[*level] == Role::Insert);
        inserted.fold(count, |product, level| builder.binary("arith.muli", product, self.sizes[level]))
    }

    fn stride(&self, level: usize) -> i64 {
        stride(self.format, level)
    }

    fn times_stride(&self, builder: &Builder<'c>, level: usize, count: Value<'c>) -> Value<'c> {
        match self.stride(level) {
            1 => count,
            stride => builder.binary("arith.muli", count, builder.index(stride)),
        }
    }

    /// Appends a node to a group, at its end, where there is room for it; gives its position.
    fn append(&self, builder: &Builder<'c>, group: usize, end: Value<'c>, coordinates: &[Value<'c>]) -> Value<'c> {
        let mut owner = None;
        for (level, coordinate) in self.plan.groups[group].clone().zip(coordinates) {
            if let Some(cell) = self.coordinates[level] {
                owner = Some((level, cell));
            }
            let (first, cell) = owner.expect("the first level of a group has an array");
            let mut at = self.times_stride(builder, first, end);
            if level > first {
                at = builder.binary("arith.addi", at, builder.index((level - first) as i64));
            }
            let array = cell.get(builder);
            let stored = narrow(builder, *coordinate, builder.scalar_type(array.r#type()));
            builder.store(stored, array, &[at]);
        }
        let next = builder.binary("arith.addi", end, builder.index(1));
        self.ends[group].set(builder, next);
        end
    }

    /// Lets the arrays of a group grow where so many nodes from `position` on do not fit.
    fn make_room(&self, builder: &Builder<'c>, group: usize, position: Value<'c>, count: Value<'c>) {
        let first = self.plan.groups[group].start;
        let array = self.coordinates[first].expect("the first level of a group has an array").get(builder);
        let mut room = length(builder, array);
        if self.stride(first) > 1 {
            room = builder.binary("arith.divui", room, builder.index(self.stride(first)));
        }
        let wanted = builder.binary("arith.addi", position, count);
        let is_full = builder.compare(ComparePredicate::UnsignedLess, room, wanted);
        builder.if_else(
            is_full,
            &[],
            |builder| {
                let twice = builder.binary("arith.addi", room, room);
                let larger = builder.binary("arith.maxui", twice, builder.index(LEAST_ROOM));
                let larger = builder.binary("arith.maxui", larger, wanted);
                for level in self.plan.groups[group].clone() {
                    if let Some(cell) = self.coordinates[level] {
                        self.grow(builder, cell, self.times_stride(builder, level, larger));
                    }
                }
                if group + 1 == self.plan.groups.len() {
                    self.grow(builder, self.values, self.block(builder, self.plan.tail(), larger));
                }
                Vec::new()
            },
            |_| Vec::new(),
        );
    }

    /// Moves an array to a larger one.
    fn grow(&self, builder: &Builder<'c>, cell: Cell<'c>, length_after: Value<'c>) {
        cell.set(builder, grow(builder, self.op, cell.get(builder), length_after));
    }

    /// The count that says whether something was stored below a level.
    fn progress(&self, builder: &Builder<'c>, level: usize) -> Value<'c> {
        match (self.plan.group_below(level), self.puts) {
            (Some(group), _) => self.ends[group].get(builder),
            (None, Some(puts)) => puts.get(builder),
            (None, None) => builder.index(0),
        }
    }

    fn close(&self, builder: &Builder<'c>, group: usize, parent: Value<'c>) {
        let end = self.ends[group].get(builder);
        let at = builder.binary("arith.addi", parent, builder.index(1));
        if group > 0 {
            self.make_room_for_parent(builder, group, at);
        }
        let array = self.positions[group].get(builder);
        let stored = narrow(builder, end, builder.scalar_type(array.r#type()));
        builder.store(stored, array, &[at]);
    }

    fn make_room_for_parent(&self, builder: &Builder<'c>, group: usize, at: Value<'c>) {
        let room = length(builder, self.positions[group].get(builder));
        let fits = builder.compare(ComparePredicate::UnsignedLess, at, room);
        builder.if_else(
            fits,
            &[],
            |_| Vec::new(),
            |builder| {
                let twice = builder.binary("arith.addi", at, at);
                let larger = builder.binary("arith.maxui", twice, builder.index(LEAST_ROOM));
                self.grow(builder, self.positions[group], larger);
                if self.gaps[group] {
                    let array = self.positions[group].get(builder);
                    let nothing = builder.number(0.0, builder.scalar_type(array.r#type()));
                    fill(builder, array, (room, larger), nothing);
                }
                Vec::new()
            },
        );
    }

    /// Gives all values below a node of the last group the fill value.
    fn clear(&self, builder: &Builder<'c>, position: Value<'c>) {
        self.make_room(builder, self.plan.groups.len() - 1, position, builder.index(1));
        let size = self.block(builder, self.plan.tail(), builder.index(1));
        let low = builder.binary("arith.muli", position, size);
        let high = builder.binary("arith.addi", low, size);
        fill(builder, self.values.get(builder), (low, high), self.fill_value(builder));
    }

    fn put(&self, builder: &Builder<'c>, value: Value<'c>, position: Value<'c>) {
        builder.store(value, self.values.get(builder), &[position]);
        if let Some(puts) = self.puts {
            let next = builder.binary("arith.addi", puts.get(builder), builder.index(1));
            puts.set(builder, next);
        }
    }

    /// Packs the arrays, each as long as what it holds.
    fn finish(&self, builder: &Builder<'c>) -> Value<'c> {
        let mut buffers = Vec::new();
        let one = builder.index(1);
        for (level, array) in self.format.arrays() {
            let group = self.plan.groups.iter().position(|group| group.contains(&level)).expect("an appended level");
            match array {
                Array::Positions => {
                    let nodes = group.checked_sub(1).map_or(one, |above| self.ends[above].get(builder));
                    let parents = self.block(builder, self.plan.levels_above(group), nodes);
                    let array = self.positions[group].get(builder);
                    if self.gaps[group] {
                        fill_gaps(builder, array, parents);
                    }
                    buffers.push(exactly(builder, array, builder.binary("arith.addi", parents, one)));
                }
                Array::Coordinates => {
                    let count = self.times_stride(builder, level, self.ends[group].get(builder));
                    let array = self.coordinates[level].expect("the level has an array").get(builder);
                    buffers.push(exactly(builder, array, count));
                }
            }
        }
        let nodes = self.ends.last().map_or(one, |end| end.get(builder));
        let count = self.block(builder, self.plan.tail(), nodes);
        buffers.push(exactly(builder, self.values.get(builder), count));
        for (group, end) in self.ends.iter().enumerate() {
            refuse_too_many(builder, self.format, self.plan.groups[group].start, end.get(builder));
        }
        let count = buffers.len();
        let all: Vec<_> = buffers.into_iter().chain(self.dynamic.iter().copied()).collect();
        let segments = builder.segments(&[count, self.dynamic.len()]);
        builder.value("stensor.pack", &all, self.r#type, &[segments])
    }
}

/// Stops the program where coordinates would not fit their width.
pub fn refuse_wide_levels<'c>(builder: &Builder<'c>, format: Format<'c>, sizes: &[Value<'c>]) {
    let width = format.coordinate_width();
    for (number, level) in format.levels().iter().enumerate() {
        if !level.arrays().contains(&Array::Coordinates) {
            continue;
        }
        let known = constant_number(sizes[number]);
        // Coordinates of 32 and 64 bits are kept below 2^31 and 2^63; those of 8 and 16 use all bits.
        let largest = if width < 32 { 1i64 << width } else { 1i64 << 31 };
        if width >= 64 || known.is_some_and(|size| size <= largest as f64) {
            continue;
        }
        let fits = builder.compare(ComparePredicate::UnsignedLess, sizes[number], builder.index(largest + 1));
        builder.assert_that(
            fits,
            &format!(
                "level {number} of the result has more coordinates than {width} bits can tell apart: use wider ones"
            ),
        );
    }
}

/// Stops the program where levels that have room for every coordinate have more places together than memory can.
pub fn refuse_huge<'c>(builder: &Builder<'c>, sizes: &[Value<'c>]) {
    const MOST: f64 = (1u64 << 59) as f64;
    let known: Option<Vec<f64>> = sizes.iter().map(|size| constant_number(*size)).collect();
    if sizes.len() < 2 || known.is_some_and(|known| known.into_iter().product::<f64>() < MOST) {
        return;
    }
    // As floating-point numbers, which do not wrap.
    let (double, integer) = (builder.parse_type("f64"), IntegerType::new(builder.context(), 64).into());
    let as_double = |size: &Value<'c>| {
        let size = builder.value("arith.index_castui", &[*size], integer, &[]);
        builder.value("arith.uitofp", &[size], double, &[])
    };
    let product = sizes.iter().map(as_double).reduce(|left, right| builder.binary("arith.mulf", left, right));
    let product = product.expect("there are two sizes at least");
    // Ordered and less.
    let less = ("predicate", builder.i64_attribute(4));
    let fits = builder.value("arith.cmpf", &[product, builder.number(MOST, double)], builder.bool_type(), &[less]);
    builder.assert_that(fits, "the result has more places than any memory: store fewer of its levels densely");
}

/// Stops the program where the positions of a level do not fit their width.
pub fn refuse_too_many<'c>(builder: &Builder<'c>, format: Format<'c>, level: usize, count: Value<'c>) {
    let width = format.position_width();
    if width >= 64 {
        return;
    }
    let most = if width < 32 { 1 << width } else { 1i64 << 31 };
    let fits = builder.compare(ComparePredicate::UnsignedLess, count, builder.index(most));
    builder.assert_that(fits, &too_many(format, level));
}

/// What is said where the positions of a level do not fit their width.
pub fn too_many(format: Format<'_>, level: usize) -> String {
    let width = format.position_width();
    format!("level {level} of the result has more nodes than positions of {width} bits can count: use wider positions")
}

/// The number of coordinates that share the array of a level: its own and those of interleaved levels below.
pub fn stride(format: Format<'_>, level: usize) -> i64 {
    let levels = format.levels();
    1 + levels[level + 1..].iter().take_while(|below| below.interleaved).count() as i64
}

/// The size of each level of a tensor whose dynamic dimensions have these sizes.
pub fn level_sizes<'c>(
    builder: &Builder<'c>,
    r#type: Type<'c>,
    format: Format<'c>,
    dynamic: &[Value<'c>],
) -> Vec<Value<'c>> {
    let mut dynamic = dynamic.iter();
    let sizes: Vec<_> = shape(r#type)
        .unwrap_or_default()
        .into_iter()
        .map(|size| match size {
            Some(size) => builder.index(size as i64),
            None => *dynamic.next().expect("the verifier asks for all sizes"),
        })
        .collect();
    let of = Sizes { builder, dimension: &|dimension| sizes[dimension] };
    let forms = Mapping::new(format).expect("checked before").forms;
    forms.into_iter().map(|form| of.of(&form.expect("results have no slots"))).collect()
}

pub fn allocate<'c>(builder: &Builder<'c>, r#type: Type<'c>, length: Value<'c>) -> Value<'c> {
    builder.value("memref.alloc", &[length], r#type, &[builder.segments(&[1, 0])])
}

fn length<'c>(builder: &Builder<'c>, array: Value<'c>) -> Value<'c> {
    crate::nest::build::dimension_var(builder, array, 0).extent
}

fn fill<'c>(builder: &Builder<'c>, array: Value<'c>, (low, high): (Value<'c>, Value<'c>), value: Value<'c>) {
    builder.for_loop((low, high, builder.index(1)), &[], |builder, at, _| {
        builder.store(value, array, &[at]);
        Vec::new()
    });
}

/// Gives segments that were never closed no children: each ends where the one before it does.
fn fill_gaps<'c>(builder: &Builder<'c>, array: Value<'c>, parents: Value<'c>) {
    let first = builder.load(array, &[builder.index(0)]);
    builder.for_loop((builder.index(0), parents, builder.index(1)), &[first], |builder, parent, before| {
        let at = builder.binary("arith.addi", parent, builder.index(1));
        let end = builder.binary("arith.maxui", before[0], builder.load(array, &[at]));
        builder.store(end, array, &[at]);
        vec![end]
    });
}

/// The start of an array, as long as `length`.
pub fn exactly<'c>(builder: &Builder<'c>, array: Value<'c>, length: Value<'c>) -> Value<'c> {
    let array_of = |text: &str| builder.parse_attribute(text);
    let attributes = [
        ("static_offsets", array_of("array<i64: 0>")),
        ("static_sizes", array_of("array<i64: -9223372036854775808>")),
        ("static_strides", array_of("array<i64: 1>")),
        builder.segments(&[1, 0, 1, 0]),
    ];
    builder.value("memref.reinterpret_cast", &[array, length], array.r#type(), &attributes)
}

pub fn narrow<'c>(builder: &Builder<'c>, index: Value<'c>, r#type: Type<'c>) -> Value<'c> {
    builder.value("arith.index_cast", &[index], r#type, &[])
}
