//! What statements and expressions are called where a user reads their names, in errors and remedies: as in the IR. The views
//! of the dialect take these names from here.

/// A producer and a consumer ([`crate::Where`]).
pub const WHERE: &str = "sloop.where";

/// Whether a point is stored ([`crate::Expr::Stored`]).
pub const STORED: &str = "sloop.stored";
