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
  // CHECK: %[[CURSOR:.*]] = sloop.cursor %[[A]][1] under(%[[P]])
  // CHECK-NEXT: %[[SUM:.*]]:2 = sloop.iterate (%i, %pos) in %[[CURSOR]] init(%[[S:.*]] = %[[ZERO]], %[[N:.*]] = %[[ONE]])
  // CHECK-SAME: : !sloop.cursor -> (f64, i32) {
  %cursor = sloop.cursor %A[1] under(%p) : tensor<?x?xf64, #CSR>
  %sum:2 = sloop.iterate (%j, %q) in %cursor init(%s = %zero, %n = %one) : !sloop.cursor -> (f64, i32) {
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
  // CHECK: %[[CURSOR0:.*]] = sloop.cursor %{{.*}}[0] under(%{{.*}}) : tensor<
  // CHECK-NEXT: sloop.iterate (%i, %pos) in %[[CURSOR0]] attributes {seen = 1 : i64} : !sloop.cursor
  %cursor0 = sloop.cursor %A[0] under(%p) : tensor<?x?xf64, #CSR>
  sloop.iterate (%i, %p0) in %cursor0 attributes {seen = 1} : !sloop.cursor {
    // CHECK-NEXT: %[[CURSOR1:.*]] = sloop.cursor %{{.*}}[1] under(%pos) : tensor<
    // CHECK-NEXT: sloop.iterate (%j, %[[POS:.*]]) in %[[CURSOR1]] : !sloop.cursor
    %cursor1 = sloop.cursor %A[1] under(%p0) : tensor<?x?xf64, #CSR>
    sloop.iterate (%j, %p1) in %cursor1 : !sloop.cursor {
      // CHECK: sloop.yield{{$}}
      sloop.yield
    }
    sloop.yield
  }
  return
}

// CHECK-LABEL: func.func @takes_segments
func.func @takes_segments(%A: tensor<?x?xf64, #COO>, %root: index) {
  // CHECK: %[[CURSOR0:.*]] = sloop.cursor %{{.*}}[0] under(%{{.*}}) : tensor<
  // CHECK-NEXT: %[[RUNS0:.*]] = sloop.runs %[[CURSOR0]]{{$}}
  // CHECK-NEXT: sloop.iterate (%i, %first, %last) in %[[RUNS0]] : !sloop.cursor<runs>
  %cursor0 = sloop.cursor %A[0] under(%root) : tensor<?x?xf64, #COO>
  %runs0 = sloop.runs %cursor0
  sloop.iterate (%i, %a, %b) in %runs0 : !sloop.cursor<runs> {
    // CHECK-NEXT: %[[CURSOR1:.*]] = sloop.cursor %{{.*}}[1] under(%first to %last) : tensor<
    // CHECK-NEXT: sloop.iterate (%j, %pos) in %[[CURSOR1]] : !sloop.cursor
    %cursor1 = sloop.cursor %A[1] under(%a to %b) : tensor<?x?xf64, #COO>
    sloop.iterate (%j, %q) in %cursor1 : !sloop.cursor {
      sloop.yield
    }
    sloop.yield
  }
  return
}

// CHECK-LABEL: func.func @takes_open_runs
func.func @takes_open_runs(%A: tensor<?x?xf64, #COO>, %root: index, %zero: f64) {
  // CHECK: %[[RUNS0:.*]] = sloop.runs %{{.*}} open{{$}}
  // CHECK-NEXT: sloop.iterate (%i, %first, %last) in %[[RUNS0]] : !sloop.cursor<runs> {
  // CHECK-NEXT:   %[[CURSOR1:.*]] = sloop.cursor %{{.*}}[1] under(%first to %last)
  // CHECK-NEXT:   %[[INSIDE:.*]] = sloop.in_run %[[CURSOR1]] of(%[[RUNS0]]) at(%i){{$}}
  // CHECK-NEXT:   %[[AHEAD:.*]] = sloop.prefetch %[[INSIDE]]
  // CHECK-NEXT:   %[[END:.*]]:2 = sloop.iterate (%j, %pos) in %[[AHEAD]] init(%{{.*}} = %{{.*}}) : !sloop.cursor -> (index, f64) {
  // CHECK:        sloop.yield %[[END]]#0 : index
  %cursor0 = sloop.cursor %A[0] under(%root) : tensor<?x?xf64, #COO>
  %runs0 = sloop.runs %cursor0 open
  sloop.iterate (%i, %a, %b) in %runs0 : !sloop.cursor<runs> {
    %cursor1 = sloop.cursor %A[1] under(%a to %b) : tensor<?x?xf64, #COO>
    %run = sloop.in_run %cursor1 of(%runs0) at(%i)
    %ahead1 = sloop.prefetch %run ahead(512) : !sloop.cursor
    %end:2 = sloop.iterate (%j, %q) in %ahead1 init(%s = %zero) : !sloop.cursor -> (index, f64) {
      sloop.yield %s : f64
    }
    sloop.yield %end#0 : index
  }
  return
}

// CHECK-LABEL: func.func @coordinates_of_the_levels_above
func.func @coordinates_of_the_levels_above(%A: tensor<?x?xf64, #DIA>, %p: index, %d: index, %i: index, %zero: f64) {
  // CHECK: %[[CURSOR:.*]] = sloop.cursor %{{.*}}[2] under(%{{.*}}) given(%{{.*}}, %{{.*}}) : tensor<?x?xf64, #stensor.format<{{.*}}>>
  // CHECK-NEXT: sloop.iterate (%i, %pos) in %[[CURSOR]] init(%{{.*}} = %{{.*}}) : !sloop.cursor -> f64 {
  %cursor = sloop.cursor %A[2] under(%p) given(%d, %i) : tensor<?x?xf64, #DIA>
  %0 = sloop.iterate (%j, %q) in %cursor init(%s = %zero) : !sloop.cursor -> f64 {
    sloop.yield %s : f64
  }
  return
}

// CHECK-LABEL: func.func @looks_ahead
func.func @looks_ahead(%A: tensor<?x?xf64, #CSR>, %p: index) -> index {
  // CHECK: %[[CURSOR:.*]] = sloop.cursor %{{.*}}[1] under(%{{.*}}) given(%{{.*}}) : tensor<
  // CHECK-NEXT: %[[AHEAD:.*]] = sloop.prefetch %[[CURSOR]] ahead(512) : !sloop.cursor
  // CHECK-NEXT: sloop.iterate (%{{.*}}, %[[POS:.*]]) in %[[AHEAD]] : !sloop.cursor
  %cursor = sloop.cursor %A[1] under(%p) given(%p) : tensor<?x?xf64, #CSR>
  %ahead = sloop.prefetch %cursor ahead(512) : !sloop.cursor
  sloop.iterate (%j, %q) in %ahead : !sloop.cursor {
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

// CHECK-LABEL: func.func @value_or_constant
func.func @value_or_constant(%A: tensor<?x?xf64, #CSR>, %p: index, %here: i1) -> (f64, f64) {
  // CHECK: sloop.value %{{.*}}[%{{.*}}] or 9.000000e+00 : f64 where %{{.*}} : tensor<?x?xf64, #stensor.format<{{.*}}>> -> f64
  %v = sloop.value %A[%p] or 9.0 : f64 where %here : tensor<?x?xf64, #CSR> -> f64
  // CHECK: sloop.value %{{.*}}[%{{.*}} to %{{.*}}] : tensor<?x?xf64, #stensor.format<{{.*}}>> -> f64
  %w = sloop.value %A[%p to %p] : tensor<?x?xf64, #CSR> -> f64
  return %v, %w : f64, f64
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

// What a program chooses once, from segments of a level.
// CHECK-LABEL: func.func @chooses_a_form
func.func @chooses_a_form(%A: tensor<?x?xf64, #CSR>) -> index {
  // CHECK: %[[WAY:.*]] = sloop.choose %{{.*}}[1] of [#sloop.how<chains = 1>, #sloop.how<chains = 2, packed = 4>] : tensor<
  %way = sloop.choose %A[1] of [#sloop.how<chains = 1>, #sloop.how<packed = 4, chains = 2>] : tensor<?x?xf64, #CSR>
  // CHECK: return %[[WAY]] : index
  return %way : index
}
