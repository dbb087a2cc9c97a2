//! Loops over levels: one value of a variable at a time, in the cases that the plan distinguishes.

use super::{Emitter, locate, presence::choose};
use crate::{
    analysis::lattice::Lattice,
    index::VarId,
    levels::{LevelSite, Parents},
    plan::{Case, Driver, Entered, Loop, growth::Rounds},
};
use lacuna_dialects::{
    builder::Builder,
    format::Format,
    ir::{Value, name_argument, results, tensor_type},
};
use lacuna_layout::{DimExpr, Level, LevelKind, Width};
use melior::ir::{Attribute, ValueLike, attribute::DenseI64ArrayAttribute};

impl<'a, 'c> Emitter<'a, 'c> {
    /// A loop over one value of its variable at a time; gives the last carried values.
    pub(super) fn walk(&mut self, builder: &Builder<'c>, inner: &'a Loop, carried: &[Value<'c>]) -> Vec<Value<'c>> {
        if let Some(grown) = &inner.grown {
            self.reserve(builder, inner.var, grown);
        }
        let last = match (inner.drivers.as_slice(), inner.cases.as_slice()) {
            (_, []) => carried.to_vec(),
            ([], [case, ..]) => {
                let range = (builder.index(0), self.extent(inner.var), builder.index(1));
                builder.for_loop(range, carried, |builder, value, carried| {
                    self.case(builder, inner, case, value, &[], carried)
                })
            }
            ([driver], [case]) if case.present == 1 => self.iterate(builder, inner, *driver, case, carried),
            _ => self.coiterate(builder, inner, carried),
        };
        self.vars[inner.var.0] = None;
        if let Some(grown) = &inner.grown {
            self.close_segment(builder, grown);
        }
        last
    }

    /// How often a loop runs at most.
    pub(in crate::sparsify) fn most_rounds(&self, builder: &Builder<'c>, var: VarId, rounds: &Rounds) -> Value<'c> {
        let count = |entered: &Entered| {
            let site = self.site(entered.cursor, entered.level);
            let (parents, given) = self.context(builder, *entered);
            let attributes = [
                ("level", builder.i64_attribute(site.level as i64)),
                builder.segments(&[1, parents.len(), given.len()]),
            ];
            let operands: Vec<_> = std::iter::once(site.tensor).chain(parents).chain(given).collect();
            builder.value("sloop.node_count", &operands, builder.index_type(), &attributes)
        };
        let (all, join) = match rounds {
            Rounds::All => return self.extent(var),
            Rounds::Least(all) => (all, "arith.minui"),
            Rounds::Sum(all) => (all, "arith.addi"),
        };
        let counts = all.iter().map(count);
        counts.reduce(|left, right| builder.binary(join, left, right)).expect("the loop has drivers")
    }

    /// One case of a loop, at `value` of its variable, in which some drivers have entered their level.
    fn case(
        &mut self,
        builder: &Builder<'c>,
        inner: &'a Loop,
        case: &'a Case,
        value: Value<'c>,
        entered: &[(usize, Parents<'c>)],
        carried: &[Value<'c>],
    ) -> Vec<Value<'c>> {
        let (var, depth) = (inner.var, self.known.len());
        name_argument(value, &self.nest.var_name(var));
        self.vars[var.0] = Some(value);
        let before = self.at.clone();
        for (index, at) in entered {
            self.at[*index] = Some(*at);
        }
        if let ([(cursor, _)], [driver]) = (entered, inner.present(case).as_slice()) {
            self.fetch_rows(builder, var, Entered { cursor: *cursor, level: driver.level }, case);
        }
        self.locate_all(builder, var, &inner.located);
        let filled_up_to = self.fill_passed(builder, var, value, carried);
        let carried = if filled_up_to.is_some() { &[] } else { carried };
        let mut conditions = self.probe_all(builder, var, &inner.probed);
        if case.computes_anyway {
            self.counts_where = self.anywhere(builder, &inner.probed, std::mem::take(&mut conditions));
        }
        conditions.extend(case.limits.iter().map(|limit| self.is_within(builder, limit)));
        let next = self.guarded(builder, conditions, carried, |emitter, builder| {
            emitter.body(builder, &case.body, carried, |emitter, builder, inside| match &inner.grown {
                Some(grown) => {
                    emitter.assemble_node(builder, grown, |emitter, builder| emitter.inside(builder, inside, carried))
                }
                None => emitter.inside(builder, inside, carried),
            })
        });
        self.counts_where = None;
        self.at = before;
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

    /// Lets cursors that were looked up and store nothing stand at their first entry; gives where all store something.
    fn anywhere(&mut self, builder: &Builder<'c>, probed: &[Entered], found: Vec<Value<'c>>) -> Option<Value<'c>> {
        for (Entered { cursor, .. }, found) in probed.iter().zip(&found) {
            let at = self.position(*cursor).expect("it has been looked up");
            self.at[*cursor] = Some(Parents::One(choose(builder, *found, at, builder.index(0))));
        }
        found.into_iter().reduce(|left, right| builder.binary("arith.andi", left, right))
    }

    /// Enters levels of cursors that may hold the value of `var`; gives whether they do.
    fn probe_all(&mut self, builder: &Builder<'c>, var: VarId, probed: &[Entered]) -> Vec<Value<'c>> {
        let coordinate = self.vars[var.0].expect("the loop is open");
        let mut conditions = Vec::new();
        for Entered { cursor, level } in probed {
            let site = self.site(*cursor, *level);
            let parent = self.position(*cursor).unwrap_or_else(|| builder.index(0));
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
            self.at[*cursor] = Some(Parents::One(found[0]));
        }
        conditions
    }

    /// The tensor, format and level of a cursor.
    pub(super) fn site(&self, cursor: usize, level: usize) -> LevelSite<'c> {
        let tensor = self.operand(self.computed.cursors[cursor].access.tensor);
        LevelSite { tensor, format: Format::of(tensor.r#type()).expect("a stored tensor"), level }
    }

    /// The one position that a cursor entered last.
    pub(super) fn position(&self, cursor: usize) -> Option<Value<'c>> {
        match self.at[cursor] {
            Some(Parents::One(position)) => Some(position),
            _ => None,
        }
    }

    /// Where a level of a cursor is walked: under which position or positions, and with which coordinates of the levels above.
    fn context(&self, builder: &Builder<'c>, entered: Entered) -> (Vec<Value<'c>>, Vec<Value<'c>>) {
        let parents = match self.at[entered.cursor] {
            None => vec![builder.index(0)],
            Some(Parents::One(position)) => vec![position],
            Some(Parents::Range(first, last)) => vec![first, last],
        };
        let above = &self.computed.cursors[entered.cursor].subscripts[..entered.level];
        (parents, above.iter().map(|subscript| self.index(builder, subscript)).collect())
    }

    /// A loop over the stored coordinates of a level.
    fn iterate(
        &mut self,
        builder: &Builder<'c>,
        inner: &'a Loop,
        walked: Driver,
        case: &'a Case,
        carried: &[Value<'c>],
    ) -> Vec<Value<'c>> {
        let scratch = self.reordered(builder, walked);
        let Driver { cursor: driver, segments, .. } = walked;
        let mut site = self.site(driver, walked.level);
        let (mut parents, mut given) = self.context(builder, walked.entered());
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
            let next = self.case(builder, inner, case, arguments[0], &[(driver, at)], carried);
            builder.create("sloop.yield", &next, &[], &[], Vec::new());
        });
        let mut attributes: Vec<(&str, Attribute)> = vec![
            ("level", builder.i64_attribute(site.level as i64)),
            builder.segments(&[1, parents.len(), given.len(), carried.len()]),
        ];
        if segments {
            attributes.push(("segments", Attribute::unit(builder.context())));
        }
        if inner.ahead > 0 {
            attributes.push(("ahead", builder.i64_attribute(inner.ahead as i64)));
        }
        let operands: Vec<_> =
            std::iter::once(site.tensor).chain(parents).chain(given).chain(carried.iter().copied()).collect();
        let outcome = results(builder.create("sloop.iterate", &operands, &carried_types, &attributes, vec![region]));
        scratch.into_iter().for_each(|scratch| release(builder, scratch));
        outcome
    }

    /// A loop that merges levels of several cursors, or of some with every value of its variable.
    fn coiterate(&mut self, builder: &Builder<'c>, inner: &'a Loop, carried: &[Value<'c>]) -> Vec<Value<'c>> {
        let (mut tensors, mut levels) = (Vec::new(), Vec::new());
        let (mut parents, mut parent_counts) = (Vec::new(), Vec::new());
        let (mut given, mut given_counts) = (Vec::new(), Vec::new());
        let scratch: Vec<_> = inner.drivers.iter().map(|driver| self.reordered(builder, *driver)).collect();
        for (driver, scratch) in inner.drivers.iter().zip(&scratch) {
            let (tensor, level, above, coordinates) = match scratch {
                Some(scratch) => (*scratch, 0, vec![builder.index(0)], Vec::new()),
                None => {
                    let site = self.site(driver.cursor, driver.level);
                    let (above, coordinates) = self.context(builder, driver.entered());
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
        let all = (1 << inner.drivers.len()) - 1;
        let has_range = |driver: &Driver| driver.segments || inner.joined;
        let regions = inner.cases.iter().map(|case| {
            let present: Vec<_> =
                Lattice::members(case.present).map(|bit| (inner.drivers[bit], scratch[bit])).collect();
            let positions: usize = present.iter().map(|(driver, _)| if has_range(driver) { 2 } else { 1 }).sum();
            let parts = inner.blended.as_deref().filter(|_| case.present == all);
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
                let (flags, carried) = rest.split_at(flags);
                self.blended = parts.map(|parts| (parts, flags.to_vec()));
                let next = self.case(builder, inner, case, arguments[0], &entered, carried);
                builder.create("sloop.yield", &next, &[], &[], Vec::new());
            })
        });
        let regions = regions.collect();
        let numbers =
            |numbers: &[i64]| -> Attribute<'c> { DenseI64ArrayAttribute::new(builder.context(), numbers).into() };
        let cases: Vec<_> = inner.cases.iter().map(|case| i64::from(case.present)).collect();
        let segments: Vec<_> = inner.drivers.iter().map(|driver| driver.segments.to_string()).collect();
        let extent: Vec<_> = inner.lattice.takes_all().then(|| self.extent(inner.var)).into_iter().collect();
        let mut attributes = vec![
            ("levels", numbers(&levels)),
            ("parentCounts", numbers(&parent_counts)),
            ("givenCounts", numbers(&given_counts)),
            ("segments", builder.parse_attribute(&format!("array<i1: {}>", segments.join(", ")))),
            ("cases", numbers(&cases)),
            builder.segments(&[tensors.len(), parents.len(), given.len(), extent.len(), carried.len()]),
        ];
        if inner.ahead > 0 {
            attributes.push(("ahead", builder.i64_attribute(inner.ahead as i64)));
        }
        if inner.blended.is_some() {
            attributes.push(("blended", Attribute::unit(builder.context())));
        }
        if inner.joined {
            attributes.push(("joined", Attribute::unit(builder.context())));
        }
        let operands: Vec<_> = [tensors, parents, given, extent, carried.to_vec()].into_iter().flatten().collect();
        let outcome = results(builder.create("sloop.coiterate", &operands, &carried_types, &attributes, regions));
        scratch.into_iter().flatten().for_each(|scratch| release(builder, scratch));
        outcome
    }

    /// The level of a driver, in order, where it has to be sorted for that.
    fn reordered(&self, builder: &Builder<'c>, driver: Driver) -> Option<Value<'c>> {
        if !driver.reordered {
            return None;
        }
        let site = self.site(driver.cursor, driver.level);
        let (parents, given) = self.context(builder, driver.entered());
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

    /// Enters levels of cursors that can compute the position of `var`'s value.
    fn locate_all(&mut self, builder: &Builder<'c>, var: VarId, located: &[Entered]) {
        let coordinate = self.vars[var.0].expect("the loop is open");
        for Entered { cursor, level } in located {
            let site = self.site(*cursor, *level);
            let parent = self.position(*cursor).unwrap_or_else(|| builder.index(0));
            let position = locate(builder, site.tensor, site.level, parent, coordinate);
            self.at[*cursor] = Some(Parents::One(position));
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
