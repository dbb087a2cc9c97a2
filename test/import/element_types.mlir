// `sparse_tensor.convert` to other elements, in one format.

// RUN: lacuna-opt %s --lacuna=verify=true | %run | FileCheck %s
// RUN: mlir-opt %s --sparsifier="enable-runtime-library=false" | %run | FileCheck %s

#SV = #sparse_tensor.encoding<{map = (i) -> (i : compressed)}>
#CSR = #sparse_tensor.encoding<{map = (i, j) -> (i : dense, j : compressed)}>

func.func @main() {
  %d = arith.constant dense<[[1.5, 0.0, 7.25], [0.0, -2.0, 0.0]]> : tensor<2x3xf64>
  %s = sparse_tensor.convert %d : tensor<2x3xf64> to tensor<2x3xf64, #CSR>

  // CHECK:      pos[1] : ( 0, 2, 3 )
  // CHECK-NEXT: crd[1] : ( 0, 2, 1 )
  // CHECK-NEXT: values : ( 1.5, 7.25, -2 )
  %f = sparse_tensor.convert %s : tensor<2x3xf64, #CSR> to tensor<2x3xf32, #CSR>
  sparse_tensor.print %f : tensor<2x3xf32, #CSR>

  // An integer that does not fit is cut.
  // CHECK: values : ( 1, 7, 44, -1 )
  %n = arith.constant dense<[1, 0, 7, 300, -1]> : tensor<5xi64>
  %w = sparse_tensor.convert %n : tensor<5xi64> to tensor<5xi64, #SV>
  %b = sparse_tensor.convert %w : tensor<5xi64, #SV> to tensor<5xi8, #SV>
  sparse_tensor.print %b : tensor<5xi8, #SV>

  // CHECK: values : ( 1, 7, 44, -1 )
  %g = sparse_tensor.convert %b : tensor<5xi8, #SV> to tensor<5xf64, #SV>
  sparse_tensor.print %g : tensor<5xf64, #SV>
  return
}
