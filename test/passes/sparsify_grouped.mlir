// `sloop-sparsify`: points that come as a list go straight into the result in another format. The walk runs twice: to find
// the nodes of each parent, and to give each point its place.

// RUN: lacuna-opt %s --sloop-sparsify=ahead=0 --canonicalize | FileCheck %s

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#COO = #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton)>
#Heap = #stensor.format<(i, j) -> (i : compressed(nonunique, unordered), j : singleton(unordered))>
#Blocks = #stensor.format<(i, j) -> (i floordiv 2 : dense, j floordiv 2 : compressed, i mod 2 : dense, j mod 2 : dense)>
#DIA = #stensor.format<(i, j) -> (j - i : compressed, i : range, j : offset)>

// The coordinates of the levels follow from those of the list.
// CHECK-LABEL: func.func @rows_into_blocks(
// CHECK-SAME:    %[[A:[a-z0-9]*]]: tensor<4x8xf64,
// CHECK:         %[[VALUES:.*]] = stensor.values %[[A]]
// CHECK:         %[[COUNT:.*]] = memref.dim %[[VALUES]]
// CHECK:         %[[CAPACITY:.*]] = arith.addi %[[COUNT]], %c1024
// CHECK:         %[[R:.*]] = sloop.grow group(%[[B:[a-z0-9_]+]]) capacity(%[[CAPACITY]]) : tensor<4x8xf64, #[[BLOCKS:[a-z0-9]+]]>
// CHECK:         scf.for %[[I:.*]] = %c0 to %c4
// CHECK:           %[[CURSOR0:.*]] = sloop.cursor %[[A]][1] under
// CHECK-NEXT:           sloop.iterate (%[[J:.*]], %{{.*}}) in %[[CURSOR0]]
// CHECK:             %[[IB:.*]] = arith.divui %[[I]], %c2
// CHECK:             %[[JB:.*]] = arith.divui %[[J]], %c2
// CHECK:             %[[II:.*]] = arith.remui %[[I]], %c2
// CHECK:             %[[JJ:.*]] = arith.remui %[[J]], %c2
// CHECK:             sloop.count(%[[IB]], %[[JB]], %[[II]], %[[JJ]]) in %[[B]]
// CHECK-NOT:     sloop.put
// CHECK:         sloop.arrange %[[B]]
// CHECK:         scf.for
// CHECK:           %[[CURSOR1:.*]] = sloop.cursor %[[A]][1] under
// CHECK-NEXT:           sloop.iterate (%{{.*}}, %[[POS:.*]]) in %[[CURSOR1]]
// CHECK:             %[[V:.*]] = sloop.value %[[A]][%[[POS]]]
// CHECK:             %[[P:.*]] = sloop.place(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) in %[[B]]
// CHECK-NEXT:        sloop.put %[[V]] in %[[B]][%[[P]]]
// CHECK-NOT:     sloop.nest
// CHECK:         return %[[R]]
func.func @rows_into_blocks(%A: tensor<4x8xf64, #CSR>) -> tensor<4x8xf64, #Blocks> {
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %e = stensor.empty : tensor<4x8xf64, #Blocks>
  %r = sloop.nest ins(%a = %A : tensor<4x8xf64, #CSR>) outs(%c = %e : tensor<4x8xf64, #COO> to tensor<4x8xf64, #Blocks>) {
    sloop.forall %i in %c4 {
      sloop.forall %j in %c8 {
        %0 = sloop.read %a[%i, %j] : tensor<4x8xf64, #CSR>
        sloop.write %0, %c[%i, %j] elsewhere(0.0 : f64) : tensor<4x8xf64, #COO>
      }
    }
  }
  return %r : tensor<4x8xf64, #Blocks>
}

// Diagonals have one parent, so the points of a list may come in any order.
// CHECK-LABEL: func.func @heap_into_diagonals(
// CHECK:         %[[R:.*]] = sloop.grow group(%[[B:[a-z0-9_]+]])
// CHECK:         %[[CURSOR0:.*]] = sloop.cursor %{{.*}}[0] under
// CHECK-NEXT:         sloop.iterate (%[[I:.*]], %{{.*}}) in %[[CURSOR0]]
// CHECK:           %[[CURSOR1:.*]] = sloop.cursor %{{.*}}[1] under
// CHECK-NEXT:           sloop.iterate (%[[J:.*]], %{{.*}}) in %[[CURSOR1]]
// CHECK:             %[[D:.*]] = arith.subi %[[J]], %[[I]]
// CHECK:             sloop.count(%[[D]], %[[I]], %[[J]]) in %[[B]]
// CHECK:         sloop.arrange %[[B]]
// CHECK:             sloop.place
func.func @heap_into_diagonals(%A: tensor<4x8xf64, #Heap>) -> tensor<4x8xf64, #DIA> {
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %e = stensor.empty : tensor<4x8xf64, #DIA>
  %r = sloop.nest ins(%a = %A : tensor<4x8xf64, #Heap>) outs(%c = %e : tensor<4x8xf64, #Heap> to tensor<4x8xf64, #DIA>) {
    sloop.forall %i in %c4 {
      sloop.forall %j in %c8 {
        %0 = sloop.read %a[%i, %j] : tensor<4x8xf64, #Heap>
        sloop.write %0, %c[%i, %j] elsewhere(0.0 : f64) : tensor<4x8xf64, #Heap>
      }
    }
  }
  return %r : tensor<4x8xf64, #DIA>
}
