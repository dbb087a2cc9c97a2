// Where results differ from those of upstream's pipeline. Some of what upstream folds, any of its passes folds.

// REQUIRES: as-written

// RUN: lacuna-opt %s --lacuna | %run | FileCheck %s
// RUN: mlir-opt %s --sparsifier="enable-runtime-library=false" | %run | FileCheck %s --check-prefix=UPSTREAM

#SV = #sparse_tensor.encoding<{map = (i) -> (i : compressed)}>
#CSC = #sparse_tensor.encoding<{map = (i, j) -> (j : dense, i : compressed)}>
#BSR = #sparse_tensor.encoding<{map = (i, j) -> (i floordiv 2 : dense, j floordiv 2 : compressed, i mod 2 : dense, j mod 2 : dense)}>

#t0 = {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
#t1 = {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
      iterator_types = ["parallel", "reduction"]}
#t2 = {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
#t3 = {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
      iterator_types = ["parallel"]}
#t4 = {indexing_maps = [affine_map<(i) -> (i)>],
      iterator_types = ["parallel"]}

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

func.func @show_4_f64(%s: tensor<4xf64>) {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f64
  %v = vector.transfer_read %s[%c0], %pad : tensor<4xf64>, vector<4xf64>
  vector.print %v : vector<4xf64>
  return
}

func.func @show_6_i32(%s: tensor<6xi32>) {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0 : i32
  %v = vector.transfer_read %s[%c0], %pad : tensor<6xi32>, vector<6xi32>
  vector.print %v : vector<6xi32>
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

// `linalg.index` gives coordinates of dimensions; upstream swaps them where levels are swapped.
func.func @upper_triangle(%a: tensor<4x6xf64, #CSC>) -> tensor<4x6xf64, #CSC> {
  %e = tensor.empty() : tensor<4x6xf64, #CSC>
  %0 = linalg.generic #t0 ins(%a : tensor<4x6xf64, #CSC>) outs(%e : tensor<4x6xf64, #CSC>) {
  ^bb0(%p: f64, %o: f64):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %w = sparse_tensor.select %p : f64 {
      ^bb0(%t: f64):
        %k = arith.cmpi ugt, %j, %i : index
        sparse_tensor.yield %k : i1
      }
    linalg.yield %w : f64
  } -> tensor<4x6xf64, #CSC>
  return %0 : tensor<4x6xf64, #CSC>
}

// The result of a `reduce` starts from the identity; upstream's from what it was, where the loops over what is reduced are
// not the innermost.
func.func @row_sums_by_columns(%a: tensor<4x6xf64, #CSC>) -> tensor<4xf64> {
  %hundred = arith.constant 100.0 : f64
  %e = tensor.empty() : tensor<4xf64>
  %z = arith.constant 1000.0 : f64
  %f = linalg.fill ins(%z : f64) outs(%e : tensor<4xf64>) -> tensor<4xf64>
  %0 = linalg.generic #t1 ins(%a : tensor<4x6xf64, #CSC>) outs(%f : tensor<4xf64>) {
  ^bb0(%p: f64, %o: f64):
    %w = sparse_tensor.reduce %o, %p, %hundred : f64 {
      ^bb0(%x: f64, %y: f64):
        %k = arith.addf %x, %y : f64
        sparse_tensor.yield %k : f64
      }
    linalg.yield %w : f64
  } -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

// Where several loops reduce into a point, upstream starts from the identity in each run of the innermost.
func.func @block_row_sums(%a: tensor<4x6xf64, #BSR>) -> tensor<4xf64> {
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<4xf64>
  %z = arith.constant 0.0 : f64
  %f = linalg.fill ins(%z : f64) outs(%e : tensor<4xf64>) -> tensor<4xf64>
  %0 = linalg.generic #t1 ins(%a : tensor<4x6xf64, #BSR>) outs(%f : tensor<4xf64>) {
  ^bb0(%p: f64, %o: f64):
    %u = sparse_tensor.unary %p : f64 to f64
      present={
      ^bb0(%t: f64):
        %k = arith.mulf %t, %t : f64
        sparse_tensor.yield %k : f64
      }
      absent={}
    %w = sparse_tensor.reduce %o, %u, %zero : f64 {
      ^bb0(%x: f64, %y: f64):
        %k = arith.addf %x, %y : f64
        sparse_tensor.yield %k : f64
      }
    linalg.yield %w : f64
  } -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

// A stored result that is read starts from what it was; upstream's from the identity, where the loops over what is
// reduced are the innermost.
func.func @sddmm_columns(%a: tensor<4x3xf64>, %b: tensor<3x6xf64>, %s: tensor<4x6xf64, #CSC>) -> tensor<4x6xf64, #CSC> {
  %zero = arith.constant 0.0 : f64
  %0 = linalg.generic #t2 ins(%a, %b : tensor<4x3xf64>, tensor<3x6xf64>) outs(%s : tensor<4x6xf64, #CSC>) {
  ^bb0(%p: f64, %q: f64, %o: f64):
    %u = sparse_tensor.unary %o : f64 to f64
      present={
      ^bb0(%t: f64):
        %k = arith.mulf %p, %q : f64
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

// What is computed is there where its operands are, also if it is always zero; upstream folds it to a constant, which is
// there everywhere.
func.func @folded(%a: tensor<6xi32, #SV>, %b: tensor<6xi32, #SV>) -> tensor<6xi32> {
  %e = tensor.empty() : tensor<6xi32>
  %z = arith.constant 0 : i32
  %f = linalg.fill ins(%z : i32) outs(%e : tensor<6xi32>) -> tensor<6xi32>
  %0 = linalg.generic #t3 ins(%a, %b : tensor<6xi32, #SV>, tensor<6xi32, #SV>) outs(%f : tensor<6xi32>) {
  ^bb0(%p: i32, %q: i32, %o: i32):
    %u = arith.subi %p, %p : i32
    %w = sparse_tensor.binary %u, %q : i32, i32 to i32
      overlap={}
      left={}
      right=identity
    linalg.yield %w : i32
  } -> tensor<6xi32>
  return %0 : tensor<6xi32>
}

// What the body takes out of a result in place is gone; upstream leaves it as it was.
func.func @all_taken_out(%s: tensor<6xf64, #SV>) -> tensor<6xf64, #SV> {
  %0 = linalg.generic #t4 outs(%s : tensor<6xf64, #SV>) {
  ^bb0(%o: f64):
    %w = sparse_tensor.unary %o : f64 to f64
      present={}
      absent={}
    linalg.yield %w : f64
  } -> tensor<6xf64, #SV>
  return %0 : tensor<6xf64, #SV>
}

func.func @main() {
  %d_A = arith.constant dense<[[1.0, 0.0, 2.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 3.0, 0.0, 0.0, 4.0, 0.0], [5.0, 0.0, 0.0, 6.0, 0.0, -7.0]]> : tensor<4x6xf64>
  %d_P = arith.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0], [1.0, -1.0, 2.0]]> : tensor<4x3xf64>
  %d_Q = arith.constant dense<[[1.0, 2.0, 3.0, 1.0, 1.0, 0.0], [4.0, 5.0, 6.0, 0.0, 2.0, 2.0], [7.0, 8.0, 9.0, -1.0, 1.0, 3.0]]> : tensor<3x6xf64>
  %d_a_i32 = arith.constant dense<[1, 0, 2, 0, -3, 0]> : tensor<6xi32>
  %d_b_i32 = arith.constant dense<[4, 5, 0, 0, 6, 0]> : tensor<6xi32>
  %d_a = arith.constant dense<[1.0, 0.0, 2.0, 0.0, -3.0, 0.0]> : tensor<6xf64>
  %upper_triangle_a = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #CSC>
  %upper_triangle = call @upper_triangle(%upper_triangle_a) : (tensor<4x6xf64, #CSC>) -> tensor<4x6xf64, #CSC>
  // CHECK: ( ( 0, 0, 2, 0, 0, 0 ), ( 0, 0, 0, 0, 0, 0 ), ( 0, 0, 0, 0, 4, 0 ), ( 0, 0, 0, 0, 0, -7 ) )
  // CHECK-NEXT: 3
  // UPSTREAM: ( ( 0, 0, 0, 0, 0, 0 ), ( 0, 0, 0, 0, 0, 0 ), ( 0, 3, 0, 0, 0, 0 ), ( 5, 0, 0, 0, 0, 0 ) )
  // UPSTREAM-NEXT: 2
  call @show_4_6_f64_CSC(%upper_triangle) : (tensor<4x6xf64, #CSC>) -> ()
  %row_sums_by_columns_a = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #CSC>
  %row_sums_by_columns = call @row_sums_by_columns(%row_sums_by_columns_a) : (tensor<4x6xf64, #CSC>) -> tensor<4xf64>
  // CHECK: ( 103, 100, 107, 104 )
  // UPSTREAM: ( 1003, 1000, 1007, 1004 )
  call @show_4_f64(%row_sums_by_columns) : (tensor<4xf64>) -> ()
  %block_row_sums_a = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #BSR>
  %block_row_sums = call @block_row_sums(%block_row_sums_a) : (tensor<4x6xf64, #BSR>) -> tensor<4xf64>
  // CHECK: ( 5, 0, 25, 110 )
  // UPSTREAM: ( 4, 0, 16, 49 )
  call @show_4_f64(%block_row_sums) : (tensor<4xf64>) -> ()
  %sddmm_columns_s = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #CSC>
  %sddmm_columns = call @sddmm_columns(%d_P, %d_Q, %sddmm_columns_s) : (tensor<4x3xf64>, tensor<3x6xf64>, tensor<4x6xf64, #CSC>) -> tensor<4x6xf64, #CSC>
  // CHECK: ( ( 31, 0, 44, 0, 0, 0 ), ( 0, 0, 0, 0, 0, 0 ), ( 0, 129, 0, 0, 36, 0 ), ( 16, 0, 0, 5, 0, -3 ) )
  // CHECK-NEXT: 7
  // UPSTREAM: ( ( 30, 0, 42, 0, 0, 0 ), ( 0, 0, 0, 0, 0, 0 ), ( 0, 126, 0, 0, 32, 0 ), ( 11, 0, 0, -1, 0, 4 ) )
  // UPSTREAM-NEXT: 7
  call @show_4_6_f64_CSC(%sddmm_columns) : (tensor<4x6xf64, #CSC>) -> ()
  %folded_a = sparse_tensor.convert %d_a_i32 : tensor<6xi32> to tensor<6xi32, #SV>
  %folded_b = sparse_tensor.convert %d_b_i32 : tensor<6xi32> to tensor<6xi32, #SV>
  %folded = call @folded(%folded_a, %folded_b) : (tensor<6xi32, #SV>, tensor<6xi32, #SV>) -> tensor<6xi32>
  // CHECK: ( 0, 5, 0, 0, 0, 0 )
  // UPSTREAM: ( 0, 0, 0, 0, 0, 0 )
  call @show_6_i32(%folded) : (tensor<6xi32>) -> ()
  %all_taken_out_s = sparse_tensor.convert %d_a : tensor<6xf64> to tensor<6xf64, #SV>
  %all_taken_out = call @all_taken_out(%all_taken_out_s) : (tensor<6xf64, #SV>) -> tensor<6xf64, #SV>
  // CHECK: ( 0, 0, 0, 0, 0, 0 )
  // CHECK-NEXT: 0
  // UPSTREAM: ( 1, 0, 2, 0, -3, 0 )
  // UPSTREAM-NEXT: 3
  call @show_6_f64_SV(%all_taken_out) : (tensor<6xf64, #SV>) -> ()
  return
}
