//! What tests need beside the programs asks nothing more of the crates that both use: else these, and all crates above
//! them, would be compiled twice, by `cargo build` and by `cargo test`. And what is said to know nothing of MLIR is built
//! without it.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
    process::Command,
};

/// The features of each package that some of the workspace need, over edges of these kinds.
fn features(edges: &str, arguments: &[&str]) -> BTreeMap<String, String> {
    let output = Command::new(env!("CARGO"))
        .args(["tree", "--locked", "--prefix", "none", "-f", "{p}|{f}|", "-e", edges])
        .args(arguments)
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the crate stands in the workspace"))
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8_lossy(&output.stdout);
    let packages = text.lines().filter_map(|line| line.split_once('|'));
    let features = |rest: &str| rest.split('|').next().unwrap_or_default().to_owned();
    packages.map(|(package, rest)| (package.to_owned(), features(rest))).collect()
}

#[test]
fn tests_ask_for_the_features_that_programs_have() {
    let built = features("normal,build", &["--workspace"]);
    let tested = features("normal,build,dev", &["--workspace", "--exclude", "lacuna-bench"]);
    assert!(built.len() > 50 && tested.len() > built.len() / 2, "{built:?}\n{tested:?}");
    let differ: Vec<_> = built
        .iter()
        .filter_map(|(package, features)| Some((package, features, tested.get(package)?)))
        .filter(|(_, built, tested)| built != tested)
        .collect();
    assert!(differ.is_empty(), "features of what is built, and of what is tested, differ: {differ:?}");
}

/// The names of the packages that a package of the workspace is built from, and tested with.
fn built_from(package: &str) -> BTreeSet<String> {
    let found = features("normal,build,dev", &["-p", package]);
    found.keys().filter_map(|package| package.split(' ').next()).map(str::to_owned).collect()
}

#[test]
fn data_is_built_without_mlir() {
    let binds_mlir = |package: &str| {
        let found = built_from(package);
        ["lacuna-dialects", "melior", "mlir-sys"].iter().any(|binding| found.contains(*binding))
    };
    for package in ["lacuna-relation", "lacuna-layout", "lacuna-index", "lacuna-runtime", "lacuna-notation"] {
        assert!(!binds_mlir(package), "{package} depends on MLIR: {:?}", built_from(package));
    }
    assert!(binds_mlir("lacuna-passes"));
    let of_ours = |package: &str| {
        let found = built_from(package).into_iter().filter(|other| other.starts_with("lacuna-") && other != package);
        found.collect::<Vec<_>>()
    };
    assert_eq!(of_ours("lacuna-index"), ["lacuna-layout", "lacuna-relation"]);
    assert_eq!(of_ours("lacuna-relation"), [""; 0]);
}
