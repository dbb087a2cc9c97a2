// `--lacuna`, executed: a product with zero stores the points of the other factor, whatever the type of its elements and
// however it is written. x is [-, 5, -, -, -, 7, -, -].

// Which points are stored follows from the body; canonicalization makes a product with zero a zero that reads nothing.
// REQUIRES: pipeline-alone

// RUN: lacuna-opt %s --lacuna | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=fp=strict | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=drop-zeros=true | %run | FileCheck %s --check-prefix=DROP

#SV = #stensor.format<(i) -> (i : compressed)>
#map = {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
memref.global "private" constant @pos : memref<2xi32> = dense<[0, 2]>
memref.global "private" constant @crd : memref<2xi32> = dense<[1, 5]>
memref.global "private" constant @integers : memref<2xi32> = dense<[5, 7]>
memref.global "private" constant @numbers : memref<2xf64> = dense<[5.0, 7.0]>

func.func @numbers_by_zero(%A: tensor<8xf64, #SV>) -> tensor<8xf64, #SV> {
  %y = tensor.empty() : tensor<8xf64, #SV>
  %0 = linalg.generic #map ins(%A : tensor<8xf64, #SV>) outs(%y : tensor<8xf64, #SV>) {
  ^bb0(%a: f64, %old: f64):
    %zero = arith.constant 0.0 : f64
    %p = arith.mulf %a, %zero : f64
    linalg.yield %p : f64
  } -> tensor<8xf64, #SV>
  return %0 : tensor<8xf64, #SV>
}

func.func @integers_by_zero(%A: tensor<8xi32, #SV>) -> tensor<8xi32, #SV> {
  %y = tensor.empty() : tensor<8xi32, #SV>
  %0 = linalg.generic #map ins(%A : tensor<8xi32, #SV>) outs(%y : tensor<8xi32, #SV>) {
  ^bb0(%a: i32, %old: i32):
    %zero = arith.constant 0 : i32
    %p = arith.muli %a, %zero : i32
    linalg.yield %p : i32
  } -> tensor<8xi32, #SV>
  return %0 : tensor<8xi32, #SV>
}

func.func @zero_from_outside(%A: tensor<8xi32, #SV>) -> tensor<8xi32, #SV> {
  %y = tensor.empty() : tensor<8xi32, #SV>
  %zero = arith.constant 0 : i32
  %0 = linalg.generic #map ins(%A : tensor<8xi32, #SV>) outs(%y : tensor<8xi32, #SV>) {
  ^bb0(%a: i32, %old: i32):
    %p = arith.muli %zero, %a : i32
    linalg.yield %p : i32
  } -> tensor<8xi32, #SV>
  return %0 : tensor<8xi32, #SV>
}

func.func @named(%A: tensor<8xi32, #SV>) -> tensor<8xi32, #SV> {
  %y = tensor.empty() : tensor<8xi32, #SV>
  %0 = linalg.map ins(%A : tensor<8xi32, #SV>) outs(%y : tensor<8xi32, #SV>)
    (%a: i32, %old: i32) {
      %zero = arith.constant 0 : i32
      %p = arith.muli %a, %zero : i32
      linalg.yield %p : i32
    }
  return %0 : tensor<8xi32, #SV>
}

func.func @and_with_zero(%A: tensor<8xi32, #SV>) -> tensor<8xi32, #SV> {
  %y = tensor.empty() : tensor<8xi32, #SV>
  %0 = linalg.generic #map ins(%A : tensor<8xi32, #SV>) outs(%y : tensor<8xi32, #SV>) {
  ^bb0(%a: i32, %old: i32):
    %zero = arith.constant 0 : i32
    %p = arith.andi %a, %zero : i32
    linalg.yield %p : i32
  } -> tensor<8xi32, #SV>
  return %0 : tensor<8xi32, #SV>
}

func.func @less_itself(%A: tensor<8xi32, #SV>) -> tensor<8xi32, #SV> {
  %y = tensor.empty() : tensor<8xi32, #SV>
  %0 = linalg.generic #map ins(%A : tensor<8xi32, #SV>) outs(%y : tensor<8xi32, #SV>) {
  ^bb0(%a: i32, %old: i32):
    %d = arith.subi %a, %a : i32
    linalg.yield %d : i32
  } -> tensor<8xi32, #SV>
  return %0 : tensor<8xi32, #SV>
}

func.func @main() {
  %pos = memref.get_global @pos : memref<2xi32>
  %crd = memref.get_global @crd : memref<2xi32>
  %integers = memref.get_global @integers : memref<2xi32>
  %numbers = memref.get_global @numbers : memref<2xf64>
  %dpos = memref.cast %pos : memref<2xi32> to memref<?xi32>
  %dcrd = memref.cast %crd : memref<2xi32> to memref<?xi32>
  %dintegers = memref.cast %integers : memref<2xi32> to memref<?xi32>
  %dnumbers = memref.cast %numbers : memref<2xf64> to memref<?xf64>
  %x = stensor.pack(%dpos, %dcrd, %dintegers) : (memref<?xi32>, memref<?xi32>, memref<?xi32>) -> tensor<8xi32, #SV>
  %z = stensor.pack(%dpos, %dcrd, %dnumbers) : (memref<?xi32>, memref<?xi32>, memref<?xf64>) -> tensor<8xf64, #SV>
  %c0 = arith.constant 0 : index

  // CHECK: {{^}}2{{$}}
  // DROP: {{^}}0{{$}}
  %0 = call @numbers_by_zero(%z) : (tensor<8xf64, #SV>) -> tensor<8xf64, #SV>
  %v0 = stensor.values %0 : tensor<8xf64, #SV> -> memref<?xf64>
  %n0 = memref.dim %v0, %c0 : memref<?xf64>
  vector.print %n0 : index
  // CHECK-NEXT: {{^}}2{{$}}
  // DROP-NEXT: {{^}}0{{$}}
  %1 = call @integers_by_zero(%x) : (tensor<8xi32, #SV>) -> tensor<8xi32, #SV>
  %v1 = stensor.values %1 : tensor<8xi32, #SV> -> memref<?xi32>
  %n1 = memref.dim %v1, %c0 : memref<?xi32>
  vector.print %n1 : index
  // The points are those of the operand, and hold zero.
  // CHECK-NEXT: ( 1, 5 )
  // CHECK-NEXT: ( 0, 0 )
  %none = arith.constant -1 : i32
  %k1 = stensor.coordinates %1[0] : tensor<8xi32, #SV> -> memref<?xi32>
  %where = vector.transfer_read %k1[%c0], %none : memref<?xi32>, vector<2xi32>
  vector.print %where : vector<2xi32>
  %what = vector.transfer_read %v1[%c0], %none : memref<?xi32>, vector<2xi32>
  vector.print %what : vector<2xi32>
  // CHECK-NEXT: {{^}}2{{$}}
  %2 = call @zero_from_outside(%x) : (tensor<8xi32, #SV>) -> tensor<8xi32, #SV>
  %v2 = stensor.values %2 : tensor<8xi32, #SV> -> memref<?xi32>
  %n2 = memref.dim %v2, %c0 : memref<?xi32>
  vector.print %n2 : index
  // CHECK-NEXT: {{^}}2{{$}}
  %3 = call @named(%x) : (tensor<8xi32, #SV>) -> tensor<8xi32, #SV>
  %v3 = stensor.values %3 : tensor<8xi32, #SV> -> memref<?xi32>
  %n3 = memref.dim %v3, %c0 : memref<?xi32>
  vector.print %n3 : index
  // CHECK-NEXT: {{^}}2{{$}}
  %4 = call @and_with_zero(%x) : (tensor<8xi32, #SV>) -> tensor<8xi32, #SV>
  %v4 = stensor.values %4 : tensor<8xi32, #SV> -> memref<?xi32>
  %n4 = memref.dim %v4, %c0 : memref<?xi32>
  vector.print %n4 : index
  // CHECK-NEXT: {{^}}2{{$}}
  %5 = call @less_itself(%x) : (tensor<8xi32, #SV>) -> tensor<8xi32, #SV>
  %v5 = stensor.values %5 : tensor<8xi32, #SV> -> memref<?xi32>
  %n5 = memref.dim %v5, %c0 : memref<?xi32>
  vector.print %n5 : index
  return
}
