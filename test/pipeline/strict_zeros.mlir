// `--lacuna=fp=strict`, executed: 0 + -0 is 0, as the program says.

// RUN: lacuna-opt %s --lacuna=fp=strict | %run | FileCheck %s

#Dense = #stensor.format<(i) -> (i : dense)>
#map = {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
memref.global "private" constant @val : memref<4xf64> = dense<[-0.0, 1.0, -0.0, 2.0]>
func.func @fill_and_add(%A: tensor<4xf64, #Dense>, %e: tensor<4xf64>) -> tensor<4xf64> {
  %zero = arith.constant 0.0 : f64
  %y = linalg.fill ins(%zero : f64) outs(%e : tensor<4xf64>) -> tensor<4xf64>
  %0 = linalg.generic #map ins(%A : tensor<4xf64, #Dense>) outs(%y : tensor<4xf64>) {
  ^bb0(%a: f64, %c: f64):
    %s = arith.addf %c, %a : f64
    linalg.yield %s : f64
  } -> tensor<4xf64>
  return %0 : tensor<4xf64>
}
func.func @main() {
  %val = memref.get_global @val : memref<4xf64>
  %A = stensor.pack(%val) : (memref<4xf64>) -> tensor<4xf64, #Dense>
  %one = arith.constant 1.0 : f64
  %c0 = arith.constant 0 : index
  %x = tensor.generate {
  ^bb0(%i: index):
    tensor.yield %one : f64
  } : tensor<4xf64>
  %0 = call @fill_and_add(%A, %x) : (tensor<4xf64, #Dense>, tensor<4xf64>) -> tensor<4xf64>
  %v = vector.transfer_read %0[%c0], %one : tensor<4xf64>, vector<4xf64>
  // CHECK: ( 0, 1, 0, 2 )
  vector.print %v : vector<4xf64>
  return
}
