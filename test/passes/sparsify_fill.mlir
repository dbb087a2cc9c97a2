// `sloop-sparsify`: what gives every point of a buffer one value runs over it as over one array; what is known to stop
// short does not. Where the value is zero, what then adds to each point at most once stores instead.

// RUN: lacuna-opt %s --sloop-sparsify | FileCheck %s

#COO = #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton)>
#LIST = #stensor.format<(i, j) -> (i : compressed(nonunique, unordered), j : singleton(unordered))>

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

// The entries of a row are taken together, so each point is come to once.
// CHECK-LABEL: @stores_sums_of_runs(
// CHECK: sloop.runs
// CHECK: sloop.iterate
// CHECK-NOT: memref.load
// CHECK: memref.store
// CHECK: return
func.func @stores_sums_of_runs(%A: tensor<4x8xf64, #COO>, %y: memref<4xf64>) {
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f64
  sloop.nest ins(%a = %A : tensor<4x8xf64, #COO>) outs(%c = %y : memref<4xf64>) {
    sloop.forall %i in %c4 {
      sloop.write %zero, %c[%i] : memref<4xf64>
    }
    sloop.forall %i in %c4 {
      %0 = sloop.fold %j in %c8 by add -> f64 {
        %1 = sloop.read %a[%i, %j] : tensor<4x8xf64, #COO>
        sloop.yield %1 : f64
      }
      sloop.write %0, %c[%i] by add : memref<4xf64>
    }
  }
  return
}

// Those of a list in any order are not.
// CHECK-LABEL: @adds_parts_of_sums(
// CHECK: sloop.iterate
// CHECK: memref.load
// CHECK: memref.store
// CHECK: return
func.func @adds_parts_of_sums(%A: tensor<4x8xf64, #LIST>, %y: memref<4xf64>) {
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f64
  sloop.nest ins(%a = %A : tensor<4x8xf64, #LIST>) outs(%c = %y : memref<4xf64>) {
    sloop.forall %i in %c4 {
      sloop.write %zero, %c[%i] : memref<4xf64>
    }
    sloop.forall %i in %c4 {
      %0 = sloop.fold %j in %c8 by add -> f64 {
        %1 = sloop.read %a[%i, %j] : tensor<4x8xf64, #LIST>
        sloop.yield %1 : f64
      }
      sloop.write %0, %c[%i] by add : memref<4xf64>
    }
  }
  return
}
