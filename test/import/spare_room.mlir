// Arrays from outside that are longer than what their positions use: only what is used are entries.

// RUN: lacuna-opt %s --lacuna=verify=true | %run | FileCheck %s
// RUN: mlir-opt %s --sparsifier="enable-runtime-library=false" | %run | FileCheck %s

#CSR = #sparse_tensor.encoding<{map = (i, j) -> (i : dense, j : compressed)}>
#COO = #sparse_tensor.encoding<{map = (i, j) -> (i : compressed(nonunique), j : singleton)}>
#CSC = #sparse_tensor.encoding<{map = (i, j) -> (j : dense, i : compressed)}>
#BSR = #sparse_tensor.encoding<{map = (i, j) -> (i floordiv 2 : dense, j floordiv 2 : compressed, i mod 2 : dense, j mod 2 : dense)}>

func.func @csr() {
  %p = arith.constant dense<[0, 1, 3]> : tensor<3xindex>
  %c = arith.constant dense<[1, 0, 2, 7, 7]> : tensor<5xindex>
  %v = arith.constant dense<[1.0, 2.0, 3.0, 99.0, 99.0]> : tensor<5xf64>
  %s = sparse_tensor.assemble (%p, %c), %v : (tensor<3xindex>, tensor<5xindex>), tensor<5xf64> to tensor<2x4xf64, #CSR>
  // CHECK: 3
  %n = sparse_tensor.number_of_entries %s : tensor<2x4xf64, #CSR>
  vector.print %n : index
  // CHECK-NEXT: 3
  %x = sparse_tensor.values %s : tensor<2x4xf64, #CSR> to memref<?xf64>
  %c0 = arith.constant 0 : index
  %l = memref.dim %x, %c0 : memref<?xf64>
  vector.print %l : index
  // CHECK-NEXT: 3
  %i = sparse_tensor.coordinates %s {level = 1 : index} : tensor<2x4xf64, #CSR> to memref<?xindex>
  %k = memref.dim %i, %c0 : memref<?xindex>
  vector.print %k : index
  // CHECK:      nse = 3
  // CHECK:      pos[1] : ( 0, 1, 3 )
  // CHECK-NEXT: crd[1] : ( 1, 0, 2 )
  // CHECK-NEXT: values : ( 1, 2, 3 )
  sparse_tensor.print %s : tensor<2x4xf64, #CSR>

  // Lengths in each of the types that they may have.
  // CHECK:      3
  // CHECK-NEXT: 3
  // CHECK-NEXT: 3
  %op = tensor.empty() : tensor<4xindex>
  %oc = tensor.empty() : tensor<6xindex>
  %ov = tensor.empty() : tensor<6xf64>
  %rp, %rc, %rv, %lp, %lc, %lv = sparse_tensor.disassemble %s : tensor<2x4xf64, #CSR>
      out_lvls(%op, %oc : tensor<4xindex>, tensor<6xindex>) out_vals(%ov : tensor<6xf64>)
      -> (tensor<4xindex>, tensor<6xindex>), tensor<6xf64>, (i32, tensor<i64>), index
  vector.print %lp : i32
  %e = tensor.extract %lc[] : tensor<i64>
  vector.print %e : i64
  vector.print %lv : index
  return
}

func.func @coo() {
  %p = arith.constant dense<[0, 2]> : tensor<2xindex>
  %c = arith.constant dense<[[0, 1], [1, 3], [9, 9]]> : tensor<3x2xindex>
  %v = arith.constant dense<[1, 2, 99]> : tensor<3xi32>
  %s = sparse_tensor.assemble (%p, %c), %v : (tensor<2xindex>, tensor<3x2xindex>), tensor<3xi32> to tensor<2x4xi32, #COO>
  // CHECK:      nse = 2
  // CHECK:      crd[0] : ( 0, 1, 1, 3 )
  // CHECK-NEXT: values : ( 1, 2 )
  sparse_tensor.print %s : tensor<2x4xi32, #COO>
  // Where it is sorted, too.
  // CHECK:      pos[1] : ( 0, 0, 1, 1, 2 )
  // CHECK-NEXT: crd[1] : ( 0, 1 )
  // CHECK-NEXT: values : ( 1, 2 )
  %t = sparse_tensor.convert %s : tensor<2x4xi32, #COO> to tensor<2x4xi32, #CSC>
  sparse_tensor.print %t : tensor<2x4xi32, #CSC>
  return
}

func.func @blocks() {
  %p = arith.constant dense<[0, 1]> : tensor<2xindex>
  %c = arith.constant dense<[1, 0]> : tensor<2xindex>
  %v = arith.constant dense<[1, 2, 3, 4, 99, 99, 99, 99]> : tensor<8xi32>
  %s = sparse_tensor.assemble (%p, %c), %v : (tensor<2xindex>, tensor<2xindex>), tensor<8xi32> to tensor<2x4xi32, #BSR>
  // CHECK:      nse = 4
  // CHECK:      values : ( 1, 2, 3, 4 )
  sparse_tensor.print %s : tensor<2x4xi32, #BSR>
  return
}

func.func @main() {
  call @csr() : () -> ()
  call @coo() : () -> ()
  call @blocks() : () -> ()
  return
}
