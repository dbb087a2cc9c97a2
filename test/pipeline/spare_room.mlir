// Lists in arrays that are longer than their positions say: sorts and builds take what the positions say.

// RUN: lacuna-opt %s --lacuna=verify=true | %run | FileCheck %s

#List = #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton)>
#Any = #stensor.format<(i, j) -> (i : compressed(nonunique, unordered), j : singleton(unordered))>
#DCSC = #stensor.format<(i, j) -> (j : compressed, i : compressed)>
#Hash = #stensor.format<(i, j) -> (i : dense, j : hashed)>

memref.global "private" constant @pos : memref<2xi32> = dense<[0, 3]>
memref.global "private" constant @rows : memref<5xi32> = dense<[0, 0, 2, 99, 99]>
memref.global "private" constant @columns : memref<5xi32> = dense<[1, 3, 0, 99, 99]>
memref.global "private" constant @val : memref<5xf64> = dense<[1.0, 2.0, 3.0, 99.0, 99.0]>

func.func @list() -> tensor<3x4xf64, #List> {
  %pos = memref.get_global @pos : memref<2xi32>
  %rows = memref.get_global @rows : memref<5xi32>
  %columns = memref.get_global @columns : memref<5xi32>
  %val = memref.get_global @val : memref<5xf64>
  %0 = memref.cast %pos : memref<2xi32> to memref<?xi32>
  %1 = memref.cast %rows : memref<5xi32> to memref<?xi32>
  %2 = memref.cast %columns : memref<5xi32> to memref<?xi32>
  %3 = memref.cast %val : memref<5xf64> to memref<?xf64>
  %s = stensor.pack(%0, %1, %2, %3) : (memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xf64>) -> tensor<3x4xf64, #List>
  return %s : tensor<3x4xf64, #List>
}

func.func @show(%d: tensor<3x4xf64>) {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f64
  %v = vector.transfer_read %d[%c0, %c0], %z : tensor<3x4xf64>, vector<3x4xf64>
  vector.print %v : vector<3x4xf64>
  return
}

func.func @main() {
  %s = call @list() : () -> tensor<3x4xf64, #List>
  // CHECK-COUNT-3: ( ( 0, 1, 0, 2 ), ( 0, 0, 0, 0 ), ( 3, 0, 0, 0 ) )
  %a = stensor.convert %s : tensor<3x4xf64, #List> to tensor<3x4xf64, #DCSC>
  %0 = stensor.convert %a : tensor<3x4xf64, #DCSC> to tensor<3x4xf64>
  call @show(%0) : (tensor<3x4xf64>) -> ()
  %b = stensor.convert %s : tensor<3x4xf64, #List> to tensor<3x4xf64, #Hash>
  %1 = stensor.convert %b : tensor<3x4xf64, #Hash> to tensor<3x4xf64>
  call @show(%1) : (tensor<3x4xf64>) -> ()
  %c = stensor.convert %s : tensor<3x4xf64, #List> to tensor<3x4xf64, #Any>
  %2 = stensor.convert %c : tensor<3x4xf64, #Any> to tensor<3x4xf64>
  call @show(%2) : (tensor<3x4xf64>) -> ()
  return
}
