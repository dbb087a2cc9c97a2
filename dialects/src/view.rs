//! Views: an operation of ours, read as what it says.
//!
//! Each operation has a view in the module of its family. The view knows what the operation is called, finds it
//! (`is`, `of`), names its operands, attributes and regions, and builds it. No other code spells the name.
//!
//! A view trusts the verifier of its operation: operands and attributes are there, and have the types that ODS gives them.

use crate::ir::{Op, Value, operands, segments};
use melior::ir::{Attribute, attribute::IntegerAttribute, operation::OperationLike};

/// Declares the view of an operation: the struct, the name, and how an operation is matched.
macro_rules! view {
    ($(#[$documentation:meta])* $view:ident, $name:expr) => {
        $(#[$documentation])*
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct $view<'c>($crate::ir::Op<'c>);

        impl<'c> $view<'c> {
            /// What the operation is called.
            pub const NAME: &'static str = $name;

            /// Whether an operation is one.
            pub fn is(op: $crate::ir::Op<'_>) -> bool {
                $crate::ir::is_op(op, Self::NAME)
            }

            /// The operation, if it is one.
            pub fn of(op: $crate::ir::Op<'c>) -> Option<Self> {
                Self::is(op).then_some(Self(op))
            }

            /// The operation.
            pub fn op(self) -> $crate::ir::Op<'c> {
                self.0
            }
        }
    };
}
pub(crate) use view;

/// The operands of one group, of an operation with several groups.
pub(crate) fn group(op: Op<'_>, index: usize) -> Vec<Value<'_>> {
    let sizes = segments(op);
    let start: usize = sizes[..index].iter().sum();
    operands(op)[start..start + sizes[index]].to_vec()
}

/// A number that the verifier asks for.
pub(crate) fn number(op: Op<'_>, name: &str) -> i64 {
    let number = op.attribute(name).ok().and_then(|number| IntegerAttribute::try_from(number).ok());
    number.expect("the verifier asks for the number").value()
}

/// The marks that are set, each as an attribute without a value.
pub(crate) fn marks<'c>(
    builder: &crate::builder::Builder<'c>,
    marks: &[(&'static str, bool)],
) -> Vec<(&'static str, Attribute<'c>)> {
    let unit = Attribute::unit(builder.context());
    marks.iter().filter(|(_, is_set)| *is_set).map(|(name, _)| (*name, unit)).collect()
}
