// `sloop-split-variables`: each level of blocked and diagonal operands gets a loop of its own.

// RUN: lacuna-opt %s --sloop-split-variables | FileCheck %s
// RUN: lacuna-opt %s --sloop-split-variables --sloop-split-variables | FileCheck %s

#Blocks = #stensor.format<(i, j) -> (i floordiv 2 : dense, j floordiv 2 : compressed, i mod 2 : dense, j mod 2 : dense)>
#Diagonals = #stensor.format<(i, j) -> (j - i : compressed, i : range, j : offset)>
#Slots = #stensor.format<(i, j) -> (_ : dense, i : dense, j : singleton)>
#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#Antidiagonals = #stensor.format<(i, j) -> (j : compressed(nonunique), i + j : singleton)>


// Blocks that divide the dimensions never stand over their edges.
// CHECK-LABEL: func.func @blocks_that_divide(
// CHECK:       sloop.nest ins(%[[A:.*]] = %{{.*}} : {{.*}}) outs(%[[C:.*]] = %{{.*}} :
// CHECK-NEXT:    sloop.forall %[[IB:.*]] in %c4{{.*}} {
// CHECK-NEXT:      sloop.forall %[[II:.*]] in %c2{{.*}} {
// CHECK-NEXT:        sloop.forall %[[JB:.*]] in %c4{{.*}} {
// CHECK-NEXT:          sloop.forall %[[JJ:.*]] in %c2{{.*}} {
// CHECK-NEXT:            %[[V:.*]] = sloop.read %[[A]][%[[IB]] * 2 + %[[II]], %[[JB]] * 2 + %[[JJ]]]
// CHECK-NEXT:            sloop.write %[[V]], %[[C]][%[[IB]] * 2 + %[[II]]] by add
func.func @blocks_that_divide(%A: tensor<8x8xf64, #Blocks>, %Y: tensor<8xf64>) -> tensor<8xf64> {
  %c8 = arith.constant 8 : index
  %r = sloop.nest ins(%a = %A : tensor<8x8xf64, #Blocks>) outs(%c = %Y : tensor<8xf64>) {
    sloop.forall %i in %c8 {
      sloop.forall %j in %c8 {
        %0 = sloop.read %a[%i, %j] : tensor<8x8xf64, #Blocks>
        sloop.write %0, %c[%i] by add : tensor<8xf64>
      }
    }
  }
  return %r : tensor<8xf64>
}

// Others do: the loops are limited, by constants and by sizes.
// CHECK-LABEL: func.func @blocks_that_do_not_divide(
// CHECK-SAME:    %[[N:[a-z0-9]+]]: index
// CHECK:       %[[COUNT:.*]] = arith.ceildivui %[[N]], %{{.*}}
// CHECK:       sloop.nest
// CHECK-NEXT:    sloop.forall %[[IB:.*]] in %c4{{.*}} {
// CHECK-NEXT:      sloop.forall %[[II:.*]] in %c2{{.*}} {
// CHECK-NEXT:        %{{.*}} = sloop.derive(%[[IB]] * 2 + %[[II]]) below %c7
// CHECK-NEXT:        sloop.forall %[[JB:.*]] in %[[COUNT]] {
// CHECK-NEXT:          sloop.forall %[[JJ:.*]] in %c2{{.*}} {
// CHECK-NEXT:            %{{.*}} = sloop.derive(%[[JB]] * 2 + %[[JJ]]) below %[[N]]
// CHECK-NEXT:            sloop.read
func.func @blocks_that_do_not_divide(%n: index, %A: tensor<7x?xf64, #Blocks>, %Y: tensor<7xf64>) -> tensor<7xf64> {
  %c7 = arith.constant 7 : index
  %r = sloop.nest ins(%a = %A : tensor<7x?xf64, #Blocks>) outs(%c = %Y : tensor<7xf64>) {
    sloop.forall %i in %c7 {
      sloop.forall %j in %n {
        %0 = sloop.read %a[%i, %j] : tensor<7x?xf64, #Blocks>
        sloop.write %0, %c[%i] by add : tensor<7xf64>
      }
    }
  }
  return %r : tensor<7xf64>
}

// Operands with the same blocks share the loops, and so does a result.
// CHECK-LABEL: func.func @same_blocks(
// CHECK:       sloop.nest ins(%[[A:.*]] = %arg0, %[[B:.*]] = %arg1 : {{.*}}) outs(%[[C:.*]] = %{{.*}} :
// CHECK-COUNT-4: sloop.forall
// CHECK-NOT:     sloop.forall
// CHECK:         sloop.read %[[A]][%[[IB:.*]] * 2 + %[[II:.*]], %[[JB:.*]] * 2 + %[[JJ:.*]]]
// CHECK-NEXT:    sloop.read %[[B]][%[[IB]] * 2 + %[[II]], %[[JB]] * 2 + %[[JJ]]]
// CHECK:         sloop.write %{{.*}}, %[[C]][%[[IB]] * 2 + %[[II]], %[[JB]] * 2 + %[[JJ]]] elsewhere(0.000000e+00 : f64)
func.func @same_blocks(%A: tensor<8x8xf64, #Blocks>, %B: tensor<8x8xf64, #Blocks>) -> tensor<8x8xf64, #Blocks> {
  %c8 = arith.constant 8 : index
  %Y = stensor.empty : tensor<8x8xf64, #Blocks>
  %r = sloop.nest ins(%a = %A, %b = %B : tensor<8x8xf64, #Blocks>, tensor<8x8xf64, #Blocks>) outs(%c = %Y : tensor<8x8xf64, #Blocks>) {
    sloop.forall %i in %c8 {
      sloop.forall %j in %c8 {
        %0 = sloop.read %a[%i, %j] : tensor<8x8xf64, #Blocks>
        %1 = sloop.read %b[%i, %j] : tensor<8x8xf64, #Blocks>
        %2 = arith.addf %0, %1 : f64
        sloop.write %2, %c[%i, %j] elsewhere(0.0 : f64) : tensor<8x8xf64, #Blocks>
      }
    }
  }
  return %r : tensor<8x8xf64, #Blocks>
}

// The column of a diagonal follows from its row; what it meets is read there. Not every pair is one of the tensor: who
// walks the operand knows whether that keeps inside by itself.
// CHECK-LABEL: func.func @diagonals(
// CHECK:       sloop.nest ins(%[[A:.*]] = %arg0, %[[X:.*]] = %arg1 :
// CHECK-NEXT:    sloop.forall %[[ROW:.*]] in %c8
// CHECK-NEXT:      sloop.forall %[[DIAGONAL:.*]] {
// CHECK-NEXT:        %[[COLUMN:.*]] = sloop.derive(%[[ROW]] + %[[DIAGONAL]]) below %c8
// CHECK-NEXT:        sloop.read %[[A]][%[[ROW]], %[[COLUMN]]]
// CHECK-NEXT:        sloop.read %[[X]][%[[COLUMN]]]
func.func @diagonals(%A: tensor<8x8xf64, #Diagonals>, %X: tensor<8xf64>, %Y: tensor<8xf64>) -> tensor<8xf64> {
  %c8 = arith.constant 8 : index
  %r = sloop.nest ins(%a = %A, %b = %X : tensor<8x8xf64, #Diagonals>, tensor<8xf64>) outs(%c = %Y : tensor<8xf64>) {
    sloop.forall %i in %c8 {
      sloop.forall %j in %c8 {
        %0 = sloop.read %a[%i, %j] : tensor<8x8xf64, #Diagonals>
        %1 = sloop.read %b[%j] : tensor<8xf64>
        %2 = arith.mulf %0, %1 : f64
        sloop.write %2, %c[%i] by add : tensor<8xf64>
      }
    }
  }
  return %r : tensor<8xf64>
}

// A loop sums over the slots.
// CHECK-LABEL: func.func @slots(
// CHECK:       %[[COUNT:.*]] = stensor.level_size %arg0[0]
// CHECK:       sloop.nest ins(%[[A:.*]] = %arg0 :
// CHECK-NEXT:    sloop.forall %[[ROW:.*]] in %c8
// CHECK-NEXT:      sloop.forall %[[COLUMN:.*]] in %c8
// CHECK-NEXT:        sloop.forall %[[SLOT:.*]] in %[[COUNT]] {
// CHECK-NEXT:          sloop.read %[[A]][%[[ROW]], %[[COLUMN]], %[[SLOT]]]
func.func @slots(%A: tensor<8x8xf64, #Slots>, %Y: tensor<8xf64>) -> tensor<8xf64> {
  %c8 = arith.constant 8 : index
  %r = sloop.nest ins(%a = %A : tensor<8x8xf64, #Slots>) outs(%c = %Y : tensor<8xf64>) {
    sloop.forall %i in %c8 {
      sloop.forall %j in %c8 {
        %0 = sloop.read %a[%i, %j] : tensor<8x8xf64, #Slots>
        sloop.write %0, %c[%i] by add : tensor<8xf64>
      }
    }
  }
  return %r : tensor<8xf64>
}

// A fold over a dimension in blocks becomes two, one in the other; the variable as a number is put together.
// CHECK-LABEL: func.func @folds_over_blocks(
// CHECK:           sloop.fold %[[JB:.*]] in %c4{{.*}} by add -> f64 {
// CHECK-NEXT:        sloop.fold %[[JJ:.*]] in %c2{{.*}} by add -> f64 {
// CHECK-NEXT:          sloop.read %{{.*}}[%{{.*}} * 2 + %{{.*}}, %[[JB]] * 2 + %[[JJ]]]
// CHECK:               %[[TWICE:.*]] = arith.muli %[[JB]], %{{.*}}
// CHECK:               arith.addi %{{.*}}, %[[TWICE]]
func.func @folds_over_blocks(%A: tensor<8x8xf64, #Blocks>, %Y: tensor<8xf64>) -> tensor<8xf64> {
  %c8 = arith.constant 8 : index
  %r = sloop.nest ins(%a = %A : tensor<8x8xf64, #Blocks>) outs(%c = %Y : tensor<8xf64>) {
    sloop.forall %i in %c8 {
      %s = sloop.fold %j in %c8 by add -> f64 {
        %n = arith.index_cast %j : index to i64
        %f = arith.sitofp %n : i64 to f64
        %0 = sloop.read %a[%i, %j] : tensor<8x8xf64, #Blocks>
        %1 = arith.mulf %0, %f : f64
        sloop.yield %1 : f64
      }
      sloop.write %s, %c[%i] by add : tensor<8xf64>
    }
  }
  return %r : tensor<8xf64>
}

// Levels that are dimensions have their loops.
// CHECK-LABEL: func.func @rows_are_left_alone(
// CHECK:         sloop.forall %i in %c8
// CHECK-NEXT:      sloop.forall %j in %c8
// CHECK-NEXT:        sloop.read %{{.*}}[%i, %j]
func.func @rows_are_left_alone(%A: tensor<8x8xf64, #CSR>, %Y: tensor<8xf64>) -> tensor<8xf64> {
  %c8 = arith.constant 8 : index
  %r = sloop.nest ins(%a = %A : tensor<8x8xf64, #CSR>) outs(%c = %Y : tensor<8xf64>) {
    sloop.forall %i in %c8 {
      sloop.forall %j in %c8 {
        %0 = sloop.read %a[%i, %j] : tensor<8x8xf64, #CSR>
        sloop.write %0, %c[%i] by add : tensor<8xf64>
      }
    }
  }
  return %r : tensor<8xf64>
}

// Blocks of blocks divide a dimension if the largest do: 6 is not made of tens.
// CHECK-LABEL: func.func @blocks_of_blocks(
// CHECK:         sloop.derive({{.*}}) below %c6
// CHECK:         return
// CHECK-LABEL: func.func @blocks_of_blocks_that_divide(
// CHECK-NOT:     sloop.derive
// CHECK:         return
#Nested = #stensor.format<(i) -> (i floordiv 5 floordiv 2 : dense, i mod 5 : compressed, i floordiv 5 mod 2 : dense)>
func.func @blocks_of_blocks(%A: tensor<6xf64, #Nested>, %Y: tensor<6xf64>) -> tensor<6xf64> {
  %c6 = arith.constant 6 : index
  %r = sloop.nest ins(%a = %A : tensor<6xf64, #Nested>) outs(%c = %Y : tensor<6xf64>) {
    sloop.forall %i in %c6 {
      %0 = sloop.read %a[%i] : tensor<6xf64, #Nested>
      sloop.write %0, %c[%i] by add : tensor<6xf64>
    }
  }
  return %r : tensor<6xf64>
}
func.func @blocks_of_blocks_that_divide(%A: tensor<20xf64, #Nested>, %Y: tensor<20xf64>) -> tensor<20xf64> {
  %c20 = arith.constant 20 : index
  %r = sloop.nest ins(%a = %A : tensor<20xf64, #Nested>) outs(%c = %Y : tensor<20xf64>) {
    sloop.forall %i in %c20 {
      %0 = sloop.read %a[%i] : tensor<20xf64, #Nested>
      sloop.write %0, %c[%i] by add : tensor<20xf64>
    }
  }
  return %r : tensor<20xf64>
}

// Levels of a result are not walked: their loops take coordinates outside of the tensor, too.
// CHECK-LABEL: func.func @result_of_antidiagonals(
// CHECK:       sloop.nest
// CHECK-NEXT:    sloop.forall %[[SUM:.*]] in %{{.*}} {
// CHECK-NEXT:      sloop.forall %[[J:.*]] in %c8{{.*}} {
// CHECK-NEXT:        %[[I:.*]] = sloop.derive(-%[[J]] + %[[SUM]]) below %c4
// CHECK-NEXT:        sloop.read %{{.*}}[%[[I]], %[[J]]]
func.func @result_of_antidiagonals(%A: tensor<4x8xf64>) -> tensor<4x8xf64, #Antidiagonals> {
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %e = stensor.empty : tensor<4x8xf64, #Antidiagonals>
  %r = sloop.nest ins(%a = %A : tensor<4x8xf64>) outs(%c = %e : tensor<4x8xf64, #Antidiagonals>) {
    sloop.forall %i in %c4 {
      sloop.forall %j in %c8 {
        %0 = sloop.read %a[%i, %j] : tensor<4x8xf64>
        sloop.write %0, %c[%i, %j] elsewhere(0.0 : f64) : tensor<4x8xf64, #Antidiagonals>
      }
    }
  }
  return %r : tensor<4x8xf64, #Antidiagonals>
}
