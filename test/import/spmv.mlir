// Sparse matrix times vector, in the formats that frontends use.

// RUN: lacuna-opt %s --lacuna | %run | FileCheck %s
// RUN: mlir-opt %s --sparsifier="enable-runtime-library=false" | %run | FileCheck %s

#CSR = #sparse_tensor.encoding<{map = (i, j) -> (i : dense, j : compressed)}>
#CSC = #sparse_tensor.encoding<{map = (i, j) -> (j : dense, i : compressed)}>
#DCSR = #sparse_tensor.encoding<{map = (i, j) -> (i : compressed, j : compressed)}>
#COO = #sparse_tensor.encoding<{map = (i, j) -> (i : compressed(nonunique), j : singleton)}>
#SoA = #sparse_tensor.encoding<{map = (i, j) -> (i : compressed(nonunique), j : singleton(soa))}>
#BSR = #sparse_tensor.encoding<{map = (i, j) -> (i floordiv 2 : dense, j floordiv 2 : compressed, i mod 2 : dense, j mod 2 : dense)}>
#Narrow = #sparse_tensor.encoding<{map = (i, j) -> (i : dense, j : compressed), posWidth = 32, crdWidth = 8}>
#CDR = #sparse_tensor.encoding<{map = (i, j) -> (i : compressed, j : dense)}>

#mv = {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i)>],
       iterator_types = ["parallel", "reduction"]}

func.func @show_4_f64(%s: tensor<4xf64>) {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f64
  %v = vector.transfer_read %s[%c0], %pad : tensor<4xf64>, vector<4xf64>
  vector.print %v : vector<4xf64>
  return
}

func.func @show_4_f64_dynamic(%s: tensor<?xf64>) {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f64
  %v = vector.transfer_read %s[%c0], %pad : tensor<?xf64>, vector<4xf64>
  vector.print %v : vector<4xf64>
  return
}

func.func @show_4_i32(%s: tensor<4xi32>) {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0 : i32
  %v = vector.transfer_read %s[%c0], %pad : tensor<4xi32>, vector<4xi32>
  vector.print %v : vector<4xi32>
  return
}

func.func @spmv_csr(%a: tensor<4x6xf64, #CSR>, %b: tensor<6xf64>) -> tensor<4xf64> {
  %e = tensor.empty() : tensor<4xf64>
  %z = arith.constant 0.0 : f64
  %f = linalg.fill ins(%z : f64) outs(%e : tensor<4xf64>) -> tensor<4xf64>
  %0 = linalg.generic #mv ins(%a, %b : tensor<4x6xf64, #CSR>, tensor<6xf64>) outs(%f : tensor<4xf64>) {
  ^bb0(%p: f64, %q: f64, %o: f64):
    %m = arith.mulf %p, %q : f64
    %s = arith.addf %o, %m : f64
    linalg.yield %s : f64
  } -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

func.func @spmv_csc(%a: tensor<4x6xf64, #CSC>, %b: tensor<6xf64>) -> tensor<4xf64> {
  %e = tensor.empty() : tensor<4xf64>
  %z = arith.constant 0.0 : f64
  %f = linalg.fill ins(%z : f64) outs(%e : tensor<4xf64>) -> tensor<4xf64>
  %0 = linalg.generic #mv ins(%a, %b : tensor<4x6xf64, #CSC>, tensor<6xf64>) outs(%f : tensor<4xf64>) {
  ^bb0(%p: f64, %q: f64, %o: f64):
    %m = arith.mulf %p, %q : f64
    %s = arith.addf %o, %m : f64
    linalg.yield %s : f64
  } -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

func.func @spmv_dcsr(%a: tensor<4x6xf64, #DCSR>, %b: tensor<6xf64>) -> tensor<4xf64> {
  %e = tensor.empty() : tensor<4xf64>
  %z = arith.constant 0.0 : f64
  %f = linalg.fill ins(%z : f64) outs(%e : tensor<4xf64>) -> tensor<4xf64>
  %0 = linalg.generic #mv ins(%a, %b : tensor<4x6xf64, #DCSR>, tensor<6xf64>) outs(%f : tensor<4xf64>) {
  ^bb0(%p: f64, %q: f64, %o: f64):
    %m = arith.mulf %p, %q : f64
    %s = arith.addf %o, %m : f64
    linalg.yield %s : f64
  } -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

func.func @spmv_coo(%a: tensor<4x6xf64, #COO>, %b: tensor<6xf64>) -> tensor<4xf64> {
  %e = tensor.empty() : tensor<4xf64>
  %z = arith.constant 0.0 : f64
  %f = linalg.fill ins(%z : f64) outs(%e : tensor<4xf64>) -> tensor<4xf64>
  %0 = linalg.generic #mv ins(%a, %b : tensor<4x6xf64, #COO>, tensor<6xf64>) outs(%f : tensor<4xf64>) {
  ^bb0(%p: f64, %q: f64, %o: f64):
    %m = arith.mulf %p, %q : f64
    %s = arith.addf %o, %m : f64
    linalg.yield %s : f64
  } -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

func.func @spmv_soa(%a: tensor<4x6xf64, #SoA>, %b: tensor<6xf64>) -> tensor<4xf64> {
  %e = tensor.empty() : tensor<4xf64>
  %z = arith.constant 0.0 : f64
  %f = linalg.fill ins(%z : f64) outs(%e : tensor<4xf64>) -> tensor<4xf64>
  %0 = linalg.generic #mv ins(%a, %b : tensor<4x6xf64, #SoA>, tensor<6xf64>) outs(%f : tensor<4xf64>) {
  ^bb0(%p: f64, %q: f64, %o: f64):
    %m = arith.mulf %p, %q : f64
    %s = arith.addf %o, %m : f64
    linalg.yield %s : f64
  } -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

func.func @spmv_bsr(%a: tensor<4x6xf64, #BSR>, %b: tensor<6xf64>) -> tensor<4xf64> {
  %e = tensor.empty() : tensor<4xf64>
  %z = arith.constant 0.0 : f64
  %f = linalg.fill ins(%z : f64) outs(%e : tensor<4xf64>) -> tensor<4xf64>
  %0 = linalg.generic #mv ins(%a, %b : tensor<4x6xf64, #BSR>, tensor<6xf64>) outs(%f : tensor<4xf64>) {
  ^bb0(%p: f64, %q: f64, %o: f64):
    %m = arith.mulf %p, %q : f64
    %s = arith.addf %o, %m : f64
    linalg.yield %s : f64
  } -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

func.func @spmv_narrow(%a: tensor<4x6xf64, #Narrow>, %b: tensor<6xf64>) -> tensor<4xf64> {
  %e = tensor.empty() : tensor<4xf64>
  %z = arith.constant 0.0 : f64
  %f = linalg.fill ins(%z : f64) outs(%e : tensor<4xf64>) -> tensor<4xf64>
  %0 = linalg.generic #mv ins(%a, %b : tensor<4x6xf64, #Narrow>, tensor<6xf64>) outs(%f : tensor<4xf64>) {
  ^bb0(%p: f64, %q: f64, %o: f64):
    %m = arith.mulf %p, %q : f64
    %s = arith.addf %o, %m : f64
    linalg.yield %s : f64
  } -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

func.func @spmv_cdr(%a: tensor<4x6xf64, #CDR>, %b: tensor<6xf64>) -> tensor<4xf64> {
  %e = tensor.empty() : tensor<4xf64>
  %z = arith.constant 0.0 : f64
  %f = linalg.fill ins(%z : f64) outs(%e : tensor<4xf64>) -> tensor<4xf64>
  %0 = linalg.generic #mv ins(%a, %b : tensor<4x6xf64, #CDR>, tensor<6xf64>) outs(%f : tensor<4xf64>) {
  ^bb0(%p: f64, %q: f64, %o: f64):
    %m = arith.mulf %p, %q : f64
    %s = arith.addf %o, %m : f64
    linalg.yield %s : f64
  } -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

func.func @spmv_dynamic(%a: tensor<?x?xf64, #CSR>, %b: tensor<?xf64>) -> tensor<?xf64> {
  %i0 = arith.constant 0 : index
  %n0 = tensor.dim %a, %i0 : tensor<?x?xf64, #CSR>
  %e = tensor.empty(%n0) : tensor<?xf64>
  %z = arith.constant 0.0 : f64
  %f = linalg.fill ins(%z : f64) outs(%e : tensor<?xf64>) -> tensor<?xf64>
  %0 = linalg.generic #mv ins(%a, %b : tensor<?x?xf64, #CSR>, tensor<?xf64>) outs(%f : tensor<?xf64>) {
  ^bb0(%p: f64, %q: f64, %o: f64):
    %m = arith.mulf %p, %q : f64
    %s = arith.addf %o, %m : f64
    linalg.yield %s : f64
  } -> tensor<?xf64>
  return %0 : tensor<?xf64>
}

func.func @spmv_integers(%a: tensor<4x6xi32, #CSR>, %b: tensor<6xi32>) -> tensor<4xi32> {
  %e = tensor.empty() : tensor<4xi32>
  %z = arith.constant 0 : i32
  %f = linalg.fill ins(%z : i32) outs(%e : tensor<4xi32>) -> tensor<4xi32>
  %0 = linalg.generic #mv ins(%a, %b : tensor<4x6xi32, #CSR>, tensor<6xi32>) outs(%f : tensor<4xi32>) {
  ^bb0(%p: i32, %q: i32, %o: i32):
    %m = arith.muli %p, %q : i32
    %s = arith.addi %o, %m : i32
    linalg.yield %s : i32
  } -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// A named operation.
func.func @matvec(%A: tensor<4x6xf64, #CSR>, %x: tensor<6xf64>) -> tensor<4xf64> {
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<4xf64>
  %f = linalg.fill ins(%zero : f64) outs(%e : tensor<4xf64>) -> tensor<4xf64>
  %0 = linalg.matvec ins(%A, %x : tensor<4x6xf64, #CSR>, tensor<6xf64>) outs(%f : tensor<4xf64>) -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

// What the result held before is kept.
func.func @accumulate(%A: tensor<4x6xf64, #CSR>, %x: tensor<6xf64>, %y: tensor<4xf64>) -> tensor<4xf64> {
  %0 = linalg.generic #mv ins(%A, %x : tensor<4x6xf64, #CSR>, tensor<6xf64>) outs(%y : tensor<4xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %1 = arith.mulf %a, %b : f64
    %2 = arith.addf %1, %c : f64
    linalg.yield %2 : f64
  } -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

func.func @main() {
  %d_A = arith.constant dense<[[1.0, 0.0, 2.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 3.0, 0.0, 0.0, 4.0, 0.0], [5.0, 0.0, 0.0, 6.0, 0.0, -7.0]]> : tensor<4x6xf64>
  %d_x = arith.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]> : tensor<6xf64>
  %d_A_i32 = arith.constant dense<[[1, 0, 2, 0, 0, 0], [0, 0, 0, 0, 0, 0], [0, 3, 0, 0, 4, 0], [5, 0, 0, 6, 0, -7]]> : tensor<4x6xi32>
  %d_x_i32 = arith.constant dense<[1, 2, 3, 4, 5, 6]> : tensor<6xi32>
  %d_w = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf64>
  %spmv_csr_a = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #CSR>
  %spmv_csr = call @spmv_csr(%spmv_csr_a, %d_x) : (tensor<4x6xf64, #CSR>, tensor<6xf64>) -> tensor<4xf64>
  // CHECK: ( 7, 0, 26, -13 )
  call @show_4_f64(%spmv_csr) : (tensor<4xf64>) -> ()
  %spmv_csc_a = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #CSC>
  %spmv_csc = call @spmv_csc(%spmv_csc_a, %d_x) : (tensor<4x6xf64, #CSC>, tensor<6xf64>) -> tensor<4xf64>
  // CHECK: ( 7, 0, 26, -13 )
  call @show_4_f64(%spmv_csc) : (tensor<4xf64>) -> ()
  %spmv_dcsr_a = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #DCSR>
  %spmv_dcsr = call @spmv_dcsr(%spmv_dcsr_a, %d_x) : (tensor<4x6xf64, #DCSR>, tensor<6xf64>) -> tensor<4xf64>
  // CHECK: ( 7, 0, 26, -13 )
  call @show_4_f64(%spmv_dcsr) : (tensor<4xf64>) -> ()
  %spmv_coo_a = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #COO>
  %spmv_coo = call @spmv_coo(%spmv_coo_a, %d_x) : (tensor<4x6xf64, #COO>, tensor<6xf64>) -> tensor<4xf64>
  // CHECK: ( 7, 0, 26, -13 )
  call @show_4_f64(%spmv_coo) : (tensor<4xf64>) -> ()
  %spmv_soa_a = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #SoA>
  %spmv_soa = call @spmv_soa(%spmv_soa_a, %d_x) : (tensor<4x6xf64, #SoA>, tensor<6xf64>) -> tensor<4xf64>
  // CHECK: ( 7, 0, 26, -13 )
  call @show_4_f64(%spmv_soa) : (tensor<4xf64>) -> ()
  %spmv_bsr_a = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #BSR>
  %spmv_bsr = call @spmv_bsr(%spmv_bsr_a, %d_x) : (tensor<4x6xf64, #BSR>, tensor<6xf64>) -> tensor<4xf64>
  // CHECK: ( 7, 0, 26, -13 )
  call @show_4_f64(%spmv_bsr) : (tensor<4xf64>) -> ()
  %spmv_narrow_a = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #Narrow>
  %spmv_narrow = call @spmv_narrow(%spmv_narrow_a, %d_x) : (tensor<4x6xf64, #Narrow>, tensor<6xf64>) -> tensor<4xf64>
  // CHECK: ( 7, 0, 26, -13 )
  call @show_4_f64(%spmv_narrow) : (tensor<4xf64>) -> ()
  %spmv_cdr_a = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #CDR>
  %spmv_cdr = call @spmv_cdr(%spmv_cdr_a, %d_x) : (tensor<4x6xf64, #CDR>, tensor<6xf64>) -> tensor<4xf64>
  // CHECK: ( 7, 0, 26, -13 )
  call @show_4_f64(%spmv_cdr) : (tensor<4xf64>) -> ()
  %spmv_dynamic_a = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<?x?xf64, #CSR>
  %spmv_dynamic_b = tensor.cast %d_x : tensor<6xf64> to tensor<?xf64>
  %spmv_dynamic = call @spmv_dynamic(%spmv_dynamic_a, %spmv_dynamic_b) : (tensor<?x?xf64, #CSR>, tensor<?xf64>) -> tensor<?xf64>
  // CHECK: ( 7, 0, 26, -13 )
  call @show_4_f64_dynamic(%spmv_dynamic) : (tensor<?xf64>) -> ()
  %spmv_integers_a = sparse_tensor.convert %d_A_i32 : tensor<4x6xi32> to tensor<4x6xi32, #CSR>
  %spmv_integers = call @spmv_integers(%spmv_integers_a, %d_x_i32) : (tensor<4x6xi32, #CSR>, tensor<6xi32>) -> tensor<4xi32>
  // CHECK: ( 7, 0, 26, -13 )
  call @show_4_i32(%spmv_integers) : (tensor<4xi32>) -> ()
  %matvec_a = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #CSR>
  %matvec = call @matvec(%matvec_a, %d_x) : (tensor<4x6xf64, #CSR>, tensor<6xf64>) -> tensor<4xf64>
  // CHECK: ( 7, 0, 26, -13 )
  call @show_4_f64(%matvec) : (tensor<4xf64>) -> ()
  %accumulate_a = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #CSR>
  %accumulate = call @accumulate(%accumulate_a, %d_x, %d_w) : (tensor<4x6xf64, #CSR>, tensor<6xf64>, tensor<4xf64>) -> tensor<4xf64>
  // CHECK: ( 8, 2, 29, -9 )
  call @show_4_f64(%accumulate) : (tensor<4xf64>) -> ()
  return
}
