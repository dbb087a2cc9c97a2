//! A value that changes, in memory: LLVM turns it into a register.

use lacuna_dialects::{
    builder::Builder,
    ir::{Op, Value, body, context, is_op, op},
};
use melior::ir::{Type, operation::OperationLike, r#type::MemRefType};

/// A buffer of one element.
#[derive(Clone, Copy)]
pub struct Cell<'c>(Value<'c>);

impl<'c> Cell<'c> {
    /// A cell at the entry of the function around `place`.
    pub fn new(place: Op<'c>, element: Type<'c>) -> Self {
        let mut entry = Builder::before(place);
        let mut around = place.parent_operation();
        while let Some(parent) = around {
            let parent = op(&parent);
            if is_op(parent, "func.func") {
                if let Some(block) = body(parent, 0) {
                    entry = Builder::at_start(context(place), block, place.location());
                }
                break;
            }
            around = parent.parent_operation();
        }
        let r#type = MemRefType::new(element, &[1], None, None);
        let segments = entry.segments(&[0, 0]);
        Self(entry.value("memref.alloca", &[], r#type.into(), &[segments]))
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
