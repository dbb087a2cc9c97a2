//! The algebra of maps between dimensions and levels.
//!
//! The expression of a level is a linear [`Form`] over atoms: dimensions, quotients and remainders. [`Mapping`] solves the
//! forms of all levels for the dimensions. [`Extent`] says which values a form takes in a tensor of some shape.

#[cfg(test)]
mod brute_force;
mod equations;
#[cfg(test)]
mod examples;
mod extent;
mod form;
mod mapping;

pub use extent::Extent;
pub use form::{Atom, DimensionForm, Form};
pub use mapping::{Followed, Mapping, OfLevels, OverLevels, Source, Unmappable};
