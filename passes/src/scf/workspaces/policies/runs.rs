//! `runs`: components are appended, and the runs in which their keys increase are merged. An outer product gives long ones.

use crate::scf::workspaces::{
    components::sort_runs,
    policy::{Accumulation, PolicyCode},
};
use lacuna_dialects::{builder::Builder, ir::Value};
use lacuna_layout::policy::{Policy, Properties};

/// The policy.
pub struct NaturalRuns;

impl PolicyCode for NaturalRuns {
    fn properties(&self) -> &'static Properties {
        Policy::RUNS.properties()
    }

    fn sort<'c>(&self, builder: &Builder<'c>, array: &Accumulation<'c>) -> Value<'c> {
        sort_runs(builder, array.op, (array.components, array.spare), (array.low, array.high))
    }
}
