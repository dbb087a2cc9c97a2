// `order-zeros`: -0 is less than 0. Upstream's `arith-expand` takes either.

// RUN: lacuna-opt %s --order-zeros | FileCheck %s
// RUN: lacuna-opt %s --lacuna="fp=strict" | %run | FileCheck %s --check-prefix=VALUE
// Without `fp=strict` the pass does not run.
// RUN: lacuna-opt %s --lacuna | FileCheck %s --check-prefix=FAST
// FAST-NOT: llvm.bitcast

// CHECK-LABEL: func.func @larger(
// CHECK-SAME:    %[[X:.*]]: f64, %[[Y:.*]]: f64)
// CHECK-DAG:     %[[LEFT:.*]] = arith.bitcast %[[X]] : f64 to i64
// CHECK-DAG:     %[[RIGHT:.*]] = arith.bitcast %[[Y]] : f64 to i64
// CHECK-DAG:     %[[BOTH:.*]] = arith.andi %[[LEFT]], %[[RIGHT]] : i64
// CHECK-DAG:     %[[EQUAL:.*]] = arith.bitcast %[[BOTH]] : i64 to f64
// CHECK-DAG:     %[[ARE_EQUAL:.*]] = arith.cmpf oeq, %[[X]], %[[Y]] : f64
// CHECK-DAG:     %[[CHOSEN:.*]] = arith.maximumf %[[X]], %[[Y]] : f64
// CHECK:         arith.select %[[ARE_EQUAL]], %[[EQUAL]], %[[CHOSEN]] : f64
func.func @larger(%x: f64, %y: f64) -> f64 {
  %0 = arith.maximumf %x, %y : f64
  return %0 : f64
}

// CHECK-LABEL: func.func @smaller(
// CHECK:         arith.ori %{{.*}} : vector<2xi16>
// CHECK:         arith.minimumf %{{.*}} : vector<2xbf16>
func.func @smaller(%x: vector<2xbf16>, %y: vector<2xbf16>) -> vector<2xbf16> {
  %0 = arith.minimumf %x, %y : vector<2xbf16>
  return %0 : vector<2xbf16>
}

// Vectors of several dimensions stay.
// CHECK-LABEL: func.func @several(
// CHECK-NEXT:    arith.maximumf %{{.*}} : vector<2x4xf64>
// CHECK-NEXT:    return
func.func @several(%x: vector<2x4xf64>, %y: vector<2x4xf64>) -> vector<2x4xf64> {
  %0 = arith.maximumf %x, %y : vector<2x4xf64>
  return %0 : vector<2x4xf64>
}

// So does what may ignore signs of zeros.
// CHECK-LABEL: func.func @ignoring_signs(
// CHECK-NEXT:    arith.minimumf %{{.*}} fastmath<nsz> : f64
// CHECK-NEXT:    return
func.func @ignoring_signs(%x: f64, %y: f64) -> f64 {
  %0 = arith.minimumf %x, %y fastmath<nsz> : f64
  return %0 : f64
}

func.func @show(%x: f64, %y: f64) {
  %one = arith.constant 1.0 : f64
  %0 = func.call @larger(%x, %y) : (f64, f64) -> f64
  // Dividing one by it tells the sign of a zero.
  %1 = arith.divf %one, %0 : f64
  vector.print %1 : f64
  %2 = arith.truncf %x : f64 to bf16
  %3 = arith.truncf %y : f64 to bf16
  %4 = vector.from_elements %2, %3 : vector<2xbf16>
  %5 = vector.from_elements %3, %2 : vector<2xbf16>
  %6 = func.call @smaller(%4, %5) : (vector<2xbf16>, vector<2xbf16>) -> vector<2xbf16>
  %7 = arith.extf %6 : vector<2xbf16> to vector<2xf32>
  %ones = arith.constant dense<1.0> : vector<2xf32>
  %8 = arith.divf %ones, %7 : vector<2xf32>
  vector.print %8 : vector<2xf32>
  return
}

// VALUE:      inf
// VALUE-NEXT: ( inf, inf )
// VALUE-NEXT: inf
// VALUE-NEXT: ( -inf, -inf )
// VALUE-NEXT: inf
// VALUE-NEXT: ( -inf, -inf )
// VALUE-NEXT: -inf
// VALUE-NEXT: ( -inf, -inf )
// VALUE-NEXT: nan
// VALUE-NEXT: ( nan, nan )
// VALUE-NEXT: 1
// VALUE-NEXT: ( 2, 2 )
func.func @main() {
  %zero = arith.constant 0.0 : f64
  %minus = arith.constant -0.0 : f64
  %nan = arith.constant 0x7FF8000000000000 : f64
  %half = arith.constant 0.5 : f64
  %one = arith.constant 1.0 : f64
  call @show(%zero, %zero) : (f64, f64) -> ()
  call @show(%zero, %minus) : (f64, f64) -> ()
  call @show(%minus, %zero) : (f64, f64) -> ()
  call @show(%minus, %minus) : (f64, f64) -> ()
  call @show(%minus, %nan) : (f64, f64) -> ()
  call @show(%half, %one) : (f64, f64) -> ()
  return
}
