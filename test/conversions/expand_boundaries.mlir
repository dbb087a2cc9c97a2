// `stensor-expand-boundaries`: stored tensors cross function boundaries as their buffers and dynamic sizes.

// RUN: lacuna-opt %s --stensor-expand-boundaries | FileCheck %s
// RUN: lacuna-opt %s --stensor-expand-boundaries > %t.once
// RUN: lacuna-opt %t.once --stensor-expand-boundaries | diff %t.once -

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#COO = #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton), positions = 64, coordinates = 16>

// Buffers from the outermost level to the innermost, positions before coordinates, values last; sizes after them.
// CHECK-LABEL: func.func @arguments(
// CHECK-SAME:    %[[K:[a-z0-9]*]]: index,
// CHECK-SAME:    %[[POS:[a-z0-9]*]]: memref<?xi32> {llvm.noalias}, %[[CRD:[a-z0-9]*]]: memref<?xi32> {llvm.noalias}, %[[VAL:[a-z0-9]*]]: memref<?xf64> {llvm.noalias},
// CHECK-SAME:    %[[M:[a-z0-9]*]]: index, %[[N:[a-z0-9]*]]: index, %[[LAST:[a-z0-9]*]]: i1) -> f64
func.func @arguments(%k: index, %A: tensor<?x?xf64, #CSR>, %last: i1) -> f64 {
  // CHECK-NEXT: %[[A:.*]] = stensor.pack(%[[POS]], %[[CRD]], %[[VAL]]) sizes(%[[M]], %[[N]])
  // CHECK:      sloop.value %[[A]][%[[K]]]
  %0 = sloop.value %A[%k] : tensor<?x?xf64, #CSR> -> f64
  return %0 : f64
}

// The widths are those of the format, and a static size is not passed.
// CHECK-LABEL: func.func @widths(
// CHECK-SAME:    %{{.*}}: memref<?xi64> {llvm.noalias}, %{{.*}}: memref<?xi16> {llvm.noalias}, %{{.*}}: memref<?xi16> {llvm.noalias}, %{{.*}}: memref<?xf32> {llvm.noalias}, %[[N:.*]]: index) -> index
func.func @widths(%A: tensor<4x?xf32, #COO>) -> index {
  // A size is known at once.
  // CHECK-NOT: tensor.dim
  // CHECK:     return %[[N]]
  %c1 = arith.constant 1 : index
  %n = tensor.dim %A, %c1 : tensor<4x?xf32, #COO>
  return %n : index
}

// CHECK-LABEL: func.func @results(
// CHECK-SAME:    -> (memref<?xi32>, memref<?xi32>, memref<?xf64>, index, index, i1)
func.func @results(%A: tensor<?x?xf64, #CSR>, %p: i1) -> (tensor<?x?xf64, #CSR>, i1) {
  // CHECK: %[[A:.*]] = stensor.pack
  // CHECK: %[[PARTS:.*]]:3 = stensor.unpack %[[A]]
  // CHECK: return %[[PARTS]]#0, %[[PARTS]]#1, %[[PARTS]]#2, %{{.*}}, %{{.*}}, %{{.*}} : memref<?xi32>, memref<?xi32>, memref<?xf64>, index, index, i1
  return %A, %p : tensor<?x?xf64, #CSR>, i1
}

// CHECK-LABEL: func.func private @declaration(memref<?xi32> {llvm.noalias}, memref<?xi32> {llvm.noalias}, memref<?xf64> {llvm.noalias}, index)
// CHECK-SAME:    -> (memref<?xi32>, memref<?xi32>, memref<?xf64>, index)
func.func private @declaration(tensor<?x8xf64, #CSR>) -> tensor<?x8xf64, #CSR>

// CHECK-LABEL: func.func @calls(
func.func @calls(%A: tensor<?x8xf64, #CSR>) -> index {
  // CHECK: %[[GIVEN:.*]]:3 = stensor.unpack
  // CHECK: %[[R:.*]]:4 = call @declaration(%[[GIVEN]]#0, %[[GIVEN]]#1, %[[GIVEN]]#2, %{{.*}})
  // CHECK: stensor.pack(%[[R]]#0, %[[R]]#1, %[[R]]#2) sizes(%[[R]]#3) : {{.*}} -> tensor<?x8xf64,
  // CHECK: return %[[R]]#3
  %0 = call @declaration(%A) : (tensor<?x8xf64, #CSR>) -> tensor<?x8xf64, #CSR>
  %c0 = arith.constant 0 : index
  %m = tensor.dim %0, %c0 : tensor<?x8xf64, #CSR>
  return %m : index
}

// Dense tensors stay tensors; they do not alias either, and keep what else is known of them.
// CHECK-LABEL: func.func @dense_tensors(
// CHECK-SAME:    %{{.*}}: tensor<?xf64> {llvm.noalias}, %{{.*}}: tensor<?xf64> {bufferization.writable = false, llvm.noalias}, %{{.*}}: tensor<4xf64> {llvm.noalias}, %{{.*}}: memref<?xf64>, %{{.*}}: memref<?xf64> {llvm.nocapture})
func.func @dense_tensors(%x: tensor<?xf64>, %y: tensor<?xf64> {bufferization.writable = false},
                         %z: tensor<4xf64> {llvm.noalias}, %b: memref<?xf64>, %c: memref<?xf64> {llvm.nocapture}) {
  return
}

// CHECK-LABEL: func.func @no_tensors(
// CHECK-SAME:    %{{.*}}: memref<?xf64>, %{{.*}}: index) -> index {
func.func @no_tensors(%b: memref<?xf64>, %n: index) -> index {
  // CHECK-NEXT: return
  return %n : index
}
