//! A plan as text: one line a loop, with what drives it, what it locates and looks up, and what it grows; then what it costs.
//!
//! ```text
//! C appends; room at first for 1024 + A + B
//! i counts; locates A.0, B.0; inserts into C.0
//!   j merges A.1, B.1, blended; appends to C.1, room for A.1 + B.1
//!     where A.1:
//!       C(i,j) = A(i,j)
//!     where B.1:
//!       C(i,j) = B(i,j)
//!     where A.1, B.1:
//!       loads A(i,j) or 0
//!       loads B(i,j) or 0
//!       C(i,j) = A(i,j) + B(i,j)
//! cost 154804: rounds 34904, merges 100000, growth 19900
//! ```

use super::{
    BlendedPart, Blocks, Body, Bound, Case, Computed, CursorLevel, Driver, FoldCondition, FoldEvidence, Inner,
    InnerForm, Inside, LoopKind, Merge, Merging, Plan, PlannedLoop, PlannedStatement, PlannedStep, Point, Selection,
    SharedCases,
    first_values::Fill,
    growth::{GrowingResult, Grown, Rounds},
    workspace::{Beyond, Collected, CollectedWorkspace},
};
use crate::index::{Limit, Nest, VarId, constant_text};
use lacuna_layout::{assembly::Role, policy::Keeping};
use std::fmt::{self, Display, Formatter};

impl Display for Plan {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let mut lines = Lines { nest: &self.nest, computed: None, lines: Vec::new() };
        for statement in &self.statements {
            match statement {
                PlannedStatement::Fill(fill) => lines.fill(fill),
                PlannedStatement::Computed(computed) => {
                    lines.computed = Some(computed);
                    lines.computed(computed);
                }
            }
        }
        lines.line(0, self.cost());
        f.write_str(&lines.lines.join("\n"))
    }
}

/// The lines so far.
struct Lines<'a> {
    nest: &'a Nest,
    /// The statement that is being printed.
    computed: Option<&'a Computed>,
    lines: Vec<String>,
}

impl<'a> Lines<'a> {
    fn line(&mut self, depth: usize, text: impl Display) {
        self.lines.push(format!("{}{text}", "  ".repeat(depth)));
    }

    fn fill(&mut self, fill: &Fill) {
        let value = fill.value.constant.and_then(|value| value.as_number());
        let value = value.map_or_else(|| "one value".to_owned(), |value| value.to_string());
        self.line(0, format!("{} = {value} everywhere, as one array", self.nest.short_name(fill.buffer)));
    }

    fn computed(&mut self, computed: &'a Computed) {
        for result in &computed.results {
            self.line(0, self.strategy(result));
        }
        if computed.is_walked_twice() {
            self.line(0, "walked twice: nodes are found first, then values are placed");
        }
        if let Some(passed) = computed.passed_rows() {
            let rows =
                if passed.with_rows { "all rows get their first value" } else { "rows that are skipped get theirs" };
            let text = format!(
                "{} has no values yet: {rows} as the loop passes them",
                self.nest.short_name(passed.fill.buffer)
            );
            self.line(0, text);
        }
        if computed.is_fresh() {
            self.line(0, "the result holds zeros and each point is written once: adding is storing");
        }
        if computed.drops_fill {
            self.line(0, "values that are the fill value are left out");
        }
        computed.steps.iter().for_each(|step| self.step(0, step));
    }

    fn strategy(&self, result: &GrowingResult) -> String {
        let name = self.nest.short_name(result.tensor);
        let mut text = format!("{name} {}", result.strategy.properties().says);
        if result.strategy.properties().takes_list {
            let to = self.nest.tensor(result.tensor).stored_format().expect("a stored result");
            text.push_str(&format!(" {to}"));
        }
        if let Some(capacity) = &result.capacity {
            let operands = capacity.operands.iter().map(|operand| self.nest.short_name(*operand));
            let room: Vec<_> = std::iter::once(capacity.least.to_string()).chain(operands).collect();
            text.push_str(&format!("; room at first for {}", room.join(" + ")));
            if let Some(multiple) = &capacity.collected {
                text.push_str(&format!(", {} times that up to {}", multiple.times, multiple.most));
            }
            if let Some(rounds) = &capacity.rounds {
                let nodes = format!("{}.{}", self.nest.short_name(rounds.operand), rounds.level);
                let times = self.nest.var_names(&rounds.times, " * ");
                text.push_str(&format!(", or {nodes} * {times} up to {}", rounds.most));
            }
        }
        if !result.gaps.is_empty() {
            let gaps: Vec<_> = result.gaps.iter().map(|level| format!("{name}.{level}")).collect();
            text.push_str(&format!("; parents of {} may be skipped", gaps.join(", ")));
        }
        text
    }

    fn step(&mut self, depth: usize, step: &'a PlannedStep) {
        match step {
            PlannedStep::Loop(inner) => self.inner(depth, inner),
            PlannedStep::Write(point) => self.point(depth, point),
            PlannedStep::Where(between) => {
                let name = self.nest.short_name(between.workspace);
                if let Some(array) = self.computed.and_then(|computed| computed.array(between.workspace)) {
                    let place = if array.is_on_stack { "on the stack" } else { "in memory" };
                    self.line(depth, format!("fills the array {name} {place}, then computes it:"));
                    between.produce.iter().for_each(|step| self.step(depth + 1, step));
                    self.line(depth, format!("reads {name}:"));
                    between.consume.iter().for_each(|step| self.step(depth + 1, step));
                    return;
                }
                let inside = self.computed.and_then(|computed| computed.workspace(between.workspace));
                self.line(depth, format!("scatters into {name}{}:", inside.map(kept).unwrap_or_default()));
                between.produce.iter().for_each(|step| self.step(depth + 1, step));
                let is_ordered = inside.is_some_and(|inside| inside.collected != Collected::List);
                let order = if is_ordered { ", in order" } else { "" };
                self.line(depth, format!("collects {name}{order}:"));
                between.consume.iter().for_each(|step| self.step(depth + 1, step));
            }
        }
    }

    fn point(&mut self, depth: usize, point: &'a Point) {
        let found = match &point.found {
            None => "",
            Some(FoldCondition::Fold(_) | FoldCondition::Any(_)) => ", where a sum found something",
            Some(FoldCondition::All(_)) => ", where all sums found something",
        };
        self.line(depth, format!("{}{found}", self.nest.write_text(&point.write)));
    }

    fn inner(&mut self, depth: usize, inner: &'a PlannedLoop) {
        let sum = inner.accumulator.as_ref().map(|accumulator| self.nest.expression_text(accumulator.fold));
        let name = sum.map(|sum| format!("{sum}: ")).unwrap_or_default();
        self.line(depth, format!("{name}{}", self.header(inner)));
        match &inner.kind {
            LoopKind::Nothing => {}
            LoopKind::Counts(case)
            | LoopKind::Lanes(_, case)
            | LoopKind::Walks(_, case)
            | LoopKind::Subsections(_, case) => {
                self.case(depth + 1, inner, case);
            }
            LoopKind::Merges(merge) => self.merge(depth + 1, inner, merge),
        }
    }

    fn merge(&mut self, depth: usize, inner: &'a PlannedLoop, merge: &'a Merge<Case>) {
        for case in &merge.cases {
            let mut depth = depth;
            if merge.cases.len() > 1 || !merge.is_full(case) {
                // Joined drivers are in all cases.
                let told_apart = merge.present(case).into_iter().filter(|driver| !merge.is_joined(driver));
                let present: Vec<_> = told_apart.map(|driver| self.level(driver.entered())).collect();
                let text = if present.is_empty() { "none".to_owned() } else { present.join(", ") };
                self.line(depth, format!("where {text}:"));
                depth += 1;
            }
            if let Merging::Shared(shared) = &merge.how {
                let (cases, combinations) = shared.count_cases();
                if cases < combinations {
                    self.line(depth, format!("in {cases} of {combinations} combinations of stored operands:"));
                }
            }
            merge.parts_in(case).iter().for_each(|part| self.part(depth, part));
            self.case(depth, inner, &case.inside);
        }
    }

    fn part(&mut self, depth: usize, part: &BlendedPart) {
        let value = self.nest.expression_text(part.expression);
        let text = match part.selection {
            Selection::Address => format!("loads {value} or {}", constant_text(part.otherwise())),
            Selection::Value => format!("selects {value} or {}", constant_text(part.otherwise())),
            Selection::Guard => {
                format!("tests, then computes {value} or {}", constant_text(part.otherwise()))
            }
            Selection::Branches => {
                format!(
                    "chooses what is left of {value}: computed in {} of {} combinations",
                    part.count_computed(),
                    part.left.len()
                )
            }
        };
        self.line(depth, text);
    }

    /// The pending operands, which were entered further outside.
    fn pending(&self, shared: &SharedCases) -> String {
        if shared.pending.is_empty() {
            return String::new();
        }
        let cursors = self.computed.map_or(&[][..], |computed| &computed.cursors);
        let entry = |cursor: &usize| CursorLevel { cursor: *cursor, level: cursors[*cursor].vars.len() - 1 };
        let levels: Vec<_> = shared.pending.iter().map(|cursor| self.level(entry(cursor))).collect();
        format!(", tests entries of {}", levels.join(", "))
    }

    /// The joined drivers, if only some are.
    fn joined_unless_all(&self, merge: &Merge<Case>) -> String {
        let joined = merge.drivers.iter().filter(|driver| merge.is_joined(driver));
        let joined: Vec<_> = joined.map(|driver| self.level(driver.entered())).collect();
        let is_some = !joined.is_empty() && joined.len() < merge.drivers.len();
        if is_some { format!(": {}", joined.join(", ")) } else { String::new() }
    }

    fn header(&self, inner: &PlannedLoop) -> String {
        let mut parts = vec![format!("{} {}", self.nest.var_name(inner.var), self.walk(inner))];
        let levels = |entered: &[CursorLevel]| entered.iter().map(|at| self.level(*at)).collect::<Vec<_>>().join(", ");
        if !inner.located.is_empty() {
            parts.push(format!("locates {}", levels(&inner.located)));
        }
        if !inner.probed.is_empty() {
            parts.push(format!("looks up {}", levels(&inner.probed)));
        }
        if let Some(accumulator) = inner.accumulator.as_ref().filter(|accumulator| accumulator.is_asked) {
            let is_by_segment = accumulator.found == FoldEvidence::BySegment;
            let tells = if is_by_segment { "its segment tells" } else { "its rounds tell" };
            parts.push(format!("{tells} whether it takes something"));
        }
        parts.extend(form(&inner.inner));
        parts.extend(inner.copies.map(|copies| format!("unrolled to {copies} copies")));
        parts.extend(inner.grown.iter().map(|grown| self.grown(grown)));
        parts.join("; ")
    }

    fn walk(&self, inner: &PlannedLoop) -> String {
        match &inner.kind {
            LoopKind::Nothing => "has nothing to do".to_owned(),
            LoopKind::Counts(_) => "counts".to_owned(),
            LoopKind::Lanes(strips, _) => {
                let blocks = match strips.blocks {
                    Blocks::Known { whole, rest: 0 } => format!("whole blocks: {whole}"),
                    Blocks::Known { whole, rest } => format!("whole blocks: {whole}, rest: {rest}"),
                    Blocks::Masked => {
                        let tails: Vec<_> = strips.tails().iter().map(|tail| tail.most().to_string()).collect();
                        let by = if tails.len() == 1 { String::new() } else { format!(", by {}", tails.join(" or ")) };
                        let full: Vec<_> = strips.full_tails().iter().map(i64::to_string).collect();
                        let unless = if full.is_empty() {
                            String::new()
                        } else {
                            format!(", unless it is {}", full.join(" or "))
                        };
                        format!("the rest masked{by}{unless}")
                    }
                };
                format!("counts by {} lanes ({blocks})", strips.width)
            }
            LoopKind::Walks(driver, _) | LoopKind::Subsections(driver, _) => format!("walks {}", self.driver(driver)),
            LoopKind::Merges(merge) => {
                let drivers: Vec<_> = merge.drivers.iter().map(|driver| self.driver(driver)).collect();
                let how = match &merge.how {
                    Merging::Branches => String::new(),
                    Merging::Blended(_) => ", blended".to_owned(),
                    Merging::Joined(_) => format!(", joined{}", self.joined_unless_all(merge)),
                    Merging::Shared(shared) => {
                        format!(", shared{}{}", self.joined_unless_all(merge), self.pending(shared))
                    }
                };
                let every = if merge.takes_every_value { " with every value" } else { "" };
                format!("merges {}{every}{how}", drivers.join(", "))
            }
        }
    }

    fn driver(&self, driver: &Driver) -> String {
        let bound = |bound: &Bound| match bound {
            Bound::At(subscript) => self.nest.text(subscript),
            Bound::Extent(var) => format!("the values of {}", self.nest.var_name(*var)),
            Bound::Width(parts) => {
                let sum = |text: String, (var, factor): &(VarId, i64)| match factor {
                    1 => format!("{text}{} + ", self.nest.var_name(*var)),
                    _ => format!("{text}{factor}*{} + ", self.nest.var_name(*var)),
                };
                parts.iter().fold(String::new(), sum).trim_end_matches(" + ").to_owned()
            }
            Bound::Begin(_) | Bound::BeginBuffer(_) => "the subsection".to_owned(),
            Bound::OpenRuns(_) => "the run".to_owned(),
        };
        let how: Vec<_> = driver.wrappers.iter().map(|wrapper| wrapper.says(bound)).collect();
        let how = if how.is_empty() { String::new() } else { format!(" ({})", how.join(", ")) };
        format!("{}{how}", self.level(driver.entered()))
    }

    /// A level of a cursor: `A.1`, or `A(i,k).1` where the operand is read in several ways.
    fn level(&self, entered: CursorLevel) -> String {
        let cursors = self.computed.map_or(&[][..], |computed| &computed.cursors);
        let access = &cursors[entered.cursor].access;
        let is_only = cursors.iter().filter(|cursor| cursor.access.tensor == access.tensor).count() == 1;
        let name = if is_only { self.nest.short_name(access.tensor) } else { self.nest.access_text(access) };
        format!("{name}.{}", entered.level)
    }

    fn grown(&self, grown: &Grown) -> String {
        let results = self.computed.map_or(&[][..], |computed| &computed.results);
        let result = &results[grown.result];
        let level = format!("{}.{}", self.nest.short_name(result.tensor), grown.level);
        let how = match result.growth.roles[grown.level] {
            Role::Insert => "inserts into",
            Role::Append { .. } => "appends to",
            Role::Implied => "passes",
        };
        let all =
            |entered: &[CursorLevel], sign| entered.iter().map(|at| self.level(*at)).collect::<Vec<_>>().join(sign);
        match &grown.reserved {
            None => format!("{how} {level}"),
            Some(Rounds::All) => format!("{how} {level}, room for every value"),
            Some(Rounds::Least(some)) if some.len() > 1 => {
                format!("{how} {level}, room for the least of {}", all(some, ", "))
            }
            Some(Rounds::Least(some) | Rounds::Sum(some)) => format!("{how} {level}, room for {}", all(some, " + ")),
            Some(rounds @ Rounds::Subsections(_)) => {
                format!("{how} {level}, room for subsections of {}", all(&rounds.counted(), " + "))
            }
        }
    }

    fn case(&mut self, depth: usize, inner: &'a PlannedLoop, case: &'a Case) {
        for row in &case.fetched {
            self.line(depth, format!("fetches the row of {} ahead", self.nest.access_text(row)));
        }
        if case.computes_anyway {
            self.line(depth, "computes also where nothing was found, and drops it");
        }
        if !case.limits.is_empty() {
            self.line(depth, format!("if {}:", self.limits(&case.limits)));
        }
        let depth = depth + usize::from(!case.limits.is_empty());
        match &case.body {
            Body::Once(inside) => self.inside(depth, inner, inside),
            Body::ByWholes { kept, whole, edge } => {
                let limits: Vec<_> = kept.iter().map(|whole| whole.limit.clone()).collect();
                self.line(depth, format!("where all of the block has {}:", self.limits(&limits)));
                self.inside(depth + 1, inner, whole);
                self.line(depth, "else:");
                self.inside(depth + 1, inner, edge);
            }
        }
    }

    fn limits(&self, limits: &[Limit]) -> String {
        let texts = limits.iter().map(|limit| format!("{} in bounds", self.nest.text(&limit.subscript)));
        texts.collect::<Vec<_>>().join(" and ")
    }

    fn inside(&mut self, depth: usize, inner: &'a PlannedLoop, inside: &'a Inside) {
        inside.steps.iter().for_each(|step| self.step(depth, step));
        if let (Some(accumulator), Some(value)) = (&inner.accumulator, inside.taken) {
            self.line(depth, format!("{} {}", accumulator.combiner.word(), self.nest.expression_text(value)));
        }
    }
}

/// How an innermost loop takes its entries, if that is said.
fn form(form: &InnerForm) -> Option<String> {
    match form {
        InnerForm::One(Inner::Plain) => None,
        InnerForm::One(inner) => Some(inner.to_string()),
        InnerForm::Sampled(_, forms) => {
            let forms: Vec<_> = forms.iter().map(Inner::to_string).collect();
            Some(format!("{}, as a sample of the segments tells", forms.join(" or ")))
        }
    }
}

/// How a workspace keeps its points.
fn kept(inside: &CollectedWorkspace) -> String {
    let said = |Keeping { policy, capacity, aside }: Keeping| {
        let room = capacity.map(|capacity| format!(" with room at first for {capacity}")).unwrap_or_default();
        let by_whom = if aside { ", on a second thread" } else { "" };
        format!("{}{room}{by_whom}", policy.properties().says)
    };
    match inside.beyond {
        None => format!(", which {}", said(inside.keeping)),
        Some(Beyond { places, keeping }) => {
            format!(", which {}, or with more than {places} points {}", said(inside.keeping), said(keeping))
        }
    }
}
