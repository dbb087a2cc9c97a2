// What passes on the index form refuse of `sloop.where`, and what `sloop-sparsify` does not compile.

// RUN: split-file %s %t
// RUN: lacuna-opt %t/refused.mlir --split-input-file --verify-diagnostics \
// RUN:   --pass-pipeline='builtin.module(sloop-form-results, sloop-split-variables, sloop-schedule)'
// RUN: lacuna-opt %t/not_compiled.mlir --split-input-file --verify-diagnostics --sloop-sparsify

//--- refused.mlir
// The loop over the columns of A would have to stand outside of that over its rows, where the sloop.where is.
#CSC = #stensor.format<(i, j) -> (j : dense, i : compressed)>
func.func @order(%A: tensor<3x3xf64, #CSC>, %y: tensor<3xf64>) -> tensor<3xf64> {
  %c3 = arith.constant 3 : index
  %r = sloop.nest ins(%a = %A : tensor<3x3xf64, #CSC>) outs(%c = %y : tensor<3xf64>) {
    sloop.forall %i in %c3 {
      // expected-error@+1 {{sloop.where: the levels of stored operands ask for another order of the loops around and inside of it, v1 -> v0}}
      sloop.where tensor<f64> produce(%w) {
        sloop.forall %j in %c3 {
          %0 = sloop.read %a[%i, %j] : tensor<3x3xf64, #CSC>
          sloop.write %0, %w[] by add : tensor<f64>
        }
      } consume(%w) {
        %0 = sloop.read %w[] : tensor<f64>
        sloop.write %0, %c[%i] : tensor<3xf64>
      }
    }
  }
  return %r : tensor<3xf64>
}

// -----

#BCSR = #stensor.format<(i, j) -> (i floordiv 2 : dense, j floordiv 2 : compressed, i mod 2 : dense, j mod 2 : dense)>
func.func @blocks(%A: tensor<4x4xf64, #BCSR>, %y: tensor<4xf64>) -> tensor<4xf64> {
  %c4 = arith.constant 4 : index
  %r = sloop.nest ins(%a = %A : tensor<4x4xf64, #BCSR>) outs(%c = %y : tensor<4xf64>) {
    sloop.forall %i in %c4 {
      // expected-error@+1 {{sloop.where: the levels of stored operands ask for another order of the loops around and inside of it, v2 -> v1}}
      sloop.where tensor<f64> produce(%w) {
        sloop.forall %j in %c4 {
          %0 = sloop.read %a[%i, %j] : tensor<4x4xf64, #BCSR>
          sloop.write %0, %w[] by add : tensor<f64>
        }
      } consume(%w) {
        %0 = sloop.read %w[] : tensor<f64>
        sloop.write %0, %c[%i] : tensor<4xf64>
      }
    }
  }
  return %r : tensor<4xf64>
}

// -----

// The points come in parts.
#SV = #stensor.format<(i) -> (i : compressed)>
func.func @parts(%x: tensor<4xf64>, %v: f64) -> tensor<4xf64, #SV> {
  %c4 = arith.constant 4 : index
  %e = stensor.empty : tensor<4xf64, #SV>
  %r = sloop.nest ins(%a = %x : tensor<4xf64>) outs(%c = %e : tensor<4xf64, #SV>) {
    // expected-error@+1 {{sloop.where: its loops cannot be taken apart, and operand 1 has a term without exactly one loop for each dimension: let the producer sum over other loops}}
    sloop.where tensor<f64> produce(%w) {
      sloop.write %v, %w[] : tensor<f64>
    } consume(%w) {
      sloop.forall %j in %c4 {
        sloop.forall %i in %c4 {
          %0 = sloop.read %w[] : tensor<f64>
          sloop.write %0, %c[%i] by add : tensor<4xf64, #SV>
        }
      }
    }
  }
  return %r : tensor<4xf64, #SV>
}

// -----

// The loop over columns becomes one over diagonals, which is no loop for what is produced.
#DIA = #stensor.format<(i, j) -> (j - i : compressed, i : range, j : offset)>
func.func @diagonals(%A: tensor<4x4xf64, #DIA>, %y: tensor<4xf64>) -> tensor<4xf64> {
  %c4 = arith.constant 4 : index
  %r = sloop.nest ins(%a = %A : tensor<4x4xf64, #DIA>) outs(%c = %y : tensor<4xf64>) {
    sloop.forall %j in %c4 {
      // expected-error@+1 {{sloop.where: the levels of operand 0 (tensor<4x4xf64, #stensor.format<(i, j) -> (j - i : compressed, i : range, j : offset)>>) ask for other loops around it, and it cannot be taken apart}}
      sloop.where tensor<f64> produce(%w) {
        sloop.forall %i in %c4 {
          %0 = sloop.read %a[%i, %j] : tensor<4x4xf64, #DIA>
          sloop.write %0, %w[] by add : tensor<f64>
        }
      } consume(%w) {
        %0 = sloop.read %w[] : tensor<f64>
        sloop.write %0, %c[%j] : tensor<4xf64>
      }
    }
  }
  return %r : tensor<4xf64>
}

// -----

func.func @size_from_inside(%y: tensor<4xf64>, %v: f64) -> tensor<4xf64> {
  %c4 = arith.constant 4 : index
  %r = sloop.nest outs(%c = %y : tensor<4xf64>) {
    sloop.forall %i in %c4 {
      // expected-error@+1 {{a size is computed inside of the nest, required one from outside}}
      sloop.where tensor<?xf64> sizes(%i) produce(%w) {
      } consume(%w) {
        sloop.write %v, %c[%i] : tensor<4xf64>
      }
    }
  }
  return %r : tensor<4xf64>
}

// -----

func.func @extent_from_inside(%y: tensor<4xf64>, %v: f64) -> tensor<4xf64> {
  %c4 = arith.constant 4 : index
  %r = sloop.nest outs(%c = %y : tensor<4xf64>) {
    sloop.forall %i in %c4 {
      // expected-error@+1 {{a size is computed inside of the nest, required one from outside}}
      sloop.forall %j in %i {
        sloop.write %v, %c[%j] by add : tensor<4xf64>
      }
    }
  }
  return %r : tensor<4xf64>
}

// -----

// One term stands beside the statement, one is inside of it.
#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @terms_in_different_loops(%A: tensor<4x4xf64>, %B: tensor<4x4xf64>) -> tensor<4x4xf64, #CSR> {
  %c4 = arith.constant 4 : index
  %e = stensor.empty : tensor<4x4xf64, #CSR>
  %r = sloop.nest ins(%a = %A, %b = %B : tensor<4x4xf64>, tensor<4x4xf64>) outs(%c = %e : tensor<4x4xf64, #CSR>) {
    sloop.forall %i in %c4 {
      sloop.forall %j in %c4 {
        %0 = sloop.read %b[%i, %j] : tensor<4x4xf64>
        sloop.write %0, %c[%i, %j] by add : tensor<4x4xf64, #CSR>
      }
      // expected-error@+1 {{its loops cannot be taken apart, and operand 2 has terms that stand apart: write them side by side, in the same loops, or give each a result of its own}}
      sloop.where tensor<4xf64> produce(%w) {
        sloop.forall %k in %c4 {
          sloop.forall %j in %c4 {
            %0 = sloop.read %a[%i, %k] : tensor<4x4xf64>
            sloop.write %0, %w[%j] by add : tensor<4xf64>
          }
        }
      } consume(%w) {
        sloop.forall %j in %c4 {
          %0 = sloop.read %w[%j] : tensor<4xf64>
          sloop.write %0, %c[%i, %j] by add : tensor<4x4xf64, #CSR>
        }
      }
    }
  }
  return %r : tensor<4x4xf64, #CSR>
}

// -----

#SV = #stensor.format<(i) -> (i : compressed)>
func.func @stores_something_before(%x: tensor<4xf64>, %y: tensor<4xf64, #SV>) -> tensor<4xf64, #SV> {
  %c4 = arith.constant 4 : index
  %r = sloop.nest ins(%a = %x : tensor<4xf64>) outs(%c = %y : tensor<4xf64, #SV>) {
    // expected-error@+1 {{its loops cannot be taken apart, and operand 1 may store something before: let it start empty, and add what it held as a term}}
    sloop.where tensor<4xf64> produce(%w) {
      sloop.forall %i in %c4 {
        %0 = sloop.read %a[%i] : tensor<4xf64>
        sloop.write %0, %w[%i] : tensor<4xf64>
      }
    } consume(%w) {
      sloop.forall %i in %c4 {
        %0 = sloop.read %w[%i] : tensor<4xf64>
        sloop.write %0, %c[%i] by add : tensor<4xf64, #SV>
      }
    }
  }
  return %r : tensor<4xf64, #SV>
}

//--- not_compiled.mlir
#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @scalar(%A: memref<3x4xf64>, %y: memref<3xf64>) {
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  sloop.nest ins(%a = %A : memref<3x4xf64>) outs(%c = %y : memref<3xf64>) {
    sloop.forall %i in %c3 {
      // expected-error@+1 {{sloop.where: its tensor has no dimensions: run sloop-loop-once first}}
      sloop.where tensor<f64> produce(%w) {
        sloop.forall %j in %c4 {
          %0 = sloop.read %a[%i, %j] : memref<3x4xf64>
          sloop.write %0, %w[] by add : tensor<f64>
        }
      } consume(%w) {
        %0 = sloop.read %w[] : tensor<f64>
        sloop.write %0, %c[%i] by add : memref<3xf64>
      }
    }
  }
  return
}

// -----

// Not refused, and not silent: lanes that somebody asked for.
func.func @lanes(%x: memref<8xf64>, %y: memref<8xf64>) {
  %c8 = arith.constant 8 : index
  // expected-remark@+2 {{the loop over v1 runs without lanes: local tensor 2 is a workspace}}
  // expected-remark@+1 {{the loop over v2 runs without lanes: local tensor 2 is a workspace}}
  sloop.nest ins(%a = %x : memref<8xf64>) outs(%c = %y : memref<8xf64>) {
    sloop.forall %k in %c8 {
      sloop.where tensor<8xf64> produce(%w) {
        sloop.forall %i in %c8 how(<lanes = 4>) {
          %0 = sloop.read %a[%i] : memref<8xf64>
          sloop.write %0, %w[%i] : tensor<8xf64>
        }
      } consume(%w) {
        sloop.forall %i in %c8 how(<lanes = 4>) {
          %0 = sloop.read %w[%i] : tensor<8xf64>
          sloop.write %0, %c[%i] by add : memref<8xf64>
        }
      }
    }
  }
  return
}

// -----

func.func @lanes_around(%x: memref<8xf64>, %y: memref<8xf64>) {
  %c8 = arith.constant 8 : index
  // expected-remark@+1 {{the loop over v0 runs without lanes: a producer and a consumer are inside of it}}
  sloop.nest ins(%a = %x : memref<8xf64>) outs(%c = %y : memref<8xf64>) {
    sloop.forall %k in %c8 how(<lanes = 4>) {
      sloop.where tensor<8xf64> produce(%w) {
        sloop.forall %i in %c8 {
          %0 = sloop.read %a[%i] : memref<8xf64>
          sloop.write %0, %w[%i] : tensor<8xf64>
        }
      } consume(%w) {
        sloop.forall %i in %c8 {
          %0 = sloop.read %w[%i] : tensor<8xf64>
          sloop.write %0, %c[%i] by add : memref<8xf64>
        }
      }
    }
  }
  return
}

// -----

func.func @half(%x: memref<?xf16>, %y: memref<?xf16>, %n: index) {
  sloop.nest ins(%a = %x : memref<?xf16>) outs(%c = %y : memref<?xf16>) {
    // expected-error@+1 {{sloop.where: no format has such a value for f16 that is not stored}}
    sloop.where tensor<?xf16> sizes(%n) initially(1.5 : f16) produce(%w) {
      sloop.forall %i in %n {
        %0 = sloop.read %a[%i] : memref<?xf16>
        sloop.write %0, %w[%i] : tensor<?xf16>
      }
    } consume(%w) {
      sloop.forall %i in %n {
        %0 = sloop.read %w[%i] : tensor<?xf16>
        sloop.write %0, %c[%i] by add : memref<?xf16>
      }
    }
  }
  return
}

// -----

// Keys and values are combined when they are sorted: no write can do otherwise than the others.
func.func @combines_in_two_ways(%x: memref<8xf64>, %y: memref<8xf64>) {
  %c8 = arith.constant 8 : index
  sloop.nest ins(%a = %x : memref<8xf64>) outs(%c = %y : memref<8xf64>) {
    sloop.where kept(radix) tensor<8xf64> produce(%w) {
      sloop.forall %i in %c8 {
        %0 = sloop.read %a[%i] : memref<8xf64>
        // expected-error@+1 {{is to be kept by radix, so all that is written to it combines alike}}
        sloop.write %0, %w[%i] : tensor<8xf64>
      }
      sloop.forall %i in %c8 {
        %0 = sloop.read %a[%i] : memref<8xf64>
        sloop.write %0, %w[%i] by add : tensor<8xf64>
      }
    } consume(%w) {
      sloop.forall %i in %c8 {
        %0 = sloop.read %w[%i] : tensor<8xf64>
        sloop.write %0, %c[%i] by add : memref<8xf64>
      }
    }
  }
  return
}
