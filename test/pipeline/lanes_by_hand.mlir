// Lanes that are asked for by hand, where `sloop-vectorize` would not choose them: around a fold, and in the producer of a
// workspace, whose point all lanes combine into.

// RUN: lacuna-opt %s --lacuna=verify=true | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna="verify=true fp=strict" | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna="verify=true vector-bytes=0" | %run | FileCheck %s

func.func @into_one_point_of_a_workspace(%x: tensor<f64>, %y: tensor<4xf64>) -> tensor<f64> {
  %c4 = arith.constant 4 : index
  %r = sloop.nest ins(%b = %y : tensor<4xf64>) outs(%a = %x : tensor<f64>) {
    sloop.forall %i in %c4 {
      sloop.where tensor<4xf64> produce(%w) {
        sloop.forall %k in %c4 how(<lanes = 2>) {
          %0 = sloop.read %b[%k] : tensor<4xf64>
          sloop.write %0, %w[%i] by add : tensor<4xf64>
        }
      } consume(%w) {
        sloop.forall %q in %c4 {
          %0 = sloop.read %w[%q] : tensor<4xf64>
          sloop.write %0, %a[] by add : tensor<f64>
        }
      }
    }
  }
  return %r : tensor<f64>
}

// A fold in lanes around a fold, for a point that is stored only where something is found. One size is known, the other is not.
func.func @around_a_fold(%x: tensor<f64>, %n: index) -> tensor<f64> {
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %one = arith.constant 1.0 : f64
  %r = sloop.nest outs(%a = %x : tensor<f64>) {
    sloop.forall %i in %c1 {
      sloop.where tensor<1xf64> produce(%w) {
        sloop.forall %k in %c5 how(<lanes = 2>) {
          %0 = sloop.fold %l in %n by add -> f64 {
            sloop.yield %one : f64
          }
          sloop.write %0, %w[%i] by max : tensor<1xf64>
        }
        sloop.forall %k in %n how(<lanes = 2>) {
          %0 = sloop.fold %l in %c5 by add -> f64 {
            sloop.yield %one : f64
          }
          sloop.write %0, %w[%i] by max : tensor<1xf64>
        }
      } consume(%w) {
        sloop.forall %q in %c1 {
          %0 = sloop.read %w[%q] : tensor<1xf64>
          sloop.write %0, %a[] by add : tensor<f64>
        }
      }
    }
  }
  return %r : tensor<f64>
}

func.func @main() {
  %y = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf64>
  %zero = arith.constant dense<0.0> : tensor<f64>
  %x = bufferization.alloc_tensor() copy(%zero) : tensor<f64>
  %r = call @into_one_point_of_a_workspace(%x, %y) : (tensor<f64>, tensor<4xf64>) -> tensor<f64>
  %0 = tensor.extract %r[] : tensor<f64>
  // CHECK: 40
  vector.print %0 : f64
  %c3 = arith.constant 3 : index
  %z = bufferization.alloc_tensor() copy(%zero) : tensor<f64>
  %s = call @around_a_fold(%z, %c3) : (tensor<f64>, index) -> tensor<f64>
  %1 = tensor.extract %s[] : tensor<f64>
  // CHECK-NEXT: 5
  vector.print %1 : f64
  return
}
