//! The kernels of `docs/convolution.md`: each row, in each of its formats, against the oracle, and without a dense copy.

use lacuna_integration_tests::request::{expect_right, request};

const PAGE: &str = include_str!("../../docs/convolution.md");

/// A row of the table.
struct Kernel<'p> {
    name: &'p str,
    expression: &'p str,
    /// Pairs of a tensor and its format, for each way to store the operands.
    formats: Vec<Vec<(&'p str, &'p str)>>,
    sizes: Vec<(&'p str, &'p str)>,
}

fn pairs(text: &str) -> Vec<(&str, &str)> {
    text.trim().trim_matches('`').split_whitespace().filter_map(|pair| pair.split_once('=')).collect()
}

fn kernels() -> Vec<Kernel<'static>> {
    let rows = PAGE.lines().skip_while(|line| !line.starts_with("| kernel |")).skip(2);
    let rows = rows.take_while(|line| line.starts_with('|'));
    let kernel = |row: &'static str| {
        let [name, expression, formats, sizes] =
            row.trim_matches('|').split(" | ").map(str::trim).collect::<Vec<_>>()[..]
        else {
            panic!("{row}: a kernel has four columns")
        };
        let formats = formats.split(';').map(pairs).collect();
        Kernel { name, expression: expression.trim_matches('`'), formats, sizes: pairs(sizes) }
    };
    rows.map(kernel).collect()
}

#[test]
fn kernels_of_the_page_are_right() {
    let kernels = kernels();
    assert!(kernels.len() > 20, "{} kernels", kernels.len());
    for (number, kernel) in kernels.iter().enumerate() {
        for (way, formats) in kernel.formats.iter().enumerate() {
            let mut made = request(kernel.expression);
            made.any_sizes = (number + way) % 4 == 3;
            let size = |(name, size): &(&str, &str)| ((*name).to_owned(), size.parse().expect("a size"));
            made.sizes = kernel.sizes.iter().map(size).collect();
            for (tensor, format) in formats {
                made.formats.insert((*tensor).to_owned(), (*format).to_owned());
            }
            let program = lacuna_notation::parse_program(kernel.expression).expect("an expression");
            let operands: Vec<_> = program.operands().into_iter().map(|access| access.tensor.as_str()).collect();
            for (seed, tensor) in ["A", "B", "C", "D", "F", "I", "M", "x", "a"].into_iter().enumerate() {
                if operands.contains(&tensor) {
                    let is_stored = formats.iter().any(|(name, format)| *name == tensor && *format != "dense");
                    let density = if is_stored { "0.3" } else { "1" };
                    made.inputs.insert(tensor.to_owned(), format!("random:density={density},seed={}", seed + 1).into());
                    made.formats.entry(tensor.to_owned()).or_insert_with(|| "dense".to_owned());
                }
            }
            let report = expect_right(&made);
            let is_copied = |remark: &&String| remark.contains("is converted") && remark.contains(" to dense:");
            let copied = report.remarks.iter().find(is_copied);
            assert!(copied.is_none(), "{}, {formats:?}: {copied:?}", kernel.name);
        }
    }
}
