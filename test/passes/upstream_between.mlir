// What upstream's passes may do to our operations wherever they run: two conversions that are each freed stay two, reads of
// storage are neither merged across writes nor hoisted, and casts are not folded into a nest.

// RUN: lacuna-opt %s --canonicalize --cse --loop-invariant-code-motion | FileCheck %s

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#CSC = #stensor.format<(i, j) -> (j : dense, i : compressed)>
#V = #stensor.format<(i) -> (i : compressed)>

// CHECK-LABEL: func.func @conversions_are_not_merged(
// CHECK:       %[[B:.*]] = stensor.convert
// CHECK:       stensor.release %[[B]]
// CHECK:       %[[C:.*]] = stensor.convert
// CHECK:       stensor.release %[[C]]
func.func @conversions_are_not_merged(%A: tensor<4x4xf64, #CSR>) -> (f64, f64) {
  %p = arith.constant 0 : index
  %B = stensor.convert %A : tensor<4x4xf64, #CSR> to tensor<4x4xf64, #CSC>
  %b = sloop.value %B[%p] : tensor<4x4xf64, #CSC> -> f64
  stensor.release %B : tensor<4x4xf64, #CSC>
  %C = stensor.convert %A : tensor<4x4xf64, #CSR> to tensor<4x4xf64, #CSC>
  %c = sloop.value %C[%p] : tensor<4x4xf64, #CSC> -> f64
  stensor.release %C : tensor<4x4xf64, #CSC>
  return %b, %c : f64, f64
}

// One that nothing needs is not made.
// CHECK-LABEL: func.func @conversions_without_uses(
// CHECK-NOT: stensor.convert
// CHECK: return
func.func @conversions_without_uses(%A: tensor<4x4xf64, #CSR>) {
  %B = stensor.convert %A : tensor<4x4xf64, #CSR> to tensor<4x4xf64, #CSC>
  return
}

// A list that is consumed is freed by its sort, whether or not the result is used.
#ByRow = #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton)>
#ByColumn = #stensor.format<(i, j) -> (j : compressed(nonunique), i : singleton)>
// CHECK-LABEL: func.func @sorts_that_free(
// CHECK: stensor.sort %{{.*}} consumed
func.func @sorts_that_free(%A: tensor<4x4xf64, #ByRow>) {
  %B = stensor.sort %A : tensor<4x4xf64, #ByRow> to tensor<4x4xf64, #ByColumn>
  %C = stensor.sort %B consumed : tensor<4x4xf64, #ByColumn> to tensor<4x4xf64, #ByRow>
  return
}

// A position is good where it is tested.
// CHECK-LABEL: func.func @reads_are_not_hoisted(
// CHECK:       scf.for
// CHECK:         sloop.value
func.func @reads_are_not_hoisted(%A: tensor<4xf64, #V>, %n: index, %p: index, %to: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %v = sloop.value %A[%p] : tensor<4xf64, #V> -> f64
    memref.store %v, %to[%i] : memref<?xf64>
  }
  return
}

// CHECK-LABEL: func.func @reads_see_writes(
// CHECK:       sloop.read
// CHECK:       sloop.write
// CHECK:       sloop.read
// CHECK:       sloop.write
func.func @reads_see_writes(%x: memref<4xf64>, %n: index) {
  sloop.nest outs(%a = %x : memref<4xf64>) {
    sloop.forall %i in %n {
      %0 = sloop.read %a[%i] : memref<4xf64>
      %1 = arith.addf %0, %0 : f64
      sloop.write %1, %a[%i] : memref<4xf64>
      %2 = sloop.read %a[%i] : memref<4xf64>
      %3 = arith.mulf %2, %2 : f64
      sloop.write %3, %a[%i] : memref<4xf64>
    }
  }
  return
}

// The arguments of the body have the types of the operands.
// CHECK-LABEL: func.func @casts_stay(
// CHECK:       %[[X:.*]] = tensor.cast
// CHECK:       sloop.nest ins(%{{.*}} = %[[X]] : tensor<?xf64>)
func.func @casts_stay(%x: tensor<4xf64>, %y: tensor<4xf64>) -> tensor<4xf64> {
  %c4 = arith.constant 4 : index
  %any = tensor.cast %x : tensor<4xf64> to tensor<?xf64>
  %r = sloop.nest ins(%a = %any : tensor<?xf64>) outs(%b = %y : tensor<4xf64>) {
    sloop.forall %i in %c4 {
      %0 = sloop.read %a[%i] : tensor<?xf64>
      sloop.write %0, %b[%i] : tensor<4xf64>
    }
  }
  return %r : tensor<4xf64>
}
