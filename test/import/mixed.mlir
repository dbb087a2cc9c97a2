// Computing with what is stored: blocks, columns and tensors of order 3.

// RUN: lacuna-opt %s --lacuna | %run | FileCheck %s
// RUN: mlir-opt %s --sparsifier="enable-runtime-library=false" | %run | FileCheck %s

#SV = #sparse_tensor.encoding<{map = (i) -> (i : compressed)}>
#CSR = #sparse_tensor.encoding<{map = (i, j) -> (i : dense, j : compressed)}>
#CSC = #sparse_tensor.encoding<{map = (i, j) -> (j : dense, i : compressed)}>
#DCSR = #sparse_tensor.encoding<{map = (i, j) -> (i : compressed, j : compressed)}>
#DCSC = #sparse_tensor.encoding<{map = (i, j) -> (j : compressed, i : compressed)}>
#COO = #sparse_tensor.encoding<{map = (i, j) -> (i : compressed(nonunique), j : singleton)}>
#BSR = #sparse_tensor.encoding<{map = (i, j) -> (i floordiv 2 : dense, j floordiv 2 : compressed, i mod 2 : dense, j mod 2 : dense)}>
#CSF = #sparse_tensor.encoding<{map = (i, j, k) -> (i : compressed, j : compressed, k : compressed)}>

#t0 = {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
#t1 = {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
#t2 = {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>],
      iterator_types = ["reduction", "parallel"]}
#t3 = {indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (i)>],
      iterator_types = ["parallel", "reduction", "reduction"]}
#t4 = {indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (i, j)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
#t5 = {indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (i, j, k)>],
      iterator_types = ["parallel", "parallel", "parallel"]}
#t6 = {indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>],
      iterator_types = ["parallel", "parallel", "parallel"]}
#t7 = {indexing_maps = [affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
#t8 = {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
#t9 = {indexing_maps = [affine_map<(i, j, k) -> (i, j)>, affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>],
      iterator_types = ["parallel", "parallel", "reduction"]}

func.func @show_4_6_f64(%s: tensor<4x6xf64>) {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f64
  %v = vector.transfer_read %s[%c0, %c0], %pad : tensor<4x6xf64>, vector<4x6xf64>
  vector.print %v : vector<4x6xf64>
  return
}

func.func @show_6_f64_SV(%s: tensor<6xf64, #SV>) {
  %d = sparse_tensor.convert %s : tensor<6xf64, #SV> to tensor<6xf64>
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f64
  %v = vector.transfer_read %d[%c0], %pad : tensor<6xf64>, vector<6xf64>
  vector.print %v : vector<6xf64>
  %n = sparse_tensor.number_of_entries %s : tensor<6xf64, #SV>
  vector.print %n : index
  return
}

func.func @show_2_f64(%s: tensor<2xf64>) {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f64
  %v = vector.transfer_read %s[%c0], %pad : tensor<2xf64>, vector<2xf64>
  vector.print %v : vector<2xf64>
  return
}

func.func @show_2_3_f64_DCSR(%s: tensor<2x3xf64, #DCSR>) {
  %d = sparse_tensor.convert %s : tensor<2x3xf64, #DCSR> to tensor<2x3xf64>
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f64
  %v = vector.transfer_read %d[%c0, %c0], %pad : tensor<2x3xf64>, vector<2x3xf64>
  vector.print %v : vector<2x3xf64>
  %n = sparse_tensor.number_of_entries %s : tensor<2x3xf64, #DCSR>
  vector.print %n : index
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

func.func @show_4_6_f64_COO(%s: tensor<4x6xf64, #COO>) {
  %d = sparse_tensor.convert %s : tensor<4x6xf64, #COO> to tensor<4x6xf64>
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f64
  %v = vector.transfer_read %d[%c0, %c0], %pad : tensor<4x6xf64>, vector<4x6xf64>
  vector.print %v : vector<4x6xf64>
  %n = sparse_tensor.number_of_entries %s : tensor<4x6xf64, #COO>
  vector.print %n : index
  return
}

func.func @show_4_6_f64_BSR(%s: tensor<4x6xf64, #BSR>) {
  %d = sparse_tensor.convert %s : tensor<4x6xf64, #BSR> to tensor<4x6xf64>
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f64
  %v = vector.transfer_read %d[%c0, %c0], %pad : tensor<4x6xf64>, vector<4x6xf64>
  vector.print %v : vector<4x6xf64>
  %n = sparse_tensor.number_of_entries %s : tensor<4x6xf64, #BSR>
  vector.print %n : index
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

func.func @show_4_6_f64_CSC(%s: tensor<4x6xf64, #CSC>) {
  %d = sparse_tensor.convert %s : tensor<4x6xf64, #CSC> to tensor<4x6xf64>
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f64
  %v = vector.transfer_read %d[%c0, %c0], %pad : tensor<4x6xf64>, vector<4x6xf64>
  vector.print %v : vector<4x6xf64>
  %n = sparse_tensor.number_of_entries %s : tensor<4x6xf64, #CSC>
  vector.print %n : index
  return
}

func.func @show_6_f64(%s: tensor<6xf64>) {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f64
  %v = vector.transfer_read %s[%c0], %pad : tensor<6xf64>, vector<6xf64>
  vector.print %v : vector<6xf64>
  return
}

func.func @blocks_negated(%a: tensor<4x6xf64, #BSR>) -> tensor<4x6xf64> {
  %e = tensor.empty() : tensor<4x6xf64>
  %z = arith.constant 0.0 : f64
  %f = linalg.fill ins(%z : f64) outs(%e : tensor<4x6xf64>) -> tensor<4x6xf64>
  %0 = linalg.generic #t0 ins(%a : tensor<4x6xf64, #BSR>) outs(%f : tensor<4x6xf64>) {
  ^bb0(%p: f64, %o: f64):
    %u = sparse_tensor.unary %p : f64 to f64
      present={
      ^bb0(%t: f64):
        %k = arith.negf %t : f64
        sparse_tensor.yield %k : f64
      }
      absent={}
    %w = arith.mulf %u, %u : f64
    linalg.yield %w : f64
  } -> tensor<4x6xf64>
  return %0 : tensor<4x6xf64>
}

func.func @blocks_and_blocks(%a: tensor<4x6xf64, #BSR>, %b: tensor<4x6xf64, #BSR>) -> tensor<4x6xf64> {
  %e = tensor.empty() : tensor<4x6xf64>
  %z = arith.constant 0.0 : f64
  %f = linalg.fill ins(%z : f64) outs(%e : tensor<4x6xf64>) -> tensor<4x6xf64>
  %0 = linalg.generic #t1 ins(%a, %b : tensor<4x6xf64, #BSR>, tensor<4x6xf64, #BSR>) outs(%f : tensor<4x6xf64>) {
  ^bb0(%p: f64, %q: f64, %o: f64):
    %u = sparse_tensor.binary %p, %q : f64, f64 to f64
      overlap={
      ^bb0(%p1: f64, %q1: f64):
        %k = arith.mulf %p1, %q1 : f64
        sparse_tensor.yield %k : f64
      }
      left={}
      right=identity
    %w = math.absf %u : f64
    linalg.yield %w : f64
  } -> tensor<4x6xf64>
  return %0 : tensor<4x6xf64>
}

func.func @doubly_compressed_columns(%a: tensor<4x6xf64, #DCSC>, %b: tensor<4x6xf64, #DCSC>) -> tensor<6xf64, #SV> {
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<6xf64, #SV>
  %0 = linalg.generic #t2 ins(%a, %b : tensor<4x6xf64, #DCSC>, tensor<4x6xf64, #DCSC>) outs(%e : tensor<6xf64, #SV>) {
  ^bb0(%p: f64, %q: f64, %o: f64):
    %u = sparse_tensor.binary %p, %q : f64, f64 to f64
      overlap={
      ^bb0(%p1: f64, %q1: f64):
        %k = arith.addf %p1, %q1 : f64
        sparse_tensor.yield %k : f64
      }
      left=identity
      right=identity
    %w = sparse_tensor.reduce %o, %u, %zero : f64 {
      ^bb0(%x: f64, %y: f64):
        %k = arith.addf %x, %y : f64
        sparse_tensor.yield %k : f64
      }
    linalg.yield %w : f64
  } -> tensor<6xf64, #SV>
  return %0 : tensor<6xf64, #SV>
}

func.func @tensor_slices(%a: tensor<2x3x4xf64, #CSF>, %b: tensor<2x3x4xf64, #CSF>) -> tensor<2xf64> {
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<2xf64>
  %z = arith.constant 0.0 : f64
  %f = linalg.fill ins(%z : f64) outs(%e : tensor<2xf64>) -> tensor<2xf64>
  %0 = linalg.generic #t3 ins(%a, %b : tensor<2x3x4xf64, #CSF>, tensor<2x3x4xf64, #CSF>) outs(%f : tensor<2xf64>) {
  ^bb0(%p: f64, %q: f64, %o: f64):
    %u = sparse_tensor.binary %p, %q : f64, f64 to f64
      overlap={
      ^bb0(%p1: f64, %q1: f64):
        %k = arith.mulf %p1, %q1 : f64
        sparse_tensor.yield %k : f64
      }
      left=identity
      right=identity
    %v = math.absf %u : f64
    %w = sparse_tensor.reduce %o, %v, %zero : f64 {
      ^bb0(%x: f64, %y: f64):
        %k = arith.addf %x, %y : f64
        sparse_tensor.yield %k : f64
      }
    linalg.yield %w : f64
  } -> tensor<2xf64>
  return %0 : tensor<2xf64>
}

func.func @tensor_minima(%a: tensor<2x3x4xf64, #CSF>, %b: tensor<2x3x4xf64, #CSF>) -> tensor<2x3xf64, #DCSR> {
  %inf = arith.constant 0x7FF0000000000000 : f64
  %e = tensor.empty() : tensor<2x3xf64, #DCSR>
  %0 = linalg.generic #t4 ins(%a, %b : tensor<2x3x4xf64, #CSF>, tensor<2x3x4xf64, #CSF>) outs(%e : tensor<2x3xf64, #DCSR>) {
  ^bb0(%p: f64, %q: f64, %o: f64):
    %v = arith.addf %p, %q : f64
    %w = sparse_tensor.reduce %v, %o, %inf : f64 {
      ^bb0(%x: f64, %y: f64):
        %c = arith.cmpf olt, %x, %y : f64
        %k = arith.select %c, %x, %y : f64
        sparse_tensor.yield %k : f64
      }
    linalg.yield %w : f64
  } -> tensor<2x3xf64, #DCSR>
  return %0 : tensor<2x3xf64, #DCSR>
}

func.func @tensor_by_itself(%a: tensor<2x3x4xf64, #CSF>, %b: tensor<2x3x4xf64, #CSF>) -> tensor<2x3x4xf64, #CSF> {
  %e = tensor.empty() : tensor<2x3x4xf64, #CSF>
  %0 = linalg.generic #t5 ins(%a, %b : tensor<2x3x4xf64, #CSF>, tensor<2x3x4xf64, #CSF>) outs(%e : tensor<2x3x4xf64, #CSF>) {
  ^bb0(%p: f64, %q: f64, %o: f64):
    %u = sparse_tensor.unary %p : f64 to f64
      present={
      ^bb0(%t: f64):
        %k = arith.negf %t : f64
        sparse_tensor.yield %k : f64
      }
      absent={}
    %v = arith.subf %u, %q : f64
    %w = sparse_tensor.select %v : f64 {
      ^bb0(%t: f64):
        %z = arith.constant 0.0 : f64
        %k = arith.cmpf olt, %t, %z : f64
        sparse_tensor.yield %k : i1
      }
    linalg.yield %w : f64
  } -> tensor<2x3x4xf64, #CSF>
  return %0 : tensor<2x3x4xf64, #CSF>
}

func.func @tensor_in_place(%s: tensor<2x3x4xf64, #CSF>) -> tensor<2x3x4xf64, #CSF> {
  %0 = linalg.generic #t6 outs(%s : tensor<2x3x4xf64, #CSF>) {
  ^bb0(%o: f64):
    %u = sparse_tensor.unary %o : f64 to f64
      present={
      ^bb0(%t: f64):
        %k = math.absf %t : f64
        sparse_tensor.yield %k : f64
      }
      absent={}
    %v = math.sqrt %u : f64
    %w = arith.mulf %v, %o : f64
    linalg.yield %w : f64
  } -> tensor<2x3x4xf64, #CSF>
  return %0 : tensor<2x3x4xf64, #CSF>
}

func.func @list_in_place(%s: tensor<4x6xf64, #COO>) -> tensor<4x6xf64, #COO> {
  %0 = linalg.generic #t7 outs(%s : tensor<4x6xf64, #COO>) {
  ^bb0(%o: f64):
    %u = sparse_tensor.unary %o : f64 to f64
      present={
      ^bb0(%t: f64):
        %k = arith.negf %t : f64
        sparse_tensor.yield %k : f64
      }
      absent={}
    %w = arith.addf %u, %u : f64
    linalg.yield %w : f64
  } -> tensor<4x6xf64, #COO>
  return %0 : tensor<4x6xf64, #COO>
}

func.func @blocks_in_place(%s: tensor<4x6xf64, #BSR>) -> tensor<4x6xf64, #BSR> {
  %0 = linalg.generic #t7 outs(%s : tensor<4x6xf64, #BSR>) {
  ^bb0(%o: f64):
    %u = sparse_tensor.unary %o : f64 to f64
      present={
      ^bb0(%t: f64):
        %k = arith.negf %t : f64
        sparse_tensor.yield %k : f64
      }
      absent={}
    %w = math.absf %u : f64
    linalg.yield %w : f64
  } -> tensor<4x6xf64, #BSR>
  return %0 : tensor<4x6xf64, #BSR>
}

func.func @matrix_product(%a: tensor<4x4xf64, #CSR>, %b: tensor<4x4xf64, #CSC>) -> tensor<4x4xf64, #CSR> {
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<4x4xf64, #CSR>
  %0 = linalg.generic #t8 ins(%a, %b : tensor<4x4xf64, #CSR>, tensor<4x4xf64, #CSC>) outs(%e : tensor<4x4xf64, #CSR>) {
  ^bb0(%p: f64, %q: f64, %o: f64):
    %u = sparse_tensor.binary %p, %q : f64, f64 to f64
      overlap={
      ^bb0(%p1: f64, %q1: f64):
        %m = arith.mulf %p1, %q1 : f64
        %k = math.absf %m : f64
        sparse_tensor.yield %k : f64
      }
      left={}
      right={}
    %v = arith.mulf %u, %p : f64
    %w = sparse_tensor.reduce %o, %v, %zero : f64 {
      ^bb0(%x: f64, %y: f64):
        %k = arith.addf %x, %y : f64
        sparse_tensor.yield %k : f64
      }
    linalg.yield %w : f64
  } -> tensor<4x4xf64, #CSR>
  return %0 : tensor<4x4xf64, #CSR>
}

func.func @max_min(%a: tensor<4x4xf64, #CSR>, %b: tensor<4x4xf64, #CSC>) -> tensor<4x4xf64, #CSR> {
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<4x4xf64, #CSR>
  %0 = linalg.generic #t8 ins(%a, %b : tensor<4x4xf64, #CSR>, tensor<4x4xf64, #CSC>) outs(%e : tensor<4x4xf64, #CSR>) {
  ^bb0(%p: f64, %q: f64, %o: f64):
    %u = sparse_tensor.binary %p, %q : f64, f64 to f64
      overlap={
      ^bb0(%p1: f64, %q1: f64):
        %c = arith.cmpf olt, %p1, %q1 : f64
        %k = arith.select %c, %p1, %q1 : f64
        sparse_tensor.yield %k : f64
      }
      left={}
      right={}
    %w = sparse_tensor.reduce %u, %o, %zero : f64 {
      ^bb0(%x: f64, %y: f64):
        %c = arith.cmpf ogt, %x, %y : f64
        %k = arith.select %c, %x, %y : f64
        sparse_tensor.yield %k : f64
      }
    linalg.yield %w : f64
  } -> tensor<4x4xf64, #CSR>
  return %0 : tensor<4x4xf64, #CSR>
}

func.func @sampled_columns_kept(%a: tensor<4x6xf64, #CSC>, %b: tensor<4x3xf64>, %c: tensor<3x6xf64>) -> tensor<4x6xf64, #CSC> {
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<4x6xf64, #CSC>
  %0 = linalg.generic #t9 ins(%a, %b, %c : tensor<4x6xf64, #CSC>, tensor<4x3xf64>, tensor<3x6xf64>) outs(%e : tensor<4x6xf64, #CSC>) {
  ^bb0(%p: f64, %q: f64, %r: f64, %o: f64):
    %u = sparse_tensor.unary %p : f64 to f64
      present={
      ^bb0(%t: f64):
        %k = arith.mulf %q, %r : f64
        sparse_tensor.yield %k : f64
      }
      absent={}
    %w = sparse_tensor.reduce %o, %u, %zero : f64 {
      ^bb0(%x: f64, %y: f64):
        %k = arith.addf %x, %y : f64
        sparse_tensor.yield %k : f64
      }
    linalg.yield %w : f64
  } -> tensor<4x6xf64, #CSC>
  return %0 : tensor<4x6xf64, #CSC>
}

func.func @columns_of_both(%a: tensor<4x6xf64, #CSR>, %b: tensor<4x6xf64, #CSC>) -> tensor<6xf64> {
  %e = tensor.empty() : tensor<6xf64>
  %z = arith.constant 0.0 : f64
  %f = linalg.fill ins(%z : f64) outs(%e : tensor<6xf64>) -> tensor<6xf64>
  %0 = linalg.generic #t2 ins(%a, %b : tensor<4x6xf64, #CSR>, tensor<4x6xf64, #CSC>) outs(%f : tensor<6xf64>) {
  ^bb0(%p: f64, %q: f64, %o: f64):
    %u = sparse_tensor.unary %p : f64 to f64
      present={
      ^bb0(%t: f64):
        %k = arith.mulf %t, %t : f64
        sparse_tensor.yield %k : f64
      }
      absent={}
    %v = arith.mulf %u, %q : f64
    %w = arith.addf %o, %v : f64
    linalg.yield %w : f64
  } -> tensor<6xf64>
  return %0 : tensor<6xf64>
}

func.func @main() {
  %d_A = arith.constant dense<[[1.0, 0.0, 2.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 3.0, 0.0, 0.0, 4.0, 0.0], [5.0, 0.0, 0.0, 6.0, 0.0, -7.0]]> : tensor<4x6xf64>
  %d_B = arith.constant dense<[[0.0, 2.0, -1.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 3.0, 0.0, 0.0], [0.0, -5.0, 0.0, 0.0, 2.0, 1.0], [0.0, 0.0, 4.0, 0.5, 0.0, 0.0]]> : tensor<4x6xf64>
  %d_T = arith.constant dense<[[[1.0, 0.0, 2.0, 0.0], [0.0, 0.0, 0.0, 0.0], [0.0, 3.0, 0.0, -4.0]], [[0.0, 0.0, 0.0, 0.0], [5.0, 0.0, 0.0, 6.0], [0.0, -7.0, 8.0, 0.0]]]> : tensor<2x3x4xf64>
  %d_U = arith.constant dense<[[[2.0, 1.0, 0.0, 0.0], [0.0, 0.0, 3.0, 0.0], [0.0, 2.0, 0.0, 5.0]], [[1.0, 0.0, 0.0, 0.0], [2.0, 0.0, 0.0, 0.0], [0.0, 0.0, -2.0, 0.0]]]> : tensor<2x3x4xf64>
  %d_G = arith.constant dense<[[0.0, 2.0, 0.0, 7.0], [0.0, 0.0, 3.0, 0.0], [1.0, 0.0, 0.0, 4.0], [0.0, 0.0, 0.0, 0.0]]> : tensor<4x4xf64>
  %d_P = arith.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0], [1.0, -1.0, 2.0]]> : tensor<4x3xf64>
  %d_Q = arith.constant dense<[[1.0, 2.0, 3.0, 1.0, 1.0, 0.0], [4.0, 5.0, 6.0, 0.0, 2.0, 2.0], [7.0, 8.0, 9.0, -1.0, 1.0, 3.0]]> : tensor<3x6xf64>
  %blocks_negated_a = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #BSR>
  %blocks_negated = call @blocks_negated(%blocks_negated_a) : (tensor<4x6xf64, #BSR>) -> tensor<4x6xf64>
  // CHECK: ( ( 1, 0, 4, 0, 0, 0 ), ( 0, 0, 0, 0, 0, 0 ), ( 0, 9, 0, 0, 16, 0 ), ( 25, 0, 0, 36, 0, 49 ) )
  call @show_4_6_f64(%blocks_negated) : (tensor<4x6xf64>) -> ()
  %blocks_and_blocks_a = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #BSR>
  %blocks_and_blocks_b = sparse_tensor.convert %d_B : tensor<4x6xf64> to tensor<4x6xf64, #BSR>
  %blocks_and_blocks = call @blocks_and_blocks(%blocks_and_blocks_a, %blocks_and_blocks_b) : (tensor<4x6xf64, #BSR>, tensor<4x6xf64, #BSR>) -> tensor<4x6xf64>
  // CHECK: ( ( 0, 0, 2, 0, 0, 0 ), ( 0, 0, 0, 0, 0, 0 ), ( 0, 15, 0, 0, 8, 0 ), ( 0, 0, 0, 3, 0, 0 ) )
  call @show_4_6_f64(%blocks_and_blocks) : (tensor<4x6xf64>) -> ()
  %doubly_compressed_columns_a = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #DCSC>
  %doubly_compressed_columns_b = sparse_tensor.convert %d_B : tensor<4x6xf64> to tensor<4x6xf64, #DCSC>
  %doubly_compressed_columns = call @doubly_compressed_columns(%doubly_compressed_columns_a, %doubly_compressed_columns_b) : (tensor<4x6xf64, #DCSC>, tensor<4x6xf64, #DCSC>) -> tensor<6xf64, #SV>
  // CHECK: ( 6, 0, 5, 9.5, 6, -6 )
  // CHECK-NEXT: 6
  call @show_6_f64_SV(%doubly_compressed_columns) : (tensor<6xf64, #SV>) -> ()
  %tensor_slices_a = sparse_tensor.convert %d_T : tensor<2x3x4xf64> to tensor<2x3x4xf64, #CSF>
  %tensor_slices_b = sparse_tensor.convert %d_U : tensor<2x3x4xf64> to tensor<2x3x4xf64, #CSF>
  %tensor_slices = call @tensor_slices(%tensor_slices_a, %tensor_slices_b) : (tensor<2x3x4xf64, #CSF>, tensor<2x3x4xf64, #CSF>) -> tensor<2xf64>
  // CHECK: ( 34, 40 )
  call @show_2_f64(%tensor_slices) : (tensor<2xf64>) -> ()
  %tensor_minima_a = sparse_tensor.convert %d_T : tensor<2x3x4xf64> to tensor<2x3x4xf64, #CSF>
  %tensor_minima_b = sparse_tensor.convert %d_U : tensor<2x3x4xf64> to tensor<2x3x4xf64, #CSF>
  %tensor_minima = call @tensor_minima(%tensor_minima_a, %tensor_minima_b) : (tensor<2x3x4xf64, #CSF>, tensor<2x3x4xf64, #CSF>) -> tensor<2x3xf64, #DCSR>
  // CHECK: ( ( 1, 3, 1 ), ( 1, 6, -7 ) )
  // CHECK-NEXT: 6
  call @show_2_3_f64_DCSR(%tensor_minima) : (tensor<2x3xf64, #DCSR>) -> ()
  %tensor_by_itself_a = sparse_tensor.convert %d_T : tensor<2x3x4xf64> to tensor<2x3x4xf64, #CSF>
  %tensor_by_itself_b = sparse_tensor.convert %d_U : tensor<2x3x4xf64> to tensor<2x3x4xf64, #CSF>
  %tensor_by_itself = call @tensor_by_itself(%tensor_by_itself_a, %tensor_by_itself_b) : (tensor<2x3x4xf64, #CSF>, tensor<2x3x4xf64, #CSF>) -> tensor<2x3x4xf64, #CSF>
  // CHECK: ( ( ( -3, -1, -2, 0 ), ( 0, 0, -3, 0 ), ( 0, -5, 0, -1 ) ), ( ( -1, 0, 0, 0 ), ( -7, 0, 0, -6 ), ( 0, 0, -6, 0 ) ) )
  // CHECK-NEXT: 10
  call @show_2_3_4_f64_CSF(%tensor_by_itself) : (tensor<2x3x4xf64, #CSF>) -> ()
  %tensor_in_place_s = sparse_tensor.convert %d_T : tensor<2x3x4xf64> to tensor<2x3x4xf64, #CSF>
  %tensor_in_place = call @tensor_in_place(%tensor_in_place_s) : (tensor<2x3x4xf64, #CSF>) -> tensor<2x3x4xf64, #CSF>
  // CHECK: ( ( ( 1, 0, 2.82843, 0 ), ( 0, 0, 0, 0 ), ( 0, 5.19615, 0, -8 ) ), ( ( 0, 0, 0, 0 ), ( 11.1803, 0, 0, 14.6969 ), ( 0, -18.5203, 22.6274, 0 ) ) )
  // CHECK-NEXT: 8
  call @show_2_3_4_f64_CSF(%tensor_in_place) : (tensor<2x3x4xf64, #CSF>) -> ()
  %list_in_place_s = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #COO>
  %list_in_place = call @list_in_place(%list_in_place_s) : (tensor<4x6xf64, #COO>) -> tensor<4x6xf64, #COO>
  // CHECK: ( ( -2, 0, -4, 0, 0, 0 ), ( 0, 0, 0, 0, 0, 0 ), ( 0, -6, 0, 0, -8, 0 ), ( -10, 0, 0, -12, 0, 14 ) )
  // CHECK-NEXT: 7
  call @show_4_6_f64_COO(%list_in_place) : (tensor<4x6xf64, #COO>) -> ()
  %blocks_in_place_s = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #BSR>
  %blocks_in_place = call @blocks_in_place(%blocks_in_place_s) : (tensor<4x6xf64, #BSR>) -> tensor<4x6xf64, #BSR>
  // CHECK: ( ( 1, 0, 2, 0, 0, 0 ), ( 0, 0, 0, 0, 0, 0 ), ( 0, 3, 0, 0, 4, 0 ), ( 5, 0, 0, 6, 0, 7 ) )
  // CHECK-NEXT: 20
  call @show_4_6_f64_BSR(%blocks_in_place) : (tensor<4x6xf64, #BSR>) -> ()
  %matrix_product_a = sparse_tensor.convert %d_G : tensor<4x4xf64> to tensor<4x4xf64, #CSR>
  %matrix_product_b = sparse_tensor.convert %d_G : tensor<4x4xf64> to tensor<4x4xf64, #CSC>
  %matrix_product = call @matrix_product(%matrix_product_a, %matrix_product_b) : (tensor<4x4xf64, #CSR>, tensor<4x4xf64, #CSC>) -> tensor<4x4xf64, #CSR>
  // CHECK: ( ( 0, 0, 12, 0 ), ( 9, 0, 0, 36 ), ( 0, 2, 0, 7 ), ( 0, 0, 0, 0 ) )
  // CHECK-NEXT: 5
  call @show_4_4_f64_CSR(%matrix_product) : (tensor<4x4xf64, #CSR>) -> ()
  %max_min_a = sparse_tensor.convert %d_G : tensor<4x4xf64> to tensor<4x4xf64, #CSR>
  %max_min_b = sparse_tensor.convert %d_G : tensor<4x4xf64> to tensor<4x4xf64, #CSC>
  %max_min = call @max_min(%max_min_a, %max_min_b) : (tensor<4x4xf64, #CSR>, tensor<4x4xf64, #CSC>) -> tensor<4x4xf64, #CSR>
  // CHECK: ( ( 0, 0, 2, 0 ), ( 1, 0, 0, 3 ), ( 0, 1, 0, 1 ), ( 0, 0, 0, 0 ) )
  // CHECK-NEXT: 5
  call @show_4_4_f64_CSR(%max_min) : (tensor<4x4xf64, #CSR>) -> ()
  %sampled_columns_kept_a = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #CSC>
  %sampled_columns_kept = call @sampled_columns_kept(%sampled_columns_kept_a, %d_P, %d_Q) : (tensor<4x6xf64, #CSC>, tensor<4x3xf64>, tensor<3x6xf64>) -> tensor<4x6xf64, #CSC>
  // CHECK: ( ( 30, 0, 42, 0, 0, 0 ), ( 0, 0, 0, 0, 0, 0 ), ( 0, 126, 0, 0, 32, 0 ), ( 11, 0, 0, -1, 0, 4 ) )
  // CHECK-NEXT: 7
  call @show_4_6_f64_CSC(%sampled_columns_kept) : (tensor<4x6xf64, #CSC>) -> ()
  %columns_of_both_a = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #CSR>
  %columns_of_both_b = sparse_tensor.convert %d_B : tensor<4x6xf64> to tensor<4x6xf64, #CSC>
  %columns_of_both = call @columns_of_both(%columns_of_both_a, %columns_of_both_b) : (tensor<4x6xf64, #CSR>, tensor<4x6xf64, #CSC>) -> tensor<6xf64>
  // CHECK: ( 0, -45, -4, 18, 32, 0 )
  call @show_6_f64(%columns_of_both) : (tensor<6xf64>) -> ()
  return
}
