// `convert-stensor-to-memref`: storage access becomes the operands of the pack that the tensor comes from.

// RUN: lacuna-opt %s --convert-stensor-to-memref | FileCheck %s
// RUN: lacuna-opt %s --convert-stensor-to-memref > %t.once
// RUN: lacuna-opt %t.once --convert-stensor-to-memref | diff %t.once -

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>

// CHECK-LABEL: func.func @each_array(
// CHECK-SAME:    %[[POS:.*]]: memref<?xi32>, %[[CRD:.*]]: memref<?xi32>, %[[VAL:.*]]: memref<?xf64>, %{{.*}}: index)
func.func @each_array(%pos: memref<?xi32>, %crd: memref<?xi32>, %val: memref<?xf64>, %m: index)
    -> (memref<?xi32>, memref<?xi32>, memref<?xf64>) {
  // CHECK-NOT: stensor
  %A = stensor.pack(%pos, %crd, %val) sizes(%m) : (memref<?xi32>, memref<?xi32>, memref<?xf64>) -> tensor<?x8xf64, #CSR>
  %0 = stensor.positions %A[1] : tensor<?x8xf64, #CSR> -> memref<?xi32>
  %1 = stensor.coordinates %A[1] : tensor<?x8xf64, #CSR> -> memref<?xi32>
  %2 = stensor.values %A : tensor<?x8xf64, #CSR> -> memref<?xf64>
  // CHECK: return %[[POS]], %[[CRD]], %[[VAL]]
  return %0, %1, %2 : memref<?xi32>, memref<?xi32>, memref<?xf64>
}

// CHECK-LABEL: func.func @all_buffers_and_sizes(
// CHECK-SAME:    %[[POS:.*]]: memref<?xi32>, %[[CRD:.*]]: memref<?xi32>, %[[VAL:.*]]: memref<?xf64>, %[[N:.*]]: index)
func.func @all_buffers_and_sizes(%pos: memref<?xi32>, %crd: memref<?xi32>, %val: memref<?xf64>, %n: index)
    -> (memref<?xi32>, memref<?xf64>, index, index) {
  %A = stensor.pack(%pos, %crd, %val) sizes(%n) : (memref<?xi32>, memref<?xi32>, memref<?xf64>) -> tensor<8x?xf64, #CSR>
  %0:3 = stensor.unpack %A : tensor<8x?xf64, #CSR> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  // CHECK: %[[C8:.*]] = arith.constant 8 : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %1 = tensor.dim %A, %c0 : tensor<8x?xf64, #CSR>
  %2 = tensor.dim %A, %c1 : tensor<8x?xf64, #CSR>
  // CHECK: return %[[CRD]], %[[VAL]], %[[C8]], %[[N]]
  return %0#1, %0#2, %1, %2 : memref<?xi32>, memref<?xf64>, index, index
}

// A buffer of static size is cast to what the access asks for.
// CHECK-LABEL: func.func @buffer_of_static_size(
// CHECK-SAME:    %[[VAL:[a-z0-9]*]]: memref<7xf64>)
func.func @buffer_of_static_size(%pos: memref<9xi32>, %crd: memref<7xi32>, %val: memref<7xf64>) -> memref<?xf64> {
  // CHECK: %[[CAST:.*]] = memref.cast %[[VAL]] : memref<7xf64> to memref<?xf64>
  // CHECK: return %[[CAST]]
  %A = stensor.pack(%pos, %crd, %val) : (memref<9xi32>, memref<7xi32>, memref<7xf64>) -> tensor<8x8xf64, #CSR>
  %0 = stensor.values %A : tensor<8x8xf64, #CSR> -> memref<?xf64>
  return %0 : memref<?xf64>
}

// CHECK-LABEL: func.func @dense_tensors_stay(
func.func @dense_tensors_stay(%x: tensor<?xf64>) -> index {
  // CHECK: tensor.dim
  %c0 = arith.constant 0 : index
  %0 = tensor.dim %x, %c0 : tensor<?xf64>
  return %0 : index
}
