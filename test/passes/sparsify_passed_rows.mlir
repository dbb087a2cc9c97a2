// `sloop-sparsify`: a result that starts from one value gets it row by row, where a loop comes to its rows in order: rows
// that the loop passes over, before it comes to the next one, and those after the last at the end.

// RUN: lacuna-opt %s "--sloop-sparsify=rows-ahead=0 ahead=0" | FileCheck %s
// RUN: lacuna-opt %s "--sloop-sparsify=fp=strict ahead=0" | FileCheck %s --check-prefix=STRICT

#COO = #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton)>
#DCSR = #stensor.format<(i, j) -> (i : compressed, j : compressed)>
#HASH = #stensor.format<(i, j) -> (i : hashed, j : compressed)>

// Each point of a row that the loop comes to is stored once: such rows need no value before.
// CHECK-LABEL: @passed_rows(
// CHECK-SAME: memref<8x16xf64>, %[[C:[a-z0-9]*]]: memref<4x16xf64>
// CHECK-NOT: scf.for
// CHECK: %[[FLAT:.*]] = memref.collapse_shape %[[C]]
// CHECK: %[[ALL:.*]] = memref.cast %[[FLAT]] : memref<64xf64> to memref<?xf64>
// CHECK-NOT: scf.for
// CHECK: %[[CURSOR0:.*]] = sloop.cursor %{{.*}}[0] under
// CHECK-NEXT: %[[RUNS0:.*]] = sloop.runs %[[CURSOR0]] open
// CHECK-NEXT: %[[LEFT:.*]] = sloop.iterate (%[[ROW:.*]], %{{.*}}, %{{.*}}) in %[[RUNS0]] init(%[[NEXT:.*]] =
// CHECK: %[[AFTER:.*]] = arith.addi %[[ROW]],
// CHECK: %[[SOME:.*]] = arith.cmpi ult, %[[NEXT]], %[[ROW]]
// CHECK: scf.if %[[SOME]] {
// CHECK: %[[FROM:.*]] = arith.muli %[[NEXT]], %[[LENGTH:.*]] :
// CHECK: %[[TO:.*]] = arith.muli %[[ROW]], %[[LENGTH]] :
// CHECK: func.call @[[FILL:.*]](%[[ALL]], %[[FROM]], %[[TO]], %{{.*}}) : (memref<?xf64>, index, index, f64) -> ()
// CHECK-NOT: vector.load %[[C]]
// CHECK: vector.store %{{.*}}, %[[C]][%[[ROW]],
// CHECK: sloop.yield %{{.*}}, %[[AFTER]] : index, index
// CHECK: arith.cmpi ult, %[[LEFT]], %
// CHECK: %[[FROM:.*]] = arith.muli %[[LEFT]], %[[LENGTH]] :
// CHECK: func.call @[[FILL]](%[[ALL]], %[[FROM]], %{{.*}}) :
// CHECK: return
// To the letter, a sum that starts from zero is not what is added to it, and such rows get the zeros, too.
// STRICT-LABEL: @passed_rows(
// STRICT: %[[CURSOR1:.*]] = sloop.cursor %{{.*}}[0] under
// STRICT-NEXT: %[[RUNS1:.*]] = sloop.runs %[[CURSOR1]] open
// STRICT-NEXT: sloop.iterate (%[[ROW:.*]], %{{.*}}, %{{.*}}) in %[[RUNS1]]
// STRICT: %[[AFTER:.*]] = arith.addi %[[ROW]],
// STRICT: arith.cmpi ult, %{{.*}}, %[[AFTER]]
// STRICT: vector.load
// STRICT: sloop.yield %{{.*}}, %[[AFTER]] : index, index
func.func @passed_rows(%A: tensor<4x8xf64, #COO>, %B: memref<8x16xf64>, %C: memref<4x16xf64>) {
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %zero = arith.constant 0.0 : f64
  sloop.nest ins(%a = %A, %b = %B : tensor<4x8xf64, #COO>, memref<8x16xf64>) outs(%c = %C : memref<4x16xf64>) {
    sloop.forall %i in %c4 {
      sloop.forall %k in %c16 {
        sloop.write %zero, %c[%i, %k] : memref<4x16xf64>
      }
    }
    sloop.forall %i in %c4 {
      sloop.forall %k in %c16 how(<lanes = 16>) {
        %0 = sloop.fold %j in %c8 by add -> f64 {
          %1 = sloop.read %a[%i, %j] : tensor<4x8xf64, #COO>
          %2 = sloop.read %b[%j, %k] : memref<8x16xf64>
          %3 = arith.mulf %1, %2 : f64
          sloop.yield %3 : f64
        }
        sloop.write %0, %c[%i, %k] by add : memref<4x16xf64>
      }
    }
  }
  return
}

// A row that the loop comes to gets the value, too, where something is combined into it afterwards.
// CHECK-LABEL: @rows_that_are_combined_into(
// CHECK: %[[CURSOR:.*]] = sloop.cursor %{{.*}}[0] under
// CHECK-NEXT: sloop.iterate (%[[ROW:.*]], %{{.*}}) in %[[CURSOR]] init(%[[NEXT:.*]] =
// CHECK: %[[AFTER:.*]] = arith.addi %[[ROW]], %{{.*}}
// CHECK: arith.cmpi ult, %[[NEXT]], %[[AFTER]]
// CHECK: func.call @lacuna.fill.f64(
// CHECK: memref.load
// CHECK: sloop.yield %[[AFTER]]
func.func @rows_that_are_combined_into(%A: tensor<4x8xf64, #DCSR>, %C: memref<4x8xf64>, %v: f64) {
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  sloop.nest ins(%a = %A : tensor<4x8xf64, #DCSR>) outs(%c = %C : memref<4x8xf64>) {
    sloop.forall %i in %c4 {
      sloop.forall %j in %c8 {
        sloop.write %v, %c[%i, %j] : memref<4x8xf64>
      }
    }
    sloop.forall %i in %c4 {
      sloop.forall %j in %c8 {
        %0 = sloop.read %a[%i, %j] : tensor<4x8xf64, #DCSR>
        sloop.write %0, %c[%i, %j] by add : memref<4x8xf64>
      }
    }
  }
  return
}

// Rows of one point are not looked for.
// CHECK-LABEL: @not_short_rows(
// CHECK: scf.for
// CHECK-NEXT: memref.store
// CHECK-NOT: init(
// CHECK: return
func.func @not_short_rows(%A: tensor<4x8xf64, #DCSR>, %C: memref<4x1xf64>, %v: f64) {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  sloop.nest ins(%a = %A : tensor<4x8xf64, #DCSR>) outs(%c = %C : memref<4x1xf64>) {
    sloop.forall %i in %c4 {
      sloop.forall %k in %c1 {
        sloop.write %v, %c[%i, %k] : memref<4x1xf64>
      }
    }
    sloop.forall %i in %c4 {
      sloop.forall %k in %c1 {
        sloop.forall %j in %c8 {
          %0 = sloop.read %a[%i, %j] : tensor<4x8xf64, #DCSR>
          sloop.write %0, %c[%i, %k] by add : memref<4x1xf64>
        }
      }
    }
  }
  return
}

// Rows that come in no order are not known when they are passed.
// CHECK-LABEL: @not_without_order(
// CHECK: scf.for
// CHECK-NEXT: memref.store
// CHECK-NOT: init(
// CHECK: return
func.func @not_without_order(%A: tensor<4x8xf64, #HASH>, %C: memref<4x8xf64>, %v: f64) {
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  sloop.nest ins(%a = %A : tensor<4x8xf64, #HASH>) outs(%c = %C : memref<4x8xf64>) {
    sloop.forall %i in %c4 {
      sloop.forall %j in %c8 {
        sloop.write %v, %c[%i, %j] : memref<4x8xf64>
      }
    }
    sloop.forall %i in %c4 {
      sloop.forall %j in %c8 {
        %0 = sloop.read %a[%i, %j] : tensor<4x8xf64, #HASH>
        sloop.write %0, %c[%i, %j] by add : memref<4x8xf64>
      }
    }
  }
  return
}

// CHECK: func.func private @lacuna.fill.f64(%[[ALL:.*]]: memref<?xf64>, %[[FROM:.*]]: index, %[[TO:.*]]: index, %[[V:.*]]: f64)
// CHECK: scf.for %[[AT:.*]] = %[[FROM]] to %[[TO]]
// CHECK: memref.store %[[V]], %[[ALL]][%[[AT]]]
