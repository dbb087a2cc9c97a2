//! Linear forms, with quotients and remainders by constants.
//!
//! A [`Linear`] is a sum of terms with integer factors, and a constant. The terms may be anything that has an order. A [`Form`]
//! is one whose terms are [`Atom`]s: names, and quotients and remainders of forms. What the names stand for is up to the
//! caller: dimensions of a tensor (`lacuna-layout`), levels, or index variables and values of the program (`lacuna-index`).
//!
//! Forms are canonical, so two of the same meaning are mostly equal. Nothing overflows unseen: what exceeds 64 bits is `None`,
//! but for [`Linear::plus_saturating`].

mod form;
mod linear;
mod range;
mod text;

pub use form::{Atom, Form};
pub use linear::Linear;
pub use range::{Bounds, Interval};
