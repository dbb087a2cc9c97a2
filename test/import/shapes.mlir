// Shapes of stored tensors: the points of the operands, at other coordinates.

// RUN: lacuna-opt %s --lacuna=verify=true | %run | FileCheck %s
// RUN: mlir-opt %s --sparsifier="enable-runtime-library=false" | %run | FileCheck %s

#SV = #sparse_tensor.encoding<{map = (i) -> (i : compressed)}>
#CSR = #sparse_tensor.encoding<{map = (i, j) -> (i : dense, j : compressed)}>
#DCSR = #sparse_tensor.encoding<{map = (i, j) -> (i : compressed, j : compressed)}>
#CSF = #sparse_tensor.encoding<{map = (i, j, k) -> (i : compressed, j : compressed, k : compressed)}>

func.func @main() {
  %a = arith.constant dense<[[1.0, 0.0, 2.0, 0.0], [0.0, 3.0, 0.0, 4.0]]> : tensor<2x4xf64>
  %s = sparse_tensor.convert %a : tensor<2x4xf64> to tensor<2x4xf64, #DCSR>

  // CHECK:      dim = ( 8 )
  // CHECK:      crd[0] : ( 0, 2, 5, 7 )
  // CHECK-NEXT: values : ( 1, 2, 3, 4 )
  %flat = tensor.collapse_shape %s [[0, 1]] : tensor<2x4xf64, #DCSR> into tensor<8xf64, #SV>
  sparse_tensor.print %flat : tensor<8xf64, #SV>

  // CHECK:      dim = ( 4, 2 )
  // CHECK:      pos[1] : ( 0, 1, 2, 3, 4 )
  // CHECK-NEXT: crd[1] : ( 0, 0, 1, 1 )
  // CHECK-NEXT: values : ( 1, 2, 3, 4 )
  %tall = tensor.expand_shape %flat [[0, 1]] output_shape [4, 2] : tensor<8xf64, #SV> into tensor<4x2xf64, #CSR>
  sparse_tensor.print %tall : tensor<4x2xf64, #CSR>

  // CHECK:      dim = ( 2, 2, 2 )
  // CHECK:      crd[2] : ( 0, 0, 1, 1 )
  // CHECK-NEXT: values : ( 1, 2, 3, 4 )
  %cube = tensor.expand_shape %s [[0], [1, 2]] output_shape [2, 2, 2] : tensor<2x4xf64, #DCSR> into tensor<2x2x2xf64, #CSF>
  sparse_tensor.print %cube : tensor<2x2x2xf64, #CSF>

  // CHECK:      dim = ( 4, 2 )
  // CHECK:      crd[0] : ( 0, 1, 2, 3 )
  // CHECK:      crd[1] : ( 0, 0, 1, 1 )
  %back = tensor.collapse_shape %cube [[0, 1], [2]] : tensor<2x2x2xf64, #CSF> into tensor<4x2xf64, #DCSR>
  sparse_tensor.print %back : tensor<4x2xf64, #DCSR>

  // Sizes that are values of the program.
  // CHECK:      dim = ( 8, 1 )
  // CHECK:      crd[0] : ( 0, 2, 5, 7 )
  // CHECK:      crd[1] : ( 0, 0, 0, 0 )
  // CHECK-NEXT: values : ( 1, 2, 3, 4 )
  %wanted = arith.constant dense<[8, 1]> : tensor<2xi32>
  %re = tensor.reshape %s(%wanted) : (tensor<2x4xf64, #DCSR>, tensor<2xi32>) -> tensor<8x1xf64, #DCSR>
  sparse_tensor.print %re : tensor<8x1xf64, #DCSR>
  return
}
