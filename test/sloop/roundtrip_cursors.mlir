// Cursor form of `sloop`: what is printed reads back as the same, in custom and in generic form and as bytecode.

// RUN: lacuna-opt %s --mlir-print-local-scope | FileCheck %s
// RUN: lacuna-opt %s | lacuna-opt --mlir-print-local-scope | FileCheck %s
// RUN: lacuna-opt %s --mlir-print-op-generic | lacuna-opt --mlir-print-local-scope | FileCheck %s
// RUN: lacuna-opt %s --emit-bytecode | lacuna-opt --mlir-print-local-scope | FileCheck %s

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#COO = #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton)>
#DIA = #stensor.format<(i, j) -> (j - i : compressed, i : range, j : offset)>

// Cursors are named by their role: the coordinate as an index variable, then the position.
// CHECK-LABEL: func.func @carries_values(
// CHECK-SAME:    %[[A:.*]]: tensor<?x?xf64, {{.*}}>, %[[P:.*]]: index, %[[ZERO:.*]]: f64, %[[ONE:.*]]: i32
func.func @carries_values(%A: tensor<?x?xf64, #CSR>, %p: index, %zero: f64, %one: i32) -> (f64, i32) {
  // CHECK: %[[SUM:.*]]:2 = sloop.iterate (%i, %pos) in %[[A]][1] under(%[[P]]) init(%[[S:.*]] = %[[ZERO]], %[[N:.*]] = %[[ONE]])
  // CHECK-SAME: : tensor<?x?xf64, #stensor.format<{{.*}}>> -> (f64, i32) {
  %sum:2 = sloop.iterate (%j, %q) in %A[1] under(%p) init(%s = %zero, %n = %one)
      : tensor<?x?xf64, #CSR> -> (f64, i32) {
    // CHECK-NEXT: %[[V:.*]] = sloop.value %[[A]][%pos] : tensor<?x?xf64, #stensor.format<{{.*}}>> -> f64
    %v = sloop.value %A[%q] : tensor<?x?xf64, #CSR> -> f64
    // CHECK-NEXT: %[[T:.*]] = arith.addf %[[S]], %[[V]] : f64
    %t = arith.addf %s, %v : f64
    // CHECK-NEXT: sloop.yield %[[T]], %[[N]] : f64, i32
    sloop.yield %t, %n : f64, i32
  }
  return %sum#0, %sum#1 : f64, i32
}

// CHECK-LABEL: func.func @carries_nothing
func.func @carries_nothing(%A: tensor<?x?xf64, #CSR>, %p: index) {
  // CHECK: sloop.iterate (%i, %pos) in %{{.*}}[0] under(%{{.*}}) attributes {seen = 1 : i64} : tensor<
  sloop.iterate (%i, %p0) in %A[0] under(%p) attributes {seen = 1} : tensor<?x?xf64, #CSR> {
    // CHECK-NEXT: sloop.iterate (%j, %[[POS:.*]]) in %{{.*}}[1] under(%pos) : tensor<
    sloop.iterate (%j, %p1) in %A[1] under(%p0) : tensor<?x?xf64, #CSR> {
      // CHECK: sloop.yield{{$}}
      sloop.yield
    }
    sloop.yield
  }
  return
}

// CHECK-LABEL: func.func @takes_segments
func.func @takes_segments(%A: tensor<?x?xf64, #COO>, %root: index) {
  // CHECK: sloop.iterate segments (%i, %first, %last) in %{{.*}}[0] under(%{{.*}}) : tensor<
  sloop.iterate segments (%i, %a, %b) in %A[0] under(%root) : tensor<?x?xf64, #COO> {
    // CHECK-NEXT: sloop.iterate (%j, %pos) in %{{.*}}[1] under(%first to %last) : tensor<
    sloop.iterate (%j, %q) in %A[1] under(%a to %b) : tensor<?x?xf64, #COO> {
      sloop.yield
    }
    sloop.yield
  }
  return
}

// CHECK-LABEL: func.func @coordinates_of_the_levels_above
func.func @coordinates_of_the_levels_above(%A: tensor<?x?xf64, #DIA>, %p: index, %d: index, %i: index, %zero: f64) {
  // CHECK: sloop.iterate (%i, %pos) in %{{.*}}[2] under(%{{.*}}) given(%{{.*}}, %{{.*}}) init(%{{.*}} = %{{.*}}) : tensor<?x?xf64, #stensor.format<{{.*}}>> -> f64 {
  %0 = sloop.iterate (%j, %q) in %A[2] under(%p) given(%d, %i) init(%s = %zero) : tensor<?x?xf64, #DIA> -> f64 {
    sloop.yield %s : f64
  }
  return
}

// CHECK-LABEL: func.func @looks_ahead
func.func @looks_ahead(%A: tensor<?x?xf64, #CSR>, %p: index) -> index {
  // CHECK: sloop.iterate (%{{.*}}, %[[POS:.*]]) in %{{.*}}[1] under(%{{.*}}) given(%{{.*}}) ahead(512) : tensor<
  sloop.iterate (%j, %q) in %A[1] under(%p) given(%p) ahead(512) : tensor<?x?xf64, #CSR> {
    sloop.yield
  }
  // CHECK: sloop.coordinate %{{.*}}[1] at(%{{.*}}) ahead(64) : tensor<
  %later = sloop.coordinate %A[1] at(%p) ahead(64) : tensor<?x?xf64, #CSR>
  return %later : index
}

// CHECK-LABEL: func.func @locate_and_value
func.func @locate_and_value(%A: tensor<?x?xf64, #CSR>, %p: index, %i: index) -> (f64, vector<8xf64>) {
  // CHECK: %[[Q:.*]] = sloop.locate %{{.*}} in %{{.*}}[0] under(%{{.*}}) {seen = 1 : i64} : tensor<
  %q = sloop.locate %i in %A[0] under(%p) {seen = 1} : tensor<?x?xf64, #CSR>
  // CHECK: sloop.value %{{.*}}[%[[Q]]] : tensor<?x?xf64, #stensor.format<{{.*}}>> -> f64
  %v = sloop.value %A[%q] : tensor<?x?xf64, #CSR> -> f64
  // CHECK: sloop.value %{{.*}}[%[[Q]]] : tensor<?x?xf64, #stensor.format<{{.*}}>> -> vector<8xf64>
  %w = sloop.value %A[%q] : tensor<?x?xf64, #CSR> -> vector<8xf64>
  return %v, %w : f64, vector<8xf64>
}

// Whether a coordinate was found is a result where somebody names it.
#Hash = #stensor.format<(i, j) -> (i : dense, j : hashed)>
// CHECK-LABEL: func.func @locate_what_need_not_be_there
func.func @locate_what_need_not_be_there(%A: tensor<?x?xf64, #Hash>, %p: index, %j: index) -> (index, i1) {
  // CHECK: %[[Q:.*]], %[[FOUND:.*]] = sloop.locate %{{.*}} in %{{.*}}[1] under(%{{.*}}) : tensor<
  %q, %found = sloop.locate %j in %A[1] under(%p) : tensor<?x?xf64, #Hash>
  // CHECK: return %[[Q]], %[[FOUND]] : index, i1
  return %q, %found : index, i1
}
