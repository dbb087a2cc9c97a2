// Sizes that are known more, or less; upstream takes no sizes away that were forgotten.

// RUN: lacuna-opt %s --lacuna | %run | FileCheck %s

#CSR = #sparse_tensor.encoding<{map = (i, j) -> (i : dense, j : compressed)}>
#CSC = #sparse_tensor.encoding<{map = (i, j) -> (j : dense, i : compressed)}>


func.func @show_4_6_f64_CSC(%s: tensor<4x6xf64, #CSC>) {
  %d = sparse_tensor.convert %s : tensor<4x6xf64, #CSC> to tensor<4x6xf64>
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f64
  %v = vector.transfer_read %d[%c0, %c0], %pad : tensor<4x6xf64>, vector<4x6xf64>
  vector.print %v : vector<4x6xf64>
  %n = sparse_tensor.number_of_entries %s : tensor<4x6xf64, #CSC>
  vector.print %n : index
  return
}

// Less is known of the sizes.
func.func @relax(%A: tensor<4x6xf64, #CSR>) -> tensor<4x6xf64, #CSC> {
  %0 = sparse_tensor.convert %A : tensor<4x6xf64, #CSR> to tensor<4x?xf64, #CSR>
  %1 = sparse_tensor.convert %0 : tensor<4x?xf64, #CSR> to tensor<?x?xf64, #CSC>
  %2 = tensor.cast %1 : tensor<?x?xf64, #CSC> to tensor<4x6xf64, #CSC>
  return %2 : tensor<4x6xf64, #CSC>
}

func.func @main() {
  %d_A = arith.constant dense<[[1.0, 0.0, 2.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 3.0, 0.0, 0.0, 4.0, 0.0], [5.0, 0.0, 0.0, 6.0, 0.0, -7.0]]> : tensor<4x6xf64>
  %relax_a = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #CSR>
  %relax = call @relax(%relax_a) : (tensor<4x6xf64, #CSR>) -> tensor<4x6xf64, #CSC>
  // CHECK: ( ( 1, 0, 2, 0, 0, 0 ), ( 0, 0, 0, 0, 0, 0 ), ( 0, 3, 0, 0, 4, 0 ), ( 5, 0, 0, 6, 0, -7 ) )
  // CHECK-NEXT: 7
  call @show_4_6_f64_CSC(%relax) : (tensor<4x6xf64, #CSC>) -> ()
  return
}
