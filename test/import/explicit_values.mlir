// `explicitVal`: the value that computations read at each entry, whatever the array of values holds.

// RUN: lacuna-opt %s --lacuna=verify=true | %run | FileCheck %s
// RUN: mlir-opt %s --sparsifier="enable-runtime-library=false" | %run | FileCheck %s

#Pattern = #sparse_tensor.encoding<{map = (i, j) -> (i : dense, j : compressed), explicitVal = 2.0 : f64}>
#Columns = #sparse_tensor.encoding<{map = (i, j) -> (j : dense, i : compressed), explicitVal = 1 : i32}>
#mv = {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i)>],
       iterator_types = ["parallel", "reduction"]}
#rows = {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
         iterator_types = ["parallel", "reduction"]}

func.func @main() {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f64
  %m = arith.constant dense<[[1.0, 0.0, 5.0], [0.0, 9.0, 0.0]]> : tensor<2x3xf64>
  %x = arith.constant dense<[1.0, 10.0, 100.0]> : tensor<3xf64>
  %y = arith.constant dense<0.0> : tensor<2xf64>
  %A = sparse_tensor.convert %m : tensor<2x3xf64> to tensor<2x3xf64, #Pattern>
  // CHECK: values : ( 1, 5, 9 )
  sparse_tensor.print %A : tensor<2x3xf64, #Pattern>
  // CHECK: ( 202, 20 )
  %0 = linalg.generic #mv ins(%A, %x : tensor<2x3xf64, #Pattern>, tensor<3xf64>) outs(%y : tensor<2xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %1 = arith.mulf %a, %b : f64
    %2 = arith.addf %c, %1 : f64
    linalg.yield %2 : f64
  } -> tensor<2xf64>
  %v = vector.transfer_read %0[%c0], %z : tensor<2xf64>, vector<2xf64>
  vector.print %v : vector<2xf64>

  // How many entries a row has.
  // CHECK: ( 2, 0, 1 )
  %n = arith.constant dense<[[7, 7], [0, 0], [0, -7]]> : tensor<3x2xi32>
  %B = sparse_tensor.convert %n : tensor<3x2xi32> to tensor<3x2xi32, #Columns>
  %o = arith.constant dense<0> : tensor<3xi32>
  %zi = arith.constant 0 : i32
  %3 = linalg.generic #rows ins(%B : tensor<3x2xi32, #Columns>) outs(%o : tensor<3xi32>) {
  ^bb0(%a: i32, %c: i32):
    %4 = arith.addi %c, %a : i32
    linalg.yield %4 : i32
  } -> tensor<3xi32>
  %w = vector.transfer_read %3[%c0], %zi : tensor<3xi32>, vector<3xi32>
  vector.print %w : vector<3xi32>
  return
}
