// `convert-sloop-to-scf`: level loops become loops over arrays, by the level functions of each level format.

// RUN: lacuna-opt %s --convert-sloop-to-scf | FileCheck %s
// RUN: lacuna-opt %s --convert-sloop-to-scf > %t.once
// RUN: lacuna-opt %t.once --convert-sloop-to-scf | diff %t.once -

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#CSC = #stensor.format<(i, j) -> (j : dense, i : compressed)>
#COO = #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton)>
#COO3 = #stensor.format<(i, j, k) -> (i : compressed(nonunique), j : singleton(nonunique), k : singleton)>
#Narrow = #stensor.format<(i) -> (i : compressed), positions = 64, coordinates = 8>

// Compressed: from one entry of the positions array to the next, coordinates from theirs.
// CHECK-LABEL: func.func @compressed(
// CHECK-SAME:    %[[A:[a-z0-9]*]]: tensor<4x8xf64, #{{.*}}>, %[[P:[a-z0-9]*]]: index, %[[ZERO:[a-z0-9]*]]: f64)
func.func @compressed(%A: tensor<4x8xf64, #CSR>, %p: index, %zero: f64) -> (f64, index) {
  // CHECK:      %[[NEXT:.*]] = arith.addi %[[P]], %c1
  // CHECK:      %[[POS:.*]] = stensor.positions %[[A]][1]
  // CHECK:      %[[LO32:.*]] = memref.load %[[POS]][%[[P]]] : memref<?xi32>
  // CHECK:      %[[LO:.*]] = arith.index_castui %[[LO32]] : i32 to index
  // CHECK:      %[[HI32:.*]] = memref.load %{{.*}}[%[[NEXT]]] : memref<?xi32>
  // CHECK:      %[[HI:.*]] = arith.index_castui %[[HI32]] : i32 to index
  // CHECK:      %[[SUM:.*]]:2 = scf.for %[[Q:.*]] = %[[LO]] to %[[HI]] step %{{.*}} iter_args(%[[S:.*]] = %[[ZERO]], %[[LAST:.*]] = %[[P]]) -> (f64, index) {
  // CHECK:        %[[CRD:.*]] = stensor.coordinates %[[A]][1]
  // CHECK:        %[[COL32:.*]] = memref.load %[[CRD]][%[[Q]]]
  // CHECK:        %[[COL:.*]] = arith.index_cast %[[COL32]] : i32 to index
  // CHECK:        %[[VALUES:.*]] = stensor.values %[[A]]
  // CHECK:        %[[V:.*]] = memref.load %[[VALUES]][%[[Q]]] : memref<?xf64>
  // CHECK:        %[[T:.*]] = arith.addf %[[S]], %[[V]]
  // CHECK:        scf.yield %[[T]], %[[COL]] : f64, index
  // CHECK:      return %[[SUM]]#0, %[[SUM]]#1
  %cursor = sloop.cursor %A[1] under(%p) : tensor<4x8xf64, #CSR>
  %sum:2 = sloop.iterate (%j, %q) in %cursor init(%s = %zero, %l = %p) : !sloop.cursor -> (f64, index) {
    %v = sloop.value %A[%q] : tensor<4x8xf64, #CSR> -> f64
    %t = arith.addf %s, %v : f64
    sloop.yield %t, %j : f64, index
  }
  return %sum#0, %sum#1 : f64, index
}

// Coordinates are unsigned, of any width.
// CHECK-LABEL: func.func @widths(
func.func @widths(%A: tensor<200xf64, #Narrow>, %p: index, %y: memref<200xf64>) {
  // CHECK: arith.index_castui %{{.*}} : i64 to index
  // CHECK: arith.index_castui %{{.*}} : i8 to index
  %zero = arith.constant 0.0 : f64
  %cursor = sloop.cursor %A[0] under(%p) : tensor<200xf64, #Narrow>
  sloop.iterate (%j, %q) in %cursor : !sloop.cursor {
    memref.store %zero, %y[%j] : memref<200xf64>
    sloop.yield
  }
  return
}

// Dense: all positions under a node; the coordinate is the distance from the first. The size is that of the dimension
// that the level stores.
// CHECK-LABEL: func.func @dense(
// CHECK-SAME:    %[[A:[a-z0-9]*]]: tensor<?x?xf64, #{{.*}}>, %[[P:[a-z0-9]*]]: index
func.func @dense(%A: tensor<?x?xf64, #CSC>, %p: index, %y: memref<?xindex>) {
  // CHECK:      %[[N:.*]] = tensor.dim %[[A]], %c1
  // CHECK:      %[[LO:.*]] = arith.muli %[[P]], %[[N]]
  // CHECK:      %[[HI:.*]] = arith.addi %[[LO]], %[[N]]
  // CHECK:      scf.for %[[Q:.*]] = %[[LO]] to %[[HI]]
  // CHECK:        %[[J:.*]] = arith.subi %[[Q]], %{{.*}}
  // CHECK:        memref.store %[[J]], %{{.*}}[%[[Q]]]
  %cursor = sloop.cursor %A[0] under(%p) : tensor<?x?xf64, #CSC>
  sloop.iterate (%j, %q) in %cursor : !sloop.cursor {
    memref.store %j, %y[%q] : memref<?xindex>
    sloop.yield
  }
  return
}

// CHECK-LABEL: func.func @locate(
// CHECK-SAME:    %{{.*}}: tensor<4x8xf64, #{{.*}}>, %[[P:[a-z0-9]*]]: index, %[[I:[a-z0-9]*]]: index)
func.func @locate(%A: tensor<4x8xf64, #CSR>, %p: index, %i: index) -> index {
  // CHECK: %[[ROW:.*]] = arith.muli %[[P]], %c4
  // CHECK: %[[Q:.*]] = arith.addi %[[ROW]], %[[I]]
  // CHECK: return %[[Q]]
  %q = sloop.locate %i in %A[0] under(%p) : tensor<4x8xf64, #CSR>
  return %q : index
}

// Singleton: one child under one node, so no loop.
// CHECK-LABEL: func.func @singleton_under_a_node(
// CHECK-SAME:    %[[A:[a-z0-9]*]]: tensor<4x8xf64, #{{.*}}>, %[[P:[a-z0-9]*]]: index
func.func @singleton_under_a_node(%A: tensor<4x8xf64, #COO>, %p: index, %zero: f64) -> f64 {
  // CHECK-NOT: scf
  // CHECK:     %[[CRD:.*]] = stensor.coordinates %[[A]][1]
  // CHECK:     memref.load %[[CRD]][%[[P]]]
  // CHECK:     %[[V:.*]] = memref.load %{{.*}}[%[[P]]] : memref<?xf64>
  // CHECK:     %[[T:.*]] = arith.addf %{{.*}}, %[[V]]
  // CHECK:     return %[[T]]
  %cursor = sloop.cursor %A[1] under(%p) : tensor<4x8xf64, #COO>
  %0 = sloop.iterate (%j, %q) in %cursor init(%s = %zero) : !sloop.cursor -> f64 {
    %v = sloop.value %A[%q] : tensor<4x8xf64, #COO> -> f64
    %t = arith.addf %s, %v : f64
    sloop.yield %t : f64
  }
  return %0 : f64
}

// Runs below which entries are only walked end where that walk ends. Four entries are taken at a time while the fourth is
// still of the run, since all between it and the first are, too; they are summed as a tree, in this order.
// CHECK-LABEL: func.func @runs_of_equal_coordinates(
func.func @runs_of_equal_coordinates(%A: tensor<4x8xf64, #COO>, %root: index, %zero: f64, %y: memref<4xf64>) {
  // CHECK:      scf.while (%[[AT:.*]] = %[[LO:.*]]) : (index) -> index {
  // CHECK-NEXT:   %[[GO:.*]] = arith.cmpi ult, %[[AT]], %[[HI:.*]] : index
  // CHECK-NEXT:   scf.condition(%[[GO]]) %[[AT]]
  // CHECK:      ^bb0(%[[FIRST:.*]]: index):
  // CHECK:        %[[ROW:.*]] = arith.index_cast
  // CHECK:        %[[MID:.*]]:2 = scf.while (%[[P:.*]] = %[[FIRST]], %[[S:.*]] = %{{.*}}) : (index, f64) -> (index, f64) {
  // CHECK:          %[[FOURTH:.*]] = arith.addi %[[P]], %c3
  // CHECK-NEXT:     %[[INSIDE:.*]] = arith.cmpi ult, %[[FOURTH]], %[[HI]]
  // CHECK-NEXT:     scf.if %[[INSIDE]]
  // CHECK:            memref.load %{{.*}}[%[[FOURTH]]]
  // CHECK:            arith.cmpi eq, %{{.*}}, %[[ROW]]
  // CHECK:          } else {
  // CHECK:            arith.constant false
  // CHECK:        ^bb0(%[[P:.*]]: index, %[[S:.*]]: f64):
  // CHECK:          %[[V:.*]] = memref.load %{{.*}}[%{{.*}}] : memref<?xf64>
  // CHECK:          %[[T0:.*]] = arith.addf %{{.*}}, %[[V]] fastmath<nsz,contract> : f64
  // CHECK:          %[[T1:.*]] = arith.addf %{{.*}} fastmath<nsz,contract> : f64
  // CHECK:          %[[T2:.*]] = arith.addf %{{.*}} fastmath<nsz,contract> : f64
  // CHECK:          %[[T3:.*]] = arith.addf %{{.*}} fastmath<nsz,contract> : f64
  // CHECK-NEXT:     %[[T01:.*]] = arith.addf %[[T0]], %[[T1]] fastmath<nsz,contract> : f64
  // CHECK-NEXT:     %[[T23:.*]] = arith.addf %[[T2]], %[[T3]] fastmath<nsz,contract> : f64
  // CHECK-NEXT:     %[[TREE:.*]] = arith.addf %[[T01]], %[[T23]] fastmath<nsz,contract> : f64
  // CHECK-NEXT:     arith.addf %[[S]], %[[TREE]] fastmath<nsz,contract> : f64
  // CHECK:          arith.addi %[[P]], %c4
  // CHECK:        %[[END:.*]]:2 = scf.while (%[[P:.*]] = %[[MID]]#0, %{{.*}} = %[[MID]]#1) : (index, f64) -> (index, f64) {
  // CHECK:          arith.cmpi ult, %[[P]], %[[HI]]
  // CHECK:          arith.cmpi eq, %{{.*}}, %[[ROW]]
  // CHECK:        ^bb0(%[[P:.*]]: index, %{{.*}}: f64):
  // CHECK:          memref.load %{{.*}}[%[[P]]] : memref<?xf64>
  // CHECK:          arith.addf %{{.*}} fastmath<reassoc,nsz,contract> : f64
  // CHECK:          arith.addi %[[P]], %c1
  // CHECK:        memref.store %[[END]]#1, %{{.*}}[%[[ROW]]]
  // CHECK-NEXT:   scf.yield %[[END]]#0 : index
  %cursor0 = sloop.cursor %A[0] under(%root) : tensor<4x8xf64, #COO>
  %runs0 = sloop.runs %cursor0 open
  sloop.iterate (%i, %a, %b) in %runs0 : !sloop.cursor<runs> {
    %cursor1 = sloop.cursor %A[1] under(%a to %b) : tensor<4x8xf64, #COO>
    %run1 = sloop.in_run %cursor1 of(%runs0) at(%i)
    %0:2 = sloop.iterate (%j, %q) in %run1 how(<blocks = 4>) init(%s = %zero) : !sloop.cursor -> (index, f64) {
      %v = sloop.value %A[%q] : tensor<4x8xf64, #COO> -> f64
      %t = arith.addf %s, %v fastmath<reassoc,nsz,contract> : f64
      sloop.yield %t : f64
    }
    memref.store %0#1, %y[%i] : memref<4xf64>
    sloop.yield %0#0 : index
  }
  return
}

// What is no sum, as its carried value is seen by another operation, has the order of the program; all other liberties stay.
// CHECK-LABEL: func.func @liberties_in_runs(
func.func @liberties_in_runs(%A: tensor<4x8xf64, #COO>, %root: index, %zero: f64, %y: memref<4xf64>) {
  // CHECK: scf.while
  // CHECK:   arith.addf %{{.*}} fastmath<nnan,ninf,nsz,arcp,contract,afn> : f64
  // CHECK:   arith.addf %[[U:.*]], %[[U]] : f64
  // CHECK: scf.while
  // CHECK:   arith.addf %{{.*}} fastmath<fast> : f64
  // CHECK:   arith.addf %{{.*}} fastmath<reassoc> : f64
  %cursor0 = sloop.cursor %A[0] under(%root) : tensor<4x8xf64, #COO>
  %runs0 = sloop.runs %cursor0 open
  sloop.iterate (%i, %a, %b) in %runs0 : !sloop.cursor<runs> {
    %cursor1 = sloop.cursor %A[1] under(%a to %b) : tensor<4x8xf64, #COO>
    %run1 = sloop.in_run %cursor1 of(%runs0) at(%i)
    %0:2 = sloop.iterate (%j, %q) in %run1 how(<blocks = 4>) init(%s = %zero) : !sloop.cursor -> (index, f64) {
      %v = sloop.value %A[%q] : tensor<4x8xf64, #COO> -> f64
      %t = arith.addf %s, %v fastmath<fast> : f64
      %u = arith.addf %t, %t fastmath<reassoc> : f64
      sloop.yield %u : f64
    }
    memref.store %0#1, %y[%i] : memref<4xf64>
    sloop.yield %0#0 : index
  }
  return
}

// Runs within runs: an entry belongs to one while the coordinates of all levels above stay. What is not a sum is walked
// one by one.
// CHECK-LABEL: func.func @runs_within_runs(
func.func @runs_within_runs(%A: tensor<4x8x2xf64, #COO3>, %root: index, %y: memref<4x8xindex>, %z: memref<4xindex>) {
  // CHECK:      scf.while (%[[I:.*]] = %{{.*}}) : (index) -> index {
  // CHECK-NEXT:   arith.cmpi ult, %[[I]], %[[HI:.*]] : index
  // CHECK:      ^bb0(%[[I:.*]]: index):
  // CHECK:        stensor.coordinates %{{.*}}[0]
  // CHECK:        %[[ROW:.*]] = arith.index_cast
  // CHECK:        %[[IEND:.*]] = scf.while (%[[J:.*]] = %[[I]]) : (index) -> index {
  // CHECK:          arith.cmpi ult, %[[J]], %[[HI]]
  // CHECK:          stensor.coordinates %{{.*}}[0]
  // CHECK:          arith.cmpi eq, %{{.*}}, %[[ROW]]
  // CHECK:        ^bb0(%[[J:.*]]: index):
  // CHECK:          stensor.coordinates %{{.*}}[1]
  // CHECK:          %[[COL:.*]] = arith.index_cast
  // CHECK:          %[[JEND:.*]] = scf.while (%[[K:.*]] = %[[J]]) : (index) -> index {
  // CHECK:            arith.cmpi ult, %[[K]], %[[HI]]
  // CHECK:            arith.cmpi eq, %{{.*}}, %[[ROW]]
  // CHECK:            arith.cmpi eq, %{{.*}}, %[[COL]]
  // CHECK:          ^bb0(%[[K:.*]]: index):
  // CHECK:            memref.store %[[K]], %{{.*}}[%[[ROW]], %[[COL]]]
  // CHECK:            %[[NEXT:.*]] = arith.addi %[[K]], %c1
  // CHECK:            scf.yield %[[NEXT]]
  // CHECK:          scf.yield %[[JEND]]
  // CHECK:        scf.yield %[[IEND]]
  // CHECK-NOT:  scf.while
  %cursor0 = sloop.cursor %A[0] under(%root) : tensor<4x8x2xf64, #COO3>
  %runs0 = sloop.runs %cursor0 open
  sloop.iterate (%i, %a, %b) in %runs0 : !sloop.cursor<runs> {
    %cursor1 = sloop.cursor %A[1] under(%a to %b) : tensor<4x8x2xf64, #COO3>
    %run1 = sloop.in_run %cursor1 of(%runs0) at(%i)
    %runs1 = sloop.runs %run1 open
    %end1 = sloop.iterate (%j, %c, %d) in %runs1 : !sloop.cursor<runs> -> index {
      %cursor2 = sloop.cursor %A[2] under(%c to %d) : tensor<4x8x2xf64, #COO3>
      %run2 = sloop.in_run %cursor2 of(%runs1) at(%j)
      %end2 = sloop.iterate (%k, %q) in %run2 : !sloop.cursor -> index {
        memref.store %q, %y[%i, %j] : memref<4x8xindex>
        sloop.yield
      }
      sloop.yield %end2 : index
    }
    sloop.yield %end1 : index
  }
  return
}

// Where nothing is done in an open run, the loop in it is the search for its end.
// CHECK-LABEL: func.func @open_runs_without_a_walk(
func.func @open_runs_without_a_walk(%A: tensor<4x8xf64, #COO>, %root: index, %y: memref<4xindex>) {
  // CHECK:      scf.while (%[[I:.*]] = %{{.*}}) : (index) -> index {
  // CHECK-NEXT:   arith.cmpi ult, %[[I]], %[[HI:.*]] : index
  // CHECK:      ^bb0(%[[FIRST:.*]]: index):
  // CHECK:        %[[ROW:.*]] = arith.index_cast
  // CHECK:        %[[END:.*]] = scf.while (%[[J:.*]] = %[[FIRST]]) : (index) -> index {
  // CHECK:          arith.cmpi ult, %[[J]], %[[HI]]
  // CHECK:          arith.cmpi eq, %{{.*}}, %[[ROW]]
  // CHECK:          arith.addi %{{.*}}, %c1
  // CHECK:        memref.store %[[FIRST]], %{{.*}}[%[[ROW]]]
  // CHECK-NEXT:   scf.yield %[[END]] : index
  %cursor0 = sloop.cursor %A[0] under(%root) : tensor<4x8xf64, #COO>
  %runs0 = sloop.runs %cursor0 open
  sloop.iterate (%i, %a, %b) in %runs0 : !sloop.cursor<runs> {
    %cursor1 = sloop.cursor %A[1] under(%a to %b) : tensor<4x8xf64, #COO>
    %run1 = sloop.in_run %cursor1 of(%runs0) at(%i)
    %end = sloop.iterate (%j, %q) in %run1 : !sloop.cursor -> index {
      sloop.yield
    }
    memref.store %a, %y[%i] : memref<4xindex>
    sloop.yield %end : index
  }
  return
}

// What stands around the walk in a run is as around any walk: shifted columns.
// CHECK-LABEL: func.func @shifted_in_open_runs(
func.func @shifted_in_open_runs(%A: tensor<4x8xf64, #COO>, %root: index, %by: index, %y: memref<?x?xindex>) {
  // CHECK:      scf.while
  // CHECK:        %[[ROW:.*]] = arith.index_cast
  // CHECK:        scf.while
  // CHECK:          arith.cmpi eq, %{{.*}}, %[[ROW]] : index
  // CHECK:          %[[COL:.*]] = arith.index_cast
  // CHECK:          %[[MOVED:.*]] = arith.addi %[[COL]], %{{.*}} : index
  // CHECK:          memref.store %{{.*}}, %{{.*}}[%[[ROW]], %[[MOVED]]]
  %cursor0 = sloop.cursor %A[0] under(%root) : tensor<4x8xf64, #COO>
  %runs0 = sloop.runs %cursor0 open
  sloop.iterate (%i, %a, %b) in %runs0 : !sloop.cursor<runs> {
    %cursor1 = sloop.cursor %A[1] under(%a to %b) : tensor<4x8xf64, #COO>
    %run1 = sloop.in_run %cursor1 of(%runs0) at(%i)
    %shifted1 = sloop.shift %run1 by(%by) : !sloop.cursor
    %end = sloop.iterate (%j, %q) in %shifted1 : !sloop.cursor -> index {
      memref.store %q, %y[%i, %j] : memref<?x?xindex>
      sloop.yield
    }
    sloop.yield %end : index
  }
  return
}

// Runs that are not open are searched, although nothing but the walk below takes their end.
// CHECK-LABEL: func.func @searched_runs(
func.func @searched_runs(%A: tensor<4x8xf64, #COO>, %root: index, %y: memref<?xindex>) {
  // CHECK:      ^bb0(%[[FIRST:.*]]: index):
  // CHECK:        %[[LAST:.*]] = scf.while
  // CHECK:        scf.for %{{.*}} = %[[FIRST]] to %[[LAST]]
  %cursor0 = sloop.cursor %A[0] under(%root) : tensor<4x8xf64, #COO>
  %runs0 = sloop.runs %cursor0
  sloop.iterate (%i, %a, %b) in %runs0 : !sloop.cursor<runs> {
    %cursor1 = sloop.cursor %A[1] under(%a to %b) : tensor<4x8xf64, #COO>
    sloop.iterate (%j, %q) in %cursor1 : !sloop.cursor {
      memref.store %j, %y[%q] : memref<?xindex>
      sloop.yield
    }
    sloop.yield
  }
  return
}

// A run whose end is asked for elsewhere is scanned first, then walked, and the walk goes on there.
// CHECK-LABEL: func.func @end_of_a_run(
func.func @end_of_a_run(%A: tensor<4x8xf64, #COO>, %root: index, %zero: f64, %y: memref<?xf64>) {
  // CHECK:      scf.while (%[[AT:.*]] = %[[LO:.*]]) : (index) -> index {
  // CHECK-NEXT:   %[[GO:.*]] = arith.cmpi ult, %[[AT]], %[[HI:.*]] : index
  // CHECK-NEXT:   scf.condition(%[[GO]]) %[[AT]]
  // CHECK:      } do {
  // CHECK:      ^bb0(%[[FIRST:.*]]: index):
  // CHECK:        %[[ROW:.*]] = arith.index_cast
  // CHECK:        %[[LAST:.*]] = scf.while (%[[AHEAD:.*]] = %{{.*}}) : (index) -> index {
  // CHECK:          arith.cmpi ult, %[[AHEAD]], %[[HI]]
  // CHECK:          scf.if
  // CHECK:            arith.cmpi eq, %{{.*}}, %[[ROW]]
  // CHECK:        %[[SUM:.*]] = scf.for %{{.*}} = %[[FIRST]] to %[[LAST]]
  // CHECK:        memref.store %[[SUM]], %{{.*}}[%[[LAST]]]
  // CHECK:        scf.yield %[[LAST]] : index
  %cursor0 = sloop.cursor %A[0] under(%root) : tensor<4x8xf64, #COO>
  %runs0 = sloop.runs %cursor0
  sloop.iterate (%i, %a, %b) in %runs0 : !sloop.cursor<runs> {
    %cursor1 = sloop.cursor %A[1] under(%a to %b) : tensor<4x8xf64, #COO>
    %0 = sloop.iterate (%j, %q) in %cursor1 init(%s = %zero) : !sloop.cursor -> f64 {
      %v = sloop.value %A[%q] : tensor<4x8xf64, #COO> -> f64
      %t = arith.addf %s, %v : f64
      sloop.yield %t : f64
    }
    memref.store %0, %y[%b] : memref<?xf64>
    sloop.yield
  }
  return
}

// A run's children: positions from those of the first to those of one past the last.
// CHECK-LABEL: func.func @compressed_under_a_range(
// CHECK-SAME:    %{{.*}}: tensor<4x8xf64, #{{.*}}>, %[[FIRST:[a-z0-9]*]]: index, %[[LAST:[a-z0-9]*]]: index
func.func @compressed_under_a_range(%A: tensor<4x8xf64, #CSR>, %a: index, %b: index, %y: memref<?xindex>) {
  // CHECK: memref.load %{{.*}}[%[[FIRST]]] : memref<?xi32>
  // CHECK: memref.load %{{.*}}[%[[LAST]]] : memref<?xi32>
  %cursor = sloop.cursor %A[1] under(%a to %b) : tensor<4x8xf64, #CSR>
  sloop.iterate (%j, %q) in %cursor : !sloop.cursor {
    memref.store %j, %y[%q] : memref<?xindex>
    sloop.yield
  }
  return
}
