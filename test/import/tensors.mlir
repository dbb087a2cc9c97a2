// Tensors of order three.

// RUN: lacuna-opt %s --lacuna | %run | FileCheck %s
// RUN: mlir-opt %s --sparsifier="enable-runtime-library=false" | %run | FileCheck %s

#CSF = #sparse_tensor.encoding<{map = (i, j, k) -> (i : compressed, j : compressed, k : compressed)}>
#COO3 = #sparse_tensor.encoding<{map = (i, j, k) -> (i : compressed(nonunique), j : singleton(nonunique), k : singleton)}>
#DDC = #sparse_tensor.encoding<{map = (i, j, k) -> (i : dense, j : dense, k : compressed)}>

#ttv = {indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (k)>, affine_map<(i, j, k) -> (i, j)>],
        iterator_types = ["parallel", "parallel", "reduction"]}
#mttkrp = {indexing_maps = [affine_map<(i, r, k, l) -> (i, k, l)>, affine_map<(i, r, k, l) -> (k, r)>, affine_map<(i, r, k, l) -> (l, r)>, affine_map<(i, r, k, l) -> (i, r)>],
           iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
#tt2 = {indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (i, j, k)>],
        iterator_types = ["parallel", "parallel", "parallel"]}

func.func @show_2_3_f64(%s: tensor<2x3xf64>) {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f64
  %v = vector.transfer_read %s[%c0, %c0], %pad : tensor<2x3xf64>, vector<2x3xf64>
  vector.print %v : vector<2x3xf64>
  return
}

func.func @show_2_2_f64(%s: tensor<2x2xf64>) {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f64
  %v = vector.transfer_read %s[%c0, %c0], %pad : tensor<2x2xf64>, vector<2x2xf64>
  vector.print %v : vector<2x2xf64>
  return
}

func.func @show_2_3_4_f64_CSF(%s: tensor<2x3x4xf64, #CSF>) {
  %d = sparse_tensor.convert %s : tensor<2x3x4xf64, #CSF> to tensor<2x3x4xf64>
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f64
  %v = vector.transfer_read %d[%c0, %c0, %c0], %pad : tensor<2x3x4xf64>, vector<2x3x4xf64>
  vector.print %v : vector<2x3x4xf64>
  %n = sparse_tensor.number_of_entries %s : tensor<2x3x4xf64, #CSF>
  vector.print %n : index
  return
}

func.func @times_vector(%a: tensor<2x3x4xf64, #CSF>, %b: tensor<4xf64>) -> tensor<2x3xf64> {
  %e = tensor.empty() : tensor<2x3xf64>
  %z = arith.constant 0.0 : f64
  %f = linalg.fill ins(%z : f64) outs(%e : tensor<2x3xf64>) -> tensor<2x3xf64>
  %0 = linalg.generic #ttv ins(%a, %b : tensor<2x3x4xf64, #CSF>, tensor<4xf64>) outs(%f : tensor<2x3xf64>) {
  ^bb0(%p: f64, %q: f64, %o: f64):
    %m = arith.mulf %p, %q : f64
    %s = arith.addf %o, %m : f64
    linalg.yield %s : f64
  } -> tensor<2x3xf64>
  return %0 : tensor<2x3xf64>
}

func.func @times_vector_list(%a: tensor<2x3x4xf64, #COO3>, %b: tensor<4xf64>) -> tensor<2x3xf64> {
  %e = tensor.empty() : tensor<2x3xf64>
  %z = arith.constant 0.0 : f64
  %f = linalg.fill ins(%z : f64) outs(%e : tensor<2x3xf64>) -> tensor<2x3xf64>
  %0 = linalg.generic #ttv ins(%a, %b : tensor<2x3x4xf64, #COO3>, tensor<4xf64>) outs(%f : tensor<2x3xf64>) {
  ^bb0(%p: f64, %q: f64, %o: f64):
    %m = arith.mulf %p, %q : f64
    %s = arith.addf %o, %m : f64
    linalg.yield %s : f64
  } -> tensor<2x3xf64>
  return %0 : tensor<2x3xf64>
}

func.func @times_vector_fibers(%a: tensor<2x3x4xf64, #DDC>, %b: tensor<4xf64>) -> tensor<2x3xf64> {
  %e = tensor.empty() : tensor<2x3xf64>
  %z = arith.constant 0.0 : f64
  %f = linalg.fill ins(%z : f64) outs(%e : tensor<2x3xf64>) -> tensor<2x3xf64>
  %0 = linalg.generic #ttv ins(%a, %b : tensor<2x3x4xf64, #DDC>, tensor<4xf64>) outs(%f : tensor<2x3xf64>) {
  ^bb0(%p: f64, %q: f64, %o: f64):
    %m = arith.mulf %p, %q : f64
    %s = arith.addf %o, %m : f64
    linalg.yield %s : f64
  } -> tensor<2x3xf64>
  return %0 : tensor<2x3xf64>
}

func.func @mttkrp(%a: tensor<2x3x4xf64, #CSF>, %b: tensor<3x2xf64>, %c: tensor<4x2xf64>) -> tensor<2x2xf64> {
  %e = tensor.empty() : tensor<2x2xf64>
  %z = arith.constant 0.0 : f64
  %f = linalg.fill ins(%z : f64) outs(%e : tensor<2x2xf64>) -> tensor<2x2xf64>
  %0 = linalg.generic #mttkrp ins(%a, %b, %c : tensor<2x3x4xf64, #CSF>, tensor<3x2xf64>, tensor<4x2xf64>) outs(%f : tensor<2x2xf64>) {
  ^bb0(%p: f64, %q: f64, %r: f64, %o: f64):
    %m = arith.mulf %p, %q : f64
    %k = arith.mulf %m, %r : f64
    %s = arith.addf %o, %k : f64
    linalg.yield %s : f64
  } -> tensor<2x2xf64>
  return %0 : tensor<2x2xf64>
}

func.func @add(%a: tensor<2x3x4xf64, #CSF>, %b: tensor<2x3x4xf64, #CSF>) -> tensor<2x3x4xf64, #CSF> {
  %e = tensor.empty() : tensor<2x3x4xf64, #CSF>
  %0 = linalg.generic #tt2 ins(%a, %b : tensor<2x3x4xf64, #CSF>, tensor<2x3x4xf64, #CSF>) outs(%e : tensor<2x3x4xf64, #CSF>) {
  ^bb0(%p: f64, %q: f64, %o: f64):
    %s = arith.addf %p, %q : f64
    linalg.yield %s : f64
  } -> tensor<2x3x4xf64, #CSF>
  return %0 : tensor<2x3x4xf64, #CSF>
}

func.func @multiply_mixed(%a: tensor<2x3x4xf64, #CSF>, %b: tensor<2x3x4xf64, #COO3>) -> tensor<2x3x4xf64, #CSF> {
  %e = tensor.empty() : tensor<2x3x4xf64, #CSF>
  %0 = linalg.generic #tt2 ins(%a, %b : tensor<2x3x4xf64, #CSF>, tensor<2x3x4xf64, #COO3>) outs(%e : tensor<2x3x4xf64, #CSF>) {
  ^bb0(%p: f64, %q: f64, %o: f64):
    %s = arith.mulf %p, %q : f64
    linalg.yield %s : f64
  } -> tensor<2x3x4xf64, #CSF>
  return %0 : tensor<2x3x4xf64, #CSF>
}

func.func @main() {
  %d_T = arith.constant dense<[[[1.0, 0.0, 0.0, 2.0], [0.0, 0.0, 0.0, 0.0], [0.0, 3.0, 0.0, 0.0]], [[0.0, 0.0, 0.0, 0.0], [4.0, 0.0, 5.0, 0.0], [0.0, 0.0, 0.0, 6.0]]]> : tensor<2x3x4xf64>
  %d_v4 = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf64>
  %d_K = arith.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf64>
  %d_L = arith.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0], [7.0, 8.0]]> : tensor<4x2xf64>
  %d_U = arith.constant dense<[[[1.0, 0.0, 1.0, 0.0], [0.0, 0.0, 0.0, 0.0], [0.0, 3.0, 0.0, 0.0]], [[0.0, 2.0, 0.0, 0.0], [4.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 6.0]]]> : tensor<2x3x4xf64>
  %times_vector_a = sparse_tensor.convert %d_T : tensor<2x3x4xf64> to tensor<2x3x4xf64, #CSF>
  %times_vector = call @times_vector(%times_vector_a, %d_v4) : (tensor<2x3x4xf64, #CSF>, tensor<4xf64>) -> tensor<2x3xf64>
  // CHECK: ( ( 9, 0, 6 ), ( 0, 19, 24 ) )
  call @show_2_3_f64(%times_vector) : (tensor<2x3xf64>) -> ()
  %times_vector_list_a = sparse_tensor.convert %d_T : tensor<2x3x4xf64> to tensor<2x3x4xf64, #COO3>
  %times_vector_list = call @times_vector_list(%times_vector_list_a, %d_v4) : (tensor<2x3x4xf64, #COO3>, tensor<4xf64>) -> tensor<2x3xf64>
  // CHECK: ( ( 9, 0, 6 ), ( 0, 19, 24 ) )
  call @show_2_3_f64(%times_vector_list) : (tensor<2x3xf64>) -> ()
  %times_vector_fibers_a = sparse_tensor.convert %d_T : tensor<2x3x4xf64> to tensor<2x3x4xf64, #DDC>
  %times_vector_fibers = call @times_vector_fibers(%times_vector_fibers_a, %d_v4) : (tensor<2x3x4xf64, #DDC>, tensor<4xf64>) -> tensor<2x3xf64>
  // CHECK: ( ( 9, 0, 6 ), ( 0, 19, 24 ) )
  call @show_2_3_f64(%times_vector_fibers) : (tensor<2x3xf64>) -> ()
  %mttkrp_a = sparse_tensor.convert %d_T : tensor<2x3x4xf64> to tensor<2x3x4xf64, #CSF>
  %mttkrp = call @mttkrp(%mttkrp_a, %d_K, %d_L) : (tensor<2x3x4xf64, #CSF>, tensor<3x2xf64>, tensor<4x2xf64>) -> tensor<2x2xf64>
  // CHECK: ( ( 60, 108 ), ( 297, 440 ) )
  call @show_2_2_f64(%mttkrp) : (tensor<2x2xf64>) -> ()
  %add_a = sparse_tensor.convert %d_T : tensor<2x3x4xf64> to tensor<2x3x4xf64, #CSF>
  %add_b = sparse_tensor.convert %d_U : tensor<2x3x4xf64> to tensor<2x3x4xf64, #CSF>
  %add = call @add(%add_a, %add_b) : (tensor<2x3x4xf64, #CSF>, tensor<2x3x4xf64, #CSF>) -> tensor<2x3x4xf64, #CSF>
  // CHECK: ( ( ( 2, 0, 1, 2 ), ( 0, 0, 0, 0 ), ( 0, 6, 0, 0 ) ), ( ( 0, 2, 0, 0 ), ( 8, 0, 5, 0 ), ( 0, 0, 0, 12 ) ) )
  // CHECK-NEXT: 8
  call @show_2_3_4_f64_CSF(%add) : (tensor<2x3x4xf64, #CSF>) -> ()
  %multiply_mixed_a = sparse_tensor.convert %d_T : tensor<2x3x4xf64> to tensor<2x3x4xf64, #CSF>
  %multiply_mixed_b = sparse_tensor.convert %d_U : tensor<2x3x4xf64> to tensor<2x3x4xf64, #COO3>
  %multiply_mixed = call @multiply_mixed(%multiply_mixed_a, %multiply_mixed_b) : (tensor<2x3x4xf64, #CSF>, tensor<2x3x4xf64, #COO3>) -> tensor<2x3x4xf64, #CSF>
  // CHECK: ( ( ( 1, 0, 0, 0 ), ( 0, 0, 0, 0 ), ( 0, 9, 0, 0 ) ), ( ( 0, 0, 0, 0 ), ( 16, 0, 0, 0 ), ( 0, 0, 0, 36 ) ) )
  // CHECK-NEXT: 4
  call @show_2_3_4_f64_CSF(%multiply_mixed) : (tensor<2x3x4xf64, #CSF>) -> ()
  return
}
