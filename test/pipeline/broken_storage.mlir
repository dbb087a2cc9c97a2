// `--lacuna=check-storage`, executed: each kind of broken storage stops the program with a message before anything is read
// through it; without the option a kernel trusts what it is given.

// RUN: split-file %s %t
// RUN: cat %t/kernels.mlir %t/healthy.mlir | lacuna-opt --lacuna=check-storage=true | %run | FileCheck %t/healthy.mlir
// RUN: cat %t/kernels.mlir %t/coordinate.mlir | lacuna-opt --lacuna=check-storage=true > %t/1.out
// RUN: not --crash %run < %t/1.out 2>&1 | FileCheck %t/coordinate.mlir
// RUN: cat %t/kernels.mlir %t/order.mlir | lacuna-opt --lacuna=check-storage=true > %t/2.out
// RUN: not --crash %run < %t/2.out 2>&1 | FileCheck %t/order.mlir
// RUN: cat %t/kernels.mlir %t/twice.mlir | lacuna-opt --lacuna=check-storage=true > %t/3.out
// RUN: not --crash %run < %t/3.out 2>&1 | FileCheck %t/twice.mlir
// RUN: cat %t/kernels.mlir %t/begin.mlir | lacuna-opt --lacuna=check-storage=true > %t/4.out
// RUN: not --crash %run < %t/4.out 2>&1 | FileCheck %t/begin.mlir
// RUN: cat %t/kernels.mlir %t/end.mlir | lacuna-opt --lacuna=check-storage=true > %t/5.out
// RUN: not --crash %run < %t/5.out 2>&1 | FileCheck %t/end.mlir
// RUN: cat %t/kernels.mlir %t/rest.mlir | lacuna-opt --lacuna=check-storage=true > %t/6.out
// RUN: not --crash %run < %t/6.out 2>&1 | FileCheck %t/rest.mlir
// RUN: cat %t/kernels.mlir %t/values.mlir | lacuna-opt --lacuna=check-storage=true > %t/7.out
// RUN: not --crash %run < %t/7.out 2>&1 | FileCheck %t/values.mlir
// RUN: cat %t/kernels.mlir %t/decrease.mlir | lacuna-opt --lacuna=check-storage=true > %t/8.out
// RUN: not --crash %run < %t/8.out 2>&1 | FileCheck %t/decrease.mlir
// RUN: cat %t/kernels.mlir %t/rows.mlir | lacuna-opt --lacuna=check-storage=true > %t/9.out
// RUN: not --crash %run < %t/9.out 2>&1 | FileCheck %t/rows.mlir
// RUN: cat %t/kernels.mlir %t/list.mlir | lacuna-opt --lacuna=check-storage=true > %t/10.out
// RUN: not --crash %run < %t/10.out 2>&1 | FileCheck %t/list.mlir
// RUN: cat %t/kernels.mlir %t/repeated.mlir | lacuna-opt --lacuna=check-storage=true > %t/11.out
// RUN: not --crash %run < %t/11.out 2>&1 | FileCheck %t/repeated.mlir
// RUN: cat %t/kernels.mlir %t/shorter.mlir | lacuna-opt --lacuna=check-storage=true > %t/12.out
// RUN: not --crash %run < %t/12.out 2>&1 | FileCheck %t/shorter.mlir
// RUN: cat %t/kernels.mlir %t/table.mlir | lacuna-opt --lacuna=check-storage=true > %t/13.out
// RUN: not --crash %run < %t/13.out 2>&1 | FileCheck %t/table.mlir
// RUN: cat %t/kernels.mlir %t/full.mlir | lacuna-opt --lacuna=check-storage=true > %t/14.out
// RUN: not --crash %run < %t/14.out 2>&1 | FileCheck %t/full.mlir
// RUN: cat %t/kernels.mlir %t/lost.mlir | lacuna-opt --lacuna=check-storage=true > %t/15.out
// RUN: not --crash %run < %t/15.out 2>&1 | FileCheck %t/lost.mlir
// RUN: cat %t/kernels.mlir %t/unordered.mlir | lacuna-opt --lacuna=check-storage=true > %t/16.out
// RUN: not --crash %run < %t/16.out 2>&1 | FileCheck %t/unordered.mlir
// RUN: cat %t/kernels.mlir %t/assembled.mlir | lacuna-opt --lacuna=check-storage=true > %t/17.out
// RUN: not --crash %run < %t/17.out 2>&1 | FileCheck %t/assembled.mlir

//--- kernels.mlir
#SV = #stensor.format<(i) -> (i : compressed)>
#AV = #stensor.format<(i) -> (i : compressed(unordered))>
#HV = #stensor.format<(i) -> (i : hashed)>
#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#COO = #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton)>
#Tables = #stensor.format<(i, j) -> (i : compressed, j : hashed)>
#trait = {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>],
          iterator_types = ["reduction"]}

memref.global "private" constant @val3 : memref<3xf64> = dense<[1.0, 2.0, 3.0]>
memref.global "private" constant @val4 : memref<4xf64> = dense<[1.0, 2.0, 3.0, 4.0]>

func.func @dot(%A: tensor<10xf64, #SV> loc("A"), %x: tensor<10xf64>, %s: tensor<f64>) -> tensor<f64> {
  %0 = linalg.generic #trait ins(%A, %x : tensor<10xf64, #SV>, tensor<10xf64>) outs(%s : tensor<f64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %p = arith.mulf %a, %b : f64
    %q = arith.addf %c, %p : f64
    linalg.yield %q : f64
  } -> tensor<f64>
  return %0 : tensor<f64>
}

// The vector has no check of its own: what is called from here only is trusted.
func.func private @print_dot(%A: tensor<10xf64, #SV>) {
  %one = arith.constant 1.0 : f64
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<10xf64>
  %x = linalg.fill ins(%one : f64) outs(%e : tensor<10xf64>) -> tensor<10xf64>
  %n = tensor.empty() : tensor<f64>
  %s = linalg.fill ins(%zero : f64) outs(%n : tensor<f64>) -> tensor<f64>
  %r = call @dot(%A, %x, %s) : (tensor<10xf64, #SV>, tensor<10xf64>, tensor<f64>) -> tensor<f64>
  %v = tensor.extract %r[] : tensor<f64>
  vector.print %v : f64
  return
}

func.func @vector(%pos: memref<2xi32>, %crd: memref<3xi32>, %val: memref<?xf64>) {
  %A = stensor.pack(%pos, %crd, %val) : (memref<2xi32>, memref<3xi32>, memref<?xf64>) -> tensor<10xf64, #SV>
  call @print_dot(%A) : (tensor<10xf64, #SV>) -> ()
  return
}

func.func @matrix(%pos: memref<?xi32>, %crd: memref<3xi32>) {
  %val = memref.get_global @val3 : memref<3xf64>
  %A = stensor.pack(%pos, %crd, %val) : (memref<?xi32>, memref<3xi32>, memref<3xf64>) -> tensor<2x3xf64, #CSR>
  %B = stensor.convert %A : tensor<2x3xf64, #CSR> to tensor<2x3xf64>
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %v = vector.transfer_read %B[%c0, %c0], %zero : tensor<2x3xf64>, vector<2x3xf64>
  vector.print %v : vector<2x3xf64>
  return
}

func.func @list(%pos: memref<2xi32>, %rows: memref<3xi32>, %columns: memref<?xi32>) {
  %val = memref.get_global @val3 : memref<3xf64>
  %A = stensor.pack(%pos, %rows, %columns, %val)
      : (memref<2xi32>, memref<3xi32>, memref<?xi32>, memref<3xf64>) -> tensor<2x3xf64, #COO>
  %B = stensor.convert %A : tensor<2x3xf64, #COO> to tensor<2x3xf64>
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %v = vector.transfer_read %B[%c0, %c0], %zero : tensor<2x3xf64>, vector<2x3xf64>
  vector.print %v : vector<2x3xf64>
  return
}

func.func @hash(%crd: memref<?xi32>, %val: memref<?xf64>) {
  %A = stensor.pack(%crd, %val) : (memref<?xi32>, memref<?xf64>) -> tensor<10xf64, #HV>
  %B = stensor.convert %A : tensor<10xf64, #HV> to tensor<10xf64>
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %v = vector.transfer_read %B[%c0], %zero : tensor<10xf64>, vector<10xf64>
  vector.print %v : vector<10xf64>
  return
}

func.func @tables(%pos: memref<2xi32>, %rows: memref<2xi32>, %slots: memref<4xi32>) {
  %val = memref.get_global @val4 : memref<4xf64>
  %A = stensor.pack(%pos, %rows, %slots, %val)
      : (memref<2xi32>, memref<2xi32>, memref<4xi32>, memref<4xf64>) -> tensor<3x9xf64, #Tables>
  %B = stensor.convert %A : tensor<3x9xf64, #Tables> to tensor<3x9xf64>
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %v = vector.transfer_read %B[%c0, %c0], %zero : tensor<3x9xf64>, vector<3x9xf64>
  vector.print %v : vector<3x9xf64>
  return
}

func.func @anywhere(%pos: memref<2xi32>, %crd: memref<3xi32>) {
  %val = memref.get_global @val3 : memref<3xf64>
  %A = stensor.pack(%pos, %crd, %val) : (memref<2xi32>, memref<3xi32>, memref<3xf64>) -> tensor<10xf64, #AV>
  %B = stensor.convert %A : tensor<10xf64, #AV> to tensor<10xf64>
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %v = vector.transfer_read %B[%c0], %zero : tensor<10xf64>, vector<10xf64>
  vector.print %v : vector<10xf64>
  return
}

//--- healthy.mlir
memref.global "private" constant @pos : memref<2xi32> = dense<[0, 3]>
memref.global "private" constant @crd : memref<3xi32> = dense<[2, 7, 9]>
memref.global "private" constant @crd_anywhere : memref<3xi32> = dense<[7, 9, 2]>
memref.global "private" constant @row_pos : memref<3xi32> = dense<[0, 2, 3]>
memref.global "private" constant @row_crd : memref<3xi32> = dense<[0, 2, 0]>
memref.global "private" constant @rows : memref<3xi32> = dense<[0, 0, 1]>
memref.global "private" constant @columns : memref<3xi32> = dense<[0, 2, 0]>
memref.global "private" constant @less : memref<2xi32> = dense<[0, 2]>
memref.global "private" constant @more_pos : memref<5xi32> = dense<[0, 2, 2, 99, -1]>
memref.global "private" constant @more_columns : memref<4xi32> = dense<[0, 2, 99, -1]>
memref.global "private" constant @slots : memref<4xi32> = dense<[-1, -1, -1, -1]>

// CHECK:      6
// CHECK-NEXT: ( ( 1, 0, 2 ), ( 3, 0, 0 ) )
// CHECK-NEXT: ( ( 1, 0, 2 ), ( 3, 0, 0 ) )
// CHECK-NEXT: ( 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 )
// CHECK-NEXT: ( 0, 0, 3, 0, 0, 0, 0, 1, 0, 2 )
// Arrays that are longer than what they hold:
// CHECK-NEXT: 3
// CHECK-NEXT: ( ( 1, 0, 2 ), ( 0, 0, 0 ) )
// CHECK-NEXT: ( ( 1, 0, 2 ), ( 0, 0, 0 ) )
func.func @main() {
  %pos = memref.get_global @pos : memref<2xi32>
  %crd = memref.get_global @crd : memref<3xi32>
  %val = memref.get_global @val3 : memref<3xf64>
  %all = memref.cast %val : memref<3xf64> to memref<?xf64>
  call @vector(%pos, %crd, %all) : (memref<2xi32>, memref<3xi32>, memref<?xf64>) -> ()
  %row_pos = memref.get_global @row_pos : memref<3xi32>
  %row_crd = memref.get_global @row_crd : memref<3xi32>
  %any = memref.cast %row_pos : memref<3xi32> to memref<?xi32>
  call @matrix(%any, %row_crd) : (memref<?xi32>, memref<3xi32>) -> ()
  %rows = memref.get_global @rows : memref<3xi32>
  %columns = memref.get_global @columns : memref<3xi32>
  %any_columns = memref.cast %columns : memref<3xi32> to memref<?xi32>
  call @list(%pos, %rows, %any_columns) : (memref<2xi32>, memref<3xi32>, memref<?xi32>) -> ()
  %slots = memref.get_global @slots : memref<4xi32>
  %four = memref.get_global @val4 : memref<4xf64>
  %any_slots = memref.cast %slots : memref<4xi32> to memref<?xi32>
  %any_four = memref.cast %four : memref<4xf64> to memref<?xf64>
  call @hash(%any_slots, %any_four) : (memref<?xi32>, memref<?xf64>) -> ()
  %anywhere = memref.get_global @crd_anywhere : memref<3xi32>
  call @anywhere(%pos, %anywhere) : (memref<2xi32>, memref<3xi32>) -> ()
  %less = memref.get_global @less : memref<2xi32>
  call @vector(%less, %crd, %any_four) : (memref<2xi32>, memref<3xi32>, memref<?xf64>) -> ()
  %more_pos = memref.get_global @more_pos : memref<5xi32>
  %any_more = memref.cast %more_pos : memref<5xi32> to memref<?xi32>
  call @matrix(%any_more, %row_crd) : (memref<?xi32>, memref<3xi32>) -> ()
  %more_columns = memref.get_global @more_columns : memref<4xi32>
  %any_more_columns = memref.cast %more_columns : memref<4xi32> to memref<?xi32>
  call @list(%less, %rows, %any_more_columns) : (memref<2xi32>, memref<3xi32>, memref<?xi32>) -> ()
  return
}

//--- coordinate.mlir
memref.global "private" constant @a0 : memref<2xi32> = dense<[0, 3]>
memref.global "private" constant @a1 : memref<3xi32> = dense<[2, 7, 900000000]>
// CHECK: a tensor packed in @vector, level 0 (compressed): coordinate 900000000 at position 2 is out of range
func.func @main() {
  %0 = memref.get_global @a0 : memref<2xi32>
  %1 = memref.get_global @a1 : memref<3xi32>
  %2 = memref.get_global @val3 : memref<3xf64>
  %d2 = memref.cast %2 : memref<3xf64> to memref<?xf64>
  call @vector(%0, %1, %d2) : (memref<2xi32>, memref<3xi32>, memref<?xf64>) -> ()
  return
}

//--- order.mlir
memref.global "private" constant @a0 : memref<2xi32> = dense<[0, 3]>
memref.global "private" constant @a1 : memref<3xi32> = dense<[7, 2, 9]>
// CHECK: a tensor packed in @vector, level 0 (compressed): coordinate 2 at position 1 comes after 7: they are not in order
func.func @main() {
  %0 = memref.get_global @a0 : memref<2xi32>
  %1 = memref.get_global @a1 : memref<3xi32>
  %2 = memref.get_global @val3 : memref<3xf64>
  %d2 = memref.cast %2 : memref<3xf64> to memref<?xf64>
  call @vector(%0, %1, %d2) : (memref<2xi32>, memref<3xi32>, memref<?xf64>) -> ()
  return
}

//--- twice.mlir
memref.global "private" constant @a0 : memref<2xi32> = dense<[0, 3]>
memref.global "private" constant @a1 : memref<3xi32> = dense<[2, 7, 7]>
// CHECK: a tensor packed in @vector, level 0 (compressed): coordinate 7 at position 2 occurs twice under one parent
func.func @main() {
  %0 = memref.get_global @a0 : memref<2xi32>
  %1 = memref.get_global @a1 : memref<3xi32>
  %2 = memref.get_global @val3 : memref<3xf64>
  %d2 = memref.cast %2 : memref<3xf64> to memref<?xf64>
  call @vector(%0, %1, %d2) : (memref<2xi32>, memref<3xi32>, memref<?xf64>) -> ()
  return
}

//--- begin.mlir
memref.global "private" constant @a0 : memref<2xi32> = dense<[1, 3]>
memref.global "private" constant @a1 : memref<3xi32> = dense<[2, 7, 9]>
// CHECK: a tensor packed in @vector, level 0 (compressed): positions do not begin at 0
func.func @main() {
  %0 = memref.get_global @a0 : memref<2xi32>
  %1 = memref.get_global @a1 : memref<3xi32>
  %2 = memref.get_global @val3 : memref<3xf64>
  %d2 = memref.cast %2 : memref<3xf64> to memref<?xf64>
  call @vector(%0, %1, %d2) : (memref<2xi32>, memref<3xi32>, memref<?xf64>) -> ()
  return
}

//--- end.mlir
memref.global "private" constant @a0 : memref<2xi32> = dense<[0, 4]>
memref.global "private" constant @a1 : memref<3xi32> = dense<[2, 7, 9]>
// CHECK: a tensor packed in @vector, level 0 (compressed): position 4 at element 1 is beyond the coordinates, of which there are 3
func.func @main() {
  %0 = memref.get_global @a0 : memref<2xi32>
  %1 = memref.get_global @a1 : memref<3xi32>
  %2 = memref.get_global @val3 : memref<3xf64>
  %d2 = memref.cast %2 : memref<3xf64> to memref<?xf64>
  call @vector(%0, %1, %d2) : (memref<2xi32>, memref<3xi32>, memref<?xf64>) -> ()
  return
}

//--- rest.mlir
memref.global "private" constant @a0 : memref<2xi32> = dense<[0, 1]>
memref.global "private" constant @a1 : memref<2xi32> = dense<[2, 2]>
memref.global "private" constant @a2 : memref<4xi32> = dense<-1>
// How large a table is follows from how many rows there are.
// CHECK: a tensor packed in @tables, level 0 (compressed): there are coordinates after the last segment
func.func @main() {
  %0 = memref.get_global @a0 : memref<2xi32>
  %1 = memref.get_global @a1 : memref<2xi32>
  %2 = memref.get_global @a2 : memref<4xi32>
  call @tables(%0, %1, %2) : (memref<2xi32>, memref<2xi32>, memref<4xi32>) -> ()
  return
}

//--- values.mlir
memref.global "private" constant @a0 : memref<2xi32> = dense<[0, 3]>
memref.global "private" constant @a1 : memref<3xi32> = dense<[2, 7, 9]>
memref.global "private" constant @val2 : memref<2xf64> = dense<[1.0, 2.0]>
// CHECK: a tensor packed in @vector: there is not one value for each position of the last level
func.func @main() {
  %0 = memref.get_global @a0 : memref<2xi32>
  %1 = memref.get_global @a1 : memref<3xi32>
  %2 = memref.get_global @val2 : memref<2xf64>
  %d2 = memref.cast %2 : memref<2xf64> to memref<?xf64>
  call @vector(%0, %1, %d2) : (memref<2xi32>, memref<3xi32>, memref<?xf64>) -> ()
  return
}

//--- decrease.mlir
memref.global "private" constant @a0 : memref<3xi32> = dense<[0, 3, 2]>
memref.global "private" constant @a1 : memref<3xi32> = dense<[0, 2, 0]>
// CHECK: a tensor packed in @matrix, level 1 (compressed): positions decrease, from 3 to 2 at element 2
func.func @main() {
  %0 = memref.get_global @a0 : memref<3xi32>
  %d0 = memref.cast %0 : memref<3xi32> to memref<?xi32>
  %1 = memref.get_global @a1 : memref<3xi32>
  call @matrix(%d0, %1) : (memref<?xi32>, memref<3xi32>) -> ()
  return
}

//--- rows.mlir
memref.global "private" constant @a0 : memref<2xi32> = dense<[0, 3]>
memref.global "private" constant @a1 : memref<3xi32> = dense<[0, 1, 2]>
// CHECK: a tensor packed in @matrix, level 1 (compressed): there is not one position more than nodes above
func.func @main() {
  %0 = memref.get_global @a0 : memref<2xi32>
  %d0 = memref.cast %0 : memref<2xi32> to memref<?xi32>
  %1 = memref.get_global @a1 : memref<3xi32>
  call @matrix(%d0, %1) : (memref<?xi32>, memref<3xi32>) -> ()
  return
}

//--- list.mlir
memref.global "private" constant @a0 : memref<2xi32> = dense<[0, 3]>
memref.global "private" constant @a1 : memref<3xi32> = dense<[0, 0, 1]>
memref.global "private" constant @a2 : memref<3xi32> = dense<[2, 0, 0]>
// CHECK: a tensor packed in @list, level 1 (singleton): coordinate 0 at position 1 comes after 2: they are not in order
func.func @main() {
  %0 = memref.get_global @a0 : memref<2xi32>
  %1 = memref.get_global @a1 : memref<3xi32>
  %2 = memref.get_global @a2 : memref<3xi32>
  %d2 = memref.cast %2 : memref<3xi32> to memref<?xi32>
  call @list(%0, %1, %d2) : (memref<2xi32>, memref<3xi32>, memref<?xi32>) -> ()
  return
}

//--- repeated.mlir
memref.global "private" constant @a0 : memref<2xi32> = dense<[0, 3]>
memref.global "private" constant @a1 : memref<3xi32> = dense<[0, 0, 1]>
memref.global "private" constant @a2 : memref<3xi32> = dense<[2, 2, 0]>
// CHECK: a tensor packed in @list, level 1 (singleton): coordinate 2 at position 1 occurs twice under one parent
func.func @main() {
  %0 = memref.get_global @a0 : memref<2xi32>
  %1 = memref.get_global @a1 : memref<3xi32>
  %2 = memref.get_global @a2 : memref<3xi32>
  %d2 = memref.cast %2 : memref<3xi32> to memref<?xi32>
  call @list(%0, %1, %d2) : (memref<2xi32>, memref<3xi32>, memref<?xi32>) -> ()
  return
}

//--- shorter.mlir
memref.global "private" constant @a0 : memref<2xi32> = dense<[0, 3]>
memref.global "private" constant @a1 : memref<3xi32> = dense<[0, 0, 1]>
memref.global "private" constant @a2 : memref<2xi32> = dense<[0, 2]>
// CHECK: a tensor packed in @list, level 1 (singleton): the number of coordinates does not fit the level above
func.func @main() {
  %0 = memref.get_global @a0 : memref<2xi32>
  %1 = memref.get_global @a1 : memref<3xi32>
  %2 = memref.get_global @a2 : memref<2xi32>
  %d2 = memref.cast %2 : memref<2xi32> to memref<?xi32>
  call @list(%0, %1, %d2) : (memref<2xi32>, memref<3xi32>, memref<?xi32>) -> ()
  return
}

//--- table.mlir
memref.global "private" constant @a0 : memref<3xi32> = dense<[-1, -1, -1]>
// CHECK: a tensor packed in @hash, level 0 (hashed): the number of slots of a table is no power of two of at least 2
func.func @main() {
  %0 = memref.get_global @a0 : memref<3xi32>
  %d0 = memref.cast %0 : memref<3xi32> to memref<?xi32>
  %1 = memref.get_global @val3 : memref<3xf64>
  %d1 = memref.cast %1 : memref<3xf64> to memref<?xf64>
  call @hash(%d0, %d1) : (memref<?xi32>, memref<?xf64>) -> ()
  return
}

//--- full.mlir
memref.global "private" constant @a0 : memref<4xi32> = dense<[0, 1, 2, 3]>
// CHECK: a tensor packed in @hash, level 0 (hashed): the table of the node at position 0 of the level above has no empty slot
func.func @main() {
  %0 = memref.get_global @a0 : memref<4xi32>
  %d0 = memref.cast %0 : memref<4xi32> to memref<?xi32>
  %1 = memref.get_global @val4 : memref<4xf64>
  %d1 = memref.cast %1 : memref<4xf64> to memref<?xf64>
  call @hash(%d0, %d1) : (memref<?xi32>, memref<?xf64>) -> ()
  return
}

//--- lost.mlir
memref.global "private" constant @a0 : memref<4xi32> = dense<[-1, 5, -1, 5]>
// CHECK: a tensor packed in @hash, level 0 (hashed): coordinate 5 at position 1 is not where looking for it ends, or there twice
func.func @main() {
  %0 = memref.get_global @a0 : memref<4xi32>
  %d0 = memref.cast %0 : memref<4xi32> to memref<?xi32>
  %1 = memref.get_global @val4 : memref<4xf64>
  %d1 = memref.cast %1 : memref<4xf64> to memref<?xf64>
  call @hash(%d0, %d1) : (memref<?xi32>, memref<?xf64>) -> ()
  return
}

//--- unordered.mlir
memref.global "private" constant @a0 : memref<2xi32> = dense<[0, 3]>
memref.global "private" constant @a1 : memref<3xi32> = dense<[7, 2, 7]>
// CHECK: a tensor packed in @anywhere, level 0 (compressed): coordinate 7 at position 2 occurs twice under one parent
func.func @main() {
  %0 = memref.get_global @a0 : memref<2xi32>
  %1 = memref.get_global @a1 : memref<3xi32>
  call @anywhere(%0, %1) : (memref<2xi32>, memref<3xi32>) -> ()
  return
}

//--- assembled.mlir
#Upstream = #sparse_tensor.encoding<{map = (i) -> (i : compressed), posWidth = 32, crdWidth = 32}>

// CHECK: a tensor packed in @main, level 0 (compressed): coordinate 10 at position 2 is out of range
func.func @main() {
  %pos = arith.constant dense<[0, 3]> : tensor<2xi32>
  %crd = arith.constant dense<[2, 7, 10]> : tensor<3xi32>
  %val = arith.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf64>
  %A = sparse_tensor.assemble (%pos, %crd), %val
      : (tensor<2xi32>, tensor<3xi32>), tensor<3xf64> to tensor<10xf64, #Upstream>
  %B = sparse_tensor.convert %A : tensor<10xf64, #Upstream> to tensor<10xf64>
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %v = vector.transfer_read %B[%c0], %zero : tensor<10xf64>, vector<10xf64>
  vector.print %v : vector<10xf64>
  return
}
