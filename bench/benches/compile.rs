//! Compile time: from index notation to callable code.

// criterion's macros make items that nobody can document.
#![allow(missing_docs)]

use criterion::{Criterion, criterion_group, criterion_main};
use lacuna_bench::compile;
use lacuna_tools::compiler::Compiler;

/// A name, an expression, and the formats of its stored operands.
type Case = (&'static str, &'static str, &'static [(&'static str, &'static str)]);

fn expressions(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("compile");
    group.sample_size(20);
    let cases: [Case; 4] = [
        ("spmv csr", "y(i) = A(i,j) * x(j)", &[("A", "csr")]),
        ("spmv coo", "y(i) = A(i,j) * x(j)", &[("A", "coo")]),
        ("spmm csr", "C(i,k) = A(i,j) * B(j,k)", &[("A", "csr")]),
        ("mttkrp csf", "A(i,l) = B(i,j,k) * C(j,l) * D(k,l)", &[("B", "csf")]),
    ];
    for (name, expression, formats) in cases {
        // As a command does it: with a context of its own.
        group.bench_function(format!("{name}, new context"), |bencher| {
            bencher.iter(|| compile(&Compiler::new(), expression, formats).expect("compiles"));
        });
        let compiler = Compiler::new();
        group.bench_function(format!("{name}, kept context"), |bencher| {
            bencher.iter(|| compile(&compiler, expression, formats).expect("compiles"));
        });
    }
    group.finish();
}

criterion_group!(benches, expressions);
criterion_main!(benches);
