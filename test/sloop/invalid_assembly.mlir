// What the verifiers of the ops that put stored results together refuse.

// RUN: lacuna-opt %s --verify-diagnostics --split-input-file

// expected-error@+1 {{assembles a tensor with a format, found 'tensor<4xf64>'}}
func.func private @assembly_without_a_format(!sloop.assembly<tensor<4xf64>>)

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @grow_without_all_sizes(%c: index) {
  // expected-error@+1 {{'sloop.grow' op the tensor has 2 dynamic dimensions, found 1 sizes}}
  %t = sloop.grow append(%b) sizes(%c) capacity(%c) : tensor<?x?xf64, #CSR> {
  }
  return
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @grow_with_gaps_in_no_level(%c: index) {
  // expected-error@+1 {{'sloop.grow' op level 2 of a tensor with 2 levels}}
  %t = sloop.grow append(%b) capacity(%c) gaps(1, 2) : tensor<4x4xf64, #CSR> {
  }
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
func.func @append_without_room(%c: index, %j: index, %more: i1) {
  %t = sloop.grow append(%b) capacity(%c) : tensor<4x4xf64, #CSR> {
    scf.if %more {
      sloop.reserve %j in %b[1] : !sloop.assembly<tensor<4x4xf64, #CSR>>
    }
    // expected-error@+1 {{'sloop.append' op no sloop.reserve makes room for level 1 before it, or before an operation around it}}
    %p = sloop.append(%j) to %b[1] reserved : !sloop.assembly<tensor<4x4xf64, #CSR>>
  }
  return
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @append_too_many_lanes(%b: !sloop.assembly<tensor<4x4xf64, #CSR>>, %j: index) {
  // expected-error@+1 {{'sloop.append_lanes' op a loop runs in 1 to 1024 lanes, found 1025}}
  %p = sloop.append_lanes %j to %b[1] lanes 1025 : !sloop.assembly<tensor<4x4xf64, #CSR>>
  return
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @append_lanes_with_a_mask_of_others(%b: !sloop.assembly<tensor<4x4xf64, #CSR>>, %j: index, %m: vector<4xi1>) {
  // expected-error@+1 {{'sloop.append_lanes' op the mask of 8 lanes is 'vector<4xi1>'}}
  %p = sloop.append_lanes %j to %b[1] lanes 8 mask %m : vector<4xi1> : !sloop.assembly<tensor<4x4xf64, #CSR>>
  return
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @append_lanes_without_room(%c: index, %j: index) {
  %t = sloop.grow append(%b) capacity(%c) : tensor<4x4xf64, #CSR> {
    // expected-error@+1 {{'sloop.append_lanes' op no sloop.reserve makes room for level 1 before it, or before an operation around it}}
    %p = sloop.append_lanes %j to %b[1] lanes 2 reserved : !sloop.assembly<tensor<4x4xf64, #CSR>>
  }
  return
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @append_lanes_past_the_last_level(%b: !sloop.assembly<tensor<4x4xf64, #CSR>>, %j: index) {
  // expected-error@+1 {{'sloop.append_lanes' op level 2 of a tensor with 2 levels}}
  %p = sloop.append_lanes %j to %b[2] lanes 2 : !sloop.assembly<tensor<4x4xf64, #CSR>>
  return
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @put_lanes_of_another_type(%b: !sloop.assembly<tensor<4x4xf64, #CSR>>, %p: index, %v: vector<4xf32>) {
  // expected-error@+1 {{'sloop.put' op the value is 'vector<4xf32>', the tensor holds 'f64'}}
  sloop.put %v in %b[%p] : vector<4xf32>, !sloop.assembly<tensor<4x4xf64, #CSR>>
  return
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @put_lanes_with_a_mask_of_others(%b: !sloop.assembly<tensor<4x4xf64, #CSR>>, %p: index, %v: vector<4xf64>, %m: vector<8xi1>) {
  // expected-error@+1 {{'sloop.put' op the mask of 4 lanes is 'vector<8xi1>'}}
  sloop.put %v in %b[%p] mask %m : vector<8xi1> : vector<4xf64>, !sloop.assembly<tensor<4x4xf64, #CSR>>
  return
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @put_one_with_a_mask(%b: !sloop.assembly<tensor<4x4xf64, #CSR>>, %p: index, %v: f64, %m: vector<8xi1>) {
  // expected-error@+1 {{'sloop.put' op only lanes have a mask, the value is 'f64'}}
  sloop.put %v in %b[%p] mask %m : vector<8xi1> : f64, !sloop.assembly<tensor<4x4xf64, #CSR>>
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
func.func @grow_counted_without_all_sizes(%c: index) {
  // expected-error@+1 {{'sloop.grow' op the tensor has 2 dynamic dimensions, found 1 sizes}}
  %t = sloop.grow count(%b) sizes(%c) : tensor<?x?xf64, #CSR> {
  }
  return
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @grow_counted_with_sizes_that_are_known(%c: index) {
  // expected-error@+1 {{'sloop.grow' op the tensor has 0 dynamic dimensions, found 1 sizes}}
  %t = sloop.grow count(%b) sizes(%c) : tensor<4x8xf64, #CSR> {
  }
  return
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @grow_grouped_without_all_sizes(%c: index) {
  // expected-error@+1 {{'sloop.grow' op the tensor has 2 dynamic dimensions, found 1 sizes}}
  %t = sloop.grow group(%b) sizes(%c) capacity(%c) : tensor<?x?xf64, #CSR> {
  }
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
  // expected-error@+1 {{'sloop.workspace' op a workspace is collected as a list of coordinates, each point once, or in dense levels; found 'tensor<4x4xf64}}
  sloop.workspace dense(%w) : tensor<4x4xf64, #CSR> {
  }
  return
}

// -----

#Vector = #stensor.format<(i) -> (i : compressed)>
func.func @workspace_without_a_size() {
  // expected-error@+1 {{'sloop.workspace' op the tensor has 1 dynamic dimensions, found 0 sizes}}
  sloop.workspace dense(%w) : tensor<?xf64, #Vector> {
  }
  return
}

// -----

#Vector = #stensor.format<(i) -> (i : compressed)>
func.func @scatter_without_a_coordinate(%v: f64) {
  sloop.workspace dense(%w) : tensor<4xf64, #Vector> {
    // expected-error@+1 {{'sloop.scatter' op 0 coordinates of a tensor with 1 levels}}
    sloop.scatter %v in %w[] : f64, !sloop.assembly<tensor<4xf64, #Vector>>
  }
  return
}

// -----

#Vector = #stensor.format<(i) -> (i : compressed)>
func.func @scatter_of_another_type(%v: f32, %j: index) {
  sloop.workspace dense(%w) : tensor<4xf64, #Vector> {
    // expected-error@+1 {{'sloop.scatter' op the value is 'f32', the tensor holds 'f64'}}
    sloop.scatter %v in %w[%j] : f32, !sloop.assembly<tensor<4xf64, #Vector>>
  }
  return
}

// -----

#Vector = #stensor.format<(i) -> (i : compressed)>
func.func @collect_of_another_type() {
  sloop.workspace dense(%w) : tensor<4xf64, #Vector> {
    // expected-error@+1 {{'sloop.collect' op collected is 'tensor<4xf64}}
    %t = sloop.collect %w : !sloop.assembly<tensor<4xf64, #Vector>> -> tensor<5xf64, #Vector>
  }
  return
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @grow_by_no_strategy(%c: index) {
  // expected-error@+1 {{a result grows by append, insert, count or group, found magic}}
  %t = sloop.grow magic(%b) capacity(%c) : tensor<4x4xf64, #CSR> {
  }
  return
}

// -----

func.func @grow_a_tensor_without_a_format(%c: index) {
  // expected-error@+1 {{assembles a tensor with a format, found 'tensor<4x4xf64>'}}
  %t = sloop.grow append(%b) capacity(%c) : tensor<4x4xf64> {
  }
  return
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @append_without_capacity() {
  // expected-error@+1 {{'sloop.grow' op what grows by append has capacity}}
  %t = sloop.grow append(%b) : tensor<4x4xf64, #CSR> {
  }
  return
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @count_with_capacity(%c: index) {
  // expected-error@+1 {{'sloop.grow' op what grows by count has no capacity}}
  %t = sloop.grow count(%b) capacity(%c) : tensor<4x4xf64, #CSR> {
  }
  return
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @group_with_gaps(%c: index) {
  // expected-error@+1 {{'sloop.grow' op what grows by group closes no segments, so has no gaps}}
  %t = sloop.grow group(%b) capacity(%c) gaps(1) : tensor<4x4xf64, #CSR> {
  }
  return
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @gives_what_it_does_not_yield(%c: index) {
  // expected-error@+1 {{'sloop.grow' op gives what its body yields, 'index', found 'f64'}}
  %t, %v = sloop.grow append(%b) capacity(%c) : tensor<4x4xf64, #CSR> -> (f64) {
    sloop.yield %c : index
  }
  return
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @a_handle_that_leaves(%c: index) {
  // expected-error@+1 {{'sloop.grow' op a handle does not leave the operation whose region has it}}
  %t, %h = sloop.grow append(%b) capacity(%c) : tensor<4x4xf64, #CSR> -> (!sloop.assembly<tensor<4x4xf64, #CSR>>) {
    sloop.yield %b : !sloop.assembly<tensor<4x4xf64, #CSR>>
  }
  return
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#CSC = #stensor.format<(i, j) -> (j : dense, i : compressed)>
func.func @a_handle_of_another_tensor(%c: index) {
  // expected-error@+1 {{'sloop.grow' op the body takes a handle of the tensor}}
  %t = "sloop.grow"(%c) <{strategy = "append", operandSegmentSizes = array<i32: 0, 1>}> ({
  ^bb0(%b: !sloop.assembly<tensor<4x4xf64, #CSC>>):
    sloop.yield
  }) : (index) -> tensor<4x4xf64, #CSR>
  return
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @a_handle_from_elsewhere(%b: !sloop.assembly<tensor<4x8xf64, #CSR>>, %i: index) {
  // expected-error@+1 {{'sloop.count' op takes the handle that the region of a sloop.grow or sloop.workspace has}}
  sloop.count(%i, %i) in %b : !sloop.assembly<tensor<4x8xf64, #CSR>>
  return
}

// -----

#Vector = #stensor.format<(i) -> (i : compressed)>
func.func @collect_what_is_no_workspace(%c: index) {
  %t = sloop.grow append(%b) capacity(%c) : tensor<4xf64, #Vector> {
    // expected-error@+1 {{'sloop.collect' op takes the handle that the region of a sloop.workspace has}}
    %0 = sloop.collect %b : !sloop.assembly<tensor<4xf64, #Vector>> -> tensor<4xf64, #Vector>
  }
  return
}

// -----

#Vector = #stensor.format<(i) -> (i : compressed)>
func.func @what_is_collected_leaves() -> tensor<4xf64, #Vector> {
  %t = sloop.workspace dense(%w) : tensor<4xf64, #Vector> -> (tensor<4xf64, #Vector>) {
    %0 = sloop.collect %w : !sloop.assembly<tensor<4xf64, #Vector>> -> tensor<4xf64, #Vector>
    // expected-error@+1 {{'sloop.yield' op what is collected from a workspace ends with it}}
    sloop.yield %0 : tensor<4xf64, #Vector>
  }
  return %t : tensor<4xf64, #Vector>
}

// -----

#Vector = #stensor.format<(i) -> (i : compressed)>
func.func @what_is_collected_is_released() {
  sloop.workspace dense(%w) : tensor<4xf64, #Vector> {
    %0 = sloop.collect %w : !sloop.assembly<tensor<4xf64, #Vector>> -> tensor<4xf64, #Vector>
    // expected-error@+1 {{'stensor.release' op frees a tensor that its function did not make: the result of sloop.collect}}
    stensor.release %0 : tensor<4xf64, #Vector>
  }
  return
}

// -----

#Vector = #stensor.format<(i) -> (i : compressed)>

func.func @unknown_policy() {
  // expected-error@+1 {{'sloop.workspace' op the policies of workspaces are dense, mixed, radix, runs, buckets and hash, found magic}}
  sloop.workspace magic(%w) : tensor<4xf64, #Vector> {
  }
  return
}

// -----

#Vector = #stensor.format<(i) -> (i : compressed)>

func.func @no_capacity() {
  // expected-error@+1 {{'sloop.workspace' op a capacity is between 1 and 1073741824 points, found -3}}
  sloop.workspace "hash:-3"(%w) by add : tensor<4xf64, #Vector> {
  }
  return
}

// -----

#Vector = #stensor.format<(i) -> (i : compressed)>

func.func @combined_twice(%v: f64, %j: index) {
  sloop.workspace hash(%w) by add : tensor<4xf64, #Vector> {
    // expected-error@+1 {{'sloop.scatter' op the workspace says how all of its points are combined}}
    sloop.scatter %v in %w[%j] by add : f64, !sloop.assembly<tensor<4xf64, #Vector>>
  }
  return
}

// -----

#Vector = #stensor.format<(i) -> (i : compressed)>

func.func @combined_as_what_it_is_not(%v: f64, %j: index) {
  // expected-error@+1 {{'sloop.workspace' op xor}}
  sloop.workspace dense(%w) by xor : tensor<4xf64, #Vector> {
  }
  return
}
