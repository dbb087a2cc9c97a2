// Slices of stored tensors as tensors of their own, and tensors padded with what they do not store.

// RUN: lacuna-opt %s --lacuna=verify=true | %run | FileCheck %s

#SV = #sparse_tensor.encoding<{map = (i) -> (i : compressed)}>
#CSR = #sparse_tensor.encoding<{map = (i, j) -> (i : dense, j : compressed)}>
#CSC = #sparse_tensor.encoding<{map = (i, j) -> (j : dense, i : compressed)}>
#BSR = #sparse_tensor.encoding<{map = (i, j) -> (i floordiv 2 : dense, j floordiv 2 : compressed, i mod 2 : dense, j mod 2 : dense)}>
#Window = #sparse_tensor.encoding<{
  map = (i : #sparse_tensor<slice(?, ?, ?)>, j : #sparse_tensor<slice(?, ?, ?)>) -> (i : dense, j : compressed)}>

func.func @show(%A: tensor<2x3xf64, #Window>) {
  sparse_tensor.foreach in %A : tensor<2x3xf64, #Window> do {
  ^bb0(%i: index, %j: index, %v: f64):
    vector.print %i : index punctuation <comma>
    vector.print %j : index punctuation <comma>
    vector.print %v : f64
  }
  return
}

func.func @slices(%A: tensor<4x6xf64, #CSR>, %i: index, %j: index, %s: index) {
  // CHECK:      0, 0, 4
  // CHECK-NEXT: 0, 2, 5
  // CHECK-NEXT: 1, 1, 7
  %0 = tensor.extract_slice %A[1, 1] [2, 3] [1, 1] : tensor<4x6xf64, #CSR> to tensor<2x3xf64, #Window>
  call @show(%0) : (tensor<2x3xf64, #Window>) -> ()
  // Offsets and strides that the program knows.
  // CHECK-NEXT: 0, 0, 1
  // CHECK-NEXT: 0, 1, 2
  // CHECK-NEXT: 1, 0, 6
  // CHECK-NEXT: 1, 1, 7
  // CHECK-NEXT: 1, 2, 8
  %1 = tensor.extract_slice %A[%i, %j] [2, 3] [%s, %s] : tensor<4x6xf64, #CSR> to tensor<2x3xf64, #Window>
  call @show(%1) : (tensor<2x3xf64, #Window>) -> ()
  return
}

func.func @pads(%A: tensor<4x6xf64, #CSR>, %n: index) {
  %zero = arith.constant 0.0 : f64
  // CHECK:      dim = ( 6, 9 )
  // CHECK-NEXT: lvl = ( 9, 6 )
  // CHECK-NEXT: pos[1] : ( 0, 0, 0, 0, 2, 3, 5, 6, 8, 9 )
  // CHECK-NEXT: crd[1] : ( 1, 3, 2, 1, 3, 2, 3, 4, 1 )
  // CHECK-NEXT: values : ( 1, 6, 4, 2, 7, 5, 8, 10, 3 )
  %0 = tensor.pad %A low[1, %n] high[1, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f64
  } : tensor<4x6xf64, #CSR> to tensor<6x?xf64, #CSC>
  sparse_tensor.print %0 : tensor<6x?xf64, #CSC>
  return
}

func.func @main() {
  %d = arith.constant dense<[[1.0, 0.0, 2.0, 0.0, 0.0, 3.0],
                             [0.0, 4.0, 0.0, 5.0, 0.0, 0.0],
                             [6.0, 0.0, 7.0, 0.0, 8.0, 0.0],
                             [0.0, 0.0, 0.0, 0.0, 10.0, 0.0]]> : tensor<4x6xf64>
  %A = sparse_tensor.convert %d : tensor<4x6xf64> to tensor<4x6xf64, #CSR>
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  call @slices(%A, %c0, %c0, %c2) : (tensor<4x6xf64, #CSR>, index, index, index) -> ()
  call @pads(%A, %c3) : (tensor<4x6xf64, #CSR>, index) -> ()
  return
}
