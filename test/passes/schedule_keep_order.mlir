// `sloop-schedule` and `sloop-vectorize`: loops that keep the order they were given.

// RUN: lacuna-opt %s --convert-linalg-to-sloop --sloop-schedule --sloop-vectorize --split-input-file --verify-diagnostics | FileCheck %s

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#product = {indexing_maps = [affine_map<(i, k, j) -> (i, k)>, affine_map<(i, k, j) -> (k, j)>, affine_map<(i, k, j) -> (i, j)>],
            iterator_types = ["parallel", "reduction", "parallel"]}

// The columns of the result would go around the reduction: they run in lanes where they stand.
// CHECK-LABEL: @keeps_columns_innermost
// CHECK: sloop.nest {{.*}} attributes {sloop.keep_order}
// CHECK: sloop.forall %[[I:.*]] in %c4
// CHECK: sloop.forall %[[K:.*]] in %c8
// CHECK: sloop.forall %[[J:.*]] in %c16 how(<lanes = 16>) {
func.func @keeps_columns_innermost(%A: tensor<4x8xf64, #CSR>, %B: tensor<8x16xf64>, %C: tensor<4x16xf64>) -> tensor<4x16xf64> {
  %0 = linalg.generic #product ins(%A, %B : tensor<4x8xf64, #CSR>, tensor<8x16xf64>) outs(%C : tensor<4x16xf64>)
      attrs = {sloop.keep_order} {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %p = arith.mulf %a, %b : f64
    %s = arith.addf %c, %p : f64
    linalg.yield %s : f64
  } -> tensor<4x16xf64>
  return %0 : tensor<4x16xf64>
}

// -----

#CSC = #stensor.format<(i, j) -> (j : dense, i : compressed)>
#rows = {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
func.func @refuses_what_levels_contradict(%A: tensor<4x8xf64, #CSC>, %y: tensor<4xf64>) -> tensor<4xf64> {
  %0 = linalg.generic #rows ins(%A : tensor<4x8xf64, #CSC>) outs(%y : tensor<4xf64>) attrs = {sloop.keep_order} {
  ^bb0(%a: f64, %c: f64):
    // expected-error@+1 {{the loop order that was asked for, v0, v1, does not follow the levels of the stored operands, which want v1, v0}}
    %s = arith.addf %c, %a : f64
    linalg.yield %s : f64
  } -> tensor<4xf64>
  return %0 : tensor<4xf64>
}
