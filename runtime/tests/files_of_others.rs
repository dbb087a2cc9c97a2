//! Files as other programs write them: headers, marks, exponents, shapes and types that differ from ours.

use lacuna_runtime::coo::Coo;
use lacuna_runtime::data::Data;
use lacuna_runtime::io::{ReadOptions, read_bytes};
use lacuna_runtime::value::{Complex, Dtype, Values};

fn load(bytes: &[u8], order: Option<usize>, dtype: Dtype) -> Result<Data, String> {
    let options = ReadOptions { expect_order: order, ..ReadOptions::new(dtype) };
    read_bytes("f", bytes, &options).map_err(|error| error.to_string())
}

fn entries(text: &str, order: usize) -> Result<Coo, String> {
    Ok(load(text.as_bytes(), Some(order), Dtype::F64)?.into_coo().unwrap())
}

/// A matrix of these lines, after a header with this field and symmetry.
fn matrix(words: &str, lines: &str) -> String {
    format!("%%MatrixMarket matrix {words}\n{lines}")
}

#[test]
fn matrices_of_one_row_or_column_are_vectors() {
    let expected = Coo::from_entries(vec![3], &[(&[0], 2.0), (&[2], 5.0)]).unwrap();
    assert_eq!(entries(&matrix("coordinate real general", "1 3 2\n1 3 5\n1 1 2\n"), 1).unwrap(), expected);
    assert_eq!(entries(&matrix("coordinate real general", "3 1 2\n3 1 5\n1 1 2\n"), 1).unwrap(), expected);
    assert_eq!(entries("1 3 5\n1 1 2\n", 1).unwrap(), expected);
    for sizes in ["1 3", "3 1"] {
        let vector = entries(&matrix("array real general", &format!("{sizes}\n2\n0\n5\n")), 1).unwrap();
        assert_eq!((vector.shape, vector.values), (vec![3], Values::F64(vec![2.0, 0.0, 5.0])));
    }
    let error = entries(&matrix("array real general", "2 2\n1\n2\n3\n4\n"), 1).unwrap_err();
    assert_eq!(error, "f:2: the file holds a tensor of order 2, order 1 is needed");
    let error = load(matrix("array real general", "1 3\n1\n2\n3\n").as_bytes(), Some(3), Dtype::F64).unwrap_err();
    assert_eq!(error, "f:2: the file holds a tensor of order 2, order 3 is needed");
}

#[test]
fn matrices_of_one_point_are_scalars() {
    assert_eq!(entries(&matrix("array real general", "1 1\n2.5\n"), 0).unwrap(), Coo::scalar(2.5));
    assert_eq!(entries(&matrix("coordinate real general", "1 1 1\n1 1 2.5\n"), 0).unwrap(), Coo::scalar(2.5));
    assert_eq!(entries("2.5\n", 0).unwrap(), Coo::scalar(2.5));
    assert!(entries(&matrix("array real general", "2 1\n1\n2\n"), 0).unwrap_err().contains("order 0 is needed"));
}

#[test]
fn fields_and_numbers_of_fortran() {
    let text = matrix("coordinate double general", "2 2 2\n1 1 1.5D+02\n2 2 -2d-1\n");
    assert_eq!(entries(&text, 2).unwrap().values, Values::F64(vec![150.0, -0.2]));
}

#[test]
fn marks_and_line_ends_of_editors() {
    let text = matrix("coordinate real general", "2 2 1\r\n% a comment\r\n1 2 3\r\n");
    let marked = [b"\xEF\xBB\xBF", text.as_bytes()].concat();
    let expected = entries(&matrix("coordinate real general", "2 2 1\n1 2 3\n"), 2).unwrap();
    assert_eq!(load(&marked, None, Dtype::F64).unwrap(), Data::Entries(expected));
    assert_eq!(entries("\u{FEFF}1 2 3\n", 2).unwrap().shape, [1, 2]);
    let wide: Vec<u8> = "1 2 3\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let error = load(&[b"\xFF\xFE", &wide[..]].concat(), None, Dtype::F64).unwrap_err();
    assert_eq!(error, "f: the file is text in UTF-16: save it as UTF-8");
}

#[test]
fn headers_of_tensors() {
    let body = "1 2 3 1.5\n2 1 1 -1\n";
    for header in [
        "# extended FROSTT format\n3 2\n4 5 6\n",
        "3 2\n4 5 6\n",
        "# sizes\n% of the tensor\n3\n4 5 6\n# entries\n",
        "3 2 # order and entries\n4 5 6 # sizes\n",
    ] {
        let tensor = entries(&format!("{header}{body}"), 3).unwrap();
        assert_eq!((tensor.shape.as_slice(), tensor.len()), (&[4, 5, 6][..], 2), "{header}");
    }
    let vector = entries("1 1\n4\n3 2.5\n", 1).unwrap();
    assert_eq!(vector, Coo::from_entries(vec![4], &[(&[2], 2.5)]).unwrap());
    let empty = entries("# Extended FROSTT format\n2 0\n10 11\n", 2).unwrap();
    assert_eq!((empty.shape, empty.values.len()), (vec![10, 11], 0));
    // Lines of equal numbers of fields are entries.
    assert_eq!(entries("2 5\n3 4\n1 2\n", 1).unwrap().len(), 3);
    let error = entries(&format!("3 7\n4 5 6\n{body}"), 3).unwrap_err();
    assert_eq!(error, "f:2: the header announces 7 entries, the file holds 2");
    let error = entries(&format!("3 2\n4 5 2\n{body}"), 3).unwrap_err();
    assert_eq!(error, "f:3: coordinate 3 of dimension 2 is out of range 1..=2 (.tns counts from 1)");
}

#[test]
fn comments_after_entries() {
    assert_eq!(entries("1 2 1.5 # a value\n2 1 4 % another\n", 2).unwrap().len(), 2);
    assert!(entries("1 2 1.5 x\n2 1 1.5\n", 2).is_err());
}

#[test]
fn halves_of_symmetric_matrices() {
    let error = entries(&matrix("coordinate real symmetric", "2 2 1\n1 2 3\n"), 2).unwrap_err();
    assert_eq!(error, "f:3: entry (1, 2) of a symmetric matrix must be on or below the diagonal");
    let error = entries(&matrix("coordinate real skew-symmetric", "2 2 1\n2 2 3\n"), 2).unwrap_err();
    assert_eq!(error, "f:3: entry (2, 2) of a skew-symmetric matrix must be below the diagonal");
    let dense = entries(&matrix("array real skew-symmetric", "2 2\n3\n"), 2).unwrap();
    assert_eq!(dense.values, Values::F64(vec![0.0, -3.0, 3.0, 0.0]));
}

#[test]
fn integers_that_would_be_rounded_and_numbers_that_do_not_fit() {
    let value = |field: &str, text: &str, dtype| {
        load(matrix(&format!("coordinate {field} general"), &format!("1 1 1\n1 1 {text}\n")).as_bytes(), None, dtype)
    };
    let integer = |text: &str, dtype| value("integer", text, dtype);
    assert_eq!(
        integer("9007199254740993", Dtype::F64).unwrap_err(),
        "f:3: integer `9007199254740993` has no exact value of type f64: read it as another type, with --dtype"
    );
    assert!(integer("9007199254740993", Dtype::I64).is_ok() && integer("9007199254740992", Dtype::F64).is_ok());
    assert!(integer("16777217", Dtype::F32).is_err() && integer("16777217", Dtype::Complex64).is_err());
    // A real number is the nearest one that there is.
    assert!(value("real", "9007199254740993", Dtype::F64).is_ok());
    assert!(load(b"1 9007199254740993\n", Some(1), Dtype::F64).is_err());
    assert!(load(b"1 9007199254740993.0\n", Some(1), Dtype::F64).is_ok());
    assert_eq!(integer("300", Dtype::I8).unwrap_err(), "f:3: value `300` is out of the range of i8");
    assert_eq!(value("real", "1e400", Dtype::F64).unwrap_err(), "f:3: value `1e400` is out of the range of f64");
    assert!(value("real", "2.5", Dtype::I32).unwrap_err().contains("`2.5` is not a whole number"));
}

/// An array of NumPy: the type, the order, the shape as it is written, and the elements.
fn npy(descr: &str, order: &str, shape: &str, elements: &[u8]) -> Vec<u8> {
    let header = format!("{{'descr': '{descr}', 'fortran_order': {order}, 'shape': {shape}, }}\n");
    [b"\x93NUMPY\x01\x00", &(header.len() as u16).to_le_bytes()[..], header.as_bytes(), elements].concat()
}

fn values(descr: &str, elements: &[u8], dtype: Dtype) -> Result<Values, String> {
    let size: usize = descr[2..].parse().unwrap();
    let shape = format!("({},)", elements.len() / size);
    let Data::Dense(dense) = load(&npy(descr, "False", &shape, elements), Some(1), dtype)? else { unreachable!() };
    Ok(dense.values)
}

#[test]
fn every_type_of_numpy() {
    let floats = |values: &[f64]| Ok(Values::F64(values.to_vec()));
    let both = |value: f64| [value.to_le_bytes(), (-value).to_le_bytes()].concat();
    assert_eq!(values("<f8", &both(0.1), Dtype::F64), floats(&[0.1, -0.1]));
    assert_eq!(values(">f8", &0.1f64.to_be_bytes(), Dtype::F64), floats(&[0.1]));
    assert_eq!(values(">f4", &0.5f32.to_be_bytes(), Dtype::F64), floats(&[0.5]));
    assert_eq!(values("<f2", &[0x00, 0x3E, 0x00, 0xC0], Dtype::F64), floats(&[1.5, -2.0]));
    assert_eq!(values("|b1", &[0, 1, 2], Dtype::F64), floats(&[0.0, 1.0, 1.0]));
    assert_eq!(values("|i1", &[0xFF, 5], Dtype::I64), Ok(Values::I64(vec![-1, 5])));
    assert_eq!(values("|u1", &[0xFF], Dtype::I16), Ok(Values::I16(vec![255])));
    assert_eq!(values(">i2", &[0xFF, 0xFE], Dtype::I32), Ok(Values::I32(vec![-2])));
    assert_eq!(values("<i8", &i64::MIN.to_le_bytes(), Dtype::I64), Ok(Values::I64(vec![i64::MIN])));
    assert_eq!(values("<u4", &u32::MAX.to_le_bytes(), Dtype::F64), floats(&[4294967295.0]));
    let complex = [1.5f32.to_le_bytes(), (-2f32).to_le_bytes()].concat();
    let expected = Ok(Values::Complex128(vec![Complex::new(1.5, -2.0)]));
    assert_eq!(values("<c8", &complex, Dtype::Complex128), expected);
    assert_eq!(values("<f8", &0.1f64.to_le_bytes(), Dtype::F32), Ok(Values::F32(vec![0.1])));
}

#[test]
fn elements_of_numpy_that_do_not_fit() {
    let error = |descr: &str, elements: &[u8], dtype| values(descr, elements, dtype).unwrap_err();
    assert_eq!(
        error("<f8", &2.5f64.to_le_bytes(), Dtype::I32),
        "f: element 0: value `2.5` is not a whole number and cannot be read as i32"
    );
    assert!(error("<f8", &1e300f64.to_le_bytes(), Dtype::F32).contains("`1e300` is out of the range of f32"));
    assert!(error("<u8", &u64::MAX.to_le_bytes(), Dtype::I64).contains("out of the range of i64"));
    assert!(error("<u8", &u64::MAX.to_le_bytes(), Dtype::F64).contains("has no exact value of type f64"));
    assert!(error("<c16", &[0; 16], Dtype::F64).contains("the matrix is complex and cannot be read as f64"));
    for descr in ["<f16", "|O8", "<U4", "|f8", "<b2", "<M8"] {
        assert!(load(&npy(descr, "False", "(0,)", &[]), None, Dtype::F64).is_err(), "{descr}");
    }
}

#[test]
fn shapes_and_orders_of_numpy() {
    let bytes: Vec<u8> = (0..6u8).collect();
    let dense = |order: &str, shape: &str, wanted| {
        let Data::Dense(dense) = load(&npy("|u1", order, shape, &bytes), wanted, Dtype::I8)? else { unreachable!() };
        Ok::<_, String>((dense.shape, dense.values))
    };
    let rows = Values::I8(vec![0, 1, 2, 3, 4, 5]);
    assert_eq!(dense("False", "(2, 3)", None), Ok((vec![2, 3], rows.clone())));
    assert_eq!(dense("True", "(2, 3)", Some(2)), Ok((vec![2, 3], Values::I8(vec![0, 2, 4, 1, 3, 5]))));
    for shape in ["(6,)", "(6, 1)", "(1, 6)", "(1, 6, 1)"] {
        assert_eq!(dense("True", shape, Some(1)), Ok((vec![6], rows.clone())), "{shape}");
    }
    let scalar = load(&npy("|i1", "False", "()", &[7]), Some(0), Dtype::I8).unwrap();
    assert_eq!(scalar.into_coo().unwrap(), Coo::scalar(7i8));
    assert!(dense("False", "(2, 3)", Some(1)).unwrap_err().contains("order 1 is needed"));
}

#[test]
fn damaged_files_of_numpy() {
    let error = |bytes: &[u8]| load(bytes, None, Dtype::F64).unwrap_err();
    let whole = npy("<f8", "False", "(2,)", &[0; 16]);
    for end in 6..whole.len() {
        error(&whole[..end]);
    }
    assert_eq!(error(&whole[..whole.len() - 1]), "f: the header announces 16 bytes of elements, the file holds 15");
    for shape in ["(2", "2", "(-1,)", "(x,)", "(18446744073709551615, 18446744073709551615)", "(99999999999,)"] {
        error(&npy("<f8", "False", shape, &[0; 16]));
    }
    assert!(error(&npy("<f8", "Maybe", "(2,)", &[0; 16])).contains("does not say descr, fortran_order and a shape"));
    assert!(error(b"\x93NUMPY\x09\x00\x00\x00").contains("version 9"));
}
