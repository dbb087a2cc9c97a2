//! Texts of formats: reading, printing, and short names.

mod display;
mod lexer;
pub(crate) mod named;
pub(crate) mod parse;
pub(crate) mod short_name;
mod word;
