// `--lacuna`, executed: bounds stay where loops get others in their place, and statements move into other loops.

// RUN: lacuna-opt %s --lacuna=verify=true | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=vector-bytes=0 | %run | FileCheck %s

#BCSR = #stensor.format<(i, j) -> (i floordiv 2 : dense, j floordiv 2 : compressed, i mod 2 : dense, j mod 2 : dense)>
#SV = #stensor.format<(i) -> (i : compressed)>
#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @first(%y: tensor<4xf64>, %A: tensor<4x4xf64, #CSR>) -> tensor<4xf64> {
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f64
  %r = sloop.nest ins(%a = %A : tensor<4x4xf64, #CSR>) outs(%c = %y : tensor<4xf64>) {
    sloop.forall %i in %c4 {
      %d = sloop.derive(%i - 1) below %c4
      sloop.write %zero, %c[%i] : tensor<4xf64>
    }
    sloop.forall %i in %c4 {
      sloop.forall %j in %c4 {
        %0 = sloop.read %a[%i, %j] : tensor<4x4xf64, #CSR>
        sloop.write %0, %c[%i] by add : tensor<4xf64>
      }
    }
  }
  return %r : tensor<4xf64>
}
func.func @terms(%y: tensor<4xf64>, %A: tensor<4x4xf64, #CSR>) -> tensor<4xf64> {
  %c4 = arith.constant 4 : index
  %r = sloop.nest ins(%a = %A : tensor<4x4xf64, #CSR>) outs(%c = %y : tensor<4xf64>) {
    sloop.forall %i in %c4 {
      sloop.forall %j in %c4 {
        %0 = sloop.read %a[%i, %j] : tensor<4x4xf64, #CSR>
        sloop.write %0, %c[%i] by add : tensor<4xf64>
      }
    }
    sloop.forall %i in %c4 {
      %d = sloop.derive(%i - 1) below %c4
      sloop.forall %j in %c4 {
        %0 = sloop.read %a[%i, %j] : tensor<4x4xf64, #CSR>
        sloop.write %0, %c[%i] by add : tensor<4xf64>
      }
    }
  }
  return %r : tensor<4xf64>
}
func.func @terms_of_columns(%y: tensor<4xf64>, %A: tensor<4x4xf64, #CSR>) -> tensor<4xf64> {
  %c4 = arith.constant 4 : index
  %r = sloop.nest ins(%a = %A : tensor<4x4xf64, #CSR>) outs(%c = %y : tensor<4xf64>) {
    sloop.forall %i in %c4 {
      sloop.forall %j in %c4 {
        %0 = sloop.read %a[%i, %j] : tensor<4x4xf64, #CSR>
        sloop.write %0, %c[%i] by add : tensor<4xf64>
      }
    }
    sloop.forall %i in %c4 {
      sloop.forall %j in %c4 {
        %e = sloop.derive(%j - 1) below %c4
        %0 = sloop.read %a[%i, %j] : tensor<4x4xf64, #CSR>
        sloop.write %0, %c[%i] by add : tensor<4xf64>
      }
    }
  }
  return %r : tensor<4xf64>
}
func.func @sum_of_parts(%B: tensor<3x2xf64, #BCSR>, %C: tensor<5x3xf64>) -> tensor<5x3xf64> {
  %n2 = arith.constant 2 : index
  %n3 = arith.constant 3 : index
  %K = arith.constant 5 : index
  %r:1 = sloop.nest ins(%a_B = %B : tensor<3x2xf64, #BCSR>) outs(%a_C = %C : tensor<5x3xf64>) {
    sloop.forall %v0 in %n3 {
      sloop.forall %v1 in %n2 {
        %v2 = sloop.derive(%v1 * 3 + %v0) below %K
        %e0 = sloop.read %a_B[%v0, %v1] : tensor<3x2xf64, #BCSR>
        sloop.write %e0, %a_C[%v2, %v0] by add : tensor<5x3xf64>
      }
    }
  }
  return %r#0 : tensor<5x3xf64>
}
// A blended merge runs the case of both operands where one stores nothing: the bound that the shifted one keeps is tested there.
func.func @blended(%A: tensor<2x3xf64, #CSR>, %u: tensor<5xf64, #SV>, %y: tensor<6xf64>) -> tensor<6xf64> {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %r = sloop.nest ins(%a = %A, %b = %u : tensor<2x3xf64, #CSR>, tensor<5xf64, #SV>) outs(%c = %y : tensor<6xf64>) {
    sloop.forall %j in %c3 {
      %d = sloop.derive(%j - 1) below %c5
      sloop.forall %i in %c2 {
        %0 = sloop.read %b[%d] : tensor<5xf64, #SV>
        %1 = sloop.read %a[%i, %j] : tensor<2x3xf64, #CSR>
        %2 = arith.maximumf %0, %1 : f64
        sloop.write %2, %c[%d + 1] by add : tensor<6xf64>
      }
    }
  }
  return %r : tensor<6xf64>
}
func.func @main() {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 7.0 : f64
  %y = arith.constant dense<[10.0, 20.0, 30.0, 40.0]> : tensor<4xf64>
  %m = arith.constant dense<1.0> : tensor<4x4xf64>
  %A = stensor.convert %m : tensor<4x4xf64> to tensor<4x4xf64, #CSR>
  %r = call @first(%y, %A) : (tensor<4xf64>, tensor<4x4xf64, #CSR>) -> tensor<4xf64>
  %v = vector.transfer_read %r[%c0], %pad : tensor<4xf64>, vector<4xf64>
  // CHECK: ( 14, 4, 4, 4 )
  vector.print %v : vector<4xf64>
  %s = call @terms(%y, %A) : (tensor<4xf64>, tensor<4x4xf64, #CSR>) -> tensor<4xf64>
  %w = vector.transfer_read %s[%c0], %pad : tensor<4xf64>, vector<4xf64>
  // CHECK: ( 14, 28, 38, 48 )
  vector.print %w : vector<4xf64>
  %t = call @terms_of_columns(%y, %A) : (tensor<4xf64>, tensor<4x4xf64, #CSR>) -> tensor<4xf64>
  %x = vector.transfer_read %t[%c0], %pad : tensor<4xf64>, vector<4xf64>
  // CHECK: ( 17, 27, 37, 47 )
  vector.print %x : vector<4xf64>
  %B_given = arith.constant dense<[[1.0, -1.0], [1.0, 0.0], [1.0, 3.0]]> : tensor<3x2xf64>
  %B = stensor.convert %B_given : tensor<3x2xf64> to tensor<3x2xf64, #BCSR>
  %C = arith.constant dense<0.0> : tensor<5x3xf64>
  %u = call @sum_of_parts(%B, %C) : (tensor<3x2xf64, #BCSR>, tensor<5x3xf64>) -> tensor<5x3xf64>
  %p = vector.transfer_read %u[%c0, %c0], %pad : tensor<5x3xf64>, vector<5x3xf64>
  // CHECK: ( ( 1, 0, 0 ), ( 0, 1, 0 ), ( 0, 0, 1 ), ( -1, 0, 0 ), ( 0, 0, 0 ) )
  vector.print %p : vector<5x3xf64>
  %dense_A = arith.constant dense<[[1.0, 3.0, 2.0], [0.0, 2.0, 2.0]]> : tensor<2x3xf64>
  %stored_A = stensor.convert %dense_A : tensor<2x3xf64> to tensor<2x3xf64, #CSR>
  %dense_u = arith.constant dense<[1.0, 0.0, 0.0, 2.0, 1.0]> : tensor<5xf64>
  %stored_u = stensor.convert %dense_u : tensor<5xf64> to tensor<5xf64, #SV>
  %given = arith.constant dense<[2.0, 1.0, 1.0, -1.0, 0.0, 9.0]> : tensor<6xf64>
  %both = call @blended(%stored_A, %stored_u, %given)
      : (tensor<2x3xf64, #CSR>, tensor<5xf64, #SV>, tensor<6xf64>) -> tensor<6xf64>
  // CHECK: ( 2, 6, 5, -1, 0, 9 )
  %q = vector.transfer_read %both[%c0], %pad : tensor<6xf64>, vector<6xf64>
  vector.print %q : vector<6xf64>
  return
}
