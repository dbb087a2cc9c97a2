// `convert-linalg-to-sloop`: the ways to write what a reduction combines with the old value, and what becomes of them.

// RUN: lacuna-opt %s --convert-linalg-to-sloop --split-input-file | FileCheck %s --check-prefixes=CHECK,FAST
// RUN: lacuna-opt %s --convert-linalg-to-sloop=fp=strict --split-input-file | FileCheck %s --check-prefixes=CHECK,STRICT

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#rows = {
  indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i)>],
  iterator_types = ["parallel", "reduction"]
}

// CHECK-LABEL: func.func @subtracts
func.func @subtracts(%A: tensor<4x8xf64, #CSR>, %x: tensor<8xf64>, %y: tensor<4xf64>) -> tensor<4xf64> {
  // CHECK: %[[A:.*]] = sloop.read
  // CHECK: %[[N:.*]] = arith.negf %[[A]]
  // CHECK: sloop.write %[[N]], %{{.*}}[%i] by add
  %0 = linalg.generic #rows ins(%A, %x : tensor<4x8xf64, #CSR>, tensor<8xf64>) outs(%y : tensor<4xf64>) {
  ^bb0(%a: f64, %b: f64, %old: f64):
    %1 = arith.subf %old, %a : f64
    linalg.yield %1 : f64
  } -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

// CHECK-LABEL: func.func @subtracts_integers
func.func @subtracts_integers(%A: tensor<4x8xi32, #CSR>, %x: tensor<8xi32>, %y: tensor<4xi32>) -> tensor<4xi32> {
  // CHECK: %[[ZERO:.*]] = arith.constant 0 : i32
  // CHECK: %[[A:.*]] = sloop.read
  // CHECK: %[[N:.*]] = arith.subi %[[ZERO]], %[[A]]
  // CHECK: sloop.write %[[N]], %{{.*}}[%i] by add
  %0 = linalg.generic #rows ins(%A, %x : tensor<4x8xi32, #CSR>, tensor<8xi32>) outs(%y : tensor<4xi32>) {
  ^bb0(%a: i32, %b: i32, %old: i32):
    %1 = arith.subi %old, %a : i32
    linalg.yield %1 : i32
  } -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// Sums are taken together, unless rounding forbids it: then the old value meets one after the other.
// CHECK-LABEL: func.func @adds_and_subtracts
func.func @adds_and_subtracts(%A: tensor<4x8xf64, #CSR>, %x: tensor<8xf64>, %y: tensor<4xf64>) -> tensor<4xf64> {
  // CHECK: %[[A:.*]] = sloop.read {{.*}} : tensor<4x8xf64,
  // FAST: %[[B:.*]] = sloop.read {{.*}} : tensor<8xf64>
  // FAST: %[[N:.*]] = arith.negf %[[B]]
  // FAST: %[[SUM:.*]] = arith.addf %[[A]], %[[N]]
  // FAST: sloop.write %[[SUM]], %{{.*}}[%i] by add
  // FAST-NOT: sloop.write
  // STRICT: sloop.write %[[A]], %{{.*}}[%i] by add
  // STRICT: %[[N:.*]] = arith.negf
  // STRICT: sloop.write %[[N]], %{{.*}}[%i] by add
  %0 = linalg.generic #rows ins(%A, %x : tensor<4x8xf64, #CSR>, tensor<8xf64>) outs(%y : tensor<4xf64>) {
  ^bb0(%a: f64, %b: f64, %old: f64):
    %1 = arith.addf %a, %old : f64
    %2 = arith.subf %1, %b : f64
    linalg.yield %2 : f64
  } -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

// Of a maximum, any order is equal.
// CHECK-LABEL: func.func @takes_the_maximum_of_three
func.func @takes_the_maximum_of_three(%A: tensor<4x8xf64, #CSR>, %x: tensor<8xf64>, %y: tensor<4xf64>) -> tensor<4xf64> {
  // CHECK: %[[MOST:.*]] = arith.maxnumf
  // CHECK: sloop.write %[[MOST]], %{{.*}}[%i] by max_number
  %0 = linalg.generic #rows ins(%A, %x : tensor<4x8xf64, #CSR>, tensor<8xf64>) outs(%y : tensor<4xf64>) {
  ^bb0(%a: f64, %b: f64, %old: f64):
    %1 = arith.maxnumf %old, %b : f64
    %2 = arith.maxnumf %a, %1 : f64
    linalg.yield %2 : f64
  } -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

// What is combined only where a condition holds changes nothing elsewhere, not even a zero.
// CHECK-LABEL: func.func @adds_where_a_condition_holds
func.func @adds_where_a_condition_holds(%A: tensor<4x8xf64, #CSR>, %x: tensor<8xf64>, %y: tensor<4xf64>) -> tensor<4xf64> {
  // CHECK: %[[C:.*]] = arith.cmpf
  // CHECK: %[[NONE:.*]] = arith.constant -0.0
  // CHECK: %[[V:.*]] = arith.select %[[C]], %{{.*}}, %[[NONE]]
  // CHECK: sloop.write %[[V]], %{{.*}}[%i] by add
  %0 = linalg.generic #rows ins(%A, %x : tensor<4x8xf64, #CSR>, tensor<8xf64>) outs(%y : tensor<4xf64>) {
  ^bb0(%a: f64, %b: f64, %old: f64):
    %c = arith.cmpf ogt, %a, %b : f64
    %1 = arith.addf %old, %a : f64
    %2 = arith.select %c, %1, %old : f64
    linalg.yield %2 : f64
  } -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

// In a stored result there is no entry then.
// CHECK-LABEL: func.func @stores_where_a_condition_holds
func.func @stores_where_a_condition_holds(%A: tensor<4x8xf64, #CSR>, %x: tensor<8xf64>)
    -> tensor<4xf64, #stensor.format<(i) -> (i : compressed)>> {
  %y = tensor.empty() : tensor<4xf64, #stensor.format<(i) -> (i : compressed)>>
  // CHECK: %[[NONE:.*]] = sloop.absent
  // CHECK: %[[V:.*]] = arith.select %{{.*}}, %{{.*}}, %[[NONE]]
  // CHECK: sloop.write %[[V]], %{{.*}}[%i] by add
  %0 = linalg.generic #rows ins(%A, %x : tensor<4x8xf64, #CSR>, tensor<8xf64>)
      outs(%y : tensor<4xf64, #stensor.format<(i) -> (i : compressed)>>) {
  ^bb0(%a: f64, %b: f64, %old: f64):
    %c = arith.cmpf ogt, %a, %b : f64
    %1 = arith.addf %old, %a : f64
    %2 = arith.select %c, %1, %old : f64
    linalg.yield %2 : f64
  } -> tensor<4xf64, #stensor.format<(i) -> (i : compressed)>>
  return %0 : tensor<4xf64, #stensor.format<(i) -> (i : compressed)>>
}

// CHECK-LABEL: func.func @chooses_by_comparing_integers
func.func @chooses_by_comparing_integers(%A: tensor<4x8xi32, #CSR>, %x: tensor<8xi32>, %y: tensor<4xi32>)
    -> (tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>) {
  // CHECK: sloop.write %{{.*}}, %{{.*}}[%i] by max :
  %0 = linalg.generic #rows ins(%A, %x : tensor<4x8xi32, #CSR>, tensor<8xi32>) outs(%y : tensor<4xi32>) {
  ^bb0(%a: i32, %b: i32, %old: i32):
    %c = arith.cmpi sgt, %a, %old : i32
    %1 = arith.select %c, %a, %old : i32
    linalg.yield %1 : i32
  } -> tensor<4xi32>
  // CHECK: sloop.write %{{.*}}, %{{.*}}[%i] by min :
  %2 = linalg.generic #rows ins(%A, %x : tensor<4x8xi32, #CSR>, tensor<8xi32>) outs(%y : tensor<4xi32>) {
  ^bb0(%a: i32, %b: i32, %old: i32):
    %c = arith.cmpi sge, %a, %old : i32
    %1 = arith.select %c, %old, %a : i32
    linalg.yield %1 : i32
  } -> tensor<4xi32>
  // CHECK: sloop.write %{{.*}}, %{{.*}}[%i] by min_unsigned :
  %3 = linalg.generic #rows ins(%A, %x : tensor<4x8xi32, #CSR>, tensor<8xi32>) outs(%y : tensor<4xi32>) {
  ^bb0(%a: i32, %b: i32, %old: i32):
    %c = arith.cmpi ule, %old, %a : i32
    %1 = arith.select %c, %old, %a : i32
    linalg.yield %1 : i32
  } -> tensor<4xi32>
  // CHECK: sloop.write %{{.*}}, %{{.*}}[%i] by max_unsigned :
  %4 = linalg.generic #rows ins(%A, %x : tensor<4x8xi32, #CSR>, tensor<8xi32>) outs(%y : tensor<4xi32>) {
  ^bb0(%a: i32, %b: i32, %old: i32):
    %c = arith.cmpi ult, %old, %a : i32
    %1 = arith.select %c, %a, %old : i32
    linalg.yield %1 : i32
  } -> tensor<4xi32>
  return %0, %2, %3, %4 : tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>
}

// CHECK-LABEL: func.func @subtracts_complex_numbers
func.func @subtracts_complex_numbers(%A: tensor<4x8xcomplex<f64>, #CSR>, %x: tensor<8xcomplex<f64>>,
                                     %y: tensor<4xcomplex<f64>>) -> tensor<4xcomplex<f64>> {
  // CHECK: complex.neg
  // CHECK: sloop.write %{{.*}}, %{{.*}}[%i] by add
  %0 = linalg.generic #rows ins(%A, %x : tensor<4x8xcomplex<f64>, #CSR>, tensor<8xcomplex<f64>>)
      outs(%y : tensor<4xcomplex<f64>>) {
  ^bb0(%a: complex<f64>, %b: complex<f64>, %old: complex<f64>):
    %1 = complex.sub %old, %a : complex<f64>
    linalg.yield %1 : complex<f64>
  } -> tensor<4xcomplex<f64>>
  return %0 : tensor<4xcomplex<f64>>
}

// Where each point is computed once, what is subtracted need not be visited where nothing is stored, either.
// CHECK-LABEL: func.func @subtracts_once
func.func @subtracts_once(%A: tensor<4x8xf64, #CSR>, %C: tensor<4x8xf64>) -> tensor<4x8xf64> {
  // CHECK: sloop.write %{{.*}}, %{{.*}}[%i, %j] by add
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%A : tensor<4x8xf64, #CSR>) outs(%C : tensor<4x8xf64>) {
  ^bb0(%a: f64, %old: f64):
    %1 = arith.subf %old, %a : f64
    linalg.yield %1 : f64
  } -> tensor<4x8xf64>
  return %0 : tensor<4x8xf64>
}
