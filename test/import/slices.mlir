// Slices of upstream's sparse tensors, read where they are: the same results as upstream's pipeline.

// RUN: lacuna-opt %s --lacuna | %run | FileCheck %s
// RUN: mlir-opt %s --sparsifier="enable-runtime-library=false" | %run | FileCheck %s

#CSR = #sparse_tensor.encoding<{map = (i, j) -> (i : dense, j : compressed)}>
#Window = #sparse_tensor.encoding<{
  map = (i : #sparse_tensor<slice(1, 3, 1)>, j : #sparse_tensor<slice(2, 4, 1)>) -> (i : dense, j : compressed)}>
#Any = #sparse_tensor.encoding<{
  map = (i : #sparse_tensor<slice(?, ?, ?)>, j : #sparse_tensor<slice(?, ?, ?)>) -> (i : dense, j : compressed)}>

#matvec = {
  indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i)>],
  iterator_types = ["parallel", "reduction"]
}

func.func @known(%A: tensor<5x6xf64, #CSR>, %x: tensor<4xf64>, %y: tensor<3xf64>) -> tensor<3xf64> {
  %s = tensor.extract_slice %A[1, 2] [3, 4] [1, 1] : tensor<5x6xf64, #CSR> to tensor<3x4xf64, #Window>
  %r = linalg.generic #matvec ins(%s, %x : tensor<3x4xf64, #Window>, tensor<4xf64>) outs(%y : tensor<3xf64>) {
  ^bb0(%a: f64, %b: f64, %o: f64):
    %0 = arith.mulf %a, %b : f64
    %1 = arith.addf %o, %0 : f64
    linalg.yield %1 : f64
  } -> tensor<3xf64>
  return %r : tensor<3xf64>
}

func.func @unknown(%A: tensor<5x6xf64, #CSR>, %i: index, %j: index, %x: tensor<4xf64>, %y: tensor<3xf64>) -> tensor<3xf64> {
  %s = tensor.extract_slice %A[%i, %j] [3, 4] [1, 1] : tensor<5x6xf64, #CSR> to tensor<3x4xf64, #Any>
  %r = linalg.generic #matvec ins(%s, %x : tensor<3x4xf64, #Any>, tensor<4xf64>) outs(%y : tensor<3xf64>) {
  ^bb0(%a: f64, %b: f64, %o: f64):
    %0 = arith.mulf %a, %b : f64
    %1 = arith.addf %o, %0 : f64
    linalg.yield %1 : f64
  } -> tensor<3xf64>
  return %r : tensor<3xf64>
}

func.func @show(%d: tensor<3xf64>) {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 7.0 : f64
  %v = vector.transfer_read %d[%c0], %pad : tensor<3xf64>, vector<3xf64>
  vector.print %v : vector<3xf64>
  return
}

func.func @main() {
  %d = arith.constant dense<[[1.0, 0.0, 2.0, 0.0, 0.0, 3.0],
                             [0.0, 4.0, 0.0, 5.0, 0.0, 0.0],
                             [6.0, 0.0, 7.0, 0.0, 8.0, 9.0],
                             [0.0, 0.0, 0.0, 0.0, 0.0, 10.0],
                             [0.0, 11.0, 12.0, 0.0, 13.0, 0.0]]> : tensor<5x6xf64>
  %A = sparse_tensor.convert %d : tensor<5x6xf64> to tensor<5x6xf64, #CSR>
  %x = arith.constant dense<[1.0, 10.0, 100.0, 1000.0]> : tensor<4xf64>
  %y = arith.constant dense<0.0> : tensor<3xf64>
  // CHECK: ( 50, 9807, 10000 )
  %0 = call @known(%A, %x, %y) : (tensor<5x6xf64, #CSR>, tensor<4xf64>, tensor<3xf64>) -> tensor<3xf64>
  call @show(%0) : (tensor<3xf64>) -> ()
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  // CHECK: ( 3002, 50, 9807 )
  %z = arith.constant dense<0.0> : tensor<3xf64>
  %1 = call @unknown(%A, %c0, %c2, %x, %z)
      : (tensor<5x6xf64, #CSR>, index, index, tensor<4xf64>, tensor<3xf64>) -> tensor<3xf64>
  call @show(%1) : (tensor<3xf64>) -> ()
  return
}
