//! The coordinates of levels of results: how many there can be, and the least.

use crate::levels::{
    Sizes,
    addressed::{child_position, from_least},
};
use lacuna_dialects::{
    builder::Builder,
    format::Format,
    ir::{Value, shape},
};
use lacuna_layout::algebra::{DimensionForm, Form};
use melior::ir::Type;

/// What coordinates of a level of a result are.
#[derive(Clone, Copy)]
pub struct Span<'c> {
    /// How many there can be.
    pub size: Value<'c>,
    /// The least one, where they can be negative.
    pub least: Option<Value<'c>>,
}

impl<'c> Span<'c> {
    /// Those of a form.
    pub fn of(sizes: &Sizes<'_, 'c>, form: &Form) -> Self {
        Self { size: sizes.of(form), least: form.is_signed().then(|| sizes.least(form)) }
    }

    /// The position of a coordinate under a node, in a level into which nodes are inserted.
    pub fn child_position(&self, builder: &Builder<'c>, parent: Value<'c>, coordinate: Value<'c>) -> Value<'c> {
        child_position(builder, self.size, parent, from_least(builder, coordinate, self.least))
    }

    /// The coordinate that is so far from the least one.
    pub fn coordinate(&self, builder: &Builder<'c>, from_least: Value<'c>) -> Value<'c> {
        self.least.map_or(from_least, |least| builder.binary("arith.addi", from_least, least))
    }
}

/// The size of each dimension of a tensor, of which the dynamic ones are given.
fn dimension_sizes<'c>(builder: &Builder<'c>, r#type: Type<'c>, dynamic: &[Value<'c>]) -> Vec<Value<'c>> {
    let mut dynamic = dynamic.iter();
    shape(r#type)
        .unwrap_or_default()
        .into_iter()
        .map(|size| match size {
            Some(size) => builder.index(size as i64),
            None => *dynamic.next().expect("the verifier asks for all sizes"),
        })
        .collect()
}

/// The coordinates of each level of a tensor whose dynamic dimensions have these sizes.
pub fn level_spans<'c>(
    builder: &Builder<'c>,
    r#type: Type<'c>,
    format: Format<'c>,
    dynamic: &[Value<'c>],
) -> Vec<Span<'c>> {
    let sizes = dimension_sizes(builder, r#type, dynamic);
    let of = Sizes { builder, dimension: &|dimension| sizes[dimension] };
    let forms = &format.mapping().forms;
    let forms = forms.iter().map(|form| form.as_ref().expect("results have no slots"));
    forms.map(|form| Span::of(&of, form)).collect()
}
