//! Binding kernels to tensors: what breaks its format is found before code trusts it.

use lacuna_passes::pipeline::Lacuna;
use lacuna_runtime::{
    coo::Coo,
    format::Format,
    generate::Generator,
    pack::pack,
    storage::{IndexArray, SparseTensor, StorageError},
    value::{Dtype, Values},
};
use lacuna_tools::{
    compiler::{Compiler, Native},
    kernel::{Argument, BoundKernel, CallError, Target},
};

const PRODUCT: &str = r#"
#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @product(%A: tensor<2x4xf64, #CSR> loc("A"), %x: tensor<4xf64>, %y: tensor<2xf64>) -> tensor<2xf64>
    attributes {llvm.emit_c_interface} {
  %0 = linalg.generic {
    indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i)>],
    iterator_types = ["parallel", "reduction"]
  } ins(%A, %x : tensor<2x4xf64, #CSR>, tensor<4xf64>) outs(%y : tensor<2xf64>) {
  ^bb0(%a: f64, %b: f64, %out: f64):
    %1 = arith.mulf %a, %b : f64
    %2 = arith.addf %out, %1 : f64
    linalg.yield %2 : f64
  } -> tensor<2xf64>
  return %0 : tensor<2xf64>
}"#;

fn tensor(format: &str, shape: &[u64], data: &str) -> SparseTensor {
    let format = Format::named(format, shape.len()).expect("the format is one");
    let coo: Coo =
        Generator::parse(data).expect("the generator is one").generate(shape, Dtype::F64).expect("the tensor is small");
    pack(&coo, &format).expect("the format holds the tensor")
}

fn native(compiler: &Compiler) -> Native {
    compiler
        .start(PRODUCT, Lacuna::default())
        .and_then(lacuna_tools::compiler::Compilation::native)
        .expect("the product compiles")
}

/// What binding says of a full matrix that `damage` was done to.
fn refusal(damage: impl FnOnce(&mut SparseTensor)) -> StorageError {
    let compiler = Compiler::new();
    let mut native = native(&compiler);
    let (mut a, x, mut y) =
        (tensor("csr", &[2, 4], "ones"), tensor("dense", &[4], "ones"), tensor("dense", &[2], "ones"));
    damage(&mut a);
    let arguments = [Argument::Stored(&a, Vec::new()), Argument::Dense(&x)];
    match BoundKernel::bind(&mut native, "product", &arguments, Target::Dense(&mut y)).err() {
        Some(CallError::Storage { argument: 0, name, error }) if name == "product" => error,
        other => panic!("refused as {other:?}"),
    }
}

fn coordinates(tensor: &mut SparseTensor) -> &mut Option<IndexArray> {
    &mut tensor.levels[1].coordinates
}

/// Multiplies a healthy matrix and a vector, so that `use_kernel` may call the kernel and look at the result.
fn with_bound(use_kernel: impl FnOnce(&mut BoundKernel<'_>)) -> SparseTensor {
    let compiler = Compiler::new();
    let mut native = native(&compiler);
    let (a, x, mut y) = (tensor("csr", &[2, 4], "ones"), tensor("dense", &[4], "ones"), tensor("dense", &[2], "ones"));
    let arguments = [Argument::Stored(&a, Vec::new()), Argument::Dense(&x)];
    let mut kernel =
        BoundKernel::bind(&mut native, "product", &arguments, Target::Dense(&mut y)).expect("nothing is broken");
    use_kernel(&mut kernel);
    drop(kernel);
    y
}

#[test]
fn a_healthy_tensor_is_bound_and_multiplied() {
    let y = with_bound(|kernel| kernel.call().expect("the kernel runs to its end"));
    assert_eq!(y.values, Values::F64(vec![5.0, 5.0]));
}

#[test]
fn a_result_that_is_added_to_starts_again() {
    with_bound(|kernel| {
        kernel.call().expect("the kernel runs to its end");
        assert_eq!(kernel.take_result().values, Values::F64(vec![5.0, 5.0]));
        kernel.start_from(Values::F64(vec![2.0, 3.0]));
        kernel.call().expect("the kernel runs to its end");
        assert_eq!(kernel.take_result().values, Values::F64(vec![6.0, 7.0]));
    });
}

#[test]
fn coordinates_out_of_order_are_refused() {
    let error = refusal(|a| *coordinates(a) = Some(IndexArray::U32(vec![0, 2, 1, 3, 0, 1, 2, 3])));
    assert_eq!(error, StorageError::Unordered { level: 1, position: 2, previous: 2, coordinate: 1 });
}

#[test]
fn coordinates_that_occur_twice_are_refused() {
    let error = refusal(|a| *coordinates(a) = Some(IndexArray::U32(vec![0, 1, 1, 3, 0, 1, 2, 3])));
    assert_eq!(error, StorageError::Duplicate { level: 1, position: 2, coordinate: 1 });
}

#[test]
fn coordinates_out_of_range_are_refused() {
    let error = refusal(|a| *coordinates(a) = Some(IndexArray::U32(vec![0, 1, 2, 900_000_000, 0, 1, 2, 3])));
    assert_eq!(error, StorageError::CoordinateRange { level: 1, position: 3, coordinate: 900_000_000, size: 4 });
}

#[test]
fn positions_that_decrease_are_refused() {
    let error = refusal(|a| a.levels[1].positions = Some(IndexArray::U32(vec![0, 9, 8])));
    assert_eq!(error, StorageError::DecreasingPositions { level: 1, parent: 1, begin: 9, end: 8 });
}

#[test]
fn missing_values_are_refused() {
    let error = refusal(|a| a.values = Values::F64(vec![1.0; 7]));
    assert_eq!(error, StorageError::ValueCount { required: 8, found: 7 });
}

#[test]
fn dense_arguments_and_results_that_are_too_short_are_refused() {
    let compiler = Compiler::new();
    let mut native = native(&compiler);
    let a = tensor("csr", &[2, 4], "ones");
    for broken in [1, 2] {
        let (mut x, mut y) = (tensor("dense", &[4], "ones"), tensor("dense", &[2], "ones"));
        if broken == 1 { &mut x } else { &mut y }.values = Values::F64(vec![1.0]);
        let arguments = [Argument::Stored(&a, Vec::new()), Argument::Dense(&x)];
        let error = BoundKernel::bind(&mut native, "product", &arguments, Target::Dense(&mut y)).err();
        let message = error.map(|error| error.to_string()).unwrap_or_default();
        let required = if broken == 1 { 4 } else { 2 };
        let expected = format!("argument {broken} of product: the last level has {required} positions, found 1 values");
        assert_eq!(message, expected);
    }
}
