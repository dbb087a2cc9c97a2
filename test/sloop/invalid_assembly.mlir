// What the verifiers of the ops that put stored results together refuse.

// RUN: lacuna-opt %s --verify-diagnostics --split-input-file

// expected-error@+1 {{assembles a tensor with a format, found 'tensor<4xf64>'}}
func.func private @assembly_without_a_format(!sloop.assembly<tensor<4xf64>>)

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @assemble_without_all_sizes(%c: index) {
  // expected-error@+1 {{'sloop.assemble' op the tensor has 2 dynamic dimensions, found 1 sizes}}
  %b = sloop.assemble sizes(%c) capacity(%c) : !sloop.assembly<tensor<?x?xf64, #CSR>>
  return
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @assemble_with_gaps_in_no_level(%c: index) {
  // expected-error@+1 {{'sloop.assemble' op level 2 of a tensor with 2 levels}}
  %b = sloop.assemble capacity(%c) {gaps = array<i64: 1, 2>} : !sloop.assembly<tensor<4x4xf64, #CSR>>
  return
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @end_of_no_level(%b: !sloop.assembly<tensor<4x4xf64, #CSR>>) {
  // expected-error@+1 {{'sloop.assembly_end' op level 2 of a tensor with 2 levels}}
  %p = sloop.assembly_end %b[2] : !sloop.assembly<tensor<4x4xf64, #CSR>>
  return
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @append_past_the_last_level(%b: !sloop.assembly<tensor<4x4xf64, #CSR>>, %j: index) {
  // expected-error@+1 {{'sloop.append' op 2 coordinates from level 1 of a tensor with 2 levels}}
  %p = sloop.append(%j, %j) to %b[1] : !sloop.assembly<tensor<4x4xf64, #CSR>>
  return
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @append_nothing(%b: !sloop.assembly<tensor<4x4xf64, #CSR>>) {
  // expected-error@+1 {{'sloop.append' op 0 coordinates from level 1 of a tensor with 2 levels}}
  %p = sloop.append() to %b[1] : !sloop.assembly<tensor<4x4xf64, #CSR>>
  return
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @append_before_the_first_level(%b: !sloop.assembly<tensor<4x4xf64, #CSR>>, %j: index) {
  // expected-error@+1 {{'sloop.append' op level -1 of a tensor with 2 levels}}
  %p = sloop.append(%j) to %b[-1] : !sloop.assembly<tensor<4x4xf64, #CSR>>
  return
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @insert_into_no_level(%b: !sloop.assembly<tensor<4x4xf64, #CSR>>, %i: index) {
  // expected-error@+1 {{'sloop.insert' op level -1 of a tensor with 2 levels}}
  %p = sloop.insert %i to %b[-1] under(%i) : !sloop.assembly<tensor<4x4xf64, #CSR>>
  return
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @close_no_level(%b: !sloop.assembly<tensor<4x4xf64, #CSR>>, %i: index) {
  // expected-error@+1 {{'sloop.close' op level 2 of a tensor with 2 levels}}
  sloop.close %b[2] under(%i) : !sloop.assembly<tensor<4x4xf64, #CSR>>
  return
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @progress_below_no_level(%b: !sloop.assembly<tensor<4x4xf64, #CSR>>) {
  // expected-error@+1 {{'sloop.progress' op level 2 of a tensor with 2 levels}}
  %n = sloop.progress %b[2] : !sloop.assembly<tensor<4x4xf64, #CSR>>
  return
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @clear_below_no_level(%b: !sloop.assembly<tensor<4x4xf64, #CSR>>, %i: index) {
  // expected-error@+1 {{'sloop.clear' op level 2 of a tensor with 2 levels}}
  sloop.clear %b[2] at(%i) : !sloop.assembly<tensor<4x4xf64, #CSR>>
  return
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @put_of_another_type(%b: !sloop.assembly<tensor<4x4xf64, #CSR>>, %i: index, %v: f32) {
  // expected-error@+1 {{'sloop.put' op the value is 'f32', the tensor holds 'f64'}}
  sloop.put %v in %b[%i] : f32, !sloop.assembly<tensor<4x4xf64, #CSR>>
  return
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#CSC = #stensor.format<(i, j) -> (j : dense, i : compressed)>
func.func @finish_as_another_tensor(%b: !sloop.assembly<tensor<4x4xf64, #CSR>>) {
  // expected-error@+1 {{'sloop.finish' op assembled is 'tensor<4x4xf64, #stensor.format<(i, j) -> (i : dense, j : compressed)>>', found 'tensor<4x4xf64, #stensor.format<(i, j) -> (j : dense, i : compressed)>>'}}
  %t = sloop.finish %b : !sloop.assembly<tensor<4x4xf64, #CSR>> -> tensor<4x4xf64, #CSC>
  return
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @assemble_counted_without_all_sizes(%c: index) {
  // expected-error@+1 {{'sloop.assemble_counted' op the tensor has 2 dynamic dimensions, found 1 sizes}}
  %b = sloop.assemble_counted sizes(%c) : !sloop.assembly<tensor<?x?xf64, #CSR>>
  return
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @assemble_counted_with_sizes_that_are_known(%c: index) {
  // expected-error@+1 {{'sloop.assemble_counted' op the tensor has 0 dynamic dimensions, found 1 sizes}}
  %b = sloop.assemble_counted sizes(%c) : !sloop.assembly<tensor<4x8xf64, #CSR>>
  return
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @assemble_grouped_without_all_sizes(%c: index) {
  // expected-error@+1 {{'sloop.assemble_grouped' op the tensor has 2 dynamic dimensions, found 1 sizes}}
  %b = sloop.assemble_grouped sizes(%c) capacity(%c) : !sloop.assembly<tensor<?x?xf64, #CSR>>
  return
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @count_without_a_coordinate(%b: !sloop.assembly<tensor<4x4xf64, #CSR>>, %j: index) {
  // expected-error@+1 {{'sloop.count' op 1 coordinates of a tensor with 2 levels}}
  sloop.count(%j) in %b : !sloop.assembly<tensor<4x4xf64, #CSR>>
  return
}

// -----

// Levels have coordinates, not dimensions.
#BCSR = #stensor.format<(i, j) -> (i floordiv 2 : dense, j floordiv 2 : compressed, i mod 2 : dense, j mod 2 : dense)>
func.func @place_by_dimensions(%b: !sloop.assembly<tensor<4x4xf64, #BCSR>>, %i: index, %j: index) {
  // expected-error@+1 {{'sloop.place' op 2 coordinates of a tensor with 4 levels}}
  %p = sloop.place(%i, %j) in %b : !sloop.assembly<tensor<4x4xf64, #BCSR>>
  return
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @reserve_in_no_level(%b: !sloop.assembly<tensor<4x4xf64, #CSR>>, %n: index) {
  // expected-error@+1 {{'sloop.reserve' op level 2 of a tensor with 2 levels}}
  sloop.reserve %n in %b[2] : !sloop.assembly<tensor<4x4xf64, #CSR>>
  return
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @node_count_of_no_level(%A: tensor<4x4xf64, #CSR>, %p: index) {
  // expected-error@+1 {{'sloop.node_count' op level 2 of a tensor with 2 levels}}
  %n = sloop.node_count %A[2] under(%p) : tensor<4x4xf64, #CSR>
  return
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @node_count_under_three_positions(%A: tensor<4x4xf64, #CSR>, %p: index) {
  // expected-error@+1 {{'sloop.node_count' op counts under one position or a range of two, found 3}}
  %n = sloop.node_count %A[1] under(%p, %p, %p) : tensor<4x4xf64, #CSR>
  return
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @arrange_what_is_no_assembly(%A: tensor<4x4xf64, #CSR>) {
  // expected-error@+1 {{'sloop.arrange' op operand #0 must be}}
  "sloop.arrange"(%A) : (tensor<4x4xf64, #CSR>) -> ()
  return
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @workspace_that_is_no_list() {
  // expected-error@+1 {{'sloop.workspace' op a workspace is collected as a list of coordinates, each point once; found 'tensor<4x4xf64}}
  %w = sloop.workspace : !sloop.assembly<tensor<4x4xf64, #CSR>>
  return
}

// -----

#Vector = #stensor.format<(i) -> (i : compressed)>
func.func @workspace_without_a_size() {
  // expected-error@+1 {{'sloop.workspace' op the tensor has 1 dynamic dimensions, found 0 sizes}}
  %w = sloop.workspace : !sloop.assembly<tensor<?xf64, #Vector>>
  return
}

// -----

#Vector = #stensor.format<(i) -> (i : compressed)>
func.func @scatter_without_a_coordinate(%v: f64) {
  %w = sloop.workspace : !sloop.assembly<tensor<4xf64, #Vector>>
  // expected-error@+1 {{'sloop.scatter' op 0 coordinates of a tensor with 1 levels}}
  sloop.scatter %v in %w[] : f64, !sloop.assembly<tensor<4xf64, #Vector>>
  return
}

// -----

#Vector = #stensor.format<(i) -> (i : compressed)>
func.func @scatter_of_another_type(%v: f32, %j: index) {
  %w = sloop.workspace : !sloop.assembly<tensor<4xf64, #Vector>>
  // expected-error@+1 {{'sloop.scatter' op the value is 'f32', the tensor holds 'f64'}}
  sloop.scatter %v in %w[%j] : f32, !sloop.assembly<tensor<4xf64, #Vector>>
  return
}

// -----

#Vector = #stensor.format<(i) -> (i : compressed)>
func.func @collect_of_another_type() {
  %w = sloop.workspace : !sloop.assembly<tensor<4xf64, #Vector>>
  // expected-error@+1 {{'sloop.collect' op collected is 'tensor<4xf64}}
  %t = sloop.collect %w : !sloop.assembly<tensor<4xf64, #Vector>> -> tensor<5xf64, #Vector>
  return
}

// -----

#Vector = #stensor.format<(i) -> (i : compressed)>
func.func @discard_of_what_is_no_workspace(%c: index) {
  %b = sloop.assemble capacity(%c) : !sloop.assembly<tensor<4xf64, #Vector>>
  // expected-error@+1 {{'sloop.discard' op takes what sloop.workspace gives}}
  sloop.discard %b : !sloop.assembly<tensor<4xf64, #Vector>>
  return
}
