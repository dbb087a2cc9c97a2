// `convert-sloop-to-scf`: stored results whose nodes are counted by parent, and then placed.

// RUN: lacuna-opt %s --convert-sloop-to-scf --canonicalize | FileCheck %s

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#Cube = #stensor.format<(i, j, k) -> (i : dense, j : dense, k : compressed)>
#Pairs = #stensor.format<(i, j, k) -> (i : dense, j : compressed(nonunique), k : singleton(interleaved))>
#Narrow = #stensor.format<(i, j) -> (i : dense, j : compressed), positions = 8>
#Wide = #stensor.format<(i, j) -> (i : dense, j : compressed), positions = 64, coordinates = 64>

// There are two places more than rows, all zero: children are counted two behind their parent.
// CHECK-LABEL: func.func @counts(
// CHECK-SAME:    %[[N:[a-z0-9]+]]: index, %[[I:[a-z0-9]+]]: index, %[[J:[a-z0-9]+]]: index
// CHECK:         cf.assert %{{.*}}, "level 1 of the result has more coordinates than 32 bits can tell apart: use wider ones"
// CHECK:         %[[COUNTS:.*]] = memref.alloc() : memref<6xi32>
// CHECK:         scf.for %[[AT:.*]] = %c0 to %c6 step %c1 {
// CHECK-NEXT:      memref.store %c0_i32, %[[COUNTS]][%[[AT]]]
// CHECK:         %[[PLACE:.*]] = arith.addi %[[I]], %c2
// CHECK-NEXT:    %[[COUNT:.*]] = memref.load %[[COUNTS]][%[[PLACE]]]
// CHECK-NEXT:    %[[MORE:.*]] = arith.addi %[[COUNT]], %c1_i32
// CHECK-NEXT:    memref.store %[[MORE]], %[[COUNTS]][%[[PLACE]]]
// CHECK-NOT:     memref.alloc
func.func @counts(%n: index, %i: index, %j: index) {
  %t = sloop.grow count(%b) sizes(%n) : tensor<4x?xf64, #CSR> {
    sloop.count(%i, %j) in %b : !sloop.assembly<tensor<4x?xf64, #CSR>>
    sloop.arrange %b : !sloop.assembly<tensor<4x?xf64, #CSR>>
  }
  return
}

// Parents of two levels are rows of a matrix.
// CHECK-LABEL: func.func @counts_below_two_levels(
// CHECK-SAME:    %[[N:[a-z0-9]+]]: index, %[[I:[a-z0-9]+]]: index, %[[J:[a-z0-9]+]]: index
// CHECK:         %[[PARENTS:.*]] = arith.muli %[[N]], %c4
// CHECK:         %[[LENGTH:.*]] = arith.addi %[[PARENTS]], %c2
// CHECK:         memref.alloc(%[[LENGTH]]) : memref<?xi32>
// CHECK:         %[[ROW:.*]] = arith.muli %[[I]], %[[N]]
// CHECK-NEXT:    %[[PARENT:.*]] = arith.addi %[[ROW]], %[[J]]
// CHECK-NEXT:    arith.addi %[[PARENT]], %c2
func.func @counts_below_two_levels(%n: index, %i: index, %j: index) {
  %t = sloop.grow count(%b) sizes(%n) : tensor<4x?x9xf64, #Cube> {
    sloop.count(%i, %j, %i) in %b : !sloop.assembly<tensor<4x?x9xf64, #Cube>>
    sloop.arrange %b : !sloop.assembly<tensor<4x?x9xf64, #Cube>>
  }
  return
}

// Summed up, one place behind each parent stands where its children begin; arrays are as long as there are nodes.
// CHECK-LABEL: func.func @arranges(
// CHECK:         %[[COUNTS:.*]] = memref.alloc() : memref<6xi32>
// CHECK:         %[[TOTAL:.*]] = scf.for %[[AT:.*]] = %c1 to %c6 step %c1 iter_args(%[[BEFORE:.*]] = %c0) -> (index) {
// CHECK:           %[[COUNT:.*]] = memref.load %[[COUNTS]][%[[AT]]]
// CHECK:           %[[SUM:.*]] = arith.addi %[[BEFORE]], %{{.*}} : index
// CHECK:           memref.store %{{.*}}, %[[COUNTS]][%[[AT]]]
// CHECK-NEXT:      scf.yield %[[SUM]]
// CHECK:         %[[FITS:.*]] = arith.cmpi ult, %[[TOTAL]], %c2147483648
// CHECK-NEXT:    cf.assert %[[FITS]], "level 1 of the result has more nodes than positions of 32 bits can count: use wider positions"
// CHECK-NEXT:    memref.alloc(%[[TOTAL]]) : memref<?xi32>
// CHECK:         memref.alloc(%[[TOTAL]]) : memref<?xf64>
func.func @arranges() -> tensor<4x8xf64, #CSR> {
  %t = sloop.grow count(%b) : tensor<4x8xf64, #CSR> {
    sloop.arrange %b : !sloop.assembly<tensor<4x8xf64, #CSR>>
  }
  return %t : tensor<4x8xf64, #CSR>
}

// A node goes where the next child of its parent does.
// CHECK-LABEL: func.func @places(
// CHECK-SAME:    %[[I:[a-z0-9]+]]: index, %[[J:[a-z0-9]+]]: index, %[[V:[a-z0-9]+]]: f64
// CHECK:         %[[ENDS:.*]] = memref.alloc() : memref<6xi32>
// CHECK:         %[[COLUMNS:.*]] = memref.alloc(%{{.*}}) : memref<?xi32>
// CHECK-NEXT:    memref.store %[[COLUMNS]], %[[COLUMNS_CELL:.*]][%c0]
// CHECK:         %[[VALUES:.*]] = memref.alloc(%{{.*}}) : memref<?xf64>
// CHECK-NEXT:    memref.store %[[VALUES]], %[[VALUES_CELL:.*]][%c0]
// CHECK-NEXT:    %[[PLACE:.*]] = arith.addi %[[I]], %c1
// CHECK-NEXT:    %[[STORED:.*]] = memref.load %[[ENDS]][%[[PLACE]]]
// CHECK-NEXT:    %[[NEXT:.*]] = arith.addi %[[STORED]], %c1_i32
// CHECK-NEXT:    memref.store %[[NEXT]], %[[ENDS]][%[[PLACE]]]
// CHECK-NEXT:    %[[P:.*]] = arith.index_castui %[[STORED]] : i32 to index
// CHECK-NEXT:    %[[COLUMNS_NOW:.*]] = memref.load %[[COLUMNS_CELL]][%c0]
// CHECK-NEXT:    %[[COLUMN:.*]] = arith.index_cast %[[J]] : index to i32
// CHECK-NEXT:    memref.store %[[COLUMN]], %[[COLUMNS_NOW]][%[[P]]]
// CHECK-NEXT:    %[[VALUES_NOW:.*]] = memref.load %[[VALUES_CELL]][%c0]
// CHECK-NEXT:    memref.store %[[V]], %[[VALUES_NOW]][%[[P]]]
func.func @places(%i: index, %j: index, %v: f64) -> tensor<4x8xf64, #CSR> {
  %t = sloop.grow count(%b) : tensor<4x8xf64, #CSR> {
    sloop.arrange %b : !sloop.assembly<tensor<4x8xf64, #CSR>>
    %p = sloop.place(%i, %j) in %b : !sloop.assembly<tensor<4x8xf64, #CSR>>
    sloop.put %v in %b[%p] : f64, !sloop.assembly<tensor<4x8xf64, #CSR>>
  }
  return %t : tensor<4x8xf64, #CSR>
}

// Coordinates side by side.
// CHECK-LABEL: func.func @places_pairs(
// CHECK-SAME:    %[[I:[a-z0-9]+]]: index, %[[J:[a-z0-9]+]]: index, %[[K:[a-z0-9]+]]: index
// CHECK:         %[[ROOM:.*]] = arith.muli %{{.*}}, %c2
// CHECK:         memref.alloc(%[[ROOM]]) : memref<?xi32>
// CHECK:         memref.alloc(
// CHECK:         %[[P:.*]] = arith.index_castui
// CHECK-NEXT:    %[[PAIRS:.*]] = memref.load %[[PAIRS_CELL:.*]][%c0]
// CHECK-NEXT:    %[[FIRST:.*]] = arith.muli %[[P]], %c2
// CHECK:         %[[C:.*]] = arith.index_cast %[[J]] : index to i32
// CHECK-NEXT:    memref.store %[[C]], %[[PAIRS]][%[[FIRST]]]
// CHECK:         %[[PAIRS:.*]] = memref.load %[[PAIRS_CELL]][%c0]
// CHECK:         %[[SECOND:.*]] = arith.addi %{{.*}}, %c1
// CHECK:         %[[C:.*]] = arith.index_cast %[[K]] : index to i32
// CHECK-NEXT:    memref.store %[[C]], %[[PAIRS]][%[[SECOND]]]
func.func @places_pairs(%i: index, %j: index, %k: index) -> tensor<4x8x9xf64, #Pairs> {
  %t = sloop.grow count(%b) : tensor<4x8x9xf64, #Pairs> {
    sloop.arrange %b : !sloop.assembly<tensor<4x8x9xf64, #Pairs>>
    %p = sloop.place(%i, %j, %k) in %b : !sloop.assembly<tensor<4x8x9xf64, #Pairs>>
  }
  return %t : tensor<4x8x9xf64, #Pairs>
}

// When all are placed, the ends are those of the children; the last place is one too many.
// CHECK-LABEL: func.func @finishes(
// CHECK:         %[[ENDS:.*]] = memref.alloc() : memref<6xi32>
// CHECK:         %[[COLUMNS:.*]] = memref.alloc(%{{.*}}) : memref<?xi32>
// CHECK-NEXT:    memref.store %[[COLUMNS]], %[[COLUMNS_CELL:.*]][%c0]
// CHECK:         %[[VALUES:.*]] = memref.alloc(%{{.*}}) : memref<?xf64>
// CHECK-NEXT:    memref.store %[[VALUES]], %[[VALUES_CELL:.*]][%c0]
// CHECK-NEXT:    %[[POSITIONS:.*]] = memref.reinterpret_cast %[[ENDS]] to offset: [0], sizes: [5], strides: [1]
// CHECK:         %[[COLUMNS_NOW:.*]] = memref.load %[[COLUMNS_CELL]][%c0]
// CHECK-NEXT:    %[[VALUES_NOW:.*]] = memref.load %[[VALUES_CELL]][%c0]
// CHECK-NEXT:    stensor.pack(%{{.*}}, %[[COLUMNS_NOW]], %[[VALUES_NOW]])
func.func @finishes() -> tensor<4x8xf64, #CSR> {
  %t = sloop.grow count(%b) : tensor<4x8xf64, #CSR> {
    sloop.arrange %b : !sloop.assembly<tensor<4x8xf64, #CSR>>
  }
  return %t : tensor<4x8xf64, #CSR>
}

// A count that is narrow is kept from beginning at zero again: one parent may have more children than it can hold.
// CHECK-LABEL: func.func @counts_narrowly(
// CHECK:         %[[COUNT:.*]] = memref.load %{{.*}} : memref<6xi8>
// CHECK:         %[[FITS:.*]] = arith.cmpi ne, %[[COUNT]], %c-1_i8
// CHECK-NEXT:    cf.assert %[[FITS]], "level 1 of the result has more nodes than positions of 8 bits can count: use wider positions"
func.func @counts_narrowly(%i: index, %j: index) {
  %t = sloop.grow count(%b) : tensor<4x8xf64, #Narrow> {
    sloop.count(%i, %j) in %b : !sloop.assembly<tensor<4x8xf64, #Narrow>>
    sloop.arrange %b : !sloop.assembly<tensor<4x8xf64, #Narrow>>
  }
  return
}

// 64 bits always fit.
// CHECK-LABEL: func.func @counts_widely(
// CHECK-NOT:     cf.assert
// CHECK:         return
func.func @counts_widely(%n: index, %i: index, %j: index) -> tensor<4x?xf64, #Wide> {
  %t = sloop.grow count(%b) sizes(%n) : tensor<4x?xf64, #Wide> {
    sloop.count(%i, %j) in %b : !sloop.assembly<tensor<4x?xf64, #Wide>>
    sloop.arrange %b : !sloop.assembly<tensor<4x?xf64, #Wide>>
  }
  return %t : tensor<4x?xf64, #Wide>
}

// A parent of entries of two levels may have more of them than a count of 32 bits can hold; a row of unique ones has not.
// CHECK-LABEL: func.func @counts_pairs(
// CHECK:         %[[LAST:.*]] = arith.cmpi ne, %{{.*}}, %c-1_i32
// CHECK-NEXT:    cf.assert %[[LAST]], "level 1 of the result has more nodes than positions of 32 bits can count: use wider positions"
func.func @counts_pairs(%i: index) {
  %t = sloop.grow count(%b) : tensor<4x8x9xf64, #Pairs> {
    sloop.count(%i, %i, %i) in %b : !sloop.assembly<tensor<4x8x9xf64, #Pairs>>
    sloop.arrange %b : !sloop.assembly<tensor<4x8x9xf64, #Pairs>>
  }
  return
}
