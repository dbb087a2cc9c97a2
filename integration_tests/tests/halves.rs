//! Symmetric matrices of which a half is stored (`--half`): the same results as of the whole matrix, which the oracle reads.

use lacuna_integration_tests::request::{expect_refused, expect_right, request};
use lacuna_passes::fp::FpMode;
use lacuna_runtime::value::Dtype;
use lacuna_tools::eval::Request;
use std::{fmt::Write, path::Path};

/// A symmetric matrix of 11 x 11: whole numbers, some zero, some rows empty.
fn symmetric_matrix(folder: &Path) -> std::path::PathBuf {
    let below: Vec<[i64; 3]> = (0..11_i64)
        .flat_map(|row| (0..=row).map(move |column| [row, column, (row * 7 + column * 5) % 9 - 4]))
        .filter(|[row, column, _]| (row * 3 + column * 4) % 5 < 2 && *row != 6 && *column != 6)
        .collect();
    let mut text = format!("%%MatrixMarket matrix coordinate real symmetric\n11 11 {}\n", below.len());
    below.iter().for_each(|[row, column, value]| writeln!(text, "{} {} {value}", row + 1, column + 1).unwrap());
    let path = folder.join("symmetric.mtx");
    std::fs::write(&path, text).expect("a file");
    path
}

fn of_half(expression: &str, matrix: &Path, format: &str) -> Request {
    let mut made = request(expression);
    made.halves.insert("A".to_owned());
    made.inputs.insert("A".to_owned(), matrix.into());
    made.formats.insert("A".to_owned(), format.to_owned());
    for (name, data, format) in
        [("x", "random:seed=2", "dense"), ("B", "random:density=0.3,seed=3", "csr"), ("D", "random:seed=4", "dense")]
    {
        if expression.contains(&format!(" {name}(")) {
            made.inputs.insert(name.to_owned(), data.into());
            made.formats.insert(name.to_owned(), format.to_owned());
        }
    }
    if expression.starts_with("C(") {
        made.formats.insert("C".to_owned(), "csr".to_owned());
    }
    if expression.contains("k)") && expression.contains("D(") {
        made.sizes.insert("k".to_owned(), 5);
    }
    if expression.contains("i+1") {
        made.sizes.insert("i".to_owned(), 9);
    }
    made
}

#[test]
fn halves_give_the_results_of_whole_matrices() {
    let folder = tempfile::tempdir().expect("a folder");
    let matrix = symmetric_matrix(folder.path());
    for expression in [
        "y(i) = A(i,j) * x(j)",
        "y(i) = A(j,i) * x(j) + 2 * x(i)",
        "y(i) = 3 - (A(i,j) * x(j)) / 2",
        "s = A(i,j) * A(i,j)",
        "s = A(i,j)",
        "y(i) = A(i,i)",
        "y(i) = A(i,j) * x(j) * A(i,k) * x(k)",
        "y(i) = A(i+1,j) * x(j)",
        "m(i) = max(j, A(i,j))",
        "C(i,j) = A(i,j) + B(i,j)",
        "C(i,j) = max(A(i,j), 1) * B(i,j)",
        "C(i,j) = A(i,j)",
        "y(i,k) = A(i,j) * D(j,k)",
    ] {
        for (number, format) in ["csr", "csc", "coo", "bcsr:4x4", "hash"].into_iter().enumerate() {
            for any_sizes in [false, true] {
                let mut made = of_half(expression, &matrix, format);
                made.any_sizes = any_sizes;
                made.fp = if number % 2 == 0 { FpMode::Fast } else { FpMode::Strict };
                expect_right(&made);
            }
        }
    }
}

/// An image on the diagonal is no point: it adds nothing, not even where its factors are infinite or divide by zero.
#[test]
fn values_that_are_no_numbers_stay_where_they_are() {
    let folder = tempfile::tempdir().expect("a folder");
    let matrix = symmetric_matrix(folder.path());
    for expression in ["y(i) = A(i,j) * x(j)", "y(i) = A(i,j) / x(j)", "y(i) = A(i,j) * x(i) * x(j)"] {
        for format in ["csr", "coo", "dense,dense", "dia"] {
            for x in ["[inf,1,2,0,3,-1,nan,1,1,2,-inf]", "[0,0,0,0,0,0,0,0,0,0,0]"] {
                let mut made = of_half(expression, &matrix, format);
                made.fp = FpMode::Strict;
                made.inputs.insert("x".to_owned(), x.into());
                expect_right(&made);
            }
        }
    }
}

/// Entries 256 columns from the diagonal are no points of it, although elements of 8 bits cannot tell.
#[test]
fn halves_of_elements_that_are_narrower_than_coordinates() {
    let mut made = of_half("y(i) = A(i,j) * x(j)", Path::new("poisson2d:2x256"), "csr");
    made.dtype = Dtype::I8;
    made.inputs.insert("x".to_owned(), "ones".into());
    expect_right(&made);
}

/// A half of what was given as dense data, in levels that are dense.
#[test]
fn halves_of_dense_data() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("dense.mtx");
    std::fs::write(&file, "%%MatrixMarket matrix array real general\n3 3\n1\n2\n0\n2\n3\n5\n0\n5\n7\n")
        .expect("a file");
    for format in ["dense,dense", "(i, j) -> (j : dense, i : dense)", "csr"] {
        expect_right(&of_half("y(i) = A(i,j) * x(j)", &file, format));
    }
}

/// The point of it: what is multiplied with the matrix walks the half once.
#[test]
fn both_images_are_one_walk() {
    let folder = tempfile::tempdir().expect("a folder");
    let matrix = symmetric_matrix(folder.path());
    for format in ["csr", "csc", "coo"] {
        let mut made = of_half("y(i) = A(i,j) * x(j)", &matrix, format);
        made.emit.push(lacuna_tools::eval::Stage::Plan);
        let report = expect_right(&made);
        let plan = &report.emitted[0].1;
        assert_eq!(plan.matches("walks A.1").count(), 1, "{format}:\n{plan}");
    }
}

#[test]
fn what_has_no_half_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let matrix = symmetric_matrix(folder.path());
    let refused = |change: &dyn Fn(&mut Request)| {
        let mut made = of_half("y(i) = A(i,j) * x(j)", &matrix, "csr");
        change(&mut made);
        expect_refused(&made)
    };
    let half = |name: &str| {
        let name = name.to_owned();
        move |made: &mut Request| made.halves = [name.clone()].into()
    };
    assert_eq!(refused(&half("B")), "--half B: the expression has no tensor B");
    assert_eq!(refused(&half("x")), "--half x: a half is stored of matrices, and x has order 1");
    assert!(refused(&half("y")).ends_with("a half is stored of operands that are read only"));
    let dense = refused(&|made| _ = made.formats.insert("A".to_owned(), "dense".to_owned()));
    assert_eq!(dense, "--half A: a dense matrix has no half: give it a format, such as -f A=csr");
    let filled = refused(&|made| {
        _ = made.formats.insert("A".to_owned(), "(i, j) -> (i : dense, j : compressed), fill = 1.0 : f64".to_owned());
    });
    assert_eq!(filled, "--half A: what is not stored has to be zero");
    let ordered = refused(&|made| made.schedule = Some("reorder(i,j)".to_owned()));
    assert!(ordered.ends_with("so no order of its loops can be asked for beside --half"), "{ordered}");
    let other = refused(&|made| {
        made.inputs.insert("A".to_owned(), "random:density=0.5,seed=1".into());
        made.sizes = [("i", 4), ("j", 4)].map(|(name, size)| (name.to_owned(), size)).into();
    });
    assert!(other.starts_with("--half A: a half is stored of symmetric matrices, and here ("), "{other}");
    let wide = refused(&|made| {
        made.inputs.insert("A".to_owned(), "random:density=0.5,seed=1".into());
        made.sizes = [("i", 4), ("j", 5)].map(|(name, size)| (name.to_owned(), size)).into();
    });
    assert_eq!(wide, "--half A: a half is stored of symmetric matrices, and this tensor has the shape 4x5");
}
