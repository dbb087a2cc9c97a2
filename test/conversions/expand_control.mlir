// `stensor-expand-boundaries`: loops, branches and blocks hand stored tensors on as their buffers and open sizes.

// RUN: lacuna-opt %s --stensor-expand-boundaries | FileCheck %s
// RUN: lacuna-opt %s --stensor-expand-boundaries --stensor-expand-boundaries | FileCheck %s

#SV = #stensor.format<(i) -> (i : compressed)>

// CHECK-LABEL: func.func @branch
// CHECK:         %[[R:.*]]:4 = scf.if %{{.*}} -> (memref<?xi32>, memref<?xi32>, memref<?xf64>, index) {
// CHECK:           scf.yield %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : memref<?xi32>, memref<?xi32>, memref<?xf64>, index
// CHECK:         stensor.pack(%[[R]]#0, %[[R]]#1, %[[R]]#2) sizes(%[[R]]#3)
func.func @branch(%a: tensor<?xf64, #SV>, %b: tensor<?xf64, #SV>, %p: i1) -> tensor<?xf64, #SV> {
  %0 = scf.if %p -> tensor<?xf64, #SV> {
    scf.yield %a : tensor<?xf64, #SV>
  } else {
    scf.yield %b : tensor<?xf64, #SV>
  }
  return %0 : tensor<?xf64, #SV>
}

// CHECK-LABEL: func.func @loops
// CHECK:         scf.for {{.*}} iter_args(%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}) -> (index, memref<?xi32>, memref<?xi32>, memref<?xf64>)
// CHECK:         scf.while
// CHECK:           scf.condition(%{{.*}}) %{{.*}}, %{{.*}}, %{{.*}} : memref<?xi32>, memref<?xi32>, memref<?xf64>
func.func @loops(%a: tensor<4xf64, #SV>, %n: index, %p: i1) -> tensor<4xf64, #SV> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0:2 = scf.for %i = %c0 to %n step %c1 iter_args(%k = %c0, %x = %a) -> (index, tensor<4xf64, #SV>) {
    scf.yield %i, %x : index, tensor<4xf64, #SV>
  }
  %1 = scf.while (%x = %0#1) : (tensor<4xf64, #SV>) -> tensor<4xf64, #SV> {
    scf.condition(%p) %x : tensor<4xf64, #SV>
  } do {
  ^bb0(%x: tensor<4xf64, #SV>):
    scf.yield %x : tensor<4xf64, #SV>
  }
  return %1 : tensor<4xf64, #SV>
}

// CHECK-LABEL: func.func @blocks
// CHECK:         cf.cond_br %{{.*}}, ^[[DONE:.*]](%{{.*}}, %{{.*}}, %{{.*}} : memref<?xi32>, memref<?xi32>, memref<?xf64>), ^[[ASK:.*]]
// CHECK:       ^[[ASK]]:
// CHECK:         cf.switch
// CHECK:           default: ^[[DONE]](%{{.*}}, %{{.*}}, %{{.*}} : memref<?xi32>, memref<?xi32>, memref<?xf64>),
// CHECK:           1: ^[[DONE]](%{{.*}}, %{{.*}}, %{{.*}} : memref<?xi32>, memref<?xi32>, memref<?xf64>)
// CHECK:       ^[[DONE]](%[[P:.*]]: memref<?xi32>, %[[C:.*]]: memref<?xi32>, %[[V:.*]]: memref<?xf64>):
// CHECK:         stensor.pack(%[[P]], %[[C]], %[[V]])
func.func @blocks(%a: tensor<4xf64, #SV>, %b: tensor<4xf64, #SV>, %p: i1, %k: i32) -> tensor<4xf64, #SV> {
  cf.cond_br %p, ^done(%a : tensor<4xf64, #SV>), ^ask
^ask:
  cf.switch %k : i32, [
    default: ^done(%a : tensor<4xf64, #SV>),
    1: ^done(%b : tensor<4xf64, #SV>)
  ]
^done(%0: tensor<4xf64, #SV>):
  return %0 : tensor<4xf64, #SV>
}

// CHECK-LABEL: func.func @choice
// CHECK-COUNT-3: arith.select
func.func @choice(%a: tensor<4xf64, #SV>, %b: tensor<4xf64, #SV>, %p: i1) -> tensor<4xf64, #SV> {
  %0 = arith.select %p, %a, %b : tensor<4xf64, #SV>
  return %0 : tensor<4xf64, #SV>
}

// CHECK-LABEL: func.func @cast
// CHECK:         stensor.pack(%{{.*}}, %{{.*}}, %{{.*}}) : (memref<?xi32>, memref<?xi32>, memref<?xf64>) -> tensor<4xf64
// CHECK-NOT:     tensor.cast
func.func @cast(%a: tensor<?xf64, #SV>) -> tensor<4xf64, #SV> {
  %0 = tensor.cast %a : tensor<?xf64, #SV> to tensor<4xf64, #SV>
  return %0 : tensor<4xf64, #SV>
}

// The size of a dimension that the program chooses.
// CHECK-LABEL: func.func @dimension
// CHECK:         %[[IS:.*]] = arith.cmpi eq
// CHECK:         %[[SIZE:.*]] = arith.select %[[IS]]
// CHECK:         return %[[SIZE]]
#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @dimension(%A: tensor<?x8xf64, #CSR>, %i: index) -> index {
  %0 = tensor.dim %A, %i : tensor<?x8xf64, #CSR>
  return %0 : index
}
