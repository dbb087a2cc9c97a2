//! What is converted, and why.

use crate::index::{Access, TensorId};
use lacuna_layout::{Description, order::comes_in_groups};

/// What is converted.
#[derive(Clone, Debug)]
pub enum Conversion {
    /// An operand, for one access of one statement. One that has that format already stays, and is read otherwise.
    Operand {
        /// Which statement of the nest.
        statement: usize,
        access: Access,
        to: &'static Description,
        /// Whether coordinates will be looked up in it again and again.
        for_lookups: bool,
        /// The dimensions whose subscripts are known when loops come to their levels.
        known: Vec<usize>,
        why: String,
    },
    /// The result.
    Result { result: OtherResult, why: String },
}

/// A result that is computed in another order than that of its levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OtherResult {
    pub tensor: TensorId,
    /// The list of coordinates in this order.
    pub list: &'static Description,
    pub through: Through,
}

/// How points come from that order into a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Through {
    /// The list is made, and converted.
    List,
    /// Points go into the result in groups of its parents, in two walks. The list is never made.
    Groups,
}

impl OtherResult {
    /// The ways in which a result, stored in this format, can be computed in the order of a list.
    pub fn ways(
        tensor: TensorId,
        list: &'static Description,
        stored: &'static Description,
    ) -> impl Iterator<Item = Self> {
        let groups = comes_in_groups(list, stored).then_some(Through::Groups);
        [Through::List].into_iter().chain(groups).map(move |through| Self { tensor, list, through })
    }
}
