// `sloop-fold-pads`: nests read the operands that a padded tensor is computed from.
//
// RUN: lacuna-opt %s --convert-linalg-to-sloop --sloop-fold-pads --split-input-file 2>/dev/null | FileCheck %s

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#map = affine_map<(i, j, p, q) -> (i + p, j + q)>
#filter = affine_map<(i, j, p, q) -> (p, q)>
#image = affine_map<(i, j, p, q) -> (i, j)>

// CHECK-LABEL: func.func @convolution(
// CHECK-SAME:    %[[A:[^:]*]]: tensor<8x8xf64, #
// CHECK:         sloop.nest ins(%[[IN:.*]] = %[[A]],
// CHECK:           sloop.forall %[[I:.*]] in
// CHECK:           sloop.forall %[[J:.*]] in
// CHECK:           sloop.forall %[[P:.*]] in
// CHECK-NEXT:        sloop.derive(%[[I]] + %[[P]] - 1) below
// CHECK:           sloop.forall %[[Q:.*]] in
// CHECK-NEXT:        sloop.derive(%[[J]] + %[[Q]] - 1) below
// CHECK:             sloop.read %[[IN]][%[[I]] + %[[P]] - 1, %[[J]] + %[[Q]] - 1]
// CHECK-NOT:     sloop.nest
func.func @convolution(%A: tensor<8x8xf64, #CSR>, %F: tensor<3x3xf64>, %O: tensor<8x8xf64>) -> tensor<8x8xf64> {
  %zero = arith.constant 0.0 : f64
  %P = tensor.pad %A low[1, 1] high[1, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f64
  } : tensor<8x8xf64, #CSR> to tensor<10x10xf64, #CSR>
  %r = linalg.generic {indexing_maps = [#map, #filter, #image], iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
    ins(%P, %F : tensor<10x10xf64, #CSR>, tensor<3x3xf64>) outs(%O : tensor<8x8xf64>) {
  ^bb0(%a: f64, %f: f64, %o: f64):
    %0 = arith.mulf %a, %f : f64
    %1 = arith.addf %o, %0 : f64
    linalg.yield %1 : f64
  } -> tensor<8x8xf64>
  return %r : tensor<8x8xf64>
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#map = affine_map<(i, j, p, q) -> (i + p, j + q)>
#filter = affine_map<(i, j, p, q) -> (p, q)>
#image = affine_map<(i, j, p, q) -> (i, j)>

// The maximum has to see the zeros.
// CHECK-LABEL: func.func @maximum(
// CHECK:         sloop.nest
// CHECK:         sloop.nest
func.func @maximum(%A: tensor<8x8xf64, #CSR>, %F: tensor<3x3xf64>, %O: tensor<8x8xf64>) -> tensor<8x8xf64> {
  %zero = arith.constant 0.0 : f64
  %P = tensor.pad %A low[1, 1] high[1, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f64
  } : tensor<8x8xf64, #CSR> to tensor<10x10xf64, #CSR>
  %r = linalg.generic {indexing_maps = [#map, #filter, #image], iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
    ins(%P, %F : tensor<10x10xf64, #CSR>, tensor<3x3xf64>) outs(%O : tensor<8x8xf64>) {
  ^bb0(%a: f64, %f: f64, %o: f64):
    %1 = arith.maximumf %o, %a : f64
    linalg.yield %1 : f64
  } -> tensor<8x8xf64>
  return %r : tensor<8x8xf64>
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>

// The function also returns the padded tensor.
// CHECK-LABEL: func.func @returned(
// CHECK:         sloop.nest
// CHECK:         sloop.nest
func.func @returned(%A: tensor<8x8xf64, #CSR>, %O: tensor<10xf64>) -> (tensor<10xf64>, tensor<10x10xf64, #CSR>) {
  %zero = arith.constant 0.0 : f64
  %P = tensor.pad %A low[1, 1] high[1, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f64
  } : tensor<8x8xf64, #CSR> to tensor<10x10xf64, #CSR>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
    ins(%P : tensor<10x10xf64, #CSR>) outs(%O : tensor<10xf64>) {
  ^bb0(%a: f64, %o: f64):
    %1 = arith.addf %o, %a : f64
    linalg.yield %1 : f64
  } -> tensor<10xf64>
  return %r, %P : tensor<10xf64>, tensor<10x10xf64, #CSR>
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>

// The pad width is a value from outside, and `sloop.derive` takes none.
// CHECK-LABEL: func.func @unknown(
// CHECK:         sloop.nest
// CHECK:         sloop.nest
func.func @unknown(%A: tensor<8x8xf64, #CSR>, %n: index, %O: tensor<?xf64>) -> tensor<?xf64> {
  %zero = arith.constant 0.0 : f64
  %P = tensor.pad %A low[%n, 1] high[1, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f64
  } : tensor<8x8xf64, #CSR> to tensor<?x10xf64, #CSR>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
    ins(%P : tensor<?x10xf64, #CSR>) outs(%O : tensor<?xf64>) {
  ^bb0(%a: f64, %o: f64):
    %1 = arith.addf %o, %a : f64
    linalg.yield %1 : f64
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

#V = #stensor.format<(i) -> (i : compressed)>

// The entry that arrives first is combined with the fill value: the largest of zero and a negative number is zero.
// CHECK-LABEL: func.func @combined(
// CHECK:         sloop.nest
// CHECK:         sloop.nest
func.func @combined(%A: tensor<8xf64, #V>, %F: tensor<3xf64>, %O: tensor<8xf64>) -> tensor<8xf64> {
  %E = tensor.empty() : tensor<10xf64, #V>
  %P = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i + 1)>], iterator_types = ["reduction"]}
    ins(%A : tensor<8xf64, #V>) outs(%E : tensor<10xf64, #V>) {
  ^bb0(%a: f64, %o: f64):
    %0 = arith.maximumf %o, %a : f64
    linalg.yield %0 : f64
  } -> tensor<10xf64, #V>
  %r = linalg.generic {indexing_maps = [affine_map<(i, p) -> (i + p)>, affine_map<(i, p) -> (p)>, affine_map<(i, p) -> (i)>], iterator_types = ["parallel", "reduction"]}
    ins(%P, %F : tensor<10xf64, #V>, tensor<3xf64>) outs(%O : tensor<8xf64>) {
  ^bb0(%a: f64, %f: f64, %o: f64):
    %0 = arith.mulf %a, %f : f64
    %1 = arith.addf %o, %0 : f64
    linalg.yield %1 : f64
  } -> tensor<8xf64>
  return %r : tensor<8xf64>
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>

// What is dear is computed once for each point.
// CHECK-LABEL: func.func @dear(
// CHECK:         sloop.nest
// CHECK:         sloop.nest
func.func @dear(%A: tensor<8x8xf64, #CSR>, %B: tensor<8x8xf64, #CSR>, %O: tensor<10xf64>) -> tensor<10xf64> {
  %E = tensor.empty() : tensor<10x10xf64, #CSR>
  %P = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i + 1, j + 1)>], iterator_types = ["reduction", "reduction"]}
    ins(%A, %B : tensor<8x8xf64, #CSR>, tensor<8x8xf64, #CSR>) outs(%E : tensor<10x10xf64, #CSR>) {
  ^bb0(%a: f64, %b: f64, %o: f64):
    %0 = arith.mulf %a, %b : f64
    %1 = arith.addf %o, %0 : f64
    linalg.yield %1 : f64
  } -> tensor<10x10xf64, #CSR>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
    ins(%P : tensor<10x10xf64, #CSR>) outs(%O : tensor<10xf64>) {
  ^bb0(%a: f64, %o: f64):
    %1 = arith.addf %o, %a : f64
    linalg.yield %1 : f64
  } -> tensor<10xf64>
  return %r : tensor<10xf64>
}
