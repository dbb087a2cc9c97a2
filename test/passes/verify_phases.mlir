// What the verifiers of phases find left, or wrong.

// RUN: split-file %s %t
// RUN: lacuna-opt %t/sloop.mlir --split-input-file --verify-diagnostics --verify-sloop
// RUN: lacuna-opt %t/buffers.mlir --split-input-file --verify-diagnostics --verify-buffers
// RUN: lacuna-opt %t/cursors.mlir --split-input-file --verify-diagnostics --verify-cursors
// RUN: lacuna-opt %t/scf.mlir --split-input-file --verify-diagnostics --verify-scf

//--- sloop.mlir
#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @conversion(%A: tensor<4x4xf64, #CSR>) -> tensor<4x4xf64> {
  // expected-error@+1 {{after the phase sloop, stensor.convert is left}}
  %0 = stensor.convert %A : tensor<4x4xf64, #CSR> to tensor<4x4xf64>
  return %0 : tensor<4x4xf64>
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @linalg(%A: tensor<4x4xf64, #CSR>, %x: tensor<4xf64>, %y: tensor<4xf64>) -> tensor<4xf64> {
  // expected-error@+1 {{after the phase sloop, linalg.matvec is left}}
  %0 = linalg.matvec ins(%A, %x : tensor<4x4xf64, #CSR>, tensor<4xf64>) outs(%y : tensor<4xf64>) -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @order(%A: tensor<4x4xf64, #CSR>, %y: tensor<4xf64>, %n: index) -> tensor<4xf64> {
  %0 = sloop.nest ins(%a = %A : tensor<4x4xf64, #CSR>) outs(%b = %y : tensor<4xf64>) {
    sloop.forall %j in %n {
      sloop.forall %i in %n {
        %1 = sloop.read %a[%i, %j] : tensor<4x4xf64, #CSR>
        // expected-error@+1 {{operand 0 (tensor<4x4xf64, #stensor.format<(i, j) -> (i : dense, j : compressed)>>) is read before the loops have entered its level}}
        sloop.write %1, %b[%j] by add : tensor<4xf64>
      }
    }
  }
  return %0 : tensor<4xf64>
}

//--- buffers.mlir
#SV = #stensor.format<(i) -> (i : compressed)>
func.func @tensor(%A: tensor<4xf64, #SV>, %y: tensor<4xf64>, %n: index) -> tensor<4xf64> {
  // expected-error@+1 {{operand 1 is still a tensor, tensor<4xf64>}}
  %0 = sloop.nest ins(%a = %A : tensor<4xf64, #SV>) outs(%b = %y : tensor<4xf64>) {
    sloop.forall %i in %n {
      %1 = sloop.read %a[%i] : tensor<4xf64, #SV>
      sloop.write %1, %b[%i] by add : tensor<4xf64>
    }
  }
  return %0 : tensor<4xf64>
}

//--- cursors.mlir
#SV = #stensor.format<(i) -> (i : compressed)>
func.func @index_form(%A: tensor<4xf64, #SV>, %y: memref<4xf64>, %n: index) {
  // expected-error@+1 {{after the phase cursors, sloop.nest is left}}
  sloop.nest ins(%a = %A : tensor<4xf64, #SV>) outs(%b = %y : memref<4xf64>) {
    sloop.forall %i in %n {
      %1 = sloop.read %a[%i] : tensor<4xf64, #SV>
      sloop.write %1, %b[%i] by add : memref<4xf64>
    }
  }
  return
}

//--- scf.mlir
#SV = #stensor.format<(i) -> (i : compressed)>
func.func @values(%A: memref<?xf64>) {
  // expected-error@+1 {{after the phase scf, stensor.empty is left}}
  %0 = stensor.empty : tensor<4xf64, #SV>
  return
}

// -----

#SV = #stensor.format<(i) -> (i : compressed)>
// expected-error@+1 {{after the phase scf, func.func is left}}
func.func @argument(%A: tensor<4xf64, #SV>) {
  return
}
