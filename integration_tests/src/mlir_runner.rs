//! Programs that are compiled by `lacuna-opt` and run by `mlir-runner`.

use std::{
    env,
    io::Read,
    mem::MaybeUninit,
    path::Path,
    process::{Command, Output, Stdio},
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
    let text = run_measured(source, options).printed;
    text.split_whitespace().map(|number| number.parse().expect("a number")).collect()
}

/// What a program printed, and what it took.
pub struct Run {
    /// Its standard output.
    pub printed: String,
    /// The most memory that it had at a time, with that of its compilation to machine code, in KB.
    pub most_memory: i64,
}

/// Compiles a program and runs it.
pub fn run_measured(source: &Path, options: &str) -> Run {
    let prefix = env::var("MLIR_SYS_220_PREFIX").expect(".cargo/config.toml names the prefix of LLVM");
    let lowered = source.with_extension("llvm.mlir");
    let pipeline = format!("--lacuna=verify=true{options}");
    succeed(lacuna_opt().arg(source).arg(pipeline).arg("-o").arg(&lowered));
    let library = |name: &str| format!("-shared-libs={prefix}/lib/lib{name}.so");
    let mut runner = Command::new(format!("{prefix}/bin/mlir-runner"));
    runner.args(["-e", "main", "-entry-point-result=void"]).arg(&lowered);
    runner.args([library("mlir_c_runner_utils"), library("mlir_runner_utils")]).stdout(Stdio::piped());
    let mut child = runner.spawn().expect("it runs (Debian: mlir-22-tools)");
    let mut printed = String::new();
    child.stdout.take().expect("it is piped").read_to_string(&mut printed).expect("it prints text");
    let (mut status, mut usage) = (0, MaybeUninit::uninit());
    // SAFETY: the child was not waited for; the call writes all of `usage`.
    let usage = unsafe {
        assert_eq!(libc::wait4(child.id() as i32, &mut status, 0, usage.as_mut_ptr()), child.id() as i32);
        usage.assume_init()
    };
    assert!(child.wait().is_err(), "it was waited for already");
    assert!(libc::WIFEXITED(status) && libc::WEXITSTATUS(status) == 0, "{runner:?} ended with {status}");
    Run { printed, most_memory: usage.ru_maxrss }
}
