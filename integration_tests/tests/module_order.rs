//! The modules of `index/src` and `passes/src` use one another in one direction, and a type name means one thing in both.
//!
//! Read are the paths that begin with `crate`, `super`, `self`, the name of a child module or that of one of these crates, in
//! `use` and elsewhere. Re-exports count as the module that they name, in another crate, too. Modules that exist in tests alone may use everything. Not read: what a
//! macro puts together, and methods, which may stand in another file than their type.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

/// The crates that are read, by their folders. In code, `index` is `lacuna_index`.
const CRATES: [&str; 2] = ["index", "passes"];

/// The crate `index`, and the folders and files at the top of `passes/src`, each before those that may use it, and why it
/// stands there.
const ORDER: &[(&str, &str)] = &[
    ("index", "nests as data, and what is said of them, know nothing of the IR: a crate without MLIR"),
    ("diagnostic", "errors and remarks print remedies"),
    ("flaws", "refuses formats, by errors"),
    ("pass", "a pass refuses formats before it runs, and fails by errors"),
    ("fp", "an option of many passes"),
    ("values", "questions about values of the IR that need nothing of ours"),
    ("symbols", "the same about functions and globals"),
    ("gathers", "an option of passes that plan innermost loops"),
    ("form_costs", "an option of the pass that compiles the choice between innermost forms"),
    ("choices", "options of all passes that plan, which become data that nests carry"),
    ("threads", "what is handed to a thread, which is started in one place and made in another"),
    ("levels", "the code of a level knows its format, and not what walks it"),
    ("bridge", "nests are read from the IR and written, with sizes that are computed from levels"),
    ("interpret", "runs nests, and knows nothing of how they are walked"),
    ("buffer_effects", "what operations of all forms do to buffers"),
    ("ownership", "who frees a buffer follows from effects"),
    ("plan", "decides by what the analyses say, which are part of the index crate"),
    ("function", "code that a module has once is a function with a symbol"),
    ("stensor", "costs of conversions follow from their ways, and are estimated as plans are"),
    ("transforms", "rewrites nests until there is a plan, and asks what conversions cost"),
    ("sparsify", "prints plans"),
    ("scf", "takes what sparsify prints, and knows of plans only what the IR says"),
    ("linalg", "makes nests"),
    ("checks", "looks at all forms of a program"),
    ("import", "comes first in the pipeline, and reads bodies as nests do"),
    ("to_llvm", "what is left when everything of ours is lowered"),
    ("pipeline", "puts passes in order"),
    ("lib", "lists all passes"),
];

/// Where a module is: its crate, and the names from the root of that.
type Module = Vec<String>;

struct Sources {
    /// The code of each module without tests, comments and re-exports.
    code: BTreeMap<Module, String>,
    /// What modules export under a name that another module has.
    exported: BTreeMap<(Module, String), Vec<String>>,
    /// Where macros of the crate are.
    macros: BTreeMap<String, Module>,
}

fn sources(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name).join("src")
}

fn rust_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("it can be listed").path();
        if path.is_dir() {
            rust_files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// The module of a file of a crate.
fn module_of(name: &str, file: &Path) -> Module {
    let below = file.strip_prefix(sources(name)).expect("it is below").with_extension("");
    let names = below.iter().map(|name| name.to_string_lossy().into_owned());
    let mut module: Module = std::iter::once(name.to_owned()).chain(names).collect();
    if module.last().is_some_and(|name| name == "mod" || name == "lib") {
        module.pop();
    }
    module
}

/// The lines of code before tests that stand in the file, without comments.
fn code_of(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let is_inner_test = |at: usize| {
        let next = lines.get(at + 1).copied().unwrap_or_default();
        lines[at].trim() == "#[cfg(test)]" && next.contains("mod ") && next.ends_with('{')
    };
    let end = (0..lines.len()).find(|at| is_inner_test(*at)).unwrap_or(lines.len());
    let code = lines[..end].iter().map(|line| line.split("//").next().unwrap_or_default());
    // Who may see an item uses nothing.
    code.collect::<Vec<_>>().join("\n").replace("(in crate::", "(in ")
}

/// The modules that a file declares for tests alone.
fn test_modules(module: &Module, code: &str) -> Vec<Module> {
    let mut found = Vec::new();
    let mut lines = code.lines().peekable();
    while let Some(line) = lines.next() {
        let next = lines.peek().copied().unwrap_or_default();
        let name = next.trim().strip_suffix(';').and_then(|next| next.split("mod ").nth(1));
        if let Some(name) = name.filter(|_| line.trim() == "#[cfg(test)]") {
            found.push([module.as_slice(), &[name.to_owned()]].concat());
        }
    }
    found
}

/// The parts of a list, at the commas outside of braces.
fn parts(list: &str) -> Vec<&str> {
    let (mut found, mut depth, mut start) = (Vec::new(), 0, 0);
    for (at, letter) in list.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                found.push(&list[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    found.push(&list[start..]);
    found
}

/// A path, and the name under which a `use` makes it known.
type Known = (Vec<String>, String);

/// The paths of a `use`.
fn paths(tree: &str, before: &[String], found: &mut Vec<Known>) {
    let tree = tree.trim();
    let words = |path: &str| {
        let words = path.split("::").map(str::trim).filter(|word| !word.is_empty());
        before.iter().cloned().chain(words.map(str::to_owned)).collect::<Vec<_>>()
    };
    if let Some((path, list)) = tree.split_once('{') {
        let list = list.trim_end().strip_suffix('}').expect("braces are closed");
        parts(list).into_iter().for_each(|part| paths(part, &words(path), found));
    } else if !tree.is_empty() {
        let (path, name) = tree.split_once(" as ").unwrap_or((tree, tree));
        let mut path = words(path);
        if path.last().is_some_and(|word| word == "self") && path.len() > 1 {
            path.pop();
        }
        let name = name.rsplit("::").next().unwrap_or(name).trim().to_owned();
        found.push((path, name));
    }
}

/// The `use`s of some code, and the code without them: whether each is an export, and its paths.
fn uses(code: &str) -> (Vec<(bool, Vec<Known>)>, String) {
    let (mut found, mut rest, mut left) = (Vec::new(), String::new(), code);
    while let Some(at) = left.find("use ") {
        let (before, after) = left.split_at(at);
        let line = before.rsplit('\n').next().unwrap_or_default().trim();
        let is_use = line.is_empty() || line.starts_with("pub") && line.split_whitespace().count() < 3;
        let Some((tree, behind)) = after[4..].split_once(';').filter(|_| is_use) else {
            rest.push_str(&left[..at + 4]);
            left = &left[at + 4..];
            continue;
        };
        let mut all = Vec::new();
        paths(tree, &[], &mut all);
        found.push((line.starts_with("pub"), all));
        rest.push_str(before);
        left = behind;
    }
    rest.push_str(left);
    (found, rest)
}

/// The paths with `::` in some code.
fn inline_paths(code: &str) -> Vec<Vec<String>> {
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == ':';
    let words = code.split(|letter| !is_part(letter)).filter(|word| word.contains("::"));
    words.map(|word| word.split("::").map(str::to_owned).collect()).collect()
}

impl Sources {
    fn read() -> Self {
        let mut code: BTreeMap<Module, String> = BTreeMap::new();
        for name in CRATES {
            let mut files = Vec::new();
            rust_files(&sources(name), &mut files);
            let read = |file: &PathBuf| code_of(&fs::read_to_string(file).expect("it can be read"));
            code.extend(files.iter().map(|file| (module_of(name, file), read(file))));
        }
        let tests: Vec<_> = code.iter().flat_map(|(module, code)| test_modules(module, code)).collect();
        code.retain(|module, _| !tests.iter().any(|test| module.starts_with(test)));
        let (mut exported, mut macros) = (BTreeMap::new(), BTreeMap::new());
        for (module, code) in &code {
            let exports = uses(code).0.into_iter().filter(|(is_export, _)| *is_export).flat_map(|(_, paths)| paths);
            exported.extend(exports.map(|(path, name)| ((module.clone(), name), path)));
            let names = code.split("macro_rules! ").skip(1);
            let names = names.filter_map(|rest| rest.split_whitespace().next());
            macros.extend(names.map(|name| (name.to_owned(), module.clone())));
        }
        Self { code, exported, macros }
    }

    /// The module that has what a path in another one names.
    fn resolve(&self, from: &Module, path: &[String]) -> Option<Module> {
        let child = || [from.as_slice(), &path[..1]].concat();
        let full: Module = match path[0].as_str() {
            "crate" => [&from[..1], &path[1..]].concat(),
            "self" => [from.as_slice(), &path[1..]].concat(),
            "super" => {
                let up = path.iter().take_while(|word| *word == "super").count();
                [&from[..from.len().checked_sub(up)?], &path[up..]].concat()
            }
            _ if self.code.contains_key(&child()) => [from.as_slice(), path].concat(),
            other => {
                let name = other.strip_prefix("lacuna_").filter(|name| CRATES.contains(name))?;
                [&[name.to_owned()], &path[1..]].concat()
            }
        };
        let length = (0..=full.len()).rev().find(|length| self.code.contains_key(&full[..*length]))?;
        let module = full[..length].to_vec();
        let Some(item) = full.get(length) else { return Some(module) };
        if module.len() == 1 && self.macros.contains_key(item) {
            return self.macros.get(item).cloned();
        }
        let export = self.exported.get(&(module.clone(), item.clone())).filter(|_| module != *from);
        let exported = |path: &Vec<String>| [path.as_slice(), &full[length + 1..]].concat();
        export.and_then(|path| self.resolve(&module, &exported(path))).or(Some(module))
    }

    /// The modules that each module uses.
    fn used(&self) -> BTreeMap<Module, BTreeSet<Module>> {
        let of = |(module, code): (&Module, &String)| {
            let (uses, rest) = uses(code);
            let imported = uses.into_iter().filter(|(is_export, _)| !is_export).flat_map(|(_, paths)| paths);
            let all = imported.map(|(path, _)| path).chain(inline_paths(&rest));
            let found = all.filter_map(|path| self.resolve(module, &path)).filter(|other| other != module);
            (module.clone(), found.collect())
        };
        self.code.iter().map(of).collect()
    }
}

/// The entry of [`ORDER`] that a module belongs to.
fn top(module: &Module) -> &str {
    match module.as_slice() {
        [name] if name == "passes" => "lib",
        [name, folder, ..] if name == "passes" => folder,
        _ => &module[0],
    }
}

/// The modules of a circle, if there is one.
fn circle(used: &BTreeMap<Module, BTreeSet<Module>>) -> Option<Vec<Module>> {
    fn visit(
        module: &Module,
        used: &BTreeMap<Module, BTreeSet<Module>>,
        open: &mut Vec<Module>,
        done: &mut BTreeSet<Module>,
    ) -> Option<Vec<Module>> {
        if let Some(first) = open.iter().position(|other| other == module) {
            return Some(open[first..].to_vec());
        }
        if done.contains(module) {
            return None;
        }
        open.push(module.clone());
        let found = used.get(module)?.iter().find_map(|other| visit(other, used, open, done));
        open.pop();
        done.insert(module.clone());
        found
    }
    let mut done = BTreeSet::new();
    used.keys().find_map(|module| visit(module, used, &mut Vec::new(), &mut done))
}

#[test]
fn folders_use_those_before_them() {
    let sources = Sources::read();
    let place = |name: &str| {
        let place = ORDER.iter().position(|(other, _)| *other == name);
        place.unwrap_or_else(|| panic!("{name} has no place in the order of {}", file!()))
    };
    let mut wrong = Vec::new();
    for (module, used) in sources.used() {
        let above = used.iter().filter(|other| place(top(other)) > place(top(&module)));
        wrong.extend(above.map(|other| format!("{} uses {}", module.join("::"), other.join("::"))));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let there: BTreeSet<_> = sources.code.keys().map(top).collect();
    let listed: BTreeSet<_> = ORDER.iter().map(|(name, _)| *name).collect();
    assert_eq!(there, listed, "the order lists what is there");
}

#[test]
fn paths_lead_into_other_crates() {
    let sources = Sources::read();
    let module = |path: &str| path.split("::").map(str::to_owned).collect::<Vec<_>>();
    let resolve = |from: &str, path: &str| sources.resolve(&module(from), &module(path)).map(|found| found.join("::"));
    let found = |path: &str| Some(path.to_owned());
    assert_eq!(resolve("passes::plan::cost", "crate::index::subscript::Subscript"), found("index::subscript"));
    assert_eq!(resolve("passes::plan::cost", "crate::index::Nest"), found("index::nest"));
    assert_eq!(resolve("passes::plan::cost", "lacuna_index::Nest"), found("index::nest"));
    assert_eq!(resolve("passes::plan::cost", "crate::fp::FpMode"), found("index::fp"));
    assert_eq!(resolve("index::analysis::visits", "crate::Nest"), found("index::nest"));
    assert_eq!(
        resolve("index::analysis::visits", "super::iteration_graph::Refusal"),
        found("index::analysis::iteration_graph")
    );
    assert_eq!(resolve("passes::plan::cost", "lacuna_layout::Format"), None);
}

#[test]
fn files_form_no_circles() {
    let used = Sources::read().used();
    let links: usize = used.values().map(BTreeSet::len).sum();
    assert!(links > 500, "only {links} imports were found");
    if let Some(circle) = circle(&used) {
        let names: Vec<_> = circle.iter().map(|module| module.join("::")).collect();
        panic!("each of these uses the next, and the last one the first: {}", names.join(" -> "));
    }
}

#[test]
fn a_type_name_means_one_thing() {
    let mut modules: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (module, code) in Sources::read().code {
        for line in code.lines() {
            let words: Vec<_> = line.split_whitespace().collect();
            let place = words.iter().position(|word| ["struct", "enum", "trait"].contains(word));
            let Some(place) = place.filter(|place| words[..*place].iter().all(|word| word.starts_with("pub"))) else {
                continue;
            };
            let name = words.get(place + 1).copied().unwrap_or_default();
            let name = name.split(|letter: char| !letter.is_alphanumeric()).next().unwrap_or_default();
            // A macro names the types that it makes.
            if !name.is_empty() {
                modules.entry(name.to_owned()).or_default().push(module.join("::"));
            }
        }
    }
    assert!(modules.len() > 100, "only {} types were found", modules.len());
    let several = modules.iter().filter(|(_, modules)| modules.len() > 1);
    let several: Vec<_> = several.map(|(name, modules)| format!("{name}: {}", modules.join(", "))).collect();
    assert!(several.is_empty(), "give each of these a name of its own:\n{}", several.join("\n"));
}

#[test]
fn the_lowering_looks_at_no_uses() {
    let is_lowering = |module: &Module| top(module) == "scf";
    let lowering: Vec<_> = Sources::read().code.into_iter().filter(|(module, _)| is_lowering(module)).collect();
    assert!(lowering.len() > 20, "only {} files were found", lowering.len());
    let looks = |code: &str| code.contains("users(") || code.contains("has_uses(");
    let all: Vec<_> = lowering.iter().filter(|(_, code)| looks(code)).map(|(module, _)| module.join("::")).collect();
    assert!(all.is_empty(), "what an operation means follows from the operation: {}", all.join(", "));
}

#[test]
fn circles_and_paths_are_found() {
    let module = |name: &str| vec![name.to_owned()];
    let links = |all: &[(&str, &str)]| {
        let mut used: BTreeMap<Module, BTreeSet<Module>> = BTreeMap::new();
        for (from, to) in all {
            used.entry(module(from)).or_default().insert(module(to));
            used.entry(module(to)).or_default();
        }
        used
    };
    assert_eq!(circle(&links(&[("a", "b"), ("a", "c"), ("b", "c")])), None);
    assert_eq!(circle(&links(&[("a", "b"), ("b", "c"), ("c", "b")])), Some(vec![module("b"), module("c")]));
    let (found, rest) = uses("pub use a::B;\nuse crate::{c::{self, D as E}, f};\nlet g = super::h();\n");
    let found: Vec<_> = found.into_iter().flat_map(|(_, paths)| paths).map(|(path, _)| path.join("::")).collect();
    assert_eq!(found, ["a::B", "crate::c", "crate::c::D", "crate::f"]);
    assert_eq!(inline_paths(&rest), [["super", "h"]]);
    assert_eq!(code_of("use a; // use b\n#[cfg(test)]\nmod tests {\nuse c;\n}"), "use a; ");
    assert_eq!(test_modules(&module("a"), "#[cfg(test)]\npub(crate) mod b;\nmod c;"), [["a", "b"]]);
}
