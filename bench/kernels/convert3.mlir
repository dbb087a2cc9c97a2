// C = A in another format. Upstream's operation is called sparse_tensor.convert.
func.func @kernel(%A: tensor<?x?x?xf64, #A>) -> tensor<?x?x?xf64, #C> attributes {llvm.emit_c_interface} {
  %C = stensor.convert %A : tensor<?x?x?xf64, #A> to tensor<?x?x?xf64, #C>
  return %C : tensor<?x?x?xf64, #C>
}
