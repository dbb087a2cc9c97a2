//! A walk through the tree of loops, cases and points of a statement, which adds up what they cost.
//!
//! It knows the number of times that each is come to: a loop that counts has a round for each value of its variable, one that is
//! driven a round for each node below the node that its driver stands at, and the cases of a merge have shares of the values, as
//! if nodes stood anywhere.

use super::{
    Between, Case, Collected, CollectedWorkspace, Computed, CursorLevel, Driver, Inside, LoopKind, Merge,
    OperandCursor, ParentLevel, ParentList, Plan, PlannedLoop, PlannedStatement, PlannedStep, Point,
    cost::{Cost, Estimate, UnwalkedLoop, filling, sorting},
    estimates::{self, Nodes},
    weights::{LOOKUP, MERGED, MOST_UNROLLED, OPERATION, PLACE, REGISTER_BITS, SEARCHED, START, TESTED},
};
use crate::{
    analysis::lattice::Lattice,
    index::{Access, Expr, ExprId, Nest, TensorId, VarId},
};
use lacuna_dialects::sloop::wrappers::Left;
use lacuna_layout::{
    assembly::Role,
    policy::{self, Keeps},
};
use std::collections::BTreeSet;

impl Plan {
    /// What it costs.
    pub fn cost(&self) -> Cost {
        self.estimate().cost
    }

    /// What it costs, and the points that stored results get.
    pub fn estimate(&self) -> Estimate {
        let mut estimate = Estimate::default();
        for statement in &self.statements {
            match statement {
                PlannedStatement::Fill(fill) => {
                    estimate.cost += filling(&self.nest, fill.buffer);
                }
                PlannedStatement::Computed(computed) => {
                    let Estimate { cost, points, reads, unwalked } = CostedWalk::of(&self.nest, computed);
                    estimate.cost += cost;
                    estimate.points.extend(points);
                    estimate.reads.extend(reads);
                    estimate.unwalked.extend(unwalked);
                }
            }
        }
        estimate
    }
}

/// A walk through a statement.
struct CostedWalk<'a> {
    nest: &'a Nest,
    computed: &'a Computed,
    /// The nodes of each level of each cursor.
    levels: Vec<Vec<Nodes>>,
    /// How many places like the one at which it stands each cursor has.
    places: Vec<f64>,
    /// The share of the subsections of each cursor that are not empty, where a loop walks those alone.
    nonempty_share: Vec<f64>,
    estimate: Estimate,
    /// How many values of a variable one operation computes; 1 outside of lanes.
    lanes: i64,
}

impl<'a> CostedWalk<'a> {
    /// What the loops of a statement cost, and the points that its results get.
    fn of(nest: &'a Nest, computed: &'a Computed) -> Estimate {
        let nodes = |cursor: &OperandCursor| {
            let tensor = nest.tensor(cursor.access.tensor);
            estimates::nodes(tensor, estimates::entries(tensor), cursor.format)
        };
        let levels: Vec<_> = computed.cursors.iter().map(nodes).collect();
        let place = |(cursor, levels): (&OperandCursor, &Vec<Nodes>)| {
            cursor.depth.checked_sub(1).map_or(Nodes::ROOT, |above| levels[above]).nodes
        };
        let places = computed.cursors.iter().zip(&levels).map(place).collect();
        let nonempty_share = vec![1.0; computed.cursors.len()];
        let mut walk =
            CostedWalk { nest, computed, levels, places, nonempty_share, estimate: Estimate::default(), lanes: 1 };
        walk.steps(&computed.steps, 1.0);
        let walks = if computed.is_walked_twice() { 2.0 } else { 1.0 };
        let filled = |workspace: &CollectedWorkspace| match workspace.keeping.policy.properties().keeps {
            Keeps::Places | Keeps::Either => PLACE * estimates::points(nest.tensor(workspace.tensor)),
            Keeps::Components { .. } => 0.0,
        };
        let filled = computed.workspaces().map(filled).sum::<f64>();
        let filled = Cost { growth: filled, ..Cost::default() };
        let passed = computed.passed_rows().map_or(Cost::default(), |rows| filling(nest, rows.fill.buffer));
        Estimate { cost: walk.estimate.cost.times(walks) + passed + filled, ..walk.estimate }
    }

    /// Steps that are come to so many times; gives the share of the times in which a reduction behind the last write finds
    /// something: a value that is taken next depends on these.
    fn steps(&mut self, steps: &[PlannedStep], times: f64) -> f64 {
        let mut found = None;
        for step in steps {
            match step {
                PlannedStep::Loop(inner) => {
                    let rounds = self.inner(inner, times);
                    if inner.accumulator.is_some() {
                        found = Some(found.map_or(rounds, |found: f64| found.max(rounds)));
                    }
                }
                PlannedStep::Write(point) => self.point(point, share_of(found.take()), times),
                PlannedStep::Where(between) => self.between(between, times),
            }
        }
        share_of(found)
    }

    /// A producer and a consumer.
    fn between(&mut self, between: &Between, times: f64) {
        if !self.nest.tensor(between.workspace).is_collected() {
            self.estimate.cost += filling(self.nest, between.workspace).times(times);
        }
        let before = self.points_of(between.workspace);
        self.steps(&between.produce, times);
        let scattered = (self.points_of(between.workspace) - before) / times.max(f64::MIN_POSITIVE);
        self.collect(between.workspace, scattered, times);
        self.steps(&between.consume, times);
    }

    /// The points that a tensor was given so far.
    fn points_of(&self, tensor: TensorId) -> f64 {
        self.estimate.points.get(&tensor).copied().unwrap_or(0.0)
    }

    /// Collects what was scattered into a workspace, each time: so many points, not all of them different.
    fn collect(&mut self, workspace: TensorId, scattered: f64, times: f64) {
        let tensor = self.nest.tensor(workspace);
        let (Some(format), Some(inside)) = (tensor.format(), self.computed.workspace(workspace)) else { return };
        let (collected, policy) = (inside.collected, inside.keeping.policy.properties());
        let points = estimates::points(tensor);
        let different = points * -(-scattered / points).exp_m1();
        let sorted = if policy.keeps.sorts_each() { scattered } else { different };
        if collected != Collected::List {
            self.estimate.cost.sorts += times * policy.order_cost * sorted * sorted.max(2.0).log2();
        }
        let nodes = estimates::nodes(tensor, different, format);
        for (cursor, levels) in self.computed.cursors.iter().zip(&mut self.levels) {
            if cursor.access.tensor == workspace {
                levels.clone_from(&nodes);
            }
        }
    }

    /// A point, with the share of the times in which a reduction in its value finds something.
    fn point(&mut self, point: &Point, found: f64, times: f64) {
        self.value(point.write.value, times);
        let target = point.write.target.tensor;
        let stored = times * if point.found.is_some() { found } else { 1.0 };
        *self.estimate.points.entry(target).or_default() += stored;
        let result = self.computed.results.iter().find(|result| result.tensor == target);
        let growth = match result {
            Some(result) => result.strategy.properties().point_cost,
            None => self.policy(target).map_or(0.0, |policy| policy.point_cost),
        };
        self.estimate.cost.rounds += times * OPERATION * self.registers(point.write.value);
        self.estimate.cost.growth += times * growth;
    }

    /// How a workspace keeps its points, if the tensor is one.
    fn policy(&self, tensor: TensorId) -> Option<&'static policy::Properties> {
        self.computed.workspace(tensor).map(|inside| inside.keeping.policy.properties())
    }

    /// A value, without the loops of its folds.
    fn value(&mut self, value: ExprId, times: f64) {
        let Operations { count, reads } = operations(self.nest, value);
        self.estimate.cost.rounds += times * OPERATION * count * self.registers(value);
        for access in reads {
            match self.estimate.reads.iter_mut().find(|(read, _)| *read == access) {
                Some((_, all)) => *all += times * self.lanes as f64,
                None => self.estimate.reads.push((access, times * self.lanes as f64)),
            }
        }
    }

    /// A loop; gives the number of rounds in which it finds something, each time.
    fn inner(&mut self, inner: &PlannedLoop, times: f64) -> f64 {
        let values = estimates::values(self.nest, inner.var);
        match &inner.kind {
            LoopKind::Nothing => 0.0,
            LoopKind::Counts(case) => {
                // A loop of a few rounds, always as many, is unrolled.
                if self.nest.var(inner.var).size().is_none_or(|size| size > MOST_UNROLLED) {
                    self.start(&[], times);
                }
                self.note_unwalked_loop(inner.var, times * values);
                self.case(inner, case, &[], (times, values), 1.0)
            }
            LoopKind::Lanes(strips, case) => {
                if strips.known_blocks().is_none_or(|blocks| blocks as u64 > MOST_UNROLLED) {
                    self.start(&[], times);
                }
                self.note_unwalked_loop(inner.var, times * values);
                let outside = std::mem::replace(&mut self.lanes, strips.width);
                let found = self.case(inner, case, &[], (times, values), strips.width as f64);
                self.lanes = outside;
                found
            }
            LoopKind::Subsections(driver, case) => self.subsections(inner, (driver, case), (times, values)),
            LoopKind::Walks(driver, case) => {
                let segment = self.segment(driver, values);
                self.start(&[(driver, &segment)], times);
                self.case(inner, case, &[(driver, 1.0)], (times, segment.coordinates), 1.0)
            }
            LoopKind::Merges(merge) => self.merge(inner, merge, times),
        }
    }

    /// Notes a loop that runs so many rounds, over all values of a term of a compound subscript.
    fn note_unwalked_loop(&mut self, var: VarId, rounds: f64) {
        let is_compound = |cursor: &OperandCursor, level: usize| {
            let subscript = &cursor.subscripts[level];
            subscript.mentions(var) && subscript.as_var().is_none() && !cursor.level(level).properties().full
        };
        let cursors = self.computed.cursors.iter().filter(|cursor| !cursor.random && !cursor.is_local);
        let counted = cursors.filter(|cursor| (0..cursor.vars.len()).any(|level| is_compound(cursor, level)));
        let operands: Vec<_> = counted.map(|cursor| cursor.access.tensor).collect();
        self.estimate.unwalked.extend(operands.into_iter().map(|operand| UnwalkedLoop { var, operand, rounds }));
    }

    /// A loop over subsections; gives the number of rounds in which it finds something, each time.
    fn subsections(
        &mut self,
        inner: &PlannedLoop,
        (driver, case): (&Driver, &Case),
        (times, values): (f64, f64),
    ) -> f64 {
        let (nodes, nonempty) = self.nonempty_subsections(driver);
        self.estimate.cost.rounds += times * (START + nodes);
        if let Some(parents) = &driver.parents {
            // Each round looks at all parents.
            self.estimate.cost.rounds +=
                times * values * nonempty * self.listed_parents(driver.cursor, parents) * SEARCHED;
        }
        self.case(inner, case, &[(driver, 1.0)], (times, values * nonempty), 1.0)
    }

    /// The nodes that a walk over subsections visits, and the share of the subsections that are not empty.
    fn nonempty_subsections(&self, driver: &Driver) -> (f64, f64) {
        let parents = driver.parents.as_ref().map_or(1.0, |parents| self.listed_parents(driver.cursor, parents));
        let places = match (&driver.parents, driver.level.checked_sub(1)) {
            (Some(parents), Some(above)) if parents.parents_are_runs() => self.levels[driver.cursor][above].distinct,
            (Some(_), Some(above)) => self.levels[driver.cursor][above].nodes,
            _ => self.places[driver.cursor],
        };
        let nodes = parents * self.nodes(driver.entered()).positions / places;
        let cursor = &self.computed.cursors[driver.cursor];
        let size = estimates::coordinates(self.nest.tensor(cursor.access.tensor), cursor.format, driver.level);
        let width = driver.subsection_width().map_or(1.0, |parts| {
            let span = |(var, factor): &(VarId, i64)| (estimates::values(self.nest, *var) - 1.0) * *factor as f64;
            1.0 + parts.iter().map(span).sum::<f64>()
        });
        // As if nodes stood anywhere.
        let expected = nodes * size.map_or(1.0, |size| (width / size).min(1.0));
        (nodes, -(-expected).exp_m1())
    }

    /// How many parents a list has.
    fn listed_parents(&self, cursor: usize, parents: &ParentList) -> f64 {
        let tensor = self.nest.tensor(self.computed.cursors[cursor].access.tensor);
        let add = |(count, above): (f64, f64), level: &ParentLevel| {
            let nodes = self.nodes(CursorLevel { cursor, level: level.level });
            let distinct = if level.nodes_are_runs() { nodes.distinct } else { nodes.nodes };
            let size = estimates::coordinates(tensor, self.computed.cursors[cursor].format, level.level);
            let share = size.map_or(1.0, |size| (distinct / above / size).min(1.0));
            (count * level.width as f64 * share, distinct)
        };
        parents.levels.iter().fold((1.0, self.places[cursor]), add).0
    }

    /// A merge; gives the number of rounds in which it finds something, each time.
    fn merge(&mut self, inner: &PlannedLoop, merge: &Merge<Case>, times: f64) -> f64 {
        let values = estimates::values(self.nest, inner.var);
        let segments: Vec<_> = merge.drivers.iter().map(|driver| self.segment(driver, values)).collect();
        self.start(&merge.drivers.iter().zip(&segments).collect::<Vec<_>>(), times);
        let coordinates = segments.iter().map(|segment| segment.coordinates).sum::<f64>();
        let (taken, others) = if merge.takes_every_value {
            (coordinates + values, segments.len())
        } else {
            (coordinates, segments.len() - 1)
        };
        self.estimate.cost.merges += times * taken * MERGED * others as f64;
        let mut found = 0.0;
        for case in &merge.cases {
            let share = share(merge, case.present, &segments, values);
            // A case also runs where joined drivers store nothing.
            let rounds_of_each = |bit: usize| match merge.joined() >> bit & 1 {
                1 => share / segments[bit].share(values),
                _ => 1.0,
            };
            let present: Vec<_> =
                Lattice::members(case.present).map(|bit| (&merge.drivers[bit], rounds_of_each(bit))).collect();
            found += self.case(inner, &case.inside, &present, (times, values * share), 1.0);
        }
        found
    }

    /// What it takes to begin to walk drivers, and to pass by what gives no round: runs and empty slots.
    fn start(&mut self, drivers: &[(&Driver, &DriverSegment)], times: f64) {
        let all = |part: fn(&DriverSegment) -> f64| drivers.iter().map(|(_, segment)| part(segment)).sum::<f64>();
        let passed = START + all(|segment| segment.positions) - all(|segment| segment.coordinates);
        let passed = passed + all(|segment| segment.searched);
        self.estimate.cost.rounds += times * passed;
        for (_, segment) in drivers.iter().filter(|(driver, _)| driver.is_reordered()) {
            self.estimate.cost.sorts += times * sorting(segment.coordinates);
        }
    }

    /// A case, in so many rounds of a loop that is come to so many times and takes so many values at once; the drivers that store
    /// something there, each with the rounds for each of its coordinates. Gives the rounds in which it finds something.
    fn case(
        &mut self,
        inner: &PlannedLoop,
        case: &Case,
        present: &[(&Driver, f64)],
        (times, rounds): (f64, f64),
        lanes: f64,
    ) -> f64 {
        let values = estimates::values(self.nest, inner.var);
        let before = self.places.clone();
        let reduced: Vec<_> = present.iter().filter(|(driver, _)| driver.gives_subsections()).collect();
        let present: Vec<_> = present.iter().filter(|(driver, _)| !driver.gives_subsections()).collect();
        self.estimate.cost.lookups += times * rounds * LOOKUP * inner.probed.len() as f64;
        let mut hit = 1.0;
        for entered in &inner.probed {
            hit *= (self.nodes(*entered).nodes / self.places[entered.cursor] / values).min(1.0);
        }
        for entered in inner.probed.iter().chain(&inner.located) {
            self.places[entered.cursor] = self.nodes(*entered).nodes;
        }
        let nonempty = self.nonempty_share.clone();
        for (driver, _) in reduced.iter().filter(|(driver, _)| driver.parents.is_none()) {
            let share = self.nonempty_share[driver.cursor] * self.nonempty_subsections(driver).1;
            self.nonempty_share[driver.cursor] = share.max(f64::MIN_POSITIVE);
        }
        for (driver, rounds_of_each) in present {
            self.nonempty_share[driver.cursor] = 1.0;
            let nodes = self.nodes(driver.entered());
            let places = if driver.gives_runs() { nodes.distinct } else { nodes.nodes };
            self.places[driver.cursor] = places * rounds_of_each;
        }
        let inside = if case.computes_anyway { rounds } else { rounds * hit };
        self.estimate.cost.rounds += times * rounds / lanes;
        for grown in &inner.grown {
            let result = &self.computed.results[grown.result];
            if matches!(result.growth.roles[grown.level], Role::Append { .. }) {
                self.estimate.cost.growth += times * inside * result.strategy.properties().node_cost;
            }
        }
        let times = times * inside / lanes;
        let (Inside { steps, taken, .. }, block_tests) = case.body.most_frequent();
        self.estimate.cost.rounds += times * TESTED * (case.limits.len() + block_tests) as f64;
        let mut found = self.steps(steps, times);
        match taken {
            Some(value) => self.value(*value, times),
            None => found = 1.0,
        }
        (self.places, self.nonempty_share) = (before, nonempty);
        inside * found
    }

    /// How many registers hold a value of all lanes.
    fn registers(&self, value: ExprId) -> f64 {
        let bits = self.nest.node(value).r#type.bits().unwrap_or(64);
        (self.lanes as f64 * bits as f64 / REGISTER_BITS).max(1.0)
    }

    fn nodes(&self, entered: CursorLevel) -> Nodes {
        self.levels[entered.cursor][entered.level]
    }

    /// What a driver has below the place where its cursor stands, in a loop over so many values.
    fn segment(&self, driver: &Driver, values: f64) -> DriverSegment {
        if driver.gives_subsections() {
            let (positions, nonempty) = self.nonempty_subsections(driver);
            return DriverSegment { positions, coordinates: values * nonempty, searched: 0.0 };
        }
        let (nodes, places) = (self.nodes(driver.entered()), self.places[driver.cursor]);
        let coordinates = if driver.gives_runs() { nodes.distinct } else { nodes.nodes };
        let (positions, coordinates) = (nodes.positions / places, coordinates / places);
        let cursor = &self.computed.cursors[driver.cursor];
        let size = estimates::coordinates(self.nest.tensor(cursor.access.tensor), cursor.format, driver.level);
        // Entries may stand anywhere in the dimension, of which the loop takes a part.
        let share = |taken: f64| size.map_or(1.0, |size| (taken / size).min(1.0));
        // Subsections that are walked are not empty.
        let nonempty = self.nonempty_share[driver.cursor];
        let inside = (coordinates.min(values).min(coordinates * share(values)) / nonempty).min(values);
        match driver.left() {
            Left::Window if driver.is_in_subsection() => {
                let window = share(values * driver.stride() as f64) / nonempty;
                DriverSegment { positions: positions * window, coordinates: inside, searched: SEARCHED * inside }
            }
            Left::Window => {
                let window = share(values * driver.stride() as f64);
                // Of a window that takes nearly all, the ends are looked at.
                let halved = if window > NEARLY_ALL { 0.0 } else { positions.max(1.0).log2() };
                let searched = SEARCHED * 2.0 * (1.0 + halved);
                DriverSegment { positions: positions * window, coordinates: inside, searched }
            }
            // A filter tests all that there is.
            Left::Some => DriverSegment { positions, coordinates: inside, searched: 0.0 },
            Left::All => DriverSegment { positions, coordinates, searched: 0.0 },
        }
    }
}

/// What a driver has below the place where its cursor stands.
struct DriverSegment {
    /// The positions that are passed.
    positions: f64,
    /// The coordinates.
    coordinates: f64,
    /// What it costs to find its ends.
    searched: f64,
}

/// The share of a dimension from which on a window of it is taken to be nearly all.
const NEARLY_ALL: f64 = 0.75;

impl DriverSegment {
    /// The share of so many values that are among its coordinates.
    fn share(&self, values: f64) -> f64 {
        (self.coordinates / values).min(1.0)
    }
}

/// The share of the values of the variable of a merge for which a case is there.
fn share(merge: &Merge<Case>, present: u32, segments: &[DriverSegment], values: f64) -> f64 {
    let joined = merge.joined();
    let (mut share, mut without_any) = (1.0, 1.0);
    for (bit, segment) in segments.iter().enumerate() {
        let of_driver = segment.share(values);
        match (joined >> bit & 1, present >> bit & 1) {
            (1, _) => without_any *= 1.0 - of_driver,
            (_, 1) => share *= of_driver,
            _ => share *= 1.0 - of_driver,
        }
    }
    // Where no other driver stores something, one that is joined does.
    let is_none = joined != 0 && present == joined && !merge.takes_every_value;
    if is_none { share * (1.0 - without_any) } else { share }
}

/// What a value takes, without what is inside of folds.
struct Operations {
    /// Reads and operations.
    count: f64,
    /// The reads.
    reads: Vec<Access>,
}

fn operations(nest: &Nest, root: ExprId) -> Operations {
    let (mut waiting, mut seen) = (vec![root], BTreeSet::new());
    let (mut count, mut reads) = (0.0, Vec::new());
    while let Some(id) = waiting.pop() {
        if !seen.insert(id) {
            continue;
        }
        match nest.expr(id) {
            Expr::Fold { .. } | Expr::Outside(_) | Expr::Constant(_) | Expr::Index(_) => {}
            Expr::Read(access) => {
                count += 1.0;
                reads.push(access.clone());
            }
            Expr::Stored(_) => count += 1.0,
            Expr::Scalar { .. } | Expr::Combine { .. } => {
                count += 1.0;
                waiting.extend(nest.operands(id));
            }
        }
    }
    Operations { count, reads }
}

/// The share of the times in which something is found, given the rounds that find something; all of them without a reduction.
fn share_of(rounds: Option<f64>) -> f64 {
    rounds.map_or(1.0, |rounds| rounds.min(1.0))
}
