//! Kernels in C programs: objects, from the command and through upstream's tools, link side by side and give right numbers.

use lacuna_integration_tests::request::request;
use lacuna_passes::pipeline::Phase;
use lacuna_tools::eval::{Request, Stage, evaluate};
use std::{
    env, fs,
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};
use tempfile::tempdir;

/// A program that calls `multiply`, `add` and `sum`: a matrix times a vector, and the sum of two matrices twice.
const PROGRAM: &str = r#"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct array { void *allocated, *data; int64_t offset, size, stride; };
struct csr { struct array positions, coordinates, values; };

void _mlir_ciface_multiply(struct array *result, struct array *, struct array *, struct array *, struct array *x,
                           struct array *y);
void _mlir_ciface_add(struct csr *result, struct array *, struct array *, struct array *, struct array *,
                      struct array *, struct array *);
void _mlir_ciface_sum(struct csr *result, struct array *, struct array *, struct array *, struct array *,
                      struct array *, struct array *);

static struct array of(void *data, int64_t size) { return (struct array){data, data, 0, size, 1}; }

static void show(struct csr c) {
  int32_t *positions = c.positions.data, *coordinates = c.coordinates.data;
  double *values = c.values.data;
  for (int i = 0; i < 2; ++i)
    for (int32_t p = positions[i]; p < positions[i + 1]; ++p)
      printf("(%d,%d) %g\n", i, (int)coordinates[p], values[p]);
  free(c.positions.allocated);
  free(c.coordinates.allocated);
  free(c.values.allocated);
}

int main(void) {
  int32_t a_positions[] = {0, 2, 3}, a_coordinates[] = {0, 2, 1};
  double a_values[] = {1, 2, 3};
  int32_t b_positions[] = {0, 1, 2}, b_coordinates[] = {2, 0};
  double b_values[] = {10, 20};
  double x[] = {1, 10, 100}, y[] = {-1, -1};
  struct array ap = of(a_positions, 3), ac = of(a_coordinates, 3), av = of(a_values, 3);
  struct array bp = of(b_positions, 3), bc = of(b_coordinates, 2), bv = of(b_values, 2);
  struct array xs = of(x, 3), ys = of(y, 2), result;
  _mlir_ciface_multiply(&result, &ap, &ac, &av, &xs, &ys);
  printf("%g %g\n", y[0], y[1]);
  struct csr c;
  _mlir_ciface_add(&c, &ap, &ac, &av, &bp, &bc, &bv);
  show(c);
  _mlir_ciface_sum(&c, &ap, &ac, &av, &bp, &bc, &bv);
  show(c);
  return 0;
}
"#;

const EXPECTED: &str = "201 30\n(0,0) 1\n(0,2) 12\n(1,0) 20\n(1,1) 3\n(0,0) 1\n(0,2) 12\n(1,0) 20\n(1,1) 3\n";

const MULTIPLY: (&str, &[&str]) = ("y(i) = A(i,j) * x(j)", &["A"]);
const ADD: (&str, &[&str]) = ("C(i,j) = A(i,j) + B(i,j)", &["A", "B", "C"]);

/// A request to show a stage of an expression on matrices of 2 x 3, some of them in CSR.
fn emitting((expression, stored): (&str, &[&str]), stage: Stage) -> Request {
    let mut made = request(expression);
    made.check = false;
    made.formats = stored.iter().map(|name| ((*name).to_owned(), "csr".to_owned())).collect();
    made.sizes = [("i".to_owned(), 2), ("j".to_owned(), 3)].into();
    made.emit = vec![stage];
    made
}

fn tool(name: &str) -> PathBuf {
    Path::new(env!("MLIR_SYS_220_PREFIX")).join("bin").join(name)
}

/// Runs a tool on a text; gives what it prints.
fn piped(command: &mut Command, text: &[u8]) -> Vec<u8> {
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the tool runs");
    child.stdin.take().expect("it is a pipe").write_all(text).expect("the tool reads");
    let output = child.wait_with_output().expect("the tool ends");
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

/// Links objects into the program; gives what it prints.
fn linked(folder: &Path, objects: &[PathBuf]) -> String {
    fs::write(folder.join("main.c"), PROGRAM).expect("the folder is writable");
    let program = folder.join("program");
    piped(Command::new(tool("clang")).arg(folder.join("main.c")).args(objects).arg("-lm").arg("-o").arg(&program), b"");
    String::from_utf8(piped(&mut Command::new(program), b"")).expect("it prints text")
}

#[test]
fn objects_of_the_command_link_together() {
    let folder = tempdir().expect("a temporary folder");
    let objects = [("multiply.o", MULTIPLY), ("add.o", ADD), ("sum.o", ADD)].map(|(file, kernel)| {
        let path = folder.path().join(file);
        evaluate(&emitting(kernel, Stage::Obj(path.clone())), None).expect("the expression compiles");
        path
    });
    assert_eq!(linked(folder.path(), &objects), EXPECTED);
    // The function, its C interface, and what they call in the C library.
    for (object, name) in objects.iter().zip(["multiply", "add", "sum"]) {
        let symbols =
            piped(Command::new(tool("llvm-nm")).args(["--extern-only", "--defined-only", "-j"]).arg(object), b"");
        let symbols = String::from_utf8(symbols).expect("names are text");
        let mut symbols: Vec<_> = symbols.lines().collect();
        symbols.sort_unstable();
        assert_eq!(symbols, [format!("_mlir_ciface_{name}"), name.to_owned()]);
    }
}

#[test]
fn modules_of_the_pipeline_link_together() {
    let folder = tempdir().expect("a temporary folder");
    // The test binary stands in target/<profile>/deps, the tools in target/<profile>.
    let tools = env::current_exe().expect("a test knows itself").ancestors().nth(2).expect("deps").to_owned();
    let objects = [("multiply", MULTIPLY), ("add", ADD), ("sum", ADD)].map(|(name, kernel)| {
        let mut report =
            evaluate(&emitting(kernel, Stage::Phase(Phase::Linalg)), None).expect("the expression compiles");
        let (_, text) = report.emitted.pop().expect("the stage was asked for");
        let text = text.replace("@kernel", &format!("@{name}"));
        let lowered = piped(Command::new(tools.join("lacuna-opt")).arg("--lacuna=dense=true"), text.as_bytes());
        let llvm = piped(Command::new(tool("mlir-translate")).arg("--mlir-to-llvmir"), &lowered);
        let object = folder.path().join(format!("{name}.o"));
        piped(Command::new(tool("clang")).args(["-O2", "-c", "-x", "ir", "-", "-o"]).arg(&object), &llvm);
        object
    });
    assert_eq!(linked(folder.path(), &objects), EXPECTED);
}

/// What a reader of machine code needs to know: whom it calls.
#[test]
fn machine_code_names_whom_it_calls() {
    let mut report = evaluate(&emitting(ADD, Stage::Asm), None).expect("the expression compiles");
    let (_, text) = report.emitted.pop().expect("the stage was asked for");
    assert!(text.contains("<kernel>:"), "{text}");
    // Each call is followed by the symbol that the linker puts there.
    let calls = ["malloc", "free", "dprintf"]
        .map(|called| text.lines().any(|line| line.contains("R_") && line.contains(called)));
    assert_eq!(calls, [true; 3], "{text}");
    assert!(!text.contains("<_mlir_kernel>:"), "{text}");
}
