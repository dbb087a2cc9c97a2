// `--lacuna`, executed: what is selected of two stored tensors stores its own points alone, so that an infinity beside a point of
// the other one is not multiplied. Canonicalization makes such a selection of a branch.

// RUN: lacuna-opt %s --lacuna | %run | FileCheck %s
// RUN: lacuna-opt %s --canonicalize --lacuna | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=between=canonicalize,cse | %run | FileCheck %s

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>

func.func private @printMemrefF64(tensor<*xf64>)

func.func @multiply(%c: i1, %a: tensor<2x3xf64, #CSR>, %b: tensor<2x3xf64, #CSR>, %x: tensor<3xf64>) {
  %chosen = scf.if %c -> tensor<2x3xf64, #CSR> {
    scf.yield %a : tensor<2x3xf64, #CSR>
  } else {
    scf.yield %b : tensor<2x3xf64, #CSR>
  }
  %selected = arith.select %c, %a, %b : tensor<2x3xf64, #CSR>
  %zero = arith.constant dense<0.0> : tensor<2xf64>
  %y = linalg.matvec ins(%chosen, %x : tensor<2x3xf64, #CSR>, tensor<3xf64>) outs(%zero : tensor<2xf64>) -> tensor<2xf64>
  %z = linalg.matvec ins(%selected, %x : tensor<2x3xf64, #CSR>, tensor<3xf64>) outs(%y : tensor<2xf64>) -> tensor<2xf64>
  %unranked = tensor.cast %z : tensor<2xf64> to tensor<*xf64>
  call @printMemrefF64(%unranked) : (tensor<*xf64>) -> ()
  return
}

// CHECK: [8,  0]
// CHECK: [inf,  20]
func.func @main() {
  %true = arith.constant true
  %false = arith.constant false
  %dense_a = arith.constant dense<[[4.0, 0.0, 0.0], [0.0, 0.0, 0.0]]> : tensor<2x3xf64>
  %dense_b = arith.constant dense<[[0.0, 1.0, 0.0], [0.0, 0.0, 5.0]]> : tensor<2x3xf64>
  %a = stensor.convert %dense_a : tensor<2x3xf64> to tensor<2x3xf64, #CSR>
  %b = stensor.convert %dense_b : tensor<2x3xf64> to tensor<2x3xf64, #CSR>
  %x = arith.constant dense<[1.0, 0x7FF0000000000000, 2.0]> : tensor<3xf64>
  call @multiply(%true, %a, %b, %x) : (i1, tensor<2x3xf64, #CSR>, tensor<2x3xf64, #CSR>, tensor<3xf64>) -> ()
  call @multiply(%false, %a, %b, %x) : (i1, tensor<2x3xf64, #CSR>, tensor<2x3xf64, #CSR>, tensor<3xf64>) -> ()
  return
}
