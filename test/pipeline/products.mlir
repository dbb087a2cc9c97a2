// `--lacuna`, executed: products with dense matrices, whose loops run in lanes: sizes that are no multiple of a block,
// static and dynamic.

// RUN: lacuna-opt %s --lacuna | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=vector-bytes=16 | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna="vector-bytes=64 fp=strict" | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=vector-bytes=0 | %run | FileCheck %s

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>

// A = [ 1 0 2 ]
//     [ 0 0 0 ]
//     [ 0 3 0 ]
memref.global "private" constant @pos : memref<4xi32> = dense<[0, 2, 2, 3]>
memref.global "private" constant @col : memref<3xi32> = dense<[0, 2, 1]>
memref.global "private" constant @val : memref<3xf64> = dense<[1.0, 2.0, 3.0]>

func.func @spmm(%A: tensor<?x?xf64, #CSR>, %B: tensor<?x?xf64>, %m: index, %n: index) -> tensor<?x?xf64> {
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty(%m, %n) : tensor<?x?xf64>
  %f = linalg.fill ins(%zero : f64) outs(%e : tensor<?x?xf64>) -> tensor<?x?xf64>
  %0 = linalg.matmul ins(%A, %B : tensor<?x?xf64, #CSR>, tensor<?x?xf64>) outs(%f : tensor<?x?xf64>) -> tensor<?x?xf64>
  return %0 : tensor<?x?xf64>
}

func.func @spmm_static(%A: tensor<3x3xf64, #CSR>, %B: tensor<3x7xf64>, %C: tensor<3x7xf64>) -> tensor<3x7xf64> {
  %0 = linalg.matmul ins(%A, %B : tensor<3x3xf64, #CSR>, tensor<3x7xf64>) outs(%C : tensor<3x7xf64>) -> tensor<3x7xf64>
  return %0 : tensor<3x7xf64>
}

// C(i,j) = A(i,j) * sum over k of B(i,k) D(j,k)
#sampled = {
  indexing_maps = [affine_map<(i, j, k) -> (i, j)>, affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>,
                   affine_map<(i, j, k) -> (i, j)>],
  iterator_types = ["parallel", "parallel", "reduction"]
}
func.func @sddmm(%A: tensor<?x?xf64, #CSR>, %B: tensor<?x?xf64>, %D: tensor<?x?xf64>, %m: index, %n: index)
    -> tensor<?x?xf64> {
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty(%m, %n) : tensor<?x?xf64>
  %f = linalg.fill ins(%zero : f64) outs(%e : tensor<?x?xf64>) -> tensor<?x?xf64>
  %0 = linalg.generic #sampled ins(%A, %B, %D : tensor<?x?xf64, #CSR>, tensor<?x?xf64>, tensor<?x?xf64>)
                               outs(%f : tensor<?x?xf64>) {
  ^bb0(%a: f64, %b: f64, %d: f64, %c: f64):
    %p = arith.mulf %b, %d : f64
    %q = arith.mulf %a, %p : f64
    %s = arith.addf %c, %q : f64
    linalg.yield %s : f64
  } -> tensor<?x?xf64>
  return %0 : tensor<?x?xf64>
}

// M(i,j) = 10 i + j + 1
func.func @iota(%m: index, %n: index) -> tensor<?x?xf64> {
  %0 = tensor.generate %m, %n {
  ^bb0(%i: index, %j: index):
    %c10 = arith.constant 10 : index
    %c1 = arith.constant 1 : index
    %1 = arith.muli %i, %c10 : index
    %2 = arith.addi %1, %j : index
    %3 = arith.addi %2, %c1 : index
    %4 = arith.index_cast %3 : index to i64
    %5 = arith.sitofp %4 : i64 to f64
    tensor.yield %5 : f64
  } : tensor<?x?xf64>
  return %0 : tensor<?x?xf64>
}

func.func private @printMemrefF64(memref<*xf64>) attributes {llvm.emit_c_interface}
func.func @print(%t: tensor<?x?xf64>) {
  %0 = bufferization.to_buffer %t read_only : tensor<?x?xf64> to memref<?x?xf64>
  %1 = memref.cast %0 : memref<?x?xf64> to memref<*xf64>
  call @printMemrefF64(%1) : (memref<*xf64>) -> ()
  return
}

func.func @main() {
  %c3 = arith.constant 3 : index
  %c7 = arith.constant 7 : index
  %pos = memref.get_global @pos : memref<4xi32>
  %col = memref.get_global @col : memref<3xi32>
  %val = memref.get_global @val : memref<3xf64>
  %A = stensor.pack(%pos, %col, %val) sizes(%c3, %c3)
      : (memref<4xi32>, memref<3xi32>, memref<3xf64>) -> tensor<?x?xf64, #CSR>
  %B = call @iota(%c3, %c7) : (index, index) -> tensor<?x?xf64>

  %0 = call @spmm(%A, %B, %c3, %c7) : (tensor<?x?xf64, #CSR>, tensor<?x?xf64>, index, index) -> tensor<?x?xf64>
  // CHECK:      {{\[\[}}43, 46, 49, 52, 55, 58, 61]
  // CHECK-NEXT:  [0, 0, 0, 0, 0, 0, 0]
  // CHECK-NEXT:  [33, 36, 39, 42, 45, 48, 51]]
  call @print(%0) : (tensor<?x?xf64>) -> ()

  // Added to what is there.
  %S = stensor.pack(%pos, %col, %val) : (memref<4xi32>, memref<3xi32>, memref<3xf64>) -> tensor<3x3xf64, #CSR>
  %B37 = tensor.cast %B : tensor<?x?xf64> to tensor<3x7xf64>
  %1 = call @spmm_static(%S, %B37, %B37) : (tensor<3x3xf64, #CSR>, tensor<3x7xf64>, tensor<3x7xf64>) -> tensor<3x7xf64>
  %d1 = tensor.cast %1 : tensor<3x7xf64> to tensor<?x?xf64>
  // CHECK:      {{\[\[}}44, 48, 52, 56, 60, 64, 68]
  // CHECK-NEXT:  [11, 12, 13, 14, 15, 16, 17]
  // CHECK-NEXT:  [54, 58, 62, 66, 70, 74, 78]]
  call @print(%d1) : (tensor<?x?xf64>) -> ()

  %2 = call @sddmm(%A, %B, %B, %c3, %c3)
      : (tensor<?x?xf64, #CSR>, tensor<?x?xf64>, tensor<?x?xf64>, index, index) -> tensor<?x?xf64>
  // CHECK:      {{\[\[}}140, 0, 1400]
  // CHECK-NEXT:  [0, 0, 0]
  // CHECK-NEXT:  [0, 7140, 0]]
  call @print(%2) : (tensor<?x?xf64>) -> ()
  return
}
