// Sums, and reductions of what is stored.

// RUN: lacuna-opt %s --lacuna | %run | FileCheck %s
// RUN: mlir-opt %s --sparsifier="enable-runtime-library=false" | %run | FileCheck %s

#SV = #sparse_tensor.encoding<{map = (i) -> (i : compressed)}>
#CSR = #sparse_tensor.encoding<{map = (i, j) -> (i : dense, j : compressed)}>
#COO = #sparse_tensor.encoding<{map = (i, j) -> (i : compressed(nonunique), j : singleton)}>
#CSF = #sparse_tensor.encoding<{map = (i, j, k) -> (i : compressed, j : compressed, k : compressed)}>

#sum = {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ()>],
        iterator_types = ["reduction", "reduction"]}
#vsum = {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
#dot = {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>],
        iterator_types = ["reduction"]}
#rows = {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
         iterator_types = ["parallel", "reduction"]}
#cols = {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>],
         iterator_types = ["reduction", "parallel"]}
#sum3 = {indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> ()>],
         iterator_types = ["reduction", "reduction", "reduction"]}

func.func @show_scalar_f64(%s: tensor<f64>) {
  %v = tensor.extract %s[] : tensor<f64>
  vector.print %v : f64
  return
}

func.func @show_4_f64(%s: tensor<4xf64>) {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f64
  %v = vector.transfer_read %s[%c0], %pad : tensor<4xf64>, vector<4xf64>
  vector.print %v : vector<4xf64>
  return
}

func.func @show_6_f64(%s: tensor<6xf64>) {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f64
  %v = vector.transfer_read %s[%c0], %pad : tensor<6xf64>, vector<6xf64>
  vector.print %v : vector<6xf64>
  return
}

func.func @show_4_f64_SV(%s: tensor<4xf64, #SV>) {
  %d = sparse_tensor.convert %s : tensor<4xf64, #SV> to tensor<4xf64>
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f64
  %v = vector.transfer_read %d[%c0], %pad : tensor<4xf64>, vector<4xf64>
  vector.print %v : vector<4xf64>
  %n = sparse_tensor.number_of_entries %s : tensor<4xf64, #SV>
  vector.print %n : index
  return
}

func.func @show_scalar_i32(%s: tensor<i32>) {
  %v = tensor.extract %s[] : tensor<i32>
  vector.print %v : i32
  return
}

func.func @sum(%a: tensor<4x6xf64, #CSR>) -> tensor<f64> {
  %e = tensor.empty() : tensor<f64>
  %z = arith.constant 0.0 : f64
  %f = linalg.fill ins(%z : f64) outs(%e : tensor<f64>) -> tensor<f64>
  %0 = linalg.generic #sum ins(%a : tensor<4x6xf64, #CSR>) outs(%f : tensor<f64>) {
  ^bb0(%p: f64, %o: f64):
    %s = arith.addf %o, %p : f64
    linalg.yield %s : f64
  } -> tensor<f64>
  return %0 : tensor<f64>
}

func.func @sum_of_list(%a: tensor<4x6xf64, #COO>) -> tensor<f64> {
  %e = tensor.empty() : tensor<f64>
  %z = arith.constant 0.0 : f64
  %f = linalg.fill ins(%z : f64) outs(%e : tensor<f64>) -> tensor<f64>
  %0 = linalg.generic #sum ins(%a : tensor<4x6xf64, #COO>) outs(%f : tensor<f64>) {
  ^bb0(%p: f64, %o: f64):
    %s = arith.addf %o, %p : f64
    linalg.yield %s : f64
  } -> tensor<f64>
  return %0 : tensor<f64>
}

func.func @sum_of_vector(%a: tensor<6xf64, #SV>) -> tensor<f64> {
  %e = tensor.empty() : tensor<f64>
  %z = arith.constant 0.0 : f64
  %f = linalg.fill ins(%z : f64) outs(%e : tensor<f64>) -> tensor<f64>
  %0 = linalg.generic #vsum ins(%a : tensor<6xf64, #SV>) outs(%f : tensor<f64>) {
  ^bb0(%p: f64, %o: f64):
    %s = arith.addf %o, %p : f64
    linalg.yield %s : f64
  } -> tensor<f64>
  return %0 : tensor<f64>
}

func.func @dot(%a: tensor<6xf64, #SV>, %b: tensor<6xf64, #SV>) -> tensor<f64> {
  %e = tensor.empty() : tensor<f64>
  %z = arith.constant 0.0 : f64
  %f = linalg.fill ins(%z : f64) outs(%e : tensor<f64>) -> tensor<f64>
  %0 = linalg.generic #dot ins(%a, %b : tensor<6xf64, #SV>, tensor<6xf64, #SV>) outs(%f : tensor<f64>) {
  ^bb0(%p: f64, %q: f64, %o: f64):
    %m = arith.mulf %p, %q : f64
    %s = arith.addf %o, %m : f64
    linalg.yield %s : f64
  } -> tensor<f64>
  return %0 : tensor<f64>
}

func.func @rows(%a: tensor<4x6xf64, #CSR>) -> tensor<4xf64> {
  %e = tensor.empty() : tensor<4xf64>
  %z = arith.constant 0.0 : f64
  %f = linalg.fill ins(%z : f64) outs(%e : tensor<4xf64>) -> tensor<4xf64>
  %0 = linalg.generic #rows ins(%a : tensor<4x6xf64, #CSR>) outs(%f : tensor<4xf64>) {
  ^bb0(%p: f64, %o: f64):
    %s = arith.addf %o, %p : f64
    linalg.yield %s : f64
  } -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

func.func @columns(%a: tensor<4x6xf64, #CSR>) -> tensor<6xf64> {
  %e = tensor.empty() : tensor<6xf64>
  %z = arith.constant 0.0 : f64
  %f = linalg.fill ins(%z : f64) outs(%e : tensor<6xf64>) -> tensor<6xf64>
  %0 = linalg.generic #cols ins(%a : tensor<4x6xf64, #CSR>) outs(%f : tensor<6xf64>) {
  ^bb0(%p: f64, %o: f64):
    %s = arith.addf %o, %p : f64
    linalg.yield %s : f64
  } -> tensor<6xf64>
  return %0 : tensor<6xf64>
}

func.func @rows_stored(%a: tensor<4x6xf64, #CSR>) -> tensor<4xf64, #SV> {
  %e = tensor.empty() : tensor<4xf64, #SV>
  %0 = linalg.generic #rows ins(%a : tensor<4x6xf64, #CSR>) outs(%e : tensor<4xf64, #SV>) {
  ^bb0(%p: f64, %o: f64):
    %s = arith.addf %o, %p : f64
    linalg.yield %s : f64
  } -> tensor<4xf64, #SV>
  return %0 : tensor<4xf64, #SV>
}

func.func @sum_tensor(%a: tensor<2x3x4xf64, #CSF>) -> tensor<f64> {
  %e = tensor.empty() : tensor<f64>
  %z = arith.constant 0.0 : f64
  %f = linalg.fill ins(%z : f64) outs(%e : tensor<f64>) -> tensor<f64>
  %0 = linalg.generic #sum3 ins(%a : tensor<2x3x4xf64, #CSF>) outs(%f : tensor<f64>) {
  ^bb0(%p: f64, %o: f64):
    %s = arith.addf %o, %p : f64
    linalg.yield %s : f64
  } -> tensor<f64>
  return %0 : tensor<f64>
}

func.func @sum_integers(%a: tensor<4x6xi32, #CSR>) -> tensor<i32> {
  %e = tensor.empty() : tensor<i32>
  %z = arith.constant 0 : i32
  %f = linalg.fill ins(%z : i32) outs(%e : tensor<i32>) -> tensor<i32>
  %0 = linalg.generic #sum ins(%a : tensor<4x6xi32, #CSR>) outs(%f : tensor<i32>) {
  ^bb0(%p: i32, %o: i32):
    %s = arith.addi %o, %p : i32
    linalg.yield %s : i32
  } -> tensor<i32>
  return %0 : tensor<i32>
}

// Of the stored values.
func.func @product(%a: tensor<6xf64, #SV>) -> tensor<f64> {
  %id = arith.constant 1.0 : f64
  %e = tensor.empty() : tensor<f64>
  %z = arith.constant 1.0 : f64
  %f = linalg.fill ins(%z : f64) outs(%e : tensor<f64>) -> tensor<f64>
  %0 = linalg.generic #vsum ins(%a : tensor<6xf64, #SV>) outs(%f : tensor<f64>) {
  ^bb0(%p: f64, %o: f64):
    %s = sparse_tensor.reduce %o, %p, %id : f64 {
      ^bb0(%x: f64, %y: f64):
        %k = arith.mulf %x, %y : f64
        sparse_tensor.yield %k : f64
    }
    linalg.yield %s : f64
  } -> tensor<f64>
  return %0 : tensor<f64>
}

func.func @row_products(%a: tensor<4x6xf64, #CSR>) -> tensor<4xf64> {
  %id = arith.constant 1.0 : f64
  %e = tensor.empty() : tensor<4xf64>
  %z = arith.constant 1.0 : f64
  %f = linalg.fill ins(%z : f64) outs(%e : tensor<4xf64>) -> tensor<4xf64>
  %0 = linalg.generic #rows ins(%a : tensor<4x6xf64, #CSR>) outs(%f : tensor<4xf64>) {
  ^bb0(%p: f64, %o: f64):
    %s = sparse_tensor.reduce %o, %p, %id : f64 {
      ^bb0(%x: f64, %y: f64):
        %k = arith.mulf %x, %y : f64
        sparse_tensor.yield %k : f64
    }
    linalg.yield %s : f64
  } -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

func.func @row_products_stored(%a: tensor<4x6xf64, #CSR>) -> tensor<4xf64, #SV> {
  %id = arith.constant 1.0 : f64
  %e = tensor.empty() : tensor<4xf64, #SV>
  %0 = linalg.generic #rows ins(%a : tensor<4x6xf64, #CSR>) outs(%e : tensor<4xf64, #SV>) {
  ^bb0(%p: f64, %o: f64):
    %s = sparse_tensor.reduce %o, %p, %id : f64 {
      ^bb0(%x: f64, %y: f64):
        %k = arith.mulf %x, %y : f64
        sparse_tensor.yield %k : f64
    }
    linalg.yield %s : f64
  } -> tensor<4xf64, #SV>
  return %0 : tensor<4xf64, #SV>
}

func.func @row_maxima_stored(%a: tensor<4x6xf64, #CSR>) -> tensor<4xf64, #SV> {
  %id = arith.constant -10.0 : f64
  %e = tensor.empty() : tensor<4xf64, #SV>
  %0 = linalg.generic #rows ins(%a : tensor<4x6xf64, #CSR>) outs(%e : tensor<4xf64, #SV>) {
  ^bb0(%p: f64, %o: f64):
    %s = sparse_tensor.reduce %o, %p, %id : f64 {
      ^bb0(%x: f64, %y: f64):
        %k = arith.maximumf %x, %y : f64
        sparse_tensor.yield %k : f64
    }
    linalg.yield %s : f64
  } -> tensor<4xf64, #SV>
  return %0 : tensor<4xf64, #SV>
}

func.func @row_minima(%a: tensor<4x6xf64, #CSR>) -> tensor<4xf64> {
  %id = arith.constant 100.0 : f64
  %e = tensor.empty() : tensor<4xf64>
  %z = arith.constant 100.0 : f64
  %f = linalg.fill ins(%z : f64) outs(%e : tensor<4xf64>) -> tensor<4xf64>
  %0 = linalg.generic #rows ins(%a : tensor<4x6xf64, #CSR>) outs(%f : tensor<4xf64>) {
  ^bb0(%p: f64, %o: f64):
    %s = sparse_tensor.reduce %o, %p, %id : f64 {
      ^bb0(%x: f64, %y: f64):
        %k = arith.minimumf %x, %y : f64
        sparse_tensor.yield %k : f64
    }
    linalg.yield %s : f64
  } -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

func.func @maximum_integer(%a: tensor<6xi32, #SV>) -> tensor<i32> {
  %id = arith.constant -100 : i32
  %e = tensor.empty() : tensor<i32>
  %z = arith.constant -100 : i32
  %f = linalg.fill ins(%z : i32) outs(%e : tensor<i32>) -> tensor<i32>
  %0 = linalg.generic #vsum ins(%a : tensor<6xi32, #SV>) outs(%f : tensor<i32>) {
  ^bb0(%p: i32, %o: i32):
    %s = sparse_tensor.reduce %o, %p, %id : i32 {
      ^bb0(%x: i32, %y: i32):
        %k = arith.maxsi %x, %y : i32
        sparse_tensor.yield %k : i32
    }
    linalg.yield %s : i32
  } -> tensor<i32>
  return %0 : tensor<i32>
}

func.func @main() {
  %d_A = arith.constant dense<[[1.0, 0.0, 2.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 3.0, 0.0, 0.0, 4.0, 0.0], [5.0, 0.0, 0.0, 6.0, 0.0, -7.0]]> : tensor<4x6xf64>
  %d_a = arith.constant dense<[1.0, 0.0, 2.0, 0.0, 0.0, 3.0]> : tensor<6xf64>
  %d_b = arith.constant dense<[0.0, 4.0, 5.0, 0.0, 0.0, -3.0]> : tensor<6xf64>
  %d_T = arith.constant dense<[[[1.0, 0.0, 0.0, 2.0], [0.0, 0.0, 0.0, 0.0], [0.0, 3.0, 0.0, 0.0]], [[0.0, 0.0, 0.0, 0.0], [4.0, 0.0, 5.0, 0.0], [0.0, 0.0, 0.0, 6.0]]]> : tensor<2x3x4xf64>
  %d_A_i32 = arith.constant dense<[[1, 0, 2, 0, 0, 0], [0, 0, 0, 0, 0, 0], [0, 3, 0, 0, 4, 0], [5, 0, 0, 6, 0, -7]]> : tensor<4x6xi32>
  %d_b_i32 = arith.constant dense<[0, 4, 5, 0, 0, -3]> : tensor<6xi32>
  %sum_a = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #CSR>
  %sum = call @sum(%sum_a) : (tensor<4x6xf64, #CSR>) -> tensor<f64>
  // CHECK: 14
  call @show_scalar_f64(%sum) : (tensor<f64>) -> ()
  %sum_of_list_a = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #COO>
  %sum_of_list = call @sum_of_list(%sum_of_list_a) : (tensor<4x6xf64, #COO>) -> tensor<f64>
  // CHECK: 14
  call @show_scalar_f64(%sum_of_list) : (tensor<f64>) -> ()
  %sum_of_vector_a = sparse_tensor.convert %d_a : tensor<6xf64> to tensor<6xf64, #SV>
  %sum_of_vector = call @sum_of_vector(%sum_of_vector_a) : (tensor<6xf64, #SV>) -> tensor<f64>
  // CHECK: 6
  call @show_scalar_f64(%sum_of_vector) : (tensor<f64>) -> ()
  %dot_a = sparse_tensor.convert %d_a : tensor<6xf64> to tensor<6xf64, #SV>
  %dot_b = sparse_tensor.convert %d_b : tensor<6xf64> to tensor<6xf64, #SV>
  %dot = call @dot(%dot_a, %dot_b) : (tensor<6xf64, #SV>, tensor<6xf64, #SV>) -> tensor<f64>
  // CHECK: 1
  call @show_scalar_f64(%dot) : (tensor<f64>) -> ()
  %rows_a = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #CSR>
  %rows = call @rows(%rows_a) : (tensor<4x6xf64, #CSR>) -> tensor<4xf64>
  // CHECK: ( 3, 0, 7, 4 )
  call @show_4_f64(%rows) : (tensor<4xf64>) -> ()
  %columns_a = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #CSR>
  %columns = call @columns(%columns_a) : (tensor<4x6xf64, #CSR>) -> tensor<6xf64>
  // CHECK: ( 6, 3, 2, 6, 4, -7 )
  call @show_6_f64(%columns) : (tensor<6xf64>) -> ()
  %rows_stored_a = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #CSR>
  %rows_stored = call @rows_stored(%rows_stored_a) : (tensor<4x6xf64, #CSR>) -> tensor<4xf64, #SV>
  // CHECK: ( 3, 0, 7, 4 )
  // CHECK-NEXT: 3
  call @show_4_f64_SV(%rows_stored) : (tensor<4xf64, #SV>) -> ()
  %sum_tensor_a = sparse_tensor.convert %d_T : tensor<2x3x4xf64> to tensor<2x3x4xf64, #CSF>
  %sum_tensor = call @sum_tensor(%sum_tensor_a) : (tensor<2x3x4xf64, #CSF>) -> tensor<f64>
  // CHECK: 21
  call @show_scalar_f64(%sum_tensor) : (tensor<f64>) -> ()
  %sum_integers_a = sparse_tensor.convert %d_A_i32 : tensor<4x6xi32> to tensor<4x6xi32, #CSR>
  %sum_integers = call @sum_integers(%sum_integers_a) : (tensor<4x6xi32, #CSR>) -> tensor<i32>
  // CHECK: 14
  call @show_scalar_i32(%sum_integers) : (tensor<i32>) -> ()
  %product_a = sparse_tensor.convert %d_a : tensor<6xf64> to tensor<6xf64, #SV>
  %product = call @product(%product_a) : (tensor<6xf64, #SV>) -> tensor<f64>
  // CHECK: 6
  call @show_scalar_f64(%product) : (tensor<f64>) -> ()
  %row_products_a = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #CSR>
  %row_products = call @row_products(%row_products_a) : (tensor<4x6xf64, #CSR>) -> tensor<4xf64>
  // CHECK: ( 2, 1, 12, -210 )
  call @show_4_f64(%row_products) : (tensor<4xf64>) -> ()
  %row_products_stored_a = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #CSR>
  %row_products_stored = call @row_products_stored(%row_products_stored_a) : (tensor<4x6xf64, #CSR>) -> tensor<4xf64, #SV>
  // CHECK: ( 2, 0, 12, -210 )
  // CHECK-NEXT: 3
  call @show_4_f64_SV(%row_products_stored) : (tensor<4xf64, #SV>) -> ()
  %row_maxima_stored_a = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #CSR>
  %row_maxima_stored = call @row_maxima_stored(%row_maxima_stored_a) : (tensor<4x6xf64, #CSR>) -> tensor<4xf64, #SV>
  // CHECK: ( 2, 0, 4, 6 )
  // CHECK-NEXT: 3
  call @show_4_f64_SV(%row_maxima_stored) : (tensor<4xf64, #SV>) -> ()
  %row_minima_a = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #CSR>
  %row_minima = call @row_minima(%row_minima_a) : (tensor<4x6xf64, #CSR>) -> tensor<4xf64>
  // CHECK: ( 1, 100, 3, -7 )
  call @show_4_f64(%row_minima) : (tensor<4xf64>) -> ()
  %maximum_integer_a = sparse_tensor.convert %d_b_i32 : tensor<6xi32> to tensor<6xi32, #SV>
  %maximum_integer = call @maximum_integer(%maximum_integer_a) : (tensor<6xi32, #SV>) -> tensor<i32>
  // CHECK: 5
  call @show_scalar_i32(%maximum_integer) : (tensor<i32>) -> ()
  return
}
