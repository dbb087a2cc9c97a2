// `convert-sloop-to-scf`: lists are sorted by counting, stably, from the last level that is out of order to the first.

// RUN: lacuna-opt %s --convert-sloop-to-scf --canonicalize --split-input-file | FileCheck %s

#ByRow = #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton)>
#ByColumn = #stensor.format<(i, j) -> (j : compressed(nonunique), i : singleton), positions = 64>

// Rows are in order already, so entries are moved once, by column. A small level is counted in one go.
// CHECK-LABEL: func.func @by_one_level(
// As many entries as the positions say: arrays from outside may be longer.
// CHECK:         %[[POSITIONS:.*]] = stensor.positions %arg0[0]
// CHECK:         %[[END:.*]] = memref.load %[[POSITIONS]][%c1]
// CHECK:         %[[N:.*]] = arith.index_castui %[[END]]
// The entries are read straight from the source.
// CHECK-DAG:     %[[ROWS:.*]] = stensor.coordinates %arg0[0]
// CHECK-DAG:     %[[COLUMNS:.*]] = stensor.coordinates %arg0[1]
// CHECK-DAG:     %[[VALUES:.*]] = stensor.values %arg0
// CHECK:         %[[FEW:.*]] = arith.maxui %[[N]], %c65536
// CHECK:         %[[SMALL:.*]] = arith.cmpi ugt, %[[FEW]], %c8
// CHECK:         %[[BUCKETS:.*]] = arith.select %[[SMALL]], %c8, %c65536
// CHECK:         %[[STARTS:.*]] = memref.alloc(%{{.*}}) : memref<?xindex>
// Counts are cleared, taken, summed up, and entries moved.
// CHECK:         scf.for
// CHECK-NEXT:      memref.store %c0, %[[STARTS]]
// CHECK:         scf.for %{{.*}} = %c0 to %[[N]] step %c1 {
// CHECK:         scf.for %{{.*}} = %c0 to %[[BUCKETS]] step %c1 iter_args(
// CHECK:         scf.for %[[E:.*]] = %c0 to %[[N]] step %c1 {
// CHECK:           %[[PLACE:.*]] = memref.load %[[STARTS]]
// CHECK:           %[[COLUMN:.*]] = memref.load %[[COLUMNS]][%[[E]]]
// CHECK-NEXT:      memref.store %[[COLUMN]], %{{.*}}[%[[PLACE]]]
// CHECK:           %[[ROW:.*]] = memref.load %[[ROWS]][%[[E]]]
// CHECK-NEXT:      memref.store %[[ROW]], %{{.*}}[%[[PLACE]]]
// CHECK:           memref.store %{{.*}}, %{{.*}}[%[[PLACE]]]
// CHECK:         }
// CHECK:         memref.dealloc %[[STARTS]]
// CHECK-NOT:     scf.for
// CHECK:         %[[ENDS:.*]] = memref.alloc() : memref<2xi64>
// CHECK:         stensor.pack(
func.func @by_one_level(%A: tensor<4x8xf64, #ByRow>) -> tensor<4x8xf64, #ByColumn> {
  %B = stensor.sort %A : tensor<4x8xf64, #ByRow> to tensor<4x8xf64, #ByColumn>
  return %B : tensor<4x8xf64, #ByColumn>
}

// -----

#Heap = #stensor.format<(i, j) -> (i : compressed(nonunique, unordered), j : singleton(unordered))>
#ByRow = #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton)>

// Out of order altogether: by column, then by row.
// CHECK-LABEL: func.func @by_two_levels(
// CHECK-COUNT-2: memref.alloc(%{{.*}}) : memref<?xindex>
// CHECK-NOT:     memref.alloc(%{{.*}}) : memref<?xindex>
// CHECK:         stensor.pack(
func.func @by_two_levels(%A: tensor<4x8xf64, #Heap>) -> tensor<4x8xf64, #ByRow> {
  %B = stensor.sort %A : tensor<4x8xf64, #Heap> to tensor<4x8xf64, #ByRow>
  return %B : tensor<4x8xf64, #ByRow>
}

// -----

#ByRow = #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton)>

// In order already: a copy.
// CHECK-LABEL: func.func @by_no_level(
// CHECK-NOT:     memref<?xindex>
// CHECK:         scf.for
// CHECK-NOT:     scf.for
// CHECK:         stensor.pack(
func.func @by_no_level(%A: tensor<4x8xf64, #ByRow>) -> tensor<4x8xf64, #ByRow> {
  %B = stensor.sort %A : tensor<4x8xf64, #ByRow> to tensor<4x8xf64, #ByRow>
  return %B : tensor<4x8xf64, #ByRow>
}

// -----

#ByRow = #stensor.format<(i, j, k) -> (i : compressed(nonunique), j : singleton(nonunique), k : singleton)>
#Fibres = #stensor.format<(i, j, k) -> (j : compressed(nonunique), k : singleton(nonunique), i : singleton(unordered))>
#Tubes = #stensor.format<(i, j, k) -> (j : compressed(nonunique), i : singleton(nonunique, unordered), k : singleton(unordered))>

// What takes any order is not sorted by.
// CHECK-LABEL: func.func @by_one_level(
// CHECK:         memref<?xindex>
// CHECK:         stensor.pack(
func.func @by_one_level(%A: tensor<4x8x9xf64, #ByRow>) -> tensor<4x8x9xf64, #Tubes> {
  %B = stensor.sort %A : tensor<4x8x9xf64, #ByRow> to tensor<4x8x9xf64, #Tubes>
  return %B : tensor<4x8x9xf64, #Tubes>
}

// Entries of one row are in the order of fibres already.
// CHECK-LABEL: func.func @within_rows(
// CHECK-NOT:     memref<?xindex>
// CHECK:         stensor.pack(
func.func @within_rows(%A: tensor<4x8x9xf64, #ByRow>) -> tensor<4x8x9xf64, #Fibres> {
  %B = stensor.sort %A within : tensor<4x8x9xf64, #ByRow> to tensor<4x8x9xf64, #Fibres>
  return %B : tensor<4x8x9xf64, #Fibres>
}

// -----

#ByRow = #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton)>
#Blocks = #stensor.format<(i, j) -> (i floordiv 2 : compressed(nonunique), j floordiv 4 : singleton(nonunique), i mod 2 : singleton(nonunique), j mod 4 : singleton)>

// The levels of the result are computed from the point.
// CHECK-LABEL: func.func @by_blocks(
// CHECK-DAG:       arith.divui %{{.*}}, %c2
// CHECK-DAG:       arith.divui %{{.*}}, %c4
// CHECK-DAG:       arith.remui %{{.*}}, %c2
// CHECK-DAG:       arith.remui %{{.*}}, %c4
// CHECK:         stensor.pack(
func.func @by_blocks(%A: tensor<4x8xf64, #ByRow>) -> tensor<4x8xf64, #Blocks> {
  %B = stensor.sort %A : tensor<4x8xf64, #ByRow> to tensor<4x8xf64, #Blocks>
  return %B : tensor<4x8xf64, #Blocks>
}

// -----

#ByRow = #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton)>
#ByColumn = #stensor.format<(i, j) -> (j : compressed(nonunique), i : singleton)>

// A large level is sorted by digits of 16 bits, from the least: two for a million columns, but one if there are more
// entries than columns.
// CHECK-LABEL: func.func @by_digits(
// CHECK:         %[[SMALL:.*]] = arith.cmpi ugt, %{{.*}}, %c1000000
// CHECK-DAG:     %[[ROUNDS:.*]] = arith.select %[[SMALL]], %c1, %c2
// CHECK-DAG:     arith.select %[[SMALL]], %c1000000, %c65536
// CHECK:         scf.for %[[ROUND:.*]] = %c0 to %[[ROUNDS]] step %c1 iter_args(
// CHECK:           %[[SHIFT:.*]] = arith.muli %[[ROUND]], %c16
// CHECK:           arith.shrui %{{.*}}, %[[SHIFT]]
// CHECK:           scf.yield
func.func @by_digits(%A: tensor<4x1000000xf64, #ByRow>) -> tensor<4x1000000xf64, #ByColumn> {
  %B = stensor.sort %A : tensor<4x1000000xf64, #ByRow> to tensor<4x1000000xf64, #ByColumn>
  return %B : tensor<4x1000000xf64, #ByColumn>
}
