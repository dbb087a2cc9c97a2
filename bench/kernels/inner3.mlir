// s = A(i,j,k) * B(i,j,k), the result zeroed by the kernel itself.
#tensor = affine_map<(i, j, k) -> (i, j, k)>
#scalar = affine_map<(i, j, k) -> ()>
func.func @kernel(%A: tensor<?x?x?xf64, #A>, %B: tensor<?x?x?xf64, #B>, %s: tensor<f64>) -> tensor<f64>
    attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0.0 : f64
  %start = linalg.fill ins(%zero : f64) outs(%s : tensor<f64>) -> tensor<f64>
  %result = linalg.generic {indexing_maps = [#tensor, #tensor, #scalar],
                            iterator_types = ["reduction", "reduction", "reduction"]}
      ins(%A, %B : tensor<?x?x?xf64, #A>, tensor<?x?x?xf64, #B>) outs(%start : tensor<f64>) {
  ^bb0(%a: f64, %b: f64, %sum: f64):
    %product = arith.mulf %a, %b : f64
    %next = arith.addf %sum, %product : f64
    linalg.yield %next : f64
  } -> tensor<f64>
  return %result : tensor<f64>
}
