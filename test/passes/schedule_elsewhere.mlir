// `sloop-schedule`: a write that replaces points is preceded by what it would write where nothing is stored, if that is a
// constant.

// RUN: lacuna-opt %s --sloop-schedule | FileCheck %s
// RUN: lacuna-opt %s --sloop-schedule > %t.once
// RUN: lacuna-opt %t.once --sloop-schedule | diff %t.once -

#SV = #stensor.format<(i) -> (i : compressed)>

// CHECK-LABEL: func.func @constant_elsewhere(
func.func @constant_elsewhere(%A: tensor<4xf64, #SV>, %y: tensor<4xf64>) -> tensor<4xf64> {
  %half = arith.constant 0.5 : f64
  %c4 = arith.constant 4 : index
  // CHECK:      %[[HALF:.*]] = arith.constant 5.0{{.*}}e-01 : f64
  // CHECK:      sloop.nest
  // CHECK:        sloop.forall %[[I:.*]] in
  // CHECK-NEXT:     sloop.write %{{.*}}, %[[Y:.*]][%[[I]]] : tensor<4xf64>
  // CHECK:        sloop.forall %[[I:.*]] in
  // CHECK:          %[[MAX:.*]] = arith.maximumf
  // CHECK-NEXT:     sloop.write %[[MAX]], %[[Y]][%[[I]]] elsewhere(5.0{{.*}}e-01 : f64) : tensor<4xf64>
  %r = sloop.nest ins(%a = %A : tensor<4xf64, #SV>) outs(%c = %y : tensor<4xf64>) {
    sloop.forall %i in %c4 {
      %0 = sloop.read %a[%i] : tensor<4xf64, #SV>
      %1 = arith.maximumf %0, %half : f64
      sloop.write %1, %c[%i] : tensor<4xf64>
    }
  }
  return %r : tensor<4xf64>
}

// Functions of zero are constants, too.
// CHECK-LABEL: func.func @exponential_of_zero(
func.func @exponential_of_zero(%A: tensor<4xf64, #SV>, %y: tensor<4xf64>) -> tensor<4xf64> {
  %c4 = arith.constant 4 : index
  // CHECK:      %[[ONE:.*]] = arith.constant 1.0{{.*}} : f64
  // CHECK:      sloop.write %[[ONE]], %{{.*}}[%{{.*}}] : tensor<4xf64>
  // CHECK:      math.exp
  // CHECK-NEXT: sloop.write %{{.*}} elsewhere(1.0{{.*}} : f64)
  %r = sloop.nest ins(%a = %A : tensor<4xf64, #SV>) outs(%c = %y : tensor<4xf64>) {
    sloop.forall %i in %c4 {
      %0 = sloop.read %a[%i] : tensor<4xf64, #SV>
      %1 = math.exp %0 : f64
      sloop.write %1, %c[%i] : tensor<4xf64>
    }
  }
  return %r : tensor<4xf64>
}

// A boolean that is true where nothing is stored.
// CHECK-LABEL: func.func @not_of_false(
func.func @not_of_false(%A: tensor<4xi32, #SV>, %y: tensor<4xi1>) -> tensor<4xi1> {
  %zero = arith.constant 0 : i32
  %c4 = arith.constant 4 : index
  // CHECK:      %[[TRUE:.*]] = arith.constant true
  // CHECK:      sloop.write %[[TRUE]], %{{.*}}[%{{.*}}] : tensor<4xi1>
  // CHECK:      arith.cmpi eq
  // CHECK-NEXT: sloop.write %{{.*}} elsewhere(true) : tensor<4xi1>
  %r = sloop.nest ins(%a = %A : tensor<4xi32, #SV>) outs(%c = %y : tensor<4xi1>) {
    sloop.forall %i in %c4 {
      %0 = sloop.read %a[%i] : tensor<4xi32, #SV>
      %1 = arith.cmpi eq, %0, %zero : i32
      sloop.write %1, %c[%i] : tensor<4xi1>
    }
  }
  return %r : tensor<4xi1>
}

// The value where *no* operand stores anything: zero, which is added to.
// CHECK-LABEL: func.func @sum_of_two(
func.func @sum_of_two(%A: tensor<4xf64, #SV>, %B: tensor<4xf64, #SV>, %y: tensor<4xf64>) -> tensor<4xf64> {
  %c4 = arith.constant 4 : index
  // CHECK:      %[[ZERO:.*]] = arith.constant 0.0{{.*}} : f64
  // CHECK:      sloop.write %[[ZERO]], %{{.*}}[%{{.*}}] : tensor<4xf64>
  // CHECK:      arith.addf
  // CHECK-NEXT: sloop.write %{{.*}} by add : tensor<4xf64>
  %r = sloop.nest ins(%a = %A, %b = %B : tensor<4xf64, #SV>, tensor<4xf64, #SV>) outs(%c = %y : tensor<4xf64>) {
    sloop.forall %i in %c4 {
      %0 = sloop.read %a[%i] : tensor<4xf64, #SV>
      %1 = sloop.read %b[%i] : tensor<4xf64, #SV>
      %2 = arith.addf %0, %1 : f64
      sloop.write %2, %c[%i] : tensor<4xf64>
    }
  }
  return %r : tensor<4xf64>
}

// Near misses: no constant is known, so every point will be visited.
// CHECK-LABEL: func.func @dense_elsewhere(
func.func @dense_elsewhere(%A: tensor<4xf64, #SV>, %x: tensor<4xf64>, %y: tensor<4xf64>) -> tensor<4xf64> {
  %c4 = arith.constant 4 : index
  // CHECK:      sloop.forall
  // CHECK-NOT:  sloop.forall
  // CHECK:      arith.addf
  // CHECK-NEXT: sloop.write %{{.*}}, %{{[^ ]*}} : tensor<4xf64>
  %r = sloop.nest ins(%b = %x, %a = %A : tensor<4xf64>, tensor<4xf64, #SV>) outs(%c = %y : tensor<4xf64>) {
    sloop.forall %i in %c4 {
      %0 = sloop.read %a[%i] : tensor<4xf64, #SV>
      %1 = sloop.read %b[%i] : tensor<4xf64>
      %2 = arith.addf %0, %1 : f64
      sloop.write %2, %c[%i] : tensor<4xf64>
    }
  }
  return %r : tensor<4xf64>
}

// CHECK-LABEL: func.func @unknown_function_of_zero(
func.func @unknown_function_of_zero(%A: tensor<4xf64, #SV>, %y: tensor<4xf64>) -> tensor<4xf64> {
  %c4 = arith.constant 4 : index
  // CHECK:      sloop.forall
  // CHECK-NOT:  sloop.forall
  // CHECK:      math.acos
  // CHECK-NEXT: sloop.write %{{.*}}, %{{[^ ]*}} : tensor<4xf64>
  %r = sloop.nest ins(%a = %A : tensor<4xf64, #SV>) outs(%c = %y : tensor<4xf64>) {
    sloop.forall %i in %c4 {
      %0 = sloop.read %a[%i] : tensor<4xf64, #SV>
      %1 = math.acos %0 : f64
      sloop.write %1, %c[%i] : tensor<4xf64>
    }
  }
  return %r : tensor<4xf64>
}

// Its old value is combined with: there is nothing to replace.
// CHECK-LABEL: func.func @combining_write(
func.func @combining_write(%A: tensor<4xf64, #SV>, %y: tensor<4xf64>) -> tensor<4xf64> {
  %half = arith.constant 0.5 : f64
  %c4 = arith.constant 4 : index
  // CHECK:      sloop.forall
  // CHECK-NOT:  sloop.forall
  // CHECK:      sloop.write %{{.*}} by max : tensor<4xf64>
  %r = sloop.nest ins(%a = %A : tensor<4xf64, #SV>) outs(%c = %y : tensor<4xf64>) {
    sloop.forall %i in %c4 {
      %0 = sloop.read %a[%i] : tensor<4xf64, #SV>
      %1 = arith.maximumf %0, %half : f64
      sloop.write %1, %c[%i] by max : tensor<4xf64>
    }
  }
  return %r : tensor<4xf64>
}
