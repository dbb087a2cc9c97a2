// y(i) = A(i,j) * A(i,j): the squared norm of each row, the result zeroed by the kernel itself.
#matrix = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
func.func @kernel(%A: tensor<?x?xf64, #A>, %y: tensor<?xf64>) -> tensor<?xf64> attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0.0 : f64
  %start = linalg.fill ins(%zero : f64) outs(%y : tensor<?xf64>) -> tensor<?xf64>
  %result = linalg.generic {indexing_maps = [#matrix, #row], iterator_types = ["parallel", "reduction"]}
      ins(%A : tensor<?x?xf64, #A>) outs(%start : tensor<?xf64>) {
  ^bb0(%a: f64, %sum: f64):
    %square = arith.mulf %a, %a : f64
    %next = arith.addf %sum, %square : f64
    linalg.yield %next : f64
  } -> tensor<?xf64>
  return %result : tensor<?xf64>
}
