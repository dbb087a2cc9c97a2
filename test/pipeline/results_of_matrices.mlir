// `--lacuna`, executed: sums and products of matrices as stored results, array by array: positions, coordinates, values.
// A value that cancels out to zero stays stored.
//
//       [ 1 0 2 0 0 ]       [  0 0 7 0 0 ]
//   A = [ 0 0 0 0 0 ]   B = [  8 0 0 0 0 ]
//       [ 0 3 0 0 4 ]       [  0 0 0 0 0 ]
//       [ 5 0 0 6 0 ]       [ -5 0 9 1 0 ]

// RUN: lacuna-opt %s --lacuna | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=two-phase=true | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=fp=strict | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=vector-bytes=0 | %run | FileCheck %s

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#DCSR = #stensor.format<(i, j) -> (i : compressed, j : compressed)>
#COO = #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton)>
#Pairs = #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton(interleaved))>
#Rows = #stensor.format<(i, j) -> (i : compressed, j : dense)>
#CSC = #stensor.format<(i, j) -> (j : dense, i : compressed)>
#Columns = #stensor.format<(i, j) -> (j : compressed(nonunique), i : singleton)>
#BCSR = #stensor.format<(i, j) -> (i floordiv 2 : dense, j floordiv 2 : compressed, i mod 2 : dense, j mod 2 : dense)>
#DIA = #stensor.format<(i, j) -> (j - i : compressed, i : range, j : offset)>
#ij_ij_ij = {
  indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
  iterator_types = ["parallel", "parallel"]
}
#ij_ij = {
  indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
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

memref.global "private" constant @A_csr_pos1 : memref<5xi32> = dense<[0, 2, 2, 4, 6]>
memref.global "private" constant @A_csr_crd1 : memref<6xi32> = dense<[0, 2, 1, 4, 0, 3]>
memref.global "private" constant @A_csr_val : memref<6xf64> = dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]>
memref.global "private" constant @B_dcsr_pos0 : memref<2xi32> = dense<[0, 3]>
memref.global "private" constant @B_dcsr_crd0 : memref<3xi32> = dense<[0, 1, 3]>
memref.global "private" constant @B_dcsr_pos1 : memref<4xi32> = dense<[0, 1, 2, 5]>
memref.global "private" constant @B_dcsr_crd1 : memref<5xi32> = dense<[2, 0, 0, 2, 3]>
memref.global "private" constant @B_dcsr_val : memref<5xf64> = dense<[7.0, 8.0, -5.0, 9.0, 1.0]>
memref.global "private" constant @B_coo_pos0 : memref<2xi32> = dense<[0, 5]>
memref.global "private" constant @B_coo_crd0 : memref<5xi32> = dense<[0, 1, 3, 3, 3]>
memref.global "private" constant @B_coo_crd1 : memref<5xi32> = dense<[2, 0, 0, 2, 3]>
memref.global "private" constant @B_coo_val : memref<5xf64> = dense<[7.0, 8.0, -5.0, 9.0, 1.0]>
memref.global "private" constant @A_csc_pos1 : memref<6xi32> = dense<[0, 2, 3, 4, 5, 6]>
memref.global "private" constant @A_csc_crd1 : memref<6xi32> = dense<[0, 3, 2, 0, 3, 2]>
memref.global "private" constant @A_csc_val : memref<6xf64> = dense<[1.0, 5.0, 3.0, 2.0, 6.0, 4.0]>
memref.global "private" constant @B_csc_pos1 : memref<6xi32> = dense<[0, 2, 2, 4, 5, 5]>
memref.global "private" constant @B_csc_crd1 : memref<5xi32> = dense<[1, 3, 0, 3, 3]>
memref.global "private" constant @B_csc_val : memref<5xf64> = dense<[8.0, -5.0, 7.0, 9.0, 1.0]>
memref.global "private" constant @A_bcsr_pos1 : memref<3xi32> = dense<[0, 2, 5]>
memref.global "private" constant @A_bcsr_crd1 : memref<5xi32> = dense<[0, 1, 0, 1, 2]>
memref.global "private" constant @A_bcsr_val : memref<20xf64> = dense<[1.0, 0.0, 0.0, 0.0, 2.0, 0.0, 0.0, 0.0, 0.0, 3.0, 5.0, 0.0, 0.0, 0.0, 0.0, 6.0, 4.0, 0.0, 0.0, 0.0]>
memref.global "private" constant @B_bcsr_pos1 : memref<3xi32> = dense<[0, 2, 4]>
memref.global "private" constant @B_bcsr_crd1 : memref<4xi32> = dense<[0, 1, 0, 1]>
memref.global "private" constant @B_bcsr_val : memref<16xf64> = dense<[0.0, 0.0, 8.0, 0.0, 7.0, 0.0, 0.0, 0.0, 0.0, 0.0, -5.0, 0.0, 0.0, 0.0, 9.0, 1.0]>
memref.global "private" constant @A_dia_pos0 : memref<2xi32> = dense<[0, 4]>
memref.global "private" constant @A_dia_crd0 : memref<4xi32> = dense<[-3, -1, 0, 2]>
memref.global "private" constant @A_dia_val : memref<16xf64> = dense<[0.0, 0.0, 0.0, 5.0, 0.0, 0.0, 3.0, 0.0, 1.0, 0.0, 0.0, 6.0, 2.0, 0.0, 4.0, 0.0]>
memref.global "private" constant @B_dia_pos0 : memref<2xi32> = dense<[0, 4]>
memref.global "private" constant @B_dia_crd0 : memref<4xi32> = dense<[-3, -1, 0, 2]>
memref.global "private" constant @B_dia_val : memref<16xf64> = dense<[0.0, 0.0, 0.0, -5.0, 0.0, 8.0, 0.0, 9.0, 0.0, 0.0, 0.0, 1.0, 7.0, 0.0, 0.0, 0.0]>
memref.global "private" constant @D_dense_val : memref<4x5xf64> = dense<[[0.0, 0.0, 7.0, 0.0, 0.0], [8.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0], [-5.0, 0.0, 9.0, 1.0, 0.0]]>
memref.global "private" constant @B_csr_pos1 : memref<5xi32> = dense<[0, 1, 2, 2, 5]>
memref.global "private" constant @B_csr_crd1 : memref<5xi32> = dense<[2, 0, 0, 2, 3]>
memref.global "private" constant @B_csr_val : memref<5xf64> = dense<[7.0, 8.0, -5.0, 9.0, 1.0]>

func.func @A_csr() -> tensor<4x5xf64, #CSR> {
  %pos1 = memref.get_global @A_csr_pos1 : memref<5xi32>
  %crd1 = memref.get_global @A_csr_crd1 : memref<6xi32>
  %val = memref.get_global @A_csr_val : memref<6xf64>
  %t = stensor.pack(%pos1, %crd1, %val)
      : (memref<5xi32>, memref<6xi32>, memref<6xf64>) -> tensor<4x5xf64, #CSR>
  return %t : tensor<4x5xf64, #CSR>
}

func.func @B_dcsr() -> tensor<4x5xf64, #DCSR> {
  %pos0 = memref.get_global @B_dcsr_pos0 : memref<2xi32>
  %crd0 = memref.get_global @B_dcsr_crd0 : memref<3xi32>
  %pos1 = memref.get_global @B_dcsr_pos1 : memref<4xi32>
  %crd1 = memref.get_global @B_dcsr_crd1 : memref<5xi32>
  %val = memref.get_global @B_dcsr_val : memref<5xf64>
  %t = stensor.pack(%pos0, %crd0, %pos1, %crd1, %val)
      : (memref<2xi32>, memref<3xi32>, memref<4xi32>, memref<5xi32>, memref<5xf64>) -> tensor<4x5xf64, #DCSR>
  return %t : tensor<4x5xf64, #DCSR>
}

func.func @B_coo() -> tensor<4x5xf64, #COO> {
  %pos0 = memref.get_global @B_coo_pos0 : memref<2xi32>
  %crd0 = memref.get_global @B_coo_crd0 : memref<5xi32>
  %crd1 = memref.get_global @B_coo_crd1 : memref<5xi32>
  %val = memref.get_global @B_coo_val : memref<5xf64>
  %t = stensor.pack(%pos0, %crd0, %crd1, %val)
      : (memref<2xi32>, memref<5xi32>, memref<5xi32>, memref<5xf64>) -> tensor<4x5xf64, #COO>
  return %t : tensor<4x5xf64, #COO>
}

func.func @A_csc() -> tensor<4x5xf64, #CSC> {
  %pos1 = memref.get_global @A_csc_pos1 : memref<6xi32>
  %crd1 = memref.get_global @A_csc_crd1 : memref<6xi32>
  %val = memref.get_global @A_csc_val : memref<6xf64>
  %t = stensor.pack(%pos1, %crd1, %val)
      : (memref<6xi32>, memref<6xi32>, memref<6xf64>) -> tensor<4x5xf64, #CSC>
  return %t : tensor<4x5xf64, #CSC>
}

func.func @B_csc() -> tensor<4x5xf64, #CSC> {
  %pos1 = memref.get_global @B_csc_pos1 : memref<6xi32>
  %crd1 = memref.get_global @B_csc_crd1 : memref<5xi32>
  %val = memref.get_global @B_csc_val : memref<5xf64>
  %t = stensor.pack(%pos1, %crd1, %val)
      : (memref<6xi32>, memref<5xi32>, memref<5xf64>) -> tensor<4x5xf64, #CSC>
  return %t : tensor<4x5xf64, #CSC>
}

func.func @A_bcsr() -> tensor<4x5xf64, #BCSR> {
  %pos1 = memref.get_global @A_bcsr_pos1 : memref<3xi32>
  %crd1 = memref.get_global @A_bcsr_crd1 : memref<5xi32>
  %val = memref.get_global @A_bcsr_val : memref<20xf64>
  %t = stensor.pack(%pos1, %crd1, %val)
      : (memref<3xi32>, memref<5xi32>, memref<20xf64>) -> tensor<4x5xf64, #BCSR>
  return %t : tensor<4x5xf64, #BCSR>
}

func.func @B_bcsr() -> tensor<4x5xf64, #BCSR> {
  %pos1 = memref.get_global @B_bcsr_pos1 : memref<3xi32>
  %crd1 = memref.get_global @B_bcsr_crd1 : memref<4xi32>
  %val = memref.get_global @B_bcsr_val : memref<16xf64>
  %t = stensor.pack(%pos1, %crd1, %val)
      : (memref<3xi32>, memref<4xi32>, memref<16xf64>) -> tensor<4x5xf64, #BCSR>
  return %t : tensor<4x5xf64, #BCSR>
}

func.func @A_dia() -> tensor<4x5xf64, #DIA> {
  %pos0 = memref.get_global @A_dia_pos0 : memref<2xi32>
  %crd0 = memref.get_global @A_dia_crd0 : memref<4xi32>
  %val = memref.get_global @A_dia_val : memref<16xf64>
  %t = stensor.pack(%pos0, %crd0, %val)
      : (memref<2xi32>, memref<4xi32>, memref<16xf64>) -> tensor<4x5xf64, #DIA>
  return %t : tensor<4x5xf64, #DIA>
}

func.func @B_dia() -> tensor<4x5xf64, #DIA> {
  %pos0 = memref.get_global @B_dia_pos0 : memref<2xi32>
  %crd0 = memref.get_global @B_dia_crd0 : memref<4xi32>
  %val = memref.get_global @B_dia_val : memref<16xf64>
  %t = stensor.pack(%pos0, %crd0, %val)
      : (memref<2xi32>, memref<4xi32>, memref<16xf64>) -> tensor<4x5xf64, #DIA>
  return %t : tensor<4x5xf64, #DIA>
}

func.func @D_dense() -> tensor<4x5xf64> {
  %val = memref.get_global @D_dense_val : memref<4x5xf64>
  %t = bufferization.to_tensor %val restrict : memref<4x5xf64> to tensor<4x5xf64>
  return %t : tensor<4x5xf64>
}

func.func @B_csr() -> tensor<4x5xf64, #CSR> {
  %pos1 = memref.get_global @B_csr_pos1 : memref<5xi32>
  %crd1 = memref.get_global @B_csr_crd1 : memref<5xi32>
  %val = memref.get_global @B_csr_val : memref<5xf64>
  %t = stensor.pack(%pos1, %crd1, %val)
      : (memref<5xi32>, memref<5xi32>, memref<5xf64>) -> tensor<4x5xf64, #CSR>
  return %t : tensor<4x5xf64, #CSR>
}

// The union of what is stored.
func.func @sum_into_csr(%A: tensor<4x5xf64, #CSR>, %B: tensor<4x5xf64, #DCSR>) -> tensor<4x5xf64, #CSR> {
  %empty = stensor.empty : tensor<4x5xf64, #CSR>
  %r = linalg.generic #ij_ij_ij ins(%A, %B : tensor<4x5xf64, #CSR>, tensor<4x5xf64, #DCSR>) outs(%empty : tensor<4x5xf64, #CSR>) {
  ^bb0(%a: f64, %b: f64, %old: f64):
    %v1 = arith.addf %a, %b : f64
    linalg.yield %v1 : f64
  } -> tensor<4x5xf64, #CSR>
  return %r : tensor<4x5xf64, #CSR>
}

// The union of what is stored.
func.func @sum_into_dcsr(%A: tensor<4x5xf64, #CSR>, %B: tensor<4x5xf64, #DCSR>) -> tensor<4x5xf64, #DCSR> {
  %empty = stensor.empty : tensor<4x5xf64, #DCSR>
  %r = linalg.generic #ij_ij_ij ins(%A, %B : tensor<4x5xf64, #CSR>, tensor<4x5xf64, #DCSR>) outs(%empty : tensor<4x5xf64, #DCSR>) {
  ^bb0(%a: f64, %b: f64, %old: f64):
    %v1 = arith.addf %a, %b : f64
    linalg.yield %v1 : f64
  } -> tensor<4x5xf64, #DCSR>
  return %r : tensor<4x5xf64, #DCSR>
}

// The union of what is stored.
func.func @sum_into_coo(%A: tensor<4x5xf64, #CSR>, %B: tensor<4x5xf64, #DCSR>) -> tensor<4x5xf64, #COO> {
  %empty = stensor.empty : tensor<4x5xf64, #COO>
  %r = linalg.generic #ij_ij_ij ins(%A, %B : tensor<4x5xf64, #CSR>, tensor<4x5xf64, #DCSR>) outs(%empty : tensor<4x5xf64, #COO>) {
  ^bb0(%a: f64, %b: f64, %old: f64):
    %v1 = arith.addf %a, %b : f64
    linalg.yield %v1 : f64
  } -> tensor<4x5xf64, #COO>
  return %r : tensor<4x5xf64, #COO>
}

// The union of what is stored.
func.func @sum_into_pairs(%A: tensor<4x5xf64, #CSR>, %B: tensor<4x5xf64, #DCSR>) -> tensor<4x5xf64, #Pairs> {
  %empty = stensor.empty : tensor<4x5xf64, #Pairs>
  %r = linalg.generic #ij_ij_ij ins(%A, %B : tensor<4x5xf64, #CSR>, tensor<4x5xf64, #DCSR>) outs(%empty : tensor<4x5xf64, #Pairs>) {
  ^bb0(%a: f64, %b: f64, %old: f64):
    %v1 = arith.addf %a, %b : f64
    linalg.yield %v1 : f64
  } -> tensor<4x5xf64, #Pairs>
  return %r : tensor<4x5xf64, #Pairs>
}

// The union of what is stored.
func.func @sum_into_rows(%A: tensor<4x5xf64, #CSR>, %B: tensor<4x5xf64, #DCSR>) -> tensor<4x5xf64, #Rows> {
  %empty = stensor.empty : tensor<4x5xf64, #Rows>
  %r = linalg.generic #ij_ij_ij ins(%A, %B : tensor<4x5xf64, #CSR>, tensor<4x5xf64, #DCSR>) outs(%empty : tensor<4x5xf64, #Rows>) {
  ^bb0(%a: f64, %b: f64, %old: f64):
    %v1 = arith.addf %a, %b : f64
    linalg.yield %v1 : f64
  } -> tensor<4x5xf64, #Rows>
  return %r : tensor<4x5xf64, #Rows>
}

// The intersection.
func.func @product_into_csr(%A: tensor<4x5xf64, #CSR>, %B: tensor<4x5xf64, #COO>) -> tensor<4x5xf64, #CSR> {
  %empty = stensor.empty : tensor<4x5xf64, #CSR>
  %r = linalg.generic #ij_ij_ij ins(%A, %B : tensor<4x5xf64, #CSR>, tensor<4x5xf64, #COO>) outs(%empty : tensor<4x5xf64, #CSR>) {
  ^bb0(%a: f64, %b: f64, %old: f64):
    %v1 = arith.mulf %a, %b : f64
    linalg.yield %v1 : f64
  } -> tensor<4x5xf64, #CSR>
  return %r : tensor<4x5xf64, #CSR>
}

// The intersection.
func.func @product_into_dcsr(%A: tensor<4x5xf64, #CSR>, %B: tensor<4x5xf64, #COO>) -> tensor<4x5xf64, #DCSR> {
  %empty = stensor.empty : tensor<4x5xf64, #DCSR>
  %r = linalg.generic #ij_ij_ij ins(%A, %B : tensor<4x5xf64, #CSR>, tensor<4x5xf64, #COO>) outs(%empty : tensor<4x5xf64, #DCSR>) {
  ^bb0(%a: f64, %b: f64, %old: f64):
    %v1 = arith.mulf %a, %b : f64
    linalg.yield %v1 : f64
  } -> tensor<4x5xf64, #DCSR>
  return %r : tensor<4x5xf64, #DCSR>
}

// The intersection.
func.func @product_into_coo(%A: tensor<4x5xf64, #CSR>, %B: tensor<4x5xf64, #COO>) -> tensor<4x5xf64, #COO> {
  %empty = stensor.empty : tensor<4x5xf64, #COO>
  %r = linalg.generic #ij_ij_ij ins(%A, %B : tensor<4x5xf64, #CSR>, tensor<4x5xf64, #COO>) outs(%empty : tensor<4x5xf64, #COO>) {
  ^bb0(%a: f64, %b: f64, %old: f64):
    %v1 = arith.mulf %a, %b : f64
    linalg.yield %v1 : f64
  } -> tensor<4x5xf64, #COO>
  return %r : tensor<4x5xf64, #COO>
}

// Columns first, as the operands have it.
func.func @difference_by_columns(%A: tensor<4x5xf64, #CSC>, %B: tensor<4x5xf64, #CSC>) -> tensor<4x5xf64, #CSC> {
  %empty = stensor.empty : tensor<4x5xf64, #CSC>
  %r = linalg.generic #ij_ij_ij ins(%A, %B : tensor<4x5xf64, #CSC>, tensor<4x5xf64, #CSC>) outs(%empty : tensor<4x5xf64, #CSC>) {
  ^bb0(%a: f64, %b: f64, %old: f64):
    %v1 = arith.subf %a, %b : f64
    linalg.yield %v1 : f64
  } -> tensor<4x5xf64, #CSC>
  return %r : tensor<4x5xf64, #CSC>
}

func.func @sum_by_columns_into_a_list(%A: tensor<4x5xf64, #CSC>, %B: tensor<4x5xf64, #CSC>) -> tensor<4x5xf64, #Columns> {
  %empty = stensor.empty : tensor<4x5xf64, #Columns>
  %r = linalg.generic #ij_ij_ij ins(%A, %B : tensor<4x5xf64, #CSC>, tensor<4x5xf64, #CSC>) outs(%empty : tensor<4x5xf64, #Columns>) {
  ^bb0(%a: f64, %b: f64, %old: f64):
    %v1 = arith.addf %a, %b : f64
    linalg.yield %v1 : f64
  } -> tensor<4x5xf64, #Columns>
  return %r : tensor<4x5xf64, #Columns>
}

// Blocks that two operands store, one or both; the last row of blocks stands over the edge of no row, the last column does.
func.func @sum_of_blocks(%A: tensor<4x5xf64, #BCSR>, %B: tensor<4x5xf64, #BCSR>) -> tensor<4x5xf64, #BCSR> {
  %empty = stensor.empty : tensor<4x5xf64, #BCSR>
  %r = linalg.generic #ij_ij_ij ins(%A, %B : tensor<4x5xf64, #BCSR>, tensor<4x5xf64, #BCSR>) outs(%empty : tensor<4x5xf64, #BCSR>) {
  ^bb0(%a: f64, %b: f64, %old: f64):
    %v1 = arith.addf %a, %b : f64
    linalg.yield %v1 : f64
  } -> tensor<4x5xf64, #BCSR>
  return %r : tensor<4x5xf64, #BCSR>
}

func.func @product_of_blocks(%A: tensor<4x5xf64, #BCSR>, %B: tensor<4x5xf64, #BCSR>) -> tensor<4x5xf64, #BCSR> {
  %empty = stensor.empty : tensor<4x5xf64, #BCSR>
  %r = linalg.generic #ij_ij_ij ins(%A, %B : tensor<4x5xf64, #BCSR>, tensor<4x5xf64, #BCSR>) outs(%empty : tensor<4x5xf64, #BCSR>) {
  ^bb0(%a: f64, %b: f64, %old: f64):
    %v1 = arith.mulf %a, %b : f64
    linalg.yield %v1 : f64
  } -> tensor<4x5xf64, #BCSR>
  return %r : tensor<4x5xf64, #BCSR>
}

func.func @sum_of_diagonals(%A: tensor<4x5xf64, #DIA>, %B: tensor<4x5xf64, #DIA>) -> tensor<4x5xf64, #DIA> {
  %empty = stensor.empty : tensor<4x5xf64, #DIA>
  %r = linalg.generic #ij_ij_ij ins(%A, %B : tensor<4x5xf64, #DIA>, tensor<4x5xf64, #DIA>) outs(%empty : tensor<4x5xf64, #DIA>) {
  ^bb0(%a: f64, %b: f64, %old: f64):
    %v1 = arith.addf %a, %b : f64
    linalg.yield %v1 : f64
  } -> tensor<4x5xf64, #DIA>
  return %r : tensor<4x5xf64, #DIA>
}

// Every point is stored where one operand is dense.
func.func @sum_with_dense(%A: tensor<4x5xf64, #CSR>, %D: tensor<4x5xf64>) -> tensor<4x5xf64, #CSR> {
  %empty = stensor.empty : tensor<4x5xf64, #CSR>
  %r = linalg.generic #ij_ij_ij ins(%A, %D : tensor<4x5xf64, #CSR>, tensor<4x5xf64>) outs(%empty : tensor<4x5xf64, #CSR>) {
  ^bb0(%a: f64, %d: f64, %old: f64):
    %v1 = arith.addf %a, %d : f64
    linalg.yield %v1 : f64
  } -> tensor<4x5xf64, #CSR>
  return %r : tensor<4x5xf64, #CSR>
}

// A dense operand where the other stores something.
func.func @masked_by_rows(%A: tensor<4x5xf64, #CSR>, %D: tensor<4x5xf64>) -> tensor<4x5xf64, #DCSR> {
  %empty = stensor.empty : tensor<4x5xf64, #DCSR>
  %r = linalg.generic #ij_ij_ij ins(%A, %D : tensor<4x5xf64, #CSR>, tensor<4x5xf64>) outs(%empty : tensor<4x5xf64, #DCSR>) {
  ^bb0(%a: f64, %d: f64, %old: f64):
    %v1 = arith.mulf %a, %d : f64
    linalg.yield %v1 : f64
  } -> tensor<4x5xf64, #DCSR>
  return %r : tensor<4x5xf64, #DCSR>
}

// What the result holds already is a term.
func.func @added_to_what_is_there(%A: tensor<4x5xf64, #CSR>, %start: tensor<4x5xf64, #CSR>) -> tensor<4x5xf64, #CSR> {
  %r = linalg.generic #ij_ij ins(%A : tensor<4x5xf64, #CSR>) outs(%start : tensor<4x5xf64, #CSR>) {
  ^bb0(%a: f64, %old: f64):
    %new = arith.addf %old, %a : f64
    linalg.yield %new : f64
  } -> tensor<4x5xf64, #CSR>
  return %r : tensor<4x5xf64, #CSR>
}

func.func @main() {
  %A_csr = call @A_csr() : () -> tensor<4x5xf64, #CSR>
  %B_dcsr = call @B_dcsr() : () -> tensor<4x5xf64, #DCSR>

  %sum_into_csr = call @sum_into_csr(%A_csr, %B_dcsr)
      : (tensor<4x5xf64, #CSR>, tensor<4x5xf64, #DCSR>) -> tensor<4x5xf64, #CSR>
  // CHECK: sum_into_csr
  vector.print str "sum_into_csr\0A"
  // CHECK-NEXT: [ 0 2 3 5 8 ]
  // CHECK-NEXT: [ 0 2 0 1 4 0 2 3 ]
  // CHECK-NEXT: [ 1 9 8 3 4 0 9 7 ]
  %sum_into_csr_pos1, %sum_into_csr_crd1, %sum_into_csr_val = stensor.unpack %sum_into_csr
      : tensor<4x5xf64, #CSR> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%sum_into_csr_pos1) : (memref<?xi32>) -> ()
  call @show_i32(%sum_into_csr_crd1) : (memref<?xi32>) -> ()
  call @show_f64(%sum_into_csr_val) : (memref<?xf64>) -> ()

  %sum_into_dcsr = call @sum_into_dcsr(%A_csr, %B_dcsr)
      : (tensor<4x5xf64, #CSR>, tensor<4x5xf64, #DCSR>) -> tensor<4x5xf64, #DCSR>
  // CHECK: sum_into_dcsr
  vector.print str "sum_into_dcsr\0A"
  // CHECK-NEXT: [ 0 4 ]
  // CHECK-NEXT: [ 0 1 2 3 ]
  // CHECK-NEXT: [ 0 2 3 5 8 ]
  // CHECK-NEXT: [ 0 2 0 1 4 0 2 3 ]
  // CHECK-NEXT: [ 1 9 8 3 4 0 9 7 ]
  %sum_into_dcsr_pos0, %sum_into_dcsr_crd0, %sum_into_dcsr_pos1, %sum_into_dcsr_crd1, %sum_into_dcsr_val = stensor.unpack %sum_into_dcsr
      : tensor<4x5xf64, #DCSR> -> memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%sum_into_dcsr_pos0) : (memref<?xi32>) -> ()
  call @show_i32(%sum_into_dcsr_crd0) : (memref<?xi32>) -> ()
  call @show_i32(%sum_into_dcsr_pos1) : (memref<?xi32>) -> ()
  call @show_i32(%sum_into_dcsr_crd1) : (memref<?xi32>) -> ()
  call @show_f64(%sum_into_dcsr_val) : (memref<?xf64>) -> ()

  %sum_into_coo = call @sum_into_coo(%A_csr, %B_dcsr)
      : (tensor<4x5xf64, #CSR>, tensor<4x5xf64, #DCSR>) -> tensor<4x5xf64, #COO>
  // CHECK: sum_into_coo
  vector.print str "sum_into_coo\0A"
  // CHECK-NEXT: [ 0 8 ]
  // CHECK-NEXT: [ 0 0 1 2 2 3 3 3 ]
  // CHECK-NEXT: [ 0 2 0 1 4 0 2 3 ]
  // CHECK-NEXT: [ 1 9 8 3 4 0 9 7 ]
  %sum_into_coo_pos0, %sum_into_coo_crd0, %sum_into_coo_crd1, %sum_into_coo_val = stensor.unpack %sum_into_coo
      : tensor<4x5xf64, #COO> -> memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%sum_into_coo_pos0) : (memref<?xi32>) -> ()
  call @show_i32(%sum_into_coo_crd0) : (memref<?xi32>) -> ()
  call @show_i32(%sum_into_coo_crd1) : (memref<?xi32>) -> ()
  call @show_f64(%sum_into_coo_val) : (memref<?xf64>) -> ()

  %sum_into_pairs = call @sum_into_pairs(%A_csr, %B_dcsr)
      : (tensor<4x5xf64, #CSR>, tensor<4x5xf64, #DCSR>) -> tensor<4x5xf64, #Pairs>
  // CHECK: sum_into_pairs
  vector.print str "sum_into_pairs\0A"
  // CHECK-NEXT: [ 0 8 ]
  // CHECK-NEXT: [ 0 0 0 2 1 0 2 1 2 4 3 0 3 2 3 3 ]
  // CHECK-NEXT: [ 1 9 8 3 4 0 9 7 ]
  %sum_into_pairs_pos0, %sum_into_pairs_crd0, %sum_into_pairs_val = stensor.unpack %sum_into_pairs
      : tensor<4x5xf64, #Pairs> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%sum_into_pairs_pos0) : (memref<?xi32>) -> ()
  call @show_i32(%sum_into_pairs_crd0) : (memref<?xi32>) -> ()
  call @show_f64(%sum_into_pairs_val) : (memref<?xf64>) -> ()

  %sum_into_rows = call @sum_into_rows(%A_csr, %B_dcsr)
      : (tensor<4x5xf64, #CSR>, tensor<4x5xf64, #DCSR>) -> tensor<4x5xf64, #Rows>
  // CHECK: sum_into_rows
  vector.print str "sum_into_rows\0A"
  // CHECK-NEXT: [ 0 4 ]
  // CHECK-NEXT: [ 0 1 2 3 ]
  // CHECK-NEXT: [ 1 0 9 0 0 8 0 0 0 0 0 3 0 0 4 0 0 9 7 0 ]
  %sum_into_rows_pos0, %sum_into_rows_crd0, %sum_into_rows_val = stensor.unpack %sum_into_rows
      : tensor<4x5xf64, #Rows> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%sum_into_rows_pos0) : (memref<?xi32>) -> ()
  call @show_i32(%sum_into_rows_crd0) : (memref<?xi32>) -> ()
  call @show_f64(%sum_into_rows_val) : (memref<?xf64>) -> ()
  %B_coo = call @B_coo() : () -> tensor<4x5xf64, #COO>

  %product_into_csr = call @product_into_csr(%A_csr, %B_coo)
      : (tensor<4x5xf64, #CSR>, tensor<4x5xf64, #COO>) -> tensor<4x5xf64, #CSR>
  // CHECK: product_into_csr
  vector.print str "product_into_csr\0A"
  // CHECK-NEXT: [ 0 1 1 1 3 ]
  // CHECK-NEXT: [ 2 0 3 ]
  // CHECK-NEXT: [ 14 -25 6 ]
  %product_into_csr_pos1, %product_into_csr_crd1, %product_into_csr_val = stensor.unpack %product_into_csr
      : tensor<4x5xf64, #CSR> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%product_into_csr_pos1) : (memref<?xi32>) -> ()
  call @show_i32(%product_into_csr_crd1) : (memref<?xi32>) -> ()
  call @show_f64(%product_into_csr_val) : (memref<?xf64>) -> ()

  %product_into_dcsr = call @product_into_dcsr(%A_csr, %B_coo)
      : (tensor<4x5xf64, #CSR>, tensor<4x5xf64, #COO>) -> tensor<4x5xf64, #DCSR>
  // CHECK: product_into_dcsr
  vector.print str "product_into_dcsr\0A"
  // CHECK-NEXT: [ 0 2 ]
  // CHECK-NEXT: [ 0 3 ]
  // CHECK-NEXT: [ 0 1 3 ]
  // CHECK-NEXT: [ 2 0 3 ]
  // CHECK-NEXT: [ 14 -25 6 ]
  %product_into_dcsr_pos0, %product_into_dcsr_crd0, %product_into_dcsr_pos1, %product_into_dcsr_crd1, %product_into_dcsr_val = stensor.unpack %product_into_dcsr
      : tensor<4x5xf64, #DCSR> -> memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%product_into_dcsr_pos0) : (memref<?xi32>) -> ()
  call @show_i32(%product_into_dcsr_crd0) : (memref<?xi32>) -> ()
  call @show_i32(%product_into_dcsr_pos1) : (memref<?xi32>) -> ()
  call @show_i32(%product_into_dcsr_crd1) : (memref<?xi32>) -> ()
  call @show_f64(%product_into_dcsr_val) : (memref<?xf64>) -> ()

  %product_into_coo = call @product_into_coo(%A_csr, %B_coo)
      : (tensor<4x5xf64, #CSR>, tensor<4x5xf64, #COO>) -> tensor<4x5xf64, #COO>
  // CHECK: product_into_coo
  vector.print str "product_into_coo\0A"
  // CHECK-NEXT: [ 0 3 ]
  // CHECK-NEXT: [ 0 3 3 ]
  // CHECK-NEXT: [ 2 0 3 ]
  // CHECK-NEXT: [ 14 -25 6 ]
  %product_into_coo_pos0, %product_into_coo_crd0, %product_into_coo_crd1, %product_into_coo_val = stensor.unpack %product_into_coo
      : tensor<4x5xf64, #COO> -> memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%product_into_coo_pos0) : (memref<?xi32>) -> ()
  call @show_i32(%product_into_coo_crd0) : (memref<?xi32>) -> ()
  call @show_i32(%product_into_coo_crd1) : (memref<?xi32>) -> ()
  call @show_f64(%product_into_coo_val) : (memref<?xf64>) -> ()
  %A_csc = call @A_csc() : () -> tensor<4x5xf64, #CSC>
  %B_csc = call @B_csc() : () -> tensor<4x5xf64, #CSC>

  %difference_by_columns = call @difference_by_columns(%A_csc, %B_csc)
      : (tensor<4x5xf64, #CSC>, tensor<4x5xf64, #CSC>) -> tensor<4x5xf64, #CSC>
  // CHECK: difference_by_columns
  vector.print str "difference_by_columns\0A"
  // CHECK-NEXT: [ 0 3 4 6 7 8 ]
  // CHECK-NEXT: [ 0 1 3 2 0 3 3 2 ]
  // CHECK-NEXT: [ 1 -8 10 3 -5 -9 5 4 ]
  %difference_by_columns_pos1, %difference_by_columns_crd1, %difference_by_columns_val = stensor.unpack %difference_by_columns
      : tensor<4x5xf64, #CSC> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%difference_by_columns_pos1) : (memref<?xi32>) -> ()
  call @show_i32(%difference_by_columns_crd1) : (memref<?xi32>) -> ()
  call @show_f64(%difference_by_columns_val) : (memref<?xf64>) -> ()

  %sum_by_columns_into_a_list = call @sum_by_columns_into_a_list(%A_csc, %B_csc)
      : (tensor<4x5xf64, #CSC>, tensor<4x5xf64, #CSC>) -> tensor<4x5xf64, #Columns>
  // CHECK: sum_by_columns_into_a_list
  vector.print str "sum_by_columns_into_a_list\0A"
  // CHECK-NEXT: [ 0 8 ]
  // CHECK-NEXT: [ 0 0 0 1 2 2 3 4 ]
  // CHECK-NEXT: [ 0 1 3 2 0 3 3 2 ]
  // CHECK-NEXT: [ 1 8 0 3 9 9 7 4 ]
  %sum_by_columns_into_a_list_pos0, %sum_by_columns_into_a_list_crd0, %sum_by_columns_into_a_list_crd1, %sum_by_columns_into_a_list_val = stensor.unpack %sum_by_columns_into_a_list
      : tensor<4x5xf64, #Columns> -> memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%sum_by_columns_into_a_list_pos0) : (memref<?xi32>) -> ()
  call @show_i32(%sum_by_columns_into_a_list_crd0) : (memref<?xi32>) -> ()
  call @show_i32(%sum_by_columns_into_a_list_crd1) : (memref<?xi32>) -> ()
  call @show_f64(%sum_by_columns_into_a_list_val) : (memref<?xf64>) -> ()
  %A_bcsr = call @A_bcsr() : () -> tensor<4x5xf64, #BCSR>
  %B_bcsr = call @B_bcsr() : () -> tensor<4x5xf64, #BCSR>

  %sum_of_blocks = call @sum_of_blocks(%A_bcsr, %B_bcsr)
      : (tensor<4x5xf64, #BCSR>, tensor<4x5xf64, #BCSR>) -> tensor<4x5xf64, #BCSR>
  // CHECK: sum_of_blocks
  vector.print str "sum_of_blocks\0A"
  // CHECK-NEXT: [ 0 2 5 ]
  // CHECK-NEXT: [ 0 1 0 1 2 ]
  // CHECK-NEXT: [ 1 0 8 0 9 0 0 0 0 3 0 0 0 0 9 7 4 0 0 0 ]
  %sum_of_blocks_pos1, %sum_of_blocks_crd1, %sum_of_blocks_val = stensor.unpack %sum_of_blocks
      : tensor<4x5xf64, #BCSR> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%sum_of_blocks_pos1) : (memref<?xi32>) -> ()
  call @show_i32(%sum_of_blocks_crd1) : (memref<?xi32>) -> ()
  call @show_f64(%sum_of_blocks_val) : (memref<?xf64>) -> ()

  %product_of_blocks = call @product_of_blocks(%A_bcsr, %B_bcsr)
      : (tensor<4x5xf64, #BCSR>, tensor<4x5xf64, #BCSR>) -> tensor<4x5xf64, #BCSR>
  // CHECK: product_of_blocks
  vector.print str "product_of_blocks\0A"
  // CHECK-NEXT: [ 0 2 4 ]
  // CHECK-NEXT: [ 0 1 0 1 ]
  // CHECK-NEXT: [ 0 0 0 0 14 0 0 0 0 0 -25 0 0 0 0 6 ]
  %product_of_blocks_pos1, %product_of_blocks_crd1, %product_of_blocks_val = stensor.unpack %product_of_blocks
      : tensor<4x5xf64, #BCSR> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%product_of_blocks_pos1) : (memref<?xi32>) -> ()
  call @show_i32(%product_of_blocks_crd1) : (memref<?xi32>) -> ()
  call @show_f64(%product_of_blocks_val) : (memref<?xf64>) -> ()
  %A_dia = call @A_dia() : () -> tensor<4x5xf64, #DIA>
  %B_dia = call @B_dia() : () -> tensor<4x5xf64, #DIA>

  %sum_of_diagonals = call @sum_of_diagonals(%A_dia, %B_dia)
      : (tensor<4x5xf64, #DIA>, tensor<4x5xf64, #DIA>) -> tensor<4x5xf64, #DIA>
  // CHECK: sum_of_diagonals
  vector.print str "sum_of_diagonals\0A"
  // CHECK-NEXT: [ 0 4 ]
  // CHECK-NEXT: [ -3 -1 0 2 ]
  // CHECK-NEXT: [ 0 0 0 0 0 8 3 9 1 0 0 7 9 0 4 0 ]
  %sum_of_diagonals_pos0, %sum_of_diagonals_crd0, %sum_of_diagonals_val = stensor.unpack %sum_of_diagonals
      : tensor<4x5xf64, #DIA> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%sum_of_diagonals_pos0) : (memref<?xi32>) -> ()
  call @show_i32(%sum_of_diagonals_crd0) : (memref<?xi32>) -> ()
  call @show_f64(%sum_of_diagonals_val) : (memref<?xf64>) -> ()
  %D_dense = call @D_dense() : () -> tensor<4x5xf64>

  %sum_with_dense = call @sum_with_dense(%A_csr, %D_dense)
      : (tensor<4x5xf64, #CSR>, tensor<4x5xf64>) -> tensor<4x5xf64, #CSR>
  // CHECK: sum_with_dense
  vector.print str "sum_with_dense\0A"
  // CHECK-NEXT: [ 0 5 10 15 20 ]
  // CHECK-NEXT: [ 0 1 2 3 4 0 1 2 3 4 0 1 2 3 4 0 1 2 3 4 ]
  // CHECK-NEXT: [ 1 0 9 0 0 8 0 0 0 0 0 3 0 0 4 0 0 9 7 0 ]
  %sum_with_dense_pos1, %sum_with_dense_crd1, %sum_with_dense_val = stensor.unpack %sum_with_dense
      : tensor<4x5xf64, #CSR> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%sum_with_dense_pos1) : (memref<?xi32>) -> ()
  call @show_i32(%sum_with_dense_crd1) : (memref<?xi32>) -> ()
  call @show_f64(%sum_with_dense_val) : (memref<?xf64>) -> ()

  %masked_by_rows = call @masked_by_rows(%A_csr, %D_dense)
      : (tensor<4x5xf64, #CSR>, tensor<4x5xf64>) -> tensor<4x5xf64, #DCSR>
  // CHECK: masked_by_rows
  vector.print str "masked_by_rows\0A"
  // CHECK-NEXT: [ 0 3 ]
  // CHECK-NEXT: [ 0 2 3 ]
  // CHECK-NEXT: [ 0 2 4 6 ]
  // CHECK-NEXT: [ 0 2 1 4 0 3 ]
  // CHECK-NEXT: [ 0 14 0 0 -25 6 ]
  %masked_by_rows_pos0, %masked_by_rows_crd0, %masked_by_rows_pos1, %masked_by_rows_crd1, %masked_by_rows_val = stensor.unpack %masked_by_rows
      : tensor<4x5xf64, #DCSR> -> memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%masked_by_rows_pos0) : (memref<?xi32>) -> ()
  call @show_i32(%masked_by_rows_crd0) : (memref<?xi32>) -> ()
  call @show_i32(%masked_by_rows_pos1) : (memref<?xi32>) -> ()
  call @show_i32(%masked_by_rows_crd1) : (memref<?xi32>) -> ()
  call @show_f64(%masked_by_rows_val) : (memref<?xf64>) -> ()
  %B_csr = call @B_csr() : () -> tensor<4x5xf64, #CSR>

  %added_to_what_is_there = call @added_to_what_is_there(%A_csr, %B_csr)
      : (tensor<4x5xf64, #CSR>, tensor<4x5xf64, #CSR>) -> tensor<4x5xf64, #CSR>
  // CHECK: added_to_what_is_there
  vector.print str "added_to_what_is_there\0A"
  // CHECK-NEXT: [ 0 2 3 5 8 ]
  // CHECK-NEXT: [ 0 2 0 1 4 0 2 3 ]
  // CHECK-NEXT: [ 1 9 8 3 4 0 9 7 ]
  %added_to_what_is_there_pos1, %added_to_what_is_there_crd1, %added_to_what_is_there_val = stensor.unpack %added_to_what_is_there
      : tensor<4x5xf64, #CSR> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%added_to_what_is_there_pos1) : (memref<?xi32>) -> ()
  call @show_i32(%added_to_what_is_there_crd1) : (memref<?xi32>) -> ()
  call @show_f64(%added_to_what_is_there_val) : (memref<?xf64>) -> ()
  return
}
