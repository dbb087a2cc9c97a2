// r(i) = b(i) - A(i,j) * x(j), the result zeroed by the kernel itself.
#matrix = affine_map<(i, j) -> (i, j)>
#column = affine_map<(i, j) -> (j)>
#row = affine_map<(i, j) -> (i)>
#own = affine_map<(i) -> (i)>
func.func @kernel(%A: tensor<?x?xf64, #A>, %x: tensor<?xf64>, %b: tensor<?xf64>, %r: tensor<?xf64>) -> tensor<?xf64>
    attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0.0 : f64
  %start = linalg.fill ins(%zero : f64) outs(%r : tensor<?xf64>) -> tensor<?xf64>
  %less = linalg.generic {indexing_maps = [#matrix, #column, #row], iterator_types = ["parallel", "reduction"]}
      ins(%A, %x : tensor<?x?xf64, #A>, tensor<?xf64>) outs(%start : tensor<?xf64>) {
  ^bb0(%a: f64, %c: f64, %sum: f64):
    %product = arith.mulf %a, %c : f64
    %next = arith.subf %sum, %product : f64
    linalg.yield %next : f64
  } -> tensor<?xf64>
  %result = linalg.generic {indexing_maps = [#own, #own], iterator_types = ["parallel"]}
      ins(%b : tensor<?xf64>) outs(%less : tensor<?xf64>) {
  ^bb0(%b0: f64, %sum: f64):
    %next = arith.addf %sum, %b0 : f64
    linalg.yield %next : f64
  } -> tensor<?xf64>
  return %result : tensor<?xf64>
}
