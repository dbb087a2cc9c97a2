//! Random nests in which several results share loops, compiled and run: every result has the right values, whatever grows beside
//! it, is counted first, or comes from a workspace.

use lacuna_integration_tests::shared_loops::program;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use std::{
    env, fs,
    path::Path,
    process::{Command, Output},
};

/// What may change how results grow.
const OPTIONS: [&str; 5] = ["", " fp=strict", " two-phase=true", " drop-zeros=true", " drop-zeros=true two-phase=true"];

fn succeed(command: &mut Command) -> Output {
    let output = command.output().expect("it runs (Debian: mlir-22-tools)");
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    output
}

/// What a program prints.
fn run(source: &Path, options: &str) -> Vec<f64> {
    let prefix = env::var("MLIR_SYS_220_PREFIX").expect(".cargo/config.toml names the prefix of LLVM");
    // The test binary stands in target/<profile>/deps, the tools in target/<profile>.
    let tools = env::current_exe().expect("a test knows itself").ancestors().nth(2).expect("deps").to_owned();
    let lowered = source.with_extension("llvm.mlir");
    let pipeline = format!("--lacuna=verify=true{options}");
    succeed(Command::new(tools.join("lacuna-opt")).arg(source).arg(pipeline).arg("-o").arg(&lowered));
    let library = |name: &str| format!("-shared-libs={prefix}/lib/lib{name}.so");
    let mut runner = Command::new(format!("{prefix}/bin/mlir-runner"));
    runner.args(["-e", "main", "-entry-point-result=void"]).arg(&lowered);
    let output = succeed(runner.args([library("mlir_c_runner_utils"), library("mlir_runner_utils")]));
    let text = String::from_utf8_lossy(&output.stdout);
    text.split_whitespace().map(|number| number.parse().expect("a number")).collect()
}

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
