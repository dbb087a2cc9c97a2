// Stored tensors from arrays, and arrays from stored tensors.

// RUN: lacuna-opt %s --lacuna | %run | FileCheck %s
// RUN: mlir-opt %s --sparsifier="enable-runtime-library=false" | %run | FileCheck %s

#CSR = #sparse_tensor.encoding<{map = (i, j) -> (i : dense, j : compressed)}>
#DCSR = #sparse_tensor.encoding<{map = (i, j) -> (i : compressed, j : compressed)}>
#COO = #sparse_tensor.encoding<{map = (i, j) -> (i : compressed(nonunique), j : singleton)}>
#BSR = #sparse_tensor.encoding<{map = (i, j) -> (i floordiv 2 : dense, j floordiv 2 : compressed, i mod 2 : dense, j mod 2 : dense)}>
#Narrow = #sparse_tensor.encoding<{map = (i, j) -> (i : dense, j : compressed), posWidth = 32, crdWidth = 8}>

#mv = {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i)>],
       iterator_types = ["parallel", "reduction"]}

func.func @assemble_csr(%pos: tensor<4xindex>, %crd: tensor<5xindex>, %val: tensor<5xf64>) {
  %A = sparse_tensor.assemble (%pos, %crd), %val
     : (tensor<4xindex>, tensor<5xindex>), tensor<5xf64> to tensor<3x4xf64, #CSR>
  %D = sparse_tensor.convert %A : tensor<3x4xf64, #CSR> to tensor<3x4xf64>
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f64
  %v = vector.transfer_read %D[%c0, %c0], %pad : tensor<3x4xf64>, vector<3x4xf64>
  vector.print %v : vector<3x4xf64>
  %n = sparse_tensor.number_of_entries %A : tensor<3x4xf64, #CSR>
  vector.print %n : index
  return
}

// Coordinates of both dimensions in one array.
func.func @assemble_coo(%pos: tensor<2xindex>, %crd: tensor<3x2xindex>, %val: tensor<3xf64>) {
  %A = sparse_tensor.assemble (%pos, %crd), %val
     : (tensor<2xindex>, tensor<3x2xindex>), tensor<3xf64> to tensor<3x4xf64, #COO>
  %D = sparse_tensor.convert %A : tensor<3x4xf64, #COO> to tensor<3x4xf64>
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f64
  %v = vector.transfer_read %D[%c0, %c0], %pad : tensor<3x4xf64>, vector<3x4xf64>
  vector.print %v : vector<3x4xf64>
  return
}

// Narrow integers, into a computation.
func.func @assemble_narrow(%pos: tensor<4xi32>, %crd: tensor<5xi8>, %val: tensor<5xf64>, %x: tensor<4xf64>) {
  %A = sparse_tensor.assemble (%pos, %crd), %val
     : (tensor<4xi32>, tensor<5xi8>), tensor<5xf64> to tensor<3x4xf64, #Narrow>
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<3xf64>
  %f = linalg.fill ins(%zero : f64) outs(%e : tensor<3xf64>) -> tensor<3xf64>
  %0 = linalg.generic #mv ins(%A, %x : tensor<3x4xf64, #Narrow>, tensor<4xf64>) outs(%f : tensor<3xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %1 = arith.mulf %a, %b : f64
    %2 = arith.addf %c, %1 : f64
    linalg.yield %2 : f64
  } -> tensor<3xf64>
  %c0 = arith.constant 0 : index
  %v = vector.transfer_read %0[%c0], %zero : tensor<3xf64>, vector<3xf64>
  vector.print %v : vector<3xf64>
  return
}

// The arrays of a result, in buffers of the caller.
func.func @disassemble_csr(%D: tensor<4x6xf64>, %p: tensor<5xindex>, %i: tensor<7xindex>, %x: tensor<7xf64>) {
  %A = sparse_tensor.convert %D : tensor<4x6xf64> to tensor<4x6xf64, #CSR>
  %pos, %crd, %val, %pos_len, %crd_len, %val_len = sparse_tensor.disassemble %A : tensor<4x6xf64, #CSR>
     out_lvls(%p, %i : tensor<5xindex>, tensor<7xindex>) out_vals(%x : tensor<7xf64>)
     -> (tensor<5xindex>, tensor<7xindex>), tensor<7xf64>, (index, index), index
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f64
  %0 = vector.transfer_read %pos[%c0], %c0 : tensor<5xindex>, vector<5xindex>
  vector.print %0 : vector<5xindex>
  %1 = vector.transfer_read %crd[%c0], %c0 : tensor<7xindex>, vector<7xindex>
  vector.print %1 : vector<7xindex>
  %2 = vector.transfer_read %val[%c0], %pad : tensor<7xf64>, vector<7xf64>
  vector.print %2 : vector<7xf64>
  vector.print %pos_len : index
  vector.print %crd_len : index
  vector.print %val_len : index
  return
}

// Coordinates side by side.
func.func @disassemble_coo(%D: tensor<4x6xf64>, %p: tensor<2xindex>, %i: tensor<7x2xindex>, %x: tensor<7xf64>) {
  %A = sparse_tensor.convert %D : tensor<4x6xf64> to tensor<4x6xf64, #COO>
  %pos, %crd, %val, %pos_len, %crd_len, %val_len = sparse_tensor.disassemble %A : tensor<4x6xf64, #COO>
     out_lvls(%p, %i : tensor<2xindex>, tensor<7x2xindex>) out_vals(%x : tensor<7xf64>)
     -> (tensor<2xindex>, tensor<7x2xindex>), tensor<7xf64>, (index, index), index
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f64
  %0 = vector.transfer_read %pos[%c0], %c0 : tensor<2xindex>, vector<2xindex>
  vector.print %0 : vector<2xindex>
  %1 = vector.transfer_read %crd[%c0, %c0], %c0 : tensor<7x2xindex>, vector<7x2xindex>
  vector.print %1 : vector<7x2xindex>
  %2 = vector.transfer_read %val[%c0], %pad : tensor<7xf64>, vector<7xf64>
  vector.print %2 : vector<7xf64>
  vector.print %crd_len : index
  return
}

// The arrays themselves.
func.func @views(%D: tensor<4x6xf64>) {
  %A = sparse_tensor.convert %D : tensor<4x6xf64> to tensor<4x6xf64, #DCSR>
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f64
  %p0 = sparse_tensor.positions %A {level = 0 : index} : tensor<4x6xf64, #DCSR> to memref<?xindex>
  %0 = vector.transfer_read %p0[%c0], %c0 : memref<?xindex>, vector<2xindex>
  vector.print %0 : vector<2xindex>
  %i0 = sparse_tensor.coordinates %A {level = 0 : index} : tensor<4x6xf64, #DCSR> to memref<?xindex>
  %1 = vector.transfer_read %i0[%c0], %c0 : memref<?xindex>, vector<3xindex>
  vector.print %1 : vector<3xindex>
  %p1 = sparse_tensor.positions %A {level = 1 : index} : tensor<4x6xf64, #DCSR> to memref<?xindex>
  %2 = vector.transfer_read %p1[%c0], %c0 : memref<?xindex>, vector<4xindex>
  vector.print %2 : vector<4xindex>
  %i1 = sparse_tensor.coordinates %A {level = 1 : index} : tensor<4x6xf64, #DCSR> to memref<?xindex>
  %3 = vector.transfer_read %i1[%c0], %c0 : memref<?xindex>, vector<7xindex>
  vector.print %3 : vector<7xindex>
  %x = sparse_tensor.values %A : tensor<4x6xf64, #DCSR> to memref<?xf64>
  %4 = vector.transfer_read %x[%c0], %pad : memref<?xf64>, vector<7xf64>
  vector.print %4 : vector<7xf64>
  %n = sparse_tensor.number_of_entries %A : tensor<4x6xf64, #DCSR>
  vector.print %n : index
  return
}

// Coordinates that share an array: every second one.
func.func @views_coo(%D: tensor<4x6xf64>) {
  %A = sparse_tensor.convert %D : tensor<4x6xf64> to tensor<4x6xf64, #COO>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %i0 = sparse_tensor.coordinates %A {level = 0 : index}
      : tensor<4x6xf64, #COO> to memref<?xindex, strided<[?], offset: ?>>
  %i1 = sparse_tensor.coordinates %A {level = 1 : index}
      : tensor<4x6xf64, #COO> to memref<?xindex, strided<[?], offset: ?>>
  %n = memref.dim %i0, %c0 : memref<?xindex, strided<[?], offset: ?>>
  scf.for %k = %c0 to %n step %c1 {
    %0 = memref.load %i0[%k] : memref<?xindex, strided<[?], offset: ?>>
    %1 = memref.load %i1[%k] : memref<?xindex, strided<[?], offset: ?>>
    vector.print %0 : index
    vector.print %1 : index
  }
  %b = sparse_tensor.coordinates_buffer %A : tensor<4x6xf64, #COO> to memref<?xindex>
  %2 = vector.transfer_read %b[%c0], %c0 : memref<?xindex>, vector<14xindex>
  vector.print %2 : vector<14xindex>
  return
}

// Blocks hold zeros, too.
func.func @blocks(%D: tensor<4x6xf64>) {
  %A = sparse_tensor.convert %D : tensor<4x6xf64> to tensor<4x6xf64, #BSR>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %pad = arith.constant 0.0 : f64
  %l0 = sparse_tensor.lvl %A, %c0 : tensor<4x6xf64, #BSR>
  vector.print %l0 : index
  %l1 = sparse_tensor.lvl %A, %c1 : tensor<4x6xf64, #BSR>
  vector.print %l1 : index
  %x = sparse_tensor.values %A : tensor<4x6xf64, #BSR> to memref<?xf64>
  %0 = vector.transfer_read %x[%c0], %pad : memref<?xf64>, vector<20xf64>
  vector.print %0 : vector<20xf64>
  %n = sparse_tensor.number_of_entries %A : tensor<4x6xf64, #BSR>
  vector.print %n : index
  return
}

func.func @main() {
  %d_A = arith.constant dense<[[1.0, 0.0, 2.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 3.0, 0.0, 0.0, 4.0, 0.0], [5.0, 0.0, 0.0, 6.0, 0.0, -7.0]]> : tensor<4x6xf64>
  // CHECK: ( ( 1, 0, 0, 2 ), ( 0, 0, 0, 0 ), ( 3, 4, 5, 0 ) )
  // CHECK-NEXT: 5
  %p1 = arith.constant dense<[0, 2, 2, 5]> : tensor<4xindex>
  %i1 = arith.constant dense<[0, 3, 0, 1, 2]> : tensor<5xindex>
  %v1 = arith.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0]> : tensor<5xf64>
  call @assemble_csr(%p1, %i1, %v1) : (tensor<4xindex>, tensor<5xindex>, tensor<5xf64>) -> ()
  // CHECK: ( ( 1.1, 0, 0, 0 ), ( 0, 0, 2.2, 3.3 ), ( 0, 0, 0, 0 ) )
  %p2 = arith.constant dense<[0, 3]> : tensor<2xindex>
  %i2 = arith.constant dense<[[0, 0], [1, 2], [1, 3]]> : tensor<3x2xindex>
  %v2 = arith.constant dense<[1.1, 2.2, 3.3]> : tensor<3xf64>
  call @assemble_coo(%p2, %i2, %v2) : (tensor<2xindex>, tensor<3x2xindex>, tensor<3xf64>) -> ()
  // CHECK: ( 2001, 0, 543 )
  %p3 = arith.constant dense<[0, 2, 2, 5]> : tensor<4xi32>
  %i3 = arith.constant dense<[0, 3, 0, 1, 2]> : tensor<5xi8>
  %x3 = arith.constant dense<[1.0, 10.0, 100.0, 1000.0]> : tensor<4xf64>
  call @assemble_narrow(%p3, %i3, %v1, %x3) : (tensor<4xi32>, tensor<5xi8>, tensor<5xf64>, tensor<4xf64>) -> ()
  // CHECK: ( 0, 2, 2, 4, 7 )
  // CHECK-NEXT: ( 0, 2, 1, 4, 0, 3, 5 )
  // CHECK-NEXT: ( 1, 2, 3, 4, 5, 6, -7 )
  // CHECK-NEXT: 5
  // CHECK-NEXT: 7
  // CHECK-NEXT: 7
  %p4 = arith.constant dense<0> : tensor<5xindex>
  %i4 = arith.constant dense<0> : tensor<7xindex>
  %x4 = arith.constant dense<0.0> : tensor<7xf64>
  call @disassemble_csr(%d_A, %p4, %i4, %x4) : (tensor<4x6xf64>, tensor<5xindex>, tensor<7xindex>, tensor<7xf64>) -> ()
  // CHECK: ( 0, 7 )
  // CHECK-NEXT: ( ( 0, 0 ), ( 0, 2 ), ( 2, 1 ), ( 2, 4 ), ( 3, 0 ), ( 3, 3 ), ( 3, 5 ) )
  // CHECK-NEXT: ( 1, 2, 3, 4, 5, 6, -7 )
  // CHECK-NEXT: 14
  %p5 = arith.constant dense<0> : tensor<2xindex>
  %i5 = arith.constant dense<0> : tensor<7x2xindex>
  call @disassemble_coo(%d_A, %p5, %i5, %x4) : (tensor<4x6xf64>, tensor<2xindex>, tensor<7x2xindex>, tensor<7xf64>) -> ()
  // CHECK: ( 0, 3 )
  // CHECK-NEXT: ( 0, 2, 3 )
  // CHECK-NEXT: ( 0, 2, 4, 7 )
  // CHECK-NEXT: ( 0, 2, 1, 4, 0, 3, 5 )
  // CHECK-NEXT: ( 1, 2, 3, 4, 5, 6, -7 )
  // CHECK-NEXT: 7
  call @views(%d_A) : (tensor<4x6xf64>) -> ()
  // CHECK: 0
  // CHECK-NEXT: 0
  // CHECK-NEXT: 0
  // CHECK-NEXT: 2
  // CHECK-NEXT: 2
  // CHECK-NEXT: 1
  // CHECK-NEXT: 2
  // CHECK-NEXT: 4
  // CHECK-NEXT: 3
  // CHECK-NEXT: 0
  // CHECK-NEXT: 3
  // CHECK-NEXT: 3
  // CHECK-NEXT: 3
  // CHECK-NEXT: 5
  // CHECK-NEXT: ( 0, 0, 0, 2, 2, 1, 2, 4, 3, 0, 3, 3, 3, 5 )
  call @views_coo(%d_A) : (tensor<4x6xf64>) -> ()
  // CHECK: 2
  // CHECK-NEXT: 3
  // CHECK-NEXT: ( 1, 0, 0, 0, 2, 0, 0, 0, 0, 3, 5, 0, 0, 0, 0, 6, 4, 0, 0, -7 )
  // CHECK-NEXT: 20
  call @blocks(%d_A) : (tensor<4x6xf64>) -> ()
  return
}
