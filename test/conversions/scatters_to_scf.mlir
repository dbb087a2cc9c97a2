// `convert-sloop-to-scf`: what a loop adds to the points that its segment chooses is scattered side by side, where segments fill
// vectors.

// RUN: lacuna-opt %s --convert-sloop-to-scf="scattered-entries=9 apart-entries=77" --canonicalize | FileCheck %s

#CSC = #stensor.format<(i, j) -> (j : dense, i : compressed)>

// CHECK: #[[GROUP:.*]] = #llvm.access_group<id = distinct[0]<>>
// CHECK: #[[LANES:.*]] = #llvm.loop_vectorize<disable = false, predicateEnable = true, width = 4 : i32>
// CHECK: #[[LOOP:.*]] = #llvm.loop_annotation<vectorize = #[[LANES]], {{.*}}parallelAccesses = #[[GROUP]]>
// CHECK-LABEL: @columns
// Columns are long enough to fill vectors; and long, or begin elsewhere than the column before.
// CHECK: %[[FEW:.*]] = arith.muli %{{.*}}, %c9
// CHECK: %[[FILL:.*]] = arith.cmpi slt, %[[FEW]], %{{.*}} : index
// CHECK: %[[FILLS:.*]] = scf.if %[[FILL]] -> (i1) {
// CHECK:   %[[MANY:.*]] = arith.muli %{{.*}}, %c77
// CHECK:   scf.if %{{.*}} -> (i1) {
// CHECK:   } else {
// CHECK:     %[[NEAR:.*]] = scf.for
// CHECK:     %[[TWICE:.*]] = arith.muli %[[NEAR]], %c2
// CHECK:     arith.cmpi sle, %[[TWICE]]
// CHECK: %[[WAY:.*]] = arith.select %[[FILLS]], %c1, %c0 : index
// CHECK: scf.for
// CHECK:   scf.index_switch %[[WAY]]
// CHECK:   case 1 {
// CHECK:     scf.for
// CHECK:       %[[I:.*]] = arith.index_cast
// CHECK:       %[[OLD:.*]] = memref.load %[[Y:.*]][%[[I]]]
// CHECK:       %[[NEW:.*]] = arith.addf %[[OLD]]
// CHECK:       memref.store %[[NEW]], %[[Y]][%[[I]]]
// CHECK:     } {loop_annotation = #[[LOOP]]}
// CHECK:   default {
// CHECK:     scf.for
// CHECK-NOT: loop_annotation
// CHECK: return
func.func @columns(%A: tensor<?x?xf64, #CSC>, %x: memref<?xf64>, %y: memref<?xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %way = sloop.choose %A[1] of [#sloop.how<>, #sloop.how<scatters = 4>] : tensor<?x?xf64, #CSC>
  scf.for %j = %c0 to %n step %c1 {
    %entries = sloop.cursor %A[1] under(%j) : tensor<?x?xf64, #CSC>
    scf.index_switch %way
    case 1 {
      sloop.iterate (%i, %entry) in %entries how(<scatters = 4>) : !sloop.cursor {
        %a = sloop.value %A[%entry] : tensor<?x?xf64, #CSC> -> f64
        %b = memref.load %x[%j] : memref<?xf64>
        %term = arith.mulf %a, %b : f64
        %old = memref.load %y[%i] : memref<?xf64>
        %new = arith.addf %old, %term : f64
        memref.store %new, %y[%i] : memref<?xf64>
        sloop.yield
      }
      scf.yield
    }
    default {
      sloop.iterate (%i, %entry) in %entries : !sloop.cursor {
        %a = sloop.value %A[%entry] : tensor<?x?xf64, #CSC> -> f64
        %b = memref.load %x[%j] : memref<?xf64>
        %term = arith.mulf %a, %b : f64
        %old = memref.load %y[%i] : memref<?xf64>
        %new = arith.addf %old, %term : f64
        memref.store %new, %y[%i] : memref<?xf64>
        sloop.yield
      }
    }
  }
  return
}
