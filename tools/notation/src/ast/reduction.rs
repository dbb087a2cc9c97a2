//! How the values of an expression at many points become one.

use super::Function;

/// What combines values. Names of reductions are reserved, as those of functions are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reduction {
    /// `sum`; of no values 0.
    Sum,
    /// `prod`: the product; of no values 1.
    Product,
    /// `max`: the largest; of no values minus infinity, or the smallest integer.
    Max,
    /// `min`: the smallest; of no values infinity, or the largest integer.
    Min,
    /// `any`: 1 if some value is not zero, else 0; of no values 0.
    Any,
    /// `all`: 1 if no value is zero, else 0; of no values 1.
    All,
}

impl Reduction {
    /// All of them.
    pub const ALL: [Reduction; 6] =
        [Reduction::Sum, Reduction::Product, Reduction::Max, Reduction::Min, Reduction::Any, Reduction::All];

    /// How it is written.
    pub fn name(self) -> &'static str {
        match self {
            Reduction::Sum => "sum",
            Reduction::Product => "prod",
            Reduction::Max => "max",
            Reduction::Min => "min",
            Reduction::Any => "any",
            Reduction::All => "all",
        }
    }

    /// The reduction with this name.
    pub fn named(name: &str) -> Option<Reduction> {
        Reduction::ALL.into_iter().find(|reduction| reduction.name() == name)
    }

    /// The function with the same name, if there is one: what is meant follows from the first argument.
    pub fn as_function(self) -> Option<Function> {
        Function::named(self.name())
    }

    /// Whether it asks which of two numbers is larger, which complex numbers cannot answer.
    pub fn needs_order(self) -> bool {
        matches!(self, Reduction::Max | Reduction::Min)
    }
}
