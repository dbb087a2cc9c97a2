// One point after the other.

// RUN: lacuna-opt %s --lacuna | %run | FileCheck %s
// RUN: mlir-opt %s --sparsifier="enable-runtime-library=false" | %run | FileCheck %s

#SV = #sparse_tensor.encoding<{map = (i) -> (i : compressed)}>
#CSR = #sparse_tensor.encoding<{map = (i, j) -> (i : dense, j : compressed)}>
#CSC = #sparse_tensor.encoding<{map = (i, j) -> (j : dense, i : compressed)}>
#DCSR = #sparse_tensor.encoding<{map = (i, j) -> (i : compressed, j : compressed)}>
#COO = #sparse_tensor.encoding<{map = (i, j) -> (i : compressed(nonunique), j : singleton)}>
#BSR = #sparse_tensor.encoding<{map = (i, j) -> (i floordiv 2 : dense, j floordiv 2 : compressed, i mod 2 : dense, j mod 2 : dense)}>

#e1 = {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
#e2 = {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
       iterator_types = ["parallel"]}
#m1 = {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
       iterator_types = ["parallel", "parallel"]}
#m2 = {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
       iterator_types = ["parallel", "parallel"]}
#m3 = {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
       iterator_types = ["parallel", "parallel"]}
#mt = {indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i, j)>],
       iterator_types = ["parallel", "parallel"]}
#scale_rows = {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>],
               iterator_types = ["parallel", "parallel"]}

func.func @show_6_f64_SV(%s: tensor<6xf64, #SV>) {
  %d = sparse_tensor.convert %s : tensor<6xf64, #SV> to tensor<6xf64>
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f64
  %v = vector.transfer_read %d[%c0], %pad : tensor<6xf64>, vector<6xf64>
  vector.print %v : vector<6xf64>
  %n = sparse_tensor.number_of_entries %s : tensor<6xf64, #SV>
  vector.print %n : index
  return
}

func.func @show_6_f64(%s: tensor<6xf64>) {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f64
  %v = vector.transfer_read %s[%c0], %pad : tensor<6xf64>, vector<6xf64>
  vector.print %v : vector<6xf64>
  return
}

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

func.func @show_4_6_f64_DCSR(%s: tensor<4x6xf64, #DCSR>) {
  %d = sparse_tensor.convert %s : tensor<4x6xf64, #DCSR> to tensor<4x6xf64>
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f64
  %v = vector.transfer_read %d[%c0, %c0], %pad : tensor<4x6xf64>, vector<4x6xf64>
  vector.print %v : vector<4x6xf64>
  %n = sparse_tensor.number_of_entries %s : tensor<4x6xf64, #DCSR>
  vector.print %n : index
  return
}

func.func @show_4_6_f64_COO(%s: tensor<4x6xf64, #COO>) {
  %d = sparse_tensor.convert %s : tensor<4x6xf64, #COO> to tensor<4x6xf64>
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f64
  %v = vector.transfer_read %d[%c0, %c0], %pad : tensor<4x6xf64>, vector<4x6xf64>
  vector.print %v : vector<4x6xf64>
  %n = sparse_tensor.number_of_entries %s : tensor<4x6xf64, #COO>
  vector.print %n : index
  return
}

func.func @show_4_6_f64_BSR(%s: tensor<4x6xf64, #BSR>) {
  %d = sparse_tensor.convert %s : tensor<4x6xf64, #BSR> to tensor<4x6xf64>
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f64
  %v = vector.transfer_read %d[%c0, %c0], %pad : tensor<4x6xf64>, vector<4x6xf64>
  vector.print %v : vector<4x6xf64>
  %n = sparse_tensor.number_of_entries %s : tensor<4x6xf64, #BSR>
  vector.print %n : index
  return
}

func.func @show_6_4_f64_CSR(%s: tensor<6x4xf64, #CSR>) {
  %d = sparse_tensor.convert %s : tensor<6x4xf64, #CSR> to tensor<6x4xf64>
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f64
  %v = vector.transfer_read %d[%c0, %c0], %pad : tensor<6x4xf64>, vector<6x4xf64>
  vector.print %v : vector<6x4xf64>
  %n = sparse_tensor.number_of_entries %s : tensor<6x4xf64, #CSR>
  vector.print %n : index
  return
}

func.func @show_4_6_i32_CSR(%s: tensor<4x6xi32, #CSR>) {
  %d = sparse_tensor.convert %s : tensor<4x6xi32, #CSR> to tensor<4x6xi32>
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0 : i32
  %v = vector.transfer_read %d[%c0, %c0], %pad : tensor<4x6xi32>, vector<4x6xi32>
  vector.print %v : vector<4x6xi32>
  %n = sparse_tensor.number_of_entries %s : tensor<4x6xi32, #CSR>
  vector.print %n : index
  return
}

func.func @show_4_6_f64_CSR_dynamic(%s: tensor<?x?xf64, #CSR>) {
  %d = sparse_tensor.convert %s : tensor<?x?xf64, #CSR> to tensor<?x?xf64>
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f64
  %v = vector.transfer_read %d[%c0, %c0], %pad : tensor<?x?xf64>, vector<4x6xf64>
  vector.print %v : vector<4x6xf64>
  %n = sparse_tensor.number_of_entries %s : tensor<?x?xf64, #CSR>
  vector.print %n : index
  return
}

func.func @add_vectors(%a: tensor<6xf64, #SV>, %b: tensor<6xf64, #SV>) -> tensor<6xf64, #SV> {
  %e = tensor.empty() : tensor<6xf64, #SV>
  %0 = linalg.generic #e2 ins(%a, %b : tensor<6xf64, #SV>, tensor<6xf64, #SV>) outs(%e : tensor<6xf64, #SV>) {
  ^bb0(%p: f64, %q: f64, %o: f64):
    %s = arith.addf %p, %q : f64
    linalg.yield %s : f64
  } -> tensor<6xf64, #SV>
  return %0 : tensor<6xf64, #SV>
}

func.func @multiply_vectors(%a: tensor<6xf64, #SV>, %b: tensor<6xf64, #SV>) -> tensor<6xf64, #SV> {
  %e = tensor.empty() : tensor<6xf64, #SV>
  %0 = linalg.generic #e2 ins(%a, %b : tensor<6xf64, #SV>, tensor<6xf64, #SV>) outs(%e : tensor<6xf64, #SV>) {
  ^bb0(%p: f64, %q: f64, %o: f64):
    %s = arith.mulf %p, %q : f64
    linalg.yield %s : f64
  } -> tensor<6xf64, #SV>
  return %0 : tensor<6xf64, #SV>
}

func.func @subtract_vectors(%a: tensor<6xf64, #SV>, %b: tensor<6xf64, #SV>) -> tensor<6xf64, #SV> {
  %e = tensor.empty() : tensor<6xf64, #SV>
  %0 = linalg.generic #e2 ins(%a, %b : tensor<6xf64, #SV>, tensor<6xf64, #SV>) outs(%e : tensor<6xf64, #SV>) {
  ^bb0(%p: f64, %q: f64, %o: f64):
    %s = arith.subf %p, %q : f64
    linalg.yield %s : f64
  } -> tensor<6xf64, #SV>
  return %0 : tensor<6xf64, #SV>
}

func.func @add_to_dense(%a: tensor<6xf64, #SV>, %b: tensor<6xf64>) -> tensor<6xf64> {
  %e = tensor.empty() : tensor<6xf64>
  %0 = linalg.generic #e2 ins(%a, %b : tensor<6xf64, #SV>, tensor<6xf64>) outs(%e : tensor<6xf64>) {
  ^bb0(%p: f64, %q: f64, %o: f64):
    %s = arith.addf %p, %q : f64
    linalg.yield %s : f64
  } -> tensor<6xf64>
  return %0 : tensor<6xf64>
}

func.func @add_matrices(%a: tensor<4x6xf64, #CSR>, %b: tensor<4x6xf64, #CSR>) -> tensor<4x6xf64, #CSR> {
  %e = tensor.empty() : tensor<4x6xf64, #CSR>
  %0 = linalg.generic #m2 ins(%a, %b : tensor<4x6xf64, #CSR>, tensor<4x6xf64, #CSR>) outs(%e : tensor<4x6xf64, #CSR>) {
  ^bb0(%p: f64, %q: f64, %o: f64):
    %s = arith.addf %p, %q : f64
    linalg.yield %s : f64
  } -> tensor<4x6xf64, #CSR>
  return %0 : tensor<4x6xf64, #CSR>
}

func.func @multiply_matrices(%a: tensor<4x6xf64, #CSR>, %b: tensor<4x6xf64, #DCSR>) -> tensor<4x6xf64, #DCSR> {
  %e = tensor.empty() : tensor<4x6xf64, #DCSR>
  %0 = linalg.generic #m2 ins(%a, %b : tensor<4x6xf64, #CSR>, tensor<4x6xf64, #DCSR>) outs(%e : tensor<4x6xf64, #DCSR>) {
  ^bb0(%p: f64, %q: f64, %o: f64):
    %s = arith.mulf %p, %q : f64
    linalg.yield %s : f64
  } -> tensor<4x6xf64, #DCSR>
  return %0 : tensor<4x6xf64, #DCSR>
}

// Orders that do not agree.
func.func @add_mixed(%a: tensor<4x6xf64, #CSR>, %b: tensor<4x6xf64, #CSC>) -> tensor<4x6xf64, #CSR> {
  %e = tensor.empty() : tensor<4x6xf64, #CSR>
  %0 = linalg.generic #m2 ins(%a, %b : tensor<4x6xf64, #CSR>, tensor<4x6xf64, #CSC>) outs(%e : tensor<4x6xf64, #CSR>) {
  ^bb0(%p: f64, %q: f64, %o: f64):
    %s = arith.addf %p, %q : f64
    linalg.yield %s : f64
  } -> tensor<4x6xf64, #CSR>
  return %0 : tensor<4x6xf64, #CSR>
}

func.func @add_lists(%a: tensor<4x6xf64, #COO>, %b: tensor<4x6xf64, #COO>) -> tensor<4x6xf64, #COO> {
  %e = tensor.empty() : tensor<4x6xf64, #COO>
  %0 = linalg.generic #m2 ins(%a, %b : tensor<4x6xf64, #COO>, tensor<4x6xf64, #COO>) outs(%e : tensor<4x6xf64, #COO>) {
  ^bb0(%p: f64, %q: f64, %o: f64):
    %s = arith.addf %p, %q : f64
    linalg.yield %s : f64
  } -> tensor<4x6xf64, #COO>
  return %0 : tensor<4x6xf64, #COO>
}

func.func @add_blocks(%a: tensor<4x6xf64, #BSR>, %b: tensor<4x6xf64, #BSR>) -> tensor<4x6xf64, #BSR> {
  %e = tensor.empty() : tensor<4x6xf64, #BSR>
  %0 = linalg.generic #m2 ins(%a, %b : tensor<4x6xf64, #BSR>, tensor<4x6xf64, #BSR>) outs(%e : tensor<4x6xf64, #BSR>) {
  ^bb0(%p: f64, %q: f64, %o: f64):
    %s = arith.addf %p, %q : f64
    linalg.yield %s : f64
  } -> tensor<4x6xf64, #BSR>
  return %0 : tensor<4x6xf64, #BSR>
}

func.func @negate(%a: tensor<4x6xf64, #CSR>) -> tensor<4x6xf64, #CSR> {
  %e = tensor.empty() : tensor<4x6xf64, #CSR>
  %0 = linalg.generic #m1 ins(%a : tensor<4x6xf64, #CSR>) outs(%e : tensor<4x6xf64, #CSR>) {
  ^bb0(%p: f64, %o: f64):
    %s = arith.negf %p : f64
    linalg.yield %s : f64
  } -> tensor<4x6xf64, #CSR>
  return %0 : tensor<4x6xf64, #CSR>
}

func.func @absolute(%a: tensor<4x6xf64, #CSR>) -> tensor<4x6xf64, #CSR> {
  %e = tensor.empty() : tensor<4x6xf64, #CSR>
  %0 = linalg.generic #m1 ins(%a : tensor<4x6xf64, #CSR>) outs(%e : tensor<4x6xf64, #CSR>) {
  ^bb0(%p: f64, %o: f64):
    %s = math.absf %p : f64
    linalg.yield %s : f64
  } -> tensor<4x6xf64, #CSR>
  return %0 : tensor<4x6xf64, #CSR>
}

func.func @square_root(%a: tensor<6xf64, #SV>) -> tensor<6xf64, #SV> {
  %e = tensor.empty() : tensor<6xf64, #SV>
  %0 = linalg.generic #e1 ins(%a : tensor<6xf64, #SV>) outs(%e : tensor<6xf64, #SV>) {
  ^bb0(%p: f64, %o: f64):
    %s = math.sqrt %p : f64
    linalg.yield %s : f64
  } -> tensor<6xf64, #SV>
  return %0 : tensor<6xf64, #SV>
}

func.func @scale(%a: tensor<4x6xf64, #CSR>) -> tensor<4x6xf64, #CSR> {
  %two = arith.constant 2.0 : f64
  %e = tensor.empty() : tensor<4x6xf64, #CSR>
  %0 = linalg.generic #m1 ins(%a : tensor<4x6xf64, #CSR>) outs(%e : tensor<4x6xf64, #CSR>) {
  ^bb0(%p: f64, %o: f64):
    %s = arith.mulf %p, %two : f64
    linalg.yield %s : f64
  } -> tensor<4x6xf64, #CSR>
  return %0 : tensor<4x6xf64, #CSR>
}

func.func @scale_rows(%a: tensor<4x6xf64, #CSR>, %b: tensor<4xf64>) -> tensor<4x6xf64, #CSR> {
  %e = tensor.empty() : tensor<4x6xf64, #CSR>
  %0 = linalg.generic #scale_rows ins(%a, %b : tensor<4x6xf64, #CSR>, tensor<4xf64>) outs(%e : tensor<4x6xf64, #CSR>) {
  ^bb0(%p: f64, %q: f64, %o: f64):
    %s = arith.mulf %p, %q : f64
    linalg.yield %s : f64
  } -> tensor<4x6xf64, #CSR>
  return %0 : tensor<4x6xf64, #CSR>
}

// The transpose of columns are rows.
func.func @transpose(%a: tensor<4x6xf64, #CSC>) -> tensor<6x4xf64, #CSR> {
  %e = tensor.empty() : tensor<6x4xf64, #CSR>
  %0 = linalg.generic #mt ins(%a : tensor<4x6xf64, #CSC>) outs(%e : tensor<6x4xf64, #CSR>) {
  ^bb0(%p: f64, %o: f64):
    linalg.yield %p : f64
  } -> tensor<6x4xf64, #CSR>
  return %0 : tensor<6x4xf64, #CSR>
}

func.func @three(%a: tensor<4x6xf64, #CSR>, %b: tensor<4x6xf64, #CSR>, %c: tensor<4x6xf64, #CSR>) -> tensor<4x6xf64, #CSR> {
  %e = tensor.empty() : tensor<4x6xf64, #CSR>
  %0 = linalg.generic #m3 ins(%a, %b, %c : tensor<4x6xf64, #CSR>, tensor<4x6xf64, #CSR>, tensor<4x6xf64, #CSR>) outs(%e : tensor<4x6xf64, #CSR>) {
  ^bb0(%p: f64, %q: f64, %r: f64, %o: f64):
    %m = arith.mulf %p, %q : f64
    %s = arith.addf %m, %r : f64
    linalg.yield %s : f64
  } -> tensor<4x6xf64, #CSR>
  return %0 : tensor<4x6xf64, #CSR>
}

func.func @add_integers(%a: tensor<4x6xi32, #CSR>, %b: tensor<4x6xi32, #CSR>) -> tensor<4x6xi32, #CSR> {
  %e = tensor.empty() : tensor<4x6xi32, #CSR>
  %0 = linalg.generic #m2 ins(%a, %b : tensor<4x6xi32, #CSR>, tensor<4x6xi32, #CSR>) outs(%e : tensor<4x6xi32, #CSR>) {
  ^bb0(%p: i32, %q: i32, %o: i32):
    %s = arith.addi %p, %q : i32
    linalg.yield %s : i32
  } -> tensor<4x6xi32, #CSR>
  return %0 : tensor<4x6xi32, #CSR>
}

// A named operation.
func.func @named_add(%A: tensor<4x6xf64, #CSR>, %B: tensor<4x6xf64, #CSR>) -> tensor<4x6xf64, #CSR> {
  %e = tensor.empty() : tensor<4x6xf64, #CSR>
  %0 = linalg.add ins(%A, %B : tensor<4x6xf64, #CSR>, tensor<4x6xf64, #CSR>)
                  outs(%e : tensor<4x6xf64, #CSR>) -> tensor<4x6xf64, #CSR>
  return %0 : tensor<4x6xf64, #CSR>
}

func.func @dynamic(%a: tensor<?x?xf64, #CSR>, %b: tensor<?x?xf64, #CSR>) -> tensor<?x?xf64, #CSR> {
  %i0 = arith.constant 0 : index
  %n0 = tensor.dim %a, %i0 : tensor<?x?xf64, #CSR>
  %i1 = arith.constant 1 : index
  %n1 = tensor.dim %a, %i1 : tensor<?x?xf64, #CSR>
  %e = tensor.empty(%n0, %n1) : tensor<?x?xf64, #CSR>
  %0 = linalg.generic #m2 ins(%a, %b : tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSR>) outs(%e : tensor<?x?xf64, #CSR>) {
  ^bb0(%p: f64, %q: f64, %o: f64):
    %s = arith.addf %p, %q : f64
    linalg.yield %s : f64
  } -> tensor<?x?xf64, #CSR>
  return %0 : tensor<?x?xf64, #CSR>
}

func.func @main() {
  %d_a = arith.constant dense<[1.0, 0.0, 2.0, 0.0, 0.0, 3.0]> : tensor<6xf64>
  %d_b = arith.constant dense<[0.0, 4.0, 5.0, 0.0, 0.0, -3.0]> : tensor<6xf64>
  %d_x = arith.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]> : tensor<6xf64>
  %d_A = arith.constant dense<[[1.0, 0.0, 2.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 3.0, 0.0, 0.0, 4.0, 0.0], [5.0, 0.0, 0.0, 6.0, 0.0, -7.0]]> : tensor<4x6xf64>
  %d_B = arith.constant dense<[[0.0, 0.0, 8.0, 0.0, 1.0, 0.0], [0.0, 2.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 3.0, 0.0], [5.0, 1.0, 0.0, 0.0, 0.0, 2.0]]> : tensor<4x6xf64>
  %d_w = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf64>
  %d_A_i32 = arith.constant dense<[[1, 0, 2, 0, 0, 0], [0, 0, 0, 0, 0, 0], [0, 3, 0, 0, 4, 0], [5, 0, 0, 6, 0, -7]]> : tensor<4x6xi32>
  %d_B_i32 = arith.constant dense<[[0, 0, 8, 0, 1, 0], [0, 2, 0, 0, 0, 0], [0, 0, 0, 0, 3, 0], [5, 1, 0, 0, 0, 2]]> : tensor<4x6xi32>
  %add_vectors_a = sparse_tensor.convert %d_a : tensor<6xf64> to tensor<6xf64, #SV>
  %add_vectors_b = sparse_tensor.convert %d_b : tensor<6xf64> to tensor<6xf64, #SV>
  %add_vectors = call @add_vectors(%add_vectors_a, %add_vectors_b) : (tensor<6xf64, #SV>, tensor<6xf64, #SV>) -> tensor<6xf64, #SV>
  // CHECK: ( 1, 4, 7, 0, 0, 0 )
  // CHECK-NEXT: 4
  call @show_6_f64_SV(%add_vectors) : (tensor<6xf64, #SV>) -> ()
  %multiply_vectors_a = sparse_tensor.convert %d_a : tensor<6xf64> to tensor<6xf64, #SV>
  %multiply_vectors_b = sparse_tensor.convert %d_b : tensor<6xf64> to tensor<6xf64, #SV>
  %multiply_vectors = call @multiply_vectors(%multiply_vectors_a, %multiply_vectors_b) : (tensor<6xf64, #SV>, tensor<6xf64, #SV>) -> tensor<6xf64, #SV>
  // CHECK: ( 0, 0, 10, 0, 0, -9 )
  // CHECK-NEXT: 2
  call @show_6_f64_SV(%multiply_vectors) : (tensor<6xf64, #SV>) -> ()
  %subtract_vectors_a = sparse_tensor.convert %d_a : tensor<6xf64> to tensor<6xf64, #SV>
  %subtract_vectors_b = sparse_tensor.convert %d_b : tensor<6xf64> to tensor<6xf64, #SV>
  %subtract_vectors = call @subtract_vectors(%subtract_vectors_a, %subtract_vectors_b) : (tensor<6xf64, #SV>, tensor<6xf64, #SV>) -> tensor<6xf64, #SV>
  // CHECK: ( 1, -4, -3, 0, 0, 6 )
  // CHECK-NEXT: 4
  call @show_6_f64_SV(%subtract_vectors) : (tensor<6xf64, #SV>) -> ()
  %add_to_dense_a = sparse_tensor.convert %d_a : tensor<6xf64> to tensor<6xf64, #SV>
  %add_to_dense = call @add_to_dense(%add_to_dense_a, %d_x) : (tensor<6xf64, #SV>, tensor<6xf64>) -> tensor<6xf64>
  // CHECK: ( 2, 2, 5, 4, 5, 9 )
  call @show_6_f64(%add_to_dense) : (tensor<6xf64>) -> ()
  %add_matrices_a = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #CSR>
  %add_matrices_b = sparse_tensor.convert %d_B : tensor<4x6xf64> to tensor<4x6xf64, #CSR>
  %add_matrices = call @add_matrices(%add_matrices_a, %add_matrices_b) : (tensor<4x6xf64, #CSR>, tensor<4x6xf64, #CSR>) -> tensor<4x6xf64, #CSR>
  // CHECK: ( ( 1, 0, 10, 0, 1, 0 ), ( 0, 2, 0, 0, 0, 0 ), ( 0, 3, 0, 0, 7, 0 ), ( 10, 1, 0, 6, 0, -5 ) )
  // CHECK-NEXT: 10
  call @show_4_6_f64_CSR(%add_matrices) : (tensor<4x6xf64, #CSR>) -> ()
  %multiply_matrices_a = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #CSR>
  %multiply_matrices_b = sparse_tensor.convert %d_B : tensor<4x6xf64> to tensor<4x6xf64, #DCSR>
  %multiply_matrices = call @multiply_matrices(%multiply_matrices_a, %multiply_matrices_b) : (tensor<4x6xf64, #CSR>, tensor<4x6xf64, #DCSR>) -> tensor<4x6xf64, #DCSR>
  // CHECK: ( ( 0, 0, 16, 0, 0, 0 ), ( 0, 0, 0, 0, 0, 0 ), ( 0, 0, 0, 0, 12, 0 ), ( 25, 0, 0, 0, 0, -14 ) )
  // CHECK-NEXT: 4
  call @show_4_6_f64_DCSR(%multiply_matrices) : (tensor<4x6xf64, #DCSR>) -> ()
  %add_mixed_a = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #CSR>
  %add_mixed_b = sparse_tensor.convert %d_B : tensor<4x6xf64> to tensor<4x6xf64, #CSC>
  %add_mixed = call @add_mixed(%add_mixed_a, %add_mixed_b) : (tensor<4x6xf64, #CSR>, tensor<4x6xf64, #CSC>) -> tensor<4x6xf64, #CSR>
  // CHECK: ( ( 1, 0, 10, 0, 1, 0 ), ( 0, 2, 0, 0, 0, 0 ), ( 0, 3, 0, 0, 7, 0 ), ( 10, 1, 0, 6, 0, -5 ) )
  // CHECK-NEXT: 10
  call @show_4_6_f64_CSR(%add_mixed) : (tensor<4x6xf64, #CSR>) -> ()
  %add_lists_a = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #COO>
  %add_lists_b = sparse_tensor.convert %d_B : tensor<4x6xf64> to tensor<4x6xf64, #COO>
  %add_lists = call @add_lists(%add_lists_a, %add_lists_b) : (tensor<4x6xf64, #COO>, tensor<4x6xf64, #COO>) -> tensor<4x6xf64, #COO>
  // CHECK: ( ( 1, 0, 10, 0, 1, 0 ), ( 0, 2, 0, 0, 0, 0 ), ( 0, 3, 0, 0, 7, 0 ), ( 10, 1, 0, 6, 0, -5 ) )
  // CHECK-NEXT: 10
  call @show_4_6_f64_COO(%add_lists) : (tensor<4x6xf64, #COO>) -> ()
  %add_blocks_a = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #BSR>
  %add_blocks_b = sparse_tensor.convert %d_B : tensor<4x6xf64> to tensor<4x6xf64, #BSR>
  %add_blocks = call @add_blocks(%add_blocks_a, %add_blocks_b) : (tensor<4x6xf64, #BSR>, tensor<4x6xf64, #BSR>) -> tensor<4x6xf64, #BSR>
  // CHECK: ( ( 1, 0, 10, 0, 1, 0 ), ( 0, 2, 0, 0, 0, 0 ), ( 0, 3, 0, 0, 7, 0 ), ( 10, 1, 0, 6, 0, -5 ) )
  // CHECK-NEXT: 24
  call @show_4_6_f64_BSR(%add_blocks) : (tensor<4x6xf64, #BSR>) -> ()
  %negate_a = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #CSR>
  %negate = call @negate(%negate_a) : (tensor<4x6xf64, #CSR>) -> tensor<4x6xf64, #CSR>
  // CHECK: ( ( -1, 0, -2, 0, 0, 0 ), ( 0, 0, 0, 0, 0, 0 ), ( 0, -3, 0, 0, -4, 0 ), ( -5, 0, 0, -6, 0, 7 ) )
  // CHECK-NEXT: 7
  call @show_4_6_f64_CSR(%negate) : (tensor<4x6xf64, #CSR>) -> ()
  %absolute_a = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #CSR>
  %absolute = call @absolute(%absolute_a) : (tensor<4x6xf64, #CSR>) -> tensor<4x6xf64, #CSR>
  // CHECK: ( ( 1, 0, 2, 0, 0, 0 ), ( 0, 0, 0, 0, 0, 0 ), ( 0, 3, 0, 0, 4, 0 ), ( 5, 0, 0, 6, 0, 7 ) )
  // CHECK-NEXT: 7
  call @show_4_6_f64_CSR(%absolute) : (tensor<4x6xf64, #CSR>) -> ()
  %square_root_a = sparse_tensor.convert %d_a : tensor<6xf64> to tensor<6xf64, #SV>
  %square_root = call @square_root(%square_root_a) : (tensor<6xf64, #SV>) -> tensor<6xf64, #SV>
  // CHECK: ( 1, 0, 1.41421, 0, 0, 1.73205 )
  // CHECK-NEXT: 3
  call @show_6_f64_SV(%square_root) : (tensor<6xf64, #SV>) -> ()
  %scale_a = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #CSR>
  %scale = call @scale(%scale_a) : (tensor<4x6xf64, #CSR>) -> tensor<4x6xf64, #CSR>
  // CHECK: ( ( 2, 0, 4, 0, 0, 0 ), ( 0, 0, 0, 0, 0, 0 ), ( 0, 6, 0, 0, 8, 0 ), ( 10, 0, 0, 12, 0, -14 ) )
  // CHECK-NEXT: 7
  call @show_4_6_f64_CSR(%scale) : (tensor<4x6xf64, #CSR>) -> ()
  %scale_rows_a = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #CSR>
  %scale_rows = call @scale_rows(%scale_rows_a, %d_w) : (tensor<4x6xf64, #CSR>, tensor<4xf64>) -> tensor<4x6xf64, #CSR>
  // CHECK: ( ( 1, 0, 2, 0, 0, 0 ), ( 0, 0, 0, 0, 0, 0 ), ( 0, 9, 0, 0, 12, 0 ), ( 20, 0, 0, 24, 0, -28 ) )
  // CHECK-NEXT: 7
  call @show_4_6_f64_CSR(%scale_rows) : (tensor<4x6xf64, #CSR>) -> ()
  %transpose_a = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #CSC>
  %transpose = call @transpose(%transpose_a) : (tensor<4x6xf64, #CSC>) -> tensor<6x4xf64, #CSR>
  // CHECK: ( ( 1, 0, 0, 5 ), ( 0, 0, 3, 0 ), ( 2, 0, 0, 0 ), ( 0, 0, 0, 6 ), ( 0, 0, 4, 0 ), ( 0, 0, 0, -7 ) )
  // CHECK-NEXT: 7
  call @show_6_4_f64_CSR(%transpose) : (tensor<6x4xf64, #CSR>) -> ()
  %three_a = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #CSR>
  %three_b = sparse_tensor.convert %d_B : tensor<4x6xf64> to tensor<4x6xf64, #CSR>
  %three_c = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #CSR>
  %three = call @three(%three_a, %three_b, %three_c) : (tensor<4x6xf64, #CSR>, tensor<4x6xf64, #CSR>, tensor<4x6xf64, #CSR>) -> tensor<4x6xf64, #CSR>
  // CHECK: ( ( 1, 0, 18, 0, 0, 0 ), ( 0, 0, 0, 0, 0, 0 ), ( 0, 3, 0, 0, 16, 0 ), ( 30, 0, 0, 6, 0, -21 ) )
  // CHECK-NEXT: 7
  call @show_4_6_f64_CSR(%three) : (tensor<4x6xf64, #CSR>) -> ()
  %add_integers_a = sparse_tensor.convert %d_A_i32 : tensor<4x6xi32> to tensor<4x6xi32, #CSR>
  %add_integers_b = sparse_tensor.convert %d_B_i32 : tensor<4x6xi32> to tensor<4x6xi32, #CSR>
  %add_integers = call @add_integers(%add_integers_a, %add_integers_b) : (tensor<4x6xi32, #CSR>, tensor<4x6xi32, #CSR>) -> tensor<4x6xi32, #CSR>
  // CHECK: ( ( 1, 0, 10, 0, 1, 0 ), ( 0, 2, 0, 0, 0, 0 ), ( 0, 3, 0, 0, 7, 0 ), ( 10, 1, 0, 6, 0, -5 ) )
  // CHECK-NEXT: 10
  call @show_4_6_i32_CSR(%add_integers) : (tensor<4x6xi32, #CSR>) -> ()
  %named_add_a = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #CSR>
  %named_add_b = sparse_tensor.convert %d_B : tensor<4x6xf64> to tensor<4x6xf64, #CSR>
  %named_add = call @named_add(%named_add_a, %named_add_b) : (tensor<4x6xf64, #CSR>, tensor<4x6xf64, #CSR>) -> tensor<4x6xf64, #CSR>
  // CHECK: ( ( 1, 0, 10, 0, 1, 0 ), ( 0, 2, 0, 0, 0, 0 ), ( 0, 3, 0, 0, 7, 0 ), ( 10, 1, 0, 6, 0, -5 ) )
  // CHECK-NEXT: 10
  call @show_4_6_f64_CSR(%named_add) : (tensor<4x6xf64, #CSR>) -> ()
  %dynamic_a = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<?x?xf64, #CSR>
  %dynamic_b = sparse_tensor.convert %d_B : tensor<4x6xf64> to tensor<?x?xf64, #CSR>
  %dynamic = call @dynamic(%dynamic_a, %dynamic_b) : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSR>) -> tensor<?x?xf64, #CSR>
  // CHECK: ( ( 1, 0, 10, 0, 1, 0 ), ( 0, 2, 0, 0, 0, 0 ), ( 0, 3, 0, 0, 7, 0 ), ( 10, 1, 0, 6, 0, -5 ) )
  // CHECK-NEXT: 10
  call @show_4_6_f64_CSR_dynamic(%dynamic) : (tensor<?x?xf64, #CSR>) -> ()
  return
}
