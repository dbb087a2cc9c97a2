//! Storage of tensors: tensors from buffers, and their buffers.

use crate::{
    builder::Builder,
    format::Format,
    ir::{Value, operands, results},
    view::{group, number, view},
};
use lacuna_layout::levels::Array;
use melior::ir::{Type, ValueLike, r#type::IntegerType};

/// The type of the buffer that holds an array of a level of a stored tensor: integers of the width that the format says.
pub fn array_type<'c>(builder: &Builder<'c>, format: Format<'c>, array: Array) -> Type<'c> {
    let width = match array {
        Array::Positions => format.position_width(),
        Array::Coordinates => format.coordinate_width(),
    };
    builder.buffer_type(IntegerType::new(builder.context(), width).into())
}

/// The type of the buffer that holds the values of a tensor.
pub fn values_type<'c>(builder: &Builder<'c>, tensor: Type<'c>) -> Type<'c> {
    builder.buffer_type(builder.scalar_type(tensor))
}

/// The types of all buffers of a stored tensor, in the order of [`Pack`]: arrays of levels from the outermost, positions
/// before coordinates, then the values.
pub fn buffer_types<'c>(builder: &Builder<'c>, tensor: Type<'c>) -> Vec<Type<'c>> {
    let format = Format::of(tensor).expect("the tensor is stored");
    let arrays = format.arrays().into_iter().map(|(_, array)| array_type(builder, format, array));
    arrays.chain([values_type(builder, tensor)]).collect()
}

view! {
    /// A tensor from its buffers. Nothing is copied.
    Pack, "stensor.pack"
}

impl<'c> Pack<'c> {
    /// Builds one of this type, from the buffers of its format (see [`buffer_types`]; they may have other layouts) and the
    /// size of each dynamic dimension.
    pub fn build(builder: &Builder<'c>, buffers: &[Value<'c>], sizes: &[Value<'c>], r#type: Type<'c>) -> Value<'c> {
        let all: Vec<_> = buffers.iter().chain(sizes).copied().collect();
        builder.value(Self::NAME, &all, r#type, &[builder.segments(&[buffers.len(), sizes.len()])])
    }

    /// The buffers.
    pub fn buffers(self) -> Vec<Value<'c>> {
        group(self.0, 0)
    }

    /// The size of each dynamic dimension.
    pub fn sizes(self) -> Vec<Value<'c>> {
        group(self.0, 1)
    }

    /// The tensor.
    pub fn tensor(self) -> Value<'c> {
        results(self.0)[0]
    }
}

view! {
    /// All buffers of a tensor, in the order of [`Pack`].
    Unpack, "stensor.unpack"
}

impl<'c> Unpack<'c> {
    /// Builds one, and gives the buffers. The tensor has a format.
    pub fn build(builder: &Builder<'c>, tensor: Value<'c>) -> Vec<Value<'c>> {
        let types = buffer_types(builder, tensor.r#type());
        results(builder.create(Self::NAME, &[tensor], &types, &[], Vec::new()))
    }

    /// The tensor.
    pub fn tensor(self) -> Value<'c> {
        operands(self.0)[0]
    }
}

view! {
    /// The values of the stored entries, one for each position of the innermost level.
    Values, "stensor.values"
}

impl<'c> Values<'c> {
    /// Builds one. The tensor has a format.
    pub fn build(builder: &Builder<'c>, tensor: Value<'c>) -> Value<'c> {
        builder.value(Self::NAME, &[tensor], values_type(builder, tensor.r#type()), &[])
    }

    /// The tensor.
    pub fn tensor(self) -> Value<'c> {
        operands(self.0)[0]
    }
}

/// What [`Positions`] and [`Coordinates`] have in common.
macro_rules! array_of_level {
    ($view:ident, $array:expr) => {
        impl<'c> $view<'c> {
            /// Builds one. The tensor has a format, and the verifier refuses a level that stores no such array.
            pub fn build(builder: &Builder<'c>, tensor: Value<'c>, level: usize) -> Value<'c> {
                let format = Format::of(tensor.r#type()).expect("the tensor is stored");
                let r#type = array_type(builder, format, $array);
                builder.value(Self::NAME, &[tensor], r#type, &[("level", builder.i64_attribute(level as i64))])
            }

            /// The tensor.
            pub fn tensor(self) -> Value<'c> {
                operands(self.0)[0]
            }

            /// The level.
            pub fn level(self) -> usize {
                number(self.0, "level") as usize
            }
        }
    };
}

view! {
    /// The positions array of a level: where the children of each node of the level above begin and end.
    Positions, "stensor.positions"
}

array_of_level!(Positions, Array::Positions);

view! {
    /// The coordinates array of a level.
    Coordinates, "stensor.coordinates"
}

array_of_level!(Coordinates, Array::Coordinates);

/// Builds a [`Positions`] or a [`Coordinates`], whichever gives this array.
pub fn level_array<'c>(builder: &Builder<'c>, tensor: Value<'c>, level: usize, array: Array) -> Value<'c> {
    match array {
        Array::Positions => Positions::build(builder, tensor, level),
        Array::Coordinates => Coordinates::build(builder, tensor, level),
    }
}

view! {
    /// The number of coordinates that a level can have.
    LevelSize, "stensor.level_size"
}

impl<'c> LevelSize<'c> {
    /// Builds one. The tensor has a format.
    pub fn build(builder: &Builder<'c>, tensor: Value<'c>, level: usize) -> Value<'c> {
        let level = ("level", builder.i64_attribute(level as i64));
        builder.value(Self::NAME, &[tensor], builder.index_type(), &[level])
    }

    /// The tensor.
    pub fn tensor(self) -> Value<'c> {
        operands(self.0)[0]
    }

    /// The level.
    pub fn level(self) -> usize {
        number(self.0, "level") as usize
    }
}

view! {
    /// A tensor that stores nothing.
    Empty, "stensor.empty"
}

impl<'c> Empty<'c> {
    /// Builds one of this type, which has a format, from the size of each dynamic dimension.
    pub fn build(builder: &Builder<'c>, sizes: &[Value<'c>], r#type: Type<'c>) -> Value<'c> {
        builder.value(Self::NAME, sizes, r#type, &[])
    }

    /// The size of each dynamic dimension.
    pub fn sizes(self) -> Vec<Value<'c>> {
        operands(self.0)
    }

    /// The tensor.
    pub fn tensor(self) -> Value<'c> {
        results(self.0)[0]
    }
}

view! {
    /// Frees the buffers of a tensor that the function has made.
    Release, "stensor.release"
}

impl<'c> Release<'c> {
    /// Builds one. The tensor has a format, and the verifier refuses one that is the caller's.
    pub fn build(builder: &Builder<'c>, tensor: Value<'c>) {
        builder.create(Self::NAME, &[tensor], &[], &[], Vec::new());
    }

    /// The tensor.
    pub fn tensor(self) -> Value<'c> {
        operands(self.0)[0]
    }
}
