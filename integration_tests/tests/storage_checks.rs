//! `check-storage`: what the runtime packs, in any format, passes the checks that kernels make of it, also in arrays that are
//! longer than what they hold.

use lacuna_integration_tests::{
    fuzz::random_conversion,
    request::{MEMORY, TABLE_EFFORT},
};
use lacuna_layout::{Description, Format, levels::Array};
use lacuna_passes::pipeline::Lacuna;
use lacuna_runtime::{generate::Generator, pack::pack, storage::SparseTensor, value::Dtype};
use lacuna_tools::{
    compiler::Compiler,
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

/// The type of a stored tensor.
fn stored(tensor: &SparseTensor) -> String {
    let sizes: String = tensor.shape.iter().map(|size| format!("{size}x")).collect();
    format!("tensor<{sizes}{}, #stensor.format<{}>>", element(tensor.dtype()), tensor.format)
}

/// Has a kernel that checks its argument give it back.
fn expect_accepted(tensor: &SparseTensor) {
    let (stored, sizes) = (stored(tensor), &tensor.shape);
    let program = format!(
        "func.func @kernel(%A: {stored} loc(\"{} of {sizes:?}\")) -> {stored} attributes {{llvm.emit_c_interface}} {{\n  \
         return %A : {stored}\n}}\n",
        tensor.format
    );
    expect_result(&program, tensor, tensor);
}

/// Has a kernel copy the arrays of its argument into longer ones, and convert what it packs of these.
fn expect_accepted_with_spare_room(tensor: &SparseTensor, expected: &SparseTensor, spare: usize) {
    let (from, to, element) = (stored(tensor), stored(expected), element(tensor.dtype()));
    let description = Description::of(tensor.format.clone());
    let index = |(_, array): &(usize, Array)| match array {
        Array::Positions => format!("i{}", description.position_width()),
        Array::Coordinates => format!("i{}", description.coordinate_width()),
    };
    let elements: Vec<_> = description.arrays().iter().map(index).chain([element.to_owned()]).collect();
    let types: Vec<_> = elements.iter().map(|element| format!("memref<?x{element}>")).collect();
    let list = types.join(", ");
    let mut program = format!(
        "func.func @kernel(%A: {from}) -> {to} attributes {{llvm.emit_c_interface}} {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %spare = arith.constant {spare} : index
  %all:{} = stensor.unpack %A : {from} -> {list}\n",
        types.len()
    );
    for (number, (r#type, element)) in types.iter().zip(&elements).enumerate() {
        // What nothing may be made of.
        let junk = match element.strip_prefix("complex<") {
            Some(part) => format!("complex.constant [99.0 : {0}, 99.0 : {0}] : {element}", part.trim_end_matches('>')),
            None if element.starts_with('f') => format!("arith.constant 99.0 : {element}"),
            None => format!("arith.constant -1 : {element}"),
        };
        program += &format!(
            "  %junk{number} = {junk}
  %count{number} = memref.dim %all#{number}, %c0 : {type}
  %more{number} = arith.addi %count{number}, %spare : index
  %longer{number} = memref.alloc(%more{number}) : {type}
  scf.for %i = %c0 to %more{number} step %c1 {{
    %is_used = arith.cmpi ult, %i, %count{number} : index
    %value = scf.if %is_used -> ({element}) {{
      %0 = memref.load %all#{number}[%i] : {type}
      scf.yield %0 : {element}
    }} else {{
      scf.yield %junk{number} : {element}
    }}
    memref.store %value, %longer{number}[%i] : {type}
  }}\n"
        );
    }
    let names: Vec<_> = (0..types.len()).map(|number| format!("%longer{number}")).collect();
    program += &format!(
        "  %B = stensor.pack({}) : ({list}) -> {from}\n  %C = stensor.convert %B : {from} to {to}\n",
        names.join(", ")
    );
    for (name, r#type) in names.iter().zip(&types) {
        program += &format!("  memref.dealloc {name} : {type}\n");
    }
    program += &format!("  return %C : {to}\n}}\n");
    expect_result(&program, tensor, expected);
}

/// Compiles a program with checks, has its kernel take a tensor, and compares what it gives.
fn expect_result(program: &str, tensor: &SparseTensor, expected: &SparseTensor) {
    let compiler = Compiler::new();
    let options = MEMORY.compile(Lacuna { check_storage: true, ..Lacuna::default() });
    let mut native = compiler
        .start(program, options)
        .and_then(|compiled| compiled.native(TABLE_EFFORT))
        .unwrap_or_else(|error| panic!("{}: {error}", tensor.format));
    let signature = Signature {
        name: "kernel".to_owned(),
        arguments: vec![Parameter::stored("A", tensor)],
        results: vec![Parameter::stored("the result", expected)],
    };
    let (arguments, place) = ([Argument::Stored(tensor, Vec::new())], Target::Stored(expected, Vec::new()));
    let mut kernel = BoundKernel::bind(&mut native, &signature, &arguments, vec![place], MEMORY)
        .unwrap_or_else(|error| panic!("{}: {error}", tensor.format));
    kernel.call().unwrap_or_else(|error| panic!("{}: {error}", tensor.format));
    let given = kernel.take_result().expect("there is one");
    assert!(given.values.is_same(&expected.values) && given.levels == expected.levels, "{}", tensor.format);
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

#[test]
fn arrays_may_be_longer_than_what_they_hold() {
    let mut formats = 0;
    for seed in 0..80 {
        let drawn = random_conversion(seed);
        let shape = drawn.shape.expect("conversions are drawn with their shape");
        let data = drawn.data.to_str().expect("generators are text");
        let tensor = packed(data, &shape, drawn.dtype, &drawn.from);
        // Every point: what fills up blocks cannot be told from a zero.
        let expected = packed(data, &shape, drawn.dtype, &vec!["dense"; shape.len()].join(","));
        let has_arrays = !Description::of(tensor.format.clone()).arrays().is_empty();
        if tensor.format.allows_spare_room() && tensor.format.fill.is_none() && has_arrays {
            formats += 1;
            expect_accepted_with_spare_room(&tensor, &expected, 1 + seed as usize % 5);
        }
    }
    assert!(formats > 25, "only {formats} formats allow for spare room");
}
