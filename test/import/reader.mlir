// `sparse_tensor.new`: a file, read by upstream's runtime.

// RUN: lacuna-opt %s --lacuna | env TENSOR0=%S/Inputs/matrix.mtx %run | FileCheck %s
// RUN: mlir-opt %s --sparsifier="enable-runtime-library=false" | env TENSOR0=%S/Inputs/matrix.mtx %run | FileCheck %s

#CSR = #sparse_tensor.encoding<{map = (i, j) -> (i : dense, j : compressed)}>
#CSC = #sparse_tensor.encoding<{map = (i, j) -> (j : dense, i : compressed)}>
#COO = #sparse_tensor.encoding<{map = (i, j) -> (i : compressed(nonunique), j : singleton)}>
func.func private @getTensorFilename(index) -> (!llvm.ptr)
func.func @main() {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f64
  %name = call @getTensorFilename(%c0) : (index) -> (!llvm.ptr)
  %A = sparse_tensor.new %name : !llvm.ptr to tensor<?x?xf64, #CSR>
  %c1 = arith.constant 1 : index
  // CHECK: 4
  // CHECK-NEXT: 5
  %n0 = tensor.dim %A, %c0 : tensor<?x?xf64, #CSR>
  vector.print %n0 : index
  %n1 = tensor.dim %A, %c1 : tensor<?x?xf64, #CSR>
  vector.print %n1 : index
  // CHECK-NEXT: ( ( 1, 0, 0, 2, 0 ), ( 0, 0, 0, 0, 0 ), ( 5, 4, 0, 0, 0 ), ( 0, 0, 0, 0, -3.5 ) )
  %D = sparse_tensor.convert %A : tensor<?x?xf64, #CSR> to tensor<?x?xf64>
  %v = vector.transfer_read %D[%c0, %c0], %pad : tensor<?x?xf64>, vector<4x5xf64>
  vector.print %v : vector<4x5xf64>
  // In order, though the file is not.
  // CHECK-NEXT: ( 1, 2, 5, 4, -3.5 )
  %B = sparse_tensor.new %name : !llvm.ptr to tensor<4x5xf64, #COO>
  %x = sparse_tensor.values %B : tensor<4x5xf64, #COO> to memref<?xf64>
  %w = vector.transfer_read %x[%c0], %pad : memref<?xf64>, vector<5xf64>
  vector.print %w : vector<5xf64>
  return
}
