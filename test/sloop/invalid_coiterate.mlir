// What the parser and the verifier of `sloop.coiterate` refuse.

// RUN: lacuna-opt %s --verify-diagnostics --split-input-file

#SV = #stensor.format<(i) -> (i : compressed)>
func.func @cursor_past_the_last(%A: tensor<?xf64, #SV>, %r: index) {
  sloop.coiterate (%A[0] under(%r)) : tensor<?xf64, #SV>
  // expected-error@+1 {{cursor 1 of 1 cursors}}
  case(1) (%i: index, %p: index) {
    sloop.yield
  }
  return
}

// -----

#SV = #stensor.format<(i) -> (i : compressed)>
func.func @negative_cursor(%A: tensor<?xf64, #SV>, %r: index) {
  sloop.coiterate (%A[0] under(%r)) : tensor<?xf64, #SV>
  // expected-error@+1 {{cursor -1 of 1 cursors}}
  case(-1) (%i: index, %p: index) {
    sloop.yield
  }
  return
}

// -----

#SV = #stensor.format<(i) -> (i : compressed)>
func.func @a_type_for_each_cursor(%A: tensor<?xf64, #SV>, %B: tensor<?xf64, #SV>, %r: index) {
  // expected-error@+1 {{1 types for 2 cursors}}
  sloop.coiterate (%A[0] under(%r), %B[0] under(%r)) : tensor<?xf64, #SV>
  case(0, 1) (%i: index, %p: index, %q: index) {
    sloop.yield
  }
  return
}

// -----

func.func @cursors_walk_stored_tensors(%A: tensor<?xf64>, %r: index) {
  // expected-error@+1 {{'sloop.coiterate' op operand #0 must be variadic of tensor with a #stensor.format encoding, but got 'tensor<?xf64>'}}
  sloop.coiterate (%A[0] under(%r)) : tensor<?xf64>
  case(0) (%i: index, %p: index) {
    sloop.yield
  }
  return
}

// -----

#SV = #stensor.format<(i) -> (i : compressed)>
func.func @more_cursors_than_a_mask_has_bits(%A: tensor<?xf64, #SV>, %r: index) {
  // expected-error@+1 {{'sloop.coiterate' op merges at most 30 cursors, found 31}}
  sloop.coiterate (%A[0] under(%r), %A[0] under(%r), %A[0] under(%r), %A[0] under(%r), %A[0] under(%r), %A[0] under(%r), %A[0] under(%r), %A[0] under(%r), %A[0] under(%r), %A[0] under(%r), %A[0] under(%r), %A[0] under(%r), %A[0] under(%r), %A[0] under(%r), %A[0] under(%r), %A[0] under(%r), %A[0] under(%r), %A[0] under(%r), %A[0] under(%r), %A[0] under(%r), %A[0] under(%r), %A[0] under(%r), %A[0] under(%r), %A[0] under(%r), %A[0] under(%r), %A[0] under(%r), %A[0] under(%r), %A[0] under(%r), %A[0] under(%r), %A[0] under(%r), %A[0] under(%r))
      : tensor<?xf64, #SV>, tensor<?xf64, #SV>, tensor<?xf64, #SV>, tensor<?xf64, #SV>, tensor<?xf64, #SV>, tensor<?xf64, #SV>, tensor<?xf64, #SV>, tensor<?xf64, #SV>, tensor<?xf64, #SV>, tensor<?xf64, #SV>, tensor<?xf64, #SV>, tensor<?xf64, #SV>, tensor<?xf64, #SV>, tensor<?xf64, #SV>, tensor<?xf64, #SV>, tensor<?xf64, #SV>, tensor<?xf64, #SV>, tensor<?xf64, #SV>, tensor<?xf64, #SV>, tensor<?xf64, #SV>, tensor<?xf64, #SV>, tensor<?xf64, #SV>, tensor<?xf64, #SV>, tensor<?xf64, #SV>, tensor<?xf64, #SV>, tensor<?xf64, #SV>, tensor<?xf64, #SV>, tensor<?xf64, #SV>, tensor<?xf64, #SV>, tensor<?xf64, #SV>, tensor<?xf64, #SV>
  case(0) (%i: index, %p: index) {
    sloop.yield
  }
  return
}

// -----

#SV = #stensor.format<(i) -> (i : compressed)>
func.func @a_level_for_each_cursor(%A: tensor<?xf64, #SV>, %r: index) {
  // expected-error@+1 {{'sloop.coiterate' op levels, positions and segments are one for each of 2 cursors}}
  "sloop.coiterate"(%A, %A, %r, %r) <{levels = array<i64: 0>, parentCounts = array<i64: 1, 1>, givenCounts = array<i64: 0, 0>,
      segments = array<i1: false, false>, cases = array<i64>, operandSegmentSizes = array<i32: 2, 2, 0, 0, 0>}>
      : (tensor<?xf64, #SV>, tensor<?xf64, #SV>, index, index) -> ()
  return
}

// -----

#SV = #stensor.format<(i) -> (i : compressed)>
func.func @segments_for_each_cursor(%A: tensor<?xf64, #SV>, %r: index) {
  // expected-error@+1 {{'sloop.coiterate' op levels, positions and segments are one for each of 1 cursors}}
  "sloop.coiterate"(%A, %r) <{levels = array<i64: 0>, parentCounts = array<i64: 1>, givenCounts = array<i64: 0>,
      segments = array<i1>, cases = array<i64>, operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>}>
      : (tensor<?xf64, #SV>, index) -> ()
  return
}

// -----

#SV = #stensor.format<(i) -> (i : compressed)>
func.func @level_past_the_last(%A: tensor<?xf64, #SV>, %r: index) {
  // expected-error@+1 {{'sloop.coiterate' op level 1 of a tensor with 1 levels}}
  sloop.coiterate (%A[1] under(%r)) : tensor<?xf64, #SV>
  case(0) (%i: index, %p: index) {
    sloop.yield
  }
  return
}

// -----

#Unordered = #stensor.format<(i) -> (i : compressed(unordered))>
func.func @coordinates_in_any_order(%A: tensor<?xf64, #Unordered>, %r: index) {
  // expected-error@+1 {{'sloop.coiterate' op cursor 0 walks an unordered level, which cannot be merged}}
  sloop.coiterate (%A[0] under(%r)) : tensor<?xf64, #Unordered>
  case(0) (%i: index, %p: index) {
    sloop.yield
  }
  return
}

// -----

#SV = #stensor.format<(i) -> (i : compressed)>
#Parts = #stensor.format<(i) -> (i : compressed(nonunique))>
func.func @duplicates_one_by_one(%A: tensor<?xf64, #SV>, %B: tensor<?xf64, #Parts>, %r: index) {
  // expected-error@+1 {{'sloop.coiterate' op cursor 1 walks a level with duplicates, which is merged by segments}}
  sloop.coiterate (%A[0] under(%r), %B[0] under(%r)) : tensor<?xf64, #SV>, tensor<?xf64, #Parts>
  case(0, 1) (%i: index, %p: index, %q: index) {
    sloop.yield
  }
  return
}

// -----

#SV = #stensor.format<(i) -> (i : compressed)>
func.func @no_position_to_stand_under(%A: tensor<?xf64, #SV>) {
  // expected-error@+1 {{'sloop.coiterate' op cursor 0 stands under one position or a range of two, found 0}}
  "sloop.coiterate"(%A) <{levels = array<i64: 0>, parentCounts = array<i64: 0>, givenCounts = array<i64: 0>,
      segments = array<i1: false>, cases = array<i64>, operandSegmentSizes = array<i32: 1, 0, 0, 0, 0>}>
      : (tensor<?xf64, #SV>) -> ()
  return
}

// -----

#SV = #stensor.format<(i) -> (i : compressed)>
func.func @three_positions(%A: tensor<?xf64, #SV>, %r: index) {
  // expected-error@+1 {{'sloop.coiterate' op cursor 0 stands under one position or a range of two, found 3}}
  "sloop.coiterate"(%A, %r, %r, %r) <{levels = array<i64: 0>, parentCounts = array<i64: 3>, givenCounts = array<i64: 0>,
      segments = array<i1: false>, cases = array<i64>, operandSegmentSizes = array<i32: 1, 3, 0, 0, 0>}>
      : (tensor<?xf64, #SV>, index, index, index) -> ()
  return
}

// -----

#SV = #stensor.format<(i) -> (i : compressed)>
func.func @a_position_too_many(%A: tensor<?xf64, #SV>, %r: index) {
  // expected-error@+1 {{'sloop.coiterate' op positions and coordinates do not add up}}
  "sloop.coiterate"(%A, %r, %r) <{levels = array<i64: 0>, parentCounts = array<i64: 1>, givenCounts = array<i64: 0>,
      segments = array<i1: false>, cases = array<i64>, operandSegmentSizes = array<i32: 1, 2, 0, 0, 0>}>
      : (tensor<?xf64, #SV>, index, index) -> ()
  return
}

// -----

#SV = #stensor.format<(i) -> (i : compressed)>
func.func @a_coordinate_too_few(%A: tensor<?xf64, #SV>, %r: index) {
  // expected-error@+1 {{'sloop.coiterate' op positions and coordinates do not add up}}
  "sloop.coiterate"(%A, %r) <{levels = array<i64: 0>, parentCounts = array<i64: 1>, givenCounts = array<i64: 1>,
      segments = array<i1: false>, cases = array<i64>, operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>}>
      : (tensor<?xf64, #SV>, index) -> ()
  return
}

// -----

#SV = #stensor.format<(i) -> (i : compressed)>
func.func @a_region_for_each_case(%A: tensor<?xf64, #SV>, %r: index) {
  // expected-error@+1 {{'sloop.coiterate' op 2 cases for 1 regions}}
  "sloop.coiterate"(%A, %r, %r) <{levels = array<i64: 0>, parentCounts = array<i64: 1>, givenCounts = array<i64: 0>,
      segments = array<i1: false>, cases = array<i64: 0, 1>, operandSegmentSizes = array<i32: 1, 1, 0, 1, 0>}> ({
  ^bb0(%i: index):
    sloop.yield
  }) : (tensor<?xf64, #SV>, index, index) -> ()
  return
}

// -----

#SV = #stensor.format<(i) -> (i : compressed)>
func.func @results_are_what_is_carried(%A: tensor<?xf64, #SV>, %r: index, %zero: f64) {
  // expected-error@+1 {{'sloop.coiterate' op initial values and results must have the same types}}
  "sloop.coiterate"(%A, %r, %zero) <{levels = array<i64: 0>, parentCounts = array<i64: 1>, givenCounts = array<i64: 0>,
      segments = array<i1: false>, cases = array<i64>, operandSegmentSizes = array<i32: 1, 1, 0, 0, 1>}>
      : (tensor<?xf64, #SV>, index, f64) -> ()
  return
}

// -----

#SV = #stensor.format<(i) -> (i : compressed)>
func.func @case_of_a_cursor_that_is_not_there(%A: tensor<?xf64, #SV>, %r: index) {
  // expected-error@+1 {{'sloop.coiterate' op case 0 lists a cursor that is not there}}
  "sloop.coiterate"(%A, %r) <{levels = array<i64: 0>, parentCounts = array<i64: 1>, givenCounts = array<i64: 0>,
      segments = array<i1: false>, cases = array<i64: 2>, operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>}> ({
  ^bb0(%i: index, %p: index):
    sloop.yield
  }) : (tensor<?xf64, #SV>, index) -> ()
  return
}

// -----

#SV = #stensor.format<(i) -> (i : compressed)>
func.func @case_there_twice(%A: tensor<?xf64, #SV>, %r: index) {
  // expected-error@+1 {{'sloop.coiterate' op case 0 is there twice}}
  sloop.coiterate (%A[0] under(%r)) : tensor<?xf64, #SV>
  case(0) (%i: index, %p: index) {
    sloop.yield
  }
  case(0) (%i: index, %p: index) {
    sloop.yield
  }
  return
}

// -----

#SV = #stensor.format<(i) -> (i : compressed)>
func.func @nothing_stored_and_no_extent(%A: tensor<?xf64, #SV>, %r: index) {
  // expected-error@+1 {{'sloop.coiterate' op a case without cursors needs an extent}}
  sloop.coiterate (%A[0] under(%r)) : tensor<?xf64, #SV>
  case() (%i: index) {
    sloop.yield
  }
  return
}

// -----

#SV = #stensor.format<(i) -> (i : compressed)>
func.func @a_position_for_each_member(%A: tensor<?xf64, #SV>, %B: tensor<?xf64, #SV>, %r: index) {
  // expected-error@+1 {{'sloop.coiterate' op the arguments of case 1 are the coordinate, positions and carried values}}
  sloop.coiterate (%A[0] under(%r), %B[0] under(%r)) : tensor<?xf64, #SV>, tensor<?xf64, #SV>
  case(0) (%i: index, %p: index) {
    sloop.yield
  }
  case(1) (%i: index, %p: index, %q: index) {
    sloop.yield
  }
  return
}

// -----

#Parts = #stensor.format<(i) -> (i : compressed(nonunique))>
func.func @two_positions_of_a_segment(%A: tensor<?xf64, #Parts>, %r: index) {
  // expected-error@+1 {{'sloop.coiterate' op the arguments of case 0 are the coordinate, positions and carried values}}
  sloop.coiterate (%A[0] under(%r) segments) : tensor<?xf64, #Parts>
  case(0) (%i: index, %p: index) {
    sloop.yield
  }
  return
}

// -----

#SV = #stensor.format<(i) -> (i : compressed)>
func.func @carries_the_initial_values(%A: tensor<?xf64, #SV>, %r: index, %zero: f64) {
  // expected-error@+1 {{'sloop.coiterate' op the arguments of case 0 are the coordinate, positions and carried values}}
  %0 = sloop.coiterate (%A[0] under(%r)) init(%zero) : tensor<?xf64, #SV> -> f64
  case(0) (%i: index, %p: index, %s: f32) {
    sloop.yield %s : f32
  }
  return
}

// -----

#SV = #stensor.format<(i) -> (i : compressed)>
func.func @yields_what_it_carries(%A: tensor<?xf64, #SV>, %r: index, %zero: f64) {
  // expected-error@+1 {{'sloop.coiterate' op case 0 yields the next carried values}}
  %0 = sloop.coiterate (%A[0] under(%r)) init(%zero) : tensor<?xf64, #SV> -> f64
  case(0) (%i: index, %p: index, %s: f64) {
    sloop.yield
  }
  return
}

// -----

#SV = #stensor.format<(i) -> (i : compressed)>
func.func @case_without_a_block(%A: tensor<?xf64, #SV>, %r: index) {
  // expected-error@+1 {{'sloop.coiterate' op region #0 ('bodies') failed to verify constraint: region with 1 blocks}}
  "sloop.coiterate"(%A, %r) <{levels = array<i64: 0>, parentCounts = array<i64: 1>, givenCounts = array<i64: 0>,
      segments = array<i1: false>, cases = array<i64: 1>, operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>}> ({
  }) : (tensor<?xf64, #SV>, index) -> ()
  return
}

// -----

#SV = #stensor.format<(i) -> (i : compressed)>
func.func @blended_without_a_case(%A: tensor<?xf64, #SV>, %B: tensor<?xf64, #SV>, %r: index) {
  // expected-error@+1 {{'sloop.coiterate' op is blended, which needs a case for every combination of two cursors or more, without segments and extent}}
  sloop.coiterate (%A[0] under(%r), %B[0] under(%r)) blended : tensor<?xf64, #SV>, tensor<?xf64, #SV>
  case(0) (%i: index, %p: index) {
    sloop.yield
  }
  case(0, 1) (%i: index, %p: index, %q: index, %a: i1, %b: i1) {
    sloop.yield
  }
  return
}

// -----

#SV = #stensor.format<(i) -> (i : compressed)>
func.func @blended_over_an_extent(%A: tensor<?xf64, #SV>, %B: tensor<?xf64, #SV>, %r: index) {
  // expected-error@+1 {{'sloop.coiterate' op is blended, which needs a case for every combination of two cursors or more, without segments and extent}}
  sloop.coiterate (%A[0] under(%r), %B[0] under(%r)) over(%r) blended : tensor<?xf64, #SV>, tensor<?xf64, #SV>
  case(0) (%i: index, %p: index) {
    sloop.yield
  }
  case(1) (%i: index, %p: index) {
    sloop.yield
  }
  case(0, 1) (%i: index, %p: index, %q: index, %a: i1, %b: i1) {
    sloop.yield
  }
  return
}

// -----

#SV = #stensor.format<(i) -> (i : compressed)>
func.func @blended_where_nothing_is_stored(%A: tensor<?xf64, #SV>, %B: tensor<?xf64, #SV>, %r: index) {
  // expected-error@+1 {{'sloop.coiterate' op is blended, which needs a case for every combination of two cursors or more, without segments and extent}}
  sloop.coiterate (%A[0] under(%r), %B[0] under(%r)) blended : tensor<?xf64, #SV>, tensor<?xf64, #SV>
  case() (%i: index) {
    sloop.yield
  }
  case(1) (%i: index, %p: index) {
    sloop.yield
  }
  case(0, 1) (%i: index, %p: index, %q: index, %a: i1, %b: i1) {
    sloop.yield
  }
  return
}

// -----

#SV = #stensor.format<(i) -> (i : compressed)>
func.func @blended_alone(%A: tensor<?xf64, #SV>, %r: index) {
  // expected-error@+1 {{'sloop.coiterate' op is blended, which needs a case for every combination of two cursors or more, without segments and extent}}
  sloop.coiterate (%A[0] under(%r)) blended : tensor<?xf64, #SV>
  case(0) (%i: index, %p: index, %a: i1) {
    sloop.yield
  }
  return
}

// -----

#Parts = #stensor.format<(i) -> (i : compressed(nonunique))>
#SV = #stensor.format<(i) -> (i : compressed)>
func.func @blended_segments(%A: tensor<?xf64, #Parts>, %B: tensor<?xf64, #SV>, %r: index) {
  // expected-error@+1 {{'sloop.coiterate' op is blended, which needs a case for every combination of two cursors or more, without segments and extent}}
  sloop.coiterate (%A[0] under(%r) segments, %B[0] under(%r)) blended : tensor<?xf64, #Parts>, tensor<?xf64, #SV>
  case(0) (%i: index, %p: index, %q: index) {
    sloop.yield
  }
  case(1) (%i: index, %p: index) {
    sloop.yield
  }
  case(0, 1) (%i: index, %p: index, %q: index, %s: index, %a: i1, %b: i1) {
    sloop.yield
  }
  return
}

// -----

#SV = #stensor.format<(i) -> (i : compressed)>
func.func @blended_without_flags(%A: tensor<?xf64, #SV>, %B: tensor<?xf64, #SV>, %r: index) {
  // expected-error@+1 {{'sloop.coiterate' op the arguments of case 2 are the coordinate, positions and carried values}}
  sloop.coiterate (%A[0] under(%r), %B[0] under(%r)) blended : tensor<?xf64, #SV>, tensor<?xf64, #SV>
  case(0) (%i: index, %p: index) {
    sloop.yield
  }
  case(1) (%i: index, %p: index) {
    sloop.yield
  }
  case(0, 1) (%i: index, %p: index, %q: index) {
    sloop.yield
  }
  return
}

// -----

#SV = #stensor.format<(i) -> (i : compressed)>
func.func @flags_of_one_cursor(%A: tensor<?xf64, #SV>, %B: tensor<?xf64, #SV>, %r: index) {
  // expected-error@+1 {{'sloop.coiterate' op the arguments of case 0 are the coordinate, positions and carried values}}
  sloop.coiterate (%A[0] under(%r), %B[0] under(%r)) blended : tensor<?xf64, #SV>, tensor<?xf64, #SV>
  case(0) (%i: index, %p: index, %a: i1) {
    sloop.yield
  }
  case(1) (%i: index, %p: index) {
    sloop.yield
  }
  case(0, 1) (%i: index, %p: index, %q: index, %a: i1, %b: i1) {
    sloop.yield
  }
  return
}

// -----

#DCSR = #stensor.format<(i, j) -> (i : compressed, j : compressed)>
func.func @joined_with_another_case(%A: tensor<?x?xf64, #DCSR>, %B: tensor<?x?xf64, #DCSR>, %r: index) {
  // expected-error@+1 {{'sloop.coiterate' op is joined, which needs the case of all cursors, of which there are two or more, alone, without extent}}
  sloop.coiterate (%A[0] under(%r), %B[0] under(%r)) joined : tensor<?x?xf64, #DCSR>, tensor<?x?xf64, #DCSR>
  case(0) (%i: index, %p: index, %pend: index) {
    sloop.yield
  }
  case(0, 1) (%i: index, %p: index, %pend: index, %q: index, %qend: index) {
    sloop.yield
  }
  return
}

// -----

#DCSR = #stensor.format<(i, j) -> (i : compressed, j : compressed)>
func.func @joined_over_an_extent(%A: tensor<?x?xf64, #DCSR>, %B: tensor<?x?xf64, #DCSR>, %r: index) {
  // expected-error@+1 {{'sloop.coiterate' op is joined, which needs the case of all cursors, of which there are two or more, alone, without extent}}
  sloop.coiterate (%A[0] under(%r), %B[0] under(%r)) over(%r) joined : tensor<?x?xf64, #DCSR>, tensor<?x?xf64, #DCSR>
  case(0, 1) (%i: index, %p: index, %pend: index, %q: index, %qend: index) {
    sloop.yield
  }
  return
}

// -----

#DCSR = #stensor.format<(i, j) -> (i : compressed, j : compressed)>
func.func @joined_without_ranges(%A: tensor<?x?xf64, #DCSR>, %B: tensor<?x?xf64, #DCSR>, %r: index) {
  // expected-error@+1 {{'sloop.coiterate' op the arguments of case 0 are the coordinate, positions and carried values}}
  sloop.coiterate (%A[0] under(%r), %B[0] under(%r)) joined : tensor<?x?xf64, #DCSR>, tensor<?x?xf64, #DCSR>
  case(0, 1) (%i: index, %p: index, %q: index) {
    sloop.yield
  }
  return
}
