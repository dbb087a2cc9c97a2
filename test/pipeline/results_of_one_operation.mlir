// `--lacuna`, executed: one operation with several results, stored and dense.
//
//   A = {1: 2, 3: -3, 4: 5}, sizes 6

// RUN: lacuna-opt %s --lacuna | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=two-phase=true | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=fp=strict | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=vector-bytes=0 | %run | FileCheck %s

#SV = #stensor.format<(i) -> (i : compressed)>
#three = {
  indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
  iterator_types = ["parallel"]
}

memref.global "private" constant @pos : memref<2xi32> = dense<[0, 3]>
memref.global "private" constant @crd : memref<3xi32> = dense<[1, 3, 4]>
memref.global "private" constant @val : memref<3xf64> = dense<[2.0, -3.0, 5.0]>

// A square, a copy, and a sum with what is there.
func.func @square_copy_and_sum(%A: tensor<6xf64, #SV>, %y: tensor<6xf64>)
    -> (tensor<6xf64, #SV>, tensor<6xf64, #SV>, tensor<6xf64>) {
  %empty = stensor.empty : tensor<6xf64, #SV>
  %r:3 = linalg.generic #three ins(%A : tensor<6xf64, #SV>)
      outs(%empty, %empty, %y : tensor<6xf64, #SV>, tensor<6xf64, #SV>, tensor<6xf64>) {
  ^bb0(%a: f64, %p: f64, %q: f64, %s: f64):
    %square = arith.mulf %a, %a : f64
    %sum = arith.addf %s, %a : f64
    linalg.yield %square, %a, %sum : f64, f64, f64
  } -> (tensor<6xf64, #SV>, tensor<6xf64, #SV>, tensor<6xf64>)
  return %r#0, %r#1, %r#2 : tensor<6xf64, #SV>, tensor<6xf64, #SV>, tensor<6xf64>
}

func.func @show(%t: tensor<6xf64, #SV>) {
  %c0 = arith.constant 0 : index
  %pos, %crd, %val = stensor.unpack %t : tensor<6xf64, #SV> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  %i = arith.constant 99 : i32
  %f = arith.constant 99.0 : f64
  %0 = vector.transfer_read %pos[%c0], %i : memref<?xi32>, vector<2xi32>
  %1 = vector.transfer_read %crd[%c0], %i : memref<?xi32>, vector<4xi32>
  %2 = vector.transfer_read %val[%c0], %f : memref<?xf64>, vector<4xf64>
  vector.print %0 : vector<2xi32>
  vector.print %1 : vector<4xi32>
  vector.print %2 : vector<4xf64>
  return
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1.0 : f64
  %pos = memref.get_global @pos : memref<2xi32>
  %crd = memref.get_global @crd : memref<3xi32>
  %val = memref.get_global @val : memref<3xf64>
  %A = stensor.pack(%pos, %crd, %val) : (memref<2xi32>, memref<3xi32>, memref<3xf64>) -> tensor<6xf64, #SV>
  %none = tensor.empty() : tensor<6xf64>
  %y = linalg.fill ins(%one : f64) outs(%none : tensor<6xf64>) -> tensor<6xf64>
  %r:3 = call @square_copy_and_sum(%A, %y)
      : (tensor<6xf64, #SV>, tensor<6xf64>) -> (tensor<6xf64, #SV>, tensor<6xf64, #SV>, tensor<6xf64>)
  // CHECK: ( 0, 3 )
  // CHECK-NEXT: ( 1, 3, 4, 99 )
  // CHECK-NEXT: ( 4, 9, 25, 99 )
  call @show(%r#0) : (tensor<6xf64, #SV>) -> ()
  // CHECK-NEXT: ( 0, 3 )
  // CHECK-NEXT: ( 1, 3, 4, 99 )
  // CHECK-NEXT: ( 2, -3, 5, 99 )
  call @show(%r#1) : (tensor<6xf64, #SV>) -> ()
  // CHECK-NEXT: ( 1, 3, 1, -2, 6, 1 )
  %v = vector.transfer_read %r#2[%c0], %one : tensor<6xf64>, vector<6xf64>
  vector.print %v : vector<6xf64>
  return
}
