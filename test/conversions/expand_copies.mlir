// `expand-copies`: copies of buffers with strides are loops; others stay.
//
// RUN: lacuna-opt %s --expand-copies | FileCheck %s

// CHECK-LABEL: func.func @strided(
// CHECK-SAME:    %[[FROM:[^:]*]]: memref<?x7xi32, strided<[?, ?], offset: ?>>, %[[TO:[^:]*]]: memref<?x7xi32>
// CHECK-NOT:     memref.copy
// CHECK-DAG:     %[[ROWS:.*]] = memref.dim %[[FROM]], %{{.*}}
// CHECK:         scf.for %[[I:.*]] = %{{.*}} to %[[ROWS]]
// CHECK:           scf.for %[[J:.*]] = %{{.*}} to %{{.*}}
// CHECK:             %[[VALUE:.*]] = memref.load %[[FROM]][%[[I]], %[[J]]]
// CHECK:             memref.store %[[VALUE]], %[[TO]][%[[I]], %[[J]]]
func.func @strided(%from: memref<?x7xi32, strided<[?, ?], offset: ?>>, %to: memref<?x7xi32>) {
  memref.copy %from, %to : memref<?x7xi32, strided<[?, ?], offset: ?>> to memref<?x7xi32>
  return
}

// CHECK-LABEL: func.func @whole(
// CHECK:         memref.copy
func.func @whole(%from: memref<?x7xi32>, %to: memref<?x7xi32>) {
  memref.copy %from, %to : memref<?x7xi32> to memref<?x7xi32>
  return
}

// CHECK-LABEL: func.func @scalar(
// CHECK-NOT:     scf.for
// CHECK:         %[[VALUE:.*]] = memref.load %{{.*}}[]
// CHECK:         memref.store %[[VALUE]], %{{.*}}[]
func.func @scalar(%from: memref<i32, strided<[], offset: ?>>, %to: memref<i32>) {
  memref.copy %from, %to : memref<i32, strided<[], offset: ?>> to memref<i32>
  return
}
