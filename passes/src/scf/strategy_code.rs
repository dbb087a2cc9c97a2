//! What all strategies by which results grow have in common.

use lacuna_dialects::{builder::Builder, ir::Value, sloop::assembly_ops::AssemblyOp};

/// A result as it grows by one strategy.
pub trait StrategyCode<'c> {
    /// Lowers an operation; gives its value, if it has one.
    fn lower(&mut self, operation: &AssemblyOp<'c>, builder: &Builder<'c>) -> Option<Value<'c>>;

    /// Ends its state: frees what is its own, and gives the tensor, if it makes one.
    fn finish(&mut self, builder: &Builder<'c>) -> Option<Value<'c>>;
}
