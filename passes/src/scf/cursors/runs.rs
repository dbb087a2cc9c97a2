//! `sloop.runs`: neighbours of equal coordinate, taken together. The end of a run is searched by scanning ahead.

use super::OpenCursor;
use lacuna_dialects::{
    builder::{Builder, ComparePredicate},
    ir::Value,
};

/// Runs of a cursor whose coordinates are in order.
pub struct Runs<'c> {
    pub source: Box<dyn OpenCursor<'c> + 'c>,
}

impl<'c> OpenCursor<'c> for Runs<'c> {
    fn source(&self) -> Option<&dyn OpenCursor<'c>> {
        Some(&*self.source)
    }

    fn gives_runs(&self) -> bool {
        true
    }

    /// A run is more than one node.
    fn is_one(&self) -> bool {
        false
    }

    fn end_of_run(&self, builder: &Builder<'c>, first: Value<'c>, coordinate: Value<'c>) -> Option<Value<'c>> {
        let high = self.bounds().high;
        let next = builder.binary("arith.addi", first, builder.index(1));
        let end = builder.while_loop(
            &[next],
            |scan, ahead| {
                let inside = scan.compare(ComparePredicate::UnsignedLess, ahead[0], high);
                scan.if_else(
                    inside,
                    &[scan.bool_type()],
                    |scan| {
                        let other = self.source.coordinate(scan, ahead[0]);
                        let is_same = scan.compare(ComparePredicate::Equal, other, coordinate);
                        // A coordinate that is no multiple of the stride may have the same quotient; it does not belong to the run.
                        let counts = self.source.is_there(scan, ahead[0]);
                        vec![counts.map_or(is_same, |counts| scan.binary("arith.andi", is_same, counts))]
                    },
                    |scan| vec![scan.number(0.0, scan.bool_type())],
                )[0]
            },
            |scan, ahead| vec![scan.binary("arith.addi", ahead[0], scan.index(1))],
        )[0];
        Some(end)
    }
}
