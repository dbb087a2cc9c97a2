// C(i,j) = A(i,k) * B(k,j) with 32 columns, the result zeroed by the kernel itself.
#left = affine_map<(i, j, k) -> (i, k)>
#right = affine_map<(i, j, k) -> (k, j)>
#result = affine_map<(i, j, k) -> (i, j)>
func.func @kernel(%A: tensor<?x?xf64, #A>, %B: tensor<?x32xf64>, %C: tensor<?x32xf64>) -> tensor<?x32xf64>
    attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0.0 : f64
  %start = linalg.fill ins(%zero : f64) outs(%C : tensor<?x32xf64>) -> tensor<?x32xf64>
  %result = linalg.generic {indexing_maps = [#left, #right, #result],
                            iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%A, %B : tensor<?x?xf64, #A>, tensor<?x32xf64>) outs(%start : tensor<?x32xf64>) {
  ^bb0(%a: f64, %b: f64, %sum: f64):
    %product = arith.mulf %a, %b : f64
    %next = arith.addf %sum, %product : f64
    linalg.yield %next : f64
  } -> tensor<?x32xf64>
  return %result : tensor<?x32xf64>
}
