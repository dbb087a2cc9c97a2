//! Where compile time goes: MLIR (parsing, loading dialects, upstream's passes), our passes, LLVM's optimizations, and code
//! generation, beside what they may take together.
//!
//! A row is the median of several compilations, each with a context of its own, as a command does it. The last row is the
//! slowest of the fuzzer's first expressions. Aims hold on a machine that does nothing else.

use lacuna_bench::compile;
use lacuna_integration_tests::fuzz::{Case, random_case};
use lacuna_tools::{
    compiler::{CompileTime, Compiler, Effort},
    eval::{Request, evaluate},
    kernel::checks::MemoryChecks,
};
use std::time::Duration;

/// A name, what it may take in milliseconds if that is said, an expression, and the formats of its stored tensors.
type Row = (&'static str, Option<u64>, &'static str, &'static [(&'static str, &'static str)]);

const ROWS: [Row; 9] = [
    ("SpMV CSR", Some(40), "y(i) = A(i,j) * x(j)", &[("A", "csr")]),
    ("CSR + CSC", Some(100), "C(i,j) = A(i,j) + B(i,j)", &[("A", "csr"), ("B", "csc"), ("C", "csr")]),
    ("SpMM CSR", None, "C(i,k) = A(i,j) * B(j,k)", &[("A", "csr")]),
    ("SDDMM CSR", None, "C(i,j) = S(i,j) * A(i,k) * B(k,j)", &[("S", "csr"), ("C", "csr")]),
    ("MTTKRP CSF", None, "A(i,l) = B(i,j,k) * C(j,l) * D(k,l)", &[("B", "csf")]),
    ("SpMSpV CSR", None, "y(i) = A(i,j) * x(j)", &[("A", "csr"), ("x", "compressed@0")]),
    (
        "CSR + CSR + CSR",
        None,
        "D(i,j) = A(i,j) + B(i,j) + C(i,j)",
        &[("A", "csr"), ("B", "csr"), ("C", "csr"), ("D", "csr")],
    ),
    (
        "hash tables, 2 of 5 transposed",
        Some(2000),
        "r(i,j) = A(i,j) + B(j,i) + C(i,j) + D(j,i) + E(i,j)",
        &[("A", "hash"), ("B", "hash"), ("C", "hash"), ("D", "hash"), ("E", "hash"), ("r", "hash")],
    ),
    (
        "hash tables, 5 of 5 transposed",
        Some(2000),
        "r(i,j) = A(j,i) + B(j,i) + C(j,i) + D(j,i) + E(j,i)",
        &[("A", "hash"), ("B", "hash"), ("C", "hash"), ("D", "hash"), ("E", "hash"), ("r", "csr")],
    ),
];

/// How often each row is compiled.
const REPETITIONS: usize = 9;

/// The fuzzer's expressions that are compiled.
const SEEDS: u64 = 300;

/// What an expression of the fuzzer may take, in milliseconds.
const AIM_OF_FUZZER: Option<u64> = Some(2000);

fn main() {
    // `cargo test` only asks whether it works at all.
    let is_test = std::env::args().any(|argument| argument == "--test");
    let (repetitions, seeds) = if is_test { (1, 8) } else { (REPETITIONS, SEEDS) };
    println!("| compiled | MLIR | our passes | optimization | code | all | aim | our passes of all |");
    println!("|---|---|---|---|---|---|---|---|");
    for (name, aim, expression, formats) in ROWS {
        let mut times: Vec<_> =
            (0..repetitions).map(|_| compile(&Compiler::new(), expression, formats).expect("compiles").time).collect();
        times.sort_by_key(all);
        print_row(name, times[times.len() / 2], aim);
    }
    let compiled = (0..seeds).filter_map(|seed| Some((seed, time_of_case(seed)?)));
    let slowest = compiled.max_by_key(|(_, time)| all(time));
    if let Some((seed, time)) = slowest {
        print_row(&format!("fuzzer, slowest of {seeds} seeds: {seed}"), time, AIM_OF_FUZZER);
    }
}

fn all(time: &CompileTime) -> Duration {
    time.passes + time.native
}

/// How long the expression of a seed takes; nothing where the seed is a conversion, or is refused.
fn time_of_case(seed: u64) -> Option<CompileTime> {
    let Case::Evaluate(request) = random_case(seed) else { return None };
    // Neither compared with the oracle, which has phases verified, nor with checks of memory.
    let request = Request { check: false, memory: MemoryChecks::default(), effort: Effort::Full, ..*request };
    evaluate(&request, None).ok().map(|report| report.compile)
}

fn print_row(name: &str, time: CompileTime, aim: Option<u64>) {
    let ms = |duration: Duration| format!("{:.1} ms", duration.as_secs_f64() * 1e3);
    let code = time.native.saturating_sub(time.optimization);
    let share = 100.0 * time.own_passes.as_secs_f64() / all(&time).as_secs_f64();
    let aim = aim.map_or_else(String::new, |aim| format!("{aim} ms"));
    println!(
        "| {name} | {} | {} | {} | {} | {} | {aim} | {share:.0} % |",
        ms(time.passes - time.own_passes),
        ms(time.own_passes),
        ms(time.optimization),
        ms(code),
        ms(all(&time))
    );
}
