//! Analyses: pure functions from a nest to data.

pub mod iteration_graph;
pub mod lattice;
pub mod refusal;
pub mod visits;
