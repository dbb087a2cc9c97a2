// `convert-linalg-to-sloop`: tensors in upstream's formats are not taken for dense ones.

// RUN: lacuna-opt %s --convert-linalg-to-sloop --verify-diagnostics --split-input-file

#CSR = #sparse_tensor.encoding<{map = (i, j) -> (i : dense, j : compressed)}>
// expected-error@+1 {{func.func has a tensor in a format of upstream's sparse_tensor: run import-sparse-tensor first}}
func.func @argument(%A: tensor<4x4xf64, #CSR>) {
  return
}

// -----

#CSR = #sparse_tensor.encoding<{map = (i, j) -> (i : dense, j : compressed)}>
func.func @operation(%A: tensor<4x4xf64>) {
  // expected-error@+1 {{sparse_tensor.convert has a tensor in a format of upstream's sparse_tensor}}
  %0 = sparse_tensor.convert %A : tensor<4x4xf64> to tensor<4x4xf64, #CSR>
  return
}
