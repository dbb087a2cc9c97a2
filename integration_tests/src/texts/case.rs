//! A case: the arguments of `lacuna`, and the files that they name, drawn as a valid request of which parts are mutated.

use super::{
    corpus::{
        ARGUMENTS, DTYPES, EXPRESSION_WORDS, EXPRESSIONS, FORMAT_WORDS, FORMATS, GENERATOR_WORDS, GENERATORS,
        HEADER_WORDS, NAME_WORDS, NUMBERS, OTHER_GENERATORS, OUTPUTS, SCHEDULE_WORDS, SCHEDULES, STAGES,
    },
    files,
    mutate::mutated,
};
use lacuna_notation::{ast::Program, parse_program, sizes::infer_program};
use rand::{Rng, SeedableRng, seq::IndexedRandom};
use rand_chacha::ChaCha8Rng;
use std::collections::{BTreeMap, BTreeSet};

/// One case in so many runs the program `lacuna` itself; the others call what it calls.
const PROGRAMS: u32 = 12;

/// What is tried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The arguments after `lacuna`.
    pub arguments: Vec<Vec<u8>>,
    /// The files of the folder, with their bytes.
    pub files: Vec<(String, Vec<u8>)>,
    /// Whether the program itself runs.
    pub is_program: bool,
}

impl Case {
    /// The file that standard input comes from, where arguments ask for that.
    pub fn input(&self) -> Option<&(String, Vec<u8>)> {
        let reads = |argument: &Vec<u8>| argument == b"-" || argument.ends_with(b"=-");
        self.files.first().filter(|_| self.arguments.iter().any(reads))
    }
}

/// A text that may be mutated.
struct Part {
    role: Role,
    text: Vec<u8>,
    /// What mutations put in.
    words: &'static [&'static str],
    /// Another text of the kind, parts of which mutations put in.
    other: Vec<u8>,
    /// How likely it is mutated.
    weight: u32,
}

enum Role {
    Argument,
    /// The value of an option.
    Option(&'static str),
    /// The value of an option for one name.
    Named(&'static str, String),
    /// The bytes of a file without its ending.
    File(String),
}

/// The case of a seed.
pub fn random_case(seed: u64) -> Case {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut drawn = Drawn { random: &mut random, parts: Vec::new(), flags: Vec::new(), dtype: "f64" };
    if drawn.chance(0.35) {
        drawn.dtype = drawn.pick(DTYPES);
    }
    let command = if drawn.chance(0.3) { "convert" } else { "eval" };
    match command {
        "convert" => drawn.convert(),
        _ => drawn.evaluate(),
    }
    let (parts, flags) = (drawn.parts, drawn.flags);
    let mut case = put_together(&mut random, command, parts, flags);
    case.is_program = random.random_range(0..PROGRAMS) == 0;
    while random.random_bool(0.04) {
        mutate_arguments(&mut random, &mut case.arguments);
    }
    // No program is given an argument with a NUL.
    case.arguments.iter_mut().for_each(|argument| argument.retain(|byte| *byte != 0));
    case
}

struct Drawn<'r> {
    random: &'r mut ChaCha8Rng,
    parts: Vec<Part>,
    flags: Vec<&'static str>,
    dtype: &'static str,
}

impl Drawn<'_> {
    fn chance(&mut self, share: f64) -> bool {
        self.random.random_bool(share)
    }

    fn pick(&mut self, from: &[&'static str]) -> &'static str {
        from.choose(self.random).copied().unwrap_or_default()
    }

    fn add(&mut self, role: Role, text: impl Into<Vec<u8>>, words: &'static [&'static str], other: &str, weight: u32) {
        self.parts.push(Part { role, text: text.into(), words, other: other.into(), weight });
    }

    fn evaluate(&mut self) {
        let (expression, other) = (self.pick(EXPRESSIONS), self.pick(EXPRESSIONS));
        let program = parse_program(expression).expect("programs of the list are valid");
        let (sizes, shapes) = self.sizes(&program);
        let in_file = self.chance(0.03);
        let role = if in_file { Role::File("program.lac".to_owned()) } else { Role::Argument };
        self.add(role, expression, EXPRESSION_WORDS, other, 6);
        if in_file {
            self.add(Role::Argument, "program.lac", &[], "", 0);
        }
        let operands: BTreeSet<_> = program.operands().into_iter().map(|access| &access.tensor).collect();
        let results: Vec<_> = program.results().into_iter().map(|access| &access.tensor).collect();
        for (name, shape) in &shapes {
            if operands.contains(name) {
                let data = self.data(name, shape);
                self.add(Role::Named("-i", name.clone()), data, GENERATOR_WORDS, "ones", 2);
            }
            if self.chance(if operands.contains(name) { 0.6 } else { 0.3 }) {
                let (format, other) = (self.format(shape.len()), self.format(shape.len()));
                self.add(Role::Named("-f", name.clone()), format, FORMAT_WORDS, other, 4);
            }
        }
        // Operands tell sizes, too: only then those that a file announces go on to the formats.
        let are_given = self.chance(0.8);
        for (variable, size) in sizes.into_iter().filter(|_| are_given) {
            self.add(Role::Named("-d", variable), size.to_string(), NUMBERS, "1", 1);
        }
        if self.chance(0.06) {
            let schedule = self.pick(SCHEDULES);
            self.add(Role::Option("--schedule"), schedule, SCHEDULE_WORDS, "reorder(i)", 3);
        }
        if self.chance(0.1) {
            let stage = self.pick(STAGES);
            self.add(Role::Option("--emit"), stage, NAME_WORDS, "obj=k.o", 1);
        }
        if self.chance(0.2) {
            let file = self.pick(OUTPUTS);
            if let Some(&result) = results.choose(self.random) {
                self.add(Role::Named("-o", result.clone()), file, &[], "", 0);
            }
        }
        self.common(&["--drop-zeros", "--two-phase", "--any-sizes", "--fp=strict"]);
    }

    fn convert(&mut self) {
        let order = *[0, 1, 1, 2, 2, 2, 2, 3, 3, 5].choose(self.random).unwrap_or(&2);
        let shape: Vec<u64> = (0..order).map(|_| self.random.random_range(1..6)).collect();
        let data = self.data("A", &shape);
        self.add(Role::Argument, data.clone(), GENERATOR_WORDS, "iota", 3);
        for option in ["--from", "--to"] {
            if option == "--to" || self.chance(0.7) {
                let (format, other) = (self.format(order), self.format(order));
                self.add(Role::Option(option), format, FORMAT_WORDS, other, 4);
            }
        }
        if !data.ends_with("mtx") && self.chance(0.9) {
            let sizes: Vec<_> = shape.iter().map(u64::to_string).collect();
            self.add(Role::Option("--shape"), sizes.join("x"), &["x", "X", "0", ","], "1x1x1x1", 1);
        }
        if self.chance(0.2) {
            let file = self.pick(OUTPUTS);
            self.add(Role::Option("-o"), file, &[], "", 0);
        }
        self.common(&["--info"]);
    }

    fn common(&mut self, flags: &[&'static str]) {
        if self.dtype != "f64" {
            self.add(Role::Option("--dtype"), self.dtype, NAME_WORDS, "64", 1);
        }
        for (flag, share) in [("--check", 0.5), ("--json", 0.1), ("--time=2", 0.05)] {
            if self.chance(share) {
                self.flags.push(flag);
            }
        }
        for flag in flags {
            if self.chance(0.1) {
                self.flags.push(flag);
            }
        }
    }

    /// A size for each variable, and the shapes of all tensors that follow.
    fn sizes(&mut self, program: &Program) -> (BTreeMap<String, u64>, BTreeMap<String, Vec<u64>>) {
        let size = |variable: &str| (variable.to_owned(), self.random.random_range(1..7));
        let mut sizes: BTreeMap<_, _> = program.variables().into_iter().map(size).collect();
        if program.statements.len() > 1 {
            // A tensor that a statement makes has the sizes that the others read it with.
            let shared = self.random.random_range(1..7);
            sizes.values_mut().for_each(|size| *size = shared);
        }
        let inferred = infer_program(program, &BTreeMap::new(), &sizes);
        (sizes, inferred.expect("small sizes give every tensor a shape").shapes)
    }

    /// A file, which is added, or a generator.
    fn data(&mut self, name: &str, shape: &[u64]) -> String {
        if self.chance(0.45) {
            let (ending, bytes) = files::valid(self.random, shape, self.dtype);
            let (_, other) = files::valid(self.random, shape, self.dtype);
            let file = format!("{name}.{ending}");
            let role = Role::File(file.clone());
            self.parts.push(Part { role, text: bytes, words: HEADER_WORDS, other, weight: 8 });
            return file;
        }
        if shape.len() == 2 && self.chance(0.1) {
            return format!("blocks:{}x{},block=2x2,density=0.5,seed=1", shape[0], shape[1]);
        }
        if let ([rows, columns], true) = (shape, self.chance(0.1))
            && rows == columns
        {
            return format!("banded:n={rows},width=3");
        }
        let generator = if self.chance(0.1) { self.pick(OTHER_GENERATORS) } else { self.pick(GENERATORS) };
        generator.to_owned()
    }

    fn format(&mut self, order: usize) -> &'static str {
        let is_right = |(of, text): &&(Option<usize>, &str)| {
            of.map_or(order > 0 || *text == "dense", |of| of == order)
                && (self.dtype == "f64" || !text.contains("fill"))
        };
        let fitting: Vec<_> = FORMATS.iter().filter(is_right).collect();
        let fits = self.chance(0.97);
        let format = if fits { fitting.choose(self.random).copied() } else { FORMATS.choose(self.random) };
        format.map_or("dense", |(_, text)| *text)
    }
}

/// The case of these parts, after mutations of some.
fn put_together(random: &mut ChaCha8Rng, command: &str, parts: Vec<Part>, flags: Vec<&'static str>) -> Case {
    let mutations = *[0, 0, 1, 1, 1, 1, 1, 2, 2, 3, 6].choose(random).unwrap_or(&1);
    let mut counts = vec![0; parts.len()];
    let places: Vec<usize> = (0..parts.len()).collect();
    for _ in 0..mutations {
        if let Ok(place) = places.choose_weighted(random, |place| parts[*place].weight) {
            counts[*place] += 1;
        }
    }
    let mut case = Case { arguments: vec![command.into()], files: Vec::new(), is_program: false };
    let mut renamed = Vec::new();
    for (part, count) in parts.into_iter().zip(counts) {
        let text = mutated(random, &part.text, part.words, &part.other, count);
        match part.role {
            Role::Argument => case.arguments.push(text),
            Role::Option(option) => case.arguments.extend([option.into(), text]),
            Role::Named(option, name) => {
                case.arguments.extend([option.into(), [name.as_bytes(), b"=", &text].concat()]);
            }
            Role::File(name) if random.random_bool(0.1) => {
                let compressed = format!("{name}.gz");
                // Half of the mutations are of the compressed bytes.
                let bytes = if random.random_bool(0.5) {
                    files::compressed(&text)
                } else {
                    let bytes = files::compressed(&part.text);
                    mutated(random, &bytes, &[], &part.other, count)
                };
                renamed.push((name, compressed.clone()));
                case.files.push((compressed, bytes));
            }
            Role::File(name) => case.files.push((name, text)),
        }
    }
    for argument in &mut case.arguments {
        for (name, compressed) in &renamed {
            if argument.ends_with(name.as_bytes()) {
                let stem = argument.len() - name.len();
                argument.splice(stem.., compressed.bytes());
            }
        }
    }
    case.arguments.extend(flags.into_iter().map(Into::into));
    case
}

fn mutate_arguments(random: &mut ChaCha8Rng, arguments: &mut Vec<Vec<u8>>) {
    let (here, there) = (random.random_range(0..arguments.len()), random.random_range(0..arguments.len()));
    let word = ARGUMENTS.choose(random).copied().unwrap_or_default();
    match random.random_range(0..6) {
        0 => drop(arguments.remove(here)),
        1 => arguments.insert(there, arguments[here].clone()),
        2 => arguments.swap(here, there),
        3 => arguments[here] = word.into(),
        4 => arguments[here] = mutated(random, &arguments[here].clone(), ARGUMENTS, b"--", 1),
        _ => arguments.insert(here, word.into()),
    }
    if arguments.is_empty() {
        arguments.push(Vec::new());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lacuna_notation::ast::{Function, Reduction};

    #[test]
    fn a_seed_gives_one_case() {
        for seed in 0..50 {
            assert_eq!(random_case(seed), random_case(seed));
        }
    }

    #[test]
    fn the_programs_of_the_list_have_all_of_the_notation() {
        let programs = EXPRESSIONS.join("\n");
        let functions = Function::ALL.into_iter().map(|function| format!("{}(", function.name()));
        let reductions = Reduction::ALL
            .into_iter()
            .flat_map(|reduction| ["i", "j"].map(|var| format!("{}({var},", reduction.name())));
        let reductions: Vec<_> = reductions.collect();
        for word in functions.chain([" = ", " += ", " -= ", " *= ", " max= ", " min= ", ";", "\n"].map(str::to_owned)) {
            assert!(programs.contains(&word), "{word}");
        }
        for of_two in reductions.chunks(2) {
            assert!(of_two.iter().any(|word| programs.contains(word)), "{of_two:?}");
        }
    }

    #[test]
    fn every_text_of_the_lists_is_drawn() {
        let cases: Vec<_> = (0..6000).map(random_case).collect();
        let is_drawn = |text: &str| {
            let is_it = |argument: &Vec<u8>| argument.windows(text.len().max(1)).any(|part| part == text.as_bytes());
            cases.iter().any(|case| case.arguments.iter().any(is_it))
        };
        let formats = FORMATS.iter().map(|(_, text)| *text);
        let generators = GENERATORS.iter().chain(OTHER_GENERATORS).copied();
        let names = EXPRESSIONS.iter().chain(SCHEDULES).chain(DTYPES).chain(STAGES).copied();
        for text in formats.chain(generators).chain(names) {
            assert!(is_drawn(text), "{text}");
        }
        let has_file = |ending: &str| {
            cases.iter().filter(|case| case.files.iter().any(|(name, _)| name.ends_with(ending))).count()
        };
        for ending in [".mtx", ".tns", ".npy", ".mtx.gz", ".tns.gz", ".lac"] {
            assert!(has_file(ending) > 20, "{ending}: {}", has_file(ending));
        }
        assert!(cases.iter().filter(|case| case.is_program).count() > 300);
        assert!(cases.iter().any(|case| case.input().is_some()));
    }
}
