// C(i,j,o) = A(i + p, j + q, c) * F(p,q,c,o) with 3 x 3 places and 64 filters, the result zeroed by the kernel itself.
#image = affine_map<(i, j, p, q, c, o) -> (i + p, j + q, c)>
#filter = affine_map<(i, j, p, q, c, o) -> (p, q, c, o)>
#result = affine_map<(i, j, p, q, c, o) -> (i, j, o)>
func.func @kernel(%A: tensor<?x?x?xf64, #A>, %F: tensor<3x3x?x64xf64>, %C: tensor<?x?x64xf64>) -> tensor<?x?x64xf64>
    attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0.0 : f64
  %start = linalg.fill ins(%zero : f64) outs(%C : tensor<?x?x64xf64>) -> tensor<?x?x64xf64>
  %result = linalg.generic {indexing_maps = [#image, #filter, #result],
                            iterator_types = ["parallel", "parallel", "reduction", "reduction", "reduction", "parallel"]}
      ins(%A, %F : tensor<?x?x?xf64, #A>, tensor<3x3x?x64xf64>) outs(%start : tensor<?x?x64xf64>) {
  ^bb0(%a: f64, %f: f64, %sum: f64):
    %product = arith.mulf %a, %f : f64
    %next = arith.addf %sum, %product : f64
    linalg.yield %next : f64
  } -> tensor<?x?x64xf64>
  return %result : tensor<?x?x64xf64>
}
