// `--lacuna`, executed: products with stored results. What is stored is a point for which a sum found something.
//
//       [ 1 0 2 0 0 ]       [  0 0 7 ]
//   A = [ 0 0 0 0 0 ]   B = [  8 0 0 ]
//       [ 0 3 0 0 4 ]       [  0 0 0 ]
//       [ 5 0 0 6 0 ]       [ -5 0 9 ]
//                           [  0 2 0 ]

// RUN: lacuna-opt %s --lacuna | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=two-phase=true | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=fp=strict | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=vector-bytes=0 | %run | FileCheck %s

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#CSC = #stensor.format<(i, j) -> (j : dense, i : compressed)>
#COO = #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton)>
#DCSR = #stensor.format<(i, j) -> (i : compressed, j : compressed)>
#SV = #stensor.format<(i) -> (i : compressed)>
#ik_kj_ij = {
  indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>],
  iterator_types = ["parallel", "parallel", "reduction"]
}
#ij_ik_kj_ij = {
  indexing_maps = [affine_map<(i, j, k) -> (i, j)>, affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>],
  iterator_types = ["parallel", "parallel", "reduction"]
}
#ij_i_ij = {
  indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>],
  iterator_types = ["parallel", "parallel"]
}
#ij_j_ij = {
  indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>],
  iterator_types = ["parallel", "parallel"]
}
#i_j_ij = {
  indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>],
  iterator_types = ["parallel", "parallel"]
}
#ij_j_i = {
  indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i)>],
  iterator_types = ["parallel", "reduction"]
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
memref.global "private" constant @B_csc_pos1 : memref<4xi32> = dense<[0, 2, 3, 5]>
memref.global "private" constant @B_csc_crd1 : memref<5xi32> = dense<[1, 3, 4, 0, 3]>
memref.global "private" constant @B_csc_val : memref<5xf64> = dense<[8.0, -5.0, 2.0, 7.0, 9.0]>
memref.global "private" constant @A_dcsr_pos0 : memref<2xi32> = dense<[0, 3]>
memref.global "private" constant @A_dcsr_crd0 : memref<3xi32> = dense<[0, 2, 3]>
memref.global "private" constant @A_dcsr_pos1 : memref<4xi32> = dense<[0, 2, 4, 6]>
memref.global "private" constant @A_dcsr_crd1 : memref<6xi32> = dense<[0, 2, 1, 4, 0, 3]>
memref.global "private" constant @A_dcsr_val : memref<6xf64> = dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]>
memref.global "private" constant @D_dense_val : memref<5x3xf64> = dense<[[0.0, 0.0, 7.0], [8.0, 0.0, 0.0], [0.0, 0.0, 0.0], [-5.0, 0.0, 9.0], [0.0, 2.0, 0.0]]>
memref.global "private" constant @S_csr_pos1 : memref<5xi32> = dense<[0, 2, 2, 4, 6]>
memref.global "private" constant @S_csr_crd1 : memref<6xi32> = dense<[0, 2, 1, 4, 0, 3]>
memref.global "private" constant @S_csr_val : memref<6xf64> = dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]>
memref.global "private" constant @P_dense_val : memref<4x2xf64> = dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0], [7.0, 8.0]]>
memref.global "private" constant @Q_dense_val : memref<2x5xf64> = dense<[[1.0, 0.0, 2.0, 0.0, 3.0], [0.0, 1.0, 0.0, 2.0, 0.0]]>
memref.global "private" constant @S_coo_pos0 : memref<2xi32> = dense<[0, 6]>
memref.global "private" constant @S_coo_crd0 : memref<6xi32> = dense<[0, 0, 2, 2, 3, 3]>
memref.global "private" constant @S_coo_crd1 : memref<6xi32> = dense<[0, 2, 1, 4, 0, 3]>
memref.global "private" constant @S_coo_val : memref<6xf64> = dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]>
memref.global "private" constant @W_sv_pos0 : memref<2xi32> = dense<[0, 2]>
memref.global "private" constant @W_sv_crd0 : memref<2xi32> = dense<[0, 3]>
memref.global "private" constant @W_sv_val : memref<2xf64> = dense<[1.0, 2.0]>
memref.global "private" constant @V_sv_pos0 : memref<2xi32> = dense<[0, 3]>
memref.global "private" constant @V_sv_crd0 : memref<3xi32> = dense<[1, 3, 4]>
memref.global "private" constant @V_sv_val : memref<3xf64> = dense<[2.0, 3.0, 4.0]>
memref.global "private" constant @X_dense_val : memref<5xf64> = dense<[2.0, 3.0, 4.0, 5.0, 6.0]>
memref.global "private" constant @Y_sv_pos0 : memref<2xi32> = dense<[0, 2]>
memref.global "private" constant @Y_sv_crd0 : memref<2xi32> = dense<[1, 2]>
memref.global "private" constant @Y_sv_val : memref<2xf64> = dense<[9.0, 1.0]>

func.func @A_csr() -> tensor<4x5xf64, #CSR> {
  %pos1 = memref.get_global @A_csr_pos1 : memref<5xi32>
  %crd1 = memref.get_global @A_csr_crd1 : memref<6xi32>
  %val = memref.get_global @A_csr_val : memref<6xf64>
  %t = stensor.pack(%pos1, %crd1, %val)
      : (memref<5xi32>, memref<6xi32>, memref<6xf64>) -> tensor<4x5xf64, #CSR>
  return %t : tensor<4x5xf64, #CSR>
}

func.func @B_csc() -> tensor<5x3xf64, #CSC> {
  %pos1 = memref.get_global @B_csc_pos1 : memref<4xi32>
  %crd1 = memref.get_global @B_csc_crd1 : memref<5xi32>
  %val = memref.get_global @B_csc_val : memref<5xf64>
  %t = stensor.pack(%pos1, %crd1, %val)
      : (memref<4xi32>, memref<5xi32>, memref<5xf64>) -> tensor<5x3xf64, #CSC>
  return %t : tensor<5x3xf64, #CSC>
}

func.func @A_dcsr() -> tensor<4x5xf64, #DCSR> {
  %pos0 = memref.get_global @A_dcsr_pos0 : memref<2xi32>
  %crd0 = memref.get_global @A_dcsr_crd0 : memref<3xi32>
  %pos1 = memref.get_global @A_dcsr_pos1 : memref<4xi32>
  %crd1 = memref.get_global @A_dcsr_crd1 : memref<6xi32>
  %val = memref.get_global @A_dcsr_val : memref<6xf64>
  %t = stensor.pack(%pos0, %crd0, %pos1, %crd1, %val)
      : (memref<2xi32>, memref<3xi32>, memref<4xi32>, memref<6xi32>, memref<6xf64>) -> tensor<4x5xf64, #DCSR>
  return %t : tensor<4x5xf64, #DCSR>
}

func.func @D_dense() -> tensor<5x3xf64> {
  %val = memref.get_global @D_dense_val : memref<5x3xf64>
  %t = bufferization.to_tensor %val restrict : memref<5x3xf64> to tensor<5x3xf64>
  return %t : tensor<5x3xf64>
}

func.func @S_csr() -> tensor<4x5xf64, #CSR> {
  %pos1 = memref.get_global @S_csr_pos1 : memref<5xi32>
  %crd1 = memref.get_global @S_csr_crd1 : memref<6xi32>
  %val = memref.get_global @S_csr_val : memref<6xf64>
  %t = stensor.pack(%pos1, %crd1, %val)
      : (memref<5xi32>, memref<6xi32>, memref<6xf64>) -> tensor<4x5xf64, #CSR>
  return %t : tensor<4x5xf64, #CSR>
}

func.func @P_dense() -> tensor<4x2xf64> {
  %val = memref.get_global @P_dense_val : memref<4x2xf64>
  %t = bufferization.to_tensor %val restrict : memref<4x2xf64> to tensor<4x2xf64>
  return %t : tensor<4x2xf64>
}

func.func @Q_dense() -> tensor<2x5xf64> {
  %val = memref.get_global @Q_dense_val : memref<2x5xf64>
  %t = bufferization.to_tensor %val restrict : memref<2x5xf64> to tensor<2x5xf64>
  return %t : tensor<2x5xf64>
}

func.func @S_coo() -> tensor<4x5xf64, #COO> {
  %pos0 = memref.get_global @S_coo_pos0 : memref<2xi32>
  %crd0 = memref.get_global @S_coo_crd0 : memref<6xi32>
  %crd1 = memref.get_global @S_coo_crd1 : memref<6xi32>
  %val = memref.get_global @S_coo_val : memref<6xf64>
  %t = stensor.pack(%pos0, %crd0, %crd1, %val)
      : (memref<2xi32>, memref<6xi32>, memref<6xi32>, memref<6xf64>) -> tensor<4x5xf64, #COO>
  return %t : tensor<4x5xf64, #COO>
}

func.func @W_sv() -> tensor<4xf64, #SV> {
  %pos0 = memref.get_global @W_sv_pos0 : memref<2xi32>
  %crd0 = memref.get_global @W_sv_crd0 : memref<2xi32>
  %val = memref.get_global @W_sv_val : memref<2xf64>
  %t = stensor.pack(%pos0, %crd0, %val)
      : (memref<2xi32>, memref<2xi32>, memref<2xf64>) -> tensor<4xf64, #SV>
  return %t : tensor<4xf64, #SV>
}

func.func @V_sv() -> tensor<5xf64, #SV> {
  %pos0 = memref.get_global @V_sv_pos0 : memref<2xi32>
  %crd0 = memref.get_global @V_sv_crd0 : memref<3xi32>
  %val = memref.get_global @V_sv_val : memref<3xf64>
  %t = stensor.pack(%pos0, %crd0, %val)
      : (memref<2xi32>, memref<3xi32>, memref<3xf64>) -> tensor<5xf64, #SV>
  return %t : tensor<5xf64, #SV>
}

func.func @X_dense() -> tensor<5xf64> {
  %val = memref.get_global @X_dense_val : memref<5xf64>
  %t = bufferization.to_tensor %val restrict : memref<5xf64> to tensor<5xf64>
  return %t : tensor<5xf64>
}

func.func @Y_sv() -> tensor<4xf64, #SV> {
  %pos0 = memref.get_global @Y_sv_pos0 : memref<2xi32>
  %crd0 = memref.get_global @Y_sv_crd0 : memref<2xi32>
  %val = memref.get_global @Y_sv_val : memref<2xf64>
  %t = stensor.pack(%pos0, %crd0, %val)
      : (memref<2xi32>, memref<2xi32>, memref<2xf64>) -> tensor<4xf64, #SV>
  return %t : tensor<4xf64, #SV>
}

// A product by rows and columns: each point is a fold over what both store.
func.func @rows_times_columns(%A: tensor<4x5xf64, #CSR>, %B: tensor<5x3xf64, #CSC>) -> tensor<4x3xf64, #CSR> {
  %empty = stensor.empty : tensor<4x3xf64, #CSR>
  %r = linalg.generic #ik_kj_ij ins(%A, %B : tensor<4x5xf64, #CSR>, tensor<5x3xf64, #CSC>) outs(%empty : tensor<4x3xf64, #CSR>) {
  ^bb0(%a: f64, %b: f64, %old: f64):
    %v1 = arith.mulf %a, %b : f64
    %new = arith.addf %old, %v1 : f64
    linalg.yield %new : f64
  } -> tensor<4x3xf64, #CSR>
  return %r : tensor<4x3xf64, #CSR>
}

func.func @rows_times_columns_into_list(%A: tensor<4x5xf64, #CSR>, %B: tensor<5x3xf64, #CSC>) -> tensor<4x3xf64, #COO> {
  %empty = stensor.empty : tensor<4x3xf64, #COO>
  %r = linalg.generic #ik_kj_ij ins(%A, %B : tensor<4x5xf64, #CSR>, tensor<5x3xf64, #CSC>) outs(%empty : tensor<4x3xf64, #COO>) {
  ^bb0(%a: f64, %b: f64, %old: f64):
    %v1 = arith.mulf %a, %b : f64
    %new = arith.addf %old, %v1 : f64
    linalg.yield %new : f64
  } -> tensor<4x3xf64, #COO>
  return %r : tensor<4x3xf64, #COO>
}

func.func @stored_rows_times_columns(%A: tensor<4x5xf64, #DCSR>, %B: tensor<5x3xf64, #CSC>) -> tensor<4x3xf64, #DCSR> {
  %empty = stensor.empty : tensor<4x3xf64, #DCSR>
  %r = linalg.generic #ik_kj_ij ins(%A, %B : tensor<4x5xf64, #DCSR>, tensor<5x3xf64, #CSC>) outs(%empty : tensor<4x3xf64, #DCSR>) {
  ^bb0(%a: f64, %b: f64, %old: f64):
    %v1 = arith.mulf %a, %b : f64
    %new = arith.addf %old, %v1 : f64
    linalg.yield %new : f64
  } -> tensor<4x3xf64, #DCSR>
  return %r : tensor<4x3xf64, #DCSR>
}

func.func @rows_times_columns_by_columns(%A: tensor<4x5xf64, #CSR>, %B: tensor<5x3xf64, #CSC>) -> tensor<4x3xf64, #CSC> {
  %empty = stensor.empty : tensor<4x3xf64, #CSC>
  %r = linalg.generic #ik_kj_ij ins(%A, %B : tensor<4x5xf64, #CSR>, tensor<5x3xf64, #CSC>) outs(%empty : tensor<4x3xf64, #CSC>) {
  ^bb0(%a: f64, %b: f64, %old: f64):
    %v1 = arith.mulf %a, %b : f64
    %new = arith.addf %old, %v1 : f64
    linalg.yield %new : f64
  } -> tensor<4x3xf64, #CSC>
  return %r : tensor<4x3xf64, #CSC>
}

// Every point of a row that stores something.
func.func @rows_times_dense(%A: tensor<4x5xf64, #CSR>, %D: tensor<5x3xf64>) -> tensor<4x3xf64, #CSR> {
  %empty = stensor.empty : tensor<4x3xf64, #CSR>
  %r = linalg.generic #ik_kj_ij ins(%A, %D : tensor<4x5xf64, #CSR>, tensor<5x3xf64>) outs(%empty : tensor<4x3xf64, #CSR>) {
  ^bb0(%a: f64, %d: f64, %old: f64):
    %v1 = arith.mulf %a, %d : f64
    %new = arith.addf %old, %v1 : f64
    linalg.yield %new : f64
  } -> tensor<4x3xf64, #CSR>
  return %r : tensor<4x3xf64, #CSR>
}

// A product of dense matrices where a stored one has entries.
func.func @sampled_product(%S: tensor<4x5xf64, #CSR>, %P: tensor<4x2xf64>, %Q: tensor<2x5xf64>) -> tensor<4x5xf64, #CSR> {
  %empty = stensor.empty : tensor<4x5xf64, #CSR>
  %r = linalg.generic #ij_ik_kj_ij ins(%S, %P, %Q : tensor<4x5xf64, #CSR>, tensor<4x2xf64>, tensor<2x5xf64>) outs(%empty : tensor<4x5xf64, #CSR>) {
  ^bb0(%s: f64, %p: f64, %q: f64, %old: f64):
    %v1 = arith.mulf %p, %q : f64
    %v2 = arith.mulf %s, %v1 : f64
    %new = arith.addf %old, %v2 : f64
    linalg.yield %new : f64
  } -> tensor<4x5xf64, #CSR>
  return %r : tensor<4x5xf64, #CSR>
}

func.func @sampled_product_into_stored_rows(%S: tensor<4x5xf64, #COO>, %P: tensor<4x2xf64>, %Q: tensor<2x5xf64>) -> tensor<4x5xf64, #DCSR> {
  %empty = stensor.empty : tensor<4x5xf64, #DCSR>
  %r = linalg.generic #ij_ik_kj_ij ins(%S, %P, %Q : tensor<4x5xf64, #COO>, tensor<4x2xf64>, tensor<2x5xf64>) outs(%empty : tensor<4x5xf64, #DCSR>) {
  ^bb0(%s: f64, %p: f64, %q: f64, %old: f64):
    %v1 = arith.mulf %p, %q : f64
    %v2 = arith.mulf %s, %v1 : f64
    %new = arith.addf %old, %v2 : f64
    linalg.yield %new : f64
  } -> tensor<4x5xf64, #DCSR>
  return %r : tensor<4x5xf64, #DCSR>
}

// A vector stands for a whole row, or a column.
func.func @scaled_rows(%A: tensor<4x5xf64, #CSR>, %W: tensor<4xf64, #SV>) -> tensor<4x5xf64, #DCSR> {
  %empty = stensor.empty : tensor<4x5xf64, #DCSR>
  %r = linalg.generic #ij_i_ij ins(%A, %W : tensor<4x5xf64, #CSR>, tensor<4xf64, #SV>) outs(%empty : tensor<4x5xf64, #DCSR>) {
  ^bb0(%a: f64, %w: f64, %old: f64):
    %v1 = arith.mulf %a, %w : f64
    linalg.yield %v1 : f64
  } -> tensor<4x5xf64, #DCSR>
  return %r : tensor<4x5xf64, #DCSR>
}

func.func @scaled_columns(%A: tensor<4x5xf64, #CSR>, %V: tensor<5xf64, #SV>) -> tensor<4x5xf64, #CSR> {
  %empty = stensor.empty : tensor<4x5xf64, #CSR>
  %r = linalg.generic #ij_j_ij ins(%A, %V : tensor<4x5xf64, #CSR>, tensor<5xf64, #SV>) outs(%empty : tensor<4x5xf64, #CSR>) {
  ^bb0(%a: f64, %v: f64, %old: f64):
    %v1 = arith.mulf %a, %v : f64
    linalg.yield %v1 : f64
  } -> tensor<4x5xf64, #CSR>
  return %r : tensor<4x5xf64, #CSR>
}

func.func @scaled_by_dense_columns(%A: tensor<4x5xf64, #CSR>, %X: tensor<5xf64>) -> tensor<4x5xf64, #COO> {
  %empty = stensor.empty : tensor<4x5xf64, #COO>
  %r = linalg.generic #ij_j_ij ins(%A, %X : tensor<4x5xf64, #CSR>, tensor<5xf64>) outs(%empty : tensor<4x5xf64, #COO>) {
  ^bb0(%a: f64, %x: f64, %old: f64):
    %v1 = arith.mulf %a, %x : f64
    linalg.yield %v1 : f64
  } -> tensor<4x5xf64, #COO>
  return %r : tensor<4x5xf64, #COO>
}

func.func @outer_product(%W: tensor<4xf64, #SV>, %V: tensor<5xf64, #SV>) -> tensor<4x5xf64, #DCSR> {
  %empty = stensor.empty : tensor<4x5xf64, #DCSR>
  %r = linalg.generic #i_j_ij ins(%W, %V : tensor<4xf64, #SV>, tensor<5xf64, #SV>) outs(%empty : tensor<4x5xf64, #DCSR>) {
  ^bb0(%w: f64, %v: f64, %old: f64):
    %v1 = arith.mulf %w, %v : f64
    linalg.yield %v1 : f64
  } -> tensor<4x5xf64, #DCSR>
  return %r : tensor<4x5xf64, #DCSR>
}

// A vector as a result: the rows where the product found something.
func.func @matrix_times_vector(%A: tensor<4x5xf64, #CSR>, %V: tensor<5xf64, #SV>) -> tensor<4xf64, #SV> {
  %empty = stensor.empty : tensor<4xf64, #SV>
  %r = linalg.generic #ij_j_i ins(%A, %V : tensor<4x5xf64, #CSR>, tensor<5xf64, #SV>) outs(%empty : tensor<4xf64, #SV>) {
  ^bb0(%a: f64, %v: f64, %old: f64):
    %v1 = arith.mulf %a, %v : f64
    %new = arith.addf %old, %v1 : f64
    linalg.yield %new : f64
  } -> tensor<4xf64, #SV>
  return %r : tensor<4xf64, #SV>
}

func.func @sums_of_rows(%A: tensor<4x5xf64, #CSR>) -> tensor<4xf64, #SV> {
  %empty = stensor.empty : tensor<4xf64, #SV>
  %r = linalg.generic #ij_i ins(%A : tensor<4x5xf64, #CSR>) outs(%empty : tensor<4xf64, #SV>) {
  ^bb0(%a: f64, %old: f64):
    %new = arith.addf %old, %a : f64
    linalg.yield %new : f64
  } -> tensor<4xf64, #SV>
  return %r : tensor<4xf64, #SV>
}

// Added to a vector that stores other points.
func.func @sums_of_rows_added_to(%A: tensor<4x5xf64, #CSR>, %start: tensor<4xf64, #SV>) -> tensor<4xf64, #SV> {
  %r = linalg.generic #ij_i ins(%A : tensor<4x5xf64, #CSR>) outs(%start : tensor<4xf64, #SV>) {
  ^bb0(%a: f64, %old: f64):
    %new = arith.addf %old, %a : f64
    linalg.yield %new : f64
  } -> tensor<4xf64, #SV>
  return %r : tensor<4xf64, #SV>
}

func.func @main() {
  %A_csr = call @A_csr() : () -> tensor<4x5xf64, #CSR>
  %B_csc = call @B_csc() : () -> tensor<5x3xf64, #CSC>

  %rows_times_columns = call @rows_times_columns(%A_csr, %B_csc)
      : (tensor<4x5xf64, #CSR>, tensor<5x3xf64, #CSC>) -> tensor<4x3xf64, #CSR>
  // CHECK: rows_times_columns
  vector.print str "rows_times_columns\0A"
  // CHECK-NEXT: [ 0 1 1 3 5 ]
  // CHECK-NEXT: [ 2 0 1 0 2 ]
  // CHECK-NEXT: [ 7 24 8 -30 89 ]
  %rows_times_columns_pos1, %rows_times_columns_crd1, %rows_times_columns_val = stensor.unpack %rows_times_columns
      : tensor<4x3xf64, #CSR> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%rows_times_columns_pos1) : (memref<?xi32>) -> ()
  call @show_i32(%rows_times_columns_crd1) : (memref<?xi32>) -> ()
  call @show_f64(%rows_times_columns_val) : (memref<?xf64>) -> ()

  %rows_times_columns_into_list = call @rows_times_columns_into_list(%A_csr, %B_csc)
      : (tensor<4x5xf64, #CSR>, tensor<5x3xf64, #CSC>) -> tensor<4x3xf64, #COO>
  // CHECK: rows_times_columns_into_list
  vector.print str "rows_times_columns_into_list\0A"
  // CHECK-NEXT: [ 0 5 ]
  // CHECK-NEXT: [ 0 2 2 3 3 ]
  // CHECK-NEXT: [ 2 0 1 0 2 ]
  // CHECK-NEXT: [ 7 24 8 -30 89 ]
  %rows_times_columns_into_list_pos0, %rows_times_columns_into_list_crd0, %rows_times_columns_into_list_crd1, %rows_times_columns_into_list_val = stensor.unpack %rows_times_columns_into_list
      : tensor<4x3xf64, #COO> -> memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%rows_times_columns_into_list_pos0) : (memref<?xi32>) -> ()
  call @show_i32(%rows_times_columns_into_list_crd0) : (memref<?xi32>) -> ()
  call @show_i32(%rows_times_columns_into_list_crd1) : (memref<?xi32>) -> ()
  call @show_f64(%rows_times_columns_into_list_val) : (memref<?xf64>) -> ()
  %A_dcsr = call @A_dcsr() : () -> tensor<4x5xf64, #DCSR>

  %stored_rows_times_columns = call @stored_rows_times_columns(%A_dcsr, %B_csc)
      : (tensor<4x5xf64, #DCSR>, tensor<5x3xf64, #CSC>) -> tensor<4x3xf64, #DCSR>
  // CHECK: stored_rows_times_columns
  vector.print str "stored_rows_times_columns\0A"
  // CHECK-NEXT: [ 0 3 ]
  // CHECK-NEXT: [ 0 2 3 ]
  // CHECK-NEXT: [ 0 1 3 5 ]
  // CHECK-NEXT: [ 2 0 1 0 2 ]
  // CHECK-NEXT: [ 7 24 8 -30 89 ]
  %stored_rows_times_columns_pos0, %stored_rows_times_columns_crd0, %stored_rows_times_columns_pos1, %stored_rows_times_columns_crd1, %stored_rows_times_columns_val = stensor.unpack %stored_rows_times_columns
      : tensor<4x3xf64, #DCSR> -> memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%stored_rows_times_columns_pos0) : (memref<?xi32>) -> ()
  call @show_i32(%stored_rows_times_columns_crd0) : (memref<?xi32>) -> ()
  call @show_i32(%stored_rows_times_columns_pos1) : (memref<?xi32>) -> ()
  call @show_i32(%stored_rows_times_columns_crd1) : (memref<?xi32>) -> ()
  call @show_f64(%stored_rows_times_columns_val) : (memref<?xf64>) -> ()

  %rows_times_columns_by_columns = call @rows_times_columns_by_columns(%A_csr, %B_csc)
      : (tensor<4x5xf64, #CSR>, tensor<5x3xf64, #CSC>) -> tensor<4x3xf64, #CSC>
  // CHECK: rows_times_columns_by_columns
  vector.print str "rows_times_columns_by_columns\0A"
  // CHECK-NEXT: [ 0 2 3 5 ]
  // CHECK-NEXT: [ 2 3 2 0 3 ]
  // CHECK-NEXT: [ 24 -30 8 7 89 ]
  %rows_times_columns_by_columns_pos1, %rows_times_columns_by_columns_crd1, %rows_times_columns_by_columns_val = stensor.unpack %rows_times_columns_by_columns
      : tensor<4x3xf64, #CSC> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%rows_times_columns_by_columns_pos1) : (memref<?xi32>) -> ()
  call @show_i32(%rows_times_columns_by_columns_crd1) : (memref<?xi32>) -> ()
  call @show_f64(%rows_times_columns_by_columns_val) : (memref<?xf64>) -> ()
  %D_dense = call @D_dense() : () -> tensor<5x3xf64>

  %rows_times_dense = call @rows_times_dense(%A_csr, %D_dense)
      : (tensor<4x5xf64, #CSR>, tensor<5x3xf64>) -> tensor<4x3xf64, #CSR>
  // CHECK: rows_times_dense
  vector.print str "rows_times_dense\0A"
  // CHECK-NEXT: [ 0 3 3 6 9 ]
  // CHECK-NEXT: [ 0 1 2 0 1 2 0 1 2 ]
  // CHECK-NEXT: [ 0 0 7 24 8 0 -30 0 89 ]
  %rows_times_dense_pos1, %rows_times_dense_crd1, %rows_times_dense_val = stensor.unpack %rows_times_dense
      : tensor<4x3xf64, #CSR> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%rows_times_dense_pos1) : (memref<?xi32>) -> ()
  call @show_i32(%rows_times_dense_crd1) : (memref<?xi32>) -> ()
  call @show_f64(%rows_times_dense_val) : (memref<?xf64>) -> ()
  %S_csr = call @S_csr() : () -> tensor<4x5xf64, #CSR>
  %P_dense = call @P_dense() : () -> tensor<4x2xf64>
  %Q_dense = call @Q_dense() : () -> tensor<2x5xf64>

  %sampled_product = call @sampled_product(%S_csr, %P_dense, %Q_dense)
      : (tensor<4x5xf64, #CSR>, tensor<4x2xf64>, tensor<2x5xf64>) -> tensor<4x5xf64, #CSR>
  // CHECK: sampled_product
  vector.print str "sampled_product\0A"
  // CHECK-NEXT: [ 0 2 2 4 6 ]
  // CHECK-NEXT: [ 0 2 1 4 0 3 ]
  // CHECK-NEXT: [ 1 4 18 60 35 96 ]
  %sampled_product_pos1, %sampled_product_crd1, %sampled_product_val = stensor.unpack %sampled_product
      : tensor<4x5xf64, #CSR> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%sampled_product_pos1) : (memref<?xi32>) -> ()
  call @show_i32(%sampled_product_crd1) : (memref<?xi32>) -> ()
  call @show_f64(%sampled_product_val) : (memref<?xf64>) -> ()
  %S_coo = call @S_coo() : () -> tensor<4x5xf64, #COO>

  %sampled_product_into_stored_rows = call @sampled_product_into_stored_rows(%S_coo, %P_dense, %Q_dense)
      : (tensor<4x5xf64, #COO>, tensor<4x2xf64>, tensor<2x5xf64>) -> tensor<4x5xf64, #DCSR>
  // CHECK: sampled_product_into_stored_rows
  vector.print str "sampled_product_into_stored_rows\0A"
  // CHECK-NEXT: [ 0 3 ]
  // CHECK-NEXT: [ 0 2 3 ]
  // CHECK-NEXT: [ 0 2 4 6 ]
  // CHECK-NEXT: [ 0 2 1 4 0 3 ]
  // CHECK-NEXT: [ 1 4 18 60 35 96 ]
  %sampled_product_into_stored_rows_pos0, %sampled_product_into_stored_rows_crd0, %sampled_product_into_stored_rows_pos1, %sampled_product_into_stored_rows_crd1, %sampled_product_into_stored_rows_val = stensor.unpack %sampled_product_into_stored_rows
      : tensor<4x5xf64, #DCSR> -> memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%sampled_product_into_stored_rows_pos0) : (memref<?xi32>) -> ()
  call @show_i32(%sampled_product_into_stored_rows_crd0) : (memref<?xi32>) -> ()
  call @show_i32(%sampled_product_into_stored_rows_pos1) : (memref<?xi32>) -> ()
  call @show_i32(%sampled_product_into_stored_rows_crd1) : (memref<?xi32>) -> ()
  call @show_f64(%sampled_product_into_stored_rows_val) : (memref<?xf64>) -> ()
  %W_sv = call @W_sv() : () -> tensor<4xf64, #SV>

  %scaled_rows = call @scaled_rows(%A_csr, %W_sv)
      : (tensor<4x5xf64, #CSR>, tensor<4xf64, #SV>) -> tensor<4x5xf64, #DCSR>
  // CHECK: scaled_rows
  vector.print str "scaled_rows\0A"
  // CHECK-NEXT: [ 0 2 ]
  // CHECK-NEXT: [ 0 3 ]
  // CHECK-NEXT: [ 0 2 4 ]
  // CHECK-NEXT: [ 0 2 0 3 ]
  // CHECK-NEXT: [ 1 2 10 12 ]
  %scaled_rows_pos0, %scaled_rows_crd0, %scaled_rows_pos1, %scaled_rows_crd1, %scaled_rows_val = stensor.unpack %scaled_rows
      : tensor<4x5xf64, #DCSR> -> memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%scaled_rows_pos0) : (memref<?xi32>) -> ()
  call @show_i32(%scaled_rows_crd0) : (memref<?xi32>) -> ()
  call @show_i32(%scaled_rows_pos1) : (memref<?xi32>) -> ()
  call @show_i32(%scaled_rows_crd1) : (memref<?xi32>) -> ()
  call @show_f64(%scaled_rows_val) : (memref<?xf64>) -> ()
  %V_sv = call @V_sv() : () -> tensor<5xf64, #SV>

  %scaled_columns = call @scaled_columns(%A_csr, %V_sv)
      : (tensor<4x5xf64, #CSR>, tensor<5xf64, #SV>) -> tensor<4x5xf64, #CSR>
  // CHECK: scaled_columns
  vector.print str "scaled_columns\0A"
  // CHECK-NEXT: [ 0 0 0 2 3 ]
  // CHECK-NEXT: [ 1 4 3 ]
  // CHECK-NEXT: [ 6 16 18 ]
  %scaled_columns_pos1, %scaled_columns_crd1, %scaled_columns_val = stensor.unpack %scaled_columns
      : tensor<4x5xf64, #CSR> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%scaled_columns_pos1) : (memref<?xi32>) -> ()
  call @show_i32(%scaled_columns_crd1) : (memref<?xi32>) -> ()
  call @show_f64(%scaled_columns_val) : (memref<?xf64>) -> ()
  %X_dense = call @X_dense() : () -> tensor<5xf64>

  %scaled_by_dense_columns = call @scaled_by_dense_columns(%A_csr, %X_dense)
      : (tensor<4x5xf64, #CSR>, tensor<5xf64>) -> tensor<4x5xf64, #COO>
  // CHECK: scaled_by_dense_columns
  vector.print str "scaled_by_dense_columns\0A"
  // CHECK-NEXT: [ 0 6 ]
  // CHECK-NEXT: [ 0 0 2 2 3 3 ]
  // CHECK-NEXT: [ 0 2 1 4 0 3 ]
  // CHECK-NEXT: [ 2 8 9 24 10 30 ]
  %scaled_by_dense_columns_pos0, %scaled_by_dense_columns_crd0, %scaled_by_dense_columns_crd1, %scaled_by_dense_columns_val = stensor.unpack %scaled_by_dense_columns
      : tensor<4x5xf64, #COO> -> memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%scaled_by_dense_columns_pos0) : (memref<?xi32>) -> ()
  call @show_i32(%scaled_by_dense_columns_crd0) : (memref<?xi32>) -> ()
  call @show_i32(%scaled_by_dense_columns_crd1) : (memref<?xi32>) -> ()
  call @show_f64(%scaled_by_dense_columns_val) : (memref<?xf64>) -> ()

  %outer_product = call @outer_product(%W_sv, %V_sv)
      : (tensor<4xf64, #SV>, tensor<5xf64, #SV>) -> tensor<4x5xf64, #DCSR>
  // CHECK: outer_product
  vector.print str "outer_product\0A"
  // CHECK-NEXT: [ 0 2 ]
  // CHECK-NEXT: [ 0 3 ]
  // CHECK-NEXT: [ 0 3 6 ]
  // CHECK-NEXT: [ 1 3 4 1 3 4 ]
  // CHECK-NEXT: [ 2 3 4 4 6 8 ]
  %outer_product_pos0, %outer_product_crd0, %outer_product_pos1, %outer_product_crd1, %outer_product_val = stensor.unpack %outer_product
      : tensor<4x5xf64, #DCSR> -> memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%outer_product_pos0) : (memref<?xi32>) -> ()
  call @show_i32(%outer_product_crd0) : (memref<?xi32>) -> ()
  call @show_i32(%outer_product_pos1) : (memref<?xi32>) -> ()
  call @show_i32(%outer_product_crd1) : (memref<?xi32>) -> ()
  call @show_f64(%outer_product_val) : (memref<?xf64>) -> ()

  %matrix_times_vector = call @matrix_times_vector(%A_csr, %V_sv)
      : (tensor<4x5xf64, #CSR>, tensor<5xf64, #SV>) -> tensor<4xf64, #SV>
  // CHECK: matrix_times_vector
  vector.print str "matrix_times_vector\0A"
  // CHECK-NEXT: [ 0 2 ]
  // CHECK-NEXT: [ 2 3 ]
  // CHECK-NEXT: [ 22 18 ]
  %matrix_times_vector_pos0, %matrix_times_vector_crd0, %matrix_times_vector_val = stensor.unpack %matrix_times_vector
      : tensor<4xf64, #SV> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%matrix_times_vector_pos0) : (memref<?xi32>) -> ()
  call @show_i32(%matrix_times_vector_crd0) : (memref<?xi32>) -> ()
  call @show_f64(%matrix_times_vector_val) : (memref<?xf64>) -> ()

  %sums_of_rows = call @sums_of_rows(%A_csr)
      : (tensor<4x5xf64, #CSR>) -> tensor<4xf64, #SV>
  // CHECK: sums_of_rows
  vector.print str "sums_of_rows\0A"
  // CHECK-NEXT: [ 0 3 ]
  // CHECK-NEXT: [ 0 2 3 ]
  // CHECK-NEXT: [ 3 7 11 ]
  %sums_of_rows_pos0, %sums_of_rows_crd0, %sums_of_rows_val = stensor.unpack %sums_of_rows
      : tensor<4xf64, #SV> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%sums_of_rows_pos0) : (memref<?xi32>) -> ()
  call @show_i32(%sums_of_rows_crd0) : (memref<?xi32>) -> ()
  call @show_f64(%sums_of_rows_val) : (memref<?xf64>) -> ()
  %Y_sv = call @Y_sv() : () -> tensor<4xf64, #SV>

  %sums_of_rows_added_to = call @sums_of_rows_added_to(%A_csr, %Y_sv)
      : (tensor<4x5xf64, #CSR>, tensor<4xf64, #SV>) -> tensor<4xf64, #SV>
  // CHECK: sums_of_rows_added_to
  vector.print str "sums_of_rows_added_to\0A"
  // CHECK-NEXT: [ 0 4 ]
  // CHECK-NEXT: [ 0 1 2 3 ]
  // CHECK-NEXT: [ 3 9 8 11 ]
  %sums_of_rows_added_to_pos0, %sums_of_rows_added_to_crd0, %sums_of_rows_added_to_val = stensor.unpack %sums_of_rows_added_to
      : tensor<4xf64, #SV> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%sums_of_rows_added_to_pos0) : (memref<?xi32>) -> ()
  call @show_i32(%sums_of_rows_added_to_crd0) : (memref<?xi32>) -> ()
  call @show_f64(%sums_of_rows_added_to_val) : (memref<?xf64>) -> ()
  return
}
