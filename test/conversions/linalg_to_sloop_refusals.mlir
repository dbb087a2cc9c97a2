// `convert-linalg-to-sloop`: what it refuses, and why.

// RUN: lacuna-opt %s --convert-linalg-to-sloop --verify-diagnostics --split-input-file

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#rows = {
  indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
  iterator_types = ["parallel", "reduction"]
}
func.func @reduction_that_subtracts_the_old_value(%A: tensor<4x8xf64, #CSR>, %y: tensor<4xf64>) -> tensor<4xf64> {
  %0 = linalg.generic #rows ins(%A : tensor<4x8xf64, #CSR>) outs(%y : tensor<4xf64>) {
  ^bb0(%a: f64, %c: f64):
    // expected-error@+1 {{the body of a reduction must combine the old value of its result with others, by an operation that adds, multiplies, or takes the minimum, maximum, and, or, xor: arith.subf subtracts the old value, whose sign changes with every value; subtract from the old value instead}}
    %s = arith.subf %a, %c : f64
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
  %0 = linalg.generic #rows ins(%A : tensor<4x8xf64, #CSR>) outs(%y : tensor<4xf64>) {
  ^bb0(%a: f64, %c: f64):
    %m = arith.mulf %a, %c : f64
    // expected-error@+1 {{arith.addf uses the old value more than once; use the old value in one operation only}}
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
func.func @reduction_of_two_combiners(%A: tensor<4x8xf64, #CSR>, %y: tensor<4xf64>) -> tensor<4xf64> {
  %0 = linalg.generic #rows ins(%A : tensor<4x8xf64, #CSR>) outs(%y : tensor<4xf64>) {
  ^bb0(%a: f64, %c: f64):
    %m = arith.mulf %a, %c : f64
    // expected-error@+1 {{arith.addf combines by add, what is inside by mul; a reduction has one combiner: divide the operation}}
    %s = arith.addf %a, %m : f64
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
func.func @reduction_that_goes_on_after_combining(%A: tensor<4x8xf64, #CSR>, %y: tensor<4xf64>) -> tensor<4xf64> {
  %0 = linalg.generic #rows ins(%A : tensor<4x8xf64, #CSR>) outs(%y : tensor<4xf64>) {
  ^bb0(%a: f64, %c: f64):
    %m = arith.addf %a, %c : f64
    // expected-error@+1 {{math.exp is not one of these; move what follows the combination into an operation of its own}}
    %s = math.exp %m : f64
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
func.func @reduction_that_divides_integers(%A: tensor<4x8xi32, #CSR>, %y: tensor<4xi32>) -> tensor<4xi32> {
  %0 = linalg.generic #rows ins(%A : tensor<4x8xi32, #CSR>) outs(%y : tensor<4xi32>) {
  ^bb0(%a: i32, %c: i32):
    // expected-error@+1 {{arith.divsi is not one of these}}
    %s = arith.divsi %c, %a : i32
    linalg.yield %s : i32
  } -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#rows = {
  indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
  iterator_types = ["parallel", "reduction"]
}
func.func @reduction_that_ignores_the_old_value(%A: tensor<4x8xf64, #CSR>, %y: tensor<4xf64>) -> tensor<4xf64> {
  %0 = linalg.generic #rows ins(%A : tensor<4x8xf64, #CSR>) outs(%y : tensor<4xf64>) {
  ^bb0(%a: f64, %c: f64):
    // expected-error@+1 {{the body of a reduction does not use the old value of its result, so that only the last value would stay: combine the two by an operation that adds, multiplies, or takes the minimum, maximum, and, or, xor}}
    %s = arith.negf %a : f64
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
func.func @reduction_that_replaces_the_old_value(%A: tensor<4x8xf64, #CSR>, %y: tensor<4xf64>) -> tensor<4xf64> {
  %0 = linalg.generic #rows ins(%A : tensor<4x8xf64, #CSR>) outs(%y : tensor<4xf64>) {
  ^bb0(%a: f64, %c: f64):
    %z = arith.constant 0.0 : f64
    %p = arith.cmpf ogt, %a, %z : f64
    %t = arith.addf %a, %c : f64
    // expected-error@+1 {{arith.select does not keep the old value where it chooses another; combine the old value with something in both cases, or leave it as it is in one}}
    %s = arith.select %p, %t, %a : f64
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
func.func @reduction_that_chooses_by_the_old_value(%A: tensor<4x8xf64, #CSR>, %y: tensor<4xf64>) -> tensor<4xf64> {
  %0 = linalg.generic #rows ins(%A : tensor<4x8xf64, #CSR>) outs(%y : tensor<4xf64>) {
  ^bb0(%a: f64, %c: f64):
    %z = arith.constant 0.0 : f64
    %p = arith.cmpf ogt, %c, %z : f64
    %t = arith.addf %a, %c : f64
    // expected-error@+1 {{arith.select chooses by the old value; write a minimum or maximum of arith, or choose by what does not depend on the old value}}
    %s = arith.select %p, %t, %c : f64
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
func.func @reduction_that_keeps_an_old_nan(%A: tensor<4x8xf64, #CSR>, %y: tensor<4xf64>) -> tensor<4xf64> {
  %0 = linalg.generic #rows ins(%A : tensor<4x8xf64, #CSR>) outs(%y : tensor<4xf64>) {
  ^bb0(%a: f64, %c: f64):
    %p = arith.cmpf ogt, %a, %c : f64
    // expected-error@+1 {{arith.select keeps an old value that is NaN; fill the result with a number first, or write arith.maxnumf or arith.minnumf}}
    %s = arith.select %p, %a, %c : f64
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
func.func @reduction_that_chooses_nan(%A: tensor<4x8xf64, #CSR>, %y: tensor<4xf64>) -> tensor<4xf64> {
  %0 = linalg.generic #rows ins(%A : tensor<4x8xf64, #CSR>) outs(%y : tensor<4xf64>) {
  ^bb0(%a: f64, %c: f64):
    %p = arith.cmpf ugt, %a, %c : f64
    // expected-error@+1 {{arith.select chooses a NaN, and then what comes after it; write a minimum or maximum of arith}}
    %s = arith.select %p, %a, %c : f64
    linalg.yield %s : f64
  } -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#convolution = {
  indexing_maps = [affine_map<(i, j, k) -> ((i + k) floordiv 2, j)>, affine_map<(i, j, k) -> (k)>, affine_map<(i, j, k) -> (i, j)>],
  iterator_types = ["parallel", "parallel", "reduction"]
}
func.func @subscript_that_is_not_linear(%A: tensor<9x8xf64, #CSR>, %F: tensor<4xf64>, %C: tensor<12x8xf64>)
    -> tensor<12x8xf64> {
  // expected-error@+1 {{subscript (d0 + d2) floordiv 2 is no sum of multiples of the loops, and of their quotients and remainders by positive constants}}
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
    // expected-error@+1 {{scf.if in the body holds operations of its own, which is not compiled yet: compute both values, and choose one of them by arith.select}}
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
func.func @no_result_in_the_body(%A: tensor<4x8xf64, #CSR>, %C: tensor<4x8xf64>, %p: i1) -> tensor<4x8xf64> {
  %0 = linalg.generic #copy ins(%A : tensor<4x8xf64, #CSR>) outs(%C : tensor<4x8xf64>) {
  ^bb0(%a: f64, %c: f64):
    // expected-error@+1 {{cf.assert in the body has no result, and only values are computed: take it out}}
    cf.assert %p, "never"
    linalg.yield %a : f64
  } -> tensor<4x8xf64>
  return %0 : tensor<4x8xf64>
}
