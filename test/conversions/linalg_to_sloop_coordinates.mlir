// RUN: lacuna-opt %s --convert-linalg-to-sloop --split-input-file --verify-diagnostics | FileCheck %s

// A loop over the coordinates of %I; the variable of the result is derived.
// CHECK-LABEL: func.func @scatters(
// CHECK:         sloop.forall %[[R:.*]] in %{{.*}} named "v0 + v1" {
// CHECK-NEXT:      sloop.forall %[[P:.*]] in %{{.*}} {
// CHECK-NEXT:        %[[I:.*]] = sloop.derive(-%[[P]] + %[[R]]) below
// CHECK:             sloop.read %{{.*}}[%[[R]]]
// CHECK:             sloop.read %{{.*}}[%[[P]]]
// CHECK:             sloop.write %{{.*}}, %{{.*}}[%[[I]]] by add
#C = #stensor.format<(i) -> (i : compressed)>
func.func @scatters(%I: tensor<100xf64, #C>, %F: tensor<3xf64>, %O: tensor<98xf64>) -> tensor<98xf64> {
  %r = linalg.generic {
    indexing_maps = [affine_map<(i, p) -> (i + p)>, affine_map<(i, p) -> (p)>, affine_map<(i, p) -> (i)>],
    iterator_types = ["parallel", "reduction"]}
    ins(%I, %F : tensor<100xf64, #C>, tensor<3xf64>) outs(%O : tensor<98xf64>)
    attrs = {sloop.schedule = "reorder(v0+v1,v1)"} {
  ^bb0(%a: f64, %f: f64, %o: f64):
    %0 = arith.mulf %a, %f : f64
    %1 = arith.addf %o, %0 : f64
    linalg.yield %1 : f64
  } -> tensor<98xf64>
  return %r : tensor<98xf64>
}

// -----

#C = #stensor.format<(i) -> (i : compressed)>
func.func @no_such_subscript(%I: tensor<100xf64, #C>, %F: tensor<3xf64>, %O: tensor<98xf64>) -> tensor<98xf64> {
  // expected-error@+1 {{sloop.schedule: cannot replace the loop over v0 by one over v0 + v1 + 1: no operand has the subscript v0 + v1 + 1}}
  %r = linalg.generic {
    indexing_maps = [affine_map<(i, p) -> (i + p)>, affine_map<(i, p) -> (p)>, affine_map<(i, p) -> (i)>],
    iterator_types = ["parallel", "reduction"]}
    ins(%I, %F : tensor<100xf64, #C>, tensor<3xf64>) outs(%O : tensor<98xf64>)
    attrs = {sloop.schedule = "reorder(v0+v1+1,v1)"} {
  ^bb0(%a: f64, %f: f64, %o: f64):
    %0 = arith.mulf %a, %f : f64
    %1 = arith.addf %o, %0 : f64
    linalg.yield %1 : f64
  } -> tensor<98xf64>
  return %r : tensor<98xf64>
}

// -----

#C = #stensor.format<(i) -> (i : compressed)>
func.func @other_factor(%I: tensor<100xf64, #C>, %F: tensor<3xf64>, %O: tensor<40xf64>) -> tensor<40xf64> {
  // expected-error@+1 {{the loop over v0 * 2 + v1 cannot replace the loop over v0: v0 has coefficient 2 there, which must be 1 or -1}}
  %r = linalg.generic {
    indexing_maps = [affine_map<(i, p) -> (i * 2 + p)>, affine_map<(i, p) -> (p)>, affine_map<(i, p) -> (i)>],
    iterator_types = ["parallel", "reduction"]}
    ins(%I, %F : tensor<100xf64, #C>, tensor<3xf64>) outs(%O : tensor<40xf64>)
    attrs = {sloop.schedule = "reorder(2*v0+v1,v1)"} {
  ^bb0(%a: f64, %f: f64, %o: f64):
    %0 = arith.mulf %a, %f : f64
    %1 = arith.addf %o, %0 : f64
    linalg.yield %1 : f64
  } -> tensor<40xf64>
  return %r : tensor<40xf64>
}

// -----

#C = #stensor.format<(i) -> (i : compressed)>
func.func @too_few(%I: tensor<100xf64, #C>, %F: tensor<3xf64>, %O: tensor<98xf64>) -> tensor<98xf64> {
  // expected-error@+1 {{sloop.schedule: the loop over v0 + v1 could replace the loop over v0 or v1: name all of these but one}}
  %r = linalg.generic {
    indexing_maps = [affine_map<(i, p) -> (i + p)>, affine_map<(i, p) -> (p)>, affine_map<(i, p) -> (i)>],
    iterator_types = ["parallel", "reduction"]}
    ins(%I, %F : tensor<100xf64, #C>, tensor<3xf64>) outs(%O : tensor<98xf64>)
    attrs = {sloop.schedule = "reorder(v0+v1)"} {
  ^bb0(%a: f64, %f: f64, %o: f64):
    %0 = arith.mulf %a, %f : f64
    %1 = arith.addf %o, %0 : f64
    linalg.yield %1 : f64
  } -> tensor<98xf64>
  return %r : tensor<98xf64>
}

// -----

#C = #stensor.format<(i) -> (i : compressed)>
func.func @no_text(%I: tensor<100xf64, #C>, %F: tensor<3xf64>, %O: tensor<98xf64>) -> tensor<98xf64> {
  // expected-error@+1 {{sloop.schedule is a string attribute, as in "reorder(i,k,j)", found 3 : i64}}
  %r = linalg.generic {
    indexing_maps = [affine_map<(i, p) -> (i + p)>, affine_map<(i, p) -> (p)>, affine_map<(i, p) -> (i)>],
    iterator_types = ["parallel", "reduction"]}
    ins(%I, %F : tensor<100xf64, #C>, tensor<3xf64>) outs(%O : tensor<98xf64>)
    attrs = {sloop.schedule = 3} {
  ^bb0(%a: f64, %f: f64, %o: f64):
    %0 = arith.mulf %a, %f : f64
    %1 = arith.addf %o, %0 : f64
    linalg.yield %1 : f64
  } -> tensor<98xf64>
  return %r : tensor<98xf64>
}

// -----

#C = #stensor.format<(i) -> (i : compressed)>
func.func @not_linear(%I: tensor<100xf64, #C>, %F: tensor<3xf64>, %O: tensor<98xf64>) -> tensor<98xf64> {
  // expected-error@+1 {{in 'v0/2+v1': expected a variable, a number, or a product of the two, found 'v0/2'}}
  %r = linalg.generic {
    indexing_maps = [affine_map<(i, p) -> (i + p)>, affine_map<(i, p) -> (p)>, affine_map<(i, p) -> (i)>],
    iterator_types = ["parallel", "reduction"]}
    ins(%I, %F : tensor<100xf64, #C>, tensor<3xf64>) outs(%O : tensor<98xf64>)
    attrs = {sloop.schedule = "reorder(v0/2+v1,v1)"} {
  ^bb0(%a: f64, %f: f64, %o: f64):
    %0 = arith.mulf %a, %f : f64
    %1 = arith.addf %o, %0 : f64
    linalg.yield %1 : f64
  } -> tensor<98xf64>
  return %r : tensor<98xf64>
}

// -----

#C = #stensor.format<(i) -> (i : compressed)>
func.func @split(%I: tensor<100xf64, #C>, %F: tensor<3xf64>, %O: tensor<98xf64>) -> tensor<98xf64> {
  // expected-error@+1 {{cannot replace the loop over v0 by one over v0 + v1: subscripts have quotients or remainders of v0, so its loop is split already}}
  %r = linalg.generic {
    indexing_maps = [affine_map<(i, p) -> ((i floordiv 2) + p)>, affine_map<(i, p) -> (p)>, affine_map<(i, p) -> (i)>],
    iterator_types = ["parallel", "reduction"]}
    ins(%I, %F : tensor<100xf64, #C>, tensor<3xf64>) outs(%O : tensor<98xf64>)
    attrs = {sloop.schedule = "reorder(v0+v1,v1)"} {
  ^bb0(%a: f64, %f: f64, %o: f64):
    %0 = arith.mulf %a, %f : f64
    %1 = arith.addf %o, %0 : f64
    linalg.yield %1 : f64
  } -> tensor<98xf64>
  return %r : tensor<98xf64>
}

// -----

#C = #stensor.format<(i) -> (i : compressed)>
func.func @one_another(%I: tensor<100xf64, #C>, %F: tensor<3xf64>, %O: tensor<98xf64>) -> tensor<98xf64> {
  // expected-error@+1 {{the order already has a loop for every variable of v0 + v1}}
  %r = linalg.generic {
    indexing_maps = [affine_map<(i, p) -> (i + p)>, affine_map<(i, p) -> (p)>, affine_map<(i, p) -> (i)>],
    iterator_types = ["parallel", "reduction"]}
    ins(%I, %F : tensor<100xf64, #C>, tensor<3xf64>) outs(%O : tensor<98xf64>)
    attrs = {sloop.schedule = "reorder(v0,v1,v0+v1)"} {
  ^bb0(%a: f64, %f: f64, %o: f64):
    %0 = arith.mulf %a, %f : f64
    %1 = arith.addf %o, %0 : f64
    linalg.yield %1 : f64
  } -> tensor<98xf64>
  return %r : tensor<98xf64>
}

// -----

#C = #stensor.format<(i) -> (i : compressed)>
func.func @of_a_fold(%I: tensor<100xf64, #C>, %F: tensor<3xf64>, %O: tensor<98xf64, #C>) -> tensor<98xf64, #C> {
  // expected-error@+1 {{sloop.schedule: there is no loop over v1: the loops are v0}}
  %r = linalg.generic {
    indexing_maps = [affine_map<(i, p) -> (i + p)>, affine_map<(i, p) -> (p)>, affine_map<(i, p) -> (i)>],
    iterator_types = ["parallel", "reduction"]}
    ins(%I, %F : tensor<100xf64, #C>, tensor<3xf64>) outs(%O : tensor<98xf64, #C>)
    attrs = {sloop.from_nothing, sloop.schedule = "reorder(v0,v0+v1)"} {
  ^bb0(%a: f64, %f: f64, %o: f64):
    %0 = arith.mulf %a, %f : f64
    %1 = arith.maximumf %o, %0 : f64
    linalg.yield %1 : f64
  } -> tensor<98xf64, #C>
  return %r : tensor<98xf64, #C>
}
