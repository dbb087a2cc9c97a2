// `sloop.reorder`: round trip and constraints.

// RUN: lacuna-opt %s --split-input-file --verify-diagnostics | lacuna-opt --split-input-file | FileCheck %s

#Unordered = #stensor.format<(i, j) -> (i : dense, j : compressed(unordered))>
#Vector = #stensor.format<(i) -> (i : compressed), positions = 64, coordinates = 64>

// CHECK-LABEL: func.func @reorders(
// CHECK:         sloop.reorder %arg0[1] under(%arg1) given(%arg1) : tensor<4x8xf64, #{{.*}}> to tensor<?xindex, #{{.*}}>
func.func @reorders(%A: tensor<4x8xf64, #Unordered>, %p: index) {
  %s = sloop.reorder %A[1] under(%p) given(%p) : tensor<4x8xf64, #Unordered> to tensor<?xindex, #Vector>
  stensor.release %s : tensor<?xindex, #Vector>
  return
}

// -----

#Unordered = #stensor.format<(i, j) -> (i : dense, j : compressed(unordered))>
#Vector = #stensor.format<(i) -> (i : compressed)>
func.func @of_values(%A: tensor<4x8xf64, #Unordered>, %p: index) {
  // expected-error@+1 {{gives a compressed vector of positions, found 'tensor<?xf64}}
  %s = sloop.reorder %A[1] under(%p) : tensor<4x8xf64, #Unordered> to tensor<?xf64, #Vector>
  return
}

// -----

#Unordered = #stensor.format<(i, j) -> (i : dense, j : compressed(unordered))>
func.func @into_an_unordered_vector(%A: tensor<4x8xf64, #Unordered>, %p: index) {
  // expected-error@+1 {{gives a compressed vector of positions, found}}
  %s = sloop.reorder %A[1] under(%p) : tensor<4x8xf64, #Unordered> to tensor<?xindex, #stensor.format<(i) -> (i : compressed(unordered))>>
  return
}

// -----

#Unordered = #stensor.format<(i, j) -> (i : dense, j : compressed(unordered))>
#Vector = #stensor.format<(i) -> (i : compressed)>
func.func @under_three_positions(%A: tensor<4x8xf64, #Unordered>, %p: index) {
  // expected-error@+1 {{stands under one position or a range of two, found 3}}
  %s = sloop.reorder %A[1] under(%p, %p, %p) : tensor<4x8xf64, #Unordered> to tensor<?xindex, #Vector>
  return
}

// -----

#Unordered = #stensor.format<(i, j) -> (i : dense, j : compressed(unordered))>
#Vector = #stensor.format<(i) -> (i : compressed)>
func.func @of_no_level(%A: tensor<4x8xf64, #Unordered>, %p: index) {
  // expected-error@+1 {{level 2}}
  %s = sloop.reorder %A[2] under(%p) : tensor<4x8xf64, #Unordered> to tensor<?xindex, #Vector>
  return
}
