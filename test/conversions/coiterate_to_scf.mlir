// `convert-sloop-to-scf`: a merge is one loop, whose cases are the leaves of a tree of tests.

// RUN: lacuna-opt %s --convert-sloop-to-scf --allow-unregistered-dialect --split-input-file --verify-diagnostics | FileCheck %s

#SV = #stensor.format<(i) -> (i : compressed)>
#AOS = #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton(interleaved))>
#Parts = #stensor.format<(i) -> (i : compressed(nonunique))>
#COO = #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton)>
#Dense = #stensor.format<(i) -> (i : dense)>

// An intersection ends with the first of its cursors, and steps those that stand at the smallest coordinate.
// CHECK-LABEL: func.func @intersection(
// CHECK-SAME:    %[[A:[a-z0-9]*]]: tensor<{{.*}}>, %[[B:[a-z0-9]*]]: tensor<{{.*}}>, %{{.*}}: index, %[[ZERO:[a-z0-9]*]]: f64
func.func @intersection(%A: tensor<?xf64, #SV>, %B: tensor<?xf64, #SV>, %r: index, %zero: f64) -> f64 {
  // CHECK-NOT:  sloop.
  // CHECK-NOT:  scf.if
  // CHECK:      %[[END:.*]]:3 = scf.while (%[[P:.*]] = %[[PLO:.*]], %[[Q:.*]] = %[[QLO:.*]], %[[S:.*]] = %[[ZERO]]) : (index, index, f64)
  // CHECK-DAG:    %[[PIN:.*]] = arith.cmpi ult, %[[P]], %[[PHI:.*]] : index
  // CHECK-DAG:    %[[QIN:.*]] = arith.cmpi ult, %[[Q]], %[[QHI:.*]] : index
  // CHECK:        %[[GO:.*]] = arith.andi %[[PIN]], %[[QIN]] : i1
  // CHECK-NEXT:   scf.condition(%[[GO]]) %[[P]], %[[Q]], %[[S]]
  // CHECK:      ^bb0(%[[P:.*]]: index, %[[Q:.*]]: index, %[[S:.*]]: f64):
  // CHECK:        memref.load %{{.*}}[%[[P]]]
  // CHECK:        %[[PCRD:.*]] = arith.index_cast
  // CHECK:        memref.load %{{.*}}[%[[Q]]]
  // CHECK:        %[[QCRD:.*]] = arith.index_cast
  // CHECK:        %[[MIN:.*]] = arith.minui %[[PCRD]], %[[QCRD]] : index
  // CHECK-DAG:    %[[PHERE:.*]] = arith.cmpi eq, %[[PCRD]], %[[MIN]] : index
  // CHECK-DAG:    %[[QHERE:.*]] = arith.cmpi eq, %[[QCRD]], %[[MIN]] : index
  // CHECK:        %[[T:.*]] = scf.if %[[PHERE]] -> (f64) {
  // CHECK:          scf.if %[[QHERE]] -> (f64) {
  // CHECK-DAG:        memref.load %{{.*}}[%[[P]]] : memref<?xf64>
  // CHECK-DAG:        memref.load %{{.*}}[%[[Q]]] : memref<?xf64>
  // CHECK:            arith.mulf
  // CHECK:          } else {
  // CHECK-NEXT:       scf.yield %[[S]] : f64
  // CHECK:        } else {
  // CHECK-NEXT:     scf.yield %[[S]] : f64
  // CHECK:        %[[PPASSED:.*]] = arith.cmpi ule, %[[PCRD]], %[[MIN]] : index
  // CHECK-NEXT:   %[[PSTEP:.*]] = arith.index_castui %[[PPASSED]] : i1 to index
  // CHECK-NEXT:   %[[PNEXT:.*]] = arith.addi %[[P]], %[[PSTEP]]
  // CHECK-NEXT:   %[[QPASSED:.*]] = arith.cmpi ule, %[[QCRD]], %[[MIN]] : index
  // CHECK-NEXT:   %[[QSTEP:.*]] = arith.index_castui %[[QPASSED]] : i1 to index
  // CHECK-NEXT:   %[[QNEXT:.*]] = arith.addi %[[Q]], %[[QSTEP]]
  // CHECK-NEXT:   scf.yield %[[PNEXT]], %[[QNEXT]], %[[T]]
  // CHECK:      return %[[END]]#2
  %cursor0 = sloop.cursor %A[0] under(%r) : tensor<?xf64, #SV>
  %cursor1 = sloop.cursor %B[0] under(%r) : tensor<?xf64, #SV>
  %sum = sloop.coiterate (%cursor0, %cursor1) init(%zero) : !sloop.cursor, !sloop.cursor -> f64
  case(0, 1) (%i: index, %p: index, %q: index, %s: f64) {
    %a = sloop.value %A[%p] : tensor<?xf64, #SV> -> f64
    %b = sloop.value %B[%q] : tensor<?xf64, #SV> -> f64
    %t = arith.mulf %a, %b : f64
    %u = arith.addf %s, %t : f64
    sloop.yield %u : f64
  }
  return %sum : f64
}

// Cursors that may end before the others carry their coordinate, which is past all others then. Where the last of them
// is the only one left, it is not tested.
// CHECK-LABEL: func.func @union(
func.func @union(%A: tensor<?xf64, #SV>, %B: tensor<?xf64, #SV>, %r: index, %y: memref<?xf64>) {
  // CHECK:      %[[PIN:.*]] = arith.cmpi ult, %[[PLO:.*]], %[[PHI:.*]] : index
  // CHECK-NEXT: %[[PFIRST:.*]] = scf.if %[[PIN]] -> (index) {
  // CHECK:        memref.load %{{.*}}[%[[PLO]]]
  // CHECK:      } else {
  // CHECK-NEXT:   %[[PAST:.*]] = arith.constant 9223372036854775807 : index
  // CHECK-NEXT:   scf.yield %[[PAST]] : index
  // CHECK:      %[[QFIRST:.*]] = scf.if
  // CHECK:      scf.while (%[[P:.*]] = %[[PLO]], %[[Q:.*]] = %{{.*}}, %[[PCRD:.*]] = %[[PFIRST]], %[[QCRD:.*]] = %[[QFIRST]])
  // CHECK:        %[[PAST:.*]] = arith.constant 9223372036854775807 : index
  // CHECK-DAG:    %[[PMORE:.*]] = arith.cmpi ne, %[[PCRD]], %[[PAST]] : index
  // CHECK-DAG:    %[[QMORE:.*]] = arith.cmpi ne, %[[QCRD]], %[[PAST]] : index
  // CHECK:        %[[GO:.*]] = arith.ori %[[PMORE]], %[[QMORE]] : i1
  // CHECK-NEXT:   scf.condition(%[[GO]])
  // CHECK:      ^bb0(%[[P:.*]]: index, %[[Q:.*]]: index, %[[PCRD:.*]]: index, %[[QCRD:.*]]: index):
  // CHECK-NEXT:   %[[MIN:.*]] = arith.minui %[[PCRD]], %[[QCRD]] : index
  // CHECK:        %[[PHERE:.*]] = arith.cmpi eq, %[[PCRD]], %[[MIN]]
  // CHECK:        %[[QHERE:.*]] = arith.cmpi eq, %[[QCRD]], %[[MIN]]
  // CHECK:        scf.if %[[PHERE]] {
  // CHECK:          scf.if %[[QHERE]] {
  // CHECK:            "both"(%[[MIN]], %[[P]], %[[Q]])
  // CHECK:          } else {
  // CHECK:            "first"(%[[MIN]], %[[P]])
  // CHECK:        } else {
  // CHECK-NOT:      scf.if
  // CHECK:          "second"(%[[MIN]], %[[Q]])
  // CHECK:        scf.if %[[PHERE]] -> (index) {
  // CHECK:          %[[LATER:.*]] = scf.if %{{.*}} -> (index) {
  // CHECK:          scf.yield %[[LATER]] : index
  // CHECK-NEXT:   } else {
  // CHECK-NEXT:     scf.yield %[[PCRD]] : index
  %cursor0 = sloop.cursor %A[0] under(%r) : tensor<?xf64, #SV>
  %cursor1 = sloop.cursor %B[0] under(%r) : tensor<?xf64, #SV>
  sloop.coiterate (%cursor0, %cursor1) : !sloop.cursor, !sloop.cursor
  case(0) (%i: index, %p: index) {
    "first"(%i, %p) : (index, index) -> ()
    sloop.yield
  }
  case(1) (%i: index, %q: index) {
    "second"(%i, %q) : (index, index) -> ()
    sloop.yield
  }
  case(0, 1) (%i: index, %p: index, %q: index) {
    "both"(%i, %p, %q) : (index, index, index) -> ()
    sloop.yield
  }
  return
}

// The cursor that every case lists ends the loop, and carries no coordinate; the others do.
// CHECK-LABEL: func.func @factor_of_a_sum(
func.func @factor_of_a_sum(%A: tensor<?xf64, #SV>, %B: tensor<?xf64, #SV>, %C: tensor<?xf64, #SV>, %r: index) {
  // CHECK-COUNT-2: arith.constant 9223372036854775807
  // CHECK-NOT:  arith.constant 9223372036854775807
  // CHECK:      scf.while (%[[P:.*]] = %{{.*}}, %{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}) :
  // CHECK-NEXT:   %[[GO:.*]] = arith.cmpi ult, %[[P]], %{{.*}} : index
  // CHECK-NEXT:   scf.condition(%[[GO]])
  // CHECK:        scf.if
  // CHECK:          scf.if
  // CHECK:            scf.if
  // CHECK:              "abc"
  // CHECK:              "ab"
  // CHECK:            scf.if
  // CHECK:              "ac"
  %cursor0 = sloop.cursor %A[0] under(%r) : tensor<?xf64, #SV>
  %cursor1 = sloop.cursor %B[0] under(%r) : tensor<?xf64, #SV>
  %cursor2 = sloop.cursor %C[0] under(%r) : tensor<?xf64, #SV>
  sloop.coiterate (%cursor0, %cursor1, %cursor2) : !sloop.cursor, !sloop.cursor, !sloop.cursor
  case(0, 1) (%i: index, %p: index, %q: index) {
    "ab"() : () -> ()
    sloop.yield
  }
  case(0, 2) (%i: index, %p: index, %q: index) {
    "ac"() : () -> ()
    sloop.yield
  }
  case(0, 1, 2) (%i: index, %p: index, %q: index, %s: index) {
    "abc"() : () -> ()
    sloop.yield
  }
  return
}

// With an extent, a counted loop takes every coordinate.
// CHECK-LABEL: func.func @takes_all(
// CHECK-SAME:    %[[N:[a-z0-9]*]]: index)
func.func @takes_all(%A: tensor<?xf64, #SV>, %r: index, %n: index) {
  // CHECK-NOT:  scf.while
  // CHECK:      scf.for %[[I:.*]] = %{{.*}} to %[[N]] step %{{.*}} iter_args(%[[P:.*]] = %{{.*}}, %[[CRD:.*]] = %{{.*}}) -> (index, index) {
  // CHECK-NEXT:   %[[HERE:.*]] = arith.cmpi eq, %[[CRD]], %[[I]] : index
  // CHECK:        scf.if %[[HERE]] {
  // CHECK-NEXT:     "stored"(%[[I]], %[[P]])
  // CHECK:        } else {
  // CHECK-NEXT:     "nothing"(%[[I]])
  // CHECK-NOT:  scf.while
  // CHECK-LABEL: func.func @segments(
  %cursor = sloop.cursor %A[0] under(%r) : tensor<?xf64, #SV>
  sloop.coiterate (%cursor) over(%n) : !sloop.cursor
  case() (%i: index) {
    "nothing"(%i) : (index) -> ()
    sloop.yield
  }
  case(0) (%i: index, %p: index) {
    "stored"(%i, %p) : (index, index) -> ()
    sloop.yield
  }
  return
}

// The end of a segment is found where the cursor stands at the coordinate; elsewhere the cursor stays.
func.func @segments(%A: tensor<?xf64, #Parts>, %B: tensor<?xf64, #SV>, %r: index) -> f64 {
  // CHECK:      scf.while
  // CHECK:      ^bb0(%[[P:.*]]: index, %[[Q:.*]]: index, %{{.*}}: f64):
  // CHECK:        %[[HERE:.*]] = arith.cmpi eq
  // CHECK:        %[[END:.*]] = scf.if %[[HERE]] -> (index) {
  // CHECK:          %[[FOUND:.*]] = scf.while
  // CHECK:          scf.yield %[[FOUND]] : index
  // CHECK-NEXT:   } else {
  // CHECK-NEXT:     scf.yield %[[P]] : index
  // The value is the sum of the parts; the first is there.
  // CHECK:        %[[FIRST:.*]] = memref.load %[[VALUES:.*]][%[[P]]] : memref<?xf64>
  // CHECK:        %[[NEXT:.*]] = arith.addi %[[P]], %c1
  // CHECK:        scf.for %[[AT:.*]] = %[[NEXT]] to %[[END]] step %{{.*}} iter_args(%[[SUM:.*]] = %[[FIRST]]) -> (f64) {
  // CHECK-NEXT:     %[[PART:.*]] = memref.load %[[VALUES]][%[[AT]]]
  // CHECK-NEXT:     arith.addf %[[SUM]], %[[PART]] : f64
  // CHECK:        scf.yield %[[END]],
  %zero = arith.constant 0.0 : f64
  %cursor0 = sloop.cursor %A[0] under(%r) : tensor<?xf64, #Parts>
  %runs0 = sloop.runs %cursor0
  %cursor1 = sloop.cursor %B[0] under(%r) : tensor<?xf64, #SV>
  %0 = sloop.coiterate (%runs0, %cursor1) init(%zero) : !sloop.cursor<runs>, !sloop.cursor -> f64
  case(0, 1) (%i: index, %first: index, %last: index, %q: index, %s: f64) {
    %v = sloop.value %A[%first to %last] : tensor<?xf64, #Parts> -> f64
    %t = arith.addf %s, %v : f64
    sloop.yield %t : f64
  }
  return %0 : f64
}

// Under a range of positions, a singleton is merged like any other level.
// CHECK-LABEL: func.func @under_a_range(
// CHECK-SAME:    %[[FIRST:[a-z0-9]*]]: index, %[[LAST:[a-z0-9]*]]: index)
func.func @under_a_range(%A: tensor<?x?xf64, #COO>, %B: tensor<?x?xf64, #COO>, %first: index, %last: index) {
  // CHECK:      %[[AFTER:.*]] = arith.addi %[[LAST]], %c1
  // CHECK:      scf.while (%[[P:.*]] = %[[FIRST]], %[[Q:.*]] = %[[LAST]]) :
  // CHECK-DAG:    arith.cmpi ult, %[[P]], %[[LAST]] : index
  // CHECK-DAG:    arith.cmpi ult, %[[Q]], %[[AFTER]] : index
  // CHECK:        scf.condition
  %cursor0 = sloop.cursor %A[1] under(%first to %last) : tensor<?x?xf64, #COO>
  %cursor1 = sloop.cursor %B[1] under(%last) : tensor<?x?xf64, #COO>
  sloop.coiterate (%cursor0, %cursor1) : !sloop.cursor, !sloop.cursor
  case(0, 1) (%j: index, %p: index, %q: index) {
    sloop.yield
  }
  return
}

// A level that stores nothing can be merged, too: its coordinates are computed.
// CHECK-LABEL: func.func @dense_level(
func.func @dense_level(%A: tensor<?xf64, #Dense>, %B: tensor<?xf64, #SV>, %r: index) {
  // CHECK:      scf.while (%[[P:.*]] = %{{.*}}, %{{.*}} = %{{.*}})
  // CHECK:        %[[LOW:.*]] = arith.muli
  // CHECK:        %[[CRD:.*]] = arith.subi %[[P]], %[[LOW]]
  // CHECK:        arith.minui %[[CRD]], %{{.*}} : index
  %cursor0 = sloop.cursor %A[0] under(%r) : tensor<?xf64, #Dense>
  %cursor1 = sloop.cursor %B[0] under(%r) : tensor<?xf64, #SV>
  sloop.coiterate (%cursor0, %cursor1) : !sloop.cursor, !sloop.cursor
  case(0, 1) (%j: index, %p: index, %q: index) {
    sloop.yield
  }
  return
}

// Without a case, nothing is tested, and carried values stay.
// CHECK-LABEL: func.func @no_case(
func.func @no_case(%A: tensor<?xf64, #SV>, %r: index, %n: index, %zero: f64) -> f64 {
  // CHECK:      %[[END:.*]]:3 = scf.for
  // CHECK:      return %[[END]]#2
  %cursor = sloop.cursor %A[0] under(%r) : tensor<?xf64, #SV>
  %0 = sloop.coiterate (%cursor) over(%n) init(%zero) : !sloop.cursor -> f64
  return %0 : f64
}

// Coordinates that share an array with those of the level above.
// CHECK-LABEL: func.func @interleaved_level(
func.func @interleaved_level(%A: tensor<?xf64, #SV>, %B: tensor<?x?xf64, #AOS>, %r: index) {
  // CHECK:      scf.while
  // CHECK:        %[[TWICE:.*]] = arith.muli %{{.*}}, %{{.*}} : index
  // CHECK:        %[[AT:.*]] = arith.addi %[[TWICE]], %{{.*}} : index
  // CHECK:        %[[ARRAY:.*]] = stensor.coordinates %arg1[0]
  // CHECK:        memref.load %[[ARRAY]][%[[AT]]]
  %cursor0 = sloop.cursor %A[0] under(%r) : tensor<?xf64, #SV>
  %cursor1 = sloop.cursor %B[1] under(%r) : tensor<?x?xf64, #AOS>
  sloop.coiterate (%cursor0, %cursor1) : !sloop.cursor, !sloop.cursor
  case(0, 1) (%i: index, %p: index, %q: index) {
    sloop.yield
  }
  return
}

// Blended, the case of all cursors runs without tests while none is at its end, with flags that say which store the
// coordinate. What one of two has left then is a loop of its own.
// CHECK-LABEL: func.func @blended_of_two(
// CHECK-SAME:    %[[A:[a-z0-9]*]]: tensor<{{.*}}>, %[[B:[a-z0-9]*]]: tensor<{{.*}}>, %{{.*}}: index, %[[ZERO:[a-z0-9]*]]: f64
func.func @blended_of_two(%A: tensor<?xf64, #SV>, %B: tensor<?xf64, #SV>, %r: index, %zero: f64) -> f64 {
  // CHECK-NOT:  scf.if
  // CHECK:      %[[MID:.*]]:3 = scf.while (%[[P:.*]] = %{{.*}}, %[[Q:.*]] = %{{.*}}, %[[S:.*]] = %[[ZERO]]) : (index, index, f64)
  // CHECK-DAG:    %[[PIN:.*]] = arith.cmpi ult, %[[P]], %[[PHI:.*]] : index
  // CHECK-DAG:    %[[QIN:.*]] = arith.cmpi ult, %[[Q]], %[[QHI:.*]] : index
  // CHECK:        %[[GO:.*]] = arith.andi %[[PIN]], %[[QIN]] : i1
  // CHECK-NEXT:   scf.condition(%[[GO]])
  // CHECK:      ^bb0(%[[P:.*]]: index, %[[Q:.*]]: index, %[[S:.*]]: f64):
  // CHECK:        %[[MIN:.*]] = arith.minui %[[PCRD:.*]], %[[QCRD:.*]] : index
  // CHECK-NEXT:   %[[PHERE:.*]] = arith.cmpi eq, %[[PCRD]], %[[MIN]] : index
  // CHECK-NEXT:   %[[QHERE:.*]] = arith.cmpi eq, %[[QCRD]], %[[MIN]] : index
  // CHECK:        memref.load %{{.*}}[%[[P]]] : memref<?xf64>
  // CHECK:        arith.select %[[PHERE]]
  // CHECK:        memref.load %{{.*}}[%[[Q]]] : memref<?xf64>
  // CHECK:        arith.select %[[QHERE]]
  // CHECK:        %[[T:.*]] = arith.addf %[[S]]
  // CHECK:        %[[PSTEP:.*]] = arith.index_castui %[[PHERE]] : i1 to index
  // CHECK:        %[[PNEXT:.*]] = arith.addi %[[P]], %[[PSTEP]]
  // CHECK:        %[[QSTEP:.*]] = arith.index_castui %[[QHERE]] : i1 to index
  // CHECK:        %[[QNEXT:.*]] = arith.addi %[[Q]], %[[QSTEP]]
  // CHECK:        scf.yield %[[PNEXT]], %[[QNEXT]], %[[T]]
  // CHECK:      %[[AFTER:.*]] = scf.for %[[P:.*]] = %[[MID]]#0 to %[[PHI]] step %{{.*}} iter_args(%[[S:.*]] = %[[MID]]#2) -> (f64) {
  // CHECK:        %[[V:.*]] = memref.load %{{.*}}[%[[P]]] : memref<?xf64>
  // CHECK-NEXT:   arith.addf %[[S]], %[[V]]
  // CHECK:      %[[END:.*]] = scf.for %[[Q:.*]] = %[[MID]]#1 to %[[QHI]] step %{{.*}} iter_args(%[[S:.*]] = %[[AFTER]]) -> (f64) {
  // CHECK:        %[[V:.*]] = memref.load %{{.*}}[%[[Q]]] : memref<?xf64>
  // CHECK-NEXT:   arith.subf %[[S]], %[[V]]
  // CHECK:      return %[[END]]
  %cursor0 = sloop.cursor %A[0] under(%r) : tensor<?xf64, #SV>
  %cursor1 = sloop.cursor %B[0] under(%r) : tensor<?xf64, #SV>
  %sum = sloop.coiterate (%cursor0, %cursor1) blended init(%zero) : !sloop.cursor, !sloop.cursor -> f64
  case(0) (%i: index, %p: index, %s: f64) {
    %a = sloop.value %A[%p] : tensor<?xf64, #SV> -> f64
    %u = arith.addf %s, %a : f64
    sloop.yield %u : f64
  }
  case(1) (%i: index, %q: index, %s: f64) {
    %b = sloop.value %B[%q] : tensor<?xf64, #SV> -> f64
    %u = arith.subf %s, %b : f64
    sloop.yield %u : f64
  }
  case(0, 1) (%i: index, %p: index, %q: index, %in_a: i1, %in_b: i1, %s: f64) {
    %a = sloop.value %A[%p] : tensor<?xf64, #SV> -> f64
    %x = arith.select %in_a, %a, %zero : f64
    %b = sloop.value %B[%q] : tensor<?xf64, #SV> -> f64
    %y = arith.select %in_b, %b, %zero : f64
    %t = arith.subf %x, %y : f64
    %u = arith.addf %s, %t : f64
    sloop.yield %u : f64
  }
  return %sum : f64
}

// What two of three have left is merged by tests; the case of all three is not among them.
// CHECK-LABEL: func.func @blended_of_three(
func.func @blended_of_three(%A: tensor<?xf64, #SV>, %B: tensor<?xf64, #SV>, %C: tensor<?xf64, #SV>, %r: index) {
  // CHECK:      %[[MID:.*]]:3 = scf.while
  // CHECK:        %[[AB:.*]] = arith.andi
  // CHECK:        %[[GO:.*]] = arith.andi %[[AB]], %{{.*}} : i1
  // CHECK-NEXT:   scf.condition(%[[GO]])
  // CHECK-NOT:    scf.if
  // CHECK:        "test.blended"(%[[I:.*]], %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) : (index, index, index, index, i1, i1, i1) -> ()
  // CHECK-NOT:    "test.
  // CHECK:        scf.yield
  // CHECK:      arith.cmpi ult, %[[MID]]#0, %{{.*}} : index
  // CHECK:      arith.cmpi ult, %[[MID]]#1, %{{.*}} : index
  // CHECK:      arith.cmpi ult, %[[MID]]#2, %{{.*}} : index
  // CHECK:      scf.while (%{{.*}} = %[[MID]]#0, %{{.*}} = %[[MID]]#1, %{{.*}} = %[[MID]]#2,
  // CHECK:        "test.ab"
  // CHECK-NOT:    "test.blended"
  // CHECK:        "test.ac"
  // CHECK:        "test.a"
  // CHECK:        "test.bc"
  // CHECK:        "test.b"
  // CHECK:        "test.c"
  // CHECK-NOT:    "test.
  // CHECK:      return
  %cursor0 = sloop.cursor %A[0] under(%r) : tensor<?xf64, #SV>
  %cursor1 = sloop.cursor %B[0] under(%r) : tensor<?xf64, #SV>
  %cursor2 = sloop.cursor %C[0] under(%r) : tensor<?xf64, #SV>
  sloop.coiterate (%cursor0, %cursor1, %cursor2) blended : !sloop.cursor, !sloop.cursor, !sloop.cursor
  case(0) (%i: index, %p: index) {
    "test.a"() : () -> ()
    sloop.yield
  }
  case(1) (%i: index, %p: index) {
    "test.b"() : () -> ()
    sloop.yield
  }
  case(0, 1) (%i: index, %p: index, %q: index) {
    "test.ab"() : () -> ()
    sloop.yield
  }
  case(2) (%i: index, %p: index) {
    "test.c"() : () -> ()
    sloop.yield
  }
  case(0, 2) (%i: index, %p: index, %q: index) {
    "test.ac"() : () -> ()
    sloop.yield
  }
  case(1, 2) (%i: index, %p: index, %q: index) {
    "test.bc"() : () -> ()
    sloop.yield
  }
  case(0, 1, 2) (%i: index, %p: index, %q: index, %t: index, %a: i1, %b: i1, %c: i1) {
    "test.blended"(%i, %p, %q, %t, %a, %b, %c) : (index, index, index, index, i1, i1, i1) -> ()
    sloop.yield
  }
  return
}

// A value or a constant is loaded from one of two addresses: no test, no blend of numbers.
// CHECK-LABEL: func.func @blended_with_constants(
// CHECK-SAME:    %[[A:[a-z0-9]*]]: tensor<{{.*}}>, %[[B:[a-z0-9]*]]: tensor<{{.*}}>, %{{.*}}: index)
func.func @blended_with_constants(%A: tensor<?xf64, #SV>, %B: tensor<?xf64, #SV>, %r: index) {
  // CHECK:        %[[MIN:.*]] = arith.minui %[[PCRD:.*]], %[[QCRD:.*]] : index
  // CHECK-NEXT:   %[[PHERE:.*]] = arith.cmpi eq, %[[PCRD]], %[[MIN]] : index
  // CHECK-NEXT:   %[[QHERE:.*]] = arith.cmpi eq, %[[QCRD]], %[[MIN]] : index
  // CHECK:        %[[AVALUES:.*]] = stensor.values %[[A]]
  // CHECK-NEXT:   %[[GLOBAL:.*]] = memref.get_global @[[FIVE:.*]] : memref<1xf64>
  // CHECK:        %[[CONSTANT:.*]] = memref.cast %[[GLOBAL]] : memref<1xf64> to memref<?xf64>
  // CHECK:        %[[ARRAY:.*]] = arith.select %[[PHERE]], %[[AVALUES]], %[[CONSTANT]] : memref<?xf64>
  // CHECK:        %[[AT:.*]] = arith.select %[[PHERE]], %[[P:.*]], %{{.*}} : index
  // CHECK:        %[[X:.*]] = memref.load %[[ARRAY]][%[[AT]]]
  // CHECK-NOT:    scf.if
  // CHECK-NOT:    : f64
  // CHECK:        memref.get_global @[[SIX:.*]] : memref<1xf64>
  // CHECK:        %[[Y:.*]] = memref.load
  // CHECK:        memref.get_global @[[FIVE]] : memref<1xf64>
  // CHECK:        %[[Z:.*]] = memref.load
  // CHECK:        "test.use"(%[[X]], %[[Y]], %[[Z]]) : (f64, f64, f64) -> ()
  // CHECK-DAG:  memref.global "private" constant @[[FIVE]] : memref<1xf64> = dense<5.000000e+00>
  // CHECK-DAG:  memref.global "private" constant @[[SIX]] : memref<1xf64> = dense<6.000000e+00>
  %cursor0 = sloop.cursor %A[0] under(%r) : tensor<?xf64, #SV>
  %cursor1 = sloop.cursor %B[0] under(%r) : tensor<?xf64, #SV>
  sloop.coiterate (%cursor0, %cursor1) blended : !sloop.cursor, !sloop.cursor
  case(0) (%i: index, %p: index) {
    sloop.yield
  }
  case(1) (%i: index, %q: index) {
    sloop.yield
  }
  case(0, 1) (%i: index, %p: index, %q: index, %in_a: i1, %in_b: i1) {
    %x = sloop.value %A[%p] or 5.0 : f64 where %in_a : tensor<?xf64, #SV> -> f64
    %y = sloop.value %B[%q] or 6.0 : f64 where %in_b : tensor<?xf64, #SV> -> f64
    %z = sloop.value %B[%q] or 5.0 : f64 where %in_b : tensor<?xf64, #SV> -> f64
    "test.use"(%x, %y, %z) : (f64, f64, f64) -> ()
    sloop.yield
  }
  return
}

// -----

#SV = #stensor.format<(i) -> (i : compressed)>
#DIA = #stensor.format<(i, j) -> (j - i : compressed, i : range, j : offset)>
func.func @level_that_follows_from_others(%A: tensor<?xf64, #SV>, %B: tensor<?x?xf64, #DIA>, %r: index) {
  %cursor0 = sloop.cursor %A[0] under(%r) : tensor<?xf64, #SV>
  // expected-error@+1 {{level 2 is offset, which has no code for sloop.cursor yet}}
  %cursor1 = sloop.cursor %B[2] under(%r) : tensor<?x?xf64, #DIA>
  sloop.coiterate (%cursor0, %cursor1) : !sloop.cursor, !sloop.cursor
  case(0, 1) (%i: index, %p: index, %q: index) {
    sloop.yield
  }
  return
}

// -----

#DCSR = #stensor.format<(i, j) -> (i : compressed, j : compressed)>

// One case, which gets the segments of all: those of cursors that are elsewhere are empty.
// CHECK-LABEL: func.func @joined(
// CHECK:         scf.while (%[[P:.*]] = %{{.*}}, %[[Q:.*]] = %{{.*}}, %[[PCRD:.*]] = %{{.*}}, %[[QCRD:.*]] = %{{.*}})
// CHECK:           %[[PMORE:.*]] = arith.cmpi ne, %[[PCRD]], %{{.*}} : index
// CHECK:           %[[QMORE:.*]] = arith.cmpi ne, %[[QCRD]], %{{.*}} : index
// CHECK:           arith.ori %[[PMORE]], %[[QMORE]]
// CHECK:         ^bb0(%[[P:.*]]: index, %[[Q:.*]]: index, %[[PCRD:.*]]: index, %[[QCRD:.*]]: index):
// CHECK:           %[[MIN:.*]] = arith.minui %[[PCRD]], %[[QCRD]] : index
// CHECK-DAG:       %[[PHERE:.*]] = arith.cmpi eq, %[[PCRD]], %[[MIN]]
// CHECK-DAG:       %[[QHERE:.*]] = arith.cmpi eq, %[[QCRD]], %[[MIN]]
// CHECK:           %[[PEND:.*]] = arith.addi %[[P]], %{{.*}} : index
// CHECK:           %[[QEND:.*]] = arith.addi %[[Q]], %{{.*}} : index
// CHECK-NEXT:      "test.use"(%[[MIN]], %[[P]], %[[PEND]], %[[Q]], %[[QEND]])
func.func @joined(%A: tensor<?x?xf64, #DCSR>, %B: tensor<?x?xf64, #DCSR>, %r: index) {
  %cursor0 = sloop.cursor %A[0] under(%r) : tensor<?x?xf64, #DCSR>
  %cursor1 = sloop.cursor %B[0] under(%r) : tensor<?x?xf64, #DCSR>
  sloop.coiterate (%cursor0, %cursor1) joined(0, 1) : !sloop.cursor, !sloop.cursor
  case(0, 1) (%i: index, %p: index, %pend: index, %q: index, %qend: index) {
    "test.use"(%i, %p, %pend, %q, %qend) : (index, index, index, index, index) -> ()
    sloop.yield
  }
  return
}

// -----

#DCSR = #stensor.format<(i, j) -> (i : compressed, j : compressed)>

// With an extent, the case runs at every coordinate, also where both segments are empty.
// CHECK-LABEL: func.func @joined_over_every_coordinate(
// CHECK-SAME:    %[[R:[^ :]*]]: index)
// CHECK:         scf.for %[[I:.*]] = %{{.*}} to %[[R]] step %{{.*}} iter_args(%[[P:.*]] = %{{.*}}, %[[Q:.*]] = %{{.*}}, %[[PCRD:.*]] = %{{.*}}, %[[QCRD:.*]] = %{{.*}})
// CHECK-DAG:       %[[PHERE:.*]] = arith.cmpi eq, %[[PCRD]], %[[I]]
// CHECK-DAG:       %[[QHERE:.*]] = arith.cmpi eq, %[[QCRD]], %[[I]]
// CHECK:           %[[PEND:.*]] = arith.addi %[[P]], %{{.*}} : index
// CHECK:           %[[QEND:.*]] = arith.addi %[[Q]], %{{.*}} : index
// CHECK-NEXT:      "test.use"(%[[I]], %[[P]], %[[PEND]], %[[Q]], %[[QEND]])
func.func @joined_over_every_coordinate(%A: tensor<?x?xf64, #DCSR>, %B: tensor<?x?xf64, #DCSR>, %r: index) {
  %cursor0 = sloop.cursor %A[0] under(%r) : tensor<?x?xf64, #DCSR>
  %cursor1 = sloop.cursor %B[0] under(%r) : tensor<?x?xf64, #DCSR>
  sloop.coiterate (%cursor0, %cursor1) over(%r) joined(0, 1) : !sloop.cursor, !sloop.cursor
  case(0, 1) (%i: index, %p: index, %pend: index, %q: index, %qend: index) {
    "test.use"(%i, %p, %pend, %q, %qend) : (index, index, index, index, index) -> ()
    sloop.yield
  }
  return
}

// -----

#DCSR = #stensor.format<(i, j) -> (i : compressed, j : compressed)>

// A cursor that is joined is not tested, and the loop goes on while any cursor does.
// CHECK-LABEL: func.func @joined_beside_cases(
// CHECK:         scf.while (%[[P:.*]] = %{{.*}}, %[[Q:.*]] = %{{.*}}, %[[PCRD:.*]] = %{{.*}}, %[[QCRD:.*]] = %{{.*}})
// CHECK:           arith.ori
// CHECK:         ^bb0(%[[P:.*]]: index, %[[Q:.*]]: index, %[[PCRD:.*]]: index, %[[QCRD:.*]]: index):
// CHECK:           %[[MIN:.*]] = arith.minui %[[PCRD]], %[[QCRD]] : index
// CHECK-DAG:       %[[PHERE:.*]] = arith.cmpi eq, %[[PCRD]], %[[MIN]]
// CHECK-DAG:       %[[QHERE:.*]] = arith.cmpi eq, %[[QCRD]], %[[MIN]]
// CHECK:           scf.if %[[QHERE]] {
// CHECK-NEXT:        "test.both"(%[[MIN]], %[[P]], %{{.*}}, %[[Q]])
// CHECK-NEXT:      } else {
// CHECK-NEXT:        "test.one"(%[[MIN]], %[[P]], %{{.*}})
func.func @joined_beside_cases(%A: tensor<?x?xf64, #DCSR>, %B: tensor<?x?xf64, #DCSR>, %r: index) {
  %cursor0 = sloop.cursor %A[0] under(%r) : tensor<?x?xf64, #DCSR>
  %cursor1 = sloop.cursor %B[0] under(%r) : tensor<?x?xf64, #DCSR>
  sloop.coiterate (%cursor0, %cursor1) joined(0) : !sloop.cursor, !sloop.cursor
  case(0) (%i: index, %p: index, %pend: index) {
    "test.one"(%i, %p, %pend) : (index, index, index) -> ()
    sloop.yield
  }
  case(0, 1) (%i: index, %p: index, %pend: index, %q: index) {
    "test.both"(%i, %p, %pend, %q) : (index, index, index, index) -> ()
    sloop.yield
  }
  return
}

// -----

#DCSR = #stensor.format<(i, j) -> (i : compressed, j : compressed)>

// A cursor that all cases list and that is not joined is tested, and ends the loop.
// CHECK-LABEL: func.func @joined_beside_a_common_cursor(
// CHECK:         scf.while (%[[P:[^ ]*]] = %{{[^ ]*}}, %[[Q:[^ ]*]] = %{{[^ ]*}}, %[[PCRD:[^ ]*]] = %{{[^ ]*}}) :
// CHECK-NEXT:      %[[QMORE:.*]] = arith.cmpi ult, %[[Q]], %{{.*}} : index
// CHECK-NEXT:      scf.condition(%[[QMORE]])
// CHECK:         ^bb0(%[[P:.*]]: index, %[[Q:.*]]: index, %[[PCRD:.*]]: index):
// CHECK:           arith.cmpi eq, %[[PCRD]], %[[MIN:.*]] : index
// CHECK-NEXT:      %[[QHERE:.*]] = arith.cmpi eq, %{{.*}}, %[[MIN]] : index
// CHECK:           scf.if %[[QHERE]] {
// CHECK-NEXT:        "test.case"(%{{.*}}, %[[P]], %{{.*}}, %[[Q]])
// CHECK-NOT:         "test.case"
func.func @joined_beside_a_common_cursor(%A: tensor<?x?xf64, #DCSR>, %B: tensor<?x?xf64, #DCSR>, %r: index) {
  %cursor0 = sloop.cursor %A[0] under(%r) : tensor<?x?xf64, #DCSR>
  %cursor1 = sloop.cursor %B[0] under(%r) : tensor<?x?xf64, #DCSR>
  sloop.coiterate (%cursor0, %cursor1) joined(0) : !sloop.cursor, !sloop.cursor
  case(0, 1) (%i: index, %p: index, %pend: index, %q: index) {
    "test.case"(%i, %p, %pend, %q) : (index, index, index, index) -> ()
    sloop.yield
  }
  return
}

// -----

#Hash = #stensor.format<(i, j) -> (i : hashed, j : hashed)>

// What is sorted has a position only where it has a node: one past its end, there is nothing to load.
// CHECK-LABEL: func.func @joined_in_order(
// CHECK:         scf.while
// CHECK:         ^bb0(%[[P:.*]]: index, %[[Q:.*]]: index, %[[PCRD:.*]]: index, %[[QCRD:.*]]: index):
// CHECK:           %[[PHERE:.*]] = arith.cmpi eq, %[[PCRD]], %{{.*}}
// CHECK:           %[[QHERE:.*]] = arith.cmpi eq, %[[QCRD]], %{{.*}}
// CHECK:           %[[PAT:.*]] = scf.if %[[PHERE]] -> (index) {
// CHECK-NEXT:        memref.load %{{.*}}[%[[P]]] : memref<?xindex>
// CHECK:           %[[PEND:.*]] = arith.addi %[[PAT]], %{{.*}} : index
// CHECK:           %[[QAT:.*]] = scf.if %[[QHERE]] -> (index) {
// CHECK-NEXT:        memref.load %{{.*}}[%[[Q]]] : memref<?xindex>
// CHECK:           %[[QEND:.*]] = arith.addi %[[QAT]], %{{.*}} : index
// CHECK:           "test.use"(%{{.*}}, %[[PAT]], %[[PEND]], %[[QAT]], %[[QEND]])
func.func @joined_in_order(%A: tensor<?x?xf64, #Hash>, %B: tensor<?x?xf64, #Hash>, %r: index) {
  %a = sloop.cursor %A[0] under(%r) : tensor<?x?xf64, #Hash>
  %b = sloop.cursor %B[0] under(%r) : tensor<?x?xf64, #Hash>
  %a_sorted = sloop.reorder %a
  %b_sorted = sloop.reorder %b
  sloop.coiterate (%a_sorted, %b_sorted) joined(0, 1) : !sloop.cursor, !sloop.cursor
  case(0, 1) (%i: index, %p: index, %pend: index, %q: index, %qend: index) {
    "test.use"(%i, %p, %pend, %q, %qend) : (index, index, index, index, index) -> ()
    sloop.yield
  }
  return
}
