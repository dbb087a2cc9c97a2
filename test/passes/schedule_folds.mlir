// `sloop-schedule`: folds are loops, too: chains of them are put into the order of the levels.

// RUN: lacuna-opt %s --sloop-schedule | FileCheck %s
// RUN: lacuna-opt %s --sloop-schedule --sloop-schedule | FileCheck %s

#CSC = #stensor.format<(i, j) -> (j : dense, i : compressed)>
#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#SV = #stensor.format<(i) -> (i : compressed)>

// CHECK-LABEL: func.func @folds_change_places(
// CHECK:         sloop.fold %{{.*}} in %c8 by add
// CHECK-NEXT:      sloop.fold %{{.*}} in %c4 by add
func.func @folds_change_places(%A: tensor<4x8xf64, #CSC>, %y: tensor<f64>) -> tensor<f64> {
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %r = sloop.nest ins(%a = %A : tensor<4x8xf64, #CSC>) outs(%c = %y : tensor<f64>) {
    %0 = sloop.fold %i in %c4 by add -> f64 {
      %1 = sloop.fold %j in %c8 by add -> f64 {
        %2 = sloop.read %a[%i, %j] : tensor<4x8xf64, #CSC>
        sloop.yield %2 : f64
      }
      sloop.yield %1 : f64
    }
    sloop.write %0, %c[] by add : tensor<f64>
  }
  return %r : tensor<f64>
}

// Those that combine in two ways do not: this order is that of the levels already.
// CHECK-LABEL: func.func @folds_of_two_kinds(
// CHECK:         sloop.fold %{{.*}} in %c4 by max
// CHECK-NEXT:      sloop.fold %{{.*}} in %c8 by add
func.func @folds_of_two_kinds(%A: tensor<4x8xf64, #CSR>, %y: tensor<f64>) -> tensor<f64> {
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %r = sloop.nest ins(%a = %A : tensor<4x8xf64, #CSR>) outs(%c = %y : tensor<f64>) {
    %0 = sloop.fold %i in %c4 by max -> f64 {
      %1 = sloop.fold %j in %c8 by add -> f64 {
        %2 = sloop.read %a[%i, %j] : tensor<4x8xf64, #CSR>
        sloop.yield %2 : f64
      }
      sloop.yield %1 : f64
    }
    sloop.write %0, %c[] by add : tensor<f64>
  }
  return %r : tensor<f64>
}

// A point of a stored result is finished before the next: its folds stay inside its loops.
// CHECK-LABEL: func.func @folds_of_a_stored_result(
// CHECK:         sloop.forall %{{.*}} in %c4
// CHECK-NEXT:      sloop.fold %{{.*}} in %c8 by add
func.func @folds_of_a_stored_result(%A: tensor<4x8xf64, #CSR>) -> tensor<4xf64, #SV> {
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %y = stensor.empty : tensor<4xf64, #SV>
  %r = sloop.nest ins(%a = %A : tensor<4x8xf64, #CSR>) outs(%c = %y : tensor<4xf64, #SV>) {
    sloop.forall %i in %c4 {
      %1 = sloop.fold %j in %c8 by add -> f64 {
        %2 = sloop.read %a[%i, %j] : tensor<4x8xf64, #CSR>
        sloop.yield %2 : f64
      }
      sloop.write %1, %c[%i] elsewhere(0.0 : f64) : tensor<4xf64, #SV>
    }
  }
  return %r : tensor<4xf64, #SV>
}
