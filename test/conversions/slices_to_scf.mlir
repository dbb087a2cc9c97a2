// `convert-sloop-to-scf`: sums over the rows of a slice are taken side by side, by the first row that asks.

// RUN: lacuna-opt %s --convert-sloop-to-scf --canonicalize | FileCheck %s

#SELL = #stensor.format<(i, j) -> (i : compressed(unordered, full), j : sliced[8, 256])>

// CHECK-LABEL: @side_by_side
// CHECK-SAME: %[[A:.*]]: tensor<?x?xf64, #{{.*}}>, %[[X:.*]]: memref<?xf64>, %[[Y:.*]]: memref<?xf64>
// CHECK: %[[HELD:.*]] = memref.alloca() : memref<1xindex>
// CHECK: %[[SUMS:.*]] = memref.alloca() : memref<8xf64>
// CHECK: memref.store %c-1, %[[HELD]][%c0]
// CHECK: scf.for %[[ROW:.*]] = {{.*}} {
// CHECK:   %[[SLICE:.*]] = arith.divui %[[ROW]], %c8
// CHECK:   %[[LANE:.*]] = arith.remui %[[ROW]], %c8
// CHECK:   %[[LAST:.*]] = memref.load %[[HELD]]
// CHECK:   %[[IS_NEW:.*]] = arith.cmpi ne, %[[SLICE]], %[[LAST]]
// CHECK:   scf.if %[[IS_NEW]] {
// CHECK:     %[[LONGEST:.*]] = scf.for %{{.*}} = %c0 to %c8 step %c1 iter_args
// CHECK:     scf.for %[[CHILD:.*]] = %c1 to %[[LONGEST]]
// CHECK:       scf.for %[[L:.*]] = %c0 to %c8
// CHECK:         %[[BEFORE:.*]] = memref.load %[[SUMS]][%[[L]]]
// CHECK:         %[[TERM:.*]] = arith.mulf
// CHECK:         %[[AFTER:.*]] = arith.addf %[[BEFORE]], %[[TERM]]
// CHECK:         %[[IS_THERE:.*]] = arith.cmpi ult, %[[CHILD]], %{{.*}} : index
// CHECK:         %[[SUM:.*]] = arith.select %[[IS_THERE]], %[[AFTER]], %[[BEFORE]]
// CHECK:         memref.store %[[SUM]], %[[SUMS]][%[[L]]]
// CHECK:       } {loop_annotation = #{{.*}}}
// CHECK:     memref.store %[[SLICE]], %[[HELD]]
// CHECK:   }
// CHECK:   memref.load %[[SUMS]][%[[LANE]]]
func.func @side_by_side(%A: tensor<?x?xf64, #SELL>, %x: memref<?xf64>, %y: memref<?xf64>) {
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %rows = sloop.cursor %A[0] under(%c0) : tensor<?x?xf64, #SELL>
  sloop.iterate (%i, %row) in %rows : !sloop.cursor {
    %entries = sloop.cursor %A[1] under(%row) : tensor<?x?xf64, #SELL>
    %sum = sloop.iterate (%j, %entry) in %entries how(<abreast = 8>) init(%before = %zero) : !sloop.cursor -> f64 {
      %a = sloop.value %A[%entry] : tensor<?x?xf64, #SELL> -> f64
      %b = memref.load %x[%j] : memref<?xf64>
      %term = arith.mulf %a, %b fastmath<fast> : f64
      %after = arith.addf %before, %term fastmath<fast> : f64
      sloop.yield %after : f64
    }
    memref.store %sum, %y[%i] : memref<?xf64>
    sloop.yield
  }
  return
}
