// `convert-sloop-to-scf`: what a loop adds to the points that its segment chooses is scattered side by side, where segments fill
// vectors, if no round can see what another one does.

// RUN: lacuna-opt %s --convert-sloop-to-scf="gathers=fast gathered-entries=4 scattered-entries=9 apart-entries=77" --canonicalize --split-input-file | FileCheck %s
// RUN: lacuna-opt %s --convert-sloop-to-scf=gathers=slow --split-input-file | FileCheck %s --check-prefix=SLOW

#CSC = #stensor.format<(i, j) -> (j : dense, i : compressed)>

// SLOW-NOT: parallelAccesses
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
// CHECK: scf.for
// CHECK:   scf.if %[[FILLS]] {
// CHECK:     scf.for
// CHECK:       %[[I:.*]] = arith.index_cast
// CHECK:       %[[OLD:.*]] = memref.load %[[Y:.*]][%[[I]]]
// CHECK:       %[[NEW:.*]] = arith.addf %[[OLD]]
// CHECK:       memref.store %[[NEW]], %[[Y]][%[[I]]]
// CHECK:     } {loop_annotation = #[[LOOP]]}
// CHECK:   } else {
// CHECK:     scf.for
// CHECK: return
func.func @columns(%A: tensor<?x?xf64, #CSC>, %x: memref<?xf64>, %y: memref<?xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %j = %c0 to %n step %c1 {
    %entries = sloop.cursor %A[1] under(%j) : tensor<?x?xf64, #CSC>
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
  return
}

// -----

#CSC = #stensor.format<(i, j) -> (j : dense, i : compressed)>

// A round reads what another one may have stored.
// CHECK-NOT: parallelAccesses
// CHECK-LABEL: @reads_others
func.func @reads_others(%A: tensor<?x?xf64, #CSC>, %y: memref<?xf64>, %j: index) {
  %entries = sloop.cursor %A[1] under(%j) : tensor<?x?xf64, #CSC>
  sloop.iterate (%i, %entry) in %entries : !sloop.cursor {
    %b = memref.load %y[%j] : memref<?xf64>
    %old = memref.load %y[%i] : memref<?xf64>
    %new = arith.addf %old, %b : f64
    memref.store %new, %y[%i] : memref<?xf64>
    sloop.yield
  }
  return
}

// -----

#LIST = #stensor.format<(i, j) -> (j : dense, i : compressed(nonunique))>

// Two entries may have one coordinate.
// CHECK-NOT: parallelAccesses
// CHECK-LABEL: @repeated_coordinates
func.func @repeated_coordinates(%A: tensor<?x?xf64, #LIST>, %y: memref<?xf64>, %j: index) {
  %entries = sloop.cursor %A[1] under(%j) : tensor<?x?xf64, #LIST>
  sloop.iterate (%i, %entry) in %entries : !sloop.cursor {
    %a = sloop.value %A[%entry] : tensor<?x?xf64, #LIST> -> f64
    %old = memref.load %y[%i] : memref<?xf64>
    %new = arith.addf %old, %a : f64
    memref.store %new, %y[%i] : memref<?xf64>
    sloop.yield
  }
  return
}

// -----

#CSC = #stensor.format<(i, j) -> (j : dense, i : compressed)>

// The points are told by something else, or a second store goes to one point.
// CHECK-NOT: parallelAccesses
// CHECK-LABEL: @other_points
func.func @other_points(%A: tensor<?x?xf64, #CSC>, %p: memref<?xindex>, %y: memref<?xf64>, %z: memref<?xf64>, %j: index) {
  %first = sloop.cursor %A[1] under(%j) : tensor<?x?xf64, #CSC>
  sloop.iterate (%i, %entry) in %first : !sloop.cursor {
    %a = sloop.value %A[%entry] : tensor<?x?xf64, #CSC> -> f64
    %at = memref.load %p[%i] : memref<?xindex>
    %old = memref.load %y[%at] : memref<?xf64>
    %new = arith.addf %old, %a : f64
    memref.store %new, %y[%at] : memref<?xf64>
    sloop.yield
  }
  %second = sloop.cursor %A[1] under(%j) : tensor<?x?xf64, #CSC>
  sloop.iterate (%i, %entry) in %second : !sloop.cursor {
    %a = sloop.value %A[%entry] : tensor<?x?xf64, #CSC> -> f64
    %old = memref.load %y[%i] : memref<?xf64>
    %new = arith.addf %old, %a : f64
    memref.store %new, %y[%i] : memref<?xf64>
    %sum = memref.load %z[%j] : memref<?xf64>
    %more = arith.addf %sum, %a : f64
    memref.store %more, %z[%j] : memref<?xf64>
    sloop.yield
  }
  return
}
