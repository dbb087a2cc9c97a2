// What a function did not make it does not free; what it made it frees once, and does not access afterwards.

// RUN: lacuna-opt %s --split-input-file --verify-diagnostics

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @of_an_argument(%A: tensor<4x4xf64, #CSR>) {
  // expected-error@+1 {{'stensor.release' op frees a tensor that its function did not make: block argument 0}}
  stensor.release %A : tensor<4x4xf64, #CSR>
  return
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @of_buffers_of_the_caller(%pos: memref<?xi32>, %crd: memref<?xi32>, %val: memref<?xf64>) {
  %own = memref.cast %pos : memref<?xi32> to memref<5xi32>
  %n = arith.constant 4 : index
  %crd_own = memref.alloc(%n) : memref<?xi32>
  %A = stensor.pack(%own, %crd_own, %val) : (memref<5xi32>, memref<?xi32>, memref<?xf64>) -> tensor<4x4xf64, #CSR>
  // expected-error@+1 {{'stensor.release' op frees a part of a tensor that its function did not make: block argument 2}}
  stensor.release %A : tensor<4x4xf64, #CSR>
  return
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @of_what_is_packed_again(%A: tensor<4x4xf64, #CSR>) {
  %pos, %crd, %val = stensor.unpack %A : tensor<4x4xf64, #CSR> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  %B = stensor.pack(%pos, %crd, %val) : (memref<?xi32>, memref<?xi32>, memref<?xf64>) -> tensor<4x4xf64, #CSR>
  // expected-error@+1 {{frees a part of a tensor that its function did not make: block argument 0}}
  stensor.release %B : tensor<4x4xf64, #CSR>
  return
}

// -----

#V = #stensor.format<(i) -> (i : compressed)>
memref.global "private" constant @positions : memref<2xi32> = dense<[0, 1]>
func.func @of_a_global(%n: index) {
  %pos = memref.get_global @positions : memref<2xi32>
  %crd = memref.alloc(%n) : memref<?xi32>
  %val = memref.alloc(%n) : memref<?xf64>
  %A = stensor.pack(%pos, %crd, %val) : (memref<2xi32>, memref<?xi32>, memref<?xf64>) -> tensor<4xf64, #V>
  // expected-error@+1 {{frees a part of a tensor that its function did not make: the result of memref.get_global}}
  stensor.release %A : tensor<4xf64, #V>
  return
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @of_the_same_by_another_name(%A: tensor<4x4xf64, #CSR>) {
  %B = stensor.convert %A : tensor<4x4xf64, #CSR> to tensor<4x4xf64, #CSR>
  %C = tensor.cast %B : tensor<4x4xf64, #CSR> to tensor<?x?xf64, #CSR>
  // expected-error@+1 {{frees a part of a tensor that its function did not make: the result of stensor.convert}}
  stensor.release %C : tensor<?x?xf64, #CSR>
  return
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#CSC = #stensor.format<(i, j) -> (j : dense, i : compressed)>
func.func @twice(%A: tensor<4x4xf64, #CSR>) {
  %B = stensor.convert %A : tensor<4x4xf64, #CSR> to tensor<4x4xf64, #CSC>
  stensor.release %B : tensor<4x4xf64, #CSC>
  // expected-error@+1 {{'stensor.release' op frees a tensor that is freed before}}
  stensor.release %B : tensor<4x4xf64, #CSC>
  return
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#CSC = #stensor.format<(i, j) -> (j : dense, i : compressed)>
func.func @before_it_is_accessed(%A: tensor<4x4xf64, #CSR>) -> memref<?xf64> {
  %B = stensor.convert %A : tensor<4x4xf64, #CSR> to tensor<4x4xf64, #CSC>
  stensor.release %B : tensor<4x4xf64, #CSC>
  // expected-error@+1 {{'stensor.values' op accesses a tensor that is freed before}}
  %values = stensor.values %B : tensor<4x4xf64, #CSC> -> memref<?xf64>
  return %values : memref<?xf64>
}

// -----

#ByRow = #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton)>
#ByColumn = #stensor.format<(i, j) -> (j : compressed(nonunique), i : singleton)>
func.func @sort_consumes_an_argument(%A: tensor<4x4xf64, #ByRow>) -> tensor<4x4xf64, #ByColumn> {
  // expected-error@+1 {{'stensor.sort' op frees a tensor that its function did not make: block argument 0}}
  %B = stensor.sort %A consumed : tensor<4x4xf64, #ByRow> to tensor<4x4xf64, #ByColumn>
  return %B : tensor<4x4xf64, #ByColumn>
}

// -----

// Sizes outlive the storage.
#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#CSC = #stensor.format<(i, j) -> (j : dense, i : compressed)>
func.func @sizes_may_be_asked_for(%A: tensor<?x4xf64, #CSR>) -> (index, index) {
  %c0 = arith.constant 0 : index
  %B = stensor.convert %A : tensor<?x4xf64, #CSR> to tensor<?x4xf64, #CSC>
  stensor.release %B : tensor<?x4xf64, #CSC>
  %m = tensor.dim %B, %c0 : tensor<?x4xf64, #CSC>
  %n = stensor.level_size %B[0] : tensor<?x4xf64, #CSC>
  return %m, %n : index, index
}
