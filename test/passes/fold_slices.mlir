// `sloop-fold-slices`: nests read windows of stored tensors where they are.

// RUN: lacuna-opt %s --sloop-fold-slices --split-input-file | FileCheck %s

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>

// Nothing is checked that is known.
// CHECK-LABEL: func.func @static(
// CHECK-SAME:    %[[A:.*]]: tensor<8x8xf64, #{{.*}}>, %{{.*}}: tensor<4xf64>)
// CHECK-NOT:     cf.assert
// CHECK-NOT:     tensor.extract_slice
// CHECK:         sloop.nest ins(%{{.*}} = %[[A]] : tensor<8x8xf64, #{{.*}}>) {{.*}} attributes {sloop.windows = array<i64: 0>}
// CHECK:           sloop.read %{{.*}}[%[[I:.*]] + 2, %[[J:.*]] * 2 + 1] : tensor<8x8xf64, #
func.func @static(%A: tensor<8x8xf64, #CSR>, %y: tensor<4xf64>) -> tensor<4xf64> {
  %n = arith.constant 4 : index
  %s = tensor.extract_slice %A[2, 1] [4, 4] [1, 2] : tensor<8x8xf64, #CSR> to tensor<4x4xf64, #CSR>
  %r = sloop.nest ins(%a = %s : tensor<4x4xf64, #CSR>) outs(%c = %y : tensor<4xf64>) {
    sloop.forall %i in %n {
      sloop.forall %j in %n {
        %0 = sloop.read %a[%i, %j] : tensor<4x4xf64, #CSR>
        sloop.write %0, %c[%i] by add : tensor<4xf64>
      }
    }
  }
  return %r : tensor<4xf64>
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>

// CHECK-LABEL: func.func @dynamic(
// CHECK-SAME:    %[[A:.*]]: tensor<?x?xf64, #{{.*}}>, %[[O:.*]]: index, %[[N:.*]]: index, %{{.*}}: tensor<?xf64>)
// CHECK:         cf.assert %{{.*}}, "a slice of a stored tensor does not lie in its dimension 0"
// CHECK:         cf.assert %{{.*}}, "a slice of a stored tensor does not lie in its dimension 1"
// Sizes of the slice are those that it names.
// CHECK-NOT:     tensor.dim
// CHECK:         sloop.forall %[[I:.*]] in %[[N]] {
// CHECK:           sloop.read %{{.*}}[%[[I]] + %[[O]], %{{.*}} + 1] : tensor<?x?xf64, #
func.func @dynamic(%A: tensor<?x?xf64, #CSR>, %o: index, %n: index, %y: tensor<?xf64>) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %s = tensor.extract_slice %A[%o, 1] [%n, 4] [1, 1] : tensor<?x?xf64, #CSR> to tensor<?x4xf64, #CSR>
  %m = tensor.dim %s, %c0 : tensor<?x4xf64, #CSR>
  %r = sloop.nest ins(%a = %s : tensor<?x4xf64, #CSR>) outs(%c = %y : tensor<?xf64>) {
    sloop.forall %i in %m {
      sloop.forall %j in %c4 {
        %0 = sloop.read %a[%i, %j] : tensor<?x4xf64, #CSR>
        sloop.write %0, %c[%i] by add : tensor<?xf64>
      }
    }
  }
  return %r : tensor<?xf64>
}

// -----

// A dimension of one coordinate that the slice leaves out; slices of slices.
#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#SV = #stensor.format<(i) -> (i : compressed)>

// CHECK-LABEL: func.func @rows(
// CHECK-NOT:     tensor.extract_slice
// CHECK:         sloop.read %{{.*}}[5, %{{.*}} + 3] : tensor<8x8xf64, #
func.func @rows(%A: tensor<8x8xf64, #CSR>, %y: tensor<f64>) -> tensor<f64> {
  %n = arith.constant 2 : index
  %row = tensor.extract_slice %A[5, 1] [1, 6] [1, 1] : tensor<8x8xf64, #CSR> to tensor<6xf64, #SV>
  %s = tensor.extract_slice %row[2] [2] [1] : tensor<6xf64, #SV> to tensor<2xf64, #SV>
  %r = sloop.nest ins(%a = %s : tensor<2xf64, #SV>) outs(%c = %y : tensor<f64>) {
    sloop.forall %j in %n {
      %0 = sloop.read %a[%j] : tensor<2xf64, #SV>
      sloop.write %0, %c[] by add : tensor<f64>
    }
  }
  return %r : tensor<f64>
}

// -----

// What something else takes stays, and is refused where it has to be made.
#SV = #stensor.format<(i) -> (i : compressed)>

// CHECK-LABEL: func.func @taken(
// CHECK:         tensor.extract_slice
// CHECK:         return
func.func @taken(%A: tensor<8xf64, #SV>) -> tensor<4xf64, #SV> {
  %s = tensor.extract_slice %A[2] [4] [1] : tensor<8xf64, #SV> to tensor<4xf64, #SV>
  return %s : tensor<4xf64, #SV>
}
