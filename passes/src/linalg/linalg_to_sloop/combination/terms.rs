//! What a body combines with an old value, term by term.

use lacuna_dialects::{
    ir::{Op, Value},
    sloop::Combiner,
};

/// What is combined with the old value.
#[derive(Clone)]
pub enum CombinedTerm<'c> {
    Value(Value<'c>),
    /// The value is subtracted by the operation.
    Negated(Value<'c>, Op<'c>),
    /// The operation divides by the value.
    Reciprocal(Value<'c>, Op<'c>),
    /// The product that an operation adds.
    Product(Value<'c>, Value<'c>, Op<'c>),
    /// One of two lists of terms, of which one may be empty; the operation chooses.
    Chosen(Vec<CombinedTerm<'c>>, Vec<CombinedTerm<'c>>, Op<'c>),
}

/// What a value of a body is, going by how it comes from the old value.
#[derive(Clone)]
pub struct Derivation<'c> {
    /// `None`, where it is the old value itself.
    pub combiner: Option<Combiner>,
    pub terms: Vec<CombinedTerm<'c>>,
}
