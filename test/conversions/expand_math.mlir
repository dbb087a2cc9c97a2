// `expand-math`: what upstream does not convert becomes comparisons, and minima and maxima, of scalars and of vectors.

// RUN: lacuna-opt %s --expand-math | FileCheck %s

// CHECK-LABEL: func.func @limits(
// CHECK-SAME:    %[[X:.*]]: f64, %[[LOW:.*]]: f64, %[[HIGH:.*]]: f64)
func.func @limits(%x: f64, %low: f64, %high: f64) -> f64 {
  // CHECK: %[[RAISED:.*]] = arith.maximumf %[[X]], %[[LOW]] fastmath<nnan> : f64
  // CHECK: %[[R:.*]] = arith.minimumf %[[RAISED]], %[[HIGH]] fastmath<nnan> : f64
  // CHECK: return %[[R]]
  %0 = math.clampf %x to [%low, %high] fastmath<nnan> : f64
  return %0 : f64
}

// CHECK-LABEL: func.func @is_infinite
func.func @is_infinite(%x: vector<4xf32>) -> vector<4xi1> {
  // CHECK: %[[SIZE:.*]] = math.absf
  // CHECK: %[[INF:.*]] = arith.constant dense<0x7F800000> : vector<4xf32>
  // CHECK: arith.cmpf oeq, %[[SIZE]], %[[INF]] : vector<4xf32>
  %0 = math.isinf %x : vector<4xf32>
  return %0 : vector<4xi1>
}

// CHECK-LABEL: func.func @is_normal
func.func @is_normal(%x: f16) -> i1 {
  // CHECK: %[[SIZE:.*]] = math.absf
  // CHECK: %[[LEAST:.*]] = arith.constant 6.103520e-05 : f16
  // CHECK: %[[LARGE:.*]] = arith.cmpf oge, %[[SIZE]], %[[LEAST]] : f16
  // CHECK: %[[FINITE:.*]] = arith.cmpf olt, %[[SIZE]], %{{.*}} : f16
  // CHECK: arith.andi %[[LARGE]], %[[FINITE]] : i1
  %0 = math.isnormal %x : f16
  return %0 : i1
}

// Operations on tensors are no scalars of a body.
// CHECK-LABEL: func.func @leaves_tensors_alone
func.func @leaves_tensors_alone(%x: tensor<4xf64>) -> tensor<4xi1> {
  // CHECK: math.isinf %{{.*}} : tensor<4xf64>
  %0 = math.isinf %x : tensor<4xf64>
  return %0 : tensor<4xi1>
}
