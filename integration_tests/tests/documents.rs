//! The reference pages under `docs/` are generated, and fresh. `./x docs` writes them anew.

use lacuna_dialects::register::option_name;
use lacuna_passes::CATALOG;
use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the crate stands in the workspace").to_owned()
}

/// The page must hold this text; with `LACUNA_BLESS` set it is made to.
fn page(name: &str, text: &str) {
    let path = root().join("docs/reference").join(name);
    if env::var_os("LACUNA_BLESS").is_some() {
        fs::create_dir_all(path.parent().expect("a page has a folder")).expect("docs/ is writable");
        fs::write(&path, text).expect("docs/ is writable");
    }
    let found = fs::read_to_string(&path).unwrap_or_default();
    assert!(found == text, "docs/reference/{name} is not what the sources say: run ./x docs");
}

fn dialect_page(dialect: &str) -> String {
    let prefix = env::var("MLIR_SYS_220_PREFIX").expect(".cargo/config.toml names the prefix of LLVM");
    let ods = root().join("dialects/ods");
    let mut file = dialect.to_owned();
    file[..1].make_ascii_uppercase();
    let output = Command::new(format!("{prefix}/bin/mlir-tblgen"))
        .args(["-gen-dialect-doc", &format!("-dialect={dialect}"), "-I"])
        .arg(&ods)
        .arg("-I")
        .arg(format!("{prefix}/include"))
        .arg(ods.join(format!("{file}Ops.td")))
        .output()
        .expect("mlir-tblgen runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("mlir-tblgen writes UTF-8").trim_start().to_owned()
}

#[test]
fn dialect_pages_are_fresh() {
    for dialect in ["stensor", "sloop"] {
        let text = dialect_page(dialect);
        assert!(text.contains(&format!("{dialect}.")), "the page of {dialect} names no operation");
        page(&format!("{dialect}.md"), &text);
    }
}

#[test]
fn pass_page_is_fresh() {
    let mut text = "# Passes\n\nIn the order of the pipeline `--lacuna`, which is the last entry. What each does in full stands at the top of its\n\
                    source file under `passes/src`; examples are the lit files of the same name under `test/`.\n"
        .to_owned();
    for entry in CATALOG {
        text += &format!("\n## `--{}`\n\n{}.\n", entry.argument, entry.summary);
        if !entry.options.is_empty() {
            text += "\n| option | meaning | initial value |\n|---|---|---|\n";
        }
        for (name, help, initial) in entry.options {
            text += &format!("| `{}` | {} | `{initial}` |\n", option_name(name), help.trim());
        }
    }
    page("passes.md", &text);
}
