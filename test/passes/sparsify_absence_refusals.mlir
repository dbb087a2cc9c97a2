// RUN: lacuna-opt %s --sloop-sparsify --split-input-file --verify-diagnostics

#V = #stensor.format<(i) -> (i : compressed)>

func.func @root_of_what_is_none(%x: tensor<?xf64, #V>, %z: memref<f64>, %n: index) {
  sloop.nest ins(%a = %x : tensor<?xf64, #V>) outs(%c = %z : memref<f64>) {
    %s = sloop.fold %i in %n by min -> f64 {
      %0 = sloop.read %a[%i] : tensor<?xf64, #V>
      %1 = sloop.stored %0 : f64
      %2 = sloop.absent : f64
      %3 = arith.select %1, %0, %2 : f64
      sloop.yield %3 : f64
    }
    %r = math.sqrt %s : f64
    // expected-error@+1 {{may have no value, so sqrt(min(v0, }}
    sloop.write %r, %c[] : memref<f64>
  }
  return
}

// -----

#V = #stensor.format<(i, j) -> (i : dense, j : compressed)>

// Points that are read in another order are collected all of them, so it is not known which are stored.
func.func @asked_of_every_point(%x: tensor<4x5xf64, #V>, %z: memref<5x4xf64>) {
  %four = arith.constant 4 : index
  %five = arith.constant 5 : index
  %zero = arith.constant 0.0 : f64
  sloop.nest ins(%a = %x : tensor<4x5xf64, #V>) outs(%c = %z : memref<5x4xf64>) {
    sloop.where tensor<4x5xf64> produce(%w) {
      sloop.forall %i in %four {
        sloop.forall %j in %five {
          %0 = sloop.read %a[%i, %j] : tensor<4x5xf64, #V>
          sloop.write %0, %w[%i, %j] by add : tensor<4x5xf64>
        }
      }
    } consume(%w) {
      sloop.forall %j in %five {
        sloop.forall %i in %four {
          %0 = sloop.read %w[%i, %j] : tensor<4x5xf64>
          %1 = sloop.stored %0 : f64
          %2 = arith.select %1, %0, %zero : f64
          // expected-error@+1 {{is asked what it stores at points that other loops choose}}
          sloop.write %2, %c[%j, %i] : memref<5x4xf64>
        }
      }
    }
  }
  return
}
