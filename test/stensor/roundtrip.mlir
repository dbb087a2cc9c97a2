// Formats and ops of `stensor`: what is printed reads back as the same, in custom and in generic form and as bytecode.

// RUN: lacuna-opt %s | FileCheck %s
// RUN: lacuna-opt %s | lacuna-opt | FileCheck %s
// RUN: lacuna-opt %s --mlir-print-op-generic | lacuna-opt | FileCheck %s
// RUN: lacuna-opt %s --emit-bytecode | lacuna-opt | FileCheck %s
// RUN: lacuna-opt %s --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC

// Every use of a format is printed by the alias `#format`, which is defined once.
// CHECK: #format = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#CSR = #stensor.format<(row, col) -> (row : dense, col : compressed)>

// CHECK-LABEL: func.func @storage_of_a_matrix(
// CHECK-SAME:    %[[A:.*]]: tensor<?x?xf64, #format>
func.func @storage_of_a_matrix(%A: tensor<?x?xf64, #CSR>) -> (memref<?xi32>, memref<?xi32>, memref<?xf64>) {
  // CHECK: stensor.positions %[[A]][1] : tensor<?x?xf64, #format> -> memref<?xi32>
  // GENERIC: "stensor.positions"(%{{.*}}) <{level = 1 : i64}>
  %pos = stensor.positions %A[1] : tensor<?x?xf64, #CSR> -> memref<?xi32>
  // CHECK: stensor.coordinates %[[A]][1] : tensor<?x?xf64, #format> -> memref<?xi32>
  // GENERIC: "stensor.coordinates"(%{{.*}}) <{level = 1 : i64}>
  %crd = stensor.coordinates %A[1] : tensor<?x?xf64, #CSR> -> memref<?xi32>
  // CHECK: stensor.values %[[A]] : tensor<?x?xf64, #format> -> memref<?xf64>
  // GENERIC: "stensor.values"
  %val = stensor.values %A : tensor<?x?xf64, #CSR> -> memref<?xf64>
  return %pos, %crd, %val : memref<?xi32>, memref<?xi32>, memref<?xf64>
}

// CHECK-LABEL: func.func @pack_and_unpack_dynamic_sizes
// CHECK-SAME:    %[[POS:.*]]: memref<?xi32>, %[[CRD:.*]]: memref<?xi32>, %[[VAL:.*]]: memref<?xf64>, %[[M:.*]]: index, %[[N:.*]]: index
func.func @pack_and_unpack_dynamic_sizes(%pos: memref<?xi32>, %crd: memref<?xi32>, %val: memref<?xf64>, %m: index,
                                         %n: index) -> memref<?xf64> {
  // CHECK: %[[A:.*]] = stensor.pack(%[[POS]], %[[CRD]], %[[VAL]]) sizes(%[[M]], %[[N]]) : (memref<?xi32>, memref<?xi32>, memref<?xf64>) -> tensor<?x?xf64, #format>
  // GENERIC: "stensor.pack"(%{{.*}}) <{operandSegmentSizes = array<i32: 3, 2>}>
  %A = stensor.pack(%pos, %crd, %val) sizes(%m, %n)
      : (memref<?xi32>, memref<?xi32>, memref<?xf64>) -> tensor<?x?xf64, #CSR>
  // CHECK: stensor.unpack %[[A]] : tensor<?x?xf64, #format> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  %0, %1, %2 = stensor.unpack %A : tensor<?x?xf64, #CSR> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  return %2 : memref<?xf64>
}

// Static dimensions need no size, and buffers may have a static one.
// CHECK-LABEL: func.func @pack_static_sizes
func.func @pack_static_sizes(%pos: memref<5xi32>, %crd: memref<?xi32>, %val: memref<?xf32>) -> tensor<4x8xf32, #CSR> {
  // CHECK: stensor.pack(%{{.*}}, %{{.*}}, %{{.*}}) : (memref<5xi32>, memref<?xi32>, memref<?xf32>) -> tensor<4x8xf32, #format>
  %A = stensor.pack(%pos, %crd, %val) : (memref<5xi32>, memref<?xi32>, memref<?xf32>) -> tensor<4x8xf32, #CSR>
  return %A : tensor<4x8xf32, #CSR>
}

// CHECK-LABEL: func.func @convert_to_and_from_dense
func.func @convert_to_and_from_dense(%A: tensor<4x?xf64, #CSR>) -> tensor<4x?xf64> {
  // CHECK: %[[DENSE:.*]] = stensor.convert %{{.*}} : tensor<4x?xf64, #format> to tensor<4x?xf64>
  %0 = stensor.convert %A : tensor<4x?xf64, #CSR> to tensor<4x?xf64>
  // CHECK: %[[BACK:.*]] = stensor.convert %[[DENSE]] {tried = 1 : i64} : tensor<4x?xf64> to tensor<?x8xf64, #format>
  %1 = stensor.convert %0 {tried = 1} : tensor<4x?xf64> to tensor<?x8xf64, #CSR>
  // CHECK: stensor.convert %[[BACK]] for_lookups : tensor<?x8xf64, #format> to tensor<4x?xf64>
  %2 = stensor.convert %1 for_lookups : tensor<?x8xf64, #CSR> to tensor<4x?xf64>
  // CHECK: stensor.convert %[[BACK]] all_stored : tensor<?x8xf64, #format> to tensor<4x?xf64>
  %3 = stensor.convert %1 all_stored : tensor<?x8xf64, #CSR> to tensor<4x?xf64>
  return %2 : tensor<4x?xf64>
}

// CHECK-LABEL: func.func @empty_tensors(
// CHECK-SAME:    %[[M:.*]]: index, %[[N:.*]]: index
func.func @empty_tensors(%m: index, %n: index) -> (tensor<?x?xf64, #CSR>, tensor<4x8xf64, #CSR>) {
  // CHECK: stensor.empty sizes(%[[M]], %[[N]]) : tensor<?x?xf64, #format>
  // GENERIC: "stensor.empty"(%{{.*}}, %{{.*}}) : (index, index) ->
  %0 = stensor.empty sizes(%m, %n) : tensor<?x?xf64, #CSR>
  // CHECK: stensor.empty {seen = 1 : i64} : tensor<4x8xf64, #format>
  %1 = stensor.empty {seen = 1} : tensor<4x8xf64, #CSR>
  return %0, %1 : tensor<?x?xf64, #CSR>, tensor<4x8xf64, #CSR>
}

// CHECK-LABEL: func.func @size_of_a_level(
func.func @size_of_a_level(%A: tensor<?x?xf64, #CSR>) -> index {
  // CHECK: stensor.level_size %{{.*}}[1] : tensor<?x?xf64, #format>
  // GENERIC: "stensor.level_size"(%{{.*}}) <{level = 1 : i64}>
  %n = stensor.level_size %A[1] : tensor<?x?xf64, #CSR>
  return %n : index
}

#ByRow = #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton)>
#ByColumn = #stensor.format<(i, j) -> (j : compressed(nonunique), i : singleton)>
// CHECK-LABEL: func.func @sort_a_list(
func.func @sort_a_list(%A: tensor<?x?xf64, #ByRow>) -> tensor<?x?xf64, #ByColumn> {
  // CHECK: stensor.sort %{{.*}} : tensor<?x?xf64, #format{{[0-9]+}}> to tensor<?x?xf64, #format{{[0-9]+}}>
  // GENERIC: "stensor.sort"
  %B = stensor.sort %A : tensor<?x?xf64, #ByRow> to tensor<?x?xf64, #ByColumn>
  return %B : tensor<?x?xf64, #ByColumn>
}

#Tables = #stensor.format<(i, j) -> (i : hashed, j : hashed)>
// CHECK-LABEL: func.func @build_from_a_list(
func.func @build_from_a_list(%A: tensor<?x?xf64, #ByRow>) -> tensor<?x?xf64, #Tables> {
  // CHECK: stensor.build %{{.*}} : tensor<?x?xf64, #format{{[0-9]+}}> to tensor<?x?xf64, #format{{[0-9]+}}>
  // GENERIC: "stensor.build"
  %B = stensor.build %A : tensor<?x?xf64, #ByRow> to tensor<?x?xf64, #Tables>
  // CHECK: stensor.build %{{.*}} for_lookups : tensor<?x?xf64
  %C = stensor.build %A for_lookups : tensor<?x?xf64, #ByRow> to tensor<?x?xf64, #Tables>
  return %B : tensor<?x?xf64, #Tables>
}

// CHECK-LABEL: func.func @sort_in_place(
func.func @sort_in_place(%A: tensor<?x?xf64, #ByRow>) -> tensor<?x?xf64, #ByRow> {
  %own = stensor.sort %A : tensor<?x?xf64, #ByRow> to tensor<?x?xf64, #ByColumn>
  // CHECK: stensor.sort %{{.*}} consumed : tensor<
  // GENERIC: "stensor.sort"(%{{.*}}) <{consumed}>
  %B = stensor.sort %own consumed : tensor<?x?xf64, #ByColumn> to tensor<?x?xf64, #ByRow>
  // CHECK: stensor.sort %{{.*}} consumed within : tensor<
  // GENERIC: "stensor.sort"(%{{.*}}) <{consumed, within}>
  %C = stensor.sort %B consumed within : tensor<?x?xf64, #ByRow> to tensor<?x?xf64, #ByRow>
  return %C : tensor<?x?xf64, #ByRow>
}

// CHECK-LABEL: func.func @release(
func.func @release(%A: tensor<?x?xf64, #ByRow>) {
  // CHECK: stensor.release %{{.*}} : tensor<?x?xf64, #format{{[0-9]+}}>
  // GENERIC: "stensor.release"
  %own = stensor.sort %A : tensor<?x?xf64, #ByRow> to tensor<?x?xf64, #ByRow>
  stensor.release %own : tensor<?x?xf64, #ByRow>
  return
}

// CHECK-LABEL: func.func @assert(
func.func @assert(%c: i1, %j: index, %p: index) {
  // CHECK: stensor.assert %{{.*}}, "coordinate {} at position {}"(%{{.*}}, %{{.*}})
  // GENERIC: "stensor.assert"(%{{.*}}, %{{.*}}, %{{.*}}) <{message = "coordinate {} at position {}"}>
  stensor.assert %c, "coordinate {} at position {}"(%j, %p)
  // CHECK: stensor.assert %{{.*}}, "always"()
  stensor.assert %c, "always"()
  return
}
