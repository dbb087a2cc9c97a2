// `convert-sloop-to-scf`: a look ahead stops at the last position, and needs a level that stores coordinates; values in
// vectors are neighbours.

// RUN: lacuna-opt %s --convert-sloop-to-scf --split-input-file --verify-diagnostics | FileCheck %s

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>

// CHECK-LABEL: @stops_at_the_last
// CHECK: %[[LEN:.*]] = memref.dim
// CHECK: %[[LAST:.*]] = arith.subi %[[LEN]], %c1
// CHECK: %[[FAR:.*]] = arith.addi %{{.*}}, %c64
// CHECK: %[[AT:.*]] = arith.minui %[[FAR]], %[[LAST]]
// CHECK: memref.load %{{.*}}[%[[AT]]] : memref<?xi32>
func.func @stops_at_the_last(%A: tensor<4x4xf64, #CSR>, %p: index) -> index {
  %0 = sloop.coordinate %A[1] at(%p) ahead(64) : tensor<4x4xf64, #CSR>
  return %0 : index
}

// CHECK-LABEL: @values_in_a_vector
// CHECK: vector.load %{{.*}}[%{{.*}}] : memref<?xf64>, vector<4xf64>
func.func @values_in_a_vector(%A: tensor<4x4xf64, #CSR>, %p: index) -> vector<4xf64> {
  %0 = sloop.value %A[%p] : tensor<4x4xf64, #CSR> -> vector<4xf64>
  return %0 : vector<4xf64>
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @nothing_is_stored(%A: tensor<4x4xf64, #CSR>, %p: index) -> index {
  // expected-error@+1 {{level 0 is dense, which has no code for sloop.coordinate yet}}
  %0 = sloop.coordinate %A[0] at(%p) ahead(64) : tensor<4x4xf64, #CSR>
  return %0 : index
}
