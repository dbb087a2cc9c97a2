// `--lacuna`, executed: operands and results that are converted on the way (`sloop-insert-conversions`).
//
//       [ 1 0 2 0 0 ]       [  0 0 1 0 0 ]
//   A = [ 0 0 0 0 0 ]   B = [  0 2 0 0 0 ]
//       [ 0 3 0 0 4 ]       [  0 0 0 0 0 ]
//       [ 5 0 0 6 0 ]       [ -5 0 0 0 3 ]

// RUN: lacuna-opt %s --lacuna | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=fp=strict | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=vector-bytes=0 | %run | FileCheck %s

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#CSC = #stensor.format<(i, j) -> (j : dense, i : compressed)>
#Blocks = #stensor.format<(i, j) -> (i floordiv 2 : dense, j floordiv 2 : compressed, i mod 2 : dense, j mod 2 : dense)>
#DCSR = #stensor.format<(i, j) -> (i : compressed, j : compressed)>
#Diagonals = #stensor.format<(i, j) -> (j - i : compressed, i : range, j : offset)>
#COO = #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton)>
#Heap = #stensor.format<(i, j) -> (i : compressed(nonunique, unordered), j : singleton(nonunique, unordered))>
#Unordered = #stensor.format<(i, j) -> (i : dense, j : compressed(unordered))>
#Slots = #stensor.format<(i, j) -> (_ : dense, i : dense, j : singleton)>
#SV = #stensor.format<(i) -> (i : compressed)>
#Hashed = #stensor.format<(i, j) -> (i : dense, j : hashed)>
#ij_ij_ij = {
  indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
  iterator_types = ["parallel", "parallel"]
}
#ij_ji_ij = {
  indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i, j)>],
  iterator_types = ["parallel", "parallel"]
}
#ij_ji = {
  indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j, i)>],
  iterator_types = ["parallel", "parallel"]
}
#ij_i = {
  indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
  iterator_types = ["parallel", "reduction"]
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

memref.global "private" constant @A_csr_pos1 : memref<5xi32> = dense<[0, 2, 2, 4, 6]>
memref.global "private" constant @A_csr_crd1 : memref<6xi32> = dense<[0, 2, 1, 4, 0, 3]>
memref.global "private" constant @A_csr_val : memref<6xf64> = dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]>
memref.global "private" constant @B_csc_pos1 : memref<6xi32> = dense<[0, 1, 2, 3, 3, 4]>
memref.global "private" constant @B_csc_crd1 : memref<4xi32> = dense<[3, 1, 0, 3]>
memref.global "private" constant @B_csc_val : memref<4xf64> = dense<[-5.0, 2.0, 1.0, 3.0]>
memref.global "private" constant @A_csc_pos1 : memref<6xi32> = dense<[0, 2, 3, 4, 5, 6]>
memref.global "private" constant @A_csc_crd1 : memref<6xi32> = dense<[0, 3, 2, 0, 3, 2]>
memref.global "private" constant @A_csc_val : memref<6xf64> = dense<[1.0, 5.0, 3.0, 2.0, 6.0, 4.0]>
memref.global "private" constant @Bt_csr_pos1 : memref<6xi32> = dense<[0, 1, 2, 3, 3, 4]>
memref.global "private" constant @Bt_csr_crd1 : memref<4xi32> = dense<[3, 1, 0, 3]>
memref.global "private" constant @Bt_csr_val : memref<4xf64> = dense<[-5.0, 2.0, 1.0, 3.0]>
memref.global "private" constant @A_blocks_pos1 : memref<3xi32> = dense<[0, 2, 5]>
memref.global "private" constant @A_blocks_crd1 : memref<5xi32> = dense<[0, 1, 0, 1, 2]>
memref.global "private" constant @A_blocks_val : memref<20xf64> = dense<[1.0, 0.0, 0.0, 0.0, 2.0, 0.0, 0.0, 0.0, 0.0, 3.0, 5.0, 0.0, 0.0, 0.0, 0.0, 6.0, 4.0, 0.0, 0.0, 0.0]>
memref.global "private" constant @B_csr_pos1 : memref<5xi32> = dense<[0, 1, 2, 2, 4]>
memref.global "private" constant @B_csr_crd1 : memref<4xi32> = dense<[2, 1, 0, 4]>
memref.global "private" constant @B_csr_val : memref<4xf64> = dense<[1.0, 2.0, -5.0, 3.0]>
memref.global "private" constant @B_dcsr_pos0 : memref<2xi32> = dense<[0, 3]>
memref.global "private" constant @B_dcsr_crd0 : memref<3xi32> = dense<[0, 1, 3]>
memref.global "private" constant @B_dcsr_pos1 : memref<4xi32> = dense<[0, 1, 2, 4]>
memref.global "private" constant @B_dcsr_crd1 : memref<4xi32> = dense<[2, 1, 0, 4]>
memref.global "private" constant @B_dcsr_val : memref<4xf64> = dense<[1.0, 2.0, -5.0, 3.0]>
memref.global "private" constant @A_diagonals_pos0 : memref<2xi32> = dense<[0, 4]>
memref.global "private" constant @A_diagonals_crd0 : memref<4xi32> = dense<[-3, -1, 0, 2]>
memref.global "private" constant @A_diagonals_val : memref<16xf64> = dense<[0.0, 0.0, 0.0, 5.0, 0.0, 0.0, 3.0, 0.0, 1.0, 0.0, 0.0, 6.0, 2.0, 0.0, 4.0, 0.0]>
memref.global "private" constant @A_heap_pos0 : memref<2xi32> = dense<[0, 6]>
memref.global "private" constant @A_heap_crd0 : memref<6xi32> = dense<[0, 0, 2, 2, 3, 3]>
memref.global "private" constant @A_heap_crd1 : memref<6xi32> = dense<[0, 2, 1, 4, 0, 3]>
memref.global "private" constant @A_heap_val : memref<6xf64> = dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]>
memref.global "private" constant @B_unordered_pos1 : memref<5xi32> = dense<[0, 1, 2, 2, 4]>
memref.global "private" constant @B_unordered_crd1 : memref<4xi32> = dense<[2, 1, 0, 4]>
memref.global "private" constant @B_unordered_val : memref<4xf64> = dense<[1.0, 2.0, -5.0, 3.0]>
memref.global "private" constant @A_slots_crd2 : memref<8xi32> = dense<[0, 0, 1, 0, 2, 0, 4, 3]>
memref.global "private" constant @A_slots_val : memref<8xf64> = dense<[1.0, 0.0, 3.0, 5.0, 2.0, 0.0, 4.0, 6.0]>

func.func @A_csr() -> tensor<4x5xf64, #CSR> {
  %pos1 = memref.get_global @A_csr_pos1 : memref<5xi32>
  %crd1 = memref.get_global @A_csr_crd1 : memref<6xi32>
  %val = memref.get_global @A_csr_val : memref<6xf64>
  %t = stensor.pack(%pos1, %crd1, %val)
      : (memref<5xi32>, memref<6xi32>, memref<6xf64>) -> tensor<4x5xf64, #CSR>
  return %t : tensor<4x5xf64, #CSR>
}

func.func @B_csc() -> tensor<4x5xf64, #CSC> {
  %pos1 = memref.get_global @B_csc_pos1 : memref<6xi32>
  %crd1 = memref.get_global @B_csc_crd1 : memref<4xi32>
  %val = memref.get_global @B_csc_val : memref<4xf64>
  %t = stensor.pack(%pos1, %crd1, %val)
      : (memref<6xi32>, memref<4xi32>, memref<4xf64>) -> tensor<4x5xf64, #CSC>
  return %t : tensor<4x5xf64, #CSC>
}

func.func @A_csc() -> tensor<4x5xf64, #CSC> {
  %pos1 = memref.get_global @A_csc_pos1 : memref<6xi32>
  %crd1 = memref.get_global @A_csc_crd1 : memref<6xi32>
  %val = memref.get_global @A_csc_val : memref<6xf64>
  %t = stensor.pack(%pos1, %crd1, %val)
      : (memref<6xi32>, memref<6xi32>, memref<6xf64>) -> tensor<4x5xf64, #CSC>
  return %t : tensor<4x5xf64, #CSC>
}

func.func @Bt_csr() -> tensor<5x4xf64, #CSR> {
  %pos1 = memref.get_global @Bt_csr_pos1 : memref<6xi32>
  %crd1 = memref.get_global @Bt_csr_crd1 : memref<4xi32>
  %val = memref.get_global @Bt_csr_val : memref<4xf64>
  %t = stensor.pack(%pos1, %crd1, %val)
      : (memref<6xi32>, memref<4xi32>, memref<4xf64>) -> tensor<5x4xf64, #CSR>
  return %t : tensor<5x4xf64, #CSR>
}

func.func @A_blocks() -> tensor<4x5xf64, #Blocks> {
  %pos1 = memref.get_global @A_blocks_pos1 : memref<3xi32>
  %crd1 = memref.get_global @A_blocks_crd1 : memref<5xi32>
  %val = memref.get_global @A_blocks_val : memref<20xf64>
  %t = stensor.pack(%pos1, %crd1, %val)
      : (memref<3xi32>, memref<5xi32>, memref<20xf64>) -> tensor<4x5xf64, #Blocks>
  return %t : tensor<4x5xf64, #Blocks>
}

func.func @B_csr() -> tensor<4x5xf64, #CSR> {
  %pos1 = memref.get_global @B_csr_pos1 : memref<5xi32>
  %crd1 = memref.get_global @B_csr_crd1 : memref<4xi32>
  %val = memref.get_global @B_csr_val : memref<4xf64>
  %t = stensor.pack(%pos1, %crd1, %val)
      : (memref<5xi32>, memref<4xi32>, memref<4xf64>) -> tensor<4x5xf64, #CSR>
  return %t : tensor<4x5xf64, #CSR>
}

func.func @B_dcsr() -> tensor<4x5xf64, #DCSR> {
  %pos0 = memref.get_global @B_dcsr_pos0 : memref<2xi32>
  %crd0 = memref.get_global @B_dcsr_crd0 : memref<3xi32>
  %pos1 = memref.get_global @B_dcsr_pos1 : memref<4xi32>
  %crd1 = memref.get_global @B_dcsr_crd1 : memref<4xi32>
  %val = memref.get_global @B_dcsr_val : memref<4xf64>
  %t = stensor.pack(%pos0, %crd0, %pos1, %crd1, %val)
      : (memref<2xi32>, memref<3xi32>, memref<4xi32>, memref<4xi32>, memref<4xf64>) -> tensor<4x5xf64, #DCSR>
  return %t : tensor<4x5xf64, #DCSR>
}

func.func @A_diagonals() -> tensor<4x5xf64, #Diagonals> {
  %pos0 = memref.get_global @A_diagonals_pos0 : memref<2xi32>
  %crd0 = memref.get_global @A_diagonals_crd0 : memref<4xi32>
  %val = memref.get_global @A_diagonals_val : memref<16xf64>
  %t = stensor.pack(%pos0, %crd0, %val)
      : (memref<2xi32>, memref<4xi32>, memref<16xf64>) -> tensor<4x5xf64, #Diagonals>
  return %t : tensor<4x5xf64, #Diagonals>
}

func.func @A_heap() -> tensor<4x5xf64, #Heap> {
  %pos0 = memref.get_global @A_heap_pos0 : memref<2xi32>
  %crd0 = memref.get_global @A_heap_crd0 : memref<6xi32>
  %crd1 = memref.get_global @A_heap_crd1 : memref<6xi32>
  %val = memref.get_global @A_heap_val : memref<6xf64>
  %t = stensor.pack(%pos0, %crd0, %crd1, %val)
      : (memref<2xi32>, memref<6xi32>, memref<6xi32>, memref<6xf64>) -> tensor<4x5xf64, #Heap>
  return %t : tensor<4x5xf64, #Heap>
}

func.func @B_unordered() -> tensor<4x5xf64, #Unordered> {
  %pos1 = memref.get_global @B_unordered_pos1 : memref<5xi32>
  %crd1 = memref.get_global @B_unordered_crd1 : memref<4xi32>
  %val = memref.get_global @B_unordered_val : memref<4xf64>
  %t = stensor.pack(%pos1, %crd1, %val)
      : (memref<5xi32>, memref<4xi32>, memref<4xf64>) -> tensor<4x5xf64, #Unordered>
  return %t : tensor<4x5xf64, #Unordered>
}

func.func @A_slots() -> tensor<4x5xf64, #Slots> {
  %crd2 = memref.get_global @A_slots_crd2 : memref<8xi32>
  %val = memref.get_global @A_slots_val : memref<8xf64>
  %t = stensor.pack(%crd2, %val)
      : (memref<8xi32>, memref<8xf64>) -> tensor<4x5xf64, #Slots>
  return %t : tensor<4x5xf64, #Slots>
}

func.func @rows_and_columns(%A: tensor<4x5xf64, #CSR>, %B: tensor<4x5xf64, #CSC>) -> tensor<4x5xf64, #CSR> {
  %empty = stensor.empty : tensor<4x5xf64, #CSR>
  %r = linalg.generic #ij_ij_ij ins(%A, %B : tensor<4x5xf64, #CSR>, tensor<4x5xf64, #CSC>) outs(%empty : tensor<4x5xf64, #CSR>) {
  ^bb0(%a: f64, %b: f64, %old: f64):
    %v1 = arith.addf %a, %b : f64
    linalg.yield %v1 : f64
  } -> tensor<4x5xf64, #CSR>
  return %r : tensor<4x5xf64, #CSR>
}

func.func @rows_of_columns(%A: tensor<4x5xf64, #CSC>, %B: tensor<4x5xf64, #CSC>) -> tensor<4x5xf64, #CSR> {
  %empty = stensor.empty : tensor<4x5xf64, #CSR>
  %r = linalg.generic #ij_ij_ij ins(%A, %B : tensor<4x5xf64, #CSC>, tensor<4x5xf64, #CSC>) outs(%empty : tensor<4x5xf64, #CSR>) {
  ^bb0(%a: f64, %b: f64, %old: f64):
    %v1 = arith.addf %a, %b : f64
    linalg.yield %v1 : f64
  } -> tensor<4x5xf64, #CSR>
  return %r : tensor<4x5xf64, #CSR>
}

func.func @a_matrix_and_a_transpose(%A: tensor<4x5xf64, #CSR>, %Bt: tensor<5x4xf64, #CSR>) -> tensor<4x5xf64, #CSR> {
  %empty = stensor.empty : tensor<4x5xf64, #CSR>
  %r = linalg.generic #ij_ji_ij ins(%A, %Bt : tensor<4x5xf64, #CSR>, tensor<5x4xf64, #CSR>) outs(%empty : tensor<4x5xf64, #CSR>) {
  ^bb0(%a: f64, %bt: f64, %old: f64):
    %v1 = arith.mulf %a, %bt : f64
    linalg.yield %v1 : f64
  } -> tensor<4x5xf64, #CSR>
  return %r : tensor<4x5xf64, #CSR>
}

func.func @transpose(%A: tensor<4x5xf64, #CSR>) -> tensor<5x4xf64, #CSR> {
  %empty = stensor.empty : tensor<5x4xf64, #CSR>
  %r = linalg.generic #ij_ji ins(%A : tensor<4x5xf64, #CSR>) outs(%empty : tensor<5x4xf64, #CSR>) {
  ^bb0(%a: f64, %old: f64):
    linalg.yield %a : f64
  } -> tensor<5x4xf64, #CSR>
  return %r : tensor<5x4xf64, #CSR>
}

func.func @blocks_and_rows(%A: tensor<4x5xf64, #Blocks>, %B: tensor<4x5xf64, #CSR>) -> tensor<4x5xf64, #DCSR> {
  %empty = stensor.empty : tensor<4x5xf64, #DCSR>
  %r = linalg.generic #ij_ij_ij ins(%A, %B : tensor<4x5xf64, #Blocks>, tensor<4x5xf64, #CSR>) outs(%empty : tensor<4x5xf64, #DCSR>) {
  ^bb0(%a: f64, %b: f64, %old: f64):
    %v1 = arith.addf %a, %b : f64
    linalg.yield %v1 : f64
  } -> tensor<4x5xf64, #DCSR>
  return %r : tensor<4x5xf64, #DCSR>
}

func.func @rows_into_blocks(%A: tensor<4x5xf64, #CSR>, %B: tensor<4x5xf64, #DCSR>) -> tensor<4x5xf64, #Blocks> {
  %empty = stensor.empty : tensor<4x5xf64, #Blocks>
  %r = linalg.generic #ij_ij_ij ins(%A, %B : tensor<4x5xf64, #CSR>, tensor<4x5xf64, #DCSR>) outs(%empty : tensor<4x5xf64, #Blocks>) {
  ^bb0(%a: f64, %b: f64, %old: f64):
    %v1 = arith.addf %a, %b : f64
    linalg.yield %v1 : f64
  } -> tensor<4x5xf64, #Blocks>
  return %r : tensor<4x5xf64, #Blocks>
}

func.func @diagonals_and_rows(%A: tensor<4x5xf64, #Diagonals>, %B: tensor<4x5xf64, #CSR>) -> tensor<4x5xf64, #COO> {
  %empty = stensor.empty : tensor<4x5xf64, #COO>
  %r = linalg.generic #ij_ij_ij ins(%A, %B : tensor<4x5xf64, #Diagonals>, tensor<4x5xf64, #CSR>) outs(%empty : tensor<4x5xf64, #COO>) {
  ^bb0(%a: f64, %b: f64, %old: f64):
    %v1 = arith.mulf %a, %b : f64
    linalg.yield %v1 : f64
  } -> tensor<4x5xf64, #COO>
  return %r : tensor<4x5xf64, #COO>
}

func.func @unordered_rows(%A: tensor<4x5xf64, #Heap>, %B: tensor<4x5xf64, #Unordered>) -> tensor<4x5xf64, #CSR> {
  %empty = stensor.empty : tensor<4x5xf64, #CSR>
  %r = linalg.generic #ij_ij_ij ins(%A, %B : tensor<4x5xf64, #Heap>, tensor<4x5xf64, #Unordered>) outs(%empty : tensor<4x5xf64, #CSR>) {
  ^bb0(%a: f64, %b: f64, %old: f64):
    %v1 = arith.addf %a, %b : f64
    linalg.yield %v1 : f64
  } -> tensor<4x5xf64, #CSR>
  return %r : tensor<4x5xf64, #CSR>
}

func.func @larger_of_slots(%A: tensor<4x5xf64, #Slots>) -> tensor<4xf64, #SV> {
  %empty = stensor.empty : tensor<4xf64, #SV>
  %r = linalg.generic #ij_i ins(%A : tensor<4x5xf64, #Slots>) outs(%empty : tensor<4xf64, #SV>) {
  ^bb0(%a: f64, %old: f64):
    %new = arith.maximumf %old, %a : f64
    linalg.yield %new : f64
  } -> tensor<4xf64, #SV>
  return %r : tensor<4xf64, #SV>
}

func.func @rows_into_tables(%A: tensor<4x5xf64, #CSR>, %B: tensor<4x5xf64, #CSR>) -> tensor<4x5xf64, #Hashed> {
  %empty = stensor.empty : tensor<4x5xf64, #Hashed>
  %r = linalg.generic #ij_ij_ij ins(%A, %B : tensor<4x5xf64, #CSR>, tensor<4x5xf64, #CSR>) outs(%empty : tensor<4x5xf64, #Hashed>) {
  ^bb0(%a: f64, %b: f64, %old: f64):
    %v1 = arith.addf %a, %b : f64
    linalg.yield %v1 : f64
  } -> tensor<4x5xf64, #Hashed>
  return %r : tensor<4x5xf64, #Hashed>
}

func.func @main() {
  %A_csr = call @A_csr() : () -> tensor<4x5xf64, #CSR>
  %B_csc = call @B_csc() : () -> tensor<4x5xf64, #CSC>

  %rows_and_columns = call @rows_and_columns(%A_csr, %B_csc)
      : (tensor<4x5xf64, #CSR>, tensor<4x5xf64, #CSC>) -> tensor<4x5xf64, #CSR>
  // CHECK: rows_and_columns
  vector.print str "rows_and_columns\0A"
  // CHECK-NEXT: [ 0 2 3 5 8 ]
  // CHECK-NEXT: [ 0 2 1 1 4 0 3 4 ]
  // CHECK-NEXT: [ 1 3 2 3 4 0 6 3 ]
  %rows_and_columns_pos1, %rows_and_columns_crd1, %rows_and_columns_val = stensor.unpack %rows_and_columns
      : tensor<4x5xf64, #CSR> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%rows_and_columns_pos1) : (memref<?xi32>) -> ()
  call @show_i32(%rows_and_columns_crd1) : (memref<?xi32>) -> ()
  call @show_f64(%rows_and_columns_val) : (memref<?xf64>) -> ()
  %A_csc = call @A_csc() : () -> tensor<4x5xf64, #CSC>

  %rows_of_columns = call @rows_of_columns(%A_csc, %B_csc)
      : (tensor<4x5xf64, #CSC>, tensor<4x5xf64, #CSC>) -> tensor<4x5xf64, #CSR>
  // CHECK: rows_of_columns
  vector.print str "rows_of_columns\0A"
  // CHECK-NEXT: [ 0 2 3 5 8 ]
  // CHECK-NEXT: [ 0 2 1 1 4 0 3 4 ]
  // CHECK-NEXT: [ 1 3 2 3 4 0 6 3 ]
  %rows_of_columns_pos1, %rows_of_columns_crd1, %rows_of_columns_val = stensor.unpack %rows_of_columns
      : tensor<4x5xf64, #CSR> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%rows_of_columns_pos1) : (memref<?xi32>) -> ()
  call @show_i32(%rows_of_columns_crd1) : (memref<?xi32>) -> ()
  call @show_f64(%rows_of_columns_val) : (memref<?xf64>) -> ()
  %Bt_csr = call @Bt_csr() : () -> tensor<5x4xf64, #CSR>

  %a_matrix_and_a_transpose = call @a_matrix_and_a_transpose(%A_csr, %Bt_csr)
      : (tensor<4x5xf64, #CSR>, tensor<5x4xf64, #CSR>) -> tensor<4x5xf64, #CSR>
  // CHECK: a_matrix_and_a_transpose
  vector.print str "a_matrix_and_a_transpose\0A"
  // CHECK-NEXT: [ 0 1 1 1 2 ]
  // CHECK-NEXT: [ 2 0 ]
  // CHECK-NEXT: [ 2 -25 ]
  %a_matrix_and_a_transpose_pos1, %a_matrix_and_a_transpose_crd1, %a_matrix_and_a_transpose_val = stensor.unpack %a_matrix_and_a_transpose
      : tensor<4x5xf64, #CSR> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%a_matrix_and_a_transpose_pos1) : (memref<?xi32>) -> ()
  call @show_i32(%a_matrix_and_a_transpose_crd1) : (memref<?xi32>) -> ()
  call @show_f64(%a_matrix_and_a_transpose_val) : (memref<?xf64>) -> ()

  %transpose = call @transpose(%A_csr)
      : (tensor<4x5xf64, #CSR>) -> tensor<5x4xf64, #CSR>
  // CHECK: transpose
  vector.print str "transpose\0A"
  // CHECK-NEXT: [ 0 2 3 4 5 6 ]
  // CHECK-NEXT: [ 0 3 2 0 3 2 ]
  // CHECK-NEXT: [ 1 5 3 2 6 4 ]
  %transpose_pos1, %transpose_crd1, %transpose_val = stensor.unpack %transpose
      : tensor<5x4xf64, #CSR> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%transpose_pos1) : (memref<?xi32>) -> ()
  call @show_i32(%transpose_crd1) : (memref<?xi32>) -> ()
  call @show_f64(%transpose_val) : (memref<?xf64>) -> ()
  %A_blocks = call @A_blocks() : () -> tensor<4x5xf64, #Blocks>
  %B_csr = call @B_csr() : () -> tensor<4x5xf64, #CSR>

  %blocks_and_rows = call @blocks_and_rows(%A_blocks, %B_csr)
      : (tensor<4x5xf64, #Blocks>, tensor<4x5xf64, #CSR>) -> tensor<4x5xf64, #DCSR>
  // CHECK: blocks_and_rows
  vector.print str "blocks_and_rows\0A"
  // CHECK-NEXT: [ 0 4 ]
  // CHECK-NEXT: [ 0 1 2 3 ]
  // CHECK-NEXT: [ 0 2 3 5 8 ]
  // CHECK-NEXT: [ 0 2 1 1 4 0 3 4 ]
  // CHECK-NEXT: [ 1 3 2 3 4 0 6 3 ]
  %blocks_and_rows_pos0, %blocks_and_rows_crd0, %blocks_and_rows_pos1, %blocks_and_rows_crd1, %blocks_and_rows_val = stensor.unpack %blocks_and_rows
      : tensor<4x5xf64, #DCSR> -> memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%blocks_and_rows_pos0) : (memref<?xi32>) -> ()
  call @show_i32(%blocks_and_rows_crd0) : (memref<?xi32>) -> ()
  call @show_i32(%blocks_and_rows_pos1) : (memref<?xi32>) -> ()
  call @show_i32(%blocks_and_rows_crd1) : (memref<?xi32>) -> ()
  call @show_f64(%blocks_and_rows_val) : (memref<?xf64>) -> ()
  %B_dcsr = call @B_dcsr() : () -> tensor<4x5xf64, #DCSR>

  %rows_into_blocks = call @rows_into_blocks(%A_csr, %B_dcsr)
      : (tensor<4x5xf64, #CSR>, tensor<4x5xf64, #DCSR>) -> tensor<4x5xf64, #Blocks>
  // CHECK: rows_into_blocks
  vector.print str "rows_into_blocks\0A"
  // CHECK-NEXT: [ 0 2 5 ]
  // CHECK-NEXT: [ 0 1 0 1 2 ]
  // CHECK-NEXT: [ 1 0 0 2 3 0 0 0 0 3 0 0 0 0 0 6 4 0 3 0 ]
  %rows_into_blocks_pos1, %rows_into_blocks_crd1, %rows_into_blocks_val = stensor.unpack %rows_into_blocks
      : tensor<4x5xf64, #Blocks> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%rows_into_blocks_pos1) : (memref<?xi32>) -> ()
  call @show_i32(%rows_into_blocks_crd1) : (memref<?xi32>) -> ()
  call @show_f64(%rows_into_blocks_val) : (memref<?xf64>) -> ()
  %A_diagonals = call @A_diagonals() : () -> tensor<4x5xf64, #Diagonals>

  %diagonals_and_rows = call @diagonals_and_rows(%A_diagonals, %B_csr)
      : (tensor<4x5xf64, #Diagonals>, tensor<4x5xf64, #CSR>) -> tensor<4x5xf64, #COO>
  // CHECK: diagonals_and_rows
  vector.print str "diagonals_and_rows\0A"
  // CHECK-NEXT: [ 0 2 ]
  // CHECK-NEXT: [ 0 3 ]
  // CHECK-NEXT: [ 2 0 ]
  // CHECK-NEXT: [ 2 -25 ]
  %diagonals_and_rows_pos0, %diagonals_and_rows_crd0, %diagonals_and_rows_crd1, %diagonals_and_rows_val = stensor.unpack %diagonals_and_rows
      : tensor<4x5xf64, #COO> -> memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%diagonals_and_rows_pos0) : (memref<?xi32>) -> ()
  call @show_i32(%diagonals_and_rows_crd0) : (memref<?xi32>) -> ()
  call @show_i32(%diagonals_and_rows_crd1) : (memref<?xi32>) -> ()
  call @show_f64(%diagonals_and_rows_val) : (memref<?xf64>) -> ()
  %A_heap = call @A_heap() : () -> tensor<4x5xf64, #Heap>
  %B_unordered = call @B_unordered() : () -> tensor<4x5xf64, #Unordered>

  %unordered_rows = call @unordered_rows(%A_heap, %B_unordered)
      : (tensor<4x5xf64, #Heap>, tensor<4x5xf64, #Unordered>) -> tensor<4x5xf64, #CSR>
  // CHECK: unordered_rows
  vector.print str "unordered_rows\0A"
  // CHECK-NEXT: [ 0 2 3 5 8 ]
  // CHECK-NEXT: [ 0 2 1 1 4 0 3 4 ]
  // CHECK-NEXT: [ 1 3 2 3 4 0 6 3 ]
  %unordered_rows_pos1, %unordered_rows_crd1, %unordered_rows_val = stensor.unpack %unordered_rows
      : tensor<4x5xf64, #CSR> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%unordered_rows_pos1) : (memref<?xi32>) -> ()
  call @show_i32(%unordered_rows_crd1) : (memref<?xi32>) -> ()
  call @show_f64(%unordered_rows_val) : (memref<?xf64>) -> ()
  %A_slots = call @A_slots() : () -> tensor<4x5xf64, #Slots>

  %larger_of_slots = call @larger_of_slots(%A_slots)
      : (tensor<4x5xf64, #Slots>) -> tensor<4xf64, #SV>
  // CHECK: larger_of_slots
  vector.print str "larger_of_slots\0A"
  // CHECK-NEXT: [ 0 4 ]
  // CHECK-NEXT: [ 0 1 2 3 ]
  // CHECK-NEXT: [ 2 0 4 6 ]
  %larger_of_slots_pos0, %larger_of_slots_crd0, %larger_of_slots_val = stensor.unpack %larger_of_slots
      : tensor<4xf64, #SV> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%larger_of_slots_pos0) : (memref<?xi32>) -> ()
  call @show_i32(%larger_of_slots_crd0) : (memref<?xi32>) -> ()
  call @show_f64(%larger_of_slots_val) : (memref<?xf64>) -> ()

  %rows_into_tables = call @rows_into_tables(%A_csr, %B_csr)
      : (tensor<4x5xf64, #CSR>, tensor<4x5xf64, #CSR>) -> tensor<4x5xf64, #Hashed>
  // CHECK: rows_into_tables
  vector.print str "rows_into_tables\0A"
  // CHECK-NEXT: [ 0 -1 2 -1 -1 -1 -1 -1 -1 1 -1 -1 -1 -1 -1 -1 -1 1 -1 -1 4 -1 -1 -1 0 -1 -1 3 4 -1 -1 -1 ]
  // CHECK-NEXT: [ 1 0 3 0 0 0 0 0 0 2 0 0 0 0 0 0 0 3 0 0 4 0 0 0 0 0 0 6 3 0 0 0 ]
  %rows_into_tables_crd1, %rows_into_tables_val = stensor.unpack %rows_into_tables
      : tensor<4x5xf64, #Hashed> -> memref<?xi32>, memref<?xf64>
  call @show_i32(%rows_into_tables_crd1) : (memref<?xi32>) -> ()
  call @show_f64(%rows_into_tables_val) : (memref<?xf64>) -> ()
  return
}
