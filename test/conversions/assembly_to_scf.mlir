// `convert-sloop-to-scf`: stored results as arrays that grow.

// RUN: lacuna-opt %s --convert-sloop-to-scf --canonicalize | FileCheck %s

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#COO = #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton)>
#Pairs = #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton(interleaved))>
#DCSR = #stensor.format<(i, j) -> (i : compressed, j : compressed)>
#Rows = #stensor.format<(i, j) -> (i : compressed, j : dense), fill = 2.0 : f64>
#Dense = #stensor.format<(i, j) -> (i : dense, j : dense), fill = 2.0 : f64>
#Diagonals = #stensor.format<(i, j) -> (j - i : compressed(full), i : compressed)>
#Wide = #stensor.format<(i) -> (i : compressed), positions = 64, coordinates = 8>

// What changes stands in cells: the number of entries, and the arrays. There is room for one entry at least, and for the
// segments of all rows, of which the first begins at zero.
// CHECK-LABEL: func.func @starts_with_room(
// CHECK-SAME:    %[[N:[a-z0-9]+]]: index, %[[CAPACITY:[a-z0-9]+]]: index
// CHECK-DAG:     %[[COUNT:.*]] = memref.alloca() : memref<1xindex>
// CHECK-DAG:     %[[VALUES:.*]] = memref.alloca() : memref<1xmemref<?xf64>>
// CHECK:         %[[ROOM:.*]] = arith.maxui %[[CAPACITY]], %c1
// CHECK:         memref.store %c0, %[[COUNT]][%c0]
// CHECK:         %[[COLUMNS:.*]] = memref.alloc(%[[ROOM]]) : memref<?xi32>
// CHECK:         %[[ENDS:.*]] = memref.alloc() : memref<5xi32>
// CHECK:         memref.store %c0_i32, %[[ENDS]][%c0]
// CHECK:         %[[ARRAY:.*]] = memref.alloc(%[[ROOM]]) : memref<?xf64>
// CHECK:         memref.store %[[ARRAY]], %[[VALUES]][%c0]
func.func @starts_with_room(%n: index, %capacity: index) -> tensor<4x?xf64, #CSR> {
  %t = sloop.grow append(%b) sizes(%n) capacity(%capacity) : tensor<4x?xf64, #CSR> {
  }
  return %t : tensor<4x?xf64, #CSR>
}

// Lanes are appended where the level ends: coordinates that follow one another, and values side by side. A mask is counted.
// CHECK-LABEL: func.func @appends_lanes(
// CHECK-SAME:    %[[J:[a-z0-9]+]]: index, %[[V:[a-z0-9]+]]: vector<4xf64>, %[[M:[a-z0-9]+]]: vector<4xi1>
// CHECK:         %[[END:.*]] = memref.load %[[COUNT:.*]][%c0] : memref<1xindex>
// CHECK:         arith.addi %[[END]], %c4 : index
// CHECK:         %[[LOW:.*]] = vector.broadcast %{{.*}} : i32 to vector<4xi32>
// CHECK-NEXT:    %[[LANES:.*]] = vector.step : vector<4xindex>
// CHECK-NEXT:    %[[STEPS:.*]] = arith.index_cast %[[LANES]] : vector<4xindex> to vector<4xi32>
// CHECK-NEXT:    %[[COORDINATES:.*]] = arith.addi %[[LOW]], %[[STEPS]] : vector<4xi32>
// CHECK-NEXT:    vector.store %[[COORDINATES]], %{{.*}}[%[[END]]] : memref<?xi32>, vector<4xi32>
// CHECK:         memref.store %{{.*}}, %[[COUNT]][%c0]
// CHECK:         vector.store %[[V]], %{{.*}}[%[[END]]] : memref<?xf64>, vector<4xf64>
// CHECK:         %[[ONES:.*]] = arith.extui %[[M]] : vector<4xi1> to vector<4xi64>
// CHECK-NEXT:    vector.reduction <add>, %[[ONES]] : vector<4xi64> into i64
// CHECK:         vector.maskedstore %{{.*}}[%{{.*}}], %[[M]], %{{.*}} : memref<?xi32>, vector<4xi1>, vector<4xi32>
// CHECK:         vector.maskedstore %{{.*}}[%{{.*}}], %[[M]], %[[V]] : memref<?xf64>, vector<4xi1>, vector<4xf64>
func.func @appends_lanes(%j: index, %v: vector<4xf64>, %m: vector<4xi1>) -> tensor<4x?xf64, #CSR> {
  %t = sloop.grow append(%b) sizes(%j) capacity(%j) : tensor<4x?xf64, #CSR> {
    %p = sloop.append_lanes %j to %b[1] lanes 4 : !sloop.assembly<tensor<4x?xf64, #CSR>>
    sloop.put %v in %b[%p] : vector<4xf64>, !sloop.assembly<tensor<4x?xf64, #CSR>>
    %q = sloop.append_lanes %j to %b[1] lanes 4 mask %m : vector<4xi1> : !sloop.assembly<tensor<4x?xf64, #CSR>>
    sloop.put %v in %b[%q] mask %m : vector<4xi1> : vector<4xf64>, !sloop.assembly<tensor<4x?xf64, #CSR>>
  }
  return %t : tensor<4x?xf64, #CSR>
}

// Where an entry does not fit, its arrays become twice as large, or 16 long. Moving them is out of line.
// CHECK-LABEL: func.func @grows(
// CHECK-SAME:    %[[CAPACITY:[a-z0-9]+]]: index, %[[J:[a-z0-9]+]]: index
// CHECK:         %[[END:.*]] = memref.load %[[COUNT:.*]][%c0] : memref<1xindex>
// CHECK-NEXT:    %[[COLUMNS:.*]] = memref.load %{{.*}}[%c0] : memref<1xmemref<?xi32>>
// CHECK-NEXT:    %[[ROOM:.*]] = memref.dim %[[COLUMNS]], %c0
// CHECK-NEXT:    %[[WANTED:.*]] = arith.addi %[[END]], %c1
// CHECK-NEXT:    %[[FULL:.*]] = arith.cmpi ult, %[[ROOM]], %[[WANTED]]
// CHECK-NEXT:    scf.if %[[FULL]] {
// CHECK:           %[[TWICE:.*]] = arith.addi %[[ROOM]], %[[ROOM]]
// CHECK:           %[[SOME:.*]] = arith.maxui %[[TWICE]], %c16
// CHECK:           %[[MORE:.*]] = arith.maxui %[[SOME]], %[[WANTED]]
// CHECK:           func.call @lacuna.grow.i32(%{{.*}}, %[[MORE]])
// CHECK:           func.call @lacuna.grow.f64(%{{.*}}, %[[MORE]])
// CHECK:         %[[AT:.*]] = arith.index_cast %[[J]] : index to i32
// CHECK-NEXT:    memref.store %[[AT]], %{{.*}}[%[[END]]]
// CHECK-NEXT:    %[[NEXT:.*]] = arith.addi %[[END]], %c1
// CHECK-NEXT:    memref.store %[[NEXT]], %[[COUNT]][%c0]
// CHECK:         return %[[END]]
func.func @grows(%capacity: index, %j: index) -> index {
  %t, %q = sloop.grow append(%b) capacity(%capacity) : tensor<4x8xf64, #CSR> -> (index) {
    %q_in = sloop.append(%j) to %b[1] : !sloop.assembly<tensor<4x8xf64, #CSR>>
    sloop.yield %q_in : index
  }
  return %q : index
}

// Room is made for all that is asked for at once; who appends then does not look.
// CHECK-LABEL: func.func @reserves(
// CHECK-SAME:    %[[CAPACITY:[a-z0-9]+]]: index, %[[N:[a-z0-9]+]]: index, %[[J:[a-z0-9]+]]: index
// CHECK:         %[[END:.*]] = memref.load %{{.*}}[%c0] : memref<1xindex>
// CHECK:         %[[WANTED:.*]] = arith.addi %[[END]], %[[N]]
// CHECK-NEXT:    %[[FULL:.*]] = arith.cmpi ult, %{{.*}}, %[[WANTED]]
// CHECK-NEXT:    scf.if %[[FULL]] {
// CHECK:           arith.maxui %{{.*}}, %[[WANTED]]
// CHECK:           func.call @lacuna.grow.i32
// CHECK:           func.call @lacuna.grow.f64
// CHECK:         }
// CHECK-NOT:     scf.if
// CHECK:         %[[AT:.*]] = arith.index_cast %[[J]] : index to i32
// CHECK-NEXT:    memref.store %[[AT]]
// CHECK-NOT:     scf.if
// CHECK:         return
func.func @reserves(%capacity: index, %n: index, %j: index) -> index {
  %t, %q = sloop.grow append(%b) capacity(%capacity) : tensor<4x8xf64, #CSR> -> (index) {
    sloop.reserve %n in %b[1] : !sloop.assembly<tensor<4x8xf64, #CSR>>
    %q_in = sloop.append(%j) to %b[1] reserved : !sloop.assembly<tensor<4x8xf64, #CSR>>
    sloop.yield %q_in : index
  }
  return %q : index
}

// Room for pairs is twice as long.
// CHECK-LABEL: func.func @reserves_pairs(
// CHECK:         %[[LENGTH:.*]] = memref.dim %{{.*}}, %c0 : memref<?xi32>
// CHECK:         %[[ROOM:.*]] = arith.divui %[[LENGTH]], %c2
// CHECK:         arith.cmpi ult, %[[ROOM]], %{{.*}}
// CHECK:           %[[TWICE:.*]] = arith.muli %[[MORE:.*]], %c2
// CHECK:           func.call @lacuna.grow.i32(%{{.*}}, %[[TWICE]])
// CHECK:           func.call @lacuna.grow.f64(%{{.*}}, %[[MORE]])
func.func @reserves_pairs(%capacity: index, %n: index) {
  %t = sloop.grow append(%b) capacity(%capacity) : tensor<4x8xf64, #Pairs> {
    sloop.reserve %n in %b[0] : !sloop.assembly<tensor<4x8xf64, #Pairs>>
  }
  return
}

// A loop over a compressed level takes as many nodes as its segment is long, and none where that ends before it begins.
// CHECK-LABEL: func.func @counts_nodes(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<{{.*}}>, %[[P:[a-z0-9]+]]: index, %[[Q:[a-z0-9]+]]: index
// CHECK:         memref.load %{{.*}}[%[[P]]]
// CHECK-NEXT:    %[[LOW:.*]] = arith.index_castui
// CHECK:         %[[HIGH:.*]] = arith.index_castui
// CHECK-NEXT:    %[[LENGTH:.*]] = arith.subi %[[HIGH]], %[[LOW]]
// CHECK-NEXT:    %[[N:.*]] = arith.maxsi %[[LENGTH]], %c0
// CHECK:         memref.load %{{.*}}[%[[P]]]
// CHECK:         memref.load %{{.*}}[%[[Q]]]
// CHECK:         return %[[N]]
func.func @counts_nodes(%A: tensor<4x8xf64, #CSR>, %p: index, %q: index) -> (index, index) {
  %n = sloop.node_count %A[1] under(%p) : tensor<4x8xf64, #CSR>
  %m = sloop.node_count %A[1] under(%p, %q) : tensor<4x8xf64, #CSR>
  return %n, %m : index, index
}

// A row that is inserted has its place; what closes it is the number of entries so far.
// CHECK-LABEL: func.func @closes(
// CHECK-SAME:    %[[CAPACITY:[a-z0-9]+]]: index, %[[I:[a-z0-9]+]]: index
// CHECK:         %[[END:.*]] = memref.load %{{.*}}[%c0] : memref<1xindex>
// CHECK:         %[[PLACE:.*]] = arith.addi %[[I]], %c1
// CHECK:         %[[ENDS:.*]] = memref.load %{{.*}}[%c0] : memref<1xmemref<?xi32>>
// CHECK:         %[[STORED:.*]] = arith.index_cast %[[END]] : index to i32
// CHECK:         memref.store %[[STORED]], %[[ENDS]][%[[PLACE]]]
func.func @closes(%capacity: index, %i: index) {
  %c0 = arith.constant 0 : index
  %t = sloop.grow append(%b) capacity(%capacity) : tensor<4x8xf64, #CSR> {
    %p = sloop.insert %i to %b[0] under(%c0) : !sloop.assembly<tensor<4x8xf64, #CSR>>
    sloop.close %b[1] under(%p) : !sloop.assembly<tensor<4x8xf64, #CSR>>
  }
  return
}

// A level that stores every coordinate has a place for each, as a dense one. Its arrays are made at last, and do not depend
// on what was inserted; diagonals count from that of the lower left corner.
// CHECK-LABEL: func.func @stores_every_coordinate(
// CHECK-SAME:    %[[CAPACITY:[a-z0-9]+]]: index, %[[D:[a-z0-9]+]]: index
// CHECK:         %[[NEXT:.*]] = arith.addi %[[D]], %c4
// CHECK:         memref.store %{{.*}}, %{{.*}}[%[[NEXT]]]
// CHECK:         %[[POSITIONS:.*]] = memref.alloc() : memref<2xi32>
// CHECK:         scf.for %[[P:.*]] = %c0 to %c2
// CHECK-NEXT:      %[[BEGIN:.*]] = arith.muli %[[P]], %c11
// CHECK-NEXT:      %[[STORED:.*]] = arith.index_cast %[[BEGIN]]
// CHECK-NEXT:      memref.store %[[STORED]], %[[POSITIONS]][%[[P]]]
// CHECK:         %[[COORDINATES:.*]] = memref.alloc() : memref<11xi32>
// CHECK:           scf.for %[[Q:.*]] = %c0 to %c11
// CHECK-NEXT:        %[[DIAGONAL:.*]] = arith.addi %[[Q]], %c-3
// CHECK-NEXT:        %[[STORED:.*]] = arith.index_cast %[[DIAGONAL]]
// CHECK:             memref.store %[[STORED]], %[[COORDINATES]][
func.func @stores_every_coordinate(%capacity: index, %d: index) -> tensor<4x8xf64, #Diagonals> {
  %c0 = arith.constant 0 : index
  %t = sloop.grow append(%b) capacity(%capacity) : tensor<4x8xf64, #Diagonals> {
    %p = sloop.insert %d to %b[0] under(%c0) : !sloop.assembly<tensor<4x8xf64, #Diagonals>>
    sloop.close %b[1] under(%p) : !sloop.assembly<tensor<4x8xf64, #Diagonals>>
  }
  return %t : tensor<4x8xf64, #Diagonals>
}

// Arrays of the result are as long as what they hold, and the program stops where positions do not fit.
// CHECK-LABEL: func.func @finishes(
// CHECK:         %[[ENDS:.*]] = memref.reinterpret_cast %{{.*}} to offset: [0], sizes: [5], strides: [1]
// CHECK:         %[[END:.*]] = memref.load %{{.*}}[%c0] : memref<1xindex>
// CHECK:         %[[COLUMNS:.*]] = memref.reinterpret_cast %{{.*}} to offset: [0], sizes: [%[[END]]], strides: [1] : memref<?xi32> to memref<?xi32>
// CHECK:         %[[VALUES:.*]] = memref.reinterpret_cast %{{.*}} : memref<?xf64> to memref<?xf64>
// CHECK:         %[[FITS:.*]] = arith.cmpi ult, %{{.*}}, %c2147483648
// CHECK-NEXT:    cf.assert %[[FITS]], "level 1 of the result has more nodes than positions of 32 bits can count: use wider positions"
// CHECK-NEXT:    stensor.pack(%{{.*}}, %[[COLUMNS]], %[[VALUES]])
func.func @finishes(%capacity: index) -> tensor<4x8xf64, #CSR> {
  %t = sloop.grow append(%b) capacity(%capacity) : tensor<4x8xf64, #CSR> {
  }
  return %t : tensor<4x8xf64, #CSR>
}

// 64 bits always do.
// CHECK-LABEL: func.func @finishes_with_wide_positions(
// CHECK-NOT:     cf.assert
// CHECK:         stensor.pack
func.func @finishes_with_wide_positions(%capacity: index) -> tensor<8xf64, #Wide> {
  %t = sloop.grow append(%b) capacity(%capacity) : tensor<8xf64, #Wide> {
  }
  return %t : tensor<8xf64, #Wide>
}

// An entry of a list stores each of its coordinates, in an array a level.
// CHECK-LABEL: func.func @appends_to_a_list(
// CHECK-SAME:    %[[CAPACITY:[a-z0-9]+]]: index, %[[I:[a-z0-9]+]]: index, %[[J:[a-z0-9]+]]: index
// CHECK:         %[[ROW:.*]] = arith.index_cast %[[I]] : index to i32
// CHECK-NEXT:    memref.store %[[ROW]], %[[ROWS:.*]][%[[END:.*]]]
// CHECK:         %[[COLUMN:.*]] = arith.index_cast %[[J]] : index to i32
// CHECK-NEXT:    memref.store %[[COLUMN]], %{{.*}}[%[[END]]]
func.func @appends_to_a_list(%capacity: index, %i: index, %j: index) {
  %t = sloop.grow append(%b) capacity(%capacity) : tensor<4x8xf64, #COO> {
    %q = sloop.append(%i, %j) to %b[0] : !sloop.assembly<tensor<4x8xf64, #COO>>
  }
  return
}

// Or side by side in one.
// CHECK-LABEL: func.func @appends_to_a_list_of_pairs(
// CHECK-SAME:    %[[CAPACITY:[a-z0-9]+]]: index, %[[I:[a-z0-9]+]]: index, %[[J:[a-z0-9]+]]: index
// CHECK:         %[[END:.*]] = memref.load %{{.*}}[%c0] : memref<1xindex>
// CHECK:         %[[FIRST:.*]] = arith.muli %[[END]], %c2
// CHECK:         %[[ROW:.*]] = arith.index_cast %[[I]] : index to i32
// CHECK-NEXT:    memref.store %[[ROW]], %{{.*}}[%[[FIRST]]]
// CHECK:         %[[SECOND:.*]] = arith.addi %{{.*}}, %c1
// CHECK:         %[[COLUMN:.*]] = arith.index_cast %[[J]] : index to i32
// CHECK-NEXT:    memref.store %[[COLUMN]], %{{.*}}[%[[SECOND]]]
func.func @appends_to_a_list_of_pairs(%capacity: index, %i: index, %j: index) {
  %t = sloop.grow append(%b) capacity(%capacity) : tensor<4x8xf64, #Pairs> {
    %q = sloop.append(%i, %j) to %b[0] : !sloop.assembly<tensor<4x8xf64, #Pairs>>
  }
  return
}

// The segments of stored rows grow, too, where a row does not fit.
// CHECK-LABEL: func.func @closes_a_stored_row(
// CHECK-SAME:    %[[CAPACITY:[a-z0-9]+]]: index, %[[P:[a-z0-9]+]]: index
// CHECK:         %[[PLACE:.*]] = arith.addi %[[P]], %c1
// CHECK:         %[[ROOM:.*]] = memref.dim %{{.*}}, %c0 : memref<?xi32>
// CHECK-NEXT:    %[[FITS:.*]] = arith.cmpi ult, %[[PLACE]], %[[ROOM]]
// CHECK-NEXT:    scf.if %[[FITS]] {
// CHECK-NEXT:    } else {
// CHECK:           func.call @lacuna.grow.i32
func.func @closes_a_stored_row(%capacity: index, %p: index) {
  %t = sloop.grow append(%b) capacity(%capacity) : tensor<4x8xf64, #DCSR> {
    sloop.close %b[1] under(%p) : !sloop.assembly<tensor<4x8xf64, #DCSR>>
  }
  return
}

// Segments that may never be closed start as zero, and end where the one before does.
// CHECK-LABEL: func.func @fills_gaps(
// CHECK:         scf.for %{{.*}} = %c0 to %c5 step %c1 {
// CHECK-NEXT:      memref.store %c0_i32
// CHECK:         scf.for %[[ROW:.*]] = %c0 to %c4 step %c1 iter_args(%[[BEFORE:.*]] = %{{.*}})
// CHECK:           %[[END:.*]] = arith.maxui %[[BEFORE]], %{{.*}} : i32
// CHECK-NEXT:      memref.store %[[END]]
// CHECK-NEXT:      scf.yield %[[END]]
func.func @fills_gaps(%capacity: index) -> tensor<4x8xf64, #CSR> {
  %t = sloop.grow append(%b) capacity(%capacity) gaps(1) : tensor<4x8xf64, #CSR> {
  }
  return %t : tensor<4x8xf64, #CSR>
}

// A dense row is cleared with the fill value, and what is put into it counts as progress.
// CHECK-LABEL: func.func @clears(
// CHECK-SAME:    %[[CAPACITY:[a-z0-9]+]]: index, %[[P:[a-z0-9]+]]: index, %[[V:[a-z0-9]+]]: f64
// CHECK-DAG:     %[[FILL:.*]] = arith.constant 2.000000e+00 : f64
// CHECK:         %[[LOW:.*]] = arith.muli %[[P]], %c8
// CHECK-NEXT:    %[[HIGH:.*]] = arith.addi %[[LOW]], %c8
// CHECK:         scf.for %[[AT:.*]] = %[[LOW]] to %[[HIGH]] step %c1 {
// CHECK-NEXT:      memref.store %[[FILL]], %{{.*}}[%[[AT]]]
// CHECK:         memref.store %[[V]], %{{.*}}[%[[P]]] : memref<?xf64>
// CHECK:         %[[PUTS:.*]] = memref.load %[[CELL:.*]][%c0] : memref<1xindex>
// CHECK-NEXT:    %[[MORE:.*]] = arith.addi %[[PUTS]], %c1
// CHECK-NEXT:    memref.store %[[MORE]], %[[CELL]][%c0]
// CHECK:         %[[N:.*]] = memref.load %[[CELL]][%c0]
// CHECK:         return %[[N]]
func.func @clears(%capacity: index, %p: index, %v: f64) -> index {
  %t, %n = sloop.grow append(%b) capacity(%capacity) : tensor<4x8xf64, #Rows> -> (index) {
    sloop.clear %b[0] at(%p) : !sloop.assembly<tensor<4x8xf64, #Rows>>
    sloop.put %v in %b[%p] : f64, !sloop.assembly<tensor<4x8xf64, #Rows>>
    %n_in = sloop.progress %b[0] : !sloop.assembly<tensor<4x8xf64, #Rows>>
    sloop.yield %n_in : index
  }
  return %n : index
}

// A result all of whose levels are dense has one array, which holds the fill value from the start.
// CHECK-LABEL: func.func @all_dense(
// CHECK-DAG:     %[[FILL:.*]] = arith.constant 2.000000e+00 : f64
// CHECK:         %[[ARRAY:.*]] = memref.alloc() : memref<32xf64>
// CHECK:         scf.for %[[AT:.*]] = %c0 to %c32 step %c1 {
// CHECK-NEXT:      memref.store %[[FILL]], %[[ARRAY]][%[[AT]]]
// CHECK-NOT:     cf.assert
func.func @all_dense(%capacity: index) -> tensor<4x8xf64, #Dense> {
  %t = sloop.grow append(%b) capacity(%capacity) : tensor<4x8xf64, #Dense> {
  }
  return %t : tensor<4x8xf64, #Dense>
}

// The position of the next node is the number of nodes.
// CHECK-LABEL: func.func @end_of_a_level(
// CHECK:         memref.store %c0, %[[COUNT:.*]][%c0] : memref<1xindex>
// CHECK:         %[[END:.*]] = memref.load %[[COUNT]][%c0]
// CHECK:         return %[[END]]
func.func @end_of_a_level(%capacity: index) -> index {
  %t, %p = sloop.grow append(%b) capacity(%capacity) : tensor<8xf64, #Wide> -> (index) {
    %p_in = sloop.assembly_end %b[0] : !sloop.assembly<tensor<8xf64, #Wide>>
    sloop.yield %p_in : index
  }
  return %p : index
}

// What grows is a function for each element type, behind all others, which is not worth a place in the caches.
// CHECK-LABEL: func.func private @lacuna.grow.i32(
// CHECK-SAME:    %[[OLD:[a-z0-9]+]]: memref<?xi32>, %[[LENGTH:[a-z0-9]+]]: index) -> memref<?xi32> attributes {llvm.linkage = #llvm.linkage<internal>, passthrough = ["cold", "noinline", "nounwind"]}
// CHECK:         %[[NEW:.*]] = memref.alloc(%[[LENGTH]])
// CHECK:         scf.for
// CHECK:           memref.store %{{.*}}, %[[NEW]]
// CHECK:         memref.dealloc %[[OLD]]
// CHECK:         return %[[NEW]]
// CHECK:       func.func private @lacuna.grow.f64(
// CHECK-NOT:   func.func private
