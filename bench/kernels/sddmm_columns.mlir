// C(i,j) = A(i,j) * B(i,k) * D(k,j) with 32 values of k and a stored result.
#sampled = affine_map<(i, j, k) -> (i, j)>
#left = affine_map<(i, j, k) -> (i, k)>
#right = affine_map<(i, j, k) -> (k, j)>
func.func @kernel(%A: tensor<?x?xf64, #A>, %B: tensor<?x32xf64>, %D: tensor<32x?xf64>) -> tensor<?x?xf64, #C>
    attributes {llvm.emit_c_interface} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %A, %c0 : tensor<?x?xf64, #A>
  %n = tensor.dim %A, %c1 : tensor<?x?xf64, #A>
  %empty = tensor.empty(%m, %n) : tensor<?x?xf64, #C>
  %result = linalg.generic {indexing_maps = [#sampled, #left, #right, #sampled],
                            iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%A, %B, %D : tensor<?x?xf64, #A>, tensor<?x32xf64>, tensor<32x?xf64>) outs(%empty : tensor<?x?xf64, #C>) {
  ^bb0(%a: f64, %b: f64, %d: f64, %sum: f64):
    %dot = arith.mulf %b, %d : f64
    %scaled = arith.mulf %a, %dot : f64
    %next = arith.addf %sum, %scaled : f64
    linalg.yield %next : f64
  } -> tensor<?x?xf64, #C>
  return %result : tensor<?x?xf64, #C>
}
