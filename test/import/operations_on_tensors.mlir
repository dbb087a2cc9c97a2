// Scalar operations on whole tensors, dense and stored: `arith` and `math` take tensors, too.

// RUN: lacuna-opt %s --lacuna=verify=true | %run | FileCheck %s

#CSR = #sparse_tensor.encoding<{map = (i, j) -> (i : dense, j : compressed)}>
#CSC = #sparse_tensor.encoding<{map = (i, j) -> (j : dense, i : compressed)}>
#DCSR = #stensor.format<(i, j) -> (i : compressed, j : compressed)>

func.func @dense(%a: tensor<?xf64>) -> tensor<?xi32> {
  %0 = arith.mulf %a, %a : tensor<?xf64>
  %1 = math.sqrt %0 : tensor<?xf64>
  %2 = arith.fptosi %1 : tensor<?xf64> to tensor<?xi32>
  return %2 : tensor<?xi32>
}

func.func @stored(%a: tensor<2x4xf64, #CSR>, %b: tensor<2x4xf64, #CSR>) -> tensor<2x4xf64, #CSR> {
  %0 = arith.addf %a, %b : tensor<2x4xf64, #CSR>
  %1 = arith.negf %0 : tensor<2x4xf64, #CSR>
  return %1 : tensor<2x4xf64, #CSR>
}

func.func @ours(%a: tensor<?x?xf64, #DCSR>) -> tensor<?x?xf64, #DCSR> {
  %0 = arith.mulf %a, %a : tensor<?x?xf64, #DCSR>
  return %0 : tensor<?x?xf64, #DCSR>
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %none = arith.constant 0 : i32
  %v = arith.constant dense<[-1.5, 2.0, -3.0]> : tensor<3xf64>
  %w = tensor.cast %v : tensor<3xf64> to tensor<?xf64>
  // CHECK:      ( 1, 2, 3 )
  %d = call @dense(%w) : (tensor<?xf64>) -> tensor<?xi32>
  %r = vector.transfer_read %d[%c0], %none : tensor<?xi32>, vector<3xi32>
  vector.print %r : vector<3xi32>

  %m = arith.constant dense<[[1.0, 0.0, 2.0, 0.0], [0.0, 3.0, 0.0, 4.0]]> : tensor<2x4xf64>
  %n = arith.constant dense<[[1.0, 1.0, 0.0, 0.0], [0.0, 0.0, 0.0, 5.0]]> : tensor<2x4xf64>
  %a = sparse_tensor.convert %m : tensor<2x4xf64> to tensor<2x4xf64, #CSR>
  %b = sparse_tensor.convert %n : tensor<2x4xf64> to tensor<2x4xf64, #CSR>
  // CHECK:      nse = 5
  // CHECK:      pos[1] : ( 0, 3, 5 )
  // CHECK-NEXT: crd[1] : ( 0, 1, 2, 1, 3 )
  // CHECK-NEXT: values : ( -2, -1, -2, -3, -9 )
  %s = call @stored(%a, %b) : (tensor<2x4xf64, #CSR>, tensor<2x4xf64, #CSR>) -> tensor<2x4xf64, #CSR>
  sparse_tensor.print %s : tensor<2x4xf64, #CSR>
  %c = sparse_tensor.convert %s : tensor<2x4xf64, #CSR> to tensor<2x4xf64, #CSC>
  // CHECK:      values : ( 4, 1, 9, 4, 81 )
  %t = arith.mulf %c, %c : tensor<2x4xf64, #CSC>
  sparse_tensor.print %t : tensor<2x4xf64, #CSC>
  %p = stensor.convert %m : tensor<2x4xf64> to tensor<?x?xf64, #DCSR>
  %q = call @ours(%p) : (tensor<?x?xf64, #DCSR>) -> tensor<?x?xf64, #DCSR>
  %e = stensor.convert %q : tensor<?x?xf64, #DCSR> to tensor<?x?xf64>
  // CHECK:      ( ( 1, 0, 4, 0 ), ( 0, 9, 0, 16 ) )
  %f = vector.transfer_read %e[%c0, %c0], %zero : tensor<?x?xf64>, vector<2x4xf64>
  vector.print %f : vector<2x4xf64>
  return
}
