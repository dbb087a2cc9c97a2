//! What the memory does not hold: one error that says what was asked for, exit status 2, nothing written.

use super::*;

/// Runs `lacuna` with at most so many kibibytes of address space.
fn limited(folder: &TempDir, kibibytes: u64, arguments: &[&str]) -> Output {
    let script = format!("ulimit -v {kibibytes}; exec \"$0\" \"$@\"");
    let mut command = Command::new("sh");
    command.current_dir(folder.path()).args(["-c", &script, env!("CARGO_BIN_EXE_lacuna")]).args(arguments);
    command.output().expect("a shell runs")
}

/// The error of a command whose needs exceed the limit, in whichever step it is found.
fn refused(kibibytes: u64, arguments: &[&str]) -> String {
    let folder = folder();
    let output = limited(&folder, kibibytes, arguments);
    let [out, error] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).expect("text"));
    assert_eq!(output.status.code(), Some(2), "{arguments:?}\n{out}\n{error}");
    assert_eq!(error.matches("error:").count(), 1, "{error}");
    assert!(error.contains("memory"), "{error}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "{arguments:?} left something behind");
    let is_json = arguments.contains(&"--json");
    assert_eq!(out.is_empty(), !is_json, "{out}");
    if is_json {
        let value: serde_json::Value = serde_json::from_str(&out).expect("JSON");
        assert_eq!(format!("error: {}\n", value["error"].as_str().expect("a message")), error);
    }
    error
}

const MULTIPLY: [&str; 8] = ["eval", "y(i) = A(i,j) * x(j)", "-f", "A=csr", "-i", "x=ones", "-o", "y=y.mtx"];

#[test]
fn generators() {
    for data in [
        "A=poisson2d:3000x3000",
        "A=banded:n=5000000,width=9",
        "A=rmat:scale=22,edges=10",
        "A=blocks:100000x100000,block=100x100,density=0.005",
    ] {
        let error = refused(1_500_000, &[&MULTIPLY[..], &["-i", data]].concat());
        assert!(
            error.starts_with(&format!("error: -i {data}: ")) || error.starts_with("error: operand A: "),
            "{error}"
        );
    }
    let dense = ["eval", "s = x(i)", "-i", "x=random", "-d", "i=300000000"];
    let error = refused(1_500_000, &dense);
    assert!(
        error.contains("-i x=random: a dense tensor of 300000000 values needs 2400000000 bytes of memory"),
        "{error}"
    );
    refused(1_500_000, &[&dense[..], &["--json"]].concat());
}

/// The same, with less and less memory: whichever allocation is the first that fails.
#[test]
fn every_step() {
    let mut refusals = 0;
    for kibibytes in (700_000..1_500_000).step_by(80_000) {
        let folder = folder();
        let data = ["-i", "A=poisson2d:900x900", "--check", "--json"];
        let output = limited(&folder, kibibytes, &[&MULTIPLY[..], &data].concat());
        match output.status.code() {
            Some(0) => {}
            _ => {
                refused(kibibytes, &[&MULTIPLY[..], &data].concat());
                refusals += 1;
            }
        }
    }
    assert!(refusals > 0, "no limit was low enough");
}

#[test]
fn readers() {
    let folder = folder();
    let mut text = String::from("%%MatrixMarket matrix coordinate pattern general\n2000000 2000000 2000000\n");
    (1..=2_000_000).for_each(|row| text += &format!("{row} {row}\n"));
    fs::write(folder.path().join("A.mtx"), text).unwrap();
    let file = folder.path().join("A.mtx").to_string_lossy().into_owned();
    for kibibytes in [420_000, 480_000, 560_000, 620_000] {
        refused(kibibytes, &["convert", &file, "--to", "csr", "-o", "B.mtx"]);
    }
}

#[test]
fn rows_that_are_much_longer_than_the_others() {
    let folder = folder();
    let mut text = String::from("%%MatrixMarket matrix coordinate pattern general\n300000 300000 599999\n");
    (1..=300_000).for_each(|row| text += &format!("{row} {row}\n"));
    (1..=300_000).filter(|column| *column != 17).for_each(|column| text += &format!("17 {column}\n"));
    fs::write(folder.path().join("A.mtx"), text).unwrap();
    let file = folder.path().join("A.mtx").to_string_lossy().into_owned();
    for (format, bytes) in [("ell", "needs 2"), ("hash", "tables of 1048576 slots")] {
        let error = refused(16_000_000, &["convert", &file, "--to", format, "-o", "B.mtx"]);
        assert!(error.starts_with(&format!("error: --to {format}: storing ")), "{error}");
        assert!(error.contains("(i = 16, counted from 0)") && error.contains(bytes), "{error}");
        let operand = [format!("A={format}"), format!("A={file}")];
        let error = refused(16_000_000, &["eval", "y(i) = A(i,j)", "-f", &operand[0], "-i", &operand[1]]);
        assert!(error.starts_with("error: operand A: storing "), "{error}");
    }
}

#[test]
fn results() {
    let product = ["eval", "O(i,j) = x(i) * z(j)", "-i", "x=ones", "-i", "z=ones", "-d", "i=20000", "-d", "j=20000"];
    let error = refused(1_500_000, &product);
    assert!(error.starts_with("error: result O: a dense result needs 3200000000 bytes of memory, "), "{error}");
    assert!(error.ends_with(": with -f O=csr it stores only what is computed\n"), "{error}");
}
