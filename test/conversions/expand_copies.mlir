// `expand-copies`: copies of buffers that are not one piece become loads and stores; others stay.
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

// CHECK-LABEL: func.func @one_piece(
// CHECK:         memref.copy
func.func @one_piece(%from: memref<2x4xf64, strided<[4, 1], offset: 8>>, %to: memref<2x4xf64>) {
  memref.copy %from, %to : memref<2x4xf64, strided<[4, 1], offset: 8>> to memref<2x4xf64>
  return
}

// CHECK-LABEL: func.func @gaps(
// CHECK-NOT:     memref.copy
// CHECK:         scf.for
func.func @gaps(%from: memref<2x4xf64, strided<[5, 1], offset: 8>>, %to: memref<2x4xf64>) {
  memref.copy %from, %to : memref<2x4xf64, strided<[5, 1], offset: 8>> to memref<2x4xf64>
  return
}
