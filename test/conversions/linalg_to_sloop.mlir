// `convert-linalg-to-sloop`: what a `linalg.generic` on stored tensors says, as a nest in index form.

// RUN: lacuna-opt %s --convert-linalg-to-sloop | FileCheck %s
// What is left for the second run is what the first one leaves alone.
// RUN: lacuna-opt %s --convert-linalg-to-sloop > %t.once
// RUN: lacuna-opt %t.once --convert-linalg-to-sloop | diff %t.once -

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#matvec = {
  indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i)>],
  iterator_types = ["parallel", "reduction"]
}
#scale = {
  indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ()>, affine_map<(i, j) -> (i, j)>],
  iterator_types = ["parallel", "parallel"]
}
#copy = {
  indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
  iterator_types = ["parallel", "parallel"]
}

// A body that ends by adding to the old value is a write `by add` of the rest.
// CHECK-LABEL: func.func @reduction_adds(
// CHECK-SAME:    %[[A:.*]]: tensor<?x?xf64, #{{.*}}>, %[[X:.*]]: tensor<?xf64>, %[[Y:.*]]: tensor<?xf64>
func.func @reduction_adds(%A: tensor<?x?xf64, #CSR>, %x: tensor<?xf64>, %y: tensor<?xf64>) -> tensor<?xf64> {
  // CHECK-DAG: %[[M:.*]] = tensor.dim %[[A]], %c0
  // CHECK-DAG: %[[N:.*]] = tensor.dim %[[A]], %c1
  // CHECK:     %[[R:.*]] = sloop.nest ins(%[[a:.*]] = %[[A]], %[[x:.*]] = %[[X]] : {{.*}}) outs(%[[y:.*]] = %[[Y]] : tensor<?xf64>) {
  // CHECK-NEXT:  sloop.forall %i in %[[M]] {
  // CHECK-NEXT:    sloop.forall %j in %[[N]] {
  // CHECK-NEXT:      %[[AV:.*]] = sloop.read %[[a]][%i, %j]
  // CHECK-NEXT:      %[[XV:.*]] = sloop.read %[[x]][%j]
  // CHECK-NEXT:      %[[P:.*]] = arith.mulf %[[AV]], %[[XV]] : f64
  // CHECK-NEXT:      sloop.write %[[P]], %[[y]][%i] by add
  // CHECK:     return %[[R]]
  %0 = linalg.generic #matvec ins(%A, %x : tensor<?x?xf64, #CSR>, tensor<?xf64>) outs(%y : tensor<?xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %m = arith.mulf %a, %b : f64
    %s = arith.addf %c, %m : f64
    linalg.yield %s : f64
  } -> tensor<?xf64>
  return %0 : tensor<?xf64>
}

// CHECK-LABEL: func.func @fill_becomes_loops(
func.func @fill_becomes_loops(%A: tensor<4x8xf64, #CSR>, %x: tensor<8xf64>) -> tensor<4xf64> {
  // CHECK:      %[[ONE:.*]] = arith.constant 1.0
  // CHECK-NOT:  linalg.fill
  // CHECK:      %[[EMPTY:.*]] = tensor.empty()
  // CHECK-NOT:  linalg.fill
  // CHECK:      sloop.nest ins(%{{.*}}) outs(%[[y:.*]] = %[[EMPTY]] : tensor<4xf64>) {
  // CHECK-NEXT:   sloop.forall %i in %c4{{.*}} {
  // CHECK-NEXT:     sloop.write %[[ONE]], %[[y]][%i] : tensor<4xf64>
  // CHECK-NEXT:   }
  // CHECK-NEXT:   sloop.forall %i in %c4{{.*}} {
  // CHECK-NEXT:     sloop.forall %j in %c8{{.*}} {
  // CHECK:            sloop.write %{{.*}}, %[[y]][%i] by max
  %one = arith.constant 1.0 : f64
  %empty = tensor.empty() : tensor<4xf64>
  %y = linalg.fill ins(%one : f64) outs(%empty : tensor<4xf64>) -> tensor<4xf64>
  %0 = linalg.generic #matvec ins(%A, %x : tensor<4x8xf64, #CSR>, tensor<8xf64>) outs(%y : tensor<4xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %m = arith.mulf %a, %b : f64
    %s = arith.maximumf %m, %c : f64
    linalg.yield %s : f64
  } -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

// CHECK-LABEL: func.func @fill_with_other_uses_stays(
func.func @fill_with_other_uses_stays(%A: tensor<4x8xf64, #CSR>, %x: tensor<8xf64>, %e: tensor<4xf64>)
    -> (tensor<4xf64>, tensor<4xf64>) {
  // CHECK: %[[Y:.*]] = linalg.fill
  // CHECK: %[[R:.*]] = sloop.nest ins(%{{.*}}) outs(%{{.*}} = %[[Y]] : tensor<4xf64>)
  // CHECK: return %[[R]], %[[Y]]
  %zero = arith.constant 0.0 : f64
  %y = linalg.fill ins(%zero : f64) outs(%e : tensor<4xf64>) -> tensor<4xf64>
  %0 = linalg.generic #matvec ins(%A, %x : tensor<4x8xf64, #CSR>, tensor<8xf64>) outs(%y : tensor<4xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %m = arith.mulf %a, %b : f64
    %s = arith.addf %m, %c : f64
    linalg.yield %s : f64
  } -> tensor<4xf64>
  return %0, %y : tensor<4xf64>, tensor<4xf64>
}

// Scalars among the inputs are values from outside, and the nest does not bind them.
// CHECK-LABEL: func.func @scalar_input(
// CHECK-SAME:    %[[S:[a-z0-9]+]]: f32
func.func @scalar_input(%s: f32, %A: tensor<4x8xf32, #CSR>, %C: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // CHECK:     sloop.nest ins(%[[a:.*]] = %{{[a-z0-9]*}} : tensor<4x8xf32, #{{.*}}>) outs(
  // CHECK:       %[[V:.*]] = sloop.read %[[a]][%i, %j]
  // CHECK-NEXT:  %[[P:.*]] = arith.mulf %[[V]], %[[S]] : f32
  // CHECK-NEXT:  sloop.write %[[P]], %{{.*}}[%i, %j] : tensor<4x8xf32>
  %0 = linalg.generic #scale ins(%A, %s : tensor<4x8xf32, #CSR>, f32) outs(%C : tensor<4x8xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %m = arith.mulf %a, %b : f32
    linalg.yield %m : f32
  } -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @index_is_the_loop_variable(
func.func @index_is_the_loop_variable(%A: tensor<4x8xi64, #CSR>, %C: tensor<4x8xi64>) -> tensor<4x8xi64> {
  // CHECK: %[[V:.*]] = sloop.read %{{.*}}[%i, %j]
  // CHECK: %[[J:.*]] = arith.index_cast %j : index to i64
  // CHECK: arith.muli %[[V]], %[[J]] : i64
  %0 = linalg.generic #copy ins(%A : tensor<4x8xi64, #CSR>) outs(%C : tensor<4x8xi64>) {
  ^bb0(%a: i64, %c: i64):
    %j = linalg.index 1 : index
    %n = arith.index_cast %j : index to i64
    %m = arith.muli %a, %n : i64
    linalg.yield %m : i64
  } -> tensor<4x8xi64>
  return %0 : tensor<4x8xi64>
}

// The old value is read where the body does more with it than to combine.
// CHECK-LABEL: func.func @elementwise_reads_the_old_value(
func.func @elementwise_reads_the_old_value(%A: tensor<4x8xf64, #CSR>, %C: tensor<4x8xf64>) -> tensor<4x8xf64> {
  // CHECK:     outs(%[[c:.*]] = %{{.*}} : tensor<4x8xf64>)
  // CHECK:     %[[OLD:.*]] = sloop.read %[[c]][%i, %j]
  // CHECK:     %[[D:.*]] = arith.subf %{{.*}}, %[[OLD]] : f64
  // CHECK:     sloop.write %[[D]], %[[c]][%i, %j] : tensor<4x8xf64>
  %0 = linalg.generic #copy ins(%A : tensor<4x8xf64, #CSR>) outs(%C : tensor<4x8xf64>) {
  ^bb0(%a: f64, %c: f64):
    %d = arith.subf %a, %c : f64
    linalg.yield %d : f64
  } -> tensor<4x8xf64>
  return %0 : tensor<4x8xf64>
}

// CHECK-LABEL: func.func @leaves_dense_operations_alone(
func.func @leaves_dense_operations_alone(%A: tensor<4x8xf64>, %x: tensor<8xf64>, %y: tensor<4xf64>) -> tensor<4xf64> {
  // CHECK-NOT: sloop
  // CHECK: linalg.generic
  // CHECK-NOT: sloop
  %0 = linalg.generic #matvec ins(%A, %x : tensor<4x8xf64>, tensor<8xf64>) outs(%y : tensor<4xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %m = arith.mulf %a, %b : f64
    %s = arith.addf %c, %m : f64
    linalg.yield %s : f64
  } -> tensor<4xf64>
  // CHECK: return
  return %0 : tensor<4xf64>
}
