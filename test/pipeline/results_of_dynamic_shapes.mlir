// `--lacuna`, executed: stored results whose sizes are known when the program runs.
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
#BCSR = #stensor.format<(i, j) -> (i floordiv 2 : dense, j floordiv 2 : compressed, i mod 2 : dense, j mod 2 : dense)>
#CSC = #stensor.format<(i, j) -> (j : dense, i : compressed)>
#Columns = #stensor.format<(i, j) -> (j : compressed(nonunique), i : singleton)>
#Rows = #stensor.format<(i, j) -> (i : compressed, j : dense)>
#ij_ij_ij = {
  indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
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

memref.global "private" constant @A_csr_sized_pos1 : memref<5xi32> = dense<[0, 2, 2, 4, 6]>
memref.global "private" constant @A_csr_sized_crd1 : memref<6xi32> = dense<[0, 2, 1, 4, 0, 3]>
memref.global "private" constant @A_csr_sized_val : memref<6xf64> = dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]>
memref.global "private" constant @B_csr_sized_pos1 : memref<5xi32> = dense<[0, 1, 2, 2, 5]>
memref.global "private" constant @B_csr_sized_crd1 : memref<5xi32> = dense<[2, 0, 0, 2, 3]>
memref.global "private" constant @B_csr_sized_val : memref<5xf64> = dense<[7.0, 8.0, -5.0, 9.0, 1.0]>
memref.global "private" constant @B_dcsr_sized_pos0 : memref<2xi32> = dense<[0, 3]>
memref.global "private" constant @B_dcsr_sized_crd0 : memref<3xi32> = dense<[0, 1, 3]>
memref.global "private" constant @B_dcsr_sized_pos1 : memref<4xi32> = dense<[0, 1, 2, 5]>
memref.global "private" constant @B_dcsr_sized_crd1 : memref<5xi32> = dense<[2, 0, 0, 2, 3]>
memref.global "private" constant @B_dcsr_sized_val : memref<5xf64> = dense<[7.0, 8.0, -5.0, 9.0, 1.0]>
memref.global "private" constant @A_bcsr_sized_pos1 : memref<3xi32> = dense<[0, 2, 5]>
memref.global "private" constant @A_bcsr_sized_crd1 : memref<5xi32> = dense<[0, 1, 0, 1, 2]>
memref.global "private" constant @A_bcsr_sized_val : memref<20xf64> = dense<[1.0, 0.0, 0.0, 0.0, 2.0, 0.0, 0.0, 0.0, 0.0, 3.0, 5.0, 0.0, 0.0, 0.0, 0.0, 6.0, 4.0, 0.0, 0.0, 0.0]>
memref.global "private" constant @B_bcsr_sized_pos1 : memref<3xi32> = dense<[0, 2, 4]>
memref.global "private" constant @B_bcsr_sized_crd1 : memref<4xi32> = dense<[0, 1, 0, 1]>
memref.global "private" constant @B_bcsr_sized_val : memref<16xf64> = dense<[0.0, 0.0, 8.0, 0.0, 7.0, 0.0, 0.0, 0.0, 0.0, 0.0, -5.0, 0.0, 0.0, 0.0, 9.0, 1.0]>
memref.global "private" constant @A_csc_sized_pos1 : memref<6xi32> = dense<[0, 2, 3, 4, 5, 6]>
memref.global "private" constant @A_csc_sized_crd1 : memref<6xi32> = dense<[0, 3, 2, 0, 3, 2]>
memref.global "private" constant @A_csc_sized_val : memref<6xf64> = dense<[1.0, 5.0, 3.0, 2.0, 6.0, 4.0]>
memref.global "private" constant @B_csc_sized_pos1 : memref<6xi32> = dense<[0, 2, 2, 4, 5, 5]>
memref.global "private" constant @B_csc_sized_crd1 : memref<5xi32> = dense<[1, 3, 0, 3, 3]>
memref.global "private" constant @B_csc_sized_val : memref<5xf64> = dense<[8.0, -5.0, 7.0, 9.0, 1.0]>
memref.global "private" constant @A_dcsr_sized_pos0 : memref<2xi32> = dense<[0, 3]>
memref.global "private" constant @A_dcsr_sized_crd0 : memref<3xi32> = dense<[0, 2, 3]>
memref.global "private" constant @A_dcsr_sized_pos1 : memref<4xi32> = dense<[0, 2, 4, 6]>
memref.global "private" constant @A_dcsr_sized_crd1 : memref<6xi32> = dense<[0, 2, 1, 4, 0, 3]>
memref.global "private" constant @A_dcsr_sized_val : memref<6xf64> = dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]>

func.func @A_csr_sized() -> tensor<?x?xf64, #CSR> {
  %pos1 = memref.get_global @A_csr_sized_pos1 : memref<5xi32>
  %crd1 = memref.get_global @A_csr_sized_crd1 : memref<6xi32>
  %val = memref.get_global @A_csr_sized_val : memref<6xf64>
  %n0 = arith.constant 4 : index
  %n1 = arith.constant 5 : index
  %t = stensor.pack(%pos1, %crd1, %val) sizes(%n0, %n1)
      : (memref<5xi32>, memref<6xi32>, memref<6xf64>) -> tensor<?x?xf64, #CSR>
  return %t : tensor<?x?xf64, #CSR>
}

func.func @B_csr_sized() -> tensor<?x?xf64, #CSR> {
  %pos1 = memref.get_global @B_csr_sized_pos1 : memref<5xi32>
  %crd1 = memref.get_global @B_csr_sized_crd1 : memref<5xi32>
  %val = memref.get_global @B_csr_sized_val : memref<5xf64>
  %n0 = arith.constant 4 : index
  %n1 = arith.constant 5 : index
  %t = stensor.pack(%pos1, %crd1, %val) sizes(%n0, %n1)
      : (memref<5xi32>, memref<5xi32>, memref<5xf64>) -> tensor<?x?xf64, #CSR>
  return %t : tensor<?x?xf64, #CSR>
}

func.func @B_dcsr_sized() -> tensor<?x?xf64, #DCSR> {
  %pos0 = memref.get_global @B_dcsr_sized_pos0 : memref<2xi32>
  %crd0 = memref.get_global @B_dcsr_sized_crd0 : memref<3xi32>
  %pos1 = memref.get_global @B_dcsr_sized_pos1 : memref<4xi32>
  %crd1 = memref.get_global @B_dcsr_sized_crd1 : memref<5xi32>
  %val = memref.get_global @B_dcsr_sized_val : memref<5xf64>
  %n0 = arith.constant 4 : index
  %n1 = arith.constant 5 : index
  %t = stensor.pack(%pos0, %crd0, %pos1, %crd1, %val) sizes(%n0, %n1)
      : (memref<2xi32>, memref<3xi32>, memref<4xi32>, memref<5xi32>, memref<5xf64>) -> tensor<?x?xf64, #DCSR>
  return %t : tensor<?x?xf64, #DCSR>
}

func.func @A_bcsr_sized() -> tensor<?x?xf64, #BCSR> {
  %pos1 = memref.get_global @A_bcsr_sized_pos1 : memref<3xi32>
  %crd1 = memref.get_global @A_bcsr_sized_crd1 : memref<5xi32>
  %val = memref.get_global @A_bcsr_sized_val : memref<20xf64>
  %n0 = arith.constant 4 : index
  %n1 = arith.constant 5 : index
  %t = stensor.pack(%pos1, %crd1, %val) sizes(%n0, %n1)
      : (memref<3xi32>, memref<5xi32>, memref<20xf64>) -> tensor<?x?xf64, #BCSR>
  return %t : tensor<?x?xf64, #BCSR>
}

func.func @B_bcsr_sized() -> tensor<?x?xf64, #BCSR> {
  %pos1 = memref.get_global @B_bcsr_sized_pos1 : memref<3xi32>
  %crd1 = memref.get_global @B_bcsr_sized_crd1 : memref<4xi32>
  %val = memref.get_global @B_bcsr_sized_val : memref<16xf64>
  %n0 = arith.constant 4 : index
  %n1 = arith.constant 5 : index
  %t = stensor.pack(%pos1, %crd1, %val) sizes(%n0, %n1)
      : (memref<3xi32>, memref<4xi32>, memref<16xf64>) -> tensor<?x?xf64, #BCSR>
  return %t : tensor<?x?xf64, #BCSR>
}

func.func @A_csc_sized() -> tensor<?x?xf64, #CSC> {
  %pos1 = memref.get_global @A_csc_sized_pos1 : memref<6xi32>
  %crd1 = memref.get_global @A_csc_sized_crd1 : memref<6xi32>
  %val = memref.get_global @A_csc_sized_val : memref<6xf64>
  %n0 = arith.constant 4 : index
  %n1 = arith.constant 5 : index
  %t = stensor.pack(%pos1, %crd1, %val) sizes(%n0, %n1)
      : (memref<6xi32>, memref<6xi32>, memref<6xf64>) -> tensor<?x?xf64, #CSC>
  return %t : tensor<?x?xf64, #CSC>
}

func.func @B_csc_sized() -> tensor<?x?xf64, #CSC> {
  %pos1 = memref.get_global @B_csc_sized_pos1 : memref<6xi32>
  %crd1 = memref.get_global @B_csc_sized_crd1 : memref<5xi32>
  %val = memref.get_global @B_csc_sized_val : memref<5xf64>
  %n0 = arith.constant 4 : index
  %n1 = arith.constant 5 : index
  %t = stensor.pack(%pos1, %crd1, %val) sizes(%n0, %n1)
      : (memref<6xi32>, memref<5xi32>, memref<5xf64>) -> tensor<?x?xf64, #CSC>
  return %t : tensor<?x?xf64, #CSC>
}

func.func @A_dcsr_sized() -> tensor<?x?xf64, #DCSR> {
  %pos0 = memref.get_global @A_dcsr_sized_pos0 : memref<2xi32>
  %crd0 = memref.get_global @A_dcsr_sized_crd0 : memref<3xi32>
  %pos1 = memref.get_global @A_dcsr_sized_pos1 : memref<4xi32>
  %crd1 = memref.get_global @A_dcsr_sized_crd1 : memref<6xi32>
  %val = memref.get_global @A_dcsr_sized_val : memref<6xf64>
  %n0 = arith.constant 4 : index
  %n1 = arith.constant 5 : index
  %t = stensor.pack(%pos0, %crd0, %pos1, %crd1, %val) sizes(%n0, %n1)
      : (memref<2xi32>, memref<3xi32>, memref<4xi32>, memref<6xi32>, memref<6xf64>) -> tensor<?x?xf64, #DCSR>
  return %t : tensor<?x?xf64, #DCSR>
}

// Sizes are those of the empty result.
func.func @sum_into_rows(%A: tensor<?x?xf64, #CSR>, %B: tensor<?x?xf64, #CSR>, %m: index, %n: index) -> tensor<?x?xf64, #CSR> {
  %empty = stensor.empty sizes(%m, %n) : tensor<?x?xf64, #CSR>
  %r = linalg.generic #ij_ij_ij ins(%A, %B : tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSR>) outs(%empty : tensor<?x?xf64, #CSR>) {
  ^bb0(%a: f64, %b: f64, %old: f64):
    %v1 = arith.addf %a, %b : f64
    linalg.yield %v1 : f64
  } -> tensor<?x?xf64, #CSR>
  return %r : tensor<?x?xf64, #CSR>
}

func.func @product_into_stored_rows(%A: tensor<?x?xf64, #CSR>, %B: tensor<?x?xf64, #DCSR>, %m: index, %n: index) -> tensor<?x?xf64, #DCSR> {
  %empty = stensor.empty sizes(%m, %n) : tensor<?x?xf64, #DCSR>
  %r = linalg.generic #ij_ij_ij ins(%A, %B : tensor<?x?xf64, #CSR>, tensor<?x?xf64, #DCSR>) outs(%empty : tensor<?x?xf64, #DCSR>) {
  ^bb0(%a: f64, %b: f64, %old: f64):
    %v1 = arith.mulf %a, %b : f64
    linalg.yield %v1 : f64
  } -> tensor<?x?xf64, #DCSR>
  return %r : tensor<?x?xf64, #DCSR>
}

func.func @sum_of_blocks(%A: tensor<?x?xf64, #BCSR>, %B: tensor<?x?xf64, #BCSR>, %m: index, %n: index) -> tensor<?x?xf64, #BCSR> {
  %empty = stensor.empty sizes(%m, %n) : tensor<?x?xf64, #BCSR>
  %r = linalg.generic #ij_ij_ij ins(%A, %B : tensor<?x?xf64, #BCSR>, tensor<?x?xf64, #BCSR>) outs(%empty : tensor<?x?xf64, #BCSR>) {
  ^bb0(%a: f64, %b: f64, %old: f64):
    %v1 = arith.addf %a, %b : f64
    linalg.yield %v1 : f64
  } -> tensor<?x?xf64, #BCSR>
  return %r : tensor<?x?xf64, #BCSR>
}

func.func @sum_of_columns_into_list(%A: tensor<?x?xf64, #CSC>, %B: tensor<?x?xf64, #CSC>, %m: index, %n: index) -> tensor<?x?xf64, #Columns> {
  %empty = stensor.empty sizes(%m, %n) : tensor<?x?xf64, #Columns>
  %r = linalg.generic #ij_ij_ij ins(%A, %B : tensor<?x?xf64, #CSC>, tensor<?x?xf64, #CSC>) outs(%empty : tensor<?x?xf64, #Columns>) {
  ^bb0(%a: f64, %b: f64, %old: f64):
    %v1 = arith.addf %a, %b : f64
    linalg.yield %v1 : f64
  } -> tensor<?x?xf64, #Columns>
  return %r : tensor<?x?xf64, #Columns>
}

func.func @dense_rows(%A: tensor<?x?xf64, #DCSR>, %B: tensor<?x?xf64, #CSR>, %m: index, %n: index) -> tensor<?x?xf64, #Rows> {
  %empty = stensor.empty sizes(%m, %n) : tensor<?x?xf64, #Rows>
  %r = linalg.generic #ij_ij_ij ins(%A, %B : tensor<?x?xf64, #DCSR>, tensor<?x?xf64, #CSR>) outs(%empty : tensor<?x?xf64, #Rows>) {
  ^bb0(%a: f64, %b: f64, %old: f64):
    %v1 = arith.addf %a, %b : f64
    linalg.yield %v1 : f64
  } -> tensor<?x?xf64, #Rows>
  return %r : tensor<?x?xf64, #Rows>
}

func.func @main() {
  %A_csr_sized = call @A_csr_sized() : () -> tensor<?x?xf64, #CSR>
  %B_csr_sized = call @B_csr_sized() : () -> tensor<?x?xf64, #CSR>
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index

  %sum_into_rows = call @sum_into_rows(%A_csr_sized, %B_csr_sized, %c4, %c5)
      : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSR>, index, index) -> tensor<?x?xf64, #CSR>
  // CHECK: sum_into_rows
  vector.print str "sum_into_rows\0A"
  // CHECK-NEXT: [ 0 2 3 5 8 ]
  // CHECK-NEXT: [ 0 2 0 1 4 0 2 3 ]
  // CHECK-NEXT: [ 1 9 8 3 4 0 9 7 ]
  %sum_into_rows_pos1, %sum_into_rows_crd1, %sum_into_rows_val = stensor.unpack %sum_into_rows
      : tensor<?x?xf64, #CSR> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%sum_into_rows_pos1) : (memref<?xi32>) -> ()
  call @show_i32(%sum_into_rows_crd1) : (memref<?xi32>) -> ()
  call @show_f64(%sum_into_rows_val) : (memref<?xf64>) -> ()
  %B_dcsr_sized = call @B_dcsr_sized() : () -> tensor<?x?xf64, #DCSR>

  %product_into_stored_rows = call @product_into_stored_rows(%A_csr_sized, %B_dcsr_sized, %c4, %c5)
      : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #DCSR>, index, index) -> tensor<?x?xf64, #DCSR>
  // CHECK: product_into_stored_rows
  vector.print str "product_into_stored_rows\0A"
  // CHECK-NEXT: [ 0 2 ]
  // CHECK-NEXT: [ 0 3 ]
  // CHECK-NEXT: [ 0 1 3 ]
  // CHECK-NEXT: [ 2 0 3 ]
  // CHECK-NEXT: [ 14 -25 6 ]
  %product_into_stored_rows_pos0, %product_into_stored_rows_crd0, %product_into_stored_rows_pos1, %product_into_stored_rows_crd1, %product_into_stored_rows_val = stensor.unpack %product_into_stored_rows
      : tensor<?x?xf64, #DCSR> -> memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%product_into_stored_rows_pos0) : (memref<?xi32>) -> ()
  call @show_i32(%product_into_stored_rows_crd0) : (memref<?xi32>) -> ()
  call @show_i32(%product_into_stored_rows_pos1) : (memref<?xi32>) -> ()
  call @show_i32(%product_into_stored_rows_crd1) : (memref<?xi32>) -> ()
  call @show_f64(%product_into_stored_rows_val) : (memref<?xf64>) -> ()
  %A_bcsr_sized = call @A_bcsr_sized() : () -> tensor<?x?xf64, #BCSR>
  %B_bcsr_sized = call @B_bcsr_sized() : () -> tensor<?x?xf64, #BCSR>

  %sum_of_blocks = call @sum_of_blocks(%A_bcsr_sized, %B_bcsr_sized, %c4, %c5)
      : (tensor<?x?xf64, #BCSR>, tensor<?x?xf64, #BCSR>, index, index) -> tensor<?x?xf64, #BCSR>
  // CHECK: sum_of_blocks
  vector.print str "sum_of_blocks\0A"
  // CHECK-NEXT: [ 0 2 5 ]
  // CHECK-NEXT: [ 0 1 0 1 2 ]
  // CHECK-NEXT: [ 1 0 8 0 9 0 0 0 0 3 0 0 0 0 9 7 4 0 0 0 ]
  %sum_of_blocks_pos1, %sum_of_blocks_crd1, %sum_of_blocks_val = stensor.unpack %sum_of_blocks
      : tensor<?x?xf64, #BCSR> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%sum_of_blocks_pos1) : (memref<?xi32>) -> ()
  call @show_i32(%sum_of_blocks_crd1) : (memref<?xi32>) -> ()
  call @show_f64(%sum_of_blocks_val) : (memref<?xf64>) -> ()
  %A_csc_sized = call @A_csc_sized() : () -> tensor<?x?xf64, #CSC>
  %B_csc_sized = call @B_csc_sized() : () -> tensor<?x?xf64, #CSC>

  %sum_of_columns_into_list = call @sum_of_columns_into_list(%A_csc_sized, %B_csc_sized, %c4, %c5)
      : (tensor<?x?xf64, #CSC>, tensor<?x?xf64, #CSC>, index, index) -> tensor<?x?xf64, #Columns>
  // CHECK: sum_of_columns_into_list
  vector.print str "sum_of_columns_into_list\0A"
  // CHECK-NEXT: [ 0 8 ]
  // CHECK-NEXT: [ 0 0 0 1 2 2 3 4 ]
  // CHECK-NEXT: [ 0 1 3 2 0 3 3 2 ]
  // CHECK-NEXT: [ 1 8 0 3 9 9 7 4 ]
  %sum_of_columns_into_list_pos0, %sum_of_columns_into_list_crd0, %sum_of_columns_into_list_crd1, %sum_of_columns_into_list_val = stensor.unpack %sum_of_columns_into_list
      : tensor<?x?xf64, #Columns> -> memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%sum_of_columns_into_list_pos0) : (memref<?xi32>) -> ()
  call @show_i32(%sum_of_columns_into_list_crd0) : (memref<?xi32>) -> ()
  call @show_i32(%sum_of_columns_into_list_crd1) : (memref<?xi32>) -> ()
  call @show_f64(%sum_of_columns_into_list_val) : (memref<?xf64>) -> ()
  %A_dcsr_sized = call @A_dcsr_sized() : () -> tensor<?x?xf64, #DCSR>

  %dense_rows = call @dense_rows(%A_dcsr_sized, %B_csr_sized, %c4, %c5)
      : (tensor<?x?xf64, #DCSR>, tensor<?x?xf64, #CSR>, index, index) -> tensor<?x?xf64, #Rows>
  // CHECK: dense_rows
  vector.print str "dense_rows\0A"
  // CHECK-NEXT: [ 0 4 ]
  // CHECK-NEXT: [ 0 1 2 3 ]
  // CHECK-NEXT: [ 1 0 9 0 0 8 0 0 0 0 0 3 0 0 4 0 0 9 7 0 ]
  %dense_rows_pos0, %dense_rows_crd0, %dense_rows_val = stensor.unpack %dense_rows
      : tensor<?x?xf64, #Rows> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%dense_rows_pos0) : (memref<?xi32>) -> ()
  call @show_i32(%dense_rows_crd0) : (memref<?xi32>) -> ()
  call @show_f64(%dense_rows_val) : (memref<?xf64>) -> ()
  return
}
