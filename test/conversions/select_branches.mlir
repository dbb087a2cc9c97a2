// `select-branches`: branches in bodies become choices between values.

// RUN: lacuna-opt %s --select-branches | FileCheck %s
// RUN: lacuna-opt %s --select-branches=all=true | FileCheck %s --check-prefix=ALL

#SV = #stensor.format<(i) -> (i : compressed)>
#map = {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
#sum = {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}

// CHECK-LABEL: func.func @chooses
// CHECK:         %[[P:.*]] = arith.cmpf
// CHECK-NEXT:    %[[ONE:.*]] = arith.mulf
// CHECK-NEXT:    %[[OTHER:.*]] = arith.addf
// CHECK-NEXT:    %[[R:.*]] = arith.select %[[P]], %[[ONE]], %[[OTHER]] : f64
// CHECK-NEXT:    linalg.yield %[[R]]
func.func @chooses(%a: tensor<9xf64, #SV>, %x: tensor<9xf64>) -> tensor<9xf64> {
  %zero = arith.constant 0.0 : f64
  %0 = linalg.generic #map ins(%a : tensor<9xf64, #SV>) outs(%x : tensor<9xf64>) {
  ^bb0(%e: f64, %o: f64):
    %p = arith.cmpf ogt, %e, %zero : f64
    %r = scf.if %p -> f64 {
      %1 = arith.mulf %e, %e : f64
      scf.yield %1 : f64
    } else {
      %1 = arith.addf %e, %e : f64
      scf.yield %1 : f64
    }
    linalg.yield %r : f64
  } -> tensor<9xf64>
  return %0 : tensor<9xf64>
}

// A sum of some: the others combine no value. One branch in the other.
// CHECK-LABEL: func.func @sums_some
// CHECK:         ^bb0(%[[E:.*]]: f64, %[[SUM:.*]]: f64):
// CHECK-DAG:     %[[P:.*]] = arith.cmpf ogt
// CHECK-DAG:     %[[Q:.*]] = arith.cmpf olt
// CHECK:         %[[SMALL:.*]] = arith.select %[[Q]], %[[E]], %{{.*}} : f64
// CHECK:         %[[NONE:.*]] = sloop.absent : f64
// CHECK:         %[[SOME:.*]] = arith.select %[[P]], %[[SMALL]], %[[NONE]] : f64
// CHECK:         %[[R:.*]] = arith.addf %[[SUM]], %[[SOME]] : f64
// CHECK-NEXT:    linalg.yield %[[R]]
func.func @sums_some(%a: tensor<9xf64, #SV>, %s: tensor<f64>) -> tensor<f64> {
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %0 = linalg.generic #sum ins(%a : tensor<9xf64, #SV>) outs(%s : tensor<f64>) {
  ^bb0(%e: f64, %sum: f64):
    %p = arith.cmpf ogt, %e, %zero : f64
    %r = scf.if %p -> f64 {
      %q = arith.cmpf olt, %e, %one : f64
      %small = scf.if %q -> f64 {
        scf.yield %e : f64
      } else {
        scf.yield %one : f64
      }
      %1 = arith.addf %sum, %small : f64
      scf.yield %1 : f64
    } else {
      scf.yield %sum : f64
    }
    linalg.yield %r : f64
  } -> tensor<f64>
  return %0 : tensor<f64>
}

// The divisor is one where its branch is not taken.
// CHECK-LABEL: func.func @divides
// CHECK:         %[[ONE:.*]] = arith.constant 1 : i32
// CHECK:         %[[D:.*]] = arith.select %[[P:.*]], %[[ONE]], %[[E:.*]] : i32
// CHECK-NEXT:    arith.divsi %{{.*}}, %[[D]] : i32
func.func @divides(%a: tensor<9xi32, #SV>, %x: tensor<9xi32>) -> tensor<9xi32> {
  %zero = arith.constant 0 : i32
  %hundred = arith.constant 100 : i32
  %0 = linalg.generic #map ins(%a : tensor<9xi32, #SV>) outs(%x : tensor<9xi32>) {
  ^bb0(%e: i32, %o: i32):
    %p = arith.cmpi eq, %e, %zero : i32
    %r = scf.if %p -> i32 {
      scf.yield %zero : i32
    } else {
      %1 = arith.divsi %hundred, %e : i32
      scf.yield %1 : i32
    }
    linalg.yield %r : i32
  } -> tensor<9xi32>
  return %0 : tensor<9xi32>
}

// What may be outside of an array is computed under its condition only; it is refused later. Operations on dense
// tensors alone are left to upstream, unless all are compiled.
// CHECK-LABEL: func.func @loads
// CHECK:         scf.if
// ALL-LABEL:   func.func @loads
// ALL:           scf.if
func.func @loads(%a: tensor<9xindex, #SV>, %b: memref<?xf64>, %x: tensor<9xf64>) -> tensor<9xf64> {
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %n = memref.dim %b, %c0 : memref<?xf64>
  %0 = linalg.generic #map ins(%a : tensor<9xindex, #SV>) outs(%x : tensor<9xf64>) {
  ^bb0(%e: index, %o: f64):
    %p = arith.cmpi ult, %e, %n : index
    %r = scf.if %p -> f64 {
      %1 = memref.load %b[%e] : memref<?xf64>
      scf.yield %1 : f64
    } else {
      scf.yield %zero : f64
    }
    linalg.yield %r : f64
  } -> tensor<9xf64>
  return %0 : tensor<9xf64>
}

// CHECK-LABEL: func.func @dense
// CHECK:         scf.if
// ALL-LABEL:   func.func @dense
// ALL-NOT:       scf.if
func.func @dense(%a: tensor<9xf64>, %x: tensor<9xf64>) -> tensor<9xf64> {
  %zero = arith.constant 0.0 : f64
  %0 = linalg.generic #map ins(%a : tensor<9xf64>) outs(%x : tensor<9xf64>) {
  ^bb0(%e: f64, %o: f64):
    %p = arith.cmpf ogt, %e, %zero : f64
    %r = scf.if %p -> f64 {
      scf.yield %e : f64
    } else {
      scf.yield %zero : f64
    }
    linalg.yield %r : f64
  } -> tensor<9xf64>
  return %0 : tensor<9xf64>
}
