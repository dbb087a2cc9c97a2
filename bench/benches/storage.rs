//! Reading and packing five million entries.

// criterion's macros make items that nobody can document.
#![allow(missing_docs)]

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use lacuna_layout::Format;
use lacuna_runtime::{
    generate::Generator,
    io::{self, ReadOptions},
    pack::pack,
    value::Dtype,
};

const ENTRIES: u64 = 5_000_000;

fn storage(criterion: &mut Criterion) {
    let generator = Generator::parse(&format!("random:nnz={ENTRIES},seed=1")).expect("a known generator");
    let entries = generator.generate(&[1_000_000, 1_000_000], Dtype::F64).expect("it fits");
    let mut group = criterion.benchmark_group("5 million entries");
    group.sample_size(10).throughput(Throughput::Elements(ENTRIES));
    let folder = tempfile::tempdir().expect("a temporary folder");
    for ending in ["mtx", "tns"] {
        let file = folder.path().join(format!("matrix.{ending}"));
        io::write(&file, &entries).expect("the folder is writable");
        group.bench_function(format!("read .{ending}"), |bencher| {
            bencher.iter(|| io::read(&file, &ReadOptions::new(Dtype::F64)).expect("it was just written"));
        });
    }
    for name in ["csr", "csc", "coo", "dcsr"] {
        let format = Format::named(name, 2).expect("a known format");
        group.bench_function(format!("pack {name}"), |bencher| {
            bencher.iter(|| pack(&entries, &format).expect("it fits"));
        });
    }
    group.finish();
}

criterion_group!(benches, storage);
criterion_main!(benches);
