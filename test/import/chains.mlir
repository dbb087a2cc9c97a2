// What may be no value, in further operations.

// RUN: lacuna-opt %s --lacuna | %run | FileCheck %s
// RUN: mlir-opt %s --sparsifier="enable-runtime-library=false" | %run | FileCheck %s

#SV = #sparse_tensor.encoding<{map = (i) -> (i : compressed)}>
#CSR = #sparse_tensor.encoding<{map = (i, j) -> (i : dense, j : compressed)}>
#CSC = #sparse_tensor.encoding<{map = (i, j) -> (j : dense, i : compressed)}>
#DCSR = #sparse_tensor.encoding<{map = (i, j) -> (i : compressed, j : compressed)}>
#COO = #sparse_tensor.encoding<{map = (i, j) -> (i : compressed(nonunique), j : singleton)}>
#CSF = #sparse_tensor.encoding<{map = (i, j, k) -> (i : compressed, j : compressed, k : compressed)}>

#t0 = {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
      iterator_types = ["parallel"]}
#t1 = {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
      iterator_types = ["parallel"]}
#t2 = {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
#t3 = {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
#t4 = {indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (i, j, k)>],
      iterator_types = ["parallel", "parallel", "parallel"]}
#t5 = {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
      iterator_types = ["parallel", "reduction"]}

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

func.func @show_4_6_f64_DCSR(%s: tensor<4x6xf64, #DCSR>) {
  %d = sparse_tensor.convert %s : tensor<4x6xf64, #DCSR> to tensor<4x6xf64>
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f64
  %v = vector.transfer_read %d[%c0, %c0], %pad : tensor<4x6xf64>, vector<4x6xf64>
  vector.print %v : vector<4x6xf64>
  %n = sparse_tensor.number_of_entries %s : tensor<4x6xf64, #DCSR>
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

func.func @show_4_6_f64(%s: tensor<4x6xf64>) {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f64
  %v = vector.transfer_read %s[%c0, %c0], %pad : tensor<4x6xf64>, vector<4x6xf64>
  vector.print %v : vector<4x6xf64>
  return
}

func.func @show_4_6_i8_CSR(%s: tensor<4x6xi8, #CSR>) {
  %d = sparse_tensor.convert %s : tensor<4x6xi8, #CSR> to tensor<4x6xi8>
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0 : i8
  %v = vector.transfer_read %d[%c0, %c0], %pad : tensor<4x6xi8>, vector<4x6xi8>
  vector.print %v : vector<4x6xi8>
  %n = sparse_tensor.number_of_entries %s : tensor<4x6xi8, #CSR>
  vector.print %n : index
  return
}

func.func @show_4_6_i8_DCSR(%s: tensor<4x6xi8, #DCSR>) {
  %d = sparse_tensor.convert %s : tensor<4x6xi8, #DCSR> to tensor<4x6xi8>
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0 : i8
  %v = vector.transfer_read %d[%c0, %c0], %pad : tensor<4x6xi8>, vector<4x6xi8>
  vector.print %v : vector<4x6xi8>
  %n = sparse_tensor.number_of_entries %s : tensor<4x6xi8, #DCSR>
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

func.func @show_4_f64(%s: tensor<4xf64>) {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f64
  %v = vector.transfer_read %s[%c0], %pad : tensor<4xf64>, vector<4xf64>
  vector.print %v : vector<4xf64>
  return
}

func.func @abs_of_unary(%a: tensor<6xf64, #SV>) -> tensor<6xf64, #SV> {
  %e = tensor.empty() : tensor<6xf64, #SV>
  %0 = linalg.generic #t0 ins(%a : tensor<6xf64, #SV>) outs(%e : tensor<6xf64, #SV>) {
  ^bb0(%p: f64, %o: f64):
    %u = sparse_tensor.unary %p : f64 to f64
      present={
      ^bb0(%t: f64):
        %k = arith.negf %t : f64
        sparse_tensor.yield %k : f64
      }
      absent={}
    %w = math.absf %u : f64
    linalg.yield %w : f64
  } -> tensor<6xf64, #SV>
  return %0 : tensor<6xf64, #SV>
}

func.func @abs_with_absent(%a: tensor<6xf64, #SV>) -> tensor<6xf64, #SV> {
  %e = tensor.empty() : tensor<6xf64, #SV>
  %0 = linalg.generic #t0 ins(%a : tensor<6xf64, #SV>) outs(%e : tensor<6xf64, #SV>) {
  ^bb0(%p: f64, %o: f64):
    %u = sparse_tensor.unary %p : f64 to f64
      present={
      ^bb0(%t: f64):
        %k = arith.negf %t : f64
        sparse_tensor.yield %k : f64
      }
      absent={
        %k = arith.constant -9.0 : f64
        sparse_tensor.yield %k : f64
      }
    %w = math.absf %u : f64
    linalg.yield %w : f64
  } -> tensor<6xf64, #SV>
  return %0 : tensor<6xf64, #SV>
}

// A sum is there where one of its terms is.
func.func @plus_unary(%a: tensor<6xf64, #SV>, %b: tensor<6xf64, #SV>) -> tensor<6xf64, #SV> {
  %e = tensor.empty() : tensor<6xf64, #SV>
  %0 = linalg.generic #t1 ins(%a, %b : tensor<6xf64, #SV>, tensor<6xf64, #SV>) outs(%e : tensor<6xf64, #SV>) {
  ^bb0(%p: f64, %q: f64, %o: f64):
    %u = sparse_tensor.unary %p : f64 to f64
      present={
      ^bb0(%t: f64):
        %k = arith.negf %t : f64
        sparse_tensor.yield %k : f64
      }
      absent={}
    %w = arith.addf %u, %q : f64
    linalg.yield %w : f64
  } -> tensor<6xf64, #SV>
  return %0 : tensor<6xf64, #SV>
}

func.func @minus_unary(%a: tensor<6xf64, #SV>, %b: tensor<6xf64, #SV>) -> tensor<6xf64, #SV> {
  %e = tensor.empty() : tensor<6xf64, #SV>
  %0 = linalg.generic #t1 ins(%a, %b : tensor<6xf64, #SV>, tensor<6xf64, #SV>) outs(%e : tensor<6xf64, #SV>) {
  ^bb0(%p: f64, %q: f64, %o: f64):
    %u = sparse_tensor.unary %p : f64 to f64
      present={
      ^bb0(%t: f64):
        %k = arith.negf %t : f64
        sparse_tensor.yield %k : f64
      }
      absent={}
    %w = arith.subf %u, %q : f64
    linalg.yield %w : f64
  } -> tensor<6xf64, #SV>
  return %0 : tensor<6xf64, #SV>
}

func.func @unary_taken_away(%a: tensor<6xf64, #SV>, %b: tensor<6xf64, #SV>) -> tensor<6xf64, #SV> {
  %e = tensor.empty() : tensor<6xf64, #SV>
  %0 = linalg.generic #t1 ins(%a, %b : tensor<6xf64, #SV>, tensor<6xf64, #SV>) outs(%e : tensor<6xf64, #SV>) {
  ^bb0(%p: f64, %q: f64, %o: f64):
    %u = sparse_tensor.unary %p : f64 to f64
      present={
      ^bb0(%t: f64):
        %k = arith.negf %t : f64
        sparse_tensor.yield %k : f64
      }
      absent={}
    %w = arith.subf %q, %u : f64
    linalg.yield %w : f64
  } -> tensor<6xf64, #SV>
  return %0 : tensor<6xf64, #SV>
}

// A product is there where both factors are.
func.func @times_unary(%a: tensor<6xf64, #SV>, %b: tensor<6xf64, #SV>) -> tensor<6xf64, #SV> {
  %e = tensor.empty() : tensor<6xf64, #SV>
  %0 = linalg.generic #t1 ins(%a, %b : tensor<6xf64, #SV>, tensor<6xf64, #SV>) outs(%e : tensor<6xf64, #SV>) {
  ^bb0(%p: f64, %q: f64, %o: f64):
    %u = sparse_tensor.unary %p : f64 to f64
      present={
      ^bb0(%t: f64):
        %k = arith.negf %t : f64
        sparse_tensor.yield %k : f64
      }
      absent={}
    %w = arith.mulf %u, %q : f64
    linalg.yield %w : f64
  } -> tensor<6xf64, #SV>
  return %0 : tensor<6xf64, #SV>
}

func.func @times_unary_with_absent(%a: tensor<6xf64, #SV>, %b: tensor<6xf64, #SV>) -> tensor<6xf64, #SV> {
  %e = tensor.empty() : tensor<6xf64, #SV>
  %0 = linalg.generic #t1 ins(%a, %b : tensor<6xf64, #SV>, tensor<6xf64, #SV>) outs(%e : tensor<6xf64, #SV>) {
  ^bb0(%p: f64, %q: f64, %o: f64):
    %u = sparse_tensor.unary %p : f64 to f64
      present={
      ^bb0(%t: f64):
        %k = arith.negf %t : f64
        sparse_tensor.yield %k : f64
      }
      absent={
        %k = arith.constant 9.0 : f64
        sparse_tensor.yield %k : f64
      }
    %w = arith.mulf %u, %q : f64
    linalg.yield %w : f64
  } -> tensor<6xf64, #SV>
  return %0 : tensor<6xf64, #SV>
}

func.func @unary_halved(%a: tensor<6xf64, #SV>) -> tensor<6xf64, #SV> {
  %two = arith.constant 2.0 : f64
  %e = tensor.empty() : tensor<6xf64, #SV>
  %0 = linalg.generic #t0 ins(%a : tensor<6xf64, #SV>) outs(%e : tensor<6xf64, #SV>) {
  ^bb0(%p: f64, %o: f64):
    %u = sparse_tensor.unary %p : f64 to f64
      present={
      ^bb0(%t: f64):
        %k = arith.negf %t : f64
        sparse_tensor.yield %k : f64
      }
      absent={}
    %w = arith.divf %u, %two : f64
    linalg.yield %w : f64
  } -> tensor<6xf64, #SV>
  return %0 : tensor<6xf64, #SV>
}

func.func @plus_constant(%a: tensor<6xf64, #SV>) -> tensor<6xf64, #SV> {
  %two = arith.constant 2.0 : f64
  %e = tensor.empty() : tensor<6xf64, #SV>
  %0 = linalg.generic #t0 ins(%a : tensor<6xf64, #SV>) outs(%e : tensor<6xf64, #SV>) {
  ^bb0(%p: f64, %o: f64):
    %u = sparse_tensor.unary %p : f64 to f64
      present={
      ^bb0(%t: f64):
        %k = arith.negf %t : f64
        sparse_tensor.yield %k : f64
      }
      absent={}
    %w = arith.addf %u, %two : f64
    linalg.yield %w : f64
  } -> tensor<6xf64, #SV>
  return %0 : tensor<6xf64, #SV>
}

func.func @unary_of_unary(%a: tensor<6xf64, #SV>) -> tensor<6xf64, #SV> {
  %e = tensor.empty() : tensor<6xf64, #SV>
  %0 = linalg.generic #t0 ins(%a : tensor<6xf64, #SV>) outs(%e : tensor<6xf64, #SV>) {
  ^bb0(%p: f64, %o: f64):
    %u = sparse_tensor.unary %p : f64 to f64
      present={
      ^bb0(%t: f64):
        %k = arith.negf %t : f64
        sparse_tensor.yield %k : f64
      }
      absent={}
    %w = sparse_tensor.unary %u : f64 to f64
      present={
      ^bb0(%t: f64):
        %c = arith.constant 2.0 : f64
        %k = arith.addf %t, %c : f64
        sparse_tensor.yield %k : f64
      }
      absent={
        %k = arith.constant 9.0 : f64
        sparse_tensor.yield %k : f64
      }
    linalg.yield %w : f64
  } -> tensor<6xf64, #SV>
  return %0 : tensor<6xf64, #SV>
}

func.func @absent_of_absent(%a: tensor<6xf64, #SV>) -> tensor<6xf64, #SV> {
  %e = tensor.empty() : tensor<6xf64, #SV>
  %0 = linalg.generic #t0 ins(%a : tensor<6xf64, #SV>) outs(%e : tensor<6xf64, #SV>) {
  ^bb0(%p: f64, %o: f64):
    %u = sparse_tensor.unary %p : f64 to f64
      present={
      ^bb0(%t: f64):
        %k = arith.negf %t : f64
        sparse_tensor.yield %k : f64
      }
      absent={
        %k = arith.constant 9.0 : f64
        sparse_tensor.yield %k : f64
      }
    %w = sparse_tensor.unary %u : f64 to f64
      present={
      ^bb0(%t: f64):
        %c = arith.constant 2.0 : f64
        %k = arith.addf %t, %c : f64
        sparse_tensor.yield %k : f64
      }
      absent={
        %k = arith.constant 8.0 : f64
        sparse_tensor.yield %k : f64
      }
    linalg.yield %w : f64
  } -> tensor<6xf64, #SV>
  return %0 : tensor<6xf64, #SV>
}

func.func @unary_of_union(%a: tensor<4x6xf64, #CSR>, %b: tensor<4x6xf64, #CSR>) -> tensor<4x6xf64, #CSR> {
  %e = tensor.empty() : tensor<4x6xf64, #CSR>
  %0 = linalg.generic #t2 ins(%a, %b : tensor<4x6xf64, #CSR>, tensor<4x6xf64, #CSR>) outs(%e : tensor<4x6xf64, #CSR>) {
  ^bb0(%p: f64, %q: f64, %o: f64):
    %u = sparse_tensor.binary %p, %q : f64, f64 to f64
      overlap={
      ^bb0(%p1: f64, %q1: f64):
        %k = arith.addf %p1, %q1 : f64
        sparse_tensor.yield %k : f64
      }
      left=identity
      right=identity
    %w = sparse_tensor.unary %u : f64 to f64
      present={
      ^bb0(%t: f64):
        %k = arith.negf %t : f64
        sparse_tensor.yield %k : f64
      }
      absent={}
    linalg.yield %w : f64
  } -> tensor<4x6xf64, #CSR>
  return %0 : tensor<4x6xf64, #CSR>
}

func.func @unary_of_overlap(%a: tensor<4x6xf64, #CSR>, %b: tensor<4x6xf64, #CSR>) -> tensor<4x6xf64, #CSR> {
  %e = tensor.empty() : tensor<4x6xf64, #CSR>
  %0 = linalg.generic #t2 ins(%a, %b : tensor<4x6xf64, #CSR>, tensor<4x6xf64, #CSR>) outs(%e : tensor<4x6xf64, #CSR>) {
  ^bb0(%p: f64, %q: f64, %o: f64):
    %u = sparse_tensor.binary %p, %q : f64, f64 to f64
      overlap={
      ^bb0(%p1: f64, %q1: f64):
        %k = arith.addf %p1, %q1 : f64
        sparse_tensor.yield %k : f64
      }
      left={}
      right={}
    %w = sparse_tensor.unary %u : f64 to f64
      present={
      ^bb0(%t: f64):
        %k = arith.negf %t : f64
        sparse_tensor.yield %k : f64
      }
      absent={
        %k = arith.constant 9.0 : f64
        sparse_tensor.yield %k : f64
      }
    linalg.yield %w : f64
  } -> tensor<4x6xf64, #CSR>
  return %0 : tensor<4x6xf64, #CSR>
}

// What an empty region takes out is not absent: it stays out.
func.func @unary_of_difference(%a: tensor<4x6xf64, #CSR>, %b: tensor<4x6xf64, #CSR>) -> tensor<4x6xf64, #CSR> {
  %e = tensor.empty() : tensor<4x6xf64, #CSR>
  %0 = linalg.generic #t2 ins(%a, %b : tensor<4x6xf64, #CSR>, tensor<4x6xf64, #CSR>) outs(%e : tensor<4x6xf64, #CSR>) {
  ^bb0(%p: f64, %q: f64, %o: f64):
    %u = sparse_tensor.binary %p, %q : f64, f64 to f64
      overlap={}
      left=identity
      right=identity
    %w = sparse_tensor.unary %u : f64 to f64
      present={
      ^bb0(%t: f64):
        %k = arith.negf %t : f64
        sparse_tensor.yield %k : f64
      }
      absent={
        %k = arith.constant 9.0 : f64
        sparse_tensor.yield %k : f64
      }
    linalg.yield %w : f64
  } -> tensor<4x6xf64, #CSR>
  return %0 : tensor<4x6xf64, #CSR>
}

func.func @binary_of_difference(%a: tensor<4x6xf64, #DCSR>, %b: tensor<4x6xf64, #DCSR>, %c: tensor<4x6xf64, #DCSR>) -> tensor<4x6xf64, #DCSR> {
  %e = tensor.empty() : tensor<4x6xf64, #DCSR>
  %0 = linalg.generic #t3 ins(%a, %b, %c : tensor<4x6xf64, #DCSR>, tensor<4x6xf64, #DCSR>, tensor<4x6xf64, #DCSR>) outs(%e : tensor<4x6xf64, #DCSR>) {
  ^bb0(%p: f64, %q: f64, %r: f64, %o: f64):
    %u = sparse_tensor.binary %p, %q : f64, f64 to f64
      overlap={}
      left=identity
      right=identity
    %w = sparse_tensor.binary %u, %r : f64, f64 to f64
      overlap={
      ^bb0(%p1: f64, %q1: f64):
        %k = arith.addf %p1, %q1 : f64
        sparse_tensor.yield %k : f64
      }
      left=identity
      right=identity
    linalg.yield %w : f64
  } -> tensor<4x6xf64, #DCSR>
  return %0 : tensor<4x6xf64, #DCSR>
}

func.func @binary_of_overlap(%a: tensor<4x6xf64, #CSR>, %b: tensor<4x6xf64, #CSR>, %c: tensor<4x6xf64, #CSR>) -> tensor<4x6xf64, #CSR> {
  %e = tensor.empty() : tensor<4x6xf64, #CSR>
  %0 = linalg.generic #t3 ins(%a, %b, %c : tensor<4x6xf64, #CSR>, tensor<4x6xf64, #CSR>, tensor<4x6xf64, #CSR>) outs(%e : tensor<4x6xf64, #CSR>) {
  ^bb0(%p: f64, %q: f64, %r: f64, %o: f64):
    %u = sparse_tensor.binary %p, %q : f64, f64 to f64
      overlap={
      ^bb0(%p1: f64, %q1: f64):
        %k = arith.mulf %p1, %q1 : f64
        sparse_tensor.yield %k : f64
      }
      left={}
      right={}
    %w = sparse_tensor.binary %u, %r : f64, f64 to f64
      overlap={
      ^bb0(%p1: f64, %q1: f64):
        %k = arith.addf %p1, %q1 : f64
        sparse_tensor.yield %k : f64
      }
      left=identity
      right={
      ^bb0(%q1: f64):
        %k = arith.negf %q1 : f64
        sparse_tensor.yield %k : f64
      }
    linalg.yield %w : f64
  } -> tensor<4x6xf64, #CSR>
  return %0 : tensor<4x6xf64, #CSR>
}

func.func @binary_of_columns(%a: tensor<4x6xf64, #CSC>, %b: tensor<4x6xf64, #CSC>, %c: tensor<4x6xf64, #CSC>) -> tensor<4x6xf64, #CSC> {
  %e = tensor.empty() : tensor<4x6xf64, #CSC>
  %0 = linalg.generic #t3 ins(%a, %b, %c : tensor<4x6xf64, #CSC>, tensor<4x6xf64, #CSC>, tensor<4x6xf64, #CSC>) outs(%e : tensor<4x6xf64, #CSC>) {
  ^bb0(%p: f64, %q: f64, %r: f64, %o: f64):
    %u = sparse_tensor.binary %p, %q : f64, f64 to f64
      overlap={
      ^bb0(%p1: f64, %q1: f64):
        %k = arith.addf %p1, %q1 : f64
        sparse_tensor.yield %k : f64
      }
      left=identity
      right=identity
    %w = sparse_tensor.binary %u, %r : f64, f64 to f64
      overlap={
      ^bb0(%p1: f64, %q1: f64):
        %k = arith.mulf %p1, %q1 : f64
        sparse_tensor.yield %k : f64
      }
      left=identity
      right={}
    linalg.yield %w : f64
  } -> tensor<4x6xf64, #CSC>
  return %0 : tensor<4x6xf64, #CSC>
}

func.func @square_of_union(%a: tensor<4x6xf64, #CSR>, %b: tensor<4x6xf64, #COO>) -> tensor<4x6xf64> {
  %e = tensor.empty() : tensor<4x6xf64>
  %z = arith.constant 0.0 : f64
  %f = linalg.fill ins(%z : f64) outs(%e : tensor<4x6xf64>) -> tensor<4x6xf64>
  %0 = linalg.generic #t2 ins(%a, %b : tensor<4x6xf64, #CSR>, tensor<4x6xf64, #COO>) outs(%f : tensor<4x6xf64>) {
  ^bb0(%p: f64, %q: f64, %o: f64):
    %u = sparse_tensor.binary %p, %q : f64, f64 to f64
      overlap={
      ^bb0(%p1: f64, %q1: f64):
        %k = arith.addf %p1, %q1 : f64
        sparse_tensor.yield %k : f64
      }
      left=identity
      right=identity
    %w = arith.mulf %u, %u : f64
    linalg.yield %w : f64
  } -> tensor<4x6xf64>
  return %0 : tensor<4x6xf64>
}

func.func @select_of_union(%a: tensor<4x6xf64, #CSR>, %b: tensor<4x6xf64, #CSR>) -> tensor<4x6xf64, #CSR> {
  %two = arith.constant 2.0 : f64
  %e = tensor.empty() : tensor<4x6xf64, #CSR>
  %0 = linalg.generic #t2 ins(%a, %b : tensor<4x6xf64, #CSR>, tensor<4x6xf64, #CSR>) outs(%e : tensor<4x6xf64, #CSR>) {
  ^bb0(%p: f64, %q: f64, %o: f64):
    %u = sparse_tensor.binary %p, %q : f64, f64 to f64
      overlap={
      ^bb0(%p1: f64, %q1: f64):
        %k = arith.addf %p1, %q1 : f64
        sparse_tensor.yield %k : f64
      }
      left=identity
      right=identity
    %w = sparse_tensor.select %u : f64 {
      ^bb0(%t: f64):
        %k = arith.cmpf ogt, %t, %two : f64
        sparse_tensor.yield %k : i1
      }
    linalg.yield %w : f64
  } -> tensor<4x6xf64, #CSR>
  return %0 : tensor<4x6xf64, #CSR>
}

// A comparison takes what is missing for zero.
func.func @compared(%a: tensor<4x6xf64, #CSR>, %b: tensor<4x6xf64, #CSR>) -> tensor<4x6xi8, #CSR> {
  %e = tensor.empty() : tensor<4x6xi8, #CSR>
  %0 = linalg.generic #t2 ins(%a, %b : tensor<4x6xf64, #CSR>, tensor<4x6xf64, #CSR>) outs(%e : tensor<4x6xi8, #CSR>) {
  ^bb0(%p: f64, %q: f64, %o: i8):
    %u = sparse_tensor.unary %p : f64 to f64
      present={
      ^bb0(%t: f64):
        %k = arith.negf %t : f64
        sparse_tensor.yield %k : f64
      }
      absent={}
    %c = arith.cmpf ogt, %u, %q : f64
    %w = arith.extui %c : i1 to i8
    linalg.yield %w : i8
  } -> tensor<4x6xi8, #CSR>
  return %0 : tensor<4x6xi8, #CSR>
}

func.func @unary_of_comparison(%a: tensor<4x6xf64, #DCSR>, %b: tensor<4x6xf64, #DCSR>) -> tensor<4x6xi8, #DCSR> {
  %e = tensor.empty() : tensor<4x6xi8, #DCSR>
  %0 = linalg.generic #t2 ins(%a, %b : tensor<4x6xf64, #DCSR>, tensor<4x6xf64, #DCSR>) outs(%e : tensor<4x6xi8, #DCSR>) {
  ^bb0(%p: f64, %q: f64, %o: i8):
    %c = arith.cmpf ult, %p, %q : f64
    %d = arith.extui %c : i1 to i8
    %w = sparse_tensor.unary %d : i8 to i8
      present={
      ^bb0(%t: i8):
        %one = arith.constant 1 : i8
        %k = arith.addi %t, %one : i8
        sparse_tensor.yield %k : i8
      }
      absent={}
    linalg.yield %w : i8
  } -> tensor<4x6xi8, #DCSR>
  return %0 : tensor<4x6xi8, #DCSR>
}

// A choice is there where one of the values is.
func.func @unary_of_choice(%a: tensor<6xf64, #SV>, %b: tensor<6xf64, #SV>) -> tensor<6xf64, #SV> {
  %three = arith.constant 3 : index
  %two = arith.constant 2.0 : f64
  %e = tensor.empty() : tensor<6xf64, #SV>
  %0 = linalg.generic #t1 ins(%a, %b : tensor<6xf64, #SV>, tensor<6xf64, #SV>) outs(%e : tensor<6xf64, #SV>) {
  ^bb0(%p: f64, %q: f64, %o: f64):
    %i = linalg.index 0 : index
    %c = arith.cmpi ult, %i, %three : index
    %u = arith.select %c, %p, %q : f64
    %w = sparse_tensor.unary %u : f64 to f64
      present={
      ^bb0(%t: f64):
        %k = arith.addf %t, %two : f64
        sparse_tensor.yield %k : f64
      }
      absent={
        %k = arith.constant 9.0 : f64
        sparse_tensor.yield %k : f64
      }
    linalg.yield %w : f64
  } -> tensor<6xf64, #SV>
  return %0 : tensor<6xf64, #SV>
}

func.func @twice(%a: tensor<6xf64, #SV>) -> tensor<6xf64, #SV> {
  %e = tensor.empty() : tensor<6xf64, #SV>
  %0 = linalg.generic #t0 ins(%a : tensor<6xf64, #SV>) outs(%e : tensor<6xf64, #SV>) {
  ^bb0(%p: f64, %o: f64):
    %u = sparse_tensor.unary %p : f64 to f64
      present={
      ^bb0(%t: f64):
        %k = arith.negf %t : f64
        sparse_tensor.yield %k : f64
      }
      absent={}
    %v = math.absf %u : f64
    %w = arith.addf %u, %v : f64
    linalg.yield %w : f64
  } -> tensor<6xf64, #SV>
  return %0 : tensor<6xf64, #SV>
}

func.func @of_tensors(%a: tensor<2x3x4xf64, #CSF>, %b: tensor<2x3x4xf64, #CSF>) -> tensor<2x3x4xf64, #CSF> {
  %e = tensor.empty() : tensor<2x3x4xf64, #CSF>
  %0 = linalg.generic #t4 ins(%a, %b : tensor<2x3x4xf64, #CSF>, tensor<2x3x4xf64, #CSF>) outs(%e : tensor<2x3x4xf64, #CSF>) {
  ^bb0(%p: f64, %q: f64, %o: f64):
    %u = sparse_tensor.binary %p, %q : f64, f64 to f64
      overlap={
      ^bb0(%p1: f64, %q1: f64):
        %k = arith.addf %p1, %q1 : f64
        sparse_tensor.yield %k : f64
      }
      left=identity
      right={}
    %v = math.absf %u : f64
    %w = sparse_tensor.unary %v : f64 to f64
      present={
      ^bb0(%t: f64):
        %k = math.sqrt %t : f64
        sparse_tensor.yield %k : f64
      }
      absent={}
    linalg.yield %w : f64
  } -> tensor<2x3x4xf64, #CSF>
  return %0 : tensor<2x3x4xf64, #CSF>
}

// Reduced at the end.
func.func @row_sums(%a: tensor<4x6xf64, #CSR>, %b: tensor<4x6xf64, #CSR>) -> tensor<4xf64> {
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<4xf64>
  %z = arith.constant 0.0 : f64
  %f = linalg.fill ins(%z : f64) outs(%e : tensor<4xf64>) -> tensor<4xf64>
  %0 = linalg.generic #t5 ins(%a, %b : tensor<4x6xf64, #CSR>, tensor<4x6xf64, #CSR>) outs(%f : tensor<4xf64>) {
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
  } -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

func.func @sum_of_products(%a: tensor<4x6xf64, #CSR>, %b: tensor<4x6xf64, #CSR>) -> tensor<4xf64> {
  %e = tensor.empty() : tensor<4xf64>
  %z = arith.constant 0.0 : f64
  %f = linalg.fill ins(%z : f64) outs(%e : tensor<4xf64>) -> tensor<4xf64>
  %0 = linalg.generic #t5 ins(%a, %b : tensor<4x6xf64, #CSR>, tensor<4x6xf64, #CSR>) outs(%f : tensor<4xf64>) {
  ^bb0(%p: f64, %q: f64, %o: f64):
    %u = sparse_tensor.unary %p : f64 to f64
      present={
      ^bb0(%t: f64):
        %k = arith.negf %t : f64
        sparse_tensor.yield %k : f64
      }
      absent={}
    %v = arith.mulf %u, %q : f64
    %w = arith.addf %o, %v : f64
    linalg.yield %w : f64
  } -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

func.func @main() {
  %d_a = arith.constant dense<[1.0, 0.0, 2.0, 0.0, -3.0, 0.0]> : tensor<6xf64>
  %d_b = arith.constant dense<[4.0, 5.0, 0.0, 0.0, 6.0, 0.0]> : tensor<6xf64>
  %d_A = arith.constant dense<[[1.0, 0.0, 2.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 3.0, 0.0, 0.0, 4.0, 0.0], [5.0, 0.0, 0.0, 6.0, 0.0, -7.0]]> : tensor<4x6xf64>
  %d_B = arith.constant dense<[[0.0, 2.0, -1.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 3.0, 0.0, 0.0], [0.0, -5.0, 0.0, 0.0, 2.0, 1.0], [0.0, 0.0, 4.0, 0.5, 0.0, 0.0]]> : tensor<4x6xf64>
  %d_C = arith.constant dense<[[9.0, 0.0, 0.0, 0.0, 7.0, 0.0], [0.0, 1.0, 0.0, 2.0, 0.0, 0.0], [0.0, 8.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 6.0, 0.0, 0.0, 5.0]]> : tensor<4x6xf64>
  %d_T = arith.constant dense<[[[1.0, 0.0, 2.0, 0.0], [0.0, 0.0, 0.0, 0.0], [0.0, 3.0, 0.0, -4.0]], [[0.0, 0.0, 0.0, 0.0], [5.0, 0.0, 0.0, 6.0], [0.0, -7.0, 8.0, 0.0]]]> : tensor<2x3x4xf64>
  %d_U = arith.constant dense<[[[2.0, 1.0, 0.0, 0.0], [0.0, 0.0, 3.0, 0.0], [0.0, 2.0, 0.0, 5.0]], [[1.0, 0.0, 0.0, 0.0], [2.0, 0.0, 0.0, 0.0], [0.0, 0.0, -2.0, 0.0]]]> : tensor<2x3x4xf64>
  %abs_of_unary_a = sparse_tensor.convert %d_a : tensor<6xf64> to tensor<6xf64, #SV>
  %abs_of_unary = call @abs_of_unary(%abs_of_unary_a) : (tensor<6xf64, #SV>) -> tensor<6xf64, #SV>
  // CHECK: ( 1, 0, 2, 0, 3, 0 )
  // CHECK-NEXT: 3
  call @show_6_f64_SV(%abs_of_unary) : (tensor<6xf64, #SV>) -> ()
  %abs_with_absent_a = sparse_tensor.convert %d_a : tensor<6xf64> to tensor<6xf64, #SV>
  %abs_with_absent = call @abs_with_absent(%abs_with_absent_a) : (tensor<6xf64, #SV>) -> tensor<6xf64, #SV>
  // CHECK: ( 1, 9, 2, 9, 3, 9 )
  // CHECK-NEXT: 6
  call @show_6_f64_SV(%abs_with_absent) : (tensor<6xf64, #SV>) -> ()
  %plus_unary_a = sparse_tensor.convert %d_a : tensor<6xf64> to tensor<6xf64, #SV>
  %plus_unary_b = sparse_tensor.convert %d_b : tensor<6xf64> to tensor<6xf64, #SV>
  %plus_unary = call @plus_unary(%plus_unary_a, %plus_unary_b) : (tensor<6xf64, #SV>, tensor<6xf64, #SV>) -> tensor<6xf64, #SV>
  // CHECK: ( 3, 5, -2, 0, 9, 0 )
  // CHECK-NEXT: 4
  call @show_6_f64_SV(%plus_unary) : (tensor<6xf64, #SV>) -> ()
  %minus_unary_a = sparse_tensor.convert %d_a : tensor<6xf64> to tensor<6xf64, #SV>
  %minus_unary_b = sparse_tensor.convert %d_b : tensor<6xf64> to tensor<6xf64, #SV>
  %minus_unary = call @minus_unary(%minus_unary_a, %minus_unary_b) : (tensor<6xf64, #SV>, tensor<6xf64, #SV>) -> tensor<6xf64, #SV>
  // CHECK: ( -5, -5, -2, 0, -3, 0 )
  // CHECK-NEXT: 4
  call @show_6_f64_SV(%minus_unary) : (tensor<6xf64, #SV>) -> ()
  %unary_taken_away_a = sparse_tensor.convert %d_a : tensor<6xf64> to tensor<6xf64, #SV>
  %unary_taken_away_b = sparse_tensor.convert %d_b : tensor<6xf64> to tensor<6xf64, #SV>
  %unary_taken_away = call @unary_taken_away(%unary_taken_away_a, %unary_taken_away_b) : (tensor<6xf64, #SV>, tensor<6xf64, #SV>) -> tensor<6xf64, #SV>
  // CHECK: ( 5, 5, 2, 0, 3, 0 )
  // CHECK-NEXT: 4
  call @show_6_f64_SV(%unary_taken_away) : (tensor<6xf64, #SV>) -> ()
  %times_unary_a = sparse_tensor.convert %d_a : tensor<6xf64> to tensor<6xf64, #SV>
  %times_unary_b = sparse_tensor.convert %d_b : tensor<6xf64> to tensor<6xf64, #SV>
  %times_unary = call @times_unary(%times_unary_a, %times_unary_b) : (tensor<6xf64, #SV>, tensor<6xf64, #SV>) -> tensor<6xf64, #SV>
  // CHECK: ( -4, 0, 0, 0, 18, 0 )
  // CHECK-NEXT: 2
  call @show_6_f64_SV(%times_unary) : (tensor<6xf64, #SV>) -> ()
  %times_unary_with_absent_a = sparse_tensor.convert %d_a : tensor<6xf64> to tensor<6xf64, #SV>
  %times_unary_with_absent_b = sparse_tensor.convert %d_b : tensor<6xf64> to tensor<6xf64, #SV>
  %times_unary_with_absent = call @times_unary_with_absent(%times_unary_with_absent_a, %times_unary_with_absent_b) : (tensor<6xf64, #SV>, tensor<6xf64, #SV>) -> tensor<6xf64, #SV>
  // CHECK: ( -4, 45, 0, 0, 18, 0 )
  // CHECK-NEXT: 3
  call @show_6_f64_SV(%times_unary_with_absent) : (tensor<6xf64, #SV>) -> ()
  %unary_halved_a = sparse_tensor.convert %d_a : tensor<6xf64> to tensor<6xf64, #SV>
  %unary_halved = call @unary_halved(%unary_halved_a) : (tensor<6xf64, #SV>) -> tensor<6xf64, #SV>
  // CHECK: ( -0.5, 0, -1, 0, 1.5, 0 )
  // CHECK-NEXT: 3
  call @show_6_f64_SV(%unary_halved) : (tensor<6xf64, #SV>) -> ()
  %plus_constant_a = sparse_tensor.convert %d_a : tensor<6xf64> to tensor<6xf64, #SV>
  %plus_constant = call @plus_constant(%plus_constant_a) : (tensor<6xf64, #SV>) -> tensor<6xf64, #SV>
  // CHECK: ( 1, 2, 0, 2, 5, 2 )
  // CHECK-NEXT: 6
  call @show_6_f64_SV(%plus_constant) : (tensor<6xf64, #SV>) -> ()
  %unary_of_unary_a = sparse_tensor.convert %d_a : tensor<6xf64> to tensor<6xf64, #SV>
  %unary_of_unary = call @unary_of_unary(%unary_of_unary_a) : (tensor<6xf64, #SV>) -> tensor<6xf64, #SV>
  // CHECK: ( 1, 9, 0, 9, 5, 9 )
  // CHECK-NEXT: 6
  call @show_6_f64_SV(%unary_of_unary) : (tensor<6xf64, #SV>) -> ()
  %absent_of_absent_a = sparse_tensor.convert %d_a : tensor<6xf64> to tensor<6xf64, #SV>
  %absent_of_absent = call @absent_of_absent(%absent_of_absent_a) : (tensor<6xf64, #SV>) -> tensor<6xf64, #SV>
  // CHECK: ( 1, 11, 0, 11, 5, 11 )
  // CHECK-NEXT: 6
  call @show_6_f64_SV(%absent_of_absent) : (tensor<6xf64, #SV>) -> ()
  %unary_of_union_a = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #CSR>
  %unary_of_union_b = sparse_tensor.convert %d_B : tensor<4x6xf64> to tensor<4x6xf64, #CSR>
  %unary_of_union = call @unary_of_union(%unary_of_union_a, %unary_of_union_b) : (tensor<4x6xf64, #CSR>, tensor<4x6xf64, #CSR>) -> tensor<4x6xf64, #CSR>
  // CHECK: ( ( -1, -2, -1, 0, 0, 0 ), ( 0, 0, 0, -3, 0, 0 ), ( 0, 2, 0, 0, -6, -1 ), ( -5, 0, -4, -6.5, 0, 7 ) )
  // CHECK-NEXT: 11
  call @show_4_6_f64_CSR(%unary_of_union) : (tensor<4x6xf64, #CSR>) -> ()
  %unary_of_overlap_a = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #CSR>
  %unary_of_overlap_b = sparse_tensor.convert %d_B : tensor<4x6xf64> to tensor<4x6xf64, #CSR>
  %unary_of_overlap = call @unary_of_overlap(%unary_of_overlap_a, %unary_of_overlap_b) : (tensor<4x6xf64, #CSR>, tensor<4x6xf64, #CSR>) -> tensor<4x6xf64, #CSR>
  // CHECK: ( ( 9, 9, -1, 9, 9, 9 ), ( 9, 9, 9, 9, 9, 9 ), ( 9, 2, 9, 9, -6, 9 ), ( 9, 9, 9, -6.5, 9, 9 ) )
  // CHECK-NEXT: 24
  call @show_4_6_f64_CSR(%unary_of_overlap) : (tensor<4x6xf64, #CSR>) -> ()
  %unary_of_difference_a = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #CSR>
  %unary_of_difference_b = sparse_tensor.convert %d_B : tensor<4x6xf64> to tensor<4x6xf64, #CSR>
  %unary_of_difference = call @unary_of_difference(%unary_of_difference_a, %unary_of_difference_b) : (tensor<4x6xf64, #CSR>, tensor<4x6xf64, #CSR>) -> tensor<4x6xf64, #CSR>
  // CHECK: ( ( -1, -2, 0, 9, 9, 9 ), ( 9, 9, 9, -3, 9, 9 ), ( 9, 0, 9, 9, 0, -1 ), ( -5, 9, -4, 0, 9, 7 ) )
  // CHECK-NEXT: 20
  call @show_4_6_f64_CSR(%unary_of_difference) : (tensor<4x6xf64, #CSR>) -> ()
  %binary_of_difference_a = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #DCSR>
  %binary_of_difference_b = sparse_tensor.convert %d_B : tensor<4x6xf64> to tensor<4x6xf64, #DCSR>
  %binary_of_difference_c = sparse_tensor.convert %d_C : tensor<4x6xf64> to tensor<4x6xf64, #DCSR>
  %binary_of_difference = call @binary_of_difference(%binary_of_difference_a, %binary_of_difference_b, %binary_of_difference_c) : (tensor<4x6xf64, #DCSR>, tensor<4x6xf64, #DCSR>, tensor<4x6xf64, #DCSR>) -> tensor<4x6xf64, #DCSR>
  // CHECK: ( ( 10, 2, 0, 0, 7, 0 ), ( 0, 1, 0, 5, 0, 0 ), ( 0, 0, 0, 0, 0, 1 ), ( 5, 0, 10, 0, 0, -2 ) )
  // CHECK-NEXT: 9
  call @show_4_6_f64_DCSR(%binary_of_difference) : (tensor<4x6xf64, #DCSR>) -> ()
  %binary_of_overlap_a = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #CSR>
  %binary_of_overlap_b = sparse_tensor.convert %d_B : tensor<4x6xf64> to tensor<4x6xf64, #CSR>
  %binary_of_overlap_c = sparse_tensor.convert %d_C : tensor<4x6xf64> to tensor<4x6xf64, #CSR>
  %binary_of_overlap = call @binary_of_overlap(%binary_of_overlap_a, %binary_of_overlap_b, %binary_of_overlap_c) : (tensor<4x6xf64, #CSR>, tensor<4x6xf64, #CSR>, tensor<4x6xf64, #CSR>) -> tensor<4x6xf64, #CSR>
  // CHECK: ( ( -9, 0, -2, 0, -7, 0 ), ( 0, -1, 0, -2, 0, 0 ), ( 0, -7, 0, 0, 8, 0 ), ( 0, 0, -6, 3, 0, -5 ) )
  // CHECK-NEXT: 10
  call @show_4_6_f64_CSR(%binary_of_overlap) : (tensor<4x6xf64, #CSR>) -> ()
  %binary_of_columns_a = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #CSC>
  %binary_of_columns_b = sparse_tensor.convert %d_B : tensor<4x6xf64> to tensor<4x6xf64, #CSC>
  %binary_of_columns_c = sparse_tensor.convert %d_C : tensor<4x6xf64> to tensor<4x6xf64, #CSC>
  %binary_of_columns = call @binary_of_columns(%binary_of_columns_a, %binary_of_columns_b, %binary_of_columns_c) : (tensor<4x6xf64, #CSC>, tensor<4x6xf64, #CSC>, tensor<4x6xf64, #CSC>) -> tensor<4x6xf64, #CSC>
  // CHECK: ( ( 9, 2, 1, 0, 0, 0 ), ( 0, 0, 0, 6, 0, 0 ), ( 0, -16, 0, 0, 6, 1 ), ( 5, 0, 24, 6.5, 0, -35 ) )
  // CHECK-NEXT: 11
  call @show_4_6_f64_CSC(%binary_of_columns) : (tensor<4x6xf64, #CSC>) -> ()
  %square_of_union_a = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #CSR>
  %square_of_union_b = sparse_tensor.convert %d_B : tensor<4x6xf64> to tensor<4x6xf64, #COO>
  %square_of_union = call @square_of_union(%square_of_union_a, %square_of_union_b) : (tensor<4x6xf64, #CSR>, tensor<4x6xf64, #COO>) -> tensor<4x6xf64>
  // CHECK: ( ( 1, 4, 1, 0, 0, 0 ), ( 0, 0, 0, 9, 0, 0 ), ( 0, 4, 0, 0, 36, 1 ), ( 25, 0, 16, 42.25, 0, 49 ) )
  call @show_4_6_f64(%square_of_union) : (tensor<4x6xf64>) -> ()
  %select_of_union_a = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #CSR>
  %select_of_union_b = sparse_tensor.convert %d_B : tensor<4x6xf64> to tensor<4x6xf64, #CSR>
  %select_of_union = call @select_of_union(%select_of_union_a, %select_of_union_b) : (tensor<4x6xf64, #CSR>, tensor<4x6xf64, #CSR>) -> tensor<4x6xf64, #CSR>
  // CHECK: ( ( 0, 0, 0, 0, 0, 0 ), ( 0, 0, 0, 3, 0, 0 ), ( 0, 0, 0, 0, 6, 0 ), ( 5, 0, 4, 6.5, 0, 0 ) )
  // CHECK-NEXT: 5
  call @show_4_6_f64_CSR(%select_of_union) : (tensor<4x6xf64, #CSR>) -> ()
  %compared_a = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #CSR>
  %compared_b = sparse_tensor.convert %d_B : tensor<4x6xf64> to tensor<4x6xf64, #CSR>
  %compared = call @compared(%compared_a, %compared_b) : (tensor<4x6xf64, #CSR>, tensor<4x6xf64, #CSR>) -> tensor<4x6xi8, #CSR>
  // CHECK: ( ( 0, 0, 0, 0, 0, 0 ), ( 0, 0, 0, 0, 0, 0 ), ( 0, 1, 0, 0, 0, 0 ), ( 0, 0, 0, 0, 0, 1 ) )
  // CHECK-NEXT: 11
  call @show_4_6_i8_CSR(%compared) : (tensor<4x6xi8, #CSR>) -> ()
  %unary_of_comparison_a = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #DCSR>
  %unary_of_comparison_b = sparse_tensor.convert %d_B : tensor<4x6xf64> to tensor<4x6xf64, #DCSR>
  %unary_of_comparison = call @unary_of_comparison(%unary_of_comparison_a, %unary_of_comparison_b) : (tensor<4x6xf64, #DCSR>, tensor<4x6xf64, #DCSR>) -> tensor<4x6xi8, #DCSR>
  // CHECK: ( ( 1, 2, 1, 0, 0, 0 ), ( 0, 0, 0, 2, 0, 0 ), ( 0, 1, 0, 0, 1, 2 ), ( 1, 0, 2, 1, 0, 2 ) )
  // CHECK-NEXT: 11
  call @show_4_6_i8_DCSR(%unary_of_comparison) : (tensor<4x6xi8, #DCSR>) -> ()
  %unary_of_choice_a = sparse_tensor.convert %d_a : tensor<6xf64> to tensor<6xf64, #SV>
  %unary_of_choice_b = sparse_tensor.convert %d_b : tensor<6xf64> to tensor<6xf64, #SV>
  %unary_of_choice = call @unary_of_choice(%unary_of_choice_a, %unary_of_choice_b) : (tensor<6xf64, #SV>, tensor<6xf64, #SV>) -> tensor<6xf64, #SV>
  // CHECK: ( 3, 2, 4, 9, 8, 9 )
  // CHECK-NEXT: 6
  call @show_6_f64_SV(%unary_of_choice) : (tensor<6xf64, #SV>) -> ()
  %twice_a = sparse_tensor.convert %d_a : tensor<6xf64> to tensor<6xf64, #SV>
  %twice = call @twice(%twice_a) : (tensor<6xf64, #SV>) -> tensor<6xf64, #SV>
  // CHECK: ( 0, 0, 0, 0, 6, 0 )
  // CHECK-NEXT: 3
  call @show_6_f64_SV(%twice) : (tensor<6xf64, #SV>) -> ()
  %of_tensors_a = sparse_tensor.convert %d_T : tensor<2x3x4xf64> to tensor<2x3x4xf64, #CSF>
  %of_tensors_b = sparse_tensor.convert %d_U : tensor<2x3x4xf64> to tensor<2x3x4xf64, #CSF>
  %of_tensors = call @of_tensors(%of_tensors_a, %of_tensors_b) : (tensor<2x3x4xf64, #CSF>, tensor<2x3x4xf64, #CSF>) -> tensor<2x3x4xf64, #CSF>
  // CHECK: ( ( ( 1.73205, 0, 1.41421, 0 ), ( 0, 0, 0, 0 ), ( 0, 2.23607, 0, 1 ) ), ( ( 0, 0, 0, 0 ), ( 2.64575, 0, 0, 2.44949 ), ( 0, 2.64575, 2.44949, 0 ) ) )
  // CHECK-NEXT: 8
  call @show_2_3_4_f64_CSF(%of_tensors) : (tensor<2x3x4xf64, #CSF>) -> ()
  %row_sums_a = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #CSR>
  %row_sums_b = sparse_tensor.convert %d_B : tensor<4x6xf64> to tensor<4x6xf64, #CSR>
  %row_sums = call @row_sums(%row_sums_a, %row_sums_b) : (tensor<4x6xf64, #CSR>, tensor<4x6xf64, #CSR>) -> tensor<4xf64>
  // CHECK: ( 5, 3, 24, 19 )
  call @show_4_f64(%row_sums) : (tensor<4xf64>) -> ()
  %sum_of_products_a = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #CSR>
  %sum_of_products_b = sparse_tensor.convert %d_B : tensor<4x6xf64> to tensor<4x6xf64, #CSR>
  %sum_of_products = call @sum_of_products(%sum_of_products_a, %sum_of_products_b) : (tensor<4x6xf64, #CSR>, tensor<4x6xf64, #CSR>) -> tensor<4xf64>
  // CHECK: ( 2, 0, 7, -3 )
  call @show_4_f64(%sum_of_products) : (tensor<4xf64>) -> ()
  return
}
