//! Binding kernels to tensors: what breaks its format is found before code trusts it.

use lacuna_layout::Format;
use lacuna_passes::pipeline::Lacuna;
use lacuna_runtime::{
    coo::Coo,
    generate::Generator,
    pack::pack,
    storage::{IndexArray, SparseTensor, StorageError},
    value::{Dtype, Values},
};
use lacuna_tools::{
    compiler::{Compiler, Effort, Native},
    kernel::{
        Argument, BoundKernel, CallError, Target,
        checks::{Edge, Failing, MemoryChecks},
        signature::{Parameter, Signature},
    },
};

/// The kernel stays inside the memory that it has, and ends with a message where there is none.
const MEMORY: MemoryChecks = MemoryChecks { guard: Some(Edge::End), failing: Some(Failing::Each) };

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
        .start(PRODUCT, MEMORY.compile(Lacuna::default()))
        .and_then(|compiled| compiled.native(Effort::Full))
        .expect("the product compiles")
}

/// What the product is compiled for: its operands and result as they should be.
fn signature() -> Signature {
    let (a, x, y) = (tensor("csr", &[2, 4], "ones"), tensor("dense", &[4], "ones"), tensor("dense", &[2], "ones"));
    let arguments = vec![Parameter::stored("A", &a), Parameter::dense("x", &x), Parameter::dense("y", &y)];
    Signature { name: "product".to_owned(), arguments, results: Vec::new() }
}

/// What binding says of a full matrix that `damage` was done to.
fn refusal(damage: impl FnOnce(&mut SparseTensor)) -> StorageError {
    let compiler = Compiler::new();
    let mut native = native(&compiler);
    let (mut a, x, mut y) =
        (tensor("csr", &[2, 4], "ones"), tensor("dense", &[4], "ones"), tensor("dense", &[2], "ones"));
    damage(&mut a);
    let arguments = [Argument::Stored(&a, Vec::new()), Argument::Dense(&x)];
    match BoundKernel::bind(&mut native, &signature(), &arguments, vec![Target::Dense(&mut y)], MEMORY).err() {
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
    let mut kernel = BoundKernel::bind(&mut native, &signature(), &arguments, vec![Target::Dense(&mut y)], MEMORY)
        .expect("nothing is broken");
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
        assert_eq!(kernel.take_result().expect("there is one").values, Values::F64(vec![5.0, 5.0]));
        kernel.start_from(vec![Values::F64(vec![2.0, 3.0])]);
        kernel.call().expect("the kernel runs to its end");
        assert_eq!(kernel.take_result().expect("there is one").values, Values::F64(vec![6.0, 7.0]));
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
        let error = BoundKernel::bind(&mut native, &signature(), &arguments, vec![Target::Dense(&mut y)], MEMORY).err();
        let message = error.map(|error| error.to_string()).unwrap_or_default();
        let required = if broken == 1 { 4 } else { 2 };
        let expected = format!("argument {broken} of product: the last level has {required} positions, found 1 values");
        assert_eq!(message, expected);
    }
}

#[test]
fn tensors_of_another_shape_format_or_type_are_refused() {
    let compiler = Compiler::new();
    let mut native = native(&compiler);
    let (healthy, x) = (tensor("csr", &[2, 4], "ones"), tensor("dense", &[4], "ones"));
    let single = pack(&Coo::empty(vec![2, 4], Dtype::F32), &healthy.format).expect("the format holds nothing");
    for (a, x, what) in [
        (&tensor("csr", &[2, 3], "ones"), &x, "A is not what the kernel was compiled for: shape 2x4 was expected, 2x3"),
        (&single, &x, "A is not what the kernel was compiled for: element type f64 was expected, f32"),
        (&tensor("csc", &[2, 4], "ones"), &x, "A is not what the kernel was compiled for: format (i, j) -> "),
        (
            &healthy,
            &tensor("dense", &[5], "ones"),
            "x is not what the kernel was compiled for: shape 4 was expected, 5",
        ),
    ] {
        let mut y = tensor("dense", &[2], "ones");
        let arguments = [Argument::Stored(a, Vec::new()), Argument::Dense(x)];
        let error = BoundKernel::bind(&mut native, &signature(), &arguments, vec![Target::Dense(&mut y)], MEMORY).err();
        assert!(error.as_ref().is_some_and(CallError::is_ours), "{error:?}");
        let message = error.map(|error| error.to_string()).unwrap_or_default();
        assert!(message.starts_with(&format!("internal error: {what}")), "{message}");
    }
}
