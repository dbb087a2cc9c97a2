// `binary`, `unary` and `select`: what is computed depends on what is stored.

// RUN: lacuna-opt %s --lacuna | %run | FileCheck %s
// RUN: mlir-opt %s --sparsifier="enable-runtime-library=false" | %run | FileCheck %s

#SV = #sparse_tensor.encoding<{map = (i) -> (i : compressed)}>
#CSR = #sparse_tensor.encoding<{map = (i, j) -> (i : dense, j : compressed)}>
#DCSR = #sparse_tensor.encoding<{map = (i, j) -> (i : compressed, j : compressed)}>
#COO = #sparse_tensor.encoding<{map = (i, j) -> (i : compressed(nonunique), j : singleton)}>
#CSF = #sparse_tensor.encoding<{map = (i, j, k) -> (i : compressed, j : compressed, k : compressed)}>

#e1 = {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
#e2 = {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
       iterator_types = ["parallel"]}
#m1 = {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
       iterator_types = ["parallel", "parallel"]}
#m2 = {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
       iterator_types = ["parallel", "parallel"]}
#tt2 = {indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (i, j, k)>],
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

func.func @show_4_6_f64(%s: tensor<4x6xf64>) {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f64
  %v = vector.transfer_read %s[%c0, %c0], %pad : tensor<4x6xf64>, vector<4x6xf64>
  vector.print %v : vector<4x6xf64>
  return
}

func.func @show_6_i8_SV(%s: tensor<6xi8, #SV>) {
  %d = sparse_tensor.convert %s : tensor<6xi8, #SV> to tensor<6xi8>
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0 : i8
  %v = vector.transfer_read %d[%c0], %pad : tensor<6xi8>, vector<6xi8>
  vector.print %v : vector<6xi8>
  %n = sparse_tensor.number_of_entries %s : tensor<6xi8, #SV>
  vector.print %n : index
  return
}

func.func @show_4_6_i32_DCSR(%s: tensor<4x6xi32, #DCSR>) {
  %d = sparse_tensor.convert %s : tensor<4x6xi32, #DCSR> to tensor<4x6xi32>
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0 : i32
  %v = vector.transfer_read %d[%c0, %c0], %pad : tensor<4x6xi32>, vector<4x6xi32>
  vector.print %v : vector<4x6xi32>
  %n = sparse_tensor.number_of_entries %s : tensor<4x6xi32, #DCSR>
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

func.func @overlap_only(%a: tensor<4x6xf64, #CSR>, %b: tensor<4x6xf64, #CSR>) -> tensor<4x6xf64, #CSR> {
  %e = tensor.empty() : tensor<4x6xf64, #CSR>
  %0 = linalg.generic #m2 ins(%a, %b : tensor<4x6xf64, #CSR>, tensor<4x6xf64, #CSR>) outs(%e : tensor<4x6xf64, #CSR>) {
  ^bb0(%p: f64, %q: f64, %o: f64):
    %s = sparse_tensor.binary %p, %q : f64, f64 to f64
      overlap={
      ^bb0(%x: f64, %y: f64):
        %k = arith.maximumf %x, %y : f64
        sparse_tensor.yield %k : f64
      }
      left={}
      right={}
    linalg.yield %s : f64
  } -> tensor<4x6xf64, #CSR>
  return %0 : tensor<4x6xf64, #CSR>
}

func.func @union(%a: tensor<4x6xf64, #CSR>, %b: tensor<4x6xf64, #CSR>) -> tensor<4x6xf64, #CSR> {
  %e = tensor.empty() : tensor<4x6xf64, #CSR>
  %0 = linalg.generic #m2 ins(%a, %b : tensor<4x6xf64, #CSR>, tensor<4x6xf64, #CSR>) outs(%e : tensor<4x6xf64, #CSR>) {
  ^bb0(%p: f64, %q: f64, %o: f64):
    %s = sparse_tensor.binary %p, %q : f64, f64 to f64
      overlap={
      ^bb0(%x: f64, %y: f64):
        %k = arith.maximumf %x, %y : f64
        sparse_tensor.yield %k : f64
      }
      left=identity
      right={
      ^bb0(%y: f64):
        %k = arith.negf %y : f64
        sparse_tensor.yield %k : f64
      }
    linalg.yield %s : f64
  } -> tensor<4x6xf64, #CSR>
  return %0 : tensor<4x6xf64, #CSR>
}

func.func @set_difference(%a: tensor<4x6xf64, #CSR>, %b: tensor<4x6xf64, #CSR>) -> tensor<4x6xf64, #CSR> {
  %e = tensor.empty() : tensor<4x6xf64, #CSR>
  %0 = linalg.generic #m2 ins(%a, %b : tensor<4x6xf64, #CSR>, tensor<4x6xf64, #CSR>) outs(%e : tensor<4x6xf64, #CSR>) {
  ^bb0(%p: f64, %q: f64, %o: f64):
    %s = sparse_tensor.binary %p, %q : f64, f64 to f64
      overlap={}
      left=identity
      right={}
    linalg.yield %s : f64
  } -> tensor<4x6xf64, #CSR>
  return %0 : tensor<4x6xf64, #CSR>
}

func.func @symmetric_difference(%a: tensor<4x6xf64, #DCSR>, %b: tensor<4x6xf64, #DCSR>) -> tensor<4x6xf64, #DCSR> {
  %e = tensor.empty() : tensor<4x6xf64, #DCSR>
  %0 = linalg.generic #m2 ins(%a, %b : tensor<4x6xf64, #DCSR>, tensor<4x6xf64, #DCSR>) outs(%e : tensor<4x6xf64, #DCSR>) {
  ^bb0(%p: f64, %q: f64, %o: f64):
    %s = sparse_tensor.binary %p, %q : f64, f64 to f64
      overlap={}
      left=identity
      right=identity
    linalg.yield %s : f64
  } -> tensor<4x6xf64, #DCSR>
  return %0 : tensor<4x6xf64, #DCSR>
}

func.func @right_only(%a: tensor<6xf64, #SV>, %b: tensor<6xf64, #SV>) -> tensor<6xf64, #SV> {
  %e = tensor.empty() : tensor<6xf64, #SV>
  %0 = linalg.generic #e2 ins(%a, %b : tensor<6xf64, #SV>, tensor<6xf64, #SV>) outs(%e : tensor<6xf64, #SV>) {
  ^bb0(%p: f64, %q: f64, %o: f64):
    %s = sparse_tensor.binary %p, %q : f64, f64 to f64
      overlap={}
      left={}
      right=identity
    linalg.yield %s : f64
  } -> tensor<6xf64, #SV>
  return %0 : tensor<6xf64, #SV>
}

func.func @union_of_lists(%a: tensor<4x6xf64, #COO>, %b: tensor<4x6xf64, #COO>) -> tensor<4x6xf64, #COO> {
  %e = tensor.empty() : tensor<4x6xf64, #COO>
  %0 = linalg.generic #m2 ins(%a, %b : tensor<4x6xf64, #COO>, tensor<4x6xf64, #COO>) outs(%e : tensor<4x6xf64, #COO>) {
  ^bb0(%p: f64, %q: f64, %o: f64):
    %s = sparse_tensor.binary %p, %q : f64, f64 to f64
      overlap={
      ^bb0(%x: f64, %y: f64):
        %k = arith.maximumf %x, %y : f64
        sparse_tensor.yield %k : f64
      }
      left=identity
      right=identity
    linalg.yield %s : f64
  } -> tensor<4x6xf64, #COO>
  return %0 : tensor<4x6xf64, #COO>
}

func.func @with_dense(%a: tensor<6xf64, #SV>, %b: tensor<6xf64>) -> tensor<6xf64, #SV> {
  %e = tensor.empty() : tensor<6xf64, #SV>
  %0 = linalg.generic #e2 ins(%a, %b : tensor<6xf64, #SV>, tensor<6xf64>) outs(%e : tensor<6xf64, #SV>) {
  ^bb0(%p: f64, %q: f64, %o: f64):
    %s = sparse_tensor.binary %p, %q : f64, f64 to f64
      overlap={
      ^bb0(%x: f64, %y: f64):
        %k = arith.divf %x, %y : f64
        sparse_tensor.yield %k : f64
      }
      left={}
      right={}
    linalg.yield %s : f64
  } -> tensor<6xf64, #SV>
  return %0 : tensor<6xf64, #SV>
}

func.func @union_to_dense(%a: tensor<4x6xf64, #CSR>, %b: tensor<4x6xf64, #CSR>) -> tensor<4x6xf64> {
  %e = tensor.empty() : tensor<4x6xf64>
  %0 = linalg.generic #m2 ins(%a, %b : tensor<4x6xf64, #CSR>, tensor<4x6xf64, #CSR>) outs(%e : tensor<4x6xf64>) {
  ^bb0(%p: f64, %q: f64, %o: f64):
    %s = sparse_tensor.binary %p, %q : f64, f64 to f64
      overlap={
      ^bb0(%x: f64, %y: f64):
        %k = arith.maximumf %x, %y : f64
        sparse_tensor.yield %k : f64
      }
      left=identity
      right={
      ^bb0(%y: f64):
        %k = arith.negf %y : f64
        sparse_tensor.yield %k : f64
      }
    linalg.yield %s : f64
  } -> tensor<4x6xf64>
  return %0 : tensor<4x6xf64>
}

func.func @equal(%a: tensor<6xf64, #SV>, %b: tensor<6xf64, #SV>) -> tensor<6xi8, #SV> {
  %e = tensor.empty() : tensor<6xi8, #SV>
  %0 = linalg.generic #e2 ins(%a, %b : tensor<6xf64, #SV>, tensor<6xf64, #SV>) outs(%e : tensor<6xi8, #SV>) {
  ^bb0(%p: f64, %q: f64, %o: i8):
    %s = sparse_tensor.binary %p, %q : f64, f64 to i8
      overlap={
      ^bb0(%x: f64, %y: f64):
        %e1 = arith.cmpf oeq, %x, %y : f64
        %k = arith.extui %e1 : i1 to i8
        sparse_tensor.yield %k : i8
      }
      left={}
      right={}
    linalg.yield %s : i8
  } -> tensor<6xi8, #SV>
  return %0 : tensor<6xi8, #SV>
}

// Only where something is stored.
func.func @add_one(%a: tensor<4x6xf64, #CSR>) -> tensor<4x6xf64, #CSR> {
  %one = arith.constant 1.0 : f64
  %e = tensor.empty() : tensor<4x6xf64, #CSR>
  %0 = linalg.generic #m1 ins(%a : tensor<4x6xf64, #CSR>) outs(%e : tensor<4x6xf64, #CSR>) {
  ^bb0(%p: f64, %o: f64):
    %s = sparse_tensor.unary %p : f64 to f64
      present={
      ^bb0(%x: f64):
        %k = arith.addf %x, %one : f64
        sparse_tensor.yield %k : f64
      }
      absent={}
    linalg.yield %s : f64
  } -> tensor<4x6xf64, #CSR>
  return %0 : tensor<4x6xf64, #CSR>
}

// Ones where nothing is stored.
func.func @complement(%a: tensor<6xf64, #SV>) -> tensor<6xf64, #SV> {
  %one = arith.constant 1.0 : f64
  %e = tensor.empty() : tensor<6xf64, #SV>
  %0 = linalg.generic #e1 ins(%a : tensor<6xf64, #SV>) outs(%e : tensor<6xf64, #SV>) {
  ^bb0(%p: f64, %o: f64):
    %s = sparse_tensor.unary %p : f64 to f64
      present={}
      absent={
        sparse_tensor.yield %one : f64
      }
    linalg.yield %s : f64
  } -> tensor<6xf64, #SV>
  return %0 : tensor<6xf64, #SV>
}

func.func @both(%a: tensor<4x6xf64, #CSR>) -> tensor<4x6xf64> {
  %one = arith.constant 1.0 : f64
  %e = tensor.empty() : tensor<4x6xf64>
  %0 = linalg.generic #m1 ins(%a : tensor<4x6xf64, #CSR>) outs(%e : tensor<4x6xf64>) {
  ^bb0(%p: f64, %o: f64):
    %s = sparse_tensor.unary %p : f64 to f64
      present={
      ^bb0(%x: f64):
        %k = arith.addf %x, %one : f64
        sparse_tensor.yield %k : f64
      }
      absent={
        sparse_tensor.yield %one : f64
      }
    linalg.yield %s : f64
  } -> tensor<4x6xf64>
  return %0 : tensor<4x6xf64>
}

func.func @pattern(%a: tensor<4x6xf64, #DCSR>) -> tensor<4x6xi32, #DCSR> {
  %one = arith.constant 1 : i32
  %e = tensor.empty() : tensor<4x6xi32, #DCSR>
  %0 = linalg.generic #m1 ins(%a : tensor<4x6xf64, #DCSR>) outs(%e : tensor<4x6xi32, #DCSR>) {
  ^bb0(%p: f64, %o: i32):
    %s = sparse_tensor.unary %p : f64 to i32
      present={
      ^bb0(%x: f64):
        sparse_tensor.yield %one : i32
      }
      absent={}
    linalg.yield %s : i32
  } -> tensor<4x6xi32, #DCSR>
  return %0 : tensor<4x6xi32, #DCSR>
}

func.func @select_large(%a: tensor<4x6xf64, #CSR>) -> tensor<4x6xf64, #CSR> {
  %two = arith.constant 2.0 : f64
  %e = tensor.empty() : tensor<4x6xf64, #CSR>
  %0 = linalg.generic #m1 ins(%a : tensor<4x6xf64, #CSR>) outs(%e : tensor<4x6xf64, #CSR>) {
  ^bb0(%p: f64, %o: f64):
    %s = sparse_tensor.select %p : f64 {
      ^bb0(%x: f64):
        %k = arith.cmpf ogt, %x, %two : f64
        sparse_tensor.yield %k : i1
    }
    linalg.yield %s : f64
  } -> tensor<4x6xf64, #CSR>
  return %0 : tensor<4x6xf64, #CSR>
}

func.func @select_large_vector(%a: tensor<6xf64, #SV>) -> tensor<6xf64, #SV> {
  %two = arith.constant 1.5 : f64
  %e = tensor.empty() : tensor<6xf64, #SV>
  %0 = linalg.generic #e1 ins(%a : tensor<6xf64, #SV>) outs(%e : tensor<6xf64, #SV>) {
  ^bb0(%p: f64, %o: f64):
    %s = sparse_tensor.select %p : f64 {
      ^bb0(%x: f64):
        %k = arith.cmpf ogt, %x, %two : f64
        sparse_tensor.yield %k : i1
    }
    linalg.yield %s : f64
  } -> tensor<6xf64, #SV>
  return %0 : tensor<6xf64, #SV>
}

func.func @upper_triangle(%a: tensor<4x6xf64, #CSR>) -> tensor<4x6xf64, #CSR> {
  %e = tensor.empty() : tensor<4x6xf64, #CSR>
  %0 = linalg.generic #m1 ins(%a : tensor<4x6xf64, #CSR>) outs(%e : tensor<4x6xf64, #CSR>) {
  ^bb0(%p: f64, %o: f64):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %s = sparse_tensor.select %p : f64 {
      ^bb0(%x: f64):
        %k = arith.cmpi ugt, %j, %i : index
        sparse_tensor.yield %k : i1
    }
    linalg.yield %s : f64
  } -> tensor<4x6xf64, #CSR>
  return %0 : tensor<4x6xf64, #CSR>
}

// Rows of which nothing is left.
func.func @relu(%a: tensor<4x6xf64, #DCSR>) -> tensor<4x6xf64, #DCSR> {
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<4x6xf64, #DCSR>
  %0 = linalg.generic #m1 ins(%a : tensor<4x6xf64, #DCSR>) outs(%e : tensor<4x6xf64, #DCSR>) {
  ^bb0(%p: f64, %o: f64):
    %s = sparse_tensor.select %p : f64 {
      ^bb0(%x: f64):
        %k = arith.cmpf ogt, %x, %zero : f64
        sparse_tensor.yield %k : i1
    }
    linalg.yield %s : f64
  } -> tensor<4x6xf64, #DCSR>
  return %0 : tensor<4x6xf64, #DCSR>
}

func.func @triangles(%a: tensor<4x6xf64, #CSR>, %b: tensor<4x6xf64, #CSR>) -> tensor<4x6xf64, #CSR> {
  %e = tensor.empty() : tensor<4x6xf64, #CSR>
  %0 = linalg.generic #m2 ins(%a, %b : tensor<4x6xf64, #CSR>, tensor<4x6xf64, #CSR>) outs(%e : tensor<4x6xf64, #CSR>) {
  ^bb0(%p: f64, %q: f64, %o: f64):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %s = sparse_tensor.binary %p, %q : f64, f64 to f64
      overlap={
      ^bb0(%x: f64, %y: f64):
        %u = arith.cmpi uge, %j, %i : index
        %t1 = arith.addf %x, %y : f64
        %t2 = arith.subf %x, %y : f64
        %k = arith.select %u, %t1, %t2 : f64
        sparse_tensor.yield %k : f64
      }
      left=identity
      right={
      ^bb0(%y: f64):
        %k = arith.negf %y : f64
        sparse_tensor.yield %k : f64
      }
    linalg.yield %s : f64
  } -> tensor<4x6xf64, #CSR>
  return %0 : tensor<4x6xf64, #CSR>
}

func.func @tensors(%a: tensor<2x3x4xf64, #CSF>, %b: tensor<2x3x4xf64, #CSF>) -> tensor<2x3x4xf64, #CSF> {
  %e = tensor.empty() : tensor<2x3x4xf64, #CSF>
  %0 = linalg.generic #tt2 ins(%a, %b : tensor<2x3x4xf64, #CSF>, tensor<2x3x4xf64, #CSF>) outs(%e : tensor<2x3x4xf64, #CSF>) {
  ^bb0(%p: f64, %q: f64, %o: f64):
    %s = sparse_tensor.binary %p, %q : f64, f64 to f64
      overlap={
      ^bb0(%x: f64, %y: f64):
        %k = arith.maximumf %x, %y : f64
        sparse_tensor.yield %k : f64
      }
      left=identity
      right={}
    linalg.yield %s : f64
  } -> tensor<2x3x4xf64, #CSF>
  return %0 : tensor<2x3x4xf64, #CSF>
}

func.func @main() {
  %d_A = arith.constant dense<[[1.0, 0.0, 2.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 3.0, 0.0, 0.0, 4.0, 0.0], [5.0, 0.0, 0.0, 6.0, 0.0, -7.0]]> : tensor<4x6xf64>
  %d_B = arith.constant dense<[[0.0, 0.0, 8.0, 0.0, 1.0, 0.0], [0.0, 2.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 3.0, 0.0], [5.0, 1.0, 0.0, 0.0, 0.0, 2.0]]> : tensor<4x6xf64>
  %d_a = arith.constant dense<[1.0, 0.0, 2.0, 0.0, 0.0, 3.0]> : tensor<6xf64>
  %d_b = arith.constant dense<[0.0, 4.0, 5.0, 0.0, 0.0, -3.0]> : tensor<6xf64>
  %d_x = arith.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]> : tensor<6xf64>
  %d_T = arith.constant dense<[[[1.0, 0.0, 0.0, 2.0], [0.0, 0.0, 0.0, 0.0], [0.0, 3.0, 0.0, 0.0]], [[0.0, 0.0, 0.0, 0.0], [4.0, 0.0, 5.0, 0.0], [0.0, 0.0, 0.0, 6.0]]]> : tensor<2x3x4xf64>
  %d_U = arith.constant dense<[[[1.0, 0.0, 1.0, 0.0], [0.0, 0.0, 0.0, 0.0], [0.0, 3.0, 0.0, 0.0]], [[0.0, 2.0, 0.0, 0.0], [4.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 6.0]]]> : tensor<2x3x4xf64>
  %overlap_only_a = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #CSR>
  %overlap_only_b = sparse_tensor.convert %d_B : tensor<4x6xf64> to tensor<4x6xf64, #CSR>
  %overlap_only = call @overlap_only(%overlap_only_a, %overlap_only_b) : (tensor<4x6xf64, #CSR>, tensor<4x6xf64, #CSR>) -> tensor<4x6xf64, #CSR>
  // CHECK: ( ( 0, 0, 8, 0, 0, 0 ), ( 0, 0, 0, 0, 0, 0 ), ( 0, 0, 0, 0, 4, 0 ), ( 5, 0, 0, 0, 0, 2 ) )
  // CHECK-NEXT: 4
  call @show_4_6_f64_CSR(%overlap_only) : (tensor<4x6xf64, #CSR>) -> ()
  %union_a = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #CSR>
  %union_b = sparse_tensor.convert %d_B : tensor<4x6xf64> to tensor<4x6xf64, #CSR>
  %union = call @union(%union_a, %union_b) : (tensor<4x6xf64, #CSR>, tensor<4x6xf64, #CSR>) -> tensor<4x6xf64, #CSR>
  // CHECK: ( ( 1, 0, 8, 0, -1, 0 ), ( 0, -2, 0, 0, 0, 0 ), ( 0, 3, 0, 0, 4, 0 ), ( 5, -1, 0, 6, 0, 2 ) )
  // CHECK-NEXT: 10
  call @show_4_6_f64_CSR(%union) : (tensor<4x6xf64, #CSR>) -> ()
  %set_difference_a = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #CSR>
  %set_difference_b = sparse_tensor.convert %d_B : tensor<4x6xf64> to tensor<4x6xf64, #CSR>
  %set_difference = call @set_difference(%set_difference_a, %set_difference_b) : (tensor<4x6xf64, #CSR>, tensor<4x6xf64, #CSR>) -> tensor<4x6xf64, #CSR>
  // CHECK: ( ( 1, 0, 0, 0, 0, 0 ), ( 0, 0, 0, 0, 0, 0 ), ( 0, 3, 0, 0, 0, 0 ), ( 0, 0, 0, 6, 0, 0 ) )
  // CHECK-NEXT: 3
  call @show_4_6_f64_CSR(%set_difference) : (tensor<4x6xf64, #CSR>) -> ()
  %symmetric_difference_a = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #DCSR>
  %symmetric_difference_b = sparse_tensor.convert %d_B : tensor<4x6xf64> to tensor<4x6xf64, #DCSR>
  %symmetric_difference = call @symmetric_difference(%symmetric_difference_a, %symmetric_difference_b) : (tensor<4x6xf64, #DCSR>, tensor<4x6xf64, #DCSR>) -> tensor<4x6xf64, #DCSR>
  // CHECK: ( ( 1, 0, 0, 0, 1, 0 ), ( 0, 2, 0, 0, 0, 0 ), ( 0, 3, 0, 0, 0, 0 ), ( 0, 1, 0, 6, 0, 0 ) )
  // CHECK-NEXT: 6
  call @show_4_6_f64_DCSR(%symmetric_difference) : (tensor<4x6xf64, #DCSR>) -> ()
  %right_only_a = sparse_tensor.convert %d_a : tensor<6xf64> to tensor<6xf64, #SV>
  %right_only_b = sparse_tensor.convert %d_b : tensor<6xf64> to tensor<6xf64, #SV>
  %right_only = call @right_only(%right_only_a, %right_only_b) : (tensor<6xf64, #SV>, tensor<6xf64, #SV>) -> tensor<6xf64, #SV>
  // CHECK: ( 0, 4, 0, 0, 0, 0 )
  // CHECK-NEXT: 1
  call @show_6_f64_SV(%right_only) : (tensor<6xf64, #SV>) -> ()
  %union_of_lists_a = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #COO>
  %union_of_lists_b = sparse_tensor.convert %d_B : tensor<4x6xf64> to tensor<4x6xf64, #COO>
  %union_of_lists = call @union_of_lists(%union_of_lists_a, %union_of_lists_b) : (tensor<4x6xf64, #COO>, tensor<4x6xf64, #COO>) -> tensor<4x6xf64, #COO>
  // CHECK: ( ( 1, 0, 8, 0, 1, 0 ), ( 0, 2, 0, 0, 0, 0 ), ( 0, 3, 0, 0, 4, 0 ), ( 5, 1, 0, 6, 0, 2 ) )
  // CHECK-NEXT: 10
  call @show_4_6_f64_COO(%union_of_lists) : (tensor<4x6xf64, #COO>) -> ()
  %with_dense_a = sparse_tensor.convert %d_a : tensor<6xf64> to tensor<6xf64, #SV>
  %with_dense = call @with_dense(%with_dense_a, %d_x) : (tensor<6xf64, #SV>, tensor<6xf64>) -> tensor<6xf64, #SV>
  // CHECK: ( 1, 0, 0.666667, 0, 0, 0.5 )
  // CHECK-NEXT: 3
  call @show_6_f64_SV(%with_dense) : (tensor<6xf64, #SV>) -> ()
  %union_to_dense_a = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #CSR>
  %union_to_dense_b = sparse_tensor.convert %d_B : tensor<4x6xf64> to tensor<4x6xf64, #CSR>
  %union_to_dense = call @union_to_dense(%union_to_dense_a, %union_to_dense_b) : (tensor<4x6xf64, #CSR>, tensor<4x6xf64, #CSR>) -> tensor<4x6xf64>
  // CHECK: ( ( 1, 0, 8, 0, -1, 0 ), ( 0, -2, 0, 0, 0, 0 ), ( 0, 3, 0, 0, 4, 0 ), ( 5, -1, 0, 6, 0, 2 ) )
  call @show_4_6_f64(%union_to_dense) : (tensor<4x6xf64>) -> ()
  %equal_a = sparse_tensor.convert %d_a : tensor<6xf64> to tensor<6xf64, #SV>
  %equal_b = sparse_tensor.convert %d_b : tensor<6xf64> to tensor<6xf64, #SV>
  %equal = call @equal(%equal_a, %equal_b) : (tensor<6xf64, #SV>, tensor<6xf64, #SV>) -> tensor<6xi8, #SV>
  // CHECK: ( 0, 0, 0, 0, 0, 0 )
  // CHECK-NEXT: 2
  call @show_6_i8_SV(%equal) : (tensor<6xi8, #SV>) -> ()
  %add_one_a = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #CSR>
  %add_one = call @add_one(%add_one_a) : (tensor<4x6xf64, #CSR>) -> tensor<4x6xf64, #CSR>
  // CHECK: ( ( 2, 0, 3, 0, 0, 0 ), ( 0, 0, 0, 0, 0, 0 ), ( 0, 4, 0, 0, 5, 0 ), ( 6, 0, 0, 7, 0, -6 ) )
  // CHECK-NEXT: 7
  call @show_4_6_f64_CSR(%add_one) : (tensor<4x6xf64, #CSR>) -> ()
  %complement_a = sparse_tensor.convert %d_a : tensor<6xf64> to tensor<6xf64, #SV>
  %complement = call @complement(%complement_a) : (tensor<6xf64, #SV>) -> tensor<6xf64, #SV>
  // CHECK: ( 0, 1, 0, 1, 1, 0 )
  // CHECK-NEXT: 3
  call @show_6_f64_SV(%complement) : (tensor<6xf64, #SV>) -> ()
  %both_a = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #CSR>
  %both = call @both(%both_a) : (tensor<4x6xf64, #CSR>) -> tensor<4x6xf64>
  // CHECK: ( ( 2, 1, 3, 1, 1, 1 ), ( 1, 1, 1, 1, 1, 1 ), ( 1, 4, 1, 1, 5, 1 ), ( 6, 1, 1, 7, 1, -6 ) )
  call @show_4_6_f64(%both) : (tensor<4x6xf64>) -> ()
  %pattern_a = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #DCSR>
  %pattern = call @pattern(%pattern_a) : (tensor<4x6xf64, #DCSR>) -> tensor<4x6xi32, #DCSR>
  // CHECK: ( ( 1, 0, 1, 0, 0, 0 ), ( 0, 0, 0, 0, 0, 0 ), ( 0, 1, 0, 0, 1, 0 ), ( 1, 0, 0, 1, 0, 1 ) )
  // CHECK-NEXT: 7
  call @show_4_6_i32_DCSR(%pattern) : (tensor<4x6xi32, #DCSR>) -> ()
  %select_large_a = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #CSR>
  %select_large = call @select_large(%select_large_a) : (tensor<4x6xf64, #CSR>) -> tensor<4x6xf64, #CSR>
  // CHECK: ( ( 0, 0, 0, 0, 0, 0 ), ( 0, 0, 0, 0, 0, 0 ), ( 0, 3, 0, 0, 4, 0 ), ( 5, 0, 0, 6, 0, 0 ) )
  // CHECK-NEXT: 4
  call @show_4_6_f64_CSR(%select_large) : (tensor<4x6xf64, #CSR>) -> ()
  %select_large_vector_a = sparse_tensor.convert %d_a : tensor<6xf64> to tensor<6xf64, #SV>
  %select_large_vector = call @select_large_vector(%select_large_vector_a) : (tensor<6xf64, #SV>) -> tensor<6xf64, #SV>
  // CHECK: ( 0, 0, 2, 0, 0, 3 )
  // CHECK-NEXT: 2
  call @show_6_f64_SV(%select_large_vector) : (tensor<6xf64, #SV>) -> ()
  %upper_triangle_a = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #CSR>
  %upper_triangle = call @upper_triangle(%upper_triangle_a) : (tensor<4x6xf64, #CSR>) -> tensor<4x6xf64, #CSR>
  // CHECK: ( ( 0, 0, 2, 0, 0, 0 ), ( 0, 0, 0, 0, 0, 0 ), ( 0, 0, 0, 0, 4, 0 ), ( 0, 0, 0, 0, 0, -7 ) )
  // CHECK-NEXT: 3
  call @show_4_6_f64_CSR(%upper_triangle) : (tensor<4x6xf64, #CSR>) -> ()
  %relu_a = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #DCSR>
  %relu = call @relu(%relu_a) : (tensor<4x6xf64, #DCSR>) -> tensor<4x6xf64, #DCSR>
  // CHECK: ( ( 1, 0, 2, 0, 0, 0 ), ( 0, 0, 0, 0, 0, 0 ), ( 0, 3, 0, 0, 4, 0 ), ( 5, 0, 0, 6, 0, 0 ) )
  // CHECK-NEXT: 6
  call @show_4_6_f64_DCSR(%relu) : (tensor<4x6xf64, #DCSR>) -> ()
  %triangles_a = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #CSR>
  %triangles_b = sparse_tensor.convert %d_B : tensor<4x6xf64> to tensor<4x6xf64, #CSR>
  %triangles = call @triangles(%triangles_a, %triangles_b) : (tensor<4x6xf64, #CSR>, tensor<4x6xf64, #CSR>) -> tensor<4x6xf64, #CSR>
  // CHECK: ( ( 1, 0, 10, 0, -1, 0 ), ( 0, -2, 0, 0, 0, 0 ), ( 0, 3, 0, 0, 7, 0 ), ( 0, -1, 0, 6, 0, -5 ) )
  // CHECK-NEXT: 10
  call @show_4_6_f64_CSR(%triangles) : (tensor<4x6xf64, #CSR>) -> ()
  %tensors_a = sparse_tensor.convert %d_T : tensor<2x3x4xf64> to tensor<2x3x4xf64, #CSF>
  %tensors_b = sparse_tensor.convert %d_U : tensor<2x3x4xf64> to tensor<2x3x4xf64, #CSF>
  %tensors = call @tensors(%tensors_a, %tensors_b) : (tensor<2x3x4xf64, #CSF>, tensor<2x3x4xf64, #CSF>) -> tensor<2x3x4xf64, #CSF>
  // CHECK: ( ( ( 1, 0, 0, 2 ), ( 0, 0, 0, 0 ), ( 0, 3, 0, 0 ) ), ( ( 0, 0, 0, 0 ), ( 4, 0, 5, 0 ), ( 0, 0, 0, 6 ) ) )
  // CHECK-NEXT: 6
  call @show_2_3_4_f64_CSF(%tensors) : (tensor<2x3x4xf64, #CSF>) -> ()
  return
}
