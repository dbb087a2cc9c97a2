// `--lacuna=fp=strict`, executed: the old value meets one value after the other. 2^53 + 1 is 2^53, however often; 2^53 + 2 is
// not. A = [1 . 1], x = 1.

// RUN: lacuna-opt %s --lacuna=fp=strict | %run | FileCheck %s

#SV = #stensor.format<(i) -> (i : compressed)>
#sum = {
  indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>],
  iterator_types = ["reduction"]
}
memref.global "private" constant @pos : memref<2xi32> = dense<[0, 2]>
memref.global "private" constant @crd : memref<2xi32> = dense<[0, 2]>
memref.global "private" constant @ones : memref<2xf64> = dense<1.0>
memref.global "private" constant @x : memref<3xf64> = dense<1.0>

func.func @one_by_one(%A: tensor<3xf64, #SV>, %x: tensor<3xf64>, %y: tensor<f64>) -> tensor<f64> {
  %0 = linalg.generic #sum ins(%A, %x : tensor<3xf64, #SV>, tensor<3xf64>) outs(%y : tensor<f64>) {
  ^bb0(%a: f64, %b: f64, %old: f64):
    %1 = arith.addf %old, %a : f64
    %2 = arith.addf %1, %b : f64
    linalg.yield %2 : f64
  } -> tensor<f64>
  return %0 : tensor<f64>
}

func.func @together(%A: tensor<3xf64, #SV>, %x: tensor<3xf64>, %y: tensor<f64>) -> tensor<f64> {
  %0 = linalg.generic #sum ins(%A, %x : tensor<3xf64, #SV>, tensor<3xf64>) outs(%y : tensor<f64>) {
  ^bb0(%a: f64, %b: f64, %old: f64):
    %1 = arith.addf %a, %b : f64
    %2 = arith.subf %old, %1 : f64
    linalg.yield %2 : f64
  } -> tensor<f64>
  return %0 : tensor<f64>
}

// What is not added does not turn minus zero into zero.
func.func @nowhere(%A: tensor<3xf64, #SV>, %x: tensor<3xf64>, %y: tensor<f64>) -> tensor<f64> {
  %0 = linalg.generic #sum ins(%A, %x : tensor<3xf64, #SV>, tensor<3xf64>) outs(%y : tensor<f64>) {
  ^bb0(%a: f64, %b: f64, %old: f64):
    %c = arith.cmpf ogt, %a, %b : f64
    %1 = arith.addf %old, %b : f64
    %2 = arith.select %c, %1, %old : f64
    linalg.yield %2 : f64
  } -> tensor<f64>
  return %0 : tensor<f64>
}

func.func @main() {
  %pos = memref.get_global @pos : memref<2xi32>
  %crd = memref.get_global @crd : memref<2xi32>
  %ones = memref.get_global @ones : memref<2xf64>
  %A = stensor.pack(%pos, %crd, %ones) : (memref<2xi32>, memref<2xi32>, memref<2xf64>) -> tensor<3xf64, #SV>
  %xb = memref.get_global @x : memref<3xf64>
  %x = bufferization.to_tensor %xb restrict : memref<3xf64> to tensor<3xf64>
  %large = arith.constant 9007199254740992.0 : f64
  %y = tensor.from_elements %large : tensor<f64>
  // CHECK: {{^}}0{{$}}
  %0 = call @one_by_one(%A, %x, %y) : (tensor<3xf64, #SV>, tensor<3xf64>, tensor<f64>) -> tensor<f64>
  %1 = tensor.extract %0[] : tensor<f64>
  %2 = arith.subf %1, %large : f64
  vector.print %2 : f64
  // CHECK-NEXT: {{^}}-5{{$}}
  %3 = call @together(%A, %x, %y) : (tensor<3xf64, #SV>, tensor<3xf64>, tensor<f64>) -> tensor<f64>
  %4 = tensor.extract %3[] : tensor<f64>
  %5 = arith.subf %4, %large : f64
  vector.print %5 : f64
  // CHECK-NEXT: {{^}}-0{{$}}
  %minus = arith.constant -0.0 : f64
  %z = tensor.from_elements %minus : tensor<f64>
  %6 = call @nowhere(%A, %x, %z) : (tensor<3xf64, #SV>, tensor<3xf64>, tensor<f64>) -> tensor<f64>
  %7 = tensor.extract %6[] : tensor<f64>
  vector.print %7 : f64
  return
}
