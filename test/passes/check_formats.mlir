// `stensor-check-formats`: formats that make no sense are refused once, where they first appear.

// RUN: lacuna-opt %s --stensor-check-formats --verify-diagnostics --split-input-file
// In the pipeline that is the only thing that is said of them, and a pass that runs alone says the same.
// RUN: lacuna-opt %s --lacuna --verify-diagnostics --split-input-file
// RUN: lacuna-opt %s --stensor-expand-conversions --verify-diagnostics --split-input-file
// RUN: lacuna-opt %s --sloop-split-variables --verify-diagnostics --split-input-file
// RUN: lacuna-opt %s --sloop-schedule --verify-diagnostics --split-input-file
// RUN: lacuna-opt %s --stensor-check-storage --verify-diagnostics --split-input-file
// RUN: lacuna-opt %s --sloop-sparsify --verify-diagnostics --split-input-file
// RUN: lacuna-opt %s --convert-sloop-to-scf --verify-diagnostics --split-input-file
// RUN: lacuna-opt %s --convert-stensor-to-memref --verify-diagnostics --split-input-file

// The difference alone does not say where on the diagonal a point lies.
#Half = #stensor.format<(i, j) -> (j - i : compressed)>
// expected-error@+1 {{no tensor can be stored as #stensor.format<(i, j) -> (j - i : compressed)>: dimension 0 (i) is not determined by the levels}}
func.func @arguments(%A: tensor<4x4xf64, #Half>, %y: tensor<4xf64>) -> tensor<4xf64> {
  // Nothing more is said of it.
  %n = stensor.level_size %A[0] : tensor<4x4xf64, #Half>
  %c4 = arith.constant 4 : index
  %r = sloop.nest ins(%a = %A : tensor<4x4xf64, #Half>) outs(%c = %y : tensor<4xf64>) {
    sloop.forall %i in %c4 {
      sloop.forall %j in %c4 {
        %0 = sloop.read %a[%i, %j] : tensor<4x4xf64, #Half>
        sloop.write %0, %c[%i] by add : tensor<4xf64>
      }
    }
  }
  return %r : tensor<4xf64>
}
func.func @again(%A: tensor<8x8xf32, #Half>) {
  return
}

// -----

#Half = #stensor.format<(i, j) -> (j - i : compressed)>
func.func @cursors(%p: index) {
  // expected-error@+1 {{dimension 0 (i) is not determined by the levels}}
  %A = stensor.empty : tensor<4x8xf64, #Half>
  %cursor = sloop.cursor %A[0] under(%p) : tensor<4x8xf64, #Half>
  sloop.iterate (%d, %q) in %cursor : !sloop.cursor {
    sloop.yield
  }
  return
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#Needless = #stensor.format<(i, j) -> (i mod 2 : dense, i : compressed, j : compressed)>
// The type of a result stands in that of its function.
// expected-error@+1 {{level 0 (dense) follows from the other levels, and is neither a sum nor a quotient of them: leave it out}}
func.func @results(%A: tensor<4x8xf64, #CSR>) -> tensor<4x8xf64, #Needless> {
  %r = stensor.convert %A : tensor<4x8xf64, #CSR> to tensor<4x8xf64, #Needless>
  return %r : tensor<4x8xf64, #Needless>
}

// -----

// expected-error@+1 {{level 1 (compressed) follows from the other levels, and is neither a sum nor a quotient of them: leave it out}}
func.func private @declarations(tensor<8xf64, #stensor.format<(i) -> (i : compressed, 200 - i mod 4 : compressed)>>)

// -----

// Loops over its coordinates would not be loops over remainders.
// expected-error@+1 {{level 1 (compressed) must store the remainder alone, found `200 - i mod 4`}}
func.func private @remainders_less_something(tensor<8xf64, #stensor.format<(i) -> (i floordiv 4 : compressed, 200 - i mod 4 : compressed)>>)

// -----

// expected-error@+1 {{level 0 (compressed) must be a sum of dimensions, quotients and remainders}}
func.func private @rounded_up(tensor<8xf64, #stensor.format<(i) -> (i ceildiv 4 : compressed, i : compressed)>>)

// -----

#Twice = #stensor.format<(i) -> (i * 2 : compressed)>
#Pairs = #stensor.format<(i) -> (i floordiv 8 : dense, i mod 8 : structured[2, 4])>
// Each has its own.
// expected-error@+2 {{no tensor can be stored as #stensor.format<(i) -> (i * 2 : compressed)>: dimension 0 (i) is not determined by the levels}}
// expected-error@+1 {{level 1 (structured) must be a remainder `mod 4`, found `i mod 8`}}
func.func private @two_of_them(tensor<8xf64, #Twice>, tensor<8xf64, #Pairs>) attributes {a.type = tensor<4xf64, #Twice>}

// -----

// Wherever types can stand.
// expected-error@+1 {{level 1 (singleton) needs a level above it inside the batch, it stands below a batch level}}
module attributes {a.formats = [{b = (tuple<tensor<4x4xf64, #stensor.format<(i, j) -> (i : batch, j : singleton)>>>) -> ()}]} {
}

// -----

// expected-error@+1 {{level 0 (dense) needs coordinates of at least 0, `j - i` can be negative: store it compressed}}
func.func private @dense_diagonals(tensor<4x4xf64, #stensor.format<(i, j) -> (j - i : dense, i : range, j : offset)>>)

// -----

// expected-error@+1 {{level 2 (offset) must be determined by the levels above, they do not determine j}}
func.func private @offset_of_what_is_below(tensor<4x4x4xf64, #stensor.format<(i, j, k) -> (i : dense, k : dense, j : offset, j : compressed)>>)

// -----

// expected-error@+1 {{level 2 (_) may stand once, it is level 0 too}}
func.func private @two_slots(tensor<4x4xf64, #stensor.format<(i, j) -> (_ : dense, i : dense, _ : dense, j : singleton)>>)

// -----

// expected-error@+1 {{level 0 (_) must be dense, found compressed}}
func.func private @stored_slots(tensor<4xf64, #stensor.format<(i) -> (_ : compressed, i : singleton)>>)

// -----

// expected-error@+1 {{level 0 (_) needs a singleton level as the first below it that is not dense, level 2 is compressed}}
func.func private @slots_of_segments(tensor<4x4xf64, #stensor.format<(i, j) -> (_ : dense, i : dense, j : compressed)>>)

// -----

// expected-error@+1 {{level 0 (_) needs a singleton level below it, found none}}
func.func private @slots_of_nothing(tensor<4xf64, #stensor.format<(i) -> (_ : dense, i : dense)>>)

// -----

// expected-error@+1 {{level 0 (_) needs coordinates of at least 0 below it, because unused slots store 0: `j - i` of level 2 can be negative}}
func.func private @signed_slots(tensor<4x4xf64, #stensor.format<(i, j) -> (_ : dense, i : dense, j - i : singleton)>>)

// -----

// expected-error@+1 {{dimension 1 (j) is not determined by the levels}}
func.func private @lost_dimension(tensor<4x4xf64, #stensor.format<(i, j) -> (i : dense, i : compressed)>>)

// -----

// expected-error@+1 {{level 1 (range) needs a level above it that is the difference of j and another dimension}}
func.func private @range_without_a_diagonal(tensor<4x4xf64, #stensor.format<(i, j) -> (i : dense, j : range)>>)

// -----

// expected-error@+1 {{level 1 (range) needs a level above it that is the difference of k and another dimension}}
func.func private @range_below_another_diagonal(tensor<4x4x4xf64, #stensor.format<(i, j, k) -> (j - i : compressed, k : range, i : dense)>>)
