// Regions of `reduce` that amount to a combiner.

// RUN: lacuna-opt %s --lacuna | %run | FileCheck %s
// RUN: mlir-opt %s --sparsifier="enable-runtime-library=false" | %run | FileCheck %s

#SV = #sparse_tensor.encoding<{map = (i) -> (i : compressed)}>
#CSR = #sparse_tensor.encoding<{map = (i, j) -> (i : dense, j : compressed)}>
#CSC = #sparse_tensor.encoding<{map = (i, j) -> (j : dense, i : compressed)}>
#DCSR = #sparse_tensor.encoding<{map = (i, j) -> (i : compressed, j : compressed)}>
#DCSC = #sparse_tensor.encoding<{map = (i, j) -> (j : compressed, i : compressed)}>
#BSR = #sparse_tensor.encoding<{map = (i, j) -> (i floordiv 2 : dense, j floordiv 2 : compressed, i mod 2 : dense, j mod 2 : dense)}>
#CSF = #sparse_tensor.encoding<{map = (i, j, k) -> (i : compressed, j : compressed, k : compressed)}>

#t0 = {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
#t1 = {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i)>],
      iterator_types = ["parallel", "reduction"]}
#t2 = {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
      iterator_types = ["parallel", "reduction"]}
#t3 = {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>],
      iterator_types = ["reduction", "parallel"]}
#t4 = {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>],
      iterator_types = ["reduction"]}
#t5 = {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ()>],
      iterator_types = ["reduction", "reduction"]}
#t6 = {indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> ()>],
      iterator_types = ["reduction", "reduction", "reduction"]}
#t7 = {indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (i, j)>],
      iterator_types = ["parallel", "parallel", "reduction"]}

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

func.func @show_4_f64(%s: tensor<4xf64>) {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f64
  %v = vector.transfer_read %s[%c0], %pad : tensor<4xf64>, vector<4xf64>
  vector.print %v : vector<4xf64>
  return
}

func.func @show_4_f64_SV(%s: tensor<4xf64, #SV>) {
  %d = sparse_tensor.convert %s : tensor<4xf64, #SV> to tensor<4xf64>
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f64
  %v = vector.transfer_read %d[%c0], %pad : tensor<4xf64>, vector<4xf64>
  vector.print %v : vector<4xf64>
  %n = sparse_tensor.number_of_entries %s : tensor<4xf64, #SV>
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

func.func @show_scalar_f64(%s: tensor<f64>) {
  %v = tensor.extract %s[] : tensor<f64>
  vector.print %v : f64
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

func.func @show_scalar_i32(%s: tensor<i32>) {
  %v = tensor.extract %s[] : tensor<i32>
  vector.print %v : i32
  return
}

// Shortest ways of two steps.
func.func @min_plus(%a: tensor<4x4xf64, #CSR>, %b: tensor<4x4xf64, #CSC>) -> tensor<4x4xf64, #CSR> {
  %inf = arith.constant 0x7FF0000000000000 : f64
  %e = tensor.empty() : tensor<4x4xf64, #CSR>
  %0 = linalg.generic #t0 ins(%a, %b : tensor<4x4xf64, #CSR>, tensor<4x4xf64, #CSC>) outs(%e : tensor<4x4xf64, #CSR>) {
  ^bb0(%p: f64, %q: f64, %o: f64):
    %u = sparse_tensor.binary %p, %q : f64, f64 to f64
      overlap={
      ^bb0(%p1: f64, %q1: f64):
        %k = arith.addf %p1, %q1 : f64
        sparse_tensor.yield %k : f64
      }
      left={}
      right={}
    %w = sparse_tensor.reduce %u, %o, %inf : f64 {
      ^bb0(%x: f64, %y: f64):
        %c = arith.cmpf olt, %x, %y : f64
        %k = arith.select %c, %x, %y : f64
        sparse_tensor.yield %k : f64
      }
    linalg.yield %w : f64
  } -> tensor<4x4xf64, #CSR>
  return %0 : tensor<4x4xf64, #CSR>
}

func.func @min_plus_to_dense(%a: tensor<4x4xf64, #CSR>, %b: tensor<4x4xf64, #CSC>) -> tensor<4x4xf64> {
  %inf = arith.constant 0x7FF0000000000000 : f64
  %e = tensor.empty() : tensor<4x4xf64>
  %z = arith.constant 0x7FF0000000000000 : f64
  %f = linalg.fill ins(%z : f64) outs(%e : tensor<4x4xf64>) -> tensor<4x4xf64>
  %0 = linalg.generic #t0 ins(%a, %b : tensor<4x4xf64, #CSR>, tensor<4x4xf64, #CSC>) outs(%f : tensor<4x4xf64>) {
  ^bb0(%p: f64, %q: f64, %o: f64):
    %u = sparse_tensor.binary %p, %q : f64, f64 to f64
      overlap={
      ^bb0(%p1: f64, %q1: f64):
        %k = arith.addf %p1, %q1 : f64
        sparse_tensor.yield %k : f64
      }
      left={}
      right={}
    %w = sparse_tensor.reduce %u, %o, %inf : f64 {
      ^bb0(%x: f64, %y: f64):
        %c = arith.cmpf olt, %x, %y : f64
        %k = arith.select %c, %x, %y : f64
        sparse_tensor.yield %k : f64
      }
    linalg.yield %w : f64
  } -> tensor<4x4xf64>
  return %0 : tensor<4x4xf64>
}

func.func @row_maxima(%a: tensor<4x6xf64, #CSR>, %b: tensor<6xf64>) -> tensor<4xf64> {
  %low = arith.constant -100.0 : f64
  %e = tensor.empty() : tensor<4xf64>
  %0 = linalg.generic #t1 ins(%a, %b : tensor<4x6xf64, #CSR>, tensor<6xf64>) outs(%e : tensor<4xf64>) {
  ^bb0(%p: f64, %q: f64, %o: f64):
    %v = arith.mulf %p, %q : f64
    %w = sparse_tensor.reduce %v, %o, %low : f64 {
      ^bb0(%x: f64, %y: f64):
        %c = arith.cmpf ogt, %x, %y : f64
        %k = arith.select %c, %x, %y : f64
        sparse_tensor.yield %k : f64
      }
    linalg.yield %w : f64
  } -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

func.func @row_minima(%a: tensor<4x6xf64, #DCSR>) -> tensor<4xf64, #SV> {
  %inf = arith.constant 0x7FF0000000000000 : f64
  %e = tensor.empty() : tensor<4xf64, #SV>
  %0 = linalg.generic #t2 ins(%a : tensor<4x6xf64, #DCSR>) outs(%e : tensor<4xf64, #SV>) {
  ^bb0(%p: f64, %o: f64):
    %w = sparse_tensor.reduce %p, %o, %inf : f64 {
      ^bb0(%x: f64, %y: f64):
        %c = arith.cmpf ole, %y, %x : f64
        %k = arith.select %c, %y, %x : f64
        sparse_tensor.yield %k : f64
      }
    linalg.yield %w : f64
  } -> tensor<4xf64, #SV>
  return %0 : tensor<4xf64, #SV>
}

func.func @column_maxima(%a: tensor<4x6xf64, #CSC>) -> tensor<6xf64> {
  %low = arith.constant -100.0 : f64
  %e = tensor.empty() : tensor<6xf64>
  %0 = linalg.generic #t3 ins(%a : tensor<4x6xf64, #CSC>) outs(%e : tensor<6xf64>) {
  ^bb0(%p: f64, %o: f64):
    %w = sparse_tensor.reduce %o, %p, %low : f64 {
      ^bb0(%x: f64, %y: f64):
        %c = arith.cmpf olt, %x, %y : f64
        %k = arith.select %c, %y, %x : f64
        sparse_tensor.yield %k : f64
      }
    linalg.yield %w : f64
  } -> tensor<6xf64>
  return %0 : tensor<6xf64>
}

// The square root of -3 is no number, which a comparison passes over.
func.func @skipped_nan(%a: tensor<6xf64, #SV>) -> tensor<f64> {
  %inf = arith.constant 0x7FF0000000000000 : f64
  %e = tensor.empty() : tensor<f64>
  %z = arith.constant 0.0 : f64
  %f = linalg.fill ins(%z : f64) outs(%e : tensor<f64>) -> tensor<f64>
  %0 = linalg.generic #t4 ins(%a : tensor<6xf64, #SV>) outs(%f : tensor<f64>) {
  ^bb0(%p: f64, %o: f64):
    %v = math.sqrt %p : f64
    %w = sparse_tensor.reduce %v, %o, %inf : f64 {
      ^bb0(%x: f64, %y: f64):
        %c = arith.cmpf olt, %x, %y : f64
        %k = arith.select %c, %x, %y : f64
        sparse_tensor.yield %k : f64
      }
    linalg.yield %w : f64
  } -> tensor<f64>
  return %0 : tensor<f64>
}

func.func @smaller_number(%a: tensor<6xf64, #SV>) -> tensor<f64> {
  %inf = arith.constant 0x7FF0000000000000 : f64
  %e = tensor.empty() : tensor<f64>
  %z = arith.constant 0.0 : f64
  %f = linalg.fill ins(%z : f64) outs(%e : tensor<f64>) -> tensor<f64>
  %0 = linalg.generic #t4 ins(%a : tensor<6xf64, #SV>) outs(%f : tensor<f64>) {
  ^bb0(%p: f64, %o: f64):
    %v = math.sqrt %p : f64
    %w = sparse_tensor.reduce %v, %o, %inf : f64 {
      ^bb0(%x: f64, %y: f64):
        %k = arith.minnumf %x, %y : f64
        sparse_tensor.yield %k : f64
      }
    linalg.yield %w : f64
  } -> tensor<f64>
  return %0 : tensor<f64>
}

func.func @taken_away(%a: tensor<4x6xf64, #CSR>) -> tensor<4xf64> {
  %hundred = arith.constant 100.0 : f64
  %e = tensor.empty() : tensor<4xf64>
  %0 = linalg.generic #t2 ins(%a : tensor<4x6xf64, #CSR>) outs(%e : tensor<4xf64>) {
  ^bb0(%p: f64, %o: f64):
    %w = sparse_tensor.reduce %o, %p, %hundred : f64 {
      ^bb0(%x: f64, %y: f64):
        %k = arith.subf %x, %y : f64
        sparse_tensor.yield %k : f64
      }
    linalg.yield %w : f64
  } -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

// How many entries a row has.
func.func @count(%a: tensor<4x6xf64, #CSR>) -> tensor<4xf64> {
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<4xf64>
  %0 = linalg.generic #t2 ins(%a : tensor<4x6xf64, #CSR>) outs(%e : tensor<4xf64>) {
  ^bb0(%p: f64, %o: f64):
    %w = sparse_tensor.reduce %o, %p, %zero : f64 {
      ^bb0(%x: f64, %y: f64):
        %one = arith.constant 1.0 : f64
        %k = arith.addf %x, %one : f64
        sparse_tensor.yield %k : f64
      }
    linalg.yield %w : f64
  } -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

func.func @sum_of_squares(%a: tensor<4x6xf64, #DCSC>) -> tensor<f64> {
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<f64>
  %z = arith.constant 0.0 : f64
  %f = linalg.fill ins(%z : f64) outs(%e : tensor<f64>) -> tensor<f64>
  %0 = linalg.generic #t5 ins(%a : tensor<4x6xf64, #DCSC>) outs(%f : tensor<f64>) {
  ^bb0(%p: f64, %o: f64):
    %w = sparse_tensor.reduce %o, %p, %zero : f64 {
      ^bb0(%x: f64, %y: f64):
        %m = arith.mulf %y, %y : f64
        %k = arith.addf %x, %m : f64
        sparse_tensor.yield %k : f64
      }
    linalg.yield %w : f64
  } -> tensor<f64>
  return %0 : tensor<f64>
}

func.func @largest_magnitude(%a: tensor<2x3x4xf64, #CSF>) -> tensor<f64> {
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<f64>
  %z = arith.constant 0.0 : f64
  %f = linalg.fill ins(%z : f64) outs(%e : tensor<f64>) -> tensor<f64>
  %0 = linalg.generic #t6 ins(%a : tensor<2x3x4xf64, #CSF>) outs(%f : tensor<f64>) {
  ^bb0(%p: f64, %o: f64):
    %w = sparse_tensor.reduce %p, %o, %zero : f64 {
      ^bb0(%x: f64, %y: f64):
        %m = math.absf %x : f64
        %c = arith.cmpf ogt, %m, %y : f64
        %k = arith.select %c, %m, %y : f64
        sparse_tensor.yield %k : f64
      }
    linalg.yield %w : f64
  } -> tensor<f64>
  return %0 : tensor<f64>
}

func.func @fibers(%a: tensor<2x3x4xf64, #CSF>) -> tensor<2x3xf64, #DCSR> {
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<2x3xf64, #DCSR>
  %0 = linalg.generic #t7 ins(%a : tensor<2x3x4xf64, #CSF>) outs(%e : tensor<2x3xf64, #DCSR>) {
  ^bb0(%p: f64, %o: f64):
    %w = sparse_tensor.reduce %o, %p, %zero : f64 {
      ^bb0(%x: f64, %y: f64):
        %k = arith.subf %x, %y : f64
        sparse_tensor.yield %k : f64
      }
    linalg.yield %w : f64
  } -> tensor<2x3xf64, #DCSR>
  return %0 : tensor<2x3xf64, #DCSR>
}

func.func @smallest_of_blocks(%a: tensor<4x6xf64, #BSR>) -> tensor<f64> {
  %inf = arith.constant 0x7FF0000000000000 : f64
  %e = tensor.empty() : tensor<f64>
  %z = arith.constant 0.0 : f64
  %f = linalg.fill ins(%z : f64) outs(%e : tensor<f64>) -> tensor<f64>
  %0 = linalg.generic #t5 ins(%a : tensor<4x6xf64, #BSR>) outs(%f : tensor<f64>) {
  ^bb0(%p: f64, %o: f64):
    %w = sparse_tensor.reduce %p, %o, %inf : f64 {
      ^bb0(%x: f64, %y: f64):
        %c = arith.cmpf olt, %x, %y : f64
        %k = arith.select %c, %x, %y : f64
        sparse_tensor.yield %k : f64
      }
    linalg.yield %w : f64
  } -> tensor<f64>
  return %0 : tensor<f64>
}

func.func @smallest_integer(%a: tensor<6xi32, #SV>) -> tensor<i32> {
  %i = arith.constant 100 : i32
  %e = tensor.empty() : tensor<i32>
  %z = arith.constant 0 : i32
  %f = linalg.fill ins(%z : i32) outs(%e : tensor<i32>) -> tensor<i32>
  %0 = linalg.generic #t4 ins(%a : tensor<6xi32, #SV>) outs(%f : tensor<i32>) {
  ^bb0(%p: i32, %o: i32):
    %w = sparse_tensor.reduce %o, %p, %i : i32 {
      ^bb0(%x: i32, %y: i32):
        %c = arith.cmpi slt, %x, %y : i32
        %k = arith.select %c, %x, %y : i32
        sparse_tensor.yield %k : i32
      }
    linalg.yield %w : i32
  } -> tensor<i32>
  return %0 : tensor<i32>
}

func.func @largest_integer(%a: tensor<6xi32, #SV>) -> tensor<i32> {
  %i = arith.constant -100 : i32
  %e = tensor.empty() : tensor<i32>
  %z = arith.constant 0 : i32
  %f = linalg.fill ins(%z : i32) outs(%e : tensor<i32>) -> tensor<i32>
  %0 = linalg.generic #t4 ins(%a : tensor<6xi32, #SV>) outs(%f : tensor<i32>) {
  ^bb0(%p: i32, %o: i32):
    %w = sparse_tensor.reduce %o, %p, %i : i32 {
      ^bb0(%x: i32, %y: i32):
        %c = arith.cmpi sgt, %y, %x : i32
        %k = arith.select %c, %y, %x : i32
        sparse_tensor.yield %k : i32
      }
    linalg.yield %w : i32
  } -> tensor<i32>
  return %0 : tensor<i32>
}

func.func @main() {
  %d_G = arith.constant dense<[[0.0, 2.0, 0.0, 7.0], [0.0, 0.0, 3.0, 0.0], [1.0, 0.0, 0.0, 4.0], [0.0, 0.0, 0.0, 0.0]]> : tensor<4x4xf64>
  %d_A = arith.constant dense<[[1.0, 0.0, 2.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 3.0, 0.0, 0.0, 4.0, 0.0], [5.0, 0.0, 0.0, 6.0, 0.0, -7.0]]> : tensor<4x6xf64>
  %d_v = arith.constant dense<[1.0, 2.0, -1.0, 0.5, 3.0, 1.0]> : tensor<6xf64>
  %d_a = arith.constant dense<[1.0, 0.0, 2.0, 0.0, -3.0, 0.0]> : tensor<6xf64>
  %d_T = arith.constant dense<[[[1.0, 0.0, 2.0, 0.0], [0.0, 0.0, 0.0, 0.0], [0.0, 3.0, 0.0, -4.0]], [[0.0, 0.0, 0.0, 0.0], [5.0, 0.0, 0.0, 6.0], [0.0, -7.0, 8.0, 0.0]]]> : tensor<2x3x4xf64>
  %d_a_i32 = arith.constant dense<[1, 0, 2, 0, -3, 0]> : tensor<6xi32>
  %min_plus_a = sparse_tensor.convert %d_G : tensor<4x4xf64> to tensor<4x4xf64, #CSR>
  %min_plus_b = sparse_tensor.convert %d_G : tensor<4x4xf64> to tensor<4x4xf64, #CSC>
  %min_plus = call @min_plus(%min_plus_a, %min_plus_b) : (tensor<4x4xf64, #CSR>, tensor<4x4xf64, #CSC>) -> tensor<4x4xf64, #CSR>
  // CHECK: ( ( 0, 0, 5, 0 ), ( 4, 0, 0, 7 ), ( 0, 3, 0, 8 ), ( 0, 0, 0, 0 ) )
  // CHECK-NEXT: 5
  call @show_4_4_f64_CSR(%min_plus) : (tensor<4x4xf64, #CSR>) -> ()
  %min_plus_to_dense_a = sparse_tensor.convert %d_G : tensor<4x4xf64> to tensor<4x4xf64, #CSR>
  %min_plus_to_dense_b = sparse_tensor.convert %d_G : tensor<4x4xf64> to tensor<4x4xf64, #CSC>
  %min_plus_to_dense = call @min_plus_to_dense(%min_plus_to_dense_a, %min_plus_to_dense_b) : (tensor<4x4xf64, #CSR>, tensor<4x4xf64, #CSC>) -> tensor<4x4xf64>
  // CHECK: ( ( inf, inf, 5, inf ), ( 4, inf, inf, 7 ), ( inf, 3, inf, 8 ), ( inf, inf, inf, inf ) )
  call @show_4_4_f64(%min_plus_to_dense) : (tensor<4x4xf64>) -> ()
  %row_maxima_a = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #CSR>
  %row_maxima = call @row_maxima(%row_maxima_a, %d_v) : (tensor<4x6xf64, #CSR>, tensor<6xf64>) -> tensor<4xf64>
  // CHECK: ( 1, -100, 12, 5 )
  call @show_4_f64(%row_maxima) : (tensor<4xf64>) -> ()
  %row_minima_a = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #DCSR>
  %row_minima = call @row_minima(%row_minima_a) : (tensor<4x6xf64, #DCSR>) -> tensor<4xf64, #SV>
  // CHECK: ( 1, 0, 3, -7 )
  // CHECK-NEXT: 3
  call @show_4_f64_SV(%row_minima) : (tensor<4xf64, #SV>) -> ()
  %column_maxima_a = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #CSC>
  %column_maxima = call @column_maxima(%column_maxima_a) : (tensor<4x6xf64, #CSC>) -> tensor<6xf64>
  // CHECK: ( 5, 3, 2, 6, 4, -7 )
  call @show_6_f64(%column_maxima) : (tensor<6xf64>) -> ()
  %skipped_nan_a = sparse_tensor.convert %d_a : tensor<6xf64> to tensor<6xf64, #SV>
  %skipped_nan = call @skipped_nan(%skipped_nan_a) : (tensor<6xf64, #SV>) -> tensor<f64>
  // CHECK: 1
  call @show_scalar_f64(%skipped_nan) : (tensor<f64>) -> ()
  %smaller_number_a = sparse_tensor.convert %d_a : tensor<6xf64> to tensor<6xf64, #SV>
  %smaller_number = call @smaller_number(%smaller_number_a) : (tensor<6xf64, #SV>) -> tensor<f64>
  // CHECK: 1
  call @show_scalar_f64(%smaller_number) : (tensor<f64>) -> ()
  %taken_away_a = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #CSR>
  %taken_away = call @taken_away(%taken_away_a) : (tensor<4x6xf64, #CSR>) -> tensor<4xf64>
  // CHECK: ( 97, 100, 93, 96 )
  call @show_4_f64(%taken_away) : (tensor<4xf64>) -> ()
  %count_a = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #CSR>
  %count = call @count(%count_a) : (tensor<4x6xf64, #CSR>) -> tensor<4xf64>
  // CHECK: ( 2, 0, 2, 3 )
  call @show_4_f64(%count) : (tensor<4xf64>) -> ()
  %sum_of_squares_a = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #DCSC>
  %sum_of_squares = call @sum_of_squares(%sum_of_squares_a) : (tensor<4x6xf64, #DCSC>) -> tensor<f64>
  // CHECK: 140
  call @show_scalar_f64(%sum_of_squares) : (tensor<f64>) -> ()
  %largest_magnitude_a = sparse_tensor.convert %d_T : tensor<2x3x4xf64> to tensor<2x3x4xf64, #CSF>
  %largest_magnitude = call @largest_magnitude(%largest_magnitude_a) : (tensor<2x3x4xf64, #CSF>) -> tensor<f64>
  // CHECK: 8
  call @show_scalar_f64(%largest_magnitude) : (tensor<f64>) -> ()
  %fibers_a = sparse_tensor.convert %d_T : tensor<2x3x4xf64> to tensor<2x3x4xf64, #CSF>
  %fibers = call @fibers(%fibers_a) : (tensor<2x3x4xf64, #CSF>) -> tensor<2x3xf64, #DCSR>
  // CHECK: ( ( -3, 0, 1 ), ( 0, -11, -1 ) )
  // CHECK-NEXT: 4
  call @show_2_3_f64_DCSR(%fibers) : (tensor<2x3xf64, #DCSR>) -> ()
  %smallest_of_blocks_a = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #BSR>
  %smallest_of_blocks = call @smallest_of_blocks(%smallest_of_blocks_a) : (tensor<4x6xf64, #BSR>) -> tensor<f64>
  // CHECK: -7
  call @show_scalar_f64(%smallest_of_blocks) : (tensor<f64>) -> ()
  %smallest_integer_a = sparse_tensor.convert %d_a_i32 : tensor<6xi32> to tensor<6xi32, #SV>
  %smallest_integer = call @smallest_integer(%smallest_integer_a) : (tensor<6xi32, #SV>) -> tensor<i32>
  // CHECK: -3
  call @show_scalar_i32(%smallest_integer) : (tensor<i32>) -> ()
  %largest_integer_a = sparse_tensor.convert %d_a_i32 : tensor<6xi32> to tensor<6xi32, #SV>
  %largest_integer = call @largest_integer(%largest_integer_a) : (tensor<6xi32, #SV>) -> tensor<i32>
  // CHECK: 2
  call @show_scalar_i32(%largest_integer) : (tensor<i32>) -> ()
  return
}
