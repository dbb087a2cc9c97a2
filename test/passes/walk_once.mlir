// `sloop-walk-once`: statements that walk the same entries share their loops, where one of them scatters.

// RUN: lacuna-opt %s --sloop-walk-once | FileCheck %s
// RUN: lacuna-opt %s --sloop-walk-once=fp=strict | FileCheck %s --check-prefix=STRICT
// RUN: lacuna-opt %s --sloop-walk-once > %t.once
// RUN: lacuna-opt %t.once --sloop-walk-once | diff %t.once -

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>

// Both images of each entry of a half.
// CHECK-LABEL: func.func @half(
// CHECK:      sloop.forall %[[I:.*]] in
// CHECK-NEXT:   sloop.forall %[[J:.*]] in
// CHECK-NEXT:     %[[S:.*]] = sloop.read %[[A:.*]][%[[I]], %[[J]]]
// CHECK-NEXT:     %[[XJ:.*]] = sloop.read %[[X:.*]][%[[J]]]
// CHECK-NEXT:     %[[P:.*]] = arith.mulf %[[S]], %[[XJ]]
// CHECK-NEXT:     sloop.write %[[P]], %[[Y:.*]][%[[I]]] by add
// CHECK-NEXT:     %[[S2:.*]] = sloop.read %[[A]][%[[I]], %[[J]]]
// CHECK-NEXT:     %[[XI:.*]] = sloop.read %[[X]][%[[I]]]
// CHECK-NEXT:     %[[Q:.*]] = arith.mulf %[[S2]], %[[XI]]
// CHECK-NEXT:     sloop.write %[[Q]], %[[Y]][%[[J]]] by add
// CHECK-NOT:  sloop.forall
// CHECK:      return
// STRICT-LABEL: func.func @half(
// STRICT-COUNT-4: sloop.forall
func.func @half(%S: tensor<8x8xf64, #CSR>, %x: tensor<8xf64>, %y: tensor<8xf64>) -> tensor<8xf64> {
  %c8 = arith.constant 8 : index
  %r = sloop.nest ins(%s = %S, %b = %x : tensor<8x8xf64, #CSR>, tensor<8xf64>) outs(%c = %y : tensor<8xf64>) {
    sloop.forall %i in %c8 {
      sloop.forall %j in %c8 {
        %0 = sloop.read %s[%i, %j] : tensor<8x8xf64, #CSR>
        %1 = sloop.read %b[%j] : tensor<8xf64>
        %2 = arith.mulf %0, %1 : f64
        sloop.write %2, %c[%i] by add : tensor<8xf64>
      }
    }
    sloop.forall %k in %c8 {
      sloop.forall %l in %c8 {
        %0 = sloop.read %s[%k, %l] : tensor<8x8xf64, #CSR>
        %1 = sloop.read %b[%k] : tensor<8xf64>
        %2 = arith.mulf %0, %1 : f64
        sloop.write %2, %c[%l] by add : tensor<8xf64>
      }
    }
  }
  return %r : tensor<8xf64>
}

// The product and the transposed product of one matrix: each result keeps the order of its additions.
// CHECK-LABEL: func.func @both_products(
// CHECK-COUNT-2: sloop.forall
// CHECK-NOT:  sloop.forall
// CHECK:      return
// STRICT-LABEL: func.func @both_products(
// STRICT-COUNT-2: sloop.forall
// STRICT-NOT: sloop.forall
// STRICT:     return
func.func @both_products(%A: tensor<8x6xf64, #CSR>, %p: tensor<6xf64>, %r: tensor<8xf64>, %q: tensor<8xf64>, %s: tensor<6xf64>)
    -> (tensor<8xf64>, tensor<6xf64>) {
  %c8 = arith.constant 8 : index
  %c6 = arith.constant 6 : index
  %0:2 = sloop.nest ins(%a = %A, %b = %p, %d = %r : tensor<8x6xf64, #CSR>, tensor<6xf64>, tensor<8xf64>)
      outs(%e = %q, %f = %s : tensor<8xf64>, tensor<6xf64>) {
    sloop.forall %i in %c8 {
      sloop.forall %j in %c6 {
        %1 = sloop.read %a[%i, %j] : tensor<8x6xf64, #CSR>
        %2 = sloop.read %b[%j] : tensor<6xf64>
        %3 = arith.mulf %1, %2 : f64
        sloop.write %3, %e[%i] by add : tensor<8xf64>
      }
    }
    sloop.forall %i in %c8 {
      sloop.forall %j in %c6 {
        %1 = sloop.read %a[%i, %j] : tensor<8x6xf64, #CSR>
        %2 = sloop.read %d[%i] : tensor<8xf64>
        %3 = arith.mulf %1, %2 : f64
        sloop.write %3, %f[%j] by add : tensor<6xf64>
      }
    }
  }
  return %0#0, %0#1 : tensor<8xf64>, tensor<6xf64>
}

// Two sums over rows stay apart, and so do statements of which one reads what the other writes.
// CHECK-LABEL: func.func @apart(
// CHECK-COUNT-6: sloop.forall
func.func @apart(%A: tensor<8x8xf64, #CSR>, %x: tensor<8xf64>, %y: tensor<8xf64>, %z: tensor<8xf64>)
    -> (tensor<8xf64>, tensor<8xf64>) {
  %c8 = arith.constant 8 : index
  %0:2 = sloop.nest ins(%a = %A, %b = %x : tensor<8x8xf64, #CSR>, tensor<8xf64>)
      outs(%e = %y, %f = %z : tensor<8xf64>, tensor<8xf64>) {
    sloop.forall %i in %c8 {
      sloop.forall %j in %c8 {
        %1 = sloop.read %a[%i, %j] : tensor<8x8xf64, #CSR>
        sloop.write %1, %e[%i] by add : tensor<8xf64>
      }
    }
    sloop.forall %i in %c8 {
      sloop.forall %j in %c8 {
        %1 = sloop.read %a[%i, %j] : tensor<8x8xf64, #CSR>
        %2 = sloop.read %b[%j] : tensor<8xf64>
        %3 = arith.mulf %1, %2 : f64
        sloop.write %3, %f[%i] by add : tensor<8xf64>
      }
    }
    sloop.forall %i in %c8 {
      sloop.forall %j in %c8 {
        %1 = sloop.read %a[%i, %j] : tensor<8x8xf64, #CSR>
        %2 = sloop.read %f[%i] : tensor<8xf64>
        %3 = arith.mulf %1, %2 : f64
        sloop.write %3, %e[%j] by add : tensor<8xf64>
      }
    }
  }
  return %0#0, %0#1 : tensor<8xf64>, tensor<8xf64>
}

// Complex numbers are rounded, too.
// CHECK-LABEL: func.func @complex_half(
// CHECK-COUNT-2: sloop.forall
// CHECK-NOT:  sloop.forall
// CHECK:      return
// STRICT-LABEL: func.func @complex_half(
// STRICT-COUNT-4: sloop.forall
func.func @complex_half(%S: tensor<8x8xcomplex<f64>, #CSR>, %y: tensor<8xcomplex<f64>>) -> tensor<8xcomplex<f64>> {
  %c8 = arith.constant 8 : index
  %r = sloop.nest ins(%s = %S : tensor<8x8xcomplex<f64>, #CSR>) outs(%c = %y : tensor<8xcomplex<f64>>) {
    sloop.forall %i in %c8 {
      sloop.forall %j in %c8 {
        %0 = sloop.read %s[%i, %j] : tensor<8x8xcomplex<f64>, #CSR>
        sloop.write %0, %c[%i] by add : tensor<8xcomplex<f64>>
      }
    }
    sloop.forall %k in %c8 {
      sloop.forall %l in %c8 {
        %0 = sloop.read %s[%k, %l] : tensor<8x8xcomplex<f64>, #CSR>
        sloop.write %0, %c[%l] by add : tensor<8xcomplex<f64>>
      }
    }
  }
  return %r : tensor<8xcomplex<f64>>
}
