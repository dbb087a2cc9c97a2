// `stensor-check-storage`: what comes from outside is checked where it comes in, level by level.

// RUN: lacuna-opt %s --stensor-check-storage --canonicalize --cse | FileCheck %s

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#Any = #stensor.format<(i) -> (i : compressed(unordered))>
#COO = #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton)>
#Blocks = #stensor.format<(i) -> (i floordiv 4 : compressed, i mod 4 : dense)>
#Diagonals = #stensor.format<(i, j) -> (j - i : compressed, i : range)>
#Hash = #stensor.format<(i) -> (i : hashed)>
#HashRows = #stensor.format<(i, j) -> (i : compressed, j : hashed)>
#Batch = #stensor.format<(i, j) -> (i : batch, j : compressed)>

// CHECK-LABEL: func.func @arrays_first_then_coordinates
// CHECK-SAME:    %[[A:[^:]*]]: tensor<?x?xf64, #{{.*}}>
// CHECK-DAG:     %[[M:.*]] = tensor.dim %[[A]], %c0
// CHECK-DAG:     %[[POS:.*]] = stensor.positions %[[A]][1]
// CHECK-DAG:     %[[COUNT:.*]] = memref.dim %[[POS]], %c0
// CHECK-DAG:     %[[REQUIRED:.*]] = arith.addi %[[M]], %c1
// CHECK:         %[[FITS:.*]] = arith.cmpi ule, %[[REQUIRED]], %[[COUNT]]
// CHECK-NEXT:    cf.assert %[[FITS]], "A, argument 0 of @arrays_first_then_coordinates, level 1 (compressed): there is not one position more than nodes above"
// CHECK:         scf.for %[[AT:.*]] = %c0 to %[[REQUIRED]]
// CHECK:           cf.assert %{{.*}}, "{{.*}}level 1 (compressed): positions do not begin at 0"
// CHECK:           stensor.assert %{{.*}}, "{{.*}}level 1 (compressed): positions decrease, from {} to {} at element {}"(
// CHECK:           stensor.assert %{{.*}}, "{{.*}}level 1 (compressed): position {} at element {} is beyond the coordinates, of which there are {}"
// Behind the last segment there may be room.
// CHECK-NOT:     after the last segment
// CHECK:         %[[END:.*]] = arith.index_castui
// CHECK:         %[[ENOUGH:.*]] = arith.cmpi ule, %[[END]], %{{.*}} : index
// CHECK-NEXT:    cf.assert %[[ENOUGH]], "A, argument 0 of @arrays_first_then_coordinates: there is not one value for each position of the last level"
// CHECK:         scf.for %[[ROW:.*]] = %c0 to %[[M]]
// CHECK:           scf.for %[[P:.*]] = %{{.*}} to %{{.*}} step
// CHECK:             stensor.assert %{{.*}}, "{{.*}}level 1 (compressed): coordinate {} at position {} is out of range"
// CHECK:             %[[IS_LATER:.*]] = arith.cmpi ne, %[[P]]
// CHECK:             scf.if %[[IS_LATER]]
// CHECK:               %[[IN_ORDER:.*]] = arith.cmpi sle
// CHECK-NEXT:          stensor.assert %[[IN_ORDER]], "{{.*}}level 1 (compressed): coordinate {} at position {} comes after {}: they are not in order"
// CHECK:               stensor.assert %{{.*}}, "{{.*}}level 1 (compressed): coordinate {} at position {} occurs twice under one parent"
func.func @arrays_first_then_coordinates(%A: tensor<?x?xf64, #CSR> loc("A")) {
  return
}

// Without an order, a coordinate is compared with all of its siblings.
// CHECK-LABEL: func.func @compares_all_siblings
// CHECK:         there is not one value for each position of the last level
// CHECK:         scf.for %[[P:.*]] = %[[LOW:.*]] to %{{.*}} step
// CHECK:           coordinate {} at position {} is out of range
// CHECK-NOT:       not in order
// CHECK:           scf.for %{{.*}} = %[[LOW]] to %[[P]] step
// CHECK:             coordinate {} at position {} occurs twice under one parent
func.func @compares_all_siblings(%A: tensor<?xf64, #Any>) {
  return
}

// Rows may repeat; columns are in order where they do.
// CHECK-LABEL: func.func @lists
// CHECK:         level 1 (singleton): the number of coordinates does not fit the level above
// CHECK:         scf.for
// CHECK:           %[[REPEATS:.*]] = scf.if
// CHECK:             level 0 (compressed): coordinate {} at position {} comes after {}: they are not in order
// CHECK-NOT:         level 0 (compressed): a coordinate is there twice
// CHECK:           level 1 (singleton): coordinate {} at position {} is out of range
// CHECK:           scf.if %[[REPEATS]]
// CHECK:             level 1 (singleton): coordinate {} at position {} comes after {}: they are not in order
// CHECK:             level 1 (singleton): coordinate {} at position {} occurs twice under one parent
func.func @lists(%A: tensor<?x?xf64, #COO>) {
  return
}

// What sticks out of the tensor in the last block is no error; nothing is stored below.
// CHECK-LABEL: func.func @blocks
// CHECK:         level 0 (compressed): coordinate {} at position {} is out of range
// CHECK-NOT:     belongs to no point
// CHECK:         return
func.func @blocks(%A: tensor<?xf64, #Blocks>) {
  return
}

// Offsets of diagonals count from a negative one.
// CHECK-LABEL: func.func @diagonals
// CHECK:         there is not one value for each position of the last level
// CHECK:         scf.for
// CHECK:           %[[OFFSET:.*]] = arith.index_cast
// CHECK:           %[[COUNTED:.*]] = arith.subi %[[OFFSET]], %{{.*}}
// CHECK:           arith.cmpi ult, %[[COUNTED]], %{{.*}}
// CHECK-NEXT:      level 0 (compressed): coordinate {} at position {} is out of range
func.func @diagonals(%A: tensor<?x?xf64, #Diagonals>) {
  return
}

// How wide a table is follows from how many nodes there are above, so these are counted by their array.
// CHECK-LABEL: func.func @rows_of_tables
// CHECK:         level 0 (compressed): there are coordinates after the last segment
// CHECK:         level 1 (hashed): its slots cannot be divided equally among the nodes above
func.func @rows_of_tables(%A: tensor<?x?xf64, #HashRows>) {
  return
}

// CHECK-LABEL: func.func @tables
// CHECK:         level 0 (hashed): its slots cannot be divided equally among the nodes above
// CHECK:         level 0 (hashed): the number of slots of a table is no power of two of at least 2
// CHECK:         level 0 (hashed): the table of the node at position {} of the level above has no empty slot
// CHECK:         scf.for
// CHECK:           scf.if
// CHECK:             level 0 (hashed): coordinate {} at position {} is out of range
// CHECK:             scf.while
// CHECK:             level 0 (hashed): coordinate {} at position {} is not where looking for it ends, or there twice
func.func @tables(%A: tensor<?xf64, #Hash>) {
  return
}

// Each tensor of a batch has positions of its own.
// CHECK-LABEL: func.func @batches
// CHECK:         level 1 (compressed): its coordinates cannot be divided among the tensors of the batch
// CHECK:         scf.for %[[AT:.*]] = %c0 to %{{.*}} step
// CHECK:           arith.remui %[[AT]], %{{.*}}
// CHECK-NOT:     after the last segment
// CHECK:         return
func.func @batches(%A: tensor<?x?xf64, #Batch>) {
  return
}

// What comes from this module only was checked where it came in.
// CHECK-LABEL: func.func private @own
// CHECK-NOT:     cf.assert
// CHECK:         return
func.func private @own(%A: tensor<?xf64, #Any>) {
  return
}

func.func private @elsewhere() -> tensor<?xf64, #Any>

// CHECK-LABEL: func.func @packs_and_calls
// CHECK:         stensor.pack
// CHECK:         "a tensor packed in @packs_and_calls, level 0 (compressed): there is not one position more than nodes above"
// CHECK:         call @elsewhere
// CHECK:         "B, a result of @elsewhere, level 0 (compressed): there is not one position more than nodes above"
// CHECK:         call @own
func.func @packs_and_calls(%pos: memref<?xi32>, %crd: memref<?xi32>, %val: memref<?xf64>, %n: index) {
  %A = stensor.pack(%pos, %crd, %val) sizes(%n)
      : (memref<?xi32>, memref<?xi32>, memref<?xf64>) -> tensor<?xf64, #Any>
  %B = call @elsewhere() : () -> tensor<?xf64, #Any> loc("B")
  call @own(%A) : (tensor<?xf64, #Any>) -> ()
  call @own(%B) : (tensor<?xf64, #Any>) -> ()
  return
}
