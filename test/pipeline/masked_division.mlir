// `--lacuna`, executed: an integer division in lanes. Lanes past the end must not divide by zero.

// RUN: lacuna-opt %s --lacuna=vector-bytes=0 | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna | %run | FileCheck %s

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#mm = {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (j)>, affine_map<(i, j, k) -> (i, j)>],
       iterator_types = ["parallel", "parallel", "reduction"]}
memref.global "private" constant @pos : memref<2xi32> = dense<[0, 1]>
memref.global "private" constant @col : memref<1xi32> = dense<[0]>
memref.global "private" constant @val : memref<1xi32> = dense<[60]>
memref.global "private" constant @b : memref<1x3xi32> = dense<[[1,2,3]]>
memref.global "private" constant @d : memref<3xi32> = dense<[1,2,3]>
func.func @quotients(%A: tensor<?x?xi32, #CSR>, %B: tensor<?x?xi32>, %D: tensor<?xi32>, %C: tensor<?x?xi32>) -> tensor<?x?xi32> {
  %0 = linalg.generic #mm ins(%A, %B, %D : tensor<?x?xi32, #CSR>, tensor<?x?xi32>, tensor<?xi32>) outs(%C : tensor<?x?xi32>) {
  ^bb0(%a: i32, %b: i32, %d: i32, %c: i32):
    %p = arith.muli %a, %b : i32
    %q = arith.divsi %p, %d : i32
    %s = arith.addi %c, %q : i32
    linalg.yield %s : i32
  } -> tensor<?x?xi32>
  return %0 : tensor<?x?xi32>
}
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %pos = memref.get_global @pos : memref<2xi32>
  %col = memref.get_global @col : memref<1xi32>
  %val = memref.get_global @val : memref<1xi32>
  %b = memref.get_global @b : memref<1x3xi32>
  %B0 = bufferization.to_tensor %b restrict : memref<1x3xi32> to tensor<1x3xi32>
  %B = tensor.cast %B0 : tensor<1x3xi32> to tensor<?x?xi32>
  %d = memref.get_global @d : memref<3xi32>
  %D0 = bufferization.to_tensor %d restrict : memref<3xi32> to tensor<3xi32>
  %D = tensor.cast %D0 : tensor<3xi32> to tensor<?xi32>
  %A = stensor.pack(%pos, %col, %val) sizes(%c1, %c1) : (memref<2xi32>, memref<1xi32>, memref<1xi32>) -> tensor<?x?xi32, #CSR>
  %zero = arith.constant 0 : i32
  %C = tensor.generate %c1, %c3 {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : i32
  } : tensor<?x?xi32>
  %r = call @quotients(%A, %B, %D, %C) : (tensor<?x?xi32, #CSR>, tensor<?x?xi32>, tensor<?xi32>, tensor<?x?xi32>) -> tensor<?x?xi32>
  %v = vector.transfer_read %r[%c0, %c0], %zero : tensor<?x?xi32>, vector<3xi32>
  // CHECK: ( 60, 60, 60 )
  vector.print %v : vector<3xi32>
  return
}
