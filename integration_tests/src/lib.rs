//! What the tests of whole programs share: requests as one line each, and the generator of random ones.

pub mod fuzz;
pub mod request;
