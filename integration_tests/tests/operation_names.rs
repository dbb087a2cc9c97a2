//! What an operation is called is spelled in the module of its family in `dialects/src`, and in ODS. All other code says
//! `Locate::of(op)`, or `Locate::NAME` where a user reads the name. What errors about nests name stands in `index/src/words.rs`.
//!
//! Names are looked for in texts, too, so that none is put together there. Comments and tests may say what they like.

use lacuna_dialects::sloop::{INDEX_FORM, index::Yield};
use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

/// The sources in which no operation is spelled.
const SOURCES: [&str; 4] = ["index/src", "passes/src", "runtime/src", "tools"];

/// Files that may spell operations, and why.
const EXEMPT: [(&str, &str); 2] = [
    ("index/src/words.rs", "what errors about nests name: the views take these names from there"),
    ("passes/src/to_llvm/expand_asserts.rs", "the summary of a pass is a constant text"),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The names of our operations, as ODS declares them.
fn operations() -> BTreeSet<String> {
    operations_of(|_| true)
}

/// Those that some of its files declare.
fn operations_of(is_asked: impl Fn(&str) -> bool) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for entry in fs::read_dir(root().join("dialects/ods")).expect("the folder is there") {
        let path = entry.expect("it can be listed").path();
        if !path.file_name().and_then(|name| name.to_str()).is_some_and(&is_asked) {
            continue;
        }
        for line in fs::read_to_string(&path).expect("it can be read").lines() {
            let Some((record, rest)) = line.strip_prefix("def ").and_then(|line| line.split_once(" : ")) else {
                continue;
            };
            let Some((dialect, _)) = record.split_once('_').filter(|_| record.ends_with("Op")) else { continue };
            let mnemonic = rest.split('"').nth(1).unwrap_or_else(|| panic!("{path:?}: no mnemonic in `{line}`"));
            names.insert(format!("{}.{mnemonic}", dialect.to_lowercase()));
        }
    }
    names
}

fn rust_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("it can be listed").path();
        let name = path.file_name().and_then(|name| name.to_str()).expect("a name");
        let is_test = name == "tests" || name == "tests.rs" || name.ends_with("_tests.rs") || name == "testing.rs";
        if path.is_dir() && !is_test {
            rust_files(&path, found);
        } else if name.ends_with(".rs") && !is_test {
            found.push(path);
        }
    }
}

/// The operations that a line of code spells.
fn spelled<'a>(line: &'a str, operations: &BTreeSet<String>) -> Vec<&'a str> {
    let is_word = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == '.';
    let code = line.split("//").next().unwrap_or_default();
    code.split(|letter| !is_word(letter))
        .map(|word| word.trim_end_matches('.'))
        .filter(|word| operations.contains(*word))
        .collect()
}

#[test]
fn operations_are_spelled_in_their_modules_alone() {
    let operations = operations();
    assert!(operations.len() > 30, "ODS declares {operations:?}");
    let mut files = Vec::new();
    SOURCES.iter().for_each(|folder| rust_files(&root().join(folder), &mut files));
    let mut wrong = Vec::new();
    for file in files {
        let name = file.strip_prefix(root()).expect("it is below").to_string_lossy().into_owned();
        if EXEMPT.iter().any(|(exempt, _)| *exempt == name) {
            continue;
        }
        let text = fs::read_to_string(&file).expect("it can be read");
        let code = text.lines().enumerate().take_while(|(_, line)| !line.contains("#[cfg(test)]"));
        for (number, line) in code {
            let found = spelled(line, &operations).into_iter();
            wrong.extend(found.map(|operation| format!("{name}:{}: {operation}", number + 1)));
        }
    }
    assert!(wrong.is_empty(), "use the views of lacuna_dialects instead:\n{}", wrong.join("\n"));
}

#[test]
fn the_list_of_the_index_form_is_that_of_its_file() {
    let mut declared = operations_of(|file| file == "SloopIndexOps.td");
    assert!(declared.remove(Yield::NAME), "the yield ends regions of both forms");
    let listed: BTreeSet<_> = INDEX_FORM.iter().map(|name| name.to_string()).collect();
    assert_eq!(declared, listed);
}

#[test]
fn names_are_found_in_code_and_in_texts() {
    let operations = operations();
    assert_eq!(spelled(r#"is_op(op, "stensor.pack")"#, &operations), ["stensor.pack"]);
    assert_eq!(spelled(r#"format!("{name} = sloop.read {tensor}")"#, &operations), ["sloop.read"]);
    assert!(spelled("// stensor.pack is a tensor, sloop.readable is nothing", &operations).is_empty());
    assert!(spelled(r#"op.attribute("sloop.variables")"#, &operations).is_empty());
}

/// What melior says about a value that is no block argument, or an operation without a second region, holds the text of the
/// module around, which is printed and verified for it: once for each loop, that takes longer than all passes. So
/// `dialects/src/ir.rs` asks first which of them a value is, and how many there are; all other code asks there.
#[test]
fn nothing_but_ir_asks_what_is_printed_where_it_fails() {
    let mut files = Vec::new();
    SOURCES.iter().chain(&["dialects/src"]).for_each(|folder| rust_files(&root().join(folder), &mut files));
    let printing = ["BlockArgument::try_from", "OperationResult::try_from", ".successor("];
    let asks = |text: &str| printing.iter().any(|it| text.contains(it));
    let asking: Vec<_> = files
        .iter()
        .filter(|file| asks(&fs::read_to_string(file).expect("it can be read")))
        .map(|file| file.strip_prefix(root()).expect("it is below").to_string_lossy().into_owned())
        .collect();
    assert_eq!(asking, ["dialects/src/ir.rs"]);
}
