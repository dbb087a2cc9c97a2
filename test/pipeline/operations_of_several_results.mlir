// `--lacuna`, executed: operations of several results, of which any is used: A(1) = 2^30 and A(3) = -3 of 4, and in the
// dense kernel, in lanes.

// RUN: lacuna-opt %s --lacuna | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=dense=true | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna='fp=strict vector-bytes=0' | %run | FileCheck %s

#SV = #stensor.format<(i) -> (i : compressed)>
#zip = {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
        iterator_types = ["parallel"]}
#map = {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
memref.global "private" constant @pos : memref<2xi32> = dense<[0, 2]>
memref.global "private" constant @crd : memref<2xi32> = dense<[1, 3]>
memref.global "private" constant @val : memref<2xi32> = dense<[1073741824, -3]>
memref.global "private" constant @angles : memref<2xf64> = dense<[0.0, 1.5707963267948966]>
memref.global "private" constant @x : memref<4xi32> = dense<[7, 12, 7, -1]>

func.func @products(%A: tensor<4xi32, #SV>, %x: tensor<4xi32>, %l: tensor<4xi32>, %h: tensor<4xi32>)
    -> (tensor<4xi32>, tensor<4xi32>) {
  %0:2 = linalg.generic #zip ins(%A, %x : tensor<4xi32, #SV>, tensor<4xi32>) outs(%l, %h : tensor<4xi32>, tensor<4xi32>) {
  ^bb0(%a: i32, %b: i32, %old_l: i32, %old_h: i32):
    %low, %high = arith.mulsi_extended %a, %b : i32
    linalg.yield %low, %high : i32, i32
  } -> (tensor<4xi32>, tensor<4xi32>)
  return %0#0, %0#1 : tensor<4xi32>, tensor<4xi32>
}

func.func @dense_products(%A: tensor<4xi32>, %x: tensor<4xi32>, %l: tensor<4xi32>, %h: tensor<4xi32>)
    -> (tensor<4xi32>, tensor<4xi32>) {
  %0:2 = linalg.generic #zip ins(%A, %x : tensor<4xi32>, tensor<4xi32>) outs(%l, %h : tensor<4xi32>, tensor<4xi32>) {
  ^bb0(%a: i32, %b: i32, %old_l: i32, %old_h: i32):
    %low, %high = arith.mulsi_extended %a, %b : i32
    linalg.yield %low, %high : i32, i32
  } -> (tensor<4xi32>, tensor<4xi32>)
  return %0#0, %0#1 : tensor<4xi32>, tensor<4xi32>
}

// One entry for each of the operand: nothing is carried where it stores nothing.
func.func @carries(%A: tensor<4xi32, #SV>) -> tensor<4xi1, #SV> {
  %c = tensor.empty() : tensor<4xi1, #SV>
  %0 = linalg.generic #map ins(%A : tensor<4xi32, #SV>) outs(%c : tensor<4xi1, #SV>) {
  ^bb0(%a: i32, %old: i1):
    %ten = arith.constant 10 : i32
    %sum, %carry = arith.addui_extended %a, %ten : i32, i1
    linalg.yield %carry : i1
  } -> tensor<4xi1, #SV>
  return %0 : tensor<4xi1, #SV>
}

// The sine of nothing is nothing, its cosine one.
func.func @sine_and_cosine(%A: tensor<4xf64, #SV>, %c: tensor<4xf64>) -> (tensor<4xf64, #SV>, tensor<4xf64>) {
  %s = tensor.empty() : tensor<4xf64, #SV>
  %0 = linalg.generic #map ins(%A : tensor<4xf64, #SV>) outs(%s : tensor<4xf64, #SV>) {
  ^bb0(%a: f64, %old: f64):
    %sine, %cosine = math.sincos %a : f64
    linalg.yield %sine : f64
  } -> tensor<4xf64, #SV>
  %1 = linalg.generic #map ins(%A : tensor<4xf64, #SV>) outs(%c : tensor<4xf64>) {
  ^bb0(%a: f64, %old: f64):
    %sine, %cosine = math.sincos %a : f64
    %square = arith.mulf %cosine, %cosine : f64
    %whole = math.round %square : f64
    linalg.yield %whole : f64
  } -> tensor<4xf64>
  return %0, %1 : tensor<4xf64, #SV>, tensor<4xf64>
}

func.func @print(%y: tensor<4xi32>) {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0 : i32
  %v = vector.transfer_read %y[%c0], %pad : tensor<4xi32>, vector<4xi32>
  vector.print %v : vector<4xi32>
  return
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %pos = memref.get_global @pos : memref<2xi32>
  %crd = memref.get_global @crd : memref<2xi32>
  %val = memref.get_global @val : memref<2xi32>
  %A = stensor.pack(%pos, %crd, %val) : (memref<2xi32>, memref<2xi32>, memref<2xi32>) -> tensor<4xi32, #SV>
  %xb = memref.get_global @x : memref<4xi32>
  %x = bufferization.to_tensor %xb restrict : memref<4xi32> to tensor<4xi32>
  %e0 = tensor.empty() : tensor<4xi32>
  %e1 = tensor.empty() : tensor<4xi32>

  // CHECK: ( 0, 0, 0, 3 )
  // CHECK-NEXT: ( 0, 3, 0, 0 )
  %l, %h = call @products(%A, %x, %e0, %e1)
    : (tensor<4xi32, #SV>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>)
  call @print(%l) : (tensor<4xi32>) -> ()
  call @print(%h) : (tensor<4xi32>) -> ()

  // CHECK-NEXT: ( 49, 144, 49, 1 )
  // CHECK-NEXT: ( 0, 0, 0, 0 )
  %dl, %dh = call @dense_products(%x, %x, %e0, %e1)
    : (tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>)
  call @print(%dl) : (tensor<4xi32>) -> ()
  call @print(%dh) : (tensor<4xi32>) -> ()

  // CHECK-NEXT: {{^}}2{{$}}
  // CHECK-NEXT: {{^}}0{{$}}
  // CHECK-NEXT: {{^}}1{{$}}
  %carries = call @carries(%A) : (tensor<4xi32, #SV>) -> tensor<4xi1, #SV>
  %bits = stensor.values %carries : tensor<4xi1, #SV> -> memref<?xi1>
  %count = memref.dim %bits, %c0 : memref<?xi1>
  vector.print %count : index
  %b0 = memref.load %bits[%c0] : memref<?xi1>
  vector.print %b0 : i1
  %b1 = memref.load %bits[%c1] : memref<?xi1>
  vector.print %b1 : i1

  // CHECK-NEXT: {{^}}2{{$}}
  // CHECK-NEXT: {{^}}1{{$}}
  // CHECK-NEXT: ( 1, 1, 1, 0 )
  %angles = memref.get_global @angles : memref<2xf64>
  %B = stensor.pack(%pos, %crd, %angles) : (memref<2xi32>, memref<2xi32>, memref<2xf64>) -> tensor<4xf64, #SV>
  %e2 = tensor.empty() : tensor<4xf64>
  %s, %c = call @sine_and_cosine(%B, %e2) : (tensor<4xf64, #SV>, tensor<4xf64>) -> (tensor<4xf64, #SV>, tensor<4xf64>)
  %sines = stensor.values %s : tensor<4xf64, #SV> -> memref<?xf64>
  %entries = memref.dim %sines, %c0 : memref<?xf64>
  vector.print %entries : index
  %s1 = memref.load %sines[%c1] : memref<?xf64>
  vector.print %s1 : f64
  %pad = arith.constant 0.0 : f64
  %cosines = vector.transfer_read %c[%c0], %pad : tensor<4xf64>, vector<4xf64>
  vector.print %cosines : vector<4xf64>
  return
}
