//! What the tests of whole programs share: requests as one line each, the generator of random ones, and documents whose
//! commands are run.

pub mod fuzz;
pub mod pictures;
pub mod request;
pub mod transcript;
