// `sparse_tensor.convert` to other elements in another format, which upstream's pipeline does not compile.

// RUN: lacuna-opt %s --lacuna=verify=true | %run | FileCheck %s

#CSR = #sparse_tensor.encoding<{map = (i, j) -> (i : dense, j : compressed)}>
#CSC = #sparse_tensor.encoding<{map = (i, j) -> (j : dense, i : compressed)}>

func.func @main() {
  %c0 = arith.constant 0 : index
  %d = arith.constant dense<[[1.5, 0.0, 7.25], [0.0, -2.0, 0.0]]> : tensor<2x3xf64>
  %s = sparse_tensor.convert %d : tensor<2x3xf64> to tensor<2x3xf64, #CSR>

  // CHECK:      pos[1] : ( 0, 1, 2, 3 )
  // CHECK-NEXT: crd[1] : ( 0, 1, 0 )
  // CHECK-NEXT: values : ( 1, -2, 7 )
  %i = sparse_tensor.convert %s : tensor<2x3xf64, #CSR> to tensor<?x?xi32, #CSC>
  sparse_tensor.print %i : tensor<?x?xi32, #CSC>

  // From a dense tensor: what is stored follows from the values before they are rounded.
  // CHECK:      pos[1] : ( 0, 1, 2 )
  // CHECK-NEXT: crd[1] : ( 0, 1 )
  // CHECK-NEXT: values : ( 0, 3 )
  %r = arith.constant dense<[[0.25, 0.0], [0.0, 3.5]]> : tensor<2x2xf64>
  %t = sparse_tensor.convert %r : tensor<2x2xf64> to tensor<2x2xi16, #CSR>
  sparse_tensor.print %t : tensor<2x2xi16, #CSR>

  // To a dense one.
  // CHECK: ( ( 1.5, 0, 7.25 ), ( 0, -2, 0 ) )
  %e = sparse_tensor.convert %s : tensor<2x3xf64, #CSR> to tensor<2x3xf32>
  %zero = arith.constant 0.0 : f32
  %v = vector.transfer_read %e[%c0, %c0], %zero : tensor<2x3xf32>, vector<2x3xf32>
  vector.print %v : vector<2x3xf32>
  return
}
