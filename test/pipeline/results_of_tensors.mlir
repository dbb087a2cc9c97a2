// `--lacuna`, executed: tensors of order three as stored results.
//
//   T = {(0,0,1): 1, (0,0,3): 2, (0,2,0): 3, (1,1,1): 4, (1,1,2): 5}
//   U = {(0,0,1): 6, (0,1,1): 7, (1,1,2): -5, (1,2,3): 8}

// RUN: lacuna-opt %s --lacuna | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=two-phase=true | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=fp=strict | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=vector-bytes=0 | %run | FileCheck %s

#CSF = #stensor.format<(i, j, k) -> (i : compressed, j : compressed, k : compressed)>
#COO = #stensor.format<(i, j, k) -> (i : compressed(nonunique), j : singleton(nonunique), k : singleton)>
#Mixed = #stensor.format<(i, j, k) -> (i : dense, j : compressed, k : dense)>
#RowLists = #stensor.format<(i, j, k) -> (i : dense, j : compressed(nonunique), k : singleton)>
#Blocks = #stensor.format<(i, j, k) -> (i : dense, j floordiv 2 : compressed, k floordiv 2 : compressed, j mod 2 : dense, k mod 2 : dense)>
#Backwards = #stensor.format<(i, j, k) -> (k : compressed, j : compressed, i : compressed)>
#DCSR = #stensor.format<(i, j) -> (i : compressed, j : compressed)>
#SV = #stensor.format<(i) -> (i : compressed)>
#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#CSC = #stensor.format<(i, j) -> (j : dense, i : compressed)>
#ijk_ijk_ijk = {
  indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (i, j, k)>],
  iterator_types = ["parallel", "parallel", "parallel"]
}
#ijk_k_ij = {
  indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (k)>, affine_map<(i, j, k) -> (i, j)>],
  iterator_types = ["parallel", "parallel", "reduction"]
}
#ijl_lk_ijk = {
  indexing_maps = [affine_map<(i, j, k, l) -> (i, j, l)>, affine_map<(i, j, k, l) -> (l, k)>, affine_map<(i, j, k, l) -> (i, j, k)>],
  iterator_types = ["parallel", "parallel", "parallel", "reduction"]
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

memref.global "private" constant @T_csf_pos0 : memref<2xi32> = dense<[0, 2]>
memref.global "private" constant @T_csf_crd0 : memref<2xi32> = dense<[0, 1]>
memref.global "private" constant @T_csf_pos1 : memref<3xi32> = dense<[0, 2, 3]>
memref.global "private" constant @T_csf_crd1 : memref<3xi32> = dense<[0, 2, 1]>
memref.global "private" constant @T_csf_pos2 : memref<4xi32> = dense<[0, 2, 3, 5]>
memref.global "private" constant @T_csf_crd2 : memref<5xi32> = dense<[1, 3, 0, 1, 2]>
memref.global "private" constant @T_csf_val : memref<5xf64> = dense<[1.0, 2.0, 3.0, 4.0, 5.0]>
memref.global "private" constant @U_csf_pos0 : memref<2xi32> = dense<[0, 2]>
memref.global "private" constant @U_csf_crd0 : memref<2xi32> = dense<[0, 1]>
memref.global "private" constant @U_csf_pos1 : memref<3xi32> = dense<[0, 2, 4]>
memref.global "private" constant @U_csf_crd1 : memref<4xi32> = dense<[0, 1, 1, 2]>
memref.global "private" constant @U_csf_pos2 : memref<5xi32> = dense<[0, 1, 2, 3, 4]>
memref.global "private" constant @U_csf_crd2 : memref<4xi32> = dense<[1, 1, 2, 3]>
memref.global "private" constant @U_csf_val : memref<4xf64> = dense<[6.0, 7.0, -5.0, 8.0]>
memref.global "private" constant @U_coo_pos0 : memref<2xi32> = dense<[0, 4]>
memref.global "private" constant @U_coo_crd0 : memref<4xi32> = dense<[0, 0, 1, 1]>
memref.global "private" constant @U_coo_crd1 : memref<4xi32> = dense<[0, 1, 1, 2]>
memref.global "private" constant @U_coo_crd2 : memref<4xi32> = dense<[1, 1, 2, 3]>
memref.global "private" constant @U_coo_val : memref<4xf64> = dense<[6.0, 7.0, -5.0, 8.0]>
memref.global "private" constant @T_backwards_pos0 : memref<2xi32> = dense<[0, 4]>
memref.global "private" constant @T_backwards_crd0 : memref<4xi32> = dense<[0, 1, 2, 3]>
memref.global "private" constant @T_backwards_pos1 : memref<5xi32> = dense<[0, 1, 3, 4, 5]>
memref.global "private" constant @T_backwards_crd1 : memref<5xi32> = dense<[2, 0, 1, 1, 0]>
memref.global "private" constant @T_backwards_pos2 : memref<6xi32> = dense<[0, 1, 2, 3, 4, 5]>
memref.global "private" constant @T_backwards_crd2 : memref<5xi32> = dense<[0, 0, 1, 1, 0]>
memref.global "private" constant @T_backwards_val : memref<5xf64> = dense<[3.0, 1.0, 4.0, 5.0, 2.0]>
memref.global "private" constant @U_backwards_pos0 : memref<2xi32> = dense<[0, 3]>
memref.global "private" constant @U_backwards_crd0 : memref<3xi32> = dense<[1, 2, 3]>
memref.global "private" constant @U_backwards_pos1 : memref<4xi32> = dense<[0, 2, 3, 4]>
memref.global "private" constant @U_backwards_crd1 : memref<4xi32> = dense<[0, 1, 1, 2]>
memref.global "private" constant @U_backwards_pos2 : memref<5xi32> = dense<[0, 1, 2, 3, 4]>
memref.global "private" constant @U_backwards_crd2 : memref<4xi32> = dense<[0, 0, 1, 1]>
memref.global "private" constant @U_backwards_val : memref<4xf64> = dense<[6.0, 7.0, -5.0, 8.0]>
memref.global "private" constant @X_dense_val : memref<4xf64> = dense<[1.0, 2.0, 3.0, 4.0]>
memref.global "private" constant @Z_sv_pos0 : memref<2xi32> = dense<[0, 1]>
memref.global "private" constant @Z_sv_crd0 : memref<1xi32> = dense<[1]>
memref.global "private" constant @Z_sv_val : memref<1xf64> = dense<[2.0]>
memref.global "private" constant @M_csc_pos1 : memref<3xi32> = dense<[0, 2, 3]>
memref.global "private" constant @M_csc_crd1 : memref<3xi32> = dense<[0, 2, 1]>
memref.global "private" constant @M_csc_val : memref<3xf64> = dense<[1.0, 3.0, 2.0]>

func.func @T_csf() -> tensor<2x3x4xf64, #CSF> {
  %pos0 = memref.get_global @T_csf_pos0 : memref<2xi32>
  %crd0 = memref.get_global @T_csf_crd0 : memref<2xi32>
  %pos1 = memref.get_global @T_csf_pos1 : memref<3xi32>
  %crd1 = memref.get_global @T_csf_crd1 : memref<3xi32>
  %pos2 = memref.get_global @T_csf_pos2 : memref<4xi32>
  %crd2 = memref.get_global @T_csf_crd2 : memref<5xi32>
  %val = memref.get_global @T_csf_val : memref<5xf64>
  %t = stensor.pack(%pos0, %crd0, %pos1, %crd1, %pos2, %crd2, %val)
      : (memref<2xi32>, memref<2xi32>, memref<3xi32>, memref<3xi32>, memref<4xi32>, memref<5xi32>, memref<5xf64>) -> tensor<2x3x4xf64, #CSF>
  return %t : tensor<2x3x4xf64, #CSF>
}

func.func @U_csf() -> tensor<2x3x4xf64, #CSF> {
  %pos0 = memref.get_global @U_csf_pos0 : memref<2xi32>
  %crd0 = memref.get_global @U_csf_crd0 : memref<2xi32>
  %pos1 = memref.get_global @U_csf_pos1 : memref<3xi32>
  %crd1 = memref.get_global @U_csf_crd1 : memref<4xi32>
  %pos2 = memref.get_global @U_csf_pos2 : memref<5xi32>
  %crd2 = memref.get_global @U_csf_crd2 : memref<4xi32>
  %val = memref.get_global @U_csf_val : memref<4xf64>
  %t = stensor.pack(%pos0, %crd0, %pos1, %crd1, %pos2, %crd2, %val)
      : (memref<2xi32>, memref<2xi32>, memref<3xi32>, memref<4xi32>, memref<5xi32>, memref<4xi32>, memref<4xf64>) -> tensor<2x3x4xf64, #CSF>
  return %t : tensor<2x3x4xf64, #CSF>
}

func.func @U_coo() -> tensor<2x3x4xf64, #COO> {
  %pos0 = memref.get_global @U_coo_pos0 : memref<2xi32>
  %crd0 = memref.get_global @U_coo_crd0 : memref<4xi32>
  %crd1 = memref.get_global @U_coo_crd1 : memref<4xi32>
  %crd2 = memref.get_global @U_coo_crd2 : memref<4xi32>
  %val = memref.get_global @U_coo_val : memref<4xf64>
  %t = stensor.pack(%pos0, %crd0, %crd1, %crd2, %val)
      : (memref<2xi32>, memref<4xi32>, memref<4xi32>, memref<4xi32>, memref<4xf64>) -> tensor<2x3x4xf64, #COO>
  return %t : tensor<2x3x4xf64, #COO>
}

func.func @T_backwards() -> tensor<2x3x4xf64, #Backwards> {
  %pos0 = memref.get_global @T_backwards_pos0 : memref<2xi32>
  %crd0 = memref.get_global @T_backwards_crd0 : memref<4xi32>
  %pos1 = memref.get_global @T_backwards_pos1 : memref<5xi32>
  %crd1 = memref.get_global @T_backwards_crd1 : memref<5xi32>
  %pos2 = memref.get_global @T_backwards_pos2 : memref<6xi32>
  %crd2 = memref.get_global @T_backwards_crd2 : memref<5xi32>
  %val = memref.get_global @T_backwards_val : memref<5xf64>
  %t = stensor.pack(%pos0, %crd0, %pos1, %crd1, %pos2, %crd2, %val)
      : (memref<2xi32>, memref<4xi32>, memref<5xi32>, memref<5xi32>, memref<6xi32>, memref<5xi32>, memref<5xf64>) -> tensor<2x3x4xf64, #Backwards>
  return %t : tensor<2x3x4xf64, #Backwards>
}

func.func @U_backwards() -> tensor<2x3x4xf64, #Backwards> {
  %pos0 = memref.get_global @U_backwards_pos0 : memref<2xi32>
  %crd0 = memref.get_global @U_backwards_crd0 : memref<3xi32>
  %pos1 = memref.get_global @U_backwards_pos1 : memref<4xi32>
  %crd1 = memref.get_global @U_backwards_crd1 : memref<4xi32>
  %pos2 = memref.get_global @U_backwards_pos2 : memref<5xi32>
  %crd2 = memref.get_global @U_backwards_crd2 : memref<4xi32>
  %val = memref.get_global @U_backwards_val : memref<4xf64>
  %t = stensor.pack(%pos0, %crd0, %pos1, %crd1, %pos2, %crd2, %val)
      : (memref<2xi32>, memref<3xi32>, memref<4xi32>, memref<4xi32>, memref<5xi32>, memref<4xi32>, memref<4xf64>) -> tensor<2x3x4xf64, #Backwards>
  return %t : tensor<2x3x4xf64, #Backwards>
}

func.func @X_dense() -> tensor<4xf64> {
  %val = memref.get_global @X_dense_val : memref<4xf64>
  %t = bufferization.to_tensor %val restrict : memref<4xf64> to tensor<4xf64>
  return %t : tensor<4xf64>
}

func.func @Z_sv() -> tensor<4xf64, #SV> {
  %pos0 = memref.get_global @Z_sv_pos0 : memref<2xi32>
  %crd0 = memref.get_global @Z_sv_crd0 : memref<1xi32>
  %val = memref.get_global @Z_sv_val : memref<1xf64>
  %t = stensor.pack(%pos0, %crd0, %val)
      : (memref<2xi32>, memref<1xi32>, memref<1xf64>) -> tensor<4xf64, #SV>
  return %t : tensor<4xf64, #SV>
}

func.func @M_csc() -> tensor<4x2xf64, #CSC> {
  %pos1 = memref.get_global @M_csc_pos1 : memref<3xi32>
  %crd1 = memref.get_global @M_csc_crd1 : memref<3xi32>
  %val = memref.get_global @M_csc_val : memref<3xf64>
  %t = stensor.pack(%pos1, %crd1, %val)
      : (memref<3xi32>, memref<3xi32>, memref<3xf64>) -> tensor<4x2xf64, #CSC>
  return %t : tensor<4x2xf64, #CSC>
}

func.func @sum_into_csf(%T: tensor<2x3x4xf64, #CSF>, %U: tensor<2x3x4xf64, #CSF>) -> tensor<2x3x4xf64, #CSF> {
  %empty = stensor.empty : tensor<2x3x4xf64, #CSF>
  %r = linalg.generic #ijk_ijk_ijk ins(%T, %U : tensor<2x3x4xf64, #CSF>, tensor<2x3x4xf64, #CSF>) outs(%empty : tensor<2x3x4xf64, #CSF>) {
  ^bb0(%t: f64, %u: f64, %old: f64):
    %v1 = arith.addf %t, %u : f64
    linalg.yield %v1 : f64
  } -> tensor<2x3x4xf64, #CSF>
  return %r : tensor<2x3x4xf64, #CSF>
}

func.func @sum_into_coo(%T: tensor<2x3x4xf64, #CSF>, %U: tensor<2x3x4xf64, #CSF>) -> tensor<2x3x4xf64, #COO> {
  %empty = stensor.empty : tensor<2x3x4xf64, #COO>
  %r = linalg.generic #ijk_ijk_ijk ins(%T, %U : tensor<2x3x4xf64, #CSF>, tensor<2x3x4xf64, #CSF>) outs(%empty : tensor<2x3x4xf64, #COO>) {
  ^bb0(%t: f64, %u: f64, %old: f64):
    %v1 = arith.addf %t, %u : f64
    linalg.yield %v1 : f64
  } -> tensor<2x3x4xf64, #COO>
  return %r : tensor<2x3x4xf64, #COO>
}

func.func @sum_into_mixed(%T: tensor<2x3x4xf64, #CSF>, %U: tensor<2x3x4xf64, #CSF>) -> tensor<2x3x4xf64, #Mixed> {
  %empty = stensor.empty : tensor<2x3x4xf64, #Mixed>
  %r = linalg.generic #ijk_ijk_ijk ins(%T, %U : tensor<2x3x4xf64, #CSF>, tensor<2x3x4xf64, #CSF>) outs(%empty : tensor<2x3x4xf64, #Mixed>) {
  ^bb0(%t: f64, %u: f64, %old: f64):
    %v1 = arith.addf %t, %u : f64
    linalg.yield %v1 : f64
  } -> tensor<2x3x4xf64, #Mixed>
  return %r : tensor<2x3x4xf64, #Mixed>
}

func.func @sum_into_rowlists(%T: tensor<2x3x4xf64, #CSF>, %U: tensor<2x3x4xf64, #CSF>) -> tensor<2x3x4xf64, #RowLists> {
  %empty = stensor.empty : tensor<2x3x4xf64, #RowLists>
  %r = linalg.generic #ijk_ijk_ijk ins(%T, %U : tensor<2x3x4xf64, #CSF>, tensor<2x3x4xf64, #CSF>) outs(%empty : tensor<2x3x4xf64, #RowLists>) {
  ^bb0(%t: f64, %u: f64, %old: f64):
    %v1 = arith.addf %t, %u : f64
    linalg.yield %v1 : f64
  } -> tensor<2x3x4xf64, #RowLists>
  return %r : tensor<2x3x4xf64, #RowLists>
}

func.func @sum_into_blocks(%T: tensor<2x3x4xf64, #CSF>, %U: tensor<2x3x4xf64, #CSF>) -> tensor<2x3x4xf64, #Blocks> {
  %empty = stensor.empty : tensor<2x3x4xf64, #Blocks>
  %r = linalg.generic #ijk_ijk_ijk ins(%T, %U : tensor<2x3x4xf64, #CSF>, tensor<2x3x4xf64, #CSF>) outs(%empty : tensor<2x3x4xf64, #Blocks>) {
  ^bb0(%t: f64, %u: f64, %old: f64):
    %v1 = arith.addf %t, %u : f64
    linalg.yield %v1 : f64
  } -> tensor<2x3x4xf64, #Blocks>
  return %r : tensor<2x3x4xf64, #Blocks>
}

func.func @product_into_csf(%T: tensor<2x3x4xf64, #CSF>, %U: tensor<2x3x4xf64, #COO>) -> tensor<2x3x4xf64, #CSF> {
  %empty = stensor.empty : tensor<2x3x4xf64, #CSF>
  %r = linalg.generic #ijk_ijk_ijk ins(%T, %U : tensor<2x3x4xf64, #CSF>, tensor<2x3x4xf64, #COO>) outs(%empty : tensor<2x3x4xf64, #CSF>) {
  ^bb0(%t: f64, %u: f64, %old: f64):
    %v1 = arith.mulf %t, %u : f64
    linalg.yield %v1 : f64
  } -> tensor<2x3x4xf64, #CSF>
  return %r : tensor<2x3x4xf64, #CSF>
}

func.func @product_into_coo(%T: tensor<2x3x4xf64, #CSF>, %U: tensor<2x3x4xf64, #COO>) -> tensor<2x3x4xf64, #COO> {
  %empty = stensor.empty : tensor<2x3x4xf64, #COO>
  %r = linalg.generic #ijk_ijk_ijk ins(%T, %U : tensor<2x3x4xf64, #CSF>, tensor<2x3x4xf64, #COO>) outs(%empty : tensor<2x3x4xf64, #COO>) {
  ^bb0(%t: f64, %u: f64, %old: f64):
    %v1 = arith.mulf %t, %u : f64
    linalg.yield %v1 : f64
  } -> tensor<2x3x4xf64, #COO>
  return %r : tensor<2x3x4xf64, #COO>
}

func.func @product_into_mixed(%T: tensor<2x3x4xf64, #CSF>, %U: tensor<2x3x4xf64, #COO>) -> tensor<2x3x4xf64, #Mixed> {
  %empty = stensor.empty : tensor<2x3x4xf64, #Mixed>
  %r = linalg.generic #ijk_ijk_ijk ins(%T, %U : tensor<2x3x4xf64, #CSF>, tensor<2x3x4xf64, #COO>) outs(%empty : tensor<2x3x4xf64, #Mixed>) {
  ^bb0(%t: f64, %u: f64, %old: f64):
    %v1 = arith.mulf %t, %u : f64
    linalg.yield %v1 : f64
  } -> tensor<2x3x4xf64, #Mixed>
  return %r : tensor<2x3x4xf64, #Mixed>
}

func.func @sum_backwards(%T: tensor<2x3x4xf64, #Backwards>, %U: tensor<2x3x4xf64, #Backwards>) -> tensor<2x3x4xf64, #Backwards> {
  %empty = stensor.empty : tensor<2x3x4xf64, #Backwards>
  %r = linalg.generic #ijk_ijk_ijk ins(%T, %U : tensor<2x3x4xf64, #Backwards>, tensor<2x3x4xf64, #Backwards>) outs(%empty : tensor<2x3x4xf64, #Backwards>) {
  ^bb0(%t: f64, %u: f64, %old: f64):
    %v1 = arith.addf %t, %u : f64
    linalg.yield %v1 : f64
  } -> tensor<2x3x4xf64, #Backwards>
  return %r : tensor<2x3x4xf64, #Backwards>
}

// The last dimension is summed over.
func.func @tensor_times_vector(%T: tensor<2x3x4xf64, #CSF>, %X: tensor<4xf64>) -> tensor<2x3xf64, #DCSR> {
  %empty = stensor.empty : tensor<2x3xf64, #DCSR>
  %r = linalg.generic #ijk_k_ij ins(%T, %X : tensor<2x3x4xf64, #CSF>, tensor<4xf64>) outs(%empty : tensor<2x3xf64, #DCSR>) {
  ^bb0(%t: f64, %x: f64, %old: f64):
    %v1 = arith.mulf %t, %x : f64
    %new = arith.addf %old, %v1 : f64
    linalg.yield %new : f64
  } -> tensor<2x3xf64, #DCSR>
  return %r : tensor<2x3xf64, #DCSR>
}

func.func @tensor_times_stored_vector(%T: tensor<2x3x4xf64, #CSF>, %Z: tensor<4xf64, #SV>) -> tensor<2x3xf64, #CSR> {
  %empty = stensor.empty : tensor<2x3xf64, #CSR>
  %r = linalg.generic #ijk_k_ij ins(%T, %Z : tensor<2x3x4xf64, #CSF>, tensor<4xf64, #SV>) outs(%empty : tensor<2x3xf64, #CSR>) {
  ^bb0(%t: f64, %z: f64, %old: f64):
    %v1 = arith.mulf %t, %z : f64
    %new = arith.addf %old, %v1 : f64
    linalg.yield %new : f64
  } -> tensor<2x3xf64, #CSR>
  return %r : tensor<2x3xf64, #CSR>
}

func.func @tensor_times_columns(%T: tensor<2x3x4xf64, #CSF>, %M: tensor<4x2xf64, #CSC>) -> tensor<2x3x2xf64, #CSF> {
  %empty = stensor.empty : tensor<2x3x2xf64, #CSF>
  %r = linalg.generic #ijl_lk_ijk ins(%T, %M : tensor<2x3x4xf64, #CSF>, tensor<4x2xf64, #CSC>) outs(%empty : tensor<2x3x2xf64, #CSF>) {
  ^bb0(%t: f64, %m: f64, %old: f64):
    %v1 = arith.mulf %t, %m : f64
    %new = arith.addf %old, %v1 : f64
    linalg.yield %new : f64
  } -> tensor<2x3x2xf64, #CSF>
  return %r : tensor<2x3x2xf64, #CSF>
}

func.func @main() {
  %T_csf = call @T_csf() : () -> tensor<2x3x4xf64, #CSF>
  %U_csf = call @U_csf() : () -> tensor<2x3x4xf64, #CSF>

  %sum_into_csf = call @sum_into_csf(%T_csf, %U_csf)
      : (tensor<2x3x4xf64, #CSF>, tensor<2x3x4xf64, #CSF>) -> tensor<2x3x4xf64, #CSF>
  // CHECK: sum_into_csf
  vector.print str "sum_into_csf\0A"
  // CHECK-NEXT: [ 0 2 ]
  // CHECK-NEXT: [ 0 1 ]
  // CHECK-NEXT: [ 0 3 5 ]
  // CHECK-NEXT: [ 0 1 2 1 2 ]
  // CHECK-NEXT: [ 0 2 3 4 6 7 ]
  // CHECK-NEXT: [ 1 3 1 0 1 2 3 ]
  // CHECK-NEXT: [ 7 2 7 3 4 0 8 ]
  %sum_into_csf_pos0, %sum_into_csf_crd0, %sum_into_csf_pos1, %sum_into_csf_crd1, %sum_into_csf_pos2, %sum_into_csf_crd2, %sum_into_csf_val = stensor.unpack %sum_into_csf
      : tensor<2x3x4xf64, #CSF> -> memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%sum_into_csf_pos0) : (memref<?xi32>) -> ()
  call @show_i32(%sum_into_csf_crd0) : (memref<?xi32>) -> ()
  call @show_i32(%sum_into_csf_pos1) : (memref<?xi32>) -> ()
  call @show_i32(%sum_into_csf_crd1) : (memref<?xi32>) -> ()
  call @show_i32(%sum_into_csf_pos2) : (memref<?xi32>) -> ()
  call @show_i32(%sum_into_csf_crd2) : (memref<?xi32>) -> ()
  call @show_f64(%sum_into_csf_val) : (memref<?xf64>) -> ()

  %sum_into_coo = call @sum_into_coo(%T_csf, %U_csf)
      : (tensor<2x3x4xf64, #CSF>, tensor<2x3x4xf64, #CSF>) -> tensor<2x3x4xf64, #COO>
  // CHECK: sum_into_coo
  vector.print str "sum_into_coo\0A"
  // CHECK-NEXT: [ 0 7 ]
  // CHECK-NEXT: [ 0 0 0 0 1 1 1 ]
  // CHECK-NEXT: [ 0 0 1 2 1 1 2 ]
  // CHECK-NEXT: [ 1 3 1 0 1 2 3 ]
  // CHECK-NEXT: [ 7 2 7 3 4 0 8 ]
  %sum_into_coo_pos0, %sum_into_coo_crd0, %sum_into_coo_crd1, %sum_into_coo_crd2, %sum_into_coo_val = stensor.unpack %sum_into_coo
      : tensor<2x3x4xf64, #COO> -> memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%sum_into_coo_pos0) : (memref<?xi32>) -> ()
  call @show_i32(%sum_into_coo_crd0) : (memref<?xi32>) -> ()
  call @show_i32(%sum_into_coo_crd1) : (memref<?xi32>) -> ()
  call @show_i32(%sum_into_coo_crd2) : (memref<?xi32>) -> ()
  call @show_f64(%sum_into_coo_val) : (memref<?xf64>) -> ()

  %sum_into_mixed = call @sum_into_mixed(%T_csf, %U_csf)
      : (tensor<2x3x4xf64, #CSF>, tensor<2x3x4xf64, #CSF>) -> tensor<2x3x4xf64, #Mixed>
  // CHECK: sum_into_mixed
  vector.print str "sum_into_mixed\0A"
  // CHECK-NEXT: [ 0 3 5 ]
  // CHECK-NEXT: [ 0 1 2 1 2 ]
  // CHECK-NEXT: [ 0 7 0 2 0 7 0 0 3 0 0 0 0 4 0 0 0 0 0 8 ]
  %sum_into_mixed_pos1, %sum_into_mixed_crd1, %sum_into_mixed_val = stensor.unpack %sum_into_mixed
      : tensor<2x3x4xf64, #Mixed> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%sum_into_mixed_pos1) : (memref<?xi32>) -> ()
  call @show_i32(%sum_into_mixed_crd1) : (memref<?xi32>) -> ()
  call @show_f64(%sum_into_mixed_val) : (memref<?xf64>) -> ()

  %sum_into_rowlists = call @sum_into_rowlists(%T_csf, %U_csf)
      : (tensor<2x3x4xf64, #CSF>, tensor<2x3x4xf64, #CSF>) -> tensor<2x3x4xf64, #RowLists>
  // CHECK: sum_into_rowlists
  vector.print str "sum_into_rowlists\0A"
  // CHECK-NEXT: [ 0 4 7 ]
  // CHECK-NEXT: [ 0 0 1 2 1 1 2 ]
  // CHECK-NEXT: [ 1 3 1 0 1 2 3 ]
  // CHECK-NEXT: [ 7 2 7 3 4 0 8 ]
  %sum_into_rowlists_pos1, %sum_into_rowlists_crd1, %sum_into_rowlists_crd2, %sum_into_rowlists_val = stensor.unpack %sum_into_rowlists
      : tensor<2x3x4xf64, #RowLists> -> memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%sum_into_rowlists_pos1) : (memref<?xi32>) -> ()
  call @show_i32(%sum_into_rowlists_crd1) : (memref<?xi32>) -> ()
  call @show_i32(%sum_into_rowlists_crd2) : (memref<?xi32>) -> ()
  call @show_f64(%sum_into_rowlists_val) : (memref<?xf64>) -> ()

  %sum_into_blocks = call @sum_into_blocks(%T_csf, %U_csf)
      : (tensor<2x3x4xf64, #CSF>, tensor<2x3x4xf64, #CSF>) -> tensor<2x3x4xf64, #Blocks>
  // CHECK: sum_into_blocks
  vector.print str "sum_into_blocks\0A"
  // CHECK-NEXT: [ 0 2 4 ]
  // CHECK-NEXT: [ 0 1 0 1 ]
  // CHECK-NEXT: [ 0 2 3 5 6 ]
  // CHECK-NEXT: [ 0 1 0 0 1 1 ]
  // CHECK-NEXT: [ 0 7 0 7 0 2 0 0 3 0 0 0 0 0 0 4 0 0 0 0 0 8 0 0 ]
  %sum_into_blocks_pos1, %sum_into_blocks_crd1, %sum_into_blocks_pos2, %sum_into_blocks_crd2, %sum_into_blocks_val = stensor.unpack %sum_into_blocks
      : tensor<2x3x4xf64, #Blocks> -> memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%sum_into_blocks_pos1) : (memref<?xi32>) -> ()
  call @show_i32(%sum_into_blocks_crd1) : (memref<?xi32>) -> ()
  call @show_i32(%sum_into_blocks_pos2) : (memref<?xi32>) -> ()
  call @show_i32(%sum_into_blocks_crd2) : (memref<?xi32>) -> ()
  call @show_f64(%sum_into_blocks_val) : (memref<?xf64>) -> ()
  %U_coo = call @U_coo() : () -> tensor<2x3x4xf64, #COO>

  %product_into_csf = call @product_into_csf(%T_csf, %U_coo)
      : (tensor<2x3x4xf64, #CSF>, tensor<2x3x4xf64, #COO>) -> tensor<2x3x4xf64, #CSF>
  // CHECK: product_into_csf
  vector.print str "product_into_csf\0A"
  // CHECK-NEXT: [ 0 2 ]
  // CHECK-NEXT: [ 0 1 ]
  // CHECK-NEXT: [ 0 1 2 ]
  // CHECK-NEXT: [ 0 1 ]
  // CHECK-NEXT: [ 0 1 2 ]
  // CHECK-NEXT: [ 1 2 ]
  // CHECK-NEXT: [ 6 -25 ]
  %product_into_csf_pos0, %product_into_csf_crd0, %product_into_csf_pos1, %product_into_csf_crd1, %product_into_csf_pos2, %product_into_csf_crd2, %product_into_csf_val = stensor.unpack %product_into_csf
      : tensor<2x3x4xf64, #CSF> -> memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%product_into_csf_pos0) : (memref<?xi32>) -> ()
  call @show_i32(%product_into_csf_crd0) : (memref<?xi32>) -> ()
  call @show_i32(%product_into_csf_pos1) : (memref<?xi32>) -> ()
  call @show_i32(%product_into_csf_crd1) : (memref<?xi32>) -> ()
  call @show_i32(%product_into_csf_pos2) : (memref<?xi32>) -> ()
  call @show_i32(%product_into_csf_crd2) : (memref<?xi32>) -> ()
  call @show_f64(%product_into_csf_val) : (memref<?xf64>) -> ()

  %product_into_coo = call @product_into_coo(%T_csf, %U_coo)
      : (tensor<2x3x4xf64, #CSF>, tensor<2x3x4xf64, #COO>) -> tensor<2x3x4xf64, #COO>
  // CHECK: product_into_coo
  vector.print str "product_into_coo\0A"
  // CHECK-NEXT: [ 0 2 ]
  // CHECK-NEXT: [ 0 1 ]
  // CHECK-NEXT: [ 0 1 ]
  // CHECK-NEXT: [ 1 2 ]
  // CHECK-NEXT: [ 6 -25 ]
  %product_into_coo_pos0, %product_into_coo_crd0, %product_into_coo_crd1, %product_into_coo_crd2, %product_into_coo_val = stensor.unpack %product_into_coo
      : tensor<2x3x4xf64, #COO> -> memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%product_into_coo_pos0) : (memref<?xi32>) -> ()
  call @show_i32(%product_into_coo_crd0) : (memref<?xi32>) -> ()
  call @show_i32(%product_into_coo_crd1) : (memref<?xi32>) -> ()
  call @show_i32(%product_into_coo_crd2) : (memref<?xi32>) -> ()
  call @show_f64(%product_into_coo_val) : (memref<?xf64>) -> ()

  %product_into_mixed = call @product_into_mixed(%T_csf, %U_coo)
      : (tensor<2x3x4xf64, #CSF>, tensor<2x3x4xf64, #COO>) -> tensor<2x3x4xf64, #Mixed>
  // CHECK: product_into_mixed
  vector.print str "product_into_mixed\0A"
  // CHECK-NEXT: [ 0 1 2 ]
  // CHECK-NEXT: [ 0 1 ]
  // CHECK-NEXT: [ 0 6 0 0 0 0 -25 0 ]
  %product_into_mixed_pos1, %product_into_mixed_crd1, %product_into_mixed_val = stensor.unpack %product_into_mixed
      : tensor<2x3x4xf64, #Mixed> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%product_into_mixed_pos1) : (memref<?xi32>) -> ()
  call @show_i32(%product_into_mixed_crd1) : (memref<?xi32>) -> ()
  call @show_f64(%product_into_mixed_val) : (memref<?xf64>) -> ()
  %T_backwards = call @T_backwards() : () -> tensor<2x3x4xf64, #Backwards>
  %U_backwards = call @U_backwards() : () -> tensor<2x3x4xf64, #Backwards>

  %sum_backwards = call @sum_backwards(%T_backwards, %U_backwards)
      : (tensor<2x3x4xf64, #Backwards>, tensor<2x3x4xf64, #Backwards>) -> tensor<2x3x4xf64, #Backwards>
  // CHECK: sum_backwards
  vector.print str "sum_backwards\0A"
  // CHECK-NEXT: [ 0 4 ]
  // CHECK-NEXT: [ 0 1 2 3 ]
  // CHECK-NEXT: [ 0 1 3 4 6 ]
  // CHECK-NEXT: [ 2 0 1 1 0 2 ]
  // CHECK-NEXT: [ 0 1 2 4 5 6 7 ]
  // CHECK-NEXT: [ 0 0 0 1 1 0 1 ]
  // CHECK-NEXT: [ 3 7 7 4 0 2 8 ]
  %sum_backwards_pos0, %sum_backwards_crd0, %sum_backwards_pos1, %sum_backwards_crd1, %sum_backwards_pos2, %sum_backwards_crd2, %sum_backwards_val = stensor.unpack %sum_backwards
      : tensor<2x3x4xf64, #Backwards> -> memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%sum_backwards_pos0) : (memref<?xi32>) -> ()
  call @show_i32(%sum_backwards_crd0) : (memref<?xi32>) -> ()
  call @show_i32(%sum_backwards_pos1) : (memref<?xi32>) -> ()
  call @show_i32(%sum_backwards_crd1) : (memref<?xi32>) -> ()
  call @show_i32(%sum_backwards_pos2) : (memref<?xi32>) -> ()
  call @show_i32(%sum_backwards_crd2) : (memref<?xi32>) -> ()
  call @show_f64(%sum_backwards_val) : (memref<?xf64>) -> ()
  %X_dense = call @X_dense() : () -> tensor<4xf64>

  %tensor_times_vector = call @tensor_times_vector(%T_csf, %X_dense)
      : (tensor<2x3x4xf64, #CSF>, tensor<4xf64>) -> tensor<2x3xf64, #DCSR>
  // CHECK: tensor_times_vector
  vector.print str "tensor_times_vector\0A"
  // CHECK-NEXT: [ 0 2 ]
  // CHECK-NEXT: [ 0 1 ]
  // CHECK-NEXT: [ 0 2 3 ]
  // CHECK-NEXT: [ 0 2 1 ]
  // CHECK-NEXT: [ 10 3 23 ]
  %tensor_times_vector_pos0, %tensor_times_vector_crd0, %tensor_times_vector_pos1, %tensor_times_vector_crd1, %tensor_times_vector_val = stensor.unpack %tensor_times_vector
      : tensor<2x3xf64, #DCSR> -> memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%tensor_times_vector_pos0) : (memref<?xi32>) -> ()
  call @show_i32(%tensor_times_vector_crd0) : (memref<?xi32>) -> ()
  call @show_i32(%tensor_times_vector_pos1) : (memref<?xi32>) -> ()
  call @show_i32(%tensor_times_vector_crd1) : (memref<?xi32>) -> ()
  call @show_f64(%tensor_times_vector_val) : (memref<?xf64>) -> ()
  %Z_sv = call @Z_sv() : () -> tensor<4xf64, #SV>

  %tensor_times_stored_vector = call @tensor_times_stored_vector(%T_csf, %Z_sv)
      : (tensor<2x3x4xf64, #CSF>, tensor<4xf64, #SV>) -> tensor<2x3xf64, #CSR>
  // CHECK: tensor_times_stored_vector
  vector.print str "tensor_times_stored_vector\0A"
  // CHECK-NEXT: [ 0 1 2 ]
  // CHECK-NEXT: [ 0 1 ]
  // CHECK-NEXT: [ 2 8 ]
  %tensor_times_stored_vector_pos1, %tensor_times_stored_vector_crd1, %tensor_times_stored_vector_val = stensor.unpack %tensor_times_stored_vector
      : tensor<2x3xf64, #CSR> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%tensor_times_stored_vector_pos1) : (memref<?xi32>) -> ()
  call @show_i32(%tensor_times_stored_vector_crd1) : (memref<?xi32>) -> ()
  call @show_f64(%tensor_times_stored_vector_val) : (memref<?xf64>) -> ()
  %M_csc = call @M_csc() : () -> tensor<4x2xf64, #CSC>

  %tensor_times_columns = call @tensor_times_columns(%T_csf, %M_csc)
      : (tensor<2x3x4xf64, #CSF>, tensor<4x2xf64, #CSC>) -> tensor<2x3x2xf64, #CSF>
  // CHECK: tensor_times_columns
  vector.print str "tensor_times_columns\0A"
  // CHECK-NEXT: [ 0 2 ]
  // CHECK-NEXT: [ 0 1 ]
  // CHECK-NEXT: [ 0 2 3 ]
  // CHECK-NEXT: [ 0 2 1 ]
  // CHECK-NEXT: [ 0 1 2 4 ]
  // CHECK-NEXT: [ 1 0 0 1 ]
  // CHECK-NEXT: [ 2 3 15 8 ]
  %tensor_times_columns_pos0, %tensor_times_columns_crd0, %tensor_times_columns_pos1, %tensor_times_columns_crd1, %tensor_times_columns_pos2, %tensor_times_columns_crd2, %tensor_times_columns_val = stensor.unpack %tensor_times_columns
      : tensor<2x3x2xf64, #CSF> -> memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%tensor_times_columns_pos0) : (memref<?xi32>) -> ()
  call @show_i32(%tensor_times_columns_crd0) : (memref<?xi32>) -> ()
  call @show_i32(%tensor_times_columns_pos1) : (memref<?xi32>) -> ()
  call @show_i32(%tensor_times_columns_crd1) : (memref<?xi32>) -> ()
  call @show_i32(%tensor_times_columns_pos2) : (memref<?xi32>) -> ()
  call @show_i32(%tensor_times_columns_crd2) : (memref<?xi32>) -> ()
  call @show_f64(%tensor_times_columns_val) : (memref<?xf64>) -> ()
  return
}
