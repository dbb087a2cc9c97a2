// `stensor-expand-conversions`: what it refuses, and why.

// RUN: lacuna-opt %s --stensor-expand-conversions --verify-diagnostics --split-input-file

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#Apart = #stensor.format<(i, j) -> ((i + j) floordiv 2 : compressed, i : compressed, j : compressed)>
func.func @quotient_of_levels_further_below(%A: tensor<4x8xf64, #CSR>) -> tensor<4x8xf64, #Apart> {
  // expected-error-re@+1 {{tensor<4x8xf64, #stensor.format<{{.*}}>> cannot be put together in the order of its levels: level 0 follows from levels further below, and entries cannot be sorted by it: leave it out}}
  %r = stensor.convert %A : tensor<4x8xf64, #CSR> to tensor<4x8xf64, #Apart>
  return %r : tensor<4x8xf64, #Apart>
}
