// `--lacuna`: what no pass can compile yet ends in one error at the operation that asks for it.

// REQUIRES: pipeline-alone
// RUN: lacuna-opt %s --lacuna --verify-diagnostics --split-input-file

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @branches(%A: tensor<4x4xf64, #CSR>, %B: tensor<4x4xf64, #CSR>, %p: i1) -> tensor<4x4xf64, #CSR> {
  // expected-error@+1 {{scf.if carries a stored tensor: stored tensors cannot flow through branches and loops yet}}
  %0 = scf.if %p -> tensor<4x4xf64, #CSR> {
    scf.yield %A : tensor<4x4xf64, #CSR>
  } else {
    scf.yield %B : tensor<4x4xf64, #CSR>
  }
  return %0 : tensor<4x4xf64, #CSR>
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @extract(%A: tensor<4x4xf64, #CSR>, %i: index) -> f64 {
  // expected-error@+1 {{tensor.extract on a stored tensor is not compiled yet}}
  %0 = tensor.extract %A[%i, %i] : tensor<4x4xf64, #CSR>
  return %0 : f64
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @select(%A: tensor<4x4xf64, #CSR>, %B: tensor<4x4xf64, #CSR>, %p: i1) -> tensor<4x4xf64, #CSR> {
  // expected-error@+1 {{arith.select on a stored tensor is not compiled yet}}
  %0 = arith.select %p, %A, %B : tensor<4x4xf64, #CSR>
  return %0 : tensor<4x4xf64, #CSR>
}
