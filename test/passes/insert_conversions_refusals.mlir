// `sloop-insert-conversions`: what no conversion makes walkable is refused, with the first reason.

// RUN: lacuna-opt %s --sloop-insert-conversions --verify-diagnostics --split-input-file

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

// A subscript that no loop resolves in any format.
#SV = #stensor.format<(i) -> (i : compressed)>
func.func @fixed_subscript(%A: tensor<8xf64, #SV>, %y: tensor<4xf64>) -> tensor<4xf64> {
  %c4 = arith.constant 4 : index
  %r = sloop.nest ins(%a = %A : tensor<8xf64, #SV>) outs(%c = %y : tensor<4xf64>) {
    sloop.forall %i in %c4 {
      sloop.forall %k in %c4 {
        %0 = sloop.read %a[7] : tensor<8xf64, #SV>
        // expected-error@+1 {{level 0 of operand 0 (tensor<8xf64, #stensor.format<(i) -> (i : compressed)>>) is subscripted by 7, which no loop resolves; make operand 0 dense}}
        sloop.write %0, %c[%i] by add : tensor<4xf64>
      }
    }
  }
  return %r : tensor<4xf64>
}
