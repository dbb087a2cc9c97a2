// `sparse_tensor.new`: a file that is not what the type says, or not what it says itself, stops the program.

// RUN: split-file %s %t
// RUN: lacuna-opt %t/dynamic.mlir --lacuna -o %t/dynamic.llvm
// RUN: lacuna-opt %t/static.mlir --lacuna -o %t/static.llvm

// RUN: not --crash env TENSOR0=%t/far.mtx %run < %t/dynamic.llvm 2>&1 | FileCheck %s --check-prefix=ROW
// RUN: not --crash env TENSOR0=%t/zero.mtx %run < %t/dynamic.llvm 2>&1 | FileCheck %s --check-prefix=ROW
// RUN: not --crash env TENSOR0=%t/wide.mtx %run < %t/dynamic.llvm 2>&1 | FileCheck %s --check-prefix=COLUMN
// RUN: not --crash env TENSOR0=%t/order.tns %run < %t/dynamic.llvm 2>&1 | FileCheck %s --check-prefix=ORDER
// RUN: not --crash env TENSOR0=%t/wide.mtx %run < %t/static.llvm 2>&1 | FileCheck %s --check-prefix=SIZE
// RUN: env TENSOR0=%t/good.mtx %run < %t/static.llvm | FileCheck %s --check-prefix=GOOD

// ROW: a tensor read by sparse_tensor.new: an entry of the file is out of range in dimension 0
// COLUMN: a tensor read by sparse_tensor.new: an entry of the file is out of range in dimension 1
// ORDER: a tensor read by sparse_tensor.new: the tensor in the file is not of order 2
// SIZE: A: dimension 1 of the tensor in the file is not of size 2
// Entries of one point add up.
// GOOD: ( 1, 7 )

//--- far.mtx
%%MatrixMarket matrix coordinate real general
3 3 2
1 2 1.0
3000000 2 7.0
//--- zero.mtx
%%MatrixMarket matrix coordinate real general
3 3 2
1 2 1.0
0 2 7.0
//--- wide.mtx
%%MatrixMarket matrix coordinate real general
2 3 2
1 2 1.0
2 4 7.0
//--- good.mtx
%%MatrixMarket matrix coordinate real general
2 2 3
2 2 3.0
1 2 1.0
2 2 4.0
//--- order.tns
# extended FROSTT format
3 1
2 2 2
1 1 1 1.0
//--- dynamic.mlir
#CSR = #sparse_tensor.encoding<{map = (i, j) -> (i : dense, j : compressed)}>
func.func private @getTensorFilename(index) -> (!llvm.ptr)
func.func @main() {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f64
  %name = call @getTensorFilename(%c0) : (index) -> (!llvm.ptr)
  %A = sparse_tensor.new %name : !llvm.ptr to tensor<?x?xf64, #CSR>
  %x = sparse_tensor.values %A : tensor<?x?xf64, #CSR> to memref<?xf64>
  %v = vector.transfer_read %x[%c0], %pad : memref<?xf64>, vector<1xf64>
  vector.print %v : vector<1xf64>
  return
}
//--- static.mlir
#CSR = #sparse_tensor.encoding<{map = (i, j) -> (i : dense, j : compressed)}>
func.func private @getTensorFilename(index) -> (!llvm.ptr)
func.func @main() {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f64
  %name = call @getTensorFilename(%c0) : (index) -> (!llvm.ptr)
  %A = sparse_tensor.new %name : !llvm.ptr to tensor<2x2xf64, #CSR> loc("A")
  %x = sparse_tensor.values %A : tensor<2x2xf64, #CSR> to memref<?xf64>
  %v = vector.transfer_read %x[%c0], %pad : memref<?xf64>, vector<2xf64>
  vector.print %v : vector<2xf64>
  return
}
