// `stensor-expand-conversions`: what it refuses, and why.

// RUN: lacuna-opt %s --stensor-expand-conversions --verify-diagnostics --split-input-file

// The difference alone does not say where on the diagonal a point lies.
#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#Half = #stensor.format<(i, j) -> (j - i : compressed)>
func.func @levels_that_do_not_say_the_dimensions(%A: tensor<4x8xf64, #CSR>) -> tensor<4x8xf64, #Half> {
  // expected-error@+1 {{the levels of tensor<4x8xf64, #stensor.format<(i, j) -> (j - i : compressed)>> do not determine its dimensions}}
  %r = stensor.convert %A : tensor<4x8xf64, #CSR> to tensor<4x8xf64, #Half>
  return %r : tensor<4x8xf64, #Half>
}

// -----

#Half = #stensor.format<(i, j) -> (j - i : compressed)>
func.func @nor_those_of_the_source(%A: tensor<4x8xf64, #Half>) -> tensor<4x8xf64> {
  // expected-error@+1 {{do not determine its dimensions}}
  %r = stensor.convert %A : tensor<4x8xf64, #Half> to tensor<4x8xf64>
  return %r : tensor<4x8xf64>
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#Pairs = #stensor.format<(i, j) -> (i : dense, j floordiv 4 : dense, j mod 4 : structured[2, 4])>
func.func @two_of_four(%A: tensor<4x8xf64, #CSR>) -> tensor<4x8xf64, #Pairs> {
  // expected-error-re@+1 {{tensor<4x8xf64, #stensor.format<{{.*}}>> cannot be put together in the order of its levels: nothing can be appended to level 2 yet}}
  %r = stensor.convert %A : tensor<4x8xf64, #CSR> to tensor<4x8xf64, #Pairs>
  return %r : tensor<4x8xf64, #Pairs>
}
