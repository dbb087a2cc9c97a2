// `convert-linalg-to-sloop`: loops that are divided become loops over their parts, and padded tensors nests.

// RUN: lacuna-opt %s --convert-linalg-to-sloop --verify-diagnostics --split-input-file | FileCheck %s

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#enlarged = {
  indexing_maps = [affine_map<(i, j) -> (i floordiv 2, j mod 3)>, affine_map<(i, j) -> (i, j)>],
  iterator_types = ["parallel", "parallel"]
}

// Ten rows are whole pairs; of the last three columns, one is beyond the range.
// CHECK-LABEL: func.func @enlarged(
// CHECK:         sloop.forall %[[A:.*]] in %c5 named "i/2" {
// CHECK-NEXT:      sloop.forall %[[B:.*]] in %c2 named "i mod 2" {
// CHECK-NEXT:        sloop.derive(%[[A]] * 2 + %[[B]]) named "i"
// CHECK-NEXT:        sloop.forall %[[C:.*]] in %c4 named "j/3" {
// CHECK-NEXT:          sloop.forall %[[D:.*]] in %c3 named "j mod 3" {
// CHECK-NEXT:            %[[J:.*]] = sloop.derive(%[[C]] * 3 + %[[D]]) below %c11 named "j"
// CHECK-NEXT:            sloop.read %{{.*}}[%[[A]], %[[D]]]
// CHECK-NEXT:            sloop.write %{{.*}}, %{{.*}}[%{{.*}}, %[[J]]]
func.func @enlarged(%A: tensor<5x3xf64, #CSR>, %y: tensor<10x11xf64>) -> tensor<10x11xf64> {
  %r = linalg.generic #enlarged ins(%A : tensor<5x3xf64, #CSR>) outs(%y : tensor<10x11xf64>) attrs = {sloop.variables = ["i", "j"]} {
  ^bb0(%a: f64, %old: f64):
    linalg.yield %a : f64
  } -> tensor<10x11xf64>
  return %r : tensor<10x11xf64>
}

// -----

#V = #stensor.format<(i) -> (i : compressed)>
#chain = {
  indexing_maps = [affine_map<(i) -> (i floordiv 2)>, affine_map<(i) -> (i mod 6 + i floordiv 6)>, affine_map<(i) -> (i)>],
  iterator_types = ["parallel"]
}

// i = 6 * a + 2 * b + c, of a size that is known when it runs.
// CHECK-LABEL: func.func @chain(
// CHECK:         %[[N:.*]] = tensor.dim
// CHECK:         sloop.forall %[[A:.*]] in %{{.*}} {
// CHECK-NEXT:      sloop.forall %[[B:.*]] in %c3 {
// CHECK-NEXT:        sloop.forall %[[C:.*]] in %c2 {
// CHECK-NEXT:          %[[I:.*]] = sloop.derive(%[[A]] * 6 + %[[B]] * 2 + %[[C]]) below %[[N]]
// CHECK-NEXT:          sloop.read %{{.*}}[%[[A]] * 3 + %[[B]]]
// CHECK-NEXT:          sloop.read %{{.*}}[%[[A]] + %[[B]] * 2 + %[[C]]]
func.func @chain(%x: tensor<?xf64, #V>, %z: tensor<?xf64>, %y: tensor<?xf64>) -> tensor<?xf64> {
  %r = linalg.generic #chain ins(%x, %z : tensor<?xf64, #V>, tensor<?xf64>) outs(%y : tensor<?xf64>) {
  ^bb0(%a: f64, %b: f64, %old: f64):
    %p = arith.mulf %a, %b : f64
    %s = arith.addf %old, %p : f64
    linalg.yield %s : f64
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

#V = #stensor.format<(i) -> (i : compressed)>
#no_chain = {
  indexing_maps = [affine_map<(i) -> (i floordiv 2)>, affine_map<(i) -> (i mod 3)>, affine_map<(i) -> (i)>],
  iterator_types = ["parallel"]
}
func.func @no_chain(%x: tensor<4xf64, #V>, %z: tensor<3xf64>, %y: tensor<8xf64>) -> tensor<8xf64> {
  // expected-error@+1 {{loop 0 is divided by 2 and by 3, and neither of the two divides the other: compute what one of them subscripts first, as a tensor with loop 0 for a subscript}}
  %r = linalg.generic #no_chain ins(%x, %z : tensor<4xf64, #V>, tensor<3xf64>) outs(%y : tensor<8xf64>) {
  ^bb0(%a: f64, %b: f64, %old: f64):
    %p = arith.mulf %a, %b : f64
    linalg.yield %p : f64
  } -> tensor<8xf64>
  return %r : tensor<8xf64>
}

// -----

#V = #stensor.format<(i) -> (i : compressed)>
#of_a_sum = {
  indexing_maps = [affine_map<(i) -> ((i + 1) floordiv 2)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]
}
func.func @of_a_sum(%x: tensor<5xf64, #V>, %y: tensor<8xf64>) -> tensor<8xf64> {
  // expected-error@+1 {{is no sum of multiples of the loops, and of their quotients and remainders by positive constants}}
  %r = linalg.generic #of_a_sum ins(%x : tensor<5xf64, #V>) outs(%y : tensor<8xf64>) {
  ^bb0(%a: f64, %old: f64):
    linalg.yield %a : f64
  } -> tensor<8xf64>
  return %r : tensor<8xf64>
}

// -----

// A padded tensor has the entries of the tensor, further on.
#V = #stensor.format<(i) -> (i : compressed)>
// CHECK-LABEL: func.func @padded(
// CHECK:         %[[E:.*]] = stensor.empty : tensor<7xf64, #{{.*}}>
// CHECK:         sloop.nest {{.*}} outs(%[[P:.*]] = %[[E]]
// CHECK-NEXT:      sloop.forall %[[I:.*]] in %c4 {
// CHECK-NEXT:        %[[V:.*]] = sloop.read %{{.*}}[%[[I]]]
// CHECK-NEXT:        sloop.write %[[V]], %[[P]][%[[I]] + 1]
func.func @padded(%x: tensor<4xf64, #V>) -> tensor<7xf64, #V> {
  %z = arith.constant 0.0 : f64
  %p = tensor.pad %x low[1] high[2] {
  ^bb0(%i: index):
    tensor.yield %z : f64
  } : tensor<4xf64, #V> to tensor<7xf64, #V>
  return %p : tensor<7xf64, #V>
}

// -----

// A dense one is filled first, with any constant.
#V = #stensor.format<(i) -> (i : compressed)>
// CHECK-LABEL: func.func @padded_densely(
// CHECK-SAME:    %[[N:[a-z0-9]*]]: index
// CHECK:         cf.assert %{{.*}}, "dimension 0 of a stored tensor is padded by a negative number, or the result has another size"
// CHECK:         sloop.write %{{.*}}, %[[P:.*]][%{{.*}}] : tensor<?xf64>
// CHECK:         sloop.write %{{.*}}, %[[P]][%{{.*}} + %[[N]]] : tensor<?xf64>
func.func @padded_densely(%n: index, %x: tensor<?xf64, #V>) -> tensor<?xf64> {
  %z = arith.constant 3.0 : f64
  %p = tensor.pad %x low[%n] high[2] {
  ^bb0(%i: index):
    tensor.yield %z : f64
  } : tensor<?xf64, #V> to tensor<?xf64>
  return %p : tensor<?xf64>
}

// -----

#V = #stensor.format<(i) -> (i : compressed)>
func.func @padded_with_another_value(%x: tensor<4xf64, #V>) -> tensor<7xf64, #V> {
  %z = arith.constant 1.0 : f64
  // expected-error@+1 {{the points around a stored tensor have its fill value, and this pads with another one: convert it to a dense tensor before}}
  %p = tensor.pad %x low[1] high[2] {
  ^bb0(%i: index):
    tensor.yield %z : f64
  } : tensor<4xf64, #V> to tensor<7xf64, #V>
  return %p : tensor<7xf64, #V>
}

// -----

#V = #stensor.format<(i) -> (i : compressed)>
func.func @padded_with_an_unknown_value(%x: tensor<4xf64, #V>, %z: f64) -> tensor<7xf64, #V> {
  // expected-error@+1 {{a stored tensor is padded with a value that is no constant}}
  %p = tensor.pad %x low[1] high[2] {
  ^bb0(%i: index):
    tensor.yield %z : f64
  } : tensor<4xf64, #V> to tensor<7xf64, #V>
  return %p : tensor<7xf64, #V>
}

// -----

#V = #stensor.format<(i) -> (i : compressed)>
func.func @padded_by_a_negative_number(%x: tensor<4xf64, #V>) -> tensor<3xf64, #V> {
  %z = arith.constant 0.0 : f64
  // expected-error@+1 {{a stored tensor is padded by a negative number of coordinates: take a slice of it}}
  %p = tensor.pad %x low[-1] high[0] {
  ^bb0(%i: index):
    tensor.yield %z : f64
  } : tensor<4xf64, #V> to tensor<3xf64, #V>
  return %p : tensor<3xf64, #V>
}
