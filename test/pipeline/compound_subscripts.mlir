// `--lacuna`, executed: sparse operands that are subscripted by more than variables (`sloop-plain-levels`).

// RUN: lacuna-opt %s --lacuna | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=fp=strict | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=vector-bytes=0 | %run | FileCheck %s

#SV = #stensor.format<(i) -> (i : compressed)>
#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#Blocks = #stensor.format<(i, j) -> (i floordiv 2 : dense, j floordiv 2 : compressed, i mod 2 : dense, j mod 2 : dense)>
#Image = #stensor.format<(n, h, w, c) -> (n : compressed(nonunique), h : singleton(nonunique), w : singleton(nonunique), c : singleton)>
#Ones = #stensor.format<(i, j) -> (i : dense, j : compressed), fill = 1.0 : f64>

func.func @show(%d: tensor<4xf64>) {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 7.0 : f64
  %v = vector.transfer_read %d[%c0], %pad : tensor<4xf64>, vector<4xf64>
  vector.print %v : vector<4xf64>
  return
}

func.func @show_matrix(%d: tensor<2x3xf64>) {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 7.0 : f64
  %v = vector.transfer_read %d[%c0, %c0], %pad : tensor<2x3xf64>, vector<2x3xf64>
  vector.print %v : vector<2x3xf64>
  return
}

func.func @conv_1d(%A: tensor<6xf64, #SV>, %F: tensor<3xf64, #SV>) -> tensor<4xf64> {
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<4xf64>
  %f = linalg.fill ins(%zero : f64) outs(%e : tensor<4xf64>) -> tensor<4xf64>
  %r = linalg.conv_1d ins(%A, %F : tensor<6xf64, #SV>, tensor<3xf64, #SV>) outs(%f : tensor<4xf64>) -> tensor<4xf64>
  return %r : tensor<4xf64>
}

// The result stores what it takes from the filter.
func.func @conv_1d_to_stored(%A: tensor<6xf64, #SV>, %F: tensor<3xf64>) -> tensor<4xf64, #SV> {
  %e = stensor.empty : tensor<4xf64, #SV>
  %r = linalg.conv_1d ins(%A, %F : tensor<6xf64, #SV>, tensor<3xf64>) outs(%e : tensor<4xf64, #SV>) -> tensor<4xf64, #SV>
  return %r : tensor<4xf64, #SV>
}

func.func @conv_2d(%A: tensor<3x4xf64, #CSR>, %F: tensor<2x2xf64>) -> tensor<2x3xf64> {
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<2x3xf64>
  %f = linalg.fill ins(%zero : f64) outs(%e : tensor<2x3xf64>) -> tensor<2x3xf64>
  %r = linalg.conv_2d ins(%A, %F : tensor<3x4xf64, #CSR>, tensor<2x2xf64>) outs(%f : tensor<2x3xf64>) -> tensor<2x3xf64>
  return %r : tensor<2x3xf64>
}

func.func @pooling(%A: tensor<1x2x4x1xf64, #Image>) -> tensor<1x1x3x1xf64> {
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<1x1x3x1xf64>
  %w = tensor.empty() : tensor<2x2xf64>
  %f = linalg.fill ins(%zero : f64) outs(%e : tensor<1x1x3x1xf64>) -> tensor<1x1x3x1xf64>
  %r = linalg.pooling_nhwc_sum ins(%A, %w : tensor<1x2x4x1xf64, #Image>, tensor<2x2xf64>) outs(%f : tensor<1x1x3x1xf64>) -> tensor<1x1x3x1xf64>
  return %r : tensor<1x1x3x1xf64>
}

// The last row of A, and every second entry of x.
func.func @row_and_steps(%A: tensor<3x4xf64, #CSR>, %x: tensor<8xf64, #SV>) -> tensor<4xf64> {
  %e = tensor.empty() : tensor<4xf64>
  %r = linalg.generic {
    indexing_maps = [affine_map<(i) -> (2, i)>, affine_map<(i) -> (i * 2)>, affine_map<(i) -> (i)>],
    iterator_types = ["parallel"]
  } ins(%A, %x : tensor<3x4xf64, #CSR>, tensor<8xf64, #SV>) outs(%e : tensor<4xf64>) {
  ^bb0(%a: f64, %b: f64, %o: f64):
    %s = arith.addf %a, %b : f64
    linalg.yield %s : f64
  } -> tensor<4xf64>
  return %r : tensor<4xf64>
}

#diagonals = {
  indexing_maps = [affine_map<(i) -> (i, i)>, affine_map<(i) -> (i, i)>, affine_map<(i) -> (i)>],
  iterator_types = ["parallel"]
}

// Points that are not stored are one.
func.func @diagonals(%A: tensor<4x4xf64, #Ones>, %B: tensor<4x4xf64, #Blocks>) -> tensor<4xf64> {
  %e = tensor.empty() : tensor<4xf64>
  %r = linalg.generic #diagonals ins(%A, %B : tensor<4x4xf64, #Ones>, tensor<4x4xf64, #Blocks>) outs(%e : tensor<4xf64>) {
  ^bb0(%a: f64, %b: f64, %o: f64):
    %s = arith.addf %a, %b : f64
    linalg.yield %s : f64
  } -> tensor<4xf64>
  return %r : tensor<4xf64>
}

func.func @main() {
  %dv = arith.constant dense<[1.0, 0.0, 2.0, 0.0, 0.0, -3.0]> : tensor<6xf64>
  %df = arith.constant dense<[1.0, 0.0, 10.0]> : tensor<3xf64>
  %v = stensor.convert %dv : tensor<6xf64> to tensor<6xf64, #SV>
  %f = stensor.convert %df : tensor<3xf64> to tensor<3xf64, #SV>
  // CHECK: ( 21, 0, 2, -30 )
  %0 = call @conv_1d(%v, %f) : (tensor<6xf64, #SV>, tensor<3xf64, #SV>) -> tensor<4xf64>
  call @show(%0) : (tensor<4xf64>) -> ()
  // CHECK: ( 21, 0, 2, -30 )
  %1 = call @conv_1d_to_stored(%v, %df) : (tensor<6xf64, #SV>, tensor<3xf64>) -> tensor<4xf64, #SV>
  %d1 = stensor.convert %1 : tensor<4xf64, #SV> to tensor<4xf64>
  call @show(%d1) : (tensor<4xf64>) -> ()

  %dA = arith.constant dense<[[1.0, 0.0, 0.0, 2.0], [0.0, 3.0, 0.0, 0.0], [4.0, 0.0, 5.0, 0.0]]> : tensor<3x4xf64>
  %dF = arith.constant dense<[[1.0, 2.0], [10.0, 20.0]]> : tensor<2x2xf64>
  %A = stensor.convert %dA : tensor<3x4xf64> to tensor<3x4xf64, #CSR>
  // CHECK: ( ( 61, 30, 4 ), ( 46, 103, 50 ) )
  %2 = call @conv_2d(%A, %dF) : (tensor<3x4xf64, #CSR>, tensor<2x2xf64>) -> tensor<2x3xf64>
  call @show_matrix(%2) : (tensor<2x3xf64>) -> ()

  %di = arith.constant dense<[[[[1.0], [0.0], [2.0], [0.0]], [[0.0], [4.0], [0.0], [8.0]]]]> : tensor<1x2x4x1xf64>
  %image = stensor.convert %di : tensor<1x2x4x1xf64> to tensor<1x2x4x1xf64, #Image>
  // CHECK: ( ( ( ( 5 ), ( 6 ), ( 10 ) ) ) )
  %3 = call @pooling(%image) : (tensor<1x2x4x1xf64, #Image>) -> tensor<1x1x3x1xf64>
  %c0 = arith.constant 0 : index
  %pad = arith.constant 7.0 : f64
  %v3 = vector.transfer_read %3[%c0, %c0, %c0, %c0], %pad : tensor<1x1x3x1xf64>, vector<1x1x3x1xf64>
  vector.print %v3 : vector<1x1x3x1xf64>

  %dx = arith.constant dense<[0.0, 1.0, 7.0, 1.0, 0.0, 0.0, 9.0, 0.0]> : tensor<8xf64>
  %x = stensor.convert %dx : tensor<8xf64> to tensor<8xf64, #SV>
  // CHECK: ( 4, 7, 5, 9 )
  %4 = call @row_and_steps(%A, %x) : (tensor<3x4xf64, #CSR>, tensor<8xf64, #SV>) -> tensor<4xf64>
  call @show(%4) : (tensor<4xf64>) -> ()

  %do = arith.constant dense<[[1.0, 1.0, 1.0, 5.0], [1.0, 6.0, 1.0, 1.0], [3.0, 1.0, 1.0, 1.0], [1.0, 1.0, 1.0, 0.0]]> : tensor<4x4xf64>
  %db = arith.constant dense<[[10.0, 0.0, 0.0, 0.0], [0.0, 20.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 9.0, 30.0]]> : tensor<4x4xf64>
  %o = stensor.convert %do : tensor<4x4xf64> to tensor<4x4xf64, #Ones>
  %b = stensor.convert %db : tensor<4x4xf64> to tensor<4x4xf64, #Blocks>
  // CHECK: ( 11, 26, 1, 30 )
  %5 = call @diagonals(%o, %b) : (tensor<4x4xf64, #Ones>, tensor<4x4xf64, #Blocks>) -> tensor<4xf64>
  call @show(%5) : (tensor<4xf64>) -> ()
  return
}
