//! Files and generators that hold no tensor, or one that does not fit.

use super::*;

#[test]
fn not_matrix_market() {
    refused_file("m.mtx", "hello\n", &["m.mtx", "1"]);
}

#[test]
fn empty_file() {
    refused_file("m.mtx", "", &["m.mtx"]);
}

#[test]
fn malformed_header() {
    refused_file(
        "m.mtx",
        "%%MatrixMarket matrix coordinate quaternion general\n1 1 1\n1 1 1\n",
        &["m.mtx:1", "quaternion"],
    );
}

#[test]
fn complex_matrix() {
    refused_file(
        "m.mtx",
        "%%MatrixMarket matrix coordinate complex general\n1 1 1\n1 1 1.0 2.0\n",
        &["m.mtx:1", "the matrix is complex and cannot be read as f64", "--dtype complex128"],
    );
}

#[test]
fn complex_element_type() {
    refused_eval(
        &["y(i) = A(i,j) * x(j)", "-i", "A=poisson2d:3x3", "-i", "x=ones", "--dtype", "c64"],
        &["unknown element type `c64`", "f64, f32, i64, i32"],
    );
}

#[test]
fn hermitian_matrix_of_reals() {
    refused_file(
        "m.mtx",
        "%%MatrixMarket matrix coordinate real hermitian\n1 1 1\n1 1 1.0\n",
        &["m.mtx:1", "a real matrix cannot be Hermitian"],
    );
}

#[test]
fn number_beyond_a_narrow_type() {
    refused_eval(
        &["y(i) = 200 * x(i)", "-i", "x=ones", "-d", "i=3", "--dtype", "i8"],
        &["column 8: 200 is not a value of type i8"],
    );
}

#[test]
fn missing_size_line() {
    refused_file("m.mtx", HEADER, &["m.mtx"]);
}

#[test]
fn text_where_a_number_belongs() {
    refused_file("m.mtx", format!("{HEADER}2 2 1\n1 one 1.5\n"), &["m.mtx:3", "one"]);
}

#[test]
fn text_where_a_value_belongs() {
    refused_file("m.mtx", format!("{HEADER}2 2 1\n1 1 abc\n"), &["m.mtx:3", "abc"]);
}

#[test]
fn entry_out_of_range() {
    refused_file("m.mtx", format!("{HEADER}2 2 1\n3 1 1.5\n"), &["m.mtx:3", "3", "2"]);
}

#[test]
fn zero_based_entry() {
    refused_file("m.mtx", format!("{HEADER}2 2 1\n0 1 1.5\n"), &["m.mtx:3", "0"]);
}

#[test]
fn fewer_entries_than_announced() {
    refused_file("m.mtx", format!("{HEADER}2 2 3\n1 1 1.5\n"), &["m.mtx", "3", "1"]);
}

#[test]
fn more_entries_than_announced() {
    refused_file("m.mtx", format!("{HEADER}2 2 1\n1 1 1.5\n2 2 1.5\n"), &["m.mtx:4", "1"]);
}

#[test]
fn huge_announced_count() {
    refused_file("m.mtx", format!("{HEADER}2 2 99999999999999\n1 1 1.5\n"), &["m.mtx", "99999999999999"]);
}

#[test]
fn huge_announced_sizes() {
    refused_file("m.mtx", format!("{HEADER}999999999999 999999999999 1\n1 1 1.5\n"), &["999999999999"]);
}

#[test]
fn sizes_that_overflow() {
    refused_file(
        "m.mtx",
        format!("{HEADER}99999999999999999999999 2 1\n1 1 1.5\n"),
        &["m.mtx:2", "99999999999999999999999"],
    );
}

/// Sizes are counted in signed 64-bit integers, wherever they come from.
#[test]
fn sizes_of_two_to_the_63() {
    let size = 1_u64 << 63;
    let most = "9223372036854775807";
    refused_eval(
        &["y(i) = x(i)", "-i", "x=ones", "-d", &format!("i={size}")],
        &["i=9223372036854775808", &format!("expected a size from 0 to {most}")],
    );
    refused(
        TempDir::new().expect("a temporary folder").path(),
        &["convert", "random:nnz=1", "--shape", &format!("{size}x2"), "--to", "coo"],
        &["expected sizes such as 1000x1000, found '9223372036854775808x2'"],
    );
    let beyond = format!("dimension 0 has size 9223372036854775808: at most {most} is possible");
    refused_file("m.mtx", format!("{HEADER}{size} 2 1\n1 1 1.5\n"), &[&beyond]);
    refused_file("t.tns", format!("{size} 2 1\n"), &[&beyond]);
    let no_number = format!("m.mtx:2: the number of rows must be a whole number from 0 to {most}, found");
    refused_file("m.mtx", format!("{HEADER}18446744073709551616 2 1\n1 1 1.5\n"), &[&no_number]);
    refused_eval(
        &["y(i) = x(i)", "-i", "x=ones", "-d", &format!("i={most}")],
        &["-i x=ones: ", "2^63 bytes of memory"],
    );
}

/// The message shows a format that has room for what is stored, and names one that is as small as it can be.
#[test]
fn sizes_that_only_some_formats_have_room_for() {
    let folder = TempDir::new().expect("a temporary folder");
    let text = format!("{HEADER}4398046511104 4 2\n1 1 1.5\n4398046511104 2 2.5\n");
    fs::write(folder.path().join("m.mtx"), text).expect("the folder is writable");
    let sum = ["eval", "s = A(i,j)", "-i", "A=m.mtx"];
    let wide = "A=(i, j) -> (i : compressed, j : compressed), coordinates = 64";
    for format in [&[][..], &["-f", "A=csr"], &["-f", "A=dense"]] {
        let found = format!("with -f '{wide}' there is room for what is stored only");
        refused(folder.path(), &[&sum[..], format].concat(), &["operand A: ", "needs", "bytes of memory", &found]);
    }
    let output = lacuna(folder.path(), &[&sum[..], &["-f", wide, "--check"]].concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(String::from_utf8_lossy(&output.stdout).contains("s = 4.0 (scalar)"));
    // A format that is asked for by its name has narrow coordinates.
    let narrow = "operand A: dimension 0 has size 4398046511104, its coordinates do not fit 32 bits";
    refused(folder.path(), &[&sum[..], &["-f", "A=dcsr"]].concat(), &[narrow, &format!("-f '{wide}'")]);
    refused(folder.path(), &["convert", "m.mtx", "--to", "csr"], &["do not fit 32 bits", "coordinates = 64'"]);
}

#[test]
fn truncated_gzip() {
    refused_file("m.mtx.gz", [0x1f, 0x8b, 8, 0, 0, 0], &["m.mtx.gz"]);
}

#[test]
fn bytes_that_are_not_text() {
    refused_file("m.mtx", [HEADER.as_bytes(), b"2 2 1\n1 \xff\xfe 1\n"].concat(), &["m.mtx:3"]);
}

#[test]
fn unknown_ending() {
    refused_file("m.csv", "1,2,3\n", &["m.csv", ".mtx", ".tns"]);
}

#[test]
fn missing_ending() {
    refused_file("matrix", format!("{HEADER}1 1 1\n1 1 1\n"), &["matrix", ".mtx"]);
}

#[test]
fn upper_case_ending_is_read() {
    let folder = TempDir::new().expect("a temporary folder");
    fs::write(folder.path().join("M.MTX"), format!("{HEADER}2 2 1\n2 1 1.5\n")).expect("writable");
    let arguments = ["eval", "y(i) = A(i,j) * x(j)", "-f", "A=csr", "-i", "A=M.MTX", "-i", "x=ones", "--check"];
    let output = lacuna(folder.path(), &arguments);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(String::from_utf8_lossy(&output.stdout).contains("y = [0.0, 1.5]"));
}

#[test]
fn missing_file() {
    refused_eval(&["y(i) = A(i,j)", "-i", "A=no.mtx"], &["no.mtx"]);
}

#[test]
fn file_of_the_wrong_order() {
    refused_file("t.tns", "1 1 1 2.5\n", &["t.tns", "3", "2"]);
}

#[test]
fn tensor_lines_of_different_orders() {
    refused_file("t.tns", "1 1 2.5\n1 1 1 2.5\n", &["t.tns:2"]);
}

#[test]
fn coordinates_that_do_not_fit_their_width() {
    let folder = TempDir::new().expect("a temporary folder");
    let format = "A=(i, j) -> (i : dense, j : compressed), coordinates = 8";
    let arguments = [
        "eval",
        "y(i) = A(i,j) * x(j)",
        "-f",
        format,
        "-i",
        "A=random:nnz=5",
        "-i",
        "x=ones",
        "-d",
        "i=3",
        "-d",
        "j=300",
    ];
    refused(folder.path(), &arguments, &["300", "8"]);
}

#[test]
fn dense_storage_larger_than_memory() {
    let sizes = ["-d", "i=9000000", "-d", "j=9000000"];
    let arguments = [&["y(i) = A(i,j)", "-f", "A=dense", "-i", "A=random:nnz=1"][..], &sizes].concat();
    refused_eval(&arguments, &["operand A: ", "648000000000000 bytes of memory"]);
    let arguments = [&["y(i) = A(i,j)", "-i", "A=ones"][..], &sizes].concat();
    refused_eval(&arguments, &["-i A=ones: a dense tensor of 81000000000000 values needs 648000000000000 bytes"]);
}

#[test]
fn result_larger_than_memory() {
    refused_eval(
        &["O(i,j) = x(i) * z(j)", "-i", "x=ones", "-i", "z=ones", "-d", "i=900000", "-d", "j=900000"],
        &["result O: ", "of memory", "-f O=csr"],
    );
}
