// Stored results in cursor form: what is printed reads back as the same, in custom and in generic form and as bytecode.

// RUN: lacuna-opt %s --mlir-print-local-scope | FileCheck %s
// RUN: lacuna-opt %s | lacuna-opt --mlir-print-local-scope | FileCheck %s
// RUN: lacuna-opt %s --mlir-print-op-generic | lacuna-opt --mlir-print-local-scope | FileCheck %s
// RUN: lacuna-opt %s --emit-bytecode | lacuna-opt --mlir-print-local-scope | FileCheck %s
// RUN: lacuna-opt %s --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#COO = #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton)>
#DCSR = #stensor.format<(i, j) -> (i : compressed, j : compressed)>
#Rows = #stensor.format<(i, j) -> (i : compressed, j : dense)>

// CHECK-LABEL: func.func @inserts_rows_and_appends_columns(
// CHECK-SAME:    %[[M:.*]]: index, %[[N:.*]]: index, %[[C:.*]]: index, %[[V:.*]]: f64
func.func @inserts_rows_and_appends_columns(%m: index, %n: index, %c: index, %v: f64) -> tensor<?x?xf64, #CSR> {
  // CHECK: %[[B:.*]] = sloop.assemble sizes(%[[M]], %[[N]]) capacity(%[[C]]) : {{(!sloop.assembly)?}}<tensor<?x?xf64, #stensor.format<(i, j) -> (i : dense, j : compressed)>>>
  // GENERIC: "sloop.assemble"(%{{.*}}, %{{.*}}, %{{.*}}) <{gaps = array<i64>}>
  %b = sloop.assemble sizes(%m, %n) capacity(%c) : !sloop.assembly<tensor<?x?xf64, #CSR>>
  // CHECK: %[[P:.*]] = sloop.insert %[[M]] to %[[B]][0] under(%[[N]]) : {{(!sloop.assembly)?}}<
  // GENERIC: "sloop.insert"(%{{.*}}) <{level = 0 : i64}>
  %p = sloop.insert %m to %b[0] under(%n) : !sloop.assembly<tensor<?x?xf64, #CSR>>
  // CHECK: %[[Q:.*]] = sloop.append(%[[N]]) to %[[B]][1] : {{(!sloop.assembly)?}}<
  // GENERIC: "sloop.append"(%{{.*}}) <{level = 1 : i64}>
  %q = sloop.append(%n) to %b[1] : !sloop.assembly<tensor<?x?xf64, #CSR>>
  // CHECK: sloop.put %[[V]] in %[[B]][%[[Q]]] : f64, {{(!sloop.assembly)?}}<
  // GENERIC: "sloop.put"
  sloop.put %v in %b[%q] : f64, !sloop.assembly<tensor<?x?xf64, #CSR>>
  // CHECK: sloop.close %[[B]][1] under(%[[P]]) : {{(!sloop.assembly)?}}<
  // GENERIC: "sloop.close"(%{{.*}}) <{level = 1 : i64}>
  sloop.close %b[1] under(%p) : !sloop.assembly<tensor<?x?xf64, #CSR>>
  // CHECK: %[[T:.*]] = sloop.finish %[[B]] : {{(!sloop.assembly)?}}<tensor<?x?xf64, #stensor.format<{{.*}}>>> -> tensor<?x?xf64, #stensor.format<(i, j) -> (i : dense, j : compressed)>>
  // GENERIC: "sloop.finish"
  %t = sloop.finish %b : !sloop.assembly<tensor<?x?xf64, #CSR>> -> tensor<?x?xf64, #CSR>
  return %t : tensor<?x?xf64, #CSR>
}

// Static sizes are not listed.
// CHECK-LABEL: func.func @levels_with_gaps(
func.func @levels_with_gaps(%c: index) {
  // CHECK: sloop.assemble capacity(%{{.*}}) {gaps = array<i64: 0, 1>} : {{(!sloop.assembly)?}}<tensor<4x8xf64,
  // GENERIC: "sloop.assemble"(%{{.*}}) <{gaps = array<i64: 0, 1>}>
  %b = sloop.assemble capacity(%c) {gaps = array<i64: 0, 1>} : !sloop.assembly<tensor<4x8xf64, #DCSR>>
  return
}

// CHECK-LABEL: func.func @several_coordinates_of_one_node(
func.func @several_coordinates_of_one_node(%b: !sloop.assembly<tensor<4x8xf64, #COO>>, %i: index, %j: index) {
  // CHECK: sloop.append(%{{.*}}, %{{.*}}) to %{{.*}}[0] {seen = 1 : i64} : {{(!sloop.assembly)?}}<
  %p = sloop.append(%i, %j) to %b[0] {seen = 1} : !sloop.assembly<tensor<4x8xf64, #COO>>
  return
}

// CHECK-LABEL: func.func @a_row_that_is_appended_after_its_entries(
func.func @a_row_that_is_appended_after_its_entries(%b: !sloop.assembly<tensor<4x8xf64, #DCSR>>) -> (index, index) {
  // CHECK: %[[N:.*]] = sloop.progress %{{.*}}[0] : {{(!sloop.assembly)?}}<
  // GENERIC: "sloop.progress"(%{{.*}}) <{level = 0 : i64}>
  %n = sloop.progress %b[0] : !sloop.assembly<tensor<4x8xf64, #DCSR>>
  // CHECK: %[[P:.*]] = sloop.assembly_end %{{.*}}[0] : {{(!sloop.assembly)?}}<
  // GENERIC: "sloop.assembly_end"(%{{.*}}) <{level = 0 : i64}>
  %p = sloop.assembly_end %b[0] : !sloop.assembly<tensor<4x8xf64, #DCSR>>
  // CHECK: return %[[N]], %[[P]]
  return %n, %p : index, index
}

// CHECK-LABEL: func.func @a_row_that_holds_the_fill_value(
func.func @a_row_that_holds_the_fill_value(%b: !sloop.assembly<tensor<4x8xf64, #Rows>>, %p: index) {
  // CHECK: sloop.clear %{{.*}}[0] at(%{{.*}}) : {{(!sloop.assembly)?}}<
  // GENERIC: "sloop.clear"(%{{.*}}) <{level = 0 : i64}>
  sloop.clear %b[0] at(%p) : !sloop.assembly<tensor<4x8xf64, #Rows>>
  return
}

// CHECK-LABEL: func.func @room_before_a_loop(
// CHECK-SAME:    %[[A:.*]]: tensor<4x8xf64, {{.*}}, %[[B:.*]]: {{(!sloop.assembly)?}}<{{.*}}, %[[P:.*]]: index
func.func @room_before_a_loop(%A: tensor<4x8xf64, #CSR>, %b: !sloop.assembly<tensor<4x8xf64, #CSR>>, %p: index) -> index {
  // CHECK: %[[N:.*]] = sloop.node_count %[[A]][1] under(%[[P]]) given(%[[P]]) : tensor<4x8xf64, #stensor.format<{{.*}}>>
  // GENERIC: "sloop.node_count"(%{{.*}}, %{{.*}}, %{{.*}}) <{level = 1 : i64, operandSegmentSizes = array<i32: 1, 1, 1>}>
  %n = sloop.node_count %A[1] under(%p) given(%p) : tensor<4x8xf64, #CSR>
  // CHECK: sloop.node_count %[[A]][1] under(%[[P]], %[[N]]) {seen = 1 : i64} : tensor<
  // GENERIC: "sloop.node_count"(%{{.*}}) <{level = 1 : i64, operandSegmentSizes = array<i32: 1, 2, 0>}> {seen = 1 : i64}
  %m = sloop.node_count %A[1] under(%p, %n) {seen = 1} : tensor<4x8xf64, #CSR>
  // CHECK: sloop.reserve %[[N]] in %[[B]][1] : {{(!sloop.assembly)?}}<
  // GENERIC: "sloop.reserve"(%{{.*}}, %{{.*}}) <{level = 1 : i64}>
  sloop.reserve %n in %b[1] : !sloop.assembly<tensor<4x8xf64, #CSR>>
  // CHECK: sloop.append(%[[P]]) to %[[B]][1] reserved {seen = 1 : i64} : {{(!sloop.assembly)?}}<
  // GENERIC: "sloop.append"(%{{.*}}, %{{.*}}) <{level = 1 : i64, reserved}> {seen = 1 : i64}
  %q = sloop.append(%p) to %b[1] reserved {seen = 1} : !sloop.assembly<tensor<4x8xf64, #CSR>>
  return %q : index
}

// CHECK-LABEL: func.func @counted_and_placed(
// CHECK-SAME:    %[[I:.*]]: index, %[[J:.*]]: index, %[[N:.*]]: index, %[[V:.*]]: f64
func.func @counted_and_placed(%i: index, %j: index, %n: index, %v: f64) -> tensor<4x?xf64, #CSR> {
  // CHECK: %[[B:.*]] = sloop.assemble_counted sizes(%[[N]]) : {{(!sloop.assembly)?}}<tensor<4x?xf64, #stensor.format<
  // GENERIC: "sloop.assemble_counted"(%{{.*}}) : (index) -> !sloop.assembly<
  %b = sloop.assemble_counted sizes(%n) : !sloop.assembly<tensor<4x?xf64, #CSR>>
  // CHECK: sloop.count(%[[I]], %[[J]]) in %[[B]] : {{(!sloop.assembly)?}}<
  // GENERIC: "sloop.count"(%{{.*}}, %{{.*}}, %{{.*}}) :
  sloop.count(%i, %j) in %b : !sloop.assembly<tensor<4x?xf64, #CSR>>
  // CHECK: sloop.arrange %[[B]] : {{(!sloop.assembly)?}}<
  // GENERIC: "sloop.arrange"(%{{.*}}) :
  sloop.arrange %b : !sloop.assembly<tensor<4x?xf64, #CSR>>
  // CHECK: %[[P:.*]] = sloop.place(%[[I]], %[[J]]) in %[[B]] : {{(!sloop.assembly)?}}<
  // GENERIC: "sloop.place"(%{{.*}}, %{{.*}}, %{{.*}}) : (index, index, !sloop.assembly<{{.*}}>) -> index
  %p = sloop.place(%i, %j) in %b : !sloop.assembly<tensor<4x?xf64, #CSR>>
  // CHECK: sloop.put %[[V]] in %[[B]][%[[P]]]
  sloop.put %v in %b[%p] : f64, !sloop.assembly<tensor<4x?xf64, #CSR>>
  // CHECK: sloop.finish %[[B]]
  %t = sloop.finish %b : !sloop.assembly<tensor<4x?xf64, #CSR>> -> tensor<4x?xf64, #CSR>
  return %t : tensor<4x?xf64, #CSR>
}

// Static sizes are not listed, and attributes are kept.
// CHECK-LABEL: func.func @counted_with_static_sizes(
func.func @counted_with_static_sizes() {
  // CHECK: sloop.assemble_counted {seen = 1 : i64} : {{(!sloop.assembly)?}}<tensor<4x8xf64,
  %b = sloop.assemble_counted {seen = 1} : !sloop.assembly<tensor<4x8xf64, #CSR>>
  return
}

// CHECK-LABEL: func.func @grouped(
// CHECK-SAME:    %[[N:.*]]: index
func.func @grouped(%n: index) {
  // CHECK: sloop.assemble_grouped sizes(%[[N]]) capacity(%[[N]]) : {{(!sloop.assembly)?}}<tensor<4x?xf64, #stensor.format<
  // GENERIC: "sloop.assemble_grouped"(%{{.*}}, %{{.*}}) : (index, index) -> !sloop.assembly<
  %a = sloop.assemble_grouped sizes(%n) capacity(%n) : !sloop.assembly<tensor<4x?xf64, #CSR>>
  // CHECK: sloop.assemble_grouped capacity(%[[N]]) {seen = 1 : i64} : {{(!sloop.assembly)?}}<tensor<4x8xf64,
  %b = sloop.assemble_grouped capacity(%n) {seen = 1} : !sloop.assembly<tensor<4x8xf64, #CSR>>
  return
}

#Vector = #stensor.format<(i) -> (i : compressed)>
#List = #stensor.format<(i, j) -> (i : compressed(nonunique, unordered), j : singleton(unordered))>

// CHECK-LABEL: func.func @workspace(
// CHECK-SAME:    %[[J:.*]]: index, %[[N:.*]]: index, %[[V:.*]]: f64
func.func @workspace(%j: index, %n: index, %v: f64) {
  // CHECK: %[[W:.*]] = sloop.workspace sizes(%[[N]]) : {{(!sloop.assembly)?}}<tensor<?xf64, #stensor.format<
  // GENERIC: "sloop.workspace"(%{{.*}}) : (index) -> !sloop.assembly<
  %w = sloop.workspace sizes(%n) : !sloop.assembly<tensor<?xf64, #Vector>>
  // CHECK: sloop.scatter %[[V]] in %[[W]][%[[J]]] by add : f64, {{(!sloop.assembly)?}}<
  sloop.scatter %v in %w[%j] by add : f64, !sloop.assembly<tensor<?xf64, #Vector>>
  // CHECK: %{{.*}} = sloop.collect %[[W]] : {{(!sloop.assembly)?}}<tensor<?xf64, {{.*}}>> -> tensor<?xf64,
  %t = sloop.collect %w : !sloop.assembly<tensor<?xf64, #Vector>> -> tensor<?xf64, #Vector>
  // CHECK: sloop.discard %[[W]] : {{(!sloop.assembly)?}}<
  sloop.discard %w : !sloop.assembly<tensor<?xf64, #Vector>>
  // CHECK: %[[L:.*]] = sloop.workspace {seen = 1 : i64} : {{(!sloop.assembly)?}}<tensor<4x8xf64,
  %l = sloop.workspace {seen = 1} : !sloop.assembly<tensor<4x8xf64, #List>>
  // CHECK: sloop.scatter %[[V]] in %[[L]][%[[J]], %[[J]]] : f64,
  sloop.scatter %v in %l[%j, %j] : f64, !sloop.assembly<tensor<4x8xf64, #List>>
  sloop.discard %l : !sloop.assembly<tensor<4x8xf64, #List>>
  return
}
