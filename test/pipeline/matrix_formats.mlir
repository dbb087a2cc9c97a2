// `--lacuna`, executed: y = A x for one matrix in several formats gives one result.
//
//   A = [ 1 0 2 0 ]   x = [ 1 2 3 4 ]   A x = [ 7 0 37 ]
//       [ 0 0 0 0 ]
//       [ 3 4 5 b ]   b = 2.75

// RUN: lacuna-opt %s --lacuna | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=fp=strict | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=vector-bytes=0 | %run | FileCheck %s

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#CSC = #stensor.format<(i, j) -> (j : dense, i : compressed)>
#COO = #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton)>
#DCSR = #stensor.format<(i, j) -> (i : compressed, j : compressed)>
#DCSC = #stensor.format<(i, j) -> (j : compressed, i : compressed)>
#Dense = #stensor.format<(i, j) -> (i : dense, j : dense)>
#Columns = #stensor.format<(i, j) -> (j : dense, i : dense)>
// Entries in any order.
#Heap = #stensor.format<(i, j) -> (i : compressed(nonunique, unordered), j : singleton(nonunique, unordered))>
// Every row is stored, if it has entries or not.
#Full = #stensor.format<(i, j) -> (i : compressed(full), j : compressed)>

memref.global "private" constant @x : memref<4xf64> = dense<[1.0, 2.0, 3.0, 4.0]>

memref.global "private" constant @csr_pos : memref<4xi32> = dense<[0, 2, 2, 6]>
memref.global "private" constant @csr_col : memref<6xi32> = dense<[0, 2, 0, 1, 2, 3]>
memref.global "private" constant @csr_val : memref<6xf64> = dense<[1.0, 2.0, 3.0, 4.0, 5.0, 2.75]>
func.func @csr(%A: tensor<?x?xf64, #CSR>, %x: tensor<?xf64>, %y: tensor<?xf64>) -> tensor<?xf64> {
  %0 = linalg.matvec ins(%A, %x : tensor<?x?xf64, #CSR>, tensor<?xf64>) outs(%y : tensor<?xf64>) -> tensor<?xf64>
  return %0 : tensor<?xf64>
}

memref.global "private" constant @csc_pos : memref<5xi32> = dense<[0, 2, 3, 5, 6]>
memref.global "private" constant @csc_row : memref<6xi32> = dense<[0, 2, 2, 0, 2, 2]>
memref.global "private" constant @csc_val : memref<6xf64> = dense<[1.0, 3.0, 4.0, 2.0, 5.0, 2.75]>
func.func @csc(%A: tensor<?x?xf64, #CSC>, %x: tensor<?xf64>, %y: tensor<?xf64>) -> tensor<?xf64> {
  %0 = linalg.matvec ins(%A, %x : tensor<?x?xf64, #CSC>, tensor<?xf64>) outs(%y : tensor<?xf64>) -> tensor<?xf64>
  return %0 : tensor<?xf64>
}

memref.global "private" constant @coo_pos : memref<2xi32> = dense<[0, 6]>
memref.global "private" constant @coo_row : memref<6xi32> = dense<[0, 0, 2, 2, 2, 2]>
func.func @coo(%A: tensor<?x?xf64, #COO>, %x: tensor<?xf64>, %y: tensor<?xf64>) -> tensor<?xf64> {
  %0 = linalg.matvec ins(%A, %x : tensor<?x?xf64, #COO>, tensor<?xf64>) outs(%y : tensor<?xf64>) -> tensor<?xf64>
  return %0 : tensor<?xf64>
}

memref.global "private" constant @dcsr_pos0 : memref<2xi32> = dense<[0, 2]>
memref.global "private" constant @dcsr_row : memref<2xi32> = dense<[0, 2]>
memref.global "private" constant @dcsr_pos1 : memref<3xi32> = dense<[0, 2, 6]>
func.func @dcsr(%A: tensor<?x?xf64, #DCSR>, %x: tensor<?xf64>, %y: tensor<?xf64>) -> tensor<?xf64> {
  %0 = linalg.matvec ins(%A, %x : tensor<?x?xf64, #DCSR>, tensor<?xf64>) outs(%y : tensor<?xf64>) -> tensor<?xf64>
  return %0 : tensor<?xf64>
}

memref.global "private" constant @dcsc_pos0 : memref<2xi32> = dense<[0, 4]>
memref.global "private" constant @dcsc_col : memref<4xi32> = dense<[0, 1, 2, 3]>
func.func @dcsc(%A: tensor<?x?xf64, #DCSC>, %x: tensor<?xf64>, %y: tensor<?xf64>) -> tensor<?xf64> {
  %0 = linalg.matvec ins(%A, %x : tensor<?x?xf64, #DCSC>, tensor<?xf64>) outs(%y : tensor<?xf64>) -> tensor<?xf64>
  return %0 : tensor<?xf64>
}

memref.global "private" constant @row_values : memref<12xf64>
    = dense<[1.0, 0.0, 2.0, 0.0, 0.0, 0.0, 0.0, 0.0, 3.0, 4.0, 5.0, 2.75]>
func.func @dense(%A: tensor<3x4xf64, #Dense>, %x: tensor<4xf64>, %y: tensor<3xf64>) -> tensor<3xf64> {
  %0 = linalg.matvec ins(%A, %x : tensor<3x4xf64, #Dense>, tensor<4xf64>) outs(%y : tensor<3xf64>) -> tensor<3xf64>
  return %0 : tensor<3xf64>
}

memref.global "private" constant @column_values : memref<12xf64>
    = dense<[1.0, 0.0, 3.0, 0.0, 0.0, 4.0, 2.0, 0.0, 5.0, 0.0, 0.0, 2.75]>
func.func @columns(%A: tensor<3x4xf64, #Columns>, %x: tensor<4xf64>, %y: tensor<3xf64>) -> tensor<3xf64> {
  %0 = linalg.matvec ins(%A, %x : tensor<3x4xf64, #Columns>, tensor<4xf64>) outs(%y : tensor<3xf64>) -> tensor<3xf64>
  return %0 : tensor<3xf64>
}

// A(2,1) = 4 is stored as 3 and 1.
memref.global "private" constant @heap_pos : memref<2xi32> = dense<[0, 7]>
memref.global "private" constant @heap_row : memref<7xi32> = dense<[2, 0, 2, 2, 0, 2, 2]>
memref.global "private" constant @heap_col : memref<7xi32> = dense<[1, 2, 3, 1, 0, 0, 2]>
memref.global "private" constant @heap_val : memref<7xf64> = dense<[3.0, 2.0, 2.75, 1.0, 1.0, 3.0, 5.0]>
func.func @heap(%A: tensor<?x?xf64, #Heap>, %x: tensor<?xf64>, %y: tensor<?xf64>) -> tensor<?xf64> {
  %0 = linalg.matvec ins(%A, %x : tensor<?x?xf64, #Heap>, tensor<?xf64>) outs(%y : tensor<?xf64>) -> tensor<?xf64>
  return %0 : tensor<?xf64>
}

memref.global "private" constant @full_pos : memref<2xi32> = dense<[0, 3]>
memref.global "private" constant @full_row : memref<3xi32> = dense<[0, 1, 2]>
func.func @full(%A: tensor<?x?xf64, #Full>, %x: tensor<?xf64>, %y: tensor<?xf64>) -> tensor<?xf64> {
  %0 = linalg.matvec ins(%A, %x : tensor<?x?xf64, #Full>, tensor<?xf64>) outs(%y : tensor<?xf64>) -> tensor<?xf64>
  return %0 : tensor<?xf64>
}

func.func @print(%y: tensor<?xf64>) {
  %c0 = arith.constant 0 : index
  %nan = arith.constant 99.0 : f64
  %v = vector.transfer_read %y[%c0], %nan : tensor<?xf64>, vector<3xf64>
  vector.print %v : vector<3xf64>
  return
}

func.func @main() {
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f64
  %xb = memref.get_global @x : memref<4xf64>
  %x4 = bufferization.to_tensor %xb restrict : memref<4xf64> to tensor<4xf64>
  %x = tensor.cast %x4 : tensor<4xf64> to tensor<?xf64>
  %y3 = tensor.generate {
  ^bb0(%i: index):
    tensor.yield %zero : f64
  } : tensor<3xf64>
  %y = tensor.cast %y3 : tensor<3xf64> to tensor<?xf64>

  %csr_pos = memref.get_global @csr_pos : memref<4xi32>
  %csr_col = memref.get_global @csr_col : memref<6xi32>
  %csr_val = memref.get_global @csr_val : memref<6xf64>
  %csr = stensor.pack(%csr_pos, %csr_col, %csr_val) sizes(%c3, %c4)
      : (memref<4xi32>, memref<6xi32>, memref<6xf64>) -> tensor<?x?xf64, #CSR>
  %r0 = call @csr(%csr, %x, %y) : (tensor<?x?xf64, #CSR>, tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  // CHECK: ( 7, 0, 37 )
  call @print(%r0) : (tensor<?xf64>) -> ()

  %csc_pos = memref.get_global @csc_pos : memref<5xi32>
  %csc_row = memref.get_global @csc_row : memref<6xi32>
  %csc_val = memref.get_global @csc_val : memref<6xf64>
  %csc = stensor.pack(%csc_pos, %csc_row, %csc_val) sizes(%c3, %c4)
      : (memref<5xi32>, memref<6xi32>, memref<6xf64>) -> tensor<?x?xf64, #CSC>
  %r1 = call @csc(%csc, %x, %y) : (tensor<?x?xf64, #CSC>, tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  // CHECK-NEXT: ( 7, 0, 37 )
  call @print(%r1) : (tensor<?xf64>) -> ()

  %coo_pos = memref.get_global @coo_pos : memref<2xi32>
  %coo_row = memref.get_global @coo_row : memref<6xi32>
  %coo = stensor.pack(%coo_pos, %coo_row, %csr_col, %csr_val) sizes(%c3, %c4)
      : (memref<2xi32>, memref<6xi32>, memref<6xi32>, memref<6xf64>) -> tensor<?x?xf64, #COO>
  %r2 = call @coo(%coo, %x, %y) : (tensor<?x?xf64, #COO>, tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  // CHECK-NEXT: ( 7, 0, 37 )
  call @print(%r2) : (tensor<?xf64>) -> ()

  %dcsr_pos0 = memref.get_global @dcsr_pos0 : memref<2xi32>
  %dcsr_row = memref.get_global @dcsr_row : memref<2xi32>
  %dcsr_pos1 = memref.get_global @dcsr_pos1 : memref<3xi32>
  %dcsr = stensor.pack(%dcsr_pos0, %dcsr_row, %dcsr_pos1, %csr_col, %csr_val) sizes(%c3, %c4)
      : (memref<2xi32>, memref<2xi32>, memref<3xi32>, memref<6xi32>, memref<6xf64>) -> tensor<?x?xf64, #DCSR>
  %r3 = call @dcsr(%dcsr, %x, %y) : (tensor<?x?xf64, #DCSR>, tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  // CHECK-NEXT: ( 7, 0, 37 )
  call @print(%r3) : (tensor<?xf64>) -> ()

  %dcsc_pos0 = memref.get_global @dcsc_pos0 : memref<2xi32>
  %dcsc_col = memref.get_global @dcsc_col : memref<4xi32>
  %dcsc = stensor.pack(%dcsc_pos0, %dcsc_col, %csc_pos, %csc_row, %csc_val) sizes(%c3, %c4)
      : (memref<2xi32>, memref<4xi32>, memref<5xi32>, memref<6xi32>, memref<6xf64>) -> tensor<?x?xf64, #DCSC>
  %r4 = call @dcsc(%dcsc, %x, %y) : (tensor<?x?xf64, #DCSC>, tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  // CHECK-NEXT: ( 7, 0, 37 )
  call @print(%r4) : (tensor<?xf64>) -> ()

  %rows = memref.get_global @row_values : memref<12xf64>
  %dense = stensor.pack(%rows) : (memref<12xf64>) -> tensor<3x4xf64, #Dense>
  %r5s = call @dense(%dense, %x4, %y3) : (tensor<3x4xf64, #Dense>, tensor<4xf64>, tensor<3xf64>) -> tensor<3xf64>
  %r5 = tensor.cast %r5s : tensor<3xf64> to tensor<?xf64>
  // CHECK-NEXT: ( 7, 0, 37 )
  call @print(%r5) : (tensor<?xf64>) -> ()

  %columns = memref.get_global @column_values : memref<12xf64>
  %turned = stensor.pack(%columns) : (memref<12xf64>) -> tensor<3x4xf64, #Columns>
  %r6s = call @columns(%turned, %x4, %y3) : (tensor<3x4xf64, #Columns>, tensor<4xf64>, tensor<3xf64>) -> tensor<3xf64>
  %r6 = tensor.cast %r6s : tensor<3xf64> to tensor<?xf64>
  // CHECK-NEXT: ( 7, 0, 37 )
  call @print(%r6) : (tensor<?xf64>) -> ()

  %heap_pos = memref.get_global @heap_pos : memref<2xi32>
  %heap_row = memref.get_global @heap_row : memref<7xi32>
  %heap_col = memref.get_global @heap_col : memref<7xi32>
  %heap_val = memref.get_global @heap_val : memref<7xf64>
  %heap = stensor.pack(%heap_pos, %heap_row, %heap_col, %heap_val) sizes(%c3, %c4)
      : (memref<2xi32>, memref<7xi32>, memref<7xi32>, memref<7xf64>) -> tensor<?x?xf64, #Heap>
  %r7 = call @heap(%heap, %x, %y) : (tensor<?x?xf64, #Heap>, tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  // CHECK-NEXT: ( 7, 0, 37 )
  call @print(%r7) : (tensor<?xf64>) -> ()

  %full_pos = memref.get_global @full_pos : memref<2xi32>
  %full_row = memref.get_global @full_row : memref<3xi32>
  %full = stensor.pack(%full_pos, %full_row, %csr_pos, %csr_col, %csr_val) sizes(%c3, %c4)
      : (memref<2xi32>, memref<3xi32>, memref<4xi32>, memref<6xi32>, memref<6xf64>) -> tensor<?x?xf64, #Full>
  %r8 = call @full(%full, %x, %y) : (tensor<?x?xf64, #Full>, tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  // CHECK-NEXT: ( 7, 0, 37 )
  call @print(%r8) : (tensor<?xf64>) -> ()
  return
}
