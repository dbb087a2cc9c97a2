// `sloop-schedule`: a write that replaces points, under loops that a stored tensor drives, would miss the points that
// the tensor does not store. It becomes a loop that writes zero to all points and a write that adds.

// RUN: lacuna-opt %s --sloop-schedule | FileCheck %s
// RUN: lacuna-opt %s --sloop-schedule > %t.once
// RUN: lacuna-opt %t.once --sloop-schedule | diff %t.once -

#CSC = #stensor.format<(i, j) -> (j : dense, i : compressed)>
#Parts = #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton(nonunique))>
#Dense = #stensor.format<(i, j) -> (i : dense, j : dense)>

// CHECK-LABEL: func.func @zero_then_add(
// CHECK-SAME:    %[[M:[a-z0-9]*]]: index, %[[N:[a-z0-9]*]]: index)
func.func @zero_then_add(%A: tensor<?x?xf64, #CSC>, %C: tensor<?x?xf64>, %s: f64, %m: index, %n: index)
    -> tensor<?x?xf64> {
  // CHECK:      %[[ZERO:.*]] = arith.constant 0.0
  // CHECK:      sloop.nest
  // CHECK-NEXT:   sloop.forall %i in %[[M]] {
  // CHECK-NEXT:     sloop.forall %j in %[[N]] {
  // CHECK-NEXT:       sloop.write %[[ZERO]], %[[C:.*]][%i, %j] : tensor<?x?xf64>
  // CHECK:        sloop.forall %[[COL:.*]] in %[[N]] {
  // CHECK-NEXT:     sloop.forall %[[ROW:.*]] in %[[M]] {
  // CHECK:            %[[V:.*]] = arith.mulf
  // CHECK-NEXT:       sloop.write %[[V]], %[[C]][%[[ROW]], %[[COL]]] by add : tensor<?x?xf64>
  %r = sloop.nest ins(%a = %A : tensor<?x?xf64, #CSC>) outs(%c = %C : tensor<?x?xf64>) {
    sloop.forall %i in %m {
      sloop.forall %j in %n {
        %0 = sloop.read %a[%i, %j] : tensor<?x?xf64, #CSC>
        %1 = arith.mulf %0, %s : f64
        sloop.write %1, %c[%i, %j] : tensor<?x?xf64>
      }
    }
  }
  return %r : tensor<?x?xf64>
}

// CHECK-LABEL: func.func @zero_of_integers(
func.func @zero_of_integers(%A: tensor<2x3xi32, #CSC>, %C: tensor<2x3xi32>) -> tensor<2x3xi32> {
  // CHECK: %[[ZERO:.*]] = arith.constant 0 : i32
  // CHECK: sloop.write %[[ZERO]], %{{.*}}[%i, %j] : tensor<2x3xi32>
  // CHECK: sloop.write %{{.*}}, %{{.*}}[%j, %i] by add : tensor<2x3xi32>
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %r = sloop.nest ins(%a = %A : tensor<2x3xi32, #CSC>) outs(%c = %C : tensor<2x3xi32>) {
    sloop.forall %i in %c2 {
      sloop.forall %j in %c3 {
        %0 = sloop.read %a[%i, %j] : tensor<2x3xi32, #CSC>
        sloop.write %0, %c[%i, %j] : tensor<2x3xi32>
      }
    }
  }
  return %r : tensor<2x3xi32>
}

// CHECK-LABEL: func.func @keeps_replacing_where_every_point_is_stored(
func.func @keeps_replacing_where_every_point_is_stored(%A: tensor<2x3xf64, #Dense>, %C: tensor<2x3xf64>)
    -> tensor<2x3xf64> {
  // CHECK-NOT: by add
  // CHECK:     sloop.write %{{.*}}, %{{.*}}[%i, %j] : tensor<2x3xf64>
  // CHECK-NOT: sloop.write
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %r = sloop.nest ins(%a = %A : tensor<2x3xf64, #Dense>) outs(%c = %C : tensor<2x3xf64>) {
    sloop.forall %i in %c2 {
      sloop.forall %j in %c3 {
        %0 = sloop.read %a[%i, %j] : tensor<2x3xf64, #Dense>
        sloop.write %0, %c[%i, %j] : tensor<2x3xf64>
      }
    }
  }
  // CHECK: return
  return %r : tensor<2x3xf64>
}

// What holds zero elsewhere is replaced where something is stored: the sign of a zero stays.
// CHECK-LABEL: func.func @keeps_replacing_what_holds_zero(
func.func @keeps_replacing_what_holds_zero(%A: tensor<2x3xf64, #CSC>, %C: tensor<2x3xf64>) -> tensor<2x3xf64> {
  // CHECK-NOT: by add
  // CHECK:     sloop.write %{{.*}}, %{{.*}}[%j, %i] elsewhere(0.0{{.*}} : f64) : tensor<2x3xf64>
  // CHECK-NOT: sloop.write
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %r = sloop.nest ins(%a = %A : tensor<2x3xf64, #CSC>) outs(%c = %C : tensor<2x3xf64>) {
    sloop.forall %i in %c2 {
      sloop.forall %j in %c3 {
        %0 = sloop.read %a[%i, %j] : tensor<2x3xf64, #CSC>
        sloop.write %0, %c[%i, %j] elsewhere(0.0 : f64) : tensor<2x3xf64>
      }
    }
  }
  // CHECK: return
  return %r : tensor<2x3xf64>
}

// Parts of a point are added up.
// CHECK-LABEL: func.func @adds_parts(
func.func @adds_parts(%A: tensor<2x3xf64, #Parts>, %C: tensor<2x3xf64>) -> tensor<2x3xf64> {
  // CHECK: sloop.write %{{.*}}, %{{.*}}[%{{.*}}, %{{.*}}] : tensor<2x3xf64>
  // CHECK: sloop.write %{{.*}}, %{{.*}}[%i, %j] by add
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %r = sloop.nest ins(%a = %A : tensor<2x3xf64, #Parts>) outs(%c = %C : tensor<2x3xf64>) {
    sloop.forall %i in %c2 {
      sloop.forall %j in %c3 {
        %0 = sloop.read %a[%i, %j] : tensor<2x3xf64, #Parts>
        sloop.write %0, %c[%i, %j] elsewhere(0.0 : f64) : tensor<2x3xf64>
      }
    }
  }
  return %r : tensor<2x3xf64>
}
