// `sloop-sparsify`: what it refuses, and why.

// RUN: lacuna-opt %s --sloop-sparsify --verify-diagnostics --split-input-file

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @two_operands_to_enumerate(%A: tensor<4x8xf64, #CSR>, %B: tensor<4x8xf64, #CSR>, %y: memref<f64>) {
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  sloop.nest ins(%a = %A, %b = %B : tensor<4x8xf64, #CSR>, tensor<4x8xf64, #CSR>) outs(%c = %y : memref<f64>) {
    sloop.forall %i in %c4 {
      sloop.forall %j in %c8 {
        %0 = sloop.read %a[%i, %j] : tensor<4x8xf64, #CSR>
        %1 = sloop.read %b[%i, %j] : tensor<4x8xf64, #CSR>
        %2 = arith.mulf %0, %1 : f64
        // expected-error@+1 {{operand 0 and operand 1 would have to be enumerated together over one loop: walking several stored levels at once is not compiled yet; make one of the operands dense}}
        sloop.write %2, %c[] by add : memref<f64>
      }
    }
  }
  return
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @value_that_does_not_vanish(%A: tensor<4x8xf64, #CSR>, %x: memref<8xf64>, %y: memref<4xf64>) {
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  sloop.nest ins(%b = %x, %a = %A : memref<8xf64>, tensor<4x8xf64, #CSR>) outs(%c = %y : memref<4xf64>) {
    sloop.forall %i in %c4 {
      sloop.forall %j in %c8 {
        %0 = sloop.read %a[%i, %j] : tensor<4x8xf64, #CSR>
        %1 = sloop.read %b[%j] : memref<8xf64>
        %2 = arith.addf %0, %1 : f64
        // expected-error@+1 {{the value is not zero where operand 1 (tensor<4x8xf64, #stensor.format<(i, j) -> (i : dense, j : compressed)>>) stores nothing, so its stored entries alone do not give the result: make the operand dense}}
        sloop.write %2, %c[%i] by add : memref<4xf64>
      }
    }
  }
  return
}

// -----

#SV = #stensor.format<(i) -> (i : compressed)>
func.func @cosine_of_nothing_is_one(%A: tensor<8xf64, #SV>, %y: memref<f64>) {
  %c8 = arith.constant 8 : index
  sloop.nest ins(%a = %A : tensor<8xf64, #SV>) outs(%c = %y : memref<f64>) {
    %0 = sloop.fold %i in %c8 by add -> f64 {
      %1 = sloop.read %a[%i] : tensor<8xf64, #SV>
      %2 = math.cos %1 : f64
      sloop.yield %2 : f64
    }
    // expected-error@+1 {{the value is not zero where operand 0 (tensor<8xf64, #stensor.format<(i) -> (i : compressed)>>) stores nothing}}
    sloop.write %0, %c[] by add : memref<f64>
  }
  return
}

// -----

#SV = #stensor.format<(i) -> (i : compressed)>
func.func @maximum_of_stored_entries(%A: tensor<8xf64, #SV>, %y: memref<f64>) {
  %c8 = arith.constant 8 : index
  sloop.nest ins(%a = %A : tensor<8xf64, #SV>) outs(%c = %y : memref<f64>) {
    sloop.forall %i in %c8 {
      %1 = sloop.read %a[%i] : tensor<8xf64, #SV>
      // expected-error@+1 {{the points that operand 0 (tensor<8xf64, #stensor.format<(i) -> (i : compressed)>>) does not store would be left out of a result that combines by max: make the operand dense}}
      sloop.write %1, %c[] by max : memref<f64>
    }
  }
  return
}

// -----

#SV = #stensor.format<(i) -> (i : compressed)>
func.func @product_of_stored_entries(%A: tensor<8xf64, #SV>, %y: memref<f64>) {
  %c8 = arith.constant 8 : index
  sloop.nest ins(%a = %A : tensor<8xf64, #SV>) outs(%c = %y : memref<f64>) {
    %0 = sloop.fold %i in %c8 by mul -> f64 {
      %1 = sloop.read %a[%i] : tensor<8xf64, #SV>
      sloop.yield %1 : f64
    }
    // expected-error@+1 {{would be left out of a result that combines by mul: make the operand dense}}
    sloop.write %0, %c[] by add : memref<f64>
  }
  return
}

// -----

#SV = #stensor.format<(i) -> (i : compressed)>
func.func @replacing_by_stored_entries(%A: tensor<8xf64, #SV>, %y: memref<8xf64>) {
  %c8 = arith.constant 8 : index
  sloop.nest ins(%a = %A : tensor<8xf64, #SV>) outs(%c = %y : memref<8xf64>) {
    sloop.forall %i in %c8 {
      %1 = sloop.read %a[%i] : tensor<8xf64, #SV>
      // expected-error@+1 {{would be left out of a result that combines by replacing: make the operand dense}}
      sloop.write %1, %c[%i] : memref<8xf64>
    }
  }
  return
}

// -----

#COO = #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton(nonunique))>
func.func @entries_stored_in_parts(%A: tensor<4x8xf64, #COO>, %y: memref<4xf64>) {
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  sloop.nest ins(%a = %A : tensor<4x8xf64, #COO>) outs(%c = %y : memref<4xf64>) {
    sloop.forall %i in %c4 {
      sloop.forall %j in %c8 {
        %0 = sloop.read %a[%i, %j] : tensor<4x8xf64, #COO>
        %1 = arith.mulf %0, %0 : f64
        // expected-error@+1 {{operand 0 (tensor<4x8xf64, #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton(nonunique))>>) may store an entry in several parts, and the value is not linear in it: use a format whose levels are unique}}
        sloop.write %1, %c[%i] by add : memref<4xf64>
      }
    }
  }
  return
}

// -----

#SV = #stensor.format<(i) -> (i : compressed)>
func.func @stored_result(%x: memref<8xf64>, %Y: tensor<8xf64, #SV>) -> tensor<8xf64, #SV> {
  %c8 = arith.constant 8 : index
  // expected-error@+1 {{result tensor<8xf64, #stensor.format<(i) -> (i : compressed)>> is stored sparsely, which is not compiled yet: make it dense}}
  %r = sloop.nest ins(%a = %x : memref<8xf64>) outs(%c = %Y : tensor<8xf64, #SV>) {
    sloop.forall %i in %c8 {
      %1 = sloop.read %a[%i] : memref<8xf64>
      sloop.write %1, %c[%i] by add : tensor<8xf64, #SV>
    }
  }
  return %r : tensor<8xf64, #SV>
}

// -----

#SV = #stensor.format<(i) -> (i : compressed)>
func.func @operand_that_is_still_a_tensor(%A: tensor<8xf64, #SV>, %x: tensor<8xf64>, %y: memref<f64>) {
  %c8 = arith.constant 8 : index
  // expected-error@+1 {{operand 1 is still a tensor, tensor<8xf64>: run one-shot-bufferize before sloop-sparsify}}
  sloop.nest ins(%a = %A, %b = %x : tensor<8xf64, #SV>, tensor<8xf64>) outs(%c = %y : memref<f64>) {
    sloop.forall %i in %c8 {
      %0 = sloop.read %a[%i] : tensor<8xf64, #SV>
      sloop.write %0, %c[] by add : memref<f64>
    }
  }
  return
}

// -----

#CSC = #stensor.format<(i, j) -> (j : dense, i : compressed)>
func.func @loops_against_the_levels(%A: tensor<4x8xf64, #CSC>, %y: memref<4xf64>) {
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  sloop.nest ins(%a = %A : tensor<4x8xf64, #CSC>) outs(%c = %y : memref<4xf64>) {
    sloop.forall %i in %c4 {
      sloop.forall %j in %c8 {
        %0 = sloop.read %a[%i, %j] : tensor<4x8xf64, #CSC>
        // expected-error@+1 {{operand 0 (tensor<4x8xf64, #stensor.format<(i, j) -> (j : dense, i : compressed)>>) is read before the loops have entered its level 1: run sloop-schedule first}}
        sloop.write %0, %c[%i] by add : memref<4xf64>
      }
    }
  }
  return
}
