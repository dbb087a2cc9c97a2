// `--lacuna`, executed: what sets stored operands apart from loops over arrays, on one sparse vector, A(1) = 2 and
// A(3) = 3 of 4.

// RUN: lacuna-opt %s --lacuna | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=fp=strict | %run | FileCheck %s

#SV = #stensor.format<(i) -> (i : compressed)>
#Dense = #stensor.format<(i) -> (i : dense)>
#map = {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
#zip = {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
        iterator_types = ["parallel"]}
#reduce = {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
#outer = {indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i)>],
          iterator_types = ["parallel", "reduction"]}

memref.global "private" constant @pos : memref<2xi32> = dense<[0, 2]>
memref.global "private" constant @crd : memref<2xi32> = dense<[1, 3]>
memref.global "private" constant @val : memref<2xf64> = dense<[2.0, 3.0]>
memref.global "private" constant @full : memref<4xf64> = dense<[0.0, 2.0, 0.0, 3.0]>
memref.global "private" constant @x : memref<4xf64> = dense<[10.0, 20.0, 30.0, 40.0]>

// Points that are not stored become zero, whatever was there.
func.func @copy(%A: tensor<4xf64, #SV>, %y: tensor<4xf64>) -> tensor<4xf64> {
  %0 = linalg.generic #map ins(%A : tensor<4xf64, #SV>) outs(%y : tensor<4xf64>) {
  ^bb0(%a: f64, %c: f64):
    linalg.yield %a : f64
  } -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

// Points that are not stored keep what was there.
func.func @add(%A: tensor<4xf64, #SV>, %y: tensor<4xf64>) -> tensor<4xf64> {
  %0 = linalg.generic #map ins(%A : tensor<4xf64, #SV>) outs(%y : tensor<4xf64>) {
  ^bb0(%a: f64, %c: f64):
    %s = arith.addf %a, %c : f64
    linalg.yield %s : f64
  } -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

// The index of an entry is its coordinate, not its position.
func.func @weighted_by_index(%A: tensor<4xf64, #SV>, %y: tensor<4xf64>) -> tensor<4xf64> {
  %0 = linalg.generic #map ins(%A : tensor<4xf64, #SV>) outs(%y : tensor<4xf64>) {
  ^bb0(%a: f64, %c: f64):
    %i = linalg.index 0 : index
    %n = arith.index_cast %i : index to i64
    %f = arith.sitofp %n : i64 to f64
    %p = arith.mulf %a, %f : f64
    linalg.yield %p : f64
  } -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

// A minimum sees the zeros of a tensor that stores every point.
func.func @minimum(%A: tensor<4xf64, #Dense>, %y: tensor<f64>) -> tensor<f64> {
  %0 = linalg.generic #reduce ins(%A : tensor<4xf64, #Dense>) outs(%y : tensor<f64>) {
  ^bb0(%a: f64, %c: f64):
    %s = arith.minimumf %a, %c : f64
    linalg.yield %s : f64
  } -> tensor<f64>
  return %0 : tensor<f64>
}

// A stored operand and one that can be located, over one loop.
func.func @product_of_two(%A: tensor<4xf64, #SV>, %B: tensor<4xf64, #Dense>, %y: tensor<4xf64>) -> tensor<4xf64> {
  %0 = linalg.generic #zip ins(%A, %B : tensor<4xf64, #SV>, tensor<4xf64, #Dense>) outs(%y : tensor<4xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %p = arith.mulf %a, %b : f64
    linalg.yield %p : f64
  } -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

// The result is computed from the old value of the same tensor: bufferization copies.
func.func @reads_its_own_result(%A: tensor<4xf64, #SV>, %y: tensor<4xf64>) -> tensor<4xf64> {
  %0 = linalg.generic #outer ins(%A, %y : tensor<4xf64, #SV>, tensor<4xf64>) outs(%y : tensor<4xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %p = arith.mulf %a, %b : f64
    %s = arith.addf %c, %p : f64
    linalg.yield %s : f64
  } -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

// Infinity times what is not stored is nothing; times what is stored, infinity.
func.func @infinity(%A: tensor<4xf64, #SV>, %y: tensor<4xf64>) -> tensor<4xf64> {
  %inf = arith.constant 0x7FF0000000000000 : f64
  %0 = linalg.generic #map ins(%A : tensor<4xf64, #SV>) outs(%y : tensor<4xf64>) {
  ^bb0(%a: f64, %c: f64):
    %p = arith.mulf %a, %inf : f64
    %s = arith.addf %p, %c : f64
    linalg.yield %s : f64
  } -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

func.func @print(%y: tensor<4xf64>) {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f64
  %v = vector.transfer_read %y[%c0], %pad : tensor<4xf64>, vector<4xf64>
  vector.print %v : vector<4xf64>
  return
}

func.func @main() {
  %pos = memref.get_global @pos : memref<2xi32>
  %crd = memref.get_global @crd : memref<2xi32>
  %val = memref.get_global @val : memref<2xf64>
  %full = memref.get_global @full : memref<4xf64>
  %A = stensor.pack(%pos, %crd, %val) : (memref<2xi32>, memref<2xi32>, memref<2xf64>) -> tensor<4xf64, #SV>
  %D = stensor.pack(%full) : (memref<4xf64>) -> tensor<4xf64, #Dense>
  %xb = memref.get_global @x : memref<4xf64>
  %x = bufferization.to_tensor %xb restrict : memref<4xf64> to tensor<4xf64>

  // CHECK: ( 0, 2, 0, 3 )
  %0 = call @copy(%A, %x) : (tensor<4xf64, #SV>, tensor<4xf64>) -> tensor<4xf64>
  call @print(%0) : (tensor<4xf64>) -> ()
  // CHECK-NEXT: ( 10, 22, 30, 43 )
  %1 = call @add(%A, %x) : (tensor<4xf64, #SV>, tensor<4xf64>) -> tensor<4xf64>
  call @print(%1) : (tensor<4xf64>) -> ()
  // CHECK-NEXT: ( 0, 2, 0, 9 )
  %2 = call @weighted_by_index(%A, %x) : (tensor<4xf64, #SV>, tensor<4xf64>) -> tensor<4xf64>
  call @print(%2) : (tensor<4xf64>) -> ()
  // CHECK-NEXT: 0
  %one = arith.constant 1.0 : f64
  %y = tensor.from_elements %one : tensor<f64>
  %3 = call @minimum(%D, %y) : (tensor<4xf64, #Dense>, tensor<f64>) -> tensor<f64>
  %4 = tensor.extract %3[] : tensor<f64>
  vector.print %4 : f64
  // CHECK-NEXT: ( 0, 4, 0, 9 )
  %5 = call @product_of_two(%A, %D, %x) : (tensor<4xf64, #SV>, tensor<4xf64, #Dense>, tensor<4xf64>) -> tensor<4xf64>
  call @print(%5) : (tensor<4xf64>) -> ()
  // CHECK-NEXT: ( 10, 220, 30, 340 )
  %6 = call @reads_its_own_result(%A, %x) : (tensor<4xf64, #SV>, tensor<4xf64>) -> tensor<4xf64>
  call @print(%6) : (tensor<4xf64>) -> ()
  // CHECK-NEXT: ( 10, inf, 30, inf )
  %7 = call @infinity(%A, %x) : (tensor<4xf64, #SV>, tensor<4xf64>) -> tensor<4xf64>
  call @print(%7) : (tensor<4xf64>) -> ()
  // What the kernels were given is as it was.
  // CHECK-NEXT: ( 10, 20, 30, 40 )
  call @print(%x) : (tensor<4xf64>) -> ()
  return
}
