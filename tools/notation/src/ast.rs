//! The syntax tree of one assignment, and the questions that need nothing but the tree.
//!
//! Parentheses leave no trace here: the shape of the tree says it all, and printing puts back those that matter.
//! Two nodes are equal when they say the same, wherever in the text they stand.

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

/// `target = value`, or `target += value`.
#[derive(Clone, Debug)]
pub struct Assignment {
    /// The tensor that is written; its subscripts are plain, distinct variables.
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
    Accumulate,
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

/// An affine subscript in normal form: each variable once, in order of first mention, no coefficient zero.
#[derive(Clone, Debug)]
pub struct Subscript {
    /// The variables and their coefficients.
    pub parts: Vec<Scaled>,
    /// The constant that is added.
    pub constant: i64,
    /// The subscript, without the commas around it.
    pub columns: Columns,
}

/// A variable times a constant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scaled {
    /// Name of the index variable.
    pub variable: String,
    /// What it is multiplied by.
    pub coefficient: i64,
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
    /// `function(arguments)`.
    Call {
        /// What is called.
        function: Function,
        /// What it is called with.
        arguments: Vec<Expr>,
    },
}

/// The functions, each of [`Function::LEAST_ARGUMENTS`] or more. Their names are reserved: neither a tensor nor an index
/// variable has one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Function {
    /// `max`: the largest of the arguments.
    Max,
    /// `min`: the smallest of the arguments.
    Min,
}

/// A number as it was written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Number {
    /// Without point and exponent.
    Integer(i64),
    /// With a point or an exponent; finite.
    Float(f64),
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
            [Scaled { variable, coefficient: 1 }] if self.constant == 0 => Some(variable),
            _ => None,
        }
    }
}

impl Function {
    /// The fewest arguments of one.
    pub const LEAST_ARGUMENTS: usize = 2;
    /// All of them.
    pub const ALL: [Function; 2] = [Function::Max, Function::Min];

    /// How it is written.
    pub fn name(self) -> &'static str {
        match self {
            Function::Max => "max",
            Function::Min => "min",
        }
    }

    /// The function with this name.
    pub fn named(name: &str) -> Option<Function> {
        Function::ALL.into_iter().find(|function| function.name() == name)
    }
}

impl Access {
    /// The variables of the subscripts, in order; one that occurs twice is listed twice.
    pub fn variables(&self) -> impl Iterator<Item = &str> {
        self.subscripts.iter().flat_map(|subscript| &subscript.parts).map(|part| part.variable.as_str())
    }
}

impl Expr {
    /// All accesses, from left to right.
    pub fn accesses(&self) -> Vec<&Access> {
        let mut found = Vec::new();
        self.collect_accesses(&mut found);
        found
    }

    fn collect_accesses<'a>(&'a self, found: &mut Vec<&'a Access>) {
        match &self.kind {
            ExprKind::Number(_) => {}
            ExprKind::Access(access) => found.push(access),
            ExprKind::Negate(operand) => operand.collect_accesses(found),
            ExprKind::Binary { left, right, .. } => {
                left.collect_accesses(found);
                right.collect_accesses(found);
            }
            ExprKind::Call { arguments, .. } => {
                for argument in arguments {
                    argument.collect_accesses(found);
                }
            }
        }
    }
}

impl Assignment {
    /// All accesses from left to right, the target first.
    pub fn accesses(&self) -> Vec<&Access> {
        let mut found = vec![&self.target];
        self.value.collect_accesses(&mut found);
        found
    }

    /// The index variables in order of first mention, those of the target first.
    pub fn variables(&self) -> Vec<&str> {
        let mut seen = BTreeSet::new();
        self.accesses().into_iter().flat_map(Access::variables).filter(|variable| seen.insert(*variable)).collect()
    }

    /// The order of every tensor, the target included.
    pub fn tensor_orders(&self) -> BTreeMap<&str, usize> {
        self.accesses().into_iter().map(|access| (access.tensor.as_str(), access.subscripts.len())).collect()
    }
}
