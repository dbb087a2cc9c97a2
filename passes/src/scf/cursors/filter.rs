//! `sloop.filter`: a walk that leaves out coordinates, each of which is tested.

use super::OpenCursor;
use crate::scf::copy::copy_ops;
use lacuna_dialects::{
    builder::Builder,
    ir::{Op, Value, body},
};

/// A cursor whose coordinates are tested.
pub struct Filtered<'c> {
    pub source: Box<dyn OpenCursor<'c> + 'c>,
    /// The operation whose region tests one.
    pub keep: Op<'c>,
}

impl<'c> OpenCursor<'c> for Filtered<'c> {
    fn source(&self) -> Option<&dyn OpenCursor<'c>> {
        Some(&*self.source)
    }

    fn is_there(&self, builder: &Builder<'c>, counter: Value<'c>) -> Option<Value<'c>> {
        let stays = |builder: &Builder<'c>| {
            let coordinate = self.source.coordinate(builder, counter);
            let block = body(self.keep, 0).expect("the verifier asks for a body");
            copy_ops(block, builder, &[coordinate], |_, _| None)[0]
        };
        let Some(there) = self.source.is_there(builder, counter) else { return Some(stays(builder)) };
        let no = |builder: &Builder<'c>| vec![builder.number(0.0, builder.bool_type())];
        Some(builder.if_else(there, &[builder.bool_type()], |builder| vec![stays(builder)], no)[0])
    }
}
