// `convert-linalg-to-sloop{all=true}`: products of dense operands are compiled, with a remark that others do so better.

// RUN: lacuna-opt %s --convert-linalg-to-sloop=all=true --verify-diagnostics | FileCheck %s

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#product = {indexing_maps = [affine_map<(i, k, j) -> (i, k)>, affine_map<(i, k, j) -> (k, j)>, affine_map<(i, k, j) -> (i, j)>],
            iterator_types = ["parallel", "reduction", "parallel"]}
#rows = {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i)>],
         iterator_types = ["parallel", "reduction"]}

// CHECK-LABEL: func.func @product_of_dense_matrices(
// CHECK:         sloop.nest
func.func @product_of_dense_matrices(%A: tensor<4x8xf64>, %B: tensor<8x16xf64>, %C: tensor<4x16xf64>) -> tensor<4x16xf64> {
  // expected-remark@+1 {{no operand of this product is stored in levels, and each element is read again and again: it is compiled to plain loops, and a library for dense matrices blocks them for the caches}}
  %0 = linalg.generic #product ins(%A, %B : tensor<4x8xf64>, tensor<8x16xf64>) outs(%C : tensor<4x16xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %p = arith.mulf %a, %b : f64
    %s = arith.addf %c, %p : f64
    linalg.yield %s : f64
  } -> tensor<4x16xf64>
  return %0 : tensor<4x16xf64>
}

// A matrix times a vector reads each element once: no library does better.
// CHECK-LABEL: func.func @each_element_once(
// CHECK:         sloop.nest
func.func @each_element_once(%A: tensor<4x8xf64>, %x: tensor<8xf64>, %y: tensor<4xf64>) -> tensor<4xf64> {
  %0 = linalg.generic #rows ins(%A, %x : tensor<4x8xf64>, tensor<8xf64>) outs(%y : tensor<4xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %p = arith.mulf %a, %b : f64
    %s = arith.addf %c, %p : f64
    linalg.yield %s : f64
  } -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

// CHECK-LABEL: func.func @one_is_stored(
// CHECK:         sloop.nest
func.func @one_is_stored(%A: tensor<4x8xf64, #CSR>, %B: tensor<8x16xf64>, %C: tensor<4x16xf64>) -> tensor<4x16xf64> {
  %0 = linalg.generic #product ins(%A, %B : tensor<4x8xf64, #CSR>, tensor<8x16xf64>) outs(%C : tensor<4x16xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %p = arith.mulf %a, %b : f64
    %s = arith.addf %c, %p : f64
    linalg.yield %s : f64
  } -> tensor<4x16xf64>
  return %0 : tensor<4x16xf64>
}
