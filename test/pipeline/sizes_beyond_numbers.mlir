// `--lacuna`, executed: one level with room for more coordinates than bytes can be counted stops the program, too.

// RUN: lacuna-opt %s --lacuna > %t
// RUN: not --crash %run < %t 2>&1 | FileCheck %s
// RUN: sed 's/(i : dense, j : compressed)/(i : dense, j : hashed)/' %s > %t.hashed
// RUN: lacuna-opt %t.hashed --lacuna > %t
// RUN: not --crash %run < %t 2>&1 | FileCheck %s --check-prefix=HASHED
// RUN: sed 's/(i : dense, j : compressed)/(i : batch, j : compressed)/' %s > %t.batch
// RUN: lacuna-opt %t.batch --lacuna > %t
// RUN: not --crash %run < %t 2>&1 | FileCheck %s

// CHECK: not enough memory for an array of 2305843009213693953 elements of this kernel
// HASHED: not enough memory for an array of 4611686018427387904 elements of this kernel

#List = #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton), coordinates = 64>
#Rows = #stensor.format<(i, j) -> (i : dense, j : compressed), positions = 64, coordinates = 64>

memref.global "private" constant @pos : memref<2xi32> = dense<[0, 2]>
memref.global "private" constant @rows : memref<2xi64> = dense<[3, 5]>
memref.global "private" constant @columns : memref<2xi64> = dense<[6, 1]>
memref.global "private" constant @val : memref<2xf64> = dense<[1.5, 2.5]>

func.func @main() {
  %pos = memref.get_global @pos : memref<2xi32>
  %rows = memref.get_global @rows : memref<2xi64>
  %columns = memref.get_global @columns : memref<2xi64>
  %val = memref.get_global @val : memref<2xf64>
  %m = arith.constant 2305843009213693952 : index
  %n = arith.constant 10 : index
  %A = stensor.pack(%pos, %rows, %columns, %val) sizes(%m, %n)
      : (memref<2xi32>, memref<2xi64>, memref<2xi64>, memref<2xf64>) -> tensor<?x?xf64, #List>
  %B = stensor.convert %A : tensor<?x?xf64, #List> to tensor<?x?xf64, #Rows>
  %values = stensor.values %B : tensor<?x?xf64, #Rows> -> memref<?xf64>
  %zero = arith.constant 0 : index
  %first = memref.load %values[%zero] : memref<?xf64>
  vector.print %first : f64
  return
}
