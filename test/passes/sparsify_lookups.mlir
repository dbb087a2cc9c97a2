// `sloop-sparsify`: coordinates that are looked up. Where computing is cheaper than a branch that is hard to predict, and
// there is an entry to compute with in any case, what is not found is computed as well and left out of the fold.

// RUN: lacuna-opt %s --sloop-sparsify=ahead=0 | FileCheck %s

#SV = #stensor.format<(i) -> (i : compressed)>
#Table = #stensor.format<(i) -> (i : hashed)>
#Tables = #stensor.format<(i, j) -> (i : hashed, j : compressed)>

// CHECK-LABEL: func.func @cheap(
// CHECK:         sloop.iterate
// CHECK:           %[[AT:.*]], %[[FOUND:.*]] = sloop.locate
// CHECK-NOT:       scf.if
// CHECK:           %[[ANY:.*]] = arith.select %[[FOUND]], %[[AT]], %c0{{.*}} : index
// CHECK:           sloop.value %arg1[%[[ANY]]]
// CHECK:           %[[PRODUCT:.*]] = arith.mulf
// CHECK:           %[[PART:.*]] = arith.select %[[FOUND]], %[[PRODUCT]], %{{.*}} : f64
// CHECK:           arith.addf %{{.*}}, %[[PART]]
func.func @cheap(%A: tensor<?xf64, #SV>, %B: tensor<?xf64, #Table>, %y: memref<f64>, %n: index) {
  sloop.nest ins(%a = %A, %b = %B : tensor<?xf64, #SV>, tensor<?xf64, #Table>) outs(%c = %y : memref<f64>) {
    %0 = sloop.fold %i in %n by add -> f64 {
      %1 = sloop.read %a[%i] : tensor<?xf64, #SV>
      %2 = sloop.read %b[%i] : tensor<?xf64, #Table>
      %3 = arith.mulf %1, %2 : f64
      sloop.yield %3 : f64
    }
    sloop.write %0, %c[] by add : memref<f64>
  }
  return
}

// The smallest of the sums: what is left out is infinity.
// CHECK-LABEL: func.func @cheap_min(
// CHECK:           %[[SUM:.*]] = arith.addf
// CHECK:           %[[INFINITY:.*]] = arith.constant 0x7FF0000000000000 : f64
// CHECK:           %[[PART:.*]] = arith.select %{{.*}}, %[[SUM]], %[[INFINITY]] : f64
// CHECK:           arith.minimumf %{{.*}}, %[[PART]]
#Far = #stensor.format<(i) -> (i : compressed), fill = 0x7FF0000000000000 : f64>
#FarTable = #stensor.format<(i) -> (i : hashed), fill = 0x7FF0000000000000 : f64>
func.func @cheap_min(%A: tensor<?xf64, #Far>, %B: tensor<?xf64, #FarTable>, %y: memref<f64>, %n: index) {
  sloop.nest ins(%a = %A, %b = %B : tensor<?xf64, #Far>, tensor<?xf64, #FarTable>) outs(%c = %y : memref<f64>) {
    %0 = sloop.fold %i in %n by min -> f64 {
      %1 = sloop.read %a[%i] : tensor<?xf64, #Far>
      %2 = sloop.read %b[%i] : tensor<?xf64, #FarTable>
      %3 = arith.addf %1, %2 : f64
      sloop.yield %3 : f64
    }
    sloop.write %0, %c[] by min : memref<f64>
  }
  return
}

// Dividing takes longer than a branch, and with integers it may trap.
// CHECK-LABEL: func.func @dear(
// CHECK:           %{{.*}}, %[[FOUND:.*]] = sloop.locate
// CHECK:           scf.if %[[FOUND]]
// CHECK:             arith.divsi
func.func @dear(%A: tensor<?xi64, #SV>, %B: tensor<?xi64, #Table>, %y: memref<i64>, %n: index) {
  %one = arith.constant 1 : i64
  sloop.nest ins(%a = %A, %b = %B : tensor<?xi64, #SV>, tensor<?xi64, #Table>) outs(%c = %y : memref<i64>) {
    %0 = sloop.fold %i in %n by add -> i64 {
      %1 = sloop.read %a[%i] : tensor<?xi64, #SV>
      %2 = sloop.read %b[%i] : tensor<?xi64, #Table>
      %3 = arith.muli %1, %2 : i64
      %4 = arith.divsi %one, %3 : i64
      %5 = arith.muli %4, %3 : i64
      sloop.yield %5 : i64
    }
    sloop.write %0, %c[] by add : memref<i64>
  }
  return
}

// Where nothing is found, there is no row to walk.
// CHECK-LABEL: func.func @rows(
// CHECK:           %{{.*}}, %[[FOUND:.*]] = sloop.locate
// CHECK:           scf.if %[[FOUND]]
// CHECK:             sloop.iterate
func.func @rows(%A: tensor<?xf64, #SV>, %B: tensor<?x?xf64, #Tables>, %y: memref<f64>, %n: index) {
  sloop.nest ins(%a = %A, %b = %B : tensor<?xf64, #SV>, tensor<?x?xf64, #Tables>) outs(%c = %y : memref<f64>) {
    %0 = sloop.fold %i in %n by add -> f64 {
      %inner = sloop.fold %j in %n by add -> f64 {
        %1 = sloop.read %a[%i] : tensor<?xf64, #SV>
        %2 = sloop.read %b[%i, %j] : tensor<?x?xf64, #Tables>
        %3 = arith.mulf %1, %2 : f64
        sloop.yield %3 : f64
      }
      sloop.yield %inner : f64
    }
    sloop.write %0, %c[] by add : memref<f64>
  }
  return
}
