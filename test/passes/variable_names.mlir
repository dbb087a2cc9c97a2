// Names of index variables: `sloop.variables` of an operation names the dimensions of its domain, each pass keeps what it
// does not change, and diagnostics use them.

// RUN: split-file %s %t
// RUN: lacuna-opt %t/names.mlir --convert-linalg-to-sloop | FileCheck %t/names.mlir
// RUN: lacuna-opt %t/names.mlir --convert-linalg-to-sloop | lacuna-opt | FileCheck %t/names.mlir
// RUN: lacuna-opt %t/parts.mlir --convert-linalg-to-sloop --sloop-split-variables --sloop-schedule --sloop-form-folds \
// RUN:   | FileCheck %t/parts.mlir
// RUN: lacuna-opt %t/results.mlir --convert-linalg-to-sloop --sloop-fuse-nests --sloop-form-results --sloop-schedule \
// RUN:   | FileCheck %t/results.mlir
// RUN: lacuna-opt %t/diagnostics.mlir --convert-linalg-to-sloop --sloop-form-results --sloop-insert-conversions \
// RUN:   --sloop-split-variables --sloop-schedule --split-input-file --verify-diagnostics -o /dev/null

//--- names.mlir
#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#matvec = {
  indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i)>],
  iterator_types = ["parallel", "reduction"]
}
// The loop over an initialization has the name of what subscripts the result.
// CHECK-LABEL: @names_loops
// CHECK:         sloop.forall %row in %{{.*}} named "row" {
// CHECK-NEXT:      sloop.write
// CHECK:         sloop.forall %row in %{{.*}} named "row" {
// CHECK-NEXT:      sloop.forall %col in %{{.*}} named "col" {
// CHECK-NEXT:        sloop.read %{{.*}}[%row, %col]
func.func @names_loops(%A: tensor<4x5xf64, #CSR>, %x: tensor<5xf64>, %y: tensor<4xf64>) -> tensor<4xf64> {
  %zero = arith.constant 0.0 : f64
  %start = linalg.fill ins(%zero : f64) outs(%y : tensor<4xf64>) -> tensor<4xf64>
  %0 = linalg.generic #matvec ins(%A, %x : tensor<4x5xf64, #CSR>, tensor<5xf64>) outs(%start : tensor<4xf64>)
      attrs = {sloop.variables = ["row", "col"]} {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %p = arith.mulf %a, %b : f64
    %s = arith.addf %c, %p : f64
    linalg.yield %s : f64
  } -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

// Not a name for each: none is taken.
// CHECK-LABEL: @wants_a_name_for_each
// CHECK-NOT:     named
// CHECK:         return
func.func @wants_a_name_for_each(%A: tensor<4x5xf64, #CSR>, %x: tensor<5xf64>, %y: tensor<4xf64>) -> tensor<4xf64> {
  %0 = linalg.generic #matvec ins(%A, %x : tensor<4x5xf64, #CSR>, tensor<5xf64>) outs(%y : tensor<4xf64>)
      attrs = {sloop.variables = ["row"]} {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %p = arith.mulf %a, %b : f64
    %s = arith.addf %c, %p : f64
    linalg.yield %s : f64
  } -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

//--- parts.mlir
#BCSR = #stensor.format<(i, j) -> (i floordiv 2 : dense, j floordiv 2 : compressed, i mod 2 : dense, j mod 2 : dense)>
#DIA = #stensor.format<(i, j) -> (j - i : compressed, i : range, j : offset)>
#ELL = #stensor.format<(i, j) -> (_ : dense, i : dense, j : singleton)>
#matvec = {
  indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i)>],
  iterator_types = ["parallel", "reduction"]
}
// CHECK-LABEL: @blocks
// CHECK:         sloop.forall %[[IB:.*]] in
// CHECK:           sloop.forall %[[JB:.*]] in
// CHECK:             sloop.forall %[[II:.*]] in
// CHECK-NEXT:          %{{.*}} = sloop.derive(%[[IB]] * 2 + %[[II]]) named "i"
// CHECK-NEXT:          sloop.fold %[[JJ:.*]] in %{{.*}} by add
// CHECK-NEXT:            %{{.*}} = sloop.derive(%[[JB]] * 2 + %[[JJ]]) named "j"
func.func @blocks(%A: tensor<4x6xf64, #BCSR>, %x: tensor<6xf64>, %y: tensor<4xf64>) -> tensor<4xf64> {
  %0 = linalg.generic #matvec ins(%A, %x : tensor<4x6xf64, #BCSR>, tensor<6xf64>) outs(%y : tensor<4xf64>)
      attrs = {sloop.variables = ["i", "j"]} {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %p = arith.mulf %a, %b : f64
    %s = arith.addf %c, %p : f64
    linalg.yield %s : f64
  } -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

// CHECK-LABEL: @diagonals
// CHECK:         sloop.forall %[[D:[a-z0-9]+]] {
// CHECK:           sloop.forall %[[I:.*]] in %{{.*}} named "i"
// CHECK-NEXT:        %{{.*}} = sloop.derive(%[[I]] + %[[D]]) below %{{.*}} named "j"
func.func @diagonals(%A: tensor<4x6xf64, #DIA>, %x: tensor<6xf64>, %y: tensor<4xf64>) -> tensor<4xf64> {
  %0 = linalg.generic #matvec ins(%A, %x : tensor<4x6xf64, #DIA>, tensor<6xf64>) outs(%y : tensor<4xf64>)
      attrs = {sloop.variables = ["i", "j"]} {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %p = arith.mulf %a, %b : f64
    %s = arith.addf %c, %p : f64
    linalg.yield %s : f64
  } -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

// CHECK-LABEL: @slots
// CHECK:         sloop.forall %{{.*}} named "slot"
// CHECK:           sloop.forall %{{.*}} named "i"
// CHECK:             sloop.fold %{{.*}} named "j" by add
func.func @slots(%A: tensor<4x6xf64, #ELL>, %x: tensor<6xf64>, %y: tensor<4xf64>) -> tensor<4xf64> {
  %0 = linalg.generic #matvec ins(%A, %x : tensor<4x6xf64, #ELL>, tensor<6xf64>) outs(%y : tensor<4xf64>)
      attrs = {sloop.variables = ["i", "j"]} {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %p = arith.mulf %a, %b : f64
    %s = arith.addf %c, %p : f64
    linalg.yield %s : f64
  } -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

//--- results.mlir
#SV = #stensor.format<(i) -> (i : compressed)>
#map = {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
// Two operations, one statement for the result.
// CHECK-LABEL: @terms
// CHECK-COUNT-1: sloop.forall %n in %{{.*}} named "n"
// CHECK-NOT:     sloop.forall
// CHECK:         return
func.func @terms(%a: tensor<8xf64, #SV>, %b: tensor<8xf64, #SV>) -> tensor<8xf64, #SV> {
  %c = tensor.empty() : tensor<8xf64, #SV>
  %0 = linalg.generic #map ins(%a : tensor<8xf64, #SV>) outs(%c : tensor<8xf64, #SV>)
      attrs = {sloop.variables = ["n"]} {
  ^bb0(%l: f64, %old: f64):
    %s = arith.addf %old, %l : f64
    linalg.yield %s : f64
  } -> tensor<8xf64, #SV>
  %1 = linalg.generic #map ins(%b : tensor<8xf64, #SV>) outs(%0 : tensor<8xf64, #SV>)
      attrs = {sloop.variables = ["n"]} {
  ^bb0(%l: f64, %old: f64):
    %s = arith.addf %old, %l : f64
    linalg.yield %s : f64
  } -> tensor<8xf64, #SV>
  return %1 : tensor<8xf64, #SV>
}

//--- diagnostics.mlir
#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#rows = {
  indexing_maps = [affine_map<(j, i) -> (i, j)>, affine_map<(j, i) -> (i)>], iterator_types = ["reduction", "parallel"]
}
func.func @order(%A: tensor<8x8xf64, #CSR>, %y: tensor<8xf64>) -> tensor<8xf64> {
  %0 = linalg.generic #rows ins(%A : tensor<8x8xf64, #CSR>) outs(%y : tensor<8xf64>)
      attrs = {sloop.keep_order, sloop.variables = ["col", "row"]} {
  ^bb0(%a: f64, %c: f64):
    // expected-error@+1 {{the loop order that was asked for, col, row, does not follow the levels of the stored operands, which want row, col}}
    %s = arith.addf %c, %a : f64
    linalg.yield %s : f64
  } -> tensor<8xf64>
  return %0 : tensor<8xf64>
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#CSC = #stensor.format<(i, j) -> (j : dense, i : compressed)>
func.func @conversion(%A: tensor<8x8xf64, #CSR> loc("A"), %B: tensor<8x8xf64, #CSC> loc("B"), %y: tensor<f64>)
    -> tensor<f64> {
  // expected-remark-re@+1 {{operand A is converted from {{.*}}: no loop order follows the levels of every operand: col -> row -> col is a cycle; store operand A as {{.*}} to save the conversion}}
  %0 = linalg.generic {
    indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ()>],
    iterator_types = ["reduction", "reduction"]
  } ins(%A, %B : tensor<8x8xf64, #CSR>, tensor<8x8xf64, #CSC>) outs(%y : tensor<f64>)
    attrs = {sloop.variables = ["row", "col"]} {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %p = arith.mulf %a, %b : f64
    %s = arith.addf %c, %p : f64
    linalg.yield %s : f64
  } -> tensor<f64>
  return %0 : tensor<f64>
}

// -----

// A row has no loop of its own where the result wants one over blocks of rows: what is said of it is said of the variable.
#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#BCSR = #stensor.format<(i, j) -> (i floordiv 2 : dense, j floordiv 2 : compressed, i mod 2 : dense, j mod 2 : dense)>
#square = {
  indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]
}
func.func @blocks(%A: tensor<8x8xf64, #CSR> loc("A")) -> tensor<8x8xf64, #BCSR> {
  %c = tensor.empty() : tensor<8x8xf64, #BCSR> loc("C")
  // expected-remark-re@+1 {{result operand C takes points as {{.*}} lists them, parent by parent, in two walks: level 0 of operand A ({{.*}}) wants a loop over row, but the levels of operand C want loops over row floordiv 2 and row mod 2}}
  %0 = linalg.generic #square ins(%A : tensor<8x8xf64, #CSR>) outs(%c : tensor<8x8xf64, #BCSR>)
      attrs = {sloop.variables = ["row", "col"]} {
  ^bb0(%a: f64, %old: f64):
    %p = arith.mulf %a, %a : f64
    linalg.yield %p : f64
  } -> tensor<8x8xf64, #BCSR>
  return %0 : tensor<8x8xf64, #BCSR>
}

// -----

// Without names the numbers are those of the operation's variables.
#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#DIA = #stensor.format<(i, j) -> (j - i : compressed, i : range, j : offset)>
#sum = {
  indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ()>],
  iterator_types = ["reduction", "reduction"]
}
func.func @diagonals(%A: tensor<8x8xf64, #CSR>, %B: tensor<8x8xf64, #DIA>, %y: tensor<f64>) -> tensor<f64> {
  // expected-remark-re@+1 {{operand 1 is converted from {{.*}}: level 1 of operand 0 ({{.*}}) wants a loop over v1, but the levels of operand 1 want loops over v0 and v1 - v0; store operand 1 as {{.*}} to save the conversion}}
  %0 = linalg.generic #sum ins(%A, %B : tensor<8x8xf64, #CSR>, tensor<8x8xf64, #DIA>) outs(%y : tensor<f64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %p = arith.mulf %a, %b : f64
    %s = arith.addf %c, %p : f64
    linalg.yield %s : f64
  } -> tensor<f64>
  return %0 : tensor<f64>
}
