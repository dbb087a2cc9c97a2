//! `radix`: components are appended, and sorted by digits of their keys. Values of one key meet when they are merged.

use crate::scf::workspaces::{
    components::sort_by_digits,
    policy::{Accumulation, PolicyCode},
};
use lacuna_dialects::{builder::Builder, ir::Value};
use lacuna_layout::policy::{Policy, Properties};

/// The policy.
pub struct Radix;

impl PolicyCode for Radix {
    fn properties(&self) -> &'static Properties {
        Policy::RADIX.properties()
    }

    fn sort<'c>(&self, builder: &Builder<'c>, array: &Accumulation<'c>) -> Value<'c> {
        sort_by_digits(builder, array.op, (array.components, array.spare), (array.low, array.high))
    }
}
