// `convert-stensor-to-memref`: what it refuses, and why. The culprit is named, not the pack that it uses.

// RUN: lacuna-opt %s --convert-stensor-to-memref --split-input-file --verify-diagnostics

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @storage_of_an_argument(%A: tensor<8x8xf64, #CSR>) -> memref<?xf64> {
  // expected-error@+1 {{the storage of a tensor that comes from a block argument is not known here: it must come from stensor.pack}}
  %0 = stensor.values %A : tensor<8x8xf64, #CSR> -> memref<?xf64>
  return %0 : memref<?xf64>
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func private @source() -> tensor<8x8xf64, #CSR>
func.func @storage_of_a_result() -> memref<?xf64> {
  %A = call @source() : () -> tensor<8x8xf64, #CSR>
  // expected-error@+1 {{the storage of a tensor that comes from func.call is not known here: it must come from stensor.pack}}
  %0 = stensor.values %A : tensor<8x8xf64, #CSR> -> memref<?xf64>
  return %0 : memref<?xf64>
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @conversion_of_formats(%x: tensor<8x8xf64>) {
  // expected-error@+1 {{stensor.convert on a stored tensor is not compiled yet}}
  %0 = stensor.convert %x : tensor<8x8xf64> to tensor<8x8xf64, #CSR>
  return
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @conversion_from_a_format(%pos: memref<?xi32>, %crd: memref<?xi32>, %val: memref<?xf64>) -> tensor<8x8xf64> {
  %A = stensor.pack(%pos, %crd, %val) : (memref<?xi32>, memref<?xi32>, memref<?xf64>) -> tensor<8x8xf64, #CSR>
  // expected-error@+1 {{stensor.convert on a stored tensor is not compiled yet}}
  %0 = stensor.convert %A : tensor<8x8xf64, #CSR> to tensor<8x8xf64>
  return %0 : tensor<8x8xf64>
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @element_of_a_stored_tensor(%pos: memref<?xi32>, %crd: memref<?xi32>, %val: memref<?xf64>, %i: index) -> f64 {
  %A = stensor.pack(%pos, %crd, %val) : (memref<?xi32>, memref<?xi32>, memref<?xf64>) -> tensor<8x8xf64, #CSR>
  // expected-error@+1 {{tensor.extract on a stored tensor is not compiled yet}}
  %0 = tensor.extract %A[%i, %i] : tensor<8x8xf64, #CSR>
  return %0 : f64
}
