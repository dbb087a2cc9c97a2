//! What can be wrong with an assignment or with the sizes that go with it, and where.

use std::fmt::{self, Display};

use lacuna_runtime::value::Dtype;
use thiserror::Error;

use crate::ast::{Arguments, Columns, Function, Reduction, Update};
use crate::elsewhere;

/// A problem and its place in the source.
#[derive(Clone, Debug, PartialEq, Error)]
#[error("column {}: {problem}", columns.start)]
pub struct NotationError {
    /// What is wrong.
    pub problem: Box<Problem>,
    /// Where.
    pub columns: Columns,
}

/// What some editors put at the beginning of a file. It has no column.
pub(crate) const BYTE_ORDER_MARK: char = '\u{feff}';

/// The most characters of a line that are shown.
const SHOWN: usize = 100;

/// The most characters of the program that a message repeats in one place.
const REPEATED: usize = 160;

impl NotationError {
    pub(crate) fn new(problem: Problem, columns: Columns) -> Self {
        NotationError { problem: Box::new(problem), columns }
    }

    /// The 1-based column of the problem, in characters.
    pub fn column(&self) -> usize {
        self.columns.start
    }

    /// The message, the line of `source` that it is about, and carets under the place. Of a long line, what is around the
    /// place. Columns count from the start of the line.
    pub fn render(&self, source: &str) -> String {
        let source = source.strip_prefix(BYTE_ORDER_MARK).unwrap_or(source);
        let place = self.columns.start.saturating_sub(1);
        let mut line_start = 0;
        for (number, line) in source.split('\n').enumerate() {
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
                let place = match source.trim_end().contains('\n') {
                    true => format!("line {}, column {}", number + 1, before + 1),
                    false => format!("column {}", before + 1),
                };
                let problem = &self.problem;
                return format!("{place}: {problem}\n  {left}{}{right}\n  {indent}{carets}", shown.trim_end());
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
    #[error("this parenthesis is never closed")]
    Unclosed,
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
    #[error("tensor {tensor} has {found} subscripts, at most {limit} are supported")]
    TooManySubscripts { tensor: String, limit: usize, found: usize },
    #[error("expected at most {limit} nested parentheses and signs, found more")]
    TooDeep { limit: usize },
    #[error("a subscript must be affine in the index variables, found a product of variables")]
    ProductOfVariables,
    #[error("{}", in_subscript(tensor, &format!("must be affine in the index variables, found an access to tensor `{found}`")))]
    IndirectSubscript { tensor: String, found: String },
    #[error("{}", in_subscript(tensor, &format!("must be affine in the index variables, found the function `{found}`")))]
    FunctionInSubscript { tensor: String, found: String },
    #[error("{}", in_subscript(tensor, &format!("is made of whole numbers, found `{found}`")))]
    FractionInSubscript { tensor: String, found: String },
    #[error("a subscript is made of whole numbers, found an imaginary one; a product is written `{value}*i`")]
    ImaginarySubscript { value: f64 },
    #[error("`{0}` is no operator of the notation; powers are written `pow(a, b)`")]
    Power(&'static str),
    #[error("found the bracket `{0}`; subscripts and groups are written in parentheses")]
    Bracket(char),
    #[error("relations do not form chains; `a < b < c` is written `(a < b) * (b < c)`")]
    ChainOfRelations,
    #[error("`{0}` is a function and names no tensor and no index variable")]
    ReservedName(String),
    #[error("`{function}` takes {}, found {found}{}", count(*arguments), as_reduction(*function, *arguments))]
    ArgumentCount { function: Function, arguments: Arguments, found: usize },
    #[error("`{0}` takes index variables and then an expression, as in `{0}(j, A(i,j))`")]
    NoVariables(Reduction),
    #[error("`{reduction}` takes index variables before its last argument, found `{found}`")]
    NotAnIndex { reduction: Reduction, found: String },
    #[error("`{reduction}` combines over `{variable}` twice")]
    ReducedTwice { reduction: Reduction, variable: String },
    #[error(
        "`{reduction}` combines over `{variable}`, which has a value there already; use another name{}",
        for_function(*reduction)
    )]
    BoundTwice { reduction: Reduction, variable: String },
    #[error(
        "`{variable}` is combined over by `{reduction}` and used outside of it in the same term; use another name in one \
         of the two places"
    )]
    UsedOutside { reduction: Reduction, variable: String },
    #[error(
        "the sum over {} can stand inside or around {enclosing}, so write one: {}",
        listed(variables),
        explained(*enclosing, forms)
    )]
    SumUnclear { variables: Vec<String>, enclosing: Enclosing, forms: Vec<SumForm> },
    #[error(
        "`{}` has no implicit sum over {}: write `{}` for the sum, or `{}`",
        update.symbol(),
        listed(variables),
        clipped(sum),
        clipped(other)
    )]
    SumInUpdate { update: Update, variables: Vec<String>, sum: String, other: String },
    #[error("`{operation}` needs values that have an order, those of type {dtype} have none")]
    NoOrder { operation: String, dtype: Dtype },
    #[error("`{operation}` needs values with fractions, those of type {dtype} are whole; choose another --dtype")]
    NoFractions { operation: String, dtype: Dtype },
    #[error("the number {number} is not of type {dtype}; --dtype complex128 has such numbers")]
    NotComplex { number: String, dtype: Dtype },
    #[error("expected the end, found a second statement")]
    SecondStatement,
    #[error("a subscript is divided by positive whole numbers, as in `i/2` and `i mod 2`, found `{found}`")]
    DivisorInSubscript { found: String },
    #[error(
        "in a subscript, quotients and remainders are those of one variable, as in `i/2 + j`, found `{found}`; the values of \
         another subscript can be a tensor of their own"
    )]
    QuotientInSubscript { found: String },
    #[error("`{tensor}` is assigned twice; a later assignment can update it, by `+=` and the like")]
    AssignedTwice { tensor: String },
    #[error(
        "`{tensor}` is read before it is assigned; let the assignment come first, or give the operand another name"
    )]
    ReadBefore { tensor: String },
    #[error("`{tensor}` is used with order {first} and with order {second}; a tensor has one order")]
    OrderMismatch { tensor: String, first: usize, second: usize },
    #[error(
        "target `{tensor}` is read on the right side, which is not allowed; `+=` and other updates keep its old value"
    )]
    TargetRead { tensor: String },
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
        "subscript `{subscript}` of `{tensor}` reaches from {smallest} to {largest}, but dimension {dimension} has size {size}{}",
        each_size(variables)
    )]
    OutOfReach {
        tensor: String,
        dimension: usize,
        subscript: String,
        smallest: i128,
        largest: i128,
        size: u64,
        variables: Vec<(String, u64, SizeSource)>,
    },
    #[error("subscript `{subscript}` of `{tensor}` reaches down to {smallest}; coordinates start at 0")]
    NegativeReach { tensor: String, subscript: String, smallest: i128 },
    #[error("subscript `{subscript}` of `{tensor}` reaches beyond {limit}", limit = i64::MAX)]
    ReachTooLarge { tensor: String, subscript: String },
}

/// What gives one value for a sum, and another if its own values are summed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "each text says what it is")]
pub enum Enclosing {
    Function(Function),
    Divisor,
    Relation,
    Reduction(Reduction),
}

/// A way to write a sum that was left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SumForm {
    /// Where the sum stands.
    pub reading: SumReading,
    /// The enclosing part of the program, with the sum.
    pub text: String,
}

/// Where a sum stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SumReading {
    /// Around what is linear, inside of everything that is not.
    Innermost,
    /// Just inside of what encloses it.
    Inside,
    /// Around it.
    Around,
    /// There is no sum: this reduction combines over the variables, too.
    Combined(Reduction),
}

impl SumReading {
    /// What a form is.
    fn meaning(self, enclosing: Enclosing) -> String {
        match (self, enclosing) {
            (SumReading::Innermost, _) => "adds up inside of all functions and divisors".to_owned(),
            (SumReading::Inside, Enclosing::Function(function)) => format!("is `{function}` of the sum"),
            (SumReading::Inside, Enclosing::Divisor) => "divides by the sum".to_owned(),
            (SumReading::Inside, Enclosing::Relation) => "compares the sum".to_owned(),
            (SumReading::Inside, Enclosing::Reduction(reduction)) => format!("is the `{reduction}` of the sums"),
            (SumReading::Around, Enclosing::Function(function)) => format!("adds up the values of `{function}`"),
            (SumReading::Around, Enclosing::Divisor) => "adds up the quotients".to_owned(),
            (SumReading::Around, Enclosing::Relation) => "counts where the comparison holds".to_owned(),
            (SumReading::Around, Enclosing::Reduction(reduction)) => format!("adds up the values of `{reduction}`"),
            (SumReading::Combined(reduction), _) => format!("is one `{reduction}`, without a sum"),
        }
    }
}

/// Forms, each with what it means.
fn explained(enclosing: Enclosing, forms: &[SumForm]) -> String {
    let explained = |form: &SumForm| format!("`{}` {}", clipped(&form.text), form.reading.meaning(enclosing));
    forms.iter().map(explained).collect::<Vec<_>>().join(", ")
}

impl Display for Enclosing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Enclosing::Function(function) => write!(f, "the function `{function}`"),
            Enclosing::Divisor => f.write_str("the quotient"),
            Enclosing::Relation => f.write_str("the comparison"),
            Enclosing::Reduction(reduction) => write!(f, "the reduction `{reduction}`"),
        }
    }
}

/// Names as a message lists them.
fn listed(names: &[String]) -> String {
    let quoted: Vec<_> = names.iter().map(|name| format!("`{name}`")).collect();
    quoted.join(", ")
}

/// Text of the program as a message repeats it: of a long one, its two ends.
fn clipped(text: &str) -> String {
    let length = text.chars().count();
    if length <= REPEATED {
        return text.to_owned();
    }
    let half = REPEATED / 2;
    let (first, last): (String, String) =
        (text.chars().take(half).collect(), text.chars().skip(length - half).collect());
    format!("{first} ... {last}")
}

/// Why variables have the sizes that they have.
fn each_size(variables: &[(String, u64, SizeSource)]) -> String {
    let each = |(variable, size, source): &(String, u64, SizeSource)| {
        format!("; the size of `{variable}` is {size} in {source}")
    };
    variables.iter().map(each).collect()
}

fn reserved_names() -> Vec<&'static str> {
    let mut names: Vec<_> = Function::ALL.iter().map(|function| function.name()).collect();
    names.extend(Reduction::ALL.iter().filter(|reduction| reduction.as_function().is_none()).map(|one| one.name()));
    names
}

/// How the function of the same name is written, if there is one.
fn for_function(reduction: Reduction) -> String {
    match reduction.as_function() {
        Some(function) => format!(", or, for the function, let another argument come first: `{function}(0, ...)`"),
        None => String::new(),
    }
}

/// What is wrong with a subscript of a tensor, which may be meant to be a function.
fn in_subscript(tensor: &str, problem: &str) -> String {
    let no_function = format!("no function is called `{tensor}`");
    match (elsewhere::written_here(tensor), similar_function(tensor)) {
        (Some((call, written)), _) => format!("{no_function}: {call} is written {written}"),
        (None, Some(function)) => {
            format!("{no_function} (did you mean `{function}`?); if it is a tensor: a subscript {problem}")
        }
        (None, None) => format!(
            "{no_function} (there are {}); if it is a tensor: a subscript {problem}",
            reserved_names().join(", ")
        ),
    }
}

/// The function with almost this name.
fn similar_function(name: &str) -> Option<&'static str> {
    let distance = |other: &&str| strsim::damerau_levenshtein(other, &name.to_lowercase());
    let nearest = reserved_names().into_iter().min_by_key(distance)?;
    // A name of one letter is a tensor's.
    (name.len() > 1 && distance(&nearest) <= name.len() / 2).then_some(nearest)
}

fn count(arguments: Arguments) -> String {
    match arguments {
        Arguments::Exactly(1) => "1 argument".to_owned(),
        Arguments::Exactly(number) => format!("{number} arguments"),
        Arguments::AtLeast(least) => format!("at least {least} arguments"),
    }
}

/// Functions of several arguments are reductions, too, which may be what was meant.
fn as_reduction(function: Function, arguments: Arguments) -> String {
    match arguments {
        Arguments::Exactly(_) => String::new(),
        Arguments::AtLeast(_) => {
            format!("; a reduction names index variables first, as in `{function}(j, A(i,j))`")
        }
    }
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
