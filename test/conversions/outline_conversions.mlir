// `stensor-outline-conversions`: conversions from one type to another share a function.

// RUN: lacuna-opt %s --stensor-outline-conversions --split-input-file | FileCheck %s
// RUN: lacuna-opt %s --stensor-outline-conversions --stensor-outline-conversions --split-input-file | FileCheck %s
// RUN: lacuna-opt %s --stensor-outline-conversions --stensor-expand-conversions --split-input-file | FileCheck %s --check-prefix=EXPANDED

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#CSC = #stensor.format<(i, j) -> (j : dense, i : compressed)>
#Table = #stensor.format<(i, j) -> (i : hashed, j : hashed)>

// Two from CSC to CSR share one, in both functions of the module; the one from a hash table has another.
// CHECK-LABEL: func.func @converts_three
// CHECK-SAME:    %[[A:[a-z0-9]+]]: {{.*}}, %[[B:[a-z0-9]+]]: {{.*}}, %[[C:[a-z0-9]+]]: {{.*}}) ->
// CHECK-NEXT:    %[[A_ROWS:.*]] = call @lacuna.convert(%[[A]]) {stensor.conversion = {}}
// CHECK-NEXT:    %[[B_ROWS:.*]] = call @lacuna.convert(%[[B]]) {stensor.conversion = {}}
// CHECK-NEXT:    %[[C_ROWS:.*]] = call @lacuna.convert.1(%[[C]]) {stensor.conversion = {}}
// CHECK-NEXT:    return %[[A_ROWS]], %[[B_ROWS]], %[[C_ROWS]]
func.func @converts_three(%A: tensor<?x?xf64, #CSC>, %B: tensor<?x?xf64, #CSC>, %C: tensor<?x?xf64, #Table>)
    -> (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSR>) {
  %0 = stensor.convert %A : tensor<?x?xf64, #CSC> to tensor<?x?xf64, #CSR>
  %1 = stensor.convert %B : tensor<?x?xf64, #CSC> to tensor<?x?xf64, #CSR>
  %2 = stensor.convert %C : tensor<?x?xf64, #Table> to tensor<?x?xf64, #CSR>
  return %0, %1, %2 : tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSR>
}

// What is asked of a conversion tells it apart, and so do static sizes.
// CHECK-LABEL: func.func @tells_conversions_apart
// CHECK-NEXT:    call @lacuna.convert(%{{.*}}) {stensor.conversion = {}}
// CHECK-NEXT:    call @lacuna.convert.2(%{{.*}}) {stensor.conversion = {all_stored}}
// CHECK-NEXT:    call @lacuna.convert.3(%{{.*}}) {stensor.conversion = {}}
func.func @tells_conversions_apart(%A: tensor<?x?xf64, #CSC>, %B: tensor<4x?xf64, #CSC>)
    -> (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSR>, tensor<4x?xf64, #CSR>) {
  %0 = stensor.convert %A : tensor<?x?xf64, #CSC> to tensor<?x?xf64, #CSR>
  %1 = stensor.convert %A all_stored : tensor<?x?xf64, #CSC> to tensor<?x?xf64, #CSR>
  %2 = stensor.convert %B : tensor<4x?xf64, #CSC> to tensor<4x?xf64, #CSR>
  return %0, %1, %2 : tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSR>, tensor<4x?xf64, #CSR>
}

// CHECK:       func.func private @lacuna.convert(%[[OWN:[a-z0-9]+]]: tensor<?x?xf64, #{{.*}}>)
// CHECK-SAME:    llvm.linkage = #llvm.linkage<internal>
// CHECK-SAME:    passthrough = ["noinline", "nounwind"]
// CHECK-SAME:    stensor.conversion = {}
// CHECK-NEXT:    %[[ROWS:.*]] = stensor.convert %[[OWN]]
// CHECK-NEXT:    return %[[ROWS]]
// CHECK:       func.func private @lacuna.convert.1(
// CHECK:       func.func private @lacuna.convert.2(
// CHECK:         stensor.convert %{{.*}} all_stored
// CHECK:       func.func private @lacuna.convert.3(
// CHECK-NOT:   func.func

// A list is made and sorted in the function alone.
// EXPANDED-LABEL: func.func @converts_three
// EXPANDED-NOT:     sloop.nest
// EXPANDED-LABEL: func.func @tells_conversions_apart
// EXPANDED-NOT:     sloop.nest
// EXPANDED:       func.func private @lacuna.convert(
// EXPANDED:         sloop.nest

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#CSC = #stensor.format<(i, j) -> (j : dense, i : compressed)>

// A function that does nothing else is one already; a conversion to a dense tensor is a loop, and one to the same type nothing.
// CHECK-LABEL: func.func @is_one_already
// CHECK-NEXT:    stensor.convert
// CHECK-NEXT:    return
func.func @is_one_already(%A: tensor<?x?xf64, #CSC>) -> tensor<?x?xf64, #CSR> {
  %0 = stensor.convert %A : tensor<?x?xf64, #CSC> to tensor<?x?xf64, #CSR>
  return %0 : tensor<?x?xf64, #CSR>
}

// CHECK-LABEL: func.func @leaves_dense_tensors
// CHECK-NEXT:    stensor.convert
// CHECK-NEXT:    stensor.convert
// CHECK-NEXT:    return
func.func @leaves_dense_tensors(%A: tensor<?x?xf64, #CSC>) -> (tensor<?x?xf64>, tensor<?x?xf64, #CSC>) {
  %0 = stensor.convert %A : tensor<?x?xf64, #CSC> to tensor<?x?xf64>
  %1 = stensor.convert %A : tensor<?x?xf64, #CSC> to tensor<?x?xf64, #CSC>
  return %0, %1 : tensor<?x?xf64>, tensor<?x?xf64, #CSC>
}

// CHECK-NOT: lacuna.convert

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#CSC = #stensor.format<(i, j) -> (j : dense, i : compressed)>
#Table = #stensor.format<(i, j) -> (i : hashed, j : hashed)>

// A table for lookups stays where it is looked up.
// CHECK-LABEL: func.func @makes_a_table
// CHECK-NEXT:    stensor.convert %{{.*}} for_lookups
// CHECK-NEXT:    call @lacuna.convert(
func.func @makes_a_table(%A: tensor<?x?xf64, #CSC>) -> (tensor<?x?xf64, #Table>, tensor<?x?xf64, #CSR>) {
  %0 = stensor.convert %A for_lookups : tensor<?x?xf64, #CSC> to tensor<?x?xf64, #Table>
  %1 = stensor.convert %A : tensor<?x?xf64, #CSC> to tensor<?x?xf64, #CSR>
  return %0, %1 : tensor<?x?xf64, #Table>, tensor<?x?xf64, #CSR>
}
