// Nests by hand with several writes at several depths: each write gets loops of its own, and what is computed stays.

// RUN: lacuna-opt %s --sloop-interpret -o /dev/null 2>&1 | FileCheck %s
// RUN: lacuna-opt %s --sloop-form-results --sloop-interpret -o /dev/null 2>&1 | FileCheck %s
// RUN: lacuna-opt %s --sloop-form-results --sloop-split-variables --sloop-interpret -o /dev/null 2>&1 | FileCheck %s
// RUN: lacuna-opt %s --sloop-form-results --sloop-split-variables --sloop-schedule --sloop-interpret -o /dev/null 2>&1 \
// RUN:   | FileCheck %s
// RUN: lacuna-opt %s --sloop-form-results --sloop-split-variables --sloop-schedule --sloop-vectorize --sloop-form-folds \
// RUN:   --sloop-merge-terms --sloop-sink-initializations --sloop-interpret -o /dev/null 2>&1 | FileCheck %s
// RUN: lacuna-opt %s --sloop-split-variables --sloop-schedule | FileCheck %s --check-prefix=LOOPS
// RUN: lacuna-opt %s --lacuna -o /dev/null

#CSC = #stensor.format<(i, j) -> (j : dense, i : compressed)>
#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#BCSR = #stensor.format<(i, j) -> (i floordiv 2 : dense, j floordiv 2 : compressed, i mod 2 : dense, j mod 2 : dense)>
#SV = #stensor.format<(i) -> (i : compressed)>

// A is [[1, 0, 3], [4, 0, 6], [7, 0, 9]] by columns, x and b are [1, 2, 3]. The loops of the product are interchanged, and the
// others are not.
// CHECK: remark: gives [10, 23, 36]
// LOOPS-LABEL: func.func @by_columns(
// LOOPS:         sloop.forall %[[I:.*]] in %c3 {
// LOOPS:           sloop.write %{{.*}}, %{{.*}}[%[[I]]] : tensor<3xf64>
// LOOPS:         sloop.forall %[[J:.*]] in %c3 {
// LOOPS-NEXT:      sloop.forall %[[I:.*]] in %c3 {
// LOOPS-NEXT:        sloop.read %{{.*}}[%[[I]], %[[J]]]
// LOOPS:             sloop.write %{{.*}}, %{{.*}}[%[[I]]] by add : tensor<3xf64>
// LOOPS:         sloop.forall %[[I:.*]] in %c3 {
// LOOPS-NEXT:      sloop.read %{{.*}}[%[[I]]] : tensor<3xf64>
// LOOPS:           sloop.write %{{.*}}, %{{.*}}[%[[I]]] by mul : tensor<3xf64>
func.func @by_columns(%A: tensor<3x3xf64, #CSC>, %x: tensor<3xf64>, %b: tensor<3xf64>, %y: tensor<3xf64>)
    -> tensor<3xf64> {
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %r = sloop.nest ins(%a = %A, %v = %x, %w = %b : tensor<3x3xf64, #CSC>, tensor<3xf64>, tensor<3xf64>)
      outs(%c = %y : tensor<3xf64>) {
    sloop.forall %i in %c3 {
      sloop.write %zero, %c[%i] : tensor<3xf64>
      sloop.forall %j in %c3 {
        %0 = sloop.read %a[%i, %j] : tensor<3x3xf64, #CSC>
        %1 = sloop.read %v[%j] : tensor<3xf64>
        %2 = arith.mulf %0, %1 : f64
        sloop.write %2, %c[%i] by add : tensor<3xf64>
      }
      %3 = sloop.read %w[%i] : tensor<3xf64>
      %4 = arith.divf %3, %3 : f64
      sloop.write %4, %c[%i] by mul : tensor<3xf64>
      %5 = arith.subf %3, %one : f64
      sloop.write %5, %c[%i] by add : tensor<3xf64>
    }
  }
  return %r : tensor<3xf64>
}

// Blocks that reach over the edge, and a product by rows that starts from b.
// CHECK: remark: gives [11, 24, 37]
func.func @blocks(%A: tensor<3x3xf64, #BCSR>, %x: tensor<3xf64>, %b: tensor<3xf64>, %y: tensor<3xf64>) -> tensor<3xf64> {
  %c3 = arith.constant 3 : index
  %r = sloop.nest ins(%a = %A, %v = %x, %w = %b : tensor<3x3xf64, #BCSR>, tensor<3xf64>, tensor<3xf64>)
      outs(%c = %y : tensor<3xf64>) {
    sloop.forall %i in %c3 {
      %0 = sloop.read %w[%i] : tensor<3xf64>
      sloop.write %0, %c[%i] : tensor<3xf64>
      sloop.forall %j in %c3 {
        %1 = sloop.read %a[%i, %j] : tensor<3x3xf64, #BCSR>
        %2 = sloop.read %v[%j] : tensor<3xf64>
        %3 = arith.mulf %1, %2 : f64
        sloop.write %3, %c[%i] by add : tensor<3xf64>
      }
    }
  }
  return %r : tensor<3xf64>
}

// A stored result, and a dense one beside it.
// CHECK: remark: gives [10, 22, 34], 3 stored
// CHECK: remark: gives [2, 4, 6]
func.func @two_results(%A: tensor<3x3xf64, #CSR>, %x: tensor<3xf64>, %y: tensor<3xf64>)
    -> (tensor<3xf64, #SV>, tensor<3xf64>) {
  %c3 = arith.constant 3 : index
  %e = stensor.empty : tensor<3xf64, #SV>
  %r:2 = sloop.nest ins(%a = %A, %v = %x : tensor<3x3xf64, #CSR>, tensor<3xf64>)
      outs(%c = %e, %d = %y : tensor<3xf64, #SV>, tensor<3xf64>) {
    sloop.forall %i in %c3 {
      sloop.forall %j in %c3 {
        %0 = sloop.read %a[%i, %j] : tensor<3x3xf64, #CSR>
        %1 = sloop.read %v[%j] : tensor<3xf64>
        %2 = arith.mulf %0, %1 : f64
        sloop.write %2, %c[%i] by add : tensor<3xf64, #SV>
      }
      %3 = sloop.read %v[%i] : tensor<3xf64>
      sloop.write %3, %d[%i] by add : tensor<3xf64>
    }
  }
  return %r#0, %r#1 : tensor<3xf64, #SV>, tensor<3xf64>
}
