// `--lacuna`: a remark where an operation makes a loop over stored operands visit every point. Nothing is said where a
// dense operand or an initialization asks for it.

// RUN: lacuna-opt %s --lacuna --verify-diagnostics -o /dev/null

#SV = #stensor.format<(i) -> (i : compressed)>
#Far = #stensor.format<(i) -> (i : compressed), fill = 0x7FF0000000000000 : f64>
#DCSR = #stensor.format<(i, j) -> (i : compressed, j : compressed)>
#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#map = {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
#zip = {
  indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
  iterator_types = ["parallel"]
}
#map2 = {
  indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
  iterator_types = ["parallel", "parallel"]
}
#matvec = {
  indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i)>],
  iterator_types = ["parallel", "reduction"]
}

func.func @adds_a_number(%A: tensor<8x8xf64, #DCSR> loc("A")) -> tensor<8x8xf64, #DCSR> {
  %c = tensor.empty() : tensor<8x8xf64, #DCSR>
  // expected-remark@+1 {{the loops over v0 and v1 visit every point although operand A is stored: arith.addf gives 1 where operand A stores nothing; if only stored entries matter, multiply the value by a stored operand or choose it with sloop.stored, else make operand A dense}}
  %0 = linalg.generic #map2 ins(%A : tensor<8x8xf64, #DCSR>) outs(%c : tensor<8x8xf64, #DCSR>) {
  ^bb0(%a: f64, %old: f64):
    %one = arith.constant 1.0 : f64
    %1 = arith.addf %a, %one : f64
    linalg.yield %1 : f64
  } -> tensor<8x8xf64, #DCSR>
  return %0 : tensor<8x8xf64, #DCSR>
}

func.func @sums_exponentials(%A: tensor<8x8xf64, #CSR>, %x: tensor<8xf64>, %y: tensor<8xf64>) -> tensor<8xf64> {
  // expected-remark@+1 {{the loop over v1 visits every point although operand 0 is stored: math.exp gives 1 where operand 0 stores nothing}}
  %0 = linalg.generic #matvec ins(%A, %x : tensor<8x8xf64, #CSR>, tensor<8xf64>) outs(%y : tensor<8xf64>) {
  ^bb0(%a: f64, %b: f64, %old: f64):
    %e = math.exp %a : f64
    %1 = arith.mulf %e, %b : f64
    %2 = arith.addf %old, %1 : f64
    linalg.yield %2 : f64
  } -> tensor<8xf64>
  return %0 : tensor<8xf64>
}

// Nothing is known of what this operation does to zero.
func.func @knows_nothing_of_an_operation(%a: tensor<8xf64, #SV>, %b: tensor<8xf64, #SV>, %c: tensor<8xf64>)
    -> tensor<8xf64> {
  // expected-remark@+1 {{the loop over v0 visits every point although operand 0 and operand 1 are stored: math.acos may give a value other than zero where operand 0 and operand 1 store nothing}}
  %0 = linalg.generic #zip ins(%a, %b : tensor<8xf64, #SV>, tensor<8xf64, #SV>) outs(%c : tensor<8xf64>) {
  ^bb0(%l: f64, %r: f64, %old: f64):
    %d = arith.subf %l, %r : f64
    %1 = math.acos %d : f64
    linalg.yield %1 : f64
  } -> tensor<8xf64>
  return %0 : tensor<8xf64>
}

func.func @differs_in_what_is_not_stored(%a: tensor<8xf64, #Far>) -> tensor<8xf64, #SV> {
  %c = tensor.empty() : tensor<8xf64, #SV>
  // expected-remark@+1 {{the loop over v0 visits every point although operand 0 is stored: the fill value of operand 0 is inf, and that of the result is another; give both the same fill value}}
  %0 = linalg.generic #map ins(%a : tensor<8xf64, #Far>) outs(%c : tensor<8xf64, #SV>) {
  ^bb0(%l: f64, %old: f64):
    linalg.yield %l : f64
  } -> tensor<8xf64, #SV>
  return %0 : tensor<8xf64, #SV>
}

// What the result holds where it stores nothing is named.
#Five = #stensor.format<(i) -> (i : compressed), fill = 5.0 : f64>
func.func @may_differ_from_the_fill_of_the_result(%a: tensor<8xf64, #SV>) -> tensor<8xf64, #Five> {
  %c = tensor.empty() : tensor<8xf64, #Five>
  // expected-remark@+1 {{math.acos may give a value other than 5 where operand 0 stores nothing; if only stored entries matter, choose the value with sloop.stored, else make operand 0 dense}}
  %0 = linalg.generic #map ins(%a : tensor<8xf64, #SV>) outs(%c : tensor<8xf64, #Five>) {
  ^bb0(%l: f64, %old: f64):
    %1 = math.acos %l : f64
    linalg.yield %1 : f64
  } -> tensor<8xf64, #Five>
  return %0 : tensor<8xf64, #Five>
}

func.func @differs_from_the_fill_of_the_result(%a: tensor<8xf64, #SV>) -> tensor<8xf64, #Five> {
  %c = tensor.empty() : tensor<8xf64, #Five>
  // expected-remark@+1 {{arith.subf gives 0 where operand 0 stores nothing, and not 5; if only stored entries matter, choose the value with sloop.stored, else make operand 0 dense}}
  %0 = linalg.generic #map ins(%a : tensor<8xf64, #SV>) outs(%c : tensor<8xf64, #Five>) {
  ^bb0(%l: f64, %old: f64):
    %one = arith.constant 1.0 : f64
    %e = math.exp %l : f64
    %1 = arith.subf %e, %one : f64
    linalg.yield %1 : f64
  } -> tensor<8xf64, #Five>
  return %0 : tensor<8xf64, #Five>
}

// An exponential is one where nothing is stored, but what is computed from it is zero.
func.func @is_silent_of_what_cancels(%a: tensor<8xf64, #SV>) -> tensor<8xf64, #SV> {
  %c = tensor.empty() : tensor<8xf64, #SV>
  %0 = linalg.generic #map ins(%a : tensor<8xf64, #SV>) outs(%c : tensor<8xf64, #SV>) {
  ^bb0(%l: f64, %old: f64):
    %one = arith.constant 1.0 : f64
    %e = math.exp %l : f64
    %1 = arith.subf %e, %one : f64
    linalg.yield %1 : f64
  } -> tensor<8xf64, #SV>
  return %0 : tensor<8xf64, #SV>
}

// A dense result is initialized to what it is where nothing is stored.
func.func @is_silent_of_constants(%a: tensor<8xf64, #SV>, %c: tensor<8xf64>) -> tensor<8xf64> {
  %0 = linalg.generic #map ins(%a : tensor<8xf64, #SV>) outs(%c : tensor<8xf64>) {
  ^bb0(%l: f64, %old: f64):
    %one = arith.constant 1.0 : f64
    %1 = arith.addf %l, %one : f64
    linalg.yield %1 : f64
  } -> tensor<8xf64>
  return %0 : tensor<8xf64>
}

// What is multiplied by a stored operand is visited where that is stored.
func.func @is_silent_of_a_mask(%a: tensor<8xf64, #SV>, %b: tensor<8xf64, #SV>, %c: tensor<8xf64>) -> tensor<8xf64> {
  %zero = arith.constant 0.0 : f64
  %start = linalg.fill ins(%zero : f64) outs(%c : tensor<8xf64>) -> tensor<8xf64>
  %0 = linalg.generic #zip ins(%a, %b : tensor<8xf64, #SV>, tensor<8xf64, #SV>) outs(%start : tensor<8xf64>) {
  ^bb0(%l: f64, %r: f64, %old: f64):
    %e = math.exp %l : f64
    %1 = arith.mulf %e, %r : f64
    linalg.yield %1 : f64
  } -> tensor<8xf64>
  return %0 : tensor<8xf64>
}

// A sum with a dense operand has its values; a product with one is initialized everywhere.
func.func @is_silent_of_dense_operands(%a: tensor<8xf64, #SV>, %x: tensor<8xf64>, %c: tensor<8xf64>) -> tensor<8xf64> {
  %0 = linalg.generic #zip ins(%a, %x : tensor<8xf64, #SV>, tensor<8xf64>) outs(%c : tensor<8xf64>) {
  ^bb0(%l: f64, %r: f64, %old: f64):
    %1 = arith.addf %l, %r : f64
    linalg.yield %1 : f64
  } -> tensor<8xf64>
  return %0 : tensor<8xf64>
}

func.func @is_silent_of_initializations(%A: tensor<8x8xf64, #DCSR>, %x: tensor<8xf64>, %y: tensor<8xf64>)
    -> tensor<8xf64> {
  %zero = arith.constant 0.0 : f64
  %start = linalg.fill ins(%zero : f64) outs(%y : tensor<8xf64>) -> tensor<8xf64>
  %0 = linalg.generic #matvec ins(%A, %x : tensor<8x8xf64, #DCSR>, tensor<8xf64>) outs(%start : tensor<8xf64>) {
  ^bb0(%a: f64, %b: f64, %old: f64):
    %1 = arith.mulf %a, %b : f64
    %2 = arith.addf %old, %1 : f64
    linalg.yield %2 : f64
  } -> tensor<8xf64>
  return %0 : tensor<8xf64>
}

// Dense levels are stored everywhere.
#Full = #stensor.format<(i) -> (i : dense)>
func.func @is_silent_of_dense_levels(%a: tensor<8xf64, #Full>, %c: tensor<8xf64>) -> tensor<8xf64> {
  %0 = linalg.generic #map ins(%a : tensor<8xf64, #Full>) outs(%c : tensor<8xf64>) {
  ^bb0(%l: f64, %old: f64):
    %1 = math.exp %l : f64
    linalg.yield %1 : f64
  } -> tensor<8xf64>
  return %0 : tensor<8xf64>
}
