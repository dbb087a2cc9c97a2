// `stensor-expand-boundaries`: what it refuses, and why.

// RUN: lacuna-opt %s --stensor-expand-boundaries --verify-diagnostics --split-input-file

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @size_of_a_dimension_there_is_not(%A: tensor<?x?xf64, #CSR>) -> index {
  %c2 = arith.constant 2 : index
  // expected-error@+1 {{dimension 2 of a tensor of order 2}}
  %0 = tensor.dim %A, %c2 : tensor<?x?xf64, #CSR>
  return %0 : index
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @shared_by_threads(%A: tensor<4x4xf64, #CSR>, %n: index) -> tensor<4x4xf64, #CSR> {
  // expected-error@+1 {{scf.forall takes or gives a stored tensor: stored tensors flow through scf.for, scf.while, scf.if, scf.index_switch, scf.execute_region and the branches of cf}}
  %0 = scf.forall (%i) in (%n) shared_outs(%B = %A) -> (tensor<4x4xf64, #CSR>) {
    scf.forall.in_parallel {}
  }
  return %0 : tensor<4x4xf64, #CSR>
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @element(%A: tensor<4x4xf64, #CSR>, %i: index) -> f64 {
  // expected-error@+1 {{tensor.extract on a stored tensor is not compiled yet}}
  %0 = tensor.extract %A[%i, %i] : tensor<4x4xf64, #CSR>
  return %0 : f64
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @operation_left_in_linalg(%A: tensor<4x4xf64, #CSR>, %x: tensor<4xf64>, %y: tensor<4xf64>) -> tensor<4xf64> {
  // expected-error@+1 {{linalg.matvec on a stored tensor is not compiled yet: write it as linalg.generic}}
  %0 = linalg.matvec ins(%A, %x : tensor<4x4xf64, #CSR>, tensor<4xf64>) outs(%y : tensor<4xf64>) -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @slice_that_is_returned(%A: tensor<8x8xf64, #CSR>) -> tensor<4x4xf64, #CSR> {
  // expected-error@+1 {{a slice of a stored tensor is read where it is, by linalg operations, if its strides are known: func.return would take it as a tensor; convert the tensor to a dense one before}}
  %s = tensor.extract_slice %A[2, 1] [4, 4] [1, 2] : tensor<8x8xf64, #CSR> to tensor<4x4xf64, #CSR>
  return %s : tensor<4x4xf64, #CSR>
}

// -----

// What reads the slice is none of its business: the strides are.
#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#CSC = #stensor.format<(i, j) -> (j : dense, i : compressed)>
func.func private @converted(tensor<2x2xf64, #CSR>) -> tensor<2x2xf64, #CSC>
func.func @slice_of_unknown_strides(%A: tensor<4x4xf64, #CSR>, %s: index) -> tensor<2x2xf64, #CSC> {
  // expected-error@+1 {{a slice of a stored tensor is read where it is, by linalg operations, if its strides are known: those of this one are values of the program; convert the tensor to a dense one before}}
  %0 = tensor.extract_slice %A[0, 0] [2, 2] [%s, 1] : tensor<4x4xf64, #CSR> to tensor<2x2xf64, #CSR>
  %1 = call @converted(%0) {stensor.conversion} : (tensor<2x2xf64, #CSR>) -> tensor<2x2xf64, #CSC>
  return %1 : tensor<2x2xf64, #CSC>
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func private @take(tensor<4x4xf64, #CSR>)
func.func @slice_that_is_handed_on(%A: tensor<8x8xf64, #CSR>) {
  // expected-error@+1 {{a slice of a stored tensor is read where it is, by linalg operations, if its strides are known: func.call would take it as a tensor; convert the tensor to a dense one before}}
  %s = tensor.extract_slice %A[2, 1] [4, 4] [1, 2] : tensor<8x8xf64, #CSR> to tensor<4x4xf64, #CSR>
  call @take(%s) : (tensor<4x4xf64, #CSR>) -> ()
  return
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @slice_that_is_converted(%A: tensor<8x8xf64, #CSR>) -> tensor<4x4xf64> {
  // expected-error@+1 {{a slice of a stored tensor is read where it is, by linalg operations, if its strides are known: stensor.convert would take it as a tensor; convert the tensor to a dense one before}}
  %s = tensor.extract_slice %A[2, 1] [4, 4] [1, 2] : tensor<8x8xf64, #CSR> to tensor<4x4xf64, #CSR>
  %d = stensor.convert %s : tensor<4x4xf64, #CSR> to tensor<4x4xf64>
  return %d : tensor<4x4xf64>
}

// -----

// A conversion is named as such, although it has become a function.
#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#CSC = #stensor.format<(i, j) -> (j : dense, i : compressed)>
func.func private @converted(tensor<2x2xf64, #CSR>) -> tensor<2x2xf64, #CSC>
func.func @slice_that_became_a_call(%A: tensor<4x4xf64, #CSR>) -> tensor<2x2xf64, #CSC> {
  // expected-error@+1 {{if its strides are known: stensor.convert would take it as a tensor}}
  %0 = tensor.extract_slice %A[0, 0] [2, 2] [1, 1] : tensor<4x4xf64, #CSR> to tensor<2x2xf64, #CSR>
  %1 = call @converted(%0) {stensor.conversion} : (tensor<2x2xf64, #CSR>) -> tensor<2x2xf64, #CSC>
  return %1 : tensor<2x2xf64, #CSC>
}
