//! Stored operands that are subscripted by more than variables, in many formats, against the oracle.

use lacuna_integration_tests::request::{MEMORY, expect_right, request};
use lacuna_runtime::value::Dtype;
use lacuna_tools::kernel::checks::{Edge, MemoryChecks};

const MATRICES: [&str; 12] = [
    "csr",
    "csc",
    "coo",
    "dcsr",
    "hash",
    "bcsr:2x3",
    "csb:4x4",
    "ell",
    "dia",
    "dense,loose_compressed",
    "batch,compressed",
    "(i, j) -> (i : dense, j floordiv 2 : dense, j mod 2 : structured[2, 2])",
];

/// An expression of a matrix `A` in every format, whose result `y` has some formats in turn; `x` is a sparse vector.
fn in_every_format(expression: &str, results: &[&str]) {
    for (format, result) in MATRICES.into_iter().zip(results.iter().cycle()) {
        let mut made = request(expression);
        made.sizes = [("i", 6), ("j", 9), ("k", 4), ("l", 6)]
            .into_iter()
            .filter(|(name, _)| expression.contains(name))
            .map(|(name, size)| (name.to_owned(), size))
            .collect();
        made.inputs.insert("A".to_owned(), "random:density=0.3,seed=1".into());
        made.formats.insert("A".to_owned(), format.to_owned());
        if expression.contains("x(") {
            made.inputs.insert("x".to_owned(), "random:density=0.5,seed=2".into());
            made.formats.insert("x".to_owned(), "compressed".to_owned());
        }
        if !result.is_empty() {
            made.formats.insert("y".to_owned(), (*result).to_owned());
        }
        expect_right(&made);
    }
}

#[test]
fn diagonals() {
    in_every_format("y = A(i,i)", &[""]);
    in_every_format("y(i) = A(i,i) * x(i)", &["", "compressed", "hash"]);
    // Only the access that needs it reads a dense tensor.
    in_every_format("y(i,l) = A(i,i) * A(i,l)", &["", "csr"]);
}

#[test]
fn sums_of_variables() {
    in_every_format("y(i) = A(i+k,j) * x(k)", &["", "compressed"]);
    in_every_format("y(i,j) = A(j,i+k) * x(k)", &["", "csr"]);
}

/// Variables that reach less of a dimension which they subscript alone, in every format, of sizes that are known or not.
#[test]
fn parts_of_dimensions() {
    for (number, (format, result)) in MATRICES.into_iter().zip(["", "csr", "coo"].into_iter().cycle()).enumerate() {
        for expression in [
            "y(i,j) = A(i+1,j) - A(i,j)",
            "y(i,j) = A(i,j+1) * A(i+2,j) + A(i,j)",
            "y(i,j) = sum(p, A(i+p,j) * f(p)) - A(i,j)",
        ] {
            let mut made = request(expression);
            if expression.contains("f(p)") {
                made.inputs.insert("f".to_owned(), "[1, -2]".into());
            }
            made.any_sizes = number % 2 == 0;
            made.inputs.insert("A".to_owned(), "blocks:8x9,block=1x2,density=0.5,seed=1".into());
            made.formats.insert("A".to_owned(), format.to_owned());
            if !result.is_empty() {
                made.formats.insert("y".to_owned(), result.to_owned());
            }
            let report = expect_right(&made);
            assert!(
                report.results[0].shape.iter().product::<u64>() < 72,
                "{expression}: {:?}",
                report.results[0].shape
            );
        }
    }
}

/// A signal beside itself: a variable that a compound subscript of a dimension has reaches less of this dimension.
#[test]
fn correlations_of_a_signal_with_itself() {
    for (expression, sizes) in [
        ("y(k) = A(i+k) * A(i)", [("i", 15), ("k", 5)].as_slice()),
        ("y(p,q) = S(i+p,j+q) * S(i,j)", &[("i", 7), ("j", 6), ("p", 3), ("q", 2)]),
    ] {
        let (tensor, formats) = match expression.contains("S(") {
            true => ("S", ["csr", "dcsr", "coo", "dense"]),
            false => ("A", ["compressed", "compressed(nonunique)", "hash", "dense"]),
        };
        for (number, format) in formats.into_iter().enumerate() {
            let mut made = request(expression);
            made.any_sizes = number % 2 == 1;
            made.sizes = sizes.iter().map(|(name, size)| ((*name).to_owned(), *size)).collect();
            made.inputs.insert(tensor.to_owned(), "random:density=0.4,seed=3".into());
            made.formats.insert(tensor.to_owned(), format.to_owned());
            expect_right(&made);
        }
    }
}

/// Loops that take only some of the diagonals of an operand, where sizes are not known while compiling.
#[test]
fn some_diagonals() {
    for any_sizes in [false, true] {
        for format in ["dia", "csb:2x2", "csr"] {
            let mut made = request("y(i,j) = A(i,j+i) + x(j)");
            made.sizes = [("i", 5), ("j", 2)].into_iter().map(|(name, size)| (name.to_owned(), size)).collect();
            made.inputs.insert("A".to_owned(), "random:density=0.6,seed=1".into());
            made.inputs.insert("x".to_owned(), "random:density=1,seed=2".into());
            made.formats.insert("A".to_owned(), format.to_owned());
            made.any_sizes = any_sizes;
            expect_right(&made);
        }
    }
}

#[test]
fn multiples_and_constants() {
    in_every_format("y(i) = A(2*i,3) + x(i)", &["", "compressed"]);
}

/// Loops of no points over subscripts of more than variables, which linalg refuses: of the result, and of a sum.
#[test]
fn no_points() {
    for (expression, none) in [
        ("y(j,i) = A(2*j,2) * x(i)", "j"),
        ("y(j,i) = j * j + A(2*j,i+1) * x(i); z = y(j,i) * y(j,i)", "j"),
        ("w(j,i) = A(2*j,i+1); y(j,i) = A(2*j,i+2); y(j,i) += w(j,i) * A(2*j,2)", "j"),
        ("y(i) = A(2*k,i+1) * x(i)", "k"),
        ("y(i) = x(i); y(i) -= A(2*k,2)", "k"),
        ("y(i) = x(i); y(i) += A(2*k,i+1); y(i) *= x(i)", "k"),
    ] {
        let order = if expression.starts_with("y(i)") { 1 } else { 2 };
        let results: &[&str] = if order == 1 {
            &["dense", "compressed", "hash"]
        } else {
            &["dense", "csr", "csc", "bcsr:2x2", "batch,compressed"]
        };
        for result in results {
            for (format, any_sizes) in [("csr", false), ("hash", false), ("csr", true)] {
                let mut made = request(expression);
                made.inputs.insert("A".to_owned(), "blocks:8x9,block=1x2,density=0.4,seed=1".into());
                made.inputs.insert("x".to_owned(), "random:density=0.5,seed=2".into());
                made.formats = [("A", format), ("x", "compressed"), ("y", *result), ("w", "csr")]
                    .into_iter()
                    .filter(|(name, _)| expression.contains(&format!("{name}(")))
                    .map(|(name, format)| (name.to_owned(), format.to_owned()))
                    .collect();
                made.inputs.retain(|name, _| expression.contains(&format!("{name}(")));
                made.sizes = [("i", 4), ("j", 3), ("k", 3)]
                    .into_iter()
                    .filter(|(name, _)| expression.contains(*name))
                    .map(|(name, size)| (name.to_owned(), if name == none { 0 } else { size }))
                    .collect();
                made.any_sizes = any_sizes;
                expect_right(&made);
            }
        }
    }
}

/// Windows of stored operands, which are walked as they are stored wherever their levels are dimensions.
#[test]
fn windows() {
    for expression in [
        "y(i,j) = A(i+1,j)",
        "y(i,j) = A(i+2,j+2) * A(i+1,j+1)",
        "y(i,j) = A(i+2,j+1) + A(i+1,j+2)",
        "y(i,j) = A(i+1,j) + B(i,j)",
        "y(j,i) = A(i+1,j+1) * B(j,i)",
    ] {
        in_windows(expression, MATRICES, &["", "csr", "hash", "csc"]);
    }
    for expression in ["y(j) = A(i+1,j+1) * x(i)", "y(i) = A(i,j+3) * x(j)"] {
        in_windows(expression, MATRICES, &["", "compressed", "hash"]);
    }
    let vectors = ["compressed", "hash", "compressed(nonunique)", "compressed(unordered)", "dense"];
    for expression in
        ["y(i) = x(i) + z(i+1)", "y(i) = x(i+1) + x(i+2)", "y(i) = x(i+1) * x(i+3) - x(i+2)", "y(i) = x(i+4)"]
    {
        in_windows(expression, vectors, &["", "compressed", "hash"]);
    }
}

/// An expression whose stored operands have each of these formats, one after the other, and whose result has some in turn; every
/// other kernel is made for any sizes, of each result for one expression or another.
fn in_windows<const N: usize>(expression: &str, formats: [&str; N], results: &[&str]) {
    for (place, result) in (0..N).zip(results.iter().cycle()) {
        let any_sizes = (place / results.len() + expression.len()).is_multiple_of(2);
        let mut made = request(expression);
        let sizes = [("i", 5), ("j", 6)];
        let used = sizes
            .into_iter()
            .filter(|(name, _)| ["(", ","].iter().any(|before| expression.contains(&format!("{before}{name}"))));
        made.sizes = used.map(|(name, size)| (name.to_owned(), size)).collect();
        for (number, name) in ["A", "B", "x", "z"].into_iter().enumerate() {
            if !expression.contains(&format!("{name}(")) {
                continue;
            }
            let format = match name {
                "x" if expression.contains("A(") => "compressed",
                _ => formats[(place + number) % N],
            };
            made.inputs.insert(name.to_owned(), format!("random:density=0.4,seed={number}").into());
            made.formats.insert(name.to_owned(), format.to_owned());
        }
        if !result.is_empty() {
            made.formats.insert("y".to_owned(), (*result).to_owned());
        }
        made.any_sizes = any_sizes;
        expect_right(&made);
    }
}

/// Rows, columns and points of stored operands, which loops that run once walk.
#[test]
fn fixed_subscripts() {
    let expressions = [
        "y(i) = A(2,i)",
        "y(i) = A(i,2) * A(2,i)",
        "y(i) = max(A(2,i), A(i,3))",
        "y(i,j) = A(2,i) * A(j,3)",
        "y(i,j) = A(i,j) + A(2,i)",
        "y(i) = A(2,j) * A(i,j)",
        "y(i) = A(i,j) * A(j,2) + A(3,i)",
        "y(i) = where(A(2,i) > 0.5, A(3,i), A(i,3))",
        "s = A(2,3)",
    ];
    let lists = ["(i, j) -> (i : compressed(nonunique, unordered), j : singleton(unordered))"];
    for (number, expression) in expressions.into_iter().enumerate() {
        for (place, format) in MATRICES.into_iter().chain(lists).enumerate() {
            let mut made = request(expression);
            made.inputs.insert("A".to_owned(), format!("blocks:7x7,block=1x1,density=0.4,seed={place}").into());
            made.formats.insert("A".to_owned(), format.to_owned());
            if place % 2 == 1 && expression.starts_with('y') {
                let stored = if expression.starts_with("y(i,j)") { "csr" } else { "compressed" };
                made.formats.insert("y".to_owned(), stored.to_owned());
            }
            made.any_sizes = (place + number) % 3 == 0;
            expect_right(&made);
        }
    }
}

/// Variables that are derived from the coordinates of an operand, in memory with guards on both sides: one that is derived by way of
/// another, places that are located before bounds are tested, and points that only the bounds of a loop around keep inside.
#[test]
fn derived_variables_stay_inside() {
    let cases = [
        ("r(i,k) = A(i+k,k)", "A=dense,hashed@0,1", "i=18 k=18"),
        (
            "r(-j+l+6,k-2*i+8) = A(-3*j+13,k+i+l) * B(-3*l-3*i+37,3*i-3*j+l+13)",
            "A=hash; B=(i, j) -> (i : dense, j : sliced[4, 4])",
            "i=5 j=5 k=5 l=9",
        ),
        ("r(i+2*j+1) = A(2*j+i+2); r(2*i) += 7", "A=hash", "i=9 j=7"),
        ("r(i+2*j+1) = A(2*j+i+2) * x(2*j+i+1)", "A=hash; x=dense", "i=9 j=7"),
        ("r(i+2*j+1) = A(2*j+i+2) * B(2*j+i,i)", "A=hash; B=csr", "i=9 j=7"),
        (
            "r(i,j,k) = B(i,j) + D(k,j/3) * E(-3*j+k+49)",
            "B=csr; D=csr; E=compressed; r=dense,dense,compressed",
            "i=7 j=17 k=7",
        ),
        ("r(2*i) = A(i); r(i) += D(i)", "A=hash; D=dense; r=compressed", "i=4"),
        ("r(2*i) = A(i); r(i/2) += D(i)", "A=hash; D=dense; r=hash", "i=4"),
        ("r(2*i,j) = A(i,j); r(i,j) += D(i,j)", "A=csr; D=dense; r=csr", "i=4 j=3"),
    ];
    for (expression, formats, sizes) in cases {
        for (edge, any_sizes) in [(Edge::Start, false), (Edge::Start, true), (Edge::End, false), (Edge::End, true)] {
            let mut made = request(expression);
            made.memory = MemoryChecks { guard: Some(edge), ..MEMORY };
            made.any_sizes = any_sizes;
            let sizes = sizes.split(' ').filter_map(|size| size.split_once('='));
            made.sizes = sizes.map(|(name, size)| (name.to_owned(), size.parse().expect("a size"))).collect();
            for (tensor, format) in formats.split("; ").filter_map(|pair| pair.split_once('=')) {
                let density = if format == "dense" { "1" } else { "0.3" };
                if tensor != "r" {
                    made.inputs.insert(tensor.to_owned(), format!("random:density={density},seed=3").into());
                }
                made.formats.insert(tensor.to_owned(), format.to_owned());
            }
            expect_right(&made);
        }
    }
}

/// Both factors read their tensors through a window of their own, which may find nothing: only points where both find something are
/// stored, and of a sum all where one of them does.
#[test]
fn points_that_windows_find() {
    for operation in ["*", "+"] {
        let expression = format!("r(j+2*i,2*i+j+2) = -C(2*i+j,2*j) {operation} D(3*j,-2*i+6,j-i+5)");
        let mut made = request(&expression);
        made.sizes = [("i", 4), ("j", 4)].map(|(name, size)| (name.to_owned(), size)).into();
        for (tensor, format, density) in [("C", "csr", "0.3"), ("D", "csf", "0.4"), ("r", "csr", "")] {
            made.formats.insert(tensor.to_owned(), format.to_owned());
            if !density.is_empty() {
                made.inputs.insert(tensor.to_owned(), format!("random:density={density},seed=5").into());
            }
        }
        expect_right(&made);
    }
}

/// Loops that reduce a subscript walk subsections, in orders that are asked for: of one level or two, of several loops, in either
/// direction, in guarded memory.
#[test]
fn subsections() {
    let cases = [
        ("y(i) = A(i+p) * f(p)", "compressed", "reorder(i,p)"),
        ("y(i) = A(2*i+3*p) * f(p)", "compressed(nonunique)", "reorder(i,p)"),
        ("y(i) = A(3*i+p+2*q) * f(p) * g(q)", "compressed", "reorder(i,p,q)"),
        ("y(i) = A(-i-p+30) * f(p)", "compressed", "reorder(i,p)"),
        ("y(i) = A(i-p+3) * f(p)", "compressed", "reorder(i,p)"),
        ("y(i) = A(i-p+q+3) * f(p) * g(q)", "compressed", "reorder(i,p,q)"),
        ("y(i) = max(p, A(i+p) * f(p))", "compressed", "reorder(i,p)"),
        ("y(i,j) = A(i+p,j+q) * B(p,q)", "dcsr", "reorder(i,p,j,q)"),
        ("y(i,j) = A(i+p,2*j+q) * B(p,q)", "csr", "reorder(i,p,j,q)"),
        ("y(i,j) = A(i+p,j-q+2) * B(p,q)", "coo", "reorder(i,p,j,q)"),
        ("y(i,j) = A(i+p,j+q) * B(p,q)", "csr", "reorder(i,j,p,q)"),
        ("y(i,j) = A(2*i+p,3*j+2*q) * B(p,q)", "dcsr", "reorder(i,j,p,q)"),
        ("y(i,j) = A(i+2*p,-j-q+20) * B(p,q)", "csr", "reorder(i,j,p,q)"),
        ("y(i,j) = A(i+p,j-q+2) * B(p,q)", "dcsr", "reorder(i,j,p,q)"),
        ("y(i,j) = A(i+p,j+q) * B(p,q)", "coo", "reorder(i,j,p,q)"),
        ("y(i,j) = A(i-p+2,2*j-q+2) * B(p,q)", "csr", "reorder(i,j,p,q)"),
        ("y(i,j) = A(i-p+2,j+q) * B(p,q)", "coo", "reorder(i,j,p,q)"),
        ("y(i,j) = A(i-p+2,j-q+1) * B(p,q)", "coo", "reorder(i,p,j,q)"),
        ("y(i,j) = A(-2*i-p+20,j+q) * B(p,q)", "coo", "reorder(i,j,p,q)"),
        ("y(i,j) = A(10-i,j)", "coo", "reorder(i,j)"),
        ("y(i,j) = A(i-p+2,j) * f(p)", "coo", "reorder(i,j,p)"),
        ("y(i,j) = A(i-2*p+4,j-q+2) * B(p,q)", "dcsr", "reorder(i,j,p,q)"),
        ("y(i) = A(2*i-3*p+7) * f(p)", "compressed(nonunique)", "reorder(i,p)"),
        ("y(i) = A(-2*i+3*p+20) * f(p)", "compressed", "reorder(i,p)"),
        ("y(i,j) = A(j+q,i+p) * B(p,q)", "dcsc", "reorder(i,j,p,q)"),
        ("y(i) = A(i+p,j) * f(p)", "dcsr", "reorder(i,p,j)"),
    ];
    for (number, (expression, format, schedule)) in cases.into_iter().enumerate() {
        let is_matrix = expression.contains("y(i,j)");
        for (result, edge, any_sizes) in [
            (if is_matrix { "csr" } else { "compressed" }, Edge::Start, number % 2 == 0),
            ("", Edge::End, number % 2 == 1),
        ] {
            let mut made = request(expression);
            made.memory = MemoryChecks { guard: Some(edge), ..MEMORY };
            (made.any_sizes, made.schedule) = (any_sizes, Some(schedule.to_owned()));
            let sizes = [("i", 9), ("j", 11), ("p", 3), ("q", 2)];
            let has_name = |name: &str| expression.contains(name);
            made.sizes = sizes
                .into_iter()
                .filter(|(name, _)| has_name(name))
                .map(|(name, size)| (name.to_owned(), size))
                .collect();
            for (tensor, density) in [("A", "0.2"), ("B", "1"), ("f", "1"), ("g", "1")] {
                if has_name(&format!("{tensor}(")) {
                    made.inputs.insert(tensor.to_owned(), format!("random:density={density},seed=4").into());
                }
            }
            made.formats.insert("A".to_owned(), format.to_owned());
            if !result.is_empty() {
                made.formats.insert("y".to_owned(), result.to_owned());
            }
            expect_right(&made);
        }
    }
}

/// Subsections are merged with other levels and with one another.
#[test]
fn merged_subsections() {
    let cases = [
        ("y(i) = x(i) + sum(p, a(i+p) * f(p))", "x=compressed a=compressed", "compressed"),
        ("y(i) = x(i) - sum(p, a(2*i-p+2) * f(p))", "x=compressed(nonunique) a=compressed", ""),
        ("y(i) = sum(p, a(i+2*p) * f(p)) + sum(p, x(2*i-p+2) * f(p))", "x=compressed a=compressed", "compressed"),
        ("y(i,j) = x(i) + a(i+j)", "x=compressed a=compressed", "csr"),
        ("y(i,j) = M(i,j) + sum(p, sum(q, A(i+p,j+q) * B(p,q)))", "M=csr A=csr", "csr"),
        ("y(i,j) = M(i,j) + sum(p, sum(q, A(i+p,j+q) * B(p,q)))", "M=dcsr A=dcsr", "dcsr"),
        ("y(i,j) = sum(p, sum(q, M(i-p+2,j+q) * B(p,q))) - sum(p, sum(q, A(i+p,j+q) * B(p,q)))", "M=csr A=dcsr", "csr"),
    ];
    for (number, (expression, formats, result)) in cases.into_iter().enumerate() {
        let order = if expression.contains("B(p,q)") { "reorder(i,j,p,q)" } else { "reorder(i,p)" };
        for (edge, asked) in [(Edge::Start, false), (Edge::End, !expression.contains("i+j"))] {
            let mut made = request(expression);
            made.memory = MemoryChecks { guard: Some(edge), ..MEMORY };
            made.any_sizes = number % 2 == 1 && !asked;
            made.schedule = asked.then(|| order.to_owned());
            let sizes = [("i", 40), ("j", 30), ("p", 3), ("q", 2)];
            let sizes = sizes.into_iter().filter(|(name, _)| expression.contains(name));
            made.sizes = sizes.map(|(name, size)| (name.to_owned(), size)).collect();
            for (seed, tensor) in ["x", "a", "f", "M", "A", "B"].into_iter().enumerate() {
                if expression.contains(&format!("{tensor}(")) {
                    let density = if formats.contains(&format!("{tensor}=")) { 0.1 } else { 1.0 };
                    made.inputs.insert(tensor.to_owned(), format!("random:density={density},seed={}", seed + 1).into());
                }
            }
            for (tensor, format) in formats.split(' ').filter_map(|pair| pair.split_once('=')) {
                made.formats.insert(tensor.to_owned(), format.to_owned());
            }
            if !result.is_empty() {
                made.formats.insert("y".to_owned(), result.to_owned());
            }
            expect_right(&made);
        }
    }
}

/// What loops over subsections must not share: buffers of loops inside of one another, parents that stand apart or at ranges, variables
/// that choose the parent; and points of dense results that they leave out.
#[test]
fn subsections_apart() {
    let cases = [
        ("y(i,j) = A(i+p,j+p+q) * B(p,q)", "A=csr y=csr", "reorder(i,j,p,q)"),
        ("y(i,j) = A(i+p,j+k+q) * D(p,q,k)", "A=csr y=csr", "reorder(i,j,k,p,q)"),
        ("y(i,j) = A(j+p,j+q) * B(p,q) * x(i)", "A=csr x=compressed", "reorder(i,j,p,q)"),
        ("y(i,j) = T(i,j+p,j+q) * B(p,q)", "T=compressed,dense,compressed", "reorder(i,j,p,q)"),
        ("y(i,j,k) = T(i,j+p,k+q) * B(p,q)", "T=dense,sliced[4,4],compressed y=csf", "reorder(i,j,k,p,q)"),
        ("y(i,j) = (A(i+p,j+q) + M(i+p,j+q) + N(i+p,j+q)) * B(p,q)", "A=dcsr M=dcsr N=dcsr y=dcsr", "reorder(i,j,p,q)"),
        ("y(i,j) = (S(i+p,j+q,k) + T(i+p,j+q,k)) * B(p,q)", "S=csf T=csf y=dcsr", "reorder(i,j,p,q,k)"),
        ("y(i,k) = T(i,i+q,k+p) * B(q,p)", "T=dense,compressed,compressed y=csr", ""),
        ("y(i,j) = T(i,j,j+q) * f(q)", "T=compressed,dense,compressed", "reorder(i,j,q)"),
        ("y(i) = sum(k,A(i,k)) * sum(k,M(i,k)) + sum(k,A(i,k))", "A=csr M=csr y=compressed", ""),
    ];
    for (expression, formats, schedule) in cases {
        let mut made = request(expression);
        made.memory = MemoryChecks { guard: Some(Edge::End), ..MEMORY };
        made.schedule = (!schedule.is_empty()).then(|| schedule.to_owned());
        let sizes = [("i", 12), ("j", 25), ("k", 9), ("p", 3), ("q", 2)];
        let is_used = |name: &str| [",", "(", "+"].iter().any(|before| expression.contains(&format!("{before}{name}")));
        let sizes = sizes.into_iter().filter(|(name, _)| is_used(name));
        made.sizes = sizes.map(|(name, size)| (name.to_owned(), size)).collect();
        for (seed, tensor) in ["A", "B", "D", "M", "N", "S", "T", "f", "x"].into_iter().enumerate() {
            if expression.contains(&format!("{tensor}(")) {
                let density = if formats.contains(&format!("{tensor}=")) { 0.15 } else { 1.0 };
                made.inputs.insert(tensor.to_owned(), format!("random:density={density},seed={}", seed + 1).into());
            }
        }
        for (tensor, format) in formats.split(' ').filter_map(|pair| pair.split_once('=')) {
            made.formats.insert(tensor.to_owned(), format.to_owned());
        }
        expect_right(&made);
    }
}

/// A loop may resolve a level before any loop has chosen its parent: another one, which runs once inside, walks the level then. Loops of size
/// 1 have their place in an order that was asked for.
#[test]
fn levels_resolved_before_their_parents() {
    let cases = [
        ("y(i,j) = A(i+p,j) * f(p)", "reorder(i,j,p)", ["csr", "dcsr", "coo"]),
        ("y(i,j) = A(i+p,j+s) * f(p) * g(s)", "reorder(i,j,p,s)", ["csr", "dcsr", "coo"]),
        ("y(i,j) = A(i+p,j+q) * B(p,q)", "reorder(i,q,j,p)", ["csr", "dcsr", "coo"]),
        ("y(i,j,k) = T(i+p,j+q,k) * B(p,q)", "reorder(i,j,k,p,q)", ["csf", "coo", "dense,compressed,compressed"]),
        ("y(i,j,k) = T(i+p,j+q,k+r) * B(p,q) * h(r)", "reorder(i,j,k,p,r,q)", ["csf", "coo", "dense,dense,compressed"]),
        ("y(i,j,k) = T(i+p,j,k+r) * B(p,r)", "reorder(i,j,p,k,r)", ["csf", "coo", "compressed,dense,compressed"]),
        ("y(i,j,k) = T(i+p,j+q,k) * B(p,q)", "reorder(i,j+q,k,p,q)", ["csf", "coo", "dense,compressed,compressed"]),
    ];
    for (number, (expression, schedule, formats)) in cases.into_iter().enumerate() {
        for (other, format) in formats.into_iter().enumerate() {
            let mut made = request(expression);
            made.memory = MemoryChecks { guard: Some([Edge::Start, Edge::End][(number + other) % 2]), ..MEMORY };
            made.schedule = Some(schedule.to_owned());
            let sizes = [("i", 6), ("j", 5), ("k", 7), ("p", 3), ("q", 2), ("r", 2), ("s", 1)];
            let order = schedule.trim_start_matches("reorder");
            let used = sizes.into_iter().filter(|(name, _)| order.contains(name));
            made.sizes = used.map(|(name, size)| (name.to_owned(), size)).collect();
            let operand = if expression.contains("T(") { "T" } else { "A" };
            made.formats.insert(operand.to_owned(), format.to_owned());
            let orders_points = !schedule.contains("j+q");
            let result = if orders_points && other == 1 { if operand == "T" { "csf" } else { "csr" } } else { "dense" };
            made.formats.insert("y".to_owned(), result.to_owned());
            for (seed, tensor) in ["A", "T", "B", "f", "g", "h"].into_iter().enumerate() {
                if expression.contains(&format!("{tensor}(")) {
                    let density = if tensor == operand { 0.3 } else { 1.0 };
                    made.inputs.insert(tensor.to_owned(), format!("random:density={density},seed={}", seed + 1).into());
                }
            }
            expect_right(&made);
        }
    }
}

/// In three dimensions, loops over two levels of one operand may walk subsections under lists of parents at the same time, each with
/// buffers of its own. Parents are rows, fibres of rows, or runs of entries.
#[test]
fn subsections_in_three_dimensions() {
    let orders =
        ["i,j,p,k,q,r", "i,p,j,k,q,r", "i,j,k,p,q,r", "i,j,p,q,k,r", "i,k,j,p,q,r", "p,i,j,k,q,r", "j,p,i,k,q,r"];
    let formats = [
        "csf",
        "dense,compressed,compressed",
        "dense,dense,compressed",
        "compressed,dense,compressed",
        "coo",
        "dense,compressed(nonunique),singleton",
    ];
    for (number, order) in orders.into_iter().enumerate() {
        for (other, format) in formats.into_iter().enumerate() {
            let expression = match (number + other) % 3 {
                0 => "y(i,j,k) = A(i+p,j+q,k-r+2) * B(p,q,r)",
                1 => "y(i,j,k) = A(2*i+p,j+2*q,3*k+2*r) * B(p,q,r)",
                _ => "y(i,j,k) = A(i+p,j+q+p,k+r) * B(p,q,r)",
            };
            let mut made = request(expression);
            made.memory = MemoryChecks { guard: Some([Edge::Start, Edge::End][number % 2]), ..MEMORY };
            made.schedule = Some(format!("reorder({order})"));
            let sizes = [("i", 6), ("j", 5), ("k", 7), ("p", 3), ("q", 3), ("r", 3)];
            made.sizes = sizes.into_iter().map(|(name, size)| (name.to_owned(), size)).collect();
            made.formats.insert("A".to_owned(), format.to_owned());
            made.formats.insert("y".to_owned(), ["dense", "csf", "coo"][(number + 2 * other) % 3].to_owned());
            made.inputs.insert("A".to_owned(), "random:density=0.2,seed=3".into());
            made.inputs.insert("B".to_owned(), "random:density=1,seed=4".into());
            expect_right(&made);
        }
    }
}

/// Quotients and remainders of a variable whose size is known may reach less than operands have of which no size is.
#[test]
fn divided_variables_reach_a_part() {
    // The operand has 8 x 9 points.
    let cases = [
        ("y(i,j) = A(i/3,j)", 9),
        ("y(i,j) = A(j,i mod 3)", 8),
        ("y(i) = A(i/2,j mod 3)", 7),
        ("y = A(i/3,j mod 2) * x(i)", 7),
    ];
    for (expression, columns) in cases {
        for format in ["csr", "dcsc", "coo", "bcsr:2x3", "hash", "ell"] {
            for result in ["dense", "csr"] {
                let is_matrix = expression.contains("y(i,j)");
                if result == "csr" && !is_matrix {
                    continue;
                }
                for any_sizes in [false, true] {
                    let mut made = request(expression);
                    (made.memory, made.any_sizes) = (MEMORY, any_sizes);
                    made.sizes = [("i", 9), ("j", columns)].map(|(name, size)| (name.to_owned(), size)).into();
                    made.formats.insert("A".to_owned(), format.to_owned());
                    made.formats.insert("y".to_owned(), if is_matrix { result } else { "dense" }.to_owned());
                    made.inputs.insert("A".to_owned(), "blocks:8x9,block=1x2,density=0.5".into());
                    if expression.contains("x(i)") {
                        made.inputs.insert("x".to_owned(), "ones".into());
                    }
                    expect_right(&made);
                }
            }
        }
    }
}

/// Variables of size 1, which leave no order of the loops if they are taken for terms of a subscript.
#[test]
fn variables_of_size_one() {
    for format in MATRICES {
        let mut made = request("y(k) = A(j,j) * B(2*k+j-i+6,k+10-2*i)");
        made.sizes = [("j", 1), ("k", 4), ("i", 3)].map(|(name, size)| (name.to_owned(), size)).into();
        made.inputs.insert("A".to_owned(), "ones".into());
        made.formats.insert("A".to_owned(), "csr".to_owned());
        made.inputs.insert("B".to_owned(), "random:density=0.4,seed=1".into());
        made.formats.insert("B".to_owned(), format.to_owned());
        expect_right(&made);
    }
}

/// Orders with loops over coordinates of the operand, whose variables follow, for dense and stored results.
#[test]
fn loops_over_coordinates() {
    let cases = [
        ("y(i,j) = A(i+p,j+q) * B(p,q)", "csr", ["i+p,j+q,p,q", "i+p,p,j+q,q", "p,i,j+q,q", "i+p,j,p,q", "p,q,i+p,j"]),
        (
            "y(i,j) = A(p-i+5,j+q) * B(p,q)",
            "dcsr",
            ["p-i+5,j+q,p,q", "p-i+5,p,j+q,q", "p,i,j+q,q", "p,q,p-i+5,j+q", "i,p-i+5,j,q"],
        ),
        (
            "y(i,j) = A(i+p,2*j+q) * B(p,q)",
            "coo",
            ["i+p,2*j+q,p,j", "i+p,p,q,j", "p,i,q,j", "i+p,p,2*j+q,j", "i,p,j,q"],
        ),
        (
            "y(i,j) = A(i+p+q,j) * B(p,q)",
            "csr",
            ["i+p+q,j,p,q", "i+p+q,p,j,q", "p,i+p+q,q,j", "p,q,i+p+q,j", "p,i,i+p+q,j"],
        ),
    ];
    for (expression, format, orders) in cases {
        for (number, order) in orders.into_iter().enumerate() {
            for result in ["dense", "csr"] {
                let mut made = request(expression);
                made.memory = MemoryChecks { guard: Some([Edge::Start, Edge::End][number % 2]), ..MEMORY };
                made.schedule = Some(format!("reorder({order})"));
                made.any_sizes = number == 1;
                made.sizes =
                    [("i", 6), ("j", 7), ("p", 3), ("q", 2)].map(|(name, size)| (name.to_owned(), size)).into();
                made.formats =
                    [("A", format), ("y", result)].map(|(name, format)| (name.to_owned(), format.to_owned())).into();
                made.inputs.insert("A".to_owned(), "random:density=0.3,seed=3".into());
                made.inputs.insert("B".to_owned(), "random:density=1,seed=4".into());
                expect_right(&made);
            }
        }
    }
}

/// A dense slice is transposed for lanes, although a size is taken from it.
#[test]
fn slices_of_dense_operands_are_converted() {
    let mut made = request("r(m,j,(k mod 2)+3*j+1) += A((j mod 6),m) * C(m,k,j) - D(l,i,j) * E(k)");
    made.any_sizes = true;
    made.sizes = [("j", 7), ("k", 7), ("m", 3), ("l", 8), ("i", 1)].map(|(name, size)| (name.to_owned(), size)).into();
    for (name, format) in [("A", "dense"), ("C", "csf"), ("D", "dense"), ("E", "compressed"), ("r", "dense")] {
        made.formats.insert(name.to_owned(), format.to_owned());
        made.inputs.insert(name.to_owned(), "random:density=0.4,seed=3".into());
    }
    expect_right(&made);
}

/// Limits couple the loops over coordinates with others, so sums over both are no products of sums.
#[test]
fn sums_over_coordinates_keep_their_limits() {
    let cases = [
        ("t = A(j+q) * F(q)", "compressed", "j+q,q"),
        ("t = A(j+q) * F(q)", "compressed", "q,j+q"),
        ("y(i) = A(i,j+k) * x(k)", "csr", "i,j+k,k"),
        ("y(k) = A(j+q) * F(q) * x(k)", "compressed", "k,j+q,q"),
        ("t = A(i+p,j+q) * B(p,q)", "csr", "i+p,j+q,p,q"),
        ("t = A(p-i+9,j+2*q) * B(p,q)", "dcsr", "p,q,p-i+9,j+2*q"),
    ];
    for (number, (expression, format, order)) in cases.into_iter().enumerate() {
        for dtype in [Dtype::F64, Dtype::I32] {
            let mut made = request(expression);
            made.dtype = dtype;
            made.any_sizes = number % 2 == 1;
            made.schedule = Some(format!("reorder({order})"));
            let sizes = [("i", 5), ("j", 6), ("k", 3), ("p", 3), ("q", 2)];
            let is_used = |name: &str| expression[1..].contains(name);
            let used = sizes.into_iter().filter(|(name, _)| is_used(name));
            made.sizes = used.map(|(name, size)| (name.to_owned(), size)).collect();
            made.formats.insert("A".to_owned(), format.to_owned());
            for name in ["A", "B", "F", "x"].into_iter().filter(|name| expression.contains(&format!("{name}("))) {
                made.inputs.insert(name.to_owned(), "random:density=0.6,seed=3".into());
            }
            expect_right(&made);
        }
    }
}

/// A divisor that is larger than the variable leaves one value of the quotient, and as many remainders as there are values.
#[test]
fn huge_divisors_take_no_rounds() {
    for expression in
        ["y(i) = A(i/9223372036854775807)", "y(i) = A(i mod 9223372036854775807)", "y(i/4000000000) = A(i)"]
    {
        let mut made = request(expression);
        made.sizes = [("i".to_owned(), 4)].into();
        made.formats.insert("A".to_owned(), "compressed".to_owned());
        made.inputs.insert("A".to_owned(), "random:density=1,seed=3".into());
        expect_right(&made);
    }
}
