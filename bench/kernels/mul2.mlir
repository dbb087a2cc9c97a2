// C(i,j) = A(i,j) * B(i,j) with a stored result.
#matrix = affine_map<(i, j) -> (i, j)>
func.func @kernel(%A: tensor<?x?xf64, #A>, %B: tensor<?x?xf64, #B>) -> tensor<?x?xf64, #C>
    attributes {llvm.emit_c_interface} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %A, %c0 : tensor<?x?xf64, #A>
  %n = tensor.dim %A, %c1 : tensor<?x?xf64, #A>
  %empty = tensor.empty(%m, %n) : tensor<?x?xf64, #C>
  %result = linalg.generic {indexing_maps = [#matrix, #matrix, #matrix], iterator_types = ["parallel", "parallel"]}
      ins(%A, %B : tensor<?x?xf64, #A>, tensor<?x?xf64, #B>) outs(%empty : tensor<?x?xf64, #C>) {
  ^bb0(%a: f64, %b: f64, %none: f64):
    %both = arith.mulf %a, %b : f64
    linalg.yield %both : f64
  } -> tensor<?x?xf64, #C>
  return %result : tensor<?x?xf64, #C>
}
