// A product whose operands are stored in the orders of an outer product: upstream's sparsifier fails.

// RUN: lacuna-opt %s --lacuna | %run | FileCheck %s

#CSR = #sparse_tensor.encoding<{map = (i, j) -> (i : dense, j : compressed)}>
#CSC = #sparse_tensor.encoding<{map = (i, j) -> (j : dense, i : compressed)}>

#mm = {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>],
       iterator_types = ["parallel", "parallel", "reduction"]}

func.func @show(%d: tensor<4x4xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f64
  %v = vector.transfer_read %d[%c0, %c0], %pad : tensor<4x4xf64>, vector<4x4xf64>
  vector.print %v : vector<4x4xf64>
  vector.print %n : index
  return
}

func.func @columns_times_rows(%a: tensor<4x6xf64, #CSC>, %b: tensor<6x4xf64, #CSR>) -> tensor<4x4xf64, #CSR> {
  %e = tensor.empty() : tensor<4x4xf64, #CSR>
  %0 = linalg.generic #mm ins(%a, %b : tensor<4x6xf64, #CSC>, tensor<6x4xf64, #CSR>) outs(%e : tensor<4x4xf64, #CSR>) {
  ^bb0(%p: f64, %q: f64, %o: f64):
    %m = arith.mulf %p, %q : f64
    %s = arith.addf %o, %m : f64
    linalg.yield %s : f64
  } -> tensor<4x4xf64, #CSR>
  return %0 : tensor<4x4xf64, #CSR>
}

func.func @main() {
  %d_A = arith.constant dense<[[1.0, 0.0, 2.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 3.0, 0.0, 0.0, 4.0, 0.0], [5.0, 0.0, 0.0, 6.0, 0.0, -7.0]]> : tensor<4x6xf64>
  %d_B = arith.constant dense<[[0.0, 1.0, 0.0, 0.0], [2.0, 0.0, 0.0, 0.0], [0.0, 8.0, 3.0, 0.0], [0.0, 0.0, 0.0, 0.0], [4.0, 0.0, 0.0, 5.0], [0.0, 6.0, 0.0, 0.0]]> : tensor<6x4xf64>
  %b_csr = sparse_tensor.convert %d_B : tensor<6x4xf64> to tensor<6x4xf64, #CSR>
  %a_csc = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #CSC>
  // CHECK:      ( ( 0, 17, 6, 0 ), ( 0, 0, 0, 0 ), ( 22, 0, 0, 20 ), ( 0, -37, 0, 0 ) )
  // CHECK-NEXT: 5
  %product = call @columns_times_rows(%a_csc, %b_csr) : (tensor<4x6xf64, #CSC>, tensor<6x4xf64, #CSR>) -> tensor<4x4xf64, #CSR>
  %product_d = sparse_tensor.convert %product : tensor<4x4xf64, #CSR> to tensor<4x4xf64>
  %product_n = sparse_tensor.number_of_entries %product : tensor<4x4xf64, #CSR>
  call @show(%product_d, %product_n) : (tensor<4x4xf64>, index) -> ()
  return
}
