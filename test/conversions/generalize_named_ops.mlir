// `generalize-named-ops`: named operations become generic, and nothing is folded: neither what their bodies compute nor
// what stands beside them.

// RUN: lacuna-opt %s --generalize-named-ops | FileCheck %s
// RUN: lacuna-opt %s --generalize-named-ops --generalize-named-ops | FileCheck %s

#SV = #stensor.format<(i) -> (i : compressed)>

// CHECK-LABEL: func.func @product_with_zero(
// CHECK:         linalg.generic
// CHECK-NEXT:    ^bb0(%[[LEFT:.*]]: i32, %[[RIGHT:.*]]: i32, %{{.*}}: i32):
// CHECK-NEXT:      %[[PRODUCT:.*]] = arith.muli %[[LEFT]], %[[RIGHT]]
// CHECK-NEXT:      linalg.yield %[[PRODUCT]]
func.func @product_with_zero(%A: tensor<8xi32, #SV>, %z: tensor<8xi32>) -> tensor<8xi32, #SV> {
  %c = tensor.empty() : tensor<8xi32, #SV>
  %0 = linalg.mul ins(%A, %z : tensor<8xi32, #SV>, tensor<8xi32>) outs(%c : tensor<8xi32, #SV>) -> tensor<8xi32, #SV>
  return %0 : tensor<8xi32, #SV>
}

// CHECK-LABEL: func.func @what_is_generic_already(
// CHECK:           %[[ZERO:.*]] = arith.constant 0 : i32
// CHECK-NEXT:      %[[PRODUCT:.*]] = arith.muli %{{.*}}, %[[ZERO]]
// CHECK-NEXT:      linalg.yield %[[PRODUCT]]
func.func @what_is_generic_already(%A: tensor<8xi32, #SV>) -> tensor<8xi32, #SV> {
  %c = tensor.empty() : tensor<8xi32, #SV>
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%A : tensor<8xi32, #SV>) outs(%c : tensor<8xi32, #SV>) {
  ^bb0(%a: i32, %old: i32):
    %zero = arith.constant 0 : i32
    %p = arith.muli %a, %zero : i32
    linalg.yield %p : i32
  } -> tensor<8xi32, #SV>
  return %0 : tensor<8xi32, #SV>
}

// Operations that give nothing, and those that are no structured operations.
// CHECK-LABEL: func.func @buffers(
// CHECK-NOT:     linalg.fill
// CHECK:         linalg.generic
// CHECK-NOT:     linalg.copy
// CHECK:         linalg.generic
// CHECK:         linalg.index
func.func @buffers(%from: memref<8xf64>, %to: memref<8xf64>, %numbers: memref<8xindex>) {
  %zero = arith.constant 0.0 : f64
  linalg.fill ins(%zero : f64) outs(%to : memref<8xf64>)
  linalg.copy ins(%from : memref<8xf64>) outs(%to : memref<8xf64>)
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%numbers : memref<8xindex>) {
  ^bb0(%old: index):
    %i = linalg.index 0 : index
    linalg.yield %i : index
  }
  return
}

// CHECK-LABEL: func.func @what_stands_beside(
// CHECK:         %[[ONE:.*]] = arith.constant 1 : index
// CHECK:         %[[TWO:.*]] = arith.addi %[[ONE]], %[[ONE]]
// CHECK:         return %[[TWO]]
func.func @what_stands_beside() -> index {
  %one = arith.constant 1 : index
  %two = arith.addi %one, %one : index
  return %two : index
}
