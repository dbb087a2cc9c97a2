//! Reductions inside of terms, and reductions that are no sums, of stored operands into stored results.

use lacuna_integration_tests::request::{expect_right, with_formats, without_failing};
use lacuna_passes::fp::FpMode;
use lacuna_runtime::value::Dtype;
use lacuna_tools::eval::{Report, Stage};

const SIZES: [(&str, u64); 4] = [("i", 40), ("j", 40), ("k", 40), ("l", 30)];

/// Whether a reduction was computed where it was read.
fn is_inlined(report: &Report) -> bool {
    report.remarks.iter().any(|remark| remark.contains("is computed where it is read"))
}

#[test]
fn sums_inside_of_values_store_what_has_terms() {
    let (sparse, mask) = ("0.02", "0.1");
    let results = [["csr", "coo", "bcsr:2x2"], ["dcsr", "csc", "hash"]];
    for (place, (expression, operands)) in [
        ("R(i,j) = abs(sum(k, A(i,k) * B(k,j)))", "AB"),
        ("R(i,j) = any(k, A(i,k) * B(k,j))", "AB"),
        ("R(i,j) = any(k, A(k,i) * B(k,j))", "AB"),
        ("R(i,j) = sqrt(abs(sum(k, A(i,k) * B(k,j)))) - 2 * M(i,j)", "ABM"),
        ("R(i,j) = M(i,j) * sum(k, A(i,k) * B(k,j))", "ABM"),
        ("R(i,j) = sum(k, A(i,k) * B(k,j)) * sum(k, B(i,k) * A(k,j))", "AB"),
        ("R(i,j) = where(sum(k, A(i,k) * B(k,j)) > 0, M(i,j), 0)", "ABM"),
    ]
    .into_iter()
    .enumerate()
    {
        for (number, result) in results[place % 2].into_iter().enumerate() {
            let formats: Vec<_> = [("A", "csr"), ("B", "csr"), ("M", "dcsr")]
                .into_iter()
                .filter(|(name, _)| operands.contains(name))
                .chain([("R", result)])
                .collect();
            let mut made = without_failing(with_formats(expression, &formats, &SIZES));
            for (seed, name) in operands.chars().enumerate() {
                let density = if name == 'M' { mask } else { sparse };
                made.inputs.insert(name.to_string(), format!("random:density={density},seed={}", seed + 5).into());
            }
            made.fp = if (place + number) % 2 == 0 { FpMode::Fast } else { FpMode::Strict };
            made.any_sizes = (place + number) % 3 == 0;
            made.dtype = [Dtype::F64, Dtype::F32, Dtype::I64][number % 3];
            if expression.contains("sqrt") && made.dtype == Dtype::I64 {
                continue;
            }
            let report = expect_right(&made);
            // In another order, the products of rows may cost less if they are stored first.
            let is_in_order = matches!(result, "csr" | "dcsr" | "coo");
            // Whether integers are not zero is told without a value around.
            let is_alone = made.dtype == Dtype::I64 && expression.contains("any");
            assert!(
                is_inlined(&report) || is_alone || !is_in_order,
                "{expression} into {result}: {:?}",
                report.remarks
            );
            let stored = report.results[0].stored;
            // A table has slots.
            assert!(stored < 800 || result == "hash", "{expression} into {result}: {stored} of 1600 points are stored");
        }
    }
}

/// What each loop over another variable would read again is computed once, and so is what an order was asked of.
#[test]
fn other_reductions_are_tensors() {
    for (expression, schedule) in [
        ("R(i,j) = M(i,j) * sum(k, A(i,k))", None),
        ("R(i,j) = M(i,j) * sum(k, A(i,k) * A(k,k))", None),
        ("R(i,j) = M(i,j) * sum(k, A(i,k) * A(k,j))", Some("reorder(i,k,j)")),
        ("R(i,j) = M(i,j) * max(k, A(i,k) * A(k,j))", None),
    ] {
        let formats = [("A", "csr"), ("M", "csr"), ("R", "csr")];
        let mut made = without_failing(with_formats(expression, &formats, &SIZES));
        made.schedule = schedule.map(str::to_owned);
        let report = expect_right(&made);
        assert!(!is_inlined(&report), "{expression}: {:?}", report.remarks);
    }
}

/// Shortest and widest paths, and whether there is one: what is not stored changes no minimum, maximum or disjunction.
#[test]
fn semirings_visit_entries() {
    for (expression, fill, dtype) in [
        ("R(i,j) = min(k, A(i,k) + B(k,j))", "inf : f64", Dtype::F64),
        ("R(i,j) = min(k, A(i,k) + B(k,j))", "inf : f32", Dtype::F32),
        ("R(i,j) = max(k, A(i,k) + B(k,j))", "-inf : f64", Dtype::F64),
        ("R(i,j) = max(k, min(A(i,k), B(k,j)))", "-128 : i8", Dtype::I8),
        ("R(i,j) = min(k, max(A(i,k), B(k,j)))", "2147483647 : i32", Dtype::I32),
        ("R(i,j) = min(A(i,j), min(k, A(i,k) + B(k,j)))", "inf : f64", Dtype::F64),
        ("R(i,j) = any(k, A(i,k) * B(k,j))", "0 : i8", Dtype::I8),
    ] {
        for (left, right, result) in [("csr", "csr", "csr"), ("csc", "coo", "dcsr"), ("dcsr", "hash", "csc")] {
            let format = |name: &str| format!("{name}, fill = {fill}");
            let formats = [("A", format(left)), ("B", format(right)), ("R", format(result))];
            let formats: Vec<_> = formats.iter().map(|(name, format)| (*name, format.as_str())).collect();
            let mut made = without_failing(with_formats(expression, &formats, &SIZES));
            made.dtype = dtype;
            for (seed, name) in ["A", "B"].into_iter().enumerate() {
                made.inputs.insert(name.to_owned(), format!("random:nnz=30,seed={}", seed + 3).into());
            }
            made.emit = vec![Stage::Plan];
            let report = expect_right(&made);
            let (plan, stored) = (&report.emitted[0].1, report.results[0].stored);
            assert!(stored < 200, "{expression} of {left} and {right}: {stored} points are stored");
            assert!(!plan.contains("with every value"), "{expression} of {left} and {right}:\n{plan}");
        }
    }
}
