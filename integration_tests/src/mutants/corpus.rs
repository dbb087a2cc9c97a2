//! The lit tests in pieces, each with the passes that its test runs.

use lacuna_passes::pass::Options;
use lacuna_passes::pipeline::{Lacuna, Phase, elements};
use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

/// IR that stands alone, and what is run on it.
pub struct Piece {
    /// The test that it is from, relative to the tests.
    pub file: String,
    pub text: String,
    /// Passes, as elements of a textual pipeline on a module.
    pub pipeline: Vec<String>,
}

/// Flags of `lacuna-opt` that are no passes.
const OTHER_FLAGS: [&str; 7] = [
    "split-input-file",
    "verify-diagnostics",
    "emit-bytecode",
    "allow-unregistered-dialect",
    "dump-pass-pipeline",
    "help",
    "load-pass-plugin",
];
/// A function is taken with those that it calls, unless these are more.
const MOST_FUNCTIONS: usize = 4;

/// All pieces, in the order of the files' names.
///
/// # Panics
/// Where there are none: the tests stand beside this crate.
pub fn corpus() -> Vec<Piece> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the crate stands in the workspace").join("test");
    let mut pieces = Vec::new();
    for path in files(&root) {
        let Ok(text) = fs::read_to_string(&path) else { continue };
        let file = path.strip_prefix(&root).unwrap_or(&path).display().to_string();
        let pipelines = pipelines(&text);
        for part in parts(&text) {
            for pipeline in &pipelines {
                pieces.push(Piece { file: file.clone(), text: part.clone(), pipeline: pipeline.clone() });
            }
        }
    }
    assert!(!pieces.is_empty(), "no tests under {}", root.display());
    pieces
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
    let mut paths: Vec<_> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    let is_test = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "mlir");
    paths.into_iter().flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).filter(is_test).collect()
}

/// What the RUN lines of a test have `lacuna-opt` do, each once.
fn pipelines(text: &str) -> BTreeSet<Vec<String>> {
    let mut commands = String::new();
    for line in text.lines().filter_map(|line| line.split_once("RUN:")) {
        let line = line.1.trim();
        commands += line.strip_suffix('\\').unwrap_or(line);
        commands += if line.ends_with('\\') { " " } else { "\n" };
    }
    let mut pipelines = BTreeSet::new();
    // Pipelines that are refused as such are no use.
    let is_refused = |command: &str| command.starts_with("not ") && command.contains("--pass-pipeline");
    for command in commands.lines().filter(|command| command.contains("lacuna-opt") && !is_refused(command)) {
        let stages = command.split('|').filter(|stage| stage.contains("lacuna-opt"));
        pipelines.insert(stages.flat_map(words).flat_map(|word| passes(&word)).collect());
    }
    pipelines
}

/// The words of a command, without their quotes.
fn words(command: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quote = None;
    for letter in command.chars() {
        match (letter, quote) {
            (_, Some(open)) if letter == open => quote = None,
            ('"' | '\'', None) => quote = Some(letter),
            (' ', None) => words.push(String::new()),
            _ => words.last_mut().expect("never empty").push(letter),
        }
    }
    words
}

/// The passes that a flag asks for; of the whole pipeline those that are ours, up to loops over arrays.
fn passes(flag: &str) -> Vec<String> {
    let Some(flag) = flag.strip_prefix("--") else { return Vec::new() };
    let (name, options) = flag.split_once('=').unwrap_or((flag, ""));
    match name {
        "pass-pipeline" => {
            let inner = options.strip_prefix("builtin.module(").and_then(|inner| inner.strip_suffix(')'));
            inner.map_or_else(Vec::new, |inner| elements(inner).into_iter().flat_map(element).collect())
        }
        "lacuna" => lacuna(options),
        _ if OTHER_FLAGS.contains(&name) || name.starts_with("mlir-") => Vec::new(),
        _ if options.is_empty() => vec![name.to_owned()],
        _ => vec![format!("{name}{{{options}}}")],
    }
}

/// The passes of an element of a pipeline.
fn element(text: &str) -> Vec<String> {
    match text.strip_prefix("lacuna") {
        Some(options) if options.is_empty() || options.starts_with('{') => lacuna(options.trim_matches(['{', '}'])),
        _ => vec![text.to_owned()],
    }
}

fn lacuna(options: &str) -> Vec<String> {
    let given = |name: &str| {
        let name = name.replace('_', "-");
        options.split(' ').find_map(|option| option.strip_prefix(&name)?.strip_prefix('=')).map(str::to_owned)
    };
    let values: Vec<_> =
        Lacuna::OPTIONS.iter().map(|(name, _, value)| given(name).unwrap_or((*value).to_owned())).collect();
    let Ok(pipeline) = Lacuna::parse(&values) else { return Vec::new() };
    let phases = Phase::ALL.into_iter().filter(|phase| *phase <= Phase::Scf);
    let all: Vec<_> = phases.map(|phase| pipeline.passes_to(phase)).collect();
    all.iter().flat_map(|passes| elements(passes)).map(str::to_owned).collect()
}

/// The parts of a test that stand alone, without comments: what `// -----` or `//---` divides, and of long ones each
/// function with what it refers to.
fn parts(text: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    for line in text.lines() {
        if line.starts_with("// -----") || line.starts_with("//---") {
            parts.push(String::new());
            continue;
        }
        let code = line.split("//").next().unwrap_or_default().trim_end();
        if !code.is_empty() {
            let part = parts.last_mut().expect("never empty");
            part.push_str(code);
            part.push('\n');
        }
    }
    parts.iter().flat_map(|part| functions(part)).filter(|part| !part.trim().is_empty()).collect()
}

/// Each function of a module that has several, with the aliases, globals and functions that it refers to.
fn functions(module: &str) -> Vec<String> {
    let mut items: Vec<String> = Vec::new();
    for line in module.lines() {
        // What is indented, and what closes, belongs to what was begun.
        match items.last_mut() {
            Some(item) if line.starts_with([' ', '}', ']', ')', '>']) => item.push_str(&format!("\n{line}")),
            _ => items.push(line.to_owned()),
        }
    }
    let is_function = |item: &&String| item.starts_with("func.func") && !item.starts_with("func.func private");
    if items.iter().filter(is_function).count() < 2 {
        return vec![module.to_owned()];
    }
    let mut found = Vec::new();
    for root in items.iter().filter(is_function) {
        let mut needed = vec![root];
        let mut next = 0;
        while next < needed.len() {
            let refers = |item: &&String| symbol(item).is_some_and(|symbol| refers_to(needed[next], symbol));
            let others: Vec<_> = items.iter().filter(refers).filter(|item| !needed.contains(item)).collect();
            needed.extend(others);
            next += 1;
        }
        if needed.iter().copied().filter(is_function).count() <= MOST_FUNCTIONS {
            let kept: Vec<_> = items.iter().filter(|item| needed.contains(item)).cloned().collect();
            found.push(kept.join("\n") + "\n");
        }
    }
    found
}

/// The name of what an item defines: an alias, or a symbol.
fn symbol(item: &str) -> Option<&str> {
    let name = if item.starts_with(['#', '!']) { item } else { &item[item.find('@')?..] };
    let end = name[1..].find(|letter: char| !is_part_of_name(letter));
    Some(end.map_or(name, |end| &name[..=end]))
}

fn is_part_of_name(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

/// Whether a text mentions a symbol, and not only a longer one.
fn refers_to(text: &str, symbol: &str) -> bool {
    text.match_indices(symbol).any(|(at, _)| !text[at + symbol.len()..].starts_with(is_part_of_name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn run_lines_name_passes() {
        let text = "// RUN: lacuna-opt %s --split-input-file --sloop-vectorize=\"bytes=32 fp=fast\" --cse | FileCheck %s\n\
                    // RUN: mlir-opt %s --sparsifier | lacuna-opt \\\n// RUN: --pass-pipeline='builtin.module(a,func.func(b,c))'\n";
        let expected: BTreeSet<Vec<String>> = [
            vec!["sloop-vectorize{bytes=32 fp=fast}".to_owned(), "cse".to_owned()],
            vec!["a".to_owned(), "func.func(b,c)".to_owned()],
        ]
        .into();
        assert_eq!(pipelines(text), expected);
    }

    #[test]
    fn the_pipeline_is_run_as_it_is_asked_for() {
        let passes = lacuna("fp=strict vector-bytes=0");
        let asked = |pass: &String| pass.starts_with("sloop-vectorize{bytes=0 fp=strict ");
        assert!(passes.iter().any(asked), "{passes:?}");
        assert_eq!(passes.last().map(String::as_str), Some("limit-unrolling"));
    }

    #[test]
    fn functions_are_taken_with_what_they_call() {
        let module = "#A = affine_map<(i) -> (i)>\n#B = affine_map<\n  (i) -> (i)>\nfunc.func @f() {\n  return\n}\nfunc.func @ff() {\n  return\n}\nfunc.func @g() {\n  call @f() {m = #B} : () -> ()\n  return\n}\n";
        let parts = functions(module);
        assert_eq!(parts.len(), 3);
        assert!(parts[2].contains("func.func @f()") && !parts[2].contains("@ff") && !parts[2].contains("#A"));
        assert!(parts[2].starts_with("#B = affine_map<\n  (i)"), "{}", parts[2]);
    }
}
