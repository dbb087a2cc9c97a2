// `factor-products`: long products are multiplied and summed in steps, through intermediates.

// RUN: lacuna-opt %s --factor-products --split-input-file | FileCheck %s
// RUN: lacuna-opt %s --factor-products --split-input-file -o /dev/null 2>&1 | FileCheck %s --check-prefix=SAID
// RUN: lacuna-opt %s --factor-products=fp=strict --split-input-file 2>&1 | FileCheck %s --check-prefix=STRICT
// STRICT-NOT: tensor.empty

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#chain = {
  indexing_maps = [affine_map<(i, j, k, l) -> (i, j)>, affine_map<(i, j, k, l) -> (j, k)>, affine_map<(i, j, k, l) -> (k, l)>,
                   affine_map<(i, j, k, l) -> (l)>, affine_map<(i, j, k, l) -> (i)>],
  iterator_types = ["parallel", "reduction", "reduction", "reduction"]
}

// Three matrices times a vector are three products of a matrix and a vector.
// SAID: remark: this product is summed in 3 steps, which take about {{[0-9]+}} times fewer terms than at once: t1(v2) = operand 2(v2,v3) * operand 3(v3); t2(v1) = operand 1(v1,v2) * t1(v2); operand 4(v0) = operand 0(v0,v1) * t2(v1)
// CHECK-DAG: #[[MATRIX:.*]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-DAG: #[[RIGHT:.*]] = affine_map<(d0, d1) -> (d1)>
// CHECK-DAG: #[[LEFT:.*]] = affine_map<(d0, d1) -> (d0)>
// CHECK-LABEL: @chain(
// CHECK-SAME:    %[[A:.*]]: tensor<?x?xf64, #{{.*}}>, %[[B:.*]]: tensor<?x?xf64, #{{.*}}>, %[[C:.*]]: tensor<?x?xf64, #{{.*}}>, %[[X:.*]]: tensor<?xf64>, %[[Y:.*]]: tensor<?xf64>)
// CHECK:       tensor.empty
// CHECK:       %[[T0:.*]] = linalg.generic
// CHECK:       %[[T1:.*]] = linalg.generic {indexing_maps = [#[[MATRIX]], #[[RIGHT]], #[[LEFT]]], iterator_types = ["parallel", "reduction"]} ins(%[[C]], %[[X]] : {{.*}}) outs(%[[T0]]
// CHECK:         arith.mulf
// CHECK-NEXT:    arith.addf
// CHECK:       %[[T2:.*]] = linalg.generic {{.*}} ins(%[[B]], %[[T1]] :
// CHECK:       %[[R:.*]] = linalg.generic {{.*}} ins(%[[A]], %[[T2]] : {{.*}}) outs(%[[Y]] :
// CHECK:       return %[[R]]
func.func @chain(%A: tensor<?x?xf64, #CSR>, %B: tensor<?x?xf64, #CSR>, %C: tensor<?x?xf64, #CSR>, %x: tensor<?xf64>, %y: tensor<?xf64>) -> tensor<?xf64> {
  %r = linalg.generic #chain ins(%A, %B, %C, %x : tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSR>, tensor<?xf64>) outs(%y : tensor<?xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64, %d: f64, %s: f64):
    %0 = arith.mulf %a, %b : f64
    %1 = arith.mulf %c, %d : f64
    %2 = arith.mulf %0, %1 : f64
    %3 = arith.addf %s, %2 : f64
    linalg.yield %3 : f64
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#sampled = {
  indexing_maps = [affine_map<(i, j, k) -> (i, j)>, affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>],
  iterator_types = ["parallel", "parallel", "reduction"]
}

// A sampled product takes as many terms in steps; a product that another operation takes part in is none; an order of the loops stays.
// SAID-NOT: remark
// CHECK-LABEL: @sampled(
// CHECK-COUNT-1: linalg.generic
// CHECK-NOT: linalg.generic
// CHECK-LABEL: @divides(
// CHECK-COUNT-1: linalg.generic
// CHECK-NOT: linalg.generic
func.func @sampled(%A: tensor<?x?xf64, #CSR>, %B: tensor<?x?xf64>, %C: tensor<?x?xf64>, %y: tensor<?x?xf64, #CSR>) -> tensor<?x?xf64, #CSR> {
  %r = linalg.generic #sampled ins(%A, %B, %C : tensor<?x?xf64, #CSR>, tensor<?x?xf64>, tensor<?x?xf64>) outs(%y : tensor<?x?xf64, #CSR>) {
  ^bb0(%a: f64, %b: f64, %c: f64, %s: f64):
    %0 = arith.mulf %a, %b : f64
    %1 = arith.mulf %0, %c : f64
    %2 = arith.addf %s, %1 : f64
    linalg.yield %2 : f64
  } -> tensor<?x?xf64, #CSR>
  return %r : tensor<?x?xf64, #CSR>
}
func.func @divides(%A: tensor<?x?xf64, #CSR>, %B: tensor<?x?xf64, #CSR>, %C: tensor<?x?xf64, #CSR>, %y: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %r = linalg.generic #sampled ins(%A, %B, %C : tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSR>) outs(%y : tensor<?x?xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64, %s: f64):
    %0 = arith.mulf %a, %b : f64
    %1 = arith.divf %0, %c : f64
    %2 = arith.addf %s, %1 : f64
    linalg.yield %2 : f64
  } -> tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}
