// `sloop-schedule`: a write that replaces the same point again and again cannot become a sum.

// RUN: lacuna-opt %s --convert-linalg-to-sloop --sloop-schedule --verify-diagnostics

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#rows = {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "parallel"]}
func.func @last_of_each_row(%A: tensor<4x4xf64, #CSR>, %y: tensor<4xf64>) -> tensor<4xf64> {
  // expected-error@+1 {{the write replaces a point more than once while operand 0 is walked, and which value stays is not defined: combine the values, by add for instance}}
  %0 = linalg.generic #rows ins(%A : tensor<4x4xf64, #CSR>) outs(%y : tensor<4xf64>) {
  ^bb0(%a: f64, %c: f64):
    linalg.yield %a : f64
  } -> tensor<4xf64>
  return %0 : tensor<4xf64>
}
