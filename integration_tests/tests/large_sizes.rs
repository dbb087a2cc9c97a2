//! Dimensions that are larger than floating-point numbers are exact.

use lacuna_integration_tests::request::request;
use lacuna_tools::eval::evaluate;

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
            // The oracle lists results, and nobody can list these.
            made.check = false;
            evaluate(&made, None).unwrap_or_else(|error| panic!("{size}: {error}"));
        }
    }
}
