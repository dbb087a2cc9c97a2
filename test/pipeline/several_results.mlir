// `--lacuna`, executed: three results of one pass over a matrix: its transpose, the sums of its rows, and those of its
// columns, negated.

// RUN: lacuna-opt %s --lacuna | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=two-phase=true | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=fp=strict | %run | FileCheck %s

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#at_once = {
  indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (j)>],
  iterator_types = ["reduction", "reduction"]
}

memref.global "private" constant @pos : memref<3xi32> = dense<[0, 1, 3]>
memref.global "private" constant @col : memref<3xi32> = dense<[1, 0, 2]>
memref.global "private" constant @val : memref<3xf64> = dense<[1.0, 2.0, 3.0]>
func.func @transpose_and_sums(%A: tensor<2x3xf64, #CSR>, %T: tensor<3x2xf64>, %r: tensor<2xf64>,
                              %c: tensor<3xf64>) -> (tensor<3x2xf64>, tensor<2xf64>, tensor<3xf64>) {
  %0:3 = linalg.generic #at_once ins(%A : tensor<2x3xf64, #CSR>)
      outs(%T, %r, %c : tensor<3x2xf64>, tensor<2xf64>, tensor<3xf64>) {
  ^bb0(%a: f64, %t: f64, %x: f64, %y: f64):
    %1 = arith.addf %t, %a : f64
    %2 = arith.addf %x, %a : f64
    %n = arith.negf %a : f64
    %3 = arith.addf %n, %y : f64
    linalg.yield %1, %2, %3 : f64, f64, f64
  } -> (tensor<3x2xf64>, tensor<2xf64>, tensor<3xf64>)
  return %0#0, %0#1, %0#2 : tensor<3x2xf64>, tensor<2xf64>, tensor<3xf64>
}
func.func @main() {
  %pos = memref.get_global @pos : memref<3xi32>
  %col = memref.get_global @col : memref<3xi32>
  %val = memref.get_global @val : memref<3xf64>
  %A = stensor.pack(%pos, %col, %val) : (memref<3xi32>, memref<3xi32>, memref<3xf64>) -> tensor<2x3xf64, #CSR>
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %T = tensor.generate {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f64
  } : tensor<3x2xf64>
  %r = tensor.from_elements %zero, %zero : tensor<2xf64>
  %c = tensor.from_elements %zero, %zero, %zero : tensor<3xf64>
  %0:3 = call @transpose_and_sums(%A, %T, %r, %c) 
      : (tensor<2x3xf64, #CSR>, tensor<3x2xf64>, tensor<2xf64>, tensor<3xf64>)
      -> (tensor<3x2xf64>, tensor<2xf64>, tensor<3xf64>)
  %f = tensor.collapse_shape %0#0 [[0, 1]] : tensor<3x2xf64> into tensor<6xf64>
  %a = vector.transfer_read %f[%c0], %zero : tensor<6xf64>, vector<6xf64>
  // CHECK: ( 0, 2, 1, 0, 0, 3 )
  vector.print %a : vector<6xf64>
  %b = vector.transfer_read %0#1[%c0], %zero : tensor<2xf64>, vector<2xf64>
  // CHECK-NEXT: ( 1, 5 )
  vector.print %b : vector<2xf64>
  %d = vector.transfer_read %0#2[%c0], %zero : tensor<3xf64>, vector<3xf64>
  // CHECK-NEXT: ( -2, -1, -3 )
  vector.print %d : vector<3xf64>
  return
}
