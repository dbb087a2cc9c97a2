// What the verifiers of cursors and their wrappers refuse.

// RUN: lacuna-opt %s --verify-diagnostics --split-input-file

func.func @a_cursor_from_elsewhere(%c: !sloop.cursor) {
  // expected-error@+1 {{'sloop.iterate' op takes a cursor that an operation beside it makes: a walk cannot come from elsewhere}}
  sloop.iterate (%i, %q) in %c : !sloop.cursor {
    sloop.yield
  }
  return
}

// -----

func.func @a_wrapper_of_one_from_elsewhere(%c: !sloop.cursor, %d: index) {
  // expected-error@+1 {{'sloop.shift' op takes a cursor that an operation beside it makes}}
  %s = sloop.shift %c by(%d) : !sloop.cursor
  return
}

// -----

#SV = #stensor.format<(i) -> (i : compressed)>
func.func @a_cursor_that_is_chosen(%A: tensor<?xf64, #SV>, %p: index, %which: i1) {
  // expected-error@+1 {{'sloop.cursor' op is taken by arith.select: a cursor is taken by loops over it and by what wraps it}}
  %a = sloop.cursor %A[0] under(%p) : tensor<?xf64, #SV>
  %c = arith.select %which, %a, %a : !sloop.cursor
  return
}

// -----

#SV = #stensor.format<(i) -> (i : compressed)>
func.func @a_cursor_that_is_returned(%A: tensor<?xf64, #SV>, %p: index) -> !sloop.cursor {
  %a = sloop.cursor %A[0] under(%p) : tensor<?xf64, #SV>
  // expected-error@+1 {{'sloop.shift' op is taken by func.return}}
  %s = sloop.shift %a by(%p) : !sloop.cursor
  return %s : !sloop.cursor
}

// -----

func.func @a_cursor_of_itself(%d: index) {
  // expected-error@+1 {{'sloop.shift' op takes a cursor that is made of itself}}
  %s = sloop.shift %s by(%d) : !sloop.cursor
  return
}

// -----

#SV = #stensor.format<(i) -> (i : compressed)>
func.func @a_cursor_that_comes_later(%A: tensor<?xf64, #SV>, %p: index) {
  // expected-error@+1 {{'sloop.runs' op takes a cursor of a level that is not there}}
  %r = sloop.runs %c
  %c = sloop.cursor %A[7] under(%p) : tensor<?xf64, #SV>
  return
}

// -----

func.func @cursors_of_each_other(%keep: i1) {
  // expected-error@+1 {{'sloop.filter' op takes a cursor that is made of itself}}
  %f = sloop.filter %g (%i) {
    sloop.yield %keep : i1
  }
  %g = sloop.filter %f (%i) {
    sloop.yield %keep : i1
  }
  return
}

// -----

#Unordered = #stensor.format<(i) -> (i : compressed(unordered))>
func.func @clips_what_has_no_order(%A: tensor<?xf64, #Unordered>, %p: index) {
  %c = sloop.cursor %A[0] under(%p) : tensor<?xf64, #Unordered>
  // expected-error@+1 {{'sloop.clip' op clips level 0, whose coordinates are unordered: filter it}}
  %t = sloop.clip %c to(%p, %p) : !sloop.cursor
  return
}

// -----

#SV = #stensor.format<(i) -> (i : compressed)>
func.func @clips_what_is_filtered(%A: tensor<?xf64, #SV>, %p: index, %keep: i1) {
  %c = sloop.cursor %A[0] under(%p) : tensor<?xf64, #SV>
  %f = sloop.filter %c (%i) {
    sloop.yield %keep : i1
  }
  // expected-error@+1 {{'sloop.clip' op clips a filtered cursor: clip it first}}
  %t = sloop.clip %f to(%p, %p) : !sloop.cursor
  return
}

// -----

#SV = #stensor.format<(i) -> (i : compressed)>
func.func @runs_of_what_is_filtered(%A: tensor<?xf64, #SV>, %p: index, %keep: i1) {
  %c = sloop.cursor %A[0] under(%p) : tensor<?xf64, #SV>
  %f = sloop.filter %c (%i) {
    sloop.yield %keep : i1
  }
  // expected-error@+1 {{'sloop.runs' op takes runs of a filtered cursor: clip it instead}}
  %r = sloop.runs %f
  return
}

// -----

#SV = #stensor.format<(i) -> (i : compressed)>
func.func @merges_what_is_filtered(%A: tensor<?xf64, #SV>, %p: index, %keep: i1) {
  %c = sloop.cursor %A[0] under(%p) : tensor<?xf64, #SV>
  %f = sloop.filter %c (%i) {
    sloop.yield %keep : i1
  }
  // expected-error@+1 {{'sloop.coiterate' op cursor 0 leaves out coordinates, which cannot be merged}}
  sloop.coiterate (%f) : !sloop.cursor
  return
}

// -----

#SV = #stensor.format<(i) -> (i : compressed)>
func.func @keeps_a_number(%A: tensor<?xf64, #SV>, %p: index) {
  %c = sloop.cursor %A[0] under(%p) : tensor<?xf64, #SV>
  // expected-error@+1 {{'sloop.filter' op takes a coordinate and yields whether it stays}}
  %f = sloop.filter %c (%i) {
    sloop.yield %i : index
  }
  return
}

// -----

#SV = #stensor.format<(i) -> (i : compressed)>
func.func @asks_what_may_change(%A: tensor<?xf64, #SV>, %p: index, %flags: memref<?xi1>) {
  %c = sloop.cursor %A[0] under(%p) : tensor<?xf64, #SV>
  // expected-error@+1 {{'sloop.filter' op asks about a coordinate by operations without side effects and without regions}}
  %f = sloop.filter %c (%i) {
    %keep = memref.load %flags[%i] : memref<?xi1>
    sloop.yield %keep : i1
  }
  return
}

// -----

#SV = #stensor.format<(i) -> (i : compressed)>
func.func @asks_in_branches(%A: tensor<?xf64, #SV>, %p: index, %a: i1) {
  %c = sloop.cursor %A[0] under(%p) : tensor<?xf64, #SV>
  // expected-error@+1 {{'sloop.filter' op asks about a coordinate by operations without side effects and without regions}}
  %f = sloop.filter %c (%i) {
    %keep = scf.if %a -> i1 {
      scf.yield %a : i1
    } else {
      scf.yield %a : i1
    }
    sloop.yield %keep : i1
  }
  return
}

// -----

#Parts = #stensor.format<(i) -> (i : compressed(nonunique, unordered))>
func.func @sorts_parts(%A: tensor<?xf64, #Parts>, %p: index) {
  %c = sloop.cursor %A[0] under(%p) : tensor<?xf64, #Parts>
  // expected-error@+1 {{'sloop.reorder' op sorts level 0, which may hold a coordinate several times}}
  %s = sloop.reorder %c
  return
}

// -----

#Parts = #stensor.format<(i) -> (i : compressed(nonunique))>
func.func @runs_of_runs(%A: tensor<?xf64, #Parts>, %p: index) {
  %c = sloop.cursor %A[0] under(%p) : tensor<?xf64, #Parts>
  %r = sloop.runs %c
  // expected-error@+1 {{'sloop.runs' op operand #0 must be cursor with one position a coordinate, but got '!sloop.cursor<runs>'}}
  %s = "sloop.runs"(%r) : (!sloop.cursor<runs>) -> !sloop.cursor<runs>
  return
}

// -----

#COO = #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton)>
func.func @open_runs_of_a_window(%A: tensor<?x?xf64, #COO>, %p: index) {
  %c = sloop.cursor %A[0] under(%p) : tensor<?x?xf64, #COO>
  %s = sloop.shift %c by(%p) : !sloop.cursor
  // expected-error@+1 {{'sloop.runs' op is open, so it must wrap a sloop.cursor of a level that stores coordinates, directly or through sloop.prefetch and sloop.in_run}}
  %r = sloop.runs %s open
  return
}

// -----

#COO = #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton)>
func.func @open_runs_that_are_clipped(%A: tensor<?x?xf64, #COO>, %p: index) {
  %c = sloop.cursor %A[0] under(%p) : tensor<?x?xf64, #COO>
  %r = sloop.runs %c open
  // expected-error@+1 {{'sloop.clip' op wraps a walk over an open run, whose end is not known before it is walked}}
  %s = sloop.clip %r to(%p, %p) : !sloop.cursor<runs>
  return
}

// -----

#COO = #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton)>
func.func @open_runs_that_are_shifted(%A: tensor<?x?xf64, #COO>, %p: index) {
  %c = sloop.cursor %A[0] under(%p) : tensor<?x?xf64, #COO>
  %r = sloop.runs %c open
  // expected-error@+1 {{'sloop.shift' op wraps a walk over an open run, whose end is not known before it is walked}}
  %s = sloop.shift %r by(%p) : !sloop.cursor<runs>
  return
}

// -----

#COO = #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton)>
func.func @in_a_run_of_another_coordinate(%A: tensor<?x?xf64, #COO>, %p: index) {
  %c = sloop.cursor %A[0] under(%p) : tensor<?x?xf64, #COO>
  %r = sloop.runs %c open
  sloop.iterate (%i, %a, %b) in %r : !sloop.cursor<runs> {
    %d = sloop.cursor %A[1] under(%a to %b) : tensor<?x?xf64, #COO>
    // expected-error@+1 {{'sloop.in_run' op must wrap a walk over the level below `of`, under the two positions that the sloop.iterate over `of` gives; that level has one child under each parent, and `at` is the coordinate that the loop gives}}
    %e = sloop.in_run %d of(%r) at(%p)
    %end = sloop.iterate (%j, %q) in %e : !sloop.cursor -> index {
      sloop.yield
    }
    sloop.yield %end : index
  }
  return
}

// -----

#COO = #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton)>
func.func @open_runs_that_are_merged(%A: tensor<?x?xf64, #COO>, %p: index) {
  %c = sloop.cursor %A[0] under(%p) : tensor<?x?xf64, #COO>
  %r = sloop.runs %c open
  // expected-error@+1 {{'sloop.coiterate' op cursor 0 walks open runs, or one of them, which sloop.iterate alone does}}
  sloop.coiterate (%r) : !sloop.cursor<runs>
  case(0) (%i: index, %a: index, %b: index) {
    sloop.yield
  }
  return
}

// -----

#COO = #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton)>
func.func @open_runs_without_an_end(%A: tensor<?x?xf64, #COO>, %p: index) {
  %c = sloop.cursor %A[0] under(%p) : tensor<?x?xf64, #COO>
  %r = sloop.runs %c open
  // expected-error@+1 {{'sloop.iterate' op walks open runs: its body yields the position at which the run ends, and the carried values}}
  sloop.iterate (%i, %a, %b) in %r : !sloop.cursor<runs> {
    sloop.yield
  }
  return
}

// -----

#COO = #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton)>
func.func @open_runs_with_any_end(%A: tensor<?x?xf64, #COO>, %p: index) {
  %c = sloop.cursor %A[0] under(%p) : tensor<?x?xf64, #COO>
  %r = sloop.runs %c open
  // expected-error@+1 {{'sloop.iterate' op walks open runs: the first value that its body yields must be the first result of a sloop.iterate in this body over a sloop.in_run of the same cursor}}
  sloop.iterate (%i, %a, %b) in %r : !sloop.cursor<runs> {
    sloop.yield %b : index
  }
  return
}

// -----

#COO = #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton)>
func.func @open_runs_with_the_end_of_another_loop(%A: tensor<?x?xf64, #COO>, %p: index) {
  %c = sloop.cursor %A[0] under(%p) : tensor<?x?xf64, #COO>
  %r = sloop.runs %c open
  // expected-error@+1 {{'sloop.iterate' op walks open runs: the first value that its body yields must be the first result of a sloop.iterate in this body over a sloop.in_run of the same cursor}}
  sloop.iterate (%i, %a, %b) in %r : !sloop.cursor<runs> {
    %d = sloop.cursor %A[1] under(%a to %b) : tensor<?x?xf64, #COO>
    %end = sloop.iterate (%j, %q) in %d init(%s = %p) : !sloop.cursor -> index {
      sloop.yield %q : index
    }
    sloop.yield %end : index
  }
  return
}

// -----

#COO = #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton)>
func.func @open_runs_in_a_condition(%A: tensor<?x?xf64, #COO>, %some: i1, %p: index) {
  %c = sloop.cursor %A[0] under(%p) : tensor<?x?xf64, #COO>
  %r = sloop.runs %c open
  // expected-error@+1 {{'sloop.iterate' op walks open runs: the first value that its body yields must be the first result of a sloop.iterate in this body over a sloop.in_run of the same cursor}}
  sloop.iterate (%i, %a, %b) in %r : !sloop.cursor<runs> {
    %d = sloop.cursor %A[1] under(%a to %b) : tensor<?x?xf64, #COO>
    %e = sloop.in_run %d of(%r) at(%i)
    %end = scf.if %some -> index {
      %inner = sloop.iterate (%j, %q) in %e : !sloop.cursor -> index {
        sloop.yield
      }
      scf.yield %inner : index
    } else {
      scf.yield %b : index
    }
    sloop.yield %end : index
  }
  return
}

// -----

#COO = #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton)>
func.func @walk_in_a_run_without_its_end(%A: tensor<?x?xf64, #COO>, %p: index) {
  %c = sloop.cursor %A[0] under(%p) : tensor<?x?xf64, #COO>
  %r = sloop.runs %c open
  sloop.iterate (%i, %a, %b) in %r : !sloop.cursor<runs> {
    %d = sloop.cursor %A[1] under(%a to %b) : tensor<?x?xf64, #COO>
    %e = sloop.in_run %d of(%r) at(%i)
    // expected-error@+1 {{'sloop.iterate' op walks an open run: its results are the position at which that ends, and the carried values}}
    sloop.iterate (%j, %q) in %e : !sloop.cursor {
      sloop.yield
    }
    sloop.yield %b : index
  }
  return
}

// -----

#COO = #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton)>
func.func @in_a_run_of_another_tensor(%A: tensor<?x?xf64, #COO>, %B: tensor<?x?xf64, #COO>, %p: index) {
  %c = sloop.cursor %A[0] under(%p) : tensor<?x?xf64, #COO>
  %r = sloop.runs %c open
  sloop.iterate (%i, %a, %b) in %r : !sloop.cursor<runs> {
    %d = sloop.cursor %B[1] under(%a to %b) : tensor<?x?xf64, #COO>
    // expected-error@+1 {{'sloop.in_run' op must wrap a walk over the level below `of`, under the two positions that the sloop.iterate over `of` gives; that level has one child under each parent, and `at` is the coordinate that the loop gives}}
    %e = sloop.in_run %d of(%r) at(%i)
    %end = sloop.iterate (%j, %q) in %e : !sloop.cursor -> index {
      sloop.yield
    }
    sloop.yield %end : index
  }
  return
}

// -----

#COO = #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton)>
func.func @in_a_run_of_which_one_position_is_walked(%A: tensor<?x?xf64, #COO>, %p: index) {
  %c = sloop.cursor %A[0] under(%p) : tensor<?x?xf64, #COO>
  %r = sloop.runs %c open
  sloop.iterate (%i, %a, %b) in %r : !sloop.cursor<runs> {
    %d = sloop.cursor %A[1] under(%a) : tensor<?x?xf64, #COO>
    // expected-error@+1 {{'sloop.in_run' op must wrap a walk over the level below `of`, under the two positions that the sloop.iterate over `of` gives; that level has one child under each parent, and `at` is the coordinate that the loop gives}}
    %e = sloop.in_run %d of(%r) at(%i)
    %end = sloop.iterate (%j, %q) in %e : !sloop.cursor -> index {
      sloop.yield
    }
    sloop.yield %end : index
  }
  return
}

// -----

#COO = #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton)>
func.func @in_a_run_that_is_searched(%A: tensor<?x?xf64, #COO>, %p: index) {
  %c = sloop.cursor %A[0] under(%p) : tensor<?x?xf64, #COO>
  %r = sloop.runs %c
  sloop.iterate (%i, %a, %b) in %r : !sloop.cursor<runs> {
    %d = sloop.cursor %A[1] under(%a to %b) : tensor<?x?xf64, #COO>
    // expected-error@+1 {{'sloop.in_run' op must wrap a walk over the level below `of`, under the two positions that the sloop.iterate over `of` gives; that level has one child under each parent, and `at` is the coordinate that the loop gives}}
    %e = sloop.in_run %d of(%r) at(%i)
    sloop.yield
  }
  return
}

// -----

#COO = #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton)>
func.func @in_a_run_of_shifted_nodes(%A: tensor<?x?xf64, #COO>, %p: index) {
  %c = sloop.cursor %A[0] under(%p) : tensor<?x?xf64, #COO>
  %r = sloop.runs %c open
  sloop.iterate (%i, %a, %b) in %r : !sloop.cursor<runs> {
    %d = sloop.cursor %A[1] under(%a to %b) : tensor<?x?xf64, #COO>
    %s = sloop.shift %d by(%p) : !sloop.cursor
    // expected-error@+1 {{'sloop.in_run' op must wrap a sloop.cursor of a level that stores coordinates, directly or through sloop.prefetch}}
    %e = sloop.in_run %s of(%r) at(%i)
    sloop.yield %b : index
  }
  return
}

// -----

#COO3 = #stensor.format<(i, j, k) -> (i : compressed(nonunique), j : singleton(nonunique), k : singleton)>
func.func @open_runs_over_searched_ones(%A: tensor<?x?x?xf64, #COO3>, %p: index) {
  %c = sloop.cursor %A[0] under(%p) : tensor<?x?x?xf64, #COO3>
  %r = sloop.runs %c open
  sloop.iterate (%i, %a, %b) in %r : !sloop.cursor<runs> {
    %d = sloop.cursor %A[1] under(%a to %b) : tensor<?x?x?xf64, #COO3>
    %e = sloop.in_run %d of(%r) at(%i)
    // expected-error@+1 {{'sloop.runs' op searches for the ends of runs inside an open run, whose own end is unknown: mark it `open`}}
    %s = sloop.runs %e
    sloop.yield %b : index
  }
  return
}

// -----

#DIA = #stensor.format<(i, j) -> (j - i : compressed, i : range, j : offset)>
func.func @computes_with_coordinates_above(%A: tensor<?x?xf64, #DIA>, %p: index) {
  // expected-error@+1 {{'sloop.cursor' op level 1 is range, which computes with coordinates of levels outside it: expected 1 in given(...), found 0}}
  %c = sloop.cursor %A[1] under(%p) : tensor<?x?xf64, #DIA>
  return
}

// -----

// expected-error@+1 {{expected 'runs'}}
func.func @a_type_of_no_cursor(%c: !sloop.cursor<parts>) {
  return
}

// -----

#HV = #stensor.format<(i) -> (i : hashed)>
func.func @runs_of_what_was_sorted(%A: tensor<?xf64, #HV>, %p: index) {
  %a = sloop.cursor %A[0] under(%p) : tensor<?xf64, #HV>
  %f = sloop.filter %a (%i) {
    %some = arith.cmpi ne, %i, %p : index
    sloop.yield %some : i1
  }
  %s = sloop.reorder %f
  // expected-error@+1 {{'sloop.runs' op takes runs of a reordered cursor, which gives each coordinate once already; its neighbours have no neighbouring positions}}
  %r = sloop.runs %s
  return
}

// -----

#V = #stensor.format<(i) -> (i : compressed)>
func.func @multiples_of_one(%A: tensor<?xf64, #V>, %p: index) {
  %a = sloop.cursor %A[0] under(%p) : tensor<?xf64, #V>
  // expected-error@+1 {{'sloop.stride' op takes the multiples of a number above 1, found 1}}
  %s = sloop.stride %a by(1) : !sloop.cursor
  return
}

// -----

#Unordered = #stensor.format<(i) -> (i : compressed(unordered))>
func.func @subsections_without_order(%A: tensor<?xf64, #Unordered>, %p: index) {
  %c = sloop.cursor %A[0] under(%p) : tensor<?xf64, #Unordered>
  // expected-error@+1 {{'sloop.subsections' op takes subsections of a walk over level 0 that is unordered or reordered}}
  %s = sloop.subsections %c by(1) width(%p) count(%p)
  return
}

// -----

#SV = #stensor.format<(i) -> (i : compressed)>
func.func @subsections_by_nothing(%A: tensor<?xf64, #SV>, %p: index) {
  %c = sloop.cursor %A[0] under(%p) : tensor<?xf64, #SV>
  // expected-error@+1 {{'sloop.subsections' op `by` is at least 1, found 0}}
  %s = sloop.subsections %c by(0) width(%p) count(%p)
  return
}

// -----

#SV = #stensor.format<(i) -> (i : compressed)>
func.func @subsections_that_are_wrapped(%A: tensor<?xf64, #SV>, %p: index) {
  %c = sloop.cursor %A[0] under(%p) : tensor<?xf64, #SV>
  %s = sloop.subsections %c by(1) width(%p) count(%p)
  // expected-error@+1 {{'sloop.shift' op wraps a cursor over subsections, which loops alone take}}
  %t = sloop.shift %s by(%p) : !sloop.cursor
  return
}

// -----

#SV = #stensor.format<(i) -> (i : compressed)>
func.func @subsections_that_are_joined(%A: tensor<?xf64, #SV>, %p: index) {
  %c = sloop.cursor %A[0] under(%p) : tensor<?xf64, #SV>
  %s = sloop.subsections %c by(1) width(%p) count(%p)
  // expected-error@+1 {{'sloop.coiterate' op cursor 1 gives subsections, which no blended or joined merge takes}}
  sloop.coiterate (%c, %s) joined(0) : !sloop.cursor, !sloop.cursor
  case(0, 1) (%i: index, %a: index, %last: index, %b: index) {
    sloop.yield
  }
  return
}

// -----

#SV = #stensor.format<(i) -> (i : compressed)>
func.func @a_subsection_from_anywhere(%A: tensor<?xf64, #SV>, %p: index) {
  %c = sloop.cursor %A[0] under(%p) : tensor<?xf64, #SV>
  // expected-error@+1 {{'sloop.subsection' op `begin` must be the begin that a loop over sloop.subsections without a buffer gives, or be loaded from the buffer of a sloop.subsections}}
  %s = sloop.subsection %c from(%p) to(%p, %p) : !sloop.cursor
  return
}

// -----

#SV = #stensor.format<(i) -> (i : compressed)>
func.func @a_subsection_of_another(%A: tensor<?xf64, #SV>, %B: tensor<?xf64, #SV>, %p: index) {
  %c = sloop.cursor %A[0] under(%p) : tensor<?xf64, #SV>
  %s = sloop.subsections %c by(1) width(%p) count(%p)
  sloop.iterate (%i, %begin) in %s : !sloop.cursor {
    %d = sloop.cursor %B[0] under(%p) : tensor<?xf64, #SV>
    // expected-error@+1 {{'sloop.subsection' op `begin` comes from a loop over another walk: tensor, level, parents or direction differ}}
    %t = sloop.subsection %d from(%begin) to(%p, %p) : !sloop.cursor
    sloop.yield
  }
  return
}

// -----

#SV = #stensor.format<(i) -> (i : compressed)>
func.func @a_subsection_from_behind(%A: tensor<?xf64, #SV>, %p: index) {
  %c = sloop.cursor %A[0] under(%p) : tensor<?xf64, #SV>
  %s = sloop.subsections %c by(1) width(%p) count(%p)
  sloop.iterate (%i, %begin) in %s : !sloop.cursor {
    %r = sloop.reverse %c
    // expected-error@+1 {{'sloop.subsection' op `begin` comes from a loop over another walk: tensor, level, parents or direction differ}}
    %t = sloop.subsection %r from(%begin) to(%p, %p) : !sloop.cursor
    sloop.yield
  }
  return
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @below_one_parent(%A: tensor<?x?xf64, #CSR>, %p: index, %b: memref<?xindex>) {
  %c = sloop.cursor %A[1] under(%p) : tensor<?x?xf64, #CSR>
  // expected-error@+1 {{'sloop.subsections' op has a buffer, so its source must be a sloop.cursor under a list of parents; only sloop.shift and sloop.reverse may stand between}}
  %s = sloop.subsections %c by(1) width(%p) count(%p) buffer(%b : memref<?xindex>)
  return
}

// -----

#SV = #stensor.format<(i) -> (i : compressed)>
func.func @begins_anywhere(%A: tensor<?xf64, #SV>, %p: index, %b: memref<?xindex>) {
  %c = sloop.cursor %A[0] under(%p) : tensor<?xf64, #SV>
  %begin = memref.load %b[%p] : memref<?xindex>
  // expected-error@+1 {{'sloop.subsection' op loads `begin` from a buffer that no loop around it fills: a loop over sloop.subsections with this buffer does}}
  %s = sloop.subsection %c from(%begin) to(%p, %p) : !sloop.cursor
  return
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @multiples_in_subsections(%A: tensor<?x?xf64, #CSR>, %p: index) {
  %c = sloop.cursor %A[1] under(%p) : tensor<?x?xf64, #CSR>
  %t = sloop.stride %c by(2) : !sloop.cursor
  // expected-error@+1 {{'sloop.subsections' op has no buffer, so it must wrap a sloop.cursor under one parent, or under several with one child each, through no wrappers but sloop.shift, sloop.reverse and sloop.subsection}}
  %s = sloop.subsections %t by(1) width(%p) count(%p)
  return
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @a_begin_that_is_not_used(%A: tensor<?x?xf64, #CSR>, %p: index, %list: memref<?x2xindex>, %b: memref<?xindex>) {
  %c = sloop.cursor %A[1] under(%p to %p of %list : memref<?x2xindex>) : tensor<?x?xf64, #CSR>
  %s = sloop.subsections %c by(1) width(%p) count(%p) buffer(%b : memref<?xindex>)
  sloop.iterate (%i, %begin) in %s : !sloop.cursor {
    %d = sloop.cursor %A[1] under(%p) : tensor<?x?xf64, #CSR>
    // expected-error@+1 {{'sloop.subsection' op `begin` must be the begin that a loop over sloop.subsections without a buffer gives, or be loaded from the buffer of a sloop.subsections}}
    %t = sloop.subsection %d from(%begin) to(%p, %p) : !sloop.cursor
    sloop.yield
  }
  return
}

// -----

#SV = #stensor.format<(i) -> (i : compressed)>
func.func @subsections_of_what_is_filtered(%A: tensor<?xf64, #SV>, %p: index, %keep: i1) {
  %c = sloop.cursor %A[0] under(%p) : tensor<?xf64, #SV>
  %f = sloop.filter %c (%i) {
    sloop.yield %keep : i1
  }
  // expected-error@+1 {{'sloop.subsections' op takes subsections of a filtered walk over level 0}}
  %s = sloop.subsections %f by(1) width(%p) count(%p)
  return
}

// -----

#Unordered = #stensor.format<(i) -> (i : compressed(unordered))>
func.func @a_subsection_without_order(%A: tensor<?xf64, #Unordered>, %p: index) {
  %c = sloop.cursor %A[0] under(%p) : tensor<?xf64, #Unordered>
  // expected-error@+1 {{'sloop.subsection' op walks a subsection of a walk over level 0 that is unordered or reordered}}
  %s = sloop.subsection %c from(%p) to(%p, %p) : !sloop.cursor
  return
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @one_record_of_a_list(%A: tensor<?x?xf64, #CSR>, %p: index, %list: memref<?x2xindex>) {
  // expected-error@+1 {{'sloop.cursor' op expected a range of records of the list of parents (`%first to %last`), found one record}}
  %c = sloop.cursor %A[1] under(%p of %list : memref<?x2xindex>) : tensor<?x?xf64, #CSR>
  return
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @a_list_without_buffer_indices(%A: tensor<?x?xf64, #CSR>, %p: index, %list: memref<?x1xindex>) {
  // expected-error@+1 {{'sloop.cursor' op expected a list of parents with 2 columns (a position and a buffer index) or 3 (two positions and a buffer index), found 'memref<?x1xindex>'}}
  %c = sloop.cursor %A[1] under(%p to %p of %list : memref<?x1xindex>) : tensor<?x?xf64, #CSR>
  return
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @a_list_and_no_buffer(%A: tensor<?x?xf64, #CSR>, %p: index, %list: memref<?x2xindex>) {
  %c = sloop.cursor %A[1] under(%p to %p of %list : memref<?x2xindex>) : tensor<?x?xf64, #CSR>
  // expected-error@+1 {{'sloop.subsections' op needs a `buffer`, because its source walks under a list of parents}}
  %s = sloop.subsections %c by(1) width(%p) count(%p)
  return
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @a_loop_under_a_list(%A: tensor<?x?xf64, #CSR>, %p: index, %list: memref<?x2xindex>) {
  %c = sloop.cursor %A[1] under(%p to %p of %list : memref<?x2xindex>) : tensor<?x?xf64, #CSR>
  // expected-error@+1 {{'sloop.iterate' op cannot take a cursor under a list of parents; only sloop.subsections, sloop.shift and sloop.reverse can}}
  sloop.iterate (%i, %q) in %c : !sloop.cursor {
    sloop.yield
  }
  return
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @a_clipped_list(%A: tensor<?x?xf64, #CSR>, %p: index, %list: memref<?x2xindex>) {
  %c = sloop.cursor %A[1] under(%p to %p of %list : memref<?x2xindex>) : tensor<?x?xf64, #CSR>
  // expected-error@+1 {{'sloop.clip' op cannot take a cursor under a list of parents; only sloop.subsections, sloop.shift and sloop.reverse can}}
  %d = sloop.clip %c to(%p, %p) : !sloop.cursor
  return
}

// -----

#DIA = #stensor.format<(i, j) -> (j - i : compressed, i : range)>
func.func @computed_under_a_list(%A: tensor<?x?xf64, #DIA>, %p: index, %list: memref<?x2xindex>) {
  // expected-error@+1 {{'sloop.cursor' op cannot walk level 1 under a list of parents: its format computes with coordinates of the levels above, which differ from parent to parent}}
  %c = sloop.cursor %A[1] under(%p to %p of %list : memref<?x2xindex>) given(%p) : tensor<?x?xf64, #DIA>
  return
}

// -----

// Rows of CSR are in order each, but not together.
#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @rows_that_are_no_runs(%A: tensor<?x?xf64, #CSR>, %p: index, %list: memref<?x3xindex>) {
  // expected-error@+1 {{'sloop.cursor' op cannot walk level 1 under runs: its nodes are in order under each position, but not under all positions of a run}}
  %c = sloop.cursor %A[1] under(%p to %p of %list : memref<?x3xindex>) : tensor<?x?xf64, #CSR>
  return
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @a_buffer_in_use(%A: tensor<?x?xf64, #CSR>, %p: index, %list: memref<?x2xindex>, %b: memref<?xindex>) {
  %c = sloop.cursor %A[1] under(%p to %p of %list : memref<?x2xindex>) : tensor<?x?xf64, #CSR>
  %s = sloop.subsections %c by(1) width(%p) count(%p) buffer(%b : memref<?xindex>)
  sloop.iterate (%i, %none) in %s : !sloop.cursor {
    // expected-error@+1 {{'sloop.iterate' op fills a buffer of begins that a loop around it uses}}
    sloop.iterate (%j, %nothing) in %s : !sloop.cursor {
      sloop.yield
    }
    sloop.yield
  }
  return
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @a_begin_of_another_tensor(%A: tensor<?x?xf64, #CSR>, %B: tensor<?x?xf64, #CSR>, %p: index, %list: memref<?x2xindex>, %b: memref<?xindex>) {
  %c = sloop.cursor %A[1] under(%p to %p of %list : memref<?x2xindex>) : tensor<?x?xf64, #CSR>
  %s = sloop.subsections %c by(1) width(%p) count(%p) buffer(%b : memref<?xindex>)
  sloop.iterate (%i, %none) in %s : !sloop.cursor {
    %begin = memref.load %b[%p] : memref<?xindex>
    %d = sloop.cursor %B[1] under(%p) : tensor<?x?xf64, #CSR>
    // expected-error@+1 {{'sloop.subsection' op loads `begin` from a buffer of another walk: tensor, level or direction differ}}
    %t = sloop.subsection %d from(%begin) to(%p, %p) : !sloop.cursor
    sloop.yield
  }
  return
}

// -----

#SV = #stensor.format<(i) -> (i : compressed)>
func.func @a_subsection_of_a_part(%A: tensor<?xf64, #SV>, %p: index) {
  %c = sloop.cursor %A[0] under(%p) : tensor<?xf64, #SV>
  %s = sloop.subsections %c by(1) width(%p) count(%p)
  sloop.iterate (%i, %begin) in %s : !sloop.cursor {
    %d = sloop.clip %c to(%p, %p) : !sloop.cursor
    // expected-error@+1 {{'sloop.subsection' op must wrap a sloop.cursor through no wrappers but sloop.shift, sloop.stride and sloop.reverse: it replaces the first node of its source}}
    %t = sloop.subsection %d from(%begin) to(%p, %p) : !sloop.cursor
    sloop.yield
  }
  return
}
