//! Writing: files that read back as the same tensor, and nothing left behind on failure.

use std::fs;

use lacuna_runtime::coo::Coo;
use lacuna_runtime::data::{Data, Dense};
use lacuna_runtime::io::{Content, ReadOptions, read, read_data, write, write_content, write_text};
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
    assert_eq!(text_of("m.TNS", &matrix), "# extended FROSTT\n2 2\n2 3\n1 1 1e300\n2 3 0.30000000000000004\n");
    let full = Coo::from_entries(vec![2], &[(&[1], 7), (&[0], -3)]).unwrap();
    assert_eq!(text_of("v.mtx", &full), "%%MatrixMarket matrix coordinate integer general\n2 1 2\n1 1 -3\n2 1 7\n");
    let sparse = Coo::from_entries(vec![3], &[(&[1], 7)]).unwrap();
    assert_eq!(text_of("v.mtx", &sparse), "%%MatrixMarket matrix coordinate integer general\n3 1 1\n2 1 7\n");
    assert_eq!(text_of("s.tns", &Coo::scalar(0.5f32)), "0.5\n");
    assert_eq!(
        text_of("s.mtx", &Coo::empty(vec![], Dtype::I64)),
        "%%MatrixMarket matrix array integer general\n1 1\n0\n"
    );
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
    assert!(error.ends_with("c.txt: unknown ending, known are .mtx, .tns, .npy, .mtx.gz, .tns.gz, .npy.gz"), "{error}");
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

fn dense_text(name: &str, shape: &[u64], values: Values) -> String {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join(name);
    write_content(&path, Content::Dense { shape, values: &values }).unwrap();
    fs::read_to_string(&path).unwrap()
}

#[test]
fn dense_tensors_are_arrays_where_the_format_has_them() {
    let matrix = || Values::F64(vec![1.0, 0.0, 3.0, 4.0, 5.0, 6.0]);
    let head = "%%MatrixMarket matrix array real general\n";
    assert_eq!(dense_text("m.mtx", &[2, 3], matrix()), format!("{head}2 3\n1.0\n4.0\n0.0\n5.0\n3.0\n6.0\n"));
    assert_eq!(dense_text("v.mtx", &[2], Values::F64(vec![0.0, 2.0])), format!("{head}2 1\n0.0\n2.0\n"));
    assert_eq!(dense_text("s.mtx", &[], Values::F64(vec![2.5])), format!("{head}1 1\n2.5\n"));
    assert_eq!(dense_text("e.mtx", &[2, 0], Values::F64(vec![])), format!("{head}2 0\n"));
    assert_eq!(
        dense_text("m.tns", &[2, 3], matrix()),
        "# extended FROSTT\n2 5\n2 3\n1 1 1.0\n1 3 3.0\n2 1 4.0\n2 2 5.0\n2 3 6.0\n"
    );
    assert_eq!(dense_text("v.tns", &[2], Values::I8(vec![0, 2])), "# extended FROSTT\n1 2\n2\n1 0\n2 2\n");
    assert_eq!(
        dense_text("t.tns", &[1, 2, 2], Values::I8(vec![0, 7, 8, 0])),
        "# extended FROSTT\n3 2\n1 2 2\n1 1 2 7\n1 2 1 8\n"
    );
}

#[test]
fn dense_tensors_read_back_from_every_format() {
    let directory = tempfile::tempdir().unwrap();
    let values = [
        Values::F64(vec![0.1, -0.0, f64::INFINITY, 5e-324, 1.0 / 3.0, -7.0]),
        Values::F32(vec![0.1, 1e-45, f32::MAX, 0.0, -1.0, 2.0]),
        Values::I64(vec![i64::MIN, i64::MAX, 0, -1, 1, 9]),
        Values::I8(vec![-128, 127, 0, 1, 2, 3]),
        Values::Complex64((0..6i8).map(|n| Complex::new(f32::from(n), -f32::from(n))).collect()),
    ];
    for values in values {
        for shape in [&[2, 3][..], &[6], &[3, 2], &[1, 6]] {
            for name in ["d.mtx", "d.mtx.gz", "d.npy", "d.npy.gz"] {
                let path = directory.path().join(name);
                write_content(&path, Content::Dense { shape, values: &values }).unwrap();
                let options = ReadOptions { expect_order: Some(shape.len()), ..ReadOptions::new(values.dtype()) };
                let expected = Data::Dense(Dense { shape: shape.to_vec(), values: values.clone() });
                assert_eq!(read_data(&path, &options).unwrap(), expected, "{name} of {shape:?}");
            }
        }
    }
    let cube = Data::Dense(Dense { shape: vec![2, 1, 2], values: Values::I16(vec![1, 2, 3, 4]) });
    let Data::Dense(dense) = &cube else { unreachable!() };
    let path = directory.path().join("cube.npy");
    write_content(&path, Content::Dense { shape: &dense.shape, values: &dense.values }).unwrap();
    assert_eq!(read_data(&path, &ReadOptions::new(Dtype::I16)).unwrap(), cube);
}

#[test]
fn entries_are_not_written_as_dense() {
    let directory = tempfile::tempdir().unwrap();
    let entries = Coo::from_entries(vec![3], &[(&[1], 7.0)]).unwrap();
    let error = write(directory.path().join("v.npy"), &entries).unwrap_err().to_string();
    assert!(
        error.ends_with("holds dense tensors, and this one is a list of entries: write a .mtx or .tns file"),
        "{error}"
    );
    assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 0);
    write(directory.path().join("s.npy"), &Coo::scalar(2.5)).unwrap();
    assert_eq!(read(directory.path().join("s.npy"), &ReadOptions::default()).unwrap(), Coo::scalar(2.5));
}

#[test]
fn streams_take_the_text_of_a_matrix_or_of_a_tensor() {
    let text = |shape: &[u64]| {
        let mut text = Vec::new();
        write_text("stream", &mut text, Content::Dense { shape, values: &Values::I8(vec![1, 2]) }).unwrap();
        String::from_utf8(text).unwrap()
    };
    assert_eq!(text(&[1, 2]), "%%MatrixMarket matrix array integer general\n1 2\n1\n2\n");
    assert_eq!(text(&[1, 2, 1]), "# extended FROSTT\n3 2\n1 2 1\n1 1 1 1\n1 2 1 2\n");
}
