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
#Needless = #stensor.format<(i, j) -> (i mod 2 : dense, i : compressed, j : compressed)>
func.func @remainder_that_is_known_anyway(%A: tensor<4x8xf64, #CSR>) -> tensor<4x8xf64, #Needless> {
  // expected-error-re@+1 {{level 0 of tensor<4x8xf64, #stensor.format<{{.*}}>> follows from the other levels, and not as a sum or a quotient: leave it out}}
  %r = stensor.convert %A : tensor<4x8xf64, #CSR> to tensor<4x8xf64, #Needless>
  return %r : tensor<4x8xf64, #Needless>
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#Apart = #stensor.format<(i, j) -> ((i + j) floordiv 2 : compressed, i : compressed, j : compressed)>
func.func @quotient_of_levels_further_below(%A: tensor<4x8xf64, #CSR>) -> tensor<4x8xf64, #Apart> {
  // expected-error-re@+1 {{tensor<4x8xf64, #stensor.format<{{.*}}>> cannot be put together in the order of its levels: level 0 follows from others, which are not those above it or the next one below: leave it out}}
  %r = stensor.convert %A : tensor<4x8xf64, #CSR> to tensor<4x8xf64, #Apart>
  return %r : tensor<4x8xf64, #Apart>
}
