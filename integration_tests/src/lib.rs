//! What the tests of whole programs share: requests as one line each, the fuzzers (of valid requests, of nests, of mutated
//! texts, of mutated IR), and documents whose commands are run.

pub mod campaign;
pub mod fuzz;
pub mod mlir_runner;
pub mod mutants;
pub mod nests;
pub mod pictures;
pub mod request;
pub mod shared_loops;
pub mod texts;
pub mod transcript;
