// Stored tensors between functions, and where they come from.

// RUN: lacuna-opt %s --lacuna | %run | FileCheck %s
// RUN: mlir-opt %s --sparsifier="enable-runtime-library=false" | %run | FileCheck %s

#CSR = #sparse_tensor.encoding<{map = (i, j) -> (i : dense, j : compressed)}>

#mv = {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i)>],
       iterator_types = ["parallel", "reduction"]}
#m1 = {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
       iterator_types = ["parallel", "parallel"]}
#m2 = {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
       iterator_types = ["parallel", "parallel"]}

func.func @show_4_6_f64_CSR(%s: tensor<4x6xf64, #CSR>) {
  %d = sparse_tensor.convert %s : tensor<4x6xf64, #CSR> to tensor<4x6xf64>
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f64
  %v = vector.transfer_read %d[%c0, %c0], %pad : tensor<4x6xf64>, vector<4x6xf64>
  vector.print %v : vector<4x6xf64>
  %n = sparse_tensor.number_of_entries %s : tensor<4x6xf64, #CSR>
  vector.print %n : index
  return
}

func.func @show_4_f64(%s: tensor<4xf64>) {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f64
  %v = vector.transfer_read %s[%c0], %pad : tensor<4xf64>, vector<4xf64>
  vector.print %v : vector<4xf64>
  return
}

func.func private @square(%A: tensor<4x6xf64, #CSR>) -> tensor<4x6xf64, #CSR> {
  %e = tensor.empty() : tensor<4x6xf64, #CSR>
  %0 = linalg.generic #m1 ins(%A : tensor<4x6xf64, #CSR>) outs(%e : tensor<4x6xf64, #CSR>) {
  ^bb0(%a: f64, %b: f64):
    %1 = arith.mulf %a, %a : f64
    linalg.yield %1 : f64
  } -> tensor<4x6xf64, #CSR>
  return %0 : tensor<4x6xf64, #CSR>
}
func.func @calls(%A: tensor<4x6xf64, #CSR>) -> tensor<4x6xf64, #CSR> {
  %0 = call @square(%A) : (tensor<4x6xf64, #CSR>) -> tensor<4x6xf64, #CSR>
  %1 = call @square(%0) : (tensor<4x6xf64, #CSR>) -> tensor<4x6xf64, #CSR>
  return %1 : tensor<4x6xf64, #CSR>
}

// An allocation in the place of an empty tensor.
func.func @allocated(%A: tensor<4x6xf64, #CSR>, %B: tensor<4x6xf64, #CSR>) -> tensor<4x6xf64, #CSR> {
  %e = bufferization.alloc_tensor() : tensor<4x6xf64, #CSR>
  %0 = linalg.generic #m2 ins(%A, %B : tensor<4x6xf64, #CSR>, tensor<4x6xf64, #CSR>) outs(%e : tensor<4x6xf64, #CSR>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %1 = arith.mulf %a, %b : f64
    linalg.yield %1 : f64
  } -> tensor<4x6xf64, #CSR>
  return %0 : tensor<4x6xf64, #CSR>
}

// One result is the operand of another.
func.func @chained(%A: tensor<4x6xf64, #CSR>, %B: tensor<4x6xf64, #CSR>, %x: tensor<6xf64>) -> tensor<4xf64> {
  %e = tensor.empty() : tensor<4x6xf64, #CSR>
  %0 = linalg.generic #m2 ins(%A, %B : tensor<4x6xf64, #CSR>, tensor<4x6xf64, #CSR>) outs(%e : tensor<4x6xf64, #CSR>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %1 = arith.addf %a, %b : f64
    linalg.yield %1 : f64
  } -> tensor<4x6xf64, #CSR>
  %zero = arith.constant 0.0 : f64
  %y = tensor.empty() : tensor<4xf64>
  %f = linalg.fill ins(%zero : f64) outs(%y : tensor<4xf64>) -> tensor<4xf64>
  %2 = linalg.generic #mv ins(%0, %x : tensor<4x6xf64, #CSR>, tensor<6xf64>) outs(%f : tensor<4xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %3 = arith.mulf %a, %b : f64
    %4 = arith.addf %c, %3 : f64
    linalg.yield %4 : f64
  } -> tensor<4xf64>
  return %2 : tensor<4xf64>
}

// Filled with what is not stored.
func.func @filled(%A: tensor<4x6xf64, #CSR>) -> tensor<4x6xf64, #CSR> {
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<4x6xf64, #CSR>
  %f = linalg.fill ins(%zero : f64) outs(%e : tensor<4x6xf64, #CSR>) -> tensor<4x6xf64, #CSR>
  %0 = linalg.generic #m1 ins(%A : tensor<4x6xf64, #CSR>) outs(%f : tensor<4x6xf64, #CSR>) {
  ^bb0(%a: f64, %b: f64):
    %1 = arith.addf %a, %b : f64
    linalg.yield %1 : f64
  } -> tensor<4x6xf64, #CSR>
  return %0 : tensor<4x6xf64, #CSR>
}

func.func @main() {
  %d_A = arith.constant dense<[[1.0, 0.0, 2.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 3.0, 0.0, 0.0, 4.0, 0.0], [5.0, 0.0, 0.0, 6.0, 0.0, -7.0]]> : tensor<4x6xf64>
  %d_B = arith.constant dense<[[0.0, 0.0, 8.0, 0.0, 1.0, 0.0], [0.0, 2.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 3.0, 0.0], [5.0, 1.0, 0.0, 0.0, 0.0, 2.0]]> : tensor<4x6xf64>
  %d_x = arith.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]> : tensor<6xf64>
  %square_a = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #CSR>
  %square = call @square(%square_a) : (tensor<4x6xf64, #CSR>) -> tensor<4x6xf64, #CSR>
  // CHECK: ( ( 1, 0, 4, 0, 0, 0 ), ( 0, 0, 0, 0, 0, 0 ), ( 0, 9, 0, 0, 16, 0 ), ( 25, 0, 0, 36, 0, 49 ) )
  // CHECK-NEXT: 7
  call @show_4_6_f64_CSR(%square) : (tensor<4x6xf64, #CSR>) -> ()
  %allocated_a = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #CSR>
  %allocated_b = sparse_tensor.convert %d_B : tensor<4x6xf64> to tensor<4x6xf64, #CSR>
  %allocated = call @allocated(%allocated_a, %allocated_b) : (tensor<4x6xf64, #CSR>, tensor<4x6xf64, #CSR>) -> tensor<4x6xf64, #CSR>
  // CHECK: ( ( 0, 0, 16, 0, 0, 0 ), ( 0, 0, 0, 0, 0, 0 ), ( 0, 0, 0, 0, 12, 0 ), ( 25, 0, 0, 0, 0, -14 ) )
  // CHECK-NEXT: 4
  call @show_4_6_f64_CSR(%allocated) : (tensor<4x6xf64, #CSR>) -> ()
  %chained_a = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #CSR>
  %chained_b = sparse_tensor.convert %d_B : tensor<4x6xf64> to tensor<4x6xf64, #CSR>
  %chained = call @chained(%chained_a, %chained_b, %d_x) : (tensor<4x6xf64, #CSR>, tensor<4x6xf64, #CSR>, tensor<6xf64>) -> tensor<4xf64>
  // CHECK: ( 36, 4, 41, 6 )
  call @show_4_f64(%chained) : (tensor<4xf64>) -> ()
  %filled_a = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #CSR>
  %filled = call @filled(%filled_a) : (tensor<4x6xf64, #CSR>) -> tensor<4x6xf64, #CSR>
  // CHECK: ( ( 1, 0, 2, 0, 0, 0 ), ( 0, 0, 0, 0, 0, 0 ), ( 0, 3, 0, 0, 4, 0 ), ( 5, 0, 0, 6, 0, -7 ) )
  // CHECK-NEXT: 7
  call @show_4_6_f64_CSR(%filled) : (tensor<4x6xf64, #CSR>) -> ()
  return
}
