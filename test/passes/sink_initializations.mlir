// `sloop-sink-initializations`: the first value of a result moves into the loops that compute it, where they visit each
// point once.

// RUN: lacuna-opt %s --sloop-sink-initializations | FileCheck %s
// RUN: lacuna-opt %s --sloop-sink-initializations > %t.once
// RUN: lacuna-opt %t.once --sloop-sink-initializations | diff %t.once -

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#Dense = #stensor.format<(i, j) -> (i : dense, j : dense)>

// Zero and a sum are the sum.
// CHECK-LABEL: func.func @zero_is_dropped(
func.func @zero_is_dropped(%A: tensor<4x8xf64, #CSR>, %y: tensor<4xf64>) -> tensor<4xf64> {
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f64
  // CHECK:      sloop.nest
  // CHECK-NEXT:   sloop.forall %i in %c4 {
  // CHECK-NEXT:     %[[SUM:.*]] = sloop.fold
  // CHECK:          sloop.write %[[SUM]], %{{.*}}[%i] : tensor<4xf64>
  // CHECK-NOT:    sloop.forall
  %r = sloop.nest ins(%a = %A : tensor<4x8xf64, #CSR>) outs(%c = %y : tensor<4xf64>) {
    sloop.forall %i in %c4 {
      sloop.write %zero, %c[%i] : tensor<4xf64>
    }
    sloop.forall %i in %c4 {
      %0 = sloop.fold %j in %c8 by add -> f64 {
        %1 = sloop.read %a[%i, %j] : tensor<4x8xf64, #CSR>
        sloop.yield %1 : f64
      }
      sloop.write %0, %c[%i] by add : tensor<4xf64>
    }
  }
  // CHECK:      return
  return %r : tensor<4xf64>
}

// Any other first value, here that of another tensor, is combined with the sum.
// CHECK-LABEL: func.func @first_value_is_combined(
func.func @first_value_is_combined(%A: tensor<4x8xf64, #CSR>, %b: tensor<4xf64>, %y: tensor<4xf64>) -> tensor<4xf64> {
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  // CHECK:      sloop.nest ins(%{{[a-z0-9]*}} = %{{[a-z0-9]*}}, %[[b:[a-z0-9]*]] =
  // CHECK-NEXT:   sloop.forall %i in %c4 {
  // CHECK:          %[[FIRST:.*]] = sloop.read %[[b]][%i]
  // CHECK:          %[[SUM:.*]] = sloop.fold
  // CHECK:          %[[V:.*]] = arith.addf %[[FIRST]], %[[SUM]] : f64
  // CHECK-NEXT:     sloop.write %[[V]], %{{.*}}[%i] : tensor<4xf64>
  %r = sloop.nest ins(%a = %A, %first = %b : tensor<4x8xf64, #CSR>, tensor<4xf64>) outs(%c = %y : tensor<4xf64>) {
    sloop.forall %row in %c4 {
      %0 = sloop.read %first[%row] : tensor<4xf64>
      sloop.write %0, %c[%row] : tensor<4xf64>
    }
    sloop.forall %i in %c4 {
      %0 = sloop.fold %j in %c8 by add -> f64 {
        %1 = sloop.read %a[%i, %j] : tensor<4x8xf64, #CSR>
        sloop.yield %1 : f64
      }
      sloop.write %0, %c[%i] by add : tensor<4xf64>
    }
  }
  return %r : tensor<4xf64>
}

// Where reduction loops are left inside, the first value stands before them.
// CHECK-LABEL: func.func @stands_before_inner_loops(
func.func @stands_before_inner_loops(%A: tensor<4x8xf64, #CSR>, %y: tensor<4xf64>) -> tensor<4xf64> {
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f64
  // CHECK:      sloop.nest
  // CHECK-NEXT:   sloop.forall %i in %c4 {
  // CHECK-NEXT:     sloop.write %cst, %[[c:.*]][%i] : tensor<4xf64>
  // CHECK-NEXT:     sloop.forall %j in %c8 {
  // CHECK:            sloop.write %{{.*}}, %[[c]][%i] by add
  %r = sloop.nest ins(%a = %A : tensor<4x8xf64, #CSR>) outs(%c = %y : tensor<4xf64>) {
    sloop.forall %i in %c4 {
      sloop.write %zero, %c[%i] : tensor<4xf64>
    }
    sloop.forall %i in %c4 {
      sloop.forall %j in %c8 {
        %0 = sloop.read %a[%i, %j] : tensor<4x8xf64, #CSR>
        sloop.write %0, %c[%i] by add : tensor<4xf64>
      }
    }
  }
  return %r : tensor<4xf64>
}

// The dimensions of the output say which variable is which, not the order of the loops; lanes stay.
// CHECK-LABEL: func.func @loops_in_another_order(
func.func @loops_in_another_order(%A: tensor<4x8xf64, #Dense>, %y: tensor<4x8xf64>) -> tensor<4x8xf64> {
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %two = arith.constant 2.0 : f64
  // CHECK:      sloop.nest
  // CHECK-NEXT:   sloop.forall %[[COL:.*]] in %c8 {
  // CHECK-NEXT:     sloop.forall %[[ROW:.*]] in %c4 how(<lanes = 4>) {
  // CHECK-NEXT:       %[[V:.*]] = sloop.read
  // CHECK-NEXT:       %[[S:.*]] = arith.mulf %cst, %[[V]] : f64
  // CHECK-NEXT:       sloop.write %[[S]], %{{.*}}[%[[ROW]], %[[COL]]] : tensor<4x8xf64>
  %r = sloop.nest ins(%a = %A : tensor<4x8xf64, #Dense>) outs(%c = %y : tensor<4x8xf64>) {
    sloop.forall %i in %c4 {
      sloop.forall %j in %c8 {
        sloop.write %two, %c[%i, %j] : tensor<4x8xf64>
      }
    }
    sloop.forall %j in %c8 {
      sloop.forall %i in %c4 how(<lanes = 4>) {
        %0 = sloop.read %a[%i, %j] : tensor<4x8xf64, #Dense>
        sloop.write %0, %c[%i, %j] by mul : tensor<4x8xf64>
      }
    }
  }
  return %r : tensor<4x8xf64>
}

// A first value that is read does not go into lanes that were not chosen for it.
// CHECK-LABEL: func.func @keeps_a_first_value_out_of_lanes(
// CHECK-COUNT-4: sloop.forall
func.func @keeps_a_first_value_out_of_lanes(%A: tensor<4x8xf64>, %y: tensor<4x8xf64>, %b: tensor<4x8xf64, #Dense>)
    -> tensor<4x8xf64> {
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %r = sloop.nest ins(%a = %A, %first = %b : tensor<4x8xf64>, tensor<4x8xf64, #Dense>) outs(%c = %y : tensor<4x8xf64>) {
    sloop.forall %i in %c4 {
      sloop.forall %j in %c8 {
        %0 = sloop.read %first[%i, %j] : tensor<4x8xf64, #Dense>
        sloop.write %0, %c[%i, %j] : tensor<4x8xf64>
      }
    }
    sloop.forall %i in %c4 {
      sloop.forall %j in %c8 how(<lanes = 8>) {
        %0 = sloop.read %a[%i, %j] : tensor<4x8xf64>
        sloop.write %0, %c[%i, %j] by add : tensor<4x8xf64>
      }
    }
  }
  return %r : tensor<4x8xf64>
}

// CHECK-LABEL: func.func @scalar_result(
func.func @scalar_result(%x: tensor<4xf64>, %y: tensor<f64>) -> tensor<f64> {
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f64
  // CHECK:      %[[SUM:.*]] = sloop.fold
  // CHECK:      sloop.write %[[SUM]], %{{.*}}[] : tensor<f64>
  %r = sloop.nest ins(%a = %x : tensor<4xf64>) outs(%c = %y : tensor<f64>) {
    sloop.write %zero, %c[] : tensor<f64>
    %0 = sloop.fold %i in %c4 by add -> f64 {
      %1 = sloop.read %a[%i] : tensor<4xf64>
      sloop.yield %1 : f64
    }
    sloop.write %0, %c[] by add : tensor<f64>
  }
  return %r : tensor<f64>
}

// The variable of a loop in lanes has no value: what is made of it stays outside.
// CHECK-LABEL: func.func @keeps_value_of_variable_out_of_lanes(
func.func @keeps_value_of_variable_out_of_lanes(%x: tensor<8xi64>, %y: tensor<8xi64>) -> tensor<8xi64> {
  %c8 = arith.constant 8 : index
  // CHECK:      sloop.forall %[[I:.*]] in %{{[a-z0-9_]+}} {
  // CHECK:        arith.index_cast %[[I]]
  // CHECK-NEXT:   sloop.write
  // CHECK:      sloop.forall %{{.*}} how(<lanes = 8>) {
  // CHECK:        sloop.write {{.*}} by add
  %r = sloop.nest ins(%a = %x : tensor<8xi64>) outs(%c = %y : tensor<8xi64>) {
    sloop.forall %i in %c8 {
      %0 = arith.index_cast %i : index to i64
      sloop.write %0, %c[%i] : tensor<8xi64>
    }
    sloop.forall %i in %c8 how(<lanes = 8>) {
      %0 = sloop.read %a[%i] : tensor<8xi64>
      sloop.write %0, %c[%i] by add : tensor<8xi64>
    }
  }
  return %r : tensor<8xi64>
}
