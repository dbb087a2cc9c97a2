//! Loops that carry new tensors need no more memory for a million rounds than for ten.

use lacuna_integration_tests::mlir_runner::{self, Run};
use std::{fs, path::Path};

/// The number of elements of the vectors that are carried: what is lost in each of a million rounds would be 256 MB.
const SIZE: usize = 32;

/// What may differ between two runs of the same program.
const NOISE_KB: i64 = 8 * 1024;

/// Operations before each loop, and those of a round: `%y` is the next vector after `%x`.
const STEP: &str = "%e = tensor.empty(%n) : tensor<?xf64>
    %z = linalg.fill ins(%zero : f64) outs(%e : tensor<?xf64>) -> tensor<?xf64>
    %y = linalg.matvec ins(%A, %x : tensor<?x?xf64, #CSR>, tensor<?xf64>) outs(%z : tensor<?xf64>) -> tensor<?xf64>";

/// Loops over `@STEP@` of a function that is given `%A`, `%x0` and `%rounds`, and gives the vector after so many steps.
const LOOPS: [(&str, &str); 9] = [
    (
        "scf.forall around dense code",
        "%r = scf.for %k = %c0 to %rounds step %c1 iter_args(%x = %x0) -> (tensor<?xf64>) {
    @STEP@
    %e2 = tensor.empty(%n) : tensor<?xf64>
    %next = scf.forall (%i) in (%n) shared_outs(%o = %e2) -> (tensor<?xf64>) {
      %v = tensor.extract %y[%i] : tensor<?xf64>
      %s = tensor.from_elements %v : tensor<1xf64>
      scf.forall.in_parallel {
        tensor.parallel_insert_slice %s into %o[%i] [1] [1] : tensor<1xf64> into tensor<?xf64>
      }
    }
    scf.yield %next : tensor<?xf64>
  }
  return %r : tensor<?xf64>",
    ),
    (
        "scf.for",
        "%r = scf.for %k = %c0 to %rounds step %c1 iter_args(%x = %x0) -> (tensor<?xf64>) {
    @STEP@
    scf.yield %y : tensor<?xf64>
  }
  return %r : tensor<?xf64>",
    ),
    (
        "scf.while",
        "%r, %end = scf.while (%x = %x0, %k = %c0) : (tensor<?xf64>, index) -> (tensor<?xf64>, index) {
    %go = arith.cmpi ult, %k, %rounds : index
    scf.condition(%go) %x, %k : tensor<?xf64>, index
  } do {
  ^bb0(%x: tensor<?xf64>, %k: index):
    @STEP@
    %k1 = arith.addi %k, %c1 : index
    scf.yield %y, %k1 : tensor<?xf64>, index
  }
  return %r : tensor<?xf64>",
    ),
    (
        "scf.while that works before it asks",
        "%r, %end = scf.while (%x = %x0, %k = %c1) : (tensor<?xf64>, index) -> (tensor<?xf64>, index) {
    @STEP@
    %go = arith.cmpi ult, %k, %rounds : index
    scf.condition(%go) %y, %k : tensor<?xf64>, index
  } do {
  ^bb0(%x: tensor<?xf64>, %k: index):
    %k1 = arith.addi %k, %c1 : index
    scf.yield %x, %k1 : tensor<?xf64>, index
  }
  return %r : tensor<?xf64>",
    ),
    (
        "blocks",
        "cf.br ^head(%x0, %c0 : tensor<?xf64>, index)
^head(%x: tensor<?xf64>, %k: index):
  %go = arith.cmpi ult, %k, %rounds : index
  cf.cond_br %go, ^round, ^end
^round:
    @STEP@
  %k1 = arith.addi %k, %c1 : index
  cf.br ^head(%y, %k1 : tensor<?xf64>, index)
^end:
  return %x : tensor<?xf64>",
    ),
    (
        "a branch that keeps what is carried",
        "%two = arith.constant 2 : index
  %twice = arith.muli %rounds, %two : index
  %r = scf.for %k = %c0 to %twice step %c1 iter_args(%x = %x0) -> (tensor<?xf64>) {
    %rest = arith.remui %k, %two : index
    %odd = arith.cmpi eq, %rest, %c1 : index
    %next = scf.if %odd -> (tensor<?xf64>) {
      @STEP@
      scf.yield %y : tensor<?xf64>
    } else {
      scf.yield %x : tensor<?xf64>
    }
    scf.yield %next : tensor<?xf64>
  }
  return %r : tensor<?xf64>",
    ),
    (
        "two that are exchanged",
        "%r, %other = scf.for %k = %c0 to %rounds step %c1 iter_args(%x = %x0, %old = %x0) -> (tensor<?xf64>, tensor<?xf64>) {
    %z = linalg.fill ins(%zero : f64) outs(%old : tensor<?xf64>) -> tensor<?xf64>
    %y = linalg.matvec ins(%A, %x : tensor<?x?xf64, #CSR>, tensor<?xf64>) outs(%z : tensor<?xf64>) -> tensor<?xf64>
    scf.yield %y, %x : tensor<?xf64>, tensor<?xf64>
  }
  return %r : tensor<?xf64>",
    ),
    (
        "a loop in a loop",
        "%r = scf.for %k = %c0 to %rounds step %c1 iter_args(%xk = %x0) -> (tensor<?xf64>) {
    %inner = scf.for %l = %c0 to %c1 step %c1 iter_args(%x = %xk) -> (tensor<?xf64>) {
      @STEP@
      scf.yield %y : tensor<?xf64>
    }
    scf.yield %inner : tensor<?xf64>
  }
  return %r : tensor<?xf64>",
    ),
    (
        "a function that makes the next",
        "%r = scf.for %k = %c0 to %rounds step %c1 iter_args(%x = %x0) -> (tensor<?xf64>) {
    %y = func.call @step(%A, %x) : (tensor<?x?xf64, #CSR>, tensor<?xf64>) -> tensor<?xf64>
    scf.yield %y : tensor<?xf64>
  }
  return %r : tensor<?xf64>",
    ),
];

/// The same, where what is carried is chosen outside of the code that makes it.
const CHOICES: [(&str, &str); 2] = [
    (
        "a choice between what is carried and what is new",
        "%two = arith.constant 2 : index
  %twice = arith.muli %rounds, %two : index
  %r = scf.for %k = %c0 to %twice step %c1 iter_args(%x = %x0) -> (tensor<?xf64>) {
    @STEP@
    %rest = arith.remui %k, %two : index
    %odd = arith.cmpi eq, %rest, %c1 : index
    %next = arith.select %odd, %y, %x : tensor<?xf64>
    scf.yield %next : tensor<?xf64>
  }
  return %r : tensor<?xf64>",
    ),
    (
        "a branch that gives what was made before it",
        "%two = arith.constant 2 : index
  %twice = arith.muli %rounds, %two : index
  %r = scf.for %k = %c0 to %twice step %c1 iter_args(%x = %x0) -> (tensor<?xf64>) {
    @STEP@
    %rest = arith.remui %k, %two : index
    %odd = arith.cmpi eq, %rest, %c1 : index
    %next = scf.if %odd -> (tensor<?xf64>) {
      scf.yield %y : tensor<?xf64>
    } else {
      scf.yield %x : tensor<?xf64>
    }
    scf.yield %next : tensor<?xf64>
  }
  return %r : tensor<?xf64>",
    ),
];

/// A program that moves the elements of a vector by one place in each round, and prints the first.
fn program(body: &str, rounds: usize) -> String {
    let numbers = |all: &mut dyn Iterator<Item = usize>| all.map(|n| n.to_string()).collect::<Vec<_>>().join(", ");
    let positions = numbers(&mut (0..=SIZE));
    let columns = numbers(&mut (0..SIZE).map(|row| (row + 1) % SIZE));
    let first = numbers(&mut (0..SIZE));
    let head = "%c0 = arith.constant 0 : index\n  %c1 = arith.constant 1 : index\n  \
                %zero = arith.constant 0.0 : f64\n  %n = tensor.dim %x0, %c0 : tensor<?xf64>";
    let body = body.replace("@STEP@", STEP);
    format!(
        "#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
memref.global \"private\" constant @pos : memref<{ends}xi32> = dense<[{positions}]>
memref.global \"private\" constant @col : memref<{SIZE}xi32> = dense<[{columns}]>
memref.global \"private\" constant @val : memref<{SIZE}xf64> = dense<1.0>
func.func private @step(%A: tensor<?x?xf64, #CSR>, %x0: tensor<?xf64>) -> tensor<?xf64> {{
  {head}
  {step}
  return %y : tensor<?xf64>
}}
func.func @solve(%A: tensor<?x?xf64, #CSR>, %x0: tensor<?xf64>, %rounds: index) -> tensor<?xf64> {{
  {head}
  {body}
}}
func.func @main() {{
  %size = arith.constant {SIZE} : index
  %rounds = arith.constant {rounds} : index
  %pos = memref.get_global @pos : memref<{ends}xi32>
  %col = memref.get_global @col : memref<{SIZE}xi32>
  %val = memref.get_global @val : memref<{SIZE}xf64>
  %A = stensor.pack(%pos, %col, %val) sizes(%size, %size)
    : (memref<{ends}xi32>, memref<{SIZE}xi32>, memref<{SIZE}xf64>) -> tensor<?x?xf64, #CSR>
  %i = arith.constant dense<[{first}]> : tensor<{SIZE}xi64>
  %e = tensor.empty(%size) : tensor<?xf64>
  %x = linalg.generic {{indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = [\"parallel\"]}}
      ins(%i : tensor<{SIZE}xi64>) outs(%e : tensor<?xf64>) {{
  ^bb0(%a: i64, %o: f64):
    %0 = arith.sitofp %a : i64 to f64
    linalg.yield %0 : f64
  }} -> tensor<?xf64>
  %y = call @solve(%A, %x, %rounds) : (tensor<?x?xf64, #CSR>, tensor<?xf64>, index) -> tensor<?xf64>
  %c0 = arith.constant 0 : index
  %first = tensor.extract %y[%c0] : tensor<?xf64>
  vector.print %first : f64
  return
}}
",
        ends = SIZE + 1,
        step = STEP.replace("%x :", "%x0 :"),
    )
}

/// Compares what a program prints and the memory that it has for few and for many rounds.
fn compare(name: &str, few: &Run, many: &Run) {
    eprintln!("{name}: {} KB for few rounds, {} KB for a million", few.most_memory, many.most_memory);
    assert!(many.most_memory <= few.most_memory + NOISE_KB, "{name}: a million rounds need more memory than ten");
}

#[test]
fn a_million_rounds_need_no_more_memory_than_ten() {
    let folder = tempfile::tempdir().expect("a folder for programs");
    for (number, (name, body)) in LOOPS.iter().chain(&CHOICES).enumerate() {
        let [few, many] = [10, 1_000_000].map(|rounds| {
            let source = folder.path().join(format!("loop_{number}_{rounds}.mlir"));
            fs::write(&source, program(body, rounds)).expect("the folder is writable");
            mlir_runner::run_measured(&source, "")
        });
        assert_eq!(few.printed.trim(), "10", "{name}");
        assert_eq!(many.printed.trim(), (1_000_000 % SIZE).to_string(), "{name}");
        compare(name, &few, &many);
    }
}

/// Solvers of `test/pipeline`, their functions, and how many rounds these take.
const SOLVERS: [(&str, &str, usize); 5] = [
    ("breadth_first_search", "distances", 5),
    ("conjugate_gradients", "cg", 3),
    ("pagerank", "pagerank", 40),
    ("power_iteration", "rounds", 100),
    ("shortest_paths", "until_nothing_changes", 4),
];

/// The program of a solver that calls it so many times before it does what it does.
fn repeated(program: &str, function: &str, times: usize) -> String {
    let at = program.rfind(&format!("call @{function}(")).expect("the program calls the solver");
    let begin = program[..at].rfind('\n').expect("the call stands on a line") + 1;
    let end = at + program[at..].find("->").expect("the solver has a result");
    let end = end + program[end..].find('\n').expect("the call ends");
    let (before, call, after) = (&program[..begin], &program[at..end], &program[begin..]);
    format!(
        "{before}  %first_time = arith.constant 0 : index
  %one_time = arith.constant 1 : index
  %times = arith.constant {times} : index
  scf.for %time = %first_time to %times step %one_time {{
    func.{call}
  }}
{after}"
    )
}

#[test]
fn solvers_need_no_more_memory_for_a_million_rounds_than_for_ten() {
    let folder = tempfile::tempdir().expect("a folder for programs");
    for (solver, function, rounds) in SOLVERS {
        let program = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../test/pipeline/solver_{solver}.mlir"));
        let program = fs::read_to_string(program).expect("the solver is a test");
        let [few, many] = [10, 1_000_000].map(|all: usize| {
            let source = folder.path().join(format!("{solver}_{all}.mlir"));
            fs::write(&source, repeated(&program, function, all.div_ceil(rounds))).expect("the folder is writable");
            mlir_runner::run_measured(&source, "")
        });
        assert!(!few.printed.is_empty() && few.printed == many.printed, "{solver}: {}", many.printed);
        compare(solver, &few, &many);
    }
}
