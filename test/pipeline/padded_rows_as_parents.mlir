// A loop over columns walks subsections under a list of rows. The image is padded without a copy, so the list must not hold rows of the pad.

// RUN: lacuna-opt %s --lacuna | %run | FileCheck %s

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#DCSR = #stensor.format<(i, j) -> (i : compressed, j : compressed)>
#COO = #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton)>
#window = {
  indexing_maps = [affine_map<(i, j, p, q) -> (i + p, j + q)>, affine_map<(i, j, p, q) -> (p, q)>, affine_map<(i, j, p, q) -> (i, j)>],
  iterator_types = ["parallel", "parallel", "reduction", "reduction"],
  sloop.keep_order
}

func.func @rows(%image: tensor<3x4xf64, #CSR>, %filter: tensor<3x3xf64>, %start: tensor<3x4xf64>) -> tensor<3x4xf64> {
  %zero = arith.constant 0.0 : f64
  %padded = tensor.pad %image low[1, 1] high[1, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f64
  } : tensor<3x4xf64, #CSR> to tensor<5x6xf64, #CSR>
  %0 = linalg.generic #window ins(%padded, %filter : tensor<5x6xf64, #CSR>, tensor<3x3xf64>) outs(%start : tensor<3x4xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %1 = arith.mulf %a, %b : f64
    %2 = arith.addf %c, %1 : f64
    linalg.yield %2 : f64
  } -> tensor<3x4xf64>
  return %0 : tensor<3x4xf64>
}

func.func @stored_rows(%image: tensor<3x4xf64, #DCSR>, %filter: tensor<3x3xf64>, %start: tensor<3x4xf64>) -> tensor<3x4xf64> {
  %zero = arith.constant 0.0 : f64
  %padded = tensor.pad %image low[1, 1] high[1, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f64
  } : tensor<3x4xf64, #DCSR> to tensor<5x6xf64, #DCSR>
  %0 = linalg.generic #window ins(%padded, %filter : tensor<5x6xf64, #DCSR>, tensor<3x3xf64>) outs(%start : tensor<3x4xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %1 = arith.mulf %a, %b : f64
    %2 = arith.addf %c, %1 : f64
    linalg.yield %2 : f64
  } -> tensor<3x4xf64>
  return %0 : tensor<3x4xf64>
}

func.func @runs(%image: tensor<3x4xf64, #COO>, %filter: tensor<3x3xf64>, %start: tensor<3x4xf64>) -> tensor<3x4xf64> {
  %zero = arith.constant 0.0 : f64
  %padded = tensor.pad %image low[1, 1] high[1, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f64
  } : tensor<3x4xf64, #COO> to tensor<5x6xf64, #COO>
  %0 = linalg.generic #window ins(%padded, %filter : tensor<5x6xf64, #COO>, tensor<3x3xf64>) outs(%start : tensor<3x4xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %1 = arith.mulf %a, %b : f64
    %2 = arith.addf %c, %1 : f64
    linalg.yield %2 : f64
  } -> tensor<3x4xf64>
  return %0 : tensor<3x4xf64>
}

func.func @print(%result: tensor<3x4xf64>) {
  %from = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %all = vector.transfer_read %result[%from, %from], %zero {in_bounds = [true, true]} : tensor<3x4xf64>, vector<3x4xf64>
  vector.print %all : vector<3x4xf64>
  return
}

func.func @main() {
  %image = arith.constant dense<[[1.0, 0.0, 0.0, 2.0], [0.0, 0.0, 0.0, 0.0], [0.0, 3.0, 0.0, 0.0]]> : tensor<3x4xf64>
  %filter = arith.constant dense<[[1.0, 2.0, 4.0], [8.0, 16.0, 32.0], [64.0, 128.0, 256.0]]> : tensor<3x3xf64>
  %zeros = arith.constant dense<0.0> : tensor<3x4xf64>
  %csr = stensor.convert %image : tensor<3x4xf64> to tensor<3x4xf64, #CSR>
  %dcsr = stensor.convert %image : tensor<3x4xf64> to tensor<3x4xf64, #DCSR>
  %coo = stensor.convert %image : tensor<3x4xf64> to tensor<3x4xf64, #COO>
  // CHECK-COUNT-3: ( ( 16, 8, 64, 32 ), ( 770, 385, 200, 4 ), ( 96, 48, 24, 0 ) )
  %0 = call @rows(%csr, %filter, %zeros) : (tensor<3x4xf64, #CSR>, tensor<3x3xf64>, tensor<3x4xf64>) -> tensor<3x4xf64>
  call @print(%0) : (tensor<3x4xf64>) -> ()
  %1 = call @stored_rows(%dcsr, %filter, %zeros) : (tensor<3x4xf64, #DCSR>, tensor<3x3xf64>, tensor<3x4xf64>) -> tensor<3x4xf64>
  call @print(%1) : (tensor<3x4xf64>) -> ()
  %2 = call @runs(%coo, %filter, %zeros) : (tensor<3x4xf64, #COO>, tensor<3x3xf64>, tensor<3x4xf64>) -> tensor<3x4xf64>
  call @print(%2) : (tensor<3x4xf64>) -> ()
  return
}
