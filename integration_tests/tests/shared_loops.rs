//! Random nests in which several results share loops, compiled and run: every result has the right values, whatever grows beside
//! it, is counted first, or comes from a workspace.

use lacuna_integration_tests::{mlir_runner::run, shared_loops::program};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use std::fs;

/// What may change how results grow.
const OPTIONS: [&str; 5] = ["", " fp=strict", " two-phase=true", " drop-zeros=true", " drop-zeros=true two-phase=true"];

#[test]
fn results_in_shared_loops() {
    let folder = tempfile::TempDir::new().expect("a temporary folder");
    for (seed, options) in OPTIONS.into_iter().enumerate() {
        let (text, expected) = program(&mut ChaCha8Rng::seed_from_u64(seed as u64), 16);
        let source = folder.path().join("program.mlir");
        fs::write(&source, &text).expect("a temporary file");
        let printed = run(&source, options);
        assert_eq!(printed.len(), expected.len());
        if let Some(place) = (0..expected.len()).find(|place| printed[*place] != expected[*place]) {
            panic!("seed {seed}{options}: number {place} is {}, expected {}:\n{text}", printed[place], expected[place]);
        }
    }
}
