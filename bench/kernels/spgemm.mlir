// C(i,k) = A(i,j) * B(j,k), summed over j, with a stored result.
#left = affine_map<(i, j, k) -> (i, j)>
#right = affine_map<(i, j, k) -> (j, k)>
#result = affine_map<(i, j, k) -> (i, k)>
func.func @kernel(%A: tensor<?x?xf64, #A>, %B: tensor<?x?xf64, #B>) -> tensor<?x?xf64, #C>
    attributes {llvm.emit_c_interface} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %A, %c0 : tensor<?x?xf64, #A>
  %n = tensor.dim %B, %c1 : tensor<?x?xf64, #B>
  %empty = tensor.empty(%m, %n) : tensor<?x?xf64, #C>
  %product = linalg.generic {indexing_maps = [#left, #right, #result], iterator_types = ["parallel", "reduction", "parallel"]}
      ins(%A, %B : tensor<?x?xf64, #A>, tensor<?x?xf64, #B>) outs(%empty : tensor<?x?xf64, #C>) {
  ^bb0(%a: f64, %b: f64, %sum: f64):
    %term = arith.mulf %a, %b : f64
    %next = arith.addf %sum, %term : f64
    linalg.yield %next : f64
  } -> tensor<?x?xf64, #C>
  return %product : tensor<?x?xf64, #C>
}
