//! Loops over levels: one value of a variable at a time, in the cases that the plan distinguishes.

use super::{
    Emitter,
    emitter::{BlendedValue, OpenRun, OpenScope},
    kept::choose,
    shared::{emit_table_test, enter_segments},
};
use crate::{
    index::VarId,
    levels::{LevelSite, Parents},
    plan::{
        Bound, Case, CursorLevel, Driver, Inner, InnerForm, LoopKind, Merge, Merging, PlannedLoop, SharedCases,
        growth::Rounds,
    },
};
use lacuna_dialects::{
    builder::{Builder, ComparePredicate, bit_width},
    format::Format,
    hints::{annotate_loop, copies},
    ir::{Op, Value, element_type, name_argument, results, shape},
    sloop::{
        Directives,
        cursors::{Cases, Coiterate, Iterate, LevelCursor, LevelWalk},
        index::Yield,
        lookups::{Locate, NodeCount},
        wrappers::Wrapper,
    },
};
use melior::ir::{Type, ValueLike};
use std::cell::RefCell;

impl<'a, 'c> Emitter<'a, 'c> {
    /// A loop; gives the last carried values.
    pub(super) fn walk(
        &mut self,
        builder: &Builder<'c>,
        inner: &'a PlannedLoop,
        carried: &[Value<'c>],
    ) -> Vec<Value<'c>> {
        inner.grown.iter().for_each(|grown| self.reserve(builder, inner.var, grown));
        let last = match &inner.kind {
            LoopKind::Nothing => carried.to_vec(),
            LoopKind::Counts(case) => {
                let range = (builder.index(0), self.extent(inner.var), builder.index(1));
                let op = builder.for_op(range, carried, |builder, value, carried| {
                    self.case(builder, inner, case, value, &[], carried)
                });
                hint_copies(op, inner.copies);
                results(op)
            }
            LoopKind::Lanes(strips, case) => self.lanes(builder, inner, (*strips, case), false),
            LoopKind::Subsections(driver, case) => self.emit_subsection_loop(builder, inner, driver, case, carried),
            LoopKind::Walks(driver, case) => self.iterate(builder, inner, driver, case, carried),
            LoopKind::Merges(merge) => self.coiterate(builder, inner, merge, carried),
        };
        inner.grown.iter().for_each(|grown| self.close_segment(builder, grown));
        last
    }

    /// How often a loop runs at most.
    pub(in crate::sparsify) fn most_rounds(&self, builder: &Builder<'c>, var: VarId, rounds: &Rounds) -> Value<'c> {
        let count = |entered: &CursorLevel| self.count_nodes(builder, *entered);
        let (all, join) = match rounds {
            Rounds::All => return self.extent(var),
            Rounds::Least(all) => (all, "arith.minui"),
            Rounds::Sum(all) => (all, "arith.addi"),
            Rounds::Subsections(all) => {
                let nodes = |driver: &Driver| match &driver.parents {
                    None => count(&driver.entered()),
                    Some(parents) => self.count_nodes_under_list(builder, driver, parents),
                };
                let rounds = |driver: &Driver| match driver.subsection_width() {
                    None => nodes(driver),
                    Some(width) => builder.binary("arith.muli", nodes(driver), self.emit_width(builder, width)),
                };
                let sum = all.iter().map(rounds).reduce(|left, right| builder.binary("arith.addi", left, right));
                let extent = self.extent(var);
                return sum.map_or(extent, |sum| builder.binary("arith.minui", sum, extent));
            }
        };
        let counts = all.iter().map(count);
        counts.reduce(|left, right| builder.binary(join, left, right)).expect("the loop has drivers")
    }

    /// The number of nodes of the segment that is about to be walked.
    pub(super) fn count_nodes(&self, builder: &Builder<'c>, entered: CursorLevel) -> Value<'c> {
        let site = self.site(entered.cursor, entered.level);
        let (parents, given) = self.context(builder, entered);
        NodeCount::build(builder, (site.tensor, site.level), &parents, &given)
    }

    /// One case of a loop, at `value` of its variable, in which some drivers have entered their level.
    fn case(
        &mut self,
        builder: &Builder<'c>,
        inner: &'a PlannedLoop,
        case: &'a Case,
        value: Value<'c>,
        entered: &[(CursorLevel, Parents<'c>)],
        carried: &[Value<'c>],
    ) -> Vec<Value<'c>> {
        self.in_region(|emitter| emitter.in_case(builder, inner, case, value, entered, carried))
    }

    fn in_case(
        &mut self,
        builder: &Builder<'c>,
        inner: &'a PlannedLoop,
        case: &'a Case,
        value: Value<'c>,
        entered: &[(CursorLevel, Parents<'c>)],
        carried: &[Value<'c>],
    ) -> Vec<Value<'c>> {
        let var = inner.var;
        name_argument(value, &self.nest.var_name(var));
        self.here.vars[var.0] = Some(value);
        for (level, at) in entered {
            self.here.at[level.cursor] = Some(*at);
        }
        if let [(walked, _)] = entered {
            self.fetch_rows(builder, var, *walked, case);
        }
        self.locate_all(builder, &inner.located);
        let filled_up_to = self.fill_passed(builder, var, value, carried);
        let carried = if filled_up_to.is_some() { &[] } else { carried };
        // Bounds come first: who looks up coordinates relies on them.
        let in_bounds: Vec<_> = case.limits.iter().map(|limit| self.is_within(builder, limit)).collect();
        let next = self.guarded(builder, in_bounds, carried, |emitter, builder| {
            let mut conditions = emitter.probe_all(builder, &inner.probed);
            if case.computes_anyway {
                emitter.here.counts_where =
                    emitter.move_missing_to_first_entry(builder, &inner.probed, std::mem::take(&mut conditions));
            }
            emitter.guarded(builder, conditions, carried, |emitter, builder| {
                emitter.body(builder, &case.body, carried, |emitter, builder, inside| {
                    let mut fill = |emitter: &mut Self, builder: &Builder<'c>| {
                        emitter.inside(builder, inner.accumulator.as_ref(), inside, carried)
                    };
                    emitter.assemble_nodes(builder, &inner.grown, &mut fill)
                })
            })
        });
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

    /// Moves each looked-up cursor that found no entry to position 0, so that code can load from it; gives the flag that all
    /// cursors found an entry.
    fn move_missing_to_first_entry(
        &mut self,
        builder: &Builder<'c>,
        probed: &[CursorLevel],
        found: Vec<Value<'c>>,
    ) -> Option<Value<'c>> {
        for (CursorLevel { cursor, .. }, found) in probed.iter().zip(&found) {
            let at = self.position(*cursor).expect("it has been looked up");
            self.here.at[*cursor] = Some(Parents::One(choose(builder, *found, at, builder.index(0))));
        }
        found.into_iter().reduce(|left, right| builder.binary("arith.andi", left, right))
    }

    /// Enters levels of cursors that may hold the coordinates of the open loops; gives whether they do.
    fn probe_all(&mut self, builder: &Builder<'c>, probed: &[CursorLevel]) -> Vec<Value<'c>> {
        let mut conditions = Vec::new();
        for CursorLevel { cursor, level } in probed {
            let site = self.site(*cursor, *level);
            let coordinate = self.index(builder, &self.computed.cursors[*cursor].subscripts[*level]);
            let parent = self.parent(builder, *cursor);
            let [position, found] = Locate::build_search(builder, (site.tensor, site.level), parent, coordinate);
            conditions.push(found);
            self.here.at[*cursor] = Some(Parents::One(position));
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
        match self.here.at[cursor] {
            Some(Parents::One(position)) => Some(position),
            _ => None,
        }
    }

    /// The position under which a level of a cursor is located or looked up: never a range, under which plans only walk.
    fn parent(&self, builder: &Builder<'c>, cursor: usize) -> Value<'c> {
        match self.here.at[cursor] {
            None => builder.index(0),
            Some(Parents::One(position)) => position,
            Some(Parents::Range(..)) => unreachable!("the plan has levels under several positions walked"),
        }
    }

    /// Where a level of a cursor is walked: under which position or positions, and with which coordinates of the levels above.
    pub(super) fn context(&self, builder: &Builder<'c>, entered: CursorLevel) -> (Vec<Value<'c>>, Vec<Value<'c>>) {
        let parents = positions_of(builder, self.here.at[entered.cursor]);
        let above = &self.computed.cursors[entered.cursor].subscripts[..entered.level];
        (parents, above.iter().map(|subscript| self.index(builder, subscript)).collect())
    }

    /// The walk of a driver, with all that wraps it.
    fn cursor(&self, builder: &Builder<'c>, driver: &Driver) -> Value<'c> {
        let site = self.site(driver.cursor, driver.level);
        let (parents, given) = match &driver.parents {
            // What the loops inside choose is not known yet, and the level computes with none of it.
            Some(parents) => (self.list_parents(builder, driver, parents), Vec::new()),
            None => self.context(builder, driver.entered()),
        };
        let list = driver.parents.as_ref().map(|_| self.parent_storage(driver.entered()).list);
        let walk = LevelWalk { tensor: site.tensor, level: site.level, parents, list, given };
        self.wrap(builder, LevelCursor::build(builder, &walk), driver, &[])
    }

    /// Wraps the walk over the level of a driver. `entered` has the coordinates of levels that the parent list under construction has
    /// entered; nothing outside of one.
    pub(super) fn wrap(
        &self,
        builder: &Builder<'c>,
        level: Value<'c>,
        driver: &Driver,
        entered: &[(usize, Value<'c>)],
    ) -> Value<'c> {
        let value = |bound: &Bound| match bound {
            Bound::At(subscript) => self.index(builder, subscript),
            Bound::Extent(var) => self.extent(*var),
            Bound::Width(parts) => self.emit_width(builder, parts),
            Bound::Begin(begin) => self.emit_begin(builder, begin, entered),
            Bound::BeginBuffer(level) => self.parent_storage(*level).begins,
            Bound::OpenRuns(cursor) => self.open_runs(*cursor),
        };
        let is_below = |bound: &Bound, builder: &Builder<'c>, coordinate| {
            // What is negative is large.
            builder.compare(ComparePredicate::UnsignedLess, coordinate, value(bound))
        };
        let wrappers = driver.wrappers.iter();
        wrappers.fold(level, |cursor, wrapper| wrapper.build(builder, cursor, value, is_below))
    }

    /// A loop over the stored coordinates of a level.
    fn iterate(
        &mut self,
        builder: &Builder<'c>,
        inner: &'a PlannedLoop,
        driver: &Driver,
        case: &'a Case,
        carried: &[Value<'c>],
    ) -> Vec<Value<'c>> {
        let forms = match &inner.inner {
            InnerForm::One(form) => return self.iterate_as(builder, (inner, *form), driver, case, carried),
            InnerForm::Sampled(level, forms) => (self.chosen_form(*level, forms), &forms[..]),
        };
        let types: Vec<_> = carried.iter().map(|value| value.r#type()).collect();
        self.in_form(builder, forms, &types, &mut |emitter, builder, form| {
            emitter.iterate_as(builder, (inner, form), driver, case, carried)
        })
    }

    /// Runs what `emit` emits for the form with this number.
    fn in_form(
        &mut self,
        builder: &Builder<'c>,
        (number, forms): (Value<'c>, &[Inner]),
        types: &[Type<'c>],
        emit: &mut dyn FnMut(&mut Self, &Builder<'c>, Inner) -> Vec<Value<'c>>,
    ) -> Vec<Value<'c>> {
        let [one, other] = *forms else {
            return builder.switch(number, 1..=forms.len() - 1, types, |builder, number| {
                emit(self, builder, forms[number.unwrap_or(0)])
            });
        };
        let is_first = builder.compare(ComparePredicate::Equal, number, builder.index(0));
        let both = RefCell::new((self, emit));
        let side = |builder: &Builder<'c>, form| {
            let (emitter, emit) = &mut *both.borrow_mut();
            emit(emitter, builder, form)
        };
        builder.if_else(is_first, types, |builder| side(builder, one), |builder| side(builder, other))
    }

    /// The directives of a loop that takes entries in a form, and carries this.
    fn how(form: Inner, copies: Option<i64>, carried: &[Value<'c>]) -> Directives {
        let bits = |value: &Value<'c>| {
            let lanes = shape(value.r#type())?.into_iter().product::<Option<u64>>()?;
            Some(lanes * bit_width(element_type(value.r#type())?)?)
        };
        let form = carried.iter().map(bits).sum::<Option<u64>>().map_or(form, |bits| form.in_lanes(bits));
        Directives { unroll: copies, ..form.how() }
    }

    /// The same in one form.
    fn iterate_as(
        &mut self,
        builder: &Builder<'c>,
        (inner, form): (&'a PlannedLoop, Inner),
        driver: &Driver,
        case: &'a Case,
        carried: &[Value<'c>],
    ) -> Vec<Value<'c>> {
        let cursor = self.cursor(builder, driver);
        let how = Self::how(form, inner.copies, carried);
        let mut results = Iterate::build(builder, (cursor, how), carried, |builder, arguments| {
            let (at, carried) = entered_at(driver, &arguments[1..]);
            if !driver.gives_open_runs() {
                return self.case(builder, inner, case, arguments[0], &[(driver.entered(), at)], carried);
            }
            let run = OpenScope::Run(OpenRun { cursor: driver.cursor, runs: cursor, end: None });
            let (next, run) = self.in_scope(run, |emitter| {
                emitter.case(builder, inner, case, arguments[0], &[(driver.entered(), at)], carried)
            });
            let end = if let OpenScope::Run(run) = run { run.end } else { None };
            let end = end.unwrap_or_else(|| {
                let below = self.site(driver.cursor, driver.level + 1);
                pass_run(builder, below, cursor, arguments)
            });
            std::iter::once(end).chain(next).collect()
        });
        if driver.is_in_run() {
            self.end_run(driver.cursor, results.remove(0));
        }
        results
    }

    /// The number of coordinates that variables span: one more than the largest sum of the variables, times these positive factors.
    fn emit_width(&self, builder: &Builder<'c>, parts: &[(VarId, i64)]) -> Value<'c> {
        let mut known = 1;
        let mut reach: Option<Value<'c>> = None;
        for (var, factor) in parts {
            known -= factor;
            match self.nest.var(*var).size() {
                Some(size) => known += size.cast_signed() * factor,
                None => {
                    let part = builder.binary("arith.muli", self.extent(*var), builder.index(*factor));
                    reach = Some(reach.map_or(part, |sum| builder.binary("arith.addi", sum, part)));
                }
            }
        }
        let known = builder.index(known);
        reach.map_or(known, |sum| builder.binary("arith.addi", sum, known))
    }

    /// A loop over the values for which a subsection of a level is not empty.
    fn emit_subsection_loop(
        &mut self,
        builder: &Builder<'c>,
        inner: &'a PlannedLoop,
        driver: &Driver,
        case: &'a Case,
        carried: &[Value<'c>],
    ) -> Vec<Value<'c>> {
        let cursor = self.cursor(builder, driver);
        Iterate::build(builder, (cursor, Directives::default()), carried, |builder, arguments| {
            self.in_region(|emitter| {
                emitter.pass_begin(driver, arguments[1]);
                emitter.case(builder, inner, case, arguments[0], &[], &arguments[2..])
            })
        })
    }

    /// Notes the begin that a loop over subsections passes; under a list of parents, the buffer has it instead.
    fn pass_begin(&mut self, driver: &Driver, begin: Value<'c>) {
        if driver.parents.is_none() {
            self.here.begins.insert(driver.entered(), begin);
        }
    }

    /// A loop that merges levels of several cursors, or of some with every value of its variable.
    fn coiterate(
        &mut self,
        builder: &Builder<'c>,
        inner: &'a PlannedLoop,
        merge: &'a Merge<Case>,
        carried: &[Value<'c>],
    ) -> Vec<Value<'c>> {
        if let (Merging::Shared(shared), []) = (&merge.how, merge.drivers.as_slice()) {
            let range = (builder.index(0), self.extent(inner.var), builder.index(1));
            return builder.for_loop(range, carried, |builder, value, carried| {
                self.shared_case(builder, inner, (merge, shared), value, Vec::new(), carried)
            });
        }
        if let (Merging::Shared(shared), [driver], false) =
            (&merge.how, merge.drivers.as_slice(), merge.takes_every_value)
        {
            let cursor = self.cursor(builder, driver);
            let InnerForm::One(form) = inner.inner else { unreachable!("a shared merge is not sampled") };
            return Iterate::build(
                builder,
                (cursor, Self::how(form, inner.copies, carried)),
                carried,
                |builder, arguments| {
                    let (at, carried) = entered_at(driver, &arguments[1..]);
                    self.shared_case(
                        builder,
                        inner,
                        (merge, shared),
                        arguments[0],
                        vec![(driver.entered(), at)],
                        carried,
                    )
                },
            );
        }
        let cursors: Vec<_> = merge.drivers.iter().map(|driver| self.cursor(builder, driver)).collect();
        let carried_types: Vec<_> = carried.iter().map(|value| value.r#type()).collect();
        let how = match merge.how {
            Merging::Branches => Cases::Branches,
            Merging::Blended(_) => Cases::Blended,
            // Whatever decides was entered further outside.
            Merging::Shared(_) if merge.joined() == 0 => Cases::Branches,
            Merging::Joined(_) | Merging::Shared(_) => Cases::Joined(merge.joined()),
        };
        let has_range = |driver: &Driver| driver.gives_runs() || merge.is_joined(driver);
        let regions = merge.cases.iter().map(|case| {
            let present = merge.present(case);
            let positions: usize = present.iter().map(|driver| if has_range(driver) { 2 } else { 1 }).sum();
            let is_blended = how == Cases::Blended && merge.is_full(case);
            let flags = if is_blended { present.len() } else { 0 };
            let parameters: Vec<_> = std::iter::repeat_n(builder.index_type(), 1 + positions)
                .chain(std::iter::repeat_n(builder.bool_type(), flags))
                .chain(carried_types.iter().copied())
                .collect();
            builder.region(&parameters, |builder, arguments| {
                let next = self.in_region(|emitter| {
                    let mut rest = &arguments[1..];
                    let mut entered = Vec::new();
                    for driver in present {
                        if driver.gives_subsections() {
                            emitter.pass_begin(driver, rest[0]);
                            rest = &rest[1..];
                            continue;
                        }
                        let at = match has_range(driver) {
                            true => Parents::Range(rest[0], rest[1]),
                            false => Parents::One(rest[0]),
                        };
                        rest = &rest[if has_range(driver) { 2 } else { 1 }..];
                        entered.push((driver.entered(), at));
                    }
                    let (flags, carried) = rest.split_at(flags);
                    if let Merging::Shared(shared) = &merge.how {
                        return emitter.shared_case(builder, inner, (merge, shared), arguments[0], entered, carried);
                    }
                    let (parts, stored) = (merge.parts_in(case), flags.to_vec());
                    emitter.here.blended = is_blended.then_some(BlendedValue { parts, value: None, stored });
                    emitter.case(builder, inner, &case.inside, arguments[0], &entered, carried)
                });
                Yield::build(builder, &next);
            })
        });
        let regions = regions.collect();
        let extent = merge.takes_every_value.then(|| self.extent(inner.var));
        let cases: Vec<_> = merge.cases.iter().map(|case| case.present).collect();
        Coiterate::build(builder, (&cursors, extent), (&cases, how), carried, regions)
    }

    /// The case of a shared merge, whose drivers have entered a level: at those of its combinations of operands that are cases.
    fn shared_case(
        &mut self,
        builder: &Builder<'c>,
        inner: &'a PlannedLoop,
        (merge, shared): (&'a Merge<Case>, &'a SharedCases),
        value: Value<'c>,
        mut entered: Vec<(CursorLevel, Parents<'c>)>,
        carried: &[Value<'c>],
    ) -> Vec<Value<'c>> {
        let [case] = merge.cases.as_slice() else { unreachable!("one case serves all") };
        let mut stored = enter_segments(builder, &mut entered, merge);
        stored.extend(self.enter_pending(builder, &mut entered, &shared.pending));
        let is_case = shared.case_table().map(|table| emit_table_test(builder, &table, &stored));
        self.guarded(builder, is_case.into_iter().collect(), carried, |emitter, builder| {
            emitter.here.blended = Some(BlendedValue { parts: &shared.parts, value: Some(shared.value), stored });
            emitter.case(builder, inner, &case.inside, value, &entered, carried)
        })
    }

    /// Enters levels of cursors that can compute the positions of the coordinates of the open loops.
    pub(super) fn locate_all(&mut self, builder: &Builder<'c>, located: &[CursorLevel]) {
        for CursorLevel { cursor, level } in located {
            let site = self.site(*cursor, *level);
            let coordinate = self.index(builder, &self.computed.cursors[*cursor].subscripts[*level]);
            let parent = self.parent(builder, *cursor);
            let position = Locate::build(builder, (site.tensor, site.level), parent, coordinate);
            self.here.at[*cursor] = Some(Parents::One(position));
        }
    }
}

/// Tells LLVM how many copies of the body of a loop it makes, if a schedule says.
pub(super) fn hint_copies(r#loop: Op<'_>, count: Option<i64>) {
    if let Some(count) = count {
        annotate_loop(r#loop, &copies(count));
    }
}

/// Walks an open run in which nothing is done, as in a walk that only counts; gives its end. `below` is the level below the runs.
fn pass_run<'c>(builder: &Builder<'c>, below: LevelSite<'c>, runs: Value<'c>, arguments: &[Value<'c>]) -> Value<'c> {
    let [at, first, last, ..] = *arguments else {
        unreachable!("a loop over runs gives a coordinate and two positions")
    };
    let walk =
        LevelWalk { tensor: below.tensor, level: below.level, parents: vec![first, last], list: None, given: vec![at] };
    let level = LevelCursor::build(builder, &walk);
    let in_run = Wrapper::<_, ()>::InRun { of: runs, at };
    let cursor = in_run.build(builder, level, |value| *value, |(), _, coordinate| coordinate);
    Iterate::build(builder, (cursor, Directives::default()), &[], |_, _| Vec::new())[0]
}

/// The position of the current node, or the range of its run; 0 if no level has been entered.
pub(super) fn positions_of<'c>(builder: &Builder<'c>, at: Option<Parents<'c>>) -> Vec<Value<'c>> {
    match at {
        None => vec![builder.index(0)],
        Some(Parents::One(position)) => vec![position],
        Some(Parents::Range(first, last)) => vec![first, last],
    }
}

/// Where a driver enters its level, and what is left of the arguments that say it.
pub(super) fn entered_at<'c, 'v>(driver: &Driver, arguments: &'v [Value<'c>]) -> (Parents<'c>, &'v [Value<'c>]) {
    match driver.gives_runs() {
        true => (Parents::Range(arguments[0], arguments[1]), &arguments[2..]),
        false => (Parents::One(arguments[0]), &arguments[1..]),
    }
}
