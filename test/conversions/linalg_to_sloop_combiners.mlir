// `convert-linalg-to-sloop`: each operation that a reduction may end with is a combiner.

// RUN: lacuna-opt %s --convert-linalg-to-sloop | FileCheck %s

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#rows = {
  indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
  iterator_types = ["parallel", "reduction"]
}

// CHECK-LABEL: func.func @floating_point
func.func @floating_point(%A: tensor<4x8xf64, #CSR>, %y: tensor<4xf64>)
    -> (tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>) {
  // CHECK: %[[V:.*]] = sloop.read
  // CHECK: sloop.write %[[V]], %{{.*}}[%i] by add
  %0 = linalg.generic #rows ins(%A : tensor<4x8xf64, #CSR>) outs(%y : tensor<4xf64>) {
  ^bb0(%a: f64, %c: f64):
    %r = arith.addf %a, %c : f64
    linalg.yield %r : f64
  } -> tensor<4xf64>
  // CHECK: sloop.write %{{.*}}, %{{.*}}[%i] by mul
  %1 = linalg.generic #rows ins(%A : tensor<4x8xf64, #CSR>) outs(%y : tensor<4xf64>) {
  ^bb0(%a: f64, %c: f64):
    %r = arith.mulf %a, %c : f64
    linalg.yield %r : f64
  } -> tensor<4xf64>
  // CHECK: sloop.write %{{.*}}, %{{.*}}[%i] by min
  %2 = linalg.generic #rows ins(%A : tensor<4x8xf64, #CSR>) outs(%y : tensor<4xf64>) {
  ^bb0(%a: f64, %c: f64):
    %r = arith.minimumf %a, %c : f64
    linalg.yield %r : f64
  } -> tensor<4xf64>
  // CHECK: sloop.write %{{.*}}, %{{.*}}[%i] by max
  %3 = linalg.generic #rows ins(%A : tensor<4x8xf64, #CSR>) outs(%y : tensor<4xf64>) {
  ^bb0(%a: f64, %c: f64):
    %r = arith.maximumf %a, %c : f64
    linalg.yield %r : f64
  } -> tensor<4xf64>
  return %0, %1, %2, %3 : tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>
}

// CHECK-LABEL: func.func @integers
func.func @integers(%A: tensor<4x8xi32, #CSR>, %y: tensor<4xi32>)
    -> (tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>) {
  // CHECK: sloop.write %{{.*}}, %{{.*}}[%i] by and
  %0 = linalg.generic #rows ins(%A : tensor<4x8xi32, #CSR>) outs(%y : tensor<4xi32>) {
  ^bb0(%a: i32, %c: i32):
    %r = arith.andi %a, %c : i32
    linalg.yield %r : i32
  } -> tensor<4xi32>
  // CHECK: sloop.write %{{.*}}, %{{.*}}[%i] by or
  %1 = linalg.generic #rows ins(%A : tensor<4x8xi32, #CSR>) outs(%y : tensor<4xi32>) {
  ^bb0(%a: i32, %c: i32):
    %r = arith.ori %a, %c : i32
    linalg.yield %r : i32
  } -> tensor<4xi32>
  // CHECK: sloop.write %{{.*}}, %{{.*}}[%i] by xor
  %2 = linalg.generic #rows ins(%A : tensor<4x8xi32, #CSR>) outs(%y : tensor<4xi32>) {
  ^bb0(%a: i32, %c: i32):
    %r = arith.xori %a, %c : i32
    linalg.yield %r : i32
  } -> tensor<4xi32>
  // CHECK: sloop.write %{{.*}}, %{{.*}}[%i] by max
  %3 = linalg.generic #rows ins(%A : tensor<4x8xi32, #CSR>) outs(%y : tensor<4xi32>) {
  ^bb0(%a: i32, %c: i32):
    %r = arith.maxsi %a, %c : i32
    linalg.yield %r : i32
  } -> tensor<4xi32>
  return %0, %1, %2, %3 : tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>
}
