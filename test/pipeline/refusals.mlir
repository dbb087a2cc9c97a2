// `--lacuna`: what no pass can compile yet ends in one error at the operation that asks for it.

// RUN: lacuna-opt %s --lacuna --verify-diagnostics --split-input-file

#BCSR = #stensor.format<(i, j) -> (i floordiv 2 : dense, j floordiv 2 : compressed, i mod 2 : dense, j mod 2 : dense)>
#rows = {
  indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
  iterator_types = ["parallel", "reduction"]
}
func.func @blocked_format(%A: tensor<4x4xf64, #BCSR>, %y: tensor<4xf64>) -> tensor<4xf64> {
  %0 = linalg.generic #rows ins(%A : tensor<4x4xf64, #BCSR>) outs(%y : tensor<4xf64>) {
  ^bb0(%a: f64, %c: f64):
    // expected-error@+1 {{are not its dimensions in some order: such formats are not compiled yet}}
    %s = arith.addf %a, %c : f64
    linalg.yield %s : f64
  } -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @branches(%A: tensor<4x4xf64, #CSR>, %B: tensor<4x4xf64, #CSR>, %p: i1) -> tensor<4x4xf64, #CSR> {
  // expected-error@+1 {{scf.if carries a stored tensor: stored tensors cannot flow through branches and loops yet}}
  %0 = scf.if %p -> tensor<4x4xf64, #CSR> {
    scf.yield %A : tensor<4x4xf64, #CSR>
  } else {
    scf.yield %B : tensor<4x4xf64, #CSR>
  }
  return %0 : tensor<4x4xf64, #CSR>
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @empty_stored_result(%A: tensor<4x4xf64, #CSR>, %B: tensor<4x4xf64>) -> tensor<4x4xf64, #CSR> {
  %e = tensor.empty() : tensor<4x4xf64, #CSR>
  // expected-error@+1 {{is stored sparsely, which is not compiled yet: make it dense}}
  %0 = linalg.matmul ins(%A, %B : tensor<4x4xf64, #CSR>, tensor<4x4xf64>) outs(%e : tensor<4x4xf64, #CSR>) -> tensor<4x4xf64, #CSR>
  return %0 : tensor<4x4xf64, #CSR>
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @extract(%A: tensor<4x4xf64, #CSR>, %i: index) -> f64 {
  // expected-error@+1 {{tensor.extract on a stored tensor is not compiled yet}}
  %0 = tensor.extract %A[%i, %i] : tensor<4x4xf64, #CSR>
  return %0 : f64
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @convert(%A: tensor<4x4xf64, #CSR>) -> tensor<4x4xf64> {
  // expected-error@+1 {{stensor.convert on a stored tensor is not compiled yet}}
  %0 = stensor.convert %A : tensor<4x4xf64, #CSR> to tensor<4x4xf64>
  return %0 : tensor<4x4xf64>
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @select(%A: tensor<4x4xf64, #CSR>, %B: tensor<4x4xf64, #CSR>, %p: i1) -> tensor<4x4xf64, #CSR> {
  // expected-error@+1 {{arith.select on a stored tensor is not compiled yet}}
  %0 = arith.select %p, %A, %B : tensor<4x4xf64, #CSR>
  return %0 : tensor<4x4xf64, #CSR>
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @cast(%A: tensor<4x4xf64, #CSR>) -> tensor<?x?xf64, #CSR> {
  // expected-error@+1 {{tensor.cast on a stored tensor is not compiled yet}}
  %0 = tensor.cast %A : tensor<4x4xf64, #CSR> to tensor<?x?xf64, #CSR>
  return %0 : tensor<?x?xf64, #CSR>
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @stored_result(%A: tensor<4x4xf64, #CSR>, %B: tensor<4x4xf64>, %C: tensor<4x4xf64, #CSR>)
    -> tensor<4x4xf64, #CSR> {
  // expected-error@+1 {{is stored sparsely, which is not compiled yet: make it dense}}
  %0 = linalg.matmul ins(%A, %B : tensor<4x4xf64, #CSR>, tensor<4x4xf64>) outs(%C : tensor<4x4xf64, #CSR>) -> tensor<4x4xf64, #CSR>
  return %0 : tensor<4x4xf64, #CSR>
}

// -----

// The place of a named operation is known, also after it was generalized.
#BCSR = #stensor.format<(i, j) -> (i floordiv 2 : dense, j floordiv 2 : compressed, i mod 2 : dense, j mod 2 : dense)>
func.func @named_operation(%A: tensor<4x4xf64, #BCSR>, %x: tensor<4xf64>, %y: tensor<4xf64>) -> tensor<4xf64> {
  // expected-error@+1 {{are not its dimensions in some order: such formats are not compiled yet}}
  %0 = linalg.matvec ins(%A, %x : tensor<4x4xf64, #BCSR>, tensor<4xf64>) outs(%y : tensor<4xf64>) -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

// -----

// Operands that are merged are walked in order.
#Unordered = #stensor.format<(i) -> (i : compressed(unordered))>
#sum = {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
func.func @merge_without_order(%A: tensor<4xf64, #Unordered>, %B: tensor<4xf64, #Unordered>, %y: tensor<4xf64>) -> tensor<4xf64> {
  %0 = linalg.generic #sum ins(%A, %B : tensor<4xf64, #Unordered>, tensor<4xf64, #Unordered>) outs(%y : tensor<4xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    // expected-error@+1 {{is unordered, so it cannot be merged with others: store it in order}}
    %s = arith.mulf %a, %b : f64
    linalg.yield %s : f64
  } -> tensor<4xf64>
  return %0 : tensor<4xf64>
}
