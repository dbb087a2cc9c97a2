//! Workspaces with a place for every point ([`super::spread`]).

use super::{code::WorkspaceCode, collector::Collector, keys::Keys, spread::Spread};
use crate::scf::capacity_checks::places_of;
use lacuna_dialects::{
    builder::Builder,
    ir::{Op, Value},
    sloop::{Combiner, grow::Workspace},
};

/// A workspace.
pub struct Places<'c> {
    /// How values are combined with those of their points, where the workspace says so.
    combiner: Option<Combiner>,
    collector: Collector<'c>,
    spread: Spread<'c>,
}

impl<'c> Places<'c> {
    /// Starts a workspace.
    pub fn start(op: Op<'c>, builder: &Builder<'c>, workspace: Workspace<'c>) -> Self {
        let collector = Collector::start(builder, &workspace, 1, Keys::places);
        let places = places_of(builder, &collector.sizes).expect("the verifier asks for a level");
        let spread = Spread::start(builder, op, (places, collector.before), collector.is_in_order());
        Self { combiner: workspace.combiner, collector, spread }
    }
}

impl<'c> WorkspaceCode<'c> for Places<'c> {
    fn scatter(&self, builder: &Builder<'c>, value: Value<'c>, coordinates: &[Value<'c>], combiner: Option<Combiner>) {
        let key = self.collector.keys.pack(builder, coordinates);
        self.spread.add(builder, combiner.or(self.combiner), (key, value));
    }

    fn collect(&self, builder: &Builder<'c>) -> Value<'c> {
        if self.collector.is_in_full() {
            return self.collector.pack_in_full(builder, |builder, values| {
                self.spread.take_each(builder, |builder, _, (place, value)| builder.store(value, values, &[place]));
            });
        }
        let (list, count) = self.spread.take(builder);
        self.collector.pack(builder, (list, count), &[list.keys])
    }

    fn free(&self, builder: &Builder<'c>) {
        self.spread.free(builder);
        self.collector.free(builder);
    }
}
