//! What the tests of whole programs share: requests as one line each, and the fuzzers: of valid requests, and of texts.

pub mod campaign;
pub mod fuzz;
pub mod request;
pub mod texts;
