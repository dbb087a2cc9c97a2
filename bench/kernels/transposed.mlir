// y(j) = A(i,j) * x(i), the result zeroed by the kernel itself.
#matrix = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#column = affine_map<(i, j) -> (j)>
func.func @kernel(%A: tensor<?x?xf64, #A>, %x: tensor<?xf64>, %y: tensor<?xf64>) -> tensor<?xf64>
    attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0.0 : f64
  %start = linalg.fill ins(%zero : f64) outs(%y : tensor<?xf64>) -> tensor<?xf64>
  %result = linalg.generic {indexing_maps = [#matrix, #row, #column], iterator_types = ["reduction", "parallel"]}
      ins(%A, %x : tensor<?x?xf64, #A>, tensor<?xf64>) outs(%start : tensor<?xf64>) {
  ^bb0(%a: f64, %b: f64, %sum: f64):
    %product = arith.mulf %a, %b : f64
    %next = arith.addf %sum, %product : f64
    linalg.yield %next : f64
  } -> tensor<?xf64>
  return %result : tensor<?xf64>
}
