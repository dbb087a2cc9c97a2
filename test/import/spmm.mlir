// Sparse matrices times matrices.

// RUN: lacuna-opt %s --lacuna | %run | FileCheck %s
// RUN: mlir-opt %s --sparsifier="enable-runtime-library=false" | %run | FileCheck %s

#CSR = #sparse_tensor.encoding<{map = (i, j) -> (i : dense, j : compressed)}>
#CSC = #sparse_tensor.encoding<{map = (i, j) -> (j : dense, i : compressed)}>
#COO = #sparse_tensor.encoding<{map = (i, j) -> (i : compressed(nonunique), j : singleton)}>
#BSR = #sparse_tensor.encoding<{map = (i, j) -> (i floordiv 2 : dense, j floordiv 2 : compressed, i mod 2 : dense, j mod 2 : dense)}>

#mm = {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>],
       iterator_types = ["parallel", "parallel", "reduction"]}
#mtm = {indexing_maps = [affine_map<(i, j, k) -> (k, i)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>],
        iterator_types = ["parallel", "parallel", "reduction"]}
#spgemm = {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>],
           iterator_types = ["parallel", "parallel", "reduction"]}

func.func @show_4_3_f64(%s: tensor<4x3xf64>) {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f64
  %v = vector.transfer_read %s[%c0, %c0], %pad : tensor<4x3xf64>, vector<4x3xf64>
  vector.print %v : vector<4x3xf64>
  return
}

func.func @show_6_3_f64(%s: tensor<6x3xf64>) {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f64
  %v = vector.transfer_read %s[%c0, %c0], %pad : tensor<6x3xf64>, vector<6x3xf64>
  vector.print %v : vector<6x3xf64>
  return
}

func.func @show_3_3_f64(%s: tensor<3x3xf64>) {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f64
  %v = vector.transfer_read %s[%c0, %c0], %pad : tensor<3x3xf64>, vector<3x3xf64>
  vector.print %v : vector<3x3xf64>
  return
}

func.func @show_4_4_f64_CSR(%s: tensor<4x4xf64, #CSR>) {
  %d = sparse_tensor.convert %s : tensor<4x4xf64, #CSR> to tensor<4x4xf64>
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f64
  %v = vector.transfer_read %d[%c0, %c0], %pad : tensor<4x4xf64>, vector<4x4xf64>
  vector.print %v : vector<4x4xf64>
  %n = sparse_tensor.number_of_entries %s : tensor<4x4xf64, #CSR>
  vector.print %n : index
  return
}

func.func @show_4_4_f64(%s: tensor<4x4xf64>) {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f64
  %v = vector.transfer_read %s[%c0, %c0], %pad : tensor<4x4xf64>, vector<4x4xf64>
  vector.print %v : vector<4x4xf64>
  return
}

func.func @spmm_csr(%a: tensor<4x6xf64, #CSR>, %b: tensor<6x3xf64>) -> tensor<4x3xf64> {
  %e = tensor.empty() : tensor<4x3xf64>
  %z = arith.constant 0.0 : f64
  %f = linalg.fill ins(%z : f64) outs(%e : tensor<4x3xf64>) -> tensor<4x3xf64>
  %0 = linalg.generic #mm ins(%a, %b : tensor<4x6xf64, #CSR>, tensor<6x3xf64>) outs(%f : tensor<4x3xf64>) {
  ^bb0(%p: f64, %q: f64, %o: f64):
    %m = arith.mulf %p, %q : f64
    %s = arith.addf %o, %m : f64
    linalg.yield %s : f64
  } -> tensor<4x3xf64>
  return %0 : tensor<4x3xf64>
}

func.func @spmm_csc(%a: tensor<4x6xf64, #CSC>, %b: tensor<6x3xf64>) -> tensor<4x3xf64> {
  %e = tensor.empty() : tensor<4x3xf64>
  %z = arith.constant 0.0 : f64
  %f = linalg.fill ins(%z : f64) outs(%e : tensor<4x3xf64>) -> tensor<4x3xf64>
  %0 = linalg.generic #mm ins(%a, %b : tensor<4x6xf64, #CSC>, tensor<6x3xf64>) outs(%f : tensor<4x3xf64>) {
  ^bb0(%p: f64, %q: f64, %o: f64):
    %m = arith.mulf %p, %q : f64
    %s = arith.addf %o, %m : f64
    linalg.yield %s : f64
  } -> tensor<4x3xf64>
  return %0 : tensor<4x3xf64>
}

func.func @spmm_coo(%a: tensor<4x6xf64, #COO>, %b: tensor<6x3xf64>) -> tensor<4x3xf64> {
  %e = tensor.empty() : tensor<4x3xf64>
  %z = arith.constant 0.0 : f64
  %f = linalg.fill ins(%z : f64) outs(%e : tensor<4x3xf64>) -> tensor<4x3xf64>
  %0 = linalg.generic #mm ins(%a, %b : tensor<4x6xf64, #COO>, tensor<6x3xf64>) outs(%f : tensor<4x3xf64>) {
  ^bb0(%p: f64, %q: f64, %o: f64):
    %m = arith.mulf %p, %q : f64
    %s = arith.addf %o, %m : f64
    linalg.yield %s : f64
  } -> tensor<4x3xf64>
  return %0 : tensor<4x3xf64>
}

func.func @spmm_bsr(%a: tensor<4x6xf64, #BSR>, %b: tensor<6x3xf64>) -> tensor<4x3xf64> {
  %e = tensor.empty() : tensor<4x3xf64>
  %z = arith.constant 0.0 : f64
  %f = linalg.fill ins(%z : f64) outs(%e : tensor<4x3xf64>) -> tensor<4x3xf64>
  %0 = linalg.generic #mm ins(%a, %b : tensor<4x6xf64, #BSR>, tensor<6x3xf64>) outs(%f : tensor<4x3xf64>) {
  ^bb0(%p: f64, %q: f64, %o: f64):
    %m = arith.mulf %p, %q : f64
    %s = arith.addf %o, %m : f64
    linalg.yield %s : f64
  } -> tensor<4x3xf64>
  return %0 : tensor<4x3xf64>
}

// The transpose of the stored matrix.
func.func @transposed(%a: tensor<4x6xf64, #CSR>, %b: tensor<4x3xf64>) -> tensor<6x3xf64> {
  %e = tensor.empty() : tensor<6x3xf64>
  %z = arith.constant 0.0 : f64
  %f = linalg.fill ins(%z : f64) outs(%e : tensor<6x3xf64>) -> tensor<6x3xf64>
  %0 = linalg.generic #mtm ins(%a, %b : tensor<4x6xf64, #CSR>, tensor<4x3xf64>) outs(%f : tensor<6x3xf64>) {
  ^bb0(%p: f64, %q: f64, %o: f64):
    %m = arith.mulf %p, %q : f64
    %s = arith.addf %o, %m : f64
    linalg.yield %s : f64
  } -> tensor<6x3xf64>
  return %0 : tensor<6x3xf64>
}

func.func @dense_times_csr(%a: tensor<3x6xf64, #CSC>, %b: tensor<6x3xf64>) -> tensor<3x3xf64> {
  %e = tensor.empty() : tensor<3x3xf64>
  %z = arith.constant 0.0 : f64
  %f = linalg.fill ins(%z : f64) outs(%e : tensor<3x3xf64>) -> tensor<3x3xf64>
  %0 = linalg.generic #mm ins(%a, %b : tensor<3x6xf64, #CSC>, tensor<6x3xf64>) outs(%f : tensor<3x3xf64>) {
  ^bb0(%p: f64, %q: f64, %o: f64):
    %m = arith.mulf %p, %q : f64
    %s = arith.addf %o, %m : f64
    linalg.yield %s : f64
  } -> tensor<3x3xf64>
  return %0 : tensor<3x3xf64>
}

// A named operation.
func.func @matmul(%A: tensor<4x6xf64, #CSR>, %X: tensor<6x3xf64>) -> tensor<4x3xf64> {
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<4x3xf64>
  %f = linalg.fill ins(%zero : f64) outs(%e : tensor<4x3xf64>) -> tensor<4x3xf64>
  %0 = linalg.matmul ins(%A, %X : tensor<4x6xf64, #CSR>, tensor<6x3xf64>) outs(%f : tensor<4x3xf64>) -> tensor<4x3xf64>
  return %0 : tensor<4x3xf64>
}

// Rows times columns: a stored result without a workspace.
func.func @inner_products(%a: tensor<4x6xf64, #CSR>, %b: tensor<6x4xf64, #CSC>) -> tensor<4x4xf64, #CSR> {
  %e = tensor.empty() : tensor<4x4xf64, #CSR>
  %0 = linalg.generic #spgemm ins(%a, %b : tensor<4x6xf64, #CSR>, tensor<6x4xf64, #CSC>) outs(%e : tensor<4x4xf64, #CSR>) {
  ^bb0(%p: f64, %q: f64, %o: f64):
    %m = arith.mulf %p, %q : f64
    %s = arith.addf %o, %m : f64
    linalg.yield %s : f64
  } -> tensor<4x4xf64, #CSR>
  return %0 : tensor<4x4xf64, #CSR>
}

func.func @spgemm_to_dense(%a: tensor<4x6xf64, #CSR>, %b: tensor<6x4xf64, #CSR>) -> tensor<4x4xf64> {
  %e = tensor.empty() : tensor<4x4xf64>
  %z = arith.constant 0.0 : f64
  %f = linalg.fill ins(%z : f64) outs(%e : tensor<4x4xf64>) -> tensor<4x4xf64>
  %0 = linalg.generic #spgemm ins(%a, %b : tensor<4x6xf64, #CSR>, tensor<6x4xf64, #CSR>) outs(%f : tensor<4x4xf64>) {
  ^bb0(%p: f64, %q: f64, %o: f64):
    %m = arith.mulf %p, %q : f64
    %s = arith.addf %o, %m : f64
    linalg.yield %s : f64
  } -> tensor<4x4xf64>
  return %0 : tensor<4x4xf64>
}

func.func @main() {
  %d_A = arith.constant dense<[[1.0, 0.0, 2.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 3.0, 0.0, 0.0, 4.0, 0.0], [5.0, 0.0, 0.0, 6.0, 0.0, -7.0]]> : tensor<4x6xf64>
  %d_X = arith.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0], [1.0, -1.0, 2.0], [0.5, 0.25, 4.0], [2.0, 3.0, 1.0]]> : tensor<6x3xf64>
  %d_Y = arith.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0], [1.0, -1.0, 2.0]]> : tensor<4x3xf64>
  %d_Q = arith.constant dense<[[1.0, 2.0, 3.0, 1.0, 1.0, 0.0], [4.0, 5.0, 6.0, 0.0, 2.0, 2.0], [7.0, 8.0, 9.0, -1.0, 1.0, 3.0]]> : tensor<3x6xf64>
  %d_C = arith.constant dense<[[0.0, 1.0, 0.0, 0.0], [2.0, 0.0, 0.0, 0.0], [0.0, 0.0, 3.0, 0.0], [0.0, 0.0, 0.0, 0.0], [4.0, 0.0, 0.0, 5.0], [0.0, 6.0, 0.0, 0.0]]> : tensor<6x4xf64>
  %spmm_csr_a = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #CSR>
  %spmm_csr = call @spmm_csr(%spmm_csr_a, %d_X) : (tensor<4x6xf64, #CSR>, tensor<6x3xf64>) -> tensor<4x3xf64>
  // CHECK: ( ( 15, 18, 21 ), ( 0, 0, 0 ), ( 14, 16, 34 ), ( -3, -17, 20 ) )
  call @show_4_3_f64(%spmm_csr) : (tensor<4x3xf64>) -> ()
  %spmm_csc_a = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #CSC>
  %spmm_csc = call @spmm_csc(%spmm_csc_a, %d_X) : (tensor<4x6xf64, #CSC>, tensor<6x3xf64>) -> tensor<4x3xf64>
  // CHECK: ( ( 15, 18, 21 ), ( 0, 0, 0 ), ( 14, 16, 34 ), ( -3, -17, 20 ) )
  call @show_4_3_f64(%spmm_csc) : (tensor<4x3xf64>) -> ()
  %spmm_coo_a = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #COO>
  %spmm_coo = call @spmm_coo(%spmm_coo_a, %d_X) : (tensor<4x6xf64, #COO>, tensor<6x3xf64>) -> tensor<4x3xf64>
  // CHECK: ( ( 15, 18, 21 ), ( 0, 0, 0 ), ( 14, 16, 34 ), ( -3, -17, 20 ) )
  call @show_4_3_f64(%spmm_coo) : (tensor<4x3xf64>) -> ()
  %spmm_bsr_a = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #BSR>
  %spmm_bsr = call @spmm_bsr(%spmm_bsr_a, %d_X) : (tensor<4x6xf64, #BSR>, tensor<6x3xf64>) -> tensor<4x3xf64>
  // CHECK: ( ( 15, 18, 21 ), ( 0, 0, 0 ), ( 14, 16, 34 ), ( -3, -17, 20 ) )
  call @show_4_3_f64(%spmm_bsr) : (tensor<4x3xf64>) -> ()
  %transposed_a = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #CSR>
  %transposed = call @transposed(%transposed_a, %d_Y) : (tensor<4x6xf64, #CSR>, tensor<4x3xf64>) -> tensor<6x3xf64>
  // CHECK: ( ( 6, -3, 13 ), ( 21, 24, 27 ), ( 2, 4, 6 ), ( 6, -6, 12 ), ( 28, 32, 36 ), ( -7, 7, -14 ) )
  call @show_6_3_f64(%transposed) : (tensor<6x3xf64>) -> ()
  %dense_times_csr_a = sparse_tensor.convert %d_Q : tensor<3x6xf64> to tensor<3x6xf64, #CSC>
  %dense_times_csr = call @dense_times_csr(%dense_times_csr_a, %d_X) : (tensor<3x6xf64, #CSC>, tensor<6x3xf64>) -> tensor<3x3xf64>
  // CHECK: ( ( 31.5, 35.25, 48 ), ( 71, 87.5, 106 ), ( 107.5, 136.25, 155 ) )
  call @show_3_3_f64(%dense_times_csr) : (tensor<3x3xf64>) -> ()
  %matmul_a = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #CSR>
  %matmul = call @matmul(%matmul_a, %d_X) : (tensor<4x6xf64, #CSR>, tensor<6x3xf64>) -> tensor<4x3xf64>
  // CHECK: ( ( 15, 18, 21 ), ( 0, 0, 0 ), ( 14, 16, 34 ), ( -3, -17, 20 ) )
  call @show_4_3_f64(%matmul) : (tensor<4x3xf64>) -> ()
  %inner_products_a = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #CSR>
  %inner_products_b = sparse_tensor.convert %d_C : tensor<6x4xf64> to tensor<6x4xf64, #CSC>
  %inner_products = call @inner_products(%inner_products_a, %inner_products_b) : (tensor<4x6xf64, #CSR>, tensor<6x4xf64, #CSC>) -> tensor<4x4xf64, #CSR>
  // CHECK: ( ( 0, 1, 6, 0 ), ( 0, 0, 0, 0 ), ( 22, 0, 0, 20 ), ( 0, -37, 0, 0 ) )
  // CHECK-NEXT: 5
  call @show_4_4_f64_CSR(%inner_products) : (tensor<4x4xf64, #CSR>) -> ()
  %spgemm_to_dense_a = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #CSR>
  %spgemm_to_dense_b = sparse_tensor.convert %d_C : tensor<6x4xf64> to tensor<6x4xf64, #CSR>
  %spgemm_to_dense = call @spgemm_to_dense(%spgemm_to_dense_a, %spgemm_to_dense_b) : (tensor<4x6xf64, #CSR>, tensor<6x4xf64, #CSR>) -> tensor<4x4xf64>
  // CHECK: ( ( 0, 1, 6, 0 ), ( 0, 0, 0, 0 ), ( 22, 0, 0, 20 ), ( 0, -37, 0, 0 ) )
  call @show_4_4_f64(%spgemm_to_dense) : (tensor<4x4xf64>) -> ()
  return
}
