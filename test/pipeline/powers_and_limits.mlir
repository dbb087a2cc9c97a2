// `--lacuna`, executed: operations of `math` that are expanded before they are converted, on a sparse operand and, with
// `dense`, in lanes: powers by integers that are known late, and values kept between limits. A(1) = 2 and A(3) = -3 of 4.

// RUN: lacuna-opt %s --lacuna | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=dense=true | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna='fp=strict vector-bytes=0' | %run | FileCheck %s

#SV = #stensor.format<(i) -> (i : compressed)>
#zip = {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
        iterator_types = ["parallel"]}
#map = {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
memref.global "private" constant @pos : memref<2xi32> = dense<[0, 2]>
memref.global "private" constant @crd : memref<2xi32> = dense<[1, 3]>
memref.global "private" constant @val_f64 : memref<2xf64> = dense<[2.0, -3.0]>
memref.global "private" constant @full_f64 : memref<4xf64> = dense<[0.0, 2.0, 0.0, -3.0]>
memref.global "private" constant @val_i32 : memref<2xi32> = dense<[2, -3]>
memref.global "private" constant @n : memref<4xi32> = dense<[1, 10, 2, 3]>

func.func @powers(%A: tensor<4xf64, #SV>, %n: tensor<4xi32>, %y: tensor<4xf64>) -> tensor<4xf64> {
  %0 = linalg.generic #zip ins(%A, %n : tensor<4xf64, #SV>, tensor<4xi32>) outs(%y : tensor<4xf64>) {
  ^bb0(%a: f64, %k: i32, %old: f64):
    %p = math.fpowi %a, %k : f64, i32
    linalg.yield %p : f64
  } -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

func.func @powers_by_narrow_integers(%A: tensor<4xf64, #SV>, %n: tensor<4xi32>, %y: tensor<4xf64>) -> tensor<4xf64> {
  %0 = linalg.generic #zip ins(%A, %n : tensor<4xf64, #SV>, tensor<4xi32>) outs(%y : tensor<4xf64>) {
  ^bb0(%a: f64, %k: i32, %old: f64):
    %j = arith.trunci %k : i32 to i8
    %p = math.fpowi %a, %j : f64, i8
    linalg.yield %p : f64
  } -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

func.func @dense_powers(%A: tensor<4xf64>, %n: tensor<4xi32>, %y: tensor<4xf64>) -> tensor<4xf64> {
  %0 = linalg.generic #zip ins(%A, %n : tensor<4xf64>, tensor<4xi32>) outs(%y : tensor<4xf64>) {
  ^bb0(%a: f64, %k: i32, %old: f64):
    %p = math.fpowi %a, %k : f64, i32
    linalg.yield %p : f64
  } -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

func.func @powers_of_integers(%A: tensor<4xi32, #SV>, %n: tensor<4xi32>, %y: tensor<4xi32>) -> tensor<4xi32> {
  %0 = linalg.generic #zip ins(%A, %n : tensor<4xi32, #SV>, tensor<4xi32>) outs(%y : tensor<4xi32>) {
  ^bb0(%a: i32, %k: i32, %old: i32):
    %p = math.ipowi %a, %k : i32
    linalg.yield %p : i32
  } -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

func.func @limits(%A: tensor<4xf64, #SV>, %B: tensor<4xf64>, %y: tensor<4xf64>) -> tensor<4xf64> {
  %0 = linalg.generic #zip ins(%A, %B : tensor<4xf64, #SV>, tensor<4xf64>) outs(%y : tensor<4xf64>) {
  ^bb0(%a: f64, %b: f64, %old: f64):
    %low = arith.constant -1.5 : f64
    %high = arith.constant 1.0 : f64
    %p = math.clampf %a to [%low, %high] : f64
    linalg.yield %p : f64
  } -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

func.func @dense_limits(%A: tensor<4xf64>, %B: tensor<4xf64>, %y: tensor<4xf64>) -> tensor<4xf64> {
  %0 = linalg.generic #zip ins(%A, %B : tensor<4xf64>, tensor<4xf64>) outs(%y : tensor<4xf64>) {
  ^bb0(%a: f64, %b: f64, %old: f64):
    %low = arith.constant -1.5 : f64
    %high = arith.constant 1.0 : f64
    %p = math.clampf %a to [%low, %high] : f64
    linalg.yield %p : f64
  } -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

// Neither zero nor infinity is a normal number; nothing is infinite where nothing is stored.
func.func @kinds(%A: tensor<4xf64, #SV>) -> (tensor<4xi1, #SV>, tensor<4xi1, #SV>) {
  %i = tensor.empty() : tensor<4xi1, #SV>
  %n = tensor.empty() : tensor<4xi1, #SV>
  %0 = linalg.generic #map ins(%A : tensor<4xf64, #SV>) outs(%i : tensor<4xi1, #SV>) {
  ^bb0(%a: f64, %old: i1):
    %k = math.isinf %a : f64
    linalg.yield %k : i1
  } -> tensor<4xi1, #SV>
  %1 = linalg.generic #map ins(%A : tensor<4xf64, #SV>) outs(%n : tensor<4xi1, #SV>) {
  ^bb0(%a: f64, %old: i1):
    %k = math.isnormal %a : f64
    linalg.yield %k : i1
  } -> tensor<4xi1, #SV>
  return %0, %1 : tensor<4xi1, #SV>, tensor<4xi1, #SV>
}

func.func @print(%y: tensor<4xf64>) {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f64
  %v = vector.transfer_read %y[%c0], %pad : tensor<4xf64>, vector<4xf64>
  vector.print %v : vector<4xf64>
  return
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %pos = memref.get_global @pos : memref<2xi32>
  %crd = memref.get_global @crd : memref<2xi32>
  %val_f64 = memref.get_global @val_f64 : memref<2xf64>
  %A = stensor.pack(%pos, %crd, %val_f64) : (memref<2xi32>, memref<2xi32>, memref<2xf64>) -> tensor<4xf64, #SV>
  %val_i32 = memref.get_global @val_i32 : memref<2xi32>
  %I = stensor.pack(%pos, %crd, %val_i32) : (memref<2xi32>, memref<2xi32>, memref<2xi32>) -> tensor<4xi32, #SV>
  %full = memref.get_global @full_f64 : memref<4xf64>
  %D = bufferization.to_tensor %full restrict : memref<4xf64> to tensor<4xf64>
  %nb = memref.get_global @n : memref<4xi32>
  %n = bufferization.to_tensor %nb restrict : memref<4xi32> to tensor<4xi32>
  %e = tensor.empty() : tensor<4xf64>
  %ei = tensor.empty() : tensor<4xi32>

  // CHECK: ( 0, 1024, 0, -27 )
  %0 = call @powers(%A, %n, %e) : (tensor<4xf64, #SV>, tensor<4xi32>, tensor<4xf64>) -> tensor<4xf64>
  call @print(%0) : (tensor<4xf64>) -> ()
  // CHECK-NEXT: ( 0, 1024, 0, -27 )
  %1 = call @powers_by_narrow_integers(%A, %n, %e) : (tensor<4xf64, #SV>, tensor<4xi32>, tensor<4xf64>) -> tensor<4xf64>
  call @print(%1) : (tensor<4xf64>) -> ()
  // CHECK-NEXT: ( 0, 1024, 0, -27 )
  %2 = call @dense_powers(%D, %n, %e) : (tensor<4xf64>, tensor<4xi32>, tensor<4xf64>) -> tensor<4xf64>
  call @print(%2) : (tensor<4xf64>) -> ()
  // CHECK-NEXT: ( 0, 1024, 0, -27 )
  %3 = call @powers_of_integers(%I, %n, %ei) : (tensor<4xi32, #SV>, tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  %pad = arith.constant 0 : i32
  %4 = vector.transfer_read %3[%c0], %pad : tensor<4xi32>, vector<4xi32>
  vector.print %4 : vector<4xi32>
  // CHECK-NEXT: ( 0, 1, 0, -1.5 )
  %5 = call @limits(%A, %D, %e) : (tensor<4xf64, #SV>, tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
  call @print(%5) : (tensor<4xf64>) -> ()
  // CHECK-NEXT: ( 0, 1, 0, -1.5 )
  %6 = call @dense_limits(%D, %D, %e) : (tensor<4xf64>, tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
  call @print(%6) : (tensor<4xf64>) -> ()
  // CHECK-NEXT: {{^}}2{{$}}
  // CHECK-NEXT: {{^}}0{{$}}
  // CHECK-NEXT: {{^}}1{{$}}
  %infinite, %normal = call @kinds(%A) : (tensor<4xf64, #SV>) -> (tensor<4xi1, #SV>, tensor<4xi1, #SV>)
  %are_infinite = stensor.values %infinite : tensor<4xi1, #SV> -> memref<?xi1>
  %count = memref.dim %are_infinite, %c0 : memref<?xi1>
  vector.print %count : index
  %7 = memref.load %are_infinite[%c0] : memref<?xi1>
  vector.print %7 : i1
  %are_normal = stensor.values %normal : tensor<4xi1, #SV> -> memref<?xi1>
  %8 = memref.load %are_normal[%c0] : memref<?xi1>
  vector.print %8 : i1
  return
}
