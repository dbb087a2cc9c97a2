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

#Hash = #stensor.format<(i, j) -> (i : dense, j : hashed)>
func.func @iterate_without_code(%A: tensor<4x8xf64, #Hash>, %p: index) {
  // expected-error@+1 {{level 1 is hashed, which has no code for sloop.iterate yet}}
  sloop.iterate (%j, %q) in %A[1] under(%p) : tensor<4x8xf64, #Hash> {
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

#AOS = #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton(interleaved))>
func.func @interleaved_coordinates(%A: tensor<4x8xf64, #AOS>, %p: index) {
  // expected-error@+1 {{level 1 is singleton, which has no code for sloop.iterate yet}}
  sloop.iterate (%j, %q) in %A[1] under(%p) : tensor<4x8xf64, #AOS> {
    sloop.yield
  }
  return
}
