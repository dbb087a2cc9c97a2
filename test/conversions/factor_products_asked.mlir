// `factor-products`: products are multiplied in the order that `factor` asks for.

// RUN: lacuna-opt %s --factor-products | FileCheck %s
// RUN: lacuna-opt %s --factor-products -o /dev/null 2>&1 | FileCheck %s --check-prefix=SAID

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#chain = {
  indexing_maps = [affine_map<(i, j, k) -> (i, j)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (k)>, affine_map<(i, j, k) -> (i)>],
  iterator_types = ["parallel", "reduction", "reduction"]
}

// The order that is asked for; stored intermediates.
// SAID: remark: this product is summed in 2 steps, as it was asked for: t1(v0,v2) = operand 0(v0,v1) * operand 1(v1,v2); operand 3(v0) = t1(v0,v2) * operand 2(v2)
// CHECK-LABEL: @asked(
// CHECK:       %[[T0:.*]] = stensor.empty sizes
// CHECK:       %[[T1:.*]] = linalg.generic {{.*}} outs(%[[T0]] :
// CHECK:       linalg.generic {{.*}} ins(%[[T1]],
// CHECK-NOT:   sloop.schedule
func.func @asked(%A: tensor<?x?xf64, #CSR>, %B: tensor<?x?xf64, #CSR>, %x: tensor<?xf64>, %y: tensor<?xf64>) -> tensor<?xf64> {
  %r = linalg.generic #chain ins(%A, %B, %x : tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSR>, tensor<?xf64>) outs(%y : tensor<?xf64>)
      attrs = {sloop.schedule = "factor((0*1)*2)"} {
  ^bb0(%a: f64, %b: f64, %c: f64, %s: f64):
    %0 = arith.mulf %a, %b : f64
    %1 = arith.mulf %0, %c : f64
    %2 = arith.addf %s, %1 : f64
    linalg.yield %2 : f64
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}

