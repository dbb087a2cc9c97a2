// `sloop-plain-levels`: what stays as it is, without a remark.

// RUN: lacuna-opt %s --sloop-plain-levels --verify-diagnostics | FileCheck %s

// CHECK-NOT: stensor.convert

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#BCSR = #stensor.format<(i, j) -> (i floordiv 2 : dense, j floordiv 2 : compressed, i mod 2 : dense, j mod 2 : dense)>
#DIA = #stensor.format<(i, j) -> (j - i : compressed, i : range, j : offset)>

// The levels of blocks get loops of their own.
func.func @blocks(%A: tensor<4x4xf64, #BCSR>, %y: tensor<4xf64>) -> tensor<4xf64> {
  %n = arith.constant 4 : index
  %r = sloop.nest ins(%a = %A : tensor<4x4xf64, #BCSR>) outs(%c = %y : tensor<4xf64>) {
    sloop.forall %i in %n {
      sloop.forall %j in %n {
        %0 = sloop.read %a[%i, %j] : tensor<4x4xf64, #BCSR>
        sloop.write %0, %c[%i] by add : tensor<4xf64>
      }
    }
  }
  return %r : tensor<4xf64>
}

// They have them.
func.func @blocks_with_loops(%A: tensor<4x4xf64, #BCSR>, %y: tensor<4xf64>) -> tensor<4xf64> {
  %n = arith.constant 2 : index
  %r = sloop.nest ins(%a = %A : tensor<4x4xf64, #BCSR>) outs(%c = %y : tensor<4xf64>) {
    sloop.forall %ib in %n {
      sloop.forall %jb in %n {
        sloop.forall %i in %n {
          sloop.forall %j in %n {
            %0 = sloop.read %a[%ib * 2 + %i, %jb * 2 + %j] : tensor<4x4xf64, #BCSR>
            sloop.write %0, %c[%ib * 2 + %i] by add : tensor<4xf64>
          }
        }
      }
    }
  }
  return %r : tensor<4xf64>
}

// A diagonal is walked in a loop of its own.
func.func @asked_what_it_stores(%A: tensor<4x4xf64, #CSR>, %y: tensor<4xf64>) -> tensor<4xf64> {
  %n = arith.constant 4 : index
  %one = arith.constant 1.0 : f64
  %two = arith.constant 2.0 : f64
  %r = sloop.nest ins(%a = %A : tensor<4x4xf64, #CSR>) outs(%c = %y : tensor<4xf64>) {
    sloop.forall %i in %n {
      %0 = sloop.read %a[%i, %i] : tensor<4x4xf64, #CSR>
      %1 = sloop.stored %0 : f64
      %2 = arith.select %1, %one, %two : f64
      sloop.write %2, %c[%i] : tensor<4xf64>
    }
  }
  return %r : tensor<4xf64>
}
