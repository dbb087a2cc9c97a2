// Stored results that are read: where they have entries decides.

// RUN: lacuna-opt %s --lacuna | %run | FileCheck %s
// RUN: mlir-opt %s --sparsifier="enable-runtime-library=false" | %run | FileCheck %s

#SV = #sparse_tensor.encoding<{map = (i) -> (i : compressed)}>
#CSR = #sparse_tensor.encoding<{map = (i, j) -> (i : dense, j : compressed)}>
#DCSR = #sparse_tensor.encoding<{map = (i, j) -> (i : compressed, j : compressed)}>
#DCSC = #sparse_tensor.encoding<{map = (i, j) -> (j : compressed, i : compressed)}>
#CSF = #sparse_tensor.encoding<{map = (i, j, k) -> (i : compressed, j : compressed, k : compressed)}>

#t0 = {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
#t1 = {indexing_maps = [affine_map<(i) -> (i)>],
      iterator_types = ["parallel"]}
#t2 = {indexing_maps = [affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
#t3 = {indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>],
      iterator_types = ["parallel", "parallel", "parallel"]}

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

func.func @show_4_6_f64_CSR_any(%s: tensor<?x?xf64, #CSR>) {
  %d = sparse_tensor.convert %s : tensor<?x?xf64, #CSR> to tensor<?x?xf64>
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f64
  %v = vector.transfer_read %d[%c0, %c0], %pad : tensor<?x?xf64>, vector<4x6xf64>
  vector.print %v : vector<4x6xf64>
  %n = sparse_tensor.number_of_entries %s : tensor<?x?xf64, #CSR>
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

func.func @show_4_6_f64_DCSC(%s: tensor<4x6xf64, #DCSC>) {
  %d = sparse_tensor.convert %s : tensor<4x6xf64, #DCSC> to tensor<4x6xf64>
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f64
  %v = vector.transfer_read %d[%c0, %c0], %pad : tensor<4x6xf64>, vector<4x6xf64>
  vector.print %v : vector<4x6xf64>
  %n = sparse_tensor.number_of_entries %s : tensor<4x6xf64, #DCSC>
  vector.print %n : index
  return
}

func.func @show_2_3_4_f64_CSF(%s: tensor<2x3x4xf64, #CSF>) {
  %d = sparse_tensor.convert %s : tensor<2x3x4xf64, #CSF> to tensor<2x3x4xf64>
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f64
  %v = vector.transfer_read %d[%c0, %c0, %c0], %pad : tensor<2x3x4xf64>, vector<2x3x4xf64>
  vector.print %v : vector<2x3x4xf64>
  %n = sparse_tensor.number_of_entries %s : tensor<2x3x4xf64, #CSF>
  vector.print %n : index
  return
}

// Products of dense matrices are added where the result has entries.
func.func @sddmm(%a: tensor<4x3xf64>, %b: tensor<3x6xf64>, %s: tensor<4x6xf64, #CSR>) -> tensor<4x6xf64, #CSR> {
  %zero = arith.constant 0.0 : f64
  %0 = linalg.generic #t0 ins(%a, %b : tensor<4x3xf64>, tensor<3x6xf64>) outs(%s : tensor<4x6xf64, #CSR>) {
  ^bb0(%p: f64, %q: f64, %o: f64):
    %u = sparse_tensor.unary %o : f64 to f64
      present={
      ^bb0(%t: f64):
        %k = arith.mulf %p, %q : f64
        sparse_tensor.yield %k : f64
      }
      absent={}
    %w = sparse_tensor.reduce %o, %u, %zero : f64 {
      ^bb0(%x: f64, %y: f64):
        %k = arith.addf %x, %y : f64
        sparse_tensor.yield %k : f64
      }
    linalg.yield %w : f64
  } -> tensor<4x6xf64, #CSR>
  return %0 : tensor<4x6xf64, #CSR>
}

func.func @sddmm_of_any_size(%a: tensor<?x?xf64>, %b: tensor<?x?xf64>, %s: tensor<?x?xf64, #CSR>) -> tensor<?x?xf64, #CSR> {
  %zero = arith.constant 0.0 : f64
  %0 = linalg.generic #t0 ins(%a, %b : tensor<?x?xf64>, tensor<?x?xf64>) outs(%s : tensor<?x?xf64, #CSR>) {
  ^bb0(%p: f64, %q: f64, %o: f64):
    %u = sparse_tensor.unary %o : f64 to f64
      present={
      ^bb0(%t: f64):
        %k = arith.mulf %p, %q : f64
        sparse_tensor.yield %k : f64
      }
      absent={}
    %w = sparse_tensor.reduce %o, %u, %zero : f64 {
      ^bb0(%x: f64, %y: f64):
        %k = arith.addf %x, %y : f64
        sparse_tensor.yield %k : f64
      }
    linalg.yield %w : f64
  } -> tensor<?x?xf64, #CSR>
  return %0 : tensor<?x?xf64, #CSR>
}

func.func @sddmm_rows(%a: tensor<4x3xf64>, %b: tensor<3x6xf64>, %s: tensor<4x6xf64, #DCSR>) -> tensor<4x6xf64, #DCSR> {
  %zero = arith.constant 0.0 : f64
  %0 = linalg.generic #t0 ins(%a, %b : tensor<4x3xf64>, tensor<3x6xf64>) outs(%s : tensor<4x6xf64, #DCSR>) {
  ^bb0(%p: f64, %q: f64, %o: f64):
    %u = sparse_tensor.unary %o : f64 to f64
      present={
      ^bb0(%t: f64):
        %k = arith.mulf %p, %q : f64
        sparse_tensor.yield %k : f64
      }
      absent={}
    %w = sparse_tensor.reduce %o, %u, %zero : f64 {
      ^bb0(%x: f64, %y: f64):
        %k = arith.addf %x, %y : f64
        sparse_tensor.yield %k : f64
      }
    linalg.yield %w : f64
  } -> tensor<4x6xf64, #DCSR>
  return %0 : tensor<4x6xf64, #DCSR>
}

func.func @add_twenty(%s: tensor<6xf64, #SV>) -> tensor<6xf64, #SV> {
  %c = arith.constant 20.0 : f64
  %0 = linalg.generic #t1 outs(%s : tensor<6xf64, #SV>) {
  ^bb0(%o: f64):
    %w = sparse_tensor.unary %o : f64 to f64
      present={
      ^bb0(%t: f64):
        %k = arith.addf %t, %c : f64
        sparse_tensor.yield %k : f64
      }
      absent={}
    linalg.yield %w : f64
  } -> tensor<6xf64, #SV>
  return %0 : tensor<6xf64, #SV>
}

func.func @negated_columns(%s: tensor<4x6xf64, #DCSC>) -> tensor<4x6xf64, #DCSC> {
  %0 = linalg.generic #t2 outs(%s : tensor<4x6xf64, #DCSC>) {
  ^bb0(%o: f64):
    %w = sparse_tensor.unary %o : f64 to f64
      present={
      ^bb0(%t: f64):
        %k = arith.negf %t : f64
        sparse_tensor.yield %k : f64
      }
      absent={}
    linalg.yield %w : f64
  } -> tensor<4x6xf64, #DCSC>
  return %0 : tensor<4x6xf64, #DCSC>
}

func.func @then_times_two(%s: tensor<4x6xf64, #CSR>) -> tensor<4x6xf64, #CSR> {
  %two = arith.constant 2.0 : f64
  %0 = linalg.generic #t2 outs(%s : tensor<4x6xf64, #CSR>) {
  ^bb0(%o: f64):
    %u = sparse_tensor.unary %o : f64 to f64
      present={
      ^bb0(%t: f64):
        %k = arith.negf %t : f64
        sparse_tensor.yield %k : f64
      }
      absent={}
    %w = arith.mulf %u, %two : f64
    linalg.yield %w : f64
  } -> tensor<4x6xf64, #CSR>
  return %0 : tensor<4x6xf64, #CSR>
}

func.func @with_itself(%s: tensor<6xf64, #SV>) -> tensor<6xf64, #SV> {
  %0 = linalg.generic #t1 outs(%s : tensor<6xf64, #SV>) {
  ^bb0(%o: f64):
    %u = sparse_tensor.unary %o : f64 to f64
      present={
      ^bb0(%t: f64):
        %c = arith.constant 1.0 : f64
        %k = arith.addf %t, %c : f64
        sparse_tensor.yield %k : f64
      }
      absent={}
    %w = arith.mulf %u, %o : f64
    linalg.yield %w : f64
  } -> tensor<6xf64, #SV>
  return %0 : tensor<6xf64, #SV>
}

func.func @tensor(%s: tensor<2x3x4xf64, #CSF>) -> tensor<2x3x4xf64, #CSF> {
  %0 = linalg.generic #t3 outs(%s : tensor<2x3x4xf64, #CSF>) {
  ^bb0(%o: f64):
    %w = sparse_tensor.unary %o : f64 to f64
      present={
      ^bb0(%t: f64):
        %k = math.absf %t : f64
        sparse_tensor.yield %k : f64
      }
      absent={}
    linalg.yield %w : f64
  } -> tensor<2x3x4xf64, #CSF>
  return %0 : tensor<2x3x4xf64, #CSF>
}

func.func @scaled(%s: tensor<6xf64, #SV>) -> tensor<6xf64, #SV> {
  %two = arith.constant 2.0 : f64
  %0 = linalg.generic #t1 outs(%s : tensor<6xf64, #SV>) {
  ^bb0(%o: f64):
    %w = arith.mulf %o, %two : f64
    linalg.yield %w : f64
  } -> tensor<6xf64, #SV>
  return %0 : tensor<6xf64, #SV>
}

func.func @main() {
  %d_P = arith.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0], [1.0, -1.0, 2.0]]> : tensor<4x3xf64>
  %d_Q = arith.constant dense<[[1.0, 2.0, 3.0, 1.0, 1.0, 0.0], [4.0, 5.0, 6.0, 0.0, 2.0, 2.0], [7.0, 8.0, 9.0, -1.0, 1.0, 3.0]]> : tensor<3x6xf64>
  %d_A = arith.constant dense<[[1.0, 0.0, 2.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 3.0, 0.0, 0.0, 4.0, 0.0], [5.0, 0.0, 0.0, 6.0, 0.0, -7.0]]> : tensor<4x6xf64>
  %d_a = arith.constant dense<[1.0, 0.0, 2.0, 0.0, -3.0, 0.0]> : tensor<6xf64>
  %d_T = arith.constant dense<[[[1.0, 0.0, 2.0, 0.0], [0.0, 0.0, 0.0, 0.0], [0.0, 3.0, 0.0, -4.0]], [[0.0, 0.0, 0.0, 0.0], [5.0, 0.0, 0.0, 6.0], [0.0, -7.0, 8.0, 0.0]]]> : tensor<2x3x4xf64>
  %sddmm_s = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #CSR>
  %sddmm = call @sddmm(%d_P, %d_Q, %sddmm_s) : (tensor<4x3xf64>, tensor<3x6xf64>, tensor<4x6xf64, #CSR>) -> tensor<4x6xf64, #CSR>
  // CHECK: ( ( 31, 0, 44, 0, 0, 0 ), ( 0, 0, 0, 0, 0, 0 ), ( 0, 129, 0, 0, 36, 0 ), ( 16, 0, 0, 5, 0, -3 ) )
  // CHECK-NEXT: 7
  call @show_4_6_f64_CSR(%sddmm) : (tensor<4x6xf64, #CSR>) -> ()
  %sddmm_of_any_size_a_dyn = tensor.cast %d_P : tensor<4x3xf64> to tensor<?x?xf64>
  %sddmm_of_any_size_b_dyn = tensor.cast %d_Q : tensor<3x6xf64> to tensor<?x?xf64>
  %sddmm_of_any_size_s = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #CSR>
  %sddmm_of_any_size_s_dyn = tensor.cast %sddmm_of_any_size_s : tensor<4x6xf64, #CSR> to tensor<?x?xf64, #CSR>
  %sddmm_of_any_size = call @sddmm_of_any_size(%sddmm_of_any_size_a_dyn, %sddmm_of_any_size_b_dyn, %sddmm_of_any_size_s_dyn) : (tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64, #CSR>) -> tensor<?x?xf64, #CSR>
  // CHECK: ( ( 31, 0, 44, 0, 0, 0 ), ( 0, 0, 0, 0, 0, 0 ), ( 0, 129, 0, 0, 36, 0 ), ( 16, 0, 0, 5, 0, -3 ) )
  // CHECK-NEXT: 7
  call @show_4_6_f64_CSR_any(%sddmm_of_any_size) : (tensor<?x?xf64, #CSR>) -> ()
  %sddmm_rows_s = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #DCSR>
  %sddmm_rows = call @sddmm_rows(%d_P, %d_Q, %sddmm_rows_s) : (tensor<4x3xf64>, tensor<3x6xf64>, tensor<4x6xf64, #DCSR>) -> tensor<4x6xf64, #DCSR>
  // CHECK: ( ( 31, 0, 44, 0, 0, 0 ), ( 0, 0, 0, 0, 0, 0 ), ( 0, 129, 0, 0, 36, 0 ), ( 16, 0, 0, 5, 0, -3 ) )
  // CHECK-NEXT: 7
  call @show_4_6_f64_DCSR(%sddmm_rows) : (tensor<4x6xf64, #DCSR>) -> ()
  %add_twenty_s = sparse_tensor.convert %d_a : tensor<6xf64> to tensor<6xf64, #SV>
  %add_twenty = call @add_twenty(%add_twenty_s) : (tensor<6xf64, #SV>) -> tensor<6xf64, #SV>
  // CHECK: ( 21, 0, 22, 0, 17, 0 )
  // CHECK-NEXT: 3
  call @show_6_f64_SV(%add_twenty) : (tensor<6xf64, #SV>) -> ()
  %negated_columns_s = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #DCSC>
  %negated_columns = call @negated_columns(%negated_columns_s) : (tensor<4x6xf64, #DCSC>) -> tensor<4x6xf64, #DCSC>
  // CHECK: ( ( -1, 0, -2, 0, 0, 0 ), ( 0, 0, 0, 0, 0, 0 ), ( 0, -3, 0, 0, -4, 0 ), ( -5, 0, 0, -6, 0, 7 ) )
  // CHECK-NEXT: 7
  call @show_4_6_f64_DCSC(%negated_columns) : (tensor<4x6xf64, #DCSC>) -> ()
  %then_times_two_s = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #CSR>
  %then_times_two = call @then_times_two(%then_times_two_s) : (tensor<4x6xf64, #CSR>) -> tensor<4x6xf64, #CSR>
  // CHECK: ( ( -2, 0, -4, 0, 0, 0 ), ( 0, 0, 0, 0, 0, 0 ), ( 0, -6, 0, 0, -8, 0 ), ( -10, 0, 0, -12, 0, 14 ) )
  // CHECK-NEXT: 7
  call @show_4_6_f64_CSR(%then_times_two) : (tensor<4x6xf64, #CSR>) -> ()
  %with_itself_s = sparse_tensor.convert %d_a : tensor<6xf64> to tensor<6xf64, #SV>
  %with_itself = call @with_itself(%with_itself_s) : (tensor<6xf64, #SV>) -> tensor<6xf64, #SV>
  // CHECK: ( 2, 0, 6, 0, 6, 0 )
  // CHECK-NEXT: 3
  call @show_6_f64_SV(%with_itself) : (tensor<6xf64, #SV>) -> ()
  %tensor_s = sparse_tensor.convert %d_T : tensor<2x3x4xf64> to tensor<2x3x4xf64, #CSF>
  %tensor = call @tensor(%tensor_s) : (tensor<2x3x4xf64, #CSF>) -> tensor<2x3x4xf64, #CSF>
  // CHECK: ( ( ( 1, 0, 2, 0 ), ( 0, 0, 0, 0 ), ( 0, 3, 0, 4 ) ), ( ( 0, 0, 0, 0 ), ( 5, 0, 0, 6 ), ( 0, 7, 8, 0 ) ) )
  // CHECK-NEXT: 8
  call @show_2_3_4_f64_CSF(%tensor) : (tensor<2x3x4xf64, #CSF>) -> ()
  %scaled_s = sparse_tensor.convert %d_a : tensor<6xf64> to tensor<6xf64, #SV>
  %scaled = call @scaled(%scaled_s) : (tensor<6xf64, #SV>) -> tensor<6xf64, #SV>
  // CHECK: ( 2, 0, 4, 0, -6, 0 )
  // CHECK-NEXT: 3
  call @show_6_f64_SV(%scaled) : (tensor<6xf64, #SV>) -> ()
  return
}
