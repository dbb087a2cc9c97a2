//! What can be wrong with a format or its text.

/// A format that does not parse or makes no sense.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FormatError {
    /// The text does not follow the grammar.
    #[error("column {column}: expected {expected}, found {found}")]
    Syntax {
        /// Where, in characters from 1.
        column: usize,
        /// What would have been right.
        expected: String,
        /// What stands there.
        found: String,
    },
    /// Neither a short name, nor a level format, nor the text of a format.
    #[error(
        "unknown format `{text}`{}: known are {known}, lists of levels such as `dense,compressed`, and `(i, j) -> (...)`",
        nearest.map_or_else(String::new, |nearest| format!(" (did you mean `{nearest}`?)"))
    )]
    UnknownName {
        /// The text.
        text: String,
        /// The name or the level format that is spelled much like it.
        nearest: Option<&'static str>,
        /// The short names.
        known: String,
    },
    /// A short name used for a tensor that it is not meant for.
    #[error("format `{name}` is for tensors of order {required}, found order {found}")]
    WrongOrder {
        /// The short name or text.
        name: String,
        /// The order or orders it serves.
        required: String,
        /// The order of the tensor.
        found: usize,
    },
    /// A list of levels that is too short or too long.
    #[error("`{text}` lists {found} levels, a tensor of order {order} needs {order}")]
    LevelCount {
        /// The list.
        text: String,
        /// Levels listed.
        found: usize,
        /// The order of the tensor.
        order: usize,
    },
    /// A parameter after a short name that is missing, wrong, or not wanted.
    #[error("format `{name}` {problem}, found {}", or_nothing(found))]
    Parameter {
        /// The short name.
        name: String,
        /// What it wants.
        problem: &'static str,
        /// What was given.
        found: String,
    },
    /// An order suffix that is not a permutation.
    #[error("`@{found}` is not an order of the {order} dimensions 0..{order}, each once")]
    NotAPermutation {
        /// The suffix.
        found: String,
        /// The order of the tensor.
        order: usize,
    },
    /// A level names a dimension that the tensor does not have.
    #[error("level {level} uses dimension {dimension}, the tensor has order {order}")]
    UnknownDimension {
        /// The level.
        level: usize,
        /// The dimension.
        dimension: usize,
        /// The order of the tensor.
        order: usize,
    },
    /// The coordinates of the levels do not say the coordinate of a dimension.
    #[error("dimension {dimension} ({name}) is not determined by the levels")]
    Undetermined {
        /// The dimension.
        dimension: usize,
        /// Its printed name.
        name: String,
    },
    /// A level in a place where its level format makes no sense.
    #[error("level {level} ({kind}) {problem}")]
    Misplaced {
        /// The level.
        level: usize,
        /// Its level format.
        kind: &'static str,
        /// The rule that is broken.
        problem: String,
    },
    /// A property that the level format cannot have.
    #[error("level {level} ({kind}) cannot be {property}")]
    Property {
        /// The level.
        level: usize,
        /// Its level format.
        kind: &'static str,
        /// The property word.
        property: &'static str,
    },
}

/// A level with coordinates that 63 bits do not hold, for tensors of some shape.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("level {level}: `{expr}` has coordinates beyond 63 bits for shape {shape:?}")]
pub struct LevelSizeError {
    /// The level.
    pub level: usize,
    /// What it stores.
    pub expr: String,
    /// The shape.
    pub shape: Vec<u64>,
}

/// A text in quotes; of an empty one, that it is.
fn or_nothing(text: &str) -> String {
    if text.is_empty() { "nothing".to_owned() } else { format!("`{text}`") }
}
