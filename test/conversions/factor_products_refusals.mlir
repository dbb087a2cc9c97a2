// `factor-products`: orders that no product has.

// RUN: lacuna-opt %s --factor-products --verify-diagnostics --split-input-file

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#spmv = {
  indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i)>],
  iterator_types = ["parallel", "reduction"]
}

func.func @other_factors(%A: tensor<?x?xf64, #CSR>, %x: tensor<?xf64>, %y: tensor<?xf64>) -> tensor<?xf64> {
  // expected-error @below {{sloop.schedule: expected each of the factors 0 to 1 once, as in factor(0*(1*2)), found factor(0*(1*2))}}
  %r = linalg.generic #spmv ins(%A, %x : tensor<?x?xf64, #CSR>, tensor<?xf64>) outs(%y : tensor<?xf64>) attrs = {sloop.schedule = "factor(0*(1*2))"} {
  ^bb0(%a: f64, %b: f64, %s: f64):
    %0 = arith.mulf %a, %b : f64
    %1 = arith.addf %s, %0 : f64
    linalg.yield %1 : f64
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#spmv = {
  indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i)>],
  iterator_types = ["parallel", "reduction"]
}

func.func @no_product(%A: tensor<?x?xf64, #CSR>, %x: tensor<?xf64>, %y: tensor<?xf64>) -> tensor<?xf64> {
  // expected-error @below {{sloop.schedule: factor(0*1) multiplies a sum of products of elements, whose terms may be added in any order and loops have no order}}
  %r = linalg.generic #spmv ins(%A, %x : tensor<?x?xf64, #CSR>, tensor<?xf64>) outs(%y : tensor<?xf64>) attrs = {sloop.schedule = "factor(0*1)"} {
  ^bb0(%a: f64, %b: f64, %s: f64):
    %0 = arith.subf %a, %b : f64
    %1 = arith.addf %s, %0 : f64
    linalg.yield %1 : f64
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}
