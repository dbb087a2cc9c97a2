//! Loops over levels: one value of a variable at a time, in the cases that its walk distinguishes.

use super::{Emitter, locate, presence::choose};
use crate::{
    analysis::lattice::Lattice,
    index::VarId,
    levels::{LevelSite, Parents},
    sparsify::{
        blend::{blend, can_be_wasted},
        cursor::Cursor,
        walk::{Driver, Inside, Surroundings, Walk, plan},
    },
};
use lacuna_dialects::{
    builder::Builder,
    format::Format,
    ir::{Value, name_argument, results, tensor_type},
};
use lacuna_layout::{DimExpr, Level, LevelKind, Width};
use melior::ir::{Attribute, ValueLike, attribute::DenseI64ArrayAttribute};

impl<'c> Emitter<'_, 'c> {
    /// A loop over one value of `var` at a time; gives the last carried values.
    pub(super) fn walk(
        &mut self,
        builder: &Builder<'c>,
        var: VarId,
        inside: &Inside,
        carried: &[Value<'c>],
    ) -> Vec<Value<'c>> {
        let open: Vec<_> = (0..self.vars.len()).map(VarId).filter(|var| self.vars[var.0].is_some()).collect();
        let around = Surroundings { open: &open, ordered: &self.ordered };
        let place = self.nest.place;
        let walk = plan(&mut self.nest, &self.cursors, around, var, inside, place)
            .unwrap_or_else(|_| unreachable!("a checked nest can be planned"));
        let assembly = self.assembly_at(var);
        let reserved = assembly.filter(|assembly| self.reserve(builder, *assembly, var, &walk));
        let last = match (walk.drivers.as_slice(), walk.cases.as_slice()) {
            (_, []) => carried.to_vec(),
            ([], [case, ..]) => {
                let range = (builder.index(0), self.extent(var), builder.index(1));
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
        if let Some(assembly) = reserved {
            self.assemblies[assembly].is_reserved = false;
        }
        if let Some(assembly) = assembly {
            let is_limited = self.limits.iter().any(|limit| limit.subscript.mentions(var));
            let takes_all = walk.cases.len() == 1 << walk.drivers.len() && !is_limited;
            self.close_segment(builder, assembly, !takes_all);
        }
        last
    }

    /// How often a loop runs at most.
    pub(in crate::sparsify) fn most_rounds(&self, builder: &Builder<'c>, var: VarId, walk: &Walk) -> Value<'c> {
        if walk.drivers.is_empty() || walk.lattice.takes_all() {
            return self.extent(var);
        }
        let count = |driver: usize| {
            let site = self.site(driver);
            let (parents, given) = (self.parents(builder, driver), self.given(builder, driver));
            let attributes = [
                ("level", builder.i64_attribute(site.level as i64)),
                builder.segments(&[1, parents.len(), given.len()]),
            ];
            let operands: Vec<_> = std::iter::once(site.tensor).chain(parents).chain(given).collect();
            builder.value("sloop.node_count", &operands, builder.index_type(), &attributes)
        };
        // Drivers that every case needs bound the loop, each alone; others add up.
        let common: Vec<_> = Lattice::members(walk.lattice.common()).map(|bit| walk.drivers[bit].cursor).collect();
        let (drivers, join) = if common.is_empty() {
            (walk.drivers.iter().map(|driver| driver.cursor).collect(), "arith.addi")
        } else {
            (common, "arith.minui")
        };
        let counts = drivers.into_iter().map(count);
        counts.reduce(|left, right| builder.binary(join, left, right)).expect("the loop has drivers")
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
        inside: &Inside,
        carried: &[Value<'c>],
    ) -> Vec<Value<'c>> {
        let depth = self.known.len();
        name_argument(value, &self.nest.var_name(var));
        self.vars[var.0] = Some(value);
        let saved: Vec<_> = located
            .iter()
            .copied()
            .chain(entered.iter().map(|(index, _)| *index))
            .chain(probed.iter().copied())
            .map(|index| (index, self.cursors[index].depth, self.at[index]))
            .collect();
        let leaves = self.limits_at(var, entered);
        for (index, at) in entered {
            self.cursors[*index].enter();
            self.at[*index] = Some(*at);
        }
        if let [(driver, _)] = entered {
            self.fetch_rows(builder, var, *driver, &inside.accesses(&self.nest));
        }
        self.locate_all(builder, var, located);
        let filled_up_to = self.fill_passed(builder, var, value, carried);
        let carried = if filled_up_to.is_some() { &[] } else { carried };
        let mut conditions = self.probe_all(builder, var, probed);
        if leaves.is_empty() && self.can_compute_anyway(probed, inside) {
            self.counts_where = self.anywhere(builder, probed, std::mem::take(&mut conditions));
        }
        conditions.extend(leaves.iter().map(|limit| self.is_within(builder, limit)));
        let next = self.guarded(builder, conditions, carried, |emitter, builder| {
            emitter.by_wholes(builder, var, carried, |emitter, builder| match emitter.assembly_at(var) {
                Some(assembly) => emitter
                    .assemble_node(builder, assembly, |emitter, builder| emitter.inside(builder, inside, carried)),
                None => emitter.inside(builder, inside, carried),
            })
        });
        self.counts_where = None;
        for (index, depth, at) in saved {
            self.cursors[index].depth = depth;
            self.at[index] = at;
        }
        self.known.truncate(depth);
        filled_up_to.map_or(next, |row| vec![row])
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

    /// Whether what a loop computes can be computed as well where cursors that were looked up store nothing, and is
    /// cheaper than a branch.
    fn can_compute_anyway(&self, probed: &[usize], inside: &Inside) -> bool {
        let Inside::Fold { body, .. } = inside else { return false };
        let has_a_value = |cursor: &Cursor| {
            cursor.level(cursor.depth - 1).capabilities().never_empty && cursor.depth == cursor.vars.len()
        };
        self.lanes.is_none()
            && probed.iter().all(|index| has_a_value(&self.cursors[*index]))
            && can_be_wasted(&self.nest, *body)
    }

    /// Lets cursors that were looked up and store nothing stand at their first entry; gives where all store something.
    fn anywhere(&mut self, builder: &Builder<'c>, probed: &[usize], found: Vec<Value<'c>>) -> Option<Value<'c>> {
        for (index, found) in probed.iter().zip(&found) {
            let at = self.position(*index).expect("it has been looked up");
            self.at[*index] = Some(Parents::One(choose(builder, *found, at, builder.index(0))));
        }
        found.into_iter().reduce(|left, right| builder.binary("arith.andi", left, right))
    }

    /// Enters the next level of cursors that may hold the value of `var`; gives whether they do.
    fn probe_all(&mut self, builder: &Builder<'c>, var: VarId, cursors: &[usize]) -> Vec<Value<'c>> {
        let coordinate = self.vars[var.0].expect("the loop is open");
        let mut conditions = Vec::new();
        for index in cursors {
            let site = self.site(*index);
            let parent = self.position(*index).unwrap_or_else(|| builder.index(0));
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
            self.cursors[*index].enter();
            self.at[*index] = Some(Parents::One(found[0]));
        }
        conditions
    }

    /// The tensor, format and next level of a cursor.
    pub(super) fn site(&self, cursor: usize) -> LevelSite<'c> {
        let Cursor { access, depth, .. } = &self.cursors[cursor];
        let tensor = self.binding.value(self.nest.tensor(access.tensor).operand);
        LevelSite { tensor, format: Format::of(tensor.r#type()).expect("a stored tensor"), level: *depth }
    }

    /// The one position that a cursor entered last.
    pub(super) fn position(&self, cursor: usize) -> Option<Value<'c>> {
        match self.at[cursor] {
            Some(Parents::One(position)) => Some(position),
            _ => None,
        }
    }

    /// The position or positions under which the next level of a cursor is walked.
    fn parents(&self, builder: &Builder<'c>, cursor: usize) -> Vec<Value<'c>> {
        match self.at[cursor] {
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
        walked: Driver,
        others: (&[usize], &[usize]),
        inside: &Inside,
        carried: &[Value<'c>],
    ) -> Vec<Value<'c>> {
        let scratch = self.reordered(builder, walked);
        let Driver { cursor: driver, segments, .. } = walked;
        let mut site = self.site(driver);
        let is_fetched_ahead =
            self.choices.ahead > 0 && self.cursors[driver].next_has_position_an_entry() && scratch.is_none();
        let (mut parents, mut given) = (self.parents(builder, driver), self.given(builder, driver));
        if let Some(scratch) = scratch {
            let format = Format::of(scratch.r#type()).expect("a vector of positions");
            (site, parents, given) =
                (LevelSite { tensor: scratch, format, level: 0 }, vec![builder.index(0)], Vec::new());
        }
        let carried_types: Vec<_> = carried.iter().map(|value| value.r#type()).collect();
        let cursors = if segments { 3 } else { 2 };
        let parameters: Vec<_> =
            std::iter::repeat_n(builder.index_type(), cursors).chain(carried_types.iter().copied()).collect();
        let region = builder.region(&parameters, |builder, arguments| {
            let at = match scratch {
                Some(scratch) => Parents::One(original(builder, scratch, arguments[1])),
                None if segments => Parents::Range(arguments[1], arguments[2]),
                None => Parents::One(arguments[1]),
            };
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
        if is_fetched_ahead {
            attributes.push(("ahead", builder.i64_attribute(self.choices.ahead as i64)));
        }
        let operands: Vec<_> =
            std::iter::once(site.tensor).chain(parents).chain(given).chain(carried.iter().copied()).collect();
        let outcome = results(builder.create("sloop.iterate", &operands, &carried_types, &attributes, vec![region]));
        scratch.into_iter().for_each(|scratch| release(builder, scratch));
        outcome
    }

    /// A loop that merges the next levels of several cursors, or of some with every value of `var`.
    fn coiterate(&mut self, builder: &Builder<'c>, var: VarId, walk: &Walk, carried: &[Value<'c>]) -> Vec<Value<'c>> {
        let (mut tensors, mut levels) = (Vec::new(), Vec::new());
        let (mut parents, mut parent_counts) = (Vec::new(), Vec::new());
        let (mut given, mut given_counts) = (Vec::new(), Vec::new());
        let scratch: Vec<_> = walk.drivers.iter().map(|driver| self.reordered(builder, *driver)).collect();
        for (driver, scratch) in walk.drivers.iter().zip(&scratch) {
            let (tensor, level, above, coordinates) = match scratch {
                Some(scratch) => (*scratch, 0, vec![builder.index(0)], Vec::new()),
                None => {
                    let site = self.site(driver.cursor);
                    let (above, coordinates) =
                        (self.parents(builder, driver.cursor), self.given(builder, driver.cursor));
                    (site.tensor, site.level, above, coordinates)
                }
            };
            tensors.push(tensor);
            levels.push(level as i64);
            parent_counts.push(above.len() as i64);
            given_counts.push(coordinates.len() as i64);
            parents.extend(above);
            given.extend(coordinates);
        }
        let carried_types: Vec<_> = carried.iter().map(|value| value.r#type()).collect();
        let blended = if walk.joined { None } else { blend(&mut self.nest, &self.cursors, walk, self.choices.fp) };
        let all = (1 << walk.drivers.len()) - 1;
        let has_range = |driver: &Driver| driver.segments || walk.joined;
        let regions = walk.emitted_cases().map(|case| {
            let present: Vec<_> = Lattice::members(case.present).map(|bit| (walk.drivers[bit], scratch[bit])).collect();
            let positions: usize = present.iter().map(|(driver, _)| if has_range(driver) { 2 } else { 1 }).sum();
            let parts = blended.as_ref().filter(|_| case.present == all);
            let flags = if parts.is_some() { present.len() } else { 0 };
            let parameters: Vec<_> = std::iter::repeat_n(builder.index_type(), 1 + positions)
                .chain(std::iter::repeat_n(builder.bool_type(), flags))
                .chain(carried_types.iter().copied())
                .collect();
            builder.region(&parameters, |builder, arguments| {
                let mut rest = &arguments[1..];
                let mut entered = Vec::new();
                for (driver, scratch) in present {
                    let at = match scratch {
                        Some(scratch) => Parents::One(original(builder, scratch, rest[0])),
                        None if has_range(&driver) => Parents::Range(rest[0], rest[1]),
                        None => Parents::One(rest[0]),
                    };
                    rest = &rest[if has_range(&driver) { 2 } else { 1 }..];
                    entered.push((driver.cursor, at));
                }
                let others = (walk.located.as_slice(), walk.probed.as_slice());
                let (flags, carried) = rest.split_at(flags);
                self.blended = parts.map(|parts| (parts.clone(), flags.to_vec()));
                let next = self.case(builder, var, arguments[0], others, &entered, &case.inside, carried);
                builder.create("sloop.yield", &next, &[], &[], Vec::new());
            })
        });
        let regions = regions.collect();
        let numbers =
            |numbers: &[i64]| -> Attribute<'c> { DenseI64ArrayAttribute::new(builder.context(), numbers).into() };
        let cases: Vec<_> = walk.emitted_cases().map(|case| i64::from(case.present)).collect();
        let segments: Vec<_> = walk.drivers.iter().map(|driver| driver.segments.to_string()).collect();
        let extent: Vec<_> = walk.lattice.takes_all().then(|| self.extent(var)).into_iter().collect();
        let mut attributes = vec![
            ("levels", numbers(&levels)),
            ("parentCounts", numbers(&parent_counts)),
            ("givenCounts", numbers(&given_counts)),
            ("segments", builder.parse_attribute(&format!("array<i1: {}>", segments.join(", ")))),
            ("cases", numbers(&cases)),
            builder.segments(&[tensors.len(), parents.len(), given.len(), extent.len(), carried.len()]),
        ];
        let is_fetched_ahead =
            |driver: &Driver| self.cursors[driver.cursor].next_has_position_an_entry() && !driver.reordered;
        if self.choices.ahead > 0 && walk.drivers.iter().all(is_fetched_ahead) {
            attributes.push(("ahead", builder.i64_attribute(self.choices.ahead as i64)));
        }
        if blended.is_some() {
            attributes.push(("blended", Attribute::unit(builder.context())));
        }
        if walk.joined {
            attributes.push(("joined", Attribute::unit(builder.context())));
        }
        let operands: Vec<_> = [tensors, parents, given, extent, carried.to_vec()].into_iter().flatten().collect();
        let outcome = results(builder.create("sloop.coiterate", &operands, &carried_types, &attributes, regions));
        scratch.into_iter().flatten().for_each(|scratch| release(builder, scratch));
        outcome
    }

    /// The next level of a cursor, in order, where it has to be sorted for that.
    fn reordered(&self, builder: &Builder<'c>, driver: Driver) -> Option<Value<'c>> {
        if !driver.reordered {
            return None;
        }
        let site = self.site(driver.cursor);
        let (parents, given) = (self.parents(builder, driver.cursor), self.given(builder, driver.cursor));
        let attributes =
            [("level", builder.i64_attribute(site.level as i64)), builder.segments(&[1, parents.len(), given.len()])];
        let operands: Vec<_> = std::iter::once(site.tensor).chain(parents).chain(given).collect();
        let levels = vec![Level::new(DimExpr::Dim(0), LevelKind::Compressed)];
        let format = lacuna_layout::Format {
            position_width: Width::W64,
            coordinate_width: Width::W64,
            ..lacuna_layout::Format::with_defaults(1, levels)
        };
        let format = builder.format(&format).attribute();
        let vector = tensor_type(vec![None], builder.index_type(), Some(format));
        Some(builder.value("sloop.reorder", &operands, vector, &attributes))
    }

    /// Enters the next level of cursors whose level can compute the position of `var`'s value.
    fn locate_all(&mut self, builder: &Builder<'c>, var: VarId, cursors: &[usize]) {
        let coordinate = self.vars[var.0].expect("the loop is open");
        for index in cursors {
            let site = self.site(*index);
            let parent = self.position(*index).unwrap_or_else(|| builder.index(0));
            let position = locate(builder, site.tensor, site.level, parent, coordinate);
            self.cursors[*index].enter();
            self.at[*index] = Some(Parents::One(position));
        }
    }
}

/// The position that a sorted copy of a level holds.
fn original<'c>(builder: &Builder<'c>, scratch: Value<'c>, position: Value<'c>) -> Value<'c> {
    builder.value("sloop.value", &[scratch, position], builder.index_type(), &[])
}

/// Frees a sorted copy of a level.
fn release<'c>(builder: &Builder<'c>, scratch: Value<'c>) {
    builder.create("stensor.release", &[scratch], &[], &[], Vec::new());
}
