// `expand-poison`: `ub.poison` of tensor type becomes `tensor.empty`.

// RUN: lacuna-opt %s --expand-poison | FileCheck %s

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>

// CHECK-LABEL: func.func @tensors(
// CHECK:         %[[ZERO:.*]] = arith.constant 0 : index
// CHECK:         %[[DENSE:.*]] = tensor.empty(%[[ZERO]]) : tensor<?x4xf64>
// CHECK:         %[[STORED:.*]] = tensor.empty() : tensor<2x3xf64, #{{.*}}>
// CHECK:         return %[[DENSE]], %[[STORED]]
func.func @tensors() -> (tensor<?x4xf64>, tensor<2x3xf64, #CSR>) {
  %0 = ub.poison : tensor<?x4xf64>
  %1 = ub.poison : tensor<2x3xf64, #CSR>
  return %0, %1 : tensor<?x4xf64>, tensor<2x3xf64, #CSR>
}

// CHECK-LABEL: func.func @others(
// CHECK:         ub.poison : f64
// CHECK:         ub.poison : memref<?xf64>
func.func @others() -> (f64, memref<?xf64>) {
  %0 = ub.poison : f64
  %1 = ub.poison : memref<?xf64>
  return %0, %1 : f64, memref<?xf64>
}
