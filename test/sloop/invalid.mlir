// What the parsers and verifiers of index form refuse.

// RUN: lacuna-opt %s --verify-diagnostics --split-input-file

func.func @bound_types(%x: memref<4xf64>) {
  // expected-error@+1 {{'sloop.nest' op operand 0 is 'memref<4xf64>', the body takes 'memref<?xf64>'}}
  "sloop.nest"(%x) <{operandSegmentSizes = array<i32: 1, 0>}> ({
  ^bb0(%a: memref<?xf64>):
  }) : (memref<4xf64>) -> ()
  return
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#COO = #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton)>
func.func @inputs_are_no_lists(%x: tensor<4x8xf64, #CSR>) {
  // expected-error@+1 {{'sloop.nest' op operand 0 is 'tensor<4x8xf64, #stensor.format<(i, j) -> (i : dense, j : compressed)>>', the body takes 'tensor<4x8xf64, #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton)>>'}}
  sloop.nest ins(%a = %x : tensor<4x8xf64, #COO> to tensor<4x8xf64, #CSR>) { }
  return
}

// -----

#COO = #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton)>
func.func @dense_results_come_in_no_groups(%x: tensor<4x8xf64>) {
  // expected-error@+1 {{'sloop.nest' op operand 0 is 'tensor<4x8xf64>', the body takes 'tensor<4x8xf64, #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton)>>'}}
  %r = sloop.nest outs(%a = %x : tensor<4x8xf64, #COO> to tensor<4x8xf64>) { }
  return
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#COO = #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton)>
func.func @shape_of_a_list(%x: tensor<4x8xf64, #CSR>) {
  // expected-error@+1 {{the body takes 'tensor<8x4xf64, #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton)>>'}}
  %r = sloop.nest outs(%a = %x : tensor<8x4xf64, #COO> to tensor<4x8xf64, #CSR>) { }
  return
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#COO = #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton)>
func.func @elements_of_a_list(%x: tensor<4x8xf64, #CSR>) {
  // expected-error@+1 {{the body takes 'tensor<4x8xf32, #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton)>>'}}
  %r = sloop.nest outs(%a = %x : tensor<4x8xf32, #COO> to tensor<4x8xf64, #CSR>) { }
  return
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#CSC = #stensor.format<(i, j) -> (j : dense, i : compressed)>
func.func @points_come_as_a_list(%x: tensor<4x8xf64, #CSR>) {
  // expected-error@+1 {{'sloop.nest' op level 0 of the list for operand 0 must be compressed(nonunique)}}
  %r = sloop.nest outs(%a = %x : tensor<4x8xf64, #CSC> to tensor<4x8xf64, #CSR>) { }
  return
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#Ones = #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton), fill = 1.0 : f64>
func.func @fill_value_of_a_list(%x: tensor<4x8xf64, #CSR>) {
  // expected-error@+1 {{'sloop.nest' op operand 0 and its list differ in the value of the points that are not stored}}
  %r = sloop.nest outs(%a = %x : tensor<4x8xf64, #Ones> to tensor<4x8xf64, #CSR>) { }
  return
}

// -----

func.func @number_of_bound_operands(%x: memref<4xf64>) {
  // expected-error@+1 {{'sloop.nest' op binds 1 operands, the body takes 0}}
  "sloop.nest"(%x) <{operandSegmentSizes = array<i32: 1, 0>}> ({
  ^bb0:
  }) : (memref<4xf64>) -> ()
  return
}

// -----

func.func @tensor_outs_are_results(%y: tensor<4xf64>) {
  // expected-error@+1 {{'sloop.nest' op the results are the tensors among the outs: required 1, found 0}}
  "sloop.nest"(%y) <{operandSegmentSizes = array<i32: 0, 1>}> ({
  ^bb0(%c: tensor<4xf64>):
  }) : (tensor<4xf64>) -> ()
  return
}

// -----

func.func @ins_are_not_written(%x: memref<4xf64>, %y: memref<4xf64>, %n: index, %v: f64) {
  sloop.nest ins(%a = %y, %b = %x : memref<4xf64>, memref<4xf64>) {
    sloop.forall %i in %n {
      // expected-error@+1 {{'sloop.write' op writes operand 1 of the nest, which is among its ins}}
      sloop.write %v, %b[%i] : memref<4xf64>
    }
  }
  return
}

// -----

func.func @loops_stand_in_nests(%n: index) {
  // expected-error@+1 {{'sloop.forall' op expects parent op to be one of 'sloop.nest, sloop.forall, sloop.fold, sloop.where'}}
  sloop.forall %i in %n {
  }
  return
}

// -----

func.func @no_index_variable(%n: index) {
  sloop.nest {
    // expected-error@+1 {{'sloop.forall' op the body takes one argument of type index, found 0 arguments}}
    "sloop.forall"(%n) ({
    ^bb0:
    }) : (index) -> ()
  }
  return
}

// -----

func.func @type_of_the_index_variable(%n: index) {
  sloop.nest {
    // expected-error@+1 {{'sloop.forall' op the body takes one argument of type index, found 1 arguments}}
    "sloop.forall"(%n) ({
    ^bb0(%i: i32):
    }) : (index) -> ()
  }
  return
}

// -----

func.func @no_lanes(%n: index) {
  sloop.nest {
    // expected-error@+1 {{custom op 'sloop.forall' a loop runs in 1 to 1024 lanes, found 0}}
    sloop.forall %i in %n how(<lanes = 0>) {
    }
  }
  return
}

// -----

func.func @negative_lanes(%n: index) {
  sloop.nest {
    // expected-error@+1 {{custom op 'sloop.forall' a loop runs in 1 to 1024 lanes, found -8}}
    sloop.forall %i in %n how(<lanes = -8>) {
    }
  }
  return
}

// -----

func.func @a_directive_that_no_loop_has(%n: index) {
  sloop.nest {
    // expected-error@+1 {{custom op 'sloop.forall' no loop has a directive threads: there is lanes}}
    sloop.forall %i in %n how(<threads = 2>) {
    }
  }
  return
}

// -----

func.func @a_directive_twice(%n: index) {
  sloop.nest {
    // expected-error@+1 {{custom op 'sloop.forall' directive lanes is there twice}}
    sloop.forall %i in %n how(<lanes = 2, lanes = 4>) {
    }
  }
  return
}

// -----

func.func @too_many_lanes(%n: index) {
  sloop.nest {
    // expected-error@+1 {{custom op 'sloop.forall' a loop runs in 1 to 1024 lanes, found 1025}}
    sloop.forall %i in %n how(<lanes = 1025>) {
    }
  }
  return
}

// -----

func.func @unknown_combiner_of_a_fold(%n: index, %v: f64) {
  sloop.nest {
    // expected-error@+1 {{unknown combiner 'sum'}}
    %0 = sloop.fold %i in %n by sum -> f64 {
      sloop.yield %v : f64
    }
  }
  return
}

// -----

func.func @unknown_combiner_of_a_write(%y: memref<f64>, %v: f64) {
  sloop.nest outs(%c = %y : memref<f64>) {
    // expected-error@+1 {{unknown combiner 'sub'}}
    sloop.write %v, %c[] by sub : memref<f64>
  }
  return
}

// -----

func.func @combiner_of_integers_on_floats(%y: memref<f64>, %v: f64) {
  sloop.nest outs(%c = %y : memref<f64>) {
    // expected-error@+1 {{'sloop.write' op min_unsigned combines integers, found 'f64'}}
    sloop.write %v, %c[] by min_unsigned : memref<f64>
  }
  return
}

// -----

func.func @combiner_of_floats_on_integers(%n: index, %v: i32) {
  sloop.nest {
    // expected-error@+1 {{'sloop.fold' op max_number combines floating-point numbers, found 'i32'}}
    %0 = sloop.fold %i in %n by max_number -> i32 {
      sloop.yield %v : i32
    }
  }
  return
}

// -----

func.func @combiner_of_an_order_on_complex_numbers(%y: memref<complex<f64>>, %v: complex<f64>) {
  sloop.nest outs(%c = %y : memref<complex<f64>>) {
    // expected-error@+1 {{'sloop.write' op max combines numbers that have an order, found 'complex<f64>'}}
    sloop.write %v, %c[] by max : memref<complex<f64>>
  }
  return
}
