//! What the tests of whole programs share: requests as one line each, and the fuzzers: of valid requests, and of mutated IR.

pub mod campaign;
pub mod fuzz;
pub mod mutants;
pub mod request;
