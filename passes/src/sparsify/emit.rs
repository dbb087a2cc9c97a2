//! Emits a nest that [`super::check`] has passed, in cursor form.

mod folds;
mod presence;
mod rows;

use super::{
    cursor::{Cursor, cursors_of},
    fill,
    lanes::{Lanes, is_vector, reduce},
    stored_results::{Assembly, is_true, stored_targets},
    walk::{Inside, Walk, plan},
};
use crate::{
    analysis::{iteration_graph::level_subscripts, lattice::Lattice},
    combine::{combine, neutral},
    fp::FpMode,
    levels::Parents,
    nest::{Access, Expr, ExprId, Limit, Nest, Stmt, TensorId, VarId, Write, subscript::Subscript, writes},
};
use presence::{Kept, choose};

use lacuna_dialects::{
    builder::{Builder, ComparePredicate, is_float},
    ir::{Value, has_unit_last_stride, results},
};
use melior::ir::{Attribute, ValueLike, attribute::DenseI64ArrayAttribute};

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
}

/// Emits the statements of a nest before its operation.
///
/// Gives the new value of each stored result.
pub fn emit<'c>(nest: &Nest<'c>, builder: &Builder<'c>, choices: Choices) -> Vec<(TensorId, Value<'c>)> {
    let mut finished = Vec::new();
    for (index, statement) in nest.body.iter().enumerate() {
        if let Some((buffer, value)) = fill::plan(nest, statement) {
            fill::emit(builder, buffer, value);
            continue;
        }
        let before = index.checked_sub(1).map(|before| &nest.body[before]);
        let cursors = cursors_of(nest, statement);
        let assemblies = stored_targets(nest, statement)
            .into_iter()
            .map(|target| {
                let levels = level_subscripts(nest, &target).expect("checked before");
                let sources: Vec<_> = cursors.iter().map(|cursor| cursor.site(nest).tensor).collect();
                Assembly::start(builder, nest, target.tensor, levels, &sources)
            })
            .collect();
        let mut emitter = Emitter {
            nest: nest.clone(),
            choices,
            // To the letter, 0 + -0 is 0.
            is_fresh: (choices.fp == FpMode::Fast || !adds_floats(nest, statement))
                && before.is_some_and(|before| fill::leaves_zeros_for(nest, before, statement, &cursors)),
            cursors,
            vars: vec![None; nest.vars.len()],
            lanes: None,
            known: Vec::new(),
            assemblies,
            hits: None,
        };
        emitter.statement(builder, statement);
        for assembly in std::mem::take(&mut emitter.assemblies) {
            finished.push((assembly.tensor, assembly.finish(builder, nest)));
        }
    }
    finished
}

/// What emission knows at the place where it stands.
pub struct Emitter<'c> {
    pub(super) nest: Nest<'c>,
    choices: Choices,
    /// Whether the result holds zeros and each of its points is written once, so that adding is storing.
    is_fresh: bool,
    cursors: Vec<Cursor<'c>>,
    /// The value of each variable whose loop is open; that of lane 0 for the one that runs in lanes.
    pub(super) vars: Vec<Option<Value<'c>>>,
    lanes: Option<Lanes<'c>>,
    /// Expressions that have a value here, innermost scope last.
    known: Vec<(ExprId, Value<'c>)>,
    /// The stored results of the statement.
    pub(super) assemblies: Vec<Assembly<'c>>,
    /// Where it is asked: whether the folds of a value found something to combine, one after the other.
    hits: Option<Vec<Value<'c>>>,
}

impl<'c> Emitter<'c> {
    fn statement(&mut self, builder: &Builder<'c>, statement: &Stmt<'c>) {
        match statement {
            Stmt::Write(write) => self.write(&builder.located(write.location), write),
            Stmt::Loop(inner) => {
                let inside = Inside::Statements(inner.body.clone());
                let accesses = inside.accesses(&self.nest);
                match inner.vector.filter(|_| self.are_neighbours(inner.var, &accesses)) {
                    None => {
                        self.walk(builder, inner.var, &inside, &[]);
                    }
                    Some(width) => self.strips(builder, inner.var, width, &mut |emitter, builder| {
                        emitter.inside(builder, &inside, &[]);
                    }),
                }
            }
        }
    }

    /// What a loop runs for one value of its variable; gives the next carried values.
    fn inside(&mut self, builder: &Builder<'c>, inside: &Inside<'c>, carried: &[Value<'c>]) -> Vec<Value<'c>> {
        match inside {
            Inside::Statements(body) => {
                body.iter().for_each(|statement| self.statement(builder, statement));
                Vec::new()
            }
            Inside::Fold { combiner, body } => {
                let body = self.with_present(*body);
                let (mut value, kept) = match self.kept(builder, body) {
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

    /// Whether neighbouring values of `var` are neighbours in memory: bufferization may have made an operand a view
    /// with strides, which lanes cannot load.
    fn are_neighbours(&self, var: VarId, accesses: &[Access]) -> bool {
        accesses
            .iter()
            .filter(|access| access.mentions(var))
            .all(|access| has_unit_last_stride(self.nest.tensor(access.tensor).operand.r#type()))
    }

    /// A loop over one value of `var` at a time; gives the last carried values.
    fn walk(
        &mut self,
        builder: &Builder<'c>,
        var: VarId,
        inside: &Inside<'c>,
        carried: &[Value<'c>],
    ) -> Vec<Value<'c>> {
        let walk = plan(&mut self.nest, &self.cursors, var, inside, builder.location())
            .unwrap_or_else(|_| unreachable!("a checked nest can be planned"));
        let assembly = self.assembly_at(var);
        let last = match (walk.drivers.as_slice(), walk.cases.as_slice()) {
            (_, []) => carried.to_vec(),
            ([], [case, ..]) => {
                let range = (builder.index(0), self.nest.var(var).extent, builder.index(1));
                builder.for_loop(range, carried, |builder, value, carried| {
                    self.case(builder, var, value, (&walk.located, &[]), &[], &case.inside, carried)
                })
            }
            ([driver], [case]) if case.present == 1 => {
                self.iterate(builder, var, *driver, (&walk.located, &walk.probed), &case.inside, carried)
            }
            _ => self.coiterate(builder, var, &walk, carried),
        };
        self.vars[var.0] = None;
        if let Some(assembly) = assembly {
            let is_limited = self.nest.limits.iter().any(|limit| limit.subscript.mentions(var));
            let takes_all = walk.cases.len() == 1 << walk.drivers.len() && !is_limited;
            self.close_segment(builder, assembly, !takes_all);
        }
        last
    }

    /// One case of a loop, at `value` of its variable, in which some cursors have entered their next level.
    #[expect(clippy::too_many_arguments, reason = "the parts of one loop body")]
    fn case(
        &mut self,
        builder: &Builder<'c>,
        var: VarId,
        value: Value<'c>,
        (located, probed): (&[usize], &[usize]),
        entered: &[(usize, Parents<'c>)],
        inside: &Inside<'c>,
        carried: &[Value<'c>],
    ) -> Vec<Value<'c>> {
        let depth = self.known.len();
        self.vars[var.0] = Some(value);
        let saved: Vec<_> = located
            .iter()
            .copied()
            .chain(entered.iter().map(|(index, _)| *index))
            .chain(probed.iter().copied())
            .map(|index| (index, self.cursors[index].depth, self.cursors[index].at))
            .collect();
        let leaves = self.limits_at(var, entered);
        for (index, at) in entered {
            self.cursors[*index].enter();
            self.cursors[*index].at = Some(*at);
        }
        if let [(driver, _)] = entered {
            self.fetch_rows(builder, var, *driver, &inside.accesses(&self.nest));
        }
        self.locate_all(builder, var, located);
        let mut conditions = self.probe_all(builder, var, probed);
        conditions.extend(leaves.iter().map(|limit| self.is_within(builder, limit)));
        let next = self.guarded(builder, conditions, carried, |emitter, builder| match emitter.assembly_at(var) {
            Some(assembly) => {
                emitter.assemble_node(builder, assembly, |emitter, builder| emitter.inside(builder, inside, carried))
            }
            None => emitter.inside(builder, inside, carried),
        });
        for (index, depth, at) in saved {
            self.cursors[index].depth = depth;
            self.cursors[index].at = at;
        }
        self.known.truncate(depth);
        next
    }

    /// Runs `body` where all conditions hold; else the carried values stay.
    fn guarded(
        &mut self,
        builder: &Builder<'c>,
        conditions: Vec<Value<'c>>,
        carried: &[Value<'c>],
        body: impl FnOnce(&mut Self, &Builder<'c>) -> Vec<Value<'c>>,
    ) -> Vec<Value<'c>> {
        match conditions.into_iter().reduce(|left, right| builder.binary("arith.andi", left, right)) {
            None => body(self, builder),
            Some(condition) => {
                let types: Vec<_> = carried.iter().map(|value| value.r#type()).collect();
                builder.if_else(condition, &types, |builder| body(self, builder), |_| carried.to_vec())
            }
        }
    }

    /// The limits that say something once the loop over `var` is open: those of whose variables it is the last. The
    /// cursors that drive it may keep them by themselves.
    fn limits_at(&self, var: VarId, entered: &[(usize, Parents<'c>)]) -> Vec<Limit<'c>> {
        let keeps = |cursor: &Cursor<'c>| {
            let level = cursor.depth;
            cursor.level_format(level).capabilities().keeps_inside
        };
        if entered.iter().any(|(index, _)| keeps(&self.cursors[*index])) {
            return Vec::new();
        }
        let is_open = |other: VarId| other == var || self.vars[other.0].is_some();
        let said = |limit: &&Limit| {
            limit.subscript.mentions(var) && limit.subscript.terms().iter().all(|(other, _)| is_open(*other))
        };
        self.nest.limits.iter().filter(said).cloned().collect()
    }

    fn is_within(&self, builder: &Builder<'c>, limit: &Limit<'c>) -> Value<'c> {
        // One comparison for both ends: what is negative is large.
        let place = self.index(builder, &limit.subscript);
        builder.compare(ComparePredicate::UnsignedLess, place, limit.extent)
    }

    /// Enters the next level of cursors that may hold the value of `var`; gives whether they do.
    fn probe_all(&mut self, builder: &Builder<'c>, var: VarId, cursors: &[usize]) -> Vec<Value<'c>> {
        let coordinate = self.vars[var.0].expect("the loop is open");
        let mut conditions = Vec::new();
        for index in cursors {
            let site = self.cursors[*index].site(&self.nest);
            let parent = self.cursors[*index].position().unwrap_or_else(|| builder.index(0));
            let level = ("level", builder.i64_attribute(site.level as i64));
            let types = [builder.index_type(), builder.bool_type()];
            let found = results(builder.create(
                "sloop.locate",
                &[coordinate, site.tensor, parent],
                &types,
                &[level],
                Vec::new(),
            ));
            conditions.push(found[1]);
            let cursor = &mut self.cursors[*index];
            cursor.enter();
            cursor.at = Some(Parents::One(found[0]));
        }
        conditions
    }

    /// The position or positions under which the next level of a cursor is walked.
    fn parents(&self, builder: &Builder<'c>, cursor: usize) -> Vec<Value<'c>> {
        match self.cursors[cursor].at {
            None => vec![builder.index(0)],
            Some(Parents::One(position)) => vec![position],
            Some(Parents::Range(first, last)) => vec![first, last],
        }
    }

    /// The coordinates of the levels above the next one of a cursor.
    fn given(&self, builder: &Builder<'c>, cursor: usize) -> Vec<Value<'c>> {
        let cursor = &self.cursors[cursor];
        cursor.subscripts[..cursor.depth].iter().map(|subscript| self.index(builder, subscript)).collect()
    }

    /// A loop over the stored coordinates of the next level of a cursor.
    fn iterate(
        &mut self,
        builder: &Builder<'c>,
        var: VarId,
        (driver, segments): (usize, bool),
        others: (&[usize], &[usize]),
        inside: &Inside<'c>,
        carried: &[Value<'c>],
    ) -> Vec<Value<'c>> {
        let cursor = &self.cursors[driver];
        let site = cursor.site(&self.nest);
        // The arrays of levels that have a position an entry are the longest, and read from one end to the other.
        let is_innermost =
            (site.level + 1..cursor.vars.len()).all(|below| cursor.level_format(below).properties().branchless);
        let (parents, given) = (self.parents(builder, driver), self.given(builder, driver));
        let carried_types: Vec<_> = carried.iter().map(|value| value.r#type()).collect();
        let cursors = if segments { 3 } else { 2 };
        let parameters: Vec<_> =
            std::iter::repeat_n(builder.index_type(), cursors).chain(carried_types.iter().copied()).collect();
        let region = builder.region(&parameters, |builder, arguments| {
            let at = if segments { Parents::Range(arguments[1], arguments[2]) } else { Parents::One(arguments[1]) };
            let carried = &arguments[cursors..];
            let next = self.case(builder, var, arguments[0], others, &[(driver, at)], inside, carried);
            builder.create("sloop.yield", &next, &[], &[], Vec::new());
        });
        let mut attributes: Vec<(&str, Attribute)> = vec![
            ("level", builder.i64_attribute(site.level as i64)),
            builder.segments(&[1, parents.len(), given.len(), carried.len()]),
        ];
        if segments {
            attributes.push(("segments", Attribute::unit(builder.context())));
        }
        if self.choices.ahead > 0 && is_innermost {
            attributes.push(("ahead", builder.i64_attribute(self.choices.ahead as i64)));
        }
        let operands: Vec<_> =
            std::iter::once(site.tensor).chain(parents).chain(given).chain(carried.iter().copied()).collect();
        results(builder.create("sloop.iterate", &operands, &carried_types, &attributes, vec![region]))
    }

    /// A loop that merges the next levels of several cursors, or of some with every value of `var`.
    fn coiterate(
        &mut self,
        builder: &Builder<'c>,
        var: VarId,
        walk: &Walk<'c>,
        carried: &[Value<'c>],
    ) -> Vec<Value<'c>> {
        let (mut tensors, mut levels) = (Vec::new(), Vec::new());
        let (mut parents, mut parent_counts) = (Vec::new(), Vec::new());
        let (mut given, mut given_counts) = (Vec::new(), Vec::new());
        for (driver, _) in &walk.drivers {
            let site = self.cursors[*driver].site(&self.nest);
            tensors.push(site.tensor);
            levels.push(site.level as i64);
            let (above, coordinates) = (self.parents(builder, *driver), self.given(builder, *driver));
            parent_counts.push(above.len() as i64);
            given_counts.push(coordinates.len() as i64);
            parents.extend(above);
            given.extend(coordinates);
        }
        let carried_types: Vec<_> = carried.iter().map(|value| value.r#type()).collect();
        let regions = walk.cases.iter().map(|case| {
            let present: Vec<_> = Lattice::members(case.present).map(|bit| walk.drivers[bit]).collect();
            let positions: usize = present.iter().map(|(_, segments)| if *segments { 2 } else { 1 }).sum();
            let parameters: Vec<_> =
                std::iter::repeat_n(builder.index_type(), 1 + positions).chain(carried_types.iter().copied()).collect();
            builder.region(&parameters, |builder, arguments| {
                let mut rest = &arguments[1..];
                let mut entered = Vec::new();
                for (driver, segments) in present {
                    let at = if segments { Parents::Range(rest[0], rest[1]) } else { Parents::One(rest[0]) };
                    rest = &rest[if segments { 2 } else { 1 }..];
                    entered.push((driver, at));
                }
                let others = (walk.located.as_slice(), walk.probed.as_slice());
                let next = self.case(builder, var, arguments[0], others, &entered, &case.inside, rest);
                builder.create("sloop.yield", &next, &[], &[], Vec::new());
            })
        });
        let regions = regions.collect();
        let numbers =
            |numbers: &[i64]| -> Attribute<'c> { DenseI64ArrayAttribute::new(builder.context(), numbers).into() };
        let cases: Vec<_> = walk.cases.iter().map(|case| i64::from(case.present)).collect();
        let segments: Vec<_> = walk.drivers.iter().map(|(_, segments)| segments.to_string()).collect();
        let extent: Vec<_> = walk.lattice.takes_all().then(|| self.nest.var(var).extent).into_iter().collect();
        let attributes = [
            ("levels", numbers(&levels)),
            ("parentCounts", numbers(&parent_counts)),
            ("givenCounts", numbers(&given_counts)),
            ("segments", builder.parse_attribute(&format!("array<i1: {}>", segments.join(", ")))),
            ("cases", numbers(&cases)),
            builder.segments(&[tensors.len(), parents.len(), given.len(), extent.len(), carried.len()]),
        ];
        let operands: Vec<_> = [tensors, parents, given, extent, carried.to_vec()].into_iter().flatten().collect();
        results(builder.create("sloop.coiterate", &operands, &carried_types, &attributes, regions))
    }

    /// Enters the next level of cursors whose level can compute the position of `var`'s value.
    fn locate_all(&mut self, builder: &Builder<'c>, var: VarId, cursors: &[usize]) {
        let coordinate = self.vars[var.0].expect("the loop is open");
        for index in cursors {
            let site = self.cursors[*index].site(&self.nest);
            let parent = self.cursors[*index].position().unwrap_or_else(|| builder.index(0));
            let position = locate(builder, site.tensor, site.level, parent, coordinate);
            let cursor = &mut self.cursors[*index];
            cursor.enter();
            cursor.at = Some(Parents::One(position));
        }
    }

    /// Blocks of lanes that together take every value of `var`.
    fn strips(&mut self, builder: &Builder<'c>, var: VarId, width: i64, body: &mut dyn FnMut(&mut Self, &Builder<'c>)) {
        let extent = *self.nest.var(var);
        let zero = builder.index(0);
        match extent.size.map(|size| size as i64) {
            Some(size) => {
                let whole = size - size % width;
                if whole == width {
                    self.block(builder, Lanes { var, width, base: zero, mask: None }, body);
                } else if whole > 0 {
                    let range = (zero, builder.index(whole), builder.index(width));
                    builder.for_loop(range, &[], |builder, base, _| {
                        self.block(builder, Lanes { var, width, base, mask: None }, body);
                        Vec::new()
                    });
                }
                if size > whole {
                    let base = builder.index(whole);
                    self.block(builder, Lanes { var, width: size - whole, base, mask: None }, body);
                }
            }
            None => {
                let (whole, rest) = whole_strips(builder, extent.extent, width);
                let range = (zero, whole, builder.index(width));
                builder.for_loop(range, &[], |builder, base, _| {
                    self.block(builder, Lanes { var, width, base, mask: None }, body);
                    Vec::new()
                });
                let some = builder.compare(ComparePredicate::NotEqual, rest, zero);
                builder.if_else(
                    some,
                    &[],
                    |builder| {
                        let mask = create_mask(builder, rest, width);
                        self.block(builder, Lanes { var, width, base: whole, mask: Some(mask) }, body);
                        Vec::new()
                    },
                    |_| Vec::new(),
                );
            }
        }
    }

    /// Code for one block of lanes.
    fn block(&mut self, builder: &Builder<'c>, lanes: Lanes<'c>, body: &mut dyn FnMut(&mut Self, &Builder<'c>)) {
        let depth = self.known.len();
        let outer = self.lanes.replace(lanes);
        debug_assert!(outer.is_none(), "lanes do not nest");
        self.vars[lanes.var.0] = Some(lanes.base);
        body(self, builder);
        self.vars[lanes.var.0] = None;
        self.lanes = outer;
        self.known.truncate(depth);
    }

    fn write(&mut self, builder: &Builder<'c>, write: &Write<'c>) {
        if self.nest.tensor(write.target.tensor).format.is_some() {
            return self.write_stored(builder, write);
        }
        let depth = self.known.len();
        let kept = self.with_present(write.value);
        let kept = self.kept(builder, kept);
        self.known.truncate(depth);
        match kept {
            Kept::Never => {}
            Kept::Always(value) => self.write_dense(builder, write, value),
            Kept::Where(condition, value) => {
                builder.if_else(
                    condition,
                    &[],
                    |builder| {
                        self.write_dense(builder, write, value);
                        Vec::new()
                    },
                    |_| Vec::new(),
                );
            }
        }
    }

    fn write_dense(&mut self, builder: &Builder<'c>, write: &Write<'c>, mut value: Value<'c>) {
        let buffer = self.nest.tensor(write.target.tensor).operand;
        let indices = self.indices(builder, &write.target);
        let flags = self.choices.fp.flags();
        let combiner = write.combiner.filter(|_| !self.is_fresh);
        let along = self.lanes.filter(|lanes| write.target.mentions(lanes.var));
        match (along, combiner) {
            (Some(lanes), combiner) => {
                value = lanes.spread(builder, value);
                if let Some(combiner) = combiner {
                    let old = lanes.load(builder, buffer, &indices);
                    value = combine(builder, combiner, old, value, flags);
                }
                lanes.store(builder, value, buffer, &indices);
            }
            (None, combiner) => {
                if let (Some(lanes), Some(combiner)) = (self.lanes, write.combiner) {
                    // The point is the same for all lanes, each of which combines into it.
                    let vector = lanes.spread(builder, value);
                    value = reduce(builder, combiner, lanes.neutralize(builder, combiner, vector), flags);
                }
                if let Some(combiner) = combiner {
                    let old = builder.load(buffer, &indices);
                    value = combine(builder, combiner, old, value, flags);
                }
                builder.store(value, buffer, &indices);
            }
        }
    }

    /// A point of a stored result: it is stored where something was found for it.
    fn write_stored(&mut self, builder: &Builder<'c>, write: &Write<'c>) {
        let depth = self.known.len();
        self.hits = self.depends_on_hits(write).then(Vec::new);
        let value = self.with_present(write.value);
        let (value, stored) = match self.kept(builder, value) {
            Kept::Never => {
                self.known.truncate(depth);
                self.hits = None;
                return;
            }
            Kept::Always(value) => (value, None),
            Kept::Where(condition, value) => (value, Some(condition)),
        };
        self.known.truncate(depth);
        let tensor = write.target.tensor;
        let hits = self.hits.take().unwrap_or_default();
        let found = hits.into_iter().reduce(|left, right| builder.binary("arith.ori", left, right));
        let kept =
            (self.choices.drop_zeros || self.nest.drop_fill).then(|| self.differs_from_fill(builder, tensor, value));
        let conditions = found.into_iter().chain(stored).filter(|found| !is_true(*found)).chain(kept);
        match conditions.reduce(|left, right| builder.binary("arith.andi", left, right)) {
            None => self.put(builder, tensor, value),
            Some(condition) => {
                builder.if_else(
                    condition,
                    &[],
                    |builder| {
                        self.put(builder, tensor, value);
                        Vec::new()
                    },
                    |_| Vec::new(),
                );
            }
        }
    }

    fn expression(&mut self, builder: &Builder<'c>, id: ExprId) -> Value<'c> {
        if let Some((_, value)) = self.known.iter().rev().find(|(known, _)| *known == id) {
            return *value;
        }
        let node = self.nest.node(id).clone();
        let builder = &builder.located(node.location);
        let value = match &node.expr {
            Expr::Outside(value) => return *value,
            Expr::Index(var) => return self.vars[var.0].expect("an index variable's loop encloses its uses"),
            Expr::Constant(known) => known.value.emit(builder, node.r#type),
            Expr::Read(access) => self.read(builder, access),
            // Where something is asked of an operand, it has been walked to an entry.
            Expr::Stored(_) => builder.number(-1.0, builder.bool_type()),
            Expr::Scalar { template, operands } => {
                let mut operands: Vec<_> = operands.iter().map(|operand| self.expression(builder, *operand)).collect();
                let mut r#type = node.r#type;
                if let Some(lanes) = self.lanes.filter(|_| operands.iter().any(|operand| is_vector(*operand))) {
                    operands = operands.into_iter().map(|operand| lanes.spread(builder, operand)).collect();
                    r#type = builder.vector_type(lanes.width, r#type);
                }
                let fast = builder.parse_attribute(self.choices.fp.flags());
                let extra: &[_] = if self.choices.fp == FpMode::Fast && template_has_fastmath(*template) {
                    &[("fastmath", fast)]
                } else {
                    &[]
                };
                builder.clone_scalar(*template, &operands, r#type, extra)
            }
            Expr::Combine { combiner, left, right } => {
                let (mut left, mut right) = (self.expression(builder, *left), self.expression(builder, *right));
                if let Some(lanes) = self.lanes.filter(|_| is_vector(left) || is_vector(right)) {
                    (left, right) = (lanes.spread(builder, left), lanes.spread(builder, right));
                }
                combine(builder, *combiner, left, right, self.choices.fp.flags())
            }
            Expr::Fold { var, vector, combiner, body } => {
                match vector.filter(|_| self.are_neighbours(*var, &self.nest.reads(*body))) {
                    Some(width) => self.fold_lanes(builder, *var, width, *combiner, *body),
                    None => self.fold(builder, *var, *combiner, *body, id),
                }
            }
        };
        self.known.push((id, value));
        value
    }

    fn read(&mut self, builder: &Builder<'c>, access: &Access) -> Value<'c> {
        let tensor = *self.nest.tensor(access.tensor);
        if tensor.format.is_some() {
            let cursor = self.cursors.iter().find(|cursor| cursor.access == *access).expect("every access has one");
            let position = if cursor.random {
                let site = cursor.site(&self.nest);
                cursor.subscripts.iter().enumerate().fold(builder.index(0), |parent, (level, subscript)| {
                    let coordinate = self.index(builder, subscript);
                    locate(builder, site.tensor, level, parent, coordinate)
                })
            } else {
                match cursor.at {
                    None => builder.index(0),
                    Some(Parents::One(position)) => position,
                    Some(Parents::Range(first, last)) => {
                        let element = builder.scalar_type(tensor.r#type);
                        return builder.value("sloop.value", &[tensor.operand, first, last], element, &[]);
                    }
                }
            };
            let element = builder.scalar_type(tensor.r#type);
            return builder.value("sloop.value", &[tensor.operand, position], element, &[]);
        }
        let indices = self.indices(builder, access);
        match self.lanes.filter(|lanes| access.mentions(lanes.var)) {
            Some(lanes) => lanes.load(builder, tensor.operand, &indices),
            None => builder.load(tensor.operand, &indices),
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

/// The part of an extent that whole strips cover, and what is left.
fn whole_strips<'c>(builder: &Builder<'c>, extent: Value<'c>, width: i64) -> (Value<'c>, Value<'c>) {
    let rest = builder.binary("arith.remui", extent, builder.index(width));
    (builder.binary("arith.subi", extent, rest), rest)
}

fn create_mask<'c>(builder: &Builder<'c>, count: Value<'c>, width: i64) -> Value<'c> {
    let r#type = builder.vector_type(width, builder.bool_type());
    builder.value("vector.create_mask", &[count], r#type, &[])
}

/// Whether what a statement writes is floating point.
fn adds_floats(nest: &Nest<'_>, statement: &Stmt<'_>) -> bool {
    writes(std::slice::from_ref(statement)).iter().any(|(_, write)| is_float(nest.node(write.value).r#type))
}

/// Whether the operation computes with floating point, and so takes `fastmath` flags.
fn template_has_fastmath(template: lacuna_dialects::ir::Op<'_>) -> bool {
    use melior::ir::operation::OperationLike;
    template.has_attribute("fastmath")
        && lacuna_dialects::ir::results(template).iter().all(|result| is_float(result.r#type()))
}
