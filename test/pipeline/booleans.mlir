// `--lacuna`, executed: a product of boolean matrices. In memory a boolean takes a byte, in a vector one bit.

// RUN: lacuna-opt %s --lacuna | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=vector-bytes=0 | %run | FileCheck %s

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#mm = {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>],
       iterator_types = ["parallel", "parallel", "reduction"]}
memref.global "private" constant @pos : memref<2xi32> = dense<[0, 1]>
memref.global "private" constant @col : memref<1xi32> = dense<[1]>
memref.global "private" constant @val : memref<1xi1> = dense<[true]>
memref.global "private" constant @b : memref<2x8xi1> = dense<[[true,true,true,true,true,true,true,true],[true,false,true,false,true,true,false,true]]>
func.func @boolean_product(%A: tensor<1x2xi1, #CSR>, %B: tensor<2x8xi1>, %C: tensor<1x8xi1>) -> tensor<1x8xi1> {
  %0 = linalg.generic #mm ins(%A, %B : tensor<1x2xi1, #CSR>, tensor<2x8xi1>) outs(%C : tensor<1x8xi1>) {
  ^bb0(%a: i1, %b: i1, %c: i1):
    %p = arith.andi %a, %b : i1
    %s = arith.ori %c, %p : i1
    linalg.yield %s : i1
  } -> tensor<1x8xi1>
  return %0 : tensor<1x8xi1>
}
func.func @main() {
  %pos = memref.get_global @pos : memref<2xi32>
  %col = memref.get_global @col : memref<1xi32>
  %val = memref.get_global @val : memref<1xi1>
  %b = memref.get_global @b : memref<2x8xi1>
  %B = bufferization.to_tensor %b restrict : memref<2x8xi1> to tensor<2x8xi1>
  %A = stensor.pack(%pos, %col, %val) : (memref<2xi32>, memref<1xi32>, memref<1xi1>) -> tensor<1x2xi1, #CSR>
  %false = arith.constant false
  %C = tensor.generate {
  ^bb0(%i: index, %j: index):
    tensor.yield %false : i1
  } : tensor<1x8xi1>
  %r = call @boolean_product(%A, %B, %C) : (tensor<1x2xi1, #CSR>, tensor<2x8xi1>, tensor<1x8xi1>) -> tensor<1x8xi1>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  // CHECK: 1
  // CHECK-NEXT: 0
  // CHECK-NEXT: 1
  // CHECK-NEXT: 0
  // CHECK-NEXT: 1
  // CHECK-NEXT: 1
  // CHECK-NEXT: 0
  // CHECK-NEXT: 1
  scf.for %k = %c0 to %c8 step %c1 {
    %v = tensor.extract %r[%c0, %k] : tensor<1x8xi1>
    vector.print %v : i1
  }
  return
}
