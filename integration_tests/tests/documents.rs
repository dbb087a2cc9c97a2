//! The reference pages under `docs/` are generated, and fresh: `./x docs` writes them anew. All pages name files that are
//! there.

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
    let mut text = "# Passes\n\nThe passes stand in the order of the pipeline `--lacuna`, which is the last entry. The top of each source file under\n\
                    `passes/src` describes its pass in full. Examples are the lit files of the same name under `test/`.\n"
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

/// Every file of the repository below a folder, as a path from its root.
fn files(folder: &Path, found: &mut Vec<String>) {
    for entry in fs::read_dir(root().join(folder)).expect("the folder can be read") {
        let entry = entry.expect("the folder can be read");
        let (name, path) = (entry.file_name(), folder.join(entry.file_name()));
        if name == "target" || name.to_string_lossy().starts_with('.') {
            continue;
        }
        if entry.file_type().expect("a file has a type").is_dir() {
            files(&path, found);
        } else {
            found.push(path.to_string_lossy().into_owned());
        }
    }
}

/// What a page names that should be a file: targets of links from its folder, and names of sources in backticks.
fn named_files(page: &str) -> (Vec<&str>, Vec<&str>) {
    let links = page.split("](").skip(1).filter_map(|rest| rest.split([')', '#']).next());
    let links = links.filter(|link| !link.is_empty() && !link.contains("://")).collect();
    let mut blocks =
        page.split("\n```").step_by(2).flat_map(|text| text.split('`').skip(1).step_by(2)).collect::<Vec<_>>();
    let endings = [".rs", ".td", ".cpp", ".md", ".mlir", ".py"];
    blocks.retain(|name| {
        endings.iter().any(|ending| name.ends_with(ending)) && !name.contains(['*', '{', ' ']) && name.contains('/')
    });
    (links, blocks)
}

#[test]
fn pages_name_files_that_are_there() {
    let mut all = Vec::new();
    files(Path::new(""), &mut all);
    let is_page = |path: &&String| path.ends_with(".md") && (path.starts_with("docs/") || *path == "README.md");
    let mut missing = Vec::new();
    let mut named = 0;
    for page in all.iter().filter(is_page) {
        let text = fs::read_to_string(root().join(page)).expect("a page is text");
        let (links, sources) = named_files(&text);
        named += links.len() + sources.len();
        let folder = root().join(page).parent().expect("a page has a folder").to_owned();
        missing.extend(links.iter().filter(|link| !folder.join(link).exists()).map(|link| format!("{page}: {link}")));
        // Sources are named by the end of their paths.
        let is_there = |name: &str| all.iter().any(|path| path == name || path.ends_with(&format!("/{name}")));
        missing.extend(sources.iter().filter(|name| !is_there(name)).map(|name| format!("{page}: {name}")));
    }
    assert!(named > 20, "the pages name {named} files only: they are not read right");
    assert!(missing.is_empty(), "pages name files that are not there:\n{}", missing.join("\n"));
}

/// Those of the compiler are known in many texts, none of which may forget one.
#[test]
fn policies_of_workspaces_are_documented() {
    let page = fs::read_to_string(root().join("docs/workspaces.md")).expect("the page is there");
    let helps: Vec<&str> = lacuna_passes::CATALOG
        .iter()
        .flat_map(|entry| entry.options)
        .filter(|(name, _, _)| *name == "workspaces")
        .map(|(_, help, _)| *help)
        .collect();
    assert!(!helps.is_empty(), "passes have the option");
    for policy in lacuna_layout::policy::Policy::all() {
        let word = policy.properties().word;
        assert!(page.contains(&format!("\n| `{word}` |")), "docs/workspaces.md has no row for {word}");
        assert!(helps.iter().all(|help| help.contains(word)), "the help of an option does not name {word}");
    }
}
