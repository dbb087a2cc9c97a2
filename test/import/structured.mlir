// Arrays that a frontend gives, in formats of which it knows more.

// RUN: lacuna-opt %s --lacuna | %run | FileCheck %s
// RUN: mlir-opt %s --sparsifier="enable-runtime-library=false" | %run | FileCheck %s

#TwoFour = #sparse_tensor.encoding<{map = (i, j) -> (i : dense, j floordiv 4 : dense, j mod 4 : structured[2, 4])}>
#Loose = #sparse_tensor.encoding<{map = (i, j) -> (i : dense, j : loose_compressed)}>
#Batch = #sparse_tensor.encoding<{map = (b, i, j) -> (b : batch, i : dense, j : compressed)}>

#mv = {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i)>],
       iterator_types = ["parallel", "reduction"]}
#bmv = {indexing_maps = [affine_map<(b, i, j) -> (b, i, j)>, affine_map<(b, i, j) -> (b, j)>, affine_map<(b, i, j) -> (b, i)>],
        iterator_types = ["parallel", "parallel", "reduction"]}

// Two of four.
func.func @two_of_four(%crd: tensor<8xindex>, %val: tensor<8xf64>, %x: tensor<8xf64>) {
  %A = sparse_tensor.assemble (%crd), %val : (tensor<8xindex>), tensor<8xf64> to tensor<2x8xf64, #TwoFour>
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<2xf64>
  %f = linalg.fill ins(%zero : f64) outs(%e : tensor<2xf64>) -> tensor<2xf64>
  %0 = linalg.generic #mv ins(%A, %x : tensor<2x8xf64, #TwoFour>, tensor<8xf64>) outs(%f : tensor<2xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %1 = arith.mulf %a, %b : f64
    %2 = arith.addf %c, %1 : f64
    linalg.yield %2 : f64
  } -> tensor<2xf64>
  %c0 = arith.constant 0 : index
  %v = vector.transfer_read %0[%c0], %zero : tensor<2xf64>, vector<2xf64>
  vector.print %v : vector<2xf64>
  return
}

// Room between the rows.
func.func @loose(%pos: tensor<6xindex>, %crd: tensor<6xindex>, %val: tensor<6xf64>, %x: tensor<4xf64>) {
  %A = sparse_tensor.assemble (%pos, %crd), %val
     : (tensor<6xindex>, tensor<6xindex>), tensor<6xf64> to tensor<3x4xf64, #Loose>
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<3xf64>
  %f = linalg.fill ins(%zero : f64) outs(%e : tensor<3xf64>) -> tensor<3xf64>
  %0 = linalg.generic #mv ins(%A, %x : tensor<3x4xf64, #Loose>, tensor<4xf64>) outs(%f : tensor<3xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %1 = arith.mulf %a, %b : f64
    %2 = arith.addf %c, %1 : f64
    linalg.yield %2 : f64
  } -> tensor<3xf64>
  %c0 = arith.constant 0 : index
  %v = vector.transfer_read %0[%c0], %zero : tensor<3xf64>, vector<3xf64>
  vector.print %v : vector<3xf64>
  return
}

// Each matrix of a batch with arrays of its own.
func.func @batch(%pos: tensor<2x3xindex>, %crd: tensor<2x3xindex>, %val: tensor<2x3xf64>, %x: tensor<2x4xf64>) {
  %A = sparse_tensor.assemble (%pos, %crd), %val
     : (tensor<2x3xindex>, tensor<2x3xindex>), tensor<2x3xf64> to tensor<2x2x4xf64, #Batch>
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<2x2xf64>
  %f = linalg.fill ins(%zero : f64) outs(%e : tensor<2x2xf64>) -> tensor<2x2xf64>
  %0 = linalg.generic #bmv ins(%A, %x : tensor<2x2x4xf64, #Batch>, tensor<2x4xf64>) outs(%f : tensor<2x2xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %1 = arith.mulf %a, %b : f64
    %2 = arith.addf %c, %1 : f64
    linalg.yield %2 : f64
  } -> tensor<2x2xf64>
  %c0 = arith.constant 0 : index
  %v = vector.transfer_read %0[%c0, %c0], %zero : tensor<2x2xf64>, vector<2x2xf64>
  vector.print %v : vector<2x2xf64>
  return
}

func.func @main() {
  // CHECK: ( 57, 130 )
  %i1 = arith.constant dense<[0, 2, 1, 3, 0, 1, 2, 3]> : tensor<8xindex>
  %v1 = arith.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]> : tensor<8xf64>
  %x1 = arith.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]> : tensor<8xf64>
  call @two_of_four(%i1, %v1, %x1) : (tensor<8xindex>, tensor<8xf64>, tensor<8xf64>) -> ()
  // CHECK: ( 2001, 30, 540 )
  %p2 = arith.constant dense<[0, 2, 3, 4, 4, 6]> : tensor<6xindex>
  %i2 = arith.constant dense<[0, 3, 0, 1, 1, 2]> : tensor<6xindex>
  %v2 = arith.constant dense<[1.0, 2.0, 9.0, 3.0, 4.0, 5.0]> : tensor<6xf64>
  %x2 = arith.constant dense<[1.0, 10.0, 100.0, 1000.0]> : tensor<4xf64>
  call @loose(%p2, %i2, %v2, %x2) : (tensor<6xindex>, tensor<6xindex>, tensor<6xf64>, tensor<4xf64>) -> ()
  // CHECK: ( ( 1, 3020 ), ( 504, 6000 ) )
  %p3 = arith.constant dense<[[0, 1, 3], [0, 2, 3]]> : tensor<2x3xindex>
  %i3 = arith.constant dense<[[0, 1, 3], [0, 2, 3]]> : tensor<2x3xindex>
  %v3 = arith.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf64>
  %x3 = arith.constant dense<[[1.0, 10.0, 100.0, 1000.0], [1.0, 10.0, 100.0, 1000.0]]> : tensor<2x4xf64>
  call @batch(%p3, %i3, %v3, %x3) : (tensor<2x3xindex>, tensor<2x3xindex>, tensor<2x3xf64>, tensor<2x4xf64>) -> ()
  return
}
