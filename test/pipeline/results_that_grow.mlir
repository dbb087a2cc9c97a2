// `--lacuna`, executed: results with many more entries than there was room for at first, a thousand and what operands hold.

// RUN: lacuna-opt %s --lacuna | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=two-phase=true | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=fp=strict | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=vector-bytes=0 | %run | FileCheck %s

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#COO = #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton)>
#Pairs = #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton(interleaved))>
#DCSR = #stensor.format<(i, j) -> (i : compressed, j : compressed)>
#Rows = #stensor.format<(i, j) -> (i : compressed, j : dense)>
#outer = {
  indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>],
  iterator_types = ["parallel", "parallel"]
}

// x[i] = i + 1
func.func @numbers(%n: index) -> tensor<?xf64> {
  %x = tensor.generate %n {
  ^bb0(%i: index):
    %k = arith.index_cast %i : index to i64
    %v = arith.sitofp %k : i64 to f64
    %one = arith.constant 1.0 : f64
    %w = arith.addf %v, %one : f64
    tensor.yield %w : f64
  } : tensor<?xf64>
  return %x : tensor<?xf64>
}

// The length of an array and its last element.
func.func @show_i32(%array: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %array, %c0 : memref<?xi32>
  %last = arith.subi %n, %c1 : index
  %v = memref.load %array[%last] : memref<?xi32>
  vector.print %n : index punctuation <no_punctuation>
  vector.print str " "
  vector.print %v : i32
  return
}

// The length of an array and its sum.
func.func @show_f64(%array: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %n = memref.dim %array, %c0 : memref<?xf64>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> f64 {
    %v = memref.load %array[%i] : memref<?xf64>
    %t = arith.addf %s, %v : f64
    scf.yield %t : f64
  }
  vector.print %n : index punctuation <no_punctuation>
  vector.print str " "
  vector.print %sum : f64
  return
}

func.func @product_into_rows(%X: tensor<?xf64>, %Y: tensor<?xf64>, %m: index, %n: index) -> tensor<?x?xf64, #CSR> {
  %empty = stensor.empty sizes(%m, %n) : tensor<?x?xf64, #CSR>
  %r = linalg.generic #outer ins(%X, %Y : tensor<?xf64>, tensor<?xf64>) outs(%empty : tensor<?x?xf64, #CSR>) {
  ^bb0(%x: f64, %y: f64, %old: f64):
    %v = arith.mulf %x, %y : f64
    linalg.yield %v : f64
  } -> tensor<?x?xf64, #CSR>
  return %r : tensor<?x?xf64, #CSR>
}

func.func @product_into_list(%X: tensor<?xf64>, %Y: tensor<?xf64>, %m: index, %n: index) -> tensor<?x?xf64, #COO> {
  %empty = stensor.empty sizes(%m, %n) : tensor<?x?xf64, #COO>
  %r = linalg.generic #outer ins(%X, %Y : tensor<?xf64>, tensor<?xf64>) outs(%empty : tensor<?x?xf64, #COO>) {
  ^bb0(%x: f64, %y: f64, %old: f64):
    %v = arith.mulf %x, %y : f64
    linalg.yield %v : f64
  } -> tensor<?x?xf64, #COO>
  return %r : tensor<?x?xf64, #COO>
}

func.func @product_into_pairs(%X: tensor<?xf64>, %Y: tensor<?xf64>, %m: index, %n: index) -> tensor<?x?xf64, #Pairs> {
  %empty = stensor.empty sizes(%m, %n) : tensor<?x?xf64, #Pairs>
  %r = linalg.generic #outer ins(%X, %Y : tensor<?xf64>, tensor<?xf64>) outs(%empty : tensor<?x?xf64, #Pairs>) {
  ^bb0(%x: f64, %y: f64, %old: f64):
    %v = arith.mulf %x, %y : f64
    linalg.yield %v : f64
  } -> tensor<?x?xf64, #Pairs>
  return %r : tensor<?x?xf64, #Pairs>
}

func.func @product_into_stored_rows(%X: tensor<?xf64>, %Y: tensor<?xf64>, %m: index, %n: index) -> tensor<?x?xf64, #DCSR> {
  %empty = stensor.empty sizes(%m, %n) : tensor<?x?xf64, #DCSR>
  %r = linalg.generic #outer ins(%X, %Y : tensor<?xf64>, tensor<?xf64>) outs(%empty : tensor<?x?xf64, #DCSR>) {
  ^bb0(%x: f64, %y: f64, %old: f64):
    %v = arith.mulf %x, %y : f64
    linalg.yield %v : f64
  } -> tensor<?x?xf64, #DCSR>
  return %r : tensor<?x?xf64, #DCSR>
}

func.func @product_into_dense_rows(%X: tensor<?xf64>, %Y: tensor<?xf64>, %m: index, %n: index) -> tensor<?x?xf64, #Rows> {
  %empty = stensor.empty sizes(%m, %n) : tensor<?x?xf64, #Rows>
  %r = linalg.generic #outer ins(%X, %Y : tensor<?xf64>, tensor<?xf64>) outs(%empty : tensor<?x?xf64, #Rows>) {
  ^bb0(%x: f64, %y: f64, %old: f64):
    %v = arith.mulf %x, %y : f64
    linalg.yield %v : f64
  } -> tensor<?x?xf64, #Rows>
  return %r : tensor<?x?xf64, #Rows>
}

func.func @main() {
  %c7 = arith.constant 7 : index
  %c60 = arith.constant 60 : index
  %c3000 = arith.constant 3000 : index
  %short = call @numbers(%c7) : (index) -> tensor<?xf64>
  %middle = call @numbers(%c60) : (index) -> tensor<?xf64>
  %long = call @numbers(%c3000) : (index) -> tensor<?xf64>

  %rows_middle_middle = call @product_into_rows(%middle, %middle, %c60, %c60)
      : (tensor<?xf64>, tensor<?xf64>, index, index) -> tensor<?x?xf64, #CSR>
  %rows_middle_middle_p1, %rows_middle_middle_c1, %rows_middle_middle_val = stensor.unpack %rows_middle_middle
      : tensor<?x?xf64, #CSR> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  // CHECK: 61 3600
  call @show_i32(%rows_middle_middle_p1) : (memref<?xi32>) -> ()
  // CHECK-NEXT: 3600 59
  call @show_i32(%rows_middle_middle_c1) : (memref<?xi32>) -> ()
  // CHECK-NEXT: 3600 3.3489e+06
  call @show_f64(%rows_middle_middle_val) : (memref<?xf64>) -> ()

  %rows_long_short = call @product_into_rows(%long, %short, %c3000, %c7)
      : (tensor<?xf64>, tensor<?xf64>, index, index) -> tensor<?x?xf64, #CSR>
  %rows_long_short_p1, %rows_long_short_c1, %rows_long_short_val = stensor.unpack %rows_long_short
      : tensor<?x?xf64, #CSR> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  // CHECK-NEXT: 3001 21000
  call @show_i32(%rows_long_short_p1) : (memref<?xi32>) -> ()
  // CHECK-NEXT: 21000 6
  call @show_i32(%rows_long_short_c1) : (memref<?xi32>) -> ()
  // CHECK-NEXT: 21000 1.26042e+08
  call @show_f64(%rows_long_short_val) : (memref<?xf64>) -> ()

  %rows_short_long = call @product_into_rows(%short, %long, %c7, %c3000)
      : (tensor<?xf64>, tensor<?xf64>, index, index) -> tensor<?x?xf64, #CSR>
  %rows_short_long_p1, %rows_short_long_c1, %rows_short_long_val = stensor.unpack %rows_short_long
      : tensor<?x?xf64, #CSR> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  // CHECK-NEXT: 8 21000
  call @show_i32(%rows_short_long_p1) : (memref<?xi32>) -> ()
  // CHECK-NEXT: 21000 2999
  call @show_i32(%rows_short_long_c1) : (memref<?xi32>) -> ()
  // CHECK-NEXT: 21000 1.26042e+08
  call @show_f64(%rows_short_long_val) : (memref<?xf64>) -> ()

  %list_middle_middle = call @product_into_list(%middle, %middle, %c60, %c60)
      : (tensor<?xf64>, tensor<?xf64>, index, index) -> tensor<?x?xf64, #COO>
  %list_middle_middle_p0, %list_middle_middle_c0, %list_middle_middle_c1, %list_middle_middle_val = stensor.unpack %list_middle_middle
      : tensor<?x?xf64, #COO> -> memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xf64>
  // CHECK-NEXT: 2 3600
  call @show_i32(%list_middle_middle_p0) : (memref<?xi32>) -> ()
  // CHECK-NEXT: 3600 59
  call @show_i32(%list_middle_middle_c0) : (memref<?xi32>) -> ()
  // CHECK-NEXT: 3600 59
  call @show_i32(%list_middle_middle_c1) : (memref<?xi32>) -> ()
  // CHECK-NEXT: 3600 3.3489e+06
  call @show_f64(%list_middle_middle_val) : (memref<?xf64>) -> ()

  %list_long_short = call @product_into_list(%long, %short, %c3000, %c7)
      : (tensor<?xf64>, tensor<?xf64>, index, index) -> tensor<?x?xf64, #COO>
  %list_long_short_p0, %list_long_short_c0, %list_long_short_c1, %list_long_short_val = stensor.unpack %list_long_short
      : tensor<?x?xf64, #COO> -> memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xf64>
  // CHECK-NEXT: 2 21000
  call @show_i32(%list_long_short_p0) : (memref<?xi32>) -> ()
  // CHECK-NEXT: 21000 2999
  call @show_i32(%list_long_short_c0) : (memref<?xi32>) -> ()
  // CHECK-NEXT: 21000 6
  call @show_i32(%list_long_short_c1) : (memref<?xi32>) -> ()
  // CHECK-NEXT: 21000 1.26042e+08
  call @show_f64(%list_long_short_val) : (memref<?xf64>) -> ()

  %list_short_long = call @product_into_list(%short, %long, %c7, %c3000)
      : (tensor<?xf64>, tensor<?xf64>, index, index) -> tensor<?x?xf64, #COO>
  %list_short_long_p0, %list_short_long_c0, %list_short_long_c1, %list_short_long_val = stensor.unpack %list_short_long
      : tensor<?x?xf64, #COO> -> memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xf64>
  // CHECK-NEXT: 2 21000
  call @show_i32(%list_short_long_p0) : (memref<?xi32>) -> ()
  // CHECK-NEXT: 21000 6
  call @show_i32(%list_short_long_c0) : (memref<?xi32>) -> ()
  // CHECK-NEXT: 21000 2999
  call @show_i32(%list_short_long_c1) : (memref<?xi32>) -> ()
  // CHECK-NEXT: 21000 1.26042e+08
  call @show_f64(%list_short_long_val) : (memref<?xf64>) -> ()

  %pairs_middle_middle = call @product_into_pairs(%middle, %middle, %c60, %c60)
      : (tensor<?xf64>, tensor<?xf64>, index, index) -> tensor<?x?xf64, #Pairs>
  %pairs_middle_middle_p0, %pairs_middle_middle_c0, %pairs_middle_middle_val = stensor.unpack %pairs_middle_middle
      : tensor<?x?xf64, #Pairs> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  // CHECK-NEXT: 2 3600
  call @show_i32(%pairs_middle_middle_p0) : (memref<?xi32>) -> ()
  // CHECK-NEXT: 7200 59
  call @show_i32(%pairs_middle_middle_c0) : (memref<?xi32>) -> ()
  // CHECK-NEXT: 3600 3.3489e+06
  call @show_f64(%pairs_middle_middle_val) : (memref<?xf64>) -> ()

  %pairs_long_short = call @product_into_pairs(%long, %short, %c3000, %c7)
      : (tensor<?xf64>, tensor<?xf64>, index, index) -> tensor<?x?xf64, #Pairs>
  %pairs_long_short_p0, %pairs_long_short_c0, %pairs_long_short_val = stensor.unpack %pairs_long_short
      : tensor<?x?xf64, #Pairs> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  // CHECK-NEXT: 2 21000
  call @show_i32(%pairs_long_short_p0) : (memref<?xi32>) -> ()
  // CHECK-NEXT: 42000 6
  call @show_i32(%pairs_long_short_c0) : (memref<?xi32>) -> ()
  // CHECK-NEXT: 21000 1.26042e+08
  call @show_f64(%pairs_long_short_val) : (memref<?xf64>) -> ()

  %pairs_short_long = call @product_into_pairs(%short, %long, %c7, %c3000)
      : (tensor<?xf64>, tensor<?xf64>, index, index) -> tensor<?x?xf64, #Pairs>
  %pairs_short_long_p0, %pairs_short_long_c0, %pairs_short_long_val = stensor.unpack %pairs_short_long
      : tensor<?x?xf64, #Pairs> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  // CHECK-NEXT: 2 21000
  call @show_i32(%pairs_short_long_p0) : (memref<?xi32>) -> ()
  // CHECK-NEXT: 42000 2999
  call @show_i32(%pairs_short_long_c0) : (memref<?xi32>) -> ()
  // CHECK-NEXT: 21000 1.26042e+08
  call @show_f64(%pairs_short_long_val) : (memref<?xf64>) -> ()

  %stored_rows_middle_middle = call @product_into_stored_rows(%middle, %middle, %c60, %c60)
      : (tensor<?xf64>, tensor<?xf64>, index, index) -> tensor<?x?xf64, #DCSR>
  %stored_rows_middle_middle_p0, %stored_rows_middle_middle_c0, %stored_rows_middle_middle_p1, %stored_rows_middle_middle_c1, %stored_rows_middle_middle_val = stensor.unpack %stored_rows_middle_middle
      : tensor<?x?xf64, #DCSR> -> memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xf64>
  // CHECK-NEXT: 2 60
  call @show_i32(%stored_rows_middle_middle_p0) : (memref<?xi32>) -> ()
  // CHECK-NEXT: 60 59
  call @show_i32(%stored_rows_middle_middle_c0) : (memref<?xi32>) -> ()
  // CHECK-NEXT: 61 3600
  call @show_i32(%stored_rows_middle_middle_p1) : (memref<?xi32>) -> ()
  // CHECK-NEXT: 3600 59
  call @show_i32(%stored_rows_middle_middle_c1) : (memref<?xi32>) -> ()
  // CHECK-NEXT: 3600 3.3489e+06
  call @show_f64(%stored_rows_middle_middle_val) : (memref<?xf64>) -> ()

  %stored_rows_long_short = call @product_into_stored_rows(%long, %short, %c3000, %c7)
      : (tensor<?xf64>, tensor<?xf64>, index, index) -> tensor<?x?xf64, #DCSR>
  %stored_rows_long_short_p0, %stored_rows_long_short_c0, %stored_rows_long_short_p1, %stored_rows_long_short_c1, %stored_rows_long_short_val = stensor.unpack %stored_rows_long_short
      : tensor<?x?xf64, #DCSR> -> memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xf64>
  // CHECK-NEXT: 2 3000
  call @show_i32(%stored_rows_long_short_p0) : (memref<?xi32>) -> ()
  // CHECK-NEXT: 3000 2999
  call @show_i32(%stored_rows_long_short_c0) : (memref<?xi32>) -> ()
  // CHECK-NEXT: 3001 21000
  call @show_i32(%stored_rows_long_short_p1) : (memref<?xi32>) -> ()
  // CHECK-NEXT: 21000 6
  call @show_i32(%stored_rows_long_short_c1) : (memref<?xi32>) -> ()
  // CHECK-NEXT: 21000 1.26042e+08
  call @show_f64(%stored_rows_long_short_val) : (memref<?xf64>) -> ()

  %stored_rows_short_long = call @product_into_stored_rows(%short, %long, %c7, %c3000)
      : (tensor<?xf64>, tensor<?xf64>, index, index) -> tensor<?x?xf64, #DCSR>
  %stored_rows_short_long_p0, %stored_rows_short_long_c0, %stored_rows_short_long_p1, %stored_rows_short_long_c1, %stored_rows_short_long_val = stensor.unpack %stored_rows_short_long
      : tensor<?x?xf64, #DCSR> -> memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xf64>
  // CHECK-NEXT: 2 7
  call @show_i32(%stored_rows_short_long_p0) : (memref<?xi32>) -> ()
  // CHECK-NEXT: 7 6
  call @show_i32(%stored_rows_short_long_c0) : (memref<?xi32>) -> ()
  // CHECK-NEXT: 8 21000
  call @show_i32(%stored_rows_short_long_p1) : (memref<?xi32>) -> ()
  // CHECK-NEXT: 21000 2999
  call @show_i32(%stored_rows_short_long_c1) : (memref<?xi32>) -> ()
  // CHECK-NEXT: 21000 1.26042e+08
  call @show_f64(%stored_rows_short_long_val) : (memref<?xf64>) -> ()

  %dense_rows_middle_middle = call @product_into_dense_rows(%middle, %middle, %c60, %c60)
      : (tensor<?xf64>, tensor<?xf64>, index, index) -> tensor<?x?xf64, #Rows>
  %dense_rows_middle_middle_p0, %dense_rows_middle_middle_c0, %dense_rows_middle_middle_val = stensor.unpack %dense_rows_middle_middle
      : tensor<?x?xf64, #Rows> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  // CHECK-NEXT: 2 60
  call @show_i32(%dense_rows_middle_middle_p0) : (memref<?xi32>) -> ()
  // CHECK-NEXT: 60 59
  call @show_i32(%dense_rows_middle_middle_c0) : (memref<?xi32>) -> ()
  // CHECK-NEXT: 3600 3.3489e+06
  call @show_f64(%dense_rows_middle_middle_val) : (memref<?xf64>) -> ()

  %dense_rows_long_short = call @product_into_dense_rows(%long, %short, %c3000, %c7)
      : (tensor<?xf64>, tensor<?xf64>, index, index) -> tensor<?x?xf64, #Rows>
  %dense_rows_long_short_p0, %dense_rows_long_short_c0, %dense_rows_long_short_val = stensor.unpack %dense_rows_long_short
      : tensor<?x?xf64, #Rows> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  // CHECK-NEXT: 2 3000
  call @show_i32(%dense_rows_long_short_p0) : (memref<?xi32>) -> ()
  // CHECK-NEXT: 3000 2999
  call @show_i32(%dense_rows_long_short_c0) : (memref<?xi32>) -> ()
  // CHECK-NEXT: 21000 1.26042e+08
  call @show_f64(%dense_rows_long_short_val) : (memref<?xf64>) -> ()

  %dense_rows_short_long = call @product_into_dense_rows(%short, %long, %c7, %c3000)
      : (tensor<?xf64>, tensor<?xf64>, index, index) -> tensor<?x?xf64, #Rows>
  %dense_rows_short_long_p0, %dense_rows_short_long_c0, %dense_rows_short_long_val = stensor.unpack %dense_rows_short_long
      : tensor<?x?xf64, #Rows> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  // CHECK-NEXT: 2 7
  call @show_i32(%dense_rows_short_long_p0) : (memref<?xi32>) -> ()
  // CHECK-NEXT: 7 6
  call @show_i32(%dense_rows_short_long_c0) : (memref<?xi32>) -> ()
  // CHECK-NEXT: 21000 1.26042e+08
  call @show_f64(%dense_rows_short_long_val) : (memref<?xf64>) -> ()
  return
}
