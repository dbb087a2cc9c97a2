// Negated values in dense results: 0, not -0, where nothing is stored.

// RUN: lacuna-opt %s --lacuna=verify=true | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=fp=strict | %run | FileCheck %s
// RUN: mlir-opt %s --sparsifier="enable-runtime-library=false" | %run | FileCheck %s

#SV = #sparse_tensor.encoding<{map = (i) -> (i : compressed)}>
#COO = #sparse_tensor.encoding<{map = (i, j) -> (i : compressed(nonunique), j : singleton)}>
#one = {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
#two = {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}

func.func @main() {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f64
  %d = arith.constant dense<[0.0, 1.5, 0.0, -2.0]> : tensor<4xf64>
  %s = sparse_tensor.convert %d : tensor<4xf64> to tensor<4xf64, #SV>
  %o = arith.constant dense<0.0> : tensor<4xf64>
  // CHECK: ( 0, -1.5, 0, 2 )
  %0 = linalg.generic #one ins(%s : tensor<4xf64, #SV>) outs(%o : tensor<4xf64>) {
  ^bb0(%a: f64, %b: f64):
    %n = arith.negf %a : f64
    linalg.yield %n : f64
  } -> tensor<4xf64>
  %v = vector.transfer_read %0[%c0], %z : tensor<4xf64>, vector<4xf64>
  vector.print %v : vector<4xf64>

  %m = arith.constant dense<[[0.0, 3.0], [0.0, 0.0]]> : tensor<2x2xf64>
  %t = sparse_tensor.convert %m : tensor<2x2xf64> to tensor<2x2xf64, #COO>
  %p = arith.constant dense<0.0> : tensor<2x2xf64>
  // CHECK: ( ( 0, -9 ), ( 0, 0 ) )
  %1 = linalg.generic #two ins(%t : tensor<2x2xf64, #COO>) outs(%p : tensor<2x2xf64>) {
  ^bb0(%a: f64, %b: f64):
    %q = arith.mulf %a, %a : f64
    %n = arith.negf %q : f64
    linalg.yield %n : f64
  } -> tensor<2x2xf64>
  %w = vector.transfer_read %1[%c0, %c0], %z : tensor<2x2xf64>, vector<2x2xf64>
  vector.print %w : vector<2x2xf64>
  return
}
