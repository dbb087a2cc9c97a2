// What a program asks of its tensors and of the compiler.

// RUN: lacuna-opt %s --lacuna=verify=true | %run | FileCheck %s
// RUN: mlir-opt %s --sparsifier="enable-runtime-library=false" | %run | FileCheck %s

#CSC = #sparse_tensor.encoding<{map = (i, j) -> (j : dense, i : compressed)}>
#BSR = #sparse_tensor.encoding<{map = (i, j) -> (i floordiv 2 : dense, j floordiv 2 : compressed, i mod 2 : dense, j mod 2 : dense)}>
#DSDD = #sparse_tensor.encoding<{map = (i, j, k, l) -> (i : dense, j : compressed, k : dense, l : dense)}>

func.func @main() {
  %d = arith.constant dense<[[1.0, 0.0, 2.0, 0.0], [0.0, 3.0, 0.0, 0.0]]> : tensor<2x4xf64>
  %s = sparse_tensor.convert %d : tensor<2x4xf64> to tensor<?x?xf64, #CSC>
  // CHECK: 4
  // CHECK-NEXT: 2
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %l0 = sparse_tensor.lvl %s, %c0 : tensor<?x?xf64, #CSC>
  vector.print %l0 : index
  %l1 = sparse_tensor.lvl %s, %c1 : tensor<?x?xf64, #CSC>
  vector.print %l1 : index
  // CHECK-NEXT: 0
  %h = sparse_tensor.has_runtime_library
  vector.print %h : i1
  %b = sparse_tensor.convert %d : tensor<2x4xf64> to tensor<?x?xf64, #BSR>
  call @blocks(%b) : (tensor<?x?xf64, #BSR>) -> ()
  return
}

// The levels of blocks as dimensions, whose sizes are open.
func.func @blocks(%A: tensor<?x?xf64, #BSR>) {
  %B = sparse_tensor.reinterpret_map %A : tensor<?x?xf64, #BSR> to tensor<?x?x2x2xf64, #DSDD>
  // CHECK:      dim = ( 1, 2, 2, 2 )
  // CHECK-NEXT: lvl = ( 1, 2, 2, 2 )
  // CHECK-NEXT: pos[1] : ( 0, 2 )
  // CHECK-NEXT: crd[1] : ( 0, 1 )
  // CHECK-NEXT: values : ( 1, 0, 0, 3, 2, 0, 0, 0 )
  sparse_tensor.print %B : tensor<?x?x2x2xf64, #DSDD>
  return
}
