// `sloop-vectorize`: its options, on a product sampled at the entries of a sparse matrix (SDDMM): no loop along the
// result qualifies, so the reduction runs in lanes, innermost.

// RUN: lacuna-opt %s --sloop-vectorize | FileCheck %s
// RUN: lacuna-opt %s --sloop-vectorize="bytes=64" | FileCheck %s --check-prefix=NARROW
// RUN: lacuna-opt %s --sloop-vectorize="bytes=0" | FileCheck %s --check-prefix=NONE
// RUN: lacuna-opt %s --sloop-vectorize="fp=strict" | FileCheck %s --check-prefix=STRICT
// RUN: not lacuna-opt %s --sloop-vectorize="bytes=many" 2>&1 | FileCheck %s --check-prefix=BYTES
// RUN: not lacuna-opt %s --sloop-vectorize="bytes=24" 2>&1 | FileCheck %s --check-prefix=ODD
// RUN: not lacuna-opt %s --sloop-vectorize="fp=sloppy" 2>&1 | FileCheck %s --check-prefix=FP

// BYTES: error: sloop-vectorize: option bytes cannot be 'many': expected 0 or a power of two
// ODD:   error: sloop-vectorize: option bytes cannot be '24': expected 0 or a power of two
// FP:    error: sloop-vectorize: option fp cannot be 'sloppy': expected fast or strict

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>

// CHECK-LABEL:  func.func @sampled_product(
// NARROW-LABEL: func.func @sampled_product(
// NONE-LABEL:   func.func @sampled_product(
// STRICT-LABEL: func.func @sampled_product(
func.func @sampled_product(%S: tensor<?x?xf64, #CSR>, %A: tensor<?x?xf64>, %B: tensor<?x?xf64>, %C: tensor<?x?xf64>,
                           %m: index, %n: index, %k: index) -> tensor<?x?xf64> {
  // CHECK:      sloop.forall %[[I:.*]] in %{{.*}} {
  // CHECK-NEXT:   sloop.forall %[[J:.*]] in %{{.*}} {
  // CHECK-NEXT:     sloop.forall %[[K:.*]] in %{{.*}} how(<lanes = 32>) {
  // CHECK:            sloop.write %{{.*}}, %{{.*}}[%[[I]], %[[J]]] by add

  // NARROW:     sloop.forall %{{.*}} in %{{.*}} how(<lanes = 8>) {
  // NONE-NOT:   vector
  // The order of floating-point additions is kept.
  // STRICT-NOT: vector
  %r = sloop.nest ins(%s = %S, %a = %A, %b = %B : tensor<?x?xf64, #CSR>, tensor<?x?xf64>, tensor<?x?xf64>)
                  outs(%c = %C : tensor<?x?xf64>) {
    sloop.forall %i in %m {
      sloop.forall %l in %k {
        sloop.forall %j in %n {
          %0 = sloop.read %s[%i, %j] : tensor<?x?xf64, #CSR>
          %1 = sloop.read %a[%i, %l] : tensor<?x?xf64>
          %2 = sloop.read %b[%j, %l] : tensor<?x?xf64>
          %3 = arith.mulf %0, %1 : f64
          %4 = arith.mulf %3, %2 : f64
          sloop.write %4, %c[%i, %j] by add : tensor<?x?xf64>
        }
      }
    }
  }
  return %r : tensor<?x?xf64>
}

// Sums of integers may be taken in any order.
// STRICT-LABEL: func.func @integer_sum(
func.func @integer_sum(%x: tensor<?xi32>, %y: tensor<i32>, %n: index) -> tensor<i32> {
  // STRICT: sloop.forall %i in %{{.*}} how(<lanes = 64>) {
  %r = sloop.nest ins(%a = %x : tensor<?xi32>) outs(%c = %y : tensor<i32>) {
    sloop.forall %i in %n {
      %0 = sloop.read %a[%i] : tensor<?xi32>
      sloop.write %0, %c[] by add : tensor<i32>
    }
  }
  return %r : tensor<i32>
}

// Along the result, each lane adds in the order of the program: strict code may have lanes.
// STRICT-LABEL: func.func @lanes_along_the_result(
func.func @lanes_along_the_result(%A: tensor<?x?xf64, #CSR>, %B: tensor<?x?xf64>, %C: tensor<?x?xf64>, %m: index,
                                  %n: index, %k: index) -> tensor<?x?xf64> {
  // STRICT: sloop.forall %{{.*}} in %{{.*}} how(<lanes = 32>) {
  %r = sloop.nest ins(%a = %A, %b = %B : tensor<?x?xf64, #CSR>, tensor<?x?xf64>) outs(%c = %C : tensor<?x?xf64>) {
    sloop.forall %i in %m {
      sloop.forall %l in %k {
        sloop.forall %j in %n {
          %0 = sloop.read %a[%i, %l] : tensor<?x?xf64, #CSR>
          %1 = sloop.read %b[%l, %j] : tensor<?x?xf64>
          %2 = arith.mulf %0, %1 : f64
          sloop.write %2, %c[%i, %j] by add : tensor<?x?xf64>
        }
      }
    }
  }
  return %r : tensor<?x?xf64>
}
