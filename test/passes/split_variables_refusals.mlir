// `sloop-split-variables`: what it refuses, and why.

// RUN: lacuna-opt %s --sloop-split-variables --verify-diagnostics --split-input-file

#Blocks = #stensor.format<(i, j) -> (i floordiv 2 : dense, j floordiv 2 : compressed, i mod 2 : dense, j mod 2 : dense)>
func.func @diagonal_of_blocks(%A: tensor<8x8xf64, #Blocks>, %Y: tensor<8xf64>) -> tensor<8xf64> {
  %c8 = arith.constant 8 : index
  %r = sloop.nest ins(%a = %A : tensor<8x8xf64, #Blocks>) outs(%c = %Y : tensor<8xf64>) {
    sloop.forall %i in %c8 {
      %0 = sloop.read %a[%i, %i] : tensor<8x8xf64, #Blocks>
      // expected-error-re@+1 {{operand 0 ({{.*}}) is subscripted twice by one variable: diagonals of stored tensors are not supported yet}}
      sloop.write %0, %c[%i] by add : tensor<8xf64>
    }
  }
  return %r : tensor<8xf64>
}

// -----

#Slots = #stensor.format<(i, j) -> (_ : dense, i : dense, j : singleton)>
func.func @maximum_over_slots(%A: tensor<8x8xf64, #Slots>, %Y: tensor<8xf64>) -> tensor<8xf64> {
  %c8 = arith.constant 8 : index
  %r = sloop.nest ins(%a = %A : tensor<8x8xf64, #Slots>) outs(%c = %Y : tensor<8xf64>) {
    sloop.forall %i in %c8 {
      sloop.forall %j in %c8 {
        %0 = sloop.read %a[%i, %j] : tensor<8x8xf64, #Slots>
        // expected-error@+1 {{operand 0 (tensor<8x8xf64, #stensor.format<(i, j) -> (_ : dense, i : dense, j : singleton)>>) keeps its entries in slots, which only sums can take one by one}}
        sloop.write %0, %c[%i] by max : tensor<8xf64>
      }
    }
  }
  return %r : tensor<8xf64>
}

// -----

#Slots = #stensor.format<(i, j) -> (_ : dense, i : dense, j : singleton)>
func.func @square_over_slots(%A: tensor<8x8xf64, #Slots>, %Y: tensor<8xf64>) -> tensor<8xf64> {
  %c8 = arith.constant 8 : index
  %r = sloop.nest ins(%a = %A : tensor<8x8xf64, #Slots>) outs(%c = %Y : tensor<8xf64>) {
    sloop.forall %i in %c8 {
      sloop.forall %j in %c8 {
        %0 = sloop.read %a[%i, %j] : tensor<8x8xf64, #Slots>
        %1 = arith.mulf %0, %0 : f64
        // expected-error@+1 {{keeps its entries in slots, which only sums can take one by one}}
        sloop.write %1, %c[%i] by add : tensor<8xf64>
      }
    }
  }
  return %r : tensor<8xf64>
}

// -----

#Slots = #stensor.format<(i, j) -> (_ : dense, i : dense, j : singleton)>
func.func @more_than_zero_beside_slots(%A: tensor<8x8xf64, #Slots>, %Y: tensor<8xf64>) -> tensor<8xf64> {
  %c8 = arith.constant 8 : index
  %one = arith.constant 1.0 : f64
  %r = sloop.nest ins(%a = %A : tensor<8x8xf64, #Slots>) outs(%c = %Y : tensor<8xf64>) {
    sloop.forall %i in %c8 {
      sloop.forall %j in %c8 {
        %0 = sloop.read %a[%i, %j] : tensor<8x8xf64, #Slots>
        %1 = arith.addf %0, %one : f64
        // expected-error@+1 {{keeps its entries in slots, which only sums can take one by one}}
        sloop.write %1, %c[%i] by add : tensor<8xf64>
      }
    }
  }
  return %r : tensor<8xf64>
}

// -----

// The loop over columns becomes one over diagonals, which is no loop for the first write.
#DIA = #stensor.format<(i, j) -> (j - i : compressed, i : range, j : offset)>
func.func @loops_beside_writes(%A: tensor<8x8xf64, #DIA>, %Y: tensor<8xf64>) -> tensor<8xf64> {
  %c8 = arith.constant 8 : index
  %one = arith.constant 1.0 : f64
  %r = sloop.nest ins(%a = %A : tensor<8x8xf64, #DIA>) outs(%c = %Y : tensor<8xf64>) {
    sloop.forall %j in %c8 {
      sloop.write %one, %c[%j] : tensor<8xf64>
      sloop.forall %i in %c8 {
        %0 = sloop.read %a[%i, %j] : tensor<8x8xf64, #DIA>
        // expected-error@+1 {{the statements of these loops depend on each other: what one does to operand 1 matters to another in another round; give each write a nest of loops of its own}}
        sloop.write %0, %c[%i] by add : tensor<8xf64>
      }
    }
  }
  return %r : tensor<8xf64>
}

// -----

// The write has no loop over rows, which stand in a fold: the diagonals of its columns would have no value there.
#DIA = #stensor.format<(i, j) -> (j - i : compressed, i : range, j : offset)>
func.func @write_outside_of_the_fold(%B: tensor<4x3xf64, #DIA>, %y: tensor<3xf64>) -> tensor<3xf64> {
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %r = sloop.nest ins(%b = %B : tensor<4x3xf64, #DIA>) outs(%c = %y : tensor<3xf64>) {
    // expected-error@+1 {{ask for other loops around it, and it cannot be taken apart}}
    sloop.where tensor<3xf64> produce(%w) {
      sloop.forall %j in %c3 {
        %0 = sloop.fold %i in %c4 by add -> f64 {
          %1 = sloop.read %b[%i, %j] : tensor<4x3xf64, #DIA>
          sloop.yield %1 : f64
        }
        sloop.write %0, %w[%j] by min : tensor<3xf64>
      }
    } consume(%w) {
      sloop.forall %j in %c3 {
        %0 = sloop.read %w[%j] : tensor<3xf64>
        sloop.write %0, %c[%j] by add : tensor<3xf64>
      }
    }
  }
  return %r : tensor<3xf64>
}
