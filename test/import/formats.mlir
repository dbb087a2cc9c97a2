// Formats beyond rows and columns.

// RUN: lacuna-opt %s --lacuna | %run | FileCheck %s
// RUN: mlir-opt %s --sparsifier="enable-runtime-library=false" | %run | FileCheck %s

#AllDense = #sparse_tensor.encoding<{map = (i, j) -> (i : dense, j : dense)}>
#Loose = #sparse_tensor.encoding<{map = (i, j) -> (i : dense, j : loose_compressed)}>

#mv = {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i)>],
       iterator_types = ["parallel", "reduction"]}

func.func @show_4_f64(%s: tensor<4xf64>) {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f64
  %v = vector.transfer_read %s[%c0], %pad : tensor<4xf64>, vector<4xf64>
  vector.print %v : vector<4xf64>
  return
}

func.func @loose(%a: tensor<4x6xf64, #Loose>, %b: tensor<6xf64>) -> tensor<4xf64> {
  %e = tensor.empty() : tensor<4xf64>
  %z = arith.constant 0.0 : f64
  %f = linalg.fill ins(%z : f64) outs(%e : tensor<4xf64>) -> tensor<4xf64>
  %0 = linalg.generic #mv ins(%a, %b : tensor<4x6xf64, #Loose>, tensor<6xf64>) outs(%f : tensor<4xf64>) {
  ^bb0(%p: f64, %q: f64, %o: f64):
    %m = arith.mulf %p, %q : f64
    %s = arith.addf %o, %m : f64
    linalg.yield %s : f64
  } -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

func.func @all_dense(%a: tensor<4x6xf64, #AllDense>, %b: tensor<6xf64>) -> tensor<4xf64> {
  %e = tensor.empty() : tensor<4xf64>
  %z = arith.constant 0.0 : f64
  %f = linalg.fill ins(%z : f64) outs(%e : tensor<4xf64>) -> tensor<4xf64>
  %0 = linalg.generic #mv ins(%a, %b : tensor<4x6xf64, #AllDense>, tensor<6xf64>) outs(%f : tensor<4xf64>) {
  ^bb0(%p: f64, %q: f64, %o: f64):
    %m = arith.mulf %p, %q : f64
    %s = arith.addf %o, %m : f64
    linalg.yield %s : f64
  } -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

func.func @main() {
  %d_A = arith.constant dense<[[1.0, 0.0, 2.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 3.0, 0.0, 0.0, 4.0, 0.0], [5.0, 0.0, 0.0, 6.0, 0.0, -7.0]]> : tensor<4x6xf64>
  %d_x = arith.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]> : tensor<6xf64>
  %loose_a = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #Loose>
  %loose = call @loose(%loose_a, %d_x) : (tensor<4x6xf64, #Loose>, tensor<6xf64>) -> tensor<4xf64>
  // CHECK: ( 7, 0, 26, -13 )
  call @show_4_f64(%loose) : (tensor<4xf64>) -> ()
  %all_dense_a = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #AllDense>
  %all_dense = call @all_dense(%all_dense_a, %d_x) : (tensor<4x6xf64, #AllDense>, tensor<6xf64>) -> tensor<4xf64>
  // CHECK: ( 7, 0, 26, -13 )
  call @show_4_f64(%all_dense) : (tensor<4xf64>) -> ()
  return
}
