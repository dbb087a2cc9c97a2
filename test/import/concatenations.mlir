// `sparse_tensor.concatenate`: operands in any formats, also dense ones, one after the other.

// RUN: lacuna-opt %s --lacuna=verify=true | %run | FileCheck %s
// RUN: mlir-opt %s --sparsifier="enable-runtime-library=false" | %run | FileCheck %s

#CSR = #sparse_tensor.encoding<{map = (i, j) -> (i : dense, j : compressed)}>
#CSC = #sparse_tensor.encoding<{map = (i, j) -> (j : dense, i : compressed)}>
#COO = #sparse_tensor.encoding<{map = (i, j) -> (i : compressed(nonunique), j : singleton)}>
#DCSR = #sparse_tensor.encoding<{map = (i, j) -> (i : compressed, j : compressed)}>

func.func @main() {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %a = arith.constant dense<[[1.0, 0.0, 2.0]]> : tensor<1x3xf64>
  %b = arith.constant dense<[[0.0, 3.0, 0.0], [4.0, 0.0, 0.0]]> : tensor<2x3xf64>
  %s = sparse_tensor.convert %a : tensor<1x3xf64> to tensor<1x3xf64, #CSC>
  %t = sparse_tensor.convert %b : tensor<2x3xf64> to tensor<2x3xf64, #COO>

  // One below the other.
  // CHECK:      dim = ( 3, 3 )
  // CHECK:      pos[1] : ( 0, 2, 3, 4 )
  // CHECK-NEXT: crd[1] : ( 0, 2, 1, 0 )
  // CHECK-NEXT: values : ( 1, 2, 3, 4 )
  %below = sparse_tensor.concatenate %s, %t {dimension = 0 : index}
      : tensor<1x3xf64, #CSC>, tensor<2x3xf64, #COO> to tensor<3x3xf64, #CSR>
  sparse_tensor.print %below : tensor<3x3xf64, #CSR>

  // Three beside one another, one of them dense, whose zeros are no entries; sizes are open.
  // CHECK:      dim = ( 2, 9 )
  // CHECK:      crd[0] : ( 0, 1 )
  // CHECK:      crd[1] : ( 1, 4, 7, 0, 3, 6 )
  // CHECK-NEXT: values : ( 3, 3, 3, 4, 4, 4 )
  %u = sparse_tensor.convert %b : tensor<2x3xf64> to tensor<2x3xf64, #CSR>
  %wide = sparse_tensor.concatenate %t, %b, %u {dimension = 1 : index}
      : tensor<2x3xf64, #COO>, tensor<2x3xf64>, tensor<2x3xf64, #CSR> to tensor<?x?xf64, #DCSR>
  sparse_tensor.print %wide : tensor<?x?xf64, #DCSR>

  // Into a dense tensor.
  // CHECK: ( ( 1, 0, 2 ), ( 0, 3, 0 ), ( 4, 0, 0 ) )
  %d = sparse_tensor.concatenate %s, %t {dimension = 0 : index}
      : tensor<1x3xf64, #CSC>, tensor<2x3xf64, #COO> to tensor<3x3xf64>
  %v = vector.transfer_read %d[%c0, %c0], %zero : tensor<3x3xf64>, vector<3x3xf64>
  vector.print %v : vector<3x3xf64>
  return
}
