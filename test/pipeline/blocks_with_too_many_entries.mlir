// `--lacuna`, executed: a block with more entries than it has room for stops the program with a message.

// RUN: lacuna-opt %s --lacuna > %t
// RUN: not --crash %run < %t 2>&1 | FileCheck %s

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#Pairs = #stensor.format<(i, j) -> (i : dense, j floordiv 4 : dense, j mod 4 : structured[2, 4])>

// A = [ 1 2 3 0 ]
memref.global "private" constant @pos : memref<2xi32> = dense<[0, 3]>
memref.global "private" constant @crd : memref<3xi32> = dense<[0, 1, 2]>
memref.global "private" constant @val : memref<3xf64> = dense<[1.0, 2.0, 3.0]>

func.func @pairs(%A: tensor<1x4xf64, #CSR>) -> tensor<1x4xf64, #Pairs> {
  %r = stensor.convert %A : tensor<1x4xf64, #CSR> to tensor<1x4xf64, #Pairs>
  return %r : tensor<1x4xf64, #Pairs>
}

// CHECK:     level 2 of the result is structured[2, 4] and holds 2 of each 4 coordinates: more are stored in one block
// CHECK-NOT: it came about
func.func @main() {
  %pos = memref.get_global @pos : memref<2xi32>
  %crd = memref.get_global @crd : memref<3xi32>
  %val = memref.get_global @val : memref<3xf64>
  %A = stensor.pack(%pos, %crd, %val) : (memref<2xi32>, memref<3xi32>, memref<3xf64>) -> tensor<1x4xf64, #CSR>
  %r = call @pairs(%A) : (tensor<1x4xf64, #CSR>) -> tensor<1x4xf64, #Pairs>
  %own_crd, %own_val = stensor.unpack %r : tensor<1x4xf64, #Pairs> -> memref<?xi32>, memref<?xf64>
  memref.dealloc %own_crd : memref<?xi32>
  memref.dealloc %own_val : memref<?xf64>
  vector.print str "it came about\0A"
  return
}
