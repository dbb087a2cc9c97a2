// `sloop.coiterate`: what is printed reads back as the same, in custom and in generic form and as bytecode.

// RUN: lacuna-opt %s --mlir-print-local-scope | FileCheck %s
// RUN: lacuna-opt %s | lacuna-opt --mlir-print-local-scope | FileCheck %s
// RUN: lacuna-opt %s --mlir-print-op-generic | lacuna-opt --mlir-print-local-scope | FileCheck %s
// RUN: lacuna-opt %s --emit-bytecode | lacuna-opt --mlir-print-local-scope | FileCheck %s

#SV = #stensor.format<(i) -> (i : compressed)>
#Parts = #stensor.format<(i) -> (i : compressed(nonunique))>
#COO = #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton)>
#DCSR = #stensor.format<(i, j) -> (i : compressed, j : compressed)>

// CHECK-LABEL: func.func @one_case_that_carries_values(
// CHECK-SAME:    %[[A:.*]]: tensor<?xf64, {{.*}}>, %[[B:.*]]: tensor<?xf64, {{.*}}>, %[[R:.*]]: index, %[[ZERO:.*]]: f64, %[[ONE:.*]]: i32
func.func @one_case_that_carries_values(%A: tensor<?xf64, #SV>, %B: tensor<?xf64, #SV>, %r: index, %zero: f64, %one: i32)
    -> (f64, i32) {
  // CHECK: %[[CURSOR0:.*]] = sloop.cursor %[[A]][0] under(%[[R]])
  // CHECK-NEXT: %[[CURSOR1:.*]] = sloop.cursor %[[B]][0] under(%[[R]])
  // CHECK-NEXT: %[[SUM:.*]]:2 = sloop.coiterate (%[[CURSOR0]], %[[CURSOR1]]) init(%[[ZERO]], %[[ONE]])
  // CHECK-SAME: : !sloop.cursor, !sloop.cursor -> (f64, i32)
  %cursor0 = sloop.cursor %A[0] under(%r) : tensor<?xf64, #SV>
  %cursor1 = sloop.cursor %B[0] under(%r) : tensor<?xf64, #SV>
  %sum:2 = sloop.coiterate (%cursor0, %cursor1) init(%zero, %one) : !sloop.cursor, !sloop.cursor -> (f64, i32)
  // CHECK-NEXT: case(0, 1) (%{{.*}}: index, %[[P:.*]]: index, %[[Q:.*]]: index, %[[S:.*]]: f64, %[[N:.*]]: i32) {
  case(0, 1) (%i: index, %p: index, %q: index, %s: f64, %n: i32) {
    // CHECK-NEXT: sloop.value %[[A]][%[[P]]]
    %a = sloop.value %A[%p] : tensor<?xf64, #SV> -> f64
    // CHECK-NEXT: sloop.value %[[B]][%[[Q]]]
    %b = sloop.value %B[%q] : tensor<?xf64, #SV> -> f64
    %t = arith.mulf %a, %b : f64
    %u = arith.addf %s, %t : f64
    // CHECK: sloop.yield %{{.*}}, %[[N]] : f64, i32
    sloop.yield %u, %n : f64, i32
  }
  // CHECK: return %[[SUM]]#0, %[[SUM]]#1
  return %sum#0, %sum#1 : f64, i32
}

// CHECK-LABEL: func.func @every_coordinate_of_an_extent
func.func @every_coordinate_of_an_extent(%A: tensor<?xf64, #SV>, %r: index, %n: index) {
  // CHECK: %[[CURSOR:.*]] = sloop.cursor %{{.*}}[0] under(%{{.*}}) : tensor<
  // CHECK-NEXT: sloop.coiterate (%[[CURSOR]]) over(%{{.*}}) attributes {seen = 1 : i64} : !sloop.cursor
  %cursor = sloop.cursor %A[0] under(%r) : tensor<?xf64, #SV>
  sloop.coiterate (%cursor) over(%n) attributes {seen = 1} : !sloop.cursor
  // CHECK-NEXT: case() (%{{.*}}: index) {
  case() (%i: index) {
    // CHECK-NEXT: sloop.yield{{$}}
    sloop.yield
  }
  // CHECK: case(0) (%{{.*}}: index, %{{.*}}: index) {
  case(0) (%i: index, %p: index) {
    sloop.yield
  }
  return
}

// CHECK-LABEL: func.func @cursors_of_every_kind
func.func @cursors_of_every_kind(%A: tensor<?x?xf64, #DCSR>, %B: tensor<?x?xf64, #COO>, %p: index, %q: index, %i: index) {
  // CHECK: %[[CURSOR0:.*]] = sloop.cursor %{{.*}}[1] under(%[[P:[a-z0-9]*]]) given(%[[I:[a-z0-9]*]])
  // CHECK-NEXT: %[[CURSOR1:.*]] = sloop.cursor %{{.*}}[1] under(%[[P]] to %[[Q:[a-z0-9]*]]) given(%[[I]], %[[P]])
  // CHECK-NEXT: %[[CURSOR2:.*]] = sloop.cursor %{{.*}}[0] under(%[[Q]])
  // CHECK-NEXT: %[[RUNS2:.*]] = sloop.runs %[[CURSOR2]]
  // CHECK-NEXT: sloop.coiterate (%[[CURSOR0]], %[[CURSOR1]], %[[RUNS2]]) :
  %cursor0 = sloop.cursor %A[1] under(%p) given(%i) : tensor<?x?xf64, #DCSR>
  %cursor1 = sloop.cursor %B[1] under(%p to %q) given(%i, %p) : tensor<?x?xf64, #COO>
  %cursor2 = sloop.cursor %B[0] under(%q) : tensor<?x?xf64, #COO>
  %runs2 = sloop.runs %cursor2
  sloop.coiterate (%cursor0, %cursor1, %runs2) : !sloop.cursor, !sloop.cursor, !sloop.cursor<runs>
  // Members are printed in order.
  // CHECK-NEXT: case(0, 2) (%{{.*}}: index, %{{.*}}: index, %{{.*}}: index, %{{.*}}: index) {
  case(2, 0) (%j: index, %a: index, %first: index, %last: index) {
    sloop.yield
  }
  // CHECK: case(1) (%{{.*}}: index, %{{.*}}: index) {
  case(1) (%j: index, %b: index) {
    sloop.yield
  }
  return
}

// A merge in a merge, and one that does nothing.
// CHECK-LABEL: func.func @nested_and_empty
func.func @nested_and_empty(%A: tensor<?x?xf64, #DCSR>, %r: index, %zero: f64) -> f64 {
  // CHECK: %[[CURSOR0:.*]] = sloop.cursor %[[A:.*]][0] under(%{{.*}})
  // CHECK-NEXT: sloop.coiterate (%[[CURSOR0]]) :
  %cursor0 = sloop.cursor %A[0] under(%r) : tensor<?x?xf64, #DCSR>
  sloop.coiterate (%cursor0) : !sloop.cursor
  // CHECK-NEXT: case(0) (%{{.*}}: index, %[[P:.*]]: index) {
  case(0) (%i: index, %p: index) {
    // CHECK-NEXT: %[[CURSOR1:.*]] = sloop.cursor %[[A]][1] under(%[[P]])
    // CHECK-NEXT: sloop.coiterate (%[[CURSOR1]]) :
    %cursor1 = sloop.cursor %A[1] under(%p) : tensor<?x?xf64, #DCSR>
    sloop.coiterate (%cursor1) : !sloop.cursor
    // CHECK-NEXT: case(0) (
    case(0) (%j: index, %q: index) {
      sloop.yield
    }
    sloop.yield
  }
  // CHECK: %[[CURSOR2:.*]] = sloop.cursor %[[A]][0] under(%{{.*}})
  // CHECK-NEXT: %[[SAME:.*]] = sloop.coiterate (%[[CURSOR2]]) init(%{{.*}}) : !sloop.cursor -> f64
  // CHECK-NEXT: return %[[SAME]]
  %cursor2 = sloop.cursor %A[0] under(%r) : tensor<?x?xf64, #DCSR>
  %same = sloop.coiterate (%cursor2) init(%zero) : !sloop.cursor -> f64
  return %same : f64
}

// CHECK-LABEL: func.func @value_in_parts
func.func @value_in_parts(%A: tensor<?xf64, #Parts>, %p: index, %q: index) -> f64 {
  // CHECK: sloop.value %{{.*}}[%[[P:.*]] to %[[Q:.*]]] {seen = 1 : i64} : tensor<?xf64, #stensor.format<{{.*}}>> -> f64
  %v = sloop.value %A[%p to %q] {seen = 1} : tensor<?xf64, #Parts> -> f64
  return %v : f64
}

// CHECK-LABEL: func.func @value_elsewhere
func.func @value_elsewhere(%y: memref<?xf64>, %z: memref<?xi1>, %n: index, %v: f64, %b: i1) {
  sloop.nest outs(%c = %y, %d = %z : memref<?xf64>, memref<?xi1>) {
    sloop.forall %i in %n {
      // CHECK: sloop.write %{{.*}}, %{{.*}}[%{{.*}}] elsewhere(1.000000e+00 : f64) : memref<?xf64>
      sloop.write %v, %c[%i] elsewhere(1.0 : f64) : memref<?xf64>
      // CHECK: sloop.write %{{.*}}, %{{.*}}[%{{.*}}] elsewhere(true) {seen = 1 : i64} : memref<?xi1>
      sloop.write %b, %d[%i] elsewhere(true) {seen = 1} : memref<?xi1>
    }
  }
  return
}

// The case of all cursors says which of them store the coordinate, behind the positions.
// CHECK-LABEL: func.func @blended_cases
func.func @blended_cases(%A: tensor<?xf64, #SV>, %B: tensor<?xf64, #SV>, %r: index, %zero: f64) -> f64 {
  // CHECK: %[[CURSOR0:.*]] = sloop.cursor %{{.*}}[0] under(%{{.*}}) : tensor<
  // CHECK-NEXT: %[[CURSOR1:.*]] = sloop.cursor %{{.*}}[0] under(%{{.*}})
  // CHECK-NEXT: sloop.coiterate (%[[CURSOR0]], %[[CURSOR1]]) blended init(%{{.*}}) attributes {seen = 1 : i64} : !sloop.cursor, !sloop.cursor
  %cursor0 = sloop.cursor %A[0] under(%r) : tensor<?xf64, #SV>
  %cursor1 = sloop.cursor %B[0] under(%r) : tensor<?xf64, #SV>
  %s = sloop.coiterate (%cursor0, %cursor1) blended init(%zero) attributes {seen = 1} : !sloop.cursor, !sloop.cursor -> f64
  // CHECK-NEXT: case(0) (%{{.*}}: index, %{{.*}}: index, %{{.*}}: f64) {
  case(0) (%i: index, %p: index, %t: f64) {
    sloop.yield %t : f64
  }
  // CHECK: case(1) (%{{.*}}: index, %{{.*}}: index, %{{.*}}: f64) {
  case(1) (%i: index, %p: index, %t: f64) {
    sloop.yield %t : f64
  }
  // CHECK: case(0, 1) (%{{.*}}: index, %{{.*}}: index, %{{.*}}: index, %[[HAS:.*]]: i1, %{{.*}}: i1, %[[T:.*]]: f64) {
  case(0, 1) (%i: index, %p: index, %q: index, %a: i1, %b: i1, %t: f64) {
    // CHECK-NEXT: arith.select %[[HAS]], %[[T]], %{{.*}} : f64
    %u = arith.select %a, %t, %zero : f64
    sloop.yield %u : f64
  }
  return %s : f64
}

// One case for all: each cursor has a range of positions, which is empty where it does not store the coordinate.
// CHECK-LABEL: func.func @joined_cases
func.func @joined_cases(%A: tensor<?x?xf64, #DCSR>, %B: tensor<?x?xf64, #DCSR>, %r: index, %zero: f64) -> f64 {
  // CHECK: %[[CURSOR0:.*]] = sloop.cursor %{{.*}}[0] under(%{{.*}}) : tensor<
  // CHECK-NEXT: %[[CURSOR1:.*]] = sloop.cursor %{{.*}}[0] under(%{{.*}})
  // CHECK-NEXT: sloop.coiterate (%[[CURSOR0]], %[[CURSOR1]]) joined(0, 1) init(%{{.*}}) : !sloop.cursor, !sloop.cursor
  %cursor0 = sloop.cursor %A[0] under(%r) : tensor<?x?xf64, #DCSR>
  %cursor1 = sloop.cursor %B[0] under(%r) : tensor<?x?xf64, #DCSR>
  %s = sloop.coiterate (%cursor0, %cursor1) joined(0, 1) init(%zero) : !sloop.cursor, !sloop.cursor -> f64
  // CHECK-NEXT: case(0, 1) (%{{.*}}: index, %{{.*}}: index, %{{.*}}: index, %{{.*}}: index, %{{.*}}: index, %{{.*}}: f64) {
  case(0, 1) (%i: index, %p: index, %pend: index, %q: index, %qend: index, %t: f64) {
    sloop.yield %t : f64
  }
  return %s : f64
}

// CHECK-LABEL: func.func @joined_over_every_coordinate
func.func @joined_over_every_coordinate(%A: tensor<?x?xf64, #DCSR>, %r: index, %n: index) {
  // CHECK: sloop.coiterate (%{{.*}}) over(%{{.*}}) joined(0) : !sloop.cursor
  // CHECK-NEXT: case(0) (%{{.*}}: index, %{{.*}}: index, %{{.*}}: index) {
  %cursor0 = sloop.cursor %A[0] under(%r) : tensor<?x?xf64, #DCSR>
  sloop.coiterate (%cursor0) over(%n) joined(0) : !sloop.cursor
  case(0) (%i: index, %p: index, %pend: index) {
    sloop.yield
  }
  return
}

// A cursor that is joined has two positions; another one has one.
// CHECK-LABEL: func.func @joined_beside_cases
func.func @joined_beside_cases(%A: tensor<?x?xf64, #DCSR>, %B: tensor<?x?xf64, #DCSR>, %r: index) {
  %cursor0 = sloop.cursor %A[0] under(%r) : tensor<?x?xf64, #DCSR>
  %cursor1 = sloop.cursor %B[0] under(%r) : tensor<?x?xf64, #DCSR>
  // CHECK: sloop.coiterate (%{{.*}}, %{{.*}}) joined(0) : !sloop.cursor, !sloop.cursor
  // CHECK-NEXT: case(0) (%{{[^:]*}}: index, %{{[^:]*}}: index, %{{[^:]*}}: index) {
  // CHECK: case(0, 1) (%{{[^:]*}}: index, %{{[^:]*}}: index, %{{[^:]*}}: index, %{{[^:]*}}: index) {
  sloop.coiterate (%cursor0, %cursor1) joined(0) : !sloop.cursor, !sloop.cursor
  case(0) (%i: index, %p: index, %pend: index) {
    sloop.yield
  }
  case(0, 1) (%i: index, %p: index, %pend: index, %q: index) {
    sloop.yield
  }
  return
}
