//! Programs that are compiled by `lacuna-opt` and run by `mlir-runner`.

use std::{
    env,
    path::Path,
    process::{Command, Output},
};

fn succeed(command: &mut Command) -> Output {
    let output = command.output().expect("it runs (Debian: mlir-22-tools)");
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    output
}

/// `lacuna-opt`, without arguments.
pub fn lacuna_opt() -> Command {
    // The test binary stands in target/<profile>/deps, the tools in target/<profile>.
    let tools = env::current_exe().expect("a test knows itself").ancestors().nth(2).expect("deps").to_owned();
    Command::new(tools.join("lacuna-opt"))
}

/// The numbers that a program prints.
pub fn run(source: &Path, options: &str) -> Vec<f64> {
    let prefix = env::var("MLIR_SYS_220_PREFIX").expect(".cargo/config.toml names the prefix of LLVM");
    let lowered = source.with_extension("llvm.mlir");
    let pipeline = format!("--lacuna=verify=true{options}");
    succeed(lacuna_opt().arg(source).arg(pipeline).arg("-o").arg(&lowered));
    let library = |name: &str| format!("-shared-libs={prefix}/lib/lib{name}.so");
    let mut runner = Command::new(format!("{prefix}/bin/mlir-runner"));
    runner.args(["-e", "main", "-entry-point-result=void"]).arg(&lowered);
    let output = succeed(runner.args([library("mlir_c_runner_utils"), library("mlir_runner_utils")]));
    let text = String::from_utf8_lossy(&output.stdout);
    text.split_whitespace().map(|number| number.parse().expect("a number")).collect()
}
