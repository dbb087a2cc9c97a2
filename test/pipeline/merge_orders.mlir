// `--lacuna`, executed: tensors of order 3 in several formats, with a matrix and a vector.
//
//   X(0,0,1) = 1   X(0,2,3) = 2   X(1,1,0) = 3     Y(0,0,1) = 10   Y(0,2,0) = 20   Y(1,1,0) = 30   Y(1,2,3) = 40
//   M(0,2) = 5   M(1,1) = 6                        v = [ 0 1 0 2 ]
//
// The sizes are 2, 3 and 4.

// RUN: lacuna-opt %s --lacuna | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=fp=strict | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=vector-bytes=0 | %run | FileCheck %s

#CSF = #stensor.format<(i, j, k) -> (i : compressed, j : compressed, k : compressed)>
#COO = #stensor.format<(i, j, k) -> (i : compressed(nonunique), j : singleton(nonunique), k : singleton)>
#Rows = #stensor.format<(i, j, k) -> (i : dense, j : dense, k : compressed)>
#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#SV = #stensor.format<(i) -> (i : compressed)>
#zip = {indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (i, j, k)>],
        iterator_types = ["parallel", "parallel", "parallel"]}
#outer = {indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (i, j)>, affine_map<(i, j, k) -> (k)>,
                           affine_map<(i, j, k) -> (i, j, k)>],
          iterator_types = ["parallel", "parallel", "parallel"]}
#fibres = {indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (i, j)>, affine_map<(i, j, k) -> (k)>,
                            affine_map<(i, j, k) -> (i)>],
           iterator_types = ["parallel", "reduction", "reduction"]}

memref.global "private" constant @X_csf_0 : memref<2xi32> = dense<[0, 2]>
memref.global "private" constant @X_csf_1 : memref<2xi32> = dense<[0, 1]>
memref.global "private" constant @X_csf_2 : memref<3xi32> = dense<[0, 2, 3]>
memref.global "private" constant @X_csf_3 : memref<3xi32> = dense<[0, 2, 1]>
memref.global "private" constant @X_csf_4 : memref<4xi32> = dense<[0, 1, 2, 3]>
memref.global "private" constant @X_csf_5 : memref<3xi32> = dense<[1, 3, 0]>
memref.global "private" constant @X_csf_6 : memref<3xf64> = dense<[1.0, 2.0, 3.0]>
memref.global "private" constant @X_coo_0 : memref<2xi32> = dense<[0, 3]>
memref.global "private" constant @X_coo_1 : memref<3xi32> = dense<[0, 0, 1]>
memref.global "private" constant @X_coo_2 : memref<3xi32> = dense<[0, 2, 1]>
memref.global "private" constant @X_coo_3 : memref<3xi32> = dense<[1, 3, 0]>
memref.global "private" constant @X_coo_4 : memref<3xf64> = dense<[1.0, 2.0, 3.0]>
memref.global "private" constant @X_rows_0 : memref<7xi32> = dense<[0, 1, 1, 2, 2, 3, 3]>
memref.global "private" constant @X_rows_1 : memref<3xi32> = dense<[1, 3, 0]>
memref.global "private" constant @X_rows_2 : memref<3xf64> = dense<[1.0, 2.0, 3.0]>
memref.global "private" constant @Y_csf_0 : memref<2xi32> = dense<[0, 2]>
memref.global "private" constant @Y_csf_1 : memref<2xi32> = dense<[0, 1]>
memref.global "private" constant @Y_csf_2 : memref<3xi32> = dense<[0, 2, 4]>
memref.global "private" constant @Y_csf_3 : memref<4xi32> = dense<[0, 2, 1, 2]>
memref.global "private" constant @Y_csf_4 : memref<5xi32> = dense<[0, 1, 2, 3, 4]>
memref.global "private" constant @Y_csf_5 : memref<4xi32> = dense<[1, 0, 0, 3]>
memref.global "private" constant @Y_csf_6 : memref<4xf64> = dense<[10.0, 20.0, 30.0, 40.0]>
memref.global "private" constant @Y_coo_0 : memref<2xi32> = dense<[0, 4]>
memref.global "private" constant @Y_coo_1 : memref<4xi32> = dense<[0, 0, 1, 1]>
memref.global "private" constant @Y_coo_2 : memref<4xi32> = dense<[0, 2, 1, 2]>
memref.global "private" constant @Y_coo_3 : memref<4xi32> = dense<[1, 0, 0, 3]>
memref.global "private" constant @Y_coo_4 : memref<4xf64> = dense<[10.0, 20.0, 30.0, 40.0]>
memref.global "private" constant @Y_rows_0 : memref<7xi32> = dense<[0, 1, 1, 2, 2, 3, 4]>
memref.global "private" constant @Y_rows_1 : memref<4xi32> = dense<[1, 0, 0, 3]>
memref.global "private" constant @Y_rows_2 : memref<4xf64> = dense<[10.0, 20.0, 30.0, 40.0]>
memref.global "private" constant @M_0 : memref<3xi32> = dense<[0, 1, 2]>
memref.global "private" constant @M_1 : memref<2xi32> = dense<[2, 1]>
memref.global "private" constant @M_2 : memref<2xf64> = dense<[5.0, 6.0]>
memref.global "private" constant @v_0 : memref<2xi32> = dense<[0, 2]>
memref.global "private" constant @v_1 : memref<2xi32> = dense<[1, 3]>
memref.global "private" constant @v_2 : memref<2xf64> = dense<[1.0, 2.0]>

func.func @print(%y: tensor<2x3x4xf64>) {
  %c0 = arith.constant 0 : index
  %past = arith.constant 99.0 : f64
  %v = vector.transfer_read %y[%c0, %c0, %c0], %past : tensor<2x3x4xf64>, vector<2x3x4xf64>
  vector.print %v : vector<2x3x4xf64>
  return
}

func.func @sum_csf_csf(%A: tensor<2x3x4xf64, #CSF>, %B: tensor<2x3x4xf64, #CSF>) {
  %y = arith.constant dense<9.0> : tensor<2x3x4xf64>
  %0 = linalg.generic #zip ins(%A, %B : tensor<2x3x4xf64, #CSF>, tensor<2x3x4xf64, #CSF>) outs(%y : tensor<2x3x4xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %s = arith.addf %a, %b : f64
    linalg.yield %s : f64
  } -> tensor<2x3x4xf64>
  call @print(%0) : (tensor<2x3x4xf64>) -> ()
  return
}

func.func @product_csf_csf(%A: tensor<2x3x4xf64, #CSF>, %B: tensor<2x3x4xf64, #CSF>) {
  %y = arith.constant dense<9.0> : tensor<2x3x4xf64>
  %0 = linalg.generic #zip ins(%A, %B : tensor<2x3x4xf64, #CSF>, tensor<2x3x4xf64, #CSF>) outs(%y : tensor<2x3x4xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %s = arith.mulf %a, %b : f64
    linalg.yield %s : f64
  } -> tensor<2x3x4xf64>
  call @print(%0) : (tensor<2x3x4xf64>) -> ()
  return
}

func.func @sum_csf_coo(%A: tensor<2x3x4xf64, #CSF>, %B: tensor<2x3x4xf64, #COO>) {
  %y = arith.constant dense<9.0> : tensor<2x3x4xf64>
  %0 = linalg.generic #zip ins(%A, %B : tensor<2x3x4xf64, #CSF>, tensor<2x3x4xf64, #COO>) outs(%y : tensor<2x3x4xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %s = arith.addf %a, %b : f64
    linalg.yield %s : f64
  } -> tensor<2x3x4xf64>
  call @print(%0) : (tensor<2x3x4xf64>) -> ()
  return
}

func.func @product_csf_coo(%A: tensor<2x3x4xf64, #CSF>, %B: tensor<2x3x4xf64, #COO>) {
  %y = arith.constant dense<9.0> : tensor<2x3x4xf64>
  %0 = linalg.generic #zip ins(%A, %B : tensor<2x3x4xf64, #CSF>, tensor<2x3x4xf64, #COO>) outs(%y : tensor<2x3x4xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %s = arith.mulf %a, %b : f64
    linalg.yield %s : f64
  } -> tensor<2x3x4xf64>
  call @print(%0) : (tensor<2x3x4xf64>) -> ()
  return
}

func.func @sum_csf_rows(%A: tensor<2x3x4xf64, #CSF>, %B: tensor<2x3x4xf64, #Rows>) {
  %y = arith.constant dense<9.0> : tensor<2x3x4xf64>
  %0 = linalg.generic #zip ins(%A, %B : tensor<2x3x4xf64, #CSF>, tensor<2x3x4xf64, #Rows>) outs(%y : tensor<2x3x4xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %s = arith.addf %a, %b : f64
    linalg.yield %s : f64
  } -> tensor<2x3x4xf64>
  call @print(%0) : (tensor<2x3x4xf64>) -> ()
  return
}

func.func @product_csf_rows(%A: tensor<2x3x4xf64, #CSF>, %B: tensor<2x3x4xf64, #Rows>) {
  %y = arith.constant dense<9.0> : tensor<2x3x4xf64>
  %0 = linalg.generic #zip ins(%A, %B : tensor<2x3x4xf64, #CSF>, tensor<2x3x4xf64, #Rows>) outs(%y : tensor<2x3x4xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %s = arith.mulf %a, %b : f64
    linalg.yield %s : f64
  } -> tensor<2x3x4xf64>
  call @print(%0) : (tensor<2x3x4xf64>) -> ()
  return
}

func.func @sum_coo_csf(%A: tensor<2x3x4xf64, #COO>, %B: tensor<2x3x4xf64, #CSF>) {
  %y = arith.constant dense<9.0> : tensor<2x3x4xf64>
  %0 = linalg.generic #zip ins(%A, %B : tensor<2x3x4xf64, #COO>, tensor<2x3x4xf64, #CSF>) outs(%y : tensor<2x3x4xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %s = arith.addf %a, %b : f64
    linalg.yield %s : f64
  } -> tensor<2x3x4xf64>
  call @print(%0) : (tensor<2x3x4xf64>) -> ()
  return
}

func.func @product_coo_csf(%A: tensor<2x3x4xf64, #COO>, %B: tensor<2x3x4xf64, #CSF>) {
  %y = arith.constant dense<9.0> : tensor<2x3x4xf64>
  %0 = linalg.generic #zip ins(%A, %B : tensor<2x3x4xf64, #COO>, tensor<2x3x4xf64, #CSF>) outs(%y : tensor<2x3x4xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %s = arith.mulf %a, %b : f64
    linalg.yield %s : f64
  } -> tensor<2x3x4xf64>
  call @print(%0) : (tensor<2x3x4xf64>) -> ()
  return
}

func.func @sum_coo_coo(%A: tensor<2x3x4xf64, #COO>, %B: tensor<2x3x4xf64, #COO>) {
  %y = arith.constant dense<9.0> : tensor<2x3x4xf64>
  %0 = linalg.generic #zip ins(%A, %B : tensor<2x3x4xf64, #COO>, tensor<2x3x4xf64, #COO>) outs(%y : tensor<2x3x4xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %s = arith.addf %a, %b : f64
    linalg.yield %s : f64
  } -> tensor<2x3x4xf64>
  call @print(%0) : (tensor<2x3x4xf64>) -> ()
  return
}

func.func @product_coo_coo(%A: tensor<2x3x4xf64, #COO>, %B: tensor<2x3x4xf64, #COO>) {
  %y = arith.constant dense<9.0> : tensor<2x3x4xf64>
  %0 = linalg.generic #zip ins(%A, %B : tensor<2x3x4xf64, #COO>, tensor<2x3x4xf64, #COO>) outs(%y : tensor<2x3x4xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %s = arith.mulf %a, %b : f64
    linalg.yield %s : f64
  } -> tensor<2x3x4xf64>
  call @print(%0) : (tensor<2x3x4xf64>) -> ()
  return
}

func.func @sum_coo_rows(%A: tensor<2x3x4xf64, #COO>, %B: tensor<2x3x4xf64, #Rows>) {
  %y = arith.constant dense<9.0> : tensor<2x3x4xf64>
  %0 = linalg.generic #zip ins(%A, %B : tensor<2x3x4xf64, #COO>, tensor<2x3x4xf64, #Rows>) outs(%y : tensor<2x3x4xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %s = arith.addf %a, %b : f64
    linalg.yield %s : f64
  } -> tensor<2x3x4xf64>
  call @print(%0) : (tensor<2x3x4xf64>) -> ()
  return
}

func.func @product_coo_rows(%A: tensor<2x3x4xf64, #COO>, %B: tensor<2x3x4xf64, #Rows>) {
  %y = arith.constant dense<9.0> : tensor<2x3x4xf64>
  %0 = linalg.generic #zip ins(%A, %B : tensor<2x3x4xf64, #COO>, tensor<2x3x4xf64, #Rows>) outs(%y : tensor<2x3x4xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %s = arith.mulf %a, %b : f64
    linalg.yield %s : f64
  } -> tensor<2x3x4xf64>
  call @print(%0) : (tensor<2x3x4xf64>) -> ()
  return
}

func.func @sum_rows_csf(%A: tensor<2x3x4xf64, #Rows>, %B: tensor<2x3x4xf64, #CSF>) {
  %y = arith.constant dense<9.0> : tensor<2x3x4xf64>
  %0 = linalg.generic #zip ins(%A, %B : tensor<2x3x4xf64, #Rows>, tensor<2x3x4xf64, #CSF>) outs(%y : tensor<2x3x4xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %s = arith.addf %a, %b : f64
    linalg.yield %s : f64
  } -> tensor<2x3x4xf64>
  call @print(%0) : (tensor<2x3x4xf64>) -> ()
  return
}

func.func @product_rows_csf(%A: tensor<2x3x4xf64, #Rows>, %B: tensor<2x3x4xf64, #CSF>) {
  %y = arith.constant dense<9.0> : tensor<2x3x4xf64>
  %0 = linalg.generic #zip ins(%A, %B : tensor<2x3x4xf64, #Rows>, tensor<2x3x4xf64, #CSF>) outs(%y : tensor<2x3x4xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %s = arith.mulf %a, %b : f64
    linalg.yield %s : f64
  } -> tensor<2x3x4xf64>
  call @print(%0) : (tensor<2x3x4xf64>) -> ()
  return
}

func.func @sum_rows_coo(%A: tensor<2x3x4xf64, #Rows>, %B: tensor<2x3x4xf64, #COO>) {
  %y = arith.constant dense<9.0> : tensor<2x3x4xf64>
  %0 = linalg.generic #zip ins(%A, %B : tensor<2x3x4xf64, #Rows>, tensor<2x3x4xf64, #COO>) outs(%y : tensor<2x3x4xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %s = arith.addf %a, %b : f64
    linalg.yield %s : f64
  } -> tensor<2x3x4xf64>
  call @print(%0) : (tensor<2x3x4xf64>) -> ()
  return
}

func.func @product_rows_coo(%A: tensor<2x3x4xf64, #Rows>, %B: tensor<2x3x4xf64, #COO>) {
  %y = arith.constant dense<9.0> : tensor<2x3x4xf64>
  %0 = linalg.generic #zip ins(%A, %B : tensor<2x3x4xf64, #Rows>, tensor<2x3x4xf64, #COO>) outs(%y : tensor<2x3x4xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %s = arith.mulf %a, %b : f64
    linalg.yield %s : f64
  } -> tensor<2x3x4xf64>
  call @print(%0) : (tensor<2x3x4xf64>) -> ()
  return
}

func.func @sum_rows_rows(%A: tensor<2x3x4xf64, #Rows>, %B: tensor<2x3x4xf64, #Rows>) {
  %y = arith.constant dense<9.0> : tensor<2x3x4xf64>
  %0 = linalg.generic #zip ins(%A, %B : tensor<2x3x4xf64, #Rows>, tensor<2x3x4xf64, #Rows>) outs(%y : tensor<2x3x4xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %s = arith.addf %a, %b : f64
    linalg.yield %s : f64
  } -> tensor<2x3x4xf64>
  call @print(%0) : (tensor<2x3x4xf64>) -> ()
  return
}

func.func @product_rows_rows(%A: tensor<2x3x4xf64, #Rows>, %B: tensor<2x3x4xf64, #Rows>) {
  %y = arith.constant dense<9.0> : tensor<2x3x4xf64>
  %0 = linalg.generic #zip ins(%A, %B : tensor<2x3x4xf64, #Rows>, tensor<2x3x4xf64, #Rows>) outs(%y : tensor<2x3x4xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %s = arith.mulf %a, %b : f64
    linalg.yield %s : f64
  } -> tensor<2x3x4xf64>
  call @print(%0) : (tensor<2x3x4xf64>) -> ()
  return
}

// X + M v: a level of the matrix and the vector enter at different loops.
func.func @outer_csf(%A: tensor<2x3x4xf64, #CSF>, %M: tensor<2x3xf64, #CSR>, %v: tensor<4xf64, #SV>) {
  %y = arith.constant dense<9.0> : tensor<2x3x4xf64>
  %0 = linalg.generic #outer ins(%A, %M, %v : tensor<2x3x4xf64, #CSF>, tensor<2x3xf64, #CSR>, tensor<4xf64, #SV>)
      outs(%y : tensor<2x3x4xf64>) {
  ^bb0(%a: f64, %m: f64, %b: f64, %c: f64):
    %p = arith.mulf %m, %b : f64
    %s = arith.addf %a, %p : f64
    linalg.yield %s : f64
  } -> tensor<2x3x4xf64>
  call @print(%0) : (tensor<2x3x4xf64>) -> ()
  return
}

func.func @fibres_csf(%A: tensor<2x3x4xf64, #CSF>, %M: tensor<2x3xf64, #CSR>, %v: tensor<4xf64, #SV>) {
  %c0 = arith.constant 0 : index
  %past = arith.constant 99.0 : f64
  %y = arith.constant dense<1.0> : tensor<2xf64>
  %0 = linalg.generic #fibres ins(%A, %M, %v : tensor<2x3x4xf64, #CSF>, tensor<2x3xf64, #CSR>, tensor<4xf64, #SV>)
      outs(%y : tensor<2xf64>) {
  ^bb0(%a: f64, %m: f64, %b: f64, %c: f64):
    %t = arith.addf %m, %b : f64
    %p = arith.mulf %a, %t : f64
    %s = arith.addf %c, %p : f64
    linalg.yield %s : f64
  } -> tensor<2xf64>
  %r = vector.transfer_read %0[%c0], %past : tensor<2xf64>, vector<2xf64>
  vector.print %r : vector<2xf64>
  return
}

func.func @outer_coo(%A: tensor<2x3x4xf64, #COO>, %M: tensor<2x3xf64, #CSR>, %v: tensor<4xf64, #SV>) {
  %y = arith.constant dense<9.0> : tensor<2x3x4xf64>
  %0 = linalg.generic #outer ins(%A, %M, %v : tensor<2x3x4xf64, #COO>, tensor<2x3xf64, #CSR>, tensor<4xf64, #SV>)
      outs(%y : tensor<2x3x4xf64>) {
  ^bb0(%a: f64, %m: f64, %b: f64, %c: f64):
    %p = arith.mulf %m, %b : f64
    %s = arith.addf %a, %p : f64
    linalg.yield %s : f64
  } -> tensor<2x3x4xf64>
  call @print(%0) : (tensor<2x3x4xf64>) -> ()
  return
}

func.func @fibres_coo(%A: tensor<2x3x4xf64, #COO>, %M: tensor<2x3xf64, #CSR>, %v: tensor<4xf64, #SV>) {
  %c0 = arith.constant 0 : index
  %past = arith.constant 99.0 : f64
  %y = arith.constant dense<1.0> : tensor<2xf64>
  %0 = linalg.generic #fibres ins(%A, %M, %v : tensor<2x3x4xf64, #COO>, tensor<2x3xf64, #CSR>, tensor<4xf64, #SV>)
      outs(%y : tensor<2xf64>) {
  ^bb0(%a: f64, %m: f64, %b: f64, %c: f64):
    %t = arith.addf %m, %b : f64
    %p = arith.mulf %a, %t : f64
    %s = arith.addf %c, %p : f64
    linalg.yield %s : f64
  } -> tensor<2xf64>
  %r = vector.transfer_read %0[%c0], %past : tensor<2xf64>, vector<2xf64>
  vector.print %r : vector<2xf64>
  return
}

func.func @outer_rows(%A: tensor<2x3x4xf64, #Rows>, %M: tensor<2x3xf64, #CSR>, %v: tensor<4xf64, #SV>) {
  %y = arith.constant dense<9.0> : tensor<2x3x4xf64>
  %0 = linalg.generic #outer ins(%A, %M, %v : tensor<2x3x4xf64, #Rows>, tensor<2x3xf64, #CSR>, tensor<4xf64, #SV>)
      outs(%y : tensor<2x3x4xf64>) {
  ^bb0(%a: f64, %m: f64, %b: f64, %c: f64):
    %p = arith.mulf %m, %b : f64
    %s = arith.addf %a, %p : f64
    linalg.yield %s : f64
  } -> tensor<2x3x4xf64>
  call @print(%0) : (tensor<2x3x4xf64>) -> ()
  return
}

func.func @fibres_rows(%A: tensor<2x3x4xf64, #Rows>, %M: tensor<2x3xf64, #CSR>, %v: tensor<4xf64, #SV>) {
  %c0 = arith.constant 0 : index
  %past = arith.constant 99.0 : f64
  %y = arith.constant dense<1.0> : tensor<2xf64>
  %0 = linalg.generic #fibres ins(%A, %M, %v : tensor<2x3x4xf64, #Rows>, tensor<2x3xf64, #CSR>, tensor<4xf64, #SV>)
      outs(%y : tensor<2xf64>) {
  ^bb0(%a: f64, %m: f64, %b: f64, %c: f64):
    %t = arith.addf %m, %b : f64
    %p = arith.mulf %a, %t : f64
    %s = arith.addf %c, %p : f64
    linalg.yield %s : f64
  } -> tensor<2xf64>
  %r = vector.transfer_read %0[%c0], %past : tensor<2xf64>, vector<2xf64>
  vector.print %r : vector<2xf64>
  return
}

func.func @main() {
  %X_csf_0 = memref.get_global @X_csf_0 : memref<2xi32>
  %X_csf_1 = memref.get_global @X_csf_1 : memref<2xi32>
  %X_csf_2 = memref.get_global @X_csf_2 : memref<3xi32>
  %X_csf_3 = memref.get_global @X_csf_3 : memref<3xi32>
  %X_csf_4 = memref.get_global @X_csf_4 : memref<4xi32>
  %X_csf_5 = memref.get_global @X_csf_5 : memref<3xi32>
  %X_csf_6 = memref.get_global @X_csf_6 : memref<3xf64>
  %X_csf = stensor.pack(%X_csf_0, %X_csf_1, %X_csf_2, %X_csf_3, %X_csf_4, %X_csf_5, %X_csf_6)
      : (memref<2xi32>, memref<2xi32>, memref<3xi32>, memref<3xi32>, memref<4xi32>, memref<3xi32>, memref<3xf64>) -> tensor<2x3x4xf64, #CSF>
  %X_coo_0 = memref.get_global @X_coo_0 : memref<2xi32>
  %X_coo_1 = memref.get_global @X_coo_1 : memref<3xi32>
  %X_coo_2 = memref.get_global @X_coo_2 : memref<3xi32>
  %X_coo_3 = memref.get_global @X_coo_3 : memref<3xi32>
  %X_coo_4 = memref.get_global @X_coo_4 : memref<3xf64>
  %X_coo = stensor.pack(%X_coo_0, %X_coo_1, %X_coo_2, %X_coo_3, %X_coo_4)
      : (memref<2xi32>, memref<3xi32>, memref<3xi32>, memref<3xi32>, memref<3xf64>) -> tensor<2x3x4xf64, #COO>
  %X_rows_0 = memref.get_global @X_rows_0 : memref<7xi32>
  %X_rows_1 = memref.get_global @X_rows_1 : memref<3xi32>
  %X_rows_2 = memref.get_global @X_rows_2 : memref<3xf64>
  %X_rows = stensor.pack(%X_rows_0, %X_rows_1, %X_rows_2)
      : (memref<7xi32>, memref<3xi32>, memref<3xf64>) -> tensor<2x3x4xf64, #Rows>
  %Y_csf_0 = memref.get_global @Y_csf_0 : memref<2xi32>
  %Y_csf_1 = memref.get_global @Y_csf_1 : memref<2xi32>
  %Y_csf_2 = memref.get_global @Y_csf_2 : memref<3xi32>
  %Y_csf_3 = memref.get_global @Y_csf_3 : memref<4xi32>
  %Y_csf_4 = memref.get_global @Y_csf_4 : memref<5xi32>
  %Y_csf_5 = memref.get_global @Y_csf_5 : memref<4xi32>
  %Y_csf_6 = memref.get_global @Y_csf_6 : memref<4xf64>
  %Y_csf = stensor.pack(%Y_csf_0, %Y_csf_1, %Y_csf_2, %Y_csf_3, %Y_csf_4, %Y_csf_5, %Y_csf_6)
      : (memref<2xi32>, memref<2xi32>, memref<3xi32>, memref<4xi32>, memref<5xi32>, memref<4xi32>, memref<4xf64>) -> tensor<2x3x4xf64, #CSF>
  %Y_coo_0 = memref.get_global @Y_coo_0 : memref<2xi32>
  %Y_coo_1 = memref.get_global @Y_coo_1 : memref<4xi32>
  %Y_coo_2 = memref.get_global @Y_coo_2 : memref<4xi32>
  %Y_coo_3 = memref.get_global @Y_coo_3 : memref<4xi32>
  %Y_coo_4 = memref.get_global @Y_coo_4 : memref<4xf64>
  %Y_coo = stensor.pack(%Y_coo_0, %Y_coo_1, %Y_coo_2, %Y_coo_3, %Y_coo_4)
      : (memref<2xi32>, memref<4xi32>, memref<4xi32>, memref<4xi32>, memref<4xf64>) -> tensor<2x3x4xf64, #COO>
  %Y_rows_0 = memref.get_global @Y_rows_0 : memref<7xi32>
  %Y_rows_1 = memref.get_global @Y_rows_1 : memref<4xi32>
  %Y_rows_2 = memref.get_global @Y_rows_2 : memref<4xf64>
  %Y_rows = stensor.pack(%Y_rows_0, %Y_rows_1, %Y_rows_2)
      : (memref<7xi32>, memref<4xi32>, memref<4xf64>) -> tensor<2x3x4xf64, #Rows>
  %M_0 = memref.get_global @M_0 : memref<3xi32>
  %M_1 = memref.get_global @M_1 : memref<2xi32>
  %M_2 = memref.get_global @M_2 : memref<2xf64>
  %M = stensor.pack(%M_0, %M_1, %M_2)
      : (memref<3xi32>, memref<2xi32>, memref<2xf64>) -> tensor<2x3xf64, #CSR>
  %v_0 = memref.get_global @v_0 : memref<2xi32>
  %v_1 = memref.get_global @v_1 : memref<2xi32>
  %v_2 = memref.get_global @v_2 : memref<2xf64>
  %v = stensor.pack(%v_0, %v_1, %v_2)
      : (memref<2xi32>, memref<2xi32>, memref<2xf64>) -> tensor<4xf64, #SV>

  // CHECK:      ( ( ( 0, 11, 0, 0 ), ( 0, 0, 0, 0 ), ( 20, 0, 0, 2 ) ), ( ( 0, 0, 0, 0 ), ( 33, 0, 0, 0 ), ( 0, 0, 0, 40 ) ) )
  call @sum_csf_csf(%X_csf, %Y_csf) : (tensor<2x3x4xf64, #CSF>, tensor<2x3x4xf64, #CSF>) -> ()
  // CHECK-NEXT: ( ( ( 0, 10, 0, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ) ), ( ( 0, 0, 0, 0 ), ( 90, 0, 0, 0 ), ( 0, 0, 0, 0 ) ) )
  call @product_csf_csf(%X_csf, %Y_csf) : (tensor<2x3x4xf64, #CSF>, tensor<2x3x4xf64, #CSF>) -> ()
  // CHECK-NEXT: ( ( ( 0, 11, 0, 0 ), ( 0, 0, 0, 0 ), ( 20, 0, 0, 2 ) ), ( ( 0, 0, 0, 0 ), ( 33, 0, 0, 0 ), ( 0, 0, 0, 40 ) ) )
  call @sum_csf_coo(%X_csf, %Y_coo) : (tensor<2x3x4xf64, #CSF>, tensor<2x3x4xf64, #COO>) -> ()
  // CHECK-NEXT: ( ( ( 0, 10, 0, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ) ), ( ( 0, 0, 0, 0 ), ( 90, 0, 0, 0 ), ( 0, 0, 0, 0 ) ) )
  call @product_csf_coo(%X_csf, %Y_coo) : (tensor<2x3x4xf64, #CSF>, tensor<2x3x4xf64, #COO>) -> ()
  // CHECK-NEXT: ( ( ( 0, 11, 0, 0 ), ( 0, 0, 0, 0 ), ( 20, 0, 0, 2 ) ), ( ( 0, 0, 0, 0 ), ( 33, 0, 0, 0 ), ( 0, 0, 0, 40 ) ) )
  call @sum_csf_rows(%X_csf, %Y_rows) : (tensor<2x3x4xf64, #CSF>, tensor<2x3x4xf64, #Rows>) -> ()
  // CHECK-NEXT: ( ( ( 0, 10, 0, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ) ), ( ( 0, 0, 0, 0 ), ( 90, 0, 0, 0 ), ( 0, 0, 0, 0 ) ) )
  call @product_csf_rows(%X_csf, %Y_rows) : (tensor<2x3x4xf64, #CSF>, tensor<2x3x4xf64, #Rows>) -> ()
  // CHECK-NEXT: ( ( ( 0, 11, 0, 0 ), ( 0, 0, 0, 0 ), ( 20, 0, 0, 2 ) ), ( ( 0, 0, 0, 0 ), ( 33, 0, 0, 0 ), ( 0, 0, 0, 40 ) ) )
  call @sum_coo_csf(%X_coo, %Y_csf) : (tensor<2x3x4xf64, #COO>, tensor<2x3x4xf64, #CSF>) -> ()
  // CHECK-NEXT: ( ( ( 0, 10, 0, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ) ), ( ( 0, 0, 0, 0 ), ( 90, 0, 0, 0 ), ( 0, 0, 0, 0 ) ) )
  call @product_coo_csf(%X_coo, %Y_csf) : (tensor<2x3x4xf64, #COO>, tensor<2x3x4xf64, #CSF>) -> ()
  // CHECK-NEXT: ( ( ( 0, 11, 0, 0 ), ( 0, 0, 0, 0 ), ( 20, 0, 0, 2 ) ), ( ( 0, 0, 0, 0 ), ( 33, 0, 0, 0 ), ( 0, 0, 0, 40 ) ) )
  call @sum_coo_coo(%X_coo, %Y_coo) : (tensor<2x3x4xf64, #COO>, tensor<2x3x4xf64, #COO>) -> ()
  // CHECK-NEXT: ( ( ( 0, 10, 0, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ) ), ( ( 0, 0, 0, 0 ), ( 90, 0, 0, 0 ), ( 0, 0, 0, 0 ) ) )
  call @product_coo_coo(%X_coo, %Y_coo) : (tensor<2x3x4xf64, #COO>, tensor<2x3x4xf64, #COO>) -> ()
  // CHECK-NEXT: ( ( ( 0, 11, 0, 0 ), ( 0, 0, 0, 0 ), ( 20, 0, 0, 2 ) ), ( ( 0, 0, 0, 0 ), ( 33, 0, 0, 0 ), ( 0, 0, 0, 40 ) ) )
  call @sum_coo_rows(%X_coo, %Y_rows) : (tensor<2x3x4xf64, #COO>, tensor<2x3x4xf64, #Rows>) -> ()
  // CHECK-NEXT: ( ( ( 0, 10, 0, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ) ), ( ( 0, 0, 0, 0 ), ( 90, 0, 0, 0 ), ( 0, 0, 0, 0 ) ) )
  call @product_coo_rows(%X_coo, %Y_rows) : (tensor<2x3x4xf64, #COO>, tensor<2x3x4xf64, #Rows>) -> ()
  // CHECK-NEXT: ( ( ( 0, 11, 0, 0 ), ( 0, 0, 0, 0 ), ( 20, 0, 0, 2 ) ), ( ( 0, 0, 0, 0 ), ( 33, 0, 0, 0 ), ( 0, 0, 0, 40 ) ) )
  call @sum_rows_csf(%X_rows, %Y_csf) : (tensor<2x3x4xf64, #Rows>, tensor<2x3x4xf64, #CSF>) -> ()
  // CHECK-NEXT: ( ( ( 0, 10, 0, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ) ), ( ( 0, 0, 0, 0 ), ( 90, 0, 0, 0 ), ( 0, 0, 0, 0 ) ) )
  call @product_rows_csf(%X_rows, %Y_csf) : (tensor<2x3x4xf64, #Rows>, tensor<2x3x4xf64, #CSF>) -> ()
  // CHECK-NEXT: ( ( ( 0, 11, 0, 0 ), ( 0, 0, 0, 0 ), ( 20, 0, 0, 2 ) ), ( ( 0, 0, 0, 0 ), ( 33, 0, 0, 0 ), ( 0, 0, 0, 40 ) ) )
  call @sum_rows_coo(%X_rows, %Y_coo) : (tensor<2x3x4xf64, #Rows>, tensor<2x3x4xf64, #COO>) -> ()
  // CHECK-NEXT: ( ( ( 0, 10, 0, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ) ), ( ( 0, 0, 0, 0 ), ( 90, 0, 0, 0 ), ( 0, 0, 0, 0 ) ) )
  call @product_rows_coo(%X_rows, %Y_coo) : (tensor<2x3x4xf64, #Rows>, tensor<2x3x4xf64, #COO>) -> ()
  // CHECK-NEXT: ( ( ( 0, 11, 0, 0 ), ( 0, 0, 0, 0 ), ( 20, 0, 0, 2 ) ), ( ( 0, 0, 0, 0 ), ( 33, 0, 0, 0 ), ( 0, 0, 0, 40 ) ) )
  call @sum_rows_rows(%X_rows, %Y_rows) : (tensor<2x3x4xf64, #Rows>, tensor<2x3x4xf64, #Rows>) -> ()
  // CHECK-NEXT: ( ( ( 0, 10, 0, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ) ), ( ( 0, 0, 0, 0 ), ( 90, 0, 0, 0 ), ( 0, 0, 0, 0 ) ) )
  call @product_rows_rows(%X_rows, %Y_rows) : (tensor<2x3x4xf64, #Rows>, tensor<2x3x4xf64, #Rows>) -> ()
  // CHECK-NEXT: ( ( ( 0, 1, 0, 0 ), ( 0, 0, 0, 0 ), ( 0, 5, 0, 12 ) ), ( ( 0, 0, 0, 0 ), ( 3, 6, 0, 12 ), ( 0, 0, 0, 0 ) ) )
  call @outer_csf(%X_csf, %M, %v) : (tensor<2x3x4xf64, #CSF>, tensor<2x3xf64, #CSR>, tensor<4xf64, #SV>) -> ()
  // CHECK-NEXT: ( 16, 19 )
  call @fibres_csf(%X_csf, %M, %v) : (tensor<2x3x4xf64, #CSF>, tensor<2x3xf64, #CSR>, tensor<4xf64, #SV>) -> ()
  // CHECK-NEXT: ( ( ( 0, 10, 0, 0 ), ( 0, 0, 0, 0 ), ( 20, 5, 0, 10 ) ), ( ( 0, 0, 0, 0 ), ( 30, 6, 0, 12 ), ( 0, 0, 0, 40 ) ) )
  call @outer_csf(%Y_csf, %M, %v) : (tensor<2x3x4xf64, #CSF>, tensor<2x3xf64, #CSR>, tensor<4xf64, #SV>) -> ()
  // CHECK-NEXT: ( 111, 261 )
  call @fibres_csf(%Y_csf, %M, %v) : (tensor<2x3x4xf64, #CSF>, tensor<2x3xf64, #CSR>, tensor<4xf64, #SV>) -> ()
  // CHECK-NEXT: ( ( ( 0, 1, 0, 0 ), ( 0, 0, 0, 0 ), ( 0, 5, 0, 12 ) ), ( ( 0, 0, 0, 0 ), ( 3, 6, 0, 12 ), ( 0, 0, 0, 0 ) ) )
  call @outer_coo(%X_coo, %M, %v) : (tensor<2x3x4xf64, #COO>, tensor<2x3xf64, #CSR>, tensor<4xf64, #SV>) -> ()
  // CHECK-NEXT: ( 16, 19 )
  call @fibres_coo(%X_coo, %M, %v) : (tensor<2x3x4xf64, #COO>, tensor<2x3xf64, #CSR>, tensor<4xf64, #SV>) -> ()
  // CHECK-NEXT: ( ( ( 0, 10, 0, 0 ), ( 0, 0, 0, 0 ), ( 20, 5, 0, 10 ) ), ( ( 0, 0, 0, 0 ), ( 30, 6, 0, 12 ), ( 0, 0, 0, 40 ) ) )
  call @outer_coo(%Y_coo, %M, %v) : (tensor<2x3x4xf64, #COO>, tensor<2x3xf64, #CSR>, tensor<4xf64, #SV>) -> ()
  // CHECK-NEXT: ( 111, 261 )
  call @fibres_coo(%Y_coo, %M, %v) : (tensor<2x3x4xf64, #COO>, tensor<2x3xf64, #CSR>, tensor<4xf64, #SV>) -> ()
  // CHECK-NEXT: ( ( ( 0, 1, 0, 0 ), ( 0, 0, 0, 0 ), ( 0, 5, 0, 12 ) ), ( ( 0, 0, 0, 0 ), ( 3, 6, 0, 12 ), ( 0, 0, 0, 0 ) ) )
  call @outer_rows(%X_rows, %M, %v) : (tensor<2x3x4xf64, #Rows>, tensor<2x3xf64, #CSR>, tensor<4xf64, #SV>) -> ()
  // CHECK-NEXT: ( 16, 19 )
  call @fibres_rows(%X_rows, %M, %v) : (tensor<2x3x4xf64, #Rows>, tensor<2x3xf64, #CSR>, tensor<4xf64, #SV>) -> ()
  // CHECK-NEXT: ( ( ( 0, 10, 0, 0 ), ( 0, 0, 0, 0 ), ( 20, 5, 0, 10 ) ), ( ( 0, 0, 0, 0 ), ( 30, 6, 0, 12 ), ( 0, 0, 0, 40 ) ) )
  call @outer_rows(%Y_rows, %M, %v) : (tensor<2x3x4xf64, #Rows>, tensor<2x3xf64, #CSR>, tensor<4xf64, #SV>) -> ()
  // CHECK-NEXT: ( 111, 261 )
  call @fibres_rows(%Y_rows, %M, %v) : (tensor<2x3x4xf64, #Rows>, tensor<2x3xf64, #CSR>, tensor<4xf64, #SV>) -> ()
  return
}
