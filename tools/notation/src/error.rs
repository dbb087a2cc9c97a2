//! What can be wrong with an assignment or with the sizes that go with it, and where.

use std::fmt::{self, Display};

use thiserror::Error;

use crate::ast::{Columns, Function};

/// A problem and its place in the source.
#[derive(Clone, Debug, PartialEq, Error)]
#[error("column {}: {problem}", columns.start)]
pub struct NotationError {
    /// What is wrong.
    pub problem: Box<Problem>,
    /// Where.
    pub columns: Columns,
}

/// The most characters of a line that are shown.
const SHOWN: usize = 100;

impl NotationError {
    pub(crate) fn new(problem: Problem, columns: Columns) -> Self {
        NotationError { problem: Box::new(problem), columns }
    }

    /// The 1-based column of the problem, in characters.
    pub fn column(&self) -> usize {
        self.columns.start
    }

    /// The message, the line of `source` that it is about, and carets under the place. Of a long line, what is around the
    /// place.
    pub fn render(&self, source: &str) -> String {
        let place = self.columns.start.saturating_sub(1);
        let mut line_start = 0;
        for line in source.split('\n') {
            let length = line.chars().count();
            if place <= line_start + length {
                let before = place - line_start;
                let first = before.saturating_sub(SHOWN / 2).min(length.saturating_sub(SHOWN));
                let end = length.min(first + SHOWN);
                let cut = |is_cut: bool| if is_cut { "..." } else { "" };
                let (left, right) = (cut(first > 0), cut(end < length));
                let shown = line.chars().skip(first).take(end - first);
                let shown: String = shown.map(|c| if c.is_control() { ' ' } else { c }).collect();
                let wanted = self.columns.end.saturating_sub(self.columns.start);
                let carets = "^".repeat(wanted.min(end - before).max(1));
                let indent = " ".repeat(left.len() + before - first);
                return format!("{self}\n  {left}{}{right}\n  {indent}{carets}", shown.trim_end());
            }
            line_start += length + 1;
        }
        // The error belongs to another source: the message alone is still true.
        self.to_string()
    }
}

/// What is wrong.
#[derive(Clone, Debug, PartialEq, Error)]
#[allow(missing_docs, reason = "each message says what its fields are")]
pub enum Problem {
    #[error("expected {expected}, found {found}")]
    Unexpected { expected: &'static str, found: String },
    #[error("expected a name, a number or an operator, found the character `{0}`")]
    UnknownCharacter(char),
    #[error("expected a name of at most {limit} letters, found {found}")]
    NameTooLong { limit: usize, found: usize },
    #[error("expected an integer of at most {limit}, found `{found}`", limit = i64::MAX)]
    IntegerTooLarge { found: String },
    #[error("expected a number of at most {limit:e}, found `{found}`", limit = f64::MAX)]
    FloatTooLarge { found: String },
    #[error("coefficients of a subscript must stay within {limit} in size, this one does not", limit = i64::MAX)]
    CoefficientTooLarge,
    #[error("expected at most {limit} names, numbers and operators, found {found}")]
    TooLong { limit: usize, found: usize },
    #[error("expected at most {limit} nested parentheses and signs, found more")]
    TooDeep { limit: usize },
    #[error("a subscript must be affine in the index variables, found a product of variables")]
    ProductOfVariables,
    #[error(
        "a subscript must be affine in the index variables, found an access to tensor `{found}`; if `{tensor}` is to be a \
         function: those are {}",
        functions()
    )]
    IndirectSubscript { tensor: String, found: String },
    #[error("a subscript must be affine in the index variables, found the function `{0}`")]
    FunctionInSubscript(Function),
    #[error("`{0}` is a function and names no tensor and no index variable")]
    ReservedName(Function),
    #[error("`{function}` takes at least {least} arguments, found {found}")]
    TooFewArguments { function: Function, least: usize, found: usize },
    #[error("`{tensor}` is used with order {first} and with order {second}; a tensor has one order")]
    OrderMismatch { tensor: String, first: usize, second: usize },
    #[error("target `{tensor}` is read on the right side, which is not allowed; `+=` keeps its old value")]
    TargetRead { tensor: String },
    #[error("a subscript of target `{tensor}` must be a plain variable, found `{found}`")]
    TargetSubscript { tensor: String, found: String },
    #[error("the subscripts of target `{tensor}` must be distinct variables, found `{variable}` twice")]
    TargetVariableTwice { tensor: String, variable: String },
    #[error("`{0}` is used as a tensor and as an index variable; one name has one meaning")]
    TensorAndVariable(String),
    #[error("`{tensor}` is used with order {subscripts}, but its shape is of order {dimensions}")]
    ShapeOrder { tensor: String, subscripts: usize, dimensions: usize },
    #[error("the size of `{variable}` is {first_size} in {first}, but {second_size} in {second}")]
    SizesDisagree { variable: String, first: SizeSource, first_size: u64, second: SizeSource, second_size: u64 },
    #[error("the size of `{0}` is not known from any tensor; give it with `-d {0}=SIZE`")]
    UnknownSize(String),
    #[error("a size is given for `{0}`, but the expression has no such index variable")]
    NotAVariable(String),
    #[error(
        "subscript `{subscript}` of `{tensor}` reaches from {smallest} to {largest}, but dimension {dimension} has size {size}"
    )]
    OutOfReach { tensor: String, dimension: usize, subscript: String, smallest: i128, largest: i128, size: u64 },
    #[error("subscript `{subscript}` of `{tensor}` reaches down to {smallest}; coordinates start at 0")]
    NegativeReach { tensor: String, subscript: String, smallest: i128 },
    #[error("subscript `{subscript}` of `{tensor}` reaches beyond {limit}", limit = i64::MAX)]
    ReachTooLarge { tensor: String, subscript: String },
}

/// `max` and `min`
fn functions() -> String {
    Function::ALL.map(|function| format!("`{function}`")).join(" and ")
}

/// Who says what size a variable has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SizeSource {
    /// A dimension of a tensor, counted from zero.
    Dimension {
        /// Name of the tensor.
        tensor: String,
        /// Which of its dimensions.
        dimension: usize,
    },
    /// The user.
    Given,
}

impl Display for SizeSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SizeSource::Dimension { tensor, dimension } => write!(f, "dimension {dimension} of `{tensor}`"),
            SizeSource::Given => f.write_str("the sizes given"),
        }
    }
}
