// `split-edges`: each further edge of a branch to the same block gets a block that branches on.

// RUN: lacuna-opt %s --split-edges | FileCheck %s
// RUN: lacuna-opt %s --lacuna | FileCheck %s --check-prefix=WHOLE

// CHECK-LABEL: func.func @two_tensors(
// CHECK-SAME:    %[[C:.*]]: i1, %[[A:.*]]: tensor<4xf64>, %[[B:.*]]: tensor<4xf64>)
// CHECK:         cf.cond_br %[[C]], ^[[NEXT:.*]](%[[A]] : tensor<4xf64>), ^[[WAY:.*]]
// CHECK:       ^[[WAY]]:
// CHECK-NEXT:    cf.br ^[[NEXT]](%[[B]] : tensor<4xf64>)
// CHECK:       ^[[NEXT]](%[[GIVEN:.*]]: tensor<4xf64>):
// CHECK-NEXT:    return %[[GIVEN]]
// WHOLE-LABEL: llvm.func @two_tensors(
func.func @two_tensors(%c: i1, %a: tensor<4xf64>, %b: tensor<4xf64>) -> tensor<4xf64> {
  cf.cond_br %c, ^next(%a : tensor<4xf64>), ^next(%b : tensor<4xf64>)
^next(%given: tensor<4xf64>):
  return %given : tensor<4xf64>
}

// CHECK-LABEL: func.func @cases(
// CHECK:         cf.switch %{{.*}} : i32, [
// CHECK-NEXT:      default: ^[[NEXT:.*]](%{{.*}} : tensor<4xf64>),
// CHECK-NEXT:      1: ^[[ONE:.*]],
// CHECK-NEXT:      2: ^[[TWO:.*]]
// CHECK-NEXT:    ]
// CHECK:       ^[[ONE]]:
// CHECK-NEXT:    cf.br ^[[NEXT]](
// CHECK:       ^[[TWO]]:
// CHECK-NEXT:    cf.br ^[[NEXT]](
// WHOLE-LABEL: llvm.func @cases(
func.func @cases(%n: i32, %a: tensor<4xf64>, %b: tensor<4xf64>) -> tensor<4xf64> {
  cf.switch %n : i32, [
    default: ^next(%a : tensor<4xf64>),
    1: ^next(%b : tensor<4xf64>),
    2: ^next(%a : tensor<4xf64>)
  ]
^next(%given: tensor<4xf64>):
  return %given : tensor<4xf64>
}

// What hands nothing over stays.
// CHECK-LABEL: func.func @nothing(
// CHECK:         cf.cond_br %{{.*}}, ^[[NEXT:.*]], ^[[NEXT]]
func.func @nothing(%c: i1) {
  cf.cond_br %c, ^next, ^next
^next:
  return
}

// A loop hands its own tensor on, or a new one.
// CHECK-LABEL: func.func @a_loop(
// CHECK:       ^[[WAY:[^ ]*]]: // pred
// CHECK-NEXT:    cf.br ^[[HEAD:.*]](%{{.*}}, %{{.*}} : index, tensor<4xf64>)
// CHECK:         cf.cond_br %{{.*}}, ^[[HEAD]](%{{.*}}, %{{.*}} : index, tensor<4xf64>), ^[[WAY]]
// WHOLE-LABEL: llvm.func @a_loop(
func.func @a_loop(%n: index, %a: tensor<4xf64>, %b: tensor<4xf64>) -> tensor<4xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  cf.br ^head(%c0, %a : index, tensor<4xf64>)
^head(%i: index, %t: tensor<4xf64>):
  %goes_on = arith.cmpi ult, %i, %n : index
  cf.cond_br %goes_on, ^body, ^exit
^body:
  %empty = tensor.empty() : tensor<4xf64>
  %sum = linalg.add ins(%t, %b : tensor<4xf64>, tensor<4xf64>) outs(%empty : tensor<4xf64>) -> tensor<4xf64>
  %j = arith.addi %i, %c1 : index
  %bit = arith.andi %i, %c1 : index
  %is_odd = arith.cmpi eq, %bit, %c1 : index
  cf.cond_br %is_odd, ^head(%j, %sum : index, tensor<4xf64>), ^head(%j, %t : index, tensor<4xf64>)
^exit:
  return %t : tensor<4xf64>
}
