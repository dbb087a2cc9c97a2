//! Bad input to the `lacuna` command: one clear error each, exit status 2, nothing written, no panic.

mod conversions;
mod data;
mod functions;
mod kernels;
mod long_texts;
mod options;
mod outputs;
mod programs;

use std::{
    fs,
    path::Path,
    process::{Command, Output},
};
use tempfile::TempDir;

fn lacuna(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_lacuna")).current_dir(folder).args(arguments).output().expect("lacuna runs")
}

/// Runs a command that must be refused with a message that holds each of `parts`, and must not write `y.tns`.
fn refused(folder: &Path, arguments: &[&str], parts: &[&str]) {
    let output = lacuna(folder, arguments);
    let (out, error) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(2), "{arguments:?}\n{out}\n{error}");
    assert!(out.is_empty(), "{arguments:?} printed {out}");
    assert_eq!(error.matches("error:").count(), 1, "one error, found: {error}");
    assert!(!error.contains("panicked") && !error.contains("internal error"), "{error}");
    for part in parts {
        assert!(error.contains(part), "{arguments:?}: '{part}' is not in: {error}");
    }
    assert!(!folder.join("y.tns").exists(), "{arguments:?} wrote a file");
}

/// A matrix file with this text must be refused when it is multiplied by a vector.
fn refused_file(name: &str, text: impl AsRef<[u8]>, parts: &[&str]) {
    let folder = TempDir::new().expect("a temporary folder");
    fs::write(folder.path().join(name), text).expect("the folder is writable");
    let data = format!("A={name}");
    let arguments =
        ["eval", "y(i) = A(i,j) * x(j)", "-f", "A=csr", "-i", &data, "-i", "x=ones", "-o", "y=y.tns", "--check"];
    refused(folder.path(), &arguments, parts);
}

fn refused_eval(arguments: &[&str], parts: &[&str]) {
    let folder = TempDir::new().expect("a temporary folder");
    let arguments: Vec<_> = ["eval"].into_iter().chain(arguments.iter().copied()).collect();
    refused(folder.path(), &arguments, parts);
}

const HEADER: &str = "%%MatrixMarket matrix coordinate real general\n";

#[test]
fn expression_that_does_not_parse() {
    refused_eval(&["y(i) = A(i,j) * "], &["column 17", "^"]);
    refused_eval(&["y(i = A(i)"], &["column 2: this parenthesis is never closed"]);
    refused_eval(&[""], &["column 1"]);
}

#[test]
fn tensor_of_two_orders() {
    refused_eval(&["y(i) = A(i,j) * A(i)"], &["A", "2", "1"]);
}

#[test]
fn sizes_that_disagree() {
    let arguments = ["y(i) = A(i,j) * x(j)", "-f", "A=csr", "-i", "A=poisson2d:3x3", "-i", "x=ones", "-d", "j=8"];
    refused_eval(&arguments, &["9", "8"]);
}

#[test]
fn sizes_of_operands_that_disagree() {
    let arguments = ["C(i,j) = A(i,k) * B(k,j)", "-f", "A=csr", "-i", "A=poisson2d:3x3", "-i", "B=poisson2d:4x4"];
    refused_eval(&arguments, &["column 21", "size of `k`", "9 in dimension 1 of `A`", "16 in dimension 0 of `B`"]);
}

#[test]
fn unknown_size() {
    refused_eval(&["y(i) = A(i,j)", "-i", "A=random:density=0.1"], &["-d"]);
}

#[test]
fn operand_without_data() {
    refused_eval(&["y(i) = A(i,j) * x(j)", "-i", "A=poisson2d:3x3"], &["x", "-i x="]);
}

#[test]
fn option_for_a_tensor_that_is_not_there() {
    refused_eval(&["y(i) = A(i,j)", "-f", "B=csr", "-i", "A=poisson2d:3x3"], &["-f B", "no tensor B"]);
}

#[test]
fn unknown_format() {
    refused_eval(&["y(i) = A(i,j)", "-f", "A=csx", "-i", "A=poisson2d:3x3"], &["csx"]);
}

#[test]
fn format_of_the_wrong_order() {
    refused_eval(
        &["y(i) = A(i,j,k)", "-f", "A=csr", "-i", "A=ones", "-d", "i=2", "-d", "j=2", "-d", "k=2"],
        &["csr", "3"],
    );
    refused_eval(&["y(i) = A(i,j)", "-f", "A=dense,compressed,dense", "-i", "A=poisson2d:3x3"], &["3", "2"]);
}

#[test]
fn result_that_no_loop_order_assembles_in_order() {
    refused_eval(
        &[
            "C(i,j) = A(i,k) * B(k,j)",
            "-f",
            "A=csr",
            "-f",
            "B=csr",
            "-f",
            "C=csr",
            "-i",
            "A=poisson2d:3x3",
            "-i",
            "B=poisson2d:3x3",
            "--schedule",
            "reorder(i,j,k)",
        ],
        &["result C (csr) cannot be assembled in order", "k -> j", "-f B=csc"],
    );
}

#[test]
fn generator_of_the_wrong_order() {
    refused_eval(&["y(i) = A(i)", "-i", "A=poisson2d:3x3"], &["order 1", "order 2"]);
}

#[test]
fn shape_of_data_that_has_another() {
    let folder = TempDir::new().expect("a temporary folder");
    let convert =
        |data: &'static str, shape: &'static str| ["convert", data, "--shape", shape, "--to", "csr", "-o", "y.tns"];
    let own = ["poisson2d:3x3: the generator makes a tensor of shape [9, 9]", "asked for was [5, 6]"];
    refused(folder.path(), &convert("poisson2d:3x3", "5x6"), &own);
    refused(folder.path(), &convert("banded:n=4,width=3", "4x4x4"), &["[4, 4]", "[4, 4, 4]"]);
    fs::write(folder.path().join("m.mtx"), format!("{HEADER}2 2 1\n1 1 1.5\n")).expect("writable");
    refused(folder.path(), &convert("m.mtx", "3x3"), &["m.mtx:2", "3", "2"]);
    let same = lacuna(folder.path(), &convert("poisson2d:3x3", "9x9"));
    assert!(same.status.success(), "{}", String::from_utf8_lossy(&same.stderr));
}

#[test]
fn bad_generators() {
    refused_eval(&["y(i) = A(i)", "-i", "A=random:density=7", "-d", "i=3"], &["7"]);
    refused_eval(&["y(i) = A(i)", "-i", "A=random:depth=7", "-d", "i=3"], &["depth"]);
}

#[test]
fn bad_numbers_of_integer_types() {
    refused_eval(&["y(i) = 1.5 * x(i)", "-i", "x=ones", "-d", "i=3", "--dtype", "i64"], &["1.5", "i64"]);
    refused_eval(&["y(i) = x(i) / x(i)", "-i", "x=ones", "-d", "i=3", "--dtype", "i32"], &["division"]);
}

#[test]
fn bad_options() {
    refused_eval(&["y(i) = x(i)", "--dtype", "f16"], &["f16"]);
    refused_eval(&["y(i) = x(i)", "--emit", "wasm"], &["wasm", "llvm-ir"]);
    refused_eval(&["y(i) = x(i)", "-d", "i=many"], &["many"]);
    refused_eval(&["y(i) = x(i)", "-f", "x"], &["NAME=VALUE"]);
    refused_eval(&["y(i) = x(i)", "-i", "x=ones", "-i", "x=iota", "-d", "i=3"], &["-i x", "twice"]);
}

#[test]
fn output_that_cannot_be_written() {
    refused_eval(&["y(i) = x(i)", "-i", "x=ones", "-d", "i=3", "-o", "y=no/such/folder/y.tns"], &["no/such/folder"]);
    refused_eval(&["y(i) = x(i)", "-i", "x=ones", "-d", "i=3", "-o", "y=y.png"], &["y.png"]);
}

#[test]
fn all_outputs_or_none() {
    let folder = TempDir::new().expect("a temporary folder");
    let both = |first: &str, second: &str| {
        let (first, second) = (format!("x={first}"), format!("y={second}"));
        refused(folder.path(), &["eval", "y(i) = x(i)", "-i", "x=ones", "-d", "i=3", "-o", &first, "-o", &second], &[]);
        assert!(fs::read_dir(folder.path()).expect("readable").next().is_none(), "{first} {second} left something");
    };
    both("good.tns", "no/such/y.tns");
    both("good.tns", "y.png");
    both("same.tns", "same.tns");
    let object = ["eval", "y(i) = x(i)", "-i", "x=ones", "-d", "i=3", "--emit", "obj=k.o", "-o", "y=no/such/y.tns"];
    refused(folder.path(), &object, &["no/such"]);
    assert!(!folder.path().join("k.o").exists());
    refused(folder.path(), &["eval", "y(i) = x(i)", "--emit", "obj=no/such/k.o"], &["no/such/k.o"]);
}

#[test]
fn schedules_that_cannot_be() {
    let refused_schedule = |schedule: &str, parts: &[&str]| {
        let arguments =
            ["y(i) = A(i,j) * x(j)", "-f", "A=csr", "-i", "A=poisson2d:3x3", "-i", "x=ones", "--schedule", schedule];
        refused_eval(&arguments, parts);
    };
    refused_schedule("reorder(j,i)", &["order that was asked for"]);
    refused_schedule("reorder(i)", &["leaves out variable j"]);
    refused_schedule("reorder(i,j,k)", &["there is no loop over k: the loops are i, j"]);
    refused_schedule("reorder(i,j,i)", &["named twice"]);
    refused_schedule("splitt(i,io,ii,4)", &["there is no rewrite splitt: did you mean split?", "reorder(i,j,...)"]);
    refused_schedule("split(i,4)", &["split takes 4 arguments, as in split(i,io,ii,64), found 2"]);
    refused_schedule("unroll(i,4)", &["cannot be unrolled to 4 copies: it contains loops"]);
    refused_schedule("vectorize(j)", &["cannot run in vector lanes: a vector loop cannot walk operand A"]);
    refused_schedule("reorder i", &["expected `(` after reorder"]);
    refused_schedule("precompute(i)", &["no result is stored, and a dense one takes terms in any order"]);
    refused_schedule("precompute(i,policy=magic)", &["dense, mixed, radix, runs, buckets and hash, found magic"]);
    refused_schedule(
        "precompute(i,policy=radix,capacity=0)",
        &["a capacity is between 1 and 1073741824 points, found 0"],
    );
    refused_schedule("precompute(i,policy=dense,capacity=4)", &["takes no capacity"]);
    refused_schedule(
        "precompute(i,policy=hash:aside)",
        &["hash sorts and merges nothing that a second thread could do"],
    );
}

#[test]
fn policies_that_there_are_not() {
    for (policy, said) in [
        ("magic", "found magic"),
        ("", "found nothing"),
        ("auto:8", "takes no settings, found 'auto:8'"),
        ("radix:0", "found 0"),
        ("dense:4", "takes no capacity"),
        ("hash:x", "'x'"),
    ] {
        let arguments =
            ["y(i) = A(i,j) * x(j)", "-f", "A=csr", "-i", "A=poisson2d:3x3", "-i", "x=ones", "--workspaces", policy];
        refused_eval(&arguments, &[said]);
    }
}

#[test]
fn stored_zeros_take_part_in_the_check() {
    let folder = TempDir::new().expect("a temporary folder");
    for format in ["A=dense", "A=compressed,dense", "A=csr"] {
        let arguments = [
            "eval",
            "y(i) = A(i,j) / x(j)",
            "-f",
            format,
            "-i",
            "A=random:density=0.5",
            "-i",
            "x=iota",
            "-d",
            "i=4",
            "-d",
            "j=4",
            "--check",
        ];
        let output = lacuna(folder.path(), &arguments);
        assert!(output.status.success(), "{format}: {}", String::from_utf8_lossy(&output.stdout));
    }
}

#[test]
fn results_are_written() {
    let folder = TempDir::new().expect("a temporary folder");
    let run = |output: &str| {
        let target = format!("y={output}");
        let arguments =
            ["eval", "y(i) = 2 * A(i,j) * x(j)", "-f", "A=csr", "-i", "A=poisson2d:2x2", "-i", "x=iota", "-o", &target];
        let output = lacuna(folder.path(), &arguments);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    };
    run("y.tns");
    let text = fs::read_to_string(folder.path().join("y.tns")).expect("the file was written");
    assert!(text.contains("4 18"), "{text}");
    run("y.mtx");
    let text = fs::read_to_string(folder.path().join("y.mtx")).expect("the file was written");
    assert!(text.starts_with("%%MatrixMarket"), "{text}");
}

#[test]
fn examples_of_the_help_work() {
    let folder = TempDir::new().expect("a temporary folder");
    // What the examples read.
    let made = [
        &["convert", "poisson2d:9x9", "--to", "csr", "-o", "A.mtx"][..],
        &["convert", "random:density=0.1", "--shape", "9x9x9", "--to", "csf", "-o", "T.tns"],
    ];
    for arguments in made {
        let output = lacuna(folder.path(), arguments);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    for (command, count) in [("eval", 8), ("convert", 4)] {
        let help = lacuna(folder.path(), &[command, "--help"]);
        let help = String::from_utf8_lossy(&help.stdout).replace("\\\n", " ");
        let (_, examples) = help.split_once("Examples:").expect("the help has examples");
        let start = format!("lacuna {command} ");
        let examples: Vec<_> = examples.lines().map(str::trim).filter(|line| line.starts_with(&start)).collect();
        assert_eq!(examples.len(), count, "{help}");
        for example in examples {
            let line = example.replacen("lacuna", env!("CARGO_BIN_EXE_lacuna"), 1);
            let output = Command::new("sh").arg("-c").arg(&line).current_dir(folder.path()).output().expect("sh runs");
            assert!(output.status.success(), "{example}: {}", String::from_utf8_lossy(&output.stderr));
        }
    }
}

#[test]
fn json_is_one_object() {
    let folder = TempDir::new().expect("a temporary folder");
    let arguments = [
        "eval",
        "y(i) = A(i,j) * x(j)",
        "-f",
        "A=csr",
        "-i",
        "A=poisson2d:5x5",
        "-i",
        "x=ones",
        "--check",
        "--time=3",
        "--json",
    ];
    let output = lacuna(folder.path(), &arguments);
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("standard output is JSON");
    assert_eq!(report["check"]["ok"], true);
    assert_eq!(report["kernel"]["runs"], 3);
    assert_eq!(report["operands"][0]["stored"], 105);
    assert_eq!(report["kernel"]["operations"], 210.0);
    assert!(report["kernel"]["gflops"].as_f64().is_some_and(|rate| rate > 0.0), "{report}");
    // 26 positions, and for each entry a coordinate and a value; x and y.
    assert_eq!(report["kernel"]["compulsory_bytes"], 26 * 4 + 105 * 12 + 2 * 25 * 8);
    let result = &report["results"][0];
    assert_eq!((&result["name"], &result["shape"]), (&"y".into(), &serde_json::json!([25])));
    assert_eq!(result["values"].as_array().map(Vec::len), Some(25));
}

/// Squares that single precision cannot hold come back from the kernel as infinities; the oracle computes in double.
#[test]
fn results_found_wrong_are_not_written() {
    let folder = TempDir::new().expect("a temporary folder");
    fs::write(folder.path().join("x.tns"), "1 1e30\n2 2.0\n").expect("writable");
    let run = |check: &[&str]| {
        let square = ["eval", "y(i) = x(i) * x(i) / x(i)", "-i", "x=x.tns", "--dtype", "f32", "--fp", "strict"];
        let outputs = ["-o", "y=y.tns", "--emit", "obj=k.o"];
        lacuna(folder.path(), &[&square[..], &outputs, check].concat())
    };
    let wrong = run(&["--check"]);
    assert_eq!(wrong.status.code(), Some(1), "{}", String::from_utf8_lossy(&wrong.stderr));
    assert!(String::from_utf8_lossy(&wrong.stdout).contains("WRONG"));
    let written = || ["y.tns", "k.o"].map(|name| folder.path().join(name).exists());
    assert_eq!(written(), [false, false]);
    assert_eq!(run(&[]).status.code(), Some(0));
    assert_eq!(written(), [true, true]);
}

/// An error with `--json` is an object on standard output, whoever finds it.
#[test]
fn errors_as_json() {
    let folder = TempDir::new().expect("a temporary folder");
    let narrow = "C=(i, j) -> (i : dense, j : compressed), positions = 8";
    let from_the_kernel = ["eval", "C(i,j) = A(i,j)", "-f", "A=csr", "-f", narrow, "-i", "A=poisson2d:10x10", "--json"];
    for (arguments, message) in [
        (&from_the_kernel[..], "level 1 of the result has more nodes than positions of 8 bits can count"),
        (&["eval", "y(i) = x(i)", "--json"], "operand x has no data"),
        (&["eval", "y(i) = x(i)", "--dtype", "f7", "--json"], "invalid value 'f7' for '--dtype <DTYPE>'"),
        (&["convert", "--json"], "the following required arguments were not provided"),
    ] {
        let output = lacuna(folder.path(), arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {output:?}");
        let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("standard output is JSON");
        let error = report["error"].as_str().expect("the error is a text");
        assert!(error.starts_with(message), "{error}");
        let text = String::from_utf8_lossy(&output.stderr);
        assert!(text.starts_with(&format!("error: {message}")) && text.ends_with('\n'), "{text}");
    }
}

/// Native code leaves nothing behind, such as what a profiler would read, where programs leave such things.
#[test]
fn nothing_is_left_behind() {
    let folder = TempDir::new().expect("a temporary folder");
    let output = Command::new(env!("CARGO_BIN_EXE_lacuna"))
        .env("HOME", folder.path())
        .env_remove("JITDUMPDIR")
        .current_dir(folder.path())
        .args(["eval", "y(i) = A(i,j) * x(j)", "-f", "A=csr", "-i", "A=poisson2d:3x3", "-i", "x=ones"])
        .output()
        .expect("lacuna runs");
    assert!(output.status.success(), "{output:?}");
    let left: Vec<_> = fs::read_dir(folder.path()).expect("it is there").collect();
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn outputs_that_cannot_be_written() {
    let sum = ["eval", "y(i) = A(i,j)", "-i", "A=poisson2d:3x3", "-o"];
    let to = |path| sum.iter().copied().chain([path]).collect::<Vec<_>>();
    refused_output(&to("y=q.foo"), &["q.foo: cannot be written: unknown ending"]);
    refused_output(&to("y=nowhere/y.tns"), &["nowhere/y.tns: cannot be written: the folder nowhere does not exist"]);
    refused_output(
        &["convert", "poisson2d:3x3", "--to", "csr", "-o", "nowhere/y.tns"],
        &["nowhere/y.tns: cannot be written: the folder nowhere does not exist"],
    );
}

/// The message names the place that was asked for, and no other.
fn refused_output(arguments: &[&str], parts: &[&str]) {
    let folder = TempDir::new().expect("a temporary folder");
    refused(folder.path(), arguments, parts);
    let output = lacuna(folder.path(), arguments);
    assert!(!String::from_utf8_lossy(&output.stderr).contains(".tmp"), "a temporary place is named");
}

/// A conversion that the compiled code gives up must say why, in one line, and must not write `y.mtx`.
fn refused_by_the_kernel(from: &str, to: &str, message: &str) {
    let folder = TempDir::new().expect("a temporary folder");
    let arguments =
        ["convert", "random:density=0.5,seed=1", "--shape", "40x40", "--from", from, "--to", to, "--output", "y.mtx"];
    let output = lacuna(folder.path(), &arguments);
    assert_eq!(output.status.code(), Some(2), "{from} to {to}: {output:?}");
    assert!(output.stdout.is_empty(), "{from} to {to}: {output:?}");
    assert_eq!(String::from_utf8_lossy(&output.stderr), format!("error: {message}\n"), "{from} to {to}");
    assert_eq!(fs::read_dir(folder.path()).expect("it is there").count(), 0, "{from} to {to} wrote a file");
}

/// LLVM takes minutes for loops so deep.
#[test]
fn tensors_of_too_many_dimensions() {
    let subscripts: Vec<_> = (0..33).map(|number| format!("i{number}")).collect();
    refused_eval(
        &[&format!("s = A({})", subscripts.join(","))],
        &["tensor A has 33 subscripts, at most 32 are supported"],
    );
    let folder = TempDir::new().expect("a temporary folder");
    fs::write(folder.path().join("a.tns"), format!("{}1.5\n", "1 ".repeat(200))).expect("the file is written");
    let told = "a.tns: the tensor has 200 dimensions, at most 32 are supported";
    refused(folder.path(), &["convert", "a.tns", "--to", "csf"], &[told]);
}

/// Where what is not stored is not zero, the interpreter takes every point of an operand.
#[test]
fn operands_with_too_many_points_to_be_checked() {
    let fill = "fill = inf : f64";
    refused_eval(
        &[
            "C(i,j) = A(i,j)",
            "-f",
            &format!("A=dcsr, {fill}"),
            "-f",
            &format!("C=dcsr, {fill}"),
            "-i",
            "A=random:nnz=10",
            "-d",
            "i=1000000",
            "-d",
            "j=1000000",
            "--check",
        ],
        &["error: --check:", "[1000000, 1000000] has 1000000000000 points, of which at most 268435456 can be listed"],
    );
}

#[test]
fn fill_value_of_another_type() {
    for name in ["x", "y"] {
        let format = format!("{name}=(i) -> (i : compressed), fill = 1.0 : f32");
        refused_eval(
            &["y(i) = x(i)", "-f", &format, "-i", "x=ones", "-d", "i=3"],
            &[&format!("-f {format}"), "the fill value is of type f32, the values are of type f64"],
        );
    }
}

#[test]
fn fill_value_without_a_type() {
    refused_eval(
        &["y(i) = x(i)", "-f", "x=(i) -> (i : compressed), fill = 1.0", "-i", "x=ones", "-d", "i=3"],
        &["expected `:` and the element type, as in `fill = 1.0 : f64`"],
    );
}

#[test]
fn loops_of_few_rounds_stay_inside_their_arrays() {
    // LLVM stores too much in a lane that narrows what it stores, where a loop has no scalar tail: the heap is corrupted, which
    // is found when it is freed.
    let folder = TempDir::new().expect("a temporary folder");
    let batches = "(i, j) -> (i floordiv 4 : batch, j : dense, i mod 4 : compressed)";
    for shape in ["8x8", "5x9", "12x3"] {
        let request = ["convert", "random:density=1", "--shape", shape, "--to", batches, "--check"];
        let output = lacuna(folder.path(), &request);
        assert!(output.status.success(), "{shape}: {}", String::from_utf8_lossy(&output.stderr));
    }
}
