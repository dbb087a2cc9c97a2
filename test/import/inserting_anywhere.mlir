// `tensor.insert` where upstream asks for more: in any order, at points that are there already, in a foreach.

// RUN: lacuna-opt %s --lacuna=verify=true | %run | FileCheck %s

#SV = #sparse_tensor.encoding<{map = (i) -> (i : compressed)}>
#CSR = #sparse_tensor.encoding<{map = (i, j) -> (i : dense, j : compressed)}>
#COO = #sparse_tensor.encoding<{map = (i, j) -> (i : compressed(nonunique), j : singleton)}>
#CSC = #sparse_tensor.encoding<{map = (i, j) -> (j : dense, i : compressed)}>
#BSR = #sparse_tensor.encoding<{map = (i, j) -> (i floordiv 2 : dense, j floordiv 2 : compressed, i mod 2 : dense, j mod 2 : dense)}>

// Points in any order, some again: the last one counts.
func.func @again() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c20 = arith.constant 20 : index
  %e = tensor.empty() : tensor<4x4xi64, #CSC>
  %s = scf.for %k = %c0 to %c20 step %c1 iter_args(%t = %e) -> tensor<4x4xi64, #CSC> {
    %i = arith.remui %k, %c3 : index
    %j = arith.subi %c3, %i : index
    %v = arith.index_cast %k : index to i64
    %u = tensor.insert %v into %t[%i, %j] : tensor<4x4xi64, #CSC>
    scf.yield %u : tensor<4x4xi64, #CSC>
  }
  // CHECK:      pos[1] : ( 0, 0, 1, 2, 3 )
  // CHECK-NEXT: crd[1] : ( 2, 1, 0 )
  // CHECK-NEXT: values : ( 17, 19, 18 )
  sparse_tensor.print %s : tensor<4x4xi64, #CSC>
  return
}

// Into a tensor that has entries. It stays as it was.
func.func @more(%A: tensor<8xf64, #SV>) {
  %c2 = arith.constant 2 : index
  %c6 = arith.constant 6 : index
  %f = arith.constant 9.0 : f64
  %0 = tensor.insert %f into %A[%c6] : tensor<8xf64, #SV>
  %1 = tensor.insert %f into %0[%c2] : tensor<8xf64, #SV>
  // CHECK:      crd[0] : ( 2, 5, 6 )
  // CHECK-NEXT: values : ( 9, 3, 9 )
  sparse_tensor.print %1 : tensor<8xf64, #SV>
  // CHECK:      crd[0] : ( 2, 5, 6 )
  // CHECK-NEXT: values : ( 1, 3, 9 )
  sparse_tensor.print %0 : tensor<8xf64, #SV>
  // CHECK:      crd[0] : ( 2, 5 )
  // CHECK-NEXT: values : ( 1, 3 )
  sparse_tensor.print %A : tensor<8xf64, #SV>
  return
}

// Each round begins with the same tensor, from outside: without an entry, and with some.
func.func @rounds(%A: tensor<8xf64, #SV>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %f = arith.constant 9.0 : f64
  %e = tensor.empty() : tensor<8xf64, #SV>
  // CHECK:      crd[0] : ( 0 )
  // CHECK:      crd[0] : ( 0, 2, 5 )
  // CHECK:      crd[0] : ( 1 )
  // CHECK:      crd[0] : ( 1, 2, 5 )
  scf.for %k = %c0 to %c2 step %c1 {
    %0 = tensor.insert %f into %e[%k] : tensor<8xf64, #SV>
    sparse_tensor.print %0 : tensor<8xf64, #SV>
    %1 = tensor.insert %f into %A[%k] : tensor<8xf64, #SV>
    sparse_tensor.print %1 : tensor<8xf64, #SV>
  }
  return
}

// What is loaded in a round is read there, and goes on.
func.func @loaded() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %f = arith.constant 9.0 : f64
  %e = tensor.empty() : tensor<8xf64, #SV>
  // CHECK:      crd[0] : ( 0 )
  // CHECK:      crd[0] : ( 0, 1 )
  // CHECK:      crd[0] : ( 0, 1 )
  %s = scf.for %k = %c0 to %c2 step %c1 iter_args(%t = %e) -> tensor<8xf64, #SV> {
    %0 = tensor.insert %f into %t[%k] : tensor<8xf64, #SV>
    %1 = sparse_tensor.load %0 hasInserts : tensor<8xf64, #SV>
    sparse_tensor.print %1 : tensor<8xf64, #SV>
    scf.yield %1 : tensor<8xf64, #SV>
  }
  %l = sparse_tensor.load %s hasInserts : tensor<8xf64, #SV>
  sparse_tensor.print %l : tensor<8xf64, #SV>
  return
}

// A region that runs once is no loop.
func.func @once() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %f = arith.constant 9.0 : f64
  %e = tensor.empty() : tensor<8xf64, #SV>
  %0 = tensor.insert %f into %e[%c0] : tensor<8xf64, #SV>
  // CHECK:      crd[0] : ( 0, 1 )
  scf.execute_region {
    %1 = tensor.insert %f into %0[%c1] : tensor<8xf64, #SV>
    sparse_tensor.print %1 : tensor<8xf64, #SV>
    scf.yield
  }
  return
}

// Blocks, of a tensor that is read in each round.
func.func @blocks() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %e = tensor.empty() : tensor<4x4xi64, #BSR>
  %s = scf.for %k = %c0 to %c3 step %c1 iter_args(%t = %e) -> tensor<4x4xi64, #BSR> {
    %n = sparse_tensor.number_of_entries %t : tensor<4x4xi64, #BSR>
    // CHECK:      {{^0$}}
    // CHECK-NEXT: {{^4$}}
    // CHECK-NEXT: {{^4$}}
    vector.print %n : index
    %v = arith.index_cast %n : index to i64
    %u = tensor.insert %v into %t[%k, %k] : tensor<4x4xi64, #BSR>
    scf.yield %u : tensor<4x4xi64, #BSR>
  }
  // CHECK: values : ( 0, 0, 0, 4, 4, 0, 0, 0 )
  sparse_tensor.print %s : tensor<4x4xi64, #BSR>
  return
}

// In a branch of a foreach: what is not too large.
func.func @small(%A: tensor<?x?xf64, #CSR>, %most: f64) -> tensor<7x7xf64, #COO> {
  %e = tensor.empty() : tensor<7x7xf64, #COO>
  %s = sparse_tensor.foreach in %A init(%e) : tensor<?x?xf64, #CSR>, tensor<7x7xf64, #COO> -> tensor<7x7xf64, #COO> do {
  ^bb0(%i: index, %j: index, %v: f64, %t: tensor<7x7xf64, #COO>):
    %c = arith.cmpf ole, %v, %most : f64
    %r = scf.if %c -> tensor<7x7xf64, #COO> {
      %u = tensor.insert %v into %t[%i, %j] : tensor<7x7xf64, #COO>
      scf.yield %u : tensor<7x7xf64, #COO>
    } else {
      scf.yield %t : tensor<7x7xf64, #COO>
    }
    sparse_tensor.yield %r : tensor<7x7xf64, #COO>
  }
  %l = sparse_tensor.load %s hasInserts : tensor<7x7xf64, #COO>
  return %l : tensor<7x7xf64, #COO>
}

func.func @main() {
  call @again() : () -> ()
  %d = arith.constant dense<[0.0, 0.0, 1.0, 0.0, 0.0, 3.0, 0.0, 0.0]> : tensor<8xf64>
  %A = sparse_tensor.convert %d : tensor<8xf64> to tensor<8xf64, #SV>
  call @more(%A) : (tensor<8xf64, #SV>) -> ()
  call @rounds(%A) : (tensor<8xf64, #SV>) -> ()
  call @loaded() : () -> ()
  call @once() : () -> ()
  call @blocks() : () -> ()
  %ten = arith.constant 10.0 : f64
  %m = arith.constant dense<[[0.5, 0.0, 22.0], [0.0, 10.0, 0.0], [11.0, 0.0, -3.0]]> : tensor<3x3xf64>
  %B = sparse_tensor.convert %m : tensor<3x3xf64> to tensor<?x?xf64, #CSR>
  // CHECK:      crd[0] : ( 0, 0, 1, 1, 2, 2 )
  // CHECK-NEXT: values : ( 0.5, 10, -3 )
  %C = call @small(%B, %ten) : (tensor<?x?xf64, #CSR>, f64) -> tensor<7x7xf64, #COO>
  sparse_tensor.print %C : tensor<7x7xf64, #COO>
  return
}
