// `sloop-sink-initializations`: first values that stand beside other statements, and computations that do.

// RUN: lacuna-opt %s --sloop-interpret -o /dev/null 2>&1 | FileCheck %s
// RUN: lacuna-opt %s --sloop-sink-initializations --sloop-interpret 2> %t.says | FileCheck %s --check-prefix=SUNK
// RUN: FileCheck %s < %t.says
// RUN: lacuna-opt %s --sloop-sink-initializations --sloop-sink-initializations | FileCheck %s --check-prefix=SUNK

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>

// Two first values of one loop, each for a computation of its own; the first one passes the other's.
// CHECK: remark: gives [1, 2, 3]
// CHECK: remark: gives [2, 4, 6]
// SUNK-LABEL: func.func @two(
// SUNK:       sloop.nest
// SUNK-NEXT:    sloop.forall %[[I:.*]] in %c3 {
// SUNK-NEXT:      %[[V:.*]] = sloop.read %{{.*}}[%[[I]]] : tensor<3xf64>
// SUNK-NEXT:      %[[S:.*]] = arith.addf %[[V]], %[[V]] : f64
// SUNK-NEXT:      sloop.write %[[S]], %{{.*}}[%[[I]]] : tensor<3xf64>
// SUNK-NEXT:    }
// SUNK-NEXT:    sloop.forall %[[I:.*]] in %c3 {
// SUNK-NEXT:      %[[V:.*]] = sloop.read %{{.*}}[%[[I]]] : tensor<3xf64>
// SUNK-NEXT:      sloop.write %[[V]], %{{.*}}[%[[I]]] : tensor<3xf64>
// SUNK-NEXT:    }
// SUNK-NEXT:  }
func.func @two(%x: tensor<3xf64>, %y: tensor<3xf64>, %z: tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>) {
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f64
  %r:2 = sloop.nest ins(%a = %x : tensor<3xf64>) outs(%c = %y, %d = %z : tensor<3xf64>, tensor<3xf64>) {
    sloop.forall %i in %c3 {
      sloop.write %zero, %c[%i] : tensor<3xf64>
      sloop.write %zero, %d[%i] : tensor<3xf64>
    }
    sloop.forall %i in %c3 {
      %0 = sloop.read %a[%i] : tensor<3xf64>
      %1 = arith.addf %0, %0 : f64
      sloop.write %1, %d[%i] by add : tensor<3xf64>
    }
    sloop.forall %i in %c3 {
      %0 = sloop.read %a[%i] : tensor<3xf64>
      sloop.write %0, %c[%i] by add : tensor<3xf64>
    }
  }
  return %r#0, %r#1 : tensor<3xf64>, tensor<3xf64>
}

// The loop over columns is one of several statements of the loop over rows.
// CHECK: remark: gives [1, 2, 3]
// CHECK: remark: gives [1, 2, 3, 4, 5, 6, 7, 8, 9]
// SUNK-LABEL: func.func @beside(
// SUNK:       sloop.nest
// SUNK-NEXT:    sloop.forall %[[I:.*]] in %c3 {
// SUNK-NEXT:      sloop.read
// SUNK-NEXT:      sloop.write %{{.*}}, %{{.*}}[%[[I]]] : tensor<3xf64>
// SUNK-NEXT:      sloop.forall %[[J:.*]] in %c3 {
// SUNK-NEXT:        %[[V:.*]] = sloop.read %{{.*}}[%[[I]], %[[J]]] : tensor<3x3xf64>
// SUNK-NEXT:        sloop.write %[[V]], %{{.*}}[%[[I]], %[[J]]] : tensor<3x3xf64>
func.func @beside(%A: tensor<3x3xf64>, %x: tensor<3xf64>, %y: tensor<3xf64>, %Y: tensor<3x3xf64>)
    -> (tensor<3xf64>, tensor<3x3xf64>) {
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f64
  %r:2 = sloop.nest ins(%a = %A, %v = %x : tensor<3x3xf64>, tensor<3xf64>)
      outs(%c = %y, %d = %Y : tensor<3xf64>, tensor<3x3xf64>) {
    sloop.forall %i in %c3 {
      sloop.forall %j in %c3 {
        sloop.write %zero, %d[%i, %j] : tensor<3x3xf64>
      }
    }
    sloop.forall %i in %c3 {
      %0 = sloop.read %v[%i] : tensor<3xf64>
      sloop.write %0, %c[%i] : tensor<3xf64>
      sloop.forall %j in %c3 {
        %1 = sloop.read %a[%i, %j] : tensor<3x3xf64>
        sloop.write %1, %d[%i, %j] by add : tensor<3x3xf64>
      }
    }
  }
  return %r#0, %r#1 : tensor<3xf64>, tensor<3x3xf64>
}

// Into a consumer, which adds once to each row.
// CHECK: remark: gives [4, 10, 16]
// SUNK-LABEL: func.func @consumer(
// SUNK:       sloop.nest
// SUNK-NEXT:    sloop.forall %[[I:.*]] in %c3 {
// SUNK-NEXT:      sloop.where
// SUNK:           consume(%[[W:.*]]) {
// SUNK-NEXT:        %[[V:.*]] = sloop.read %[[W]][] : tensor<f64>
// SUNK-NEXT:        sloop.write %[[V]], %{{.*}}[%[[I]]] : tensor<3xf64>
func.func @consumer(%A: tensor<3x3xf64, #CSR>, %y: tensor<3xf64>) -> tensor<3xf64> {
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f64
  %r = sloop.nest ins(%a = %A : tensor<3x3xf64, #CSR>) outs(%c = %y : tensor<3xf64>) {
    sloop.forall %i in %c3 {
      sloop.write %zero, %c[%i] : tensor<3xf64>
    }
    sloop.forall %i in %c3 {
      sloop.where tensor<f64> produce(%w) {
        sloop.forall %j in %c3 {
          %0 = sloop.read %a[%i, %j] : tensor<3x3xf64, #CSR>
          sloop.write %0, %w[] by add : tensor<f64>
        }
      } consume(%w) {
        %0 = sloop.read %w[] : tensor<f64>
        sloop.write %0, %c[%i] by add : tensor<3xf64>
      }
    }
  }
  return %r : tensor<3xf64>
}

// Not into one that visits only what its producer wrote,
// CHECK: remark: gives [2, 2, 2]
// SUNK-LABEL: func.func @stored_points(
// SUNK:       sloop.nest
// SUNK-NEXT:    sloop.forall
// SUNK-NEXT:      sloop.write
// SUNK:         sloop.where
// SUNK:         by add
func.func @stored_points(%y: tensor<3xf64>) -> tensor<3xf64> {
  %c3 = arith.constant 3 : index
  %one = arith.constant 1.0 : f64
  %r = sloop.nest outs(%c = %y : tensor<3xf64>) {
    sloop.forall %i in %c3 {
      sloop.write %one, %c[%i] : tensor<3xf64>
    }
    sloop.where tensor<3xf64> produce(%w) {
      sloop.forall %i in %c3 {
        sloop.write %one, %w[%i] : tensor<3xf64>
      }
    } consume(%w) {
      sloop.forall %i in %c3 {
        %0 = sloop.read %w[%i] : tensor<3xf64>
        sloop.write %0, %c[%i] by add : tensor<3xf64>
      }
    }
  }
  return %r : tensor<3xf64>
}

// not past a statement that reads the first value,
// CHECK: remark: gives [2, 3, 4]
// CHECK: remark: gives [1, 1, 1]
// SUNK-LABEL: func.func @read_between(
// SUNK:       sloop.nest
// SUNK-NEXT:    sloop.forall
// SUNK-NEXT:      sloop.write %{{.*}}, %{{.*}}[%{{.*}}] : tensor<3xf64>
// SUNK-NEXT:    }
// SUNK:         by add
func.func @read_between(%x: tensor<3xf64>, %y: tensor<3xf64>, %z: tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>) {
  %c3 = arith.constant 3 : index
  %one = arith.constant 1.0 : f64
  %r:2 = sloop.nest ins(%a = %x : tensor<3xf64>) outs(%c = %y, %d = %z : tensor<3xf64>, tensor<3xf64>) {
    sloop.forall %i in %c3 {
      sloop.write %one, %c[%i] : tensor<3xf64>
    }
    sloop.forall %i in %c3 {
      %0 = sloop.read %c[%i] : tensor<3xf64>
      sloop.write %0, %d[%i] : tensor<3xf64>
    }
    sloop.forall %i in %c3 {
      %0 = sloop.read %a[%i] : tensor<3xf64>
      sloop.write %0, %c[%i] by add : tensor<3xf64>
    }
  }
  return %r#0, %r#1 : tensor<3xf64>, tensor<3xf64>
}

// and not past one that changes what the first value is made of.
// CHECK: remark: gives [2, 4, 6]
// CHECK: remark: gives [2, 4, 6]
// SUNK-LABEL: func.func @changed_between(
// SUNK-COUNT-3: sloop.forall
func.func @changed_between(%x: tensor<3xf64>, %y: tensor<3xf64>, %z: tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>) {
  %c3 = arith.constant 3 : index
  %r:2 = sloop.nest ins(%a = %x : tensor<3xf64>) outs(%c = %y, %d = %z : tensor<3xf64>, tensor<3xf64>) {
    sloop.forall %i in %c3 {
      %0 = sloop.read %d[%i] : tensor<3xf64>
      sloop.write %0, %c[%i] : tensor<3xf64>
    }
    sloop.forall %i in %c3 {
      %0 = sloop.read %a[%i] : tensor<3xf64>
      %1 = arith.addf %0, %0 : f64
      sloop.write %1, %d[%i] : tensor<3xf64>
    }
    sloop.forall %i in %c3 {
      %0 = sloop.read %a[%i] : tensor<3xf64>
      sloop.write %0, %c[%i] by add : tensor<3xf64>
    }
  }
  return %r#0, %r#1 : tensor<3xf64>, tensor<3xf64>
}
