// `sloop-schedule`: what it refuses, and why.

// RUN: lacuna-opt %s --sloop-schedule --verify-diagnostics --split-input-file

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#CSC = #stensor.format<(i, j) -> (j : dense, i : compressed)>
func.func @cycle(%A: tensor<4x4xf64, #CSR>, %B: tensor<4x4xf64, #CSC>, %y: tensor<f64>) -> tensor<f64> {
  %c4 = arith.constant 4 : index
  %r = sloop.nest ins(%a = %A, %b = %B : tensor<4x4xf64, #CSR>, tensor<4x4xf64, #CSC>) outs(%c = %y : tensor<f64>) {
    sloop.forall %i in %c4 {
      sloop.forall %j in %c4 {
        %0 = sloop.read %a[%i, %j] : tensor<4x4xf64, #CSR>
        %1 = sloop.read %b[%i, %j] : tensor<4x4xf64, #CSC>
        %2 = arith.mulf %0, %1 : f64
        // expected-error-re@+3 {{no loop order follows the levels of every operand: v{{[01]}} -> v{{[01]}} -> v{{[01]}} is a cycle; store {{.*}} with its dimensions in another order}}
        // expected-note@+2 {{operand 0 is stored as tensor<4x4xf64, #stensor.format<(i, j) -> (i : dense, j : compressed)>>}}
        // expected-note@+1 {{operand 1 is stored as tensor<4x4xf64, #stensor.format<(i, j) -> (j : dense, i : compressed)>>}}
        sloop.write %2, %c[] by add : tensor<f64>
      }
    }
  }
  return %r : tensor<f64>
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @transposed_with_itself(%A: tensor<4x4xf64, #CSR>, %y: tensor<f64>) -> tensor<f64> {
  %c4 = arith.constant 4 : index
  %r = sloop.nest ins(%a = %A : tensor<4x4xf64, #CSR>) outs(%c = %y : tensor<f64>) {
    sloop.forall %i in %c4 {
      sloop.forall %j in %c4 {
        %0 = sloop.read %a[%i, %j] : tensor<4x4xf64, #CSR>
        %1 = sloop.read %a[%j, %i] : tensor<4x4xf64, #CSR>
        %2 = arith.mulf %0, %1 : f64
        // expected-error@+2 {{no loop order follows the levels of every operand}}
        // expected-note@+1 {{operand 0 is stored as}}
        sloop.write %2, %c[] by add : tensor<f64>
      }
    }
  }
  return %r : tensor<f64>
}

// -----

#CSC = #stensor.format<(i, j) -> (j : dense, i : compressed)>
func.func @constant_subscript(%A: tensor<8x4xf64, #CSC>, %y: tensor<4xf64>) -> tensor<4xf64> {
  %c4 = arith.constant 4 : index
  %r = sloop.nest ins(%a = %A : tensor<8x4xf64, #CSC>) outs(%c = %y : tensor<4xf64>) {
    sloop.forall %j in %c4 {
      %0 = sloop.read %a[5, %j] : tensor<8x4xf64, #CSC>
      // expected-error@+1 {{level 1 of operand 0 (tensor<8x4xf64, #stensor.format<(i, j) -> (j : dense, i : compressed)>>) is subscripted by 5, which no loop resolves; make operand 0 dense}}
      sloop.write %0, %c[%j] by add : tensor<4xf64>
    }
  }
  return %r : tensor<4xf64>
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @repeated_variable(%A: tensor<4x4xf64, #CSR>, %y: tensor<4xf64>) -> tensor<4xf64> {
  %c4 = arith.constant 4 : index
  %r = sloop.nest ins(%a = %A : tensor<4x4xf64, #CSR>) outs(%c = %y : tensor<4xf64>) {
    sloop.forall %i in %c4 {
      %0 = sloop.read %a[%i, %i] : tensor<4x4xf64, #CSR>
      // expected-error@+1 {{level 1 of operand 0 (tensor<4x4xf64, #stensor.format<(i, j) -> (i : dense, j : compressed)>>) has a subscript whose variables levels above it have resolved, so no loop is left to walk it}}
      sloop.write %0, %c[%i] by add : tensor<4xf64>
    }
  }
  return %r : tensor<4xf64>
}

// -----

// Blocks want a loop of their own.
#BCSR = #stensor.format<(i, j) -> (i floordiv 2 : dense, j floordiv 2 : compressed, i mod 2 : dense, j mod 2 : dense)>
func.func @blocks_before_their_loops_are_split(%A: tensor<4x4xf64, #BCSR>, %y: tensor<4xf64>) -> tensor<4xf64> {
  %c4 = arith.constant 4 : index
  %r = sloop.nest ins(%a = %A : tensor<4x4xf64, #BCSR>) outs(%c = %y : tensor<4xf64>) {
    sloop.forall %i in %c4 {
      sloop.forall %j in %c4 {
        %0 = sloop.read %a[%i, %j] : tensor<4x4xf64, #BCSR>
        // expected-error-re@+1 {{level 0 of operand 0 (tensor<4x4xf64, #stensor.format<{{.*}}>>) stores v0 floordiv 2, over which no loop runs: run sloop-split-variables first}}
        sloop.write %0, %c[%i] by add : tensor<4xf64>
      }
    }
  }
  return %r : tensor<4xf64>
}

// -----

#ELL = #stensor.format<(i, j) -> (_ : dense, i : dense, j : singleton)>
func.func @slots_before_their_loop_is_there(%A: tensor<4x4xf64, #ELL>, %y: tensor<4xf64>) -> tensor<4xf64> {
  %c4 = arith.constant 4 : index
  %r = sloop.nest ins(%a = %A : tensor<4x4xf64, #ELL>) outs(%c = %y : tensor<4xf64>) {
    sloop.forall %i in %c4 {
      sloop.forall %j in %c4 {
        %0 = sloop.read %a[%i, %j] : tensor<4x4xf64, #ELL>
        // expected-error@+1 {{level 0 of operand 0 (tensor<4x4xf64, #stensor.format<(i, j) -> (_ : dense, i : dense, j : singleton)>>) has nodes that the dimensions do not tell apart: run sloop-split-variables first}}
        sloop.write %0, %c[%i] by add : tensor<4xf64>
      }
    }
  }
  return %r : tensor<4xf64>
}

// -----

// The points of a result come in parts when its operands are walked by columns.
#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#SV = #stensor.format<(i) -> (i : compressed)>
func.func @sum_of_columns_in_order(%A: tensor<4x8xf64, #CSR>, %y: tensor<8xf64, #SV>) -> tensor<8xf64, #SV> {
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %r = sloop.nest ins(%a = %A : tensor<4x8xf64, #CSR>) outs(%c = %y : tensor<8xf64, #SV>) {
    sloop.forall %j in %c8 {
      %0 = sloop.fold %i in %c4 by add -> f64 {
        %1 = sloop.read %a[%i, %j] : tensor<4x8xf64, #CSR>
        sloop.yield %1 : f64
      }
      // expected-error-re@+1 {{result operand 1 (tensor<8xf64, #stensor.format<(i) -> (i : compressed)>>) cannot be assembled in order: its points come in parts, because the levels of the operands ask for the loop order v{{[01]}} -> v{{[01]}}; store operand 0 ({{.*}}) with its dimensions in another order}}
      sloop.write %0, %c[%j] elsewhere(0.0 : f64) : tensor<8xf64, #SV>
    }
  }
  return %r : tensor<8xf64, #SV>
}

// -----

func.func @derived_from_a_value_from_outside(%m: index, %y: tensor<?xf64>, %v: f64) -> tensor<?xf64> {
  %r = sloop.nest outs(%c = %y : tensor<?xf64>) {
    sloop.forall %i in %m {
      // expected-error@+1 {{a variable is derived from a value that is not an index variable of the nest}}
      %0 = sloop.derive(%i + %m)
      sloop.write %v, %c[%0] : tensor<?xf64>
    }
  }
  return %r : tensor<?xf64>
}
