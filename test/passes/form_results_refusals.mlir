// `sloop-form-results`: what it refuses, and why.

// RUN: lacuna-opt %s --sloop-form-results --verify-diagnostics --split-input-file

#SV = #stensor.format<(i) -> (i : compressed)>
func.func @loops_beside_writes(%A: tensor<4x8xf64>) -> tensor<4xf64, #SV> {
  %c4 = arith.constant 4 : index
  %e = stensor.empty : tensor<4xf64, #SV>
  %r = sloop.nest ins(%a = %A : tensor<4x8xf64>) outs(%c = %e : tensor<4xf64, #SV>) {
    sloop.forall %i in %c4 {
      %0 = sloop.read %a[%i, %i] : tensor<4x8xf64>
      sloop.write %0, %c[%i] by add : tensor<4xf64, #SV>
      sloop.forall %j in %c4 {
        %1 = sloop.read %a[%i, %j] : tensor<4x8xf64>
        // expected-error@+1 {{the statements of these loops depend on each other: what one does to operand 1 matters to another in another round; give each write a nest of loops of its own}}
        sloop.write %1, %c[%j] by mul : tensor<4xf64, #SV>
      }
    }
  }
  return %r : tensor<4xf64, #SV>
}

// -----

#SV = #stensor.format<(i) -> (i : compressed)>
func.func @compound_subscript(%A: tensor<4xf64>) -> tensor<8xf64, #SV> {
  %c4 = arith.constant 4 : index
  %e = stensor.empty : tensor<8xf64, #SV>
  %r = sloop.nest ins(%a = %A : tensor<4xf64>) outs(%c = %e : tensor<8xf64, #SV>) {
    sloop.forall %i in %c4 {
      %0 = sloop.read %a[%i] : tensor<4xf64>
      // expected-error@+1 {{result operand 1 (tensor<8xf64, #stensor.format<(i) -> (i : compressed)>>): each subscript of a stored result must be an index variable}}
      sloop.write %0, %c[2 * %i] by add : tensor<8xf64, #SV>
    }
  }
  return %r : tensor<8xf64, #SV>
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @diagonal(%A: tensor<4xf64>) -> tensor<4x4xf64, #CSR> {
  %c4 = arith.constant 4 : index
  %e = stensor.empty : tensor<4x4xf64, #CSR>
  %r = sloop.nest ins(%a = %A : tensor<4xf64>) outs(%c = %e : tensor<4x4xf64, #CSR>) {
    sloop.forall %i in %c4 {
      %0 = sloop.read %a[%i] : tensor<4xf64>
      // expected-error@+1 {{an index variable subscripts a stored result twice}}
      sloop.write %0, %c[%i, %i] by add : tensor<4x4xf64, #CSR>
    }
  }
  return %r : tensor<4x4xf64, #CSR>
}

// -----

#SV = #stensor.format<(i) -> (i : compressed)>
func.func @replaced_more_than_once(%A: tensor<4x8xf64>) -> tensor<4xf64, #SV> {
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %e = stensor.empty : tensor<4xf64, #SV>
  %r = sloop.nest ins(%a = %A : tensor<4x8xf64>) outs(%c = %e : tensor<4xf64, #SV>) {
    sloop.forall %i in %c4 {
      sloop.forall %j in %c8 {
        %0 = sloop.read %a[%i, %j] : tensor<4x8xf64>
        // expected-error@+1 {{a point is replaced more than once, and which value stays is not defined}}
        sloop.write %0, %c[%i] : tensor<4xf64, #SV>
      }
    }
  }
  return %r : tensor<4xf64, #SV>
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @read_at_another_point(%y: tensor<4x4xf64, #CSR>) -> tensor<4x4xf64, #CSR> {
  %c4 = arith.constant 4 : index
  %r = sloop.nest outs(%c = %y : tensor<4x4xf64, #CSR>) {
    sloop.forall %i in %c4 {
      sloop.forall %j in %c4 {
        %0 = sloop.read %c[%j, %i] : tensor<4x4xf64, #CSR>
        // expected-error-re@+1 {{result operand {{[01]}} (tensor<4x4xf64, #stensor.format<(i, j) -> (i : dense, j : compressed)>>) is read at another point than the one that is written}}
        sloop.write %0, %c[%i, %j] by add : tensor<4x4xf64, #CSR>
      }
    }
  }
  return %r : tensor<4x4xf64, #CSR>
}

// -----

#SV = #stensor.format<(i) -> (i : compressed)>
func.func @written_at_a_derived_variable(%A: tensor<4xf64>) -> tensor<4xf64, #SV> {
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %e = stensor.empty : tensor<4xf64, #SV>
  %r = sloop.nest ins(%a = %A : tensor<4xf64>) outs(%c = %e : tensor<4xf64, #SV>) {
    sloop.forall %b in %c2 {
      sloop.forall %i in %c2 {
        %v = sloop.derive(%b * 2 + %i) below %c4
        %0 = sloop.read %a[%v] : tensor<4xf64>
        // expected-error@+1 {{each subscript of a stored result must be an index variable that has a loop, v2 is derived from v2 floordiv 2 and v2 mod 2: write one loop over v2}}
        sloop.write %0, %c[%v] : tensor<4xf64, #SV>
      }
    }
  }
  return %r : tensor<4xf64, #SV>
}

// -----

// Points that the bound leaves out would lose what other terms add to them.
#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @parts_of_a_bounded_variable(%A: tensor<2x2xf64>, %y: tensor<2x2xf64, #CSR>) -> tensor<2x2xf64, #CSR> {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %r = sloop.nest ins(%a = %A : tensor<2x2xf64>) outs(%c = %y : tensor<2x2xf64, #CSR>) {
    sloop.forall %i in %c2 {
      sloop.forall %j in %c2 {
        %v = sloop.derive(%i * 2 + %j) below %c3
        %0 = sloop.read %a[%i, %j] : tensor<2x2xf64>
        // expected-error@+1 {{its subscripts v2 floordiv 2 and v2 mod 2 are parts of v2, whose bound leaves points out: write one loop over v2}}
        sloop.write %0, %c[%i, %j] by add : tensor<2x2xf64, #CSR>
      }
    }
  }
  return %r : tensor<2x2xf64, #CSR>
}

// -----

#SV = #stensor.format<(i) -> (i : compressed)>
func.func @terms_over_different_coordinates(%A: tensor<4xf64>) -> tensor<4xf64, #SV> {
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %e = stensor.empty : tensor<4xf64, #SV>
  %r = sloop.nest ins(%a = %A : tensor<4xf64>) outs(%c = %e : tensor<4xf64, #SV>) {
    sloop.forall %i in %c4 {
      %0 = sloop.read %a[%i] : tensor<4xf64>
      sloop.write %0, %c[%i] by add : tensor<4xf64, #SV>
    }
    sloop.forall %i in %c2 {
      %0 = sloop.read %a[%i] : tensor<4xf64>
      // expected-error@+1 {{a term runs over 2 of the coordinates of dimension 0, another over 4, and all terms of a point are computed together: let each run over the whole dimension}}
      sloop.write %0, %c[%i] by add : tensor<4xf64, #SV>
    }
  }
  return %r : tensor<4xf64, #SV>
}

// -----

#SV = #stensor.format<(i) -> (i : compressed)>
func.func @one_term_is_bounded(%A: tensor<4xf64>) -> tensor<4xf64, #SV> {
  %c4 = arith.constant 4 : index
  %e = stensor.empty : tensor<4xf64, #SV>
  %r = sloop.nest ins(%a = %A : tensor<4xf64>) outs(%c = %e : tensor<4xf64, #SV>) {
    sloop.forall %i in %c4 {
      %0 = sloop.read %a[%i] : tensor<4xf64>
      sloop.write %0, %c[%i] by add : tensor<4xf64, #SV>
    }
    sloop.forall %i in %c4 {
      %before = sloop.derive(%i - 1) below %c4
      %0 = sloop.read %a[%before] : tensor<4xf64>
      // expected-error@+1 {{a bound leaves points out of this term, and all terms of a point are computed together: let each run over the whole dimension}}
      sloop.write %0, %c[%i] by add : tensor<4xf64, #SV>
    }
  }
  return %r : tensor<4xf64, #SV>
}

// -----

// A workspace keeps such an order, if what is not stored changes nothing. It changes a maximum.
#DCSR = #stensor.format<(i, j) -> (i : compressed, j : compressed)>
func.func @sums_outside_of_points(%A: tensor<4x8xf64>, %B: tensor<8x16xf64>, %C: tensor<4x16xf64, #DCSR>) -> tensor<4x16xf64, #DCSR> {
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %r = sloop.nest ins(%a = %A, %b = %B : tensor<4x8xf64>, tensor<8x16xf64>) outs(%c = %C : tensor<4x16xf64, #DCSR>)
      attributes {sloop.keep_order} {
    sloop.forall %i in %c4 named "i" {
      sloop.forall %k in %c8 named "k" {
        sloop.forall %j in %c16 named "j" {
          %0 = sloop.read %a[%i, %k] : tensor<4x8xf64>
          %1 = sloop.read %b[%k, %j] : tensor<8x16xf64>
          %2 = arith.mulf %0, %1 : f64
          // expected-error@+1 {{the loop order that was asked for, i, k, j, cannot be kept: a point of a stored result is computed at once, so the loops that are summed over run inside of all others}}
          sloop.write %2, %c[%i, %j] by max : tensor<4x16xf64, #DCSR>
        }
      }
    }
  }
  return %r : tensor<4x16xf64, #DCSR>
}

// -----

#DCSR = #stensor.format<(i, j) -> (i : compressed, j : compressed)>
func.func @terms_in_other_orders(%A: tensor<4x16xf64>, %B: tensor<4x16xf64>, %e: tensor<4x16xf64, #DCSR>) -> tensor<4x16xf64, #DCSR> {
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  %r = sloop.nest ins(%a = %A, %b = %B : tensor<4x16xf64>, tensor<4x16xf64>) outs(%c = %e : tensor<4x16xf64, #DCSR>)
      attributes {sloop.keep_order} {
    sloop.forall %i in %c4 named "i" {
      sloop.forall %j in %c16 named "j" {
        %0 = sloop.read %a[%i, %j] : tensor<4x16xf64>
        sloop.write %0, %c[%i, %j] by max : tensor<4x16xf64, #DCSR>
      }
    }
    sloop.forall %j in %c16 named "j" {
      sloop.forall %i in %c4 named "i" {
        %0 = sloop.read %b[%i, %j] : tensor<4x16xf64>
        // expected-error@+1 {{the loop order that was asked for, j, i, cannot be kept: another term of it has its loops in another order, and all terms of a point are computed together}}
        sloop.write %0, %c[%i, %j] by max : tensor<4x16xf64, #DCSR>
      }
    }
  }
  return %r : tensor<4x16xf64, #DCSR>
}

// -----

// The loop over %k runs once, and its bound leaves that round out: the other term would have it, too.
#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @a_round_that_is_left_out(%v: f64) -> tensor<2x4xf64, #CSR> {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %S = stensor.empty : tensor<2x4xf64, #CSR>
  %r = sloop.nest outs(%s = %S : tensor<2x4xf64, #CSR>) {
    sloop.forall %i in %c2 {
      sloop.forall %j in %c4 {
        sloop.write %v, %s[%i, %j] by add : tensor<2x4xf64, #CSR>
      }
    }
    sloop.forall %k in %c1 {
      %l = sloop.derive(%k + 2) below %c2
      sloop.forall %i in %c2 {
        sloop.forall %j in %c4 {
          // expected-error@+1 {{a bound leaves points out of this term, and all terms of a point are computed together: let each run over the whole dimension}}
          sloop.write %v, %s[%i, %j] by add : tensor<2x4xf64, #CSR>
        }
      }
    }
  }
  return %r : tensor<2x4xf64, #CSR>
}

// -----

// A limit over both dimensions and a loop of one round skips points of the second term.
#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @points_that_are_left_out(%v: f64) -> tensor<2x4xf64, #CSR> {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %S = stensor.empty : tensor<2x4xf64, #CSR>
  %r = sloop.nest outs(%s = %S : tensor<2x4xf64, #CSR>) {
    sloop.forall %i in %c2 {
      sloop.forall %j in %c4 {
        sloop.write %v, %s[%i, %j] by add : tensor<2x4xf64, #CSR>
      }
    }
    sloop.forall %i in %c2 {
      sloop.forall %j in %c4 {
        sloop.forall %k in %c1 {
          %l = sloop.derive(%i + %j + %k) below %c4
          // expected-error@+1 {{a bound leaves points out of this term, and all terms of a point are computed together: let each run over the whole dimension}}
          sloop.write %v, %s[%i, %j] by add : tensor<2x4xf64, #CSR>
        }
      }
    }
  }
  return %r : tensor<2x4xf64, #CSR>
}

// -----

// Points of a diagonal are no points of two loops, in whatever order.
#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @sums_on_a_diagonal(%A: tensor<4x4xf64>) -> tensor<4x4xf64, #CSR> {
  %c4 = arith.constant 4 : index
  %e = stensor.empty : tensor<4x4xf64, #CSR>
  %r = sloop.nest ins(%a = %A : tensor<4x4xf64>) outs(%c = %e : tensor<4x4xf64, #CSR>) attributes {sloop.keep_order} {
    sloop.forall %k in %c4 named "k" {
      sloop.forall %i in %c4 named "i" {
        %0 = sloop.read %a[%k, %i] : tensor<4x4xf64>
        // expected-error@+1 {{an index variable subscripts a stored result twice}}
        sloop.write %0, %c[%i, %i] by add : tensor<4x4xf64, #CSR>
      }
    }
  }
  return %r : tensor<4x4xf64, #CSR>
}
