// `expand-log1p-expm1`: where x is so small that 1 + x is rounded to one, the value is x.

// RUN: lacuna-opt %s --expand-log1p-expm1 | FileCheck %s
// RUN: lacuna-opt %s --lacuna | %run | FileCheck %s --check-prefix=VALUE

// CHECK-LABEL: func.func @log1p(
// CHECK-SAME:    %[[X:.*]]: f64)
// CHECK-DAG:     %[[U:.*]] = arith.addf %[[X]], %{{.*}} : f64
// CHECK-DAG:     %[[LEFT:.*]] = arith.subf %[[U]], %{{.*}} : f64
// CHECK-DAG:     %[[LOG:.*]] = math.log %[[U]] : f64
// CHECK-DAG:     %[[PART:.*]] = arith.divf %[[X]], %[[LEFT]] : f64
// CHECK-DAG:     %[[NEAR:.*]] = arith.mulf %[[LOG]], %[[PART]] : f64
// CHECK-DAG:     %[[NOTHING:.*]] = arith.cmpf oeq, %[[LEFT]]
// CHECK:         %[[CHOSEN:.*]] = arith.select %{{.*}}, %[[NEAR]], %[[LOG]] : f64
// CHECK-NEXT:    arith.select %[[NOTHING]], %[[X]], %[[CHOSEN]] : f64
// CHECK-NOT:     math.log1p
func.func @log1p(%x: f64) -> f64 {
  %0 = math.log1p %x : f64
  return %0 : f64
}

// CHECK-LABEL: func.func @expm1(
// CHECK:         arith.cmpf oeq, %{{.*}} : vector<4xf64>
// CHECK:         arith.select %{{.*}} : vector<4xi1>, vector<4xf64>
// CHECK-NOT:     math.expm1
func.func @expm1(%x: vector<4xf64>) -> vector<4xf64> {
  %0 = math.expm1 %x : vector<4xf64>
  return %0 : vector<4xf64>
}

// Vectors of several dimensions stay.
// CHECK-LABEL: func.func @several(
// CHECK:         math.expm1 %{{.*}} : vector<2x4xf64>
func.func @several(%x: vector<2x4xf64>) -> vector<2x4xf64> {
  %0 = math.expm1 %x : vector<2x4xf64>
  return %0 : vector<2x4xf64>
}

// VALUE:      1e-17
// VALUE-NEXT: 1e-17
// VALUE-NEXT: 0.0953102
// VALUE-NEXT: 0.105171
// VALUE-NEXT: -inf
// VALUE-NEXT: -1
// VALUE-NEXT: inf
// VALUE-NEXT: inf
func.func @main() {
  %small = arith.constant 1.0e-17 : f64
  %tenth = arith.constant 1.0e-01 : f64
  %minus_one = arith.constant -1.0 : f64
  %minus_infinity = arith.constant 0xFFF0000000000000 : f64
  %infinity = arith.constant 0x7FF0000000000000 : f64
  %0 = math.log1p %small : f64
  vector.print %0 : f64
  %1 = math.expm1 %small : f64
  vector.print %1 : f64
  %2 = math.log1p %tenth : f64
  vector.print %2 : f64
  %3 = math.expm1 %tenth : f64
  vector.print %3 : f64
  %4 = math.log1p %minus_one : f64
  vector.print %4 : f64
  %5 = math.expm1 %minus_infinity : f64
  vector.print %5 : f64
  %6 = math.log1p %infinity : f64
  vector.print %6 : f64
  %7 = math.expm1 %infinity : f64
  vector.print %7 : f64
  return
}
