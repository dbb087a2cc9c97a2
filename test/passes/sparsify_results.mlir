// `sloop-sparsify`: how the loops over the levels of a stored result append, insert and close.

// RUN: lacuna-opt %s --sloop-sparsify="ahead=0 gathers=slow chains=1 several-forms=false" | FileCheck %s --check-prefixes=CHECK,KEEP
// RUN: lacuna-opt %s --sloop-sparsify="ahead=0 drop-zeros=true gathers=slow chains=1 several-forms=false" | FileCheck %s --check-prefixes=CHECK,DROP

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#COO = #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton)>
#DCSR = #stensor.format<(i, j) -> (i : compressed, j : compressed)>
#Rows = #stensor.format<(i, j) -> (i : compressed, j : dense)>
#SV = #stensor.format<(i) -> (i : compressed)>
#Heap = #stensor.format<(i, j) -> (i : compressed(nonunique, unordered), j : singleton(nonunique, unordered))>

// Rows are inserted, columns appended; each row is closed. Room is for as many entries as the operand has, and some; a
// row makes room for those of the operand's before it appends.
// CHECK-LABEL: func.func @into_rows(
// CHECK:         %[[COUNT:.*]] = memref.dim
// CHECK:         %[[ROOM:.*]] = arith.addi %{{.*}}, %[[COUNT]]
// CHECK:         %[[R:.*]] = sloop.grow append(%[[B:[a-z0-9_]+]]) capacity(%[[ROOM]]) : 
// CHECK:         scf.for %[[ROW:.*]] =
// CHECK:           %[[P:.*]] = sloop.insert %[[ROW]] to %[[B]][0] under(%{{.*}})
// CHECK-NEXT:      %[[COUNT:.*]] = sloop.node_count %arg0[1] under(%{{.*}}) given(%[[ROW]])
// CHECK-NEXT:      sloop.reserve %[[COUNT]] in %[[B]][1]
// CHECK-NEXT:      %[[CURSOR:.*]] = sloop.cursor %arg0[1] under
// CHECK-NEXT:      sloop.iterate (%[[COLUMN:.*]], %[[POS:.*]]) in %[[CURSOR]]
// CHECK-NEXT:        %[[V:.*]] = sloop.value %arg0[%[[POS]]]
// KEEP-NEXT:         %[[Q:.*]] = sloop.append(%[[COLUMN]]) to %[[B]][1] reserved
// KEEP-NEXT:         sloop.put %[[V]] in %[[B]][%[[Q]]]
// DROP:              %[[DIFFERS:.*]] = arith.cmpf une, %[[V]], %{{.*}}
// DROP-NEXT:         scf.if %[[DIFFERS]] {
// DROP-NEXT:           %[[Q:.*]] = sloop.append(%[[COLUMN]]) to %[[B]][1] reserved
// DROP-NEXT:           sloop.put %[[V]] in %[[B]][%[[Q]]]
// CHECK:           sloop.close %[[B]][1] under(%[[P]])
// CHECK:         return %[[R]]
func.func @into_rows(%A: tensor<4x8xf64, #CSR>) -> tensor<4x8xf64, #CSR> {
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %e = stensor.empty : tensor<4x8xf64, #CSR>
  %r = sloop.nest ins(%a = %A : tensor<4x8xf64, #CSR>) outs(%c = %e : tensor<4x8xf64, #CSR>) {
    sloop.forall %i in %c4 {
      sloop.forall %j in %c8 {
        %0 = sloop.read %a[%i, %j] : tensor<4x8xf64, #CSR>
        sloop.write %0, %c[%i, %j] elsewhere(0.0 : f64) : tensor<4x8xf64, #CSR>
      }
    }
  }
  return %r : tensor<4x8xf64, #CSR>
}

// The coordinates of a list are appended together, and the list is closed once.
// CHECK-LABEL: func.func @into_a_list(
// CHECK:         sloop.grow append(%[[B:[a-z0-9_]+]])
// CHECK:         scf.for %[[ROW:.*]] =
// CHECK:           sloop.reserve %{{.*}} in %[[B]][0]
// CHECK-NEXT:      %[[CURSOR:.*]] = sloop.cursor %arg0[1] under
// CHECK-NEXT:      sloop.iterate (%[[COLUMN:.*]], %{{.*}}) in %[[CURSOR]]
// CHECK:             sloop.append(%[[ROW]], %[[COLUMN]]) to %[[B]][0] reserved
// CHECK-NOT:       sloop.close
// CHECK:             sloop.yield
// CHECK:         sloop.close %[[B]][0] under(%{{.*}})
func.func @into_a_list(%A: tensor<4x8xf64, #CSR>) -> tensor<4x8xf64, #COO> {
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %e = stensor.empty : tensor<4x8xf64, #COO>
  %r = sloop.nest ins(%a = %A : tensor<4x8xf64, #CSR>) outs(%c = %e : tensor<4x8xf64, #COO>) {
    sloop.forall %i in %c4 {
      sloop.forall %j in %c8 {
        %0 = sloop.read %a[%i, %j] : tensor<4x8xf64, #CSR>
        sloop.write %0, %c[%i, %j] elsewhere(0.0 : f64) : tensor<4x8xf64, #COO>
      }
    }
  }
  return %r : tensor<4x8xf64, #COO>
}

// A stored row is appended after its entries, if it has some. Nothing has made room for it.
// CHECK-LABEL: func.func @into_stored_rows(
// CHECK:         sloop.grow append(%[[B:[a-z0-9_]+]])
// CHECK:         scf.for %[[ROW:.*]] =
// CHECK:           %[[BEFORE:.*]] = sloop.progress %[[B]][0]
// CHECK-NEXT:      %[[P:.*]] = sloop.assembly_end %[[B]][0]
// CHECK:           sloop.iterate
// CHECK:             sloop.append(%{{.*}}) to %[[B]][1] reserved
// CHECK:           sloop.close %[[B]][1] under(%[[P]])
// CHECK-NEXT:      %[[AFTER:.*]] = sloop.progress %[[B]][0]
// CHECK-NEXT:      %[[SOME:.*]] = arith.cmpi ne, %[[AFTER]], %[[BEFORE]]
// CHECK-NEXT:      scf.if %[[SOME]] {
// CHECK-NEXT:        sloop.append(%[[ROW]]) to %[[B]][0] :
// CHECK:         sloop.close %[[B]][0] under(%{{.*}})
func.func @into_stored_rows(%A: tensor<4x8xf64, #CSR>) -> tensor<4x8xf64, #DCSR> {
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %e = stensor.empty : tensor<4x8xf64, #DCSR>
  %r = sloop.nest ins(%a = %A : tensor<4x8xf64, #CSR>) outs(%c = %e : tensor<4x8xf64, #DCSR>) {
    sloop.forall %i in %c4 {
      sloop.forall %j in %c8 {
        %0 = sloop.read %a[%i, %j] : tensor<4x8xf64, #CSR>
        sloop.write %0, %c[%i, %j] elsewhere(0.0 : f64) : tensor<4x8xf64, #DCSR>
      }
    }
  }
  return %r : tensor<4x8xf64, #DCSR>
}

// A dense row below a stored one holds the fill value before it is written. There is more of it than one value a node,
// so nothing is made room for ahead.
// CHECK-LABEL: func.func @into_dense_rows(
// CHECK:         sloop.grow append(%[[B:[a-z0-9_]+]])
// CHECK:         %[[CURSOR0:.*]] = sloop.cursor %arg0[0] under
// CHECK-NEXT:         sloop.iterate (%[[ROW:.*]], %{{.*}}) in %[[CURSOR0]]
// CHECK:           %[[P:.*]] = sloop.assembly_end %[[B]][0]
// CHECK-NEXT:      sloop.clear %[[B]][0] at(%[[P]])
// CHECK-NOT:       sloop.reserve
// CHECK-NEXT:      %[[CURSOR1:.*]] = sloop.cursor %arg0[1] under
// CHECK-NEXT:      sloop.iterate (%[[COLUMN:.*]], %{{.*}}) in %[[CURSOR1]]
// CHECK:             %[[Q:.*]] = sloop.insert %[[COLUMN]] to %[[B]][1] under(%[[P]])
// CHECK:             sloop.put %{{.*}} in %[[B]][%[[Q]]]
// CHECK:           sloop.append(%[[ROW]]) to %[[B]][0] :
// CHECK-NOT:     sloop.close %[[B]][1]
// CHECK-NOT:     sloop.reserve
func.func @into_dense_rows(%A: tensor<4x8xf64, #DCSR>) -> tensor<4x8xf64, #Rows> {
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %e = stensor.empty : tensor<4x8xf64, #Rows>
  %r = sloop.nest ins(%a = %A : tensor<4x8xf64, #DCSR>) outs(%c = %e : tensor<4x8xf64, #Rows>) {
    sloop.forall %i in %c4 {
      sloop.forall %j in %c8 {
        %0 = sloop.read %a[%i, %j] : tensor<4x8xf64, #DCSR>
        sloop.write %0, %c[%i, %j] elsewhere(0.0 : f64) : tensor<4x8xf64, #Rows>
      }
    }
  }
  return %r : tensor<4x8xf64, #Rows>
}

// Rows that no operand stores are not visited, nor closed.
// CHECK-LABEL: func.func @rows_with_gaps(
// CHECK:         sloop.grow append(%[[B:[a-z0-9_]+]]) capacity(%{{.*}}) gaps(1)
// CHECK:         %[[CURSOR:.*]] = sloop.cursor %arg0[0] under
// CHECK-NEXT:         sloop.iterate (%[[ROW:.*]], %{{.*}}) in %[[CURSOR]]
// CHECK-NEXT:      %{{.*}} = arith.constant 0 : index
// CHECK-NEXT:      %[[P:.*]] = sloop.insert %[[ROW]] to %[[B]][0]
// CHECK:           sloop.close %[[B]][1] under(%[[P]])
func.func @rows_with_gaps(%A: tensor<4x8xf64, #DCSR>) -> tensor<4x8xf64, #CSR> {
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %e = stensor.empty : tensor<4x8xf64, #CSR>
  %r = sloop.nest ins(%a = %A : tensor<4x8xf64, #DCSR>) outs(%c = %e : tensor<4x8xf64, #CSR>) {
    sloop.forall %i in %c4 {
      sloop.forall %j in %c8 {
        %0 = sloop.read %a[%i, %j] : tensor<4x8xf64, #DCSR>
        sloop.write %0, %c[%i, %j] elsewhere(0.0 : f64) : tensor<4x8xf64, #CSR>
      }
    }
  }
  return %r : tensor<4x8xf64, #CSR>
}

// A nest can ask for values that are the fill value to be left out, whatever the options.
// CHECK-LABEL: func.func @drop_fill(
// CHECK:             %[[V:.*]] = sloop.value
// CHECK:             %[[DIFFERS:.*]] = arith.cmpf une, %[[V]], %{{.*}}
// CHECK-NEXT:        scf.if %[[DIFFERS]] {
// CHECK-NEXT:          sloop.append
func.func @drop_fill(%A: tensor<4x8xf64, #CSR>) -> tensor<4x8xf64, #CSR> {
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %e = stensor.empty : tensor<4x8xf64, #CSR>
  %r = sloop.nest ins(%a = %A : tensor<4x8xf64, #CSR>) outs(%c = %e : tensor<4x8xf64, #CSR>) attributes {sloop.drop_fill} {
    sloop.forall %i in %c4 {
      sloop.forall %j in %c8 {
        %0 = sloop.read %a[%i, %j] : tensor<4x8xf64, #CSR>
        sloop.write %0, %c[%i, %j] elsewhere(0.0 : f64) : tensor<4x8xf64, #CSR>
      }
    }
  }
  return %r : tensor<4x8xf64, #CSR>
}

// The copy of an operand has its entries, zeros as well, whatever is asked of results.
// CHECK-LABEL: func.func @keep_fill(
// CHECK-NOT:     arith.cmpf
// CHECK:         sloop.append
// CHECK:         return
func.func @keep_fill(%A: tensor<4x8xf64, #CSR>) -> tensor<4x8xf64, #CSR> {
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %e = stensor.empty : tensor<4x8xf64, #CSR>
  %r = sloop.nest ins(%a = %A : tensor<4x8xf64, #CSR>) outs(%c = %e : tensor<4x8xf64, #CSR>) attributes {sloop.keep_fill} {
    sloop.forall %i in %c4 {
      sloop.forall %j in %c8 {
        %0 = sloop.read %a[%i, %j] : tensor<4x8xf64, #CSR>
        sloop.write %0, %c[%i, %j] elsewhere(0.0 : f64) : tensor<4x8xf64, #CSR>
      }
    }
  }
  return %r : tensor<4x8xf64, #CSR>
}

// A sum is stored where it found something, also if that is zero. A loop over every row makes room for every row.
// CHECK-LABEL: func.func @rows_that_found_something(
// CHECK:         sloop.grow append(%[[B:[a-z0-9_]+]])
// CHECK-NEXT:    sloop.reserve %c4 in %[[B]][0]
// CHECK:         scf.for %[[ROW:.*]] =
// CHECK:           %[[COUNT:.*]] = sloop.node_count %{{.*}}[1]
// CHECK:           %[[FOUND:.*]] = arith.cmpi ne, %[[COUNT]], %{{.*}}
// CHECK:           %[[SUM:.*]] = sloop.iterate {{.*}} init(%[[S:.*]] = %{{.*}})
// CHECK:             sloop.yield %{{.*}} : f64
// KEEP:            scf.if %[[FOUND]] {
// CHECK:             %[[P:.*]] = sloop.append(%[[ROW]]) to %[[B]][0] reserved
// CHECK-NEXT:        sloop.put %[[SUM]] in %[[B]][%[[P]]]
// CHECK:         sloop.close %[[B]][0] under(%{{.*}})
func.func @rows_that_found_something(%A: tensor<4x8xf64, #CSR>) -> tensor<4xf64, #SV> {
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %e = stensor.empty : tensor<4xf64, #SV>
  %r = sloop.nest ins(%a = %A : tensor<4x8xf64, #CSR>) outs(%c = %e : tensor<4xf64, #SV>) {
    sloop.forall %i in %c4 {
      %0 = sloop.fold %j in %c8 by add -> f64 {
        %1 = sloop.read %a[%i, %j] : tensor<4x8xf64, #CSR>
        sloop.yield %1 : f64
      }
      sloop.write %0, %c[%i] elsewhere(0.0 : f64) : tensor<4xf64, #SV>
    }
  }
  return %r : tensor<4xf64, #SV>
}

// Where either operand may have an entry, room is for those of both; where both must, for those of one.
// CHECK-LABEL: func.func @room_for_a_sum(
// CHECK-DAG:     %[[N:.*]] = sloop.node_count %arg0[0] under(
// CHECK-DAG:     %[[M:.*]] = sloop.node_count %arg1[0] under(
// CHECK:         %[[ROOM:.*]] = arith.addi %[[N]], %[[M]]
// CHECK-NEXT:    sloop.reserve %[[ROOM]] in %{{.*}}[0]
// CHECK-COUNT-3: sloop.append(%{{.*}}) to %{{.*}}[0] reserved
func.func @room_for_a_sum(%A: tensor<8xf64, #SV>, %B: tensor<8xf64, #SV>) -> tensor<8xf64, #SV> {
  %c8 = arith.constant 8 : index
  %e = stensor.empty : tensor<8xf64, #SV>
  %r = sloop.nest ins(%a = %A, %b = %B : tensor<8xf64, #SV>, tensor<8xf64, #SV>) outs(%c = %e : tensor<8xf64, #SV>) {
    sloop.forall %i in %c8 {
      %0 = sloop.read %a[%i] : tensor<8xf64, #SV>
      %1 = sloop.read %b[%i] : tensor<8xf64, #SV>
      %2 = arith.addf %0, %1 : f64
      sloop.write %2, %c[%i] elsewhere(0.0 : f64) : tensor<8xf64, #SV>
    }
  }
  return %r : tensor<8xf64, #SV>
}

// CHECK-LABEL: func.func @room_for_a_product(
// CHECK-DAG:     %[[N:.*]] = sloop.node_count %arg0[0] under(
// CHECK-DAG:     %[[M:.*]] = sloop.node_count %arg1[0] under(
// CHECK:         %[[ROOM:.*]] = arith.minui %[[N]], %[[M]]
// CHECK-NEXT:    sloop.reserve %[[ROOM]] in %{{.*}}[0]
func.func @room_for_a_product(%A: tensor<8xf64, #SV>, %B: tensor<8xf64, #SV>) -> tensor<8xf64, #SV> {
  %c8 = arith.constant 8 : index
  %e = stensor.empty : tensor<8xf64, #SV>
  %r = sloop.nest ins(%a = %A, %b = %B : tensor<8xf64, #SV>, tensor<8xf64, #SV>) outs(%c = %e : tensor<8xf64, #SV>) {
    sloop.forall %i in %c8 {
      %0 = sloop.read %a[%i] : tensor<8xf64, #SV>
      %1 = sloop.read %b[%i] : tensor<8xf64, #SV>
      %2 = arith.mulf %0, %1 : f64
      sloop.write %2, %c[%i] elsewhere(0.0 : f64) : tensor<8xf64, #SV>
    }
  }
  return %r : tensor<8xf64, #SV>
}

// A loop below the result's appends more often than the loop around it runs.
// CHECK-LABEL: func.func @several_entries_a_round(
// CHECK-NOT:     sloop.reserve
// CHECK:         sloop.append(%{{.*}}, %{{.*}}) to %{{.*}}[0] :
// CHECK-NOT:     sloop.reserve
// CHECK:         return
func.func @several_entries_a_round(%A: tensor<4x8xf64, #CSR>, %x: memref<9xf64>) -> tensor<4x8xf64, #Heap> {
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c9 = arith.constant 9 : index
  %e = stensor.empty : tensor<4x8xf64, #Heap>
  %r = sloop.nest ins(%a = %A, %b = %x : tensor<4x8xf64, #CSR>, memref<9xf64>) outs(%c = %e : tensor<4x8xf64, #Heap>) {
    sloop.forall %i in %c4 {
      sloop.forall %j in %c8 {
        sloop.forall %k in %c9 {
          %0 = sloop.read %a[%i, %j] : tensor<4x8xf64, #CSR>
          %1 = sloop.read %b[%k] : memref<9xf64>
          %2 = arith.mulf %0, %1 : f64
          sloop.write %2, %c[%i, %j] elsewhere(0.0 : f64) : tensor<4x8xf64, #Heap>
        }
      }
    }
  }
  return %r : tensor<4x8xf64, #Heap>
}

// A tensor that stores nothing gets arrays where it is read, and these are freed.
// CHECK-LABEL: func.func @frees_empty_operand
// CHECK:         %[[EMPTY:.*]] = sloop.grow append
// CHECK:         sloop.cursor %[[EMPTY]]
// CHECK:         stensor.release %[[EMPTY]]
// CHECK-NEXT:    return
func.func @frees_empty_operand(%y: memref<8xf64>) {
  %c8 = arith.constant 8 : index
  %e = stensor.empty : tensor<8xf64, #SV>
  sloop.nest ins(%x = %e : tensor<8xf64, #SV>) outs(%t = %y : memref<8xf64>) {
    sloop.forall %i in %c8 {
      %0 = sloop.read %x[%i] : tensor<8xf64, #SV>
      sloop.write %0, %t[%i] by add : memref<8xf64>
    }
  }
  return
}

// Its caller frees what it is given.
// CHECK-LABEL: func.func @gives_empty_tensor_away
// CHECK:         %[[EMPTY:.*]] = sloop.grow append
// CHECK-NOT:     stensor.release
// CHECK:         return %[[EMPTY]]
func.func @gives_empty_tensor_away() -> tensor<8xf64, #SV> {
  %e = stensor.empty : tensor<8xf64, #SV>
  return %e : tensor<8xf64, #SV>
}
