//! The `sloop` dialect: attributes and types; in modules below, operations as views and builders.

pub mod assembly_ops;
pub mod cursors;
pub mod grow;
pub mod index;
pub mod lookups;
pub mod points;

use crate::{
    ffi,
    ir::{Op, op_name},
};
use melior::{
    Context,
    ir::{Attribute, AttributeLike, Type, TypeLike},
};

/// Whether an operation is of this dialect.
pub fn owns(op: Op<'_>) -> bool {
    op_name(op).starts_with("sloop.")
}

/// The operations of the index form, but for the yield, which ends regions of the cursor form, too.
pub const INDEX_FORM: [&str; 9] = [
    index::Nest::NAME,
    index::Forall::NAME,
    index::Fold::NAME,
    index::Where::NAME,
    index::Derive::NAME,
    points::Read::NAME,
    points::Write::NAME,
    points::Stored::NAME,
    points::Absent::NAME,
];

/// How values are combined: by a write into what the point holds, by a fold over a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Combiner {
    Add,
    Mul,
    /// Of signed integers; of floating-point numbers NaN if one is.
    Min,
    /// Of signed integers; of floating-point numbers NaN if one is.
    Max,
    And,
    Or,
    Xor,
    MinUnsigned,
    MaxUnsigned,
    /// The other one, where one is NaN.
    MinNumber,
    /// The other one, where one is NaN.
    MaxNumber,
}

impl Combiner {
    const ALL: [Self; 11] = [
        Self::Add,
        Self::Mul,
        Self::Min,
        Self::Max,
        Self::And,
        Self::Or,
        Self::Xor,
        Self::MinUnsigned,
        Self::MaxUnsigned,
        Self::MinNumber,
        Self::MaxNumber,
    ];

    /// The word as it is written in the IR.
    pub fn word(self) -> &'static str {
        match self {
            Self::Add => "add",
            Self::Mul => "mul",
            Self::Min => "min",
            Self::Max => "max",
            Self::And => "and",
            Self::Or => "or",
            Self::Xor => "xor",
            Self::MinUnsigned => "min_unsigned",
            Self::MaxUnsigned => "max_unsigned",
            Self::MinNumber => "min_number",
            Self::MaxNumber => "max_number",
        }
    }

    /// The attribute that stands for it.
    pub fn attribute<'c>(self, context: &'c Context) -> Attribute<'c> {
        // SAFETY: the context is alive; the discriminants are those of ODS.
        unsafe { Attribute::from_raw(ffi::lacunaCombinerGet(context.to_raw(), self as u32)) }
    }

    /// Reads the `combiner` attribute of a `sloop` operation.
    pub fn from_attribute(attribute: Attribute<'_>) -> Self {
        // SAFETY: the verifier of the operation holds the attribute to its type.
        Self::ALL[unsafe { ffi::lacunaCombinerGetValue(attribute.to_raw()) } as usize]
    }
}

/// How the iterations of a loop run: `#sloop.how<...>`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Directives {
    /// Values that run in lockstep, in vector lanes.
    pub lanes: Option<i64>,
}

impl Directives {
    /// So many vector lanes.
    pub fn lanes(lanes: i64) -> Self {
        Self { lanes: Some(lanes) }
    }

    /// The attribute that holds them, if there are any.
    pub fn attribute<'c>(self, context: &'c Context) -> Option<Attribute<'c>> {
        // SAFETY: the context is alive; the verifier of the attribute refuses what makes no sense.
        let attribute = |lanes| unsafe { Attribute::from_raw(ffi::lacunaHowGet(context.to_raw(), lanes)) };
        self.lanes.map(attribute)
    }

    /// Reads the `how` attribute of a loop.
    pub fn from_attribute(attribute: Attribute<'_>) -> Self {
        // SAFETY: the verifier of the operation holds the attribute to its type.
        let lanes = unsafe { ffi::lacunaHowGetLanes(attribute.to_raw()) };
        Self { lanes: (lanes != 0).then_some(lanes) }
    }
}

/// The type of the handle of a tensor that is being put together.
pub fn assembly_type(tensor: Type<'_>) -> Type<'_> {
    // SAFETY: the type is alive.
    unsafe { Type::from_raw(ffi::lacunaAssemblyTypeGet(tensor.to_raw())) }
}

/// The type of the tensor that a handle stands for; `None` where the type is not that of a handle.
pub fn assembled_type(handle: Type<'_>) -> Option<Type<'_>> {
    // SAFETY: the type is alive.
    unsafe { Type::from_option_raw(ffi::lacunaAssemblyTypeGetTensor(handle.to_raw())) }
}
