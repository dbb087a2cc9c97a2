// `convert-linalg-to-sloop`: the loops of a `linalg.generic` are made as its schedule asks for them.

// RUN: lacuna-opt %s --convert-linalg-to-sloop=all=true --split-input-file --verify-diagnostics | FileCheck %s

#dot = {
  indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i)>],
  iterator_types = ["parallel", "reduction"]
}
#add = {
  indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
  iterator_types = ["parallel", "parallel"]
}

// The last block of a split reaches beyond the end, unless it divides the size.
// CHECK-LABEL: @splits
// CHECK:       sloop.forall %[[IO:.*]] in %{{.*}} named "io" {
// CHECK-NEXT:    sloop.forall %[[II:.*]] in %{{.*}} named "ii" {
// CHECK-NEXT:      %{{.*}} = sloop.derive(%[[IO]] * 4 + %[[II]]) below %{{.*}} asked named "i"
// CHECK-NEXT:      sloop.forall %[[JO:.*]] in %{{.*}} named "jo" {
// CHECK-NEXT:        sloop.forall %[[JI:.*]] in %{{.*}} named "ji" {
// CHECK-NEXT:          %{{.*}} = sloop.derive(%[[JO]] * 8 + %[[JI]]) asked named "j"
func.func @splits(%A: tensor<10x16xf64>, %x: tensor<16xf64>, %y: tensor<10xf64>) -> tensor<10xf64> {
  %r = linalg.generic #dot ins(%A, %x : tensor<10x16xf64>, tensor<16xf64>) outs(%y : tensor<10xf64>)
      attrs = {sloop.schedule = "split(i,io,ii,4); divide(j,jo,ji,2)", sloop.variables = ["i", "j"]} {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %p = arith.mulf %a, %b : f64
    %s = arith.addf %c, %p : f64
    linalg.yield %s : f64
  } -> tensor<10xf64>
  return %r : tensor<10xf64>
}

// Tiles keep the order of their loops; lanes and copies are asked of the loop.
// CHECK-LABEL: @tiles
// CHECK:       sloop.nest {{.*}} attributes {sloop.keep_order} {
// CHECK-NEXT:    sloop.forall %{{.*}} in %{{.*}} named "io" {
// CHECK-NEXT:      sloop.forall %{{.*}} in %{{.*}} named "jo" {
// CHECK-NEXT:        sloop.forall %{{.*}} in %{{.*}} named "ii" {
// CHECK:               sloop.forall %{{.*}} in %{{.*}} named "ji" how(<unroll = 2, vectorize = 8>) {

func.func @tiles(%A: tensor<?x?xf64>, %C: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %r = linalg.generic #add ins(%A : tensor<?x?xf64>) outs(%C : tensor<?x?xf64>)
      attrs = {sloop.schedule = "tile(v0,v1,io,jo,ii,ji,4,8); vectorize(ji,8); unroll(ji,2)"} {
  ^bb0(%a: f64, %c: f64):
    %s = arith.addf %a, %c : f64
    linalg.yield %s : f64
  } -> tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}

// -----

#add = {
  indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
  iterator_types = ["parallel", "parallel"]
}

func.func @divides_what_is_not_known(%A: tensor<?x?xf64>, %C: tensor<?x?xf64>) -> tensor<?x?xf64> {
  // expected-error @below {{sloop.schedule: divide needs the size of v0 while compiling, and it is not known: split(v0,io,ii,SIZE) says how large a part is}}
  %r = linalg.generic #add ins(%A : tensor<?x?xf64>) outs(%C : tensor<?x?xf64>) attrs = {sloop.schedule = "divide(v0,io,ii,4)"} {
  ^bb0(%a: f64, %c: f64):
    %s = arith.addf %a, %c : f64
    linalg.yield %s : f64
  } -> tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}

// -----

#add = {
  indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
  iterator_types = ["parallel", "parallel"]
}

func.func @asks_of_a_loop_that_goes(%A: tensor<?x?xf64>, %C: tensor<?x?xf64>) -> tensor<?x?xf64> {
  // expected-error @below {{sloop.schedule: cannot replace the loop over v1 by those over jo and ji: inner, vectorize or unroll names the loop over v1: put it after this rewrite, with the name of a new loop}}
  %r = linalg.generic #add ins(%A : tensor<?x?xf64>) outs(%C : tensor<?x?xf64>) attrs = {sloop.schedule = "unroll(v1,2); split(v1,jo,ji,4)"} {
  ^bb0(%a: f64, %c: f64):
    %s = arith.addf %a, %c : f64
    linalg.yield %s : f64
  } -> tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}

// -----

// A loop that is split already by a quotient is split no more.
func.func @divides_twice(%A: tensor<?xf64>, %C: tensor<?xf64>, %D: tensor<?xf64>) -> tensor<?xf64> {
  // expected-error @below {{cannot replace the loop over v0 by those over io and ii: subscripts have quotients or remainders of v0, so its loop is split already}}
  %r = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i floordiv 2)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
      iterator_types = ["parallel"]
    } ins(%A, %D : tensor<?xf64>, tensor<?xf64>) outs(%C : tensor<?xf64>) attrs = {sloop.schedule = "split(v0,io,ii,4)"} {
  ^bb0(%a: f64, %d: f64, %c: f64):
    %s = arith.addf %a, %c : f64
    linalg.yield %s : f64
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

// Nor does it run in lanes or copies.
func.func @asks_of_a_loop_in_parts(%A: tensor<?xf64>, %C: tensor<?xf64>, %D: tensor<?xf64>) -> tensor<?xf64> {
  // expected-error @below {{nothing can be asked of the loop over v0: subscripts have quotients or remainders of v0, so its loop is split already}}
  %r = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i floordiv 2)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
      iterator_types = ["parallel"]
    } ins(%A, %D : tensor<?xf64>, tensor<?xf64>) outs(%C : tensor<?xf64>) attrs = {sloop.schedule = "unroll(v0,2)"} {
  ^bb0(%a: f64, %d: f64, %c: f64):
    %s = arith.addf %a, %c : f64
    linalg.yield %s : f64
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

#add = {
  indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
  iterator_types = ["parallel", "parallel"]
}

func.func @names_no_rewrite(%A: tensor<?x?xf64>, %C: tensor<?x?xf64>) -> tensor<?x?xf64> {
  // expected-error @below {{sloop.schedule: there is no rewrite reordr: did you mean reorder? there are reorder(i,j,...), }}
  %r = linalg.generic #add ins(%A : tensor<?x?xf64>) outs(%C : tensor<?x?xf64>) attrs = {sloop.schedule = "reordr(v1,v0)"} {
  ^bb0(%a: f64, %c: f64):
    %s = arith.addf %a, %c : f64
    linalg.yield %s : f64
  } -> tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}
