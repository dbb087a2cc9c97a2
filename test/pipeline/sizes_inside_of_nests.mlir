// `--lacuna`, executed: sizes that are numbers may stand in the nest.

// RUN: lacuna-opt %s --lacuna=verify=true | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=vector-bytes=0 | %run | FileCheck %s

#SV = #stensor.format<(i) -> (i : compressed)>

func.func @one_more(%y: tensor<4xf64>) -> tensor<4xf64> {
  %r = sloop.nest outs(%c = %y : tensor<4xf64>) {
    %c4 = arith.constant 4 : index
    %one = arith.constant 1.0 : f64
    sloop.forall %i in %c4 {
      sloop.write %one, %c[%i] by add : tensor<4xf64>
    }
  }
  return %r : tensor<4xf64>
}

func.func @but_for_the_last(%x: tensor<4xf64, #SV>, %y: tensor<?xf64>) -> tensor<?xf64> {
  %r = sloop.nest ins(%a = %x : tensor<4xf64, #SV>) outs(%c = %y : tensor<?xf64>) attributes {sloop.windows = array<i64: 0>} {
    %c3 = arith.constant 3 : index
    sloop.where tensor<?xf64> sizes(%c3) produce(%w) {
      sloop.forall %i in %c3 {
        %0 = sloop.read %a[%i] : tensor<4xf64, #SV>
        sloop.write %0, %w[%i] by add : tensor<?xf64>
      }
    } consume(%v) {
      sloop.forall %i in %c3 {
        %0 = sloop.read %v[%i] : tensor<?xf64>
        sloop.write %0, %c[%i] by add : tensor<?xf64>
      }
    }
  }
  return %r : tensor<?xf64>
}

func.func @main() {
  %zero = arith.constant 0 : index
  %pad = arith.constant -9.0 : f64
  %y = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf64>
  %more = call @one_more(%y) : (tensor<4xf64>) -> tensor<4xf64>
  // CHECK: ( 2, 3, 4, 5 )
  %0 = vector.transfer_read %more[%zero], %pad : tensor<4xf64>, vector<4xf64>
  vector.print %0 : vector<4xf64>
  %x = stensor.convert %y : tensor<4xf64> to tensor<4xf64, #SV>
  %z = arith.constant dense<[10.0, 20.0, 30.0]> : tensor<3xf64>
  %open = tensor.cast %z : tensor<3xf64> to tensor<?xf64>
  %rest = call @but_for_the_last(%x, %open) : (tensor<4xf64, #SV>, tensor<?xf64>) -> tensor<?xf64>
  // CHECK: ( 11, 22, 33 )
  %1 = vector.transfer_read %rest[%zero], %pad : tensor<?xf64>, vector<3xf64>
  vector.print %1 : vector<3xf64>
  stensor.release %x : tensor<4xf64, #SV>
  return
}
