// `sloop-plain-targets`: stored results that are written at compound subscripts are written at variables.

// RUN: lacuna-opt %s --sloop-plain-targets --verify-diagnostics --split-input-file | FileCheck %s

// The loop runs over the coordinates of the result: the operand is read at compound subscripts, and rounds that it has not are left
// out.
#V = #stensor.format<(i) -> (i : compressed)>
// CHECK-LABEL: func.func @offset(
// CHECK:         sloop.forall %[[R:.*]] in %c9 named "i + 4" {
// CHECK-NEXT:      %[[I:.*]] = sloop.derive(%[[R]] - 4) below %c5
// CHECK-NEXT:      sloop.read %{{.*}}[%[[I]]]
// CHECK-NEXT:      sloop.write %{{.*}}, %{{.*}}[%[[R]]] by add
func.func @offset(%x: tensor<5xf64, #V>) -> tensor<9xf64, #V> {
  %n = arith.constant 5 : index
  %e = stensor.empty : tensor<9xf64, #V>
  %r = sloop.nest ins(%a = %x : tensor<5xf64, #V>) outs(%c = %e : tensor<9xf64, #V>) {
    sloop.forall %i in %n named "i" {
      %0 = sloop.read %a[%i] : tensor<5xf64, #V>
      sloop.write %0, %c[%i + 4] by add : tensor<9xf64, #V>
    }
  }
  return %r : tensor<9xf64, #V>
}

// -----

// Of the two variables, the one that spans more of the dimension is derived.
#V = #stensor.format<(i) -> (i : compressed)>
// CHECK-LABEL: func.func @scattered(
// CHECK:         sloop.forall %[[R:.*]] in %c10 named "i + k" {
// CHECK-NEXT:      sloop.forall %[[K:.*]] in %c3 named "k" {
// CHECK-NEXT:        sloop.derive(-%[[K]] + %[[R]]) below %c8 named "i"
func.func @scattered(%x: tensor<8xf64, #V>, %f: tensor<3xf64>) -> tensor<10xf64, #V> {
  %n = arith.constant 8 : index
  %m = arith.constant 3 : index
  %e = stensor.empty : tensor<10xf64, #V>
  %r = sloop.nest ins(%a = %x, %b = %f : tensor<8xf64, #V>, tensor<3xf64>) outs(%c = %e : tensor<10xf64, #V>) {
    sloop.forall %i in %n named "i" {
      sloop.forall %k in %m named "k" {
        %0 = sloop.read %a[%i] : tensor<8xf64, #V>
        %1 = sloop.read %b[%k] : tensor<3xf64>
        %2 = arith.mulf %0, %1 : f64
        sloop.write %2, %c[%i + %k] by add : tensor<10xf64, #V>
      }
    }
  }
  return %r : tensor<10xf64, #V>
}

// -----

// A variable that subscripts twice is not told by either: the values are collected, by columns, as the result is stored.
#V = #stensor.format<(i) -> (i : compressed)>
#CSC = #stensor.format<(i, j) -> (j : dense, i : compressed)>
// CHECK-LABEL: func.func @diagonal(
// CHECK:         sloop.where tensor<7x6xf64> produce(%[[W:.*]]) {
// CHECK-NEXT:      sloop.forall %[[I:.*]] in %c6 {
// CHECK:             sloop.write %{{.*}}, %[[W]][%[[I]] + 1, %[[I]]] : tensor<7x6xf64>
// CHECK:         } consume(%[[W]]) {
// CHECK-NEXT:      sloop.forall %[[J:.*]] in %c7 {
// CHECK-NEXT:        sloop.forall %[[I:.*]] in %c6 {
// CHECK-NEXT:          %[[V:.*]] = sloop.read %[[W]][%[[J]], %[[I]]]
// CHECK-NEXT:          sloop.write %[[V]], %{{.*}}[%[[I]], %[[J]]] elsewhere(0.000000e+00 : f64)
func.func @diagonal(%x: tensor<6xf64, #V>) -> tensor<6x7xf64, #CSC> {
  %n = arith.constant 6 : index
  %e = stensor.empty : tensor<6x7xf64, #CSC>
  // expected-remark@+1 {{the values of result operand 1 are collected in a workspace with its dimensions: they come in another order than its points}}
  %r = sloop.nest ins(%a = %x : tensor<6xf64, #V>) outs(%c = %e : tensor<6x7xf64, #CSC>) {
    sloop.forall %i in %n {
      %0 = sloop.read %a[%i] : tensor<6xf64, #V>
      sloop.write %0, %c[%i, %i + 1] : tensor<6x7xf64, #CSC>
    }
  }
  return %r : tensor<6x7xf64, #CSC>
}

// -----

// Two statements write the result: both are collected, and what it holds already meets them afterwards.
#V = #stensor.format<(i) -> (i : compressed)>
// CHECK-LABEL: func.func @updated(
// CHECK:         sloop.nest ins(%[[A:.*]] = %{{.*}}, %[[OLD:.*]] = %{{.*}} : tensor<4xf64, #{{.*}}>, tensor<9xf64, #{{.*}}>)
// CHECK:           sloop.where tensor<9xf64> produce(%[[W:.*]]) {
// CHECK:             sloop.write %{{.*}}, %[[W]][%{{.*}} * 2] by add
// CHECK:             sloop.write %{{.*}}, %[[W]][%{{.*}} + 5] by add
// CHECK:           } consume(%[[W]]) {
// CHECK:             %[[HELD:.*]] = sloop.read %[[OLD]]
// CHECK:             %[[NEW:.*]] = sloop.read %[[W]]
// CHECK:             arith.addf %[[HELD]], %[[NEW]]
func.func @updated(%x: tensor<4xf64, #V>, %y: tensor<9xf64, #V>) -> tensor<9xf64, #V> {
  %n = arith.constant 4 : index
  // expected-remark@+1 {{the values of result operand 1 are collected in a workspace with its dimensions}}
  %r = sloop.nest ins(%a = %x : tensor<4xf64, #V>) outs(%c = %y : tensor<9xf64, #V>) {
    sloop.forall %i in %n {
      %0 = sloop.read %a[%i] : tensor<4xf64, #V>
      sloop.write %0, %c[%i * 2] by add : tensor<9xf64, #V>
    }
    sloop.forall %i in %n {
      %0 = sloop.read %a[%i] : tensor<4xf64, #V>
      sloop.write %0, %c[%i + 5] by add : tensor<9xf64, #V>
    }
  }
  return %r : tensor<9xf64, #V>
}

// -----

// The rows of both statements are those of the result: each is collected by itself.
#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
// CHECK-LABEL: func.func @side_by_side(
// CHECK:         sloop.forall %[[I:.*]] in %c4 named "i" {
// CHECK-NEXT:      sloop.where tensor<9xf64> produce(%[[W:.*]]) {
// CHECK-NEXT:        sloop.forall %[[J:.*]] in %c3 {
// CHECK-NEXT:          sloop.read %{{.*}}[%[[I]], %[[J]]]
// CHECK-NEXT:          sloop.write %{{.*}}, %[[W]][%[[J]]] by add
// CHECK:             sloop.forall %[[J:.*]] in %c4 {
// CHECK-NEXT:          sloop.read %{{.*}}[%[[J]], %[[I]]]
// CHECK-NEXT:          sloop.write %{{.*}}, %[[W]][%[[J]] + 5] by add
// CHECK:           } consume(%[[W]]) {
// CHECK-NEXT:        sloop.forall %[[S:.*]] in %c9 {
// CHECK-NEXT:          sloop.read %[[W]][%[[S]]]
// CHECK-NEXT:          sloop.write %{{.*}}, %{{.*}}[%[[I]], %[[S]]]
func.func @side_by_side(%A: tensor<4x3xf64, #CSR>, %B: tensor<4x4xf64>) -> tensor<4x9xf64, #CSR> {
  %n = arith.constant 4 : index
  %m = arith.constant 3 : index
  %e = stensor.empty : tensor<4x9xf64, #CSR>
  // expected-remark@+1 {{the values of result operand 2 are collected in a workspace for each i: they come in another order than its points}}
  %r = sloop.nest ins(%a = %A, %b = %B : tensor<4x3xf64, #CSR>, tensor<4x4xf64>) outs(%c = %e : tensor<4x9xf64, #CSR>) {
    sloop.forall %i in %n named "i" {
      sloop.forall %j in %m {
        %0 = sloop.read %a[%i, %j] : tensor<4x3xf64, #CSR>
        sloop.write %0, %c[%i, %j] by add : tensor<4x9xf64, #CSR>
      }
    }
    sloop.forall %j in %n {
      sloop.forall %i in %n named "i" {
        %0 = sloop.read %b[%j, %i] : tensor<4x4xf64>
        sloop.write %0, %c[%i, %j + 5] by add : tensor<4x9xf64, #CSR>
      }
    }
  }
  return %r : tensor<4x9xf64, #CSR>
}

// -----

// Plain subscripts stay.
#V = #stensor.format<(i) -> (i : compressed)>
// CHECK-LABEL: func.func @plain(
// CHECK-NOT:     sloop.where
// CHECK:         sloop.write %{{.*}}, %{{.*}}[%i] by add
func.func @plain(%x: tensor<4xf64, #V>) -> tensor<4xf64, #V> {
  %n = arith.constant 4 : index
  %e = stensor.empty : tensor<4xf64, #V>
  %r = sloop.nest ins(%a = %x : tensor<4xf64, #V>) outs(%c = %e : tensor<4xf64, #V>) {
    sloop.forall %i in %n {
      %0 = sloop.read %a[%i] : tensor<4xf64, #V>
      sloop.write %0, %c[%i] by add : tensor<4xf64, #V>
    }
  }
  return %r : tensor<4xf64, #V>
}

// -----

#V = #stensor.format<(i) -> (i : compressed)>
func.func @in_two_ways(%x: tensor<4xf64, #V>) -> tensor<9xf64, #V> {
  %n = arith.constant 4 : index
  %e = stensor.empty : tensor<9xf64, #V>
  %r = sloop.nest ins(%a = %x : tensor<4xf64, #V>) outs(%c = %e : tensor<9xf64, #V>) {
    sloop.forall %i in %n {
      %0 = sloop.read %a[%i] : tensor<4xf64, #V>
      // expected-error@+1 {{it is stored and written at compound subscripts, and its values do not all combine in one way: write it dense, and convert}}
      sloop.write %0, %c[%i * 2] by add : tensor<9xf64, #V>
    }
    sloop.forall %i in %n {
      %0 = sloop.read %a[%i] : tensor<4xf64, #V>
      sloop.write %0, %c[%i * 2 + 1] by max : tensor<9xf64, #V>
    }
  }
  return %r : tensor<9xf64, #V>
}

// -----

// What the result held is compared with what arrives, and what it does not store with that, too.
#V = #stensor.format<(i) -> (i : compressed)>
// CHECK-LABEL: func.func @largest(
// CHECK:           sloop.where tensor<9xf64> initially(0xFFF0000000000000 : f64) produce(%[[W:.*]]) {
// CHECK:             sloop.write %{{.*}}, %[[W]][%{{.*}} * 2] by max
// CHECK:           } consume(%[[W]]) {
// CHECK:             arith.maximumf
func.func @largest(%x: tensor<4xf64, #V>, %y: tensor<9xf64, #V>) -> tensor<9xf64, #V> {
  %n = arith.constant 4 : index
  // expected-remark@+1 {{the values of result operand 1 are collected in a workspace with its dimensions}}
  %r = sloop.nest ins(%a = %x : tensor<4xf64, #V>) outs(%c = %y : tensor<9xf64, #V>) {
    sloop.forall %i in %n {
      %0 = sloop.read %a[%i] : tensor<4xf64, #V>
      sloop.write %0, %c[%i * 2] by max : tensor<9xf64, #V>
    }
  }
  return %r : tensor<9xf64, #V>
}
