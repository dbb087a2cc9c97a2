// `sparse_tensor.lvl` of a level that the program computes.

// RUN: lacuna-opt %s --lacuna=verify=true | %run | FileCheck %s

#BSR = #sparse_tensor.encoding<{map = (i, j) -> (i floordiv 2 : dense, j floordiv 2 : compressed, i mod 2 : dense, j mod 2 : dense)}>

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %d = arith.constant dense<0.0> : tensor<4x6xf64>
  %s = sparse_tensor.convert %d : tensor<4x6xf64> to tensor<4x6xf64, #BSR>
  // CHECK:      2
  // CHECK-NEXT: 3
  // CHECK-NEXT: 2
  // CHECK-NEXT: 2
  scf.for %l = %c0 to %c4 step %c1 {
    %n = sparse_tensor.lvl %s, %l : tensor<4x6xf64, #BSR>
    vector.print %n : index
  }
  return
}
