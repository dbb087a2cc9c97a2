//! Reading: every kind of file, and every refusal with its file and line.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Mutex;

use flate2::Compression;
use flate2::write::GzEncoder;
use lacuna_runtime::coo::Coo;
use lacuna_runtime::io::{ReadOptions, lists_entries, read};
use lacuna_runtime::progress::Progress;
use lacuna_runtime::value::{Complex, Dtype, Scalar, Values};

/// Writes a file in a directory of its own and reads it.
fn read_bytes(name: &str, bytes: &[u8], options: &ReadOptions<'_>) -> Result<Coo, String> {
    let directory = tempfile::tempdir().unwrap();
    let path: PathBuf = directory.path().join(name);
    fs::write(&path, bytes).unwrap();
    let prefix = format!("{}/", directory.path().display());
    read(&path, options).map_err(|error| error.to_string().replace(&prefix, ""))
}

fn mtx(text: &str) -> Result<Coo, String> {
    read_bytes("m.mtx", text.as_bytes(), &ReadOptions::default())
}

fn tns(text: &str) -> Result<Coo, String> {
    read_bytes("t.tns", text.as_bytes(), &ReadOptions::default())
}

fn mtx_error(text: &str) -> String {
    mtx(text).unwrap_err()
}

fn tns_error(text: &str) -> String {
    tns(text).unwrap_err()
}

fn entries(coo: &Coo) -> Vec<(Vec<u64>, f64)> {
    coo.entries().map(|(coordinates, value)| (coordinates, value.to_f64())).collect()
}

const GENERAL: &str = "%%MatrixMarket matrix coordinate real general\n";
const SYMMETRIC: &str = "%%MatrixMarket matrix coordinate real symmetric\n";

fn general(rest: &str) -> String {
    format!("{GENERAL}{rest}")
}

fn integer(rest: &str) -> String {
    format!("%%MatrixMarket matrix coordinate integer general\n{rest}")
}

fn gzipped(text: &str) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(text.as_bytes()).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn coordinate_files_are_sorted_and_duplicates_summed() {
    let coo = mtx(&general("% comment\n\n 2 3 4 \n2 1 1.5\n% more\n\n1 3 -2e0\r\n2\t1 1\n1 1 inf")).unwrap();
    assert_eq!(coo.shape, [2, 3]);
    assert_eq!(entries(&coo), [(vec![0, 0], f64::INFINITY), (vec![0, 2], -2.0), (vec![1, 0], 2.5)]);
}

#[test]
fn header_words_may_be_in_any_case() {
    let coo = mtx("%%matrixmarket MATRIX Coordinate PATTERN Symmetric\n2 2 2\n1 1\n2 1\n").unwrap();
    assert_eq!(entries(&coo), [(vec![0, 0], 1.0), (vec![0, 1], 1.0), (vec![1, 0], 1.0)]);
}

#[test]
fn skew_symmetric_files_are_expanded_with_the_sign_turned() {
    let coo = mtx("%%MatrixMarket matrix coordinate real skew-symmetric\n3 3 1\n3 1 2\n").unwrap();
    assert_eq!(entries(&coo), [(vec![0, 2], -2.0), (vec![2, 0], 2.0)]);
}

#[test]
fn arrays_stand_column_after_column() {
    let coo = mtx("%%MatrixMarket matrix array real general\n2 3\n1\n2\n3\n4\n5\n6\n").unwrap();
    assert_eq!(coo.values, Values::F64(vec![1.0, 3.0, 5.0, 2.0, 4.0, 6.0]));
    let coo = mtx("%%MatrixMarket matrix array real symmetric\n2 2\n1\n2\n3\n").unwrap();
    assert_eq!(coo.values, Values::F64(vec![1.0, 2.0, 2.0, 3.0]));
    let coo = mtx("%%MatrixMarket matrix array integer skew-symmetric\n3 3\n1\n2\n3\n").unwrap();
    assert_eq!(coo.values, Values::F64(vec![0.0, -1.0, -2.0, 1.0, 0.0, -3.0, 2.0, 3.0, 0.0]));
}

#[test]
fn tns_files_take_sizes_from_the_largest_coordinates() {
    let text = "# a comment\n\n1 2 3 1.5\n2 1 1 -1\n1 2 3 1\n";
    let coo = tns(text).unwrap();
    assert_eq!(coo.shape, [2, 2, 3]);
    assert_eq!(entries(&coo), [(vec![0, 1, 2], 2.5), (vec![1, 0, 0], -1.0)]);
    let options = ReadOptions { shape: Some(vec![Some(9), None, None]), ..ReadOptions::default() };
    assert_eq!(read_bytes("t.tns", text.as_bytes(), &options).unwrap().shape, [9, 2, 3]);
}

#[test]
fn a_tns_may_have_a_header() {
    let options = |order| ReadOptions { expect_order: order, ..ReadOptions::default() };
    let shape = |text: &str, order| read_bytes("t.tns", text.as_bytes(), &options(order)).map(|coo| coo.shape);
    // Announced, with and without entries.
    assert_eq!(shape("# extended FROSTT\n3 1\n2 3 4\n1 1 1 5\n", None).unwrap(), [2, 3, 4]);
    assert_eq!(shape("# Extended FROSTT format\n3 0\n2 3 4\n", None).unwrap(), [2, 3, 4]);
    assert_eq!(shape("# extended FROSTT\n# more\n2 0\n3 4\n", None).unwrap(), [3, 4]);
    assert_eq!(shape("# extended FROSTT\n2 0\n0 4\n", Some(2)).unwrap(), [0, 4]);
    assert_eq!(shape("# extended FROSTT\n1\n9\n", None).unwrap(), [9]);
    assert_eq!(shape("# extended FROSTT\n0 1\n\n5\n", None).unwrap(), [0; 0]);
    assert_eq!(shape("# extended FROSTT\n0 0\n", None).unwrap(), [0; 0]);
    // Not announced: no entries have these fields.
    assert_eq!(shape("3 1\n2 3 4\n1 1 1 5\n", None).unwrap(), [2, 3, 4]);
    assert_eq!(shape("3 0\n2 3 4\n", None).unwrap(), [2, 3, 4]);
    assert_eq!(shape("1 0\n7\n", None).unwrap(), [7]);
    // Two entries, or a header: the order that is needed decides.
    assert_eq!(shape("2 0\n3 4\n", Some(2)).unwrap(), [3, 4]);
    assert_eq!(shape("2 0\n3 4\n", Some(1)).unwrap(), [3]);
    assert_eq!(shape("2 0\n3 4\n", None).unwrap(), [3]);
}

#[test]
fn tns_headers_that_are_wrong() {
    let error = |rest: &str| tns_error(&format!("# extended FROSTT\n{rest}"));
    let message = |line: u32, message: &str| format!("t.tns:{line}: {message}");
    let expected = "after the words `extended FROSTT`, expected the order and the number of entries, found ";
    assert_eq!(error("1 1 5\n"), message(2, &format!("{expected}`1 1 5`")));
    assert_eq!(error("1.5 2\n"), message(2, &format!("{expected}`1.5 2`")));
    assert_eq!(error(""), message(1, &format!("{expected}``")));
    assert_eq!(
        error("2 1\n3 4 5\n1 1 5\n"),
        message(3, "the header announces order 2, the line of sizes has 3 numbers")
    );
    let sizes = "after the words `extended FROSTT`, expected a line of sizes, found `3 x`";
    assert_eq!(error("2 1\n3 x\n1 1 5\n"), message(3, sizes));
    assert_eq!(error("2 2\n3 4\n1 1 5\n"), message(3, "the header announces 2 entries, the file holds 1"));
    assert!(error("1 0\n9223372036854775808\n").starts_with("t.tns:3: the number of coordinates must be"));
}

#[test]
fn integers_of_one_point_must_add_up_to_one_of_their_type() {
    let read_i8 = |name: &str, text: &str| read_bytes(name, text.as_bytes(), &ReadOptions::new(Dtype::I8));
    let out_of_range = |name: &str, point: &str, sum: i32| {
        Err(format!("{name}: the entries at {point} add up to {sum}, which is out of the range of i8"))
    };
    assert_eq!(read_i8("t.tns", "1 2 100\n1 1 5\n1 2 100\n"), out_of_range("t.tns", "(1, 2)", 200));
    assert_eq!(read_i8("m.mtx", &integer("2 2 2\n2 1 -100\n2 1 -100\n")), out_of_range("m.mtx", "(2, 1)", -200));
    // The second image of an entry counts, too.
    let symmetric = "%%MatrixMarket matrix coordinate integer symmetric\n2 2 2\n2 1 100\n2 1 100\n";
    assert_eq!(read_i8("m.mtx", symmetric), out_of_range("m.mtx", "(1, 2)", 200));
    // The last point, one of three, and values that only add up beyond the type on the way.
    assert_eq!(read_i8("t.tns", "1 1\n2 127\n2 1\n"), out_of_range("t.tns", "(2)", 128));
    assert_eq!(read_i8("t.tns", "100\n100\n"), out_of_range("t.tns", "()", 200));
    assert_eq!(read_i8("t.tns", "1 100\n1 100\n1 -100\n").unwrap().values, Values::I8(vec![100]));
    assert_eq!(read_i8("t.tns", "1 100\n1 27\n2 1\n").unwrap().values, Values::I8(vec![127, 1]));
    let skew = "%%MatrixMarket matrix coordinate integer skew-symmetric\n2 2 1\n2 1 -128\n";
    let negative = "a skew-symmetric matrix holds the negative of value `-128`, too, which is out of the range of i8";
    assert_eq!(read_i8("m.mtx", skew).unwrap_err(), format!("m.mtx:3: {negative}"));
    let array = "%%MatrixMarket matrix array integer skew-symmetric\n2 2\n-128\n";
    assert_eq!(read_i8("m.mtx", array).unwrap_err(), format!("m.mtx: {negative}"));
}

#[test]
fn a_tns_of_values_alone_has_order_zero() {
    let coo = tns("2.5\n").unwrap();
    assert_eq!((coo.order(), coo.values.get(0)), (0, Some(Scalar::F64(2.5))));
}

#[test]
fn endings_may_be_in_any_case() {
    let text = general("1 1 1\n1 1 5\n");
    for name in ["M.MTX", "m.Mtx"] {
        assert!(read_bytes(name, text.as_bytes(), &ReadOptions::default()).is_ok());
    }
    for name in ["m.mtx.gz", "M.MTX.GZ"] {
        assert!(read_bytes(name, &gzipped(&text), &ReadOptions::default()).is_ok());
    }
    assert!(read_bytes("T.TNS.gz", &gzipped("1 2\n"), &ReadOptions::default()).is_ok());
}

#[test]
fn unknown_endings_list_the_known_ones() {
    let known = "known are .mtx, .tns, .npy, .mtx.gz, .tns.gz, .npy.gz";
    for name in ["m.txt", "m.gz"] {
        let error = read_bytes(name, b"", &ReadOptions::default()).unwrap_err();
        assert_eq!(error, format!("{name}: unknown ending, {known}"));
    }
    for name in ["m", "mtx"] {
        let error = read_bytes(name, b"", &ReadOptions::default()).unwrap_err();
        assert_eq!(error, format!("{name}: the name has no ending that says what the file holds, {known}"));
    }
}

#[test]
fn missing_files_are_reported() {
    let error = read("/no/such/file.mtx", &ReadOptions::default()).unwrap_err().to_string();
    assert!(error.starts_with("/no/such/file.mtx: cannot be read: "), "{error}");
}

#[test]
fn files_that_are_not_matrix_market() {
    assert_eq!(
        mtx_error("hello world\n"),
        "m.mtx:1: not a Matrix Market file: it must begin with `%%MatrixMarket`, found `hello`"
    );
    let error = read_bytes("m.mtx", b"\x7fELF\x02\x01\x00\xff", &ReadOptions::default()).unwrap_err();
    assert!(error.contains("found `\\x7fELF"), "{error}");
    assert_eq!(mtx_error(""), "m.mtx:1: the file is empty, expected `%%MatrixMarket matrix ...`");
}

#[test]
fn headers_that_are_wrong() {
    assert_eq!(
        mtx_error("%%MatrixMarket matrix coordinate\n1 1 0\n"),
        "m.mtx:1: the header has 3 words, expected 5: `%%MatrixMarket matrix coordinate|array FIELD SYMMETRY`"
    );
    assert!(mtx_error("%%MatrixMarket matrix coordinate real general x\n").contains("has 6 words"));
    let header = |words: &str| mtx_error(&format!("%%MatrixMarket {words}\n1 1 0\n"));
    assert_eq!(
        header("vector coordinate real general"),
        "m.mtx:1: unknown object `vector` in the header, expected matrix"
    );
    assert!(
        header("matrix sparse real general").ends_with("format `sparse` in the header, expected coordinate or array")
    );
    assert!(
        header("matrix array quad general").ends_with(
            "field `quad` in the header, expected real, double, complex, integer, unsigned-integer or pattern"
        )
    );
    assert!(header("matrix array real lower").contains("symmetry `lower` in the header"));
    assert_eq!(
        header("matrix coordinate complex general"),
        "m.mtx:1: the matrix is complex and cannot be read as f64: --dtype complex128 or complex64 can hold it"
    );
    assert_eq!(header("matrix coordinate real hermitian"), "m.mtx:1: a real matrix cannot be Hermitian");
    assert_eq!(header("matrix coordinate pattern hermitian"), "m.mtx:1: a pattern matrix cannot be Hermitian");
    assert_eq!(header("matrix array pattern general"), "m.mtx:1: a pattern matrix cannot be an array");
    assert_eq!(
        header("matrix coordinate pattern skew-symmetric"),
        "m.mtx:1: a pattern matrix cannot be skew-symmetric"
    );
}

#[test]
fn unsigned_integers_are_integers() {
    for storage in ["coordinate", "array"] {
        let values = if storage == "array" { "2 1\n3\n4\n" } else { "2 1 2\n1 1 3\n2 1 4\n" };
        let text = format!("%%MatrixMarket matrix {storage} unsigned-integer general\n{values}");
        let coo = mtx(&text).expect("a matrix");
        assert_eq!(entries(&coo), [(vec![0, 0], 3.0), (vec![1, 0], 4.0)], "{storage}");
        let fraction = mtx_error(&text.replace("4\n", "4.5\n"));
        assert!(fraction.contains("4.5"), "{storage}: {fraction}");
    }
}

#[test]
fn size_lines_that_are_wrong() {
    assert_eq!(
        mtx_error(&general("% only comments\n")),
        "m.mtx:2: the size line is missing: the file ends after its header"
    );
    assert_eq!(
        mtx_error(&general("3 3\n1 1 1\n")),
        "m.mtx:2: the size line has 2 fields, expected 3: rows, columns, entries"
    );
    assert_eq!(
        mtx_error(&general("%\n3 -3 1\n")),
        "m.mtx:3: the number of columns must be a whole number from 0 to 9223372036854775807, found `-3`"
    );
    assert!(mtx_error(&general("3 3 many\n")).contains("number of entries must be a whole number from 0 to"));
    assert!(mtx_error(&general("99999999999999999999 3 1\n")).contains("number of rows must be"));
    assert_eq!(mtx_error(&format!("{SYMMETRIC}2 3 0\n")), "m.mtx:2: a symmetric matrix must be square, found 2 x 3");
}

#[test]
fn entries_that_are_wrong() {
    let error = |line: &str| mtx_error(&general(&format!("% x\n479 20 3\n1 1 1\n{line}\n2 2 2\n")));
    assert_eq!(error("0 1 5"), "m.mtx:5: row 0 is out of range 1..=479 (Matrix Market counts from 1)");
    assert_eq!(error("480 1 5"), "m.mtx:5: row 480 is out of range 1..=479 (Matrix Market counts from 1)");
    assert_eq!(error("1 -1 5"), "m.mtx:5: column -1 is out of range 1..=20 (Matrix Market counts from 1)");
    assert!(error("99999999999999999999999 1 5").contains("row 99999999999999999999999 is out of range"));
    assert_eq!(error("1 x 5"), "m.mtx:5: the column must be a whole number, found `x`");
    assert_eq!(error("1.0 2 5"), "m.mtx:5: the row must be a whole number, found `1.0`");
    assert_eq!(error("1 2 five"), "m.mtx:5: the value must be a number, found `five`");
    assert_eq!(error("1 2"), "m.mtx:5: the entry has 2 fields, expected 3: row, column, value");
    assert_eq!(error("1 2 3 4"), "m.mtx:5: the entry has 4 fields, expected 3: row, column, value");
    assert_eq!(error("1 2 1e999"), "m.mtx:5: value `1e999` is out of the range of f64");
    assert!(
        mtx_error("%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 1 1\n")
            .contains("expected 2: row, column")
    );
    assert!(mtx_error("%%MatrixMarket matrix array real general\n1 1\n1 1\n").ends_with("2 fields, expected 1: value"));
}

#[test]
fn bytes_that_are_not_utf8() {
    let bytes = [general("1 1 1\n1 1 ").as_bytes(), b"\xff\xfe\n"].concat();
    let error = read_bytes("m.mtx", &bytes, &ReadOptions::default()).unwrap_err();
    assert_eq!(error, "m.mtx:3: the value must be a number, found `\\xff\\xfe`");
    let comment = [GENERAL.as_bytes(), b"% by M\xfcller\n1 1 1\n1 1 4\n"].concat();
    assert!(read_bytes("m.mtx", &comment, &ReadOptions::default()).is_ok());
}

#[test]
fn entries_that_symmetry_leaves_out() {
    assert_eq!(
        mtx_error(&format!("{SYMMETRIC}3 3 1\n1 2 5\n")),
        "m.mtx:3: entry (1, 2) of a symmetric matrix must be on or below the diagonal"
    );
    assert_eq!(
        mtx_error("%%MatrixMarket matrix coordinate real skew-symmetric\n3 3 1\n2 2 5\n"),
        "m.mtx:3: entry (2, 2) of a skew-symmetric matrix must be below the diagonal"
    );
}

#[test]
fn counts_that_are_not_as_announced() {
    assert_eq!(
        mtx_error(&general("3 3 3\n1 1 1\n2 2 2\n")),
        "m.mtx:4: the size line announces 3 entries, the file ends after 2"
    );
    assert_eq!(
        mtx_error(&general("3 3 1\n1 1 1\n\n2 2 2\n3 3 3\n")),
        "m.mtx:5: the size line announces 1 entries, here is one more"
    );
    assert!(mtx_error("%%MatrixMarket matrix array real general\n2 2\n1\n2\n3\n").contains("announces 4 entries"));
}

#[test]
fn huge_announcements_allocate_nothing() {
    let huge = u64::MAX;
    assert_eq!(
        mtx_error(&general(&format!("{huge} {huge} {huge}\n1 1 1\n"))),
        format!("m.mtx:3: the size line announces {huge} entries, the file ends after 1")
    );
    let all = u128::from(huge) * u128::from(huge);
    assert!(
        mtx_error(&format!("%%MatrixMarket matrix array real general\n{huge} {huge}\n1\n"))
            .contains(&format!("announces {all} entries"))
    );
    for symmetry in ["symmetric", "skew-symmetric"] {
        assert!(mtx(&format!("%%MatrixMarket matrix array real {symmetry}\n{huge} {huge}\n1\n")).is_err());
    }
    assert_eq!(mtx(&general(&format!("{huge} {huge} 1\n{huge} 1 1\n"))).unwrap().coordinates[0], [huge - 1]);
}

#[test]
fn sizes_of_zero() {
    assert_eq!(mtx(&general("0 0 0\n")).unwrap(), Coo::empty(vec![0, 0], Dtype::F64));
    assert_eq!(
        mtx_error(&general("0 3 1\n1 1 1\n")),
        "m.mtx:3: row 1 is out of range of size 0 (Matrix Market counts from 1)"
    );
    assert!(mtx("%%MatrixMarket matrix array real general\n0 3\n").unwrap().is_empty());
    assert_eq!(mtx("%%MatrixMarket matrix array real skew-symmetric\n1 1\n").unwrap().values, Values::F64(vec![0.0]));
}

#[test]
fn element_types_are_kept() {
    let read_as = |text: &str, dtype| read_bytes("m.mtx", text.as_bytes(), &ReadOptions::new(dtype));
    assert_eq!(
        read_as(&integer("1 1 1\n1 1 2.5\n"), Dtype::F64).unwrap_err(),
        "m.mtx:3: the header says integer, found the value `2.5`"
    );
    assert_eq!(
        read_as(&general("1 1 1\n1 1 2.5\n"), Dtype::I64).unwrap_err(),
        "m.mtx:3: value `2.5` is not a whole number and cannot be read as i64"
    );
    assert_eq!(
        read_as(&integer("1 1 1\n1 1 3000000000\n"), Dtype::I32).unwrap_err(),
        "m.mtx:3: value `3000000000` is out of the range of i32"
    );
    assert_eq!(read_as(&general("1 1 1\n1 1 3.0\n"), Dtype::I32).unwrap().values, Values::I32(vec![3]));
    assert_eq!(read_as(&integer("1 1 1\n1 1 3\n"), Dtype::F32).unwrap().values, Values::F32(vec![3.0]));
}

#[test]
fn tns_lines_that_are_wrong() {
    assert_eq!(
        tns_error("1 1 1 5\n1 1 5\n"),
        "t.tns:2: the entry has 3 fields, expected 4: coordinate of dimension 0, coordinate of dimension 1, \
         coordinate of dimension 2, value"
    );
    assert!(tns_error("# c\n1 1 1\n1 1 1 5\n").starts_with("t.tns:3: the entry has 4 fields, expected 3"));
    assert_eq!(
        tns_error("1 1 2\n1 0 2\n"),
        "t.tns:2: coordinate 0 of dimension 1 is out of range 1.. (.tns counts from 1)"
    );
    assert_eq!(tns_error("# nothing\n"), "t.tns:1: the file has no entries, so its sizes must be given");
    assert_eq!(tns_error(""), "t.tns:1: the file has no entries, so its sizes must be given");
    let shaped = ReadOptions { shape: Some(vec![Some(2), Some(2)]), ..ReadOptions::default() };
    assert_eq!(read_bytes("t.tns", b"", &shaped).unwrap(), Coo::empty(vec![2, 2], Dtype::F64));
    let error = read_bytes("t.tns", b"1 1 1\n3 1 1\n", &shaped).unwrap_err();
    assert_eq!(error, "t.tns:2: coordinate 3 of dimension 0 is out of range 1..=2 (.tns counts from 1)");
}

#[test]
fn orders_and_sizes_that_are_asked_for() {
    let matrix = general("3 2 0\n");
    let with = |expect_order, shape| ReadOptions { expect_order, shape, ..ReadOptions::default() };
    let read_as = |name: &str, text: &str, options: ReadOptions<'_>| read_bytes(name, text.as_bytes(), &options);
    assert_eq!(
        read_as("m.mtx", &matrix, with(Some(3), None)).unwrap_err(),
        "m.mtx:2: the file holds a tensor of order 2, order 3 is needed"
    );
    assert_eq!(
        read_as("t.tns", "#\n1 1 1\n", with(Some(3), None)).unwrap_err(),
        "t.tns:2: the file holds a tensor of order 2, order 3 is needed"
    );
    assert_eq!(
        read_as("m.mtx", &matrix, with(None, Some(vec![None, Some(5)]))).unwrap_err(),
        "m.mtx:2: dimension 1 has size 2 in the file, size 5 is needed"
    );
    assert!(read_as("m.mtx", &matrix, with(Some(2), Some(vec![None]))).unwrap_err().contains("1 sizes are given"));
    let vector = read_as("m.mtx", &general("3 1 1\n2 1 5\n"), with(Some(1), None)).unwrap();
    assert_eq!(entries(&vector), [(vec![1], 5.0)]);
}

#[test]
fn truncated_and_foreign_gzip() {
    let whole = gzipped(&general(&format!("100 100 100\n{}", "1 1 1.25\n".repeat(100))));
    let error = |bytes: &[u8]| read_bytes("m.mtx.gz", bytes, &ReadOptions::default()).unwrap_err();
    assert!(error(&whole[..whole.len() - 10]).starts_with("m.mtx.gz: cannot be decompressed: "));
    assert!(error(b"%%MatrixMarket matrix").starts_with("m.mtx.gz: cannot be decompressed: "));
    assert!(read_bytes("m.mtx.gz", &whole, &ReadOptions::default()).is_ok());
}

/// What a file begins with tells that it is compressed where its name does not.
#[test]
fn gzip_without_the_ending() {
    let text = general("2 3 2\n1 1 1.25\n2 3 4\n");
    let plain = entries(&mtx(&text).unwrap());
    let folder = tempfile::tempdir().unwrap();
    let written = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        fs::write(&path, bytes).unwrap();
        path
    };
    let path = written("m.mtx", &gzipped(&text));
    assert_eq!(entries(&read(&path, &ReadOptions::default()).unwrap()), plain);
    assert!(lists_entries(&path));
    let array = gzipped("%%MatrixMarket matrix array real general\n2 1\n1\n2\n");
    assert!(!lists_entries(&written("a.mtx", &array)));
    let error = |bytes: &[u8]| read_bytes("m.mtx", bytes, &ReadOptions::default()).unwrap_err();
    assert!(error(&gzipped(&text)[..20]).starts_with("m.mtx: cannot be decompressed: "));
    assert!(error(b"\x1f").starts_with("m.mtx:1: not a Matrix Market file"));
}

#[test]
fn errors_late_in_large_files_have_the_right_line() {
    let lines = 400_000;
    let mut text = general(&format!("9 9 {lines}\n"));
    (0..lines).for_each(|line| text.push_str(if line == 300_000 { "1 1 y\n" } else { "9 9 1.5\n" }));
    assert_eq!(mtx_error(&text), "m.mtx:300003: the value must be a number, found `y`");
    let good = text.replace('y', "1");
    assert_eq!(mtx(&good).unwrap().len(), 2);
    let more = good.replace("9 9 400000", "9 9 399999");
    assert_eq!(mtx_error(&more), "m.mtx:400002: the size line announces 399999 entries, here is one more");
}

#[test]
fn progress_adds_up() {
    #[derive(Default)]
    struct Log(Mutex<Vec<(String, u64, u64, bool)>>);
    impl Progress for Log {
        fn start(&self, phase: &str, total: u64) {
            self.0.lock().unwrap().push((phase.to_owned(), total, 0, false));
        }
        fn advance(&self, delta: u64) {
            self.0.lock().unwrap().last_mut().unwrap().2 += delta;
        }
        fn finish(&self) {
            self.0.lock().unwrap().last_mut().unwrap().3 = true;
        }
    }
    let text = general("2 2 2\n2 2 1\n1 1 1\n");
    let phases_of = |name: &str, bytes: &[u8]| {
        let log = Log::default();
        let options = ReadOptions { progress: Some(&log), ..ReadOptions::default() };
        read_bytes(name, bytes, &options).unwrap();
        let phases = log.0.into_inner().unwrap();
        assert!(phases.iter().all(|(_, total, done, is_finished)| total == done && *is_finished));
        phases.into_iter().map(|(name, ..)| name).collect::<Vec<_>>()
    };
    // The system reads a file that is mapped while it is parsed.
    assert_eq!(phases_of("m.mtx", text.as_bytes()), ["parsing", "sorting"]);
    assert_eq!(phases_of("m.mtx.gz", &gzipped(&text)), ["reading", "parsing", "sorting"]);
}

#[test]
fn complex_matrices() {
    let header = |symmetry: &str| format!("%%MatrixMarket matrix coordinate complex {symmetry}\n2 2 2\n");
    let entries = |text: &str| {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("m.mtx");
        fs::write(&path, text).unwrap();
        let coo = read(&path, &ReadOptions::new(Dtype::Complex128)).map_err(|error| error.kind.to_string())?;
        let entry = |(place, value): (Vec<u64>, Scalar)| format!("{place:?} {value}");
        Ok::<_, String>(coo.entries().map(entry).collect::<Vec<_>>())
    };
    let lower = "1 1 1.5 0\n2 1 2 -3\n";
    let read_as = |symmetry: &str| entries(&format!("{}{lower}", header(symmetry))).unwrap();
    assert_eq!(read_as("general"), ["[0, 0] 1.5+0.0i", "[1, 0] 2.0-3.0i"]);
    assert_eq!(read_as("symmetric"), ["[0, 0] 1.5+0.0i", "[0, 1] 2.0-3.0i", "[1, 0] 2.0-3.0i"]);
    assert_eq!(read_as("Hermitian"), ["[0, 0] 1.5+0.0i", "[0, 1] 2.0+3.0i", "[1, 0] 2.0-3.0i"]);
    let array = "%%MatrixMarket matrix array complex hermitian\n2 2\n1 0\n0 -inf\n2 0\n";
    assert_eq!(entries(array).unwrap(), ["[0, 0] 1.0+0.0i", "[0, 1] 0.0+infi", "[1, 0] 0.0-infi", "[1, 1] 2.0+0.0i"]);
    let real = "%%MatrixMarket matrix coordinate integer general\n2 2 1\n1 2 7\n";
    assert_eq!(entries(real).unwrap(), ["[0, 1] 7.0+0.0i"]);

    let error = |text: String| entries(&text).unwrap_err();
    let of_diagonal = error(format!("{}1 1 1 2\n2 2 1 0\n", header("hermitian")));
    assert_eq!(of_diagonal, "the diagonal of a Hermitian matrix is real, found 1.0+2.0i at (1, 1)");
    let array = "%%MatrixMarket matrix array complex hermitian\n1 1\n1 2\n".to_owned();
    assert_eq!(error(array), "the diagonal of a Hermitian matrix is real, found 1.0+2.0i at (1, 1)");
    let above = error(format!("{}1 2 1 2\n2 2 1 0\n", header("hermitian")));
    assert_eq!(above, "entry (1, 2) of a Hermitian matrix must be on or below the diagonal");
    let short = error(format!("{}1 1 1.5\n", header("general")));
    assert_eq!(short, "the entry has 3 fields, expected 4: row, column, real part, imaginary part");
    assert_eq!(error(format!("{}1 1 1.5 i\n", header("general"))), "the value must be a number, found `i`");
}

#[test]
fn complex_tensors() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("t.tns");
    fs::write(&path, "1 2 3 5 -1\n").unwrap();
    let options = ReadOptions::new(Dtype::Complex64);
    let complex = read(&path, &options).unwrap();
    assert_eq!(complex.shape, [1, 2, 3]);
    assert_eq!(complex.values, Values::Complex64(vec![Complex::new(5.0, -1.0)]));
    // With one field more than coordinates are asked for, values are real.
    let real = read(&path, &ReadOptions { expect_order: Some(4), ..options }).unwrap();
    assert_eq!(real.values, Values::Complex64(vec![Complex::new(-1.0, 0.0)]));
}
