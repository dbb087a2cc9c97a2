// `--lacuna`, executed: conversions whose entries do not fit the result stop the program with a message: a node has other
// than one child where it holds one (of diagonals and of blocks, what lies outside the tensor or contradicts the levels
// above fills up, and everything else is such a node), a level that holds one coordinate a node promises several, and there
// are more nodes than positions can count.

// RUN: split-file %s %t
// RUN: cat %t/convert.mlir %t/one.mlir | lacuna-opt --lacuna | %run | FileCheck %t/one.mlir
// RUN: cat %t/convert.mlir %t/several.mlir | lacuna-opt --lacuna > %t/several.out
// RUN: not --crash %run < %t/several.out 2>&1 | FileCheck %t/several.mlir
// RUN: cat %t/convert.mlir %t/none.mlir | lacuna-opt --lacuna > %t/none.out
// RUN: not --crash %run < %t/none.out 2>&1 | FileCheck %t/none.mlir
// RUN: cat %t/convert.mlir %t/diagonal.mlir | lacuna-opt --lacuna | %run | FileCheck %t/diagonal.mlir
// RUN: cat %t/convert.mlir %t/diagonal.mlir | sed 's/2.0/0.0/' | lacuna-opt --lacuna > %t/diagonal.out
// RUN: not --crash %run < %t/diagonal.out 2>&1 | FileCheck %t/diagonal.mlir --check-prefix=LACKS
// RUN: cat %t/convert.mlir %t/found.mlir | lacuna-opt --lacuna | %run | FileCheck %t/found.mlir
// RUN: cat %t/convert.mlir %t/found.mlir | sed 's/2.0/0.0/' | lacuna-opt --lacuna > %t/found.out
// RUN: not --crash %run < %t/found.out 2>&1 | FileCheck %t/found.mlir --check-prefix=LACKS
// RUN: cat %t/convert.mlir %t/blocks.mlir | lacuna-opt --lacuna | %run | FileCheck %t/blocks.mlir
// RUN: cat %t/convert.mlir %t/blocks.mlir | sed 's/2.0/0.0/' | lacuna-opt --lacuna > %t/blocks.out
// RUN: not --crash %run < %t/blocks.out 2>&1 | FileCheck %t/blocks.mlir --check-prefix=LACKS
// RUN: cat %t/convert.mlir %t/sums.mlir | lacuna-opt --lacuna | %run | FileCheck %t/sums.mlir
// RUN: cat %t/convert.mlir %t/sums.mlir | sed 's/2.0/0.0/' | lacuna-opt --lacuna > %t/sums.out
// RUN: not --crash %run < %t/sums.out 2>&1 | FileCheck %t/sums.mlir --check-prefix=LACKS
// RUN: cat %t/convert.mlir %t/narrow.mlir | lacuna-opt --lacuna > %t/narrow.out
// RUN: not --crash %run < %t/narrow.out 2>&1 | FileCheck %t/narrow.mlir
// RUN: cat %t/convert.mlir %t/slices.mlir | lacuna-opt --lacuna > %t/slices.out
// RUN: not --crash %run < %t/slices.out 2>&1 | FileCheck %t/slices.mlir
// RUN: cat %t/convert.mlir %t/column.mlir | lacuna-opt --lacuna > %t/column.out
// RUN: not --crash %run < %t/column.out 2>&1 | FileCheck %t/column.mlir
// RUN: cat %t/convert.mlir %t/batches.mlir | lacuna-opt --lacuna | %run | FileCheck %t/batches.mlir
// RUN: cat %t/convert.mlir %t/batches.mlir | sed 's/%many = arith.constant 255/%many = arith.constant 256/' \
// RUN:   | lacuna-opt --lacuna > %t/batches.out
// RUN: not --crash %run < %t/batches.out 2>&1 | FileCheck %t/batches.mlir --check-prefix=MORE

//--- convert.mlir
#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#Lone = #stensor.format<(i, j) -> (i : compressed, j : singleton)>
#Rows = #stensor.format<(i, j) -> (i : dense, j : singleton)>
#Diagonal = #stensor.format<(i, j) -> (i - j : compressed, j : range, i : singleton)>
#Found = #stensor.format<(i, j) -> (i floordiv 2 : hashed, i mod 2 : dense, j : singleton)>
#Blocks = #stensor.format<(i, j) -> (i floordiv 2 : dense, i mod 2 : dense, j : singleton)>
#Sums = #stensor.format<(i, j) -> (i - j : compressed, i : dense, j : dense, i + j : singleton)>
#Narrow = #stensor.format<(i, j) -> (i : dense, j : loose_compressed), positions = 8>
#Slices = #stensor.format<(i, j) -> (i : dense, j : sliced[8, 8]), positions = 8>
#Column = #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton(full))>
#Batches = #stensor.format<(i, j) -> (i : batch, j : compressed), positions = 8>

func.func @lone(%d: tensor<3x4xf64>) -> tensor<3x4xf64> {
  %0 = stensor.convert %d : tensor<3x4xf64> to tensor<3x4xf64, #CSR>
  %1 = stensor.convert %0 : tensor<3x4xf64, #CSR> to tensor<3x4xf64, #Lone>
  %2 = stensor.convert %1 : tensor<3x4xf64, #Lone> to tensor<3x4xf64>
  return %2 : tensor<3x4xf64>
}

func.func @rows(%d: tensor<3x4xf64>) -> tensor<3x4xf64> {
  %0 = stensor.convert %d : tensor<3x4xf64> to tensor<3x4xf64, #Rows>
  %1 = stensor.convert %0 : tensor<3x4xf64, #Rows> to tensor<3x4xf64>
  return %1 : tensor<3x4xf64>
}

func.func @diagonal(%d: tensor<3x4xf64>) -> tensor<3x4xf64> {
  %0 = stensor.convert %d : tensor<3x4xf64> to tensor<3x4xf64, #CSR>
  %1 = stensor.convert %0 : tensor<3x4xf64, #CSR> to tensor<3x4xf64, #Diagonal>
  %2 = stensor.convert %1 : tensor<3x4xf64, #Diagonal> to tensor<3x4xf64>
  return %2 : tensor<3x4xf64>
}

func.func @found(%d: tensor<3x4xf64>) -> tensor<3x4xf64> {
  %0 = stensor.convert %d : tensor<3x4xf64> to tensor<3x4xf64, #CSR>
  %1 = stensor.convert %0 : tensor<3x4xf64, #CSR> to tensor<3x4xf64, #Found>
  %2 = stensor.convert %1 : tensor<3x4xf64, #Found> to tensor<3x4xf64>
  return %2 : tensor<3x4xf64>
}

func.func @blocks(%d: tensor<3x4xf64>) -> tensor<3x4xf64> {
  %0 = stensor.convert %d : tensor<3x4xf64> to tensor<3x4xf64, #CSR>
  %1 = stensor.convert %0 : tensor<3x4xf64, #CSR> to tensor<3x4xf64, #Blocks>
  %2 = stensor.convert %1 : tensor<3x4xf64, #Blocks> to tensor<3x4xf64>
  return %2 : tensor<3x4xf64>
}

func.func @sums(%d: tensor<3x4xf64>) -> tensor<3x4xf64> {
  %0 = stensor.convert %d : tensor<3x4xf64> to tensor<3x4xf64, #CSR>
  %1 = stensor.convert %0 : tensor<3x4xf64, #CSR> to tensor<3x4xf64, #Sums>
  %2 = stensor.convert %1 : tensor<3x4xf64, #Sums> to tensor<3x4xf64>
  return %2 : tensor<3x4xf64>
}

func.func @column(%d: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %0 = stensor.convert %d : tensor<?x?xf64> to tensor<?x?xf64, #Column>
  %1 = stensor.convert %0 : tensor<?x?xf64, #Column> to tensor<?x?xf64>
  return %1 : tensor<?x?xf64>
}

func.func @narrow(%d: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %0 = stensor.convert %d : tensor<?x?xf64> to tensor<?x?xf64, #Narrow>
  %1 = stensor.convert %0 : tensor<?x?xf64, #Narrow> to tensor<?x?xf64>
  return %1 : tensor<?x?xf64>
}

func.func @slices(%d: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %0 = stensor.convert %d : tensor<?x?xf64> to tensor<?x?xf64, #Slices>
  %1 = stensor.convert %0 : tensor<?x?xf64, #Slices> to tensor<?x?xf64>
  return %1 : tensor<?x?xf64>
}

func.func @batches(%d: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %0 = stensor.convert %d : tensor<?x?xf64> to tensor<?x?xf64, #Batches>
  %1 = stensor.convert %0 : tensor<?x?xf64, #Batches> to tensor<?x?xf64>
  return %1 : tensor<?x?xf64>
}

func.func @ones(%m: index, %n: index) -> tensor<?x?xf64> {
  %one = arith.constant 1.0 : f64
  %0 = tensor.generate %m, %n {
  ^bb0(%i: index, %j: index):
    tensor.yield %one : f64
  } : tensor<?x?xf64>
  return %0 : tensor<?x?xf64>
}

func.func private @show(%d: tensor<3x4xf64>) {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 7.0 : f64
  %v = vector.transfer_read %d[%c0, %c0], %pad : tensor<3x4xf64>, vector<3x4xf64>
  vector.print %v : vector<3x4xf64>
  return
}

//--- one.mlir
func.func @main() {
  // CHECK: ( ( 0, 1, 0, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 2 ) )
  %d = arith.constant dense<[[0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 2.0]]> : tensor<3x4xf64>
  %0 = call @lone(%d) : (tensor<3x4xf64>) -> tensor<3x4xf64>
  call @show(%0) : (tensor<3x4xf64>) -> ()
  // CHECK: ( ( 0, 1, 0, 0 ), ( 3, 0, 0, 0 ), ( 0, 0, 0, 2 ) )
  %e = arith.constant dense<[[0.0, 1.0, 0.0, 0.0], [3.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 2.0]]> : tensor<3x4xf64>
  %1 = call @rows(%e) : (tensor<3x4xf64>) -> tensor<3x4xf64>
  call @show(%1) : (tensor<3x4xf64>) -> ()
  // CHECK: one column
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %f = call @ones(%c2, %c1) : (index, index) -> tensor<?x?xf64>
  %2 = call @column(%f) : (tensor<?x?xf64>) -> tensor<?x?xf64>
  vector.print str "one column\0A"
  return
}

//--- several.mlir
// CHECK:     level 1 of the result is a singleton and holds one coordinate a node: a node has several
// CHECK-NOT: it came about
func.func @main() {
  %d = arith.constant dense<[[0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0], [3.0, 0.0, 0.0, 2.0]]> : tensor<3x4xf64>
  %0 = call @lone(%d) : (tensor<3x4xf64>) -> tensor<3x4xf64>
  vector.print str "it came about\0A"
  return
}

//--- none.mlir
// CHECK:     level 1 of the result is a singleton and holds one coordinate a node: a node has none
// CHECK-NOT: it came about
func.func @main() {
  %d = arith.constant dense<[[0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 2.0]]> : tensor<3x4xf64>
  %0 = call @rows(%d) : (tensor<3x4xf64>) -> tensor<3x4xf64>
  vector.print str "it came about\0A"
  return
}

//--- diagonal.mlir
// CHECK:     ( ( 0, 1, 0, 0 ), ( 0, 0, 2, 0 ), ( 0, 0, 0, 3 ) )
// LACKS:     level 2 of the result is a singleton and holds one coordinate a node: a node has none
// LACKS-NOT: ( (
func.func @main() {
  %d = arith.constant dense<[[0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 2.0, 0.0], [0.0, 0.0, 0.0, 3.0]]> : tensor<3x4xf64>
  %0 = call @diagonal(%d) : (tensor<3x4xf64>) -> tensor<3x4xf64>
  call @show(%0) : (tensor<3x4xf64>) -> ()
  return
}

//--- found.mlir
// CHECK:     ( ( 0, 1, 0, 0 ), ( 0, 0, 2, 0 ), ( 0, 0, 0, 3 ) )
// LACKS:     level 2 of the result is a singleton and holds one coordinate a node: a node has none
// LACKS-NOT: ( (
func.func @main() {
  %d = arith.constant dense<[[0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 2.0, 0.0], [0.0, 0.0, 0.0, 3.0]]> : tensor<3x4xf64>
  %0 = call @found(%d) : (tensor<3x4xf64>) -> tensor<3x4xf64>
  call @show(%0) : (tensor<3x4xf64>) -> ()
  return
}

//--- blocks.mlir
// CHECK:     ( ( 0, 1, 0, 0 ), ( 0, 0, 2, 0 ), ( 0, 0, 0, 3 ) )
// LACKS:     level 2 of the result is a singleton and holds one coordinate a node: a node has none
// LACKS-NOT: ( (
func.func @main() {
  %d = arith.constant dense<[[0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 2.0, 0.0], [0.0, 0.0, 0.0, 3.0]]> : tensor<3x4xf64>
  %0 = call @blocks(%d) : (tensor<3x4xf64>) -> tensor<3x4xf64>
  call @show(%0) : (tensor<3x4xf64>) -> ()
  return
}

//--- sums.mlir
// CHECK:     ( ( 0, 1, 0, 0 ), ( 0, 0, 2, 0 ), ( 0, 0, 0, 3 ) )
// LACKS:     level 3 of the result is a singleton and holds one coordinate a node: a node has none
// LACKS-NOT: ( (
func.func @main() {
  %d = arith.constant dense<[[0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 2.0, 0.0], [0.0, 0.0, 0.0, 3.0]]> : tensor<3x4xf64>
  %0 = call @sums(%d) : (tensor<3x4xf64>) -> tensor<3x4xf64>
  call @show(%0) : (tensor<3x4xf64>) -> ()
  return
}

//--- column.mlir
// CHECK:     level 1 of the result is full and holds one coordinate a node, and there are more
// CHECK-NOT: it came about
func.func @main() {
  %c2 = arith.constant 2 : index
  %d = call @ones(%c2, %c2) : (index, index) -> tensor<?x?xf64>
  %0 = call @column(%d) : (tensor<?x?xf64>) -> tensor<?x?xf64>
  vector.print str "it came about\0A"
  return
}

//--- narrow.mlir
// CHECK:     level 1 of the result has more nodes than positions of 8 bits can count: use wider positions
// CHECK-NOT: it came about
func.func @main() {
  %m = arith.constant 16 : index
  %d = call @ones(%m, %m) : (index, index) -> tensor<?x?xf64>
  %0 = call @narrow(%d) : (tensor<?x?xf64>) -> tensor<?x?xf64>
  vector.print str "it came about\0A"
  return
}

// Padding has positions, too: 40 entries of one row, in a slice of 8.
//--- slices.mlir
// CHECK:     level 1 of the result has more nodes than positions of 8 bits can count: use wider positions
// CHECK-NOT: it came about
func.func @main() {
  %m = arith.constant 1 : index
  %n = arith.constant 40 : index
  %d = call @ones(%m, %n) : (index, index) -> tensor<?x?xf64>
  %0 = call @slices(%d) : (tensor<?x?xf64>) -> tensor<?x?xf64>
  vector.print str "it came about\0A"
  return
}

// The positions of a batch count from its beginning.
//--- batches.mlir
// CHECK: it came about
// MORE:  level 1 of the result has more nodes than positions of 8 bits can count: use wider positions
func.func @main() {
  %few = arith.constant 3 : index
  %many = arith.constant 255 : index
  %d = call @ones(%few, %many) : (index, index) -> tensor<?x?xf64>
  %0 = call @batches(%d) : (tensor<?x?xf64>) -> tensor<?x?xf64>
  vector.print str "it came about\0A"
  return
}
