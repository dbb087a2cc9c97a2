// `sloop-schedule`: loops and replacing writes that it refuses, and why.

// RUN: lacuna-opt %s --sloop-schedule --verify-diagnostics --split-input-file

#SV = #stensor.format<(i) -> (i : compressed(nonunique))>
func.func @replacing_what_it_reads(%A: tensor<4xf64, #SV>, %y: tensor<4xf64>) -> tensor<4xf64> {
  %c4 = arith.constant 4 : index
  %r = sloop.nest ins(%a = %A : tensor<4xf64, #SV>) outs(%c = %y : tensor<4xf64>) {
    sloop.forall %i in %c4 {
      %0 = sloop.read %a[%i] : tensor<4xf64, #SV>
      %1 = sloop.read %c[%i] : tensor<4xf64>
      %2 = arith.addf %1, %1 : f64
      %3 = arith.mulf %0, %2 : f64
      // expected-error@+1 {{the value reads the result that it replaces, and operand 0 may store a point in several parts: store each coordinate once}}
      sloop.write %3, %c[%i] : tensor<4xf64>
    }
  }
  return %r : tensor<4xf64>
}

// -----

// The loops over columns would have to stand outside of those over rows, and so outside of the first write.
#CSC = #stensor.format<(i, j) -> (j : dense, i : compressed)>
func.func @writes_beside_loops(%A: tensor<4x4xf64, #CSC>, %y: tensor<4xf64>, %v: f64) -> tensor<4xf64> {
  %c4 = arith.constant 4 : index
  %r = sloop.nest ins(%a = %A : tensor<4x4xf64, #CSC>) outs(%c = %y : tensor<4xf64>) {
    sloop.forall %i in %c4 {
      sloop.write %v, %c[%i] : tensor<4xf64>
      sloop.forall %j in %c4 {
        %0 = sloop.read %a[%i, %j] : tensor<4x4xf64, #CSC>
        // expected-error@+1 {{the statements of these loops depend on each other: what one does to operand 1 matters to another in another round; give each write a nest of loops of its own}}
        sloop.write %0, %c[%j] by add : tensor<4xf64>
      }
    }
  }
  return %r : tensor<4xf64>
}

// -----

// The loops would have to be interchanged.
#CSC = #stensor.format<(i, j) -> (j : dense, i : compressed)>
func.func @two_writes(%A: tensor<4x4xf64, #CSC>, %y: tensor<4xf64>, %z: tensor<4xf64>) -> (tensor<4xf64>, tensor<4xf64>) {
  %c4 = arith.constant 4 : index
  %r:2 = sloop.nest ins(%a = %A : tensor<4x4xf64, #CSC>) outs(%c = %y, %d = %z : tensor<4xf64>, tensor<4xf64>) {
    sloop.forall %i in %c4 {
      sloop.forall %j in %c4 {
        %0 = sloop.read %a[%i, %j] : tensor<4x4xf64, #CSC>
        sloop.write %0, %c[%i] by add : tensor<4xf64>
        %1 = sloop.read %c[%i] : tensor<4xf64>
        // expected-error@+1 {{the statements of these loops depend on each other: what one does to operand 1 matters to another in another round; give each write a nest of loops of its own}}
        sloop.write %1, %d[%j] by add : tensor<4xf64>
      }
    }
  }
  return %r#0, %r#1 : tensor<4xf64>, tensor<4xf64>
}

// -----

func.func @subscript_from_inside(%x: tensor<4xf64>, %y: tensor<f64>, %n: index) -> tensor<f64> {
  %r = sloop.nest ins(%a = %x : tensor<4xf64>) outs(%c = %y : tensor<f64>) {
    %m = arith.addi %n, %n : index
    // expected-error@+1 {{a subscript is computed inside of the nest, required index variables}}
    %0 = sloop.read %a[%m] : tensor<4xf64>
    sloop.write %0, %c[] by add : tensor<f64>
  }
  return %r : tensor<f64>
}

// -----

func.func @subscript_that_is_not_linear(%x: tensor<4xf64>, %y: tensor<f64>) -> tensor<f64> {
  %c8 = arith.constant 8 : index
  %r = sloop.nest ins(%a = %x : tensor<4xf64>) outs(%c = %y : tensor<f64>) {
    sloop.forall %i in %c8 {
      // expected-error@+1 {{subscript 0, d0 floordiv 2, is not a linear function of the index variables}}
      %0 = sloop.read %a[%i floordiv 2] : tensor<4xf64>
      sloop.write %0, %c[] by add : tensor<f64>
    }
  }
  return %r : tensor<f64>
}

// -----

func.func @derived_variable_beyond_64_bits(%y: tensor<4xf64>, %v: f64) -> tensor<4xf64> {
  %c9 = arith.constant 9 : index
  %c4 = arith.constant 4 : index
  %r = sloop.nest outs(%c = %y : tensor<4xf64>) {
    sloop.forall %i in %c9 {
      // expected-error@+1 {{subscript v0 * 4611686018427387904 + 1 can have values of more than 64 bits}}
      %d = sloop.derive(%i * 4611686018427387904 + 1) below %c4
      sloop.write %v, %c[%d] by add : tensor<4xf64>
    }
  }
  return %r : tensor<4xf64>
}

// -----

func.func @factor_without_room_for_an_unknown_size(%x: tensor<?xf64>, %n: index, %y: tensor<f64>) -> tensor<f64> {
  %r = sloop.nest ins(%a = %x : tensor<?xf64>) outs(%c = %y : tensor<f64>) {
    sloop.forall %i in %n {
      // expected-error@+1 {{subscript v0 * 4294967296 can have values of more than 64 bits}}
      %0 = sloop.read %a[%i * 4294967296] : tensor<?xf64>
      sloop.write %0, %c[] by add : tensor<f64>
    }
  }
  return %r : tensor<f64>
}

// -----

func.func @operation_with_a_region(%y: tensor<f64>, %p: i1, %v: f64) -> tensor<f64> {
  %r = sloop.nest outs(%c = %y : tensor<f64>) {
    // expected-error@+1 {{scf.if has a region, which a nest cannot hold}}
    %0 = scf.if %p -> f64 {
      scf.yield %v : f64
    } else {
      scf.yield %v : f64
    }
    sloop.write %0, %c[] by add : tensor<f64>
  }
  return %r : tensor<f64>
}

// -----

func.func @write_in_a_fold(%y: tensor<f64>, %v: f64, %n: index) -> tensor<f64> {
  %r = sloop.nest outs(%c = %y : tensor<f64>) {
    %0 = sloop.fold %k in %n by add -> f64 {
      // expected-error@+1 {{sloop.write in a nest has 0 results, required one}}
      sloop.write %v, %c[] by add : tensor<f64>
      sloop.yield %v : f64
    }
  }
  return %r : tensor<f64>
}

// -----

func.func @tensor_used_as_a_value(%y: tensor<4xf64>, %x: tensor<4xf64>) -> tensor<4xf64> {
  %r = sloop.nest ins(%a = %x : tensor<4xf64>) outs(%c = %y : tensor<4xf64>) {
    %c0 = arith.constant 0 : index
    // expected-error@+1 {{a tensor of the nest is used other than by sloop.read and sloop.write}}
    %0 = tensor.extract %a[%c0] : tensor<4xf64>
    sloop.forall %i in %c0 {
      sloop.write %0, %c[%i] : tensor<4xf64>
    }
  }
  return %r : tensor<4xf64>
}

// -----

// The rounds that a bounded variable leaves out differ: the last one of these loops is not that of the loops in another order.
#CSC = #stensor.format<(i, j) -> (j : dense, i : compressed)>
func.func @replaces_in_parts(%A: tensor<2x2xf64, #CSC>, %y: tensor<f64>) -> tensor<f64> {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %r = sloop.nest ins(%a = %A : tensor<2x2xf64, #CSC>) outs(%c = %y : tensor<f64>) {
    sloop.forall %io in %c2 {
      sloop.forall %ii in %c2 {
        %i = sloop.derive(%io * 2 + %ii) below %c3
        %0 = sloop.read %a[%io, %ii] : tensor<2x2xf64, #CSC>
        // expected-error@+1 {{what this writes to operand 1 depends on the order of the loops around it}}
        sloop.write %0, %c[] : tensor<f64>
      }
    }
  }
  return %r : tensor<f64>
}

// -----

// Each round reads what the round before wrote.
#CSC = #stensor.format<(i, j) -> (j : dense, i : compressed)>
func.func @reads_what_it_wrote(%A: tensor<2x2xf64, #CSC>, %y: tensor<f64>) -> tensor<f64> {
  %c2 = arith.constant 2 : index
  %r = sloop.nest ins(%a = %A : tensor<2x2xf64, #CSC>) outs(%c = %y : tensor<f64>) {
    sloop.forall %i in %c2 {
      sloop.forall %j in %c2 {
        %0 = sloop.read %a[%i, %j] : tensor<2x2xf64, #CSC>
        %1 = sloop.read %c[] : tensor<f64>
        %2 = arith.divf %1, %0 : f64
        // expected-error@+1 {{what this writes to operand 1 depends on the order of the loops around it}}
        sloop.write %2, %c[] : tensor<f64>
      }
    }
  }
  return %r : tensor<f64>
}
