// C(i,j,k) = A(i,j,k) + B(i,j,k) with a stored result.
#tensor = affine_map<(i, j, k) -> (i, j, k)>
func.func @kernel(%A: tensor<?x?x?xf64, #A>, %B: tensor<?x?x?xf64, #B>) -> tensor<?x?x?xf64, #C>
    attributes {llvm.emit_c_interface} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %l = tensor.dim %A, %c0 : tensor<?x?x?xf64, #A>
  %m = tensor.dim %A, %c1 : tensor<?x?x?xf64, #A>
  %n = tensor.dim %A, %c2 : tensor<?x?x?xf64, #A>
  %empty = tensor.empty(%l, %m, %n) : tensor<?x?x?xf64, #C>
  %result = linalg.generic {indexing_maps = [#tensor, #tensor, #tensor],
                            iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%A, %B : tensor<?x?x?xf64, #A>, tensor<?x?x?xf64, #B>) outs(%empty : tensor<?x?x?xf64, #C>) {
  ^bb0(%a: f64, %b: f64, %none: f64):
    %both = arith.addf %a, %b : f64
    linalg.yield %both : f64
  } -> tensor<?x?x?xf64, #C>
  return %result : tensor<?x?x?xf64, #C>
}
