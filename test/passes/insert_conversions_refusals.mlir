// `sloop-insert-conversions`: what no conversion makes walkable is refused, with the first reason.

// RUN: lacuna-opt %s --sloop-insert-conversions --verify-diagnostics --split-input-file

// What would have to be scattered wants a workspace, not a conversion.
#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @product_by_rows(%A: tensor<8x8xf64, #CSR>, %B: tensor<8x8xf64, #CSR>) -> tensor<8x8xf64, #CSR> {
  %c8 = arith.constant 8 : index
  %Y = stensor.empty : tensor<8x8xf64, #CSR>
  %r = sloop.nest ins(%a = %A, %b = %B : tensor<8x8xf64, #CSR>, tensor<8x8xf64, #CSR>) outs(%c = %Y : tensor<8x8xf64, #CSR>) {
    sloop.forall %i in %c8 {
      sloop.forall %j in %c8 {
        %0 = sloop.fold %k in %c8 by add -> f64 {
          %1 = sloop.read %a[%i, %k] : tensor<8x8xf64, #CSR>
          %2 = sloop.read %b[%k, %j] : tensor<8x8xf64, #CSR>
          %3 = arith.mulf %1, %2 : f64
          sloop.yield %3 : f64
        }
        // expected-error@+1 {{cannot be assembled in order: its points come in parts, because the levels of the operands ask for the loop order v2 -> v1; this needs a workspace, which is not compiled yet: make the result dense, or store an operand with its dimensions in another order}}
        sloop.write %0, %c[%i, %j] elsewhere(0.0 : f64) : tensor<8x8xf64, #CSR>
      }
    }
  }
  return %r : tensor<8x8xf64, #CSR>
}

// -----

// An order that was asked for is kept, or refused.
#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#CSC = #stensor.format<(i, j) -> (j : dense, i : compressed)>
func.func @order_that_was_asked_for(%A: tensor<8x8xf64, #CSR>, %B: tensor<8x8xf64, #CSC>, %Y: tensor<8x8xf64>) -> tensor<8x8xf64> {
  %c8 = arith.constant 8 : index
  %r = sloop.nest ins(%a = %A, %b = %B : tensor<8x8xf64, #CSR>, tensor<8x8xf64, #CSC>) outs(%c = %Y : tensor<8x8xf64>) attributes {sloop.keep_order} {
    sloop.forall %i in %c8 {
      sloop.forall %j in %c8 {
        %0 = sloop.read %a[%i, %j] : tensor<8x8xf64, #CSR>
        %1 = sloop.read %b[%i, %j] : tensor<8x8xf64, #CSC>
        %s1 = arith.addf %0, %1 : f64
        // expected-error@+3 {{no loop order follows the levels of every operand}}
        // expected-note@+2 {{operand 0 is stored as}}
        // expected-note@+1 {{operand 1 is stored as}}
        sloop.write %s1, %c[%i, %j] : tensor<8x8xf64>
      }
    }
  }
  return %r : tensor<8x8xf64>
}

// -----

// A subscript that no format makes a level.
#SV = #stensor.format<(i) -> (i : compressed)>
func.func @compound_subscript(%A: tensor<8xf64, #SV>, %y: tensor<4xf64>) -> tensor<4xf64> {
  %c4 = arith.constant 4 : index
  %r = sloop.nest ins(%a = %A : tensor<8xf64, #SV>) outs(%c = %y : tensor<4xf64>) {
    sloop.forall %i in %c4 {
      sloop.forall %k in %c4 {
        %0 = sloop.read %a[%i + %k] : tensor<8xf64, #SV>
        // expected-error@+1 {{level 0 of operand 0 (tensor<8xf64, #stensor.format<(i) -> (i : compressed)>>) is subscripted by v0 + v1: only a variable alone can subscript a stored level yet; make the operand dense}}
        sloop.write %0, %c[%i] by add : tensor<4xf64>
      }
    }
  }
  return %r : tensor<4xf64>
}

// -----

// The choices are tried one by one, so there are not too many.
#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#CSC = #stensor.format<(i, j) -> (j : dense, i : compressed)>
func.func @nine_operands(%A: tensor<8x8xf64, #CSR>, %B: tensor<8x8xf64, #CSC>, %C: tensor<8x8xf64, #CSR>, %D: tensor<8x8xf64, #CSR>, %E: tensor<8x8xf64, #CSR>, %F: tensor<8x8xf64, #CSR>, %G: tensor<8x8xf64, #CSR>, %H: tensor<8x8xf64, #CSR>, %I: tensor<8x8xf64, #CSR>, %Y: tensor<8x8xf64>) -> tensor<8x8xf64> {
  %c8 = arith.constant 8 : index
  %r = sloop.nest ins(%a = %A, %b = %B, %d = %C, %e = %D, %f = %E, %g = %F, %h = %G, %k = %H, %l = %I : tensor<8x8xf64, #CSR>, tensor<8x8xf64, #CSC>, tensor<8x8xf64, #CSR>, tensor<8x8xf64, #CSR>, tensor<8x8xf64, #CSR>, tensor<8x8xf64, #CSR>, tensor<8x8xf64, #CSR>, tensor<8x8xf64, #CSR>, tensor<8x8xf64, #CSR>) outs(%c = %Y : tensor<8x8xf64>) {
    sloop.forall %i in %c8 {
      sloop.forall %j in %c8 {
        %0 = sloop.read %a[%i, %j] : tensor<8x8xf64, #CSR>
        %1 = sloop.read %b[%i, %j] : tensor<8x8xf64, #CSC>
        %2 = sloop.read %d[%i, %j] : tensor<8x8xf64, #CSR>
        %3 = sloop.read %e[%i, %j] : tensor<8x8xf64, #CSR>
        %4 = sloop.read %f[%i, %j] : tensor<8x8xf64, #CSR>
        %5 = sloop.read %g[%i, %j] : tensor<8x8xf64, #CSR>
        %6 = sloop.read %h[%i, %j] : tensor<8x8xf64, #CSR>
        %7 = sloop.read %k[%i, %j] : tensor<8x8xf64, #CSR>
        %8 = sloop.read %l[%i, %j] : tensor<8x8xf64, #CSR>
        %s1 = arith.addf %0, %1 : f64
        %s2 = arith.addf %s1, %2 : f64
        %s3 = arith.addf %s2, %3 : f64
        %s4 = arith.addf %s3, %4 : f64
        %s5 = arith.addf %s4, %5 : f64
        %s6 = arith.addf %s5, %6 : f64
        %s7 = arith.addf %s6, %7 : f64
        %s8 = arith.addf %s7, %8 : f64
        // expected-error@+10 {{no loop order follows the levels of every operand}}
        // expected-note@+9 {{operand 0 is stored as}}
        // expected-note@+8 {{operand 1 is stored as}}
        // expected-note@+7 {{operand 2 is stored as}}
        // expected-note@+6 {{operand 3 is stored as}}
        // expected-note@+5 {{operand 4 is stored as}}
        // expected-note@+4 {{operand 5 is stored as}}
        // expected-note@+3 {{operand 6 is stored as}}
        // expected-note@+2 {{operand 7 is stored as}}
        // expected-note@+1 {{operand 8 is stored as}}
        sloop.write %s8, %c[%i, %j] : tensor<8x8xf64>
      }
    }
  }
  return %r : tensor<8x8xf64>
}
