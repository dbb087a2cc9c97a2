// `convert-linalg-to-sloop`: what it refuses, and why.

// RUN: lacuna-opt %s --convert-linalg-to-sloop --verify-diagnostics --split-input-file

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#rows = {
  indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
  iterator_types = ["parallel", "reduction"]
}
func.func @reduction_that_does_not_combine(%A: tensor<4x8xf64, #CSR>, %y: tensor<4xf64>) -> tensor<4xf64> {
  // expected-error@+1 {{the body of a reduction must end by combining with the old value: add, multiply, minimum, maximum, and, or, xor}}
  %0 = linalg.generic #rows ins(%A : tensor<4x8xf64, #CSR>) outs(%y : tensor<4xf64>) {
  ^bb0(%a: f64, %c: f64):
    %s = arith.subf %c, %a : f64
    linalg.yield %s : f64
  } -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#rows = {
  indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
  iterator_types = ["parallel", "reduction"]
}
func.func @reduction_that_uses_the_old_value_twice(%A: tensor<4x8xf64, #CSR>, %y: tensor<4xf64>) -> tensor<4xf64> {
  // expected-error@+1 {{the body of a reduction must end by combining with the old value}}
  %0 = linalg.generic #rows ins(%A : tensor<4x8xf64, #CSR>) outs(%y : tensor<4xf64>) {
  ^bb0(%a: f64, %c: f64):
    %m = arith.mulf %a, %c : f64
    %s = arith.addf %c, %m : f64
    linalg.yield %s : f64
  } -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#rows = {
  indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
  iterator_types = ["parallel", "reduction"]
}
func.func @reduction_that_ignores_the_old_value(%A: tensor<4x8xf64, #CSR>, %y: tensor<4xf64>) -> tensor<4xf64> {
  // expected-error@+1 {{the body of a reduction must end by combining with the old value}}
  %0 = linalg.generic #rows ins(%A : tensor<4x8xf64, #CSR>) outs(%y : tensor<4xf64>) {
  ^bb0(%a: f64, %c: f64):
    linalg.yield %a : f64
  } -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#convolution = {
  indexing_maps = [affine_map<(i, j, k) -> (i floordiv 2 + k, j)>, affine_map<(i, j, k) -> (k)>, affine_map<(i, j, k) -> (i, j)>],
  iterator_types = ["parallel", "parallel", "reduction"]
}
func.func @subscript_that_is_not_linear(%A: tensor<9x8xf64, #CSR>, %F: tensor<4xf64>, %C: tensor<12x8xf64>)
    -> tensor<12x8xf64> {
  // expected-error@+1 {{subscript d0 floordiv 2 + d2 is not a linear function of the loops}}
  %0 = linalg.generic #convolution ins(%A, %F : tensor<9x8xf64, #CSR>, tensor<4xf64>) outs(%C : tensor<12x8xf64>) {
  ^bb0(%a: f64, %f: f64, %c: f64):
    %m = arith.mulf %a, %f : f64
    %s = arith.addf %c, %m : f64
    linalg.yield %s : f64
  } -> tensor<12x8xf64>
  return %0 : tensor<12x8xf64>
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#copy = {
  indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
  iterator_types = ["parallel", "parallel"]
}
func.func @control_flow_in_the_body(%A: tensor<4x8xf64, #CSR>, %C: tensor<4x8xf64>, %p: i1) -> tensor<4x8xf64> {
  %0 = linalg.generic #copy ins(%A : tensor<4x8xf64, #CSR>) outs(%C : tensor<4x8xf64>) {
  ^bb0(%a: f64, %c: f64):
    // expected-error@+1 {{scf.if in the body is not a scalar operation with one result: not compiled yet}}
    %s = scf.if %p -> f64 {
      scf.yield %a : f64
    } else {
      %n = arith.negf %a : f64
      scf.yield %n : f64
    }
    linalg.yield %s : f64
  } -> tensor<4x8xf64>
  return %0 : tensor<4x8xf64>
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#copy = {
  indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
  iterator_types = ["parallel", "parallel"]
}
func.func @two_results_in_the_body(%A: tensor<4x8xi32, #CSR>, %C: tensor<4x8xi32>) -> tensor<4x8xi32> {
  %0 = linalg.generic #copy ins(%A : tensor<4x8xi32, #CSR>) outs(%C : tensor<4x8xi32>) {
  ^bb0(%a: i32, %c: i32):
    // expected-error@+1 {{arith.mulsi_extended in the body is not a scalar operation with one result: not compiled yet}}
    %low, %high = arith.mulsi_extended %a, %a : i32
    linalg.yield %high : i32
  } -> tensor<4x8xi32>
  return %0 : tensor<4x8xi32>
}
