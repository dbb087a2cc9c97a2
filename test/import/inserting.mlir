// `tensor.insert` into stored tensors, straight and through loops.

// RUN: lacuna-opt %s --lacuna=verify=true | %run | FileCheck %s
// RUN: mlir-opt %s --sparsifier="enable-runtime-library=false" | %run | FileCheck %s

#SV = #sparse_tensor.encoding<{map = (i) -> (i : compressed)}>
#CSR = #sparse_tensor.encoding<{map = (i, j) -> (i : dense, j : compressed)}>

// One after the other.
func.func @straight() {
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %f = arith.constant 2.0 : f64
  %e = tensor.empty() : tensor<8xf64, #SV>
  %0 = tensor.insert %f into %e[%c1] : tensor<8xf64, #SV>
  %1 = tensor.insert %f into %0[%c5] : tensor<8xf64, #SV>
  %2 = sparse_tensor.load %1 hasInserts : tensor<8xf64, #SV>
  // CHECK:      crd[0] : ( 1, 5 )
  // CHECK-NEXT: values : ( 2, 2 )
  sparse_tensor.print %2 : tensor<8xf64, #SV>
  return
}

// In a loop, more often than the list has room for at first; with sizes that the program computes.
func.func @loop(%n: index) -> tensor<?x?xf64, #CSR> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %e = tensor.empty(%n, %n) : tensor<?x?xf64, #CSR>
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%t = %e) -> tensor<?x?xf64, #CSR> {
    %r = scf.for %j = %c0 to %n step %c2 iter_args(%u = %t) -> tensor<?x?xf64, #CSR> {
      %p = arith.muli %i, %n : index
      %q = arith.addi %p, %j : index
      %k = arith.index_cast %q : index to i64
      %f = arith.sitofp %k : i64 to f64
      %v = tensor.insert %f into %u[%i, %j] : tensor<?x?xf64, #CSR>
      scf.yield %v : tensor<?x?xf64, #CSR>
    }
    scf.yield %r : tensor<?x?xf64, #CSR>
  }
  %l = sparse_tensor.load %s hasInserts : tensor<?x?xf64, #CSR>
  return %l : tensor<?x?xf64, #CSR>
}

// As long as a condition holds.
func.func @while(%n: index) -> tensor<64xi32, #SV> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %one = arith.constant 1 : i32
  %e = bufferization.alloc_tensor() : tensor<64xi32, #SV>
  %k, %s = scf.while (%i = %c0, %t = %e) : (index, tensor<64xi32, #SV>) -> (index, tensor<64xi32, #SV>) {
    %c = arith.cmpi ult, %i, %n : index
    scf.condition(%c) %i, %t : index, tensor<64xi32, #SV>
  } do {
  ^bb0(%i: index, %t: tensor<64xi32, #SV>):
    %u = tensor.insert %one into %t[%i] : tensor<64xi32, #SV>
    %next = arith.addi %i, %c3 : index
    scf.yield %next, %u : index, tensor<64xi32, #SV>
  }
  %l = sparse_tensor.load %s hasInserts : tensor<64xi32, #SV>
  return %l : tensor<64xi32, #SV>
}

func.func @main() {
  %n = arith.constant 7 : index
  call @straight() : () -> ()
  // CHECK:      nse = 28
  // CHECK:      pos[1] : ( 0, 4, 8, 12, 16, 20, 24, 28 )
  // CHECK-NEXT: crd[1] : ( 0, 2, 4, 6, 0, 2, 4, 6, 0, 2, 4, 6, 0, 2, 4, 6, 0, 2, 4, 6, 0, 2, 4, 6, 0, 2, 4, 6 )
  // CHECK-NEXT: values : ( 0, 2, 4, 6, 7, 9, 11, 13, 14, 16, 18, 20, 21, 23, 25, 27, 28, 30, 32, 34, 35, 37, 39, 41, 42, 44, 46, 48 )
  %A = call @loop(%n) : (index) -> tensor<?x?xf64, #CSR>
  sparse_tensor.print %A : tensor<?x?xf64, #CSR>
  // CHECK:      crd[0] : ( 0, 3, 6 )
  // CHECK-NEXT: values : ( 1, 1, 1 )
  %C = call @while(%n) : (index) -> tensor<64xi32, #SV>
  sparse_tensor.print %C : tensor<64xi32, #SV>
  return
}
