//! A tensor that a nest binds, or that lives inside of it, as data.

use super::{Scalar, Size, ValueId, constant::Constant};
use crate::remedy::TensorType;
use lacuna_layout::{Description, policy::Keeping};
use std::rc::Rc;

/// A tensor or buffer that a nest binds, or a tensor that lives inside of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Tensor {
    /// The operand of the nest; of a tensor that lives inside, the argument of the producer that was read.
    pub operand: ValueId,
    /// What its source calls it.
    pub name: Option<Rc<str>>,
    /// The size of each dimension, where its type says it.
    pub shape: Vec<Option<u64>>,
    /// The type of its elements.
    pub element: Scalar,
    /// Whether it is a value, a buffer, or lives inside.
    pub kind: TensorKind,
    /// How it is stored; dense tensors and buffers have no format. Of a result whose points come in groups, the list that says
    /// in which order they come.
    format: Option<&'static Description>,
    /// How a result is stored whose points come in groups: parent after parent of its one level that stores coordinates. The
    /// list of them is never made.
    grouped_into: Option<&'static Description>,
    /// Whether the nest may write it.
    pub is_output: bool,
    /// Whether loops over variables that subscript it alone may take a part of its dimensions only.
    pub is_window: bool,
    /// Whether it is known to store nothing.
    pub starts_empty: bool,
}

/// What a tensor of a nest is.
#[derive(Clone, Debug, PartialEq)]
pub enum TensorKind {
    /// A tensor.
    Tensor,
    /// A buffer.
    Buffer {
        /// Its type.
        text: Rc<str>,
        /// Whether its elements stand in row-major order without gaps.
        is_contiguous: bool,
        /// Whether neighbours in the last dimension are neighbours in memory.
        has_unit_stride: bool,
    },
    /// A tensor between a producer and a consumer.
    Local(Local),
    /// An input that the nest binds no more.
    Removed,
}

/// What is said of a tensor that lives inside of a nest.
#[derive(Clone, Debug, PartialEq)]
pub struct Local {
    /// The size of each dimension.
    pub sizes: Vec<Size>,
    /// The value of the points that the producer does not write.
    pub initially: Constant,
    /// Whether these points are stored, too.
    pub is_full: bool,
    /// How points are kept that come in any order, if that was asked for.
    pub asked: Option<Keeping>,
}

impl Tensor {
    /// A tensor with these elements, stored in a format or dense.
    pub fn new(
        operand: ValueId,
        shape: Vec<Option<u64>>,
        element: Scalar,
        format: Option<&'static Description>,
    ) -> Self {
        let (name, kind, grouped_into) = (None, TensorKind::Tensor, None);
        let (is_output, is_window, starts_empty) = (false, false, false);
        Self { operand, name, shape, element, kind, format, grouped_into, is_output, is_window, starts_empty }
    }

    /// The same, which the nest may write.
    pub fn as_output(self) -> Self {
        Self { is_output: true, ..self }
    }

    /// The same, which the nest only reads.
    pub fn as_input(self) -> Self {
        Self { is_output: false, format: self.stored_format(), grouped_into: None, ..self }
    }

    /// The same, whose points come in groups, in the order of a list.
    pub fn as_list(self, list: &'static Description) -> Self {
        Self { grouped_into: self.stored_format(), format: Some(list), ..self }
    }

    /// The same, of which the nest may read a part only.
    pub fn as_window(self) -> Self {
        Self { is_window: true, ..self }
    }

    /// Whether the nest binds it for reading only.
    pub fn is_input(&self) -> bool {
        !self.is_output && self.local().is_none() && self.kind != TensorKind::Removed
    }

    /// Gives a tensor that lives inside one more dimension, behind the others.
    pub fn add_local_dimension(&mut self, size: u64) {
        if let TensorKind::Local(local) = &mut self.kind {
            local.sizes.push(Size::Number(size));
            self.shape.push(Some(size));
        }
    }

    /// What is said of it if it lives inside of the nest.
    pub fn local(&self) -> Option<&Local> {
        match &self.kind {
            TensorKind::Local(local) => Some(local),
            TensorKind::Tensor | TensorKind::Buffer { .. } | TensorKind::Removed => None,
        }
    }

    /// How many points it has, if its type says so; as many as can be counted, if there are more.
    pub fn points(&self) -> Option<u64> {
        self.shape.iter().try_fold(1u64, |points, size| Some(points.saturating_mul((*size)?)))
    }

    /// The bytes that an element takes in memory.
    pub fn bytes(&self) -> u64 {
        self.element.bits().unwrap_or(128).div_ceil(8)
    }

    /// Whether it lives inside of the nest and stores what its producer writes.
    pub fn is_collected(&self) -> bool {
        self.local().is_some_and(|local| !local.is_full)
    }

    /// The format that the statements see: of a result whose points come in groups, that of the list.
    pub fn format(&self) -> Option<&'static Description> {
        self.format
    }

    /// The format in which it is stored.
    pub fn stored_format(&self) -> Option<&'static Description> {
        self.grouped_into.or(self.format)
    }

    /// The format into which the points of a list go.
    pub fn grouped_into(&self) -> Option<&'static Description> {
        self.grouped_into
    }

    /// Stores it in another format, or none.
    pub fn set_format(&mut self, format: Option<&'static Description>) {
        (self.format, self.grouped_into) = (format, None);
    }

    /// Whether it is stored in levels.
    pub fn is_stored(&self) -> bool {
        self.format.is_some()
    }

    /// How many dimensions it has.
    pub fn order(&self) -> usize {
        self.shape.len()
    }

    /// Its type, as text.
    pub fn type_text(&self) -> String {
        self.type_text_as(self.format)
    }

    /// The type that it has in another format, as text.
    pub fn type_text_as(&self, format: Option<&Description>) -> String {
        if let TensorKind::Buffer { text, .. } = &self.kind {
            return text.to_string();
        }
        self.type_as(format).to_string()
    }

    /// The type that a tensor like it has in another format.
    pub fn type_as(&self, format: Option<&Description>) -> TensorType {
        let sizes = self.shape.iter().map(|size| size.map_or_else(|| "?x".to_owned(), |size| format!("{size}x")));
        let elements = format!("{}{}", sizes.collect::<String>(), self.element);
        TensorType { elements, format: format.map(|format| format.value.clone()) }
    }
}
