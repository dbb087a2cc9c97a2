//! Runs the lit tests under `test/`.

use std::{env, path::Path, process::Command};

#[test]
fn lit_tests_pass() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the crate stands in the workspace");
    let prefix = env::var("MLIR_SYS_220_PREFIX").expect(".cargo/config.toml names the prefix of LLVM");
    // The test binary stands in target/<profile>/deps, the tools in target/<profile>.
    let tools = env::current_exe().expect("a test knows itself").ancestors().nth(2).expect("deps").to_owned();
    assert!(tools.join("lacuna-opt").exists(), "build the tools first: cargo build --workspace");
    let output = Command::new(format!("{prefix}/bin/lit"))
        .arg("-v")
        .arg(root.join("test"))
        .env("LACUNA_BIN_DIR", &tools)
        .env("LLVM_BIN_DIR", format!("{prefix}/bin"))
        .output()
        .expect("lit runs (Debian: llvm-22-tools)");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}\n{}", String::from_utf8_lossy(&output.stderr));
    assert!(text.contains("Passed"), "lit ran no test: {text}");
}
