// `sloop-densify-results`: what stays as it is, without a remark.

// RUN: lacuna-opt %s --sloop-densify-results --verify-diagnostics | FileCheck %s

// CHECK-NOT: stensor.convert

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#CSC = #stensor.format<(i, j) -> (j : dense, i : compressed)>
#Grid = #stensor.format<(i, j) -> (i : dense, j : dense)>

// A point at a time.
func.func @row_times_column(%A: tensor<4x6xf64, #CSR>, %B: tensor<6x8xf64, #CSC>) -> tensor<4x8xf64, #Grid> {
  %c4 = arith.constant 4 : index
  %c6 = arith.constant 6 : index
  %c8 = arith.constant 8 : index
  %e = stensor.empty : tensor<4x8xf64, #Grid>
  %r = sloop.nest ins(%a = %A, %b = %B : tensor<4x6xf64, #CSR>, tensor<6x8xf64, #CSC>) outs(%c = %e : tensor<4x8xf64, #Grid>) {
    sloop.forall %i in %c4 {
      sloop.forall %j in %c8 {
        sloop.forall %k in %c6 {
          %0 = sloop.read %a[%i, %k] : tensor<4x6xf64, #CSR>
          %1 = sloop.read %b[%k, %j] : tensor<6x8xf64, #CSC>
          %2 = arith.mulf %0, %1 : f64
          sloop.write %2, %c[%i, %j] by add : tensor<4x8xf64, #Grid>
        }
      }
    }
  }
  return %r : tensor<4x8xf64, #Grid>
}

// There is no place for every point.
func.func @stored_points(%A: tensor<4x6xf64, #CSR>, %B: tensor<6x8xf64, #CSR>) -> tensor<4x8xf64, #CSR> {
  %c4 = arith.constant 4 : index
  %c6 = arith.constant 6 : index
  %c8 = arith.constant 8 : index
  %e = stensor.empty : tensor<4x8xf64, #CSR>
  %r = sloop.nest ins(%a = %A, %b = %B : tensor<4x6xf64, #CSR>, tensor<6x8xf64, #CSR>) outs(%c = %e : tensor<4x8xf64, #CSR>) {
    sloop.forall %i in %c4 {
      sloop.forall %k in %c6 {
        sloop.forall %j in %c8 {
          %0 = sloop.read %a[%i, %k] : tensor<4x6xf64, #CSR>
          %1 = sloop.read %b[%k, %j] : tensor<6x8xf64, #CSR>
          %2 = arith.mulf %0, %1 : f64
          sloop.write %2, %c[%i, %j] by add : tensor<4x8xf64, #CSR>
        }
      }
    }
  }
  return %r : tensor<4x8xf64, #CSR>
}
