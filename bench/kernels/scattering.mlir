// C(i + p, j + q) = A(i,j) * F(p,q) with a filter of 3 x 3, the result zeroed by the kernel itself.
#image = affine_map<(i, j, p, q) -> (i, j)>
#filter = affine_map<(i, j, p, q) -> (p, q)>
#result = affine_map<(i, j, p, q) -> (i + p, j + q)>
func.func @kernel(%A: tensor<?x?xf64, #A>, %F: tensor<3x3xf64>, %C: tensor<?x?xf64>) -> tensor<?x?xf64>
    attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0.0 : f64
  %start = linalg.fill ins(%zero : f64) outs(%C : tensor<?x?xf64>) -> tensor<?x?xf64>
  %result = linalg.generic {indexing_maps = [#image, #filter, #result],
                            iterator_types = ["reduction", "reduction", "reduction", "reduction"]}
      ins(%A, %F : tensor<?x?xf64, #A>, tensor<3x3xf64>) outs(%start : tensor<?x?xf64>) {
  ^bb0(%a: f64, %f: f64, %sum: f64):
    %product = arith.mulf %a, %f : f64
    %next = arith.addf %sum, %product : f64
    linalg.yield %next : f64
  } -> tensor<?x?xf64>
  return %result : tensor<?x?xf64>
}
