//! Random sequences of wrappers around a cursor, compiled and run: what the verifiers accept is walked as the wrappers say.

use lacuna_integration_tests::mlir_runner::{lacuna_opt, run};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::{fmt::Write, fs, io::Write as _, process::Stdio};

/// The level formats that are walked, with duplicates and without, in order or not.
const LEVELS: [&str; 6] =
    ["compressed", "hashed", "dense", "compressed(unordered)", "compressed(nonunique)", "loose_compressed"];
const VALUES: [f64; 8] = [1.0, 2.0, 0.0, 4.0, 8.0, 0.0, 16.0, 32.0];
const SEEDS: u64 = 250;

/// A function that adds up value times coordinate, over a cursor in wrappers, and what it gives.
fn function(random: &mut ChaCha8Rng, number: usize) -> (String, f64) {
    let level = LEVELS[random.random_range(0..LEVELS.len())];
    let tensor = format!("tensor<8xf64, #stensor.format<(i) -> (i : {level})>>");
    let mut text = format!("func.func private @walk{number}(%x: {tensor}) -> f64 {{\n");
    text += "  %root = arith.constant 0 : index\n  %zero = arith.constant 0.0 : f64\n";
    writeln!(text, "  %c0 = sloop.cursor %x[0] under(%root) : {tensor}").expect("a string");
    let mut points: Vec<_> = (0..8).zip(VALUES).collect();
    let mut kind = "!sloop.cursor";
    let depth = random.random_range(1..=4);
    for wrapper in 1..=depth {
        let (source, made) = (format!("%c{}", wrapper - 1), format!("%c{wrapper}"));
        let by = random.random_range(0..6_i64);
        write!(
            text,
            "  %k{wrapper} = arith.constant {by} : index\n  %n{wrapper} = arith.constant {} : index\n",
            by + 4
        )
        .expect("a string");
        text += &match random.random_range(0..6) {
            0 => {
                points.iter_mut().for_each(|(coordinate, _)| *coordinate += by);
                format!("  {made} = sloop.shift {source} by(%k{wrapper}) : {kind}\n")
            }
            1 => {
                points.retain(|(coordinate, _)| (by..by + 4).contains(coordinate));
                format!("  {made} = sloop.clip {source} to(%k{wrapper}, %n{wrapper}) : {kind}\n")
            }
            2 => {
                points.retain(|(coordinate, _)| *coordinate != by);
                format!(
                    "  {made} = sloop.filter {source} (%i) {{\n    %stays = arith.cmpi ne, %i, %k{wrapper} : index\n    \
                     sloop.yield %stays : i1\n  }}\n"
                )
            }
            3 => format!("  {made} = sloop.reorder {source}\n"),
            4 => format!("  {made} = sloop.prefetch {source} ahead(4) : {kind}\n"),
            _ => {
                kind = "!sloop.cursor<runs>";
                format!("  {made} = sloop.runs {source}\n")
            }
        };
    }
    let (arguments, at) = if kind.ends_with("<runs>") { ("%p, %q", "%p to %q") } else { ("%p", "%p") };
    write!(
        text,
        "  %s = sloop.iterate (%j, {arguments}) in %c{depth} init(%a = %zero) : {kind} -> f64 {{\n    \
         %v = sloop.value %x[{at}] : {tensor} -> f64\n    %i = arith.index_cast %j : index to i64\n    \
         %f = arith.sitofp %i : i64 to f64\n    %t = arith.mulf %v, %f : f64\n    %u = arith.addf %a, %t : f64\n    \
         sloop.yield %u : f64\n  }}\n  return %s : f64\n}}\n\
         func.func private @call{number}(%d: tensor<8xf64>) {{\n  \
         %x = stensor.convert %d : tensor<8xf64> to {tensor}\n  \
         %r = call @walk{number}(%x) : ({tensor}) -> f64\n  vector.print %r : f64\n  return\n}}\n"
    )
    .expect("a string");
    (text, points.into_iter().map(|(coordinate, value)| coordinate as f64 * value).sum())
}

/// Whether the verifiers accept a program.
fn is_accepted(text: &str) -> bool {
    let mut command = lacuna_opt();
    command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn().expect("it runs");
    child.stdin.take().expect("a pipe").write_all(text.as_bytes()).expect("it reads");
    child.wait().expect("it ends").success()
}

#[test]
fn wrappers_that_are_accepted_mean_what_they_say() {
    let (mut program, mut expected) = (String::new(), Vec::new());
    let mut calls = String::new();
    for seed in 0..SEEDS {
        let (text, sum) = function(&mut ChaCha8Rng::seed_from_u64(seed), expected.len());
        if is_accepted(&text) {
            program += &text;
            writeln!(calls, "  call @call{}(%d) : (tensor<8xf64>) -> ()", expected.len()).expect("a string");
            expected.push((seed, sum));
        }
    }
    assert!(expected.len() > SEEDS as usize / 8, "{} are accepted", expected.len());
    let values = VALUES.map(|value| format!("{value:?}")).join(", ");
    write!(
        program,
        "func.func @main() {{\n  %d = arith.constant dense<[{values}]> : tensor<8xf64>\n{calls}  return\n}}\n"
    )
    .expect("a string");
    let folder = tempfile::TempDir::new().expect("a temporary folder");
    let source = folder.path().join("program.mlir");
    fs::write(&source, &program).expect("a temporary file");
    let printed = run(&source, "");
    assert_eq!(printed.len(), expected.len());
    for ((seed, sum), found) in expected.into_iter().zip(printed) {
        let (text, _) = function(&mut ChaCha8Rng::seed_from_u64(seed), 0);
        assert_eq!(found, sum, "seed {seed}:\n{text}");
    }
}
