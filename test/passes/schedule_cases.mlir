// RUN: lacuna-opt %s --sloop-schedule | FileCheck %s
// RUN: lacuna-opt %s --sloop-schedule > %t.once
// RUN: lacuna-opt %t.once --sloop-schedule | diff %t.once -

// Each statement reads `u` at the variable of a different loop, and in every loop the other six statements have work, too. If all
// seven shared their loops, the innermost loop alone would need 128 cases, one for each combination of the operands. So the pass
// lets as many statements share loops as MOST_SHARED_COPIES allows.

#SparseVector = #stensor.format<(i) -> (i : compressed)>

// CHECK-LABEL: func.func @many_cases
// CHECK:         sloop.forall %i in
// CHECK-COUNT-3: sloop.write {{.*}} by max
// CHECK-NOT:     sloop.write
// CHECK:         sloop.forall %i in
// CHECK-COUNT-4: sloop.write {{.*}} by max
// CHECK-NOT:     sloop.write
func.func @many_cases(%u: tensor<?xf64, #SparseVector>, %y: tensor<f64>, %n: index) -> tensor<f64> {
  %r = sloop.nest ins(%a_u = %u : tensor<?xf64, #SparseVector>) outs(%a_y = %y : tensor<f64>) {
    sloop.forall %i in %n {
      sloop.forall %j in %n {
        sloop.forall %k in %n {
          sloop.forall %l in %n {
            sloop.forall %m in %n {
              sloop.forall %o in %n {
                sloop.forall %p in %n {
                  %0 = sloop.read %a_u[%i] : tensor<?xf64, #SparseVector>
                  sloop.write %0, %a_y[] by max : tensor<f64>
                  %1 = sloop.read %a_u[%j] : tensor<?xf64, #SparseVector>
                  sloop.write %1, %a_y[] by max : tensor<f64>
                  %2 = sloop.read %a_u[%k] : tensor<?xf64, #SparseVector>
                  sloop.write %2, %a_y[] by max : tensor<f64>
                  %3 = sloop.read %a_u[%l] : tensor<?xf64, #SparseVector>
                  sloop.write %3, %a_y[] by max : tensor<f64>
                  %4 = sloop.read %a_u[%m] : tensor<?xf64, #SparseVector>
                  sloop.write %4, %a_y[] by max : tensor<f64>
                  %5 = sloop.read %a_u[%o] : tensor<?xf64, #SparseVector>
                  sloop.write %5, %a_y[] by max : tensor<f64>
                  %6 = sloop.read %a_u[%p] : tensor<?xf64, #SparseVector>
                  sloop.write %6, %a_y[] by max : tensor<f64>
                }
              }
            }
          }
        }
      }
    }
  }
  return %r : tensor<f64>
}

// Both parts of a producer stand before its consumer.
// CHECK-LABEL: func.func @many_cases_of_a_producer
// CHECK:         sloop.where
// CHECK:           sloop.forall %i in
// CHECK-COUNT-3:   sloop.write {{.*}} by max
// CHECK-NOT:       sloop.write
// CHECK:           sloop.forall %i in
// CHECK-COUNT-4:   sloop.write {{.*}} by max
// CHECK-NOT:       sloop.write
// CHECK:         consume
func.func @many_cases_of_a_producer(%u: tensor<?xf64, #SparseVector>, %y: tensor<f64>, %n: index) -> tensor<f64> {
  %r = sloop.nest ins(%a_u = %u : tensor<?xf64, #SparseVector>) outs(%a_y = %y : tensor<f64>) {
    sloop.where tensor<?xf64> sizes(%n) produce(%w) {
      sloop.forall %i in %n {
        sloop.forall %j in %n {
          sloop.forall %k in %n {
            sloop.forall %l in %n {
              sloop.forall %m in %n {
                sloop.forall %o in %n {
                  sloop.forall %p in %n {
                    %0 = sloop.read %a_u[%i] : tensor<?xf64, #SparseVector>
                    sloop.write %0, %w[%i] by max : tensor<?xf64>
                    %1 = sloop.read %a_u[%j] : tensor<?xf64, #SparseVector>
                    sloop.write %1, %w[%i] by max : tensor<?xf64>
                    %2 = sloop.read %a_u[%k] : tensor<?xf64, #SparseVector>
                    sloop.write %2, %w[%i] by max : tensor<?xf64>
                    %3 = sloop.read %a_u[%l] : tensor<?xf64, #SparseVector>
                    sloop.write %3, %w[%i] by max : tensor<?xf64>
                    %4 = sloop.read %a_u[%m] : tensor<?xf64, #SparseVector>
                    sloop.write %4, %w[%i] by max : tensor<?xf64>
                    %5 = sloop.read %a_u[%o] : tensor<?xf64, #SparseVector>
                    sloop.write %5, %w[%i] by max : tensor<?xf64>
                    %6 = sloop.read %a_u[%p] : tensor<?xf64, #SparseVector>
                    sloop.write %6, %w[%i] by max : tensor<?xf64>
                  }
                }
              }
            }
          }
        }
      }
    } consume(%w) {
      sloop.forall %i in %n {
        %0 = sloop.read %w[%i] : tensor<?xf64>
        sloop.write %0, %a_y[] by add : tensor<f64>
      }
    }
  }
  return %r : tensor<f64>
}
