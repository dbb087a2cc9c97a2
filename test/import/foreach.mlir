// `sparse_tensor.foreach` that reads: in the order of storage, with values that it carries.

// RUN: lacuna-opt %s --lacuna=verify=true | %run | FileCheck %s
// RUN: mlir-opt %s --sparsifier="enable-runtime-library=false" | %run | FileCheck %s

#CSR = #sparse_tensor.encoding<{map = (i, j) -> (i : dense, j : compressed)}>
#CSC = #sparse_tensor.encoding<{map = (i, j) -> (j : dense, i : compressed)}>
#COO = #sparse_tensor.encoding<{map = (i, j) -> (i : compressed(nonunique), j : singleton)}>
#DCSR = #sparse_tensor.encoding<{map = (i, j) -> (i : compressed, j : compressed)}>
#BSR = #sparse_tensor.encoding<{map = (i, j) -> (i floordiv 2 : dense, j floordiv 2 : compressed, i mod 2 : dense, j mod 2 : dense)}>

func.func private @say(%i: index, %j: index, %v: f64) {
  vector.print %i : index punctuation <comma>
  vector.print %j : index punctuation <comma>
  vector.print %v : f64
  return
}

// The sum of i * value, and how many entries there are.
func.func @weighted(%s: tensor<?x?xf64, #COO>) -> (f64, index) {
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %sum, %count = sparse_tensor.foreach in %s init(%zero, %c0) : tensor<?x?xf64, #COO>, f64, index -> f64, index do {
  ^bb0(%i: index, %j: index, %v: f64, %sum: f64, %count: index):
    %n = arith.index_cast %i : index to i64
    %f = arith.sitofp %n : i64 to f64
    %m = arith.mulf %f, %v : f64
    %next = arith.addf %sum, %m : f64
    %more = arith.addi %count, %c1 : index
    sparse_tensor.yield %next, %more : f64, index
  }
  return %sum, %count : f64, index
}

func.func @main() {
  %d = arith.constant dense<[[1.0, 0.0, 2.0, 0.0], [0.0, 3.0, 0.0, 4.0]]> : tensor<2x4xf64>

  // CHECK:      0, 0, 1
  // CHECK-NEXT: 0, 2, 2
  // CHECK-NEXT: 1, 1, 3
  // CHECK-NEXT: 1, 3, 4
  %csr = sparse_tensor.convert %d : tensor<2x4xf64> to tensor<2x4xf64, #CSR>
  sparse_tensor.foreach in %csr : tensor<2x4xf64, #CSR> do {
  ^bb0(%i: index, %j: index, %v: f64):
    func.call @say(%i, %j, %v) : (index, index, f64) -> ()
  }

  // CHECK-NEXT: 0, 0, 1
  // CHECK-NEXT: 1, 1, 3
  // CHECK-NEXT: 0, 2, 2
  // CHECK-NEXT: 1, 3, 4
  %csc = sparse_tensor.convert %d : tensor<2x4xf64> to tensor<?x?xf64, #CSC>
  sparse_tensor.foreach in %csc : tensor<?x?xf64, #CSC> do {
  ^bb0(%i: index, %j: index, %v: f64):
    func.call @say(%i, %j, %v) : (index, index, f64) -> ()
  }

  // Blocks hold zeros, too.
  // CHECK-NEXT: 0, 0, 1
  // CHECK-NEXT: 0, 1, 0
  // CHECK-NEXT: 1, 0, 0
  // CHECK-NEXT: 1, 1, 3
  // CHECK-NEXT: 0, 2, 2
  // CHECK-NEXT: 0, 3, 0
  // CHECK-NEXT: 1, 2, 0
  // CHECK-NEXT: 1, 3, 4
  %bsr = sparse_tensor.convert %d : tensor<2x4xf64> to tensor<2x4xf64, #BSR>
  sparse_tensor.foreach in %bsr : tensor<2x4xf64, #BSR> do {
  ^bb0(%i: index, %j: index, %v: f64):
    func.call @say(%i, %j, %v) : (index, index, f64) -> ()
  }

  // One inside of another.
  // CHECK-NEXT: 0, 1, 9
  %dcsr = sparse_tensor.convert %d : tensor<2x4xf64> to tensor<2x4xf64, #DCSR>
  %p = arith.constant dense<[[0.0, 9.0], [0.0, 0.0]]> : tensor<2x2xf64>
  %inner = sparse_tensor.convert %p : tensor<2x2xf64> to tensor<2x2xf64, #CSR>
  %three = arith.constant 3.0 : f64
  sparse_tensor.foreach in %dcsr : tensor<2x4xf64, #DCSR> do {
  ^bb0(%i: index, %j: index, %v: f64):
    %is = arith.cmpf oeq, %v, %three : f64
    scf.if %is {
      sparse_tensor.foreach in %inner : tensor<2x2xf64, #CSR> do {
      ^bb0(%k: index, %l: index, %w: f64):
        func.call @say(%k, %l, %w) : (index, index, f64) -> ()
      }
    }
  }

  // CHECK-NEXT: 7
  // CHECK-NEXT: 4
  %coo = sparse_tensor.convert %d : tensor<2x4xf64> to tensor<?x?xf64, #COO>
  %sum, %count = call @weighted(%coo) : (tensor<?x?xf64, #COO>) -> (f64, index)
  vector.print %sum : f64
  vector.print %count : index

  // A constant has the points that it lists, in the order that is asked for.
  // CHECK-NEXT: 1, 0, 0
  // CHECK-NEXT: 0, 1, 5
  %c = arith.constant sparse<[[0, 1], [1, 0]], [5.0, 0.0]> : tensor<2x2xf64>
  sparse_tensor.foreach in %c {order = affine_map<(i, j) -> (j, i)>} : tensor<2x2xf64> do {
  ^bb0(%i: index, %j: index, %v: f64):
    func.call @say(%i, %j, %v) : (index, index, f64) -> ()
  }
  return
}
