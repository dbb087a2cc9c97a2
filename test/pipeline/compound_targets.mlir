// `--lacuna`, executed: results that are written at compound subscripts, dense and stored.

// RUN: lacuna-opt %s --lacuna | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=fp=strict | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=vector-bytes=0 | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=two-phase=true | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=workspaces=radix:1 | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=workspaces=hash:1 | %run | FileCheck %s

#V = #stensor.format<(i) -> (i : compressed)>
#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#CSC = #stensor.format<(i, j) -> (j : dense, i : compressed)>
#BCSR = #stensor.format<(i, j) -> (i floordiv 2 : dense, j floordiv 2 : compressed, i mod 2 : dense, j mod 2 : dense)>

#twice = {
  indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (2 * i + 1)>], iterator_types = ["parallel"]
}
#kron = {
  indexing_maps = [affine_map<(i, j, p, q) -> (i, j)>, affine_map<(i, j, p, q) -> (p, q)>,
                   affine_map<(i, j, p, q) -> (2 * i + p, 2 * j + q)>],
  iterator_types = ["reduction", "reduction", "reduction", "reduction"]
}
#spread = {
  indexing_maps = [affine_map<(i, k) -> (i)>, affine_map<(i, k) -> (k)>, affine_map<(i, k) -> (i + k)>],
  iterator_types = ["reduction", "reduction"]
}
#diagonal = {
  indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i, i)>], iterator_types = ["parallel"]
}

// Points that no entry reaches are replaced, too; the others are left as they are.
func.func @twice(%x: tensor<4xf64, #V>, %y: tensor<8xf64>) -> tensor<8xf64> {
  %r = linalg.generic #twice ins(%x : tensor<4xf64, #V>) outs(%y : tensor<8xf64>) {
  ^bb0(%a: f64, %old: f64):
    linalg.yield %a : f64
  } -> tensor<8xf64>
  return %r : tensor<8xf64>
}

func.func @kron(%A: tensor<2x3xf64, #CSR>, %B: tensor<2x2xf64, #CSC>) -> tensor<4x6xf64, #BCSR> {
  %e = tensor.empty() : tensor<4x6xf64, #BCSR>
  %r = linalg.generic #kron ins(%A, %B : tensor<2x3xf64, #CSR>, tensor<2x2xf64, #CSC>) outs(%e : tensor<4x6xf64, #BCSR>) {
  ^bb0(%a: f64, %b: f64, %old: f64):
    %p = arith.mulf %a, %b : f64
    %s = arith.addf %old, %p : f64
    linalg.yield %s : f64
  } -> tensor<4x6xf64, #BCSR>
  return %r : tensor<4x6xf64, #BCSR>
}

// Sizes that are known when it runs.
func.func @spread(%x: tensor<?xf64, #V>, %f: tensor<?xf64>, %n: index) -> tensor<?xf64, #V> {
  %e = tensor.empty(%n) : tensor<?xf64, #V>
  %r = linalg.generic #spread ins(%x, %f : tensor<?xf64, #V>, tensor<?xf64>) outs(%e : tensor<?xf64, #V>) {
  ^bb0(%a: f64, %b: f64, %old: f64):
    %p = arith.mulf %a, %b : f64
    %s = arith.addf %old, %p : f64
    linalg.yield %s : f64
  } -> tensor<?xf64, #V>
  return %r : tensor<?xf64, #V>
}

// What the result holds already is kept.
func.func @add_to_diagonal(%x: tensor<4xf64, #V>, %A: tensor<4x4xf64, #CSC>) -> tensor<4x4xf64, #CSC> {
  %r = linalg.generic #diagonal ins(%x : tensor<4xf64, #V>) outs(%A : tensor<4x4xf64, #CSC>) {
  ^bb0(%a: f64, %old: f64):
    %s = arith.addf %old, %a : f64
    linalg.yield %s : f64
  } -> tensor<4x4xf64, #CSC>
  return %r : tensor<4x4xf64, #CSC>
}

// A convolution behind a pad: no dense copy.
#convolution = {
  indexing_maps = [affine_map<(i, p) -> (i + p)>, affine_map<(i, p) -> (p)>, affine_map<(i, p) -> (i)>],
  iterator_types = ["parallel", "reduction"]
}
func.func @padded(%x: tensor<4xf64, #V>, %f: tensor<3xf64>) -> tensor<4xf64> {
  %zero = arith.constant 0.0 : f64
  %p = tensor.pad %x low[1] high[1] {
  ^bb0(%i: index):
    tensor.yield %zero : f64
  } : tensor<4xf64, #V> to tensor<6xf64, #V>
  %e = arith.constant dense<0.0> : tensor<4xf64>
  %r = linalg.generic #convolution ins(%p, %f : tensor<6xf64, #V>, tensor<3xf64>) outs(%e : tensor<4xf64>) {
  ^bb0(%a: f64, %b: f64, %old: f64):
    %q = arith.mulf %a, %b : f64
    %s = arith.addf %old, %q : f64
    linalg.yield %s : f64
  } -> tensor<4xf64>
  return %r : tensor<4xf64>
}

// Each entry becomes a block of two by three.
#enlarged = {
  indexing_maps = [affine_map<(i, j) -> (i floordiv 2, j floordiv 3)>, affine_map<(i, j) -> (i, j)>],
  iterator_types = ["parallel", "parallel"]
}
func.func @enlarged(%A: tensor<2x3xf64, #CSR>) -> tensor<4x7xf64, #CSC> {
  %e = tensor.empty() : tensor<4x7xf64, #CSC>
  %r = linalg.generic #enlarged ins(%A : tensor<2x3xf64, #CSR>) outs(%e : tensor<4x7xf64, #CSC>) {
  ^bb0(%a: f64, %old: f64):
    linalg.yield %a : f64
  } -> tensor<4x7xf64, #CSC>
  return %r : tensor<4x7xf64, #CSC>
}

func.func @main() {
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %0 = arith.constant dense<[0.0, 3.0, 0.0, 4.0]> : tensor<4xf64>
  %x = stensor.convert %0 : tensor<4xf64> to tensor<4xf64, #V>
  %y = arith.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]> : tensor<8xf64>
  %1 = func.call @twice(%x, %y) : (tensor<4xf64, #V>, tensor<8xf64>) -> tensor<8xf64>
  %v1 = vector.transfer_read %1[%c0], %zero : tensor<8xf64>, vector<8xf64>
  // CHECK: ( 1, 0, 3, 3, 5, 0, 7, 4 )
  vector.print %v1 : vector<8xf64>

  %2 = arith.constant dense<[[0.0, 2.0, 0.0], [3.0, 0.0, 0.0]]> : tensor<2x3xf64>
  %A = stensor.convert %2 : tensor<2x3xf64> to tensor<2x3xf64, #CSR>
  %3 = arith.constant dense<[[1.0, 10.0], [0.0, 100.0]]> : tensor<2x2xf64>
  %B = stensor.convert %3 : tensor<2x2xf64> to tensor<2x2xf64, #CSC>
  %4 = func.call @kron(%A, %B) : (tensor<2x3xf64, #CSR>, tensor<2x2xf64, #CSC>) -> tensor<4x6xf64, #BCSR>
  %5 = stensor.convert %4 : tensor<4x6xf64, #BCSR> to tensor<4x6xf64>
  %v5 = vector.transfer_read %5[%c0, %c0], %zero : tensor<4x6xf64>, vector<4x6xf64>
  // CHECK-NEXT: ( ( 0, 0, 2, 20, 0, 0 ), ( 0, 0, 0, 200, 0, 0 ), ( 3, 30, 0, 0, 0, 0 ), ( 0, 300, 0, 0, 0, 0 ) )
  vector.print %v5 : vector<4x6xf64>

  %6 = tensor.cast %x : tensor<4xf64, #V> to tensor<?xf64, #V>
  %7 = arith.constant dense<[1.0, 10.0, 100.0]> : tensor<3xf64>
  %f = tensor.cast %7 : tensor<3xf64> to tensor<?xf64>
  %n = arith.constant 6 : index
  %8 = func.call @spread(%6, %f, %n) : (tensor<?xf64, #V>, tensor<?xf64>, index) -> tensor<?xf64, #V>
  %9 = stensor.convert %8 : tensor<?xf64, #V> to tensor<?xf64>
  %v9 = vector.transfer_read %9[%c0], %zero : tensor<?xf64>, vector<6xf64>
  // CHECK-NEXT: ( 0, 3, 30, 304, 40, 400 )
  vector.print %v9 : vector<6xf64>

  %10 = arith.constant dense<[[1.0, 0.0, 5.0, 0.0], [0.0, 2.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0], [0.0, 6.0, 0.0, 0.0]]> : tensor<4x4xf64>
  %11 = stensor.convert %10 : tensor<4x4xf64> to tensor<4x4xf64, #CSC>
  %12 = func.call @add_to_diagonal(%x, %11) : (tensor<4xf64, #V>, tensor<4x4xf64, #CSC>) -> tensor<4x4xf64, #CSC>
  %13 = stensor.convert %12 : tensor<4x4xf64, #CSC> to tensor<4x4xf64>
  %v13 = vector.transfer_read %13[%c0, %c0], %zero : tensor<4x4xf64>, vector<4x4xf64>
  // CHECK-NEXT: ( ( 1, 0, 5, 0 ), ( 0, 5, 0, 0 ), ( 0, 0, 0, 0 ), ( 0, 6, 0, 4 ) )
  vector.print %v13 : vector<4x4xf64>

  %14 = func.call @padded(%x, %7) : (tensor<4xf64, #V>, tensor<3xf64>) -> tensor<4xf64>
  %v14 = vector.transfer_read %14[%c0], %zero : tensor<4xf64>, vector<4xf64>
  // CHECK-NEXT: ( 300, 30, 403, 40 )
  vector.print %v14 : vector<4xf64>

  %15 = func.call @enlarged(%A) : (tensor<2x3xf64, #CSR>) -> tensor<4x7xf64, #CSC>
  %16 = stensor.convert %15 : tensor<4x7xf64, #CSC> to tensor<4x7xf64>
  %v16 = vector.transfer_read %16[%c0, %c0], %zero : tensor<4x7xf64>, vector<4x7xf64>
  // CHECK-NEXT: ( ( 0, 0, 0, 2, 2, 2, 0 ), ( 0, 0, 0, 2, 2, 2, 0 ), ( 3, 3, 3, 0, 0, 0, 0 ), ( 3, 3, 3, 0, 0, 0, 0 ) )
  vector.print %v16 : vector<4x7xf64>
  return
}
