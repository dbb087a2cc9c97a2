// M(i,r) = A(i,j,k) * C(j,r) * D(k,r) at rank 16, the result zeroed by the kernel itself.
#tensor = affine_map<(i, j, k, r) -> (i, j, k)>
#second = affine_map<(i, j, k, r) -> (j, r)>
#third = affine_map<(i, j, k, r) -> (k, r)>
#result = affine_map<(i, j, k, r) -> (i, r)>
func.func @kernel(%A: tensor<?x?x?xf64, #A>, %C: tensor<?x16xf64>, %D: tensor<?x16xf64>, %M: tensor<?x16xf64>)
    -> tensor<?x16xf64> attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0.0 : f64
  %start = linalg.fill ins(%zero : f64) outs(%M : tensor<?x16xf64>) -> tensor<?x16xf64>
  %result = linalg.generic {indexing_maps = [#tensor, #second, #third, #result],
                            iterator_types = ["parallel", "reduction", "reduction", "parallel"]}
      ins(%A, %C, %D : tensor<?x?x?xf64, #A>, tensor<?x16xf64>, tensor<?x16xf64>)
      outs(%start : tensor<?x16xf64>) {
  ^bb0(%a: f64, %c: f64, %d: f64, %sum: f64):
    %scaled = arith.mulf %a, %d : f64
    %product = arith.mulf %scaled, %c : f64
    %next = arith.addf %sum, %product : f64
    linalg.yield %next : f64
  } -> tensor<?x16xf64>
  return %result : tensor<?x16xf64>
}
