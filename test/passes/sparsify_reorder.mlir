// `sloop-sparsify`: an unordered level that has to be walked in order is sorted in scratch arrays, where each of its nodes
// is walked once.

// RUN: lacuna-opt %s --sloop-sparsify=ahead=0 | FileCheck %s

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#Unordered = #stensor.format<(i, j) -> (i : dense, j : compressed(unordered))>

// CHECK-LABEL: func.func @merged_with_ordered_rows(
// CHECK:         scf.for %[[I:.*]] =
// CHECK:           %[[A:.*]] = sloop.cursor %arg0[1] under(%{{.*}}) given(%[[I]])
// CHECK-NEXT:      %[[SORTED:.*]] = sloop.reorder %[[A]]
// CHECK-NEXT:      %[[B:.*]] = sloop.cursor %arg1[1] under(%{{.*}}) given(%[[I]])
// CHECK-NEXT:      sloop.coiterate (%[[SORTED]], %[[B]])
// The position is that in the level.
// CHECK:           case(0) (%{{.*}}: index, %[[AT:.*]]: index) {
// CHECK:             sloop.value %arg0[%[[AT]]]
func.func @merged_with_ordered_rows(%A: tensor<4x8xf64, #Unordered>, %B: tensor<4x8xf64, #CSR>, %y: memref<4x8xf64>) {
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  sloop.nest ins(%a = %A, %b = %B : tensor<4x8xf64, #Unordered>, tensor<4x8xf64, #CSR>) outs(%c = %y : memref<4x8xf64>) {
    sloop.forall %i in %c4 {
      sloop.forall %j in %c8 {
        %0 = sloop.read %a[%i, %j] : tensor<4x8xf64, #Unordered>
        %1 = sloop.read %b[%i, %j] : tensor<4x8xf64, #CSR>
        %2 = arith.addf %0, %1 : f64
        sloop.write %2, %c[%i, %j] by add : memref<4x8xf64>
      }
    }
  }
  return
}

// A dense result takes its points in any order.
// CHECK-LABEL: func.func @alone_into_a_dense_result(
// CHECK-NOT:     sloop.reorder
// CHECK:         %[[CURSOR:.*]] = sloop.cursor %arg0[1] under
// CHECK-NEXT:         sloop.iterate (%{{.*}}, %{{.*}}) in %[[CURSOR]]
func.func @alone_into_a_dense_result(%A: tensor<4x8xf64, #Unordered>, %y: memref<4x8xf64>) {
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  sloop.nest ins(%a = %A : tensor<4x8xf64, #Unordered>) outs(%c = %y : memref<4x8xf64>) {
    sloop.forall %i in %c4 {
      sloop.forall %j in %c8 {
        %0 = sloop.read %a[%i, %j] : tensor<4x8xf64, #Unordered>
        sloop.write %0, %c[%i, %j] by add : memref<4x8xf64>
      }
    }
  }
  return
}
