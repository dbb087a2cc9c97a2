// `structured[n, m]` levels have n entries a block, some of which fill up; upstream stores those that are there.

// RUN: lacuna-opt %s --lacuna=verify=true | %run | FileCheck %s
// RUN: mlir-opt %s --sparsifier="enable-runtime-library=false" | %run | FileCheck %s --check-prefix=UPSTREAM

#FiveOfEight = #sparse_tensor.encoding<{map = (i, j) -> (i : dense, j floordiv 8 : dense, j mod 8 : structured[5, 8])}>

func.func @main() {
  %d = arith.constant dense<[[1.0, 0.0, 2.0, 0.0, 0.0, 3.0, 0.0, 0.0], [0.0, 4.0, 0.0, 5.0, 6.0, 0.0, 7.0, 8.0]]> : tensor<2x8xf64>
  %s = sparse_tensor.convert %d : tensor<2x8xf64> to tensor<2x8xf64, #FiveOfEight>
  // CHECK:    {{^10$}}
  // UPSTREAM: {{^8$}}
  %n = sparse_tensor.number_of_entries %s : tensor<2x8xf64, #FiveOfEight>
  vector.print %n : index
  // CHECK:    ( ( 1, 0, 2, 0, 0, 3, 0, 0 ), ( 0, 4, 0, 5, 6, 0, 7, 8 ) )
  %e = sparse_tensor.convert %s : tensor<2x8xf64, #FiveOfEight> to tensor<2x8xf64>
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f64
  %v = vector.transfer_read %e[%c0, %c0], %z : tensor<2x8xf64>, vector<2x8xf64>
  vector.print %v : vector<2x8xf64>
  return
}
