//! Whole programs have the same results where upstream's passes run between every two of the pipeline: people who build
//! pipelines put them anywhere. A share of the corpus here; all of it by `./x lit-between`.

use std::{env, path::Path, process::Command};

/// The share of the corpus that is run: one of so many shards for each set of passes.
const SHARDS: usize = 12;

/// What runs between, and which shard of the corpus is run with it.
const BETWEEN: [(&str, usize); 2] = [("canonicalize,cse", 5), ("canonicalize,cse,loop-invariant-code-motion,sccp", 11)];

#[test]
fn programs_have_the_same_results() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the crate stands in the workspace");
    let prefix = env::var("MLIR_SYS_220_PREFIX").expect(".cargo/config.toml names the prefix of LLVM");
    let tools = env::current_exe().expect("a test knows itself").ancestors().nth(2).expect("deps").to_owned();
    assert!(tools.join("lacuna-opt").exists(), "build the tools first: cargo build --workspace");
    let out = tempfile::tempdir().expect("a folder for outputs");
    for (between, shard) in BETWEEN {
        let output = Command::new(format!("{prefix}/bin/lit"))
            .args(["-v", "--num-shards", &SHARDS.to_string(), "--run-shard", &shard.to_string()])
            .args(["-D", &format!("between={between}")])
            .args([root.join("test/pipeline"), root.join("test/import")])
            .env("LACUNA_BIN_DIR", &tools)
            .env("LLVM_BIN_DIR", format!("{prefix}/bin"))
            .env("LACUNA_TEST_OUT", out.path())
            .output()
            .expect("lit runs (Debian: llvm-22-tools)");
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "with {between}:\n{text}\n{}", String::from_utf8_lossy(&output.stderr));
        assert!(text.contains("Passed"), "lit ran no test: {text}");
    }
}
