// What the parsers and verifiers of cursor form refuse.

// RUN: lacuna-opt %s --verify-diagnostics --split-input-file

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @level_past_the_last(%A: tensor<?x?xf64, #CSR>, %p: index) {
  // expected-error@+1 {{'sloop.cursor' op level 2 of a tensor with 2 levels}}
  %cursor = sloop.cursor %A[2] under(%p) : tensor<?x?xf64, #CSR>
  return
}

// -----

#COO = #stensor.format<(i, j) -> (i : compressed(nonunique, unordered), j : singleton)>
func.func @runs_of_unordered_coordinates(%A: tensor<?x?xf64, #COO>, %p: index) {
  %cursor = sloop.cursor %A[0] under(%p) : tensor<?x?xf64, #COO>
  // expected-error@+1 {{'sloop.runs' op takes runs of level 0, whose coordinates are unordered: equal ones need not be neighbours}}
  %runs = sloop.runs %cursor
  return
}

// -----

#COO = #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton)>
func.func @runs_have_two_positions(%A: tensor<?x?xf64, #COO>, %p: index) {
  %cursor = sloop.cursor %A[0] under(%p) : tensor<?x?xf64, #COO>
  %runs = sloop.runs %cursor
  // expected-error@+1 {{'sloop.iterate' op the body takes a coordinate, two positions and 0 carried values, found 2 arguments}}
  sloop.iterate (%i, %q) in %runs : !sloop.cursor<runs> {
    sloop.yield
  }
  return
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @one_position_of_a_node(%A: tensor<?x?xf64, #CSR>, %p: index, %zero: f64) {
  %cursor = sloop.cursor %A[1] under(%p) : tensor<?x?xf64, #CSR>
  // expected-error@+1 {{'sloop.iterate' op the body takes a coordinate, a position and 1 carried values, found 4 arguments}}
  %0 = sloop.iterate (%i, %q, %r) in %cursor init(%s = %zero) : !sloop.cursor -> f64 {
    sloop.yield %s : f64
  }
  return
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @number_of_initial_values(%A: tensor<?x?xf64, #CSR>, %p: index, %zero: f64) {
  %cursor = sloop.cursor %A[1] under(%p) : tensor<?x?xf64, #CSR>
  // expected-error@+1 {{1 initial values for 3 results}}
  %0:3 = sloop.iterate (%i, %q) in %cursor init(%s = %zero) : !sloop.cursor -> (f64, f64, f64) {
    sloop.yield %s, %s, %s : f64, f64, f64
  }
  return
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @yields_what_it_carries(%A: tensor<?x?xf64, #CSR>, %p: index, %zero: f64) {
  %cursor = sloop.cursor %A[1] under(%p) : tensor<?x?xf64, #CSR>
  // expected-error@+1 {{'sloop.iterate' op initial values, carried values, yielded values and results must have the same types}}
  %0 = sloop.iterate (%i, %q) in %cursor init(%s = %zero) : !sloop.cursor -> f64 {
    sloop.yield
  }
  return
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @no_terminator(%A: tensor<?x?xf64, #CSR>, %p: index) {
  %cursor = sloop.cursor %A[1] under(%p) : tensor<?x?xf64, #CSR>
  // expected-error@+1 {{'sloop.iterate' op expects a non-empty block}}
  sloop.iterate (%i, %q) in %cursor : !sloop.cursor {
  }
  return
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @yield_ends_folds_and_level_loops() {
  // expected-error@+1 {{'sloop.yield' op expects parent op to be one of 'sloop.fold, sloop.iterate, sloop.coiterate, sloop.filter, sloop.grow, sloop.workspace'}}
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

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @type_of_the_constant(%A: tensor<?x?xf64, #CSR>, %p: index, %here: i1) {
  // expected-error@+1 {{'sloop.value' op takes a floating-point number or an integer of type 'f64' for where the flag is not set, found 1 : i64}}
  %0 = sloop.value %A[%p] or 1 : i64 where %here : tensor<?x?xf64, #CSR> -> f64
  return
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @constant_without_a_flag(%A: tensor<?x?xf64, #CSR>, %p: index) {
  // expected-error@+1 {{'sloop.value' op has a constant for where a flag is not set: both or none}}
  %0 = "sloop.value"(%A, %p) <{operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>, otherwise = 1.0 : f64}> : (tensor<?x?xf64, #CSR>, index) -> f64
  return
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @sum_or_constant(%A: tensor<?x?xf64, #CSR>, %p: index, %here: i1) {
  // expected-error@+1 {{'sloop.value' op has a constant for where a flag is not set, so it reads one position}}
  %0 = sloop.value %A[%p to %p] or 1.0 : f64 where %here : tensor<?x?xf64, #CSR> -> f64
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
  // expected-error@+1 {{'sloop.cursor' op level 1 is range, which computes with coordinates of levels outside it: expected 1 in given(...), found 0}}
  %cursor = sloop.cursor %A[1] under(%p) : tensor<?x?xf64, #DIA>
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
  // expected-error@+1 {{'sloop.cursor' op level 2 is compressed, which computes with coordinates of levels outside it: expected 2 in given(...), found 1}}
  %cursor = sloop.cursor %A[2] under(%p) given(%p) : tensor<?x?x?xf64, #Batches>
  return
}

// -----

#Rows = #stensor.format<(i, j) -> (i : compressed, j : dense)>
func.func @one_value_with_a_mask(%A: tensor<?x?xf64, #Rows>, %p: index, %m: vector<4xi1>) {
  // expected-error@+1 {{'sloop.value' op only lanes have a mask, the value is 'f64'}}
  %0 = sloop.value %A[%p] mask %m : vector<4xi1> : tensor<?x?xf64, #Rows> -> f64
  return
}

// -----

#Rows = #stensor.format<(i, j) -> (i : compressed, j : dense)>
func.func @lanes_with_a_mask_of_others(%A: tensor<?x?xf64, #Rows>, %p: index, %m: vector<4xi1>) {
  // expected-error@+1 {{'sloop.value' op the mask of 8 lanes is 'vector<4xi1>'}}
  %0 = sloop.value %A[%p] mask %m : vector<4xi1> : tensor<?x?xf64, #Rows> -> vector<8xf64>
  return
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @one_way(%A: tensor<?x?xf64, #CSR>) {
  // expected-error@+1 {{'sloop.choose' op chooses between two ways at least, found 1}}
  %0 = sloop.choose %A[1] of [#sloop.how<chains = 1>] : tensor<?x?xf64, #CSR>
  return
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @the_same_way(%A: tensor<?x?xf64, #CSR>) {
  // expected-error@+1 {{'sloop.choose' op chooses between different ways, found #sloop.how<chains = 1> twice}}
  %0 = sloop.choose %A[1] of [#sloop.how<chains = 1>, #sloop.how<gathers = 8>, #sloop.how<chains = 1>] : tensor<?x?xf64, #CSR>
  return
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @ways_through_no_level(%A: tensor<?x?xf64, #CSR>) {
  // expected-error@+1 {{'sloop.choose' op level 2 of a tensor with 2 levels}}
  %0 = sloop.choose %A[2] of [#sloop.how<chains = 1>, #sloop.how<gathers = 8>] : tensor<?x?xf64, #CSR>
  return
}
