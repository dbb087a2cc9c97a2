// `--lacuna`, executed: several stored vectors in one loop.
//
//   A = [ 1 0 2 0 0 3 ]   some of A and B overlap, none of A and N, E stores nothing;
//   B = [ 0 4 5 0 0 -3 ]  S1 = [ 1 ] and E1 = [ 0 ] have size 1, E0 has size 0
//   N = [ 0 4 0 5 -3 0 ]

// RUN: lacuna-opt %s --lacuna | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=fp=strict | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=vector-bytes=0 | %run | FileCheck %s

#SV = #stensor.format<(i) -> (i : compressed)>
#of_one = {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
#of_two = {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
           iterator_types = ["parallel"]}
#of_three = {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
             iterator_types = ["parallel"]}

memref.global "private" constant @three : memref<2xi32> = dense<[0, 3]>
memref.global "private" constant @one : memref<2xi32> = dense<[0, 1]>
memref.global "private" constant @none : memref<2xi32> = dense<[0, 0]>
memref.global "private" constant @a_crd : memref<3xi32> = dense<[0, 2, 5]>
memref.global "private" constant @a_val : memref<3xf64> = dense<[1.0, 2.0, 3.0]>
memref.global "private" constant @b_crd : memref<3xi32> = dense<[1, 2, 5]>
memref.global "private" constant @b_val : memref<3xf64> = dense<[4.0, 5.0, -3.0]>
memref.global "private" constant @n_crd : memref<3xi32> = dense<[1, 3, 4]>

// What a result holds before: it must not matter where it is replaced.
func.func @fresh(%n: index) -> tensor<?xf64> {
  %seven = arith.constant 7.0 : f64
  %y = tensor.generate %n {
  ^bb0(%i: index):
    tensor.yield %seven : f64
  } : tensor<?xf64>
  return %y : tensor<?xf64>
}

// Past its end, a result shows 99.
func.func @print(%y: tensor<?xf64>) {
  %c0 = arith.constant 0 : index
  %past = arith.constant 99.0 : f64
  %v = vector.transfer_read %y[%c0], %past : tensor<?xf64>, vector<6xf64>
  vector.print %v : vector<6xf64>
  return
}

// A union.
func.func @sum(%A: tensor<?xf64, #SV>, %B: tensor<?xf64, #SV>,
    %n: index) {
  %y = call @fresh(%n) : (index) -> tensor<?xf64>
  %0 = linalg.generic #of_two ins(%A, %B : tensor<?xf64, #SV>, tensor<?xf64, #SV>) outs(%y : tensor<?xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %s = arith.addf %a, %b : f64
    linalg.yield %s : f64
  } -> tensor<?xf64>
  call @print(%0) : (tensor<?xf64>) -> ()
  return
}

// A union whose operands cannot change places.
func.func @difference(%A: tensor<?xf64, #SV>, %B: tensor<?xf64, #SV>,
    %n: index) {
  %y = call @fresh(%n) : (index) -> tensor<?xf64>
  %0 = linalg.generic #of_two ins(%A, %B : tensor<?xf64, #SV>, tensor<?xf64, #SV>) outs(%y : tensor<?xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %s = arith.subf %a, %b : f64
    linalg.yield %s : f64
  } -> tensor<?xf64>
  call @print(%0) : (tensor<?xf64>) -> ()
  return
}

// An intersection.
func.func @product(%A: tensor<?xf64, #SV>, %B: tensor<?xf64, #SV>,
    %n: index) {
  %y = call @fresh(%n) : (index) -> tensor<?xf64>
  %0 = linalg.generic #of_two ins(%A, %B : tensor<?xf64, #SV>, tensor<?xf64, #SV>) outs(%y : tensor<?xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %s = arith.mulf %a, %b : f64
    linalg.yield %s : f64
  } -> tensor<?xf64>
  call @print(%0) : (tensor<?xf64>) -> ()
  return
}

// A union, with the zeros that are not stored.
func.func @maximum(%A: tensor<?xf64, #SV>, %B: tensor<?xf64, #SV>,
    %n: index) {
  %y = call @fresh(%n) : (index) -> tensor<?xf64>
  %0 = linalg.generic #of_two ins(%A, %B : tensor<?xf64, #SV>, tensor<?xf64, #SV>) outs(%y : tensor<?xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %s = arith.maximumf %a, %b : f64
    linalg.yield %s : f64
  } -> tensor<?xf64>
  call @print(%0) : (tensor<?xf64>) -> ()
  return
}

// One operand selects; the other is negated where the first stores nothing.
func.func @masked(%A: tensor<?xf64, #SV>, %B: tensor<?xf64, #SV>,
    %n: index) {
  %y = call @fresh(%n) : (index) -> tensor<?xf64>
  %0 = linalg.generic #of_two ins(%A, %B : tensor<?xf64, #SV>, tensor<?xf64, #SV>) outs(%y : tensor<?xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %zero = arith.constant 0.0 : f64
    %p = arith.cmpf ogt, %a, %zero : f64
    %m = arith.subf %zero, %b : f64
    %s = arith.select %p, %b, %m : f64
    linalg.yield %s : f64
  } -> tensor<?xf64>
  call @print(%0) : (tensor<?xf64>) -> ()
  return
}

// One where either stores nothing.
func.func @exponential(%A: tensor<?xf64, #SV>, %B: tensor<?xf64, #SV>,
    %n: index) {
  %y = call @fresh(%n) : (index) -> tensor<?xf64>
  %0 = linalg.generic #of_two ins(%A, %B : tensor<?xf64, #SV>, tensor<?xf64, #SV>) outs(%y : tensor<?xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %t = arith.mulf %a, %b : f64
    %zero = arith.constant 0.0 : f64
    %u = arith.minimumf %t, %zero : f64
    %s = math.exp %u : f64
    linalg.yield %s : f64
  } -> tensor<?xf64>
  call @print(%0) : (tensor<?xf64>) -> ()
  return
}

// No constant elsewhere is known: every point is visited.
func.func @shifted(%A: tensor<?xf64, #SV>, %B: tensor<?xf64, #SV>,
    %n: index) {
  %y = call @fresh(%n) : (index) -> tensor<?xf64>
  %0 = linalg.generic #of_two ins(%A, %B : tensor<?xf64, #SV>, tensor<?xf64, #SV>) outs(%y : tensor<?xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %k = arith.constant 0.5 : f64
    %t = arith.subf %a, %k : f64
    %s = arith.subf %t, %b : f64
    linalg.yield %s : f64
  } -> tensor<?xf64>
  call @print(%0) : (tensor<?xf64>) -> ()
  return
}

// A (B + C).
func.func @factor_of_a_sum(%A: tensor<?xf64, #SV>, %B: tensor<?xf64, #SV>, %C: tensor<?xf64, #SV>,
    %n: index) {
  %y = call @fresh(%n) : (index) -> tensor<?xf64>
  %0 = linalg.generic #of_three ins(%A, %B, %C : tensor<?xf64, #SV>, tensor<?xf64, #SV>, tensor<?xf64, #SV>) outs(%y : tensor<?xf64>) {
  ^bb0(%a: f64, %b: f64, %d: f64, %c: f64):
    %t = arith.addf %b, %d : f64
    %s = arith.mulf %a, %t : f64
    linalg.yield %s : f64
  } -> tensor<?xf64>
  call @print(%0) : (tensor<?xf64>) -> ()
  return
}

// Seven cases.
func.func @sum_of_three(%A: tensor<?xf64, #SV>, %B: tensor<?xf64, #SV>, %C: tensor<?xf64, #SV>,
    %n: index) {
  %y = call @fresh(%n) : (index) -> tensor<?xf64>
  %0 = linalg.generic #of_three ins(%A, %B, %C : tensor<?xf64, #SV>, tensor<?xf64, #SV>, tensor<?xf64, #SV>) outs(%y : tensor<?xf64>) {
  ^bb0(%a: f64, %b: f64, %d: f64, %c: f64):
    %t = arith.addf %a, %b : f64
    %s = arith.subf %t, %d : f64
    linalg.yield %s : f64
  } -> tensor<?xf64>
  call @print(%0) : (tensor<?xf64>) -> ()
  return
}

// Where A stores nothing, a half; what is stored below a half is raised to it.
func.func @at_least_a_half(%A: tensor<?xf64, #SV>, %n: index) {
  %half = arith.constant 0.5 : f64
  %y = call @fresh(%n) : (index) -> tensor<?xf64>
  %0 = linalg.generic #of_one ins(%A : tensor<?xf64, #SV>) outs(%y : tensor<?xf64>) {
  ^bb0(%a: f64, %c: f64):
    %s = arith.maximumf %a, %half : f64
    linalg.yield %s : f64
  } -> tensor<?xf64>
  call @print(%0) : (tensor<?xf64>) -> ()
  return
}

// 2^0 = 1.
func.func @power_of_two(%A: tensor<?xf64, #SV>, %n: index) {
  %y = call @fresh(%n) : (index) -> tensor<?xf64>
  %0 = linalg.generic #of_one ins(%A : tensor<?xf64, #SV>) outs(%y : tensor<?xf64>) {
  ^bb0(%a: f64, %c: f64):
    %s = math.exp2 %a : f64
    linalg.yield %s : f64
  } -> tensor<?xf64>
  call @print(%0) : (tensor<?xf64>) -> ()
  return
}

// y becomes what is not constant elsewhere: x there, A + x where A stores something.
func.func @sum_with_a_dense_one(%A: tensor<?xf64, #SV>, %n: index) {
  %y = call @fresh(%n) : (index) -> tensor<?xf64>
  %x = call @fresh(%n) : (index) -> tensor<?xf64>
  %0 = linalg.generic #of_two ins(%A, %x : tensor<?xf64, #SV>, tensor<?xf64>) outs(%y : tensor<?xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %s = arith.addf %a, %b : f64
    linalg.yield %s : f64
  } -> tensor<?xf64>
  call @print(%0) : (tensor<?xf64>) -> ()
  return
}

// The old value takes part: y = min(y, A + B - 4), also where nothing is stored.
func.func @combines_with_the_old_value(%A: tensor<?xf64, #SV>, %B: tensor<?xf64, #SV>, %n: index) {
  %four = arith.constant 4.0 : f64
  %y = call @fresh(%n) : (index) -> tensor<?xf64>
  %0 = linalg.generic #of_two ins(%A, %B : tensor<?xf64, #SV>, tensor<?xf64, #SV>) outs(%y : tensor<?xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %t = arith.addf %a, %b : f64
    %u = arith.subf %t, %four : f64
    %s = arith.minimumf %c, %u : f64
    linalg.yield %s : f64
  } -> tensor<?xf64>
  call @print(%0) : (tensor<?xf64>) -> ()
  return
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %three = memref.get_global @three : memref<2xi32>
  %one = memref.get_global @one : memref<2xi32>
  %none = memref.get_global @none : memref<2xi32>
  %a_crd = memref.get_global @a_crd : memref<3xi32>
  %a_val = memref.get_global @a_val : memref<3xf64>
  %b_crd = memref.get_global @b_crd : memref<3xi32>
  %b_val = memref.get_global @b_val : memref<3xf64>
  %n_crd = memref.get_global @n_crd : memref<3xi32>
  %A = stensor.pack(%three, %a_crd, %a_val) sizes(%c6)
      : (memref<2xi32>, memref<3xi32>, memref<3xf64>) -> tensor<?xf64, #SV>
  %B = stensor.pack(%three, %b_crd, %b_val) sizes(%c6)
      : (memref<2xi32>, memref<3xi32>, memref<3xf64>) -> tensor<?xf64, #SV>
  %N = stensor.pack(%three, %n_crd, %b_val) sizes(%c6)
      : (memref<2xi32>, memref<3xi32>, memref<3xf64>) -> tensor<?xf64, #SV>
  %E = stensor.pack(%none, %a_crd, %a_val) sizes(%c6)
      : (memref<2xi32>, memref<3xi32>, memref<3xf64>) -> tensor<?xf64, #SV>
  %S1 = stensor.pack(%one, %a_crd, %a_val) sizes(%c1)
      : (memref<2xi32>, memref<3xi32>, memref<3xf64>) -> tensor<?xf64, #SV>
  %E1 = stensor.pack(%none, %a_crd, %a_val) sizes(%c1)
      : (memref<2xi32>, memref<3xi32>, memref<3xf64>) -> tensor<?xf64, #SV>
  %E0 = stensor.pack(%none, %a_crd, %a_val) sizes(%c0)
      : (memref<2xi32>, memref<3xi32>, memref<3xf64>) -> tensor<?xf64, #SV>

  // CHECK:      ( 1, 4, 7, 0, 0, 0 )
  call @sum(%A, %B, %c6) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>, index) -> ()
  // CHECK-NEXT: ( 2, 0, 4, 0, 0, 6 )
  call @sum(%A, %A, %c6) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>, index) -> ()
  // CHECK-NEXT: ( 1, 4, 2, 5, -3, 3 )
  call @sum(%A, %N, %c6) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>, index) -> ()
  // CHECK-NEXT: ( 1, 0, 2, 0, 0, 3 )
  call @sum(%A, %E, %c6) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>, index) -> ()
  // CHECK-NEXT: ( 0, 4, 5, 0, 0, -3 )
  call @sum(%E, %B, %c6) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>, index) -> ()
  // CHECK-NEXT: ( 0, 0, 0, 0, 0, 0 )
  call @sum(%E, %E, %c6) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>, index) -> ()
  // CHECK-NEXT: ( 2, 99, 99, 99, 99, 99 )
  call @sum(%S1, %S1, %c1) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>, index) -> ()
  // CHECK-NEXT: ( 1, 99, 99, 99, 99, 99 )
  call @sum(%E1, %S1, %c1) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>, index) -> ()
  // CHECK-NEXT: ( 99, 99, 99, 99, 99, 99 )
  call @sum(%E0, %E0, %c0) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>, index) -> ()

  // CHECK-NEXT: ( 1, -4, -3, 0, 0, 6 )
  call @difference(%A, %B, %c6) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>, index) -> ()
  // CHECK-NEXT: ( 0, 0, 0, 0, 0, 0 )
  call @difference(%A, %A, %c6) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>, index) -> ()
  // CHECK-NEXT: ( 1, -4, 2, -5, 3, 3 )
  call @difference(%A, %N, %c6) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>, index) -> ()
  // CHECK-NEXT: ( 1, 0, 2, 0, 0, 3 )
  call @difference(%A, %E, %c6) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>, index) -> ()
  // CHECK-NEXT: ( 0, -4, -5, 0, 0, 3 )
  call @difference(%E, %B, %c6) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>, index) -> ()
  // CHECK-NEXT: ( 0, 0, 0, 0, 0, 0 )
  call @difference(%E, %E, %c6) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>, index) -> ()
  // CHECK-NEXT: ( 0, 99, 99, 99, 99, 99 )
  call @difference(%S1, %S1, %c1) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>, index) -> ()
  // CHECK-NEXT: ( -1, 99, 99, 99, 99, 99 )
  call @difference(%E1, %S1, %c1) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>, index) -> ()
  // CHECK-NEXT: ( 99, 99, 99, 99, 99, 99 )
  call @difference(%E0, %E0, %c0) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>, index) -> ()

  // CHECK-NEXT: ( 0, 0, 10, 0, 0, -9 )
  call @product(%A, %B, %c6) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>, index) -> ()
  // CHECK-NEXT: ( 1, 0, 4, 0, 0, 9 )
  call @product(%A, %A, %c6) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>, index) -> ()
  // CHECK-NEXT: ( 0, 0, 0, 0, 0, 0 )
  call @product(%A, %N, %c6) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>, index) -> ()
  // CHECK-NEXT: ( 0, 0, 0, 0, 0, 0 )
  call @product(%A, %E, %c6) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>, index) -> ()
  // CHECK-NEXT: ( 0, 0, 0, 0, 0, 0 )
  call @product(%E, %B, %c6) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>, index) -> ()
  // CHECK-NEXT: ( 0, 0, 0, 0, 0, 0 )
  call @product(%E, %E, %c6) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>, index) -> ()
  // CHECK-NEXT: ( 1, 99, 99, 99, 99, 99 )
  call @product(%S1, %S1, %c1) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>, index) -> ()
  // CHECK-NEXT: ( 0, 99, 99, 99, 99, 99 )
  call @product(%E1, %S1, %c1) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>, index) -> ()
  // CHECK-NEXT: ( 99, 99, 99, 99, 99, 99 )
  call @product(%E0, %E0, %c0) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>, index) -> ()

  // CHECK-NEXT: ( 1, 4, 5, 0, 0, 3 )
  call @maximum(%A, %B, %c6) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>, index) -> ()
  // CHECK-NEXT: ( 1, 0, 2, 0, 0, 3 )
  call @maximum(%A, %A, %c6) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>, index) -> ()
  // CHECK-NEXT: ( 1, 4, 2, 5, 0, 3 )
  call @maximum(%A, %N, %c6) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>, index) -> ()
  // CHECK-NEXT: ( 1, 0, 2, 0, 0, 3 )
  call @maximum(%A, %E, %c6) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>, index) -> ()
  // CHECK-NEXT: ( 0, 4, 5, 0, 0, 0 )
  call @maximum(%E, %B, %c6) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>, index) -> ()
  // CHECK-NEXT: ( 0, 0, 0, 0, 0, 0 )
  call @maximum(%E, %E, %c6) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>, index) -> ()
  // CHECK-NEXT: ( 1, 99, 99, 99, 99, 99 )
  call @maximum(%S1, %S1, %c1) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>, index) -> ()
  // CHECK-NEXT: ( 1, 99, 99, 99, 99, 99 )
  call @maximum(%E1, %S1, %c1) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>, index) -> ()
  // CHECK-NEXT: ( 99, 99, 99, 99, 99, 99 )
  call @maximum(%E0, %E0, %c0) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>, index) -> ()

  // CHECK-NEXT: ( 0, -4, 5, 0, 0, -3 )
  call @masked(%A, %B, %c6) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>, index) -> ()
  // CHECK-NEXT: ( 1, 0, 2, 0, 0, 3 )
  call @masked(%A, %A, %c6) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>, index) -> ()
  // CHECK-NEXT: ( 0, -4, 0, -5, 3, 0 )
  call @masked(%A, %N, %c6) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>, index) -> ()
  // CHECK-NEXT: ( 0, 0, 0, 0, 0, 0 )
  call @masked(%A, %E, %c6) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>, index) -> ()
  // CHECK-NEXT: ( 0, -4, -5, 0, 0, 3 )
  call @masked(%E, %B, %c6) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>, index) -> ()
  // CHECK-NEXT: ( 0, 0, 0, 0, 0, 0 )
  call @masked(%E, %E, %c6) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>, index) -> ()
  // CHECK-NEXT: ( 1, 99, 99, 99, 99, 99 )
  call @masked(%S1, %S1, %c1) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>, index) -> ()
  // CHECK-NEXT: ( -1, 99, 99, 99, 99, 99 )
  call @masked(%E1, %S1, %c1) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>, index) -> ()
  // CHECK-NEXT: ( 99, 99, 99, 99, 99, 99 )
  call @masked(%E0, %E0, %c0) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>, index) -> ()

  // CHECK-NEXT: ( 1, 1, 1, 1, 1, 0.00012341 )
  call @exponential(%A, %B, %c6) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>, index) -> ()
  // CHECK-NEXT: ( 1, 1, 1, 1, 1, 1 )
  call @exponential(%A, %A, %c6) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>, index) -> ()
  // CHECK-NEXT: ( 1, 1, 1, 1, 1, 1 )
  call @exponential(%A, %N, %c6) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>, index) -> ()
  // CHECK-NEXT: ( 1, 1, 1, 1, 1, 1 )
  call @exponential(%A, %E, %c6) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>, index) -> ()
  // CHECK-NEXT: ( 1, 1, 1, 1, 1, 1 )
  call @exponential(%E, %B, %c6) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>, index) -> ()
  // CHECK-NEXT: ( 1, 1, 1, 1, 1, 1 )
  call @exponential(%E, %E, %c6) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>, index) -> ()
  // CHECK-NEXT: ( 1, 99, 99, 99, 99, 99 )
  call @exponential(%S1, %S1, %c1) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>, index) -> ()
  // CHECK-NEXT: ( 1, 99, 99, 99, 99, 99 )
  call @exponential(%E1, %S1, %c1) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>, index) -> ()
  // CHECK-NEXT: ( 99, 99, 99, 99, 99, 99 )
  call @exponential(%E0, %E0, %c0) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>, index) -> ()

  // CHECK-NEXT: ( 0.5, -4.5, -3.5, -0.5, -0.5, 5.5 )
  call @shifted(%A, %B, %c6) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>, index) -> ()
  // CHECK-NEXT: ( -0.5, -0.5, -0.5, -0.5, -0.5, -0.5 )
  call @shifted(%A, %A, %c6) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>, index) -> ()
  // CHECK-NEXT: ( 0.5, -4.5, 1.5, -5.5, 2.5, 2.5 )
  call @shifted(%A, %N, %c6) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>, index) -> ()
  // CHECK-NEXT: ( 0.5, -0.5, 1.5, -0.5, -0.5, 2.5 )
  call @shifted(%A, %E, %c6) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>, index) -> ()
  // CHECK-NEXT: ( -0.5, -4.5, -5.5, -0.5, -0.5, 2.5 )
  call @shifted(%E, %B, %c6) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>, index) -> ()
  // CHECK-NEXT: ( -0.5, -0.5, -0.5, -0.5, -0.5, -0.5 )
  call @shifted(%E, %E, %c6) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>, index) -> ()
  // CHECK-NEXT: ( -0.5, 99, 99, 99, 99, 99 )
  call @shifted(%S1, %S1, %c1) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>, index) -> ()
  // CHECK-NEXT: ( -1.5, 99, 99, 99, 99, 99 )
  call @shifted(%E1, %S1, %c1) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>, index) -> ()
  // CHECK-NEXT: ( 99, 99, 99, 99, 99, 99 )
  call @shifted(%E0, %E0, %c0) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>, index) -> ()

  // CHECK-NEXT: ( -3, 0, 3, -4, -4, -4 )
  call @combines_with_the_old_value(%A, %B, %c6) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>, index) -> ()
  // CHECK-NEXT: ( -2, -4, 0, -4, -4, 2 )
  call @combines_with_the_old_value(%A, %A, %c6) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>, index) -> ()
  // CHECK-NEXT: ( -3, 0, -2, 1, -7, -1 )
  call @combines_with_the_old_value(%A, %N, %c6) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>, index) -> ()
  // CHECK-NEXT: ( -3, -4, -2, -4, -4, -1 )
  call @combines_with_the_old_value(%A, %E, %c6) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>, index) -> ()
  // CHECK-NEXT: ( -4, 0, 1, -4, -4, -7 )
  call @combines_with_the_old_value(%E, %B, %c6) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>, index) -> ()
  // CHECK-NEXT: ( -4, -4, -4, -4, -4, -4 )
  call @combines_with_the_old_value(%E, %E, %c6) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>, index) -> ()
  // CHECK-NEXT: ( -2, 99, 99, 99, 99, 99 )
  call @combines_with_the_old_value(%S1, %S1, %c1) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>, index) -> ()
  // CHECK-NEXT: ( -3, 99, 99, 99, 99, 99 )
  call @combines_with_the_old_value(%E1, %S1, %c1) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>, index) -> ()
  // CHECK-NEXT: ( 99, 99, 99, 99, 99, 99 )
  call @combines_with_the_old_value(%E0, %E0, %c0) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>, index) -> ()

  // CHECK-NEXT: ( 0, 0, 10, 0, 0, -9 )
  call @factor_of_a_sum(%A, %B, %N, %c6) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>, tensor<?xf64, #SV>, index) -> ()
  // CHECK-NEXT: ( 1, 0, 14, 0, 0, 0 )
  call @factor_of_a_sum(%A, %A, %B, %c6) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>, tensor<?xf64, #SV>, index) -> ()
  // CHECK-NEXT: ( 0, 0, 0, 0, 0, 0 )
  call @factor_of_a_sum(%E, %A, %B, %c6) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>, tensor<?xf64, #SV>, index) -> ()
  // CHECK-NEXT: ( 0, 0, 10, 0, 0, -9 )
  call @factor_of_a_sum(%A, %E, %B, %c6) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>, tensor<?xf64, #SV>, index) -> ()
  // CHECK-NEXT: ( 0, 0, 10, 0, 0, -9 )
  call @factor_of_a_sum(%A, %B, %E, %c6) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>, tensor<?xf64, #SV>, index) -> ()
  // CHECK-NEXT: ( 0, 0, 0, 0, 0, 0 )
  call @factor_of_a_sum(%N, %A, %E, %c6) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>, tensor<?xf64, #SV>, index) -> ()
  // CHECK-NEXT: ( 1, 99, 99, 99, 99, 99 )
  call @factor_of_a_sum(%S1, %E1, %S1, %c1) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>, tensor<?xf64, #SV>, index) -> ()
  // CHECK-NEXT: ( 99, 99, 99, 99, 99, 99 )
  call @factor_of_a_sum(%E0, %E0, %E0, %c0) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>, tensor<?xf64, #SV>, index) -> ()

  // CHECK-NEXT: ( 1, 0, 7, -5, 3, 0 )
  call @sum_of_three(%A, %B, %N, %c6) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>, tensor<?xf64, #SV>, index) -> ()
  // CHECK-NEXT: ( 2, -4, -1, 0, 0, 9 )
  call @sum_of_three(%A, %A, %B, %c6) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>, tensor<?xf64, #SV>, index) -> ()
  // CHECK-NEXT: ( 1, -4, -3, 0, 0, 6 )
  call @sum_of_three(%E, %A, %B, %c6) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>, tensor<?xf64, #SV>, index) -> ()
  // CHECK-NEXT: ( 1, -4, -3, 0, 0, 6 )
  call @sum_of_three(%A, %E, %B, %c6) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>, tensor<?xf64, #SV>, index) -> ()
  // CHECK-NEXT: ( 1, 4, 7, 0, 0, 0 )
  call @sum_of_three(%A, %B, %E, %c6) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>, tensor<?xf64, #SV>, index) -> ()
  // CHECK-NEXT: ( 1, 4, 2, 5, -3, 3 )
  call @sum_of_three(%N, %A, %E, %c6) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>, tensor<?xf64, #SV>, index) -> ()
  // CHECK-NEXT: ( 0, 99, 99, 99, 99, 99 )
  call @sum_of_three(%S1, %E1, %S1, %c1) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>, tensor<?xf64, #SV>, index) -> ()
  // CHECK-NEXT: ( 99, 99, 99, 99, 99, 99 )
  call @sum_of_three(%E0, %E0, %E0, %c0) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>, tensor<?xf64, #SV>, index) -> ()

  // CHECK-NEXT: ( 1, 0.5, 2, 0.5, 0.5, 3 )
  call @at_least_a_half(%A, %c6) : (tensor<?xf64, #SV>, index) -> ()
  // CHECK-NEXT: ( 0.5, 4, 5, 0.5, 0.5, 0.5 )
  call @at_least_a_half(%B, %c6) : (tensor<?xf64, #SV>, index) -> ()
  // CHECK-NEXT: ( 0.5, 0.5, 0.5, 0.5, 0.5, 0.5 )
  call @at_least_a_half(%E, %c6) : (tensor<?xf64, #SV>, index) -> ()
  // CHECK-NEXT: ( 1, 99, 99, 99, 99, 99 )
  call @at_least_a_half(%S1, %c1) : (tensor<?xf64, #SV>, index) -> ()
  // CHECK-NEXT: ( 0.5, 99, 99, 99, 99, 99 )
  call @at_least_a_half(%E1, %c1) : (tensor<?xf64, #SV>, index) -> ()
  // CHECK-NEXT: ( 99, 99, 99, 99, 99, 99 )
  call @at_least_a_half(%E0, %c0) : (tensor<?xf64, #SV>, index) -> ()

  // CHECK-NEXT: ( 2, 1, 4, 1, 1, 8 )
  call @power_of_two(%A, %c6) : (tensor<?xf64, #SV>, index) -> ()
  // CHECK-NEXT: ( 1, 16, 32, 1, 1, 0.125 )
  call @power_of_two(%B, %c6) : (tensor<?xf64, #SV>, index) -> ()
  // CHECK-NEXT: ( 1, 1, 1, 1, 1, 1 )
  call @power_of_two(%E, %c6) : (tensor<?xf64, #SV>, index) -> ()
  // CHECK-NEXT: ( 2, 99, 99, 99, 99, 99 )
  call @power_of_two(%S1, %c1) : (tensor<?xf64, #SV>, index) -> ()
  // CHECK-NEXT: ( 1, 99, 99, 99, 99, 99 )
  call @power_of_two(%E1, %c1) : (tensor<?xf64, #SV>, index) -> ()
  // CHECK-NEXT: ( 99, 99, 99, 99, 99, 99 )
  call @power_of_two(%E0, %c0) : (tensor<?xf64, #SV>, index) -> ()

  // CHECK-NEXT: ( 8, 7, 9, 7, 7, 10 )
  call @sum_with_a_dense_one(%A, %c6) : (tensor<?xf64, #SV>, index) -> ()
  // CHECK-NEXT: ( 7, 11, 12, 7, 7, 4 )
  call @sum_with_a_dense_one(%B, %c6) : (tensor<?xf64, #SV>, index) -> ()
  // CHECK-NEXT: ( 7, 7, 7, 7, 7, 7 )
  call @sum_with_a_dense_one(%E, %c6) : (tensor<?xf64, #SV>, index) -> ()
  // CHECK-NEXT: ( 8, 99, 99, 99, 99, 99 )
  call @sum_with_a_dense_one(%S1, %c1) : (tensor<?xf64, #SV>, index) -> ()
  // CHECK-NEXT: ( 7, 99, 99, 99, 99, 99 )
  call @sum_with_a_dense_one(%E1, %c1) : (tensor<?xf64, #SV>, index) -> ()
  // CHECK-NEXT: ( 99, 99, 99, 99, 99, 99 )
  call @sum_with_a_dense_one(%E0, %c0) : (tensor<?xf64, #SV>, index) -> ()
  return
}
