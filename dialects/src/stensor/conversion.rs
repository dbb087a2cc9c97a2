//! Conversions between formats, and the two steps that they are taken apart into: sort and build.

use crate::{
    builder::Builder,
    ir::{Value, operands, results},
    view::{marks, view},
};
use melior::ir::{Attribute, Type, operation::OperationLike};

/// Says of a function, and of calls of it, that it is a conversion, and what is asked of it ([`Conversion::attribute`]).
pub const CONVERSION: &str = "stensor.conversion";

const FOR_LOOKUPS: &str = "for_lookups";
const ALL_STORED: &str = "all_stored";
const CONSUMED: &str = "consumed";
const WITHIN: &str = "within";

/// What is asked of a conversion.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Conversion {
    /// Coordinates will be looked up in the result again and again.
    pub for_lookups: bool,
    /// The result stores all that the source does, also what that holds only to fill up.
    pub all_stored: bool,
}

impl Conversion {
    fn marks<'c>(self, builder: &Builder<'c>) -> Vec<(&'static str, Attribute<'c>)> {
        let Self { for_lookups, all_stored } = self;
        marks(builder, &[(FOR_LOOKUPS, for_lookups), (ALL_STORED, all_stored)])
    }

    /// What is asked as one attribute: a dictionary.
    pub fn attribute<'c>(self, builder: &Builder<'c>) -> Attribute<'c> {
        builder.dictionary(&self.marks(builder))
    }
}

view! {
    /// The same tensor in another format, or without one.
    Convert, "stensor.convert"
}

impl<'c> Convert<'c> {
    /// Builds one. Source and result have the same shape, but for what is known of it, and the same element type.
    pub fn build(builder: &Builder<'c>, source: Value<'c>, r#type: Type<'c>, how: Conversion) -> Value<'c> {
        builder.value(Self::NAME, &[source], r#type, &how.marks(builder))
    }

    /// What is converted.
    pub fn source(self) -> Value<'c> {
        operands(self.0)[0]
    }

    /// What it becomes.
    pub fn result(self) -> Value<'c> {
        results(self.0)[0]
    }

    /// What is asked of it.
    pub fn how(self) -> Conversion {
        Conversion { for_lookups: self.0.has_attribute(FOR_LOOKUPS), all_stored: self.0.has_attribute(ALL_STORED) }
    }
}

/// How a list is sorted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sorting {
    /// The arrays of the source are used for the result, or freed: nothing else uses it.
    pub consumed: bool,
    /// Order is asked for only among entries that agree in the unordered levels.
    pub within: bool,
}

view! {
    /// A list of coordinates in another order.
    Sort, "stensor.sort"
}

impl<'c> Sort<'c> {
    /// Builds one. Source and result are lists, of the same shape and element type; the verifier says what a list is.
    pub fn build(builder: &Builder<'c>, source: Value<'c>, r#type: Type<'c>, how: Sorting) -> Value<'c> {
        let marks = marks(builder, &[(CONSUMED, how.consumed), (WITHIN, how.within)]);
        builder.value(Self::NAME, &[source], r#type, &marks)
    }

    /// The list.
    pub fn source(self) -> Value<'c> {
        operands(self.0)[0]
    }

    /// The sorted list.
    pub fn result(self) -> Value<'c> {
        results(self.0)[0]
    }

    /// How it is sorted.
    pub fn how(self) -> Sorting {
        Sorting { consumed: self.0.has_attribute(CONSUMED), within: self.0.has_attribute(WITHIN) }
    }
}

/// How a tensor is built from a list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Building {
    /// As for conversions.
    pub for_lookups: bool,
}

view! {
    /// A tensor from a list of coordinates.
    Build, "stensor.build"
}

impl<'c> Build<'c> {
    /// Builds one. The source is a list, sorted by the levels of the result.
    pub fn build(builder: &Builder<'c>, list: Value<'c>, r#type: Type<'c>, how: Building) -> Value<'c> {
        let marks = marks(builder, &[(FOR_LOOKUPS, how.for_lookups)]);
        builder.value(Self::NAME, &[list], r#type, &marks)
    }

    /// The list.
    pub fn list(self) -> Value<'c> {
        operands(self.0)[0]
    }

    /// The tensor.
    pub fn result(self) -> Value<'c> {
        results(self.0)[0]
    }

    /// How it is built.
    pub fn how(self) -> Building {
        Building { for_lookups: self.0.has_attribute(FOR_LOOKUPS) }
    }
}
