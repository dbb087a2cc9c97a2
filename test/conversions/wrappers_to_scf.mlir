// `convert-sloop-to-scf`: what wraps a cursor says where its loop begins and ends, and which coordinates it gives.

// RUN: lacuna-opt %s --convert-sloop-to-scf --split-input-file | FileCheck %s

#SV = #stensor.format<(i) -> (i : compressed)>

// CHECK-LABEL: func.func @shifted(
// CHECK-SAME:    %{{.*}}: tensor<{{.*}}>, %[[D:.*]]: index, %{{.*}}: memref<?xf64>)
// CHECK:         scf.for %[[Q:.*]] = %{{.*}} to
// CHECK:           %[[STORED:.*]] = arith.index_cast %{{.*}} : i32 to index
// CHECK-NEXT:      %[[I:.*]] = arith.addi %[[STORED]], %[[D]] : index
// CHECK:           memref.store %{{.*}}, %{{.*}}[%[[I]]]
func.func @shifted(%A: tensor<?xf64, #SV>, %d: index, %y: memref<?xf64>) {
  %root = arith.constant 0 : index
  %c = sloop.cursor %A[0] under(%root) : tensor<?xf64, #SV>
  %s = sloop.shift %c by(%d) : !sloop.cursor
  sloop.iterate (%i, %q) in %s : !sloop.cursor {
    %v = sloop.value %A[%q] : tensor<?xf64, #SV> -> f64
    memref.store %v, %y[%i] : memref<?xf64>
    sloop.yield
  }
  return
}

// -----

// Both ends are searched by halves, if the first or last coordinate says that there is something to cut off.
#SV = #stensor.format<(i) -> (i : compressed)>

// CHECK-LABEL: func.func @clipped(
// CHECK-SAME:    %{{.*}}: tensor<{{.*}}>, %[[LOW:.*]]: index, %[[HIGH:.*]]: index, %{{.*}}: memref<?xf64>)
// CHECK:         %[[FIRST:.*]] = scf.if
// CHECK:           arith.cmpi slt, %{{.*}}, %[[LOW]]
// CHECK:           scf.while
// CHECK:             arith.shrsi
// CHECK:         %[[END:.*]] = scf.if
// CHECK:           arith.cmpi slt, %{{.*}}, %[[HIGH]]
// CHECK:           scf.while
// CHECK:         scf.for %{{.*}} = %[[FIRST]] to %[[END]]
// CHECK-NOT:       arith.cmpi
func.func @clipped(%A: tensor<?xf64, #SV>, %low: index, %high: index, %y: memref<?xf64>) {
  %root = arith.constant 0 : index
  %c = sloop.cursor %A[0] under(%root) : tensor<?xf64, #SV>
  %t = sloop.clip %c to(%low, %high) : !sloop.cursor
  sloop.iterate (%i, %q) in %t : !sloop.cursor {
    %v = sloop.value %A[%q] : tensor<?xf64, #SV> -> f64
    memref.store %v, %y[%i] : memref<?xf64>
    sloop.yield
  }
  return
}

// -----

// No coordinate is negative: there is nothing to search at the lower end.
#SV = #stensor.format<(i) -> (i : compressed)>

// CHECK-LABEL: func.func @clipped_above(
// CHECK-COUNT-1: scf.while
// CHECK-NOT:     scf.while
// CHECK:         return
func.func @clipped_above(%A: tensor<?xf64, #SV>, %high: index, %y: memref<?xf64>) {
  %root = arith.constant 0 : index
  %c = sloop.cursor %A[0] under(%root) : tensor<?xf64, #SV>
  %t = sloop.clip %c to(%root, %high) : !sloop.cursor
  sloop.iterate (%i, %q) in %t : !sloop.cursor {
    sloop.yield
  }
  return
}

// -----

#Hash = #stensor.format<(i) -> (i : hashed)>

// CHECK-LABEL: func.func @filtered(
// CHECK-SAME:    %{{.*}}: tensor<{{.*}}>, %[[N:.*]]: index, %{{.*}}: memref<?xf64>)
// CHECK:         scf.for
// An empty slot has no coordinate to ask about.
// CHECK:           %[[STAYS:.*]] = scf.if
// CHECK:             %[[KEEP:.*]] = arith.cmpi ult, %{{.*}}, %[[N]] : index
// CHECK-NEXT:        scf.yield %[[KEEP]] : i1
// CHECK:           scf.if %[[STAYS]] {
// CHECK:             memref.store
func.func @filtered(%A: tensor<?xf64, #Hash>, %n: index, %y: memref<?xf64>) {
  %root = arith.constant 0 : index
  %c = sloop.cursor %A[0] under(%root) : tensor<?xf64, #Hash>
  %f = sloop.filter %c (%i) {
    %keep = arith.cmpi ult, %i, %n : index
    sloop.yield %keep : i1
  }
  sloop.iterate (%i, %q) in %f : !sloop.cursor {
    %v = sloop.value %A[%q] : tensor<?xf64, #Hash> -> f64
    memref.store %v, %y[%i] : memref<?xf64>
    sloop.yield
  }
  return
}

// -----

// Sorted arrays are made by the loop that takes the cursor, which frees them.
#Unordered = #stensor.format<(i) -> (i : compressed(unordered))>

// CHECK-LABEL: func.func @reordered(
// CHECK-DAG:     %[[COORDINATES:.*]] = memref.alloc(%{{.*}}) {{.*}}: memref<?xi64>
// CHECK-DAG:     %[[POSITIONS:.*]] = memref.alloc(%{{.*}}) {{.*}}: memref<?xindex>
// CHECK:         call @lacuna.sort.positions
// CHECK:         scf.for
// CHECK:           memref.store
// CHECK-DAG:     memref.dealloc %[[COORDINATES]]
// CHECK-DAG:     memref.dealloc %[[POSITIONS]]
// CHECK:         return
func.func @reordered(%A: tensor<?xf64, #Unordered>, %y: memref<?xf64>) {
  %root = arith.constant 0 : index
  %c = sloop.cursor %A[0] under(%root) : tensor<?xf64, #Unordered>
  %s = sloop.reorder %c
  sloop.iterate (%i, %q) in %s : !sloop.cursor {
    %v = sloop.value %A[%q] : tensor<?xf64, #Unordered> -> f64
    memref.store %v, %y[%i] : memref<?xf64>
    sloop.yield
  }
  return
}

// -----

// Each coordinate is tested, and divided where it is a multiple.
#SV = #stensor.format<(i) -> (i : compressed)>

// CHECK-LABEL: func.func @multiples(
// CHECK:         scf.for
// CHECK:           %[[REST:.*]] = arith.remsi
// CHECK:           %[[IS:.*]] = arith.cmpi eq, %[[REST]]
// CHECK:           scf.if %[[IS]] {
// CHECK:             arith.floordivsi
func.func @multiples(%A: tensor<?xf64, #SV>, %y: memref<?xf64>) {
  %root = arith.constant 0 : index
  %c = sloop.cursor %A[0] under(%root) : tensor<?xf64, #SV>
  %s = sloop.stride %c by(3) : !sloop.cursor
  sloop.iterate (%i, %q) in %s : !sloop.cursor {
    %v = sloop.value %A[%q] : tensor<?xf64, #SV> -> f64
    memref.store %v, %y[%i] : memref<?xf64>
    sloop.yield
  }
  return
}

// A merge passes by what is no multiple, before its first round and after each.
// CHECK-LABEL: func.func @merged_multiples(
// CHECK:         %[[FIRST:.*]] = scf.while
// CHECK:           arith.remsi
// CHECK:         scf.while (%{{.*}} = %[[FIRST]]
// CHECK:           scf.while
// CHECK:             arith.remsi
func.func @merged_multiples(%A: tensor<?xf64, #SV>, %B: tensor<?xf64, #SV>, %y: memref<?xf64>) {
  %root = arith.constant 0 : index
  %a = sloop.cursor %A[0] under(%root) : tensor<?xf64, #SV>
  %s = sloop.stride %a by(2) : !sloop.cursor
  %b = sloop.cursor %B[0] under(%root) : tensor<?xf64, #SV>
  sloop.coiterate (%s, %b) : !sloop.cursor, !sloop.cursor
  case(0, 1) (%i: index, %p: index, %q: index) {
    %v = sloop.value %A[%p] : tensor<?xf64, #SV> -> f64
    memref.store %v, %y[%i] : memref<?xf64>
    sloop.yield
  }
  return
}

// From behind, the first round takes the last node.
// CHECK-LABEL: func.func @reversed(
// CHECK:         scf.for %[[Q:.*]] = %[[LOW:.*]] to %[[HIGH:.*]] step
// CHECK:           %[[SUM:.*]] = arith.addi %[[LOW]], %[[HIGH]] : index
// CHECK:           %[[LAST:.*]] = arith.subi %[[SUM]],
// CHECK:           arith.subi %[[LAST]], %[[Q]] : index
func.func @reversed(%A: tensor<?xf64, #SV>, %y: memref<?xf64>) {
  %root = arith.constant 0 : index
  %c = sloop.cursor %A[0] under(%root) : tensor<?xf64, #SV>
  %r = sloop.reverse %c
  sloop.iterate (%i, %q) in %r : !sloop.cursor {
    %v = sloop.value %A[%q] : tensor<?xf64, #SV> -> f64
    memref.store %v, %y[%q] : memref<?xf64>
    sloop.yield
  }
  return
}

// -----

// From behind, a run begins at its last node: its positions are those of the source, from the first one on.
#Parts = #stensor.format<(i) -> (i : compressed(nonunique))>

// CHECK-LABEL: func.func @runs_from_behind(
// CHECK:         %[[LOW:.*]] = arith.index_castui
// CHECK:         %[[HIGH:.*]] = arith.index_castui
// CHECK:         scf.while (%[[AT:.*]] = %[[LOW]]) : (index) -> index {
// CHECK:           %[[END:.*]] = scf.while
// CHECK:           %[[LAST:.*]] = arith.subi %[[END]], %{{.*}}
// CHECK:           %[[MIRRORED:.*]] = arith.subi %{{.*}}, %[[AT]]
// CHECK:           %[[PAST:.*]] = arith.addi %[[MIRRORED]], %{{.*}}
// CHECK:           %[[FIRST:.*]] = arith.subi %{{.*}}, %[[LAST]]
// CHECK:           memref.store %[[FIRST]], %{{.*}}[%[[PAST]]]
func.func @runs_from_behind(%A: tensor<?xf64, #Parts>, %p: index, %y: memref<?xindex>) {
  %a = sloop.cursor %A[0] under(%p) : tensor<?xf64, #Parts>
  %s = sloop.reverse %a
  %r = sloop.runs %s
  sloop.iterate (%i, %first, %last) in %r : !sloop.cursor<runs> {
    memref.store %first, %y[%last] : memref<?xindex>
    sloop.yield
  }
  return
}

// -----

// Two loops: over nodes, and over the values whose subsections begin at a node. A loop in a subsection tests each node.
#SV = #stensor.format<(i) -> (i : compressed)>

// CHECK-LABEL: func.func @subsections(
// CHECK-SAME:    %{{.*}}: tensor<{{.*}}>, %[[W:.*]]: index, %[[N:.*]]: index, %{{.*}}: memref<?xf64>)
// CHECK:         scf.for %[[NODE:.*]] = %{{.*}} to %{{.*}} step %{{.*}} iter_args(%[[NEXT:.*]] = %{{.*}}) -> (index)
// CHECK:           %[[COORDINATE:.*]] = arith.index_cast
// CHECK:           %[[BEFORE:.*]] = arith.subi %[[COORDINATE]], %[[W]] : index
// CHECK:           arith.floordivsi %[[BEFORE]]
// CHECK:           %[[FIRST:.*]] = arith.maxsi %{{.*}}, %[[NEXT]] : index
// CHECK:           arith.floordivsi %[[COORDINATE]]
// CHECK:           %[[END:.*]] = arith.minsi %{{.*}}, %[[N]] : index
// CHECK:           scf.for %[[I:.*]] = %[[FIRST]] to %[[END]]
// CHECK:             scf.while
// CHECK:               arith.cmpi slt, %{{.*}}, %[[W]]
// CHECK-NOT:           arith.shrsi
// CHECK:               memref.store %{{.*}}, %{{.*}}[%[[I]]]
// CHECK-NOT:         scf.while
// CHECK:           %[[ON:.*]] = arith.maxsi %[[END]], %[[NEXT]] : index
// CHECK:           scf.yield %[[ON]] : index
func.func @subsections(%A: tensor<?xf64, #SV>, %w: index, %n: index, %y: memref<?xf64>) {
  %root = arith.constant 0 : index
  %c = sloop.cursor %A[0] under(%root) : tensor<?xf64, #SV>
  %s = sloop.subsections %c by(2) width(%w) count(%n)
  sloop.iterate (%i, %begin) in %s : !sloop.cursor {
    %t = sloop.subsection %c from(%begin) to(%root, %w) : !sloop.cursor
    sloop.iterate (%j, %q) in %t : !sloop.cursor {
      %v = sloop.value %A[%q] : tensor<?xf64, #SV> -> f64
      memref.store %v, %y[%i] : memref<?xf64>
      sloop.yield
    }
    sloop.yield
  }
  return
}

// -----

// Under a list of parents, a buffer holds the first node of each parent that the current value or a later one reaches. The next value is
// the smallest one that reaches any of these nodes.
#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>

// CHECK-LABEL: func.func @subsections_under_parent_list(
// CHECK-SAME:    %{{.*}}: tensor<{{.*}}>, %[[FIRST:.*]]: index, %[[LAST:.*]]: index, %{{.*}}: index, %[[N:.*]]: index, %[[LIST:.*]]: memref<3x2xindex>, %[[B:.*]]: memref<3xindex>,
// CHECK:         %[[START:.*]] = scf.for %[[R:.*]] = %[[FIRST]] to %[[LAST]]
// CHECK:           memref.load %[[LIST]][%[[R]], %{{.*}}]
// CHECK:           %[[INDEX:.*]] = memref.load %[[LIST]][%[[R]], %{{.*}}]
// CHECK-NOT:       memref.load %[[B]]
// CHECK:           scf.while
// CHECK:           memref.store %{{.*}}, %[[B]][%[[INDEX]]]
// CHECK:           arith.minsi
// CHECK:         scf.while (%[[J:.*]] = %[[START]]) : (index) -> index {
// CHECK:           arith.cmpi slt, %[[J]], %[[N]]
// CHECK:           memref.store %{{.*}}, %{{.*}}[%{{.*}}] : memref<?xf64>
// CHECK:           scf.for %{{.*}} = %[[FIRST]] to %[[LAST]]
func.func @subsections_under_parent_list(%A: tensor<?x?xf64, #CSR>, %first: index, %last: index, %w: index, %n: index, %list: memref<3x2xindex>, %b: memref<3xindex>, %y: memref<?xf64>) {
  %one = arith.constant 1.0 : f64
  %c = sloop.cursor %A[1] under(%first to %last of %list : memref<3x2xindex>) : tensor<?x?xf64, #CSR>
  %s = sloop.subsections %c by(1) width(%w) count(%n) buffer(%b : memref<3xindex>)
  sloop.iterate (%j, %none) in %s : !sloop.cursor {
    memref.store %one, %y[%j] : memref<?xf64>
    sloop.yield
  }
  return
}

// -----

// A merge carries a node and a value for a cursor over subsections, and goes on from both.
#SV = #stensor.format<(i) -> (i : compressed)>

// CHECK-LABEL: func.func @merged_subsections(
// CHECK:         scf.while (%[[NODE:.*]] = %{{.*}}, %[[OTHER:.*]] = %{{.*}}, %[[VALUE:.*]] = %{{.*}}, %{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}) :
// CHECK:           arith.minui
// CHECK:           memref.store %{{.*}}, %{{.*}} : memref<?xindex>
// CHECK:           scf.if %{{.*}} -> (index, index) {
// CHECK:             scf.while
func.func @merged_subsections(%A: tensor<?xf64, #SV>, %B: tensor<?xf64, #SV>, %w: index, %n: index, %y: memref<?xindex>) {
  %root = arith.constant 0 : index
  %a = sloop.cursor %A[0] under(%root) : tensor<?xf64, #SV>
  %b = sloop.cursor %B[0] under(%root) : tensor<?xf64, #SV>
  %s = sloop.subsections %b by(1) width(%w) count(%n)
  sloop.coiterate (%a, %s) : !sloop.cursor, !sloop.cursor
  case(0) (%i: index, %p: index) {
    sloop.yield
  }
  case(1) (%i: index, %begin: index) {
    memref.store %begin, %y[%i] : memref<?xindex>
    sloop.yield
  }
  return
}
