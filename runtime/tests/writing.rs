//! Writing: files that read back as the same tensor, and nothing left behind on failure.

use std::fs;

use lacuna_runtime::coo::Coo;
use lacuna_runtime::io::{ReadOptions, read, write};
use lacuna_runtime::value::{Complex, Dtype, Values};

fn text_of(name: &str, coo: &Coo) -> String {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join(name);
    write(&path, coo).unwrap();
    assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1);
    fs::read_to_string(&path).unwrap()
}

#[test]
fn matrices_vectors_and_scalars() {
    let matrix = Coo::from_entries(vec![2, 3], &[(&[1, 2], 0.1), (&[0, 0], 1e300), (&[1, 2], 0.2)]).unwrap();
    assert_eq!(
        text_of("m.mtx", &matrix),
        "%%MatrixMarket matrix coordinate real general\n2 3 2\n1 1 1e300\n2 3 0.30000000000000004\n"
    );
    assert_eq!(text_of("m.TNS", &matrix), "1 1 1e300\n2 3 0.30000000000000004\n");
    let full = Coo::from_entries(vec![2], &[(&[1], 7), (&[0], -3)]).unwrap();
    assert_eq!(text_of("v.mtx", &full), "%%MatrixMarket matrix array integer general\n2 1\n-3\n7\n");
    let sparse = Coo::from_entries(vec![3], &[(&[1], 7)]).unwrap();
    assert_eq!(text_of("v.mtx", &sparse), "%%MatrixMarket matrix coordinate integer general\n3 1 1\n2 1 7\n");
    assert_eq!(text_of("s.tns", &Coo::scalar(0.5f32)), "0.5\n");
    assert_eq!(text_of("s.mtx", &Coo::empty(vec![], Dtype::I64)), "0\n");
}

#[test]
fn complex_values_are_two_fields() {
    let values = Values::Complex128(vec![Complex::new(1.5, -0.0), Complex::new(f64::INFINITY, 1e-300)]);
    let matrix = Coo::new(vec![2, 2], vec![vec![0, 1], vec![1, 0]], values).unwrap();
    let text = "%%MatrixMarket matrix coordinate complex general\n2 2 2\n1 2 1.5 -0.0\n2 1 inf 1e-300\n";
    assert_eq!(text_of("m.mtx", &matrix), text);
    assert_eq!(text_of("s.tns", &Coo::empty(vec![], Dtype::Complex64)), "0.0 0.0\n");
    let directory = tempfile::tempdir().unwrap();
    for name in ["a.mtx", "a.tns", "a.mtx.gz"] {
        let path = directory.path().join(name);
        write(&path, &matrix).unwrap();
        assert_eq!(read(&path, &ReadOptions::new(Dtype::Complex128)).unwrap(), matrix, "{name}");
    }
}

#[test]
fn what_is_written_reads_back() {
    let directory = tempfile::tempdir().unwrap();
    let values = vec![f64::MIN_POSITIVE, -0.1, f64::MAX, 5e-324, f64::INFINITY, 1.0 / 3.0];
    let coordinates = vec![vec![0, 1, 2, 3, 4, 5], vec![5, 4, 3, 2, 1, 0]];
    let matrix = Coo::new(vec![6, 6], coordinates, Values::F64(values)).unwrap();
    for name in ["a.mtx", "a.mtx.gz", "a.tns", "a.tns.gz"] {
        let path = directory.path().join(name);
        write(&path, &matrix).unwrap();
        assert_eq!(read(&path, &ReadOptions::default()).unwrap(), matrix, "{name}");
    }
    let many: Vec<u64> = (0..100_000).collect();
    let vector = Coo::new(vec![100_000], vec![many], Values::I32((0..100_000).collect())).unwrap();
    let path = directory.path().join("v.mtx");
    write(&path, &vector).unwrap();
    let options = ReadOptions { expect_order: Some(1), ..ReadOptions::new(Dtype::I32) };
    assert_eq!(read(&path, &options).unwrap(), vector);
}

#[test]
fn failures_leave_nothing_behind() {
    let directory = tempfile::tempdir().unwrap();
    let cube = Coo::empty(vec![1, 1, 1], Dtype::F64);
    let error = write(directory.path().join("c.mtx"), &cube).unwrap_err().to_string();
    assert!(error.ends_with("holds matrices and vectors, found a tensor of order 3: write a .tns file"), "{error}");
    let error = write(directory.path().join("c.txt"), &cube).unwrap_err().to_string();
    assert!(error.ends_with("c.txt: unknown ending, known are .mtx, .tns, .mtx.gz, .tns.gz"), "{error}");
    let broken = Coo { coordinates: vec![vec![9]], shape: vec![3], values: Values::F64(vec![1.0]) };
    assert!(write(directory.path().join("b.tns"), &broken).is_err());
    assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 0);

    let occupied = directory.path().join("d.tns");
    fs::create_dir(&occupied).unwrap();
    assert!(write(&occupied, &cube).is_err());
    assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1);
    let error = write(directory.path().join("none/c.tns"), &cube).unwrap_err().to_string();
    assert!(error.contains("c.tns: cannot be written: "), "{error}");
}

#[test]
fn an_existing_file_is_replaced() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("s.tns");
    fs::write(&path, "old and much longer than what comes").unwrap();
    write(&path, &Coo::scalar(1i32)).unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), "1\n");
}
