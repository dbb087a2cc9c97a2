// `--lacuna`: a dense operand that is every other column of another tensor has no vector loads.

// RUN: lacuna-opt %s --lacuna | FileCheck %s

// CHECK: llvm.func @every_other_column(
#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @every_other_column(%A: tensor<4x4xf64, #CSR>, %B: tensor<4x16xf64>, %C: tensor<4x8xf64>) -> tensor<4x8xf64> {
  %S = tensor.extract_slice %B[0, 0] [4, 8] [1, 2] : tensor<4x16xf64> to tensor<4x8xf64>
  %0 = linalg.matmul ins(%A, %S : tensor<4x4xf64, #CSR>, tensor<4x8xf64>) outs(%C : tensor<4x8xf64>) -> tensor<4x8xf64>
  return %0 : tensor<4x8xf64>
}

// The same of a buffer, whose stride may also be unknown.
// RUN: lacuna-opt %s --lacuna=dense=true | FileCheck %s
func.func @buffer_of_unknown_stride(%A: memref<?x?xf32, strided<[?, ?], offset: ?>>, %y: memref<?x?xf32>) {
  linalg.copy ins(%A : memref<?x?xf32, strided<[?, ?], offset: ?>>) outs(%y : memref<?x?xf32>)
  return
}
