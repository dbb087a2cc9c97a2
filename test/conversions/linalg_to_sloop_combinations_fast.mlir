// `convert-linalg-to-sloop`: combinations that are equal but for rounding, or the sign of a zero. `fp=strict` refuses them.

// RUN: lacuna-opt %s --convert-linalg-to-sloop --split-input-file | FileCheck %s
// RUN: lacuna-opt %s --convert-linalg-to-sloop=fp=strict --verify-diagnostics --split-input-file

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#rows = {
  indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i)>],
  iterator_types = ["parallel", "reduction"]
}

// CHECK-LABEL: func.func @adds_a_product
func.func @adds_a_product(%A: tensor<4x8xf64, #CSR>, %x: tensor<8xf64>, %y: tensor<4xf64>) -> tensor<4xf64> {
  // CHECK: %[[P:.*]] = arith.mulf
  // CHECK: sloop.write %[[P]], %{{.*}}[%i] by add
  %0 = linalg.generic #rows ins(%A, %x : tensor<4x8xf64, #CSR>, tensor<8xf64>) outs(%y : tensor<4xf64>) {
  ^bb0(%a: f64, %b: f64, %old: f64):
    // expected-error@+1 {{the body of a reduction must combine the old value of its result with others, by an operation that adds, multiplies, or takes the minimum, maximum, and, or, xor: math.fma rounds once, and a product that is added rounds twice; set fp=fast, or write arith.mulf and arith.addf}}
    %1 = math.fma %a, %b, %old : f64
    linalg.yield %1 : f64
  } -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#rows = {
  indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i)>],
  iterator_types = ["parallel", "reduction"]
}

// CHECK-LABEL: func.func @divides
func.func @divides(%A: tensor<4x8xf64, #CSR>, %x: tensor<8xf64>, %y: tensor<4xf64>) -> tensor<4xf64> {
  // CHECK: %[[ONE:.*]] = arith.constant 1.0
  // CHECK: %[[R:.*]] = arith.divf %[[ONE]], %{{.*}}
  // CHECK: sloop.write %[[R]], %{{.*}}[%i] by mul
  %0 = linalg.generic #rows ins(%A, %x : tensor<4x8xf64, #CSR>, tensor<8xf64>) outs(%y : tensor<4xf64>) {
  ^bb0(%a: f64, %b: f64, %old: f64):
    // expected-error@+1 {{arith.divf does not round like a product with the reciprocal; set fp=fast, or multiply by the reciprocal}}
    %1 = arith.divf %old, %b : f64
    linalg.yield %1 : f64
  } -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#V = #stensor.format<(i) -> (i : compressed)>
#rows = {
  indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i)>],
  iterator_types = ["parallel", "reduction"]
}

// CHECK-LABEL: func.func @adds_two_to_a_stored_result
func.func @adds_two_to_a_stored_result(%A: tensor<4x8xf64, #CSR>, %x: tensor<8xf64>) -> tensor<4xf64, #V> {
  %y = tensor.empty() : tensor<4xf64, #V>
  // CHECK: sloop.write %{{.*}}, %{{.*}}[%i] by add
  %0 = linalg.generic #rows ins(%A, %x : tensor<4x8xf64, #CSR>, tensor<8xf64>) outs(%y : tensor<4xf64, #V>) {
  ^bb0(%a: f64, %b: f64, %old: f64):
    %p = arith.mulf %a, %b : f64
    %1 = arith.addf %old, %p : f64
    // expected-error@+1 {{arith.addf is one of several that combine with the old value, and floating point rounds in another order when they are taken together; set fp=fast, or combine one value with the old one}}
    %2 = arith.addf %1, %a : f64
    linalg.yield %2 : f64
  } -> tensor<4xf64, #V>
  return %0 : tensor<4xf64, #V>
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#rows = {
  indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i)>],
  iterator_types = ["parallel", "reduction"]
}

// An old value that is NaN would stay: this one starts as a number.
// CHECK-LABEL: func.func @chooses_the_greater_one
func.func @chooses_the_greater_one(%A: tensor<4x8xf64, #CSR>, %x: tensor<8xf64>, %y: tensor<4xf64>) -> tensor<4xf64> {
  %zero = arith.constant 0.0 : f64
  %start = linalg.fill ins(%zero : f64) outs(%y : tensor<4xf64>) -> tensor<4xf64>
  // CHECK: sloop.write %{{.*}}, %{{.*}}[%i] by max_number
  %0 = linalg.generic #rows ins(%A, %x : tensor<4x8xf64, #CSR>, tensor<8xf64>) outs(%start : tensor<4xf64>) {
  ^bb0(%a: f64, %b: f64, %old: f64):
    %c = arith.cmpf ogt, %a, %old : f64
    // expected-error@+1 {{arith.select may choose another zero than a minimum or maximum does; write a minimum or maximum of arith}}
    %1 = arith.select %c, %a, %old : f64
    linalg.yield %1 : f64
  } -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#rows = {
  indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i)>],
  iterator_types = ["parallel", "reduction"]
}

// The program says that there is no NaN.
// CHECK-LABEL: func.func @chooses_the_lesser_number
func.func @chooses_the_lesser_number(%A: tensor<4x8xf64, #CSR>, %x: tensor<8xf64>, %y: tensor<4xf64>) -> tensor<4xf64> {
  // CHECK: sloop.write %{{.*}}, %{{.*}}[%i] by min_number
  %0 = linalg.generic #rows ins(%A, %x : tensor<4x8xf64, #CSR>, tensor<8xf64>) outs(%y : tensor<4xf64>) {
  ^bb0(%a: f64, %b: f64, %old: f64):
    %c = arith.cmpf ult, %old, %a fastmath<nnan> : f64
    // expected-error@+1 {{arith.select may choose another zero}}
    %1 = arith.select %c, %old, %a : f64
    linalg.yield %1 : f64
  } -> tensor<4xf64>
  return %0 : tensor<4xf64>
}
