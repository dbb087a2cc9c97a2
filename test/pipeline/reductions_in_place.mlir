// `--lacuna`, executed: reductions into results that have a place for every point. Each point starts from the fill value,
// whether a point at a time is computed (by rows) or all in place (by columns).
//
//       [ 1 0 2 ]
//   A = [ 3 4 5 ]
//       [ 0 0 0 ]
//       [ 0-6 7 ]

// RUN: lacuna-opt %s --lacuna | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=fp=strict | %run | FileCheck %s
// RUN: sed 's/(j : dense, i : compressed)/(i : dense, j : compressed)/' %s > %t.rows
// RUN: lacuna-opt %t.rows --lacuna | %run | FileCheck %s

#Matrix = #stensor.format<(i, j) -> (j : dense, i : compressed)>
#Zeros = #stensor.format<(i) -> (i : dense)>
#Threes = #stensor.format<(i) -> (i floordiv 2 : dense, i mod 2 : dense), fill = 3.0 : f64>
#rows = {
  indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
  iterator_types = ["parallel", "reduction"]
}

func.func @largest(%A: tensor<4x3xf64, #Matrix>) -> tensor<4xf64, #Zeros> {
  %e = stensor.empty : tensor<4xf64, #Zeros>
  %r = linalg.generic #rows ins(%A : tensor<4x3xf64, #Matrix>) outs(%e : tensor<4xf64, #Zeros>) {
  ^bb0(%a: f64, %o: f64):
    %s = arith.maximumf %o, %a : f64
    linalg.yield %s : f64
  } -> tensor<4xf64, #Zeros>
  return %r : tensor<4xf64, #Zeros>
}

func.func @largest_from_three(%A: tensor<4x3xf64, #Matrix>) -> tensor<4xf64, #Threes> {
  %e = stensor.empty : tensor<4xf64, #Threes>
  %r = linalg.generic #rows ins(%A : tensor<4x3xf64, #Matrix>) outs(%e : tensor<4xf64, #Threes>) {
  ^bb0(%a: f64, %o: f64):
    %s = arith.maximumf %o, %a : f64
    linalg.yield %s : f64
  } -> tensor<4xf64, #Threes>
  return %r : tensor<4xf64, #Threes>
}

func.func @least(%A: tensor<4x3xf64, #Matrix>) -> tensor<4xf64, #Zeros> {
  %e = stensor.empty : tensor<4xf64, #Zeros>
  %r = linalg.generic #rows ins(%A : tensor<4x3xf64, #Matrix>) outs(%e : tensor<4xf64, #Zeros>) {
  ^bb0(%a: f64, %o: f64):
    %s = arith.minimumf %o, %a : f64
    linalg.yield %s : f64
  } -> tensor<4xf64, #Zeros>
  return %r : tensor<4xf64, #Zeros>
}

func.func @product(%A: tensor<4x3xf64, #Matrix>) -> tensor<4xf64, #Threes> {
  %e = stensor.empty : tensor<4xf64, #Threes>
  %r = linalg.generic #rows ins(%A : tensor<4x3xf64, #Matrix>) outs(%e : tensor<4xf64, #Threes>) {
  ^bb0(%a: f64, %o: f64):
    %s = arith.mulf %o, %a : f64
    linalg.yield %s : f64
  } -> tensor<4xf64, #Threes>
  return %r : tensor<4xf64, #Threes>
}

func.func @product_from_zero(%A: tensor<4x3xf64, #Matrix>) -> tensor<4xf64, #Zeros> {
  %e = stensor.empty : tensor<4xf64, #Zeros>
  %r = linalg.generic #rows ins(%A : tensor<4x3xf64, #Matrix>) outs(%e : tensor<4xf64, #Zeros>) {
  ^bb0(%a: f64, %o: f64):
    %s = arith.mulf %o, %a : f64
    linalg.yield %s : f64
  } -> tensor<4xf64, #Zeros>
  return %r : tensor<4xf64, #Zeros>
}

func.func @sum_from_three(%A: tensor<4x3xf64, #Matrix>) -> tensor<4xf64, #Threes> {
  %e = stensor.empty : tensor<4xf64, #Threes>
  %r = linalg.generic #rows ins(%A : tensor<4x3xf64, #Matrix>) outs(%e : tensor<4xf64, #Threes>) {
  ^bb0(%a: f64, %o: f64):
    %s = arith.addf %o, %a : f64
    linalg.yield %s : f64
  } -> tensor<4xf64, #Threes>
  return %r : tensor<4xf64, #Threes>
}

func.func @show(%d: tensor<4xf64>) {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 7.0 : f64
  %v = vector.transfer_read %d[%c0], %pad : tensor<4xf64>, vector<4xf64>
  vector.print %v : vector<4xf64>
  return
}

func.func @show_zeros(%t: tensor<4xf64, #Zeros>) {
  %d = stensor.convert %t : tensor<4xf64, #Zeros> to tensor<4xf64>
  call @show(%d) : (tensor<4xf64>) -> ()
  return
}

func.func @show_threes(%t: tensor<4xf64, #Threes>) {
  %d = stensor.convert %t : tensor<4xf64, #Threes> to tensor<4xf64>
  call @show(%d) : (tensor<4xf64>) -> ()
  return
}

func.func @main() {
  %d = arith.constant dense<[[1.0, 0.0, 2.0], [3.0, 4.0, 5.0], [0.0, 0.0, 0.0], [0.0, -6.0, 7.0]]> : tensor<4x3xf64>
  %A = stensor.convert %d : tensor<4x3xf64> to tensor<4x3xf64, #Matrix>
  // CHECK: ( 2, 5, 0, 7 )
  %0 = call @largest(%A) : (tensor<4x3xf64, #Matrix>) -> tensor<4xf64, #Zeros>
  call @show_zeros(%0) : (tensor<4xf64, #Zeros>) -> ()
  // CHECK: ( 3, 5, 3, 7 )
  %1 = call @largest_from_three(%A) : (tensor<4x3xf64, #Matrix>) -> tensor<4xf64, #Threes>
  call @show_threes(%1) : (tensor<4xf64, #Threes>) -> ()
  // CHECK: ( 0, 0, 0, -6 )
  %2 = call @least(%A) : (tensor<4x3xf64, #Matrix>) -> tensor<4xf64, #Zeros>
  call @show_zeros(%2) : (tensor<4xf64, #Zeros>) -> ()
  // CHECK: ( 0, 180, 0, {{-?}}0 )
  %3 = call @product(%A) : (tensor<4x3xf64, #Matrix>) -> tensor<4xf64, #Threes>
  call @show_threes(%3) : (tensor<4xf64, #Threes>) -> ()
  // CHECK: ( 0, 0, 0, {{-?}}0 )
  %4 = call @product_from_zero(%A) : (tensor<4x3xf64, #Matrix>) -> tensor<4xf64, #Zeros>
  call @show_zeros(%4) : (tensor<4xf64, #Zeros>) -> ()
  // CHECK: ( 6, 15, 3, 4 )
  %5 = call @sum_from_three(%A) : (tensor<4x3xf64, #Matrix>) -> tensor<4xf64, #Threes>
  call @show_threes(%5) : (tensor<4xf64, #Threes>) -> ()
  return
}
