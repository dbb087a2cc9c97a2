// Products with stored results, whose terms come out of order: upstream's sparsifier expands a row, scatters, and compresses
// it (sparse_tensor.expand, sparse_tensor.compress); here a workspace collects what comes.

// RUN: lacuna-opt %s --lacuna | %run | FileCheck %s
// RUN: mlir-opt %s --sparsifier="enable-runtime-library=false" | %run | FileCheck %s

// The same with each policy.
// RUN: lacuna-opt %s --lacuna=workspaces=radix | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=workspaces=hash | %run | FileCheck %s

#CSR = #sparse_tensor.encoding<{map = (i, j) -> (i : dense, j : compressed)}>
#CSC = #sparse_tensor.encoding<{map = (i, j) -> (j : dense, i : compressed)}>
#DCSR = #sparse_tensor.encoding<{map = (i, j) -> (i : compressed, j : compressed)}>
#CSF = #sparse_tensor.encoding<{map = (i, j, k) -> (i : compressed, j : compressed, k : compressed)}>

#mm = {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>],
       iterator_types = ["parallel", "parallel", "reduction"]}
#ttm = {indexing_maps = [affine_map<(i, j, l, k) -> (i, j, k)>, affine_map<(i, j, l, k) -> (k, l)>, affine_map<(i, j, l, k) -> (i, j, l)>],
        iterator_types = ["parallel", "parallel", "parallel", "reduction"]}

func.func @show(%d: tensor<4x4xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f64
  %v = vector.transfer_read %d[%c0, %c0], %pad : tensor<4x4xf64>, vector<4x4xf64>
  vector.print %v : vector<4x4xf64>
  vector.print %n : index
  return
}

func.func @rows(%a: tensor<4x6xf64, #CSR>, %b: tensor<6x4xf64, #CSR>) -> tensor<4x4xf64, #CSR> {
  %e = tensor.empty() : tensor<4x4xf64, #CSR>
  %0 = linalg.generic #mm ins(%a, %b : tensor<4x6xf64, #CSR>, tensor<6x4xf64, #CSR>) outs(%e : tensor<4x4xf64, #CSR>) {
  ^bb0(%p: f64, %q: f64, %o: f64):
    %m = arith.mulf %p, %q : f64
    %s = arith.addf %o, %m : f64
    linalg.yield %s : f64
  } -> tensor<4x4xf64, #CSR>
  return %0 : tensor<4x4xf64, #CSR>
}

// Sizes that are not known, a named operation.
func.func @sizes(%a: tensor<?x?xf64, #CSR>, %b: tensor<?x?xf64, #CSR>) -> tensor<?x?xf64, #CSR> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %a, %c0 : tensor<?x?xf64, #CSR>
  %n = tensor.dim %b, %c1 : tensor<?x?xf64, #CSR>
  %e = tensor.empty(%m, %n) : tensor<?x?xf64, #CSR>
  %0 = linalg.matmul ins(%a, %b : tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSR>) outs(%e : tensor<?x?xf64, #CSR>) -> tensor<?x?xf64, #CSR>
  return %0 : tensor<?x?xf64, #CSR>
}

func.func @rows_compressed(%a: tensor<4x6xf64, #DCSR>, %b: tensor<6x4xf64, #DCSR>) -> tensor<4x4xf64, #DCSR> {
  %e = tensor.empty() : tensor<4x4xf64, #DCSR>
  %0 = linalg.generic #mm ins(%a, %b : tensor<4x6xf64, #DCSR>, tensor<6x4xf64, #DCSR>) outs(%e : tensor<4x4xf64, #DCSR>) {
  ^bb0(%p: f64, %q: f64, %o: f64):
    %m = arith.mulf %p, %q : f64
    %s = arith.addf %o, %m : f64
    linalg.yield %s : f64
  } -> tensor<4x4xf64, #DCSR>
  return %0 : tensor<4x4xf64, #DCSR>
}

func.func @columns(%a: tensor<4x6xf64, #CSC>, %b: tensor<6x4xf64, #CSC>) -> tensor<4x4xf64, #CSC> {
  %e = tensor.empty() : tensor<4x4xf64, #CSC>
  %0 = linalg.generic #mm ins(%a, %b : tensor<4x6xf64, #CSC>, tensor<6x4xf64, #CSC>) outs(%e : tensor<4x4xf64, #CSC>) {
  ^bb0(%p: f64, %q: f64, %o: f64):
    %m = arith.mulf %p, %q : f64
    %s = arith.addf %o, %m : f64
    linalg.yield %s : f64
  } -> tensor<4x4xf64, #CSC>
  return %0 : tensor<4x4xf64, #CSC>
}

// The least sum of a path of two steps: what is stored only on one side adds nothing, and the least is taken of all that meets.
func.func @paths(%a: tensor<4x6xf64, #CSR>, %b: tensor<6x4xf64, #CSR>) -> tensor<4x4xf64, #CSR> {
  %e = tensor.empty() : tensor<4x4xf64, #CSR>
  %most = arith.constant 1.0e+300 : f64
  %0 = linalg.generic #mm ins(%a, %b : tensor<4x6xf64, #CSR>, tensor<6x4xf64, #CSR>) outs(%e : tensor<4x4xf64, #CSR>) {
  ^bb0(%p: f64, %q: f64, %o: f64):
    %m = sparse_tensor.binary %p, %q : f64, f64 to f64
      overlap = {
      ^bb0(%x: f64, %y: f64):
        %s = arith.addf %x, %y : f64
        sparse_tensor.yield %s : f64
      }
      left = {}
      right = {}
    %r = sparse_tensor.reduce %o, %m, %most : f64 {
      ^bb0(%x: f64, %y: f64):
        %l = arith.minimumf %x, %y : f64
        sparse_tensor.yield %l : f64
    }
    linalg.yield %r : f64
  } -> tensor<4x4xf64, #CSR>
  return %0 : tensor<4x4xf64, #CSR>
}

// One product is an operand of the next.
func.func @chain(%a: tensor<4x6xf64, #CSR>, %b: tensor<6x4xf64, #CSR>) -> tensor<4x4xf64, #CSR> {
  %p = call @rows(%a, %b) : (tensor<4x6xf64, #CSR>, tensor<6x4xf64, #CSR>) -> tensor<4x4xf64, #CSR>
  %e = tensor.empty() : tensor<4x4xf64, #CSR>
  %0 = linalg.matmul ins(%p, %p : tensor<4x4xf64, #CSR>, tensor<4x4xf64, #CSR>) outs(%e : tensor<4x4xf64, #CSR>) -> tensor<4x4xf64, #CSR>
  return %0 : tensor<4x4xf64, #CSR>
}

func.func @ttm(%a: tensor<2x3x6xf64, #CSF>, %b: tensor<6x4xf64, #CSR>) -> tensor<2x3x4xf64, #CSF> {
  %e = tensor.empty() : tensor<2x3x4xf64, #CSF>
  %0 = linalg.generic #ttm ins(%a, %b : tensor<2x3x6xf64, #CSF>, tensor<6x4xf64, #CSR>) outs(%e : tensor<2x3x4xf64, #CSF>) {
  ^bb0(%p: f64, %q: f64, %o: f64):
    %m = arith.mulf %p, %q : f64
    %s = arith.addf %o, %m : f64
    linalg.yield %s : f64
  } -> tensor<2x3x4xf64, #CSF>
  return %0 : tensor<2x3x4xf64, #CSF>
}

func.func @main() {
  %d_A = arith.constant dense<[[1.0, 0.0, 2.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 3.0, 0.0, 0.0, 4.0, 0.0], [5.0, 0.0, 0.0, 6.0, 0.0, -7.0]]> : tensor<4x6xf64>
  %d_B = arith.constant dense<[[0.0, 1.0, 0.0, 0.0], [2.0, 0.0, 0.0, 0.0], [0.0, 8.0, 3.0, 0.0], [0.0, 0.0, 0.0, 0.0], [4.0, 0.0, 0.0, 5.0], [0.0, 6.0, 0.0, 0.0]]> : tensor<6x4xf64>
  %d_T = arith.constant dense<[[[0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0, 2.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 0.0]], [[3.0, 0.0, 0.0, 0.0, 0.0, 4.0], [0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 5.0, 0.0, 0.0, 0.0]]]> : tensor<2x3x6xf64>
  %a_csr = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #CSR>
  %b_csr = sparse_tensor.convert %d_B : tensor<6x4xf64> to tensor<6x4xf64, #CSR>
  %a_csc = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #CSC>
  %b_csc = sparse_tensor.convert %d_B : tensor<6x4xf64> to tensor<6x4xf64, #CSC>
  %a_dcsr = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #DCSR>
  %b_dcsr = sparse_tensor.convert %d_B : tensor<6x4xf64> to tensor<6x4xf64, #DCSR>

  // CHECK:      ( ( 0, 17, 6, 0 ), ( 0, 0, 0, 0 ), ( 22, 0, 0, 20 ), ( 0, -37, 0, 0 ) )
  // CHECK-NEXT: 5
  %rows = call @rows(%a_csr, %b_csr) : (tensor<4x6xf64, #CSR>, tensor<6x4xf64, #CSR>) -> tensor<4x4xf64, #CSR>
  %rows_d = sparse_tensor.convert %rows : tensor<4x4xf64, #CSR> to tensor<4x4xf64>
  %rows_n = sparse_tensor.number_of_entries %rows : tensor<4x4xf64, #CSR>
  call @show(%rows_d, %rows_n) : (tensor<4x4xf64>, index) -> ()

  // CHECK:      ( ( 0, 17, 6, 0 ), ( 0, 0, 0, 0 ), ( 22, 0, 0, 20 ), ( 0, -37, 0, 0 ) )
  // CHECK-NEXT: 5
  %a_any = tensor.cast %a_csr : tensor<4x6xf64, #CSR> to tensor<?x?xf64, #CSR>
  %b_any = tensor.cast %b_csr : tensor<6x4xf64, #CSR> to tensor<?x?xf64, #CSR>
  %sizes_any = call @sizes(%a_any, %b_any) : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSR>) -> tensor<?x?xf64, #CSR>
  %sizes_dense = sparse_tensor.convert %sizes_any : tensor<?x?xf64, #CSR> to tensor<?x?xf64>
  %sizes_d = tensor.cast %sizes_dense : tensor<?x?xf64> to tensor<4x4xf64>
  %sizes_n = sparse_tensor.number_of_entries %sizes_any : tensor<?x?xf64, #CSR>
  call @show(%sizes_d, %sizes_n) : (tensor<4x4xf64>, index) -> ()

  // CHECK:      ( ( 0, 17, 6, 0 ), ( 0, 0, 0, 0 ), ( 22, 0, 0, 20 ), ( 0, -37, 0, 0 ) )
  // CHECK-NEXT: 5
  %dcsr = call @rows_compressed(%a_dcsr, %b_dcsr) : (tensor<4x6xf64, #DCSR>, tensor<6x4xf64, #DCSR>) -> tensor<4x4xf64, #DCSR>
  %dcsr_d = sparse_tensor.convert %dcsr : tensor<4x4xf64, #DCSR> to tensor<4x4xf64>
  %dcsr_n = sparse_tensor.number_of_entries %dcsr : tensor<4x4xf64, #DCSR>
  call @show(%dcsr_d, %dcsr_n) : (tensor<4x4xf64>, index) -> ()

  // CHECK:      ( ( 0, 17, 6, 0 ), ( 0, 0, 0, 0 ), ( 22, 0, 0, 20 ), ( 0, -37, 0, 0 ) )
  // CHECK-NEXT: 5
  %columns = call @columns(%a_csc, %b_csc) : (tensor<4x6xf64, #CSC>, tensor<6x4xf64, #CSC>) -> tensor<4x4xf64, #CSC>
  %columns_d = sparse_tensor.convert %columns : tensor<4x4xf64, #CSC> to tensor<4x4xf64>
  %columns_n = sparse_tensor.number_of_entries %columns : tensor<4x4xf64, #CSC>
  call @show(%columns_d, %columns_n) : (tensor<4x4xf64>, index) -> ()

  // CHECK:      ( ( 0, 2, 5, 0 ), ( 0, 0, 0, 0 ), ( 5, 0, 0, 9 ), ( 0, -1, 0, 0 ) )
  // CHECK-NEXT: 5
  %paths = call @paths(%a_csr, %b_csr) : (tensor<4x6xf64, #CSR>, tensor<6x4xf64, #CSR>) -> tensor<4x4xf64, #CSR>
  %paths_d = sparse_tensor.convert %paths : tensor<4x4xf64, #CSR> to tensor<4x4xf64>
  %paths_n = sparse_tensor.number_of_entries %paths : tensor<4x4xf64, #CSR>
  call @show(%paths_d, %paths_n) : (tensor<4x4xf64>, index) -> ()

  // CHECK:      ( ( 132, 0, 0, 120 ), ( 0, 0, 0, 0 ), ( 0, -366, 132, 0 ), ( 0, 0, 0, 0 ) )
  // CHECK-NEXT: 4
  %chain = call @chain(%a_csr, %b_csr) : (tensor<4x6xf64, #CSR>, tensor<6x4xf64, #CSR>) -> tensor<4x4xf64, #CSR>
  %chain_d = sparse_tensor.convert %chain : tensor<4x4xf64, #CSR> to tensor<4x4xf64>
  %chain_n = sparse_tensor.number_of_entries %chain : tensor<4x4xf64, #CSR>
  call @show(%chain_d, %chain_n) : (tensor<4x4xf64>, index) -> ()

  // CHECK:      ( ( ( 0, 0, 0, 0 ), ( 10, 0, 0, 10 ), ( 0, 0, 0, 0 ) ), ( ( 0, 27, 0, 0 ), ( 0, 0, 0, 0 ), ( 0, 40, 15, 0 ) ) )
  // CHECK-NEXT: 5
  %t = sparse_tensor.convert %d_T : tensor<2x3x6xf64> to tensor<2x3x6xf64, #CSF>
  %ttm = call @ttm(%t, %b_csr) : (tensor<2x3x6xf64, #CSF>, tensor<6x4xf64, #CSR>) -> tensor<2x3x4xf64, #CSF>
  %ttm_d = sparse_tensor.convert %ttm : tensor<2x3x4xf64, #CSF> to tensor<2x3x4xf64>
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f64
  %v = vector.transfer_read %ttm_d[%c0, %c0, %c0], %pad : tensor<2x3x4xf64>, vector<2x3x4xf64>
  vector.print %v : vector<2x3x4xf64>
  %ttm_n = sparse_tensor.number_of_entries %ttm : tensor<2x3x4xf64, #CSF>
  vector.print %ttm_n : index
  return
}
