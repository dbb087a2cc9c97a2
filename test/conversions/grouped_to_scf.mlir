// `convert-sloop-to-scf`: stored results whose points come parent after parent. A workspace tells the nodes of a parent.

// RUN: lacuna-opt %s --convert-sloop-to-scf --canonicalize | FileCheck %s

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#Blocks = #stensor.format<(i, j) -> (i floordiv 2 : dense, j floordiv 2 : compressed, i mod 2 : dense, j mod 2 : dense)>
#Any = #stensor.format<(i, j) -> (i floordiv 2 : dense, j floordiv 2 : compressed(unordered), i mod 2 : dense, j mod 2 : dense)>
#DIA = #stensor.format<(i, j) -> (j - i : compressed, i : range, j : offset)>
#Narrow = #stensor.format<(i, j) -> (i : dense, j : compressed), positions = 8, coordinates = 8>

// The workspace has a place for each coordinate, or is a table for twice as many nodes as there may be.
// CHECK-LABEL: func.func @finds_nodes(
// CHECK-SAME:    %[[N:[a-z0-9]+]]: index, %[[C:[a-z0-9]+]]: index, %[[IB:[a-z0-9]+]]: index, %[[JB:[a-z0-9]+]]: index
// CHECK:         %[[SIZE:.*]] = arith.ceildivui %[[N]], %c2
// CHECK:         %[[ENOUGH:.*]] = arith.muli %[[C]], %c4
// CHECK:         %[[MOST:.*]] = arith.maxui %[[ENOUGH]], %c65536
// CHECK:         %[[COLLIDES:.*]] = arith.cmpi ult, %[[MOST]], %[[SIZE]]
// CHECK:         %[[PLACES:.*]] = arith.select %[[COLLIDES]], %{{.*}}, %[[SIZE]]
// CHECK:         memref.alloc(%[[PLACES]]) : memref<?xi32>
// CHECK:         memref.alloc(%[[C]]) : memref<?xi32>
// Where a parent begins, so do its nodes.
// CHECK:         %[[BEGINS:.*]] = arith.cmpi ne, %[[IB]], %{{.*}}
// CHECK:         scf.if %[[BEGINS]] {
// A table that is half full grows, and gets the nodes of the parent again.
// CHECK:         scf.if %[[COLLIDES]] {
// CHECK:           %[[HALF:.*]] = arith.shrui %{{.*}}, %c1
// CHECK:           %[[FULL:.*]] = arith.cmpi ult, %[[HALF]], %{{.*}}
// CHECK:           scf.if %[[FULL]] {
// CHECK:             memref.alloc
// CHECK:             scf.for
// CHECK:             memref.dealloc
// CHECK:             scf.for
// CHECK:         %[[START:.*]] = scf.if %[[COLLIDES]] -> (index) {
// CHECK:           arith.muli %[[JB]],
// CHECK:         } else {
// CHECK-NEXT:      scf.yield %[[JB]]
// CHECK:         %[[AT:.*]] = scf.while (%{{.*}} = %[[START]])
// CHECK:           scf.if %[[COLLIDES]]
// CHECK:         memref.load %{{.*}}[%[[AT]]] : memref<?xi32>
// What is not behind the first node of the parent is left from others.
// CHECK:         %[[THERE:.*]] = arith.cmpi ult, %{{.*}}, %{{.*}} : index
// CHECK:         scf.if %[[THERE]] {
// CHECK-NEXT:    } else {
// CHECK:           cf.assert %{{.*}}, "level 1 of the result has more nodes than positions of 32 bits can count: use wider positions"
// CHECK:           func.call @lacuna.grow.i32
// CHECK:           memref.store %{{.*}}, %{{.*}}[%[[AT]]] : memref<?xi32>
func.func @finds_nodes(%n: index, %c: index, %ib: index, %jb: index) {
  %t = sloop.grow group(%b) sizes(%n) capacity(%c) : tensor<6x?xf64, #Blocks> {
    sloop.count(%ib, %jb, %ib, %jb) in %b : !sloop.assembly<tensor<6x?xf64, #Blocks>>
    sloop.arrange %b : !sloop.assembly<tensor<6x?xf64, #Blocks>>
  }
  return
}

// Diagonals have one parent, the root. Their offsets are counted from the least.
// CHECK-LABEL: func.func @finds_diagonals(
// CHECK-SAME:    %{{.*}}: index, %[[D:[a-z0-9]+]]: index
// CHECK-NOT:     arith.cmpi ne, {{.*}} : index
// CHECK:         %[[FROM_ZERO:.*]] = arith.subi %[[D]], %c-5
// CHECK:           scf.yield %[[FROM_ZERO]]
// CHECK:         return
func.func @finds_diagonals(%c: index, %d: index) {
  %t = sloop.grow group(%b) capacity(%c) : tensor<6x8xf64, #DIA> {
    sloop.count(%d, %c, %d) in %b : !sloop.assembly<tensor<6x8xf64, #DIA>>
    sloop.arrange %b : !sloop.assembly<tensor<6x8xf64, #DIA>>
  }
  return
}

// The nodes of each parent are sorted, and there is room for what is below all of them.
// CHECK-LABEL: func.func @arranges(
// CHECK:         scf.yield
// CHECK:         %[[COUNT:.*]] = memref.load %{{.*}} : memref<1xindex>
// CHECK:         %[[SPARE:.*]] = memref.alloc(%[[COUNT]]) : memref<?xi32>
// CHECK:         scf.for %{{.*}} = %c0 to %c3
// CHECK:           func.call @lacuna.sort.si32(%{{.*}}, %[[SPARE]], %{{.*}}, %{{.*}})
// CHECK:         memref.dealloc %[[SPARE]]
// CHECK:         %[[ROOM:.*]] = arith.muli %[[COUNT]], %c4
// CHECK:         memref.alloc(%[[ROOM]]) : memref<?xf64>
func.func @arranges(%c: index) -> tensor<6x8xf64, #Blocks> {
  %t = sloop.grow group(%b) capacity(%c) : tensor<6x8xf64, #Blocks> {
    sloop.arrange %b : !sloop.assembly<tensor<6x8xf64, #Blocks>>
  }
  return %t : tensor<6x8xf64, #Blocks>
}

// Many nodes of one parent are listed as the workspace has them, in order.
// CHECK-LABEL: func.func @arranges_diagonals(
// CHECK:         %[[MANY:.*]] = arith.muli %{{.*}}, %c16
// CHECK:         %[[FEWER:.*]] = arith.cmpi ult, %[[SIZE:.*]], %[[MANY]]
// CHECK:         scf.if %{{.*}} {
// CHECK:           scf.for %[[AT:.*]] = %c0 to %[[SIZE]] step %c1 iter_args(%[[NEXT:.*]] = %c0)
// CHECK:             memref.load %{{.*}}[%[[AT]]] : memref<?xi32>
// CHECK:             scf.if
// CHECK:               memref.store %{{.*}}, %{{.*}}[%[[NEXT]]] : memref<?xi32>
// CHECK:         } else {
// CHECK:           func.call @lacuna.sort.si32
func.func @arranges_diagonals(%n: index, %c: index) -> tensor<6x?xf64, #DIA> {
  %t = sloop.grow group(%b) sizes(%n) capacity(%c) : tensor<6x?xf64, #DIA> {
    sloop.arrange %b : !sloop.assembly<tensor<6x?xf64, #DIA>>
  }
  return %t : tensor<6x?xf64, #DIA>
}

// They stay where they are in a level without order.
// CHECK-LABEL: func.func @arranges_in_any_order(
// CHECK-NOT:     func.call
// CHECK:         return
func.func @arranges_in_any_order(%c: index) -> tensor<6x8xf64, #Any> {
  %t = sloop.grow group(%b) capacity(%c) : tensor<6x8xf64, #Any> {
    sloop.arrange %b : !sloop.assembly<tensor<6x8xf64, #Any>>
  }
  return %t : tensor<6x8xf64, #Any>
}

// Where a parent begins in the second walk, its nodes enter the workspace, and what is below them is cleared.
// CHECK-LABEL: func.func @places(
// CHECK-SAME:    %{{.*}}: index, %[[IB:[a-z0-9]+]]: index, %[[JB:[a-z0-9]+]]: index, %[[II:[a-z0-9]+]]: index, %[[JJ:[a-z0-9]+]]: index, %[[V:[a-z0-9]+]]: f64
// CHECK:         %[[VALUES:.*]] = memref.alloc(%{{.*}}) : memref<?xf64>
// CHECK-NEXT:    memref.store %[[VALUES]], %[[CELL:.*]][%c0]
// CHECK:         %[[BEGINS:.*]] = arith.cmpi ne, %[[IB]], %{{.*}}
// CHECK:         scf.if %[[BEGINS]] {
// CHECK:           scf.for %[[NODE:.*]] = %[[LOW:.*]] to %[[HIGH:.*]] step %c1 {
// CHECK:             %[[ELEMENT:.*]] = arith.addi %[[NODE]], %c1
// CHECK:             %[[STORED:.*]] = arith.index_cast %[[ELEMENT]]
// CHECK:             memref.store %[[STORED]], %{{.*}} : memref<?xi32>
// CHECK:           %[[VALUES_NOW:.*]] = memref.load %[[CELL]][%c0]
// CHECK:           scf.for %[[AT:.*]] =
// CHECK-NEXT:        memref.store %{{.*}}, %[[VALUES_NOW]][%[[AT]]]
// CHECK:         %[[ROW:.*]] = arith.muli %{{.*}}, %c2
// CHECK-NEXT:    %[[P:.*]] = arith.addi %[[ROW]], %[[II]]
// CHECK-NEXT:    %[[ROW:.*]] = arith.muli %[[P]], %c2
// CHECK:         %[[P:.*]] = arith.addi %[[ROW]], %[[JJ]]
// CHECK:         %[[VALUES_NOW:.*]] = memref.load %[[CELL]][%c0]
// CHECK:         memref.store %[[V]], %[[VALUES_NOW]][%[[P]]]
func.func @places(%c: index, %ib: index, %jb: index, %ii: index, %jj: index, %v: f64) -> tensor<6x8xf64, #Blocks> {
  %t = sloop.grow group(%b) capacity(%c) : tensor<6x8xf64, #Blocks> {
    sloop.arrange %b : !sloop.assembly<tensor<6x8xf64, #Blocks>>
    %p = sloop.place(%ib, %jb, %ii, %jj) in %b : !sloop.assembly<tensor<6x8xf64, #Blocks>>
    sloop.put %v in %b[%p] : f64, !sloop.assembly<tensor<6x8xf64, #Blocks>>
  }
  return %t : tensor<6x8xf64, #Blocks>
}

// Nothing is cleared where each node has one value. Coordinates of few bits use all of them.
// CHECK-LABEL: func.func @places_narrowly(
// CHECK:         func.call @lacuna.sort.ui8
// CHECK:         %[[BEGINS:.*]] = arith.cmpi ne,
// CHECK:         scf.if %[[BEGINS]] {
// CHECK:           scf.for
// CHECK:             arith.index_castui %{{.*}} : i8 to index
// CHECK-NOT:       scf.for
// CHECK:         return
func.func @places_narrowly(%c: index, %i: index, %j: index, %v: f64) -> tensor<6x8xf64, #Narrow> {
  %t = sloop.grow group(%b) capacity(%c) : tensor<6x8xf64, #Narrow> {
    sloop.arrange %b : !sloop.assembly<tensor<6x8xf64, #Narrow>>
    %p = sloop.place(%i, %j) in %b : !sloop.assembly<tensor<6x8xf64, #Narrow>>
    sloop.put %v in %b[%p] : f64, !sloop.assembly<tensor<6x8xf64, #Narrow>>
  }
  return %t : tensor<6x8xf64, #Narrow>
}

// The tensor is as long as what was found.
// CHECK-LABEL: func.func @finishes(
// CHECK:         %[[POSITIONS:.*]] = memref.alloc() : memref<7xi32>
// CHECK:         %[[POSITIONS_CAST:.*]] = memref.cast %[[POSITIONS]]
// CHECK:         %[[VALUES:.*]] = memref.alloc(%{{.*}}) : memref<?xf64>
// CHECK-NEXT:    memref.store %[[VALUES]], %[[CELL:.*]][%c0]
// CHECK:         %[[FOUND:.*]] = memref.reinterpret_cast %{{.*}} to offset: [0], sizes: [%{{.*}}], strides: [1]
// CHECK:         %[[VALUES_NOW:.*]] = memref.load %[[CELL]][%c0]
// CHECK:         stensor.pack(%[[POSITIONS_CAST]], %[[FOUND]], %[[VALUES_NOW]])
func.func @finishes(%c: index) -> tensor<6x8xf64, #CSR> {
  %t = sloop.grow group(%b) capacity(%c) : tensor<6x8xf64, #CSR> {
    sloop.arrange %b : !sloop.assembly<tensor<6x8xf64, #CSR>>
  }
  return %t : tensor<6x8xf64, #CSR>
}
