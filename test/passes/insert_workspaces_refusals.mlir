// `precompute`: workspaces that there cannot be are refused.

// RUN: lacuna-opt %s --convert-linalg-to-sloop --sloop-fuse-nests --sloop-form-results --sloop-insert-workspaces --verify-diagnostics --split-input-file

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#product = {
  indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>],
  iterator_types = ["parallel", "parallel", "reduction"]
}

func.func @of_what_is_summed(%A: tensor<?x?xf64, #CSR>, %B: tensor<?x?xf64, #CSR>, %m: index, %n: index) -> tensor<?x?xf64, #CSR> {
  %C = tensor.empty(%m, %n) : tensor<?x?xf64, #CSR>
  // expected-error@+1 {{a workspace over k was asked for: result operand 2 is subscripted by i, j}}
  %0 = linalg.generic #product ins(%A, %B : tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSR>) outs(%C : tensor<?x?xf64, #CSR>)
      attrs = {sloop.schedule = "precompute(k)", sloop.variables = ["i", "j", "k"]} {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %p = arith.mulf %a, %b : f64
    %s = arith.addf %c, %p : f64
    linalg.yield %s : f64
  } -> tensor<?x?xf64, #CSR>
  return %0 : tensor<?x?xf64, #CSR>
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#product = {
  indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>],
  iterator_types = ["parallel", "parallel", "reduction"]
}

func.func @of_no_policy(%A: tensor<?x?xf64, #CSR>, %B: tensor<?x?xf64, #CSR>, %m: index, %n: index) -> tensor<?x?xf64, #CSR> {
  %C = tensor.empty(%m, %n) : tensor<?x?xf64, #CSR>
  // expected-error@+1 {{sloop.schedule: the policies of workspaces are dense, mixed, radix, runs, buckets and hash, found magic}}
  %0 = linalg.generic #product ins(%A, %B : tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSR>) outs(%C : tensor<?x?xf64, #CSR>)
      attrs = {sloop.schedule = "precompute(j,policy=magic)", sloop.variables = ["i", "j", "k"]} {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %p = arith.mulf %a, %b : f64
    %s = arith.addf %c, %p : f64
    linalg.yield %s : f64
  } -> tensor<?x?xf64, #CSR>
  return %0 : tensor<?x?xf64, #CSR>
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#product = {
  indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>],
  iterator_types = ["parallel", "parallel", "reduction"]
}

func.func @of_something_else(%A: tensor<?x?xf64, #CSR>, %B: tensor<?x?xf64, #CSR>, %m: index, %n: index) -> tensor<?x?xf64, #CSR> {
  %C = tensor.empty(%m, %n) : tensor<?x?xf64, #CSR>
  // expected-error@+1 {{sloop.schedule: capacity needs a policy, as in policy=radix,capacity=8}}
  %0 = linalg.generic #product ins(%A, %B : tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSR>) outs(%C : tensor<?x?xf64, #CSR>)
      attrs = {sloop.schedule = "precompute(j,capacity=8)", sloop.variables = ["i", "j", "k"]} {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %p = arith.mulf %a, %b : f64
    %s = arith.addf %c, %p : f64
    linalg.yield %s : f64
  } -> tensor<?x?xf64, #CSR>
  return %0 : tensor<?x?xf64, #CSR>
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#product = {
  indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>],
  iterator_types = ["parallel", "parallel", "reduction"]
}

func.func @over_nothing(%A: tensor<?x?xf64, #CSR>, %B: tensor<?x?xf64, #CSR>, %m: index, %n: index) -> tensor<?x?xf64, #CSR> {
  %C = tensor.empty(%m, %n) : tensor<?x?xf64, #CSR>
  // expected-error@+1 {{sloop.schedule: precompute names the variables of a workspace, as in precompute(j,...,policy=hash,capacity=4096)}}
  %0 = linalg.generic #product ins(%A, %B : tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSR>) outs(%C : tensor<?x?xf64, #CSR>)
      attrs = {sloop.schedule = "precompute(policy=hash)", sloop.variables = ["i", "j", "k"]} {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %p = arith.mulf %a, %b : f64
    %s = arith.addf %c, %p : f64
    linalg.yield %s : f64
  } -> tensor<?x?xf64, #CSR>
  return %0 : tensor<?x?xf64, #CSR>
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#product = {
  indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>],
  iterator_types = ["parallel", "parallel", "reduction"]
}

func.func @in_another_order(%A: tensor<?x?xf64, #CSR>, %B: tensor<?x?xf64, #CSR>, %m: index, %n: index) -> tensor<?x?xf64, #CSR> {
  %C = tensor.empty(%m, %n) : tensor<?x?xf64, #CSR>
  // expected-error@+1 {{a workspace over i was asked for: no stored result has sums over stored operands whose terms come out of order}}
  %0 = linalg.generic #product ins(%A, %B : tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSR>) outs(%C : tensor<?x?xf64, #CSR>)
      attrs = {sloop.schedule = "reorder(i,j,k); precompute(i)", sloop.variables = ["i", "j", "k"]} {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %p = arith.mulf %a, %b : f64
    %s = arith.addf %c, %p : f64
    linalg.yield %s : f64
  } -> tensor<?x?xf64, #CSR>
  return %0 : tensor<?x?xf64, #CSR>
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#product = {
  indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>],
  iterator_types = ["parallel", "parallel", "reduction"]
}

func.func @named_twice(%A: tensor<?x?xf64, #CSR>, %B: tensor<?x?xf64, #CSR>, %m: index, %n: index) -> tensor<?x?xf64, #CSR> {
  %C = tensor.empty(%m, %n) : tensor<?x?xf64, #CSR>
  // expected-error@+1 {{sloop.schedule: variable j is named twice}}
  %0 = linalg.generic #product ins(%A, %B : tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSR>) outs(%C : tensor<?x?xf64, #CSR>)
      attrs = {sloop.schedule = "precompute(j,j)", sloop.variables = ["i", "j", "k"]} {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %p = arith.mulf %a, %b : f64
    %s = arith.addf %c, %p : f64
    linalg.yield %s : f64
  } -> tensor<?x?xf64, #CSR>
  return %0 : tensor<?x?xf64, #CSR>
}
