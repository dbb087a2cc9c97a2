// `--lacuna`, executed: casts of stored tensors that forget sizes, or promise some, which are compared when the kernel
// starts.

// RUN: split-file %s %t
// RUN: cat %t/kernels.mlir %t/agree.mlir | lacuna-opt --lacuna | %run | FileCheck %t/agree.mlir
// RUN: cat %t/kernels.mlir %t/disagree.mlir | lacuna-opt --lacuna > %t/disagree.out
// RUN: not --crash %run < %t/disagree.out 2>&1 | FileCheck %t/disagree.mlir
// RUN: cat %t/kernels.mlir %t/converted.mlir | lacuna-opt --lacuna > %t/converted.out
// RUN: not --crash %run < %t/converted.out 2>&1 | FileCheck %t/converted.mlir

//--- kernels.mlir
#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#CSC = #stensor.format<(i, j) -> (j : dense, i : compressed)>

// A = [ 1 0 2 ]
//     [ 0 3 0 ]
memref.global "private" constant @pos : memref<3xi32> = dense<[0, 2, 3]>
memref.global "private" constant @crd : memref<3xi32> = dense<[0, 2, 1]>
memref.global "private" constant @val : memref<3xf64> = dense<[1.0, 2.0, 3.0]>

func.func @rows() -> tensor<?x?xf64, #CSR> {
  %two = arith.constant 2 : index
  %three = arith.constant 3 : index
  %pos = memref.get_global @pos : memref<3xi32>
  %crd = memref.get_global @crd : memref<3xi32>
  %val = memref.get_global @val : memref<3xf64>
  %A = stensor.pack(%pos, %crd, %val) sizes(%two, %three)
      : (memref<3xi32>, memref<3xi32>, memref<3xf64>) -> tensor<?x?xf64, #CSR>
  return %A : tensor<?x?xf64, #CSR>
}

func.func @more_known(%A: tensor<?x?xf64, #CSR>) -> tensor<2x3xf64, #CSR> {
  %0 = tensor.cast %A : tensor<?x?xf64, #CSR> to tensor<?x3xf64, #CSR>
  %1 = tensor.cast %0 : tensor<?x3xf64, #CSR> to tensor<2x3xf64, #CSR>
  return %1 : tensor<2x3xf64, #CSR>
}

func.func @less_known(%A: tensor<2x3xf64, #CSR>) -> tensor<?x3xf64> {
  %0 = tensor.cast %A : tensor<2x3xf64, #CSR> to tensor<?x3xf64, #CSR>
  %1 = stensor.convert %0 : tensor<?x3xf64, #CSR> to tensor<?x3xf64>
  return %1 : tensor<?x3xf64>
}

// Of what was computed.
func.func @twice(%A: tensor<2x3xf64, #CSR>) -> tensor<?x?xf64> {
  %two = arith.constant 2.0 : f64
  %empty = stensor.empty : tensor<2x3xf64, #CSR>
  %0 = linalg.generic {
    indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]
  } ins(%A : tensor<2x3xf64, #CSR>) outs(%empty : tensor<2x3xf64, #CSR>) {
  ^bb0(%a: f64, %c: f64):
    %p = arith.mulf %a, %two : f64
    linalg.yield %p : f64
  } -> tensor<2x3xf64, #CSR>
  %1 = tensor.cast %0 : tensor<2x3xf64, #CSR> to tensor<?x?xf64, #CSR>
  %2 = stensor.convert %1 : tensor<?x?xf64, #CSR> to tensor<?x?xf64>
  return %2 : tensor<?x?xf64>
}

func.func @too_many_rows(%A: tensor<?x?xf64, #CSR> loc("A")) -> tensor<3x?xf64, #CSR> {
  %0 = tensor.cast %A : tensor<?x?xf64, #CSR> to tensor<3x?xf64, #CSR>
  return %0 : tensor<3x?xf64, #CSR>
}

func.func @too_many_columns(%A: tensor<?x?xf64, #CSR> loc("A")) -> tensor<?x4xf64, #CSC> {
  %0 = stensor.convert %A : tensor<?x?xf64, #CSR> to tensor<?x4xf64, #CSC>
  return %0 : tensor<?x4xf64, #CSC>
}

//--- agree.mlir
func.func @main() {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 7.0 : f64
  %A = call @rows() : () -> tensor<?x?xf64, #CSR>
  %0 = call @more_known(%A) : (tensor<?x?xf64, #CSR>) -> tensor<2x3xf64, #CSR>
  // CHECK: ( ( 1, 0, 2 ), ( 0, 3, 0 ) )
  %1 = call @less_known(%0) : (tensor<2x3xf64, #CSR>) -> tensor<?x3xf64>
  %v = vector.transfer_read %1[%c0, %c0], %pad : tensor<?x3xf64>, vector<2x3xf64>
  vector.print %v : vector<2x3xf64>
  // CHECK: ( ( 2, 0, 4 ), ( 0, 6, 0 ) )
  %2 = call @twice(%0) : (tensor<2x3xf64, #CSR>) -> tensor<?x?xf64>
  %w = vector.transfer_read %2[%c0, %c0], %pad : tensor<?x?xf64>, vector<2x3xf64>
  vector.print %w : vector<2x3xf64>
  return
}

//--- disagree.mlir
// CHECK:     operand A, dimension 0 is cast to 3, which is not its size
// CHECK-NOT: it came about
func.func @main() {
  %A = call @rows() : () -> tensor<?x?xf64, #CSR>
  %0 = call @too_many_rows(%A) : (tensor<?x?xf64, #CSR>) -> tensor<3x?xf64, #CSR>
  vector.print str "it came about\0A"
  return
}

//--- converted.mlir
// CHECK:     operand A, dimension 1 is cast to 4, which is not its size
// CHECK-NOT: it came about
func.func @main() {
  %A = call @rows() : () -> tensor<?x?xf64, #CSR>
  %0 = call @too_many_columns(%A) : (tensor<?x?xf64, #CSR>) -> tensor<?x4xf64, #CSC>
  vector.print str "it came about\0A"
  return
}
