// What a nest and a level loop may bind: ranked tensors and buffers, and cursors of type index.

// RUN: lacuna-opt %s --verify-diagnostics --split-input-file

func.func @vectors_are_not_bound(%v: vector<4xf64>) {
  // expected-error@+1 {{'sloop.nest' op operand #0 must be variadic of ranked tensor or buffer, but got 'vector<4xf64>'}}
  sloop.nest ins(%a = %v : vector<4xf64>) {
  }
  return
}

// -----

func.func @unranked_tensors_are_not_bound(%v: tensor<*xf64>) {
  // expected-error@+1 {{'sloop.nest' op operand #0 must be variadic of ranked tensor or buffer, but got 'tensor<*xf64>'}}
  sloop.nest ins(%a = %v : tensor<*xf64>) {
  }
  return
}

// -----

#Dense = #stensor.format<(i) -> (i : dense)>
func.func @coordinates_are_indices(%A: tensor<4xf64, #Dense>, %p: index) {
  %cursor = sloop.cursor %A[0] under(%p) : tensor<4xf64, #Dense>
  // expected-error@+1 {{'sloop.iterate' op coordinates and positions are of type index, argument 0 is 'f32'}}
  "sloop.iterate"(%cursor) ({
  ^bb0(%i: f32, %q: f32):
    sloop.yield
  }) : (!sloop.cursor) -> ()
  return
}
