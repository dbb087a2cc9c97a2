// What the parsers and verifiers of cursor form refuse.

// RUN: lacuna-opt %s --verify-diagnostics --split-input-file

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @level_past_the_last(%A: tensor<?x?xf64, #CSR>, %p: index) {
  // expected-error@+1 {{'sloop.iterate' op level 2 of a tensor with 2 levels}}
  sloop.iterate (%i, %q) in %A[2] under(%p) : tensor<?x?xf64, #CSR> {
    sloop.yield
  }
  return
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @no_position_to_stand_under(%A: tensor<?x?xf64, #CSR>) {
  // expected-error@+1 {{'sloop.iterate' op stands under one position or a range of two, found 0}}
  "sloop.iterate"(%A) <{level = 1 : i64, operandSegmentSizes = array<i32: 1, 0, 0, 0>}> ({
  ^bb0(%i: index, %q: index):
    sloop.yield
  }) : (tensor<?x?xf64, #CSR>) -> ()
  return
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @three_positions(%A: tensor<?x?xf64, #CSR>, %p: index) {
  // expected-error@+1 {{'sloop.iterate' op stands under one position or a range of two, found 3}}
  "sloop.iterate"(%A, %p, %p, %p) <{level = 1 : i64, operandSegmentSizes = array<i32: 1, 3, 0, 0>}> ({
  ^bb0(%i: index, %q: index):
    sloop.yield
  }) : (tensor<?x?xf64, #CSR>, index, index, index) -> ()
  return
}

// -----

#COO = #stensor.format<(i, j) -> (i : compressed(nonunique, unordered), j : singleton)>
func.func @segments_of_unordered_coordinates(%A: tensor<?x?xf64, #COO>, %p: index) {
  // expected-error@+1 {{'sloop.iterate' op segments of level 0, whose coordinates are unordered: equal ones need not be neighbours}}
  sloop.iterate segments (%i, %a, %b) in %A[0] under(%p) : tensor<?x?xf64, #COO> {
    sloop.yield
  }
  return
}

// -----

#COO = #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton)>
func.func @segments_have_three_cursors(%A: tensor<?x?xf64, #COO>, %p: index) {
  // expected-error@+1 {{'sloop.iterate' op the body takes 3 cursors and 0 carried values, found 2 arguments}}
  sloop.iterate segments (%i, %q) in %A[0] under(%p) : tensor<?x?xf64, #COO> {
    sloop.yield
  }
  return
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @cursors_are_two(%A: tensor<?x?xf64, #CSR>, %p: index, %zero: f64) {
  // expected-error@+1 {{'sloop.iterate' op the body takes 2 cursors and 1 carried values, found 4 arguments}}
  %0 = sloop.iterate (%i, %q, %r) in %A[1] under(%p) init(%s = %zero) : tensor<?x?xf64, #CSR> -> f64 {
    sloop.yield %s : f64
  }
  return
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @number_of_initial_values(%A: tensor<?x?xf64, #CSR>, %p: index, %zero: f64) {
  // expected-error@+1 {{1 initial values for 2 results}}
  %0:2 = sloop.iterate (%i, %q) in %A[1] under(%p) init(%s = %zero) : tensor<?x?xf64, #CSR> -> (f64, f64) {
    sloop.yield %s, %s : f64, f64
  }
  return
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @yields_what_it_carries(%A: tensor<?x?xf64, #CSR>, %p: index, %zero: f64) {
  // expected-error@+1 {{'sloop.iterate' op initial values, carried values, yielded values and results must have the same types}}
  %0 = sloop.iterate (%i, %q) in %A[1] under(%p) init(%s = %zero) : tensor<?x?xf64, #CSR> -> f64 {
    sloop.yield
  }
  return
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @no_terminator(%A: tensor<?x?xf64, #CSR>, %p: index) {
  // expected-error@+1 {{'sloop.iterate' op expects a non-empty block}}
  sloop.iterate (%i, %q) in %A[1] under(%p) : tensor<?x?xf64, #CSR> {
  }
  return
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @yield_ends_folds_and_level_loops() {
  // expected-error@+1 {{'sloop.yield' op expects parent op to be one of 'sloop.fold, sloop.iterate, sloop.coiterate'}}
  sloop.yield
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @locates_in_a_level(%A: tensor<?x?xf64, #CSR>, %p: index, %j: index) {
  // expected-error@+1 {{'sloop.locate' op level -1 of a tensor with 2 levels}}
  %q = sloop.locate %j in %A[-1] under(%p) : tensor<?x?xf64, #CSR>
  return
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @type_of_a_value(%A: tensor<?x?xf64, #CSR>, %p: index) {
  // expected-error@+1 {{'sloop.value' op the value is 'f32', the tensor holds 'f64'}}
  %0 = sloop.value %A[%p] : tensor<?x?xf64, #CSR> -> f32
  return
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @type_of_a_vector_of_values(%A: tensor<?x?xf64, #CSR>, %p: index) {
  // expected-error@+1 {{'sloop.value' op the value is 'f32', the tensor holds 'f64'}}
  %0 = sloop.value %A[%p] : tensor<?x?xf64, #CSR> -> vector<8xf32>
  return
}

// -----

func.func @cursors_walk_stored_tensors(%A: tensor<?x?xf64>, %p: index) {
  // expected-error@+1 {{'sloop.value' op operand #0 must be tensor with a #stensor.format encoding, but got 'tensor<?x?xf64>'}}
  %0 = sloop.value %A[%p] : tensor<?x?xf64> -> f64
  return
}

// -----

#Hash = #stensor.format<(i, j) -> (i : dense, j : hashed)>
func.func @locate_finds_once(%A: tensor<?x?xf64, #Hash>, %p: index, %j: index) {
  // expected-error@+1 {{'sloop.locate' op has a position and whether it was found, found 3 results}}
  %0:3 = "sloop.locate"(%j, %A, %p) <{level = 1 : i64}> : (index, tensor<?x?xf64, #Hash>, index) -> (index, i1, i1)
  return
}

// -----

#DIA = #stensor.format<(i, j) -> (j - i : compressed, i : range, j : offset)>
func.func @ranges_are_given_their_offset(%A: tensor<?x?xf64, #DIA>, %p: index) {
  // expected-error@+1 {{'sloop.iterate' op level 1 is range, which computes with coordinates of levels outside it: expected 1 in given(...), found 0}}
  sloop.iterate (%i, %q) in %A[1] under(%p) : tensor<?x?xf64, #DIA> {
    sloop.yield
  }
  return
}

// -----

#DIA = #stensor.format<(i, j) -> (j - i : compressed, i : range, j : offset)>
func.func @also_where_they_are_counted(%A: tensor<?x?xf64, #DIA>, %p: index) -> index {
  // expected-error@+1 {{'sloop.node_count' op level 1 is range, which computes with coordinates of levels outside it: expected 1 in given(...), found 0}}
  %n = sloop.node_count %A[1] under(%p) : tensor<?x?xf64, #DIA>
  return %n : index
}

// -----

#Batches = #stensor.format<(a, b, i) -> (a : batch, b : batch, i : compressed)>
func.func @segments_lie_in_a_batch(%A: tensor<?x?x?xf64, #Batches>, %p: index) {
  // expected-error@+1 {{'sloop.iterate' op level 2 is compressed, which computes with coordinates of levels outside it: expected 2 in given(...), found 1}}
  sloop.iterate (%i, %q) in %A[2] under(%p) given(%p) : tensor<?x?x?xf64, #Batches> {
    sloop.yield
  }
  return
}

// -----

#DIA = #stensor.format<(i, j) -> (j - i : compressed, i : range, j : offset)>
func.func @merged_ranges_are_given_theirs(%A: tensor<?x?xf64, #DIA>, %p: index) {
  // expected-error@+1 {{'sloop.coiterate' op level 1 is range, which computes with coordinates of levels outside it: expected 1 in given(...), found 0}}
  sloop.coiterate (%A[1] under(%p), %A[1] under(%p) given(%p)) : tensor<?x?xf64, #DIA>, tensor<?x?xf64, #DIA>
  case(0, 1) (%i: index, %q: index, %r: index) {
    sloop.yield
  }
  return
}
