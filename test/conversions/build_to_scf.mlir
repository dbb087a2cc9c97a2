// `convert-sloop-to-scf`: levels that are built from a sorted list.

// RUN: lacuna-opt %s --convert-sloop-to-scf --canonicalize --split-input-file | FileCheck %s

#List = #stensor.format<(i, j) -> (i : compressed(nonunique), j floordiv 4 : singleton(nonunique), j mod 4 : singleton)>
#Pairs = #stensor.format<(i, j) -> (i : dense, j floordiv 4 : dense, j mod 4 : structured[2, 4])>

// Groups are filled up with the least coordinates, each in the slot of its number; entries stand behind those below them.
// CHECK-LABEL: func.func @two_of_four(
// CHECK:         %[[COORDINATES:.*]] = memref.alloc() : memref<16xi32>
// CHECK:         scf.for %[[AT:.*]] = %c0 to %c16 step %c1 {
// CHECK-NEXT:      %[[SLOT:.*]] = arith.remui %[[AT]], %c2
// CHECK-NEXT:      %[[PADDING:.*]] = arith.index_cast %[[SLOT]]
// CHECK-NEXT:      memref.store %[[PADDING]], %[[COORDINATES]][%[[AT]]]
// CHECK:         %[[CHILDREN:.*]] = memref.alloc() : memref<8xindex>
// CHECK:         %[[MOST:.*]]:3 = scf.for
// CHECK:         %[[FITS:.*]] = arith.cmpi ult, %[[MOST]]#2, %c3
// CHECK-NEXT:    cf.assert %[[FITS]], "level 2 of the result is structured[2, 4] and holds 2 of each 4 coordinates: more are stored in one block"
// CHECK:           %[[STORED:.*]] = memref.load %[[CHILDREN]]
// CHECK:           %[[LACKING:.*]] = arith.subi %c2, %[[STORED]]
// CHECK:           %[[FREE:.*]] = arith.subi
// CHECK:           %[[BELOW:.*]] = arith.minui %[[LACKING]], %[[FREE]]
// CHECK:         memref.dealloc %[[CHILDREN]]
func.func @two_of_four(%L: tensor<4x8xf64, #List>) -> tensor<4x8xf64, #Pairs> {
  %r = stensor.build %L : tensor<4x8xf64, #List> to tensor<4x8xf64, #Pairs>
  return %r : tensor<4x8xf64, #Pairs>
}

// -----

#List = #stensor.format<(i, j) -> (i : compressed(nonunique), j floordiv 4 : singleton(nonunique), j mod 4 : singleton)>
#Whole = #stensor.format<(i, j) -> (i : dense, j floordiv 4 : dense, j mod 4 : structured[4, 4])>

// Every block has room for all.
// CHECK-LABEL: func.func @four_of_four(
// CHECK-NOT:     cf.assert
// CHECK:         return
func.func @four_of_four(%L: tensor<4x8xf64, #List>) -> tensor<4x8xf64, #Whole> {
  %r = stensor.build %L : tensor<4x8xf64, #List> to tensor<4x8xf64, #Whole>
  return %r : tensor<4x8xf64, #Whole>
}

// -----

#List = #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton)>
#Batch = #stensor.format<(i, j) -> (i : batch, j : compressed)>

// Levels are built as if batches were dense; then each gets as much room as the longest, and positions of its own.
// CHECK-LABEL: func.func @batches(
// CHECK:           %[[NODE:.*]] = arith.minui
// CHECK-NEXT:      %[[POSITION:.*]] = memref.load %{{.*}}[%[[NODE]]] : memref<5xindex>
// CHECK-NEXT:      %[[FIRST:.*]] = memref.load %{{.*}} : memref<5xindex>
// CHECK-NEXT:      %[[OWN:.*]] = arith.subi %[[POSITION]], %[[FIRST]]
// CHECK-NEXT:      %[[NARROW:.*]] = arith.index_cast %[[OWN]] : index to i32
// CHECK-NEXT:      memref.store %[[NARROW]], %[[POSITIONS:.*]][
// CHECK:         stensor.pack(%[[POSITIONS]],
func.func @batches(%L: tensor<4x8xf64, #List>) -> tensor<4x8xf64, #Batch> {
  %r = stensor.build %L : tensor<4x8xf64, #List> to tensor<4x8xf64, #Batch>
  return %r : tensor<4x8xf64, #Batch>
}

// -----

#List = #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton)>
#Pairs = #stensor.format<(i, j) -> (i floordiv 2 : compressed, i : compressed, j : compressed)>

// A level that follows from the next one is computed.
// CHECK-LABEL: func.func @quotients_of_rows(
// CHECK:         %[[ROW:.*]] = memref.load %{{.*}} : memref<?xindex>
// CHECK:         arith.floordivsi %[[ROW]], %c2
// CHECK:         stensor.pack(
func.func @quotients_of_rows(%L: tensor<4x8xf64, #List>) -> tensor<4x8xf64, #Pairs> {
  %r = stensor.build %L : tensor<4x8xf64, #List> to tensor<4x8xf64, #Pairs>
  return %r : tensor<4x8xf64, #Pairs>
}

// -----

#List = #stensor.format<(i) -> (i : compressed)>
#Table = #stensor.format<(i) -> (i : hashed)>

// A table for lookups has a slot for each coordinate if those are at most 256 times as many as the entries, and one that
// stays empty; else eight slots an entry.
// CHECK-LABEL: func.func @for_lookups(
// CHECK:         %[[ALL:.*]] = arith.constant 4096 : index
// CHECK:         %[[MOST:.*]] = arith.maxui %{{.*}}#3, %c1 : index
// CHECK:         %[[MANY:.*]] = arith.muli %[[MOST]], %c256
// CHECK:         %[[HAS_MANY:.*]] = arith.cmpi ult, %{{.*}}, %[[ALL]]
// CHECK:         arith.muli %[[MOST]], %c8
// CHECK:         %[[WIDTH:.*]] = arith.select %[[HAS_MANY]], %{{.*}}, %[[ALL]] : index
// CHECK:         memref.alloc(%[[WIDTH]]) : memref<?xi32>
// CHECK:         %[[COLLIDES:.*]] = arith.cmpi ult, %[[WIDTH]], %c4000
// CHECK:           arith.select %[[COLLIDES]], %{{.*}}, %{{.*}} : index
func.func @for_lookups(%L: tensor<4000xf64, #List>) -> tensor<4000xf64, #Table> {
  %r = stensor.build %L for_lookups : tensor<4000xf64, #List> to tensor<4000xf64, #Table>
  return %r : tensor<4000xf64, #Table>
}
