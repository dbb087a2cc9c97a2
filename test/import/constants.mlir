// A constant that lists points, `sparse<...>`: each point is an entry, also one that holds zero.

// RUN: lacuna-opt %s --lacuna=verify=true | %run | FileCheck %s
// RUN: mlir-opt %s --sparsifier="enable-runtime-library=false" | %run | FileCheck %s

#SV = #sparse_tensor.encoding<{map = (i) -> (i : compressed)}>
#CSC = #sparse_tensor.encoding<{map = (i, j) -> (j : dense, i : compressed)}>
#COO = #sparse_tensor.encoding<{map = (i, j) -> (i : compressed(nonunique), j : singleton)}>
#minimum = {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}

// The least of what is stored is the zero that is.
func.func @least(%s: tensor<6xi32, #SV>) -> i32 {
  %far = arith.constant 999 : i32
  %start = arith.constant dense<999> : tensor<i32>
  %0 = linalg.generic #minimum ins(%s : tensor<6xi32, #SV>) outs(%start : tensor<i32>) {
  ^bb0(%a: i32, %b: i32):
    %1 = sparse_tensor.reduce %a, %b, %far : i32 {
    ^bb0(%x: i32, %y: i32):
      %2 = arith.minsi %x, %y : i32
      sparse_tensor.yield %2 : i32
    }
    linalg.yield %1 : i32
  } -> tensor<i32>
  %1 = tensor.extract %0[] : tensor<i32>
  return %1 : i32
}

func.func @main() {
  // CHECK:      nse = 2
  // CHECK:      crd[0] : ( 1, 3 )
  // CHECK-NEXT: values : ( 0, 5 )
  %v = arith.constant sparse<[[1], [3]], [0, 5]> : tensor<6xi32>
  %s = sparse_tensor.convert %v : tensor<6xi32> to tensor<6xi32, #SV>
  sparse_tensor.print %s : tensor<6xi32, #SV>
  // CHECK: {{^0$}}
  %least = call @least(%s) : (tensor<6xi32, #SV>) -> i32
  vector.print %least : i32

  // In the order of the levels, with sizes that the type leaves open.
  // CHECK:      nse = 3
  // CHECK:      pos[1] : ( 0, 1, 2, 2, 3 )
  // CHECK-NEXT: crd[1] : ( 2, 0, 0 )
  // CHECK-NEXT: values : ( 3, 0, 2 )
  %m = arith.constant sparse<[[0, 1], [0, 3], [2, 0]], [0.0, 2.0, 3.0]> : tensor<3x4xf64>
  %csc = sparse_tensor.convert %m : tensor<3x4xf64> to tensor<?x?xf64, #CSC>
  sparse_tensor.print %csc : tensor<?x?xf64, #CSC>

  // One value for all points.
  // CHECK:      nse = 2
  // CHECK:      crd[0] : ( 0, 1, 1, 0 )
  // CHECK-NEXT: values : ( 7, 7 )
  %one = arith.constant sparse<[[0, 1], [1, 0]], 7.0> : tensor<2x2xf64>
  %coo = sparse_tensor.convert %one : tensor<2x2xf64> to tensor<2x2xf64, #COO>
  sparse_tensor.print %coo : tensor<2x2xf64, #COO>
  return
}
