// Passes that let statements meet, or choose lanes, where the statements stand: inside of loops that they share with others.

// RUN: lacuna-opt %s --sloop-interpret -o /dev/null 2>&1 | FileCheck %s
// RUN: lacuna-opt %s --sloop-merge-terms --sloop-interpret 2> %t.says | FileCheck %s --check-prefix=TERMS
// RUN: FileCheck %s < %t.says
// RUN: lacuna-opt %s --sloop-sink-initializations --sloop-interpret 2> %t.says | FileCheck %s --check-prefix=SUNK
// RUN: FileCheck %s < %t.says
// RUN: lacuna-opt %s --sloop-vectorize --sloop-interpret 2> %t.says | FileCheck %s --check-prefix=LANES
// RUN: FileCheck %s < %t.says
// RUN: lacuna-opt %s --sloop-vectorize --sloop-form-folds --sloop-merge-terms --sloop-sink-initializations --sloop-interpret \
// RUN:   -o /dev/null 2>&1 | FileCheck %s

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>

// Two terms of a row meet in one loop over columns, which runs in lanes; the other statement stays beside it.
// CHECK: remark: gives [1, 2, 3]
// CHECK: remark: gives [3, 6, 9, 9, 12, 15, 15, 18, 21]
// TERMS-LABEL: func.func @terms(
// TERMS:       sloop.forall %[[I:.*]] in %c3 {
// TERMS:         sloop.write %{{.*}}, %{{.*}}[%[[I]]] : tensor<3xf64>
// TERMS-NEXT:    sloop.forall %[[J:.*]] in %c3 {
// TERMS-NEXT:      sloop.read %{{.*}}[%[[I]], %[[J]]] : tensor<3x3xf64>
// TERMS-NEXT:      sloop.read %{{.*}}[%[[J]]] : tensor<3xf64>
// TERMS-NEXT:      arith.addf
// TERMS-NEXT:      sloop.write %{{.*}}, %{{.*}}[%[[I]], %[[J]]] by add : tensor<3x3xf64>
// TERMS-NEXT:    }
// TERMS-NEXT:  }
// LANES-LABEL: func.func @terms(
// LANES:       sloop.forall %[[I:.*]] in %c3 {
// LANES:         sloop.forall %[[J:.*]] in %c3 how(<lanes = 3>) {
// LANES:         sloop.forall %[[J:.*]] in %c3 how(<lanes = 3>) {
func.func @terms(%A: tensor<3x3xf64>, %x: tensor<3xf64>, %y: tensor<3xf64>, %Y: tensor<3x3xf64>)
    -> (tensor<3xf64>, tensor<3x3xf64>) {
  %c3 = arith.constant 3 : index
  %r:2 = sloop.nest ins(%a = %A, %v = %x : tensor<3x3xf64>, tensor<3xf64>)
      outs(%c = %y, %d = %Y : tensor<3xf64>, tensor<3x3xf64>) {
    sloop.forall %i in %c3 {
      %0 = sloop.read %v[%i] : tensor<3xf64>
      sloop.write %0, %c[%i] : tensor<3xf64>
      sloop.forall %j in %c3 {
        %1 = sloop.read %a[%i, %j] : tensor<3x3xf64>
        sloop.write %1, %d[%i, %j] by add : tensor<3x3xf64>
      }
      sloop.forall %j in %c3 {
        %1 = sloop.read %v[%j] : tensor<3xf64>
        sloop.write %1, %d[%i, %j] by add : tensor<3x3xf64>
      }
    }
  }
  return %r#0, %r#1 : tensor<3xf64>, tensor<3x3xf64>
}

// Terms of other rows do not meet: one is added to row i, the other to all rows.
// CHECK: remark: gives [5, 10, 15]
// TERMS-LABEL: func.func @other_points(
// TERMS:       sloop.forall %[[I:.*]] in %c3 {
// TERMS:         sloop.write %{{.*}}, %[[C:.*]][%[[I]]] by add : tensor<3xf64>
// TERMS-NEXT:    sloop.forall %[[J:.*]] in %c3 {
// TERMS:           sloop.write %{{.*}}, %[[C]][%[[J]]] by add : tensor<3xf64>
func.func @other_points(%x: tensor<3xf64>, %y: tensor<3xf64>) -> tensor<3xf64> {
  %c3 = arith.constant 3 : index
  %r = sloop.nest ins(%v = %x : tensor<3xf64>) outs(%c = %y : tensor<3xf64>) {
    sloop.forall %i in %c3 {
      %0 = sloop.read %v[%i] : tensor<3xf64>
      sloop.write %0, %c[%i] by add : tensor<3xf64>
      sloop.forall %j in %c3 {
        %1 = sloop.read %v[%j] : tensor<3xf64>
        sloop.write %1, %c[%j] by add : tensor<3xf64>
      }
    }
  }
  return %r : tensor<3xf64>
}

// Terms on one side of a producer that stands in a loop.
// CHECK: remark: gives [3, 6, 9, 9, 12, 15, 15, 18, 21]
// TERMS-LABEL: func.func @sides(
// TERMS:       produce(%[[W:.*]]) {
// TERMS-NEXT:    sloop.forall %[[J:.*]] in %c3 {
// TERMS:           arith.addf
// TERMS-NEXT:      sloop.write %{{.*}}, %[[W]][%[[J]]] by add : tensor<3xf64>
// TERMS-NEXT:    }
// TERMS-NEXT:  } consume(
func.func @sides(%A: tensor<3x3xf64>, %x: tensor<3xf64>, %Y: tensor<3x3xf64>) -> tensor<3x3xf64> {
  %c3 = arith.constant 3 : index
  %r = sloop.nest ins(%a = %A, %v = %x : tensor<3x3xf64>, tensor<3xf64>) outs(%d = %Y : tensor<3x3xf64>) {
    sloop.forall %i in %c3 {
      sloop.where tensor<3xf64> produce(%w) {
        sloop.forall %j in %c3 {
          %1 = sloop.read %a[%i, %j] : tensor<3x3xf64>
          sloop.write %1, %w[%j] by add : tensor<3xf64>
        }
        sloop.forall %j in %c3 {
          %1 = sloop.read %v[%j] : tensor<3xf64>
          sloop.write %1, %w[%j] by add : tensor<3xf64>
        }
      } consume(%w) {
        sloop.forall %j in %c3 {
          %1 = sloop.read %w[%j] : tensor<3xf64>
          sloop.write %1, %d[%i, %j] by add : tensor<3x3xf64>
        }
      }
    }
  }
  return %r : tensor<3x3xf64>
}

// The loop over rows gives each point all of its values, so that its first value moves there.
// CHECK: remark: gives [10, 22, 34]
// CHECK: remark: gives [20, 44, 68]
// SUNK-LABEL: func.func @shared(
// SUNK-NOT:     sloop.forall
// SUNK:         sloop.forall %[[I:.*]] in %c3 {
// SUNK-NEXT:      sloop.write %{{.*}}, %[[C:.*]][%[[I]]] : tensor<3xf64>
// SUNK-NEXT:      sloop.forall %[[J:.*]] in %c3 {
// SUNK:           }
// SUNK-NEXT:      sloop.read %[[C]][%[[I]]] : tensor<3xf64>
func.func @shared(%A: tensor<3x3xf64, #CSR>, %x: tensor<3xf64>, %y: tensor<3xf64>, %z: tensor<3xf64>)
    -> (tensor<3xf64>, tensor<3xf64>) {
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f64
  %two = arith.constant 2.0 : f64
  %r:2 = sloop.nest ins(%a = %A, %v = %x : tensor<3x3xf64, #CSR>, tensor<3xf64>)
      outs(%c = %y, %d = %z : tensor<3xf64>, tensor<3xf64>) {
    sloop.forall %i in %c3 {
      sloop.write %zero, %c[%i] : tensor<3xf64>
    }
    sloop.forall %i in %c3 {
      sloop.forall %j in %c3 {
        %0 = sloop.read %a[%i, %j] : tensor<3x3xf64, #CSR>
        %1 = sloop.read %v[%j] : tensor<3xf64>
        %2 = arith.mulf %0, %1 : f64
        sloop.write %2, %c[%i] by add : tensor<3xf64>
      }
      %3 = sloop.read %c[%i] : tensor<3xf64>
      %4 = arith.mulf %3, %two : f64
      sloop.write %4, %d[%i] : tensor<3xf64>
    }
  }
  return %r#0, %r#1 : tensor<3xf64>, tensor<3xf64>
}

// Here all rows are read in each round, so that they get their first values before.
// CHECK: remark: gives [10, 22, 34]
// CHECK: remark: gives [11, 34, 69]
// SUNK-LABEL: func.func @all_rows(
// SUNK:         sloop.forall %[[I:.*]] in %c3 {
// SUNK-NEXT:      sloop.write %{{.*}}, %{{.*}}[%[[I]]] : tensor<3xf64>
// SUNK-NEXT:    }
func.func @all_rows(%A: tensor<3x3xf64, #CSR>, %x: tensor<3xf64>, %y: tensor<3xf64>, %z: tensor<3xf64>)
    -> (tensor<3xf64>, tensor<3xf64>) {
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f64
  %r:2 = sloop.nest ins(%a = %A, %v = %x : tensor<3x3xf64, #CSR>, tensor<3xf64>)
      outs(%c = %y, %d = %z : tensor<3xf64>, tensor<3xf64>) {
    sloop.forall %i in %c3 {
      sloop.write %zero, %c[%i] : tensor<3xf64>
    }
    sloop.forall %i in %c3 {
      sloop.forall %j in %c3 {
        %0 = sloop.read %a[%i, %j] : tensor<3x3xf64, #CSR>
        %1 = sloop.read %v[%j] : tensor<3xf64>
        %2 = arith.mulf %0, %1 : f64
        sloop.write %2, %c[%i] by add : tensor<3xf64>
      }
      sloop.forall %j in %c3 {
        %3 = sloop.read %c[%j] : tensor<3xf64>
        sloop.write %3, %d[%i] by add : tensor<3xf64>
      }
    }
  }
  return %r#0, %r#1 : tensor<3xf64>, tensor<3xf64>
}

// Side by side in a loop, a first value and what is added to it become one write.
// CHECK: remark: gives [1, 2, 3]
// CHECK: remark: gives [2, 4, 6]
// SUNK-LABEL: func.func @point(
// SUNK:         sloop.forall %[[I:.*]] in %c3 {
// SUNK-NEXT:      %[[V:.*]] = sloop.read %{{.*}}[%[[I]]] : tensor<3xf64>
// SUNK-NEXT:      sloop.write %[[V]], %[[C:.*]][%[[I]]] : tensor<3xf64>
// SUNK-NEXT:      %[[S:.*]] = sloop.read %[[C]][%[[I]]] : tensor<3xf64>
func.func @point(%x: tensor<3xf64>, %y: tensor<3xf64>, %z: tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>) {
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f64
  %two = arith.constant 2.0 : f64
  %r:2 = sloop.nest ins(%v = %x : tensor<3xf64>) outs(%c = %y, %d = %z : tensor<3xf64>, tensor<3xf64>) {
    sloop.forall %i in %c3 {
      sloop.write %zero, %c[%i] : tensor<3xf64>
      %1 = sloop.read %v[%i] : tensor<3xf64>
      sloop.write %1, %c[%i] by add : tensor<3xf64>
      %3 = sloop.read %c[%i] : tensor<3xf64>
      %4 = arith.mulf %3, %two : f64
      sloop.write %4, %d[%i] : tensor<3xf64>
    }
  }
  return %r#0, %r#1 : tensor<3xf64>, tensor<3xf64>
}

// A tensor that lives inside: only what the second loop writes would be stored if both were one.
// CHECK: remark: gives [1, 2, 3]
// SUNK-LABEL: func.func @stored_points(
// SUNK:         produce(%[[W:.*]]) {
// SUNK:           sloop.write %{{.*}}, %[[W]][%{{.*}}] : tensor<3xf64>
// SUNK:           sloop.write %{{.*}}, %[[W]][%{{.*}}] by add : tensor<3xf64>
// SUNK:         consume(
func.func @stored_points(%x: tensor<3xf64>, %y: tensor<3xf64>) -> tensor<3xf64> {
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f64
  %r = sloop.nest ins(%v = %x : tensor<3xf64>) outs(%c = %y : tensor<3xf64>) {
    sloop.where tensor<3xf64> produce(%w) {
      sloop.forall %i in %c3 {
        sloop.write %zero, %w[%i] : tensor<3xf64>
      }
      sloop.forall %i in %c3 {
        %1 = sloop.read %v[%i] : tensor<3xf64>
        sloop.write %1, %w[%i] by add : tensor<3xf64>
      }
    } consume(%w) {
      sloop.forall %i in %c3 {
        %1 = sloop.read %w[%i] : tensor<3xf64>
        sloop.write %1, %c[%i] : tensor<3xf64>
      }
    }
  }
  return %r : tensor<3xf64>
}
