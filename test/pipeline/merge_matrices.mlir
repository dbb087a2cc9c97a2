// `--lacuna`, executed: several stored matrices in one nest, in every pair of formats.
//
//   A = [ 1 0 2 0 ]   B = [ 0 5 -2 0 ]   E stores nothing
//       [ 0 0 0 0 ]       [ 0 6  0 0 ]
//       [ 3 0 0 4 ]       [ 0 0  0 0 ]
//       [ 0 0 0 0 ]       [ 0 0  0 7 ]
//
// In the format Parts, each entry is stored in three parts.

// RUN: lacuna-opt %s --lacuna | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=fp=strict | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=vector-bytes=0 | %run | FileCheck %s

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#DCSR = #stensor.format<(i, j) -> (i : compressed, j : compressed)>
#COO = #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton)>
#Parts = #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton(nonunique))>
#Dense = #stensor.format<(i, j) -> (i : dense, j : dense)>
#zip = {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
        iterator_types = ["parallel", "parallel"]}
#map = {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
#rows = {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
         iterator_types = ["parallel", "reduction"]}
#pairs = {indexing_maps = [affine_map<(i, j, k) -> (i, j)>, affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (i)>],
          iterator_types = ["parallel", "reduction", "reduction"]}
#product = {indexing_maps = [affine_map<(i, k, j) -> (i, k)>, affine_map<(i, k, j) -> (i, k)>, affine_map<(i, k, j) -> (k, j)>,
                             affine_map<(i, k, j) -> (i, j)>],
            iterator_types = ["parallel", "reduction", "parallel"]}

memref.global "private" constant @A_csr_0 : memref<5xi32> = dense<[0, 2, 2, 4, 4]>
memref.global "private" constant @A_csr_1 : memref<4xi32> = dense<[0, 2, 0, 3]>
memref.global "private" constant @A_csr_2 : memref<4xf64> = dense<[1.0, 2.0, 3.0, 4.0]>
memref.global "private" constant @A_dcsr_0 : memref<2xi32> = dense<[0, 2]>
memref.global "private" constant @A_dcsr_1 : memref<2xi32> = dense<[0, 2]>
memref.global "private" constant @A_dcsr_2 : memref<3xi32> = dense<[0, 2, 4]>
memref.global "private" constant @A_dcsr_3 : memref<4xi32> = dense<[0, 2, 0, 3]>
memref.global "private" constant @A_dcsr_4 : memref<4xf64> = dense<[1.0, 2.0, 3.0, 4.0]>
memref.global "private" constant @A_coo_0 : memref<2xi32> = dense<[0, 4]>
memref.global "private" constant @A_coo_1 : memref<4xi32> = dense<[0, 0, 2, 2]>
memref.global "private" constant @A_coo_2 : memref<4xi32> = dense<[0, 2, 0, 3]>
memref.global "private" constant @A_coo_3 : memref<4xf64> = dense<[1.0, 2.0, 3.0, 4.0]>
memref.global "private" constant @A_parts_0 : memref<2xi32> = dense<[0, 12]>
memref.global "private" constant @A_parts_1 : memref<12xi32> = dense<[0, 0, 0, 0, 0, 0, 2, 2, 2, 2, 2, 2]>
memref.global "private" constant @A_parts_2 : memref<12xi32> = dense<[0, 0, 0, 2, 2, 2, 0, 0, 0, 3, 3, 3]>
memref.global "private" constant @A_parts_3 : memref<12xf64> = dense<[0.0, 0.5, 0.5, 1.0, 0.5, 0.5, 2.0, 0.5, 0.5, 3.0, 0.5, 0.5]>
memref.global "private" constant @A_dense_0 : memref<16xf64> = dense<[1.0, 0.0, 2.0, 0.0, 0.0, 0.0, 0.0, 0.0, 3.0, 0.0, 0.0, 4.0, 0.0, 0.0, 0.0, 0.0]>
memref.global "private" constant @B_csr_0 : memref<5xi32> = dense<[0, 2, 3, 3, 4]>
memref.global "private" constant @B_csr_1 : memref<4xi32> = dense<[1, 2, 1, 3]>
memref.global "private" constant @B_csr_2 : memref<4xf64> = dense<[5.0, -2.0, 6.0, 7.0]>
memref.global "private" constant @B_dcsr_0 : memref<2xi32> = dense<[0, 3]>
memref.global "private" constant @B_dcsr_1 : memref<3xi32> = dense<[0, 1, 3]>
memref.global "private" constant @B_dcsr_2 : memref<4xi32> = dense<[0, 2, 3, 4]>
memref.global "private" constant @B_dcsr_3 : memref<4xi32> = dense<[1, 2, 1, 3]>
memref.global "private" constant @B_dcsr_4 : memref<4xf64> = dense<[5.0, -2.0, 6.0, 7.0]>
memref.global "private" constant @B_coo_0 : memref<2xi32> = dense<[0, 4]>
memref.global "private" constant @B_coo_1 : memref<4xi32> = dense<[0, 0, 1, 3]>
memref.global "private" constant @B_coo_2 : memref<4xi32> = dense<[1, 2, 1, 3]>
memref.global "private" constant @B_coo_3 : memref<4xf64> = dense<[5.0, -2.0, 6.0, 7.0]>
memref.global "private" constant @B_parts_0 : memref<2xi32> = dense<[0, 12]>
memref.global "private" constant @B_parts_1 : memref<12xi32> = dense<[0, 0, 0, 0, 0, 0, 1, 1, 1, 3, 3, 3]>
memref.global "private" constant @B_parts_2 : memref<12xi32> = dense<[1, 1, 1, 2, 2, 2, 1, 1, 1, 3, 3, 3]>
memref.global "private" constant @B_parts_3 : memref<12xf64> = dense<[4.0, 0.5, 0.5, -3.0, 0.5, 0.5, 5.0, 0.5, 0.5, 6.0, 0.5, 0.5]>
memref.global "private" constant @B_dense_0 : memref<16xf64> = dense<[0.0, 5.0, -2.0, 0.0, 0.0, 6.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 7.0]>
memref.global "private" constant @E_csr_0 : memref<5xi32> = dense<[0, 0, 0, 0, 0]>
memref.global "private" constant @E_csr_1 : memref<1xi32> = dense<[0]>
memref.global "private" constant @E_csr_2 : memref<1xf64> = dense<[0.0]>
memref.global "private" constant @E_dcsr_0 : memref<2xi32> = dense<[0, 0]>
memref.global "private" constant @E_dcsr_1 : memref<1xi32> = dense<[0]>
memref.global "private" constant @E_dcsr_2 : memref<1xi32> = dense<[0]>
memref.global "private" constant @E_dcsr_3 : memref<1xi32> = dense<[0]>
memref.global "private" constant @E_dcsr_4 : memref<1xf64> = dense<[0.0]>
memref.global "private" constant @E_coo_0 : memref<2xi32> = dense<[0, 0]>
memref.global "private" constant @E_coo_1 : memref<1xi32> = dense<[0]>
memref.global "private" constant @E_coo_2 : memref<1xi32> = dense<[0]>
memref.global "private" constant @E_coo_3 : memref<1xf64> = dense<[0.0]>
memref.global "private" constant @E_parts_0 : memref<2xi32> = dense<[0, 0]>
memref.global "private" constant @E_parts_1 : memref<1xi32> = dense<[0]>
memref.global "private" constant @E_parts_2 : memref<1xi32> = dense<[0]>
memref.global "private" constant @E_parts_3 : memref<1xf64> = dense<[0.0]>
memref.global "private" constant @E_dense_0 : memref<16xf64> = dense<[0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]>

func.func @fresh() -> tensor<?x?xf64> {
  %c4 = arith.constant 4 : index
  %nine = arith.constant 9.0 : f64
  %y = tensor.generate %c4, %c4 {
  ^bb0(%i: index, %j: index):
    tensor.yield %nine : f64
  } : tensor<?x?xf64>
  return %y : tensor<?x?xf64>
}

func.func @print(%y: tensor<?x?xf64>) {
  %c0 = arith.constant 0 : index
  %past = arith.constant 99.0 : f64
  %v = vector.transfer_read %y[%c0, %c0], %past : tensor<?x?xf64>, vector<4x4xf64>
  vector.print %v : vector<4x4xf64>
  return
}

func.func @print_row(%y: tensor<?xf64>) {
  %c0 = arith.constant 0 : index
  %past = arith.constant 99.0 : f64
  %v = vector.transfer_read %y[%c0], %past : tensor<?xf64>, vector<4xf64>
  vector.print %v : vector<4xf64>
  return
}

// A + 2 B: unions.
func.func @weighted_sum_csr_csr(%A: tensor<?x?xf64, #CSR>, %B: tensor<?x?xf64, #CSR>) {
  %y = call @fresh() : () -> tensor<?x?xf64>
  %0 = linalg.generic #zip ins(%A, %B : tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSR>) outs(%y : tensor<?x?xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %two = arith.constant 2.0 : f64
    %d = arith.mulf %b, %two : f64
    %s = arith.addf %a, %d : f64
    linalg.yield %s : f64
  } -> tensor<?x?xf64>
  call @print(%0) : (tensor<?x?xf64>) -> ()
  return
}

func.func @weighted_sum_csr_dcsr(%A: tensor<?x?xf64, #CSR>, %B: tensor<?x?xf64, #DCSR>) {
  %y = call @fresh() : () -> tensor<?x?xf64>
  %0 = linalg.generic #zip ins(%A, %B : tensor<?x?xf64, #CSR>, tensor<?x?xf64, #DCSR>) outs(%y : tensor<?x?xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %two = arith.constant 2.0 : f64
    %d = arith.mulf %b, %two : f64
    %s = arith.addf %a, %d : f64
    linalg.yield %s : f64
  } -> tensor<?x?xf64>
  call @print(%0) : (tensor<?x?xf64>) -> ()
  return
}

func.func @weighted_sum_csr_coo(%A: tensor<?x?xf64, #CSR>, %B: tensor<?x?xf64, #COO>) {
  %y = call @fresh() : () -> tensor<?x?xf64>
  %0 = linalg.generic #zip ins(%A, %B : tensor<?x?xf64, #CSR>, tensor<?x?xf64, #COO>) outs(%y : tensor<?x?xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %two = arith.constant 2.0 : f64
    %d = arith.mulf %b, %two : f64
    %s = arith.addf %a, %d : f64
    linalg.yield %s : f64
  } -> tensor<?x?xf64>
  call @print(%0) : (tensor<?x?xf64>) -> ()
  return
}

func.func @weighted_sum_csr_parts(%A: tensor<?x?xf64, #CSR>, %B: tensor<?x?xf64, #Parts>) {
  %y = call @fresh() : () -> tensor<?x?xf64>
  %0 = linalg.generic #zip ins(%A, %B : tensor<?x?xf64, #CSR>, tensor<?x?xf64, #Parts>) outs(%y : tensor<?x?xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %two = arith.constant 2.0 : f64
    %d = arith.mulf %b, %two : f64
    %s = arith.addf %a, %d : f64
    linalg.yield %s : f64
  } -> tensor<?x?xf64>
  call @print(%0) : (tensor<?x?xf64>) -> ()
  return
}

func.func @weighted_sum_csr_dense(%A: tensor<?x?xf64, #CSR>, %B: tensor<?x?xf64, #Dense>) {
  %y = call @fresh() : () -> tensor<?x?xf64>
  %0 = linalg.generic #zip ins(%A, %B : tensor<?x?xf64, #CSR>, tensor<?x?xf64, #Dense>) outs(%y : tensor<?x?xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %two = arith.constant 2.0 : f64
    %d = arith.mulf %b, %two : f64
    %s = arith.addf %a, %d : f64
    linalg.yield %s : f64
  } -> tensor<?x?xf64>
  call @print(%0) : (tensor<?x?xf64>) -> ()
  return
}

func.func @weighted_sum_dcsr_dcsr(%A: tensor<?x?xf64, #DCSR>, %B: tensor<?x?xf64, #DCSR>) {
  %y = call @fresh() : () -> tensor<?x?xf64>
  %0 = linalg.generic #zip ins(%A, %B : tensor<?x?xf64, #DCSR>, tensor<?x?xf64, #DCSR>) outs(%y : tensor<?x?xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %two = arith.constant 2.0 : f64
    %d = arith.mulf %b, %two : f64
    %s = arith.addf %a, %d : f64
    linalg.yield %s : f64
  } -> tensor<?x?xf64>
  call @print(%0) : (tensor<?x?xf64>) -> ()
  return
}

func.func @weighted_sum_dcsr_coo(%A: tensor<?x?xf64, #DCSR>, %B: tensor<?x?xf64, #COO>) {
  %y = call @fresh() : () -> tensor<?x?xf64>
  %0 = linalg.generic #zip ins(%A, %B : tensor<?x?xf64, #DCSR>, tensor<?x?xf64, #COO>) outs(%y : tensor<?x?xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %two = arith.constant 2.0 : f64
    %d = arith.mulf %b, %two : f64
    %s = arith.addf %a, %d : f64
    linalg.yield %s : f64
  } -> tensor<?x?xf64>
  call @print(%0) : (tensor<?x?xf64>) -> ()
  return
}

func.func @weighted_sum_dcsr_parts(%A: tensor<?x?xf64, #DCSR>, %B: tensor<?x?xf64, #Parts>) {
  %y = call @fresh() : () -> tensor<?x?xf64>
  %0 = linalg.generic #zip ins(%A, %B : tensor<?x?xf64, #DCSR>, tensor<?x?xf64, #Parts>) outs(%y : tensor<?x?xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %two = arith.constant 2.0 : f64
    %d = arith.mulf %b, %two : f64
    %s = arith.addf %a, %d : f64
    linalg.yield %s : f64
  } -> tensor<?x?xf64>
  call @print(%0) : (tensor<?x?xf64>) -> ()
  return
}

func.func @weighted_sum_dcsr_dense(%A: tensor<?x?xf64, #DCSR>, %B: tensor<?x?xf64, #Dense>) {
  %y = call @fresh() : () -> tensor<?x?xf64>
  %0 = linalg.generic #zip ins(%A, %B : tensor<?x?xf64, #DCSR>, tensor<?x?xf64, #Dense>) outs(%y : tensor<?x?xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %two = arith.constant 2.0 : f64
    %d = arith.mulf %b, %two : f64
    %s = arith.addf %a, %d : f64
    linalg.yield %s : f64
  } -> tensor<?x?xf64>
  call @print(%0) : (tensor<?x?xf64>) -> ()
  return
}

func.func @weighted_sum_coo_coo(%A: tensor<?x?xf64, #COO>, %B: tensor<?x?xf64, #COO>) {
  %y = call @fresh() : () -> tensor<?x?xf64>
  %0 = linalg.generic #zip ins(%A, %B : tensor<?x?xf64, #COO>, tensor<?x?xf64, #COO>) outs(%y : tensor<?x?xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %two = arith.constant 2.0 : f64
    %d = arith.mulf %b, %two : f64
    %s = arith.addf %a, %d : f64
    linalg.yield %s : f64
  } -> tensor<?x?xf64>
  call @print(%0) : (tensor<?x?xf64>) -> ()
  return
}

func.func @weighted_sum_coo_parts(%A: tensor<?x?xf64, #COO>, %B: tensor<?x?xf64, #Parts>) {
  %y = call @fresh() : () -> tensor<?x?xf64>
  %0 = linalg.generic #zip ins(%A, %B : tensor<?x?xf64, #COO>, tensor<?x?xf64, #Parts>) outs(%y : tensor<?x?xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %two = arith.constant 2.0 : f64
    %d = arith.mulf %b, %two : f64
    %s = arith.addf %a, %d : f64
    linalg.yield %s : f64
  } -> tensor<?x?xf64>
  call @print(%0) : (tensor<?x?xf64>) -> ()
  return
}

func.func @weighted_sum_coo_dense(%A: tensor<?x?xf64, #COO>, %B: tensor<?x?xf64, #Dense>) {
  %y = call @fresh() : () -> tensor<?x?xf64>
  %0 = linalg.generic #zip ins(%A, %B : tensor<?x?xf64, #COO>, tensor<?x?xf64, #Dense>) outs(%y : tensor<?x?xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %two = arith.constant 2.0 : f64
    %d = arith.mulf %b, %two : f64
    %s = arith.addf %a, %d : f64
    linalg.yield %s : f64
  } -> tensor<?x?xf64>
  call @print(%0) : (tensor<?x?xf64>) -> ()
  return
}

func.func @weighted_sum_parts_parts(%A: tensor<?x?xf64, #Parts>, %B: tensor<?x?xf64, #Parts>) {
  %y = call @fresh() : () -> tensor<?x?xf64>
  %0 = linalg.generic #zip ins(%A, %B : tensor<?x?xf64, #Parts>, tensor<?x?xf64, #Parts>) outs(%y : tensor<?x?xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %two = arith.constant 2.0 : f64
    %d = arith.mulf %b, %two : f64
    %s = arith.addf %a, %d : f64
    linalg.yield %s : f64
  } -> tensor<?x?xf64>
  call @print(%0) : (tensor<?x?xf64>) -> ()
  return
}

func.func @weighted_sum_parts_dense(%A: tensor<?x?xf64, #Parts>, %B: tensor<?x?xf64, #Dense>) {
  %y = call @fresh() : () -> tensor<?x?xf64>
  %0 = linalg.generic #zip ins(%A, %B : tensor<?x?xf64, #Parts>, tensor<?x?xf64, #Dense>) outs(%y : tensor<?x?xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %two = arith.constant 2.0 : f64
    %d = arith.mulf %b, %two : f64
    %s = arith.addf %a, %d : f64
    linalg.yield %s : f64
  } -> tensor<?x?xf64>
  call @print(%0) : (tensor<?x?xf64>) -> ()
  return
}

// Intersections.
func.func @product_csr_csr(%A: tensor<?x?xf64, #CSR>, %B: tensor<?x?xf64, #CSR>) {
  %y = call @fresh() : () -> tensor<?x?xf64>
  %0 = linalg.generic #zip ins(%A, %B : tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSR>) outs(%y : tensor<?x?xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %s = arith.mulf %a, %b : f64
    linalg.yield %s : f64
  } -> tensor<?x?xf64>
  call @print(%0) : (tensor<?x?xf64>) -> ()
  return
}

func.func @product_csr_dcsr(%A: tensor<?x?xf64, #CSR>, %B: tensor<?x?xf64, #DCSR>) {
  %y = call @fresh() : () -> tensor<?x?xf64>
  %0 = linalg.generic #zip ins(%A, %B : tensor<?x?xf64, #CSR>, tensor<?x?xf64, #DCSR>) outs(%y : tensor<?x?xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %s = arith.mulf %a, %b : f64
    linalg.yield %s : f64
  } -> tensor<?x?xf64>
  call @print(%0) : (tensor<?x?xf64>) -> ()
  return
}

func.func @product_csr_coo(%A: tensor<?x?xf64, #CSR>, %B: tensor<?x?xf64, #COO>) {
  %y = call @fresh() : () -> tensor<?x?xf64>
  %0 = linalg.generic #zip ins(%A, %B : tensor<?x?xf64, #CSR>, tensor<?x?xf64, #COO>) outs(%y : tensor<?x?xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %s = arith.mulf %a, %b : f64
    linalg.yield %s : f64
  } -> tensor<?x?xf64>
  call @print(%0) : (tensor<?x?xf64>) -> ()
  return
}

func.func @product_csr_parts(%A: tensor<?x?xf64, #CSR>, %B: tensor<?x?xf64, #Parts>) {
  %y = call @fresh() : () -> tensor<?x?xf64>
  %0 = linalg.generic #zip ins(%A, %B : tensor<?x?xf64, #CSR>, tensor<?x?xf64, #Parts>) outs(%y : tensor<?x?xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %s = arith.mulf %a, %b : f64
    linalg.yield %s : f64
  } -> tensor<?x?xf64>
  call @print(%0) : (tensor<?x?xf64>) -> ()
  return
}

func.func @product_csr_dense(%A: tensor<?x?xf64, #CSR>, %B: tensor<?x?xf64, #Dense>) {
  %y = call @fresh() : () -> tensor<?x?xf64>
  %0 = linalg.generic #zip ins(%A, %B : tensor<?x?xf64, #CSR>, tensor<?x?xf64, #Dense>) outs(%y : tensor<?x?xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %s = arith.mulf %a, %b : f64
    linalg.yield %s : f64
  } -> tensor<?x?xf64>
  call @print(%0) : (tensor<?x?xf64>) -> ()
  return
}

func.func @product_dcsr_dcsr(%A: tensor<?x?xf64, #DCSR>, %B: tensor<?x?xf64, #DCSR>) {
  %y = call @fresh() : () -> tensor<?x?xf64>
  %0 = linalg.generic #zip ins(%A, %B : tensor<?x?xf64, #DCSR>, tensor<?x?xf64, #DCSR>) outs(%y : tensor<?x?xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %s = arith.mulf %a, %b : f64
    linalg.yield %s : f64
  } -> tensor<?x?xf64>
  call @print(%0) : (tensor<?x?xf64>) -> ()
  return
}

func.func @product_dcsr_coo(%A: tensor<?x?xf64, #DCSR>, %B: tensor<?x?xf64, #COO>) {
  %y = call @fresh() : () -> tensor<?x?xf64>
  %0 = linalg.generic #zip ins(%A, %B : tensor<?x?xf64, #DCSR>, tensor<?x?xf64, #COO>) outs(%y : tensor<?x?xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %s = arith.mulf %a, %b : f64
    linalg.yield %s : f64
  } -> tensor<?x?xf64>
  call @print(%0) : (tensor<?x?xf64>) -> ()
  return
}

func.func @product_dcsr_parts(%A: tensor<?x?xf64, #DCSR>, %B: tensor<?x?xf64, #Parts>) {
  %y = call @fresh() : () -> tensor<?x?xf64>
  %0 = linalg.generic #zip ins(%A, %B : tensor<?x?xf64, #DCSR>, tensor<?x?xf64, #Parts>) outs(%y : tensor<?x?xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %s = arith.mulf %a, %b : f64
    linalg.yield %s : f64
  } -> tensor<?x?xf64>
  call @print(%0) : (tensor<?x?xf64>) -> ()
  return
}

func.func @product_dcsr_dense(%A: tensor<?x?xf64, #DCSR>, %B: tensor<?x?xf64, #Dense>) {
  %y = call @fresh() : () -> tensor<?x?xf64>
  %0 = linalg.generic #zip ins(%A, %B : tensor<?x?xf64, #DCSR>, tensor<?x?xf64, #Dense>) outs(%y : tensor<?x?xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %s = arith.mulf %a, %b : f64
    linalg.yield %s : f64
  } -> tensor<?x?xf64>
  call @print(%0) : (tensor<?x?xf64>) -> ()
  return
}

func.func @product_coo_coo(%A: tensor<?x?xf64, #COO>, %B: tensor<?x?xf64, #COO>) {
  %y = call @fresh() : () -> tensor<?x?xf64>
  %0 = linalg.generic #zip ins(%A, %B : tensor<?x?xf64, #COO>, tensor<?x?xf64, #COO>) outs(%y : tensor<?x?xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %s = arith.mulf %a, %b : f64
    linalg.yield %s : f64
  } -> tensor<?x?xf64>
  call @print(%0) : (tensor<?x?xf64>) -> ()
  return
}

func.func @product_coo_parts(%A: tensor<?x?xf64, #COO>, %B: tensor<?x?xf64, #Parts>) {
  %y = call @fresh() : () -> tensor<?x?xf64>
  %0 = linalg.generic #zip ins(%A, %B : tensor<?x?xf64, #COO>, tensor<?x?xf64, #Parts>) outs(%y : tensor<?x?xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %s = arith.mulf %a, %b : f64
    linalg.yield %s : f64
  } -> tensor<?x?xf64>
  call @print(%0) : (tensor<?x?xf64>) -> ()
  return
}

func.func @product_coo_dense(%A: tensor<?x?xf64, #COO>, %B: tensor<?x?xf64, #Dense>) {
  %y = call @fresh() : () -> tensor<?x?xf64>
  %0 = linalg.generic #zip ins(%A, %B : tensor<?x?xf64, #COO>, tensor<?x?xf64, #Dense>) outs(%y : tensor<?x?xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %s = arith.mulf %a, %b : f64
    linalg.yield %s : f64
  } -> tensor<?x?xf64>
  call @print(%0) : (tensor<?x?xf64>) -> ()
  return
}

func.func @product_parts_parts(%A: tensor<?x?xf64, #Parts>, %B: tensor<?x?xf64, #Parts>) {
  %y = call @fresh() : () -> tensor<?x?xf64>
  %0 = linalg.generic #zip ins(%A, %B : tensor<?x?xf64, #Parts>, tensor<?x?xf64, #Parts>) outs(%y : tensor<?x?xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %s = arith.mulf %a, %b : f64
    linalg.yield %s : f64
  } -> tensor<?x?xf64>
  call @print(%0) : (tensor<?x?xf64>) -> ()
  return
}

func.func @product_parts_dense(%A: tensor<?x?xf64, #Parts>, %B: tensor<?x?xf64, #Dense>) {
  %y = call @fresh() : () -> tensor<?x?xf64>
  %0 = linalg.generic #zip ins(%A, %B : tensor<?x?xf64, #Parts>, tensor<?x?xf64, #Dense>) outs(%y : tensor<?x?xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %s = arith.mulf %a, %b : f64
    linalg.yield %s : f64
  } -> tensor<?x?xf64>
  call @print(%0) : (tensor<?x?xf64>) -> ()
  return
}

// An entry in three parts is squared as their sum.
func.func @square(%A: tensor<?x?xf64, #Parts>) {
  %y = call @fresh() : () -> tensor<?x?xf64>
  %0 = linalg.generic #map ins(%A : tensor<?x?xf64, #Parts>) outs(%y : tensor<?x?xf64>) {
  ^bb0(%a: f64, %c: f64):
    %s = arith.mulf %a, %a : f64
    linalg.yield %s : f64
  } -> tensor<?x?xf64>
  call @print(%0) : (tensor<?x?xf64>) -> ()
  return
}

// Rows without entries, too, have a largest one.
func.func @largest_of_rows(%A: tensor<?x?xf64, #DCSR>, %B: tensor<?x?xf64, #COO>) {
  %c4 = arith.constant 4 : index
  %low = arith.constant -9.0 : f64
  %y = tensor.generate %c4 {
  ^bb0(%i: index):
    tensor.yield %low : f64
  } : tensor<?xf64>
  %0 = linalg.generic #rows ins(%A, %B : tensor<?x?xf64, #DCSR>, tensor<?x?xf64, #COO>) outs(%y : tensor<?xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %t = arith.addf %a, %b : f64
    %s = arith.maximumf %c, %t : f64
    linalg.yield %s : f64
  } -> tensor<?xf64>
  call @print_row(%0) : (tensor<?xf64>) -> ()
  return
}

// Two walks along each row, either of which may find nothing: y(i) = sum of A(i, j) + 2 A(i, k) over j and k.
func.func @pairs_in_rows(%A: tensor<?x?xf64, #CSR>) {
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f64
  %two = arith.constant 2.0 : f64
  %y = tensor.generate %c4 {
  ^bb0(%i: index):
    tensor.yield %zero : f64
  } : tensor<?xf64>
  %0 = linalg.generic #pairs ins(%A, %A : tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSR>) outs(%y : tensor<?xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %d = arith.mulf %b, %two : f64
    %t = arith.addf %a, %d : f64
    %s = arith.addf %c, %t : f64
    linalg.yield %s : f64
  } -> tensor<?xf64>
  call @print_row(%0) : (tensor<?xf64>) -> ()
  return
}

// (A + B) A with dense rows, which run in lanes.
func.func @sum_times_dense(%A: tensor<?x?xf64, #CSR>, %B: tensor<?x?xf64, #COO>, %X: tensor<4x4xf64>) {
  %zero = arith.constant 0.0 : f64
  %y = call @fresh() : () -> tensor<?x?xf64>
  %f = linalg.fill ins(%zero : f64) outs(%y : tensor<?x?xf64>) -> tensor<?x?xf64>
  %x = tensor.cast %X : tensor<4x4xf64> to tensor<?x?xf64>
  %0 = linalg.generic #product ins(%A, %B, %x : tensor<?x?xf64, #CSR>, tensor<?x?xf64, #COO>, tensor<?x?xf64>)
      outs(%f : tensor<?x?xf64>) {
  ^bb0(%a: f64, %b: f64, %d: f64, %c: f64):
    %s = arith.addf %a, %b : f64
    %p = arith.mulf %s, %d : f64
    %t = arith.addf %c, %p : f64
    linalg.yield %t : f64
  } -> tensor<?x?xf64>
  call @print(%0) : (tensor<?x?xf64>) -> ()
  return
}

func.func @main() {
  %c4 = arith.constant 4 : index
  %A_csr_0 = memref.get_global @A_csr_0 : memref<5xi32>
  %A_csr_1 = memref.get_global @A_csr_1 : memref<4xi32>
  %A_csr_2 = memref.get_global @A_csr_2 : memref<4xf64>
  %A_csr = stensor.pack(%A_csr_0, %A_csr_1, %A_csr_2) sizes(%c4, %c4)
      : (memref<5xi32>, memref<4xi32>, memref<4xf64>) -> tensor<?x?xf64, #CSR>
  %A_dcsr_0 = memref.get_global @A_dcsr_0 : memref<2xi32>
  %A_dcsr_1 = memref.get_global @A_dcsr_1 : memref<2xi32>
  %A_dcsr_2 = memref.get_global @A_dcsr_2 : memref<3xi32>
  %A_dcsr_3 = memref.get_global @A_dcsr_3 : memref<4xi32>
  %A_dcsr_4 = memref.get_global @A_dcsr_4 : memref<4xf64>
  %A_dcsr = stensor.pack(%A_dcsr_0, %A_dcsr_1, %A_dcsr_2, %A_dcsr_3, %A_dcsr_4) sizes(%c4, %c4)
      : (memref<2xi32>, memref<2xi32>, memref<3xi32>, memref<4xi32>, memref<4xf64>) -> tensor<?x?xf64, #DCSR>
  %A_coo_0 = memref.get_global @A_coo_0 : memref<2xi32>
  %A_coo_1 = memref.get_global @A_coo_1 : memref<4xi32>
  %A_coo_2 = memref.get_global @A_coo_2 : memref<4xi32>
  %A_coo_3 = memref.get_global @A_coo_3 : memref<4xf64>
  %A_coo = stensor.pack(%A_coo_0, %A_coo_1, %A_coo_2, %A_coo_3) sizes(%c4, %c4)
      : (memref<2xi32>, memref<4xi32>, memref<4xi32>, memref<4xf64>) -> tensor<?x?xf64, #COO>
  %A_parts_0 = memref.get_global @A_parts_0 : memref<2xi32>
  %A_parts_1 = memref.get_global @A_parts_1 : memref<12xi32>
  %A_parts_2 = memref.get_global @A_parts_2 : memref<12xi32>
  %A_parts_3 = memref.get_global @A_parts_3 : memref<12xf64>
  %A_parts = stensor.pack(%A_parts_0, %A_parts_1, %A_parts_2, %A_parts_3) sizes(%c4, %c4)
      : (memref<2xi32>, memref<12xi32>, memref<12xi32>, memref<12xf64>) -> tensor<?x?xf64, #Parts>
  %A_dense_0 = memref.get_global @A_dense_0 : memref<16xf64>
  %A_dense = stensor.pack(%A_dense_0) sizes(%c4, %c4)
      : (memref<16xf64>) -> tensor<?x?xf64, #Dense>
  %B_csr_0 = memref.get_global @B_csr_0 : memref<5xi32>
  %B_csr_1 = memref.get_global @B_csr_1 : memref<4xi32>
  %B_csr_2 = memref.get_global @B_csr_2 : memref<4xf64>
  %B_csr = stensor.pack(%B_csr_0, %B_csr_1, %B_csr_2) sizes(%c4, %c4)
      : (memref<5xi32>, memref<4xi32>, memref<4xf64>) -> tensor<?x?xf64, #CSR>
  %B_dcsr_0 = memref.get_global @B_dcsr_0 : memref<2xi32>
  %B_dcsr_1 = memref.get_global @B_dcsr_1 : memref<3xi32>
  %B_dcsr_2 = memref.get_global @B_dcsr_2 : memref<4xi32>
  %B_dcsr_3 = memref.get_global @B_dcsr_3 : memref<4xi32>
  %B_dcsr_4 = memref.get_global @B_dcsr_4 : memref<4xf64>
  %B_dcsr = stensor.pack(%B_dcsr_0, %B_dcsr_1, %B_dcsr_2, %B_dcsr_3, %B_dcsr_4) sizes(%c4, %c4)
      : (memref<2xi32>, memref<3xi32>, memref<4xi32>, memref<4xi32>, memref<4xf64>) -> tensor<?x?xf64, #DCSR>
  %B_coo_0 = memref.get_global @B_coo_0 : memref<2xi32>
  %B_coo_1 = memref.get_global @B_coo_1 : memref<4xi32>
  %B_coo_2 = memref.get_global @B_coo_2 : memref<4xi32>
  %B_coo_3 = memref.get_global @B_coo_3 : memref<4xf64>
  %B_coo = stensor.pack(%B_coo_0, %B_coo_1, %B_coo_2, %B_coo_3) sizes(%c4, %c4)
      : (memref<2xi32>, memref<4xi32>, memref<4xi32>, memref<4xf64>) -> tensor<?x?xf64, #COO>
  %B_parts_0 = memref.get_global @B_parts_0 : memref<2xi32>
  %B_parts_1 = memref.get_global @B_parts_1 : memref<12xi32>
  %B_parts_2 = memref.get_global @B_parts_2 : memref<12xi32>
  %B_parts_3 = memref.get_global @B_parts_3 : memref<12xf64>
  %B_parts = stensor.pack(%B_parts_0, %B_parts_1, %B_parts_2, %B_parts_3) sizes(%c4, %c4)
      : (memref<2xi32>, memref<12xi32>, memref<12xi32>, memref<12xf64>) -> tensor<?x?xf64, #Parts>
  %B_dense_0 = memref.get_global @B_dense_0 : memref<16xf64>
  %B_dense = stensor.pack(%B_dense_0) sizes(%c4, %c4)
      : (memref<16xf64>) -> tensor<?x?xf64, #Dense>
  %E_csr_0 = memref.get_global @E_csr_0 : memref<5xi32>
  %E_csr_1 = memref.get_global @E_csr_1 : memref<1xi32>
  %E_csr_2 = memref.get_global @E_csr_2 : memref<1xf64>
  %E_csr = stensor.pack(%E_csr_0, %E_csr_1, %E_csr_2) sizes(%c4, %c4)
      : (memref<5xi32>, memref<1xi32>, memref<1xf64>) -> tensor<?x?xf64, #CSR>
  %E_dcsr_0 = memref.get_global @E_dcsr_0 : memref<2xi32>
  %E_dcsr_1 = memref.get_global @E_dcsr_1 : memref<1xi32>
  %E_dcsr_2 = memref.get_global @E_dcsr_2 : memref<1xi32>
  %E_dcsr_3 = memref.get_global @E_dcsr_3 : memref<1xi32>
  %E_dcsr_4 = memref.get_global @E_dcsr_4 : memref<1xf64>
  %E_dcsr = stensor.pack(%E_dcsr_0, %E_dcsr_1, %E_dcsr_2, %E_dcsr_3, %E_dcsr_4) sizes(%c4, %c4)
      : (memref<2xi32>, memref<1xi32>, memref<1xi32>, memref<1xi32>, memref<1xf64>) -> tensor<?x?xf64, #DCSR>
  %E_coo_0 = memref.get_global @E_coo_0 : memref<2xi32>
  %E_coo_1 = memref.get_global @E_coo_1 : memref<1xi32>
  %E_coo_2 = memref.get_global @E_coo_2 : memref<1xi32>
  %E_coo_3 = memref.get_global @E_coo_3 : memref<1xf64>
  %E_coo = stensor.pack(%E_coo_0, %E_coo_1, %E_coo_2, %E_coo_3) sizes(%c4, %c4)
      : (memref<2xi32>, memref<1xi32>, memref<1xi32>, memref<1xf64>) -> tensor<?x?xf64, #COO>
  %E_parts_0 = memref.get_global @E_parts_0 : memref<2xi32>
  %E_parts_1 = memref.get_global @E_parts_1 : memref<1xi32>
  %E_parts_2 = memref.get_global @E_parts_2 : memref<1xi32>
  %E_parts_3 = memref.get_global @E_parts_3 : memref<1xf64>
  %E_parts = stensor.pack(%E_parts_0, %E_parts_1, %E_parts_2, %E_parts_3) sizes(%c4, %c4)
      : (memref<2xi32>, memref<1xi32>, memref<1xi32>, memref<1xf64>) -> tensor<?x?xf64, #Parts>
  %E_dense_0 = memref.get_global @E_dense_0 : memref<16xf64>
  %E_dense = stensor.pack(%E_dense_0) sizes(%c4, %c4)
      : (memref<16xf64>) -> tensor<?x?xf64, #Dense>
  %X = arith.constant dense<[[1.0, 0.0, 2.0, 0.0], [0.0, 0.0, 0.0, 0.0], [3.0, 0.0, 0.0, 4.0], [0.0, 0.0, 0.0, 0.0]]> : tensor<4x4xf64>

  // CHECK:      ( ( 1, 10, -2, 0 ), ( 0, 12, 0, 0 ), ( 3, 0, 0, 4 ), ( 0, 0, 0, 14 ) )
  call @weighted_sum_csr_csr(%A_csr, %B_csr) : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSR>) -> ()
  // CHECK-NEXT: ( ( 2, 5, 2, 0 ), ( 0, 6, 0, 0 ), ( 6, 0, 0, 8 ), ( 0, 0, 0, 7 ) )
  call @weighted_sum_csr_csr(%B_csr, %A_csr) : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSR>) -> ()
  // CHECK-NEXT: ( ( 3, 0, 6, 0 ), ( 0, 0, 0, 0 ), ( 9, 0, 0, 12 ), ( 0, 0, 0, 0 ) )
  call @weighted_sum_csr_csr(%A_csr, %A_csr) : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSR>) -> ()
  // CHECK-NEXT: ( ( 1, 0, 2, 0 ), ( 0, 0, 0, 0 ), ( 3, 0, 0, 4 ), ( 0, 0, 0, 0 ) )
  call @weighted_sum_csr_csr(%A_csr, %E_csr) : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSR>) -> ()
  // CHECK-NEXT: ( ( 0, 10, -4, 0 ), ( 0, 12, 0, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 14 ) )
  call @weighted_sum_csr_csr(%E_csr, %B_csr) : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSR>) -> ()
  // CHECK-NEXT: ( ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ) )
  call @weighted_sum_csr_csr(%E_csr, %E_csr) : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSR>) -> ()
  // CHECK-NEXT: ( ( 1, 10, -2, 0 ), ( 0, 12, 0, 0 ), ( 3, 0, 0, 4 ), ( 0, 0, 0, 14 ) )
  call @weighted_sum_csr_dcsr(%A_csr, %B_dcsr) : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #DCSR>) -> ()
  // CHECK-NEXT: ( ( 2, 5, 2, 0 ), ( 0, 6, 0, 0 ), ( 6, 0, 0, 8 ), ( 0, 0, 0, 7 ) )
  call @weighted_sum_csr_dcsr(%B_csr, %A_dcsr) : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #DCSR>) -> ()
  // CHECK-NEXT: ( ( 3, 0, 6, 0 ), ( 0, 0, 0, 0 ), ( 9, 0, 0, 12 ), ( 0, 0, 0, 0 ) )
  call @weighted_sum_csr_dcsr(%A_csr, %A_dcsr) : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #DCSR>) -> ()
  // CHECK-NEXT: ( ( 1, 0, 2, 0 ), ( 0, 0, 0, 0 ), ( 3, 0, 0, 4 ), ( 0, 0, 0, 0 ) )
  call @weighted_sum_csr_dcsr(%A_csr, %E_dcsr) : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #DCSR>) -> ()
  // CHECK-NEXT: ( ( 0, 10, -4, 0 ), ( 0, 12, 0, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 14 ) )
  call @weighted_sum_csr_dcsr(%E_csr, %B_dcsr) : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #DCSR>) -> ()
  // CHECK-NEXT: ( ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ) )
  call @weighted_sum_csr_dcsr(%E_csr, %E_dcsr) : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #DCSR>) -> ()
  // CHECK-NEXT: ( ( 1, 10, -2, 0 ), ( 0, 12, 0, 0 ), ( 3, 0, 0, 4 ), ( 0, 0, 0, 14 ) )
  call @weighted_sum_csr_coo(%A_csr, %B_coo) : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #COO>) -> ()
  // CHECK-NEXT: ( ( 2, 5, 2, 0 ), ( 0, 6, 0, 0 ), ( 6, 0, 0, 8 ), ( 0, 0, 0, 7 ) )
  call @weighted_sum_csr_coo(%B_csr, %A_coo) : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #COO>) -> ()
  // CHECK-NEXT: ( ( 3, 0, 6, 0 ), ( 0, 0, 0, 0 ), ( 9, 0, 0, 12 ), ( 0, 0, 0, 0 ) )
  call @weighted_sum_csr_coo(%A_csr, %A_coo) : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #COO>) -> ()
  // CHECK-NEXT: ( ( 1, 0, 2, 0 ), ( 0, 0, 0, 0 ), ( 3, 0, 0, 4 ), ( 0, 0, 0, 0 ) )
  call @weighted_sum_csr_coo(%A_csr, %E_coo) : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #COO>) -> ()
  // CHECK-NEXT: ( ( 0, 10, -4, 0 ), ( 0, 12, 0, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 14 ) )
  call @weighted_sum_csr_coo(%E_csr, %B_coo) : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #COO>) -> ()
  // CHECK-NEXT: ( ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ) )
  call @weighted_sum_csr_coo(%E_csr, %E_coo) : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #COO>) -> ()
  // CHECK-NEXT: ( ( 1, 10, -2, 0 ), ( 0, 12, 0, 0 ), ( 3, 0, 0, 4 ), ( 0, 0, 0, 14 ) )
  call @weighted_sum_csr_parts(%A_csr, %B_parts) : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #Parts>) -> ()
  // CHECK-NEXT: ( ( 2, 5, 2, 0 ), ( 0, 6, 0, 0 ), ( 6, 0, 0, 8 ), ( 0, 0, 0, 7 ) )
  call @weighted_sum_csr_parts(%B_csr, %A_parts) : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #Parts>) -> ()
  // CHECK-NEXT: ( ( 3, 0, 6, 0 ), ( 0, 0, 0, 0 ), ( 9, 0, 0, 12 ), ( 0, 0, 0, 0 ) )
  call @weighted_sum_csr_parts(%A_csr, %A_parts) : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #Parts>) -> ()
  // CHECK-NEXT: ( ( 1, 0, 2, 0 ), ( 0, 0, 0, 0 ), ( 3, 0, 0, 4 ), ( 0, 0, 0, 0 ) )
  call @weighted_sum_csr_parts(%A_csr, %E_parts) : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #Parts>) -> ()
  // CHECK-NEXT: ( ( 0, 10, -4, 0 ), ( 0, 12, 0, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 14 ) )
  call @weighted_sum_csr_parts(%E_csr, %B_parts) : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #Parts>) -> ()
  // CHECK-NEXT: ( ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ) )
  call @weighted_sum_csr_parts(%E_csr, %E_parts) : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #Parts>) -> ()
  // CHECK-NEXT: ( ( 1, 10, -2, 0 ), ( 0, 12, 0, 0 ), ( 3, 0, 0, 4 ), ( 0, 0, 0, 14 ) )
  call @weighted_sum_csr_dense(%A_csr, %B_dense) : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #Dense>) -> ()
  // CHECK-NEXT: ( ( 2, 5, 2, 0 ), ( 0, 6, 0, 0 ), ( 6, 0, 0, 8 ), ( 0, 0, 0, 7 ) )
  call @weighted_sum_csr_dense(%B_csr, %A_dense) : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #Dense>) -> ()
  // CHECK-NEXT: ( ( 3, 0, 6, 0 ), ( 0, 0, 0, 0 ), ( 9, 0, 0, 12 ), ( 0, 0, 0, 0 ) )
  call @weighted_sum_csr_dense(%A_csr, %A_dense) : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #Dense>) -> ()
  // CHECK-NEXT: ( ( 1, 0, 2, 0 ), ( 0, 0, 0, 0 ), ( 3, 0, 0, 4 ), ( 0, 0, 0, 0 ) )
  call @weighted_sum_csr_dense(%A_csr, %E_dense) : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #Dense>) -> ()
  // CHECK-NEXT: ( ( 0, 10, -4, 0 ), ( 0, 12, 0, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 14 ) )
  call @weighted_sum_csr_dense(%E_csr, %B_dense) : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #Dense>) -> ()
  // CHECK-NEXT: ( ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ) )
  call @weighted_sum_csr_dense(%E_csr, %E_dense) : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #Dense>) -> ()
  // CHECK-NEXT: ( ( 1, 10, -2, 0 ), ( 0, 12, 0, 0 ), ( 3, 0, 0, 4 ), ( 0, 0, 0, 14 ) )
  call @weighted_sum_dcsr_dcsr(%A_dcsr, %B_dcsr) : (tensor<?x?xf64, #DCSR>, tensor<?x?xf64, #DCSR>) -> ()
  // CHECK-NEXT: ( ( 2, 5, 2, 0 ), ( 0, 6, 0, 0 ), ( 6, 0, 0, 8 ), ( 0, 0, 0, 7 ) )
  call @weighted_sum_dcsr_dcsr(%B_dcsr, %A_dcsr) : (tensor<?x?xf64, #DCSR>, tensor<?x?xf64, #DCSR>) -> ()
  // CHECK-NEXT: ( ( 3, 0, 6, 0 ), ( 0, 0, 0, 0 ), ( 9, 0, 0, 12 ), ( 0, 0, 0, 0 ) )
  call @weighted_sum_dcsr_dcsr(%A_dcsr, %A_dcsr) : (tensor<?x?xf64, #DCSR>, tensor<?x?xf64, #DCSR>) -> ()
  // CHECK-NEXT: ( ( 1, 0, 2, 0 ), ( 0, 0, 0, 0 ), ( 3, 0, 0, 4 ), ( 0, 0, 0, 0 ) )
  call @weighted_sum_dcsr_dcsr(%A_dcsr, %E_dcsr) : (tensor<?x?xf64, #DCSR>, tensor<?x?xf64, #DCSR>) -> ()
  // CHECK-NEXT: ( ( 0, 10, -4, 0 ), ( 0, 12, 0, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 14 ) )
  call @weighted_sum_dcsr_dcsr(%E_dcsr, %B_dcsr) : (tensor<?x?xf64, #DCSR>, tensor<?x?xf64, #DCSR>) -> ()
  // CHECK-NEXT: ( ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ) )
  call @weighted_sum_dcsr_dcsr(%E_dcsr, %E_dcsr) : (tensor<?x?xf64, #DCSR>, tensor<?x?xf64, #DCSR>) -> ()
  // CHECK-NEXT: ( ( 1, 10, -2, 0 ), ( 0, 12, 0, 0 ), ( 3, 0, 0, 4 ), ( 0, 0, 0, 14 ) )
  call @weighted_sum_dcsr_coo(%A_dcsr, %B_coo) : (tensor<?x?xf64, #DCSR>, tensor<?x?xf64, #COO>) -> ()
  // CHECK-NEXT: ( ( 2, 5, 2, 0 ), ( 0, 6, 0, 0 ), ( 6, 0, 0, 8 ), ( 0, 0, 0, 7 ) )
  call @weighted_sum_dcsr_coo(%B_dcsr, %A_coo) : (tensor<?x?xf64, #DCSR>, tensor<?x?xf64, #COO>) -> ()
  // CHECK-NEXT: ( ( 3, 0, 6, 0 ), ( 0, 0, 0, 0 ), ( 9, 0, 0, 12 ), ( 0, 0, 0, 0 ) )
  call @weighted_sum_dcsr_coo(%A_dcsr, %A_coo) : (tensor<?x?xf64, #DCSR>, tensor<?x?xf64, #COO>) -> ()
  // CHECK-NEXT: ( ( 1, 0, 2, 0 ), ( 0, 0, 0, 0 ), ( 3, 0, 0, 4 ), ( 0, 0, 0, 0 ) )
  call @weighted_sum_dcsr_coo(%A_dcsr, %E_coo) : (tensor<?x?xf64, #DCSR>, tensor<?x?xf64, #COO>) -> ()
  // CHECK-NEXT: ( ( 0, 10, -4, 0 ), ( 0, 12, 0, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 14 ) )
  call @weighted_sum_dcsr_coo(%E_dcsr, %B_coo) : (tensor<?x?xf64, #DCSR>, tensor<?x?xf64, #COO>) -> ()
  // CHECK-NEXT: ( ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ) )
  call @weighted_sum_dcsr_coo(%E_dcsr, %E_coo) : (tensor<?x?xf64, #DCSR>, tensor<?x?xf64, #COO>) -> ()
  // CHECK-NEXT: ( ( 1, 10, -2, 0 ), ( 0, 12, 0, 0 ), ( 3, 0, 0, 4 ), ( 0, 0, 0, 14 ) )
  call @weighted_sum_dcsr_parts(%A_dcsr, %B_parts) : (tensor<?x?xf64, #DCSR>, tensor<?x?xf64, #Parts>) -> ()
  // CHECK-NEXT: ( ( 2, 5, 2, 0 ), ( 0, 6, 0, 0 ), ( 6, 0, 0, 8 ), ( 0, 0, 0, 7 ) )
  call @weighted_sum_dcsr_parts(%B_dcsr, %A_parts) : (tensor<?x?xf64, #DCSR>, tensor<?x?xf64, #Parts>) -> ()
  // CHECK-NEXT: ( ( 3, 0, 6, 0 ), ( 0, 0, 0, 0 ), ( 9, 0, 0, 12 ), ( 0, 0, 0, 0 ) )
  call @weighted_sum_dcsr_parts(%A_dcsr, %A_parts) : (tensor<?x?xf64, #DCSR>, tensor<?x?xf64, #Parts>) -> ()
  // CHECK-NEXT: ( ( 1, 0, 2, 0 ), ( 0, 0, 0, 0 ), ( 3, 0, 0, 4 ), ( 0, 0, 0, 0 ) )
  call @weighted_sum_dcsr_parts(%A_dcsr, %E_parts) : (tensor<?x?xf64, #DCSR>, tensor<?x?xf64, #Parts>) -> ()
  // CHECK-NEXT: ( ( 0, 10, -4, 0 ), ( 0, 12, 0, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 14 ) )
  call @weighted_sum_dcsr_parts(%E_dcsr, %B_parts) : (tensor<?x?xf64, #DCSR>, tensor<?x?xf64, #Parts>) -> ()
  // CHECK-NEXT: ( ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ) )
  call @weighted_sum_dcsr_parts(%E_dcsr, %E_parts) : (tensor<?x?xf64, #DCSR>, tensor<?x?xf64, #Parts>) -> ()
  // CHECK-NEXT: ( ( 1, 10, -2, 0 ), ( 0, 12, 0, 0 ), ( 3, 0, 0, 4 ), ( 0, 0, 0, 14 ) )
  call @weighted_sum_dcsr_dense(%A_dcsr, %B_dense) : (tensor<?x?xf64, #DCSR>, tensor<?x?xf64, #Dense>) -> ()
  // CHECK-NEXT: ( ( 2, 5, 2, 0 ), ( 0, 6, 0, 0 ), ( 6, 0, 0, 8 ), ( 0, 0, 0, 7 ) )
  call @weighted_sum_dcsr_dense(%B_dcsr, %A_dense) : (tensor<?x?xf64, #DCSR>, tensor<?x?xf64, #Dense>) -> ()
  // CHECK-NEXT: ( ( 3, 0, 6, 0 ), ( 0, 0, 0, 0 ), ( 9, 0, 0, 12 ), ( 0, 0, 0, 0 ) )
  call @weighted_sum_dcsr_dense(%A_dcsr, %A_dense) : (tensor<?x?xf64, #DCSR>, tensor<?x?xf64, #Dense>) -> ()
  // CHECK-NEXT: ( ( 1, 0, 2, 0 ), ( 0, 0, 0, 0 ), ( 3, 0, 0, 4 ), ( 0, 0, 0, 0 ) )
  call @weighted_sum_dcsr_dense(%A_dcsr, %E_dense) : (tensor<?x?xf64, #DCSR>, tensor<?x?xf64, #Dense>) -> ()
  // CHECK-NEXT: ( ( 0, 10, -4, 0 ), ( 0, 12, 0, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 14 ) )
  call @weighted_sum_dcsr_dense(%E_dcsr, %B_dense) : (tensor<?x?xf64, #DCSR>, tensor<?x?xf64, #Dense>) -> ()
  // CHECK-NEXT: ( ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ) )
  call @weighted_sum_dcsr_dense(%E_dcsr, %E_dense) : (tensor<?x?xf64, #DCSR>, tensor<?x?xf64, #Dense>) -> ()
  // CHECK-NEXT: ( ( 1, 10, -2, 0 ), ( 0, 12, 0, 0 ), ( 3, 0, 0, 4 ), ( 0, 0, 0, 14 ) )
  call @weighted_sum_coo_coo(%A_coo, %B_coo) : (tensor<?x?xf64, #COO>, tensor<?x?xf64, #COO>) -> ()
  // CHECK-NEXT: ( ( 2, 5, 2, 0 ), ( 0, 6, 0, 0 ), ( 6, 0, 0, 8 ), ( 0, 0, 0, 7 ) )
  call @weighted_sum_coo_coo(%B_coo, %A_coo) : (tensor<?x?xf64, #COO>, tensor<?x?xf64, #COO>) -> ()
  // CHECK-NEXT: ( ( 3, 0, 6, 0 ), ( 0, 0, 0, 0 ), ( 9, 0, 0, 12 ), ( 0, 0, 0, 0 ) )
  call @weighted_sum_coo_coo(%A_coo, %A_coo) : (tensor<?x?xf64, #COO>, tensor<?x?xf64, #COO>) -> ()
  // CHECK-NEXT: ( ( 1, 0, 2, 0 ), ( 0, 0, 0, 0 ), ( 3, 0, 0, 4 ), ( 0, 0, 0, 0 ) )
  call @weighted_sum_coo_coo(%A_coo, %E_coo) : (tensor<?x?xf64, #COO>, tensor<?x?xf64, #COO>) -> ()
  // CHECK-NEXT: ( ( 0, 10, -4, 0 ), ( 0, 12, 0, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 14 ) )
  call @weighted_sum_coo_coo(%E_coo, %B_coo) : (tensor<?x?xf64, #COO>, tensor<?x?xf64, #COO>) -> ()
  // CHECK-NEXT: ( ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ) )
  call @weighted_sum_coo_coo(%E_coo, %E_coo) : (tensor<?x?xf64, #COO>, tensor<?x?xf64, #COO>) -> ()
  // CHECK-NEXT: ( ( 1, 10, -2, 0 ), ( 0, 12, 0, 0 ), ( 3, 0, 0, 4 ), ( 0, 0, 0, 14 ) )
  call @weighted_sum_coo_parts(%A_coo, %B_parts) : (tensor<?x?xf64, #COO>, tensor<?x?xf64, #Parts>) -> ()
  // CHECK-NEXT: ( ( 2, 5, 2, 0 ), ( 0, 6, 0, 0 ), ( 6, 0, 0, 8 ), ( 0, 0, 0, 7 ) )
  call @weighted_sum_coo_parts(%B_coo, %A_parts) : (tensor<?x?xf64, #COO>, tensor<?x?xf64, #Parts>) -> ()
  // CHECK-NEXT: ( ( 3, 0, 6, 0 ), ( 0, 0, 0, 0 ), ( 9, 0, 0, 12 ), ( 0, 0, 0, 0 ) )
  call @weighted_sum_coo_parts(%A_coo, %A_parts) : (tensor<?x?xf64, #COO>, tensor<?x?xf64, #Parts>) -> ()
  // CHECK-NEXT: ( ( 1, 0, 2, 0 ), ( 0, 0, 0, 0 ), ( 3, 0, 0, 4 ), ( 0, 0, 0, 0 ) )
  call @weighted_sum_coo_parts(%A_coo, %E_parts) : (tensor<?x?xf64, #COO>, tensor<?x?xf64, #Parts>) -> ()
  // CHECK-NEXT: ( ( 0, 10, -4, 0 ), ( 0, 12, 0, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 14 ) )
  call @weighted_sum_coo_parts(%E_coo, %B_parts) : (tensor<?x?xf64, #COO>, tensor<?x?xf64, #Parts>) -> ()
  // CHECK-NEXT: ( ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ) )
  call @weighted_sum_coo_parts(%E_coo, %E_parts) : (tensor<?x?xf64, #COO>, tensor<?x?xf64, #Parts>) -> ()
  // CHECK-NEXT: ( ( 1, 10, -2, 0 ), ( 0, 12, 0, 0 ), ( 3, 0, 0, 4 ), ( 0, 0, 0, 14 ) )
  call @weighted_sum_coo_dense(%A_coo, %B_dense) : (tensor<?x?xf64, #COO>, tensor<?x?xf64, #Dense>) -> ()
  // CHECK-NEXT: ( ( 2, 5, 2, 0 ), ( 0, 6, 0, 0 ), ( 6, 0, 0, 8 ), ( 0, 0, 0, 7 ) )
  call @weighted_sum_coo_dense(%B_coo, %A_dense) : (tensor<?x?xf64, #COO>, tensor<?x?xf64, #Dense>) -> ()
  // CHECK-NEXT: ( ( 3, 0, 6, 0 ), ( 0, 0, 0, 0 ), ( 9, 0, 0, 12 ), ( 0, 0, 0, 0 ) )
  call @weighted_sum_coo_dense(%A_coo, %A_dense) : (tensor<?x?xf64, #COO>, tensor<?x?xf64, #Dense>) -> ()
  // CHECK-NEXT: ( ( 1, 0, 2, 0 ), ( 0, 0, 0, 0 ), ( 3, 0, 0, 4 ), ( 0, 0, 0, 0 ) )
  call @weighted_sum_coo_dense(%A_coo, %E_dense) : (tensor<?x?xf64, #COO>, tensor<?x?xf64, #Dense>) -> ()
  // CHECK-NEXT: ( ( 0, 10, -4, 0 ), ( 0, 12, 0, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 14 ) )
  call @weighted_sum_coo_dense(%E_coo, %B_dense) : (tensor<?x?xf64, #COO>, tensor<?x?xf64, #Dense>) -> ()
  // CHECK-NEXT: ( ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ) )
  call @weighted_sum_coo_dense(%E_coo, %E_dense) : (tensor<?x?xf64, #COO>, tensor<?x?xf64, #Dense>) -> ()
  // CHECK-NEXT: ( ( 1, 10, -2, 0 ), ( 0, 12, 0, 0 ), ( 3, 0, 0, 4 ), ( 0, 0, 0, 14 ) )
  call @weighted_sum_parts_parts(%A_parts, %B_parts) : (tensor<?x?xf64, #Parts>, tensor<?x?xf64, #Parts>) -> ()
  // CHECK-NEXT: ( ( 2, 5, 2, 0 ), ( 0, 6, 0, 0 ), ( 6, 0, 0, 8 ), ( 0, 0, 0, 7 ) )
  call @weighted_sum_parts_parts(%B_parts, %A_parts) : (tensor<?x?xf64, #Parts>, tensor<?x?xf64, #Parts>) -> ()
  // CHECK-NEXT: ( ( 3, 0, 6, 0 ), ( 0, 0, 0, 0 ), ( 9, 0, 0, 12 ), ( 0, 0, 0, 0 ) )
  call @weighted_sum_parts_parts(%A_parts, %A_parts) : (tensor<?x?xf64, #Parts>, tensor<?x?xf64, #Parts>) -> ()
  // CHECK-NEXT: ( ( 1, 0, 2, 0 ), ( 0, 0, 0, 0 ), ( 3, 0, 0, 4 ), ( 0, 0, 0, 0 ) )
  call @weighted_sum_parts_parts(%A_parts, %E_parts) : (tensor<?x?xf64, #Parts>, tensor<?x?xf64, #Parts>) -> ()
  // CHECK-NEXT: ( ( 0, 10, -4, 0 ), ( 0, 12, 0, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 14 ) )
  call @weighted_sum_parts_parts(%E_parts, %B_parts) : (tensor<?x?xf64, #Parts>, tensor<?x?xf64, #Parts>) -> ()
  // CHECK-NEXT: ( ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ) )
  call @weighted_sum_parts_parts(%E_parts, %E_parts) : (tensor<?x?xf64, #Parts>, tensor<?x?xf64, #Parts>) -> ()
  // CHECK-NEXT: ( ( 1, 10, -2, 0 ), ( 0, 12, 0, 0 ), ( 3, 0, 0, 4 ), ( 0, 0, 0, 14 ) )
  call @weighted_sum_parts_dense(%A_parts, %B_dense) : (tensor<?x?xf64, #Parts>, tensor<?x?xf64, #Dense>) -> ()
  // CHECK-NEXT: ( ( 2, 5, 2, 0 ), ( 0, 6, 0, 0 ), ( 6, 0, 0, 8 ), ( 0, 0, 0, 7 ) )
  call @weighted_sum_parts_dense(%B_parts, %A_dense) : (tensor<?x?xf64, #Parts>, tensor<?x?xf64, #Dense>) -> ()
  // CHECK-NEXT: ( ( 3, 0, 6, 0 ), ( 0, 0, 0, 0 ), ( 9, 0, 0, 12 ), ( 0, 0, 0, 0 ) )
  call @weighted_sum_parts_dense(%A_parts, %A_dense) : (tensor<?x?xf64, #Parts>, tensor<?x?xf64, #Dense>) -> ()
  // CHECK-NEXT: ( ( 1, 0, 2, 0 ), ( 0, 0, 0, 0 ), ( 3, 0, 0, 4 ), ( 0, 0, 0, 0 ) )
  call @weighted_sum_parts_dense(%A_parts, %E_dense) : (tensor<?x?xf64, #Parts>, tensor<?x?xf64, #Dense>) -> ()
  // CHECK-NEXT: ( ( 0, 10, -4, 0 ), ( 0, 12, 0, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 14 ) )
  call @weighted_sum_parts_dense(%E_parts, %B_dense) : (tensor<?x?xf64, #Parts>, tensor<?x?xf64, #Dense>) -> ()
  // CHECK-NEXT: ( ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ) )
  call @weighted_sum_parts_dense(%E_parts, %E_dense) : (tensor<?x?xf64, #Parts>, tensor<?x?xf64, #Dense>) -> ()
  // CHECK-NEXT: ( ( 0, 0, -4, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ) )
  call @product_csr_csr(%A_csr, %B_csr) : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSR>) -> ()
  // CHECK-NEXT: ( ( 1, 0, 4, 0 ), ( 0, 0, 0, 0 ), ( 9, 0, 0, 16 ), ( 0, 0, 0, 0 ) )
  call @product_csr_csr(%A_csr, %A_csr) : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSR>) -> ()
  // CHECK-NEXT: ( ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ) )
  call @product_csr_csr(%E_csr, %B_csr) : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSR>) -> ()
  // CHECK-NEXT: ( ( 0, 0, -4, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ) )
  call @product_csr_dcsr(%A_csr, %B_dcsr) : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #DCSR>) -> ()
  // CHECK-NEXT: ( ( 1, 0, 4, 0 ), ( 0, 0, 0, 0 ), ( 9, 0, 0, 16 ), ( 0, 0, 0, 0 ) )
  call @product_csr_dcsr(%A_csr, %A_dcsr) : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #DCSR>) -> ()
  // CHECK-NEXT: ( ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ) )
  call @product_csr_dcsr(%E_csr, %B_dcsr) : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #DCSR>) -> ()
  // CHECK-NEXT: ( ( 0, 0, -4, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ) )
  call @product_csr_coo(%A_csr, %B_coo) : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #COO>) -> ()
  // CHECK-NEXT: ( ( 1, 0, 4, 0 ), ( 0, 0, 0, 0 ), ( 9, 0, 0, 16 ), ( 0, 0, 0, 0 ) )
  call @product_csr_coo(%A_csr, %A_coo) : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #COO>) -> ()
  // CHECK-NEXT: ( ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ) )
  call @product_csr_coo(%E_csr, %B_coo) : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #COO>) -> ()
  // CHECK-NEXT: ( ( 0, 0, -4, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ) )
  call @product_csr_parts(%A_csr, %B_parts) : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #Parts>) -> ()
  // CHECK-NEXT: ( ( 1, 0, 4, 0 ), ( 0, 0, 0, 0 ), ( 9, 0, 0, 16 ), ( 0, 0, 0, 0 ) )
  call @product_csr_parts(%A_csr, %A_parts) : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #Parts>) -> ()
  // CHECK-NEXT: ( ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ) )
  call @product_csr_parts(%E_csr, %B_parts) : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #Parts>) -> ()
  // CHECK-NEXT: ( ( 0, 0, -4, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ) )
  call @product_csr_dense(%A_csr, %B_dense) : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #Dense>) -> ()
  // CHECK-NEXT: ( ( 1, 0, 4, 0 ), ( 0, 0, 0, 0 ), ( 9, 0, 0, 16 ), ( 0, 0, 0, 0 ) )
  call @product_csr_dense(%A_csr, %A_dense) : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #Dense>) -> ()
  // CHECK-NEXT: ( ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ) )
  call @product_csr_dense(%E_csr, %B_dense) : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #Dense>) -> ()
  // CHECK-NEXT: ( ( 0, 0, -4, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ) )
  call @product_dcsr_dcsr(%A_dcsr, %B_dcsr) : (tensor<?x?xf64, #DCSR>, tensor<?x?xf64, #DCSR>) -> ()
  // CHECK-NEXT: ( ( 1, 0, 4, 0 ), ( 0, 0, 0, 0 ), ( 9, 0, 0, 16 ), ( 0, 0, 0, 0 ) )
  call @product_dcsr_dcsr(%A_dcsr, %A_dcsr) : (tensor<?x?xf64, #DCSR>, tensor<?x?xf64, #DCSR>) -> ()
  // CHECK-NEXT: ( ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ) )
  call @product_dcsr_dcsr(%E_dcsr, %B_dcsr) : (tensor<?x?xf64, #DCSR>, tensor<?x?xf64, #DCSR>) -> ()
  // CHECK-NEXT: ( ( 0, 0, -4, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ) )
  call @product_dcsr_coo(%A_dcsr, %B_coo) : (tensor<?x?xf64, #DCSR>, tensor<?x?xf64, #COO>) -> ()
  // CHECK-NEXT: ( ( 1, 0, 4, 0 ), ( 0, 0, 0, 0 ), ( 9, 0, 0, 16 ), ( 0, 0, 0, 0 ) )
  call @product_dcsr_coo(%A_dcsr, %A_coo) : (tensor<?x?xf64, #DCSR>, tensor<?x?xf64, #COO>) -> ()
  // CHECK-NEXT: ( ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ) )
  call @product_dcsr_coo(%E_dcsr, %B_coo) : (tensor<?x?xf64, #DCSR>, tensor<?x?xf64, #COO>) -> ()
  // CHECK-NEXT: ( ( 0, 0, -4, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ) )
  call @product_dcsr_parts(%A_dcsr, %B_parts) : (tensor<?x?xf64, #DCSR>, tensor<?x?xf64, #Parts>) -> ()
  // CHECK-NEXT: ( ( 1, 0, 4, 0 ), ( 0, 0, 0, 0 ), ( 9, 0, 0, 16 ), ( 0, 0, 0, 0 ) )
  call @product_dcsr_parts(%A_dcsr, %A_parts) : (tensor<?x?xf64, #DCSR>, tensor<?x?xf64, #Parts>) -> ()
  // CHECK-NEXT: ( ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ) )
  call @product_dcsr_parts(%E_dcsr, %B_parts) : (tensor<?x?xf64, #DCSR>, tensor<?x?xf64, #Parts>) -> ()
  // CHECK-NEXT: ( ( 0, 0, -4, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ) )
  call @product_dcsr_dense(%A_dcsr, %B_dense) : (tensor<?x?xf64, #DCSR>, tensor<?x?xf64, #Dense>) -> ()
  // CHECK-NEXT: ( ( 1, 0, 4, 0 ), ( 0, 0, 0, 0 ), ( 9, 0, 0, 16 ), ( 0, 0, 0, 0 ) )
  call @product_dcsr_dense(%A_dcsr, %A_dense) : (tensor<?x?xf64, #DCSR>, tensor<?x?xf64, #Dense>) -> ()
  // CHECK-NEXT: ( ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ) )
  call @product_dcsr_dense(%E_dcsr, %B_dense) : (tensor<?x?xf64, #DCSR>, tensor<?x?xf64, #Dense>) -> ()
  // CHECK-NEXT: ( ( 0, 0, -4, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ) )
  call @product_coo_coo(%A_coo, %B_coo) : (tensor<?x?xf64, #COO>, tensor<?x?xf64, #COO>) -> ()
  // CHECK-NEXT: ( ( 1, 0, 4, 0 ), ( 0, 0, 0, 0 ), ( 9, 0, 0, 16 ), ( 0, 0, 0, 0 ) )
  call @product_coo_coo(%A_coo, %A_coo) : (tensor<?x?xf64, #COO>, tensor<?x?xf64, #COO>) -> ()
  // CHECK-NEXT: ( ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ) )
  call @product_coo_coo(%E_coo, %B_coo) : (tensor<?x?xf64, #COO>, tensor<?x?xf64, #COO>) -> ()
  // CHECK-NEXT: ( ( 0, 0, -4, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ) )
  call @product_coo_parts(%A_coo, %B_parts) : (tensor<?x?xf64, #COO>, tensor<?x?xf64, #Parts>) -> ()
  // CHECK-NEXT: ( ( 1, 0, 4, 0 ), ( 0, 0, 0, 0 ), ( 9, 0, 0, 16 ), ( 0, 0, 0, 0 ) )
  call @product_coo_parts(%A_coo, %A_parts) : (tensor<?x?xf64, #COO>, tensor<?x?xf64, #Parts>) -> ()
  // CHECK-NEXT: ( ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ) )
  call @product_coo_parts(%E_coo, %B_parts) : (tensor<?x?xf64, #COO>, tensor<?x?xf64, #Parts>) -> ()
  // CHECK-NEXT: ( ( 0, 0, -4, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ) )
  call @product_coo_dense(%A_coo, %B_dense) : (tensor<?x?xf64, #COO>, tensor<?x?xf64, #Dense>) -> ()
  // CHECK-NEXT: ( ( 1, 0, 4, 0 ), ( 0, 0, 0, 0 ), ( 9, 0, 0, 16 ), ( 0, 0, 0, 0 ) )
  call @product_coo_dense(%A_coo, %A_dense) : (tensor<?x?xf64, #COO>, tensor<?x?xf64, #Dense>) -> ()
  // CHECK-NEXT: ( ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ) )
  call @product_coo_dense(%E_coo, %B_dense) : (tensor<?x?xf64, #COO>, tensor<?x?xf64, #Dense>) -> ()
  // CHECK-NEXT: ( ( 0, 0, -4, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ) )
  call @product_parts_parts(%A_parts, %B_parts) : (tensor<?x?xf64, #Parts>, tensor<?x?xf64, #Parts>) -> ()
  // CHECK-NEXT: ( ( 1, 0, 4, 0 ), ( 0, 0, 0, 0 ), ( 9, 0, 0, 16 ), ( 0, 0, 0, 0 ) )
  call @product_parts_parts(%A_parts, %A_parts) : (tensor<?x?xf64, #Parts>, tensor<?x?xf64, #Parts>) -> ()
  // CHECK-NEXT: ( ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ) )
  call @product_parts_parts(%E_parts, %B_parts) : (tensor<?x?xf64, #Parts>, tensor<?x?xf64, #Parts>) -> ()
  // CHECK-NEXT: ( ( 0, 0, -4, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ) )
  call @product_parts_dense(%A_parts, %B_dense) : (tensor<?x?xf64, #Parts>, tensor<?x?xf64, #Dense>) -> ()
  // CHECK-NEXT: ( ( 1, 0, 4, 0 ), ( 0, 0, 0, 0 ), ( 9, 0, 0, 16 ), ( 0, 0, 0, 0 ) )
  call @product_parts_dense(%A_parts, %A_dense) : (tensor<?x?xf64, #Parts>, tensor<?x?xf64, #Dense>) -> ()
  // CHECK-NEXT: ( ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ) )
  call @product_parts_dense(%E_parts, %B_dense) : (tensor<?x?xf64, #Parts>, tensor<?x?xf64, #Dense>) -> ()
  // CHECK-NEXT: ( ( 1, 0, 4, 0 ), ( 0, 0, 0, 0 ), ( 9, 0, 0, 16 ), ( 0, 0, 0, 0 ) )
  call @square(%A_parts) : (tensor<?x?xf64, #Parts>) -> ()
  // CHECK-NEXT: ( ( 0, 25, 4, 0 ), ( 0, 36, 0, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 49 ) )
  call @square(%B_parts) : (tensor<?x?xf64, #Parts>) -> ()
  // CHECK-NEXT: ( ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ) )
  call @square(%E_parts) : (tensor<?x?xf64, #Parts>) -> ()
  // CHECK-NEXT: ( 5, 6, 4, 7 )
  call @largest_of_rows(%A_dcsr, %B_coo) : (tensor<?x?xf64, #DCSR>, tensor<?x?xf64, #COO>) -> ()
  // CHECK-NEXT: ( 5, 6, 4, 7 )
  call @largest_of_rows(%B_dcsr, %A_coo) : (tensor<?x?xf64, #DCSR>, tensor<?x?xf64, #COO>) -> ()
  // CHECK-NEXT: ( 5, 6, 0, 7 )
  call @largest_of_rows(%E_dcsr, %B_coo) : (tensor<?x?xf64, #DCSR>, tensor<?x?xf64, #COO>) -> ()
  // CHECK-NEXT: ( 0, 0, 0, 0 )
  call @largest_of_rows(%E_dcsr, %E_coo) : (tensor<?x?xf64, #DCSR>, tensor<?x?xf64, #COO>) -> ()
  // CHECK-NEXT: ( 36, 0, 84, 0 )
  call @pairs_in_rows(%A_csr) : (tensor<?x?xf64, #CSR>) -> ()
  // CHECK-NEXT: ( 36, 72, 0, 84 )
  call @pairs_in_rows(%B_csr) : (tensor<?x?xf64, #CSR>) -> ()
  // CHECK-NEXT: ( 0, 0, 0, 0 )
  call @pairs_in_rows(%E_csr) : (tensor<?x?xf64, #CSR>) -> ()
  // CHECK-NEXT: ( ( 1, 0, 2, 0 ), ( 0, 0, 0, 0 ), ( 3, 0, 6, 0 ), ( 0, 0, 0, 0 ) )
  call @sum_times_dense(%A_csr, %B_coo, %X) : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #COO>, tensor<4x4xf64>) -> ()
  // CHECK-NEXT: ( ( 1, 0, 2, 0 ), ( 0, 0, 0, 0 ), ( 3, 0, 6, 0 ), ( 0, 0, 0, 0 ) )
  call @sum_times_dense(%B_csr, %A_coo, %X) : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #COO>, tensor<4x4xf64>) -> ()
  // CHECK-NEXT: ( ( -6, 0, 0, -8 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ) )
  call @sum_times_dense(%E_csr, %B_coo, %X) : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #COO>, tensor<4x4xf64>) -> ()
  // CHECK-NEXT: ( ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ) )
  call @sum_times_dense(%E_csr, %E_coo, %X) : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #COO>, tensor<4x4xf64>) -> ()
  return
}
