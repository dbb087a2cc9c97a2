// `--lacuna`, executed: results in levels that store every coordinate. What is not there is filled up, as in dense levels,
// and the arrays of the level are those of all coordinates; also of blocks that reach over the edge of the tensor, and of
// diagonals, whose coordinates begin below zero.

// RUN: lacuna-opt %s --lacuna | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=check-storage=true | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=two-phase=true | %run | FileCheck %s

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#CSC = #stensor.format<(i, j) -> (j : dense, i : compressed)>
#Rows = #stensor.format<(i, j) -> (i : compressed(full), j : compressed)>
#Columns = #stensor.format<(i, j) -> (i : compressed, j : loose_compressed(full))>
#All = #stensor.format<(i, j) -> (i : loose_compressed(full), j : compressed(full))>
#Blocks = #stensor.format<(i, j) -> (i floordiv 2 : compressed, i mod 2 : compressed(full), j : compressed)>
#Diagonals = #stensor.format<(i, j) -> (j - i : compressed(full), i : compressed)>
#Batch = #stensor.format<(i, j) -> (i : batch, j : compressed(full))>
#Vector = #stensor.format<(i) -> (i : compressed(full))>

func.func private @show_i32(%array: memref<?xi32>) {
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

func.func private @show_f64(%array: memref<?xf64>) {
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

// 0 5 0 0
// 0 0 0 0
// 7 0 0 8
memref.global "private" constant @pos : memref<4xi32> = dense<[0, 1, 1, 3]>
memref.global "private" constant @crd : memref<3xi32> = dense<[1, 0, 3]>
memref.global "private" constant @val : memref<3xf64> = dense<[5.0, 7.0, 8.0]>

func.func @matrix() -> tensor<3x4xf64, #CSR> {
  %pos = memref.get_global @pos : memref<4xi32>
  %crd = memref.get_global @crd : memref<3xi32>
  %val = memref.get_global @val : memref<3xf64>
  %A = stensor.pack(%pos, %crd, %val) : (memref<4xi32>, memref<3xi32>, memref<3xf64>) -> tensor<3x4xf64, #CSR>
  return %A : tensor<3x4xf64, #CSR>
}

func.func @to_rows(%A: tensor<3x4xf64, #CSR>) -> tensor<3x4xf64, #Rows> {
  %r = stensor.convert %A : tensor<3x4xf64, #CSR> to tensor<3x4xf64, #Rows>
  return %r : tensor<3x4xf64, #Rows>
}

func.func @to_columns(%A: tensor<3x4xf64, #CSR>) -> tensor<3x4xf64, #Columns> {
  %r = stensor.convert %A : tensor<3x4xf64, #CSR> to tensor<3x4xf64, #Columns>
  return %r : tensor<3x4xf64, #Columns>
}

func.func @to_all(%A: tensor<3x4xf64, #CSR>) -> tensor<3x4xf64, #All> {
  %r = stensor.convert %A : tensor<3x4xf64, #CSR> to tensor<3x4xf64, #All>
  return %r : tensor<3x4xf64, #All>
}

func.func @to_blocks(%A: tensor<3x4xf64, #CSR>) -> tensor<3x4xf64, #Blocks> {
  %r = stensor.convert %A : tensor<3x4xf64, #CSR> to tensor<3x4xf64, #Blocks>
  return %r : tensor<3x4xf64, #Blocks>
}

func.func @to_diagonals(%A: tensor<3x4xf64, #CSR>) -> tensor<3x4xf64, #Diagonals> {
  %r = stensor.convert %A : tensor<3x4xf64, #CSR> to tensor<3x4xf64, #Diagonals>
  return %r : tensor<3x4xf64, #Diagonals>
}

func.func @to_batch(%A: tensor<3x4xf64, #CSR>) -> tensor<3x4xf64, #Batch> {
  %r = stensor.convert %A : tensor<3x4xf64, #CSR> to tensor<3x4xf64, #Batch>
  return %r : tensor<3x4xf64, #Batch>
}

// Both ways: a full level is read like any other, and its zeros are those that fill it up.
func.func @and_back(%A: tensor<3x4xf64, #All>) -> tensor<3x4xf64, #CSR> {
  %r = stensor.convert %A : tensor<3x4xf64, #All> to tensor<3x4xf64, #CSR>
  return %r : tensor<3x4xf64, #CSR>
}

func.func @sum_in_all(%A: tensor<3x4xf64, #CSR>, %B: tensor<3x4xf64, #All>) -> tensor<3x4xf64, #All> {
  %o = stensor.empty : tensor<3x4xf64, #All>
  %r = linalg.add ins(%A, %B : tensor<3x4xf64, #CSR>, tensor<3x4xf64, #All>)
                  outs(%o : tensor<3x4xf64, #All>) -> tensor<3x4xf64, #All>
  return %r : tensor<3x4xf64, #All>
}

#entry = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

func.func @row_sums(%A: tensor<3x4xf64, #CSR>) -> tensor<3xf64, #Vector> {
  %o = stensor.empty : tensor<3xf64, #Vector>
  %r = linalg.generic {indexing_maps = [#entry, #row], iterator_types = ["parallel", "reduction"]}
      ins(%A : tensor<3x4xf64, #CSR>) outs(%o : tensor<3xf64, #Vector>) {
  ^bb0(%a: f64, %s: f64):
    %t = arith.addf %s, %a : f64
    linalg.yield %t : f64
  } -> tensor<3xf64, #Vector>
  return %r : tensor<3xf64, #Vector>
}

func.func @main() {
  %A = call @matrix() : () -> tensor<3x4xf64, #CSR>

  // Rows without entries are nodes, too.
  // CHECK: rows
  // CHECK-NEXT: [ 0 3 ]
  // CHECK-NEXT: [ 0 1 2 ]
  // CHECK-NEXT: [ 0 1 1 3 ]
  // CHECK-NEXT: [ 1 0 3 ]
  // CHECK-NEXT: [ 5 7 8 ]
  %rows = call @to_rows(%A) : (tensor<3x4xf64, #CSR>) -> tensor<3x4xf64, #Rows>
  vector.print str "rows\0A"
  %rows_0, %rows_1, %rows_2, %rows_3, %rows_4 = stensor.unpack %rows
    : tensor<3x4xf64, #Rows> -> memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%rows_0) : (memref<?xi32>) -> ()
  call @show_i32(%rows_1) : (memref<?xi32>) -> ()
  call @show_i32(%rows_2) : (memref<?xi32>) -> ()
  call @show_i32(%rows_3) : (memref<?xi32>) -> ()
  call @show_f64(%rows_4) : (memref<?xf64>) -> ()

  // Only below what is there.
  // CHECK: columns
  // CHECK-NEXT: [ 0 2 ]
  // CHECK-NEXT: [ 0 2 ]
  // CHECK-NEXT: [ 0 4 4 8 ]
  // CHECK-NEXT: [ 0 1 2 3 0 1 2 3 ]
  // CHECK-NEXT: [ 0 5 0 0 7 0 0 8 ]
  %columns = call @to_columns(%A) : (tensor<3x4xf64, #CSR>) -> tensor<3x4xf64, #Columns>
  vector.print str "columns\0A"
  %columns_0, %columns_1, %columns_2, %columns_3, %columns_4 = stensor.unpack %columns
    : tensor<3x4xf64, #Columns> -> memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%columns_0) : (memref<?xi32>) -> ()
  call @show_i32(%columns_1) : (memref<?xi32>) -> ()
  call @show_i32(%columns_2) : (memref<?xi32>) -> ()
  call @show_i32(%columns_3) : (memref<?xi32>) -> ()
  call @show_f64(%columns_4) : (memref<?xf64>) -> ()

  // Every point.
  // CHECK: all
  // CHECK-NEXT: [ 0 3 ]
  // CHECK-NEXT: [ 0 1 2 ]
  // CHECK-NEXT: [ 0 4 8 12 ]
  // CHECK-NEXT: [ 0 1 2 3 0 1 2 3 0 1 2 3 ]
  // CHECK-NEXT: [ 0 5 0 0 0 0 0 0 7 0 0 8 ]
  %all = call @to_all(%A) : (tensor<3x4xf64, #CSR>) -> tensor<3x4xf64, #All>
  vector.print str "all\0A"
  %all_0, %all_1, %all_2, %all_3, %all_4 = stensor.unpack %all
    : tensor<3x4xf64, #All> -> memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%all_0) : (memref<?xi32>) -> ()
  call @show_i32(%all_1) : (memref<?xi32>) -> ()
  call @show_i32(%all_2) : (memref<?xi32>) -> ()
  call @show_i32(%all_3) : (memref<?xi32>) -> ()
  call @show_f64(%all_4) : (memref<?xf64>) -> ()

  // Row 3, which is none of the tensor, is a node of the second block.
  // CHECK: blocks
  // CHECK-NEXT: [ 0 2 ]
  // CHECK-NEXT: [ 0 1 ]
  // CHECK-NEXT: [ 0 2 4 ]
  // CHECK-NEXT: [ 0 1 0 1 ]
  // CHECK-NEXT: [ 0 1 1 3 3 ]
  // CHECK-NEXT: [ 1 0 3 ]
  // CHECK-NEXT: [ 5 7 8 ]
  %blocks = call @to_blocks(%A) : (tensor<3x4xf64, #CSR>) -> tensor<3x4xf64, #Blocks>
  vector.print str "blocks\0A"
  %blocks_0, %blocks_1, %blocks_2, %blocks_3, %blocks_4, %blocks_5, %blocks_6 = stensor.unpack %blocks
    : tensor<3x4xf64, #Blocks> -> memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%blocks_0) : (memref<?xi32>) -> ()
  call @show_i32(%blocks_1) : (memref<?xi32>) -> ()
  call @show_i32(%blocks_2) : (memref<?xi32>) -> ()
  call @show_i32(%blocks_3) : (memref<?xi32>) -> ()
  call @show_i32(%blocks_4) : (memref<?xi32>) -> ()
  call @show_i32(%blocks_5) : (memref<?xi32>) -> ()
  call @show_f64(%blocks_6) : (memref<?xf64>) -> ()

  // From that of the lower left corner on.
  // CHECK: diagonals
  // CHECK-NEXT: [ 0 6 ]
  // CHECK-NEXT: [ -2 -1 0 1 2 3 ]
  // CHECK-NEXT: [ 0 1 1 1 3 3 3 ]
  // CHECK-NEXT: [ 2 0 2 ]
  // CHECK-NEXT: [ 7 5 8 ]
  %diagonals = call @to_diagonals(%A) : (tensor<3x4xf64, #CSR>) -> tensor<3x4xf64, #Diagonals>
  vector.print str "diagonals\0A"
  %diagonals_0, %diagonals_1, %diagonals_2, %diagonals_3, %diagonals_4 = stensor.unpack %diagonals
    : tensor<3x4xf64, #Diagonals> -> memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%diagonals_0) : (memref<?xi32>) -> ()
  call @show_i32(%diagonals_1) : (memref<?xi32>) -> ()
  call @show_i32(%diagonals_2) : (memref<?xi32>) -> ()
  call @show_i32(%diagonals_3) : (memref<?xi32>) -> ()
  call @show_f64(%diagonals_4) : (memref<?xf64>) -> ()

  // Positions of each tensor of a batch count from zero.
  // CHECK: batch
  // CHECK-NEXT: [ 0 4 0 4 0 4 ]
  // CHECK-NEXT: [ 0 1 2 3 0 1 2 3 0 1 2 3 ]
  // CHECK-NEXT: [ 0 5 0 0 0 0 0 0 7 0 0 8 ]
  %batch = call @to_batch(%A) : (tensor<3x4xf64, #CSR>) -> tensor<3x4xf64, #Batch>
  vector.print str "batch\0A"
  %batch_0, %batch_1, %batch_2 = stensor.unpack %batch
    : tensor<3x4xf64, #Batch> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%batch_0) : (memref<?xi32>) -> ()
  call @show_i32(%batch_1) : (memref<?xi32>) -> ()
  call @show_f64(%batch_2) : (memref<?xf64>) -> ()

  // As it was.
  // CHECK: back
  // CHECK-NEXT: [ 0 1 1 3 ]
  // CHECK-NEXT: [ 1 0 3 ]
  // CHECK-NEXT: [ 5 7 8 ]
  %back = call @and_back(%all) : (tensor<3x4xf64, #All>) -> tensor<3x4xf64, #CSR>
  vector.print str "back\0A"
  %back_0, %back_1, %back_2 = stensor.unpack %back
    : tensor<3x4xf64, #CSR> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%back_0) : (memref<?xi32>) -> ()
  call @show_i32(%back_1) : (memref<?xi32>) -> ()
  call @show_f64(%back_2) : (memref<?xf64>) -> ()

  // Computed, in place.
  // CHECK: sum
  // CHECK-NEXT: [ 0 3 ]
  // CHECK-NEXT: [ 0 1 2 ]
  // CHECK-NEXT: [ 0 4 8 12 ]
  // CHECK-NEXT: [ 0 1 2 3 0 1 2 3 0 1 2 3 ]
  // CHECK-NEXT: [ 0 10 0 0 0 0 0 0 14 0 0 16 ]
  %sum = call @sum_in_all(%A, %all) : (tensor<3x4xf64, #CSR>, tensor<3x4xf64, #All>) -> tensor<3x4xf64, #All>
  vector.print str "sum\0A"
  %sum_0, %sum_1, %sum_2, %sum_3, %sum_4 = stensor.unpack %sum
    : tensor<3x4xf64, #All> -> memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%sum_0) : (memref<?xi32>) -> ()
  call @show_i32(%sum_1) : (memref<?xi32>) -> ()
  call @show_i32(%sum_2) : (memref<?xi32>) -> ()
  call @show_i32(%sum_3) : (memref<?xi32>) -> ()
  call @show_f64(%sum_4) : (memref<?xf64>) -> ()

  // A vector.
  // CHECK: sums
  // CHECK-NEXT: [ 0 3 ]
  // CHECK-NEXT: [ 0 1 2 ]
  // CHECK-NEXT: [ 5 0 15 ]
  %sums = call @row_sums(%A) : (tensor<3x4xf64, #CSR>) -> tensor<3xf64, #Vector>
  vector.print str "sums\0A"
  %sums_0, %sums_1, %sums_2 = stensor.unpack %sums
    : tensor<3xf64, #Vector> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%sums_0) : (memref<?xi32>) -> ()
  call @show_i32(%sums_1) : (memref<?xi32>) -> ()
  call @show_f64(%sums_2) : (memref<?xf64>) -> ()
  return
}
