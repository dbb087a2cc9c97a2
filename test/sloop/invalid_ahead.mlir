// What the verifiers refuse of looking ahead.

// RUN: lacuna-opt %s --verify-diagnostics --split-input-file

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @fetches_by_at_least_one(%A: tensor<4x4xf64, #CSR>, %p: index) {
  %c = sloop.cursor %A[1] under(%p) : tensor<4x4xf64, #CSR>
  // expected-error@+1 {{'sloop.prefetch' op fetches ahead by at least one position, found 0}}
  %0 = sloop.prefetch %c ahead(0) : !sloop.cursor
  return
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @does_not_look_back(%A: tensor<4x4xf64, #CSR>, %p: index) {
  // expected-error@+1 {{'sloop.coordinate' op looks ahead, found -1}}
  %0 = sloop.coordinate %A[1] at(%p) ahead(-1) : tensor<4x4xf64, #CSR>
  return
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @stays_in_the_format(%A: tensor<4x4xf64, #CSR>, %p: index) {
  // expected-error@+1 {{'sloop.coordinate' op level 2 of a tensor with 2 levels}}
  %0 = sloop.coordinate %A[2] at(%p) ahead(1) : tensor<4x4xf64, #CSR>
  return
}
