// O(i,j) = A(i,j) * B(i,k) * D(j,k) with 32 values of k, the dense result zeroed by the kernel itself.
#sampled = affine_map<(i, j, k) -> (i, j)>
#left = affine_map<(i, j, k) -> (i, k)>
#right = affine_map<(i, j, k) -> (j, k)>
func.func @kernel(%A: tensor<?x?xf64, #A>, %B: tensor<?x32xf64>, %D: tensor<?x32xf64>, %O: tensor<?x?xf64>)
    -> tensor<?x?xf64> attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0.0 : f64
  %start = linalg.fill ins(%zero : f64) outs(%O : tensor<?x?xf64>) -> tensor<?x?xf64>
  %result = linalg.generic {indexing_maps = [#sampled, #left, #right, #sampled],
                            iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%A, %B, %D : tensor<?x?xf64, #A>, tensor<?x32xf64>, tensor<?x32xf64>)
      outs(%start : tensor<?x?xf64>) {
  ^bb0(%a: f64, %b: f64, %d: f64, %sum: f64):
    %dot = arith.mulf %b, %d : f64
    %scaled = arith.mulf %a, %dot : f64
    %next = arith.addf %sum, %scaled : f64
    linalg.yield %next : f64
  } -> tensor<?x?xf64>
  return %result : tensor<?x?xf64>
}
