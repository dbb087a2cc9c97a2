// `convert-linalg-to-sloop{all=true}`: an operation on dense tensors alone that has no index form stays with upstream.

// RUN: lacuna-opt %s --convert-linalg-to-sloop=all=true | FileCheck %s
// RUN: lacuna-opt %s --lacuna=dense=true | FileCheck %s --check-prefix=LLVM

// CHECK-LABEL: func.func @position_of_the_maximum(
// LLVM-LABEL:  llvm.func @position_of_the_maximum(
func.func @position_of_the_maximum(%x: tensor<8xf32>, %v: tensor<f32>, %i: tensor<i32>) -> (tensor<f32>, tensor<i32>) {
  // CHECK: linalg.generic
  %0:2 = linalg.generic {
    indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>, affine_map<(i) -> ()>],
    iterator_types = ["reduction"]
  } ins(%x : tensor<8xf32>) outs(%v, %i : tensor<f32>, tensor<i32>) {
  ^bb0(%a: f32, %b: f32, %c: i32):
    %k = linalg.index 0 : index
    %n = arith.index_cast %k : index to i32
    %g = arith.cmpf ogt, %a, %b : f32
    %m = arith.select %g, %a, %b : f32
    %w = arith.select %g, %n, %c : i32
    linalg.yield %m, %w : f32, i32
  } -> (tensor<f32>, tensor<i32>)
  return %0#0, %0#1 : tensor<f32>, tensor<i32>
}
