// C(i,j,r) = A(i,j,k) * U(k,r) with 32 values of r and a stored result.
#tensor = affine_map<(i, j, r, k) -> (i, j, k)>
#matrix = affine_map<(i, j, r, k) -> (k, r)>
#result = affine_map<(i, j, r, k) -> (i, j, r)>
func.func @kernel(%A: tensor<?x?x?xf64, #A>, %U: tensor<?x32xf64>) -> tensor<?x?x32xf64, #C>
    attributes {llvm.emit_c_interface} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %A, %c0 : tensor<?x?x?xf64, #A>
  %n = tensor.dim %A, %c1 : tensor<?x?x?xf64, #A>
  %empty = tensor.empty(%m, %n) : tensor<?x?x32xf64, #C>
  %result = linalg.generic {indexing_maps = [#tensor, #matrix, #result],
                            iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%A, %U : tensor<?x?x?xf64, #A>, tensor<?x32xf64>) outs(%empty : tensor<?x?x32xf64, #C>) {
  ^bb0(%a: f64, %u: f64, %sum: f64):
    %product = arith.mulf %a, %u : f64
    %next = arith.addf %sum, %product : f64
    linalg.yield %next : f64
  } -> tensor<?x?x32xf64, #C>
  return %result : tensor<?x?x32xf64, #C>
}
