// `--lacuna`, executed: results whose parents come out of order, which are counted and then placed, and sums whose cases
// are blended, array by array. Counting what comes in order gives the same.
//
//       [ 1 0 2 0 0 ]       [  0 0 7 0 0 ]       [ 0 1 0 0 1 ]
//   A = [ 0 0 0 0 0 ]   B = [  8 0 0 0 9 ]   C = [ 0 0 0 0 2 ]   Z = 0
//       [ 0 3 0 0 4 ]       [  0 0 0 0 0 ]       [ 0 0 0 0 0 ]
//       [ 5 0 0 6 0 ]       [ -5 0 9 1 0 ]       [ 0 0 0 3 0 ]

// RUN: lacuna-opt %s --lacuna | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=two-phase=true | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=fp=strict | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna="fp=strict two-phase=true" | %run | FileCheck %s

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#CSC = #stensor.format<(i, j) -> (j : dense, i : compressed)>
#CSF = #stensor.format<(i, j, k) -> (i : compressed, j : compressed, k : compressed)>
#Back = #stensor.format<(i, j, k) -> (k : compressed, j : compressed, i : compressed)>
#Tubes = #stensor.format<(i, j, k) -> (i : dense, j : dense, k : compressed)>
#TubesBack = #stensor.format<(i, j, k) -> (k : dense, j : dense, i : compressed)>
#Lists = #stensor.format<(i, j, k) -> (k : dense, i : compressed(nonunique), j : singleton)>
#Pairs = #stensor.format<(i, j, k) -> (k : dense, i : compressed(nonunique), j : singleton(interleaved))>
#same1_2 = {
  indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
  iterator_types = ["parallel", "parallel"]
}
#same1_3 = {
  indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (i, j, k)>],
  iterator_types = ["parallel", "parallel", "parallel"]
}
#same2_2 = {
  indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
  iterator_types = ["parallel", "parallel"]
}
#same3_2 = {
  indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
  iterator_types = ["parallel", "parallel"]
}
#turned1_2 = {
  indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j, i)>],
  iterator_types = ["parallel", "parallel"]
}

func.func @show_i32(%array: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %array, %c0 : memref<?xi32>
  vector.print str "["
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %array[%i] : memref<?xi32>
    vector.print str " "
    vector.print %v : i32 punctuation <no_punctuation>
  }
  vector.print str " ]\0A"
  return
}

func.func @show_f64(%array: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %array, %c0 : memref<?xf64>
  vector.print str "["
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %array[%i] : memref<?xf64>
    vector.print str " "
    vector.print %v : f64 punctuation <no_punctuation>
  }
  vector.print str " ]\0A"
  return
}

// Rows in, columns out.
func.func @rows_to_columns(%t0: tensor<4x5xf64, #CSR>) -> tensor<4x5xf64, #CSC> {
  %empty = stensor.empty : tensor<4x5xf64, #CSC>
  %r = linalg.generic #same1_2 ins(%t0 : tensor<4x5xf64, #CSR>) outs(%empty : tensor<4x5xf64, #CSC>) {
  ^bb0(%v0: f64, %old: f64):
    %y = arith.negf %v0 : f64
    linalg.yield %y : f64
  } -> tensor<4x5xf64, #CSC>
  return %r : tensor<4x5xf64, #CSC>
}

// And back.
func.func @columns_to_rows(%t0: tensor<4x5xf64, #CSC>) -> tensor<4x5xf64, #CSR> {
  %empty = stensor.empty : tensor<4x5xf64, #CSR>
  %r = linalg.generic #same1_2 ins(%t0 : tensor<4x5xf64, #CSC>) outs(%empty : tensor<4x5xf64, #CSR>) {
  ^bb0(%v0: f64, %old: f64):
    %y = arith.negf %v0 : f64
    linalg.yield %y : f64
  } -> tensor<4x5xf64, #CSR>
  return %r : tensor<4x5xf64, #CSR>
}

// Rows of the transpose.
func.func @transposed(%t0: tensor<4x5xf64, #CSR>) -> tensor<5x4xf64, #CSR> {
  %empty = stensor.empty : tensor<5x4xf64, #CSR>
  %r = linalg.generic #turned1_2 ins(%t0 : tensor<4x5xf64, #CSR>) outs(%empty : tensor<5x4xf64, #CSR>) {
  ^bb0(%v0: f64, %old: f64):
    %y = arith.negf %v0 : f64
    linalg.yield %y : f64
  } -> tensor<5x4xf64, #CSR>
  return %r : tensor<5x4xf64, #CSR>
}

// Columns of a sum, as rows. What cancels out stays.
func.func @sum_of_columns(%t0: tensor<4x5xf64, #CSC>, %t1: tensor<4x5xf64, #CSC>) -> tensor<4x5xf64, #CSR> {
  %empty = stensor.empty : tensor<4x5xf64, #CSR>
  %r = linalg.generic #same2_2 ins(%t0, %t1 : tensor<4x5xf64, #CSC>, tensor<4x5xf64, #CSC>) outs(%empty : tensor<4x5xf64, #CSR>) {
  ^bb0(%v0: f64, %v1: f64, %old: f64):
    %y = arith.addf %v0, %v1 : f64
    linalg.yield %y : f64
  } -> tensor<4x5xf64, #CSR>
  return %r : tensor<4x5xf64, #CSR>
}

// Rows of which both, one or none store something.
func.func @sum_of_rows(%t0: tensor<4x5xf64, #CSR>, %t1: tensor<4x5xf64, #CSR>) -> tensor<4x5xf64, #CSR> {
  %empty = stensor.empty : tensor<4x5xf64, #CSR>
  %r = linalg.generic #same2_2 ins(%t0, %t1 : tensor<4x5xf64, #CSR>, tensor<4x5xf64, #CSR>) outs(%empty : tensor<4x5xf64, #CSR>) {
  ^bb0(%v0: f64, %v1: f64, %old: f64):
    %y = arith.addf %v0, %v1 : f64
    linalg.yield %y : f64
  } -> tensor<4x5xf64, #CSR>
  return %r : tensor<4x5xf64, #CSR>
}

// Each with a factor.
func.func @scaled(%t0: tensor<4x5xf64, #CSR>, %t1: tensor<4x5xf64, #CSR>) -> tensor<4x5xf64, #CSR> {
  %empty = stensor.empty : tensor<4x5xf64, #CSR>
  %r = linalg.generic #same2_2 ins(%t0, %t1 : tensor<4x5xf64, #CSR>, tensor<4x5xf64, #CSR>) outs(%empty : tensor<4x5xf64, #CSR>) {
  ^bb0(%v0: f64, %v1: f64, %old: f64):
    %two = arith.constant 2.0 : f64
    %three = arith.constant 3.0 : f64
    %p = arith.mulf %two, %v0 : f64
    %q = arith.mulf %three, %v1 : f64
    %y = arith.subf %p, %q : f64
    linalg.yield %y : f64
  } -> tensor<4x5xf64, #CSR>
  return %r : tensor<4x5xf64, #CSR>
}

// The larger one.
func.func @larger(%t0: tensor<4x5xf64, #CSR>, %t1: tensor<4x5xf64, #CSR>) -> tensor<4x5xf64, #CSR> {
  %empty = stensor.empty : tensor<4x5xf64, #CSR>
  %r = linalg.generic #same2_2 ins(%t0, %t1 : tensor<4x5xf64, #CSR>, tensor<4x5xf64, #CSR>) outs(%empty : tensor<4x5xf64, #CSR>) {
  ^bb0(%v0: f64, %v1: f64, %old: f64):
    %y = arith.maximumf %v0, %v1 : f64
    linalg.yield %y : f64
  } -> tensor<4x5xf64, #CSR>
  return %r : tensor<4x5xf64, #CSR>
}

// Three ends, in any order.
func.func @sum_of_three(%t0: tensor<4x5xf64, #CSR>, %t1: tensor<4x5xf64, #CSR>, %t2: tensor<4x5xf64, #CSR>) -> tensor<4x5xf64, #CSR> {
  %empty = stensor.empty : tensor<4x5xf64, #CSR>
  %r = linalg.generic #same3_2 ins(%t0, %t1, %t2 : tensor<4x5xf64, #CSR>, tensor<4x5xf64, #CSR>, tensor<4x5xf64, #CSR>) outs(%empty : tensor<4x5xf64, #CSR>) {
  ^bb0(%v0: f64, %v1: f64, %v2: f64, %old: f64):
    %s = arith.addf %v0, %v1 : f64
    %y = arith.addf %s, %v2 : f64
    linalg.yield %y : f64
  } -> tensor<4x5xf64, #CSR>
  return %r : tensor<4x5xf64, #CSR>
}

// The same, by columns, as rows.
func.func @sum_of_three_columns(%t0: tensor<4x5xf64, #CSC>, %t1: tensor<4x5xf64, #CSC>, %t2: tensor<4x5xf64, #CSC>) -> tensor<4x5xf64, #CSR> {
  %empty = stensor.empty : tensor<4x5xf64, #CSR>
  %r = linalg.generic #same3_2 ins(%t0, %t1, %t2 : tensor<4x5xf64, #CSC>, tensor<4x5xf64, #CSC>, tensor<4x5xf64, #CSC>) outs(%empty : tensor<4x5xf64, #CSR>) {
  ^bb0(%v0: f64, %v1: f64, %v2: f64, %old: f64):
    %s = arith.addf %v0, %v1 : f64
    %y = arith.addf %s, %v2 : f64
    linalg.yield %y : f64
  } -> tensor<4x5xf64, #CSR>
  return %r : tensor<4x5xf64, #CSR>
}

// Order three, in both directions.
func.func @tubes(%t0: tensor<2x3x4xf64, #CSF>) -> tensor<2x3x4xf64, #TubesBack> {
  %empty = stensor.empty : tensor<2x3x4xf64, #TubesBack>
  %r = linalg.generic #same1_3 ins(%t0 : tensor<2x3x4xf64, #CSF>) outs(%empty : tensor<2x3x4xf64, #TubesBack>) {
  ^bb0(%v0: f64, %old: f64):
    %y = arith.negf %v0 : f64
    linalg.yield %y : f64
  } -> tensor<2x3x4xf64, #TubesBack>
  return %r : tensor<2x3x4xf64, #TubesBack>
}

func.func @tubes_of_columns(%t0: tensor<2x3x4xf64, #Back>) -> tensor<2x3x4xf64, #Tubes> {
  %empty = stensor.empty : tensor<2x3x4xf64, #Tubes>
  %r = linalg.generic #same1_3 ins(%t0 : tensor<2x3x4xf64, #Back>) outs(%empty : tensor<2x3x4xf64, #Tubes>) {
  ^bb0(%v0: f64, %old: f64):
    %y = arith.negf %v0 : f64
    linalg.yield %y : f64
  } -> tensor<2x3x4xf64, #Tubes>
  return %r : tensor<2x3x4xf64, #Tubes>
}

// Levels that are placed together.
func.func @lists(%t0: tensor<2x3x4xf64, #CSF>) -> tensor<2x3x4xf64, #Lists> {
  %empty = stensor.empty : tensor<2x3x4xf64, #Lists>
  %r = linalg.generic #same1_3 ins(%t0 : tensor<2x3x4xf64, #CSF>) outs(%empty : tensor<2x3x4xf64, #Lists>) {
  ^bb0(%v0: f64, %old: f64):
    %y = arith.negf %v0 : f64
    linalg.yield %y : f64
  } -> tensor<2x3x4xf64, #Lists>
  return %r : tensor<2x3x4xf64, #Lists>
}

// Side by side.
func.func @pairs(%t0: tensor<2x3x4xf64, #CSF>) -> tensor<2x3x4xf64, #Pairs> {
  %empty = stensor.empty : tensor<2x3x4xf64, #Pairs>
  %r = linalg.generic #same1_3 ins(%t0 : tensor<2x3x4xf64, #CSF>) outs(%empty : tensor<2x3x4xf64, #Pairs>) {
  ^bb0(%v0: f64, %old: f64):
    %y = arith.negf %v0 : f64
    linalg.yield %y : f64
  } -> tensor<2x3x4xf64, #Pairs>
  return %r : tensor<2x3x4xf64, #Pairs>
}

func.func @main() {
  %A = arith.constant dense<[[1.0, 0.0, 2.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 3.0, 0.0, 0.0, 4.0], [5.0, 0.0, 0.0, 6.0, 0.0]]> : tensor<4x5xf64>
  %A_CSR = stensor.convert %A : tensor<4x5xf64> to tensor<4x5xf64, #CSR>

  %rows_to_columns_0 = call @rows_to_columns(%A_CSR)
      : (tensor<4x5xf64, #CSR>) -> tensor<4x5xf64, #CSC>
  vector.print str "rows_to_columns_0\0A"
  // CHECK: rows_to_columns_0
  // CHECK-NEXT: [ 0 2 3 4 5 6 ]
  // CHECK-NEXT: [ 0 3 2 0 3 2 ]
  // CHECK-NEXT: [ -1 -5 -3 -2 -6 -4 ]
  %rows_to_columns_0_0, %rows_to_columns_0_1, %rows_to_columns_0_val = stensor.unpack %rows_to_columns_0
      : tensor<4x5xf64, #CSC> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%rows_to_columns_0_0) : (memref<?xi32>) -> ()
  call @show_i32(%rows_to_columns_0_1) : (memref<?xi32>) -> ()
  call @show_f64(%rows_to_columns_0_val) : (memref<?xf64>) -> ()
  %Z = arith.constant dense<[[0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0]]> : tensor<4x5xf64>
  %Z_CSR = stensor.convert %Z : tensor<4x5xf64> to tensor<4x5xf64, #CSR>

  %rows_to_columns_1 = call @rows_to_columns(%Z_CSR)
      : (tensor<4x5xf64, #CSR>) -> tensor<4x5xf64, #CSC>
  vector.print str "rows_to_columns_1\0A"
  // CHECK: rows_to_columns_1
  // CHECK-NEXT: [ 0 0 0 0 0 0 ]
  // CHECK-NEXT: [ ]
  // CHECK-NEXT: [ ]
  %rows_to_columns_1_0, %rows_to_columns_1_1, %rows_to_columns_1_val = stensor.unpack %rows_to_columns_1
      : tensor<4x5xf64, #CSC> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%rows_to_columns_1_0) : (memref<?xi32>) -> ()
  call @show_i32(%rows_to_columns_1_1) : (memref<?xi32>) -> ()
  call @show_f64(%rows_to_columns_1_val) : (memref<?xf64>) -> ()
  %A_CSC = stensor.convert %A : tensor<4x5xf64> to tensor<4x5xf64, #CSC>

  %columns_to_rows_0 = call @columns_to_rows(%A_CSC)
      : (tensor<4x5xf64, #CSC>) -> tensor<4x5xf64, #CSR>
  vector.print str "columns_to_rows_0\0A"
  // CHECK: columns_to_rows_0
  // CHECK-NEXT: [ 0 2 2 4 6 ]
  // CHECK-NEXT: [ 0 2 1 4 0 3 ]
  // CHECK-NEXT: [ -1 -2 -3 -4 -5 -6 ]
  %columns_to_rows_0_0, %columns_to_rows_0_1, %columns_to_rows_0_val = stensor.unpack %columns_to_rows_0
      : tensor<4x5xf64, #CSR> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%columns_to_rows_0_0) : (memref<?xi32>) -> ()
  call @show_i32(%columns_to_rows_0_1) : (memref<?xi32>) -> ()
  call @show_f64(%columns_to_rows_0_val) : (memref<?xf64>) -> ()

  %transposed_0 = call @transposed(%A_CSR)
      : (tensor<4x5xf64, #CSR>) -> tensor<5x4xf64, #CSR>
  vector.print str "transposed_0\0A"
  // CHECK: transposed_0
  // CHECK-NEXT: [ 0 2 3 4 5 6 ]
  // CHECK-NEXT: [ 0 3 2 0 3 2 ]
  // CHECK-NEXT: [ -1 -5 -3 -2 -6 -4 ]
  %transposed_0_0, %transposed_0_1, %transposed_0_val = stensor.unpack %transposed_0
      : tensor<5x4xf64, #CSR> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%transposed_0_0) : (memref<?xi32>) -> ()
  call @show_i32(%transposed_0_1) : (memref<?xi32>) -> ()
  call @show_f64(%transposed_0_val) : (memref<?xf64>) -> ()
  %B = arith.constant dense<[[0.0, 0.0, 7.0, 0.0, 0.0], [8.0, 0.0, 0.0, 0.0, 9.0], [0.0, 0.0, 0.0, 0.0, 0.0], [-5.0, 0.0, 9.0, 1.0, 0.0]]> : tensor<4x5xf64>
  %B_CSC = stensor.convert %B : tensor<4x5xf64> to tensor<4x5xf64, #CSC>

  %sum_of_columns_0 = call @sum_of_columns(%A_CSC, %B_CSC)
      : (tensor<4x5xf64, #CSC>, tensor<4x5xf64, #CSC>) -> tensor<4x5xf64, #CSR>
  vector.print str "sum_of_columns_0\0A"
  // CHECK: sum_of_columns_0
  // CHECK-NEXT: [ 0 2 4 6 9 ]
  // CHECK-NEXT: [ 0 2 0 4 1 4 0 2 3 ]
  // CHECK-NEXT: [ 1 9 8 9 3 4 0 9 7 ]
  %sum_of_columns_0_0, %sum_of_columns_0_1, %sum_of_columns_0_val = stensor.unpack %sum_of_columns_0
      : tensor<4x5xf64, #CSR> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%sum_of_columns_0_0) : (memref<?xi32>) -> ()
  call @show_i32(%sum_of_columns_0_1) : (memref<?xi32>) -> ()
  call @show_f64(%sum_of_columns_0_val) : (memref<?xf64>) -> ()
  %Z_CSC = stensor.convert %Z : tensor<4x5xf64> to tensor<4x5xf64, #CSC>

  %sum_of_columns_1 = call @sum_of_columns(%A_CSC, %Z_CSC)
      : (tensor<4x5xf64, #CSC>, tensor<4x5xf64, #CSC>) -> tensor<4x5xf64, #CSR>
  vector.print str "sum_of_columns_1\0A"
  // CHECK: sum_of_columns_1
  // CHECK-NEXT: [ 0 2 2 4 6 ]
  // CHECK-NEXT: [ 0 2 1 4 0 3 ]
  // CHECK-NEXT: [ 1 2 3 4 5 6 ]
  %sum_of_columns_1_0, %sum_of_columns_1_1, %sum_of_columns_1_val = stensor.unpack %sum_of_columns_1
      : tensor<4x5xf64, #CSR> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%sum_of_columns_1_0) : (memref<?xi32>) -> ()
  call @show_i32(%sum_of_columns_1_1) : (memref<?xi32>) -> ()
  call @show_f64(%sum_of_columns_1_val) : (memref<?xf64>) -> ()
  %B_CSR = stensor.convert %B : tensor<4x5xf64> to tensor<4x5xf64, #CSR>

  %sum_of_rows_0 = call @sum_of_rows(%A_CSR, %B_CSR)
      : (tensor<4x5xf64, #CSR>, tensor<4x5xf64, #CSR>) -> tensor<4x5xf64, #CSR>
  vector.print str "sum_of_rows_0\0A"
  // CHECK: sum_of_rows_0
  // CHECK-NEXT: [ 0 2 4 6 9 ]
  // CHECK-NEXT: [ 0 2 0 4 1 4 0 2 3 ]
  // CHECK-NEXT: [ 1 9 8 9 3 4 0 9 7 ]
  %sum_of_rows_0_0, %sum_of_rows_0_1, %sum_of_rows_0_val = stensor.unpack %sum_of_rows_0
      : tensor<4x5xf64, #CSR> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%sum_of_rows_0_0) : (memref<?xi32>) -> ()
  call @show_i32(%sum_of_rows_0_1) : (memref<?xi32>) -> ()
  call @show_f64(%sum_of_rows_0_val) : (memref<?xf64>) -> ()
  %C = arith.constant dense<[[0.0, 1.0, 0.0, 0.0, 1.0], [0.0, 0.0, 0.0, 0.0, 2.0], [0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 3.0, 0.0]]> : tensor<4x5xf64>
  %C_CSR = stensor.convert %C : tensor<4x5xf64> to tensor<4x5xf64, #CSR>

  %sum_of_rows_1 = call @sum_of_rows(%B_CSR, %C_CSR)
      : (tensor<4x5xf64, #CSR>, tensor<4x5xf64, #CSR>) -> tensor<4x5xf64, #CSR>
  vector.print str "sum_of_rows_1\0A"
  // CHECK: sum_of_rows_1
  // CHECK-NEXT: [ 0 3 5 5 8 ]
  // CHECK-NEXT: [ 1 2 4 0 4 0 2 3 ]
  // CHECK-NEXT: [ 1 7 1 8 11 -5 9 4 ]
  %sum_of_rows_1_0, %sum_of_rows_1_1, %sum_of_rows_1_val = stensor.unpack %sum_of_rows_1
      : tensor<4x5xf64, #CSR> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%sum_of_rows_1_0) : (memref<?xi32>) -> ()
  call @show_i32(%sum_of_rows_1_1) : (memref<?xi32>) -> ()
  call @show_f64(%sum_of_rows_1_val) : (memref<?xf64>) -> ()

  %sum_of_rows_2 = call @sum_of_rows(%Z_CSR, %B_CSR)
      : (tensor<4x5xf64, #CSR>, tensor<4x5xf64, #CSR>) -> tensor<4x5xf64, #CSR>
  vector.print str "sum_of_rows_2\0A"
  // CHECK: sum_of_rows_2
  // CHECK-NEXT: [ 0 1 3 3 6 ]
  // CHECK-NEXT: [ 2 0 4 0 2 3 ]
  // CHECK-NEXT: [ 7 8 9 -5 9 1 ]
  %sum_of_rows_2_0, %sum_of_rows_2_1, %sum_of_rows_2_val = stensor.unpack %sum_of_rows_2
      : tensor<4x5xf64, #CSR> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%sum_of_rows_2_0) : (memref<?xi32>) -> ()
  call @show_i32(%sum_of_rows_2_1) : (memref<?xi32>) -> ()
  call @show_f64(%sum_of_rows_2_val) : (memref<?xf64>) -> ()

  %sum_of_rows_3 = call @sum_of_rows(%A_CSR, %Z_CSR)
      : (tensor<4x5xf64, #CSR>, tensor<4x5xf64, #CSR>) -> tensor<4x5xf64, #CSR>
  vector.print str "sum_of_rows_3\0A"
  // CHECK: sum_of_rows_3
  // CHECK-NEXT: [ 0 2 2 4 6 ]
  // CHECK-NEXT: [ 0 2 1 4 0 3 ]
  // CHECK-NEXT: [ 1 2 3 4 5 6 ]
  %sum_of_rows_3_0, %sum_of_rows_3_1, %sum_of_rows_3_val = stensor.unpack %sum_of_rows_3
      : tensor<4x5xf64, #CSR> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%sum_of_rows_3_0) : (memref<?xi32>) -> ()
  call @show_i32(%sum_of_rows_3_1) : (memref<?xi32>) -> ()
  call @show_f64(%sum_of_rows_3_val) : (memref<?xf64>) -> ()

  %sum_of_rows_4 = call @sum_of_rows(%Z_CSR, %Z_CSR)
      : (tensor<4x5xf64, #CSR>, tensor<4x5xf64, #CSR>) -> tensor<4x5xf64, #CSR>
  vector.print str "sum_of_rows_4\0A"
  // CHECK: sum_of_rows_4
  // CHECK-NEXT: [ 0 0 0 0 0 ]
  // CHECK-NEXT: [ ]
  // CHECK-NEXT: [ ]
  %sum_of_rows_4_0, %sum_of_rows_4_1, %sum_of_rows_4_val = stensor.unpack %sum_of_rows_4
      : tensor<4x5xf64, #CSR> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%sum_of_rows_4_0) : (memref<?xi32>) -> ()
  call @show_i32(%sum_of_rows_4_1) : (memref<?xi32>) -> ()
  call @show_f64(%sum_of_rows_4_val) : (memref<?xf64>) -> ()

  %scaled_0 = call @scaled(%A_CSR, %B_CSR)
      : (tensor<4x5xf64, #CSR>, tensor<4x5xf64, #CSR>) -> tensor<4x5xf64, #CSR>
  vector.print str "scaled_0\0A"
  // CHECK: scaled_0
  // CHECK-NEXT: [ 0 2 4 6 9 ]
  // CHECK-NEXT: [ 0 2 0 4 1 4 0 2 3 ]
  // CHECK-NEXT: [ 2 -17 -24 -27 6 8 25 -27 9 ]
  %scaled_0_0, %scaled_0_1, %scaled_0_val = stensor.unpack %scaled_0
      : tensor<4x5xf64, #CSR> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%scaled_0_0) : (memref<?xi32>) -> ()
  call @show_i32(%scaled_0_1) : (memref<?xi32>) -> ()
  call @show_f64(%scaled_0_val) : (memref<?xf64>) -> ()

  %larger_0 = call @larger(%A_CSR, %B_CSR)
      : (tensor<4x5xf64, #CSR>, tensor<4x5xf64, #CSR>) -> tensor<4x5xf64, #CSR>
  vector.print str "larger_0\0A"
  // CHECK: larger_0
  // CHECK-NEXT: [ 0 2 4 6 9 ]
  // CHECK-NEXT: [ 0 2 0 4 1 4 0 2 3 ]
  // CHECK-NEXT: [ 1 7 8 9 3 4 5 9 6 ]
  %larger_0_0, %larger_0_1, %larger_0_val = stensor.unpack %larger_0
      : tensor<4x5xf64, #CSR> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%larger_0_0) : (memref<?xi32>) -> ()
  call @show_i32(%larger_0_1) : (memref<?xi32>) -> ()
  call @show_f64(%larger_0_val) : (memref<?xf64>) -> ()

  %sum_of_three_0 = call @sum_of_three(%A_CSR, %B_CSR, %C_CSR)
      : (tensor<4x5xf64, #CSR>, tensor<4x5xf64, #CSR>, tensor<4x5xf64, #CSR>) -> tensor<4x5xf64, #CSR>
  vector.print str "sum_of_three_0\0A"
  // CHECK: sum_of_three_0
  // CHECK-NEXT: [ 0 4 6 8 11 ]
  // CHECK-NEXT: [ 0 1 2 4 0 4 1 4 0 2 3 ]
  // CHECK-NEXT: [ 1 1 9 1 8 11 3 4 0 9 10 ]
  %sum_of_three_0_0, %sum_of_three_0_1, %sum_of_three_0_val = stensor.unpack %sum_of_three_0
      : tensor<4x5xf64, #CSR> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%sum_of_three_0_0) : (memref<?xi32>) -> ()
  call @show_i32(%sum_of_three_0_1) : (memref<?xi32>) -> ()
  call @show_f64(%sum_of_three_0_val) : (memref<?xf64>) -> ()

  %sum_of_three_1 = call @sum_of_three(%C_CSR, %Z_CSR, %A_CSR)
      : (tensor<4x5xf64, #CSR>, tensor<4x5xf64, #CSR>, tensor<4x5xf64, #CSR>) -> tensor<4x5xf64, #CSR>
  vector.print str "sum_of_three_1\0A"
  // CHECK: sum_of_three_1
  // CHECK-NEXT: [ 0 4 5 7 9 ]
  // CHECK-NEXT: [ 0 1 2 4 4 1 4 0 3 ]
  // CHECK-NEXT: [ 1 1 2 1 2 3 4 5 9 ]
  %sum_of_three_1_0, %sum_of_three_1_1, %sum_of_three_1_val = stensor.unpack %sum_of_three_1
      : tensor<4x5xf64, #CSR> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%sum_of_three_1_0) : (memref<?xi32>) -> ()
  call @show_i32(%sum_of_three_1_1) : (memref<?xi32>) -> ()
  call @show_f64(%sum_of_three_1_val) : (memref<?xf64>) -> ()
  %C_CSC = stensor.convert %C : tensor<4x5xf64> to tensor<4x5xf64, #CSC>

  %sum_of_three_columns_0 = call @sum_of_three_columns(%A_CSC, %B_CSC, %C_CSC)
      : (tensor<4x5xf64, #CSC>, tensor<4x5xf64, #CSC>, tensor<4x5xf64, #CSC>) -> tensor<4x5xf64, #CSR>
  vector.print str "sum_of_three_columns_0\0A"
  // CHECK: sum_of_three_columns_0
  // CHECK-NEXT: [ 0 4 6 8 11 ]
  // CHECK-NEXT: [ 0 1 2 4 0 4 1 4 0 2 3 ]
  // CHECK-NEXT: [ 1 1 9 1 8 11 3 4 0 9 10 ]
  %sum_of_three_columns_0_0, %sum_of_three_columns_0_1, %sum_of_three_columns_0_val = stensor.unpack %sum_of_three_columns_0
      : tensor<4x5xf64, #CSR> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%sum_of_three_columns_0_0) : (memref<?xi32>) -> ()
  call @show_i32(%sum_of_three_columns_0_1) : (memref<?xi32>) -> ()
  call @show_f64(%sum_of_three_columns_0_val) : (memref<?xf64>) -> ()
  %T = arith.constant dense<[[[1.0, 0.0, 0.0, 2.0], [0.0, 0.0, 0.0, 0.0], [0.0, 3.0, 0.0, 0.0]], [[0.0, 4.0, 0.0, 5.0], [6.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 7.0]]]> : tensor<2x3x4xf64>
  %T_CSF = stensor.convert %T : tensor<2x3x4xf64> to tensor<2x3x4xf64, #CSF>

  %tubes_0 = call @tubes(%T_CSF)
      : (tensor<2x3x4xf64, #CSF>) -> tensor<2x3x4xf64, #TubesBack>
  vector.print str "tubes_0\0A"
  // CHECK: tubes_0
  // CHECK-NEXT: [ 0 1 2 2 3 3 4 4 4 4 6 6 7 ]
  // CHECK-NEXT: [ 0 1 1 0 0 1 1 ]
  // CHECK-NEXT: [ -1 -6 -4 -3 -2 -5 -7 ]
  %tubes_0_0, %tubes_0_1, %tubes_0_val = stensor.unpack %tubes_0
      : tensor<2x3x4xf64, #TubesBack> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%tubes_0_0) : (memref<?xi32>) -> ()
  call @show_i32(%tubes_0_1) : (memref<?xi32>) -> ()
  call @show_f64(%tubes_0_val) : (memref<?xf64>) -> ()
  %T_Back = stensor.convert %T : tensor<2x3x4xf64> to tensor<2x3x4xf64, #Back>

  %tubes_of_columns_0 = call @tubes_of_columns(%T_Back)
      : (tensor<2x3x4xf64, #Back>) -> tensor<2x3x4xf64, #Tubes>
  vector.print str "tubes_of_columns_0\0A"
  // CHECK: tubes_of_columns_0
  // CHECK-NEXT: [ 0 2 2 3 5 6 7 ]
  // CHECK-NEXT: [ 0 3 1 1 3 0 3 ]
  // CHECK-NEXT: [ -1 -2 -3 -4 -5 -6 -7 ]
  %tubes_of_columns_0_0, %tubes_of_columns_0_1, %tubes_of_columns_0_val = stensor.unpack %tubes_of_columns_0
      : tensor<2x3x4xf64, #Tubes> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%tubes_of_columns_0_0) : (memref<?xi32>) -> ()
  call @show_i32(%tubes_of_columns_0_1) : (memref<?xi32>) -> ()
  call @show_f64(%tubes_of_columns_0_val) : (memref<?xf64>) -> ()

  %lists_0 = call @lists(%T_CSF)
      : (tensor<2x3x4xf64, #CSF>) -> tensor<2x3x4xf64, #Lists>
  vector.print str "lists_0\0A"
  // CHECK: lists_0
  // CHECK-NEXT: [ 0 2 4 4 7 ]
  // CHECK-NEXT: [ 0 1 0 1 0 1 1 ]
  // CHECK-NEXT: [ 0 1 2 0 0 0 2 ]
  // CHECK-NEXT: [ -1 -6 -3 -4 -2 -5 -7 ]
  %lists_0_0, %lists_0_1, %lists_0_2, %lists_0_val = stensor.unpack %lists_0
      : tensor<2x3x4xf64, #Lists> -> memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%lists_0_0) : (memref<?xi32>) -> ()
  call @show_i32(%lists_0_1) : (memref<?xi32>) -> ()
  call @show_i32(%lists_0_2) : (memref<?xi32>) -> ()
  call @show_f64(%lists_0_val) : (memref<?xf64>) -> ()

  %pairs_0 = call @pairs(%T_CSF)
      : (tensor<2x3x4xf64, #CSF>) -> tensor<2x3x4xf64, #Pairs>
  vector.print str "pairs_0\0A"
  // CHECK: pairs_0
  // CHECK-NEXT: [ 0 2 4 4 7 ]
  // CHECK-NEXT: [ 0 0 1 1 0 2 1 0 0 0 1 0 1 2 ]
  // CHECK-NEXT: [ -1 -6 -3 -4 -2 -5 -7 ]
  %pairs_0_0, %pairs_0_1, %pairs_0_val = stensor.unpack %pairs_0
      : tensor<2x3x4xf64, #Pairs> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%pairs_0_0) : (memref<?xi32>) -> ()
  call @show_i32(%pairs_0_1) : (memref<?xi32>) -> ()
  call @show_f64(%pairs_0_val) : (memref<?xf64>) -> ()

  %converted_csr_csc = stensor.convert %A_CSR : tensor<4x5xf64, #CSR> to tensor<4x5xf64, #CSC>
  vector.print str "converted_csr_csc\0A"
  // CHECK: converted_csr_csc
  // CHECK-NEXT: [ 0 2 3 4 5 6 ]
  // CHECK-NEXT: [ 0 3 2 0 3 2 ]
  // CHECK-NEXT: [ 1 5 3 2 6 4 ]
  %converted_csr_csc_0, %converted_csr_csc_1, %converted_csr_csc_val = stensor.unpack %converted_csr_csc
      : tensor<4x5xf64, #CSC> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%converted_csr_csc_0) : (memref<?xi32>) -> ()
  call @show_i32(%converted_csr_csc_1) : (memref<?xi32>) -> ()
  call @show_f64(%converted_csr_csc_val) : (memref<?xf64>) -> ()

  %converted_csc_csr = stensor.convert %B_CSC : tensor<4x5xf64, #CSC> to tensor<4x5xf64, #CSR>
  vector.print str "converted_csc_csr\0A"
  // CHECK: converted_csc_csr
  // CHECK-NEXT: [ 0 1 3 3 6 ]
  // CHECK-NEXT: [ 2 0 4 0 2 3 ]
  // CHECK-NEXT: [ 7 8 9 -5 9 1 ]
  %converted_csc_csr_0, %converted_csc_csr_1, %converted_csc_csr_val = stensor.unpack %converted_csc_csr
      : tensor<4x5xf64, #CSR> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%converted_csc_csr_0) : (memref<?xi32>) -> ()
  call @show_i32(%converted_csc_csr_1) : (memref<?xi32>) -> ()
  call @show_f64(%converted_csc_csr_val) : (memref<?xf64>) -> ()

  %converted_empty = stensor.convert %Z_CSC : tensor<4x5xf64, #CSC> to tensor<4x5xf64, #CSR>
  vector.print str "converted_empty\0A"
  // CHECK: converted_empty
  // CHECK-NEXT: [ 0 0 0 0 0 ]
  // CHECK-NEXT: [ ]
  // CHECK-NEXT: [ ]
  %converted_empty_0, %converted_empty_1, %converted_empty_val = stensor.unpack %converted_empty
      : tensor<4x5xf64, #CSR> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%converted_empty_0) : (memref<?xi32>) -> ()
  call @show_i32(%converted_empty_1) : (memref<?xi32>) -> ()
  call @show_f64(%converted_empty_val) : (memref<?xf64>) -> ()

  %converted_csf_tubes = stensor.convert %T_CSF : tensor<2x3x4xf64, #CSF> to tensor<2x3x4xf64, #TubesBack>
  vector.print str "converted_csf_tubes\0A"
  // CHECK: converted_csf_tubes
  // CHECK-NEXT: [ 0 1 2 2 3 3 4 4 4 4 6 6 7 ]
  // CHECK-NEXT: [ 0 1 1 0 0 1 1 ]
  // CHECK-NEXT: [ 1 6 4 3 2 5 7 ]
  %converted_csf_tubes_0, %converted_csf_tubes_1, %converted_csf_tubes_val = stensor.unpack %converted_csf_tubes
      : tensor<2x3x4xf64, #TubesBack> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%converted_csf_tubes_0) : (memref<?xi32>) -> ()
  call @show_i32(%converted_csf_tubes_1) : (memref<?xi32>) -> ()
  call @show_f64(%converted_csf_tubes_val) : (memref<?xf64>) -> ()

  %converted_back_tubes = stensor.convert %T_Back : tensor<2x3x4xf64, #Back> to tensor<2x3x4xf64, #Tubes>
  vector.print str "converted_back_tubes\0A"
  // CHECK: converted_back_tubes
  // CHECK-NEXT: [ 0 2 2 3 5 6 7 ]
  // CHECK-NEXT: [ 0 3 1 1 3 0 3 ]
  // CHECK-NEXT: [ 1 2 3 4 5 6 7 ]
  %converted_back_tubes_0, %converted_back_tubes_1, %converted_back_tubes_val = stensor.unpack %converted_back_tubes
      : tensor<2x3x4xf64, #Tubes> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%converted_back_tubes_0) : (memref<?xi32>) -> ()
  call @show_i32(%converted_back_tubes_1) : (memref<?xi32>) -> ()
  call @show_f64(%converted_back_tubes_val) : (memref<?xf64>) -> ()

  %converted_csf_pairs = stensor.convert %T_CSF : tensor<2x3x4xf64, #CSF> to tensor<2x3x4xf64, #Pairs>
  vector.print str "converted_csf_pairs\0A"
  // CHECK: converted_csf_pairs
  // CHECK-NEXT: [ 0 2 4 4 7 ]
  // CHECK-NEXT: [ 0 0 1 1 0 2 1 0 0 0 1 0 1 2 ]
  // CHECK-NEXT: [ 1 6 3 4 2 5 7 ]
  %converted_csf_pairs_0, %converted_csf_pairs_1, %converted_csf_pairs_val = stensor.unpack %converted_csf_pairs
      : tensor<2x3x4xf64, #Pairs> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%converted_csf_pairs_0) : (memref<?xi32>) -> ()
  call @show_i32(%converted_csf_pairs_1) : (memref<?xi32>) -> ()
  call @show_f64(%converted_csf_pairs_val) : (memref<?xf64>) -> ()
  return
}
