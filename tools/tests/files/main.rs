//! Data of the `lacuna` command: where it comes from, how it is stored where nobody says so, where results go, and what
//! happens where the memory does not hold it.

mod memory;
mod telling;

use std::{
    ffi::{OsStr, OsString},
    fs,
    io::Write,
    os::unix::ffi::{OsStrExt, OsStringExt},
    path::Path,
    process::{Command, Output, Stdio},
};
use tempfile::TempDir;

/// Runs `lacuna` in a folder with a text as its standard input.
fn lacuna(folder: &Path, arguments: &[&str], input: &[u8]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lacuna"));
    command.current_dir(folder).args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("lacuna runs");
    // What is refused before it is read breaks the pipe.
    let _ = child.stdin.take().expect("a pipe").write_all(input);
    child.wait_with_output().expect("lacuna ends")
}

/// What a command that must succeed prints to standard output and standard error.
fn done(folder: &TempDir, arguments: &[&str], input: &str) -> (String, String) {
    let output = lacuna(folder.path(), arguments, input.as_bytes());
    let [out, error] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).expect("text"));
    assert!(output.status.success(), "{arguments:?}\n{out}\n{error}");
    (out, error)
}

/// The one error of a command that must be refused.
fn refused(arguments: &[&str], input: &str) -> String {
    let folder = TempDir::new().expect("a temporary folder");
    let output = lacuna(folder.path(), arguments, input.as_bytes());
    let [out, error] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).expect("text"));
    assert_eq!(output.status.code(), Some(2), "{arguments:?}\n{out}\n{error}");
    assert_eq!((out.as_str(), error.matches("error:").count()), ("", 1), "{error}");
    error
}

fn folder() -> TempDir {
    TempDir::new().expect("a temporary folder")
}

const MATRIX: &str = "%%MatrixMarket matrix coordinate real general\n2 3 3\n1 1 1.0\n1 3 2.0\n2 2 3.0\n";

#[test]
fn operands_take_the_format_of_their_data() {
    let folder = folder();
    fs::write(folder.path().join("A.mtx"), MATRIX).unwrap();
    fs::write(folder.path().join("D.mtx"), "%%MatrixMarket matrix array real general\n2 3\n1\n0\n0\n3\n2\n0\n")
        .unwrap();
    fs::write(folder.path().join("T.tns"), "1 1 1 2.0\n2 3 2 1.0\n").unwrap();
    fs::write(folder.path().join("v.tns"), "2 5.0\n3 1.0\n").unwrap();
    for (expression, data, sizes, format) in [
        ("y(i) = A(i,j)", "A.mtx", "", "csr (of its data)"),
        ("y(i) = A(i,j)", "D.mtx", "", "dense"),
        ("y(i) = A(i,j)", "poisson2d:2x2", "", "csr (of its data)"),
        ("y(i) = A(i,j,k)", "T.tns", "", "csf (of its data)"),
        ("y(i) = A(i)", "v.tns", "", "compressed (of its data)"),
        ("y(i) = A(i)", "random:density=0.5", "i=4", "compressed (of its data)"),
        ("y(i) = A(i)", "random:nnz=4", "i=4", "compressed (of its data)"),
        ("y(i) = A(i)", "random", "i=4", "dense, 4 stored"),
        ("y(i) = A(i)", "random:density=1", "i=4", "dense"),
        ("y(i) = A(i)", "iota", "i=4", "dense"),
        ("y(i) = A(i)", "[1,2]", "", "dense"),
        ("y = A", "2.5", "", "dense"),
    ] {
        let operand = format!("A={data}");
        let mut arguments = vec!["eval", expression, "-i", &operand, "--check"];
        arguments.extend(if sizes.is_empty() { vec![] } else { vec!["-d", sizes] });
        let (out, _) = done(&folder, &arguments, "");
        let line = out.lines().find(|line| line.starts_with("  A ")).expect("a line of the operand");
        assert!(line.contains(format), "{data}: {line}");
        assert!(out.contains("check    ok"), "{out}");
    }
    let (out, _) = done(&folder, &["eval", "y(i) = A(i,j)", "-f", "A=dense", "-i", "A=A.mtx"], "");
    assert!(out.contains("2 x 3, dense, 6 stored"), "{out}");
    let (out, _) = done(&folder, &["eval", "y(i) = A(i,j)", "-i", "A=A.mtx", "--json"], "");
    assert!(out.contains(r#""format_of_data": "csr""#) && out.contains(r#""format": "csr""#), "{out}");
}

/// Conversions call formats as `eval` does.
#[test]
fn conversions_say_short_names() {
    let folder = folder();
    fs::write(folder.path().join("A.mtx"), MATRIX).unwrap();
    for (from, to, shown) in [
        ("csr", "(i, j) -> (j : dense, i : compressed)", ["csr", "csc"]),
        ("dense", "ell", ["dense", "ell"]),
        ("dcsr", "csr", ["dcsr", "csr"]),
    ] {
        let (out, _) = done(&folder, &["convert", "A.mtx", "--from", from, "--to", to, "--check"], "");
        let line = |word: &str| out.lines().find_map(|line| line.trim().strip_prefix(word)).unwrap_or_default().trim();
        let formats = ["from", "to"].map(|word| line(word).split(',').next().unwrap_or_default());
        assert_eq!(formats, shown, "{out}");
    }
    let (out, _) = done(&folder, &["convert", "A.mtx", "--from", "coo", "--to", "csr", "--json"], "");
    assert!(out.contains(r#""format": "coo""#) && out.contains(r#""format": "csr""#), "{out}");
}

/// The coordinates of a format that nobody asked for are as wide as the sizes ask for.
#[test]
fn formats_of_data_hold_large_coordinates() {
    let folder = folder();
    let large = 1_u64 << 42;
    fs::write(folder.path().join("A.mtx"), MATRIX.replace("2 3 3", &format!("2 {large} 3"))).unwrap();
    fs::write(folder.path().join("tall.mtx"), MATRIX.replace("2 3 3", "3000 3 3")).unwrap();
    fs::write(folder.path().join("T.tns"), format!("1 1 1 2.0\n{large} 3 2 1.0\n")).unwrap();
    let wide = "coordinates = 64 (of its data), ";
    for (expression, data, format) in [
        ("s = A(i,j)", "A.mtx", wide),
        ("s = A(i,j)", "tall.mtx", "csr (of its data), "),
        ("s = A(i,j,k)", "T.tns", wide),
        ("s = A(i)", "random:nnz=4", wide),
        ("y(j,k) = A(i,j,k)", "T.tns", wide),
    ] {
        let operand = format!("A={data}");
        let size = format!("i={large}");
        let sizes: &[&str] = if data.starts_with("random") { &["-d", &size] } else { &[] };
        let arguments = [&["eval", expression, "-i", &operand, "--check"], sizes].concat();
        let (out, _) = done(&folder, &arguments, "");
        let line = out.lines().find(|line| line.starts_with("  A ")).expect("a line of the operand");
        assert!(line.contains(format), "{data}: {line}");
        assert!(out.contains("check    ok"), "{out}");
    }
    let (out, _) = done(&folder, &["eval", "s = A(i,j)", "-i", "A=A.mtx", "--json"], "");
    assert!(out.contains(r#""format_of_data": "csr""#) && out.contains("coordinates = 64"), "{out}");
}

/// Zeros of an array are not entries; those of a list are.
#[test]
fn zeros_of_dense_files_are_left_out_of_formats_that_leave_points_out() {
    let folder = folder();
    fs::write(folder.path().join("D.mtx"), "%%MatrixMarket matrix array real general\n2 3\n1\n0\n0\n3\n2\n0\n")
        .unwrap();
    fs::write(folder.path().join("A.mtx"), MATRIX.replace("3.0", "0.0")).unwrap();
    for data in ["A=D.mtx", "A=A.mtx"] {
        let (out, _) = done(&folder, &["eval", "y(i) = A(i,j)", "-f", "A=csr", "-i", data, "--check"], "");
        assert!(out.contains("3 stored") && out.contains("check    ok"), "{out}");
    }
}

#[test]
fn results_and_operands_go_through_files_of_numpy() {
    let folder = folder();
    let multiply = ["eval", "y(i) = A(i,j) * x(j)", "-i", "A=poisson2d:2x2", "-i", "x=[1,2,3,4]", "-o", "y=y.npy"];
    done(&folder, &multiply, "");
    let (out, _) = done(&folder, &["eval", "s = y(i) * y(i)", "-i", "y=y.npy", "-o", "s=s.mtx", "--check"], "");
    assert!(out.contains("s = 180.0 (scalar)"), "{out}");
    assert_eq!(
        fs::read_to_string(folder.path().join("s.mtx")).unwrap(),
        "%%MatrixMarket matrix array real general\n1 1\n180.0\n"
    );
    let (out, _) = done(&folder, &["eval", "r = 2 * s", "-i", "s=s.mtx"], "");
    assert!(out.contains("r = 360.0 (scalar)"), "{out}");
    let error = refused(&["eval", "C(i,j) = A(i,j)", "-f", "C=csr", "-i", "A=poisson2d:2x2", "-o", "C=C.npy"], "");
    assert!(error.contains("a .npy file holds dense tensors"), "{error}");
}

#[test]
fn dense_matrices_are_written_as_arrays() {
    let folder = folder();
    done(&folder, &["eval", "C(i,j) = A(i,j)", "-i", "A=poisson2d:1x2", "-o", "C=C.mtx", "-o", "A=A.mtx"], "");
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    assert_eq!(read("C.mtx"), "%%MatrixMarket matrix array real general\n2 2\n4.0\n-1.0\n-1.0\n4.0\n");
    assert!(read("A.mtx").starts_with("%%MatrixMarket matrix coordinate real general\n2 2 4\n"));
}

#[test]
fn conversions_write_entries_and_not_what_fills_up() {
    let folder = folder();
    fs::write(folder.path().join("A.mtx"), MATRIX).unwrap();
    for format in ["bcsr:2x2", "ell", "dia", "csr"] {
        done(&folder, &["convert", "A.mtx", "--to", format, "-o", "B.mtx"], "");
        assert_eq!(fs::read_to_string(folder.path().join("B.mtx")).unwrap(), MATRIX, "{format}");
    }
    done(&folder, &["convert", "A.mtx", "--to", "dense", "-o", "B.npy", "--check"], "");
    let (out, error) = done(&folder, &["convert", "B.npy", "--to", "csc", "-o", "-", "--check"], "");
    assert_eq!(out, MATRIX);
    assert!(error.contains("3 stored") && error.contains("ok"), "{error}");
}

/// Also where the last coordinates have no entry, and where there is none at all.
#[test]
fn files_say_all_sizes() {
    let folder = folder();
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    fs::write(folder.path().join("T.tns"), "1 1 1 2.0\n2 3 2 1.0\n").unwrap();
    done(&folder, &["convert", "T.tns", "--shape", "2x3x4", "--to", "csf", "-o", "U.tns", "--check"], "");
    assert_eq!(read("U.tns"), "# extended FROSTT\n3 2\n2 3 4\n1 1 1 2.0\n2 3 2 1.0\n");
    let (out, _) = done(&folder, &["convert", "U.tns", "--to", "coo", "-o", "-"], "");
    assert_eq!(out, read("U.tns"));
    let none = ["eval", "C(i,j,k) = A(i,j,k) * B(i,j,k)", "-i", "A=U.tns", "-i", "B=random:density=0", "-f", "C=csf"];
    done(&folder, &[&none[..], &["-o", "C=C.tns"]].concat(), "");
    assert_eq!(read("C.tns"), "# extended FROSTT\n3 0\n2 3 4\n");
    let (out, _) = done(&folder, &["eval", "s = C(i,j,k) + 1", "-i", "C=C.tns", "-o", "s=-", "--check"], "");
    assert!(out.ends_with("\n1.0\n"), "{out}");
    done(&folder, &["eval", "s = C(i,j,k) + 1", "-i", "C=C.tns", "-o", "s=s.tns"], "");
    assert_eq!(read("s.tns"), "1.0\n");
}

#[test]
fn standard_input_and_output() {
    let folder = folder();
    let arguments = ["eval", "y(i) = A(i,j) * x(j)", "-i", "A=-", "-i", "x=ones", "-o", "y=-"];
    let expected = "%%MatrixMarket matrix array real general\n2 1\n3.0\n3.0\n";
    for input in [MATRIX, "1 1 1.0\n1 3 2.0\n2 2 3.0\n"] {
        let (out, error) = done(&folder, &arguments, input);
        assert_eq!(out, expected);
        assert!(error.contains("csr (of its data), 3 stored"), "{error}");
    }
    let (out, _) = done(&folder, &["convert", "-", "--to", "csr", "--output", "-"], MATRIX);
    assert_eq!(out, MATRIX);
    let error = refused(&arguments, "%%MatrixMarket matrix coordinate real general\n2 3 1\n9 1 1.0\n");
    assert!(error.starts_with("error: standard input:3: row 9 is out of range 1..=2"), "{error}");
    let error = refused(&["eval", "s = a(i) * b(i)", "-i", "a=-", "-i", "b=-"], "1 1\n");
    assert!(error.contains("-i a=- and -i b=- both read standard input"), "{error}");
    let error = refused(&["eval", "y(i) = a(i)", "-i", "a=[1]", "-o", "y=-", "-o", "a=-"], "");
    assert!(error.contains("two outputs go there"), "{error}");
}

/// The report goes to standard error then; there is none where the operands have no data.
#[test]
fn stages_stand_alone_on_standard_output() {
    let folder = folder();
    for (stage, first) in [("llvm-ir", "; ModuleID"), ("asm", "Disassembly"), ("sloop", "#format")] {
        for data in [&[][..], &["-i", "A=poisson2d:2x2", "-i", "x=ones", "--check"]] {
            let arguments = [&["eval", "y(i) = A(i,j) * x(j)", "-f", "A=csr", "--emit", stage][..], data].concat();
            let (out, error) = done(&folder, &arguments, "");
            assert!(out.starts_with(first), "{stage}: {out}");
            assert!(!out.contains("compile  ") && !out.contains("result   "), "{stage}: {out}");
            if data.is_empty() {
                assert_eq!(error, "", "{stage}");
                continue;
            }
            for part in ["y(i) = A(i,j) * x(j)\n", "result   y = ", "check    ok"] {
                assert!(error.contains(part), "{stage}: {error}");
            }
        }
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn efforts_of_llvm_make_different_code() {
    let folder = folder();
    let code = |effort| {
        let statement = ["eval", "y(i) = A(i,j) * x(j)", "-f", "A=csr", "--emit", "asm", "--llvm-effort", effort];
        done(&folder, &statement, "").0
    };
    let lengths = ["full", "less", "least"].map(|effort| code(effort).lines().count());
    assert!(lengths[0] < lengths[1], "registers that are chosen well need fewer instructions: {lengths:?}");
    assert!(lengths[0] != lengths[2] && lengths[1] != lengths[2], "{lengths:?}");
}

#[test]
fn numbers_are_data() {
    let folder = folder();
    let (out, _) = done(&folder, &["eval", "y(i) = s * x(i)", "-i", "s=-3", "-i", "x=[1,2.5]", "--check"], "");
    assert!(out.contains("y = [-3.0, -7.5]"), "{out}");
    let complex = ["eval", "r = s * s", "-i", "s=1+2i", "--dtype", "complex128"];
    assert!(done(&folder, &complex, "").0.contains("r = -3.0+4.0i (scalar)"));
    let error = refused(&["eval", "r = s * s", "-i", "s=2.5", "--dtype", "i32"], "");
    assert_eq!(error, "error: -i s=2.5: `2.5` is not a whole number, and i32 holds no other\n");
    let error = refused(&["eval", "y(i) = A(i)", "-i", "A=2.5"], "");
    assert!(error.contains("operand A has order 1 in the expression, but 2.5 makes order 0"), "{error}");
}

/// Linux calls a file anything.
#[test]
fn names_that_are_no_text() {
    let folder = folder();
    let name = |ending: &str| [b"m\xff\xfe", ending.as_bytes()].concat();
    let path = |ending: &str| folder.path().join(OsStr::from_bytes(&name(ending)));
    let option = |start: &str, ending: &str| OsString::from_vec([start.as_bytes(), &name(ending)].concat());
    let run = |arguments: &[OsString]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_lacuna"));
        command.current_dir(folder.path()).args(arguments).output().expect("lacuna runs")
    };
    let plain = |texts: &[&str]| texts.iter().map(OsString::from).collect::<Vec<_>>();
    fs::write(path(".mtx"), MATRIX).unwrap();
    fs::write(path(".lac"), "y(i) = A(i,j) * x(j)").unwrap();
    let files = [option("A=", ".mtx"), "-o".into(), option("y=", ".tns"), "--emit".into(), option("obj=", ".o")];
    let output = run(&[
        plain(&["eval"]),
        vec![name(".lac")].into_iter().map(OsString::from_vec).collect(),
        plain(&["-i", "x=ones", "--check", "-i"]),
        files.to_vec(),
    ]
    .concat());
    assert!(output.status.success(), "{output:?}");
    assert!(fs::read_to_string(path(".tns")).unwrap().contains("1 3.0") && path(".o").exists());
    let matrix = OsString::from_vec(name(".mtx"));
    let convert =
        [plain(&["convert"]), vec![matrix], plain(&["--to", "csc", "-o"]), vec![OsString::from_vec(name("2.mtx"))]];
    assert!(run(&convert.concat()).status.success());
    assert_eq!(fs::read_to_string(path("2.mtx")).unwrap(), MATRIX);
    for (arguments, part) in [
        (vec!["eval".into(), "y(i) = A(i)".into(), "-i".into(), option("A=", "")], "the name has no ending"),
        (vec!["eval".into(), "y(i) = A(i)".into(), "-i".into(), option("A=", ".tns.gz")], "No such file"),
        (vec!["eval".into(), "y(i) = A(i)".into(), "-i".into(), option("", "=ones")], "expected NAME=VALUE"),
        (vec!["eval".into(), option("y(i) = ", "(i)")], "the expression is not UTF-8 text"),
    ] {
        let output = run(&arguments);
        let error = String::from_utf8(output.stderr).expect("messages are UTF-8");
        assert_eq!(output.status.code(), Some(2), "{error}");
        assert!(error.contains(part) && error.contains('\u{fffd}'), "{error}");
    }
}

#[test]
fn misspelt_generators_and_names_without_endings() {
    let error = refused(&["eval", "y(i) = A(i,j)", "-i", "A=poison2d:10x10"], "");
    assert!(
        error.contains("neither a generator nor a file: did you mean `poisson2d`? (generators: random, "),
        "{error}"
    );
    let error = refused(&["convert", "pooisson2d:3x3", "--to", "csr"], "");
    assert!(error.contains("did you mean `poisson2d`?"), "{error}");
    assert!(!error.contains("unknown ending"), "{error}");
}

#[test]
fn names_have_an_end() {
    let name = "a".repeat(1 << 16);
    let error = refused(&["eval", &format!("y(i) = {name}(i)"), "-i", &format!("{name}=[1,2]")], "");
    assert!(error.contains("column 8: expected a name of at most 255 letters, found 65536"), "{error}");
    let name = "a".repeat(255);
    done(&folder(), &["eval", &format!("y(i) = {name}(i)"), "-i", &format!("{name}=[1,2]"), "--check"], "");
}
