// The softmax of each row, over what is stored: reductions of rows, and functions of entries and of their rows.

// RUN: lacuna-opt %s --lacuna | %run | FileCheck %s
// RUN: mlir-opt %s --sparsifier="enable-runtime-library=false" | %run | FileCheck %s

#CSR = #sparse_tensor.encoding<{map = (i, j) -> (i : dense, j : compressed)}>
#rows = {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
         iterator_types = ["parallel", "reduction"]}
#points = {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>],
           iterator_types = ["parallel", "parallel"]}

func.func @softmax(%A: tensor<?x?xf64, #CSR>) -> tensor<?x?xf64, #CSR> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %least = arith.constant 0xFFF0000000000000 : f64
  %m = tensor.dim %A, %c0 : tensor<?x?xf64, #CSR>
  %n = tensor.dim %A, %c1 : tensor<?x?xf64, #CSR>
  // The largest entry of each row.
  %e0 = tensor.empty(%m) : tensor<?xf64>
  %l0 = linalg.fill ins(%least : f64) outs(%e0 : tensor<?xf64>) -> tensor<?xf64>
  %largest = linalg.generic #rows ins(%A : tensor<?x?xf64, #CSR>) outs(%l0 : tensor<?xf64>) {
  ^bb0(%a: f64, %o: f64):
    %0 = sparse_tensor.reduce %a, %o, %least : f64 {
    ^bb0(%x: f64, %y: f64):
      %1 = arith.maximumf %x, %y : f64
      sparse_tensor.yield %1 : f64
    }
    linalg.yield %0 : f64
  } -> tensor<?xf64>
  // exp(a - largest)
  %e1 = tensor.empty(%m, %n) : tensor<?x?xf64, #CSR>
  %E = linalg.generic #points ins(%A, %largest : tensor<?x?xf64, #CSR>, tensor<?xf64>)
      outs(%e1 : tensor<?x?xf64, #CSR>) {
  ^bb0(%a: f64, %r: f64, %o: f64):
    %0 = sparse_tensor.binary %a, %r : f64, f64 to f64
      overlap = {
      ^bb0(%x: f64, %y: f64):
        %1 = arith.subf %x, %y : f64
        %2 = math.exp %1 : f64
        sparse_tensor.yield %2 : f64
      }
      left = {}
      right = {}
    linalg.yield %0 : f64
  } -> tensor<?x?xf64, #CSR>
  %e2 = tensor.empty(%m) : tensor<?xf64>
  %s0 = linalg.fill ins(%zero : f64) outs(%e2 : tensor<?xf64>) -> tensor<?xf64>
  %sums = linalg.generic #rows ins(%E : tensor<?x?xf64, #CSR>) outs(%s0 : tensor<?xf64>) {
  ^bb0(%a: f64, %o: f64):
    %0 = arith.addf %a, %o : f64
    linalg.yield %0 : f64
  } -> tensor<?xf64>
  %e3 = tensor.empty(%m, %n) : tensor<?x?xf64, #CSR>
  %S = linalg.generic #points ins(%E, %sums : tensor<?x?xf64, #CSR>, tensor<?xf64>) outs(%e3 : tensor<?x?xf64, #CSR>) {
  ^bb0(%a: f64, %r: f64, %o: f64):
    %0 = sparse_tensor.binary %a, %r : f64, f64 to f64
      overlap = {
      ^bb0(%x: f64, %y: f64):
        %1 = arith.divf %x, %y : f64
        sparse_tensor.yield %1 : f64
      }
      left = {}
      right = {}
    linalg.yield %0 : f64
  } -> tensor<?x?xf64, #CSR>
  return %S : tensor<?x?xf64, #CSR>
}

func.func @main() {
  %d = arith.constant sparse<[[0, 0], [0, 2], [2, 1], [2, 2], [2, 3]], [5.0, 5.0, -700.0, 0.0, -700.0]> : tensor<3x4xf64>
  %A = sparse_tensor.convert %d : tensor<3x4xf64> to tensor<?x?xf64, #CSR>
  %S = call @softmax(%A) : (tensor<?x?xf64, #CSR>) -> tensor<?x?xf64, #CSR>
  // The zero is an entry; a row without any has no sum.
  // CHECK:      nse = 5
  // CHECK:      pos[1] : ( 0, 2, 2, 5 )
  // CHECK-NEXT: crd[1] : ( 0, 2, 1, 2, 3 )
  // CHECK-NEXT: values : ( 0.5, 0.5, {{.*}}e-305, 1, {{.*}}e-305 )
  sparse_tensor.print %S : tensor<?x?xf64, #CSR>
  return
}
