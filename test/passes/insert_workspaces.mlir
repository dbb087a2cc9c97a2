// `sloop-insert-workspaces`: sums of stored results are collected in workspaces.

// RUN: lacuna-opt %s --generalize-named-ops --convert-linalg-to-sloop --sloop-fuse-nests --sloop-form-results --sloop-insert-workspaces --verify-diagnostics --split-input-file | FileCheck %s

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>

// The terms of a row come in the order k, j. The loop over i is that of both; the loops over the terms are not in order yet.
// CHECK-LABEL: func.func @by_rows
// CHECK:         sloop.forall %[[I:.*]] in %{{.*}} {
// CHECK-NEXT:      sloop.where tensor<?xf64> sizes(%{{.*}}) produce(%[[W:.*]]) {
// CHECK-NEXT:        sloop.forall %[[K:.*]] in
// CHECK-NEXT:          sloop.forall %[[J:.*]] in
// CHECK-NEXT:            %[[A:.*]] = sloop.read %{{.*}}[%[[I]], %[[K]]]
// CHECK-NEXT:            %[[B:.*]] = sloop.read %{{.*}}[%[[K]], %[[J]]]
// CHECK-NEXT:            %[[P:.*]] = arith.mulf %[[A]], %[[B]]
// CHECK-NEXT:            sloop.write %[[P]], %[[W]][%[[J]]] by add
// CHECK:           } consume(%[[W2:.*]]) {
// CHECK-NEXT:        sloop.forall %[[J2:.*]] in
// CHECK-NEXT:          %[[V:.*]] = sloop.read %[[W2]][%[[J2]]]
// CHECK-NEXT:          sloop.write %[[V]], %{{.*}}[%[[I]], %[[J2]]] elsewhere(0.0
func.func @by_rows(%A: tensor<?x?xf64, #CSR>, %B: tensor<?x?xf64, #CSR>, %m: index, %n: index) -> tensor<?x?xf64, #CSR> {
  %C = tensor.empty(%m, %n) : tensor<?x?xf64, #CSR>
  // expected-remark@+1 {{the sums of result operand 2 are collected in a workspace over v1, for each v0: this costs}}
  %0 = linalg.matmul ins(%A, %B : tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSR>) outs(%C : tensor<?x?xf64, #CSR>) -> tensor<?x?xf64, #CSR>
  return %0 : tensor<?x?xf64, #CSR>
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#product = {
  indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>],
  iterator_types = ["parallel", "parallel", "reduction"]
}
#sum = {
  indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]
}

// All terms go into one workspace.
// CHECK-LABEL: func.func @product_and_sum
// CHECK:         sloop.where
// CHECK:           sloop.write %{{.*}}, %[[W:.*]][%{{.*}}] by add
// CHECK:           sloop.forall
// CHECK-NOT:         sloop.forall
// CHECK:           sloop.write %{{.*}}, %[[W]][%{{.*}}] by add
// CHECK:         consume
// CHECK-NOT:     sloop.where
func.func @product_and_sum(%A: tensor<?x?xf64, #CSR>, %B: tensor<?x?xf64, #CSR>, %D: tensor<?x?xf64, #CSR>, %m: index, %n: index)
    -> tensor<?x?xf64, #CSR> {
  %C = tensor.empty(%m, %n) : tensor<?x?xf64, #CSR>
  %0 = linalg.generic #product ins(%A, %B : tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSR>) outs(%C : tensor<?x?xf64, #CSR>)
      attrs = {sloop.variables = ["i", "j", "k"]} {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %p = arith.mulf %a, %b : f64
    %s = arith.addf %c, %p : f64
    linalg.yield %s : f64
  } -> tensor<?x?xf64, #CSR>
  // expected-remark@+1 {{the sums of result operand 3 are collected in a workspace over j, for each i}}
  %1 = linalg.generic #sum ins(%D : tensor<?x?xf64, #CSR>) outs(%0 : tensor<?x?xf64, #CSR>)
      attrs = {sloop.variables = ["i", "j"]} {
  ^bb0(%d: f64, %c: f64):
    %s = arith.addf %c, %d : f64
    linalg.yield %s : f64
  } -> tensor<?x?xf64, #CSR>
  return %1 : tensor<?x?xf64, #CSR>
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#CSC = #stensor.format<(i, j) -> (j : dense, i : compressed)>

// An order that was asked for decides what the workspace has: of outer products, both dimensions.
// CHECK-LABEL: func.func @outer_product
// CHECK-NOT:     sloop.forall
// CHECK:         sloop.where tensor<?x?xf64> sizes(%{{.*}}, %{{.*}}) produce(%[[W:.*]]) {
// CHECK-NEXT:      sloop.forall %[[K:.*]] in
// CHECK-NEXT:        sloop.forall %[[I:.*]] in
// CHECK-NEXT:          sloop.forall %[[J:.*]] in
// CHECK:                 sloop.write %{{.*}}, %[[W]][%[[I]], %[[J]]] by add
func.func @outer_product(%A: tensor<?x?xf64, #CSC>, %B: tensor<?x?xf64, #CSR>, %m: index, %n: index) -> tensor<?x?xf64, #CSR> {
  %C = tensor.empty(%m, %n) : tensor<?x?xf64, #CSR>
  // expected-remark@+1 {{the sums of result operand 2 are collected in a workspace over i, j, once: in the order that was asked for, k, i, j, they scatter}}
  %0 = linalg.generic {
    indexing_maps = [affine_map<(k, i, j) -> (i, k)>, affine_map<(k, i, j) -> (k, j)>, affine_map<(k, i, j) -> (i, j)>],
    iterator_types = ["reduction", "parallel", "parallel"]
  } ins(%A, %B : tensor<?x?xf64, #CSC>, tensor<?x?xf64, #CSR>) outs(%C : tensor<?x?xf64, #CSR>)
      attrs = {sloop.keep_order, sloop.variables = ["k", "i", "j"]} {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %p = arith.mulf %a, %b : f64
    %s = arith.addf %c, %p : f64
    linalg.yield %s : f64
  } -> tensor<?x?xf64, #CSR>
  return %0 : tensor<?x?xf64, #CSR>
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>

// A sum whose operands can all be located costs least where it stands.
// CHECK-LABEL: func.func @sampled
// CHECK-NOT:     sloop.where
func.func @sampled(%S: tensor<?x?xf64, #CSR>, %A: tensor<?x?xf64>, %B: tensor<?x?xf64>, %m: index, %n: index) -> tensor<?x?xf64, #CSR> {
  %C = tensor.empty(%m, %n) : tensor<?x?xf64, #CSR>
  %0 = linalg.generic {
    indexing_maps = [affine_map<(i, j, k) -> (i, j)>, affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>],
    iterator_types = ["parallel", "parallel", "reduction"]
  } ins(%S, %A, %B : tensor<?x?xf64, #CSR>, tensor<?x?xf64>, tensor<?x?xf64>) outs(%C : tensor<?x?xf64, #CSR>) {
  ^bb0(%x: f64, %a: f64, %b: f64, %c: f64):
    %p = arith.mulf %a, %b : f64
    %q = arith.mulf %p, %x : f64
    %s = arith.addf %c, %q : f64
    linalg.yield %s : f64
  } -> tensor<?x?xf64, #CSR>
  return %0 : tensor<?x?xf64, #CSR>
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#product = {
  indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>],
  iterator_types = ["parallel", "parallel", "reduction"]
}

// What was asked for: both dimensions, and how points are kept.
// CHECK-LABEL: func.func @asked_for
// CHECK:         sloop.where kept("radix:64") tensor<?x?xf64> sizes(
// CHECK-NOT:     sloop.schedule
func.func @asked_for(%A: tensor<?x?xf64, #CSR>, %B: tensor<?x?xf64, #CSR>, %m: index, %n: index) -> tensor<?x?xf64, #CSR> {
  %C = tensor.empty(%m, %n) : tensor<?x?xf64, #CSR>
  // expected-remark@+1 {{the sums of result operand 2 are collected in a workspace over i, j, once: this was asked for}}
  %0 = linalg.generic #product ins(%A, %B : tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSR>) outs(%C : tensor<?x?xf64, #CSR>)
      attrs = {sloop.schedule = "precompute(j,i,policy=radix:64)", sloop.variables = ["i", "j", "k"]} {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %p = arith.mulf %a, %b : f64
    %s = arith.addf %c, %p : f64
    linalg.yield %s : f64
  } -> tensor<?x?xf64, #CSR>
  return %0 : tensor<?x?xf64, #CSR>
}

// -----

#CSC = #stensor.format<(i, j) -> (j : dense, i : compressed)>
#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>

// All terms of a result go to the workspace of the order that was asked for, each in loops of its own.
// CHECK-LABEL: func.func @outer_product_and_matrix
// CHECK:         sloop.where tensor<4x6xf64> produce(%[[W:.*]]) {
// CHECK-NEXT:      sloop.forall %[[K:.*]] in
// CHECK-NEXT:        sloop.forall %[[I:.*]] in
// CHECK-NEXT:          sloop.forall %[[J:.*]] in
// CHECK:                 sloop.write %{{.*}}, %[[W]][%[[I]], %[[J]]] by add
// CHECK:           sloop.forall %[[I:.*]] in
// CHECK-NEXT:        sloop.forall %[[J:.*]] in
// CHECK-NEXT:          %[[D:.*]] = sloop.read %{{.*}}[%[[I]], %[[J]]]
// CHECK-NEXT:          sloop.write %[[D]], %[[W]][%[[I]], %[[J]]] by add
// CHECK:         } consume
func.func @outer_product_and_matrix(%A: tensor<4x5xf64, #CSC>, %B: tensor<5x6xf64, #CSR>, %D: tensor<4x6xf64, #CSR>) -> tensor<4x6xf64, #CSR> {
  %C = tensor.empty() : tensor<4x6xf64, #CSR>
  %0 = linalg.generic {
    indexing_maps = [affine_map<(k, i, j) -> (i, k)>, affine_map<(k, i, j) -> (k, j)>, affine_map<(k, i, j) -> (i, j)>],
    iterator_types = ["reduction", "parallel", "parallel"]
  } ins(%A, %B : tensor<4x5xf64, #CSC>, tensor<5x6xf64, #CSR>) outs(%C : tensor<4x6xf64, #CSR>)
      attrs = {sloop.keep_order, sloop.variables = ["k", "i", "j"]} {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %p = arith.mulf %a, %b : f64
    %s = arith.addf %c, %p : f64
    linalg.yield %s : f64
  } -> tensor<4x6xf64, #CSR>
  // expected-remark@+1 {{the sums of result operand 3 are collected in a workspace over i, j, once: in the order that was asked for, k, i, j, they scatter}}
  %1 = linalg.generic {
    indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
    iterator_types = ["parallel", "parallel"]
  } ins(%D : tensor<4x6xf64, #CSR>) outs(%0 : tensor<4x6xf64, #CSR>) attrs = {sloop.keep_order, sloop.variables = ["i", "j"]} {
  ^bb0(%d: f64, %c: f64):
    %s = arith.addf %c, %d : f64
    linalg.yield %s : f64
  } -> tensor<4x6xf64, #CSR>
  return %1 : tensor<4x6xf64, #CSR>
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>

// What has nothing to collect needs no workspace.
// CHECK-LABEL: func.func @one_term
// CHECK-NOT:     sloop.where
// CHECK-NOT:     sloop.schedule
func.func @one_term(%A: tensor<4x5xf64, #CSR>) -> tensor<4x5xf64, #CSR> {
  %C = tensor.empty() : tensor<4x5xf64, #CSR>
  // expected-remark@+1 {{a workspace over j was asked for, and none is needed: each point of the result has one term}}
  %0 = linalg.generic {
    indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
    iterator_types = ["parallel", "parallel"]
  } ins(%A : tensor<4x5xf64, #CSR>) outs(%C : tensor<4x5xf64, #CSR>) attrs = {sloop.schedule = "precompute(j)", sloop.variables = ["i", "j"]} {
  ^bb0(%a: f64, %c: f64):
    linalg.yield %a : f64
  } -> tensor<4x5xf64, #CSR>
  return %0 : tensor<4x5xf64, #CSR>
}

// -----

#CSC = #stensor.format<(i, j) -> (j : dense, i : compressed)>
#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>

// What an updated result held is a term like any other, in the order of its levels.
// CHECK-LABEL: func.func @update_in_an_order_that_was_asked_for
// CHECK:       sloop.nest ins(%{{.*}} = %arg0, %{{.*}} = %arg1, %[[OLD:.*]] = %arg2 : {{.*}}) outs(%{{.*}} = %arg2 :
// CHECK:         sloop.where
// CHECK:           sloop.forall %[[I:.*]] in %c4{{.*}} named "i"
// CHECK-NEXT:        sloop.forall %[[J:.*]] in %c6{{.*}} named "j"
// CHECK-NEXT:          %[[HELD:.*]] = sloop.read %[[OLD]][%[[I]], %[[J]]]
// CHECK-NEXT:          sloop.write %[[HELD]], %[[W:.*]][%[[I]], %[[J]]] by add
// CHECK:           named "k"
// CHECK:             named "i"
// CHECK:               named "j"
// CHECK:                 sloop.write %{{.*}}, %[[W]][%{{.*}}, %{{.*}}] by add
func.func @update_in_an_order_that_was_asked_for(%A: tensor<4x5xf64, #CSC>, %B: tensor<5x6xf64, #CSR>, %C: tensor<4x6xf64, #CSR>) -> tensor<4x6xf64, #CSR> {
  // expected-remark@+1 {{in a workspace over i, j, once: in the order that was asked for, k, i, j, they scatter}}
  %0 = linalg.generic {
    indexing_maps = [affine_map<(k, i, j) -> (i, k)>, affine_map<(k, i, j) -> (k, j)>, affine_map<(k, i, j) -> (i, j)>],
    iterator_types = ["reduction", "parallel", "parallel"]
  } ins(%A, %B : tensor<4x5xf64, #CSC>, tensor<5x6xf64, #CSR>) outs(%C : tensor<4x6xf64, #CSR>)
      attrs = {sloop.keep_order, sloop.variables = ["k", "i", "j"]} {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %p = arith.mulf %a, %b : f64
    %s = arith.addf %c, %p : f64
    linalg.yield %s : f64
  } -> tensor<4x6xf64, #CSR>
  return %0 : tensor<4x6xf64, #CSR>
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#CSF = #stensor.format<(i, j, k) -> (i : compressed, j : compressed, k : compressed)>

// A sum over the first dimension: a workspace over both others saves a conversion.
// CHECK-LABEL: func.func @a_workspace_over_two_dimensions
// CHECK:       sloop.nest
// CHECK-NEXT:    sloop.where tensor<50x50xf64>
func.func @a_workspace_over_two_dimensions(%A: tensor<50x50x50xf64, #CSF>) -> tensor<50x50xf64, #CSR> {
  %R = tensor.empty() : tensor<50x50xf64, #CSR>
  // expected-remark@+1 {{in a workspace over j, k, once: this costs}}
  %0 = linalg.generic {
    indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (j, k)>],
    iterator_types = ["reduction", "parallel", "parallel"]
  } ins(%A : tensor<50x50x50xf64, #CSF>) outs(%R : tensor<50x50xf64, #CSR>) attrs = {sloop.variables = ["i", "j", "k"]} {
  ^bb0(%a: f64, %r: f64):
    %s = arith.addf %r, %a : f64
    linalg.yield %s : f64
  } -> tensor<50x50xf64, #CSR>
  return %0 : tensor<50x50xf64, #CSR>
}
