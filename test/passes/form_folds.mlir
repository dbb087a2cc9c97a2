// `sloop-form-folds`: reduction loops that become values, and factors that leave them.

// RUN: lacuna-opt %s --sloop-form-folds | FileCheck %s
// RUN: lacuna-opt %s --sloop-form-folds > %t.once
// RUN: lacuna-opt %t.once --sloop-form-folds | diff %t.once -

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#CSF = #stensor.format<(i, j, k) -> (i : compressed, j : compressed, k : compressed)>
#CSF_ROWS = #stensor.format<(i, j, k) -> (i : dense, j : compressed, k : compressed)>
#HASH = #stensor.format<(i, j, k) -> (i : hashed, j : hashed, k : hashed)>
#HASHED = #stensor.format<(i) -> (i : hashed)>
#VECTOR = #stensor.format<(i) -> (i : compressed)>

// CHECK-LABEL: func.func @sum_of_a_row(
func.func @sum_of_a_row(%A: tensor<?x?xf64, #CSR>, %x: tensor<?xf64>, %y: tensor<?xf64>, %m: index, %n: index)
    -> tensor<?xf64> {
  // CHECK:      sloop.forall %[[I:.*]] in
  // CHECK-NEXT:   %[[SUM:.*]] = sloop.fold %[[J:.*]] in %{{.*}} by add -> f64 {
  // CHECK-NEXT:     sloop.read %{{.*}}[%[[I]], %[[J]]]
  // CHECK-NEXT:     sloop.read %{{.*}}[%[[J]]]
  // CHECK-NEXT:     %[[P:.*]] = arith.mulf
  // CHECK-NEXT:     sloop.yield %[[P]] : f64
  // CHECK-NEXT:   }
  // CHECK-NEXT:   sloop.write %[[SUM]], %{{.*}}[%[[I]]] by add
  %r = sloop.nest ins(%a = %A, %b = %x : tensor<?x?xf64, #CSR>, tensor<?xf64>) outs(%c = %y : tensor<?xf64>) {
    sloop.forall %i in %m {
      sloop.forall %j in %n {
        %0 = sloop.read %a[%i, %j] : tensor<?x?xf64, #CSR>
        %1 = sloop.read %b[%j] : tensor<?xf64>
        %2 = arith.mulf %0, %1 : f64
        sloop.write %2, %c[%i] by add : tensor<?xf64>
      }
    }
  }
  return %r : tensor<?xf64>
}

// Lanes stay with the loop, and every combiner folds.
// CHECK-LABEL: func.func @maximum_in_lanes(
func.func @maximum_in_lanes(%x: tensor<?xf64>, %y: tensor<f64>, %n: index) -> tensor<f64> {
  // CHECK: %[[MAX:.*]] = sloop.fold %i in %{{.*}} how(<lanes = 8>) by max -> f64 {
  // CHECK: sloop.write %[[MAX]], %{{.*}}[] by max
  %r = sloop.nest ins(%a = %x : tensor<?xf64>) outs(%c = %y : tensor<f64>) {
    sloop.forall %i in %n how(<lanes = 8>) {
      %0 = sloop.read %a[%i] : tensor<?xf64>
      sloop.write %0, %c[] by max : tensor<f64>
    }
  }
  return %r : tensor<f64>
}

// Both loops of a sum over a matrix fold; the inner fold stands in the outer one.
// CHECK-LABEL: func.func @fold_in_a_fold(
func.func @fold_in_a_fold(%A: tensor<?x?xf64, #CSR>, %y: tensor<f64>, %m: index, %n: index) -> tensor<f64> {
  // CHECK:      %[[SUM:.*]] = sloop.fold %i in %{{.*}} by add -> f64 {
  // CHECK-NEXT:   %[[ROW:.*]] = sloop.fold %j in %{{.*}} by add -> f64 {
  // CHECK:        sloop.yield %[[ROW]]
  // CHECK:      sloop.write %[[SUM]], %{{.*}}[] by add
  %r = sloop.nest ins(%a = %A : tensor<?x?xf64, #CSR>) outs(%c = %y : tensor<f64>) {
    sloop.forall %i in %m {
      sloop.forall %j in %n {
        %0 = sloop.read %a[%i, %j] : tensor<?x?xf64, #CSR>
        sloop.write %0, %c[] by add : tensor<f64>
      }
    }
  }
  return %r : tensor<f64>
}

// D(i,j) = A(i,k,l) B(k,j) C(l,j), in this loop order: B(k,j) does not vary with l and is multiplied in once. Every
// node of the level of k has children, so the sum over l has at least one term.
// CHECK-LABEL: func.func @factor_leaves_the_sum(
func.func @factor_leaves_the_sum(%A: tensor<2x3x4xf64, #CSF>, %B: tensor<3x8xf64>, %C: tensor<4x8xf64>,
                                 %D: tensor<2x8xf64>) -> tensor<2x8xf64> {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  // CHECK:      sloop.fold %[[K:.*]] in %c3 by add -> f64 {
  // CHECK-NEXT:   %[[F:.*]] = sloop.read %{{.*}}[%[[K]], %{{.*}}] : tensor<3x8xf64>
  // CHECK-NEXT:   %[[INNER:.*]] = sloop.fold %[[L:.*]] in %c4 by add -> f64 {
  // CHECK-NEXT:     sloop.read %{{.*}}, %[[K]], %[[L]]]
  // CHECK-NEXT:     sloop.read %{{.*}}[%[[L]], %{{.*}}] : tensor<4x8xf64>
  // CHECK-NEXT:     arith.mulf
  // CHECK-NEXT:     sloop.yield
  // CHECK-NEXT:   }
  // CHECK-NEXT:   %[[P:.*]] = arith.mulf %[[F]], %[[INNER]] : f64
  // CHECK-NEXT:   sloop.yield %[[P]]
  %r = sloop.nest ins(%a = %A, %b = %B, %c = %C : tensor<2x3x4xf64, #CSF>, tensor<3x8xf64>, tensor<4x8xf64>)
                  outs(%d = %D : tensor<2x8xf64>) {
    sloop.forall %i in %c2 {
      sloop.forall %j in %c8 how(<lanes = 8>) {
        sloop.forall %k in %c3 {
          sloop.forall %l in %c4 {
            %0 = sloop.read %a[%i, %k, %l] : tensor<2x3x4xf64, #CSF>
            %1 = sloop.read %b[%k, %j] : tensor<3x8xf64>
            %2 = sloop.read %c[%l, %j] : tensor<4x8xf64>
            %3 = arith.mulf %0, %1 : f64
            %4 = arith.mulf %3, %2 : f64
            sloop.write %4, %d[%i, %j] by add : tensor<2x8xf64>
          }
        }
      }
    }
  }
  return %r : tensor<2x8xf64>
}

// A dense sum of a known positive size has terms too.
// CHECK-LABEL: func.func @factor_leaves_a_dense_sum(
func.func @factor_leaves_a_dense_sum(%x: tensor<4xf64>, %y: tensor<f64>, %s: f64) -> tensor<f64> {
  // CHECK: %[[SUM:.*]] = sloop.fold
  // CHECK: arith.mulf %{{.*}}, %[[SUM]] : f64
  %c4 = arith.constant 4 : index
  %r = sloop.nest ins(%a = %x : tensor<4xf64>) outs(%c = %y : tensor<f64>) {
    sloop.forall %i in %c4 {
      %0 = sloop.read %a[%i] : tensor<4xf64>
      %1 = arith.mulf %0, %s : f64
      sloop.write %1, %c[] by add : tensor<f64>
    }
  }
  return %r : tensor<f64>
}

// Inside of the sum, E is looked up at the entries of D. Outside of it, E would have to be merged with C and D, which a hash
// table cannot be, because its entries are in no order. So E stays.
// CHECK-LABEL: func.func @factor_stays_where_it_can_be_looked_up(
// CHECK:      sloop.fold %{{.*}} in %c4 by add
// CHECK-NEXT:   sloop.fold %[[K:.*]] in %c5 by add
// CHECK-NEXT:     %[[SUM:.*]] = sloop.fold %{{.*}} in %c1 by add
// CHECK:            %[[E:.*]] = sloop.read %{{.*}}[%[[K]]] : tensor<5xf64, #{{.*}}>
// CHECK-NEXT:       %[[P:.*]] = arith.mulf %{{.*}}, %[[E]] : f64
// CHECK-NEXT:       sloop.yield %[[P]] : f64
// CHECK-NEXT:     }
// CHECK-NEXT:     sloop.yield %[[SUM]] : f64
func.func @factor_stays_where_it_can_be_looked_up(%C: tensor<4x5x1xf64, #CSF_ROWS>, %D: tensor<4x5x1xf64, #HASH>, %E: tensor<5xf64, #HASHED>,
    %y: tensor<f64>) -> tensor<f64> {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %r = sloop.nest ins(%c = %C, %d = %D, %e = %E : tensor<4x5x1xf64, #CSF_ROWS>, tensor<4x5x1xf64, #HASH>, tensor<5xf64, #HASHED>)
                  outs(%s = %y : tensor<f64>) {
    sloop.forall %i in %c4 {
      sloop.forall %k in %c5 {
        sloop.forall %j in %c1 {
          %0 = sloop.read %c[%i, %k, %j] : tensor<4x5x1xf64, #CSF_ROWS>
          %1 = sloop.read %d[%i, %k, %j] : tensor<4x5x1xf64, #HASH>
          %2 = sloop.read %e[%k] : tensor<5xf64, #HASHED>
          %3 = arith.index_cast %j : index to i64
          %4 = arith.sitofp %3 : i64 to f64
          %5 = arith.cmpf ole, %4, %0 : f64
          %6 = arith.select %5, %4, %0 : f64
          %7 = arith.mulf %6, %1 : f64
          %8 = arith.mulf %7, %2 : f64
          sloop.write %8, %s[] by add : tensor<f64>
        }
      }
    }
  }
  return %r : tensor<f64>
}

// The same with an operand that can be merged: it leaves the sum.
// CHECK-LABEL: func.func @factor_that_can_be_merged_leaves(
// CHECK:        sloop.fold %[[K:.*]] in %c5 by add
// CHECK-NEXT:     %[[E:.*]] = sloop.read %{{.*}}[%[[K]]] : tensor<5xf64, #{{.*}}>
// CHECK-NEXT:     %[[SUM:.*]] = sloop.fold %{{.*}} in %c1 by add
// CHECK:          %[[P:.*]] = arith.mulf %[[E]], %[[SUM]] : f64
// CHECK-NEXT:     sloop.yield %[[P]] : f64
func.func @factor_that_can_be_merged_leaves(%C: tensor<4x5x1xf64, #CSF_ROWS>, %D: tensor<4x5x1xf64, #HASH>, %E: tensor<5xf64, #VECTOR>,
    %y: tensor<f64>) -> tensor<f64> {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %r = sloop.nest ins(%c = %C, %d = %D, %e = %E : tensor<4x5x1xf64, #CSF_ROWS>, tensor<4x5x1xf64, #HASH>, tensor<5xf64, #VECTOR>)
                  outs(%s = %y : tensor<f64>) {
    sloop.forall %i in %c4 {
      sloop.forall %k in %c5 {
        sloop.forall %j in %c1 {
          %0 = sloop.read %c[%i, %k, %j] : tensor<4x5x1xf64, #CSF_ROWS>
          %1 = sloop.read %d[%i, %k, %j] : tensor<4x5x1xf64, #HASH>
          %2 = sloop.read %e[%k] : tensor<5xf64, #VECTOR>
          %3 = arith.index_cast %j : index to i64
          %4 = arith.sitofp %3 : i64 to f64
          %5 = arith.cmpf ole, %4, %0 : f64
          %6 = arith.select %5, %4, %0 : f64
          %7 = arith.mulf %6, %1 : f64
          %8 = arith.mulf %7, %2 : f64
          sloop.write %8, %s[] by add : tensor<f64>
        }
      }
    }
  }
  return %r : tensor<f64>
}
