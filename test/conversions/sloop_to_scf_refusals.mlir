// `convert-sloop-to-scf`: what it refuses, and why.

// RUN: lacuna-opt %s --convert-sloop-to-scf --verify-diagnostics --split-input-file

func.func @index_form(%y: memref<4xf64>, %v: f64) {
  %c4 = arith.constant 4 : index
  // expected-error@+1 {{sloop.nest is index form: run sloop-sparsify first}}
  sloop.nest outs(%c = %y : memref<4xf64>) {
    sloop.forall %i in %c4 {
      sloop.write %v, %c[%i] : memref<4xf64>
    }
  }
  return
}

// -----

#DIA = #stensor.format<(i, j) -> (j - i : compressed, i : range, j : offset)>
func.func @iterate_what_follows_from_other_levels(%A: tensor<4x8xf64, #DIA>, %p: index) {
  // expected-error@+1 {{level 2 is offset, which has no code for sloop.cursor yet}}
  %cursor = sloop.cursor %A[2] under(%p) : tensor<4x8xf64, #DIA>
  sloop.iterate (%j, %q) in %cursor : !sloop.cursor {
    sloop.yield
  }
  return
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @locate_where_it_cannot(%A: tensor<4x8xf64, #CSR>, %p: index, %j: index) -> index {
  // expected-error@+1 {{level 1 is compressed, which has no code for sloop.locate yet}}
  %q = sloop.locate %j in %A[1] under(%p) : tensor<4x8xf64, #CSR>
  return %q : index
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @coordinate_of_a_level_without_coordinates(%A: tensor<4x8xf64, #CSR>, %p: index) -> index {
  // expected-error@+1 {{level 0 is dense, which has no code for sloop.coordinate yet}}
  %i = sloop.coordinate %A[0] at(%p) ahead(1) : tensor<4x8xf64, #CSR>
  return %i : index
}

// -----

#DIA = #stensor.format<(i, j) -> (j - i : compressed, i : range, j : offset)>
func.func @count_what_follows_from_other_levels(%A: tensor<4x8xf64, #DIA>, %p: index) -> index {
  // expected-error@+1 {{level 2 is offset, which has no code for sloop.node_count yet}}
  %n = sloop.node_count %A[2] under(%p) : tensor<4x8xf64, #DIA>
  return %n : index
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @count_in_a_result_that_is_appended_to(%capacity: index, %i: index) {
  %t = sloop.grow append(%b) capacity(%capacity) : tensor<4x8xf64, #CSR> {
    // expected-error@+1 {{level 0 is dense: there is no sloop.count for it}}
    sloop.count(%i, %i) in %b : !sloop.assembly<tensor<4x8xf64, #CSR>>
  }
  return
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @append_to_a_counted_result(%i: index) {
  %t = sloop.grow count(%b) : tensor<4x8xf64, #CSR> {
    // expected-error@+1 {{level 1 is counted and placed: there is no sloop.append for it}}
    %p = sloop.append(%i) to %b[1] : !sloop.assembly<tensor<4x8xf64, #CSR>>
    sloop.arrange %b : !sloop.assembly<tensor<4x8xf64, #CSR>>
  }
  return
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @reserve_in_a_counted_result(%n: index) {
  %t = sloop.grow count(%b) : tensor<4x8xf64, #CSR> {
    // expected-error@+1 {{level 1 is counted and placed: there is no sloop.reserve for it}}
    sloop.reserve %n in %b[1] : !sloop.assembly<tensor<4x8xf64, #CSR>>
    sloop.arrange %b : !sloop.assembly<tensor<4x8xf64, #CSR>>
  }
  return
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @reserve_in_a_level_without_segments(%n: index) {
  %t = sloop.grow append(%b) capacity(%n) : tensor<4x8xf64, #CSR> {
    // expected-error@+1 {{level 0 is dense: there is no sloop.reserve for it}}
    sloop.reserve %n in %b[0] : !sloop.assembly<tensor<4x8xf64, #CSR>>
  }
  return
}

// -----

#DCSR = #stensor.format<(i, j) -> (i : compressed, j : compressed)>
func.func @counted_without_room_for_every_row() {
  // expected-error@+1 {{#stensor.format<(i, j) -> (i : compressed, j : compressed)> has no one level whose nodes could be counted by parent}}
  %t = sloop.grow count(%b) : tensor<4x8xf64, #DCSR> {
  }
  return
}

// -----

#Rows = #stensor.format<(i, j, k) -> (i : dense, j : compressed, k : dense)>
func.func @counted_with_dense_rows_below() {
  // expected-error@+1 {{has no one level whose nodes could be counted by parent}}
  %t = sloop.grow count(%b) : tensor<4x8x9xf64, #Rows> {
  }
  return
}

// -----

#DCSR = #stensor.format<(i, j) -> (i : compressed, j : compressed)>
func.func @grouped_in_two_levels(%c: index) {
  // expected-error@+1 {{#stensor.format<(i, j) -> (i : compressed, j : compressed)> has no one level with coordinates whose nodes could be found in any order}}
  %t = sloop.grow group(%b) capacity(%c) : tensor<4x8xf64, #DCSR> {
  }
  return
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @appended_to_groups(%c: index) {
  %t = sloop.grow group(%b) capacity(%c) : tensor<4x8xf64, #CSR> {
    // expected-error@+1 {{level 1 is counted and placed: there is no sloop.append for it}}
    %p = sloop.append(%c) to %b[1] : !sloop.assembly<tensor<4x8xf64, #CSR>>
    sloop.arrange %b : !sloop.assembly<tensor<4x8xf64, #CSR>>
  }
  return
}

// -----

#Hash = #stensor.format<(i, j) -> (i : dense, j : hashed)>
func.func @counted_into_tables() {
  // expected-error@+1 {{#stensor.format<(i, j) -> (i : dense, j : hashed)> cannot be put together in the order of its levels}}
  %t = sloop.grow count(%b) : tensor<4x8xf64, #Hash> {
  }
  return
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @placed_before_it_is_arranged(%i: index) {
  %t = sloop.grow count(%b) : tensor<4x8xf64, #CSR> {
    sloop.count(%i, %i) in %b : !sloop.assembly<tensor<4x8xf64, #CSR>>
    // expected-error@+1 {{sloop.place comes in the wrong place: nodes are placed after sloop.arrange}}
    %p = sloop.place(%i, %i) in %b : !sloop.assembly<tensor<4x8xf64, #CSR>>
    sloop.arrange %b : !sloop.assembly<tensor<4x8xf64, #CSR>>
  }
  return
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @never_arranged() -> tensor<4x8xf64, #CSR> {
  // expected-error@+1 {{what is counted must be arranged: there is no sloop.arrange in the body}}
  %t = sloop.grow count(%b) : tensor<4x8xf64, #CSR> {
  }
  return %t : tensor<4x8xf64, #CSR>
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @counted_after_it_is_arranged(%i: index) {
  %t = sloop.grow count(%b) : tensor<4x8xf64, #CSR> {
    sloop.arrange %b : !sloop.assembly<tensor<4x8xf64, #CSR>>
    // expected-error@+1 {{sloop.count comes in the wrong place: nodes are counted before sloop.arrange}}
    sloop.count(%i, %i) in %b : !sloop.assembly<tensor<4x8xf64, #CSR>>
  }
  return
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @arranged_twice() {
  %t = sloop.grow count(%b) : tensor<4x8xf64, #CSR> {
    sloop.arrange %b : !sloop.assembly<tensor<4x8xf64, #CSR>>
    // expected-error@+1 {{sloop.arrange comes in the wrong place: nodes are arranged once}}
    sloop.arrange %b : !sloop.assembly<tensor<4x8xf64, #CSR>>
  }
  return
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @arranged_in_a_branch(%some: i1) {
  %t = sloop.grow count(%b) : tensor<4x8xf64, #CSR> {
    scf.if %some {
      // expected-error@+1 {{sloop.arrange comes in the wrong place: sloop.arrange must not stand in a loop or branch}}
      sloop.arrange %b : !sloop.assembly<tensor<4x8xf64, #CSR>>
    }
  }
  return
}

// -----

#Vector = #stensor.format<(i) -> (i : compressed)>
func.func @put_into_a_workspace(%n: index, %v: f64) {
  sloop.workspace dense(%w) sizes(%n) : tensor<?xf64, #Vector> {
    // expected-error@+1 {{a workspace takes points by sloop.scatter: there is no sloop.put for it}}
    sloop.put %v in %w[%n] : f64, !sloop.assembly<tensor<?xf64, #Vector>>
  }
  return
}

// -----

#Vector = #stensor.format<(i) -> (i : compressed)>
func.func @append_to_a_workspace(%n: index) {
  sloop.workspace dense(%w) sizes(%n) : tensor<?xf64, #Vector> {
    // expected-error@+1 {{a workspace takes points by sloop.scatter: there is no sloop.append for it}}
    %p = sloop.append(%n) to %w[0] : !sloop.assembly<tensor<?xf64, #Vector>>
  }
  return
}

// -----

#Vector = #stensor.format<(i) -> (i : compressed)>
func.func @reserve_in_a_workspace(%n: index) {
  sloop.workspace dense(%w) sizes(%n) : tensor<?xf64, #Vector> {
    // expected-error@+1 {{a workspace takes points by sloop.scatter: there is no sloop.reserve for it}}
    sloop.reserve %n in %w[0] : !sloop.assembly<tensor<?xf64, #Vector>>
  }
  return
}

// -----

#Vector = #stensor.format<(i) -> (i : compressed)>
func.func @count_in_a_workspace(%n: index) {
  sloop.workspace dense(%w) sizes(%n) : tensor<?xf64, #Vector> {
    // expected-error@+1 {{a workspace takes points by sloop.scatter: there is no sloop.count for it}}
    sloop.count(%n) in %w : !sloop.assembly<tensor<?xf64, #Vector>>
  }
  return
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @insert_where_not_every_coordinate_has_room(%c: index) {
  // expected-error@+1 {{has a level without room for every coordinate: its points cannot be inserted}}
  %t = sloop.grow insert(%b) capacity(%c) : tensor<4x8xf64, #CSR> {
  }
  return
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @lanes_of_what_is_counted(%n: index, %v: vector<4xf64>) -> tensor<4x?xf64, #CSR> {
  %t = sloop.grow count(%b) sizes(%n) : tensor<4x?xf64, #CSR> {
    sloop.count(%n, %n) in %b : !sloop.assembly<tensor<4x?xf64, #CSR>>
    sloop.arrange %b : !sloop.assembly<tensor<4x?xf64, #CSR>>
    %p = sloop.place(%n, %n) in %b : !sloop.assembly<tensor<4x?xf64, #CSR>>
    // expected-error@+1 {{what is counted first has a place for each point: it takes no lanes}}
    sloop.put %v in %b[%p] : vector<4xf64>, !sloop.assembly<tensor<4x?xf64, #CSR>>
  }
  return %t : tensor<4x?xf64, #CSR>
}

// -----

#Pairs = #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton(interleaved))>
func.func @lanes_of_a_list(%n: index) -> tensor<4x?xf64, #Pairs> {
  %t = sloop.grow append(%b) sizes(%n) capacity(%n) : tensor<4x?xf64, #Pairs> {
    // expected-error@+1 {{level 0 is compressed: there is no sloop.append_lanes for it}}
    %p = sloop.append_lanes %n to %b[0] lanes 4 : !sloop.assembly<tensor<4x?xf64, #Pairs>>
  }
  return %t : tensor<4x?xf64, #Pairs>
}

// -----

#Vector = #stensor.format<(i) -> (i : compressed)>
func.func @combined_apart(%n: index, %v: f64, %j: index) {
  sloop.workspace radix(%w) sizes(%n) : tensor<?xf64, #Vector> {
    // expected-error@+1 {{a workspace that is radix combines all points alike: it says how, not sloop.scatter}}
    sloop.scatter %v in %w[%j] by add : f64, !sloop.assembly<tensor<?xf64, #Vector>>
  }
  return
}
