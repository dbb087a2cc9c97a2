// Loops that `lift-cf-to-scf` builds of blocks carry tensors in upstream's formats. A tensor without a value is empty.

// RUN: lacuna-opt %s --lift-cf-to-scf --lacuna | FileCheck %s --implicit-check-not=ub.poison --implicit-check-not=unrealized
// RUN: lacuna-opt %s --lift-cf-to-scf | FileCheck %s --check-prefix=LIFTED

#CSR = #sparse_tensor.encoding<{map = (i, j) -> (i : dense, j : compressed)}>
#COO = #sparse_tensor.encoding<{map = (i, j) -> (i : compressed(nonunique), j : singleton)}>
#BSR = #sparse_tensor.encoding<{map = (i, j) -> (i floordiv 2 : dense, j floordiv 2 : compressed, i mod 2 : dense, j mod 2 : dense)}>

// LIFTED-LABEL: func.func @carried(
// LIFTED:         ub.poison : tensor<?x?xf64, #
// CHECK-LABEL: llvm.func @carried(
func.func @carried(%A: tensor<?x?xf64, #CSR>, %B: tensor<8x8xf64, #COO>, %C: tensor<8x8xf64, #BSR>, %x: tensor<4xf64>, %n: index)
    -> (tensor<?x?xf64, #CSR>, tensor<8x8xf64, #COO>, tensor<8x8xf64, #BSR>, tensor<4xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  cf.br ^head(%c0, %A, %B, %C, %x : index, tensor<?x?xf64, #CSR>, tensor<8x8xf64, #COO>, tensor<8x8xf64, #BSR>, tensor<4xf64>)
^head(%k: index, %a: tensor<?x?xf64, #CSR>, %b: tensor<8x8xf64, #COO>, %c: tensor<8x8xf64, #BSR>, %y: tensor<4xf64>):
  %go = arith.cmpi slt, %k, %n : index
  %k1 = arith.addi %k, %c1 : index
  cf.cond_br %go, ^head(%k1, %a, %b, %c, %y : index, tensor<?x?xf64, #CSR>, tensor<8x8xf64, #COO>, tensor<8x8xf64, #BSR>, tensor<4xf64>), ^end
^end:
  return %a, %b, %c, %y : tensor<?x?xf64, #CSR>, tensor<8x8xf64, #COO>, tensor<8x8xf64, #BSR>, tensor<4xf64>
}
