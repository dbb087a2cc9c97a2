// `convert-linalg-to-sloop`: what fills the diagonal alone is no fill of the tensor.

// RUN: lacuna-opt %s --convert-linalg-to-sloop | FileCheck %s

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#add = {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
        iterator_types = ["parallel", "parallel"]}
#diagonal = {indexing_maps = [affine_map<(i) -> ()>, affine_map<(i) -> (i, i)>], iterator_types = ["parallel"]}

// CHECK-LABEL: @keeps_diagonal_fill
// CHECK: %[[FILLED:.*]] = linalg.generic
// CHECK: sloop.nest {{.*}} outs(%{{.*}} = %[[FILLED]] :
// CHECK-COUNT-2: sloop.forall
// CHECK-NOT: sloop.forall
func.func @keeps_diagonal_fill(%A: tensor<2x2xf64, #CSR>, %y: tensor<2x2xf64>) -> tensor<2x2xf64> {
  %zero = arith.constant 0.0 : f64
  %f = linalg.generic #diagonal ins(%zero : f64) outs(%y : tensor<2x2xf64>) {
  ^bb0(%a: f64, %c: f64):
    linalg.yield %a : f64
  } -> tensor<2x2xf64>
  %0 = linalg.generic #add ins(%A : tensor<2x2xf64, #CSR>) outs(%f : tensor<2x2xf64>) {
  ^bb0(%a: f64, %c: f64):
    %s = arith.addf %a, %c : f64
    linalg.yield %s : f64
  } -> tensor<2x2xf64>
  return %0 : tensor<2x2xf64>
}
