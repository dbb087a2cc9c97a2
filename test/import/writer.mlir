// `sparse_tensor.out`: an extended FROSTT file, written by upstream's runtime; without a name, to standard output.

// RUN: lacuna-opt %s --lacuna | env TENSOR0= %run | FileCheck %s
// RUN: mlir-opt %s --sparsifier="enable-runtime-library=false" | env TENSOR0= %run | FileCheck %s

#CSR = #sparse_tensor.encoding<{map = (i, j) -> (i : dense, j : compressed)}>
#CSC = #sparse_tensor.encoding<{map = (i, j) -> (j : dense, i : compressed)}>
#COO = #sparse_tensor.encoding<{map = (i, j, k) -> (i : compressed(nonunique), j : singleton(nonunique), k : singleton)}>

func.func private @getTensorFilename(index) -> (!llvm.ptr)

func.func @main() {
  %c0 = arith.constant 0 : index
  %name = call @getTensorFilename(%c0) : (index) -> (!llvm.ptr)
  %d = arith.constant dense<[[1.0, 0.0, 2.5], [0.0, -3.0, 0.0]]> : tensor<2x3xf64>
  // CHECK:      # extended FROSTT format
  // CHECK-NEXT: 2 3
  // CHECK-NEXT: 2 3
  // CHECK-NEXT: 1 1 1
  // CHECK-NEXT: 1 3 2.5
  // CHECK-NEXT: 2 2 -3
  %A = sparse_tensor.convert %d : tensor<2x3xf64> to tensor<2x3xf64, #CSR>
  sparse_tensor.out %A, %name : tensor<2x3xf64, #CSR>, !llvm.ptr
  // By columns.
  // CHECK-NEXT: # extended FROSTT format
  // CHECK-NEXT: 2 3
  // CHECK-NEXT: 2 3
  // CHECK-NEXT: 1 1 1
  // CHECK-NEXT: 2 2 -3
  // CHECK-NEXT: 1 3 2.5
  %B = sparse_tensor.convert %d : tensor<2x3xf64> to tensor<?x?xf64, #CSC>
  sparse_tensor.out %B, %name : tensor<?x?xf64, #CSC>, !llvm.ptr
  // Integers, and of a higher order.
  // CHECK-NEXT: # extended FROSTT format
  // CHECK-NEXT: 3 2
  // CHECK-NEXT: 2 1 2
  // CHECK-NEXT: 1 1 2 7
  // CHECK-NEXT: 2 1 1 9
  %e = arith.constant dense<[[[0, 7]], [[9, 0]]]> : tensor<2x1x2xi32>
  %C = sparse_tensor.convert %e : tensor<2x1x2xi32> to tensor<2x1x2xi32, #COO>
  sparse_tensor.out %C, %name : tensor<2x1x2xi32, #COO>, !llvm.ptr
  return
}
