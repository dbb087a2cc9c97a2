// `--lacuna`, executed: a result of which no case stores a point grows beside one that does, in a loop that both share. Its
// segments are closed although no loop over them is left.

// RUN: lacuna-opt %s --lacuna=verify=true | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=two-phase=true | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=drop-zeros=true | %run | FileCheck %s

#SV = #stensor.format<(i) -> (i : compressed)>
#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @f() -> (tensor<2x4xf64, #CSR>, tensor<3xf64, #SV>) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %one = arith.constant 1.0 : f64
  %zero = arith.constant 0.0 : f64
  %S = stensor.empty : tensor<2x4xf64, #CSR>
  %t = stensor.empty : tensor<3xf64, #SV>
  %r:2 = sloop.nest outs(%b = %S, %c = %t : tensor<2x4xf64, #CSR>, tensor<3xf64, #SV>) {
    sloop.forall %o in %c1 {
      sloop.forall %i in %c2 {
        sloop.forall %j in %c4 {
          sloop.write %zero, %b[%i, %j] : tensor<2x4xf64, #CSR>
        }
      }
      sloop.forall %k in %c3 {
        sloop.write %one, %c[%k] : tensor<3xf64, #SV>
      }
    }
  }
  return %r#0, %r#1 : tensor<2x4xf64, #CSR>, tensor<3xf64, #SV>
}
func.func @main() {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 7.0 : f64
  %r:2 = call @f() : () -> (tensor<2x4xf64, #CSR>, tensor<3xf64, #SV>)
  %d = stensor.convert %r#0 : tensor<2x4xf64, #CSR> to tensor<2x4xf64>
  %w = vector.transfer_read %d[%c0, %c0], %pad : tensor<2x4xf64>, vector<2x4xf64>
  // CHECK: ( ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ) )
  vector.print %w : vector<2x4xf64>
  %d1 = stensor.convert %r#1 : tensor<3xf64, #SV> to tensor<3xf64>
  %w1 = vector.transfer_read %d1[%c0], %pad : tensor<3xf64>, vector<3xf64>
  // CHECK-NEXT: ( 1, 1, 1 )
  vector.print %w1 : vector<3xf64>
  return
}
