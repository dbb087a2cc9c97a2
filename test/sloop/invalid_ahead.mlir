// What the verifiers refuse of looking ahead.

// RUN: lacuna-opt %s --verify-diagnostics --split-input-file

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @fetches_by_at_least_one(%A: tensor<4x4xf64, #CSR>, %p: index) {
  // expected-error@+1 {{'sloop.iterate' op fetches ahead by at least one position, found 0}}
  sloop.iterate (%j, %q) in %A[1] under(%p) ahead(0) : tensor<4x4xf64, #CSR> {
    sloop.yield
  }
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

// -----

#SV = #stensor.format<(i) -> (i : compressed)>
func.func @merges_fetch_by_at_least_one(%A: tensor<4xf64, #SV>, %p: index) {
  // expected-error@+1 {{'sloop.coiterate' op fetches ahead by at least one position, found 0}}
  sloop.coiterate (%A[0] under(%p)) ahead(0) : tensor<4xf64, #SV>
  case(0) (%i: index, %q: index) {
    sloop.yield
  }
  return
}
