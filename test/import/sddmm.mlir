// Sampled products of dense matrices.

// RUN: lacuna-opt %s --lacuna | %run | FileCheck %s
// RUN: mlir-opt %s --sparsifier="enable-runtime-library=false" | %run | FileCheck %s

#CSR = #sparse_tensor.encoding<{map = (i, j) -> (i : dense, j : compressed)}>
#DCSR = #sparse_tensor.encoding<{map = (i, j) -> (i : compressed, j : compressed)}>
#COO = #sparse_tensor.encoding<{map = (i, j) -> (i : compressed(nonunique), j : singleton)}>

#sddmm = {indexing_maps = [affine_map<(i, j, k) -> (i, j)>, affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>],
          iterator_types = ["parallel", "parallel", "reduction"]}

func.func @show_4_6_f64(%s: tensor<4x6xf64>) {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f64
  %v = vector.transfer_read %s[%c0, %c0], %pad : tensor<4x6xf64>, vector<4x6xf64>
  vector.print %v : vector<4x6xf64>
  return
}

func.func @show_4_6_f64_CSR(%s: tensor<4x6xf64, #CSR>) {
  %d = sparse_tensor.convert %s : tensor<4x6xf64, #CSR> to tensor<4x6xf64>
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f64
  %v = vector.transfer_read %d[%c0, %c0], %pad : tensor<4x6xf64>, vector<4x6xf64>
  vector.print %v : vector<4x6xf64>
  %n = sparse_tensor.number_of_entries %s : tensor<4x6xf64, #CSR>
  vector.print %n : index
  return
}

func.func @sddmm_csr(%a: tensor<4x6xf64, #CSR>, %b: tensor<4x3xf64>, %c: tensor<3x6xf64>) -> tensor<4x6xf64> {
  %e = tensor.empty() : tensor<4x6xf64>
  %z = arith.constant 0.0 : f64
  %f = linalg.fill ins(%z : f64) outs(%e : tensor<4x6xf64>) -> tensor<4x6xf64>
  %0 = linalg.generic #sddmm ins(%a, %b, %c : tensor<4x6xf64, #CSR>, tensor<4x3xf64>, tensor<3x6xf64>) outs(%f : tensor<4x6xf64>) {
  ^bb0(%p: f64, %q: f64, %r: f64, %o: f64):
    %m = arith.mulf %q, %r : f64
    %k = arith.mulf %p, %m : f64
    %s = arith.addf %o, %k : f64
    linalg.yield %s : f64
  } -> tensor<4x6xf64>
  return %0 : tensor<4x6xf64>
}

func.func @sddmm_dcsr(%a: tensor<4x6xf64, #DCSR>, %b: tensor<4x3xf64>, %c: tensor<3x6xf64>) -> tensor<4x6xf64> {
  %e = tensor.empty() : tensor<4x6xf64>
  %z = arith.constant 0.0 : f64
  %f = linalg.fill ins(%z : f64) outs(%e : tensor<4x6xf64>) -> tensor<4x6xf64>
  %0 = linalg.generic #sddmm ins(%a, %b, %c : tensor<4x6xf64, #DCSR>, tensor<4x3xf64>, tensor<3x6xf64>) outs(%f : tensor<4x6xf64>) {
  ^bb0(%p: f64, %q: f64, %r: f64, %o: f64):
    %m = arith.mulf %q, %r : f64
    %k = arith.mulf %p, %m : f64
    %s = arith.addf %o, %k : f64
    linalg.yield %s : f64
  } -> tensor<4x6xf64>
  return %0 : tensor<4x6xf64>
}

func.func @sddmm_coo(%a: tensor<4x6xf64, #COO>, %b: tensor<4x3xf64>, %c: tensor<3x6xf64>) -> tensor<4x6xf64> {
  %e = tensor.empty() : tensor<4x6xf64>
  %z = arith.constant 0.0 : f64
  %f = linalg.fill ins(%z : f64) outs(%e : tensor<4x6xf64>) -> tensor<4x6xf64>
  %0 = linalg.generic #sddmm ins(%a, %b, %c : tensor<4x6xf64, #COO>, tensor<4x3xf64>, tensor<3x6xf64>) outs(%f : tensor<4x6xf64>) {
  ^bb0(%p: f64, %q: f64, %r: f64, %o: f64):
    %m = arith.mulf %q, %r : f64
    %k = arith.mulf %p, %m : f64
    %s = arith.addf %o, %k : f64
    linalg.yield %s : f64
  } -> tensor<4x6xf64>
  return %0 : tensor<4x6xf64>
}

func.func @sddmm_stored(%a: tensor<4x6xf64, #CSR>, %b: tensor<4x3xf64>, %c: tensor<3x6xf64>) -> tensor<4x6xf64, #CSR> {
  %e = tensor.empty() : tensor<4x6xf64, #CSR>
  %0 = linalg.generic #sddmm ins(%a, %b, %c : tensor<4x6xf64, #CSR>, tensor<4x3xf64>, tensor<3x6xf64>) outs(%e : tensor<4x6xf64, #CSR>) {
  ^bb0(%p: f64, %q: f64, %r: f64, %o: f64):
    %m = arith.mulf %q, %r : f64
    %k = arith.mulf %p, %m : f64
    %s = arith.addf %o, %k : f64
    linalg.yield %s : f64
  } -> tensor<4x6xf64, #CSR>
  return %0 : tensor<4x6xf64, #CSR>
}

// Only where entries are stored counts, not their values.
func.func @sampled(%a: tensor<4x6xf64, #CSR>, %b: tensor<4x3xf64>, %c: tensor<3x6xf64>) -> tensor<4x6xf64, #CSR> {
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<4x6xf64, #CSR>
  %0 = linalg.generic #sddmm ins(%a, %b, %c : tensor<4x6xf64, #CSR>, tensor<4x3xf64>, tensor<3x6xf64>) outs(%e : tensor<4x6xf64, #CSR>) {
  ^bb0(%p: f64, %q: f64, %r: f64, %o: f64):
    %u = sparse_tensor.unary %p : f64 to f64
      present={
      ^bb0(%t: f64):
        %m = arith.mulf %q, %r : f64
        sparse_tensor.yield %m : f64
      }
      absent={}
    %s = sparse_tensor.reduce %o, %u, %zero : f64 {
      ^bb0(%t: f64, %n: f64):
        %k = arith.addf %t, %n : f64
        sparse_tensor.yield %k : f64
    }
    linalg.yield %s : f64
  } -> tensor<4x6xf64, #CSR>
  return %0 : tensor<4x6xf64, #CSR>
}

func.func @sampled_to_dense(%a: tensor<4x6xf64, #CSR>, %b: tensor<4x3xf64>, %c: tensor<3x6xf64>) -> tensor<4x6xf64> {
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<4x6xf64>
  %z = arith.constant 0.0 : f64
  %f = linalg.fill ins(%z : f64) outs(%e : tensor<4x6xf64>) -> tensor<4x6xf64>
  %0 = linalg.generic #sddmm ins(%a, %b, %c : tensor<4x6xf64, #CSR>, tensor<4x3xf64>, tensor<3x6xf64>) outs(%f : tensor<4x6xf64>) {
  ^bb0(%p: f64, %q: f64, %r: f64, %o: f64):
    %u = sparse_tensor.unary %p : f64 to f64
      present={
      ^bb0(%t: f64):
        %m = arith.mulf %q, %r : f64
        sparse_tensor.yield %m : f64
      }
      absent={}
    %s = sparse_tensor.reduce %o, %u, %zero : f64 {
      ^bb0(%t: f64, %n: f64):
        %k = arith.addf %t, %n : f64
        sparse_tensor.yield %k : f64
    }
    linalg.yield %s : f64
  } -> tensor<4x6xf64>
  return %0 : tensor<4x6xf64>
}

func.func @main() {
  %d_A = arith.constant dense<[[1.0, 0.0, 2.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 3.0, 0.0, 0.0, 4.0, 0.0], [5.0, 0.0, 0.0, 6.0, 0.0, -7.0]]> : tensor<4x6xf64>
  %d_P = arith.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0], [1.0, -1.0, 2.0]]> : tensor<4x3xf64>
  %d_Q = arith.constant dense<[[1.0, 2.0, 3.0, 1.0, 1.0, 0.0], [4.0, 5.0, 6.0, 0.0, 2.0, 2.0], [7.0, 8.0, 9.0, -1.0, 1.0, 3.0]]> : tensor<3x6xf64>
  %sddmm_csr_a = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #CSR>
  %sddmm_csr = call @sddmm_csr(%sddmm_csr_a, %d_P, %d_Q) : (tensor<4x6xf64, #CSR>, tensor<4x3xf64>, tensor<3x6xf64>) -> tensor<4x6xf64>
  // CHECK: ( ( 30, 0, 84, 0, 0, 0 ), ( 0, 0, 0, 0, 0, 0 ), ( 0, 378, 0, 0, 128, 0 ), ( 55, 0, 0, -6, 0, -28 ) )
  call @show_4_6_f64(%sddmm_csr) : (tensor<4x6xf64>) -> ()
  %sddmm_dcsr_a = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #DCSR>
  %sddmm_dcsr = call @sddmm_dcsr(%sddmm_dcsr_a, %d_P, %d_Q) : (tensor<4x6xf64, #DCSR>, tensor<4x3xf64>, tensor<3x6xf64>) -> tensor<4x6xf64>
  // CHECK: ( ( 30, 0, 84, 0, 0, 0 ), ( 0, 0, 0, 0, 0, 0 ), ( 0, 378, 0, 0, 128, 0 ), ( 55, 0, 0, -6, 0, -28 ) )
  call @show_4_6_f64(%sddmm_dcsr) : (tensor<4x6xf64>) -> ()
  %sddmm_coo_a = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #COO>
  %sddmm_coo = call @sddmm_coo(%sddmm_coo_a, %d_P, %d_Q) : (tensor<4x6xf64, #COO>, tensor<4x3xf64>, tensor<3x6xf64>) -> tensor<4x6xf64>
  // CHECK: ( ( 30, 0, 84, 0, 0, 0 ), ( 0, 0, 0, 0, 0, 0 ), ( 0, 378, 0, 0, 128, 0 ), ( 55, 0, 0, -6, 0, -28 ) )
  call @show_4_6_f64(%sddmm_coo) : (tensor<4x6xf64>) -> ()
  %sddmm_stored_a = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #CSR>
  %sddmm_stored = call @sddmm_stored(%sddmm_stored_a, %d_P, %d_Q) : (tensor<4x6xf64, #CSR>, tensor<4x3xf64>, tensor<3x6xf64>) -> tensor<4x6xf64, #CSR>
  // CHECK: ( ( 30, 0, 84, 0, 0, 0 ), ( 0, 0, 0, 0, 0, 0 ), ( 0, 378, 0, 0, 128, 0 ), ( 55, 0, 0, -6, 0, -28 ) )
  // CHECK-NEXT: 7
  call @show_4_6_f64_CSR(%sddmm_stored) : (tensor<4x6xf64, #CSR>) -> ()
  %sampled_a = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #CSR>
  %sampled = call @sampled(%sampled_a, %d_P, %d_Q) : (tensor<4x6xf64, #CSR>, tensor<4x3xf64>, tensor<3x6xf64>) -> tensor<4x6xf64, #CSR>
  // CHECK: ( ( 30, 0, 42, 0, 0, 0 ), ( 0, 0, 0, 0, 0, 0 ), ( 0, 126, 0, 0, 32, 0 ), ( 11, 0, 0, -1, 0, 4 ) )
  // CHECK-NEXT: 7
  call @show_4_6_f64_CSR(%sampled) : (tensor<4x6xf64, #CSR>) -> ()
  %sampled_to_dense_a = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #CSR>
  %sampled_to_dense = call @sampled_to_dense(%sampled_to_dense_a, %d_P, %d_Q) : (tensor<4x6xf64, #CSR>, tensor<4x3xf64>, tensor<3x6xf64>) -> tensor<4x6xf64>
  // CHECK: ( ( 30, 0, 42, 0, 0, 0 ), ( 0, 0, 0, 0, 0, 0 ), ( 0, 126, 0, 0, 32, 0 ), ( 11, 0, 0, -1, 0, 4 ) )
  call @show_4_6_f64(%sampled_to_dense) : (tensor<4x6xf64>) -> ()
  return
}
