//! Dimensions that are larger than floating-point numbers are exact.

use lacuna_integration_tests::request::{expect_right, request};

#[test]
fn sizes_beyond_2_to_the_53_are_those_that_were_given() {
    for size in [(1 << 53) + 1, i64::MAX as u64] {
        for any_sizes in [false, true] {
            let mut made = request("y(i) = 2 * x(i)");
            for name in ["x", "y"] {
                made.formats.insert(name.to_owned(), "(i) -> (i : compressed), coordinates = 64".to_owned());
            }
            made.inputs.insert("x".to_owned(), "random:nnz=10".into());
            made.sizes.insert("i".to_owned(), size);
            made.any_sizes = any_sizes;
            let report = expect_right(&made);
            assert_eq!(report.check.and_then(|check| check.points).map(|points| points.found), Some(10), "{size}");
        }
    }
}
