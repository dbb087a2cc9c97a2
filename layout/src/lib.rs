//! How a tensor is stored: the layout of a tensor as a value, without MLIR and without arrays.
//!
//! A [`Format`] lists levels. Each level stores the values of an expression of the dimensions, in a level format, with some
//! properties. This crate says what follows from a format alone:
//!
//! - [`Format`], [`Level`], [`DimExpr`]: the format as a value, and its text ([`Format::parse`], [`Format::named`],
//!   [`Format::short_name`]).
//! - [`algebra`]: the map between dimensions and levels, in both directions ([`algebra::Mapping`]).
//! - [`levels`]: one file for each level format: properties, capabilities, arrays, objections.
//! - [`Format::flaw`]: the one list of what makes a format meaningless.
//! - [`storage`]: how long the arrays of each level are.
//! - [`order`], [`filling`], [`list`]: in which order entries come, which formats fill up, and by which lists formats are
//!   built.
//! - [`assembly`], [`strategy`]: how the levels of results are put together, and what each way to do so asks and costs.
//!
//! The runtime packs, checks and walks arrays by it; the compiler emits code by it. Left out: both.

pub mod algebra;
pub mod assembly;
mod description;
mod error;
mod expr;
mod fill;
pub mod filling;
mod flaw;
mod format;
mod level;
pub mod levels;
pub mod list;
pub mod order;
pub mod policy;
pub mod storage;
pub mod strategy;
mod text;
mod width;

pub use description::Description;
pub use error::{FormatError, LevelSizeError};
pub use expr::{DimExpr, dimension_name};
pub use fill::{Fill, FillType};
pub use format::Format;
pub use level::{Level, LevelKind};
pub use width::Width;
