// `sloop-sparsify`: results whose parents come in another order than their loops are walked twice: nodes are counted by
// parent, and then placed. Those that come in order are appended to, unless two-phase asks otherwise.

// RUN: lacuna-opt %s --sloop-sparsify=ahead=0 | FileCheck %s --check-prefixes=CHECK,ORDER
// RUN: lacuna-opt %s --sloop-sparsify="ahead=0 drop-zeros=true" | FileCheck %s --check-prefixes=CHECK,DROP,ORDER
// RUN: lacuna-opt %s --sloop-sparsify="ahead=0 two-phase=true" | FileCheck %s --check-prefixes=CHECK,TWO

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#CSC = #stensor.format<(i, j) -> (j : dense, i : compressed)>
#DCSR = #stensor.format<(i, j) -> (i : compressed, j : compressed)>
#Unordered = #stensor.format<(i, j) -> (j : dense, i : compressed(unordered))>
#CSF = #stensor.format<(i, j, k) -> (i : compressed, j : compressed, k : compressed)>
#Back = #stensor.format<(i, j, k) -> (k : compressed, j : compressed, i : compressed)>
#Tubes = #stensor.format<(i, j, k) -> (i : dense, j : dense, k : compressed)>
#Pairs = #stensor.format<(i, j, k) -> (k : dense, i : compressed(nonunique), j : singleton(interleaved))>

// The rows of a matrix, into columns: the same loops twice, with the coordinates in the order of the result's levels.
// CHECK-LABEL: func.func @rows_into_columns(
// CHECK-SAME:    %[[A:[a-z0-9]*]]: tensor<?x?xf64, #{{.*}}>, %[[M:[a-z0-9]*]]: index, %[[N:[a-z0-9]*]]: index
// CHECK:         %[[R:.*]] = sloop.grow count(%[[B:[a-z0-9_]+]]) sizes(%[[M]], %[[N]])
// CHECK:         scf.for %[[ROW:.*]] =
// CHECK:           %[[CURSOR0:.*]] = sloop.cursor %[[A]][1] under
// CHECK-NEXT:           sloop.iterate (%[[COLUMN:.*]], %[[POS:.*]]) in %[[CURSOR0]]
// DROP:              %[[DIFFERS:.*]] = arith.cmpf une, %{{.*}}, %{{.*}}
// DROP-NEXT:         scf.if %[[DIFFERS]] {
// CHECK:             sloop.count(%[[COLUMN]], %[[ROW]]) in %[[B]]
// CHECK-NOT:       sloop.put
// CHECK:         sloop.arrange %[[B]]
// CHECK:         scf.for %[[ROW:.*]] =
// CHECK:           %[[CURSOR1:.*]] = sloop.cursor %[[A]][1] under
// CHECK-NEXT:           sloop.iterate (%[[COLUMN:.*]], %[[POS:.*]]) in %[[CURSOR1]]
// CHECK:             %[[V:.*]] = sloop.value %[[A]][%[[POS]]]
// DROP:              %[[DIFFERS:.*]] = arith.cmpf une, %[[V]], %{{.*}}
// DROP-NEXT:         scf.if %[[DIFFERS]] {
// CHECK:             %[[P:.*]] = sloop.place(%[[COLUMN]], %[[ROW]]) in %[[B]]
// CHECK-NEXT:        sloop.put %[[V]] in %[[B]][%[[P]]]
// CHECK:         return %[[R]]
func.func @rows_into_columns(%A: tensor<?x?xf64, #CSR>, %m: index, %n: index) -> tensor<?x?xf64, #CSC> {
  %e = stensor.empty sizes(%m, %n) : tensor<?x?xf64, #CSC>
  %r = sloop.nest ins(%a = %A : tensor<?x?xf64, #CSR>) outs(%c = %e : tensor<?x?xf64, #CSC>) {
    sloop.forall %i in %m {
      sloop.forall %j in %n {
        %0 = sloop.read %a[%i, %j] : tensor<?x?xf64, #CSR>
        sloop.write %0, %c[%i, %j] elsewhere(0.0 : f64) : tensor<?x?xf64, #CSC>
      }
    }
  }
  return %r : tensor<?x?xf64, #CSC>
}

// In order, nodes are appended.
// CHECK-LABEL: func.func @rows_into_rows(
// ORDER-NOT:     sloop.grow count
// ORDER:         sloop.append
// TWO-NOT:       sloop.append
// TWO:           sloop.grow count
// TWO:           scf.for %[[ROW:.*]] =
// TWO:             sloop.iterate (%[[COLUMN:.*]], %{{.*}})
// TWO:               sloop.count(%[[ROW]], %[[COLUMN]])
// TWO:           sloop.arrange
// TWO:               sloop.place
func.func @rows_into_rows(%A: tensor<4x8xf64, #CSR>) -> tensor<4x8xf64, #CSR> {
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

// Always, where there is no room for every row.
// CHECK-LABEL: func.func @rows_into_stored_rows(
// CHECK-NOT:     sloop.grow count
// CHECK:         sloop.append
func.func @rows_into_stored_rows(%A: tensor<4x8xf64, #CSR>) -> tensor<4x8xf64, #DCSR> {
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

// Two dense levels above: the order of their loops is free, whatever is between them.
// CHECK-LABEL: func.func @columns_first_into_tubes(
// CHECK:         %[[R:.*]] = sloop.grow count(%[[B:[a-z0-9_]+]])
// CHECK:         %[[CURSOR0:.*]] = sloop.cursor %arg0[0] under
// CHECK-NEXT:         sloop.iterate (%[[K:.*]], %{{.*}}) in %[[CURSOR0]]
// CHECK:           %[[CURSOR1:.*]] = sloop.cursor %arg0[1] under
// CHECK-NEXT:           sloop.iterate (%[[J:.*]], %{{.*}}) in %[[CURSOR1]]
// CHECK:             %[[CURSOR2:.*]] = sloop.cursor %arg0[2] under
// CHECK-NEXT:             sloop.iterate (%[[I:.*]], %{{.*}}) in %[[CURSOR2]]
// CHECK:               sloop.count(%[[I]], %[[J]], %[[K]]) in %[[B]]
// CHECK:         sloop.arrange %[[B]]
// CHECK:               sloop.place(%{{.*}}, %{{.*}}, %{{.*}}) in %[[B]]
func.func @columns_first_into_tubes(%A: tensor<4x8x9xf64, #Back>) -> tensor<4x8x9xf64, #Tubes> {
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c9 = arith.constant 9 : index
  %e = stensor.empty : tensor<4x8x9xf64, #Tubes>
  %r = sloop.nest ins(%a = %A : tensor<4x8x9xf64, #Back>) outs(%c = %e : tensor<4x8x9xf64, #Tubes>) {
    sloop.forall %k in %c9 {
      sloop.forall %j in %c8 {
        sloop.forall %i in %c4 {
          %0 = sloop.read %a[%i, %j, %k] : tensor<4x8x9xf64, #Back>
          sloop.write %0, %c[%i, %j, %k] elsewhere(0.0 : f64) : tensor<4x8x9xf64, #Tubes>
        }
      }
    }
  }
  return %r : tensor<4x8x9xf64, #Tubes>
}

// Merges run twice, too: columns of a sum into rows.
// CHECK-LABEL: func.func @columns_of_a_sum_into_rows(
// CHECK:         %[[R:.*]] = sloop.grow count(%[[B:[a-z0-9_]+]])
// CHECK:         scf.for %[[COLUMN:.*]] =
// CHECK:           %[[CURSOR0:.*]] = sloop.cursor %arg0[1] under(%{{.*}}) given(%[[COLUMN]])
// CHECK-NEXT:           %[[CURSOR1:.*]] = sloop.cursor %arg1[1] under(%{{.*}}) given(%[[COLUMN]])
// CHECK-NEXT:           sloop.coiterate (%[[CURSOR0]], %[[CURSOR1]])
// CHECK:           case(0) (%[[ROW:.*]]: index, %{{.*}}: index) {
// CHECK:             sloop.count(%[[ROW]], %[[COLUMN]]) in %[[B]]
// CHECK:           case(1) (
// CHECK:             sloop.count
// CHECK:           case(0, 1) (
// CHECK:             sloop.count
// CHECK:         sloop.arrange %[[B]]
// CHECK:           sloop.coiterate
// CHECK-COUNT-3:     sloop.place
// CHECK-NOT:         sloop.place
func.func @columns_of_a_sum_into_rows(%A: tensor<4x8xf64, #CSC>, %B: tensor<4x8xf64, #CSC>) -> tensor<4x8xf64, #CSR> {
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %e = stensor.empty : tensor<4x8xf64, #CSR>
  %r = sloop.nest ins(%a = %A, %b = %B : tensor<4x8xf64, #CSC>, tensor<4x8xf64, #CSC>) outs(%c = %e : tensor<4x8xf64, #CSR>) {
    sloop.forall %j in %c8 {
      sloop.forall %i in %c4 {
        %0 = sloop.read %a[%i, %j] : tensor<4x8xf64, #CSC>
        %1 = sloop.read %b[%i, %j] : tensor<4x8xf64, #CSC>
        %2 = arith.addf %0, %1 : f64
        sloop.write %2, %c[%i, %j] elsewhere(0.0 : f64) : tensor<4x8xf64, #CSR>
      }
    }
  }
  return %r : tensor<4x8xf64, #CSR>
}

// Levels that are appended together are counted and placed together.
// CHECK-LABEL: func.func @pairs_below_a_dense_level(
// CHECK:         %[[R:.*]] = sloop.grow count(%[[B:[a-z0-9_]+]])
// CHECK:         %[[CURSOR0:.*]] = sloop.cursor %arg0[0] under
// CHECK-NEXT:         sloop.iterate (%[[I:.*]], %{{.*}}) in %[[CURSOR0]]
// CHECK:           %[[CURSOR1:.*]] = sloop.cursor %arg0[1] under
// CHECK-NEXT:           sloop.iterate (%[[J:.*]], %{{.*}}) in %[[CURSOR1]]
// CHECK:             %[[CURSOR2:.*]] = sloop.cursor %arg0[2] under
// CHECK-NEXT:             sloop.iterate (%[[K:.*]], %{{.*}}) in %[[CURSOR2]]
// CHECK:               sloop.count(%[[K]], %[[I]], %[[J]]) in %[[B]]
// CHECK:               sloop.place(%{{.*}}, %{{.*}}, %{{.*}}) in %[[B]]
func.func @pairs_below_a_dense_level(%A: tensor<4x8x9xf64, #CSF>) -> tensor<4x8x9xf64, #Pairs> {
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c9 = arith.constant 9 : index
  %e = stensor.empty : tensor<4x8x9xf64, #Pairs>
  %r = sloop.nest ins(%a = %A : tensor<4x8x9xf64, #CSF>) outs(%c = %e : tensor<4x8x9xf64, #Pairs>) {
    sloop.forall %i in %c4 {
      sloop.forall %j in %c8 {
        sloop.forall %k in %c9 {
          %0 = sloop.read %a[%i, %j, %k] : tensor<4x8x9xf64, #CSF>
          sloop.write %0, %c[%i, %j, %k] elsewhere(0.0 : f64) : tensor<4x8x9xf64, #Pairs>
        }
      }
    }
  }
  return %r : tensor<4x8x9xf64, #Pairs>
}

// Children that need no order may come from a level that has none.
// CHECK-LABEL: func.func @children_in_no_order(
// CHECK:         sloop.grow count
// CHECK:         sloop.arrange
func.func @children_in_no_order(%A: tensor<8x4xf64, #Unordered>) -> tensor<4x8xf64, #Unordered> {
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %e = stensor.empty : tensor<4x8xf64, #Unordered>
  %r = sloop.nest ins(%a = %A : tensor<8x4xf64, #Unordered>) outs(%c = %e : tensor<4x8xf64, #Unordered>) {
    sloop.forall %i in %c4 {
      sloop.forall %j in %c8 {
        %0 = sloop.read %a[%j, %i] : tensor<8x4xf64, #Unordered>
        sloop.write %0, %c[%i, %j] elsewhere(0.0 : f64) : tensor<4x8xf64, #Unordered>
      }
    }
  }
  return %r : tensor<4x8xf64, #Unordered>
}
