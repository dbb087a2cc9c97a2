// `expand-complex`: functions of complex numbers become functions of real numbers.

// RUN: lacuna-opt %s --expand-complex | FileCheck %s
// RUN: lacuna-opt %s --expand-complex --expand-complex | FileCheck %s

// CHECK-LABEL: func.func @sine
func.func @sine(%z: complex<f64>) -> complex<f64> {
  // CHECK-DAG: %[[X:.*]] = complex.re %{{.*}} : complex<f64>
  // CHECK-DAG: %[[Y:.*]] = complex.im %{{.*}} : complex<f64>
  // CHECK-DAG: %[[SIN:.*]] = math.sin %[[X]] : f64
  // CHECK-DAG: %[[COSH:.*]] = math.cosh %[[Y]] : f64
  // CHECK: arith.mulf %[[SIN]], %[[COSH]] : f64
  // CHECK: complex.create
  // CHECK-NOT: complex.sin
  %0 = complex.sin %z : complex<f64>
  return %0 : complex<f64>
}

// CHECK-LABEL: func.func @cosine
func.func @cosine(%z: complex<f32>) -> complex<f32> {
  // CHECK: math.cosh %{{.*}} : f32
  // CHECK: arith.negf
  // CHECK: complex.create
  // CHECK-NOT: complex.cos
  %0 = complex.cos %z : complex<f32>
  return %0 : complex<f32>
}

// Far from zero, the real part is one.
// CHECK-LABEL: func.func @hyperbolic_tangent
func.func @hyperbolic_tangent(%z: complex<f64>) -> complex<f64> {
  // CHECK: math.copysign
  // CHECK: %[[FAR:.*]] = complex.create
  // CHECK: arith.cmpf ogt
  // CHECK: arith.select %{{.*}}, %[[FAR]], %{{.*}} : complex<f64>
  // CHECK-NOT: complex.tanh
  %0 = complex.tanh %z : complex<f64>
  return %0 : complex<f64>
}

// |z| is infinite if a part is infinite.
// CHECK-LABEL: func.func @size
func.func @size(%z: complex<f64>) -> f64 {
  // CHECK-NOT: complex.abs
  // CHECK: arith.constant 0x7FF0000000000000 : f64
  // CHECK: %[[IS_INFINITE:.*]] = arith.ori
  // CHECK: %[[SIZE:.*]] = arith.select %[[IS_INFINITE]], %{{.*}}, %{{.*}} : f64
  // CHECK: return %[[SIZE]]
  %0 = complex.abs %z : complex<f64>
  return %0 : f64
}

// Of zero, and to the power of zero, the value is chosen.
// CHECK-LABEL: func.func @power
func.func @power(%z: complex<f64>, %e: complex<f64>) -> complex<f64> {
  // CHECK-NOT: complex.abs
  // CHECK: math.powf %[[SIZE:[0-9]+]]
  // CHECK: %[[IS_ZERO:.*]] = arith.cmpf oeq, %[[SIZE]], %{{.*}} : f64
  // CHECK: %[[VALUE:.*]] = arith.select %[[IS_ZERO]], %{{.*}} : complex<f64>
  // CHECK: %[[OF_ALL:.*]] = arith.select %{{.*}}, %{{.*}}, %[[VALUE]] : complex<f64>
  // CHECK-NOT: complex.pow
  // CHECK: return %[[OF_ALL]]
  %0 = complex.pow %z, %e : complex<f64>
  return %0 : complex<f64>
}

// No angle is halved: the root of a real number is real or imaginary. What is out of range is scaled.
// CHECK-LABEL: func.func @square_root
func.func @square_root(%z: complex<f64>) -> complex<f64> {
  // CHECK: %[[SCALED:.*]] = complex.create
  // CHECK: complex.re %[[SCALED]]
  // CHECK: math.sqrt
  // CHECK-NOT: math.atan2
  // CHECK: math.copysign
  // CHECK-NOT: complex.sqrt
  %0 = complex.sqrt %z : complex<f64>
  return %0 : complex<f64>
}

// Near the unit circle, the real part is the logarithm of one and a little more.
// CHECK-LABEL: func.func @logarithm
func.func @logarithm(%z: complex<f32>) -> complex<f32> {
  // CHECK: math.log %{{.*}} : f32
  // CHECK: %[[NEAR:.*]] = math.log1p %[[BEYOND:.*]] : f32
  // CHECK: math.absf %[[BEYOND]] : f32
  // CHECK: math.atan2
  // CHECK-NOT: complex.log
  %0 = complex.log %z : complex<f32>
  return %0 : complex<f32>
}

// The imaginary part of a real number is the sine of zero, however large the size is.
// CHECK-LABEL: func.func @exponential
func.func @exponential(%z: complex<f64>) -> complex<f64> {
  // CHECK-DAG: %[[EXP:.*]] = math.exp
  // CHECK-DAG: %[[SIN:.*]] = math.sin
  // CHECK: %[[IS_ZERO:.*]] = arith.cmpf oeq, %[[SIN]], %{{.*}} : f64
  // CHECK: %[[PRODUCT:.*]] = arith.mulf %[[SIN]], %[[EXP]] : f64
  // CHECK: %[[OF_FINITE:.*]] = arith.select %[[IS_ZERO]], %{{.*}}, %[[PRODUCT]] : f64
  // CHECK: %[[IM:.*]] = arith.select %{{.*}}, %{{.*}}, %[[OF_FINITE]] : f64
  // CHECK: complex.create %{{.*}}, %[[IM]] : complex<f64>
  // CHECK-NOT: complex.exp
  %0 = complex.exp %z : complex<f64>
  return %0 : complex<f64>
}

// Sums keep what may be done with them.
// CHECK-LABEL: func.func @sum
func.func @sum(%a: complex<f64>, %b: complex<f64>) -> complex<f64> {
  // CHECK-COUNT-2: arith.addf %{{.*}}, %{{.*}} fastmath<reassoc> : f64
  // CHECK-NOT: complex.add
  %0 = complex.add %a, %b fastmath<reassoc> : complex<f64>
  // CHECK-COUNT-2: arith.subf %{{.*}}, %{{.*}} : f64
  // CHECK-NOT: complex.sub
  %1 = complex.sub %0, %b : complex<f64>
  return %1 : complex<f64>
}

// Others stay.
// CHECK-LABEL: func.func @others
func.func @others(%z: complex<f64>) -> complex<f64> {
  // CHECK: complex.tan
  %0 = complex.tan %z : complex<f64>
  return %0 : complex<f64>
}
