// `convert-sloop-to-scf`: what it refuses, and why.

// RUN: lacuna-opt %s --convert-sloop-to-scf --verify-diagnostics --split-input-file

func.func @index_form(%y: memref<4xf64>, %v: f64) {
  %c4 = arith.constant 4 : index
  // expected-error@+1 {{sloop.nest is index form: run sloop-sparsify first}}
  sloop.nest outs(%c = %y : memref<4xf64>) {
    sloop.forall %i in %c4 {
      sloop.write %v, %c[%i] : memref<4xf64>
    }
  }
  return
}

// -----

#DIA = #stensor.format<(i, j) -> (j - i : compressed, i : range, j : offset)>
func.func @iterate_what_follows_from_other_levels(%A: tensor<4x8xf64, #DIA>, %p: index) {
  // expected-error@+1 {{level 2 is offset, which has no code for sloop.iterate yet}}
  sloop.iterate (%j, %q) in %A[2] under(%p) : tensor<4x8xf64, #DIA> {
    sloop.yield
  }
  return
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @locate_where_it_cannot(%A: tensor<4x8xf64, #CSR>, %p: index, %j: index) -> index {
  // expected-error@+1 {{level 1 is compressed, which has no code for sloop.locate yet}}
  %q = sloop.locate %j in %A[1] under(%p) : tensor<4x8xf64, #CSR>
  return %q : index
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @coordinate_of_a_level_without_coordinates(%A: tensor<4x8xf64, #CSR>, %p: index) -> index {
  // expected-error@+1 {{level 0 is dense, which has no code for sloop.coordinate yet}}
  %i = sloop.coordinate %A[0] at(%p) ahead(1) : tensor<4x8xf64, #CSR>
  return %i : index
}
