// `sloop-vectorize`: loops that several statements share.

// RUN: lacuna-opt %s --sloop-interpret -o /dev/null 2>&1 | FileCheck %s
// RUN: lacuna-opt %s --sloop-vectorize --sloop-interpret 2> %t.says | FileCheck %s --check-prefix=LANES
// RUN: FileCheck %s < %t.says
// RUN: lacuna-opt %s --sloop-vectorize=fp=strict | FileCheck %s --check-prefix=STRICT
// RUN: lacuna-opt %s --sloop-vectorize --sloop-vectorize | FileCheck %s --check-prefix=LANES

#SV = #stensor.format<(i) -> (i : compressed)>

// Each write has the loop for itself only together with the other.
// CHECK: remark: gives [2, 4, 6]
// CHECK: remark: gives [3, 5, 7]
// LANES-LABEL: func.func @two_results(
// LANES:       sloop.forall %{{.*}} in %c3 how(<lanes = 3>) {
// STRICT-LABEL: func.func @two_results(
// STRICT:       how(<lanes = 3>)
func.func @two_results(%x: tensor<3xf64>, %y: tensor<3xf64>, %z: tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>) {
  %c3 = arith.constant 3 : index
  %one = arith.constant 1.0 : f64
  %r:2 = sloop.nest ins(%a = %x : tensor<3xf64>) outs(%c = %y, %d = %z : tensor<3xf64>, tensor<3xf64>) {
    sloop.forall %i in %c3 {
      %0 = sloop.read %a[%i] : tensor<3xf64>
      %1 = arith.addf %0, %0 : f64
      sloop.write %1, %c[%i] : tensor<3xf64>
      %2 = sloop.read %c[%i] : tensor<3xf64>
      %3 = arith.addf %2, %one : f64
      sloop.write %3, %d[%i] : tensor<3xf64>
    }
  }
  return %r#0, %r#1 : tensor<3xf64>, tensor<3xf64>
}

// Statements at several depths, and a reduction that has no lanes for itself: it walks columns.
// CHECK: remark: gives [30, 36, 42]
// CHECK: remark: gives [60, 72, 84]
// LANES-LABEL: func.func @around_a_reduction(
// LANES:       sloop.forall %{{.*}} in %c3 how(<lanes = 3>) {
// LANES:         sloop.write
// LANES-NEXT:    sloop.forall %{{.*}} in %c3 {
func.func @around_a_reduction(%A: tensor<3x3xf64>, %x: tensor<3xf64>, %y: tensor<3xf64>, %z: tensor<3xf64>)
    -> (tensor<3xf64>, tensor<3xf64>) {
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f64
  %r:2 = sloop.nest ins(%a = %A, %v = %x : tensor<3x3xf64>, tensor<3xf64>)
                    outs(%c = %y, %d = %z : tensor<3xf64>, tensor<3xf64>) {
    sloop.forall %i in %c3 {
      sloop.write %zero, %c[%i] : tensor<3xf64>
      sloop.forall %k in %c3 {
        %0 = sloop.read %a[%k, %i] : tensor<3x3xf64>
        %1 = sloop.read %v[%k] : tensor<3xf64>
        %2 = arith.mulf %0, %1 : f64
        sloop.write %2, %c[%i] by add : tensor<3xf64>
      }
      %3 = sloop.read %c[%i] : tensor<3xf64>
      %4 = arith.addf %3, %3 : f64
      sloop.write %4, %d[%i] : tensor<3xf64>
    }
  }
  return %r#0, %r#1 : tensor<3xf64>, tensor<3xf64>
}

// Inside of a consumer. The scalar comes from a producer that has no lanes.
// CHECK: remark: gives [3, 5, 7]
// CHECK: remark: gives [0, 0, 0]
// LANES-LABEL: func.func @consumer(
// LANES:       produce(
// LANES-NOT:   how(
// LANES:       consume(
// LANES:       sloop.forall %{{.*}} in %c3 how(<lanes = 3>) {
func.func @consumer(%x: tensor<3xf64>, %y: tensor<3xf64>, %z: tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>) {
  %c3 = arith.constant 3 : index
  %one = arith.constant 1.0 : f64
  %r:2 = sloop.nest ins(%a = %x : tensor<3xf64>) outs(%c = %y, %d = %z : tensor<3xf64>, tensor<3xf64>) {
    sloop.where tensor<f64> produce(%w) {
      sloop.write %one, %w[] : tensor<f64>
    } consume(%w) {
      sloop.forall %i in %c3 {
        %0 = sloop.read %a[%i] : tensor<3xf64>
        %1 = sloop.read %w[] : tensor<f64>
        %2 = arith.addf %0, %1 : f64
        sloop.write %2, %c[%i] by add : tensor<3xf64>
        %3 = arith.subf %0, %0 : f64
        sloop.write %3, %d[%i] : tensor<3xf64>
      }
    }
  }
  return %r#0, %r#1 : tensor<3xf64>, tensor<3xf64>
}

// Sums of two kinds, unless each has to be added up in order.
// LANES-LABEL: func.func @sums(
// LANES:       how(<lanes = 3>)
// STRICT-LABEL: func.func @sums(
// STRICT-NOT:   how(
// STRICT:       func.func
func.func @sums(%x: tensor<3xf64>, %s: tensor<f64>, %t: tensor<f64>) -> (tensor<f64>, tensor<f64>) {
  %c3 = arith.constant 3 : index
  %r:2 = sloop.nest ins(%a = %x : tensor<3xf64>) outs(%c = %s, %d = %t : tensor<f64>, tensor<f64>) {
    sloop.forall %i in %c3 {
      %0 = sloop.read %a[%i] : tensor<3xf64>
      sloop.write %0, %c[] by add : tensor<f64>
      %1 = arith.mulf %0, %0 : f64
      sloop.write %1, %d[] by add : tensor<f64>
    }
  }
  return %r#0, %r#1 : tensor<f64>, tensor<f64>
}

// Not where one of the statements walks a stored operand,
// LANES-LABEL: func.func @stored(
// LANES-NOT:   how(
func.func @stored(%x: tensor<3xf64>, %s: tensor<3xf64, #SV>, %y: tensor<3xf64>, %z: tensor<3xf64>)
    -> (tensor<3xf64>, tensor<3xf64>) {
  %c3 = arith.constant 3 : index
  %r:2 = sloop.nest ins(%a = %x, %b = %s : tensor<3xf64>, tensor<3xf64, #SV>)
                    outs(%c = %y, %d = %z : tensor<3xf64>, tensor<3xf64>) {
    sloop.forall %i in %c3 {
      %0 = sloop.read %a[%i] : tensor<3xf64>
      sloop.write %0, %c[%i] by add : tensor<3xf64>
      %1 = sloop.read %b[%i] : tensor<3xf64, #SV>
      sloop.write %1, %d[%i] by add : tensor<3xf64>
    }
  }
  return %r#0, %r#1 : tensor<3xf64>, tensor<3xf64>
}

// nor where a round reads what another one writes,
// LANES-LABEL: func.func @other_round(
// LANES-NOT:   how(
func.func @other_round(%x: tensor<4xf64>, %y: tensor<4xf64>, %z: tensor<3xf64>) -> (tensor<4xf64>, tensor<3xf64>) {
  %c3 = arith.constant 3 : index
  %r:2 = sloop.nest ins(%a = %x : tensor<4xf64>) outs(%c = %y, %d = %z : tensor<4xf64>, tensor<3xf64>) {
    sloop.forall %i in %c3 {
      %0 = sloop.read %a[%i] : tensor<4xf64>
      sloop.write %0, %c[%i] by add : tensor<4xf64>
      %1 = sloop.read %c[%i + 1] : tensor<4xf64>
      sloop.write %1, %d[%i] : tensor<3xf64>
    }
  }
  return %r#0, %r#1 : tensor<4xf64>, tensor<3xf64>
}

// also if there is one statement only,
// LANES-LABEL: func.func @recurrence(
// LANES-NOT:   how(
func.func @recurrence(%x: tensor<4xf64>, %y: tensor<4xf64>) -> tensor<4xf64> {
  %c3 = arith.constant 3 : index
  %r = sloop.nest ins(%a = %x : tensor<4xf64>) outs(%c = %y : tensor<4xf64>) {
    sloop.forall %i in %c3 {
      %0 = sloop.read %c[%i] : tensor<4xf64>
      %1 = sloop.read %a[%i] : tensor<4xf64>
      %2 = arith.addf %0, %1 : f64
      sloop.write %2, %c[%i + 1] : tensor<4xf64>
    }
  }
  return %r : tensor<4xf64>
}

// nor where all statements only fill.
// LANES-LABEL: func.func @fills(
// LANES-NOT:   how(
func.func @fills(%y: tensor<3xf64>, %z: tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>) {
  %c3 = arith.constant 3 : index
  %one = arith.constant 1.0 : f64
  %r:2 = sloop.nest outs(%c = %y, %d = %z : tensor<3xf64>, tensor<3xf64>) {
    sloop.forall %i in %c3 {
      sloop.write %one, %c[%i] : tensor<3xf64>
      sloop.write %one, %d[%i] : tensor<3xf64>
    }
  }
  return %r#0, %r#1 : tensor<3xf64>, tensor<3xf64>
}
