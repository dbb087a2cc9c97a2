// `--lacuna`, executed: a result that no memory holds stops the program with a message.

// RUN: lacuna-opt %s --lacuna > %t
// RUN: not --crash %run < %t 2>&1 | FileCheck %s
// The product of its sizes does not fit 64 bits.
// RUN: sed 's/constant 100000000 /constant 4294967296 /' %s > %t.more
// RUN: lacuna-opt %t.more --lacuna > %t
// RUN: not --crash %run < %t 2>&1 | FileCheck %s --check-prefix=MORE

// CHECK: not enough memory for an array of 80000000000000016 bytes of this kernel
// MORE: the result has more places than any memory: store fewer of its levels densely

#List = #stensor.format<(i, j, k) -> (i : compressed(nonunique), j : singleton(nonunique), k : singleton), positions = 64, coordinates = 64>
#Tubes = #stensor.format<(i, j, k) -> (k : dense, j : dense, i : compressed), positions = 64, coordinates = 64>

memref.global "private" constant @pos : memref<2xi64> = dense<[0, 2]>
memref.global "private" constant @rows : memref<2xi64> = dense<[1, 2]>
memref.global "private" constant @columns : memref<2xi64> = dense<[3, 100]>
memref.global "private" constant @tubes : memref<2xi64> = dense<[3, 40]>
memref.global "private" constant @val : memref<2xf64> = dense<[1.0, 2.0]>

func.func @main() {
  %pos = memref.get_global @pos : memref<2xi64>
  %rows = memref.get_global @rows : memref<2xi64>
  %columns = memref.get_global @columns : memref<2xi64>
  %tubes = memref.get_global @tubes : memref<2xi64>
  %val = memref.get_global @val : memref<2xf64>
  %m = arith.constant 5 : index
  %n = arith.constant 100000000 : index
  %A = stensor.pack(%pos, %rows, %columns, %tubes, %val) sizes(%m, %n, %n)
      : (memref<2xi64>, memref<2xi64>, memref<2xi64>, memref<2xi64>, memref<2xf64>) -> tensor<?x?x?xf64, #List>
  %B = stensor.convert %A : tensor<?x?x?xf64, #List> to tensor<?x?x?xf64, #Tubes>
  %values = stensor.values %B : tensor<?x?x?xf64, #Tubes> -> memref<?xf64>
  %zero = arith.constant 0 : index
  %first = memref.load %values[%zero] : memref<?xf64>
  vector.print %first : f64
  return
}
