// `--lacuna`, executed: merges of diagonals, whose coordinates may be negative.
//
//       [ 0 1 0 ]       [ 5 0 0 ]       [ 0 8 0 ]
//   A = [ 2 0 3 ]   B = [ 0 6 0 ]   C = [ 0 0 9 ]
//       [ 0 4 0 ]       [ 0 0 7 ]       [ 0 0 0 ]

// RUN: lacuna-opt %s --lacuna | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=fp=strict | %run | FileCheck %s

#DIA = #stensor.format<(i, j) -> (j - i : compressed, i : range, j : offset)>
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

func.func @sum(%A: tensor<3x3xf64, #DIA>, %B: tensor<3x3xf64, #DIA>) -> tensor<3x3xf64, #DIA> {
  %empty = stensor.empty : tensor<3x3xf64, #DIA>
  %r = linalg.generic #ij_ij_ij ins(%A, %B : tensor<3x3xf64, #DIA>, tensor<3x3xf64, #DIA>) outs(%empty : tensor<3x3xf64, #DIA>) {
  ^bb0(%a: f64, %b: f64, %old: f64):
    %s = arith.addf %a, %b : f64
    linalg.yield %s : f64
  } -> tensor<3x3xf64, #DIA>
  return %r : tensor<3x3xf64, #DIA>
}

func.func @product(%A: tensor<3x3xf64, #DIA>, %B: tensor<3x3xf64, #DIA>) -> tensor<3x3xf64, #DIA> {
  %empty = stensor.empty : tensor<3x3xf64, #DIA>
  %r = linalg.generic #ij_ij_ij ins(%A, %B : tensor<3x3xf64, #DIA>, tensor<3x3xf64, #DIA>) outs(%empty : tensor<3x3xf64, #DIA>) {
  ^bb0(%a: f64, %b: f64, %old: f64):
    %s = arith.mulf %a, %b : f64
    linalg.yield %s : f64
  } -> tensor<3x3xf64, #DIA>
  return %r : tensor<3x3xf64, #DIA>
}

func.func @show(%T: tensor<3x3xf64, #DIA>) {
  %pos, %crd, %val = stensor.unpack %T : tensor<3x3xf64, #DIA> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%crd) : (memref<?xi32>) -> ()
  %D = stensor.convert %T : tensor<3x3xf64, #DIA> to tensor<3x3xf64>
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %v = vector.transfer_read %D[%c0, %c0], %zero : tensor<3x3xf64>, vector<3x3xf64>
  vector.print %v : vector<3x3xf64>
  return
}

func.func @main() {
  %A = arith.constant dense<[[0.0, 1.0, 0.0], [2.0, 0.0, 3.0], [0.0, 4.0, 0.0]]> : tensor<3x3xf64>
  %B = arith.constant dense<[[5.0, 0.0, 0.0], [0.0, 6.0, 0.0], [0.0, 0.0, 7.0]]> : tensor<3x3xf64>
  %C = arith.constant dense<[[0.0, 8.0, 0.0], [0.0, 0.0, 9.0], [0.0, 0.0, 0.0]]> : tensor<3x3xf64>
  %a = stensor.convert %A : tensor<3x3xf64> to tensor<3x3xf64, #DIA>
  %b = stensor.convert %B : tensor<3x3xf64> to tensor<3x3xf64, #DIA>
  %c = stensor.convert %C : tensor<3x3xf64> to tensor<3x3xf64, #DIA>

  // Diagonals come from the lowest up.
  // CHECK:      [ -1 0 1 ]
  // CHECK-NEXT: ( ( 5, 1, 0 ), ( 2, 6, 3 ), ( 0, 4, 7 ) )
  %sum = call @sum(%a, %b) : (tensor<3x3xf64, #DIA>, tensor<3x3xf64, #DIA>) -> tensor<3x3xf64, #DIA>
  call @show(%sum) : (tensor<3x3xf64, #DIA>) -> ()

  // A diagonal below is passed over on the way to one that both store.
  // CHECK-NEXT: [ 1 ]
  // CHECK-NEXT: ( ( 0, 8, 0 ), ( 0, 0, 27 ), ( 0, 0, 0 ) )
  %product = call @product(%a, %c) : (tensor<3x3xf64, #DIA>, tensor<3x3xf64, #DIA>) -> tensor<3x3xf64, #DIA>
  call @show(%product) : (tensor<3x3xf64, #DIA>) -> ()
  return
}
