// `--lacuna`: what no pass can compile yet ends in one error at the operation that asks for it.

// REQUIRES: pipeline-alone
// RUN: lacuna-opt %s --lacuna --verify-diagnostics --split-input-file

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @extract(%A: tensor<4x4xf64, #CSR>, %i: index) -> f64 {
  // expected-error@+1 {{tensor.extract on a stored tensor is not compiled yet}}
  %0 = tensor.extract %A[%i, %i] : tensor<4x4xf64, #CSR>
  return %0 : f64
}
