// `sparse_tensor.print` writes the arrays in upstream's layout.

// RUN: lacuna-opt %s --lacuna=verify=true | %run | FileCheck %s
// RUN: mlir-opt %s --sparsifier="enable-runtime-library=false" | %run | FileCheck %s

#SV = #sparse_tensor.encoding<{map = (i) -> (i : compressed), posWidth = 16, crdWidth = 8}>
#CSR = #sparse_tensor.encoding<{map = (i, j) -> (i : dense, j : compressed)}>
#CSC = #sparse_tensor.encoding<{map = (i, j) -> (j : dense, i : compressed), posWidth = 32, crdWidth = 32}>
#DCSR = #sparse_tensor.encoding<{map = (i, j) -> (i : compressed, j : compressed)}>
#COO = #sparse_tensor.encoding<{map = (i, j) -> (i : compressed(nonunique), j : singleton)}>
#COO_SoA = #sparse_tensor.encoding<{map = (i, j) -> (i : compressed(nonunique), j : singleton(soa))}>
#COO3 = #sparse_tensor.encoding<{map = (i, j, k) -> (i : compressed(nonunique), j : singleton(nonunique), k : singleton)}>
#DenseCOO = #sparse_tensor.encoding<{map = (i, j, k) -> (i : dense, j : compressed(nonunique), k : singleton)}>
#BSR = #sparse_tensor.encoding<{map = (i, j) -> (i floordiv 2 : dense, j floordiv 2 : compressed, i mod 2 : dense, j mod 2 : dense)}>
#AllDense = #sparse_tensor.encoding<{map = (i, j) -> (j : dense, i : dense)}>

func.func @main() {
  %m = arith.constant dense<[[1.0, 0.0, 2.0, 0.0], [0.0, 0.0, 0.0, 0.0], [0.0, -3.5, 0.0, 4.0]]> : tensor<3x4xf64>

  // CHECK:      ---- Sparse Tensor ----
  // CHECK-NEXT: nse = 4
  // CHECK-NEXT: dim = ( 3, 4 )
  // CHECK-NEXT: lvl = ( 3, 4 )
  // CHECK-NEXT: pos[1] : ( 0, 2, 2, 4 )
  // CHECK-NEXT: crd[1] : ( 0, 2, 1, 3 )
  // CHECK-NEXT: values : ( 1, 2, -3.5, 4 )
  // CHECK-NEXT: ----
  %csr = sparse_tensor.convert %m : tensor<3x4xf64> to tensor<3x4xf64, #CSR>
  sparse_tensor.print %csr : tensor<3x4xf64, #CSR>

  // CHECK-NEXT: ---- Sparse Tensor ----
  // CHECK-NEXT: nse = 4
  // CHECK-NEXT: dim = ( 3, 4 )
  // CHECK-NEXT: lvl = ( 4, 3 )
  // CHECK-NEXT: pos[1] : ( 0, 1, 2, 3, 4 )
  // CHECK-NEXT: crd[1] : ( 0, 2, 0, 2 )
  // CHECK-NEXT: values : ( 1, -3.5, 2, 4 )
  // CHECK-NEXT: ----
  %csc = sparse_tensor.convert %m : tensor<3x4xf64> to tensor<?x?xf64, #CSC>
  sparse_tensor.print %csc : tensor<?x?xf64, #CSC>

  // CHECK-NEXT: ---- Sparse Tensor ----
  // CHECK-NEXT: nse = 4
  // CHECK-NEXT: dim = ( 3, 4 )
  // CHECK-NEXT: lvl = ( 3, 4 )
  // CHECK-NEXT: pos[0] : ( 0, 2 )
  // CHECK-NEXT: crd[0] : ( 0, 2 )
  // CHECK-NEXT: pos[1] : ( 0, 2, 4 )
  // CHECK-NEXT: crd[1] : ( 0, 2, 1, 3 )
  // CHECK-NEXT: values : ( 1, 2, -3.5, 4 )
  // CHECK-NEXT: ----
  %dcsr = sparse_tensor.convert %m : tensor<3x4xf64> to tensor<3x4xf64, #DCSR>
  sparse_tensor.print %dcsr : tensor<3x4xf64, #DCSR>

  // Coordinates of an entry side by side.
  // CHECK-NEXT: ---- Sparse Tensor ----
  // CHECK-NEXT: nse = 4
  // CHECK-NEXT: dim = ( 3, 4 )
  // CHECK-NEXT: lvl = ( 3, 4 )
  // CHECK-NEXT: pos[0] : ( 0, 4 )
  // CHECK-NEXT: crd[0] : ( 0, 0, 0, 2, 2, 1, 2, 3 )
  // CHECK-NEXT: values : ( 1, 2, -3.5, 4 )
  // CHECK-NEXT: ----
  %coo = sparse_tensor.convert %m : tensor<3x4xf64> to tensor<3x4xf64, #COO>
  sparse_tensor.print %coo : tensor<3x4xf64, #COO>

  // CHECK-NEXT: ---- Sparse Tensor ----
  // CHECK-NEXT: nse = 4
  // CHECK-NEXT: dim = ( 3, 4 )
  // CHECK-NEXT: lvl = ( 3, 4 )
  // CHECK-NEXT: pos[0] : ( 0, 4 )
  // CHECK-NEXT: crd[0] : ( 0, 0, 2, 2 )
  // CHECK-NEXT: crd[1] : ( 0, 2, 1, 3 )
  // CHECK-NEXT: values : ( 1, 2, -3.5, 4 )
  // CHECK-NEXT: ----
  %soa = sparse_tensor.convert %m : tensor<3x4xf64> to tensor<3x4xf64, #COO_SoA>
  sparse_tensor.print %soa : tensor<3x4xf64, #COO_SoA>

  // CHECK-NEXT: ---- Sparse Tensor ----
  // CHECK-NEXT: nse = 12
  // CHECK-NEXT: dim = ( 3, 4 )
  // CHECK-NEXT: lvl = ( 4, 3 )
  // CHECK-NEXT: values : ( 1, 0, 0, 0, 0, -3.5, 2, 0, 0, 0, 0, 4 )
  // CHECK-NEXT: ----
  %all = sparse_tensor.convert %m : tensor<3x4xf64> to tensor<3x4xf64, #AllDense>
  sparse_tensor.print %all : tensor<3x4xf64, #AllDense>

  // Sizes of blocks, which are not those of the dimensions.
  // CHECK-NEXT: ---- Sparse Tensor ----
  // CHECK-NEXT: nse = 12
  // CHECK-NEXT: dim = ( 4, 4 )
  // CHECK-NEXT: lvl = ( 2, 2, 2, 2 )
  // CHECK-NEXT: pos[1] : ( 0, 2, 3 )
  // CHECK-NEXT: crd[1] : ( 0, 1, 1 )
  // CHECK-NEXT: values : ( 1, 0, 0, 0, 2, 0, 0, 0, 0, 4, 0, 0 )
  // CHECK-NEXT: ----
  %b = arith.constant dense<[[1, 0, 2, 0], [0, 0, 0, 0], [0, 0, 0, 4], [0, 0, 0, 0]]> : tensor<4x4xi32>
  %bsr = sparse_tensor.convert %b : tensor<4x4xi32> to tensor<4x4xi32, #BSR>
  sparse_tensor.print %bsr : tensor<4x4xi32, #BSR>

  // CHECK-NEXT: ---- Sparse Tensor ----
  // CHECK-NEXT: nse = 2
  // CHECK-NEXT: dim = ( 2, 2, 2 )
  // CHECK-NEXT: lvl = ( 2, 2, 2 )
  // CHECK-NEXT: pos[0] : ( 0, 2 )
  // CHECK-NEXT: crd[0] : ( 0, 1, 0, 1, 0, 1 )
  // CHECK-NEXT: values : ( 3, 6 )
  // CHECK-NEXT: ----
  %t = arith.constant dense<[[[0, 0], [3, 0]], [[0, 6], [0, 0]]]> : tensor<2x2x2xi8>
  %coo3 = sparse_tensor.convert %t : tensor<2x2x2xi8> to tensor<2x2x2xi8, #COO3>
  sparse_tensor.print %coo3 : tensor<2x2x2xi8, #COO3>

  // CHECK-NEXT: ---- Sparse Tensor ----
  // CHECK-NEXT: nse = 2
  // CHECK-NEXT: dim = ( 2, 2, 2 )
  // CHECK-NEXT: lvl = ( 2, 2, 2 )
  // CHECK-NEXT: pos[1] : ( 0, 1, 2 )
  // CHECK-NEXT: crd[1] : ( 1, 0, 0, 1 )
  // CHECK-NEXT: values : ( 3, 6 )
  // CHECK-NEXT: ----
  %below = sparse_tensor.convert %t : tensor<2x2x2xi8> to tensor<2x2x2xi8, #DenseCOO>
  sparse_tensor.print %below : tensor<2x2x2xi8, #DenseCOO>

  // The two parts of a complex number.
  // CHECK-NEXT: ---- Sparse Tensor ----
  // CHECK-NEXT: nse = 2
  // CHECK-NEXT: dim = ( 4 )
  // CHECK-NEXT: lvl = ( 4 )
  // CHECK-NEXT: pos[0] : ( 0, 2 )
  // CHECK-NEXT: crd[0] : ( 1, 3 )
  // CHECK-NEXT: values : ( ( 1, -2 ), ( 0, 0.5 ) )
  // CHECK-NEXT: ----
  %z = arith.constant dense<[(0.0, 0.0), (1.0, -2.0), (0.0, 0.0), (0.0, 0.5)]> : tensor<4xcomplex<f32>>
  %complex = sparse_tensor.convert %z : tensor<4xcomplex<f32>> to tensor<4xcomplex<f32>, #SV>
  sparse_tensor.print %complex : tensor<4xcomplex<f32>, #SV>

  // Nothing at all.
  // CHECK-NEXT: ---- Sparse Tensor ----
  // CHECK-NEXT: nse = 0
  // CHECK-NEXT: dim = ( 3 )
  // CHECK-NEXT: lvl = ( 3 )
  // CHECK-NEXT: pos[0] : ( 0, 0 )
  // CHECK-NEXT: crd[0] : ( )
  // CHECK-NEXT: values : ( )
  // CHECK-NEXT: ----
  %n = arith.constant dense<0.0> : tensor<3xf32>
  %none = sparse_tensor.convert %n : tensor<3xf32> to tensor<3xf32, #SV>
  sparse_tensor.print %none : tensor<3xf32, #SV>
  return
}
