//! What a user can do about a decision or a refusal: the end of a diagnostic, after `; `.
//!
//! A remedy is data, and formats in it are values. It prints in the words of MLIR, with types. Diagnostics cross MLIR as text,
//! so a tool whose users know no MLIR reads the remedy back ([`split`]), and says it in its own words, such as flags of a
//! command line. All that is read from diagnostics is read here.

use crate::words;
use lacuna_layout::Format;
use std::fmt;

/// A tensor, as diagnostics name it, and its type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stored {
    /// The name, `operand A`.
    pub name: String,
    /// The type.
    pub r#type: TensorType,
}

/// The type of a tensor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TensorType {
    /// Its sizes and the type of its elements, as MLIR prints them: `?x4xf64`.
    pub elements: String,
    /// How it is stored, unless it is dense.
    pub format: Option<Format>,
}

/// What can be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Remedy {
    /// To store tensors in the formats that the compiler converts them to or from: all of them together.
    SaveConversion(Vec<Stored>),
    /// To store all of these tensors with their dimensions in another order.
    Reorder(Vec<Stored>),
    /// To store one of these tensors with its dimensions in another order: two at least.
    ReorderOne(Vec<Stored>),
    /// To make a tensor dense.
    MakeDense(String),
    /// The same, where that saves a conversion.
    MakeDenseToSave(String),
    /// To make one of two tensors dense, or to take both apart alike.
    SameParts(String, String),
    /// To store the coordinates of a tensor in order.
    InOrder(Stored),
    /// To store each coordinate of a tensor once.
    Once(Stored),
    /// To store tensors by their dimensions, instead of by diagonals.
    ByDimensions,
    /// To say which points matter, or that all of these do.
    ChooseStored(Vec<String>),
    /// To choose the value where these store nothing, or to make them dense.
    ChooseValue(Vec<String>),
    /// To give two tensors the same fill value.
    SameFill,
}

const SAVE: &str = " to save the conversion";
const ORDER: &str = " with its dimensions in another order";
const PARTS: &str = " dense, or store both in the same blocks or diagonals";
const DIMENSIONS: &str = "store the operands by their dimensions";
const STORED: &str = "if only stored entries matter, multiply the value by a stored operand or choose it with ";
const VALUE: &str = "if only stored entries matter, choose the value with ";
const ELSE: &str = ", else make ";
const FILL: &str = "give both the same fill value";

impl fmt::Display for Stored {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.name, self.r#type)
    }
}

impl fmt::Display for TensorType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.format {
            Some(format) => write!(f, "tensor<{}, #stensor.format<{format}>>", self.elements),
            None => write!(f, "tensor<{}>", self.elements),
        }
    }
}

impl TensorType {
    /// The type that prints like this.
    pub fn parse(text: &str) -> Option<Self> {
        let inside = text.strip_prefix("tensor<")?.strip_suffix('>')?;
        let Some((elements, format)) = inside.split_once(", #stensor.format<") else {
            return Some(Self { elements: inside.to_owned(), format: None });
        };
        let format = Format::parse(format.strip_suffix('>')?).ok()?;
        Some(Self { elements: elements.to_owned(), format: Some(format) })
    }
}

impl Stored {
    fn new(name: &str, r#type: &str) -> Option<Self> {
        Some(Self { name: name.to_owned(), r#type: TensorType::parse(r#type)? })
    }

    fn parse(text: &str) -> Option<Self> {
        let (name, r#type) = text.split_once(" (")?;
        Self::new(name, r#type.strip_suffix(')')?)
    }

    fn parse_all(text: &str, separator: &str) -> Option<Vec<Self>> {
        text.split(separator).map(Self::parse).collect()
    }
}

const AND: &str = " and ";
const OR: &str = " or ";

fn list(tensors: &[Stored], separator: &str) -> String {
    tensors.iter().map(ToString::to_string).collect::<Vec<_>>().join(separator)
}

impl fmt::Display for Remedy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::SaveConversion(tensors) => {
                let each = tensors.iter().map(|Stored { name, r#type }| format!("{name} as {type}"));
                write!(f, "store {}{SAVE}", each.collect::<Vec<_>>().join(AND))
            }
            Self::Reorder(tensors) => write!(f, "store {}{ORDER}", list(tensors, AND)),
            Self::ReorderOne(tensors) => write!(f, "store {}{ORDER}", list(tensors, OR)),
            Self::MakeDense(name) => write!(f, "make {name} dense"),
            Self::MakeDenseToSave(name) => write!(f, "make {name} dense{SAVE}"),
            Self::SameParts(left, right) => write!(f, "make {left} or {right}{PARTS}"),
            Self::InOrder(tensor) => write!(f, "store {tensor} in order"),
            Self::Once(tensor) => write!(f, "store each coordinate of {tensor} once"),
            Self::ByDimensions => f.write_str(DIMENSIONS),
            Self::ChooseStored(names) => write!(f, "{STORED}{}{ELSE}{} dense", words::STORED, names.join(AND)),
            Self::ChooseValue(names) => write!(f, "{VALUE}{}{ELSE}{} dense", words::STORED, names.join(AND)),
            Self::SameFill => f.write_str(FILL),
        }
    }
}

impl Remedy {
    /// To store one of these tensors with its dimensions in another order.
    pub fn reorder_one(tensors: Vec<Stored>) -> Self {
        if tensors.len() > 1 { Self::ReorderOne(tensors) } else { Self::Reorder(tensors) }
    }

    /// The remedy that prints like this.
    pub fn parse(text: &str) -> Option<Self> {
        let names = |text: &str| text.split(AND).map(str::to_owned).collect();
        let within = |start: &str, end: &str| text.strip_prefix(start).and_then(|rest| rest.strip_suffix(end));
        match text {
            DIMENSIONS => return Some(Self::ByDimensions),
            FILL => return Some(Self::SameFill),
            _ => {}
        }
        let chosen = |start| {
            let rest = within(start, " dense")?.strip_prefix(words::STORED)?;
            Some(names(rest.strip_prefix(ELSE)?))
        };
        if let Some(tensors) = chosen(STORED) {
            return Some(Self::ChooseStored(tensors));
        }
        if let Some(tensors) = chosen(VALUE) {
            return Some(Self::ChooseValue(tensors));
        }
        if let Some((left, right)) = within("make ", PARTS).and_then(|both| both.split_once(" or ")) {
            return Some(Self::SameParts(left.to_owned(), right.to_owned()));
        }
        if let Some(name) = within("make ", " dense") {
            return Some(Self::MakeDense(name.to_owned()));
        }
        if let Some(name) = within("make ", SAVE).and_then(|name| name.strip_suffix(" dense")) {
            return Some(Self::MakeDenseToSave(name.to_owned()));
        }
        if let Some(tensors) = within("store ", SAVE) {
            let each = tensors.split(AND).map(|tensor| {
                let (name, r#type) = tensor.split_once(" as ")?;
                Stored::new(name, r#type)
            });
            return Some(Self::SaveConversion(each.collect::<Option<_>>()?));
        }
        if let Some(tensors) = within("store ", ORDER) {
            return match tensors.contains(OR) {
                true => Some(Self::ReorderOne(Stored::parse_all(tensors, OR)?)),
                false => Some(Self::Reorder(Stored::parse_all(tensors, AND)?)),
            };
        }
        if let Some(tensor) = within("store each coordinate of ", " once") {
            return Some(Self::Once(Stored::parse(tensor)?));
        }
        within("store ", " in order").and_then(Stored::parse).map(Self::InOrder)
    }
}

/// A diagnostic without its remedy, and the remedy.
pub fn split(message: &str) -> (&str, Option<Remedy>) {
    // A remedy has no `; ` in it.
    let parts = message.rsplit_once("; ");
    let found = parts.and_then(|(fact, remedy)| Some((fact, Remedy::parse(remedy)?)));
    found.map_or((message, None), |(fact, remedy)| (fact, Some(remedy)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stored(name: &str) -> Stored {
        let format = Format::parse("(i, j) -> (j : dense, i : compressed)").expect("a format");
        Stored {
            name: format!("operand {name}"),
            r#type: TensorType { elements: "?x4xf64".to_owned(), format: Some(format) },
        }
    }

    #[test]
    fn types_print_as_mlir_has_them() {
        for text in [
            "tensor<f64>",
            "tensor<?x4xcomplex<f64>>",
            "tensor<?x4xcomplex<f64>, #stensor.format<(i, j) -> (j : dense, i : compressed), positions = 64>>",
            "tensor<8xf64, #stensor.format<(i) -> (i : compressed), fill = 1.000000e+00 : f64>>",
        ] {
            assert_eq!(TensorType::parse(text).map(|read| read.to_string()).as_deref(), Some(text));
        }
        assert_eq!(TensorType::parse("memref<?xf64>"), None);
    }

    #[test]
    fn every_remedy_can_be_read_back() {
        let name = |name: &str| format!("operand {name}");
        for remedy in [
            Remedy::SaveConversion(vec![stored("A")]),
            Remedy::SaveConversion(vec![stored("A"), stored("B")]),
            Remedy::ReorderOne(vec![stored("A"), stored("B")]),
            Remedy::Reorder(vec![stored("A")]),
            Remedy::Reorder(vec![stored("A"), stored("B")]),
            Remedy::MakeDense(name("A")),
            Remedy::MakeDenseToSave(name("A")),
            Remedy::SameParts(name("A"), name("B")),
            Remedy::InOrder(stored("A")),
            Remedy::Once(stored("A")),
            Remedy::ByDimensions,
            Remedy::ChooseStored(vec![name("A"), name("B")]),
            Remedy::ChooseValue(vec![name("A")]),
            Remedy::SameFill,
        ] {
            let message = format!("a fact; and more; {remedy}");
            assert_eq!(split(&message), ("a fact; and more", Some(remedy)));
        }
        assert_eq!(split("a fact; and more"), ("a fact; and more", None));
    }
}
