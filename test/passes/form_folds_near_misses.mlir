// `sloop-form-folds`: loops that are not folds, and factors that must stay inside.

// RUN: lacuna-opt %s --sloop-form-folds | FileCheck %s
// RUN: lacuna-opt %s --sloop-form-folds=fp=strict | FileCheck %s --check-prefix=STRICT
// RUN: not lacuna-opt %s --sloop-form-folds=fp=loose 2>&1 | FileCheck %s --check-prefix=OPTION

// OPTION: error: sloop-form-folds: option fp cannot be 'loose': expected fast or strict

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>

// A row of CSR may be empty, and infinity times an empty sum is zero: the plan asks whether there is something to sum.
// CHECK-LABEL:  func.func @factor_of_a_sum_that_may_be_empty(
// STRICT-LABEL: func.func @factor_of_a_sum_that_may_be_empty(
func.func @factor_of_a_sum_that_may_be_empty(%A: tensor<?x?xf64, #CSR>, %y: tensor<?xf64>, %s: f64, %m: index,
                                             %n: index) -> tensor<?xf64> {
  // CHECK:      %[[SUM:.*]] = sloop.fold
  // CHECK-NOT:    arith.mulf
  // CHECK:      }
  // CHECK:      %[[PRODUCT:.*]] = arith.mulf %{{.*}}, %[[SUM]]
  // CHECK:      sloop.write %[[PRODUCT]]
  // Reassociation of floating point: strict code keeps the loop.
  // STRICT-NOT: sloop.fold
  %r = sloop.nest ins(%a = %A : tensor<?x?xf64, #CSR>) outs(%c = %y : tensor<?xf64>) {
    sloop.forall %i in %m {
      sloop.forall %j in %n {
        %0 = sloop.read %a[%i, %j] : tensor<?x?xf64, #CSR>
        %1 = arith.mulf %0, %s : f64
        sloop.write %1, %c[%i] by add : tensor<?xf64>
      }
    }
  }
  return %r : tensor<?xf64>
}

// CHECK-LABEL: func.func @factor_stays_in_a_dense_sum_of_unknown_size(
func.func @factor_stays_in_a_dense_sum_of_unknown_size(%x: tensor<?xf64>, %y: tensor<f64>, %s: f64, %n: index)
    -> tensor<f64> {
  // CHECK: %[[SUM:.*]] = sloop.fold
  // CHECK:   arith.mulf
  // CHECK: sloop.write %[[SUM]]
  %r = sloop.nest ins(%a = %x : tensor<?xf64>) outs(%c = %y : tensor<f64>) {
    sloop.forall %i in %n {
      %0 = sloop.read %a[%i] : tensor<?xf64>
      %1 = arith.mulf %0, %s : f64
      sloop.write %1, %c[] by add : tensor<f64>
    }
  }
  return %r : tensor<f64>
}

// CHECK-LABEL: func.func @factor_stays_in_a_maximum(
func.func @factor_stays_in_a_maximum(%x: tensor<4xf64>, %y: tensor<f64>, %s: f64) -> tensor<f64> {
  // CHECK: %[[MAX:.*]] = sloop.fold
  // CHECK:   arith.mulf
  // CHECK: sloop.write %[[MAX]]
  %c4 = arith.constant 4 : index
  %r = sloop.nest ins(%a = %x : tensor<4xf64>) outs(%c = %y : tensor<f64>) {
    sloop.forall %i in %c4 {
      %0 = sloop.read %a[%i] : tensor<4xf64>
      %1 = arith.mulf %0, %s : f64
      sloop.write %1, %c[] by max : tensor<f64>
    }
  }
  return %r : tensor<f64>
}

// CHECK-LABEL: func.func @loop_moves_the_result(
func.func @loop_moves_the_result(%x: tensor<?xf64>, %y: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  // CHECK-NOT: sloop.fold
  %r = sloop.nest ins(%a = %x : tensor<?xf64>) outs(%c = %y : tensor<?xf64>) {
    sloop.forall %i in %n {
      %0 = sloop.read %a[%i] : tensor<?xf64>
      sloop.write %0, %c[%i] by add : tensor<?xf64>
    }
  }
  return %r : tensor<?xf64>
}

// CHECK-LABEL: func.func @value_reads_the_result(
func.func @value_reads_the_result(%x: tensor<?xf64>, %y: tensor<f64>, %n: index) -> tensor<f64> {
  // CHECK-NOT: sloop.fold
  %r = sloop.nest ins(%a = %x : tensor<?xf64>) outs(%c = %y : tensor<f64>) {
    sloop.forall %i in %n {
      %0 = sloop.read %a[%i] : tensor<?xf64>
      %1 = sloop.read %c[] : tensor<f64>
      %2 = arith.mulf %0, %1 : f64
      sloop.write %2, %c[] by add : tensor<f64>
    }
  }
  return %r : tensor<f64>
}

// CHECK-LABEL: func.func @write_replaces(
func.func @write_replaces(%x: tensor<?xf64>, %y: tensor<f64>, %n: index) -> tensor<f64> {
  // CHECK-NOT: sloop.fold
  %r = sloop.nest ins(%a = %x : tensor<?xf64>) outs(%c = %y : tensor<f64>) {
    sloop.forall %i in %n {
      %0 = sloop.read %a[%i] : tensor<?xf64>
      sloop.write %0, %c[] : tensor<f64>
    }
  }
  return %r : tensor<f64>
}

// CHECK-LABEL: func.func @two_writes(
func.func @two_writes(%x: tensor<?xf64>, %y: tensor<f64>, %z: tensor<f64>, %n: index) -> (tensor<f64>, tensor<f64>) {
  // CHECK-NOT: sloop.fold
  %r:2 = sloop.nest ins(%a = %x : tensor<?xf64>) outs(%c = %y, %d = %z : tensor<f64>, tensor<f64>) {
    sloop.forall %i in %n {
      %0 = sloop.read %a[%i] : tensor<?xf64>
      sloop.write %0, %c[] by add : tensor<f64>
      sloop.write %0, %d[] by mul : tensor<f64>
    }
  }
  return %r#0, %r#1 : tensor<f64>, tensor<f64>
}

// Integers reassociate freely.
// CHECK-LABEL:  func.func @integer_sum(
// STRICT-LABEL: func.func @integer_sum(
func.func @integer_sum(%x: tensor<?xi32>, %y: tensor<i32>, %n: index) -> tensor<i32> {
  // STRICT: sloop.fold %i in %{{.*}} by add -> i32 {
  %r = sloop.nest ins(%a = %x : tensor<?xi32>) outs(%c = %y : tensor<i32>) {
    sloop.forall %i in %n {
      %0 = sloop.read %a[%i] : tensor<?xi32>
      sloop.write %0, %c[] by add : tensor<i32>
    }
  }
  return %r : tensor<i32>
}
