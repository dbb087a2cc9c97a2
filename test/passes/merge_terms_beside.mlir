// `sloop-merge-terms`: terms that share loops with other statements, or have others between them.

// RUN: lacuna-opt %s --sloop-interpret -o /dev/null 2>&1 | FileCheck %s
// RUN: lacuna-opt %s --sloop-merge-terms --sloop-interpret 2> %t.says | FileCheck %s --check-prefix=TERMS
// RUN: FileCheck %s < %t.says
// RUN: lacuna-opt %s --sloop-merge-terms=fp=strict | FileCheck %s --check-prefix=STRICT

// The second term moves to the first, past a statement that does not mind.
// CHECK: remark: gives [3, 6, 9]
// CHECK: remark: gives [1, 2, 3]
// TERMS-LABEL: func.func @between(
// TERMS:       sloop.forall %[[I:.*]] in %c3 {
// TERMS:         arith.addf
// TERMS-NEXT:    sloop.write %{{.*}}, %[[C:.*]][%[[I]]] by add : tensor<3xf64>
// TERMS-NEXT:  }
// TERMS-NEXT:  sloop.forall %{{.*}} in %c3 {
// TERMS-NOT:     %[[C]]
// TERMS:       return
// STRICT-LABEL: func.func @between(
// STRICT-COUNT-3: sloop.forall
func.func @between(%x: tensor<3xf64>, %b: tensor<3xf64>, %y: tensor<3xf64>, %z: tensor<3xf64>)
    -> (tensor<3xf64>, tensor<3xf64>) {
  %c3 = arith.constant 3 : index
  %r:2 = sloop.nest ins(%a = %x, %v = %b : tensor<3xf64>, tensor<3xf64>)
                    outs(%c = %y, %d = %z : tensor<3xf64>, tensor<3xf64>) {
    sloop.forall %i in %c3 {
      %0 = sloop.read %a[%i] : tensor<3xf64>
      sloop.write %0, %c[%i] by add : tensor<3xf64>
    }
    sloop.forall %i in %c3 {
      %0 = sloop.read %a[%i] : tensor<3xf64>
      sloop.write %0, %d[%i] : tensor<3xf64>
    }
    sloop.forall %i in %c3 {
      %0 = sloop.read %v[%i] : tensor<3xf64>
      sloop.write %0, %c[%i] by add : tensor<3xf64>
    }
  }
  return %r#0, %r#1 : tensor<3xf64>, tensor<3xf64>
}

// The first term moves to the second, which shares its loops.
// CHECK: remark: gives [1, 2, 3]
// CHECK: remark: gives [3, 6, 9, 9, 12, 15, 15, 18, 21]
// TERMS-LABEL: func.func @into_shared_loops(
// TERMS-NEXT:  %c3
// TERMS-NEXT:  sloop.nest
// TERMS-NEXT:    sloop.forall %[[I:.*]] in %c3 {
// TERMS:           sloop.write %{{.*}}, %{{.*}}[%[[I]]] : tensor<3xf64>
// TERMS-NEXT:      sloop.forall %[[J:.*]] in %c3 {
// TERMS-NEXT:        %[[FIRST:.*]] = sloop.read %{{.*}}[%[[J]]] : tensor<3xf64>
// TERMS-NEXT:        %[[SECOND:.*]] = sloop.read %{{.*}}[%[[I]], %[[J]]] : tensor<3x3xf64>
// TERMS-NEXT:        arith.addf %[[FIRST]], %[[SECOND]]
// TERMS-NEXT:        sloop.write %{{.*}}, %{{.*}}[%[[I]], %[[J]]] by add : tensor<3x3xf64>
// TERMS-NOT:   sloop.forall
// TERMS:       return
func.func @into_shared_loops(%A: tensor<3x3xf64>, %x: tensor<3xf64>, %y: tensor<3xf64>, %Y: tensor<3x3xf64>)
    -> (tensor<3xf64>, tensor<3x3xf64>) {
  %c3 = arith.constant 3 : index
  %r:2 = sloop.nest ins(%a = %A, %v = %x : tensor<3x3xf64>, tensor<3xf64>)
      outs(%c = %y, %d = %Y : tensor<3xf64>, tensor<3x3xf64>) {
    sloop.forall %i in %c3 {
      sloop.forall %j in %c3 {
        %0 = sloop.read %v[%j] : tensor<3xf64>
        sloop.write %0, %d[%i, %j] by add : tensor<3x3xf64>
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

// Both share loops with others: what is left of the second statement keeps its loop.
// CHECK: remark: gives [3, 6, 9]
// CHECK: remark: gives [3, 6, 9]
// TERMS-LABEL: func.func @out_of_shared_loops(
// TERMS:       sloop.forall %[[I:.*]] in %c3 {
// TERMS:         arith.addf
// TERMS-NEXT:    sloop.write %{{.*}}, %[[C:.*]][%[[I]]] by add : tensor<3xf64>
// TERMS:         sloop.write %{{.*}}, %[[D:.*]][%[[I]]] : tensor<3xf64>
// TERMS-NEXT:  }
// TERMS-NEXT:  sloop.forall %[[I:.*]] in %c3 {
// TERMS-NOT:     %[[C]]
// TERMS:         sloop.write %{{.*}}, %[[D]][%[[I]]] by add : tensor<3xf64>
func.func @out_of_shared_loops(%x: tensor<3xf64>, %y: tensor<3xf64>, %z: tensor<3xf64>)
    -> (tensor<3xf64>, tensor<3xf64>) {
  %c3 = arith.constant 3 : index
  %two = arith.constant 2.0 : f64
  %r:2 = sloop.nest ins(%a = %x : tensor<3xf64>) outs(%c = %y, %d = %z : tensor<3xf64>, tensor<3xf64>) {
    sloop.forall %i in %c3 {
      %0 = sloop.read %a[%i] : tensor<3xf64>
      sloop.write %0, %c[%i] by add : tensor<3xf64>
      sloop.write %0, %d[%i] : tensor<3xf64>
    }
    sloop.forall %i in %c3 {
      %0 = sloop.read %a[%i] : tensor<3xf64>
      sloop.write %0, %c[%i] by add : tensor<3xf64>
      %2 = arith.mulf %0, %two : f64
      sloop.write %2, %d[%i] by add : tensor<3xf64>
    }
  }
  return %r#0, %r#1 : tensor<3xf64>, tensor<3xf64>
}

// A statement between the two that reads the sum so far keeps them apart,
// CHECK: remark: gives [3, 6, 9]
// CHECK: remark: gives [2, 4, 6]
// TERMS-LABEL: func.func @read_between(
// TERMS-COUNT-2: by add
func.func @read_between(%x: tensor<3xf64>, %y: tensor<3xf64>, %z: tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>) {
  %c3 = arith.constant 3 : index
  %r:2 = sloop.nest ins(%a = %x : tensor<3xf64>) outs(%c = %y, %d = %z : tensor<3xf64>, tensor<3xf64>) {
    sloop.forall %i in %c3 {
      %0 = sloop.read %a[%i] : tensor<3xf64>
      sloop.write %0, %c[%i] by add : tensor<3xf64>
      %1 = sloop.read %c[%i] : tensor<3xf64>
      sloop.write %1, %d[%i] : tensor<3xf64>
    }
    sloop.forall %i in %c3 {
      %0 = sloop.read %a[%i] : tensor<3xf64>
      sloop.write %0, %c[%i] by add : tensor<3xf64>
    }
  }
  return %r#0, %r#1 : tensor<3xf64>, tensor<3xf64>
}

// and so does one that computes what the second term adds.
// CHECK: remark: gives [4, 8, 12]
// CHECK: remark: gives [2, 4, 6]
// TERMS-LABEL: func.func @computed_between(
// TERMS-COUNT-3: sloop.forall
func.func @computed_between(%x: tensor<3xf64>, %y: tensor<3xf64>, %z: tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>) {
  %c3 = arith.constant 3 : index
  %r:2 = sloop.nest ins(%a = %x : tensor<3xf64>) outs(%c = %y, %d = %z : tensor<3xf64>, tensor<3xf64>) {
    sloop.forall %i in %c3 {
      %0 = sloop.read %a[%i] : tensor<3xf64>
      sloop.write %0, %c[%i] by add : tensor<3xf64>
    }
    sloop.forall %i in %c3 {
      %0 = sloop.read %a[%i] : tensor<3xf64>
      %1 = arith.addf %0, %0 : f64
      sloop.write %1, %d[%i] : tensor<3xf64>
    }
    sloop.forall %i in %c3 {
      %0 = sloop.read %d[%i] : tensor<3xf64>
      sloop.write %0, %c[%i] by add : tensor<3xf64>
    }
  }
  return %r#0, %r#1 : tensor<3xf64>, tensor<3xf64>
}

// A consumer visits the points that its producer wrote; a term that visits all of them has a loop for itself.
// CHECK: remark: gives [2, 5, 6]
// TERMS-LABEL: func.func @stored_points(
// TERMS:       consume(
// TERMS-COUNT-2: sloop.forall
func.func @stored_points(%x: tensor<3xf64>, %y: tensor<3xf64>) -> tensor<3xf64> {
  %c3 = arith.constant 3 : index
  %one = arith.constant 1.0 : f64
  %r = sloop.nest ins(%a = %x : tensor<3xf64>) outs(%c = %y : tensor<3xf64>) {
    sloop.where tensor<3xf64> produce(%w) {
      sloop.write %one, %w[1] : tensor<3xf64>
    } consume(%w) {
      sloop.forall %i in %c3 {
        %0 = sloop.read %w[%i] : tensor<3xf64>
        sloop.write %0, %c[%i] by add : tensor<3xf64>
      }
      sloop.forall %i in %c3 {
        %0 = sloop.read %a[%i] : tensor<3xf64>
        sloop.write %0, %c[%i] by add : tensor<3xf64>
      }
    }
  }
  return %r : tensor<3xf64>
}
