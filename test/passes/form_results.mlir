// `sloop-form-results`: one statement a stored result, which computes a point at a time in the order of its levels.

// RUN: lacuna-opt %s --sloop-form-results | FileCheck %s
// RUN: lacuna-opt %s --sloop-form-results --sloop-form-results | FileCheck %s

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#CSC = #stensor.format<(i, j) -> (j : dense, i : compressed)>
#SV = #stensor.format<(i) -> (i : compressed)>
#INF = #stensor.format<(i) -> (i : compressed), fill = 0x7FF0000000000000 : f64>

// What is summed over becomes a fold.
// CHECK-LABEL: func.func @sum_of_rows
// CHECK:       %[[E:.*]] = stensor.empty
// CHECK:       sloop.nest ins(%[[A:.*]] = %arg0 : {{.*}}) outs(%[[C:.*]] = %[[E]] :
// CHECK-NEXT:    sloop.forall %i in
// CHECK-NEXT:      %[[SUM:.*]] = sloop.fold %j in %{{.*}} by add -> f64 {
// CHECK-NEXT:        %[[V:.*]] = sloop.read %[[A]][%i, %j]
// CHECK-NEXT:        sloop.yield %[[V]]
// CHECK:           sloop.write %[[SUM]], %[[C]][%i] elsewhere(0.000000e+00 : f64)
func.func @sum_of_rows(%A: tensor<4x8xf64, #CSR>) -> tensor<4xf64, #SV> {
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %e = stensor.empty : tensor<4xf64, #SV>
  %r = sloop.nest ins(%a = %A : tensor<4x8xf64, #CSR>) outs(%c = %e : tensor<4xf64, #SV>) {
    sloop.forall %i in %c4 {
      sloop.forall %j in %c8 {
        %0 = sloop.read %a[%i, %j] : tensor<4x8xf64, #CSR>
        sloop.write %0, %c[%i] by add : tensor<4xf64, #SV>
      }
    }
  }
  return %r : tensor<4xf64, #SV>
}

// A result that is not empty is an operand, too.
// CHECK-LABEL: func.func @what_the_result_starts_from
// CHECK:       sloop.nest ins(%[[A:.*]] = %arg0, %[[Y:.*]] = %arg1 : {{.*}}) outs(%[[C:.*]] = %arg1 :
// CHECK:           %[[OLD:.*]] = sloop.read %[[Y]][%i]
// CHECK:           %[[SUM:.*]] = sloop.fold
// CHECK:           %[[NEW:.*]] = arith.addf %[[OLD]], %[[SUM]]
// CHECK-NEXT:      sloop.write %[[NEW]], %[[C]][%i] elsewhere(0.000000e+00 : f64)
func.func @what_the_result_starts_from(%A: tensor<4x8xf64, #CSR>, %y: tensor<4xf64, #SV>) -> tensor<4xf64, #SV> {
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %r = sloop.nest ins(%a = %A : tensor<4x8xf64, #CSR>) outs(%c = %y : tensor<4xf64, #SV>) {
    sloop.forall %i in %c4 {
      sloop.forall %j in %c8 {
        %0 = sloop.read %a[%i, %j] : tensor<4x8xf64, #CSR>
        sloop.write %0, %c[%i] by add : tensor<4xf64, #SV>
      }
    }
  }
  return %r : tensor<4xf64, #SV>
}

// Loops stand in the order of the levels, here columns first.
// CHECK-LABEL: func.func @two_terms
// CHECK:       sloop.nest ins(%[[A:.*]] = %arg0, %[[B:.*]] = %arg1 : {{.*}}) outs(%[[C:.*]] =
// CHECK-NEXT:    sloop.forall %[[COL:.*]] in %c8
// CHECK-NEXT:      sloop.forall %[[ROW:.*]] in %c4
// CHECK-NEXT:        %[[LEFT:.*]] = sloop.read %[[A]][%[[ROW]], %[[COL]]]
// CHECK-NEXT:        %[[RIGHT:.*]] = sloop.read %[[B]][%[[ROW]], %[[COL]]]
// CHECK-NEXT:        %[[SUM:.*]] = arith.addf %[[LEFT]], %[[RIGHT]]
// CHECK-NEXT:        sloop.write %[[SUM]], %[[C]][%[[ROW]], %[[COL]]] elsewhere(0.000000e+00 : f64)
// CHECK-NOT:   sloop.write
func.func @two_terms(%A: tensor<4x8xf64, #CSR>, %B: tensor<4x8xf64, #CSR>) -> tensor<4x8xf64, #CSC> {
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %e = stensor.empty : tensor<4x8xf64, #CSC>
  %r = sloop.nest ins(%a = %A, %b = %B : tensor<4x8xf64, #CSR>, tensor<4x8xf64, #CSR>) outs(%c = %e : tensor<4x8xf64, #CSC>) {
    sloop.forall %i in %c4 {
      sloop.forall %j in %c8 {
        %0 = sloop.read %a[%i, %j] : tensor<4x8xf64, #CSR>
        sloop.write %0, %c[%i, %j] : tensor<4x8xf64, #CSC>
      }
    }
    sloop.forall %i in %c4 {
      sloop.forall %j in %c8 {
        %0 = sloop.read %b[%i, %j] : tensor<4x8xf64, #CSR>
        sloop.write %0, %c[%i, %j] by add : tensor<4x8xf64, #CSC>
      }
    }
  }
  return %r : tensor<4x8xf64, #CSC>
}

// A fill value that is neutral is not combined with.
// CHECK-LABEL: func.func @min_from_infinity
// CHECK:           %[[MIN:.*]] = sloop.fold %j in %{{.*}} by min
// CHECK-NOT:       arith.minimumf
// CHECK:           sloop.write %[[MIN]], %{{.*}}[%i] elsewhere(0x7FF0000000000000 : f64)
func.func @min_from_infinity(%A: tensor<4x8xf64, #CSR>) -> tensor<4xf64, #INF> {
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %e = stensor.empty : tensor<4xf64, #INF>
  %r = sloop.nest ins(%a = %A : tensor<4x8xf64, #CSR>) outs(%c = %e : tensor<4xf64, #INF>) {
    sloop.forall %i in %c4 {
      sloop.forall %j in %c8 {
        %0 = sloop.read %a[%i, %j] : tensor<4x8xf64, #CSR>
        sloop.write %0, %c[%i] by min : tensor<4xf64, #INF>
      }
    }
  }
  return %r : tensor<4xf64, #INF>
}

// One that is not, is.
// CHECK-LABEL: func.func @min_from_zero
// CHECK:           %[[MIN:.*]] = sloop.fold %j in %{{.*}} by min
// CHECK:           %[[NEW:.*]] = arith.minimumf %{{.*}}, %[[MIN]]
// CHECK-NEXT:      sloop.write %[[NEW]], %{{.*}}[%i] elsewhere(0.000000e+00 : f64)
func.func @min_from_zero(%A: tensor<4x8xf64, #CSR>) -> tensor<4xf64, #SV> {
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %e = stensor.empty : tensor<4xf64, #SV>
  %r = sloop.nest ins(%a = %A : tensor<4x8xf64, #CSR>) outs(%c = %e : tensor<4xf64, #SV>) {
    sloop.forall %i in %c4 {
      sloop.forall %j in %c8 {
        %0 = sloop.read %a[%i, %j] : tensor<4x8xf64, #CSR>
        sloop.write %0, %c[%i] by min : tensor<4xf64, #SV>
      }
    }
  }
  return %r : tensor<4xf64, #SV>
}

// What reads the result reads what it starts from.
// CHECK-LABEL: func.func @old_value_is_read
// CHECK:       sloop.nest ins(%{{.*}} = %arg0, %[[Y:.*]] = %arg1 : {{.*}}) outs(%[[C:.*]] = %arg1 :
// CHECK-NOT:     sloop.read %[[C]]
// CHECK:         sloop.read %[[Y]][%i]
// CHECK-NOT:     sloop.read %[[C]]
// CHECK:         sloop.write
func.func @old_value_is_read(%A: tensor<4xf64, #SV>, %y: tensor<4xf64, #SV>) -> tensor<4xf64, #SV> {
  %c4 = arith.constant 4 : index
  %r = sloop.nest ins(%a = %A : tensor<4xf64, #SV>) outs(%c = %y : tensor<4xf64, #SV>) {
    sloop.forall %i in %c4 {
        %0 = sloop.read %a[%i] : tensor<4xf64, #SV>
        %1 = sloop.read %c[%i] : tensor<4xf64, #SV>
        %2 = arith.mulf %0, %1 : f64
        sloop.write %2, %c[%i] : tensor<4xf64, #SV>
    }
  }
  return %r : tensor<4xf64, #SV>
}

// Dense results beside it keep their statements.
// CHECK-LABEL: func.func @dense_beside_stored
// CHECK:       sloop.nest ins({{.*}}) outs(%[[D:.*]] = %arg1, %[[C:.*]] = %{{.*}} :
// CHECK:           sloop.forall %j
// CHECK:             sloop.write %{{.*}}, %[[D]][%i] by add : tensor<4xf64>
// CHECK:         sloop.forall %i
// CHECK-NEXT:      sloop.fold %j
// CHECK:           sloop.write %{{.*}}, %[[C]][%i] elsewhere(0.000000e+00 : f64)
func.func @dense_beside_stored(%A: tensor<4x8xf64, #CSR>, %y: tensor<4xf64>) -> (tensor<4xf64>, tensor<4xf64, #SV>) {
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %e = stensor.empty : tensor<4xf64, #SV>
  %r:2 = sloop.nest ins(%a = %A : tensor<4x8xf64, #CSR>) outs(%d = %y, %c = %e : tensor<4xf64>, tensor<4xf64, #SV>) {
    sloop.forall %i in %c4 {
      sloop.forall %j in %c8 {
        %0 = sloop.read %a[%i, %j] : tensor<4x8xf64, #CSR>
        sloop.write %0, %d[%i] by add : tensor<4xf64>
        sloop.write %0, %c[%i] by add : tensor<4xf64, #SV>
      }
    }
  }
  return %r#0, %r#1 : tensor<4xf64>, tensor<4xf64, #SV>
}

// Nothing to do.
// CHECK-LABEL: func.func @dense_alone
// CHECK:           sloop.forall %j
// CHECK:             sloop.write %{{.*}}, %{{.*}}[%i] by add : tensor<4xf64>
// CHECK-NOT:   elsewhere
func.func @dense_alone(%A: tensor<4x8xf64, #CSR>, %y: tensor<4xf64>) -> tensor<4xf64> {
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %r = sloop.nest ins(%a = %A : tensor<4x8xf64, #CSR>) outs(%d = %y : tensor<4xf64>) {
    sloop.forall %i in %c4 {
      sloop.forall %j in %c8 {
        %0 = sloop.read %a[%i, %j] : tensor<4x8xf64, #CSR>
        sloop.write %0, %d[%i] by add : tensor<4xf64>
      }
    }
  }
  return %r : tensor<4xf64>
}
