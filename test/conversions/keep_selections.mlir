// `keep-selections`: one of two stored tensors is chosen as it is, instead of element by element.

// RUN: lacuna-opt %s --keep-selections | FileCheck %s
// RUN: lacuna-opt %s --keep-selections --canonicalize --convert-elementwise-to-linalg | FileCheck %s

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#Upstream = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>

// CHECK-LABEL: func.func @stored(
// CHECK-SAME:    %[[C:.*]]: i1, %[[A:.*]]: tensor<2x3xf64, #{{.*}}>, %[[B:.*]]: tensor<2x3xf64, #{{.*}}>)
// CHECK:         %[[NUMBER:.*]] = arith.index_castui %[[C]] : i1 to index
// CHECK:         %[[CHOSEN:.*]] = scf.index_switch %[[NUMBER]] -> tensor<2x3xf64, #{{.*}}>
// CHECK-NEXT:    case 1 {
// CHECK-NEXT:      scf.yield %[[A]]
// CHECK:         default {
// CHECK-NEXT:      scf.yield %[[B]]
// CHECK:         return %[[CHOSEN]]
func.func @stored(%c: i1, %a: tensor<2x3xf64, #CSR>, %b: tensor<2x3xf64, #CSR>) -> tensor<2x3xf64, #CSR> {
  %0 = arith.select %c, %a, %b : tensor<2x3xf64, #CSR>
  return %0 : tensor<2x3xf64, #CSR>
}

// CHECK-LABEL: func.func @of_upstream(
// CHECK:         scf.index_switch
// CHECK-NOT:     linalg.generic
func.func @of_upstream(%c: i1, %a: tensor<3xf64, #Upstream>, %b: tensor<3xf64, #Upstream>) -> tensor<3xf64, #Upstream> {
  %0 = arith.select %c, %a, %b : tensor<3xf64, #Upstream>
  return %0 : tensor<3xf64, #Upstream>
}

// Canonicalization would make a selection of it.
// CHECK-LABEL: func.func @branch(
// CHECK:         scf.index_switch
// CHECK-NOT:     scf.if
// CHECK:         return
func.func @branch(%c: i1, %a: tensor<2x3xf64, #CSR>, %b: tensor<2x3xf64, #CSR>) -> tensor<2x3xf64, #CSR> {
  %0 = scf.if %c -> tensor<2x3xf64, #CSR> {
    scf.yield %a : tensor<2x3xf64, #CSR>
  } else {
    scf.yield %b : tensor<2x3xf64, #CSR>
  }
  return %0 : tensor<2x3xf64, #CSR>
}

// Elements that are chosen one by one, and those of dense tensors, stay.
// CHECK-LABEL: func.func @near_misses(
// CHECK-NOT:     scf.index_switch
// CHECK:         return
func.func @near_misses(%c: i1, %a: tensor<3xf64>, %b: tensor<3xf64>, %d: tensor<3xi1>) -> (tensor<3xf64>, tensor<3xf64>) {
  %0 = arith.select %c, %a, %b : tensor<3xf64>
  %1 = arith.select %d, %a, %b : tensor<3xi1>, tensor<3xf64>
  return %0, %1 : tensor<3xf64>, tensor<3xf64>
}
