// What the parser and the verifier of `sloop.coiterate` refuse.

// RUN: lacuna-opt %s --verify-diagnostics --split-input-file

#SV = #stensor.format<(i) -> (i : compressed)>
func.func @cursor_past_the_last(%A: tensor<?xf64, #SV>, %r: index) {
  %cursor = sloop.cursor %A[0] under(%r) : tensor<?xf64, #SV>
  sloop.coiterate (%cursor) : !sloop.cursor
  // expected-error@+1 {{cursor 1 of 1 cursors}}
  case(1) (%i: index, %p: index) {
    sloop.yield
  }
  return
}

// -----

#SV = #stensor.format<(i) -> (i : compressed)>
func.func @negative_cursor(%A: tensor<?xf64, #SV>, %r: index) {
  %cursor = sloop.cursor %A[0] under(%r) : tensor<?xf64, #SV>
  sloop.coiterate (%cursor) : !sloop.cursor
  // expected-error@+1 {{cursor -1 of 1 cursors}}
  case(-1) (%i: index, %p: index) {
    sloop.yield
  }
  return
}

// -----

#SV = #stensor.format<(i) -> (i : compressed)>
func.func @a_type_for_each_cursor(%A: tensor<?xf64, #SV>, %B: tensor<?xf64, #SV>, %r: index) {
  %cursor0 = sloop.cursor %A[0] under(%r) : tensor<?xf64, #SV>
  %cursor1 = sloop.cursor %B[0] under(%r) : tensor<?xf64, #SV>
  // expected-error@+1 {{1 types for 2 cursors}}
  sloop.coiterate (%cursor0, %cursor1) : !sloop.cursor
  case(0, 1) (%i: index, %p: index, %q: index) {
    sloop.yield
  }
  return
}

// -----

#SV = #stensor.format<(i) -> (i : compressed)>
func.func @more_cursors_than_a_mask_has_bits(%A: tensor<?xf64, #SV>, %r: index) {
  %cursor0 = sloop.cursor %A[0] under(%r) : tensor<?xf64, #SV>
  %cursor1 = sloop.cursor %A[0] under(%r) : tensor<?xf64, #SV>
  %cursor2 = sloop.cursor %A[0] under(%r) : tensor<?xf64, #SV>
  %cursor3 = sloop.cursor %A[0] under(%r) : tensor<?xf64, #SV>
  %cursor4 = sloop.cursor %A[0] under(%r) : tensor<?xf64, #SV>
  %cursor5 = sloop.cursor %A[0] under(%r) : tensor<?xf64, #SV>
  %cursor6 = sloop.cursor %A[0] under(%r) : tensor<?xf64, #SV>
  %cursor7 = sloop.cursor %A[0] under(%r) : tensor<?xf64, #SV>
  %cursor8 = sloop.cursor %A[0] under(%r) : tensor<?xf64, #SV>
  %cursor9 = sloop.cursor %A[0] under(%r) : tensor<?xf64, #SV>
  %cursor10 = sloop.cursor %A[0] under(%r) : tensor<?xf64, #SV>
  %cursor11 = sloop.cursor %A[0] under(%r) : tensor<?xf64, #SV>
  %cursor12 = sloop.cursor %A[0] under(%r) : tensor<?xf64, #SV>
  %cursor13 = sloop.cursor %A[0] under(%r) : tensor<?xf64, #SV>
  %cursor14 = sloop.cursor %A[0] under(%r) : tensor<?xf64, #SV>
  %cursor15 = sloop.cursor %A[0] under(%r) : tensor<?xf64, #SV>
  %cursor16 = sloop.cursor %A[0] under(%r) : tensor<?xf64, #SV>
  %cursor17 = sloop.cursor %A[0] under(%r) : tensor<?xf64, #SV>
  %cursor18 = sloop.cursor %A[0] under(%r) : tensor<?xf64, #SV>
  %cursor19 = sloop.cursor %A[0] under(%r) : tensor<?xf64, #SV>
  %cursor20 = sloop.cursor %A[0] under(%r) : tensor<?xf64, #SV>
  %cursor21 = sloop.cursor %A[0] under(%r) : tensor<?xf64, #SV>
  %cursor22 = sloop.cursor %A[0] under(%r) : tensor<?xf64, #SV>
  %cursor23 = sloop.cursor %A[0] under(%r) : tensor<?xf64, #SV>
  %cursor24 = sloop.cursor %A[0] under(%r) : tensor<?xf64, #SV>
  %cursor25 = sloop.cursor %A[0] under(%r) : tensor<?xf64, #SV>
  %cursor26 = sloop.cursor %A[0] under(%r) : tensor<?xf64, #SV>
  %cursor27 = sloop.cursor %A[0] under(%r) : tensor<?xf64, #SV>
  %cursor28 = sloop.cursor %A[0] under(%r) : tensor<?xf64, #SV>
  %cursor29 = sloop.cursor %A[0] under(%r) : tensor<?xf64, #SV>
  %cursor30 = sloop.cursor %A[0] under(%r) : tensor<?xf64, #SV>
  // expected-error@+1 {{'sloop.coiterate' op merges at most 30 cursors, found 31}}
  sloop.coiterate (%cursor0, %cursor1, %cursor2, %cursor3, %cursor4, %cursor5, %cursor6, %cursor7, %cursor8, %cursor9, %cursor10, %cursor11, %cursor12, %cursor13, %cursor14, %cursor15, %cursor16, %cursor17, %cursor18, %cursor19, %cursor20, %cursor21, %cursor22, %cursor23, %cursor24, %cursor25, %cursor26, %cursor27, %cursor28, %cursor29, %cursor30) : !sloop.cursor, !sloop.cursor, !sloop.cursor, !sloop.cursor, !sloop.cursor, !sloop.cursor, !sloop.cursor, !sloop.cursor, !sloop.cursor, !sloop.cursor, !sloop.cursor, !sloop.cursor, !sloop.cursor, !sloop.cursor, !sloop.cursor, !sloop.cursor, !sloop.cursor, !sloop.cursor, !sloop.cursor, !sloop.cursor, !sloop.cursor, !sloop.cursor, !sloop.cursor, !sloop.cursor, !sloop.cursor, !sloop.cursor, !sloop.cursor, !sloop.cursor, !sloop.cursor, !sloop.cursor, !sloop.cursor
  case(0) (%i: index, %p: index) {
    sloop.yield
  }
  return
}

// -----

#Unordered = #stensor.format<(i) -> (i : compressed(unordered))>
func.func @coordinates_in_any_order(%A: tensor<?xf64, #Unordered>, %r: index) {
  %cursor = sloop.cursor %A[0] under(%r) : tensor<?xf64, #Unordered>
  // expected-error@+1 {{'sloop.coiterate' op cursor 0 walks an unordered level, which cannot be merged}}
  sloop.coiterate (%cursor) : !sloop.cursor
  case(0) (%i: index, %p: index) {
    sloop.yield
  }
  return
}

// -----

#SV = #stensor.format<(i) -> (i : compressed)>
#Parts = #stensor.format<(i) -> (i : compressed(nonunique))>
func.func @duplicates_one_by_one(%A: tensor<?xf64, #SV>, %B: tensor<?xf64, #Parts>, %r: index) {
  %cursor0 = sloop.cursor %A[0] under(%r) : tensor<?xf64, #SV>
  %cursor1 = sloop.cursor %B[0] under(%r) : tensor<?xf64, #Parts>
  // expected-error@+1 {{'sloop.coiterate' op cursor 1 walks a level with duplicates, which is merged by runs}}
  sloop.coiterate (%cursor0, %cursor1) : !sloop.cursor, !sloop.cursor
  case(0, 1) (%i: index, %p: index, %q: index) {
    sloop.yield
  }
  return
}

// -----

#SV = #stensor.format<(i) -> (i : compressed)>
func.func @a_region_for_each_case(%A: tensor<?xf64, #SV>, %r: index) {
  %cursor = sloop.cursor %A[0] under(%r) : tensor<?xf64, #SV>
  // expected-error@+1 {{'sloop.coiterate' op 2 cases for 1 regions}}
  "sloop.coiterate"(%cursor, %r) <{cases = array<i64: 0, 1>, operandSegmentSizes = array<i32: 1, 1, 0>}> ({
  ^bb0(%i: index):
    sloop.yield
  }) : (!sloop.cursor, index) -> ()
  return
}

// -----

#SV = #stensor.format<(i) -> (i : compressed)>
func.func @results_are_what_is_carried(%A: tensor<?xf64, #SV>, %r: index, %zero: f64) {
  %cursor = sloop.cursor %A[0] under(%r) : tensor<?xf64, #SV>
  // expected-error@+1 {{'sloop.coiterate' op initial values and results must have the same types}}
  "sloop.coiterate"(%cursor, %zero) <{cases = array<i64>, operandSegmentSizes = array<i32: 1, 0, 1>}>
      : (!sloop.cursor, f64) -> ()
  return
}

// -----

#SV = #stensor.format<(i) -> (i : compressed)>
func.func @case_of_a_cursor_that_is_not_there(%A: tensor<?xf64, #SV>, %r: index) {
  %cursor = sloop.cursor %A[0] under(%r) : tensor<?xf64, #SV>
  // expected-error@+1 {{'sloop.coiterate' op case 0 lists a cursor that is not there}}
  "sloop.coiterate"(%cursor) <{cases = array<i64: 2>, operandSegmentSizes = array<i32: 1, 0, 0>}> ({
  ^bb0(%i: index, %p: index):
    sloop.yield
  }) : (!sloop.cursor) -> ()
  return
}

// -----

#SV = #stensor.format<(i) -> (i : compressed)>
func.func @case_there_twice(%A: tensor<?xf64, #SV>, %r: index) {
  %cursor = sloop.cursor %A[0] under(%r) : tensor<?xf64, #SV>
  // expected-error@+1 {{'sloop.coiterate' op case 0 is there twice}}
  sloop.coiterate (%cursor) : !sloop.cursor
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
  %cursor = sloop.cursor %A[0] under(%r) : tensor<?xf64, #SV>
  // expected-error@+1 {{'sloop.coiterate' op a case without cursors needs an extent}}
  sloop.coiterate (%cursor) : !sloop.cursor
  case() (%i: index) {
    sloop.yield
  }
  return
}

// -----

#SV = #stensor.format<(i) -> (i : compressed)>
func.func @a_position_for_each_member(%A: tensor<?xf64, #SV>, %B: tensor<?xf64, #SV>, %r: index) {
  %cursor0 = sloop.cursor %A[0] under(%r) : tensor<?xf64, #SV>
  %cursor1 = sloop.cursor %B[0] under(%r) : tensor<?xf64, #SV>
  // expected-error@+1 {{'sloop.coiterate' op the arguments of case 1 are the coordinate, positions and carried values}}
  sloop.coiterate (%cursor0, %cursor1) : !sloop.cursor, !sloop.cursor
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
  %cursor = sloop.cursor %A[0] under(%r) : tensor<?xf64, #Parts>
  %runs = sloop.runs %cursor
  // expected-error@+1 {{'sloop.coiterate' op the arguments of case 0 are the coordinate, positions and carried values}}
  sloop.coiterate (%runs) : !sloop.cursor<runs>
  case(0) (%i: index, %p: index) {
    sloop.yield
  }
  return
}

// -----

#SV = #stensor.format<(i) -> (i : compressed)>
func.func @carries_the_initial_values(%A: tensor<?xf64, #SV>, %r: index, %zero: f64) {
  %cursor = sloop.cursor %A[0] under(%r) : tensor<?xf64, #SV>
  // expected-error@+1 {{'sloop.coiterate' op the arguments of case 0 are the coordinate, positions and carried values}}
  %0 = sloop.coiterate (%cursor) init(%zero) : !sloop.cursor -> f64
  case(0) (%i: index, %p: index, %s: f32) {
    sloop.yield %s : f32
  }
  return
}

// -----

#SV = #stensor.format<(i) -> (i : compressed)>
func.func @yields_what_it_carries(%A: tensor<?xf64, #SV>, %r: index, %zero: f64) {
  %cursor = sloop.cursor %A[0] under(%r) : tensor<?xf64, #SV>
  // expected-error@+1 {{'sloop.coiterate' op case 0 yields the next carried values}}
  %0 = sloop.coiterate (%cursor) init(%zero) : !sloop.cursor -> f64
  case(0) (%i: index, %p: index, %s: f64) {
    sloop.yield
  }
  return
}

// -----

#SV = #stensor.format<(i) -> (i : compressed)>
func.func @case_without_a_block(%A: tensor<?xf64, #SV>, %r: index) {
  %cursor = sloop.cursor %A[0] under(%r) : tensor<?xf64, #SV>
  // expected-error@+1 {{'sloop.coiterate' op region #0 ('bodies') failed to verify constraint: region with 1 blocks}}
  "sloop.coiterate"(%cursor) <{cases = array<i64: 1>, operandSegmentSizes = array<i32: 1, 0, 0>}> ({
  }) : (!sloop.cursor) -> ()
  return
}

// -----

#SV = #stensor.format<(i) -> (i : compressed)>
func.func @blended_without_a_case(%A: tensor<?xf64, #SV>, %B: tensor<?xf64, #SV>, %r: index) {
  %cursor0 = sloop.cursor %A[0] under(%r) : tensor<?xf64, #SV>
  %cursor1 = sloop.cursor %B[0] under(%r) : tensor<?xf64, #SV>
  // expected-error@+1 {{'sloop.coiterate' op is blended, which needs a case for every combination of two cursors or more, without runs and extent}}
  sloop.coiterate (%cursor0, %cursor1) blended : !sloop.cursor, !sloop.cursor
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
  %cursor0 = sloop.cursor %A[0] under(%r) : tensor<?xf64, #SV>
  %cursor1 = sloop.cursor %B[0] under(%r) : tensor<?xf64, #SV>
  // expected-error@+1 {{'sloop.coiterate' op is blended, which needs a case for every combination of two cursors or more, without runs and extent}}
  sloop.coiterate (%cursor0, %cursor1) over(%r) blended : !sloop.cursor, !sloop.cursor
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
  %cursor0 = sloop.cursor %A[0] under(%r) : tensor<?xf64, #SV>
  %cursor1 = sloop.cursor %B[0] under(%r) : tensor<?xf64, #SV>
  // expected-error@+1 {{'sloop.coiterate' op is blended, which needs a case for every combination of two cursors or more, without runs and extent}}
  sloop.coiterate (%cursor0, %cursor1) blended : !sloop.cursor, !sloop.cursor
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
  %cursor = sloop.cursor %A[0] under(%r) : tensor<?xf64, #SV>
  // expected-error@+1 {{'sloop.coiterate' op is blended, which needs a case for every combination of two cursors or more, without runs and extent}}
  sloop.coiterate (%cursor) blended : !sloop.cursor
  case(0) (%i: index, %p: index, %a: i1) {
    sloop.yield
  }
  return
}

// -----

#Parts = #stensor.format<(i) -> (i : compressed(nonunique))>
#SV = #stensor.format<(i) -> (i : compressed)>
func.func @blended_runs(%A: tensor<?xf64, #Parts>, %B: tensor<?xf64, #SV>, %r: index) {
  %cursor0 = sloop.cursor %A[0] under(%r) : tensor<?xf64, #Parts>
  %runs0 = sloop.runs %cursor0
  %cursor1 = sloop.cursor %B[0] under(%r) : tensor<?xf64, #SV>
  // expected-error@+1 {{'sloop.coiterate' op is blended, which needs a case for every combination of two cursors or more, without runs and extent}}
  sloop.coiterate (%runs0, %cursor1) blended : !sloop.cursor<runs>, !sloop.cursor
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
  %cursor0 = sloop.cursor %A[0] under(%r) : tensor<?xf64, #SV>
  %cursor1 = sloop.cursor %B[0] under(%r) : tensor<?xf64, #SV>
  // expected-error@+1 {{'sloop.coiterate' op the arguments of case 2 are the coordinate, positions and carried values}}
  sloop.coiterate (%cursor0, %cursor1) blended : !sloop.cursor, !sloop.cursor
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
  %cursor0 = sloop.cursor %A[0] under(%r) : tensor<?xf64, #SV>
  %cursor1 = sloop.cursor %B[0] under(%r) : tensor<?xf64, #SV>
  // expected-error@+1 {{'sloop.coiterate' op the arguments of case 0 are the coordinate, positions and carried values}}
  sloop.coiterate (%cursor0, %cursor1) blended : !sloop.cursor, !sloop.cursor
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
func.func @joined_with_nothing_in_common(%A: tensor<?x?xf64, #DCSR>, %B: tensor<?x?xf64, #DCSR>, %r: index) {
  %cursor0 = sloop.cursor %A[0] under(%r) : tensor<?x?xf64, #DCSR>
  %cursor1 = sloop.cursor %B[0] under(%r) : tensor<?x?xf64, #DCSR>
  // expected-error@+1 {{'sloop.coiterate' op has joined cursors, which every case must list; it needs at least one of them, two cursors or an extent, and excludes `blended`}}
  sloop.coiterate (%cursor0, %cursor1) joined(0, 1) : !sloop.cursor, !sloop.cursor
  case(0) (%i: index, %p: index, %pend: index) {
    sloop.yield
  }
  case(1) (%i: index, %q: index, %qend: index) {
    sloop.yield
  }
  return
}

// -----

#DCSR = #stensor.format<(i, j) -> (i : compressed, j : compressed)>
func.func @joined_one_cursor_without_extent(%A: tensor<?x?xf64, #DCSR>, %r: index) {
  %cursor0 = sloop.cursor %A[0] under(%r) : tensor<?x?xf64, #DCSR>
  // expected-error@+1 {{'sloop.coiterate' op has joined cursors, which every case must list; it needs at least one of them, two cursors or an extent, and excludes `blended`}}
  sloop.coiterate (%cursor0) joined(0) : !sloop.cursor
  case(0) (%i: index, %p: index, %pend: index) {
    sloop.yield
  }
  return
}

// -----

#DCSR = #stensor.format<(i, j) -> (i : compressed, j : compressed)>
func.func @joined_without_ranges(%A: tensor<?x?xf64, #DCSR>, %B: tensor<?x?xf64, #DCSR>, %r: index) {
  %cursor0 = sloop.cursor %A[0] under(%r) : tensor<?x?xf64, #DCSR>
  %cursor1 = sloop.cursor %B[0] under(%r) : tensor<?x?xf64, #DCSR>
  // expected-error@+1 {{'sloop.coiterate' op the arguments of case 0 are the coordinate, positions and carried values}}
  sloop.coiterate (%cursor0, %cursor1) joined(0, 1) : !sloop.cursor, !sloop.cursor
  case(0, 1) (%i: index, %p: index, %q: index) {
    sloop.yield
  }
  return
}

// -----

#DCSR = #stensor.format<(i, j) -> (i : compressed, j : compressed)>
func.func @joined_without_cursors(%A: tensor<?x?xf64, #DCSR>, %B: tensor<?x?xf64, #DCSR>, %r: index) {
  %cursor0 = sloop.cursor %A[0] under(%r) : tensor<?x?xf64, #DCSR>
  %cursor1 = sloop.cursor %B[0] under(%r) : tensor<?x?xf64, #DCSR>
  // expected-error@+1 {{'sloop.coiterate' op has joined cursors, which every case must list; it needs at least one of them, two cursors or an extent, and excludes `blended`}}
  sloop.coiterate (%cursor0, %cursor1) joined() : !sloop.cursor, !sloop.cursor
  case(0, 1) (%i: index, %p: index, %q: index) {
    sloop.yield
  }
  return
}

// -----

#DCSR = #stensor.format<(i, j) -> (i : compressed, j : compressed)>
func.func @joined_with_a_cursor_that_is_not_there(%A: tensor<?x?xf64, #DCSR>, %B: tensor<?x?xf64, #DCSR>, %r: index) {
  %cursor0 = sloop.cursor %A[0] under(%r) : tensor<?x?xf64, #DCSR>
  %cursor1 = sloop.cursor %B[0] under(%r) : tensor<?x?xf64, #DCSR>
  // expected-error@+1 {{cursor 2 of 2 cursors}}
  sloop.coiterate (%cursor0, %cursor1) joined(0, 2) : !sloop.cursor, !sloop.cursor
  case(0, 1) (%i: index, %p: index, %q: index) {
    sloop.yield
  }
  return
}
