//! What a plan says of the loops of its statements, in the words of schedules. A user can ask for the same.

use super::{Computed, InnerForm, LoopKind, Plan, PlannedLoop, PlannedStatement, PlannedStep, Strips};
use crate::index::{
    Nest, TensorId, VarId,
    inner_forms::form_name,
    precompute::Precompute,
    schedule::{InnerRequest, Reorder, ScheduleStep, Sum, UnrollRequest, VectorizeRequest},
};

/// What was decided about the loops that compute a result.
#[derive(Clone, Debug)]
pub struct StatementSchedule {
    /// The name of the result.
    pub result: String,
    /// What a schedule can say of it. Loops without a name, which the compiler has made, are left out.
    pub steps: Vec<ScheduleStep>,
}

impl Plan {
    /// What was decided about each result.
    pub fn as_schedules(&self) -> Vec<StatementSchedule> {
        let computed = self.statements.iter().filter_map(|statement| match statement {
            PlannedStatement::Fill(_) => None,
            PlannedStatement::Computed(computed) => Some(computed),
        });
        computed.flat_map(|computed| schedules_of(&self.nest, computed)).collect()
    }
}

fn schedules_of(nest: &Nest, computed: &Computed) -> Vec<StatementSchedule> {
    let (mut results, mut loops): (Vec<String>, Vec<&PlannedLoop>) = (Vec::new(), Vec::new());
    let mut visit = |step: &'_ PlannedStep| {
        if let PlannedStep::Write(point) = step {
            let tensor = nest.tensor(point.write.target.tensor);
            let name = tensor.name.as_ref().filter(|_| tensor.local().is_none());
            results.extend(name.map(ToString::to_string).filter(|name| !results.contains(name)));
        }
    };
    computed.steps.iter().for_each(|step| step.visit(&mut visit));
    computed.steps.iter().for_each(|step| collect_loops(step, &mut loops));
    let mut steps = Vec::new();
    steps.extend(order(nest, &loops));
    steps.extend(computed.workspaces().filter_map(|inside| {
        let vars = collected_over(nest, computed, inside.tensor)?;
        let keeping = inside.beyond.is_none().then_some(inside.keeping);
        Some(ScheduleStep::Precompute(Precompute { over: vars, keeping }))
    }));
    for planned in loops {
        if let Some(name) = name_of(nest, planned.var) {
            steps.extend(decided_for_loop(planned, &name));
        }
    }
    let mut distinct: Vec<ScheduleStep> = Vec::new();
    for step in steps {
        if !distinct.contains(&step) {
            distinct.push(step);
        }
    }
    results.into_iter().map(|result| StatementSchedule { result, steps: distinct.clone() }).collect()
}

/// All loops, outer ones first.
fn collect_loops<'s>(step: &'s PlannedStep, loops: &mut Vec<&'s PlannedLoop>) {
    match step {
        PlannedStep::Write(_) => {}
        PlannedStep::Where(between) => {
            between.produce.iter().chain(&between.consume).for_each(|step| collect_loops(step, loops));
        }
        PlannedStep::Loop(inner) => {
            loops.push(inner);
            let inside = inner.kind.cases().into_iter().flat_map(|case| case.body.all());
            inside.flat_map(|inside| &inside.steps).for_each(|step| collect_loops(step, loops));
        }
    }
}

/// The name that a variable was given.
fn name_of(nest: &Nest, var: VarId) -> Option<String> {
    nest.var(var).name.as_ref().map(ToString::to_string)
}

/// The order of the loops: each at its first place.
fn order(nest: &Nest, loops: &[&PlannedLoop]) -> Option<ScheduleStep> {
    let mut names: Vec<String> = Vec::new();
    for name in loops.iter().filter_map(|planned| name_of(nest, planned.var)) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let loops = names.into_iter().map(Sum::term).collect::<Vec<_>>();
    (loops.len() > 1).then_some(ScheduleStep::Reorder(Reorder { loops }))
}

/// The names of the variables over which a workspace is, as the loops that write it subscript it.
fn collected_over(nest: &Nest, computed: &Computed, tensor: TensorId) -> Option<Vec<String>> {
    let mut found = None;
    let mut visit = |step: &PlannedStep| {
        if let PlannedStep::Write(point) = step
            && point.write.target.tensor == tensor
        {
            found = found.take().or_else(|| point.write.target.plain_vars());
        }
    };
    computed.steps.iter().for_each(|step| step.visit(&mut visit));
    found?.into_iter().map(|var| name_of(nest, var)).collect()
}

/// What is said of one loop beside its place.
fn decided_for_loop(planned: &PlannedLoop, name: &str) -> Vec<ScheduleStep> {
    let of = || name.to_owned();
    let lanes = match &planned.kind {
        LoopKind::Lanes(Strips { width, .. }, _) if *width > 1 => {
            Some(ScheduleStep::Vectorize(VectorizeRequest { of: of(), lanes: Some(*width) }))
        }
        _ => None,
    };
    let form = match &planned.inner {
        InnerForm::One(inner) if planned.copies.is_none() && form_name(inner.how()).is_some() => {
            Some(ScheduleStep::Inner(InnerRequest { of: of(), form: inner.how() }))
        }
        _ => None,
    };
    let copies = planned.copies.map(|copies| ScheduleStep::Unroll(UnrollRequest { of: of(), copies }));
    lanes.into_iter().chain(form).chain(copies).collect()
}
