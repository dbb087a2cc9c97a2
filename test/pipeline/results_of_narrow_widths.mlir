// `--lacuna`, executed: results whose positions or coordinates do not fit their widths stop the program with a message,
// whichever way they are put together. A is dense, of 2 x n, and stored row by row.

// RUN: split-file %s %t
// RUN: cat %t/main.mlir %t/appended.mlir | lacuna-opt --lacuna > %t.llvm
// RUN: not --crash %run < %t.llvm 2>&1 | FileCheck %s --check-prefix=POSITIONS
// RUN: cat %t/main.mlir %t/counted.mlir | lacuna-opt --lacuna > %t.llvm
// RUN: not --crash %run < %t.llvm 2>&1 | FileCheck %s --check-prefix=POSITIONS
// RUN: cat %t/main.mlir %t/built.mlir | lacuna-opt --lacuna > %t.llvm
// RUN: not --crash %run < %t.llvm 2>&1 | FileCheck %s --check-prefix=POSITIONS
// RUN: cat %t/main.mlir %t/list.mlir | lacuna-opt --lacuna > %t.llvm
// RUN: not --crash %run < %t.llvm 2>&1 | FileCheck %s --check-prefix=LIST
// RUN: cat %t/main.mlir %t/batches.mlir | lacuna-opt --lacuna > %t.llvm
// RUN: not --crash %run < %t.llvm 2>&1 | FileCheck %s --check-prefix=POSITIONS
// RUN: cat %t/main.mlir %t/built_coordinates.mlir | lacuna-opt --lacuna > %t.llvm
// RUN: not --crash %run < %t.llvm 2>&1 | FileCheck %s --check-prefix=COORDINATES
// RUN: cat %t/main.mlir %t/interleaved.mlir | lacuna-opt --lacuna > %t.llvm
// RUN: not --crash %run < %t.llvm 2>&1 | FileCheck %s --check-prefix=COORDINATES
// Diagonals are signed: those of 2 x n are from -1 to n - 1, or from 1 - n to 1.
// RUN: sed 's/constant 300 /constant 129 /' %t/main.mlir > %t/more.mlir
// RUN: cat %t/more.mlir %t/diagonals.mlir | lacuna-opt --lacuna > %t.llvm
// RUN: not --crash %run < %t.llvm 2>&1 | FileCheck %s --check-prefix=DIAGONALS
// RUN: sed 's/constant 300 /constant 130 /' %t/main.mlir > %t/more.mlir
// RUN: cat %t/more.mlir %t/diagonals_below.mlir | lacuna-opt --lacuna > %t.llvm
// RUN: not --crash %run < %t.llvm 2>&1 | FileCheck %s --check-prefix=DIAGONALS
// RUN: sed 's/constant 300 /constant 32769 /' %t/main.mlir > %t/more.mlir
// RUN: sed 's/coordinates = 8/coordinates = 16/' %t/diagonals.mlir > %t/wider.mlir
// RUN: cat %t/more.mlir %t/wider.mlir | lacuna-opt --lacuna > %t.llvm
// RUN: not --crash %run < %t.llvm 2>&1 | FileCheck %s --check-prefix=DIAGONALS
// RUN: cat %t/main.mlir %t/computed_diagonals.mlir | lacuna-opt --lacuna > %t.llvm
// RUN: not --crash %run < %t.llvm 2>&1 | FileCheck %s --check-prefix=DIAGONALS
// RUN: sed 's/2147483648 /2147483649 /' %t/wide_diagonals.mlir | lacuna-opt --lacuna > %t.llvm
// RUN: not --crash %run < %t.llvm 2>&1 | FileCheck %s --check-prefix=DIAGONALS
// RUN: lacuna-opt --lacuna %t/wide_diagonals.mlir | %run | FileCheck %s --check-prefix=FITS
// RUN: sed 's/constant 300 /constant 128 /' %t/main.mlir > %t/fewer.mlir
// RUN: cat %t/fewer.mlir %t/diagonals.mlir | lacuna-opt --lacuna | %run | FileCheck %s --check-prefix=FITS
// RUN: cat %t/fewer.mlir %t/computed_diagonals.mlir | lacuna-opt --lacuna | %run | FileCheck %s --check-prefix=FITS
// RUN: sed 's/constant 300 /constant 129 /' %t/main.mlir > %t/fewer.mlir
// RUN: cat %t/fewer.mlir %t/diagonals_below.mlir | lacuna-opt --lacuna | %run | FileCheck %s --check-prefix=FITS
// What fits goes through: 150 a batch, and as many in all as 8 bits can count.
// RUN: sed 's/constant 300 /constant 150 /' %t/main.mlir > %t/fewer.mlir
// RUN: cat %t/fewer.mlir %t/batches.mlir | lacuna-opt --lacuna | %run | FileCheck %s --check-prefix=FITS
// RUN: sed 's/constant 300 /constant 127 /' %t/main.mlir > %t/fewer.mlir
// RUN: cat %t/fewer.mlir %t/built.mlir | lacuna-opt --lacuna | %run | FileCheck %s --check-prefix=FITS

// POSITIONS:   level 1 of the result has more nodes than positions of 8 bits can count: use wider positions
// LIST:        level 0 of the result has more nodes than positions of 8 bits can count: use wider positions
// COORDINATES: level 1 of the result has more coordinates than 8 bits can tell apart: use wider ones
// DIAGONALS:   level 0 of the result has more coordinates than {{8|16|32}} bits can tell apart: use wider ones
// FITS:        it came about

//--- main.mlir
func.func @main() {
  %n = arith.constant 300 : index
  %one = arith.constant 1.0 : f64
  %empty = tensor.empty(%n) : tensor<2x?xf64>
  %A = linalg.fill ins(%one : f64) outs(%empty : tensor<2x?xf64>) -> tensor<2x?xf64>
  call @convert(%A) : (tensor<2x?xf64>) -> ()
  vector.print str "it came about\0A"
  return
}
func.func private @keep(%first: f64) attributes {passthrough = ["noinline"]} {
  return
}

//--- appended.mlir
#Narrow = #stensor.format<(i, j) -> (i : dense, j : compressed), positions = 8>
func.func @convert(%A: tensor<2x?xf64>) {
  %zero = arith.constant 0 : index
  %B = stensor.convert %A : tensor<2x?xf64> to tensor<2x?xf64, #Narrow>
  %values = stensor.values %B : tensor<2x?xf64, #Narrow> -> memref<?xf64>
  %first = memref.load %values[%zero] : memref<?xf64>
  call @keep(%first) : (f64) -> ()
  return
}

//--- counted.mlir
#CSC = #stensor.format<(i, j) -> (j : dense, i : compressed)>
#Narrow = #stensor.format<(i, j) -> (i : dense, j : compressed), positions = 8>
func.func @convert(%A: tensor<2x?xf64>) {
  %zero = arith.constant 0 : index
  %columns = stensor.convert %A : tensor<2x?xf64> to tensor<2x?xf64, #CSC>
  %B = stensor.convert %columns : tensor<2x?xf64, #CSC> to tensor<2x?xf64, #Narrow>
  %values = stensor.values %B : tensor<2x?xf64, #Narrow> -> memref<?xf64>
  %first = memref.load %values[%zero] : memref<?xf64>
  call @keep(%first) : (f64) -> ()
  return
}

//--- built.mlir
#Narrow = #stensor.format<(i, j) -> (i : dense, j : loose_compressed), positions = 8>
func.func @convert(%A: tensor<2x?xf64>) {
  %zero = arith.constant 0 : index
  %B = stensor.convert %A : tensor<2x?xf64> to tensor<2x?xf64, #Narrow>
  %values = stensor.values %B : tensor<2x?xf64, #Narrow> -> memref<?xf64>
  %first = memref.load %values[%zero] : memref<?xf64>
  call @keep(%first) : (f64) -> ()
  return
}

//--- list.mlir
#ByColumn = #stensor.format<(i, j) -> (j : compressed(nonunique), i : singleton)>
#Narrow = #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton), positions = 8>
func.func @convert(%A: tensor<2x?xf64>) {
  %zero = arith.constant 0 : index
  %columns = stensor.convert %A : tensor<2x?xf64> to tensor<2x?xf64, #ByColumn>
  %B = stensor.sort %columns : tensor<2x?xf64, #ByColumn> to tensor<2x?xf64, #Narrow>
  %values = stensor.values %B : tensor<2x?xf64, #Narrow> -> memref<?xf64>
  %first = memref.load %values[%zero] : memref<?xf64>
  call @keep(%first) : (f64) -> ()
  return
}

//--- batches.mlir
#Narrow = #stensor.format<(i, j) -> (i : batch, j : compressed), positions = 8>
func.func @convert(%A: tensor<2x?xf64>) {
  %zero = arith.constant 0 : index
  %B = stensor.convert %A : tensor<2x?xf64> to tensor<2x?xf64, #Narrow>
  %values = stensor.values %B : tensor<2x?xf64, #Narrow> -> memref<?xf64>
  %first = memref.load %values[%zero] : memref<?xf64>
  call @keep(%first) : (f64) -> ()
  return
}

//--- built_coordinates.mlir
#Narrow = #stensor.format<(i, j) -> (i : dense, j : loose_compressed), coordinates = 8>
func.func @convert(%A: tensor<2x?xf64>) {
  %zero = arith.constant 0 : index
  %B = stensor.convert %A : tensor<2x?xf64> to tensor<2x?xf64, #Narrow>
  %values = stensor.values %B : tensor<2x?xf64, #Narrow> -> memref<?xf64>
  %first = memref.load %values[%zero] : memref<?xf64>
  call @keep(%first) : (f64) -> ()
  return
}

//--- interleaved.mlir
#Narrow = #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton(interleaved)), coordinates = 8>
func.func @convert(%A: tensor<2x?xf64>) {
  %zero = arith.constant 0 : index
  %B = stensor.convert %A : tensor<2x?xf64> to tensor<2x?xf64, #Narrow>
  %values = stensor.values %B : tensor<2x?xf64, #Narrow> -> memref<?xf64>
  %first = memref.load %values[%zero] : memref<?xf64>
  call @keep(%first) : (f64) -> ()
  return
}

//--- diagonals.mlir
#Narrow = #stensor.format<(i, j) -> (j - i : compressed, i : range, j : offset), coordinates = 8>
func.func @convert(%A: tensor<2x?xf64>) {
  %zero = arith.constant 0 : index
  %B = stensor.convert %A : tensor<2x?xf64> to tensor<2x?xf64, #Narrow>
  %values = stensor.values %B : tensor<2x?xf64, #Narrow> -> memref<?xf64>
  %first = memref.load %values[%zero] : memref<?xf64>
  call @keep(%first) : (f64) -> ()
  return
}

//--- diagonals_below.mlir
#Narrow = #stensor.format<(i, j) -> (i - j : compressed, i : range, j : offset), coordinates = 8>
func.func @convert(%A: tensor<2x?xf64>) {
  %zero = arith.constant 0 : index
  %B = stensor.convert %A : tensor<2x?xf64> to tensor<2x?xf64, #Narrow>
  %values = stensor.values %B : tensor<2x?xf64, #Narrow> -> memref<?xf64>
  %first = memref.load %values[%zero] : memref<?xf64>
  call @keep(%first) : (f64) -> ()
  return
}

//--- computed_diagonals.mlir
#Narrow = #stensor.format<(i, j) -> (j - i : compressed, i : range, j : offset), coordinates = 8>
#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#points = affine_map<(i, j) -> (i, j)>
func.func @convert(%A: tensor<2x?xf64>) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %columns = tensor.dim %A, %one : tensor<2x?xf64>
  %C = stensor.convert %A : tensor<2x?xf64> to tensor<2x?xf64, #CSR>
  %empty = stensor.empty sizes(%columns) : tensor<2x?xf64, #Narrow>
  %B = linalg.generic {indexing_maps = [#points, #points], iterator_types = ["parallel", "parallel"]}
      ins(%C : tensor<2x?xf64, #CSR>) outs(%empty : tensor<2x?xf64, #Narrow>) {
    ^bb0(%a: f64, %out: f64):
      %sum = arith.addf %a, %a : f64
      linalg.yield %sum : f64
  } -> tensor<2x?xf64, #Narrow>
  %values = stensor.values %B : tensor<2x?xf64, #Narrow> -> memref<?xf64>
  %first = memref.load %values[%zero] : memref<?xf64>
  call @keep(%first) : (f64) -> ()
  return
}

//--- wide_diagonals.mlir
#List = #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton), coordinates = 64>
#Narrow = #stensor.format<(i, j) -> (j - i : compressed, i : range, j : offset), coordinates = 32>
func.func @main() {
  %zero = arith.constant 0 : index
  %n = arith.constant 2147483648 : index
  %A = stensor.empty sizes(%n) : tensor<2x?xf64, #List>
  %B = stensor.convert %A : tensor<2x?xf64, #List> to tensor<2x?xf64, #Narrow>
  %values = stensor.values %B : tensor<2x?xf64, #Narrow> -> memref<?xf64>
  %count = memref.dim %values, %zero : memref<?xf64>
  call @keep(%count) : (index) -> ()
  vector.print str "it came about\0A"
  return
}
func.func private @keep(%count: index) attributes {passthrough = ["noinline"]} {
  return
}
