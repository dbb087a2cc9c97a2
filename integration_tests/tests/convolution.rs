//! The kernels of `docs/convolution.md`: each row, in each of its formats, against the oracle, and without a dense copy.

use lacuna_integration_tests::request::{MEMORY, expect_right, request};
use lacuna_tools::kernel::checks::{Edge, MemoryChecks};

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

/// Padded operands are not copied, in each of these formats, for dense and CSR results.
#[test]
fn padded_operands_are_not_copied() {
    let kernels = [
        (
            "M(h+1,w+1) = I(h,w); O(i,j) = M(i+p,j+q) * F(p,q)",
            vec!["csr", "csc", "dcsr", "coo", "hash", "bcsr:2x3", "dia", "dense,compressed"],
        ),
        ("M(h+1,w+1) = I(h,w); O(i,j) = M(2*i+p,2*j+q) * F(p,q)", vec!["csr", "dcsr", "coo", "csc"]),
        ("M(h+2,j) = I(h,j); O(i,j) = M(i+2*p,j) * F(p)", vec!["csr", "dcsr", "coo"]),
        ("M(9-h,w+1) = 2 * I(h,w); O(i,j) = M(i+p,j+q) * F(p,q)", vec!["csr", "dcsr", "coo"]),
        (
            "M(h+1,w+1,c) = I(h,w,c); O(i,j,f) = M(i+p,j+q,c) * F(p,q,c,f)",
            vec!["dense,dense,compressed", "dense,compressed,compressed", "csf", "coo"],
        ),
        ("M(h+1,w+1) = I(h,w); O(i,j) = M(i+p,j+q) * M(i+1,j+1) * F(p,q)", vec!["csr", "dcsr"]),
    ];
    for (number, (expression, formats)) in kernels.into_iter().enumerate() {
        for (way, format) in formats.into_iter().enumerate() {
            for result in ["", "csr"] {
                let is_layer = expression.contains("O(i,j,f)");
                if is_layer && !result.is_empty() {
                    continue;
                }
                let mut made = request(expression);
                made.any_sizes = (number + way) % 3 == 2;
                made.memory = MemoryChecks { guard: Some([Edge::Start, Edge::End][way % 2]), ..MEMORY };
                let sizes = [("h", 8), ("w", 7), ("i", 4), ("j", 3), ("p", 3), ("q", 3), ("c", 3), ("f", 5)];
                let is_used =
                    |name: &str| expression.contains(&format!("{name},")) || expression.contains(&format!("{name})"));
                made.sizes = sizes
                    .into_iter()
                    .filter(|(name, _)| is_used(name))
                    .map(|(name, size)| (name.to_owned(), size))
                    .collect();
                made.inputs.insert("I".to_owned(), "random:density=0.4,seed=1".into());
                made.inputs.insert("F".to_owned(), "random:density=1,seed=2".into());
                made.formats.insert("I".to_owned(), format.to_owned());
                // What fills up, and what is unordered, is copied.
                let of_copy = if ["hash", "bcsr:2x3", "dia"].contains(&format) { "csr" } else { format };
                made.formats.insert("M".to_owned(), of_copy.to_owned());
                if !result.is_empty() {
                    made.formats.insert("O".to_owned(), result.to_owned());
                }
                let report = expect_right(&made);
                let is_folded =
                    report.remarks.iter().any(|remark| remark.contains("is not stored: its readers read the operands"));
                assert_eq!(is_folded, format != "hash", "{expression}, {format}: {:?}", report.remarks);
            }
        }
    }
}

/// Each term of a sum reads the operand by itself.
#[test]
fn padded_operands_of_several_terms_are_not_copied() {
    let mut made = request("M(h+1) = I(h); O(i) = M(i) + M(i+2)");
    made.sizes.insert("h".to_owned(), 8);
    made.inputs.insert("I".to_owned(), "random:density=0.4,seed=1".into());
    made.formats = ["I", "M"].map(|name| (name.to_owned(), "compressed".to_owned())).into();
    let report = expect_right(&made);
    assert!(report.remarks.iter().any(|remark| remark.contains("is not stored: its readers")), "{:?}", report.remarks);
}

/// A padded tensor is copied if its zeros count, if its format fills up, and if what it is computed from is dense, unordered, dear, or
/// written by several statements.
#[test]
fn padded_operands_are_copied_where_that_matters() {
    let cases = [
        ("M(h+1) = I(h); O(i) = max(p, M(i+p))", "compressed", "compressed"),
        ("M(h+1) = I(h); O(i) = exp(M(i))", "compressed", "compressed"),
        ("M(h+1) = max(I(h), -1); O(i) = M(i+p) * F(p)", "compressed", "compressed"),
        ("M(h+1) = I(h); M(0) += 3; O(i) = M(i+p) * F(p)", "compressed", "compressed"),
        ("M(h+1) = exp(I(h)) - 1; O(i) = M(i+p) * F(p)", "compressed", "compressed"),
        ("M(h+1) = I(h); O(i) = M(i+p) * F(p)", "dense", "compressed"),
        ("M(h+1) = I(h); O(i) = M(i+p) * F(p)", "hash", "compressed"),
        ("M(h+1) = I(h); I(h) += 2; O(i) = M(i+p) * F(p)", "dense", "compressed"),
        ("M(h+1,w) = I(h,w); O(i,w) = M(i+p,w) * F(p)", "csr", "ell"),
        ("M(h+1,w) = I(h,w); O(i,w) = M(i+p,w) * F(p)", "csr", "bcsr:2x2"),
    ];
    for (expression, of_operand, of_copy) in cases {
        let mut made = request(expression);
        let sizes = [("h", 8), ("w", 5), ("i", 8), ("p", 3)];
        let is_used = |name: &str| {
            [format!("{name})"), format!("{name}+"), format!("{name},")].iter().any(|use_| expression.contains(use_))
        };
        made.sizes =
            sizes.into_iter().filter(|(name, _)| is_used(name)).map(|(name, size)| (name.to_owned(), size)).collect();
        // A variable alone has the size of the dimension.
        if expression.contains("M(i)") {
            made.sizes.remove("i");
        }
        for name in ["I", "F"].into_iter().filter(|name| expression.contains(&format!("{name}("))) {
            made.inputs.insert(name.to_owned(), "random:density=0.6,seed=1".into());
        }
        made.formats =
            [("I", of_operand), ("M", of_copy)].map(|(name, format)| (name.to_owned(), format.to_owned())).into();
        let report = expect_right(&made);
        let is_folded = report.remarks.iter().any(|remark| remark.contains("is not stored: its readers"));
        assert!(!is_folded, "{expression}: {:?}", report.remarks);
    }
}
