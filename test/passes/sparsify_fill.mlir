// `sloop-sparsify`: what gives every point of a buffer one value runs over it as over one array; what is known to stop
// short does not.

// RUN: lacuna-opt %s --sloop-sparsify | FileCheck %s

// CHECK-LABEL: @runs_over_one_array
// CHECK: %[[FLAT:.*]] = memref.collapse_shape %{{.*}} {{\[\[}}0, 1]] : memref<4x8xf64> into memref<32xf64>
// CHECK: scf.for
// CHECK-NEXT: memref.store %{{.*}}, %[[FLAT]]
func.func @runs_over_one_array(%y: memref<4x8xf64>, %v: f64) {
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  sloop.nest outs(%c = %y : memref<4x8xf64>) {
    sloop.forall %i in %c4 {
      sloop.forall %j in %c8 {
        sloop.write %v, %c[%i, %j] : memref<4x8xf64>
      }
    }
  }
  return
}

// CHECK-LABEL: @stops_short
// CHECK-NOT: memref.collapse_shape
// CHECK: scf.for
// CHECK: scf.for
// CHECK: memref.store %{{.*}}, %{{.*}}[%{{.*}}, %{{.*}}] : memref<4x8xf64>
func.func @stops_short(%y: memref<4x8xf64>, %v: f64) {
  %c4 = arith.constant 4 : index
  sloop.nest outs(%c = %y : memref<4x8xf64>) {
    sloop.forall %i in %c4 {
      sloop.forall %j in %c4 {
        sloop.write %v, %c[%i, %j] : memref<4x8xf64>
      }
    }
  }
  return
}
