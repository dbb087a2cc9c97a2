// `sloop-sink-initializations`: initializations that stay where they are, because the loops after them do not visit each
// point of the result exactly once.

// RUN: lacuna-opt %s > %t.before
// RUN: lacuna-opt %s --sloop-sink-initializations | diff %t.before -

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#CSC = #stensor.format<(i, j) -> (j : dense, i : compressed)>
#DCSR = #stensor.format<(i, j) -> (i : compressed, j : compressed)>
#COO = #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton)>

// Rows without an entry are not stored, and still get the value.
func.func @empty_rows_are_skipped(%A: tensor<4x8xf64, #DCSR>, %y: tensor<4xf64>) -> tensor<4xf64> {
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f64
  %r = sloop.nest ins(%a = %A : tensor<4x8xf64, #DCSR>) outs(%c = %y : tensor<4xf64>) {
    sloop.forall %i in %c4 {
      sloop.write %zero, %c[%i] : tensor<4xf64>
    }
    sloop.forall %i in %c4 {
      sloop.forall %j in %c8 {
        %0 = sloop.read %a[%i, %j] : tensor<4x8xf64, #DCSR>
        sloop.write %0, %c[%i] by add : tensor<4xf64>
      }
    }
  }
  return %r : tensor<4xf64>
}

// A row is visited once an entry.
func.func @rows_are_repeated(%A: tensor<4x8xf64, #COO>, %y: tensor<4xf64>) -> tensor<4xf64> {
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f64
  %r = sloop.nest ins(%a = %A : tensor<4x8xf64, #COO>) outs(%c = %y : tensor<4xf64>) {
    sloop.forall %i in %c4 {
      sloop.write %zero, %c[%i] : tensor<4xf64>
    }
    sloop.forall %i in %c4 {
      sloop.forall %j in %c8 {
        %0 = sloop.read %a[%i, %j] : tensor<4x8xf64, #COO>
        sloop.write %0, %c[%i] by add : tensor<4xf64>
      }
    }
  }
  return %r : tensor<4xf64>
}

// Every point is visited once a column.
func.func @reduction_is_outermost(%A: tensor<4x8xf64, #CSC>, %y: tensor<4xf64>) -> tensor<4xf64> {
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f64
  %r = sloop.nest ins(%a = %A : tensor<4x8xf64, #CSC>) outs(%c = %y : tensor<4xf64>) {
    sloop.forall %i in %c4 {
      sloop.write %zero, %c[%i] : tensor<4xf64>
    }
    sloop.forall %j in %c8 {
      sloop.forall %i in %c4 {
        %0 = sloop.read %a[%i, %j] : tensor<4x8xf64, #CSC>
        sloop.write %0, %c[%i] by add : tensor<4xf64>
      }
    }
  }
  return %r : tensor<4xf64>
}

// The entries of a matrix are not all its points.
func.func @entries_are_skipped(%A: tensor<4x8xf64, #CSR>, %y: tensor<4x8xf64>) -> tensor<4x8xf64> {
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f64
  %r = sloop.nest ins(%a = %A : tensor<4x8xf64, #CSR>) outs(%c = %y : tensor<4x8xf64>) {
    sloop.forall %i in %c4 {
      sloop.forall %j in %c8 {
        sloop.write %zero, %c[%i, %j] : tensor<4x8xf64>
      }
    }
    sloop.forall %i in %c4 {
      sloop.forall %j in %c8 {
        %0 = sloop.read %a[%i, %j] : tensor<4x8xf64, #CSR>
        sloop.write %0, %c[%i, %j] by add : tensor<4x8xf64>
      }
    }
  }
  return %r : tensor<4x8xf64>
}

// The first value is not one that the loops after it can still see.
func.func @value_reads_the_result(%x: tensor<4xf64>, %y: tensor<4xf64>) -> tensor<4xf64> {
  %c4 = arith.constant 4 : index
  %r = sloop.nest ins(%a = %x : tensor<4xf64>) outs(%c = %y : tensor<4xf64>) {
    sloop.forall %i in %c4 {
      %0 = sloop.read %a[%i] : tensor<4xf64>
      sloop.write %0, %c[%i] : tensor<4xf64>
    }
    sloop.forall %i in %c4 {
      %0 = sloop.read %c[-%i + 3] : tensor<4xf64>
      sloop.write %0, %c[%i] by add : tensor<4xf64>
    }
  }
  return %r : tensor<4xf64>
}

func.func @initialization_of_another_tensor(%x: tensor<4xf64>, %y: tensor<4xf64>, %z: tensor<4xf64>, %v: f64)
    -> (tensor<4xf64>, tensor<4xf64>) {
  %c4 = arith.constant 4 : index
  %r:2 = sloop.nest ins(%a = %x : tensor<4xf64>) outs(%c = %y, %d = %z : tensor<4xf64>, tensor<4xf64>) {
    sloop.forall %i in %c4 {
      sloop.write %v, %d[%i] : tensor<4xf64>
    }
    sloop.forall %i in %c4 {
      %0 = sloop.read %a[%i] : tensor<4xf64>
      sloop.write %0, %c[%i] by add : tensor<4xf64>
    }
  }
  return %r#0, %r#1 : tensor<4xf64>, tensor<4xf64>
}

// Only the diagonal gets the first value.
func.func @initialization_of_some_points(%x: tensor<4x4xf64>, %y: tensor<4x4xf64>, %v: f64) -> tensor<4x4xf64> {
  %c4 = arith.constant 4 : index
  %r = sloop.nest ins(%a = %x : tensor<4x4xf64>) outs(%c = %y : tensor<4x4xf64>) {
    sloop.forall %i in %c4 {
      sloop.write %v, %c[%i, %i] : tensor<4x4xf64>
    }
    sloop.forall %i in %c4 {
      sloop.forall %j in %c4 {
        %0 = sloop.read %a[%i, %j] : tensor<4x4xf64>
        sloop.write %0, %c[%i, %j] by add : tensor<4x4xf64>
      }
    }
  }
  return %r : tensor<4x4xf64>
}

func.func @loops_over_half_of_the_points(%x: tensor<8xf64>, %y: tensor<8xf64>) -> tensor<8xf64> {
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f64
  %r = sloop.nest ins(%a = %x : tensor<8xf64>) outs(%c = %y : tensor<8xf64>) {
    sloop.forall %i in %c8 {
      sloop.write %zero, %c[%i] : tensor<8xf64>
    }
    sloop.forall %i in %c4 {
      %0 = sloop.read %a[%i] : tensor<8xf64>
      sloop.write %0, %c[%i] by add : tensor<8xf64>
    }
  }
  return %r : tensor<8xf64>
}
