//! The syntax tree of a program, and the questions that need nothing but the tree.
//!
//! Parentheses and plus signs leave no trace here: the shape of the tree says it all, and printing puts back the
//! parentheses that matter. Sums that the text leaves implicit are nodes like those it spells out (`sums`). Two nodes are
//! equal when they say the same, wherever in the text they stand.

mod function;
mod program;
mod reduction;
mod whole;

pub use function::{Arguments, Function};
pub use program::Program;
pub use reduction::Reduction;
pub use whole::Whole;

use std::collections::{BTreeMap, BTreeSet};

/// Where a node stands in its source: 1-based columns counted in characters, the end excluded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Columns {
    /// Column of the first character.
    pub start: usize,
    /// Column after the last character.
    pub end: usize,
}

impl Columns {
    /// The smallest range that covers both.
    pub fn to(self, other: Columns) -> Columns {
        Columns { start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

/// `target = value`, or an update such as `target += value`.
#[derive(Clone, Debug)]
pub struct Assignment {
    /// The tensor that is written. Values that arrive at one point, as those of `y(i+k)` may, are combined: by what the update says,
    /// else by adding.
    pub target: Access,
    /// Whether the old value of the target is kept.
    pub update: Update,
    /// What is written.
    pub value: Expr,
    /// The whole assignment.
    pub columns: Columns,
}

/// What an assignment does with the old value of its target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Update {
    /// `=`: the old value is lost.
    Replace,
    /// `+=`: the value is added to the old one.
    Add,
    /// `-=`: the value is subtracted from the old one.
    Subtract,
    /// `*=`: the old value is multiplied by the value.
    Multiply,
    /// `max=`: the larger one is kept.
    Max,
    /// `min=`: the smaller one is kept.
    Min,
}

impl Update {
    /// How it is written.
    pub fn symbol(self) -> &'static str {
        match self {
            Update::Replace => "=",
            Update::Add => "+=",
            Update::Subtract => "-=",
            Update::Multiply => "*=",
            Update::Max => "max=",
            Update::Min => "min=",
        }
    }
}

/// A tensor at affine subscripts; a tensor of order 0 has none.
#[derive(Clone, Debug)]
pub struct Access {
    /// Name of the tensor.
    pub tensor: String,
    /// One subscript a dimension.
    pub subscripts: Vec<Subscript>,
    /// From the name to the closing parenthesis.
    pub columns: Columns,
}

/// An affine subscript in normal form: each variable, quotient and remainder once, in order of first mention, no coefficient zero.
#[derive(Clone, Debug)]
pub struct Subscript {
    /// The variables and their coefficients.
    pub parts: Vec<Scaled>,
    /// The constant that is added.
    pub constant: i64,
    /// The subscript, without the commas around it.
    pub columns: Columns,
}

/// A variable, or its quotient or remainder, times a constant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scaled {
    /// Name of the index variable.
    pub variable: String,
    /// What is taken of it.
    pub division: Option<Division>,
    /// What it is multiplied by.
    pub coefficient: i64,
}

/// What is taken of a variable that is divided by a positive constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Division {
    /// `i/2`, rounded down.
    Quotient(i64),
    /// `i mod 2`
    Remainder(i64),
}

impl Division {
    /// What it is of a value of the variable.
    pub fn of(self, value: i64) -> i64 {
        match self {
            Division::Quotient(divisor) => value.div_euclid(divisor),
            Division::Remainder(divisor) => value.rem_euclid(divisor),
        }
    }
}

impl Scaled {
    /// A variable as it is.
    pub fn of_variable(variable: impl Into<String>) -> Self {
        Self { variable: variable.into(), division: None, coefficient: 1 }
    }

    /// The largest value that is multiplied, of a variable whose last value this is.
    pub fn largest(&self, last: u64) -> u64 {
        match self.division {
            None => last,
            Some(Division::Quotient(divisor)) => last / divisor.unsigned_abs(),
            Some(Division::Remainder(divisor)) => last.min(divisor.unsigned_abs() - 1),
        }
    }
}

/// An expression.
#[derive(Clone, Debug)]
pub struct Expr {
    /// What it says.
    pub kind: ExprKind,
    /// Where it stands, with the parentheses around it.
    pub columns: Columns,
}

/// The kinds of expression.
#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    /// A number, never negative: a sign is a [`ExprKind::Negate`].
    Number(Number),
    /// A tensor that is read.
    Access(Access),
    /// The value of an index variable.
    Index(String),
    /// `-operand`.
    Negate(Box<Expr>),
    /// `left operator right`.
    Binary {
        /// What is done.
        operator: Operator,
        /// The left operand.
        left: Box<Expr>,
        /// The right operand.
        right: Box<Expr>,
    },
    /// `left relation right`: 1 where it holds, else 0.
    Compare {
        /// What is asked.
        relation: Relation,
        /// The left operand.
        left: Box<Expr>,
        /// The right operand.
        right: Box<Expr>,
    },
    /// `function(arguments)`.
    Call {
        /// What is called.
        function: Function,
        /// What it is called with.
        arguments: Vec<Expr>,
    },
    /// `reduction(variables, body)`: the values of `body` for all values of the variables, combined.
    Reduce {
        /// How they are combined.
        reduction: Reduction,
        /// The index variables, each once.
        variables: Vec<String>,
        /// What is combined.
        body: Box<Expr>,
        /// Whether the text leaves it out: a sum over variables that the target does not have.
        is_implicit: bool,
    },
}

/// A number as it was written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Number {
    /// Without point and exponent.
    Integer(i64),
    /// With a point or an exponent; finite.
    Float(f64),
    /// `2i`: that much of the imaginary unit; finite.
    Imaginary(f64),
}

/// The binary operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`
    Divide,
}

/// The relations of two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// `<`
    Less,
    /// `<=`
    LessOrEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterOrEqual,
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
}

impl Relation {
    /// Whether it asks which number is larger, which complex numbers cannot answer.
    pub fn needs_order(self) -> bool {
        !matches!(self, Relation::Equal | Relation::NotEqual)
    }
}

impl PartialEq for Assignment {
    fn eq(&self, other: &Self) -> bool {
        (&self.target, self.update, &self.value) == (&other.target, other.update, &other.value)
    }
}

impl PartialEq for Access {
    fn eq(&self, other: &Self) -> bool {
        (&self.tensor, &self.subscripts) == (&other.tensor, &other.subscripts)
    }
}

impl PartialEq for Subscript {
    fn eq(&self, other: &Self) -> bool {
        (&self.parts, self.constant) == (&other.parts, other.constant)
    }
}

impl PartialEq for Expr {
    fn eq(&self, other: &Self) -> bool {
        self.kind == other.kind
    }
}

impl Subscript {
    /// The variable, if the subscript is nothing but one variable.
    pub fn as_variable(&self) -> Option<&str> {
        match self.parts.as_slice() {
            [Scaled { variable, division: None, coefficient: 1 }] if self.constant == 0 => Some(variable),
            _ => None,
        }
    }
}

impl Access {
    /// Whether its subscripts are variables, each another one.
    pub fn is_plain(&self) -> bool {
        let mut seen = BTreeSet::new();
        self.subscripts.iter().all(|subscript| subscript.as_variable().is_some_and(|variable| seen.insert(variable)))
    }

    /// The variables of the subscripts, in order; one that occurs twice is listed twice.
    pub fn variables(&self) -> impl Iterator<Item = &str> {
        self.subscripts.iter().flat_map(|subscript| &subscript.parts).map(|part| part.variable.as_str())
    }
}

impl Expr {
    /// The expressions right below, from left to right.
    pub fn children(&self) -> Vec<&Expr> {
        match &self.kind {
            ExprKind::Number(_) | ExprKind::Access(_) | ExprKind::Index(_) => Vec::new(),
            ExprKind::Negate(operand) => vec![operand],
            ExprKind::Binary { left, right, .. } | ExprKind::Compare { left, right, .. } => vec![left, right],
            ExprKind::Call { arguments, .. } => arguments.iter().collect(),
            ExprKind::Reduce { body, .. } => vec![body],
        }
    }

    /// The same node over other expressions: `change` is told of each of the children.
    ///
    /// # Errors
    /// The first of `change`.
    pub fn with_children<E>(self, change: &mut dyn FnMut(Expr) -> Result<Expr, E>) -> Result<Expr, E> {
        let mut boxed = |expr: Box<Expr>| change(*expr).map(Box::new);
        let kind = match self.kind {
            kind @ (ExprKind::Number(_) | ExprKind::Access(_) | ExprKind::Index(_)) => kind,
            ExprKind::Negate(operand) => ExprKind::Negate(boxed(operand)?),
            ExprKind::Binary { operator, left, right } => {
                ExprKind::Binary { operator, left: boxed(left)?, right: boxed(right)? }
            }
            ExprKind::Compare { relation, left, right } => {
                ExprKind::Compare { relation, left: boxed(left)?, right: boxed(right)? }
            }
            ExprKind::Call { function, arguments } => {
                let arguments = arguments.into_iter().map(change).collect::<Result<_, _>>()?;
                ExprKind::Call { function, arguments }
            }
            ExprKind::Reduce { reduction, variables, body, is_implicit } => {
                ExprKind::Reduce { reduction, variables, body: boxed(body)?, is_implicit }
            }
        };
        Ok(Expr { kind, columns: self.columns })
    }

    /// The two sides, if this compares whole numbers that index variables make. These are compared as they are, whatever the type
    /// of elements is.
    pub fn as_comparison_of_indices(&self) -> Option<(Relation, [Whole<&str>; 2])> {
        let ExprKind::Compare { relation, left, right } = &self.kind else { return None };
        let has_index = !self.variables().is_empty();
        has_index.then_some((*relation, [Whole::of(left)?, Whole::of(right)?]))
    }

    /// All accesses, from left to right.
    pub fn accesses(&self) -> Vec<&Access> {
        let mut found = Vec::new();
        self.visit(&mut |expr| {
            if let ExprKind::Access(access) = &expr.kind {
                found.push(access);
            }
        });
        found
    }

    /// All index variables, those that are combined over included, in order of first mention.
    pub fn variables(&self) -> Vec<&str> {
        let mut found = Vec::new();
        self.visit(&mut |expr| match &expr.kind {
            ExprKind::Access(access) => found.extend(access.variables()),
            ExprKind::Index(variable) => found.push(variable),
            ExprKind::Reduce { variables, is_implicit: false, .. } => {
                found.extend(variables.iter().map(String::as_str));
            }
            _ => {}
        });
        let mut seen = BTreeSet::new();
        found.retain(|variable| seen.insert(*variable));
        found
    }

    /// The index variables whose value the expression depends on, in order of first mention.
    pub fn free_variables(&self) -> Vec<&str> {
        let mut found = Vec::new();
        self.collect_free(&mut Vec::new(), &mut found);
        found
    }

    fn collect_free<'a>(&'a self, bound: &mut Vec<&'a str>, found: &mut Vec<&'a str>) {
        let mut meet = |variable: &'a str| {
            if !bound.contains(&variable) && !found.contains(&variable) {
                found.push(variable);
            }
        };
        match &self.kind {
            ExprKind::Access(access) => access.variables().for_each(meet),
            ExprKind::Index(variable) => meet(variable),
            ExprKind::Reduce { variables, body, .. } => {
                let outside = bound.len();
                bound.extend(variables.iter().map(String::as_str));
                body.collect_free(bound, found);
                bound.truncate(outside);
            }
            _ => self.children().into_iter().for_each(|child| child.collect_free(bound, found)),
        }
    }

    /// Calls `visitor` with this expression and all below, each before those below it, from left to right.
    pub fn visit<'a>(&'a self, visitor: &mut dyn FnMut(&'a Expr)) {
        visitor(self);
        self.children().into_iter().for_each(|child| child.visit(visitor));
    }
}

impl Assignment {
    /// All accesses from left to right, the target first.
    pub fn accesses(&self) -> Vec<&Access> {
        std::iter::once(&self.target).chain(self.value.accesses()).collect()
    }

    /// The index variables in order of first mention, those of the target first.
    pub fn variables(&self) -> Vec<&str> {
        let mut seen = BTreeSet::new();
        let all = self.target.variables().chain(self.value.variables());
        all.filter(|variable| seen.insert(*variable)).collect()
    }

    /// The variables of the target, in order, each once.
    pub fn target_variables(&self) -> Vec<&str> {
        let mut seen = BTreeSet::new();
        self.target.variables().filter(|variable| seen.insert(*variable)).collect()
    }

    /// The order of every tensor, the target included.
    pub fn tensor_orders(&self) -> BTreeMap<&str, usize> {
        self.accesses().into_iter().map(|access| (access.tensor.as_str(), access.subscripts.len())).collect()
    }
}
