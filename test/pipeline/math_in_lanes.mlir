// `--lacuna`: functions that only the C library has, in lanes: nothing but the `llvm` dialect is left.

// RUN: lacuna-opt %s --lacuna | FileCheck %s --implicit-check-not=vector.from_elements --implicit-check-not=vector.extract --implicit-check-not=unrealized

// CHECK: llvm.func @error_function(
#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#mm = {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>],
       iterator_types = ["parallel", "parallel", "reduction"]}
func.func @error_function(%A: tensor<?x?xf64, #CSR>, %B: tensor<?x?xf64>, %C: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %0 = linalg.generic #mm ins(%A, %B : tensor<?x?xf64, #CSR>, tensor<?x?xf64>) outs(%C : tensor<?x?xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %e = math.erf %b : f64
    %p = arith.mulf %a, %e : f64
    %s = arith.addf %c, %p : f64
    linalg.yield %s : f64
  } -> tensor<?x?xf64>
  return %0 : tensor<?x?xf64>
}
