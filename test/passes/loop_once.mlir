// `sloop-loop-once`: a fixed subscript of a stored operand becomes a variable of a loop that runs once.

// RUN: lacuna-opt %s --sloop-loop-once --split-input-file | FileCheck %s

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#BCSR = #stensor.format<(i, j) -> (i floordiv 2 : dense, j floordiv 2 : compressed, i mod 2 : dense, j mod 2 : dense)>

// A row; its dimension may be walked in part.
// CHECK-LABEL: func.func @row(
// CHECK:         sloop.nest {{.*}} attributes {sloop.windows = array<i64: 0>}
// CHECK-NEXT:      sloop.forall %[[V:.*]] in %{{.*}} {
// CHECK-NEXT:        sloop.forall %[[I:.*]] in
// CHECK-NEXT:          sloop.read %{{.*}}[%[[V]] + 2, %[[I]]]
func.func @row(%A: tensor<8x8xf64, #CSR>, %y: tensor<8xf64>) -> tensor<8xf64> {
  %n = arith.constant 8 : index
  %r = sloop.nest ins(%a = %A : tensor<8x8xf64, #CSR>) outs(%o = %y : tensor<8xf64>) {
    sloop.forall %i in %n named "i" {
      %x = sloop.read %a[2, %i] : tensor<8x8xf64, #CSR>
      sloop.write %x, %o[%i] : tensor<8xf64>
    }
  }
  return %r : tensor<8xf64>
}

// One subscript has one loop, another one has its own; dense operands have none.
// CHECK-LABEL: func.func @two(
// CHECK:           sloop.forall %[[V:.*]] in
// CHECK-NEXT:        sloop.forall %[[W:.*]] in
// CHECK-NEXT:          sloop.forall %[[I:.*]] in
// CHECK-DAG:             sloop.read %{{.*}}[%[[V]] + 2, %[[I]]]
// CHECK-DAG:             sloop.read %{{.*}}[%[[I]], %[[W]] + 3]
// CHECK-DAG:             sloop.read %{{.*}}[2, %[[I]]] : tensor<8x8xf64>
func.func @two(%A: tensor<8x8xf64, #CSR>, %B: tensor<8x8xf64>, %y: tensor<8xf64>) -> tensor<8xf64> {
  %n = arith.constant 8 : index
  %r = sloop.nest ins(%a = %A, %b = %B : tensor<8x8xf64, #CSR>, tensor<8x8xf64>) outs(%o = %y : tensor<8xf64>) {
    sloop.forall %i in %n named "i" {
      %0 = sloop.read %a[2, %i] : tensor<8x8xf64, #CSR>
      %1 = sloop.read %a[%i, 3] : tensor<8x8xf64, #CSR>
      %2 = sloop.read %b[2, %i] : tensor<8x8xf64>
      %3 = arith.mulf %0, %1 : f64
      %4 = arith.mulf %3, %2 : f64
      sloop.write %4, %o[%i] : tensor<8xf64>
    }
  }
  return %r : tensor<8xf64>
}

// So it is of blocks, which are converted to levels that a loop over the variable can walk.
// CHECK-LABEL: func.func @blocks(
// CHECK:         sloop.forall %[[ONCE:.*]] in %{{.*}}
// CHECK:         sloop.read %{{.*}}[%[[ONCE]] + 2, %{{.*}}]
func.func @blocks(%A: tensor<8x8xf64, #BCSR>, %y: tensor<8xf64>) -> tensor<8xf64> {
  %n = arith.constant 8 : index
  %r = sloop.nest ins(%a = %A : tensor<8x8xf64, #BCSR>) outs(%o = %y : tensor<8xf64>) {
    sloop.forall %i in %n named "i" {
      %x = sloop.read %a[2, %i] : tensor<8x8xf64, #BCSR>
      sloop.write %x, %o[%i] : tensor<8xf64>
    }
  }
  return %r : tensor<8xf64>
}

// A local tensor without dimensions gets one of size one, and either side a loop over it.
// CHECK-LABEL: func.func @local(
// CHECK:         sloop.where tensor<1xf64> produce(%[[W:.*]]) {
// CHECK-NEXT:      sloop.forall %[[P:.*]] in %c1 {
// CHECK-NEXT:        sloop.forall %{{.*}} in %c8 {
// CHECK:               sloop.write %{{.*}}, %[[W]][%[[P]]] by add : tensor<1xf64>
// CHECK:         } consume(%[[W]]) {
// CHECK-NEXT:      sloop.forall %[[C:.*]] in %c1 {
// CHECK-NEXT:        %{{.*}} = sloop.read %[[W]][%[[C]]] : tensor<1xf64>
func.func @local(%x: tensor<8xf64>, %y: tensor<f64>) -> tensor<f64> {
  %c8 = arith.constant 8 : index
  %r = sloop.nest ins(%a = %x : tensor<8xf64>) outs(%o = %y : tensor<f64>) {
    sloop.where tensor<f64> produce(%w) {
      sloop.forall %i in %c8 {
        %0 = sloop.read %a[%i] : tensor<8xf64>
        sloop.write %0, %w[] by add : tensor<f64>
      }
    } consume(%w) {
      %0 = sloop.read %w[] : tensor<f64>
      sloop.write %0, %o[] : tensor<f64>
    }
  }
  return %r : tensor<f64>
}

// On a diagonal, the inner coordinate is known: its loop stands directly inside of that over the variable. A dense operand has none.
// CHECK-LABEL: func.func @diagonal(
// CHECK:         sloop.forall %[[I:.*]] in %{{.*}} named "i" {
// CHECK-NEXT:      sloop.forall %[[V:.*]] in
// CHECK-NEXT:        sloop.forall %[[J:.*]] in %{{.*}} named "j" {
// CHECK-DAG:           sloop.read %{{.*}}[%[[I]], %[[I]] + %[[V]]] : tensor<8x8xf64, #
// CHECK-DAG:           sloop.read %{{.*}}[%[[I]], %[[I]]] : tensor<8x8xf64>
func.func @diagonal(%A: tensor<8x8xf64, #CSR>, %B: tensor<8x8xf64>, %y: tensor<8xf64>) -> tensor<8xf64> {
  %n = arith.constant 8 : index
  %r = sloop.nest ins(%a = %A, %b = %B : tensor<8x8xf64, #CSR>, tensor<8x8xf64>) outs(%o = %y : tensor<8xf64>) {
    sloop.forall %i in %n named "i" {
      sloop.forall %j in %n named "j" {
        %0 = sloop.read %a[%i, %i] : tensor<8x8xf64, #CSR>
        %1 = sloop.read %b[%i, %i] : tensor<8x8xf64>
        %2 = arith.mulf %0, %1 : f64
        sloop.write %2, %o[%j] by add : tensor<8xf64>
      }
    }
  }
  return %r : tensor<8xf64>
}

// Inside of a fold there is another one.
// CHECK-LABEL: func.func @folded(
// CHECK:           sloop.fold %[[K:.*]] in %{{.*}} by max
// CHECK-NEXT:        sloop.fold %[[V:.*]] in %{{.*}} by max
// CHECK-NEXT:          sloop.read %{{.*}}[%[[K]], %[[K]] + %[[V]]]
func.func @folded(%A: tensor<8x8xf64, #CSR>, %y: tensor<1xf64>) -> tensor<1xf64> {
  %n = arith.constant 8 : index
  %one = arith.constant 1 : index
  %r = sloop.nest ins(%a = %A : tensor<8x8xf64, #CSR>) outs(%o = %y : tensor<1xf64>) {
    sloop.forall %i in %one {
      %0 = sloop.fold %k in %n by max -> f64 {
        %1 = sloop.read %a[%k, %k] : tensor<8x8xf64, #CSR>
        sloop.yield %1 : f64
      }
      sloop.write %0, %o[%i] : tensor<1xf64>
    }
  }
  return %r : tensor<1xf64>
}

// The pass removes a loop over a variable of size 1 that is a term of a subscript and that no target mentions.
// CHECK-LABEL: func.func @single(
// CHECK-NOT:     named "s"
// CHECK:         sloop.forall %[[V:.*]] in %{{.*}} {
// CHECK-NEXT:      sloop.forall %[[I:.*]] in %{{.*}} named "i" {
// CHECK-NEXT:        sloop.read %{{.*}}[%[[V]], %[[I]]] : tensor<1x8xf64, #
// CHECK-NEXT:        sloop.write %{{.*}}, %{{.*}}[%[[I]]] by add
func.func @single(%A: tensor<1x8xf64, #CSR>, %y: tensor<8xf64>) -> tensor<8xf64> {
  %n = arith.constant 8 : index
  %one = arith.constant 1 : index
  %r = sloop.nest ins(%a = %A : tensor<1x8xf64, #CSR>) outs(%o = %y : tensor<8xf64>) {
    sloop.forall %i in %n named "i" {
      sloop.forall %s in %one named "s" {
        %0 = sloop.read %a[%s, %i + %s] : tensor<1x8xf64, #CSR>
        sloop.write %0, %o[%i] by add : tensor<8xf64>
      }
    }
  }
  return %r : tensor<8xf64>
}
