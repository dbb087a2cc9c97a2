//! `check-storage`: what the runtime packs, in any format, passes the checks that kernels make of it.

use lacuna_integration_tests::{fuzz::random_conversion, request::MEMORY};
use lacuna_layout::Format;
use lacuna_passes::pipeline::Lacuna;
use lacuna_runtime::{generate::Generator, pack::pack, storage::SparseTensor, value::Dtype};
use lacuna_tools::{
    compiler::{Compilation, Compiler},
    frontend::element,
    kernel::{
        Argument, BoundKernel, Target,
        signature::{Parameter, Signature},
    },
};

/// The short names, and others with what they leave out.
const FORMATS: [&str; 28] = [
    "csr",
    "csc",
    "coo",
    "dcsr",
    "dcsc",
    "csf",
    "bcsr:2x3",
    "csb:4x4",
    "ell",
    "dia",
    "hash",
    "dense,dense",
    "dense,hashed",
    "compressed,hashed",
    "dense,loose_compressed",
    "compressed(unordered),compressed(unordered)",
    "loose_compressed(nonunique),singleton",
    "compressed(nonunique),singleton(interleaved)",
    "compressed(nonunique, unordered),singleton(unordered)",
    "batch,compressed",
    "batch,loose_compressed",
    "batch,hashed",
    "batch,compressed(nonunique),singleton",
    "(i, j) -> (i : dense, j floordiv 4 : dense, j mod 4 : structured[3, 4])",
    "(i, j) -> (j : compressed, i floordiv 4 : compressed, i mod 4 : structured[4, 4])",
    "(i, j) -> (i floordiv 4 : batch, j : compressed, i mod 4 : structured[3, 4])",
    "(i, j) -> (_ : dense, i : dense, j floordiv 2 : singleton, j mod 2 : compressed)",
    "(i, j) -> (j - i : compressed, i : compressed, j : offset)",
];

/// Has a kernel that checks its argument give it back.
fn expect_accepted(tensor: &SparseTensor) {
    let sizes: String = tensor.shape.iter().map(|size| format!("{size}x")).collect();
    let stored = format!("tensor<{sizes}{}, #stensor.format<{}>>", element(tensor.dtype()), tensor.format);
    let program = format!(
        "func.func @kernel(%A: {stored} loc(\"{} of {sizes}\")) -> {stored} attributes {{llvm.emit_c_interface}} {{\n  \
         return %A : {stored}\n}}\n",
        tensor.format
    );
    let compiler = Compiler::new();
    let options = MEMORY.compile(Lacuna { check_storage: true, ..Lacuna::default() });
    let mut native = compiler
        .start(&program, options)
        .and_then(Compilation::native)
        .unwrap_or_else(|error| panic!("{}: {error}", tensor.format));
    let signature = Signature {
        name: "kernel".to_owned(),
        arguments: vec![Parameter::stored("A", tensor)],
        results: vec![Parameter::stored("the result", tensor)],
    };
    let (arguments, place) = ([Argument::Stored(tensor, Vec::new())], Target::Stored(tensor, Vec::new()));
    let mut kernel = BoundKernel::bind(&mut native, &signature, &arguments, vec![place], MEMORY)
        .unwrap_or_else(|error| panic!("{}: {error}", tensor.format));
    kernel.call().unwrap_or_else(|error| panic!("{}: {error}", tensor.format));
    let given = kernel.take_result().expect("there is one");
    assert!(given.values.is_same(&tensor.values) && given.levels == tensor.levels, "{}", tensor.format);
}

fn packed(data: &str, shape: &[u64], dtype: Dtype, format: &str) -> SparseTensor {
    let coo = Generator::parse(data).and_then(|data| data.generate(shape, dtype)).expect("the data can be made");
    let format = Format::named(format, shape.len()).expect("the format is one");
    pack(&coo, &format).unwrap_or_else(|error| panic!("{format}: {error}"))
}

#[test]
fn what_is_packed_is_accepted() {
    for format in FORMATS {
        for (data, shape) in
            [("random:density=0.15,seed=3", [9, 10]), ("random:density=0.0", [5, 6]), ("random:density=0.0", [0, 6])]
        {
            let matches_order = Format::named(format, 2).is_ok();
            let shape = if matches_order { &shape[..] } else { &[9, 5, 6] };
            expect_accepted(&packed(data, shape, Dtype::F64, format));
        }
    }
}

#[test]
fn what_is_packed_in_random_formats_is_accepted() {
    for seed in 0..200 {
        let drawn = random_conversion(seed);
        let shape = drawn.shape.expect("conversions are drawn with their shape");
        let data = drawn.data.to_str().expect("generators are text");
        expect_accepted(&packed(data, &shape, drawn.dtype, &drawn.from));
    }
}
