//! A value that changes, in memory: LLVM turns it into a register.
//!
//! It stands where the operation begins that owns it, in a `memref.alloca_scope` that ends with this operation. When all is
//! loops, `inline-scopes` moves it to where LLVM looks for registers.

use lacuna_dialects::{builder::Builder, ir::Value};
use melior::ir::{Type, ValueLike, r#type::MemRefType};

/// A buffer of one element.
#[derive(Clone, Copy)]
pub struct Cell<'c>(Value<'c>);

impl<'c> Cell<'c> {
    /// A cell of the scope at hand.
    pub fn new(builder: &Builder<'c>, element: Type<'c>) -> Self {
        let r#type = MemRefType::new(element, &[1], None, None);
        let segments = builder.segments(&[0, 0]);
        Self(builder.value("memref.alloca", &[], r#type.into(), &[segments]))
    }

    /// One that holds a value.
    pub fn holding(builder: &Builder<'c>, value: Value<'c>) -> Self {
        let cell = Self::new(builder, value.r#type());
        cell.set(builder, value);
        cell
    }

    /// What it holds.
    pub fn get(self, builder: &Builder<'c>) -> Value<'c> {
        builder.load(self.0, &[builder.index(0)])
    }

    /// Has it hold another value.
    pub fn set(self, builder: &Builder<'c>, value: Value<'c>) {
        builder.store(value, self.0, &[builder.index(0)]);
    }
}
